/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * FE of every chip against cases made from what a public hardware model
 * (envytools) was seen to do: a random state, a method with a value that is
 * taken and one that is not, and every word that is different afterwards.
 * All words the list does not name must stay as they were.
 */
#include "unit/pgraph/pgraph-chips.h"

/* --- words --- */

/* The bits of a random state, the same wherever they are made. */
static uint32_t hash(uint32_t seed, uint32_t addr)
{
    uint32_t h = seed * 0x9e3779b1 ^ addr * 0x85ebca6b;

    h = (h ^ h >> 15) * 0x2c1b3c6d;
    h = (h ^ h >> 12) * 0x297a2d39;
    return h ^ h >> 15;
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

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    start_all();
    g_test_add_func("/pgraph/cases/state", test_cases);
    g_test_add_func("/pgraph/cases/rows", test_rows);
    return run_all();
}
