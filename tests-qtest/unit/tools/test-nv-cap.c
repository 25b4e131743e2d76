/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The tool nv-cap on a frame of 300 draws of which one matters: what it says,
 * that it finds that one, its page for browsers, and what it complains of.
 */
#include "unit/tools/tool-run.h"

#include "common/rig.h"

#define DRAWS 300
#define SIDE 64

/* Small triangles everywhere but around 60,60; one of them there, in red. */
static void make_frame(const char *name, unsigned red, uint32_t color)
{
    g_autofree char *path = g_build_filename(tool_files, name, NULL);
    g_autofree char *said = NULL;
    Rig *rig = rig_new("nv20", 8u << 20, "soft", NULL);
    GRand *rand = g_rand_new_with_seed(1);
    GError *error = NULL;

    rig_channel(rig, 0x97);
    rig_surface(rig, SIDE, SIDE);
    rig_passthrough_program(rig);
    rig_kick(rig);
    g_assert_true(nv_card_capture_start(rig->card, path, &error));
    for (unsigned i = 1; i <= DRAWS; i++) {
        float x = i == red ? 56 : g_rand_double_range(rand, 0, 40);
        float y = i == red ? 56 : g_rand_double_range(rand, 0, 40);
        const float xy[3][2] = { { x, y }, { x + 8, y }, { x, y + 8 } };

        channel_draw(&rig->channel, 5, xy, 3,
                     i == red ? color : 0xff000000 | i << 8);
        if (i % 50 == 0) {
            rig_kick(rig);
        }
    }
    said = nv_card_capture_stop(rig->card);
    g_assert_nonnull(strstr(said, "captured "));
    g_rand_free(rand);
    rig_free(rig);
}

static void begin(void)
{
    tool_begin("nv-cap");
    if (tool_folder) {
        make_frame("frame.nvcap", 217, 0xffff0000);
        make_frame("other.nvcap", 217, 0xff00ffff);
    }
}

static char *said(const char *line, int want)
{
    g_autofree char *err = NULL;
    char *out = NULL;
    int status = tool_shell(tool_files, line, &out, &err);

    g_test_message("%s: %s%s", line, out, err);
    g_assert_cmpstr(err, ==, "");
    g_assert_cmpint(status, ==, want);
    return out;
}

static void says(const char *line, int status, const char *part)
{
    g_autofree char *out = said(line, status);

    g_assert_nonnull(strstr(out, part));
}

static void test_replay(void)
{
    if (!tool_have()) {
        return;
    }
    says("nv-cap info frame.nvcap", 0, "work: ");
    says("nv-cap replay --check frame.nvcap", 0, "as on record: ");
    says("nv-cap replay --check -e ref -t 3 frame.nvcap", 0, "as on record");
    says("nv-cap check .", 0, "ok 1 frame.nvcap");
    tool_gives("nv-cap check . | grep '^not ok'; nv-cap check --shard 2/2 . | "
               "grep frame", 1, "");
    tool_gives("nv-cap replay --until 216 -p a.png frame.nvcap && "
               "nv-cap replay --until 217 -p b.png frame.nvcap && "
               "nv-png diff a.png b.png | grep -c differ", 0, "1\n");
}

static void test_list(void)
{
    if (!tool_have()) {
        return;
    }
    tool_gives("nv-cap list frame.nvcap | wc -l", 0, "301\n");
    tool_gives("nv-cap pixel frame.nvcap 58,58", 0,
               "before draw 1: 0x00000000\n"
               "draw 217: 0x00000000 -> 0xffff0000\n");
    says("nv-cap look frame.nvcap 217 draw", 0, "draw 217 begins: TRIANGLES");
    says("nv-cap dump frame.nvcap | grep -c ' draw 217 '", 0, "\n");
    says("nv-cap dump --events frame.nvcap", 0, "run: budget = 0x1000");
    says("nv-cap dump --xemu frame.nvcap", 0, "\nnv2a_pgraph_method 0: 0x97 "
         "-> 0x17fc NV097_SET_BEGIN_END[0] 0x5\n");
    tool_gives("nv-cap dump --xemu frame.nvcap | grep -Evc '^nv2a_pgraph_method "
               "[0-7]: 0x[0-9a-f]+ -> 0x[0-9a-f]{4} [^ ]+\\[[0-9]+\\] "
               "0x[0-9a-f]+$'", 1, "0\n");
    says("nv-cap overdraw frame.nvcap heat.png", 0, "draws a pixel");
    tool_gives("nv-cap sheet frame.nvcap all && ls all | wc -l", 0,
               "300 pictures\n300\n");
}

/* Words that envytools' dedma and demmio read. */
static void test_dump_others(void)
{
    if (!tool_have()) {
        return;
    }
    says("nv-cap dump --mmt frame.nvcap | head -3", 0,
         "--0000-- create gpu object 0x0:0xcaf00097 type 0x0097\n"
         "--0000-- w 1:0x00000000, 0x00040000\n"
         "--0000-- w 1:0x00000004, 0xcaf00097\n");
    says("nv-cap dump --mmt frame.nvcap", 0, ", 0x000417fc\n--0000-- w 1:");
    tool_gives("nv-cap dump --mmt frame.nvcap | grep -Evc '^--0000-- (w "
               "1:0x[0-9a-f]{8}, 0x[0-9a-f]{8}|create gpu object 0x0:0x"
               "[0-9a-f]{8} type 0x[0-9a-f]{4})$'", 1, "0\n");
    says("nv-cap dump --mmiotrace frame.nvcap | head -2", 0,
         "\nPCIDEV 0100 10de0200 0 fd000000 e0000000 ");
    says("nv-cap dump --mmiotrace frame.nvcap", 0,
         "R 4 0.000000 1 0xfd000000 0x20200a5 0x0 0\n");
    tool_gives("nv-cap dump --mmiotrace frame.nvcap | sed 1,3d | grep -Evc '^("
               "[RW] [124] [0-9]+\\.[0-9]{6} 1 0x[0-9a-f]{8} 0x[0-9a-f]+ 0x0 0"
               "|MARK [0-9]+\\.[0-9]{6} .*)$'", 1, "0\n");
}

/* Pixels of fragment programs are counted, too. */
static void test_list_rankine(void)
{
    g_autofree char *file = g_test_build_filename(
        G_TEST_DIST, "data", "captures", "nv34-scene-g.nvcap", NULL);
    g_autofree char *line = g_strdup_printf("nv-cap list %s", file);

    if (tool_have()) {
        says(line, 0, "program");
    }
}

static void test_diff(void)
{
    if (!tool_have()) {
        return;
    }
    tool_gives("nv-cap diff frame.nvcap frame.nvcap", 0,
               "the same: 300 draws\n");
    says("nv-cap diff frame.nvcap other.nvcap", 1, "draw 217 ");
}

static void test_smaller(void)
{
    g_autofree char *out = NULL;

    if (!tool_have()) {
        return;
    }
    tool_gives("nv-cap trim --from 100 --to 120 frame.nvcap some.nvcap", 0,
               "");
    says("nv-cap replay --check some.nvcap", 0, "as on record");
    tool_gives("nv-cap list some.nvcap | wc -l", 0, "22\n");
    out = said("nv-cap minimise --keep 'nv-cap pixel {} 58,58 | grep -q "
               "0xffff0000' frame.nvcap small.nvcap", 0);
    g_assert_nonnull(strstr(out, "draws: 1 of 300 (217)"));
    tool_gives("nv-cap list small.nvcap | wc -l", 0, "2\n");
    says("nv-cap replay --check small.nvcap", 0, "as on record");
    says("nv-cap pixel small.nvcap 58,58", 0, "-> 0xffff0000");
}

/* What the processor wrote meanwhile is kept, and nothing more is. */
static void test_trim_vram(void)
{
    g_autofree char *file = g_test_build_filename(
        G_TEST_DIST, "data", "captures", "nv34-scene-g.nvcap", NULL);
    g_autofree char *line = g_strdup_printf(
        "nv-cap trim %s t.nvcap && for f in %s t.nvcap; do nv-cap dump "
        "--events $f | grep -c '^the CPU wrote VRAM'; done | uniq | wc -l",
        file, file);

    if (tool_have()) {
        tool_gives(line, 0, "1\n");
        says("nv-cap replay --check t.nvcap", 0, "as on record");
    }
}

/* What it draws in the guest is to-c-test.py's. */
static void test_to_c(void)
{
    g_autofree char *file = g_test_build_filename(
        G_TEST_DIST, "data", "captures", "nv25-scene-d.nvcap", NULL);
    g_autofree char *fine = g_strdup_printf("nv-cap to-c --to 2 %s", file);
    g_autofree char *late = g_strdup_printf("nv-cap to-c --to 9 %s", file);

    if (!tool_have()) {
        return;
    }
    says(fine, 0, "    .chip = 0x25, .vram_size = 0x8000000, ");
    says(fine, 0, "    { 0 << 13 | 0x17fc, 0x00000000 }, /* begin */\n};\n");
    says(fine, 0, "\nconst Scene scene_x = {\n");
    tool_complains(late, "the processor writes VRAM");
    tool_complains("nv-cap to-c --from 301 frame.nvcap", "has no draw 301");
    tool_complains("nv-cap to-c --from 5 --to 4 frame.nvcap", "not before");
}

/* Well-formed: every element is closed, and nothing is fetched. */
static const char *const parse =
    "import sys, html.parser\n"
    "class P(html.parser.HTMLParser):\n"
    "    stack = []; images = 0; draws = 0\n"
    "    def handle_starttag(self, tag, attrs):\n"
    "        if tag == 'section': self.draws += 1\n"
    "        if tag == 'img':\n"
    "            self.images += 1\n"
    "            assert dict(attrs)['src'].startswith('data:')\n"
    "        assert tag not in ('script', 'link')\n"
    "        if tag not in ('img', 'meta'): self.stack.append(tag)\n"
    "    def handle_endtag(self, tag): assert self.stack.pop() == tag, tag\n"
    "p = P(); p.feed(open(sys.argv[1]).read()); p.close()\n"
    "assert not p.stack\n"
    "print(p.draws, p.images)\n";

static void test_report(void)
{
    g_autofree char *path = NULL;

    if (!tool_have()) {
        return;
    }
    path = g_build_filename(tool_files, "parse.py", NULL);
    g_assert_true(g_file_set_contents(path, parse, -1, NULL));
    tool_gives("nv-cap report --pictures 3 frame.nvcap r.html && "
               "python3 parse.py r.html", 0, "300 3\n");
}

static void test_complaints(void)
{
    if (!tool_have()) {
        return;
    }
    tool_complains("nv-cap info none.nvcap", "none.nvcap");
    tool_complains("echo 1 >x; nv-cap list x", "it is no capture");
    tool_complains("nv-cap look frame.nvcap x draw", "draw \"x\" is no number");
    tool_complains("nv-cap look frame.nvcap 301 draw", "has no draw 301");
    tool_complains("nv-cap pixel frame.nvcap 1", "takes X,Y");
    tool_complains("nv-cap trim --from 5 --to 4 frame.nvcap o", "not before");
    tool_complains("nv-cap minimise --keep false frame.nvcap o",
                   "does not succeed for all");
    tool_complains("nv-cap minimise frame.nvcap o", "--keep COMMAND");
    tool_complains("nv-cap check --shard 3/2 .", "--shard 3/2");
    tool_complains("head -c 2000 frame.nvcap >cut; nv-cap replay cut",
                   "cut off");
}

int main(int argc, char **argv)
{
    int status;

    if (sizeof(void *) < 8) {
        g_print("1..0 # SKIP captures need 4 GiB of addresses\n");
        return 0;
    }
    g_test_init(&argc, &argv, NULL);
    begin();
    g_test_add_func("/nv-cap/replay", test_replay);
    g_test_add_func("/nv-cap/list", test_list);
    g_test_add_func("/nv-cap/dump-others", test_dump_others);
    g_test_add_func("/nv-cap/list-rankine", test_list_rankine);
    g_test_add_func("/nv-cap/diff", test_diff);
    g_test_add_func("/nv-cap/smaller", test_smaller);
    g_test_add_func("/nv-cap/trim-vram", test_trim_vram);
    g_test_add_func("/nv-cap/to-c", test_to_c);
    g_test_add_func("/nv-cap/report", test_report);
    g_test_add_func("/nv-cap/complaints", test_complaints);
    status = g_test_run();
    tool_end();
    return status;
}
