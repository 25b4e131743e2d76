/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a host asks a card for: pictures, VGA's ports, snapshots. */
#include "fuzz/card.h"

#include "base/state.h"

/* The whole picture; a guest may ask for one that lasts, so not each time. */
static void look_at(Fuzz *f, bool whole)
{
    NvScanout mode = nv_card_scanout(f->rig->card);
    uint32_t *line;
    unsigned step = whole && mode.height < 600 ? 1 : MAX(mode.height / 4, 1);

    if (!mode.enabled) {
        return;
    }
    line = g_new(uint32_t, mode.width);
    for (unsigned y = 0; y < mode.height; y += step) {
        nv_card_scanout_line(f->rig->card, &mode, y, line);
    }
    nv_card_scanout_line(f->rig->card, &mode, mode.height - 1, line);
    g_free(line);
}

void op_look(Fuzz *f)
{
    nv_card_scanout_serial(f->rig->card);
    nv_card_shows_vga(f->rig->card);
    nv_card_stats(f->rig->card);
    g_free(nv_card_dump(f->rig->card, nv_card_dump_unit(take8(f) % 5)));
    look_at(f, !(take8(f) & 15));
}

static void write8(Fuzz *f, uint32_t at, uint8_t value)
{
    nv_card_mmio_write(f->rig->card, at, value, 1);
}

static void crtc(Fuzz *f, unsigned head, uint8_t index, uint8_t value)
{
    write8(f, 0x6013d4 + 0x2000 * head, index);
    write8(f, 0x6013d5 + 0x2000 * head, value);
}

static void cursor(Fuzz *f)
{
    rig_write(f->rig, 0x60080c, take8(f) & 1 ? take32(f) : take8(f) * 0x100u);
    rig_write(f->rig, 0x600810, take32(f));
    rig_write(f->rig, 0x680300, take8(f) & 7 ? take32(f) & 0x01ff01ff
                                             : take32(f));
    crtc(f, 0, 0x31, take8(f));
    crtc(f, 0, 0x30, take8(f));
}

/* A mode of small size, of which a few registers are anything. */
void op_mode(Fuzz *f)
{
    uint8_t width = take8(f) % 80, height = take8(f), format = take8(f) & 3;
    static const uint8_t all[] = {
        0x01, 0x06, 0x07, 0x09, 0x10, 0x11, 0x12, 0x13, 0x17, 0x19, 0x1a, 0x25,
        0x28, 0x2d, 0x30, 0x31, 0x33, 0x41, 0x42, 0x2f, 0x3b, 0x43, 0x44,
    };
    unsigned head = take8(f) % 8 == 0, odd = take8(f) & 3;

    crtc(f, head, 0x1f, 0x57);
    crtc(f, head, 0x11, 0x20);
    crtc(f, head, 0x00, width + 4);
    crtc(f, head, 0x01, width);
    crtc(f, head, 0x06, height);
    crtc(f, head, 0x07, 0x10);
    crtc(f, head, 0x12, height);
    crtc(f, head, 0x13, (width + 1) << format >> 1);
    crtc(f, head, 0x28, format);
    crtc(f, head, 0x17, 0xc3);
    rig_write(f->rig, 0x680508, take8(f) & 3 ? 0x037008 : take32(f));
    rig_write(f->rig, 0x680600, take32(f));
    rig_write(f->rig, 0x600800, take8(f) & 3 ? take8(f) * 0x400u : take32(f));
    if (take8(f) & 1) {
        cursor(f);
    }
    while (odd--) {
        uint8_t index = all[take8(f) % G_N_ELEMENTS(all)];

        crtc(f, head, index, take8(f));
    }
    for (unsigned i = take8(f) & 31; i--; ) {
        uint32_t at = 0x6813c8 + (take8(f) & 1);

        write8(f, at, take8(f));
    }
    look_at(f, take8(f) & 1);
}

void op_port(Fuzz *f)
{
    unsigned n = 1 + take8(f) % 16;

    while (n--) {
        uint16_t port = 0x3b0 + take8(f) % 0x30;

        if (take8(f) & 1) {
            nv_card_vga_write(f->rig->card, port, take8(f));
        } else {
            nv_card_vga_read(f->rig->card, port);
        }
    }
}

/* --- snapshots --- */

/* A field of many that a walk over a stream comes to. */
typedef struct Search {
    unsigned left;
    bool found;
    NvStateField field;
} Search;

static void visit(void *opaque, const NvStateField *field)
{
    Search *s = opaque;

    if (s->left-- == 0) {
        s->field = *field;
        s->found = true;
    }
}

/* Another value of one element of one field. */
static void change_field(Fuzz *f, GByteArray *state)
{
    Search s = { .left = take_below(f, 160) };
    uint32_t at;

    nv_state_walk(state->data, state->len, visit, &s, NULL);
    if (!s.found || !s.field.count) {
        return;
    }
    at = s.field.bytes - state->data +
         s.field.elem * (take32(f) % s.field.count);
    for (unsigned i = 0; i < s.field.elem; i++) {
        uint8_t how = take8(f);

        state->data[at + i] = how & 1 ? 0xff : how & 2 ? 0 : take8(f);
    }
}

static void damage(Fuzz *f, GByteArray *state)
{
    for (unsigned flips = 1 + (take8(f) & 7); flips--; ) {
        if (take8(f) & 15) {
            change_field(f, state);
        } else {
            uint32_t at = take32(f) % state->len;

            state->data[at] ^= 1 << (take8(f) & 7);
        }
    }
    if (!(take8(f) & 31)) {
        g_byte_array_set_size(state, take32(f) % state->len);
    }
}

static void load_same(Fuzz *f, GByteArray *state)
{
    g_autoptr(GByteArray) again = g_byte_array_new();
    g_autoptr(GError) error = NULL;

    if (!nv_card_load(f->rig->card, state->data, state->len, &error)) {
        g_error("a state is refused: %s", error->message);
    }
    nv_card_save(f->rig->card, again);
    if (again->len != state->len ||
        memcmp(again->data, state->data, state->len)) {
        g_error("a state does not survive");
    }
}

void op_state(Fuzz *f)
{
    g_autoptr(GByteArray) state = g_byte_array_new();
    g_autoptr(GError) error = NULL;

    nv_card_save(f->rig->card, state);
    if (!(take8(f) & 3)) {
        load_same(f, state);
        return;
    }
    damage(f, state);
    if (nv_card_load(f->rig->card, state->data, state->len, &error) ==
        (error != NULL)) {
        g_error("an error without a word, or a word without an error");
    }
}
