/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every kind of error of the bus, PFIFO and FE is made once, by a driver's
 * means where there are such, and its line is read.
 */
#include "unit/card/error-lines.h"

#include "pgraph/image.h"

#define SPARE 0x13000u              /* instance memory for objects */
#define M2MF_AT 0x13100u

static NvPgraph *fe(Rig *rig)
{
    return &rig->card->pgraph;
}

static void send(Rig *rig, uint32_t mthd, uint32_t data)
{
    rig_method(rig, mthd, data);
    rig_kick(rig);
}

/* A DMA object of these words, with a handle. */
static uint32_t object(Rig *rig, uint32_t word0, uint32_t limit,
                       uint32_t word2)
{
    rig_ramin_write(rig, SPARE, word0);
    rig_ramin_write(rig, SPARE + 4, limit);
    rig_ramin_write(rig, SPARE + 8, word2);
    channel_ramht(&rig->channel, 0, 0xbad, SPARE, 0);
    return 0xbad;
}

/* On subchannel 1, an object of class @class. */
static void other_class(Rig *rig, uint32_t class)
{
    rig_ramin_write(rig, M2MF_AT, class);
    for (unsigned i = 4; i < 16; i += 4) {
        rig_ramin_write(rig, M2MF_AT + i, 0);
    }
    channel_ramht(&rig->channel, 0, 0xb0b, M2MF_AT, 1);
    rig_push(rig, 1 << 18 | 1 << 13);
    rig_push(rig, 0xb0b);
}

static void send1(Rig *rig, uint32_t mthd, uint32_t data)
{
    rig_push(rig, 1 << 18 | 1 << 13 | mthd);
    rig_push(rig, data);
    rig_kick(rig);
}

/* --- FE --- */

static void value(Rig *rig)
{
    send(rig, 0x208, 0);
}

static void warning(Rig *rig)
{
    send(rig, 0x354, 5);
}

static void warning_inside(Rig *rig)
{
    rig_surface(rig, 64, 64);
    send(rig, 0x17fc, 5);
    send(rig, 0x354, 0x201);
}

static void method(Rig *rig)
{
    send(rig, 0x228, 3);
}

static void object_class(Rig *rig)
{
    send(rig, 0x184, CHANNEL_HANDLE(CHANNEL_OBJ_3D));
}

static void object_bounds(Rig *rig)
{
    send(rig, 0x184, object(rig, 0x303d, 0xfe, 3));
}

static void notify_in_use(Rig *rig)
{
    send(rig, 0x108, 1);
    send(rig, 0x180, CHANNEL_HANDLE(CHANNEL_DMA_NOTIFY));
}

static void notify_twice(Rig *rig)
{
    send(rig, 0x104, 0);
    send(rig, 0x104, 0);
}

static void state(Rig *rig)
{
    send(rig, 0x17fc, 5);
}

static void methods_missing(Rig *rig)
{
    other_class(rig, 0x39);
    send1(rig, 0x328, 0);
}

static void range(Rig *rig)
{
    other_class(rig, 0x39);
    rig_kick(rig);
    NV_PG_PUT_AT(fe(rig), XY_D, 0, RANGE, 1);
    send1(rig, 0x328, 0);
}

/* 16 bytes from @in to @out of objects that are @last long. */
static void copy(Rig *rig, uint32_t in, uint32_t out)
{
    static const uint32_t words[] = { 16, 16, 16, 1, 0x101, 0 };
    uint32_t handle = object(rig, 0x303d, 0xff, 3);

    other_class(rig, 0x39);
    send1(rig, 0x180, CHANNEL_HANDLE(CHANNEL_DMA_NOTIFY));
    send1(rig, 0x184, handle);
    send1(rig, 0x188, handle);
    send1(rig, 0x30c, in);
    send1(rig, 0x310, out);
    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++) {
        send1(rig, 0x314 + 4 * i, words[i]);
    }
}

static void read_fault(Rig *rig)
{
    copy(rig, 0x1000, 0);
}

static void write_fault(Rig *rig)
{
    copy(rig, 0, 0xf8);
}

static void inside(Rig *rig)
{
    rig_surface(rig, 64, 64);
    send(rig, 0x17fc, 5);
    send(rig, 0x288, 0);
}

static void busy(Rig *rig)
{
    NV_PG_PUT(fe(rig), FE3D_MISC, FD_BUSY, 1);
    send(rig, 0x354, 0x201);
}

static void software(Rig *rig)
{
    NV_PG_PUT(fe(rig), CTX_SWITCH_T, METHODS, 1);
    NV_PG_PUT(fe(rig), CTX_SWITCH_T, METHOD0, 0x354 / 4);
    send(rig, 0x354, 0x201);
}

static void owner(Rig *rig)
{
    NV_PG_PUT(fe(rig), DEBUG_D, STATE3D_CHECK, 1);
    send(rig, 0x354, 0x201);
}

static void vertex_object(Rig *rig)
{
    send(rig, 0x19c, object(rig, 0x3d, 0xff, 3));
}

static void switch_wanted(Rig *rig)
{
    NV_PG_PUT(fe(rig), CTX_CONTROL, DEVICE_ENABLED, 0);
    nv_pgraph_method(fe(rig), 3, 0, 0x354, 0x201);
}

static void latched(Rig *rig)
{
    switch_wanted(rig);
    nv_pgraph_method(fe(rig), 3, 0, 0x358, 1);
}

static void report(Rig *rig)
{
    send(rig, 0x1d6c, 0);
    send(rig, 0x1a4, object(rig, 0x3003, 0, 3));
    send(rig, 0x1d70, 1);
}

static void image(Rig *rig)
{
    rig_write(rig, 0x400784, 0xfffff);
    rig_write(rig, 0x400788, 1);
    g_assert_false(nv_image_fits(fe(rig), 0xffff0));
}

static void outside(Rig *rig)
{
    send(rig, 0x1810, 0);
}

static void pipe_bundle(Rig *rig)
{
    rig_write(rig, 0x400f50, 0x15000);
    rig_write(rig, 0x400f54, 0x7fc << 2);
    rig_write(rig, 0x400f54, 0);
}

static void window(Rig *rig)
{
    rig_write(rig, 0x400750, 0x1ff0000);
    rig_write(rig, 0x400754, 5);
}

static void class_unknown(Rig *rig)
{
    NvPgraph *pg = fe(rig);
    NvClassTable *table = &pg->classes[pg->class_index[0][0x97]];

    table->known = false;           /* as of a chip that is new here */
    send(rig, 0x228, 3);
}

static void method_unimp(Rig *rig)
{
    other_class(rig, 0x4a);
    send1(rig, 0x1000, 0x41);
}

static void register_unknown(Rig *rig)
{
    rig_read(rig, 0x400ffc);
}

static void unassigned(Rig *rig)
{
    rig_write(rig, 0x00f004, 1);
}

static void large_tile(Rig *rig)
{
    rig_write(rig, 0x100254, 0x6fffff);
    rig_write(rig, 0x100258, 0x1000);
    rig_write(rig, 0x100250, 1);
}

static void part(Rig *rig)
{
    nv_card_mmio_write(rig->card, 0x400140, 1, 1);
}

/* --- PFIFO --- */

static void push_word(Rig *rig, uint32_t word)
{
    rig_push(rig, word);
    rig_push(rig, 0);
    rig_kick(rig);
}

static void push_command(Rig *rig)
{
    push_word(rig, 0x80000003);
}

static void push_method(Rig *rig)
{
    push_word(rig, 1 << 18 | 0x40);
}

static void push_return(Rig *rig)
{
    push_word(rig, 0x00020000);
}

static void push_call(Rig *rig)
{
    rig_push(rig, (CHANNEL_PUSH_BASE + CHANNEL_PUSH_SIZE - 8) | 2);
    for (unsigned i = 0; i < 2; i++) {
        uint32_t word = GUINT32_TO_LE(CHANNEL_PUSH_BASE | 2);

        memcpy(rig->ram + CHANNEL_PUSH_BASE + CHANNEL_PUSH_SIZE - 8 + 4 * i,
               &word, 4);
    }
    rig_push(rig, 0);
    rig_kick(rig);
}

static void push_memory(Rig *rig)
{
    push_word(rig, 0x20000000 | (CHANNEL_RAM_SIZE - 4));
    rig_write(rig, 0x800040, CHANNEL_RAM_SIZE + 64);
    rig_write(rig, 0x003220, 1);
    nv_card_run(rig->card, 4096);
}

static void handle(Rig *rig)
{
    send(rig, 0x184, 0xdead);
}

static void engine(Rig *rig)
{
    rig_push(rig, 1 << 18 | 5 << 13 | 0x100);
    push_word(rig, 7);
}

static void semaphore_offset(Rig *rig)
{
    send(rig, 0x64, 0x1002);
}

static void semaphore_object(Rig *rig)
{
    send(rig, 0x60, CHANNEL_HANDLE(CHANNEL_DMA_VRAM));
}

static void semaphore_none(Rig *rig)
{
    send(rig, 0x6c, 1);
}

static void semaphore_memory(Rig *rig)
{
    send(rig, 0x60, object(rig, 0x22b002, 0xfff, 0x7ffff003));
    send(rig, 0x64, 0x10);
    send(rig, 0x6c, 1);
}

static void runout(Rig *rig)
{
    rig_write(rig, 0x800000 + 0x100, 9);
}

static void no_channel(Rig *rig)
{
    rig_read(rig, 0x800000 + (99 << 16) + 0x40);
}

#define FE_CASE(kind, make, ...) \
    { NV_ERROR_##kind, "nv25", 0x97, make, { __VA_ARGS__ } }
#define IN_3D "class 0x097 method 0x"
#define PLACE "channel 0 subchannel 0, push buffer 0x0001"
#define PLACE_1 "channel 0 subchannel 1, push buffer 0x0001"

static const ErrorCase cases[] = {
    FE_CASE(VALUE, value, "surf_format = 0x00000000", "take", "as in 0x",
            "(" IN_3D "0208, " PLACE),
    FE_CASE(WARNING, warning, "depth_func = 0x00000005",
            "takes 0x200..0x207", "(" IN_3D "0354, " PLACE),
    FE_CASE(WARNING, warning_inside, "depth_func = 0x00000201",
            "not between BEGIN and END", "(" IN_3D "0354, " PLACE),
    FE_CASE(METHOD, method, "method 0x0228 = 0x00000003",
            "the class has no such method",
            "there is one in class 0x056 (tex_control_a)", PLACE),
    FE_CASE(OBJECT_CLASS, object_class, "dma_tex", "class 0x02, 0x3d or 0x30",
            "of class 0x97", PLACE),
    FE_CASE(OBJECT_BOUNDS, object_bounds, "dma_tex", "blocks of 256",
            "limit 0x000000fe", PLACE),
    FE_CASE(NOTIFY_IN_USE, notify_in_use, "dma_notify", "warnings", PLACE),
    FE_CASE(NOTIFY_TWICE, notify_twice, "notify = 0x00000000", PLACE),
    FE_CASE(STATE, state, "begin = 0x00000005", "surfaces", PLACE),
    FE_CASE(METHODS_MISSING, methods_missing, "trigger", "M2MF_LENGTH",
            "class 0x039 method 0x0328, " PLACE_1),
    FE_CASE(RANGE, range, "trigger", "beyond 16 bits", PLACE_1),
    FE_CASE(READ_FAULT, read_fault, "trigger", "offset 0x00001000",
            "beyond the limit", PLACE_1),
    FE_CASE(WRITE_FAULT, write_fault, "trigger", "offset 0x000000f8",
            "beyond the limit", PLACE_1),
    FE_CASE(INSIDE, inside, "rc_final_a = 0x00000000", "only outside", PLACE),
    FE_CASE(BUSY, busy, "depth_func", "tessellator", PLACE),
    FE_CASE(SOFTWARE, software, "depth_func", "asks that it traps", PLACE),
    FE_CASE(OWNER, owner, "depth_func", "object 0x12100", PLACE),
    FE_CASE(VERTEX_OBJECT, vertex_object, "dma_vtx", "bit 12 or 13", PLACE),
    FE_CASE(SWITCH, switch_wanted, "method 0x0354 = 0x00000201",
            "channel 3 waits"),
    FE_CASE(LATCHED, latched, "method 0x0358 = 0x00000001", "channel 3"),
    FE_CASE(REPORT, report, "fence_write", "DMA object 0x13000",
            "beyond the limit", PLACE),
    FE_CASE(IMAGE, image, "0xffff0 of instance memory"),
    FE_CASE(OUTSIDE, outside, "draw_arrays", "draws nothing", PLACE),
    FE_CASE(PIPE, pipe_bundle, "no bundle 0x"),
    FE_CASE(CLASS, class_unknown, "method 0x0228 = 0x00000003", "ignored",
            PLACE),
    FE_CASE(METHOD_UNIMP, method_unimp, "f.xyc[0] = 0x00000041",
            "no text from fonts", "class 0x04a", PLACE_1),
    FE_CASE(WINDOW, window, "RDI 0x1ff:0x0000 = 0x00000005"),
    FE_CASE(REGISTER, register_unknown, "PGRAPH read 0x400ffc"),
    FE_CASE(REGISTER, unassigned, "write 0x00f004"),
    FE_CASE(TILE, large_tile, "region 1 at 0x00000000 has 0x700000 bytes",
            "lines of 0x1000", "above 0x600000 or 0x4000"),
    FE_CASE(PART, part, "1-byte write of 0x1 to 0x400140", "takes 32 bits"),
    FE_CASE(PUSH, push_command, "invalid command 0x80000003",
            "takes methods where bits", "call where", "channel 0, push"),
    FE_CASE(PUSH, push_method, "invalid method", "method 0x0040",
            "takes the puller's", "channel 0, push buffer 0x0001"),
    FE_CASE(PUSH, push_return, "return outside a subroutine", "takes a call"),
    FE_CASE(PUSH, push_call, "call in a subroutine", "takes a return",
            "push buffer 0x0004fff8"),
    FE_CASE(PUSH, push_memory, "memory fault", "DMA object 0x12000",
            "beyond the limit", "push buffer 0x00100000"),
    FE_CASE(HANDLE, handle, "method 0x0184 = 0x0000dead", "takes handles",
            PLACE),
    FE_CASE(ENGINE, engine, "method 0x0100 = 0x00000007", "left to software",
            "channel 0 subchannel 5, push buffer 0x0001"),
    FE_CASE(SEMAPHORE, semaphore_offset, "multiples of 4", "push buffer 0x"),
    FE_CASE(SEMAPHORE, semaphore_object, "class 0x02", "push buffer 0x"),
    FE_CASE(SEMAPHORE, semaphore_none, "no object was taken"),
    FE_CASE(SEMAPHORE, semaphore_memory, "where no memory is"),
    FE_CASE(RUNOUT, runout, "method 0x0100 = 0x00000009",
            "channel 0 subchannel 0, by USER"),
    FE_CASE(CHANNEL, no_channel, "USER read of channel 99", "0..31"),
};

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    error_add(cases, G_N_ELEMENTS(cases), false);
    return g_test_run();
}
