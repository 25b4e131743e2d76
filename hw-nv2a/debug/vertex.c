/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A vertex before and after XF, its program step by step, constants: all on a
 * copy of the engine.  No hardware facts.
 */
#include "debug/look.h"

/* Attributes of the vertex that @word names; without: as they stand. */
static bool fetch(NvDebug *d, NvLook *look, const char *word,
                  uint32_t in[NV_XF_ATTRS][4], GString *out)
{
    uint32_t index = 0;

    if (word && !nv_debug_number(word, &index)) {
        g_string_append_printf(out, "%s is no number of a vertex\n", word);
        return false;
    }
    if (word) {
        nv_idx_look(d->pgraph->idx, &look->mem, index, in);
    } else {
        memcpy(in, look->xf.vab, NV_XF_ATTRS * sizeof(in[0]));
    }
    return true;
}

static void print_program(const NvLook *look, GString *out)
{
    unsigned slot;

    if (nv_xf_program_slot(&look->xf, &slot)) {
        g_string_append_printf(out, "through the program at 0x%02x\n", slot);
    } else {
        g_string_append_printf(out, "through no program: mode %s\n",
                               nv_xf_mode_text(&look->xf));
    }
}

static void print_inputs(const NvDebug *d, uint32_t in[NV_XF_ATTRS][4],
                         bool arrays, GString *out)
{
    NvIdxArray array;

    for (unsigned n = 0; n < NV_XF_ATTRS; n++) {
        bool on = arrays && nv_idx_array(d->pgraph->idx, n, &array);

        g_string_append_printf(out, "  v[%u]%s %s 0x%08x 0x%08x 0x%08x "
                               "0x%08x  (%g %g %g %g)\n", n,
                               n < 10 ? " " : "", on ? "array " : "stands",
                               in[n][0], in[n][1], in[n][2], in[n][3],
                               nv_u2f(in[n][0]), nv_u2f(in[n][1]),
                               nv_u2f(in[n][2]), nv_u2f(in[n][3]));
    }
}

static NvXfBlock *block_of(uint32_t in[NV_XF_ATTRS][4])
{
    NvXfBlock *block = nv_xf_block_new();

    block->count = 1;
    for (unsigned n = 0; n < NV_XF_ATTRS; n++) {
        for (unsigned c = 0; c < 4; c++) {
            block->in[n][c][0] = in[n][c];
        }
    }
    return block;
}

void nv_debug_run_vertex(NvDebug *d, char **words, GString *out)
{
    NvLook *look = nv_look_new(d);
    uint32_t in[NV_XF_ATTRS][4];
    NvXfBlock *block;

    if (fetch(d, look, *words, in, out)) {
        g_string_append_printf(out, "vertex %s:\n", *words ? *words
                               : "of the attributes that stand");
        print_inputs(d, in, *words, out);
        print_program(look, out);
        block = block_of(in);
        nv_xf_transform(&look->xf, block);
        nv_vtx_look(d->pgraph->idx->vtx, block, 0, out);
        nv_xf_block_free(block);
        g_string_append(out, look->said->str);
    }
    nv_look_free(look);
}

/* Programs may loop; nobody reads more than that. */
#define MOST_STEPS 4096

typedef struct Trace {
    NvLook *look;
    GString *out;
    unsigned steps;
} Trace;

static void trace_step(void *opaque, const NvXfStep *step)
{
    Trace *t = opaque;

    if (t->steps++ < MOST_STEPS) {
        nv_xf_print_step(&t->look->xf, step, t->out);
    }
}

void nv_debug_run_trace(NvDebug *d, char **words, GString *out)
{
    NvLook *look = nv_look_new(d);
    Trace t = { look, out, 0 };
    uint32_t in[NV_XF_ATTRS][4];
    NvXfBlock *block;

    if (fetch(d, look, *words, in, out)) {
        print_program(look, out);
        block = block_of(in);
        nv_xf_set_trace(&look->xf, trace_step, &t);
        nv_xf_transform(&look->xf, block);
        nv_xf_block_free(block);
        if (t.steps > MOST_STEPS) {
            g_string_append_printf(out, "and %u instructions more\n",
                                   t.steps - MOST_STEPS);
        }
        g_string_append(out, look->said->str);
    }
    nv_look_free(look);
}

/* ---- constants ---- */

static void print_constant(const NvXf *xf, unsigned slot, GString *out)
{
    const uint32_t *v = xf->xfctx[slot];

    nv_xf_print_constant(xf, slot, out);
    g_string_append_printf(out, " 0x%08x 0x%08x 0x%08x 0x%08x  "
                           "(%g %g %g %g)\n", v[0], v[1], v[2], v[3],
                           nv_u2f(v[0]), nv_u2f(v[1]), nv_u2f(v[2]),
                           nv_u2f(v[3]));
}

/* Those that the program reads, zero or not. */
static void print_read(NvXf *xf, GString *out)
{
    uint8_t slots[NV_XF_MAX_XFCTX];
    bool indexed;
    unsigned slot, count = nv_xf_constants_read(xf, slots, &indexed);

    if (!nv_xf_program_slot(xf, &slot)) {
        g_string_append_printf(out, "no program is on (mode %s); \"const all\""
                               " shows what is not zero\n",
                               nv_xf_mode_text(xf));
        return;
    }
    g_string_append_printf(out, "the program at 0x%02x reads %u constants%s\n",
                           slot, count, indexed ? ", and others by an address "
                           "register" : "");
    for (unsigned i = 0; i < NV_XF_MAX_XFCTX; i++) {
        if (slots[i]) {
            print_constant(xf, i, out);
        }
    }
}

static void print_all(const NvXf *xf, GString *out)
{
    static const uint32_t zero[4];

    for (unsigned i = 0; i < xf->chip->xf.xfctx; i++) {
        if (memcmp(xf->xfctx[i], zero, sizeof(zero))) {
            print_constant(xf, i, out);
        }
    }
}

/* "14", "c[14]" or "xfctx[0x6e]" to a slot. */
static bool slot_of(const NvXf *xf, const char *word, uint32_t *slot)
{
    bool raw = g_str_has_prefix(word, "xfctx[");
    size_t open = raw ? 6 : g_str_has_prefix(word, "c[") ? 2 : 0;
    g_autofree char *inner = g_strdup(word + open);
    size_t len = strlen(inner);

    if (open && len && inner[len - 1] == ']') {
        inner[len - 1] = 0;
    }
    if (!nv_debug_number(inner, slot) || *slot >= NV_XF_MAX_XFCTX) {
        return false;
    }
    *slot += raw ? 0 : xf->chip->xf.user_base;
    return *slot < xf->chip->xf.xfctx;
}

static void say_if_none(GString *out, const char *why)
{
    if (!out->len) {
        g_string_append_printf(out, "%s\n", why);
    }
}

void nv_debug_run_const(NvDebug *d, char **words, GString *out)
{
    NvLook *look = nv_look_new(d);
    g_auto(GStrv) ends = g_strsplit(*words ? *words : "-", "..", 2);
    uint32_t first, last;

    if (!look->xf.chip->xf.xfctx) {
        g_string_append_printf(out, "%s has no constants\n",
                               look->xf.chip->name);
    } else if (!*words) {
        print_read(&look->xf, out);
        say_if_none(out, "the program reads no constants");
    } else if (!strcmp(*words, "all")) {
        print_all(&look->xf, out);
        say_if_none(out, "all constants are zero");
    } else if (!slot_of(&look->xf, ends[0], &first) ||
               !slot_of(&look->xf, ends[1] ? ends[1] : ends[0], &last)) {
        g_string_append_printf(out, "%s: const takes nothing, \"all\", 14, "
                               "c[14], xfctx[0x6e], or two of them with \"..\""
                               " between; the last slot is xfctx[0x%02x]\n",
                               *words, look->xf.chip->xf.xfctx - 1);
    } else {
        for (uint32_t i = first; i <= last; i++) {
            print_constant(&look->xf, i, out);
        }
        say_if_none(out, "the first slot is behind the last");
    }
    nv_look_free(look);
}
