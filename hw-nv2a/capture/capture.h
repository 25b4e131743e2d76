/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Captures: files with everything a card took from outside between two
 * moments.  docs/captures.rst is their definition; this is its C face.
 *
 * No hardware facts.  Numbers in files are little endian.
 */
#ifndef NV_CAPTURE_CAPTURE_H
#define NV_CAPTURE_CAPTURE_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#define NV_CAPTURE_ERROR nv_capture_error_quark()
GQuark nv_capture_error_quark(void);

#define NV_CAPTURE_MAGIC "NVCAP\r\n\x1a"
#define NV_CAPTURE_VERSION 1u

#define NV_CAPTURE_PAGE 4096u
/* Most bytes of a chunk before it is packed; a reader takes no more. */
#define NV_CAPTURE_CHUNK_MAX (64u << 20)
/* Most bytes of one access to the machine's memory in an event. */
#define NV_CAPTURE_PIECE 65536u
/* A run has no more words. */
#define NV_CAPTURE_BUDGET_MAX 65536u

/* Types of chunks: four letters. */
#define NV_CHUNK(a, b, c, d) \
    ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | \
     (uint32_t)(d) << 24)
typedef enum NvChunkType {
    NV_CHUNK_HEAD = NV_CHUNK('H', 'E', 'A', 'D'),   /* lines "key=value" */
    NV_CHUNK_STATE = NV_CHUNK('S', 'T', 'A', 'T'),  /* nv_card_save() */
    NV_CHUNK_VRAM = NV_CHUNK('V', 'R', 'A', 'M'),   /* pages: u32, 4 KiB */
    NV_CHUNK_EVENTS = NV_CHUNK('E', 'V', 'T', 'S'),
    NV_CHUNK_SKIP = NV_CHUNK('S', 'K', 'I', 'P'),   /* methods left out */
    NV_CHUNK_END = NV_CHUNK('D', 'O', 'N', 'E'),    /* empty: it is whole */
} NvChunkType;

/*
 * Events: a byte, then what NV_EVENT_ROWS says, letter by letter: v a number
 * of 7 bits a byte, the lowest first; z the same, signed, as 2n or -2n - 1; q
 * eight bytes; p a page; b a number of bytes (v), and they.
 */
#define NV_EVENT_ROWS(row) \
    /* calls into the card */ \
    row(0x01, WRITE, "vvv", "register write: offset, size, value") \
    row(0x02, READ, "vv", "register read: offset, size") \
    row(0x03, RUN, "v", "run: budget") \
    row(0x04, FLUSH, "", "flush") \
    row(0x05, TIMER, "v", "timer: which") \
    row(0x06, PORT_WRITE, "vv", "VGA port write: port, value") \
    row(0x07, PORT_READ, "v", "VGA port read: port") \
    row(0x08, RESET, "", "reset") \
    /* what the machine answers in a call */ \
    row(0x20, CLOCK, "z", "clock: ns since the last") \
    row(0x21, MEMORY, "vvb", "memory: access, address, bytes") \
    row(0x22, REFUSED, "vv", "bus error: access, address") \
    row(0x23, ANSWER, "v", "answer: value") \
    /* the end of a call: what became of it */ \
    row(0x30, END, "vvvv", "end: result, methods, accesses, sum of orders") \
    /* between calls */ \
    row(0x40, VRAM, "vp", "the CPU wrote VRAM: page") \
    row(0x41, FORGET, "", "the machine's memory is unknown again") \
    row(0x42, SUM, "qq", "sums: of VRAM, of the state") \
    row(0x43, MARK, "vb", "mark: kind, name")

typedef enum NvEventType {
#define NV_EVENT_ENUM(number, name, form, text) NV_EVENT_##name = (number),
    NV_EVENT_ROWS(NV_EVENT_ENUM)
#undef NV_EVENT_ENUM
} NvEventType;

/* Bits of END's result; of a read it is the value. */
enum {
    NV_RESULT_LEFT = 1,         /* of a run: work may be left */
    NV_RESULT_HELD = 2,         /* a debugger held a method back in it */
    NV_RESULT_STEPPED = 4,      /* methods passed one by one */
};

/* Kinds of MARK. */
enum {
    NV_MARK_BLANK,              /* a vertical blank of head A began */
    NV_MARK_USER,               /* somebody set it, with a name */
};

typedef struct NvEvent {
    NvEventType type;
    uint64_t arg[4];            /* what v, z and q say, in order */
    const uint8_t *bytes;       /* what p and b hold, in the chunk */
    uint32_t len;
} NvEvent;

/* Its row's text: "run: budget"; NULL if there is no such event. */
const char *nv_event_text(unsigned type);
/* Its letters. */
const char *nv_event_form(unsigned type);
static inline bool nv_event_is_call(NvEventType type)
{
    return type < NV_EVENT_CLOCK;
}

/* Append it to @out. */
void nv_event_put(GByteArray *out, const NvEvent *event);
/*
 * The event at *at of @size bytes; *at moves behind it.  False and *error if
 * what is there is none.
 */
bool nv_event_get(const uint8_t *data, size_t size, size_t *at,
                  NvEvent *event, GError **error);

/* XXH64 of @data, whose end is filled up to 32 bytes with zeros. */
uint64_t nv_capture_hash(const void *data, size_t size, uint64_t seed);
/* That of a page of VRAM; VRAM's sum is all of them, exclusive or. */
uint64_t nv_capture_hash_page(const uint8_t *page, uint32_t number);

/* --- files: file.c --- */

typedef struct NvCaptureWriter NvCaptureWriter;

/* Make the file; NULL and *error if that cannot be. */
NvCaptureWriter *nv_capture_create(const char *path, GError **error);
/* Pack and write; false if this or an earlier one failed. */
bool nv_capture_write(NvCaptureWriter *w, NvChunkType type, const void *data,
                      size_t size);
/* All that was written is with the host; false if not. */
bool nv_capture_flush(NvCaptureWriter *w);
/* Bytes so far. */
uint64_t nv_capture_written(const NvCaptureWriter *w);
/* Why it failed, NULL if it did not. */
const char *nv_capture_failed(const NvCaptureWriter *w);
void nv_capture_close(NvCaptureWriter *w);

typedef struct NvCaptureReader NvCaptureReader;

/* Of a file, or of bytes that outlive the reader; NULL and *error. */
NvCaptureReader *nv_capture_open(const char *path, GError **error);
NvCaptureReader *nv_capture_open_bytes(const void *data, size_t size,
                                       GError **error);
void nv_capture_reader_free(NvCaptureReader *r);
/*
 * The next chunk that this version knows, valid until the next call.  False
 * at the end, or with *error if what is there is no chunk.
 */
bool nv_capture_read(NvCaptureReader *r, NvChunkType *type,
                     const uint8_t **data, size_t *size, GError **error);
/* Back to the first. */
void nv_capture_rewind(NvCaptureReader *r);
/* Bytes of the file. */
uint64_t nv_capture_size(const NvCaptureReader *r);

/* --- head: what the card was, lines of text --- */

typedef struct NvCaptureHead {
    char chip[16];
    char raster[16], arith[16]; /* what drew, and how; empty: the usual */
    uint32_t vram_size;
    uint32_t ops;               /* NV_HEAD_* */
    int64_t clock;              /* ns, when the state was loaded */
} NvCaptureHead;

/* Ops of the machine that the card could ask. */
enum {
    NV_HEAD_DMA_READ = 1, NV_HEAD_DMA_WRITE = 2, NV_HEAD_DMA_MAP = 4,
    NV_HEAD_CONFIG_READ = 8, NV_HEAD_DDC = 16, NV_HEAD_LOAD = 32,
    NV_HEAD_CLOCK = 64,
};

char *nv_capture_head_text(const NvCaptureHead *head);
bool nv_capture_head_parse(const uint8_t *text, size_t size,
                           NvCaptureHead *head, GError **error);

#endif
