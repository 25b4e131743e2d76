/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Properties by which people and tools look into a card: text of each unit,
 * and what a snapshot would hold; the debugger's doors.  Facts: the tables of
 * QMP's commands in the QEMU tree, 7.2 to 10.0.
 */
#include "qemu/osdep.h"
#include "nv2a-state.h"

#ifdef NV2A_PNG
#include <png.h>
#endif

#if __has_include("qapi/qmp-registry.h")        /* 10.0 */
#include "qapi/qmp-registry.h"
#include "qobject/qdict.h"
#include "qobject/qstring.h"
#else
#include "qapi/qmp/dispatch.h"
#include "qapi/qmp/qdict.h"
#include "qapi/qmp/qstring.h"
#endif

/* x-<unit>: the library's dump of one unit; free of side effects. */
static void get_dump(Object *obj, Visitor *v, const char *name, void *opaque,
                     Error **errp)
{
    Nv2aState *s = NV2A_CARD(obj);
    char *text = NULL;

    if (s->card && nv2a_enter(s)) {
        text = nv_card_dump(s->card, opaque);
        nv2a_leave(s);
    }
    if (!text) {
        text = g_strdup("");
    }
    visit_type_str(v, name, &text, errp);
    g_free(text);
}

/* x-state: what a snapshot would hold, in base64; the tool nv-state asks. */
static void get_state(Object *obj, Visitor *v, const char *name, void *opaque,
                      Error **errp)
{
    Nv2aState *s = NV2A_CARD(obj);
    GByteArray *bytes = g_byte_array_new();
    char *text;

    if (s->card && nv2a_enter(s)) {
        nv_card_save(s->card, bytes);
        nv2a_leave(s);
    }
    text = g_base64_encode(bytes->data, bytes->len);
    visit_type_str(v, name, &text, errp);
    g_free(text);
    g_byte_array_unref(bytes);
}

/* x-debug: a command to the library's debugger, and then its answer. */
static char *get_answer(Object *obj, Error **errp)
{
    Nv2aState *s = NV2A_CARD(obj);

    return g_strdup(s->debug_answer ? s->debug_answer : "");
}

char *nv2a_debug(Nv2aState *s, const char *command)
{
    char *said = NULL;

    if (s->card && nv2a_enter(s)) {
        if (g_str_has_prefix(command, "capture start")) {
            nv2a_capture_watch(s, true);
        }
        said = nv_card_debug(s->card, command);
        if (s->captures && !nv_card_captures(s->card)) {
            nv2a_capture_watch(s, false);
        }
        nv2a_leave(s);
    }
    return said;
}

static void set_command(Object *obj, const char *command, Error **errp)
{
    Nv2aState *s = NV2A_CARD(obj);
    char *said = nv2a_debug(s, command);

    if (said) {
        g_free(s->debug_answer);
        s->debug_answer = said;
    }
}

/* The one card that there is; NULL, and *errp, if there are more or none. */
static int find_only(Object *obj, void *opaque)
{
    Object **found = opaque;

    if (!object_dynamic_cast(obj, TYPE_NV2A_CARD)) {
        return 0;
    }
    if (*found) {
        *found = NULL;
        return 1;
    }
    *found = obj;
    return 0;
}

/* By its -device id, its path in QOM, or as the only one. */
static Object *find_card(const char *name, Error **errp)
{
    Object *obj = NULL;
    bool ambiguous = false;

    if (!name) {
        object_child_foreach_recursive(object_get_root(), find_only, &obj);
        if (!obj) {
            error_setg(errp, "there is no card, or more than one: say which "
                       "with \"card\", an id of -device or a path");
        }
        return obj;
    }
    obj = object_resolve_path_type(name, TYPE_NV2A_CARD, &ambiguous);
    if (!obj || ambiguous) {
        error_setg(errp, "there is no card \"%s\"", name);
        return NULL;
    }
    return obj;
}

static const char *string_of(const QDict *args, const char *name)
{
    return qdict_get_try_str(args, name);
}

/* {"execute": "x-nv2a-debug", "arguments": {"card": ..., "command": ...}} */
static void qmp_debug(QDict *args, QObject **ret, Error **errp)
{
    const char *command = string_of(args, "command");
    Object *obj;

    for (const QDictEntry *e = qdict_first(args); e;
         e = qdict_next(args, e)) {
        if (strcmp(qdict_entry_key(e), "command") &&
            strcmp(qdict_entry_key(e), "card")) {
            error_setg(errp, "x-nv2a-debug takes \"command\" and \"card\", "
                       "not \"%s\"", qdict_entry_key(e));
            return;
        }
    }
    if (!command) {
        error_setg(errp, "x-nv2a-debug takes \"command\", a string");
        return;
    }
    obj = find_card(string_of(args, "card"), errp);
    if (obj) {
        set_command(obj, command, errp);
        *ret = QOBJECT(qstring_from_str(NV2A_CARD(obj)->debug_answer ?
                                        NV2A_CARD(obj)->debug_answer : ""));
    }
}

/* QEMU exports the list, but no header of its has it. */
extern QmpCommandList qmp_commands __attribute__((weak));

void nv2a_add_command(void)
{
    static bool done;

    if (!done && &qmp_commands &&
        !qmp_find_command(&qmp_commands, "x-nv2a-debug")) {
        qmp_register_command(&qmp_commands, "x-nv2a-debug", qmp_debug,
                             0, 0);
    }
    done = true;
}

#ifdef NV2A_PNG
bool nv2a_picture(void *host, const char *file, const NvPicture *picture,
                  char **why)
{
    png_image png = {
        .version = PNG_IMAGE_VERSION,
        .width = picture->width, .height = picture->height,
        .format = HOST_BIG_ENDIAN ? PNG_FORMAT_ARGB : PNG_FORMAT_BGRA,
    };

    if (png_image_write_to_file(&png, file, 0, picture->argb, 0, NULL)) {
        return true;
    }
    *why = g_strdup_printf("cannot write \"%s\": %s", file, png.message);
    png_image_free(&png);
    return false;
}
#endif

void nv2a_add_dumps(ObjectClass *klass)
{
    const char *unit;
    unsigned i;

    for (i = 0; (unit = nv_card_dump_unit(i)); i++) {
        g_autofree char *name = g_strdup_printf("x-%s", unit);

        object_class_property_add(klass, name, "str", get_dump, NULL, NULL,
                                  (void *)unit);
        object_class_property_set_description(klass, name,
                                              "State of one unit, as text");
    }
    object_class_property_add_str(klass, "x-debug", get_answer, set_command);
    object_class_property_set_description(klass, "x-debug", "Set: a command "
                                          "to the debugger (help); get: its "
                                          "answer");
    object_class_property_add(klass, "x-state", "str", get_state, NULL, NULL,
                              NULL);
    object_class_property_set_description(klass, "x-state", "Saved state, in "
                                          "base64; nv-state reads it");
}
