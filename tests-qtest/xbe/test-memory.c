/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory: contiguous, reserved and committed, pool. */
#include "tap.h"

enum {
    COMMIT = 0x1000, RESERVE = 0x2000, DECOMMIT = 0x4000, RELEASE = 0x8000,
    FREE = 0x10000, READ_WRITE = 4, READ_ONLY = 2,
};

static void contiguous(void)
{
    uint8_t *p = kernel.MmAllocateContiguousMemory(5000), *q;
    uint32_t padding = 0;
    void *instance;

    ok((uint32_t)p > 0x80000000, "contiguous memory is in the window");
    same(kernel.MmQueryAllocationSize(p), 8192, "whole pages");
    same(kernel.MmGetPhysicalAddress(p + 5), (uint32_t)p - 0x80000000 + 5,
         "its address in RAM");
    p[0] = p[8191] = 1;
    kernel.MmFreeContiguousMemory(p);
    q = kernel.MmAllocateContiguousMemory(8192);
    same((uint32_t)q, (uint32_t)p, "what is free is given again");
    kernel.MmFreeContiguousMemory(q);
    same(kernel.MmQueryAllocationSize(q), 0, "what is free has no size");
    p = kernel.MmAllocateContiguousMemoryEx(0x3000, 0x1000000, 0x1ffffff,
                                            0x10000, READ_WRITE);
    same((uint32_t)p, 0x81ff0000, "between limits, aligned, from the top");
    q = kernel.MmAllocateContiguousMemoryEx(0x1000, 0x1fe0000, 0x1ffffff, 0,
                                            READ_WRITE);
    same((uint32_t)q, 0x81fff000, "above it is room for more");
    kernel.MmFreeContiguousMemory(p);
    kernel.MmFreeContiguousMemory(q);
    ok(!kernel.MmAllocateContiguousMemory(0x10000000), "not 256 MiB");
    ok(!kernel.MmAllocateContiguousMemoryEx(0x2000, 0, 0x1000, 0, 4),
       "not below what there is");
    instance = kernel.MmClaimGpuInstanceMemory(~0u, &padding);
    same(padding, 0x10000, "the GPU's own end of RAM");
    same((uint32_t)instance & 0xffff, 0, "begins at a step");
}

static void virtual_memory(void)
{
    void *base = NULL, *part;
    uint32_t size = 0x30001, at;
    MemoryInformation info;

    same(kernel.NtAllocateVirtualMemory(&base, 0, &size, RESERVE,
                                        READ_WRITE), 0, "reserved");
    same(size, 0x31000, "in whole pages");
    at = (uint32_t)base;
    same(at % 0x10000, 0, "at a step of 64 KiB");
    kernel.NtQueryVirtualMemory((void *)(at + 0x2345), &info);
    same(info.state, RESERVE, "its state");
    same(info.size, 0x2f000, "from that page on");
    part = (void *)(at + 0x10000);
    size = 0x2000;
    same(kernel.NtAllocateVirtualMemory(&part, 0, &size, COMMIT, READ_WRITE),
         0, "a part is committed");
    same(*(uint32_t *)(at + 0x11000), 0, "it is empty");
    *(uint32_t *)(at + 0x11000) = 77;
    kernel.NtQueryVirtualMemory(part, &info);
    ok(info.state == COMMIT && info.size == 0x2000 && info.protect == 4 &&
       info.allocation_base == at, "what is known of it");
    part = base;
    size = 0x1000;
    same(kernel.NtAllocateVirtualMemory(&part, 0, &size, RESERVE | COMMIT,
                                        READ_WRITE), 0xc0000018,
         "no second time");
    part = (void *)(at + 0x10000);
    size = 0x1000;
    same(kernel.NtFreeVirtualMemory(&part, &size, RELEASE), 0xc000001a,
         "no part of it is released");
    same(kernel.NtFreeVirtualMemory(&part, &size, DECOMMIT), 0, "decommitted");
    kernel.NtQueryVirtualMemory(part, &info);
    same(info.state, RESERVE, "reserved still");
    size = 0;
    same(kernel.NtFreeVirtualMemory(&base, &size, RELEASE), 0, "released");
    kernel.NtQueryVirtualMemory((void *)at, &info);
    same(info.state, FREE, "free");
    base = NULL;
    size = 0x20000000;
    same(kernel.NtAllocateVirtualMemory(&base, 0, &size, RESERVE | COMMIT,
                                        READ_WRITE), 0xc0000017,
         "more than there is");
    kernel.NtQueryVirtualMemory((void *)0x12000, &info);
    same(info.state, COMMIT, "the program itself");
    same(info.allocation_base, 0x10000, "begins with its headers");
}

static void pool(void)
{
    uint8_t *p[64];
    bool good = true;

    for (uint32_t i = 0; i < 64; i++) {
        p[i] = kernel.ExAllocatePoolWithTag(i * i * 3 + 1, 0x74736574);
        good &= p[i] && (uint32_t)p[i] % 16 == 0;
        memset(p[i], i, i * i * 3 + 1);
    }
    for (uint32_t i = 0; i < 64; i++) {
        for (uint32_t n = 0; n < i * i * 3 + 1; n++) {
            good &= p[i][n] == i;
        }
        kernel.ExFreePool(p[i]);
    }
    ok(good, "blocks of the pool do not overlap");
}

/* What was taken comes back: a thousand times more than there is. */
static void no_leaks(void)
{
    bool good = true;

    for (int i = 0; i < 1000; i++) {
        void *a = kernel.MmAllocateContiguousMemory(0x200000);
        void *b = kernel.ExAllocatePoolWithTag(100000, 0), *base = NULL;
        uint32_t size = 0x100000;

        good &= a && b;
        good &= !kernel.NtAllocateVirtualMemory(&base, 0, &size, COMMIT, 4);
        size = 0;
        good &= !kernel.NtFreeVirtualMemory(&base, &size, RELEASE);
        kernel.ExFreePool(b);
        kernel.MmFreeContiguousMemory(a);
    }
    ok(good, "what is freed is free");
}

static void STDCALL nothing(void *context)
{
}

static void no_thread_leaks(void)
{
    for (int i = 0; i < 5000; i++) {
        join(spawn(nothing, NULL));
    }
    ok(true, "5000 threads, one after another");
}

static void system_memory(void)
{
    void *p = kernel.MmAllocateSystemMemory(100, 0x204);

    ok(p && !((uint32_t)p & 4095), "memory of the system");
    same(kernel.MmFreeSystemMemory(p, 100), 1, "a page of it");
    ok(!kernel.MmAllocateSystemMemory(1, 6) &&
       !kernel.MmAllocateSystemMemory(1, 0x604), "that can be protected so");
}

void test_memory(void)
{
    system_memory();
    contiguous();
    virtual_memory();
    pool();
    no_leaks();
    no_thread_leaks();
}
