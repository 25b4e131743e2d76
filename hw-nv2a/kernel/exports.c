/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What programs import, by number.  A function that is not there gets a
 * small piece of code of its own that says which it is and ends the machine,
 * once it is called; a variable that is not there ends it at once.
 *
 * kernel.h stays out: here every export is but an address.
 */
#include <stdint.h>

void print(const char *format, ...);
void fatal(const char *format, ...) __attribute__((noreturn));
uint32_t export_address(uint32_t ordinal);
void export_missing(uint32_t ordinal) __attribute__((noreturn));

enum { ORDINALS = 379, CALL_SIZE = 16, PUSH = 0x68, CALL = 0xe8 };

#define FUNCTION(ordinal, name) extern const uint8_t name[];
#define VARIABLE(ordinal, name) extern const uint8_t name[];
#define NO_FUNCTION(ordinal, name)
#define NO_VARIABLE(ordinal, name)
#include "export-rows.h"
#undef FUNCTION
#undef VARIABLE
#undef NO_FUNCTION
#undef NO_VARIABLE

typedef struct Export {
    uint16_t ordinal, variable;
    const uint8_t *address;             /* NULL: not there */
    const char *name;
} Export;

#define FUNCTION(ordinal, name) { ordinal, 0, name, #name },
#define VARIABLE(ordinal, name) { ordinal, 1, name, #name },
#define NO_FUNCTION(ordinal, name) { ordinal, 0, 0, #name },
#define NO_VARIABLE(ordinal, name) { ordinal, 1, 0, #name },
static const Export exports[] = {
#include "export-rows.h"
};

static uint8_t stubs[ORDINALS + 1][CALL_SIZE];

static const Export *find(uint32_t ordinal)
{
    for (unsigned i = 0; i < sizeof(exports) / sizeof(exports[0]); i++) {
        if (exports[i].ordinal == ordinal) {
            return &exports[i];
        }
    }
    return 0;
}

void export_missing(uint32_t ordinal)
{
    const Export *e = find(ordinal);

    fatal("export %u (%s) is not there", ordinal, e ? e->name : "unknown");
}

/* push ordinal; call export_missing */
static uint32_t stub(uint32_t ordinal)
{
    uint8_t *code = stubs[ordinal];

    code[0] = PUSH;
    *(uint32_t *)(code + 1) = ordinal;
    code[5] = CALL;
    *(uint32_t *)(code + 6) = (uint32_t)export_missing - (uint32_t)(code + 10);
    return (uint32_t)code;
}

uint32_t export_address(uint32_t ordinal)
{
    const Export *e = find(ordinal);

    if (e && e->address) {
        return (uint32_t)e->address;
    }
    if (ordinal > ORDINALS || (e && e->variable)) {
        fatal("export %u (%s) is not there", ordinal,
              e ? e->name : "unknown");
    }
    print("kernel: export %u (%s) is imported and is not there\n", ordinal,
          e ? e->name : "unknown");
    return stub(ordinal);
}
