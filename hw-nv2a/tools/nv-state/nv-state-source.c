/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where nv-state gets a saved card from: a file of the library, a file of
 * QEMU's `migrate`, or a running QEMU.
 */
#include <errno.h>
#include <sys/stat.h>

#include "base/bits.h"
#include "tools/nv-state/nv-state.h"

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
