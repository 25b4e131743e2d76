/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The machine's memory where it lies in the host: runs that the host has
 * shown during this call into the card, so that a range of many pages costs
 * one question.  No hardware facts.
 */
#include "base/bits.h"
#include "mem/mem.h"

#define BUS_END (UINT64_C(1) << 32)

/* A run is asked for from far below, to hold what comes next, too. */
static const uint8_t below[] = { 32, 26, 20, 12 };

static bool holds(const NvBusRun *run, uint64_t addr)
{
    return addr >= run->start && addr < run->end;
}

/* In the place of one that it covers, of the oldest otherwise. */
static NvBusRun *keep(NvMem *mem, const NvBusRun *run)
{
    NvBusRun *to = &mem->run[mem->next_run % NV_BUS_RUNS];

    for (unsigned i = 0; i < NV_BUS_RUNS; i++) {
        NvBusRun *old = &mem->run[i];

        if (old->end && old->start >= run->start && old->end <= run->end) {
            *old = *run;
            return old;
        }
    }
    mem->next_run++;
    *to = *run;
    return to;
}

static const NvBusRun *ask(NvMem *mem, uint64_t addr)
{
    const NvHostOps *ops = mem->env->ops;

    for (unsigned i = 0; ops->dma_map && i < NV_ARRAY_SIZE(below); i++) {
        NvBusRun run = { .start = addr & ~((UINT64_C(1) << below[i]) - 1) };
        uint64_t len = BUS_END - run.start;

        if (mem->env->captured && below[i] > 12) {
            continue;
        }
        run.host = ops->dma_map(mem->env->host, run.start, &len);
        run.end = run.start + len;
        if (run.host && holds(&run, addr)) {
            return keep(mem, &run);
        }
    }
    return NULL;
}

static const NvBusRun *find(NvMem *mem, uint64_t addr)
{
    if (mem->run_call != mem->env->call) {
        memset(mem->run, 0, sizeof(mem->run));
        mem->run_call = mem->env->call;
        mem->next_run = 0;
    }
    for (unsigned i = 0; i < NV_BUS_RUNS; i++) {
        if (holds(&mem->run[i], addr)) {
            return &mem->run[i];
        }
    }
    return ask(mem, addr);
}

const uint8_t *nv_mem_bus_at(NvMem *mem, uint64_t addr, uint64_t *run)
{
    const NvBusRun *r = addr < BUS_END ? find(mem, addr) : NULL;

    if (!r) {
        return NULL;
    }
    *run = r->end - addr;
    return r->host + (addr - r->start);
}
