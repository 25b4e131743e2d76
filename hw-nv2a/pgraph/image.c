/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the words of a channel's image are, NV20 to NV35.
 *
 * Drivers make images of a certain size with start values at certain places
 * (doc: open drivers; sizes).  From the values that can be told: shadow
 * registers in the order of their bundles' numbers, none left out that the
 * chip has; the words of XFMODE; then XF's memories as RDI shows them, one
 * after the other.  The rest of the state lies in words that drivers leave 0,
 * in an order of this project's own (guess).
 */
#include "pgraph/image.h"

#include "pgraph/fe.h"

#define TAG_AT 0x20u            /* drivers leave it 0 (guess) */
#define TAG 0x6e760200u         /* | column of the chip: the rest is there */
#define TAG_KEPT 0x6e760300u    /* and the kept viewport */
#define USER_VALID NV_BIT(0)    /* of CTX_USER's word: there is an image */

#define IMAGE_WORDS (0x5f48 / 4)    /* the largest */

enum { RDI_XFPR = 0x10, RDI_LT_B = 0x16, RDI_LT_A = 0x18 };

/* Memory of XF that RDI packs, four words a slot. */
typedef struct Packed {
    uint16_t at;                /* 0: none */
    uint16_t space, first, slots;
    bool reverse;               /* words 2, 1, 0, and one that is none */
} Packed;

typedef struct Layout {
    const char *chip;           /* named as its driver's part */
    uint16_t size;
    uint16_t user;              /* CTX_USER */
    uint16_t shadows, first;    /* of bundle number @first */
    uint8_t hole;               /* a number with a word and no register */
    uint16_t modes;             /* B, A, T; Rankine: C before, T_HIGH */
    uint16_t xfpr, xfctx;
    uint16_t ltc[4];            /* 0: no place is known */
    Packed packed[2];
    /*
     * A slot that drivers set and the chip does not find there: the viewer's
     * direction, (0, 0, 1), acts as 0 in a console's pictures (hw).
     */
    uint16_t lost;
} Layout;

#define KELVIN_SPLIT(at) { { at, RDI_LT_A, 0, 0x1a, true }, \
                           { (at) + 0x1a0, RDI_LT_B, 0, 0x34, true } }
/* XTRA and TIMEOUT. */
#define RANKINE_EXTRA(at) { { at, RDI_XFPR, 0x118, 3, false } }

static const Layout layouts[] = {
    { "nv20", 0x37f0, 0x00, 0x33c, 0x00, 0, 0x618, 0x1c1c, 0x249c,
      { 0x353c, 0x354c, 0x359c, 0x35d8 },
      { { 0x309c, RDI_LT_A, 0, 0x4a, true } } },
    { "nv25", 0x3724, 0x28, 0x35c, 0x00, 0xaf, 0x680, 0x1b04, 0x2384,
      { 0x3464, 0x3474, 0x34c4, 0x3500 }, KELVIN_SPLIT(0x2f84) },
    /* One start value is a word off against the others: LTC0 moved (guess). */
    { "nv2a", 0x36b0, 0x00, 0x33c, 0x00, 0, 0x618, 0x1a9c, 0x231c,
      { 0x33f8, 0x340c, 0x345c, 0x3498 }, KELVIN_SPLIT(0x2f1c),
      0x301c },
    { "nv30", 0x5f48, 0x28, 0x350, 0x20, 0, 0x858, 0x1f18, 0x30c8,
      { 0 }, RANKINE_EXTRA(0x3098) },
    { "nv34", 0x46dc, 0x28, 0x34c, 0x20, 0, 0x84c, 0x15ac, 0x275c,
      { 0 }, RANKINE_EXTRA(0x272c) },
    { "nv35", 0x577c, 0x28, 0x34c, 0x20, 0, 0x85c, 0x1f1c, 0x30cc,
      { 0 }, RANKINE_EXTRA(0x309c) },
};

/* A word of the image is a word of NvPgraphContext. */
typedef struct Word {
    uint16_t at;                /* in words */
    uint16_t to;
    uint32_t mask;
} Word;

struct NvImage {
    const Layout *layout;
    unsigned known;             /* words whose place drivers know come first */
    unsigned before;            /* words of images with TAG */
    GArray *words;              /* of Word */
    /* While it is made: words of the image, and of NvPgraph.values. */
    bool used[IMAGE_WORDS], placed[NV_PGRAPH_WORDS];
    unsigned next;              /* no word below is free */
    uint32_t buffer[IMAGE_WORDS];
};

static void place(struct NvImage *image, unsigned at, unsigned to,
                  uint32_t mask)
{
    Word w = { at, to, mask };

    assert(to < sizeof(NvPgraphContext) / 4);
    assert(at < image->layout->size / 4u && !image->used[at]);
    image->used[at] = true;
    g_array_append_val(image->words, w);
}

static void place_rest(struct NvImage *image, unsigned to, unsigned count,
                       uint32_t mask)
{
    for (unsigned i = 0; i < count; i++) {
        while (image->used[image->next]) {
            image->next++;
            assert(image->next < image->layout->size / 4u);
        }
        place(image, image->next, to + i, mask);
    }
}

/* --- places that drivers know --- */

static void place_shadows(NvPgraph *pg, struct NvImage *image)
{
    const Layout *layout = image->layout;
    unsigned at = layout->shadows / 4;

    for (unsigned n = layout->first; n < NV_BUNDLE_NUMBERS; n++) {
        NvBundle b = nv_bundle_from_number(pg->gen, n);

        if (b != NV_BUNDLE_NONE && pg->bundle_mask[b]) {
            place(image, at++, NV_CONTEXT_SLOT(NV_PGRAPH_SHADOWS / 4 + b),
                  pg->bundle_mask[b]);
        } else if (n && n == layout->hole) {
            image->used[at++] = true;
        }
    }
}

/* The register stored at @home to word @at; false if the chip has none. */
static bool place_reg(NvPgraph *pg, struct NvImage *image, uint32_t home,
                      unsigned at)
{
    for (unsigned i = 0; i < pg->channel->len; i++) {
        const NvChannelWord *w = &g_array_index(pg->channel, NvChannelWord,
                                                i);

        if (w->slot == home / 4) {
            place(image, at, NV_CONTEXT_SLOT(w->slot), w->mask);
            image->placed[w->slot] = true;
            return true;
        }
    }
    return false;
}

/* Those that the chip has, one after the other. */
static void place_modes(NvPgraph *pg, struct NvImage *image)
{
    static const uint32_t homes[] = {
        NV_PGRAPH_XF_MODE_C, NV_PGRAPH_XF_MODE_B, NV_PGRAPH_XF_MODE_A,
        NV_PGRAPH_XF_MODE_T_HIGH, NV_PGRAPH_XF_MODE_T_HIGH + 4,
        NV_PGRAPH_XF_MODE_T, NV_PGRAPH_XF_MODE_T + 4,
    };
    unsigned at = image->layout->modes / 4;

    for (unsigned i = 0; i < NV_ARRAY_SIZE(homes); i++) {
        at += place_reg(pg, image, homes[i], at);
    }
}

static void place_xf(NvPgraph *pg, struct NvImage *image)
{
    const NvXfSizes *sizes = &pg->env->chip->xf;
    const uint32_t *bits = nv_xf_program_bits(pg->xf);
    const Layout *layout = image->layout;

    for (unsigned i = 0; i < sizes->xfpr * 4u; i++) {
        place(image, layout->xfpr / 4 + i, NV_CONTEXT_WORD(xf.xfpr) + i,
              bits[i % 4]);
    }
    for (unsigned i = 0; i < sizes->xfctx * 4u; i++) {
        place(image, layout->xfctx / 4 + i,
              NV_CONTEXT_WORD(xf.xfctx) + (i ^ 3), UINT32_MAX);
    }
    for (unsigned n = 0; n < 4; n++) {
        for (unsigned i = 0; layout->ltc[n] && i < sizes->ltc[n]; i++) {
            place(image, layout->ltc[n] / 4 + i,
                  NV_CONTEXT_WORD(xf.ltc) + n * NV_XF_MAX_LTC + i,
                  NV_MASK(21, 0));
        }
    }
    for (const Packed *p = layout->packed;
         p < layout->packed + NV_ARRAY_SIZE(layout->packed); p++) {
        memset(image->used + p->at / 4, p->slots != 0, p->slots * 4);
    }
}

/* --- places of our own --- */

static void place_rest_of_regs(NvPgraph *pg, struct NvImage *image)
{
    for (unsigned i = 0; i < pg->channel->len; i++) {
        const NvChannelWord *w = &g_array_index(pg->channel, NvChannelWord,
                                                i);
        bool shadow = w->slot >= NV_PGRAPH_SHADOWS / 4 &&
                      w->slot <= NV_PGRAPH_SHADOWS_END / 4;

        if (!shadow && !image->placed[w->slot]) {
            place_rest(image, NV_CONTEXT_SLOT(w->slot), 1, w->mask);
        }
    }
}

static void place_rest_of_xf(NvPgraph *pg, struct NvImage *image)
{
    const NvChip *chip = pg->env->chip;
    const NvXfSizes *sizes = &chip->xf;
    const uint32_t *modes = pg->xf_mode_mask;

    place_rest(image, NV_CONTEXT_WORD(xf.vab), sizes->vab * 4, UINT32_MAX);
    place_rest(image, NV_CONTEXT_WORD(xf.tbuf), NV_XF_ATTRS * 4, UINT32_MAX);
    for (unsigned n = 0; n < 4 && !image->layout->ltc[0]; n++) {
        place_rest(image, NV_CONTEXT_WORD(xf.ltc) + n * NV_XF_MAX_LTC,
                   sizes->ltc[n], NV_MASK(21, 0));
    }
    /* Where LTCTX is not packed above. */
    if (nv_chip_has(chip, NV_CAP_LT_IN_B)) {
        place_rest(image, NV_CONTEXT_WORD(xf.ltctx), sizes->ltctx * 3,
                   NV_MASK(21, 0));
        place_rest(image, NV_CONTEXT_WORD(xf.ltctx_rdi), sizes->ltctx * 3,
                   NV_MASK(21, 0));
    }
    place_rest(image, NV_CONTEXT_WORD(xf.mode_a), 1, modes[1]);
    place_rest(image, NV_CONTEXT_WORD(xf.mode_b), 1, modes[0]);
    place_rest(image, NV_CONTEXT_WORD(xf.mode_c), 1, 0x3f);
    place_rest(image, NV_CONTEXT_WORD(xf.mode_t), 4, modes[2]);
}

static void place_idx(struct NvImage *image)
{
    place_rest(image, NV_CONTEXT_WORD(raster.stipple), 32, UINT32_MAX);
    place_rest(image, NV_CONTEXT_WORD(idx.vtxbuf_offset), NV_XF_ATTRS,
               UINT32_MAX);
    place_rest(image, NV_CONTEXT_WORD(idx.vtxbuf_format), NV_XF_ATTRS,
               UINT32_MAX);
    place_rest(image, NV_CONTEXT_WORD(idx.state_a), 4, UINT32_MAX);
    place_rest(image, NV_CONTEXT_WORD(idx.dma_vtx), 2, 0x0ffffff0);
    place_rest(image, NV_CONTEXT_WORD(idx.restart_on), 1, 1);
    place_rest(image, NV_CONTEXT_WORD(idx.restart_index), 1, UINT32_MAX);
    place_rest(image, NV_CONTEXT_WORD(idx.primitive), 1, 0xf);
    place_rest(image, NV_CONTEXT_WORD(idx.edge_flag), 1, 1);
}

/* Last: images of before have none. */
static void place_kept_viewport(NvPgraph *pg, struct NvImage *image)
{
    unsigned slot = pg->env->chip->xf.kept_viewport;

    if (slot) {
        place_rest(image, NV_CONTEXT_WORD(xf.xfctx) + slot * 4, 2 * 4,
                   UINT32_MAX);
    }
}

void nv_image_init(NvPgraph *pg)
{
    struct NvImage *image;
    const Layout *layout = NULL;

    pg->image = NULL;
    for (unsigned i = 0; i < NV_ARRAY_SIZE(layouts); i++) {
        if (!strcmp(layouts[i].chip, pg->env->chip->name)) {
            layout = &layouts[i];
        }
    }
    if (!layout) {
        return;
    }
    image = g_new0(struct NvImage, 1);
    image->layout = layout;
    image->words = g_array_new(FALSE, FALSE, sizeof(Word));
    image->used[TAG_AT / 4] = true;
    place(image, layout->user / 4, NV_CONTEXT_SLOT(NV_PGRAPH_CTX_USER / 4),
          UINT32_MAX);
    place_shadows(pg, image);
    place_modes(pg, image);
    place_xf(pg, image);
    image->known = image->words->len;
    place_rest_of_regs(pg, image);
    place_rest_of_xf(pg, image);
    place_idx(image);
    image->before = image->words->len;
    place_kept_viewport(pg, image);
    pg->image = image;
}

void nv_image_forget(NvPgraph *pg)
{
    if (pg->image) {
        g_array_unref(pg->image->words);
    }
    g_clear_pointer(&pg->image, g_free);
}

/* --- moving --- */

bool nv_image_known(const NvPgraph *pg)
{
    return pg->image != NULL;
}

uint32_t nv_image_size(const NvPgraph *pg)
{
    return pg->image ? pg->image->layout->size : 0;
}

bool nv_image_fits(NvPgraph *pg, uint32_t image)
{
    uint32_t size = pg->mem->ramin_size;

    if (image && image < size && size - image >= pg->image->layout->size) {
        return true;
    }
    nv_error(pg->env, NV_ERROR_IMAGE, image, "0x%05x of instance memory, which "
             "is 0x%x long, has not the 0x%x bytes of one", image, size,
             pg->image->layout->size);
    return false;
}

/* How many words an image has of which the card says that they are there. */
static unsigned tagged(const NvPgraph *pg, uint32_t image)
{
    uint32_t tag = nv_mem_ramin_read(pg->mem, image + TAG_AT);

    return tag == (TAG_KEPT | pg->env->chip->fe) ? pg->image->words->len :
           tag == (TAG | pg->env->chip->fe) ? pg->image->before : 0;
}

NvImageState nv_image_state(const NvPgraph *pg, uint32_t image)
{
    if (tagged(pg, image)) {
        return NV_IMAGE_FULL;
    }
    return nv_mem_ramin_read(pg->mem, image + pg->image->layout->user) &
           USER_VALID ? NV_IMAGE_DRIVER : NV_IMAGE_EMPTY;
}

static void write_packed(NvPgraph *pg, const Packed *p, uint32_t *buffer)
{
    for (unsigned i = 0; i < p->slots * 4u; i++) {
        unsigned word = p->reverse ? 2 - i % 4 : i % 4;

        if (!p->reverse || i % 4 < 3) {
            nv_xf_rdi_read(pg->xf, p->space,
                           (p->first + i / 4) << 4 | word << 2,
                           &buffer[p->at / 4 + i]);
        }
    }
}

static void read_packed(NvPgraph *pg, const Packed *p, const uint32_t *buffer)
{
    for (unsigned i = 0; i < p->slots * 4u; i++) {
        unsigned word = p->reverse ? 2 - i % 4 : i % 4;

        if (!p->reverse || i % 4 < 3) {
            nv_xf_rdi_write(pg->xf, p->space,
                            (p->first + i / 4) << 4 | word << 2,
                            buffer[p->at / 4 + i]);
        }
    }
}

/* Words that are no state of the card's stay as they are. */
void nv_image_write(NvPgraph *pg, const NvPgraphContext *c, uint32_t image)
{
    const Layout *layout = pg->image->layout;
    const Word *w = (const Word *)pg->image->words->data;
    const uint32_t *from = (const uint32_t *)c;
    uint32_t *buffer = pg->image->buffer;

    assert(image + layout->size <= pg->mem->ramin_size);
    nv_mem_ramin_get(pg->mem, image, buffer, layout->size / 4);
    for (unsigned i = 0; i < pg->image->words->len; i++) {
        buffer[w[i].at] = from[w[i].to];
    }
    for (unsigned i = 0; i < NV_ARRAY_SIZE(layout->packed); i++) {
        write_packed(pg, &layout->packed[i], buffer);
    }
    buffer[layout->user / 4] |= USER_VALID;
    buffer[TAG_AT / 4] = (pg->env->chip->xf.kept_viewport ? TAG_KEPT : TAG) |
                         pg->env->chip->fe;
    nv_mem_ramin_put(pg->mem, image, buffer, layout->size / 4);
}

void nv_image_read(NvPgraph *pg, NvPgraphContext *c, uint32_t image)
{
    const Layout *layout = pg->image->layout;
    const Word *w = (const Word *)pg->image->words->data;
    unsigned full = tagged(pg, image), count = full ?: pg->image->known;
    unsigned kept = pg->env->chip->xf.kept_viewport;
    uint32_t *to = (uint32_t *)c;
    uint32_t *buffer = pg->image->buffer;

    assert(image + layout->size <= pg->mem->ramin_size);
    nv_mem_ramin_get(pg->mem, image, buffer, layout->size / 4);
    if (kept) {                     /* what is not there is found later */
        memset(c->xf.xfctx[kept], 0, 2 * sizeof(c->xf.xfctx[0]));
    }
    for (unsigned i = 0; i < count; i++) {
        to[w[i].to] = buffer[w[i].at] & w[i].mask;
    }
    if (!full && layout->lost) {
        memset(buffer + layout->lost / 4, 0, 16);
    }
}

void nv_image_read_xf(NvPgraph *pg)
{
    const Layout *layout = pg->image->layout;

    for (unsigned i = 0; i < NV_ARRAY_SIZE(layout->packed); i++) {
        read_packed(pg, &layout->packed[i], pg->image->buffer);
    }
    nv_idx_channel_trim(pg->idx);
}
