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
        EFFECTS(B(BLEND, 29, 3, 1))),
    ROW("color_mask_mrt", 0x370, 1, 4, FREE, BITS(0xfff0),
        EFFECTS(B(COLOR_MASK, 12, 12, 4))),
    WARN_WORD("bundle_unk0e5", 0x37c, UNK0E5),
    ODD("unk38c", 0x38c, 1, state),
    ROW("bundle_unk0e6", 0x8e0, 1, 4, FREE, BITS(0x13ffcfff),
        EFFECTS(B(UNK0E6, 0, 12, 0), B(UNK0E6, 12, 12, 14),
                B(UNK0E6, 24, 1, 28))),
    XF_TEX("xf_tex_offset", 0x900, BITS(~0x7fu), ALL(XF_TEX_OFFSET)),
    XF_TEX("xf_tex_format", 0x904, CHECK(xf_tex_format),
           DO(xf_tex_format)),
    XF_TEX("xf_tex_wrap", 0x908, CHECK(xf_tex_wrap), DO(xf_tex_wrap)),
    XF_TEX("xf_tex_control_a", 0x90c, BITS(0xffffff80),
           EFFECTS(B(XF_TEX_CONTROL_A, 6, 25, 7))),
    XF_TEX("xf_tex_control_b", 0x910, BITS(0x3ffff),
           ALL(XF_TEX_CONTROL_B)),
    XF_TEX("xf_tex_filter", 0x914, BITS(0x1fff), ALL(XF_TEX_FILTER)),
    XF_TEX("xf_tex_rect", 0x918, CHECK(tex_rect), ALL(XF_TEX_RECT)),
    XF_TEX("xf_tex_border_color", 0x91c, ALL(XF_TEX_BORDER_COLOR)),
    ODD("unka1c", 0xa1c, 1, none),      /* untested */
    ROW("xf_txc_unkb40", 0xb40, 10, 4, FREE, BITS(0x111),
        EFFECTS(B(XF_TXC, 17, 1, 0), B(XF_TXC, 18, 1, 4),
                B(XF_TXC, 19, 1, 8))),
    ODD("unk1430", 0x1430, 2, state),
    ODD("unk1438", 0x1438, 1, none),    /* untested */
    ROW("bundle_unk0de", 0x1738, 1, 4, FREE, ALL(UNK0DE)),
    ROW("vb_element_base", 0x173c, 1, 4, FREE, ALL(VB_ELEMENT_BASE)),
    ODD("unk1804", 0x1804, 1, none),    /* untested */
    ROW("tex_control_d", 0x1840, 16, 4, ERROR, BITS(0x3ff3ffff),
        ALL(TEX_CONTROL_D)),
    ROW("xf_bundle_unk0e7", 0x1d64, 1, 4, FREE, CHECK(xf_unk0e7),
        EFFECTS(B(XF_UNK0E7, 0, 10, 0), B(XF_UNK0E7, 16, 10, 16))),
    ODD("unk1ea4", 0x1ea4, 3, none),    /* untested */
    ROW("bundle_unk0e1", 0x1eec, 1, 4, FREE, ALL(UNK0E1)),
    ODD("unk1ef0", 0x1ef0, 1, none),    /* untested */
    ROW("bundle_unk0e2", 0x1ef4, 1, 4, FREE, BITS(0xffff7111),
        ALL(UNK0E2)),
    ROW("xf_unk1ef8", 0x1ef8, 1, 4, FREE, CHECK(xf_timeout),
        EFFECTS(B(XF_D, 0, 16, 0), B(XF_D, 16, 1, 20))),
    ROW("xf_attr_in_unk1fc0", 0x1fc0, 1, 4, FREE, BITS(0xffff),
        EFFECTS(B(XF_ATTR_IN_MASK, 16, 16, 0))),
    ROW("xf_out_map_misc", 0x1fc4, 1, 4, ERROR, BITS(0x0fffffff),
        EFFECTS(B(XF_OUT_MAP_MISC_A, 24, 8, 0),
                B(XF_OUT_MAP_MISC_A, 18, 6, 16),
                B(XF_OUT_MAP_MISC_B, 24, 8, 8),
                B(XF_OUT_MAP_MISC_B, 18, 6, 22))),
    WORD("xf_out_map_txc_a", 0x1fc8, 1, XF_OUT_MAP_TXC_A),
    ROW("xf_out_map_txc_b", 0x1fcc, 1, 4, ERROR, BITS(0xff),
        ALL(XF_OUT_MAP_TXC_B)),
    ROW("xf_out_map_clip_a", 0x1fd0, 1, 4, ERROR, BITS(0x3f3f3f),
        EFFECTS(B(XF_OUT_MAP_MISC_A, 0, 6, 0),
                B(XF_OUT_MAP_MISC_A, 6, 6, 8),
                B(XF_OUT_MAP_MISC_A, 12, 6, 16))),
    ROW("xf_out_map_clip_b", 0x1fd4, 1, 4, ERROR, BITS(0x3f3f3f),
        EFFECTS(B(XF_OUT_MAP_MISC_B, 0, 6, 0),
                B(XF_OUT_MAP_MISC_B, 6, 6, 8),
                B(XF_OUT_MAP_MISC_B, 12, 6, 16))),
    ODD("tex_cache_ctl", 0x1fd8, 1, none),      /* untested */
    ODD("unk1fdc", 0x1fdc, 1, none),    /* untested */
    ROW("bundle_unk0e9", 0x1fe0, 4, 4, FREE, ALL(UNK0E9)),
    ROW("xf_attr_in_mask", 0x1ff0, 1, 4, FREE, BITS(0xffff),
        EFFECTS(B(XF_ATTR_IN_MASK, 0, 16, 0))),
    ROW("xf_attr_out_mask", 0x1ff4, 1, 4, ERROR, BITS(0x3fffff),
        ALL(XF_ATTR_OUT_MASK)),
    ROW("bundle_unk0ed", 0x1ff8, 1, 4, FREE, ALL(UNK0ED)),
};

const NvMethodTable nv_methods_curie = { rows, NV_ARRAY_SIZE(rows) };
