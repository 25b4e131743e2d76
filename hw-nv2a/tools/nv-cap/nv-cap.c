/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nv-cap: looks into captures of cards (docs/captures.rst), replays them,
 * compares them and makes them smaller.  Files may be damaged or hostile.
 */
#include "tools/nv-cap/nv-cap.h"

#include <stdio.h>
#include <string.h>

static bool keep_picture(void *opaque, const char *file,
                         const NvPicture *picture, char **why)
{
    NvCapWalk *walk = opaque;
    NvImage *image = nv_image_new(picture->width, picture->height, 0, NULL);

    if (!image) {
        *why = g_strdup("the picture is too large");
        return false;
    }
    memcpy(image->argb, picture->argb,
           (size_t)picture->width * picture->height * 4);
    g_clear_pointer(&walk->picture, nv_image_free);
    walk->picture = image;
    if (*file && strcmp(file, "-")) {
        g_autoptr(GError) error = NULL;

        if (!nv_image_write_png(image, file, &error)) {
            *why = g_strdup(error->message);
            return false;
        }
    }
    return true;
}

static void keep_page(void *opaque, uint64_t addr, uint64_t len)
{
    NvCapWalk *walk = opaque;

    for (uint64_t page = addr / NV_CAPTURE_PAGE;
         walk->bus && page <= (addr + len - 1) / NV_CAPTURE_PAGE; page++) {
        g_hash_table_add(walk->bus, GSIZE_TO_POINTER(page));
    }
}

bool nv_cap_open(NvCapWalk *walk, const char *path, GError **error)
{
    const NvPlayerConfig config = {
        .loose = true, .picture = keep_picture, .bus_read = keep_page,
        .opaque = walk,
    };

    *walk = (NvCapWalk) { .picture = NULL };
    walk->player = nv_player_open(path, &config, error);
    return walk->player;
}

void nv_cap_close(NvCapWalk *walk)
{
    nv_player_free(walk->player);
    g_clear_pointer(&walk->bus, g_hash_table_unref);
    g_clear_pointer(&walk->picture, nv_image_free);
}

const NvImage *nv_cap_target(NvCapWalk *walk, bool depth)
{
    g_autofree char *said = NULL;

    g_clear_pointer(&walk->picture, nv_image_free);
    said = nv_card_debug(nv_player_card(walk->player),
                         depth ? "target depth -" : "target colour -");
    return walk->picture;
}

bool nv_cap_number(const char *text, const char *what, uint64_t *n,
                   GError **error)
{
    if (g_ascii_string_to_unsigned(text, 10, 1, UINT32_MAX, n, NULL)) {
        return true;
    }
    g_set_error(error, NV_TOOL_ERROR, 0, "%s \"%s\" is no number from 1", what,
                text);
    return false;
}

/* --- info --- */

static void put_figures(NvPlayer *p, uint64_t size)
{
    const NvCaptureHead *head = nv_player_head(p);
    NvPlayed n = nv_player_played(p);
    NvCardStats s = nv_card_stats(nv_player_card(p));

    printf("chip: %s\nvram: %u MiB\nfile: %" PRIu64 " bytes%s\n"
           "calls: %" PRIu64 " (%" PRIu64 " reads, %" PRIu64 " writes, %"
           PRIu64 " runs, %" PRIu64 " blanks)\n", head->chip,
           head->vram_size >> 20, size, n.whole ? "" : ", cut off",
           n.calls, n.reads, n.writes, n.runs, n.blanks);
    printf("taken: %" PRIu64 " bytes of memory, %" PRIu64 " pages of VRAM\n"
           "work: %" PRIu64 " methods, %" PRIu64 " vertices, %" PRIu64
           " primitives\nsums: %" PRIu64 ", %" PRIu64 " of them wrong\n",
           n.bus_bytes, n.vram_pages, s.methods, s.vertices, s.primitives,
           n.sums, n.wrong_sums);
}

static int command_info(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "FILE", 1, 1,
        "Replays FILE and says how much of everything is in it.\n\n"
        "  nv-cap info run.nvcap"
    };
    const NvPlayerConfig config = { .threads = 1 };
    NvCaptureReader *reader;
    uint64_t size;
    NvPlayer *p;

    if (!nv_tool_parse(&argc, &argv, &usage, NULL, error) ||
        !(reader = nv_capture_open(argv[1], error))) {
        return EXIT_TROUBLE;
    }
    size = nv_capture_size(reader);
    p = nv_player_new(reader, &config, error);
    if (p && nv_player_play(p, error)) {
        put_figures(p, size);
    }
    nv_player_free(p);
    return EXIT_FINE;
}

/* --- replay --- */

typedef struct Replay {
    gint64 until;
    char *png, *depth, *save, *executor, *raster, *chip;
    int threads;
    gboolean check;
} Replay;

static Replay opt;

static const GOptionEntry replay_entries[] = {
    { "until", 'u', 0, G_OPTION_ARG_INT64, &opt.until,
      "Stop behind that draw", "DRAW" },
    { "png", 'p', 0, G_OPTION_ARG_FILENAME, &opt.png,
      "Keep the colour target at the end", "FILE.png" },
    { "depth", 'd', 0, G_OPTION_ARG_FILENAME, &opt.depth,
      "Keep the depth target at the end", "FILE.png" },
    { "state", 's', 0, G_OPTION_ARG_FILENAME, &opt.save,
      "Keep the state at the end, for nv-state", "FILE" },
    { "check", 'c', 0, G_OPTION_ARG_NONE, &opt.check,
      "Exit with 1 if anything is not as on record, and say what", NULL },
    { "executor", 'e', 0, G_OPTION_ARG_STRING, &opt.executor,
      "What runs vertex programs", "NAME" },
    { "raster", 'r', 0, G_OPTION_ARG_STRING, &opt.raster,
      "What draws, as the device takes it; \"record:FILE\" for nv-record",
      "NAME[:FILE]" },
    { "threads", 't', 0, G_OPTION_ARG_INT, &opt.threads,
      "Threads for vertices and for pixels, 1 to 16 (default 1)", "N" },
    { "chip", 0, 0, G_OPTION_ARG_STRING, &opt.chip,
      "Another chip, as far as its state fits", "NAME" },
    { NULL }
};

static bool until(void *opaque, NvPlayer *p, const NvWalkDraw *d)
{
    return d->before || d->draw < (uint64_t)opt.until;
}

static bool keep(NvCapWalk *walk, bool depth, const char *path,
                 GError **error)
{
    const NvImage *image = path ? nv_cap_target(walk, depth) : NULL;

    if (path && !image) {
        g_set_error(error, NV_TOOL_ERROR, 0, "there is no %s target to keep "
                    "as %s", depth ? "depth" : "colour", path);
        return false;
    }
    return !path || nv_image_write_png(image, path, error);
}

static bool keep_state(NvPlayer *p, GError **error)
{
    g_autoptr(GByteArray) state = g_byte_array_new();

    nv_card_save(nv_player_card(p), state);
    return !opt.save || g_file_set_contents(opt.save, (char *)state->data,
                                            state->len, error);
}

static bool replay(NvCapWalk *walk, GError **error)
{
    NvPlayer *p = walk->player;

    return (opt.until ? nv_player_walk(p, until, NULL, error)
                      : nv_player_play(p, error)) &&
           keep(walk, false, opt.png, error) &&
           keep(walk, true, opt.depth, error) && keep_state(p, error);
}

static int verdict(NvPlayer *p)
{
    NvPlayed n = nv_player_played(p);

    if (nv_player_differs(p)) {
        printf("not as on record, %s\n", nv_player_differs(p));
        return EXIT_DIFFERENT;
    }
    if (!n.whole) {
        printf("as on record as far as it goes; the file is cut off\n");
        return EXIT_DIFFERENT;
    }
    printf("as on record: %" PRIu64 " calls, %" PRIu64 " sums of VRAM and "
           "state\n", n.calls, n.sums);
    return EXIT_FINE;
}

static int command_replay(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "FILE", 1, 1,
        "Does again what FILE says, on a card without a machine.\n\n"
        "  nv-cap replay --check run.nvcap\n"
        "  nv-cap replay --until 12 --png after-12.png run.nvcap\n"
        "  nv-cap replay --raster record:run.rec run.nvcap\n"
        "  nv-cap replay --state end.state run.nvcap && nv-state dump "
        "end.state"
    };
    g_auto(GStrv) raster = NULL;
    NvPlayerConfig config = { .picture = keep_picture };
    NvCapWalk walk = { .picture = NULL };
    int status = EXIT_FINE;

    if (!nv_tool_parse(&argc, &argv, &usage, replay_entries, error)) {
        return EXIT_TROUBLE;
    }
    if (opt.until < 0 || opt.threads < 0 || (opt.check && opt.until)) {
        g_set_error(error, NV_TOOL_ERROR, 0, "--until takes a draw from 1, "
                    "--threads 1 to 16, and --check goes to the end");
        return EXIT_TROUBLE;
    }
    raster = g_strsplit(opt.raster ? opt.raster : "", ":", 2);
    config.raster = raster[0];
    config.raster_arg = raster[0] ? raster[1] : NULL;
    config.executor = opt.executor;
    config.threads = opt.threads;
    config.chip = opt.chip;
    config.loose = opt.until || opt.chip ||
                   (opt.raster && strcmp(raster[0], "soft"));
    config.opaque = &walk;
    walk.player = nv_player_open(argv[1], &config, error);
    if (walk.player && replay(&walk, error) && opt.check) {
        status = verdict(walk.player);
    }
    nv_cap_close(&walk);
    return status;
}

/* --- check --- */

static char *shard;

static const GOptionEntry check_entries[] = {
    { "shard", 's', 0, G_OPTION_ARG_STRING, &shard,
      "Only each Nth file, from the Kth: for N machines", "K/N" },
    { NULL }
};

static gint by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static GPtrArray *captures_in(const char *folder, GError **error)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, error);
    GPtrArray *names;
    const char *name;

    if (!dir) {
        return NULL;
    }
    names = g_ptr_array_new_with_free_func(g_free);
    while ((name = g_dir_read_name(dir))) {
        if (g_str_has_suffix(name, ".nvcap")) {
            g_ptr_array_add(names, g_strdup(name));
        }
    }
    g_ptr_array_sort(names, by_name);
    return names;
}

/* A way to replay: what runs programs, on how many threads, what draws. */
typedef struct Way {
    const char *executor, *raster_arg;
    unsigned threads;
} Way;

static void check_one(const char *path, const char *name, const Way *way,
                      unsigned n)
{
    const NvPlayerConfig config = {
        .executor = way->executor, .threads = way->threads,
        .raster_arg = way->raster_arg,
    };
    g_autoptr(GError) error = NULL;
    NvPlayer *p = nv_player_open(path, &config, &error);
    bool ok = p && nv_player_play(p, &error) && !nv_player_differs(p) &&
              nv_player_played(p).whole && nv_player_played(p).sums;

    printf("%sok %u %s %s, %u threads%s%s\n", ok ? "" : "not ", n, name,
           way->executor, way->threads, way->raster_arg ? ", soft:" : "",
           way->raster_arg ? way->raster_arg : "");
    if (!ok) {
        printf("# %s\n", error ? error->message
               : nv_player_differs(p) ? nv_player_differs(p)
               : "the file is cut off, or has no sums");
    }
    nv_player_free(p);
}

/* Each executor, with one thread and with three; each way to draw. */
static unsigned check_file(const char *path, const char *name, unsigned n)
{
    static const char *const rasters[] = { "reference", "lanes", "jit" };
    Way way = { NULL };

    for (unsigned i = 0; (way.executor = nv_card_executor_name(i)); i++) {
        way.threads = 1;
        check_one(path, name, &way, ++n);
        way.threads = 3;
        check_one(path, name, &way, ++n);
    }
    way = (Way) { .executor = "auto", .threads = 1 };
    for (unsigned i = 0; i < G_N_ELEMENTS(rasters); i++) {
        way.raster_arg = rasters[i];
        check_one(path, name, &way, ++n);
    }
    return n;
}

int nv_cap_check(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "FOLDER", 1, 1,
        "Replays all captures of FOLDER (*.nvcap) on every executor, with one "
        "thread\nand three, and with each argument of the raster backend, and "
        "says in TAP\nwhich are as on record.\n\n"
        "  nv-cap check tests-qtest/data/captures\n"
        "  nv-cap check --shard 2/8 /srv/captures"
    };
    g_autoptr(GPtrArray) names = NULL;
    unsigned k = 1, n = 1, count = 0;

    if (!nv_tool_parse(&argc, &argv, &usage, check_entries, error)) {
        return EXIT_TROUBLE;
    }
    if (shard && (sscanf(shard, "%u/%u", &k, &n) != 2 || !k || k > n)) {
        g_set_error(error, NV_TOOL_ERROR, 0, "--shard %s is not K/N with K "
                    "from 1 to N", shard);
        return EXIT_TROUBLE;
    }
    names = captures_in(argv[1], error);
    for (unsigned i = k - 1; names && i < names->len; i += n) {
        g_autofree char *path = g_build_filename(argv[1], names->pdata[i],
                                                 NULL);

        count = check_file(path, names->pdata[i], count);
    }
    printf("1..%u\n", count);
    return EXIT_FINE;
}

static const NvCommand commands[] = {
    { "info", "how much of everything is in it", command_info },
    { "list", "a line a draw, with what became of it", nv_cap_list },
    { "replay", "do it again: until a draw, with its picture, checked",
      command_replay },
    { "diff", "the first draw at which two captures differ, and in what",
      nv_cap_diff },
    { "report", "a page for a browser: draws, pictures, state", nv_cap_report },
    { "minimise", "leave out draws as long as a command succeeds",
      nv_cap_minimise },
    { "pixel", "which draws changed a pixel, and to what", nv_cap_pixel },
    { "look", "a command of the debugger at a draw: draw, vertex, trace, const",
      nv_cap_look },
    { "dump", "methods, or events, one a line", nv_cap_dump },
    { "sheet", "the target after each draw, side by side", nv_cap_sheet },
    { "overdraw", "how many draws changed each pixel, as a picture",
      nv_cap_overdraw },
    { "trim", "some of its draws as a capture of their own", nv_cap_trim },
    { "to-c", "some of its draws as a C scene for the bundled guest",
      nv_cap_to_c },
    { "check", "replay a folder of captures, say so in TAP", nv_cap_check },
    { NULL, NULL, NULL },
};

static const NvTool tool = {
    .name = "nv-cap", .usage = "COMMAND ...", .commands = commands,
    .about = "Captures: what a card took from outside between two moments.\n"
             "  nv2a-qemu -device nv20,capture=run.nvcap ... makes one.\n\n",
    .example = "\n  nv-cap list run.nvcap\n"
               "  nv-cap replay --until 12 --png after-12.png run.nvcap\n"
               "  nv-cap look run.nvcap 12 vertex 0\n",
};

int main(int argc, char **argv)
{
    return nv_tool_main(&tool, argc, argv);
}
