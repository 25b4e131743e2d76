/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What who runs a test may say of it: NV_TEST_SEED, NV_TEST_ROUNDS and such.
 */
#ifndef TEST_ENVIRONMENT_H
#define TEST_ENVIRONMENT_H

#include <glib.h>
#include <stdlib.h>

/* The number of that name, @usual if there is none. */
static inline unsigned from_environment(const char *name, unsigned usual)
{
    const char *text = g_getenv(name);

    return text && *text ? strtoul(text, NULL, 0) : usual;
}

#endif
