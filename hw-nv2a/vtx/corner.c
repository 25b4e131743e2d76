/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XF's output words to what the rasteriser takes: colours of 8 bits,
 * positions of 1/16 pixel, finite numbers everywhere.
 *
 * Colour and position rules were measured on cards (public tests); the
 * squash of huge numbers is documented for Celsius and taken as Kelvin's.
 */
#include "arith/arith.h"
#include "vtx/vtx-priv.h"

#include <math.h>

/* hw: drop 10 mantissa bits, floor(255 c + 0.5), clamp. */
unsigned nv_vtx_color8(uint32_t bits)
{
    uint32_t exp = nv_extract(bits, 23, 8);
    uint32_t frac, value;

    if (bits >> 31 || exp < 0x76) {
        return 0;
    }
    if (exp >= 0x7f) {
        return 255;
    }
    frac = nv_extract(bits, 10, 13) | NV_BIT(13);
    value = (((frac << (exp - 0x74)) * 255 >> 23) + 1) >> 1;
    return value > 255 ? 255 : value;
}

/* hw: toward zero to a multiple of 1/16. */
float nv_vtx_snap(float v)
{
    uint32_t bits = nv_f2u(v);
    uint32_t exp = nv_extract(bits, 23, 8);

    if (exp <= 0x7a) {
        return 0;
    }
    if (exp < 0x92) {
        bits &= UINT32_MAX << (0x92 - exp);
    }
    return nv_u2f(bits);
}

/* Infinities, NaN and the last binades become +-2^127. */
static float squash(uint32_t bits)
{
    if ((bits & 0x7f000000) == 0x7f000000) {
        bits &= 0xff000000;
    }
    return nv_u2f(bits);
}

static bool is_number(uint32_t bits)
{
    return nv_extract(bits, 23, 8) != 0xff;
}

/* 0 is the vertex' own pixel; what is no number too. */
float nv_vtx_point_size(float size, float least, float most)
{
    if (!(size > 0)) {
        return 0;
    }
    return size < least ? least : size > most ? most : size;
}

float nv_vtx_fog(const NvVtxSetup *s, uint32_t bits)
{
    if (s->fog.is_line) {
        uint32_t d = nv_xf_lt_mul(nv_xf_to_lt_scalar(bits), s->fog.coeff[1]);

        bits = nv_xf_lt_add3(s->fog.coeff[0], d, 0);
    }
    return is_number(bits) ? squash(bits & s->fog.bits) :
           bits << 9 ? NAN : INFINITY;
}

static void gather4(const NvXfBlock *block, unsigned slot, unsigned lane,
                    uint32_t out[4])
{
    for (unsigned c = 0; c < 4; c++) {
        out[c] = block->out[slot][c][lane];
    }
}

static uint32_t gather1(const NvXfBlock *block, unsigned at, unsigned lane)
{
    return block->out[at >> 2][at & 3][lane];
}

void nv_vtx_gather(const NvVtxRouting *from, const NvXfBlock *block,
                   unsigned lane, NvVertex *out)
{
    gather4(block, from->hpos, lane, out->hpos);
    for (unsigned i = 0; i < 2; i++) {
        gather4(block, from->col[i], lane, out->col[i]);
        gather4(block, from->bfc[i], lane, out->bfc[i]);
    }
    out->fogc = gather1(block, from->fogc, lane);
    out->psz = gather1(block, from->psz, lane);
    for (unsigned i = 0; i < NV_VTX_USER_CLIPS; i++) {
        out->clip[i] = from->clip[i] ? gather1(block, from->clip[i], lane) : 0;
    }
    for (unsigned t = 0; t < NV_MAX_TEX; t++) {
        if (t < from->ntex) {
            gather4(block, from->tex[t], lane, out->tex[t]);
        } else {
            memset(out->tex[t], 0, sizeof(out->tex[t]));
        }
    }
}

/* hw: without SPECULAR_ENABLE, D1 is (0, 0, 0, 1). */
static void convert_colors(const NvVtxSetup *s, const uint32_t in[2][4],
                           float out[2][4])
{
    for (unsigned c = 0; c < 4; c++) {
        out[0][c] = nv_vtx_color8(in[0][c]) / 255.0f;
        out[1][c] = s->specular ? nv_vtx_color8(in[1][c]) / 255.0f : c == 3;
    }
}

/* hw: towards zero, as ties of texels show. */
float nv_vtx_rhw(double w)
{
    float r = (float)(1 / w);

    return fabs(r * w) > 1 ? nv_u2f(nv_f2u(r) - 1) : r;
}

/* |w| within its clamp, sign kept; -0 counts as negative, as XF's RCC has. */
static double clamp_w(float w, bool ignore_sign)
{
    double mag = fabs((double)w);

    mag = mag < NV_VTX_W_MIN ? NV_VTX_W_MIN : mag;
    mag = mag < NV_VTX_W_MAX ? mag : NV_VTX_W_MAX;
    return signbit(w) && !ignore_sign ? -mag : mag;
}

static uint16_t outcode(const NvVtxSetup *s, const double p[4])
{
    uint16_t code = 0;

    for (unsigned plane = 0; plane < NV_CLIP_VIEW; plane++) {
        if (!(nv_vtx_plane(s, plane, p) >= 0)) {
            code |= 1u << plane;
        }
    }
    return code;
}

/* Distances to the guest's planes; what is no number is outside. */
static uint16_t user_outcode(const NvVtxSetup *s, const NvVertex *in,
                             float out[NV_VTX_USER_CLIPS])
{
    uint16_t code = 0;

    for (unsigned i = 0; i < NV_VTX_USER_CLIPS; i++) {
        float d = nv_u2f(in->clip[i]);

        out[i] = s->user_less & 1u << i ? -d : d;
        if (s->user & 1u << i && !(out[i] >= 0)) {
            code |= 1u << (NV_CLIP_USER + i);
        }
    }
    return code;
}

/*
 * hw: a corner behind the eye that is as good as infinitely far stays in its
 * direction, and counts as little as one that is; cut, it would come back
 * from the other side.
 */
static void hold(NvRasterVertex *v, float x, float y)
{
    double longer = fmax(fabs(x), fabs(y)), k = NV_VTX_FAR / longer;

    if (longer > 0x1p64) {
        v->x = nv_vtx_snap((float)(x * k));
        v->y = nv_vtx_snap((float)(y * k));
        v->rhw = (float)fmin(v->rhw * k, -0x1p-120);
        v->w = 0;
    }
}

/* hw: u6.3 in the middle of the word, where a chip's XF divides. */
static float vertex_size(const NvVtxSetup *s, uint32_t bits)
{
    return nv_vtx_point_size(s->divided ? nv_extract(bits, 12, 9) / 8.0f
                                        : nv_u2f(bits),
                             s->least_size, s->most_size);
}

/*
 * Coordinates as they are before a division by w.  Where XF has divided them
 * the rasteriser does not (doc); so they are multiplied again, by @w or 1, and
 * all chips' are interpolated alike.
 */
static void convert_textures(const NvVtxSetup *s, const NvVertex *in, float w,
                             NvRasterVertex *out)
{
    memset(out->tex, 0, sizeof(out->tex));
    for (unsigned t = 0; t < s->from.ntex; t++) {
        for (unsigned c = 0; c < 4; c++) {
            out->tex[t][c] = squash(in->tex[t][c]) * w;
        }
    }
}

/* hw: sixteenths of a pixel end where floats do, so 480 2^119 is 390 2^119. */
static float window(const NvVtxSetup *s, uint32_t bits)
{
    float x = nv_u2f(bits) + s->origin;

    return CLAMP(x, -0x1p124f, 0x1p124f);
}

void nv_vtx_convert(const NvVtxSetup *s, const NvVertex *in, NvCorner *out)
{
    float x = window(s, in->hpos[0]), y = window(s, in->hpos[1]);
    float z = squash(in->hpos[2]);
    double w = clamp_w(nv_u2f(in->hpos[3]), s->ignore_w);
    float rhw = s->divided ? (float)w : nv_vtx_rhw(w);

    w = s->divided ? 1 / w : w;
    /* Flat shading may take colours of a vertex that is nowhere. */
    convert_colors(s, in->col, out->v.color);
    if (s->two_side) {
        convert_colors(s, in->bfc, out->back);
    }
    out->bad = false;
    /* A w of infinity is clamped as others are (hw). */
    for (unsigned c = 0; c < 3; c++) {
        out->bad |= !is_number(in->hpos[c]);
    }
    if (out->bad) {
        return;
    }
    /* XF has divided by w; clipping needs what it divided. */
    out->clip[0] = x * w;
    out->clip[1] = y * w;
    out->clip[2] = z * w;
    out->clip[3] = w;
    out->code = outcode(s, out->clip);
    if (s->user) {
        out->code |= user_outcode(s, in, out->distance);
    }
    out->v.x = nv_vtx_snap(x);
    out->v.y = nv_vtx_snap(y);
    out->v.z = s->by_w ? (float)w : z;
    out->v.rhw = rhw;
    out->v.w = (float)w;
    if (out->code & NV_BIT(NV_CLIP_W)) {
        hold(&out->v, x, y);
    }
    out->v.fog = nv_vtx_fog(s, in->fogc);
    out->v.size = s->size_per_vertex ? vertex_size(s, in->psz) : s->size;
    convert_textures(s, in, s->divided && s->perspective ? (float)w : 1,
                     &out->v);
}
