/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Products and sums of XF for rows of operands, four at a time.
 *
 * Facts: as in arith/arith.h (hw); row-arith.c says why the bits are the same.
 */
#ifndef NV_ARITH_ROW_ARITH_H
#define NV_ARITH_ROW_ARITH_H

#include "arith/arith.h"

#define NV_XF_ROW_STEP 4        /* rows are a multiple of this long */

/* These, too, go up to the next multiple of NV_XF_ROW_STEP. */
void nv_xf_row_fill(uint32_t *row, uint32_t x, unsigned count);
/* Bits of @keep, then bits of @flip turned over. */
void nv_xf_row_signs(uint32_t *d, const uint32_t *row, uint32_t keep,
                     uint32_t flip, unsigned count);
/* Nothing but zeros and normal numbers. */
bool nv_xf_row_tidy(const uint32_t *row, unsigned count);

/*
 * Operands are tidy.  True: the first @count results are those of
 * arith-core.h by any rules, and tidy; false: some may be wrong.  Rows are
 * read and written up to the next multiple of NV_XF_ROW_STEP, where results
 * have no meaning.  @d is none of the operands' rows.
 */
bool nv_xf_row_mul(uint32_t *d, const uint32_t *a, const uint32_t *b,
                   unsigned count);
bool nv_xf_row_add(uint32_t *d, const uint32_t *a, const uint32_t *b,
                   unsigned count);
bool nv_xf_row_mad(uint32_t *d, const uint32_t *a, const uint32_t *b,
                   const uint32_t *c, unsigned count);
bool nv_xf_row_dp3(uint32_t *d, const uint32_t *const a[4],
                   const uint32_t *const b[4], unsigned count);
bool nv_xf_row_dp4(uint32_t *d, const uint32_t *const a[4],
                   const uint32_t *const b[4], unsigned count);

#endif
