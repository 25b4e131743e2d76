/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The viewport behind programs of Rankine's and Curie's own classes.
 *
 * Such programs may have constants in the viewport's slots of XFCTX: stock
 * drivers do, and would draw nothing if it were taken from there.  The
 * viewport's methods send commands for two slots of LTCTX, too, that are
 * beyond its end (hw); this is what they reach (guess).  It is kept behind
 * XFCTX, on Curie in the last two slots, which are no program's (guess).
 */
#include "xf/xf-priv.h"

void nv_xf_keep_viewport(NvXf *xf, unsigned vec)
{
    const NvXfSizes *sizes = &xf->chip->xf;

    for (unsigned k = 0; k < 2 && sizes->kept_viewport; k++) {
        if (vec == sizes->lt_viewport[k]) {
            memcpy(xf->xfctx[sizes->kept_viewport + k], nv_xf_pass(xf),
                   3 * sizeof(uint32_t));
        }
    }
}

unsigned nv_xf_viewport_slot(const NvXf *xf)
{
    static const uint32_t none[2][4];
    const NvXfSizes *sizes = &xf->chip->xf;
    unsigned kept = sizes->kept_viewport;

    return kept && memcmp(xf->xfctx[kept], none, sizeof(none))
           ? kept : sizes->viewport[0];
}
