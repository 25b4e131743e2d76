/* SPDX-License-Identifier: GPL-2.0-or-later */
/* PTIMER; see ptimer.h. */
#include "card/ptimer.h"

#include "base/wide.h"
#include "chip/chips.h"

enum {
    PTIMER_INTR = 0x100,
    PTIMER_INTR_EN = 0x140,
    PTIMER_CLOCK_DIV = 0x200,
    PTIMER_CLOCK_MUL = 0x210,
    PTIMER_TIME_LOW = 0x400,
    PTIMER_TIME_HIGH = 0x410,
    PTIMER_ALARM = 0x420,
};

#define COUNTER_BITS 56
#define ALARM_TICKS (UINT64_C(1) << 27)

static const NvField fields[] = {
    NV_FIELD(NvPtimer, intr),
    NV_FIELD(NvPtimer, intr_en),
    NV_FIELD(NvPtimer, div),
    NV_FIELD(NvPtimer, mul),
    NV_FIELD(NvPtimer, alarm),
    NV_FIELD(NvPtimer, base_ticks),
    NV_FIELD(NvPtimer, base_ns),
    NV_FIELD_END
};

const NvSection nv_ptimer_section = {
    .name = "ptimer", .version = 1, .size = sizeof(NvPtimer),
    .fields = fields,
};

/* Ticks a second are num / den; num 0 = the counter stands still. */
static void ratio(const NvPtimer *t, uint64_t *num, uint64_t *den)
{
    /* A divider of 0 and a multiplier above it misbehave: stand still. */
    bool runs = t->div && t->mul <= t->div;

    *num = runs ? (uint64_t)t->env->chip->nvclk_khz * t->mul : 0;
    *den = UINT64_C(1000000) * (runs ? t->div : 1);
}

static uint64_t counter_at(const NvPtimer *t, int64_t now)
{
    uint64_t num, den;
    uint64_t ticks;

    ratio(t, &num, &den);
    ticks = nv_mul_add_div(now - t->base_ns, num, 0, den);
    return (t->base_ticks + ticks) & ((UINT64_C(1) << COUNTER_BITS) - 1);
}

uint64_t nv_ptimer_time(const NvPtimer *t)
{
    return counter_at(t, nv_env_clock(t->env)) << 5;
}

void nv_ptimer_rearm(NvPtimer *t)
{
    int64_t now = nv_env_clock(t->env);
    uint64_t num, den, left, ns;

    if (!t->env->ops->timer_set) {
        return;
    }
    ratio(t, &num, &den);
    if (!num || !(t->intr_en & 1)) {
        t->env->ops->timer_set(t->env->host, NV_TIMER_ALARM, -1);
        return;
    }
    left = ((t->alarm >> 5) - counter_at(t, now)) & (ALARM_TICKS - 1);
    if (!left) {
        left = ALARM_TICKS;
    }
    ns = nv_mul_add_div(left, den, num - 1, num);
    if (ns > INT64_MAX / 2) {
        ns = INT64_MAX / 2;
    }
    t->env->ops->timer_set(t->env->host, NV_TIMER_ALARM, now + (int64_t)ns);
}

static void rebase(NvPtimer *t, uint64_t ticks)
{
    t->base_ns = nv_env_clock(t->env);
    t->base_ticks = ticks & ((UINT64_C(1) << COUNTER_BITS) - 1);
}

void nv_ptimer_expired(NvPtimer *t)
{
    nv_trace(t->env, ptimer_alarm, nv_ptimer_time(t));
    t->intr |= 1;
    nv_env_irq_changed(t->env);
    nv_ptimer_rearm(t);
}

bool nv_ptimer_intr(const NvPtimer *t)
{
    return t->intr & t->intr_en;
}

void nv_ptimer_init(NvPtimer *t, NvEnv *env)
{
    t->env = env;
}

void nv_ptimer_reset(NvPtimer *t)
{
    t->intr = t->intr_en = t->alarm = 0;
    t->div = t->env->chip->ptimer_div;
    t->mul = t->env->chip->ptimer_mul;
    rebase(t, 0);
    nv_ptimer_rearm(t);
}

uint32_t nv_ptimer_read(NvPtimer *t, uint32_t offset)
{
    switch (offset) {
    case PTIMER_INTR:
        return t->intr;
    case PTIMER_INTR_EN:
        return t->intr_en;
    case PTIMER_CLOCK_DIV:
        return t->div;
    case PTIMER_CLOCK_MUL:
        return t->mul;
    case PTIMER_TIME_LOW:
        return nv_ptimer_time(t);
    case PTIMER_TIME_HIGH:
        return nv_ptimer_time(t) >> 32;
    case PTIMER_ALARM:
        return t->alarm;
    default:
        return 0;
    }
}

void nv_ptimer_write(NvPtimer *t, uint32_t offset, uint32_t value)
{
    uint64_t time = nv_ptimer_time(t);

    switch (offset) {
    case PTIMER_INTR:
        t->intr &= ~value;
        nv_env_irq_changed(t->env);
        return;
    case PTIMER_INTR_EN:
        t->intr_en = value & 1;
        nv_env_irq_changed(t->env);
        break;
    case PTIMER_CLOCK_DIV:
    case PTIMER_CLOCK_MUL:
        rebase(t, time >> 5);
        *(offset == PTIMER_CLOCK_DIV ? &t->div : &t->mul) = value & 0xffff;
        break;
    case PTIMER_TIME_LOW:
        rebase(t, ((time & ~UINT64_C(0xffffffff)) | value) >> 5);
        break;
    case PTIMER_TIME_HIGH:
        rebase(t, ((time & 0xffffffff) |
                   (uint64_t)(value & 0x1fffffff) << 32) >> 5);
        break;
    case PTIMER_ALARM:
        t->alarm = value & ~0x1fu;
        break;
    default:
        return;
    }
    nv_ptimer_rearm(t);
}
