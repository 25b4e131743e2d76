/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Methods that only the classes of Curie have.  Offsets, values and effects
 * are those public hardware tests (envytools) assert on cards; rows that end
 * in "untested" are known only from drivers and databases.
 */
#include "pgraph/method-rows.h"

/* Textures of vertex programs are 0x20 bytes apart. */
#define XF_TEX(name, offset, ...) \
    ROW(name, offset, 4, 0x20, ERROR, __VA_ARGS__)

static const NvMethod rows[] = {
    ODD("dma_bundle_unk0b0", 0x1b0, 1, dma_unk0b0),
    ODD("dma_surf_color_c", 0x1b4, 1, surf_dma, .arg = 6,
        .which = NV_SURF_COLOR_C),
    ODD("dma_surf_color_d", 0x1b8, 1, surf_dma, .arg = 6,
        .which = NV_SURF_COLOR_D),
    ODD("color_a_pitch", 0x20c, 1, surf_one_pitch, CHECK(one_surf_pitch),
        .which = NV_SURF_COLOR),
    ODD("zeta_pitch", 0x22c, 1, surf_one_pitch, CHECK(one_surf_pitch),
        .which = NV_SURF_ZETA),
    ROW("txc_cylwrap_b", 0x23c, 1, 4, ERROR, BITS(0xff),
        ALL(TXC_CYLWRAP_B)),
    ROW("clipid_rect_horiz", 0x260, 4, 8, ANYWHERE, CHECK(clipid_rect),
        ALL(CLIPID_RECT_HORIZ)),
    ROW("clipid_rect_vert", 0x264, 4, 8, ANYWHERE, CHECK(clipid_rect),
        ALL(CLIPID_RECT_VERT)),
    ODD("color_c_pitch", 0x280, 1, surf_one_pitch, CHECK(one_surf_pitch),
        .which = NV_SURF_COLOR_C),
    ODD("color_d_pitch", 0x284, 1, surf_one_pitch, CHECK(one_surf_pitch),
        .which = NV_SURF_COLOR_D),
    ODD("color_c_offset", 0x288, 1, surf_one_offset, BITS(~0x3fu),
        .which = NV_SURF_COLOR_C),
    ODD("color_d_offset", 0x28c, 1, surf_one_offset, BITS(~0x3fu),
        .which = NV_SURF_COLOR_D),
    ROW("blend_func_enable_mrt", 0x36c, 1, 4, ERROR, BITS(0xe),
        EFFECTS(FROM(BLEND, UNK29, 1))),
    ROW("color_mask_mrt", 0x370, 1, 4, FREE, BITS(0xfff0),
        EFFECTS(FROM(COLOR_MASK, MRT, 4))),
    WARN_WORD("bundle_unk0e5", 0x37c, UNK0E5),
    ODD("unk38c", 0x38c, 1, state),
    ROW("bundle_unk0e6", 0x8e0, 1, 4, FREE, BITS(0x13ffcfff),
        EFFECTS(F(UNK0E6, UNK0), FROM(UNK0E6, UNK12, 14),
                FROM(UNK0E6, UNK24, 28))),
    XF_TEX("xf_tex_offset", 0x900, BITS(~0x7fu), ALL(XF_TEX_OFFSET)),
    XF_TEX("xf_tex_format", 0x904, CHECK(xf_tex_format),
           DO(xf_tex_format)),
    XF_TEX("xf_tex_wrap", 0x908, CHECK(xf_tex_wrap), DO(xf_tex_wrap)),
    XF_TEX("xf_tex_control_a", 0x90c, BITS(0xffffff80),
           EFFECTS(SPAN(XF_TEX_CONTROL_A, MAX_LOD, ENABLE, 7))),
    XF_TEX("xf_tex_control_b", 0x910, BITS(0x3ffff),
           ALL(XF_TEX_CONTROL_B)),
    XF_TEX("xf_tex_filter", 0x914, BITS(0x1fff), ALL(XF_TEX_FILTER)),
    XF_TEX("xf_tex_rect", 0x918, CHECK(tex_rect), ALL(XF_TEX_RECT)),
    XF_TEX("xf_tex_border_color", 0x91c, ALL(XF_TEX_BORDER_COLOR)),
    ODD("unka1c", 0xa1c, 1, none),      /* untested */
    ROW("xf_txc_unkb40", 0xb40, 10, 4, FREE, BITS(0x111),
        EFFECTS(F(XF_TXC, UNKB40_0), FROM(XF_TXC, UNKB40_4, 4),
                FROM(XF_TXC, UNKB40_8, 8))),
    ODD("unk1430", 0x1430, 2, state),
    ODD("unk1438", 0x1438, 1, none),    /* untested */
    ROW("bundle_unk0de", 0x1738, 1, 4, FREE, ALL(UNK0DE)),
    ROW("vb_element_base", 0x173c, 1, 4, FREE, ALL(VB_ELEMENT_BASE)),
    ODD("unk1804", 0x1804, 1, none),    /* untested */
    ROW("tex_control_d", 0x1840, 16, 4, ERROR, BITS(0x3ff3ffff),
        ALL(TEX_CONTROL_D)),
    ROW("xf_bundle_unk0e7", 0x1d64, 1, 4, FREE, CHECK(xf_unk0e7),
        EFFECTS(F(XF_UNK0E7, UNK0), FROM(XF_UNK0E7, UNK16, 16))),
    ODD("unk1ea4", 0x1ea4, 3, none),    /* untested */
    ROW("bundle_unk0e1", 0x1eec, 1, 4, FREE, ALL(UNK0E1)),
    ODD("unk1ef0", 0x1ef0, 1, none),    /* untested */
    ROW("bundle_unk0e2", 0x1ef4, 1, 4, FREE, BITS(0xffff7111),
        ALL(UNK0E2)),
    ROW("xf_unk1ef8", 0x1ef8, 1, 4, FREE, CHECK(xf_timeout),
        EFFECTS(F(XF_D, TIMEOUT), FROM(XF_D, UNK1EF8_20, 20))),
    ROW("xf_attr_in_unk1fc0", 0x1fc0, 1, 4, FREE, BITS(0xffff),
        EFFECTS(F(XF_ATTR_IN_MASK, UNK1FC0))),
    ROW("xf_out_map_misc", 0x1fc4, 1, 4, ERROR, BITS(0x0fffffff),
        EFFECTS(F(XF_OUT_MAP_MISC_A, MISC_8),
                FROM(XF_OUT_MAP_MISC_A, MISC_6, 16),
                FROM(XF_OUT_MAP_MISC_B, MISC_8, 8),
                FROM(XF_OUT_MAP_MISC_B, MISC_6, 22))),
    WORD("xf_out_map_txc_a", 0x1fc8, 1, XF_OUT_MAP_TXC_A),
    ROW("xf_out_map_txc_b", 0x1fcc, 1, 4, ERROR, BITS(0xff),
        ALL(XF_OUT_MAP_TXC_B)),
    ROW("xf_out_map_clip_a", 0x1fd0, 1, 4, ERROR, BITS(0x3f3f3f),
        EFFECTS(F(XF_OUT_MAP_MISC_A, CLIP0), FROM(XF_OUT_MAP_MISC_A, CLIP1, 8),
                FROM(XF_OUT_MAP_MISC_A, CLIP2, 16))),
    ROW("xf_out_map_clip_b", 0x1fd4, 1, 4, ERROR, BITS(0x3f3f3f),
        EFFECTS(F(XF_OUT_MAP_MISC_B, CLIP0), FROM(XF_OUT_MAP_MISC_B, CLIP1, 8),
                FROM(XF_OUT_MAP_MISC_B, CLIP2, 16))),
    ODD("tex_cache_ctl", 0x1fd8, 1, none),      /* untested */
    ODD("unk1fdc", 0x1fdc, 1, none),    /* untested */
    ROW("bundle_unk0e9", 0x1fe0, 4, 4, FREE, ALL(UNK0E9)),
    ROW("xf_attr_in_mask", 0x1ff0, 1, 4, FREE, BITS(0xffff),
        EFFECTS(F(XF_ATTR_IN_MASK, MASK))),
    ROW("xf_attr_out_mask", 0x1ff4, 1, 4, ERROR, BITS(0x3fffff),
        ALL(XF_ATTR_OUT_MASK)),
    ROW("bundle_unk0ed", 0x1ff8, 1, 4, FREE, ALL(UNK0ED)),
};

const NvMethodTable nv_methods_curie = { rows, NV_ARRAY_SIZE(rows) };
