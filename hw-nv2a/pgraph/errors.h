/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Errors of FE: the interrupt and the words that the hardware shows, and the
 * line that a host may print of them.
 */
#ifndef NV_PGRAPH_ERRORS_H
#define NV_PGRAPH_ERRORS_H

#include "pgraph/pgraph.h"

typedef struct NvMethod NvMethod;
typedef bool (*NvMethodValid)(const NvPgraph *pg, const NvMethod *m,
                              uint32_t value);

/*
 * FIFO off, INTR, NSOURCE and NSTATUS by the kind's row, and one line: the
 * method at work by its name, its value, what @format says, class, channel
 * and where in the push buffer it stood.
 */
void nv_fe_error(NvPgraph *pg, NvErrorKind kind, const char *format, ...)
    G_GNUC_PRINTF(3, 4);
/* The value of @m, NULL if there is no such method, is not one it takes. */
void nv_fe_value_error(NvPgraph *pg, const NvMethod *m);
/* There is no such method. */
void nv_fe_method_error(NvPgraph *pg);
/* An object of class @class, where only those that @wanted names may be. */
void nv_fe_class_error(NvPgraph *pg, uint32_t class, const char *wanted);
/* STATE, if DEBUG_D wants it. */
void nv_fe_state_error(NvPgraph *pg, const char *what);
/* Of VALID's bits @needed, which go by names of @family, some are not set. */
void nv_fe_needs(NvPgraph *pg, uint32_t needed, const char *family);
/* Software must do this method. */
void nv_fe_missing(NvPgraph *pg, const char *why);
/* PFIFO's channel @chid may not come in; FE is @owner's. */
void nv_fe_switch_error(NvPgraph *pg, unsigned chid);
/*
 * The first warning since the last WARNING_ENABLE is kept; code 0: none.
 * @takes: values that the method takes; NULL: its row says.
 */
void nv_fe_warn(NvPgraph *pg, uint32_t code, NvMethodValid takes);
/* The line alone: the hardware raises nothing. */
void nv_fe_say(NvPgraph *pg, NvErrorKind kind, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

/* method.c: the method's row takes the value, neither error nor warning. */
bool nv_fe_takes(const NvPgraph *pg, const NvMethod *m, uint32_t value);
/*
 * accept.c: appends what @takes (NULL: the row) wants instead of @value, as
 * "takes 0..3".
 */
void nv_fe_accepted(const NvPgraph *pg, const NvMethod *m,
                    NvMethodValid takes, uint32_t value, GString *out);

#endif
