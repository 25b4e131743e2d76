/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Interrupt routing of the LPC bridge: functions, PIRQs, SCI and SMBus to the
 * inputs of the two 8259s.
 *
 * Outputs are a function of levels and routes, worked out anew whenever one
 * of them changes; so a route can change under a raised line.
 */
#include "console/console-priv.h"

#define PIRQ_A 8
/* Input 2 of the first 8259 is the second one. */
#define CASCADE 2

/* hw: which device has which internal input. */
unsigned nv_console_input(unsigned slot, unsigned pin)
{
    static const struct {
        uint8_t slot, input;
    } wires[] = {
        { 2, 0 },               /* OHCI */
        { 3, 1 },               /* OHCI */
        { 4, 2 },               /* NIC */
        { 5, 3 },               /* APU */
        { 6, 4 },               /* ACI */
        { 9, 6 },               /* IDE */
        { 30, PIRQ_A + 2 },     /* AGP bridge: the GPU */
    };

    for (unsigned i = 0; i < NV_ARRAY_SIZE(wires); i++) {
        if (wires[i].slot == slot) {
            return wires[i].input;
        }
    }
    return PIRQ_A + (pin & 3);
}

static unsigned route_of(const NvConsoleRouting *r, unsigned input)
{
    if (input < PIRQ_A) {
        return nv_extract(r->internal, 4 * input, 4);
    }
    return r->pirq[input - PIRQ_A] & 15;
}

static uint16_t outputs(const NvConsoleRouting *r)
{
    uint16_t out = r->isa;

    for (unsigned i = 0; i < NV_CONSOLE_INPUTS; i++) {
        if (r->inputs & NV_BIT(i)) {
            out |= NV_BIT(route_of(r, i));
        }
    }
    if (r->sci_level) {
        out |= NV_BIT(r->sci & 15);
    }
    if (r->smbus_level) {
        out |= NV_BIT(r->smbus & 15);
    }
    /* 0 is "off". */
    return out & ~(NV_BIT(0) | NV_BIT(CASCADE));
}

static void update(NvConsole *c)
{
    NvConsoleRouting *r = &c->routing;
    uint16_t now = outputs(r), changed = now ^ r->out;

    r->out = now;
    if (r->loading) {
        return;
    }
    for (unsigned irq = 1; irq < 16; irq++) {
        if (changed & NV_BIT(irq)) {
            c->ops.set_irq(c->opaque, irq, now & NV_BIT(irq));
        }
    }
}

/* Levels from outside stay: their owners are reset by themselves. */
void nv_console_routing_reset(NvConsole *c)
{
    NvConsoleRouting *r = &c->routing;

    memset(r->pirq, 0, sizeof(r->pirq));
    r->internal = 0;
    r->sci = r->smbus = 0;
    update(c);
}

void nv_console_route_lpc(NvConsole *c, const uint8_t *config)
{
    NvConsoleRouting *r = &c->routing;

    r->sci = config[0x64];
    r->smbus = config[0x65];
    memcpy(r->pirq, config + 0x68, sizeof(r->pirq));
    r->internal = nv_ld32(config + 0x6c);
    update(c);
}

void nv_console_set_input(NvConsole *c, unsigned input, bool level)
{
    NvConsoleRouting *r = &c->routing;

    if (input >= NV_CONSOLE_INPUTS) {
        return;
    }
    r->inputs = (r->inputs & ~NV_BIT(input)) | (level ? NV_BIT(input) : 0);
    update(c);
}

void nv_console_set_isa(NvConsole *c, unsigned irq, bool level)
{
    NvConsoleRouting *r = &c->routing;

    if (irq >= 16) {
        return;
    }
    r->isa = (r->isa & ~NV_BIT(irq)) | (level ? NV_BIT(irq) : 0);
    update(c);
}

bool nv_console_irq(const NvConsole *c, unsigned irq)
{
    return irq < 16 && c->routing.out & NV_BIT(irq);
}

void nv_console_route_sci(NvConsole *c, bool level)
{
    c->routing.sci_level = level;
    update(c);
}

void nv_console_route_smbus(NvConsole *c, bool level)
{
    c->routing.smbus_level = level;
    update(c);
}

/* Levels as they were saved; those who have the other end saved them, too. */
void nv_console_routing_loaded(NvConsole *c)
{
    c->routing.loading = true;
    nv_console_smbus_loaded(c);
    nv_console_pm_loaded(c);
    c->routing.loading = false;
}
