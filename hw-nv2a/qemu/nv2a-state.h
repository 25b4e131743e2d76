/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The QEMU object of one card, shared by the files of this folder.
 */
#ifndef NV2A_QEMU_STATE_H
#define NV2A_QEMU_STATE_H

#include "compat.h"
#include "nv2a/card.h"

#define TYPE_NV2A_CARD "nv2a-card"
OBJECT_DECLARE_TYPE(Nv2aState, Nv2aClass, NV2A_CARD)

struct Nv2aClass {
    PCIDeviceClass parent_class;
    const NvCardInfo *info;
};

/* What a timer hands to its callback. */
typedef struct Nv2aTimerRef {
    Nv2aState *state;
    NvTimer which;
} Nv2aTimerRef;

/* What the card's thread asks who holds the big lock to do for it. */
typedef struct Nv2aErrand {
    void (*run)(Nv2aState *s, void *arg);
    void *arg;
    bool done;
} Nv2aErrand;

/* A write that waits for the end of the thread's turn. */
typedef struct Nv2aPosted {
    uint32_t addr, value;
} Nv2aPosted;

#define NV2A_POSTED_MOST 16

struct Nv2aState {
    PCIDevice parent_obj;

    /* properties */
    uint64_t vram_size;
    HostMemoryBackend *backend;
    char *raster;
    char *record_file;
    char *executor;
    char *arith;
    uint32_t threads, raster_threads;
    uint64_t memory;
    OnOffAuto thread_property;
    OnOffAuto vga_property;
    bool plugged;               /* a monitor */
    qemu_edid_info monitor;

    /* from raster=NAME:ARGUMENT and record-file */
    char *raster_name;
    char *raster_arg;

    NvCard *card;
    MemoryRegion mmio;
    MemoryRegion ramin;         /* BAR2, of cards that have one */
    MemoryRegion own_vram;      /* unless there is a backend */
    MemoryRegion *vram;         /* own_vram or the backend's */
    MemoryRegion vram_bar;      /* alias of vram */
    MemoryRegion vram_root;     /* alias of vram, root of vram_as */
    AddressSpace vram_as;       /* only with a backend */
    bool mapped_backend, backend_as;
    bool busy;                  /* who holds the big lock calls the card, or
                                   does the errand of the card's thread */
    bool reset_wanted;          /* the guest reset us from in there */
    bool gone;                  /* or unplugged us: nothing answers any more */
    uint64_t own_bus;           /* accesses of ours to our own registers */
    GPtrArray *kept;            /* memory that the card looks at in there */
    uint64_t work_ns, show_ns;  /* host CPU: pushed work, drawing lines */
    uint64_t wait_ns;           /* the longest that turns.c let anybody wait */

    /* turns.c: turns between who holds the big lock and the card's thread */
    bool threaded;              /* there is one */
    QemuMutex lock;             /* of what follows */
    QemuCond turn;              /* it may have changed hands */
    bool taken;                 /* by who holds the big lock, */
    unsigned waiting;           /* who would like to; */
    int64_t begun, rested;      /* us: the thread's last turn; */
    int64_t called;             /* when it was last told that it may be next */
    bool served;                /* since then the other side had one, */
    unsigned row;               /* so many of them (also read without); */
    int64_t given_back;         /* us: the last one's end */
    bool running;               /* or by the thread (also read without) */
    bool paused, quit;          /* the thread shall rest, end (also without) */
    bool work_left;             /* the card may have work to do (also) */
    Nv2aErrand *errand;         /* of the thread, which waits for it */
    Nv2aPosted posted[NV2A_POSTED_MOST];    /* while it runs, */
    unsigned nposted;           /* in their order */
    QemuThread thread;
    QEMUBH *errand_bh;
    bool pin;                   /* what the interrupt pin shall be, */
    bool pin_told;              /* and is; written with the big lock */
    bool telling;               /* the thread waits for that lock, to tell it */
    GArray *dirty;              /* VRAM that the run on the thread wrote */
    QEMUTimer timer[NV_TIMERS];
    Nv2aTimerRef timer_ref[NV_TIMERS];
    QEMUTimer soon_timer;       /* runs what is pushed, */
    QEMUTimer run_timer;        /* with counted instructions this does */
    VMChangeStateEntry *vm_state;
    Notifier at_exit;           /* of QEMU */
    uint32_t reads;             /* of BAR0 since the last write */
    bool run_loaded;            /* a saved state said when the next run is */

    /* display.c: what the console shows */
    QemuConsole *con;
    NvScanout shown;
    uint32_t shown_serial;
    bool redraw;
    unsigned long *stale;       /* a bit a line of shown: draw it again */
    uint32_t show_at;           /* lines before are drawn, */
    bool show_left;             /* and the rest by this: */
    QEMUBH *show_bh;

    /* vga.c: legacy modes, and the monitor on the first two-wire bus */
    VGACommonState vga;
    bool vga_on;                /* the legacy ranges are ours */
    Error *stays;               /* why the card cannot be unplugged */
    bool vga_shown;
    MemoryRegion vga_mem, vga_low, vga_high;
    bitbang_i2c_interface ddc;
    bool has_monitor;

    char *capture_file;         /* property: capture from the beginning, */
    char *capture_key;          /* property: or whenever this key says so */
    struct QemuInputHandlerState *key_handler;  /* hotkey.c */
    int key_code;
    unsigned key_captures;      /* begun so far */
    bool key_down, key_passes;
    /* capture.c: pages of VRAM that were written, while a capture is on */
    QemuMutex written_lock;
    uint8_t *written[3];        /* since the recorder's look, the display's;
                                   and what the recorder saw last */
    void *take_written;         /* how QEMU's bits are taken; NULL: not */
    bool captures;

    char *debug_answer;         /* dumps.c: to the last command */

    /* vmstate.c: the card's own saved state, while saving and loading */
    uint8_t *blob;
    uint32_t blob_size;
};

static inline const NvCardInfo *nv2a_info(Nv2aState *s)
{
    return NV2A_CARD_GET_CLASS(s)->info;
}

extern const NvHostOps nv2a_host_ops;
extern const VMStateDescription nv2a_vmstate;

/*
 * Files call down only: device, then card, display, vmstate, then vga, host,
 * then dumps, run, then call, turns.
 */

/*
 * call.c, with the big lock: take the card for a call, waiting for a run on
 * the card's thread; false if we are in a call already, or have no card any
 * more.  Give it back.
 */
bool nv2a_enter(Nv2aState *s);
void nv2a_leave(Nv2aState *s);
/* @mr does not go away before the call ends. */
void nv2a_keep(Nv2aState *s, MemoryRegion *mr);
/* Card, timers and VGA's core, at once or when the call that is on ends. */
void nv2a_reset(Nv2aState *s);
/* With the big lock: make, and end, what there is for the thread. */
void nv2a_turns_init(Nv2aState *s);
void nv2a_turns_end(Nv2aState *s);

/* turns.c, with the big lock: the other side's turn; it is over. */
void nv2a_take(Nv2aState *s);
void nv2a_give_back(Nv2aState *s);
/* There is a thread, and it runs the card now. */
static inline bool nv2a_is_running(Nv2aState *s)
{
    return s->threaded && qatomic_read(&s->running);
}
/*
 * The guest's write of 4 bytes is kept for the end of the thread's turn, false
 * if it has none; a guest reads what it wrote.
 */
bool nv2a_post(Nv2aState *s, uint32_t addr, uint32_t value);
bool nv2a_posted(Nv2aState *s, uint32_t addr, uint32_t *value);
/* The thread's turn, as long as there is work; false: it shall end. */
bool nv2a_turn(Nv2aState *s);
/* It is over, with work @left. */
void nv2a_turn_over(Nv2aState *s, bool left);
/* Wake it: there is work. */
void nv2a_turn_wanted(Nv2aState *s);
/* Work is being done, or could be. */
bool nv2a_work_left(Nv2aState *s);
/* With the big lock: it rests until told otherwise. */
void nv2a_turn_pause(Nv2aState *s, bool paused);
/* On the card's thread. */
static inline bool nv2a_on_thread(Nv2aState *s)
{
    return s->threaded && qemu_thread_is_self(&s->thread);
}
/* On the card's thread: have @run called with the big lock, and wait. */
void nv2a_send(Nv2aState *s, void (*run)(Nv2aState *s, void *arg), void *arg);
/* The interrupt pin, at once or, on the card's thread, as its turn ends. */
void nv2a_set_pin(Nv2aState *s, bool level);
/* With the big lock: the pin becomes what it shall be. */
void nv2a_tell_pin(Nv2aState *s);
/* With the big lock: what nv2a_send() waits for, if it does. */
void nv2a_do_errand(Nv2aState *s);
/* With the big lock: the thread ends; who waits for that leaves the lock. */
void nv2a_turn_last(Nv2aState *s);

/* host.c: VRAM that the thread's run wrote, before its turn is over. */
void nv2a_tell_dirty(Nv2aState *s);
/* At QEMU's end say how many errors had no line; from now, no more. */
void nv2a_errors_watch(Nv2aState *s);
void nv2a_errors_forget(Nv2aState *s);

/* run.c: there is work; a guest reads BAR0 and may wait for it. */
void nv2a_run_soon(Nv2aState *s);
void nv2a_run_for_reader(Nv2aState *s);
/* Saved with counted instructions only: when the next run is. */
extern const VMStateDescription nv2a_vmstate_run;
void nv2a_run_init(Nv2aState *s);
void nv2a_run_exit(Nv2aState *s);
/* Runs shall be on a thread; *errp set if that is asked for and cannot be. */
bool nv2a_wants_thread(Nv2aState *s, Error **errp);
/* From now they are. */
void nv2a_run_start(Nv2aState *s);
/* CPU time of this thread, for what the card's work costs the host. */
static inline uint64_t nv2a_cpu_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * UINT64_C(1000000000) + t.tv_nsec;
}

/* vga.c: VGA's core and the monitor, before there is a card. */
bool nv2a_vga_init(Nv2aState *s, Error **errp);
void nv2a_vga_exit(Nv2aState *s);
/* Claim the legacy ranges, unless another card has. */
void nv2a_vga_claim(Nv2aState *s);
/* NvHostOps of the same names. */
bool nv2a_ddc(void *host, unsigned bus, bool clock, bool data);
bool nv2a_load(void *host);
void nv2a_vga_write(void *host, uint16_t port, uint8_t value);
void nv2a_vga_read(void *host, uint16_t port);

/* card.c, in this order; false with *errp set.  The last undoes them all. */
bool nv2a_check_raster(Nv2aState *s, Error **errp);
bool nv2a_vram_make(Nv2aState *s, Error **errp);
bool nv2a_card_make(Nv2aState *s, Error **errp);
/* The property: a capture from here on; VRAM's writes are logged already.
   With a key it begins when that is hit. */
bool nv2a_capture_begin(Nv2aState *s, Error **errp);
void nv2a_card_free(Nv2aState *s);

/* dumps.c: properties x-<unit>, x-state and x-debug. */
void nv2a_add_dumps(ObjectClass *klass);
/* The QMP command x-nv2a-debug, once a process. */
void nv2a_add_command(void);
/* A command to the library's debugger; its answer, or NULL: no card. */
char *nv2a_debug(Nv2aState *s, const char *command);
/* NvHostOps.picture: a PNG file. */
bool nv2a_picture(void *host, const char *file, const NvPicture *picture,
                  char **why);

/* capture.c: make and end what a capture needs; all of it is off at first. */
void nv2a_capture_init(Nv2aState *s);
void nv2a_capture_exit(Nv2aState *s);
/* Before a call that may begin one, and behind one that may end it. */
void nv2a_capture_watch(Nv2aState *s, bool on);
/* NvHostOps */
bool nv2a_vram_written(void *host, uint8_t *pages);
/*
 * For the display, while a capture is on: whether any page of [offset, offset
 * + len) was written since it was forgotten.
 */
void nv2a_capture_collect(Nv2aState *s);
bool nv2a_capture_shows(Nv2aState *s, uint64_t offset, uint64_t len);
void nv2a_capture_shown(Nv2aState *s, uint64_t offset, uint64_t len);

/* hotkey.c: the property capture-key; false with *errp set. */
bool nv2a_hotkey_init(Nv2aState *s, Error **errp);
/* Before handlers that came later: a keyboard that was plugged in. */
void nv2a_hotkey_first(Nv2aState *s);
void nv2a_hotkey_exit(Nv2aState *s);

/* display.c */
void nv2a_display_init(Nv2aState *s);
void nv2a_display_exit(Nv2aState *s);

#endif
