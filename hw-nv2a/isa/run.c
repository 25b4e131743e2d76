/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The decoded program: a cache over XFPR, filled slot by slot.
 *
 * Without branches a program is a straight run of slots up to END.  One that
 * gets behind the last slot of XFPR stops there (guess: the documents do not
 * say whether hardware wraps around or hangs).
 */
#include "isa/run.h"

void nv_xf_program_init(NvXfProgram *program, const NvChip *chip)
{
    assert(chip->xf.xfpr <= NV_XF_MAX_XFPR);
    program->isa = nv_xf_isa_of(chip);
    program->slots = chip->xf.xfpr;
    nv_xf_program_reset(program);
}

void nv_xf_program_touch(NvXfProgram *program, unsigned slot)
{
    assert(slot < program->slots);
    program->decoded[slot] = false;
    program->valid = false;
}

void nv_xf_program_reset(NvXfProgram *program)
{
    memset(program->decoded, 0, sizeof(program->decoded));
    program->valid = false;
}

/* The words of XFPR on their way into a run. */
typedef const uint32_t (*Words)[NV_XF_WORDS];

static const NvXfInsn *decoded(NvXfProgram *program, Words words,
                               unsigned slot)
{
    assert(slot < program->slots);
    if (!program->decoded[slot]) {
        nv_xf_decode_gated(program->isa, words[slot], program->gate,
                           &program->insn[slot]);
        program->decoded[slot] = true;
    }
    return &program->insn[slot];
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
            run->written |= mask * component(insn->out_addr, insn->out_move);
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
static void walk(NvXfProgram *program, Words words, NvXfRun *run)
{
    for (unsigned slot = run->start; slot < run->slots; slot++) {
        const NvXfInsn *insn = decoded(program, words, slot);

        run->count++;
        touch(run, insn);
        run->missing = run->missing ? run->missing : insn->missing;
        if (insn->end && !run->flow) {
            run->ended = true;
            return;
        }
    }
    for (unsigned slot = 0; run->flow && slot < run->slots; slot++) {
        touch(run, decoded(program, words, slot));
        run->ended |= run->base[slot].end;
    }
}

static void build(NvXfProgram *program, Words words, unsigned start,
                  uint32_t limit)
{
    NvXfRun *run = &program->run;

    start = MIN(start, program->slots);
    *run = (NvXfRun) {
        .insn = &program->insn[start], .base = program->insn,
        .start = start, .simple = true, .limit = limit,
        .isa = program->isa, .gate = program->gate, .slots = program->slots,
    };
    walk(program, words, run);
    assert(run->start + run->count <= run->slots);
    if (!run->flow) {
        run->count = MIN(run->count, run->limit);
    }
    if (run->simple) {
        follow(run);
    }
}

bool nv_xf_program_find(NvXfProgram *program, Words words, NvXfGate gate,
                        unsigned start, uint32_t limit)
{
    if (gate != program->gate) {
        nv_xf_program_reset(program);
        program->gate = gate;
    }
    if (program->valid && program->start == start) {
        return false;
    }
    build(program, words, start, limit);
    program->start = start;
    program->valid = true;
    return true;
}
