/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XF: start values, the command port and the way of a block through the engine.
 *
 * Facts: envytools' command and memory documents, commit rules asserted by
 * its tests on hardware (hw); start values are those the open kernel driver
 * loads into a fresh context (doc).
 */
#include "exec/exec.h"
#include "xf/ff.h"

/* --- Start values --- */

/*
 * Start values that are not 0; components x y z w as floats, XFCTX slots as
 * on Kelvin.  Rankine and Curie have them with their slot numbers (guess).
 */
static const struct {
    uint8_t slot;
    float v[4];
} xfctx_start[] = {
    { 0x38, { 0, 0, 0, 1 } },       /* EYE_POSITION */
    { 0x39, { 0, 0, 1, 0 } },       /* FOG_PLANE */
    { 0x3c, { 0, 0.5f, 1, 2 } },    /* microcode's constants */
    { 0x3d, { -1, 0, 1, 2 } },
    { 0x3e, { 0, 0, -1, 0 } },
}, vab_start[] = {
    { 1, { 1, 0, 0, 1 } },          /* WGHT */
    { 2, { 0, 0, 1, 1 } },          /* NRML */
    { 3, { 1, 1, 1, 1 } },          /* COL0 */
};

#define KELVIN_VIEWPORT 0x3a

static void reset_attributes(NvXf *xf)
{
    memset(xf->vab, 0, sizeof(xf->vab));
    memset(xf->tbuf, 0, sizeof(xf->tbuf));
    for (unsigned i = 0; i < NV_XF_ATTRS; i++) {
        xf->vab[i][3] = i == xf->chip->xf.pass ? 0 : NV_XF_ONE;
        xf->tbuf[i][3] = NV_XF_ONE;
    }
    for (unsigned i = 0; i < NV_ARRAY_SIZE(vab_start); i++) {
        memcpy(xf->vab[vab_start[i].slot], vab_start[i].v, 16);
    }
}

static void reset_constants(NvXf *xf)
{
    const NvXfIsa *isa = xf->program->isa;
    unsigned move = xf->chip->xf.viewport[0] - KELVIN_VIEWPORT;

    memset(xf->xfctx, 0, sizeof(xf->xfctx));
    memset(xf->xfpr, 0, sizeof(xf->xfpr));
    if (!isa) {
        return;
    }
    for (unsigned i = 0; i < xf->chip->xf.xfpr; i++) {
        memcpy(xf->xfpr[i], isa->nop, sizeof(isa->nop));
    }
    for (unsigned i = 0; xf->chip->xf.viewport[0] &&
                         i < NV_ARRAY_SIZE(xfctx_start); i++) {
        memcpy(xf->xfctx[xfctx_start[i].slot + move], xfctx_start[i].v, 16);
    }
}

void nv_xf_reset(NvXf *xf)
{
    reset_attributes(xf);
    reset_constants(xf);
    memset(xf->ltctx, 0, sizeof(xf->ltctx));
    memset(xf->ltctx_rdi, 0, sizeof(xf->ltctx_rdi));
    memset(xf->ltc, 0, sizeof(xf->ltc));
    nv_ff_kind_of(xf)->reset(xf);
    xf->mode_a = 0;
    xf->mode_b = 0;
    xf->mode_c = 0;
    memset(xf->mode_t, 0, sizeof(xf->mode_t));
    memset(xf->xtra, 0, sizeof(xf->xtra));
    xf->timeout = 0xffff;       /* guess: as long as it can be */
    xf->start = 0;
    xf->kelvin_class = false;
    xf->vertices = 0;
    memset(&xf->half, 0, sizeof(xf->half));
    nv_xf_program_changed(xf);
}

/* --- The command port --- */

static void write_vab(NvXf *xf, const NvXfWrite *w)
{
    uint32_t *slot;

    if (w->vec >= xf->chip->xf.vab) {
        return;
    }
    slot = xf->vab[w->vec];
    if (w->comp == 0 && w->vec != xf->chip->xf.pass) {
        slot[1] = 0;
        slot[2] = 0;
        slot[3] = NV_XF_ONE;
    }
    memcpy(slot + w->comp, w->data, w->n * sizeof(uint32_t));
    xf->vab_changed |= NV_BIT(w->vec);
}

/* Every component stores the whole slot; component 3 is the low word. */
static void commit_xfpr(NvXf *xf, const NvXfWrite *w)
{
    const NvXfIsa *isa = xf->program->isa;
    const uint32_t *v = nv_xf_pass(xf);
    uint32_t words[NV_XF_WORDS] = { v[3], v[2], v[1], v[0] };

    if (w->vec >= xf->chip->xf.xfpr) {
        return;
    }
    if (xf->kelvin_class && isa->from_kelvin) {
        isa->from_kelvin(words, xf->xfpr[w->vec]);
    } else {
        for (int i = 0; i < NV_XF_WORDS; i++) {
            xf->xfpr[w->vec][i] = words[i] & isa->uploaded[i];
        }
    }
    nv_xf_program_touch(xf->program, w->vec);
}

static void commit_xfctx(NvXf *xf, const NvXfWrite *w)
{
    if (nv_xf_writes(w, 3) && w->vec < xf->chip->xf.xfctx) {
        memcpy(xf->xfctx[w->vec], nv_xf_pass(xf), sizeof(xf->xfctx[0]));
    }
}

static void commit_ltctx(NvXf *xf, const NvXfWrite *w)
{
    if (!nv_xf_writes(w, 2)) {
        return;
    }
    nv_xf_keep_viewport(xf, w->vec);
    if (w->vec >= xf->chip->xf.ltctx) {
        return;
    }
    for (int i = 0; i < 3; i++) {
        xf->ltctx[w->vec][i] = nv_xf_to_lt(nv_xf_pass(xf)[i]);
    }
}

static void commit_ltc(NvXf *xf, unsigned n, const NvXfWrite *w)
{
    if (w->comp == 0 && w->vec < xf->chip->xf.ltc[n]) {
        xf->ltc[n][w->vec] = nv_xf_to_lt(nv_xf_pass(xf)[0]);
    }
}

/* Kelvin: B, A, T[1], T[0].  Rankine: -, C, B, A, then T[3] .. T[0]. */
static void commit_mode(NvXf *xf, const NvXfWrite *w)
{
    const uint32_t *v = nv_xf_pass(xf);
    bool two = nv_chip_has(xf->chip, NV_CAP_XF_XTRA);

    if (!nv_xf_writes(w, 3) || w->vec > two) {
        return;
    }
    if (!two) {
        xf->mode_b = v[0];
        xf->mode_a = v[1];
        xf->mode_t[1] = v[2];
        xf->mode_t[0] = v[3];
    } else if (w->vec == 0) {
        xf->mode_c = v[1];
        xf->mode_b = v[2];
        xf->mode_a = v[3];
    } else {
        for (int i = 0; i < 4; i++) {
            xf->mode_t[i] = v[3 - i];
        }
    }
}

/* Two numbers a word, at bits 0 and 16; kept 9 bits apart (hw). */
static void commit_xtra(NvXf *xf, const NvXfWrite *w)
{
    const uint32_t *v = nv_xf_pass(xf);

    if (w->vec == 2) {
        xf->timeout = v[0] & 0xffff;
        xf->program->valid = false;
    }
    if (w->vec >= NV_ARRAY_SIZE(xf->xtra)) {
        return;
    }
    memset(xf->xtra[w->vec], 0, sizeof(xf->xtra[0]));
    for (unsigned k = 0; k < 8; k++) {
        uint32_t number = nv_extract(v[k / 2], 16 * (k % 2), 9);

        for (unsigned i = 0; i < 9; i++) {
            unsigned bit = 9 * k + i;

            xf->xtra[w->vec][bit / 32] |= (number >> i & 1) << (bit % 32);
        }
    }
}

static void run_state_program(NvXf *xf, uint32_t start)
{
    const NvXfRun *run;

    start &= nv_xf_address_mask(xf);
    run = nv_xf_program_run(xf, start);
    nv_trace(xf->env, xf_run, start, run->count);
    if (!nv_xf_ref_state_program(xf, run)) {
        xf->half.start = start;
    }
}

static void commit(NvXf *xf, NvXfCommand type, const NvXfWrite *w)
{
    switch (type) {
    case NV_XF_XFPR:
        commit_xfpr(xf, w);
        break;
    case NV_XF_MODE:
        commit_mode(xf, w);
        break;
    case NV_XF_XFCTX:
        commit_xfctx(xf, w);
        break;
    case NV_XF_LTCTX:
        commit_ltctx(xf, w);
        break;
    case NV_XF_XTRA:
        commit_xtra(xf, w);
        break;
    case NV_XF_LTC0:
    case NV_XF_LTC1:
    case NV_XF_LTC2:
    case NV_XF_LTC3:
        commit_ltc(xf, type - NV_XF_LTC0, w);
        break;
    default:
        break;      /* stays in the passthrough slot */
    }
}

static const NvXfPort port = {
    .known = NV_XF_PORT_COMMANDS | NV_BIT(NV_XF_PARAM) | NV_BIT(NV_XF_XFPR) |
             NV_BIT(NV_XF_RUN),
    .write_vab = write_vab, .commit = commit,
};

static const NvXfPort port_xtra = {
    .known = NV_XF_PORT_COMMANDS | NV_BIT(NV_XF_PARAM) | NV_BIT(NV_XF_XFPR) |
             NV_BIT(NV_XF_RUN) | NV_BIT(NV_XF_XTRA),
    .write_vab = write_vab, .commit = commit,
};

static const NvXfPort *port_of(const NvChip *chip)
{
    return nv_chip_has(chip, NV_CAP_XF_PORT_READS) ? &nv_xf_port_celsius :
           nv_chip_has(chip, NV_CAP_XF_XTRA) ? &port_xtra : &port;
}

static void command(NvXf *xf, NvXfCommand type, const NvXfWrite *w)
{
    assert(w->comp + w->n <= 4);
    if (type >= 32 || !(xf->port->known & NV_BIT(type))) {
        nv_trace(xf->env, xf_unimp, "command", type);
        nv_error(xf->env, NV_ERROR_XF_COMMAND, type, "type 0x%x", type);
    } else if (type == NV_XF_VAB) {
        xf->port->write_vab(xf, w);
    } else if (type == NV_XF_RUN) {
        run_state_program(xf, w->data[0]);
    } else {
        memcpy(nv_xf_pass(xf) + w->comp, w->data, w->n * sizeof(uint32_t));
        xf->port->commit(xf, type, w);
    }
}

void nv_xf_command(NvXf *xf, NvXfCommand type, uint32_t addr, uint32_t a)
{
    NvXfWrite w = {
        nv_xf_vector_at(xf, type, addr), nv_extract(addr, 2, 2), 1, &a,
    };

    nv_trace(xf->env, xf_command, type, addr, a);
    command(xf, type, &w);
}

void nv_xf_command64(NvXf *xf, NvXfCommand type, uint32_t addr,
                     uint32_t a, uint32_t b)
{
    const uint32_t data[2] = { a, b };
    NvXfWrite w = {
        nv_xf_vector_at(xf, type, addr), nv_extract(addr, 2, 2) & 2, 2, data,
    };

    nv_trace(xf->env, xf_command, type, addr, a);
    nv_trace(xf->env, xf_command, type, addr + 4, b);
    command(xf, type, &w);
}

const uint32_t *nv_xf_program_bits(const NvXf *xf)
{
    return xf->program->isa->stored;
}

/* The frequent one: every bundle that goes by. */
void nv_xf_passthru(NvXf *xf, uint32_t a, uint32_t b)
{
    uint32_t *slot = nv_xf_pass(xf);

    nv_trace(xf->env, xf_command, NV_XF_PASSTHRU, 0, a);
    nv_trace(xf->env, xf_command, NV_XF_PASSTHRU, 4, b);
    slot[0] = a;
    slot[1] = b;
}

void nv_xf_set_kelvin_class(NvXf *xf, bool kelvin)
{
    xf->kelvin_class = kelvin;
}

void nv_xf_set_trace(NvXf *xf, NvXfTraceFn *fn, void *opaque)
{
    xf->trace = fn;
    xf->trace_opaque = opaque;
}

/* --- Life --- */

void nv_xf_init(NvXf *xf, NvEnv *env)
{
    const NvXfSizes *sizes = &env->chip->xf;

    memset(xf, 0, sizeof(*xf));
    xf->env = env;
    xf->chip = env->chip;
    xf->port = port_of(xf->chip);
    xf->places = nv_places(xf->chip->fe);
    xf->mode_places = nv_places(sizes->mode);
    assert(sizes->xfpr <= NV_XF_MAX_XFPR && sizes->xfctx <= NV_XF_MAX_XFCTX);
    assert(sizes->ltctx + 2 <= NV_XF_MAX_LTCTX);
    assert(sizes->vab <= NV_XF_ATTRS + 1 && sizes->pass <= NV_XF_ATTRS);
    for (int i = 0; i < 4; i++) {
        assert(sizes->ltc[i] <= NV_XF_MAX_LTC);
    }
    xf->program = g_new0(NvXfProgram, 1);
    nv_xf_program_init(xf->program, xf->chip);
    xf->exec = nv_exec_new(env);
    nv_xf_reset(xf);
}

void nv_xf_free(NvXf *xf)
{
    nv_xf_fixed_free(xf);
    g_clear_pointer(&xf->exec, nv_exec_free);
    g_clear_pointer(&xf->program, g_free);
}

/* --- Vertices --- */

static unsigned transform_program(NvXf *xf, NvXfBlock *const *blocks,
                                  unsigned n)
{
    unsigned start = nv_xf_start(xf);
    const NvXfRun *run = nv_xf_program_run(xf, start);
    bool lit = NV_XF_A(xf, LIGHTING_ENABLE);
    unsigned done = nv_xf_run_program(xf, run, !lit, blocks, n);

    for (unsigned i = 0; i < done; i++) {
        nv_xf_lt_colours(xf, blocks[i]);
    }
    return done;
}

/* Host time to fetch, clip and pass on a vertex, in plain pixels. */
#define VERTEX_PIXELS 14

static void count_vertices(NvXf *xf, NvXfBlock *const *blocks, unsigned n)
{
    nv_env_spend(xf->env, n * NV_XF_BLOCK * VERTEX_PIXELS);
    for (unsigned i = 0; i < n; i++) {
        assert(blocks[i]->count <= NV_XF_BLOCK);
        nv_trace(xf->env, xf_block, nv_xf_mode(xf),
                 nv_xf_start(xf),
                 blocks[i]->count);
        xf->vertices += blocks[i]->count;
    }
}

/* Host time of a vertex in fixed function, in plain pixels. */
#define FIXED_PIXELS 128
/* Blocks that go unasked. */
#define FIXED_BLOCKS 16

static unsigned transform_fixed(NvXf *xf, NvXfBlock *const *blocks,
                                unsigned n)
{
    unsigned done = 0;

    while (done < n) {
        unsigned some = MIN(n - done, FIXED_BLOCKS);

        if (nv_xf_mode(xf) == NV_XF_MODE_BYPASS) {
            nv_xf_bypass(xf, blocks + done, some);
        } else {
            nv_xf_fixed(xf, blocks + done, some);
        }
        nv_env_spend(xf->env, some * NV_XF_BLOCK * FIXED_PIXELS);
        done += some;
        if (nv_env_late(xf->env)) {
            break;
        }
    }
    return done;
}

unsigned nv_xf_transform_blocks(NvXf *xf, NvXfBlock *const *blocks,
                                unsigned n)
{
    unsigned done;

    nv_xf_report_missing(xf);
    if (nv_xf_runs_program(xf)) {
        done = transform_program(xf, blocks, n);
    } else {
        done = transform_fixed(xf, blocks, n);
    }
    count_vertices(xf, blocks, done);
    return done;
}

void nv_xf_transform(NvXf *xf, NvXfBlock *block)
{
    nv_xf_transform_blocks(xf, &block, 1);
}

bool nv_xf_serial(NvXf *xf)
{
    unsigned start = nv_xf_start(xf);
    const NvXfRun *run;

    if (!nv_xf_runs_program(xf) || !NV_XF_B(xf, XFCTX_WRITE_ENABLE)) {
        return false;
    }
    run = nv_xf_program_run(xf, start);
    return !run->simple || run->writes_xfctx;
}
