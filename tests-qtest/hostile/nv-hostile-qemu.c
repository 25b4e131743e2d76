/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs the rows of hostile.h on a card in QEMU and asks meanwhile how long a
 * guest waits for a register that is not published while the card draws: by the
 * clock of who asks, of that in QEMU for the card's turn, and, beside it, for one
 * that is published: what the way there and the host take.  And how long `query-status`, `stop`, `savevm` and `quit` take, by the clock of
 * the host.  What a snapshot costs without any work, VRAM's copy above all,
 * is measured beside it: the same again in the machine that stands still.
 * Answers are the longest of all, of registers also what 99 of 100 take at
 * most: the longest is the host's as a rule, for both.  Snapshots are the
 * middle of a few: what a disk does to them is more than what the card does.
 *
 * VRAM was written once before: a host may take milliseconds to find and clear
 * the large page that a first write asks for, and the card's thread waits in
 * the middle of a pixel.
 */
#include "qtest/nv2a-qtest.h"

#include <locale.h>
#include <stdio.h>

#include "hostile/hostile.h"

#define SET_UP_S 60             /* a row whose state takes longer is broken */
#define SNAPSHOTS 16            /* of a row at most */
#define TOUCHED (4u << 20)      /* bytes at a time */
#define BETWEEN_US 2000         /* the monitor's questions */
#define UNPUBLISHED 0x400080u   /* PGRAPH.DEBUG_0: it waits for its turn */
#define PUBLISHED 0x400700u     /* PGRAPH.STATUS: it does not */

static double option_seconds = 1, option_bound;
static int option_snapshots = 5;
static gboolean option_tap;
static char *option_match, *option_thread;

static const GOptionEntry options[] = {
    { "seconds", 's', 0, G_OPTION_ARG_DOUBLE, &option_seconds,
      "How long each row is asked (default 1)", "S" },
    { "snapshots", 'n', 0, G_OPTION_ARG_INT, &option_snapshots,
      "How many are taken of each row, and as many of it at rest (default 5)",
      "N" },
    { "bound", 'b', 0, G_OPTION_ARG_DOUBLE, &option_bound,
      "Fail if an answer takes MS longer than it must", "MS" },
    { "match", 'm', 0, G_OPTION_ARG_STRING, &option_match,
      "Only rows whose names match (with * and ?)", "PATTERN" },
    { "thread", 'T', 0, G_OPTION_ARG_STRING, &option_thread,
      "The card works on a thread of its own (default) or in the main loop",
      "on|off" },
    { "tap", 't', 0, G_OPTION_ARG_NONE, &option_tap, "As TAP", NULL },
    { NULL, 0, 0, 0, NULL, NULL, NULL }
};

/* --- a rig whose card is QEMU's --- */

typedef struct Remote {
    Rig rig;                    /* first: rows know nothing else */
    NvQtest *t;
    uint8_t ram[CHANNEL_RAM_SIZE];      /* as the guest's, sent when needed */
    uint32_t low, high;         /* what of it was not sent */
    bool waits;                 /* a kick ends when the card is done */
} Remote;

static void send_ram(Remote *r)
{
    if (r->low < r->high) {
        qtest_bufwrite(r->t->qts, r->low, r->ram + r->low, r->high - r->low);
    }
    r->low = sizeof(r->ram);
    r->high = 0;
}

static uint32_t remote_read(void *machine, uint32_t reg)
{
    return nv_read(((Remote *)machine)->t, reg);
}

static void remote_write(void *machine, uint32_t reg, uint32_t value)
{
    Remote *r = machine;

    send_ram(r);
    nv_write(r->t, reg, value);
}

static void remote_ram_write(void *machine, uint32_t addr, uint32_t word)
{
    Remote *r = machine;

    word = GUINT32_TO_LE(word);
    memcpy(r->ram + addr, &word, 4);
    r->low = MIN(r->low, addr);
    r->high = MAX(r->high, addr + 4);
}

static uint32_t remote_vram_read(void *machine, uint32_t offset)
{
    return nv_vram_read(((Remote *)machine)->t, offset);
}

static void remote_vram_write(void *machine, uint32_t offset, uint32_t word)
{
    nv_vram_write(((Remote *)machine)->t, offset, word);
}

static bool busy(Remote *r)
{
    return nv_read(r->t, NV_USER_GET) != r->rig.channel.put ||
           nv_read(r->t, PUBLISHED) & 1;
}

static void remote_settle(void *machine)
{
    Remote *r = machine;
    int64_t end = g_get_monotonic_time() + SET_UP_S * G_USEC_PER_SEC;

    while (r->waits && busy(r) && g_get_monotonic_time() < end) {
        g_usleep(200);
    }
}

static const ChannelOps remote_ops = {
    .read = remote_read,
    .write = remote_write,
    .ram_write = remote_ram_write,
    .vram_read = remote_vram_read,
    .vram_write = remote_vram_write,
    .settle = remote_settle,
};

/* Rows that call the library say so; of the rest none may. */
void hostile_begin(void)
{
    g_assert_not_reached();
}

void hostile_end(const char *what)
{
    g_assert_not_reached();
}

static Remote *remote_new(const Hostile *h)
{
    Remote *r = g_new0(Remote, 1);

    r->t = nv_qtest_start("-m 64M -device %s,vram=%uM,id=gpu,thread=%s "
                          "-drive if=none,file=null-co://,snapshot=on",
                          hostile_chip(h), hostile_vram(h) >> 20,
                          option_thread ? option_thread : "on");
    r->rig.channel = (Channel) {
        .ops = &remote_ops, .machine = r, .vram_size = r->t->size[1],
    };
    r->waits = true;
    send_ram(r);
    return r;
}

/* --- what is measured --- */

typedef struct Times {
    /* Reads of a register, ms; sorted once all are there. */
    GArray *waits, *turns, *published;
    unsigned asked;
    double work;                /* the share of time that the card worked */
    double query, stop, quit;   /* ms, the longest */
    double save, still;         /* ms */
} Times;

static double now_ms(void)
{
    return g_get_monotonic_time() * 1e-3;
}

static void ask(Remote *r, const char *command, double *longest)
{
    double begin = now_ms();

    qtest_qmp_assert_success(r->t->qts, "{'execute': %s}", command);
    *longest = MAX(*longest, now_ms() - begin);
}

#define PROPERTY "'path': '/machine/peripheral/gpu', 'property': "

/* Milliseconds of a property in nanoseconds. */
static double property_ms(Remote *r, const char *name)
{
    QDict *answer = qtest_qmp(r->t->qts, "{'execute': 'qom-get', 'arguments': {"
                              PROPERTY "%s}}", name);
    double ms = qdict_get_int(answer, "return") * 1e-6;

    qobject_unref(answer);
    return ms;
}

/* The longest that an access waited for its turn, since the last time. */
static void note_turn(Remote *r, GArray *turns)
{
    double ms = property_ms(r, "x-wait-ns");

    g_array_append_val(turns, ms);
    qtest_qmp_assert_success(r->t->qts, "{'execute': 'qom-set', 'arguments': {"
                             PROPERTY "'x-wait-ns', 'value': 0}}");
}

static void read_register(Remote *r, uint32_t reg, GArray *reads)
{
    double ms = now_ms();

    nv_read(r->t, reg);
    ms = now_ms() - ms;
    g_array_append_val(reads, ms);
}

static int compare(const void *a, const void *b)
{
    double d = *(const double *)a - *(const double *)b;

    return (d > 0) - (d < 0);
}

/* What so many of 100 take at most. */
static double of_100(GArray *reads, unsigned n)
{
    return reads->len ? g_array_index(reads, double,
                                      (reads->len - 1) * n / 100) : 0;
}

/*
 * What is asked must find work: more of it as soon as there is none.  Its words
 * are through the wire then, or what is asked next would wait for them.
 */
static void more(Remote *r, const Hostile *h)
{
    if (!busy(r)) {
        h->work(&r->rig);
        busy(r);
    }
}

static double snapshot(Remote *r)
{
    double begin = now_ms();
    g_autofree char *said = qtest_hmp(r->t->qts, "savevm hostile");

    g_assert_cmpstr(said, ==, "");
    return now_ms() - begin;
}

/* The middle of a few, amid the work of @h unless that is NULL. */
static double snapshots(Remote *r, const Hostile *h)
{
    double ms[SNAPSHOTS];

    for (int i = 0; i < option_snapshots; i++) {
        if (h) {
            more(r, h);
        }
        ms[i] = snapshot(r);
    }
    qsort(ms, option_snapshots, sizeof(*ms), compare);
    return ms[option_snapshots / 2];
}

/* Until the process is gone. */
static double quit(QTestState *qts)
{
    double begin = now_ms();

    qtest_qmp_assert_success(qts, "{'execute': 'quit'}");
    while (qtest_probe_child(qts)) {
        g_usleep(100);
    }
    return now_ms() - begin;
}

/* Questions for a while. */
static void ask_on(Remote *r, const Hostile *h, Times *times)
{
    double before = property_ms(r, "x-work-ns"), begin = now_ms(), resumed = 0;

    while (now_ms() < begin + option_seconds * 1e3) {
        more(r, h);
        read_register(r, UNPUBLISHED, times->waits);
        note_turn(r, times->turns);
        g_usleep(BETWEEN_US);
        read_register(r, PUBLISHED, times->published);
        ask(r, "query-status", &times->query);
        if (++times->asked % 4 == 0) {
            ask(r, "stop", &times->stop);
            ask(r, "cont", &resumed);
        }
        g_usleep(BETWEEN_US);
    }
    times->work = (property_ms(r, "x-work-ns") - before) / (now_ms() - begin);
    g_array_sort(times->waits, compare);
    g_array_sort(times->turns, compare);
    g_array_sort(times->published, compare);
}

/* Snapshots amid work, and what they cost where none is done. */
static void save_on(Remote *r, const Hostile *h, Times *times)
{
    double resumed = 0;

    times->save = snapshots(r, h);
    ask(r, "stop", &times->stop);
    times->still = snapshots(r, NULL);
    ask(r, "cont", &resumed);
}

/* So that the host has all of VRAM; nobody measures where TAP is asked for. */
static void touch_vram(Remote *r)
{
    uint64_t size = option_tap ? 0 : r->t->size[1];

    for (uint64_t i = 0; i < size; i += TOUCHED) {
        qtest_memset(r->t->qts, r->t->bar[1].addr + i, 0,
                     MIN(size - i, TOUCHED));
    }
}

/* False: the row's words do not do what they are for. */
static bool run_row(const Hostile *h, Times *times)
{
    Remote *r = remote_new(h);
    uint32_t nsource;

    *times = (Times) {
        .waits = g_array_new(false, false, sizeof(double)),
        .turns = g_array_new(false, false, sizeof(double)),
        .published = g_array_new(false, false, sizeof(double)),
    };
    touch_vram(r);
    rig_channel(&r->rig, hostile_class(h));
    h->set_up(&r->rig);
    rig_kick(&r->rig);
    if (rig_take_error(&r->rig, &nsource) || nsource || busy(r)) {
        nv_qtest_end(r->t);
        g_free(r);
        return false;
    }
    r->waits = false;
    ask_on(r, h, times);
    save_on(r, h, times);
    more(r, h);
    times->quit = quit(r->t->qts);
    nv_qtest_end(r->t);
    g_free(r);
    return true;
}

/* --- the program --- */

static void print(const Hostile *h, const Times *t)
{
    GArray *const reads[] = { t->waits, t->turns, t->published };

    printf("%-28s %5.0f%%", h->name, 100 * t->work);
    for (unsigned i = 0; i < G_N_ELEMENTS(reads); i++) {
        printf(" %9.2f %6.2f", of_100(reads[i], 100), of_100(reads[i], 99));
    }
    printf(" %7.1f %7.1f %7.0f %7.0f %6.1f\n", t->query, t->stop, t->save,
           t->still, t->quit);
}

static void print_tap(const Hostile *h, const Times *t, bool ok, unsigned n)
{
    printf("%sok %u %s: register %.1f (published %.1f), query-status %.1f, "
           "stop %.1f, savevm %.0f (still %.0f), quit %.1f ms\n",
           ok ? "" : "not ", n, h->name, of_100(t->waits, 100),
           of_100(t->published, 100), t->query, t->stop, t->save, t->still,
           t->quit);
}

static bool show(const Hostile *h, unsigned n)
{
    Times t;
    bool fine = run_row(h, &t);
    double worst = MAX(MAX(MAX(of_100(t.waits, 100), t.query), t.stop),
                       MAX(t.save - t.still, t.quit));
    bool quick = !option_bound || worst <= option_bound;

    if (option_tap) {
        print_tap(h, &t, fine && quick, n);
    } else if (fine) {
        print(h, &t);
    } else {
        printf("%-28s refused\n", h->name);
    }
    fflush(stdout);
    g_array_unref(t.waits);
    g_array_unref(t.turns);
    g_array_unref(t.published);
    return fine && quick;
}

static bool chosen(const Hostile *h)
{
    return !h->library &&
           (!option_match || g_pattern_match_simple(option_match, h->name));
}

int main(int argc, char **argv)
{
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_autoptr(GError) error = NULL;
    unsigned n = 0, bad = 0;

    setlocale(LC_ALL, "C");
    g_option_context_add_main_entries(context, options, NULL);
    if (!g_option_context_parse(context, &argc, &argv, &error)) {
        fprintf(stderr, "nv-hostile-qemu: %s\n", error->message);
        return 2;
    }
    option_snapshots = CLAMP(option_snapshots, 1, SNAPSHOTS);
    nv_qtest_defaults();
    if (!option_tap) {
        printf("%-28s %6s %9s %6s %9s %6s %9s %6s %7s %7s %7s %7s %6s  (ms)\n",
               "hostile input", "work", "register", "99 %", "its turn", "99 %",
               "published", "99 %", "query", "stop", "savevm", "of copy", "quit");
    }
    for (const Hostile *const *table = hostile_tables; *table; table++) {
        for (const Hostile *h = *table; h->name; h++) {
            if (chosen(h)) {
                bad += !show(h, ++n);
            }
        }
    }
    if (option_tap) {
        printf("1..%u\n", n);
    }
    return bad != 0;
}
