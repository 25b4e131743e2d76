/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * IDX in front of the real XF, VTX and memory: conversions, arrays, index
 * reuse, three ways to the same vertices, faults, state words, hostility.
 */
#include <glib.h>
#include <math.h>

#include "card/chips.h"
#include "idx/idx.h"

#define VRAM (4u << 20)
#define DMA_A 0x1000u           /* RAMIN addresses of the DMA objects */
#define DMA_B 0x1010u
#define DATA 0x10000u           /* VRAM address behind DMA_A's offset 0 */
#define DATA_SIZE 0x40000u
#define DATA_B 0x80000u

typedef struct Rig {
    NvEnv env;
    NvHostOps host;
    NvMem mem;
    NvRaster raster;
    NvXf xf;
    NvVtx vtx;
    NvIdx idx;
    GArray *out;
} Rig;

static void record(void *rig, const NvRasterVertex *v, unsigned n)
{
    g_array_append_vals(((Rig *)rig)->out, v, n);
}

static const NvRasterOps recorder = {
    .name = "test", .points = record, .lines = record, .triangles = record,
};

/* o[n] = v[n] for every output the chip has; words as the methods take. */
static void upload_program(Rig *rig)
{
    static const uint8_t slots[] = { 0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 };

    for (unsigned i = 0; i < G_N_ELEMENTS(slots); i++) {
        uint32_t source = 0x6c2;        /* input, x y z w */
        uint32_t word[4] = {
            0,
            1u << 21 | slots[i] << 9 | source >> 6,
            (source & 0x3f) << 26,
            0xfu << 12 | 1u << 11 | slots[i] << 3 |
                (i == G_N_ELEMENTS(slots) - 1),
        };

        for (unsigned c = 0; c < 4; c++) {
            nv_idx_xf(&rig->idx, NV_XF_XFPR, i << 4 | c << 2, word[c]);
        }
    }
    /* Mode 2 (program), start 0. */
    nv_idx_xf64(&rig->idx, NV_XF_MODE, 0, 2u << 30, 0);
    nv_idx_xf64(&rig->idx, NV_XF_MODE, 8, 0, 0);
}

static void bundle(Rig *rig, NvBundle name, uint32_t data)
{
    nv_idx_bundle(&rig->idx, name, 0x53, data);
}

static void put_dma(Rig *rig, uint32_t at, uint32_t base, uint32_t limit)
{
    /* Class 0x3d, page table present, linear, VRAM. */
    nv_mem_ramin_write(&rig->mem, at, 0x3d | 1u << 12 | 1u << 13);
    nv_mem_ramin_write(&rig->mem, at + 4, limit);
    nv_mem_ramin_write(&rig->mem, at + 8, base);
    nv_mem_ramin_write(&rig->mem, at + 12, base);
}

static Rig *rig_new(void)
{
    Rig *rig = g_new0(Rig, 1);

    rig->env.chip = nv_chip_find("nv20");
    rig->env.ops = &rig->host;
    nv_mem_init(&rig->mem, &rig->env, NULL, VRAM);
    rig->raster.env = &rig->env;
    rig->raster.chip = rig->env.chip;
    rig->raster.ops = &recorder;
    rig->raster.backend = rig;
    rig->out = g_array_new(FALSE, FALSE, sizeof(NvRasterVertex));
    nv_xf_init(&rig->xf, &rig->env);
    nv_xf_reset(&rig->xf);
    nv_vtx_init(&rig->vtx, &rig->env, &rig->raster);
    nv_vtx_reset(&rig->vtx);
    nv_idx_init(&rig->idx, &rig->env, &rig->mem, &rig->xf, &rig->vtx);
    nv_idx_reset(&rig->idx);
    upload_program(rig);
    put_dma(rig, DMA_A, DATA, DATA_SIZE - 1);
    put_dma(rig, DMA_B, DATA_B, DATA_SIZE - 1);
    bundle(rig, NV_BUNDLE_DMA_VTX, DMA_A >> 4);
    bundle(rig, NV_BUNDLE_DMA_VTX + 1, DMA_B >> 4);
    bundle(rig, NV_BUNDLE_DEPTH_RANGE_FAR, nv_f2u(16777215));
    bundle(rig, NV_BUNDLE_CONFIG_B, 1u << 7 | 1u << 5);
    return rig;
}

static void rig_free(Rig *rig)
{
    nv_idx_free(&rig->idx);
    nv_vtx_free(&rig->vtx);
    nv_xf_free(&rig->xf);
    nv_mem_free(&rig->mem);
    g_array_unref(rig->out);
    g_free(rig);
}

static uint8_t *data(Rig *rig, uint32_t offset)
{
    return rig->mem.vram + DATA + offset;
}

static void put_float(Rig *rig, uint32_t offset, float v)
{
    nv_st32(data(rig, offset), nv_f2u(v));
}

static uint32_t format(unsigned type, unsigned size, unsigned stride)
{
    return type | size << 4 | stride << 8;
}

static const NvRasterVertex *out_at(Rig *rig, unsigned i)
{
    g_assert_cmpuint(i, <, rig->out->len);
    return &g_array_index(rig->out, NvRasterVertex, i);
}

/* --- Conversions, all inputs --- */

/* @v cut to 24 significant bits. */
static float cut24(double v)
{
    int exp;
    double frac = frexp(v, &exp);

    return (float)ldexp(trunc(ldexp(frac, 24)), exp - 24);
}

static void test_convert(void)
{
    unsigned wrong = 0;

    for (int v = 0; v < 256; v++) {
        double want = v == 255 ? 1 : v * 65793.0 / 16777216.0;

        wrong += nv_idx_from_ubyte(v) != nv_f2u((float)want);
    }
    for (int v = -32768; v < 32768; v++) {
        double want = (2.0 * v + 1) * 65537.0 / 4294967296.0;

        if (v == 32767 || v == -32768) {
            want = v < 0 ? -1 : 1;
        }
        wrong += nv_idx_from_short(v) != nv_f2u((float)v);
        wrong += nv_idx_from_short_norm(v) != nv_f2u(cut24(want));
        /* Within one unit of the rational number. */
        wrong += fabs(nv_u2f(nv_idx_from_short_norm(v)) -
                      (2.0 * v + 1) / 65535.0) > 0x1p-23;
    }
    g_test_message("%u wrong of %u", wrong, 256 + 3 * 65536);
    g_assert_cmpuint(wrong, ==, 0);
}

static void check_vab(Rig *rig, unsigned attr, float x, float y, float z,
                      float w)
{
    float want[4] = { x, y, z, w };

    for (unsigned c = 0; c < 4; c++) {
        g_assert_cmpfloat(nv_u2f(rig->xf.vab[attr][c]), ==, want[c]);
    }
}

static void test_immediate(void)
{
    Rig *rig = rig_new();
    NvIdx *idx = &rig->idx;

    nv_idx_attr(idx, NV_IDX_FLOAT, 4, 3, 0, nv_f2u(1.5f));
    check_vab(rig, 3, 1.5f, 0, 0, 1);
    nv_idx_attr(idx, NV_IDX_FLOAT, 4, 3, 1, nv_f2u(2.5f));
    nv_idx_attr(idx, NV_IDX_FLOAT, 4, 3, 2, nv_f2u(3.5f));
    nv_idx_attr(idx, NV_IDX_FLOAT, 4, 3, 3, nv_f2u(4.5f));
    check_vab(rig, 3, 1.5f, 2.5f, 3.5f, 4.5f);
    nv_idx_attr(idx, NV_IDX_S, 2, 3, 0, 0x8000fffe);
    check_vab(rig, 3, -2, -32768, 0, 1);
    nv_idx_attr(idx, NV_IDX_S_NORM, 4, 3, 0, 0x80007fff);
    nv_idx_attr(idx, NV_IDX_S_NORM, 4, 3, 1, 0x7fff8000);
    check_vab(rig, 3, 1, -1, -1, 1);
    /* The high half of a three component attribute's last word is lost. */
    nv_idx_attr(idx, NV_IDX_S, 3, 3, 0, 0x00020001);
    nv_idx_attr(idx, NV_IDX_S, 3, 3, 1, 0x00040003);
    check_vab(rig, 3, 1, 2, 3, 1);
    nv_idx_attr(idx, NV_IDX_UB_NORM, 4, 3, 0, 0xff0000ff);
    check_vab(rig, 3, 1, 0, 0, 1);
    nv_idx_attr(idx, NV_IDX_UB_NORM, 3, 3, 0, 0x00ff00ff);
    check_vab(rig, 3, 1, 0, 1, 1);
    /* Out of range: nothing happens. */
    nv_idx_attr(idx, NV_IDX_FLOAT, 4, 16, 0, 7);
    nv_idx_attr(idx, NV_IDX_FLOAT, 5, 3, 0, 7);
    nv_idx_attr(idx, NV_IDX_FLOAT, 4, 3, 4, 7);
    nv_idx_attr(idx, NV_IDX_S, 4, 3, 2, 7);
    nv_idx_attr(idx, 3, 4, 3, 0, 7);
    check_vab(rig, 3, 1, 0, 1, 1);
    /* A vertex only at the last word of attribute 0, inside BEGIN_END. */
    nv_idx_attr(idx, NV_IDX_FLOAT, 2, 0, 1, 0);
    nv_idx_begin_end(idx, NV_PRIM_POINTS);
    nv_idx_attr(idx, NV_IDX_FLOAT, 3, 0, 0, nv_f2u(5));
    nv_idx_attr(idx, NV_IDX_FLOAT, 3, 0, 1, nv_f2u(6));
    nv_idx_flush(idx);
    g_assert_cmpuint(rig->out->len, ==, 0);
    nv_idx_attr(idx, NV_IDX_FLOAT, 3, 0, 2, nv_f2u(7));
    nv_idx_attr(idx, NV_IDX_S, 2, 0, 0, 0x00090008);
    nv_idx_begin_end(idx, 0);
    g_assert_cmpuint(rig->out->len, ==, 2);
    g_assert_cmpfloat(out_at(rig, 0)->z, ==, 7);
    g_assert_cmpfloat(out_at(rig, 1)->x, ==, 8);
    g_assert_cmpfloat(out_at(rig, 1)->y, ==, 9);
    g_assert_cmpuint(idx->vertices, ==, 2);
    rig_free(rig);
}

/* --- Arrays --- */

/* An element from its bytes, by plain arithmetic. */
static unsigned expect_element(unsigned type, unsigned size,
                               const uint8_t *p, double want[4])
{
    want[0] = want[1] = want[2] = 0;
    want[3] = 1;
    if (type == 6) {
        uint32_t w = p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
        int x = w & 0x7ff, y = w >> 11 & 0x7ff, z = w >> 22;

        want[0] = (x - (x >> 10) * 2048) / 1023.0;
        want[1] = (y - (y >> 10) * 2048) / 1023.0;
        want[2] = (z - (z >> 9) * 1024) / 511.0;
        return 3;
    }
    for (unsigned c = 0; c < size; c++) {
        int16_t s = p[2 * c] | p[2 * c + 1] << 8;
        float f;

        switch (type) {
        case 0:
            want[c] = p[c == 3 ? 3 : 2 - c] / 255.0;
            break;
        case 1:
            want[c] = (2.0 * s + 1) / 65535;
            break;
        case 2:
            memcpy(&f, p + 4 * c, 4);
            want[c] = f;
            break;
        case 4:
            want[c] = p[c] / 255.0;
            break;
        case 5:
            want[c] = s;
            break;
        }
    }
    return size;
}

/* Every type and size on every attribute, unaligned, odd strides. */
static void test_array_formats(void)
{
    static const uint8_t types[] = { 0, 1, 2, 4, 5, 6 };
    Rig *rig = rig_new();
    GRand *rand = g_rand_new_with_seed(5);
    unsigned n = 0, wrong = 0;

    for (unsigned i = 0; i < 0x10000; i++) {
        *data(rig, i) = g_rand_int(rand);
    }
    for (unsigned t = 0; t < G_N_ELEMENTS(types); t++) {
        for (unsigned size = 1; size <= 4; size++) {
            for (unsigned attr = 0; attr < NV_XF_ATTRS; attr++) {
                uint32_t offset = g_rand_int(rand) % 0x4000;
                unsigned stride = g_rand_int(rand) % 100;
                uint32_t index = g_rand_int(rand) % 0x100;
                const uint8_t *p = data(rig, offset + index * stride);
                double want[4];

                nv_idx_vtxbuf_offset(&rig->idx, attr, offset);
                nv_idx_vtxbuf_format(&rig->idx, attr,
                                     format(types[t], size, stride));
                nv_idx_begin_end(&rig->idx, NV_PRIM_POINTS);
                nv_idx_draw_arrays(&rig->idx, index);
                nv_idx_begin_end(&rig->idx, 0);
                nv_idx_vtxbuf_format(&rig->idx, attr, format(2, 0, 0));
                expect_element(types[t], size, p, want);
                for (unsigned c = 0; c < 4; c++) {
                    float got = nv_u2f(rig->xf.vab[attr][c]);

                    n++;
                    if (isnan(want[c])) {
                        wrong += !isnan(got);
                    } else if (types[t] == 2) {
                        wrong += got != (float)want[c];
                    } else {
                        wrong += !(fabs(got - want[c]) <= 1.2e-7);
                    }
                }
            }
        }
    }
    g_test_message("%u wrong of %u components, %" G_GUINT64_FORMAT " faults",
                   wrong, n, rig->idx.faults);
    g_assert_cmpuint(wrong, ==, 0);
    g_assert_cmpuint(rig->idx.faults, ==, 0);
    g_rand_free(rand);
    rig_free(rig);
}

/* Positions i, 2 i, 3 i from array 0; tex0 is (i, 0.5) from array 9. */
static void put_arrays(Rig *rig, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        put_float(rig, i * 20, i);
        put_float(rig, i * 20 + 4, 2 * i);
        put_float(rig, i * 20 + 8, 3 * i);
        put_float(rig, i * 20 + 12, i);
        put_float(rig, i * 20 + 16, 0.5f);
    }
    nv_idx_vtxbuf_offset(&rig->idx, 0, 0);
    nv_idx_vtxbuf_format(&rig->idx, 0, format(2, 3, 20));
    nv_idx_vtxbuf_offset(&rig->idx, 9, 12);
    nv_idx_vtxbuf_format(&rig->idx, 9, format(2, 2, 20));
}

static void test_reuse(void)
{
    Rig *rig = rig_new();
    NvIdx *idx = &rig->idx;
    uint64_t before;

    put_arrays(rig, 2000);
    /* Six corners, four vertices. */
    nv_idx_begin_end(idx, NV_PRIM_POINTS);
    before = rig->xf.vertices;
    nv_idx_element16(idx, 1u << 16 | 0);
    nv_idx_element16(idx, 1u << 16 | 2);
    nv_idx_element32(idx, 3);
    nv_idx_element32(idx, 2);
    nv_idx_begin_end(idx, 0);
    g_assert_cmpuint(rig->xf.vertices - before, ==, 4);
    g_assert_cmpuint(rig->out->len, ==, 6);
    g_assert_cmpfloat(out_at(rig, 2)->tex[0][0], ==, 2);
    g_assert_cmpfloat(out_at(rig, 3)->y, ==, 2);
    g_assert_cmpfloat(out_at(rig, 5)->z, ==, 6);
    /* A draw of 128 and all of them again: one block. */
    g_array_set_size(rig->out, 0);
    nv_idx_begin_end(idx, NV_PRIM_POINTS);
    before = rig->xf.vertices;
    nv_idx_draw_arrays(idx, 127u << 24 | 1000);
    nv_idx_draw_arrays(idx, 127u << 24 | 1000);
    nv_idx_begin_end(idx, 0);
    g_assert_cmpuint(rig->xf.vertices - before, ==, 128);
    g_assert_cmpuint(rig->out->len, ==, 256);
    /* 256 + 256 of different ones: each once, in order. */
    g_array_set_size(rig->out, 0);
    nv_idx_begin_end(idx, NV_PRIM_POINTS);
    before = rig->xf.vertices;
    nv_idx_draw_arrays(idx, 255u << 24 | 100);
    nv_idx_draw_arrays(idx, 255u << 24 | 356);
    nv_idx_begin_end(idx, 0);
    g_assert_cmpuint(rig->xf.vertices - before, ==, 512);
    g_assert_cmpuint(rig->out->len, ==, 512);
    for (unsigned i = 0; i < 512; i++) {
        g_assert_cmpfloat(out_at(rig, i)->tex[0][0], ==, 100 + i);
        g_assert_cmpfloat(out_at(rig, i)->x, ==, 100 + i);
        g_assert_cmpfloat(out_at(rig, i)->tex[0][1], ==, 0.5f);
    }
    /* 50000 corners of one vertex: not one transform each. */
    nv_idx_begin_end(idx, NV_PRIM_POINTS);
    before = rig->xf.vertices;
    for (unsigned i = 0; i < 25000; i++) {
        nv_idx_element16(idx, 0);
    }
    nv_idx_begin_end(idx, 0);
    g_assert_cmpuint(rig->xf.vertices - before, <, 100);
    rig_free(rig);
}

/* A random indexed strip against the plain list of its indices. */
static void test_order(void)
{
    Rig *rig = rig_new();
    GRand *rand = g_rand_new_with_seed(6);
    uint32_t index[3000];

    put_arrays(rig, 2000);
    nv_idx_begin_end(&rig->idx, NV_PRIM_POINTS);
    for (unsigned i = 0; i < 3000; i++) {
        index[i] = g_rand_int(rand) % (i % 700 < 400 ? 60 : 2000);
        nv_idx_element32(&rig->idx, index[i]);
    }
    nv_idx_begin_end(&rig->idx, 0);
    g_assert_cmpuint(rig->out->len, ==, 3000);
    for (unsigned i = 0; i < 3000; i++) {
        g_assert_cmpfloat(out_at(rig, i)->tex[0][0], ==, index[i]);
    }
    g_rand_free(rand);
    rig_free(rig);
}

enum { ARRAY, ELEMENT16, ELEMENT32, INLINE, IMMEDIATE, WAYS };

static const struct {
    unsigned attr, type, size;
} parts[] = {
    { 0, 2, 3 }, { 3, 0, 4 }, { 4, 4, 3 }, { 5, 5, 1 }, { 9, 1, 3 },
    { 10, 5, 2 }, { 11, 1, 4 }, { 12, 2, 4 },
};

static void send_part(Rig *rig, unsigned part, const uint32_t *word)
{
    /* Array types by immediate format; BGRA has none (words are swapped). */
    static const NvIdxFormat formats[] = {
        NV_IDX_UB_NORM, NV_IDX_S_NORM, NV_IDX_FLOAT, 0, NV_IDX_UB_NORM,
        NV_IDX_S,
    };
    unsigned type = parts[part].type, size = parts[part].size;

    for (unsigned i = 0; i < nv_idx_format_words(type, size); i++) {
        uint32_t w = word[i];

        if (type == 0) {
            w = (w & 0xff00ff00) | (w & 0xff) << 16 | (w >> 16 & 0xff);
        }
        nv_idx_attr(&rig->idx, formats[type], size, parts[part].attr, i, w);
    }
}

static void draw_way(Rig *rig, unsigned way, unsigned n, unsigned stride)
{
    for (unsigned v = 0; v < n; v++) {
        uint32_t word[64];

        for (unsigned i = 0; i < stride / 4; i++) {
            word[i] = nv_ld32(data(rig, v * stride + i * 4));
        }
        switch (way) {
        case ARRAY:
            nv_idx_draw_arrays(&rig->idx, v);
            break;
        case ELEMENT16:
            if (v & 1) {
                nv_idx_element16(&rig->idx, v << 16 | (v - 1));
            }
            break;
        case ELEMENT32:
            nv_idx_element32(&rig->idx, v);
            break;
        case INLINE:
            for (unsigned i = 0; i < stride / 4; i++) {
                nv_idx_inline_array(&rig->idx, word[i]);
            }
            break;
        case IMMEDIATE:
            /* Attribute 0 last: it launches. */
            for (unsigned p = G_N_ELEMENTS(parts), at = stride / 4; p--;) {
                at -= nv_idx_format_words(parts[p].type, parts[p].size);
                send_part(rig, p, word + at);
            }
            break;
        }
    }
}

static void test_same(void)
{
    enum { N = 300 };
    GArray *ref = NULL;
    uint32_t ref_vab[NV_XF_ATTRS][4];

    for (unsigned way = 0; way < WAYS; way++) {
        Rig *rig = rig_new();
        GRand *rand = g_rand_new_with_seed(7);
        unsigned at = 0, stride;

        for (unsigned p = 0; p < G_N_ELEMENTS(parts); p++) {
            at += nv_idx_format_words(parts[p].type, parts[p].size) * 4;
        }
        stride = at;
        at = 0;
        for (unsigned p = 0; p < G_N_ELEMENTS(parts); p++) {
            nv_idx_vtxbuf_offset(&rig->idx, parts[p].attr, at);
            nv_idx_vtxbuf_format(&rig->idx, parts[p].attr,
                                 format(parts[p].type, parts[p].size,
                                        stride));
            at += nv_idx_format_words(parts[p].type, parts[p].size) * 4;
        }
        for (unsigned i = 0; i < N * stride; i += 4) {
            put_float(rig, i, g_rand_double_range(rand, 1, 4000));
        }
        nv_idx_begin_end(&rig->idx, NV_PRIM_TRIANGLE_STRIP);
        draw_way(rig, way, N, stride);
        nv_idx_begin_end(&rig->idx, 0);
        g_assert_cmpuint(rig->out->len, ==, (N - 2) * 3);
        if (!ref) {
            ref = g_array_ref(rig->out);
            memcpy(ref_vab, rig->xf.vab, sizeof(ref_vab));
        } else {
            g_assert_cmpmem(ref->data, ref->len * sizeof(NvRasterVertex),
                            rig->out->data,
                            rig->out->len * sizeof(NvRasterVertex));
            g_assert_cmpmem(ref_vab, sizeof(ref_vab), rig->xf.vab,
                            sizeof(ref_vab));
        }
        g_rand_free(rand);
        rig_free(rig);
    }
    g_array_unref(ref);
}

/* Disabled arrays come from VAB, and a change in between is seen. */
static void test_constants(void)
{
    Rig *rig = rig_new();
    NvIdx *idx = &rig->idx;

    put_arrays(rig, 100);
    nv_idx_attr(idx, NV_IDX_FLOAT, 1, 10, 0, nv_f2u(1));
    nv_idx_begin_end(idx, NV_PRIM_POINTS);
    nv_idx_element32(idx, 5);
    nv_idx_attr(idx, NV_IDX_FLOAT, 1, 10, 0, nv_f2u(2));
    nv_idx_element32(idx, 5);
    nv_idx_element32(idx, 6);
    bundle(rig, NV_BUNDLE_POINT_SIZE, 40);
    nv_idx_element32(idx, 6);
    /* One written while its array is on: the next element has its own. */
    nv_idx_attr(idx, NV_IDX_FLOAT, 1, 9, 0, nv_f2u(77));
    g_assert_cmpfloat(nv_u2f(rig->xf.vab[9][0]), ==, 77);
    nv_idx_element32(idx, 7);
    nv_idx_begin_end(idx, 0);
    g_assert_cmpuint(rig->out->len, ==, 5);
    g_assert_cmpfloat(out_at(rig, 0)->tex[1][0], ==, 1);
    g_assert_cmpfloat(out_at(rig, 1)->tex[1][0], ==, 2);
    g_assert_cmpfloat(out_at(rig, 2)->tex[1][0], ==, 2);
    g_assert_cmpfloat(out_at(rig, 2)->size, ==, 1);
    g_assert_cmpfloat(out_at(rig, 3)->size, ==, 5);
    g_assert_cmpfloat(out_at(rig, 4)->tex[0][0], ==, 7);
    g_assert_cmpfloat(nv_u2f(rig->xf.vab[9][0]), ==, 7);
    check_vab(rig, 0, 7, 14, 21, 1);
    rig_free(rig);
}

static void test_faults(void)
{
    Rig *rig = rig_new();
    NvIdx *idx = &rig->idx;

    put_arrays(rig, 100);
    /* The last byte of array 0's element 49 is the last one there is. */
    put_dma(rig, DMA_A, DATA, 49 * 20 + 11);
    nv_idx_begin_end(idx, NV_PRIM_POINTS);
    nv_idx_draw_arrays(idx, 1u << 24 | 48);
    nv_idx_draw_arrays(idx, 50);
    nv_idx_element32(idx, UINT32_MAX);
    nv_idx_begin_end(idx, 0);
    g_assert_cmpuint(rig->out->len, ==, 4);
    g_assert_cmpfloat(out_at(rig, 0)->tex[0][0], ==, 48);
    g_assert_cmpfloat(out_at(rig, 1)->x, ==, 49);
    g_assert_cmpfloat(out_at(rig, 1)->tex[0][0], ==, 0);
    g_assert_cmpfloat(out_at(rig, 2)->x, ==, 0);
    g_assert_cmpfloat(out_at(rig, 3)->x, ==, 0);
    g_assert_cmpuint(idx->faults, ==, 5);
    /* Object B by bit 31; the object is read again at the draw. */
    put_dma(rig, DMA_A, DATA, DATA_SIZE - 1);
    nv_idx_vtxbuf_offset(idx, 0, 1u << 31);
    nv_st32(rig->mem.vram + DATA_B, nv_f2u(123));
    g_array_set_size(rig->out, 0);
    nv_idx_begin_end(idx, NV_PRIM_POINTS);
    nv_idx_draw_arrays(idx, 0);
    nv_idx_begin_end(idx, 0);
    g_assert_cmpfloat(out_at(rig, 0)->x, ==, 123);
    g_assert_cmpuint(idx->faults, ==, 5);
    /* No object at all, and one of no DMA class. */
    bundle(rig, NV_BUNDLE_DMA_VTX + 1, 0);
    nv_mem_ramin_write(&rig->mem, DMA_A, 0x30);
    g_array_set_size(rig->out, 0);
    nv_idx_begin_end(idx, NV_PRIM_POINTS);
    nv_idx_draw_arrays(idx, 0);
    nv_idx_begin_end(idx, 0);
    g_assert_cmpfloat(out_at(rig, 0)->x, ==, 0);
    g_assert_cmpfloat(out_at(rig, 0)->tex[0][1], ==, 0);
    g_assert_cmpuint(idx->faults, ==, 7);
    rig_free(rig);
}

/*
 * R0 = c[0] + v9; c[0] = R0; oT0 = R0; oPos = v0: every vertex sees what the
 * one before it left, also when an index comes again.
 */
static void test_serial(void)
{
    static const uint32_t program[4][4] = {
        { 0, 3u << 21 | 0x60u << 13 | 9u << 9 | 0x6c3u >> 6,
          (0x6c3u & 0x3f) << 26 | 0x6c2u >> 4, (0x6c2u & 15) << 28 |
          0xfu << 24 },
        { 0, 1u << 21 | 0x6c1u >> 6, (0x6c1u & 0x3f) << 26,
          0xfu << 12 | 0x60u << 3 },
        { 0, 1u << 21 | 0x6c1u >> 6, (0x6c1u & 0x3f) << 26,
          0xfu << 12 | 1u << 11 | 9u << 3 },
        { 0, 1u << 21 | 0x6c2u >> 6, (0x6c2u & 0x3f) << 26,
          0xfu << 12 | 1u << 11 | 1 },
    };
    Rig *rig = rig_new();

    put_arrays(rig, 10);
    for (unsigned i = 0; i < 16; i++) {
        nv_idx_xf(&rig->idx, NV_XF_XFPR, i << 2, program[i / 4][i % 4]);
    }
    /* Program, constant writes on. */
    nv_idx_xf64(&rig->idx, NV_XF_MODE, 0, 2u << 30 | 1u << 29, 0);
    nv_idx_xf64(&rig->idx, NV_XF_MODE, 8, 0, 0);
    g_assert_true(nv_xf_serial(&rig->xf));
    nv_idx_begin_end(&rig->idx, NV_PRIM_POINTS);
    nv_idx_draw_arrays(&rig->idx, 2u << 24 | 1);
    nv_idx_element16(&rig->idx, 4u << 16 | 4);
    nv_idx_element32(&rig->idx, 1);
    nv_idx_begin_end(&rig->idx, 0);
    g_assert_cmpuint(rig->out->len, ==, 6);
    for (unsigned i = 0; i < 6; i++) {
        static const float sum[6] = { 1, 3, 6, 10, 14, 15 };

        g_assert_cmpfloat(out_at(rig, i)->tex[0][0], ==, sum[i]);
    }
    g_assert_cmpfloat(out_at(rig, 5)->x, ==, 1);
    rig_free(rig);
}

/* --- State words --- */

static uint32_t rdi(Rig *rig, unsigned space, uint32_t addr)
{
    uint32_t value;

    g_assert_true(nv_idx_rdi_read(&rig->idx, space, addr, &value));
    return value;
}

static void test_state_words(void)
{
    Rig *rig = rig_new();
    NvIdx *idx = &rig->idx;
    uint32_t steps;

    nv_idx_vtxbuf_offset(idx, 5, 0xffffffff);
    g_assert_cmphex(rdi(rig, 0x26, 5 * 8), ==, 0x8fffffff);
    /* Type 1, size 3, stride 0xa5: two words. */
    nv_idx_vtxbuf_format(idx, 5, 0x0000a531);
    g_assert_cmphex(rdi(rig, 0x26, 5 * 8 + 4), ==,
                    1u | 3u << 3 | 0xa5u << 6 | 1u << 14 | 3u << 17 |
                    2u << 20);
    g_assert_cmphex(rdi(rig, 0x26, 0x80) & 0xffff, ==, 1u << 5);
    g_assert_cmphex(rdi(rig, 0x26, 0x88), ==, 5u << 16 | 1u << 5);
    g_assert_cmphex(rdi(rig, 0x26, 0x84) & 0xfc, ==, 2u << 2);
    nv_idx_vtxbuf_format(idx, 2, format(2, 4, 16));
    nv_idx_vtxbuf_format(idx, 7, format(4, 4, 4));
    g_assert_cmphex(rdi(rig, 0x26, 0x88), ==,
                    2u << 16 | 1u << 5 | 1u << 2 | 1u << 7);
    g_assert_cmphex(rdi(rig, 0x26, 0x84) & 0xfc, ==, 7u << 2);
    nv_idx_vtxbuf_format(idx, 2, format(2, 0, 0));
    g_assert_cmphex(rdi(rig, 0x26, 0x88), ==, 5u << 16 | 1u << 5 | 1u << 7);
    g_assert_cmphex(rdi(rig, 0x26, 2 * 8 + 4), ==,
                    2u | 2u << 14 | 4u << 20);
    nv_idx_edge_flag(idx, false);
    g_assert_cmphex(rdi(rig, 0x26, 0x80) >> 24, ==, 0);
    nv_idx_edge_flag(idx, true);
    g_assert_cmphex(rdi(rig, 0x26, 0x80) >> 24, ==, 1);
    /* Bits 10..15 go with the edge flag, 16..20 with data. */
    g_assert_true(nv_idx_rdi_write(idx, 0x26, 0x84, 0xffffffff));
    g_assert_cmphex(rdi(rig, 0x26, 0x84), ==, 0x1f1ffcfc);
    nv_idx_edge_flag(idx, true);
    g_assert_cmphex(rdi(rig, 0x26, 0x84), ==, 0x1f1f00fc);
    g_assert_true(nv_idx_rdi_write(idx, 0x26, 0x88, 0xffffffff));
    g_assert_cmphex(rdi(rig, 0x26, 0x88), ==, 0x013fffff);
    nv_idx_attr(idx, NV_IDX_FLOAT, 4, 3, 3, 0x12345678);
    g_assert_cmphex(rdi(rig, 0x26, 0x84), ==, 0x1f0000fc);
    g_assert_cmphex(rdi(rig, 0x26, 0x88), ==, 0x0000ffff);
    /* The bundle counter has 24 steps. */
    g_assert_true(nv_idx_rdi_write(idx, 0x26, 0x84, 22u << 24));
    for (unsigned i = 0; i < 3; i++) {
        bundle(rig, NV_BUNDLE_BLEND_COLOR, i);
        steps = rdi(rig, 0x26, 0x84) >> 24;
        g_assert_cmpuint(steps, ==, (23 + i) % 24);
    }
    g_assert_cmphex(rig->xf.vab[16][0], ==, 0x53 << 2);
    g_assert_cmphex(rig->xf.vab[16][1], ==, 2);
    rig_free(rig);
}

static void test_rdi(void)
{
    static const struct {
        unsigned space, words;
        uint32_t mask;
    } t[] = {
        { 0x20, 0x100, UINT32_MAX }, { 0x21, 0x100, UINT32_MAX },
        { 0x22, 0x100, UINT32_MAX }, { 0x23, 0x100, UINT32_MAX },
        { 0x24, 0x100, UINT32_MAX }, { 0x25, 0x80, 0x00ffffff },
        { 0x26, 0x23, UINT32_MAX },
    };
    Rig *rig = rig_new();
    uint32_t value;

    for (unsigned i = 0; i < G_N_ELEMENTS(t); i++) {
        for (unsigned w = 0; w < t[i].words; w++) {
            g_assert_true(nv_idx_rdi_write(&rig->idx, t[i].space, w * 4,
                                           0x01234500 + w));
        }
        for (unsigned w = 0; w < t[i].words && i < 6; w++) {
            uint32_t want = (0x01234500 + w) & t[i].mask;

            want = t[i].space == 0x24 && w % 4 == 3 ? 0 : want;
            g_assert_cmphex(rdi(rig, t[i].space, w * 4), ==, want);
        }
        g_assert_false(nv_idx_rdi_read(&rig->idx, t[i].space,
                                       t[i].words * 4, &value));
        g_assert_false(nv_idx_rdi_write(&rig->idx, t[i].space,
                                        UINT32_MAX & ~3u, 0));
    }
    g_assert_false(nv_idx_rdi_read(&rig->idx, 0x10, 0, &value));
    g_assert_false(nv_idx_rdi_read(&rig->idx, 0x27, 0, &value));
    /* The command fifo: a float for attribute 3, component 1. */
    rig->idx.fifo_at = 63;
    nv_idx_attr(&rig->idx, NV_IDX_FLOAT, 4, 3, 1, 0xabcd);
    g_assert_cmphex(rdi(rig, 0x24, 63 * 16), ==, 0xabcd);
    g_assert_cmphex(rdi(rig, 0x24, 63 * 16 + 4), ==, 0xabcd);
    g_assert_cmphex(rdi(rig, 0x24, 63 * 16 + 8), ==, 0x1c34 >> 3 | 2 << 14);
    bundle(rig, NV_BUNDLE_BLEND, 5);
    g_assert_cmphex(rdi(rig, 0x24, 0), ==, 0x53 << 2);
    g_assert_cmphex(rdi(rig, 0x24, 4), ==, 5);
    g_assert_cmphex(rdi(rig, 0x24, 8), ==, 0x15000 >> 3 | 3 << 14);
    rig_free(rig);
}

/* --- BEGIN_END, saving, hostility --- */

static void test_outside(void)
{
    Rig *rig = rig_new();
    NvIdx *idx = &rig->idx;

    put_arrays(rig, 10);
    nv_idx_draw_arrays(idx, 3u << 24);
    nv_idx_element16(idx, 0);
    nv_idx_element32(idx, 0);
    nv_idx_inline_array(idx, 0);
    nv_idx_begin_end(idx, 0);
    nv_idx_begin_end(idx, 11);
    nv_idx_begin_end(idx, UINT32_MAX);
    nv_idx_draw_arrays(idx, 3u << 24);
    nv_idx_flush(idx);
    g_assert_cmpuint(rig->out->len, ==, 0);
    /* BEGIN inside BEGIN ends the first; its vertices are not lost. */
    nv_idx_begin_end(idx, NV_PRIM_POINTS);
    nv_idx_element32(idx, 1);
    nv_idx_begin_end(idx, NV_PRIM_LINES);
    nv_idx_element32(idx, 2);
    nv_idx_element32(idx, 3);
    nv_idx_begin_end(idx, 0);
    g_assert_cmpuint(rig->out->len, ==, 3);
    /* A partial inline vertex dies with its primitive. */
    nv_idx_begin_end(idx, NV_PRIM_POINTS);
    nv_idx_inline_array(idx, nv_f2u(1));
    nv_idx_begin_end(idx, 0);
    nv_idx_begin_end(idx, NV_PRIM_POINTS);
    for (unsigned i = 0; i < 5; i++) {
        nv_idx_inline_array(idx, nv_f2u(10 + i));
    }
    nv_idx_begin_end(idx, 0);
    g_assert_cmpuint(rig->out->len, ==, 4);
    g_assert_cmpfloat(out_at(rig, 3)->x, ==, 10);
    g_assert_cmpfloat(out_at(rig, 3)->tex[0][1], ==, 14);
    rig_free(rig);
}

/* The middle of a strip and of an inline vertex, into another rig. */
static void test_save(void)
{
    Rig *whole = rig_new(), *half = rig_new(), *rest = rig_new();
    NvStateItem from[] = {
        { &nv_idx_section, &half->idx }, { &nv_xf_section, &half->xf },
        { &nv_vtx_section, &half->vtx },
    };
    NvStateItem to[] = {
        { &nv_idx_section, &rest->idx }, { &nv_xf_section, &rest->xf },
        { &nv_vtx_section, &rest->vtx },
    };
    Rig *rigs[] = { whole, half };
    GByteArray *bytes = g_byte_array_new();
    GError *error = NULL;

    put_arrays(whole, 10);
    put_arrays(half, 10);
    put_arrays(rest, 10);
    for (unsigned r = 0; r < 2; r++) {
        nv_idx_edge_flag(&rigs[r]->idx, false);
        nv_idx_begin_end(&rigs[r]->idx, NV_PRIM_TRIANGLE_STRIP);
        nv_idx_draw_arrays(&rigs[r]->idx, 2u << 24);
        for (unsigned i = 0; i < 3; i++) {
            nv_idx_inline_array(&rigs[r]->idx, nv_f2u(100 + 10 * i * i));
        }
    }
    nv_idx_flush(&half->idx);
    nv_state_save(from, 3, bytes);
    g_assert_true(nv_state_load(to, 3, bytes->data, bytes->len, &error));
    g_assert_no_error(error);
    rigs[1] = rest;
    g_array_append_vals(rest->out, half->out->data, half->out->len);
    for (unsigned r = 0; r < 2; r++) {
        nv_idx_inline_array(&rigs[r]->idx, nv_f2u(4));
        nv_idx_inline_array(&rigs[r]->idx, nv_f2u(5));
        nv_idx_draw_arrays(&rigs[r]->idx, 3u << 24 | 5);
        nv_idx_begin_end(&rigs[r]->idx, 0);
    }
    g_assert_cmpuint(whole->out->len, >, 3);
    g_assert_cmpmem(whole->out->data,
                    whole->out->len * sizeof(NvRasterVertex),
                    rest->out->data, rest->out->len * sizeof(NvRasterVertex));
    /* Words that code trusts are checked. */
    half->idx.primitive = 11;
    g_byte_array_set_size(bytes, 0);
    nv_state_save(from, 1, bytes);
    g_assert_false(nv_state_load(to, 1, bytes->data, bytes->len, &error));
    g_clear_error(&error);
    half->idx.primitive = 0;
    half->idx.inline_count = 64;
    g_byte_array_set_size(bytes, 0);
    nv_state_save(from, 1, bytes);
    g_assert_false(nv_state_load(to, 1, bytes->data, bytes->len, &error));
    g_clear_error(&error);
    half->idx.inline_count = 0;
    half->idx.fifo_at = 64;
    g_byte_array_set_size(bytes, 0);
    nv_state_save(from, 1, bytes);
    g_assert_false(nv_state_load(to, 1, bytes->data, bytes->len, &error));
    g_clear_error(&error);
    g_byte_array_unref(bytes);
    rig_free(whole);
    rig_free(half);
    rig_free(rest);
}

static void hostile_step(Rig *rig, GRand *rand)
{
    NvIdx *idx = &rig->idx;
    uint32_t r = g_rand_int(rand), d = g_rand_int(rand), value;

    switch (g_rand_int(rand) % 14) {
    case 0:
        nv_idx_vtxbuf_offset(idx, r % 16, d);
        break;
    case 1:
        nv_idx_vtxbuf_format(idx, r % 16, d);
        break;
    case 2:
        nv_idx_begin_end(idx, d % 8 ? d % 11 : d);
        break;
    case 3:
        nv_idx_draw_arrays(idx, d);
        break;
    case 4:
        nv_idx_element16(idx, d);
        break;
    case 5:
        nv_idx_element32(idx, d % 3 ? d % 64 : d);
        break;
    case 6:
    case 7:
        nv_idx_inline_array(idx, d);
        break;
    case 8:
        nv_idx_attr(idx, r % 9, r >> 8 & 7, r >> 12 & 31, r >> 20 & 7, d);
        break;
    case 9:
        nv_idx_edge_flag(idx, d & 1);
        break;
    case 10:
        nv_idx_rdi_write(idx, 0x1f + r % 10, (r >> 8) % 0x800, d);
        nv_idx_rdi_read(idx, 0x1f + r % 10, (r >> 8) % 0x800, &value);
        break;
    case 11:
        bundle(rig, r % (NV_BUNDLE_COUNT + 1), d);
        break;
    case 12:
        /* Any garbage as an object, or the good one again. */
        nv_mem_ramin_write(&rig->mem, DMA_A + (r & 12), d);
        break;
    default:
        put_dma(rig, DMA_A, DATA, DATA_SIZE - 1);
        bundle(rig, NV_BUNDLE_DMA_VTX + r % 2, DMA_A >> 4);
        break;
    }
}

static void test_hostile(void)
{
    Rig *rig = rig_new();
    GRand *rand = g_rand_new_with_seed(8);
    uint64_t corners = 0;

    for (unsigned i = 0; i < 60000; i++) {
        hostile_step(rig, rand);
        corners += rig->out->len;
        g_array_set_size(rig->out, 0);
    }
    g_test_message("%" G_GUINT64_FORMAT " vertices, %" G_GUINT64_FORMAT
                   " corners, %" G_GUINT64_FORMAT " faults",
                   rig->idx.vertices, corners, rig->idx.faults);
    g_assert_cmpuint(rig->idx.vertices, >, 1000);
    g_assert_cmpuint(rig->idx.faults, >, 1000);
    g_rand_free(rand);
    rig_free(rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/idx/convert", test_convert);
    g_test_add_func("/idx/immediate", test_immediate);
    g_test_add_func("/idx/array/formats", test_array_formats);
    g_test_add_func("/idx/array/constants", test_constants);
    g_test_add_func("/idx/array/faults", test_faults);
    g_test_add_func("/idx/index/reuse", test_reuse);
    g_test_add_func("/idx/index/order", test_order);
    g_test_add_func("/idx/index/serial", test_serial);
    g_test_add_func("/idx/same-vertices-each-way", test_same);
    g_test_add_func("/idx/state-words", test_state_words);
    g_test_add_func("/idx/rdi", test_rdi);
    g_test_add_func("/idx/outside-begin-end", test_outside);
    g_test_add_func("/idx/save", test_save);
    g_test_add_func("/idx/hostile", test_hostile);
    return g_test_run();
}
