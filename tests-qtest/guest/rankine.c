/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rankine's own 3D classes on a subchannel of their own, and Curie's: set-up,
 * vertices, fragment programs.
 */
#include "rankine.h"
#include "regs.h"

#define SUBCHANNEL 1u
#define IDENTITY 0xe4u
#define ALWAYS (7u << 18 | IDENTITY << 21)

/* Methods. */
enum {
    RK_OBJECT = 0x0000, RK_DMA_TEX_A = 0x0184, RK_DMA_COLOR = 0x0194,
    RK_DMA_ZETA = 0x0198, RK_CLIP_H = 0x0200, RK_CLIP_V = 0x0204,
    RK_RT_FORMAT = 0x0208, RK_RT_PITCH = 0x020c, RK_COLOR_OFFSET = 0x0210,
    RK_ZETA_OFFSET = 0x0214, RK_RT_ENABLE = 0x0220, RK_TEX_UNITS = 0x023c,
    RK_DEPTH_NEAR = 0x0394, RK_DEPTH_FAR = 0x0398, RK_PROGRAM_AT = 0x08e4,
    RK_VIEWPORT_H = 0x0a00, RK_VIEWPORT_V = 0x0a04,
    RK_VIEWPORT_TRANSLATE = 0x0a20, RK_INSTRUCTION = 0x0b80,
    RK_FP_REG = 0x1450, RK_BEGIN_END = 0x1808, RK_TEXTURE = 0x1a00,
    RK_ZETA_PITCH = 0x022c, RK_TEX_PITCH = 0x1840, RK_INPUTS = 0x1ff0,
    RK_OUTPUTS = 0x1ff4,                                    /* Curie */
    RK_ATTR_4F = 0x1c00, RK_FP_CONTROL = 0x1d60, RK_VERTEX_MODE = 0x1e94,
    RK_INSTRUCTION_POS = 0x1e9c, RK_START = 0x1ea0,
};

static void send(uint32_t mthd, uint32_t v)
{
    gpu_method_on(SUBCHANNEL, mthd, v);
}

static void send_floats(uint32_t mthd, const float *v, unsigned count)
{
    uint32_t words[8];
    unsigned i;

    for (i = 0; i < count; i++) {
        words[i] = bits(v[i]);
    }
    gpu_words(SUBCHANNEL << 13 | mthd, words, count);
}

static void send_list(const uint32_t (*list)[2], unsigned count)
{
    unsigned i;

    for (i = 0; i < count; i++) {
        send(list[i][0], list[i][1]);
    }
}

static void rankine_state(void)
{
    static const uint32_t list[][2] = {
        { 0x3b0, 0x00100000 }, { 0x1d80, 3 }, { 0x1e98, 0 }, { 0x17e0, 0 },
        { 0x17e4, 0 }, { 0x17e8, 0x3f800000 }, { 0x8fc, 0 }, { 0x1d78, 1 },
    };
    unsigned i;

    send_list(list, sizeof(list) / sizeof(list[0]));
    for (i = 0; i < 16; i++) {
        send(0x1f80 + 4 * i, i == 8 ? 0xffff : 0);
    }
}

static void curie_state(void)
{
    static const uint32_t list[][2] = {
        { 0x1450, 4 }, { 0x1ea4, 0x10 }, { 0x1ea8, 0x01000100 },
        { 0x1eac, 0xff800006 }, { 0x1fc4, 0x06144321 },
        { 0x1fc8, 0xedcba987 }, { 0x1fcc, 0x6f }, { 0x1fd0, 0x00171615 },
        { 0x1fd4, 0x001b1a19 }, { 0x1ef8, 0x0020ffff },
        { 0x1d64, 0x01d300d4 }, { 0x3b0, 0x00100000 }, { 0x1d78, 1 },
    };

    send_list(list, sizeof(list) / sizeof(list[0]));
}

/* What drivers send once. */
static void state(void)
{
    static const uint32_t list[][2] = {
        { 0x368, 0x1d01 }, { 0x1828, 0x1b02 }, { 0x182c, 0x1b02 },
        { 0x1830, 0x405 }, { 0x1834, 0x901 }, { 0x183c, 0 },
        { 0xa60, 0 }, { 0xa64, 0 }, { 0xa68, 0 }, { 0x3b8, 8 },
        { 0x142c, 0 }, { 0x147c, 0 }, { 0x1454, 0 }, { 0xa6c, 0x207 },
        { 0xa70, 0 }, { 0xa74, 0 }, { 0x328, 0 }, { 0x348, 0 },
        { 0x304, 0 }, { 0x310, 0 }, { 0x374, 0 }, { 0x300, 0 },
        { 0x324, 0x01010101 }, { 0x1ee0, 0x3f800000 }, { 0x1ee8, 0 },
        { 0x1478, 0 }, { 0x1d7c, 0xffff0000 },
    };

    if (card.generation->curie) {
        curie_state();
    } else {
        rankine_state();
    }
    send_list(list, sizeof(list) / sizeof(list[0]));
}

static void pitches(void)
{
    if (card.generation->curie) {
        send(RK_RT_PITCH, PITCH);
        send(RK_ZETA_PITCH, PITCH);
    } else {
        send(RK_RT_PITCH, PITCH << 16 | PITCH);
    }
}

static void surface(void)
{
    /* x, y, z, w: added, then what -1..1 is multiplied by; z to 0..1. */
    static const float viewport[8] = {
        WIDTH / 2, HEIGHT / 2, 0.5f, 0, WIDTH / 2, -HEIGHT / 2, 0.5f, 0,
    };
    static const float range[2] = { 0, 1 };
    const uint32_t list[][2] = {
        { RK_DMA_TEX_A, H_VRAM }, { RK_DMA_COLOR, H_VRAM },
        { RK_DMA_ZETA, H_VRAM }, { 0x1da4, 0 },
        { RK_CLIP_H, WIDTH << 16 }, { RK_CLIP_V, HEIGHT << 16 },
        { RK_RT_FORMAT, 0x148 },
        { RK_COLOR_OFFSET, draw_target() }, { RK_ZETA_OFFSET, VRAM_ZETA },
        { 0x2b8, 0 }, { 0x2bc, 0 }, { 0x2c0, (WIDTH - 1) << 16 },
        { 0x2c4, (HEIGHT - 1) << 16 }, { 0x8c0, WIDTH << 16 },
        { 0x8c4, HEIGHT << 16 }, { RK_RT_ENABLE, 1 },
        { 0x1d88, 0x1000 | HEIGHT }, { RK_VIEWPORT_H, WIDTH << 16 },
        { RK_VIEWPORT_V, HEIGHT << 16 },
    };

    send_list(list, sizeof(list) / sizeof(list[0]));
    pitches();
    send_floats(RK_VIEWPORT_TRANSLATE, viewport, 8);
    send_floats(RK_DEPTH_NEAR, &range[0], 1);
    send_floats(RK_DEPTH_FAR, &range[1], 1);
}

void rk_begin(void)
{
    static bool made;

    if (!made) {
        ramht_add(H_RANKINE, graph_object(card.own_class), 1);
        made = true;
    }
    send(RK_OBJECT, H_RANKINE);
    state();
    surface();
}

void rk_end(void)
{
    draw_again();
}

void rk_vertex_program(const RkProgram *p)
{
    bool curie = card.generation->curie;
    unsigned slot = curie ? 0 : RK_SLOT, i, k;

    send(RK_INSTRUCTION_POS, slot);
    for (i = 0; i < p->count; i++) {
        uint32_t up[4];

        for (k = 0; k < 4; k++) {           /* top word first */
            up[k] = (curie ? p->curie : p->rankine)[i][3 - k];
        }
        gpu_words(SUBCHANNEL << 13 | RK_INSTRUCTION, up, 4);
    }
    send(RK_START, slot);
    if (curie) {
        send(RK_INPUTS, 0xffff);
        send(RK_OUTPUTS, 0x3fffff);
    }
    send(RK_VERTEX_MODE, curie ? 0x11 : 0x13);
}

void rk_draw(uint32_t prim)
{
    send(RK_BEGIN_END, prim);
}

void rk_draw_end(void)
{
    send(RK_BEGIN_END, PRIM_END);
}

void rk_attr(unsigned n, float x, float y, float z, float w)
{
    const float v[4] = { x, y, z, w };

    send_floats(RK_ATTR_4F + 16 * n, v, 4);
    draw_vertices += n == 0;
}

void rk_texture(uint32_t offset, unsigned log2)
{
    uint32_t words[8] = {
        offset, 0x00010629 | log2 << 20 | log2 << 24, 0x00010101, 0x40000000,
        0xaae4, 0x01012000, 1u << log2 << 16 | 1u << log2, 0,
    };

    if (card.generation->curie) {           /* another format, no sizes */
        words[1] = 0x00018529;
        words[3] = 0x80000000;
        send(RK_TEX_PITCH, 1u << 20);
    }
    gpu_words(SUBCHANNEL << 13 | RK_TEXTURE, words, 8);
}

/* --- fragment programs --- */

FpSrc fp_none(void)
{
    return fp_r(0);
}

FpSrc fp_r(unsigned n)
{
    return (FpSrc) { n << 2 | IDENTITY << 9, 0, NULL };
}

FpSrc fp_in(unsigned attribute)
{
    return (FpSrc) { 1 | IDENTITY << 9, attribute, NULL };
}

FpSrc fp_constant(const float *v)
{
    return (FpSrc) { 2 | IDENTITY << 9, 0, v };
}

FpSrc fp_one(FpSrc s, unsigned component)
{
    s.word &= ~(0xffu << 9);
    s.word |= component * 0x55 << 9;
    return s;
}

FpSrc fp_minus(FpSrc s)
{
    s.word ^= 1u << 17;
    return s;
}

static uint32_t *next(Fp *p)
{
    if (p->count >= FP_MAX) {
        fatal("fragment program too long");
    }
    return p->w[p->count++];
}

void fp_op(Fp *p, unsigned op, unsigned dst, unsigned mask, FpSrc a, FpSrc b,
           FpSrc c)
{
    const float *v = a.constant ? a.constant : b.constant ? b.constant
                                             : c.constant;
    uint32_t *w = next(p);
    unsigned i;

    p->last = p->count - 1;
    w[0] = op << 24 | (a.in | b.in | c.in) << 13 | mask << 9 | dst << 1;
    w[1] = ALWAYS | a.word;
    w[2] = b.word;
    w[3] = c.word;
    if (v) {
        w = next(p);
        for (i = 0; i < 4; i++) {
            w[i] = bits(v[i]);
        }
    }
}

void fp_saturate(Fp *p)
{
    p->w[p->last][0] |= 1u << 31;
}

void fp_condition(Fp *p)
{
    p->w[p->last][0] |= 1u << 8;
}

void fp_kill(Fp *p, unsigned c)
{
    fp_op(p, FP_KIL, 0, 0, fp_none(), fp_none(), fp_none());
    p->w[p->last][1] = FP_LE << 18 | c * 0x55 << 21 | fp_none().word;
}

void rk_fragment_program(Fp *p, unsigned units)
{
    unsigned i, k;

    p->w[p->last][0] |= 1;
    if (!p->at) {
        p->at = vram_alloc(p->count * 16, 64);
    }
    for (i = 0; i < p->count; i++) {
        for (k = 0; k < 4; k++) {
            *(volatile uint32_t *)(card.vram + p->at + 16 * i + 4 * k) =
                p->w[i][k];
        }
    }
    send(RK_PROGRAM_AT, p->at | 1);
    if (card.generation->curie) {
        send(RK_FP_CONTROL, 0x08000400);    /* eight registers */
        return;
    }
    send(RK_FP_CONTROL, 3);         /* eight registers */
    send(RK_FP_REG, 0x00010004);
    send(RK_TEX_UNITS, units);
}
