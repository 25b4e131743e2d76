/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Attribute data without the detour of a command; see xf.h. */
#include "xf/xf-priv.h"

void nv_xf_vab(NvXf *xf, unsigned attr, unsigned comp, uint32_t value)
{
    const NvXfWrite w = { attr, comp, 1, &value };

    assert(attr < NV_XF_ATTRS && comp < 4);
    nv_trace(xf->env, xf_command, NV_XF_VAB, attr << 4 | comp << 2, value);
    xf->port->write_vab(xf, &w);
}

void nv_xf_vab_first(NvXf *xf, unsigned attr, unsigned n,
                     const uint32_t *value)
{
    const NvXfWrite w = { attr, 0, n, value };

    assert(attr < NV_XF_ATTRS && n <= 4);
    for (unsigned c = 0; c < n; c++) {
        nv_trace(xf->env, xf_command, NV_XF_VAB, attr << 4 | c << 2,
                 value[c]);
    }
    if (n) {
        xf->port->write_vab(xf, &w);
    }
}
