/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What differs between QEMU releases for sound and network, next to
 * ../compat.h.  Facts: the headers of the 7.2 tree; rows for later releases
 * are from their change logs.
 */
#ifndef NV2A_QEMU_PORTS_COMPAT_H
#define NV2A_QEMU_PORTS_COMPAT_H

#include "ports.h"

/* --- network --- */

typedef void (*Nv2aAnyCall)(void);
typedef NICState *Nv2aNewNic5(NetClientInfo *, NICConf *, const char *,
                              const char *, void *);
typedef NICState *Nv2aNewNic6(NetClientInfo *, NICConf *, const char *,
                              const char *, void *, void *);

/*
 * A NIC hands its guard against re-entry along from 8.1, and in later stable
 * updates of 7.2: the declaration is asked, not the version.
 */
static inline NICState *nv2a_new_nic(NetClientInfo *info, NICConf *conf,
                                     DeviceState *dev, void *opaque)
{
    const char *type = object_get_typename(OBJECT(dev));
    Nv2aAnyCall call = (Nv2aAnyCall)qemu_new_nic;

    if (__builtin_types_compatible_p(__typeof__(qemu_new_nic), Nv2aNewNic5)) {
        return ((Nv2aNewNic5 *)call)(info, conf, type, dev->id, opaque);
    }
    return ((Nv2aNewNic6 *)call)(info, conf, type, dev->id,
                                 &dev->mem_reentrancy_guard, opaque);
}

/* --- sound --- */

/* The calls have other names and arguments from 10.2 (guess): silence. */
#if __has_include("audio/audio.h")
#include "audio/audio.h"
#define NV2A_AUDIO 1
#else
#define NV2A_AUDIO 0
#endif

#if NV2A_AUDIO
/* The `-audiodev` of that id, or NULL. */
static inline AudioState *nv2a_audio_find(const char *id)
{
#if QEMU_VERSION_MAJOR * 100 + QEMU_VERSION_MINOR >= 802
    Error *err = NULL;
    AudioState *state = audio_state_by_name(id, &err);

    error_free(err);
    return state;
#else
    return audio_state_by_name(id);
#endif
}

/* False: the host has nothing to play with.  Says so itself from 8.2. */
static inline bool nv2a_audio_register(const char *name, QEMUSoundCard *card)
{
#if QEMU_VERSION_MAJOR * 100 + QEMU_VERSION_MINOR >= 802
    Error *err = NULL;

    if (!AUD_register_card(name, card, &err)) {
        warn_report_err(err);
        return false;
    }
#else
    AUD_register_card(name, card);
#endif
    return true;
}
#endif

#endif
