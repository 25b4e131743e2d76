/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * FE from outside: channels, saved state, the dump, hostile guests.
 */
#include "unit/pgraph/pgraph-rig.h"

static uint32_t rd(Rig *rig, uint32_t offset)
{
    return nv_pgraph_read(rig->pg, offset);
}

static void wr(Rig *rig, uint32_t offset, uint32_t value)
{
    nv_pgraph_write(rig->pg, offset, value);
}

/* --- channels --- */

static void channel_state(Rig *rig, unsigned ch, uint32_t mark)
{
    nv_mem_ramin_write(rig->pg->mem, GR_OBJ, 0x97);
    nv_pgraph_method(rig->pg, ch, 0, 0, GR_OBJ >> 4);
    nv_pgraph_method(rig->pg, ch, 0, 0x1d90, mark);
    nv_pgraph_method(rig->pg, ch, 0, 0x1480, mark + 1);
    nv_pgraph_method(rig->pg, ch, 0, 0x3b8, mark & 1);
    nv_pgraph_method(rig->pg, ch, 0, 0x1ea4, 0x20);
    for (unsigned i = 0; i < 4; i++) {
        nv_pgraph_method(rig->pg, ch, 0, 0xb80 + 4 * i, mark + i);
    }
    nv_pgraph_method(rig->pg, ch, 0, 0x1724, mark & 0xffff);
}

static void assert_channel(Rig *rig, uint32_t mark)
{
    const NvCard *c = rig->card;

    g_assert_cmphex(nv_fe_bundle(rig->pg, NV_BUNDLE_CLEAR_COLOR), ==, mark);
    g_assert_cmphex(c->raster.bundle[NV_BUNDLE_CLEAR_COLOR], ==, mark);
    g_assert_cmphex(c->raster.bundle[NV_BUNDLE_POLYGON_STIPPLE], ==,
                    mark ? mark + 1 : 0);
    g_assert_cmphex(c->xf.mode_a >> 16 & 1, ==, mark & 1);
    g_assert_cmphex(c->xf.xfctx[0x20][3], ==, mark ? mark + 3 : 0);
    g_assert_cmphex(c->idx.vtxbuf_offset[1], ==, mark & 0xffff);
}

static void test_switch(void)
{
    Rig *rig = rig_new("nv20", 0);

    for (unsigned ch = 0; ch < 3; ch++) {
        nv_mem_ramin_write(rig->pg->mem, CTX_TABLE + 4 * ch,
                           (IMAGES + 0x4000 * ch) >> 4);
    }
    wr(rig, NV_PGRAPH_CTX_TABLE, CTX_TABLE >> 4);
    channel_state(rig, 1, 0x11110001);
    g_assert_cmphex(rd(rig, NV_PGRAPH_CTX_USER), ==, 0x01000000);
    g_assert_cmphex(rd(rig, NV_PGRAPH_CTX_CONTROL), ==, 0x10010000);
    channel_state(rig, 2, 0x22220002);
    assert_channel(rig, 0x22220002);
    nv_pgraph_method(rig->pg, 1, 0, 0x110, 0);
    g_assert_cmphex(nv_fe_class(rig->pg), ==, 0x97);
    assert_channel(rig, 0x11110001);
    nv_pgraph_method(rig->pg, 2, 0, 0x110, 0);
    assert_channel(rig, 0x22220002);
    /* A channel that never ran has nothing of the others. */
    nv_pgraph_method(rig->pg, 0, 0, 0, GR_OBJ >> 4);
    assert_channel(rig, 0);
    /* The driver removes channel 1 and makes a new one at the same place. */
    for (unsigned i = 0; i < 0x4000; i += 4) {
        nv_mem_ramin_write(rig->pg->mem, IMAGES + 0x4000 + i, 0);
    }
    nv_pgraph_method(rig->pg, 1, 0, 0, GR_OBJ >> 4);
    assert_channel(rig, 0);
    rig_free(rig);
}

/* Save as drivers do before they remove a channel. */
static void test_trigger(void)
{
    Rig *rig = rig_new("nv20", 0);

    nv_mem_ramin_write(rig->pg->mem, CTX_TABLE + 4, IMAGES >> 4);
    wr(rig, NV_PGRAPH_CTX_TABLE, CTX_TABLE >> 4);
    channel_state(rig, 1, 0x33330001);
    wr(rig, NV_PGRAPH_CTX_POINTER, IMAGES >> 4);
    wr(rig, NV_PGRAPH_CTX_TRIGGER, 2);
    g_assert_cmphex(rd(rig, NV_PGRAPH_STATUS), ==, 0);
    wr(rig, NV_PGRAPH_BUNDLES + 4 * 0x1b, 0);
    wr(rig, NV_PGRAPH_CTX_TRIGGER, 1);
    assert_channel(rig, 0x33330001);
    rig_free(rig);
}

/* No table, nothing automatic: the driver is asked, then the method runs. */
static void test_manual(void)
{
    Rig *rig = rig_new("nv20", 0);

    wr(rig, NV_PGRAPH_CTX_CONTROL, 0);
    nv_pgraph_method(rig->pg, 4, 0, 0, GR_OBJ >> 4);
    g_assert_cmphex(rd(rig, NV_PGRAPH_INTR), ==, 0x1000);
    g_assert_cmphex(rd(rig, NV_PGRAPH_FIFO_MTHD_ST2), ==, 0x04400000);
    g_assert_false(nv_pgraph_ready(rig->pg));
    wr(rig, NV_PGRAPH_CTX_USER, 4 << 24);
    wr(rig, NV_PGRAPH_CTX_CONTROL, 0x10000);
    nv_mem_ramin_write(rig->pg->mem, GR_OBJ, 0x97);
    rig_ack(rig);
    g_assert_true(nv_pgraph_ready(rig->pg));
    g_assert_cmphex(nv_fe_class(rig->pg), ==, 0x97);
    rig_free(rig);
}

/* --- saved state --- */

static void test_save(void)
{
    Rig *a = rig_new("nv25", 0x597), *b = rig_new("nv25", 0x597);
    g_autoptr(GByteArray) image = g_byte_array_new();
    g_autoptr(GByteArray) again = g_byte_array_new();
    GError *error = NULL;

    channel_state(a, 1, 0x55550001);
    channel_state(a, 2, 0x66660002);
    wr(a, NV_PGRAPH_DEBUG_D, 0xfbde0475);
    nv_pgraph_method(a->pg, 2, 0, 0x304, 1);    /* stays latched */
    g_assert_true(nv_fe_latched(a->pg));
    nv_card_save(a->card, image);
    g_assert_true(nv_card_load(b->card, image->data, image->len, &error));
    g_assert_no_error(error);
    nv_card_save(b->card, again);
    g_assert_cmpmem(image->data, image->len, again->data, again->len);
    g_assert_true(nv_fe_latched(b->pg));
    wr(b, NV_PGRAPH_STATE3D, 0x01000000 | GR_OBJ >> 4);
    rig_ack(b);
    g_assert_cmphex(nv_fe_bundle(b->pg, NV_BUNDLE_BLEND) & 8, ==, 8);
    wr(b, NV_PGRAPH_DEBUG_D, 0xf3de0475);
    nv_pgraph_method(b->pg, 1, 0, 0x110, 0);
    assert_channel(b, 0x55550001);
    rig_free(a);
    rig_free(b);
}

/* Any byte of the section may be wrong: refused, or harmless. */
static void test_damaged(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(0xdada);
    g_autoptr(GByteArray) image = g_byte_array_new();
    Rig *rig = rig_new("nv25", 0x597);
    NvStateItem items[] = { { &nv_pgraph_section, rig->pg } };
    unsigned refused = 0;

    channel_state(rig, 1, 0x77770001);
    nv_state_save(items, 1, image);
    for (unsigned i = 0; i < 60; i++) {
        g_autofree uint8_t *copy = g_memdup2(image->data, image->len);

        for (unsigned n = 0; n < 200; n++) {
            /* Mostly values: names and counts are base's business. */
            unsigned end = 64 + 4 * NV_PGRAPH_WORDS;

            copy[n < 190 ? g_rand_int_range(rand, 64, end)
                         : g_rand_int_range(rand, end, end + 0x400)] ^=
                n < 190 || !(i & 7) ? 1u << (n & 7) : 0;
        }
        if (!nv_state_load(items, 1, copy, image->len, NULL)) {
            refused++;
            continue;
        }
        for (unsigned n = 0; n < 200; n++) {
            rig_ack(rig);
            wr(rig, NV_PGRAPH_INCREMENT, 2);
            nv_pgraph_method(rig->pg, n & 3, n & 7,
                             g_rand_int_range(rand, 0, 0x800) * 4,
                             g_rand_int(rand));
        }
    }
    g_test_message("%u of 60 refused", refused);
    g_assert_cmpuint(refused, <, 60);
    g_assert_cmpuint(refused, >, 0);
    rig_free(rig);
}

static void test_dump(void)
{
    Rig *rig = rig_new("nv20", 0x97);
    g_autoptr(GString) out = g_string_new(NULL);

    rig_method(rig, 0x1d90, 0x12345678);
    nv_pgraph_dump(rig->pg, out);
    g_assert_nonnull(strstr(out->str, "CLEAR_COLOR: 0x12345678 "
                            "B=0x78 G=0x56 R=0x34 A=0x12\n"));
    g_assert_nonnull(strstr(out->str, "class: 0x097\n"));
    rig_free(rig);
}

/* --- hostile guests --- */

static void test_hostile(gconstpointer data)
{
    const char *chip = data;
    g_autoptr(GRand) rand = g_rand_new_with_seed(0xbad);
    Rig *rig = rig_new(chip, strcmp(chip, "nv20") ? 0x597 : 0x97);
    unsigned methods = 0;

    for (uint32_t at = 0; at < rig->pg->mem->ramin_size; at += 4) {
        if (at < GR_OBJ || at >= GR_OBJ + 0x2000) {
            nv_mem_ramin_write(rig->pg->mem, at, g_rand_int(rand));
        }
    }
    for (unsigned i = 0; i < 60000; i++) {
        uint32_t what = g_rand_int_range(rand, 0, 64);
        uint32_t value = g_rand_int(rand) >> g_rand_int_range(rand, 0, 32);

        if (i % 256 == 0) {             /* as a driver that notices */
            wr(rig, NV_PGRAPH_DEBUG_D, i & 256 ? 0xf3de0475 : 0xf0000000);
            wr(rig, NV_PGRAPH_DEBUG_B, 0x00118700);
            wr(rig, NV_PGRAPH_CTX_CONTROL, 0x10000000);
        }
        if (what == 0) {
            wr(rig, g_rand_int_range(rand, 0, NV_PGRAPH_SIZE) & ~3u, value);
        } else if (what == 1) {
            rd(rig, g_rand_int_range(rand, 0, NV_PGRAPH_SIZE));
        } else {
            if (!nv_pgraph_ready(rig->pg)) {
                wr(rig, NV_PGRAPH_INCREMENT, 2);
                rig_ack(rig);
            }
            if (what == 2) {
                wr(rig, NV_PGRAPH_FE3D_MISC, 0);
                value = (GR_OBJ + 16 * (value & 0xff)) >> 4;
                nv_pgraph_method(rig->pg, value & 31, i & 7, 0,
                                 i & 1 ? GR_OBJ >> 4 : value);
            } else {
                nv_pgraph_method(rig->pg, what == 3 ? value & 31 : 0, 0,
                                 g_rand_int_range(rand, 1, 0x800) * 4,
                                 value);
            }
            methods++;
        }
    }
    g_test_message("%u methods, %" G_GUINT64_FORMAT " executed", methods,
                   rig->pg->methods);
    g_assert_cmpuint(rig->pg->methods, >, 1000);
    rig_free(rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/pgraph/channels/switch", test_switch);
    g_test_add_func("/pgraph/channels/trigger", test_trigger);
    g_test_add_func("/pgraph/channels/by-hand", test_manual);
    g_test_add_func("/pgraph/save/channels", test_save);
    g_test_add_func("/pgraph/save/damaged", test_damaged);
    g_test_add_func("/pgraph/dump", test_dump);
    g_test_add_data_func("/pgraph/hostile/nv20", "nv20", test_hostile);
    g_test_add_data_func("/pgraph/hostile/nv25", "nv25", test_hostile);
    g_test_add_data_func("/pgraph/hostile/nv2a", "nv2a", test_hostile);
    return g_test_run();
}
