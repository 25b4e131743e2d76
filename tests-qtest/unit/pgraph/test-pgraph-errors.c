/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A refused value is heard: every method row of every class of every chip
 * that has a rule for its value is sent one that breaks it, and the line must
 * name method, class and value, and say what would be taken, which is then
 * asked of the rule itself.
 */
#include <time.h>

#include "unit/pgraph/pgraph-rig.h"

/* --- what a line says is taken --- */

/* The numbers of "1, 3..5": first and last of each range must pass. */
static bool list_holds(const Rig *rig, const NvMethod *m, const char *list)
{
    for (;;) {
        char *end;
        uint32_t first = strtoul(list, &end, 0), last = first;

        if (end == list) {
            return false;
        }
        if (g_str_has_prefix(end, "..") && end[2] != '.') {
            last = strtoul(end + 2, &end, 0);
        }
        if (!nv_fe_takes(rig->pg, m, first) ||
            !nv_fe_takes(rig->pg, m, last)) {
            return false;
        }
        if (!g_str_has_prefix(end, ", ") || !g_ascii_isdigit(end[2])) {
            return true;
        }
        list = end + 2;
    }
}

static bool bits_hold(const Rig *rig, const NvMethod *m, const char *mask)
{
    uint32_t bits = strtoul(mask, NULL, 0);

    return nv_fe_takes(rig->pg, m, bits) &&
           (bits == UINT32_MAX ||
            !nv_fe_takes(rig->pg, m, bits | (~bits & (bits + 1))));
}

static bool is_true(const Rig *rig, const NvMethod *m, const char *line)
{
    const char *as_in = strstr(line, "as in 0x");
    const char *bits = strstr(line, "takes bits of 0x");
    const char *takes = strstr(line, ": takes ");

    if (as_in) {
        return strstr(line, " take") &&
               nv_fe_takes(rig->pg, m, strtoul(as_in + 6, NULL, 0));
    }
    return bits ? bits_hold(rig, m, bits + 14) :
           takes ? list_holds(rig, m, takes + 8) : false;
}

/* --- values --- */

static uint32_t candidate(unsigned i, GRand *rand)
{
    return i == 0 ? UINT32_MAX : i <= 32 ? 1u << (i - 1) :
           i <= 96 ? i - 33 : g_rand_int(rand);
}

/* A value that the row refuses; false: it takes all that were tried. */
static bool find_refused(const Rig *rig, const NvMethod *m, GRand *rand,
                         uint32_t *value)
{
    for (unsigned i = 0; i < 300; i++) {
        *value = candidate(i, rand);
        if (!nv_fe_takes(rig->pg, m, *value)) {
            return true;
        }
    }
    return false;
}

typedef struct Count {
    unsigned sent, wrong, open;
    int64_t worst;              /* us of CPU time that a method took */
} Count;

static int64_t cpu_us(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static void try_row(Rig *rig, const NvMethod *m, GRand *rand, Count *count)
{
    g_autofree char *name = NULL, *place = NULL;
    bool warns = m->check >= NV_WARN_BITS;
    int64_t before;
    uint32_t value;

    nv_pgraph_write(rig->pg, NV_PGRAPH_TRAP_ADDR, 0);
    NV_PG_PUT(rig->pg, TRAP_ADDR, METHOD_4, m->offset / 4);
    if (!find_refused(rig, m, rand, &value)) {
        /* hw: before Kelvin's classes, and not between BEGIN and END. */
        g_assert_true(!strcmp(m->name, "nop") ||
                      !strcmp(m->name, "clear_zeta"));
        count->open++;
        return;
    }
    rig_ack(rig);
    g_clear_pointer(&rig->line, g_free);
    rig->lines = 0;
    before = cpu_us();
    rig_method(rig, m->offset, value);
    count->worst = MAX(count->worst, cpu_us() - before);
    count->sent++;
    name = g_strdup_printf("%s value: %s%s = 0x%08x: ",
                           warns ? "refused" : "invalid", m->name,
                           m->count > 1 ? "[0]" : "", value);
    place = g_strdup_printf(" (class 0x%03x method 0x%04x, channel 0 "
                            "subchannel 0)", nv_fe_class(rig->pg), m->offset);
    if (!rig->line || !g_str_has_prefix(rig->line, name) ||
        !g_str_has_suffix(rig->line, place) ||
        !is_true(rig, m, rig->line)) {
        g_test_message("%s..%s: %s", name, place,
                       rig->line ? rig->line : "nothing came");
        count->wrong++;
    } else {
        g_test_message("%s", rig->line);
    }
}

/* Actions may raise more than the rule: the value's line is the first. */
static void keep_first(void *host, NvLogKind kind, const char *line)
{
    Rig *rig = host;

    if (kind != NV_LOG_TRACE && !rig->line) {
        rig->line = g_strdup(line);
    }
}

static const NvHostOps first_ops = { .log = keep_first };

static void try_class(const char *chip, unsigned n, Count *count)
{
    Rig *rig = rig_new(chip, 0);
    g_autoptr(GRand) rand = g_rand_new_with_seed(n);
    const NvClassTable *table = &rig->pg->classes[n];
    NvErrors *errors = rig->pg->env->errors;
    bool there;

    rig->pg->env->errors = NULL;        /* every one has its line */
    rig->pg->env->ops = &first_ops;
    nv_pgraph_write(rig->pg, NV_PGRAPH_DEBUG_L, 2);
    if (nv_class_find(rig->pg, table->class) != table) {
        NV_PG_PUT(rig->pg, DEBUG_D, CLASSES_MOVED, 1);
    }
    rig_object(rig, GR_OBJ, table->class, 0, 0);
    rig_method(rig, 0, GR_OBJ >> 4);
    /* Chips without that bit of DEBUG_D cannot reach the moved ones. */
    there = nv_class_find(rig->pg, nv_fe_class(rig->pg)) == table;
    g_assert_true(there || !NV_FE_HAS(rig->pg, DEBUG_D, CLASSES_MOVED));
    for (unsigned i = 0; there && i < NV_ARRAY_SIZE(table->method); i++) {
        const NvMethod *m = table->method[i];

        if (m && m->check != NV_CHECK_NONE && !table->index[i] &&
            (!m->exists || m->exists(rig->pg))) {
            try_row(rig, m, rand, count);
        }
    }
    rig->pg->env->errors = errors;
    rig_free(rig);
}

static void test_values(gconstpointer chip)
{
    Rig *rig = rig_new(chip, 0);
    unsigned classes = rig->pg->nclasses;
    Count count = { 0 };

    rig_free(rig);
    for (unsigned n = 1; n < classes; n++) {
        try_class(chip, n, &count);
    }
    g_test_message("%u rows of %u classes, %u wrong, %u take everything",
                   count.sent, classes - 1, count.wrong, count.open);
    g_test_message("worst line: %" G_GINT64_FORMAT " us", count.worst);
    g_assert_cmpuint(count.wrong, ==, 0);
    g_assert_cmpint(count.worst, <, 5000);
    g_assert_cmpuint(count.sent, >, 300);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (const NvChip *c = nv_chips(); c->name; c++) {
        g_autofree char *path = g_strdup_printf("/pgraph/errors/values/%s",
                                                c->name);

        g_test_add_data_func(path, c->name, test_values);
    }
    return g_test_run();
}
