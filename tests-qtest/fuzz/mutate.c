/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How libFuzzer changes lists of operations: whole ones are added, repeated,
 * taken out, exchanged, and joined from two lists; one changes in its kind, its
 * details, or only in the random numbers beyond them.  What a number becomes,
 * say a word that a method takes, is up to who reads it (card-words.c).
 */
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

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max,
                               unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size,
                                 const uint8_t *b, size_t b_size,
                                 uint8_t *out, size_t max, unsigned seed);

/* The first record says on what the others work. */
typedef struct List {
    uint8_t *data;
    size_t count, most;         /* records */
    uint32_t random;
} List;

static size_t below(List *l, size_t n)
{
    return step(&l->random) % n;
}

static uint8_t *record(List *l, size_t i)
{
    return l->data + i * FUZZ_RECORD;
}

static void fill(List *l, size_t i, size_t from)
{
    for (size_t k = from; k < FUZZ_RECORD; k++) {
        record(l, i)[k] = below(l, 256);
    }
}

static void insert(List *l, size_t at)
{
    memmove(record(l, at + 1), record(l, at),
            (l->count - at) * FUZZ_RECORD);
    l->count++;
}

static void add_new(List *l)
{
    size_t at = 1 + below(l, l->count);

    if (l->count < l->most) {
        insert(l, at);
        fill(l, at, 0);
    }
}

static void repeat(List *l)
{
    size_t from = below(l, l->count), at = 1 + below(l, l->count);
    uint8_t copy[FUZZ_RECORD];

    if (l->count < l->most) {
        memcpy(copy, record(l, from), FUZZ_RECORD);
        insert(l, at);
        memcpy(record(l, at), copy, FUZZ_RECORD);
    }
}

static void take_out(List *l)
{
    size_t at, n;

    if (l->count < 3) {
        return;
    }
    at = 1 + below(l, l->count - 1);
    n = 1 + below(l, MIN(l->count - at, 8));
    memmove(record(l, at), record(l, at + n),
            (l->count - at - n) * FUZZ_RECORD);
    l->count -= n;
}

static void swap(List *l)
{
    size_t a = below(l, l->count), b = below(l, l->count);
    uint8_t copy[FUZZ_RECORD];

    if (a && b) {
        memcpy(copy, record(l, a), FUZZ_RECORD);
        memcpy(record(l, a), record(l, b), FUZZ_RECORD);
        memcpy(record(l, b), copy, FUZZ_RECORD);
    }
}

/* Another operation, other details, or only other random numbers. */
static void change(List *l)
{
    size_t at = below(l, l->count), k = below(l, FUZZ_PARAMS);

    switch (below(l, 5)) {
    case 0:
        fill(l, at, FUZZ_PARAMS);
        break;
    case 1:
        fill(l, at, 1);
        break;
    case 2:
        record(l, at)[k] = below(l, 256);
        break;
    case 3:
        record(l, at)[k] += 1 + 254 * below(l, 2);
        break;
    default:
        LLVMFuzzerMutate(record(l, at), FUZZ_RECORD, FUZZ_RECORD);
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max,
                               unsigned seed)
{
    static void (*const ways[])(List *l) = {
        add_new, add_new, repeat, take_out, swap, change, change, change,
    };
    List l = { data, (size + FUZZ_RECORD - 1) / FUZZ_RECORD,
               max / FUZZ_RECORD, seed * 2654435761u | 1 };
    unsigned times;

    if (!l.most) {
        return LLVMFuzzerMutate(data, size, max);
    }
    if (!l.count) {
        l.count = 1;
    }
    l.count = MIN(l.count, l.most);
    if (size < l.count * FUZZ_RECORD) {
        memset(data + size, 0, l.count * FUZZ_RECORD - size);
    }
    for (times = 1 + below(&l, 4); times--; ) {
        ways[below(&l, sizeof(ways) / sizeof(ways[0]))](&l);
    }
    return l.count * FUZZ_RECORD;
}

/* The beginning of one and the end of the other. */
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size,
                                 const uint8_t *b, size_t b_size,
                                 uint8_t *out, size_t max, unsigned seed)
{
    List l = { .random = seed * 2654435761u | 1 };
    size_t head = FUZZ_RECORD * (1 + below(&l, a_size / FUZZ_RECORD + 1));
    size_t skip = FUZZ_RECORD * (1 + below(&l, b_size / FUZZ_RECORD + 1));
    size_t tail;

    head = MIN(MIN(head, a_size), max);
    memcpy(out, a, head);
    if (skip >= b_size) {
        return head;
    }
    tail = MIN(b_size - skip, max - head);
    memcpy(out + head, b + skip, tail);
    return head + tail;
}
