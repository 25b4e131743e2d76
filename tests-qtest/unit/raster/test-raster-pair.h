/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Two rigs, one of which draws by "reference", in random states: surfaces,
 * textures (in VRAM or in pages of the machine's memory), combiners, pixels;
 * what both drew is compared bit for bit.  Some threads with shares of any size
 * may draw in the first.  No facts of its own: "reference" is right by the
 * other tests.
 */
#ifndef TEST_RASTER_PAIR_H
#define TEST_RASTER_PAIR_H

#include "common/environment.h"
#include "unit/raster/test-raster-rankine.h"

#define SIDE 64

/*
 * The machine's memory: two banks with nothing between, frames of which stand
 * for what VRAM holds, in no order and not even at the start of one.
 */
#define BANK (2u << 20)
#define BANK_1 0x40000000u
#define ADJUST 0x124u
#define PAGES (2 * BANK / NV_DMA_PAGE)
#define PAGES_OBJECT 0x8000u

typedef struct Pair {
    Rig rig[2];                 /* as it is, "reference" */
    GRand *r;
    uint8_t *bank[2];           /* of the first rig's machine; NULL: none */
    unsigned frame[PAGES];
    unsigned questions;         /* to the host where memory lies */
    bool wide;                  /* many textures have 16 bits a channel */
    bool threads;               /* some draw in the first rig, */
    unsigned draws;             /* others after so many, */
    uint64_t shared;            /* and those before shared so much */
    unsigned wrong, nearest, linear, batches, plans, coded;
} Pair;

/* A chip, the argument of the first rig's backend, and whether threads draw. */
typedef struct Way {
    const char *chip, *arg;
    bool threads;
} Way;

/* How many states, times NV_TEST_ROUNDS; other ones with NV_TEST_SEED. */
static inline unsigned states(unsigned usual)
{
    return usual * CLAMP(from_environment("NV_TEST_ROUNDS", 1), 1, 100000);
}

static inline guint32 seed(guint32 usual)
{
    return usual + from_environment("NV_TEST_SEED", 0);
}

static inline int range(Pair *p, int from, int to)
{
    return g_rand_int_range(p->r, from, to);
}

static inline bool chance(Pair *p, int n)
{
    return range(p, 0, n) == 0;
}

/* ---- textures in the machine's memory ---- */

static inline const void *map_bank(void *host, uint64_t addr, uint64_t *len)
{
    Pair *p = host;
    unsigned bank = addr >= BANK_1;
    uint64_t at = addr - (bank ? BANK_1 : 0);

    p->questions++;
    if (at >= BANK) {
        return NULL;
    }
    *len = MIN(*len, BANK - at);
    return p->bank[bank] + at;
}

static inline bool read_bank(void *host, uint64_t addr, void *buf, size_t len)
{
    uint64_t run = len;
    const void *from = map_bank(host, addr, &run);

    if (!from || run < len) {
        return false;
    }
    memcpy(buf, from, len);
    return true;
}

static inline uint8_t *in_banks(Pair *p, uint32_t offset)
{
    uint32_t at = offset + ADJUST;
    unsigned frame = p->frame[at / NV_DMA_PAGE];

    return p->bank[frame & 1] + frame / 2 * NV_DMA_PAGE + at % NV_DMA_PAGE;
}

/* What is at @offset of VRAM is to be found in the banks, too. */
static inline void mirror(Pair *p, uint32_t offset, uint32_t len)
{
    for (uint32_t i = 0; p->bank[0] && i < len; i++) {
        *in_banks(p, offset + i) = p->rig[0].mem.vram[offset + i];
    }
}

/* The first rig finds its textures there; dma_map of its host is new. */
static inline void move_textures(Pair *p)
{
    Rig *rig = &p->rig[0];

    for (unsigned i = 0; i < 2; i++) {
        p->bank[i] = g_malloc(BANK);
        memset(p->bank[i], 0xa5, BANK);
    }
    for (unsigned i = 0; i < PAGES; i++) {
        unsigned other = g_rand_int_range(p->r, 0, i + 1);

        p->frame[i] = p->frame[other];
        p->frame[other] = i;
    }
    rig->ops.dma_map = map_bank;
    rig->ops.dma_read = read_bank;
    rig->ops.vram_dirty = NULL;
    rig->env.host = p;
    nv_mem_ramin_write(&rig->mem, PAGES_OBJECT, 0x2103d | ADJUST << 20);
    nv_mem_ramin_write(&rig->mem, PAGES_OBJECT + 4, RIG_VRAM - 1);
    for (unsigned i = 0; i < PAGES; i++) {
        unsigned frame = p->frame[i];

        nv_mem_ramin_write(&rig->mem, PAGES_OBJECT + 8 + 4 * i,
                           (frame & 1 ? BANK_1 : 0) +
                           frame / 2 * NV_DMA_PAGE + 1);
    }
    rig_set(rig, NV_BUNDLE_DMA_TEX, PAGES_OBJECT >> 4);
    rig_set(rig, NV_BUNDLE_DMA_TEX + 1, PAGES_OBJECT >> 4);
    mirror(p, 0, RIG_VRAM / 4 * 3);
}

static inline void both(Pair *p, unsigned bundle, uint32_t data)
{
    rig_set(&p->rig[0], bundle, data);
    rig_set(&p->rig[1], bundle, data);
}

static inline void open_pair(Pair *p, const Way *way, bool program, bool moved,
                      guint32 seed)
{
    const char *chip = way->chip;

    memset(p, 0, sizeof(*p));
    p->threads = way->threads;
    p->r = g_rand_new_with_seed(seed);
    for (unsigned i = 0; i < 2; i++) {
        if (program) {
            rk_init(&p->rig[i], chip, i ? "reference" : way->arg);
        } else {
            rig_init_chip(&p->rig[i], chip, i ? "reference" : way->arg);
            rig_dma(&p->rig[i]);
        }
    }
    for (unsigned i = 0; i < RIG_VRAM / 4 * 3; i += 4) {
        nv_st32(p->rig[0].mem.vram + i, g_rand_int(p->r));
    }
    memcpy(p->rig[1].mem.vram, p->rig[0].mem.vram, RIG_VRAM / 4 * 3);
    if (moved) {
        move_textures(p);
    }
}

/* ---- threads ---- */

#define SAME_THREADS 200        /* draws */

static inline NvSoftCrew *crew(Pair *p)
{
    return ((NvSoft *)p->rig[0].raster.backend)->crew;
}

/*
 * Another number of threads now and then, other shares each time; every other
 * time they are still at it when lines come.
 */
static inline void random_shares(Pair *p)
{
    if (!p->threads) {
        return;
    }
    if (p->draws++ % SAME_THREADS == 0) {
        p->shared += crew(p) ? nv_soft_crew_shared(crew(p)) : 0;
        g_assert_true(nv_raster_set_threads(&p->rig[0].raster, range(p, 2, 7),
                                            NULL));
    }
    nv_soft_crew_force(crew(p), chance(p, 2),
                       chance(p, 8) ? 4096 : range(p, 1, 70));
    nv_raster_overlap(&p->rig[0].raster, p->draws & 1);
}

/* Most of what was drawn was shared; samples, for example, are not. */
static inline void report_shares(Pair *p)
{
    if (p->threads) {
        p->shared += nv_soft_crew_shared(crew(p));
        g_test_message("%u draws, %" PRIu64 " shares", p->draws, p->shared);
        g_assert_cmpuint(p->shared, >, p->draws / 2);
    }
}

static inline void close_pair(Pair *p)
{
    report_shares(p);
    rig_free(&p->rig[0]);
    rig_free(&p->rig[1]);
    g_rand_free(p->r);
    g_free(p->bank[0]);
    g_free(p->bank[1]);
}

static inline void compare(Pair *p)
{
    const uint8_t *a = p->rig[0].mem.vram, *b = p->rig[1].mem.vram;
    NvSoft *s = p->rig[0].raster.backend;

    p->batches += s->batch;
    p->plans += s->plan.valid;
    p->coded += s->machine && !nv_mc_declined(s);
    for (unsigned u = 0; u < 4; u++) {
        p->nearest += s->tex[u].lanes == NV_TEX_LANES_NEAREST;
        p->linear += s->tex[u].lanes == NV_TEX_LANES_LINEAR;
    }
    p->wrong += p->rig[0].raster.zpass != p->rig[1].raster.zpass;
    if (memcmp(a, b, RIG_TEX)) {
        p->wrong++;
        memcpy(p->rig[1].mem.vram, a, RIG_TEX);
    }
}

/* ---- states ---- */

static inline void random_surfaces(Pair *p, bool late)
{
    unsigned color = chance(p, 2) ? 8 : range(p, 1, late ? 17 : 11);
    unsigned zeta = range(p, 0, 3);
    bool swizzled = chance(p, 4) && (color < 0xb || color > 0xd);

    for (unsigned i = 0; i < 2; i++) {
        rig_surfaces(&p->rig[i], color, zeta, SIDE, swizzled);
    }
    if (chance(p, 8)) {         /* lines, or both surfaces, overlap */
        NvSurface c = p->rig[0].raster.color, z = p->rig[0].raster.zeta;

        c.pitch = 4 * range(p, 1, 64);
        z.base = chance(p, 2) ? 64u * range(p, 0, 99) : z.base;
        nv_raster_surfaces(&p->rig[0].raster, &c, &z);
        nv_raster_surfaces(&p->rig[1].raster, &c, &z);
    }
}

/* A unit as images mostly are; now and then what lanes leave alone. */
static inline void random_texture(Pair *p, unsigned u, bool late)
{
    static const uint8_t wide[] = { 0x32, 0x33, 0x35, 0x36 };
    unsigned code, filter = chance(p, 3) ? 2 : 1;
    unsigned min = chance(p, 4) ? (unsigned)range(p, 1, 7) : filter;
    uint32_t wrap = range(p, chance(p, 4) ? 0 : 1, 6) |
                    range(p, 1, chance(p, 8) ? 8 : 6) << 8 |
                    range(p, 1, 6) << 16;
    bool swizzles = late && p->rig[0].raster.program;

    do {
        code = p->wide && chance(p, 2) ? wide[range(p, 0, 4)] :
               chance(p, 2) ? 0x12 : range(p, 0, 0x4d);
    } while (!nv_tex_formats[code].drawn ||
             (nv_tex_formats[code].real && !late));
    both(p, NV_BUNDLE_TEX_OFFSET + u, RIG_TEX + 0x8000 * u +
         (p->bank[0] ? range(p, 0, 0x2000) : 64 * range(p, 0, 9)));
    if (!p->bank[0] && chance(p, 12)) {     /* in the colour surface */
        both(p, NV_BUNDLE_TEX_OFFSET + u, 0x800);
    }
    both(p, NV_BUNDLE_TEX_FORMAT + u, (chance(p, 12) ? 0 : NV_BIT(3)) |
         (chance(p, 8) ? range(p, 1, 4) : 2) << 6 | code << 8 |
         range(p, 1, chance(p, 3) ? 6 : 2) << 16 | range(p, 0, 6) << 20 |
         range(p, 0, 6) << 24 | range(p, 0, 3) << 28 |
         (chance(p, 16) ? NV_BIT(2) : 0));
    both(p, NV_BUNDLE_TEX_CONTROL_A + u, (chance(p, 12) ? 0 : NV_BIT(30)) |
         0xfff << 6 | (chance(p, 6) ? NV_BIT(2) : 0) |
         (chance(p, 12) ? range(p, 0, 4) : 0));
    both(p, NV_BUNDLE_TEX_CONTROL_B + u, range(p, 2, 9) * 64u << 16 |
         (!swizzles ? 0 : chance(p, 2) ? 0xaae4u
                                       : g_rand_int(p->r) & 0xffff));
    both(p, NV_BUNDLE_TEX_RECT + u, range(p, 1, 60) << 16 | range(p, 1, 60));
    both(p, NV_BUNDLE_TEX_WRAP + u, wrap |
         (chance(p, 8) && late ? g_rand_int(p->r) & 0x0f001000 : 0));
    both(p, NV_BUNDLE_TEX_FILTER + u, min << 16 | filter << 24 |
         (chance(p, 8) ? g_rand_int(p->r) & 0xf0001fff : 0));
    both(p, NV_BUNDLE_TEX_BORDER_COLOR + u, g_rand_int(p->r));
    both(p, NV_BUNDLE_TEX_COLOR_KEY + u, 0);
    both(p, NV_BUNDLE_TEX_PALETTE + u, RIG_TEX + 64 * range(p, 0, 99));
}

/* Simple stages half of the time, any words else. */
static inline void random_combiners(Pair *p, bool late)
{
    static const uint32_t simple[][2] = {
        { 0x08190000, 0xc00 }, { 0x04080000, 0xc0 }, { 0x08200420, 0xc00 },
        { 0x08041920, 0xd00 }, { 0x0201280c, 0x4c00 },
    };
    unsigned count = range(p, chance(p, 4) ? 0 : 1, chance(p, 4) ? 9 : 3);

    both(p, NV_BUNDLE_RC_CONFIG, count | (g_rand_int(p->r) & 0x11100));
    for (unsigned i = 0; i < 8; i++) {
        const uint32_t *s = simple[range(p, 0, G_N_ELEMENTS(simple))];
        bool plain = chance(p, 2);
        uint32_t mask = late ? 0x07ffffff : 0x003fffff;

        both(p, NV_BUNDLE_RC_IN_COLOR + i, plain ? s[0] : g_rand_int(p->r));
        both(p, NV_BUNDLE_RC_IN_ALPHA + i, plain ? s[0] | 0x10101010
                                                 : g_rand_int(p->r));
        both(p, NV_BUNDLE_RC_OUT_COLOR + i, plain ? s[1] :
             g_rand_int(p->r) & mask);
        both(p, NV_BUNDLE_RC_OUT_ALPHA + i, plain ? s[1] :
             g_rand_int(p->r) & mask);
        both(p, NV_BUNDLE_RC_FACTOR_0 + i, g_rand_int(p->r));
        both(p, NV_BUNDLE_RC_FACTOR_1 + i, g_rand_int(p->r));
    }
    for (unsigned i = 0; i < 2; i++) {
        both(p, NV_BUNDLE_RC_FINAL_FACTOR + i, g_rand_int(p->r));
    }
    both(p, NV_BUNDLE_RC_FINAL_A, chance(p, 2) ? 0x0000000c
                                               : g_rand_int(p->r));
    both(p, NV_BUNDLE_RC_FINAL_B, chance(p, 2) ? 0x00001c80
                                               : g_rand_int(p->r));
    both(p, NV_BUNDLE_FOG_COLOR, g_rand_int(p->r));
}

static inline void random_pixels(Pair *p)
{
    both(p, NV_BUNDLE_CONFIG_A,
         (chance(p, 6) ? g_rand_int(p->r) & 0x3c000000 : 0x3c000000) |
         range(p, 0, 4) << 24 | (chance(p, 3) ? NV_BIT(14) : 0) |
         range(p, 0, 8) << 16 | (chance(p, 5) ? NV_BIT(12) : 0) |
         (chance(p, 8) ? NV_BIT(23) : 0) | (g_rand_int(p->r) & 0x7ff));
    both(p, NV_BUNDLE_CONFIG_B, g_rand_int(p->r) & 0x00170140);
    both(p, NV_BUNDLE_RASTER, 8 << 12 | (chance(p, 8) ? NV_BIT(29) : 0) |
         (chance(p, 8) ? NV_BIT(4) : 0) | (chance(p, 12) ? NV_BIT(31) : 0));
    both(p, NV_BUNDLE_POLYGON_STIPPLE + range(p, 0, 32), g_rand_int(p->r));
    both(p, NV_BUNDLE_STENCIL_A, chance(p, 4) ? g_rand_int(p->r) : 0);
    both(p, NV_BUNDLE_STENCIL_B, g_rand_int(p->r) & 0x777);
    both(p, NV_BUNDLE_BLEND, chance(p, 3) ? 0 : chance(p, 2) ? 0x0510051a
         : g_rand_int(p->r) & (chance(p, 6) ? 0x0fffffff : 0x0ffeffff));
    both(p, NV_BUNDLE_BLEND_COLOR, g_rand_int(p->r));
    both(p, NV_BUNDLE_CLIP_RECT_HORIZ, chance(p, 6) ? 0x00300009
                                                    : 0x0fff0000);
    both(p, NV_BUNDLE_CLIP_RECT_VERT, chance(p, 6) ? 0x00280009
                                                   : 0x0fff0000);
    both(p, NV_BUNDLE_CLIP_RECT_HORIZ + 1, g_rand_int(p->r) & 0x003f000f);
    both(p, NV_BUNDLE_CLIP_RECT_VERT + 1, g_rand_int(p->r) & 0x003f000f);
}

/* ---- what is drawn ---- */

static inline float coordinate(Pair *p)
{
    static const float odd[] = {
        -0.0f, INFINITY, -INFINITY, NAN, 1e30f, -1e30f, 3e9f, 1e-30f,
    };

    return chance(p, 60) ? odd[range(p, 0, G_N_ELEMENTS(odd))]
                         : range(p, -1024, 1200) / 16.0f;
}

static inline void random_vertex(Pair *p, NvRasterVertex *v, bool small)
{
    float x = range(p, -64, 1100), y = range(p, -64, 1100);

    if (small) {
        x = 320 + range(p, 0, 160);
        y = 320 + range(p, 0, 160);
    }
    *v = rig_vertex(x / 16, y / 16, range(p, 0, 64) / 64.0f,
                    g_rand_int(p->r));
    v->rhw = chance(p, 3) ? range(p, 1, 17) / 16.0f : 1;
    v->size = range(p, 0, 200) / 8.0f;
    v->fog = range(p, -16, 16) / 8.0f;
    for (unsigned u = 0; u < 4; u++) {
        float by = chance(p, 2) ? 1 : 1 / 16.0f;

        v->color[1][u] = range(p, 0, 256) / 255.0f;
        for (unsigned k = 0; k < 3; k++) {
            v->tex[u][k] = coordinate(p) * by;
        }
        v->tex[u][3] = chance(p, 8) ? coordinate(p) : 1;
    }
}

/* As corners of images and of parts of them are: many the same, many none. */
static inline void corner_of_image(Pair *p, NvRasterVertex *v)
{
    static const float usual[] = { 0, 0, 1, 1, 2, 0.5f, 0.3f, 3.7f, -1 };

    for (unsigned u = 0; u < 4; u++) {
        for (unsigned k = 0; k < 2; k++) {
            v->tex[u][k] = usual[range(p, 0, G_N_ELEMENTS(usual))];
        }
        v->tex[u][3] = 1;
    }
}

/* A rectangle as drivers send it: whole texels, and all else. */
static inline void draw(Pair *p)
{
    NvRasterVertex v[6];
    bool images = chance(p, 3);

    for (unsigned i = 0; i < 6; i++) {
        random_vertex(p, &v[i], i > 2);
        if (images) {
            corner_of_image(p, &v[i]);
        }
        for (unsigned u = 0; u < 4 && chance(p, 2); u++) {
            v[i].tex[u][0] = v[i].x - 3;
            v[i].tex[u][1] = v[i].y + 5;
        }
    }
    random_shares(p);
    for (unsigned k = 0; k < 2; k++) {
        NvRaster *raster = &p->rig[k].raster;

        nv_raster_triangles(raster, v, 6);
        nv_raster_lines(raster, v, 4);
        nv_raster_points(raster, v, 2);
    }
}

#endif
