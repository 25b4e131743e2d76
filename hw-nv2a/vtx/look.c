/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One vertex behind XF, as people want to see it.  No hardware facts. */
#include "vtx/vtx-priv.h"

static void print4(const char *name, const uint32_t v[4], GString *out)
{
    g_string_append_printf(out, "  %-10s 0x%08x 0x%08x 0x%08x 0x%08x  "
                           "(%g %g %g %g)\n", name, v[0], v[1], v[2], v[3],
                           nv_u2f(v[0]), nv_u2f(v[1]), nv_u2f(v[2]),
                           nv_u2f(v[3]));
}

static void print_outputs(const NvVtxSetup *s, const NvVertex *v,
                          GString *out)
{
    print4("position", v->hpos, out);
    print4("colour", v->col[0], out);
    print4("colour 2", v->col[1], out);
    if (s->two_side) {
        print4("back", v->bfc[0], out);
        print4("back 2", v->bfc[1], out);
    }
    g_string_append_printf(out, "  %-10s 0x%08x  (%g)\n", "fog", v->fogc,
                           nv_u2f(v->fogc));
    g_string_append_printf(out, "  %-10s 0x%08x  (%g)\n", "point size",
                           v->psz, nv_u2f(v->psz));
    for (unsigned t = 0; t < s->from.ntex; t++) {
        g_autofree char *name = g_strdup_printf("texture %u", t);

        print4(name, v->tex[t], out);
    }
}

static void print_clip(const NvVtxSetup *s, const NvCorner *c, GString *out)
{
    static const char *const planes[NV_CLIP_VIEW] = {
        [NV_CLIP_W] = "behind the eye", [NV_CLIP_LEFT] = "left",
        [NV_CLIP_RIGHT] = "right", [NV_CLIP_TOP] = "above",
        [NV_CLIP_BOTTOM] = "below", [NV_CLIP_NEAR] = "too near",
        [NV_CLIP_FAR] = "too far",
    };

    g_string_append(out, "  outside    ");
    for (unsigned i = 0; i < NV_CLIP_PLANES; i++) {
        if (!(c->code >> i & 1)) {
            continue;
        }
        if (i < NV_CLIP_VIEW) {
            g_string_append_printf(out, "%s; ", planes[i]);
        } else {
            g_string_append_printf(out, "the guest's plane %u by %g; ",
                                   i - NV_CLIP_USER,
                                   c->distance[i - NV_CLIP_USER]);
        }
    }
    g_string_append(out, c->code & s->clip_mask ? "it is clipped\n" :
                    c->code ? "it is not clipped for that\n"
                            : "of nothing\n");
}

void nv_vtx_look(const NvVtx *vtx, const NvXfBlock *block, unsigned lane,
                 GString *out)
{
    NvVtxSetup s;
    NvVertex v;
    NvCorner c = { .code = 0 };

    assert(lane < block->count);
    nv_vtx_setup(vtx, &s);
    nv_vtx_gather(&s.from, block, lane, &v);
    nv_vtx_convert(&s, &v, &c);
    print_outputs(&s, &v, out);
    if (c.bad) {
        g_string_append(out, "  the position is no number: primitives with "
                        "it are dropped\n");
        return;
    }
    g_string_append_printf(out, "  clip       %g %g %g %g\n", c.clip[0],
                           c.clip[1], c.clip[2], c.clip[3]);
    print_clip(&s, &c, out);
    g_string_append_printf(out, "  window     x %g y %g z %g, 1/w %g\n",
                           c.v.x, c.v.y, c.v.z, c.v.rhw);
}
