/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * FE's side of the tessellator: order checks and counters of its methods.
 * Facts: envytools' tests.  FD's state words follow (fd-state.c), but nothing
 * is drawn; its methods are told as unimplemented.
 */
#include "pgraph/action.h"
#include "pgraph/fd-state.h"

/* Parts of the value of a command. */
#define V_SIDE_A 0, 3
#define V_SIDE_B 3, 3
#define V_CURVES 6, 4
#define V_MORE 10, 4
#define V_UNK14 14, 3
#define V_UNK16 16, 1
#define V_UNK24 24, 8

#define MISC(name) NV_PG_GET(pg, FE3D_MISC, FD_##name)
#define SET_MISC(name, value) NV_PG_PUT(pg, FE3D_MISC, FD_##name, value)

/* Commands as DEBUG_FD_CHECK_SKIP counts them. */
enum { PATCH_A, PATCH_D = 3, END_PATCH, CURVE_DATA = 7, TRANSITION_A };

static bool checked(const NvPgraph *pg, unsigned command)
{
    return NV_PG_GET(pg, DEBUG_D, BUSY_CHECK) &&
           !NV_PG_GET_ITEM(pg, DEBUG_FD_CHECK_SKIP, COMMAND, command);
}

static void fail_if(NvPgraph *pg, bool bad)
{
    if (bad) {
        nv_fe_error(pg, NV_ERROR_BUSY, "the tessellator wants another "
                    "command or value now");
    }
}

/* True if the command goes on; FAILED keeps what became of it. */
static bool go_on(NvPgraph *pg)
{
    bool fine = !NV_PG(pg, NSOURCE);

    SET_MISC(FAILED, !fine);
    if (fine) {
        nv_fe_say(pg, NV_ERROR_METHOD_UNIMP, "no patches are drawn");
    }
    return fine;
}

static unsigned nibbles(uint32_t v, unsigned from)
{
    unsigned count = 0;

    for (unsigned i = from; i < 8; i++) {
        count += nv_extract(v, i * 4, 4) != 0;
    }
    return count;
}

NV_ACTION(fd_begin_patch)
{
    static const uint32_t mask[] = { ~0u, ~0u, 0x7fffffff };
    unsigned which = m->arg % 3;

    if (checked(pg, PATCH_A + which)) {
        fail_if(pg, MISC(BUSY) ||
                    NV_PG_GET_ITEM(pg, FE3D_MISC, FD_GOT_A, which) ||
                    MISC(FAILED));
    }
    if (go_on(pg)) {
        NV_PG_PUT_ITEM(pg, FE3D_MISC, FD_GOT_A, which, 1);
        NV_PG_AT(pg, FE3D_SHADOW_BEGIN_PATCH_A, which) = v & mask[which];
        nv_fd_command(pg, which < 2 ? NV_FD_BEGIN : NV_FD_BEGIN_PATCH_C,
                      which & 1, v);
    }
}

/* Sides that start or end with a curve of their own. */
static bool side_open(unsigned side)
{
    return side == 1 || side == 3 || side == 5;
}

static unsigned side_count(unsigned side)
{
    return side == 3 || side == 7 ? 2 : side != 0 && side != 4;
}

/* Swatches each direction must have for these sides. */
static void needed(unsigned a, unsigned b, unsigned *need_a, unsigned *need_b)
{
    if (a == 0 || b == 0) {
        unsigned other = a == 0 ? b : a;
        unsigned own = 1, far = 1;

        if (other == 2 || other == 6) {
            own = far = 0;
        } else if (other == 1 || other == 5) {
            own = 0;
        } else if (other == 3) {
            far = 2;
        }
        *need_a = a == 0 ? own : far;
        *need_b = a == 0 ? far : own;
        return;
    }
    *need_a = side_open(a) ? 2 : 1;
    *need_b = side_open(b) ? 2 : 1;
}

#define PATCH_C(name) NV_PG_GET(pg, FE3D_SHADOW_BEGIN_PATCH_C, name)

static void check_patch_d(NvPgraph *pg, uint32_t v, unsigned a, unsigned b,
                          unsigned curves)
{
    unsigned unk24 = nv_extract(v, V_UNK24);
    unsigned need_a, need_b;

    fail_if(pg, MISC(BUSY) || !MISC(GOT_A) || !MISC(GOT_B) ||
                !MISC(GOT_C) || MISC(FAILED));
    fail_if(pg, unk24 < 2 || unk24 > 0x3c - (curves & 0x1f));
    if (!nv_extract(v, V_UNK16) && !PATCH_C(SWATCHES)) {
        needed(a, b, &need_a, &need_b);
        fail_if(pg, PATCH_C(LEFT) < need_a || PATCH_C(BELOW) < need_b);
    }
}

static void start_patch(NvPgraph *pg, uint32_t v, unsigned curves, bool empty)
{
    SET_MISC(BUSY, 1);
    SET_MISC(STEP, 0);
    if (empty) {
        SET_MISC(SWATCHES_DONE, 1);
    }
    SET_MISC(UNK17, 0);
    SET_MISC(UNK23, 0);
    NV_PG_PUT(pg, FE3D_STATE_CURVE, CURVES, curves);
    NV_PG_PUT(pg, FE3D_STATE_CURVE, UNK18, nv_extract(v, V_UNK24));
    NV_PG_PUT(pg, FE3D_STATE_SWATCH, COUNT, 0);
    NV_PG_PUT(pg, FE3D_STATE_TRANSITION, COUNT, 0);
    NV_PG_PUT(pg, FE3D_STATE_TRANSITION, NEEDED,
              side_count(nv_extract(v, V_SIDE_A)) +
              side_count(nv_extract(v, V_SIDE_B)));
    NV_PG_PUT(pg, FE3D_SHADOW_BEGIN_PATCH_D, SIDES, v);
    NV_PG_PUT(pg, FE3D_SHADOW_BEGIN_PATCH_D, UNK14, nv_extract(v, V_UNK14));
}

NV_ACTION(fd_begin_patch_d)
{
    unsigned a = nv_extract(v, V_SIDE_A), b = nv_extract(v, V_SIDE_B);
    unsigned more = nv_extract(v, V_MORE);
    unsigned curves = 2 + nv_extract(v, V_CURVES) + (more ? 2 + more : 0);
    bool empty = !PATCH_C(SWATCHES) && (PATCH_C(LEFT) == side_open(a) ||
                                        PATCH_C(BELOW) == side_open(b));

    nv_fe_check_launch(pg);
    if (checked(pg, PATCH_D)) {
        check_patch_d(pg, v, a, b, curves);
    }
    if (go_on(pg)) {
        start_patch(pg, v, curves, empty);
        nv_fd_command(pg, NV_FD_BEGIN_PATCH_C, 1, v);
    }
}

NV_ACTION(fd_end_patch)
{
    bool bad = !MISC(BUSY) || !MISC(SWATCHES_DONE) ||
               NV_PG_GET(pg, FE3D_STATE_TRANSITION, COUNT) !=
               NV_PG_GET(pg, FE3D_STATE_TRANSITION, NEEDED);

    if (!NV_PG(pg, NSOURCE)) {
        SET_MISC(STATE, 0);
        SET_MISC(UNK23, 0);
        nv_fd_command(pg, NV_FD_END_PATCH, 0, v);
    }
    SET_MISC(FAILED, 0);
    if (checked(pg, END_PATCH)) {
        fail_if(pg, bad);
    }
}

NV_ACTION(fd_curve_data)
{
    if (checked(pg, CURVE_DATA)) {
        fail_if(pg, (MISC(UNK8) && !MISC(UNK9)) || !MISC(CURVE) ||
                    MISC(FAILED));
    }
    if (!go_on(pg)) {
        return;
    }
    nv_fd_command(pg, NV_FD_CURVE_DATA, index, v);
    if (index == 3) {
        NV_PG_PUT(pg, FE3D_STATE_CURVE, COUNT,
                  NV_PG_GET(pg, FE3D_STATE_CURVE, COUNT) + 4);
    }
}

NV_ACTION(fd_begin_transition)
{
    unsigned which = m->arg & 1;

    if (checked(pg, TRANSITION_A + which)) {
        fail_if(pg, !MISC(BUSY) ||
                    NV_PG_GET_ITEM(pg, FE3D_MISC, FD_TRANSITION_A, which) ||
                    MISC(CURVE) || !MISC(SWATCHES_DONE) || MISC(FAILED));
    }
    if (go_on(pg)) {
        NV_PG_PUT_ITEM(pg, FE3D_MISC, FD_TRANSITION_A, which, 1);
        NV_PG_AT(pg, FE3D_SHADOW_BEGIN_TRANSITION_A, which) = v;
        NV_PG_PUT_ITEM(pg, FE3D_STATE_TRANSITION, ORDERS_A, which,
                       nibbles(v, which ? 0 : 1));
        nv_fd_command(pg, NV_FD_BEGIN, which, v);
    }
}
