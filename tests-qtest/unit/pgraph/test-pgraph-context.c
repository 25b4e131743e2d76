/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Channels in images: whole random states saved, moved and loaded again, what
 * drivers start a channel with (doc: their start values), images that nobody
 * made.
 */
#include "unit/pgraph/pgraph-random.h"

#define FIRST 0x20000u          /* images in instance memory */
#define SECOND 0x28000u
#define IMAGE_SIZE 0x6000u

static const char *const chips[] = {
    "nv20", "nv25", "nv2a", "nv30", "nv34", "nv35",
};

/* What a channel owns, as the units hold it. */
typedef struct State {
    uint32_t values[NV_PGRAPH_WORDS];
    uint32_t raster[NV_BUNDLE_COUNT];
    NvXf xf;
    NvIdx idx;
} State;

static uint32_t word_of(Rig *rig, uint32_t at)
{
    return nv_mem_ramin_read(rig->pg->mem, at);
}

static void set_word(Rig *rig, uint32_t at, uint32_t value)
{
    nv_mem_ramin_write(rig->pg->mem, at, value);
}

static void move_image(Rig *from, uint32_t a, Rig *to, uint32_t b)
{
    for (uint32_t i = 0; i < IMAGE_SIZE; i += 4) {
        set_word(to, b + i, word_of(from, a + i));
        set_word(from, a + i, 0xdeadbeef);
    }
}

static void trigger(Rig *rig, uint32_t image, uint32_t what)
{
    nv_pgraph_write(rig->pg, NV_PGRAPH_CTX_POINTER, image >> 4);
    nv_pgraph_write(rig->pg, NV_PGRAPH_CTX_TRIGGER, what);
}

/* --- whole states --- */

static void random_units(Rig *rig, GRand *rand)
{
    static const uint16_t spaces[] = { 0x10, 0x15, 0x16, 0x17, 0x18, 0x19 };
    NvXf *xf = rig->pg->xf;
    NvIdx *idx = rig->pg->idx;

    for (unsigned s = 0; s < G_N_ELEMENTS(spaces); s++) {
        for (uint32_t at = 0; at < 0x4000; at += 4) {
            nv_xf_rdi_write(xf, spaces[s], at, g_rand_int(rand));
        }
    }
    for (unsigned i = 0; i < rig->pg->env->chip->xf.ltctx; i++) {
        for (unsigned k = 0; k < 3; k++) {
            xf->ltctx[i][k] = nv_extract(g_rand_int(rand), 0, 22);
        }
    }
    for (unsigned i = 0; i < NV_XF_ATTRS; i++) {
        for (unsigned k = 0; k < 4; k++) {
            xf->tbuf[i][k] = g_rand_int(rand);
        }
    }
    for (uint32_t at = 0; at < 0x24 * 4; at += 4) {
        nv_idx_rdi_write(idx, 0x26, at, g_rand_int(rand));
    }
    for (unsigned i = 0; i < 2; i++) {
        idx->dma_vtx[i] = g_rand_int(rand) & 0x0ffffff0;
    }
    for (unsigned i = 0; i < 32; i++) {
        nv_raster_bundle(rig->pg->raster, NV_BUNDLE_POLYGON_STIPPLE + i,
                         g_rand_int(rand));
    }
    if (rig->pg->gen == NV_RANKINE) {
        idx->restart_on = g_rand_boolean(rand);
        idx->restart_index = g_rand_int(rand);
    }
}

static void random_state(Rig *rig, GRand *rand)
{
    random_registers(rig, rand);
    random_units(rig, rand);
}

static State *take(Rig *rig)
{
    State *s = g_new0(State, 1);

    memcpy(s->values, rig->pg->values, sizeof(s->values));
    memcpy(s->raster, rig->pg->raster->bundle, sizeof(s->raster));
    s->xf = *rig->pg->xf;
    s->idx = *rig->pg->idx;
    return s;
}

#define DIFFER(field) \
    differ((const uint32_t *)&a->field, (const uint32_t *)&b->field, \
           sizeof(a->field), #field)

static unsigned registers_differ(Rig *rig, const State *a, const State *b)
{
    unsigned wrong = 0;

    for (uint32_t offset = 0; offset < NV_PGRAPH_SIZE; offset += 4) {
        unsigned index;
        const NvReg *reg = nv_regs_find(&rig->pg->regs, offset, &index);

        if (reg && (reg->flags & NV_PG_CHANNEL)) {
            unsigned slot = nv_reg_slot(reg, index);

            wrong += differ(&a->values[slot], &b->values[slot], 4,
                            reg->name);
        }
    }
    for (unsigned n = 0; n < NV_BUNDLE_COUNT; n++) {
        if (rig->pg->bundle_mask[n] ||
            (n >= NV_BUNDLE_POLYGON_STIPPLE &&
             n < NV_BUNDLE_POLYGON_STIPPLE + 32)) {
            wrong += differ(&a->raster[n], &b->raster[n], 4,
                            nv_bundle_name(n));
        }
    }
    return wrong;
}

static unsigned units_differ(const State *a, const State *b)
{
    return DIFFER(xf.vab) + DIFFER(xf.xfpr) + DIFFER(xf.xfctx) +
           DIFFER(xf.ltctx) + DIFFER(xf.ltc) + DIFFER(xf.tbuf) +
           DIFFER(xf.mode_a) + DIFFER(xf.mode_b) + DIFFER(xf.mode_c) +
           DIFFER(xf.mode_t) + DIFFER(xf.xtra) + DIFFER(xf.timeout) +
           DIFFER(idx.vtxbuf_offset) + DIFFER(idx.vtxbuf_format) +
           DIFFER(idx.dma_vtx) + DIFFER(idx.state_a) + DIFFER(idx.state_b) +
           DIFFER(idx.state_c) + DIFFER(idx.state_d) +
           DIFFER(idx.restart_on) + DIFFER(idx.restart_index) +
           (a->idx.edge_flag != b->idx.edge_flag);
}

/* Saved, everything overwritten, the image moved, and loaded by @to. */
static unsigned round_trip(Rig *rig, Rig *to, GRand *rand)
{
    g_autofree State *before = NULL, *after = NULL;
    unsigned subc, wrong;

    random_state(rig, rand);
    before = take(rig);
    subc = nv_extract(NV_PG(rig->pg, CTX_USER), 13, 3);
    trigger(rig, FIRST, 2);
    random_state(rig, rand);
    random_state(to, rand);
    move_image(rig, FIRST, to, SECOND);
    trigger(to, SECOND, 1);
    after = take(to);
    wrong = registers_differ(rig, after, before) +
            units_differ(after, before) +
            (nv_extract(NV_PG(to->pg, CTX_USER), 13, 3) != subc);
    /* Rankine shows in RDI what came through it. */
    if (nv_chip_has(rig->pg->env->chip, NV_CAP_LT_IN_B)) {
        const State *a = after, *b = before;

        wrong += DIFFER(xf.ltctx_rdi);
    }
    return wrong;
}

static void test_whole(gconstpointer data)
{
    Rig *rig = rig_new(data, 0), *other = rig_new(data, 0);
    g_autoptr(GRand) rand = g_rand_new_with_seed(0x20);
    unsigned wrong = 0, rounds = 16;

    NV_PG(rig->pg, CTX_CONTROL) |= NV_CTX_CONTROL_VALID;
    for (unsigned i = 0; i < rounds; i++) {
        wrong += round_trip(rig, i & 1 ? rig : other, rand);
    }
    g_test_message("%s: %u words of %u whole states differ", (char *)data,
                   wrong, rounds);
    g_assert_cmpuint(wrong, ==, 0);
    rig_free(rig);
    rig_free(other);
}

/* --- channels of a table --- */

static void test_table(gconstpointer data)
{
    Rig *rig = rig_new(data, 0);
    g_autoptr(GRand) rand = g_rand_new_with_seed(0x25);
    State *state[2];
    g_autoptr(GTimer) timer = NULL;
    unsigned wrong = 0, switches = 400;

    set_word(rig, CTX_TABLE, FIRST >> 4);
    set_word(rig, CTX_TABLE + 4, SECOND >> 4);
    nv_pgraph_write(rig->pg, NV_PGRAPH_CTX_TABLE, CTX_TABLE >> 4);
    for (unsigned chid = 0; chid < 2; chid++) {
        g_assert_true(nv_context_switch(rig->pg, chid));
        random_state(rig, rand);
        state[chid] = take(rig);
    }
    for (unsigned i = 0; i < 8; i++) {
        g_autofree State *now = NULL;

        g_assert_true(nv_context_switch(rig->pg, i & 1));
        now = take(rig);
        wrong += registers_differ(rig, now, state[i & 1]) +
                 units_differ(now, state[i & 1]);
    }
    g_assert_cmpuint(wrong, ==, 0);
    timer = g_timer_new();
    for (unsigned i = 0; i < switches; i++) {
        nv_context_switch(rig->pg, i & 1);
    }
    g_test_message("%s: %.1f us a switch", (char *)data,
                   g_timer_elapsed(timer, NULL) * 1e6 / switches);
    g_free(state[0]);
    g_free(state[1]);
    rig_free(rig);
}

/* --- start values of drivers --- */

typedef struct Start {
    const char *chip;
    uint16_t user, multisample, rc_config, stencil_b, raster, wrap, rect_vert,
             far, program, constants;
    uint16_t range, minus_one, eye;     /* 0: no place is known */
} Start;

/* Places that drivers write to. */
static const Start starts[] = {
    { "nv20", 0x00, 0x33c, 0x47c, 0x490, 0x4a8, 0x4d4, 0x598, 0x5a4, 0x248c,
      0x285c, 0x355c, 0x3540, 0x34a4 },
    { "nv25", 0x28, 0x35c, 0x49c, 0x4b0, 0x4e4, 0x510, 0x5d4, 0x5e0, 0x2374,
      0x2744, 0x3484, 0x3468, 0x308c },
    { "nv2a", 0x00, 0x33c, 0x47c, 0x490, 0x4a8, 0x4d4, 0x598, 0x5a4, 0x230c,
      0x26dc, 0x341c, 0x33fc, 0x3024 },
    { "nv30", 0x28, 0x48c, 0x410, 0x424, 0x460, 0x640, 0x544, 0x550, 0x3088,
      0x3848, 0, 0, 0 },
    { "nv34", 0x28, 0x480, 0x40c, 0x420, 0x45c, 0x630, 0x538, 0x544, 0x271c,
      0x2edc, 0, 0, 0 },
    { "nv35", 0x28, 0x488, 0x40c, 0x420, 0x45c, 0x644, 0x540, 0x54c, 0x308c,
      0x384c, 0, 0, 0 },
};

static void test_start(gconstpointer data)
{
    const Start *s = data;
    Rig *rig = rig_new(s->chip, 0);
    NvPgraph *pg = rig->pg;
    const struct {
        uint16_t at;
        NvBundle bundle;
        uint32_t value;
    } bundles[] = {
        { s->multisample, NV_BUNDLE_MULTISAMPLE, 0xffff0000 },
        { s->rc_config, NV_BUNDLE_RC_CONFIG, 0x00000101 },
        { s->stencil_b, NV_BUNDLE_STENCIL_B, 0x00000111 },
        { s->raster, NV_BUNDLE_RASTER, 0x44400000 },
        { s->wrap, NV_BUNDLE_TEX_WRAP, 0x00030303 },
        { s->rect_vert, NV_BUNDLE_CLIP_RECT_VERT + 7, 0x07ff0000 },
        { s->far, NV_BUNDLE_DEPTH_RANGE_FAR, 0x4b7fffff },
    };
    unsigned last = pg->env->chip->xf.xfpr - 1;
    unsigned slot = 0x3c + pg->env->chip->xf.user_base - 0x60;

    for (unsigned i = 0; i < G_N_ELEMENTS(bundles); i++) {
        set_word(rig, FIRST + bundles[i].at, bundles[i].value);
    }
    set_word(rig, FIRST + s->user, 0x00000001);
    set_word(rig, FIRST + s->program, 0x10700ff9);
    set_word(rig, FIRST + s->constants, 0x40000000);
    set_word(rig, FIRST + s->constants + 4, 0x3f800000);
    set_word(rig, FIRST + s->constants + 8, 0x3f000000);
    if (s->range) {
        set_word(rig, FIRST + s->range, 0x001c527c);
        set_word(rig, FIRST + s->minus_one, 0x002fe000);
        set_word(rig, FIRST + s->eye, 0x000fe000);
    }
    trigger(rig, FIRST, 1);
    for (unsigned i = 0; i < G_N_ELEMENTS(bundles); i++) {
        g_assert_cmphex(nv_fe_bundle(pg, bundles[i].bundle), ==,
                        bundles[i].value);
        g_assert_cmphex(pg->raster->bundle[bundles[i].bundle], ==,
                        bundles[i].value);
    }
    g_assert_cmphex(pg->xf->xfpr[last][0], ==,
                    0x10700ff9 & nv_xf_program_bits(pg->xf)[0]);
    g_assert_cmphex(pg->xf->xfctx[slot][3], ==, 0x40000000);
    g_assert_cmphex(pg->xf->xfctx[slot][2], ==, 0x3f800000);
    g_assert_cmphex(pg->xf->xfctx[slot][1], ==, 0x3f000000);
    if (s->range) {
        g_assert_cmphex(pg->xf->ltc[1][4], ==, 0x001c527c);
        g_assert_cmphex(pg->xf->ltc[0][1], ==, 0x002fe000);
        /* hw: NV2A does not find the viewer's direction there. */
        g_assert_cmphex(pg->xf->ltctx[0x40][2], ==,
                        strcmp(s->chip, "nv2a") ? 0x000fe000 : 0);
    }
    rig_free(rig);
}

/* --- hostile ones --- */

static void test_hostile(gconstpointer data)
{
    Rig *rig = rig_new(data, 0);
    NvPgraph *pg = rig->pg;
    g_autoptr(GRand) rand = g_rand_new_with_seed(0x34);
    unsigned wild = 0;

    NV_PG(pg, CTX_CONTROL) |= NV_CTX_CONTROL_VALID;
    for (unsigned round = 0; round < 40; round++) {
        trigger(rig, FIRST, 2);
        for (uint32_t at = 0; at < IMAGE_SIZE; at += 4) {
            if (at != 0x20) {
                set_word(rig, FIRST + at, g_rand_int(rand));
            }
        }
        trigger(rig, FIRST, 1);
        for (unsigned b = 0; b < NV_BUNDLE_COUNT; b++) {
            wild += !!(pg->values[NV_PGRAPH_SHADOWS / 4 + b] &
                       ~pg->bundle_mask[b]);
        }
        for (unsigned i = 0; i < pg->channel->len; i++) {
            const NvChannelWord *w = &g_array_index(pg->channel,
                                                    NvChannelWord, i);

            wild += !w->hooked && w->slot != NV_PGRAPH_CTX_USER / 4 &&
                    (pg->values[w->slot] & ~w->mask);
        }
        nv_pgraph_write(pg, NV_PGRAPH_FIFO_ENABLE, 1);
        rig_method(rig, 0, GR_OBJ >> 4);
        rig_method(rig, 0x17fc, g_rand_int_range(rand, 0, 11));
        rig_ack(rig);
    }
    g_assert_cmpuint(wild, ==, 0);
    /* Beyond instance memory: nothing happens. */
    for (uint32_t at = pg->mem->ramin_size - 16;
         at > pg->mem->ramin_size - 0x3000; at -= 0x710) {
        g_autofree State *before = take(rig), *after = NULL;

        trigger(rig, at & ~15u, 1);
        trigger(rig, at & ~15u, 2);
        after = take(rig);
        g_assert_cmpuint(registers_differ(rig, after, before), ==, 0);
    }
    rig_free(rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(chips); i++) {
        g_autofree char *whole = g_strconcat("/pgraph/context/whole/",
                                             chips[i], NULL);
        g_autofree char *table = g_strconcat("/pgraph/context/table/",
                                             chips[i], NULL);
        g_autofree char *start = g_strconcat("/pgraph/context/start/",
                                             chips[i], NULL);
        g_autofree char *hostile = g_strconcat("/pgraph/context/hostile/",
                                               chips[i], NULL);

        g_test_add_data_func(whole, chips[i], test_whole);
        g_test_add_data_func(table, chips[i], test_table);
        g_test_add_data_func(start, &starts[i], test_start);
        g_test_add_data_func(hostile, chips[i], test_hostile);
    }
    return g_test_run();
}
