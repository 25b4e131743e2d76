/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fixed function, bypass, and LT behind programs: the list of each mode, made
 * once and kept, run over a block.
 *
 * No hardware facts but when LT touches what programs put out (hw); the
 * generators, ff-*.c, have the others.
 */
#include "exec/exec.h"
#include "xf/ff.h"

/* Modes kept, and bytes of them; a guest that has more starts again. */
#define CACHE_LISTS 256
#define CACHE_BYTES (16u << 20)         /* unless told otherwise */

typedef enum FixedKind {
    KIND_FIXED, KIND_BYPASS, KIND_BEHIND_PROGRAM,
} FixedKind;

/* What a list depends on. */
typedef struct FixedKey {
    uint32_t kind, a, b, c, t[4], positive, near, viewport;
} FixedKey;

typedef struct FixedEntry {
    FixedKey key;
    NvList *list;
    NvExecProgram program;      /* code NULL: one vertex at a time */
    uint16_t *slot;             /* constants that it reads */
    unsigned slots;
    size_t bytes;
} FixedEntry;

struct NvXfFixed {
    GHashTable *entries;        /* FixedEntry by its key */
    FixedEntry *current;
    size_t bytes, memory;       /* of all entries, and the most */
    uint32_t *value;
    unsigned room;
    uint32_t constants[NV_FF_CONSTANTS][4];
    NvXfBlock behind;           /* outputs of programs as inputs */
};

/* --- What is missing or of no effect --- */


void nv_xf_report_missing(NvXf *xf)
{
    const uint32_t mode[5] = {
        xf->mode_a, xf->mode_b, xf->mode_c, xf->mode_t[0], xf->mode_t[1],
    };

    if (xf->reported &&
        !memcmp(xf->reported_mode, mode, sizeof(mode))) {
        return;
    }
    xf->reported = true;
    memcpy(xf->reported_mode, mode, sizeof(mode));
    if (NV_XF_A(xf, LIGHTING_ENABLE) && nv_xf_runs_program(xf)) {
        nv_error(xf->env, NV_ERROR_LIGHTING, 0, "lighting behind a program, "
                 "which hands LT no vectors (XFMODE A 0x%08x B 0x%08x)",
                 mode[0], mode[1]);
    }
}

/* --- The cache --- */

static guint key_hash(gconstpointer data)
{
    const uint32_t *word = data;
    uint64_t h = 0;

    for (unsigned i = 0; i < sizeof(FixedKey) / sizeof(*word); i++) {
        h = (h ^ word[i]) * UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 29;
    }
    return h ^ h >> 32;
}

static gboolean key_equal(gconstpointer a, gconstpointer b)
{
    return !memcmp(a, b, sizeof(FixedKey));
}

static void entry_free(gpointer data)
{
    FixedEntry *e = data;

    nv_exec_drop_list(&e->program);
    nv_list_free(e->list);
    g_free(e->slot);
    g_free(e);
}

static struct NvXfFixed *state(NvXf *xf)
{
    if (!xf->fixed) {
        xf->fixed = g_new0(struct NvXfFixed, 1);
        xf->fixed->entries = g_hash_table_new_full(key_hash, key_equal, NULL,
                                                   entry_free);
        xf->fixed->memory = CACHE_BYTES;
    }
    return xf->fixed;
}

void nv_xf_fixed_forget(NvXf *xf)
{
    if (xf->fixed) {
        g_hash_table_remove_all(xf->fixed->entries);
        xf->fixed->current = NULL;
        xf->fixed->bytes = 0;
    }
}

void nv_xf_fixed_set_memory(NvXf *xf, size_t bytes)
{
    nv_xf_fixed_forget(xf);
    state(xf)->memory = bytes;
}

size_t nv_xf_fixed_bytes(const NvXf *xf)
{
    return xf->fixed ? xf->fixed->bytes : 0;
}

void nv_xf_fixed_free(NvXf *xf)
{
    if (xf->fixed) {
        g_hash_table_destroy(xf->fixed->entries);
        g_free(xf->fixed->value);
        g_clear_pointer(&xf->fixed, g_free);
    }
}

/* Where programs start has no part in it. */
static FixedKey key_of(const NvXf *xf, FixedKind kind)
{
    uint32_t start = nv_field_bits(xf->mode_places,
                                   NV_F(XF_MODE_A, PROGRAM_START));
    FixedKey key = {
        .kind = kind, .a = xf->mode_a & ~start, .b = xf->mode_b,
        .c = xf->mode_c,
    };

    memcpy(key.t, xf->mode_t, sizeof(key.t));
    if (kind == KIND_BEHIND_PROGRAM) {
        key.viewport = nv_xf_viewport_slot(xf);
    }
    if (nv_ff_slots(xf) && kind == KIND_FIXED &&
        NV_XF_A(xf, LIGHTING_ENABLE)) {
        key.positive = nv_ff_is_positive(xf);
        key.near = nv_ff_is_near(xf);
    }
    return key;
}

static NvList *generate(const NvXf *xf, const FixedKey *key)
{
    switch (key->kind) {
    case KIND_BYPASS:
        return nv_ff_bypass_list(xf);
    case KIND_BEHIND_PROGRAM:
        return nv_ff_behind_program_list(xf);
    default:
        return nv_ff_kind_of(xf)->list(xf, key->positive, key->near);
    }
}

static void find_slots(FixedEntry *e)
{
    bool seen[NV_FF_CONSTANTS] = { false };

    e->slot = g_new(uint16_t, NV_FF_CONSTANTS);
    for (unsigned i = 1; i < e->list->count; i++) {
        const NvListNode *node = &e->list->node[i];

        if (node->op == NV_LIST_CTX && !seen[node->imm >> 2]) {
            seen[node->imm >> 2] = true;
            e->slot[e->slots++] = node->imm >> 2;
        }
    }
    assert(e->slots <= NV_FF_CONSTANTS);
    e->slot = g_renew(uint16_t, e->slot, e->slots);
}

static FixedEntry *make(NvXf *xf, const FixedKey *key)
{
    FixedEntry *e = g_new0(FixedEntry, 1);

    e->key = *key;
    e->list = generate(xf, key);
    nv_list_optimise(e->list);
    nv_list_shrink(e->list);
    find_slots(e);
    nv_exec_take_list(xf->exec, e->list, &e->program);
    e->bytes = sizeof(*e) + e->slots * sizeof(e->slot[0]) +
               nv_exec_bytes(&e->program);
    return e;
}

static FixedEntry *find(NvXf *xf, FixedKind kind)
{
    struct NvXfFixed *f = state(xf);
    FixedKey key = key_of(xf, kind);
    FixedEntry *e = f->current;

    if (e && key_equal(&e->key, &key)) {
        return e;
    }
    e = g_hash_table_lookup(f->entries, &key);
    if (!e) {
        e = make(xf, &key);
        if (g_hash_table_size(f->entries) >= CACHE_LISTS ||
            f->bytes + e->bytes > f->memory) {
            nv_xf_fixed_forget(xf);
        }
        g_hash_table_insert(f->entries, &e->key, e);
        f->bytes += e->bytes;
    }
    if (f->room < e->list->count) {
        f->room = e->list->count;
        f->value = g_renew(uint32_t, f->value, f->room);
    }
    f->current = e;
    return e;
}

/* --- Running --- */

/* LTCTX and LTC as words, in place of the 22 bits they have. */
static uint32_t lt_word(const NvXf *xf, unsigned slot, unsigned c)
{
    unsigned word = 4 * (slot - NV_FF_LTC) + c;

    if (slot < NV_FF_LTC) {
        return c < 3 ? xf->ltctx[slot - NV_FF_LTCTX][c] << 10 : 0;
    }
    return xf->ltc[word / NV_XF_MAX_LTC][word % NV_XF_MAX_LTC] << 10;
}

/* Those that the list reads. */
static void fetch_constants(const NvXf *xf, const FixedEntry *e,
                            uint32_t to[][4])
{
    for (unsigned i = 0; i < e->slots; i++) {
        unsigned slot = e->slot[i];

        if (slot < NV_FF_LTCTX) {
            memcpy(to[slot], xf->xfctx[slot], sizeof(to[slot]));
            continue;
        }
        for (unsigned c = 0; c < 4; c++) {
            to[slot][c] = lt_word(xf, slot, c);
        }
    }
}

static void one_by_one(struct NvXfFixed *f, const NvList *list,
                       NvXfBlock *block)
{
    const uint32_t (*ctx)[4] = (const uint32_t (*)[4])f->constants;

    for (unsigned lane = 0; lane < block->count; lane++) {
        uint32_t in[NV_XF_ATTRS][4];

        for (unsigned row = 0; row < NV_XF_ATTRS * 4; row++) {
            in[row / 4][row % 4] = block->in[row / 4][row % 4][lane];
        }
        nv_list_eval(list, ctx, (const uint32_t (*)[4])in, f->value);
        for (unsigned row = 0; row < NV_XF_ATTRS * 4; row++) {
            NvVal v = list->out[row / 4][row % 4];

            if (v) {
                block->out[row / 4][row % 4][lane] = f->value[v];
            }
        }
    }
}

/* The list of ref: its outputs and what else is kept. */
static void run_list(struct NvXfFixed *f, const NvList *list,
                     const NvExecDraw *draw)
{
    const uint32_t (*last)[4] = (const uint32_t (*)[4])draw->last;

    for (unsigned i = 0; i < draw->count; i++) {
        NvXfBlock *block = draw->blocks[i];

        if (!block->count) {
            continue;
        }
        one_by_one(f, list, block);
        if (draw->kept) {
            nv_xf_kept_last(draw->kept, block, draw->last);
            nv_xf_kept_fill(draw->kept, last, block);
        }
    }
}

/* What becomes of outputs that a list does not have. */
typedef enum Rest {
    REST_LEAVE,             /* nothing, and xf->tbuf stays as it is */
    REST_KEEP,              /* they keep their values */
    REST_FORCE,             /* and LT forces secondary colours */
} Rest;

/* Returns the outputs that the list makes. */
static uint64_t run(NvXf *xf, FixedKind kind, Rest rest,
                    NvXfBlock *const *blocks, unsigned n)
{
    const FixedEntry *e = find(xf, kind);
    struct NvXfFixed *f = xf->fixed;
    NvExecDraw draw = {
        .constants = (const uint32_t (*)[4])f->constants, .blocks = blocks,
        .count = n, .last = xf->tbuf,
    };

    fetch_constants(xf, e, f->constants);
    if (rest != REST_LEAVE) {
        draw.kept = nv_xf_kept(xf, e->program.written, rest == REST_FORCE);
    }
    if (e->program.code) {
        nv_exec_run_list(xf->exec, &e->program, &draw);
    } else {
        run_list(f, e->list, &draw);
    }
    return e->program.written;
}

unsigned nv_ff_lists(const NvXf *xf)
{
    return xf->fixed ? g_hash_table_size(xf->fixed->entries) : 0;
}

const char *nv_ff_runs_on(const NvXf *xf)
{
    const FixedEntry *e = xf->fixed ? xf->fixed->current : NULL;

    return e && e->program.code ? e->program.executor->name : "ref";
}

/* LT replaces secondary colours, but where they are what the list makes. */
void nv_xf_fixed(NvXf *xf, NvXfBlock *const *blocks, unsigned n)
{
    run(xf, KIND_FIXED, nv_ff_kind_of(xf)->own_col1 ? REST_KEEP : REST_FORCE,
        blocks, n);
}

void nv_xf_bypass(NvXf *xf, NvXfBlock *const *blocks, unsigned n)
{
    run(xf, KIND_BYPASS, REST_KEEP, blocks, n);
}

NvList *nv_ff_list_of_mode(const NvXf *xf)
{
    FixedKey key = key_of(xf, nv_xf_mode(xf) == NV_XF_MODE_BYPASS ?
                              KIND_BYPASS : KIND_FIXED);

    return generate(xf, &key);
}

/* --- LT behind XF --- */

void nv_xf_lt_colours(NvXf *xf, NvXfBlock *block)
{
    NvXfBlock *behind = &state(xf)->behind;
    uint64_t written;

    if (!block->count || !nv_ff_is_behind_program(xf)) {
        return;
    }
    behind->count = block->count;
    memcpy(behind->in, block->out, sizeof(block->out));
    written = run(xf, KIND_BEHIND_PROGRAM, REST_LEAVE, &behind, 1);
    nv_xf_kept_break(block, written);
    for (; written; written &= written - 1) {
        unsigned row = __builtin_ctzll(written);

        memcpy(block->out[row / 4][row % 4], behind->out[row / 4][row % 4],
               sizeof(block->out[0][0]));
    }
}
