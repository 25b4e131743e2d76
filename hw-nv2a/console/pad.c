/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reports and requests of a pad.  Facts (doc): the report's layout, the
 * pad's descriptor and its three requests are published by those who wrote
 * drivers for it.
 */
#include "console/pad.h"

#include <string.h>

#define STICK_MAX 32767
#define STICK_MIN (-32768)
/* Deflection for a mouse's count: 64 counts reach the end (guess). */
#define MOUSE_GAIN 512

/* bmRequestType << 8 | bRequest */
enum {
    GET_REPORT = 0xa101,
    SET_REPORT = 0x2109,
    GET_CAPABILITIES = 0xc101,
    GET_DESCRIPTOR = 0xc106,
};
/* wValue */
enum {
    REPORT_INPUT = 0x0100,
    REPORT_OUTPUT = 0x0200,
    DESCRIPTOR_XID = 0x4200,
};

static const char *const names[NV_PAD_CONTROLS] = {
    "up", "down", "left", "right", "start", "back", "left-stick",
    "right-stick", "a", "b", "x", "y", "black", "white", "left-trigger",
    "right-trigger", "left-stick-left", "left-stick-right",
    "left-stick-down", "left-stick-up", "right-stick-left",
    "right-stick-right", "right-stick-down", "right-stick-up",
};

const char *nv_pad_control_name(unsigned control)
{
    return control < NV_PAD_CONTROLS ? names[control] : NULL;
}

void nv_pad_reset(NvPad *pad)
{
    memset(pad, 0, sizeof(*pad));
}

static int clamp(int64_t value, int low, int high)
{
    return value < low ? low : value > high ? high : (int)value;
}

static int axis_value(const NvPad *pad, unsigned axis)
{
    int64_t sum = (int64_t)pad->stick[axis] + pad->moved[axis];

    if (pad->ends[axis] & 1) {
        sum += STICK_MIN;
    }
    if (pad->ends[axis] & 2) {
        sum += STICK_MAX;
    }
    return clamp(sum, STICK_MIN, STICK_MAX);
}

void nv_pad_report(const NvPad *pad, uint8_t out[NV_PAD_REPORT])
{
    unsigned axis;

    memset(out, 0, NV_PAD_REPORT);
    out[1] = NV_PAD_REPORT;
    out[2] = pad->buttons;
    memcpy(out + 4, pad->pressure, sizeof(pad->pressure));
    for (axis = 0; axis < NV_PAD_AXES; axis++) {
        int value = axis_value(pad, axis);

        out[12 + 2 * axis] = value & 0xff;
        out[13 + 2 * axis] = value >> 8 & 0xff;
    }
}

static bool differs(const NvPad *pad, const uint8_t was[NV_PAD_REPORT])
{
    uint8_t now[NV_PAD_REPORT];

    nv_pad_report(pad, now);
    return memcmp(was, now, sizeof(now)) != 0;
}

static void set_bit(uint8_t *byte, unsigned bit, bool on)
{
    *byte = (*byte & ~(1u << bit)) | (unsigned)on << bit;
}

bool nv_pad_set_pressure(NvPad *pad, unsigned control, unsigned value)
{
    uint8_t was[NV_PAD_REPORT];

    nv_pad_report(pad, was);
    if (control < NV_PAD_A) {
        set_bit(&pad->buttons, control, value >= 128);
    } else if (control < NV_PAD_LX_MINUS) {
        pad->pressure[control - NV_PAD_A] = clamp(value, 0, 255);
    } else if (control < NV_PAD_CONTROLS) {
        control -= NV_PAD_LX_MINUS;
        set_bit(&pad->ends[control / 2], control % 2, value >= 128);
    }
    return differs(pad, was);
}

bool nv_pad_press(NvPad *pad, unsigned control, bool down)
{
    return nv_pad_set_pressure(pad, control, down ? 255 : 0);
}

bool nv_pad_set_stick(NvPad *pad, unsigned axis, int value)
{
    uint8_t was[NV_PAD_REPORT];

    if (axis >= NV_PAD_AXES) {
        return false;
    }
    nv_pad_report(pad, was);
    pad->stick[axis] = clamp(value, STICK_MIN, STICK_MAX);
    return differs(pad, was);
}

bool nv_pad_move(NvPad *pad, unsigned axis, int counts)
{
    uint8_t was[NV_PAD_REPORT];

    if (axis >= NV_PAD_AXES) {
        return false;
    }
    nv_pad_report(pad, was);
    pad->moved[axis] = clamp(pad->moved[axis] + (int64_t)counts * MOUSE_GAIN,
                             STICK_MIN, STICK_MAX);
    return differs(pad, was);
}

bool nv_pad_settle(NvPad *pad)
{
    uint8_t was[NV_PAD_REPORT];
    unsigned axis;

    nv_pad_report(pad, was);
    for (axis = 0; axis < NV_PAD_AXES; axis++) {
        pad->moved[axis] /= 2;
        if (pad->moved[axis] > -MOUSE_GAIN && pad->moved[axis] < MOUSE_GAIN) {
            pad->moved[axis] = 0;
        }
    }
    return differs(pad, was);
}

bool nv_pad_moves(const NvPad *pad)
{
    unsigned axis;

    for (axis = 0; axis < NV_PAD_AXES; axis++) {
        if (pad->moved[axis]) {
            return true;
        }
    }
    return false;
}

bool nv_pad_output(NvPad *pad, const uint8_t *data, size_t length)
{
    if (length < NV_PAD_OUTPUT || data[0] || data[1] != NV_PAD_OUTPUT) {
        return false;
    }
    pad->motor[0] = data[2] | data[3] << 8;
    pad->motor[1] = data[4] | data[5] << 8;
    pad->outputs++;
    return true;
}

static int give(uint8_t *data, size_t length, const uint8_t *from,
                size_t size)
{
    size_t count = length < size ? length : size;

    memcpy(data, from, count);
    return (int)count;
}

static int give_report(const NvPad *pad, uint8_t *data, size_t length)
{
    uint8_t report[NV_PAD_REPORT];

    nv_pad_report(pad, report);
    return give(data, length, report, sizeof(report));
}

/* A report with every bit set that the pad has. */
static int give_all(uint8_t *data, size_t length, size_t size)
{
    uint8_t all[NV_PAD_REPORT];

    memset(all, 0xff, sizeof(all));
    all[0] = 0;
    all[1] = size;
    return give(data, length, all, size);
}

int nv_pad_request(NvPad *pad, unsigned request, unsigned value,
                   uint8_t *data, size_t length)
{
    /*
     * Length, type, version 1.00, kind 1, sub-kind 1, sizes of the longest
     * reports, product ids of the same kind.
     */
    static const uint8_t descriptor[NV_PAD_DESCRIPTOR] = {
        NV_PAD_DESCRIPTOR, 0x42, 0x00, 0x01, 1, 1, NV_PAD_REPORT,
        NV_PAD_OUTPUT, 255, 255, 255, 255, 255, 255, 255, 255,
    };

    if (request == GET_REPORT && value == REPORT_INPUT) {
        return give_report(pad, data, length);
    }
    if (request == SET_REPORT && value == REPORT_OUTPUT) {
        return nv_pad_output(pad, data, length) ? (int)length : -1;
    }
    if (request == GET_DESCRIPTOR && value == DESCRIPTOR_XID) {
        return give(data, length, descriptor, sizeof(descriptor));
    }
    if (request == GET_CAPABILITIES && value == REPORT_INPUT) {
        return give_all(data, length, NV_PAD_REPORT);
    }
    if (request == GET_CAPABILITIES && value == REPORT_OUTPUT) {
        return give_all(data, length, NV_PAD_OUTPUT);
    }
    return -1;
}
