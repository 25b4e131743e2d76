/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Texture shader operations against a model of their own: docs/pixels.rst in
 * whole numbers and doubles, a fragment at a time, a stage asking the stages
 * before it.  Both paths of the rasteriser draw random textures, mappings and
 * coordinates.  NV_TEST_FRAGMENTS=n draws as many of each operation (the
 * acceptance is a million), NV_TEST_SEED=n repeats a run.
 */
#include "common/environment.h"
#include "unit/raster/shader-model.h"

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
