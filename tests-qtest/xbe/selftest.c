/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kernel's exports, tested by a program: start, points, end. */
#include "tap.h"

void start(void);

void start(void)
{
    test_threads();
    test_objects();
    test_time();
    test_memory();
    test_rest();
    test_exceptions();
    test_calls();
    test_ciphers();
    test_devices();
    test_strings();
    done();
}
