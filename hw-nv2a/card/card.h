/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One chip put together: address map, PMC PBUS PTIMER PFB PSTRAPS PROM, the
 * interrupt tree, and every other unit.  Outside callers see nv2a/card.h.
 */
#ifndef NV_CARD_CARD_H
#define NV_CARD_CARD_H

#include "capture/record.h"
#include "card/glance.h"
#include "card/hostregs.h"
#include "card/pclock.h"
#include "card/pmc.h"
#include "card/ptimer.h"
#include "card/tiles.h"
#include "debug/debug.h"
#include "display/display.h"
#include "idx/idx.h"
#include "mem/mem.h"
#include "nv2a/card.h"
#include "pfifo/pfifo.h"
#include "pgraph/pgraph.h"
#include "raster/raster.h"
#include "vtx/vtx.h"
#include "xf/xf.h"

/*
 * What a host reaches: BAR0, and from NV40 on BAR2 behind it (NV_CARD_BAR2).
 * An offset beyond comes round.
 */
#define NV_SPACE_SIZE (2 * NV_CARD_BAR2)

/* Who answers the card. */
typedef struct NvCardMachine {
    const NvHostOps *ops;
    void *host;
} NvCardMachine;

struct NvCard {
    NvEnv env;
    bool inside;            /* a call from outside is on; not saved */
    uint32_t id_chipset, id_vram_size;  /* saved, to refuse another card's */
    NvMem mem;
    NvPmc pmc;
    NvPtimer ptimer;
    NvRegs pbus, pfb, pvideo;
    uint32_t pbus_values[NV_PBUS_SIZE / 4];
    uint32_t pfb_values[NV_PFB_SIZE / 4];
    uint32_t pvideo_values[NV_PVIDEO_SIZE / 4];
    NvPfifo pfifo;          /* from here on units have sections of their own */
    NvPgraph pgraph;
    NvIdx idx;
    NvXf xf;
    NvVtx vtx;
    NvRaster raster;
    NvDisplay display;
    NvPclock pclock;
    NvDebug debug;          /* not saved */
    uint8_t *rom;
    uint32_t rom_size;
    bool irq;               /* the pin, as last told to the host */
    NvTile tile[NV_TILES];  /* not saved: as PFB's words say */
    NvGlance glance;        /* not saved: no run is on */
    NvRecorder *recorder;   /* a capture is on; not saved */
    NvCardMachine machine;  /* of env without it */
    uint32_t slice;
    char *captured;         /* what became of the last; or NULL */
};

/*
 * Calls that may change the card exclude each other and do not nest: a host
 * that breaks this is found here.
 */
static inline void nv_card_enter(NvCard *card)
{
    assert(!card->inside);
    card->inside = true;
    card->env.call++;
    nv_env_rest(&card->env);
}

static inline void nv_card_leave(NvCard *card)
{
    nv_raster_settle(&card->raster);
    card->inside = false;
}

/* capture.c: what follows is a call of that type with these arguments. */
static inline void nv_card_told(NvCard *card, NvEventType type, uint32_t a,
                                uint32_t b, uint32_t c)
{
    if (G_UNLIKELY(card->recorder)) {
        nv_recorder_call(card->recorder, type, a, b, c);
    }
}

/* It is over. */
void nv_card_recorded(NvCard *card, uint32_t result);
static inline void nv_card_did(NvCard *card, uint32_t result)
{
    if (G_UNLIKELY(card->recorder)) {
        nv_card_recorded(card, result);
    }
}

/* The answer to a line that begins with "capture"; NULL: it does not. */
char *nv_card_capture_command(NvCard *card, const char *line);
/* It ends here, for that reason. */
void nv_card_capture_end(NvCard *card, const char *why);

/* saved.c: within a call. */
void nv_card_save_inside(NvCard *card, GByteArray *out);
bool nv_card_load_inside(NvCard *card, const void *data, size_t size,
                         GError **error);

/* choices.c: every member makes sense; else a sentence in *error. */
bool nv_config_check(const NvCardConfig *config, GError **error);

/* map.c: one 32-bit word; @addr below NV_SPACE_SIZE, a multiple of 4. */
uint32_t nv_map_read(NvCard *card, uint32_t addr);
void nv_map_write(NvCard *card, uint32_t addr, uint32_t value);
/* Somebody answers there: its unit is one of the chip's and switched on. */
bool nv_map_is_there(NvCard *card, uint32_t addr);
/* Byte-wide VGA alias ranges; false if @addr is in none. */
bool nv_map_is_vga(NvCard *card, uint32_t addr);
uint8_t nv_map_read8(NvCard *card, uint32_t addr);
void nv_map_write8(NvCard *card, uint32_t addr, uint8_t value);
/* Ranges where a partial word may be read, changed and written back. */
bool nv_map_is_memory(NvCard *card, uint32_t addr);

#endif
