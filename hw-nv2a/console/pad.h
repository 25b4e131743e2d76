/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The console's pad without its USB plug: what is pressed, and the bytes that
 * software reads and writes.  One thread at a time.
 */
#ifndef NV_CONSOLE_PAD_H
#define NV_CONSOLE_PAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NV_PAD_REPORT 20        /* bytes of a report about the buttons */
#define NV_PAD_OUTPUT 6         /* bytes that set the motors */
#define NV_PAD_DESCRIPTOR 16    /* bytes of the pad's own descriptor */

/* In the order of their bits and bytes in a report. */
typedef enum NvPadControl {
    NV_PAD_UP, NV_PAD_DOWN, NV_PAD_LEFT, NV_PAD_RIGHT,
    NV_PAD_START, NV_PAD_BACK, NV_PAD_LEFT_STICK, NV_PAD_RIGHT_STICK,
    /* With a pressure. */
    NV_PAD_A, NV_PAD_B, NV_PAD_X, NV_PAD_Y, NV_PAD_BLACK, NV_PAD_WHITE,
    NV_PAD_LEFT_TRIGGER, NV_PAD_RIGHT_TRIGGER,
    /* Sticks pushed to an end: left, right, down, up. */
    NV_PAD_LX_MINUS, NV_PAD_LX_PLUS, NV_PAD_LY_MINUS, NV_PAD_LY_PLUS,
    NV_PAD_RX_MINUS, NV_PAD_RX_PLUS, NV_PAD_RY_MINUS, NV_PAD_RY_PLUS,
    NV_PAD_CONTROLS
} NvPadControl;

/* Right and up are positive. */
typedef enum NvPadAxis {
    NV_PAD_LX, NV_PAD_LY, NV_PAD_RX, NV_PAD_RY, NV_PAD_AXES
} NvPadAxis;

/* Plain data: its owner saves it as it is. */
typedef struct NvPad {
    uint8_t buttons;                /* a bit each, NV_PAD_UP first */
    uint8_t pressure[8];            /* NV_PAD_A first */
    uint8_t ends[NV_PAD_AXES];      /* bit 0 minus held, bit 1 plus held */
    int16_t stick[NV_PAD_AXES];     /* where an analogue stick is */
    int32_t moved[NV_PAD_AXES];     /* by a mouse, falls back to 0 */
    uint16_t motor[2];              /* left and right, as last set */
    uint32_t outputs;               /* how often motors were set */
} NvPad;

/* Nothing pressed, motors off. */
void nv_pad_reset(NvPad *pad);

/*
 * The next calls return true if the report is another one now.  What is no
 * control or axis is ignored.
 */
bool nv_pad_press(NvPad *pad, unsigned control, bool down);
/* 0..255; digital buttons are down from 128. */
bool nv_pad_set_pressure(NvPad *pad, unsigned control, unsigned value);
bool nv_pad_set_stick(NvPad *pad, unsigned axis, int value);
/* A mouse went @counts to the right or up. */
bool nv_pad_move(NvPad *pad, unsigned axis, int counts);
/* A moment (40 ms) later: deflection by the mouse halves. */
bool nv_pad_settle(NvPad *pad);
/* A mouse's deflection is left, so nv_pad_settle() has something to do. */
bool nv_pad_moves(const NvPad *pad);

void nv_pad_report(const NvPad *pad, uint8_t out[NV_PAD_REPORT]);

/*
 * A request to the pad's interface on endpoint 0: @request is bmRequestType
 * and bRequest, @data has @length bytes to take or to fill.  Returns bytes
 * moved, or -1: a stall.
 */
int nv_pad_request(NvPad *pad, unsigned request, unsigned value,
                   uint8_t *data, size_t length);
/* Bytes for the motors; false if they are none. */
bool nv_pad_output(NvPad *pad, const uint8_t *data, size_t length);

/* "left-trigger"; NULL for what is no control. */
const char *nv_pad_control_name(unsigned control);

#endif
