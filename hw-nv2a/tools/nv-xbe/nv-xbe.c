/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nv-xbe: the console's programs: made from ELF, listed, checked, put on a
 * disc.  Files may be damaged or hostile.
 */
#include "tools/nv-xbe/nv-xbe.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "tools/command.h"

typedef struct Program {
    char *bytes;
    gsize size;
    NvXbe x;
} Program;

static bool read_bytes(const char *path, char **bytes, gsize *size,
                       GError **error)
{
    g_autoptr(GError) why = NULL;

    if (!g_file_get_contents(path, bytes, size, &why)) {
        g_set_error(error, NV_TOOL_ERROR, 0, "cannot read \"%s\": %s", path,
                    g_file_test(path, G_FILE_TEST_IS_DIR) ? "it is a folder" :
                    g_file_test(path, G_FILE_TEST_EXISTS) ? why->message :
                    "there is no such file");
        return false;
    }
    return true;
}

static bool program_open(Program *p, const char *path, GError **error)
{
    const char *why;

    if (!read_bytes(path, &p->bytes, &p->size, error)) {
        return false;
    }
    why = nv_xbe_parse(&p->x, p->bytes, MIN(p->size, UINT32_MAX), p->size);
    if (why) {
        g_set_error(error, NV_TOOL_ERROR, 0, "\"%s\" is no program for the "
                    "console: %s", path, why);
    }
    return !why;
}

static void program_close(Program *p)
{
    g_free(p->bytes);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Program, program_close)

/* The word at an address of the image, as it will be loaded. */
static uint32_t word_at(const Program *p, uint32_t address)
{
    NvXbeSection s;
    uint32_t in;

    if (!nv_xbe_find(&p->x, address, 4, &s)) {
        return 0;
    }
    in = address - s.address;
    return in <= s.file_size && s.file_size - in >= 4 ?
           nv_ld32((uint8_t *)p->bytes + s.file_at + in) : 0;
}

/* Number of imports; with @show as text.  *error: an entry is none. */
static unsigned imports(const Program *p, bool show, GError **error)
{
    unsigned most = nv_xbe_thunk_words(&p->x);

    for (unsigned i = 0; i < most; i++) {
        uint32_t word = word_at(p, p->x.thunks + 4 * i);
        uint32_t ordinal = nv_xbe_ordinal(word);
        const char *name = ordinal < NV_XBE_EXPORTS ?
                           nv_xbe_exports[ordinal] : NULL;

        if (!word) {
            return i;
        }
        if (!ordinal) {
            g_set_error(error, NV_TOOL_ERROR, 0, "entry %u of the kernel "
                        "thunk table, 0x%08x, is no ordinal", i, word);
            return i;
        }
        if (show) {
            printf("  %3u %s\n", ordinal, name ? name :
                   "(the kernel exports nothing by that number)");
        }
    }
    g_set_error(error, NV_TOOL_ERROR, 0, "the kernel thunk table has no end");
    return most;
}

static bool check_tls(const Program *p, GError **error)
{
    uint8_t raw[NV_XBE_TLS_SIZE];
    const char *why;
    NvXbeTls tls;

    for (unsigned i = 0; i < NV_XBE_TLS_SIZE; i += 4) {
        nv_st32(raw + i, word_at(p, p->x.tls + i));
    }
    why = p->x.tls ? nv_xbe_tls(&p->x, raw, &tls) : NULL;
    if (why) {
        g_set_error_literal(error, NV_TOOL_ERROR, 0, why);
    }
    return !why;
}

static void print_header(const Program *p)
{
    char title[41];

    nv_xbe_title(&p->x, title);
    printf("title   \"%s\" (0x%08x)\n", title, p->x.title_id);
    printf("entry   0x%08x\n", p->x.entry);
    printf("keys    %s\n", p->x.debug ? "debug" : "retail");
    printf("image   0x%08x bytes, headers 0x%x\n", p->x.image_size,
           p->x.headers_size);
    printf("stack   0x%08x bytes\n", p->x.stack);
    printf("flags   0x%08x\n", p->x.flags);
    if (p->x.tls) {
        printf("tls     0x%08x\n", p->x.tls);
    }
}

static void print_sections(const Program *p)
{
    printf("sections: %u\n"
           "  address    size       file at    file size       name\n",
           p->x.sections);
    for (uint32_t i = 0; i < p->x.sections; i++) {
        g_autofree char *name = NULL;
        NvXbeSection s;

        nv_xbe_section(&p->x, i, &s);
        name = g_strescape(s.name, NULL);
        printf("  0x%08x 0x%08x 0x%08x 0x%08x r%c%c%c %s\n", s.address,
               s.size, s.file_at, s.file_size,
               s.flags & NV_XBE_WRITABLE ? 'w' : '-',
               s.flags & NV_XBE_EXECUTABLE ? 'x' : '-',
               s.flags & NV_XBE_PRELOAD ? ' ' : 'L', name);
    }
}

static int command_list(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "FILE.xbe", 1, 1,
        "Prints headers, sections and what a program wants of the kernel.\n"
        "A section with L is loaded when the program asks for it.\n\n"
        "  nv-xbe list default.xbe",
    };
    g_auto(Program) p = { 0 };

    if (!nv_tool_parse(&argc, &argv, &usage, NULL, error) ||
        !program_open(&p, argv[1], error)) {
        return EXIT_TROUBLE;
    }
    print_header(&p);
    print_sections(&p);
    printf("imports: %u\n", imports(&p, false, NULL));
    imports(&p, true, error);
    return EXIT_FINE;
}

static int command_check(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "FILE.xbe", 1, 1,
        "Says whether a program can be loaded, or why not.\n\n"
        "  nv-xbe check default.xbe",
    };
    g_auto(Program) p = { 0 };
    GError *why = NULL;
    unsigned count;

    if (!nv_tool_parse(&argc, &argv, &usage, NULL, error) ||
        !program_open(&p, argv[1], error)) {
        return EXIT_TROUBLE;
    }
    count = imports(&p, false, &why);
    if (why || !check_tls(&p, &why)) {
        g_propagate_prefixed_error(error, why, "\"%s\": ", argv[1]);
        return EXIT_TROUBLE;
    }
    printf("%s: %u sections, %u imports, entry 0x%08x\n", argv[1],
           p.x.sections, count, p.x.entry);
    return EXIT_FINE;
}

/* --- pack --- */

static bool take_number(const char *option, const char *text, uint32_t *to,
                        GError **error)
{
    char *end;
    unsigned long long v;

    if (!text) {
        return true;
    }
    errno = 0;
    v = strtoull(text, &end, 0);
    if (errno || *end || end == text || v > UINT32_MAX || *text == '-') {
        g_set_error(error, NV_TOOL_ERROR, 0, "--%s %s: a number up to "
                    "0xffffffff is needed", option, text);
        return false;
    }
    *to = v;
    return true;
}

static int pack(const char *from, const char *to, NvXbePack *how,
                GError **error)
{
    g_autoptr(GByteArray) out = NULL;
    g_autofree char *bytes = NULL;
    g_autofree char *title = g_path_get_basename(from);
    g_autofree char *name = g_path_get_basename(to);
    NvElf elf = { 0 };
    gsize size;

    if (!read_bytes(from, &bytes, &size, error)) {
        return EXIT_TROUBLE;
    }
    how->title = how->title ? how->title : title;
    how->file_name = name;
    if (nv_elf_read(&elf, bytes, size, error)) {
        out = nv_xbe_pack(&elf, how, error);
    }
    nv_elf_clear(&elf);
    if (!out) {
        g_prefix_error(error, "cannot pack \"%s\": ", from);
        return EXIT_TROUBLE;
    }
    if (!g_file_set_contents(to, (char *)out->data, out->len, NULL)) {
        g_set_error(error, NV_TOOL_ERROR, 0, "cannot write \"%s\": %s", to,
                    g_strerror(errno));
    }
    return EXIT_FINE;
}

static int command_pack(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "PROGRAM.elf OUT.xbe", 2, 2,
        "Makes a program for the console out of a static one for i386 that is\n"
        "linked to an address behind the headers, at 0x11000.  Each segment\n"
        "becomes a section.  Of the program's symbols, \"nv_xbe_thunks\" (or\n"
        "the section \".thunk\") is the table of kernel imports, words\n"
        "0x80000000 + ordinal up to a zero; \"nv_xbe_tls\" may be a TLS\n"
        "directory.\n\n"
        "  gcc -m32 -ffreestanding -fno-pie -nostdlib -static \\\n"
        "      -Wl,-Ttext=0x11000,-e,start hello.c -o h.elf\n"
        "  nv-xbe pack --title Hello h.elf default.xbe",
    };
    NvXbePack how = { .title_id = 0x4e560000, .stack = 0x10000 };
    g_autofree char *title = NULL;
    g_autofree char *id = NULL;
    g_autofree char *stack = NULL;
    gboolean debug = FALSE, limit = FALSE;
    const GOptionEntry entries[] = {
        { "title", 't', 0, G_OPTION_ARG_STRING, &title,
          "The name that people see, up to 40 letters (PROGRAM.elf)", "TEXT" },
        { "title-id", 0, 0, G_OPTION_ARG_STRING, &id,
          "Names its folder of saved data (0x4e560000)", "N" },
        { "stack", 0, 0, G_OPTION_ARG_STRING, &stack,
          "Bytes of the first thread's stack (0x10000)", "N" },
        { "debug", 0, 0, G_OPTION_ARG_NONE, &debug,
          "Keys of debug consoles", NULL },
        { "limit-64m", 0, 0, G_OPTION_ARG_NONE, &limit,
          "Use 64 MiB of a console that has more", NULL },
        { NULL }
    };

    if (!nv_tool_parse(&argc, &argv, &usage, entries, error) ||
        !take_number("title-id", id, &how.title_id, error) ||
        !take_number("stack", stack, &how.stack, error)) {
        return EXIT_TROUBLE;
    }
    if (title && strlen(title) > 40) {
        g_set_error(error, NV_TOOL_ERROR, 0, "--title \"%s\": it has more "
                    "than 40 letters", title);
        return EXIT_TROUBLE;
    }
    how.title = title;
    how.debug = debug;
    how.flags = limit ? NV_XBE_LIMIT_64M : 0;
    return pack(argv[1], argv[2], &how, error);
}

static int command_disc(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "FOLDER OUT.iso", 2, 2,
        "Makes a disc image (XDVDFS) of what is in a folder.  The console\n"
        "starts default.xbe of it.\n\n"
        "  nv-xbe disc game game.iso",
    };
    unsigned files;

    if (!nv_tool_parse(&argc, &argv, &usage, NULL, error) ||
        !nv_xbe_disc(argv[1], argv[2], &files, error)) {
        return EXIT_TROUBLE;
    }
    printf("%s: %u file%s\n", argv[2], files, files == 1 ? "" : "s");
    return EXIT_FINE;
}

static const NvCommand commands[] = {
    { "pack", "make an XBE of an ELF program", command_pack },
    { "list", "print headers, sections, imports", command_list },
    { "check", "say whether an XBE can be loaded", command_check },
    { "disc", "make a disc image of a folder", command_disc },
    { NULL, NULL, NULL },
};

static const NvTool tool = {
    .name = "nv-xbe",
    .usage = "COMMAND ...",
    .about = "Programs for the console (XBE files) and discs of them.\n\n",
    .commands = commands,
};

int main(int argc, char **argv)
{
    return nv_tool_main(&tool, argc, argv);
}
