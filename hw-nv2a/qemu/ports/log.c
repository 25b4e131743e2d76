/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lines about what software asks of the console's chips, rationed as those of
 * a card are: of the same line, whatever the value behind its " = ", the first,
 * second, fourth... is said, with how often it came.
 */
#include "qemu/osdep.h"
#include "ports.h"

#include "nv2a/ration.h"

/* Of the process: a machine has one of each chip.  With the big lock. */
static NvRation guest_errors, unimplemented;

static uint32_t same(const char *line)
{
    const char *value = strstr(line, " = ");
    g_autofree char *key = g_strndup(line, value ? value - line
                                                 : strlen(line));

    return g_str_hash(key);
}

void nv2a_ports_log(int mask, const char *format, ...)
{
    NvRation *ration = mask == LOG_UNIMP ? &unimplemented : &guest_errors;
    g_autofree char *line = NULL;
    uint64_t nth;
    va_list ap;

    if (!qemu_loglevel_mask(mask)) {
        return;
    }
    va_start(ap, format);
    line = g_strdup_vprintf(format, ap);
    va_end(ap);
    if (!nv_ration(ration, same(line), &nth)) {
        return;
    }
    if (nth > 1) {
        qemu_log("%s (now %" PRIu64 " times)\n", line, nth);
    } else {
        qemu_log("%s\n", line);
    }
}
