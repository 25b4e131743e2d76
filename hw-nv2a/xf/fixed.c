/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fixed function, bypass, and LT behind programs: the list of each mode, made
 * once and kept, run over a block.
 *
 * No hardware facts but when LT touches what programs put out (hw); the
 * generators, ff-*.c, have the others.
 */
#include "jit/executor.h"
#include "xf/ff.h"

/* Modes kept; a guest that goes through more starts again. */
#define CACHE_LISTS 256

typedef enum FixedKind {
    KIND_FIXED, KIND_BYPASS, KIND_BEHIND_PROGRAM,
} FixedKind;

/* What a list depends on. */
typedef struct FixedKey {
    uint32_t kind, a, b, t[4];
} FixedKey;

typedef struct FixedEntry {
    FixedKey key;
    NvList *list;
    NvExecProgram program;      /* code NULL: one vertex at a time */
} FixedEntry;

struct NvXfFixed {
    GHashTable *entries;        /* FixedEntry by its key */
    FixedEntry *current;
    uint32_t *value;
    unsigned room;
    uint32_t constants[NV_FF_CONSTANTS][4];
    NvXfBlock behind;           /* outputs of programs as inputs */
};

/* --- What is missing or of no effect --- */

static bool has_gap(uint32_t lights)
{
    bool off = false;

    for (unsigned i = 0; i < NV_FF_LIGHTS; i++) {
        bool on = nv_extract(lights, 2 * i, 2);

        if (on && off) {
            return true;
        }
        off |= !on;
    }
    return false;
}

static const char *complaint(const NvXf *xf)
{
    bool celsius = nv_chip_has(xf->chip, NV_CAP_XF_CELSIUS);
    uint32_t lit = celsius ? NV_BIT(29) : NV_XF_A_LIGHTING;

    if (!(xf->mode_a & lit)) {
        return NULL;
    }
    if (nv_xf_runs_program(xf)) {
        return "lighting behind a program, which hands LT no vectors";
    }
    if (has_gap(xf->mode_b)) {
        return "lights behind one that is off";
    }
    return NULL;
}

void nv_xf_report_missing(NvXf *xf)
{
    NvXfProgram *program = xf->program;
    const uint32_t mode[5] = {
        xf->mode_a, xf->mode_b, xf->mode_c, xf->mode_t[0], xf->mode_t[1],
    };
    const char *what;

    if (program->reported &&
        !memcmp(program->reported_mode, mode, sizeof(mode))) {
        return;
    }
    program->reported = true;
    memcpy(program->reported_mode, mode, sizeof(mode));
    what = complaint(xf);
    if (what) {
        nv_guest_error(xf->env, "LT: %s (XFMODE A 0x%08x B 0x%08x)", what,
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
    g_free(e);
}

static struct NvXfFixed *state(NvXf *xf)
{
    if (!xf->fixed) {
        xf->fixed = g_new0(struct NvXfFixed, 1);
        xf->fixed->entries = g_hash_table_new_full(key_hash, key_equal, NULL,
                                                   entry_free);
    }
    return xf->fixed;
}

void nv_xf_fixed_forget(NvXf *xf)
{
    if (xf->fixed) {
        g_hash_table_remove_all(xf->fixed->entries);
        xf->fixed->current = NULL;
    }
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
    bool celsius = nv_chip_has(xf->chip, NV_CAP_XF_CELSIUS);
    FixedKey key = {
        .kind = kind, .b = xf->mode_b,
        .a = celsius ? xf->mode_a :
             xf->mode_a & ~NV_MASK(15, NV_XF_A_START_POS),
    };

    memcpy(key.t, xf->mode_t, sizeof(key.t));
    return key;
}

static NvList *generate(const NvXf *xf, FixedKind kind)
{
    switch (kind) {
    case KIND_BYPASS:
        return nv_ff_bypass_list(xf);
    case KIND_BEHIND_PROGRAM:
        return nv_ff_behind_program_list(xf);
    default:
        return nv_chip_has(xf->chip, NV_CAP_XF_CELSIUS) ?
               nv_ff_celsius_list(xf) : nv_ff_list(xf);
    }
}

static FixedEntry *make(NvXf *xf, const FixedKey *key)
{
    FixedEntry *e = g_new0(FixedEntry, 1);

    e->key = *key;
    e->list = generate(xf, key->kind);
    nv_list_optimise(e->list);
    nv_exec_take_list(xf, e->list, &e->program);
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
        if (g_hash_table_size(f->entries) >= CACHE_LISTS) {
            nv_xf_fixed_forget(xf);
        }
        e = make(xf, &key);
        g_hash_table_insert(f->entries, &e->key, e);
    }
    if (f->room < e->list->count) {
        f->room = e->list->count;
        f->value = g_renew(uint32_t, f->value, f->room);
    }
    f->current = e;
    return e;
}

/* --- Running --- */

void nv_ff_constants(const NvXf *xf, uint32_t to[][4])
{
    memcpy(to, xf->xfctx, sizeof(xf->xfctx));
    for (unsigned i = 0; i < NV_XF_MAX_LTCTX; i++) {
        for (unsigned c = 0; c < 3; c++) {
            to[NV_FF_LTCTX + i][c] = xf->ltctx[i][c] << 10;
        }
        to[NV_FF_LTCTX + i][3] = 0;
    }
    for (unsigned i = 0; i < 4 * NV_XF_MAX_LTC; i++) {
        to[NV_FF_LTC + i / 4][i % 4] =
            xf->ltc[i / NV_XF_MAX_LTC][i % NV_XF_MAX_LTC] << 10;
    }
}

static void one_by_one(struct NvXfFixed *f, const NvList *list,
                       NvXfBlock *block)
{
    const uint32_t (*ctx)[4] = (const uint32_t (*)[4])f->constants;

    for (unsigned lane = 0; lane < block->count; lane++) {
        uint32_t in[NV_XF_ATTRS][4];

        for (unsigned a = 0; a < NV_XF_ATTRS; a++) {
            for (unsigned c = 0; c < 4; c++) {
                in[a][c] = block->in[a][c][lane];
            }
        }
        nv_list_eval(list, ctx, (const uint32_t (*)[4])in, f->value);
        for (unsigned a = 0; a < NV_XF_ATTRS; a++) {
            for (unsigned c = 0; c < 4; c++) {
                if (list->out[a][c]) {
                    block->out[a][c][lane] = f->value[list->out[a][c]];
                }
            }
        }
    }
}

/* Outputs that the list does not make are not touched. */
static void run(NvXf *xf, FixedKind kind, NvXfBlock *block)
{
    const FixedEntry *e = find(xf, kind);
    struct NvXfFixed *f = xf->fixed;

    nv_ff_constants(xf, f->constants);
    if (e->program.code) {
        nv_exec_run_list(xf, &e->program,
                         (const uint32_t (*)[4])f->constants, block);
    } else {
        one_by_one(f, e->list, block);
    }
}

/* Outputs keep the values of the last vertex. */
static void fill_kept(NvXf *xf, NvXfBlock *block)
{
    for (unsigned o = 0; o < NV_XF_ATTRS; o++) {
        for (unsigned c = 0; c < 4; c++) {
            for (unsigned lane = 0; lane < block->count; lane++) {
                block->out[o][c][lane] = xf->tbuf[o][c];
            }
        }
    }
}

static void keep_last(NvXf *xf, const NvXfBlock *block)
{
    for (unsigned o = 0; o < NV_XF_ATTRS; o++) {
        for (unsigned c = 0; c < 4; c++) {
            xf->tbuf[o][c] = block->out[o][c][block->count - 1];
        }
    }
}

static void run_kept(NvXf *xf, FixedKind kind, NvXfBlock *block)
{
    if (block->count) {
        fill_kept(xf, block);
        run(xf, kind, block);
        keep_last(xf, block);
    }
}

void nv_xf_fixed(NvXf *xf, NvXfBlock *block)
{
    run_kept(xf, KIND_FIXED, block);
}

/* Celsius' bypass is a bit of its own, which its list looks at. */
void nv_xf_bypass(NvXf *xf, NvXfBlock *block)
{
    bool celsius = nv_chip_has(xf->chip, NV_CAP_XF_CELSIUS);

    run_kept(xf, celsius ? KIND_FIXED : KIND_BYPASS, block);
}

/* --- LT behind XF --- */

static void fill(NvXfBlock *block, unsigned out, unsigned c, uint32_t v)
{
    for (unsigned lane = 0; lane < block->count; lane++) {
        block->out[out][c][lane] = v;
    }
}

/* LT's own colours: what the program put out is what they are made from. */
static void light_program(NvXf *xf, NvXfBlock *block)
{
    struct NvXfFixed *f = state(xf);

    f->behind.count = block->count;
    memcpy(f->behind.in, block->out, sizeof(block->out));
    memcpy(f->behind.out, block->out, sizeof(block->out));
    run(xf, KIND_BEHIND_PROGRAM, &f->behind);
    memcpy(block->out, f->behind.out, sizeof(block->out));
}

/*
 * The secondary colour is black unless SPECULAR_ENABLE, its alpha 1 unless
 * bit 17, in fixed and program mode alike (hw, front; guess for the back).
 */
static void secondary_rules(NvXf *xf, NvXfBlock *block, unsigned out)
{
    if (!(xf->mode_a & NV_XF_A_SPECULAR_ENABLE)) {
        for (unsigned c = 0; c < 3; c++) {
            fill(block, out, c, 0);
        }
        fill(block, out, 3, NV_XF_ONE);
    } else if (!(xf->mode_a & NV_XF_A_COL1_ALPHA)) {
        fill(block, out, 3, NV_XF_ONE);
    }
}

void nv_xf_lt_colours(NvXf *xf, NvXfBlock *block)
{
    if (!nv_xf_runs_program(xf)) {
        return;             /* lists have it in them */
    }
    if ((xf->mode_a & NV_XF_A_LIGHTING) && block->count) {
        light_program(xf, block);
        return;
    }
    secondary_rules(xf, block, xf->chip->out.col1);
    secondary_rules(xf, block, xf->chip->out.bfc1);
}
