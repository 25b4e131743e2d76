/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The tables of names of fixed function: every mode bit and every component
 * of a constant changes something, or is marked as without effect and changes
 * nothing; no bit of a mode word is left out; the documentation has each row.
 */
#include <string.h>

#include "unit/isa/test-xf-asm.h"
#include "xf/ff.h"

/* Random states until something changes; and until it is believed not to. */
#define TRIES 3000
#define BELIEVED 150

static const char *const chips[NV_FF_GENERATIONS] = { "nv10", "nv20", "nv30" };

/* --- Random states by name --- */

static double value_of(GRand *r, const char *name)
{
    bool flip = g_rand_boolean(r);

    if (g_str_has_suffix(name, ".range") && name[0] == 'l') {
        return flip ? 1e6 : g_rand_double_range(r, 0.5, 4);
    }
    if (g_str_has_suffix(name, ".position") && name[0] == 'l') {
        return g_rand_double_range(r, -4, 4);
    }
    if (!strcmp(name, "range.factor")) {
        return -1;
    }
    if (strstr(name, "attenuation") || strstr(name, "falloff") ||
        g_str_has_suffix(name, "ambient") || strstr(name, "diffuse") ||
        strstr(name, "specular") || strstr(name, "shininess") ||
        strstr(name, "point.")) {
        return g_rand_double_range(r, 0.1, 1);
    }
    return g_rand_double_range(r, -1, 1);
}

static void random_constants(TestXf *t, GRand *r, NvFfGeneration g)
{
    for (const NvFfConstant *k = nv_ff_constant; k->name; k++) {
        for (unsigned i = 0; i < MAX(k->count[g], 1); i++) {
            unsigned place = nv_ff_place(k, g, i);

            for (unsigned n = 0; place && n < k->rows * k->width; n++) {
                g_assert_true(nv_ff_store(&t->xf, place, n / k->width,
                                          n % k->width,
                                          nv_f2u(value_of(r, k->name))));
            }
        }
    }
}

static unsigned names_in(const char *values)
{
    unsigned n = values != NULL;

    for (; values && *values; values++) {
        n += *values == ' ';
    }
    return n;
}

static void put(TestXf *t, NvFfGeneration g, const NvFfMode *m, unsigned i,
                uint32_t value)
{
    NvFfModePlace at = nv_ff_mode_place(m, g, i);
    uint32_t *word = nv_xf_mode_word(&t->xf, at.word);

    *word = nv_deposit(*word, at.low, at.width, value);
}

static void random_modes(TestXf *t, GRand *r, NvFfGeneration g)
{
    unsigned lights = g_rand_int_range(r, 1, 10);

    for (const NvFfMode *m = nv_ff_mode; m->name; m++) {
        unsigned most = names_in(m->values);

        if (!nv_ff_mode_place(m, g, 0).width) {
            continue;
        }
        for (unsigned i = 0; i < MAX(m->count[g], 1); i++) {
            uint32_t value = g_rand_int_range(r, 0, MAX(most, 1));

            if (!strcmp(m->name, "light[]")) {
                value = i < lights ? 1 + value % 3 : 0;
            } else if (!strcmp(m->name, "transform")) {
                value = value && !g_rand_int_range(r, 0, 3);
            } else if (!strcmp(m->name, "lighting")) {
                value = g_rand_int_range(r, 0, 6) != 0;
            }
            put(t, g, m, i, value);
        }
    }
}

static void random_inputs(TestXf *t, GRand *r)
{
    for (unsigned a = 0; a < NV_XF_ATTRS; a++) {
        for (unsigned c = 0; c < 4; c++) {
            t->block.in[a][c][0] =
                nv_f2u(c == 3 ? 1 : g_rand_double_range(r, -1, 1));
        }
    }
    t->block.count = 1;
}

static void random_state(TestXf *t, GRand *r, NvFfGeneration g)
{
    random_constants(t, r, g);
    random_modes(t, r, g);
    random_inputs(t, r);
}

/* --- What comes out --- */

typedef struct Outputs {
    uint32_t v[NV_XF_ATTRS][4];
    uint32_t words[16];         /* Celsius' vertex: what of it is kept */
} Outputs;

/* From the same outputs before it, so that what stays is the same. */
static void run(TestXf *t, NvFfGeneration g, Outputs *o)
{
    memset(o, 0, sizeof(*o));
    for (unsigned a = 0; a < NV_XF_ATTRS; a++) {
        for (unsigned c = 0; c < 4; c++) {
            t->xf.tbuf[a][c] = 0x3e000000;
        }
    }
    t->block.stamp = 0;
    t->block.held = 0;
    nv_xf_transform(&t->xf, &t->block);
    for (unsigned a = 0; a < NV_XF_ATTRS; a++) {
        for (unsigned c = 0; c < 4; c++) {
            o->v[a][c] = t->block.out[a][c][0];
        }
    }
    if (g == NV_FF_CELSIUS) {
        nv_ff_celsius_vertex(&t->xf, (const uint32_t (*)[4])o->v, 0, 0, false,
                             o->words);
        memset(o->v, 0, sizeof(o->v));
    }
}

typedef void ChangeFn(TestXf *t, GRand *r, NvFfGeneration g, const void *row,
                      unsigned index, unsigned n);

/* Random states with and without the change, until there is a difference. */
static bool matters(TestXf *t, GRand *r, NvFfGeneration g, ChangeFn *change,
                    const void *row, unsigned index, unsigned n,
                    unsigned tries)
{
    for (unsigned i = 0; i < tries; i++) {
        Outputs before, after;

        random_state(t, r, g);
        run(t, g, &before);
        change(t, r, g, row, index, n);
        run(t, g, &after);
        if (memcmp(&before, &after, sizeof(before))) {
            return true;
        }
    }
    return false;
}

static bool as_marked(TestXf *t, GRand *r, NvFfGeneration g, ChangeFn *change,
                      const void *row, const char *name, bool unread,
                      unsigned index, unsigned n)
{
    unsigned tries = unread ? BELIEVED : TRIES;

    if (matters(t, r, g, change, row, index, n, tries) == !unread) {
        return true;
    }
    g_test_message("%s: %s, index %u, number or bit %u: %s", chips[g], name,
                   index, n, unread ? "has an effect" : "changes nothing");
    return false;
}

/* --- Modes --- */

static void flip(TestXf *t, GRand *r, NvFfGeneration g, const void *row,
                 unsigned index, unsigned n)
{
    const NvFfMode *m = row;
    NvFfModePlace at = nv_ff_mode_place(m, g, index);

    *nv_xf_mode_word(&t->xf, at.word) ^= 1u << (at.low + n);
}

/*
 * Bits of fields that take the mode to programs, which no name says: run()
 * would be one of an empty program.
 */
static bool is_program(const NvFfMode *m, NvFfGeneration g, unsigned n)
{
    return !strcmp(m->name, "transform") && g != NV_FF_CELSIUS &&
           (n == 1 || g == NV_FF_RANKINE);
}

static void test_modes(gconstpointer data)
{
    NvFfGeneration g = GPOINTER_TO_UINT(data);
    TestXf *t = test_xf_new(chips[g]);
    GRand *r = g_rand_new_with_seed(11);
    unsigned bits = 0, unread = 0, bad = 0;

    g_assert_true(nv_xf_configure(&t->xf, "ref", NULL, NULL));
    for (const NvFfMode *m = nv_ff_mode; m->name; m++) {
        for (unsigned i = 0; i < MAX(m->count[g], 1); i++) {
            for (unsigned n = 0; n < nv_ff_mode_place(m, g, i).width; n++) {
                bool dead = m->unread >> g & 1;

                if (is_program(m, g, n)) {
                    continue;
                }
                bits++;
                unread += dead;
                bad += !as_marked(t, r, g, flip, m, m->name, dead, i, n);
            }
        }
    }
    g_test_message("%s: %u bits, %u of them without effect here; %u are not "
                   "as the table says", chips[g], bits, unread, bad);
    g_assert_cmpuint(bad, ==, 0);
    g_rand_free(r);
    test_xf_free(t);
}

/* Bits that no row has are those that the documents do not have. */
static void test_no_bit_left_out(void)
{
    static const uint32_t missing[NV_FF_GENERATIONS][7] = {
        { 0, 0xc4000000, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX,
          UINT32_MAX },
        { 0, 0x00030000, UINT32_MAX, 0x00080008, 0x00080008, UINT32_MAX,
          UINT32_MAX },
        /* 21 and 24 were Kelvin's. */
        { 0, 0x01200000, ~0x3fu, 0x00080008, 0x00080008, 0x00080008,
          0x00080008 },
    };

    for (unsigned g = 0; g < NV_FF_GENERATIONS; g++) {
        uint32_t seen[7] = { 0 };

        for (const NvFfMode *m = nv_ff_mode; m->name; m++) {
            for (unsigned i = 0; i < MAX(m->count[g], 1); i++) {
                NvFfModePlace at = nv_ff_mode_place(m, g, i);
                uint32_t bits = at.width ? NV_MASK(at.low + at.width - 1,
                                                   at.low) : 0;

                g_assert_false(seen[at.word] & bits);
                seen[at.word] |= bits;
            }
        }
        for (unsigned word = 0; word < 7; word++) {
            g_assert_cmphex(~seen[word], ==, missing[g][word]);
        }
    }
}

/* --- Constants --- */

static void replace(TestXf *t, GRand *r, NvFfGeneration g, const void *row,
                    unsigned index, unsigned n)
{
    const NvFfConstant *k = row;
    double v = value_of(r, k->name);

    nv_ff_store(&t->xf, nv_ff_place(k, g, index), n / k->width, n % k->width,
                nv_f2u(!strcmp(k->name, "range.factor") ? -3 : v));
}

/* Numbers of rows that are read in part. */
static const struct {
    NvFfGeneration g;
    const char *name;
    unsigned first_index, last_index, first, last;
} not_read[] = {
    /* Celsius: w of weighted eye positions is matrix 0's alone; */
    { NV_FF_CELSIUS, "modelview[]", 1, 1, 12, 15 },
    /* its vertex has no r; the sphere map has s and t. */
    { NV_FF_CELSIUS, "texture[].matrix", 0, 1, 8, 11 },
    { NV_FF_CELSIUS, "constant.half", 0, 0, 2, 2 },
};

static bool is_dead(const NvFfConstant *k, NvFfGeneration g, unsigned index,
                    unsigned n)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(not_read); i++) {
        if (not_read[i].g == g && !strcmp(not_read[i].name, k->name) &&
            index >= not_read[i].first_index &&
            index <= not_read[i].last_index && n >= not_read[i].first &&
            n <= not_read[i].last) {
            return true;
        }
    }
    return k->unread >> g & 1;
}

static void test_constants(gconstpointer data)
{
    NvFfGeneration g = GPOINTER_TO_UINT(data);
    TestXf *t = test_xf_new(chips[g]);
    GRand *r = g_rand_new_with_seed(12);
    unsigned numbers = 0, unread = 0, bad = 0;

    g_assert_true(nv_xf_configure(&t->xf, "ref", NULL, NULL));
    for (const NvFfConstant *k = nv_ff_constant; k->name; k++) {
        for (unsigned i = 0; i < MAX(k->count[g], 1); i++) {
            for (unsigned n = 0; n < k->rows * k->width; n++) {
                bool dead = is_dead(k, g, i, n);

                if (!nv_ff_place(k, g, i)) {
                    continue;
                }
                numbers++;
                unread += dead;
                bad += !as_marked(t, r, g, replace, k, k->name, dead, i, n);
            }
        }
    }
    g_test_message("%s: %u numbers, %u of them not read; %u are not as the "
                   "table says", chips[g], numbers, unread, bad);
    g_assert_cmpuint(bad, ==, 0);
    g_rand_free(r);
    test_xf_free(t);
}

/* --- The documentation --- */

static void add_place(GString *line, const NvFfConstant *k, unsigned g)
{
    unsigned at = k->at[g].at;
    char text[16] = "";

    switch (at & ~0xfff) {
    case NV_FF_IN_XFCTX:
        g_snprintf(text, sizeof(text), at & 3 ? "XF %02x.%c" : "XF %02x",
                   (at & 0xfff) >> 2, "xyzw"[at & 3]);
        break;
    case NV_FF_IN_LTCTX:
        g_snprintf(text, sizeof(text), "LT %02x", (at & 0xfff) >> 2);
        break;
    case NV_FF_IN_LTC:
        g_snprintf(text, sizeof(text), "C%u %02x", at >> 8 & 3, at & 0xff);
        break;
    }
    if (k->unread >> g & 1) {
        strcat(text, " -");
    }
    g_string_append_printf(line, "%-9s", text);
}

static char *constant_line(const NvFfConstant *k)
{
    GString *line = g_string_new(NULL);

    g_string_append_printf(line, "%-22s", k->name);
    for (unsigned g = 0; g < NV_FF_GENERATIONS; g++) {
        add_place(line, k, g);
    }
    g_string_append_printf(line, "%-7s%s", k->sure, *k->use ? k->use : "..");
    return g_string_free(line, FALSE);
}

static char *mode_line(const NvFfMode *m)
{
    static const char word[][4] = { "A", "B", "C", "T0", "T1", "T2", "T3" };
    GString *line = g_string_new(NULL);

    g_string_append_printf(line, "%-22s", m->name);
    for (unsigned g = 0; g < NV_FF_GENERATIONS; g++) {
        NvFfModePlace at = nv_ff_mode_place(m, g, 0);
        char text[24] = "";

        if (at.width) {
            g_snprintf(text, sizeof(text), at.width > 1 ? "%s %u-%u%s" :
                       "%s %u%.0u%s", word[at.word], at.low,
                       at.width > 1 ? at.low + at.width - 1 : 0,
                       m->unread >> g & 1 ? " -" : "");
        }
        g_string_append_printf(line, "%-10s", text);
    }
    g_string_append_printf(line, "%-7s%s%s%s", m->sure,
                           m->values ? m->values : "number",
                           *m->use ? "; " : "", m->use);
    return g_string_free(line, FALSE);
}

static unsigned lines_missing(const char *text, char *line)
{
    bool there = strstr(text, line);

    if (!there) {
        g_test_message("missing: %s", line);
    }
    g_free(line);
    return !there;
}

static void test_documentation(void)
{
    g_autofree char *path = g_test_build_filename(
        G_TEST_DIST, "..", "docs", "fixed-function.rst", NULL);
    g_autofree char *text = NULL;
    unsigned missing = 0;

    if (!g_file_get_contents(path, &text, NULL, NULL)) {
        g_test_skip("the documentation is not here");
        return;
    }
    for (const NvFfMode *m = nv_ff_mode; m->name; m++) {
        missing += lines_missing(text, mode_line(m));
    }
    for (const NvFfConstant *k = nv_ff_constant; k->name; k++) {
        missing += lines_missing(text, constant_line(k));
    }
    g_assert_cmpuint(missing, ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (unsigned g = 0; g < NV_FF_GENERATIONS; g++) {
        g_autofree char *modes = g_strdup_printf("/ff/names/modes/%s",
                                                 chips[g]);
        g_autofree char *constants = g_strdup_printf("/ff/names/constants/%s",
                                                     chips[g]);

        g_test_add_data_func(modes, GUINT_TO_POINTER(g), test_modes);
        g_test_add_data_func(constants, GUINT_TO_POINTER(g), test_constants);
    }
    g_test_add_func("/ff/names/no-bit-left-out", test_no_bit_left_out);
    g_test_add_func("/ff/names/documentation", test_documentation);
    return g_test_run();
}
