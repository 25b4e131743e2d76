/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The tool nv-xf as a program: every command, its complaints, its arithmetic
 * against golden vectors, and the examples of the documentation.
 */
#include "jit/jit.h"
#include "unit/tools/test-nv-xf-golden.h"
#include "unit/tools/tool-run.h"

static void save(const char *name, const char *text)
{
    g_autofree char *path = g_build_filename(tool_files, name, NULL);

    g_assert_true(g_file_set_contents(path, text, -1, NULL));
}

static void gives(const char *line, const char *want)
{
    tool_gives(line, 0, want);
}

/* What the line prints; it does not fail. */
static char *output(const char *line)
{
    char *out;

    g_assert_cmpint(tool_shell(tool_files, line, &out, NULL), ==, 0);
    return out;
}

static void test_asm_dis(void)
{
    if (!tool_have()) {
        return;
    }
    save("a.vp", "MOV R0, c[0]\nMAD R2.xy, v[2], c[3], -R1.x\nEND\n");
    gives("nv-xf asm a.vp",
          "0x0f000000 0x0c000000 0x002c001b 0x00000000\n"
          "0x5c200001 0x08361c00 0x008c641b 0x00000000\n");
    gives("nv-xf asm a.vp | nv-xf dis -",
          "MOV R0, c[0]\nMAD R2.xy, v[2], c[3], -R1.x END\n");
    gives("nv-xf asm a.vp | nv-xf dis - | nv-xf asm - | nv-xf dis -",
          "MOV R0, c[0]\nMAD R2.xy, v[2], c[3], -R1.x END\n");
    gives("echo F000000,C000000,F02C001B 1 | nv-xf dis -",
          "MOV R0, c[0] {w2=0xf0000000, w3=0x1}\n");
    gives("echo 'FLR R0, R1 END' | nv-xf asm --isa rankine - | "
          "nv-xf dis --isa rankine -", "FLR R0, R1 END\n");
}

/* o0 to o15: the first ones as said, the rest as reset leaves them. */
static char *vertex(const char *first, unsigned count)
{
    GString *line = g_string_new(first);

    for (unsigned i = count; i < 16; i++) {
        g_string_append_printf(line, " o%u=0x00000000,0x00000000,0x00000000,"
                               "0x3f800000", i);
    }
    g_string_append_c(line, '\n');
    return g_string_free(line, FALSE);
}

static void test_run(void)
{
    g_autofree char *one = vertex("o0=0x40000000,0x40400000,0x00000000,"
                                  "0x3f800000", 1);
    g_autofree char *two = vertex("o0=0x41300000,0x40400000,0x00000000,"
                                  "0x3f800000", 1);
    g_autofree char *both = g_strconcat(one, two, NULL);
    g_autofree char *zero = vertex("o0=0x00000000,0x00000000,0x00000000,"
                                   "0x3f800000", 1);

    if (!tool_have()) {
        return;
    }
    save("add.vp", "ADD o[HPOS], v[0], c[0] END");
    save("add.k", "# moves\n0 1 1 0 0\n");
    save("two.v", "v0=1,2\n\nv0=10,0x40000000,0,1 v5=3 # more\n");
    gives("nv-xf run --consts add.k --vertices two.v add.vp", both);
    gives("nv-xf run --chip nv30 --consts add.k --vertices two.v add.vp",
          both);
    gives("nv-xf run --chip nv34 --isa kelvin -k add.k -v two.v add.vp", both);
    gives("nv-xf asm add.vp >add.w; nv-xf run --words -k add.k "
          "--vertices - add.w <two.v", both);
    gives("nv-xf run -k add.k -v two.v add.w", both);
    gives("nv-xf run add.vp", zero);
    gives("echo 'xfctx[0x60] 1 1 0 0' >abs.k; nv-xf run -k abs.k -v two.v "
          "add.vp", both);
    gives("echo '0x60 1 1 0 0' >abs.k; nv-xf run --slots -k abs.k -v two.v "
          "add.vp", both);
}

/* More vertices than a block, and programs that write constants in order. */
static void test_run_many(void)
{
    g_autofree char *out = NULL;

    if (!tool_have()) {
        return;
    }
    save("count.vp", "ADD {R0, c[1]}, c[1], v[0]\nMOV o[HPOS], R0 END");
    out = output("for i in $(seq 300); do echo v0=1; done | "
                 "nv-xf run -v - count.vp");
    /* 1 to 300, as floats. */
    g_assert_nonnull(strstr(out, "o0=0x3f800000,"));
    g_assert_nonnull(strstr(out, "o0=0x43960000,"));
}

static void test_state(void)
{
    if (!tool_have()) {
        return;
    }
    save("s.vp", "ADD c[3], v[0], c[2]\nMOV xfctx[0x10], v[0] END");
    save("s.k", "2 1 1 1 1\n");
    gives("nv-xf run --state --param 1,2,3,4 --consts s.k s.vp",
          "xfctx[0x10] 0x3f800000 0x40000000 0x40400000 0x40800000\n"
          "3 0x40000000 0x40400000 0x40800000 0x40a00000\n");
    gives("nv-xf run --slots --state --param 0x3f800000,2,3,4 s.vp",
          "16 0x3f800000 0x40000000 0x40400000 0x40800000\n"
          "99 0x3f800000 0x40000000 0x40400000 0x40800000\n");
}

static void test_trace(void)
{
    g_autofree char *out = NULL;

    if (!tool_have()) {
        return;
    }
    save("t.vp", "MUL R2, v[0], -v[0] + RCP R1.x, v[0].y\n"
                 "MOV o[HPOS], R2 END");
    out = output("echo v0=3,4 | nv-xf run --trace -v - t.vp");
    g_assert_true(g_str_has_prefix(out,
        "000: MUL R2, v[0], -v[0] + RCP R1.x, v[0].y\n"
        "    src0 0x40400000 0x40800000 0x00000000 0x3f800000  (3 4 0 1)\n"
        "    src1 0xc0400000 0xc0800000 0x80000000 0xbf800000  (-3 -4 -0 -1)\n"
        "    src2 0x40800000 0x40800000 0x40800000 0x40800000  (4 4 4 4)\n"
        "    vec  0xc1100000 0xc1800000 0x00000000 0xbf800000  (-9 -16 0 -1)\n"
        "    sca  0x3e800000 0x3e800000 0x3e800000 0x3e800000"
        "  (0.25 0.25 0.25 0.25)\n"
        "001: MOV o[HPOS], R2 END\n"));
}

/* The same vertices with every executor and 1 to 4 threads. */
static void test_run_ways(void)
{
    static const char *const executors[] = { "auto", "soa", "soa-base" };
    g_autoptr(GString) vertices = g_string_new(NULL);
    g_autofree char *want = NULL;

    if (!tool_have()) {
        return;
    }
    for (unsigned i = 0; i < 9000; i++) {
        g_string_append_printf(vertices, "v0=%u,%u,3 v3=0x%08x,%u\n", i, i / 7,
                               i * 0x9e3779b1u, i % 5);
    }
    save("many.v", vertices->str);
    save("ways.vp", "DP4 o[HPOS].x, v[0], v[0]\nMUL R1, v[3], v[3].y\n"
         "RSQ o[COL0].yz, R1.y\nADD o[TEX0].w, R1, -v[3] END\n");
    want = output("nv-xf run -v many.v ways.vp");
    for (unsigned i = 0; i < 4 * G_N_ELEMENTS(executors); i++) {
        g_autofree char *line = g_strdup_printf(
            "nv-xf run -x %s --threads %u -v many.v ways.vp",
            executors[i / 4], i % 4 + 1);
        g_autofree char *got = NULL;

        got = output(line);
        g_assert_true(!strcmp(got, want));
    }
}

static void test_compile(void)
{
    g_autofree char *out = NULL;

    if (!tool_have()) {
        return;
    }
    save("one.vp", "MUL o[COL0].x, v[0], c[0] END\n");
    gives("nv-xf compile --list one.vp",
          "rules kelvin legacy\nctx 96 192\n%1 = CTX 0x180 uniform\n"
          "%2 = INPUT 0x0\n%3 = MUL 0x0 %2 %1\nout 3.x = %3\n");
    out = output("nv-xf compile one.vp");
    g_assert_true(g_str_has_prefix(out, "; compiled in "));
    g_assert_nonnull(strstr(out, "%3 = MUL"));
    g_assert_nonnull(strstr(out, "\n; "));
}

static void test_help(void)
{
    static const char *const commands[] = {
        "", "asm", "dis", "run", "compile", "bench", "ff", "arith",
    };

    if (!tool_have()) {
        return;
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(commands); i++) {
        g_autofree char *line = g_strdup_printf("nv-xf %s --help",
                                                commands[i]);
        g_autofree char *out = NULL;

        out = output(line);
        g_assert_nonnull(strstr(out, "Usage:"));
        g_assert_nonnull(strstr(out, "nv-xf "));
        g_assert_cmpuint(strlen(out), >, 300);
    }
}

static void test_complaints(void)
{
    if (!tool_have()) {
        return;
    }
    save("ok.vp", "MOV o[HPOS], v[0] END\n");
    save("bad.vp", "MOV R0, v[0]\nMOV R0, R77\n");
    save("short.w", "0x1 0x2\n0x3");
    save("bad.w", "0x1 0x2 0x3 0xfffffffff\n");
    save("bad.k", "0 1 2 3 4\n1 1 2 x 4\n");
    save("few.k", "0 1 2 3\n");
    save("far.k", "96 1 2 3 4\n");
    save("bad.v", "v0=1,2,3,4\nv0=1 v16=2\n");
    save("odd.v", "v0=1,2,3,4,5\n");
    save("no.v", "v0:1\n");
    tool_complains("nv-xf asm bad.vp", "bad.vp:2:10: ");
    tool_complains("nv-xf run bad.vp", "bad.vp:2:10: ");
    tool_complains("nv-xf dis short.w", "short.w:2:4: ");
    tool_complains("nv-xf dis bad.w", "bad.w:1:13: ");
    tool_complains("nv-xf run -k bad.k ok.vp", "bad.k:2:7: ");
    tool_complains("nv-xf run -k few.k ok.vp", "few.k:1:8: ");
    tool_complains("nv-xf run -k far.k ok.vp", "far.k:1:1: ");
    tool_complains("nv-xf run -v bad.v ok.vp >/dev/null", "bad.v:2:6: ");
    tool_complains("nv-xf run -v odd.v ok.vp", "odd.v:1:11: ");
    tool_complains("nv-xf run -v no.v ok.vp", "no.v:1:3: ");
    tool_complains("nv-xf run --state --param 1,z ok.vp", "--param:1:3: ");
    tool_complains("nv-xf run --param 1 ok.vp", "--param needs --state");
    tool_complains("nv-xf run --state --vertices - ok.vp",
              "--vertices and --state exclude each other");
    tool_complains("nv-xf run --chip nv99 ok.vp", "nv30");
    tool_complains("nv-xf run --chip nv10 ok.vp", "no programs");
    tool_complains("nv-xf run --mode v2 ok.vp", "v1 programs");
    tool_complains("nv-xf run --mode v9 ok.vp", "--mode v9");
    tool_complains("nv-xf run --rules modern ok.vp", "legacy");
    tool_complains("nv-xf run --executor magic ok.vp", "magic");
    tool_complains("nv-xf run missing.vp", "missing.vp");
    tool_complains("nv-xf run --threads 17 ok.vp", "choose 1 to 16");
    tool_complains("nv-xf run --threads -2 ok.vp", "choose 1 to 16");
    tool_complains("nv-xf run --arith rough ok.vp", "rough");
    tool_complains("nv-xf run --start 1 ok.vp", "from 0 to 0");
    tool_complains("nv-xf run --start x ok.vp", "--start:1:1: ");
    tool_complains("nv-xf run --timeout 5 ok.vp", "to their end");
    tool_complains("nv-xf run --chip nv30 --timeout 65536 ok.vp", "0 to 65535");
    tool_complains("nv-xf compile bad.vp", "bad.vp:2:10: ");
    tool_complains("nv-xf compile --executor ref ok.vp", "compiles nothing");
    tool_complains("nv-xf compile --executor magic ok.vp", "magic");
    tool_complains("nv-xf bench --rounds 0 ok.vp", "choose 1 to 1001");
    tool_complains("nv-xf bench --chip nv30 >/dev/null", "name one for nv30");
    tool_complains("nv-xf bench -k bad.k ok.vp >/dev/null", "bad.k:2:7: ");
    tool_complains("nv-xf bench -v odd.v ok.vp", "odd.v:1:11: ");
    tool_complains("nv-xf run", "PROGRAM");
    tool_complains("nv-xf run --nonsense ok.vp", "nonsense");
    tool_complains("nv-xf asm --isa vliw ok.vp", "vliw");
    tool_complains("nv-xf frobnicate", "frobnicate");
    tool_complains("nv-xf arith cube", "cube");
    tool_complains("echo 1 2 3 | nv-xf arith mul", "standard input:1:1: ");
    tool_complains("(echo 1 2; echo 1 2g) | nv-xf arith mul >/dev/null",
              "standard input:2:3: ");
}

/* --- Arithmetic --- */

static char **read_lines(const char *file)
{
    g_autofree char *name = g_strdup_printf("xf-vectors-%s.csv", file);
    g_autofree char *path = g_test_build_filename(G_TEST_DIST, "data", name,
                                                  NULL);
    g_autoptr(GError) error = NULL;
    g_autofree char *text = NULL;

    g_file_get_contents(path, &text, NULL, &error);
    g_assert_no_error(error);
    return g_strsplit(g_strchomp(text), "\n", -1);
}

static int column(char **names, const char *name)
{
    for (int i = 0; names[i]; i++) {
        if (!strcmp(g_strchomp(names[i]), name)) {
            return i;
        }
    }
    g_error("there is no column %s", name);
}

/* Mismatches of one row of the table above; counts its cases. */
static unsigned check_golden(const Golden *g, unsigned *cases)
{
    g_auto(GStrv) lines = read_lines(g->file);
    g_auto(GStrv) names = g_strsplit(lines[0], ",", -1);
    g_auto(GStrv) inputs = g_strsplit(g->columns, " ", -1);
    g_autoptr(GString) in = g_string_new(NULL);
    g_autoptr(GArray) want = g_array_new(FALSE, FALSE, 4);
    g_autofree char *command = NULL;
    g_autofree char *out = NULL;
    char *at;
    unsigned bad = 0;

    for (unsigned l = 1; lines[l]; l++) {
        g_auto(GStrv) cells = g_strsplit(lines[l], ",", -1);
        uint32_t v = strtoul(cells[column(names, g->result)], NULL, 16);

        for (unsigned i = 0; inputs[i]; i++) {
            g_string_append_printf(in, "%s ",
                                   g_strchomp(cells[column(names,
                                                           inputs[i])]));
        }
        g_string_append_c(in, '\n');
        g_array_append_val(want, v);
    }
    save("in", in->str);
    command = g_strdup_printf("nv-xf arith %s %s <in", g->options, g->op);
    out = output(command);
    at = out;
    for (unsigned i = 0; i < want->len; i++, ++*cases) {
        uint32_t got = 0;
        char *end = strchr(at, '\n');

        g_assert_nonnull(end);
        for (unsigned w = 0; w <= g->word; w++) {
            got = strtoul(at, &at, 16);
        }
        bad += ((got ^ g_array_index(want, uint32_t, i)) & g->mask) != 0;
        at = end + 1;
    }
    g_assert_cmpint(*at, ==, 0);
    if (bad) {
        g_test_message("%s: %u wrong", command, bad);
    }
    return bad;
}

static void test_arith(void)
{
    unsigned bad = 0, cases = 0;

    if (!tool_have()) {
        return;
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(golden); i++) {
        bad += check_golden(&golden[i], &cases);
    }
    g_test_message("%u mismatches in %u cases", bad, cases);
    g_assert_cmpuint(bad, ==, 0);
}

/* One case with a known result for what has no vectors, and the formats. */
static void test_arith_formats(void)
{
    if (!tool_have()) {
        return;
    }
    gives("echo 3f800000 40000000 40400000 | nv-xf arith sum3", "40c00000\n");
    gives("echo 0x3f800000 3f800000 3f800000 3f800000 | nv-xf arith sum4",
          "0x40800000\n");
    gives("printf '40000000,40400000,3f800000' | nv-xf arith mad",
          "40e00000\n");
    gives("echo '0 40000000 40400000 0 0 40000000 0 3f000000 # dst' | "
          "nv-xf arith DST", "3f800000 40800000 40400000 3f000000\n");
    gives("printf '\\n# none\\n80000000\\n' | nv-xf arith ssg", "bf800000\n");
    gives("echo 80000000 | nv-xf arith -c nv30 -r modern ssg", "00000000\n");
    gives("echo 1 2 | nv-xf arith seq; echo 2 2 | nv-xf arith seq",
          "00000000\n3f800000\n");
    gives("echo 2 1 | nv-xf arith sgt; echo 1 1 | nv-xf arith sle",
          "3f800000\n3f800000\n");
    gives("echo 2 1 | nv-xf arith sfl; echo 1 1 | nv-xf arith str",
          "00000000\n3f800000\n");
    gives("echo 3f800000 3f800000 | nv-xf arith ltadd", "40000000\n");
    gives("echo 3f800000 0 0 40000000 0 0 | nv-xf arith ltdp3", "40000000\n");
    gives("echo ff800001 | nv-xf arith tolts; echo 1 | nv-xf arith tolts",
          "7f800000\n00000000\n");
    gives("nv-xf arith mul </dev/null", "");
}

/* --- Documentation --- */

/* Not every host has machine code. */
static bool runs_here(const char *command)
{
#ifdef NV_JIT
    return true;
#else
    return !strstr(command, " jit ");
#endif
}

static void test_docs(void)
{
    g_autofree char *where = g_test_build_filename(G_TEST_DIST, "..", "docs",
                                                   "examples", NULL);
    unsigned count;

    if (!tool_have()) {
        return;
    }
    count = tool_examples("nv-xf.rst", where, runs_here);
    if (!count) {
        g_test_skip("the documentation is not here");
        return;
    }
    g_assert_cmpuint(count, >=, 10);
    count += tool_examples("xf.rst", where, runs_here);
    g_test_message("%u examples", count);
}

int main(int argc, char **argv)
{
    int status;

    g_test_init(&argc, &argv, NULL);
    tool_begin("nv-xf");
    g_test_add_func("/nv-xf/asm-dis", test_asm_dis);
    g_test_add_func("/nv-xf/run", test_run);
    g_test_add_func("/nv-xf/run-many", test_run_many);
    g_test_add_func("/nv-xf/state", test_state);
    g_test_add_func("/nv-xf/trace", test_trace);
    g_test_add_func("/nv-xf/run-ways", test_run_ways);
    g_test_add_func("/nv-xf/compile", test_compile);
    g_test_add_func("/nv-xf/help", test_help);
    g_test_add_func("/nv-xf/complaints", test_complaints);
    g_test_add_func("/nv-xf/arith", test_arith);
    g_test_add_func("/nv-xf/arith-formats", test_arith_formats);
    g_test_add_func("/nv-xf/docs", test_docs);
    status = g_test_run();
    tool_end();
    return status;
}
