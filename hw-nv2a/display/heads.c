/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Heads as text, and what of them is saved. */
#include "display/display-priv.h"

static void dump_regs(const NvRegs *regs, GString *out)
{
    for (uint32_t at = 0; at < regs->size; at += 4) {
        unsigned index;
        const NvReg *reg = nv_regs_find(regs, at, &index);

        if (!reg || (!regs->values[at / 4] && !reg->reset)) {
            continue;
        }
        g_string_append_printf(out, "  %s", reg->name);
        if (reg->count > 1) {
            g_string_append_printf(out, "[%u]", index);
        }
        g_string_append_printf(out, ": 0x%08x\n", regs->values[at / 4]);
    }
}

static void dump_head(const NvHead *head, GString *out)
{
    const NvScanout *m = &head->shown;
    const NvTiming *t = &head->timing;

    g_string_append_printf(out, "head %u\n  mode: ", head->index);
    if (m->enabled) {
        g_string_append_printf(out, "%ux%u, %u bytes a pixel, pitch %u, "
                               "base 0x%08x\n", m->width, m->height, m->bytes,
                               m->pitch, m->base);
    } else {
        g_string_append(out, "off\n");
    }
    g_string_append_printf(out, "  timing: %u/%u pixels, %u/%u lines, "
                           "%" PRIu64 " Hz, frame %" PRId64 " ns\n",
                           t->hdisplay, t->htotal, t->vdisplay, t->vtotal,
                           t->pixel_hz, t->frame_ns);
    dump_regs(&head->pcrtc, out);
    dump_regs(&head->pramdac, out);
    for (unsigned i = 0; i < 256; i++) {
        if (head->cr[i]) {
            g_string_append_printf(out, "  CR%02X: 0x%02x\n", i, head->cr[i]);
        }
    }
}

void nv_display_dump(const NvDisplay *d, GString *out)
{
    for (unsigned i = 0; i < nv_display_heads(d); i++) {
        dump_head(&d->head[i], out);
    }
}

static const NvField head_fields[] = {
    NV_FIELD_ARRAY(NvHead, pcrtc_values, pcrtc_values[0]),
    NV_FIELD_ARRAY(NvHead, pramdac_values, pramdac_values[0]),
    NV_FIELD_ARRAY(NvHead, cr, cr[0]),
    NV_FIELD(NvHead, cr_index),
    NV_FIELD_ARRAY(NvHead, cr58, cr58[0]),
    NV_FIELD_ARRAY(NvHead, ar, ar[0]),
    NV_FIELD(NvHead, ar_index),
    NV_FIELD(NvHead, ar_flip),
    NV_FIELD_ARRAY(NvHead, sr, sr[0]),
    NV_FIELD(NvHead, sr_index),
    NV_FIELD_ARRAY(NvHead, gr, gr[0]),
    NV_FIELD(NvHead, gr_index),
    NV_FIELD(NvHead, misc),
    NV_FIELD(NvHead, vse),
    NV_FIELD(NvHead, fc),
    NV_FIELD_ARRAY(NvHead, pal, pal[0][0]),
    NV_FIELD(NvHead, pal_mask),
    NV_FIELD(NvHead, pal_read),
    NV_FIELD(NvHead, pal_write),
    NV_FIELD(NvHead, pal_comp),
    NV_FIELD(NvHead, pal_mode),
    NV_FIELD(NvHead, vblank_next),
    NV_FIELD_END
};

static bool head_validate(const void *scratch, GError **error)
{
    const NvHead *h = scratch;

    if (h->ar_index > 63 || h->ar_flip > 1 || h->sr_index > 7 ||
        h->gr_index > 15 || h->pal_comp > 2) {
        g_set_error(error, NV_STATE_ERROR, 0,
                    "saved state of head %u has a VGA index out of range",
                    h->index);
        return false;
    }
    /* A bound that keeps sums with frames and clocks inside 64 bits. */
    if (h->vblank_next < 0 || h->vblank_next > INT64_MAX / 2) {
        g_set_error(error, NV_STATE_ERROR, 0, "saved state of head %u has a "
                    "vertical blank at %" PRId64 " ns", h->index,
                    h->vblank_next);
        return false;
    }
    return true;
}

static void head_loaded(void *unit)
{
    NvHead *head = unit;
    int64_t now = nv_env_clock(head->display->env);

    /* Head B's clock comes from head A's block, which is loaded before. */
    nv_head_derive(head);
    /* Saved on a machine whose clock ran ahead: keep the blanks coming. */
    if (head->vblank_next > now + head->timing.frame_ns) {
        head->vblank_next = now + head->timing.frame_ns;
    }
    nv_head_arm(head);
    nv_head_ddc_restore(head);
    head->display->serial++;
}

static void head_upgrade(void *scratch, uint32_t version)
{
    NvHead *head = scratch;

    nv_regs_upgrade(&head->pcrtc, head->pcrtc_values, version);
    nv_regs_upgrade(&head->pramdac, head->pramdac_values, version);
}

#define SECTION(text) { .name = text, .version = 1, .size = sizeof(NvHead), \
    .fields = head_fields, .validate = head_validate, \
    .loaded = head_loaded, .upgrade = head_upgrade }

const NvSection nv_head_section[NV_HEADS] = {
    SECTION("head0"), SECTION("head1"),
};

#undef SECTION
