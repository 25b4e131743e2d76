/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A pad of the host, read from Linux' event device.  Facts: the names of
 * buttons and axes are those of linux/input-event-codes.h and of the kernel's
 * description of gamepads.
 */
#include "qemu/osdep.h"
#include "ports.h"
#include "pad.h"

#ifdef CONFIG_LINUX
#include <linux/input.h>
#include <sys/ioctl.h>

#define BATCH 64                /* events a turn of the main loop */

typedef enum AxisKind {
    STICK,                      /* -32768..32767 */
    STICK_DOWN,                 /* the same, but down is positive */
    TRIGGER,                    /* 0..255 */
    HAT,                        /* two buttons, @which and the next */
} AxisKind;

typedef struct AxisRow {
    uint16_t code;
    AxisKind kind;
    unsigned which;
} AxisRow;

static const AxisRow axes[] = {
    { ABS_X, STICK, NV_PAD_LX },
    { ABS_Y, STICK_DOWN, NV_PAD_LY },
    { ABS_RX, STICK, NV_PAD_RX },
    { ABS_RY, STICK_DOWN, NV_PAD_RY },
    { ABS_Z, TRIGGER, NV_PAD_LEFT_TRIGGER },
    { ABS_RZ, TRIGGER, NV_PAD_RIGHT_TRIGGER },
    { ABS_HAT0X, HAT, NV_PAD_LEFT },
    { ABS_HAT0Y, HAT, NV_PAD_UP },
};

static const struct {
    uint16_t code;
    NvPadControl control;
} keys[] = {
    { BTN_SOUTH, NV_PAD_A },
    { BTN_EAST, NV_PAD_B },
    { BTN_NORTH, NV_PAD_X },    /* as the kernel's driver for pads names X */
    { BTN_WEST, NV_PAD_Y },
    { BTN_C, NV_PAD_BLACK },
    { BTN_Z, NV_PAD_WHITE },
    { BTN_TL, NV_PAD_WHITE },
    { BTN_TR, NV_PAD_BLACK },
    { BTN_TL2, NV_PAD_LEFT_TRIGGER },
    { BTN_TR2, NV_PAD_RIGHT_TRIGGER },
    { BTN_START, NV_PAD_START },
    { BTN_SELECT, NV_PAD_BACK },
    { BTN_THUMBL, NV_PAD_LEFT_STICK },
    { BTN_THUMBR, NV_PAD_RIGHT_STICK },
    { BTN_DPAD_UP, NV_PAD_UP },
    { BTN_DPAD_DOWN, NV_PAD_DOWN },
    { BTN_DPAD_LEFT, NV_PAD_LEFT },
    { BTN_DPAD_RIGHT, NV_PAD_RIGHT },
};

struct XboxPadEvdev {
    int fd;
    XboxPadChanged changed;
    void *opaque;
    struct input_absinfo range[ARRAY_SIZE(axes)];
};

static void tell(XboxPadEvdev *e, bool is_axis, unsigned which, int value)
{
    XboxPadChange change = { is_axis, which, value };

    e->changed(e->opaque, &change);
}

/* @value within the axis' own range, as 0..@top. */
static int scale(const struct input_absinfo *range, int value, int top)
{
    int64_t span = (int64_t)range->maximum - range->minimum;
    int64_t from = (int64_t)value - range->minimum;

    return span <= 0 ? 0 : CLAMP(from, 0, span) * top / span;
}

static void take_axis(XboxPadEvdev *e, unsigned i, int value)
{
    const AxisRow *row = &axes[i];

    switch (row->kind) {
    case STICK:
        tell(e, true, row->which,
             scale(&e->range[i], value, 65535) - 32768);
        break;
    case STICK_DOWN:
        tell(e, true, row->which,
             32767 - scale(&e->range[i], value, 65535));
        break;
    case TRIGGER:
        tell(e, false, row->which, scale(&e->range[i], value, 255));
        break;
    case HAT:
        tell(e, false, row->which, value < 0 ? 255 : 0);
        tell(e, false, row->which + 1, value > 0 ? 255 : 0);
        break;
    }
}

static void take_event(XboxPadEvdev *e, const struct input_event *event)
{
    unsigned i;

    for (i = 0; event->type == EV_ABS && i < ARRAY_SIZE(axes); i++) {
        if (axes[i].code == event->code) {
            take_axis(e, i, event->value);
        }
    }
    for (i = 0; event->type == EV_KEY && i < ARRAY_SIZE(keys); i++) {
        if (keys[i].code == event->code) {
            tell(e, false, keys[i].control, event->value ? 255 : 0);
        }
    }
}

static void on_readable(void *opaque)
{
    XboxPadEvdev *e = opaque;
    struct input_event events[BATCH];
    ssize_t size = read(e->fd, events, sizeof(events));
    size_t i;

    if (size < 0 && (errno == EAGAIN || errno == EINTR)) {
        return;
    }
    if (size <= 0) {
        warn_report("xbox-pad: the pad of the host is gone: %s",
                    size < 0 ? strerror(errno) : "end of file");
        qemu_set_fd_handler(e->fd, NULL, NULL, NULL);
        return;
    }
    for (i = 0; i < size / sizeof(events[0]); i++) {
        take_event(e, &events[i]);
    }
}

XboxPadEvdev *xbox_pad_evdev_open(const char *path, XboxPadChanged changed,
                                  void *opaque, Error **errp)
{
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    XboxPadEvdev *e;
    int version;
    unsigned i;

    if (fd < 0) {
        error_setg_errno(errp, errno, "xbox-pad: cannot open evdev \"%s\"",
                         path);
        return NULL;
    }
    if (ioctl(fd, EVIOCGVERSION, &version) < 0) {
        error_setg(errp, "xbox-pad: evdev \"%s\" is no event device", path);
        close(fd);
        return NULL;
    }
    e = g_new0(XboxPadEvdev, 1);
    e->fd = fd;
    e->changed = changed;
    e->opaque = opaque;
    for (i = 0; i < ARRAY_SIZE(axes); i++) {
        /* An axis that is not there sends no events. */
        if (ioctl(fd, EVIOCGABS(axes[i].code), &e->range[i]) < 0) {
            memset(&e->range[i], 0, sizeof(e->range[i]));
        }
    }
    qemu_set_fd_handler(fd, on_readable, NULL, e);
    return e;
}

void xbox_pad_evdev_close(XboxPadEvdev *e)
{
    if (e) {
        qemu_set_fd_handler(e->fd, NULL, NULL, NULL);
        close(e->fd);
        g_free(e);
    }
}
#else
XboxPadEvdev *xbox_pad_evdev_open(const char *path, XboxPadChanged changed,
                                  void *opaque, Error **errp)
{
    error_setg(errp, "xbox-pad: evdev \"%s\": only Linux has event devices",
               path);
    return NULL;
}

void xbox_pad_evdev_close(XboxPadEvdev *e)
{
}
#endif
