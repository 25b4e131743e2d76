/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * jit: one version of a program's code, written from its plan: what is around
 * the nodes, the loop, and what is stored.
 *
 * No hardware facts.
 */
#include "jit/jit-priv.h"

#include <pthread.h>
#include "jit/code.h"

#define BUFFER (1u << 20)       /* bytes a program's code may have */

typedef struct Compile {
    NvJitCode *code;
    const NvPlan *plan;
    NvLow low;
    NvEmit e;
    NvRaValue *value;
} Compile;

static unsigned vector_bytes(const Compile *c)
{
    return c->code->target->bytes;
}

static NvEmitArg input_at(const Compile *c, uint32_t imm)
{
    unsigned second = imm & NV_PLAN_SECOND ? vector_bytes(c) : 0;

    return nv_emit_at(&c->e, NV_BASE_LANE, (imm & 63) * NV_XF_BLOCK * 4 + second,
                      false);
}

static NvEmitArg output_at(const Compile *c, unsigned o, bool second)
{
    size_t from_in = offsetof(NvXfBlock, out) - offsetof(NvXfBlock, in);

    return nv_emit_at(&c->e, NV_BASE_LANE, from_in + o * NV_XF_BLOCK * 4 +
                      (second ? vector_bytes(c) : 0), false);
}

/* Where values are before there is code. */
static void place_values(Compile *c)
{
    const NvList *list = &c->plan->list;

    for (unsigned v = 0; v < list->count; v++) {
        c->value[v] = (NvRaValue) { .reg = -1, .next = c->plan->first[v] };
        if (list->node[v].op == NV_LIST_INPUT) {
            c->value[v].in_memory = true;
            c->value[v].uniform = c->plan->use_count[v] == 1;
            c->value[v].home = input_at(c, list->node[v].imm);
        }
    }
    for (unsigned i = 0; i < c->code->uniforms; i++) {
        NvRaValue *value = &c->value[c->code->uniform[i]];

        value->in_memory = value->uniform = true;
        value->home = nv_low_pool(&c->e, 1 + i);
    }
}

static void store_outputs(Compile *c, NvVal v)
{
    const NvList *list = &c->plan->list;
    bool second = c->plan->twin[c->plan->origin[v]] == v && c->plan->copies > 1;

    for (unsigned o = 0; o < NV_XF_ATTRS * 4; o++) {
        if (list->out[o / 4][o % 4] == c->plan->origin[v]) {
            nv_emit_store(&c->e, output_at(c, o, second),
                         nv_ra_use(&c->low.ra, v));
        }
    }
}

static void copy_output(Compile *c, unsigned o, NvVal v, bool second)
{
    unsigned t = nv_ra_temp(&c->low.ra);

    nv_emit_load(&c->e, t, c->value[v].home);
    nv_emit_store(&c->e, output_at(c, o, second), t);
    nv_ra_drop(&c->low.ra, t);
}

/* Outputs that are inputs or constants. */
static void copy_outputs(Compile *c)
{
    const NvList *list = &c->plan->list;

    for (unsigned o = 0; o < NV_XF_ATTRS * 4; o++) {
        NvVal v = list->out[o / 4][o % 4];

        if (!v || !(list->node[v].uniform ||
                    list->node[v].op == NV_LIST_INPUT)) {
            continue;
        }
        copy_output(c, o, v, false);
        if (c->plan->copies > 1) {
            copy_output(c, o, c->plan->twin[v], true);
        }
    }
}

static void write_nodes(Compile *c)
{
    const NvList *list = &c->plan->list;
    NvRa *ra = &c->low.ra;

    for (unsigned i = 0; i < c->plan->ordered && !c->e.error; i++) {
        const NvRaUse *uses = &c->plan->use[c->plan->first_use[i]];
        unsigned count = c->plan->first_use[i + 1] - c->plan->first_use[i];
        NvVal v = c->plan->order[i];

        nv_low_node(&c->low, v, uses, count);
        if (c->plan->is_out[v] && list->node[v].op != NV_LIST_INPUT) {
            store_outputs(c, v);
        }
        nv_ra_advance(ra, uses, count);
    }
}

static void write_code(Compile *c)
{
    NvEmit *e = &c->e;
    size_t frame = e->target->begin(e), top;
    unsigned acc = c->low.acc, bytes = vector_bytes(c);

    nv_ra_init(&c->low.ra, e, c->value, nv_low_keep(&c->low),
               NV_LOW_FRAME * 32 / bytes);
    nv_emit_op(e, nv_low_is_quick_fast(&c->low) ? NV_OP_XOR : NV_OP_EQ, acc,
               acc, nv_emit_reg(acc));
    top = e->len;
    write_nodes(c);
    copy_outputs(c);
    e->target->turn(e, bytes * c->plan->copies, top);
    if (nv_low_is_quick_fast(&c->low)) {
        nv_emit_op(e, NV_OP_EQ, acc, acc, nv_emit_reg(acc));
    }
    nv_emit_store(e, nv_low_pool(e, 0), acc);
    e->target->end(e);
    if (!e->error) {
        e->target->frame(e, frame, c->low.ra.slots * bytes);
    }
}

static void *write_version(Compile *c, unsigned version, GArray *words,
                           uint8_t *buffer, const char **why)
{
    NvJitCode *code = c->code;
    const NvXfRules *rules = &code->list->rules;
    void *done = NULL;

    c->e = (NvEmit) {
        .target = code->target, .avx = code->target == &nv_target_avx2,
        .buf = buffer, .room = BUFFER,
    };
    place_values(c);
    c->low = (NvLow) {
        .e = &c->e, .list = &c->plan->list, .source = code->list,
        .origin = c->plan->origin, .data = nv_low_data(),
        .known = c->plan->known, .fast = code->fast,
        .careful = version == CAREFUL, .assume = version == QUICK,
        .legacy = rules->legacy,
        .newer = rules->version >= NV_ARITH_RANKINE,
        .older = rules->version <= NV_ARITH_CELSIUS,
        .acc = code->target->registers - 1, .words = words,
        .words_at = 1 + code->uniforms,
    };
    write_code(c);
    if (c->e.error) {
        *why = c->e.error;
    } else {
        done = nv_code_new(c->e.buf, c->e.len, why);
    }
    if (version == QUICK) {
        code->slots = c->low.ra.slots;
    }
    code->len[version] = c->e.len;
    nv_ra_clear(&c->low.ra);
    return done;
}

static void announce(const NvJitCode *code, unsigned version,
                     const void *bytes)
{
    g_autofree char *name = g_strdup_printf(
        "nv2a-program-%d-%s-%s", code->number,
        code->fast ? "fast" : "exact",
        version == QUICK ? "quick" : version == PLAIN ? "plain" : "careful");

    nv_code_announce(bytes, code->len[version], name);
}

void *nv_jit_write(NvJitCode *code, const NvPlan *plan, unsigned version,
                   GArray *words, const char **why)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static uint8_t *buffer;
    Compile c = { .code = code, .plan = plan };
    void *done;

    c.value = g_new(NvRaValue, plan->list.count);
    pthread_mutex_lock(&lock);
    buffer = buffer ? buffer : g_malloc(BUFFER);
    done = write_version(&c, version, words, buffer, why);
    pthread_mutex_unlock(&lock);
    g_free(c.value);
    if (done) {
        announce(code, version, done);
    }
    return done;
}
