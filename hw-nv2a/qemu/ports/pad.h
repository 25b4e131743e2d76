/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A pad of the host behind the console's pad. */
#ifndef NV2A_QEMU_PORTS_PAD_H
#define NV2A_QEMU_PORTS_PAD_H

#include "../../console/pad.h"

typedef struct XboxPadEvdev XboxPadEvdev;

typedef struct XboxPadChange {
    bool is_axis;
    unsigned which;             /* NvPadAxis or NvPadControl */
    int value;                  /* -32768..32767, or 0..255 */
} XboxPadChange;

typedef void (*XboxPadChanged)(void *opaque, const XboxPadChange *change);

/*
 * Read the Linux event device at @path from QEMU's main loop.  NULL with
 * *errp if it cannot be opened or is no event device.
 */
XboxPadEvdev *xbox_pad_evdev_open(const char *path, XboxPadChanged changed,
                                  void *opaque, Error **errp);
void xbox_pad_evdev_close(XboxPadEvdev *e);

#endif
