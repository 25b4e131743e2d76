/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A program that draws for ever: what it sees of time and chance is printed.
 * With an argument it finds the library as SDL does, by name at run time.
 */

#include <dlfcn.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

void glXSwapBuffers(void *display, unsigned long drawable);

static long milliseconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int main(int argc, char **argv)
{
    void (*swap)(void *, unsigned long) = glXSwapBuffers;
    long began = milliseconds(), end;

    setvbuf(stdout, NULL, _IONBF, 0);
    if (argc > 1) {
        *(void **)&swap = dlsym(dlopen(argv[1], RTLD_LAZY), "glXSwapBuffers");
    }
    for (int frame = 0;; frame++) {
        srand(time(NULL) + getpid());
        printf("%ld %d", milliseconds() - began, rand() % 1000);
        if (frame == 1) {
            usleep(20000);
        } else if (frame == 2) {
            poll(NULL, 0, 100);
        } else if (frame == 3) {
            /* Who does nothing but wait for a time gets there. */
            for (end = milliseconds() + 50; milliseconds() < end;) {
            }
        }
        printf(" %ld\n", milliseconds() - began);
        swap(NULL, 1);
    }
}
