/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Celsius' command port: short vectors are padded by slot, lights and LT
 * memories store on other components, and state can be read back.
 *
 * Facts: envytools' XF documents and its model of the port, asserted on
 * hardware by its tests of state (hw).
 */
#include "arith/arith.h"
#include "xf/xf-priv.h"

/* OPOS, COL0, TXC0, TXC1. */
#define PADDED (NV_BIT(0) | NV_BIT(1) | NV_BIT(3) | NV_BIT(4))
/* Slots that store at component 2, too: light positions. */
#define LIGHT_POSITION 0x24
#define LIGHT_POSITION_LAST 0x2b
#define LT_SHIFT 10             /* LT memories keep the high 22 bits */

static void write_vab(NvXf *xf, const NvXfWrite *w)
{
    uint32_t *slot;

    if (w->vec >= xf->chip->xf.vab) {
        return;
    }
    slot = xf->vab[w->vec];
    if (w->comp < 2 && (PADDED & NV_BIT(w->vec))) {
        if (nv_chip_has(xf->chip, NV_CAP_XF_PAD_Y)) {
            slot[1] = 0;
        }
        slot[2] = 0;
        slot[3] = NV_XF_ONE;
    }
    memcpy(slot + w->comp, w->data, w->n * sizeof(uint32_t));
    xf->vab_changed |= NV_BIT(w->vec);
}

static void commit_xfctx(NvXf *xf, const NvXfWrite *w)
{
    bool light = w->vec >= LIGHT_POSITION && w->vec <= LIGHT_POSITION_LAST;

    if (w->vec < xf->chip->xf.xfctx &&
        (nv_xf_writes(w, 3) || (light && nv_xf_writes(w, 2)))) {
        memcpy(xf->xfctx[w->vec], nv_xf_pass(xf), sizeof(xf->xfctx[0]));
    }
}

static void commit_ltctx(NvXf *xf, const NvXfWrite *w)
{
    if (w->vec >= xf->chip->xf.ltctx || w->comp + w->n <= 2) {
        return;
    }
    for (int i = 0; i < 3; i++) {
        xf->ltctx[w->vec][i] = nv_xf_to_lt(nv_xf_pass(xf)[i]);
    }
}

/* Any component but 2 stores component 0 of what was put together. */
static void commit_ltc(NvXf *xf, unsigned n, const NvXfWrite *w)
{
    if (w->vec == 0 || w->vec >= xf->chip->xf.ltc[n] ||
        (w->comp == 2 && w->n == 1)) {
        return;
    }
    xf->ltc[n][w->vec] = nv_xf_to_lt_scalar(nv_xf_pass(xf)[0]) >> LT_SHIFT;
}

static void commit_mode(NvXf *xf, const NvXfWrite *w)
{
    if (nv_xf_writes(w, 3) && w->vec == 0) {
        xf->mode_b = nv_xf_pass(xf)[2];
        xf->mode_a = nv_xf_pass(xf)[3];
    }
}

void nv_xf_put_mode(NvXf *xf, uint32_t b, uint32_t a)
{
    xf->mode_b = b;
    xf->mode_a = a;
}

static void commit(NvXf *xf, NvXfCommand type, const NvXfWrite *w)
{
    if (type == NV_XF_MODE) {
        commit_mode(xf, w);
    } else if (type == NV_XF_XFCTX) {
        commit_xfctx(xf, w);
    } else if (type == NV_XF_LTCTX) {
        commit_ltctx(xf, w);
    } else if (type >= NV_XF_LTC0 && type <= NV_XF_LTC3) {
        commit_ltc(xf, type - NV_XF_LTC0, w);
    }
}

const NvXfPort nv_xf_port_celsius = {
    .known = NV_XF_PORT_COMMANDS, .write_vab = write_vab, .commit = commit,
};

/* Component 3 of LTCTX reads as 0, all of LTC as the scalar (guess). */
bool nv_xf_read(const NvXf *xf, NvXfCommand type, uint32_t addr,
                uint32_t *value)
{
    const NvXfSizes *sizes = &xf->chip->xf;
    unsigned vec = nv_extract(addr, 4, 6);
    unsigned comp = nv_extract(addr, 2, 2);

    *value = 0;
    if (!nv_chip_has(xf->chip, NV_CAP_XF_PORT_READS)) {
        return false;
    }
    if (type == NV_XF_VAB && vec < sizes->vab) {
        *value = xf->vab[vec][comp];
        return true;
    }
    if (type == NV_XF_XFCTX && vec < sizes->xfctx) {
        *value = xf->xfctx[vec][comp];
        return true;
    }
    if (type == NV_XF_LTCTX && vec < sizes->ltctx) {
        *value = comp == 3 ? 0 : xf->ltctx[vec][comp] << LT_SHIFT;
        return true;
    }
    if (type >= NV_XF_LTC0 && type <= NV_XF_LTC3 &&
        vec < sizes->ltc[type - NV_XF_LTC0]) {
        *value = xf->ltc[type - NV_XF_LTC0][vec] << LT_SHIFT;
        return true;
    }
    return false;
}
