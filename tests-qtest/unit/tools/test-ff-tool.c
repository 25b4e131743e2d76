/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nv-xf ff as a program: the same scene on every chip, its complaints, and
 * states of any bytes.  It is looked for in $NV2A_BUILD.
 */
#include <glib.h>
#include <glib/gstdio.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static char *folder;            /* for files of ours */
static char *tool;

static int run(const char *options, char **out, char **err)
{
    g_autofree char *line = g_strdup_printf("%s ff %s", tool, options);
    const char *argv[] = { "/bin/sh", "-c", line, NULL };
    g_autoptr(GError) error = NULL;
    int status;

    g_spawn_sync(folder, (char **)argv, NULL, 0, NULL, NULL, out, err,
                 &status, &error);
    g_assert_no_error(error);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool have_tool(void)
{
    if (!g_file_test(tool, G_FILE_TEST_IS_EXECUTABLE)) {
        g_test_skip("nv-xf is not built, or NV2A_BUILD does not say where");
        return false;
    }
    return true;
}

static void save(const char *name, const char *text, gssize length)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);

    g_assert_true(g_file_set_contents(path, text, length, NULL));
}

static const char scene[] =
    "composite 1 0 0 0  0 1 0 0  0 0 1 0\n"
    "          0 0 0 1\n"
    "modelview[0] 1 0 0 0  0 1 0 0  0 0 1 -4  0 0 0 1\n"
    "normal[0] 1 0 0  0 1 0  0 0 1\n"
    "lighting on # all of it\n"
    "normalise on\n"
    "scene .1 .1 .1\n"
    "alpha 0.5\n"
    "light[0] infinite\n"
    "light[0].direction 0 0 1\n"
    "light[0].half 0 0 1\n"
    "light[0].diffuse 0.5 0.25 0\n"
    "shininess 0 0 1 0 0 1\n"
    "texture[0].enable on\n";

static char *outputs(const char *chip, const char *executor)
{
    g_autofree char *options = g_strdup_printf(
        "--chip %s --executor %s --state s.ff --vertices s.v --names | "
        "grep -e color -e texture | grep -v back", chip, executor);
    g_autofree char *err = NULL;
    char *out = NULL;

    g_assert_cmpint(run(options, &out, &err), ==, 0);
    g_assert_cmpstr(err, ==, "");
    return out;
}

static void test_chips(void)
{
    static const char *const chips[] = {
        "nv10", "nv15", "nv17", "nv20", "nv25", "nv2a", "nv30", "nv34",
        "nv35",
    };

    if (!have_tool()) {
        return;
    }
    save("s.ff", scene, -1);
    save("s.v", "position=1,2,3 normal=0,0,2 texture[0]=.5,.25\n", -1);
    for (unsigned i = 0; i < G_N_ELEMENTS(chips); i++) {
        g_autofree char *ref = outputs(chips[i], "ref");
        g_autofree char *best = outputs(chips[i], "auto");

        /* The last digit of red depends on whose 1/sqrt it is. */
        g_assert_true(g_str_has_prefix(ref, "  color        0.5999"));
        g_assert_true(g_str_has_suffix(ref, " 0.349976 0.0999985 0.5\n"
                                       "  color2       0 0 0 1\n"
                                       "  texture[0]   0.5 0.25 0 1\n"));
        g_assert_cmpstr(best, ==, ref);
    }
}

static void test_complaints(void)
{
    static const struct {
        const char *state, *says;
    } cases[] = {
        { "lihgting on", "s.ff:1:1: \"lihgting\" is no name" },
        { "\nlighting maybe", "s.ff:2:10: lighting can be: off, on" },
        { "lighting", "s.ff:1:9: lighting can be" },
        { "lighting on on", "s.ff:1:13: nothing may follow" },
        { "light[8] local", "s.ff:1:1: light[8]: there is none" },
        { "light[x] local", "s.ff:1:7: between [ and ]" },
        { "scene 1 2", "s.ff:1:10: scene has 3 numbers, here are 2" },
        { "scene 1 2\nalpha 1", "s.ff:1:10: scene has 3 numbers" },
        { "scene 1 2 red", "s.ff:1:11: \"red\" is not a number" },
        { "shininess 1 2 3", "s.ff:1:16: shininess has 1 number" },
        { "clip-plane[0] 0 0 1 0", "s.ff:1:1: clip-plane[0] is not there" },
        { "xfctx[0x300] 0 0 0 0", "s.ff:1:1: nv20 has no xfctx[0x300]" },
        { "ltc3[99] 0", "s.ff:1:1: nv20 has no ltc3[99]" },
        { "xfmode.b 0x80000000", "s.ff: the mode is one of programs" },
        { "weights 9", "s.ff:1:9: the most that weights can be is 7" },
    };

    if (!have_tool()) {
        return;
    }
    save("s.v", "\n", -1);
    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *out = NULL;
        g_autofree char *err = NULL;

        save("s.ff", cases[i].state, -1);
        g_assert_cmpint(run("--state s.ff --vertices s.v", &out, &err), ==,
                        2);
        g_test_message("%s", err);
        if (!strstr(err, cases[i].says)) {
            g_error("\"%s\" gives: %s", cases[i].state, err);
        }
    }
}

static void test_vertex_complaints(void)
{
    static const struct {
        const char *vertex, *says;
    } cases[] = {
        { "colour=1", "s.v:1:1: \"colour\" is no attribute" },
        { "v16=1", "s.v:1:1: \"v16\" is no attribute" },
        { "texture[4]=0", "s.v:1:1: there is no texture[4]" },
        { "v0=1,2,3,4,5", "s.v:1:11: a vector has four" },
        { "v0 1", "s.v:1:3: an attribute is written like" },
        { "normal=0,x", "s.v:1:10: \"x\" is not a number" },
    };

    if (!have_tool()) {
        return;
    }
    save("s.ff", scene, -1);
    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *out = NULL;
        g_autofree char *err = NULL;

        save("s.v", cases[i].vertex, -1);
        g_assert_cmpint(run("--state s.ff --vertices s.v", &out, &err), ==,
                        2);
        if (!strstr(err, cases[i].says)) {
            g_error("\"%s\" gives: %s", cases[i].vertex, err);
        }
    }
}

/* The scene with bytes changed: an answer or a complaint, nothing else. */
static void test_hostile(void)
{
    GRand *r = g_rand_new_with_seed(40);

    if (!have_tool()) {
        g_rand_free(r);
        return;
    }
    save("s.v", "position=1,2,3\n", -1);
    for (unsigned i = 0; i < 100; i++) {
        g_autofree char *text = g_strdup(scene);
        g_autofree char *out = NULL;
        g_autofree char *err = NULL;
        int status;

        for (unsigned k = 0; k < 1 + i % 5; k++) {
            static const char bytes[] = "[]0.#- \n9xf=\t\377";

            text[g_rand_int_range(r, 0, sizeof(scene) - 1)] =
                bytes[g_rand_int_range(r, 0, sizeof(bytes) - 1)];
        }
        save("s.ff", text, sizeof(scene) - 1);
        status = run("--state s.ff --vertices s.v", &out, &err);
        g_assert_true(status == 0 || status == 2);
        g_assert_true(status == 0 ? *out : *err);
    }
    g_rand_free(r);
}

int main(int argc, char **argv)
{
    int status;

    g_test_init(&argc, &argv, NULL);
    folder = g_dir_make_tmp("nv-xf-ff-XXXXXX", NULL);
    tool = g_build_filename(g_getenv("NV2A_BUILD") ? g_getenv("NV2A_BUILD") :
                            ".", "nv-xf", NULL);
    g_test_add_func("/ff/tool/chips", test_chips);
    g_test_add_func("/ff/tool/complaints", test_complaints);
    g_test_add_func("/ff/tool/vertex-complaints", test_vertex_complaints);
    g_test_add_func("/ff/tool/hostile", test_hostile);
    status = g_test_run();
    for (unsigned i = 0; i < 2; i++) {
        g_autofree char *path = g_build_filename(folder, i ? "s.v" : "s.ff",
                                                 NULL);

        g_unlink(path);
    }
    g_rmdir(folder);
    g_free(folder);
    g_free(tool);
    return status;
}
