/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs the rows of hostile.h and prints the longest call of each.  Time is
 * the thread's, so that a busy machine does not count; the clock's is printed
 * next to it.  The bound of `make check` is wide, to find what is not divided
 * at all; the true figures are for a quiet machine and a reader.
 */
#include <locale.h>
#include <stdio.h>
#include <time.h>

#include "card/card.h"
#include "hostile/hostile.h"

/* As the device in QEMU runs its card. */
#define SLICE_US 2000

/* --- options --- */

static double option_seconds = 1, option_bound;
static gboolean option_tap, option_list, option_clockless, option_hurry;
static char *option_match;

/* --- what is measured --- */

typedef struct Longest {
    double ms;
    const char *what;
} Longest;

static struct {
    uint64_t runs;
    Longest cpu, wall;
    double in_runs;             /* ms of the thread, altogether */
    uint64_t charged;           /* plain pixels, for those */
    double cpu_at, wall_at;     /* when the call began */
    double end;                 /* ms of the clock: the row's time is over */
} now;

static double ms_of(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

static bool over(void)
{
    return ms_of(CLOCK_MONOTONIC) >= now.end;
}

void hostile_begin(void)
{
    now.wall_at = ms_of(CLOCK_MONOTONIC);
    now.cpu_at = ms_of(CLOCK_THREAD_CPUTIME_ID);
}

static void take(Longest *longest, double ms, const char *what)
{
    if (ms > longest->ms) {
        *longest = (Longest) { ms, what };
    }
}

/* The thread's milliseconds. */
static double ended(const char *what)
{
    double ms = ms_of(CLOCK_THREAD_CPUTIME_ID) - now.cpu_at;

    take(&now.cpu, ms, what);
    take(&now.wall, ms_of(CLOCK_MONOTONIC) - now.wall_at, what);
    return ms;
}

void hostile_end(const char *what)
{
    ended(what);
}

/* --- the rig's machine, with a clock around each call --- */

static const ChannelOps *plain;

static uint32_t timed_read(void *machine, uint32_t reg)
{
    uint32_t value;

    hostile_begin();
    value = plain->read(machine, reg);
    hostile_end("read");
    return value;
}

static void timed_write(void *machine, uint32_t reg, uint32_t value)
{
    hostile_begin();
    plain->write(machine, reg, value);
    hostile_end("write");
}

static void timed_settle(void *machine)
{
    Rig *rig = machine;
    bool left = true;

    while (left && !over()) {
        uint64_t spent = rig->card->env.spent;

        if (option_hurry) {
            nv_card_hurry(rig->card);
        }
        hostile_begin();
        left = nv_card_run(rig->card, rig->run_words);
        now.in_runs += ended("run");
        now.charged += rig->card->env.spent - spent;
        now.runs++;
    }
    rig->work = false;
}

/* Words of a row that are refused would measure nothing. */
static bool refused(Rig *rig, bool expected)
{
    uint32_t nsource, intr = rig_take_error(rig, &nsource);

    if ((nsource || rig->guest_errors) && !expected) {
        printf("# refused: INTR %08x NSOURCE %08x %s\n", intr, nsource,
               rig->last_error ? rig->last_error : "");
        return true;
    }
    return false;
}

/* False: the row's words do not do what they are for. */
static bool run_row(const Hostile *h, double seconds)
{
    const NvCardConfig config = {
        .chip = hostile_chip(h), .vram_size = hostile_vram(h),
        .slice_us = option_clockless ? 0 : SLICE_US,
    };
    Rig *rig = rig_new_card(&config);
    uint8_t *vram = nv_card_vram(rig->card);
    ChannelOps timed;
    bool fine;

    if (option_clockless) {
        memset(vram, 0, config.vram_size);      /* as the device does */
    }
    plain = rig->channel.ops;
    timed = *plain;
    timed.read = timed_read;
    timed.write = timed_write;
    timed.settle = timed_settle;
    rig->channel.ops = &timed;
    memset(&now, 0, sizeof(now));
    now.end = ms_of(CLOCK_MONOTONIC) + 60e3;
    rig_channel(rig, hostile_class(h));
    h->set_up(rig);
    rig_kick(rig);
    fine = !refused(rig, false);
    now.end = ms_of(CLOCK_MONOTONIC) + seconds * 1e3;
    while (fine && !over()) {
        h->work(rig);
        fine = !refused(rig, h->refused);
    }
    rig->channel.ops = plain;
    rig_free(rig);
    return fine;
}

/* --- the program --- */

static const GOptionEntry options[] = {
    { "seconds", 's', 0, G_OPTION_ARG_DOUBLE, &option_seconds,
      "How long each row runs (default 1)", "S" },
    { "bound", 'b', 0, G_OPTION_ARG_DOUBLE, &option_bound,
      "Fail if a call takes longer than MS of the processor", "MS" },
    { "match", 'm', 0, G_OPTION_ARG_STRING, &option_match,
      "Only rows whose names match (with * and ?)", "PATTERN" },
    { "clockless", 'c', 0, G_OPTION_ARG_NONE, &option_clockless,
      "Charges alone end a run, as under -icount and in captures", NULL },
    { "hurry", 'u', 0, G_OPTION_ARG_NONE, &option_hurry,
      "Somebody waits for each run: what a guest's read may wait for", NULL },
    { "list", 'l', 0, G_OPTION_ARG_NONE, &option_list, "Names only", NULL },
    { "tap", 't', 0, G_OPTION_ARG_NONE, &option_tap, "As TAP", NULL },
    { NULL, 0, 0, 0, NULL, NULL, NULL }
};

static bool chosen(const Hostile *h)
{
    return !(option_clockless && h->clock) &&
           (!option_match || g_pattern_match_simple(option_match, h->name));
}

static unsigned count_chosen(void)
{
    unsigned n = 0;

    for (const Hostile *const *t = hostile_tables; *t; t++) {
        for (const Hostile *h = *t; h->name; h++) {
            n += chosen(h);
        }
    }
    return n;
}

static bool show(const Hostile *h, unsigned n)
{
    bool fine = run_row(h, option_seconds);
    bool quick = !option_bound || now.cpu.ms <= option_bound;

    if (option_tap) {
        printf("%sok %u %s: longest call %.2f ms (%s)\n",
               fine && quick ? "" : "not ", n, h->name, now.cpu.ms,
               now.cpu.what);
    } else {
        printf("%-32s %9" G_GUINT64_FORMAT " %9.2f %9.2f %9.2f  %s%s\n",
               h->name, now.runs, now.cpu.ms, now.wall.ms,
               now.in_runs * 1e6 / MAX(now.charged, 1), now.cpu.what,
               fine ? "" : " (refused)");
    }
    fflush(stdout);
    return fine && quick;
}

static int run_all(void)
{
    unsigned n = 0, bad = 0;

    if (option_tap) {
        printf("1..%u\n", count_chosen());
    } else if (!option_list) {
        printf("%-32s %9s %9s %9s %9s  %s\n", "hostile input", "runs",
               "cpu ms", "wall ms", "ns/pixel", "the longest call");
    }
    for (const Hostile *const *t = hostile_tables; *t; t++) {
        for (const Hostile *h = *t; h->name; h++) {
            if (!chosen(h)) {
                continue;
            }
            if (option_list) {
                puts(h->name);
            } else {
                bad += !show(h, ++n);
            }
        }
    }
    return bad != 0;
}

int main(int argc, char **argv)
{
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_autoptr(GError) error = NULL;

    setlocale(LC_ALL, "C");
    g_option_context_add_main_entries(context, options, NULL);
    if (!g_option_context_parse(context, &argc, &argv, &error)) {
        fprintf(stderr, "nv-hostile: %s\n", error->message);
        return 2;
    }
    if (option_match && !count_chosen()) {
        fprintf(stderr, "nv-hostile: no row matches '%s'\n", option_match);
        return 2;
    }
    return run_all();
}
