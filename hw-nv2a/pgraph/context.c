/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Channels: who owns FE and the units below, and where the others wait.
 *
 * Known (doc, from drivers): CTX_TABLE points at a table of channel images,
 * one word a channel; CTX_POINTER and CTX_TRIGGER load or save an image; the
 * owner is in CTX_USER, valid with CTX_CONTROL bit 16; bit 28 switches
 * automatic switching on.  An image holds all of the channel (image.c).
 *
 * Celsius has neither: a method of another channel than the owner waits, and an
 * interrupt asks the driver, who saves and loads the registers that it knows
 * and makes the channel the owner (doc).
 *
 * A channel without an image, or with one whose words nobody knows (Curie),
 * waits in the card.  One word of such an image tells whether that state is
 * still the image's (guess): it is written when the channel is put away; a
 * driver that makes a new image overwrites it, and the channel starts afresh.
 *
 * Curie has a program in CTXCTL instead of a table: NEXT is the image of the
 * channel that PFIFO wants, CURRENT that of the owner, and drivers start the
 * program with a flag that says save or load and wait for it to stop (doc).
 * The driver's code is not run: what it does is done at once (ctxctl.c).
 */
#include "pgraph/fe.h"
#include "pgraph/image.h"

/* The image word that drivers leave 0 (guess). */
#define IMAGE_TAG 0x20u
#define TAG 0x6e760000u

/* Curie's way, not the table's. */
static bool by_program(const NvPgraph *pg)
{
    return nv_chip_has(pg->env->chip, NV_CAP_CTXCTL);
}

/* --- words of FE that belong to a channel --- */

/* What the word may hold: methods keep more of a class than drivers write. */
static uint32_t held(const NvPgraph *pg, const NvReg *reg)
{
    bool names = reg->home == NV_PGRAPH_CTX_CACHE_A;

    return reg->mask | reg->w1c | reg->ones | (names ? pg->class_mask : 0);
}

void nv_context_init(NvPgraph *pg)
{
    pg->channel = g_array_new(FALSE, TRUE, sizeof(NvChannelWord));
    for (uint32_t offset = 0; offset < NV_PGRAPH_SIZE; offset += 4) {
        unsigned index;
        const NvReg *reg = nv_regs_find(&pg->regs, offset, &index);

        if (reg && ((reg->flags & NV_PG_CHANNEL) ||
                    reg->home == NV_PGRAPH_CTX_USER)) {
            NvChannelWord w = {
                .slot = nv_reg_slot(reg, index), .hooked = reg->write,
                .mask = held(pg, reg), .ones = reg->ones,
            };

            g_array_append_val(pg->channel, w);
        }
    }
}

void nv_context_free(NvPgraph *pg)
{
    g_clear_pointer(&pg->channel, g_array_unref);
}

/* The channel's number is not part of its state. */
static void copy_words(const NvPgraph *pg, uint32_t *to,
                       const uint32_t *from)
{
    const NvChannelWord *w = (const NvChannelWord *)pg->channel->data;
    uint32_t *user = &to[NV_PGRAPH_CTX_USER / 4];
    uint32_t number = NV_FE_GET(pg, CTX_USER, CHANNEL, *user);

    for (unsigned i = 0; i < pg->channel->len; i++) {
        to[w[i].slot] = from[w[i].slot];
    }
    *user = NV_FE_PUT(pg, CTX_USER, CHANNEL, *user, number);
}

/* A saved card may hold anything: registers keep the bits they have. */
static void mask_words(const NvPgraph *pg, uint32_t *values)
{
    const NvChannelWord *w = (const NvChannelWord *)pg->channel->data;

    for (unsigned i = 0; i < pg->channel->len; i++) {
        if (w[i].mask && !w[i].hooked) {
            values[w[i].slot] &= w[i].mask;
        }
    }
}

void nv_context_loaded(NvPgraph *pg)
{
    mask_words(pg, pg->values);
    for (unsigned i = 0; i < NV_PGRAPH_CHANNELS; i++) {
        mask_words(pg, pg->contexts[i].values);
    }
}

/* --- the units below --- */

static void save_units(const NvPgraph *pg, NvPgraphContext *c)
{
    nv_xf_channel_get(pg->xf, &c->xf);
    nv_idx_channel_get(pg->idx, &c->idx);
    nv_raster_channel_save(pg->raster, &c->raster);
}

/* Bundles first: they change the passthrough slot that is copied after. */
static void load_units(NvPgraph *pg, const NvPgraphContext *c)
{
    NvBundle bundle;
    uint32_t data;

    for (unsigned b = 0; b < NV_BUNDLE_COUNT; b++) {
        if (nv_fe_bundle_mask(pg, b)) {
            nv_fe_send_bundle(pg, b, nv_fe_bundle(pg, b));
        }
    }
    for (unsigned i = 0;
         nv_raster_channel_bundle(&c->raster, i, &bundle, &data); i++) {
        nv_fe_send_bundle(pg, bundle, data);
    }
    nv_raster_hide(pg->raster, c->raster.hidden);
    nv_xf_channel_set(pg->xf, &c->xf);
    nv_idx_channel_set(pg->idx, &c->idx);
}

/* --- images --- */

/*
 * RAMIN address of the channel's image, 0 if there is none.  As long as
 * nobody sets NEXT, Curie's channels keep the image they were saved to.
 */
static uint32_t image_of(NvPgraph *pg, unsigned chid)
{
    uint32_t table = NV_PG_GET(pg, CTX_TABLE, INSTANCE) << 4, image;

    if (by_program(pg)) {
        return NV_PG_GET(pg, CTXCTL_NEXT, VALID)
               ? NV_PG_GET(pg, CTXCTL_NEXT, INSTANCE) << 4
               : pg->contexts[chid].instance;
    }
    if (!table) {
        return 0;
    }
    image = (nv_mem_ramin_read(pg->mem, table + 4 * chid) & 0xffff) << 4;
    return image && nv_image_known(pg) && !nv_image_fits(pg, image) ? 0
                                                                    : image;
}

static bool context_alive(const NvPgraph *pg, const NvPgraphContext *c,
                          uint32_t image)
{
    return c->used && c->instance == image &&
           (!image || nv_mem_ramin_read(pg->mem, image + IMAGE_TAG) ==
                      c->tag);
}

static unsigned current(const NvPgraph *pg)
{
    return by_program(pg) ? (pg->owner - 1) % NV_PGRAPH_CHANNELS
                          : NV_PG_GET(pg, CTX_USER, CHANNEL);
}

/* A driver that ends Curie's current channel only clears the bit (doc). */
static bool owned(const NvPgraph *pg)
{
    if (by_program(pg)) {
        return pg->owner && (!NV_PG(pg, CTXCTL_CURRENT) ||
                             NV_PG_GET(pg, CTXCTL_CURRENT, VALID));
    }
    return NV_PG_GET(pg, CTX_CONTROL, CHID_VALID);
}

static uint32_t owner_image(NvPgraph *pg)
{
    if (!by_program(pg)) {
        return image_of(pg, current(pg));
    }
    return NV_PG_GET(pg, CTXCTL_CURRENT, VALID)
           ? NV_PG_GET(pg, CTXCTL_CURRENT, INSTANCE) << 4 : 0;
}

void nv_pgraph_next_image(NvPgraph *pg, uint32_t instance)
{
    uint32_t next = NV_FE_PUT(pg, CTXCTL_NEXT, INSTANCE, 0, instance);

    assert(by_program(pg));
    NV_PG(pg, CTXCTL_NEXT) = NV_FE_PUT(pg, CTXCTL_NEXT, VALID, next, !!next);
}

/* The same channel, and on Curie the same image: numbers are used again. */
bool nv_fe_is_owner(const NvPgraph *pg, unsigned chid)
{
    if (!owned(pg) || current(pg) != chid) {
        return false;
    }
    return !by_program(pg) || !NV_PG_GET(pg, CTXCTL_NEXT, VALID) ||
           NV_PG(pg, CTXCTL_NEXT) == NV_PG(pg, CTXCTL_CURRENT);
}

/* Of the host's time: some thousand words, one way; a program besides. */
#define MOVE_PIXELS 3000
#define PROGRAM_PIXELS 20000

/* Put the owner's state away. */
static void save(NvPgraph *pg, unsigned chid, uint32_t image)
{
    NvPgraphContext *c = &pg->contexts[chid];

    assert(chid < NV_PGRAPH_CHANNELS);
    nv_idx_flush(pg->idx);
    nv_raster_flush(pg->raster);
    c->idx.primitive = 0;
    if (nv_fe_inside(pg)) {
        nv_idx_channel_stop(pg->idx, &c->idx);
    }
    nv_env_spend(pg->env, MOVE_PIXELS);
    c->used = 1;
    c->instance = image;
    copy_words(pg, c->values, pg->values);
    save_units(pg, c);
    if (image && nv_image_known(pg)) {
        nv_image_write(pg, c, image);
        return;
    }
    c->tag = TAG | (++pg->context_serial & 0xffff);
    if (c->instance) {
        nv_mem_ramin_write(pg->mem, c->instance + IMAGE_TAG, c->tag);
    }
}

static void fresh(NvPgraph *pg, NvPgraphContext *c)
{
    memset(c, 0, sizeof(*c));
    nv_xf_channel_reset(pg->xf);
    nv_idx_reset(pg->idx);
    save_units(pg, c);
    memset(&c->raster, 0, sizeof(c->raster));
    for (unsigned i = 0; i < pg->channel->len; i++) {
        const NvChannelWord *w = &g_array_index(pg->channel, NvChannelWord,
                                                i);

        c->values[w->slot] = w->ones;
    }
}

/* Words of the image to @c, or what a new channel has; its state. */
static NvImageState fetch(NvPgraph *pg, NvPgraphContext *c, uint32_t image)
{
    bool known = image && nv_image_known(pg);
    NvImageState state = known ? nv_image_state(pg, image) : NV_IMAGE_NONE;

    if (known ? state != NV_IMAGE_FULL : !context_alive(pg, c, image)) {
        fresh(pg, c);
        if (image && by_program(pg)) {
            nv_env_spend(pg->env, PROGRAM_PIXELS);
            nv_ctxctl_read(pg, c, image);
        }
    } else if (known) {
        save_units(pg, c);          /* words of chips that have more stay */
    }
    if (state == NV_IMAGE_FULL || state == NV_IMAGE_DRIVER) {
        nv_image_read(pg, c, image);
    }
    return state;
}

static void load(NvPgraph *pg, NvPgraphContext *c, uint32_t image)
{
    NvImageState state;

    nv_idx_flush(pg->idx);
    nv_env_spend(pg->env, MOVE_PIXELS);
    state = fetch(pg, c, image);
    copy_words(pg, pg->values, c->values);
    load_units(pg, c);
    if (state == NV_IMAGE_DRIVER) {
        nv_fe_send_xf_mode(pg);
    }
    if (state == NV_IMAGE_FULL || state == NV_IMAGE_DRIVER) {
        nv_image_read_xf(pg);
    }
    nv_fe_class_changed(pg);
    nv_surfaces_update(pg);
    if (nv_fe_inside(pg)) {
        nv_idx_channel_go_on(pg->idx, &c->idx);
    }
}

static void set_owner(NvPgraph *pg, unsigned chid)
{
    uint32_t image = image_of(pg, chid);

    if (by_program(pg)) {
        pg->owner = 1 + chid;
        NV_PG(pg, CTXCTL_CURRENT) = 0;
        NV_PG_PUT(pg, CTXCTL_CURRENT, INSTANCE, image >> 4);
        NV_PG_PUT(pg, CTXCTL_CURRENT, VALID, image != 0);
        return;
    }
    NV_PG_PUT(pg, CTX_USER, CHANNEL, chid);
    NV_PG_PUT(pg, CTX_CONTROL, CHID_VALID, 1);
}

/*
 * The first owner after reset inherits what is in the registers: drivers
 * without channels set FE up before they push anything.
 */
bool nv_context_switch(NvPgraph *pg, unsigned chid)
{
    bool first = true;

    chid %= NV_PGRAPH_CHANNELS;
    if (nv_fe_is_owner(pg, chid)) {
        return true;
    }
    if (nv_chip_has(pg->env->chip, NV_CAP_CTX_BY_DRIVER) ||
        (!by_program(pg) && !NV_PG(pg, CTX_TABLE) &&
         !NV_PG_GET(pg, CTX_CONTROL, DEVICE_ENABLED))) {
        nv_fe_switch_error(pg, chid);
        return false;
    }
    nv_trace(pg->env, pgraph_context, owned(pg) ? current(pg) : 0x1f, chid);
    for (unsigned i = 0; i < NV_PGRAPH_CHANNELS; i++) {
        first &= !pg->contexts[i].used;
    }
    if (owned(pg)) {
        save(pg, current(pg), owner_image(pg));
        first = false;
    }
    if (!first || image_of(pg, chid)) {
        load(pg, &pg->contexts[chid], image_of(pg, chid));
    }
    set_owner(pg, chid);
    return true;
}

/*
 * Loads or saves the image in CTX_POINTER, or if that is 0 (guess) the one of
 * the channel in CTX_USER; done at once.
 */
void nv_context_trigger(NvPgraph *pg, uint32_t value)
{
    unsigned chid = current(pg);
    uint32_t image = NV_PG_GET(pg, CTX_POINTER, INSTANCE) << 4;

    if (!image) {
        image = image_of(pg, chid);
    } else if (!nv_image_known(pg) || !nv_image_fits(pg, image)) {
        return;
    }
    if (NV_FE_GET(pg, CTX_TRIGGER, SAVE, value)) {
        if (owned(pg)) {
            save(pg, chid, image);
        }
    } else if (NV_FE_GET(pg, CTX_TRIGGER, LOAD, value)) {
        load(pg, &pg->contexts[chid], image);
    }
}

/* The state that waits for @image, or none. */
static NvPgraphContext *waiting(NvPgraph *pg, uint32_t image)
{
    for (unsigned i = 0; i < NV_PGRAPH_CHANNELS; i++) {
        if (context_alive(pg, &pg->contexts[i], image)) {
            return &pg->contexts[i];
        }
    }
    return NULL;
}

/*
 * Moves state to or from the image in CTX_POINTER.  One that no channel left
 * is a new one, whoever it is for: FE has no owner then.
 */
void nv_context_program(NvPgraph *pg)
{
    uint32_t image = NV_PG_GET(pg, CTX_POINTER, INSTANCE) << 4;

    if (NV_PG_GET(pg, CTXCTL_FLAGS, SAVE)) {
        if (pg->owner) {
            save(pg, current(pg), image);
        }
    } else if (NV_PG_GET(pg, CTXCTL_FLAGS, LOAD)) {
        NvPgraphContext *c = waiting(pg, image);

        if (c) {
            load(pg, c, image);
            pg->owner = 1 + (c - pg->contexts);
        } else {
            c = g_new0(NvPgraphContext, 1);
            load(pg, c, image);
            g_free(c);
            pg->owner = 0;
        }
    }
    NV_PG_PUT(pg, CTXCTL_FLAGS, SAVE, 0);
    NV_PG_PUT(pg, CTXCTL_FLAGS, LOAD, 0);
}

void nv_context_reset(NvPgraph *pg)
{
    memset(pg->contexts, 0, sizeof(pg->contexts));
    pg->ctxctl = (NvCtxctl) { .there = by_program(pg) };
    pg->context_serial = 0;
    pg->owner = 0;
}
