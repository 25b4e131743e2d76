/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Bits of XFMODE as the hardware documents have them for Kelvin and Rankine:
 * written down once more, so that tests do not ask the library's rows.
 */
#ifndef TEST_XF_MODE_H
#define TEST_XF_MODE_H

#include "base/bits.h"

#define MODE_A_START_POS 8              /* 8 bits */
#define MODE_A_SPECULAR_ENABLE NV_BIT(16)
#define MODE_A_COL1_ALPHA NV_BIT(17)    /* else COL1.w is 1.0 */
#define MODE_A_NORMALIZE NV_BIT(27)
#define MODE_A_LOCAL_VIEWER NV_BIT(30)
#define MODE_A_LIGHTING NV_BIT(31)
#define MODE_B_VIEWPORT_SKIP NV_BIT(16) /* Rankine */
#define MODE_B_ARITH_RULES NV_BIT(17)   /* Rankine */
#define MODE_B_FOG_ENABLE NV_BIT(19)
#define MODE_B_FOG_COORD 22             /* 3 bits */
#define MODE_B_WEIGHT_MODE 26           /* 3 bits */
#define MODE_B_XFCTX_WRITE NV_BIT(29)
#define MODE_B_MODE 30                  /* 2 bits */

#endif
