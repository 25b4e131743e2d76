/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The audio codec interface as a PCI function and a voice of QEMU's audio.
 * What it does is in console/aci.h.
 *
 * Time: what is heard is taken when the host's audio asks for it; the other
 * channels, and that one too where there is no audio, go by guest time.
 */
#include "qemu/osdep.h"
#include "ports-compat.h"
#include "../../console/aci.h"

OBJECT_DECLARE_SIMPLE_TYPE(XboxAci, XBOX_ACI)

#define TICK_NS (5 * SCALE_MS)
/* A host that was away longer than that skips time. */
#define TICK_FRAMES_MAX (NV_ACI_RATE / 10)
/* Whose `-audiodev` it plays to, unless audiodev= names another. */
#define AUDIODEV_ID "xbox"
#define CHUNK 4096              /* bytes on their way to the host */
/* Silence after a list's end, or the host's buffers would keep the end. */
#define TAIL (NV_ACI_RATE / 5 * NV_ACI_FRAME)

typedef struct AciRange {
    XboxAci *owner;
    NvAciSpace space;
    MemoryRegion region;
} AciRange;

struct XboxAci {
    PCIDevice parent_obj;
    AciRange range[NV_ACI_SPACES];
    NvAci aci;
    QEMUTimer timer;
    int64_t begin;              /* guest time when frame 0 was played */
    int64_t frames;             /* since then */
    bool ticking, realized;
    Nv2aSound sound;
    SWVoiceOut *voice;
    bool playing;
    uint8_t chunk[CHUNK];       /* taken from the guest, not yet played */
    uint32_t chunk_at, chunk_end;
    uint32_t tail;              /* bytes of silence still to be played */
};

static bool has_voice(XboxAci *s)
{
    return s->voice != NULL;
}

/* --- channels that go by guest time --- */

static bool goes_by_timer(XboxAci *s, unsigned id)
{
    return nv_aci_active(&s->aci, id) &&
           !(id == NV_ACI_OUT && has_voice(s));
}

static bool timer_needed(XboxAci *s)
{
    unsigned id;

    for (id = 0; id < NV_ACI_CHANNELS; id++) {
        if (goes_by_timer(s, id)) {
            return true;
        }
    }
    return false;
}

static void start_ticking(XboxAci *s)
{
    s->begin = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
    s->frames = 0;
    s->ticking = true;
    timer_mod(&s->timer, s->begin + TICK_NS);
}

/* Frames that should have been played by now and were not. */
static unsigned frames_due(XboxAci *s, int64_t now)
{
    int64_t all = muldiv64(MAX(now - s->begin, 0), NV_ACI_RATE,
                           NANOSECONDS_PER_SECOND);
    int64_t due = MAX(all - s->frames, 0);

    s->frames += due;
    if (s->frames >= NV_ACI_RATE) {
        /* Whole seconds, so that nothing is rounded away. */
        int64_t seconds = s->frames / NV_ACI_RATE;

        s->frames -= seconds * NV_ACI_RATE;
        s->begin += seconds * NANOSECONDS_PER_SECOND;
    }
    return MIN(due, TICK_FRAMES_MAX);
}

static void on_tick(void *opaque)
{
    XboxAci *s = opaque;
    int64_t now = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
    unsigned frames = frames_due(s, now);
    unsigned id;

    for (id = 0; id < NV_ACI_CHANNELS; id++) {
        if (goes_by_timer(s, id)) {
            nv_aci_pass(&s->aci, id, NULL, frames * NV_ACI_FRAME);
        }
    }
    s->ticking = timer_needed(s);
    if (s->ticking) {
        timer_mod(&s->timer, now + TICK_NS);
    }
}

/* --- the channel that is heard --- */

static void fill_chunk(XboxAci *s, size_t room)
{
    size_t size = MIN(room & ~(size_t)(NV_ACI_FRAME - 1), CHUNK);

    s->chunk_at = 0;
    s->chunk_end = nv_aci_pass(&s->aci, NV_ACI_OUT, s->chunk, size);
    /* A list of an odd number of samples ends with half a frame. */
    while (s->chunk_end % NV_ACI_FRAME) {
        s->chunk[s->chunk_end++] = 0;
    }
    if (s->chunk_end) {
        s->tail = TAIL;
    } else {
        s->chunk_end = MIN(size, s->tail);
        s->tail -= s->chunk_end;
        memset(s->chunk, 0, s->chunk_end);
    }
}

static void update_playing(XboxAci *s)
{
    bool play = nv_aci_active(&s->aci, NV_ACI_OUT) ||
                s->chunk_at < s->chunk_end || s->tail;

    if (s->voice && play != s->playing) {
        s->playing = play;
        AUD_set_active_out(s->voice, play);
    }
}

/* The host wants @room bytes. */
static void on_voice(void *opaque, int room)
{
    XboxAci *s = opaque;

    while (room >= NV_ACI_FRAME) {
        size_t size;

        if (s->chunk_at == s->chunk_end) {
            fill_chunk(s, room);
        }
        if (s->chunk_at == s->chunk_end) {
            break;
        }
        size = AUD_write(s->voice, s->chunk + s->chunk_at,
                         MIN((uint32_t)room, s->chunk_end - s->chunk_at));
        if (!size) {
            break;
        }
        s->chunk_at += size;
        room -= size;
    }
    update_playing(s);
}

static void open_voice(XboxAci *s)
{
    struct audsettings as = {
        .freq = NV_ACI_RATE, .nchannels = 2, .fmt = AUDIO_FORMAT_S16,
    };

    /*
     * No default: QEMU would try every driver that it has, and those say
     * much on a host without sound.
     */
    s->voice = nv2a_sound_open(&s->sound, AUDIODEV_ID, TYPE_XBOX_ACI, &as,
                               on_voice, s);
}

/* --- what the interface asks for --- */

static bool aci_dma_read(void *opaque, uint32_t address, void *data,
                         size_t size)
{
    return nv2a_ports_dma(opaque, address, data, size, false);
}

static bool aci_dma_write(void *opaque, uint32_t address, const void *data,
                          size_t size)
{
    return nv2a_ports_dma(opaque, address, (void *)data, size, true);
}

static void aci_set_irq(void *opaque, bool level)
{
    pci_set_irq(opaque, level);
}

static void aci_changed(void *opaque)
{
    XboxAci *s = opaque;

    if (!s->realized) {
        return;
    }
    update_playing(s);
    if (!s->ticking && timer_needed(s)) {
        start_ticking(s);
    }
}

static void aci_unknown(void *opaque, bool write, uint32_t offset)
{
    nv2a_ports_log(LOG_UNIMP, "xbox-aci: %s of unknown register 0x%03x",
                   write ? "write" : "read", offset);
}

static const NvAciOps aci_ops = {
    .read = aci_dma_read,
    .write = aci_dma_write,
    .set_irq = aci_set_irq,
    .changed = aci_changed,
    .unknown = aci_unknown,
};

/* --- from the bus --- */

static uint64_t range_read(void *opaque, hwaddr addr, unsigned size)
{
    AciRange *r = opaque;

    return nv_aci_io_read(&r->owner->aci, r->space, addr, size);
}

static void range_write(void *opaque, hwaddr addr, uint64_t value,
                        unsigned size)
{
    AciRange *r = opaque;

    nv_aci_io_write(&r->owner->aci, r->space, addr, size, value);
}

static const MemoryRegionOps range_ops = {
    .read = range_read,
    .write = range_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = { .min_access_size = 1, .max_access_size = 4,
               .unaligned = true },
    .impl = { .min_access_size = 1, .max_access_size = 4,
              .unaligned = true },
};

/* --- coming and going --- */

static void add_ranges(XboxAci *s)
{
    static const struct {
        const char *name;
        uint32_t size;
        uint8_t type;
    } rows[NV_ACI_SPACES] = {
        { "xbox-aci-mixer", 256, PCI_BASE_ADDRESS_SPACE_IO },
        { "xbox-aci-master", 128, PCI_BASE_ADDRESS_SPACE_IO },
        { "xbox-aci", 4096, PCI_BASE_ADDRESS_SPACE_MEMORY },
    };
    unsigned i;

    for (i = 0; i < NV_ACI_SPACES; i++) {
        AciRange *r = &s->range[i];

        r->owner = s;
        r->space = i;
        memory_region_init_io(&r->region, OBJECT(s), &range_ops, r,
                              rows[i].name, rows[i].size);
        pci_register_bar(&s->parent_obj, i, rows[i].type, &r->region);
    }
}

static void aci_realize(PCIDevice *pci, Error **errp)
{
    XboxAci *s = XBOX_ACI(pci);

    nv_aci_init(&s->aci, &aci_ops, s);
    timer_init_ns(&s->timer, QEMU_CLOCK_VIRTUAL, on_tick, s);
    nv2a_ports_config(pci);
    add_ranges(s);
    open_voice(s);
    s->realized = true;
}

static void aci_exit(PCIDevice *pci)
{
    XboxAci *s = XBOX_ACI(pci);

    s->realized = false;
    timer_del(&s->timer);
    nv2a_sound_close(&s->sound, s->voice);
}

static void aci_reset(NV2A_RESET_HOLD_ARGS(obj))
{
    XboxAci *s = XBOX_ACI(obj);

    s->chunk_at = s->chunk_end = s->tail = 0;
    nv_aci_reset(&s->aci);
}

static int aci_pre_load(void *opaque)
{
    XboxAci *s = opaque;

    timer_del(&s->timer);
    s->ticking = false;
    s->chunk_at = s->chunk_end = s->tail = 0;
    return 0;
}

static int aci_post_load(void *opaque, int version)
{
    XboxAci *s = opaque;

    nv_aci_loaded(&s->aci);
    return 0;
}

static const VMStateDescription channel_vmstate = {
    .name = "xbox-aci-channel",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32(list, NvAciChannel),
        VMSTATE_UINT32(address, NvAciChannel),
        VMSTATE_UINT16(left, NvAciChannel),
        VMSTATE_UINT16(flags, NvAciChannel),
        VMSTATE_UINT16(status, NvAciChannel),
        VMSTATE_UINT8(current, NvAciChannel),
        VMSTATE_UINT8(last, NvAciChannel),
        VMSTATE_UINT8(next, NvAciChannel),
        VMSTATE_UINT8(control, NvAciChannel),
        VMSTATE_UINT8(loaded, NvAciChannel),
        VMSTATE_END_OF_LIST()
    }
};

static const VMStateDescription aci_vmstate = {
    .name = TYPE_XBOX_ACI,
    .version_id = 1,
    .minimum_version_id = 1,
    .pre_load = aci_pre_load,
    .post_load = aci_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_PCI_DEVICE(parent_obj, XboxAci),
        VMSTATE_STRUCT_ARRAY(aci.channel, XboxAci, NV_ACI_CHANNELS, 1,
                             channel_vmstate, NvAciChannel),
        VMSTATE_UINT32(aci.global_control, XboxAci),
        VMSTATE_UINT8(aci.semaphore, XboxAci),
        VMSTATE_UINT8(aci.power, XboxAci),
        VMSTATE_END_OF_LIST()
    }
};

NV2A_PROPERTIES(aci_properties) = {
    DEFINE_AUDIO_PROPERTIES(XboxAci, sound),
    NV2A_PROPERTIES_END
};

static void aci_class_init(ObjectClass *klass, NV2A_CLASS_DATA *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    PCIDeviceClass *pc = PCI_DEVICE_CLASS(klass);

    RESETTABLE_CLASS(klass)->phases.hold = aci_reset;
    pc->realize = aci_realize;
    pc->exit = aci_exit;
    pc->vendor_id = 0x10de;
    pc->device_id = 0x01b1;
    pc->revision = 0xb1;
    pc->class_id = PCI_CLASS_MULTIMEDIA_AUDIO;
    dc->desc = "AC97 audio of the console";
    dc->vmsd = &aci_vmstate;
    set_bit(DEVICE_CATEGORY_SOUND, dc->categories);
    device_class_set_props(dc, aci_properties);
}

static NV2A_INTERFACES aci_interfaces[] = {
    { INTERFACE_CONVENTIONAL_PCI_DEVICE },
    { },
};

static const TypeInfo aci_info = {
    .name = TYPE_XBOX_ACI,
    .parent = TYPE_PCI_DEVICE,
    .instance_size = sizeof(XboxAci),
    .class_init = aci_class_init,
    .interfaces = aci_interfaces,
};

void nv2a_aci_register(void)
{
    type_register_static(&aci_info);
}
