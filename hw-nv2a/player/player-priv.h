/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of a player share. */
#ifndef NV_PLAYER_PLAYER_PRIV_H
#define NV_PLAYER_PLAYER_PRIV_H

#include "capture/bus.h"
#include "card/card.h"
#include "player/player.h"

struct NvPlayer {
    NvPlayerConfig config;
    NvCaptureReader *reader;
    NvCaptureHead head;
    NvHostOps ops;
    NvCard *card;
    NvCaptureBus *bus;
    NvPlayed played;
    char *differs;
    GError *broken;             /* while ops are on */
    NvPlayerTell *tell;
    void *tell_opaque;

    const uint8_t *data;        /* events of the chunk that is at work */
    size_t size, at;
    bool ended;

    /* the call that is on */
    GArray *answers;            /* of NvEvent */
    unsigned next;
    NvEvent call, end;
    uint32_t accesses, orders;
    bool inside;
    int64_t clock;
    GHashTable *early;          /* loose: addresses that are known already */

    uint64_t *hash;             /* of VRAM's pages */
    uint8_t *stale;             /* a byte a page: not that any more */
    uint8_t *written;           /* a bit a page: the capture did, for who
                                   records what is replayed */
    uint8_t *drawn;             /* a byte a page: the card did, once */
    char *path;                 /* NULL: not known */
    NvPlayer *exact;            /* along.c */

    /* drop */
    GArray *skip;               /* of NvSkip */
    unsigned next_skip;
    uint64_t taken;             /* env.taken when the capture began */
    uint64_t asked;             /* the method last told of */
    NvMethodTell *method;
    void *method_opaque;

    /* walk.c */
    bool walks;
    NvWalker *walker;
    void *walker_opaque;
    NvWalkDraw draw;
    uint64_t draws, hold_at;    /* methods that may have passed by then */
    uint64_t behind;            /* END of the last, 0: it is still open */
    uint64_t passes;            /* BEGIN that was looked at already, + 1 */
    bool held, stop;
};

/* play-ops.c: the machine that the card sees. */
void nv_player_make_ops(NvPlayer *p);
/* All that the call's answers say of memory, up to access @until. */
void nv_player_apply(NvPlayer *p, uint64_t until);
void nv_player_apply_early(NvPlayer *p);
/* Something is not as on record: the first is kept. */
void nv_player_differ(NvPlayer *p, const char *format, ...)
    G_GNUC_PRINTF(2, 3);

/* load.c: false and *error, here and below. */
bool nv_player_fail(GError **error, const char *text);
bool nv_player_set_page(NvPlayer *p, uint64_t page, const uint8_t *bytes,
                        GError **error);
/*
 * along.c: the exact replay makes the calls that @p has counted, if its file is
 * known; and the bytes of a page that somebody else than the card wrote.
 */
bool nv_player_go_along(NvPlayer *p, GError **error);
bool nv_player_apply_page(NvPlayer *p, uint64_t page, const uint8_t *bytes,
                          GError **error);
/* On to the next chunk with events, or the end. */
bool nv_player_next_chunk(NvPlayer *p, GError **error);

/* walk.c: methods are asked about if anybody wants to know. */
void nv_player_arm(NvPlayer *p);
/* RUN for who walks. */
void nv_player_walk_run(NvPlayer *p, uint32_t budget, uint64_t methods);

#endif
