/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Saving and loading plain structs by field tables.
 *
 * A unit describes its guest-visible state once, as rows of NvField; what is
 * derived is rebuilt after a load and never saved.  Loading is in two steps:
 * all sections are parsed into scratch copies and validated, and only when
 * every one is fine are they copied over the live units.
 *
 * States outlive the program that wrote them.  What a section holds may grow,
 * and old states still load (docs/snapshots.rst):
 *
 * - a new field: raise the section's version, say @since which version the
 *   field is there and what it @was before, 0 if not said:
 *
 *       NV_FIELD(NvIdx, doing, .since = 3, .was = NV_IDX_NOTHING),
 *
 * - a field that goes: .until the last version that had it.  It needs its
 *   member only if upgrade() is to make something else of it;
 * - an array that grows anywhere: a function that says which elements a
 *   version @had;
 * - what no constant can say: upgrade();
 * - a new section: .late, and each field's @was is what it is without it.
 *
 * Set @oldest to the version of before when a section's version is raised for
 * the first time.  A state that says more than the reader knows is refused
 * with a sentence; only a section that was saved as @optional is passed over.
 */
#ifndef NV_BASE_STATE_H
#define NV_BASE_STATE_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct NvField NvField;

struct NvField {
    const char *name;
    size_t offset;          /* in the unit's struct, or in the part */
    uint8_t elem;           /* bytes an element: 1, 2, 4 or 8 */
    uint32_t count;         /* elements, or structs of @parts */
    uint32_t since;         /* first version that has it; 0: all */
    uint32_t until;         /* last version that has it; 0: this one, too */
    uint64_t was;           /* each element of it in states that lack it */
    /*
     * May be NULL: an older version has all elements that this one has.  The
     * newest has all and is not asked for.
     * Those it lacks are 0 with @was; the others moved together.
     */
    bool (*had)(uint32_t version, uint32_t index);
    /*
     * May be NULL.  An array of structs of elements of one size, saved struct
     * by struct as these rows say, which end with NV_FIELD_END.
     */
    const NvField *parts;
    size_t stride;          /* bytes from struct to struct */
};

#define NV_FIELD_TYPE_OK(s) (sizeof(s) == 1 || sizeof(s) == 2 || \
                             sizeof(s) == 4 || sizeof(s) == 8)
/* One scalar member (integers, bool, enums); then, e.g., .since = 2. */
#define NV_FIELD(type, member, ...) \
    { .name = #member, .offset = offsetof(type, member), \
      .elem = sizeof(((type *)0)->member), .count = 1, __VA_ARGS__ }
/* An array member of any rank; @scalar is one element, as in regs[0][0]. */
#define NV_FIELD_ARRAY(type, member, scalar, ...) \
    { .name = #member, .offset = offsetof(type, member), \
      .elem = sizeof(((type *)0)->scalar), \
      .count = sizeof(((type *)0)->member) / sizeof(((type *)0)->scalar), \
      __VA_ARGS__ }
/* An array of structs whose elements have @bytes each and rows @rows. */
#define NV_FIELD_STRUCTS(type, member, bytes, rows, ...) \
    { .name = #member, .offset = offsetof(type, member), .elem = (bytes), \
      .count = sizeof(((type *)0)->member) / \
               sizeof(((type *)0)->member[0]), \
      .parts = (rows), .stride = sizeof(((type *)0)->member[0]), __VA_ARGS__ }
/* What versions up to @last had and nobody wants: it is passed over. */
#define NV_FIELD_GONE(text, bytes, elements, last) \
    { .name = (text), .offset = NV_FIELD_NOWHERE, .elem = (bytes), \
      .count = (elements), .until = (last) }
#define NV_FIELD_NOWHERE SIZE_MAX
#define NV_FIELD_END { .name = NULL }

typedef struct NvSection {
    const char *name;       /* "pfifo" */
    uint32_t version;       /* raise it with every change of the fields */
    size_t size;            /* sizeof the unit's struct */
    const NvField *fields;  /* ends with NV_FIELD_END */
    /*
     * May be NULL.  @scratch is a copy of the live struct with the loaded
     * fields in it: check every index and size that later code trusts.
     */
    bool (*validate)(const void *scratch, GError **error);
    /* May be NULL.  Rebuild what is derived, after the commit. */
    void (*loaded)(void *unit);
    uint32_t oldest;        /* version that can be read; 0: only @version */
    /*
     * States without it are fine: all fields are what they were, which without
     * @upgrade is not validated.
     */
    bool late;
    /* A reader that does not know it may do without it. */
    bool optional;
    /*
     * May be NULL: always.  Whether the section has anything to say; a state
     * without it is one that older versions read.  Of late sections only.
     */
    bool (*needed)(const void *unit);
    /*
     * May be NULL.  @scratch, before it is validated, is of an older @version
     * (0: the section is not there): make of it what this one would hold.
     */
    void (*upgrade)(void *scratch, uint32_t version);
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

/* Append the @items to @out (little endian, self-describing). */
void nv_state_save(const NvStateItem *items, unsigned count, GByteArray *out);
/*
 * Load what nv_state_save wrote with these sections or older ones.  False with
 * *error, and nothing changed, when names, versions, counts or values do not
 * fit.
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
