/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a state method costs from the word in the push buffer to the shadow
 * register and the bundle: every method changes its field, each time.  The
 * project asks for 60 ns or less.
 */
#include "bench/bench.h"

#include "common/rig.h"

#define CLASS_KELVIN 0x97
#define PASSES 512                  /* over the list, a batch */
#define MAX_BATCHES 4096

/* Methods of 0x97 and two values. */
static const struct {
    uint16_t method;
    uint32_t value[2];
} list[] = {
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

/* What the shadow registers hold after passes with value[0] and value[1]. */
static const struct {
    uint32_t offset, mask, value[2];
} shadows[] = {
    /* BLEND: equation, enable, factors */
    { 0x401804, 0x00000fff, { 0x012, 0x548 } },
    /* CONFIG_A: reference, function, enables, depth function, mask */
    { 0x40194c, 0x3d0f5fff, { 0x3c030112, 0x010654ed } },
};

static void push_pass(Rig *rig, unsigned which)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(list); i++) {
        rig_method(rig, list[i].method, list[i].value[which]);
    }
}

static void check_shadows(Rig *rig, unsigned which)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(shadows); i++) {
        g_assert_cmphex(rig_read(rig, shadows[i].offset) & shadows[i].mask,
                        ==, shadows[i].value[which]);
    }
    g_assert_cmphex(rig_take_error(rig, NULL), ==, 0);
}

/* ns a method of one batch, words being in the buffer before. */
static double batch(Rig *rig, unsigned last)
{
    Channel *ch = &rig->channel;
    uint64_t before;
    double begin, ns;

    channel_push(ch, CHANNEL_PUSH_BASE | 0x20000000);
    ch->put = CHANNEL_PUSH_BASE;
    g_assert_true(rig_kick(rig));
    before = nv_card_stats(rig->card).methods;
    for (unsigned i = 0; i < PASSES; i++) {
        push_pass(rig, (PASSES - 1 - i + last) & 1);
    }
    begin = bench_now();
    g_assert_true(rig_kick(rig));
    nv_card_flush(rig->card);
    ns = bench_now() - begin;
    return ns / (nv_card_stats(rig->card).methods - before);
}

void bench_method(GArray *figures, bool quick)
{
    Rig *rig = rig_new("nv20", 16u << 20, "null", NULL);
    unsigned wanted = quick ? 10000 : 10000000;
    unsigned batches = MAX(2, wanted / (PASSES * G_N_ELEMENTS(list)));
    BenchFigure figure = { "state methods, each changes its bundle",
                           "ns/method", 0 };
    double ns[MAX_BATCHES];

    rig_channel(rig, CLASS_KELVIN);
    batches = MIN(batches + (wanted % (PASSES * G_N_ELEMENTS(list)) != 0),
                  MAX_BATCHES);
    for (unsigned i = 0; i < batches; i++) {
        ns[i] = batch(rig, i & 1);
        check_shadows(rig, i & 1);
        figure.value += ns[i] / batches;
    }
    g_array_append_val(figures, figure);
    figure.name = "state methods, the same, median of batches";
    figure.value = bench_median(ns, batches);
    g_array_append_val(figures, figure);
    rig_free(rig);
}
