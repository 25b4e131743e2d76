/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counting what came how often; see nv2a/ration.h. */
#include "nv2a/ration.h"

/* The key's place, or that of all others when the rest is taken. */
static NvRationed *find(NvRation *r, uint32_t key)
{
    uint32_t at = (key * 0x9e3779b1u >> 16) % NV_RATION_KEYS;

    for (unsigned i = 0; i < NV_RATION_KEYS; i++) {
        NvRationed *s = &r->key[(at + i) % NV_RATION_KEYS];

        if (!s->count) {
            s->key = key;
        }
        if (s->key == key) {
            return s;
        }
    }
    return &r->others;
}

bool nv_ration(NvRation *r, uint32_t key, uint64_t *nth)
{
    *nth = ++find(r, key)->count;
    return !(*nth & (*nth - 1));
}
