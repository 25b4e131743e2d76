/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Meshes whose parts name vertices of the part before: the same corners as
 * without, whatever comes in between, and wherever a card is saved and loaded.
 */
#include "unit/idx/test-idx.h"

enum { POINTS = 5000 };         /* in the arrays */

static void some_point(Rig *rig, GRand *rand, unsigned i)
{
    float at[5];

    for (unsigned c = 0; c < 5; c++) {
        at[c] = g_rand_double_range(rand, 0, 400);
    }
    /* Some are cut, and some are nowhere. */
    at[0] = g_rand_int_range(rand, 0, 30) ? at[0] : 1e6f;
    at[2] = g_rand_int_range(rand, 0, 90) ? at[2] : NAN;
    for (unsigned c = 0; c < 5; c++) {
        put_float(rig, i * 20 + 4 * c, at[c]);
    }
}

static void some_points(Rig *rig, uint32_t seed)
{
    GRand *rand = g_rand_new_with_seed(seed);

    put_arrays(rig, 1);
    for (unsigned i = 0; i < POINTS; i++) {
        some_point(rig, rand, i);
    }
    g_rand_free(rand);
}

/* --- indices --- */

/* A triangle list of cells, row by row; or a strip a row. */
static void add_rows(GRand *rand, GArray *list, bool strip)
{
    unsigned wide = g_rand_int_range(rand, 2, 150);
    unsigned high = g_rand_int_range(rand, 1, 30);
    unsigned first = g_rand_int_range(rand, 0, POINTS - wide * (high + 1));

    for (unsigned y = 0; y < high; y++) {
        for (unsigned x = 0; x + 1 < wide; x++) {
            uint32_t a = first + y * wide + x, b = a + wide;
            const uint32_t cell[6] = { a, a + 1, b, b, a + 1, b + 1 };
            const uint32_t two[2] = { a, b };

            if (strip) {
                g_array_append_vals(list, two, 2);
            } else {
                g_array_append_vals(list, cell, 6);
            }
        }
    }
}

static void add_some(GRand *rand, GArray *list)
{
    unsigned range = 1u << g_rand_int_range(rand, 1, 11);
    unsigned first = g_rand_int_range(rand, 0, POINTS - range);
    /* Or as many as fill parts, of which then nothing waits. */
    unsigned n = g_rand_int(rand) & 1 ? g_rand_int_range(rand, 1, 3000)
                                      : 1024 * g_rand_int_range(rand, 1, 4);

    while (n--) {
        uint32_t index = first + g_rand_int_range(rand, 0, range);

        g_array_append_val(list, index);
    }
}

static GArray *some_indices(GRand *rand)
{
    GArray *list = g_array_new(false, false, sizeof(uint32_t));

    switch (g_rand_int_range(rand, 0, 3)) {
    case 0:
        add_some(rand, list);
        break;
    default:
        add_rows(rand, list, g_rand_int(rand) & 1);
        break;
    }
    return list;
}

/* --- three cards --- */

/* Names: as it is; without: each part fetches all of its vertices. */
enum { NAMES, WITHOUT, LOADED, CARDS };

/* The last one has little time, and is saved and loaded in between. */
typedef struct Cards {
    Rig *rig[CARDS];
    GRand *rand;
    uint32_t seed;              /* of the points */
    unsigned loaded;            /* while a draw was under way */
} Cards;

static unsigned record_slowly(void *opaque, const NvRasterVertex *v, unsigned n,
                              NvRasterPlace *place)
{
    Rig *rig = opaque;
    unsigned done = 0;

    while (done < n && !nv_env_late(&rig->env)) {
        g_array_append_vals(rig->out, v + done, 3);
        nv_env_spend(&rig->env, 1000);
        done += 3;
    }
    return done;
}

static const NvRasterOps slow = {
    .name = "slow", .points = record, .lines = record,
    .triangles = record_slowly,
};

static Rig *new_card(unsigned k, uint32_t seed)
{
    Rig *rig = rig_new();

    rig->env.captured = k == WITHOUT;
    rig->raster.ops = k == LOADED ? &slow : &recorder;
    some_points(rig, seed);
    return rig;
}

static bool is_busy(const Rig *rig)
{
    return nv_raster_busy(&rig->raster) || nv_idx_busy(&rig->idx);
}

static void reload(Cards *t)
{
    Rig *rig = t->rig[LOADED], *new = new_card(LOADED, t->seed);
    NvIdxSaved *from = nv_idx_pack(&rig->idx), *to = nv_idx_pack(&new->idx);
    const NvStateItem items[2][5] = {
        { { &nv_idx_section, &rig->idx }, { &nv_xf_section, &rig->xf },
          { &nv_vtx_section, &rig->vtx }, { &nv_idx_batch_section, from },
          { &nv_raster_jobs_section, rig->raster.jobs } },
        { { &nv_idx_section, &new->idx }, { &nv_xf_section, &new->xf },
          { &nv_vtx_section, &new->vtx }, { &nv_idx_batch_section, to },
          { &nv_raster_jobs_section, new->raster.jobs } },
    };
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    GError *error = NULL;

    t->loaded += is_busy(rig);
    memcpy(new->mem.vram, rig->mem.vram, VRAM);
    nv_state_save(items[0], 5, bytes);
    nv_state_load(items[1], 5, bytes->data, bytes->len, &error);
    g_assert_no_error(error);
    /* Totals, which nobody saves. */
    new->idx.vertices = rig->idx.vertices;
    new->xf.vertices = rig->xf.vertices;
    g_array_append_vals(new->out, rig->out->data, rig->out->len);
    nv_idx_saved_free(from);
    nv_idx_saved_free(to);
    rig_free(rig);
    t->rig[LOADED] = new;
}

/* As the FIFO has it: what there was no time for is done before anything. */
static NvIdx *ready(Cards *t, unsigned k)
{
    while (is_busy(t->rig[k])) {
        if (g_rand_int_range(t->rand, 0, 4) == 0) {
            reload(t);
        }
        nv_env_allow(&t->rig[k]->env, g_rand_int_range(t->rand, 1, 200000));
        nv_raster_continue(&t->rig[k]->raster);
        if (!nv_raster_busy(&t->rig[k]->raster)) {
            nv_idx_continue(&t->rig[k]->idx);
        }
    }
    if (k == LOADED) {
        nv_env_allow(&t->rig[k]->env, g_rand_int_range(t->rand, 1, 200000));
    }
    return &t->rig[k]->idx;
}

static void begin_end(Cards *t, NvPrimitive prim)
{
    for (unsigned k = 0; k < CARDS; k++) {
        nv_idx_begin_end(ready(t, k), prim);
        ready(t, k);
    }
}

/* --- what comes between indices --- */

/* What may change how later vertices look. */
static void disturb(Cards *t, unsigned k, uint32_t what, uint32_t value)
{
    NvIdx *idx = ready(t, k);

    switch (what) {
    case 0:                     /* an attribute that no array has */
        nv_idx_attr(idx, NV_IDX_FLOAT, 1, 10, 0, nv_f2u(value & 255));
        break;
    case 1:
        nv_idx_bundle(idx, NV_BUNDLE_CONFIG_B, 0x53,
                      (value & 1) << 7 | 1u << 5);
        break;
    case 2:                     /* the array moves */
        nv_idx_vtxbuf_offset(idx, 9, 12 + value % 3 * 20);
        break;
    case 3:
        nv_idx_flush(idx);
        break;
    }
}

/* Another primitive, before which a point is written. */
static void next_primitive(Cards *t, uint32_t value)
{
    begin_end(t, NV_PRIM_END);
    for (unsigned k = 0; k < CARDS; k++) {
        GRand *rand = g_rand_new_with_seed(value);

        some_point(t->rig[k], rand, value % POINTS);
        g_rand_free(rand);
    }
    begin_end(t, 1 + value / 8 % 10);
}

static void disturb_all(Cards *t)
{
    uint32_t what = g_rand_int_range(t->rand, 0, 5);
    uint32_t value = g_rand_int(t->rand);

    if (what == 4) {
        next_primitive(t, value);
        return;
    }
    for (unsigned k = 0; k < CARDS; k++) {
        disturb(t, k, what, value);
    }
}

static void send(Cards *t, unsigned k, const uint32_t *index, unsigned n,
                 bool runs)
{
    g_autofree uint32_t (*w)[2] = g_malloc0(n * sizeof(*w));

    for (unsigned i = 0; i < n; i++) {
        w[i][1] = index[i];
    }
    for (unsigned i = 0; i < n;) {
        NvIdx *idx = ready(t, k);
        unsigned taken = runs ? nv_idx_elements(idx, true, &w[i], n - i) : 0;

        if (!taken) {
            nv_idx_element32(idx, w[i][1]);
            taken = 1;
        }
        i += taken;
    }
}

/* --- all of it --- */

static void compare(const Cards *t)
{
    const Rig *first = t->rig[0];

    for (unsigned k = 1; k < CARDS; k++) {
        const Rig *rig = t->rig[k];

        g_assert_cmpmem(first->out->data,
                        first->out->len * sizeof(NvRasterVertex),
                        rig->out->data, rig->out->len * sizeof(NvRasterVertex));
        g_assert_cmpmem(first->xf.vab, sizeof(first->xf.vab), rig->xf.vab,
                        sizeof(rig->xf.vab));
        g_assert_cmpuint(first->idx.vertices, ==, rig->idx.vertices);
    }
    /* What a card takes time for is the same when it was loaded. */
    g_assert_cmpuint(t->rig[NAMES]->xf.vertices, ==,
                     t->rig[LOADED]->xf.vertices);
}

static void draw_one(Cards *t)
{
    g_autoptr(GArray) list = some_indices(t->rand);
    bool disturbed = g_rand_int(t->rand) & 1, runs = g_rand_int(t->rand) & 1;

    begin_end(t, g_rand_int(t->rand) & 1 ? NV_PRIM_TRIANGLES
                                         : g_rand_int_range(t->rand, 1, 11));
    for (unsigned i = 0; i < list->len;) {
        unsigned n = g_rand_int_range(t->rand, 1, 2000);

        n = MIN(n, list->len - i);
        for (unsigned k = 0; k < CARDS; k++) {
            send(t, k, &g_array_index(list, uint32_t, i), n, runs);
        }
        if (g_rand_int_range(t->rand, 0, 8) == 0) {
            reload(t);
        }
        if (disturbed) {
            disturb_all(t);
        }
        i += n;
    }
    begin_end(t, NV_PRIM_END);
}

static void test_random(void)
{
    const unsigned rounds = g_test_slow() ? 3000 : 100;
    Cards t = { .rand = g_rand_new_with_seed(g_test_rand_int()) };
    uint64_t corners = 0;

    for (unsigned round = 0; round < rounds; round++) {
        t.seed = g_rand_int(t.rand);
        for (unsigned k = 0; k < CARDS; k++) {
            t.rig[k] = new_card(k, t.seed);
        }
        for (unsigned i = 0; i < 3; i++) {
            draw_one(&t);
        }
        compare(&t);
        corners += t.rig[0]->out->len;
        for (unsigned k = 0; k < CARDS; k++) {
            rig_free(t.rig[k]);
        }
    }
    g_test_message("%u corners, %u times loaded while some were drawn",
                   (unsigned)corners, t.loaded);
    g_assert_cmpuint(corners, >, rounds * 100);
    g_assert_cmpuint(t.loaded, >, rounds / 4);
    g_rand_free(t.rand);
}

/* Rows of 64: each of 40 is transformed once, but where batches meet. */
static void test_rows(void)
{
    enum { WIDE = 64, HIGH = 40 };
    uint64_t transformed[2];

    for (unsigned k = 0; k < 2; k++) {
        Rig *rig = rig_new();

        rig->env.captured = k == 1;
        some_points(rig, 1);
        nv_idx_begin_end(&rig->idx, NV_PRIM_TRIANGLES);
        for (unsigned i = 0; i < WIDE * (HIGH - 1); i++) {
            const uint32_t cell[6] = { i, i + 1, i + WIDE,
                                       i + WIDE, i + 1, i + WIDE + 1 };

            for (unsigned c = 0; c < 6 && i % WIDE < WIDE - 1; c++) {
                nv_idx_element32(&rig->idx, cell[c]);
            }
        }
        nv_idx_begin_end(&rig->idx, NV_PRIM_END);
        transformed[k] = rig->xf.vertices;
        rig_free(rig);
    }
    g_test_message("%u of %u vertices transformed", (unsigned)transformed[0],
                   (unsigned)transformed[1]);
    g_assert_cmpuint(transformed[0], >=, WIDE * HIGH);
    g_assert_cmpuint(transformed[0], <=, WIDE * HIGH * 5 / 4);
    g_assert_cmpuint(transformed[1], >=, WIDE * HIGH * 19 / 10);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/idx/mesh/random", test_random);
    g_test_add_func("/idx/mesh/rows", test_rows);
    return g_test_run();
}
