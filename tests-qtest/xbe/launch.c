/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One program starts another: this one starts itself under another name, goes
 * back to the disc's, reboots, and asks for a file that is not there.  A byte
 * that the system controller keeps says how far it has come.
 */
#include "xbe.h"

enum {
    SMC = 0x20, SCRATCH = 0x1b, QUICK = 2, REBOOT = 1, LDT_TITLE = 0,
    LDT_DASHBOARD = 1, BLOCK = 3 * 4096,
};
#define SECOND "\\Device\\CdRom0\\Folder;second.xbe"
#define PATTERN(i) ((uint8_t)((i) * 31 + ((i) >> 8)))

typedef struct LaunchPage {
    uint32_t type, title;
    char path[520];
    uint32_t flags;
    uint8_t pad[492], data[3072];
} LaunchPage;

void start(void);

static void check(bool good, const char *what)
{
    kernel.DbgPrint("%s %s\n", good ? "PASS" : "FAIL", what);
}

static void put(char *to, const char *text)
{
    while ((*to++ = *text++)) {
    }
}

static bool named(const char *tail)
{
    const String *s = kernel.XeImageFileName;
    uint32_t n = 0;

    while (tail[n]) {
        n++;
    }
    for (uint32_t i = 0; n <= s->length && i < n; i++) {
        if (s->text[s->length - n + i] != tail[i]) {
            return false;
        }
    }
    return n <= s->length;
}

static void __attribute__((noreturn)) leave(uint32_t stage, uint32_t why)
{
    kernel.HalWriteSMBusValue(SMC, SCRATCH, false, stage);
    kernel.HalReturnToFirmware(why);
    __builtin_unreachable();
}

static LaunchPage *new_page(uint32_t type, const char *path)
{
    LaunchPage *page = *kernel.LaunchDataPage;

    if (!page) {
        page = kernel.MmAllocateContiguousMemory(sizeof(*page));
        *kernel.LaunchDataPage = page;
    }
    kernel.MmPersistContiguousMemory(page, sizeof(*page), true);
    memset(page, 0, sizeof(*page));
    page->type = type;
    page->title = 0x1234;
    put(page->path, path);
    for (uint32_t i = 0; i < sizeof(page->data); i++) {
        page->data[i] = PATTERN(i);
    }
    return page;
}

static bool good_data(const uint8_t *data, uint32_t n)
{
    while (n && data[n - 1] == PATTERN(n - 1)) {
        n--;
    }
    return !n;
}

static void first(void)
{
    uint8_t *block = kernel.MmAllocateContiguousMemory(BLOCK);
    uint8_t *lost = kernel.MmAllocateContiguousMemory(BLOCK);

    check(!*kernel.LaunchDataPage, "nobody started the first program");
    check(!kernel.AvGetSavedDataAddress(), "no picture is kept");
    new_page(LDT_TITLE, SECOND);
    for (uint32_t i = 0; i < BLOCK; i++) {
        block[i] = PATTERN(i);
        lost[i] = 0xee;
    }
    /* A part stands for its whole block. */
    kernel.MmPersistContiguousMemory(block + 4096, 4096, true);
    kernel.AvSetSavedDataAddress(block);
    leave(1, QUICK);
}

static void second(void)
{
    LaunchPage *page = *kernel.LaunchDataPage;
    uint8_t *block = kernel.AvGetSavedDataAddress();

    check(page && page->type == LDT_TITLE && page->title == 0x1234,
          "the second has the first one's page");
    check(page && good_data(page->data, sizeof(page->data)), "its data");
    check(named("\\Device\\CdRom0\\Folder\\second.xbe"), "and its name");
    check(block && good_data(block, BLOCK), "the picture is kept");
    check(block && kernel.MmQueryAllocationSize(block) == BLOCK,
          "as a block of its own");
    kernel.MmPersistContiguousMemory(block, BLOCK, false);
    new_page(LDT_DASHBOARD, "");
    leave(2, QUICK);
}

static void third(void)
{
    LaunchPage *page = *kernel.LaunchDataPage;

    check(page && page->type == LDT_DASHBOARD, "the first is started again");
    check(named("\\Device\\CdRom0\\default.xbe"), "by the disc's name");
    check(!kernel.AvGetSavedDataAddress(), "what was given up is gone");
    leave(3, REBOOT);
}

static void fourth(void)
{
    check(!*kernel.LaunchDataPage, "a reboot keeps nothing");
    new_page(LDT_TITLE, "\\Device\\CdRom0;nowhere.xbe");
    leave(0, QUICK);
}

void start(void)
{
    static void (*const stages[])(void) = { first, second, third, fourth };
    uint32_t stage = 0;

    kernel.HalReadSMBusValue(SMC, SCRATCH, false, &stage);
    kernel.DbgPrint("STAGE %u\n", stage);
    stages[stage & 3]();
}
