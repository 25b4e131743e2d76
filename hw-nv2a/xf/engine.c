/* SPDX-License-Identifier: GPL-2.0-or-later */
/* nv2a/xf.h: the engine for programs that have no card. */
#include "nv2a/xf.h"

#include <stdlib.h>
#include <string.h>

#include "isa/asm.h"
#include "xf/alone.h"
#include "xf/xf-priv.h"

static_assert(NV_XF_REGISTERS == NV_XF_ATTRS, "public and private agree");
static_assert(sizeof(float) == sizeof(uint32_t), "a component is a word");

struct NvXfEngine {
    NvHostOps ops;
    NvEnv env;
    NvXf xf;
    const NvXfIsa *isa;         /* that its user speaks */
    unsigned start;
    NvXfWatchFn *watch;
    void *opaque;
    NvXfBlock *block[NV_XF_BATCH];
};

/* The caller frees texts with free(), whatever GLib's allocator is. */
static void tell(char **complaint, const char *text)
{
    if (complaint) {
        *complaint = strdup(text);
    }
}

/* --- Text --- */

/* "program:3:7: what": the name is ours, not the caller's. */
static const char name_of_text[] = "program";

int nv_xf_assemble(const char *isa, const char *text, uint32_t (*words)[4],
                   unsigned room, char **complaint)
{
    const NvXfIsa *encoding = nv_xf_isa_find(isa);
    g_autoptr(GArray) out = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    g_autoptr(GError) error = NULL;
    unsigned count;

    if (!encoding) {
        g_autofree char *why = g_strdup_printf(
            "\"%s\" is no encoding; there is kelvin, rankine, curie", isa);

        tell(complaint, why);
        return -1;
    }
    if (!nv_xf_asm(encoding, name_of_text, text, out, &error)) {
        tell(complaint, error->message + sizeof(name_of_text));
        return -1;
    }
    count = out->len / NV_XF_WORDS;
    if (room && count) {
        memcpy(words, out->data, MIN(count, room) * sizeof(words[0]));
    }
    return count;
}

char *nv_xf_print(const char *isa, const uint32_t words[4])
{
    const NvXfIsa *encoding = nv_xf_isa_find(isa);
    g_autoptr(GString) line = g_string_new(NULL);

    if (!encoding) {
        return NULL;
    }
    nv_xf_disasm_isa(encoding, words, line);
    return strdup(line->str);
}

/* --- An engine --- */

static bool config_fits(const NvXfEngineConfig *config, const NvChip *chip,
                        GError **error)
{
    const char *name = config->chip ? config->chip : "nv20";

    if (!chip || !nv_xf_isa_of(chip)) {
        g_set_error(error, NV_XF_ASM_ERROR, 0, "chip \"%s\" %s", name,
                    chip ? "has no programs" : "is not known");
        return false;
    }
    if (config->kelvin_class && nv_xf_isa_of(chip) != &nv_xf_isa_rankine) {
        g_set_error(error, NV_XF_ASM_ERROR, 0, "kelvin_class: %s does not "
                    "convert programs", name);
        return false;
    }
    if (config->modern_rules && chip->arith < NV_ARITH_RANKINE) {
        g_set_error(error, NV_XF_ASM_ERROR, 0, "modern_rules: %s has only "
                    "the legacy ones", name);
        return false;
    }
    return true;
}

static bool set_up(NvXfEngine *e, const NvXfEngineConfig *config,
                   GError **error)
{
    const NvXfAlone how = {
        .second = e->xf.chip->xf.programs > 1 && !config->first_generation,
        .legacy = !config->modern_rules,
        .write = config->write_constants,
        .all = config->private_constants,
    };

    if (!nv_xf_configure(&e->xf, config->executor, NULL, error) ||
        !nv_xf_set_threads(&e->xf, config->threads ? config->threads : 1,
                           error)) {
        return false;
    }
    nv_xf_set_kelvin_class(&e->xf, config->kelvin_class);
    e->isa = config->kelvin_class ? &nv_xf_isa_kelvin :
             nv_xf_isa_of(e->xf.chip);
    nv_xf_alone_mode(&e->xf, &how);
    return true;
}

NvXfEngine *nv_xf_engine_new(const NvXfEngineConfig *config, char **complaint)
{
    const NvChip *chip = nv_chip_find(config->chip ? config->chip : "nv20");
    g_autoptr(GError) error = NULL;
    NvXfEngine *e;

    if (!config_fits(config, chip, &error)) {
        tell(complaint, error->message);
        return NULL;
    }
    e = g_new0(NvXfEngine, 1);
    e->env.chip = chip;
    e->env.ops = &e->ops;
    nv_xf_init(&e->xf, &e->env);
    if (!set_up(e, config, &error)) {
        tell(complaint, error->message);
        nv_xf_engine_free(e);
        return NULL;
    }
    return e;
}

void nv_xf_engine_free(NvXfEngine *engine)
{
    if (!engine) {
        return;
    }
    for (unsigned i = 0; i < NV_ARRAY_SIZE(engine->block); i++) {
        nv_xf_block_free(engine->block[i]);
    }
    nv_xf_free(&engine->xf);
    g_free(engine);
}

const char *nv_xf_engine_isa(const NvXfEngine *engine)
{
    return engine->isa->name;
}

unsigned nv_xf_engine_slots(const NvXfEngine *engine)
{
    return engine->xf.chip->xf.xfpr;
}

unsigned nv_xf_engine_constants(const NvXfEngine *engine)
{
    return engine->xf.chip->xf.xfctx;
}

unsigned nv_xf_engine_base(const NvXfEngine *engine)
{
    return engine->xf.chip->xf.user_base;
}

static bool fits(unsigned first, unsigned count, unsigned all)
{
    return count <= all && first <= all - count;
}

bool nv_xf_engine_put_program(NvXfEngine *engine, unsigned first,
                              const uint32_t (*words)[4], unsigned count)
{
    if (!fits(first, count, nv_xf_engine_slots(engine))) {
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        nv_xf_alone_instruction(&engine->xf, first + i, words[i]);
    }
    return true;
}

bool nv_xf_engine_start(NvXfEngine *engine, unsigned slot)
{
    /* The field that says it has 8 bits on all chips but those with bundles. */
    unsigned slots = nv_chip_has(engine->xf.chip, NV_CAP_XF_MODE_BUNDLES) ?
                     nv_xf_engine_slots(engine) :
                     MIN(nv_xf_engine_slots(engine), 256);

    if (slot >= slots) {
        return false;
    }
    engine->start = slot;
    nv_xf_alone_start(&engine->xf, slot);
    return true;
}

bool nv_xf_engine_put_constants(NvXfEngine *engine, unsigned first,
                                const float (*values)[4], unsigned count)
{
    if (!fits(first, count, nv_xf_engine_constants(engine))) {
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        uint32_t v[4];

        memcpy(v, values[i], sizeof(v));
        nv_xf_alone_send(&engine->xf, NV_XF_XFCTX, first + i, v);
    }
    return true;
}

bool nv_xf_engine_get_constants(const NvXfEngine *engine, unsigned first,
                                float (*values)[4], unsigned count)
{
    if (!fits(first, count, nv_xf_engine_constants(engine))) {
        return false;
    }
    if (count) {
        memcpy(values, engine->xf.xfctx[first], count * sizeof(values[0]));
    }
    return true;
}

/* --- Runs --- */

typedef uint32_t Four __attribute__((vector_size(16)));

/* Four vectors of x y z w become rows of x, of y, of z, of w; and back. */
static inline void transpose(Four v[4])
{
    Four xz01 = __builtin_shufflevector(v[0], v[1], 0, 4, 1, 5);
    Four yw01 = __builtin_shufflevector(v[0], v[1], 2, 6, 3, 7);
    Four xz23 = __builtin_shufflevector(v[2], v[3], 0, 4, 1, 5);
    Four yw23 = __builtin_shufflevector(v[2], v[3], 2, 6, 3, 7);

    v[0] = __builtin_shufflevector(xz01, xz23, 0, 1, 4, 5);
    v[1] = __builtin_shufflevector(xz01, xz23, 2, 3, 6, 7);
    v[2] = __builtin_shufflevector(yw01, yw23, 0, 1, 4, 5);
    v[3] = __builtin_shufflevector(yw01, yw23, 2, 3, 6, 7);
}

/* @at: of the first of at most four vertices, of which there are @n. */
static void gather_four(NvXfBlock *block, const NvXfVertex *in, unsigned a,
                        unsigned at, unsigned n)
{
    Four v[4] = { { 0 } };

    for (unsigned i = 0; i < n; i++) {
        memcpy(&v[i], in[at + i][a], sizeof(Four));
    }
    transpose(v);
    for (unsigned c = 0; c < 4; c++) {
        memcpy(&block->in[a][c][at], &v[c], sizeof(Four));
    }
}

static void scatter_four(const NvXfBlock *block, NvXfVertex *out, unsigned a,
                         unsigned at, unsigned n)
{
    Four v[4];

    for (unsigned c = 0; c < 4; c++) {
        memcpy(&v[c], &block->out[a][c][at], sizeof(Four));
    }
    transpose(v);
    for (unsigned i = 0; i < n; i++) {
        memcpy(out[at + i][a], &v[i], sizeof(Four));
    }
}

/* Inputs @read of @count vertices; rows are whole fours long. */
static void gather(NvXfBlock *block, const NvXfVertex *in, unsigned count,
                   unsigned read)
{
    static_assert(NV_XF_BLOCK % 4 == 0, "lanes go by fours");
    for (; read; read &= read - 1) {
        for (unsigned at = 0; at < count; at += 4) {
            gather_four(block, in, __builtin_ctz(read), at,
                        MIN(count - at, 4));
        }
    }
    block->count = count;
}

static void scatter(const NvXfBlock *block, NvXfVertex *out)
{
    for (unsigned at = 0; at < block->count; at += 4) {
        for (unsigned a = 0; a < NV_XF_ATTRS; a++) {
            scatter_four(block, out, a, at, MIN(block->count - at, 4));
        }
    }
}

void nv_xf_engine_run(NvXfEngine *engine, const NvXfVertex *in,
                      NvXfVertex *out, unsigned count)
{
    NvXf *xf = &engine->xf;
    bool single = engine->watch || nv_xf_serial(xf);
    unsigned most = single ? 1 : NV_XF_BLOCK;
    unsigned batch = single ? 1 : MIN(nv_xf_batch(xf), NV_XF_BATCH);
    unsigned read = nv_xf_program_run(xf, nv_xf_start(xf))->inputs;

    while (count) {
        unsigned blocks = 0, taken = 0;

        while (blocks < batch && taken < count) {
            unsigned n = MIN(count - taken, most);

            if (!engine->block[blocks]) {
                engine->block[blocks] = nv_xf_block_new();
            }
            gather(engine->block[blocks++], in + taken, n, read);
            taken += n;
        }
        nv_xf_transform_blocks(xf, engine->block, blocks);
        for (unsigned i = 0; i < blocks; i++) {
            scatter(engine->block[i], out);
            out += engine->block[i]->count;
        }
        in += taken;
        count -= taken;
    }
}

static void may_write(NvXf *xf, bool may)
{
    nv_xf_mode_put(xf, NV_F(XF_MODE_B, XFCTX_WRITE_ENABLE), 0, may);
    nv_xf_section.loaded(xf);
}

void nv_xf_engine_run_state(NvXfEngine *engine, const float v0[4])
{
    NvXf *xf = &engine->xf;
    bool write = NV_XF_B(xf, XFCTX_WRITE_ENABLE);
    uint32_t v[4];

    memcpy(v, v0, sizeof(v));
    nv_xf_alone_send(xf, NV_XF_PARAM, xf->chip->xf.pass, v);
    /* State programs are there to write, whatever vertices may do. */
    may_write(xf, true);
    nv_xf_command(xf, NV_XF_RUN, 0, engine->start);
    may_write(xf, write);
}

/* --- Watching --- */

static void pass_on(void *opaque, const NvXfStep *step)
{
    const NvXfEngine *e = opaque;
    NvXfWatched w = {
        .slot = step->pc,
        .count = step->count,
        .sources = step->uses,
        .has_vector = step->has_vec,
        .has_scalar = step->has_sca,
        .taken = step->taken,
    };

    memcpy(w.words, e->xf.xfpr[step->pc], sizeof(w.words));
    memcpy(w.source, step->src, sizeof(w.source));
    memcpy(w.vector, step->vec, sizeof(w.vector));
    memcpy(w.scalar, step->sca, sizeof(w.scalar));
    memcpy(w.address, step->areg, sizeof(w.address));
    e->watch(e->opaque, &w);
}

void nv_xf_engine_watch(NvXfEngine *engine, NvXfWatchFn *fn, void *opaque)
{
    engine->watch = fn;
    engine->opaque = opaque;
    nv_xf_set_trace(&engine->xf, fn ? pass_on : NULL, engine);
}
