/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A draw in one go, in the smallest pieces, and in pieces between each of
 * which the card is saved and another goes on: the same bytes.  Random state,
 * primitives and programs, on chips of three generations.
 */
#include "common/rankine.h"
#include "nv2a/card.h"

#define VRAM (4u << 20)
#define SIZE 64
#define SCENES 40
#define MOVES 20                /* of a scene, to another card and back */

typedef struct Scene {
    const char *chip;
    uint16_t class;
    uint32_t seed;
} Scene;

/* How the words of a scene are run. */
typedef enum How { AT_ONCE, IN_PIECES, SAVED_BETWEEN, HOWS } How;

static Rig *card(const Scene *s, How how)
{
    const NvCardConfig config = {
        .chip = s->chip, .vram_size = VRAM,
        .executor = how == SAVED_BETWEEN ? "ref" : "auto", .threads = 1,
        .raster_arg = how == IN_PIECES ? "reference" : NULL,
    };

    return rig_new_card(&config);
}

/* --- random words --- */

static void floats(GRand *rand, Rig *rig, uint32_t mthd, unsigned n, bool wild)
{
    uint32_t words[4];

    for (unsigned i = 0; i < n; i++) {
        float v = g_rand_double_range(rand, -1.5, 1.5);

        memcpy(&words[i], &v, 4);
        if (wild && g_rand_int_range(rand, 0, 50) == 0) {
            words[i] = g_rand_int(rand);
        }
    }
    if (n == 4) {
        float w = g_rand_double_range(rand, 0.5, 1.5);

        memcpy(&words[3], &w, 4);
    }
    rig_methods(rig, mthd, words, n);
}

static uint32_t pick(GRand *rand, unsigned below)
{
    return g_rand_int_range(rand, 0, below);
}

typedef struct Methods {
    uint16_t begin, draw, position, color, cull, cull_on, front, back, blend,
             line, smooth, clear, clear_x, clear_y, clear_color;
} Methods;

static const Methods kelvin = {
    0x17fc, 0x1810, 0x1518, 0x1550, 0x39c, 0x308, 0x38c, 0x390, 0x304, 0x380,
    0x37c, 0x1d94, 0x1d98, 0x1d9c, 0x1d90,
};
static const Methods rankine = {
    0x1808, 0x1814, 0x1c00, 0x1c30, 0x1830, 0x183c, 0x1828, 0x182c, 0x310,
    0x3b8, 0x368, 0x1d94, 0x1d98, 0x1d9c, 0x1d90,
};

/* Loops and calls on Rankine, which no list has. */
static void vertex_program(GRand *rand, Rankine *r)
{
    static const char *const texts[] = {
        "MOV o[HPOS], v[0]; MOV o[COL0], v[3] END",
        "MOV o[HPOS], v[0]; l: SIN R0, v[3].x; COS R1, R0.x; BRA l; "
        "MOV R0, R0 END",
        "MOV R0, v[3]; CAL f; CAL f; MOV o[HPOS], v[0]; MOV o[COL0], R0; "
        "BRA e; f: MAD R0, R0, v[3], R0; LIT R0, R0; RET; e: MOV R1, R0 END",
    };

    rankine_vertex_program(r, texts[pick(rand, G_N_ELEMENTS(texts))]);
    rig_method(r->rig, 0x1ef8, 0x0020ffff);
}

static void state(GRand *rand, Rig *rig, const Methods *m)
{
    static const uint32_t modes[] = { 0x1b00, 0x1b01, 0x1b02, 0x1b02 };

    rig_method(rig, m->cull_on, pick(rand, 2));
    rig_method(rig, m->cull, 0x404 + pick(rand, 2));
    rig_method(rig, m->front, modes[pick(rand, 4)]);
    rig_method(rig, m->back, modes[pick(rand, 4)]);
    rig_method(rig, m->blend, pick(rand, 2));
    rig_method(rig, m->line, 8 * (1 + pick(rand, 12)));
    rig_method(rig, m->smooth, 0x1d00 + pick(rand, 2));
}

static void draw(GRand *rand, Rig *rig, const Methods *m)
{
    unsigned n = pick(rand, 60);

    rig_method(rig, m->begin, 1 + pick(rand, 10));
    for (unsigned i = 0; i < n; i++) {
        floats(rand, rig, m->color, 4, false);
        floats(rand, rig, m->position, 4, true);
    }
    if (pick(rand, 3) == 0) {
        rig_method(rig, m->draw, pick(rand, 64) << 24 | pick(rand, 100));
    }
    rig_method(rig, m->begin, 0);
}

static void clear(GRand *rand, Rig *rig, const Methods *m)
{
    unsigned x = pick(rand, SIZE), y = pick(rand, SIZE);

    rig_method(rig, m->clear_x, (SIZE - 1) << 16 | x);
    rig_method(rig, m->clear_y, (SIZE - 1) << 16 | y);
    rig_method(rig, m->clear_color, g_rand_int(rand));
    rig_method(rig, m->clear, pick(rand, 256) & 0xf3);
}

/* A 3D object that is ready, then words that are not run. */
static void fill(const Scene *s, Rig *rig)
{
    bool first = s->class == 0x97;
    const Methods *m = first ? &kelvin : &rankine;
    Rankine r = { .rig = rig, .class = s->class };
    GRand *rand = g_rand_new_with_seed(s->seed);

    rig_channel(rig, s->class);
    if (first) {
        rig_surface(rig, SIZE, SIZE);
        rig_passthrough_program(rig);
    } else {
        rankine_init(&r);
        rankine_surface(&r);
        rankine_viewport(&r);
        rankine_fragment_program(&r, rankine_fp_color, 4);
    }
    rig_kick(rig);
    for (unsigned i = 0; i < 6; i++) {
        state(rand, rig, m);
        if (!first) {
            vertex_program(rand, &r);
        }
        if (pick(rand, 3) == 0) {
            clear(rand, rig, m);
        }
        draw(rand, rig, m);
    }
    g_rand_free(rand);
    rig_write(rig, 0x800040, rig->channel.put);
}

/* --- the ways to run them --- */

static void move(Rig **from, Rig **to)
{
    g_autoptr(GByteArray) saved = g_byte_array_new();
    g_autoptr(GError) error = NULL;
    Rig *was = *from;

    nv_card_save(was->card, saved);
    memcpy(nv_card_vram((*to)->card), nv_card_vram(was->card), VRAM);
    memcpy((*to)->ram, was->ram, RIG_RAM_SIZE);
    nv_card_load((*to)->card, saved->data, saved->len, &error);
    g_assert_no_error(error);
    *from = *to;
    *to = was;
}

static bool is_busy(Rig *rig)
{
    return rig_read(rig, 0x400700) & 1;
}

/* VRAM when all is done; *pieces runs were needed. */
static GBytes *run(const Scene *s, How how, unsigned *pieces)
{
    Rig *rig = card(s, how), *other = card(s, AT_ONCE);
    unsigned busy = 0;
    GBytes *vram;

    fill(s, rig);
    *pieces = 1;
    while (nv_card_run(rig->card, how == AT_ONCE ? 4096 : 1)) {
        ++*pieces;
        busy += is_busy(rig);
        if (how == SAVED_BETWEEN && is_busy(rig) && busy % 3 == 0 &&
            busy < 3 * MOVES) {
            move(&rig, &other);
        }
    }
    g_assert_false(is_busy(rig));
    vram = g_bytes_new(nv_card_vram(rig->card), VRAM);
    rig_free(rig);
    rig_free(other);
    return vram;
}

static void test_scenes(const void *data)
{
    Scene s = *(const Scene *)data;
    unsigned wrong = 0, more = 0;

    for (s.seed = 0; s.seed < SCENES; s.seed++) {
        unsigned pieces[HOWS];
        GBytes *vram[HOWS];

        for (How how = 0; how < HOWS; how++) {
            vram[how] = run(&s, how, &pieces[how]);
        }
        for (How how = 1; how < HOWS; how++) {
            if (!g_bytes_equal(vram[0], vram[how])) {
                g_test_message("%s scene %u way %u differs", s.chip, s.seed,
                               how);
                wrong++;
            }
            more += pieces[how] > pieces[0];
        }
        for (How how = 0; how < HOWS; how++) {
            g_bytes_unref(vram[how]);
        }
    }
    g_test_message("%u of %u differ", wrong, 2 * SCENES);
    g_assert_cmpuint(wrong, ==, 0);
    g_assert_cmpuint(more, >, SCENES);
}

int main(int argc, char **argv)
{
    static const Scene scenes[] = {
        { "nv20", 0x97, 0 }, { "nv2a", 0x97, 0 }, { "nv30", 0x397, 0 },
        { "nv35", 0x497, 0 },
    };

    g_test_init(&argc, &argv, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(scenes); i++) {
        g_autofree char *path = g_strdup_printf("/pieces/%s", scenes[i].chip);

        g_test_add_data_func(path, &scenes[i], test_scenes);
    }
    return g_test_run();
}
