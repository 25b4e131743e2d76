/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The state of a card in a running QEMU, through its monitor: enough of QMP
 * to find the cards among the devices and to ask one for its property
 * x-state, which is the saved state in base64.
 */
#include <errno.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/bits.h"
#include "tools/saved.h"

#define TIMEOUT_S 10
#define MAX_LINE (64u << 20)

/* --- JSON --- */

typedef struct Json Json;
struct Json {
    char kind;              /* '{' '[' '"' or '0' for all other values */
    char *name;             /* as a member of an object */
    char *text;             /* of a string */
    GPtrArray *child;
};

static void json_free(void *opaque)
{
    Json *json = opaque;

    if (json) {
        g_free(json->name);
        g_free(json->text);
        if (json->child) {
            g_ptr_array_unref(json->child);
        }
        g_free(json);
    }
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Json, json_free)

static void space(const char **at)
{
    *at += strspn(*at, " \t\r\n");
}

/* Escapes beyond ASCII become '?'; no name that is looked for has any. */
static char *json_string(const char **at)
{
    GString *out = g_string_new(NULL);
    const char *p = *at + 1;

    for (; *p && *p != '"'; p++) {
        static const char from[] = "bfnrt", to[] = "\b\f\n\r\t";
        const char *escape;

        if (*p != '\\') {
            g_string_append_c(out, *p);
        } else if (*++p == 'u') {
            g_string_append_c(out, '?');
            p += MIN(strlen(p) - 1, 4);
        } else if (!*p) {
            break;
        } else {
            escape = strchr(from, *p);
            g_string_append_c(out, escape ? to[escape - from] : *p);
        }
    }
    *at = *p ? p + 1 : p;
    return g_string_free(out, !*p);
}

static Json *json_parse(const char **at, unsigned depth);

static bool json_children(Json *json, const char **at, unsigned depth)
{
    char close = json->kind == '{' ? '}' : ']';

    json->child = g_ptr_array_new_with_free_func(json_free);
    for ((*at)++, space(at); **at && **at != close; space(at)) {
        g_autofree char *name = NULL;
        Json *child;

        if (json->kind == '{') {
            name = **at == '"' ? json_string(at) : NULL;
            space(at);
            if (!name || *(*at)++ != ':') {
                return false;
            }
        }
        child = json_parse(at, depth + 1);
        if (!child) {
            return false;
        }
        child->name = g_steal_pointer(&name);
        g_ptr_array_add(json->child, child);
        space(at);
        if (**at == ',') {
            (*at)++;
        }
    }
    return *(*at) == close && (*at)++;
}

static Json *json_parse(const char **at, unsigned depth)
{
    g_autoptr(Json) json = g_new0(Json, 1);

    space(at);
    json->kind = **at;
    if (depth > 32) {
        return NULL;
    }
    if (json->kind == '{' || json->kind == '[') {
        return json_children(json, at, depth) ? g_steal_pointer(&json) : NULL;
    }
    if (json->kind == '"') {
        json->text = json_string(at);
        return json->text ? g_steal_pointer(&json) : NULL;
    }
    json->kind = '0';
    if (!strcspn(*at, ",]} \t\r\n")) {
        return NULL;
    }
    *at += strcspn(*at, ",]} \t\r\n");
    return g_steal_pointer(&json);
}

static const Json *member(const Json *json, const char *name)
{
    for (unsigned i = 0; json && json->kind == '{' && i < json->child->len;
         i++) {
        const Json *child = g_ptr_array_index(json->child, i);

        if (!strcmp(child->name, name)) {
            return child;
        }
    }
    return NULL;
}

static const char *member_text(const Json *json, const char *name)
{
    const Json *child = member(json, name);

    return child ? child->text : NULL;
}

/* --- QMP --- */

typedef struct Monitor {
    const char *path;
    int fd;
    GString *in;
} Monitor;

static bool fail(GError **error, const Monitor *m, const char *why)
{
    g_set_error(error, NV_TOOL_ERROR, 0, "%s: %s", m->path, why);
    return false;
}

static bool dial(Monitor *m, GError **error)
{
    struct sockaddr_un to = { .sun_family = AF_UNIX };
    struct timeval limit = { .tv_sec = TIMEOUT_S };

    if (strlen(m->path) >= sizeof(to.sun_path)) {
        return fail(error, m, "the path is too long for a socket");
    }
    strcpy(to.sun_path, m->path);
    m->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (m->fd < 0 || setsockopt(m->fd, SOL_SOCKET, SO_RCVTIMEO, &limit,
                                sizeof(limit)) ||
        connect(m->fd, (struct sockaddr *)&to, sizeof(to))) {
        return fail(error, m, g_strerror(errno));
    }
    return true;
}

/* One line of the monitor. */
static Json *next_line(Monitor *m, GError **error)
{
    char *end;
    Json *json;

    while (!(end = strchr(m->in->str, '\n'))) {
        char some[65536];
        ssize_t n = recv(m->fd, some, sizeof(some), 0);

        if (n <= 0 || m->in->len > MAX_LINE) {
            fail(error, m, n < 0 ? "QEMU's monitor does not answer; it serves "
                 "one client at a time" : "this is no QMP monitor of QEMU");
            return NULL;
        }
        g_string_append_len(m->in, some, n);
    }
    *end = 0;
    const char *at = m->in->str;
    json = json_parse(&at, 0);
    g_string_erase(m->in, 0, end + 1 - m->in->str);
    if (!json) {
        fail(error, m, "this is no QMP monitor of QEMU");
    }
    return json;
}

/* What a command returns, or what it complains of; events are passed over. */
static Json *command(Monitor *m, GError **error, const char *format, ...)
    G_GNUC_PRINTF(3, 4);
static Json *command(Monitor *m, GError **error, const char *format, ...)
{
    g_autofree char *line = NULL;
    va_list ap;

    va_start(ap, format);
    line = g_strdup_vprintf(format, ap);
    va_end(ap);
    if (send(m->fd, line, strlen(line), MSG_NOSIGNAL) !=
        (ssize_t)strlen(line)) {
        fail(error, m, g_strerror(errno));
        return NULL;
    }
    for (;;) {
        g_autoptr(Json) json = next_line(m, error);

        if (!json) {
            return NULL;
        }
        if (member(json, "error")) {
            const char *why = member_text(member(json, "error"), "desc");

            fail(error, m, why ? why : "QEMU refuses");
            return NULL;
        }
        if (member(json, "return")) {
            return g_steal_pointer(&json);
        }
    }
}

static bool is_card(const char *type)
{
    for (const NvCardInfo *info = nv_card_chips(); type && info->name;
         info++) {
        g_autofree char *child = g_strdup_printf("child<%s>", info->name);

        if (!strcmp(type, child)) {
            return true;
        }
    }
    return false;
}

/* Devices are in these places, whether they have an id or not. */
static char *find_card(Monitor *m, unsigned number, GError **error)
{
    static const char *const places[] = {
        "/machine/peripheral", "/machine/peripheral-anon",
    };
    unsigned count = 0;

    for (unsigned p = 0; p < NV_ARRAY_SIZE(places); p++) {
        g_autoptr(Json) answer =
            command(m, error, "{\"execute\": \"qom-list\", \"arguments\": "
                    "{\"path\": \"%s\"}}\n", places[p]);
        const Json *list = member(answer, "return");

        if (!answer) {
            return NULL;
        }
        for (unsigned i = 0; list->kind == '[' && i < list->child->len; i++) {
            const Json *item = g_ptr_array_index(list->child, i);

            if (is_card(member_text(item, "type")) &&
                member_text(item, "name") && count++ == number) {
                return g_strdup_printf("%s/%s", places[p],
                                       member_text(item, "name"));
            }
        }
    }
    g_set_error(error, NV_TOOL_ERROR, 0, count ?
                "%s: there is no card %u; the machine has %u" :
                "%s: the machine has no card of this project", m->path,
                number, count);
    return NULL;
}

/* Past the greeting: where the card is. */
static char *reach(Monitor *m, unsigned number, GError **error)
{
    g_autoptr(Json) greeting = next_line(m, error);
    g_autoptr(Json) ready = NULL;

    if (!greeting) {
        return NULL;
    }
    if (!member(greeting, "QMP")) {
        fail(error, m, "this is no QMP monitor of QEMU");
        return NULL;
    }
    ready = command(m, error, "{\"execute\": \"qmp_capabilities\"}\n");
    return ready ? find_card(m, number, error) : NULL;
}

/* A property that is text. */
static char *get(Monitor *m, const char *path, const char *property,
                 GError **error)
{
    g_autoptr(Json) answer =
        command(m, error, "{\"execute\": \"qom-get\", \"arguments\": "
                "{\"path\": \"%s\", \"property\": \"%s\"}}\n", path,
                property);
    const char *text = answer ? member_text(answer, "return") : NULL;

    return answer ? g_strdup(text ? text : "") : NULL;
}

static char *ask_state(Monitor *m, const char *path, const char *command_line,
                       GError **error)
{
    return get(m, path, "x-state", error);
}

static char *ask_debug(Monitor *m, const char *path, const char *command_line,
                       GError **error)
{
    g_autoptr(Json) answer =
        command(m, error, "{\"execute\": \"qom-set\", \"arguments\": "
                "{\"path\": \"%s\", \"property\": \"x-debug\", "
                "\"value\": \"%s\"}}\n", path, command_line);

    return answer ? get(m, path, "x-debug", error) : NULL;
}

static char *with_card(const char *socket, unsigned number,
                       const char *command_line, GError **error,
                       char *(*ask)(Monitor *m, const char *path,
                                    const char *command_line, GError **error))
{
    Monitor m = { .path = socket, .fd = -1, .in = g_string_new(NULL) };
    g_autofree char *path = dial(&m, error) ? reach(&m, number, error) : NULL;
    char *answer = path ? ask(&m, path, command_line, error) : NULL;

    if (m.fd >= 0) {
        close(m.fd);
    }
    g_string_free(m.in, TRUE);
    return answer;
}

GByteArray *nv_state_fetch_qmp(const char *path, unsigned number,
                               GError **error)
{
    g_autofree char *text = with_card(path, number, NULL, error, ask_state);
    guchar *bytes;
    size_t size;

    if (!text) {
        return NULL;
    }
    bytes = g_base64_decode(text, &size);
    return g_byte_array_new_take(bytes, size);
}

char *nv_state_ask_qmp(const char *socket, unsigned number,
                       const char *command, GError **error)
{
    return with_card(socket, number, command, error, ask_debug);
}
