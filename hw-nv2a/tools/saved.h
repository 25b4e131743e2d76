/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where tools get a saved card from: a file of nv_card_save()'s, a file of
 * QEMU's `migrate`, or the monitor of a running QEMU.
 */
#ifndef NV_TOOLS_SAVED_H
#define NV_TOOLS_SAVED_H

#include "card/card.h"
#include "tools/command.h"

/*
 * @from is such a file, or the socket of QEMU's monitor (QMP).  Card @number
 * of those in it, counted from 0.
 */
GByteArray *nv_state_fetch(const char *from, unsigned number, GError **error);
/* saved-qmp.c: the same of a socket. */
GByteArray *nv_state_fetch_qmp(const char *socket, unsigned number,
                               GError **error);
/* Whether @from is one; and what its card's debugger answers to @command. */
bool nv_state_is_socket(const char *from);
char *nv_state_ask_qmp(const char *socket, unsigned number,
                       const char *command, GError **error);

/* Which card wrote it: NULL if there is no such chip. */
const NvChip *nv_state_chip(const GByteArray *saved, uint32_t *vram_size,
                            GError **error);
/* A card that does nothing by itself; and one with that state. */
NvCard *nv_state_card(const NvChip *chip, uint32_t vram_size, GError **error);
NvCard *nv_state_card_of(const GByteArray *saved, GError **error);

#endif
