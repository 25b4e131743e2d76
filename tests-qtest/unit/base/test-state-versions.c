/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * States of older versions: what was added, went away, moved or is of a
 * section that they lack; and states that say more than the reader knows.
 *
 * The older program is a struct and a table of its own here, so that what is
 * loaded was written by it and not by the table that reads it.
 */
#include <string.h>

#include "base/state.h"

#define LOAD(items, count, bytes, error) \
    nv_state_load(items, count, (bytes)->data, (bytes)->len, error)

/* --- a unit that grew --- */

typedef struct OldPart {
    uint32_t a, list[2];
} OldPart;

typedef struct Old {
    uint8_t small;
    uint16_t gone[3];
    uint32_t words[4];
    OldPart part[3];
    uint64_t last;
} Old;

static const NvField old_parts[] = {
    NV_FIELD(OldPart, a),
    NV_FIELD_ARRAY(OldPart, list, list[0]),
    NV_FIELD_END
};

static const NvField old_fields[] = {
    NV_FIELD(Old, small),
    NV_FIELD_ARRAY(Old, gone, gone[0]),
    NV_FIELD_ARRAY(Old, words, words[0]),
    NV_FIELD_STRUCTS(Old, part, 4, old_parts),
    NV_FIELD(Old, last),
    NV_FIELD_END
};

static const NvSection old_section = {
    .name = "unit", .version = 2, .size = sizeof(Old), .fields = old_fields,
};

typedef struct Part {
    uint32_t fresh, a, list[4];
} Part;

typedef struct New {
    uint64_t fresh8;
    uint32_t words[7];
    int16_t fresh2[5];
    uint64_t last;
    Part part[3];
    uint8_t small, fresh1;
    uint32_t twice;             /* upgrade() makes it of what was */
    Part more[2];
    bool loaded;
} New;

/* Of a list: elements 1 and 2 came with version 3. */
static bool list_had(uint32_t version, uint32_t index)
{
    return version >= 3 || index == 0 || index == 3;
}

/* Of the words: 1 came with version 3, 4 and 6 with version 4. */
static bool words_had(uint32_t version, uint32_t index)
{
    return version >= (index == 4 || index == 6 ? 4 : index == 1 ? 3 : 1);
}

static const NvField new_parts[] = {
    NV_FIELD(Part, fresh, .since = 4, .was = 0x11111111),
    NV_FIELD(Part, a),
    NV_FIELD_ARRAY(Part, list, list[0], .had = list_had, .was = 8),
    NV_FIELD_END
};

static const NvField new_fields[] = {
    NV_FIELD(New, small),
    NV_FIELD(New, fresh1, .since = 3, .was = 0xa5),
    NV_FIELD_GONE("gone", 2, 3, 3),
    NV_FIELD_ARRAY(New, words, words[0], .had = words_had, .was = 0xdead),
    NV_FIELD_ARRAY(New, fresh2, fresh2[0], .since = 4, .was = (uint64_t)-3),
    NV_FIELD_STRUCTS(New, part, 4, new_parts),
    NV_FIELD(New, last),
    NV_FIELD(New, fresh8, .since = 4, .was = 1ull << 63 | 5),
    NV_FIELD_STRUCTS(New, more, 4, new_parts, .since = 4),
    NV_FIELD(New, twice, .since = 4),
    NV_FIELD_END
};

static void new_upgrade(void *scratch, uint32_t version)
{
    New *n = scratch;

    g_assert_cmpuint(version, <, 4);
    n->twice = 2 * n->small;
}

static bool new_validate(const void *scratch, GError **error)
{
    const New *n = scratch;

    if (n->twice != 2u * n->small) {
        g_set_error(error, NV_STATE_ERROR, 0, "twice is %u", n->twice);
        return false;
    }
    return true;
}

static void new_loaded(void *unit)
{
    ((New *)unit)->loaded = true;
}

static const NvSection new_section = {
    .name = "unit", .version = 4, .size = sizeof(New), .fields = new_fields,
    .oldest = 2, .upgrade = new_upgrade, .validate = new_validate,
    .loaded = new_loaded,
};

static const Old old_sample = {
    .small = 7, .gone = { 1, 2, 3 }, .words = { 10, 20, 30, 40 },
    .part = { { 100, { 101, 102 } }, { 200, { 201, 202 } },
              { 300, { 301, 302 } } },
    .last = UINT64_C(0x123456789abcdef0),
};

static GByteArray *save(const NvSection *section, const void *unit)
{
    NvStateItem item = { section, (void *)unit };
    GByteArray *bytes = g_byte_array_new();

    nv_state_save(&item, 1, bytes);
    return bytes;
}

/* Memory that no load may leave as it is. */
static New *dirty(void)
{
    New *n = g_new(New, 1);

    memset(n, 0xee, sizeof(*n));
    n->loaded = false;
    return n;
}

static void test_older(void)
{
    static const uint32_t words[] = { 10, 0xdead, 20, 30, 0xdead, 40, 0xdead };
    g_autoptr(GByteArray) bytes = save(&old_section, &old_sample);
    g_autofree New *n = dirty();
    NvStateItem item = { &new_section, n };
    GError *error = NULL;

    g_assert_true(LOAD(&item, 1, bytes, &error));
    g_assert_no_error(error);
    g_assert_true(n->loaded);
    g_assert_cmpuint(n->small, ==, 7);
    g_assert_cmpmem(n->words, sizeof(n->words), words, sizeof(words));
    g_assert_cmphex(n->last, ==, old_sample.last);
    g_assert_cmphex(n->fresh1, ==, 0xa5);
    g_assert_cmphex(n->fresh8, ==, 1ull << 63 | 5);
    g_assert_cmpuint(n->twice, ==, 14);
    for (unsigned i = 0; i < 5; i++) {
        g_assert_cmpint(n->fresh2[i], ==, -3);
    }
    for (unsigned i = 0; i < 3; i++) {
        const Part want = {
            0x11111111, 100 * (i + 1),
            { 100 * (i + 1) + 1, 8, 8, 100 * (i + 1) + 2 },
        };

        g_assert_cmpmem(&n->part[i], sizeof(want), &want, sizeof(want));
    }
    for (unsigned i = 0; i < 2; i++) {
        const Part want = { 0x11111111, 0, { 8, 8, 8, 8 } };

        g_assert_cmpmem(&n->more[i], sizeof(want), &want, sizeof(want));
    }
}

/* The version that is named was the last with the field: it has it still. */
static void test_gone(void)
{
    typedef struct Pair { uint32_t gone[2], kept; } Pair;
    static const NvField had[] = {
        NV_FIELD_ARRAY(Pair, gone, gone[0]), NV_FIELD(Pair, kept), NV_FIELD_END
    };
    static const NvField has[] = {
        NV_FIELD_GONE("gone", 4, 2, 3), NV_FIELD(Pair, kept), NV_FIELD_END
    };
    const Pair old = { { 11, 22 }, 33 };

    for (unsigned version = 2; version <= 3; version++) {
        const NvSection from = { .name = "pair", .version = version,
                                 .size = sizeof(Pair), .fields = had };
        const NvSection to = { .name = "pair", .version = 4, .oldest = 2,
                               .size = sizeof(Pair), .fields = has };
        g_autoptr(GByteArray) bytes = save(&from, &old);
        Pair now = { { 0 }, 0 };
        NvStateItem item = { &to, &now };

        g_assert_true(LOAD(&item, 1, bytes, NULL));
        g_assert_cmpuint(now.kept, ==, 33);
    }
}

/* What was made of an old state is saved as a new one and comes back. */
static void test_on_from_older(void)
{
    g_autoptr(GByteArray) bytes = save(&old_section, &old_sample);
    g_autofree New *n = dirty();
    g_autofree New *again = dirty();
    NvStateItem item = { &new_section, n }, to = { &new_section, again };
    g_autoptr(GByteArray) second = NULL, third = NULL;

    g_assert_true(LOAD(&item, 1, bytes, NULL));
    n->fresh2[3] = 77;
    n->more[1].list[2] = 99;
    second = save(&new_section, n);
    g_assert_true(LOAD(&to, 1, second, NULL));
    g_assert_cmpint(again->fresh2[3], ==, 77);
    g_assert_cmpuint(again->more[1].list[2], ==, 99);
    third = save(&new_section, again);
    g_assert_cmpmem(second->data, second->len, third->data, third->len);
}

/* Every value passes validate(), the added ones, too. */
static void test_validated(void)
{
    g_autofree New *n = g_new0(New, 1);
    NvStateItem item = { &new_section, n };
    g_autoptr(GByteArray) bytes = NULL;
    GError *error = NULL;

    n->small = 4;
    n->twice = 9;
    bytes = save(&new_section, n);
    n->small = 5;
    g_assert_false(LOAD(&item, 1, bytes, &error));
    g_assert_cmpstr(error->message, ==, "twice is 9");
    g_assert_cmpuint(n->small, ==, 5);
    g_assert_false(n->loaded);
    g_error_free(error);
}

/* --- sections that come and go --- */

typedef struct Late {
    uint32_t left, right;
} Late;

static const NvField late_fields[] = {
    NV_FIELD(Late, left),
    NV_FIELD(Late, right, .was = 6),
    NV_FIELD_END
};

static bool late_needed(const void *unit)
{
    return ((const Late *)unit)->left;
}

static const NvSection late_section = {
    .name = "late", .version = 1, .size = sizeof(Late), .fields = late_fields,
    .late = true, .needed = late_needed,
};

static const NvSection extra_section = {
    .name = "extra", .version = 1, .size = sizeof(Late),
    .fields = late_fields, .late = true, .optional = true,
};

static void test_late(void)
{
    g_autoptr(GByteArray) bytes = save(&old_section, &old_sample);
    g_autofree New *n = dirty();
    Late late = { 1, 2 };
    NvStateItem items[] = { { &late_section, &late }, { &new_section, n } };

    g_assert_true(LOAD(items, 2, bytes, NULL));
    g_assert_cmpuint(late.left, ==, 0);
    g_assert_cmpuint(late.right, ==, 6);
}

/* With nothing to say it is not there, and older programs can read on. */
static void test_needed(void)
{
    Old old = old_sample, other;
    Late late = { 0, 6 };
    NvStateItem items[] = { { &old_section, &old }, { &late_section, &late } };
    NvStateItem older = { &old_section, &other };
    g_autoptr(GByteArray) plain = save(&old_section, &old);
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    GError *error = NULL;

    nv_state_save(items, 2, bytes);
    g_assert_cmpmem(bytes->data, bytes->len, plain->data, plain->len);
    late.left = 1;
    g_byte_array_set_size(bytes, 0);
    nv_state_save(items, 2, bytes);
    g_assert_false(LOAD(&older, 1, bytes, &error));
    g_assert_cmpstr(error->message, ==,
                    "saved state has \"late\", which this card does not know");
    g_error_free(error);
    late = (Late) { 0 };
    g_assert_true(LOAD(items, 2, bytes, NULL));
    g_assert_cmpuint(late.left, ==, 1);
}

/* One that a reader may do without; its fields are walked over. */
static void test_optional(void)
{
    Old old = old_sample, other = { 0 };
    Late late = { 3, 4 };
    NvStateItem items[] = { { &extra_section, &late }, { &old_section, &old } };
    NvStateItem older = { &old_section, &other };
    g_autoptr(GByteArray) bytes = g_byte_array_new();

    nv_state_save(items, 2, bytes);
    g_assert_true(LOAD(&older, 1, bytes, NULL));
    g_assert_cmpuint(other.words[3], ==, 40);
    late.right = 0;
    g_assert_true(LOAD(items, 2, bytes, NULL));
    g_assert_cmpuint(late.right, ==, 4);
    g_assert_cmpuint(nv_state_walk(bytes->data, bytes->len, NULL, NULL, NULL),
                     ==, bytes->len);
}

/* --- refusals --- */

static void check_refused(const NvSection *writer, const void *unit,
                          const NvSection *reader, const char *why)
{
    g_autoptr(GByteArray) bytes = save(writer, unit);
    g_autofree uint8_t *into = g_malloc0(reader->size);
    g_autofree uint8_t *before = g_memdup2(into, reader->size);
    NvStateItem item = { reader, into };
    GError *error = NULL;

    g_assert_false(LOAD(&item, 1, bytes, &error));
    g_assert_cmpstr(error->message, ==, why);
    g_assert_cmpmem(into, reader->size, before, reader->size);
    g_error_free(error);
}

static void test_refused(void)
{
    static const New n = { 0 };
    static const Late late = { 1, 1 };
    NvSection strict = new_section, later = new_section, other = old_section;

    check_refused(&new_section, &n, &old_section, "saved state of \"unit\" is "
                  "of version 4, newer than the 2 that this card reads");
    strict.oldest = 3;
    check_refused(&old_section, &old_sample, &strict, "saved state of \"unit\" "
                  "is of version 2, older than the 3 that this card reads");
    /* Without a word of older versions there are none. */
    later.version = 5;
    later.oldest = 0;
    check_refused(&new_section, &n, &later, "saved state of \"unit\" is of "
                  "version 4, older than the 5 that this card reads");
    other.name = "else";
    check_refused(&late_section, &late, &other, "saved state has \"late\", "
                  "which this card does not know");
}

static void test_lacking(void)
{
    static const Late late = { 1, 1 };
    Late a = { 0 };
    Old b = { 0 };
    NvStateItem items[] = { { &late_section, &a }, { &old_section, &b } };
    g_autoptr(GByteArray) bytes = save(&late_section, &late);
    GError *error = NULL;

    g_assert_false(LOAD(items, 2, bytes, &error));
    g_assert_cmpstr(error->message, ==, "saved state has no \"unit\"");
    g_assert_cmpuint(a.left, ==, 0);
    g_error_free(error);
}

static void test_twice(void)
{
    Late a = { 1, 1 };
    NvStateItem items[] = { { &late_section, &a }, { &late_section, &a } };
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    GError *error = NULL;

    nv_state_save(items, 2, bytes);
    g_assert_false(LOAD(items, 1, bytes, &error));
    g_assert_cmpstr(error->message, ==, "saved state has \"late\" twice");
    g_error_free(error);
}

/* An old state with any bit flipped or cut anywhere: all of it or nothing. */
static void test_damaged(void)
{
    g_autoptr(GByteArray) bytes = save(&old_section, &old_sample);
    unsigned refused = 0;

    for (unsigned bit = 0; bit < 8 * bytes->len; bit++) {
        g_autofree New *n = g_new0(New, 1);
        NvStateItem item = { &new_section, n };
        GError *error = NULL;

        bytes->data[bit / 8] ^= 1 << bit % 8;
        if (!LOAD(&item, 1, bytes, &error)) {
            g_assert_nonnull(error);
            g_assert_false(n->loaded);
            g_assert_cmpuint(n->last, ==, 0);
            g_clear_error(&error);
            refused++;
        }
        g_assert_false(nv_state_load(&item, 1, bytes->data, bit / 8, NULL));
        bytes->data[bit / 8] ^= 1 << bit % 8;
    }
    g_assert_cmpuint(refused, >, 4 * bytes->len);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/state/versions/older", test_older);
    g_test_add_func("/state/versions/gone", test_gone);
    g_test_add_func("/state/versions/on-from-older", test_on_from_older);
    g_test_add_func("/state/versions/validated", test_validated);
    g_test_add_func("/state/versions/late", test_late);
    g_test_add_func("/state/versions/needed", test_needed);
    g_test_add_func("/state/versions/optional", test_optional);
    g_test_add_func("/state/versions/refused", test_refused);
    g_test_add_func("/state/versions/lacking", test_lacking);
    g_test_add_func("/state/versions/twice", test_twice);
    g_test_add_func("/state/versions/damaged", test_damaged);
    return g_test_run();
}
