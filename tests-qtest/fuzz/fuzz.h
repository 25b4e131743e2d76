/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a fuzzer is: a function from a byte string to work.  driver.c runs it
 * with random strings or kept ones, guided.c under libFuzzer.  Both see how
 * long each call took of what hosts call (watch.c).
 */
#ifndef NV_TESTS_FUZZ_H
#define NV_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* One input: never fails, never ends the process but by a finding. */
void fuzz_input(const uint8_t *data, size_t size);

/* The longest call of a host's since a moment, by its thread's processor. */
typedef struct FuzzCall {
    const char *name;           /* "" if there was none */
    int64_t ns;
} FuzzCall;

void fuzz_watch_start(void);
FuzzCall fuzz_watch_longest(void);

#endif
