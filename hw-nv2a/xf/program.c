/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The decoded program: a cache over XFPR, filled slot by slot.
 *
 * Without branches a program is a straight run of slots up to END.  One that
 * gets behind the last slot of XFPR stops there (guess: the documents do not
 * say whether hardware wraps around or hangs).
 */
#include "xf/xf-priv.h"

void nv_xf_program_touch(NvXf *xf, unsigned slot)
{
    xf->program->decoded[slot] = false;
    xf->program->valid = false;
}

void nv_xf_program_reset(NvXf *xf)
{
    NvXfProgram *program = xf->program;

    memset(program->decoded, 0, sizeof(program->decoded));
    program->valid = false;
    program->reported = false;
    xf->kept.stamp = 0;
}

static const NvXfInsn *decoded(NvXf *xf, unsigned slot)
{
    NvXfProgram *program = xf->program;

    if (!program->decoded[slot]) {
        nv_xf_decode_gated(program->isa, xf->xfpr[slot], program->gate,
                           &program->insn[slot]);
        program->decoded[slot] = true;
    }
    return &program->insn[slot];
}

/*
 * Rankine: second-generation programs need the mode and a class that knows
 * them (hw).
 */
static NvXfGate gate_of(const NvXf *xf)
{
    if (xf->chip->xf.isa != NV_ISA_RANKINE) {
        return NV_XF_GATE_ALL;
    }
    if (xf->kelvin_class) {
        return NV_XF_GATE_KELVIN;
    }
    return nv_xf_mode(xf) & 1 ? NV_XF_GATE_ALL : NV_XF_GATE_V1;
}

/* Component @c of register @reg in NvXfRun's sets. */
static uint64_t component(unsigned reg, unsigned c)
{
    return UINT64_C(1) << (4 * reg + c);
}

/* What reaches @insn from before; @temps are the components written so far. */
static void follow_reads(NvXfRun *run, const NvXfInsn *insn, uint64_t temps,
                         uint64_t *early)
{
    for (unsigned i = 0; i < 12; i++) {
        const NvXfSource *src = &insn->src[i / 4];
        unsigned c = src->swz[i % 4];

        if (!(insn->uses & (1u << i / 4))) {
            continue;
        }
        if (src->mux == NV_XF_MUX_TEMP) {
            run->unset |= component(src->reg, c) & ~temps;
        } else if (src->mux == NV_XF_MUX_STPOS) {
            *early |= component(0, c) & ~run->written;
        }
    }
}

/* Component by component through a run without branches. */
static void follow(NvXfRun *run)
{
    uint64_t temps = 0;
    uint64_t early = 0;     /* of output 0, read before written */

    for (unsigned i = 0; i < run->count; i++) {
        const NvXfInsn *insn = &run->insn[i];
        unsigned mask = insn->out_vec_mask | insn->out_sca_mask;

        follow_reads(run, insn, temps, &early);
        temps |= insn->vec_mask * component(insn->vec_dst, 0) |
                 insn->sca_mask * component(insn->sca_dst, 0);
        run->writes_xfctx |= insn->out_is_xfctx && mask;
        if (!insn->out_is_xfctx && insn->out_addr < NV_XF_ATTRS) {
            run->written |= mask * component(insn->out_addr, 0);
        }
    }
    run->reads_last = early & run->written;
}

static void touch(NvXfRun *run, const NvXfInsn *insn)
{
    if (insn->reads_ibuf) {
        run->inputs |= 1u << insn->ibuf;
    }
    if ((insn->out_vec_mask | insn->out_sca_mask) && !insn->out_is_xfctx &&
        insn->out_addr < NV_XF_ATTRS) {
        run->outputs |= 1u << insn->out_addr;
    }
    run->simple &= insn->simple;
    run->flow |= insn->flow != NV_XF_FLOW_NONE;
}

/* Straight on to END or, from the first branch on, everything. */
static void walk(NvXf *xf, NvXfRun *run, const char **missing)
{
    unsigned slots = xf->chip->xf.xfpr;

    for (unsigned slot = run->start; slot < slots; slot++) {
        const NvXfInsn *insn = decoded(xf, slot);

        run->count++;
        touch(run, insn);
        *missing = *missing ? *missing : insn->missing;
        if (insn->end && !run->flow) {
            run->ended = true;
            return;
        }
    }
    for (unsigned slot = 0; run->flow && slot < slots; slot++) {
        touch(run, decoded(xf, slot));
        run->ended |= run->base[slot].end;
    }
}

static void build_run(NvXf *xf, NvXfRun *run, unsigned start)
{
    const char *missing = NULL;

    start = MIN(start, xf->chip->xf.xfpr);
    *run = (NvXfRun) {
        .insn = &xf->program->insn[start], .base = xf->program->insn,
        .start = start, .simple = true, .limit = UINT32_MAX,
    };
    if (nv_chip_has(xf->chip, NV_CAP_XF_XTRA)) {
        run->limit = xf->timeout & 0xffff;
    }
    walk(xf, run, &missing);
    if (!run->ended) {
        nv_guest_error(xf->env, "XF program at 0x%02x has no END", start);
    }
    if (missing) {
        nv_unimp(xf->env, "XF program at 0x%02x uses %s, which does nothing",
                 start, missing);
    }
    if (!run->flow) {
        run->count = MIN(run->count, run->limit);
    }
    if (run->simple) {
        follow(run);
    }
}

const NvXfRun *nv_xf_program_run(NvXf *xf, unsigned start)
{
    NvXfProgram *program = xf->program;
    NvXfGate gate = gate_of(xf);

    if (gate != program->gate) {
        memset(program->decoded, 0, sizeof(program->decoded));
        program->valid = false;
        program->gate = gate;
    }
    if (!program->valid || program->start != start) {
        build_run(xf, &program->run, start);
        program->start = start;
        program->valid = true;
    }
    return &program->run;
}

NvXfRules nv_xf_rules(const NvXf *xf)
{
    NvXfRules rules = { xf->chip->arith, true };

    if (rules.version >= NV_ARITH_RANKINE) {
        rules.legacy = !(xf->mode_b & NV_XF_B_ARITH_RULES);
    }
    return rules;
}
