/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs follow from what the guest did alone, where no clock ends them: a card
 * that was just loaded makes the same next run as the one that was saved, to
 * the word and the pixel at which it ends.  A debugger that goes back over
 * recorded work by snapshots depends on it.  No hardware facts.
 */
#include "common/rankine.h"
#include "saved-world.h"

#define RUNS_MOST 3000

/* The same machine at the same moment, its card loaded from a saved state. */
static Rig *twin_of(const Rig *rig, const char *chip)
{
    g_autoptr(GByteArray) state = g_byte_array_new();
    g_autoptr(GError) error = NULL;
    uint32_t size = nv_card_vram_size(rig->card);
    Rig *twin = rig_new(chip, size, "soft", NULL);

    memcpy(nv_card_vram(twin->card), nv_card_vram(rig->card), size);
    memcpy(twin->ram, rig->ram, RIG_RAM_SIZE);
    twin->now = rig->now;
    nv_card_save(rig->card, state);
    nv_card_load(twin->card, state->data, state->len, &error);
    g_assert_no_error(error);
    return twin;
}

static void check_same(const Rig *rig, const Rig *twin)
{
    g_autoptr(GByteArray) one = g_byte_array_new();
    g_autoptr(GByteArray) other = g_byte_array_new();
    uint32_t size = nv_card_vram_size(rig->card);

    nv_card_save(rig->card, one);
    nv_card_save(twin->card, other);
    g_assert_cmpmem(one->data, one->len, other->data, other->len);
    g_assert_cmpint(memcmp(nv_card_vram(rig->card), nv_card_vram(twin->card),
                           size), ==, 0);
    g_assert_cmpint(memcmp(rig->ram, twin->ram, RIG_RAM_SIZE), ==, 0);
    g_assert_cmpint(rig->irq, ==, twin->irq);
}

/* Runs of different lengths until nothing is left; every one has a twin. */
static unsigned run_all(Rig *rig, const char *chip, uint32_t seed,
                        unsigned most)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    unsigned runs = 0;
    bool left = true;

    while (left) {
        unsigned budget = g_rand_int_range(rand, 1, most);
        Rig *twin = twin_of(rig, chip);

        left = nv_card_run(rig->card, budget);
        g_assert_cmpint(nv_card_run(twin->card, budget), ==, left);
        check_same(rig, twin);
        rig_free(twin);
        rig->now += 16384;
        g_assert_cmpuint(++runs, <, RUNS_MOST);
    }
    return runs;
}

/* Every kind of work in two channels. */
static void test_world(const void *data)
{
    const NvChip *chip = data;
    World *w = world_new(chip);

    world_put(w, 0, w->first_end);
    world_put(w, 1, w->second_end);
    g_assert_cmpuint(run_all(w->rig, chip->name, 1, 400), >, 4);
    g_assert_cmphex(world_get(w, 1), ==, w->second_end);
    world_free(w);
}

/* Between draws nothing of textures and programs changes. */
static void test_textured(void)
{
    static uint32_t texels[32 * 32];
    Rankine r;

    rankine_open(&r, "nv35", 0x497);
    rankine_vertex_program(&r, "MOV o[HPOS], v[0]\nMOV o[TEX0], v[0] END");
    rankine_fragment_program(&r, rankine_fp_texture, 4);
    for (unsigned i = 0; i < G_N_ELEMENTS(texels); i++) {
        texels[i] = i * 0x01020305u;
    }
    rankine_texture(&r, 0, 32, texels);
    g_assert_true(rankine_kick(&r));
    for (unsigned i = 0; i < 40; i++) {
        static const float corners[3][4] = {
            { -1, -1, 0, 1 }, { 3, -1, 0, 1 }, { -1, 3, 0, 1 },
        };

        rig_method(r.rig, 0x1808, 5);
        for (unsigned n = 0; n < 3; n++) {
            rankine_floats(&r, 0x1c00, corners[n], 4);
        }
        rig_method(r.rig, 0x1808, 0);
    }
    rig_write(r.rig, 0x800040, r.rig->channel.put);
    g_assert_cmpuint(run_all(r.rig, "nv35", 2, 12), >, 20);
    rankine_close(&r);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_data_func("/runs/world/nv2a", nv_chip_find("nv2a"), test_world);
    g_test_add_data_func("/runs/world/nv35", nv_chip_find("nv35"), test_world);
    g_test_add_func("/runs/textured", test_textured);
    return g_test_run();
}
