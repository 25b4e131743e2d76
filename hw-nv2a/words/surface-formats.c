/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Formats of surfaces; facts are in surface-format-rows.h. */
#include "words/formats.h"

#include "words/surface-format-rows.h"

const NvColorFormat nv_color_formats[NV_COLOR_FORMATS] = {
#define X(code, twod_, surf_, name_, bytes_, r, g, b, a, rw, gw, bw, aw, \
          pad_, fill_, real_, channels_) \
    [code] = { .name = name_, .bytes = bytes_, .pos = { r, g, b, a }, \
               .width = { rw, gw, bw, aw }, .pad = pad_, .fill = fill_, \
               .real = real_, .channels = channels_, .surf_code = surf_ },
    NV_SURFACE_FORMAT_ROWS(X)
#undef X
};
