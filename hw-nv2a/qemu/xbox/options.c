/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Arguments of the console: a row each, with what help texts say of it.
 */
#include "qemu/osdep.h"
#include "options.h"

static XboxOptions options = { .avpack = 6 };

static const char *const encoders[NV_CONSOLE_ENCODER_COUNT] = {
    [NV_CONSOLE_CONEXANT] = "conexant",
    [NV_CONSOLE_FOCUS] = "focus",
    [NV_CONSOLE_XCALIBUR] = "xcalibur",
};

/* What is plugged in at the back, by the system controller's number. */
static const char *const avpacks[] = {
    "scart", "hdtv", "vga", "rfu", "svideo", "5", "composite", "none",
};

XboxOptions *nv2a_xbox_options(void)
{
    return &options;
}

static int find(const char *const *names, unsigned count, const char *value)
{
    unsigned i;

    for (i = 0; i < count; i++) {
        if (g_str_equal(names[i], value)) {
            return i;
        }
    }
    return -1;
}

static bool take_machine(const char *value, char **to, Error **errp)
{
    if (!g_str_equal(value, "xbox")) {
        error_setg(errp, "machine=%s is unknown: the only one is xbox",
                   value);
        return false;
    }
    *to = g_strdup(value);
    return true;
}

static bool take_encoder(const char *value, Error **errp)
{
    int i = find(encoders, ARRAY_SIZE(encoders), value);

    if (i < 0) {
        error_setg(errp, "encoder=%s is unknown: choose from conexant, focus, "
                   "xcalibur", value);
        return false;
    }
    options.encoder = i;
    return true;
}

static bool take_avpack(const char *value, Error **errp)
{
    int i = find(avpacks, ARRAY_SIZE(avpacks), value);
    unsigned n = i;

    if (i < 0 && (qemu_strtoui(value, NULL, 0, &n) < 0 ||
                  n >= ARRAY_SIZE(avpacks))) {
        error_setg(errp, "avpack=%s is unknown: choose from scart, hdtv, vga, "
                   "rfu, svideo, composite, none or a number from 0 to 7",
                   value);
        return false;
    }
    options.avpack = n;
    return true;
}

static bool take_smc(const char *value, Error **errp)
{
    if (strlen(value) != 3) {
        error_setg(errp, "smc=%s is no version of the system controller: it "
                   "has three characters, such as P01", value);
        return false;
    }
    g_free(options.smc);
    options.smc = g_strdup(value);
    return true;
}

static bool take_switch(const char *name, const char *value, bool *to,
                        Error **errp)
{
    if (!g_str_equal(value, "on") && !g_str_equal(value, "off")) {
        error_setg(errp, "%s=%s is unknown: it is on or off", name, value);
        return false;
    }
    *to = g_str_equal(value, "on");
    return true;
}

/* A name alone is handed to plugins as name=on. */
static bool take_file(const char *name, const char *value, char **to,
                      Error **errp)
{
    if (!*value || g_str_equal(value, "on")) {
        error_setg(errp, "%s needs the name of a file, as in %s=FILE", name,
                   name);
        return false;
    }
    g_free(*to);
    *to = g_strdup(value);
    return true;
}

typedef enum Kind { MACHINE, FILE_NAME, ENCODER, AVPACK, SMC, SWITCH } Kind;

struct XboxArgument {
    const char *name, *value, *meaning;
    Kind kind;
    size_t offset;              /* in XboxOptions */
};

static const XboxArgument rows[] = {
    { "machine", "xbox", "the console in place of the machine chosen by -M "
      "(isapc or pc)", MACHINE, offsetof(XboxOptions, machine) },
    { "flash", "FILE", "BIOS image, 4 KiB to 16 MiB (also: -bios FILE)",
      FILE_NAME, offsetof(XboxOptions, flash) },
    { "xbe", "FILE", "program that our own kernel starts, in place of a BIOS; "
      "a folder's default.xbe", FILE_NAME, offsetof(XboxOptions, xbe) },
    { "mcpx", "FILE", "boot ROM of 512 bytes in place of our own",
      FILE_NAME, offsetof(XboxOptions, mcpx) },
    { "eeprom", "FILE", "EEPROM of 256 bytes, changes are written back; "
      "without it one is made up", FILE_NAME, offsetof(XboxOptions, eeprom) },
    { "encoder", "NAME", "video encoder: conexant (default), focus, xcalibur",
      ENCODER, 0 },
    { "avpack", "NAME", "video cable: composite (default), scart, hdtv, vga, "
      "rfu, svideo, none", AVPACK, 0 },
    { "smc", "XXX", "version of the system controller (default P01)", SMC, 0 },
    { "strict-smc", "on|off", "a wrong answer to the controller's challenge "
      "resets (default off)", SWITCH, offsetof(XboxOptions, strict) },
    { "trace-console", "on|off", "log accesses to the console's chips",
      SWITCH, offsetof(XboxOptions, trace) },
};

/* As the user wrote them, by row. */
static char *given[ARRAY_SIZE(rows)];

static bool take(unsigned row, const char *value, Error **errp)
{
    void *field = (char *)&options + rows[row].offset;

    switch (rows[row].kind) {
    case MACHINE:
        return take_machine(value, field, errp);
    case FILE_NAME:
        return take_file(rows[row].name, value, field, errp);
    case ENCODER:
        return take_encoder(value, errp);
    case AVPACK:
        return take_avpack(value, errp);
    case SMC:
        return take_smc(value, errp);
    case SWITCH:
        return take_switch(rows[row].name, value, field, errp);
    }
    g_assert_not_reached();
}

XboxTaken nv2a_xbox_argument(const char *name, const char *value,
                             Error **errp)
{
    unsigned i;

    for (i = 0; i < ARRAY_SIZE(rows); i++) {
        if (!g_str_equal(rows[i].name, name)) {
            continue;
        }
        if (rows[i].kind != MACHINE && !options.first) {
            options.first = g_strdup(name);
        }
        if (!take(i, value, errp)) {
            return XBOX_REFUSED;
        }
        g_free(given[i]);
        given[i] = g_strdup(value);
        return XBOX_TAKEN;
    }
    return XBOX_UNKNOWN;
}

const XboxArgument *nv2a_xbox_option_next(const XboxArgument *a)
{
    const XboxArgument *next = a ? a + 1 : rows;

    while (next < rows + ARRAY_SIZE(rows) && next->kind == MACHINE) {
        next++;
    }
    return next < rows + ARRAY_SIZE(rows) ? next : NULL;
}

const char *nv2a_xbox_option_name(const XboxArgument *a)
{
    return a->name;
}

const char *nv2a_xbox_option_meaning(const XboxArgument *a)
{
    return a->meaning;
}

const char *nv2a_xbox_option_value(const XboxArgument *a)
{
    return given[a - rows] ? given[a - rows] : "";
}

void nv2a_xbox_print_help(void)
{
    unsigned i;

    printf("\nThe console (-M isapc -m 64M -plugin nv2a.so,machine=xbox,"
           "NAME=VALUE...):\n");
    for (i = 0; i < ARRAY_SIZE(rows); i++) {
        g_autofree char *what = g_strdup_printf("%s=%s", rows[i].name,
                                                rows[i].value);

        printf("  %-22s %s\n", what, rows[i].meaning);
    }
}

static const char *why_unreadable(const char *path)
{
    if (access(path, R_OK) < 0) {
        return g_strerror(errno);
    }
    return g_strerror(g_file_test(path, G_FILE_TEST_IS_DIR) ? EISDIR : EIO);
}

uint8_t *nv2a_xbox_read(const char *option, const char *name, size_t *size,
                        Error **errp)
{
    g_autofree char *found = qemu_find_file(QEMU_FILE_TYPE_BIOS, name);
    const char *path = found ? found : name;
    char *data;
    gsize length;

    if (!g_file_get_contents(path, &data, &length, NULL)) {
        error_setg(errp, "%s%s cannot be read: %s", option, name,
                   why_unreadable(path));
        return NULL;
    }
    *size = length;
    return (uint8_t *)data;
}
