/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rows of words/register-rows.h as registers.c reads them. */
#ifndef NV_PGRAPH_REGISTER_HOOKS_H
#define NV_PGRAPH_REGISTER_HOOKS_H

#include "pgraph/fe.h"

/* Numbers of rows: NV_REG_ROW_DEBUG_A. */
enum {
#define X(name, ...) NV_REG_ROW_##name,
    NV_PGRAPH_REGISTER_ROWS(X)
    NV_PGRAPH_OTHER_REGISTER_ROWS(X)
#undef X
    NV_REG_ROWS,
};

enum {
#define Y(...) + 1
#define H(...) + 1
    NV_REG_ODD = 0 NV_PGRAPH_ODD_REGISTERS(Y),
    NV_REG_HOLES = 0 NV_PGRAPH_REGISTER_HOLES(H),
#undef H
#undef Y
};

typedef struct NvRegRow {
    NvReg reg;                          /* but offset and mask */
    uint16_t offset[NV_GENERATIONS];    /* 0: it has no such register */
    uint32_t mask[NV_FE_COLUMNS];       /* or NV_ABSENT */
} NvRegRow;

/* Columns that may be otherwise on some chips. */
typedef enum NvRegOddColumn {
    NV_REG_ODD_offset, NV_REG_ODD_count, NV_REG_ODD_ones, NV_REG_ODD_w1c,
    NV_REG_ODD_read, NV_REG_ODD_write,
} NvRegOddColumn;

typedef struct NvRegOdd {
    uint16_t row;
    uint8_t chips, column;              /* NvRegOddColumn */
    NvReg reg;                          /* the column's member only */
} NvRegOdd;

/* Elements @first and on that the chips do not have; never the first. */
typedef struct NvRegHole {
    uint16_t row;
    uint8_t chips, first, count;
} NvRegHole;

extern const NvRegRow nv_reg_rows[NV_REG_ROWS];
extern const NvRegOdd nv_reg_odd[NV_REG_ODD];
extern const NvRegHole nv_reg_holes[NV_REG_HOLES];

#endif
