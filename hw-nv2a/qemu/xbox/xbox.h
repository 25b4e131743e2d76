/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The console as a machine of QEMU: what the two ways into QEMU, plugin and
 * in-tree build, need of it.
 */
#ifndef NV2A_QEMU_XBOX_H
#define NV2A_QEMU_XBOX_H

#include "../compat.h"

/* What became of an argument `name=value`. */
typedef enum XboxTaken {
    XBOX_TAKEN,
    XBOX_UNKNOWN,               /* none of the console's */
    XBOX_REFUSED,               /* *errp says why */
} XboxTaken;

/* An argument of the plugin; kept until the machine is made. */
XboxTaken nv2a_xbox_argument(const char *name, const char *value,
                             Error **errp);
/* The arguments, for help texts. */
void nv2a_xbox_print_help(void);
/*
 * After the arguments: if they ask for a console, its types are made and it
 * takes the place of the chosen machine.  False with *errp if it cannot.
 */
bool nv2a_xbox_install(Error **errp);

#endif
