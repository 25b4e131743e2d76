/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nv-xf arith: single operations of the engine's arithmetic over many cases,
 * so that anybody can check them against a model of their own.
 */
#include "tools/nv-xf/nv-xf.h"
#include "arith/arith-core.h"

#define MAX_ARGS 8
#define BUFFER (1u << 18)
#define LINE_ROOM (4 * 11 + 2)      /* four results */

typedef void EvalFn(const NvXfRules *rules, const uint32_t *in,
                    uint32_t *out);

typedef struct Op {
    const char *name;
    uint8_t args, results;
    uint8_t args2;              /* another number of operands, or 0 */
    EvalFn *eval;
    const char *help;
} Op;

#define EVAL(name) \
    static void name(const NvXfRules *rules G_GNUC_UNUSED, \
                     const uint32_t *in, uint32_t *out)
#define EVAL1(name, expr) EVAL(name) { out[0] = expr; }

static uint32_t mul(const NvXfRules *rules, uint32_t a, uint32_t b)
{
    return rules->version == NV_ARITH_CELSIUS ? nv_xf_mul_celsius(a, b) :
           xf_mul(rules, a, b);
}

/* Operands of LT are 22 bits wide: the low 10 do not exist. */
static uint32_t lt(uint32_t x)
{
    return x & ~0x3ffu;
}

EVAL1(do_mul, mul(rules, in[0], in[1]))
EVAL1(do_sum2, nv_xf_sum(rules, in, 2))
EVAL1(do_sum3, nv_xf_sum(rules, in, 3))
EVAL1(do_sum4, nv_xf_sum(rules, in, 4))
EVAL1(do_mad, nv_xf_sum2(rules, mul(rules, in[0], in[1]), in[2]))
EVAL1(do_min, nv_xf_min(rules, in[0], in[1]))
EVAL1(do_max, nv_xf_max(rules, in[0], in[1]))
EVAL1(do_slt, nv_xf_set(rules, NV_XF_TEST_LT, in[0], in[1]))
EVAL1(do_sge, nv_xf_set(rules, NV_XF_TEST_GE, in[0], in[1]))
EVAL1(do_seq, nv_xf_set(rules, NV_XF_TEST_EQ, in[0], in[1]))
EVAL1(do_sgt, nv_xf_set(rules, NV_XF_TEST_GT, in[0], in[1]))
EVAL1(do_sle, nv_xf_set(rules, NV_XF_TEST_LE, in[0], in[1]))
EVAL1(do_sne, nv_xf_set(rules, NV_XF_TEST_NE, in[0], in[1]))
EVAL1(do_sfl, nv_xf_set(rules, NV_XF_TEST_FL, in[0], in[1]))
EVAL1(do_str, nv_xf_set(rules, NV_XF_TEST_TR, in[0], in[1]))
EVAL1(do_ssg, nv_xf_ssg(rules, in[0]))
EVAL1(do_flr, nv_xf_flr(in[0]))
EVAL1(do_frc, nv_xf_frc(rules, in[0]))
EVAL1(do_rcp, nv_xf_rcp(rules, in[0]))
EVAL1(do_rcc, nv_xf_rcc(rules, in[0]))
EVAL1(do_rsq, nv_xf_rsq(rules, in[0]))
EVAL1(do_lg2, nv_xf_lg2(in[0]))
EVAL1(do_ex2, nv_xf_ex2(in[0]))
EVAL1(do_sin, nv_xf_sin(in[0]))
EVAL1(do_cos, nv_xf_cos(in[0]))
EVAL1(do_cmul, nv_xf_mul_celsius(in[0], in[1]))
EVAL1(do_tolt, nv_xf_to_lt(in[0]))
EVAL1(do_tolts, nv_xf_to_lt_scalar(in[0]))
EVAL1(do_ltmul, nv_xf_lt_mul(lt(in[0]), lt(in[1])))
EVAL1(do_ltadd, nv_xf_lt_add3(lt(in[0]), lt(in[1]), 0))
EVAL1(do_ltadd3, nv_xf_lt_add3(lt(in[0]), lt(in[1]), lt(in[2])))
EVAL1(do_ltsmul, nv_xf_lt_smul(lt(in[0]), lt(in[1])))
EVAL1(do_ltsadd, nv_xf_lt_sadd(lt(in[0]), lt(in[1])))
EVAL1(do_ltrcp, nv_xf_lt_rcp(lt(in[0])))
EVAL1(do_ltrsq, nv_xf_lt_rsq(lt(in[0])))

/* @b: where the second vector starts. */
static uint32_t dot(const NvXfRules *rules, const uint32_t *a,
                    const uint32_t *b, unsigned n)
{
    uint32_t terms[4];

    for (unsigned i = 0; i < n; i++) {
        terms[i] = mul(rules, a[i], b[i]);
    }
    return nv_xf_sum(rules, terms, n);
}

EVAL1(do_dp3, dot(rules, in, in + 3, 3))
EVAL1(do_dp3_full, dot(rules, in, in + 4, 3))
EVAL1(do_dp4, dot(rules, in, in + 4, 4))

static uint32_t dph(const NvXfRules *rules, const uint32_t *a,
                    const uint32_t *b)
{
    const uint32_t h[4] = { a[0], a[1], a[2], NV_XF_ONE };

    return dot(rules, h, b, 4);
}

EVAL1(do_dph, dph(rules, in, in + 3))
EVAL1(do_dph_full, dph(rules, in, in + 4))

EVAL1(do_ltdp3, nv_xf_lt_add3(nv_xf_lt_mul(lt(in[0]), lt(in[3])),
                              nv_xf_lt_mul(lt(in[1]), lt(in[4])),
                              nv_xf_lt_mul(lt(in[2]), lt(in[5]))))

EVAL(do_exp)
{
    nv_xf_exp(out, in[0]);
}

EVAL(do_log)
{
    nv_xf_log(rules, out, in[0]);
}

EVAL(do_lit)
{
    nv_xf_lit(out, in);
}

EVAL(do_lit3)
{
    const uint32_t v[4] = { in[0], in[1], 0, in[2] };

    nv_xf_lit(out, v);
}

EVAL(do_dst)
{
    out[0] = NV_XF_ONE;
    out[1] = mul(rules, in[1], in[5]);
    out[2] = in[2];
    out[3] = in[7];
}

static const Op ops[] = {
    { "mul", 2, 1, 0, do_mul, "a b: product" },
    { "add", 2, 1, 0, do_sum2, "a b: sum of two terms" },
    { "sum3", 3, 1, 0, do_sum3, "a b c: sum of three terms" },
    { "sum4", 4, 1, 0, do_sum4, "a b c d: sum of four terms" },
    { "mad", 3, 1, 0, do_mad, "a b c: product of a and b, then plus c" },
    { "dp3", 6, 1, 8, do_dp3, "ax ay az bx by bz, or with aw and bw" },
    { "dph", 7, 1, 8, do_dph, "ax ay az bx by bz bw, or with aw" },
    { "dp4", 8, 1, 0, do_dp4, "ax ay az aw bx by bz bw" },
    { "dst", 8, 4, 0, do_dst, "ax ay az aw bx by bz bw: distance vector" },
    { "min", 2, 1, 0, do_min, "a b" },
    { "max", 2, 1, 0, do_max, "a b" },
    { "slt", 2, 1, 0, do_slt, "a b: 1.0 if a < b" },
    { "sge", 2, 1, 0, do_sge, "a b" },
    { "seq", 2, 1, 0, do_seq, "a b" },
    { "sgt", 2, 1, 0, do_sgt, "a b" },
    { "sle", 2, 1, 0, do_sle, "a b" },
    { "sne", 2, 1, 0, do_sne, "a b" },
    { "sfl", 2, 1, 0, do_sfl, "a b: always 0" },
    { "str", 2, 1, 0, do_str, "a b: always 1.0" },
    { "ssg", 1, 1, 0, do_ssg, "x: sign" },
    { "flr", 1, 1, 0, do_flr, "x: floor" },
    { "frc", 1, 1, 0, do_frc, "x: x minus floor" },
    { "rcp", 1, 1, 0, do_rcp, "x" },
    { "rcc", 1, 1, 0, do_rcc, "x: reciprocal, clamped" },
    { "rsq", 1, 1, 0, do_rsq, "x: reciprocal of the root" },
    { "exp", 1, 4, 0, do_exp, "x: four results" },
    { "log", 1, 4, 0, do_log, "x: four results" },
    { "lit", 4, 4, 3, do_lit, "x y z w, or x y w: four results" },
    { "lg2", 1, 1, 0, do_lg2, "x" },
    { "ex2", 1, 1, 0, do_ex2, "x" },
    { "sin", 1, 1, 0, do_sin, "x" },
    { "cos", 1, 1, 0, do_cos, "x" },
    { "cmul", 2, 1, 0, do_cmul, "a b: product of Celsius, on any chip" },
    { "tolt", 1, 1, 0, do_tolt, "x: the 22 bits that LT stores" },
    { "tolts", 1, 1, 0, do_tolts, "x: Celsius' scalar form, as 32 bits" },
    { "ltmul", 2, 1, 0, do_ltmul, "a b: LT vector product" },
    { "ltadd", 2, 1, 0, do_ltadd, "a b: LT vector sum" },
    { "ltadd3", 3, 1, 0, do_ltadd3, "a b c: LT vector sum" },
    { "ltdp3", 6, 1, 0, do_ltdp3, "ax ay az bx by bz: LT dot product" },
    { "ltsmul", 2, 1, 0, do_ltsmul, "a b: LT scalar product" },
    { "ltsadd", 2, 1, 0, do_ltsadd, "a b: LT scalar sum" },
    { "ltrcp", 1, 1, 0, do_ltrcp, "x: LT reciprocal" },
    { "ltrsq", 1, 1, 0, do_ltrsq, "x: LT reciprocal of the root" },
};

/* The shorter or longer form that @args2 says. */
static EvalFn *eval_of(const Op *op, unsigned args)
{
    if (args != op->args2) {
        return op->eval;
    }
    return op->eval == do_dp3 ? do_dp3_full :
           op->eval == do_dph ? do_dph_full : do_lit3;
}

/* --- Lines in and out --- */

typedef struct Stream {
    char in[BUFFER + 1];
    char *at, *end;             /* of what is in @in */
    bool over;
    char out[BUFFER];
    unsigned fill;
    unsigned line;
} Stream;

static void flush_out(Stream *s)
{
    fwrite(s->out, 1, s->fill, stdout);
    s->fill = 0;
}

/* The next line, ended by 0; NULL at the end.  Too long: cut in the middle. */
static char *next_line(Stream *s)
{
    char *newline = memchr(s->at, '\n', s->end - s->at);
    char *line;

    if (!newline && !s->over) {
        size_t left = s->end - s->at;

        memmove(s->in, s->at, left);
        s->at = s->in;
        s->end = s->in + left + fread(s->in + left, 1, BUFFER - left, stdin);
        s->over = s->end == s->in + left;
        newline = memchr(s->at, '\n', s->end - s->at);
    }
    if (!newline) {
        if (s->at == s->end) {
            return NULL;
        }
        newline = s->end;
    }
    line = s->at;
    *newline = 0;
    s->at = MIN(newline + 1, s->end);
    s->line++;
    return line;
}

static const int8_t *hex_digits(void)
{
    static int8_t value[256];

    if (!value['1']) {
        memset(value, -1, sizeof(value));
        for (int i = 0; i < 256; i++) {
            value[i] = g_ascii_xdigit_value(i);
        }
    }
    return value;
}

static void put_word(Stream *s, uint32_t v, bool prefix, char after)
{
    char *out = s->out + s->fill;

    if (prefix) {
        *out++ = '0';
        *out++ = 'x';
    }
    for (int shift = 28; shift >= 0; shift -= 4) {
        *out++ = "0123456789abcdef"[(v >> shift) & 15];
    }
    *out++ = after;
    s->fill = out - s->out;
}

/* The operands on @line; -1 with an error. */
static int parse_line(Stream *s, char *line, uint32_t in[MAX_ARGS],
                      GError **error)
{
    const int8_t *digit = hex_digits();
    char *at = line;
    int count = 0;

    for (;;) {
        unsigned n = 0;
        uint32_t v = 0;
        char *where;

        while (*at == ' ' || *at == ',' || *at == '\t' || *at == '\r') {
            at++;
        }
        if (!*at || *at == '#') {
            return count;
        }
        where = at;
        at += at[0] == '0' && (at[1] | 32) == 'x' ? 2 : 0;
        for (; digit[(uint8_t)*at] >= 0; at++, n++) {
            v = v << 4 | digit[(uint8_t)*at];
        }
        if (!n || n > 8 || (*at && !strchr(" ,\t\r#", *at)) ||
            count == MAX_ARGS) {
            g_set_error(error, NV_TOOL_ERROR, 0, "standard input:%u:%u: %s",
                        s->line, (unsigned)(where - line) + 1,
                        count == MAX_ARGS ? "there are more than 8 words" :
                        "this is not a word of 1 to 8 hexadecimal digits");
            return -1;
        }
        in[count++] = v;
    }
}

static bool compute(Stream *s, const Op *op, const NvXfRules *rules,
                    GError **error)
{
    char *line;

    while ((line = next_line(s))) {
        uint32_t in[MAX_ARGS], out[4];
        int count = parse_line(s, line, in, error);
        const char *first = line + strspn(line, " ,\t");
        bool prefix = first[0] == '0' && (first[1] | 32) == 'x';

        if (count <= 0) {
            if (count < 0) {
                return false;
            }
            continue;
        }
        if (count != op->args && count != op->args2) {
            g_set_error(error, NV_TOOL_ERROR, 0, "standard input:%u:%u: %s "
                        "has %d operands, here are %d (%s)", s->line,
                        (unsigned)(first - line) + 1, op->name, op->args,
                        count, op->help);
            return false;
        }
        eval_of(op, count)(rules, in, out);
        for (unsigned i = 0; i < op->results; i++) {
            put_word(s, out[i], prefix, i + 1 == op->results ? '\n' : ' ');
        }
        if (s->fill > BUFFER - LINE_ROOM) {
            flush_out(s);
        }
    }
    return true;
}

static const Op *find_op(const char *name, GError **error)
{
    g_autoptr(GString) all = g_string_new(NULL);

    for (unsigned i = 0; i < NV_ARRAY_SIZE(ops); i++) {
        if (!g_ascii_strcasecmp(ops[i].name, name)) {
            return &ops[i];
        }
        g_string_append_printf(all, " %s", ops[i].name);
    }
    g_set_error(error, NV_TOOL_ERROR, 0, "there is no operation \"%s\"; "
                "there are%s", name, all->str);
    return NULL;
}

static char *summary(void)
{
    GString *text = g_string_new(
        "Reads operands from standard input, hexadecimal words, one case a "
        "line; prints\nthe result words.  They start with 0x if the first "
        "operand does.\n\n"
        "  echo 3f800000 40000000 | nv-xf arith --chip nv20 add\n"
        "  nv-xf arith --chip nv30 --rules modern rsq <operands >results\n\n"
        "Operations and their operands:\n");

    for (unsigned i = 0; i < NV_ARRAY_SIZE(ops); i++) {
        g_string_append_printf(text, "  %-8s%s\n", ops[i].name, ops[i].help);
    }
    g_string_append(text, "\nOperands and results of lt operations are 22-bit "
                    "numbers as 32-bit words, whose low\n10 bits do not "
                    "count.  On Celsius chips products are those of cmul.");
    return g_string_free(text, FALSE);
}

int nv_xf_command_arith(int argc, char **argv, GError **error)
{
    g_autofree char *chip_name = NULL;
    g_autofree char *rules_name = NULL;
    g_autofree char *about = summary();
    const NvUsage usage = { "OPERATION", 1, 1, about };
    g_autofree Stream *s = NULL;
    const NvChip *chip;
    const Op *op;
    NvXfRules rules;
    bool ok;
    const GOptionEntry entries[] = {
        { "chip", 'c', 0, G_OPTION_ARG_STRING, &chip_name,
          "Whose arithmetic (default nv20)", "CHIP" },
        { "rules", 'r', 0, G_OPTION_ARG_STRING, &rules_name,
          "legacy (default) or modern, from Rankine on", "RULES" },
        { NULL, 0, 0, 0, NULL, NULL, NULL }
    };

    if (!nv_tool_parse(&argc, &argv, &usage, entries, error)) {
        return EXIT_TROUBLE;
    }
    chip = nv_tool_chip(chip_name ? chip_name : "nv20", error);
    op = chip ? find_op(argv[1], error) : NULL;
    if (!op || !nv_tool_rules(chip, rules_name, &rules, error)) {
        return EXIT_TROUBLE;
    }
    s = g_new(Stream, 1);
    s->at = s->end = s->in;
    s->over = false;
    s->fill = s->line = 0;
    ok = compute(s, op, &rules, error);
    flush_out(s);
    return ok ? EXIT_FINE : EXIT_TROUBLE;
}
