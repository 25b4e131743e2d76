/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The QEMU object of one card, shared by the files of this folder.
 */
#ifndef NV2A_QEMU_STATE_H
#define NV2A_QEMU_STATE_H

#include "compat.h"
#include "nv2a/card.h"

#define TYPE_NV2A_CARD "nv2a-card"
OBJECT_DECLARE_TYPE(Nv2aState, Nv2aClass, NV2A_CARD)

struct Nv2aClass {
    PCIDeviceClass parent_class;
    const NvCardInfo *info;
};

/* What a timer hands to its callback. */
typedef struct Nv2aTimerRef {
    Nv2aState *state;
    NvTimer which;
} Nv2aTimerRef;

struct Nv2aState {
    PCIDevice parent_obj;

    /* properties */
    uint64_t vram_size;
    HostMemoryBackend *backend;
    char *raster;
    char *record_file;
    char *executor;
    char *arith;

    /* from raster=NAME:ARGUMENT and record-file */
    char *raster_name;
    char *raster_arg;

    NvCard *card;
    MemoryRegion mmio;
    MemoryRegion own_vram;      /* unless there is a backend */
    MemoryRegion *vram;         /* own_vram or the backend's */
    MemoryRegion vram_bar;      /* alias of vram */
    MemoryRegion vram_root;     /* alias of vram, root of vram_as */
    AddressSpace vram_as;       /* only with a backend */
    bool mapped_backend;
    bool busy;                  /* inside a call into the card */
    bool reset_wanted;          /* the guest reset us from in there */
    QEMUTimer timer[NV_TIMERS];
    Nv2aTimerRef timer_ref[NV_TIMERS];
    QEMUBH *bh;
    VMChangeStateEntry *vm_state;

    /* display.c: what the console shows */
    QemuConsole *con;
    NvScanout shown;
    uint32_t shown_serial;
    bool redraw;

    /* vmstate.c: the card's own saved state, while saving and loading */
    uint8_t *blob;
    uint32_t blob_size;
};

static inline const NvCardInfo *nv2a_info(Nv2aState *s)
{
    return NV2A_CARD_GET_CLASS(s)->info;
}

extern const NvHostOps nv2a_host_ops;
extern const VMStateDescription nv2a_vmstate;

void nv2a_display_init(Nv2aState *s);
void nv2a_display_exit(Nv2aState *s);

#endif
