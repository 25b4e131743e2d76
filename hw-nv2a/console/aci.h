/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The console's audio codec interface: a codec without a mixer, and channels
 * that read or write 16-bit stereo samples at 48 kHz by lists of buffers.
 * Time is the owner's: it says how many bytes pass.  One thread at a time.
 *
 * Guest data is hostile: any offset, address, length and list is taken, and a
 * call's work is bounded by the bytes it is asked for and by one turn of the
 * list.
 */
#ifndef NV_CONSOLE_ACI_H
#define NV_CONSOLE_ACI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NV_ACI_RATE 48000           /* frames a second */
#define NV_ACI_FRAME 4              /* bytes: two samples, left first */

typedef enum NvAciChannelId {
    NV_ACI_IN,                      /* PCM in */
    NV_ACI_OUT,                     /* PCM out: the analogue jack */
    NV_ACI_SPDIF,                   /* S/PDIF out */
    NV_ACI_CHANNELS
} NvAciChannelId;

/* Ranges that software sees. */
typedef enum NvAciSpace {
    NV_ACI_MIXER,                   /* 256 bytes, I/O */
    NV_ACI_MASTER,                  /* 128 bytes, I/O */
    NV_ACI_MEMORY,                  /* 4096 bytes: both of them */
    NV_ACI_SPACES
} NvAciSpace;

/* What the interface asks of its machine; none may be NULL. */
typedef struct NvAciOps {
    /* Guest memory; false: nothing (or not all) was there. */
    bool (*read)(void *opaque, uint32_t address, void *data, size_t size);
    bool (*write)(void *opaque, uint32_t address, const void *data,
                  size_t size);
    void (*set_irq)(void *opaque, bool level);
    /* A channel came to life or stands still: see nv_aci_active(). */
    void (*changed)(void *opaque);
    /* An access to a register nobody has described. */
    void (*unknown)(void *opaque, bool write, uint32_t offset);
} NvAciOps;

/* Plain data: saved as it is. */
typedef struct NvAciChannel {
    uint32_t list;                  /* of 32 descriptors of 8 bytes */
    uint32_t address;               /* of the next sample */
    uint16_t left;                  /* samples of the current buffer */
    uint16_t flags;                 /* of the current descriptor */
    uint16_t status;
    uint8_t current, last, next;    /* descriptors, 0..31 */
    uint8_t control;
    uint8_t loaded;                 /* address, left and flags are valid */
} NvAciChannel;

typedef struct NvAci {
    NvAciChannel channel[NV_ACI_CHANNELS];
    uint32_t global_control;
    uint8_t semaphore;              /* of the codec's registers */
    uint8_t power;                  /* the codec's, as written */
    /* Not saved: */
    const NvAciOps *ops;
    void *opaque;
} NvAci;

/* Power on.  @ops must stay. */
void nv_aci_init(NvAci *aci, const NvAciOps *ops, void *opaque);
/* The reset line. */
void nv_aci_reset(NvAci *aci);
/* What was loaded cannot be trusted: put it in range, set the interrupt. */
void nv_aci_loaded(NvAci *aci);

/* @size 1, 2 or 4, any @offset. */
uint32_t nv_aci_io_read(NvAci *aci, NvAciSpace space, uint32_t offset,
                        unsigned size);
void nv_aci_io_write(NvAci *aci, NvAciSpace space, uint32_t offset,
                     unsigned size, uint32_t value);

/* Software has started it and its list goes on. */
bool nv_aci_active(const NvAci *aci, NvAciChannelId id);
/*
 * Time goes on: up to @size bytes (an even number) pass.  Samples of an
 * output come to @data, or nowhere if that is NULL; an input gets those at
 * @data, or silence.  Returns bytes passed, fewer when the list has ended.
 * Memory that is not there plays as silence.
 */
size_t nv_aci_pass(NvAci *aci, NvAciChannelId id, void *data, size_t size);

#endif
