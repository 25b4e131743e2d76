/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a host sees of a card: the pin, VRAM, the picture, VGA's ports,
 * figures and dumps.
 */
#include "card/card.h"

bool nv_card_irq(NvCard *card)
{
    return card->irq;
}

void *nv_card_vram(NvCard *card)
{
    return card->mem.vram;
}

uint32_t nv_card_vram_size(NvCard *card)
{
    return card->mem.vram_size;
}

NvScanout nv_card_scanout(NvCard *card)
{
    return nv_display_scanout(&card->display);
}

void nv_card_scanout_line(NvCard *card, const NvScanout *mode, uint32_t y,
                          uint32_t *xrgb)
{
    nv_display_line(&card->display, mode, y, xrgb);
}

uint32_t nv_card_scanout_serial(NvCard *card)
{
    return card->display.serial;
}

bool nv_card_shows_vga(NvCard *card)
{
    return nv_display_is_vga(&card->display);
}

uint8_t nv_card_vga_read(NvCard *card, uint16_t port)
{
    uint8_t value;

    nv_card_enter(card);
    nv_card_told(card, NV_EVENT_PORT_READ, port, 0, 0);
    value = nv_display_port_read(&card->display, port);
    nv_card_did(card, value);
    nv_card_leave(card);
    return value;
}

void nv_card_vga_write(NvCard *card, uint16_t port, uint8_t value)
{
    nv_card_enter(card);
    nv_card_told(card, NV_EVENT_PORT_WRITE, port, value, 0);
    nv_display_port_write(&card->display, port, value);
    nv_card_did(card, 0);
    nv_card_leave(card);
}

NvCardStats nv_card_stats(NvCard *card)
{
    return (NvCardStats) {
        .words = card->pfifo.words,
        .methods = card->pgraph.methods,
        .vertices = card->xf.vertices,
        .primitives = card->raster.primitives,
        .memory = nv_xf_memory(&card->xf),
    };
}

static void dump_pfifo(NvCard *card, GString *out)
{
    nv_pfifo_dump(&card->pfifo, out);
}

static void dump_pgraph(NvCard *card, GString *out)
{
    nv_pgraph_dump(&card->pgraph, out);
}

static void dump_xf(NvCard *card, GString *out)
{
    nv_xf_dump(&card->xf, out);
}

static void dump_program(NvCard *card, GString *out)
{
    nv_xf_dump_program(&card->xf, out);
}

static void dump_raster(NvCard *card, GString *out)
{
    nv_pixel_state_print(nv_raster_pixel(&card->raster), out);
}

static void dump_display(NvCard *card, GString *out)
{
    nv_display_dump(&card->display, out);
}

static void dump_errors(NvCard *card, GString *out)
{
    nv_errors_dump(&card->env, out);
}

void nv_card_sum_errors(NvCard *card)
{
    nv_errors_sum(&card->env);
}

static const struct {
    const char *name;
    void (*dump)(NvCard *card, GString *out);
} dumps[] = {
    { "pfifo", dump_pfifo },
    { "pgraph", dump_pgraph },
    { "xf", dump_xf },
    { "program", dump_program },
    { "display", dump_display },
    { "raster", dump_raster },
    { "errors", dump_errors },
};

const char *nv_card_dump_unit(unsigned index)
{
    return index < NV_ARRAY_SIZE(dumps) ? dumps[index].name : NULL;
}

char *nv_card_dump(NvCard *card, const char *unit)
{
    for (unsigned i = 0; i < NV_ARRAY_SIZE(dumps); i++) {
        if (!strcmp(dumps[i].name, unit)) {
            GString *out = g_string_new(NULL);

            dumps[i].dump(card, out);
            return g_string_free(out, FALSE);
        }
    }
    return NULL;
}

char *nv_card_debug(NvCard *card, const char *command)
{
    char *answer = nv_card_capture_command(card, command);

    if (answer) {
        return answer;
    }
    nv_card_enter(card);
    answer = nv_debug_command(&card->debug, command);
    nv_card_leave(card);
    return answer;
}

void nv_card_go(NvCard *card)
{
    nv_card_enter(card);
    nv_debug_go(&card->debug);
    nv_card_leave(card);
}
