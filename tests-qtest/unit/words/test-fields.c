/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The table of fields: every bit that a chip's bundles keep has one name,
 * fields do not overlap; their text, and where it is printed.
 */
#include <string.h>

#include "card/card.h"
#include "nv2a/trace.h"
#include "words/fields.h"

static uint32_t covered(NvFeColumn fe, const char *word)
{
    uint32_t bits = 0;

    for (const NvFieldRow *f = NULL; (f = nv_field_next(fe, word, f)); ) {
        if (bits & nv_field_mask(f)) {
            g_test_message("%s.%s overlaps another field in column %d", word,
                           nv_field_name(f), fe);
            g_test_fail();
        }
        bits |= nv_field_mask(f);
    }
    return bits;
}

/* Every bit of every bundle on every chip. */
static void test_complete(void)
{
    unsigned words = 0, fields = 0;

    for (unsigned fe = 0; fe < NV_FE_COLUMNS; fe++) {
        for (unsigned b = 0; b < NV_BUNDLE_COUNT; b++) {
            uint32_t mask = nv_bundle_mask(fe, b);
            uint32_t bits = covered(fe, nv_bundle_name(b));

            words += mask != 0;
            if (mask & ~bits) {
                g_test_message("%s: bits 0x%08x have no name in column %u",
                               nv_bundle_name(b), mask & ~bits, fe);
                g_test_fail();
            }
        }
    }
    while (nv_field_row(fields)) {
        fields++;
    }
    g_test_message("%u fields for %u words", fields, words);
    g_assert_cmpuint(fields, >, 800);
}

/*
 * Registers of which any field is known: what a driver can write has names.
 */
static void test_registers(void)
{
    static const NvHostOps nobody;
    unsigned count = 0;

    for (const NvChip *c = nv_chips(); c->name; c++) {
        const NvCardConfig config = {
            .chip = c->name, .vram_size = 16u << 20, .raster = "null",
            .threads = 1,
        };
        NvCard *card = c->caps & NV_CAP_FE ?
                       nv_card_new(&config, &nobody, NULL, NULL) : NULL;

        for (uint32_t at = 0; card && at < NV_PGRAPH_SIZE; at += 4) {
            unsigned index;
            const NvReg *reg = nv_regs_find(&card->pgraph.regs, at, &index);
            uint32_t bits = reg ? covered(c->fe, reg->name) : 0;

            count += bits != 0;
            if (bits && reg->mask & ~bits) {
                g_test_message("%s: bits 0x%08x have no name on %s",
                               reg->name, reg->mask & ~bits, c->name);
                g_test_fail();
            }
        }
        if (card) {
            nv_card_free(card);
        }
    }
    g_test_message("%u words of registers with fields", count);
    g_assert_cmpuint(count, >, 1000);
}

/* Rows of a word are together, and names are unique in it on each chip. */
static void test_rows(void)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    const char *last = "";
    const NvFieldRow *f;

    for (unsigned i = 0; (f = nv_field_row(i)); i++) {
        const NvFieldRow *other;

        g_assert_cmpuint(nv_field_low(f) + nv_field_width(f), <=, 32);
        g_assert_cmpuint(strspn(nv_field_name(f),
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"),
                         ==, strlen(nv_field_name(f)));
        if (strcmp(last, nv_field_word(f))) {
            g_assert_true(g_hash_table_add(seen, (void *)nv_field_word(f)));
            last = nv_field_word(f);
        }
        for (unsigned k = i + 1; (other = nv_field_row(k)) &&
             !strcmp(nv_field_word(other), last); k++) {
            if (!strcmp(nv_field_name(f), nv_field_name(other))) {
                g_assert_cmphex(nv_field_chips(f) & nv_field_chips(other), ==,
                                0);
            }
        }
    }
    /* Registers' fields do not overlap, either. */
    for (unsigned fe = 0; fe < NV_FE_COLUMNS; fe++) {
        GHashTableIter iter;
        void *word;

        g_hash_table_iter_init(&iter, seen);
        while (g_hash_table_iter_next(&iter, &word, NULL)) {
            covered(fe, word);
        }
    }
}

static void expect_text(NvFeColumn fe, const char *word, uint32_t value,
                        const char *want)
{
    g_autoptr(GString) text = g_string_new(NULL);

    nv_fields_append(fe, word, value, text);
    g_assert_cmpstr(text->str, ==, want);
}

static void test_text(void)
{
    expect_text(NV_FE_NV20, "BLEND", 0x0001345a,
                " EQUATION=ADD ENABLE=1 SRC_FACTOR=ONE_MINUS_SRC_ALPHA "
                "DST_FACTOR=SRC_ALPHA LOGIC_OP=COPY LOGIC_OP_ENABLE=1");
    /* NV10 has no logic operation. */
    expect_text(NV_FE_NV10, "BLEND", 0x00013000, "");
    /* A value without a name. */
    expect_text(NV_FE_NV20, "STENCIL_B", 0x00f, " OP_FAIL=0xf");
    expect_text(NV_FE_NV20, "POINT_SIZE", 0x10, " EIGHTHS=16");
    expect_text(NV_FE_NV25, "POINT_SIZE", 0x3fc00000, " VALUE=1.5");
    expect_text(NV_FE_NV20, "TEX_FILTER", 0x1f80, " LOD_BIAS=-0.5");
    expect_text(NV_FE_NV20, "TEX_CONTROL_A", 0x40006000,
                " MAX_LOD=1.5 ENABLE=1");
    expect_text(NV_FE_NV20, "SURF_SWIZZLE", 0x08070000,
                " WIDTH=128 HEIGHT=256");
    expect_text(NV_FE_NV40, "no such word", ~0u, "");
}

static void keep_bundle(void *host, NvLogKind kind, const char *line)
{
    GString *kept = host;

    if (kind == NV_LOG_TRACE && g_str_has_prefix(line, "nv2a_pgraph_bundle")) {
        g_string_assign(kept, line);
    }
}

/* Dump and trace name fields. */
static void test_printed(void)
{
    static const NvHostOps ops = { .log = keep_bundle };
    g_autofree uint16_t *on = g_new0(uint16_t, nv_trace_count());
    const NvCardConfig config = {
        .chip = "nv20", .vram_size = 16u << 20, .raster = "null",
        .threads = 1, .trace_on = on,
    };
    g_autoptr(GString) trace = g_string_new(NULL);
    NvCard *card = nv_card_new(&config, &ops, trace, NULL);
    g_autofree char *dump = NULL;

    g_assert_nonnull(card);
    g_assert_cmpuint(nv_trace_enable(on, "nv2a_pgraph_bundle"), ==, 1);
    nv_card_mmio_write(card, 0x401804, 0x012, 4);
    dump = nv_card_dump(card, "pgraph");
    g_assert_nonnull(strstr(dump, "BLEND: 0x00000012 EQUATION=ADD "
                            "SRC_FACTOR=ONE\n"));
    g_assert_cmpstr(trace->str, ==, "nv2a_pgraph_bundle BLEND[0] 0x001 = "
                    "0x00000012 EQUATION=ADD SRC_FACTOR=ONE");
    nv_card_free(card);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/fields/complete", test_complete);
    g_test_add_func("/fields/registers", test_registers);
    g_test_add_func("/fields/rows", test_rows);
    g_test_add_func("/fields/text", test_text);
    g_test_add_func("/fields/printed", test_printed);
    return g_test_run();
}
