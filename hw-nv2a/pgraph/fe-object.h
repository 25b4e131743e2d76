/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Objects of FE: the current one, its class and what that tells, what it has
 * of DMA objects.
 * Facts: PGRAPH model and card tests of envytools.
 */
#ifndef NV_PGRAPH_FE_OBJECT_H
#define NV_PGRAPH_FE_OBJECT_H

#include "pgraph/pgraph.h"

/* --- objects (object.c) --- */

/* What the chip keeps of them; after its registers and classes. */
void nv_fe_objects_init(NvPgraph *pg);
/* Load the subchannel's object if it changed or is bound anew. */
void nv_fe_object(NvPgraph *pg, unsigned subc, bool bind, uint32_t data);

/*
 * Binding sets bits of word A (hw), which on Curie are the class's, too: an
 * image of class 0x3089 goes on being one with a swizzled surface, as drivers
 * draw with it (doc).
 */
enum { NV_CURIE_CLASS_BOUND = 7u << 12, NV_CURIE_CLASS_SWIZZLED = 1u << 14 };

/* Word A of an object is of a class of 0x3000 with a swizzled surface. */
static inline bool nv_fe_word_swizzled(const NvPgraph *pg, uint32_t word)
{
    return (word & pg->class_mask & 0xf000) == NV_CURIE_CLASS_BOUND;
}

/* The class that word A of an object names; the current object's. */
static inline uint32_t nv_fe_word_class(const NvPgraph *pg, uint32_t word)
{
    return word & pg->class_mask &
           ~(nv_fe_word_swizzled(pg, word) ? NV_CURIE_CLASS_SWIZZLED : 0u);
}

static inline uint32_t nv_fe_class(const NvPgraph *pg)
{
    return nv_fe_word_class(pg, pg->values[NV_PGRAPH_CTX_SWITCH_A / 4]);
}

/* --- classes.c: by number alone --- */
bool nv_fe_is_3d(const NvPgraph *pg);
/* Kelvin's and later 3D classes; Celsius' Direct3D 3, 5, 6. */
bool nv_fe_since_kelvin(const NvPgraph *pg);
bool nv_fe_is_d3d(const NvPgraph *pg);
bool nv_fe_is_sync(const NvPgraph *pg);
/* 2D classes: coordinates are drawn; clipped by OCLIP; of stretched sources. */
bool nv_fe_draws_2d(const NvPgraph *pg);
bool nv_fe_clips_output(const NvPgraph *pg);
bool nv_fe_stretches(const NvPgraph *pg);
/* Tell IDX what it wants to know of the class. */
void nv_fe_class_changed(NvPgraph *pg);
/* DEBUG_B bit 0 tells whether; @on only if DEBUG_D wants it. */
void nv_fe_volatile(NvPgraph *pg, bool on);
/* DMA object slots of the graphics object: 0 notify, 1 A, 2 B. */
uint32_t nv_fe_get_dma(const NvPgraph *pg, unsigned slot);
/* Nothing is stored once an error is up.  In instance memory, in CTX_CACHE. */
void nv_fe_set_dma_ramin(NvPgraph *pg, unsigned slot, uint32_t instance);
void nv_fe_set_dma_cache(NvPgraph *pg, unsigned slot, uint32_t instance);
/* Both. */
void nv_fe_set_dma(NvPgraph *pg, unsigned slot, uint32_t instance);
/* A notifier that waits is written, once a method has completed. */
void nv_fe_notify(NvPgraph *pg);
bool nv_fe_report(NvPgraph *pg, unsigned slot, uint32_t offset,
                  const void *data, uint32_t len);
/* What was written there; false, with a line in the log: there is no memory. */
bool nv_fe_reported(NvPgraph *pg, unsigned slot, uint32_t offset,
                    void *data, uint32_t len);

#endif
