/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * PFIFO's state as text.  Names are those of the register rows; of CACHE1
 * only the entries between GET and PUT are shown.
 */
#include "pfifo/fifo.h"

static bool in_ring(uint32_t offset)
{
    return offset >= R_CACHE1;
}

static void dump_registers(const NvPfifo *fifo, GString *out)
{
    for (uint32_t offset = 0; offset < NV_PFIFO_SIZE; offset += 4) {
        unsigned index;
        const NvReg *row = nv_regs_find(&fifo->regs, offset, &index);

        if (!row || in_ring(offset)) {
            continue;
        }
        g_string_append_printf(out, "%s", row->name);
        if (row->count > 1) {
            g_string_append_printf(out, "[%u]", index);
        }
        g_string_append_printf(out, ": 0x%08x\n",
                               fifo->values[offset / 4]);
    }
}

static void dump_ring(const NvPfifo *fifo, GString *out)
{
    uint32_t at = get(fifo, R_GET) & CACHE1_PTR_MASK;
    uint32_t end = get(fifo, R_PUT) & CACHE1_PTR_MASK;

    for (; at != end; at = (at + 4) & CACHE1_PTR_MASK) {
        uint32_t addr = get(fifo, R_CACHE1 + at * 2);

        g_string_append_printf(out, "CACHE1[%u]: subc %u mthd 0x%04x "
                               "data 0x%08x\n", at / 4,
                               nv_extract(addr, STATE_SUBC_SHIFT, 3),
                               addr & STATE_METHOD,
                               get(fifo, R_CACHE1 + at * 2 + 4));
    }
}

static void dump_channels(const NvPfifo *fifo, GString *out)
{
    for (unsigned ch = 0; ch < 32; ch++) {
        if (!(get(fifo, R_MODE) & NV_BIT(ch)) || ch == current_channel(fifo)) {
            continue;
        }
        g_string_append_printf(out, "channel %u: put 0x%08x get 0x%08x "
                               "ref 0x%08x%s\n", ch,
            nv_mem_ramin_read(fifo->mem, nv_fifo_ramfc(fifo, ch, FC_PUT)),
            nv_mem_ramin_read(fifo->mem, nv_fifo_ramfc(fifo, ch, FC_GET)),
            nv_mem_ramin_read(fifo->mem, nv_fifo_ramfc(fifo, ch, FC_REF)),
            get(fifo, R_PENDING) & NV_BIT(ch) ? " pending" : "");
    }
}

void nv_pfifo_dump(const NvPfifo *fifo, GString *out)
{
    g_string_append_printf(out, "words: %" PRIu64 "\n", fifo->words);
    g_string_append_printf(out, "channel: %u %s\n", current_channel(fifo),
                           current_is_dma(fifo) ? "dma" : "pio");
    dump_registers(fifo, out);
    dump_channels(fifo, out);
    dump_ring(fifo, out);
}

bool nv_pfifo_push_object(const NvPfifo *fifo, NvDma *dma)
{
    return nv_mem_dma_load(fifo->mem, get(fifo, R_DMA_INSTANCE) << 4, dma);
}

bool nv_pfifo_register_find(const NvPfifo *fifo, const char *name,
                            uint32_t *offset)
{
    for (*offset = 0; *offset < NV_PFIFO_SIZE; *offset += 4) {
        unsigned index;
        const NvReg *row = nv_regs_find(&fifo->regs, *offset, &index);

        if (row && !index && !g_ascii_strcasecmp(row->name, name)) {
            return true;
        }
    }
    return false;
}
