/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Names of inputs and outputs of XF programs, and what unused fields hold.
 *
 * Facts: GL_NV_vertex_program and its second for the names (doc), envytools'
 * conversion of Kelvin programs to Rankine for the numbers (hw), Curie's
 * outputs and Rankine's clip distances from open drivers (doc).
 */
#include "isa/asm.h"

#define NONE 0xff

/* One name, and its number in the encodings of Kelvin, Rankine and Curie. */
typedef struct Name {
    const char *name;
    uint8_t number[NV_ISA_CURIE];
} Name;

static const Name inputs[] = {
    { "OPOS", { 0, 0, 0 } }, { "WGHT", { 1, 1, 1 } }, { "NRML", { 2, 2, 2 } },
    { "COL0", { 3, 3, 3 } }, { "COL1", { 4, 4, 4 } }, { "FOGC", { 5, 5, 5 } },
    { "PSIZ", { 6, 6, 6 } }, { "BFC0", { 7, NONE, NONE } },
    { "BFC1", { 8, NONE, NONE } }, { "TEX0", { 9, 8, 8 } },
    { "TEX1", { 10, 9, 9 } }, { "TEX2", { 11, 10, 10 } },
    { "TEX3", { 12, 11, 11 } }, { "TEX4", { NONE, 12, 12 } },
    { "TEX5", { NONE, 13, 13 } }, { "TEX6", { NONE, 14, 14 } },
    { "TEX7", { NONE, 15, 15 } },
};

static const Name outputs[] = {
    { "HPOS", { 0, 0, 0 } }, { "COL0", { 3, 3, 1 } }, { "COL1", { 4, 4, 2 } },
    { "FOGC", { 5, 5, 5 } }, { "PSIZ", { 6, 6, 6 } }, { "BFC0", { 7, 1, 3 } },
    { "BFC1", { 8, 2, 4 } }, { "TEX0", { 9, 8, 7 } }, { "TEX1", { 10, 9, 8 } },
    { "TEX2", { 11, 10, 9 } }, { "TEX3", { 12, 11, 10 } },
    { "TEX4", { NONE, 12, 11 } }, { "TEX5", { NONE, 13, 12 } },
    { "TEX6", { NONE, 14, 13 } }, { "TEX7", { NONE, 15, 14 } },
    { "CLP0", { NONE, 17, NONE } }, { "CLP1", { NONE, 18, NONE } },
    { "CLP2", { NONE, 19, NONE } }, { "CLP3", { NONE, 20, NONE } },
    { "CLP4", { NONE, 21, NONE } }, { "CLP5", { NONE, 22, NONE } },
};

/* As the open driver's start context has it, and as console tools write. */
const NvXfFill nv_xf_fills[] = {
    { "R", 0x06c1, true, true },
    { "v", 0x06c2, false, true },
    { NULL },
};

const char *const nv_xf_test_names[8] = {
    "FL", "LT", "EQ", "LE", "GT", "NE", "GE", "TR",
};

static unsigned number_of(const NvXfIsa *isa, const Name *row)
{
    return row->number[isa->id - NV_ISA_KELVIN];
}

static int find(const NvXfIsa *isa, const Name *rows, unsigned count,
                const char *name, unsigned length)
{
    for (unsigned i = 0; i < count; i++) {
        if (strlen(rows[i].name) == length &&
            !g_ascii_strncasecmp(rows[i].name, name, length) &&
            number_of(isa, &rows[i]) != NONE) {
            return number_of(isa, &rows[i]);
        }
    }
    return -1;
}

const char *nv_xf_output_name(const NvXfIsa *isa, unsigned index)
{
    for (unsigned i = 0; i < NV_ARRAY_SIZE(outputs); i++) {
        if (index != NONE && number_of(isa, &outputs[i]) == index) {
            return outputs[i].name;
        }
    }
    return NULL;
}

int nv_xf_input_find(const NvXfIsa *isa, const char *name, unsigned length)
{
    return find(isa, inputs, NV_ARRAY_SIZE(inputs), name, length);
}

int nv_xf_output_find(const NvXfIsa *isa, const char *name, unsigned length)
{
    return find(isa, outputs, NV_ARRAY_SIZE(outputs), name, length);
}

unsigned nv_xf_user_slots(const NvXfIsa *isa)
{
    for (const NvChip *chip = nv_chips(); chip->name; chip++) {
        if (nv_xf_isa_of(chip) == isa) {
            return chip->xf.xfctx - chip->xf.user_base;
        }
    }
    return (1u << isa->fields[NV_XF_F_XFCTX_ADDR].width) - isa->user_base;
}
