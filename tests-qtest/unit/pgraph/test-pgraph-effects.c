/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What methods of the Kelvin classes do to state: the bits that the lists of
 * test-pgraph-methods.c name.
 */
#include "unit/pgraph/pgraph-methods.h"

static const struct {
    const char *name;
    uint32_t offset;
    int step;                   /* bytes an index */
} words[] = {
#define X(n, ...) \
    { "bundle_" #n, NV_PGRAPH_SHADOWS + 4 * NV_BUNDLE_##n, 4 },
    NV_BUNDLE_ROWS(X)
#undef X
    { "xf_mode_a", 0xfb8, 0 }, { "xf_mode_b", 0xfb4, 0 },
    { "xf_mode_t", 0xfc0, -4 }, { "fe3d_xf_load_pos", 0xfc4, 0 },
    { "fe3d_shadow_begin_patch_a", 0xf90, 0 },
    { "fe3d_shadow_begin_patch_b", 0xf94, 0 },
    { "fe3d_shadow_begin_patch_c", 0xf98, 0 },
    { "fe3d_shadow_begin_transition_a", 0xfa4, 0 },
    { "fe3d_shadow_begin_transition_b", 0xfa8, 0 },
    { "surf_swizzle", 0x818, 4 }, { "surf_type", 0x710, 0 },
    { "surf_pitch", 0x850, 4 }, { "surf_offset", 0x820, 4 },
    { "notify", 0x718, 0 }, { "fe3d_dma_state", 0xf84, 0 },
    { "surf_format", 0x724, 0 }, { "ctx_switch_b", 0x150, 0 },
    { "ctx_switch_c", 0x154, 0 },
};

/* "bundle_tex_wrap[0x1].2:0" up to the dot; NULL if it is not kept in FE. */
static uint32_t *word_at(Rig *rig, const char *text)
{
    size_t len = strcspn(text, "[.");
    unsigned index = text[len] == '[' ? hex(text + len + 1) : 0;

    if (g_str_has_prefix(text, "xfctx[")) {
        g_assert_cmpuint(index, <, NV_XF_MAX_XFCTX);
        return &rig->card->xf.xfctx[index][hex(strstr(text, "][") + 2) & 3];
    }
    if (g_str_has_prefix(text, "vab[0x10]")) {
        return &rig->card->xf.vab[16][hex(strstr(text, "][") + 2) & 3];
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++) {
        if (strlen(words[i].name) == len &&
            !g_ascii_strncasecmp(words[i].name, text, len)) {
            return &rig->pg->values[(words[i].offset +
                                     (int)index * words[i].step) / 4];
        }
    }
    return NULL;
}

static unsigned check_copy(const uint32_t *word, const char *dst,
                           const char *equals, uint32_t value)
{
    uint8_t to[32], from[32];
    unsigned n = bit_list(dst, equals, to);

    g_assert_cmpuint(bit_list(equals + 3, equals + strlen(equals), from), ==,
                     n);
    for (unsigned i = 0; i < n; i++) {
        if ((*word >> to[i] & 1) != (value >> from[i] & 1)) {
            return 1;
        }
    }
    return 0;
}

/*
 * "22:21{404>1 405>2}": the listed outcome holds bits of a random base too,
 * so only those count in which any two outcomes differ.
 */
static unsigned check_enum(const uint32_t *word, const char *dst,
                           const char *brace, uint32_t value)
{
    g_auto(GStrv) pairs = g_strsplit(brace + 1, " ", -1);
    uint32_t first = 0, mask = 0, want = 0;
    unsigned low = strtoul(strchr(dst, ':') + 1, NULL, 10);
    bool found = false;

    for (unsigned i = 0; pairs[i]; i++) {
        uint32_t out = hex(strchr(pairs[i], '>') + 1);

        if (i == 0) {
            first = out;
        }
        mask |= out ^ first;
        if (hex(pairs[i]) == value) {
            want = out;
            found = true;
        }
    }
    return found && (*word >> low & mask) != (want & mask);
}

static unsigned check_effect(Rig *rig, char **cells, const char *effect,
                             uint32_t value, unsigned *cases)
{
    const uint32_t *word = word_at(rig, effect);
    const char *dst = strchr(effect, ']') ? strrchr(effect, ']') + 2
                                          : strchr(effect, '.') + 1;
    const char *equals = strstr(effect, "=v."), *brace = strchr(effect, '{');
    unsigned wrong;

    dst = strchr(dst - 1, '.') ? dst : strchr(effect, '.') + 1;
    if (!word) {
        g_test_message("%s: what is %s?", cells[NAME], effect);
        return 1;
    }
    wrong = brace ? check_enum(word, dst, brace, value)
                  : check_copy(word, dst, equals, value);
    if (wrong) {
        g_test_message("%s %s value 0x%x: %s, but the word is 0x%08x",
                       cells[OFFSET], cells[NAME], value, effect, *word);
    }
    ++*cases;
    return wrong;
}

/* Bits that no effect of the row names must stay. */
static void test_effects(gconstpointer data)
{
    const List *list = data;
    Rig *rig = rig_new(list->chip, list->class);
    g_autoptr(GRand) rand = g_rand_new_with_seed(0x0597);
    unsigned wrong = 0, cases = 0, rows = 0, unreached = 0;

    for (unsigned i = 0; i < list->rows->len; i++) {
        char **cells = g_ptr_array_index(list->rows, i);
        g_auto(GStrv) effects = g_strsplit(cells[EFFECTS], "; ", -1);

        /* The list has the other chip's split of the viewport. */
        if (!plain(cells) || !*cells[EFFECTS]) {
            continue;
        }
        rows++;
        for (unsigned round = 0; round < 12; round++) {
            uint32_t value;

            scramble(rig, rand);
            if (!pick(rig, cells, rand, &value)) {
                g_test_message("%s %s: no value", cells[OFFSET],
                               cells[NAME]);
                unreached++;
                break;
            }
            for (unsigned e = 0; effects[e]; e++) {
                wrong += check_effect(rig, cells, effects[e], value, &cases);
            }
        }
    }
    g_test_message("%u wrong of %u effects, %u methods, %u without a value",
                   wrong, cases, rows, unreached);
    g_assert_cmpuint(wrong, ==, 0);
    g_assert_cmpuint(unreached, ==, 0);
    g_assert_cmpuint(rows, >, 600);
    rig_free(rig);
}

int main(int argc, char **argv)
{
    static const ListTest tests[] = { { "effects", test_effects } };

    g_test_init(&argc, &argv, NULL);
    return run_lists(tests, G_N_ELEMENTS(tests));
}
