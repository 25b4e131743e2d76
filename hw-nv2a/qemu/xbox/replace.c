/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The plugin's way: our board in place of a PC's.  A plugin is loaded after
 * options are parsed and before MachineClass.init runs, so it can put its own
 * there.
 */
#include "qemu/osdep.h"
#include "board.h"
#include "options.h"

/* "pc" is short for pc-i440fx and the release. */
static bool is_replaceable(MachineState *ms)
{
    const char *name = MACHINE_GET_CLASS(ms)->name;

    return object_dynamic_cast(OBJECT(ms), TYPE_PC_MACHINE) &&
           (g_str_has_prefix(name, "isapc") ||
            g_str_has_prefix(name, "pc-i440fx"));
}

static bool check_options(const XboxOptions *o, Error **errp)
{
    MachineState *ms = current_machine;

    if (!o->machine) {
        error_setg(errp, "%s= is the console's: give machine=xbox too",
                   o->first);
        return false;
    }
    if (!is_replaceable(ms)) {
        error_setg(errp, "machine=xbox cannot take the place of -M %s: give "
                   "-M isapc", MACHINE_GET_CLASS(ms)->name);
        return false;
    }
    return nv2a_xbox_ram_fits(ms->ram_size, errp);
}

bool nv2a_xbox_install(Error **errp)
{
    const XboxOptions *o = nv2a_xbox_options();
    MachineClass *mc;

    if (!o->machine && !o->first) {
        return true;
    }
    if (!check_options(o, errp)) {
        return false;
    }
    nv2a_xbox_chipset_register();
    nv2a_xbox_functions_register();
    nv2a_xbox_pit_register();
    mc = MACHINE_GET_CLASS(current_machine);
    mc->init = nv2a_xbox_board_init;
    mc->desc = "The console (nv2a.so,machine=xbox)";
    return true;
}
