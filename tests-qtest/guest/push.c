/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The push buffer: a ring in system memory, kicked through USER PUT.
 * Word formats from the envytools DMA pusher document.
 */
#include "guest.h"
#include "regs.h"

#define RING_WORDS 65536u           /* 256 KiB */
#define RING_TAIL 4u                /* room for the jump back */
#define TIMEOUT_NS 60000000000ull   /* any wait of this program */

bool gpu_expect_errors;
uint32_t push_wraps;

static volatile uint32_t *ring;
static uint32_t at;                 /* next word to write */
static uint32_t room;               /* words known to be free from there */
static uint32_t ref;

static uint32_t ring_base(void)
{
    return PHYSICAL(ring);
}

uint32_t push_put(void)
{
    return ring_base() + at * 4;
}

void gpu_report_state(const char *why)
{
    print("STATE %s: PGRAPH intr %08x nsource %08x nstatus %08x status %08x "
          "trap %08x data %08x fifo %u\n", why, rd(PGRAPH_INTR),
          rd(PGRAPH_NSOURCE), rd(PGRAPH_NSTATUS), rd(PGRAPH_STATUS),
          rd(PGRAPH_TRAP_ADDR), rd(PGRAPH_TRAP_DATA), rd(PGRAPH_FIFO));
    print("STATE %s: PFIFO intr %08x put %08x get %08x state %08x pull0 %08x "
          "cache put %x get %x\n", why, rd(PFIFO_INTR), rd(USER_PUT),
          rd(USER_GET), rd(CACHE1_DMA_STATE), rd(CACHE1_PULL0),
          rd(CACHE1_PUT), rd(CACHE1_GET));
}

/*
 * What a driver's interrupt handler does when nothing was provoked: say what
 * it was, acknowledge, go on.  Each one is a failed check.
 */
static void look_for_errors(void)
{
    uint32_t intr = rd(PGRAPH_INTR);

    if (intr & INTR_CONTEXT_SWITCH) {
        /* Software context switch: channel 0 is the only one there is. */
        wr(PGRAPH_CTX_USER, 0);
        wr(PGRAPH_CTX_CONTROL, 0x10010100);
        wr(PGRAPH_INTR, INTR_CONTEXT_SWITCH);
        wr(PGRAPH_FIFO, 1);
        wr(PMC_INTR_EN, 1);
        return;
    }
    if (gpu_expect_errors) {
        return;
    }
    if (intr) {
        gpu_report_state("unexpected");
        check("no-unexpected-interrupt", false,
              "PGRAPH intr %x nsource %x at %x", intr, rd(PGRAPH_NSOURCE),
              rd(PGRAPH_TRAP_ADDR));
        wr(PGRAPH_INTR, intr);
        wr(PGRAPH_FIFO, 1);
        wr(PMC_INTR_EN, 1);
    }
    intr = rd(PFIFO_INTR);
    if (intr) {
        gpu_report_state("unexpected");
        fatal("unexpected PFIFO interrupt %x", intr);
    }
}

bool wait_reg(uint32_t reg, uint32_t mask, uint32_t value)
{
    uint64_t end = time_ns() + TIMEOUT_NS;

    while ((rd(reg) & mask) != value) {
        look_for_errors();
        if (time_ns() > end) {
            return false;
        }
    }
    return true;
}

void push_init(void)
{
    ring = mem_alloc(RING_WORDS * 4, 4096);
    at = 0;
    room = 0;
    wr(CACHE1_DMA_PUSH, 0);
    wr(CACHE1_DMA_PUT, ring_base());
    wr(CACHE1_DMA_GET, ring_base());
    wr(CACHE1_DMA_PUSH, 1);
}

void gpu_kick(void)
{
    __asm__ volatile("" : : : "memory");
    wr(USER_PUT, push_put());
}

/* GET as a word index, or a fatal error if it left the ring. */
static uint32_t get_index(void)
{
    uint32_t get = rd(USER_GET);

    if (get < ring_base() || get > ring_base() + RING_WORDS * 4) {
        gpu_report_state("GET outside the ring");
        fatal("GET is %x, the ring is at %x", get, ring_base());
    }
    return (get - ring_base()) / 4;
}

static void space_timeout(uint64_t end)
{
    look_for_errors();
    if (time_ns() > end) {
        gpu_report_state("no room");
        fatal("the card does not take push-buffer words");
    }
}

/* @words in one piece at `at`; GET is read only when room runs out. */
static void need(uint32_t words)
{
    uint64_t end;
    uint32_t get;

    if (words <= room) {
        room -= words;
        return;
    }
    end = time_ns() + TIMEOUT_NS;
    if (at + words + RING_TAIL > RING_WORDS) {
        /* Wrap: GET must be behind us and not at the ring's start. */
        while ((get = get_index()) > at || get == 0) {
            gpu_kick();
            space_timeout(end);
        }
        ring[at] = 0x20000000u | ring_base();
        at = 0;
        push_wraps++;
        gpu_kick();
    }
    while ((get = get_index()) > at && get - at <= words) {
        gpu_kick();
        space_timeout(end);
    }
    room = (get > at ? get - at - 1 : RING_WORDS - RING_TAIL - at) - words;
}

void gpu_raw(uint32_t word)
{
    need(1);
    ring[at++] = word;
}

static void burst(uint32_t head, const uint32_t *v, unsigned count)
{
    unsigned i;

    need(count + 1);
    ring[at++] = head;
    for (i = 0; i < count; i++) {
        ring[at++] = v[i];
    }
}

void gpu_method_on(unsigned subc, uint32_t mthd, uint32_t v)
{
    burst(1u << 18 | subc << 13 | mthd, &v, 1);
}

void gpu_method(uint32_t mthd, uint32_t v)
{
    gpu_method_on(0, mthd, v);
}

void gpu_words(uint32_t mthd, const uint32_t *v, unsigned count)
{
    burst(count << 18 | mthd, v, count);
}

void gpu_stream(uint32_t mthd, const uint32_t *v, unsigned count)
{
    while (count) {
        unsigned n = count > 1024 ? 1024 : count;

        burst(0x40000000u | n << 18 | mthd, v, n);
        v += n;
        count -= n;
    }
}

void gpu_float(uint32_t mthd, float x)
{
    gpu_method(mthd, bits(x));
}

void gpu_float2(uint32_t mthd, float x, float y)
{
    uint32_t v[2] = { bits(x), bits(y) };

    gpu_words(mthd, v, 2);
}

void gpu_float3(uint32_t mthd, float x, float y, float z)
{
    uint32_t v[3] = { bits(x), bits(y), bits(z) };

    gpu_words(mthd, v, 3);
}

void gpu_float4(uint32_t mthd, float x, float y, float z, float w)
{
    uint32_t v[4] = { bits(x), bits(y), bits(z), bits(w) };

    gpu_words(mthd, v, 4);
}

void gpu_wait_get(void)
{
    gpu_kick();
    if (!wait_reg(USER_GET, ~0u, push_put())) {
        gpu_report_state("GET");
        fatal("GET stays at %x, PUT is %x", rd(USER_GET), push_put());
    }
}

void gpu_idle(void)
{
    gpu_method(M_REF, ++ref);
    gpu_kick();
    if (!wait_reg(USER_REF, ~0u, ref) || !wait_reg(PGRAPH_STATUS, ~0u, 0)) {
        gpu_report_state("fence");
        fatal("fence %u did not come: REF is %u", ref, rd(USER_REF));
    }
}

bool gpu_fence3d(uint32_t value)
{
    uint64_t end = time_ns() + TIMEOUT_NS;

    fence_page[4] = 0;
    gpu_method(M_FENCE_OFFSET, 16);
    gpu_method(M_FENCE_WRITE, value);
    gpu_kick();
    while (fence_page[4] != value && time_ns() < end) {
        look_for_errors();
    }
    return fence_page[4] == value;
}
