/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * FE of every chip against cases made from what a public hardware model
 * (envytools) was seen to do: a random state, a method with a value that is
 * taken and one that is not, and every word that is different afterwards.
 * All words the list does not name must stay as they were.
 */
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

static void each_row(const char *file, unsigned columns, RowFunc func)
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
static Chip *next_chip(Chip *chip, const char *number)
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
static void each_where(char **cells, WhereFunc func)
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

static void add_register_of(Chip *chip, char **cells)
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

static void add_register(char **cells)
{
    g_auto(GStrv) numbers = g_strsplit(cells[R_CHIPS], "+", -1);

    for (unsigned n = 0; numbers[n]; n++) {
        for (EACH_CHIP(chip, numbers[n])) {
            add_register_of(chip, cells);
        }
    }
}

enum { M_WHERE, M_OFFSET, M_COUNT, M_STRIDE, M_NAME, M_TESTED, M_COLUMNS };

static Class *class_of(Chip *chip, uint32_t number)
{
    Class *class = g_hash_table_lookup(chip->classes,
                                       GUINT_TO_POINTER(number));

    if (!class) {
        class = g_new0(Class, 1);
        g_hash_table_insert(chip->classes, GUINT_TO_POINTER(number), class);
    }
    return class;
}

static void add_method(Chip *chip, uint32_t class, char **cells)
{
    Class *c = class_of(chip, class);

    for (unsigned i = 0; i < hex(cells[M_COUNT]); i++) {
        uint32_t mthd = hex(cells[M_OFFSET]) + i * hex(cells[M_STRIDE]);

        c->known[mthd / 4] |= 1;
    }
}

static void add_methods(char **cells)
{
    each_where(cells, add_method);
}

/* --- words --- */

/* The bits of a random state, the same wherever they are made. */
static uint32_t hash(uint32_t seed, uint32_t addr)
{
    uint32_t h = seed * 0x9e3779b1 ^ addr * 0x85ebca6b;

    h = (h ^ h >> 15) * 0x2c1b3c6d;
    h = (h ^ h >> 12) * 0x297a2d39;
    return h ^ h >> 15;
}

static uint32_t *stored(Chip *chip, uint32_t addr)
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

static uint32_t seen(Chip *chip, uint32_t addr)
{
    return addr < AT_VAB ? nv_pgraph_read(chip->pg, addr)
                         : *stored(chip, addr);
}

static uint32_t object_at(Chip *chip, uint32_t instance)
{
    return nv_fe_instance(chip->pg, instance) << 4;
}

static uint32_t own_object(Chip *chip)
{
    return object_at(chip, NV_PG(chip->pg, CTX_SWITCH_I));
}

/* --- one case --- */

enum { WHERE, OFFSET, SEED, VALUE, STATE, CHANGES, COMMANDS, COLUMNS };

static void set_word(Chip *chip, uint32_t addr, uint32_t value, uint32_t v)
{
    if (addr >= AT_BOUND) {
        nv_mem_ramin_write(chip->pg->mem, object_at(chip, v) + (addr & 0xff),
                           value);
    } else {
        *stored(chip, addr) = value;
    }
}

/* The class goes where objects say it; then what the list tells. */
static void set_state(Chip *chip, uint32_t class, char **cells)
{
    g_auto(GStrv) words = g_strsplit(cells[STATE], " ", -1);
    uint32_t seed = hex(cells[SEED]);
    uint32_t v = hex(cells[VALUE]);

    for (unsigned i = 0; i < chip->regs->len; i++) {
        const Reg *reg = &g_array_index(chip->regs, Reg, i);

        *stored(chip, reg->offset) = (hash(seed, reg->offset) & reg->mask) |
                                     reg->ones;
    }
    *stored(chip, chip->class_at) |= class;
    for (unsigned i = 0; words[i] && *words[i]; i++) {
        set_word(chip, hex(words[i]), hex(strchr(words[i], '=') + 1), v);
    }
    for (unsigned i = 0; i < OBJECT_WORDS; i++) {
        nv_mem_ramin_write(chip->pg->mem, own_object(chip) + 4 * i,
                           hash(seed, AT_OBJECT + 4 * i));
    }
    NV_PG(chip->pg, FIFO_MTHD_ST2) = 0;
    nv_pgraph_section.loaded(chip->pg);
}

static void wrong(Chip *chip, uint32_t class, char **cells, const char *what,
                  uint32_t addr, uint32_t got, uint32_t want)
{
    if (chip->wrong++ < 20) {
        g_test_message("%s/%x %s seed %s value %s: %s %x is 0x%08x, not "
                       "0x%08x", chip->name, class, cells[OFFSET],
                       cells[SEED], cells[VALUE], what, addr, got, want);
    }
}

static unsigned reg_at(Chip *chip, uint32_t addr)
{
    for (unsigned i = 0; i < chip->regs->len; i++) {
        if (g_array_index(chip->regs, Reg, i).offset == addr) {
            return i;
        }
    }
    g_assert_not_reached();
}

static void want_word(Chip *chip, uint32_t addr, uint32_t value)
{
    chip->want[reg_at(chip, addr)] = value;
}

/* "!2": an error of that source, FE stops; "608=0": a word is new. */
static void want_changes(Chip *chip, uint32_t *object, char **cells)
{
    g_auto(GStrv) words = g_strsplit(cells[CHANGES], " ", -1);

    for (unsigned i = 0; words[i] && *words[i]; i++) {
        const char *equals = strchr(words[i], '=');
        uint32_t addr = hex(words[i]);

        if (*words[i] == '!') {
            want_word(chip, NV_PGRAPH_INTR, NV_PGRAPH_INTR_ERROR);
            want_word(chip, NV_PGRAPH_NSOURCE, hex(words[i] + 1));
            want_word(chip, NV_PGRAPH_FIFO_ENABLE, 0);
        } else if (addr >= AT_OBJECT) {
            object[(addr - AT_OBJECT) / 4] = hex(equals + 1);
        } else {
            want_word(chip, addr, hex(equals + 1));
        }
    }
}

/* "tag:word:word" in the order FE sent them. */
static void check_commands(Chip *chip, uint32_t class, char **cells,
                           unsigned from)
{
    g_auto(GStrv) words = g_strsplit(cells[COMMANDS], " ", -1);
    const NvIdx *idx = &chip->card->idx;
    unsigned n = *cells[COMMANDS] ? g_strv_length(words) : 0;
    unsigned size = G_N_ELEMENTS(idx->fifo);

    if ((idx->fifo_at + size - from) % size != n) {
        wrong(chip, class, cells, "commands", 0,
              (idx->fifo_at + size - from) % size, n);
        return;
    }
    for (unsigned i = 0; i < n; i++) {
        const uint32_t *entry = idx->fifo[(from + i) % size];
        g_auto(GStrv) part = g_strsplit(words[i], ":", -1);

        if (entry[2] != hex(part[0]) || entry[0] != hex(part[1]) ||
            entry[1] != hex(part[2])) {
            wrong(chip, class, cells, "command", entry[2], entry[0],
                  hex(part[1]));
        }
        chip->commands++;
    }
}

static void send(Chip *chip, uint32_t mthd, uint32_t v)
{
    uint32_t user = NV_PG(chip->pg, CTX_USER);

    nv_pgraph_method(chip->pg, nv_extract(user, 24, 5),
                     nv_extract(user, 13, 3), mthd, v);
    for (unsigned i = 0; i < 100000 && nv_pgraph_busy(chip->pg); i++) {
        nv_pgraph_continue(chip->pg);
    }
}

static void run_case(Chip *chip, uint32_t class, char **cells)
{
    uint32_t mthd = hex(cells[OFFSET]), v = hex(cells[VALUE]), at;
    uint32_t object[OBJECT_WORDS];
    unsigned from;

    if (chip->like) {
        return;
    }
    set_state(chip, class, cells);
    at = own_object(chip);
    for (unsigned i = 0; i < chip->regs->len; i++) {
        chip->want[i] = seen(chip,
                             g_array_index(chip->regs, Reg, i).offset);
    }
    for (unsigned i = 0; i < OBJECT_WORDS; i++) {
        object[i] = nv_mem_ramin_read(chip->pg->mem, at + 4 * i);
    }
    want_changes(chip, object, cells);
    from = chip->card->idx.fifo_at;
    send(chip, mthd, v);
    for (unsigned i = 0; i < chip->regs->len; i++) {
        uint32_t addr = g_array_index(chip->regs, Reg, i).offset;
        uint32_t got = seen(chip, addr);

        if (got != chip->want[i]) {
            wrong(chip, class, cells, "word", addr, got, chip->want[i]);
        }
    }
    for (unsigned i = 0; i < OBJECT_WORDS; i++) {
        uint32_t got = nv_mem_ramin_read(chip->pg->mem, at + 4 * i);

        if (got != object[i]) {
            wrong(chip, class, cells, "object", i, got, object[i]);
        }
    }
    if (chip->logs) {
        check_commands(chip, class, cells, from);
    }
    chip->cases++;
    chip->refused += strchr(cells[CHANGES], '!') != NULL;
    class_of(chip, class)->known[mthd / 4] |= 2;
}

static void run_cases(char **cells)
{
    each_where(cells, run_case);
}

static void test_cases(void)
{
    unsigned bad = 0;

    each_row("pgraph-cases.csv", COLUMNS, run_cases);
    for (unsigned c = 0; c < G_N_ELEMENTS(chips); c++) {
        const Chip *chip = &chips[c];

        if (chip->like) {
            continue;
        }
        g_assert_cmpuint(chip->cases, >, 0);
        g_test_message("%s: %u wrong in %u cases, %u of them errors; %u "
                       "commands", chip->name, chip->wrong, chip->cases,
                       chip->refused, chip->commands);
        bad += chip->wrong;
    }
    g_assert_cmpuint(bad, ==, 0);
}

/* --- every address --- */

/* Nothing is wrong, and all methods exist that DEBUG_D can forbid. */
static void set_quiet(Chip *chip, uint32_t class)
{
    for (unsigned i = 0; i < chip->regs->len; i++) {
        const Reg *reg = &g_array_index(chip->regs, Reg, i);

        *stored(chip, reg->offset) = reg->ones;
    }
    *stored(chip, chip->class_at) = class;
    NV_PG(chip->pg, DEBUG_D) = NV_DEBUG_D_PM_TRIGGER | NV_DEBUG_D_FLIP |
                               NV_DEBUG_D_CTX_METHODS |
                               NV_DEBUG_D_OPERATION;
    NV_PG(chip->pg, FIFO_MTHD_ST2) = 0;
    nv_pgraph_section.loaded(chip->pg);
}

/* What any error changes. */
static void calm(uint32_t *values)
{
    static const uint16_t places[] = {
        NV_PGRAPH_INTR, NV_PGRAPH_NSOURCE, NV_PGRAPH_NSTATUS,
        NV_PGRAPH_FIFO_ENABLE, NV_PGRAPH_TRAP_ADDR, NV_PGRAPH_TRAP_DATA,
        NV_PGRAPH_TRAP_DATA + 4, NV_PGRAPH_FIFO_MTHD_ST2,
        NV_PGRAPH_FIFO_DATA_ST2, NV_PGRAPH_FIFO_DATA_ST2 + 4,
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(places); i++) {
        values[places[i] / 4] = places[i] == NV_PGRAPH_FIFO_ENABLE;
    }
}

static void check_address(Chip *chip, uint32_t number, Class *class,
                          uint32_t mthd)
{
    static uint32_t before[NV_PGRAPH_WORDS];
    uint32_t *values = chip->pg->values;
    bool there;

    memcpy(before, values, sizeof(before));
    send(chip, mthd, 0);
    there = !(NV_PG(chip->pg, NSOURCE) & NV_NSOURCE_ILLEGAL_MTHD);
    if (there != (class->known[mthd / 4] & 1)) {
        g_test_message("%s/%x: method %x is %s", chip->name, number, mthd,
                       there ? "there" : "missing");
        chip->wrong++;
    }
    class->methods += class->known[mthd / 4] & 1;
    class->exercised += there;
    if (there) {
        set_quiet(chip, number);
        return;
    }
    calm(values);
    calm(before);
    if (memcmp(before, values, sizeof(before))) {
        g_test_message("%s/%x: method %x is missing, but does something",
                       chip->name, number, mthd);
        chip->wrong++;
        set_quiet(chip, number);
    }
}

static bool is_bundle(const Chip *chip, uint32_t offset)
{
    return chip->pg->gen == NV_CELSIUS ? offset >= 0xe00 && offset < 0xf00
                                       : offset >= 0x1800 && offset < AT_VAB;
}

static void test_methods(void)
{
    unsigned bad = 0;

    for (unsigned c = 0; c < G_N_ELEMENTS(chips); c++) {
        Chip *chip = &chips[c];
        unsigned methods = 0, exercised = 0, bundles = 0, words = 0;
        GHashTableIter iter;
        gpointer key, value;

        chip->wrong = 0;
        g_hash_table_iter_init(&iter, chip->classes);
        while (g_hash_table_iter_next(&iter, &key, &value)) {
            Class *class = value;

            set_quiet(chip, GPOINTER_TO_UINT(key));
            for (uint32_t mthd = 4; mthd < 0x2000; mthd += 4) {
                check_address(chip, GPOINTER_TO_UINT(key), class, mthd);
            }
            methods += class->methods;
            exercised += class->exercised;
        }
        for (unsigned i = 0; i < chip->regs->len; i++) {
            const Reg *reg = &g_array_index(chip->regs, Reg, i);

            words += reg->offset < AT_VAB;
            bundles += is_bundle(chip, reg->offset);
        }
        g_test_message("%s: %u registers, %u of them bundles%s; %u classes, "
                       "%u of %u methods exercised",
                       chip->name, words, bundles,
                       chip->like ? "" : ", all set and compared",
                       g_hash_table_size(chip->classes), exercised, methods);
        g_assert_cmpuint(exercised, ==, methods);
        bad += chip->wrong;
    }
    g_assert_cmpuint(bad, ==, 0);
}

/* Rows that the model could tell of have cases. */
static unsigned rows_without;

static void check_row(Chip *chip, uint32_t class, char **cells)
{
    bool found = chip->like || !strcmp(cells[M_TESTED], "0");

    for (unsigned i = 0; i < hex(cells[M_COUNT]) && !found; i++) {
        uint32_t mthd = hex(cells[M_OFFSET]) + i * hex(cells[M_STRIDE]);

        found = class_of(chip, class)->known[mthd / 4] & 2;
    }
    if (!found) {
        g_test_message("%s/%x: no case of %s", chip->name, class,
                       cells[M_NAME]);
        rows_without++;
    }
}

static void check_rows(char **cells)
{
    each_where(cells, check_row);
}

static void test_rows(void)
{
    each_row("pgraph-case-methods.csv", M_COLUMNS, check_rows);
    g_assert_cmpuint(rows_without, ==, 0);
}

/* What cards ask the host for. */
static Rig host;

static void start(Chip *chip)
{
    const NvCardConfig config = { .chip = chip->name, .vram_size = MEMORY,
                                  .raster = "null" };

    chip->card = nv_card_new(&config, &rig_ops, &host, NULL);
    g_assert_nonnull(chip->card);
    chip->pg = &chip->card->pgraph;
    chip->regs = g_array_new(false, false, sizeof(Reg));
    chip->classes = g_hash_table_new_full(NULL, NULL, NULL, g_free);
}

static void stop(Chip *chip)
{
    nv_card_free(chip->card);
    g_array_unref(chip->regs);
    g_hash_table_unref(chip->classes);
    g_free(chip->want);
}

int main(int argc, char **argv)
{
    int result;

    g_test_init(&argc, &argv, NULL);
    for (unsigned c = 0; c < G_N_ELEMENTS(chips); c++) {
        start(&chips[c]);
    }
    each_row("pgraph-case-registers.csv", R_COLUMNS, add_register);
    each_row("pgraph-case-methods.csv", M_COLUMNS, add_methods);
    for (unsigned c = 0; c < G_N_ELEMENTS(chips); c++) {
        chips[c].want = g_new0(uint32_t, chips[c].regs->len);
    }
    g_test_add_func("/pgraph/cases/state", test_cases);
    g_test_add_func("/pgraph/cases/rows", test_rows);
    g_test_add_func("/pgraph/cases/methods", test_methods);
    result = g_test_run();
    for (unsigned c = 0; c < G_N_ELEMENTS(chips); c++) {
        stop(&chips[c]);
    }
    return result;
}
