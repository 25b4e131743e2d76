/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Triangles that several threads draw: each goes through all of them in their
 * order, and draws the pixels of its cells of the screen.  No pixel sees what
 * another one writes (NvSoft.apart), so every bit is what one thread makes.
 *
 * So many are drawn at once as time surely suffices for: without a clock a run
 * ends where it ends with one thread, whatever the number of threads.  What
 * does not fit is for one thread.  No hardware facts.
 */
#include <limits.h>
#include <time.h>

#include "base/pool.h"
#include "raster/soft/soft.h"

/*
 * At once, at most, by what they can cost, of which triangles cost half.  It
 * begins with little and follows processor time: costs are rough, and nobody
 * can be told to stop.  Where runs end does not follow from it.
 */
#define MOST_PIXELS (1u << 18)
#define FIRST_PIXELS (1u << 15)
#define PIECE_US 400
#define MOST_TRIANGLES 512
/* Less is not worth to wake anybody; half of a triangle's box is its own. */
#define LEAST_PIXELS (1u << 13)
/* Cells each thread has along a side, and what their sizes are multiples of. */
#define CELLS_EACH 2
#define LINES 2u                /* quads are whole */
#define COLUMNS 16u             /* pixels of a line of the host's cache */

struct NvSoftCrew {
    NvPool *pool;               /* as soon as something is shared */
    unsigned threads;
    NvSoftScratch *helper[NV_POOL_THREADS];     /* from 1 up */
    bool forced;
    unsigned width, height;     /* if it is */
    uint64_t shared;
    uint32_t most;              /* pixels at once, in this state */
    /* What is drawn now. */
    NvSoft *s;
    const NvSoftList *list;
    unsigned at, count;         /* its first corner; triangles */
    NvRect box[MOST_TRIANGLES], all;    /* all of them in one */
    NvSoftShare share;
    uint64_t pixels;            /* at most, what they cost */
    uint64_t columns;           /* sum of boxes' */
    uint64_t lines;             /* the same of lines', what these cost */
};

/* ---- what is drawn at once ---- */

/* What a pixel costs, at most. */
static uint64_t most_cost(const NvSoft *s)
{
    bool code = s->raster->env->slice && nv_mc_on(s->machine);

    return MAX(code ? s->machine_cost : s->pixel_cost, 1);
}

static uint64_t time_left(const NvEnv *env, uint64_t most)
{
    uint64_t left = most;

    if (env->time.limit) {
        left = env->time.limit - MIN(env->time.limit, env->spent);
    }
    return MIN(left, most);
}

/* Of this thread, in microseconds. */
static int64_t processor_time(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * INT64_C(1000000) + t.tv_nsec / 1000;
}

/* The last ones took so many microseconds. */
static void learn(NvSoftCrew *crew, int64_t us)
{
    if (us > PIECE_US) {
        crew->most = MAX(crew->most * PIECE_US / (uint64_t)us,
                         2 * LEAST_PIXELS);
    } else if (us < PIECE_US / 2) {
        crew->most = MIN(2 * crew->most, MOST_PIXELS);
    }
}

static void add(NvSoftCrew *crew, const NvRect *box, uint64_t pixels,
                uint64_t line)
{
    NvRect *all = &crew->all;

    crew->pixels += pixels;
    crew->columns += box->x1 - box->x0;
    crew->lines += (box->y1 - box->y0) * line;
    all->x0 = MIN(all->x0, box->x0);
    all->y0 = MIN(all->y0, box->y0);
    all->x1 = MAX(all->x1, box->x1);
    all->y1 = MAX(all->y1, box->y1);
}

/* The box of triangle @i; empty if it has no pixels. */
static void find_box(NvSoftCrew *crew, unsigned i)
{
    NvSoftThree three;

    nv_soft_corners_of(crew->s, crew->list, crew->at + 3 * i, 3, &three);
    if (!nv_soft_triangle_box(crew->s, three.v, &crew->box[i])) {
        crew->box[i] = (NvRect) { 0, 0, 0, 0 };
    }
}

/*
 * Fills in what there is time for: as many of the triangles as there can be,
 * or some lines of the first.  False if that is nothing.
 */
static bool plan(NvSoftCrew *crew)
{
    const NvSoft *s = crew->s;
    const NvRasterPlace *place = &s->scratch.place;
    uint64_t line = nv_soft_line_cost(s->pixel->primitive.smooth_polygons);
    uint64_t left = time_left(s->raster->env, crew->most);
    uint64_t cost = most_cost(s);
    unsigned most = MIN((crew->list->count - crew->at) / 3, MOST_TRIANGLES);

    crew->share = (NvSoftShare) { .from = *place, .end = INT_MAX };
    crew->all = (NvRect) { INT_MAX, INT_MAX, 0, 0 };
    crew->count = 0;
    crew->pixels = crew->columns = crew->lines = 0;
    while (left && crew->count < most) {
        NvRect *box = &crew->box[crew->count];
        uint64_t each, height;

        find_box(crew, crew->count);
        if (place->part) {
            box->y0 = MAX(box->y0, (int)MIN(place->y, (uint32_t)INT_MAX));
        }
        height = MAX(box->y1 - box->y0, 0);
        each = (box->x1 - box->x0) * cost + line;
        if (crew->pixels + height * each >= left) {
            height = crew->count ? 0 : (left - 1) / each & ~UINT64_C(1);
            if (!height) {
                return crew->count;
            }
            box->y1 = crew->share.end = box->y0 + height;
            left = 0;
        }
        if (height) {
            add(crew, box, height * each, line);
        }
        crew->count++;
        if (place->part) {
            break;
        }
    }
    return crew->count;
}

/* ---- who draws what of it ---- */

static unsigned cell_size(const NvSoftCrew *crew, int side, unsigned unit)
{
    unsigned all = CELLS_EACH * crew->threads * unit;

    return ((unsigned)MAX(side, 1) + all - 1) / all * unit;
}

/*
 * Columns for small triangles in a row, of which most lie in one of them;
 * else lines, for a line is looked at by one thread then.
 */
static void choose_cells(NvSoftCrew *crew)
{
    int width = crew->all.x1 - crew->all.x0;
    int height = crew->all.y1 - crew->all.y0;
    unsigned columns = cell_size(crew, width, COLUMNS);
    bool small = crew->columns < (uint64_t)crew->count * columns;

    crew->share.count = crew->threads;
    crew->share.width = crew->share.height = NV_SOFT_WHOLE;
    if (crew->forced) {
        crew->share.width = crew->width;
        crew->share.height = crew->height;
    } else if ((small && width > height) || height < 2 * (int)crew->threads) {
        crew->share.width = columns;
    } else {
        crew->share.height = cell_size(crew, height, LINES);
    }
}

/* Some of the box may be the share's. */
static bool reaches(const NvRect *box, const NvSoftShare *share)
{
    unsigned first, last, to_mine;

    if (box->x1 <= box->x0 || box->y1 <= box->y0) {
        return false;
    }
    first = (unsigned)box->x0 / share->width +
            (unsigned)box->y0 / share->height;
    last = (unsigned)(box->x1 - 1) / share->width +
           (unsigned)(box->y1 - 1) / share->height;
    to_mine = (share->mine + share->count - first % share->count) %
              share->count;
    return first + to_mine <= last;
}

static void draw(void *opaque, unsigned item, unsigned worker)
{
    NvSoftCrew *crew = opaque;
    const NvSoft *s = crew->s;
    NvSoftScratch *scratch = worker ? crew->helper[worker]
                                    : &crew->s->scratch;
    NvSoftThree three;

    scratch->share = crew->share;
    scratch->share.mine = item;
    for (unsigned i = 0; i < crew->count; i++) {
        if (reaches(&crew->box[i], &scratch->share)) {
            nv_soft_corners_of(s, crew->list, crew->at + 3 * i, 3, &three);
            nv_soft_triangle(s, scratch, three.v);
        }
    }
    scratch->share.count = 0;
}

/* ---- the crew ---- */

static void get_ready(NvSoftCrew *crew)
{
    if (!crew->pool) {
        crew->pool = nv_pool_new(crew->threads);
        nv_pool_look_long(crew->pool);
    }
    for (unsigned i = 1; i < crew->threads; i++) {
        if (!crew->helper[i]) {
            crew->helper[i] = g_new0(NvSoftScratch, 1);
        }
        nv_mc_copy_data(crew->s->machine, crew->helper[i]);
    }
}

/* What the others did is in the card's scratch, and spent. */
static void gather(NvSoftCrew *crew)
{
    NvSoftScratch *to = &crew->s->scratch;
    uint64_t spent = crew->lines + to->spent;

    to->spent = 0;
    for (unsigned i = 1; i < crew->threads; i++) {
        NvSoftScratch *from = crew->helper[i];

        spent += from->spent;
        to->passed += from->passed;
        from->spent = from->passed = 0;
        nv_soft_touch_more(&to->color, &from->color);
        nv_soft_touch_more(&to->zeta, &from->zeta);
    }
    nv_env_spend(crew->s->raster->env, spent);
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
    int64_t begin;

    *done = list->count - at;
    if (!crew || !can_share(s)) {
        return false;
    }
    crew->s = s;
    crew->list = list;
    crew->at = at;
    if (!plan(crew)) {
        return false;
    }
    *done = 3 * crew->count;
    if (crew->pixels < LEAST_PIXELS && !crew->forced) {
        return false;
    }
    get_ready(crew);
    choose_cells(crew);
    begin = processor_time();
    nv_pool_run(crew->pool, draw, crew, crew->threads);
    learn(crew, processor_time() - begin);
    gather(crew);
    crew->shared++;
    s->scratch.place = (NvRasterPlace) { 0 };
    if (crew->share.end < INT_MAX) {
        *done = 0;
        s->scratch.place = (NvRasterPlace) { 1, 0, crew->share.end };
    }
    return true;
}

NvSoftCrew *nv_soft_crew_new(unsigned threads)
{
    NvSoftCrew *crew = threads > 1 ? g_new0(NvSoftCrew, 1) : NULL;

    if (crew) {
        crew->threads = MIN(threads, NV_POOL_THREADS);
        nv_soft_crew_state(crew);
    }
    return crew;
}

void nv_soft_crew_state(NvSoftCrew *crew)
{
    if (crew) {
        crew->most = FIRST_PIXELS;
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
            g_free(crew->helper[i]->data);
            nv_soft_scratch_free(crew->helper[i]);
        }
    }
    g_free(crew);
}

void nv_soft_crew_force(NvSoftCrew *crew, unsigned width, unsigned height)
{
    assert(width && height);
    crew->forced = true;
    crew->width = width;
    crew->height = height;
}

uint64_t nv_soft_crew_shared(const NvSoftCrew *crew)
{
    return crew->shared;
}
