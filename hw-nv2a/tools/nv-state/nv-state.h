/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the files of nv-state share: where a saved state comes from, and the
 * state as a list of words with names.
 */
#ifndef NV_TOOLS_NV_STATE_H
#define NV_TOOLS_NV_STATE_H

#include "card/card.h"
#include "tools/nv-xf/nv-xf.h"
#include "tools/saved.h"

/* --- nv-state-words.c --- */

typedef struct NvStateWord {
    char *key;              /* "pgraph.CONFIG_B" */
    const char *word;       /* whose fields it has; NULL: none */
    uint64_t value;
    uint8_t bytes;
    bool is_float;
} NvStateWord;

typedef struct NvStateWords {
    const NvChip *chip;
    uint32_t vram_size;
    GPtrArray *list;        /* of NvStateWord, in the order of the state */
    GHashTable *by_key;
} NvStateWords;

NvStateWords *nv_state_words(const GByteArray *saved, GError **error);
void nv_state_words_free(NvStateWords *words);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NvStateWords, nv_state_words_free)

/* --- nv-state-doc.c --- */

int nv_state_command_doc(int argc, char **argv, GError **error);

#endif
