/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The console's saved state: a section for each chip. */
#include <stdlib.h>
#include <string.h>

#include "console/console-priv.h"

#define ARRAY(type, member) NV_FIELD_ARRAY(type, member, member[0])

static const NvField console_fields[] = {
    NV_FIELD(NvConsole, id_ram_size),
    NV_FIELD(NvConsole, id_encoder),
    NV_FIELD(NvConsole, rom_off),
    NV_FIELD_ARRAY(NvConsole, encoder, encoder[0][0]),
    ARRAY(NvConsole, eeprom),
    NV_FIELD_END
};

static const NvField routing_fields[] = {
    ARRAY(NvConsoleRouting, pirq),
    NV_FIELD(NvConsoleRouting, internal),
    NV_FIELD(NvConsoleRouting, sci),
    NV_FIELD(NvConsoleRouting, smbus),
    NV_FIELD(NvConsoleRouting, inputs),
    NV_FIELD(NvConsoleRouting, isa),
    NV_FIELD_END
};

static const NvField pm_fields[] = {
    NV_FIELD(NvConsolePm, status),
    NV_FIELD(NvConsolePm, enable),
    NV_FIELD(NvConsolePm, control),
    NV_FIELD(NvConsolePm, gpe_status),
    NV_FIELD(NvConsolePm, gpe_enable),
    ARRAY(NvConsolePm, regs),
    NV_FIELD(NvConsolePm, field),
    NV_FIELD(NvConsolePm, seen),
    NV_FIELD(NvConsolePm, hz, .since = 2, .was = NV_CONSOLE_OLD_TIMER_HZ),
    NV_FIELD_END
};

static const NvField smbus_fields[] = {
    NV_FIELD(NvConsoleSmbus, status),
    ARRAY(NvConsoleSmbus, regs),
    ARRAY(NvConsoleSmbus, block),
    NV_FIELD(NvConsoleSmbus, index),
    ARRAY(NvConsoleSmbus, pointer),
    ARRAY(NvConsoleSmbus, second),
    NV_FIELD_END
};

static const NvField smc_fields[] = {
    ARRAY(NvConsoleSmc, regs),
    NV_FIELD(NvConsoleSmc, version_at),
    NV_FIELD(NvConsoleSmc, reasons),
    NV_FIELD(NvConsoleSmc, tray),
    NV_FIELD(NvConsoleSmc, seed),
    ARRAY(NvConsoleSmc, challenge),
    NV_FIELD_END
};

static const NvField superio_fields[] = {
    NV_FIELD(NvConsoleSuperio, config),
    NV_FIELD(NvConsoleSuperio, index),
    NV_FIELD(NvConsoleSuperio, device),
    ARRAY(NvConsoleSuperio, global),
    NV_FIELD_ARRAY(NvConsoleSuperio, device_regs, device_regs[0][0]),
    NV_FIELD(NvConsoleSuperio, post),
    NV_FIELD(NvConsoleSuperio, reset),
    NV_FIELD_END
};

static const NvField cmos_fields[] = {
    NV_FIELD(NvConsoleCmos, index),
    ARRAY(NvConsoleCmos, bytes),
    NV_FIELD_END
};

static void cmos_upgrade(void *scratch, uint32_t version)
{
    nv_console_cmos_power_on(scratch);
}

static bool refuse(GError **error, const char *what, unsigned value)
{
    g_set_error(error, NV_STATE_ERROR, 0, "%s cannot be %u", what, value);
    return false;
}

static bool same_console(const void *scratch, GError **error)
{
    const NvConsole *c = scratch;

    if (c->id_ram_size != c->config.ram_size) {
        g_set_error(error, NV_STATE_ERROR, 0, "the saved state has %u bytes "
                    "of RAM, this console %u", c->id_ram_size,
                    c->config.ram_size);
        return false;
    }
    if (c->id_encoder != c->config.encoder) {
        g_set_error(error, NV_STATE_ERROR, 0, "the saved state has video "
                    "encoder %u, this console %u", c->id_encoder,
                    (unsigned)c->config.encoder);
        return false;
    }
    if (c->rom_off > 1) {
        return refuse(error, "the boot ROM's switch", c->rom_off);
    }
    return true;
}

static bool routing_fits(const void *scratch, GError **error)
{
    const NvConsoleRouting *r = scratch;

    if (r->inputs >> NV_CONSOLE_INPUTS) {
        return refuse(error, "the levels of interrupt inputs", r->inputs);
    }
    return true;
}

static bool pm_fits(const void *scratch, GError **error)
{
    const NvConsolePm *pm = scratch;

    if (pm->hz != NV_CONSOLE_TIMER_HZ && pm->hz != NV_CONSOLE_OLD_TIMER_HZ) {
        return refuse(error, "the timer's rate", pm->hz);
    }
    if (pm->seen > (NV_CONSOLE_SECONDS + 1) * pm->hz) {
        return refuse(error, "the high bits of the timer", pm->seen >> 32);
    }
    return true;
}

static bool smbus_fits(const void *scratch, GError **error)
{
    const NvConsoleSmbus *s = scratch;

    if (s->index >= NV_CONSOLE_BLOCK) {
        return refuse(error, "the place in the block FIFO", s->index);
    }
    return true;
}

static bool smc_fits(const void *scratch, GError **error)
{
    const NvConsoleSmc *s = scratch;

    if (s->version_at >= 3) {
        return refuse(error, "the place in the version", s->version_at);
    }
    return true;
}

static bool superio_fits(const void *scratch, GError **error)
{
    const NvConsoleSuperio *s = scratch;

    if (s->config > 1) {
        return refuse(error, "the configuration mode", s->config);
    }
    return true;
}

#define SECTION(text, type, rows, check) { .name = text, .version = 1, \
    .size = sizeof(type), .fields = rows, .validate = check }

static const NvSection sections[] = {
    SECTION("console", NvConsole, console_fields, same_console),
    SECTION("routing", NvConsoleRouting, routing_fields, routing_fits),
    { .name = "pm", .version = 2, .oldest = 1, .size = sizeof(NvConsolePm),
      .fields = pm_fields, .validate = pm_fits },
    SECTION("smbus", NvConsoleSmbus, smbus_fields, smbus_fits),
    SECTION("smc", NvConsoleSmc, smc_fields, smc_fits),
    SECTION("superio", NvConsoleSuperio, superio_fields, superio_fits),
    { .name = "cmos", .version = 1, .size = sizeof(NvConsoleCmos),
      .fields = cmos_fields, .late = true, .upgrade = cmos_upgrade },
};

#define ITEMS NV_ARRAY_SIZE(sections)

static void list_items(NvConsole *c, NvStateItem items[ITEMS])
{
    void *const units[ITEMS] = {
        c, &c->routing, &c->pm, &c->smbus, &c->smc, &c->superio,
        &c->cmos,
    };

    for (unsigned i = 0; i < ITEMS; i++) {
        items[i] = (NvStateItem) { &sections[i], units[i] };
    }
}

uint8_t *nv_console_save(const NvConsole *c, size_t *size)
{
    g_autoptr(GByteArray) out = g_byte_array_new();
    NvStateItem items[ITEMS];
    uint8_t *data;

    list_items((NvConsole *)c, items);
    nv_state_save(items, ITEMS, out);
    data = malloc(out->len);
    if (data) {
        memcpy(data, out->data, out->len);
        *size = out->len;
    }
    return data;
}

bool nv_console_load(NvConsole *c, const uint8_t *data, size_t size,
                     char **error)
{
    g_autoptr(GError) why = NULL;
    uint8_t eeprom[NV_CONSOLE_EEPROM_SIZE];
    NvStateItem items[ITEMS];

    memcpy(eeprom, c->eeprom, sizeof(eeprom));
    list_items(c, items);
    if (!nv_state_load(items, ITEMS, data, size, &why)) {
        if (error) {
            *error = strdup(why->message);
        }
        return false;
    }
    c->eeprom_changed |= !!memcmp(eeprom, c->eeprom, sizeof(eeprom));
    c->ops.boot_rom(c->opaque, !c->rom_off);
    nv_console_routing_loaded(c);
    return true;
}
