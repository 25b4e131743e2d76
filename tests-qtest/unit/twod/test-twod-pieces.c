/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Operations that are left in the middle and go on, against the same done in
 * one go: in the smallest pieces, and saved and loaded between any two; and
 * wide blits over themselves, whose pieces are parts of lines.
 */
#include "unit/twod/test-twod.h"

#include "base/state.h"

/* Surfaces and images lie below; page tables above. */
#define SPACE 0x100000u
#define TABLE 0x1000u           /* RAMIN address of a DMA object with one */

/* One in one go, the other in pieces. */
typedef struct Pair {
    Rig *whole, *parts;
    bool saves;
    unsigned steps, longest;    /* of all operations */
    uint8_t *before;
} Pair;

/* Pages of the object are in no order. */
static void page_table(Rig *rig)
{
    nv_mem_ramin_write(&rig->mem, TABLE, 0x0000103d);
    nv_mem_ramin_write(&rig->mem, TABLE + 4, SPACE - 1);
    for (unsigned i = 0; i < SPACE >> 12; i++) {
        nv_mem_ramin_write(&rig->mem, TABLE + 8 + 4 * i,
                           (i * 37 % (SPACE >> 12)) << 12 | 3);
    }
}

static Pair *pair_new(uint32_t seed, bool saves)
{
    Pair *pair = g_new0(Pair, 1);

    pair->whole = rig_new(seed);
    pair->parts = rig_new(seed);
    pair->saves = saves;
    pair->before = g_malloc(SPACE);
    for (uint32_t i = 0; i < SPACE; i += 4) {
        nv_st32(pair->whole->mem.vram + i, g_rand_int(pair->whole->rand));
    }
    memcpy(pair->parts->mem.vram, pair->whole->mem.vram, SPACE);
    page_table(pair->whole);
    page_table(pair->parts);
    return pair;
}

static void pair_free(Pair *pair)
{
    rig_free(pair->whole);
    rig_free(pair->parts);
    g_free(pair->before);
    g_free(pair);
}

/* --- random work --- */

typedef struct Work {
    unsigned kind;
    NvTwodState s;
    NvTwodFill fill[NV_TWOD_MAX_FILLS];
    unsigned fills;
    NvTwodPoint p[3];
    NvTwodMove move;
    NvTwodImage image;
    NvTwodCopy copy;
} Work;

enum { COPY = NV_TWOD_KINDS };

/* Some hundred pixels wide, or some thousand. */
static NvTwodSurface some_surface(Rig *rig)
{
    NvTwodSurface t = random_surface(rig);
    unsigned wide = one_in(rig, 2) ? 0x6000 : 0x800;

    t.log2_w = any(rig, 12);
    t.log2_h = any(rig, 18 - t.log2_w) % 8;
    t.offset = any(rig, 0x400) * 64;
    t.base = any(rig, 0x400) * 64;
    t.limit = SPACE - 1 - any(rig, 0x1000);
    t.pitch = t.swizzled ? 0 : 16 + any(rig, wide / 16) * 16;
    return t;
}

static NvTwodPoint some_point(Rig *rig)
{
    bool wide = one_in(rig, 2);

    return (NvTwodPoint) { (int32_t)any(rig, wide ? 7000 : 600) - 100,
                           (int32_t)any(rig, wide ? 30 : 300) - 10 };
}

static NvTwodRect some_rect(Rig *rig)
{
    NvTwodPoint a = some_point(rig), b = some_point(rig);

    return (NvTwodRect) { MIN(a.x, b.x), MIN(a.y, b.y), MAX(a.x, b.x),
                          MAX(a.y, b.y) };
}

static NvDma some_dma(Rig *rig)
{
    NvDma dma;

    if (one_in(rig, 2)) {
        return vram_dma(any(rig, 0x1000) * 16,
                        one_in(rig, 4) ? any(rig, SPACE) : SPACE - 1);
    }
    nv_mem_dma_load(&rig->mem, TABLE, &dma);
    return dma;
}

static NvTwodImage some_image(Rig *rig)
{
    return (NvTwodImage) {
        .dma = some_dma(rig), .offset = any(rig, 0x8000),
        .pitch = any(rig, 0x2000), .w = 1 + any(rig, 2047),
        .h = 1 + any(rig, 100),
        .format = source_codes[any(rig, NV_ARRAY_SIZE(source_codes))],
        .center = one_in(rig, 2), .bilinear = one_in(rig, 2),
        .u = any(rig, 0x10000) << 12, .v = any(rig, 0x10000) << 8,
        .du = (int32_t)any(rig, 0x300000) - 0x40000,
        .dv = (int32_t)any(rig, 0x300000) - 0x40000,
    };
}

static NvTwodCopy some_copy(Rig *rig)
{
    unsigned wide = one_in(rig, 2) ? 20000 : 300;

    return (NvTwodCopy) {
        .in = some_dma(rig), .out = some_dma(rig),
        .in_offset = any(rig, 0x8000), .out_offset = any(rig, 0x8000),
        .in_pitch = (int32_t)any(rig, 0x800) - 0x100,
        .out_pitch = (int32_t)any(rig, 0x800) - 0x100,
        .length = any(rig, wide), .lines = any(rig, 30),
        .in_step = 1u << any(rig, 3), .out_step = 1u << any(rig, 3),
    };
}

static void some_work(Rig *rig, Work *w)
{
    random_state(rig);
    /* random_state() makes the first bytes anew. */
    rig->s.dst = some_surface(rig);
    rig->s.src = one_in(rig, 2) ? rig->s.dst : some_surface(rig);
    rig->s.dither = one_in(rig, 3);
    if (!one_in(rig, 3)) {
        rig->s.clip = nv_twod_unclipped;
    } else if (one_in(rig, 2)) {
        rig->s.clip = some_rect(rig);
    }
    w->kind = 1 + any(rig, COPY);
    w->s = rig->s;
    w->fills = 1 + any(rig, NV_TWOD_MAX_FILLS);
    for (unsigned i = 0; i < NV_TWOD_MAX_FILLS; i++) {
        w->fill[i] = (NvTwodFill) { some_rect(rig), random_pixel(rig) };
    }
    for (unsigned i = 0; i < 3; i++) {
        w->p[i] = some_point(rig);
    }
    w->move = (NvTwodMove) { some_point(rig), some_point(rig),
                             any(rig, 7000), any(rig, 40) };
    if (one_in(rig, 2)) {
        w->move.to = (NvTwodPoint) { w->move.from.x + any(rig, 9) - 4,
                                     w->move.from.y + any(rig, 5) - 2 };
    }
    w->image = some_image(rig);
    w->copy = some_copy(rig);
}

/* Starts it; how it ended, if it did. */
static NvTwodEnd start(Rig *rig, const Work *w)
{
    NvTwod *twod = &rig->twod;

    switch (w->kind) {
    case NV_TWOD_FILLS:
        nv_twod_fills(twod, &w->s, w->fill, w->fills);
        break;
    case NV_TWOD_LINE:
        nv_twod_line(twod, &w->s, w->p[0], w->p[1], w->fill[0].color);
        break;
    case NV_TWOD_TRIANGLE:
        nv_twod_triangle(twod, &w->s, w->p, w->fill[0].color);
        break;
    case NV_TWOD_BLIT:
        nv_twod_blit(twod, &w->s, &w->move);
        break;
    default:
        return nv_twod_scale(twod, &w->s, &w->image, w->fill[0].rect);
    }
    return nv_twod_busy(twod) ? NV_TWOD_LEFT : NV_TWOD_DONE;
}

/* --- in pieces --- */

static GByteArray *saved(Rig *rig)
{
    const NvStateItem item = { &nv_twod_section, &rig->twod };
    GByteArray *state = g_byte_array_new();

    nv_state_save(&item, 1, state);
    return state;
}

static bool load(Rig *rig, const GByteArray *state, GError **error)
{
    const NvStateItem item = { &nv_twod_section, &rig->twod };

    return nv_state_load(&item, 1, state->data, state->len, error);
}

static void save_and_load(Rig *rig)
{
    g_autoptr(GByteArray) state = saved(rig), again = NULL;
    g_autoptr(GError) error = NULL;

    nv_twod_reset(&rig->twod);
    memset(rig->twod.line[0], 0x5a, 4 * NV_TWOD_MAX_LINE);
    load(rig, state, &error);
    g_assert_no_error(error);
    g_assert_true(nv_twod_busy(&rig->twod));
    again = saved(rig);
    g_assert_cmpmem(state->data, state->len, again->data, again->len);
}

/* The next piece only. */
static void allow_least(Rig *rig)
{
    nv_env_allow(&rig->env, 1);
}

static NvTwodEnd in_pieces(Pair *pair, const Work *w)
{
    Rig *rig = pair->parts;
    unsigned steps = 1;
    NvTwodEnd end;

    allow_least(rig);
    end = start(rig, w);
    while (end == NV_TWOD_LEFT) {
        uint64_t spent = rig->env.spent;

        if (pair->saves) {
            save_and_load(rig);
        }
        allow_least(rig);
        end = nv_twod_continue(&rig->twod);
        g_assert_cmpuint(rig->env.spent - spent, <, 100000);
        g_assert_cmpuint(++steps, <, 200000);
    }
    g_assert_false(nv_twod_busy(&rig->twod));
    pair->steps += steps;
    pair->longest = MAX(pair->longest, steps);
    return end;
}

static NvTwodFault copy_in_pieces(Pair *pair, const NvTwodCopy *c)
{
    NvTwodCopied done = { 0, 0 };
    NvTwodFault fault;

    do {
        allow_least(pair->parts);
        fault = nv_twod_copy(&pair->parts->twod, c, &done);
        pair->steps++;
    } while (!fault && done.lines < c->lines);
    return fault;
}

static NvTwodFault copy_whole(Pair *pair, const NvTwodCopy *c)
{
    NvTwodCopied done = { 0, 0 };
    NvTwodFault fault;

    do {
        fault = nv_twod_copy(&pair->whole->twod, c, &done);
    } while (!fault && done.lines < c->lines);
    return fault;
}

/* What was written was told. */
static void check_dirty(Pair *pair)
{
    const uint8_t *now = pair->parts->mem.vram;
    uint32_t lo = 0, hi = SPACE;

    while (lo < SPACE && now[lo] == pair->before[lo]) {
        lo++;
    }
    while (hi > lo && now[hi - 1] == pair->before[hi - 1]) {
        hi--;
    }
    if (lo < hi) {
        g_assert_cmphex(pair->parts->dirty_lo, <=, lo);
        g_assert_cmphex(pair->parts->dirty_hi, >=, hi);
    }
}

static void one_case(Pair *pair)
{
    Rig *whole = pair->whole, *parts = pair->parts;
    int ends[2];
    Work w;

    some_work(whole, &w);
    memcpy(parts->mem.vram, whole->mem.vram, SPACE);
    memcpy(pair->before, whole->mem.vram, SPACE);
    parts->dirty_lo = UINT32_MAX;
    parts->dirty_hi = 0;
    if (w.kind == COPY) {
        ends[0] = copy_whole(pair, &w.copy);
        ends[1] = copy_in_pieces(pair, &w.copy);
    } else {
        ends[0] = start(whole, &w);
        ends[1] = in_pieces(pair, &w);
    }
    g_assert_cmpint(ends[0], ==, ends[1]);
    if (memcmp(whole->mem.vram, parts->mem.vram, SPACE)) {
        g_error("kind %u op %u dst %02x%s src %02x%s in pieces differs",
                w.kind, w.s.op, w.s.dst.format,
                w.s.dst.swizzled ? " swizzled" : "", w.s.src.format,
                w.s.src.swizzled ? " swizzled" : "");
    }
    check_dirty(pair);
}

static void run_cases(uint32_t seed, bool saves, unsigned cases)
{
    Pair *pair = pair_new(seed, saves);

    for (unsigned i = 0; i < cases; i++) {
        one_case(pair);
    }
    g_test_message("%u cases, %u pieces, at most %u of one", cases,
                   pair->steps, pair->longest);
    g_assert_cmpuint(pair->steps, >, 20 * cases);
    pair_free(pair);
}

static unsigned times(void)
{
    return g_test_thorough() ? 20 : 1;
}

static void test_pieces(void)
{
    run_cases(21, false, 600 * times());
}

static void test_saved(void)
{
    run_cases(22, true, 200 * times());
}

/* --- damaged states --- */

/* Whatever a state says that is taken: it can be gone on with. */
static void test_damaged(void)
{
    Pair *pair = pair_new(23, false);
    Rig *rig = pair->parts;
    unsigned taken = 0;

    for (unsigned i = 0; i < 3000 * times(); i++) {
        g_autoptr(GByteArray) state = NULL;
        Work w;

        some_work(pair->whole, &w);
        w.kind = 1 + w.kind % (NV_TWOD_KINDS - 1);
        allow_least(rig);
        if (start(rig, &w) != NV_TWOD_LEFT) {
            continue;
        }
        state = saved(rig);
        for (unsigned n = 1 + any(pair->whole, 4); n; n--) {
            uint8_t *at = &state->data[any(pair->whole, state->len)];

            *at = one_in(pair->whole, 2) ? *at ^ 1u << any(pair->whole, 8)
                                         : g_rand_int(pair->whole->rand);
        }
        nv_twod_reset(&rig->twod);
        if (load(rig, state, NULL)) {
            taken++;
            for (unsigned n = 0; n < 3 && nv_twod_busy(&rig->twod); n++) {
                nv_env_allow(&rig->env, 50000);
                nv_twod_continue(&rig->twod);
            }
        }
        nv_twod_reset(&rig->twod);
    }
    g_test_message("%u damaged states taken", taken);
    g_assert_cmpuint(taken, >, 50);
    pair_free(pair);
}

/* --- wide blits over themselves --- */

enum { WIDE = 9000, HIGH = 12 };

/* Each pixel as if all were read before any is written. */
static void model_move(Rig *rig, unsigned bytes, const NvTwodMove *m, bool xor)
{
    const uint8_t *from = rig->mem.vram;
    uint8_t *to = rig->model;
    uint32_t pitch = WIDE * bytes;

    memcpy(to, from, pitch * HIGH);
    for (uint32_t y = 0; y < m->h; y++) {
        for (uint32_t x = 0; x < m->w * bytes; x++) {
            uint8_t *p = to + (m->to.y + y) * pitch + m->to.x * bytes + x;
            uint8_t v = from[(m->from.y + y) * pitch + m->from.x * bytes + x];

            *p = xor ? *p ^ v : v;
        }
    }
}

static void test_wide_overlap(void)
{
    static const uint8_t formats[] = { NV_TWOD_SURF_Y8, NV_TWOD_SURF_R5G6B5,
                                       NV_TWOD_SURF_A8R8G8B8 };
    Rig *rig = rig_new(24);

    g_free(rig->model);
    rig->model = g_malloc(WIDE * 4 * HIGH);
    for (unsigned n = 0; n < 60; n++) {
        unsigned bytes = 1u << n % 3;
        NvTwodSurface surface = { .valid = true, .format = formats[n % 3],
                                  .limit = WIDE * bytes * HIGH - 1,
                                  .pitch = WIDE * bytes };
        NvTwodMove m = {
            .from = { any(rig, 3000), any(rig, 3) },
            .to = { any(rig, 3000), n % 4 ? any(rig, 3) : 0 },
            .w = 1 + any(rig, 6000), .h = 1 + any(rig, HIGH - 2),
        };
        bool xor = n / 3 % 2;

        m.to.y = n % 4 ? m.to.y : m.from.y;
        rig->s = (NvTwodState) { .dst = surface, .src = surface,
                                 .clip = nv_twod_unclipped, .rop = 0x66,
                                 .op = xor ? NV_TWOD_ROP_AND
                                           : NV_TWOD_SRCCOPY };
        for (uint32_t i = 0; i < surface.limit; i += 4) {
            nv_st32(rig->mem.vram + i, g_rand_int(rig->rand));
        }
        m.h = MIN(m.h, (uint32_t)(HIGH - MAX(m.from.y, m.to.y)));
        model_move(rig, bytes, &m, xor);
        nv_twod_blit(&rig->twod, &rig->s, &m);
        g_assert_cmpmem(rig->mem.vram, surface.limit, rig->model,
                        surface.limit);
    }
    rig_free(rig);
}

/* What is forgotten does not go on, and a card without work saves none. */
static void test_reset(void)
{
    Pair *pair = pair_new(25, false);
    g_autoptr(GByteArray) idle = saved(pair->whole);
    g_autoptr(GByteArray) busy = NULL;
    Work w = { .kind = NV_TWOD_FILLS, .fills = 1 };

    random_state(pair->whole);
    w.s = pair->whole->s;
    w.s.op = NV_TWOD_SRCCOPY;
    w.s.clip = nv_twod_unclipped;
    w.s.dst = (NvTwodSurface) { .valid = true, .format = NV_TWOD_SURF_Y8,
                                .limit = SPACE - 1, .pitch = 64 };
    w.fill[0].rect = (NvTwodRect) { 0, 0, 64, 1000 };
    allow_least(pair->parts);
    g_assert_cmpint(start(pair->parts, &w), ==, NV_TWOD_LEFT);
    busy = saved(pair->parts);
    g_assert_cmpuint(idle->len, <, 16);
    g_assert_cmpuint(busy->len, <, 4096);
    nv_twod_reset(&pair->parts->twod);
    g_assert_false(nv_twod_busy(&pair->parts->twod));
    g_assert_true(load(pair->parts, busy, NULL));
    g_assert_true(nv_twod_busy(&pair->parts->twod));
    /* A state without the section: nothing was on its way. */
    g_assert_true(load(pair->parts, idle, NULL));
    g_assert_false(nv_twod_busy(&pair->parts->twod));
    pair_free(pair);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/twod/pieces", test_pieces);
    g_test_add_func("/twod/pieces-saved", test_saved);
    g_test_add_func("/twod/pieces-damaged", test_damaged);
    g_test_add_func("/twod/pieces-reset", test_reset);
    g_test_add_func("/twod/wide-overlap", test_wide_overlap);
    return g_test_run();
}
