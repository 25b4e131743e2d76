/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Channels, objects, methods and registers of a card under fuzz, and the card
 * itself; see card.h.
 */
#include "fuzz/card.h"

#include <string.h>

#include "exec/exec.h"

#define FUZZ_VRAM (4u << 20)
#define FUZZ_STEPS 300
#define FUZZ_RUNS 8             /* of 1024 words, after a kick */
#define DMA_MODE 0x10100        /* of a channel in CACHE1; bit 16 on NV40 */

/* --- objects --- */

static void enter(Fuzz *f, uint32_t instance, unsigned engine)
{
    uint32_t handle = CHANNEL_HANDLE(CHANNEL_DMA_PUSH) +
                      ((instance - CHANNEL_DMA_PUSH) >> 4);

    for (unsigned ch = 0; ch < FUZZ_CHANNELS; ch++) {
        channel_ramht(&f->rig->channel, ch, handle, instance, engine);
    }
}

/* Options as a driver leaves them, or anything. */
static void write_object(Fuzz *f, unsigned i)
{
    uint32_t at = OBJECTS + i * OBJECT_SIZE;
    uint32_t mask = f->pg->class_mask, class = f->pg->classes[i].class;
    bool plain = take8(f) & 1;
    uint32_t options = take32(f) & (plain ? 0x38000 : 0xffffffff);

    rig_ramin_write(f->rig, at, class | (options & ~mask));
    for (unsigned word = 4; word < OBJECT_SIZE; word += 4) {
        uint32_t dma = CHANNEL_DMA_RAM / 16 + take8(f) % 3;

        rig_ramin_write(f->rig, at + word,
                        plain ? word > 4 ? dma | dma << 16 : 0 : take32(f));
    }
}

static uint32_t take_shifted(Fuzz *f, unsigned most)
{
    uint32_t v = take32(f);

    return v >> take8(f) % most;
}

/* Whatever stood there; addresses stay low so that most accesses succeed. */
static void write_dma(Fuzz *f, unsigned i)
{
    uint32_t at = CHANNEL_DMA_PUSH + i * 16;
    static const uint8_t classes[] = { 0x02, 0x03, 0x3d, 0x3d, 0x3d, 0x30 };
    uint32_t word0 = (take8(f) & 3u) << 16;

    word0 |= classes[take8(f) % G_N_ELEMENTS(classes)];
    word0 |= take8(f) & 7 ? 0x3000 : 0x1000;
    word0 |= take32(f) & 0xfff00000;
    rig_ramin_write(f->rig, at, word0);
    rig_ramin_write(f->rig, at + 4, take_shifted(f, 24));
    for (unsigned word = 8; word < 16; word += 4) {
        rig_ramin_write(f->rig, at + word, take_shifted(f, 20) | 3);
    }
}

static void list_rows(Fuzz *f, unsigned i)
{
    const NvClassTable *table = &f->pg->classes[i];

    f->rows[i] = g_array_new(false, false, sizeof(uint16_t));
    for (uint16_t at = 0; at < G_N_ELEMENTS(table->method); at++) {
        if (table->method[at] && table->index[at] == 0) {
            g_array_append_val(f->rows[i], at);
        }
    }
}

void fuzz_kick(Fuzz *f)
{
    unsigned ch = rig_read(f->rig, 0x003204) & 31;
    unsigned budget = f->budget ? f->budget : 1024;

    rig_write(f->rig, 0x800040 + 0x10000 * ch, f->rig->channel.put);
    for (unsigned i = 0; i < FUZZ_RUNS && nv_card_run(f->rig->card, budget);
         i++) {
    }
}

/* --- methods --- */

void fuzz_method(Fuzz *f, unsigned subc, unsigned at, unsigned count)
{
    const NvClassTable *table = f->bound[subc];

    rig_push(f->rig, count << 18 | subc << 13 | at << 2);
    for (; count--; at++) {
        const NvMethod *m = table->method[at % G_N_ELEMENTS(table->method)];

        rig_push(f->rig, m ? take_value(f, m, at) : take_data(f));
    }
}

GArray *fuzz_rows(Fuzz *f, unsigned subc)
{
    unsigned i = f->bound[subc] - f->pg->classes;

    if (!f->rows[i]) {
        list_rows(f, i);
    }
    return f->rows[i];
}

/* Every row of the class in turn, as a driver sets an object up. */
static void sweep(Fuzz *f, unsigned subc)
{
    unsigned first = 0, n;
    GArray *rows = fuzz_rows(f, subc);

    n = MIN(rows->len, 40);
    if (rows->len > n) {
        first = take_below(f, rows->len - n);
    }
    for (unsigned i = first; i < first + n; i++) {
        if (take8(f) & 31) {
            fuzz_method(f, subc, g_array_index(rows, uint16_t, i), 1);
        }
    }
}

void op_sweep(Fuzz *f)
{
    sweep(f, take8(f) & 7);
}

void op_bind(Fuzz *f)
{
    unsigned i = take_below(f, f->pg->nclasses), subc = take8(f) & 7;

    if (!(take8(f) & 3)) {
        write_object(f, i);
    }
    rig_push(f->rig, 1 << 18 | subc << 13);
    rig_push(f->rig, CHANNEL_HANDLE(OBJECTS) + i * (OBJECT_SIZE >> 4));
    f->bound[subc] = &f->pg->classes[i];
    if (take8(f) & 1) {
        sweep(f, subc);
    }
}

void op_methods(Fuzz *f)
{
    unsigned subc = take8(f) & 7, packets = 1 + take8(f) % 8;
    GArray *rows = fuzz_rows(f, subc);

    while (packets-- && rows->len) {
        unsigned at = g_array_index(rows, uint16_t,
                                    take_below(f, rows->len));
        const NvMethod *m = f->bound[subc]->method[at];

        if (m->count > 1) {
            at += take_below(f, m->count) * m->stride / 4;
        }
        fuzz_method(f, subc, at, take8(f) & 1 ? 1 : 1 + take8(f) % 12);
    }
}

/* Anywhere, fixed or rising, with any word. */
void op_wild(Fuzz *f)
{
    unsigned count = take8(f) % 24;
    uint32_t head = count << 18 | (take8(f) & 7) << 13;

    head |= take32(f) & 0x1ffc;
    rig_push(f->rig, head | (take8(f) & 0x40) << 24);
    while (count--) {
        rig_push(f->rig, take_data(f));
    }
}

/* Methods of 3D classes that are more than state, by what they are called. */
static bool is_lively(const NvMethod *m)
{
    static const char *const names[] = {
        "draw_", "begin", "vtx_pos", "vtx_attr", "vtxbuf_", "clear", "fd_",
        "xf_sync", "tl_", "zpass", "fence",
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++) {
        if (g_str_has_prefix(m->name, names[i])) {
            return true;
        }
    }
    return false;
}

void op_draw(Fuzz *f)
{
    unsigned subc = take8(f) & 7, tries = 200, packets = 4 + take8(f) % 20;
    GArray *rows = fuzz_rows(f, subc);

    for (unsigned i = 0; i < NV_SUBCHANNELS && !f->bound[subc]->is_3d; i++) {
        subc = (subc + 1) & 7;
        rows = fuzz_rows(f, subc);
    }
    while (packets && tries-- && rows->len) {
        unsigned at = g_array_index(rows, uint16_t,
                                    take_below(f, rows->len));
        const NvMethod *m = f->bound[subc]->method[at];

        if (is_lively(m)) {
            fuzz_method(f, subc, at, MIN(m->count, 1 + take8(f) % 32u));
            packets--;
        }
    }
}

/* --- the rest of the card --- */

/* 0 if the chip has none. */
static unsigned place_of(Fuzz *f, unsigned stored)
{
    if (!f->places) {
        f->places = g_new0(uint16_t, NV_PGRAPH_WORDS);
        for (unsigned at = 0; at < NV_PGRAPH_SIZE; at += 4) {
            unsigned index;
            const NvReg *reg = nv_regs_find(&f->pg->regs, at, &index);

            if (reg) {
                f->places[nv_reg_slot(reg, index)] = at;
            }
        }
    }
    return f->places[stored / 4];
}

void fuzz_poke(Fuzz *f, unsigned stored, uint32_t value)
{
    unsigned at = place_of(f, stored);

    if (at) {
        rig_write(f->rig, 0x400000 + at, value);
    }
}

void fuzz_peek(Fuzz *f, unsigned stored)
{
    unsigned at = place_of(f, stored);

    if (at) {
        rig_read(f->rig, 0x400000 + at);
    }
}

/* Another channel's PUT, or CACHE1 as a driver switches it. */
void op_channel(Fuzz *f)
{
    unsigned ch = take8(f) & 1 ? take8(f) & 31 : take8(f) % FUZZ_CHANNELS;
    uint32_t put = take8(f) & 7 ? f->rig->channel.put : take32(f);

    rig_write(f->rig, 0x800040 + 0x10000 * ch, put);
    if (take8(f) & 1) {
        rig_write(f->rig, 0x003204, ch | DMA_MODE);
    }
    nv_card_run(f->rig->card, 1024);
}

/* What interrupt handlers do that want to go on: skip, clear, resume. */
static bool recover(Fuzz *f)
{
    uint32_t intr = rig_read(f->rig, 0x002100);
    bool stopped = rig_take_error(f->rig, NULL) || intr;

    if (intr & 0x00000001) {            /* a method of CACHE1 */
        rig_write(f->rig, 0x003270, (rig_read(f->rig, 0x003270) + 4) & 0xfc);
    }
    if (intr & 0x00001000) {            /* the pusher */
        rig_write(f->rig, 0x003228, 0);
        rig_write(f->rig, 0x003244, f->rig->channel.put);
    }
    rig_write(f->rig, 0x002100, intr);
    rig_write(f->rig, 0x003220, 1);
    rig_write(f->rig, 0x003250, 1);
    return stopped;
}

void op_recover(Fuzz *f)
{
    unsigned most = take8(f) & 31;

    if (take8(f) & 7) {
        rig_write(f->rig, 0x003204, take8(f) % FUZZ_CHANNELS | DMA_MODE);
    }
    fuzz_kick(f);
    while (recover(f) && most--) {
        fuzz_kick(f);
    }
    /* Lost in empty memory. */
    if (rig_read(f->rig, 0x003244) != f->rig->channel.put) {
        rig_write(f->rig, 0x003228, 0);
        rig_write(f->rig, 0x003244, f->rig->channel.put);
    }
}

/* Checks of FE: a driver's, all off, or any. */
void op_checks(Fuzz *f)
{
    static const uint32_t words[] = { 0xf3de0479, 0, 0xe3c00479, 0xf7ffffff };
    uint8_t kind = take8(f);

    rig_write(f->rig, 0x40008c,
              kind & 3 ? words[kind & 1 ? 1 : kind >> 2 & 3] : take32(f));
}

static void open_card(Fuzz *f)
{
    NvPgraph *pg = f->pg;

    channel_open(&f->rig->channel, pg->classes[1].class);
    rig_write(f->rig, 0x002504, 3);
    channel_ramfc(&f->rig->channel, 1);
    for (unsigned i = 0; i < 0x1000; i += 4) {
        rig_ramin_write(f->rig, CHANNEL_RAMHT + i, 0);
    }
    for (unsigned i = 0; i < DMA_OBJECTS; i++) {
        if (i >= 5) {
            write_dma(f, i);
        }
        enter(f, CHANNEL_DMA_PUSH + i * 16, 0);
    }
    for (unsigned i = 0; i < pg->nclasses; i++) {
        write_object(f, i);
        enter(f, OBJECTS + i * OBJECT_SIZE, 1);
    }
    op_recover(f);
    op_checks(f);
    for (unsigned i = 0; i < NV_SUBCHANNELS; i++) {
        f->bound[i] = &pg->classes[0];
        op_bind(f);
    }
}

void op_register(Fuzz *f)
{
    uint32_t at = take_register(f) & ~3u;

    rig_write(f->rig, at, take_data(f));
}

void op_part(Fuzz *f)
{
    uint32_t at = take_register(f);
    unsigned size = 1 << take8(f) % 3;

    if (take8(f) & 1) {
        nv_card_mmio_write(f->rig->card, at, take32(f), size);
    } else {
        nv_card_mmio_read(f->rig->card, at, size);
    }
}

void op_instance(Fuzz *f)
{
    uint32_t base = take8(f) & 1 ? CHANNEL_DMA_PUSH : CHANNEL_RAMHT;

    uint32_t at = base + take32(f) % 0x3000;

    rig_ramin_write(f->rig, at, take_data(f));
}

void op_dma(Fuzz *f)
{
    write_dma(f, 5 + take8(f) % 3);
}

void op_word(Fuzz *f)
{
    rig_push(f->rig, take32(f));
}

void op_time(Fuzz *f)
{
    rig_advance(f->rig, take32(f));
}

/* Chips that are cards or have all that makes one. */
static const char *take_chip(Fuzz *f)
{
    const char *names[32];
    unsigned n = 0;

    for (const NvChip *chip = nv_chips(); chip->name; chip++) {
        if (chip->caps & NV_CAP_FE) {
            names[n++] = chip->name;
        }
    }
    return names[take8(f) % n];
}

static Rig *take_rig(Fuzz *f)
{
    static const struct { const char *name, *arg; } rasters[] = {
        { "soft" }, { "soft" }, { "soft" }, { "soft", "reference" },
        { "record", "/dev/null" }, { "null" },
    };
    unsigned executors = 0, raster = take8(f) % G_N_ELEMENTS(rasters);
    NvCardConfig config = {
        .vram_size = FUZZ_VRAM,
        .raster = rasters[raster].name, .raster_arg = rasters[raster].arg,
        .arith = take8(f) & 3 ? "exact" : "fast",
    };
    uint8_t threads = take8(f);

    config.chip = take_chip(f);
    /* A thread costs more to start than most inputs to run. */
    config.threads = threads < 240 ? 1 : 1 + threads % 3;
    while (nv_card_executor_name(executors)) {
        executors++;
    }
    config.executor = take8(f) & 1
                      ? nv_card_executor_name(take8(f) % executors) : "auto";
    f->executor = config.executor;
    return f->knows ? rig_new_knowing(&config) : rig_new_card(&config);
}

void op_reopen(Fuzz *f)
{
    open_card(f);
}

/* --- a card --- */

void fuzz_open(Fuzz *f, const uint8_t *data, size_t size)
{
    f->in = (FuzzRecords) { .at = data, .left = size };
    if (!fuzz_record_next(&f->in)) {
        f->in.random = 1;
    }
    f->rig = take_rig(f);
    f->pg = &f->rig->card->pgraph;
    /* However short, blocks go to the threads. */
    if (take8(f) & 1) {
        nv_exec_share_all(f->rig->card->xf.exec);
    }
    g_assert_cmpuint(f->pg->nclasses, <=, MAX_OBJECTS);
    open_card(f);
    if (take8(f) & 7) {
        op_recover(f);
        fuzz_prepare(f, take8(f) & 1);
    }
}

static void step(Fuzz *f, const FuzzOp *ops, unsigned count)
{
    unsigned kind = take8(f), i;

    for (i = 0; i < count - 1 && kind >= ops[i].weight; i++) {
        kind -= ops[i].weight;
    }
    ops[i].run(f);
}

void fuzz_run(Fuzz *f, const FuzzOp *ops, unsigned count)
{
    for (unsigned i = 0; i < FUZZ_STEPS && fuzz_record_next(&f->in); i++) {
        step(f, ops, count);
    }
}

void fuzz_fill(Fuzz *f, uint32_t at, uint32_t size)
{
    uint8_t *vram = nv_card_vram(f->rig->card);
    uint32_t random = take32(f) | 1, all = nv_card_vram_size(f->rig->card);

    for (uint32_t i = 0; i < size; i++) {
        random = random * 1664525 + 1013904223;
        vram[(at + i) % all] = random >> 24;
        rig_wrote_vram(f->rig, (at + i) % all, 1);
    }
}

void fuzz_close(Fuzz *f)
{
    fuzz_kick(f);
    fuzz_count(f);
    for (unsigned i = 0; !(take8(f) & 7) && nv_card_dump_unit(i); i++) {
        g_free(nv_card_dump(f->rig->card, nv_card_dump_unit(i)));
    }
    nv_card_reset(f->rig->card);
    rig_free(f->rig);
    g_free(f->places);
    for (unsigned i = 0; i < MAX_OBJECTS; i++) {
        if (f->rows[i]) {
            g_array_free(f->rows[i], true);
        }
    }
}
