/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The Ethernet controller: registers, PHY, timer; random rings against a
 * model.
 */
#include "test-nic.h"

/* --- registers --- */

static void test_registers(void)
{
    Rig *r = g_new0(Rig, 1);

    r->wire = g_byte_array_new();
    nv_nic_init(&r->nic, &ops, r, mac);
    /* As firmware leaves the address: last byte first. */
    g_assert_cmphex(get(r, 0x0a8), ==, 0x22334455);
    g_assert_cmphex(get(r, 0x0ac), ==, 0x0211);
    g_assert_cmphex(get(r, 0x130) >> 31, ==, 1);
    put(r, 0x144, 4);
    g_assert_cmphex(get(r, 0x144), ==, 0xc);        /* idle */
    put(r, 0x144, 0);
    g_assert_cmphex(get(r, 0x088) | get(r, 0x098), ==, 0);
    /* Narrow writes keep the rest and clear no status. */
    put(r, 0x090, 0x11223344);
    nv_nic_io_write(&r->nic, 0x091, 1, 0xaa);
    g_assert_cmphex(get(r, 0x090), ==, 0x1122aa44);
    g_assert_cmphex(nv_nic_io_read(&r->nic, 0x092, 2), ==, 0x1122);
    g_assert_cmphex(nv_nic_io_read(&r->nic, 0x091, 4), ==, 0x001122aa);
    nv_nic_set_link(&r->nic, true);
    g_assert_cmphex(get(r, 0x000), ==, 0x40);
    nv_nic_io_write(&r->nic, 0x001, 1, 0xff);
    g_assert_cmphex(get(r, 0x000), ==, 0x40);
    nv_nic_io_write(&r->nic, 0x000, 1, 0xff);
    g_assert_cmphex(get(r, 0x000), ==, 0);
    g_assert_cmpuint(r->unknown, ==, 0);
    get(r, 0x3fc);
    put(r, 0xfffffffc, 1);
    g_assert_cmpuint(r->unknown, ==, 2);
    put(r, 0x094, 1);
    nv_nic_reset(&r->nic);
    g_assert_cmphex(get(r, 0x094), ==, 0);
    g_assert_cmphex(get(r, 0x090), ==, 0);
    rig_free(r);
}

static uint16_t mii_read(Rig *r, unsigned phy, unsigned reg)
{
    put(r, 0x190, phy << 5 | reg);
    g_assert_cmphex(get(r, 0x190) & 0x8000, ==, 0);
    return get(r, 0x194);
}

static void mii_write(Rig *r, unsigned phy, unsigned reg, uint16_t value)
{
    put(r, 0x194, value);
    put(r, 0x190, 0x400 | phy << 5 | reg);
}

static void test_phy(void)
{
    Rig *r = rig_new(1, 1);
    unsigned phy;

    for (phy = 0; phy < 32; phy++) {
        bool there = phy == 1;

        put(r, 0x180, 0xf);
        g_assert_cmphex(mii_read(r, phy, 2), ==, there ? 0x0015 : 0xffff);
        g_assert_cmphex(get(r, 0x180), ==, there ? 0 : 1);
    }
    put(r, 0x180, 0xf);
    g_assert_cmphex(mii_read(r, 1, 3), ==, 0xf441);
    g_assert_cmphex(mii_read(r, 1, 1) & 0x24, ==, 0x24);
    g_assert_cmphex(mii_read(r, 1, 5), ==, 0x45e1);
    mii_write(r, 1, 4, 0x0101);
    g_assert_cmphex(mii_read(r, 1, 4), ==, 0x0101);
    mii_write(r, 1, 2, 0);                  /* an identity is wired */
    g_assert_cmphex(mii_read(r, 1, 2), ==, 0x0015);
    mii_write(r, 1, 0, 0x8000);
    g_assert_cmphex(mii_read(r, 1, 0), ==, 0x3100);
    g_assert_cmphex(mii_read(r, 1, 4), ==, 0x01e1);
    /* Out and in again: status, interrupt, one reading says so. */
    nv_nic_set_link(&r->nic, false);
    g_assert_true(r->irq);
    g_assert_cmphex(get(r, 0x000), ==, 0x40);
    g_assert_cmphex(get(r, 0x180), ==, 8);
    g_assert_cmphex(mii_read(r, 1, 5), ==, 0);
    put(r, 0x180, 8);
    put(r, 0x000, 0x40);
    g_assert_false(r->irq);
    nv_nic_set_link(&r->nic, true);
    g_assert_true(r->irq);
    g_assert_cmphex(mii_read(r, 1, 1) & 4, ==, 0);
    g_assert_cmphex(mii_read(r, 1, 1) & 4, ==, 4);
    nv_nic_set_link(&r->nic, true);
    rig_free(r);
}

static void test_timer(void)
{
    Rig *r = rig_new(1, 1);

    g_assert_cmpint(r->timer, ==, -1);
    put(r, 0x00c, 970);
    put(r, 0x008, 3);
    g_assert_cmpint(r->timer, ==, -1);      /* its interrupt is masked */
    put(r, 0x004, 0x20);
    g_assert_cmpint(r->timer, ==, 970 * 10240);
    put(r, 0x00c, 0);
    g_assert_cmpint(r->timer, ==, 100000);  /* no storm */
    r->timer = 1;
    put(r, 0x000, 0x10);                    /* does not start it again */
    g_assert_cmpint(r->timer, ==, 1);
    nv_nic_timer(&r->nic);
    g_assert_true(r->irq);
    g_assert_cmpint(r->timer, ==, 1);
    put(r, 0x000, 0x20);
    g_assert_false(r->irq);
    g_assert_cmpint(r->timer, ==, 100000);
    put(r, 0x008, 0);
    g_assert_cmpint(r->timer, ==, -1);
    rig_free(r);
}

/* --- random rings against a model --- */

typedef struct Model {
    GByteArray *wire, *frame;
    bool bad;
    unsigned sent;
} Model;

static void model_send(Rig *r, Model *m, unsigned index)
{
    uint32_t address, size = length_of(r, TX_RING, index) + 1u;

    memcpy(&address, r->ram + TX_RING + 8 * index, 4);
    address = GUINT32_FROM_LE(address);
    if (address > RAM_SIZE || size > RAM_SIZE - address ||
        m->frame->len + size > NV_NIC_FRAME) {
        m->bad = true;
    } else {
        g_byte_array_append(m->frame, r->ram + address, size);
    }
    if (!(flags_of(r, TX_RING, index) & LAST)) {
        return;
    }
    if (!m->bad) {
        static const uint8_t zeros[60];

        if (m->frame->len < 60) {
            g_byte_array_append(m->frame, zeros, 60 - m->frame->len);
        }
        g_byte_array_append(m->wire, m->frame->data, m->frame->len);
        m->sent++;
    }
    g_byte_array_set_size(m->frame, 0);
    m->bad = false;
}

static uint32_t random_address(GRand *rand)
{
    return g_rand_int_range(rand, 0, 16)
           ? (uint32_t)g_rand_int_range(rand, TX_DATA, RX_DATA)
           : g_rand_int(rand);
}

static uint32_t random_length(GRand *rand)
{
    return g_rand_int_range(rand, 0, 16)
           ? (uint32_t)g_rand_int_range(rand, 0, 700) : g_rand_int(rand);
}

static void test_random(void)
{
    GRand *rand = g_rand_new_with_seed(13);
    unsigned round;

    for (round = 0; round < 200; round++) {
        unsigned size = g_rand_int_range(rand, 1, 100), at = 0, i, turn;
        Rig *r = rig_new(size, 1);
        Model m = { g_byte_array_new(), g_byte_array_new() };

        for (turn = 0; turn < 5; turn++) {
            unsigned count = g_rand_int_range(rand, 0, size + 1);

            for (i = 0; i < count; i++) {
                unsigned index = (at + i) % size;

                describe(r, TX_RING, index, random_address(rand),
                         random_length(rand),
                         (g_rand_int(rand) & 0x7fff) | OWNED);
                model_send(r, &m, index);
            }
            at = (at + count) % size;
            put(r, 0x144, 1);
            settle(r);
            for (i = 0; i < size; i++) {
                g_assert_cmphex(flags_of(r, TX_RING, i) & OWNED, ==, 0);
            }
        }
        g_assert_cmpuint(r->sent, ==, m.sent);
        g_assert_cmpmem(r->wire->data, r->wire->len, m.wire->data,
                        m.wire->len);
        g_byte_array_unref(m.wire);
        g_byte_array_unref(m.frame);
        rig_free(r);
    }
    g_rand_free(rand);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/ports/nic/registers", test_registers);
    g_test_add_func("/ports/nic/phy", test_phy);
    g_test_add_func("/ports/nic/timer", test_timer);
    g_test_add_func("/ports/nic/random", test_random);
    return g_test_run();
}
