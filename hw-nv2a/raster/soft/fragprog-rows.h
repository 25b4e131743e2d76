/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Operations of fragment programs, one row a code.  Codes are those drivers
 * send; formulas are drivers', the OpenGL extensions' or emulators', and rows
 * that end in "guess" rest on names alone.
 *
 * X(code, name, sources, chips): chips 3 Rankine, 4 Curie, 7 both.
 */
#define NV_FRAG_OP_ROWS(X) \
    X(0x00, NOP, 0, 7) \
    X(0x01, MOV, 1, 7) \
    X(0x02, MUL, 2, 7) \
    X(0x03, ADD, 2, 7) \
    X(0x04, MAD, 3, 7) \
    X(0x05, DP3, 2, 7) \
    X(0x06, DP4, 2, 7) \
    X(0x07, DST, 2, 7) \
    X(0x08, MIN, 2, 7) \
    X(0x09, MAX, 2, 7) \
    X(0x0a, SLT, 2, 7) \
    X(0x0b, SGE, 2, 7) \
    X(0x0c, SLE, 2, 7) \
    X(0x0d, SGT, 2, 7) \
    X(0x0e, SNE, 2, 7) \
    X(0x0f, SEQ, 2, 7) \
    X(0x10, FRC, 1, 7) \
    X(0x11, FLR, 1, 7) \
    X(0x12, KIL, 0, 7) \
    X(0x13, PK4B, 1, 7) \
    X(0x14, UP4B, 1, 7) \
    X(0x15, DDX, 1, 7) \
    X(0x16, DDY, 1, 7) \
    X(0x17, TEX, 1, 7) \
    X(0x18, TXP, 1, 7) \
    X(0x19, TXD, 3, 7) \
    X(0x1a, RCP, 1, 7) \
    X(0x1b, RSQ, 1, 3) \
    X(0x1c, EX2, 1, 7) \
    X(0x1d, LG2, 1, 7) \
    X(0x1e, LIT, 1, 3) \
    X(0x1f, LRP, 3, 3) \
    X(0x20, STR, 0, 7) \
    X(0x21, SFL, 0, 7) \
    X(0x22, COS, 1, 7) \
    X(0x23, SIN, 1, 7) \
    X(0x24, PK2H, 1, 7) \
    X(0x25, UP2H, 1, 7) \
    X(0x26, POW, 2, 3) \
    X(0x27, PK4UB, 1, 7) \
    X(0x28, UP4UB, 1, 7) \
    X(0x29, PK2US, 1, 7) \
    X(0x2a, UP2US, 1, 7) \
    X(0x2b, X2D, 3, 7)      /* guess */ \
    X(0x2e, DP2A, 3, 7) \
    X(0x2f, TXL, 1, 4) \
    X(0x31, TXB, 1, 7) \
    X(0x33, TEXBEM, 3, 7) \
    X(0x34, TXPBEM, 3, 7) \
    X(0x36, RFL, 2, 3) \
    X(0x37, TIMESWTEX, 1, 7)    /* guess */ \
    X(0x38, DP2, 2, 7) \
    X(0x39, NRM, 1, 7) \
    X(0x3a, DIV, 2, 7) \
    X(0x3b, DIVSQ, 2, 7)    /* guess */ \
    X(0x3c, LITEX2, 1, 4)

/*
 * Those that say what comes next, told by bit 31 of word 2 (here bit 6 of the
 * code); where they lead is in words 2 and 3, in words from the program's
 * begin (Mesa's and emulators' headers agree).
 */
#define NV_FRAG_FLOW_ROWS(X) \
    X(0x40, BRK, 0, 4) \
    X(0x41, CAL, 0, 4) \
    X(0x42, IF, 0, 4) \
    X(0x43, LOOP, 0, 4) \
    X(0x44, REP, 0, 4) \
    X(0x45, RET, 0, 4)
