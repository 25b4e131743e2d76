/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every address of every class of every chip: a method is there if the lists
 * say so, and what is missing does nothing.
 */
#include "unit/pgraph/pgraph-chips.h"

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

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    start_all();
    g_test_add_func("/pgraph/cases/methods", test_methods);
    return run_all();
}
