/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "celsius.h"
#include "regs.h"

/* The window begins at -2048 of what the raster counts. */
#define ORIGIN 2048.0f

uint32_t cel_class(uint32_t chip)
{
    return chip == 0x10 ? 0x56 : chip == 0x15 ? 0x96 :
           chip == 0x17 ? 0x99 : 0;
}

static void methods(const uint32_t (*list)[2], unsigned count)
{
    unsigned i;

    for (i = 0; i < count; i++) {
        gpu_method(list[i][0], list[i][1]);
    }
}

static void matrix(uint32_t mthd, const Mat *m)
{
    unsigned i;

    for (i = 0; i < 4; i++) {
        gpu_float4(mthd + i * 16, m->m[i][0], m->m[i][1], m->m[i][2],
                   m->m[i][3]);
    }
}

static void surface(void)
{
    gpu_method(M_RT_PITCH, PITCH << 16 | PITCH);
    gpu_method(M_COLOR_OFFSET, draw_target());
    gpu_method(M_ZETA_OFFSET, VRAM_ZETA);
}

static void bind_objects(void)
{
    static const uint32_t bind[][2] = {
        { M_OBJECT, H_3D }, { M_DMA_NOTIFY, H_NOTIFY },
        { M_DMA_TEX_A, H_VRAM }, { M_DMA_TEX_B, H_SYSTEM },
        { CM_DMA_VTX, H_VRAM }, { M_DMA_COLOR, H_VRAM },
        { M_DMA_ZETA, H_VRAM },
        { M_CLIP_H, WIDTH << 16 }, { M_CLIP_V, HEIGHT << 16 },
        { M_RT_FORMAT, 0x108 },         /* A8R8G8B8, linear */
    };

    methods(bind, sizeof(bind) / sizeof(bind[0]));
    surface();
}

/* Numbers of fixed function's own, which a driver has to bring (doc). */
static void constants(void)
{
    static const struct {
        uint32_t slot;                  /* of XFCTX */
        uint32_t x, y, z, w;
    } list[] = {
        { 0x35, 0x40000000, 0x40000000, 0x40000000, 0x40000000 },
        { 0x36, 0, 0, 0x3f800000, 0 },
        { 0x37, 0x3f000000, 0x3f000000, 0, 0 },
        { 0x3a, 0x3f800000, 0x3f800000, 0x3f800000, 0x3f800000 },
    };
    unsigned i;

    gpu_idle();
    for (i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
        wr(PGRAPH_PIPE_ADDRESS, PIPE_XFCTX + list[i].slot * 16);
        wr(PGRAPH_PIPE_DATA, list[i].x);
        wr(PGRAPH_PIPE_DATA, list[i].y);
        wr(PGRAPH_PIPE_DATA, list[i].z);
        wr(PGRAPH_PIPE_DATA, list[i].w);
    }
}

void cel_init(void)
{
    static const float black[3];

    bind_objects();
    constants();
    cel_begin();
    cel_clear(black, black);
}

void cel_begin(void)
{
    static const uint32_t state[][2] = {
        { M_WINDOW_CLIP_H, 0x07ff0800 }, { M_WINDOW_CLIP_V, 0x07ff0800 },
        { M_SPECULAR_ENABLE, 0 }, { CM_POINT_SIZE, 8 },
        { CM_EDGE_FLAG, 1 }, { CM_LIGHT_MODEL, 0 }, { CM_NORMALIZE, 0 },
        { CM_TL_MODE, 4 },              /* the window's origin is its corner */
    };
    unsigned i;

    surface();
    draw_shared_defaults();
    methods(state, sizeof(state) / sizeof(state[0]));
    for (i = 0; i < 8; i++) {
        gpu_method(CM_TEX_GEN_MODE + i * 4, 0);
    }
    for (i = 0; i < 2; i++) {
        gpu_method(CM_TEX_MATRIX_ENABLE + i * 4, 0);
    }
    cel_lighting_off();
    cel_texture_off();
    cel_combine(0);
    cel_window();
}

/* --- where --- */

void cel_window(void)
{
    Mat one = mat_identity();

    matrix(CM_COMPOSITE, &one);
    gpu_float4(CM_VIEWPORT, -ORIGIN, -ORIGIN, 0, 0);
}

/* The viewport's scale is the matrix'. */
void cel_camera(const Mat *view, const Mat *projection)
{
    Mat scale = mat_scale(WIDTH / 2, -HEIGHT / 2, ZMAX);
    Mat clip = mat_mul(projection, view), all = mat_mul(&scale, &clip);
    unsigned i;

    matrix(CM_MODELVIEW, view);
    for (i = 0; i < 3; i++) {           /* views turn and move, no more */
        gpu_float4(CM_NORMAL_MATRIX + i * 16, view->m[i][0], view->m[i][1],
                   view->m[i][2], 0);
    }
    matrix(CM_COMPOSITE, &all);
    gpu_float4(CM_VIEWPORT, WIDTH / 2 - ORIGIN, HEIGHT / 2 - ORIGIN, 0, 0);
}

/* --- pixels --- */

#define COMBINE(a, b, c, d) ((uint32_t)(a) << 24 | (b) << 16 | (c) << 8 | (d))
enum {
    RC_FOG = 0x3, RC_COL0 = 0x4, RC_TEX0 = 0x8, RC_TEX1 = 0x9,
    RC_SPARE0 = 0xc, RC_ALPHA = 0x10, RC_ONE = 0x20,
};

static uint32_t alpha_of(uint32_t source)
{
    return source == RC_ONE ? source : source | RC_ALPHA;
}

/* The first combiner multiplies two, the second one by the third. */
void cel_combine(unsigned textures)
{
    uint32_t second = textures > 1 ? RC_TEX1 : RC_ONE;
    uint32_t first = textures ? RC_TEX0 : RC_ONE;

    gpu_method(CM_RC_IN_ALPHA, COMBINE(RC_COL0 | RC_ALPHA, alpha_of(first),
                                       0, 0));
    gpu_method(CM_RC_IN_COLOR, COMBINE(RC_COL0, first, 0, 0));
    gpu_method(CM_RC_IN_ALPHA + 4, COMBINE(RC_SPARE0 | RC_ALPHA,
                                           alpha_of(second), 0, 0));
    gpu_method(CM_RC_IN_COLOR + 4, COMBINE(RC_SPARE0, second, 0, 0));
    gpu_method(CM_RC_OUT_ALPHA, RC_SPARE0 << 8);
    gpu_method(CM_RC_OUT_ALPHA + 4, RC_SPARE0 << 8);
    gpu_method(CM_RC_OUT_COLOR, RC_SPARE0 << 8);
    /* Both of them are used. */
    gpu_method(CM_RC_OUT_COLOR + 4, 0x10000000 | RC_SPARE0 << 8);
    gpu_method(M_RC_FINAL0, COMBINE(0, 0, 0, RC_SPARE0));
    gpu_method(M_RC_FINAL1, (uint32_t)(RC_SPARE0 | RC_ALPHA) << 8);
}

void cel_fog(float near, float far, const float rgb[3])
{
    float one = 1 / (far - near);
    uint32_t color = 0;
    unsigned i;

    gpu_method(M_FOG_ENABLE, far != 0);
    if (far == 0) {
        gpu_method(M_RC_FINAL0, COMBINE(0, 0, 0, RC_SPARE0));
        return;
    }
    for (i = 0; i < 3; i++) {
        color |= (uint32_t)(rgb[i] * 255 + 0.5f) << 8 * i;
    }
    gpu_method(CM_FOG_MODE, 0x2601);
    gpu_method(CM_FOG_COORD, 3);        /* planar, without its sign */
    gpu_method(CM_FOG_COLOR, color);
    gpu_float3(CM_FOG_COEFF, 2 + near * one, -one, 0);
    gpu_float4(CM_FOG_PLANE, 0, 0, 1, 0);
    gpu_method(M_RC_FINAL0, COMBINE(RC_FOG | RC_ALPHA, RC_SPARE0, RC_FOG,
                                    0));
}

void cel_texture(unsigned unit, uint32_t offset, unsigned log2, bool linear)
{
    gpu_method(CM_TEX_OFFSET + unit * 4, offset);
    gpu_method(CM_TEX_FORMAT + unit * 4, 0x11001329 | log2 << 20 |
               log2 << 16);             /* A8R8G8B8, one level, repeated */
    gpu_method(CM_TEX_FILTER + unit * 4, linear ? 0x22000000 : 0x11000000);
    gpu_method(CM_TEX_CONTROL + unit * 4, 0x40000000);
}

void cel_texture_off(void)
{
    gpu_method(CM_TEX_CONTROL, 0);
    gpu_method(CM_TEX_CONTROL + 4, 0);
}

/* --- light --- */

void cel_lighting(const float ambient[3])
{
    gpu_method(M_LIGHTING, 1);
    gpu_method(CM_NORMALIZE, 1);
    gpu_method(CM_LIGHT_MATERIAL, 4);   /* diffuse */
    gpu_method(CM_LIGHT_ENABLE, 0);
    gpu_float3(CM_LIGHT_AMBIENT, ambient[0], ambient[1], ambient[2]);
    gpu_float3(CM_MATERIAL_RGB, 0, 0, 0);
    gpu_float(CM_MATERIAL_ALPHA, 1);
    /* Its curve is a line, and no light has any specular part. */
    gpu_float3(CM_SHININESS, 0, 0, 1);
    gpu_float3(CM_SHININESS + 12, 0, 0, 1);
    gpu_float4(CM_EYE, 0, 0, 0, 1);
}

void cel_lighting_off(void)
{
    gpu_method(M_LIGHTING, 0);
    gpu_method(CM_LIGHT_ENABLE, 0);
    gpu_method(CM_LIGHT_MATERIAL, 0);
}

void cel_light(unsigned n, unsigned kind, const float at[3],
               const float rgb[3])
{
    static uint32_t enabled;
    uint32_t light = CM_LIGHT + 0x80 * n;

    enabled = (n ? enabled & ~(3u << 2 * n) : 0) | kind << 2 * n;
    gpu_float3(light, 0, 0, 0);
    gpu_float3(light + 0x0c, rgb[0], rgb[1], rgb[2]);
    gpu_float3(light + 0x18, 0, 0, 0);
    gpu_float(light + 0x24, 1e30f);
    if (kind == CEL_LOCAL) {
        gpu_float3(light + 0x5c, at[0], at[1], at[2]);
        gpu_float3(light + 0x68, 1, 0, 0);
    } else {
        gpu_float3(light + 0x28, at[0], at[1], at[2]);
        gpu_float3(light + 0x34, at[0], at[1], at[2]);
    }
    gpu_method(CM_LIGHT_ENABLE, enabled);
}

/* --- primitives --- */

void cel_draw(uint32_t prim)
{
    gpu_method(CM_BEGIN, prim);
}

void cel_draw_end(void)
{
    gpu_method(CM_BEGIN, PRIM_END);
}

/* The class has no clear: what drivers do is draw it. */
void cel_clear(const float top[3], const float bottom[3])
{
    unsigned i;

    cel_window();
    cel_combine(0);
    gpu_method(M_DEPTH_TEST, 1);
    gpu_method(M_DEPTH_FUNC, 0x207);
    cel_draw(PRIM_QUADS);
    for (i = 0; i < 4; i++) {
        const float *c = i < 2 ? top : bottom;

        gpu_float3(CM_COL0_3F, c[0], c[1], c[2]);
        gpu_float3(CM_POS_3F, i == 1 || i == 2 ? WIDTH : 0,
                   i < 2 ? 0 : HEIGHT, ZMAX);
    }
    cel_draw_end();
    gpu_method(M_DEPTH_FUNC, 0x201);
}
