/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a round of fuzz-qtest does to a card in QEMU, a random step at a time.
 */
#ifndef NV_TESTS_FUZZ_QTEST_STEPS_H
#define NV_TESTS_FUZZ_QTEST_STEPS_H

#include "qtest/nv2a-qtest.h"

typedef struct Fuzz {
    NvQtest *t;
    GRand *rand;
    const char *args;           /* of QEMU, for a restart */
    const char *errors;         /* a file: its standard error */
    uint32_t config[16];        /* as it was, to come back to */
    char *dir;
    bool verbose;               /* each step says what it is */
    unsigned long steps, loads;
} Fuzz;

/* A number less than @n. */
static inline unsigned below(Fuzz *f, unsigned n)
{
    return g_rand_int_range(f->rand, 0, n);
}

/* Once the card of f->t is there: it gets a channel. */
void fuzz_begin(Fuzz *f);
/* One step, of any kind. */
void fuzz_step(Fuzz *f);

#endif
