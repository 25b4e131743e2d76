/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Shapes of method rows that several class families share: short names for
 * checks, effects and loads.  No hardware facts but the enumerations' names,
 * whose values are in method-maps.c.
 */
#ifndef NV_PGRAPH_METHOD_ROWS_H
#define NV_PGRAPH_METHOD_ROWS_H

#include "pgraph/2d/fe-2d.h"
#include "pgraph/method-maps.h"
#include "pgraph/valid.h"

#define ROW(name_, offset_, count_, stride_, ...) \
    { .name = name_, .offset = offset_, .count = count_, .stride = stride_, \
      __VA_ARGS__ }
#define EFFECTS(...) .effect = { __VA_ARGS__ }
#define B(bundle, dst, width, src) \
    { NV_BUNDLE_##bundle, dst, width, src }
#define XFA(dst, width, src) { NV_WORD_XF_A, dst, width, src }
#define XFB(dst, width, src) { NV_WORD_XF_B, dst, width, src }
#define XFT(dst, width, src) { NV_WORD_XF_T, dst, width, src }
#define ALL(bundle) EFFECTS(B(bundle, 0, 32, 0))

#define ERROR .inside = NV_INSIDE_ERROR
#define WARN .inside = NV_INSIDE_WARN
#define FREE .inside = NV_INSIDE_FREE
#define ANYWHERE .inside = NV_INSIDE_OK
#define BITS(mask) .check = NV_CHECK_BITS, .arg = mask
#define BELOW(limit) .check = NV_CHECK_BELOW, .arg = limit
#define CHECK(function) .check = NV_CHECK_FUNC, .valid = nv_valid_##function
#define WARN_CHECK(function) \
    .check = NV_WARN_FUNC, .valid = nv_valid_##function
#define DO(function) .action = nv_action_##function
/* The function does everything, checks included. */
#define ODD(name, offset, count, function, ...) \
    ROW(name, offset, count, 4, .inside = NV_INSIDE_ODD, DO(function), \
        ##__VA_ARGS__)

/* 0 or 1; warns otherwise, and between BEGIN and END. */
#define ENABLE(name, offset, ...) \
    ROW(name, offset, 1, 4, WARN, .check = NV_WARN_BELOW, .arg = 2, \
        EFFECTS(__VA_ARGS__))
/* A GL or D3D enumeration; warns like ENABLE. */
#define CHOICE(name, offset, list, ...) \
    ROW(name, offset, 1, 4, WARN, .check = NV_WARN_ENUM, \
        .map = &nv_map_##list, EFFECTS(__VA_ARGS__))
/* A whole word goes to a bundle. */
#define WORD(name, offset, count, bundle) \
    ROW(name, offset, count, 4, ERROR, ALL(bundle))
#define WARN_WORD(name, offset, bundle) \
    ROW(name, offset, 1, 4, WARN, ALL(bundle))

/* Loads of XF memories. */
#define LOAD(name, offset, count, inside_, space, addr) \
    ROW(name, offset, count, 4, inside_, .xf = NV_XF_##space, .xf_addr = addr)
#define MATRIX(name, offset, slot) \
    LOAD(name, offset, 16, WARN, XFCTX, (slot) << 4)
#define LTC(name, offset, inside_, space, slot) \
    LOAD(name, offset, 1, inside_, LTC##space, (slot) << 4)

/* Immediate attribute data. */
#define ATTR(name, offset, count, inside_, format, attr_, size) \
    ROW(name, offset, count, 4, inside_, .attr_format = NV_IDX_##format, \
        .attr = attr_, .attr_size = size)

#endif
