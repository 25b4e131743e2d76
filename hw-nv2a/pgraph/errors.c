/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Errors of FE: what the hardware shows of them, and their lines.  Facts:
 * bits and their rules as envytools' PGRAPH model has them (hw where its
 * tests assert it).
 */
#include "pgraph/fe.h"
#include "words/fields.h"

/* What the hardware raises; no row: nothing. */
static const struct {
    uint32_t intr, source;
} raised[NV_ERROR_KINDS] = {
#define SOURCE(kind, name) \
    [NV_ERROR_##kind] = { NV_PGRAPH_INTR_ERROR, NV_NSOURCE_##name }
#define INTR(kind, name) [NV_ERROR_##kind] = { NV_PGRAPH_INTR_##name, 0 }
    SOURCE(VALUE, DATA_ERROR),
    SOURCE(METHOD, ILLEGAL_MTHD),
    SOURCE(OBJECT_CLASS, DATA_ERROR),
    SOURCE(OBJECT_BOUNDS, PROTECTION),
    SOURCE(NOTIFY_IN_USE, NOTIFY_IN_USE),
    SOURCE(NOTIFY_TWICE, DOUBLE_NOTIFY),
    SOURCE(STATE, STATE_INVALID),
    SOURCE(METHODS_MISSING, METHOD_CNT),
    SOURCE(RANGE, RANGE),
    SOURCE(READ_FAULT, DMA_R),
    SOURCE(WRITE_FAULT, DMA_W),
    SOURCE(INSIDE, IN_BEGIN_END),
    SOURCE(BUSY, BUSY),
    INTR(SOFTWARE, MISSING_HW),
    INTR(OWNER, STATE3D),
    INTR(VERTEX_OBJECT, DMA_VTX),
    INTR(SWITCH, CONTEXT),
#undef SOURCE
#undef INTR
};

static const struct {
    uint32_t sources, status;
} status_rules[] = {
    { 0x00003000, 0x00800000 },     /* state in use */
    { 0x000c4a00, 0x01000000 },     /* invalid state */
    { 0x00000002, 0x02000000 },     /* bad argument */
    { 0x00000048, 0x04000000 },     /* protection fault */
    { 0x00000004, 0x01000000 },
};

static void show(NvPgraph *pg, NvErrorKind kind)
{
    uint32_t source = raised[kind].source;

    assert(raised[kind].intr);
    NV_PG(pg, NSOURCE) |= source;
    for (unsigned i = 0; i < NV_ARRAY_SIZE(status_rules); i++) {
        if (source & status_rules[i].sources) {
            NV_PG(pg, NSTATUS) |= status_rules[i].status;
        }
    }
    NV_PG(pg, FIFO_ENABLE) = 0;
    NV_PG(pg, INTR) |= raised[kind].intr;
    nv_trace(pg->env, pgraph_intr, NV_PG(pg, INTR), NV_PG(pg, NSOURCE),
             NV_PG(pg, NSTATUS));
    nv_env_irq_changed(pg->env);
}

/* --- lines --- */

/* The method at work, as the trap registers have it. */
static NvPgraphPending at_work(const NvPgraph *pg)
{
    uint32_t at = NV_PG(pg, TRAP_ADDR);

    return (NvPgraphPending) {
        .chid = NV_FE_GET(pg, TRAP_ADDR, CHANNEL, at),
        .subc = NV_FE_GET(pg, TRAP_ADDR, SUBCHANNEL, at),
        .mthd = NV_FE_GET(pg, TRAP_ADDR, METHOD_4, at) * 4,
        .data = NV_PG(pg, TRAP_DATA),
    };
}

static const NvMethod *row_of(const NvPgraph *pg, const NvPgraphPending *p)
{
    return nv_class_find(pg, nv_fe_class(pg))->method[p->mthd / 4];
}

/* "depth_func = 0x00000005" */
static void append_method(const NvPgraph *pg, const NvPgraphPending *p,
                          GString *out)
{
    const NvMethod *m = row_of(pg, p);

    if (!p->mthd) {
        g_string_append(out, "object");
    } else if (m) {
        g_string_append(out, m->name);
    } else {
        g_string_append_printf(out, "method 0x%04x", p->mthd);
    }
    if (m && m->count > 1) {
        g_string_append_printf(out, "[%u]", (p->mthd - m->offset) /
                                            m->stride);
    }
    g_string_append_printf(out, " = 0x%08x", p->data);
}

static void append_place(const NvPgraph *pg, const NvPgraphPending *p,
                         GString *out)
{
    uint32_t addr;

    g_string_append_printf(out, " (class 0x%03x method 0x%04x, channel %u "
                           "subchannel %u", nv_fe_class(pg), p->mthd,
                           p->chid, p->subc);
    if (pg->env->pushed_at && pg->env->pushed_at(pg->env, &addr)) {
        g_string_append_printf(out, ", push buffer 0x%08x", addr);
    }
    g_string_append_c(out, ')');
}

/* The error is counted; whether it is to get a line. */
static bool counts(NvPgraph *pg, NvErrorKind kind, const NvPgraphPending *p)
{
    return nv_error_counts(pg->env, kind,
                           nv_fe_class(pg) << 16 | p->mthd);
}

static void says(NvPgraph *pg, NvErrorKind kind, const NvPgraphPending *p,
                 const char *what)
{
    GString *line = g_string_new(NULL);

    append_method(pg, p, line);
    g_string_append_printf(line, ": %s", what);
    append_place(pg, p, line);
    nv_error_says(pg->env, kind, "%s", line->str);
    g_string_free(line, TRUE);
}

/* A line about the method at work. */
static void G_GNUC_PRINTF(3, 0)
say(NvPgraph *pg, NvErrorKind kind, const char *format, va_list ap)
{
    const NvPgraphPending p = at_work(pg);

    if (counts(pg, kind, &p)) {
        g_autofree char *what = g_strdup_vprintf(format, ap);

        says(pg, kind, &p, what);
    }
}

void nv_fe_say(NvPgraph *pg, NvErrorKind kind, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    say(pg, kind, format, ap);
    va_end(ap);
}

void nv_fe_error(NvPgraph *pg, NvErrorKind kind, const char *format, ...)
{
    va_list ap;

    show(pg, kind);
    va_start(ap, format);
    say(pg, kind, format, ap);
    va_end(ap);
}

/* --- errors with words of their own --- */

void nv_fe_value_error(NvPgraph *pg, const NvMethod *m)
{
    const NvPgraphPending p = at_work(pg);
    GString *what;

    show(pg, NV_ERROR_VALUE);
    if (!counts(pg, NV_ERROR_VALUE, &p)) {
        return;
    }
    what = g_string_new(NULL);
    if (NV_PG_GET(pg, DEBUG_D, DATA_FAIL)) {
        g_string_append(what, "DEBUG_D lets every value fail");
    } else {
        assert(m);
        nv_fe_accepted(pg, m, NULL, p.data, what);
    }
    says(pg, NV_ERROR_VALUE, &p, what->str);
    g_string_free(what, TRUE);
}

/* Other classes of the chip that have a method there. */
static void append_others(const NvPgraph *pg, uint32_t mthd, GString *out)
{
    unsigned found = 0;

    for (unsigned i = 0; i < pg->nclasses && found < 3; i++) {
        const NvClassTable *table = &pg->classes[i];
        const NvMethod *m = table->method[mthd / 4];

        if (table->class && m) {
            g_string_append_printf(out, "%s 0x%03x (%s)",
                                   found++ ? "," : "; there is one in class",
                                   table->class, m->name);
        }
    }
}

void nv_fe_method_error(NvPgraph *pg)
{
    const NvPgraphPending p = at_work(pg);
    GString *what;

    show(pg, NV_ERROR_METHOD);
    if (!counts(pg, NV_ERROR_METHOD, &p)) {
        return;
    }
    what = g_string_new(NULL);
    if (row_of(pg, &p)) {
        g_string_append(what, "is there only if DEBUG_D or the object say so");
    } else {
        g_string_append(what, nv_class_on_chip(pg->env->chip, nv_fe_class(pg))
                              ? "the class has no such method"
                              : "this card has no such class");
        append_others(pg, p.mthd, what);
    }
    says(pg, NV_ERROR_METHOD, &p, what->str);
    g_string_free(what, TRUE);
}

void nv_fe_class_error(NvPgraph *pg, uint32_t class, const char *wanted)
{
    nv_fe_error(pg, NV_ERROR_OBJECT_CLASS, "takes objects of class %s, this "
                "is of class 0x%02x", wanted, class);
}

void nv_fe_state_error(NvPgraph *pg, const char *what)
{
    if (NV_PG_GET(pg, DEBUG_D, STATE_CHECK)) {
        nv_fe_error(pg, NV_ERROR_STATE, "%s", what);
    }
}

void nv_fe_needs(NvPgraph *pg, uint32_t needed, const char *family)
{
    GString *names = g_string_new(NULL);
    uint32_t missing = needed & ~NV_PG(pg, VALID);

    nv_fields_append_flags("VALID", family, missing, names);
    nv_fe_error(pg, NV_ERROR_METHODS_MISSING, "VALID lacks 0x%08x of 0x%08x,"
                "%s", missing, needed, names->len ? names->str : " corners");
    g_string_free(names, TRUE);
}

void nv_fe_missing(NvPgraph *pg, const char *why)
{
    nv_fe_error(pg, NV_ERROR_SOFTWARE, "%s", why);
}

/* The method waits in ST2; the trap registers show one of before. */
void nv_fe_switch_error(NvPgraph *pg, unsigned chid)
{
    show(pg, NV_ERROR_SWITCH);
    if (nv_chip_has(pg->env->chip, NV_CAP_CTX_BY_DRIVER)) {
        return;                 /* no error there */
    }
    nv_error(pg->env, NV_ERROR_SWITCH, chid, "method 0x%04x = 0x%08x: "
             "channel %u waits for the driver, who has not given it the "
             "engine; with CTX_TABLE the card does it", NV_PG_GET(
             pg, FIFO_MTHD_ST2, METHOD_4) * 4, NV_PG(pg, FIFO_DATA_ST2),
             chid);
}

/* What else a warning does while WARNING_ENABLE is on is not known. */
void nv_fe_warn(NvPgraph *pg, uint32_t code, NvMethodValid takes)
{
    const NvPgraphPending p = at_work(pg);
    const NvMethod *m = row_of(pg, &p);
    GString *what;

    if (!code) {
        return;
    }
    if (!NV_PG_GET(pg, NOTIFY, WARNING)) {
        NV_PG_PUT(pg, NOTIFY, WARNING, code);
    }
    if (!counts(pg, NV_ERROR_WARNING, &p)) {
        return;
    }
    what = g_string_new(NULL);
    if (code & 4) {
        g_string_append(what, "not between BEGIN and END");
    }
    if (code & 3 && m) {
        g_string_append(what, code & 4 ? ", and " : "");
        nv_fe_accepted(pg, m, takes, p.data, what);
    }
    says(pg, NV_ERROR_WARNING, &p, what->str);
    g_string_free(what, TRUE);
}
