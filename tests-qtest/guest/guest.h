/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The bundled guest: a bare-metal program that drives the card as a driver
 * does.  One header for all its parts; each part is one small file.
 */
#ifndef GUEST_H
#define GUEST_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WIDTH 640
#define HEIGHT 480
#define PITCH (WIDTH * 4)
#define ZMAX 16777215.0f

/* VRAM layout, bytes from the start of BAR1: VRAM_BASE is where ours begins. */
#ifndef VRAM_BASE
#define VRAM_BASE       0u
#endif
#define VRAM_COLOR0     (VRAM_BASE + 0x000000u)
#define VRAM_COLOR1     (VRAM_BASE + 0x130000u)
#define VRAM_ZETA       (VRAM_BASE + 0x260000u)
#define VRAM_HEAP       (VRAM_BASE + 0x400000u)

/* Where the card finds what mem_alloc() gave. */
#ifndef PHYSICAL
#define PHYSICAL(pointer) ((uint32_t)(pointer))
#endif

/* --- serial.c: COM1, and the small printf everybody uses --- */
void serial_init(void);
int serial_getc(void);              /* waits for a byte */
bool serial_poll(void);             /* a byte is waiting */
/* %d %u %x %08x %s %c %f (three decimals), %% */
void print(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void vprint(const char *fmt, va_list ap);

/* --- ports --- */
static inline void out8(uint16_t port, uint8_t v)
{
    __asm__ volatile("outb %0, %1" : : "a"(v), "Nd"(port));
}

static inline uint8_t in8(uint16_t port)
{
    uint8_t v;

    __asm__ volatile("inb %1, %0" : "=a"(v) : "Nd"(port));
    return v;
}

static inline void out32(uint16_t port, uint32_t v)
{
    __asm__ volatile("outl %0, %1" : : "a"(v), "Nd"(port));
}

static inline uint32_t in32(uint16_t port)
{
    uint32_t v;

    __asm__ volatile("inl %1, %0" : "=a"(v) : "Nd"(port));
    return v;
}

/* --- time.c: nanoseconds from the TSC, calibrated against the PIT --- */
void time_init(void);
uint64_t time_ns(void);
uint64_t div64(uint64_t n, uint32_t d);     /* no libgcc here */
void delay_us(uint32_t us);

/* --- mem.c --- */
void *mem_alloc(uint32_t size, uint32_t align);     /* system RAM, zeroed */
uint32_t vram_alloc(uint32_t size, uint32_t align); /* VRAM offset */
uint32_t vram_mark(void);
void vram_release(uint32_t mark);
void *memset(void *dst, int c, size_t n);
void *memcpy(void *dst, const void *src, size_t n);

/* --- math.c: vectors are float[4], matrices four rows --- */
typedef struct Mat { float m[4][4]; } Mat;
float sinf_(float x);
float cosf_(float x);
float sqrtf_(float x);
float floorf_(float x);
float powf_(float x, float y);      /* x > 0 */
float absf_(float x);
uint32_t bits(float f);
float from_bits(uint32_t u);
Mat mat_identity(void);
Mat mat_mul(const Mat *a, const Mat *b);
Mat mat_translate(float x, float y, float z);
Mat mat_scale(float x, float y, float z);
Mat mat_rotate(int axis, float radians);
/* z becomes 0..w between the planes (the card's clip space here). */
Mat mat_perspective(float fovy, float aspect, float znear, float zfar);
void mat_apply(const Mat *m, const float v[4], float out[4]);
void normalize3(float v[3]);
float dot3(const float *a, const float *b);
void hue(float h, float rgb[3]);    /* a pleasant rainbow, h in turns */

/* --- pci.c --- */
typedef struct PciCard {
    uint8_t bus, dev, func, irq;
    uint16_t device;
    uint32_t bar0, bar1;
} PciCard;
bool pci_find(unsigned skip, PciCard *card);

/* --- irq.c: PIC, IDT, the card's INTx --- */
extern volatile uint32_t irq_vblanks, irq_engines, irq_total;
void irq_init(uint8_t line);
void irq_handler(void);

/* --- card.c --- */
/* What is kept otherwise below class 0x97, from generation to generation. */
typedef struct Generation {
    const char *name;
    uint32_t first_chip;
    bool celsius, curie;        /* no class 0x97, and nothing of the below */
    uint32_t constants;         /* XFCTX vector of a user program's c[0] */
    uint32_t mov[4];            /* XFPR's words of MOV R0, v[0] */
} Generation;
typedef struct Card {
    PciCard pci;
    volatile uint32_t *mmio;
    volatile uint8_t *vram;
    uint32_t chip;              /* 0x20 for nv20 */
    const Generation *generation;
    uint32_t own_class;         /* the 3D class that came with the chip */
    uint32_t user;              /* where channel 0's USER registers are */
    uint32_t vram_size;
} Card;
extern Card card;
uint32_t rd(uint32_t reg);
void wr(uint32_t reg, uint32_t v);
void rd_mask_wr(uint32_t reg, uint32_t clear, uint32_t set);
void card_init(unsigned skip);
bool has_kelvin(void);              /* the card has class 0x97 */
uint64_t card_ptimer(void);
/* A DMA object at the next free instance; its RAMIN address. */
typedef enum DmaWhere { DMA_VRAM, DMA_SYSTEM } DmaWhere;
uint32_t dma_object(uint32_t class, DmaWhere where, uint32_t base,
                    uint32_t limit);
/* The same over @count pages of system memory, wherever they are. */
uint32_t dma_pages(uint32_t class, const uint32_t *page, unsigned count);
uint32_t graph_object(uint32_t class);
void ramht_add(uint32_t handle, uint32_t instance, uint32_t engine);
uint32_t ramht_find(uint32_t handle);   /* its instance, 0: there is none */
/* RDI: @count words of @space from byte @addr. */
void rdi_read(uint32_t space, uint32_t addr, uint32_t *out, unsigned count);
/* A user program's c[@n] as x y z w, from XFCTX. */
void constant_read(uint32_t n, float out[4]);

/* Handles in RAMHT. */
enum {
    H_3D = 0xd0000097, H_VRAM = 0xd0000001, H_SYSTEM = 0xd0000002,
    H_NOTIFY = 0xd0000003, H_FENCE = 0xd0000004, H_REPORT = 0xd0000005,
    H_SHORT = 0xd0000006, H_PAGES = 0xd0000007,
    H_RANKINE = 0xd0000008, H_NOBODY = 0xdeadbeef,
};
extern volatile uint32_t *notifier, *fence_page, *report_page;

/* --- push.c --- */
void push_init(void);
void gpu_method(uint32_t mthd, uint32_t v);
void gpu_method_on(unsigned subc, uint32_t mthd, uint32_t v);
void gpu_words(uint32_t mthd, const uint32_t *v, unsigned count);
void gpu_stream(uint32_t mthd, const uint32_t *v, unsigned count);
void gpu_float(uint32_t mthd, float x);
void gpu_float2(uint32_t mthd, float x, float y);
void gpu_float3(uint32_t mthd, float x, float y, float z);
void gpu_float4(uint32_t mthd, float x, float y, float z, float w);
void gpu_raw(uint32_t word);        /* a word as it is, for errors */
void gpu_kick(void);
/* Kick and wait until the card took everything and is idle. */
void gpu_idle(void);
/* Kick and wait only for GET: works while methods are half a primitive. */
void gpu_wait_get(void);
/* True when @reg & mask became value within the time every wait has. */
bool wait_reg(uint32_t reg, uint32_t mask, uint32_t value);
bool gpu_fence3d(uint32_t value);   /* through 3D fence method and memory */
uint32_t push_put(void);
extern uint32_t push_wraps;         /* how often the ring started anew */
extern bool gpu_expect_errors;
void gpu_report_state(const char *why);

/* --- mode.c --- */
void mode_set(void);
void mode_show(uint32_t vram_offset);   /* at the next vertical blank */
bool mode_wait_vblank(void);

/* --- draw.c: state and frames --- */
void draw_init(void);
uint32_t draw_target(void);             /* VRAM offset drawn to */
void draw_defaults(void);
void draw_shared_defaults(void);         /* the part of any 3D class */
void draw_again(void);                  /* after another class drew */
void draw_clear(uint32_t argb);
/* Vertical gradient behind everything, depth cleared. */
void draw_background(const float top[3], const float bottom[3]);
uint32_t draw_checksum(void);           /* of the frame being drawn */
void draw_present(void);                /* idle, flip */
uint32_t draw_pixel(int x, int y);      /* of the frame being drawn */
void draw_begin(uint32_t prim);
void draw_end(void);
void draw_arrays(uint32_t first, uint32_t count);
void draw_elements16(const uint16_t *index, unsigned count);
/* Array @attr from @offset of VRAM (or system RAM); size 0 switches off. */
void draw_array(unsigned attr, uint32_t offset, bool system, unsigned type,
                unsigned size, unsigned stride);
void draw_arrays_off(void);
void draw_constants(unsigned first, const float *v, unsigned vectors);
void draw_constant(unsigned n, float x, float y, float z, float w);
void draw_matrix(unsigned first, const Mat *m, unsigned rows);
/* A rectangle in window coordinates with the plain program. */
void draw_rect(float x0, float y0, float x1, float y1, float z,
               const float rgba[4]);
void draw_plain_program(void);
void draw_viewport_constants(unsigned scale, unsigned offset);
void draw_combiner_color(void);         /* pixel = D0 */
void draw_combiner_specular(void);      /* pixel = D0 + D1 */
void draw_combiner_modulate(void);      /* pixel = D0 * texture 0 */
void draw_blend(bool on);
void draw_depth(bool test, bool write);
void draw_texture(uint32_t offset, uint32_t format, uint32_t wrap,
                  uint32_t filter, uint32_t rect_size, uint32_t pitch);
void draw_texture_off(void);
extern uint64_t draw_vertices;          /* sent since draw_init() */

/* --- texture.c: A8R8G8B8 in VRAM, every texel as a function tells it --- */
typedef uint32_t Texel(uint32_t x, uint32_t y);
/* A new one, swizzled, or in rows: its VRAM offset. */
uint32_t texture_swizzled(uint32_t side, Texel *texel);
uint32_t texture_rect(uint32_t w, uint32_t h, Texel *texel);
/*
 * One to one at a place of the frame being drawn: how many pixels have a
 * channel that is more than @most off.
 */
unsigned texture_differing(int x0, int y0, uint32_t w, uint32_t h,
                           Texel *texel, int most);

enum {
    PRIM_END, PRIM_POINTS, PRIM_LINES, PRIM_LINE_LOOP, PRIM_LINE_STRIP,
    PRIM_TRIANGLES, PRIM_TRIANGLE_STRIP, PRIM_TRIANGLE_FAN, PRIM_QUADS,
    PRIM_QUAD_STRIP, PRIM_POLYGON,
};
enum { ARRAY_BGRA = 0, ARRAY_FLOAT = 2, ARRAY_UBYTE = 4, ARRAY_SHORT = 5 };
enum {
    ATTR_POS, ATTR_WEIGHT, ATTR_NORMAL, ATTR_COL0, ATTR_COL1, ATTR_FOG,
    ATTR_INDEX, ATTR_TEX0 = 9,
};
/* Slots of XFPR where programs live. */
enum { SLOT_PLAIN = 0, SLOT_SCENE = 16, SLOT_STATE = 96 };

/* --- checks.c --- */
extern unsigned checks_passed, checks_failed;
void check(const char *name, bool ok, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void check_hex(const char *name, uint32_t got, uint32_t expected);
void check_near(const char *name, float got, float expected, float tolerance);
/* @rgb in 0..1, @tolerance in 1/255. */
void check_color(const char *name, uint32_t argb, const float rgb[3],
                 int tolerance);
void fatal(const char *fmt, ...) __attribute__((format(printf, 1, 2),
                                                noreturn));
void leave(void) __attribute__((noreturn));

/* --- options on the kernel command line --- */
typedef struct Options {
    char scenes[16];
    uint32_t wait, animate, frames, loop, exit, split, card, irq, bug;
} Options;
extern Options options;

/* --- scenes: @t is the animation's phase, 0 for the picture --- */
/* Class 0x97, which Rankine has, too; classes of Rankine or Curie; others. */
typedef enum SceneNeeds {
    NEEDS_KELVIN, NEEDS_RANKINE, NEEDS_CELSIUS,
} SceneNeeds;
typedef struct Scene {
    char letter;
    const char *title;
    void (*setup)(void);        /* once: buffers, tables */
    void (*check)(void);        /* PASS and FAIL lines; may draw */
    void (*draw)(float t);      /* a whole frame but for the flip */
    bool animated;
    SceneNeeds needs;
} Scene;
extern const Scene scene_a, scene_b, scene_c, scene_d, scene_e, scene_f,
    scene_g, scene_h;
void scene_half(char letter);   /* with split=1: say so, wait for a byte */

#endif
