/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Byte registers with VGA's port numbers: CRTC and attributes (PRMCIO),
 * palette (PRMDIO), sequencer and graphics (PRMVIO).  VGA's rules are the
 * standard ones; extended CRs, their lock and the sense lines are from the
 * public register database and from what the open drivers expect (doc).
 */
#include "display/display-priv.h"

/* Extended CRs by their use. */
enum {
    CR_VRE = 0x11,              /* bit 7 protects CR00..CR07 */
    CR_LAST_VGA = 0x18,
    CR_LOCK = 0x1f,
    CR_AR_STATE = 0x24,
    CR_ARX = 0x26,
    CR_SCRATCH_INDEX = 0x57,
    CR_SCRATCH_DATA = 0x58,
};

#define LOCK_OPEN 0x57
#define LOCK_SHUT 0x99
#define LOCK_READS_OPEN 0x03    /* CR1F reads 3 when open, 0 when shut */

static NvHead *lock_owner(NvHead *head)
{
    /* One lock for both heads; only NV11 has two (doc). */
    return &head->display->head[0];
}

static bool locked(NvHead *head)
{
    return lock_owner(head)->cr[CR_LOCK] != LOCK_READS_OPEN;
}

static uint8_t cr_read(NvHead *head)
{
    uint8_t value;

    if (nv_head_ddc_sense(head, head->cr_index, &value)) {
        return value;
    }
    switch (head->cr_index) {
    case CR_LOCK:
        return lock_owner(head)->cr[CR_LOCK];
    case CR_AR_STATE:
        return head->ar_flip << 7;
    case CR_ARX:
        return head->ar_index;
    case CR_SCRATCH_DATA:
        return head->cr58[head->cr[CR_SCRATCH_INDEX] & 15];
    default:
        /* guess: the lock stops writes only. */
        return head->cr[head->cr_index];
    }
}

static void lock_write(NvHead *head, uint8_t value)
{
    if (value == LOCK_OPEN) {
        lock_owner(head)->cr[CR_LOCK] = LOCK_READS_OPEN;
    } else if (value == LOCK_SHUT) {
        lock_owner(head)->cr[CR_LOCK] = 0;
    }
}

/* What of @value reaches the register now selected. */
static uint8_t cr_writable(NvHead *head)
{
    if (head->cr_index == CR_ARX || head->cr_index == CR_AR_STATE) {
        return 0;
    }
    if (head->cr_index > CR_LAST_VGA) {
        return locked(head) ? 0 : 0xff;
    }
    if (head->cr_index <= 0x07 && (head->cr[CR_VRE] & 0x80)) {
        return head->cr_index == 0x07 ? 0x10 : 0;
    }
    return 0xff;
}

/* The cursor's address and enable bit: they change the picture, not the
 * mode. */
static bool is_cursor(uint8_t index)
{
    return index == 0x2f || index == 0x30 || index == 0x31;
}

static void cr_write(NvHead *head, uint8_t value)
{
    uint8_t *reg = &head->cr[head->cr_index];
    uint8_t mask = cr_writable(head);
    uint8_t was = *reg;

    if (head->cr_index == CR_LOCK) {
        lock_write(head, value);
        return;
    }
    *reg = (was & ~mask) | (value & mask);
    if (head->cr_index == CR_SCRATCH_DATA && mask) {
        head->cr58[head->cr[CR_SCRATCH_INDEX] & 15] = value;
    }
    nv_head_ddc_drive(head, head->cr_index);
    /* Drivers write the same address again after drawing a new cursor. */
    if (mask && is_cursor(head->cr_index)) {
        head->display->serial++;
    }
    if (*reg != was) {
        nv_head_changed(head);
    }
}

static void ar_write(NvHead *head, uint8_t value)
{
    if (head->ar_flip) {
        head->ar[head->ar_index & 31] = value;
    } else {
        head->ar_index = value & 0x3f;
    }
    head->ar_flip ^= 1;
}

/* Input status 1: bit 0 no pixel is shown now, bit 3 vertical retrace. */
static uint8_t status_read(NvHead *head, uint32_t port)
{
    const NvEnv *env = head->display->env;

    uint32_t h, v;
    bool vblank;

    head->ar_flip = 0;
    if (head->index == 0 && env->ops->vga_read) {
        env->ops->vga_read(env->host, port);
    }
    nv_head_raster(head, &h, &v);
    vblank = v >= head->timing.vdisplay;
    return (vblank || h >= head->timing.hdisplay) | vblank << 3;
}

uint8_t nv_head_cio_read(NvHead *head, uint32_t port)
{
    switch (port) {
    case 0x3b4:
    case 0x3d4:
        return head->cr_index;
    case 0x3b5:
    case 0x3d5:
        return cr_read(head);
    case 0x3ba:
    case 0x3da:
        return status_read(head, port);
    case 0x3c0:
        return head->ar_index;
    case 0x3c1:
        return head->ar[head->ar_index & 31];
    case 0x3c2:
        return nv_head_loaded(head) ? 0x10 : 0;     /* DAC sense (guess) */
    case 0x3ca:
        return head->fc;
    default:
        return 0;
    }
}

/* The host's copy of what VGA modes depend on. */
static void mirror(NvHead *head, uint32_t port, uint8_t value)
{
    const NvEnv *env = head->display->env;

    if (head->index == 0 && env->ops->vga_write) {
        env->ops->vga_write(env->host, port, value);
    }
}

void nv_head_cio_write(NvHead *head, uint32_t port, uint8_t value)
{
    mirror(head, port, value);
    switch (port) {
    case 0x3b4:
    case 0x3d4:
        head->cr_index = value;
        break;
    case 0x3b5:
    case 0x3d5:
        cr_write(head, value);
        break;
    case 0x3ba:
    case 0x3da:
        head->fc = value;
        break;
    case 0x3c0:
        ar_write(head, value);
        break;
    default:
        break;
    }
}

static uint8_t pal_read(NvHead *head)
{
    uint8_t value = head->pal[head->pal_read][head->pal_comp % 3];

    if (++head->pal_comp >= 3) {
        head->pal_comp = 0;
        head->pal_read++;
    }
    return value;
}

static void pal_write(NvHead *head, uint8_t value)
{
    uint8_t *word = &head->pal[head->pal_write][head->pal_comp % 3];

    if (*word != value) {
        *word = value;
        head->display->serial++;
    }
    if (++head->pal_comp >= 3) {
        head->pal_comp = 0;
        head->pal_write++;
    }
}

uint8_t nv_head_dio_read(NvHead *head, uint32_t port)
{
    switch (port) {
    case 0x3c6:
        return head->pal_mask;
    case 0x3c7:
        return head->pal_mode;
    case 0x3c8:
        return head->pal_write;
    case 0x3c9:
        return pal_read(head);
    default:
        return 0;
    }
}

void nv_head_dio_write(NvHead *head, uint32_t port, uint8_t value)
{
    mirror(head, port, value);
    switch (port) {
    case 0x3c6:
        head->display->serial += head->pal_mask != value;
        head->pal_mask = value;
        break;
    case 0x3c7:
        head->pal_read = value;
        head->pal_comp = 0;
        head->pal_mode = 3;     /* VGA's DAC state: reading */
        break;
    case 0x3c8:
        head->pal_write = value;
        head->pal_comp = 0;
        head->pal_mode = 0;     /* writing */
        break;
    case 0x3c9:
        pal_write(head, value);
        break;
    default:
        break;
    }
}

uint8_t nv_head_vio_read(NvHead *head, uint32_t port)
{
    switch (port) {
    case 0x3c3:
        return head->vse;
    case 0x3c4:
        return head->sr_index;
    case 0x3c5:
        return head->sr[head->sr_index & 7];
    case 0x3cc:
        return head->misc;
    case 0x3ce:
        return head->gr_index;
    case 0x3cf:
        return head->gr[head->gr_index & 15];
    default:
        return 0;
    }
}

void nv_head_vio_write(NvHead *head, uint32_t port, uint8_t value)
{
    mirror(head, port, value);
    switch (port) {
    case 0x3c2:
        head->misc = value;
        break;
    case 0x3c3:
        head->vse = value;
        break;
    case 0x3c4:
        head->sr_index = value & 7;
        break;
    case 0x3c5:
        head->sr[head->sr_index & 7] = value;
        nv_head_changed(head);
        break;
    case 0x3ce:
        head->gr_index = value & 15;
        break;
    case 0x3cf:
        head->gr[head->gr_index & 15] = value;
        break;
    default:
        break;
    }
}
