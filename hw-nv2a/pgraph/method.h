/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shared by method.c and run.c: one method, and many of them. */
#ifndef NV_PGRAPH_METHOD_H
#define NV_PGRAPH_METHOD_H

#include "pgraph/methods-2d.h"
#include "pgraph/method-maps.h"

/* The value is one of those that the row takes. */
static inline bool nv_fe_value_valid(const NvPgraph *pg, const NvMethod *m,
                                     uint32_t value)
{
    switch ((NvCheck)m->check) {
    case NV_CHECK_BITS:
        return !(value & ~m->arg);
    case NV_CHECK_BELOW:
        return value < m->arg;
    case NV_CHECK_ENUM:
        return nv_map_find(m->map, value) != NULL;
    case NV_CHECK_FUNC:
        return m->valid(pg, m, value);
    default:
        return true;
    }
}

/* @known: the value is in the row's map. */
static inline uint32_t nv_fe_value_warning(const NvPgraph *pg,
                                           const NvMethod *m, uint32_t value,
                                           bool known)
{
    switch ((NvCheck)m->check) {
    case NV_WARN_BITS:
        return value & ~m->arg ? 1 : 0;
    case NV_WARN_BELOW:
        return value < m->arg ? 0 : 1;
    case NV_WARN_ENUM:
        return known ? 0 : 1;
    case NV_WARN_RANGE:
        return value < m->arg ? 0 : 2;
    case NV_WARN_FUNC:
        return m->valid(pg, m, value) ? 0 : 1;
    default:
        return 0;
    }
}

/* What the words of all methods of a run have in common. */
typedef struct NvRunNote {
    const uint32_t (*first)[2];
    uint32_t *at;               /* of the word that runs, from the first */
    uint32_t trap, st2;
    uint8_t trap_low, st2_low;
    bool checks;                /* values are */
} NvRunNote;

/* --- states.c --- */

/*
 * Of @n words as many as set state, where nothing waits, as far as all is as it
 * should be; all but the last are charged.
 */
unsigned nv_fe_run_states(NvPgraph *pg, const NvClassTable *table,
                          const NvRunNote *note, const uint32_t (*w)[2],
                          unsigned n);
/*
 * The number of what is known of element @index of the row, whose first step
 * that is; 0 if it goes another way.
 */
unsigned nv_fe_add_state(NvPgraph *pg, const NvMethod *m, unsigned step,
                         unsigned index);

/* --- method.c --- */

/* The row with its checks, whatever it is for. */
void nv_fe_run_row(NvPgraph *pg, const NvMethod *m, unsigned index,
                   unsigned step, uint32_t value);
/*
 * kelvin-rankine.c: what words of so many vectors do that the class uploads to
 * its constants; only as many as it takes so, or they must go one by one.
 */
unsigned nv_fe_takes_constants(const NvPgraph *pg);
void nv_fe_load_constants(NvPgraph *pg, const uint32_t (*w)[2],
                          unsigned vectors);
/* Attribute @n of the class @table as this chip counts them. */
unsigned nv_fe_attr_of(const NvPgraph *pg, const NvClassTable *table,
                       unsigned n);
/* A notifier that waits for the method that was. */
void nv_fe_complete(NvPgraph *pg);
/* FE is the channel's, as far as CTX_CONTROL tells; and the 3D state. */
bool nv_fe_is_owner(const NvPgraph *pg, unsigned chid);
bool nv_fe_owns_state3d(const NvPgraph *pg);
/* Of the current object's class. */
const NvClassTable *nv_fe_table(NvPgraph *pg);
/* The row adds vertices to those of the same draw that wait. */
bool nv_fe_row_adds(const NvPgraph *pg, const NvMethod *m);

#endif
