/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which machine code a state has, by its key, and the codes made so far.
 */
#include "raster/soft/soft.h"

#include <pthread.h>

/* Kept at most; then all are forgotten. */
#define ENTRIES 256
#define CODES 1024
/*
 * Fragments of a kind before there is code for them, and before there is some
 * for groups of a line, and for two groups at a time.
 */
#define WORTH 4096
#define WORTH_ROWS (1u << 16)
#define WORTH_TWICE (1u << 18)

/* Lists that an entry's variants are shared out to: most have one or two. */
#define BUCKETS 64

typedef struct Variant {
    unsigned variant;
    struct Variant *next;
    NvVecCode *code;            /* NULL: none yet; read by atomic accesses, */
    bool failed;                /* as is this */
    uint32_t seen;              /* fragments, until there is */
} Variant;

/* Those that draw follow the lists by atomic accesses; nothing leaves one. */
typedef struct Entry {
    GByteArray *key;
    Variant *bucket[BUCKETS];
} Entry;

struct NvMachine {
    bool eager;
    unsigned width;             /* lanes of a group */
    GHashTable *entries;        /* by Entry.key */
    Entry *now;                 /* of the state, or NULL */
    NvMcKey key;                /* the same's */
    const NvCombinerPlan *plan;
    GByteArray *room;           /* for the next key */
    GByteArray *list;           /* the combiners' part of it, */
    uint32_t plan_serial;       /* of this plan, as are constants in data */
    GHashTable *programs;       /* numbers, never 0, by what they do */
    uint32_t numbers;           /* given so far: none twice */
    const NvFragProgram *frag;
    uint32_t program;           /* the state's number, or 0 */
    uint32_t program_serial;    /* of this load, as are its constants */
    /* Of the state, and of one thread; others read what is before it. */
    uint8_t before[NV_MC_LINES];
    NvMcData data;
    uint8_t behind[NV_MC_LINES];
    uint32_t serial;            /* another with each state */
    /* Whoever makes code has it: for what is below, and seen[]. */
    pthread_mutex_t making;
    unsigned codes, made;
    NvVec list_room;            /* for the next list */
};

static const NvVecLanes lanes = {
    .x = offsetof(NvMcData, x), .y = offsetof(NvMcData, y),
    .row = offsetof(NvMcData, row), .escaped = offsetof(NvMcData, escaped),
};

static const NvVecLanes pieces = {
    .x = offsetof(NvMcData, piece[NV_MC_PIECE_X]),
    .y = offsetof(NvMcData, piece[NV_MC_PIECE_Y]),
    .escaped = offsetof(NvMcData, piece[NV_MC_PIECE_ESCAPED]),
};

/* Zeroes; for free(). */
static void *new_aligned(size_t size)
{
    void *p;

    if (posix_memalign(&p, _Alignof(NvMcData), size)) {
        g_error("no memory for machine code's data");
    }
    return memset(p, 0, size);
}

static void begin_data(NvMcData *d)
{
    memset(d->live, 0xff, sizeof(d->live));
    for (unsigned i = 0; i < G_N_ELEMENTS(d->column); i++) {
        d->column[i] = i;
    }
}

/* ---- keys ---- */

static guint hash_key(gconstpointer p)
{
    const GByteArray *key = p;
    uint64_t h = key->len;

    for (guint i = 0; i + 4 <= key->len; i += 4) {
        h = (h ^ nv_ld32(key->data + i)) * UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 29;
    }
    return h ^ h >> 32;
}

static gboolean same_key(gconstpointer a, gconstpointer b)
{
    const GByteArray *x = a, *y = b;

    return x->len == y->len && (!x->len || !memcmp(x->data, y->data, x->len));
}

static void free_entry(gpointer p)
{
    Entry *e = p;

    for (unsigned i = 0; i < BUCKETS; i++) {
        for (Variant *v = e->bucket[i], *next; v; v = next) {
            next = v->next;
            if (v->code) {
                nv_vec_code_free(v->code);
                g_free(v->code);
            }
            g_free(v);
        }
    }
    g_byte_array_free(e->key, TRUE);
    g_free(e);
}

static void free_bytes(gpointer p)
{
    g_byte_array_unref(p);
}

static void forget_all(NvMachine *m)
{
    g_hash_table_remove_all(m->entries);
    g_hash_table_remove_all(m->programs);
    m->codes = 0;
}

static Entry *find(NvMachine *m)
{
    Entry *e = g_hash_table_lookup(m->entries, m->room);

    if (e) {
        return e;
    }
    if (g_hash_table_size(m->entries) >= ENTRIES || m->codes >= CODES) {
        forget_all(m);
    }
    e = g_new0(Entry, 1);
    e->key = g_byte_array_new();
    g_byte_array_append(e->key, m->room->data, m->room->len);
    g_hash_table_insert(m->entries, e->key, e);
    return e;
}

/* ---- combiners ---- */

static void take_plan(NvMachine *m, const NvCombinerPlan *plan)
{
    g_byte_array_set_size(m->list, 0);
    nv_mc_append_plan(m->list, plan);
    for (unsigned k = 0; k < plan->nconstants; k++) {
        m->data.constant[k] = plan->node[plan->constant[k]].k;
    }
    for (unsigned c = 0; c < 4; c++) {
        const NvCombinerNode *n = &plan->node[plan->out[c]];

        if (n->op == NV_RC_CONST) {
            m->data.out[c] = (int)(nv_soft_unit(n->k) * 255.0f + 0.5f);
        }
    }
    m->plan_serial = plan->serial;
}

/* ---- fragment programs ---- */

static uint32_t number_of(NvMachine *m, const NvFragProgram *p)
{
    GByteArray *bytes = nv_mc_program_bytes(p);
    gpointer number;

    number = g_hash_table_lookup(m->programs, bytes);
    if (number) {
        g_byte_array_unref(bytes);
        return GPOINTER_TO_UINT(number);
    }
    if (g_hash_table_size(m->programs) >= ENTRIES) {
        forget_all(m);
    }
    number = GUINT_TO_POINTER(++m->numbers);
    g_hash_table_insert(m->programs, bytes, number);
    return GPOINTER_TO_UINT(number);
}

static void take_program(NvMachine *m, const NvFragProgram *p)
{
    for (unsigned i = 0; i < p->nconstants; i++) {
        for (unsigned c = 0; c < 4; c++) {
            m->data.frag_constant[i][c] = p->constants[i][c][0];
        }
    }
    m->program = number_of(m, p);
    m->program_serial = p->serial;
}

static void fill_program(NvSoft *s)
{
    NvMachine *m = s->machine;

    m->frag = &s->frag;
    if (!m->program || m->program_serial != s->frag.serial) {
        take_program(m, &s->frag);
    }
    m->data.height = s->pixel->program.height - 1;
    m->data.depth_scale = s->depth.scale;
}

void nv_mc_state(NvSoft *s)
{
    NvMachine *m = s->machine;

    if (!m) {
        return;
    }
    m->now = NULL;
    m->serial++;
    s->scratch.doubts = 0;
    if (nv_mc_declined(s)) {
        return;
    }
    m->frag = NULL;
    if (nv_soft_has_program(s)) {
        fill_program(s);
    }
    nv_mc_make_key(s, m->program, &m->key);
    m->plan = &s->plan;
    g_byte_array_set_size(m->room, 0);
    g_byte_array_append(m->room, (const uint8_t *)&m->key, sizeof(m->key));
    if (m->plan_serial != s->plan.serial) {
        take_plan(m, &s->plan);
    }
    g_byte_array_append(m->room, m->list->data, m->list->len);
    m->now = find(m);
    nv_mc_fill_state(s, &m->data);
}

bool nv_mc_on(const NvMachine *m)
{
    return m && m->now;
}

NvMcData *nv_mc_data(NvMachine *m)
{
    return &m->data;
}

void nv_mc_copy_data(const NvMachine *m, NvSoftScratch *scratch)
{
    const size_t from = offsetof(NvMcData, color);

    if (m && !scratch->data) {
        scratch->data = new_aligned(sizeof(NvMcData));
        begin_data(scratch->data);
        scratch->data_serial = m->serial - 1;
    }
    if (m && scratch->data_serial != m->serial) {
        memcpy((char *)scratch->data + from, (const char *)&m->data + from,
               offsetof(NvMcData, passed) - from);
        scratch->data_serial = m->serial;
        scratch->doubts = 0;
    }
}

/* ---- code ---- */

static void make(NvMachine *m, Variant *to)
{
    NvMcBuild b = {
        .key = &m->key, .plan = m->plan, .program = m->frag,
        .variant = to->variant & ~NV_MC_TWICE,
    };
    NvVecCode code, *kept;
    const char *why;
    bool made;

    nv_vec_reset(&m->list_room);
    b.v = &m->list_room;
    b.v->twice = to->variant & NV_MC_TWICE;
    b.v->rows = to->variant & NV_MC_ROWS;
    b.v->lanes = b.v->rows ? pieces : lanes;
    nv_mc_build(&b);
    made = nv_vec_write(b.v, &code, &why);
    m->codes++;
    m->made += made;
    if (!made) {
        __atomic_store_n(&to->failed, true, __ATOMIC_RELAXED);
        return;
    }
    /* Who sees where it is sees all of it. */
    kept = g_new(NvVecCode, 1);
    *kept = code;
    __atomic_store_n(&to->code, kept, __ATOMIC_RELEASE);
}

static Variant **bucket_of(Entry *e, unsigned variant)
{
    return &e->bucket[(variant ^ variant / BUCKETS) % BUCKETS];
}

static Variant *variant_of(Entry *e, unsigned variant)
{
    Variant *v = __atomic_load_n(bucket_of(e, variant), __ATOMIC_ACQUIRE);

    while (v && v->variant != variant) {
        v = v->next;
    }
    return v;
}

static const NvVecCode *code_of(const Variant *v)
{
    return v ? __atomic_load_n(&v->code, __ATOMIC_ACQUIRE) : NULL;
}

/* Code that is there, or worth to be made now; who calls has what makes it. */
static const NvVecCode *worth(NvMachine *m, unsigned variant, unsigned pixels)
{
    Entry *e = m->now;
    Variant **bucket = bucket_of(e, variant), *v = variant_of(e, variant);
    unsigned least = variant & NV_MC_TWICE ? WORTH_TWICE :
                     variant & NV_MC_ROWS ? WORTH_ROWS : WORTH;

    if (!v) {
        v = g_new0(Variant, 1);
        v->variant = variant;
        v->next = *bucket;
        __atomic_store_n(bucket, v, __ATOMIC_RELEASE);
    }
    v->seen += MIN(pixels, least);
    if (!v->code && !v->failed && (m->eager || v->seen >= least)) {
        make(m, v);
    }
    return v->code;
}

NvVecFn *nv_mc_code(NvMachine *m, unsigned variant, unsigned pixels,
                    const void **literals)
{
    const Variant *v = m->now ? variant_of(m->now, variant) : NULL;
    const NvVecCode *code = code_of(v);

    if (!m->now || (v && __atomic_load_n(&v->failed, __ATOMIC_RELAXED))) {
        return NULL;
    }
    if (!code) {
        if (pthread_mutex_trylock(&m->making)) {
            return NULL;
        }
        code = worth(m, variant, pixels);
        pthread_mutex_unlock(&m->making);
    }
    if (!code) {
        return NULL;
    }
    *literals = code->literals;
    return code->run;
}

const NvMcKey *nv_mc_key(const NvMachine *m)
{
    return &m->key;
}

unsigned nv_mc_made(const NvMachine *m)
{
    return m ? m->made : 0;
}

unsigned nv_mc_width(const NvMachine *m)
{
    return m->width;
}

NvMachine *nv_mc_new(bool eager, unsigned most)
{
    const char *why;
    unsigned width = nv_vec_width(&why);
    NvMachine *m;

    if (!width) {
        return NULL;
    }
    m = new_aligned(sizeof(NvMachine));
    m->eager = eager;
    m->width = MIN(width, most);
    nv_vec_init(&m->list_room, &lanes, m->width);
    m->room = g_byte_array_new();
    m->list = g_byte_array_new();
    m->entries = g_hash_table_new_full(hash_key, same_key, NULL, free_entry);
    m->programs = g_hash_table_new_full(hash_key, same_key, free_bytes, NULL);
    begin_data(&m->data);
    pthread_mutex_init(&m->making, NULL);
    return m;
}

void nv_mc_free(NvMachine *m)
{
    if (m) {
        g_hash_table_destroy(m->entries);
        g_hash_table_destroy(m->programs);
        nv_vec_clear(&m->list_room);
        pthread_mutex_destroy(&m->making);
        g_byte_array_free(m->room, TRUE);
        g_byte_array_free(m->list, TRUE);
        free(m);
    }
}
