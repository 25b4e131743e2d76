/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Captures of a rig's card, and players of them. */
#ifndef TEST_CAPTURE_H
#define TEST_CAPTURE_H

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "common/rig.h"
#include "player/player.h"

#define VRAM (16u << 20)
#define BEGIN 0x17fc

static inline char *new_path(void)
{
    char *path = NULL;
    int fd = g_file_open_tmp("nv-capture-XXXXXX", &path, NULL);

    g_assert_cmpint(fd, >=, 0);
    close(fd);
    return path;
}

static inline void start(Rig *rig, const char *path)
{
    GError *error = NULL;

    if (!nv_card_capture_start(rig->card, path, &error)) {
        g_error("%s", error->message);
    }
}

static inline void stop(Rig *rig)
{
    g_autofree char *said = nv_card_capture_stop(rig->card);

    g_assert_nonnull(strstr(said, "captured "));
}

static inline NvPlayer *open_player(const char *path, const NvPlayerConfig *config)
{
    GError *error = NULL;
    NvPlayer *p = nv_player_open(path, config, &error);

    if (!p) {
        g_error("%s", error->message);
    }
    return p;
}

typedef struct Walk {
    uint64_t draws, sum[64];
    NvSkip skip[64];
    uint64_t until;
} Walk;

static inline bool walker(void *opaque, NvPlayer *p, const NvWalkDraw *d)
{
    Walk *w = opaque;

    if (d->before) {
        g_assert_cmpuint(d->draw, ==, w->draws + 1);
        return true;
    }
    g_assert_cmpuint(d->draw, <, 64);
    w->sum[d->draw] = nv_player_vram_sum(p);
    w->skip[d->draw] = (NvSkip) { d->first, d->end - d->first };
    w->draws++;
    return d->draw != w->until;
}

#endif
