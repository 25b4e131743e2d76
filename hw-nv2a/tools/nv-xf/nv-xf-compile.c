/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nv-xf compile: what becomes of a program before it runs, step by step.  The
 * machine code is read back by capstone.  No hardware facts.
 */
#ifdef NV_TOOL_CAPSTONE
#include <capstone/capstone.h>
#endif

#include "tools/nv-xf/nv-xf-engine.h"

#include "exec/exec.h"
#include "jit/jit.h"

#define TRIES 21
#define BYTES_A_LINE 8

typedef struct Compile {
    NvToolEngine engine;
    gboolean list, code, time;
} Compile;

static void print_bytes(const uint8_t *bytes, unsigned len)
{
    for (unsigned i = 0; i < BYTES_A_LINE; i++) {
        if (i < len) {
            printf(" %02x", bytes[i]);
        } else {
            printf("   ");
        }
    }
}

/* Bytes that are no instruction, or all of them without a disassembler. */
static void print_plain(const uint8_t *bytes, size_t at, size_t len)
{
    for (size_t i = 0; i < len; i += BYTES_A_LINE) {
        printf("%06zx:", at + i);
        print_bytes(bytes + i, MIN(len - i, BYTES_A_LINE));
        putchar('\n');
    }
}

#ifdef NV_TOOL_CAPSTONE
static void print_insn(const cs_insn *insn)
{
    printf("%06" PRIx64 ":", insn->address);
    print_bytes(insn->bytes, MIN(insn->size, BYTES_A_LINE));
    printf("  %s %s\n", insn->mnemonic, insn->op_str);
    if (insn->size > BYTES_A_LINE) {
        print_plain(insn->bytes + BYTES_A_LINE, insn->address + BYTES_A_LINE,
                    insn->size - BYTES_A_LINE);
    }
}

static bool disassemble(const uint8_t *bytes, size_t len)
{
    const uint8_t *at = bytes;
    uint64_t address = 0;
    size_t left = len;
    cs_insn *insn;
    csh handle;

#ifdef __aarch64__
    if (cs_open(CS_ARCH_ARM64, CS_MODE_ARM, &handle)) {
        return false;
    }
#else
    if (cs_open(CS_ARCH_X86, CS_MODE_64, &handle)) {
        return false;
    }
#endif
    insn = cs_malloc(handle);
    while (left && cs_disasm_iter(handle, &at, &left, &address, insn)) {
        print_insn(insn);
    }
    print_plain(at, len - left, left);
    cs_free(insn, 1);
    cs_close(&handle);
    return true;
}
#else
static bool disassemble(const uint8_t *bytes, size_t len)
{
    return false;
}
#endif

static bool is_machine_code(const NvExecutor *e)
{
    return g_str_has_prefix(e->name, "jit");
}

static void print_code(const NvExecProgram *program)
{
    static const char *const version[] = { "quick", "plain", "careful" };
    NvJitInfo info;

    if (!is_machine_code(program->executor)) {
        printf("; %s has no machine code of its own\n",
               program->executor->name);
        return;
    }
    nv_jit_info(program->code, &info);
    for (unsigned i = 0; i < NV_ARRAY_SIZE(version); i++) {
        if (!info.len[i]) {
            continue;
        }
        printf("; %s version, %zu bytes\n", version[i], info.len[i]);
        if (!disassemble(info.bytes[i], info.len[i])) {
            print_plain(info.bytes[i], 0, info.len[i]);
        }
    }
}

static const NvExecProgram *compile(NvToolEngine *e)
{
    NvXfSetting set = nv_xf_setting(&e->xf);

    return nv_exec_program(e->xf.exec, nv_xf_program_run(&e->xf, e->first),
                           nv_xf_words(&e->xf), &set);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Decoded, but with nothing in the cache. */
static void print_time(NvToolEngine *e)
{
    double us[TRIES];

    for (unsigned i = 0; i < TRIES; i++) {
        uint64_t before;

        nv_xf_configure(&e->xf, e->executor ? e->executor : "auto", e->arith,
                        NULL);
        before = nv_exec_stats(e->xf.exec).compile_ns;
        compile(e);
        us[i] = (nv_exec_stats(e->xf.exec).compile_ns - before) / 1e3;
    }
    printf("; compiled in %.0f us the first time, %.0f us as a rule\n", us[0],
           (qsort(us, TRIES, sizeof(us[0]), ascending), us[TRIES / 2]));
}

static void print_list(const NvList *list)
{
    g_autoptr(GString) text = g_string_new(NULL);

    nv_list_print(list, text);
    fputs(text->str, stdout);
}

/* What is asked for; without any of the three all of it. */
static void show(Compile *c)
{
    NvToolEngine *e = &c->engine;
    bool all = !c->list && !c->code && !c->time;
    const NvExecProgram *program;

    if (all || c->time) {
        print_time(e);
    }
    program = compile(e);
    if (program->why) {
        printf("; left to %s: %s\n",
               program->executor ? program->executor->name : "ref",
               program->why);
    }
    if (program->list && (all || c->list)) {
        print_list(program->list);
    }
    if (program->code && (all || c->code)) {
        print_code(program);
    }
}

static const NvUsage usage = {
    "PROGRAM", 1, 1,
    "Shows what becomes of PROGRAM, text or words: how long it takes to "
    "compile, the list of\nscalar operations that executors get, and the "
    "machine code of an executor that has any.\nA program that an executor "
    "leaves to a simpler one says why.\n\n"
    "  nv-xf compile p1.vp                       # all of it\n"
    "  nv-xf compile --list p1.vp                # the list alone\n"
    "  nv-xf compile --code --arith fast p1.vp   # machine code\n"
    "  nv-xf compile --time --chip nv30 wave.vp  # microseconds\n\n"
    "In the list CTX has a constant, INPUT an attribute; a u behind a number "
    "is computed once\na draw.  Outputs are at the end.  The code of a jit "
    "has two versions: the quick one for\nblocks without special values, and "
    "the careful one, which is made when it is needed.",
};

int nv_xf_command_compile(int argc, char **argv, GError **error)
{
    g_autofree Compile *c = g_new0(Compile, 1);
    NvToolEngine *e = &c->engine;
    bool ok;
    const GOptionEntry entries[] = {
        NV_TOOL_CHIP_ENTRY(e),
        { "executor", 'x', 0, G_OPTION_ARG_STRING, &e->executor,
          "Which one compiles it: auto (default), or one that "
          "\"nv-xf bench --list\" shows", "NAME" },
        { "arith", 0, 0, G_OPTION_ARG_STRING, &e->arith,
          "exact (default), or fast where there is one", "ARITH" },
        NV_TOOL_PROGRAM_ENTRIES(e),
        { "list", 'l', 0, G_OPTION_ARG_NONE, &c->list,
          "Show the list", NULL },
        { "code", 0, 0, G_OPTION_ARG_NONE, &c->code,
          "Show bytes and instructions", NULL },
        { "time", 't', 0, G_OPTION_ARG_NONE, &c->time,
          "Show how long it takes", NULL },
        { NULL, 0, 0, 0, NULL, NULL, NULL }
    };

    nv_tool_engine_init(e);
    if (!nv_tool_parse(&argc, &argv, &usage, entries, error)) {
        return EXIT_TROUBLE;
    }
    ok = nv_tool_engine_open(e, "auto", error) &&
         nv_tool_engine_load(e, argv[1], error);
    if (ok && e->executor && !strcmp(e->executor, "ref")) {
        g_set_error(error, NV_TOOL_ERROR, 0, "--executor ref: it compiles "
                    "nothing");
        ok = false;
    }
    if (ok) {
        show(c);
    }
    nv_tool_engine_close(e);
    return ok ? EXIT_FINE : EXIT_TROUBLE;
}
