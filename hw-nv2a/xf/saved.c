/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XF's saved state.
 */
#include "xf/xf-priv.h"

static void loaded(void *unit)
{
    NvXf *xf = unit;

    if (!xf->half.what) {
        memset(&xf->half, 0, sizeof(xf->half));
    }
    nv_xf_program_changed(xf);
}

static const NvField fields[] = {
    NV_FIELD_ARRAY(NvXf, vab, vab[0][0]),
    NV_FIELD_ARRAY(NvXf, xfpr, xfpr[0][0]),
    NV_FIELD_ARRAY(NvXf, xfctx, xfctx[0][0]),
    NV_FIELD_ARRAY(NvXf, ltctx, ltctx[0][0]),
    NV_FIELD_ARRAY(NvXf, ltctx_rdi, ltctx_rdi[0][0]),
    NV_FIELD_ARRAY(NvXf, ltc, ltc[0][0]),
    NV_FIELD(NvXf, mode_a),
    NV_FIELD(NvXf, mode_b),
    NV_FIELD(NvXf, mode_c),
    NV_FIELD_ARRAY(NvXf, mode_t, mode_t[0]),
    NV_FIELD_ARRAY(NvXf, xtra, xtra[0][0]),
    NV_FIELD(NvXf, timeout),
    NV_FIELD(NvXf, start),
    NV_FIELD(NvXf, kelvin_class),
    NV_FIELD_ARRAY(NvXf, tbuf, tbuf[0][0]),
    NV_FIELD(NvXf, vertices),
    { .name = "half", .offset = offsetof(NvXf, half), .elem = 4,
      .count = offsetof(NvXfHalf, more) / 4, .since = 5 },
    NV_FIELD_END
};

/* Every other index into these memories comes from a checked run. */
static bool validate(const void *scratch, GError **error)
{
    const NvXf *xf = scratch;

    if (!nv_xf_half_ok(&xf->half)) {
        g_set_error(error, NV_STATE_ERROR, 0,
                    "xf: a program left at vertex %u with %u calls: out of "
                    "range", xf->half.lane, xf->half.depth);
        return false;
    }
    return true;
}

const NvSection nv_xf_section = {
    .name = "xf", .version = 5, .oldest = 4, .size = sizeof(NvXf),
    .fields = fields, .validate = validate, .loaded = loaded,
};

/* Registers that Curie has besides, of a program that was left. */
static const NvField more_fields[] = {
    NV_FIELD_ARRAY(NvXf, half.more, half.more[0][0]),
    NV_FIELD_END
};

static bool more_needed(const void *unit)
{
    const NvXf *xf = unit;
    const uint32_t none[NV_XF_MORE_REGS][4] = { 0 };

    return xf->half.what && memcmp(xf->half.more, none, sizeof(none));
}

static void more_upgrade(void *scratch, uint32_t version)
{
    NvXf *xf = scratch;

    if (!version) {
        memset(xf->half.more, 0, sizeof(xf->half.more));
    }
}

const NvSection nv_xf_more_section = {
    .name = "xf-more", .version = 1, .size = sizeof(NvXf),
    .fields = more_fields, .late = true, .needed = more_needed,
    .upgrade = more_upgrade,
};
