/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Captures of what draws read in the machine's memory, where that is not the
 * same all the time, or is read in pieces.  No hardware facts.
 */
#include "card/card.h"
#include "unit/capture/test-capture.h"

#define ARRAY 0x60000u

/* A triangle, and another beside it. */
static const float first[9] = { 2, 2, 0, 20, 2, 0, 2, 20, 0 };
static const float second[9] = { 40, 40, 0, 60, 40, 0, 40, 60, 0 };

static Rig *new_rig(void)
{
    Rig *rig = rig_new("nv20", VRAM, "soft", NULL);

    rig_channel(rig, 0x97);
    rig_surface(rig, 64, 64);
    rig_passthrough_program(rig);
    return rig;
}

/* Three floats a vertex from @at on, and a colour. */
static void set_array(Rig *rig, uint32_t at)
{
    rig_method(rig, 0x1720, at | 1u << 31);
    rig_method(rig, 0x1760, 12 << 8 | 3 << 4 | 2);
    rig_method(rig, 0x194c, 0xff80ff40);
}

/* The first of the array, as memory has it now. */
static void draw_triangle(Rig *rig)
{
    rig_method(rig, 0x1710, 0);
    rig_method(rig, BEGIN, 5);
    rig_method(rig, 0x1810, 2 << 24);
    rig_method(rig, BEGIN, 0);
}

static void check_both(Rig *rig)
{
    g_assert_cmphex(rig_pixel(rig, 4, 4), !=, rig_pixel(rig, 30, 30));
    g_assert_cmphex(rig_pixel(rig, 42, 42), ==, rig_pixel(rig, 4, 4));
}

/* Object @at of class 0x039, bound to subchannel 1: from VRAM to memory. */
static void copier(Rig *rig, uint32_t at)
{
    static const uint32_t words[][2] = {
        { 0x000, 0xc0b1 }, { 0x180, CHANNEL_HANDLE(CHANNEL_DMA_NOTIFY) },
        { 0x184, CHANNEL_HANDLE(CHANNEL_DMA_VRAM) },
        { 0x188, CHANNEL_HANDLE(CHANNEL_DMA_RAM) },
    };

    rig_ramin_write(rig, at, 0x39);
    for (unsigned i = 4; i < 16; i += 4) {
        rig_ramin_write(rig, at + i, 0);
    }
    channel_ramht(&rig->channel, 0, 0xc0b1, at, 1);
    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++) {
        rig_method(rig, 1 << 13 | words[i][0], words[i][1]);
    }
}

static void copy(Rig *rig, uint32_t from, uint32_t to, uint32_t len)
{
    const uint32_t words[] = { from, to, len, len, len, 1, 0x101, 0 };

    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++) {
        rig_method(rig, 1 << 13 | (0x30c + 4 * i), words[i]);
    }
}

/* What is read, then written by the card and read again, is both in turn. */
static void test_again(void)
{
    enum { OTHER = 0x80000, AT = 0x13100 };
    g_autofree char *path = new_path();
    Rig *rig = new_rig();
    NvPlayer *p;
    Walk w = { .until = UINT64_MAX };

    copier(rig, AT);
    rig_ram_floats(rig, ARRAY, first, 9);
    memcpy((uint8_t *)nv_card_vram(rig->card) + OTHER, second, sizeof(second));
    rig_wrote_vram(rig, OTHER, sizeof(second));
    rig_kick(rig);
    start(rig, path);
    set_array(rig, ARRAY);
    for (unsigned i = 0; i < 2; i++) {
        draw_triangle(rig);
        copy(rig, OTHER, ARRAY, sizeof(second));
    }
    rig_kick(rig);
    nv_card_flush(rig->card);
    g_assert_cmpstr(rig->heard->str, ==, "");
    check_both(rig);
    stop(rig);
    p = open_player(path, &(NvPlayerConfig) { .loose = true });
    g_assert_true(nv_player_walk(p, walker, &w, NULL));
    g_assert_cmpuint(w.draws, ==, 2);
    g_assert_cmpmem(nv_card_vram(rig->card), VRAM,
                    nv_card_vram(nv_player_card(p)), VRAM);
    nv_player_free(p);
    rig_free(rig);
    g_unlink(path);
}

/* Nine floats that the CPU changes as soon as the last was read once. */
static struct {
    const NvHostOps *ops;       /* the machine's */
    Rig *rig;
    uint64_t addr;
    const float *then;
} changing;

static bool changing_read(void *host, uint64_t addr, void *buf, size_t len)
{
    bool done = changing.ops->dma_read(host, addr, buf, len);

    if (addr + len == changing.addr + 36 && changing.then) {
        rig_ram_floats(changing.rig, changing.addr, changing.then, 9);
        changing.then = NULL;
    }
    return done;
}

/* In a loose one it is first as it was first, though a call saw both. */
static void test_changing(void)
{
    g_autofree char *path = new_path();
    Rig *rig = new_rig();
    NvHostOps ops = *rig->card->env.ops;
    const uint32_t *vram;
    Walk w = { .until = UINT64_MAX };
    NvPlayer *p;

    changing.ops = rig->card->env.ops;
    changing.rig = rig;
    changing.addr = ARRAY;
    changing.then = second;
    ops.dma_read = changing_read;
    ops.dma_map = NULL;
    rig->card->env.ops = &ops;
    rig_ram_floats(rig, ARRAY, first, 9);
    start(rig, path);
    set_array(rig, ARRAY);
    for (unsigned i = 0; i < 2; i++) {
        draw_triangle(rig);
    }
    rig_kick(rig);
    nv_card_flush(rig->card);
    g_assert_null(changing.then);
    check_both(rig);
    stop(rig);
    p = open_player(path, &(NvPlayerConfig) { .loose = true });
    g_assert_true(nv_player_walk(p, walker, &w, NULL));
    vram = nv_card_vram(nv_player_card(p));
    g_assert_cmphex(vram[rig->channel.pitch + 4], ==, rig_pixel(rig, 4, 4));
    nv_player_free(p);
    rig->card->env.ops = changing.ops;
    rig_free(rig);
    g_unlink(path);
}

/*
 * A vertex that begins in one page and ends in the next is read piece by piece,
 * what follows it by the page.
 */
static void test_across(void)
{
    enum { AT = 0x60ffc, VERTICES = 300 };
    g_autofree char *path = new_path();
    Rig *rig = new_rig();
    NvPlayer *p;
    Walk w = { .until = UINT64_MAX };

    for (unsigned i = 0; i < VERTICES; i++) {
        const float at[3] = { i * (i + 7) % 61 + 1, i * (i + 5) % 59 + 1, 0 };

        rig_ram_floats(rig, AT + 12 * i, at, 3);
    }
    start(rig, path);
    set_array(rig, AT);
    for (unsigned i = 0; i < 2; i++) {
        rig_method(rig, BEGIN, 5);
        rig_method(rig, 0x1810, (VERTICES / 2 - 1) << 24 | VERTICES / 2 * i);
        rig_method(rig, BEGIN, 0);
    }
    rig_kick(rig);
    nv_card_flush(rig->card);
    stop(rig);
    p = open_player(path, &(NvPlayerConfig) { .loose = true });
    g_assert_true(nv_player_walk(p, walker, &w, NULL));
    g_assert_cmpuint(w.draws, ==, 2);
    g_assert_cmpmem(nv_card_vram(rig->card), VRAM,
                    nv_card_vram(nv_player_card(p)), VRAM);
    nv_player_free(p);
    rig_free(rig);
    g_unlink(path);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/capture/across", test_across);
    g_test_add_func("/capture/again", test_again);
    g_test_add_func("/capture/changing", test_changing);
    return g_test_run();
}
