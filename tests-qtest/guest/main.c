/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The guest's story: find the card, bring it up, show the scenes one by one.
 * Options come on the kernel command line: scenes=abcdefgh wait=1 animate=1
 * frames=N loop=1 exit=1 split=1 card=N irq=0 bug=1.
 */
#include "captured.h"
#include "regs.h"
#include "vp.h"

Options options = { .scenes = "abcdefgh", .irq = 1 };

static const Scene *const all[] = {
    &scene_a, &scene_b, &scene_c, &scene_d, &scene_e, &scene_f, &scene_g,
    &scene_h, &scene_x,
};
enum { SCENES = sizeof(all) / sizeof(all[0]) };
static bool is_set_up[SCENES];

/* The value of @name in "name=value" words; NULL if it is not there. */
static const char *option(const char *line, const char *name)
{
    while (*line) {
        const char *n = name;

        while (*n && *line == *n) {
            line++;
            n++;
        }
        if (!*n && *line == '=') {
            return line + 1;
        }
        while (*line && *line != ' ') {
            line++;
        }
        while (*line == ' ') {
            line++;
        }
    }
    return NULL;
}

static void number_option(const char *line, const char *name, uint32_t *out)
{
    const char *s = option(line, name);

    if (s) {
        for (*out = 0; *s >= '0' && *s <= '9'; s++) {
            *out = *out * 10 + (uint32_t)(*s - '0');
        }
    }
}

static void parse(const char *line)
{
    const char *s = option(line, "scenes");
    unsigned i;

    if (s) {
        for (i = 0; i + 1 < sizeof(options.scenes) && s[i] && s[i] != ' ';
             i++) {
            options.scenes[i] = s[i];
        }
        options.scenes[i] = 0;
    }
    number_option(line, "wait", &options.wait);
    number_option(line, "animate", &options.animate);
    number_option(line, "frames", &options.frames);
    number_option(line, "loop", &options.loop);
    number_option(line, "exit", &options.exit);
    number_option(line, "split", &options.split);
    number_option(line, "card", &options.card);
    number_option(line, "irq", &options.irq);
    number_option(line, "bug", &options.bug);
}

static int find_scene(char letter)
{
    int i;

    for (i = 0; i < SCENES; i++) {
        if (all[i] && all[i]->letter == letter) {
            return i;
        }
    }
    return -1;
}

static bool has(int i)
{
    switch (all[i]->needs) {
    case NEEDS_RANKINE:
        return card.own_class && !card.generation->celsius;
    case NEEDS_CELSIUS:
        return card.generation->celsius;
    default:
        return has_kelvin();
    }
}

static void set_up(int i)
{
    if (!is_set_up[i]) {
        all[i]->setup();
        is_set_up[i] = true;
    }
}

void scene_half(char letter)
{
    print("SCENE %c HALF\n", letter);
    serial_getc();
}

static void show(int i)
{
    const Scene *s = all[i];
    uint64_t start, ns;
    uint32_t vertices, rate, crc;

    if (!has(i)) {
        static const char *const names[] = { "Kelvin", "Rankine", "Celsius" };

        print("SCENE %c NONE nv%02x has no class of %s's\n", s->letter,
              card.chip, names[s->needs]);
        return;
    }
    print("SCENE %c BEGIN %s\n", s->letter, s->title);
    set_up(i);
    draw_defaults();
    if (!options.split) {
        s->check();
        draw_defaults();
    }
    gpu_idle();
    draw_vertices = 0;
    start = time_ns();
    s->draw(0);
    gpu_idle();
    ns = time_ns() - start;
    vertices = (uint32_t)draw_vertices;
    crc = draw_checksum();
    draw_present();
    mode_wait_vblank();         /* the new picture is on screen from here */
    rate = ns >= 1000 ? (uint32_t)div64((uint64_t)vertices * 1000000u,
                                        (uint32_t)div64(ns, 1000)) : 0;
    print("SCENE %c READY vertices=%u ns=%u rate=%u crc=%08x\n", s->letter,
          vertices, (uint32_t)ns, rate, crc);
    if (options.wait) {
        serial_getc();
    }
}

static void animate(void)
{
    uint32_t frame = 0, per_scene = options.frames ? options.frames : 300;
    unsigned turn = 0;

    draw_defaults();
    print("ANIMATE until a byte arrives\n");
    while (!serial_poll()) {
        int i = find_scene(options.scenes[turn]);

        if (i < 0 || !all[i]->animated || !has(i)) {
            turn = options.scenes[turn] ? turn + 1 : 0;
            continue;
        }
        set_up(i);
        for (frame = 0; frame < per_scene && !serial_poll(); frame++) {
            all[i]->draw((float)frame * 0.02f);
            draw_present();
        }
        turn++;
    }
}

/* What PTIMER counted in 20 ms, and what it may have. */
typedef struct Span {
    uint32_t got, least, most;
} Span;

/*
 * PTIMER against our clock.  Each reading of PTIMER lies between two of ours,
 * so being interrupted widens the bounds instead of breaking them.
 */
static bool measure_ptimer(Span *s)
{
    uint64_t a, b, c, d, p0, p1;

    a = time_ns();
    p0 = card_ptimer();
    b = time_ns();
    delay_us(20000);
    c = time_ns();
    p1 = card_ptimer();
    d = time_ns();
    *s = (Span) {
        .got = (uint32_t)(p1 - p0),
        .least = (uint32_t)(c - b) / 10 * 9,
        .most = (uint32_t)(d - a) / 10 * 11,
    };
    return s->got >= s->least && s->got <= s->most;
}

/*
 * Ours is the processor's counter: where the host's cores do not count alike,
 * it jumps when we are moved to another, so that a bad measure has two more
 * chances.  A PTIMER that is wrong fails them all.
 */
static void check_ptimer(void)
{
    Span s;
    bool ok = measure_ptimer(&s) || measure_ptimer(&s) || measure_ptimer(&s);

    check("card/ptimer", ok, "%u ns, expected %u to %u", s.got, s.least,
          s.most);
}

static void check_vblank(void)
{
    uint32_t irqs = irq_vblanks, n = 0;
    uint64_t start, ns;

    mode_wait_vblank();
    start = time_ns();
    while (n < 6 && mode_wait_vblank()) {
        n++;
    }
    ns = time_ns() - start;
    /* Late is the host's business, early would be the card's. */
    check("card/vblank", n == 6 && ns > 75000000u,
          "%u vertical blanks in %u us, expected 100000", n,
          (uint32_t)div64(ns, 1000));
    if (options.irq) {
        check("card/vblank-irq", irq_vblanks - irqs >= 6,
              "%u interrupts on line %u", irq_vblanks - irqs, card.pci.irq);
    }
}

/* More words than the ring has, twice; every one must be taken. */
static void check_ring(void)
{
    static const uint32_t zeros[1000];
    uint32_t before = push_wraps;
    unsigned i;

    for (i = 0; i < 150; i++) {
        gpu_stream(M_NOP, zeros, 1000);
    }
    gpu_idle();
    check("card/ring-wrap", push_wraps - before >= 2,
          "150000 words, the ring started anew %u times",
          push_wraps - before);
}

static void check_card(void)
{
    bool fenced;

    check_ptimer();
    check_ring();
    if (!card.generation->celsius) {    /* Kelvin brought them */
        fenced = gpu_fence3d(0xfe2ce001);
        check("card/fence-3d", fenced, "fence page has %08x", fence_page[4]);
    }
    check_vblank();
}

void leave(void)
{
    static const uint8_t no_idt[6];

    print("DONE passed=%u failed=%u\n", checks_passed, checks_failed);
    if (options.exit) {
        /* isa-debug-exit: status (value << 1) | 1. */
        out32(0xf4, checks_failed ? 1 : 0);
        /* Without that device: a triple fault (for -no-reboot). */
        __asm__ volatile("lidt %0; int3" : : "m"(no_idt));
    }
    for (;;) {
        __asm__ volatile("cli; hlt");
    }
}

void guest_main(uint32_t magic, const uint32_t *info);

void guest_main(uint32_t magic, const uint32_t *info)
{
    unsigned i;

    serial_init();
    if (magic == 0x2badb002 && (info[0] & 4)) {
        parse((const char *)info[4]);
    }
    print("GUEST hw-nv2a bundled guest, scenes %s\n", options.scenes);
    time_init();
    card_init(options.card);
    if (options.irq) {
        irq_init(card.pci.irq);
    }
    mode_set();
    draw_init();
    if (options.animate) {
        animate();
        leave();
    }
    vp_check();
    if (!options.split) {
        check_card();
    }
    do {
        for (i = 0; options.scenes[i]; i++) {
            int n = find_scene(options.scenes[i]);

            if (n < 0) {
                fatal("no scene '%c'", options.scenes[i]);
            }
            show(n);
        }
    } while (options.loop);
    leave();
}
