/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Texture shader operations against a model of their own: docs/pixels.rst in
 * whole numbers and doubles, a fragment at a time, a stage asking the stages
 * before it.  Both paths of the rasteriser draw random textures, mappings and
 * coordinates.  NV_TEST_FRAGMENTS=n draws as many of each operation (the
 * acceptance is a million), NV_TEST_SEED=n repeats a run.
 */
#include "unit/raster/test-raster-rig.h"

#define ENABLE NV_BIT(30)
#define UNIT_BYTES 0x20000u
#define SIDE_LOG2 4
#define TEXELS (6u << 2 * SIDE_LOG2)
#define SIDE 32                 /* of the block of points of a state */

/* ---- what is drawn ---- */

typedef struct Unit {
    unsigned log2[3], faces;
    bool volume, wide, linear, used;
    unsigned sign, wrap;
    uint32_t texel[TEXELS];     /* face, z, y, x */
} Unit;

typedef struct Case {
    unsigned op[4], prev[4], map[4], cull[4];
    float bump[4][4], scale[4], offset[4], eye[3];
    Unit unit[4];
    unsigned shown;             /* the stage that the combiners give */
} Case;

typedef struct Fragment {
    float coord[4][4];
} Fragment;

static uint32_t texel_at(const Unit *t, unsigned face, const unsigned at[3])
{
    return t->texel[(((face << t->log2[2] | at[2]) << t->log2[1] | at[1])
                     << t->log2[0]) | at[0]];
}

/* ---- the model: texels ---- */

/* What another stage sees: two's complement where the channel is signed. */
typedef struct Seen {
    uint8_t r, g, b, a;
    bool dropped;
} Seen;

static Seen seen_word(uint32_t argb)
{
    return (Seen) { argb >> 16, argb >> 8, argb, argb >> 24, false };
}

static double texel_place(double coord, unsigned log2)
{
    double v = ldexp(coord, log2);

    return isnan(v) ? 0 : CLAMP(v, -1e9, 1e9);
}

static unsigned wrapped(int64_t i, unsigned wrap, unsigned log2)
{
    int64_t n = INT64_C(1) << log2, m = ((i % (2 * n)) + 2 * n) % (2 * n);

    return wrap == 1 ? m % n : wrap == 2 ? (m < n ? m : 2 * n - 1 - m)
                                         : CLAMP(i, 0, n - 1);
}

static int part_of(const Unit *t, uint32_t argb, unsigned part)
{
    static const unsigned sign_of_byte[4] = { 2, 1, 0, 3 };

    if (t->wide) {
        uint16_t v = argb >> 16 * part;

        return t->sign >> (part ? 3 : 1) & 1 ? (int16_t)v : v;
    } else {
        uint8_t v = argb >> 8 * part;

        return t->sign >> sign_of_byte[part] & 1 ? (int8_t)v : v;
    }
}

/* Weights are cut to 256ths, the sum is rounded to the channel's bits. */
static uint32_t filtered(const Unit *t, unsigned face, const double c[3])
{
    unsigned dims = t->volume ? 3 : 2, bits = t->wide ? 16 : 8;
    int64_t low[3] = { 0 }, weight[3] = { 0 };
    uint32_t out = 0;

    for (unsigned d = 0; d < dims; d++) {
        int64_t k = floor(texel_place(c[d], t->log2[d]) * 256) - 128;

        low[d] = k >> 8;
        weight[d] = k & 255;
    }
    for (unsigned part = 0; part < 32 / bits; part++) {
        int64_t sum = 0;

        for (unsigned corner = 0; corner < 1u << dims; corner++) {
            unsigned at[3] = { 0 };
            int64_t w = 1;

            for (unsigned d = 0; d < dims; d++) {
                bool second = corner >> d & 1;

                at[d] = wrapped(low[d] + second, t->wrap, t->log2[d]);
                w *= second ? weight[d] : 256 - weight[d];
            }
            sum += w * part_of(t, texel_at(t, face, at), part);
        }
        sum = (sum + (INT64_C(1) << (8 * dims - 1))) >> 8 * dims;
        out |= (uint32_t)(sum & ((1 << bits) - 1)) << bits * part;
    }
    return out;
}

static Seen model_sample(const Unit *t, unsigned face, const double c[3])
{
    unsigned at[3] = { 0 };

    if (t->linear) {
        return seen_word(filtered(t, face, c));
    }
    for (unsigned d = 0; d < (t->volume ? 3u : 2u); d++) {
        at[d] = wrapped(floor(texel_place(c[d], t->log2[d])), t->wrap,
                        t->log2[d]);
    }
    return seen_word(texel_at(t, face, at));
}

/* The major axis is the first of the greatest; a row a face. */
static Seen model_direction(const Unit *t, const double dir[3])
{
    static const struct { int s, t, s_sign, t_sign; } rows[6] = {
        { 2, 1, -1, -1 }, { 2, 1, 1, -1 }, { 0, 2, 1, 1 }, { 0, 2, 1, -1 },
        { 0, 1, 1, -1 }, { 0, 1, -1, -1 },
    };
    unsigned major = 0, face;
    double c[3] = { 0 }, most;

    for (unsigned d = 1; d < 3; d++) {
        major = fabs(dir[d]) > fabs(dir[major]) ? d : major;
    }
    for (unsigned d = 0; d < 3; d++) {  /* numbers that are none: the first */
        major = isnan(dir[d]) ? 0 : major;
    }
    most = fabs(dir[major]);
    face = 2 * major + (dir[major] < 0);
    c[0] = rows[face].s_sign * dir[rows[face].s] / most;
    c[1] = rows[face].t_sign * dir[rows[face].t] / most;
    if (t->faces == 1) {
        c[1] = -c[1];
        return model_sample(t, 0, c);
    }
    c[0] = (c[0] + 1) / 2;
    c[1] = (c[1] + 1) / 2;
    return model_sample(t, face, c);
}

/* ---- the model: stages ---- */

static Seen model_stage(const Case *k, const Fragment *f, unsigned u);

static unsigned wide(uint8_t high, uint8_t low)
{
    return high * 256u + low;
}

static double mapped(unsigned map, Seen seen, unsigned axis)
{
    uint8_t byte = axis == 0 ? seen.r : axis == 1 ? seen.g : seen.b;
    int as_signed = byte < 128 ? byte : byte - 256;
    unsigned pair = axis ? wide(seen.g, seen.b) : wide(seen.a, seen.r);
    double x, y;

    switch (map) {
    case 0:
        return byte / 255.0;
    case 1:
        return (byte - 128) / 127.0;
    case 2:
        return (as_signed + 0.5) / 127.5;
    case 3:
        return as_signed / 127.0;
    case 4:
        return axis == 2 ? 1 : pair / 65535.0;
    default:
        if (axis < 2) {
            return (pair < 32768 ? (int)pair : (int)pair - 65536) / 32767.0;
        }
        x = mapped(map, seen, 0);
        y = mapped(map, seen, 1);
        return sqrt(MAX(0, 1 - x * x - y * y));
    }
}

/* The 24 bits of a float's mantissa, towards zero. */
static double cut(double v)
{
    int e;
    double m = frexp(v, &e);

    return ldexp(trunc(ldexp(m, 24)), e - 24);
}

static float model_dot(const Case *k, const Fragment *f, unsigned u)
{
    Seen seen = model_stage(k, f, k->prev[u]);
    double part[3];

    for (unsigned i = 0; i < 3; i++) {
        part[i] = cut(f->coord[u][i] * mapped(k->map[u], seen, i));
    }
    return cut(cut(part[0] + part[1]) + part[2]);
}

static double over_q(const Fragment *f, unsigned u, double v)
{
    double q = f->coord[u][3];

    return q == 0 || q == 1 ? v : v * (1.0 / q);
}

static Seen model_bump(const Case *k, const Fragment *f, unsigned u)
{
    Seen from = model_stage(k, f, k->prev[u]), out;
    double ds = (int8_t)from.b / 128.0, dt = (int8_t)from.g / 128.0;
    const float *m = k->bump[u];
    double c[3] = { f->coord[u][0] + m[0] * ds + m[3] * dt,
                    f->coord[u][1] + m[1] * ds + m[2] * dt, 0 };

    out = model_sample(&k->unit[u], 0, c);
    if (k->op[u] == 7) {
        double factor = k->scale[u] * (from.r / 255.0) + k->offset[u];
        uint8_t *part[3] = { &out.r, &out.g, &out.b };

        for (unsigned i = 0; i < 3; i++) {
            int n = ceil(*part[i] / 255.0 * factor * 4096 - 1e-6);

            *part[i] = CLAMP(n, 0, 4096) * 255 / 4096;
        }
    }
    return out;
}

static Seen model_reflection(const Case *k, const Fragment *f, unsigned u)
{
    double n[3], e[3], ne = 0, nn = 0, r[3];

    for (unsigned i = 0; i < 3; i++) {
        n[i] = model_dot(k, f, i + 1);
        e[i] = k->op[u] == 0x12 ? k->eye[i] : f->coord[i + 1][3];
        ne += n[i] * e[i];
        nn += n[i] * n[i];
    }
    for (unsigned i = 0; i < 3; i++) {
        r[i] = 2 * n[i] * ne / nn - e[i];
    }
    return model_direction(&k->unit[u], r);
}

static Seen model_volume_of_dots(const Case *k, const Fragment *f, unsigned u)
{
    const Unit *t = &k->unit[u];
    double q = f->coord[u][3] ? f->coord[u][3] : -0.0, c[3];

    for (unsigned i = 0; i < 3; i++) {
        c[i] = model_dot(k, f, i + 1) * (1 / q);
    }
    if (t->faces == 6) {
        c[0] = (1 + c[0]) / 2;
        c[1] = (1 - c[1]) / 2;
    }
    return model_sample(t, 0, c);
}

static Seen model_plane(const Case *k, const Fragment *f, unsigned u)
{
    double c[3] = { over_q(f, u, f->coord[u][0]),
                    over_q(f, u, f->coord[u][1]),
                    k->op[u] == 2 ? over_q(f, u, f->coord[u][2]) : 0 };

    return model_sample(&k->unit[u], 0, c);
}

static Seen model_pass(const Fragment *f, unsigned u)
{
    uint8_t b[4];

    for (unsigned i = 0; i < 4; i++) {
        b[i] = CLAMP(f->coord[u][i], 0, 1) * 255.0f + 0.5f;
    }
    return (Seen) { b[0], b[1], b[2], b[3], false };
}

static Seen model_cull(const Case *k, const Fragment *f, unsigned u)
{
    Seen out = { 0 };

    for (unsigned i = 0; i < 4; i++) {
        bool negative = f->coord[u][i] < 0;

        out.dropped |= negative != (k->cull[u] >> i & 1);
    }
    return out;
}

static Seen model_angles(const Case *k, const Fragment *f, unsigned u)
{
    Seen eye = model_stage(k, f, u - 2), light = model_stage(k, f, u - 1);
    int around = (int)wide(light.g, light.b) - (int)wide(eye.g, eye.b);
    double c[3] = { wide(eye.a, eye.r) / 65535.0,
                    wide(light.a, light.r) / 65535.0,
                    (around < 0 ? around + 65536 : around) / 65535.0 };

    return model_sample(&k->unit[u], 0, c);
}

static Seen model_stage(const Case *k, const Fragment *f, unsigned u)
{
    const Unit *t = &k->unit[u];
    Seen from = { 0 };
    double c[3] = { 0 };

    switch (k->op[u]) {
    case 0x00:
        return (Seen) { .a = 255 };
    case 0x01:
    case 0x02:
        return model_plane(k, f, u);
    case 0x03:
        for (unsigned i = 0; i < 3; i++) {
            c[i] = f->coord[u][i];
        }
        return model_direction(t, c);
    case 0x04:
        return model_pass(f, u);
    case 0x05:
        return model_cull(k, f, u);
    case 0x06:
    case 0x07:
        return model_bump(k, f, u);
    case 0x08:
        return model_angles(k, f, u);
    case 0x09:
        c[0] = model_dot(k, f, u - 1);
        c[1] = model_dot(k, f, u);
        return model_sample(t, 0, c);
    case 0x0b:
    case 0x0e:
        for (unsigned i = 0; i < 3; i++) {
            c[i] = model_dot(k, f, i + 1);
        }
        return model_direction(t, c);
    case 0x0c:
    case 0x12:
        return model_reflection(k, f, u);
    case 0x0d:
        return model_volume_of_dots(k, f, u);
    case 0x0f:
    case 0x10:
        from = model_stage(k, f, k->prev[u]);
        c[0] = (float)((k->op[u] == 0x0f ? from.a : from.g) / 255.0);
        c[1] = (float)((k->op[u] == 0x0f ? from.r : from.b) / 255.0);
        return model_sample(t, 0, c);
    default:                    /* products show nothing */
        return from;
    }
}

/* What DOT_ZW makes the depth, in units of 24 bits. */
static uint32_t model_depth(const Case *k, const Fragment *f, unsigned u)
{
    double r = 1.0 / model_dot(k, f, u), z;
    int exponent;

    r = frexp(r, &exponent);
    r = isfinite(r) ? ldexp(trunc(ldexp(r, 24)), exponent - 24) : r;
    z = model_dot(k, f, u - 1) * r;
    return !(z > 0) ? 0 : z >= 16777215.0 ? 16777215 : (uint32_t)z;
}

/* ---- random cases ---- */

static bool one_in(GRand *r, int n)
{
    return g_rand_int_range(r, 0, n) == 0;
}

static float some_float(GRand *r)
{
    static const float odd[] = {
        0, 1, -1, 0.5f, 1e-30f, -1e-30f, -1e6f, 3e7f,
    };

    return one_in(r, 24) ? odd[g_rand_int_range(r, 0, G_N_ELEMENTS(odd))]
                         : (float)g_rand_double_range(r, -2, 2);
}

static void random_unit(Unit *t, GRand *r, unsigned faces, bool volume,
                        bool source)
{
    unsigned side = g_rand_int_range(r, 1, SIDE_LOG2 + 1);
    unsigned w = g_rand_int_range(r, 0, SIDE_LOG2 + 1);
    unsigned h = g_rand_int_range(r, 0, SIDE_LOG2 + 1);

    t->used = true;
    t->faces = faces;
    t->volume = volume;
    t->log2[0] = faces == 6 ? side : w;
    t->log2[1] = faces == 6 ? side : h;
    t->log2[2] = volume ? g_rand_int_range(r, 1, 3) : 0;
    t->wide = source && one_in(r, 3);
    t->linear = source && one_in(r, 2);
    t->sign = source ? g_rand_int(r) & 15 : 0;
    t->wrap = g_rand_int_range(r, 1, 4);
    for (unsigned i = 0; i < TEXELS; i++) {
        t->texel[i] = one_in(r, 16) ? 0 : one_in(r, 16) ? 0x80808080
                                                       : g_rand_int(r);
    }
}

/* @op as the last of a chain that leads to it. */
static void random_case(Case *k, GRand *r, unsigned op)
{
    unsigned dots = op == 9 || op == 0xa || op == 0x11 ? 1 :
                    op >= 0xb && op <= 0xe ? 2 : op == 0x12 ? 2 : 0;
    unsigned u = op == 8 ? 2 + one_in(r, 2) : op == 0xb ? 2 :
                 dots == 2 ? 3 : dots ? 2 + one_in(r, 2) :
                 op >= 6 ? g_rand_int_range(r, 1, 4)
                         : g_rand_int_range(r, 0, 4);
    static const unsigned maps[] = { 0, 1, 2, 3, 4, 7 };

    memset(k, 0, sizeof(*k));
    u = op == 0x11 && u == 3 ? 2 : u;
    k->shown = u;
    for (unsigned i = 0; i < u; i++) {
        k->op[i] = op == 8 ? one_in(r, 2) ? 1 : 3 :
                   i && i >= u - MIN(u, dots) ? 0x11 :
                   op == 9 && i == u - 1 ? 0x11 : one_in(r, 3) ? 3 : 1;
    }
    k->op[u] = op;
    if (op == 0xb) {
        k->op[1] = 0x11;
        k->op[3] = one_in(r, 2) ? 0x0c : 0x12;
        random_unit(&k->unit[3], r, 6, false, false);
    }
    for (unsigned i = 0; i < 4; i++) {
        unsigned at = k->op[i];

        k->map[i] = maps[g_rand_int_range(r, 0, G_N_ELEMENTS(maps))];
        k->cull[i] = g_rand_int(r) & 15;
        if (i == 2) {           /* of what gives a colour */
            k->prev[i] = k->op[1] == 0x11 ? 0 : one_in(r, 2);
        } else if (i == 3) {
            k->prev[i] = dots || op == 0xb ? 0 : g_rand_int_range(r, 0, 3);
        }
        for (unsigned c = 0; c < 4; c++) {
            k->bump[i][c] = g_rand_double_range(r, -1, 1);
        }
        k->scale[i] = g_rand_double_range(r, -1, 3);
        k->offset[i] = g_rand_double_range(r, -1, 1);
        k->eye[i % 3] = some_float(r);
        if (i < u && (at == 1 || at == 3)) {
            random_unit(&k->unit[i], r, at == 3 && !one_in(r, 8) ? 6 : 1,
                        false, true);
        }
    }
    random_unit(&k->unit[u], r,
                op == 3 || op == 0xb || op == 0xc || op == 0xe || op == 0x12
                ? one_in(r, 8) ? 1 : 6 : op == 0xd && one_in(r, 3) ? 6 : 1,
                op == 2 || op == 8 || (op == 0xd && one_in(r, 2)), false);
    if (k->unit[u].faces == 6) {
        k->unit[u].volume = false;
        k->unit[u].log2[2] = 0;
    }
}

/* ---- into the card ---- */

static uint32_t interleaved(const unsigned log2[3], const unsigned at[3])
{
    uint32_t out = 0;
    unsigned place = 0;

    for (unsigned bit = 0; bit < SIDE_LOG2; bit++) {
        for (unsigned d = 0; d < 3; d++) {
            if (bit < log2[d]) {
                out |= (at[d] >> bit & 1) << place++;
            }
        }
    }
    return out;
}

static void load_unit(Rig *rig, const Unit *t, unsigned u)
{
    unsigned face = 4u << (t->log2[0] + t->log2[1] + t->log2[2]), at[3];
    uint8_t *base = rig->mem.vram + RIG_TEX + u * UNIT_BYTES;
    unsigned filter = 1 + t->linear;

    face = t->faces == 6 ? (face + 127) & ~127u : face;
    for (unsigned f = 0; f < t->faces; f++) {
        for (unsigned i = 0; i < 1u << (t->log2[0] + t->log2[1] +
                                        t->log2[2]); i++) {
            at[0] = i & ((1u << t->log2[0]) - 1);
            at[1] = i >> t->log2[0] & ((1u << t->log2[1]) - 1);
            at[2] = i >> (t->log2[0] + t->log2[1]);
            nv_st32(base + f * face + 4 * interleaved(t->log2, at),
                    texel_at(t, f, at));
        }
    }
    rig_set(rig, NV_BUNDLE_TEX_CONTROL_A + u, t->used ? ENABLE : 0);
    rig_set(rig, NV_BUNDLE_TEX_OFFSET + u, RIG_TEX + u * UNIT_BYTES);
    rig_set(rig, NV_BUNDLE_TEX_FORMAT + u, NV_BIT(3) |
            (t->volume ? 3 : 2) << 6 | (t->faces == 6) << 2 |
            (t->wide ? 0x33 : 6) << 8 | 1 << 16 | t->log2[0] << 20 |
            t->log2[1] << 24 | t->log2[2] << 28);
    rig_set(rig, NV_BUNDLE_TEX_WRAP + u, t->wrap * 0x010101);
    /* Bits from 28 on are a r g b; ours r g b a. */
    rig_set(rig, NV_BUNDLE_TEX_FILTER + u, filter << 16 | filter << 24 |
            (t->sign >> 3 & 1) << 28 | (t->sign & 7) << 29);
}

static void load_case(Rig *rig, const Case *k)
{
    static const unsigned matrix[4] = {
        NV_BUNDLE_TEX_UNK10, NV_BUNDLE_TEX_UNK11, NV_BUNDLE_TEX_UNK12,
        NV_BUNDLE_TEX_UNK13,
    };
    uint32_t cull = 0;

    for (unsigned u = 0; u < 4; u++) {
        load_unit(rig, &k->unit[u], u);
        cull |= k->cull[u] << 4 * u;
        for (unsigned i = 0; u && i < 4; i++) {
            rig_set(rig, matrix[i] + u - 1, nv_f2u(k->bump[u][i]));
        }
        if (u) {
            rig_set(rig, NV_BUNDLE_TEX_UNK14 + u - 1, nv_f2u(k->scale[u]));
            rig_set(rig, NV_BUNDLE_TEX_UNK15 + u - 1, nv_f2u(k->offset[u]));
            rig_set(rig, NV_BUNDLE_TEX_SHADER_CONST_EYE + u - 1,
                    nv_f2u(k->eye[u - 1]));
        }
    }
    rig_set(rig, NV_BUNDLE_TEX_SHADER_CULL_MODE, cull);
    rig_set(rig, NV_BUNDLE_TEX_SHADER_OP, k->op[0] | k->op[1] << 5 |
            k->op[2] << 10 | k->op[3] << 15);
    rig_set(rig, NV_BUNDLE_TEX_SHADER_MISC, k->map[1] | k->map[2] << 3 |
            k->map[3] << 6 | k->prev[2] << 15 | k->prev[2] << 16 |
            k->prev[3] << 20);
    rig_set(rig, NV_BUNDLE_RC_FINAL_A, 0x00000008 + k->shown);
    rig_set(rig, NV_BUNDLE_RC_FINAL_B, 0x00001800 + (k->shown << 8));
}

static void draw_points(Rig *rig, const Fragment *f, unsigned n)
{
    memset(rig->mem.vram, 0x11, 64 * 4 * SIDE);
    for (unsigned i = 0; i < n; i++) {
        NvRasterVertex v = rig_vertex(i % SIDE + 0.5f, i / SIDE + 0.5f, 0,
                                      ~0u);

        memcpy(v.tex, f[i].coord, sizeof(f[i].coord));
        nv_raster_points(&rig->raster, &v, 1);
    }
}

static unsigned compare(const Case *k, const Fragment *f, Rig *rig)
{
    unsigned wrong = 0;

    for (unsigned i = 0; i < SIDE * SIDE; i++) {
        Seen s = model_stage(k, &f[i], k->shown);
        uint32_t want = s.dropped ? 0x11111111
                                  : (uint32_t)s.a << 24 | s.r << 16 |
                                    s.g << 8 | s.b;
        bool bad = rig_pixel(rig, i % SIDE, i / SIDE) != want;

        if (k->op[k->shown] == 0xa) {
            bad |= nv_ld32(rig->mem.vram + RIG_ZETA + 4 *
                           (i / SIDE * 64 + i % SIDE)) >> 8 !=
                   model_depth(k, &f[i], k->shown);
        }
        if (bad && !wrong++) {
            g_test_message("op 0x%x stage %u map %u prev %u point %u: "
                           "%08x, not %08x", k->op[k->shown], k->shown,
                           k->map[k->shown], k->prev[k->shown], i,
                           rig_pixel(rig, i % SIDE, i / SIDE), want);
        }
    }
    return wrong;
}

static uint32_t from_environment(const char *name, uint32_t otherwise)
{
    const char *text = g_getenv(name);

    return text ? g_ascii_strtoull(text, NULL, 0) : otherwise;
}

static void test_op(gconstpointer which)
{
    unsigned op = GPOINTER_TO_UINT(which), wrong[2] = { 0 };
    uint32_t fragments = from_environment("NV_TEST_FRAGMENTS", 20000);
    g_autoptr(GRand) r = g_rand_new_with_seed(
        from_environment("NV_TEST_SEED", 7) + op);
    unsigned rounds = (fragments + SIDE * SIDE - 1) / (SIDE * SIDE);
    static Fragment f[SIDE * SIDE];
    static Case k;
    Rig rig[2];

    for (unsigned i = 0; i < 2; i++) {
        rig_init(&rig[i], i ? "reference" : NULL);
        rig_dma(&rig[i]);
        rig_surfaces(&rig[i], 8, 2, 64, false);
        rig_set(&rig[i], NV_BUNDLE_CONFIG_A, 0x3d000000 | NV_BIT(14) |
                7 << 16);
    }
    for (unsigned round = 0; round < rounds; round++) {
        random_case(&k, r, op);
        for (unsigned i = 0; i < SIDE * SIDE; i++) {
            bool none = one_in(r, 64);

            for (unsigned c = 0; c < 16; c++) {
                f[i].coord[c / 4][c % 4] = none ? 0 : some_float(r);
            }
        }
        for (unsigned i = 0; i < 2; i++) {
            load_case(&rig[i], &k);
            draw_points(&rig[i], f, SIDE * SIDE);
            wrong[i] += compare(&k, f, &rig[i]);
        }
    }
    g_test_message("%s: %u and %u of %u fragments differ",
                   nv_shader_op_name(op), wrong[0], wrong[1],
                   rounds * SIDE * SIDE);
    g_assert_cmpuint(wrong[0] + wrong[1], ==, 0);
    for (unsigned i = 0; i < 2; i++) {
        rig_free(&rig[i]);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (unsigned op = 0; op <= 0x12; op++) {
        g_autofree char *path = g_strdup_printf("/raster-shader/%02x-%s", op,
                                                nv_shader_op_name(op));

        g_test_add_data_func(path, GUINT_TO_POINTER(op), test_op);
    }
    return g_test_run();
}
