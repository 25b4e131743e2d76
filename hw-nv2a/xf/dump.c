/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XF's state as text for people.
 *
 * Slots that hold zero are left out; names are those of the documents.
 */
#include "xf/xf-priv.h"

static const char *const mode_names[4] = {
    "fixed", "bypass", "program", "program2",
};

const char *nv_xf_mode_text(const NvXf *xf)
{
    return mode_names[nv_xf_mode(xf)];
}

static void dump_vectors(GString *out, const char *name,
                         const uint32_t (*v)[4], unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (!(v[i][0] | v[i][1] | v[i][2] | v[i][3])) {
            continue;
        }
        g_string_append_printf(out, "%s[%02x] %08x %08x %08x %08x  "
                               "(%g %g %g %g)\n", name, i, v[i][0], v[i][1],
                               v[i][2], v[i][3], nv_u2f(v[i][0]),
                               nv_u2f(v[i][1]), nv_u2f(v[i][2]),
                               nv_u2f(v[i][3]));
    }
}

static void dump_constants(const NvXf *xf, GString *out)
{
    for (unsigned i = 0; i < xf->chip->xf.xfctx; i++) {
        const uint32_t *v = xf->xfctx[i];

        if (v[0] | v[1] | v[2] | v[3]) {
            nv_xf_print_constant(xf, i, out);
            g_string_append_printf(out, " %08x %08x %08x %08x  "
                                   "(%g %g %g %g)\n", v[0], v[1], v[2], v[3],
                                   nv_u2f(v[0]), nv_u2f(v[1]), nv_u2f(v[2]),
                                   nv_u2f(v[3]));
        }
    }
}

static float from_lt(uint32_t v)
{
    return nv_u2f(v << 10);
}

static void dump_lt(const NvXf *xf, GString *out)
{
    for (unsigned i = 0; i < xf->chip->xf.ltctx; i++) {
        const uint32_t *v = xf->ltctx[i];

        if (v[0] | v[1] | v[2]) {
            g_string_append_printf(out, "ltctx[%02x] %06x %06x %06x  "
                                   "(%g %g %g)\n", i, v[0], v[1], v[2],
                                   from_lt(v[0]), from_lt(v[1]),
                                   from_lt(v[2]));
        }
    }
    for (unsigned n = 0; n < 4; n++) {
        for (unsigned i = 0; i < xf->chip->xf.ltc[n]; i++) {
            if (xf->ltc[n][i]) {
                g_string_append_printf(out, "ltc%u[%02x] %06x  (%g)\n", n, i,
                                       xf->ltc[n][i],
                                       from_lt(xf->ltc[n][i]));
            }
        }
    }
}

void nv_xf_dump(const NvXf *xf, GString *out)
{
    g_string_append_printf(out, "xf: mode %s A 0x%08x B 0x%08x "
                           "T 0x%08x 0x%08x executor ref vertices %" PRIu64
                           "\n", nv_xf_mode_text(xf), xf->mode_a,
                           xf->mode_b, xf->mode_t[0], xf->mode_t[1],
                           xf->vertices);
    if (nv_chip_has(xf->chip, NV_CAP_XF_XTRA)) {
        g_string_append_printf(out, "xf: C 0x%08x T 0x%08x 0x%08x timeout %u"
                               " kelvin class %d\n", xf->mode_c,
                               xf->mode_t[2], xf->mode_t[3], xf->timeout,
                               xf->kelvin_class);
    }
    dump_vectors(out, "vab", xf->vab, xf->chip->xf.vab);
    dump_vectors(out, "tbuf", xf->tbuf, NV_XF_ATTRS);
    dump_constants(xf, out);
    dump_lt(xf, out);
}

void nv_xf_dump_program(const NvXf *xf, GString *out)
{
    const NvXfIsa *isa = xf->program->isa;
    unsigned slot = nv_xf_start(xf);

    for (; slot < xf->chip->xf.xfpr; slot++) {
        const uint32_t *w = xf->xfpr[slot];

        g_string_append_printf(out, "%02x: %08x %08x %08x  ", slot, w[0],
                               w[1], w[2]);
        if (isa->stored[3]) {
            g_string_truncate(out, out->len - 1);
            g_string_append_printf(out, "%08x  ", w[3]);
        }
        nv_xf_disasm_isa(isa, w, out);
        g_string_append_c(out, '\n');
        if (nv_xf_field(isa, w, NV_XF_F_END)) {
            return;
        }
    }
    g_string_append(out, "end of XFPR\n");
}
