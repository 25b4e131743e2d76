/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * FE of every chip, with the registers and methods that lists say it has: made
 * from what a public hardware model (envytools) was seen to do.
 */
#ifndef TESTS_PGRAPH_CHIPS_H
#define TESTS_PGRAPH_CHIPS_H

#include "unit/pgraph/pgraph-list.h"
#include "unit/pgraph/pgraph-rig.h"

/* Where an address of a list is: a register, or another word by number. */
enum {
    AT_VAB = 0x2000, AT_IDX = 0x2200, AT_FORMATS = 0x2300,
    AT_OFFSETS = 0x2340,
    AT_XFCTX = 0x4000, AT_OBJECT = 0x10000, AT_BOUND = 0x11000,
};

enum { OBJECT_WORDS = 5, MEMORY = 16 << 20 };

typedef struct Reg {
    uint32_t offset, mask, ones;
} Reg;

typedef struct Chip {
    const char *name;
    const char *like;           /* has the registers and methods of this one */
    NvCard *card;
    NvPgraph *pg;
    GArray *regs;               /* Reg */
    uint32_t class_at;          /* the register that has the class */
    bool logs;                  /* it can tell the commands FE has sent */
    uint32_t *want;             /* a word each register */
    GHashTable *classes;        /* number to Class */
    unsigned cases, wrong, refused, commands;
} Chip;

typedef struct Class {
    uint8_t known[0x800];       /* of each method: 1 there, 2 it had a case */
    unsigned methods, exercised;
} Class;

static Chip chips[] = {
    { "nv10" }, { "nv15" }, { "nv17" }, { "nv20" }, { "nv25" }, { "nv30" },
    { "nv34" }, { "nv35" }, { "nv40" },
    /* No public model, so no cases; its class 0x597 is another test's. */
    { "nv2a", "20" },
};

typedef void (*RowFunc)(char **cells);

/* @func of each row of a list below data/. */
static inline void each_row(const char *file, unsigned columns, RowFunc func)
{
    g_autofree char *path = g_test_build_filename(G_TEST_DIST, "data", file,
                                                  NULL);
    g_autofree char *text = NULL;
    g_auto(GStrv) lines = NULL;

    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    lines = g_strsplit(text, "\n", -1);
    for (unsigned i = 1; lines[i] && *lines[i]; i++) {
        g_auto(GStrv) cells = g_strsplit(lines[i], ",", -1);

        g_assert_cmpuint(g_strv_length(cells), ==, columns);
        func(cells);
    }
}

/* The first chip from @chip on that a number in a list means; NULL: none. */
static inline Chip *next_chip(Chip *chip, const char *number)
{
    for (; chip < chips + G_N_ELEMENTS(chips); chip++) {
        if (!strcmp(chip->name + 2, number) ||
            !g_strcmp0(chip->like, number)) {
            return chip;
        }
    }
    return NULL;
}

#define EACH_CHIP(chip, number) \
    Chip *chip = next_chip(chips, number); chip; \
    chip = next_chip(chip + 1, number)

/* --- lists --- */

typedef void (*WhereFunc)(Chip *chip, uint32_t class, char **cells);

/* "10+15/42+52 40/309e": chips and classes. */
static inline void each_where(char **cells, WhereFunc func)
{
    g_auto(GStrv) groups = g_strsplit(cells[0], " ", -1);

    for (unsigned g = 0; groups[g]; g++) {
        char *slash = strchr(groups[g], '/');
        g_auto(GStrv) numbers = NULL, classes = NULL;

        *slash = 0;
        numbers = g_strsplit(groups[g], "+", -1);
        classes = g_strsplit(slash + 1, "+", -1);
        for (unsigned n = 0; numbers[n]; n++) {
            for (unsigned c = 0; classes[c]; c++) {
                for (EACH_CHIP(chip, numbers[n])) {
                    func(chip, hex(classes[c]), cells);
                }
            }
        }
    }
}

enum { R_CHIPS, R_OFFSET, R_COUNT, R_MASK, R_ONES, R_NAME, R_COLUMNS };

static inline void add_register_of(Chip *chip, char **cells)
{
    for (unsigned i = 0; i < hex(cells[R_COUNT]); i++) {
        Reg reg = {
            .offset = hex(cells[R_OFFSET]) + 4 * i,
            .mask = hex(cells[R_MASK]), .ones = hex(cells[R_ONES]),
        };

        chip->logs |= reg.offset == AT_VAB;
        g_array_append_val(chip->regs, reg);
    }
    if (!strcmp(cells[R_NAME], "CTX_SWITCH_A")) {
        chip->class_at = hex(cells[R_OFFSET]);
    }
}

static inline void add_register(char **cells)
{
    g_auto(GStrv) numbers = g_strsplit(cells[R_CHIPS], "+", -1);

    for (unsigned n = 0; numbers[n]; n++) {
        for (EACH_CHIP(chip, numbers[n])) {
            add_register_of(chip, cells);
        }
    }
}

enum { M_WHERE, M_OFFSET, M_COUNT, M_STRIDE, M_NAME, M_TESTED, M_COLUMNS };

static inline Class *class_of(Chip *chip, uint32_t number)
{
    Class *class = g_hash_table_lookup(chip->classes,
                                       GUINT_TO_POINTER(number));

    if (!class) {
        class = g_new0(Class, 1);
        g_hash_table_insert(chip->classes, GUINT_TO_POINTER(number), class);
    }
    return class;
}

static inline void add_method(Chip *chip, uint32_t class, char **cells)
{
    Class *c = class_of(chip, class);

    for (unsigned i = 0; i < hex(cells[M_COUNT]); i++) {
        uint32_t mthd = hex(cells[M_OFFSET]) + i * hex(cells[M_STRIDE]);

        c->known[mthd / 4] |= 1;
    }
}

static inline void add_methods(char **cells)
{
    each_where(cells, add_method);
}

/* --- words --- */

static inline uint32_t *stored(Chip *chip, uint32_t addr)
{
    NvIdx *idx = &chip->card->idx;
    uint32_t *state[4] = {
        &idx->state_a, &idx->state_b, &idx->state_c, &idx->state_d,
    };
    unsigned index;
    const NvReg *reg;

    if (addr >= AT_XFCTX) {
        g_assert_cmphex(addr, <, AT_XFCTX + 16 * NV_XF_MAX_XFCTX);
        return &chip->card->xf.xfctx[(addr - AT_XFCTX) >> 4][addr >> 2 & 3];
    }
    if (addr >= AT_OFFSETS) {
        return &idx->vtxbuf_offset[(addr - AT_OFFSETS) >> 2 & 15];
    }
    if (addr >= AT_FORMATS) {
        return &idx->vtxbuf_format[(addr - AT_FORMATS) >> 2 & 15];
    }
    if (addr >= AT_IDX) {
        return state[(addr - AT_IDX) >> 2 & 3];
    }
    if (addr >= AT_VAB) {
        return &chip->card->xf.vab[(addr - AT_VAB) >> 4][addr >> 2 & 3];
    }
    reg = nv_regs_find(&chip->pg->regs, addr, &index);
    g_assert_nonnull(reg);
    return &chip->pg->values[nv_reg_slot(reg, index)];
}

static inline void send(Chip *chip, uint32_t mthd, uint32_t v)
{
    uint32_t user = NV_PG(chip->pg, CTX_USER);

    nv_pgraph_method(chip->pg, nv_extract(user, 24, 5),
                     nv_extract(user, 13, 3), mthd, v);
    for (unsigned i = 0; i < 100000 && nv_pgraph_busy(chip->pg); i++) {
        nv_pgraph_continue(chip->pg);
    }
}

/* --- all chips --- */

/* What cards ask the host for. */
static Rig host;

static inline void start(Chip *chip)
{
    const NvCardConfig config = { .chip = chip->name, .vram_size = MEMORY,
                                  .raster = "null" };

    chip->card = nv_card_new(&config, &rig_ops, &host, NULL);
    g_assert_nonnull(chip->card);
    chip->pg = &chip->card->pgraph;
    chip->regs = g_array_new(false, false, sizeof(Reg));
    chip->classes = g_hash_table_new_full(NULL, NULL, NULL, g_free);
}

static inline void stop(Chip *chip)
{
    nv_card_free(chip->card);
    g_array_unref(chip->regs);
    g_hash_table_unref(chip->classes);
    g_free(chip->want);
}

/* All cards, and what the lists say of them; then tests can be added. */
static inline void start_all(void)
{
    for (unsigned c = 0; c < G_N_ELEMENTS(chips); c++) {
        start(&chips[c]);
    }
    each_row("pgraph-case-registers.csv", R_COLUMNS, add_register);
    each_row("pgraph-case-methods.csv", M_COLUMNS, add_methods);
    for (unsigned c = 0; c < G_N_ELEMENTS(chips); c++) {
        chips[c].want = g_new0(uint32_t, chips[c].regs->len);
    }
}

/* What main() gives back. */
static inline int run_all(void)
{
    int result = g_test_run();

    for (unsigned c = 0; c < G_N_ELEMENTS(chips); c++) {
        stop(&chips[c]);
    }
    return result;
}

#endif
