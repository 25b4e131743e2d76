/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Scene f: errors on purpose.  Each one must raise its interrupt with the
 * hardware's source, status and trapped words; the guest then recovers as a
 * driver does and draws a tile, so the picture shows what was survived.
 *
 * Expected values from the envytools hardware tests.
 */
#include "guest.h"
#include "regs.h"

#define TILES 8

static bool survived[TILES];

/* Waits until @reg has a bit of @mask; false after the usual time. */
static bool wait_any(uint32_t reg, uint32_t mask)
{
    uint64_t end = time_ns() + 5000000000ull;

    while (!(rd(reg) & mask)) {
        if (time_ns() > end) {
            return false;
        }
    }
    return true;
}

static void acknowledge(void)
{
    wr(PGRAPH_INTR, rd(PGRAPH_INTR));
    wr(PGRAPH_FIFO, 1);
    wr(PMC_INTR_EN, 1);
}

/*
 * After a method went wrong: all the words at once, then the recovery.  The
 * line says everything a driver's handler would look at.
 */
static bool pgraph_error(const char *name, uint32_t intr, uint32_t nsource,
                         uint32_t nstatus, uint32_t mthd, uint32_t data)
{
    uint32_t got[5];
    bool ok;

    gpu_kick();
    if (!wait_any(PGRAPH_INTR, intr)) {
        check(name, false, "no interrupt, PGRAPH_INTR is %x",
              rd(PGRAPH_INTR));
        acknowledge();
        return false;
    }
    got[0] = rd(PGRAPH_INTR);
    got[1] = rd(PGRAPH_NSOURCE);
    got[2] = rd(PGRAPH_NSTATUS);
    got[3] = rd(PGRAPH_TRAP_ADDR);
    got[4] = rd(PGRAPH_TRAP_DATA);
    ok = got[0] == intr && got[1] == nsource && got[2] == nstatus &&
         got[3] == mthd && got[4] == data && rd(PGRAPH_FIFO) == 0;
    check(name, ok, "got intr %x nsource %x nstatus %x addr %x data %x fifo "
          "%u expected %x %x %x %x %x 0", got[0], got[1], got[2], got[3],
          got[4], rd(PGRAPH_FIFO), intr, nsource, nstatus, mthd, data);
    acknowledge();
    if (rd(PGRAPH_INTR) || rd(PGRAPH_NSOURCE)) {
        check(name, false, "acknowledged, but intr is %x nsource %x",
              rd(PGRAPH_INTR), rd(PGRAPH_NSOURCE));
        return false;
    }
    return ok;
}

static bool invalid_method(void)
{
    gpu_method(M_NOBODY, 0x12345678);
    return pgraph_error("f/illegal-method", INTR_ERROR, NSOURCE_ILLEGAL_MTHD,
                        NSTATUS_PROTECTION_FAULT, M_NOBODY, 0x12345678);
}

/* The refused format is kept all the same: the next draw cannot start. */
static bool invalid_value(void)
{
    bool ok;

    gpu_method(M_RT_FORMAT, 0x120);     /* colour format 0 */
    ok = pgraph_error("f/data-error", INTR_ERROR, NSOURCE_DATA_ERROR,
                      NSTATUS_BAD_ARGUMENT, M_RT_FORMAT, 0x120);
    draw_begin(PRIM_QUADS);
    ok &= pgraph_error("f/launch-error", INTR_ERROR, NSOURCE_STATE_INVALID,
                       NSTATUS_INVALID_STATE, M_BEGIN_END, PRIM_QUADS);
    draw_end();
    gpu_method(M_RT_FORMAT, RT_FORMAT_LINEAR);
    return ok;
}

/* Enumerations do not raise: they warn in NOTIFY, and state stays. */
static bool invalid_enum(void)
{
    uint32_t before, after, notify;

    gpu_method(M_DEPTH_FUNC, 0x203);
    gpu_idle();
    before = rd(PGRAPH_CONFIG_A);
    rd_mask_wr(PGRAPH_NOTIFY, 0x70000000, 0);
    gpu_method(M_DEPTH_FUNC, 0x1234);
    gpu_idle();
    after = rd(PGRAPH_CONFIG_A);
    notify = rd(PGRAPH_NOTIFY);
    rd_mask_wr(PGRAPH_NOTIFY, 0x70000000, 0);
    check_hex("f/enum-warning", notify >> 28 & 7, 1);
    check_hex("f/enum-keeps-state", after, before);
    gpu_method(M_DEPTH_FUNC, 0x201);
    return after == before && (notify >> 28 & 7) == 1;
}

/* The trapped word is the instance that the handle stands for. */
static bool short_object(void)
{
    uint32_t instance;
    bool ok;

    gpu_method(M_DMA_NOTIFY, H_SHORT);
    gpu_kick();
    wait_any(PGRAPH_INTR, INTR_ERROR);
    instance = rd(PGRAPH_TRAP_DATA);
    ok = pgraph_error("f/dma-limit", INTR_ERROR, NSOURCE_PROTECTION,
                      NSTATUS_INVALID_STATE, M_DMA_NOTIFY, instance);
    check_hex("f/dma-limit-instance", rd(PRAMIN + instance * 16 + 4), 0xf);
    gpu_method(M_DMA_NOTIFY, H_NOTIFY);
    return ok;
}

static bool software_method(void)
{
    gpu_method(M_STATE, 0x55aa);
    return pgraph_error("f/software-method", INTR_MISSING_HW, 0, 0, M_STATE,
                        0x55aa);
}

/* An object nobody knows: PFIFO stops with the method at CACHE1's GET. */
static bool bad_handle(void)
{
    uint32_t intr, pull0, get, mthd, data;
    bool ok;

    gpu_method(M_DMA_TEX_A, H_NOBODY);
    gpu_kick();
    if (!wait_any(PFIFO_INTR, PFIFO_INTR_CACHE_ERROR)) {
        check("f/cache-error", false, "no interrupt, PFIFO_INTR is %x",
              rd(PFIFO_INTR));
        return false;
    }
    intr = rd(PFIFO_INTR);
    pull0 = rd(CACHE1_PULL0);
    get = rd(CACHE1_GET) & 0x7fc;
    mthd = rd(CACHE1_METHOD + get * 2);
    data = rd(CACHE1_DATA + get * 2);
    ok = intr == PFIFO_INTR_CACHE_ERROR && (pull0 & PULL0_HASH_FAILED) &&
         mthd == M_DMA_TEX_A && data == H_NOBODY;
    check("f/cache-error", ok, "got intr %x pull0 %x method %x data %x "
          "expected 1, bit 4, %x %x", intr, pull0, mthd, data, M_DMA_TEX_A,
          (uint32_t)H_NOBODY);
    /* Skip it, as drivers do. */
    wr(CACHE1_DMA_PUSH, 0);
    wr(PFIFO_INTR, PFIFO_INTR_CACHE_ERROR);
    rd_mask_wr(CACHE1_PUSH0, 1, 0);
    wr(CACHE1_GET, rd(CACHE1_GET) + 4);
    rd_mask_wr(CACHE1_PUSH0, 0, 1);
    wr(CACHE1_HASH, 0);
    rd_mask_wr(CACHE1_DMA_PUSH, 0, 1);
    wr(CACHE1_PULL0, 1);
    wr(PMC_INTR_EN, 1);
    return ok;
}

/* A word that is no command stops the pusher with error 4. */
static bool bad_command(void)
{
    uint32_t intr, state;
    bool ok;

    gpu_idle();
    gpu_raw(0xe0000000);
    gpu_kick();
    if (!wait_any(PFIFO_INTR, PFIFO_INTR_DMA_PUSHER)) {
        check("f/pusher-error", false, "no interrupt, PFIFO_INTR is %x",
              rd(PFIFO_INTR));
        return false;
    }
    intr = rd(PFIFO_INTR);
    state = rd(CACHE1_DMA_STATE);
    ok = intr == PFIFO_INTR_DMA_PUSHER && state >> 29 == 4;
    check("f/pusher-error", ok, "got intr %x state %x expected %x, error 4",
          intr, state, (uint32_t)PFIFO_INTR_DMA_PUSHER);
    wr(CACHE1_DMA_GET, rd(CACHE1_DMA_PUT));
    wr(CACHE1_DMA_STATE, 0);
    wr(PFIFO_INTR, PFIFO_INTR_DMA_PUSHER);
    wr(CACHE1_DMA_PUSH, 1);
    wr(PMC_INTR_EN, 1);
    return ok;
}

/* NOTIFY, then NOP: 16 bytes of time, result and status 0. */
static bool notify(void)
{
    uint64_t end = time_ns() + 5000000000ull;
    uint32_t status;
    unsigned i;

    for (i = 0; i < 4; i++) {
        notifier[i] = 0xffffffff;
    }
    gpu_method(M_NOTIFY, 0);
    gpu_method(M_NOP, 0);
    gpu_kick();
    while (notifier[3] == 0xffffffff && time_ns() < end) {
        /* the card writes the status last */
    }
    status = notifier[3] >> 24;
    check("f/notify-status", status == 0, "got %08x %08x %08x %08x, status "
          "%u expected 0", notifier[0], notifier[1], notifier[2],
          notifier[3], status);
    gpu_idle();
    /* The second kind interrupts as well. */
    gpu_method(M_NOTIFY, 1);
    gpu_method(M_NOP, 0);
    gpu_kick();
    i = wait_any(PGRAPH_INTR, INTR_NOTIFY);
    check("f/notify-interrupt", i && rd(PGRAPH_INTR) == INTR_NOTIFY,
          "PGRAPH_INTR is %x nsource %x", rd(PGRAPH_INTR),
          rd(PGRAPH_NSOURCE));
    acknowledge();
    return status == 0 && i;
}

static bool (*const trials[TILES])(void) = {
    invalid_method, invalid_value, invalid_enum, bad_handle,
    short_object, software_method, bad_command, notify,
};

/* A tile with a tick, or a cross where the trial failed. */
static void tile(unsigned n, bool ok)
{
    static const float good[4] = { 0.22f, 0.66f, 0.42f, 1 };
    static const float bad[4] = { 0.80f, 0.24f, 0.22f, 1 };
    static const float shade[4] = { 0.05f, 0.06f, 0.08f, 1 };
    static const float tick[6][2] = {
        { 0.24f, 0.52f }, { 0.34f, 0.42f }, { 0.43f, 0.72f },
        { 0.43f, 0.53f }, { 0.80f, 0.34f }, { 0.70f, 0.24f },
    };
    static const float cross[8][2] = {
        { 0.25f, 0.33f }, { 0.33f, 0.25f }, { 0.75f, 0.67f },
        { 0.67f, 0.75f }, { 0.67f, 0.25f }, { 0.75f, 0.33f },
        { 0.33f, 0.75f }, { 0.25f, 0.67f },
    };
    float x = 70 + 130 * (float)(n % 4), y = 105 + 145 * (float)(n / 4);
    unsigned i;

    draw_rect(x + 5, y + 6, x + 115, y + 126, 0, shade);
    draw_rect(x, y, x + 110, y + 120, 0, ok ? good : bad);
    gpu_float3(M_COL0_3F, 1, 1, 0.95f);
    draw_begin(ok ? PRIM_TRIANGLE_STRIP : PRIM_QUADS);
    for (i = 0; i < (ok ? 6u : 8u); i++) {
        const float *p = ok ? tick[i] : cross[i];

        gpu_float3(M_POS_3F, x + p[0] * 110, y + p[1] * 120, 0);
    }
    draw_end();
    draw_vertices += ok ? 6 : 8;
}

static void setup(void)
{
}

static void check_scene(void)
{
    static const float marker[4] = { 0.25f, 0.5f, 0.75f, 1 };
    uint32_t before = irq_engines;
    unsigned n;

    draw_clear(0xff000000);
    draw_plain_program();
    draw_depth(false, false);
    gpu_idle();
    for (n = 0; n < TILES; n++) {
        float x = 16 + 32 * (float)n;

        gpu_expect_errors = true;
        survived[n] = trials[n]();
        gpu_expect_errors = false;
        /* Still drawing? */
        draw_rect(x, 16, x + 16, 32, 0, marker);
        gpu_idle();
        check_color("f/draws-after-error", draw_pixel((int)x + 8, 24),
                    marker, 1);
    }
    if (options.irq) {
        check("f/interrupts-arrived", irq_engines - before >= TILES - 1,
              "%u interrupts for %u errors", irq_engines - before, TILES);
    }
}

static void draw(float t)
{
    static const float top[3] = { 0.20f, 0.22f, 0.27f };
    static const float bottom[3] = { 0.11f, 0.12f, 0.15f };
    unsigned n;

    (void)t;
    draw_background(top, bottom);
    draw_depth(false, false);
    for (n = 0; n < TILES; n++) {
        tile(n, survived[n]);
    }
    draw_depth(true, true);
}

const Scene scene_f = {
    'f', "errors, and drawing on after them", setup, check_scene, draw,
    false, NEEDS_KELVIN,
};
