/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The engine without a card around it. */
#include "xf/alone.h"

#include "xf/xf-priv.h"

void nv_xf_alone_mode(NvXf *xf, const NvXfAlone *how)
{
    const struct {
        NvFieldId field;
        uint32_t value;
    } rows[] = {
        { NV_F(XF_MODE_B, MODE),
          how->second ? NV_XF_MODE_PROGRAM2 : NV_XF_MODE_PROGRAM },
        { NV_F(XF_MODE_B, XFCTX_WRITE_ENABLE), how->write },
        { NV_F(XF_MODE_B, ARITH_RULES), !how->legacy },
        { NV_F(XF_MODE_B, VIEWPORT_TRANSFORM_SKIP), 1 },
        { NV_F(XF_MODE_B, XFCTX_ACCESS), how->all },
        { NV_F(XF_MODE_A, SPECULAR_ENABLE), 1 },
        { NV_F(XF_MODE_A, LIGHT_MODEL_UNK17), 1 },
    };

    for (size_t i = 0; i < NV_ARRAY_SIZE(rows); i++) {
        nv_xf_mode_put(xf, rows[i].field, 0, rows[i].value);
    }
    nv_xf_section.loaded(xf);
}

void nv_xf_alone_start(NvXf *xf, unsigned slot)
{
    nv_xf_mode_put(xf, NV_F(XF_MODE_A, PROGRAM_START), 0, slot);
    xf->start = slot;
}

void nv_xf_alone_send(NvXf *xf, NvXfCommand type, unsigned slot,
                      const uint32_t v[4])
{
    for (unsigned c = 0; c < 4; c++) {
        nv_xf_command(xf, type, slot << 4 | c << 2, v[c]);
    }
}

void nv_xf_alone_instruction(NvXf *xf, unsigned slot, const uint32_t w[4])
{
    nv_xf_alone_send(xf, NV_XF_XFPR, slot,
                     (uint32_t[4]) { w[3], w[2], w[1], w[0] });
}
