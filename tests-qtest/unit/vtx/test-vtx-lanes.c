/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * VTX: triangles by the numbers of their lanes are those that are made one by
 * one, corner by corner and bit by bit; what is held between two calls, too;
 * and where they gather for a rasteriser that is late.
 */
#include "unit/vtx/test-vtx.h"

static uint32_t nasty(GRand *rand)
{
    static const uint32_t specials[] = {
        0, 0x80000000, 1, 0x007fffff, 0x00800000, 0x7f7fffff, 0xff7fffff,
        0x7f800000, 0xff800000, 0x7fffffff, 0x1f800000, 0x9f800000,
        0x5f800000, 0x3f800000, 0xbf800000, 0x45800000, 0xc5800000,
    };

    switch (g_rand_int(rand) % 3) {
    case 0:
        return specials[g_rand_int(rand) % G_N_ELEMENTS(specials)];
    case 1:
        return nv_f2u(g_rand_double_range(rand, -5000, 5000));
    default:
        return g_rand_int(rand);
    }
}

/* Mostly what is drawn as it is; some of everything else. */
static uint32_t likely(GRand *rand, unsigned slot, unsigned c)
{
    if (g_rand_int_range(rand, 0, 12) == 0) {
        return nasty(rand);
    }
    if (slot == 0) {
        return nv_f2u(c == 3 ? g_rand_double_range(rand, 0.1, 4)
                             : g_rand_double_range(rand, -40, 600));
    }
    return nv_f2u(g_rand_double_range(rand, -0.2, 1.2));
}

/* Rows of one value, as XF keeps them, and others; never the same twice. */
static void fill_block(GRand *rand, Rig *rig)
{
    rig->block.held = 0;
    for (unsigned s = 0; s < NV_XF_ATTRS; s++) {
        bool held = s && g_rand_int_range(rand, 0, 3);
        bool again = held && g_rand_int_range(rand, 0, 4);

        for (unsigned c = 0; c < 4; c++) {
            uint32_t *value = &rig->block.value[s * 4 + c];

            *value = again ? *value : likely(rand, s, c);
            for (unsigned l = 0; l < NV_XF_BLOCK; l++) {
                rig->block.out[s][c][l] = held ? *value : likely(rand, s, c);
            }
            rig->block.held |= (uint64_t)held << (s * 4 + c);
        }
    }
    rig->block.count = g_rand_int_range(rand, 3, NV_XF_BLOCK + 1);
}

static void bundle_both(Rig *const rig[2], NvBundle bundle, uint32_t value)
{
    nv_vtx_bundle(&rig[0]->vtx, bundle, value);
    nv_vtx_bundle(&rig[1]->vtx, bundle, value);
}

static void some_state(GRand *rand, Rig *const rig[2])
{
    uint32_t raster = g_rand_int(rand) & (1u << 28 | 3u << 21 | 1u << 23);

    /* Now and then what is no plain triangle. */
    raster |= g_rand_int(rand) & 3 ? 0 : g_rand_int(rand);
    bundle_both(rig, NV_BUNDLE_RASTER, raster);
    bundle_both(rig, NV_BUNDLE_CONFIG_B,
                g_rand_int(rand) & 3 ? SMOOTH | (g_rand_int(rand) & SPECULAR)
                                     : g_rand_int(rand));
    bundle_both(rig, NV_BUNDLE_Z_CONFIG, g_rand_int(rand));
    bundle_both(rig, NV_BUNDLE_FOG_COEFF, nasty(rand));
    bundle_both(rig, NV_BUNDLE_FOG_COEFF + 1, nasty(rand));
    bundle_both(rig, NV_BUNDLE_DEPTH_RANGE_NEAR,
                g_rand_int(rand) & 3 ? 0 : nasty(rand));
    bundle_both(rig, NV_BUNDLE_DEPTH_RANGE_FAR,
                g_rand_int(rand) & 3 ? nv_f2u(500) : nasty(rand));
}

/* The block that both had last, whose lanes the next may name. */
static NvXfBlock last;

static uint16_t some_lane(GRand *rand, const NvXfBlock *block,
                          const NvXfBlock *before)
{
    return before && g_rand_int(rand) & 1
           ? NV_VTX_BEFORE + g_rand_int_range(rand, 0, before->count)
           : g_rand_int_range(rand, 0, block->count);
}

/* The same vertices in pieces to both; the second takes them one by one. */
static void some_vertices(GRand *rand, Rig *const rig[2],
                          const NvXfBlock *before)
{
    uint16_t lanes[200];
    uint8_t edges[200];
    unsigned at = 0;

    for (unsigned i = 0; i < G_N_ELEMENTS(lanes); i++) {
        lanes[i] = some_lane(rand, &rig[0]->block, before);
        edges[i] = g_rand_int(rand) & 1;
    }
    while (at < G_N_ELEMENTS(lanes)) {
        unsigned n = g_rand_int_range(rand, 1, 130);

        n = MIN(n, G_N_ELEMENTS(lanes) - at);
        for (unsigned k = 0; k < 2; k++) {
            if (at) {
                nv_vtx_more_vertices(&rig[k]->vtx, &rig[k]->block, lanes + at,
                                     edges + at, n);
            } else {
                nv_vtx_vertices(&rig[k]->vtx, &rig[k]->block, before, lanes,
                                edges, n);
            }
        }
        at += n;
    }
}

static void compare(Rig *const rig[2])
{
    g_assert_cmpmem(rig[0]->out->data,
                    rig[0]->out->len * sizeof(NvRasterVertex),
                    rig[1]->out->data,
                    rig[1]->out->len * sizeof(NvRasterVertex));
    g_assert_cmpuint(rig[0]->vtx.held, ==, rig[1]->vtx.held);
    g_assert_cmpuint(rig[0]->vtx.parity, ==, rig[1]->vtx.parity);
    g_assert_cmpmem(rig[0]->vtx.hold, sizeof(rig[0]->vtx.hold),
                    rig[1]->vtx.hold, sizeof(rig[1]->vtx.hold));
    g_assert_cmpmem(&rig[0]->vtx.counts, sizeof(rig[0]->vtx.counts),
                    &rig[1]->vtx.counts, sizeof(rig[1]->vtx.counts));
    g_assert_cmpmem(&rig[0]->vtx.first, sizeof(rig[0]->vtx.first),
                    &rig[1]->vtx.first, sizeof(rig[1]->vtx.first));
}

static void test_lanes(const void *chip)
{
    static const NvPrimitive prims[] = {
        NV_PRIM_TRIANGLES, NV_PRIM_TRIANGLE_STRIP, NV_PRIM_TRIANGLE_FAN,
        NV_PRIM_QUADS, NV_PRIM_QUAD_STRIP,
    };
    Rig *const rig[2] = { rig_new(chip), rig_new(chip) };
    GRand *rand = g_rand_new_with_seed(5);
    uint64_t seen = 0;

    rig[1]->vtx.one_by_one = true;
    for (unsigned round = 0; round < 1500; round++) {
        NvPrimitive prim = prims[g_rand_int_range(rand, 0, 10) % 5 %
                                 (g_rand_int(rand) & 1 ? 5 : 2)];

        some_state(rand, rig);
        for (unsigned k = 0; k < 2; k++) {
            nv_vtx_begin(&rig[k]->vtx, prim);
        }
        for (unsigned blocks = 0; blocks < 4; blocks++) {
            bool follows = blocks && g_rand_int(rand) & 1;

            last = rig[0]->block;
            if (g_rand_int_range(rand, 0, 4) == 0) {
                some_state(rand, rig);
            }
            fill_block(rand, rig[0]);
            rig[1]->block = rig[0]->block;
            some_vertices(rand, rig, follows ? &last : NULL);
            compare(rig);
        }
        seen += rig[0]->out->len;
        for (unsigned k = 0; k < 2; k++) {
            nv_vtx_end(&rig[k]->vtx);
            clear(rig[k]);
        }
    }
    g_test_message("%u corners", (unsigned)seen);
    g_assert_cmpuint(seen, >, 10000);
    g_rand_free(rand);
    rig_free(rig[0]);
    rig_free(rig[1]);
}

/* --- they gather --- */

/* What such a rasteriser is at; corners are looked at as late as may be. */
static struct {
    const NvRasterVertex *v;
    const uint16_t *lane;
    unsigned count;
    uint64_t batches;
} late;

static void late_settle(void *opaque)
{
    Rig *rig = opaque;

    for (unsigned i = 0; i < late.count; i++) {
        g_array_append_val(rig->out, late.v[late.lane[i]]);
    }
    late.count = 0;
    rig->raster.under_way = false;
}

static unsigned late_lanes(void *opaque, const NvRasterVertex *v,
                           const uint16_t *lane, unsigned count,
                           NvRasterPlace *place)
{
    Rig *rig = opaque;

    late_settle(rig);
    late.v = v;
    late.lane = lane;
    late.count = count;
    late.batches++;
    rig->raster.under_way = true;
    return count;
}

static unsigned late_lines(void *rig, const NvRasterVertex *v, unsigned n,
                           NvRasterPlace *place)
{
    late_settle(rig);
    return record_lines(rig, v, n, place);
}

static unsigned late_points(void *rig, const NvRasterVertex *v, unsigned n,
                            NvRasterPlace *place)
{
    late_settle(rig);
    return record_points(rig, v, n, place);
}

static unsigned late_triangles(void *rig, const NvRasterVertex *v, unsigned n,
                               NvRasterPlace *place)
{
    late_settle(rig);
    return record_triangles(rig, v, n, place);
}

static void late_threads(void *rig, unsigned threads)
{
}

static const NvRasterOps late_ops = {
    .name = "late", .threads = late_threads, .points = late_points,
    .lines = late_lines, .triangles = late_triangles, .lanes = late_lanes,
    .settle = late_settle,
};

/* Another block, of which no corner is one of before. */
static void another_block(GRand *rand, Rig *const rig[2], unsigned *number)
{
    unsigned tex = rig[0]->env.chip->out.tex0;

    last = rig[0]->block;
    if (g_rand_int_range(rand, 0, 8) == 0) {
        fill_block(rand, rig[0]);
    }
    rig[0]->block.held &= ~(UINT64_C(15) << tex * 4);
    for (unsigned lane = 0; lane < NV_XF_BLOCK; lane++) {
        rig[0]->block.out[tex][0][lane] = nv_f2u((*number)++);
    }
    rig[1]->block = rig[0]->block;
}

/*
 * The first gathers while it is on, the other one never; of some blocks come
 * few triangles, or none that are drawn.
 */
static void some_blocks(GRand *rand, Rig *const rig[2], unsigned *number)
{
    bool few = g_rand_int(rand) & 1, none = !(g_rand_int(rand) & 3);
    unsigned blocks = g_rand_int_range(rand, 1, few ? 40 : 10);

    nv_vtx_gather_more(&rig[0]->vtx, true);
    for (unsigned b = 0; b < blocks; b++) {
        const NvXfBlock *before = b && g_rand_int(rand) & 1 ? &last : NULL;

        another_block(rand, rig, number);
        if (few) {
            uint16_t lanes[9];
            unsigned n = g_rand_int_range(rand, 1, G_N_ELEMENTS(lanes));

            for (unsigned i = 0; i < n; i++) {
                lanes[i] = none ? 1 : some_lane(rand, &rig[0]->block, before);
            }
            for (unsigned k = 0; k < 2; k++) {
                nv_vtx_vertices(&rig[k]->vtx, &rig[k]->block, before, lanes,
                                NULL, n);
            }
        } else {
            some_vertices(rand, rig, before);
        }
    }
    nv_vtx_gather_more(&rig[0]->vtx, false);
}

static void test_gather(const void *chip)
{
    Rig *const rig[2] = { rig_new(chip), rig_new(chip) };
    GRand *rand = g_rand_new_with_seed(9);
    unsigned number = 0;
    uint64_t seen = 0;

    late.batches = 0;
    rig[0]->raster.ops = &late_ops;
    rig[0]->raster.threads = 2;
    rig[0]->env.slice = 1;
    rig[1]->vtx.one_by_one = true;
    for (unsigned round = 0; round < 400; round++) {
        NvPrimitive prim = g_rand_int(rand) & 1 ? NV_PRIM_TRIANGLES
                                                : NV_PRIM_TRIANGLE_STRIP;

        some_state(rand, rig);
        fill_block(rand, rig[0]);
        for (unsigned k = 0; k < 2; k++) {
            nv_vtx_begin(&rig[k]->vtx, prim);
        }
        for (unsigned i = g_rand_int_range(rand, 1, 5); i > 0; i--) {
            some_blocks(rand, rig, &number);
        }
        for (unsigned k = 0; k < 2; k++) {
            nv_vtx_end(&rig[k]->vtx);
        }
        nv_raster_settle(&rig[0]->raster);
        compare(rig);
        seen += rig[0]->out->len;
        clear(rig[0]);
        clear(rig[1]);
    }
    g_test_message("%u corners in %u batches", (unsigned)seen,
                   (unsigned)late.batches);
    g_assert_cmpuint(seen, >, 100000);
    g_assert_cmpuint(late.batches, >, 1000);
    g_rand_free(rand);
    rig_free(rig[0]);
    rig_free(rig[1]);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_data_func("/vtx/lanes/nv15", "nv15", test_lanes);
    g_test_add_data_func("/vtx/lanes/nv20", "nv20", test_lanes);
    g_test_add_data_func("/vtx/lanes/nv30", "nv30", test_lanes);
    g_test_add_data_func("/vtx/lanes/nv40", "nv40", test_lanes);
    g_test_add_data_func("/vtx/lanes/gather/nv20", "nv20", test_gather);
    g_test_add_data_func("/vtx/lanes/gather/nv40", "nv40", test_gather);
    return g_test_run();
}
