/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The tool nv-state: files of the library and of QEMU's migration, what it
 * prints and what it complains of, its documentation, and the reference
 * pages that it writes.
 */
#include "unit/tools/tool-run.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/state.h"
#include "chip/chips.h"
#include "common/rig.h"

static GByteArray *saved_card(const char *chip, uint32_t reg, uint32_t value)
{
    Rig *rig = rig_new(chip, 16u << 20, "null", NULL);
    GByteArray *bytes = g_byte_array_new();

    rig_write(rig, reg, value);
    nv_card_save(rig->card, bytes);
    rig_free(rig);
    return bytes;
}

static void write_file(const char *name, const GByteArray *bytes)
{
    g_autofree char *path = g_build_filename(tool_files, name, NULL);

    g_assert_true(g_file_set_contents(path, (const char *)bytes->data,
                                      bytes->len, NULL));
}

/* The library's own file: words, fields, and nothing that is 0. */
static void test_dump(void)
{
    g_autoptr(GByteArray) saved = saved_card("nv25", 0x40194c, 0x00014207);

    if (!tool_have()) {
        return;
    }
    write_file("a.state", saved);
    tool_gives("nv-state dump --only 'pgraph.CONFIG_*' a.state", 0,
               "# nv25, 16M of VRAM\n"
               "pgraph.CONFIG_A 0x00014207\n"
               "    ALPHA_REF                0x7\n"
               "    ALPHA_FUNC               EQUAL\n"
               "    ALPHA_TEST_ENABLE        0\n"
               "    DEPTH_TEST_ENABLE        1\n"
               "    DEPTH_FUNC               LESS\n"
               "    DITHER_ENABLE            0\n"
               "    DEPTH_PERSPECTIVE_ENABLE 0\n"
               "    DEPTH_WRITE_ENABLE       0\n"
               "    STENCIL_WRITE_ENABLE     0\n"
               "    COLOR_MASK_A             0\n"
               "    COLOR_MASK_R             0\n"
               "    COLOR_MASK_G             0\n"
               "    COLOR_MASK_B             0\n");
    tool_gives("nv-state dump --all a.state | grep -c '^pgraph.TEX_FILTER'", 0,
               "4\n");
    tool_gives("nv-state dump --only 'pgraph.BLEND' a.state", 0,
               "# nv25, 16M of VRAM\n");
}

/* A field differs, a word differs, nothing does; chips differ. */
static void test_diff(void)
{
    if (!tool_have()) {
        return;
    }
    tool_gives("nv-state new a.state 0x401804=0x012 && "
               "nv-state new b.state 0x401804=0x04a 0x40012c=5 && "
               "nv-state diff --only 'pgraph.*' a.state b.state", 1,
               "pgraph.BLEND 0x00000012 -> 0x0000004a\n"
               "    ENABLE                   0 -> 1\n"
               "    SRC_FACTOR               ONE -> SRC_ALPHA\n");
    tool_gives("nv-state diff a.state a.state", 0, "");
    tool_gives("nv-state new --chip nv10 c.state 0x400e80=0x012 && "
               "nv-state diff --only 'pgraph.BLEND*' a.state c.state", 0,
               "# nv20 -> nv10\n");
    tool_gives("nv-state diff --only 'card.id_chipset' a.state c.state", 1,
               "# nv20 -> nv10\n"
               "card.id_chipset 0x00000020 -> 0x00000010\n");
}

/* Every chip can be saved, and every word has a name of its own. */
static void test_chips(void)
{
    if (!tool_have()) {
        return;
    }
    for (const NvChip *c = nv_chips(); c->name; c++) {
        g_autofree char *line = g_strdup_printf(
            "nv-state new --chip %s %s.state && "
            "nv-state dump --all %s.state | grep -v '^ ' | cut -d' ' -f1 | "
            "sort | uniq -d", c->name, c->name, c->name);

        if (c->caps & NV_CAP_FE) {
            tool_gives(line, 0, "");
        }
    }
}

/* --- what QEMU's migration writes --- */

static void big32(GByteArray *out, uint32_t v)
{
    uint8_t b[] = { v >> 24, v >> 16, v >> 8, v };

    g_byte_array_append(out, b, 4);
}

static void noise(GByteArray *out, GRand *rand, unsigned size)
{
    while (size--) {
        uint8_t b = g_rand_int(rand);

        g_byte_array_append(out, &b, 1);
    }
}

/* Two cards between other devices, and memory that begins like a card. */
static void test_stream(void)
{
    g_autoptr(GByteArray) first = saved_card("nv20", 0x401804, 0x012);
    g_autoptr(GByteArray) second = saved_card("nv2a", 0x401804, 0x045);
    g_autoptr(GByteArray) stream = g_byte_array_new();
    g_autoptr(GRand) rand = g_rand_new_with_seed(7);

    if (!tool_have()) {
        return;
    }
    g_byte_array_append(stream, (const uint8_t *)"QEVM", 4);
    noise(stream, rand, 1000);
    big32(stream, 100);
    g_byte_array_append(stream, first->data, 100);
    write_file("none.state", stream);
    noise(stream, rand, 77);
    big32(stream, first->len);
    g_byte_array_append(stream, first->data, first->len);
    noise(stream, rand, 4096);
    big32(stream, second->len);
    g_byte_array_append(stream, second->data, second->len);
    noise(stream, rand, 10);
    write_file("machine.state", stream);
    tool_gives("nv-state dump --only pgraph.BLEND machine.state | head -2", 0,
               "# nv20, 16M of VRAM\npgraph.BLEND 0x00000012\n");
    tool_gives("nv-state dump -c 1 --only pgraph.BLEND machine.state | head "
               "-2", 0, "# nv2a, 16M of VRAM\npgraph.BLEND 0x00000045\n");
    tool_complains("nv-state dump --card 2 machine.state",
                   "machine.state: there is no card 2; the machine has 2");
    tool_complains("nv-state dump none.state",
                   "none.state: the machine has no card of this project");
}

/* --- what is wrong --- */

static void test_complaints(void)
{
    if (!tool_have()) {
        return;
    }
    tool_gives("nv-state new good.state", 0, "");
    tool_complains("head -c 1000 good.state >cut.state; "
                   "nv-state dump cut.state", "cut.state: saved state ends");
    tool_complains("nv-state dump no.state", "no.state: No such file");
    tool_complains("echo hello >text; nv-state dump text",
                   "text: neither a saved card nor what QEMU's");
    tool_complains("nv-state dump --card 1 good.state", "of one card");
    tool_complains("nv-state dump --card -1 good.state", "count from 0");
    tool_complains("nv-state dump", "FILE|SOCKET is needed");
    tool_complains("nv-state diff good.state", "BEFORE AFTER is needed");
    tool_complains("nv-state new --chip nv99 x.state", "--chip nv99");
    tool_complains("nv-state new x.state 0x400720", "ADDRESS=VALUE");
    tool_complains("nv-state new x.state =1", "ADDRESS=VALUE");
    tool_complains("nv-state new x.state 0x400721=1", "multiples of 4");
    tool_complains("nv-state new x.state 0x1000000=1", "below 16M");
    tool_complains("nv-state doc nothing", "there is no page \"nothing\"");
    tool_complains("nv-state eat", "there is no command \"eat\"");
}

/* A server that says @says to one client and hangs up. */
static void *server(void *opaque)
{
    const char *const *listener = opaque;
    int fd = accept(atoi(listener[0]), NULL, NULL);

    if (fd >= 0) {
        char drop[256];

        if (write(fd, listener[1], strlen(listener[1])) >= 0) {
            /* What the client sends, until it has nothing left to read. */
            shutdown(fd, SHUT_WR);
            while (read(fd, drop, sizeof(drop)) > 0) {
            }
        }
        close(fd);
    }
    return NULL;
}

static void other_server(const char *says, const char *complaint)
{
    struct sockaddr_un to = { .sun_family = AF_UNIX };
    g_autofree char *path = g_build_filename(tool_files, "socket", NULL);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    g_autofree char *number = g_strdup_printf("%d", fd);
    const char *const args[] = { number, says };
    GThread *thread;

    g_strlcpy(to.sun_path, path, sizeof(to.sun_path));
    g_assert_cmpint(bind(fd, (struct sockaddr *)&to, sizeof(to)), ==, 0);
    g_assert_cmpint(listen(fd, 1), ==, 0);
    thread = g_thread_new("server", server, (void *)args);
    tool_complains("nv-state dump socket", complaint);
    g_thread_join(thread);
    close(fd);
    g_unlink(path);
}

#define HELLO "{\"QMP\": {\"version\": {}, \"capabilities\": []}}\r\n"
#define FINE "{\"return\": {}}\r\n"

/* Sockets of others, and a monitor that does not know the property. */
static void test_not_a_monitor(void)
{
    g_autofree char *deep = g_strnfill(100000, '[');
    g_autofree char *line = g_strconcat(deep, "\n", NULL);

    if (!tool_have()) {
        return;
    }
    other_server("", "socket: this is no QMP monitor of QEMU");
    other_server("hello\n", "socket: this is no QMP monitor of QEMU");
    other_server("{\"a\n", "socket: this is no QMP monitor of QEMU");
    other_server(line, "socket: this is no QMP monitor of QEMU");
    other_server(HELLO, "socket: this is no QMP monitor of QEMU");
    other_server(HELLO "{\"event\": \"STOP\"}\n" FINE "{\"return\": []}\n"
                 "{\"return\": [{\"name\": \"\\u0041\", \"type\": "
                 "\"child<nv99>\"}, 7, null]}\n",
                 "socket: the machine has no card of this project");
    other_server(HELLO FINE "{\"error\": {\"class\": \"DeviceNotFound\", "
                 "\"desc\": \"no \\\"such\\\" thing\"}}\n",
                 "socket: no \"such\" thing");
    other_server(HELLO FINE "{\"return\": [{\"name\": \"gpu\", \"type\": "
                 "\"child<nv20>\"}]}\n{\"return\": \"AAAA\"}\n",
                 "socket: saved state ends early");
}

/* Damage anywhere is told or harmless, never a crash. */
static void test_damaged(void)
{
    g_autoptr(GByteArray) good = saved_card("nv20", 0x401804, 0x012);
    g_autoptr(GRand) rand = g_rand_new_with_seed(3);
    unsigned refused = 0;

    g_assert_cmpuint(nv_state_walk(good->data, good->len, NULL, NULL, NULL),
                     ==, good->len);
    for (unsigned i = 0; i < 2000; i++) {
        g_autoptr(GError) error = NULL;
        size_t size = g_rand_int_range(rand, 0, good->len);

        g_assert_cmpuint(nv_state_walk(good->data, size, NULL, NULL, &error),
                         ==, 0);
        g_assert_nonnull(error);
    }
    for (unsigned i = 0; i < 2000; i++) {
        g_autofree uint8_t *bad = g_memdup2(good->data, good->len);
        /* Most of it is plain values: aim at the heads of sections. */
        unsigned at = g_rand_int_range(rand, 0, i & 1 ? 100 : good->len);

        bad[at] ^= 1u << g_rand_int_range(rand, 0, 8);
        refused += !nv_state_walk(bad, good->len, NULL, NULL, NULL);
    }
    g_test_message("%u of 2000 damaged states refused", refused);
    g_assert_cmpuint(refused, >, 100);
}

/* --- documentation --- */

static void test_help(void)
{
    static const char *const lines[] = {
        "nv-state --help", "nv-state dump --help", "nv-state diff --help",
        "nv-state new --help", "nv-state doc --help",
    };

    for (unsigned i = 0; tool_have() && i < G_N_ELEMENTS(lines); i++) {
        g_autofree char *out = NULL;
        g_autofree char *err = NULL;

        g_assert_cmpint(tool_shell(tool_files, lines[i], &out, &err), ==, 0);
        g_assert_cmpstr(err, ==, "");
        g_assert_nonnull(strstr(out, "Usage:"));
        g_assert_nonnull(strstr(out, "nv-state "));
    }
}

static void test_docs(void)
{
    unsigned count;

    if (!tool_have()) {
        return;
    }
    count = tool_examples("nv-state.rst", tool_files, NULL);
    if (!count) {
        g_test_skip("the documentation is not here");
        return;
    }
    g_assert_cmpuint(count, >=, 5);
}

/* The pages are what the tables give. */
static void test_pages(void)
{
    static const char *const pages[] = { "registers", "bundles", "methods" };

    for (unsigned i = 0; tool_have() && i < G_N_ELEMENTS(pages); i++) {
        g_autofree char *name = g_strdup_printf("pgraph-%s.rst", pages[i]);
        g_autofree char *path = g_test_build_filename(G_TEST_DIST, "..",
                                                      "docs", name, NULL);
        g_autofree char *line = g_strdup_printf("nv-state doc %s", pages[i]);
        g_autofree char *out = NULL;
        g_autofree char *text = NULL;

        if (!g_file_get_contents(path, &text, NULL, NULL)) {
            g_test_skip("the documentation is not here");
            return;
        }
        g_assert_cmpint(tool_shell(tool_files, line, &out, NULL), ==, 0);
        if (strcmp(out, text)) {
            g_test_message("docs/%s is not what the tables give: run "
                           "scripts/update-docs", name);
            g_test_fail();
        }
    }
}

int main(int argc, char **argv)
{
    int status;

    g_test_init(&argc, &argv, NULL);
    tool_begin("nv-state");
    g_test_add_func("/nv-state/dump", test_dump);
    g_test_add_func("/nv-state/diff", test_diff);
    g_test_add_func("/nv-state/chips", test_chips);
    g_test_add_func("/nv-state/stream", test_stream);
    g_test_add_func("/nv-state/complaints", test_complaints);
    g_test_add_func("/nv-state/not-a-monitor", test_not_a_monitor);
    g_test_add_func("/nv-state/damaged", test_damaged);
    g_test_add_func("/nv-state/help", test_help);
    g_test_add_func("/nv-state/docs", test_docs);
    g_test_add_func("/nv-state/pages", test_pages);
    status = g_test_run();
    tool_end();
    return status;
}
