/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a card asks of the machine it sits in.
 *
 * The library never calls the outside world except through this struct.
 * QEMU, the unit tests, the fuzzers and the tools are equal hosts.
 */
#ifndef NV2A_HOST_H
#define NV2A_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The timers a card can ask for; each is one-shot. */
typedef enum NvTimer {
    NV_TIMER_ALARM,     /* PTIMER alarm */
    NV_TIMER_VBLANK0,   /* start of the next vertical blank, head A */
    NV_TIMER_VBLANK1,   /* the same for head B */
    NV_TIMER_POLL,      /* a channel waits for a word in memory: look again */
    NV_TIMERS
} NvTimer;

typedef enum NvLogKind {
    NV_LOG_GUEST_ERROR, /* the guest did what the hardware forbids */
    NV_LOG_UNIMP,       /* the guest asked for what we do not model yet */
    NV_LOG_TRACE,       /* one trace event that is switched on */
} NvLogKind;

/* A picture that the debugger makes: 0xAARRGGBB words, line by line. */
typedef struct NvPicture {
    uint32_t width, height;     /* 1 to 4096 each */
    const uint32_t *argb;       /* valid during the call only */
} NvPicture;

/*
 * Every member may be NULL: the card then behaves as if the machine ignored
 * it (no interrupts, time stands still, bus reads fail, nothing is printed).
 *
 * Threads.  Ops come from the thread that called into the card, while that
 * call is on; threads of the card's own call none.  A host that pumps
 * nv_card_run() on a thread of its own gets a run's ops there, and none but
 * those marked [run].  No op may call into the card but for what card.h marks
 * [any time], nor wait for a thread that waits for the card.
 *
 * Posted ops tell the machine something: the card goes on at once, and the
 * effect may come later, but in the order of the calls.  Direct ops are
 * questions: the answer holds when they return.
 */
typedef struct NvHostOps {
    /* --- posted --- */

    /* [run] The card's interrupt pin changed; level true = asserted. */
    void (*irq)(void *host, bool level);
    /*
     * [run] Call nv_card_timer(card, which) at deadline_ns, not before this
     * call into the card has returned; negative disarms.
     */
    void (*timer_set)(void *host, NvTimer which, int64_t deadline_ns);
    /*
     * [run] The card writes bytes [offset, offset + len) of VRAM: all of them
     * are there when this call into the card has returned.
     */
    void (*vram_dirty)(void *host, uint32_t offset, uint32_t len);
    /* [run] There is pushed work: call nv_card_run() soon, not from here. */
    void (*work)(void *host);
    /*
     * A byte was written to head A's VGA @port, or one was read that changes
     * state (0x3da); for a host that shows VGA's own modes.
     */
    void (*vga_write)(void *host, uint16_t port, uint8_t value);
    void (*vga_read)(void *host, uint16_t port);
    /*
     * [run] The debugger has stopped the card, @why in words: halt the
     * machine, and call nv_card_go() when it goes on.
     */
    void (*stopped)(void *host, const char *why);
    /* [run] One line of text without a newline. */
    void (*log)(void *host, NvLogKind kind, const char *line);

    /* --- direct --- */

    /* [run] Guest time in nanoseconds; never goes back. */
    int64_t (*clock_ns)(void *host);
    /*
     * [run] Bus-master access to guest-physical memory; false = bus error.
     * A guest may aim it at the card's own registers: the host refuses that,
     * for calls do not nest.
     */
    bool (*dma_read)(void *host, uint64_t addr, void *buf, size_t len);
    bool (*dma_write)(void *host, uint64_t addr, const void *buf, size_t len);
    /*
     * [run] Where guest-physical memory at @addr lies in the host, for
     * reading, and in *len how many bytes follow it there, at most what *len
     * asks for.  It stays until this call into the card returns; the guest
     * may write it meanwhile.  NULL: no memory, or none that can be shown.
     * Textures in the machine's memory are read so, and are white without.
     */
    const void *(*dma_map)(void *host, uint64_t addr, uint64_t *len);
    /*
     * [run] While a capture is on: which pages of VRAM (of 4 KiB) were written
     * by anybody since the last question.  It sets their bits in @pages, that
     * of page n in byte n / 8, which are clear before, and forgets them; what
     * this call into the card writes through vram_dirty is not yet among them.
     * False: that is not known.  NULL: nor, and nobody writes while a call is
     * on; then all of VRAM is looked at each time.
     */
    bool (*vram_written)(void *host, uint8_t *pages);
    /* PCI configuration space of the card, for the window in PBUS. */
    uint32_t (*config_read)(void *host, uint32_t offset);
    void (*config_write)(void *host, uint32_t offset, uint32_t value);
    /*
     * The card drives the lines of two-wire bus @bus (0: the VGA connector's):
     * true = released.  Returns the level of the data line then, which a
     * monitor may pull down.  NULL: there are no monitors.
     */
    bool (*ddc)(void *host, unsigned bus, bool clock, bool data);
    /* [run] Lines of @kind are read by somebody.  NULL: yes. */
    bool (*logs)(void *host, NvLogKind kind);
    /*
     * A person at the debugger wants @picture kept as @file, whatever that
     * means here; true, or false with a sentence that g_free() takes in *why.
     * NULL: nothing is kept.
     */
    bool (*picture)(void *host, const char *file, const NvPicture *picture,
                    char **why);
    /* Something is plugged into the VGA connector.  NULL: yes. */
    bool (*load)(void *host);
} NvHostOps;

#endif
