/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Replays captures on a card of its own, without the machine: play.c event by
 * event, walk.c draw by draw.  No hardware facts.
 *
 * An exact replay makes the same calls with the same answers, and compares
 * what the card does with what is on record.  Who looks in between
 * (nv_player_walk()) ends runs in other places; with the path of its file it
 * takes words and methods as far as those of the record, and no further.
 */
#ifndef NV_PLAYER_PLAYER_H
#define NV_PLAYER_PLAYER_H

#include "capture/capture.h"
#include "nv2a/card.h"

typedef struct NvPlayer NvPlayer;

typedef struct NvPlayerConfig {
    const char *raster, *raster_arg;    /* as in NvCardConfig, NULL: as there */
    const char *executor;
    unsigned threads;                   /* for programs and for pixels;
                                           0: 1 */
    const char *chip;                   /* NULL: the capture's */
    bool loose;                         /* answers by address, for another
                                           backend, and for who looks */
    void (*log)(void *opaque, NvLogKind kind, const char *line);
    /* As in NvHostOps: for nv_card_debug(). */
    bool (*picture)(void *opaque, const char *file, const NvPicture *picture,
                    char **why);
    /* The card reads the machine's memory; may be NULL. */
    void (*bus_read)(void *opaque, uint64_t addr, uint64_t len);
    void *opaque;
} NvPlayerConfig;

/* Figures of what was replayed. */
typedef struct NvPlayed {
    uint64_t calls, events, runs, blanks;
    uint64_t reads, writes;     /* of registers */
    uint64_t bus_bytes, vram_pages;
    uint64_t sums, wrong_sums;
    bool whole;                 /* the file has its end */
} NvPlayed;

/* Made of the capture's head and state; owns @reader.  NULL and *error. */
NvPlayer *nv_player_new(NvCaptureReader *reader, const NvPlayerConfig *config,
                        GError **error);
/* The same from a file. */
NvPlayer *nv_player_open(const char *path, const NvPlayerConfig *config,
                         GError **error);
void nv_player_free(NvPlayer *p);

/* A call and what stands before it.  False at the end, or with *error. */
bool nv_player_step(NvPlayer *p, GError **error);
/* All; false with *error. */
bool nv_player_play(NvPlayer *p, GError **error);

NvCard *nv_player_card(NvPlayer *p);
const NvCaptureHead *nv_player_head(const NvPlayer *p);
NvPlayed nv_player_played(const NvPlayer *p);
/* The first thing that was not as on record, a sentence; NULL: none. */
const char *nv_player_differs(const NvPlayer *p);
/* A page of the machine's memory, as far as it is known now. */
const uint8_t *nv_player_bus_page(NvPlayer *p, uint64_t addr);
/* Sums as they are in files, of all of VRAM and of the state. */
uint64_t nv_player_vram_sum(NvPlayer *p);
uint64_t nv_player_state_sum(NvPlayer *p);
/* A line of each event as it is replayed; NULL: none. */
typedef void NvPlayerTell(void *opaque, const NvEvent *event);
void nv_player_tell(NvPlayer *p, NvPlayerTell *tell, void *opaque);

/* --- methods that are left out --- */

/* [first, first + count) of those that the puller takes, from 0. */
typedef struct NvSkip {
    uint64_t first, count;
} NvSkip;

/* In order, not overlapping; they are copied. */
void nv_player_skip(NvPlayer *p, const NvSkip *skip, unsigned count);
/* As a chunk of a file holds them, and back; false: it is none. */
void nv_skip_put(GByteArray *out, const NvSkip *skip, unsigned count);
/* Which the file itself leaves out. */
const NvSkip *nv_player_skipped(const NvPlayer *p, unsigned *count);

/* --- draw by draw: walk.c --- */

/* A moment between two methods: draw @draw begins, or is in VRAM. */
typedef struct NvWalkDraw {
    uint64_t draw;              /* from 1 */
    bool before;                /* its BEGIN comes next */
    uint64_t first, end;        /* its methods: BEGIN, and behind END */
    uint64_t call;              /* during which it began */
} NvWalkDraw;

/* False: go no further. */
typedef bool NvWalker(void *opaque, NvPlayer *p, const NvWalkDraw *draw);

/*
 * Replays to the end, or until @walker says so; @walker is called before each
 * draw and behind it.  The player must be a loose one.
 */
bool nv_player_walk(NvPlayer *p, NvWalker *walker, void *opaque,
                    GError **error);
/* From now on no stops, but to the end; for a walker. */
void nv_player_run_on(NvPlayer *p);

/* Each method that the puller takes, before it is taken. */
typedef struct NvWalkMethod {
    uint64_t number;            /* from 0 */
    uint64_t draw;              /* that began last */
    unsigned channel, subchannel, class;
    uint32_t mthd, data;
    const char *name;           /* of its row, NULL: it has none */
    uint32_t first;             /* offset of the row's element 0 */
    unsigned index, count;      /* in the row */
    bool begins, ends;          /* a draw */
} NvWalkMethod;
typedef void NvMethodTell(void *opaque, const NvWalkMethod *m);
void nv_player_methods(NvPlayer *p, NvMethodTell *tell, void *opaque);
/* Appends what others call it, "NV097_SET_BEGIN_END[0]"; false: they do not. */
bool nv_player_other_name(NvPlayer *p, const NvWalkMethod *m, GString *out);

#endif
