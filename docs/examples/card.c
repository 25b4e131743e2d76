/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A GeForce 3 without a machine: what it says it is, and a word of instance
 * memory, which is the end of VRAM.
 *
 *   cc card.c $(pkg-config --cflags --libs nv2a) && ./a.out
 */
#include <nv2a/card.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    static const NvHostOps ops = { 0 };     /* no interrupts, no time */
    NvCardConfig config = { .chip = "nv20", .vram_size = 16 << 20 };
    GError *error = NULL;
    NvCard *card = nv_card_new(&config, &ops, NULL, &error);
    uint32_t word;

    if (!card) {
        fprintf(stderr, "%s\n", error->message);
        return 1;
    }
    printf("PMC_BOOT_0 %08x\n", nv_card_mmio_read(card, 0x000000, 4));
    nv_card_mmio_write(card, 0x700000, 0x12345678, 4);
    memcpy(&word, (char *)nv_card_vram(card) + config.vram_size - 64, 4);
    printf("PRAMIN[0] %08x\n", word);
    nv_card_free(card);
    return 0;
}
