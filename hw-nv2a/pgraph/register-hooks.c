/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What reads and writes of FE's registers do beyond storage, and the rows of
 * words/register-rows.h, which name these functions.
 */
#include "pgraph/register-hooks.h"

#include "base/bits.h"
#include "words/row-chips.h"

#define WRITE_HOOK(name) \
    static void name(void *unit, const NvReg *reg G_GNUC_UNUSED, \
                     unsigned index G_GNUC_UNUSED, \
                     uint32_t value G_GNUC_UNUSED)

/*
 * Acknowledging an error also clears what told of it (doc); with none up
 * NSTATUS stays (hw).
 */
WRITE_HOOK(intr)
{
    NvPgraph *pg = unit;

    if (NV_FE_GET(pg, INTR, ERROR, value) && NV_PG(pg, NSOURCE)) {
        NV_PG(pg, NSOURCE) = 0;
        NV_PG(pg, NSTATUS) = 0;
    }
    nv_env_irq_changed(pg->env);
}

WRITE_HOOK(intr_en)
{
    NvPgraph *pg = unit;

    nv_env_irq_changed(pg->env);
}

/* The method that waited for the driver, then the puller. */
static void resume(NvPgraph *pg)
{
    nv_fe_retry(pg);
    if (nv_pgraph_ready(pg)) {
        nv_env_work(pg->env);
    }
}

WRITE_HOOK(fifo_enable)
{
    NvPgraph *pg = unit;

    if (NV_FE_GET(pg, FIFO_ENABLE, ENABLE, value)) {
        resume(pg);
    }
}

/* A driver may put a method there itself; FE cannot tell (hw). */
WRITE_HOOK(fifo_mthd_st2)
{
    NvPgraph *pg = unit;

    if (NV_FE_GET(pg, FIFO_MTHD_ST2, VALID, value)) {
        resume(pg);
    }
}

/* The next buffer is shown (console software; doc). */
WRITE_HOOK(increment)
{
    NvPgraph *pg = unit;
    uint32_t next = NV_PG_GET(pg, SURF_TYPE, FLIP_WRITE) + 1;

    if (NV_FE_GET(pg, INCREMENT, BUFFER, value)) {
        NV_PG_PUT(pg, SURF_TYPE, FLIP_WRITE,
                  next == NV_PG_GET(pg, SURF_TYPE, FLIP_MODULO) ? 0 : next);
        resume(pg);
    }
}

static uint32_t rdi_data_read(void *unit, const NvReg *reg G_GNUC_UNUSED,
                              unsigned index G_GNUC_UNUSED,
                              uint32_t stored G_GNUC_UNUSED)
{
    return nv_rdi_read(unit);
}

WRITE_HOOK(rdi_data)
{
    nv_rdi_write(unit, value);
}

/* hw: NV10 shows words, not bytes. */
static uint32_t pipe_address(void *unit G_GNUC_UNUSED,
                             const NvReg *reg G_GNUC_UNUSED,
                             unsigned index G_GNUC_UNUSED, uint32_t stored)
{
    return stored >> 2;
}

static uint32_t pipe_data_read(void *unit, const NvReg *reg G_GNUC_UNUSED,
                               unsigned index G_GNUC_UNUSED,
                               uint32_t stored G_GNUC_UNUSED)
{
    return nv_pipe_read(unit);
}

WRITE_HOOK(pipe_data)
{
    nv_pipe_write(unit, value);
}

WRITE_HOOK(ctx_trigger)
{
    if (nv_fe_at_rest(unit, "context switch by register")) {
        nv_context_trigger(unit, value);
    }
}

/* Curie: starts the program that moves channels. */
WRITE_HOOK(ctxctl_control)
{
    NvPgraph *pg = unit;

    if (NV_FE_GET(pg, CTXCTL_CONTROL, START, value) &&
        nv_fe_at_rest(pg, "context program")) {
        nv_context_program(pg);
    }
}

/* The next word goes to the next place. */
WRITE_HOOK(ctxctl_code)
{
    NvPgraph *pg = unit;
    unsigned at = NV_PG_GET(pg, CTXCTL_CODE_INDEX, INDEX);

    pg->ctxctl.code[at % NV_CTXCTL_WORDS] = value;
    NV_PG_PUT(pg, CTXCTL_CODE_INDEX, INDEX, at + 1);
}

/* What is being drawn goes on as it was; the next draw looks again. */
static void surfaces_changed(NvPgraph *pg)
{
    if (nv_pgraph_settle(pg)) {
        nv_surfaces_update(pg);
    }
}

WRITE_HOOK(surface)
{
    surfaces_changed(unit);
}

/* Surface of a register: those from the seventh have rows of their own. */
static unsigned surf_of(const NvReg *reg, unsigned index)
{
    switch (reg->home) {
    case NV_PGRAPH_SURF_OFFSET_6:
    case NV_PGRAPH_SURF_BASE_6:
        return 6;
    case NV_PGRAPH_SURF_OFFSET_7:
    case NV_PGRAPH_SURF_BASE_7:
        return 7;
    case NV_PGRAPH_SURF_OFFSET_8:
    case NV_PGRAPH_SURF_BASE_8:
        return 8;
    default:
        return index + (reg->home - (reg->home >= NV_PGRAPH_SURF_BASE ?
                                     NV_PGRAPH_SURF_BASE :
                                     NV_PGRAPH_SURF_OFFSET)) / 4;
    }
}

WRITE_HOOK(surf_offset)
{
    NvPgraph *pg = unit;

    NV_PG_PUT(pg, VALID, SURF_OFFSET, 1);
    nv_surf_forget(pg, surf_of(reg, index));
    surfaces_changed(pg);
}

WRITE_HOOK(surf_base)
{
    nv_surf_forget(unit, surf_of(reg, index));
    surfaces_changed(unit);
}

WRITE_HOOK(surf_pitch)
{
    NvPgraph *pg = unit;

    NV_PG_PUT(pg, VALID, SURF_PITCH, 1);
    surfaces_changed(pg);
}

/* --- hooks of 2D state: what a driver writes there counts as set (hw) --- */

WRITE_HOOK(debug_b)
{
    NvPgraph *pg = unit;

    if (NV_FE_GET(pg, DEBUG_B, STREAM_END, value)) {
        NV_PG_PUT(pg, XY_B, UNK0, 0);
    }
}

/* hw: bits 30 and 31 read back the other way round. */
WRITE_HOOK(celsius_debug_b)
{
    NvPgraph *pg = unit;
    uint32_t word = NV_PG(pg, DEBUG_B);

    debug_b(unit, reg, index, value);
    NV_PG_PUT(pg, DEBUG_B, UNK30, NV_FE_GET(pg, DEBUG_B, UNK31, word));
    NV_PG_PUT(pg, DEBUG_B, UNK31, NV_FE_GET(pg, DEBUG_B, UNK30, word));
}

/* hw: NV10, which alone has the field, has one bit for three classes. */
WRITE_HOOK(state3d)
{
    NvPgraph *pg = unit;

    NV_PG_PUT(pg, STATE3D, UNK28,
              NV_FE_GET(pg, STATE3D, UNK28, value) & 1 ? ~0u : 0);
}

/* hw: tells whether depth of the 3D surface is laid out specially. */
static uint32_t unka10(void *unit, const NvReg *reg G_GNUC_UNUSED,
                       unsigned index G_GNUC_UNUSED, uint32_t stored)
{
    NvPgraph *pg = unit;

    return NV_FE_PUT(pg, UNKA10, ZETA_LAYOUT, stored,
                     NV_PG_GET(pg, DEBUG_E, ZETA_LAYOUT) &&
                     NV_PG_GET(pg, SURF_TYPE, UNK2B8_0));
}

static uint32_t formats(void *unit, const NvReg *reg G_GNUC_UNUSED,
                        unsigned index G_GNUC_UNUSED,
                        uint32_t stored G_GNUC_UNUSED)
{
    return nv_fe_formats(unit);
}

WRITE_HOOK(debug_d)
{
    nv_fe_class_changed(unit);
}

WRITE_HOOK(ctx_switch_a)
{
    NvPgraph *pg = unit;

    nv_fe_volatile(pg, NV_FE_GET(pg, CTX_SWITCH_A, VOLATILE, value));
    nv_fe_class_changed(pg);
}

/* hw: NV34 and Curie have a bit that cannot be 0 if bits 1..17 are. */
WRITE_HOOK(xy_a)
{
    NvPgraph *pg = unit;

    if (!NV_PG_GET(pg, XY_A, AFTER_FIRST)) {
        NV_PG_PUT(pg, XY_A, UNK18, 1);
    }
}

/* hw: NV34 shows two bits twice. */
WRITE_HOOK(surf_unk800)
{
    NvPgraph *pg = unit;

    NV_PG_PUT(pg, SURF_UNK800, UNK0_TWICE, NV_PG_GET(pg, SURF_UNK800, UNK0));
    NV_PG_PUT(pg, SURF_UNK800, UNK4_TWICE, NV_PG_GET(pg, SURF_UNK800, UNK4));
}

/* Curie has the class and the bit that resets in two words. */
WRITE_HOOK(curie_ctx_switch_a)
{
    nv_fe_class_changed(unit);
}

WRITE_HOOK(curie_ctx_switch_c)
{
    NvPgraph *pg = unit;

    nv_fe_volatile(pg, NV_FE_GET(pg, CTX_SWITCH_C, VOLATILE, value));
}

WRITE_HOOK(misc32)
{
    NvPgraph *pg = unit;

    if (index == 0) {
        NV_PG_PUT(pg, VALID, COLOR, 1);
    }
}

WRITE_HOOK(bitmap_color)
{
    NvPgraph *pg = unit;

    NV_PG_PUT(pg, VALID, BITMAP_COLOR_0, 1);
}

WRITE_HOOK(vertex)
{
    nv_xy_vertex(unit, reg->home == NV_PGRAPH_VTX_Y, value);
}

WRITE_HOOK(iclip)
{
    nv_xy_image_clip(unit, index, value);
}

WRITE_HOOK(uclip)
{
    nv_xy_user_clip(unit, reg->home == NV_PGRAPH_OCLIP ? 1 :
                    reg->home == NV_PGRAPH_UCLIP ? 0 : 2, index, value);
}

/*
 * Restoring a mode word sends one command (hw: IDX's log moves on by one);
 * that it carries the word's half of the vector is a guess.
 */
WRITE_HOOK(xf_mode)
{
    if (nv_fe_at_rest(unit, "mode word")) {
        nv_fe_send_xf_mode_part(unit, reg->home);
    }
}

/* --- rows --- */

#define X(n, c, s, celsius, kelvin, rankine, curie, one, w1, r, w, owner, ...) \
    static_assert(sizeof((uint32_t[]) { __VA_ARGS__ }) == \
                  sizeof(uint32_t) * NV_FE_COLUMNS, #n ": a mask a column");
NV_PGRAPH_REGISTER_ROWS(X)
NV_PGRAPH_OTHER_REGISTER_ROWS(X)
#undef X

const NvRegRow nv_reg_rows[NV_REG_ROWS] = {
#define X(n, c, s, celsius, kelvin, rankine, curie, one, w1, r, w, owner, ...) \
    { { .name = #n, .count = c, .stride = s, .w1c = w1, .ones = one, \
        .reset = one, .read = r, .write = w, .home = NV_PGRAPH_##n, \
        .flags = NV_PG_##owner }, \
      { celsius, kelvin, rankine, curie }, { __VA_ARGS__ } },
    NV_PGRAPH_REGISTER_ROWS(X)
    NV_PGRAPH_OTHER_REGISTER_ROWS(X)
#undef X
};

const NvRegOdd nv_reg_odd[NV_REG_ODD] = {
#define Y(name, chips, column, value) \
    { NV_REG_ROW_##name, chips, NV_REG_ODD_##column, { .column = value } },
    NV_PGRAPH_ODD_REGISTERS(Y)
#undef Y
};

const NvRegHole nv_reg_holes[NV_REG_HOLES] = {
#define H(name, chips, first, count) \
    { NV_REG_ROW_##name, chips, first, count },
    NV_PGRAPH_REGISTER_HOLES(H)
#undef H
};
