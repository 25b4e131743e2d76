/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Files: on the disk's E: written, read, renamed, listed, removed; on the
 * disc, where this program comes from, read.  What it leaves on the disk the
 * test looks at from outside.
 */
#include "tap.h"

enum {
    OPEN = 1, CREATE = 2, OPEN_IF = 3, OVERWRITE_IF = 5,
    DIRECTORY = 1, FILE = 0x40, DELETE_ON_CLOSE = 0x1000, SIZE = 100000,
    STANDARD = 5, RENAME = 10, DISPOSITION = 13, POSITION = 14, END = 20,
    NETWORK_OPEN = 34, VOLUME_SIZE = 3, NOT_FOUND = (int)0xc0000034,
};

typedef struct Rename {
    uint32_t replace;
    Handle root;
    String name;
} Rename;

typedef struct Entry {
    uint32_t next, index;
    uint64_t created, accessed, written, changed, end, allocation;
    uint32_t attributes, name_length;
    char name[64];
} Entry;

static uint8_t buffer[SIZE], back[SIZE];
static IoStatus io;

void start(void);

static Status open_file(const char *path, uint32_t how, uint32_t options,
                        Handle *h)
{
    String name;
    ObjectAttributes a = { (Handle)-3, &name, 0x40 };

    kernel.RtlInitAnsiString(&name, path);
    return kernel.NtCreateFile(h, 0x1f01ff, &a, &io, NULL, 0x80, 3, how,
                               options);
}

static Status read_at(Handle h, void *to, uint32_t n, int64_t at)
{
    return kernel.NtReadFile(h, NULL, NULL, NULL, &io, to, n,
                             at < 0 ? NULL : &at);
}

static Status write_at(Handle h, const void *from, uint32_t n, int64_t at)
{
    return kernel.NtWriteFile(h, NULL, NULL, NULL, &io, from, n,
                              at < 0 ? NULL : &at);
}

static bool same_bytes(const uint8_t *a, const uint8_t *b, uint32_t n)
{
    while (n && *a == *b) {
        n--;
        a++;
        b++;
    }
    return !n;
}

static void links(void)
{
    static const char *const pairs[][2] = {
        { "\\??\\D:", "\\Device\\CdRom0\\" },
        { "\\??\\E:", "\\Device\\Harddisk0\\Partition1\\" },
    };

    for (int i = 0; i < 2; i++) {
        String name, target;

        kernel.RtlInitAnsiString(&name, pairs[i][0]);
        kernel.RtlInitAnsiString(&target, pairs[i][1]);
        kernel.IoCreateSymbolicLink(&name, &target);
    }
}

static void write_and_read(void)
{
    Handle h;
    uint64_t info[3] = { 0 };

    for (uint32_t i = 0; i < SIZE; i++) {
        buffer[i] = i * 7 + i / 256;
    }
    same(open_file("E:\\Made", CREATE, DIRECTORY, &h), 0, "a directory");
    kernel.NtClose(h);
    same(open_file("E:\\Made", CREATE, DIRECTORY, &h), 0xc0000035, "once");
    same(open_file("E:\\none\\file", OPEN_IF, FILE, &h), NOT_FOUND,
         "no way to it");
    same(open_file("E:\\Made\\numbers", OVERWRITE_IF, FILE, &h), 0, "a file");
    same(io.information, 2, "it is new");
    same(write_at(h, buffer, SIZE / 2, -1), 0, "the first half");
    same(write_at(h, buffer + SIZE / 2, SIZE / 2, -1), 0, "the second");
    same(io.information, SIZE / 2, "all of it");
    same(read_at(h, back, 1000, 1234), 0, "read from the middle");
    ok(same_bytes(back, buffer + 1234, 1000), "what was written");
    same(read_at(h, back, SIZE, SIZE - 10), 0, "over the end");
    same(io.information, 10, "as far as it goes");
    same(read_at(h, back, 1, -1), 0xc0000011, "at the end");
    info[0] = 500;
    kernel.NtSetInformationFile(h, &io, info, 8, POSITION);
    read_at(h, back, SIZE, -1);
    ok(io.information == SIZE - 500 &&
       same_bytes(back, buffer + 500, SIZE - 500), "from a position");
    kernel.NtQueryInformationFile(h, &io, info, 24, STANDARD);
    same((uint32_t)info[1], SIZE, "its size");
    kernel.NtClose(h);
}

static uint32_t told;

static void STDCALL finished(void *context, IoStatus *status, uint32_t reserved)
{
    told += status->information + (uint32_t)context;
}

/* Who reads may be told by a call or at a port. */
static void told_of_ends(void)
{
    enum { COMPLETION = 30, USER_MODE = 1 };
    int64_t now = 0, start_of_file = 0;
    void *port_and_key[2] = { NULL, (void *)77 }, *key = NULL, *context = NULL;
    IoStatus packet = { 0, 0 };
    Handle h, port;

    open_file("E:\\Made\\numbers", OPEN, FILE, &h);
    kernel.NtReadFile(h, NULL, finished, (void *)5000, &io, back, 100,
                      &start_of_file);
    same(told, 0, "a call for the end of a transfer");
    kernel.KeDelayExecutionThread(USER_MODE, true, &now);
    same(told, 5100, "is made when the thread may be called");
    kernel.NtCreateIoCompletion(&port, 0, NULL, 1);
    port_and_key[0] = port;
    same(kernel.NtSetInformationFile(h, &io, port_and_key, 8, COMPLETION), 0,
         "a port for the file");
    kernel.NtReadFile(h, NULL, NULL, (void *)9, &io, back, 200,
                      &start_of_file);
    same(kernel.NtRemoveIoCompletion(port, &key, &context, &packet, &now), 0,
         "gets a packet");
    ok(key == (void *)77 && context == (void *)9 &&
       packet.information == 200, "of the transfer");
    kernel.NtClose(h);
    kernel.NtClose(port);
}

/* Pages here and there. */
static void pages(void)
{
    enum { LENGTH = 4096 + 700 };
    uint8_t *p = kernel.ExAllocatePoolWithTag(4 * 4096, 0);
    void *list[2] = { p + 3 * 4096, p }, *other[2] = { p, p + 3 * 4096 };
    int64_t at = 0;
    String name;
    ObjectAttributes a = { (Handle)-3, &name, 0x40 };
    Handle h;

    kernel.RtlInitAnsiString(&name, "E:\\Made\\pages");
    same(kernel.IoCreateFile(&h, 0x1f01ff, &a, &io, NULL, 0x80, 3,
                             OVERWRITE_IF, FILE, 0), 0, "another file");
    memcpy(list[0], buffer, 4096);
    memcpy(list[1], buffer + 4096, 700);
    same(kernel.NtWriteFileGather(h, NULL, NULL, NULL, &io, list, LENGTH, &at),
         0, "written from pages");
    same(io.information, LENGTH, "as many bytes");
    read_at(h, back, LENGTH, 0);
    ok(same_bytes(back, buffer, LENGTH), "one behind the other");
    memset(p, 0, 4 * 4096);
    same(kernel.NtReadFileScatter(h, NULL, NULL, NULL, &io, other, LENGTH,
                                  &at), 0, "read into pages");
    ok(same_bytes(p, buffer, 4096) &&
       same_bytes(p + 3 * 4096, buffer + 4096, 700) && !p[3 * 4096 + 700],
       "each its part");
    kernel.NtClose(h);
    kernel.ExFreePool(p);
    kernel.RtlInitAnsiString(&name, "\\Device\\Harddisk0\\partition1");
    same(kernel.IoDismountVolumeByName(&name), 0, "looked at again");
    same(open_file("E:\\Made\\pages", OPEN, DELETE_ON_CLOSE | FILE, &h), 0,
         "it is still there");
    kernel.NtClose(h);
    kernel.RtlInitAnsiString(&name, "\\Device\\Harddisk7\\partition1");
    same(kernel.IoDismountVolumeByName(&name), NOT_FOUND, "no such device");
}

static volatile uint32_t turns;
static volatile bool enough;

static void STDCALL work(void *context)
{
    while (!enough) {
        turns++;
    }
    kernel.PsTerminateSystemThread(0);
}

static uint32_t reads(const char *path, uint32_t size, const uint8_t *expected)
{
    static const uint16_t places[] = { 0, 1, 2, 511, 3584, 4094, 4095 };
    uint32_t good = 0;
    Handle h;

    open_file(path, OPEN, FILE, &h);
    for (uint32_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
        uint8_t *to = back + places[i];

        memset(back, 0xa5, SIZE);
        good += !read_at(h, to, size, 0) && io.information == size &&
                same_bytes(to, expected, size) && to[size] == 0xa5 &&
                (!places[i] || to[-1] == 0xa5);
    }
    kernel.NtClose(h);
    return good;
}

enum { MOST = 90112, TRIES = 50 };

/*
 * The thread that reads comes first, but it sleeps while a drive works.  On a
 * busy host the drive may be done before it does: then it tries again.
 */
static bool others_work(const char *path)
{
    for (unsigned i = 0; i < TRIES && !turns; i++) {
        reads(path, MOST, buffer);
    }
    return turns;
}

static void transfers(void)
{
    void *self = kernel.KeGetCurrentThread();
    Handle h;

    kernel.PsCreateSystemThreadEx(&h, 0, 16384, 0, NULL, work, NULL, false,
                                  false, NULL);
    kernel.KeSetBasePriorityThread(self, 2);
    turns = 0;
    same(reads("E:\\Made\\numbers", MOST, buffer), 7,
         "the disk read to any place");
    ok(others_work("E:\\Made\\numbers"), "while others work");
    turns = 0;
    same(reads("D:\\Folder\\numbers", MOST, buffer), 7,
         "the disc read to any place");
    ok(others_work("D:\\Folder\\numbers"), "while others work, too");
    enough = true;
    kernel.KeSetBasePriorityThread(self, 0);
    kernel.NtWaitForSingleObject(h, false, NULL);
    kernel.NtClose(h);
}

static void change(void)
{
    Rename r = { 0 };
    Handle h, second;
    uint64_t size = 60000;
    uint8_t yes = 1;

    open_file("E:\\Made\\numbers", OPEN, FILE, &h);
    same(kernel.NtSetInformationFile(h, &io, &size, 8, END), 0, "shorter");
    r.root = (Handle)-3;
    kernel.RtlInitAnsiString(&r.name, "E:\\Made\\kept.bin");
    same(kernel.NtSetInformationFile(h, &io, &r, sizeof(r), RENAME), 0,
         "renamed");
    kernel.NtClose(h);
    same(open_file("E:\\Made\\numbers", OPEN, FILE, &h), NOT_FOUND,
         "the old name is gone");
    same(open_file("E:\\MADE\\KEPT.BIN", OPEN, FILE, &h), 0,
         "the new one in any case");
    read_at(h, back, SIZE, 0);
    ok(io.information == 60000 && same_bytes(back, buffer, 60000),
       "what is left of it");
    kernel.NtClose(h);
    open_file("E:\\Made\\gone", CREATE, FILE, &h);
    write_at(h, buffer, 5000, 0);
    same(kernel.NtSetInformationFile(h, &io, &yes, 1, DISPOSITION), 0,
         "to be removed");
    kernel.NtClose(h);
    same(open_file("E:\\Made\\gone", OPEN, FILE, &second), NOT_FOUND,
         "removed");
    same(open_file("E:\\Made", OPEN, FILE, &h), 0xc00000ba,
         "a directory is no file");
    same(open_file("E:\\Made\\kept.bin", OPEN, DIRECTORY, &h), 0xc0000103,
         "a file no directory");
}

static void list(void)
{
    static Entry e;
    Handle h;
    String mask;
    uint32_t n = 0;

    open_file("E:\\Made\\two.txt", CREATE, FILE, &h);
    kernel.NtClose(h);
    open_file("E:\\Made", OPEN, DIRECTORY, &h);
    while (!kernel.NtQueryDirectoryFile(h, NULL, NULL, NULL, &io, &e,
                                        sizeof(e), 1, NULL, n == 0)) {
        n++;
    }
    same(n, 2, "two files in the directory");
    same(io.status, 0x80000006, "and no more");
    kernel.RtlInitAnsiString(&mask, "k*.B?N");
    same(kernel.NtQueryDirectoryFile(h, NULL, NULL, NULL, &io, &e, sizeof(e),
                                     1, &mask, true), 0, "one by a mask");
    ok(e.name_length == 8 && same_bytes((uint8_t *)e.name,
                                        (const uint8_t *)"kept.bin", 8) &&
       e.end == 60000 && !(e.attributes & 0x10), "what is known of it");
    same(kernel.NtQueryDirectoryFile(h, NULL, NULL, NULL, &io, &e, sizeof(e),
                                     1, &mask, false), 0x80000006,
         "the only one");
    kernel.NtClose(h);
}

static void volumes(void)
{
    uint32_t size[6] = { 0 }, geometry[6] = { 0 };
    Handle h;

    open_file("E:\\", OPEN, DIRECTORY, &h);
    same(kernel.NtQueryVolumeInformationFile(h, &io, size, sizeof(size),
                                             VOLUME_SIZE), 0, "the volume");
    ok(size[0] > size[2] && size[2] > size[0] / 2 && size[4] == 32 &&
       size[5] == 512, "is nearly free");
    same(kernel.NtDeviceIoControlFile(h, NULL, NULL, NULL, &io, 0x70000, NULL,
                                      0, geometry, sizeof(geometry)), 0,
         "the disk's geometry");
    same(geometry[5], 512, "its sectors");
    kernel.NtClose(h);
}

static void disc(void)
{
    Handle h;
    uint64_t info[7];
    String name;
    ObjectAttributes a = { (Handle)-3, &name, 0x40 };

    same(open_file("D:\\default.xbe", OPEN, FILE, &h), 0, "this program");
    same(read_at(h, back, 4096, 0), 0, "is read");
    ok(same_bytes(back, (const uint8_t *)"XBEH", 4), "it is one");
    same(write_at(h, buffer, 10, 0), 0xc00000a2, "and not written");
    kernel.NtClose(h);
    kernel.RtlInitAnsiString(&name, "D:\\Folder\\text.txt");
    same(kernel.NtQueryFullAttributesFile(&a, info), 0, "deeper on the disc");
    same((uint32_t)info[5], 14, "its size");
    same(open_file("D:\\new", CREATE, FILE, &h), 0xc00000a2,
         "no new file there");
    same(open_file("Q:\\x", OPEN, FILE, &h), 0xc000003a, "no such drive");
}

void start(void)
{
    links();
    write_and_read();
    told_of_ends();
    pages();
    transfers();
    change();
    list();
    volumes();
    disc();
    done();
}
