/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What of XF belongs to a channel; which words is in xf.h. */
#include "xf/xf-priv.h"

static_assert(sizeof(NvXfChannel) == 5106 * 4, "saved cards hold it");

void nv_xf_channel_get(const NvXf *xf, NvXfChannel *c)
{
#define X(name, size) \
    assert(nv_section_saves(&nv_xf_section, offsetof(NvXf, name), \
                            sizeof(xf->name))); \
    memcpy(&c->name, &xf->name, sizeof(xf->name));
    NV_XF_CHANNEL_ROWS(X)
#undef X
}

void nv_xf_channel_set(NvXf *xf, const NvXfChannel *c)
{
#define X(name, size) memcpy(&xf->name, &c->name, sizeof(xf->name));
    NV_XF_CHANNEL_ROWS(X)
#undef X
    nv_xf_program_changed(xf);
}

/* How much the card has done is no channel's. */
void nv_xf_channel_reset(NvXf *xf)
{
    uint64_t vertices = xf->vertices;

    nv_xf_reset(xf);
    xf->vertices = vertices;
}
