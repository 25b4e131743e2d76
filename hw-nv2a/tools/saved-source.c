/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where tools get a saved card from: a file of the library, a file of
 * QEMU's `migrate`, or a running QEMU.
 */
#include <errno.h>
#include <sys/stat.h>

#include "base/bits.h"
#include "tools/saved.h"

/* QEMU_VM_FILE_MAGIC, at the start of a migration stream. */
static const uint8_t stream_magic[] = { 'Q', 'E', 'V', 'M' };

/* As base/state.c writes it. */
static const uint8_t state_magic[] = { 'N', 'v', '2', 'S' };

static uint32_t big32(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | at[1] << 16 | at[2] << 8 | at[3];
}

/*
 * A card in the stream: its size, big endian, then its state.  What comes in
 * between cards is of other devices; a state is one if it is whole and just
 * as long as the size says, which guest memory will not be by chance.
 */
static const uint8_t *find_card(const uint8_t *data, size_t size,
                                unsigned number, size_t *found,
                                unsigned *count)
{
    const uint8_t *at = data, *end = data + size;

    *count = 0;
    while ((at = memmem(at, end - at, state_magic, sizeof(state_magic)))) {
        size_t length = at - data >= 4 ? big32(at - 4) : 0;

        if (length && length <= (size_t)(end - at) &&
            nv_state_walk(at, length, NULL, NULL, NULL) == length) {
            if ((*count)++ == number) {
                *found = length;
                return at;
            }
            at += length;
        } else {
            at++;
        }
    }
    return NULL;
}

static GByteArray *from_stream(const char *from, const uint8_t *data,
                               size_t size, unsigned number, GError **error)
{
    size_t length;
    unsigned count;
    const uint8_t *at = find_card(data, size, number, &length, &count);

    if (!at) {
        g_set_error(error, NV_TOOL_ERROR, 0, count ?
                    "%s: there is no card %u; the machine has %u" :
                    "%s: the machine has no card of this project", from,
                    number, count);
        return NULL;
    }
    return g_byte_array_append(g_byte_array_new(), at, length);
}

static GByteArray *from_file(const char *from, unsigned number, GError **error)
{
    g_autofree char *data = NULL;
    size_t size;

    if (!g_file_get_contents(from, &data, &size, error)) {
        return NULL;
    }
    if (size >= 4 && !memcmp(data, stream_magic, 4)) {
        return from_stream(from, (const uint8_t *)data, size, number, error);
    }
    if (size < 4 || memcmp(data, state_magic, 4)) {
        g_set_error(error, NV_TOOL_ERROR, 0,
                    "%s: neither a saved card nor what QEMU's "
                    "\"migrate exec:cat>FILE\" wrote", from);
        return NULL;
    }
    if (number) {
        g_set_error(error, NV_TOOL_ERROR, 0,
                    "%s: there is no card %u; the file is of one card", from,
                    number);
        return NULL;
    }
    return g_byte_array_new_take((guint8 *)g_steal_pointer(&data), size);
}

GByteArray *nv_state_fetch(const char *from, unsigned number, GError **error)
{
    struct stat st;

    if (stat(from, &st)) {
        g_set_error(error, NV_TOOL_ERROR, 0, "%s: %s", from,
                    g_strerror(errno));
        return NULL;
    }
    return S_ISSOCK(st.st_mode) ? nv_state_fetch_qmp(from, number, error) :
                                  from_file(from, number, error);
}

bool nv_state_is_socket(const char *from)
{
    struct stat st;

    return !stat(from, &st) && S_ISSOCK(st.st_mode);
}

/* ---- a card of it ---- */

static const NvHostOps nobody;

NvCard *nv_state_card(const NvChip *chip, uint32_t vram_size, GError **error)
{
    NvCardConfig config = {
        .chip = chip->name, .vram_size = vram_size, .raster = "null",
        .executor = "ref", .threads = 1,
    };

    return nv_card_new(&config, &nobody, NULL, error);
}

typedef struct Id {
    const NvChip *chip;
    uint32_t vram_size;
} Id;

static void visit_id(void *opaque, const NvStateField *f)
{
    Id *id = opaque;

    if (strcmp(f->section, "card") || f->count != 1) {
        return;
    }
    if (!strcmp(f->field, "id_chipset")) {
        for (const NvChip *c = nv_chips(); c->name && !id->chip; c++) {
            id->chip = c->chipset == nv_state_element(f, 0) ? c : NULL;
        }
    } else if (!strcmp(f->field, "id_vram_size")) {
        id->vram_size = nv_state_element(f, 0);
    }
}

const NvChip *nv_state_chip(const GByteArray *saved, uint32_t *vram_size,
                            GError **error)
{
    Id id = { NULL, 0 };

    if (!nv_state_walk(saved->data, saved->len, visit_id, &id, error)) {
        return NULL;
    }
    if (!id.chip) {
        g_set_error(error, NV_TOOL_ERROR, 0,
                    "the state is of a chip that is not known here");
    }
    *vram_size = id.vram_size;
    return id.chip;
}

NvCard *nv_state_card_of(const GByteArray *saved, GError **error)
{
    uint32_t vram_size;
    const NvChip *chip = nv_state_chip(saved, &vram_size, error);
    NvCard *card = chip ? nv_state_card(chip, vram_size, error) : NULL;

    if (card && !nv_card_load(card, saved->data, saved->len, error)) {
        nv_card_free(card);
        return NULL;
    }
    return card;
}
