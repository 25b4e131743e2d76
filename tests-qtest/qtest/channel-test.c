/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A DMA channel through real guest memory: push-buffer words, object lookup,
 * notify, fences, references, errors with their trapped words, and what a
 * reset or a save does to work under way.  Facts: envytools' FIFO documents
 * and hardware tests.
 */
#include "nv2a-qtest.h"

#define ELSEWHERE 0x60000u      /* guest memory outside the push buffer */

enum {
    M_REF = 0x50, M_NOP = 0x100, M_NOTIFY = 0x104, M_TEX_A = 0x184,
    M_SURFACE_FORMAT = 0x208, M_FENCE_OFFSET = 0x1d6c, M_FENCE = 0x1d70,
    M_NOBODY = 0x7fc,
};

enum {
    PFIFO_CACHE_ERROR = 1u << 0,
    PFIFO_DMA_PUSHER = 1u << 12,
    PMC_PFIFO = 1u << 8,
    PMC_PGRAPH = 1u << 12,
};

static NvQtest *start(const void *data)
{
    const NvQtestChip *chip = data;
    NvQtest *t = nv_qtest_start("-device %s,vram=16M", chip->name);

    nv_qtest_channel(t);
    return t;
}

static uint32_t head(unsigned count, uint32_t mthd)
{
    return count << 18 | mthd;
}

static void assert_trap(NvQtest *t, uint32_t mthd, uint32_t data)
{
    g_assert_cmphex(nv_read(t, NV_MMIO_PGRAPH_TRAP_ADDR), ==, mthd);
    g_assert_cmphex(nv_read(t, NV_MMIO_PGRAPH_TRAP_DATA), ==, data);
}

/* The last method executed stays in the trap registers. */
static void test_method(const void *data)
{
    NvQtest *t = start(data);

    channel_method(&t->channel, 0x200, 0x02800000);
    g_assert_true(channel_kick(&t->channel));
    assert_trap(t, 0x200, 0x02800000);
    channel_methods(&t->channel, 0x358, (uint32_t[]) { 0x01010101, 1, 7 }, 3);
    g_assert_true(channel_kick(&t->channel));
    assert_trap(t, 0x360, 7);
    g_assert_cmphex(nv_read(t, NV_USER_GET), ==, t->channel.put);
    g_assert_cmphex(nv_read(t, NV_CACHE1_DMA_GET), ==, t->channel.put);
    g_assert_cmphex(nv_read(t, NV_MMIO_PGRAPH_INTR), ==, 0);
    nv_qtest_end(t);
}

/* Both forms of a jump, to another place in memory and back. */
static void test_jump(const void *data)
{
    NvQtest *t = start(data);
    uint32_t back = t->channel.put + 4;

    channel_push(&t->channel, ELSEWHERE | 1);
    qtest_writel(t->qts, ELSEWHERE, head(1, M_REF));
    qtest_writel(t->qts, ELSEWHERE + 4, 0x12345678);
    qtest_writel(t->qts, ELSEWHERE + 8, 0x20000000 | back);
    channel_method(&t->channel, M_NOP, 0);
    g_assert_true(channel_kick(&t->channel));
    g_assert_cmphex(nv_read(t, NV_USER_REF), ==, 0x12345678);
    assert_trap(t, M_NOP, 0);
    nv_qtest_end(t);
}

static void test_call(const void *data)
{
    NvQtest *t = start(data);
    uint32_t back = t->channel.put + 4;

    channel_push(&t->channel, ELSEWHERE | 2);
    qtest_writel(t->qts, ELSEWHERE, head(1, M_REF));
    qtest_writel(t->qts, ELSEWHERE + 4, 77);
    qtest_writel(t->qts, ELSEWHERE + 8, 0x00020000);
    channel_method(&t->channel, 0x200, 0x00400000);
    g_assert_true(channel_kick(&t->channel));
    g_assert_cmpuint(nv_read(t, NV_USER_REF), ==, 77);
    assert_trap(t, 0x200, 0x00400000);
    g_assert_cmphex(nv_read(t, NV_CACHE1_SUBROUTINE), ==, back);
    nv_qtest_end(t);
}

/* Words the pusher refuses, with the error each has in DMA_STATE. */
static void test_pusher_errors(const void *data)
{
    static const struct {
        uint32_t word, error;
    } cases[] = {
        { 0xe0000000, 4 },              /* no command */
        { 0x00020000, 3 },              /* return without a call */
        { 0x80000003, 4 },
    };
    NvQtest *t = start(data);
    unsigned i;

    for (i = 0; i < G_N_ELEMENTS(cases); i++) {
        uint32_t at = t->channel.put;

        channel_push(&t->channel, cases[i].word);
        channel_method(&t->channel, M_REF, 100 + i);
        g_assert_false(channel_kick(&t->channel));
        g_assert_cmphex(nv_read(t, NV_PFIFO_INTR), ==, PFIFO_DMA_PUSHER);
        g_assert_cmphex(nv_read(t, NV_PMC_INTR), ==, PMC_PFIFO);
        g_assert_true(nv_qtest_intx(t));
        g_assert_cmpuint(nv_read(t, NV_CACHE1_DMA_STATE) >> 29, ==,
                         cases[i].error);
        g_assert_cmphex(nv_read(t, NV_CACHE1_DMA_PUSH) & 0x1000, ==, 0x1000);
        g_assert_cmphex(nv_read(t, NV_CACHE1_DMA_GET), ==, at + 4);

        nv_write(t, NV_CACHE1_DMA_STATE, 0);
        nv_write(t, NV_PFIFO_INTR, PFIFO_DMA_PUSHER);
        g_assert_false(nv_qtest_intx(t));
        nv_write(t, NV_CACHE1_DMA_PUSH, 1);
        g_assert_true(channel_kick(&t->channel));
        g_assert_cmpuint(nv_read(t, NV_USER_REF), ==, 100 + i);
    }
    nv_qtest_end(t);
}

/* A call inside a subroutine is refused, error 1. */
static void test_nested_call(const void *data)
{
    NvQtest *t = start(data);

    channel_push(&t->channel, ELSEWHERE | 2);
    qtest_writel(t->qts, ELSEWHERE, (ELSEWHERE + 0x100) | 2);
    g_assert_false(channel_kick(&t->channel));
    g_assert_cmpuint(nv_read(t, NV_CACHE1_DMA_STATE) >> 29, ==, 1);
    nv_qtest_end(t);
}

/* The pusher leaves memory that its DMA object does not reach. */
static void test_pusher_limit(const void *data)
{
    NvQtest *t = start(data);

    channel_push(&t->channel, 0x20000000 | (CHANNEL_RAM_SIZE + 0x1000));
    g_assert_false(channel_kick(&t->channel));
    g_assert_cmphex(nv_read(t, NV_PFIFO_INTR), ==, PFIFO_DMA_PUSHER);
    g_assert_cmpuint(nv_read(t, NV_CACHE1_DMA_STATE) >> 29, ==, 6);
    nv_qtest_end(t);
}

/* An unknown handle: the method waits at CACHE1's GET for the driver. */
static void test_unknown_handle(const void *data)
{
    NvQtest *t = start(data);
    uint32_t get;

    channel_method(&t->channel, M_TEX_A, 0xdeadbeef);
    channel_method(&t->channel, M_REF, 0x9999);
    channel_kick(&t->channel);
    g_assert_cmphex(nv_read(t, NV_PFIFO_INTR), ==, PFIFO_CACHE_ERROR);
    g_assert_cmphex(nv_read(t, NV_PMC_INTR), ==, PMC_PFIFO);
    g_assert_true(nv_qtest_intx(t));
    g_assert_cmphex(nv_read(t, NV_CACHE1_PULL0) & 0x10, ==, 0x10);
    get = nv_read(t, NV_CACHE1_GET) * 2;
    g_assert_cmphex(nv_read(t, NV_CACHE1_METHOD + get), ==, M_TEX_A);
    g_assert_cmphex(nv_read(t, NV_CACHE1_DATA + get), ==, 0xdeadbeef);
    g_assert_cmphex(nv_read(t, NV_USER_REF), ==, 0);

    /* As drivers do: skip it and pull again. */
    nv_write(t, NV_CACHE1_GET, (nv_read(t, NV_CACHE1_GET) + 4) & 0x1fc);
    nv_write(t, NV_PFIFO_INTR, PFIFO_CACHE_ERROR);
    nv_write(t, NV_CACHE1_HASH, 0);
    nv_write(t, NV_CACHE1_PULL0, 1);
    g_assert_true(channel_kick(&t->channel));
    g_assert_cmphex(nv_read(t, NV_USER_REF), ==, 0x9999);
    g_assert_false(nv_qtest_intx(t));
    nv_qtest_end(t);
}

/* 16 bytes: time as PTIMER has it, a word, a word with the status. */
static void test_notify(const void *data)
{
    NvQtest *t = start(data);
    unsigned i;

    qtest_clock_step(t->qts, 1000000000);
    for (i = 0; i < 4; i++) {
        qtest_writel(t->qts, CHANNEL_NOTIFY + i * 4, 0xffffffff);
    }
    channel_method(&t->channel, M_NOTIFY, 0);
    channel_method(&t->channel, M_NOP, 0);
    g_assert_true(channel_kick(&t->channel));
    g_assert_cmphex(nv_read(t, NV_MMIO_PGRAPH_INTR), ==, 0);
    g_assert_cmphex(qtest_readl(t->qts, CHANNEL_NOTIFY), ==,
                    nv_read(t, NV_PTIMER_LOW));
    g_assert_cmphex(qtest_readl(t->qts, CHANNEL_NOTIFY + 4), ==,
                    nv_read(t, NV_PTIMER_HIGH));
    g_assert_cmphex(qtest_readl(t->qts, CHANNEL_NOTIFY + 12) >> 24, ==, 0);

    /* The other kind interrupts as well. */
    channel_method(&t->channel, M_NOTIFY, 1);
    channel_method(&t->channel, M_NOP, 0);
    channel_kick(&t->channel);
    g_assert_cmphex(nv_read(t, NV_MMIO_PGRAPH_INTR), ==, 1);
    g_assert_true(nv_qtest_intx(t));
    nv_write(t, NV_MMIO_PGRAPH_INTR, 1);
    g_assert_false(nv_qtest_intx(t));
    nv_qtest_end(t);
}

static void test_fence(const void *data)
{
    NvQtest *t = start(data);
    unsigned i;

    for (i = 0; i < 8; i++) {
        channel_method(&t->channel, M_FENCE_OFFSET, i * 16);
        channel_method(&t->channel, M_FENCE, 0xfe2ce000 + i);
    }
    g_assert_true(channel_kick(&t->channel));
    for (i = 0; i < 8; i++) {
        g_assert_cmphex(qtest_readl(t->qts, CHANNEL_FENCE + i * 16), ==,
                        0xfe2ce000 + i);
    }
    g_assert_cmphex(nv_read(t, NV_MMIO_PGRAPH_INTR), ==, 0);
    nv_qtest_end(t);
}

typedef struct GraphError {
    uint32_t mthd, data, nsource, nstatus;
} GraphError;

/* Error, interrupt, trapped words; acknowledged, the channel goes on. */
static void test_graph_errors(const void *data)
{
    static const GraphError errors[] = {
        { M_NOBODY, 0x12345678, 0x40, 0x4000u << 12 },  /* no such method */
        { M_SURFACE_FORMAT, 0x120, 0x02, 0x2000u << 12 },   /* colour 0 */
    };
    NvQtest *t = start(data);
    unsigned i;

    for (i = 0; i < G_N_ELEMENTS(errors); i++) {
        const GraphError *e = &errors[i];

        channel_method(&t->channel, e->mthd, e->data);
        channel_method(&t->channel, M_FENCE_OFFSET, 0);
        channel_method(&t->channel, M_FENCE, 0x600d0000 + i);
        channel_kick(&t->channel);
        g_assert_cmphex(nv_read(t, NV_MMIO_PGRAPH_INTR), ==, 0x00100000);
        g_assert_cmphex(nv_read(t, NV_MMIO_PGRAPH_NSOURCE), ==, e->nsource);
        g_assert_cmphex(nv_read(t, NV_MMIO_PGRAPH_NSTATUS), ==, e->nstatus);
        assert_trap(t, e->mthd, e->data);
        g_assert_cmphex(nv_read(t, NV_PGRAPH_FIFO), ==, 0);
        g_assert_cmphex(nv_read(t, NV_PMC_INTR), ==, PMC_PGRAPH);
        g_assert_true(nv_qtest_intx(t));
        g_assert_cmphex(qtest_readl(t->qts, CHANNEL_FENCE), !=,
                        0x600d0000 + i);

        nv_write(t, NV_MMIO_PGRAPH_INTR, 0x00100000);
        g_assert_cmphex(nv_read(t, NV_MMIO_PGRAPH_NSOURCE), ==, 0);
        g_assert_false(nv_qtest_intx(t));
        nv_write(t, NV_PGRAPH_FIFO, 1);
        g_assert_true(channel_kick(&t->channel));
        g_assert_cmphex(qtest_readl(t->qts, CHANNEL_FENCE), ==,
                        0x600d0000 + i);
    }
    nv_qtest_end(t);
}

/* A push buffer that jumps to itself: work without an end. */
static void work_for_ever(NvQtest *t)
{
    uint32_t at = t->channel.put;

    channel_method(&t->channel, M_REF, 0xe4d1e55);
    channel_push(&t->channel, 0x20000000 | at);
    channel_kick(&t->channel);
    g_assert_cmphex(nv_read(t, NV_USER_REF), ==, 0xe4d1e55);
    g_assert_cmphex(nv_read(t, NV_PFIFO_INTR), ==, 0);
    g_assert_cmphex(nv_read(t, NV_USER_GET), !=, t->channel.put);
}

static void test_reset_at_work(const void *data)
{
    NvQtest *t = start(data);

    work_for_ever(t);
    nv_qtest_reset(t);
    g_assert_cmphex(nv_read(t, NV_USER_GET), ==, 0);
    g_assert_cmphex(nv_read(t, NV_USER_REF), ==, 0);
    g_assert_cmphex(nv_read(t, NV_MMIO_PGRAPH_TRAP_ADDR), ==, 0);
    nv_qtest_channel(t);
    channel_method(&t->channel, M_REF, 42);
    g_assert_true(channel_kick(&t->channel));
    g_assert_cmpuint(nv_read(t, NV_USER_REF), ==, 42);
    nv_qtest_end(t);
}

/* Engine off and on again at work, as a driver recovers from a hang. */
static void test_engine_off_at_work(const void *data)
{
    NvQtest *t = start(data);
    uint32_t all = nv_read(t, NV_PMC_ENABLE);

    work_for_ever(t);
    nv_write(t, NV_PMC_ENABLE, all & ~(PMC_PFIFO | PMC_PGRAPH));
    nv_write(t, NV_PMC_ENABLE, all);
    g_assert_cmphex(nv_read(t, NV_USER_REF), ==, 0);
    nv_qtest_channel(t);
    channel_method(&t->channel, M_REF, 43);
    g_assert_true(channel_kick(&t->channel));
    g_assert_cmpuint(nv_read(t, NV_USER_REF), ==, 43);
    nv_qtest_end(t);
}

/* A machine whose card works without an end can be saved, and goes on. */
static void test_save_at_work(const void *data)
{
    const NvQtestChip *chip = data;
    char *dir = nv_qtest_mkdir();
    g_autofree char *file = g_build_filename(dir, "state", NULL);
    NvQtest *t = start(data);
    uint32_t at = t->channel.put;

    work_for_ever(t);
    nv_qtest_save(t, file);
    nv_qtest_end(t);
    t = nv_qtest_load(file, "-device %s,vram=16M", chip->name);
    g_assert_cmphex(nv_read(t, NV_USER_REF), ==, 0xe4d1e55);
    /* Another value, and the jump becomes a header of no words. */
    t->channel.ops->ram_write(t, at + 4, 44);
    g_assert_true(nv_wait(t, NV_USER_REF, UINT32_MAX, 44));
    t->channel.ops->ram_write(t, at + 8, 0);
    g_assert_true(nv_wait(t, NV_USER_GET, UINT32_MAX, at + 12));
    nv_qtest_end(t);
    nv_qtest_rmdir(dir);
}

/*
 * A card that is told to write its own registers: the write is dropped, as
 * nobody answers a bus master that talks to itself.
 */
static void test_own_registers(const void *data)
{
    NvQtest *t = start(data);
    uint32_t bar = t->bar[0].addr;
    uint32_t enable = nv_read(t, NV_PMC_ENABLE);

    channel_ramin_write(&t->channel, CHANNEL_DMA_FENCE, 0x0002303d);
    channel_ramin_write(&t->channel, CHANNEL_DMA_FENCE + 8, bar | 3);
    channel_ramin_write(&t->channel, CHANNEL_DMA_FENCE + 12, bar | 3);
    channel_method(&t->channel, 0x1a4, CHANNEL_HANDLE(CHANNEL_DMA_FENCE));
    channel_method(&t->channel, M_FENCE_OFFSET, NV_PMC_ENABLE);
    channel_method(&t->channel, M_FENCE, 0);
    channel_kick(&t->channel);
    g_assert_cmphex(nv_read(t, NV_PMC_ENABLE), ==, enable);
    nv_qtest_end(t);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    nv_qtest_add("/channel/method", test_method);
    nv_qtest_add_for(NV_QTEST_CALLS, "/channel/jump", test_jump);
    nv_qtest_add_for(NV_QTEST_CALLS, "/channel/call", test_call);
    nv_qtest_add_for(NV_QTEST_CALLS, "/channel/pusher-errors", test_pusher_errors);
    nv_qtest_add_for(NV_QTEST_CALLS, "/channel/nested-call", test_nested_call);
    nv_qtest_add("/channel/pusher-limit", test_pusher_limit);
    nv_qtest_add("/channel/unknown-handle", test_unknown_handle);
    nv_qtest_add("/channel/notify", test_notify);
    nv_qtest_add_for(NV_QTEST_KELVIN, "/channel/fence", test_fence);
    nv_qtest_add_for(NV_QTEST_KELVIN, "/channel/graph-errors", test_graph_errors);
    nv_qtest_add("/channel/reset-at-work", test_reset_at_work);
    nv_qtest_add("/channel/engine-off-at-work", test_engine_off_at_work);
    nv_qtest_add("/channel/save-at-work", test_save_at_work);
    nv_qtest_add_for(NV_QTEST_KELVIN, "/channel/own-registers", test_own_registers);
    return g_test_run();
}
