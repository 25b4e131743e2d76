/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Facts (doc): the layout is that of the published I/O controllers with an
 * AC97 link; where the channels are, and the codec that has only its
 * identity, are known from drivers.  Registers are made of bytes, so that
 * every width of access works.
 */
#include "console/aci.h"

#include <string.h>

enum {
    /* A channel's registers, from its base. */
    LIST = 0x0, CURRENT = 0x4, LAST = 0x5, STATUS = 0x6, LEFT = 0x8,
    NEXT = 0xa, CONTROL = 0xb, CHANNEL_SIZE = 0xc,
    /* Of the bus master. */
    GLOBAL_CONTROL = 0x2c, GLOBAL_STATUS = 0x30, SEMAPHORE = 0x34,
    MASTER_SIZE = 0x80,
    /* Of the memory range. */
    MEMORY_MASTER = 0x100,
    /* Of the codec. */
    CODEC_RESET = 0x00, CODEC_POWER = 0x26, CODEC_SIZE = 0x80,
};
enum {
    STATUS_HALTED = 1, STATUS_AT_LAST = 2, STATUS_LAST_DONE = 4,
    STATUS_DONE = 8, STATUS_FIFO = 0x10,
    STATUS_EVENTS = STATUS_LAST_DONE | STATUS_DONE | STATUS_FIFO,

    CONTROL_RUN = 1, CONTROL_RESET = 2, CONTROL_LAST_IRQ = 4,
    CONTROL_FIFO_IRQ = 8, CONTROL_DONE_IRQ = 0x10, CONTROL_BITS = 0x1d,

    GLOBAL_ALIVE = 2,               /* 0: cold reset */
    GLOBAL_WARM = 4,                /* warm reset, done at once */
    GLOBAL_READY = 0x100,           /* the codec answers */

    FLAG_DONE_IRQ = 0x8000,         /* of a descriptor */
};
#define LIST_MASK 31
#define DESCRIPTOR 8

static const struct {
    uint8_t base;
    uint8_t pending;                /* bit of the global status */
} rows[NV_ACI_CHANNELS] = {
    [NV_ACI_IN] = { 0x00, 0x20 },
    [NV_ACI_OUT] = { 0x10, 0x40 },
    [NV_ACI_SPDIF] = { 0x70, 0x10 },
};

/* Words of the codec that are not 0: it is ready, and who made it. */
static const struct {
    uint8_t offset;
    uint16_t value;
} codec[] = {
    { CODEC_POWER, 0x000f },
    { 0x7c, 0x574d },
    { 0x7e, 0x4c09 },
};

/* --- interrupts --- */

static bool is_pending(const NvAciChannel *c)
{
    return (c->status & STATUS_DONE && c->control & CONTROL_DONE_IRQ) ||
           (c->status & STATUS_LAST_DONE && c->control & CONTROL_LAST_IRQ) ||
           (c->status & STATUS_FIFO && c->control & CONTROL_FIFO_IRQ);
}

static uint32_t global_status(const NvAci *aci)
{
    uint32_t value = GLOBAL_READY;
    unsigned i;

    for (i = 0; i < NV_ACI_CHANNELS; i++) {
        if (is_pending(&aci->channel[i])) {
            value |= rows[i].pending;
        }
    }
    return value;
}

static void update_irq(NvAci *aci)
{
    aci->ops->set_irq(aci->opaque, global_status(aci) != GLOBAL_READY);
}

/* --- channels --- */

static void reset_channel(NvAciChannel *c)
{
    memset(c, 0, sizeof(*c));
    c->status = STATUS_HALTED;
}

static uint32_t little(const uint8_t *p)
{
    return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
}

static void load_next(NvAci *aci, NvAciChannel *c)
{
    uint8_t bytes[DESCRIPTOR] = { 0 };

    c->current = c->next & LIST_MASK;
    c->next = (c->current + 1) & LIST_MASK;
    /* Where no memory is, all is zero: an empty buffer. */
    if (!aci->ops->read(aci->opaque, c->list + c->current * DESCRIPTOR,
                        bytes, sizeof(bytes))) {
        memset(bytes, 0, sizeof(bytes));
    }
    c->address = little(bytes) & ~1u;
    c->left = bytes[4] | bytes[5] << 8;
    c->flags = bytes[6] | bytes[7] << 8;
    c->loaded = true;
    c->status &= ~(STATUS_HALTED | STATUS_AT_LAST);
}

static void finish_buffer(NvAci *aci, NvAciChannel *c)
{
    if (c->flags & FLAG_DONE_IRQ) {
        c->status |= STATUS_DONE;
    }
    if (c->current == c->last) {
        c->status |= STATUS_LAST_DONE | STATUS_AT_LAST | STATUS_HALTED;
        c->loaded = false;
    } else {
        load_next(aci, c);
    }
}

bool nv_aci_active(const NvAci *aci, NvAciChannelId id)
{
    const NvAciChannel *c = &aci->channel[id];

    return c->control & CONTROL_RUN && c->loaded;
}

static void move(NvAci *aci, NvAciChannelId id, uint8_t *data, size_t size)
{
    const NvAciChannel *c = &aci->channel[id];
    static const uint8_t silence[256];
    size_t at, part;

    if (id != NV_ACI_IN) {
        if (data && !aci->ops->read(aci->opaque, c->address, data, size)) {
            memset(data, 0, size);
        }
        return;
    }
    for (at = 0; at < size; at += part) {
        part = size - at < sizeof(silence) ? size - at : sizeof(silence);
        aci->ops->write(aci->opaque, c->address + at,
                        data ? data + at : silence, part);
    }
}

size_t nv_aci_pass(NvAci *aci, NvAciChannelId id, void *data, size_t size)
{
    NvAciChannel *c = &aci->channel[id];
    unsigned buffers = 0;
    size_t done = 0;

    size &= ~(size_t)1;
    while (nv_aci_active(aci, id)) {
        size_t part = size - done;

        if (!c->left) {
            /* Empty buffers take no time: one turn of the list a call. */
            if (buffers++ > LIST_MASK) {
                break;
            }
            finish_buffer(aci, c);
            continue;
        }
        if (!part) {
            break;
        }
        if (part > c->left * 2u) {
            part = c->left * 2u;
        }
        move(aci, id, data ? (uint8_t *)data + done : NULL, part);
        c->address += part;
        c->left -= part / 2;
        done += part;
    }
    update_irq(aci);
    if (!nv_aci_active(aci, id)) {
        aci->ops->changed(aci->opaque);
    }
    return done;
}

static void write_control(NvAci *aci, NvAciChannel *c, uint8_t value)
{
    if (value & CONTROL_RESET) {
        reset_channel(c);
        return;
    }
    c->control = value & CONTROL_BITS;
    if (!(value & CONTROL_RUN)) {
        c->status |= STATUS_HALTED;         /* pauses where it is */
    } else if (c->loaded) {
        c->status &= ~STATUS_HALTED;
    } else if (!(c->status & STATUS_AT_LAST) || c->current != c->last) {
        load_next(aci, c);
    }
}

/* More buffers are valid: a list that had ended goes on. */
static void write_last(NvAci *aci, NvAciChannel *c, uint8_t value)
{
    c->last = value & LIST_MASK;
    if (c->control & CONTROL_RUN && !c->loaded) {
        load_next(aci, c);
    }
}

static void set_byte(uint32_t *word, unsigned byte, uint8_t value)
{
    *word = (*word & ~(0xffu << 8 * byte)) | (uint32_t)value << 8 * byte;
}

static void write_channel(NvAci *aci, NvAciChannel *c, unsigned offset,
                          uint8_t value)
{
    switch (offset) {
    case LIST ... LIST + 3:
        set_byte(&c->list, offset - LIST, value);
        c->list &= ~(uint32_t)(DESCRIPTOR - 1);
        break;
    case LAST:
        write_last(aci, c, value);
        break;
    case STATUS:
        c->status &= ~(value & STATUS_EVENTS);
        break;
    case CONTROL:
        write_control(aci, c, value);
        break;
    }
}

static uint8_t read_channel(const NvAciChannel *c, unsigned offset)
{
    switch (offset) {
    case LIST ... LIST + 3:
        return c->list >> 8 * (offset - LIST);
    case CURRENT:
        return c->current;
    case LAST:
        return c->last;
    case STATUS:
        return c->status;
    case LEFT:
        return c->left;
    case LEFT + 1:
        return c->left >> 8;
    case NEXT:
        return c->next;
    case CONTROL:
        return c->control;
    }
    return 0;
}

/* --- bus master and codec, a byte each --- */

/* The channel that has a register at @offset, or NULL. */
static NvAciChannel *find_channel(NvAci *aci, uint32_t offset, unsigned *at)
{
    unsigned i;

    for (i = 0; i < NV_ACI_CHANNELS; i++) {
        uint32_t from = offset - rows[i].base;

        if (from < CHANNEL_SIZE) {
            *at = from;
            return &aci->channel[i];
        }
    }
    return NULL;
}

static void reset_all(NvAci *aci)
{
    unsigned i;

    for (i = 0; i < NV_ACI_CHANNELS; i++) {
        reset_channel(&aci->channel[i]);
    }
    aci->semaphore = 0;
    aci->power = 0;
}

static uint8_t read_master(NvAci *aci, uint32_t offset)
{
    unsigned at;
    NvAciChannel *c = find_channel(aci, offset, &at);
    uint8_t value = 0;

    if (c) {
        return read_channel(c, at);
    }
    switch (offset) {
    case GLOBAL_CONTROL ... GLOBAL_CONTROL + 3:
        return aci->global_control >> 8 * (offset - GLOBAL_CONTROL);
    case GLOBAL_STATUS ... GLOBAL_STATUS + 3:
        return global_status(aci) >> 8 * (offset - GLOBAL_STATUS);
    case SEMAPHORE:
        /*
         * Taken by who reads 0, until the codec has been accessed.  An access
         * takes no time here: who finds it taken is the next.
         */
        value = aci->semaphore;
        aci->semaphore = !value;
        return value;
    case SEMAPHORE + 1 ... SEMAPHORE + 3:
        return 0;
    }
    aci->ops->unknown(aci->opaque, false, MEMORY_MASTER + offset);
    return 0;
}

static void write_master(NvAci *aci, uint32_t offset, uint8_t value)
{
    unsigned at;
    NvAciChannel *c = find_channel(aci, offset, &at);

    if (c) {
        write_channel(aci, c, at, value);
        return;
    }
    switch (offset) {
    case GLOBAL_CONTROL:
        if (!(value & GLOBAL_ALIVE) && aci->global_control & GLOBAL_ALIVE) {
            reset_all(aci);
        }
        value &= ~GLOBAL_WARM;
        /* fall through */
    case GLOBAL_CONTROL + 1 ... GLOBAL_CONTROL + 3:
        set_byte(&aci->global_control, offset - GLOBAL_CONTROL, value);
        break;
    case GLOBAL_STATUS ... GLOBAL_STATUS + 3:
    case SEMAPHORE ... SEMAPHORE + 3:
        break;
    default:
        aci->ops->unknown(aci->opaque, true, MEMORY_MASTER + offset);
    }
}

static uint8_t read_codec(NvAci *aci, uint32_t offset)
{
    unsigned i;

    aci->semaphore = 0;
    if (offset >= CODEC_SIZE) {
        return 0xff;                /* there is no second codec */
    }
    if (offset == CODEC_POWER + 1) {
        return aci->power;
    }
    for (i = 0; i < sizeof(codec) / sizeof(codec[0]); i++) {
        if ((offset & ~1u) == codec[i].offset) {
            return codec[i].value >> 8 * (offset & 1);
        }
    }
    return 0;
}

static void write_codec(NvAci *aci, uint32_t offset, uint8_t value)
{
    aci->semaphore = 0;
    if (offset == CODEC_POWER + 1) {
        aci->power = value;
    } else if (offset == CODEC_RESET) {
        aci->power = 0;
    }
}

/* Moves an offset of any range to the memory's; false: nothing is there. */
static bool locate(NvAciSpace space, uint32_t *offset)
{
    if (space == NV_ACI_MASTER) {
        if (*offset >= MASTER_SIZE) {
            return false;
        }
        *offset += MEMORY_MASTER;
    } else if (space == NV_ACI_MIXER && *offset >= MEMORY_MASTER) {
        return false;
    }
    return *offset < MEMORY_MASTER + MASTER_SIZE;
}

uint32_t nv_aci_io_read(NvAci *aci, NvAciSpace space, uint32_t offset,
                        unsigned size)
{
    uint32_t value = 0;
    unsigned i;

    for (i = 0; i < size && i < 4; i++) {
        uint32_t at = offset + i, byte;

        if (!locate(space, &at)) {
            aci->ops->unknown(aci->opaque, false, offset + i);
            byte = 0;
        } else if (at < MEMORY_MASTER) {
            byte = read_codec(aci, at);
        } else {
            byte = read_master(aci, at - MEMORY_MASTER);
        }
        value |= byte << 8 * i;
    }
    return value;
}

void nv_aci_io_write(NvAci *aci, NvAciSpace space, uint32_t offset,
                     unsigned size, uint32_t value)
{
    unsigned i;

    for (i = 0; i < size && i < 4; i++) {
        uint32_t at = offset + i;
        uint8_t byte = value >> 8 * i;

        if (!locate(space, &at)) {
            aci->ops->unknown(aci->opaque, true, offset + i);
        } else if (at < MEMORY_MASTER) {
            write_codec(aci, at, byte);
        } else {
            write_master(aci, at - MEMORY_MASTER, byte);
        }
    }
    update_irq(aci);
    aci->ops->changed(aci->opaque);
}

/* --- as a whole --- */

void nv_aci_reset(NvAci *aci)
{
    reset_all(aci);
    aci->global_control = 0;
    update_irq(aci);
    aci->ops->changed(aci->opaque);
}

void nv_aci_init(NvAci *aci, const NvAciOps *ops, void *opaque)
{
    memset(aci, 0, sizeof(*aci));
    aci->ops = ops;
    aci->opaque = opaque;
    reset_all(aci);
}

void nv_aci_loaded(NvAci *aci)
{
    unsigned i;

    for (i = 0; i < NV_ACI_CHANNELS; i++) {
        NvAciChannel *c = &aci->channel[i];

        c->list &= ~(uint32_t)(DESCRIPTOR - 1);
        c->address &= ~1u;
        c->current &= LIST_MASK;
        c->last &= LIST_MASK;
        c->next &= LIST_MASK;
        c->control &= CONTROL_BITS;
        c->loaded = c->loaded != 0;
    }
    update_irq(aci);
    aci->ops->changed(aci->opaque);
}
