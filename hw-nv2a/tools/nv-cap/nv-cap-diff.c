/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two captures: the first draw that differs, and in what. */
#include <stdio.h>
#include <string.h>

#include "tools/nv-cap/nv-cap.h"

/* Units whose dumps tell what a draw draws with. */
static const char *const units[] = { "pgraph", "raster", "xf", "program" };

typedef struct Side {
    NvCapWalk walk;
    GArray *sums;               /* of Sums, a draw each */
    uint64_t draw;              /* whose text is wanted; 0: none */
    char *text[G_N_ELEMENTS(units)];
} Side;

typedef struct Sums {
    uint64_t state, vram;       /* where it begins, where it ends */
} Sums;

static void sum_up(Side *s, NvPlayer *p, const NvWalkDraw *d)
{
    Sums sums = { 0 };

    if (!d->before && s->sums->len) {
        g_array_index(s->sums, Sums, s->sums->len - 1).vram =
            nv_player_vram_sum(p);
        return;
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(units); i++) {
        g_autofree char *text = nv_card_dump(nv_player_card(p), units[i]);

        sums.state = nv_capture_hash(text, strlen(text), sums.state);
    }
    g_array_append_val(s->sums, sums);
}

static bool side_draw(void *opaque, NvPlayer *p, const NvWalkDraw *d)
{
    Side *s = opaque;

    if (!s->draw) {
        sum_up(s, p, d);
        return true;
    }
    if (d->draw != s->draw) {
        return true;
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(units); i++) {
        s->text[i] = nv_card_dump(nv_player_card(p), units[i]);
    }
    return false;
}

static bool walk(Side *s, const char *path, GError **error)
{
    bool fine = nv_cap_open(&s->walk, path, error);

    fine = fine && nv_player_walk(s->walk.player, side_draw, s, error);
    nv_cap_close(&s->walk);
    return fine;
}

static void put_lines(const char *unit, const char *a, const char *b)
{
    g_auto(GStrv) x = g_strsplit(a ? a : "", "\n", -1);
    g_auto(GStrv) y = g_strsplit(b ? b : "", "\n", -1);

    for (unsigned i = 0; x[i]; i++) {
        if (!g_strv_contains((const char *const *)y, x[i])) {
            printf("- %s %s\n", unit, x[i]);
        }
    }
    for (unsigned i = 0; y[i]; i++) {
        if (!g_strv_contains((const char *const *)x, y[i])) {
            printf("+ %s %s\n", unit, y[i]);
        }
    }
}

static bool put_difference(char **argv, Side *side, unsigned draw,
                           GError **error)
{
    for (unsigned i = 0; i < 2; i++) {
        side[i].draw = draw;
        if (!walk(&side[i], argv[1 + i], error)) {
            return false;
        }
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(units); i++) {
        put_lines(units[i], side[0].text[i], side[1].text[i]);
    }
    return true;
}

static int compare(char **argv, Side *side, GError **error)
{
    unsigned n = MIN(side[0].sums->len, side[1].sums->len), i = 0;
    const Sums *a = (Sums *)side[0].sums->data;
    const Sums *b = (Sums *)side[1].sums->data;

    while (i < n && a[i].state == b[i].state && a[i].vram == b[i].vram) {
        i++;
    }
    if (i < n) {
        printf("draw %u %s\n", i + 1, a[i].state != b[i].state
               ? "begins with another state"
               : "begins with the same state, but draws something else");
        put_difference(argv, side, i + 1, error);
        return EXIT_DIFFERENT;
    }
    if (side[0].sums->len != side[1].sums->len) {
        printf("the same for %u draws; then %s has %u more\n", n,
               side[0].sums->len > n ? argv[1] : argv[2],
               side[0].sums->len + side[1].sums->len - 2 * n);
        return EXIT_DIFFERENT;
    }
    printf("the same: %u draws\n", n);
    return EXIT_FINE;
}

int nv_cap_diff(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "A B", 2, 2,
        "The first draw that begins with another state, or leaves other bytes "
        "in VRAM,\nand in which fields the states differ there (- A, + B).  "
        "Exits with 1 if there is\none.\n\n  nv-cap diff good.nvcap bad.nvcap"
    };
    Side side[2] = { { .draw = 0 }, { .draw = 0 } };
    int status = EXIT_TROUBLE;

    if (!nv_tool_parse(&argc, &argv, &usage, NULL, error)) {
        return EXIT_TROUBLE;
    }
    for (unsigned i = 0; i < 2; i++) {
        side[i].sums = g_array_new(false, false, sizeof(Sums));
    }
    if (walk(&side[0], argv[1], error) && walk(&side[1], argv[2], error)) {
        status = compare(argv, side, error);
    }
    for (unsigned i = 0; i < 2; i++) {
        g_array_unref(side[i].sums);
        for (unsigned u = 0; u < G_N_ELEMENTS(units); u++) {
            g_free(side[i].text[u]);
        }
    }
    return status;
}
