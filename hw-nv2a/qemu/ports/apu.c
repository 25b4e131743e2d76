/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The console's audio processor on PCI.  What it does is in console/apu.h. */
#include "qemu/osdep.h"
#include "ports.h"
#include "../../console/apu.h"

OBJECT_DECLARE_SIMPLE_TYPE(XboxApu, XBOX_APU)

struct XboxApu {
    PCIDevice parent_obj;
    MemoryRegion region;
    NvApu apu;
};

static bool apu_dma_read(void *opaque, uint32_t address, void *data,
                         size_t size)
{
    return nv2a_ports_dma(opaque, address, data, size, false);
}

static bool apu_dma_write(void *opaque, uint32_t address, const void *data,
                          size_t size)
{
    return nv2a_ports_dma(opaque, address, (void *)data, size, true);
}

static void apu_set_irq(void *opaque, bool level)
{
    pci_set_irq(opaque, level);
}

static int64_t apu_now(void *opaque)
{
    return qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
}

static void apu_unknown(void *opaque, bool write, uint32_t offset,
                        uint32_t value)
{
    if (write) {
        nv2a_ports_log(LOG_UNIMP, "xbox-apu: register 0x%05x = 0x%08x",
                       offset, value);
    } else {
        nv2a_ports_log(LOG_UNIMP, "xbox-apu: read of register 0x%05x",
                       offset);
    }
}

static const NvApuOps apu_ops = {
    .read = apu_dma_read,
    .write = apu_dma_write,
    .set_irq = apu_set_irq,
    .now = apu_now,
    .unknown = apu_unknown,
};

static uint64_t region_read(void *opaque, hwaddr addr, unsigned size)
{
    return nv_apu_read(&((XboxApu *)opaque)->apu, addr, size);
}

static void region_write(void *opaque, hwaddr addr, uint64_t value,
                         unsigned size)
{
    nv_apu_write(&((XboxApu *)opaque)->apu, addr, size, value);
}

static const MemoryRegionOps region_ops = {
    .read = region_read,
    .write = region_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .impl = { .min_access_size = 1, .max_access_size = 4 },
};

static void apu_realize(PCIDevice *pci, Error **errp)
{
    XboxApu *s = XBOX_APU(pci);

    nv2a_ports_config(pci);
    nv_apu_init(&s->apu, &apu_ops, s);
    memory_region_init_io(&s->region, OBJECT(s), &region_ops, s, "xbox-apu",
                          NV_APU_SIZE);
    pci_register_bar(pci, 0, PCI_BASE_ADDRESS_SPACE_MEMORY, &s->region);
}

static void apu_reset(NV2A_RESET_HOLD_ARGS(obj))
{
    nv_apu_reset(&XBOX_APU(obj)->apu);
}

static int apu_post_load(void *opaque, int version)
{
    nv_apu_loaded(&((XboxApu *)opaque)->apu);
    return 0;
}

static int apu_pre_load(void *opaque)
{
    XboxApu *s = opaque;

    memset(s->apu.word, 0, sizeof(s->apu.word));
    return 0;
}

static bool apu_words_needed(void *opaque)
{
    XboxApu *s = opaque;

    return !buffer_is_zero(s->apu.word, sizeof(s->apu.word));
}

static const VMStateDescription apu_words_vmstate = {
    .name = "xbox-function/apu",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = apu_words_needed,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32_ARRAY(apu.word, XboxApu, NV_APU_WORDS),
        VMSTATE_END_OF_LIST()
    }
};

/* The name of a function without registers: that is what was here before. */
static const VMStateDescription apu_vmstate = {
    .name = "xbox-function",
    .version_id = 1,
    .minimum_version_id = 1,
    .pre_load = apu_pre_load,
    .post_load = apu_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_PCI_DEVICE(parent_obj, XboxApu),
        VMSTATE_END_OF_LIST()
    },
    .subsections = (NV2A_SUBSECTION[]) {
        &apu_words_vmstate,
        NULL
    }
};

static void apu_class_init(ObjectClass *klass, NV2A_CLASS_DATA *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    PCIDeviceClass *pc = PCI_DEVICE_CLASS(klass);

    RESETTABLE_CLASS(klass)->phases.hold = apu_reset;
    pc->realize = apu_realize;
    pc->vendor_id = 0x10de;
    pc->device_id = 0x01b0;
    pc->revision = 0xb1;
    pc->class_id = PCI_CLASS_MULTIMEDIA_AUDIO;
    dc->desc = "Audio processor of the console: registers, no sound";
    dc->vmsd = &apu_vmstate;
    set_bit(DEVICE_CATEGORY_SOUND, dc->categories);
}

static NV2A_INTERFACES apu_interfaces[] = {
    { INTERFACE_CONVENTIONAL_PCI_DEVICE },
    { },
};

static const TypeInfo apu_info = {
    .name = TYPE_XBOX_APU,
    .parent = TYPE_PCI_DEVICE,
    .instance_size = sizeof(XboxApu),
    .class_init = apu_class_init,
    .interfaces = apu_interfaces,
};

void nv2a_apu_register(void)
{
    type_register_static(&apu_info);
}
