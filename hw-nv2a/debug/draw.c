/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What would be drawn now, and by what; registers.  No hardware facts. */
#include "debug/look.h"
#include "words/formats.h"

static void print_primitive(const NvDebug *d, GString *out)
{
    const char *fault = nv_pgraph_draw_fault(d->pgraph);
    uint32_t open = d->pgraph->idx->primitive;

    if (d->holds && d->at.view.begins) {
        g_string_append_printf(out, "draw %" PRIu64 " begins: %s\n", d->draws,
                               nv_primitive_name(d->at.word.data));
    } else {
        g_string_append_printf(out, "%s\n", open ? nv_primitive_name(open)
                               : "no primitive is open");
    }
    if (fault) {
        g_string_append_printf(out, "it cannot be drawn: %s\n", fault);
    }
}

static void print_arrays(const NvDebug *d, const NvLook *look, GString *out)
{
    unsigned on = 0;
    NvIdxArray a;

    for (unsigned n = 0; n < NV_XF_ATTRS; n++) {
        if (nv_idx_array(d->pgraph->idx, n, &a)) {
            g_string_append_printf(out, "array %u: %u %s every %u bytes from "
                                   "0x%08x of object 0x%05x (%c), ", n, a.size,
                                   a.type_name, a.stride, a.offset, a.object,
                                   a.object_b ? 'B' : 'A');
            nv_look_print_place(look, a.object, a.offset, out);
            g_string_append_c(out, '\n');
            on++;
        }
    }
    if (!on) {
        g_string_append(out, "no arrays: attributes are sent or stand\n");
    }
}

static void print_surface(const char *name, const NvPixelSurface *s,
                          const NvPixelImage *at, const char *format,
                          GString *out)
{
    if (!s->on) {
        g_string_append_printf(out, "%s: none\n", name);
        return;
    }
    g_string_append_printf(out, "%s: %s at VRAM 0x%08x, ", name,
                           format ? format : "unknown format", at->start);
    if (s->swizzled) {
        g_string_append_printf(out, "swizzled %ux%u", 1u << s->log2_w,
                               1u << s->log2_h);
    } else {
        g_string_append_printf(out, "%u bytes a line", s->pitch);
    }
    if (s->samples_x * s->samples_y > 1) {
        g_string_append_printf(out, ", %u samples a pixel",
                               s->samples_x * s->samples_y);
    }
    g_string_append_c(out, '\n');
}

static void print_targets(const NvPixelState *p, const NvPixelMemory *m,
                          GString *out)
{
    const NvRect *r = &p->clip.draw;

    print_surface("colour", &p->color, &m->color,
                  nv_color_formats[p->color.format].name, out);
    print_surface("depth", &p->zeta, &m->zeta, p->zeta.format == NV_ZETA_Z16 ?
                  "Z16" : "Z24S8", out);
    g_string_append_printf(out, "pixels: x %d..%d y %d..%d\n", r->x0,
                           r->x1 - 1, r->y0, r->y1 - 1);
}

static void print_programs(const NvLook *look, const NvPixelState *p,
                           const NvPixelMemory *m, GString *out)
{
    unsigned slot;

    if (nv_xf_program_slot(&look->xf, &slot)) {
        g_string_append_printf(out, "vertices: program at 0x%02x\n", slot);
    } else {
        g_string_append_printf(out, "vertices: %s\n",
                               nv_xf_mode_text(&look->xf));
    }
    if (p->program.on) {
        g_string_append_printf(out, "pixels: fragment program at 0x%08x, ",
                               m->program);
        nv_look_print_place(look, m->program_dma, m->program, out);
        g_string_append_c(out, '\n');
    }
    if (!p->program.on || p->combiners.count) {
        g_string_append_printf(out, "pixels: %u combiner stages\n",
                               p->combiners.count);
    }
}

static void print_texture(const NvLook *look, unsigned unit,
                          const NvPixelTexture *t, const NvTextureMemory *m,
                          GString *out)
{
    const NvTexFormat *format = &nv_tex_formats[t->format % NV_TEX_FORMATS];

    g_string_append_printf(out, "texture %u: %s ", unit, format->name ?
                           format->name : "unknown format");
    if (t->in_lines) {
        g_string_append_printf(out, "%ux%u", t->w, t->h);
        if (t->d > 1) {
            g_string_append_printf(out, "x%u", t->d);
        }
        g_string_append_printf(out, ", %u bytes a line", t->pitch);
    } else {
        g_string_append_printf(out, "%ux%u", 1u << (t->log2[0] & 31),
                               1u << (t->log2[1] & 31));
        if (t->dim > 2) {
            g_string_append_printf(out, "x%u", 1u << (t->log2[2] & 31));
        }
    }
    if (!t->in_lines || t->levels > 1 || t->cube) {
        g_string_append_printf(out, ", %u level%s%s", t->levels,
                               t->levels == 1 ? "" : "s",
                               t->cube ? ", cube" : "");
    }
    g_string_append_printf(out, ", from 0x%08x of object 0x%05x, ", m->offset,
                           m->dma);
    nv_look_print_place(look, m->dma, m->offset, out);
    g_string_append_c(out, '\n');
}

void nv_debug_run_draw(NvDebug *d, char **words, GString *out)
{
    const NvPixelState *p = nv_raster_pixel(d->pgraph->raster);
    const NvPixelMemory *m = nv_raster_memory(d->pgraph->raster);
    NvLook *look = nv_look_new(d);

    (void)words;
    print_primitive(d, out);
    print_arrays(d, look, out);
    print_targets(p, m, out);
    print_programs(look, p, m, out);
    for (unsigned u = 0; u < NV_TEX_UNITS; u++) {
        if (p->texture[u].on) {
            print_texture(look, u, &p->texture[u], &m->texture[u], out);
        }
    }
    nv_look_free(look);
}

/* ---- registers ---- */

#define PFIFO 0x002000u
#define PGRAPH 0x400000u

static void print_register(NvRegs *regs, uint32_t base, uint32_t offset,
                           GString *out)
{
    unsigned index;
    const NvReg *reg = nv_regs_find(regs, offset, &index);
    uint32_t value = 0;

    if (!reg) {
        g_string_append_printf(out, "there is no register at 0x%06x\n",
                               base + offset);
        return;
    }
    if (!strcmp(reg->name, "RDI_DATA") || !strcmp(reg->name, "PIPE_DATA")) {
        g_string_append_printf(out, "%s moves on when it is read, so it is "
                               "not\n", reg->name);
        return;
    }
    nv_regs_read(regs, offset, &value);
    g_string_append(out, reg->name);
    if (reg->count > 1) {
        g_string_append_printf(out, "[%u]", index);
    }
    g_string_append_printf(out, " 0x%06x = 0x%08x\n", base + offset, value);
}

void nv_debug_run_reg(NvDebug *d, char **words, GString *out)
{
    NvRegs *pfifo = &d->pfifo->regs, *pgraph = &d->pgraph->regs;
    uint32_t at;

    if (!*words) {
        g_string_append(out, "reg takes the name or the offset of a register "
                        "of PFIFO or PGRAPH\n");
    } else if (nv_debug_number(*words, &at)) {
        at &= ~3u;
        if (at - PFIFO < pfifo->size) {
            print_register(pfifo, PFIFO, at - PFIFO, out);
        } else if (at - PGRAPH < pgraph->size) {
            print_register(pgraph, PGRAPH, at - PGRAPH, out);
        } else {
            g_string_append_printf(out, "0x%06x is of neither PFIFO nor "
                                   "PGRAPH\n", at);
        }
    } else if (nv_pgraph_register_find(d->pgraph, *words, &at)) {
        print_register(pgraph, PGRAPH, at, out);
    } else if (nv_pfifo_register_find(d->pfifo, *words, &at)) {
        print_register(pfifo, PFIFO, at, out);
    } else {
        g_string_append_printf(out, "neither PGRAPH nor PFIFO has a register "
                               "%s\n", *words);
    }
}
