/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the halves of saved state share; for base/state*.c only. */
#ifndef NV_BASE_STATE_PRIV_H
#define NV_BASE_STATE_PRIV_H

#include "base/state.h"

#define NV_STATE_MAGIC 0x5332764eu      /* "Nv2S" */
/* Of a section's version word: who does not know the section may skip it. */
#define NV_STATE_OPTIONAL 0x80000000u

/*
 * The stream: magic, number of sections, sections; a section: name, version,
 * fields; a field: name, element size, count, elements.  A name: length byte
 * and bytes; an empty one ends a section.
 */
typedef struct NvStateReader {
    const uint8_t *at;
    size_t left;
    GError **error;
} NvStateReader;

/* Set the reader's error, unless there is one; false. */
bool nv_state_fail(NvStateReader *r, const char *format, ...)
    G_GNUC_PRINTF(2, 3);
/* The next @n bytes; NULL with the error set if there are fewer. */
const uint8_t *nv_state_take(NvStateReader *r, size_t n);
bool nv_state_take32(NvStateReader *r, uint32_t *value);
/* Into @name, of 256 bytes. */
bool nv_state_take_name(NvStateReader *r, char *name);
/* Hand the fields of section @section, which follow, to @visit if not NULL. */
bool nv_state_walk_fields(NvStateReader *r, const char *section,
                          NvStateVisit visit, void *opaque);

#endif
