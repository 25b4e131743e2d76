/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Entry for an unmodified QEMU: `-plugin ./nv2a.so -device nv20`.  QEMU loads
 * a plugin before it makes devices, so the install hook can add types.
 * Facts: plugins/loader.c and include/qemu/qemu-plugin.h of the QEMU tree.
 */
#include "qemu/osdep.h"
#include "compat.h"
#include "device.h"
#include "ports/ports.h"
#include "nv2a/card.h"
#include "nv2a/trace.h"
#include "nv2a/version.h"
#include "qapi/qapi-commands-control.h"
#include "qemu/qemu-plugin.h"
#include "xbox/xbox.h"

/* A test builds an object that claims another version. */
#ifndef NV2A_BUILT_FOR_MINOR
#define NV2A_BUILT_FOR_MINOR QEMU_VERSION_MINOR
#endif

/* For scripts/nv2a-qemu, which looks for it before QEMU does with its words. */
#define TEXT(x) #x
#define SERIES(major, minor) "nv2a-built-for-qemu=" TEXT(major) "." TEXT(minor)
static const char built_for[] __attribute__((used)) =
    SERIES(QEMU_VERSION_MAJOR, NV2A_BUILT_FOR_MINOR);

QEMU_PLUGIN_EXPORT int qemu_plugin_version = QEMU_PLUGIN_VERSION;

/*
 * Structs move between releases: the running QEMU must have the major and
 * minor version this object was compiled for.  Stable updates keep them.
 */
static bool version_fits(void)
{
    VersionInfo *v = qmp_query_version(NULL);
    bool fits = v->qemu->major == QEMU_VERSION_MAJOR &&
                v->qemu->minor == NV2A_BUILT_FOR_MINOR;

    if (!fits) {
        error_report("nv2a.so was built for QEMU %d.%d and this is QEMU "
                     "%" PRId64 ".%" PRId64 ".%" PRId64 " %s: run `make clean "
                     "&& make` in the hw-nv2a folder to build it for this "
                     "one", QEMU_VERSION_MAJOR, NV2A_BUILT_FOR_MINOR,
                     v->qemu->major, v->qemu->minor, v->qemu->micro,
                     v->package);
    }
    qapi_free_VersionInfo(v);
    return fits;
}

static void print_cards(void)
{
    const NvCardInfo *info;

    printf("Cards (-device NAME[,property=value]...):\n");
    for (info = nv_card_chips(); info->name; info++) {
        printf("  %-6s %s, PCI 10de:%04x, %u MiB VRAM\n", info->name,
               info->title, info->pci_device_id,
               (unsigned)(info->vram_default / MiB));
    }
}

static void print_properties(void)
{
    const Nv2aPropertyHelp *p;
    const char *name;
    unsigned i;

    printf("\nProperties of every card:\n");
    for (p = nv2a_property_help; p->name; p++) {
        printf("  %s=%s  (default: %s)\n      %s\n", p->name, p->type,
               p->standard, p->meaning);
    }
    printf("\nRaster backends (raster=NAME):\n");
    for (i = 0; (name = nv_card_raster_name(i)); i++) {
        printf("  %-8s %s\n", name, nv_card_raster_help(i));
    }
}

static void print_state(void)
{
    const char *name;
    unsigned i;

    printf("\nReadable state (monitor: qom-get /machine/peripheral/ID "
           "x-UNIT):\n ");
    for (i = 0; (name = nv_card_dump_unit(i)); i++) {
        printf(" x-%s", name);
    }
    printf("\n\nPlugin arguments (-plugin nv2a.so,NAME=VALUE...):\n"
           "  help            print this and exit\n"
           "  version=on      print which version this is, and exit\n"
           "  trace=PATTERN   switch on trace events, may be repeated;\n"
           "                  %u events, `trace=nv2a_*` is all of them.\n"
           "                  QEMU's own -trace option is read too early.\n"
           "                  In the monitor: info trace-events nv2a_*,\n"
           "                  trace-event nv2a_pfifo_* on\n",
           nv_trace_count());
}

static void print_examples(void)
{
    printf("\nExamples:\n"
           "  qemu-system-i386 -vga none -plugin ./nv2a.so -device nv20\n"
           "  qemu-system-i386 -vga none -plugin "
           "./nv2a.so,trace=nv2a_pgraph_* \\\n"
           "      -device nv2a,id=gpu,vram=64M,raster=null -d guest_errors\n"
           "  qemu-system-i386 -vga none -plugin ./nv2a.so \\\n"
           "      -object memory-backend-ram,id=uma,size=64M "
           "-machine pc,memory-backend=uma \\\n"
           "      -m 64M -device nv2a,vram-backend=uma\n"
           "  qemu-system-i386 -M isapc -m 64M -vga none \\\n"
           "      -plugin ./nv2a.so,machine=xbox,flash=bios.bin -cdrom "
           "disc.iso\n"
           "  (give the plugin with a slash in its path; -vga none makes the "
           "card the only display)\n");
}

static void print_version(void)
{
    printf("nv2a.so " NV2A_VERSION " for QEMU %d.%d\n", QEMU_VERSION_MAJOR,
           NV2A_BUILT_FOR_MINOR);
}

static void print_help(void)
{
    print_cards();
    print_properties();
    print_state();
    nv2a_xbox_print_help();
    print_examples();
}

/* What prints and ends QEMU. */
static const struct {
    const char *name;
    void (*print)(void);
} answers[] = {
    { "help", print_help },
    { "version", print_version },
};

/* One `name=value` of the -plugin option; QEMU writes `name` as `name=on`. */
static bool take_argument(const char *arg)
{
    g_auto(GStrv) pair = g_strsplit(arg, "=", 2);
    const char *value = pair[0] && pair[1] ? pair[1] : "";
    Error *err = NULL;

    for (size_t i = 0; i < G_N_ELEMENTS(answers); i++) {
        if (g_strcmp0(pair[0], answers[i].name) == 0) {
            answers[i].print();
            fflush(stdout);
            exit(0);
        }
    }
    if (g_strcmp0(pair[0], "trace") == 0) {
        if (!nv2a_enable_trace(value)) {
            error_report("nv2a.so: no trace event matches \"%s\"; all names "
                         "start with nv2a_, for example trace=nv2a_pfifo_*",
                         value);
            return false;
        }
        return true;
    }
    switch (nv2a_xbox_argument(pair[0], value, &err)) {
    case XBOX_TAKEN:
        return true;
    case XBOX_REFUSED:
        error_report_err(err);
        return false;
    case XBOX_UNKNOWN:
        break;
    }
    error_report("nv2a.so: unknown argument \"%s\"; `-plugin nv2a.so,help` "
                 "prints all", arg);
    return false;
}

QEMU_PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id,
                                           const qemu_info_t *info,
                                           int argc, char **argv)
{
    Error *err = NULL;
    int i;

    if (!version_fits()) {
        return -1;
    }
    /* Twice the same option would register every type twice. */
    if (object_class_by_name("nv2a-card")) {
        error_report("nv2a.so: the cards are already here; give the plugin "
                     "only once");
        return -1;
    }
    nv2a_register_trace();
    for (i = 0; i < argc; i++) {
        if (!take_argument(argv[i])) {
            exit(1);
        }
    }
    nv2a_register_types();
    nv2a_ports_register();
    if (!nv2a_xbox_install(&err)) {
        error_report_err(err);
        exit(1);
    }
    return 0;
}
