/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Draws as a scene in C for the bundled guest (tests-qtest/guest/captured.h):
 * objects of RAMHT where they were, VRAM, the state as the image that PGRAPH
 * keeps of a channel, and methods one a line, to be changed by hand.
 */
#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "card/card.h"
#include "pgraph/fe.h"
#include "pgraph/image.h"
#include "tools/nv-cap/nv-cap.h"
#include "words/formats.h"

/* Registers; as in the guest. */
enum {
    PFIFO_RAMHT = 0x002210, PGRAPH_CTX_POINTER = 0x400784,
    PGRAPH_CTX_TRIGGER = 0x400788, CTX_SAVE = 2,
};

/* Of a DMA object's first word. */
enum { DMA_TABLE = 0x1000, DMA_LINEAR = 0x2000, DMA_BUS = 0x20000 };

/* What PGRAPH checks, and how: not of a channel. */
static const uint32_t debug_registers[] = {
    0x400080, 0x400084, 0x40008c, 0x400090, 0x400094, 0x400098, 0x40009c,
};

#define REPEAT_FROM 4           /* less is not worth it */
#define METHODS_MOST 200000u
#define BYTES_MOST (8u << 20)   /* of VRAM that is not the same again */

/* Initialisers of the file's tables. */
enum { OBJECTS, BINDS, REGISTERS, STATE, VRAM, BUS, ENTRIES, TEXTS };

typedef struct ToC {
    NvCapWalk walk;
    uint64_t from, to;
    bool on, done;
    unsigned channel;
    uint64_t pages;             /* that the CPU has written */
    uint16_t class[8];          /* of a subchannel */
    bool binds[8];              /* by a method of the range */
    GArray *methods;            /* of NvWalkMethod, names are the library's */
    uint32_t literal;           /* words of pieces, unlike their neighbours */
    GString *text[TEXTS];
    unsigned object_count, bind_count, entry_count;
    GError *error;
} ToC;

static void fail(ToC *c, const char *format, ...) G_GNUC_PRINTF(2, 3);

static void fail(ToC *c, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    if (!c->error) {
        c->error = g_error_new_valist(NV_TOOL_ERROR, 0, format, args);
    }
    va_end(args);
}

/* --- words --- */

static unsigned count_same(const uint32_t *words, unsigned i, unsigned count)
{
    unsigned end = i + 1;

    while (end < count && words[end] == words[i]) {
        end++;
    }
    return end - i;
}

static void put_piece(GString *out, uint32_t at, const uint32_t *words,
                      unsigned count, bool same)
{
    g_string_append_printf(out, "    0x%x, %u%s,\n", at, count,
                           same ? " | CAPTURED_SAME" : "");
    count = same ? 1 : count;
    for (unsigned i = 0; i < count; i++) {
        g_string_append_printf(out, "%s0x%08x,%s", i % 6 ? " " : "    ",
                               words[i], i % 6 == 5 || i == count - 1 ? "\n"
                               : "");
    }
}

/* Words from byte @at on, but for zeros. */
static void put_pieces(ToC *c, GString *out, uint32_t at,
                       const uint32_t *words, unsigned count)
{
    unsigned i = 0, first;

    while (i < count) {
        unsigned same = count_same(words, i, count);

        if (!words[i] || same >= REPEAT_FROM) {
            if (words[i]) {
                put_piece(out, at + 4 * i, &words[i], same, true);
            }
            i += same;
            continue;
        }
        first = i;
        while (i < count && (same = count_same(words, i, count)) <
               REPEAT_FROM) {
            i += same;
        }
        put_piece(out, at + 4 * first, &words[first], i - first, false);
        c->literal += i - first;
    }
}

static void put_vram(ToC *c)
{
    NvCard *card = nv_player_card(c->walk.player);
    uint32_t size = card->mem.vram_size - card->mem.ramin_size;
    const uint8_t *vram = nv_card_vram(card);
    uint32_t words[NV_CAPTURE_PAGE];    /* four pages */

    for (uint32_t at = 0; at < size && !c->error; at += sizeof(words)) {
        for (unsigned i = 0; i < NV_ARRAY_SIZE(words); i++) {
            words[i] = nv_ld32(vram + at + 4 * i);
        }
        put_pieces(c, c->text[VRAM], at, words, NV_ARRAY_SIZE(words));
        if (c->literal > BYTES_MOST / 4) {
            fail(c, "there are more than %u MiB in VRAM, too much for a "
                 "scene", BYTES_MOST >> 20);
        }
    }
}

/* PGRAPH itself saves it, in instance memory that is put back. */
static void put_state(ToC *c)
{
    NvCard *card = nv_player_card(c->walk.player);
    uint32_t image = card->mem.ramin_size / 2;
    uint32_t count = nv_image_size(&card->pgraph) / 4;
    g_autofree uint32_t *was = g_new(uint32_t, count + 1);
    g_autofree uint32_t *words = g_new0(uint32_t, count + 1);
    uint32_t pointer = nv_card_mmio_read(card, PGRAPH_CTX_POINTER, 4);

    if (!count) {
        fail(c, "the state of %s has no image that another card could load",
             nv_player_head(c->walk.player)->chip);
        return;
    }
    nv_mem_ramin_get(&card->mem, image, was, count);
    nv_mem_ramin_put(&card->mem, image, words, count);
    nv_card_mmio_write(card, PGRAPH_CTX_POINTER, image >> 4, 4);
    nv_card_mmio_write(card, PGRAPH_CTX_TRIGGER, CTX_SAVE, 4);
    nv_card_mmio_write(card, PGRAPH_CTX_POINTER, pointer, 4);
    nv_mem_ramin_get(&card->mem, image, words, count);
    nv_mem_ramin_put(&card->mem, image, was, count);
    put_pieces(c, c->text[STATE], 0, words, count);
    for (unsigned i = 0; i < NV_ARRAY_SIZE(debug_registers); i++) {
        uint32_t at = debug_registers[i];

        g_string_append_printf(c->text[REGISTERS], "    { 0x%06x, 0x%08x },\n", at,
                               nv_card_mmio_read(card, at, 4));
    }
}

/* --- objects --- */

/* Entries of a table of pages that were read. */
static void put_entries(ToC *c, uint32_t object, const uint32_t word[4])
{
    NvMem *mem = &nv_player_card(c->walk.player)->mem;
    uint32_t entry = object + 8;

    for (uint32_t i = 0; i <= word[1] / NV_CAPTURE_PAGE &&
         entry + 4 <= mem->ramin_size; i++, entry += 4) {
        uint64_t page = nv_mem_ramin_read(mem, entry) / NV_CAPTURE_PAGE;

        if (g_hash_table_contains(c->walk.bus, GSIZE_TO_POINTER(page))) {
            g_string_append_printf(c->text[ENTRIES], "    { 0x%05x, 0x%08x },\n",
                                   entry, (uint32_t)page * NV_CAPTURE_PAGE);
            c->entry_count++;
        }
    }
}

static gint by_page(gconstpointer a, gconstpointer b)
{
    size_t x = GPOINTER_TO_SIZE(a), y = GPOINTER_TO_SIZE(b);

    return x < y ? -1 : x > y;
}

static void put_bus(ToC *c)
{
    GList *pages = g_list_sort(g_hash_table_get_keys(c->walk.bus), by_page);
    uint32_t words[NV_CAPTURE_PAGE / 4];

    for (GList *l = pages; l; l = l->next) {
        uint64_t addr = GPOINTER_TO_SIZE(l->data) * (uint64_t)NV_CAPTURE_PAGE;
        const uint8_t *page = nv_player_bus_page(c->walk.player, addr);

        for (unsigned i = 0; i < NV_ARRAY_SIZE(words); i++) {
            words[i] = nv_ld32(page + 4 * i);
        }
        g_string_append_printf(c->text[BUS], "    0x%08x | 1,\n",
                               (uint32_t)addr);
        put_pieces(c, c->text[BUS], 0, words, NV_ARRAY_SIZE(words));
        g_string_append(c->text[BUS], "    0, 0,\n");
    }
    g_list_free(pages);
}

static bool is_dma(uint32_t word)
{
    uint32_t class = word & 0xfff;

    return class == 0x02 || class == 0x03 || class == 0x3d;
}

static void put_object(ToC *c, uint32_t handle, uint32_t context)
{
    NvCard *card = nv_player_card(c->walk.player);
    uint32_t at = (context & 0xffff) << 4, word[4];

    nv_mem_ramin_get(&card->mem, at, word, 4);
    g_string_append_printf(c->text[OBJECTS], "    { 0x%08x, %u, 0x%05x,\n"
                           "      { 0x%08x, 0x%08x, 0x%08x, 0x%08x } },\n",
                           handle, context >> 16 & 3, at, word[0], word[1],
                           word[2], word[3]);
    c->object_count++;
    if (is_dma(word[0]) && (word[0] & (DMA_BUS | DMA_TABLE | DMA_LINEAR)) ==
                           (DMA_BUS | DMA_TABLE)) {
        put_entries(c, at, word);
    }
    for (unsigned s = 0; s < 8; s++) {
        if (c->class[s] && !c->binds[s] &&
            nv_fe_word_class(&card->pgraph, word[0]) == c->class[s]) {
            g_string_append_printf(c->text[BINDS], "    { %u << 13, 0x%08x },\n",
                                   s, handle);
            c->binds[s] = true;
            c->bind_count++;
        }
    }
}

/* All that the channel can name. */
static void put_objects(ToC *c)
{
    NvCard *card = nv_player_card(c->walk.player);
    uint32_t ramht = nv_card_mmio_read(card, PFIFO_RAMHT, 4);
    uint32_t base = (ramht & 0x1f0) << 8, size = 0x1000u << (ramht >> 16 & 3);

    for (uint32_t at = base; at < base + size; at += 8) {
        uint32_t context = nv_mem_ramin_read(&card->mem, at + 4);

        if (context >> 31 && (context >> 24 & 0x1f) == c->channel) {
            put_object(c, nv_mem_ramin_read(&card->mem, at), context);
        }
    }
    for (unsigned s = 0; s < 8; s++) {
        if (c->class[s] && !c->binds[s]) {
            fail(c, "no object in RAMHT has class 0x%x of subchannel %u",
                 c->class[s], s);
        }
    }
}

/* --- draws --- */

/* Software's methods, flips and fences of PFIFO are not for a scene. */
static bool belongs(const NvWalkMethod *m)
{
    return !m->mthd || (m->mthd >= 0x108 && (m->mthd < 0x10c ||
                                             m->mthd >= 0x134)) ||
           (m->mthd == 0x100 && !m->data);
}

static void keep_method(void *opaque, const NvWalkMethod *m)
{
    ToC *c = opaque;

    if (!c->on || c->done || m->channel != c->channel || !belongs(m)) {
        return;
    }
    if (c->methods->len >= METHODS_MOST) {
        fail(c, "the draws have more than %u methods", METHODS_MOST);
        return;
    }
    if (!c->class[m->subchannel & 7]) {
        c->class[m->subchannel & 7] = m->class;
        c->binds[m->subchannel & 7] = !m->mthd;
    }
    g_array_append_val(c->methods, *m);
}

/* Pages of the machine's memory can be elsewhere if there is a table of them. */
static void check_places(ToC *c, NvPlayer *p, uint64_t draw)
{
    g_autofree char *said = nv_card_debug(nv_player_card(p), "draw");
    g_auto(GStrv) line = g_strsplit(said, "\n", -1);

    for (unsigned i = 0; line[i]; i++) {
        const char *object = strstr(line[i], "of object 0x");
        uint32_t at = object ? strtoul(object + 12, NULL, 16) : 0;

        if (strstr(line[i], ", bus 0x") &&
            (nv_mem_ramin_read(&nv_player_card(p)->mem, at) & DMA_LINEAR)) {
            fail(c, "draw %" PRIu64 " reads the machine's memory where it is, "
                 "which a scene has not: %s", draw, line[i]);
        }
    }
}

static bool draw(void *opaque, NvPlayer *p, const NvWalkDraw *d)
{
    uint64_t pages = nv_player_played(p).vram_pages;
    ToC *c = opaque;

    if (d->draw < c->from) {
        return true;
    }
    if (d->before && !c->on) {
        c->on = true;
        c->walk.bus = g_hash_table_new(NULL, NULL);
        c->channel = nv_player_card(p)->debug.at.word.chid;
        c->pages = pages;
        put_state(c);
        put_vram(c);
    }
    if (d->before) {
        check_places(c, p, d->draw);
    } else {
        c->done = d->draw == c->to;
    }
    if (pages != c->pages) {
        fail(c, "before the end of draw %" PRIu64 " the processor writes "
             "VRAM, which a scene does not: take less draws", d->draw);
    }
    return !c->done && !c->error;
}

/* --- the file --- */

static void put_method(const NvWalkMethod *m)
{
    printf("    { %u << 13 | 0x%04x, 0x%08x },", m->subchannel, m->mthd,
           m->data);
    if (m->name) {
        printf(m->count > 1 ? " /* %s[%u] */" : " /* %s */", m->name,
               m->index);
    }
    putchar('\n');
}

static void put_target(ToC *c)
{
    NvRaster *raster = &nv_player_card(c->walk.player)->raster;
    const NvPixelState *p = nv_raster_pixel(raster);
    const NvImage *image = nv_cap_target(&c->walk, false);
    bool shown = image && !p->color.swizzled;

    printf("    .target = { 0x%x, %u, %u, %u, %u },\n",
           nv_raster_memory(raster)->color.start,
           shown ? p->color.pitch : 0,
           nv_color_formats[p->color.format].bytes,
           image ? image->width : 0, image ? image->height : 0);
}

static void put_scene(ToC *c)
{
    NvCard *card = nv_player_card(c->walk.player);

    printf("static const Captured captured = {\n"
           "    .chip = 0x%s, .vram_size = 0x%x, .vram_bytes = 0x%x,\n"
           "    .object = objects, .objects = %u, .bind = binds, .binds = %u,\n"
           "    .reg = registers, .regs = %u,\n"
           "    .method = methods, .methods = sizeof(methods) / "
           "sizeof(*methods),\n"
           "    .vram = vram, .state = state, .bus = bus,\n"
           "    .entry = entries, .entries = %u,\n",
           nv_player_head(c->walk.player)->chip + 2, card->mem.vram_size,
           card->mem.vram_size - card->mem.ramin_size, c->object_count,
           c->bind_count, (unsigned)NV_ARRAY_SIZE(debug_registers),
           c->entry_count);
    put_target(c);
    printf("};\n\nstatic void setup(void)\n{\n    captured_setup(&captured);\n"
           "}\n\nstatic void check_scene(void)\n{\n}\n\n"
           "static void draw(float t)\n{\n    (void)t;\n"
           "    captured_draw(&captured);\n}\n\n"
           "const Scene scene_x = {\n    'x', \"draws of a capture\", setup, "
           "check_scene, draw, false, false,\n};\n");
}

static void put_file(ToC *c)
{
    printf("/*\n * Draws %" PRIu64 " to %" PRIu64 " of a capture: a scene for "
           "the bundled guest, letter x;\n * \"make scene C=FILE\" compiles "
           "it.\n */\n#include \"captured.h\"\n\n",
           c->from, c->to);
    printf("static const CapturedObject objects[] = {\n%s};\n\n",
           c->text[OBJECTS]->str);
    printf("static const CapturedWord binds[] = {\n%s    { 0, 0 },\n};\n\n",
           c->text[BINDS]->str);
    printf("static const CapturedWord registers[] = {\n%s};\n\n",
           c->text[REGISTERS]->str);
    printf("/* A channel's image. */\nstatic const uint32_t state[] = {\n%s"
           "    0, 0,\n};\n\n", c->text[STATE]->str);
    printf("static const uint32_t vram[] = {\n%s    0, 0,\n};\n\n",
           c->text[VRAM]->str);
    printf("/* Pages of the machine's memory, and entries that name them. */\n"
           "static const uint32_t bus[] = {\n%s    0,\n};\n\n"
           "static const CapturedWord entries[] = {\n%s    { 0, 0 },\n};\n\n",
           c->text[BUS]->str, c->text[ENTRIES]->str);
    printf("static const CapturedWord methods[] = {\n");
    for (unsigned i = 0; i < c->methods->len; i++) {
        put_method(&g_array_index(c->methods, NvWalkMethod, i));
    }
    printf("};\n\n");
    put_scene(c);
}

static gint64 opt_from = 1, opt_to;

static const GOptionEntry entries[] = {
    { "from", 'f', 0, G_OPTION_ARG_INT64, &opt_from,
      "The first draw (default 1)", "DRAW" },
    { "to", 't', 0, G_OPTION_ARG_INT64, &opt_to,
      "The last (default: the first alone)", "DRAW" },
    { NULL }
};

static void to_c(ToC *c, const char *path, GError **error)
{
    nv_player_methods(c->walk.player, keep_method, c);
    if (!nv_player_walk(c->walk.player, draw, c, error)) {
        return;
    }
    if (!c->done) {
        fail(c, "%s has no draw %" PRIu64, path, c->on ? c->to : c->from);
    }
    if (!c->error) {
        put_objects(c);
        put_bus(c);
    }
    if (c->error) {
        g_propagate_error(error, c->error);
        return;
    }
    put_file(c);
}

int nv_cap_to_c(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "FILE", 1, 1,
        "Draws of FILE as a scene in C for the bundled guest, with the state "
        "and VRAM that\nthey begin with: a bug report that one compiles.\n\n"
        "  nv-cap to-c --from 12 run.nvcap >scene-x.c && make scene "
        "C=scene-x.c"
    };
    ToC c = { .on = false };

    if (!nv_tool_parse(&argc, &argv, &usage, entries, error)) {
        return EXIT_TROUBLE;
    }
    c.from = opt_from;
    c.to = opt_to ? opt_to : opt_from;
    if (opt_from < 1 || (opt_to && opt_to < opt_from)) {
        g_set_error(error, NV_TOOL_ERROR, 0, "--from %" PRId64 " --to %" PRId64
                    ": draws count from 1, and --to is not before --from",
                    opt_from, opt_to ? opt_to : opt_from);
        return EXIT_TROUBLE;
    }
    if (!nv_cap_open(&c.walk, argv[1], error)) {
        return EXIT_TROUBLE;
    }
    c.methods = g_array_new(false, false, sizeof(NvWalkMethod));
    for (unsigned i = 0; i < TEXTS; i++) {
        c.text[i] = g_string_new(NULL);
    }
    to_c(&c, argv[1], error);
    for (unsigned i = 0; i < TEXTS; i++) {
        g_string_free(c.text[i], TRUE);
    }
    g_array_unref(c.methods);
    nv_cap_close(&c.walk);
    return EXIT_FINE;
}
