/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Host memory that a guest can make a card keep: what it compiles, textures
 * in its memory, all of it at once; as the card counts and as the host does.
 */
#include <stdio.h>
#include <unistd.h>

#include "common/rankine.h"

#define MIB (1u << 20)

/* Of the process; 0: nobody knows, or a sanitizer has its own. */
static uint64_t resident(void)
{
    g_autofree char *text = NULL;
    uint64_t pages;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return 0;
#endif
    if (!g_file_get_contents("/proc/self/statm", &text, NULL, NULL) ||
        sscanf(text, "%*u %" G_GUINT64_FORMAT, &pages) != 1) {
        return 0;
    }
    return pages * sysconf(_SC_PAGESIZE);
}

typedef struct Guest {
    Rankine r;
    GRand *rand;
    uint64_t limit;             /* of the card */
    uint64_t before;            /* resident, without the card */
    uint64_t most, most_kept;   /* resident beside that; as the card counts */
} Guest;

static void guest_open(Guest *g, const NvCardConfig *config, uint16_t class)
{
    *g = (Guest) {
        .limit = config->memory ? config->memory : NV_CARD_MEMORY,
        .before = resident(), .rand = g_rand_new_with_seed(14),
    };
    g->r = (Rankine) { .rig = rig_new_card(config), .class = class };
    /* The rig's own are there from the start. */
    memset(g->r.rig->ram, 1, RIG_RAM_SIZE);
    memset(nv_card_vram(g->r.rig->card), 0, config->vram_size);
    g->before += RIG_RAM_SIZE + config->vram_size;
    rig_channel(g->r.rig, class);
}

static void look(Guest *g)
{
    uint64_t kept = nv_card_stats(g->r.rig->card).memory, now = resident();

    g->most_kept = MAX(g->most_kept, kept);
    g->most = now > g->before ? MAX(g->most, now - g->before) : g->most;
    g_assert_cmpuint(kept, <=, g->limit - NV_CARD_MEMORY_FIXED);
}

static void guest_close(Guest *g, const char *what)
{
    g_test_message("%s: limit %" G_GUINT64_FORMAT " KiB, kept at most %"
                   G_GUINT64_FORMAT " KiB, of the process %" G_GUINT64_FORMAT
                   " KiB", what, g->limit / 1024, g->most_kept / 1024,
                   g->most / 1024);
    g_assert_cmpuint(g->most, <=, g->limit);
    g_rand_free(g->rand);
    rankine_close(&g->r);
}

static void start_rankine(Rankine *r)
{
    rankine_init(r);
    rankine_surface(r);
    rankine_viewport(r);
    rankine_fragment_program(r, rankine_fp_color, 4);
    g_assert_true(rankine_kick(r));
}

/* --- programs --- */

/* Calls make it as long as a program in the host can be. */
static char *program_text(unsigned number)
{
    GString *s = g_string_new("MOV o[HPOS], v[0]\n");

    g_string_append_printf(s, "ADD R0, v[1], c[%u]\nADD R0, R0, c[%u]\n",
                           number % 64, 64 + number / 64);
    for (unsigned i = 0; i < 12; i++) {
        g_string_append(s, "CAL sub\n");
    }
    g_string_append(s, "MOV o[COL0], R0\nBRA end\nsub:\n");
    for (unsigned i = 0; i < 50; i++) {
        g_string_append_printf(s, "MAD R%u, R%u, c[%u], %sR%u\n",
                               (i + 1) % 8, i % 8, 80 + i % 50,
                               i % 3 ? "" : "-", (i + 3) % 8);
    }
    g_string_append(s, "RET\nend:\nMOV o[COL1], R1 END\n");
    return g_string_free(s, FALSE);
}

static void run_program(Rankine *r, unsigned number)
{
    g_autofree char *text = program_text(number);

    rankine_vertex_program(r, text);
    rankine_point(r);
    g_assert_true(rankine_kick(r));
}

static void test_programs(gconstpointer executor)
{
    const NvCardConfig config = {
        .chip = "nv35", .vram_size = 4 * MIB, .executor = executor,
        .memory = NV_CARD_MEMORY_MIN, .threads = 4,
    };
    Guest g;

    guest_open(&g, &config, 0x497);
    start_rankine(&g.r);
    for (unsigned i = 0; i < 60; i++) {
        run_program(&g.r, i);
        look(&g);
    }
    /* Programs went, or all this says nothing. */
    g_assert_cmpuint(g.most_kept, >, 8 * MIB);
    guest_close(&g, executor);
}

/* --- fixed function --- */

static void random_mode(Guest *g)
{
    static const uint32_t gen[] = {
        0, 0x2400, 0x2401, 0x2402, 0x8511, 0x8512,
    };
    unsigned lights = g_rand_int_range(g->rand, 0, 9);
    uint32_t mask = 0;

    for (unsigned i = 0; i < lights; i++) {
        mask |= (uint32_t)g_rand_int_range(g->rand, 1, 4) << 2 * i;
    }
    rig_method(g->r.rig, 0x3bc, mask);
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned c = 0; c < 3; c++) {
            rig_method(g->r.rig, 0x3c0 + 16 * i + 4 * c,
                       gen[g_rand_int_range(g->rand, 0, 6)]);
        }
        rig_method(g->r.rig, 0x420 + 4 * i, g_rand_int(g->rand) & 1);
    }
    rig_method(g->r.rig, 0x3a4, g_rand_int(g->rand) & 1);
}

/* Class 0x97: every draw another mode of eight lights. */
static void test_fixed(gconstpointer executor)
{
    const NvCardConfig config = {
        .chip = "nv20", .vram_size = 4 * MIB, .executor = executor,
        .memory = NV_CARD_MEMORY_MIN,
    };
    Guest g;

    guest_open(&g, &config, 0x97);
    rig_surface(g.r.rig, 64, 64);
    rig_method(g.r.rig, 0x1e94, 4);
    rig_method(g.r.rig, 0x314, 1);
    for (unsigned i = 0; i < 400; i++) {
        random_mode(&g);
        rig_method(g.r.rig, 0x17fc, 1);
        rig_methods(g.r.rig, 0x1518, (const uint32_t[4]) { 0 }, 4);
        rig_method(g.r.rig, 0x17fc, 0);
        g_assert_true(rig_kick(g.r.rig));
        nv_card_flush(g.r.rig->card);
        look(&g);
    }
    g_assert_cmpuint(g.most_kept, >, 4 * MIB);
    guest_close(&g, executor);
}

/* --- textures --- */

static void test_textures(void)
{
    const NvCardConfig config = { .chip = "nv35", .vram_size = 4 * MIB };
    Guest g;

    guest_open(&g, &config, 0x497);
    start_rankine(&g.r);
    rankine_vertex_program(&g.r, "MOV o[HPOS], v[0] END");
    rankine_huge_textures(&g.r);
    for (unsigned i = 0; i < 50; i++) {
        rankine_huge_texture(&g.r, i % RANKINE_UNITS);
        rankine_point(&g.r);
        g_assert_true(rankine_kick(&g.r));
        look(&g);
    }
    /* 512 MiB of texels: not one is copied.  Hosts give memory by 2 MiB, too. */
    g_assert_cmpuint(g.most, <=, 32 * MIB);
    g_assert_cmphex(rankine_pixel(&g.r, 32, 31), ==, 0x01010101);
    guest_close(&g, "textures");
}

/* --- all at once --- */

static void test_all(void)
{
    const NvCardConfig config = {
        .chip = "nv35", .vram_size = 4 * MIB, .threads = 16,
        .memory = NV_CARD_MEMORY_MIN,
    };
    Guest g;

    guest_open(&g, &config, 0x497);
    start_rankine(&g.r);
    rankine_huge_textures(&g.r);
    for (unsigned i = 0; i < 60; i++) {
        rankine_huge_texture(&g.r, i % RANKINE_UNITS);
        run_program(&g.r, i);
        rig_method(g.r.rig, 0x1e94, 4);
        random_mode(&g);
        rankine_point(&g.r);
        rig_kick(g.r.rig);
        look(&g);
    }
    guest_close(&g, "all");
}

/* --- the setting --- */

static void test_setting(void)
{
    const NvHostOps ops = { NULL };
    NvCardConfig config = {
        .chip = "nv20", .vram_size = 4 * MIB, .memory = 31 * MIB,
    };
    GError *error = NULL;

    g_assert_null(nv_card_new(&config, &ops, NULL, &error));
    g_assert_error(error, NV_CARD_ERROR, 0);
    g_assert_cmpstr(error->message, ==,
                    "memory of 32505856 bytes is not 32M to 4095M");
    g_clear_error(&error);
    config.memory = (uint64_t)NV_CARD_MEMORY_MAX + 1;
    g_assert_null(nv_card_new(&config, &ops, NULL, &error));
    g_assert_error(error, NV_CARD_ERROR, 0);
    g_clear_error(&error);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_data_func("/memory/programs/auto", "auto", test_programs);
    g_test_add_data_func("/memory/programs/soa", "soa", test_programs);
    g_test_add_data_func("/memory/fixed-function/auto", "auto", test_fixed);
    g_test_add_data_func("/memory/fixed-function/soa", "soa", test_fixed);
    g_test_add_func("/memory/textures", test_textures);
    g_test_add_func("/memory/all-at-once", test_all);
    g_test_add_func("/memory/setting", test_setting);
    return g_test_run();
}
