/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Ways to head A from outside the card: VGA's port numbers on the bus, and
 * the two-wire buses to monitors that drivers bit-bang through extended CRs.
 * Facts: VGA's port map; the CRs and their bits as open drivers use them
 * (doc).
 */
#include "display/display-priv.h"

/* Where a bus is sensed and driven. */
typedef struct Bus {
    uint8_t sense, drive;
} Bus;

static const Bus buses[] = { { 0x3e, 0x3f }, { 0x36, 0x37 }, { 0x50, 0x51 } };

static_assert(NV_ARRAY_SIZE(buses) == NV_ARRAY_SIZE(((NvHead *)0)->data_low),
              "a line for each bus");

enum {
    DRIVE_ENABLE = 0x01,        /* else both lines are released */
    DRIVE_DATA = 0x10,
    DRIVE_CLOCK = 0x20,
    SENSE_CLOCK = 0x04,
    SENSE_DATA = 0x08,
};

static bool released(uint8_t drive, uint8_t line)
{
    return !(drive & DRIVE_ENABLE) || (drive & line);
}

/* Open drain: a line is high unless one side pulls it low. */
bool nv_head_ddc_sense(const NvHead *head, uint8_t cr, uint8_t *value)
{
    for (unsigned i = 0; i < NV_ARRAY_SIZE(buses); i++) {
        uint8_t drive = head->cr[buses[i].drive];

        if (cr == buses[i].sense) {
            *value = head->cr[cr] & ~(SENSE_CLOCK | SENSE_DATA);
            *value |= released(drive, DRIVE_CLOCK) ? SENSE_CLOCK : 0;
            if (released(drive, DRIVE_DATA) && !head->data_low[i]) {
                *value |= SENSE_DATA;
            }
            return true;
        }
    }
    return false;
}

bool nv_head_loaded(const NvHead *head)
{
    const NvEnv *env = head->display->env;

    return !env->ops->load || env->ops->load(env->host);
}

/* Monitors hang on head A's registers; what head B's drive ends nowhere. */
static void drive_bus(NvHead *head, unsigned bus)
{
    const NvEnv *env = head->display->env;
    uint8_t drive = head->cr[buses[bus].drive];

    if (head->index == 0 && env->ops->ddc) {
        head->data_low[bus] = !env->ops->ddc(env->host, bus,
                                             released(drive, DRIVE_CLOCK),
                                             released(drive, DRIVE_DATA));
    }
}

void nv_head_ddc_drive(NvHead *head, uint8_t cr)
{
    for (unsigned i = 0; i < NV_ARRAY_SIZE(buses); i++) {
        if (cr == buses[i].drive) {
            drive_bus(head, i);
        }
    }
}

void nv_head_ddc_restore(NvHead *head)
{
    for (unsigned i = 0; i < NV_ARRAY_SIZE(buses); i++) {
        drive_bus(head, i);
    }
}

/* --- VGA's ports --- */

typedef enum Block { NOWHERE, CIO, DIO, VIO } Block;

/* CRTC ports follow bit 0 of the miscellaneous register: 3bx or 3dx. */
static Block block_of_port(const NvDisplay *d, uint16_t port)
{
    bool color = d->head[0].misc & 1;

    switch (port) {
    case 0x3b4: case 0x3b5: case 0x3ba:
        return color ? NOWHERE : CIO;
    case 0x3d4: case 0x3d5: case 0x3da:
        return color ? CIO : NOWHERE;
    case 0x3c0: case 0x3c1: case 0x3ca:
        return CIO;
    case 0x3c6: case 0x3c7: case 0x3c8: case 0x3c9:
        return DIO;
    case 0x3c2: case 0x3c3: case 0x3c4: case 0x3c5: case 0x3cc: case 0x3ce:
    case 0x3cf:
        return VIO;
    default:
        return NOWHERE;
    }
}

uint8_t nv_display_port_read(NvDisplay *d, uint16_t port)
{
    NvHead *head = &d->head[0];

    switch (block_of_port(d, port)) {
    case CIO:
        return nv_head_cio_read(head, port);
    case DIO:
        return nv_head_dio_read(head, port);
    case VIO:
        return port == 0x3c2 ? nv_head_cio_read(head, port)
                             : nv_head_vio_read(head, port);
    default:
        return UINT8_MAX;
    }
}

void nv_display_port_write(NvDisplay *d, uint16_t port, uint8_t value)
{
    NvHead *head = &d->head[0];

    switch (block_of_port(d, port)) {
    case CIO:
        nv_head_cio_write(head, port, value);
        break;
    case DIO:
        nv_head_dio_write(head, port, value);
        break;
    case VIO:
        nv_head_vio_write(head, port, value);
        break;
    default:
        break;
    }
}

bool nv_display_is_vga(const NvDisplay *d)
{
    return (d->head[0].cr[0x28] & 3) == FORMAT_VGA;
}
