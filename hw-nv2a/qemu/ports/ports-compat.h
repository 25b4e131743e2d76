/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What differs between QEMU releases for sound and network, next to
 * ../compat.h.  Facts: the headers of the 7.2, 10.0 and 10.2 trees; rows for
 * releases between are from their change logs.
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

/* What the property audiodev= is kept in. */
#if __has_include("qemu/audio.h")               /* 10.2 */
#include "qemu/audio.h"
typedef AudioBackend *Nv2aSound;
#else
#include "audio/audio.h"
typedef QEMUSoundCard Nv2aSound;
#endif

#if __has_include("qemu/audio.h")

/*
 * A voice of the `-audiodev` that the property names, else of the one with the
 * id @standard.  NULL: there is none, or the host has nothing to play with.
 */
static inline SWVoiceOut *nv2a_sound_open(Nv2aSound *sound,
                                          const char *standard,
                                          const char *name,
                                          struct audsettings *as,
                                          audio_callback_fn wanted,
                                          void *opaque)
{
    Error *err = NULL;

    if (!*sound) {
        *sound = audio_be_by_name(standard, &err);
        error_free(err);
    }
    return *sound ? AUD_open_out(*sound, NULL, name, opaque, wanted, as)
                  : NULL;
}

static inline void nv2a_sound_close(Nv2aSound *sound, SWVoiceOut *voice)
{
    if (*sound) {
        AUD_close_out(*sound, voice);
    }
}

#else

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

static inline SWVoiceOut *nv2a_sound_open(Nv2aSound *sound,
                                          const char *standard,
                                          const char *name,
                                          struct audsettings *as,
                                          audio_callback_fn wanted,
                                          void *opaque)
{
    if (!sound->state) {
        sound->state = nv2a_audio_find(standard);
    }
    if (!sound->state || !nv2a_audio_register(name, sound)) {
        return NULL;
    }
    return AUD_open_out(sound, NULL, name, opaque, wanted, as);
}

static inline void nv2a_sound_close(Nv2aSound *sound, SWVoiceOut *voice)
{
    if (sound->state) {
        AUD_close_out(sound, voice);
        AUD_remove_card(sound);
    }
}

#endif

#endif
