/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a backend had no time for: primitives and clears in the order they
 * came, and the place in the first of them.  No hardware facts.
 *
 * There are few at a time, for who sends primitives waits while one is left:
 * at most what one bite of vertices makes.
 */
#include "raster/decode.h"

/* One bite makes fewer: should there be more, they are drawn at once. */
#define MAX_JOBS 256
#define MAX_CORNERS 4096

/* Words all of it, for it is saved. */
typedef struct Job {
    uint32_t kind;              /* NvRasterKind */
    uint32_t count;             /* corners that are left */
    NvRasterClear clear;
} Job;

struct NvRasterJobs {
    NvRaster *raster;
    uint32_t jobs, corners;     /* of the arrays, in use */
    uint32_t job, corner;       /* the first that is left of both */
    NvRasterPlace place;        /* in its first primitive */
    Job list[MAX_JOBS];
    NvRasterVertex v[MAX_CORNERS];
};

NvRasterJobs *nv_raster_jobs_new(NvRaster *raster)
{
    NvRasterJobs *jobs = g_new0(NvRasterJobs, 1);

    jobs->raster = raster;
    return jobs;
}

void nv_raster_jobs_free(NvRasterJobs *jobs)
{
    g_free(jobs);
}

void nv_raster_jobs_forget(NvRasterJobs *jobs)
{
    jobs->jobs = jobs->corners = jobs->job = jobs->corner = 0;
    jobs->place = (NvRasterPlace) { 0 };
    jobs->raster->left = 0;
}

static unsigned draw(NvRaster *raster, NvRasterKind kind,
                     const NvRasterVertex *v, unsigned count,
                     NvRasterPlace *place)
{
    const NvRasterOps *ops = raster->ops;

    switch (kind) {
    case NV_RASTER_POINTS:
        return ops->points(raster->backend, v, count, place);
    case NV_RASTER_LINES:
        return ops->lines(raster->backend, v, count, place);
    case NV_RASTER_TRIANGLES:
        return ops->triangles(raster->backend, v, count, place);
    default:
        return count;
    }
}

static void append(NvRaster *raster, const Job *job, const NvRasterVertex *v)
{
    NvRasterJobs *jobs = raster->jobs;
    Job *last = jobs->jobs ? &jobs->list[jobs->jobs - 1] : NULL;

    assert(job->count <= MAX_CORNERS);
    if (last && last->kind == job->kind && job->count &&
        job->count <= MAX_CORNERS - jobs->corners) {
        memcpy(&jobs->v[jobs->corners], v, job->count * sizeof(*v));
        jobs->corners += job->count;
        last->count += job->count;
        return;
    }
    if (jobs->jobs == MAX_JOBS || job->count > MAX_CORNERS - jobs->corners) {
        nv_raster_finish(raster);
    }
    jobs->list[jobs->jobs++] = *job;
    raster->left = jobs->jobs;
    if (job->count) {
        memcpy(&jobs->v[jobs->corners], v, job->count * sizeof(*v));
        jobs->corners += job->count;
    }
}

void nv_raster_draw(NvRaster *raster, NvRasterKind kind,
                    const NvRasterVertex *v, unsigned count)
{
    NvRasterPlace place = { 0 };
    unsigned done = 0;

    if (!nv_raster_busy(raster)) {
        done = draw(raster, kind, v, count, &place);
        raster->jobs->place = place;
    }
    if (done < count) {
        append(raster, &(Job) { .kind = kind, .count = count - done },
               v + done);
    }
}

void nv_raster_draw_lanes(NvRaster *raster, const NvRasterVertex *v,
                          const uint16_t *lane, unsigned count)
{
    NvRasterPlace place = { 0 };
    unsigned done = 0;

    if (!nv_raster_busy(raster)) {
        done = raster->ops->lanes(raster->backend, v, lane, count, &place);
        raster->jobs->place = place;
    }
    while (done < count) {
        const NvRasterVertex corner[3] = {
            v[lane[done]], v[lane[done + 1]], v[lane[done + 2]],
        };

        append(raster, &(Job) { .kind = NV_RASTER_TRIANGLES, .count = 3 },
               corner);
        done += 3;
    }
}

void nv_raster_clear_now(NvRaster *raster, const NvRasterClear *clear)
{
    NvRasterPlace place = { 0 };

    if (!nv_raster_busy(raster)) {
        if (raster->ops->clear(raster->backend, clear, &place)) {
            return;
        }
        raster->jobs->place = place;
    }
    append(raster, &(Job) { .kind = NV_RASTER_CLEAR, .clear = *clear }, NULL);
}

/* The first job, as far as time goes; true when it is done. */
static bool work(NvRaster *raster)
{
    NvRasterJobs *jobs = raster->jobs;
    Job *job = &jobs->list[jobs->job];
    unsigned done;

    if (job->kind == NV_RASTER_CLEAR) {
        return raster->ops->clear(raster->backend, &job->clear, &jobs->place);
    }
    done = draw(raster, job->kind, &jobs->v[jobs->corner], job->count,
                &jobs->place);
    jobs->corner += done;
    job->count -= done;
    return !job->count;
}

void nv_raster_continue(NvRaster *raster)
{
    NvRasterJobs *jobs = raster->jobs;

    if (!nv_raster_busy(raster)) {
        return;
    }
    nv_raster_refresh(raster);
    while (work(raster)) {
        jobs->place = (NvRasterPlace) { 0 };
        if (++jobs->job == jobs->jobs) {
            nv_raster_jobs_forget(jobs);
            return;
        }
        if (nv_env_late(raster->env)) {
            return;
        }
    }
}

void nv_raster_finish(NvRaster *raster)
{
    nv_raster_settle(raster);
    if (nv_raster_busy(raster)) {
        NvEnvTime time = nv_env_take_time(raster->env);

        nv_raster_continue(raster);
        assert(!nv_raster_busy(raster));
        nv_env_give_back(raster->env, time);
    }
}

/* --- saved state --- */

static bool needed(const void *unit)
{
    return ((const NvRasterJobs *)unit)->jobs;
}

/* Corners of all that is left lie in the array, whole primitives of them. */
static bool validate(const void *scratch, GError **error)
{
    const NvRasterJobs *jobs = scratch;
    bool fine = jobs->jobs <= MAX_JOBS && jobs->corners <= MAX_CORNERS &&
                jobs->corner <= jobs->corners &&
                (!jobs->jobs || jobs->job < jobs->jobs);
    uint32_t left = fine ? jobs->corners - jobs->corner : 0;

    for (unsigned i = jobs->job; fine && i < jobs->jobs; i++) {
        const Job *job = &jobs->list[i];

        fine = job->kind <= NV_RASTER_CLEAR && job->count <= left &&
               job->count % nv_raster_corners(job->kind) == 0;
        left -= fine ? job->count : 0;
    }
    if (!fine) {
        g_set_error(error, NV_STATE_ERROR, 0,
                    "raster-jobs: %u with %u corners, number %u is drawn: "
                    "out of range", jobs->jobs, jobs->corners, jobs->job);
    }
    return fine;
}

static void loaded(void *unit)
{
    NvRasterJobs *jobs = unit;

    jobs->raster->left = jobs->jobs;
}

static_assert(sizeof(Job) % 4 == 0, "jobs are words");

#define CORNER(member, ...) \
    { .name = #member, .offset = offsetof(NvRasterVertex, member), .elem = 4, \
      .count = sizeof(((NvRasterVertex *)0)->member) / 4, __VA_ARGS__ }

static const NvField corner_fields[] = {
    CORNER(x), CORNER(y), CORNER(z), CORNER(rhw), CORNER(color), CORNER(fog),
    CORNER(size), CORNER(tex), CORNER(offset, .since = 2),
    CORNER(w, .since = 3),
    NV_FIELD_END
};

static const NvField fields[] = {
    NV_FIELD(NvRasterJobs, jobs),
    NV_FIELD(NvRasterJobs, corners),
    NV_FIELD(NvRasterJobs, job),
    NV_FIELD(NvRasterJobs, corner),
    NV_FIELD(NvRasterJobs, place.part),
    NV_FIELD(NvRasterJobs, place.x),
    NV_FIELD(NvRasterJobs, place.y),
    { .name = "list", .offset = offsetof(NvRasterJobs, list), .elem = 4,
      .count = MAX_JOBS * sizeof(Job) / 4 },
    NV_FIELD_STRUCTS(NvRasterJobs, v, 4, corner_fields),
    NV_FIELD_END
};

const NvSection nv_raster_jobs_section = {
    .name = "raster-jobs", .version = 3, .oldest = 1, .size = sizeof(NvRasterJobs),
    .fields = fields, .validate = validate, .loaded = loaded,
    .late = true, .needed = needed,
};
