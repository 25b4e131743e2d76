/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The boot ROM on a running processor: byte code made here, one program an
 * opcode, with results left in memory.  Every program ends by switching the
 * machine off, which is the event that the test waits for.  Facts: the
 * instructions' effects as the free BIOS' byte code uses them.
 */
#include "xbox-qtest.h"

#include "qemu/bswap.h"

#define IMAGE_SIZE (4u << 10)
#define CODE 0x80
#define RESULT 0x5000u          /* where programs leave words */
#define ENTERED 0x5ffcu         /* what the code at address 0 writes */
#define MARK 0x600d600du

enum {
    PEEK = 0x02, POKE = 0x03, CONFIG_WRITE = 0x04, CONFIG_READ = 0x05,
    AND_OR = 0x06, WITH_R = 0x07, SKIP_UNLESS = 0x08, SKIP = 0x09,
    E_AND_OR = 0x10, OUT = 0x11, IN = 0x12, END = 0xee,
};

typedef struct Step {
    uint8_t op;
    uint32_t a, b;
} Step;

typedef struct Program {
    const char *name;
    Step step[24];              /* up to an op of 0 */
    uint32_t result[6];
} Program;

/* memory[at] = R */
#define STORE(i) { WITH_R, POKE, RESULT + (i) * 4 }
#define KEEP(i, value) { POKE, RESULT + (i) * 4, value }
#define STEPS(n) ((uint32_t)((n) * 9))

static const Program programs[] = {
    { "peek-poke", {
        { POKE, 0x6000, 0x12345678 },
        { PEEK, 0x6000, 0xffffffff },
        STORE(0),
        { PEEK, 0x6001, 0 },
        STORE(1),
    }, { 0x12345678, 0x00123456 } },
    { "flash", {
        { PEEK, 0xff000084, 0 },        /* this instruction's own operands */
        STORE(0),
    }, { 0x000000ff } },
    { "config", {
        { CONFIG_READ, 0x80000000, 0 },
        STORE(0),
        { CONFIG_WRITE, 0x80000844, 0x0badcafe },
        { CONFIG_READ, 0x80000844, 0x1111 },
        STORE(1),
        { POKE, 0x6000, 0 },
        { PEEK, 0x6000, 0 },
        { CONFIG_READ, 0x80000084, 0 },
        STORE(2),
    }, { 0x02a510de, 0x0badcafe, 0x03ffffff } },
    { "rom-stays", {
        { CONFIG_WRITE, 0x80000880, 0xffffffff },
        { CONFIG_READ, 0x80000880, 0 },
        STORE(0),
        { AND_OR, 0, 0x00000302 },
        { WITH_R, CONFIG_WRITE, 0x80000880 },
        { CONFIG_READ, 0x80000880, 0 },
        STORE(1),
        { PEEK, 0xfffffff0, 0 },
        { AND_OR, 0xff, 0 },
        STORE(2),
    }, { 0xfffffffd, 0x00000300, 0xeb } },
    { "and-or", {
        { AND_OR, 0, 0xf0f01234 },
        STORE(0),
        { AND_OR, 0xffff0000, 0x0000000f },
        STORE(1),
        { AND_OR, 0xffffffff, 0 },
        STORE(2),
    }, { 0xf0f01234, 0xf0f0000f, 0xf0f0000f } },
    { "second", {
        { E_AND_OR, 0, 0x0000ff00 },
        STORE(0),
        { AND_OR, 0, 0x77 },            /* R alone */
        STORE(1),
        { E_AND_OR, 0x0f00, 0x000000aa },
        STORE(2),
        { AND_OR, 0x00f0, 1 },
        STORE(3),
    }, { 0xff00, 0x77, 0x0faa, 0xa1 } },
    { "ports", {
        { OUT, 0x3ff, 0x1a5 },          /* the serial port's scratch */
        { AND_OR, 0, 0xffffffff },
        { IN, 0x3ff, 0 },
        STORE(0),
        { AND_OR, 0, 0x5c },
        { WITH_R, OUT, 0x3ff },
        { IN, 0x3ff, 0 },
        STORE(1),
    }, { 0xa5, 0x5c } },
    { "skip", {
        KEEP(0, 1),
        { SKIP, 0x1234, STEPS(2) },
        KEEP(0, 2),
        KEEP(0, 3),
        KEEP(1, 4),
        { SKIP, 0, 0 },
        KEEP(2, 5),
    }, { 1, 4, 5 } },
    { "skip-unless", {
        { AND_OR, 0, 7 },
        { SKIP_UNLESS, 7, STEPS(1) },
        KEEP(0, 1),                     /* equal: not skipped */
        { SKIP_UNLESS, 8, STEPS(1) },
        KEEP(1, 2),                     /* unequal: skipped */
        KEEP(2, 3),
    }, { 1, 0, 3 } },
    { "loop", {
        /* Twice round: the flag is seen in the second. */
        { PEEK, 0x6000, 0 },
        STORE(0),
        { SKIP_UNLESS, 0, STEPS(3) },
        { POKE, 0x6000, 0x55 },
        KEEP(1, 1),
        { SKIP, 0, STEPS(-6) },
        KEEP(2, 2),
    }, { 0x55, 1, 2 } },
    { "wait", {
        /* Until the field pin is high, then until it is low. */
        { CONFIG_WRITE, 0x80000810, 0x8001 },
        { CONFIG_WRITE, 0x80000804, 3 },
        { IN, 0x80c0, 0 },
        { AND_OR, 0x20, 0 },
        { SKIP_UNLESS, 0x20, STEPS(-3) },
        KEEP(0, 1),
        { IN, 0x80c0, 0 },
        { AND_OR, 0x20, 0 },
        { SKIP_UNLESS, 0, STEPS(-3) },
        KEEP(1, 2),
    }, { 1, 2 } },
    { "with-r", {
        { POKE, 0x6000, 0x11223344 },
        { AND_OR, 0, 0x6000 },
        { WITH_R, PEEK, 0 },            /* memory[0], the jump */
        STORE(0),
        { AND_OR, 0, 0xf },
        { WITH_R, AND_OR, 0xff },       /* R = (R & 0xff) | R */
        STORE(1),
        { WITH_R, E_AND_OR, 0 },
        STORE(2),
        { WITH_R, SKIP_UNLESS, 0xf },   /* R == 0xf: goes on */
        KEEP(3, 1),
        { AND_OR, 0, STEPS(1) },
        { WITH_R, SKIP, 0 },            /* skips R bytes */
        KEEP(3, 2),
        KEEP(4, 3),
    }, { 0, 0xf, 0xf, 1, 3 } },
    { "unknown", {
        { AND_OR, 0, 0x33 },
        { 0x01, 0x6000, 1 }, { 0x0a, 0x6000, 2 }, { 0x13, 0x6000, 3 },
        { 0xff, 0x6000, 4 }, { 0xed, 0x6000, 5 }, { 0x7f, 0, 0 },
        STORE(0),
        { PEEK, 0x6000, 0 },
        STORE(1),
        { WITH_R, 0x55, 0 },
        KEEP(2, 1),
    }, { 0x33, 0, 1 } },
};

/*
 * mov dword [ENTERED], MARK; mov dx, XBOX_SMBUS + 2; mov al, 0x0a; out dx, al;
 * hlt - it sends what the byte code has put into the SMBus host.
 */
static const Step off[] = {
    { CONFIG_WRITE, 0x80000904, 1 },
    { CONFIG_WRITE, 0x80000914, XBOX_SMBUS | 1 },
    { OUT, XBOX_SMBUS + 4, XBOX_SMC << 1 },
    { OUT, XBOX_SMBUS + 8, 0x02 },
    { OUT, XBOX_SMBUS + 6, 0x80 },
    { OUT, XBOX_SMBUS, 0xff },
    { POKE, 0x00, 0x5ffc05c7 },
    { POKE, 0x04, 0x600d0000 },
    { POKE, 0x08, 0xba66600d },
    { POKE, 0x0c, 0x0ab0c002 },
    { POKE, 0x10, 0x0000f4ee },
    { END, 0, 0 },
};

static uint8_t *put(uint8_t *to, const Step *s)
{
    to[0] = s->op;
    stl_le_p(to + 1, s->a);
    stl_le_p(to + 5, s->b);
    return to + 9;
}

static void test_program(const void *data)
{
    const Program *p = data;
    uint8_t image[IMAGE_SIZE];
    uint8_t *at = image + CODE;
    XboxTest *t;
    unsigned i;

    memset(image, 0, sizeof(image));
    for (i = 0; p->step[i].op; i++) {
        at = put(at, &p->step[i]);
    }
    for (i = 0; i < G_N_ELEMENTS(off); i++) {
        at = put(at, &off[i]);
    }
    g_assert_true(at <= image + IMAGE_SIZE - 512);
    t = xbox_start_with(image, sizeof(image), "", "-accel tcg -S -serial null");
    /* ORDER: the event is not sent before somebody listens. */
    qtest_qmp_assert_success(t->qts, "{'execute': 'cont'}");
    xbox_wait(t, "SHUTDOWN");
    g_assert_cmphex(qtest_readl(t->qts, ENTERED), ==, MARK);
    for (i = 0; i < G_N_ELEMENTS(p->result); i++) {
        g_assert_cmphex(qtest_readl(t->qts, RESULT + i * 4), ==,
                        p->result[i]);
    }
    xbox_end(t);
}

int main(int argc, char **argv)
{
    unsigned i;

    g_test_init(&argc, &argv, NULL);
    for (i = 0; i < G_N_ELEMENTS(programs); i++) {
        g_autofree char *path = g_strdup_printf("/xbox/bytecode/%s",
                                                programs[i].name);

        g_test_add_data_func(path, &programs[i], test_program);
    }
    return g_test_run();
}
