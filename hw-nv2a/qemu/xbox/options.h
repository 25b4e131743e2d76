/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a user can choose of the console.
 */
#ifndef NV2A_QEMU_XBOX_OPTIONS_H
#define NV2A_QEMU_XBOX_OPTIONS_H

#include "xbox.h"
#include "nv2a/console.h"

typedef struct XboxOptions {
    char *machine;              /* "xbox" or NULL: no console is wanted */
    char *first;                /* the first other argument, for messages */
    char *mcpx, *flash, *eeprom, *xbe;      /* files, or NULL */
    NvConsoleEncoder encoder;
    unsigned avpack;
    char *smc;                  /* three characters, or NULL */
    bool strict, trace;
} XboxOptions;

/* The one set; owned by options.c. */
XboxOptions *nv2a_xbox_options(void);

/* An argument, for whoever offers them all: the first after NULL. */
typedef struct XboxArgument XboxArgument;
const XboxArgument *nv2a_xbox_option_next(const XboxArgument *a);
const char *nv2a_xbox_option_name(const XboxArgument *a);
const char *nv2a_xbox_option_meaning(const XboxArgument *a);
/* What the user wrote, or "". */
const char *nv2a_xbox_option_value(const XboxArgument *a);

/*
 * The file @name, to be freed; a plain name may be one of QEMU's own files.
 * @option is what the user wrote in front of it, such as "flash=".
 */
uint8_t *nv2a_xbox_read(const char *option, const char *name, size_t *size,
                        Error **errp);

#endif
