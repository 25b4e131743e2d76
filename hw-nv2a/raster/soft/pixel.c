/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The stages of a fragment, and those that only drop fragments or work on
 * depth and stencil.  Order, fog formulas, alpha compare and depth floor are
 * from the hardware documents (hw where not marked).
 */
#include <math.h>

#include "raster/soft/soft.h"

/* In the order fragments pass.  A stage that is not wanted is left out. */
const NvSoftStage nv_soft_stages[] = {
    { "window clip", nv_soft_wants_window, nv_soft_window, NULL, NULL },
    { "polygon stipple", nv_soft_wants_stipple, nv_soft_stipple, NULL, NULL },
    { "depth clip", nv_soft_wants_depth_clip, nv_soft_depth_clip, NULL, NULL },
    { "texture shader", nv_soft_wants_shader, nv_soft_shader, NULL, NULL },
    { "fragment program", nv_soft_wants_program, nv_soft_program, NULL,
      NULL },
    { "fog", nv_soft_wants_fog, nv_soft_fog, NULL, NULL },
    { "combiners", nv_soft_wants_combiner, nv_soft_combiner,
      nv_soft_combiner_planned, nv_soft_combiner_fast },
    { "alpha test", nv_soft_wants_alpha_test, nv_soft_alpha_test, NULL, NULL },
    { "stencil and depth", nv_soft_wants_zeta, nv_soft_zeta, NULL, NULL },
    { "count", NULL, nv_soft_count, NULL, NULL },
    { "blend and write", nv_soft_wants_color, nv_soft_color,
      nv_soft_is_plain, nv_soft_color_plain },
    { "write floats", nv_soft_wants_real, nv_soft_real, NULL, NULL },
    { NULL, NULL, NULL, NULL, NULL },
};

/* ---- window clip ---- */

static bool contains(const NvRect *a, const NvRect *b)
{
    return a->x0 <= b->x0 && a->y0 <= b->y0 && a->x1 >= b->x1 &&
           a->y1 >= b->y1;
}

static bool apart(const NvRect *a, const NvRect *b)
{
    return a->x1 <= b->x0 || a->y1 <= b->y0 || b->x1 <= a->x0 ||
           b->y1 <= a->y0;
}

bool nv_soft_wants_window(const NvSoft *s)
{
    bool all_apart = true;

    for (unsigned i = 0; i < 8; i++) {
        if (!s->window_exclusive && contains(&s->window[i], &s->clip)) {
            return false;
        }
        all_apart = all_apart && apart(&s->window[i], &s->clip);
    }
    return !(s->window_exclusive && all_apart);
}

/* Fragments of a run whose x is in [x0, x1). */
static uint64_t columns(const NvSoftRun *run, int x0, int x1)
{
    int from = x0 - (int)run->x, to = x1 - (int)run->x;
    uint64_t below_to, below_from;

    to = to < (int)run->n ? to : (int)run->n;
    if (to <= 0 || to <= from) {
        return 0;
    }
    below_to = to >= 64 ? UINT64_MAX : (UINT64_C(1) << to) - 1;
    below_from = from <= 0 ? 0 : (UINT64_C(1) << from) - 1;
    return below_to & ~below_from;
}

void nv_soft_window(NvSoft *s, NvSoftSpan *sp)
{
    uint64_t inside = 0;

    for (unsigned k = 0; k < sp->nruns; k++) {
        const NvSoftRun *run = &sp->run[k];

        for (unsigned i = 0; i < 8; i++) {
            const NvRect *r = &s->window[i];

            if ((int)run->y >= r->y0 && (int)run->y < r->y1) {
                inside |= columns(run, r->x0, r->x1) << run->at;
            }
        }
    }
    sp->live &= s->window_exclusive ? ~inside : inside;
}

/* ---- polygon stipple ---- */

bool nv_soft_wants_stipple(const NvSoft *s)
{
    return s->stipple;
}

/* Words run from the bottom up, each byte from its high bit (hw). */
void nv_soft_stipple(NvSoft *s, NvSoftSpan *sp)
{
    const uint32_t *words = s->raster->bundle + NV_BUNDLE_POLYGON_STIPPLE;

    for (unsigned i = 0; i < sp->n && sp->prim->polygon; i++) {
        if (!(words[31 - (sp->y[i] & 31)] >> ((sp->x[i] & 31) ^ 7) & 1)) {
            sp->live &= ~(UINT64_C(1) << i);
        }
    }
}

/* ---- depth clip ---- */

bool nv_soft_wants_depth_clip(const NvSoft *s)
{
    (void)s;
    return true;
}

void nv_soft_depth_clip(NvSoft *s, NvSoftSpan *sp)
{
    if (sp->prim->inside) {
        return;
    }
    for (unsigned i = 0; i < sp->n; i++) {
        double z = sp->z[i];

        if (s->depth_clamp) {
            z = z > s->near ? z : s->near;
            sp->z[i] = z < s->far ? z : s->far;
        } else if (!(z >= s->near && z <= s->far)) {
            sp->live &= ~(UINT64_C(1) << i);
        }
    }
}

/* ---- fog ---- */

bool nv_soft_wants_fog(const NvSoft *s)
{
    return s->rc.reads & NV_BIT(3);
}

/* The codes of CONFIG_B's fog mode field. */
enum {
    FOG_LINEAR = 0, FOG_EXP = 1, FOG_EXP2 = 3, FOG_LINEAR_ABS = 4,
    FOG_EXP_ABS = 5, FOG_EXP2_ABS = 7,
};

float nv_soft_fog_factor(const NvSoft *s, float d)
{
    float f, x;

    if (s->fog_mode == FOG_LINEAR_ABS) {
        d = fabsf(d);
    }
    x = s->fog_coeff[0] + s->fog_coeff[1] * d - 1.5f;
    if (!isfinite(x)) {
        return s->fog_mode == FOG_LINEAR || s->fog_mode == FOG_LINEAR_ABS ||
               s->fog_mode == FOG_EXP;
    }
    switch (s->fog_mode) {
    case FOG_EXP:
        f = exp2f(16.0f * x);
        break;
    case FOG_EXP_ABS:
        f = exp2f(-16.0f * fabsf(x));
        break;
    case FOG_EXP2:
    case FOG_EXP2_ABS:
        f = exp2f(-32.0f * x * x);
        break;
    default:
        f = s->fog_coeff[0] + s->fog_coeff[1] * d - 1.0f;
        f = f > 0 ? f < 1 ? f : 1 : 0;
        return floorf(255.0f * f + 0.03125f) / 255.0f;
    }
    return f > 0 ? f < 1 ? f : 1 : 0;
}

void nv_soft_fog(NvSoft *s, NvSoftSpan *sp)
{
    for (unsigned i = 0; i < sp->n; i++) {
        sp->reg[3][3][i] = s->fog_on ? nv_soft_fog_factor(s, sp->fog[i])
                                      : 1.0f;
    }
}

/* ---- alpha test ---- */

bool nv_soft_wants_alpha_test(const NvSoft *s)
{
    return s->alpha_test;
}

void nv_soft_alpha_test(NvSoft *s, NvSoftSpan *sp)
{
    uint64_t pass = 0;

    for (unsigned i = 0; i < sp->n; i++) {
        pass |= (uint64_t)nv_soft_compare(s->alpha_func, sp->out[3][i],
                                          s->alpha_ref) << i;
    }
    sp->live &= pass;
}

/* ---- stencil and depth ---- */

bool nv_soft_wants_zeta(const NvSoft *s)
{
    return s->zeta.on && (s->depth_test || s->stencil || s->bounds);
}

/* The codes of STENCIL_B. */
static uint8_t stencil_op(unsigned op, uint8_t old, uint8_t ref)
{
    switch (op) {
    case 2:
        return 0;
    case 3:
        return ref;
    case 4:
        return old < 255 ? old + 1 : 255;
    case 5:
        return old > 0 ? old - 1 : 0;
    case 6:
        return ~old;
    case 7:
        return old + 1;
    case 8:
        return old - 1;
    default:                    /* 1 keep; others: guess */
        return old;
    }
}

/* One fragment: new word in *word, whether it passes. */
static bool zeta_one(const NvSoft *s, const NvSoftStencil *side, uint32_t z,
                     uint32_t *word)
{
    unsigned shift = s->zbits == 24 ? 8 : 0;
    uint32_t stored = *word >> shift;
    uint8_t old = *word, st = old;
    bool depth = !s->depth_test || nv_soft_compare(s->depth_func, z, stored);
    bool sten = !side->on || nv_soft_compare(side->func,
                                             side->ref & side->mask,
                                             old & side->mask);

    if (s->bounds && (stored < s->bound[0] || stored > s->bound[1])) {
        return false;           /* stencil stays, as GL has it */
    }
    if (sten && depth && s->depth_test && s->depth_write) {
        stored = z;
    }
    if (side->on) {
        st = stencil_op(side->op[!sten ? 0 : !depth ? 1 : 2], old, side->ref);
        st = (old & ~side->write) | (st & side->write);
    }
    *word = shift ? stored << 8 | st : stored;
    return sten && depth;
}

void nv_soft_zeta(NvSoft *s, NvSoftSpan *sp)
{
    const NvSoftStencil *side = &s->side[sp->prim->back];
    uint32_t words[NV_SOFT_SPAN];
    uint64_t live = sp->live;

    nv_soft_load_span(&s->zeta, sp, words);
    for (unsigned i = 0; i < sp->n; i++) {
        uint32_t z = nv_soft_encode_depth(sp->z[i], s->zbits, s->zfloat);

        if (live >> i & 1 && !zeta_one(s, side, z, &words[i])) {
            sp->live &= ~(UINT64_C(1) << i);
        }
    }
    if (s->depth_write || side->write) {
        nv_soft_store_span(&s->zeta, sp, live, words);
    }
}

void nv_soft_count_live(NvSoft *s, uint64_t live)
{
    if (s->count) {
        s->raster->zpass += __builtin_popcountll(live);
    }
}

void nv_soft_count(NvSoft *s, NvSoftSpan *sp)
{
    nv_soft_count_live(s, sp->live);
}
