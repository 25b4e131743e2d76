/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * FE's channels on Curie, as its driver moves them through CTXCTL (doc), and
 * saved states that nobody saved: on every chip a load refuses them or the
 * card goes on.
 */
#include "base/bits.h"
#include "unit/pgraph/pgraph-rig.h"

/* --- Curie's channels --- */

#define VALID 0x01000000u

static uint32_t rd(Rig *rig, uint32_t offset)
{
    return nv_pgraph_read(rig->pg, offset);
}

static void wr(Rig *rig, uint32_t offset, uint32_t value)
{
    nv_pgraph_write(rig->pg, offset, value);
}

static uint32_t image(unsigned chid)
{
    return (IMAGES + 0x1000 * chid) >> 4;
}

/* PFIFO wants @chid, which binds the object and sets a colour. */
static void run(Rig *rig, unsigned chid, bool images, uint32_t color)
{
    if (images) {
        wr(rig, 0x330, image(chid) | VALID);
    }
    nv_pgraph_method(rig->pg, chid, 0, 0, GR_OBJ >> 4);
    nv_pgraph_method(rig->pg, chid, 0, 0x1d90, color);
}

static uint32_t color(Rig *rig, unsigned chid, bool images)
{
    if (images) {
        wr(rig, 0x330, image(chid) | VALID);
    }
    nv_pgraph_method(rig->pg, chid, 0, 0x100, 0);
    return nv_fe_bundle(rig->pg, NV_BUNDLE_CLEAR_COLOR);
}

/* Two channels take turns, with and without images; XF and IDX follow. */
static void test_curie_turns(void)
{
    for (unsigned images = 0; images < 2; images++) {
        Rig *rig = rig_new("nv40", 0x4097);
        uint32_t want[2] = { 0x11111111, 0x22222222 };

        run(rig, 0, images, want[0]);
        rig->card->xf.xfctx[5][2] = 0xa;
        run(rig, 1, images, want[1]);
        g_assert_cmphex(rig->card->xf.xfctx[5][2], ==, 0);
        rig->card->xf.xfctx[5][2] = 0xb;
        for (unsigned i = 0; i < 16; i++) {
            unsigned chid = i * 7 / 3 & 1;

            g_assert_cmphex(color(rig, chid, images), ==, want[chid]);
            g_assert_cmphex(rig->card->xf.xfctx[5][2], ==, 0xa + chid);
            g_assert_cmphex(rd(rig, 0x32c), ==,
                            images ? image(chid) | VALID : 0);
            nv_pgraph_method(rig->pg, chid, 0, 0x1d90, want[chid] += 5);
        }
        rig_free(rig);
    }
}

/* Flag 5 saves, flag 6 loads; the program stops and clears them. */
static void transfer(Rig *rig, uint32_t inst, uint32_t flag)
{
    wr(rig, 0x784, inst | VALID);
    wr(rig, 0x310, rd(rig, 0x310) | flag);
    wr(rig, 0x304, rd(rig, 0x304) | 1);
    g_assert_cmphex(rd(rig, 0x300) & 1, ==, 0);
    g_assert_cmphex(rd(rig, 0x310) & 0x60, ==, 0);
}

static void test_curie_handshake(void)
{
    Rig *rig = rig_new("nv40", 0x4097);

    wr(rig, 0x324, 0);
    for (unsigned i = 0; i < 256; i++) {
        wr(rig, 0x328, 0x00700000 | i);
        g_assert_cmphex(rd(rig, 0x324), ==, (i + 1) & 0xff);
    }
    run(rig, 0, true, 0x1234);
    g_assert_cmphex(rd(rig, 0x32c), ==, image(0) | VALID);
    transfer(rig, image(0), 0x20);
    nv_pgraph_method(rig->pg, 0, 0, 0x1d90, 0x9999);
    transfer(rig, image(0), 0x40);
    g_assert_cmphex(nv_fe_bundle(rig->pg, NV_BUNDLE_CLEAR_COLOR), ==, 0x1234);
    /* An image that no channel left has nothing in it. */
    transfer(rig, image(1), 0x40);
    g_assert_cmphex(nv_fe_bundle(rig->pg, NV_BUNDLE_CLEAR_COLOR), ==, 0);
    g_assert_cmphex(color(rig, 0, true), ==, 0x1234);
    /* Saved, ended, and used again from its image. */
    transfer(rig, image(0), 0x20);
    wr(rig, 0x32c, image(0));
    nv_fe_set_bundle(rig->pg, NV_BUNDLE_CLEAR_COLOR, 0x77);
    g_assert_cmphex(color(rig, 0, true), ==, 0x1234);
    /* The same number with a new image starts afresh. */
    wr(rig, 0x330, image(3) | VALID);
    nv_pgraph_method(rig->pg, 0, 0, 0x100, 0);
    g_assert_cmphex(nv_fe_bundle(rig->pg, NV_BUNDLE_CLEAR_COLOR), ==, 0);
    g_assert_cmphex(rd(rig, 0x32c), ==, image(3) | VALID);
    rig_free(rig);
}

/*
 * A new channel starts with what its image has where the driver's program
 * would look: behind the pointer, in the order of its moves.
 */
static void test_curie_image(void)
{
    static const uint32_t program[] = {
        0x00400107, 0x00200008, 0x0060000a,     /* a branch; SR 8, pointer */
        0x00100000 | 2 << 14 | 0x1a10 / 4,      /* CLEAR_HV: two words */
        0x00100000 | 1 << 14 | 0x0b0 / 4,       /* no channel's: DEBUG_K */
        0x00200003, 0x00100000 | 0x1a84 / 4,    /* SR 3: three words */
        0x00200100, 0x0060000a,
        0x00100000 | 1 << 14 | 0x3ffc / 4,      /* beyond FE */
        0x00100000 | 1 << 14 | 0x19b4 / 4,      /* CLIP_HV at word 0x101 */
        0x0060000e,
        0x00100000 | 1 << 14 | 0x1a14 / 4,      /* behind the end */
    };
    g_autoptr(GByteArray) state = g_byte_array_new();
    Rig *rig = rig_new("nv40", 0x4097), *other = rig_new("nv40", 0);
    uint32_t at = (image(2) << 4) + 8;  /* not aligned, as Linux makes it */

    wr(rig, 0x324, 0);
    for (unsigned i = 0; i < G_N_ELEMENTS(program); i++) {
        wr(rig, 0x328, program[i]);
    }
    for (unsigned i = 0; i < 0x110; i++) {
        nv_mem_ramin_write(rig->pg->mem, at + 4 * i, 0x01000000 + i);
        nv_mem_ramin_write(other->pg->mem, at + 4 * i, 0x01000000 + i);
    }
    nv_mem_ramin_write(rig->pg->mem, at, image(2));
    nv_mem_ramin_write(other->pg->mem, at, image(2));
    nv_card_save(rig->card, state);
    g_assert_true(nv_card_load(other->card, state->data, state->len, NULL));
    for (unsigned i = 0; i < 2; i++) {
        Rig *of = i ? other : rig;

        wr(of, 0x330, image(2) | VALID);
        nv_pgraph_method(of->pg, 2, 0, 0x100, 0);
        g_assert_cmphex(rd(of, 0x1a10), ==, 0x01000008);
        g_assert_cmphex(rd(of, 0x1a14), ==, 0x01000009);
        g_assert_cmphex(rd(of, 0x0b0), ==, 0);
        g_assert_cmphex(rd(of, 0x1a84) & 0xffff, ==, 0x000b);
        g_assert_cmphex(rd(of, 0x1a88), ==, 0x0100000c);
        g_assert_cmphex(rd(of, 0x19b4), ==, 0x01000101 & 0x1fff1fff);
        /* Put away and fetched: the channel's own words, not the image's. */
        nv_fe_set_bundle(of->pg, NV_BUNDLE_CLEAR_COLOR, 0x4711);
        wr(of, 0x330, image(0) | VALID);
        nv_pgraph_method(of->pg, 0, 0, 0x100, 0);
        g_assert_cmphex(color(of, 2, true), ==, 0x4711);
        /* Without its number in front it is no image. */
        nv_mem_ramin_write(of->pg->mem, image(3) << 4, image(2));
        nv_mem_ramin_write(of->pg->mem, (image(3) << 4) + 32, 8);
        wr(of, 0x330, image(3) | VALID);
        nv_pgraph_method(of->pg, 3, 0, 0x100, 0);
        g_assert_cmphex(rd(of, 0x1a10), ==, 0);
        rig_free(of);
    }
}

/* A saved card has every channel. */
static void test_curie_saved(void)
{
    Rig *rig = rig_new("nv40", 0x4097), *other = rig_new("nv40", 0);
    g_autoptr(GByteArray) state = g_byte_array_new();

    run(rig, 0, true, 0xaaaa);
    run(rig, 1, true, 0xbbbb);
    nv_card_save(rig->card, state);
    g_assert_true(nv_card_load(other->card, state->data, state->len, NULL));
    /* The host moves instance memory. */
    for (uint32_t at = GR_OBJ; at < IMAGES + 0x2000; at += 4) {
        nv_mem_ramin_write(other->pg->mem, at,
                           nv_mem_ramin_read(rig->pg->mem, at));
    }
    g_assert_cmphex(color(other, 0, true), ==, 0xaaaa);
    g_assert_cmphex(color(other, 1, true), ==, 0xbbbb);
    rig_free(rig);
    rig_free(other);
}

/* --- Curie's lines --- */

/* Class 0x305c draws lines: of a slanted one only the pixels on it change. */
static void test_curie_line(void)
{
    Rig *rig = rig_new("nv40", 0);
    const uint32_t surf = GR_OBJ + 0x100, line = GR_OBJ + 0x120;
    unsigned set = 0;

    rig_object(rig, surf, 0x3062, 0, 0);
    nv_pgraph_method(rig->pg, 0, 0, 0, surf >> 4);
    nv_pgraph_method(rig->pg, 0, 0, 0x184, DMA_RW >> 4);
    nv_pgraph_method(rig->pg, 0, 0, 0x188, DMA_RW >> 4);
    nv_pgraph_method(rig->pg, 0, 0, 0x300, 0xa);
    nv_pgraph_method(rig->pg, 0, 0, 0x304, 0x01000100);
    nv_pgraph_method(rig->pg, 0, 0, 0x308, REPORTS);
    nv_pgraph_method(rig->pg, 0, 0, 0x30c, REPORTS);
    rig_object(rig, line, 0x305c | 3 << 19, 0, 0);
    nv_pgraph_method(rig->pg, 0, 1, 0, line >> 4);
    nv_pgraph_method(rig->pg, 0, 1, 0x198, surf >> 4);
    nv_pgraph_method(rig->pg, 0, 1, 0x2fc, 3);
    nv_pgraph_method(rig->pg, 0, 1, 0x300, 3);
    nv_pgraph_method(rig->pg, 0, 1, 0x304, 0x123456);
    nv_pgraph_method(rig->pg, 0, 1, 0x400, 3 << 16 | 2);
    nv_pgraph_method(rig->pg, 0, 1, 0x404, 13 << 16 | 12);
    g_assert_cmphex(NV_PG(rig->pg, NSOURCE), ==, 0);
    for (unsigned i = 0; i < 32 * 32; i++) {
        unsigned x = i % 32, y = i / 32;

        if (nv_ld32(rig->pg->mem->vram + REPORTS + 0x100 * y + 4 * x)) {
            g_assert_cmpuint(x + 1, ==, y);
            set++;
        }
    }
    g_assert_cmpuint(set, >=, 10);
    g_assert_cmpuint(set, <=, 11);
    rig_free(rig);
}

/* --- hostile states --- */

enum { ROUNDS = 6, METHODS = 1000 };

typedef struct Spoil {
    GRand *rand;
    bool owner_too;
} Spoil;

/* All of it, or one word in sixteen. */
static void spoil(void *opaque, const NvStateField *field)
{
    const Spoil *s = opaque;
    uint8_t *bytes = (uint8_t *)field->bytes;
    bool all = g_rand_int(s->rand) & 1;

    if (!strcmp(field->field, "owner")) {
        bytes[0] = g_rand_int(s->rand) % (NV_PGRAPH_CHANNELS + 1);
        bytes[3] = s->owner_too ? 1 + bytes[0] : 0;
        return;
    }
    for (uint32_t i = 0; i < field->count; i++) {
        uint32_t word = g_rand_int(s->rand);

        for (unsigned b = 0; b < field->elem && (all || !(word & 15)); b++) {
            bytes[i * field->elem + b] = word >> (b + 4) % 24;
        }
    }
}

/* A channel's plain registers have no bit that the chip has not. */
/* Bits that neither drivers nor methods leave in a register. */
static unsigned wild_bits(const NvPgraph *pg, const uint32_t *values)
{
    unsigned wild = 0;

    for (uint32_t at = 0; at < NV_PGRAPH_SIZE; at += 4) {
        unsigned i;
        const NvReg *reg = nv_regs_find(&pg->regs, at, &i);

        if (reg && (reg->flags & NV_PG_CHANNEL) && reg->mask && !reg->write) {
            uint32_t class = reg->home == NV_PGRAPH_CTX_CACHE_A
                             ? pg->class_mask : 0;

            wild += !!(values[nv_reg_slot(reg, i)] &
                       ~(reg->mask | reg->w1c | reg->ones | class));
        }
    }
    return wild;
}

/* Returns how many were taken without an error. */
static unsigned random_methods(Rig *rig, GRand *rand)
{
    const uint16_t *classes = rig->pg->env->chip->classes;
    unsigned count = 0, taken = 0;

    while (classes[count]) {
        count++;
    }
    for (unsigned i = 0; i < METHODS; i++) {
        unsigned chid = g_rand_int(rand) & 3, subc = g_rand_int(rand) & 7;
        uint32_t mthd = g_rand_int(rand) & 0x1ffc;
        uint32_t data = g_rand_int(rand) >> (g_rand_int(rand) & 31);

        if (i % 16 == 0) {
            rig_object(rig, GR_OBJ, classes[g_rand_int(rand) % count] |
                       (data & 0xff000000), data, DMA_RW >> 4);
            mthd = 0;
            data = GR_OBJ >> 4;
        }
        NV_PG(rig->pg, FIFO_MTHD_ST2) = 0;
        rig_ack(rig);
        nv_pgraph_method(rig->pg, chid, subc, mthd, data);
        for (unsigned n = 0; n < 4 && nv_pgraph_busy(rig->pg); n++) {
            nv_pgraph_continue(rig->pg);
        }
        taken += mthd && !NV_PG(rig->pg, NSOURCE);
    }
    return taken;
}

static void test_hostile(gconstpointer data)
{
    const NvChip *chip = data;
    g_autoptr(GRand) rand = g_rand_new_with_seed(chip->chipset);
    unsigned refused = 0, survived = 0, wild = 0, taken = 0;

    for (unsigned round = 0; round < ROUNDS; round++) {
        Rig *rig = rig_new(chip->name, chip->classes[0]);
        const NvStateItem item = { &nv_pgraph_section, rig->pg };
        g_autoptr(GByteArray) state = g_byte_array_new();
        Spoil s = { rand, round == 0 };
        uint64_t methods;

        nv_state_save(&item, 1, state);
        g_assert_cmpuint(nv_state_walk(state->data, state->len, spoil, &s,
                                       NULL), ==, state->len);
        if (!nv_state_load(&item, 1, state->data, state->len, NULL)) {
            /* Nothing of it came in. */
            g_assert_cmpuint(rig->pg->methods, <=, 1);
            refused++;
            rig_free(rig);
            continue;
        }
        wild += wild_bits(rig->pg, rig->pg->values);
        for (unsigned c = 0; c < NV_PGRAPH_CHANNELS; c++) {
            wild += wild_bits(rig->pg, rig->pg->contexts[c].values);
        }
        /* Without the checks methods come further. */
        if (round & 1) {
            wr(rig, NV_PGRAPH_DEBUG_B, NV_DEBUG_B_CTX_SWITCH);
            wr(rig, NV_PGRAPH_DEBUG_D, 0);
        }
        taken += random_methods(rig, rand);
        nv_card_reset(rig->card);
        methods = rig->pg->methods;
        rig_object(rig, GR_OBJ, chip->classes[0], 0, 0);
        wr(rig, NV_PGRAPH_CTX_CONTROL, 0x10010000);
        rig_method(rig, 0, GR_OBJ >> 4);
        g_assert_cmphex(nv_fe_class(rig->pg), ==, chip->classes[0]);
        g_assert_cmpuint(rig->pg->methods, ==, methods + 1);
        survived++;
        rig_free(rig);
    }
    g_test_message("%s: %u states refused, %u survived %u methods "
                   "each, %u of them without an error", chip->name, refused,
                   survived, METHODS, taken);
    g_assert_cmpuint(taken, >, METHODS / 10);
    g_assert_cmpuint(wild, ==, 0);
    g_assert_cmpuint(refused, >, 0);
    g_assert_cmpuint(survived, >=, ROUNDS - 1);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/pgraph/state/curie-turns", test_curie_turns);
    g_test_add_func("/pgraph/state/curie-handshake", test_curie_handshake);
    g_test_add_func("/pgraph/state/curie-image", test_curie_image);
    g_test_add_func("/pgraph/state/curie-saved", test_curie_saved);
    g_test_add_func("/pgraph/state/curie-line", test_curie_line);
    for (const NvChip *chip = nv_chips(); chip->name; chip++) {
        g_autofree char *path = g_strconcat("/pgraph/state/hostile/",
                                            chip->name, NULL);

        g_test_add_data_func(path, chip, test_hostile);
    }
    return g_test_run();
}
