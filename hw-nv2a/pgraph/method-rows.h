/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Shapes of method rows that several class families share: short names for
 * checks, effects and loads.  No hardware facts but the enumerations' names,
 * whose values are in method-maps.c.
 */
#ifndef NV_PGRAPH_METHOD_ROWS_H
#define NV_PGRAPH_METHOD_ROWS_H

#include "pgraph/fe-2d.h"
#include "pgraph/method-maps.h"
#include "pgraph/valid.h"
#include "words/row-chips.h"

#define ROW(name_, offset_, count_, stride_, ...) \
    { .name = name_, .offset = offset_, .count = count_, .stride = stride_, \
      __VA_ARGS__ }

/*
 * Effects name fields of words/bundle-field-rows.h and its neighbours:
 * F(CONFIG_A, DEPTH_TEST_ENABLE) is the value from its lowest bit up, FROM()
 * from bit @src up; SPAN() has several fields that lie side by side.
 */
#define EFFECTS(...) .effect = { __VA_ARGS__ }
#define EFFECT(kind_, word, first_, last_, ...) \
    { .kind = NV_EFFECT_##kind_, .first = NV_F(word, first_), \
      .last = NV_F(word, last_), __VA_ARGS__ }
#define SPAN_AT(word, element_, first, last, src_) \
    EFFECT(VALUE, word, first, last, .element = element_, .src = src_)
#define SPAN(word, first, last, src) SPAN_AT(word, 0, first, last, src)
#define FROM(word, field, src) SPAN(word, field, field, src)
#define F(word, field) FROM(word, field, 0)
#define ZEROS_SPAN(word, first, last) EFFECT(ZEROS, word, first, last, .src = 0)
#define ZEROS(word, field) ZEROS_SPAN(word, field, field)
#define ONES(word, field) EFFECT(ONES, word, field, field, .src = 0)
/* A field that XFMODE has for each texture. */
#define EVEN_ODD(word, even, odd_, src_) \
    EFFECT(VALUE, word, even, even, .odd = NV_F(word, odd_), .src = src_)
#define XFT(field, src) EVEN_ODD(XF_MODE_T, EVEN_##field, ODD_##field, src)
/* The whole bundle; this effect alone. */
#define WHOLE(bundle) { .kind = NV_EFFECT_WORD, .word = NV_BUNDLE_##bundle }
#define ALL(bundle) EFFECTS(WHOLE(bundle))

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
/* Chips that have the row. */
#define ON(chips_) .chips = chips_
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

/* The planes that texture coordinates are made with. */
#define PLANES(unit, offset, slot) \
    LOAD("tex_gen_" #unit "_s_plane", offset, 4, WARN, XFCTX, (slot) << 4), \
    LOAD("tex_gen_" #unit "_t_plane", (offset) + 0x10, 4, WARN, XFCTX, \
         ((slot) + 1) << 4), \
    LOAD("tex_gen_" #unit "_r_plane", (offset) + 0x20, 4, WARN, XFCTX, \
         ((slot) + 2) << 4), \
    LOAD("tex_gen_" #unit "_q_plane", (offset) + 0x30, 4, WARN, XFCTX, \
         ((slot) + 3) << 4)

/* Immediate attribute data. */
#define ATTR(name, offset, count, inside_, format, attr_, size) \
    ROW(name, offset, count, 4, inside_, .attr_format = NV_IDX_##format, \
        .attr = attr_, .attr_size = size)
/* Texture coordinates, with the offsets of each format. */
#define TEXCOORDS(unit, attr, f2, s2, f4, s4) \
    ATTR("vtx_txc" #unit "_2f", f2, 2, ANYWHERE, FLOAT, attr, 2), \
    ATTR("vtx_txc" #unit "_2s", s2, 1, ANYWHERE, S, attr, 2), \
    ATTR("vtx_txc" #unit "_4f", f4, 4, ANYWHERE, FLOAT, attr, 4), \
    ATTR("vtx_txc" #unit "_4s", s4, 2, ANYWHERE, S, attr, 4)

#endif
