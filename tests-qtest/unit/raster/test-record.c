/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The `record` backend: what goes in comes out of the file again, damaged
 * files are read without harm, and files that cannot be written say why.
 */
#include <glib.h>
#include <glib/gstdio.h>

#include "raster/record/record-format.h"

/* Records are never left in the middle. */
static NvRasterPlace place;

typedef struct Rig {
    char *folder, *path;
    char *log;
    unsigned logs;
    NvChip chip;
    NvEnv env;
    NvRaster raster;
    void *backend;
} Rig;

static void rig_log(void *host, NvLogKind kind G_GNUC_UNUSED,
                    const char *line)
{
    Rig *r = host;

    g_free(r->log);
    r->log = g_strdup(line);
    r->logs++;
}

static const NvHostOps rig_ops = { .log = rig_log };

static Rig *rig_new(void)
{
    Rig *r = g_new0(Rig, 1);

    r->folder = g_dir_make_tmp("nv-record-XXXXXX", NULL);
    g_assert_nonnull(r->folder);
    r->path = g_build_filename(r->folder, "scene.rec", NULL);
    r->chip.name = "nv20";
    r->env.chip = &r->chip;
    r->env.ops = &rig_ops;
    r->env.host = r;
    r->raster.env = &r->env;
    r->raster.chip = &r->chip;
    return r;
}

static void rig_free(Rig *r)
{
    g_remove(r->path);
    g_rmdir(r->folder);
    g_free(r->folder);
    g_free(r->path);
    g_free(r->log);
    g_free(r);
}

static void rig_open(Rig *r)
{
    GError *error = NULL;

    r->backend = nv_raster_record.create(&r->raster, r->path, &error);
    g_assert_no_error(error);
}

static NvRasterVertex *random_vertices(GRand *rand, unsigned count)
{
    NvRasterVertex *v = g_new(NvRasterVertex, count);
    uint32_t *word = (uint32_t *)v;

    /* Any bits: infinities and NaNs travel unchanged too. */
    for (unsigned i = 0; i < count * NV_RECORD_FLOATS; i++) {
        word[i] = g_rand_int(rand);
    }
    return v;
}

/* What the test did, packet by packet. */
typedef struct Step {
    uint32_t type, count;
    NvRasterVertex *v;
    uint32_t mask;
} Step;

static void do_step(Rig *r, GRand *rand, Step *s)
{
    static const unsigned corners[] = { 1, 2, 3 };

    s->type = g_rand_int_range(rand, NV_RECORD_CLEAR, NV_RECORD_FLUSH + 1);
    switch (s->type) {
    case NV_RECORD_CLEAR:
        s->mask = g_rand_int(rand) & 0xf3;
        nv_raster_record.clear(r->backend,
                               &(NvRasterClear) { .mask = s->mask }, &place);
        break;
    case NV_RECORD_FLUSH:
        nv_raster_record.flush(r->backend);
        break;
    default:
        s->count = corners[s->type - NV_RECORD_POINTS] *
                   g_rand_int_range(rand, 1, 50);
        s->v = random_vertices(rand, s->count);
        if (s->type == NV_RECORD_POINTS) {
            nv_raster_record.points(r->backend, s->v, s->count, &place);
        } else if (s->type == NV_RECORD_LINES) {
            nv_raster_record.lines(r->backend, s->v, s->count, &place);
        } else {
            nv_raster_record.triangles(r->backend, s->v, s->count, &place);
        }
        break;
    }
}

static void check_step(const Step *s, const NvRecordPacket *p)
{
    g_assert_cmpuint(p->type, ==, s->type);
    if (s->type == NV_RECORD_CLEAR) {
        g_assert_cmpuint(p->size, ==, 4);
        g_assert_cmphex(nv_ld32(p->payload), ==, s->mask);
    }
    g_assert_cmpuint(nv_record_vertices(p), ==, s->count);
    for (unsigned i = 0; i < s->count; i++) {
        NvRasterVertex v;

        nv_record_vertex(p, i, &v);
        g_assert_cmpmem(&v, sizeof(v), &s->v[i], sizeof(v));
    }
}

static void test_round_trip(void)
{
    enum { STEPS = 500 };
    GRand *rand = g_rand_new_with_seed(30);
    Rig *r = rig_new();
    Step *steps = g_new0(Step, STEPS);
    g_autofree char *data = NULL;
    NvRecordReader reader;
    NvRecordPacket p = { 0 };
    size_t size;
    unsigned vertices = 0;

    rig_open(r);
    for (unsigned i = 0; i < STEPS; i++) {
        do_step(r, rand, &steps[i]);
        vertices += steps[i].count;
    }
    nv_raster_record.destroy(r->backend);
    g_assert_true(g_file_get_contents(r->path, &data, &size, NULL));
    g_assert_null(nv_record_open(&reader, data, size));
    g_assert_cmpstr(reader.chip, ==, "nv20");
    g_assert_true(nv_record_next(&reader, &p));
    g_assert_cmpuint(p.type, ==, NV_RECORD_NAMES);
    for (unsigned i = 0; i < STEPS; i++) {
        g_assert_true(nv_record_next(&reader, &p));
        check_step(&steps[i], &p);
        g_free(steps[i].v);
    }
    g_assert_false(nv_record_next(&reader, &p));
    g_assert_cmpuint(reader.at, ==, reader.size);
    g_test_message("%u packets, %u vertices", STEPS, vertices);
    g_assert_cmpuint(r->logs, ==, 0);
    g_free(steps);
    rig_free(r);
    g_rand_free(rand);
}

static void test_state(void)
{
    GRand *rand = g_rand_new_with_seed(31);
    Rig *r = rig_new();
    uint32_t got[NV_BUNDLE_COUNT] = { 0 }, changed = 0, seen = 0;
    g_autofree char *data = NULL;
    NvRecordReader reader;
    NvRecordPacket p = { 0 };
    size_t size;
    unsigned surfaces = 0, count = 0;

    rig_open(r);
    for (unsigned i = 0; i < 100; i++) {
        unsigned bundle = g_rand_int_range(rand, 0, NV_BUNDLE_COUNT);
        uint32_t value = g_rand_int_range(rand, 0, 3);

        changed += r->raster.bundle[bundle] != value;
        r->raster.bundle[bundle] = value;
        r->raster.color.pitch = i / 50;
        nv_raster_record.state(r->backend);
    }
    nv_raster_record.destroy(r->backend);
    g_assert_true(g_file_get_contents(r->path, &data, &size, NULL));
    g_assert_null(nv_record_open(&reader, data, size));
    while (nv_record_next(&reader, &p)) {
        g_assert_true(p.type != NV_RECORD_BUNDLES || p.size);
        if (p.type == NV_RECORD_NAMES) {
            for (uint32_t i = 0; i < p.size; i++) {
                count += !p.payload[i];
            }
            g_assert_cmpstr((const char *)p.payload, ==, "MULTISAMPLE");
        }
        for (uint32_t i = 0; p.type == NV_RECORD_BUNDLES && i < p.size;
             i += 8) {
            got[nv_ld32(p.payload + i)] = nv_ld32(p.payload + i + 4);
            seen++;
        }
        if (p.type == NV_RECORD_SURFACES) {
            g_assert_cmpuint(p.size, ==, 8 * NV_RECORD_SURFACE_WORDS + 4);
            g_assert_cmpuint(nv_ld32(p.payload + 24), ==, surfaces);
            surfaces++;
        }
    }
    /* Only what changed was written, and all of it. */
    g_assert_cmpuint(count, ==, NV_BUNDLE_COUNT);
    g_assert_cmpuint(seen, ==, changed);
    g_assert_cmpuint(surfaces, ==, 2);
    g_assert_cmpmem(got, sizeof(got), r->raster.bundle,
                    sizeof(r->raster.bundle));
    rig_free(r);
    g_rand_free(rand);
}

static void test_many(void)
{
    GRand *rand = g_rand_new_with_seed(32);
    Rig *r = rig_new();
    unsigned count = 30000, at = 0;
    NvRasterVertex *v = random_vertices(rand, count);
    g_autofree char *data = NULL;
    NvRecordReader reader;
    NvRecordPacket p = { 0 };
    size_t size;

    rig_open(r);
    nv_raster_record.triangles(r->backend, v, count, &place);
    nv_raster_record.flush(r->backend);
    /* On disk already, before the backend goes. */
    g_assert_true(g_file_get_contents(r->path, &data, &size, NULL));
    nv_raster_record.destroy(r->backend);
    g_assert_null(nv_record_open(&reader, data, size));
    while (nv_record_next(&reader, &p)) {
        if (p.type != NV_RECORD_TRIANGLES) {
            continue;
        }
        g_assert_cmpuint(nv_record_vertices(&p) % 3, ==, 0);
        for (unsigned i = 0; i < p.size; i += 4) {
            uint32_t word;

            memcpy(&word, (const uint8_t *)(v + at) + i, 4);
            g_assert_cmphex(nv_ld32(p.payload + i), ==, word);
        }
        at += nv_record_vertices(&p);
    }
    g_assert_cmpuint(at, ==, count);
    g_free(v);
    rig_free(r);
    g_rand_free(rand);
}

/* Reads all of a file that may be anything. */
static unsigned walk(const void *data, size_t size)
{
    NvRecordReader reader;
    NvRecordPacket p = { 0 };
    unsigned packets = 0;

    if (nv_record_open(&reader, data, size)) {
        return 0;
    }
    while (nv_record_next(&reader, &p)) {
        NvRasterVertex v;

        for (uint32_t i = 0; i < nv_record_vertices(&p); i++) {
            nv_record_vertex(&p, i, &v);
        }
        packets++;
    }
    return packets;
}

static void test_damage(void)
{
    GRand *rand = g_rand_new_with_seed(33);
    Rig *r = rig_new();
    NvRasterVertex *v = random_vertices(rand, 6);
    g_autofree char *data = NULL;
    size_t size;
    unsigned whole, last = 0;

    rig_open(r);
    nv_raster_record.clear(r->backend, &(NvRasterClear) { .mask = 0xf3 }, &place);
    nv_raster_record.triangles(r->backend, v, 6, &place);
    nv_raster_record.destroy(r->backend);
    g_assert_true(g_file_get_contents(r->path, &data, &size, NULL));
    whole = walk(data, size);
    g_assert_cmpuint(whole, ==, 3);
    for (size_t cut = 0; cut < size; cut++) {
        g_autofree char *copy = g_memdup2(data, cut);   /* ASan sees ends */
        unsigned packets = walk(copy, cut);

        g_assert_cmpuint(packets, >=, last);
        g_assert_cmpuint(packets, <, whole);
        last = packets;
    }
    for (unsigned i = 0; i < 3000; i++) {
        g_autofree char *copy = g_memdup2(data, size);

        for (unsigned k = 0; k < 4; k++) {
            copy[g_rand_int_range(rand, 0, size)] = g_rand_int(rand);
        }
        walk(copy, size);
    }
    g_free(v);
    rig_free(r);
    g_rand_free(rand);
}

static void test_errors(void)
{
    Rig *r = rig_new();
    GError *error = NULL;
    g_autofree char *bad = g_build_filename(r->folder, "no", "file", NULL);
    NvRasterVertex v[3];

    memset(v, 0, sizeof(v));
    g_assert_null(nv_raster_record.create(&r->raster, NULL, &error));
    g_assert_nonnull(strstr(error->message, "name of the file"));
    g_clear_error(&error);
    g_assert_null(nv_raster_record.create(&r->raster, bad, &error));
    g_assert_nonnull(strstr(error->message, bad));
    g_clear_error(&error);
    /* A full disk: said once, then silence. */
    if (g_file_test("/dev/full", G_FILE_TEST_EXISTS)) {
        r->backend = nv_raster_record.create(&r->raster, "/dev/full", &error);
        g_assert_no_error(error);
        for (unsigned i = 0; i < 3000; i++) {
            nv_raster_record.triangles(r->backend, v, 3, &place);
            nv_raster_record.flush(r->backend);
        }
        nv_raster_record.destroy(r->backend);
        g_assert_cmpuint(r->logs, ==, 1);
        g_assert_nonnull(strstr(r->log, "/dev/full"));
    }
    rig_free(r);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/record/round-trip", test_round_trip);
    g_test_add_func("/record/state", test_state);
    g_test_add_func("/record/many", test_many);
    g_test_add_func("/record/damage", test_damage);
    g_test_add_func("/record/errors", test_errors);
    return g_test_run();
}
