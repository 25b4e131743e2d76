/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The Ethernet controller as a PCI function and a client of QEMU's net layer.
 * What it does is in console/nic.h.
 */
#include "qemu/osdep.h"
#include "ports-compat.h"
#include "../../console/nic.h"

OBJECT_DECLARE_SIMPLE_TYPE(XboxNic, XBOX_NIC)

struct XboxNic {
    PCIDevice parent_obj;
    MemoryRegion mmio, io;
    NICConf conf;
    NICState *net;
    QEMUBH *bh;
    QEMUTimer timer;
    NvNic nic;
};

/* --- what the controller asks for --- */

static bool nic_dma_read(void *opaque, uint32_t address, void *data,
                         size_t size)
{
    return nv2a_ports_dma(opaque, address, data, size, false);
}

static bool nic_dma_write(void *opaque, uint32_t address, const void *data,
                          size_t size)
{
    return nv2a_ports_dma(opaque, address, (void *)data, size, true);
}

static void nic_set_irq(void *opaque, bool level)
{
    pci_set_irq(opaque, level);
}

static void nic_send(void *opaque, const uint8_t *frame, size_t size)
{
    XboxNic *s = opaque;

    qemu_send_packet(qemu_get_queue(s->net), frame, size);
}

static void nic_later(void *opaque)
{
    XboxNic *s = opaque;

    qemu_bh_schedule(s->bh);
}

static void nic_timer(void *opaque, int64_t ns)
{
    XboxNic *s = opaque;

    if (ns < 0) {
        timer_del(&s->timer);
    } else {
        timer_mod(&s->timer, qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL) + ns);
    }
}

static void nic_receives(void *opaque)
{
    XboxNic *s = opaque;

    if (s->net && nv_nic_can_receive(&s->nic)) {
        qemu_flush_queued_packets(qemu_get_queue(s->net));
    }
}

static void nic_unknown(void *opaque, bool write, uint32_t offset)
{
    nv2a_ports_log(LOG_UNIMP, "xbox-nic: %s of unknown register 0x%03x",
                   write ? "write" : "read", offset);
}

static const NvNicOps nic_ops = {
    .read = nic_dma_read,
    .write = nic_dma_write,
    .set_irq = nic_set_irq,
    .send = nic_send,
    .later = nic_later,
    .timer = nic_timer,
    .receives = nic_receives,
    .unknown = nic_unknown,
};

static void on_bh(void *opaque)
{
    XboxNic *s = opaque;

    nv_nic_work(&s->nic);
}

static void on_timer(void *opaque)
{
    XboxNic *s = opaque;

    nv_nic_timer(&s->nic);
}

/* --- from the net layer --- */

static bool net_can_receive(NetClientState *nc)
{
    XboxNic *s = qemu_get_nic_opaque(nc);

    return nv_nic_can_receive(&s->nic);
}

static ssize_t net_receive(NetClientState *nc, const uint8_t *frame,
                           size_t size)
{
    XboxNic *s = qemu_get_nic_opaque(nc);

    nv_nic_receive(&s->nic, frame, size);
    return size;
}

static void net_link_changed(NetClientState *nc)
{
    XboxNic *s = qemu_get_nic_opaque(nc);

    nv_nic_set_link(&s->nic, nc->peer && !nc->link_down);
}

static NetClientInfo net_info = {
    .type = NET_CLIENT_DRIVER_NIC,
    .size = sizeof(NICState),
    .can_receive = net_can_receive,
    .receive = net_receive,
    .link_status_changed = net_link_changed,
};

/* --- from the bus --- */

static uint64_t mmio_read(void *opaque, hwaddr addr, unsigned size)
{
    XboxNic *s = opaque;

    return nv_nic_io_read(&s->nic, addr, size);
}

static void mmio_write(void *opaque, hwaddr addr, uint64_t value,
                       unsigned size)
{
    XboxNic *s = opaque;

    nv_nic_io_write(&s->nic, addr, size, value);
}

static const MemoryRegionOps mmio_ops = {
    .read = mmio_read,
    .write = mmio_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = { .min_access_size = 1, .max_access_size = 4,
               .unaligned = true },
    .impl = { .min_access_size = 1, .max_access_size = 4,
              .unaligned = true },
};

/* The eight ports have no known meaning. */
static uint64_t port_read(void *opaque, hwaddr addr, unsigned size)
{
    nv2a_ports_log(LOG_UNIMP, "xbox-nic: read of port %u", (unsigned)addr);
    return 0;
}

static void port_write(void *opaque, hwaddr addr, uint64_t value,
                       unsigned size)
{
    nv2a_ports_log(LOG_UNIMP, "xbox-nic: write to port %u", (unsigned)addr);
}

static const MemoryRegionOps port_ops = {
    .read = port_read,
    .write = port_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
};

/* --- coming and going --- */

static void nic_realize(PCIDevice *pci, Error **errp)
{
    XboxNic *s = XBOX_NIC(pci);
    DeviceState *dev = DEVICE(pci);

    qemu_macaddr_default_if_unset(&s->conf.macaddr);
    nv_nic_init(&s->nic, &nic_ops, s, s->conf.macaddr.a);
    timer_init_ns(&s->timer, QEMU_CLOCK_VIRTUAL, on_timer, s);
    s->bh = qemu_bh_new(on_bh, s);
    nv2a_ports_config(pci);
    memory_region_init_io(&s->mmio, OBJECT(s), &mmio_ops, s, "xbox-nic",
                          NV_NIC_SIZE);
    memory_region_init_io(&s->io, OBJECT(s), &port_ops, s, "xbox-nic-io",
                          NV_NIC_IO_SIZE);
    pci_register_bar(pci, 0, PCI_BASE_ADDRESS_SPACE_MEMORY, &s->mmio);
    pci_register_bar(pci, 1, PCI_BASE_ADDRESS_SPACE_IO, &s->io);
    s->net = nv2a_new_nic(&net_info, &s->conf, dev, s);
    qemu_format_nic_info_str(qemu_get_queue(s->net), s->conf.macaddr.a);
    net_link_changed(qemu_get_queue(s->net));
}

static void nic_exit(PCIDevice *pci)
{
    XboxNic *s = XBOX_NIC(pci);

    qemu_del_nic(s->net);
    qemu_bh_delete(s->bh);
    timer_del(&s->timer);
    nv_nic_free(&s->nic);
}

static void nic_reset(NV2A_RESET_HOLD_ARGS(obj))
{
    XboxNic *s = XBOX_NIC(obj);

    nv_nic_reset(&s->nic);
}

static int nic_post_load(void *opaque, int version)
{
    XboxNic *s = opaque;
    NetClientState *nc = qemu_get_queue(s->net);

    nv_nic_loaded(&s->nic);
    /* The cable is the new host's. */
    nv_nic_set_link(&s->nic, nc->peer && !nc->link_down);
    return 0;
}

static const VMStateDescription nic_vmstate = {
    .name = TYPE_XBOX_NIC,
    .version_id = 1,
    .minimum_version_id = 1,
    .post_load = nic_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_PCI_DEVICE(parent_obj, XboxNic),
        VMSTATE_TIMER(timer, XboxNic),
        VMSTATE_UINT32_ARRAY(nic.values, XboxNic, NV_NIC_SIZE / 4),
        VMSTATE_UINT16_ARRAY(nic.phy, XboxNic, 32),
        VMSTATE_UINT16(nic.tx_at, XboxNic),
        VMSTATE_UINT16(nic.rx_at, XboxNic),
        VMSTATE_UINT32(nic.tx_size, XboxNic),
        VMSTATE_UINT8(nic.tx_bad, XboxNic),
        VMSTATE_UINT8(nic.link, XboxNic),
        VMSTATE_UINT8(nic.link_lost, XboxNic),
        VMSTATE_UINT8(nic.waiting, XboxNic),
        VMSTATE_UINT8_ARRAY(nic.tx_frame, XboxNic, NV_NIC_FRAME),
        VMSTATE_END_OF_LIST()
    }
};

NV2A_PROPERTIES(nic_properties) = {
    DEFINE_NIC_PROPERTIES(XboxNic, conf),
    NV2A_PROPERTIES_END
};

static void nic_class_init(ObjectClass *klass, NV2A_CLASS_DATA *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    PCIDeviceClass *pc = PCI_DEVICE_CLASS(klass);

    RESETTABLE_CLASS(klass)->phases.hold = nic_reset;
    pc->realize = nic_realize;
    pc->exit = nic_exit;
    pc->vendor_id = 0x10de;
    pc->device_id = 0x01c3;
    pc->revision = 0xd2;
    pc->class_id = PCI_CLASS_NETWORK_ETHERNET;
    dc->desc = "Ethernet controller of the console";
    dc->vmsd = &nic_vmstate;
    set_bit(DEVICE_CATEGORY_NETWORK, dc->categories);
    device_class_set_props(dc, nic_properties);
}

static NV2A_INTERFACES nic_interfaces[] = {
    { INTERFACE_CONVENTIONAL_PCI_DEVICE },
    { },
};

static const TypeInfo nic_info = {
    .name = TYPE_XBOX_NIC,
    .parent = TYPE_PCI_DEVICE,
    .instance_size = sizeof(XboxNic),
    .class_init = nic_class_init,
    .interfaces = nic_interfaces,
};

void nv2a_nic_register(void)
{
    type_register_static(&nic_info);
}
