/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lists of operations; see records.h. */
#include "fuzz/records.h"

#include <string.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))

static uint32_t step(uint32_t *random)
{
    *random ^= *random << 13;
    *random ^= *random >> 17;
    *random ^= *random << 5;
    return *random;
}

bool fuzz_record_next(FuzzRecords *r)
{
    uint8_t record[FUZZ_RECORD] = { 0 };
    size_t size = MIN(r->left, sizeof(record));

    if (!size) {
        return false;
    }
    memcpy(record, r->at, size);
    r->at += size;
    r->left -= size;
    memcpy(r->params, record, FUZZ_PARAMS);
    r->used = 0;
    r->random = record[12] | record[13] << 8 | record[14] << 16 |
                (uint32_t)record[15] << 24;
    r->random = r->random ? : 1;
    return true;
}

uint8_t fuzz_record_byte(FuzzRecords *r)
{
    return r->used < FUZZ_PARAMS ? r->params[r->used++]
                                 : step(&r->random) >> 11;
}
