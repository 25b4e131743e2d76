/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading saved state, with and without the units; see state.h. */
#include "base/state-priv.h"

#include <string.h>

#include "base/bits.h"

bool nv_state_fail(NvStateReader *r, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    if (r->error && !*r->error) {
        *r->error = g_error_new_valist(NV_STATE_ERROR, 0, format, ap);
    }
    va_end(ap);
    return false;
}

const uint8_t *nv_state_take(NvStateReader *r, size_t n)
{
    const uint8_t *at = r->at;

    if (n > r->left) {
        nv_state_fail(r, "saved state ends early: %zu more bytes were "
                      "expected", n - r->left);
        return NULL;
    }
    r->at += n;
    r->left -= n;
    return at;
}

bool nv_state_take32(NvStateReader *r, uint32_t *value)
{
    const uint8_t *at = nv_state_take(r, 4);

    *value = at ? nv_ld32(at) : 0;
    return at;
}

bool nv_state_take_name(NvStateReader *r, char *name)
{
    const uint8_t *len = nv_state_take(r, 1);
    const uint8_t *at = len ? nv_state_take(r, *len) : NULL;

    if (!at) {
        return false;
    }
    memcpy(name, at, *len);
    name[*len] = 0;
    return true;
}

bool nv_state_walk_fields(NvStateReader *r, const char *section,
                          NvStateVisit visit, void *opaque)
{
    char field[256] = "?";

    while (nv_state_take_name(r, field) && *field) {
        NvStateField f = { section, field };
        uint32_t elem;

        if (!nv_state_take32(r, &elem) || !nv_state_take32(r, &f.count)) {
            return false;
        }
        if (elem != 1 && elem != 2 && elem != 4 && elem != 8) {
            return nv_state_fail(r, "saved state is damaged: \"%s\" has "
                                 "elements of %u bytes", field, elem);
        }
        f.elem = elem;
        f.bytes = nv_state_take(r, (size_t)elem * f.count);
        if (!f.bytes) {
            return false;
        }
        if (visit) {
            visit(opaque, &f);
        }
    }
    return !*field;
}

/* --- reading without the units --- */

static bool walk_section(NvStateReader *r, NvStateVisit visit, void *opaque)
{
    char section[256];
    uint32_t version;

    return nv_state_take_name(r, section) && nv_state_take32(r, &version) &&
           nv_state_walk_fields(r, section, visit, opaque);
}

size_t nv_state_walk(const void *data, size_t size, NvStateVisit visit,
                     void *opaque, GError **error)
{
    NvStateReader r = { data, size, error };
    uint32_t magic, count;

    if (!nv_state_take32(&r, &magic) || !nv_state_take32(&r, &count)) {
        return 0;
    }
    if (magic != NV_STATE_MAGIC) {
        nv_state_fail(&r, "this is no saved state of a card");
        return 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!walk_section(&r, visit, opaque)) {
            return 0;
        }
    }
    return size - r.left;
}

uint64_t nv_state_element(const NvStateField *field, uint32_t index)
{
    const uint8_t *at = field->bytes + (size_t)index * field->elem;
    uint64_t value = 0;

    assert(index < field->count);
    for (unsigned b = 0; b < field->elem; b++) {
        value |= (uint64_t)at[b] << (8 * b);
    }
    return value;
}
