/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * IDX: conversions, immediate data, state words, BEGIN_END, saving, and
 * hostile commands.
 */
#include "unit/idx/test-idx.h"

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

static void inline_point(NvIdx *idx, unsigned words, float first)
{
    nv_idx_begin_end(idx, NV_PRIM_POINTS);
    for (unsigned i = 0; i < words; i++) {
        nv_idx_inline_array(idx, nv_f2u(first + i));
    }
    nv_idx_begin_end(idx, 0);
}

/* Packed vertices are as the channel's formats say, not the last one's. */
static void test_channel(void)
{
    Rig *rig = rig_new();
    NvIdx *idx = &rig->idx;
    NvIdxChannel channel;

    put_arrays(rig, 10);
    inline_point(idx, 5, 10);
    nv_idx_channel_get(idx, &channel);
    for (unsigned n = 1; n < NV_XF_ATTRS; n++) {
        nv_idx_vtxbuf_format(idx, n, 2);
    }
    inline_point(idx, 3, 20);
    g_assert_cmpuint(rig->out->len, ==, 2);
    nv_idx_channel_set(idx, &channel);
    inline_point(idx, 5, 30);
    g_assert_cmpuint(rig->out->len, ==, 3);
    g_assert_cmpfloat(out_at(rig, 2)->x, ==, 30);
    g_assert_cmpfloat(out_at(rig, 2)->tex[0][1], ==, 34);
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
    g_test_add_func("/idx/state-words", test_state_words);
    g_test_add_func("/idx/rdi", test_rdi);
    g_test_add_func("/idx/outside-begin-end", test_outside);
    g_test_add_func("/idx/channel", test_channel);
    g_test_add_func("/idx/save", test_save);
    g_test_add_func("/idx/hostile", test_hostile);
    return g_test_run();
}
