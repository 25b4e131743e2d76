/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The decoded program: a cache over XFPR, filled slot by slot.
 *
 * Kelvin has no branches, so a program is a straight run of slots up to END.
 * One without END stops behind the last slot of XFPR (guess: the documents
 * do not say whether hardware wraps around or hangs).
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
}

static const NvXfInsn *decoded(NvXf *xf, unsigned slot)
{
    NvXfProgram *program = xf->program;

    if (!program->decoded[slot]) {
        nv_xf_decode(program->isa, xf->xfpr[slot], &program->insn[slot]);
        program->decoded[slot] = true;
    }
    return &program->insn[slot];
}

const NvXfRun *nv_xf_program_run(NvXf *xf, unsigned start)
{
    NvXfProgram *program = xf->program;
    NvXfRun *run = &program->run;

    if (program->valid && program->start == start) {
        return run;
    }
    start = MIN(start, xf->chip->xf.xfpr);
    *run = (NvXfRun) { .insn = &program->insn[start] };
    for (unsigned slot = start; slot < xf->chip->xf.xfpr; slot++) {
        const NvXfInsn *insn = decoded(xf, slot);

        run->count++;
        if (insn->reads_ibuf) {
            run->inputs |= 1u << insn->ibuf;
        }
        if ((insn->out_vec_mask | insn->out_sca_mask) &&
            !insn->out_is_xfctx && insn->out_addr < NV_XF_ATTRS) {
            run->outputs |= 1u << insn->out_addr;
        }
        if (insn->end) {
            run->ended = true;
            break;
        }
    }
    if (!run->ended) {
        nv_guest_error(xf->env, "XF program at 0x%02x has no END", start);
    }
    program->start = start;
    program->valid = true;
    return run;
}

NvXfRules nv_xf_rules(const NvXf *xf)
{
    NvXfRules rules = { xf->chip->arith, true };

    if (rules.version >= NV_ARITH_RANKINE) {
        rules.legacy = !(xf->mode_b & NV_XF_B_ARITH_RULES);
    }
    return rules;
}
