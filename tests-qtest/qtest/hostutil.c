/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The few functions of QEMU's utility library that libqtest calls, so that
 * tests need not build all of it.  Facts: the prototypes in the QEMU tree.
 */
#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qemu/error-report.h"
#include "qemu/module.h"
#include "qemu/sockets.h"

#include <fcntl.h>
#include <sys/socket.h>

static void print_line(const char *kind, const char *fmt, va_list ap)
{
    fprintf(stderr, "%s", kind);
    vfprintf(stderr, fmt, ap);
    fprintf(stderr, "\n");
}

void error_report(const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    print_line("error: ", fmt, ap);
    va_end(ap);
}

void warn_report(const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    print_line("warning: ", fmt, ap);
    va_end(ap);
}

int error_printf(const char *fmt, ...)
{
    va_list ap;
    int n;

    va_start(ap, fmt);
    n = vfprintf(stderr, fmt, ap);
    va_end(ap);
    return n;
}

ssize_t qemu_send_full(int fd, const void *buf, size_t count)
{
    size_t done = 0;
    ssize_t n;

    while (done < count) {
        n = send(fd, (const char *)buf + done, count - done, 0);
        if (n < 0 && errno != EINTR) {
            break;
        }
        done += n > 0 ? n : 0;
    }
    return done;
}

void qemu_set_cloexec(int fd)
{
    fcntl(fd, F_SETFD, fcntl(fd, F_GETFD) | FD_CLOEXEC);
}

int socket_init(void)
{
    return 0;
}

void register_module_init(void (*fn)(void), module_init_type type)
{
    /* libqos registers machine nodes for its graph; we do not walk it. */
}
