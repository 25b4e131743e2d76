/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Names of the texture shader's operations, by code; Kelvin's (hw).
 */
#include "words/formats.h"
#include "words/tex-op-rows.h"

static const char *const names[32] = {
#define X(code, name) [code] = name,
    NV_TEX_OP_ROWS(X)
#undef X
};

const char *nv_shader_op_name(unsigned op)
{
    return op < NV_ARRAY_SIZE(names) && names[op] ? names[op] : "";
}
