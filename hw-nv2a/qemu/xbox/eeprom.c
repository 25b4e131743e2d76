/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The EEPROM's file.  Software writes byte by byte: the file follows a moment
 * later, and at the latest when QEMU ends; under -snapshot it stays.
 */
#include "qemu/osdep.h"
#include "chipset.h"
#include "options.h"

#define DELAY_MS 300

static void write_back(XboxChipset *s)
{
    GError *gerr = NULL;

    timer_del(s->eeprom_timer);
    if (!g_file_set_contents(s->eeprom_file,
                             (const char *)nv_console_eeprom(s->console),
                             NV_CONSOLE_EEPROM_SIZE, &gerr)) {
        warn_report("the changed EEPROM cannot be kept: %s", gerr->message);
        g_error_free(gerr);
    }
}

static void on_timer(void *opaque)
{
    write_back(opaque);
}

static void on_exit_of_qemu(Notifier *n, void *data)
{
    XboxChipset *s = container_of(n, XboxChipset, at_exit);

    if (timer_pending(s->eeprom_timer)) {
        write_back(s);
    }
}

/* QEMU's -snapshot is nothing but this option at each drive. */
static int is_kept(void *opaque, QemuOpts *opts, Error **errp)
{
    const char *snapshot = qemu_opt_get(opts, "snapshot");

    *(bool *)opaque = true;             /* there is a drive */
    return !snapshot || !g_str_equal(snapshot, "on");
}

static bool is_snapshot(void)
{
    bool any = false;

    return !qemu_opts_foreach(qemu_find_opts("drive"), is_kept, &any, NULL) &&
           any;
}

void nv2a_xbox_eeprom_keep(XboxChipset *s, const char *file)
{
    if (is_snapshot()) {
        return;
    }
    s->eeprom_file = g_strdup(file);
    s->eeprom_timer = timer_new_ms(QEMU_CLOCK_REALTIME, on_timer, s);
    s->at_exit.notify = on_exit_of_qemu;
    qemu_add_exit_notifier(&s->at_exit);
}

void nv2a_xbox_eeprom_look(XboxChipset *s)
{
    if (nv_console_eeprom_changed(s->console) && s->eeprom_file) {
        timer_mod(s->eeprom_timer,
                  qemu_clock_get_ms(QEMU_CLOCK_REALTIME) + DELAY_MS);
    }
}

uint8_t *nv2a_xbox_eeprom_read(const char *file, Error **errp)
{
    size_t size;
    uint8_t *data = nv2a_xbox_read("eeprom=", file, &size, errp);

    if (data && size != NV_CONSOLE_EEPROM_SIZE) {
        error_setg(errp, "eeprom=%s has %zu bytes: the EEPROM has %d", file,
                   size, NV_CONSOLE_EEPROM_SIZE);
        g_clear_pointer(&data, g_free);
    }
    return data;
}
