/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Saving and loading plain structs by field tables.
 *
 * A unit describes its guest-visible state once, as rows of NvField; what is
 * derived is rebuilt after a load and never saved.  Loading is in two steps:
 * all sections are parsed into scratch copies and validated, and only when
 * every one is fine are they copied over the live units.
 */
#ifndef NV_BASE_STATE_H
#define NV_BASE_STATE_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct NvField {
    const char *name;
    size_t offset;          /* in the unit's struct */
    uint8_t elem;           /* bytes an element: 1, 2, 4 or 8 */
    uint32_t count;         /* elements */
} NvField;

#define NV_FIELD_TYPE_OK(s) (sizeof(s) == 1 || sizeof(s) == 2 || \
                             sizeof(s) == 4 || sizeof(s) == 8)
/* One scalar member (integers, bool, enums). */
#define NV_FIELD(type, member) \
    { #member, offsetof(type, member), sizeof(((type *)0)->member), 1 }
/* An array member of any rank; @scalar is one element, as in regs[0][0]. */
#define NV_FIELD_ARRAY(type, member, scalar) \
    { #member, offsetof(type, member), sizeof(((type *)0)->scalar), \
      sizeof(((type *)0)->member) / sizeof(((type *)0)->scalar) }
#define NV_FIELD_END { NULL, 0, 0, 0 }

typedef struct NvSection {
    const char *name;       /* "pfifo" */
    uint32_t version;       /* bump when the fields change meaning */
    size_t size;            /* sizeof the unit's struct */
    const NvField *fields;  /* ends with NV_FIELD_END */
    /*
     * May be NULL.  @scratch is a copy of the live struct with the loaded
     * fields in it: check every index and size that later code trusts.
     */
    bool (*validate)(const void *scratch, GError **error);
    /* May be NULL.  Rebuild what is derived, after the commit. */
    void (*loaded)(void *unit);
} NvSection;

/* One of the fields is the member at @offset, all @size bytes of it. */
bool nv_section_saves(const NvSection *section, size_t offset, size_t size);

/* One live unit and its description. */
typedef struct NvStateItem {
    const NvSection *section;
    void *unit;
} NvStateItem;

#define NV_STATE_ERROR nv_state_error_quark()
GQuark nv_state_error_quark(void);

/* Append all @items to @out (little endian, self-describing). */
void nv_state_save(const NvStateItem *items, unsigned count, GByteArray *out);
/*
 * Load what nv_state_save wrote with the same sections.  False with *error,
 * and nothing changed, when names, versions, counts or values do not fit.
 */
bool nv_state_load(const NvStateItem *items, unsigned count,
                   const void *data, size_t size, GError **error);

/* One field of a saved state; @bytes are @count elements, little endian. */
typedef struct NvStateField {
    const char *section, *field;    /* for the time of the call */
    unsigned elem;                  /* bytes an element: 1, 2, 4 or 8 */
    uint32_t count;
    const uint8_t *bytes;
} NvStateField;

typedef void (*NvStateVisit)(void *opaque, const NvStateField *field);

/*
 * Hand every field of what nv_state_save wrote to @visit (may be NULL),
 * without knowing the units.  Returns how many bytes the state has, which may
 * be less than @size; 0 with *error if it is damaged or none.
 */
size_t nv_state_walk(const void *data, size_t size, NvStateVisit visit,
                     void *opaque, GError **error);
uint64_t nv_state_element(const NvStateField *field, uint32_t index);

#endif
