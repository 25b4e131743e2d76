/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a state method costs from the word in the push buffer to the shadow
 * register and the bundle, on a chip of three generations: every method
 * changes its field, each time.
 */
#include "bench/rows.h"

#include "common/rig.h"

#define METHODS 16                  /* of a list */
#define PASSES 512                  /* over the list, a batch */

/* Methods and two values. */
typedef struct Row {
    uint16_t method;
    uint32_t value[2];
} Row;

static const Row kelvin[METHODS] = {
    { 0x0300, { 0, 1 } },               /* alpha test */
    { 0x0304, { 0, 1 } },               /* blend */
    { 0x0308, { 0, 1 } },               /* cull face */
    { 0x030c, { 0, 1 } },               /* depth test */
    { 0x032c, { 0, 1 } },               /* stencil test */
    { 0x033c, { 0x201, 0x204 } },       /* alpha function */
    { 0x0340, { 0x12, 0xed } },         /* and reference */
    { 0x0344, { 1, 0x302 } },           /* blend factors */
    { 0x0348, { 0, 0x303 } },
    { 0x0350, { 0x8006, 0x800a } },     /* blend equation */
    { 0x0354, { 0x203, 0x206 } },       /* depth function */
    { 0x0358, { 0x01010101, 0 } },      /* colour mask */
    { 0x035c, { 0, 1 } },               /* depth write */
    { 0x0364, { 0x200, 0x207 } },       /* stencil function */
    { 0x037c, { 0x1d00, 0x1d01 } },     /* shade mode */
    { 0x03a0, { 0x900, 0x901 } },       /* front face */
};

static const Row rankine[METHODS] = {
    { 0x0300, { 0, 1 } },               /* dither */
    { 0x0304, { 0, 1 } },               /* alpha test */
    { 0x0308, { 0x201, 0x204 } },       /* alpha function */
    { 0x030c, { 0x12, 0xed } },         /* and reference */
    { 0x0320, { 0x8006, 0x800a } },     /* blend equation */
    { 0x0324, { 0x01010101, 0 } },      /* colour mask */
    { 0x0328, { 0, 1 } },               /* stencil test */
    { 0x032c, { 0x55, 0xaa } },         /* and mask */
    { 0x0330, { 0x200, 0x207 } },       /* stencil function */
    { 0x033c, { 0, 0x1e00 } },          /* and operations */
    { 0x0340, { 0, 0x1e01 } },
    { 0x0348, { 0, 1 } },               /* stencil test of back faces */
    { 0x0350, { 0x200, 0x207 } },
    { 0x0368, { 0x1d00, 0x1d01 } },     /* shade mode */
    { 0x0374, { 0, 1 } },               /* logic operation */
    { 0x0378, { 0x1500, 0x150f } },
};

static const struct {
    const char *chip, *name;
    uint16_t class;
    const Row *list;
    /* What shadow registers hold after passes with value[0] and value[1]. */
    struct {
        uint32_t offset, mask, value[2];
    } shadow[2];
} sets[] = {
    /* BLEND: equation, enable, factors; CONFIG_A: fragments' switches. */
    { "nv20", "state method", 0x97, kelvin,
      { { 0x401804, 0x00000fff, { 0x012, 0x548 } },
        { 0x40194c, 0x3d0f5fff, { 0x3c030112, 0x010654ed } } } },
    { "nv30", "state method, Rankine", 0x397, rankine,
      { { 0x401a08, 0x0001f007, { 0x00002, 0x1f000 } },
        { 0x40194c, 0x3c401fff, { 0x3c000112, 0x004014ed } } } },
    { "nv15", "state method, Celsius", 0x56, kelvin,
      { { 0x400e80, 0x00000fff, { 0x012, 0x548 } },
        { 0x400e70, 0x3d0f5fff, { 0x3c030112, 0x010654ed } } } },
};

static void push_pass(Rig *rig, unsigned set, unsigned which)
{
    for (unsigned i = 0; i < METHODS; i++) {
        rig_method(rig, sets[set].list[i].method,
                   sets[set].list[i].value[which]);
    }
}

static void check_shadows(Rig *rig, unsigned set, unsigned which)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(sets[set].shadow); i++) {
        g_assert_cmphex(rig_read(rig, sets[set].shadow[i].offset) &
                        sets[set].shadow[i].mask, ==,
                        sets[set].shadow[i].value[which]);
    }
    g_assert_cmphex(rig_take_error(rig, NULL), ==, 0);
}

/* ns a method of one batch, words being in the buffer before. */
static double batch(Rig *rig, unsigned set, unsigned last)
{
    Channel *ch = &rig->channel;
    uint64_t before;
    double begin, ns;

    channel_push(ch, CHANNEL_PUSH_BASE | 0x20000000);
    ch->put = CHANNEL_PUSH_BASE;
    g_assert_true(rig_kick(rig));
    before = nv_card_stats(rig->card).methods;
    for (unsigned i = 0; i < PASSES; i++) {
        push_pass(rig, set, (PASSES - 1 - i + last) & 1);
    }
    begin = bench_now();
    g_assert_true(rig_kick(rig));
    nv_card_flush(rig->card);
    ns = bench_now() - begin;
    return ns / (nv_card_stats(rig->card).methods - before);
}

/* The set-up binds objects that not every class has: those are refused. */
static Rig *open_rig(unsigned set)
{
    Rig *rig = rig_new(sets[set].chip, 16u << 20, "null", NULL);

    channel_open(&rig->channel, sets[set].class);
    while (rig_take_error(rig, NULL)) {
        rig_kick(rig);
    }
    return rig;
}

typedef struct Batch {
    Rig *rig;
    unsigned set, last;
} Batch;

static double run_batch(void *what)
{
    Batch *b = what;
    double ns = batch(b->rig, b->set, b->last);

    check_shadows(b->rig, b->set, b->last);
    b->last = !b->last;
    return ns;
}

void bench_method(BenchRows *rows)
{
    for (unsigned set = 0; set < G_N_ELEMENTS(sets); set++) {
        if (bench_rows_chosen(rows, sets[set].name)) {
            Batch b = { open_rig(set), set, 0 };

            bench_rows_measure(rows, sets[set].name, run_batch, &b, NULL,
                               NULL);
            rig_free(b.rig);
        }
    }
}
