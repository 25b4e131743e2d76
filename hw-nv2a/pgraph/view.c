/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a method's value means, for people who look.  No hardware facts. */
#include "pgraph/fe.h"
#include "words/fields.h"

static const char *word_name(const NvPgraph *pg, unsigned word)
{
    unsigned index;
    const NvReg *reg;

    if (!(word & NV_WORD_REG)) {
        return nv_bundle_name(word);
    }
    for (uint32_t offset = 0; offset < pg->regs.size; offset += 4) {
        reg = nv_regs_find(&pg->regs, offset, &index);
        if (reg && nv_reg_slot(reg, index) == (word & ~NV_WORD_REG)) {
            return reg->name;
        }
    }
    return NULL;
}

/* Fields between bits @low and @end of a word with @value in them. */
static void append_fields(const NvPgraph *pg, const char *word,
                          uint32_t value, unsigned low, unsigned end,
                          GString *out)
{
    NvFeColumn fe = pg->env->chip->fe;
    const NvFieldRow *field = NULL;

    g_string_append_printf(out, "  %s", word);
    while ((field = nv_field_next(fe, word, field))) {
        unsigned at = nv_field_low(field);

        if (at >= low && at < end) {
            g_string_append_printf(out, " %s=", nv_field_name(field));
            nv_field_append(field, value, out);
        }
    }
    g_string_append_c(out, '\n');
}

static void append_effect(const NvPgraph *pg, const NvEffect *e,
                          uint32_t value, GString *out)
{
    const NvPlace *first = &pg->places[e->first];
    const NvPlace *last = &pg->places[e->last];
    unsigned end = last->low + last->width;
    const char *name;

    if (e->kind == NV_EFFECT_WORD) {
        append_fields(pg, nv_bundle_name(e->word), value, 0, 32, out);
    } else if (e->kind == NV_EFFECT_VALUE && first->mask) {
        name = word_name(pg, first->word);
        value = nv_extract(value, e->src, MIN(end - first->low,
                                              32u - e->src));
        if (name) {
            append_fields(pg, name, value << first->low, first->low, end,
                          out);
        }
    }
}

void nv_pgraph_print_fields(const NvPgraph *pg, const NvWatched *w,
                            GString *out)
{
    const NvMethodView view = nv_pgraph_view(pg, w);
    const NvClassTable *table = nv_class_find(pg, view.class);
    const NvMethod *m = w->mthd && view.name ?
        table->method[(w->mthd & (NV_PGRAPH_SIZE - 4)) / 4] : NULL;

    for (unsigned i = 0; m && i < NV_ARRAY_SIZE(m->effect) &&
         m->effect[i].kind != NV_EFFECT_END; i++) {
        append_effect(pg, &m->effect[i], w->data, out);
    }
}

bool nv_pgraph_register_find(const NvPgraph *pg, const char *name,
                             uint32_t *offset)
{
    for (*offset = 0; *offset < pg->regs.size; *offset += 4) {
        unsigned index;
        const NvReg *reg = nv_regs_find(&pg->regs, *offset, &index);
        g_autofree char *full = reg ? g_strdup_printf("%s[%u]", reg->name,
                                                      index) : NULL;

        if (reg && (!g_ascii_strcasecmp(full, name) ||
                    (!index && !g_ascii_strcasecmp(reg->name, name)))) {
            return true;
        }
    }
    return false;
}

const char *nv_pgraph_draw_fault(const NvPgraph *pg)
{
    return nv_launch_fault(pg);
}
