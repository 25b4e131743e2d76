/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Triangles that several threads draw: of a piece of them everyone takes strips
 * of the screen until there are no more, broad ones first, goes through all
 * triangles in their order for each, and draws its pixels.  No pixel sees what
 * another one writes (NvSoft.apart), so every bit is what one thread makes.
 *
 * While the others begin, the card's thread may make the next piece, then it
 * helps.  Strips of that are open as soon as nobody is at the same ones any more,
 * so nobody waits for who is last.
 *
 * So many are drawn at once as time surely suffices for: without a clock a run
 * ends where it ends with one thread, whatever the number of threads.  What
 * does not fit is for one thread.  No hardware facts.
 */
#include <limits.h>
#include <time.h>

#include "raster/soft/share-priv.h"

/*
 * At once, at most, by what they can cost, of which triangles cost half.  It
 * begins with little and follows processor time: costs are rough, and nobody
 * can be told to stop.  Where runs end does not follow from it.
 */
#define MOST_PIXELS (1u << 18)
#define FIRST_PIXELS (1u << 15)
#define PIECE_US 800
/* Less is not worth to wake anybody; half of a triangle's box is its own. */
#define LEAST_PIXELS (1u << 13)
#define LEAST_LINES (1u << 15)  /* the same of lines that are whole */
/* Strips a thread, at most, and what their sizes are a power of two of. */
#define STRIPS_EACH 32
#define LINES 2u                /* quads are whole */
#define COLUMNS 16u             /* pixels of a line of the host's cache */

/* Boxes that are found at once. */
#define BOXES 32u

/* Once it is known how long pieces take, every so many are looked at. */
#define LOOK_AT 16

struct NvSoftCrew {
    NvPool *pool;               /* as soon as something is shared */
    unsigned threads;
    NvSoftScratch *helper[NV_POOL_THREADS];     /* from 1 up */
    bool forced, upright;
    unsigned size;              /* if it is: of strips */
    uint64_t shared;
    uint32_t most;              /* pixels at once, in this state */
    bool known;                 /* that fits */
    NvSoftPiece piece[2], *next;        /* one is made, one may be */
    NvSoftPiece *drawn;         /* by the others now, or NULL */
};

/* What a pixel costs, at most. */
static uint64_t most_cost(const NvSoft *s)
{
    bool code = s->raster->env->slice && nv_mc_on(s->machine);

    return MAX(code ? s->machine_cost : s->pixel_cost, 1);
}

/* For as much as @most, at most. */
static uint64_t time_left(const NvSoftCrew *crew, const NvEnv *env,
                          uint64_t most)
{
    uint64_t spent = env->spent + (crew->drawn ? crew->drawn->sums.pixels : 0);

    return env->time.limit
           ? MIN(env->time.limit - MIN(env->time.limit, spent), most) : most;
}

/* Of this thread, in microseconds. */
static int64_t processor_time(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * INT64_C(1000000) + t.tv_nsec / 1000;
}

/* The last ones took so many microseconds. */
static void learn(NvSoftCrew *crew, uint32_t us)
{
    crew->known = us >= PIECE_US / 2 || crew->most == MOST_PIXELS;
    if (us > PIECE_US) {
        crew->most = MAX(crew->most * PIECE_US / us,
                         2 * LEAST_PIXELS);
    } else if (us < PIECE_US / 2) {
        crew->most = MIN(2 * crew->most, MOST_PIXELS);
    }
}

static inline void add(NvSoftSums *sums, const NvRect *box, uint64_t pixels,
                       uint64_t line)
{
    NvRect *all = &sums->all;

    sums->pixels += pixels;
    sums->columns += box->x1 - box->x0;
    sums->lines += (box->y1 - box->y0) * line;
    all->x0 = MIN(all->x0, box->x0);
    all->y0 = MIN(all->y0, box->y0);
    all->x1 = MAX(all->x1, box->x1);
    all->y1 = MAX(all->y1, box->y1);
}

static void begin_piece(NvSoftPiece *piece, NvSoft *s, const NvSoftList *list,
                        unsigned at)
{
    piece->s = s;
    piece->list = *list;
    piece->at = at;
    piece->share = (NvSoftShare) { .on = true, .from = s->scratch.place,
                                   .end = INT_MAX };
    piece->count = 0;
    memset(piece->part, 0, sizeof(piece->part));
}

/*
 * Fills in what there is time for, @left: as many of the triangles as there can
 * be, or some lines of the first.  False if that is nothing.
 */
static bool plan(NvSoftPiece *piece, uint64_t left)
{
    const NvSoft *s = piece->s;
    const NvRasterPlace *place = &piece->share.from;
    uint64_t line = nv_soft_line_cost(s->pixel->primitive.smooth_polygons);
    uint64_t cost = most_cost(s);
    unsigned most = MIN((piece->list.count - piece->at) / 3,
                        NV_SOFT_PIECE_TRIANGLES);
    NvSoftSums sums = { .all = { INT_MAX, INT_MAX, 0, 0 } };

    while (left && piece->count < most) {
        NvRect *box = &piece->box[piece->count];
        uint64_t each, height;

        if (piece->count % BOXES == 0) {
            nv_soft_triangle_boxes(s, &piece->list,
                                   piece->at + 3 * piece->count,
                                   MIN(BOXES, most - piece->count), box);
        }
        if (place->part) {
            box->y0 = MAX(box->y0, (int)MIN(place->y, (uint32_t)INT_MAX));
        }
        height = MAX(box->y1 - box->y0, 0);
        each = (box->x1 - box->x0) * cost + line;
        if (sums.pixels + height * each >= left) {
            height = piece->count ? 0 : (left - 1) / each & ~UINT64_C(1);
            if (!height) {
                break;
            }
            box->y1 = piece->share.end = box->y0 + height;
            left = 0;
        }
        if (height) {
            add(&sums, box, height * each, line);
        }
        piece->count++;
        if (place->part) {
            break;
        }
    }
    piece->sums = sums;
    return piece->count;
}

/* ---- who draws what of it ---- */

/* Few sizes, for pieces of the same ones follow each other best. */
static unsigned strip_size(unsigned strips, int side, unsigned unit)
{
    while ((int)(strips * unit) < side) {
        unit *= 2;
    }
    return unit;
}

/*
 * Columns for small triangles in a row, which lie in few of a thread's share;
 * else lines, for a line is looked at by one thread then.
 */
static void choose_strips(const NvSoftCrew *crew, NvSoftPiece *piece)
{
    const NvRect *all = &piece->sums.all;
    int width = all->x1 - all->x0, height = all->y1 - all->y0;
    unsigned strips = STRIPS_EACH * crew->threads;
    bool small = piece->sums.columns * 4 * crew->threads <
                 (uint64_t)piece->count * MAX(width, 1);

    piece->upright = (small && width > height) ||
                     height < 2 * (int)crew->threads;
    piece->size = piece->upright ? strip_size(strips, width, COLUMNS)
                                 : strip_size(strips, height, LINES);
    if (crew->forced) {
        piece->upright = crew->upright;
        piece->size = crew->size;
    }
}

/* What is in its scratch is the piece's, and the next starts with nothing. */
static void note(NvSoftPart *part, NvSoftScratch *scratch)
{
    part->spent += scratch->spent;
    part->passed += scratch->passed;
    scratch->spent = scratch->passed = 0;
    nv_soft_touch_more(&part->color, &scratch->color);
    nv_soft_touch_more(&part->zeta, &scratch->zeta);
}

static void draw(void *opaque, unsigned first, unsigned n, unsigned worker)
{
    NvSoftPiece *piece = opaque;
    NvSoft *s = piece->s;
    NvSoftScratch *scratch = worker ? s->crew->helper[worker] : &s->scratch;
    NvSoftPart *part = &piece->part[worker];
    int64_t begin = piece->timed ? processor_time() : 0;

    nv_soft_draw_strips(piece, scratch, first, n);
    note(part, scratch);
    if (piece->timed) {
        part->us += processor_time() - begin;
    }
}

/* ---- the crew ---- */

static void get_ready(NvSoftCrew *crew, NvSoft *s)
{
    if (!crew->pool) {
        crew->pool = nv_pool_new(crew->threads);
        nv_pool_look_long(crew->pool);
    }
    for (unsigned i = 1; i < crew->threads; i++) {
        if (!crew->helper[i]) {
            crew->helper[i] = g_new0(NvSoftScratch, 1);
        }
        nv_mc_copy_data(s->machine, crew->helper[i]);
    }
}

/* What everyone did is in the card's scratch, and spent. */
static void gather(NvSoftCrew *crew, NvSoftPiece *piece)
{
    NvSoftScratch *to = &piece->s->scratch;
    uint64_t spent = piece->sums.lines, us = 0;

    for (unsigned i = 0; i < crew->threads; i++) {
        NvSoftPart *part = &piece->part[i];

        spent += part->spent;
        us += part->us;
        to->passed += part->passed;
        nv_soft_touch_more(&to->color, &part->color);
        nv_soft_touch_more(&to->zeta, &part->zeta);
    }
    nv_env_spend(piece->s->raster->env, spent);
    if (piece->timed) {
        learn(crew, us / crew->threads);
    }
}

/* @piece, of these the oldest, is drawn. */
static void finish(NvSoft *s, NvSoftPiece *piece)
{
    NvRasterPlace place = s->scratch.place;     /* of who is next */

    nv_pool_finish(s->crew->pool);
    s->scratch.place = place;
    gather(s->crew, piece);
}

bool nv_soft_share_settle(NvSoft *s)
{
    NvSoftPiece *piece = s->crew ? s->crew->drawn : NULL;

    if (!piece) {
        return false;
    }
    finish(s, piece);
    s->crew->drawn = NULL;
    s->raster->under_way = false;
    nv_mem_give_back(s->raster->mem);
    return true;
}

static void settle(void *raster)
{
    nv_raster_settle(raster);
}

/* Others may still be at it when this returns. */
static void claim(NvSoft *s)
{
    NvMemClaim claim = { .settle = settle, .opaque = s->raster };
    const NvSoftSurface *surface[2] = { &s->color, &s->zeta };

    for (unsigned i = 0; i < 2; i++) {
        uint64_t range[2] = { 0, 0 };

        if (surface[i]->on) {
            nv_soft_extent(surface[i], &s->clip, range);
        }
        claim.range[i] = (NvMemRange) { range[0], range[1] };
    }
    nv_mem_claim(s->raster->mem, &claim);
    s->raster->under_way = true;
}

/* Then those before are drawn. */
static void start(NvSoftCrew *crew, NvSoftPiece *piece)
{
    NvSoftPiece *before = crew->drawn;

    if (!before) {
        get_ready(crew, piece->s);
        claim(piece->s);
    }
    piece->timed = !crew->known || crew->shared % LOOK_AT == 0;
    crew->drawn = piece;
    crew->next = piece == crew->piece ? piece + 1 : crew->piece;
    crew->shared++;
    nv_pool_start_ranges(crew->pool, draw, piece,
                         piece->size << 1 | piece->upright, piece->begin,
                         piece->strips);
    if (before) {
        finish(piece->s, before);
    }
}

/*
 * Samples have state of their own for now, and who watches single pixels or
 * triangles wants them in their order.
 */
static bool can_share(const NvSoft *s)
{
    return s->apart && s->samples == 1 && !s->raster->funnel &&
           !nv_traces(s->raster->env, raster_reject);
}

bool nv_soft_share(NvSoft *s, const NvSoftList *list, unsigned at,
                   unsigned *done)
{
    NvSoftCrew *crew = s->crew;
    NvSoftPiece *piece;

    *done = list->count - at;
    if (!crew || !can_share(s)) {
        return false;
    }
    piece = crew->next;
    begin_piece(piece, s, list, at);
    if (!plan(piece, time_left(crew, s->raster->env, crew->most))) {
        return false;
    }
    *done = 3 * piece->count;
    if (piece->sums.pixels < LEAST_PIXELS && !crew->forced) {
        return false;
    }
    choose_strips(crew, piece);
    nv_soft_find_strips(piece);
    start(crew, piece);
    s->scratch.place = (NvRasterPlace) { 0 };
    if (piece->share.end < INT_MAX) {
        *done = 0;
        s->scratch.place = (NvRasterPlace) { 1, 0, piece->share.end };
    }
    if (!s->raster->overlaps) {
        nv_soft_share_settle(s);
    }
    return true;
}

unsigned nv_soft_share_lines(NvSoft *s, NvSoftLinesFn *fn, void *opaque, int y,
                             int end, unsigned cost)
{
    NvSoftCrew *crew = s->crew;
    uint64_t n;

    if (!crew || !crew->pool) {
        return 0;
    }
    n = (time_left(crew, s->raster->env, MOST_PIXELS) + cost - 1) / cost;
    n = MIN(n, (unsigned)(end - y));
    if (n * cost < LEAST_LINES && !crew->forced) {
        return 0;
    }
    nv_pool_start_ranges(crew->pool, fn, opaque, 0, y, n);
    nv_pool_finish(crew->pool);
    return n;
}

NvSoftCrew *nv_soft_crew_new(unsigned threads)
{
    NvSoftCrew *crew = threads > 1 ? g_new0(NvSoftCrew, 1) : NULL;

    if (crew) {
        crew->threads = MIN(threads, NV_POOL_THREADS);
        crew->next = crew->piece;
        nv_soft_crew_state(crew);
    }
    return crew;
}

void nv_soft_crew_state(NvSoftCrew *crew)
{
    if (crew) {
        crew->most = FIRST_PIXELS;
        crew->known = false;
    }
}

void nv_soft_crew_free(NvSoftCrew *crew)
{
    if (!crew) {
        return;
    }
    nv_pool_free(crew->pool);
    for (unsigned i = 1; i < crew->threads; i++) {
        if (crew->helper[i]) {
            free(crew->helper[i]->data);
            nv_soft_scratch_free(crew->helper[i]);
        }
    }
    g_free(crew);
}

void nv_soft_crew_force(NvSoftCrew *crew, bool upright, unsigned size)
{
    assert(size);
    crew->forced = true;
    crew->upright = upright;
    crew->size = size;
}

uint64_t nv_soft_crew_shared(const NvSoftCrew *crew)
{
    return crew->shared;
}
