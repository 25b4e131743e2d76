/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How long each call takes that a host makes.  The linker leads calls of what
 * is in the rows below to here (--wrap, tests-qtest/meson.build), whoever
 * makes them: fuzzers, and the rig for them.  What counts is the processor
 * time of the calling thread, so that a busy machine changes little.
 */
#include "fuzz/fuzz.h"

#include <time.h>

#include "console/aci.h"
#include "console/apu.h"
#include "console/nic.h"
#include "console/pit.h"
#include "nv2a/card.h"
#include "nv2a/console.h"

static FuzzCall longest;
static unsigned depth;

static int64_t now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

void fuzz_watch_start(void)
{
    longest = (FuzzCall) { "", 0 };
}

FuzzCall fuzz_watch_longest(void)
{
    return longest;
}

/* A call within a call is part of it. */
static int64_t call_starts(void)
{
    return depth++ ? 0 : now_ns();
}

static void call_ends(const char *name, int64_t start)
{
    int64_t ns;

    if (--depth) {
        return;
    }
    ns = now_ns() - start;
    if (ns > longest.ns) {
        longest = (FuzzCall) { name, ns };
    }
}

#define CALL(type, name, params, args) \
    type __real_##name params; \
    type __wrap_##name params; \
    type __wrap_##name params \
    { \
        int64_t start = call_starts(); \
        type result = __real_##name args; \
        call_ends(#name, start); \
        return result; \
    }

#define CALL_VOID(name, params, args) \
    void __real_##name params; \
    void __wrap_##name params; \
    void __wrap_##name params \
    { \
        int64_t start = call_starts(); \
        __real_##name args; \
        call_ends(#name, start); \
    }

/* In the order of nv2a/card.h and nv2a/console.h. */
CALL_VOID(nv_card_reset, (NvCard *c), (c))
CALL(uint32_t, nv_card_mmio_read, (NvCard *c, uint32_t offset, unsigned size),
     (c, offset, size))
CALL_VOID(nv_card_mmio_write, (NvCard *c, uint32_t offset, uint32_t value,
                               unsigned size), (c, offset, value, size))
CALL(bool, nv_card_run, (NvCard *c, unsigned budget), (c, budget))
CALL_VOID(nv_card_timer, (NvCard *c, NvTimer which), (c, which))
CALL_VOID(nv_card_save, (NvCard *c, GByteArray *out), (c, out))
CALL(bool, nv_card_load, (NvCard *c, const void *data, size_t size,
                          GError **error), (c, data, size, error))
CALL(NvScanout, nv_card_scanout, (NvCard *c), (c))
CALL_VOID(nv_card_scanout_line, (NvCard *c, const NvScanout *mode, uint32_t y,
                                 uint32_t *xrgb), (c, mode, y, xrgb))
CALL(uint8_t, nv_card_vga_read, (NvCard *c, uint16_t port), (c, port))
CALL_VOID(nv_card_vga_write, (NvCard *c, uint16_t port, uint8_t value),
          (c, port, value))
CALL(uint32_t, nv_console_io_read, (NvConsole *c, NvConsoleIo io, unsigned at,
                                    unsigned size), (c, io, at, size))
CALL_VOID(nv_console_io_write, (NvConsole *c, NvConsoleIo io, unsigned at,
                                unsigned size, uint32_t value),
          (c, io, at, size, value))
CALL_VOID(nv_console_timer, (NvConsole *c), (c))
CALL(uint32_t, nv_aci_io_read, (NvAci *a, NvAciSpace space, uint32_t at,
                                unsigned size), (a, space, at, size))
CALL_VOID(nv_aci_io_write, (NvAci *a, NvAciSpace space, uint32_t at,
                            unsigned size, uint32_t value),
          (a, space, at, size, value))
CALL(uint32_t, nv_apu_read, (NvApu *a, uint32_t at, unsigned size),
     (a, at, size))
CALL_VOID(nv_apu_write, (NvApu *a, uint32_t at, unsigned size,
                         uint32_t value), (a, at, size, value))
CALL(uint32_t, nv_nic_io_read, (NvNic *n, uint32_t at, unsigned size),
     (n, at, size))
CALL_VOID(nv_nic_io_write, (NvNic *n, uint32_t at, unsigned size,
                            uint32_t value), (n, at, size, value))
CALL_VOID(nv_nic_work, (NvNic *n), (n))
CALL(uint8_t, nv_pit_read, (NvPit *p, unsigned at), (p, at))
CALL_VOID(nv_pit_timer, (NvPit *p), (p))
CALL_VOID(nv_pit_write, (NvPit *p, unsigned at, uint8_t value), (p, at, value))
