/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Copies to look at, addresses as people want them; see look.h. */
#include "debug/look.h"

static bool read_bus(void *host, uint64_t addr, void *buf, size_t len)
{
    const NvEnv *real = ((NvLook *)host)->real;

    return real->ops->dma_read &&
           real->ops->dma_read(real->host, addr, buf, len);
}

static const void *map_bus(void *host, uint64_t addr, uint64_t *len)
{
    const NvEnv *real = ((NvLook *)host)->real;

    return real->ops->dma_map ? real->ops->dma_map(real->host, addr, len)
                              : NULL;
}

static void keep_line(void *host, NvLogKind kind, const char *line)
{
    NvLook *look = host;

    if (kind != NV_LOG_TRACE) {
        g_string_append_printf(look->said, "note: %s\n", line);
    }
}

NvLook *nv_look_new(const NvDebug *d)
{
    NvLook *look = g_new0(NvLook, 1);

    look->real = d->env;
    look->said = g_string_new(NULL);
    look->ops = (NvHostOps) {
        .dma_read = read_bus, .dma_map = map_bus, .log = keep_line,
    };
    look->env = (NvEnv) {
        .chip = d->env->chip, .ops = &look->ops, .host = look,
        .call = d->env->call,
    };
    look->mem = *d->pgraph->mem;
    look->mem.env = &look->env;
    look->mem.owned = false;
    nv_xf_init(&look->xf, &look->env);
    nv_xf_copy(&look->xf, d->pgraph->xf);
    return look;
}

void nv_look_free(NvLook *look)
{
    nv_xf_free(&look->xf);
    g_string_free(look->said, TRUE);
    g_free(look);
}

static void print_address(const NvLook *look, const NvDma *dma,
                          uint32_t offset, GString *out)
{
    uint64_t addr;
    const char *why = nv_mem_dma_address(&look->mem, dma, offset, &addr);

    if (why) {
        g_string_append_printf(out, "nowhere: %s", why);
    } else {
        g_string_append_printf(out, "%s 0x%08" PRIx64,
                               nv_mem_dma_is_bus(dma) ? "bus" : "VRAM", addr);
    }
}

void nv_look_print_place(const NvLook *look, uint32_t object, uint32_t offset,
                         GString *out)
{
    NvDma dma;

    nv_mem_dma_load(&look->mem, object, &dma);
    print_address(look, &dma, offset, out);
}

#define BEFORE 8            /* words, the method's the last of them */
#define LINE 4
#define WORDS (BEFORE + LINE)

void nv_look_print_push(NvLook *look, const NvPfifo *fifo, GString *out)
{
    uint32_t addr, first;
    uint8_t word[4];
    NvDma dma;

    if (!nv_pfifo_pushed_at(fifo, &addr)) {
        return;
    }
    nv_pfifo_push_object(fifo, &dma);
    g_string_append_printf(out, "from the push buffer at 0x%08x (", addr);
    print_address(look, &dma, addr, out);
    g_string_append(out, ")\n");
    first = addr - MIN(addr / 4, BEFORE - 1) * 4;
    for (unsigned i = 0; i < WORDS; i++) {
        uint32_t at = first + 4 * i;

        if (!nv_mem_dma_read(&look->mem, &dma, at, word, sizeof(word))) {
            break;
        }
        if (i % LINE == 0) {
            g_string_append_printf(out, "%s  0x%08x:", i ? "\n" : "", at);
        }
        g_string_append_printf(out, "%s%08x", at == addr ? " >" : "  ",
                               nv_ld32(word));
    }
    g_string_append_c(out, '\n');
}
