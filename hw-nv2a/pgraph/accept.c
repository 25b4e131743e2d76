/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a method would have taken, as text, for the line about a value that it
 * refused.  Nothing is written down twice: masks, limits and lists come from
 * the method's row.  A rule that is a function is asked: from a value that it
 * takes as much of the refused one is put back as it lets pass, and where the
 * two differ at the end it says which values may stand there.
 */
#include "pgraph/fe.h"
#include "words/fields.h"

/* Ranges that are printed of a set. */
enum { RANGES = 12 };

/* A function that is asked, and about which method. */
typedef struct Rule {
    const NvPgraph *pg;
    const NvMethod *m;
    NvMethodValid takes;
} Rule;

static bool asks(const Rule *r, uint32_t value)
{
    return r->takes(r->pg, r->m, value);
}

static void append_number(GString *out, uint32_t v)
{
    g_string_append_printf(out, v < 10 ? "%u" : "0x%x", v);
}

/* Numbers that come in order: "1..3, 5, 0x10". */
typedef struct Ranges {
    GString *out;
    unsigned count;
    bool open;
    uint32_t first, last;
} Ranges;

static void stop_range(Ranges *r)
{
    if (!r->open) {
        return;
    }
    r->open = false;
    if (r->count++ >= RANGES) {
        return;
    }
    if (r->count > 1) {
        g_string_append(r->out, ", ");
    }
    append_number(r->out, r->first);
    if (r->last != r->first) {
        g_string_append(r->out, r->last == r->first + 1 ? ", " : "..");
        append_number(r->out, r->last);
    }
}

static void add_number(Ranges *r, uint32_t v)
{
    if (r->open && v == r->last + 1) {
        r->last = v;
        return;
    }
    stop_range(r);
    r->open = true;
    r->first = r->last = v;
}

static void end_ranges(Ranges *r)
{
    stop_range(r);
    if (r->count > RANGES) {
        g_string_append(r->out, "...");
    }
}

/* Lists of names go by their values; each next one is the least above. */
static void append_list(const NvEnum *map, GString *out)
{
    Ranges r = { .out = out };
    uint64_t from = 0;

    for (unsigned n = 0; n < map->count; n++) {
        uint64_t least = UINT64_MAX;

        for (unsigned i = 0; i < map->count; i++) {
            if (map->pair[i].in >= from && map->pair[i].in < least) {
                least = map->pair[i].in;
            }
        }
        if (least == UINT64_MAX) {
            break;
        }
        add_number(&r, least);
        from = least + 1;
    }
    end_ranges(&r);
}

/* --- a rule that is a function --- */

/*
 * Fields begin with 0, 1 or 2, mostly: a value whose nibbles are of these
 * satisfies nearly every rule.  For the others these do: formats that share
 * nibbles with other fields or have bits that must be set, combiners.
 */
static const uint32_t starts[] = {
    0x11001051, 0x11001151, 0x11000051, 0x11000050, 0x25050505, 0x50110100,
    0x80110100, 0x50000000, 0x0001bb11, 0x00018111,
};

static bool find_any(const Rule *r, uint32_t *value)
{
    for (unsigned i = 0; i < NV_ARRAY_SIZE(starts); i++) {
        *value = starts[i];
        if (asks(r, *value)) {
            return true;
        }
    }
    for (unsigned n = 0; n < 6561; n++) {       /* 3 to the 8th */
        *value = 0;
        for (unsigned low = 0, left = n; left; low += 4, left /= 3) {
            *value |= (uint32_t)(left % 3) << low;
        }
        if (asks(r, *value)) {
            return true;
        }
    }
    return false;
}

/* As near @wanted as it takes: nibbles of it first, then bits. */
static uint32_t approach(const Rule *r, uint32_t value, uint32_t wanted)
{
    static const uint8_t widths[] = { 4, 1 };

    for (unsigned i = 0; i < NV_ARRAY_SIZE(widths); i++) {
        unsigned width = widths[i];

        for (unsigned low = 32; low; ) {
            uint32_t next;

            low -= width;
            next = nv_deposit(value, low, width,
                              nv_extract(wanted, low, width));
            if (asks(r, next)) {
                value = next;
            }
        }
    }
    return value;
}

/* Neighbouring bits of a value; @name: the state word's field they become. */
typedef struct Window {
    unsigned low, width;
    const char *name;
} Window;

/* Where the whole value becomes a bundle, that has fields; else nibbles. */
static Window window_of(const Rule *r, unsigned bit)
{
    const NvEffect *e = &r->m->effect[0];
    const NvFieldRow *field = NULL;

    if (e->kind == NV_EFFECT_WORD) {
        NvFeColumn fe = r->pg->env->chip->fe;
        const char *word = nv_bundle_name(e->word);

        while ((field = nv_field_next(fe, word, field))) {
            unsigned low = nv_field_low(field);
            unsigned width = nv_field_width(field);

            if (bit >= low && bit < low + width && width <= 8) {
                return (Window) { low, width, nv_field_name(field) };
            }
        }
    }
    return (Window) { bit & ~3u, 4, NULL };
}

static bool only_zero(const Rule *r, const Window *w, uint32_t value)
{
    for (unsigned v = 1; v < 1u << w->width; v++) {
        if (asks(r, nv_deposit(value, w->low, w->width, v))) {
            return false;
        }
    }
    return asks(r, nv_deposit(value, w->low, w->width, 0));
}

/* Neighbours below of which the same is to be said. */
static void widen(const Rule *r, Window *w, uint32_t value)
{
    while (!w->name && w->low && w->width < 32) {
        Window next = window_of(r, w->low - 1);

        if (next.name || !only_zero(r, &next, value)) {
            return;
        }
        w->low = next.low;
        w->width += next.width;
    }
}

/* What may stand in @w while the rest is as in @value. */
static void append_window(const Rule *r, Window *w, uint32_t value,
                          GString *out)
{
    Ranges ranges = { .out = out };
    bool zero = only_zero(r, w, value);

    if (zero) {
        widen(r, w, value);
    }
    if (w->name) {
        g_string_append_printf(out, "%s, ", w->name);
    }
    if (w->width == 1) {
        g_string_append_printf(out, "bit %u takes ", w->low);
    } else {
        g_string_append_printf(out, "bits %u..%u take ", w->low,
                               w->low + w->width - 1);
    }
    if (zero) {
        g_string_append(out, "0");
        return;
    }
    for (unsigned v = 0; v < 1u << w->width; v++) {
        if (asks(r, nv_deposit(value, w->low, w->width, v))) {
            add_number(&ranges, v);
        }
    }
    end_ranges(&ranges);
}

static void append_rule(const Rule *r, uint32_t refused, GString *out)
{
    uint32_t value, differ;

    if (!find_any(r, &value)) {
        g_string_append(out, "takes no value now");
        return;
    }
    value = approach(r, value, refused);
    differ = value ^ refused;
    for (unsigned bit = 32; bit-- && differ; ) {
        Window w;

        if (!(differ >> bit & 1)) {
            continue;
        }
        w = window_of(r, bit);
        append_window(r, &w, value, out);
        g_string_append(out, "; ");
        differ = nv_deposit(differ, w.low, w.width, 0);
    }
    g_string_append_printf(out, "as in 0x%08x", value);
}

void nv_fe_accepted(const NvPgraph *pg, const NvMethod *m,
                    NvMethodValid takes, uint32_t value, GString *out)
{
    const Rule rule = { pg, m, takes ? takes : nv_fe_takes };

    if (takes) {
        append_rule(&rule, value, out);
        return;
    }
    switch ((NvCheck)m->check) {
    case NV_CHECK_BITS:
    case NV_WARN_BITS:
        g_string_append_printf(out, "takes bits of 0x%08x", m->arg);
        break;
    case NV_CHECK_BELOW:
    case NV_WARN_BELOW:
    case NV_WARN_RANGE:
        g_string_append(out, "takes 0..");
        append_number(out, m->arg - 1);
        break;
    case NV_CHECK_ENUM:
    case NV_WARN_ENUM:
        g_string_append(out, "takes ");
        append_list(m->map, out);
        break;
    default:
        append_rule(&rule, value, out);
        break;
    }
}
