/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a new channel of Curie's starts with: the words that its driver put
 * into the image, which the driver's own context program would load.
 *
 * The program is not run.  It is looked through from its first word to its
 * END for the moves between image and registers, which open drivers have in
 * one row (doc: nouveau's generator); waits, flags and branches round them do
 * not matter to what lies where.
 */
#include "pgraph/fe.h"
#include "pgraph/image.h"

/* Kinds of words, bits 23:20, and the one-word commands that matter. */
enum {
    OP_CTX = 1,                 /* move registers, from the pointer on */
    OP_LOAD_SR = 2,             /* a number that commands take */
};
#define CMD_SET_POINTER 0x60000au       /* SR is in words of the image */
#define CMD_END 0x60000eu

#define REGISTERS (NV_PGRAPH_SIZE / 4)
#define NOWHERE UINT32_MAX

/* Word of the image for each register, or NOWHERE. */
static void look_through(const NvPgraph *pg, uint32_t at[REGISTERS])
{
    uint32_t sr = 0, pointer = 0;

    memset(at, 0xff, REGISTERS * sizeof(at[0]));
    for (unsigned i = 0; i < NV_CTXCTL_WORDS; i++) {
        uint32_t word = pg->ctxctl.code[i];

        if (word == CMD_END) {
            break;
        } else if (word == CMD_SET_POINTER) {
            pointer = sr;
        } else if (word >> 20 == OP_LOAD_SR) {
            sr = word & 0xfffff;
        } else if (word >> 20 == OP_CTX) {
            uint32_t reg = word & 0x3fff, count = word >> 14 & 0x3f;

            count = count ? count : sr;
            for (unsigned k = 0; k < count && reg + k < REGISTERS; k++) {
                at[reg + k] = pointer + k;
            }
            pointer += count;
        }
    }
}

/*
 * Where the words of @image begin: the first is the image's own number (doc).
 * Linux makes images without alignment, and its pointers lack the last four
 * bits (seen): then they are up to three words further.  0: nowhere.
 */
static uint32_t words_of(const NvPgraph *pg, uint32_t image)
{
    for (uint32_t at = image; at < image + 16; at += 4) {
        if (nv_mem_ramin_read(pg->mem, at) == image >> 4) {
            return at;
        }
    }
    return 0;
}

void nv_ctxctl_read(const NvPgraph *pg, NvPgraphContext *c, uint32_t image)
{
    uint32_t at[REGISTERS], words = words_of(pg, image);

    if (!words) {
        return;
    }
    look_through(pg, at);
    for (unsigned i = 0; i < REGISTERS; i++) {
        unsigned index;
        const NvReg *reg = at[i] == NOWHERE
                           ? NULL : nv_regs_find(&pg->regs, 4 * i, &index);

        if (reg && (reg->flags & NV_PG_CHANNEL)) {
            uint32_t word = nv_mem_ramin_read(pg->mem, words + 4 * at[i]);

            c->values[nv_reg_slot(reg, index)] = (word & reg->mask) |
                                                 reg->ones;
        }
    }
}

/* --- saved state --- */

static const NvField fields[] = {
    NV_FIELD_ARRAY(NvCtxctl, code, code[0]),
    NV_FIELD_END
};

static bool needed(const void *unit)
{
    return ((const NvCtxctl *)unit)->there;
}

static void upgrade(void *scratch, uint32_t version G_GNUC_UNUSED)
{
    NvCtxctl *ctxctl = scratch;

    memset(ctxctl->code, 0, sizeof(ctxctl->code));
}

const NvSection nv_ctxctl_section = {
    .name = "ctxctl", .version = 1, .size = sizeof(NvCtxctl),
    .fields = fields, .late = true, .needed = needed, .upgrade = upgrade,
};
