/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Vector registers for the values of a list.
 *
 * No hardware facts; see jit/regalloc.h for the method.
 */
#include "jit/regalloc.h"

void nv_ra_init(NvRa *ra, NvEmit *e, NvRaValue *value, uint32_t usable,
                unsigned first_slot)
{
    assert(usable);
    memset(ra, 0, sizeof(*ra));
    ra->e = e;
    ra->value = value;
    ra->bytes = e->target->bytes;
    ra->first_slot = ra->slots = first_slot;
    ra->usable = ra->free = usable;
    ra->free_slots = g_array_new(FALSE, FALSE, sizeof(int32_t));
}

void nv_ra_clear(NvRa *ra)
{
    g_array_free(ra->free_slots, TRUE);
}

/* --- The frame --- */

static int32_t slot_new(NvRa *ra)
{
    guint left = ra->free_slots->len;
    int32_t at;

    if (!left) {
        return ra->slots++ * ra->bytes;
    }
    at = g_array_index(ra->free_slots, int32_t, left - 1);
    g_array_set_size(ra->free_slots, left - 1);
    return at;
}

static void to_memory(NvRa *ra, NvRaValue *v)
{
    if (!v->in_memory) {
        v->home = nv_emit_at(ra->e, NV_BASE_FRAME, slot_new(ra), true);
        v->in_memory = true;
        nv_emit_store(ra->e, v->home, v->reg);
    }
}

/* --- Registers --- */

static void forget(NvRa *ra, unsigned r)
{
    assert(r < NV_RA_REGS);
    if (ra->holds[r]) {
        ra->value[ra->holds[r]].reg = -1;
        ra->holds[r] = 0;
    }
    ra->free |= 1u << r;
    ra->pinned &= ~(1u << r);
}

/* The register to give up, or -1 if all are in use by this node. */
static int victim(const NvRa *ra)
{
    unsigned candidates = ra->usable & ~ra->pinned & ~ra->free;
    uint32_t farthest = 0;
    int best = -1;

    for (; candidates; candidates &= candidates - 1) {
        int r = __builtin_ctz(candidates);
        const NvRaValue *v = &ra->value[ra->holds[r]];
        /* At the same distance, rather one that need not be stored. */
        uint32_t next = v->next == NV_RA_NEVER ? NV_RA_NEVER :
                        v->next * 2 + v->in_memory;

        if (best < 0 || next > farthest) {
            best = r;
            farthest = next;
        }
    }
    return best;
}

unsigned nv_ra_temp(NvRa *ra)
{
    int r;

    if (!ra->free) {
        r = victim(ra);
        if (r < 0) {
            ra->e->error = ra->e->error ? ra->e->error : "out-of-registers";
            return __builtin_ctz(ra->usable);
        }
        if (ra->value[ra->holds[r]].next != NV_RA_NEVER) {
            to_memory(ra, &ra->value[ra->holds[r]]);
        }
        forget(ra, r);
    }
    r = __builtin_ctz(ra->free);
    ra->free &= ~(1u << r);
    ra->pinned |= 1u << r;
    return r;
}

void nv_ra_drop(NvRa *ra, unsigned r)
{
    forget(ra, r);
}

void nv_ra_define(NvRa *ra, NvVal v, unsigned r)
{
    assert(r < NV_RA_REGS && v && (!ra->holds[r] || ra->e->error));
    ra->holds[r] = v;
    ra->value[v].reg = r;
    ra->fresh |= 1u << r;
}

unsigned nv_ra_use(NvRa *ra, NvVal v)
{
    NvRaValue *value = &ra->value[v];

    if (value->reg < 0) {
        unsigned r = nv_ra_temp(ra);

        nv_emit_load(ra->e, r, value->home);
        nv_ra_define(ra, v, r);
    }
    ra->pinned |= 1u << value->reg;
    return value->reg;
}

NvEmitArg nv_ra_operand(NvRa *ra, NvVal v)
{
    NvRaValue *value = &ra->value[v];

    if (value->reg < 0 && !value->home.spread &&
        (value->uniform || !ra->free)) {
        return value->home;
    }
    return nv_emit_reg(nv_ra_use(ra, v));
}

/* --- From node to node --- */

static void end_use(NvRa *ra, const NvRaUse *use)
{
    NvRaValue *v = &ra->value[use->value];
    unsigned frame = ra->e->target->base[NV_BASE_FRAME];

    v->next = use->next;
    if (v->next != NV_RA_NEVER) {
        return;
    }
    if (v->reg >= 0) {
        forget(ra, v->reg);
    }
    if (v->in_memory && v->home.n == frame) {
        g_array_append_val(ra->free_slots, v->home.disp);
        v->in_memory = false;
    }
}

void nv_ra_advance(NvRa *ra, const NvRaUse *uses, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        end_use(ra, &uses[i]);
    }
    ra->pinned = 0;
    /* A value that nobody uses. */
    for (unsigned used = ra->fresh & ~ra->free; used; used &= used - 1) {
        unsigned r = __builtin_ctz(used);

        if (ra->holds[r] && ra->value[ra->holds[r]].next == NV_RA_NEVER) {
            forget(ra, r);
        }
    }
    ra->fresh = 0;
}

/* True if this node is the last to use @v. */
static bool last_use(NvVal v, const NvRaUse *uses, unsigned count)
{
    bool last = false;

    for (unsigned i = 0; i < count; i++) {
        if (uses[i].value == v) {
            last = uses[i].next == NV_RA_NEVER;
        }
    }
    return last;
}

void nv_ra_flush(NvRa *ra, const NvRaUse *uses, unsigned count)
{
    for (unsigned r = 0; r < NV_RA_REGS; r++) {
        NvVal v = ra->holds[r];

        if (!v) {
            continue;
        }
        if (!last_use(v, uses, count)) {
            to_memory(ra, &ra->value[v]);
        }
        forget(ra, r);
    }
}
