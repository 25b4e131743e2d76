/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Running a tool of the project as people do, from a shell, and the examples
 * of its documentation.  Tools are in $NV2A_BUILD, or above the folder that
 * the tests were built in.
 */
#ifndef NV_TESTS_TOOL_RUN_H
#define NV_TESTS_TOOL_RUN_H

#include <glib.h>
#include <glib/gstdio.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* Where tools are; NULL: not built. */
static char *tool_folder;
/* For files of the test. */
static char *tool_files;

static inline void tool_begin(const char *tool)
{
    const char *build = g_getenv("NV2A_BUILD");
    g_autofree char *above = g_test_build_filename(G_TEST_BUILT, "..", NULL);
    /* Tools are called from other folders; QEMU's glib is an old one. */
    g_autofree char *dir = realpath(build ? build : above, NULL);
    g_autofree char *path = g_build_filename(dir ? dir : "", tool, NULL);

    tool_files = g_dir_make_tmp("tool-XXXXXX", NULL);
    tool_folder = g_file_test(path, G_FILE_TEST_IS_EXECUTABLE) ?
                  g_steal_pointer(&dir) : NULL;
}

static inline void tool_end(void)
{
    g_autofree char *line = g_strdup_printf("rm -r '%s'", tool_files);

    if (system(line)) {
        g_printerr("%s stays behind\n", tool_files);
    }
    g_clear_pointer(&tool_files, g_free);
    g_clear_pointer(&tool_folder, g_free);
}

static inline bool tool_have(void)
{
    if (!tool_folder) {
        g_test_skip("the tool is not built, or NV2A_BUILD does not say where");
    }
    return tool_folder;
}

/* Exit status; -1 if it died.  Streams that are not wanted are NULL. */
static inline int tool_shell(const char *where, const char *line, char **out,
                             char **err)
{
    g_auto(GStrv) env = g_get_environ();
    g_autofree char *path = g_strdup_printf("%s:%s", tool_folder,
                                            g_getenv("PATH"));
    const char *argv[] = { "/bin/sh", "-c", line, NULL };
    g_autoptr(GError) error = NULL;
    int status;

    env = g_environ_setenv(env, "PATH", path, TRUE);
    g_spawn_sync(where, (char **)argv, env, 0, NULL, NULL, out, err, &status,
                 &error);
    g_assert_no_error(error);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The line gives @want and @status, and complains of nothing. */
static inline void tool_gives(const char *line, int want_status,
                              const char *want)
{
    g_autofree char *out = NULL;
    g_autofree char *err = NULL;
    int status = tool_shell(tool_files, line, &out, &err);

    g_test_message("%s", line);
    g_assert_cmpstr(err, ==, "");
    g_assert_cmpstr(out, ==, want);
    g_assert_cmpint(status, ==, want_status);
}

/* The line fails with 2 and one line of complaint that has @text in it. */
static inline void tool_complains(const char *line, const char *text)
{
    g_autofree char *out = NULL;
    g_autofree char *err = NULL;
    int status = tool_shell(tool_files, line, &out, &err);

    g_test_message("%s: %s", line, err);
    g_assert_cmpint(status, ==, 2);
    g_assert_nonnull(strstr(err, text));
    g_assert_cmpuint(strcspn(err, "\n") + 1, ==, strlen(err));
}

/*
 * Runs lines "$ ..." of console blocks of a document in @where and compares
 * what they print with what is written below each.  How many there were; @runs
 * says which of them this host can run, NULL: all.
 */
static inline unsigned tool_examples(const char *document, const char *where,
                                     bool (*runs)(const char *line))
{
    g_autofree char *path = g_test_build_filename(G_TEST_DIST, "..", "docs",
                                                  document, NULL);
    g_autofree char *text = NULL;
    g_auto(GStrv) lines = NULL;
    unsigned count = 0;

    if (!g_file_get_contents(path, &text, NULL, NULL)) {
        return 0;
    }
    lines = g_strsplit(text, "\n", -1);
    for (unsigned i = 0; lines[i]; i++) {
        const char *at = lines[i] + strspn(lines[i], " ");
        unsigned indent = at - lines[i];
        g_autoptr(GString) want = g_string_new(NULL);
        g_autofree char *out = NULL;
        g_autofree char *err = NULL;
        g_autofree char *all = NULL;

        if (!indent || !g_str_has_prefix(at, "$ ") || (runs && !runs(at))) {
            continue;
        }
        for (unsigned l = i + 1; lines[l] && *lines[l] &&
             strspn(lines[l], " ") >= indent &&
             !g_str_has_prefix(lines[l] + indent, "$ "); l++) {
            g_string_append_printf(want, "%s\n", lines[l] + indent);
        }
        g_test_message("%s: %s", document, at + 2);
        tool_shell(where, at + 2, &out, &err);
        /* What people see: complaints come last. */
        all = g_strconcat(out, err, NULL);
        g_assert_cmpstr(all, ==, want->str);
        count++;
    }
    return count;
}

#endif
