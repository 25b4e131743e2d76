/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Snapshots and migration: the PCI function, the timers, and one buffer that
 * the library wrote and checks itself.  VRAM travels as RAM.
 */
#include "qemu/osdep.h"
#include "nv2a-state.h"

/* No card writes that much; a larger size is a damaged stream. */
#define NV2A_BLOB_MAX (16 * MiB)

static int drop_blob(Nv2aState *s)
{
    g_clear_pointer(&s->blob, g_free);
    s->blob_size = 0;
    return 0;
}

static int pre_save(void *opaque)
{
    Nv2aState *s = opaque;
    GByteArray *bytes = g_byte_array_new();

    drop_blob(s);
    nv_card_save(s->card, bytes);
    s->blob_size = bytes->len;
    s->blob = g_byte_array_free(bytes, false);
    return 0;
}

static int post_save(void *opaque)
{
    return drop_blob(opaque);
}

static int pre_load(void *opaque)
{
    Nv2aState *s = opaque;

    timer_del(&s->run_timer);
    s->run_loaded = false;
    return drop_blob(s);
}

static bool blob_size_ok(void *opaque, int version)
{
    Nv2aState *s = opaque;

    return s->blob_size > 0 && s->blob_size <= NV2A_BLOB_MAX;
}

static void set_timer(QEMUTimer *timer, int64_t at)
{
    if (at < 0) {
        timer_del(timer);
    } else {
        timer_mod_ns(timer, at);
    }
}

/*
 * The card asks anew for timers and for time to work.  With counted
 * instructions that would not be to the nanosecond what it had asked for.
 */
static bool load_card(Nv2aState *s, GError **err)
{
    int64_t run_at = timer_expire_time_ns(&s->run_timer);
    bool work_left = s->work_left;
    int64_t at[NV_TIMERS];
    unsigned i;

    for (i = 0; i < NV_TIMERS; i++) {
        at[i] = timer_expire_time_ns(&s->timer[i]);
    }
    if (!nv_card_load(s->card, s->blob, s->blob_size, err)) {
        return false;
    }
    if (!s->run_loaded) {
        nv2a_run_soon(s);       /* work that was left when it was saved */
        return true;
    }
    s->work_left = work_left;
    set_timer(&s->run_timer, run_at);
    for (i = 0; i < NV_TIMERS; i++) {
        set_timer(&s->timer[i], at[i]);
    }
    return true;
}

static int post_load(void *opaque, int version)
{
    Nv2aState *s = opaque;
    GError *err = NULL;
    bool ok = load_card(s, &err);

    drop_blob(s);
    if (!ok) {
        error_report("%s: saved state refused: %s",
                     object_get_typename(OBJECT(s)),
                     err ? err->message : "it does not fit this card");
        g_clear_error(&err);
        return -EINVAL;
    }
    nv2a_set_pin(s, nv_card_irq(s->card));
    s->redraw = true;
    return 0;
}

const VMStateDescription nv2a_vmstate = {
    .name = "nv2a-card",
    .version_id = 2,
    .minimum_version_id = 2,
    .pre_save = pre_save,
    .post_save = post_save,
    .pre_load = pre_load,
    .post_load = post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_PCI_DEVICE(parent_obj, Nv2aState),
        VMSTATE_TIMER_ARRAY(timer, Nv2aState, NV_TIMERS),
        VMSTATE_UINT32(blob_size, Nv2aState),
        VMSTATE_VALIDATE("size of the card's state", blob_size_ok),
        VMSTATE_VBUFFER_ALLOC_UINT32(blob, Nv2aState, 1, NULL, blob_size),
        VMSTATE_STRUCT(vga, Nv2aState, 0, vmstate_vga_common, VGACommonState),
        VMSTATE_END_OF_LIST()
    },
    .subsections = (NV2A_SUBSECTION[]) {
        &nv2a_vmstate_run,
        NULL
    }
};
