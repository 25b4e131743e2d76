/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Programs, constants and what instructions do, for people who debug them. */
#include "isa/asm.h"
#include "xf/xf-priv.h"

bool nv_xf_program_slot(const NvXf *xf, unsigned *slot)
{
    *slot = nv_xf_start(xf);
    return nv_xf_runs_program(xf);
}

void nv_xf_copy(NvXf *xf, const NvXf *from)
{
    g_autofree NvXfChannel *c = g_new(NvXfChannel, 1);

    nv_xf_channel_get(from, c);
    nv_xf_channel_set(xf, c);
    xf->start = from->start;
    xf->kelvin_class = from->kelvin_class;
}

static void print_vector(const char *name, const uint32_t v[4], GString *out)
{
    g_string_append_printf(out, "    %-5s0x%08x 0x%08x 0x%08x 0x%08x  "
                           "(%g %g %g %g)\n", name, v[0], v[1], v[2], v[3],
                           nv_u2f(v[0]), nv_u2f(v[1]), nv_u2f(v[2]),
                           nv_u2f(v[3]));
}

/* Address and condition registers, and what a condition let through. */
static void print_control(const NvXfStep *step, GString *out)
{
    if (step->insn->vec->flags & NV_XF_OPF_ADDRESS) {
        g_string_append_printf(out, "    A0   %d %d %d %d  A1 %d %d %d %d\n",
                               step->areg[0][0], step->areg[0][1],
                               step->areg[0][2], step->areg[0][3],
                               step->areg[1][0], step->areg[1][1],
                               step->areg[1][2], step->areg[1][3]);
    }
    if (step->insn->cc_mask) {
        g_string_append_printf(out, "    CC   %c%c%c%c\n",
                               "ULEG"[step->cc[0]], "ULEG"[step->cc[1]],
                               "ULEG"[step->cc[2]], "ULEG"[step->cc[3]]);
    }
    if (step->insn->conditional) {
        g_string_append_printf(out, "    pass %s%s%s%s%s\n",
                               step->pass & 1 ? "x" : "",
                               step->pass & 2 ? "y" : "",
                               step->pass & 4 ? "z" : "",
                               step->pass & 8 ? "w" : "",
                               step->pass ? "" : "nothing");
    }
    if (step->taken) {
        g_string_append(out, "    taken\n");
    }
}

void nv_xf_print_step(const NvXf *xf, const NvXfStep *step, GString *out)
{
    static const char *const names[3] = { "src0", "src1", "src2" };

    g_string_append_printf(out, "%03x: ", step->pc);
    nv_xf_disasm_isa(nv_xf_isa_of(xf->chip), xf->xfpr[step->pc], out);
    g_string_append_c(out, '\n');
    for (unsigned i = 0; i < 3; i++) {
        if (step->uses & (1u << i)) {
            print_vector(names[i], step->src[i], out);
        }
    }
    if (step->has_vec) {
        print_vector("vec", step->vec, out);
    }
    if (step->has_sca) {
        print_vector("sca", step->sca, out);
    }
    print_control(step, out);
}

void nv_xf_print_constant(const NvXf *xf, unsigned slot, GString *out)
{
    unsigned base = xf->chip->xf.user_base;

    if (slot >= base) {
        g_string_append_printf(out, "c[%u] ", slot - base);
    }
    g_string_append_printf(out, "xfctx[0x%02x]", slot);
}

unsigned nv_xf_constants_read(NvXf *xf, uint8_t *slots, bool *indexed)
{
    const NvXfRun *run;
    unsigned slot, count = 0;

    *indexed = false;
    memset(slots, 0, NV_XF_MAX_XFCTX);
    if (!nv_xf_program_slot(xf, &slot)) {
        return 0;
    }
    run = nv_xf_program_run(xf, slot);
    for (unsigned i = 0; i < run->count; i++) {
        const NvXfInsn *insn = &run->insn[i];

        if (insn->reads_xfctx && insn->indexed) {
            *indexed = true;
        } else if (insn->reads_xfctx && insn->xfctx < xf->chip->xf.xfctx &&
                   !slots[insn->xfctx]) {
            slots[insn->xfctx] = 1;
            count++;
        }
    }
    return count;
}
