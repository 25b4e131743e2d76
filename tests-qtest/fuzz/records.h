/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An input as a list of records of one size: an operation each, with some
 * bytes for what it does and a seed for all that it asks for beyond.  So a
 * change of one operation leaves the others as they were, large operations
 * are small in a corpus, and libFuzzer may add, move and join whole ones
 * (mutate.c).
 */
#ifndef NV_TESTS_FUZZ_RECORDS_H
#define NV_TESTS_FUZZ_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FUZZ_RECORD 16          /* bytes */
#define FUZZ_PARAMS 12          /* of them, before the seed */

typedef struct FuzzRecords {
    const uint8_t *at;          /* the next record */
    size_t left;                /* bytes from there on */
    uint8_t params[FUZZ_PARAMS];
    unsigned used;              /* of the params */
    uint32_t random;            /* never 0 */
} FuzzRecords;

/* The next record, filled up with zeros if it is cut off; false: no more. */
bool fuzz_record_next(FuzzRecords *r);
/* A byte of the record's. */
uint8_t fuzz_record_byte(FuzzRecords *r);

#endif
