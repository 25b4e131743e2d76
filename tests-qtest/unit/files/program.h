/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A small XBE made by hand, for tests and fuzzers. */
#ifndef NV_TESTS_PROGRAM_H
#define NV_TESTS_PROGRAM_H

#include <glib.h>
#include <string.h>

#include "base/bits.h"
#include "files/xbe.h"

#define PROGRAM_SIZE 0x2000u

/* Two sections, one of them with an import and a TLS directory. */
static inline void program_make(uint8_t *b)
{
    static const uint32_t words[][2] = {
        { NV_XBE_H_BASE, NV_XBE_BASE }, { NV_XBE_H_HEADERS, 0x800 },
        { NV_XBE_H_IMAGE, 0x4000 }, { NV_XBE_H_CERTIFICATE, 0x10178 },
        { NV_XBE_H_SECTIONS, 2 }, { NV_XBE_H_SECTION_TABLE, 0x10400 },
        { NV_XBE_H_ENTRY, 0x11000 ^ NV_XBE_ENTRY_RETAIL },
        { NV_XBE_H_THUNKS, 0x12000 ^ NV_XBE_THUNKS_RETAIL },
        { NV_XBE_H_TLS, 0x12010 },
        { 0x404, 0x11000 }, { 0x408, 0x1000 }, { 0x40c, 0x1000 },
        { 0x410, 0x800 }, { 0x414, 0x10500 },
        { 0x43c, 0x12000 }, { 0x440, 0x1000 }, { 0x444, 0x1800 },
        { 0x448, 0x800 }, { 0x44c, 0x10506 },
        { 0x1800, 0x80000008 },
    };

    memset(b, 0, PROGRAM_SIZE);
    memcpy(b, "XBEH", 4);
    for (unsigned i = 0; i < NV_ARRAY_SIZE(words); i++) {
        nv_st32(b + words[i][0], words[i][1]);
    }
    memcpy(b + 0x500, ".text\0.data", 12);
}

/* All that is handed out is inside the file. */
static inline void program_look(const NvXbe *x, const uint8_t *bytes)
{
    char title[41];
    NvXbeTls tls;

    nv_xbe_title(x, title);
    g_assert_cmpuint(x->headers_size, <=, PROGRAM_SIZE);
    for (uint32_t i = 0; i < x->sections; i++) {
        NvXbeSection s;

        nv_xbe_section(x, i, &s);
        g_assert_cmpuint(s.file_size, <=, s.size);
        g_assert_cmpuint((uint64_t)s.file_at + s.file_size, <=, PROGRAM_SIZE);
        g_assert_cmpuint(s.address, >=, NV_XBE_BASE + x->headers_size);
        g_assert_cmpuint((uint64_t)s.address + s.size, <=,
                         (uint64_t)NV_XBE_BASE + x->image_size);
    }
    g_assert_cmpuint(nv_xbe_thunk_words(x), >, 0);
    nv_xbe_tls(x, bytes + 0x1810, &tls);
}

#endif
