/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A flash image of our own: byte code that brings the chip set up, our
 * kernel, and the program that the kernel starts.
 */
#include "qemu/osdep.h"
#include "flash.h"
#include "../../kernel/layout.h"

/* An instruction of the boot ROM's byte code. */
typedef struct Step {
    uint8_t op;
    uint32_t a, b;
} Step;

#define XBE_HEADER 0x178         /* bytes of the smallest */

enum { POKE = 0x03, CONFIG = 0x04, END = 0xee };

/*
 * In the order in which firmware does it (hw: the free BIOS' byte code): LPC
 * ports, windows of the bridge, the GPU's BARs, PIRQ C to interrupt 3, SMBus,
 * then `mov $kernel, %eax; jmp *%eax` at address 0, where the ROM goes on.
 */
static const Step steps[] = {
    { CONFIG, 0x80000810, 0x00008001 },
    { CONFIG, 0x80000804, 0x00000003 },
    { CONFIG, 0x8000f018, 0x00010100 },
    { CONFIG, 0x8000f020, 0xfdf0fd00 },
    { CONFIG, 0x8000f024, 0xf7f0f000 },
    { CONFIG, 0x80010010, 0xfd000000 },
    { CONFIG, 0x80010014, 0xf0000000 },
    { CONFIG, 0x80010004, 0x00000007 },
    { CONFIG, 0x8000f004, 0x00000007 },
    { CONFIG, 0x80000868, 0x00030000 },
    { CONFIG, 0x80000904, 0x00000001 },
    { CONFIG, 0x80000914, 0x0000c001 },
    { CONFIG, 0x80000918, 0x0000c201 },
    { POKE, 0, NV_KERNEL_JUMP_0 },
    { POKE, 4, NV_KERNEL_JUMP_4 },
    { END, 0, 0 },
};

static void put_steps(uint8_t *to)
{
    unsigned i;

    for (i = 0; i < ARRAY_SIZE(steps); i++, to += 9) {
        to[0] = steps[i].op;
        stl_le_p(to + 1, steps[i].a);
        stl_le_p(to + 5, steps[i].b);
    }
}

/* The program's bytes; a folder stands for the default.xbe in it. */
static uint8_t *read_program(const char *xbe, size_t *size, Error **errp)
{
    bool is_folder = g_file_test(xbe, G_FILE_TEST_IS_DIR);
    g_autofree char *inside = g_build_filename(xbe, "default.xbe", NULL);
    const char *path = is_folder ? inside : xbe;
    uint8_t *data = nv2a_xbox_read("xbe=", path, size, errp);

    if (data && (*size < XBE_HEADER || memcmp(data, "XBEH", 4))) {
        error_setg(errp, "xbe=%s is no XBE file: it does not begin with XBEH "
                   "and a header", path);
        g_clear_pointer(&data, g_free);
    }
    return data;
}

/* Where in the image the program goes; sets the image's size. */
static size_t place(size_t program_size, size_t *size)
{
    size_t after = NV_KERNEL_FILES_OFFSET;

    *size = XBOX_FLASH_TOP;
    if (after + program_size <= XBOX_FLASH_TOP - NV_KERNEL_ROM_SIZE) {
        return after;
    }
    while (*size < XBOX_FLASH_FILES + program_size + XBOX_FLASH_TOP) {
        *size *= 2;
    }
    return XBOX_FLASH_FILES;
}

static void put_table(uint8_t *top, size_t size, size_t at, size_t length)
{
    NvKernelTable *t = (NvKernelTable *)(top + NV_KERNEL_TABLE_OFFSET);

    memset(t, 0, sizeof(*t));
    t->magic = cpu_to_le32(NV_KERNEL_MAGIC);
    if (length) {
        t->count = cpu_to_le32(1);
        strcpy(t->file[0].name, "default.xbe");
        t->file[0].address = cpu_to_le32((uint32_t)(at - size));
        t->file[0].size = cpu_to_le32(length);
    }
}

uint8_t *nv2a_xbox_flash_make(const uint8_t *kernel, size_t kernel_size,
                              const char *xbe, size_t *size, Error **errp)
{
    g_autofree uint8_t *program = NULL;
    size_t length = 0;
    size_t at;
    uint8_t *image, *top;

    if (kernel_size > NV_KERNEL_MAX_SIZE) {
        error_setg(errp, "the kernel has %zu bytes, too many for the flash",
                   kernel_size);
        return NULL;
    }
    if (xbe) {
        program = read_program(xbe, &length, errp);
        if (!program) {
            return NULL;
        }
    }
    if (length > XBOX_FLASH_MAX - XBOX_FLASH_TOP - XBOX_FLASH_FILES) {
        error_setg(errp, "xbe=%s has %zu bytes: a program beside the kernel "
                   "is smaller than 15 MiB, give this one on a disc (-cdrom)",
                   xbe, length);
        return NULL;
    }
    at = place(length, size);
    image = g_malloc(*size);
    memset(image, 0xff, *size);
    top = image + *size - XBOX_FLASH_TOP;
    memcpy(image + at, program, length);
    put_steps(image + XBOX_FLASH_CODE);
    put_table(top, *size, at, length);
    memcpy(top + NV_KERNEL_OFFSET, kernel, kernel_size);
    return image;
}
