/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The pad as a USB device.  What it does is in console/pad.h; here are its
 * plug, QEMU's keyboard and mouse, and properties.  Facts (doc): the ids and
 * the interface's class are those that drivers look for.
 */
#include "qemu/osdep.h"
#include "ports.h"
#include "pad.h"
#include "hw/usb.h"
#include "hw/usb/desc.h"
#include "ui/input.h"

OBJECT_DECLARE_SIMPLE_TYPE(XboxPad, XBOX_PAD)

#define SETTLE_NS (40 * SCALE_MS)

struct XboxPad {
    USBDevice parent_obj;
    NvPad pad;
    USBEndpoint *in;
    bool fresh;                 /* software has not seen this report yet */
    QEMUTimer timer;            /* the mouse's deflection falls back */
    QemuInputHandlerState *handler;
    bool input;                 /* takes QEMU's keyboard and mouse */
    char *evdev;
    XboxPadEvdev *host;
};

static const USBDescStrings pad_strings = { "", "hw-nv2a", "Pad", "1" };

static const USBDescIface pad_interface = {
    .bNumEndpoints = 2,
    .bInterfaceClass = 0x58,
    .bInterfaceSubClass = 0x42,
    .eps = (USBDescEndpoint[]) {
        { .bEndpointAddress = USB_DIR_IN | 2,
          .bmAttributes = USB_ENDPOINT_XFER_INT,
          .wMaxPacketSize = 32, .bInterval = 4 },
        { .bEndpointAddress = USB_DIR_OUT | 2,
          .bmAttributes = USB_ENDPOINT_XFER_INT,
          .wMaxPacketSize = 32, .bInterval = 4 },
    },
};

static const USBDescDevice pad_device = {
    .bcdUSB = 0x0110,
    .bMaxPacketSize0 = 8,
    .bNumConfigurations = 1,
    .confs = (USBDescConfig[]) {
        { .bNumInterfaces = 1, .bConfigurationValue = 1,
          .bmAttributes = USB_CFG_ATT_ONE, .bMaxPower = 50,
          .nif = 1, .ifs = &pad_interface },
    },
};

static const USBDesc pad_desc = {
    .id = {
        .idVendor = 0x045e, .idProduct = 0x0202, .bcdDevice = 0x0100,
        .iManufacturer = 1, .iProduct = 2, .iSerialNumber = 3,
    },
    .full = &pad_device,
    .str = pad_strings,
};

/* --- keyboard and mouse --- */

/* The keys; docs and help name them from here. */
static const struct {
    QKeyCode key;
    NvPadControl control;
} keys[] = {
    { Q_KEY_CODE_UP, NV_PAD_UP },
    { Q_KEY_CODE_DOWN, NV_PAD_DOWN },
    { Q_KEY_CODE_LEFT, NV_PAD_LEFT },
    { Q_KEY_CODE_RIGHT, NV_PAD_RIGHT },
    { Q_KEY_CODE_RET, NV_PAD_START },
    { Q_KEY_CODE_BACKSPACE, NV_PAD_BACK },
    { Q_KEY_CODE_1, NV_PAD_LEFT_STICK },
    { Q_KEY_CODE_2, NV_PAD_RIGHT_STICK },
    { Q_KEY_CODE_A, NV_PAD_A },
    { Q_KEY_CODE_B, NV_PAD_B },
    { Q_KEY_CODE_X, NV_PAD_X },
    { Q_KEY_CODE_Y, NV_PAD_Y },
    { Q_KEY_CODE_K, NV_PAD_BLACK },
    { Q_KEY_CODE_W, NV_PAD_WHITE },
    { Q_KEY_CODE_L, NV_PAD_LEFT_TRIGGER },
    { Q_KEY_CODE_R, NV_PAD_RIGHT_TRIGGER },
    { Q_KEY_CODE_F, NV_PAD_LX_MINUS },
    { Q_KEY_CODE_H, NV_PAD_LX_PLUS },
    { Q_KEY_CODE_G, NV_PAD_LY_MINUS },
    { Q_KEY_CODE_T, NV_PAD_LY_PLUS },
    { Q_KEY_CODE_KP_4, NV_PAD_RX_MINUS },
    { Q_KEY_CODE_KP_6, NV_PAD_RX_PLUS },
    { Q_KEY_CODE_KP_2, NV_PAD_RY_MINUS },
    { Q_KEY_CODE_KP_8, NV_PAD_RY_PLUS },
};

/* The mouse itself moves the right stick. */
static const struct {
    InputButton button;
    NvPadControl control;
} buttons[] = {
    { INPUT_BUTTON_LEFT, NV_PAD_RIGHT_TRIGGER },
    { INPUT_BUTTON_RIGHT, NV_PAD_LEFT_TRIGGER },
    { INPUT_BUTTON_MIDDLE, NV_PAD_RIGHT_STICK },
};

/* @changed: the report is another one; wake who waits for it. */
static void announce(XboxPad *s, bool changed)
{
    if (changed) {
        s->fresh = true;
        usb_wakeup(s->in, 0);
    }
}

static bool take_key(XboxPad *s, QKeyCode key, bool down)
{
    unsigned i;

    for (i = 0; i < ARRAY_SIZE(keys); i++) {
        if (keys[i].key == key) {
            return nv_pad_press(&s->pad, keys[i].control, down);
        }
    }
    return false;
}

static bool take_button(XboxPad *s, InputButton button, bool down)
{
    unsigned i;

    for (i = 0; i < ARRAY_SIZE(buttons); i++) {
        if (buttons[i].button == button) {
            return nv_pad_press(&s->pad, buttons[i].control, down);
        }
    }
    return false;
}

static bool take_motion(XboxPad *s, const InputMoveEvent *move)
{
    int counts = CLAMP(move->value, -1024, 1024);

    timer_mod(&s->timer, qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL) + SETTLE_NS);
    /* Down is positive for a mouse, up for a stick. */
    return move->axis == INPUT_AXIS_X
           ? nv_pad_move(&s->pad, NV_PAD_RX, counts)
           : nv_pad_move(&s->pad, NV_PAD_RY, -counts);
}

static void on_input(DeviceState *dev, QemuConsole *con, InputEvent *event)
{
    XboxPad *s = XBOX_PAD(dev);
    bool changed = false;

    switch (event->type) {
    case INPUT_EVENT_KIND_KEY:
        changed = take_key(s,
            qemu_input_key_value_to_qcode(event->u.key.data->key),
            event->u.key.data->down);
        break;
    case INPUT_EVENT_KIND_BTN:
        changed = take_button(s, event->u.btn.data->button,
                              event->u.btn.data->down);
        break;
    case INPUT_EVENT_KIND_REL:
        changed = take_motion(s, event->u.rel.data);
        break;
    default:
        break;
    }
    announce(s, changed);
}

static QemuInputHandler pad_handler = {
    .name = "Pad",
    .mask = INPUT_EVENT_MASK_KEY | INPUT_EVENT_MASK_BTN |
            INPUT_EVENT_MASK_REL,
    .event = on_input,
};

static void on_timer(void *opaque)
{
    XboxPad *s = opaque;

    announce(s, nv_pad_settle(&s->pad));
    if (nv_pad_moves(&s->pad)) {
        timer_mod(&s->timer,
                  qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL) + SETTLE_NS);
    }
}

static void on_host(void *opaque, const XboxPadChange *change)
{
    XboxPad *s = opaque;

    announce(s, change->is_axis
                ? nv_pad_set_stick(&s->pad, change->which, change->value)
                : nv_pad_set_pressure(&s->pad, change->which,
                                      change->value));
}

/* --- the plug --- */

static void pad_handle_control(USBDevice *dev, USBPacket *p, int request,
                               int value, int index, int length,
                               uint8_t *data)
{
    XboxPad *s = XBOX_PAD(dev);
    int done = usb_desc_handle_control(dev, p, request, value, index, length,
                                       data);

    if (done >= 0) {
        return;
    }
    done = nv_pad_request(&s->pad, request, value, data, length);
    if (done < 0) {
        p->status = USB_RET_STALL;
    } else {
        p->actual_length = done;
    }
}

static void pad_in(XboxPad *s, USBPacket *p)
{
    uint8_t report[NV_PAD_REPORT];

    if (!s->fresh) {
        p->status = USB_RET_NAK;
        return;
    }
    s->fresh = false;
    nv_pad_report(&s->pad, report);
    usb_packet_copy(p, report, MIN(p->iov.size, sizeof(report)));
}

static void pad_out(XboxPad *s, USBPacket *p)
{
    uint8_t data[32];
    size_t size = MIN(p->iov.size, sizeof(data));

    usb_packet_copy(p, data, size);
    nv_pad_output(&s->pad, data, size);
}

static void pad_handle_data(USBDevice *dev, USBPacket *p)
{
    XboxPad *s = XBOX_PAD(dev);

    if (p->ep->nr != 2) {
        p->status = USB_RET_STALL;
    } else if (p->pid == USB_TOKEN_IN) {
        pad_in(s, p);
    } else {
        pad_out(s, p);
    }
}

/* What is held stays held; the bus' reset lets go of the motors. */
static void pad_handle_reset(USBDevice *dev)
{
    XboxPad *s = XBOX_PAD(dev);

    s->pad.motor[0] = s->pad.motor[1] = 0;
    s->fresh = true;
}

/* --- coming and going --- */

static void pad_realize(USBDevice *dev, Error **errp)
{
    XboxPad *s = XBOX_PAD(dev);

    if (s->evdev) {
        s->host = xbox_pad_evdev_open(s->evdev, on_host, s, errp);
        if (!s->host) {
            return;
        }
    }
    usb_desc_create_serial(dev);
    usb_desc_init(dev);
    s->in = usb_ep_get(dev, USB_TOKEN_IN, 2);
    timer_init_ns(&s->timer, QEMU_CLOCK_VIRTUAL, on_timer, s);
    nv_pad_reset(&s->pad);
    s->fresh = true;
    if (s->input && !s->evdev) {
        s->handler = qemu_input_handler_register(DEVICE(dev), &pad_handler);
        qemu_input_handler_activate(s->handler);
    }
}

static void pad_unrealize(USBDevice *dev)
{
    XboxPad *s = XBOX_PAD(dev);

    if (s->handler) {
        qemu_input_handler_unregister(s->handler);
        s->handler = NULL;
    }
    xbox_pad_evdev_close(s->host);
    s->host = NULL;
    timer_del(&s->timer);
}

/* "left right times": the motors as last set, and how often they were. */
static char *get_rumble(Object *obj, Error **errp)
{
    XboxPad *s = XBOX_PAD(obj);

    return g_strdup_printf("%u %u %u", s->pad.motor[0], s->pad.motor[1],
                           s->pad.outputs);
}

/* The report as it is now, in hexadecimal. */
static char *get_report(Object *obj, Error **errp)
{
    GString *text = g_string_new(NULL);
    uint8_t report[NV_PAD_REPORT];
    unsigned i;

    nv_pad_report(&XBOX_PAD(obj)->pad, report);
    for (i = 0; i < NV_PAD_REPORT; i++) {
        g_string_append_printf(text, "%02x", report[i]);
    }
    return g_string_free(text, false);
}

static const VMStateDescription pad_vmstate = {
    .name = TYPE_XBOX_PAD,
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_USB_DEVICE(parent_obj, XboxPad),
        VMSTATE_TIMER(timer, XboxPad),
        VMSTATE_BOOL(fresh, XboxPad),
        VMSTATE_UINT8(pad.buttons, XboxPad),
        VMSTATE_UINT8_ARRAY(pad.pressure, XboxPad, 8),
        VMSTATE_UINT8_ARRAY(pad.ends, XboxPad, NV_PAD_AXES),
        VMSTATE_INT16_ARRAY(pad.stick, XboxPad, NV_PAD_AXES),
        VMSTATE_INT32_ARRAY(pad.moved, XboxPad, NV_PAD_AXES),
        VMSTATE_UINT16_ARRAY(pad.motor, XboxPad, 2),
        VMSTATE_UINT32(pad.outputs, XboxPad),
        VMSTATE_END_OF_LIST()
    }
};

NV2A_PROPERTIES(pad_properties) = {
    DEFINE_PROP_BOOL("input", XboxPad, input, true),
    DEFINE_PROP_STRING("evdev", XboxPad, evdev),
    NV2A_PROPERTIES_END
};

static void pad_class_init(ObjectClass *klass, NV2A_CLASS_DATA *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    USBDeviceClass *uc = USB_DEVICE_CLASS(klass);

    uc->product_desc = "Pad";
    uc->usb_desc = &pad_desc;
    uc->realize = pad_realize;
    uc->unrealize = pad_unrealize;
    uc->handle_attach = usb_desc_attach;
    uc->handle_reset = pad_handle_reset;
    uc->handle_control = pad_handle_control;
    uc->handle_data = pad_handle_data;
    dc->desc = "pad of the console";
    dc->vmsd = &pad_vmstate;
    set_bit(DEVICE_CATEGORY_INPUT, dc->categories);
    device_class_set_props(dc, pad_properties);
    object_class_property_set_description(klass, "input",
        "take QEMU's keyboard and mouse (not with evdev)");
    object_class_property_set_description(klass, "evdev",
        "a pad of the host, for instance /dev/input/event5");
    object_class_property_add_str(klass, "rumble", get_rumble, NULL);
    object_class_property_set_description(klass, "rumble",
        "left and right motor as last set, 0 to 65535, and how often");
    object_class_property_add_str(klass, "report", get_report, NULL);
    object_class_property_set_description(klass, "report",
        "what is pressed now: the 20 bytes that software reads");
}

static const TypeInfo pad_info = {
    .name = TYPE_XBOX_PAD,
    .parent = TYPE_USB_DEVICE,
    .instance_size = sizeof(XboxPad),
    .class_init = pad_class_init,
};

void nv2a_pad_register(void)
{
    type_register_static(&pad_info);
}
