/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The console's timer in QEMU: a type next to its own 8254s, whose clock
 * cannot be chosen, so that QEMU's speaker port finds the third counter.
 * What it does is in console/pit.c.
 */
#include "qemu/osdep.h"
#include "chipset.h"
#include "../../console/pit.h"

OBJECT_DECLARE_SIMPLE_TYPE(XboxPit, XBOX_PIT)

struct XboxPit {
    PITCommonState parent_obj;
    NvPit pit;
    QEMUTimer timer;
    qemu_irq out;
};

#define PORT 0x40

/* --- what the chip asks --- */

static int64_t pit_now(void *opaque)
{
    return qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
}

static void pit_set_out(void *opaque, bool level)
{
    qemu_set_irq(((XboxPit *)opaque)->out, level);
}

static void pit_set_timer(void *opaque, int64_t when)
{
    XboxPit *s = opaque;

    if (when < 0) {
        timer_del(&s->timer);
    } else {
        timer_mod_ns(&s->timer, when);
    }
}

static const NvPitOps pit_ops = {
    .now = pit_now,
    .set_out = pit_set_out,
    .set_timer = pit_set_timer,
};

static void on_timer(void *opaque)
{
    nv_pit_timer(&((XboxPit *)opaque)->pit);
}

/* --- what the machine asks --- */

static uint64_t ports_read(void *opaque, hwaddr addr, unsigned size)
{
    return nv_pit_read(&((XboxPit *)opaque)->pit, addr);
}

static void ports_write(void *opaque, hwaddr addr, uint64_t value,
                        unsigned size)
{
    nv_pit_write(&((XboxPit *)opaque)->pit, addr, value);
}

static const MemoryRegionOps ports_ops = {
    .read = ports_read,
    .write = ports_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .impl = { .min_access_size = 1, .max_access_size = 1 },
};

static unsigned number_of(PITCommonState *common, PITChannelState *channel)
{
    return channel - common->channels;
}

static void set_gate(PITCommonState *common, PITChannelState *channel,
                     int level)
{
    nv_pit_set_gate(&XBOX_PIT(common)->pit, number_of(common, channel),
                    level);
}

static void get_info(PITCommonState *common, PITChannelState *channel,
                     PITChannelInfo *info)
{
    const NvPit *pit = &XBOX_PIT(common)->pit;
    unsigned i = number_of(common, channel);

    info->gate = pit->counter[i].gate;
    info->mode = pit->counter[i].mode;
    info->initial_count = pit->counter[i].period;
    info->out = nv_pit_out(pit, i);
}

/* --- snapshots: in the words of QEMU's 8254, which was here before --- */

/* A counter's two bytes: 1 and 2 one of them, 3 and 4 the next of both. */
static uint8_t next_byte(uint8_t access, bool high)
{
    return access == 3 ? 3 + high : access;
}

static void pre_save(PITCommonState *common)
{
    const NvPit *pit = &XBOX_PIT(common)->pit;
    unsigned i;

    for (i = 0; i < NV_PIT_COUNTERS; i++) {
        const NvPitCounter *c = &pit->counter[i];
        bool time = c->gate || c->mode == 1 || c->mode == 5;

        common->channels[i] = (PITChannelState) {
            .count = c->period,
            .latched_count = c->latched,
            .count_latched = c->latched_bytes,
            .status_latched = c->status_latched,
            .status = c->status,
            .read_state = next_byte(c->access, c->read_high),
            .write_state = next_byte(c->access, c->write_high),
            .write_latch = c->low,
            .rw_mode = c->access,
            .mode = c->mode,
            .bcd = c->bcd,
            .gate = c->gate,
            /* While the gate holds it: clocks, not a time. */
            .count_load_time = time && c->start != NV_PIT_NEVER
                               ? nv_pit_time(c->start) : c->start,
            .next_transition_time = pit->deadline,
        };
    }
}

static void post_load(PITCommonState *common)
{
    NvPit *pit = &XBOX_PIT(common)->pit;
    unsigned i;

    for (i = 0; i < NV_PIT_COUNTERS; i++) {
        const PITChannelState *from = &common->channels[i];
        bool time = from->gate || from->mode == 1 || from->mode == 5;

        pit->counter[i] = (NvPitCounter) {
            .period = from->count,
            .start = time && from->count_load_time != NV_PIT_NEVER
                     ? nv_pit_clock(from->count_load_time)
                     : from->count_load_time,
            .mode = from->mode,
            .access = from->rw_mode,
            .bcd = from->bcd,
            .gate = from->gate,
            .low = from->write_latch,
            .write_high = from->write_state == 4,
            .read_high = from->read_state == 4,
            .latched = from->latched_count,
            .latched_bytes = from->count_latched == 4
                             ? 2 : from->count_latched,
            .status = from->status,
            .status_latched = from->status_latched,
        };
    }
    pit->deadline = common->channels[0].next_transition_time;
    nv_pit_loaded(pit);
}

/* --- coming --- */

static void pit_reset(DeviceState *dev)
{
    nv_pit_reset(&XBOX_PIT(dev)->pit);
}

static void pit_realize(DeviceState *dev, Error **errp)
{
    XboxPit *s = XBOX_PIT(dev);
    ObjectClass *parent = object_class_by_name(TYPE_PIT_COMMON);

    timer_init_ns(&s->timer, QEMU_CLOCK_VIRTUAL, on_timer, s);
    qdev_init_gpio_out(dev, &s->out, 1);
    memory_region_init_io(&s->parent_obj.ioports, OBJECT(s), &ports_ops, s,
                          "xbox.pit", NV_PIT_PORTS);
    s->parent_obj.iobase = PORT;
    nv_pit_init(&s->pit, &pit_ops, s);
    DEVICE_CLASS(parent)->realize(dev, errp);
}

static void pit_class_init(ObjectClass *klass, NV2A_CLASS_DATA *data)
{
    PITCommonClass *pc = PIT_COMMON_CLASS(klass);
    DeviceClass *dc = DEVICE_CLASS(klass);

    dc->realize = pit_realize;
    xbox_legacy_reset(dc, pit_reset);
    pc->set_channel_gate = set_gate;
    pc->get_channel_info = get_info;
    pc->pre_save = pre_save;
    pc->post_load = post_load;
}

void nv2a_xbox_pit_register(void)
{
    static const TypeInfo info = {
        .name = TYPE_XBOX_PIT,
        .parent = TYPE_PIT_COMMON,
        .instance_size = sizeof(XboxPit),
        .class_init = pit_class_init,
    };

    type_register_static(&info);
}
