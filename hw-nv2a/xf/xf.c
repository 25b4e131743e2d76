/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XF: state, the command port and the way of a block through the engine.
 *
 * Facts: envytools' command and memory documents, commit rules asserted by
 * its tests on hardware (hw); start values are those the open kernel driver
 * loads into a fresh context (doc).
 */
#include "xf/xf-priv.h"

#define PASS NV_XF_ATTRS            /* the passthrough slot of VAB */

/* --- State --- */

static void loaded(void *unit)
{
    nv_xf_program_reset(unit);
}

static const NvField fields[] = {
    NV_FIELD_ARRAY(NvXf, vab, vab[0][0]),
    NV_FIELD_ARRAY(NvXf, xfpr, xfpr[0][0]),
    NV_FIELD_ARRAY(NvXf, xfctx, xfctx[0][0]),
    NV_FIELD_ARRAY(NvXf, ltctx, ltctx[0][0]),
    NV_FIELD_ARRAY(NvXf, ltc, ltc[0][0]),
    NV_FIELD(NvXf, mode_a),
    NV_FIELD(NvXf, mode_b),
    NV_FIELD_ARRAY(NvXf, mode_t, mode_t[0]),
    NV_FIELD_ARRAY(NvXf, tbuf, tbuf[0][0]),
    NV_FIELD(NvXf, vertices),
    NV_FIELD_END
};

/* No validate: every index into these memories comes from a checked run. */
const NvSection nv_xf_section = {
    .name = "xf", .version = 1, .size = sizeof(NvXf), .fields = fields,
    .loaded = loaded,
};

/* Start values that are not 0; components x y z w as floats. */
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

#define LTCTX_EYE_DIRECTION 0x40
#define LTCTX_LINEAR_FOG 0x49
#define LTC0_MINUS_ONE 1
#define LTC1_LIGHT_RANGE 5          /* eight of them */

static void reset_lt(NvXf *xf)
{
    memset(xf->ltctx, 0, sizeof(xf->ltctx));
    memset(xf->ltc, 0, sizeof(xf->ltc));
    xf->ltctx[LTCTX_EYE_DIRECTION][2] = nv_xf_to_lt(NV_XF_ONE);
    xf->ltctx[LTCTX_LINEAR_FOG][1] = nv_xf_to_lt(NV_XF_ONE);
    xf->ltc[0][LTC0_MINUS_ONE] = nv_xf_to_lt(NV_XF_ONE | NV_XF_SIGN);
    for (int i = 0; i < 8; i++) {
        xf->ltc[1][LTC1_LIGHT_RANGE + i] = nv_xf_to_lt(nv_f2u(1e30f));
    }
}

static void reset_attributes(NvXf *xf)
{
    memset(xf->vab, 0, sizeof(xf->vab));
    memset(xf->tbuf, 0, sizeof(xf->tbuf));
    for (unsigned i = 0; i < NV_XF_ATTRS; i++) {
        xf->vab[i][3] = NV_XF_ONE;
        xf->tbuf[i][3] = NV_XF_ONE;
    }
    for (unsigned i = 0; i < NV_ARRAY_SIZE(vab_start); i++) {
        memcpy(xf->vab[vab_start[i].slot], vab_start[i].v, 16);
    }
}

void nv_xf_reset(NvXf *xf)
{
    /* An instruction with END that writes nothing. */
    static const uint32_t insn[NV_XF_WORDS] = {
        0x10700ff9, 0x0436086c, 0x000c001b, 0,
    };

    reset_attributes(xf);
    reset_lt(xf);
    memset(xf->xfctx, 0, sizeof(xf->xfctx));
    for (unsigned i = 0; i < NV_ARRAY_SIZE(xfctx_start); i++) {
        memcpy(xf->xfctx[xfctx_start[i].slot], xfctx_start[i].v, 16);
    }
    memset(xf->xfpr, 0, sizeof(xf->xfpr));
    for (unsigned i = 0; i < xf->chip->xf.xfpr; i++) {
        memcpy(xf->xfpr[i], insn, sizeof(insn));
    }
    xf->mode_a = 0;
    xf->mode_b = 0;
    memset(xf->mode_t, 0, sizeof(xf->mode_t));
    xf->vertices = 0;
    nv_xf_program_reset(xf);
}

void nv_xf_init(NvXf *xf, NvEnv *env)
{
    const NvXfSizes *sizes = &env->chip->xf;

    memset(xf, 0, sizeof(*xf));
    xf->env = env;
    xf->chip = env->chip;
    assert(sizes->xfpr <= NV_XF_MAX_XFPR && sizes->xfctx <= NV_XF_MAX_XFCTX);
    assert(sizes->ltctx + 2 <= NV_XF_MAX_LTCTX);
    assert(sizes->vab == NV_XF_ATTRS + 1);
    for (int i = 0; i < 4; i++) {
        assert(sizes->ltc[i] <= NV_XF_MAX_LTC);
    }
    xf->program = g_new0(NvXfProgram, 1);
    xf->program->isa = &nv_xf_isa_kelvin;
    nv_xf_reset(xf);
}

void nv_xf_free(NvXf *xf)
{
    g_clear_pointer(&xf->program, g_free);
}

/* --- The command port --- */

/* One write: @n words from component @comp of vector @vec. */
typedef struct Write {
    unsigned vec, comp, n;
    const uint32_t *data;
} Write;

static void write_vab(NvXf *xf, const Write *w)
{
    uint32_t *slot;

    if (w->vec > PASS) {
        return;
    }
    slot = xf->vab[w->vec];
    if (w->comp == 0 && w->vec != PASS) {
        slot[1] = 0;
        slot[2] = 0;
        slot[3] = NV_XF_ONE;
    }
    memcpy(slot + w->comp, w->data, w->n * sizeof(uint32_t));
}

/* Every component stores the whole slot; component 3 is the low word. */
static void commit_xfpr(NvXf *xf, const Write *w)
{
    const NvXfIsa *isa = xf->program->isa;

    if (w->vec >= xf->chip->xf.xfpr) {
        return;
    }
    for (int i = 0; i < NV_XF_WORDS; i++) {
        xf->xfpr[w->vec][i] = xf->vab[PASS][3 - i] & isa->stored[i];
    }
    nv_xf_program_touch(xf, w->vec);
}

static void commit_xfctx(NvXf *xf, const Write *w)
{
    if (w->comp + w->n == 4 && w->vec < xf->chip->xf.xfctx) {
        memcpy(xf->xfctx[w->vec], xf->vab[PASS], sizeof(xf->xfctx[0]));
    }
}

static void commit_ltctx(NvXf *xf, const Write *w)
{
    if (w->comp > 2 || w->comp + w->n <= 2 || w->vec >= xf->chip->xf.ltctx) {
        return;
    }
    for (int i = 0; i < 3; i++) {
        xf->ltctx[w->vec][i] = nv_xf_to_lt(xf->vab[PASS][i]);
    }
}

static void commit_ltc(NvXf *xf, unsigned n, const Write *w)
{
    if (w->comp == 0 && w->vec < xf->chip->xf.ltc[n]) {
        xf->ltc[n][w->vec] = nv_xf_to_lt(xf->vab[PASS][0]);
    }
}

/* One vector: B, A, T[1], T[0]. */
static void commit_mode(NvXf *xf, const Write *w)
{
    const uint32_t *v = xf->vab[PASS];

    if (w->comp + w->n == 4 && w->vec == 0) {
        xf->mode_b = v[0];
        xf->mode_a = v[1];
        xf->mode_t[1] = v[2];
        xf->mode_t[0] = v[3];
    }
}

static void run_state_program(NvXf *xf, uint32_t start)
{
    const NvXfRun *run = nv_xf_program_run(xf, start & 0xff);

    nv_trace(xf->env, xf_run, start & 0xff, run->count);
    nv_xf_ref_state_program(xf, run);
}

static void command(NvXf *xf, NvXfCommand type, const Write *w)
{
    switch (type) {
    case NV_XF_VAB:
        write_vab(xf, w);
        return;
    case NV_XF_RUN:
        run_state_program(xf, w->data[0]);
        return;
    case NV_XF_NOP:
    case NV_XF_SYNC:
    case NV_XF_PARAM:
    case NV_XF_PASSTHRU:
    case NV_XF_XFPR:
    case NV_XF_MODE:
    case NV_XF_XFCTX:
    case NV_XF_LTCTX:
    case NV_XF_LTC0:
    case NV_XF_LTC1:
    case NV_XF_LTC2:
    case NV_XF_LTC3:
        memcpy(xf->vab[PASS] + w->comp, w->data, w->n * sizeof(uint32_t));
        break;
    default:
        nv_trace(xf->env, xf_unimp, "command", type);
        return;
    }
    if (type == NV_XF_XFPR) {
        commit_xfpr(xf, w);
    } else if (type == NV_XF_MODE) {
        commit_mode(xf, w);
    } else if (type == NV_XF_XFCTX) {
        commit_xfctx(xf, w);
    } else if (type == NV_XF_LTCTX) {
        commit_ltctx(xf, w);
    } else if (type >= NV_XF_LTC0 && type <= NV_XF_LTC3) {
        commit_ltc(xf, type - NV_XF_LTC0, w);
    }
}

void nv_xf_command(NvXf *xf, NvXfCommand type, uint32_t addr, uint32_t a)
{
    Write w = { nv_extract(addr, 4, 8), nv_extract(addr, 2, 2), 1, &a };

    nv_trace(xf->env, xf_command, type, addr, a);
    command(xf, type, &w);
}

void nv_xf_command64(NvXf *xf, NvXfCommand type, uint32_t addr,
                     uint32_t a, uint32_t b)
{
    const uint32_t data[2] = { a, b };
    Write w = { nv_extract(addr, 4, 8), nv_extract(addr, 2, 2) & 2, 2, data };

    nv_trace(xf->env, xf_command, type, addr, a);
    nv_trace(xf->env, xf_command, type, addr + 4, b);
    command(xf, type, &w);
}

/* --- Vertices --- */

static void transform_program(NvXf *xf, NvXfBlock *block)
{
    unsigned start = nv_extract(xf->mode_a, NV_XF_A_START_POS, 8);
    const NvXfRun *run = nv_xf_program_run(xf, start);

    nv_xf_ref.program(xf, run, block);
    nv_xf_lt_colours(xf, block);
}

void nv_xf_transform(NvXf *xf, NvXfBlock *block)
{
    assert(block->count <= NV_XF_BLOCK);
    nv_trace(xf->env, xf_block, nv_xf_mode(xf),
             nv_extract(xf->mode_a, NV_XF_A_START_POS, 8), block->count);
    nv_xf_report_missing(xf);
    switch (nv_xf_mode(xf)) {
    case NV_XF_MODE_FIXED:
        nv_xf_fixed(xf, block);
        nv_xf_lt_colours(xf, block);
        break;
    case NV_XF_MODE_BYPASS:
        nv_xf_bypass(xf, block);
        break;
    case NV_XF_MODE_PROGRAM:
    case NV_XF_MODE_PROGRAM2:   /* FE refuses it on Kelvin; taken as 2 */
        transform_program(xf, block);
        break;
    }
    xf->vertices += block->count;
}

bool nv_xf_serial(const NvXf *xf)
{
    return nv_xf_mode(xf) >= NV_XF_MODE_PROGRAM &&
           (xf->mode_b & NV_XF_B_XFCTX_WRITE);
}
