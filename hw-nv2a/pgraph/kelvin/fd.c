/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * FE's side of the tessellator: order checks and counters of its methods.
 * Facts: envytools' tests.  FD's state words follow (fd-state.c), but nothing
 * is drawn; its methods are told as unimplemented.
 */
#include "pgraph/action.h"
#include "pgraph/fd-state.h"

/* Bits of FE3D_MISC. */
enum {
    PATCH = 4,          /* between BEGIN_PATCH_D and END_PATCH */
    GOT_A = 5,          /* the words of BEGIN_PATCH came */
    TRANSITION_A = 12,
    CURVE = 15,
    SWATCHES_DONE = 16,
    FAILED = 24,
};

static bool misc(const NvPgraph *pg, unsigned bit)
{
    return nv_extract(NV_PG(pg, FE3D_MISC), bit, 1);
}

static void set_misc(NvPgraph *pg, unsigned bit, unsigned width, uint32_t v)
{
    NV_PG(pg, FE3D_MISC) = nv_deposit(NV_PG(pg, FE3D_MISC), bit, width, v);
}

static bool checked(const NvPgraph *pg, unsigned bit)
{
    return (NV_PG(pg, DEBUG_D) & NV_DEBUG_D_BUSY_CHECK) &&
           !nv_extract(NV_PG(pg, DEBUG_FD_CHECK_SKIP), bit, 1);
}

static void fail_if(NvPgraph *pg, bool bad)
{
    if (bad) {
        nv_fe_error(pg, NV_NSOURCE_BUSY);
    }
}

/* True if the command goes on; FAILED keeps what became of it. */
static bool go_on(NvPgraph *pg, const NvMethod *m)
{
    bool fine = !NV_PG(pg, NSOURCE);

    set_misc(pg, FAILED, 1, !fine);
    if (fine) {
        nv_unimp(pg->env, "tessellator method %s", m->name);
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

    if (checked(pg, which)) {
        fail_if(pg, misc(pg, PATCH) || misc(pg, GOT_A + which) ||
                    misc(pg, FAILED));
    }
    if (go_on(pg, m)) {
        set_misc(pg, GOT_A + which, 1, 1);
        pg->values[NV_PGRAPH_FE3D_SHADOW_BEGIN_PATCH_A / 4 + which] =
            v & mask[which];
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

static void check_patch_d(NvPgraph *pg, uint32_t v, unsigned a, unsigned b,
                          unsigned curves)
{
    uint32_t c = NV_PG(pg, FE3D_SHADOW_BEGIN_PATCH_C);
    unsigned need_a, need_b;

    fail_if(pg, misc(pg, PATCH) || !misc(pg, GOT_A) ||
                !misc(pg, GOT_A + 1) || !misc(pg, GOT_A + 2) ||
                misc(pg, FAILED));
    fail_if(pg, v >> 24 < 2 || v >> 24 > 0x3c - (curves & 0x1f));
    if (!nv_extract(v, 16, 1) && !(c & 0xffff)) {
        needed(a, b, &need_a, &need_b);
        fail_if(pg, nv_extract(c, 26, 5) < need_a ||
                    nv_extract(c, 21, 5) < need_b);
    }
}

NV_ACTION(fd_begin_patch_d)
{
    uint32_t c = NV_PG(pg, FE3D_SHADOW_BEGIN_PATCH_C);
    unsigned a = nv_extract(v, 0, 3), b = nv_extract(v, 3, 3);
    unsigned more = nv_extract(v, 10, 4);
    unsigned curves = 2 + nv_extract(v, 6, 4) + (more ? 2 + more : 0);
    bool empty = !(c & 0xffff) && (nv_extract(c, 26, 5) == side_open(a) ||
                                   nv_extract(c, 21, 5) == side_open(b));
    uint32_t d = NV_PG(pg, FE3D_SHADOW_BEGIN_PATCH_D);

    if (!nv_launch_valid(pg)) {
        nv_fe_state_error(pg);
    }
    if (checked(pg, 3)) {
        check_patch_d(pg, v, a, b, curves);
    }
    if (!go_on(pg, m)) {
        return;
    }
    set_misc(pg, PATCH, 1, 1);
    set_misc(pg, 8, 4, 0);
    if (empty) {
        set_misc(pg, SWATCHES_DONE, 1, 1);
    }
    set_misc(pg, 17, 3, 0);
    set_misc(pg, 23, 1, 0);
    NV_PG(pg, FE3D_STATE_CURVE) =
        nv_deposit(nv_deposit(NV_PG(pg, FE3D_STATE_CURVE), 12, 6, curves),
                   18, 8, v >> 24);
    NV_PG(pg, FE3D_STATE_SWATCH) &= 0xff000000;
    NV_PG(pg, FE3D_STATE_TRANSITION) =
        nv_deposit(nv_deposit(NV_PG(pg, FE3D_STATE_TRANSITION), 0, 3, 0),
                   4, 3, side_count(a) + side_count(b));
    d = nv_deposit(nv_deposit(d, 0, 6, v), 14, 3, v >> 14);
    NV_PG(pg, FE3D_SHADOW_BEGIN_PATCH_D) = d;
    nv_fd_command(pg, NV_FD_BEGIN_PATCH_C, 1, v);
}

NV_ACTION(fd_end_patch)
{
    uint32_t transition = NV_PG(pg, FE3D_STATE_TRANSITION);
    bool bad = !misc(pg, PATCH) || !misc(pg, SWATCHES_DONE) ||
               nv_extract(transition, 0, 3) != nv_extract(transition, 4, 3);

    if (!NV_PG(pg, NSOURCE)) {
        set_misc(pg, 4, 16, 0);
        set_misc(pg, 23, 1, 0);
        nv_fd_command(pg, NV_FD_END_PATCH, 0, v);
    }
    set_misc(pg, FAILED, 1, 0);
    if (checked(pg, 4)) {
        fail_if(pg, bad);
    }
}

NV_ACTION(fd_curve_data)
{
    uint32_t count = nv_extract(NV_PG(pg, FE3D_STATE_CURVE), 0, 10);

    if (checked(pg, 7)) {
        fail_if(pg, (misc(pg, 8) &&
                     !nv_extract(NV_PG(pg, FE3D_MISC), 9, 2)) ||
                    !misc(pg, CURVE) || misc(pg, FAILED));
    }
    if (!go_on(pg, m)) {
        return;
    }
    nv_fd_command(pg, NV_FD_CURVE_DATA, index, v);
    if (index == 3) {
        NV_PG(pg, FE3D_STATE_CURVE) =
            nv_deposit(NV_PG(pg, FE3D_STATE_CURVE), 0, 10, count + 4);
    }
}

NV_ACTION(fd_begin_transition)
{
    unsigned which = m->arg & 1;

    if (checked(pg, 8 + which)) {
        fail_if(pg, !misc(pg, PATCH) || misc(pg, TRANSITION_A + which) ||
                    misc(pg, CURVE) || !misc(pg, SWATCHES_DONE) ||
                    misc(pg, FAILED));
    }
    if (go_on(pg, m)) {
        set_misc(pg, TRANSITION_A + which, 1, 1);
        pg->values[NV_PGRAPH_FE3D_SHADOW_BEGIN_TRANSITION_A / 4 + which] = v;
        NV_PG(pg, FE3D_STATE_TRANSITION) =
            nv_deposit(NV_PG(pg, FE3D_STATE_TRANSITION), 24 + 4 * which, 4,
                       nibbles(v, which ? 0 : 1));
        nv_fd_command(pg, NV_FD_BEGIN, which, v);
    }
}
