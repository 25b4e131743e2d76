/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What fragments pass: the stages, each for all fragments of the scratch's
 * span, and the spans that need none.  A stage reads the backend and writes
 * the scratch and surfaces only.
 */
#ifndef NV_SOFT_STAGES_H
#define NV_SOFT_STAGES_H

#include "raster/soft/span.h"

typedef void (*NvSoftStageFn)(const NvSoft *s, NvSoftScratch *scratch);

typedef struct NvSoftStage {
    const char *name;
    bool (*wanted)(const NvSoft *s);
    NvSoftStageFn run;
    /* A special case that gives the same bits; NULL pointers: none. */
    bool (*special)(const NvSoft *s);
    NvSoftStageFn fast;
    /* What fragments that end here fail at; NV_FAILED_KINDS: nothing can, and
     * no stage behind it, for there is nothing left but to write. */
    NvFailed fails;
} NvSoftStage;

extern const NvSoftStage nv_soft_stages[];  /* ends with name NULL */
#define NV_SOFT_STAGES 16

/* ---- pixel.c ---- */

bool nv_soft_wants_window(const NvSoft *s);
bool nv_soft_wants_stipple(const NvSoft *s);
bool nv_soft_wants_zeta(const NvSoft *s);
void nv_soft_count_live(const NvSoft *s, NvSoftScratch *scratch,
                        uint64_t live);

/* The stage "stencil and depth" without its effects. */
void nv_soft_zeta_count(const NvSoft *s, NvSoftScratch *scratch,
                        NvRasterFunnel *funnel);

/* ---- funnel.c ---- */

/*
 * Pixels [x0, x1) of a line of @drawn's primitive that will be drawn: where
 * each of them ends.
 */
void nv_soft_funnel(const NvSoft *s, const NvSoftSpan *drawn, unsigned x0,
                    unsigned x1, unsigned y);

/* ---- smooth.c: coverage of smooth lines and polygons ---- */

/* Of line @y between *x0 and *x1, which become the ends of what is inside. */
void nv_soft_smooth_line(const NvSoftCover *cover, int y, NvSoftSmooth *out,
                         int64_t *x0, int64_t *x1);
/* Of @n pixels from @x on, 255 for all of a pixel. */
void nv_soft_smooth_cover(const NvSoftSmooth *line, unsigned x, unsigned n,
                          uint8_t *out);
bool nv_soft_wants_smooth(const NvSoft *s);
void nv_soft_smooth(const NvSoft *s, NvSoftScratch *scratch);

/* ---- fog.c ---- */

/* What is left of the colour: whole 255ths, from 0 to 1. */
float nv_soft_fog_factor(const NvPixelFog *fog, float coordinate);

/* ---- shader.c: Kelvin's texture shader ---- */

/* Reports what is not modelled; @s gets the coordinates that matter. */
void nv_soft_shader_setup(NvSoft *s);
/* Lines about operations of the state that are not modelled. */
void nv_soft_shader_complain(const NvSoft *s);
bool nv_soft_wants_shader(const NvSoft *s);
void nv_soft_shader(const NvSoft *s, NvSoftScratch *scratch);
bool nv_soft_wants_space(const NvSoft *s);
/* Colours of all stages from Y Cb Cr, where CONTROL0 says so. */
void nv_soft_space(const NvSoft *s, NvSoftScratch *scratch);
/* Whether stage @u gives numbers from 0 to 1. */
bool nv_soft_shader_is_unit(const NvSoft *s, unsigned u);

/* ---- program.c: fragment programs ---- */

void nv_soft_program_setup(NvSoft *s);
bool nv_soft_wants_program(const NvSoft *s);
void nv_soft_program(const NvSoft *s, NvSoftScratch *scratch);

/* ---- combiner.c, rcrun.c ---- */

bool nv_soft_wants_combiner(const NvSoft *s);
void nv_soft_combiner(const NvSoft *s, NvSoftScratch *scratch);
bool nv_soft_combiner_planned(const NvSoft *s);
void nv_soft_combiner_fast(const NvSoft *s, NvSoftScratch *scratch);

/* ---- blend.c ---- */

bool nv_soft_wants_color(const NvSoft *s);
bool nv_soft_wants_real(const NvSoft *s);
void nv_soft_real(const NvSoft *s, NvSoftScratch *scratch);
bool nv_soft_wants_more(const NvSoft *s);
void nv_soft_more(const NvSoft *s, NvSoftScratch *scratch);
bool nv_soft_is_plain(const NvSoft *s);
void nv_soft_color(const NvSoft *s, NvSoftScratch *scratch);
void nv_soft_color_plain(const NvSoft *s, NvSoftScratch *scratch);

/* ---- fast.c: a run without stages ---- */

/* Of the span's primitive; false: this one needs the stages. */
typedef bool (*NvSoftFastFn)(const NvSoft *s, NvSoftScratch *scratch,
                             const NvSoftRun *run);
/* NULL if the state has none. */
NvSoftFastFn nv_soft_fast_span(const NvSoft *s);
/* A word is all there is to each pixel of @prim; and those of a line of it. */
bool nv_soft_flat_word(const NvSoft *s, const NvSoftPrim *prim,
                       uint32_t *word);
void nv_soft_flat_line(const NvSoft *s, NvSoftScratch *scratch, unsigned x0,
                       unsigned x1, unsigned y, uint32_t word);

/* ---- clear.c ---- */

/* False if time was up: it goes on at *place. */
bool nv_soft_clear(NvSoft *s, const NvRasterClear *clear,
                   NvRasterPlace *place);

#endif
