/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is in a capture as text: methods or events, in our words or as other
 * tools for this hardware read it.  Their formats are known from those tools:
 * xemu's trace from nv2apretty, valgrind-mmt's from dedma, and the kernel's
 * mmiotrace (also documented there) from demmio, both of envytools.
 */
#include <stdio.h>

#include "card/card.h"
#include "tools/nv-cap/nv-cap.h"

static gboolean dump_events, dump_xemu, dump_mmt, dump_mmio;

static const GOptionEntry dump_entries[] = {
    { "events", 'e', 0, G_OPTION_ARG_NONE, &dump_events,
      "What is in the file, in place of methods", NULL },
    { "xemu", 'x', 0, G_OPTION_ARG_NONE, &dump_xemu,
      "Methods as xemu's trace has them, for nv2apretty and its like", NULL },
    { "mmt", 'm', 0, G_OPTION_ARG_NONE, &dump_mmt,
      "Methods as valgrind-mmt's text has them, for dedma of envytools", NULL },
    { "mmiotrace", 'r', 0, G_OPTION_ARG_NONE, &dump_mmio,
      "Register accesses as Linux' mmiotrace has them, for demmio", NULL },
    { NULL }
};

static void put_method(void *opaque, const NvWalkMethod *m)
{
    printf("%" PRIu64 " draw %" PRIu64 " channel %u subchannel %u class "
           "0x%03x 0x%04x ", m->number, m->draw, m->channel, m->subchannel,
           m->class, m->mthd);
    printf(m->count > 1 ? "%s[%u]" : "%s", m->name ? m->name : "?", m->index);
    printf(" = 0x%08x\n", m->data);
}

/* That trace has no methods that set an object, and no unknown names. */
static void put_xemu(void *opaque, const NvWalkMethod *m)
{
    g_autoptr(GString) name = g_string_new(NULL);
    NvCapWalk *walk = opaque;

    if (!m->mthd) {
        return;
    }
    if (!nv_player_other_name(walk->player, m, name)) {
        g_string_assign(name, "?[0]");
    }
    printf("nv2a_pgraph_method %u: 0x%x -> 0x%04x %s 0x%x\n", m->subchannel,
           m->class, m->mthd, name->str, m->data);
}

/*
 * That text has words written to a map (1 here), and objects that are made.
 * Each method is a command of its own; objects get handles of ours, and bind
 * where a subchannel is first seen with their class: a capture may begin behind
 * that.
 */
typedef struct Mmt {
    unsigned class[8];          /* of a subchannel, 0: not seen */
    uint32_t at;
} Mmt;

#define MMT_HANDLE 0xcaf00000u

static void put_mmt_word(Mmt *t, uint32_t word)
{
    printf("--0000-- w 1:0x%08x, 0x%08x\n", t->at, word);
    t->at += 4;
}

static void put_mmt_method(Mmt *t, unsigned subchannel, uint32_t mthd,
                           uint32_t data)
{
    put_mmt_word(t, 1u << 18 | subchannel << 13 | mthd);
    put_mmt_word(t, data);
}

static void put_mmt(void *opaque, const NvWalkMethod *m)
{
    unsigned subchannel = m->subchannel & 7;
    Mmt *t = opaque;

    if (t->class[subchannel] != m->class) {
        t->class[subchannel] = m->class;
        printf("--0000-- create gpu object 0x0:0x%08x type 0x%04x\n",
               MMT_HANDLE | m->class, m->class);
        put_mmt_method(t, subchannel, 0, MMT_HANDLE | m->class);
    }
    if (m->mthd) {
        put_mmt_method(t, subchannel, m->mthd & 0x1ffc, m->data);
    }
}

/*
 * An access is a line: W or R, bytes, seconds, map, address, value, program
 * counter, process.  Of a read the value comes at its end.  Who reads it wants
 * the card's identity first, which a capture need not begin with.
 */
typedef struct Mmio {
    double ns;
    bool reads;
    uint64_t offset, size;
} Mmio;

#define MMIO_BAR0 0xfd000000u
#define MMIO_BAR1 0xe0000000u
#define MMIO_SIZE 0x1000000u

static void put_access(const Mmio *t, char what, uint64_t offset,
                       uint64_t size, uint64_t value)
{
    printf("%c %u %.6f 1 0x%08x 0x%" PRIx64 " 0x0 0\n", what, (unsigned)size,
           t->ns / 1e9, MMIO_BAR0 + (uint32_t)offset, value);
}

static void put_mmio_head(Mmio *t, NvPlayer *p)
{
    const NvChip *chip = nv_player_card(p)->env.chip;

    t->ns = nv_player_head(p)->clock;
    printf("VERSION 20070824\nPCIDEV 0100 10de%04x 0 %x %x 0 0 0 0 0 %x %x 0 "
           "0 0 0 0\nMAP %.6f 1 0x%x 0x0 0x%x 0x0 0\n", chip->pci_device_id,
           MMIO_BAR0, MMIO_BAR1, MMIO_SIZE, nv_player_head(p)->vram_size,
           t->ns / 1e9, MMIO_BAR0, MMIO_SIZE);
    put_access(t, 'R', 0, 4, chip->boot0);
}

static void put_mmio_mark(const Mmio *t, const NvEvent *e)
{
    g_autofree char *name = g_strndup((const char *)e->bytes, e->len);
    g_autofree char *clean = g_strescape(name, NULL);

    printf("MARK %.6f %s\n", t->ns / 1e9,
           e->arg[0] == NV_MARK_BLANK ? "vertical blank" : clean);
}

static void put_mmio(void *opaque, const NvEvent *e)
{
    Mmio *t = opaque;

    switch (e->type) {
    case NV_EVENT_CLOCK:
        t->ns += (int64_t)e->arg[0];
        break;
    case NV_EVENT_WRITE:
        put_access(t, 'W', e->arg[0], e->arg[1], e->arg[2]);
        break;
    case NV_EVENT_READ:
        t->reads = true;
        t->offset = e->arg[0];
        t->size = e->arg[1];
        break;
    case NV_EVENT_END:
        if (t->reads) {
            put_access(t, 'R', t->offset, t->size, e->arg[0]);
        }
        t->reads = false;
        break;
    case NV_EVENT_MARK:
        put_mmio_mark(t, e);
        break;
    default:
        break;
    }
}

static void put_event(void *opaque, const NvEvent *e)
{
    const char *form = nv_event_form(e->type);

    printf("%s =", nv_event_text(e->type));
    for (unsigned i = 0; *form; form++) {
        if (*form == 'v' || *form == 'q') {
            printf(" 0x%" PRIx64, e->arg[i++]);
        } else if (*form == 'z') {
            printf(" %" PRId64, (int64_t)e->arg[i++]);
        } else {
            printf(" (%u bytes)", e->len);
        }
    }
    putchar('\n');
}

int nv_cap_dump(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "FILE", 1, 1,
        "Methods in the order in which they were taken: number, draw, class, "
        "offset,\nname, value.\n\n  nv-cap dump run.nvcap\n"
        "  nv-cap dump --events run.nvcap\n"
        "  nv-cap dump --xemu run.nvcap | nv2apretty /dev/stdin\n"
        "  nv-cap dump --mmt run.nvcap | dedma -m 20 -v 1 -\n"
        "  nv-cap dump --mmiotrace run.nvcap >x && demmio -f x"
    };
    NvCapWalk walk;
    Mmt mmt = { .at = 0 };
    Mmio mmio = { .ns = 0 };

    if (nv_tool_parse(&argc, &argv, &usage, dump_entries, error) &&
        nv_cap_open(&walk, argv[1], error)) {
        if (dump_events) {
            nv_player_tell(walk.player, put_event, NULL);
        } else if (dump_xemu) {
            nv_player_methods(walk.player, put_xemu, &walk);
        } else if (dump_mmt) {
            nv_player_methods(walk.player, put_mmt, &mmt);
        } else if (dump_mmio) {
            put_mmio_head(&mmio, walk.player);
            nv_player_tell(walk.player, put_mmio, &mmio);
        } else {
            nv_player_methods(walk.player, put_method, NULL);
        }
        nv_player_play(walk.player, error);
        nv_cap_close(&walk);
    }
    return EXIT_FINE;
}
