/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A key that begins and ends captures.  QEMU gives each key to the first
 * handler of keys alone: this one is the first, and hands on all but its own.
 * Facts: ui/input.c of the QEMU tree, 7.2 to 10.0.
 */
#include "qemu/osdep.h"
#include "nv2a-state.h"

#include "qapi/qapi-types-ui.h"
#include "qapi/util.h"
#include "ui/input.h"

/* "run.nvcap" first, then "run-2.nvcap"; g_free() it. */
static char *next_file(Nv2aState *s)
{
    const char *dot = strrchr(s->capture_file, '.');
    int stem = dot ? dot - s->capture_file : (int)strlen(s->capture_file);

    if (!s->key_captures++) {
        return g_strdup(s->capture_file);
    }
    return g_strdup_printf("%.*s-%u%s", stem, s->capture_file,
                           s->key_captures, dot ? dot : "");
}

static void toggle(Nv2aState *s)
{
    g_autofree char *file = NULL, *command = NULL, *said = NULL;

    if (nv_card_captures(s->card)) {
        said = nv2a_debug(s, "capture stop");
    } else {
        file = next_file(s);
        command = g_strdup_printf("capture start %s", file);
        said = nv2a_debug(s, command);
    }
    if (said) {
        info_report("%s: %s", nv2a_info(s)->name, g_strchomp(said));
    }
}

/* To whom it would have gone without us. */
static void hand_on(Nv2aState *s, QemuConsole *src, InputEvent *event)
{
    if (s->key_passes) {
        return;                 /* there is nobody else */
    }
    s->key_passes = true;
    qemu_input_handler_deactivate(s->key_handler);
    qemu_input_event_send_impl(src, event);
    qemu_input_handler_activate(s->key_handler);
    s->key_passes = false;
}

static void on_key(DeviceState *dev, QemuConsole *src, InputEvent *event)
{
    Nv2aState *s = NV2A_CARD(dev);
    InputKeyEvent *key = event->u.key.data;

    if (qemu_input_key_value_to_qcode(key->key) != s->key_code) {
        hand_on(s, src, event);
        return;
    }
    /* A key that is held down is sent again and again. */
    if (key->down && !s->key_down) {
        toggle(s);
    }
    s->key_down = key->down;
}

static QemuInputHandler handler = {
    .name = "nv2a capture key",
    .mask = INPUT_EVENT_MASK_KEY,
    .event = on_key,
};

bool nv2a_hotkey_init(Nv2aState *s, Error **errp)
{
    int code;

    if (!s->capture_key) {
        return true;
    }
    code = qapi_enum_parse(&QKeyCode_lookup, s->capture_key, -1, NULL);
    if (code <= 0) {
        error_setg(errp, "capture-key=%s is no key: it takes a name as "
                   "QEMU's sendkey, for instance f11", s->capture_key);
        return false;
    }
    if (!s->capture_file) {
        error_setg(errp, "capture-key=%s needs capture=FILE, where it puts "
                   "captures", s->capture_key);
        return false;
    }
    s->key_code = code;
    s->key_handler = qemu_input_handler_register(DEVICE(s), &handler);
    nv2a_hotkey_first(s);
    return true;
}

void nv2a_hotkey_first(Nv2aState *s)
{
    if (s->key_handler) {
        qemu_input_handler_activate(s->key_handler);
    }
}

void nv2a_hotkey_exit(Nv2aState *s)
{
    g_clear_pointer(&s->key_handler, qemu_input_handler_unregister);
}
