/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The Ethernet controller's rings: wrap, fragments, errors, batches, filters.
 */
#include "test-nic.h"

/* --- sending --- */

static void test_send(void)
{
    Rig *r = rig_new(4, 1);

    describe(r, TX_RING, 0, TX_DATA, 99, OWNED | LAST | 0x0008);
    put(r, 0x144, 1);
    g_assert_cmpuint(r->sent, ==, 0);       /* not from within the write */
    g_assert_true(r->later);
    settle(r);
    g_assert_cmpuint(r->sent, ==, 1);
    g_assert_cmpmem(r->wire->data, r->wire->len, r->ram + TX_DATA, 100);
    g_assert_cmphex(flags_of(r, TX_RING, 0), ==, LAST);
    g_assert_true(r->irq);
    g_assert_cmphex(get(r, 0x000), ==, 0x10);
    g_assert_cmphex(get(r, 0x11c), ==, TX_RING + 8);
    put(r, 0x000, 0x10);
    g_assert_false(r->irq);
    /* A short one is filled up with zeros. */
    describe(r, TX_RING, 1, TX_DATA, 13, OWNED | LAST | 0x0100);
    put(r, 0x144, 1);
    settle(r);
    g_assert_cmpuint(r->wire->len, ==, 160);
    g_assert_cmphex(r->wire->data[113], ==, r->ram[TX_DATA + 13]);
    g_assert_cmphex(r->wire->data[114], ==, 0);
    g_assert_cmphex(get(r, 0x000), ==, 0x110);
    /* Stopped and disabled: nothing goes out. */
    describe(r, TX_RING, 2, TX_DATA, 99, OWNED | LAST);
    put(r, 0x084, 0);
    put(r, 0x144, 1);
    settle(r);
    put(r, 0x084, 1);
    put(r, 0x144, 5);
    settle(r);
    g_assert_cmpuint(r->sent, ==, 2);
    put(r, 0x144, 1);
    settle(r);
    g_assert_cmpuint(r->sent, ==, 3);
    rig_free(r);
}

/* Four parts over the ring's end, the last part given later. */
static void test_fragments(void)
{
    Rig *r = rig_new(4, 1);
    unsigned i;

    for (i = 0; i < 2; i++) {
        describe(r, TX_RING, i, TX_DATA, 63, OWNED | LAST);
    }
    put(r, 0x144, 1);
    settle(r);
    g_byte_array_set_size(r->wire, 0);
    for (i = 2; i < 5; i++) {
        describe(r, TX_RING, i % 4, TX_DATA + i * 50, 49, OWNED);
    }
    put(r, 0x144, 1);
    settle(r);
    g_assert_cmpuint(r->sent, ==, 2);
    g_assert_cmphex(flags_of(r, TX_RING, 3), ==, 0);
    describe(r, TX_RING, 1, TX_DATA + 250, 49, OWNED | LAST);
    put(r, 0x144, 1);
    settle(r);
    g_assert_cmpuint(r->sent, ==, 3);
    g_assert_cmpmem(r->wire->data, r->wire->len, r->ram + TX_DATA + 100, 200);
    rig_free(r);
}

static void test_send_errors(void)
{
    Rig *r = rig_new(8, 1);
    unsigned i;

    /* Too long, in one part and in many; memory that is not there. */
    describe(r, TX_RING, 0, TX_DATA, NV_NIC_FRAME, OWNED | LAST);
    describe(r, TX_RING, 1, 0xfffffff0, 99, OWNED | LAST);
    describe(r, TX_RING, 2, TX_DATA, 1400, OWNED);
    describe(r, TX_RING, 3, TX_DATA, 1400, OWNED | LAST);
    describe(r, TX_RING, 4, TX_DATA, NV_NIC_FRAME - 1, OWNED | LAST);
    put(r, 0x144, 1);
    settle(r);
    g_assert_cmphex(flags_of(r, TX_RING, 0), ==, FAILED | 0x2000 | LAST);
    g_assert_cmphex(flags_of(r, TX_RING, 1), ==, FAILED | 0x2000 | LAST);
    g_assert_cmphex(flags_of(r, TX_RING, 2), ==, 0);
    g_assert_cmphex(flags_of(r, TX_RING, 3), ==, FAILED | 0x2000 | LAST);
    g_assert_cmphex(flags_of(r, TX_RING, 4), ==, LAST);
    g_assert_cmphex(get(r, 0x000), ==, 0x18);
    g_assert_cmpuint(r->sent, ==, 1);
    g_assert_cmpuint(r->wire->len, ==, NV_NIC_FRAME);
    /* A ring in nowhere stops. */
    put(r, 0x000, ~0u);
    put(r, 0x100, 0xfffffff8);
    put(r, 0x144, 1);
    settle(r);
    g_assert_cmphex(get(r, 0x000), ==, 0x08);
    /* A reset forgets a frame that was begun. */
    put(r, 0x100, TX_RING);
    describe(r, TX_RING, 0, TX_DATA, 1400, OWNED);
    describe(r, TX_RING, 1, TX_DATA, 99, 0);
    put(r, 0x144, 1);
    settle(r);
    put(r, 0x144, 0x14);
    put(r, 0x144, 0);
    for (i = 0; i < 8; i++) {
        describe(r, TX_RING, i, 0, 0, 0);
    }
    g_byte_array_set_size(r->wire, 0);
    describe(r, TX_RING, 0, TX_DATA, 79, OWNED | LAST);
    put(r, 0x144, 1);
    settle(r);
    g_assert_cmpuint(r->wire->len, ==, 80);
    rig_free(r);
}

/* More than a batch: one call does its part, the rest comes later. */
static void test_batch(void)
{
    Rig *r = rig_new(256, 1);
    unsigned i;

    for (i = 0; i < 200; i++) {
        describe(r, TX_RING, i, TX_DATA, 63, OWNED | LAST);
    }
    put(r, 0x144, 1);
    r->later = false;
    nv_nic_work(&r->nic);
    g_assert_cmpuint(r->sent, ==, NV_NIC_BATCH);
    g_assert_true(r->later);
    settle(r);
    g_assert_cmpuint(r->sent, ==, 200);
    rig_free(r);
}

/* --- receiving --- */

static void make_frame(uint8_t *frame, size_t size, const uint8_t *to)
{
    size_t i;

    for (i = 0; i < size; i++) {
        frame[i] = i * 3 + size;
    }
    memcpy(frame, to, 6);
}

static void give_buffers(Rig *r, unsigned count)
{
    unsigned i;

    for (i = 0; i < count; i++) {
        describe(r, RX_RING, i, RX_DATA + i * RX_ROOM, RX_ROOM, OWNED);
    }
}

static void test_receive(void)
{
    Rig *r = rig_new(1, 3);
    uint8_t frame[2000];
    unsigned i;

    give_buffers(r, 3);
    for (i = 0; i < 7; i++) {
        unsigned slot = i % 3, size = 60 + i * 200;

        make_frame(frame, size, mac);
        nv_nic_receive(&r->nic, frame, size);
        g_assert_cmphex(get(r, 0x000), ==, 2);
        g_assert_true(r->irq);
        put(r, 0x000, 2);
        g_assert_cmphex(flags_of(r, RX_RING, slot), ==, VALID);
        g_assert_cmpuint(length_of(r, RX_RING, slot), ==, size);
        g_assert_cmpmem(r->ram + RX_DATA + slot * RX_ROOM, size, frame,
                        size);
        describe(r, RX_RING, slot, RX_DATA + slot * RX_ROOM, RX_ROOM, OWNED);
    }
    g_assert_cmphex(get(r, 0x120), ==, RX_RING + 8);
    /* A short one is filled up. */
    make_frame(frame, 20, mac);
    nv_nic_receive(&r->nic, frame, 20);
    g_assert_cmpuint(length_of(r, RX_RING, 1), ==, 60);
    /* One that is too long fails, and touches nothing behind. */
    put(r, 0x000, ~0u);
    r->ram[RX_DATA + 3 * RX_ROOM] = 0x77;
    make_frame(frame, RX_ROOM + 1, mac);
    nv_nic_receive(&r->nic, frame, RX_ROOM + 1);
    g_assert_cmphex(flags_of(r, RX_RING, 2), ==, FAILED | 0x1000 | VALID);
    g_assert_cmphex(r->ram[RX_DATA + 3 * RX_ROOM], ==, 0x77);
    g_assert_cmphex(get(r, 0x000), ==, 1);
    nv_nic_receive(&r->nic, frame, 0);
    rig_free(r);
}

static void test_no_buffer(void)
{
    Rig *r = rig_new(1, 2);
    uint8_t frame[60];

    make_frame(frame, 60, mac);
    give_buffers(r, 1);
    nv_nic_receive(&r->nic, frame, 60);
    nv_nic_receive(&r->nic, frame, 60);
    g_assert_cmphex(get(r, 0x000), ==, 6);
    put(r, 0x000, 6);
    describe(r, RX_RING, 1, 0xffffff00, RX_ROOM, OWNED);
    nv_nic_receive(&r->nic, frame, 60);
    g_assert_cmphex(get(r, 0x000), ==, 1);
    g_assert_cmphex(flags_of(r, RX_RING, 1), ==, FAILED | 0x1000 | VALID);
    put(r, 0x094, 0);
    g_assert_false(nv_nic_can_receive(&r->nic));
    r->receives = 0;
    put(r, 0x094, 1);
    g_assert_cmpuint(r->receives, ==, 1);
    g_assert_true(nv_nic_can_receive(&r->nic));
    put(r, 0x144, 4);
    g_assert_false(nv_nic_can_receive(&r->nic));
    rig_free(r);
}

static bool accepts(Rig *r, const uint8_t *to)
{
    uint8_t frame[60];
    bool taken;

    make_frame(frame, 60, to);
    give_buffers(r, 1);
    nv_nic_receive(&r->nic, frame, 60);
    taken = flags_of(r, RX_RING, 0) == VALID;
    return taken;
}

static void test_filter(void)
{
    static const uint8_t all[] = { 255, 255, 255, 255, 255, 255 };
    static const uint8_t other[] = { 0x02, 0x11, 0x22, 0x33, 0x44, 0x56 };
    static const uint8_t group[] = { 0x01, 0x00, 0x5e, 0x01, 0x02, 0x03 };
    static const uint8_t group_2[] = { 0x01, 0x00, 0x5e, 0x01, 0x02, 0x04 };
    Rig *r = rig_new(1, 1);

    g_assert_true(accepts(r, mac));
    g_assert_true(accepts(r, all));
    g_assert_false(accepts(r, other));
    g_assert_false(accepts(r, group));
    put(r, 0x0b0, 0x015e0001);
    put(r, 0x0b4, 0x0302);
    g_assert_true(accepts(r, group));
    g_assert_false(accepts(r, group_2));
    put(r, 0x0bc, 0x00ff);                  /* the last byte matters not */
    g_assert_true(accepts(r, group_2));
    g_assert_false(accepts(r, other));
    put(r, 0x08c, 0);
    g_assert_false(accepts(r, mac));
    put(r, 0x08c, 0x80);
    g_assert_true(accepts(r, other));
    rig_free(r);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/ports/nic/send", test_send);
    g_test_add_func("/ports/nic/fragments", test_fragments);
    g_test_add_func("/ports/nic/send-errors", test_send_errors);
    g_test_add_func("/ports/nic/batch", test_batch);
    g_test_add_func("/ports/nic/receive", test_receive);
    g_test_add_func("/ports/nic/no-buffer", test_no_buffer);
    g_test_add_func("/ports/nic/filter", test_filter);
    return g_test_run();
}
