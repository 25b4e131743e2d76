/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Hostile inputs to the 2D engine: the largest of each operation. */
#include "hostile/hostile.h"

/* Subchannels; objects are in the slots of the same numbers. */
enum { SURF = 1, DRAW, CTX, SPARE };
enum { ROP_AND = 1, SRCCOPY = 3 };          /* the operation method */
enum { Y8 = 1, R5G6B5 = 4, A8R8G8B8 = 10 }; /* formats of surfaces */

static void bind(Rig *rig, unsigned subc, uint32_t class)
{
    hostile_send(rig, subc, 0, hostile_object(rig, subc, class));
}

static uint32_t vram(void)
{
    return CHANNEL_HANDLE(CHANNEL_DMA_VRAM);
}

/* All of VRAM as one surface: lines of @pitch bytes. */
static void surface(Rig *rig, unsigned format, uint32_t pitch)
{
    bind(rig, SURF, 0x62);
    hostile_send(rig, SURF, 0x184, vram());
    hostile_send(rig, SURF, 0x188, vram());
    hostile_send(rig, SURF, 0x300, format);
    hostile_send(rig, SURF, 0x304, pitch << 16 | pitch);
    hostile_send(rig, SURF, 0x308, 0);
    hostile_send(rig, SURF, 0x30c, 0);
}

/* An object for nothing but to be bound as a context. */
static uint32_t context(Rig *rig, uint32_t class)
{
    return hostile_object(rig, 8 + (class & 7), class);
}

/* ROP 0x6a needs pattern, source and target; every pixel its own cell. */
static void pattern(Rig *rig)
{
    bind(rig, CTX, 0x43);
    hostile_send(rig, CTX, 0x300, 0x6a);
    bind(rig, SPARE, 0x44);
    hostile_send(rig, SPARE, 0x300, 3);
    hostile_send(rig, SPARE, 0x304, 2);
    hostile_send(rig, SPARE, 0x308, 0);
    hostile_send(rig, SPARE, 0x30c, 2);
    for (unsigned i = 0; i < 64; i++) {
        hostile_send(rig, SPARE, 0x700 + 4 * i, i * 0x040404);
    }
}

/* --- rectangles --- */

static void set_up_fill(Rig *rig, unsigned operation)
{
    surface(rig, Y8, 0xffc0);
    pattern(rig);
    bind(rig, DRAW, 0x5e);
    hostile_send(rig, DRAW, 0x188, context(rig, 0x44));
    hostile_send(rig, DRAW, 0x18c, context(rig, 0x43));
    hostile_send(rig, DRAW, 0x198, CHANNEL_HANDLE(HOSTILE_OBJECT(SURF)));
    hostile_send(rig, DRAW, 0x2fc, operation);
    hostile_send(rig, DRAW, 0x300, 3);
    hostile_send(rig, DRAW, 0x304, 0x123456);
}

static void set_up_fill_plain(Rig *rig)
{
    set_up_fill(rig, SRCCOPY);
}

static void set_up_fill_rop(Rig *rig)
{
    set_up_fill(rig, ROP_AND);
}

static void fill(Rig *rig)
{
    for (unsigned i = 0; i < 100; i++) {
        hostile_send(rig, DRAW, 0x400, 0);
        hostile_send(rig, DRAW, 0x404, 0x7fff7fff);
    }
    rig_kick(rig);
}

/* --- lines, triangles --- */

static void set_up_solid(Rig *rig, uint32_t class)
{
    set_up_fill(rig, SRCCOPY);
    bind(rig, DRAW, class);
    hostile_send(rig, DRAW, 0x188, context(rig, 0x44));
    hostile_send(rig, DRAW, 0x18c, context(rig, 0x43));
    hostile_send(rig, DRAW, 0x198, CHANNEL_HANDLE(HOSTILE_OBJECT(SURF)));
    hostile_send(rig, DRAW, 0x2fc, ROP_AND);
    hostile_send(rig, DRAW, 0x300, 3);
    hostile_send(rig, DRAW, 0x304, 0x123456);
}

static void set_up_lines(Rig *rig)
{
    set_up_solid(rig, 0x5c);
}

static void lines(Rig *rig)
{
    for (unsigned i = 0; i < 1000; i++) {
        hostile_send(rig, DRAW, 0x400, 0);
        hostile_send(rig, DRAW, 0x404, 0x07ff7fff);
    }
    rig_kick(rig);
}

static void set_up_triangles(Rig *rig)
{
    set_up_solid(rig, 0x5d);
}

static void triangles(Rig *rig)
{
    for (unsigned i = 0; i < 100; i++) {
        hostile_send(rig, DRAW, 0x310, 0x80008000);
        hostile_send(rig, DRAW, 0x314, 0x7fff8000);
        hostile_send(rig, DRAW, 0x318, 0x80007fff);
    }
    rig_kick(rig);
}

/* --- blits --- */

static void set_up_blit(Rig *rig, unsigned operation)
{
    surface(rig, Y8, 0xffc0);
    pattern(rig);
    bind(rig, DRAW, 0x9f);
    hostile_send(rig, DRAW, 0x18c, context(rig, 0x44));
    hostile_send(rig, DRAW, 0x190, context(rig, 0x43));
    hostile_send(rig, DRAW, 0x19c, CHANNEL_HANDLE(HOSTILE_OBJECT(SURF)));
    hostile_send(rig, DRAW, 0x2fc, operation);
}

static void set_up_blit_plain(Rig *rig)
{
    set_up_blit(rig, SRCCOPY);
}

static void set_up_blit_rop(Rig *rig)
{
    set_up_blit(rig, ROP_AND);
}

/* Down and to the right over itself. */
static void blit(Rig *rig)
{
    for (unsigned i = 0; i < 100; i++) {
        hostile_send(rig, DRAW, 0x300, 0);
        hostile_send(rig, DRAW, 0x304, 1 << 16 | 1);
        hostile_send(rig, DRAW, 0x308, 0x7ff07ff0);
    }
    rig_kick(rig);
}

/* --- scaled images from memory --- */

static void scaler(Rig *rig, unsigned format)
{
    bind(rig, DRAW, 0x89);
    hostile_send(rig, DRAW, 0x184, vram());
    hostile_send(rig, DRAW, 0x198, CHANNEL_HANDLE(HOSTILE_OBJECT(SURF)));
    hostile_send(rig, DRAW, 0x2fc, 1);
    hostile_send(rig, DRAW, 0x300, format);
    hostile_send(rig, DRAW, 0x304, SRCCOPY);
    hostile_send(rig, DRAW, 0x308, 0);
    hostile_send(rig, DRAW, 0x30c, 0x7fff7fff);
    hostile_send(rig, DRAW, 0x310, 0);
    hostile_send(rig, DRAW, 0x314, 0x7fff7fff);
    hostile_send(rig, DRAW, 0x318, 0x12345);
    hostile_send(rig, DRAW, 0x31c, 0x12345);
    hostile_send(rig, DRAW, 0x400, 0x7fe << 16 | 0x7fe);
    hostile_send(rig, DRAW, 0x404, 0x1010000 | 0x2000);
    hostile_send(rig, DRAW, 0x408, 0);
}

static void set_up_scale_yuyv(Rig *rig)
{
    surface(rig, Y8, 0xffc0);
    scaler(rig, 5);
}

static void set_up_scale_argb(Rig *rig)
{
    surface(rig, A8R8G8B8, 0xffc0);
    scaler(rig, 3);
}

static void scale(Rig *rig)
{
    for (unsigned i = 0; i < 100; i++) {
        hostile_send(rig, DRAW, 0x40c, 0);
    }
    rig_kick(rig);
}

/* To a swizzled surface of 2048 x 2048, whose pixels lie far apart. */
static void set_up_scale_swizzled(Rig *rig)
{
    bind(rig, SURF, 0x9e);
    hostile_send(rig, SURF, 0x184, vram());
    hostile_send(rig, SURF, 0x300, 11 << 24 | 11 << 16 | A8R8G8B8);
    hostile_send(rig, SURF, 0x304, 0);
    scaler(rig, 3);
}

/* --- stretched images from the CPU: a pixel becomes a rectangle --- */

static void set_up_stretch(Rig *rig)
{
    surface(rig, Y8, 0xffc0);
    pattern(rig);
    bind(rig, DRAW, 0x66);
    hostile_send(rig, DRAW, 0x188, context(rig, 0x44));
    hostile_send(rig, DRAW, 0x18c, context(rig, 0x43));
    hostile_send(rig, DRAW, 0x198, CHANNEL_HANDLE(HOSTILE_OBJECT(SURF)));
    hostile_send(rig, DRAW, 0x2f8, 1);
    hostile_send(rig, DRAW, 0x2fc, ROP_AND);
    hostile_send(rig, DRAW, 0x300, 4);
}

static void stretch(Rig *rig)
{
    hostile_send(rig, DRAW, 0x304, 8 << 16 | 8);
    hostile_send(rig, DRAW, 0x308, 0x7fffffff);
    hostile_send(rig, DRAW, 0x30c, 0x7fffffff);
    hostile_send(rig, DRAW, 0x310, 0);
    hostile_send(rig, DRAW, 0x314, 0x7fff7fff);
    hostile_send(rig, DRAW, 0x318, 0);
    for (unsigned i = 0; i < 16; i++) {
        hostile_send(rig, DRAW, 0x400, 0x01234567 * i);
    }
    rig_kick(rig);
}

/* --- words that draw little, each --- */

static void set_up_upload(Rig *rig, uint32_t class)
{
    surface(rig, Y8, 0xffc0);
    pattern(rig);
    bind(rig, DRAW, class);
    hostile_send(rig, DRAW, 0x18c, context(rig, 0x44));
    hostile_send(rig, DRAW, 0x190, context(rig, 0x43));
    hostile_send(rig, DRAW, 0x19c, CHANNEL_HANDLE(HOSTILE_OBJECT(SURF)));
    hostile_send(rig, DRAW, 0x2fc, ROP_AND);
    hostile_send(rig, DRAW, 0x300, 4);
}

/* Lines of one pixel, four in a word. */
static void set_up_upload_narrow(Rig *rig)
{
    set_up_upload(rig, 0x65);
    hostile_send(rig, DRAW, 0x304, 0);
    hostile_send(rig, DRAW, 0x308, 0x7fff0001);
    hostile_send(rig, DRAW, 0x30c, 0x7fff0001);
}

static void upload(Rig *rig)
{
    for (unsigned i = 0; i < 4000; i++) {
        hostile_send(rig, DRAW, 0x400, i);
    }
    rig_kick(rig);
}

/* Eight pixels a word, whose colours are looked up one by one. */
static void set_up_index(Rig *rig)
{
    surface(rig, Y8, 0xffc0);
    bind(rig, DRAW, 0x64);
    hostile_send(rig, DRAW, 0x184, CHANNEL_HANDLE(CHANNEL_DMA_RAM));
    hostile_send(rig, DRAW, 0x1a0, CHANNEL_HANDLE(HOSTILE_OBJECT(SURF)));
    hostile_send(rig, DRAW, 0x3e4, SRCCOPY);
    hostile_send(rig, DRAW, 0x3e8, 4);
    hostile_send(rig, DRAW, 0x3ec, 1);
    hostile_send(rig, DRAW, 0x3f0, 0);
    hostile_send(rig, DRAW, 0x3f4, 0);
    hostile_send(rig, DRAW, 0x3f8, 0x7fff0001);
    hostile_send(rig, DRAW, 0x3fc, 0x7fff0001);
}

/* A bit a line: 32 pixels in 32 runs. */
static void set_up_bitmap(Rig *rig)
{
    surface(rig, Y8, 0xffc0);
    pattern(rig);
    bind(rig, DRAW, 0x4a);
    hostile_send(rig, DRAW, 0x188, context(rig, 0x44));
    hostile_send(rig, DRAW, 0x18c, context(rig, 0x43));
    hostile_send(rig, DRAW, 0x198, CHANNEL_HANDLE(HOSTILE_OBJECT(SURF)));
    hostile_send(rig, DRAW, 0x2fc, ROP_AND);
    hostile_send(rig, DRAW, 0x300, 3);
    hostile_send(rig, DRAW, 0x304, 1);
    hostile_send(rig, DRAW, 0xbe4, 0);
    hostile_send(rig, DRAW, 0xbe8, 0x7fff7fff);
    hostile_send(rig, DRAW, 0xbec, 0x000088);
    hostile_send(rig, DRAW, 0xbf0, 0xeeeeee);
    hostile_send(rig, DRAW, 0xbf4, 0x7fff0001);
    hostile_send(rig, DRAW, 0xbf8, 0x7fff0001);
}

static void bitmap(Rig *rig)
{
    hostile_send(rig, DRAW, 0xbfc, 0);
    for (unsigned i = 0; i < 1000; i++) {
        hostile_send(rig, DRAW, 0xc00, 0xffff0000);
    }
    rig_kick(rig);
}

/* --- memory to memory --- */

static void set_up_copy(Rig *rig)
{
    bind(rig, DRAW, 0x39);
    hostile_send(rig, DRAW, 0x180, CHANNEL_HANDLE(CHANNEL_DMA_NOTIFY));
    hostile_send(rig, DRAW, 0x184, vram());
    hostile_send(rig, DRAW, 0x188, vram());
}

static void copy(Rig *rig, uint32_t length, uint32_t lines_, uint32_t steps)
{
    hostile_send(rig, DRAW, 0x30c, 0);
    hostile_send(rig, DRAW, 0x310, 1);
    hostile_send(rig, DRAW, 0x314, 0);
    hostile_send(rig, DRAW, 0x318, 0);
    hostile_send(rig, DRAW, 0x31c, length);
    hostile_send(rig, DRAW, 0x320, lines_);
    hostile_send(rig, DRAW, 0x324, steps);
    hostile_send(rig, DRAW, 0x328, 0);
    rig_kick(rig);
}

/* The longest line, an element of four bytes each. */
static void copy_steps(Rig *rig)
{
    copy(rig, 0x3fffff, 0x7ff, 0x404);
}

static void copy_bytes(Rig *rig)
{
    copy(rig, 0x3fffff, 0x7ff, 0x101);
}

static void copy_short(Rig *rig)
{
    copy(rig, 1, 0x7ff, 0x101);
}

const Hostile hostile_2d[] = {
    { "2d/fill-plain-y8", .set_up = set_up_fill_plain, .work = fill },
    { "2d/fill-rop-pattern-y8", .set_up = set_up_fill_rop, .work = fill },
    { "2d/lines-rop", .set_up = set_up_lines, .work = lines },
    { "2d/triangles-rop", .set_up = set_up_triangles, .work = triangles },
    { "2d/blit-plain-y8", .set_up = set_up_blit_plain, .work = blit },
    { "2d/blit-rop-pattern-y8", .set_up = set_up_blit_rop, .work = blit },
    { "2d/scale-yuyv-bilinear-y8", .set_up = set_up_scale_yuyv,
      .work = scale },
    { "2d/scale-argb-bilinear", .set_up = set_up_scale_argb, .work = scale },
    { "2d/scale-swizzled", .set_up = set_up_scale_swizzled, .work = scale },
    { "2d/stretch-from-cpu-rop", .set_up = set_up_stretch, .work = stretch },
    { "2d/upload-narrow-rop", .set_up = set_up_upload_narrow,
      .work = upload },
    { "2d/upload-indexed", .set_up = set_up_index, .work = upload },
    { "2d/bitmap-narrow-rop", .set_up = set_up_bitmap, .work = bitmap },
    { "2d/copy-long-line-step-4", .set_up = set_up_copy, .work = copy_steps },
    { "2d/copy-long-line", .set_up = set_up_copy, .work = copy_bytes },
    { "2d/copy-short-lines", .set_up = set_up_copy, .work = copy_short },
    { 0 }
};
