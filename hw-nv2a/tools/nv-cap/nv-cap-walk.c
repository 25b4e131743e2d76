/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Commands of nv-cap that go through a capture once, draw by draw. */
#include <stdio.h>
#include <string.h>

#include "card/card.h"
#include "tools/nv-cap/nv-cap.h"

/* --- list --- */

static bool list_draw(void *opaque, NvPlayer *p, const NvWalkDraw *d)
{
    NvDebug *debug = &nv_player_card(p)->debug;
    g_autoptr(GString) line = g_string_new(NULL);
    NvFunnel funnel;

    if (!d->before && nv_debug_funnel(debug, d->draw, &funnel)) {
        nv_funnel_print_line(&funnel, line);
        fputs(line->str, stdout);
        if (!g_str_has_suffix(line->str, "\n")) {
            putchar('\n');
        }
    }
    return true;
}

int nv_cap_list(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "FILE", 1, 1,
        "A line a draw: its number, its primitive, and how many vertices, "
        "primitives\nand pixels came how far.\n\n  nv-cap list run.nvcap"
    };
    g_autoptr(GString) head = g_string_new(NULL);
    NvCapWalk walk;

    if (nv_tool_parse(&argc, &argv, &usage, NULL, error) &&
        nv_cap_open(&walk, argv[1], error)) {
        nv_debug_count(&nv_player_card(walk.player)->debug, true);
        nv_funnel_print_head(head);
        fputs(head->str, stdout);
        nv_player_walk(walk.player, list_draw, NULL, error);
        nv_cap_close(&walk);
    }
    return EXIT_FINE;
}

/* --- look --- */

typedef struct Look {
    uint64_t draw;
    const char *command;
    bool found, behind;
} Look;

static bool look(void *opaque, NvPlayer *p, const NvWalkDraw *d)
{
    Look *l = opaque;
    g_autofree char *answer = NULL;

    if (d->draw != l->draw || d->before == l->behind) {
        return true;
    }
    answer = nv_card_debug(nv_player_card(p), l->command);
    fputs(answer, stdout);
    l->found = true;
    return false;
}

int nv_cap_look(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "FILE DRAW COMMAND...", 3, 20,
        "What the debugger answers where draw DRAW begins; for \"target\" and "
        "\"funnel\"\nwhere it ends.  \"help\" says what there is.\n\n"
        "  nv-cap look run.nvcap 12 draw\n"
        "  nv-cap look run.nvcap 12 vertex 0\n"
        "  nv-cap look run.nvcap 12 trace 0\n"
        "  nv-cap look run.nvcap 12 texture 0 texture.png\n"
        "  nv-cap look run.nvcap 12 target depth depth.png"
    };
    g_autofree char *command = NULL;
    Look l = { .found = false };
    NvCapWalk walk;

    if (!nv_tool_parse(&argc, &argv, &usage, NULL, error) ||
        !nv_cap_number(argv[2], "draw", &l.draw, error) ||
        !nv_cap_open(&walk, argv[1], error)) {
        return EXIT_TROUBLE;
    }
    l.command = command = g_strjoinv(" ", argv + 3);
    l.behind = !strcmp(argv[3], "target") || !strcmp(argv[3], "funnel");
    nv_debug_count(&nv_player_card(walk.player)->debug, l.behind);
    if (nv_player_walk(walk.player, look, &l, error) && !l.found) {
        g_set_error(error, NV_TOOL_ERROR, 0, "%s has no draw %s", argv[1],
                    argv[2]);
    }
    nv_cap_close(&walk);
    return EXIT_FINE;
}

/* --- pictures --- */

typedef struct Pictures {
    NvCapWalk walk;
    unsigned x, y;              /* pixel */
    bool known;
    uint32_t before;
    NvImage *last, *count;      /* overdraw */
    const char *folder;         /* sheet */
    unsigned kept;
    GError *error;
} Pictures;

static bool pixel_draw(void *opaque, NvPlayer *p, const NvWalkDraw *d)
{
    Pictures *c = opaque;
    const NvImage *image = nv_cap_target(&c->walk, false);
    uint32_t argb;

    if (!image || c->x >= image->width || c->y >= image->height) {
        return true;
    }
    argb = image->argb[(size_t)c->y * image->width + c->x];
    if (!c->known) {
        printf("before draw %" PRIu64 ": 0x%08x\n", d->draw, argb);
    } else if (argb != c->before) {
        printf("%s %" PRIu64 ": 0x%08x -> 0x%08x\n", d->before ?
               "cleared or copied to, or another target, before draw"
               : "draw", d->draw, c->before, argb);
    }
    c->known = true;
    c->before = argb;
    return true;
}

int nv_cap_pixel(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "FILE X,Y", 2, 2,
        "The values of pixel X,Y of the colour target (0xAARRGGBB), and which "
        "draws\nchanged it.\n\n  nv-cap pixel run.nvcap 320,240"
    };
    Pictures c = { .known = false };
    char end;

    if (!nv_tool_parse(&argc, &argv, &usage, NULL, error)) {
        return EXIT_TROUBLE;
    }
    if (sscanf(argv[2], "%u,%u%c", &c.x, &c.y, &end) != 2) {
        g_set_error(error, NV_TOOL_ERROR, 0, "\"%s\" is no pixel: it takes "
                    "X,Y", argv[2]);
        return EXIT_TROUBLE;
    }
    if (nv_cap_open(&c.walk, argv[1], error)) {
        nv_player_walk(c.walk.player, pixel_draw, &c, error);
        nv_cap_close(&c.walk);
    }
    return EXIT_FINE;
}

static bool count_draw(void *opaque, NvPlayer *p, const NvWalkDraw *d)
{
    Pictures *c = opaque;
    const NvImage *image = nv_cap_target(&c->walk, false);
    size_t n = image ? (size_t)image->width * image->height : 0;

    if (image && (!c->last || c->last->width != image->width ||
                  c->last->height != image->height)) {
        g_clear_pointer(&c->last, nv_image_free);
        g_clear_pointer(&c->count, nv_image_free);
        c->last = nv_image_new(image->width, image->height, 0, NULL);
        c->count = nv_image_new(image->width, image->height, 0, NULL);
        memcpy(c->last->argb, image->argb, n * 4);
        memset(c->count->argb, 0, n * 4);
    }
    for (size_t i = 0; i < n; i++) {
        c->count->argb[i] += !d->before && c->last->argb[i] != image->argb[i];
        c->last->argb[i] = image->argb[i];
    }
    return true;
}

/* Black none, then from blue over green to red. */
static uint32_t heat(uint32_t count, uint32_t most)
{
    uint32_t v = most ? count * 510 / most : 0;

    return 0xff000000 | (!count ? 0 : v < 255 ? v << 8 | (255 - v)
                         : (v - 255) << 16 | (510 - v) << 8);
}

int nv_cap_overdraw(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "FILE OUT.png", 2, 2,
        "How many draws changed each pixel of the last colour target: black "
        "none, blue\none, red most.\n\n  nv-cap overdraw run.nvcap heat.png"
    };
    Pictures c = { .known = false };
    uint32_t most = 0;

    if (!nv_tool_parse(&argc, &argv, &usage, NULL, error) ||
        !nv_cap_open(&c.walk, argv[1], error)) {
        return EXIT_TROUBLE;
    }
    if (nv_player_walk(c.walk.player, count_draw, &c, error) && c.count) {
        size_t n = (size_t)c.count->width * c.count->height;

        for (size_t i = 0; i < n; i++) {
            most = MAX(most, c.count->argb[i]);
        }
        for (size_t i = 0; i < n; i++) {
            c.count->argb[i] = heat(c.count->argb[i], most);
        }
        if (nv_image_write_png(c.count, argv[2], error)) {
            printf("at most %u draws a pixel\n", most);
        }
    }
    g_clear_pointer(&c.last, nv_image_free);
    g_clear_pointer(&c.count, nv_image_free);
    nv_cap_close(&c.walk);
    return EXIT_FINE;
}

static bool sheet_draw(void *opaque, NvPlayer *p, const NvWalkDraw *d)
{
    Pictures *c = opaque;
    g_autofree char *path = NULL;
    const NvImage *image;

    if (d->before) {
        return true;
    }
    image = nv_cap_target(&c->walk, false);
    path = g_strdup_printf("%s/%05" PRIu64 ".png", c->folder, d->draw);
    if (image && nv_image_write_png(image, path, &c->error)) {
        c->kept++;
    }
    return !c->error;
}

int nv_cap_sheet(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "FILE FOLDER", 2, 2,
        "The colour target after each draw, as FOLDER/00001.png and so on; "
        "nv-png puts\nthem side by side.\n\n  nv-cap sheet run.nvcap pictures "
        "&&\n  nv-png sheet all.png pictures/*.png"
    };
    Pictures c = { .known = false };

    if (!nv_tool_parse(&argc, &argv, &usage, NULL, error) ||
        !nv_cap_open(&c.walk, argv[1], error)) {
        return EXIT_TROUBLE;
    }
    c.folder = argv[2];
    g_mkdir_with_parents(argv[2], 0777);
    nv_player_walk(c.walk.player, sheet_draw, &c, error);
    if (c.error) {
        g_propagate_error(error, c.error);
    } else {
        printf("%u pictures\n", c.kept);
    }
    nv_cap_close(&c.walk);
    return EXIT_FINE;
}
