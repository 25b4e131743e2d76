/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A program for a Linux guest: opens nouveau, makes a channel, fills a
 * surface in VRAM, copies it to system memory and looks at every pixel.
 *
 *   drm-client ROUNDS        check that many pictures
 *   drm-client ROUNDS draw   only fill, never wait; 0 rounds: for ever
 *
 * It stands alone: i386 system calls and the driver's interface as the
 * kernel documents them in nouveau_drm.h.
 */
typedef unsigned int u32;
typedef unsigned long long u64;

enum {
    SYS_EXIT = 1, SYS_WRITE = 4, SYS_OPEN = 5, SYS_GETPID = 20,
    SYS_IOCTL = 54, SYS_MMAP2 = 192,
};

enum {
    WIDTH = 1024, HEIGHT = 256, PITCH = 4 * WIDTH, BYTES = PITCH * HEIGHT,
    PUSH_BYTES = 65536,
};

enum { VRAM = 2, GART = 4, MAPPABLE = 8 };              /* domains */
enum { DMA_VRAM = 0x5001, DMA_GART, SURF, RECT, COPY }; /* handles */

/* --- system calls --- */

static int call(int n, u32 a, u32 b, u32 c)
{
    int out;

    __asm__ volatile("int $0x80" : "=a"(out)
                     : "a"(n), "b"(a), "c"(b), "d"(c) : "memory");
    return out;
}

static void *map(int fd, u32 size, u64 offset)
{
    u32 at[6] = { 0, size, 3, 1, fd, offset >> 12 };
    void *out;

    __asm__ volatile("push %%ebp\n"
                     "mov 20(%%eax), %%ebp\n"
                     "mov 16(%%eax), %%edi\n"
                     "mov 12(%%eax), %%esi\n"
                     "mov 8(%%eax), %%edx\n"
                     "mov 4(%%eax), %%ecx\n"
                     "mov 0(%%eax), %%ebx\n"
                     "mov $192, %%eax\n"
                     "int $0x80\n"
                     "pop %%ebp"
                     : "=a"(out) : "a"(at)
                     : "ebx", "ecx", "edx", "esi", "edi", "memory");
    return out;
}

/* In one write: others may be talking. */
static void say_hex(const char *text, u32 v)
{
    char s[64];
    u32 n = 0, i;

    while (text[n] && n < 50) {
        s[n] = text[n];
        n++;
    }
    for (i = 0; i < 8; i++, v <<= 4) {
        s[n++] = "0123456789abcdef"[v >> 28];
    }
    s[n++] = '\n';
    call(SYS_WRITE, 1, (u32)s, n);
}

static void check(int ok, const char *what, u32 value)
{
    if (!ok) {
        say_hex(what, value);
        call(SYS_EXIT, 1, 0, 0);
    }
}

/* --- the driver's interface --- */

struct channel_alloc {
    u32 vram_handle, gart_handle, channel, domains, notifier;
    u32 subchan[8][2];
    u32 nr_subchan;
};

struct grobj_alloc {
    u32 channel, handle, class;
};

struct gem_new {
    u32 handle, domain;
    u64 size, offset, map_handle;
    u32 tile_mode, tile_flags;
    u32 channel, align;
};

struct push_bo {
    u64 user;
    u32 handle, read, write, valid;
    u32 presumed_valid, presumed_domain;
    u64 presumed_offset;
};

struct reloc {
    u32 in, at, bo, flags, data, vor, tor;
};

struct push {
    u32 bo, pad;
    u64 offset, length;
};

struct pushbuf {
    u32 channel, nr_buffers;
    u64 buffers;
    u32 nr_relocs, nr_push;
    u64 relocs, push;
    u32 suffix[2];
    u64 vram, gart;
};

struct cpu_prep {
    u32 handle, flags;
};

static int drm(int fd, u32 nr, void *data, u32 size)
{
    return call(SYS_IOCTL, fd, 3u << 30 | size << 16 | 'd' << 8 | (0x40 + nr),
                (u32)data);
}

#define DRM(fd, nr, data) drm(fd, nr, data, sizeof(*(data)))

typedef struct Client {
    int fd;
    u32 channel;
    u32 handle[3];              /* push buffer, surface, copy */
    u32 *words;
    const u32 *copy;
    u32 n;                      /* words pushed */
    struct reloc relocs[8];
    u32 nr_relocs;
    u32 suffix[2];
} Client;

enum { IN_PUSH, IN_SURFACE, IN_COPY };

static void object(Client *c, u32 handle, u32 class)
{
    struct grobj_alloc g = { c->channel, handle, class };
    int err = DRM(c->fd, 4, &g);

    check(!err, "no object: ", class);
}

static u64 buffer(Client *c, u32 which, u32 size, u32 domain)
{
    struct gem_new g = { .domain = domain, .size = size, .align = 4096 };
    int err = DRM(c->fd, 0x40, &g);

    check(!err, "no buffer: ", -err);
    c->handle[which] = g.handle;
    return g.map_handle;
}

/* --- push buffers --- */

static void method(Client *c, u32 subc, u32 mthd, u32 count)
{
    c->words[c->n++] = count << 18 | subc << 13 | mthd;
}

static void word(Client *c, u32 value)
{
    c->words[c->n++] = value;
}

/* The address of a buffer, which the kernel puts in. */
static void address(Client *c, u32 which)
{
    c->relocs[c->nr_relocs++] = (struct reloc) {
        .in = IN_PUSH, .at = 4 * c->n, .bo = which, .flags = 1,
    };
    word(c, 0);
}

static struct push_bo use(const Client *c, u32 which, u32 domain, int writes)
{
    return (struct push_bo) { .handle = c->handle[which], .valid = domain,
                              .read = writes ? 0 : domain,
                              .write = writes ? domain : 0 };
}

static void submit(Client *c)
{
    struct push_bo bo[3] = { use(c, IN_PUSH, GART, 0),
                             use(c, IN_SURFACE, VRAM, 1),
                             use(c, IN_COPY, GART, 1) };
    struct push push = { .bo = IN_PUSH };
    struct pushbuf p = { .channel = c->channel, .nr_buffers = 3,
                         .buffers = (u32)bo, .relocs = (u32)c->relocs,
                         .nr_relocs = c->nr_relocs, .nr_push = 1,
                         .push = (u32)&push };
    int err;

    word(c, c->suffix[0]);
    word(c, c->suffix[1]);
    push.length = 4 * c->n;
    err = DRM(c->fd, 0x41, &p);
    check(!err, "push buffer refused: ", -err);
    c->suffix[0] = p.suffix[0];
    c->suffix[1] = p.suffix[1];
    c->n = c->nr_relocs = 0;
}

/* Until the card neither reads nor writes it. */
static void wait(Client *c, u32 which)
{
    struct cpu_prep p = { c->handle[which], 4 };
    int err;

    do {
        err = DRM(c->fd, 0x42, &p);
    } while (err == -4 || err == -11 || err == -512);
    check(!err, "waiting failed: ", -err);
}

/* --- work --- */

static void open_card(Client *c)
{
    struct channel_alloc a = { .vram_handle = DMA_VRAM,
                               .gart_handle = DMA_GART };
    struct pushbuf nothing = { 0 };
    u64 where;

    c->fd = call(SYS_OPEN, (u32)"/dev/dri/card0", 2, 0);
    check(c->fd >= 0, "no card: ", -c->fd);
    check(!DRM(c->fd, 2, &a), "no channel", 0);
    c->channel = a.channel;
    object(c, SURF, 0x62);
    object(c, RECT, 0x4a);
    object(c, COPY, 0x39);
    where = buffer(c, IN_PUSH, PUSH_BYTES, GART | MAPPABLE);
    c->words = map(c->fd, PUSH_BYTES, where);
    buffer(c, IN_SURFACE, BYTES, VRAM);
    where = buffer(c, IN_COPY, BYTES, GART | MAPPABLE);
    c->copy = map(c->fd, BYTES, where);
    check((u32)c->words < 0xfffff000 && (u32)c->copy < 0xfffff000,
          "no map: ", -(u32)c->words);
    nothing.channel = c->channel;
    check(!DRM(c->fd, 0x41, &nothing), "no empty push buffer", 0);
    c->suffix[0] = nothing.suffix[0];
    c->suffix[1] = nothing.suffix[1];
}

static void bind(Client *c)
{
    u32 i;

    for (i = 0; i < 3; i++) {
        method(c, i, 0, 1);
        word(c, SURF + i);
    }
    method(c, 0, 0x184, 2);
    word(c, DMA_VRAM);
    word(c, DMA_VRAM);
    method(c, 0, 0x300, 4);
    word(c, 11);                /* Y32: alpha is not forced */
    word(c, PITCH << 16 | PITCH);
    address(c, IN_SURFACE);
    address(c, IN_SURFACE);
    method(c, 1, 0x198, 1);
    word(c, SURF);
    method(c, 1, 0x2fc, 2);
    word(c, 3);                 /* SRCCOPY */
    word(c, 3);                 /* A8R8G8B8 */
}

static void fill(Client *c, u32 color, u32 x, u32 y, u32 w, u32 h)
{
    method(c, 1, 0x3fc, 1);
    word(c, color);
    method(c, 1, 0x400, 2);
    word(c, x << 16 | y);
    word(c, w << 16 | h);
}

static void copy(Client *c)
{
    method(c, 2, 0x180, 3);
    word(c, DMA_VRAM);          /* for notes: none are asked for */
    word(c, DMA_VRAM);
    word(c, DMA_GART);
    method(c, 2, 0x30c, 8);
    address(c, IN_SURFACE);
    address(c, IN_COPY);
    word(c, PITCH);
    word(c, PITCH);
    word(c, PITCH);
    word(c, HEIGHT);
    word(c, 0x101);
    word(c, 0);
}

/* A frame of one colour in a ground of another. */
static void round(Client *c, u32 color)
{
    u32 x, y, wanted, wrong = 0;

    bind(c);
    fill(c, color, 0, 0, WIDTH, HEIGHT);
    fill(c, ~color, 100, 50, 300, 100);
    copy(c);
    submit(c);
    wait(c, IN_COPY);
    for (y = 0; y < HEIGHT; y++) {
        for (x = 0; x < WIDTH; x++) {
            wanted = x >= 100 && x < 400 && y >= 50 && y < 150 ? ~color
                                                               : color;
            wrong += c->copy[y * WIDTH + x] != wanted;
        }
    }
    check(!wrong, "wrong pixels: ", wrong);
}

/* About a thousand whole surfaces; what the last one shows is not looked at. */
static void flood(Client *c, u32 color)
{
    u32 i;

    wait(c, IN_PUSH);
    bind(c);
    for (i = 0; i < 1000; i++) {
        fill(c, color + i, 0, 0, WIDTH, HEIGHT);
    }
    submit(c);
}

static u32 number(const char *s)
{
    u32 n = 0;

    while (*s >= '0' && *s <= '9') {
        n = 10 * n + (*s++ - '0');
    }
    return n;
}

__attribute__((used)) static void start(u32 *stack)
{
    static Client c;
    const char **argv = (const char **)(stack + 1);
    u32 rounds = stack[0] > 1 ? number(argv[1]) : 1, i;
    int draws = stack[0] > 2;
    u32 color = call(SYS_GETPID, 0, 0, 0) * 0x9e3779b1u;

    open_card(&c);
    for (i = 0; i < rounds || (draws && !rounds); i++) {
        if (draws) {
            flood(&c, color + i);
        } else {
            round(&c, color + i);
        }
    }
    say_hex("all right, rounds: ", i);
    call(SYS_EXIT, 0, 0, 0);
}

__asm__(".globl _start\n"
        "_start:\n"
        "    mov %esp, %eax\n"
        "    and $-16, %esp\n"
        "    sub $12, %esp\n"
        "    push %eax\n"
        "    call start\n");
