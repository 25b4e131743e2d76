/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which pages of VRAM the CPU wrote.  The machine's answer holds the card's own
 * writes, too; those are told apart by the page's sum after the run that wrote
 * it.  A page of which nothing is sure is put down again: that costs bytes, and
 * is right.  No hardware facts.
 */
#include "capture/record-priv.h"

#include <string.h>

#include "base/bits.h"

#define IMAGE_PAGES 256u        /* a chunk's */

static bool has_bit(const uint8_t *bits, uint32_t i)
{
    return bits[i / 8] >> i % 8 & 1;
}

static void set_bit(uint8_t *bits, uint32_t i)
{
    bits[i / 8] |= 1u << i % 8;
}

void nv_recorder_vram_init(NvRecorder *rec)
{
    uint32_t bytes;

    rec->pages = rec->card.vram_size / NV_CAPTURE_PAGE;
    bytes = rec->pages / 8;
    rec->hash = g_new0(uint64_t, rec->pages);
    rec->wrote = g_malloc0(bytes);
    rec->asked = g_malloc0(bytes);
    rec->unsure = g_malloc0(bytes);
    rec->first_wrote = UINT32_MAX;
}

void nv_recorder_vram_free(NvRecorder *rec)
{
    g_free(rec->hash);
    g_free(rec->wrote);
    g_free(rec->asked);
    g_free(rec->unsure);
}

/* False: any page may have been written. */
static bool ask(NvRecorder *rec)
{
    const NvHostOps *ops = rec->card.ops;

    memset(rec->asked, 0, rec->pages / 8);
    return ops->vram_written &&
           ops->vram_written(rec->card.host, rec->asked);
}

static const uint8_t *page_at(const NvRecorder *rec, uint32_t page)
{
    return rec->card.vram + (size_t)page * NV_CAPTURE_PAGE;
}

/* From here on what is written is asked for again. */
void nv_recorder_vram_image(NvRecorder *rec)
{
    static const uint8_t zero[NV_CAPTURE_PAGE];
    g_autoptr(GByteArray) out = g_byte_array_new();

    ask(rec);
    for (uint32_t i = 0; i < rec->pages; i++) {
        uint8_t copy[NV_CAPTURE_PAGE], number[4];

        memcpy(copy, page_at(rec, i), sizeof(copy));
        rec->hash[i] = nv_capture_hash_page(copy, i);
        if (memcmp(copy, zero, sizeof(copy))) {
            nv_st32(number, i);
            g_byte_array_append(out, number, sizeof(number));
            g_byte_array_append(out, copy, sizeof(copy));
        }
        if (out->len && (out->len >= IMAGE_PAGES * (NV_CAPTURE_PAGE + 4) ||
                         i == rec->pages - 1)) {
            nv_capture_write(rec->file, NV_CHUNK_VRAM, out->data, out->len);
            g_byte_array_set_size(out, 0);
        }
    }
}

/* The bytes that are put down are those that are summed up. */
static void look_at_page(NvRecorder *rec, uint32_t page, bool unsure)
{
    uint8_t copy[NV_CAPTURE_PAGE];
    uint64_t hash;

    memcpy(copy, page_at(rec, page), sizeof(copy));
    hash = nv_capture_hash_page(copy, page);
    if (unsure || hash != rec->hash[page]) {
        nv_recorder_put_bytes(rec, &(NvEvent) {
            .type = NV_EVENT_VRAM, .arg = { page }, .bytes = copy,
            .len = sizeof(copy),
        });
        rec->hash[page] = hash;
    }
}

void nv_recorder_vram_look(NvRecorder *rec)
{
    bool known = ask(rec);

    for (uint32_t i = 0; i < rec->pages / 8; i++) {
        uint8_t unsure = rec->unsure[i];
        uint8_t look = known ? rec->asked[i] | unsure : 0xff;

        for (unsigned bit = 0; look >> bit; bit++) {
            if (look >> bit & 1) {
                look_at_page(rec, i * 8 + bit, unsure >> bit & 1);
            }
        }
    }
    if (rec->any_unsure) {
        memset(rec->unsure, 0, rec->pages / 8);
        rec->any_unsure = false;
    }
}

void nv_recorder_vram_wrote(NvRecorder *rec, uint32_t offset, uint32_t len)
{
    uint32_t end = (offset + (uint64_t)len - 1) / NV_CAPTURE_PAGE;

    for (uint32_t i = offset / NV_CAPTURE_PAGE; len && i <= end; i++) {
        set_bit(rec->wrote, i);
    }
    if (len) {
        rec->first_wrote = MIN(rec->first_wrote, offset / NV_CAPTURE_PAGE);
        rec->last_wrote = MAX(rec->last_wrote, end);
    }
    rec->any_wrote |= len != 0;
}

/*
 * First the sums of what the card wrote, then the question: what the CPU wrote
 * before the sum is in the answer, what it writes later makes another sum.  The
 * host tells its memory of the card's writes only when the call is over.
 */
static void after_run(NvRecorder *rec)
{
    for (uint32_t i = rec->first_wrote; i <= rec->last_wrote; i++) {
        if (has_bit(rec->wrote, i)) {
            rec->hash[i] = nv_capture_hash_page(page_at(rec, i), i);
        }
    }
    if (rec->card.ops->vram_written && ask(rec)) {
        for (uint32_t i = 0; i < rec->pages / 8; i++) {
            rec->unsure[i] |= rec->asked[i];
        }
        rec->any_unsure = true;
    }
}

void nv_recorder_vram_after(NvRecorder *rec, bool run)
{
    if (!rec->any_wrote) {
        return;
    }
    if (run || !rec->card.ops->vram_written) {
        after_run(rec);
    } else {
        for (uint32_t i = rec->first_wrote / 8; i <= rec->last_wrote / 8;
             i++) {
            rec->unsure[i] |= rec->wrote[i];
        }
        rec->any_unsure = true;
    }
    memset(rec->wrote + rec->first_wrote / 8, 0,
           rec->last_wrote / 8 - rec->first_wrote / 8 + 1);
    rec->first_wrote = UINT32_MAX;
    rec->last_wrote = 0;
    rec->any_wrote = false;
}

uint64_t nv_recorder_vram_sum(const NvRecorder *rec)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < rec->pages; i++) {
        sum ^= rec->hash[i];
    }
    return sum;
}
