/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Points of a test on COM1. */
#ifndef TESTS_XBE_TAP_H
#define TESTS_XBE_TAP_H

#include "xbe.h"

void ok(bool good, const char *what);
/* Both are shown if they differ. */
void same(uint32_t got, uint32_t expected, const char *what);
void done(void);

void test_threads(void);
void test_objects(void);
void test_time(void);
void test_memory(void);
void test_rest(void);
void test_exceptions(void);
void test_calls(void);
void test_ciphers(void);
void test_devices(void);
void test_strings(void);

/* A thread of @routine(@context); NULL: the test cannot go on. */
Handle spawn(void *routine, void *context);
/* Wait for the end of a thread, and close it. */
void join(Handle thread);
void rest(int ms);

#endif
