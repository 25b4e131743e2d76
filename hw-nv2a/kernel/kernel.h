/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The free kernel: what its parts know of each other.  Names of exports are
 * those of the interface that programs import (export-rows.h); the rest is
 * prefixed by its part.  One processor: who changes shared state does it
 * between lock() and unlock(), with interrupts off.
 */
#ifndef NV2A_KERNEL_H
#define NV2A_KERNEL_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STDCALL __attribute__((stdcall))
#define FASTCALL __attribute__((fastcall))
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define CONTAINER(p, type, member) \
    ((type *)((uint8_t *)(p) - offsetof(type, member)))

typedef uint32_t Status;
#define STATUS_SUCCESS 0u
#define STATUS_ABANDONED 0x80u
#define STATUS_TIMEOUT 0x102u
#define STATUS_OBJECT_NAME_EXISTS 0x40000000u
#define STATUS_BUFFER_OVERFLOW 0x80000005u
#define STATUS_NO_MORE_FILES 0x80000006u
#define STATUS_NO_MORE_ENTRIES 0x8000001au
#define STATUS_UNSUCCESSFUL 0xc0000001u
#define STATUS_NOT_IMPLEMENTED 0xc0000002u
#define STATUS_INFO_LENGTH_MISMATCH 0xc0000004u
#define STATUS_INVALID_HANDLE 0xc0000008u
#define STATUS_INVALID_PARAMETER 0xc000000du
#define STATUS_NO_SUCH_FILE 0xc000000fu
#define STATUS_INVALID_DEVICE_REQUEST 0xc0000010u
#define STATUS_END_OF_FILE 0xc0000011u
#define STATUS_NO_MEMORY 0xc0000017u
#define STATUS_CONFLICTING_ADDRESSES 0xc0000018u
#define STATUS_UNABLE_TO_FREE_VM 0xc000001au
#define STATUS_INVALID_PAGE_PROTECTION 0xc0000045u
#define STATUS_MUTANT_NOT_OWNED 0xc0000046u
#define STATUS_SEMAPHORE_LIMIT_EXCEEDED 0xc0000047u
#define STATUS_BUFFER_TOO_SMALL 0xc0000023u
#define STATUS_OBJECT_TYPE_MISMATCH 0xc0000024u
#define STATUS_OBJECT_NAME_INVALID 0xc0000033u
#define STATUS_OBJECT_NAME_NOT_FOUND 0xc0000034u
#define STATUS_OBJECT_NAME_COLLISION 0xc0000035u
#define STATUS_OBJECT_PATH_NOT_FOUND 0xc000003au
#define STATUS_DISK_FULL 0xc000007fu
#define STATUS_INSUFFICIENT_RESOURCES 0xc000009au
#define STATUS_MEMORY_NOT_ALLOCATED 0xc00000a0u
#define STATUS_MEDIA_WRITE_PROTECTED 0xc00000a2u
#define STATUS_FILE_IS_A_DIRECTORY 0xc00000bau
#define STATUS_INVALID_PARAMETER_MIX 0xc0000030u
#define STATUS_DIRECTORY_NOT_EMPTY 0xc0000101u
#define STATUS_FILE_CORRUPT_ERROR 0xc0000102u
#define STATUS_NOT_A_DIRECTORY 0xc0000103u
#define STATUS_UNRECOGNIZED_VOLUME 0xc000014fu
#define STATUS_NO_MEDIA_IN_DEVICE 0xc0000013u
#define STATUS_IO_DEVICE_ERROR 0xc0000185u
#define STATUS_SUSPEND_COUNT_EXCEEDED 0xc000004au
#define STATUS_INVALID_PARAMETER_2 0xc00000f0u
#define STATUS_INTEGER_DIVIDE_BY_ZERO 0xc0000094u

/* --- lists: a ring through its head --- */

typedef struct List {
    struct List *next, *prev;
} List;

static inline void list_init(List *head)
{
    head->next = head->prev = head;
}

static inline bool list_empty(const List *head)
{
    return head->next == head;
}

/* In front of @where: at the end, if that is the head. */
static inline void list_insert(List *where, List *item)
{
    item->next = where;
    item->prev = where->prev;
    where->prev->next = item;
    where->prev = item;
}

static inline void list_remove(List *item)
{
    item->prev->next = item->next;
    item->next->prev = item->prev;
    list_init(item);
}

/* --- objects that threads wait for; layouts are the interface's --- */

enum {
    DISP_NOTIFICATION_EVENT = 0, DISP_SYNC_EVENT = 1, DISP_MUTANT = 2,
    DISP_QUEUE = 4,
    DISP_SEMAPHORE = 5, DISP_THREAD = 6, DISP_NOTIFICATION_TIMER = 8,
    DISP_SYNC_TIMER = 9, DISP_DPC = 0x13,
};

typedef struct Disp {
    uint8_t type, absolute, size, inserted;
    int32_t signal;
    List waiters;
} Disp;

typedef struct Thread Thread;

typedef struct Mutant {
    Disp header;
    List link;                          /* Thread.mutants */
    Thread *owner;
    uint8_t abandoned, pad[3];
} Mutant;

typedef struct Semaphore {
    Disp header;
    int32_t limit;
} Semaphore;

typedef struct Dpc Dpc;
typedef void STDCALL DpcRoutine(Dpc *dpc, void *context, void *a, void *b);
struct Dpc {
    uint16_t type;
    uint8_t inserted, pad;
    List link;
    DpcRoutine *routine;
    void *context, *argument[2];
};

typedef struct Timer {
    Disp header;
    uint64_t due;                       /* interrupt time, 100 ns */
    List link;
    Dpc *dpc;
    int32_t period;                     /* ms */
} Timer;

typedef struct Interrupt Interrupt;
struct Interrupt {
    uint8_t STDCALL (*routine)(Interrupt *interrupt, void *context);
    void *context;
    uint32_t level, irql;
    uint8_t connected, share, mode, pad;
    uint32_t count, code[22];
};

typedef struct CriticalSection {
    uint8_t event[16];                  /* a Disp */
    int32_t lock_count, recursion;
    Thread *owner;
} CriticalSection;

typedef struct String {
    uint16_t length, maximum;
    char *text;
} String;

typedef struct WideString {
    uint16_t length, maximum;
    uint16_t *text;
} WideString;

typedef struct ObjectAttributes {
    void *root;
    String *name;
    uint32_t flags;
} ObjectAttributes;

struct Thread {
    Disp header;                        /* 000 */
    List mutants;                       /* 010 */
    uint32_t kernel_time;               /* 018 */
    void *stack_base, *stack_limit;     /* 01c */
    void *kernel_stack;                 /* 024: stack pointer while away */
    void *tls;                          /* 028 */
    uint8_t state, pad_2d[5];
    int8_t priority, pad_33[0x68 - 0x33];
    int32_t apc_disable;                /* 068: critical regions, negative */
    uint8_t pad_6c[0x77 - 0x6c];
    uint8_t terminated, pad_78[0x110 - 0x78];
    uint64_t create_time;               /* 110 */
    uint64_t exit_time;                 /* 118 */
    Status exit_status;                 /* 120 */
    uint32_t pad_124[2];
    uint32_t id;                        /* 12c */
    uint32_t pad_130[8];
    /* From here on nobody else looks. */
    List link;                          /* in a ready list */
    List sleeping;                      /* in the list of time-outs */
    uint64_t due;
    struct WaitBlock *wait;
    uint32_t wait_count;
    bool wait_all;
    int8_t base_priority;
    uint8_t irql, quantum;
    Status wait_status;
    uint32_t suspended;
    void *exception_list;
    void *memory;                       /* the stack's pages */
    uint8_t *fpu;                       /* 512 bytes, 16-byte aligned */
    void *start[3];                     /* system routine, two contexts */
    List apcs[2];                       /* by mode: kernel, user */
    bool alerted[2], alertable, apc_active;
    uint8_t wait_mode;
    uint32_t exceptions;                /* being handled, inside each other */
};
_Static_assert(offsetof(Thread, tls) == 0x28, "layout");
_Static_assert(offsetof(Thread, priority) == 0x32, "layout");
_Static_assert(offsetof(Thread, apc_disable) == 0x68, "layout");
_Static_assert(offsetof(Thread, terminated) == 0x77, "layout");
_Static_assert(offsetof(Thread, create_time) == 0x110, "layout");
_Static_assert(offsetof(Thread, id) == 0x12c, "layout");

typedef struct WaitBlock {
    List link;                          /* Disp.waiters */
    Thread *thread;
    Disp *object;
    uint32_t key;
} WaitBlock;

typedef struct Processor {
    void *exception_list, *stack_base, *stack_limit;
    uint32_t tib[3];
    void *self_tib;                     /* 18 */
    void *self, *block;                 /* 1c */
    uint8_t irql, pad[3];               /* 24 */
    Thread *thread;                     /* 28: the block starts here */
    uint32_t block_04[11];
    uint32_t dpc_active;                /* 58 */
    uint32_t block_rest[116];
} Processor;
_Static_assert(offsetof(Processor, dpc_active) == 0x58, "layout");
_Static_assert(offsetof(Processor, thread) == 0x28, "layout");

enum { IRQL_PASSIVE = 0, IRQL_APC = 1, IRQL_DISPATCH = 2, IRQL_HIGH = 31 };

typedef struct SystemTime {             /* read high 1, low, high 2 */
    volatile uint32_t low;
    volatile int32_t high1, high2;
} SystemTime;

/* Registers at an interrupt, as start.S pushes them. */
typedef struct Frame {
    uint32_t edi, esi, ebp, esp, ebx, edx, ecx, eax;
    uint32_t vector, error, eip, cs, eflags;
} Frame;

/* --- rtl-memory.c --- */
void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int value, size_t n);
int memcmp(const void *a, const void *b, size_t n);
size_t str_length(const char *s);
/* Upper and lower case of A to Z are the same. */
bool str_same(const char *a, const char *b);
char str_upper(char c);
/* *@value becomes the quotient, the result is the remainder. */
uint32_t divide(uint64_t *value, uint32_t by);
/* a * b / c, exact; the result must fit 64 bits. */
uint64_t scale(uint64_t a, uint32_t b, uint32_t c);

/* --- print.c: COM1 --- */
void print_init(void);
void print(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* At most @size bytes with the ending zero; what it would have needed. */
int format_text(char *to, size_t size, const char *format, va_list args);

/* --- cpu.c --- */
extern Processor cpu;
void cpu_init(void);
void cpu_frame(Frame *frame);
/* One sentence on COM1, then power off. */
void fatal(const char *format, ...)
    __attribute__((format(printf, 1, 2), noreturn));

/* --- smbus.c --- */
Status smbus_read(uint8_t address, uint8_t command, bool word, uint32_t *to);
Status smbus_write(uint8_t address, uint8_t command, bool word, uint32_t v);
void power_off(void) __attribute__((noreturn));
void power_reset(bool cycle) __attribute__((noreturn));
enum { SMBUS_SMC = 0x20, SMBUS_EEPROM = 0xa8 };

/* --- eeprom.c --- */
void eeprom_init(void);
uint32_t eeprom_video_standard(void);
uint32_t eeprom_video_flags(void);

/* --- clock.c --- */
extern uint64_t clock_interrupt_time;   /* 100 ns since start */
void clock_init(uint32_t pit_hz, uint32_t pm_hz);
void clock_tick(void);                  /* at its interrupt */
uint64_t clock_system_time(void);       /* 100 ns since 1601 */
/* A time-out as the interface gives it, as interrupt time. */
uint64_t clock_due(int64_t interval);
void clock_sleep(Thread *t, uint64_t due);

/* --- pages.c: physical pages --- */
#define PAGE 4096u
#define WINDOW 0x80000000u              /* all RAM is mapped here */
extern uint32_t pages_total;
void pages_init(uint32_t kernel_end);
/* @count pages below @high, not below @low, start a multiple of @align
 * (pages); top down, or from the bottom.  First page, 0: none. */
typedef struct PageWish {
    uint32_t count, low, high, align;
    bool bottom_up;
} PageWish;
uint32_t pages_take(PageWish wish);
/* Pages that were taken together with @first at their start; 0: none. */
uint32_t pages_size(uint32_t first);
bool pages_give(uint32_t first);
uint32_t pages_free(void);
/* Exactly these, as one block; false: some are taken. */
bool pages_claim(uint32_t first, uint32_t count);
/* The next block behind page *@first that is kept over a quick reboot: its
 * first page and its size; 0: no more. */
uint32_t pages_next_kept(uint32_t *first);
static inline void *window(uint32_t page)
{
    return (void *)(WINDOW + page * PAGE);
}

/* --- pool.c --- */
void *pool_take(uint32_t size);         /* zeroed, 16-byte aligned */
void pool_give(void *block);

/* --- virtual.c: addresses below WINDOW --- */
void virtual_init(void);
/* Reserved and committed for the image; false: no memory. */
bool virtual_image(uint32_t base, uint32_t size);
/* Where a virtual address is in RAM, or ~0. */
uint32_t virtual_physical(uint32_t address);
/* The same of RAM that a drive may move to or from, or ~0. */
uint32_t virtual_transfer(uint32_t address, bool to_memory);

/* --- sched.c --- */
static inline uint32_t lock(void)
{
    uint32_t flags;

    __asm__ volatile("pushf; pop %0; cli" : "=r"(flags) : : "memory");
    return flags;
}
void unlock(uint32_t flags);
static inline Thread *current(void)
{
    return cpu.thread;
}
void sched_init(void);
void sched_ready(Thread *t);            /* it may run from now on */
void sched_block(void);                 /* the current one is not ready */
void sched_set_priority(Thread *t, int priority);
void sched_quantum(void);               /* a tick passed */
/* DPCs and a better thread, if the level allows; interrupts are off. */
void sched_soft_interrupts(void);
void sched_start(void) __attribute__((noreturn));
/* @t will begin at thread_main() with its stack from @top down. */
void sched_prepare(Thread *t, uint32_t *top);
void sched_end(void);                   /* the current one, for ever */
bool sched_yield(void);                 /* to an equal; false: none */
/* How often the thread was held before; at the most it stays so. */
enum { MOST_SUSPENDED = 127 };
uint32_t sched_suspend(Thread *t);
uint32_t sched_resume(Thread *t);

/* --- wait.c --- */
void disp_init(Disp *d, unsigned type, unsigned size, int32_t signal);
/* After a change of @d: whoever waited for it goes on. */
void wait_wake(Disp *d);
void wait_end(Thread *t, Status status);
typedef struct Wait {
    Disp **object;
    uint32_t count;
    bool all;
    bool alertable;                     /* the thread may be called: apc.h */
    uint8_t mode;                       /* 0 kernel, 1 user */
    const int64_t *timeout;             /* NULL: for ever */
} Wait;
Status wait_for(const Wait *wait);
void mutant_release_all(Thread *t);

/* --- thread.c --- */
Thread *thread_new(void *const start[3], uint32_t stack, uint32_t tls);
void thread_free_stack(Thread *t);
void thread_main(void);

/* --- hal.c --- */
void hal_init(void);                    /* PCI functions get their places */

/* --- irq.c --- */
bool dpc_waiting(void);
void dpc_run(void);
void irq_init(void);
void irq_enter(const Frame *frame);
uint8_t STDCALL KeInsertQueueDpc(Dpc *d, void *a, void *b);

/* --- object.c --- */
typedef struct ObjectType {             /* seven words that programs see */
    const void *allocate, *free, *close;
    void STDCALL (*destroy)(void *object);
    const void *parse;
    int32_t wait_offset;                /* of the Disp, -1: none */
    char tag[4];
} ObjectType;
void *STDCALL ExAllocatePoolWithTag(uint32_t size, uint32_t tag);
void STDCALL ExFreePool(void *block);
#define OBJECT_TYPE(tag_text, offset, end) { \
    .allocate = ExAllocatePoolWithTag, .free = ExFreePool, \
    .destroy = end, .wait_offset = offset, .tag = tag_text }
extern const ObjectType ExEventObjectType, ExMutantObjectType,
    ExSemaphoreObjectType, ExTimerObjectType, IoDeviceObjectType,
    IoFileObjectType, ObDirectoryObjectType, ObSymbolicLinkObjectType,
    PsThreadObjectType;
/* One reference is the caller's.  NULL: no memory. */
void *object_new(const ObjectType *type, uint32_t size);
void object_ref(void *object);
void object_unref(void *object);
/* Its name outlives its last handle. */
void object_keep_name(void *object);
const ObjectType *object_type(const void *object);
/* A new handle takes over the caller's reference, also when it fails. */
Status object_handle(void *object, void **handle);
/* The same for an object that may have a name, and then may exist. */
Status object_insert(void *object, const ObjectAttributes *attributes,
                     void **handle);
/* With a new reference.  @type NULL: any. */
Status object_by_handle(void *handle, const ObjectType *type, void **object);

/* --- names.c --- */
#define NAME_SIZE 260
/* Root, name and links resolved to one path; false: too long or bad. */
Status name_path(const ObjectAttributes *attributes, char path[NAME_SIZE]);
Status name_resolve(char path[NAME_SIZE]);
void *name_find(const char *path);      /* no new reference */
/* Of the device that @path lies on; *@rest what follows its name. */
void *name_find_prefix(const char *path, const char **rest);
/* A path for an object; it keeps no reference. */
Status name_add(const char *path, void *object);
void name_remove(void *object);
void names_init(void);

/* --- launch.c --- */
void launch_init(void);                 /* before any page is given away */
void launch_keep(void);                 /* for the kernel after the reset */
/* The program that was asked for; false: none. */
bool launch_path(char path[NAME_SIZE]);

/* --- xbe.c --- */
extern String XeImageFileName;
/* Loads it and gives its entry; a bad file is fatal(). */
uint32_t xbe_load(const uint8_t *file, uint32_t size, const char *name,
                  uint32_t *stack);

/* --- exports.c --- */
uint32_t export_address(uint32_t ordinal);

#endif
