/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What others call methods.  Facts: the tables of words/method-names*.h. */
#ifndef NV_PGRAPH_NAMES_H
#define NV_PGRAPH_NAMES_H

#include "pgraph/fe.h"

/* A name of a method that others use. */
typedef struct NvMethodName {
    const char *prefix, *name;      /* "NV097_" "SET_BEGIN_END" */
    unsigned index;
    bool many;                      /* it has elements */
} NvMethodName;
/* Number @which from 0 up, of classes by bits; false: no more. */
bool nv_method_other_name(uint32_t classes, uint32_t mthd,
                          const NvMethodView *view, unsigned which,
                          NvMethodName *name);
/* All of them, with blanks between. */
void nv_method_append_names(uint32_t classes, uint32_t mthd,
                            const NvMethodView *view, GString *out);

#endif
