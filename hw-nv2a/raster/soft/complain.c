/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What of a state cannot be drawn as it is, for the log.  No hardware facts.
 */
#include "raster/soft/soft.h"

void nv_soft_complain(NvSoft *s)
{
    NvEnv *env = s->raster->env;

    s->told = true;
    if (!s->color.on && !s->zeta.on && !nv_soft_wants_more(s)) {
        nv_error(env, NV_ERROR_TARGET, 0, "neither colour nor depth lies in "
                 "VRAM");
    }
    if (nv_soft_has_program(s) && s->frag_error) {
        nv_error(env, NV_ERROR_FRAGMENT_PROGRAM, s->memory->program,
                 "the one at 0x%08x, slot %u: %s", s->memory->program,
                 s->frag.slots, s->frag_error);
    }
    nv_soft_shader_complain(s);
    for (unsigned u = 0; u < NV_TEX_UNITS && s->units >> u; u++) {
        const NvSoftTexture *t = &s->tex[u];

        if ((s->units >> u & 1) && t->fault) {
            nv_error(env, t->fault_kind, u << 8 | (t->fault[0] & 0xff),
                     "unit %u is white: %s 0x%x", u, t->fault,
                     t->fault_value);
        }
    }
}
