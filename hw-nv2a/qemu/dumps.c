/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Properties by which people and tools look into a card: text of each unit,
 * and what a snapshot would hold.
 */
#include "nv2a-state.h"

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

static void set_command(Object *obj, const char *command, Error **errp)
{
    Nv2aState *s = NV2A_CARD(obj);

    if (s->card && nv2a_enter(s)) {
        g_free(s->debug_answer);
        s->debug_answer = nv_card_debug(s->card, command);
        nv2a_leave(s);
    }
}

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
