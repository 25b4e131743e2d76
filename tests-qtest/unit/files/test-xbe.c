/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Programs: one made by hand, the same with each rule broken, ten thousand
 * damaged ones, and those that nv-xbe packs of what the compiler made.
 */
#include "unit/files/program.h"

#include "unit/tools/tool-run.h"

#define SEED 20011115
#define ROUNDS 10000

static void test_parse(void)
{
    g_autofree uint8_t *bytes = g_malloc(PROGRAM_SIZE);
    char title[41];
    NvXbeSection s;
    NvXbeTls tls;
    NvXbe x;

    program_make(bytes);
    nv_st32(bytes + 0x130, 0x20000);
    nv_st32(bytes + 0x178 + 8, 0x12345678);
    memcpy(bytes + 0x178 + 12, "H\0i\0\xac\x20", 7);
    g_assert_cmpuint(nv_xbe_headers_size(bytes), ==, 0x800);
    g_assert_cmpstr(nv_xbe_parse(&x, bytes, PROGRAM_SIZE, PROGRAM_SIZE), ==,
                    NULL);
    g_assert_cmphex(x.entry, ==, 0x11000);
    g_assert_cmphex(x.thunks, ==, 0x12000);
    g_assert_cmphex(x.tls, ==, 0x12010);
    g_assert_cmphex(x.stack, ==, 0x20000);
    g_assert_cmphex(x.title_id, ==, 0x12345678);
    g_assert_false(x.debug);
    nv_xbe_title(&x, title);
    g_assert_cmpstr(title, ==, "Hi?");
    nv_xbe_section(&x, 1, &s);
    g_assert_cmpstr(s.name, ==, ".data");
    g_assert_cmphex(s.file_at, ==, 0x1800);
    g_assert_cmphex(s.header, ==, 0x10438);
    g_assert_true(nv_xbe_find(&x, 0x11fff, 1, &s));
    g_assert_cmpstr(s.name, ==, ".text");
    g_assert_false(nv_xbe_find(&x, 0x11fff, 2, &s));
    g_assert_cmpuint(nv_xbe_thunk_words(&x), ==, 0x400);
    g_assert_cmpuint(nv_xbe_ordinal(0x80000008), ==, 8);
    g_assert_cmpuint(nv_xbe_ordinal(8), ==, 0);
    g_assert_cmpstr(nv_xbe_tls(&x, bytes + 0x1810, &tls), ==, NULL);
    /* An image that is smaller than its sections. */
    nv_st32(bytes + NV_XBE_H_IMAGE, 0x1800);
    g_assert_cmpstr(nv_xbe_parse(&x, bytes, 0x800, PROGRAM_SIZE), ==, NULL);
    g_assert_cmphex(x.image_size, ==, 0x3000);
    /* The other console's keys. */
    nv_st32(bytes + NV_XBE_H_ENTRY, 0x11000 ^ NV_XBE_ENTRY_DEBUG);
    nv_st32(bytes + NV_XBE_H_THUNKS, 0x12000 ^ NV_XBE_THUNKS_DEBUG);
    g_assert_cmpstr(nv_xbe_parse(&x, bytes, 0x800, PROGRAM_SIZE), ==, NULL);
    g_assert_true(x.debug);
    g_assert_cmphex(x.entry, ==, 0x11000);
}

static void test_rules(void)
{
    static const struct {
        uint32_t at, value;
        const char *says;
    } cases[] = {
        { 0, 0x48454258 ^ 1, "it does not begin with" },
        { NV_XBE_H_BASE, 0x20000, "its base" },
        { NV_XBE_H_HEADERS, 0x177, "the size of its headers" },
        { NV_XBE_H_HEADERS, 0xffffffff, "the size of its headers" },
        { NV_XBE_H_HEADERS, 0x3000, "its headers are cut off" },
        { NV_XBE_H_IMAGE, 0x7ff, "the size of its image" },
        { NV_XBE_H_IMAGE, 0x10000000, "the size of its image" },
        { NV_XBE_H_SECTIONS, 0, "the number of its sections" },
        { NV_XBE_H_SECTIONS, 0x04924925, "the number of its sections" },
        { NV_XBE_H_SECTIONS, 100, "its table of sections" },
        { NV_XBE_H_SECTION_TABLE, 0, "its table of sections" },
        { NV_XBE_H_SECTION_TABLE, 0xfffffff0, "its table of sections" },
        { NV_XBE_H_CERTIFICATE, 0x10780, "its certificate" },
        { NV_XBE_H_CERTIFICATE, 0xffff, "its certificate" },
        { NV_XBE_H_ENTRY, 0, "its entry or its kernel imports" },
        { NV_XBE_H_THUNKS, 0x13000 ^ NV_XBE_THUNKS_RETAIL, "its entry or" },
        { NV_XBE_H_THUNKS, 0x12ffd ^ NV_XBE_THUNKS_RETAIL, "its entry or" },
        { NV_XBE_H_TLS, 0x12ff0, "its TLS directory" },
        { 0x404, 0x10000, "a section is in the headers or" },
        { 0x404, 0xfffff000, "a section is in the headers or" },
        { 0x408, 0xffffffff, "a section is in the headers or" },
        { 0x408, 0x1001, "two sections overlap" },
        { 0x40c, 0x2001, "a section is cut off" },
        { 0x410, 0xfffff001, "a section is cut off" },
        { 0x414, 0x10800, "a section's name" },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree uint8_t *bytes = g_malloc(PROGRAM_SIZE);
        const char *why;
        NvXbe x;

        program_make(bytes);
        nv_st32(bytes + cases[i].at, cases[i].value);
        why = nv_xbe_parse(&x, bytes, PROGRAM_SIZE, PROGRAM_SIZE);
        g_test_message("%x = %x: %s", cases[i].at, cases[i].value, why);
        g_assert_nonnull(why);
        g_assert_true(g_str_has_prefix(why, cases[i].says));
    }
}

static void test_cut_off(void)
{
    g_autofree uint8_t *whole = g_malloc(PROGRAM_SIZE);

    program_make(whole);
    for (uint32_t size = 0; size < PROGRAM_SIZE; size += 7) {
        g_autofree uint8_t *bytes = g_malloc(size + 1);
        NvXbe x;

        memcpy(bytes, whole, size);
        g_assert_nonnull(nv_xbe_parse(&x, bytes, size, size));
    }
}

static void test_damaged(void)
{
    static const uint32_t telling[] = {
        0, 1, 0xffffffff, 0x10000, 0x11000, 0x12ffc, 0x7fffffff, 0x80000000,
    };
    g_autofree uint8_t *bytes = g_malloc(PROGRAM_SIZE);
    GRand *rand = g_rand_new_with_seed(SEED);
    unsigned good = 0;

    for (unsigned i = 0; i < ROUNDS; i++) {
        unsigned count = g_rand_int_range(rand, 1, 5);
        NvXbe x;

        program_make(bytes);
        while (count--) {
            unsigned at = g_rand_boolean(rand) ?
                          g_rand_int_range(rand, 0x100, 0x180) :
                          g_rand_int_range(rand, 0x400, 0x480);

            nv_st32(bytes + (at & ~3u), g_rand_boolean(rand) ?
                    g_rand_int(rand) : telling[g_rand_int_range(rand, 0, 8)]);
        }
        if (!nv_xbe_parse(&x, bytes, PROGRAM_SIZE, PROGRAM_SIZE)) {
            program_look(&x, bytes);
            good++;
        }
    }
    g_assert_cmpuint(good, >, ROUNDS / 50);
    g_assert_cmpuint(good, <, ROUNDS);
    g_rand_free(rand);
}

/* --- nv-xbe --- */

static const char source[] =
    "const unsigned nv_xbe_thunks[] = { 0x80000031, 0x80000008, 0 };\n"
    "static int data[3] = { 1, 2, 3 }, zero[1000];\n"
    "unsigned tls_index;\n"
    "const void *const nv_xbe_tls[6] = { data, data + 3, &tls_index };\n"
    "void start(void);\n"
    "void start(void) { for (;;) zero[data[1]++ % 1000]++; }\n";

#define LINK "-m32 -ffreestanding -fno-pie -nostdlib -static -Wl,-e,start"

static bool have_compiler(void)
{
    g_autofree char *path = g_build_filename(tool_files, "p.c", NULL);

    if (!tool_have()) {
        return false;
    }
    g_assert_true(g_file_set_contents(path, source, -1, NULL));
    if (tool_shell(tool_files, "gcc " LINK " -Wl,-Ttext=0x11000 p.c -o p.elf",
                   NULL, NULL)) {
        g_test_skip("gcc makes no programs for i386 here");
        return false;
    }
    return true;
}

static uint32_t symbol(const char *name)
{
    g_autofree char *line = g_strdup_printf(
        "nm p.elf | awk '$3 == \"%s\" { print $1 }'", name);
    g_autofree char *out = NULL;

    g_assert_cmpint(tool_shell(tool_files, line, &out, NULL), ==, 0);
    return strtoul(out, NULL, 16);
}

static void test_pack(void)
{
    g_autofree char *path = g_build_filename(tool_files, "p.xbe", NULL);
    g_autofree char *bytes = NULL;
    const uint8_t *data;
    NvXbeSection s;
    NvXbeTls tls;
    gsize size;
    NvXbe x;

    if (!have_compiler()) {
        return;
    }
    tool_gives("nv-xbe pack --title 'My program' --title-id 0x1234 "
               "--stack 0x8000 --limit-64m --debug p.elf p.xbe", 0, "");
    g_assert_true(g_file_get_contents(path, &bytes, &size, NULL));
    g_assert_cmpstr(nv_xbe_parse(&x, bytes, size, size), ==, NULL);
    g_assert_cmphex(x.entry, ==, symbol("start"));
    g_assert_cmphex(x.thunks, ==, symbol("nv_xbe_thunks"));
    g_assert_cmphex(x.tls, ==, symbol("nv_xbe_tls"));
    g_assert_cmphex(x.title_id, ==, 0x1234);
    g_assert_cmphex(x.stack, ==, 0x8000);
    g_assert_cmphex(x.flags, ==, NV_XBE_LIMIT_64M);
    g_assert_true(x.debug);
    g_assert_true(nv_xbe_find(&x, x.entry, 1, &s));
    g_assert_cmphex(s.flags, ==, NV_XBE_EXECUTABLE | NV_XBE_PRELOAD);
    g_assert_true(nv_xbe_find(&x, symbol("data"), 12, &s));
    g_assert_cmphex(s.flags, ==, NV_XBE_WRITABLE | NV_XBE_PRELOAD);
    data = (uint8_t *)bytes + s.file_at + (symbol("data") - s.address);
    g_assert_cmpuint(nv_ld32(data + 8), ==, 3);
    /* What is zero is not in the file. */
    g_assert_true(nv_xbe_find(&x, symbol("zero"), 4000, &s));
    g_assert_cmpuint(s.size - s.file_size, >=, 4000);
    g_assert_true(nv_xbe_find(&x, x.tls, 24, &s));
    g_assert_cmpstr(nv_xbe_tls(&x, bytes + s.file_at + (x.tls - s.address),
                               &tls), ==, NULL);
    g_assert_cmphex(tls.start, ==, symbol("data"));
    g_assert_cmpuint(tls.size, ==, 12);
    g_assert_cmphex(tls.index, ==, symbol("tls_index"));
    tool_gives("nv-xbe list p.xbe | sed -n '1,3p;/imports/,$p'", 0,
               "title   \"My program\" (0x00001234)\n"
               "entry   0x00011000\n"
               "keys    debug\n"
               "imports: 2\n"
               "   49 HalReturnToFirmware\n"
               "    8 DbgPrint\n");
}

static void test_complaints(void)
{
    if (!have_compiler()) {
        return;
    }
    tool_complains("nv-xbe pack nothing.elf o.xbe", "\"nothing.elf\"");
    tool_complains("nv-xbe pack p.c o.xbe", "it is no ELF file");
    tool_complains("nv-xbe pack /bin/sh o.xbe", "it is no program for i386");
    tool_complains("gcc -m32 -fno-pie -c p.c && nv-xbe pack p.o o.xbe",
                   "it is no program at a fixed address");
    tool_complains("gcc " LINK " -Wl,-Ttext=0x10100 p.c -o q.elf && "
                   "nv-xbe pack q.elf o.xbe", "-Ttext=0x11000");
    tool_complains("gcc " LINK " -Wl,-Ttext=0x9000000 p.c -o q.elf && "
                   "nv-xbe pack q.elf o.xbe", "is beyond 128 MiB");
    tool_complains("gcc " LINK " -Wl,-Ttext=0x11000 "
                   "-Dnv_xbe_thunks=other p.c -o q.elf && "
                   "nv-xbe pack q.elf o.xbe", "no kernel thunk table");
    tool_complains("head -c 3000 p.elf >q.elf; nv-xbe pack q.elf o.xbe",
                   "cut off");
    tool_complains("nv-xbe pack --stack big p.elf o.xbe", "--stack big");
    tool_complains("nv-xbe pack --title "
                   "12345678901234567890123456789012345678901 p.elf o.xbe",
                   "more than 40 letters");
    tool_complains("nv-xbe pack p.elf", "PROGRAM.elf OUT.xbe is needed");
    tool_complains("nv-xbe list p.elf", "\"p.elf\" is no program for the");
    tool_complains("nv-xbe check nothing", "\"nothing\"");
    tool_complains("nv-xbe check /", "it is a folder");
    tool_complains("nv-xbe disc p.c o.iso", "\"p.c\": it is no folder");
    tool_complains("mkdir -p x && : >x/a && : >x/A && nv-xbe disc x o.iso",
                   "differ by more than case");
    tool_complains("nv-xbe sing", "there is no command \"sing\"");
}

/* Whatever is cut off or changed of an ELF file, a sentence or a program. */
static void test_hostile_elf(void)
{
    g_autofree char *path = g_build_filename(tool_files, "p.elf", NULL);
    g_autofree char *out = g_build_filename(tool_files, "q.elf", NULL);
    g_autofree char *bytes = NULL;
    GRand *rand = g_rand_new_with_seed(SEED);
    gsize size;

    if (have_compiler()) {
        g_assert_true(g_file_get_contents(path, &bytes, &size, NULL));
    }
    for (unsigned i = 0; bytes && i < 150; i++) {
        g_autofree char *damaged = g_malloc(size);
        gsize headers = size - 40 * 16;
        int status;

        memcpy(damaged, bytes, size);
        for (unsigned n = 0; n < 3; n++) {
            gsize at = g_rand_boolean(rand) ?
                       g_rand_int_range(rand, 16, 220) :
                       g_rand_int_range(rand, headers, size);

            damaged[at] = g_rand_int(rand);
        }
        g_assert_true(g_file_set_contents(out, damaged, size, NULL));
        status = tool_shell(tool_files, "nv-xbe pack q.elf o.xbe 2>log && "
                            "nv-xbe list o.xbe >log 2>&1", NULL, NULL);
        g_assert_true(status == 0 || status == 2);
    }
    g_rand_free(rand);
}

int main(int argc, char **argv)
{
    int status;

    g_test_init(&argc, &argv, NULL);
    tool_begin("nv-xbe");
    g_test_add_func("/files/xbe/parse", test_parse);
    g_test_add_func("/files/xbe/rules", test_rules);
    g_test_add_func("/files/xbe/cut-off", test_cut_off);
    g_test_add_func("/files/xbe/damaged", test_damaged);
    g_test_add_func("/files/xbe/pack", test_pack);
    g_test_add_func("/files/xbe/complaints", test_complaints);
    g_test_add_func("/files/xbe/hostile-elf", test_hostile_elf);
    status = g_test_run();
    tool_end();
    return status;
}
