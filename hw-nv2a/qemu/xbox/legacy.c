/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the console has of a PC: interrupt controllers, timer, clock, DMA,
 * speaker, serial ports, and the drives at the IDE channel.
 */
#include "qemu/osdep.h"
#include "board.h"

static void set_isa(void *opaque, int irq, int level)
{
    XboxChipset *s = opaque;

    nv_console_set_isa(s->console, irq, level);
}

/*
 * The chip set joins the lines of devices with those that it routes; the
 * system timer's and the second 8259's have nothing to be joined with.
 */
static void add_isa_irqs(XboxBoard *b, qemu_irq *pic)
{
    qemu_irq *joined = qemu_allocate_irqs(set_isa, b->chipset, ISA_NUM_IRQS);

    memcpy(b->chipset->pic, pic, sizeof(b->chipset->pic));
    joined[0] = pic[0];
    joined[2] = pic[2];
    xbox_isa_irqs(b->isa, joined);
}

/*
 * A PC's keyboard is never level triggered; here its input is the first USB
 * controller's (hw), so ELCR must take that bit (guess).
 */
static void allow_level(XboxBoard *b)
{
    BusChild *child;
    PICCommonState *pic;

    QTAILQ_FOREACH(child, &BUS(b->isa)->children, sibling) {
        pic = (PICCommonState *)object_dynamic_cast(OBJECT(child->child),
                                                    TYPE_PIC_COMMON);
        if (pic && pic->master) {
            pic->elcr_mask |= 1u << 1;
        }
    }
}

/*
 * emu: QEMU's local APIC drops the 8259's line while LINT0 is masked, which
 * is its reset state, even after software turned the APIC off; P6 parts pass
 * it on then.  The APIC is off under TCG, see machine.c; KVM does pass it.
 */
static void add_pic(XboxBoard *b)
{
    qemu_irq *pic;
    GSIState *gsi;

    if (xbox_kvm_pic()) {
        gsi = pc_gsi_create(&pic, true);
        add_isa_irqs(b, pic);
        pc_i8259_create(b->isa, gsi->i8259_irq);
    } else {
        pic = i8259_init(b->isa, x86_allocate_cpu_irq());
        add_isa_irqs(b, pic);
        allow_level(b);
    }
}

/* A PC machine brings a speaker along, and it must be realized. */
static ISADevice *new_speaker(MachineState *ms)
{
    return object_dynamic_cast(OBJECT(ms), TYPE_PC_MACHINE) ?
           PC_MACHINE(ms)->pcspk : isa_new("isa-pcspk");
}

static void add_speaker(XboxBoard *b, ISADevice *pit)
{
    ISADevice *speaker = new_speaker(b->ms);

    object_property_set_link(OBJECT(speaker), "pit", OBJECT(pit),
                             &error_fatal);
    isa_realize_and_unref(speaker, b->isa, &error_fatal);
}

static void add_serial(XboxBoard *b)
{
    ISADevice *port;
    unsigned i;

    for (i = 0; i < 2; i++) {
        if (!serial_hd(i)) {
            continue;
        }
        port = isa_new("isa-serial");
        qdev_prop_set_uint32(DEVICE(port), "index", i);
        qdev_prop_set_chr(DEVICE(port), "chardev", serial_hd(i));
        isa_realize_and_unref(port, b->isa, &error_fatal);
    }
}

/*
 * doc: an emulator of the console; its BIOS takes the clock's memory for valid
 * if it holds this pattern.  The two bytes of the century are the clock's.
 */
static void add_rtc(XboxBoard *b)
{
    /* Its type depends on the release. */
    __typeof__(mc146818_rtc_init(b->isa, 2000, NULL)) rtc =
        mc146818_rtc_init(b->isa, 2000, NULL);
    int i;

    for (i = 0x10; i < 0x70; i++) {
        if (i != 0x32 && i != 0x37) {
            xbox_rtc_set(rtc, i, i & 1 ? 0xaa : 0x55);
        }
    }
}

void nv2a_xbox_add_legacy(XboxBoard *b)
{
    ISADevice *pit;

    b->isa = ISA_BUS(qdev_get_child_bus(
        DEVICE(b->chipset->fn[NV_CONSOLE_LPC]), "isa.0"));
    add_pic(b);
    add_rtc(b);
    pit = isa_new(TYPE_XBOX_PIT);
    isa_realize_and_unref(pit, b->isa, &error_fatal);
    qdev_connect_gpio_out(DEVICE(pit), 0, isa_get_irq(pit, 0));
    xbox_dma_init(b->isa);
    add_speaker(b, pit);
    add_serial(b);
}

/*
 * hw: one channel, the disk is its master and the DVD drive its slave.  QEMU's
 * -cdrom means the second channel's master.
 */
void nv2a_xbox_add_drives(XboxBoard *b)
{
    PCIIDEState *ide = PCI_IDE(b->chipset->fn[NV_CONSOLE_IDE]);
    DriveInfo *drive[2] = {
        drive_get(IF_IDE, 0, 0), drive_get(IF_IDE, 0, 1),
    };
    unsigned i;

    if (!drive[1]) {
        drive[1] = drive_get(IF_IDE, 1, 0);
    }
    for (i = 0; i < 2; i++) {
        if (drive[i]) {
            xbox_ide_drive(&ide->bus[0], i, drive[i]);
        }
        if (drive[i] && drive[i]->media_cd) {
            b->chipset->dvd = blk_by_legacy_dinfo(drive[i]);
        }
    }
}
