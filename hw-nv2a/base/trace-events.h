/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every trace event: name and printf format of its arguments.  One row here
 * and a nv_trace(env, name, ...) call make an event; QEMU's `trace-event`
 * monitor command, `trace=PATTERN` and the tools all read this table.
 * Channel first, then what happened.  Sorted by unit.
 */
#define NV_TRACE_EVENTS(X) \
    /* card */ \
    X(card_reset, "chip %s") \
    X(card_irq, "level %d pmc 0x%08x") \
    X(card_mmio_read, "0x%06x size %u -> 0x%x") \
    X(card_mmio_write, "0x%06x size %u <- 0x%x") \
    X(card_mmio_unassigned, "%s 0x%06x") \
    X(ptimer_alarm, "time 0x%016" PRIx64) \
    /* mem */ \
    X(mem_dma_fault, "object 0x%05x offset 0x%08x len %u: %s") \
    X(mem_tile, "0x%08x, 0x%x bytes, pitch 0x%x: %s") \
    /* pfifo */ \
    X(pfifo_method, "ch %u subc %u mthd 0x%04x data 0x%08x") \
    X(pfifo_switch, "ch %u -> %u") \
    X(pfifo_push_error, "ch %u get 0x%08x word 0x%08x: %s") \
    X(pfifo_cache_error, "ch %u subc %u mthd 0x%04x data 0x%08x: %s") \
    X(pfifo_ramht, "ch %u handle 0x%08x -> instance 0x%05x engine %u") \
    X(pfifo_ramht_miss, "ch %u handle 0x%08x") \
    X(pfifo_semaphore, "ch %u %s offset 0x%08x value 0x%08x") \
    X(pfifo_runout, "user 0x%06x data 0x%08x reason %u") \
    /* pgraph */ \
    X(pgraph_method, "ch %u subc %u class 0x%03x mthd 0x%04x %s data 0x%08x%s") \
    X(pgraph_bundle, "%s[%u] 0x%03x = 0x%08x%s") \
    X(pgraph_object, "ch %u subc %u instance 0x%05x class 0x%03x") \
    X(pgraph_error, "ch %u subc %u class 0x%03x mthd 0x%04x data 0x%08x: %s") \
    X(pgraph_intr, "intr 0x%08x nsource 0x%08x nstatus 0x%08x") \
    X(pgraph_notify, "ch %u instance 0x%05x") \
    X(pgraph_context, "ch %u -> %u") \
    X(pgraph_rdi, "%s 0x%08x = 0x%08x") \
    /* idx */ \
    X(idx_begin, "primitive %s") \
    X(idx_end, "vertices %u transformed %u") \
    X(idx_draw_arrays, "first %u count %u") \
    X(idx_fetch_fault, "array %u offset 0x%08x index %u") \
    X(idx_outside, "%s 0x%08x outside BEGIN_END") \
    /* xf */ \
    X(xf_command, "type 0x%x addr 0x%04x data 0x%08x") \
    X(xf_run, "state program at %u: %u instructions") \
    X(xf_block, "mode %u start %u vertices %u") \
    X(xf_unimp, "%s 0x%x") \
    X(xf_fallback, "%s: %s runs the program") \
    /* vtx, raster */ \
    X(vtx_begin, "primitive %s") \
    X(vtx_culled, "triangle %u") \
    X(vtx_dropped, "%s with a position that is no number") \
    X(raster_clear, "mask 0x%02x rect %u,%u..%u,%u") \
    X(raster_draw, "%s count %u") \
    X(raster_reject, "%s") \
    /* display */ \
    X(display_mode, "%ux%u %u bytes pitch %u base 0x%08x") \
    X(display_vblank, "head %u")
