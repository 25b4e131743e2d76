/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events as bytes, and sums; see capture.h.  No hardware facts. */
#include "capture/capture.h"

#include <string.h>

#include "base/bits.h"

G_DEFINE_QUARK(nv-capture-error-quark, nv_capture_error)

static const struct {
    const char *form, *text;
} rows[256] = {
#define ROW(number, name, form, text) [number] = { form, text },
    NV_EVENT_ROWS(ROW)
#undef ROW
};

const char *nv_event_text(unsigned type)
{
    return type < NV_ARRAY_SIZE(rows) ? rows[type].text : NULL;
}

const char *nv_event_form(unsigned type)
{
    return type < NV_ARRAY_SIZE(rows) ? rows[type].form : NULL;
}

static void put_number(GByteArray *out, uint64_t n)
{
    uint8_t bytes[10];
    unsigned len = 0;

    do {
        bytes[len++] = (n & 0x7f) | (n > 0x7f) << 7;
        n >>= 7;
    } while (n);
    g_byte_array_append(out, bytes, len);
}

void nv_event_put(GByteArray *out, const NvEvent *event)
{
    const uint64_t *arg = event->arg;
    uint8_t type = event->type;
    uint64_t q;

    g_byte_array_append(out, &type, 1);
    for (const char *f = rows[type].form; *f; f++) {
        switch (*f) {
        case 'v':
            put_number(out, *arg++);
            break;
        case 'z':
            put_number(out, *arg << 1 ^ -(*arg >> 63));
            arg++;
            break;
        case 'q':
            q = GUINT64_TO_LE(*arg);    /* a macro: names it eight times */
            arg++;
            g_byte_array_append(out, (uint8_t *)&q, 8);
            break;
        case 'b':
            put_number(out, event->len);
            /* fall through */
        default:
            g_byte_array_append(out, event->bytes, event->len);
        }
    }
}

typedef struct Cursor {
    const uint8_t *at, *end;
} Cursor;

static bool get_number(Cursor *c, uint64_t *n)
{
    unsigned shift = 0;

    *n = 0;
    while (c->at < c->end && shift < 64) {
        uint8_t byte = *c->at++;

        *n |= (uint64_t)(byte & 0x7f) << shift;
        shift += 7;
        if (!(byte & 0x80)) {
            return true;
        }
    }
    return false;
}

static bool get_bytes(Cursor *c, uint64_t len, const uint8_t **bytes)
{
    if (len > (size_t)(c->end - c->at)) {
        return false;
    }
    *bytes = c->at;
    c->at += len;
    return true;
}

static bool get_part(Cursor *c, char letter, NvEvent *event, uint64_t *arg)
{
    uint64_t len = NV_CAPTURE_PAGE;
    const uint8_t *q;

    switch (letter) {
    case 'v':
        return get_number(c, arg);
    case 'z':
        if (!get_number(c, arg)) {
            return false;
        }
        *arg = *arg >> 1 ^ -(*arg & 1);
        return true;
    case 'q':
        if (!get_bytes(c, 8, &q)) {
            return false;
        }
        *arg = nv_ld32(q) | (uint64_t)nv_ld32(q + 4) << 32;
        return true;
    case 'b':
        if (!get_number(c, &len) || len > NV_CAPTURE_PIECE) {
            return false;
        }
        /* fall through */
    default:
        event->len = len;
        return get_bytes(c, len, &event->bytes);
    }
}

bool nv_event_get(const uint8_t *data, size_t size, size_t *at,
                  NvEvent *event, GError **error)
{
    Cursor c = { data + *at, data + size };
    const char *form;
    unsigned n = 0;

    *event = (NvEvent) { .type = c.at < c.end ? *c.at++ : 0 };
    form = rows[event->type].form;
    if (!form) {
        g_set_error(error, NV_CAPTURE_ERROR, 0, "an event of type 0x%02x is "
                    "unknown to this version", event->type);
        return false;
    }
    for (; *form; form++) {
        bool number = *form == 'v' || *form == 'z' || *form == 'q';

        if (!get_part(&c, *form, event, &event->arg[n])) {
            g_set_error(error, NV_CAPTURE_ERROR, 0, "an event (%s) is cut "
                        "off or too large", rows[event->type].text);
            return false;
        }
        n += number;
    }
    *at = c.at - data;
    return true;
}

/* --- XXH64, as its specification says --- */

#define P1 UINT64_C(0x9e3779b185ebca87)
#define P2 UINT64_C(0xc2b2ae3d27d4eb4f)
#define P3 UINT64_C(0x165667b19e3779f9)
#define P4 UINT64_C(0x85ebca77c2b2ae63)

static uint64_t turn(uint64_t v, unsigned n)
{
    return v << n | v >> (64 - n);
}

static uint64_t mix(uint64_t lane, uint64_t word)
{
    return turn(lane + word * P2, 31) * P1;
}

static void block(uint64_t lane[4], const uint8_t *data)
{
    uint64_t w[4];

    memcpy(w, data, 32);
    for (unsigned i = 0; i < 4; i++) {
        lane[i] = mix(lane[i], GUINT64_FROM_LE(w[i]));
    }
}

uint64_t nv_capture_hash(const void *data, size_t size, uint64_t seed)
{
    uint64_t lane[4] = { seed + P1 + P2, seed + P2, seed, seed - P1 };
    const uint8_t *p = data;
    size_t whole = size / 32 * 32;
    uint64_t h;

    for (size_t i = 0; i < whole; i += 32) {
        block(lane, p + i);
    }
    if (size > whole) {
        uint8_t rest[32] = { 0 };

        memcpy(rest, p + whole, size - whole);
        block(lane, rest);
    }
    h = turn(lane[0], 1) + turn(lane[1], 7) + turn(lane[2], 12) +
        turn(lane[3], 18);
    for (unsigned i = 0; i < 4; i++) {
        h = (h ^ mix(0, lane[i])) * P1 + P4;
    }
    h += (size + 31) / 32 * 32;
    h = (h ^ h >> 33) * P2;
    h = (h ^ h >> 29) * P3;
    return h ^ h >> 32;
}

uint64_t nv_capture_hash_page(const uint8_t *page, uint32_t number)
{
    return nv_capture_hash(page, NV_CAPTURE_PAGE, number);
}
