/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the files of nv-xf ff share: the engine, and names with an index.
 */
#ifndef NV_TOOLS_NV_XF_FF_H
#define NV_TOOLS_NV_XF_FF_H

#include "tools/nv-xf/nv-xf.h"
#include "xf/ff.h"

typedef struct NvToolFf {
    NvHostOps ops;
    NvEnv env;
    NvXf xf;
    NvFfGeneration generation;
    NvXfBlock *block;
    unsigned vertices;          /* printed so far */
} NvToolFf;

/* "light[3].range": name is "light[].range". */
typedef struct NvToolName {
    char text[64], name[64];
    bool indexed;
    unsigned index;
} NvToolName;

/* The word at t->at, up to a blank or one of @stops; t->at goes behind it. */
bool nv_tool_ff_name(NvText *t, const char *stops, NvToolName *n,
                     GError **error);

/* What drivers write once, before any state. */
void nv_tool_ff_defaults(NvToolFf *ff);
bool nv_tool_ff_state(NvToolFf *ff, const char *path, GError **error);
bool nv_tool_ff_unit_is_on(const NvToolFf *ff, unsigned unit);
void nv_tool_ff_list(const NvToolFf *ff);

#endif
