/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Smaller captures: some draws of one, and the fewest for which a command
 * still succeeds (delta debugging: halves first, then quarters, and so on).
 */
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/nv-cap/nv-cap.h"

/* @from again as @to, but with these methods left out besides. */
static bool rewrite(const char *from, const char *to, const NvSkip *skip,
                    unsigned skips, GError **error)
{
    NvCaptureReader *r = nv_capture_open(from, error);
    NvCaptureWriter *w = r ? nv_capture_create(to, error) : NULL;
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    GError *wrong = NULL;
    NvChunkType type;
    const uint8_t *data;
    size_t size;

    nv_skip_put(bytes, skip, skips);
    while (w && nv_capture_read(r, &type, &data, &size, &wrong)) {
        if (type != NV_CHUNK_SKIP) {
            nv_capture_write(w, type, data, size);
        }
        if (type == NV_CHUNK_HEAD && skips) {
            nv_capture_write(w, NV_CHUNK_SKIP, bytes->data, bytes->len);
        }
    }
    if (w && !wrong && !nv_capture_flush(w)) {
        g_set_error(&wrong, NV_TOOL_ERROR, 0, "%s", nv_capture_failed(w));
    }
    nv_capture_close(w);
    nv_capture_reader_free(r);
    if (wrong) {
        g_propagate_error(error, wrong);
    }
    return w && !wrong;
}

static char *temporary(GError **error)
{
    char *path = NULL;
    int fd = g_file_open_tmp("nv-cap-XXXXXX", &path, error);

    if (fd >= 0) {
        close(fd);
    }
    return path;
}

/* --- trim --- */

typedef struct Trim {
    uint64_t from, to, first_method;
    const char *path;
    bool on, done;
    GError *error;
} Trim;

static bool trim_draw(void *opaque, NvPlayer *p, const NvWalkDraw *d)
{
    Trim *t = opaque;
    NvCard *card = nv_player_card(p);

    if (d->before && d->draw == t->from) {
        t->first_method = d->first;
        t->on = nv_card_capture_start(card, t->path, &t->error);
        return t->on;
    }
    if (!d->before && d->draw == t->to) {
        t->done = true;
        return false;
    }
    return true;
}

/* What the file left out is left out still, counted from where it begins. */
static bool rebase(NvPlayer *p, const Trim *t, const char *to, GError **error)
{
    g_autoptr(GArray) skip = g_array_new(false, false, sizeof(NvSkip));
    unsigned count;
    const NvSkip *old = nv_player_skipped(p, &count);

    for (unsigned i = 0; i < count; i++) {
        NvSkip s = old[i];

        if (s.first >= t->first_method) {
            s.first -= t->first_method;
            g_array_append_val(skip, s);
        }
    }
    return rewrite(t->path, to, (NvSkip *)skip->data, skip->len, error);
}

/* Draws @from to @to of @path, as @out; what they need of memory alone. */
static bool trim(const char *path, const char *out, uint64_t from,
                 uint64_t to, GError **error)
{
    g_autofree char *middle = temporary(error), *said = NULL;
    Trim t = { .from = from, .to = to, .path = middle };
    NvCapWalk walk;
    bool fine;

    if (!middle || !nv_cap_open(&walk, path, error)) {
        return false;
    }
    fine = nv_player_walk(walk.player, trim_draw, &t, error);
    said = nv_card_capture_stop(nv_player_card(walk.player));
    if (t.error) {
        g_propagate_error(error, t.error);
        fine = false;
    } else if (fine && !t.on) {
        g_set_error(error, NV_TOOL_ERROR, 0, "%s has no draw %" PRIu64, path,
                    from);
        fine = false;
    }
    fine = fine && rebase(walk.player, &t, out, error);
    nv_cap_close(&walk);
    g_unlink(middle);
    return fine;
}

static gint64 opt_from = 1, opt_to = G_MAXINT64;

static const GOptionEntry trim_entries[] = {
    { "from", 'f', 0, G_OPTION_ARG_INT64, &opt_from,
      "The first draw to keep (default 1)", "DRAW" },
    { "to", 't', 0, G_OPTION_ARG_INT64, &opt_to,
      "The last (default: all)", "DRAW" },
    { NULL }
};

int nv_cap_trim(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "FILE OUT", 2, 2,
        "A capture of some draws of FILE: it begins with the state before the "
        "first.\n\n  nv-cap trim --from 100 --to 120 run.nvcap some.nvcap"
    };

    if (!nv_tool_parse(&argc, &argv, &usage, trim_entries, error)) {
        return EXIT_TROUBLE;
    }
    if (opt_from < 1 || opt_to < opt_from) {
        g_set_error(error, NV_TOOL_ERROR, 0, "draws count from 1, and --to is "
                    "not before --from");
        return EXIT_TROUBLE;
    }
    trim(argv[1], argv[2], opt_from, opt_to, error);
    return EXIT_FINE;
}

/* --- minimise --- */

typedef struct Piece {
    NvSkip methods;
    uint64_t draw;              /* of the file */
    bool kept;
} Piece;

typedef struct Minimise {
    const char *from, *command;
    char *path;                 /* of what is tried */
    GArray *pieces;             /* of Piece: draws, or single methods */
    GArray *draws, *methods;
    uint64_t open;              /* BEGIN of a draw */
    bool inside;
    unsigned tries;
    GError *error;
} Minimise;

static void find_pieces(void *opaque, const NvWalkMethod *m)
{
    Minimise *w = opaque;
    Piece piece = { { m->number, 1 }, m->draw, true };

    if (m->begins) {
        w->open = m->number;
        w->inside = true;
    } else if (m->ends && w->inside) {
        piece.methods = (NvSkip) { w->open, m->number - w->open + 1 };
        g_array_append_val(w->draws, piece);
        w->inside = false;
    } else if (!w->inside) {
        g_array_append_val(w->methods, piece);
    }
}

static gint by_first(gconstpointer a, gconstpointer b)
{
    const NvSkip *x = a, *y = b;

    return x->first < y->first ? -1 : x->first > y->first;
}

static void add_skips(GArray *skip, const GArray *pieces)
{
    for (unsigned i = 0; i < pieces->len; i++) {
        const Piece *piece = &g_array_index(pieces, Piece, i);

        if (!piece->kept) {
            g_array_append_val(skip, piece->methods);
        }
    }
}

static bool write_kept(Minimise *m, const char *to)
{
    g_autoptr(GArray) skip = g_array_new(false, false, sizeof(NvSkip));

    add_skips(skip, m->draws);
    add_skips(skip, m->methods);
    g_array_sort(skip, by_first);
    return rewrite(m->from, to, (NvSkip *)skip->data, skip->len, &m->error);
}

/* The user's command, with the capture's path in place of {}. */
static bool succeeds(Minimise *m, const char *path)
{
    g_auto(GStrv) parts = g_strsplit(m->command, "{}", -1);
    g_autofree char *line = g_strjoinv(path, parts);
    int status = system(line);

    m->tries++;
    return WIFEXITED(status) && !WEXITSTATUS(status);
}

static bool fits(Minimise *m)
{
    return write_kept(m, m->path) && succeeds(m, m->path);
}

static void set_kept(GArray *pieces, const unsigned *which, unsigned count,
                     bool kept)
{
    for (unsigned i = 0; i < count; i++) {
        g_array_index(pieces, Piece, which[i]).kept = kept;
    }
}

static unsigned find_kept(const GArray *pieces, unsigned *which)
{
    unsigned n = 0;

    for (unsigned i = 0; i < pieces->len; i++) {
        if (g_array_index(pieces, Piece, i).kept) {
            which[n++] = i;
        }
    }
    return n;
}

/* Leaves out parts of what is left, in ever smaller parts. */
static void shrink(Minimise *m, GArray *pieces)
{
    g_autofree unsigned *which = g_new(unsigned, pieces->len + 1);
    unsigned n = find_kept(pieces, which), part = n;

    while (part && !m->error) {
        bool less = false;

        for (unsigned at = 0; at < n && !m->error; at += part) {
            unsigned count = MIN(part, n - at);

            set_kept(pieces, which + at, count, false);
            if (fits(m)) {
                less = true;
            } else {
                set_kept(pieces, which + at, count, true);
            }
        }
        n = find_kept(pieces, which);
        part = less && part > 1 ? MIN(part, n) / 2 : part / 2;
    }
}

static bool find_draws(Minimise *m, GError **error)
{
    NvCapWalk walk;
    bool fine;

    if (!nv_cap_open(&walk, m->from, error)) {
        return false;
    }
    nv_player_methods(walk.player, find_pieces, m);
    fine = nv_player_play(walk.player, error);
    nv_cap_close(&walk);
    return fine;
}

/* From the first draw that is left to the last, if that succeeds, too. */
static bool finish(Minimise *m, const char *out, GError **error)
{
    g_autofree unsigned *which = g_new(unsigned, m->draws->len + 1);
    unsigned n = find_kept(m->draws, which);
    g_autoptr(GError) wrong = NULL;

    if (!write_kept(m, m->path)) {
        return false;
    }
    if (n && trim(m->path, out, 1, n, &wrong) && succeeds(m, out)) {
        return true;
    }
    return write_kept(m, out);
}

static char *opt_keep;
static gboolean opt_methods;

static const GOptionEntry minimise_entries[] = {
    { "keep", 'k', 0, G_OPTION_ARG_STRING, &opt_keep,
      "The command that must succeed (exit with 0); {} is the capture",
      "COMMAND" },
    { "methods", 'm', 0, G_OPTION_ARG_NONE, &opt_methods,
      "Behind the draws, leave out other methods, too", NULL },
    { NULL }
};

static void put_result(const Minimise *m, const char *out)
{
    g_autofree unsigned *which = g_new(unsigned, m->draws->len + 1);
    unsigned n = find_kept(m->draws, which);
    GStatBuf was, is;

    printf("draws: %u of %u", n, m->draws->len);
    for (unsigned i = 0; i < n && i < 16; i++) {
        printf("%s%" PRIu64, i ? " " : " (",
               g_array_index(m->draws, Piece, which[i]).draw);
    }
    printf("%s; tries: %u\n", n ? ")" : "", m->tries);
    if (!g_stat(m->from, &was) && !g_stat(out, &is)) {
        printf("bytes: %lld of %lld\n", (long long)is.st_size,
               (long long)was.st_size);
    }
}

int nv_cap_minimise(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "FILE OUT", 2, 2,
        "The smallest capture for which a command still succeeds: draws are "
        "left out as\nlong as it does.\n\n"
        "  nv-cap minimise --keep 'nv-cap pixel {} 320,240 | grep -q "
        "0xffff00ff' \\\n      run.nvcap small.nvcap"
    };
    Minimise m = { .tries = 0 };

    if (!nv_tool_parse(&argc, &argv, &usage, minimise_entries, error)) {
        return EXIT_TROUBLE;
    }
    m.from = argv[1];
    m.command = opt_keep;
    m.path = temporary(error);
    m.draws = g_array_new(false, false, sizeof(Piece));
    m.methods = g_array_new(false, false, sizeof(Piece));
    if (!opt_keep) {
        g_set_error(error, NV_TOOL_ERROR, 0, "--keep COMMAND is needed: what "
                    "must still succeed");
    } else if (find_draws(&m, error)) {
        if (!fits(&m)) {
            g_set_error(&m.error, NV_TOOL_ERROR, 0, "the command does not "
                        "succeed for all of %s: %s", m.from, m.command);
        } else {
            shrink(&m, m.draws);
            if (opt_methods) {
                shrink(&m, m.methods);
            }
        }
        if (!m.error && finish(&m, argv[2], error) && !m.error) {
            put_result(&m, argv[2]);
        }
        if (m.error) {
            g_propagate_error(error, m.error);
        }
    }
    g_unlink(m.path);
    g_free(m.path);
    g_array_unref(m.draws);
    g_array_unref(m.methods);
    return EXIT_FINE;
}
