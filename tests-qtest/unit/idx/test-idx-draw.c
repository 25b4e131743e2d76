/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * IDX: arrays, index lists and all ways to bring the same vertices, against
 * values computed from the data.
 */
#include "unit/idx/test-idx.h"

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

        switch (type) {
        case 0:
            want[c] = p[c == 3 ? 3 : 2 - c] / 255.0;
            break;
        case 1:
            want[c] = (2.0 * s + 1) / 65535;
            break;
        case 2:
            want[c] = nv_u2f(nv_ld32(p + 4 * c));
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

/* An object goes to its own arrays, whether FE binds it or a bundle. */
static void test_objects(void)
{
    Rig *rig = rig_new();
    NvIdx *idx = &rig->idx;

    put_arrays(rig, 4);
    put_float(rig, DATA_B - DATA, 50);
    put_float(rig, DATA_B - DATA + 12, 60);
    /* Array 9 is the other object's. */
    nv_idx_vtxbuf_offset(idx, 9, 0x80000000 | 12);
    for (unsigned i = 0; i < 3; i++) {
        if (i == 1) {
            nv_idx_dma_vtx(idx, DMA_B);
        } else if (i == 2) {
            bundle(rig, NV_BUNDLE_DMA_VTX, DMA_A >> 4);
            bundle(rig, NV_BUNDLE_DMA_VTX + 1, DMA_A >> 4);
        }
        nv_idx_begin_end(idx, NV_PRIM_POINTS);
        nv_idx_draw_arrays(idx, 0);
        nv_idx_begin_end(idx, 0);
        g_assert_cmpfloat(out_at(rig, i)->x, ==, i == 1 ? 50 : 0);
        g_assert_cmpfloat(out_at(rig, i)->tex[0][0], ==, i < 2 ? 60 : 0);
    }
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
    g_assert_cmpfloat(out_at(rig, 2)->size, ==, 0);
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

/*
 * The first index of a primitive goes alone, others many at once: those of one
 * method.
 */
static void test_many_elements(void)
{
    static const uint32_t w[][2] = { { 0, 1 }, { 0, 2 }, { 0, 3 }, { 4, 4 } };
    Rig *rig = rig_new();

    put_arrays(rig, 10);
    for (unsigned i = 0; i < 3; i++) {
        nv_idx_begin_end(&rig->idx, NV_PRIM_POINTS);
        g_assert_cmpuint(nv_idx_elements(&rig->idx, true, w, 3), ==, 0);
        nv_idx_element32(&rig->idx, 0);
        g_assert_cmpuint(nv_idx_elements(&rig->idx, true, w, 4), ==, 3);
        nv_idx_begin_end(&rig->idx, 0);
        g_assert_cmpuint(nv_idx_elements(&rig->idx, true, w, 3), ==, 0);
    }
    g_assert_cmpuint(rig->out->len, ==, 3 * 4);
    rig_free(rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/idx/array/formats", test_array_formats);
    g_test_add_func("/idx/array/constants", test_constants);
    g_test_add_func("/idx/array/faults", test_faults);
    g_test_add_func("/idx/index/reuse", test_reuse);
    g_test_add_func("/idx/objects", test_objects);
    g_test_add_func("/idx/index/order", test_order);
    g_test_add_func("/idx/index/serial", test_serial);
    g_test_add_func("/idx/index/many-elements", test_many_elements);
    g_test_add_func("/idx/same-vertices-each-way", test_same);
    return g_test_run();
}
