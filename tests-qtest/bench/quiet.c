/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whether this thread has its core for itself.  On a virtual machine the
 * other half of a core may be somebody else's, which no clock of ours tells:
 * for some tenths of a second or some seconds everything that is limited by
 * how much begins in a cycle is a third slower, what waits for memory is not.
 *
 * The yardstick is a loop of that kind that touches no memory.  No hardware
 * facts.
 */
#include "bench/bench.h"

#define ADDS 10000              /* some microseconds */
#define SAMPLES 3
#define SHARED 1.12             /* times the best so far; shared, it is 1.3 */
#define NAP_US 5000

static struct {
    double best;                /* ns */
    double learned;             /* the best when somebody last asked */
    double budget;              /* us that are left to wait */
    unsigned repeated, given_up;        /* turns */
} quiet;

static double add_ns(void)
{
    unsigned long a = 1, b = 1, c = 1, d = 1, e = 1, f = 1, g = 1, h = 1;
    double begin = bench_now();

    for (unsigned i = 0; i < ADDS; i++) {
        a++, b++, c++, d++, e++, f++, g++, h++;
        /* In two parts: some hosts have few registers. */
        __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d));
        __asm__ volatile("" : "+r"(e), "+r"(f), "+r"(g), "+r"(h));
    }
    return bench_now() - begin;
}

static bool is_quiet(void)
{
    double least = add_ns();

    for (unsigned i = 1; i < SAMPLES; i++) {
        least = MIN(least, add_ns());
    }
    quiet.best = quiet.best > 0 ? MIN(quiet.best, least) : least;
    return least <= quiet.best * SHARED;
}

void bench_quiet_allow(double seconds)
{
    quiet.budget = seconds * 1e6;
    is_quiet();
    quiet.learned = quiet.best;
}

void bench_quiet_wait(void)
{
    while (quiet.budget > 0 && !is_quiet()) {
        g_usleep(NAP_US);
        quiet.budget -= NAP_US;
    }
}

bool bench_quiet_was(double ns)
{
    if (!quiet.best || is_quiet()) {
        return true;
    }
    quiet.budget -= ns / 1e3;
    quiet.repeated += quiet.budget > 0;
    quiet.given_up += quiet.budget <= 0;
    return quiet.budget <= 0;
}

bool bench_quiet_learned(void)
{
    bool better = quiet.best * SHARED < quiet.learned;

    quiet.learned = quiet.best;
    return better;
}

void bench_quiet_report(GString *table)
{
    if (quiet.repeated || quiet.given_up) {
        g_string_append_printf(
            table, "\nSomebody else used the core: %u turns were repeated, "
            "%u count though they were disturbed.\n", quiet.repeated,
            quiet.given_up);
    }
}
