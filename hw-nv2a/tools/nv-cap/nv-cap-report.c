/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A capture as one page for a browser: no scripts, no other files.  What comes
 * from the capture is text and is escaped.
 */
#include <glib/gstdio.h>
#include <stdio.h>
#include <unistd.h>

#include "card/card.h"
#include "tools/nv-cap/nv-cap.h"

static gint64 opt_pictures = 64;

static const GOptionEntry entries[] = {
    { "pictures", 'p', 0, G_OPTION_ARG_INT64, &opt_pictures,
      "Draws that are shown with a picture (default 64, the first)", "N" },
    { NULL }
};

typedef struct Report {
    NvCapWalk walk;
    GString *out;
    GString *methods;           /* since the last draw's END */
    char *program;              /* as it was shown last */
    char *picture;              /* a file to make PNGs in */
    uint64_t pictures;
} Report;

static void put_text(Report *r, const char *title, const char *text)
{
    g_autofree char *safe = g_markup_escape_text(text, -1);

    g_string_append_printf(r->out, "<details><summary>%s</summary><pre>%s"
                           "</pre></details>\n", title, safe);
}

static void put_picture(Report *r)
{
    const NvImage *image = nv_cap_target(&r->walk, false);
    g_autofree char *bytes = NULL, *text = NULL;
    gsize size;

    if (r->pictures >= (uint64_t)opt_pictures || !image ||
        !nv_image_write_png(image, r->picture, NULL) ||
        !g_file_get_contents(r->picture, &bytes, &size, NULL)) {
        return;
    }
    text = g_base64_encode((guchar *)bytes, size);
    g_string_append_printf(r->out, "<img alt=\"colour target\" src=\"data:"
                           "image/png;base64,%s\">\n", text);
    r->pictures++;
}

static void add_method(void *opaque, const NvWalkMethod *m)
{
    Report *r = opaque;

    if (r->methods->len < 65536) {
        g_string_append_printf(r->methods, m->count > 1 ? "%s[%u]" : "%s",
                               m->name ? m->name : "?", m->index);
        g_string_append_printf(r->methods, " = 0x%08x  (class 0x%03x method "
                               "0x%04x)\n", m->data, m->class, m->mthd);
    }
}

static void put_before(Report *r, NvPlayer *p, const NvWalkDraw *d)
{
    g_autofree char *draw = nv_card_debug(nv_player_card(p), "draw");
    g_autofree char *program = nv_card_dump(nv_player_card(p), "program");

    g_string_append_printf(r->out, "<section id=\"draw%" PRIu64 "\"><h2>Draw "
                           "%" PRIu64 "</h2>\n", d->draw, d->draw);
    put_text(r, "methods since the last draw", r->methods->str);
    g_string_truncate(r->methods, 0);
    put_text(r, "what it draws with", draw);
    if (g_strcmp0(program, r->program)) {
        put_text(r, "vertex program (changed)", program);
        g_free(r->program);
        r->program = g_steal_pointer(&program);
    }
}

static void put_behind(Report *r, NvPlayer *p, const NvWalkDraw *d)
{
    g_autoptr(GString) text = g_string_new(NULL);
    NvFunnel funnel;

    if (nv_debug_funnel(&nv_player_card(p)->debug, d->draw, &funnel)) {
        g_autofree char *safe = NULL;

        nv_funnel_print(&funnel, text);
        safe = g_markup_escape_text(text->str, -1);
        g_string_append_printf(r->out, "<pre class=\"funnel\">%s</pre>\n",
                               safe);
    }
    put_picture(r);
    g_string_append(r->out, "</section>\n");
    g_string_truncate(r->methods, 0);
}

static bool report_draw(void *opaque, NvPlayer *p, const NvWalkDraw *d)
{
    Report *r = opaque;

    if (d->before) {
        put_before(r, p, d);
    } else {
        put_behind(r, p, d);
    }
    return true;
}

static void put_head(Report *r, const char *path)
{
    g_autofree char *name = g_path_get_basename(path);
    g_autofree char *safe = g_markup_escape_text(name, -1);
    const NvCaptureHead *head = nv_player_head(r->walk.player);
    g_autofree char *chip = g_markup_escape_text(head->chip, -1);

    g_string_append_printf(
        r->out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset="
        "\"utf-8\"><title>%s</title>\n<style>body{font:14px sans-serif;"
        "background:#12161c;color:#dde;margin:1em}img{max-width:320px;border:"
        "1px solid #456}pre{font:12px monospace;overflow:auto;max-height:30em}"
        "section{border-top:1px solid #456}summary{cursor:pointer;color:#8cf}"
        "</style></head><body>\n<h1>%s</h1>\n<p>%s, %u MiB</p>\n", safe, safe,
        chip, head->vram_size >> 20);
}

int nv_cap_report(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "FILE OUT.html", 2, 2,
        "One page for a browser: each draw with what became of it, its "
        "picture, its state,\nits program and the methods before it.\n\n"
        "  nv-cap report run.nvcap run.html"
    };
    Report r = { .pictures = 0 };
    int fd;

    if (!nv_tool_parse(&argc, &argv, &usage, entries, error) ||
        !nv_cap_open(&r.walk, argv[1], error)) {
        return EXIT_TROUBLE;
    }
    fd = g_file_open_tmp("nv-cap-XXXXXX", &r.picture, error);
    r.out = g_string_new(NULL);
    r.methods = g_string_new(NULL);
    nv_debug_count(&nv_player_card(r.walk.player)->debug, true);
    nv_player_methods(r.walk.player, add_method, &r);
    put_head(&r, argv[1]);
    if (fd >= 0 && nv_player_walk(r.walk.player, report_draw, &r, error)) {
        g_string_append(r.out, "</body></html>\n");
        g_file_set_contents(argv[2], r.out->str, r.out->len, error);
    }
    if (fd >= 0) {
        close(fd);
        g_unlink(r.picture);
    }
    g_free(r.picture);
    g_free(r.program);
    g_string_free(r.out, TRUE);
    g_string_free(r.methods, TRUE);
    nv_cap_close(&r.walk);
    return EXIT_FINE;
}
