/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Snapshots and migration of the chip set: one buffer that the library wrote
 * and checks itself.  The functions' configuration travels with them.
 */
#include "qemu/osdep.h"
#include "chipset.h"

/* The library's state is a few KiB; a larger size is a damaged stream. */
#define BLOB_MAX (64 * KiB)

static int drop_blob(void *opaque)
{
    XboxChipset *s = opaque;

    g_clear_pointer(&s->blob, g_free);
    s->blob_size = 0;
    return 0;
}

static int pre_save(void *opaque)
{
    XboxChipset *s = opaque;
    size_t size;
    uint8_t *state;

    drop_blob(s);
    state = nv_console_save(s->console, &size);
    /* Of another allocator, perhaps. */
    s->blob = g_memdup2(state, size);
    s->blob_size = size;
    free(state);
    return 0;
}

static bool blob_size_ok(void *opaque, int version)
{
    XboxChipset *s = opaque;

    return s->blob_size > 0 && s->blob_size <= BLOB_MAX;
}

static int post_load(void *opaque, int version)
{
    XboxChipset *s = opaque;
    char *text = NULL;
    bool ok = nv_console_load(s->console, s->blob, s->blob_size, &text);

    drop_blob(s);
    if (!ok) {
        error_report("%s: saved state refused: %s", TYPE_XBOX_CHIPSET,
                     text ? text : "it does not fit");
        free(text);
        return -EINVAL;
    }
    return 0;
}

const VMStateDescription nv2a_xbox_chipset_vmstate = {
    .name = "xbox-chipset",
    .version_id = 1,
    .minimum_version_id = 1,
    .pre_save = pre_save,
    .post_save = drop_blob,
    .pre_load = drop_blob,
    .post_load = post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32(parent_obj.config_reg, XboxChipset),
        VMSTATE_UINT32(blob_size, XboxChipset),
        VMSTATE_VALIDATE("size of the chip set's state", blob_size_ok),
        VMSTATE_VBUFFER_ALLOC_UINT32(blob, XboxChipset, 1, NULL, blob_size),
        VMSTATE_END_OF_LIST()
    }
};
