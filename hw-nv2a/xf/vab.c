/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Attribute data and whole vectors without the detour of a command: xf.h. */
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

bool nv_xf_takes_plain(const NvXf *xf)
{
    return !nv_chip_has(xf->chip, NV_CAP_XF_PORT_READS) &&
           xf->chip->xf.pass >= NV_XF_ATTRS && !nv_traces(xf->env, xf_command);
}

void nv_xf_command_vector(NvXf *xf, NvXfCommand type, uint32_t addr,
                          const uint32_t v[4])
{
    const NvXfWrite w = { (addr >> 4) & nv_xf_address_mask(xf), 0, 4, v };

    assert(type != NV_XF_VAB && xf->port->known & NV_BIT(type));
    for (unsigned c = 0; c < 4; c++) {
        nv_trace(xf->env, xf_command, type, addr | c << 2, v[c]);
    }
    memcpy(nv_xf_pass(xf), v, 4 * sizeof(uint32_t));
    xf->port->commit(xf, type, &w);
}
