/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Points on COM1, threads and pauses for tests. */
#include "tap.h"

static unsigned points, failed;

void ok(bool good, const char *what)
{
    points++;
    failed += !good;
    kernel.DbgPrint("%sok %u %s\n", good ? "" : "not ", points, what);
}

void same(uint32_t got, uint32_t expected, const char *what)
{
    ok(got == expected, what);
    if (got != expected) {
        kernel.DbgPrint("# got %08x, expected %08x\n", got, expected);
    }
}

void done(void)
{
    kernel.DbgPrint("1..%u\n# failed %u\n", points, failed);
    kernel.HalInitiateShutdown();
}

Handle spawn(void *routine, void *context)
{
    Handle h = NULL;

    if (kernel.PsCreateSystemThreadEx(&h, 0, 16384, 0, NULL, routine, context,
                                      false, false, NULL)) {
        ok(false, "a thread can be made");
        done();
    }
    return h;
}

void join(Handle thread)
{
    int64_t limit = MILLISECONDS(5000);

    if (kernel.NtWaitForSingleObject(thread, false, &limit)) {
        ok(false, "a thread ends");
        done();
    }
    kernel.NtClose(thread);
}

void rest(int ms)
{
    int64_t time = MILLISECONDS(ms);

    kernel.KeDelayExecutionThread(0, false, &time);
}
