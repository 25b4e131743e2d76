/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Preloaded into an OpenGL program of a Linux guest: its clock moves a thirtieth
 * of a second a frame, what it draws by chance is the same each time, and when
 * it has drawn frame N the picture is saved and the program ends.
 *
 *   LD_PRELOAD=gl-frame.so GL_FRAME=30 GL_FRAME_OUT=/tmp/gears glxgears
 *
 * leaves /tmp/gears.ppm, and /tmp/gears.txt with a line for each thing known:
 * the frames so far, the seconds they took by the true clock, and OpenGL's
 * names. It is made by the guest's own compiler, for its own C library.
 */

#include <dlfcn.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000ll
#define FRAME (SECOND / 30)
#define BEGAN (1577836800 * SECOND)     /* for whom the date counts */
#define PATIENCE 1000                   /* looks at a clock that stands */

/* From the headers of OpenGL, GLX and EGL, which need not be there. */
enum {
    GL_BACK = 0x0405, GL_VIEWPORT = 0x0ba2, GL_PACK_ROW_LENGTH = 0x0d02,
    GL_PACK_SKIP_ROWS = 0x0d03, GL_PACK_SKIP_PIXELS = 0x0d04,
    GL_PACK_ALIGNMENT = 0x0d05, GL_UNSIGNED_BYTE = 0x1401, GL_RGBA = 0x1908,
    GL_VENDOR = 0x1f00, GL_RENDERER = 0x1f01, GL_VERSION = 0x1f02,
    GL_FRAMEBUFFER = 0x8d40, GLX_WIDTH = 0x801d, GLX_HEIGHT = 0x801e,
    EGL_HEIGHT = 0x3056, EGL_WIDTH = 0x3057,
};

typedef void (*Function)(void);

/* Both ways to a window: what its libraries call the same things. */
typedef struct {
    const char *library, *get, *swap;
} Api;

static const Api glx = { "libGL.so.1", "glXGetProcAddressARB",
                         "glXSwapBuffers" };
static const Api egl = { "libEGL.so.1", "eglGetProcAddress",
                         "eglSwapBuffers" };

/* --- what is there without us --- */

void *dlsym(void *handle, const char *name);

static void *true_dlsym(void *handle, const char *name)
{
    static const char *const versions[] = { "GLIBC_2.34", "GLIBC_2.2.5",
                                            "GLIBC_2.17", "GLIBC_2.0" };
    static void *(*real)(void *, const char *);

    for (unsigned i = 0; !real && i < 4; i++) {
        real = (void *(*)(void *, const char *))
            dlvsym(RTLD_NEXT, "dlsym", versions[i]);
    }
    return real ? real(handle, name) : NULL;
}

/* The next function of that name in the C library. */
#define NEXT(name) ((__typeof__(&name))next(#name))

static void *next(const char *name)
{
    void *found = true_dlsym(RTLD_NEXT, name);

    if (!found) {
        fprintf(stderr, "gl-frame: no %s\n", name);
        _exit(125);
    }
    return found;
}

/* A program may have opened its library for itself alone. */
static Function of_library(const Api *api, const char *name)
{
    void *library = dlopen(api->library, RTLD_LAZY);
    Function found = NULL;

    if (library) {
        *(void **)&found = true_dlsym(library, name);
    }
    return found;
}

static Function gl(const Api *api, const char *name)
{
    Function (*get)(const char *) =
        (Function (*)(const char *))of_library(api, api->get);

    return get ? get(name) : NULL;
}

/* --- the clock --- */

static int64_t now, frame_began;
static int looks, frames;

static int64_t true_time(void)
{
    struct timespec t;

    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t);
    return t.tv_sec * SECOND + t.tv_nsec;
}

static bool is_main_thread(void)
{
    return syscall(SYS_gettid) == syscall(SYS_getpid);
}

/* Nanoseconds since the start. A program that only waits for time to pass
 * sees it pass. */
static int64_t look(void)
{
    if (is_main_thread() && ++looks > PATIENCE) {
        now += SECOND / 10000;
    }
    return now;
}

/* A thread that sleeps besides must not move the others' clock. */
static bool slept(int64_t time)
{
    if (!is_main_thread()) {
        return false;
    }
    now += time > 0 ? time : 0;
    return true;
}

static void next_frame(void)
{
    frame_began += FRAME;
    now = now > frame_began ? now : frame_began;
    looks = 0;
}

int clock_gettime(clockid_t clock, struct timespec *t)
{
    int64_t time = look() + (clock == CLOCK_REALTIME ||
                             clock == CLOCK_REALTIME_COARSE ? BEGAN :
                             1000 * SECOND);

    t->tv_sec = time / SECOND;
    t->tv_nsec = time % SECOND;
    return 0;
}

int gettimeofday(struct timeval *restrict t, void *restrict zone)
{
    int64_t time = look() + BEGAN;

    (void)zone;
    t->tv_sec = time / SECOND;
    t->tv_usec = time % SECOND / 1000;
    return 0;
}

time_t time(time_t *t)
{
    time_t seconds = (look() + BEGAN) / SECOND;

    if (t) {
        *t = seconds;
    }
    return seconds;
}

clock_t clock(void)
{
    return look() / (SECOND / CLOCKS_PER_SEC);
}

clock_t times(struct tms *t)
{
    clock_t ticks = look() / (SECOND / 100);

    *t = (struct tms) { .tms_utime = ticks };
    return ticks;
}

int nanosleep(const struct timespec *t, struct timespec *left)
{
    return slept(t->tv_sec * SECOND + t->tv_nsec) ? 0 :
        NEXT(nanosleep)(t, left);
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *t,
                    struct timespec *left)
{
    struct timespec at;
    int64_t time = t->tv_sec * SECOND + t->tv_nsec;

    if (flags & TIMER_ABSTIME) {
        clock_gettime(clock, &at);
        time -= at.tv_sec * SECOND + at.tv_nsec;
        flags &= ~TIMER_ABSTIME;
    }
    if (slept(time) || time <= 0) {
        return 0;
    }
    at = (struct timespec) { time / SECOND, time % SECOND };
    return NEXT(clock_nanosleep)(CLOCK_MONOTONIC, flags, &at, left);
}

int usleep(useconds_t us)
{
    return slept(us * 1000ll) ? 0 : NEXT(usleep)(us);
}

unsigned sleep(unsigned seconds)
{
    return slept(seconds * SECOND) ? 0 : NEXT(sleep)(seconds);
}

/* Who waits for something until a time: it is there, or that time has come. */
int poll(struct pollfd *fds, nfds_t count, int timeout)
{
    int ready;

    if (timeout <= 0 || !is_main_thread()) {
        return NEXT(poll)(fds, count, timeout);
    }
    ready = NEXT(poll)(fds, count, 0);
    if (ready == 0) {
        slept(timeout * 1000000ll);
    }
    return ready;
}

int __poll_chk(struct pollfd *fds, nfds_t count, int timeout, size_t size);

int __poll_chk(struct pollfd *fds, nfds_t count, int timeout, size_t size)
{
    (void)size;
    return poll(fds, count, timeout);
}

int ppoll(struct pollfd *fds, nfds_t count, const struct timespec *timeout,
          const sigset_t *mask)
{
    static const struct timespec none;
    int ready;

    if (!timeout || !is_main_thread()) {
        return NEXT(ppoll)(fds, count, timeout, mask);
    }
    ready = NEXT(ppoll)(fds, count, &none, mask);
    if (ready == 0) {
        slept(timeout->tv_sec * SECOND + timeout->tv_nsec);
    }
    return ready;
}

int select(int count, fd_set *restrict in, fd_set *restrict out,
           fd_set *restrict odd, struct timeval *restrict timeout)
{
    struct timeval none = { 0 };
    int ready;

    if (!timeout || !is_main_thread()) {
        return NEXT(select)(count, in, out, odd, timeout);
    }
    ready = NEXT(select)(count, in, out, odd, &none);
    if (ready == 0) {
        slept(timeout->tv_sec * SECOND + timeout->tv_usec * 1000);
        *timeout = none;
    }
    return ready;
}

/* --- chance --- */

pid_t getpid(void)
{
    return 4242;
}

/* Whatever the seed, it is 1. */
#define SEEDS(name, type) \
void name(type seed) \
{ \
    (void)seed; \
    NEXT(name)(1); \
}
SEEDS(srand, unsigned)
SEEDS(srandom, unsigned)
SEEDS(srand48, long)

ssize_t getrandom(void *buffer, size_t size, unsigned flags)
{
    static uint32_t state = 1;
    unsigned char *byte = buffer;

    (void)flags;
    for (size_t i = 0; i < size; i++) {
        state = state * 1664525 + 1013904223;
        byte[i] = state >> 24;
    }
    return size;
}

int getentropy(void *buffer, size_t size)
{
    getrandom(buffer, size, 0);
    return 0;
}

/* --- the picture --- */

static FILE *open_output(const char *ending)
{
    const char *path = getenv("GL_FRAME_OUT");
    char name[1024];
    FILE *f;

    snprintf(name, sizeof(name), "%s.%s", path ? path : "gl-frame", ending);
    f = fopen(name, "w");
    if (!f) {
        fprintf(stderr, "gl-frame: cannot write %s\n", name);
        _exit(125);
    }
    return f;
}

/* Rows of RGBA from below become rows of RGB from above. */
static void write_picture(const unsigned char *pixels, int width, int height)
{
    FILE *f = open_output("ppm");

    fprintf(f, "P6\n%d %d\n255\n", width, height);
    for (int y = height - 1; y >= 0; y--) {
        for (int x = 0; x < width; x++) {
            fwrite(pixels + ((size_t)y * width + x) * 4, 3, 1, f);
        }
    }
    fclose(f);
}

/* The program ends behind it: nothing is put back. */
static void save_picture(const Api *api, int width, int height)
{
    void (*store)(int, int) = (void (*)(int, int))gl(api, "glPixelStorei");
    void (*bind)(int, unsigned) =
        (void (*)(int, unsigned))gl(api, "glBindFramebuffer");
    void (*buffer)(int) = (void (*)(int))gl(api, "glReadBuffer");
    void (*read)(int, int, int, int, int, int, void *) =
        (void (*)(int, int, int, int, int, int, void *))
        gl(api, "glReadPixels");
    unsigned char *pixels = calloc((size_t)width * height, 4);

    if (bind) {
        bind(GL_FRAMEBUFFER, 0);
    }
    if (api == &glx) {
        buffer(GL_BACK);
        store(GL_PACK_ROW_LENGTH, 0);
        store(GL_PACK_SKIP_ROWS, 0);
        store(GL_PACK_SKIP_PIXELS, 0);
    }
    store(GL_PACK_ALIGNMENT, 1);
    read(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    write_picture(pixels, width, height);
}

static void write_words(const Api *api, int64_t time)
{
    const char *(*get)(int) = (const char *(*)(int))gl(api, "glGetString");
    FILE *f = open_output("txt");

    fprintf(f, "frames %d\nseconds %.3f\n", frames, time / 1e9);
    fprintf(f, "vendor %s\nrenderer %s\nversion %s\n", get(GL_VENDOR),
            get(GL_RENDERER), get(GL_VERSION));
    fclose(f);
}

/* A frame is drawn; @width and @height are 0 where they cannot be asked. */
static void frame_drawn(const Api *api, int width, int height)
{
    static int64_t first;
    const char *wanted = getenv("GL_FRAME");
    int viewport[4] = { 0, 0, width, height };

    if (frames++ == 0) {
        first = true_time();
    }
    write_words(api, true_time() - first);
    next_frame();
    if (frames < (wanted ? atoi(wanted) : 30)) {
        return;
    }
    if (width <= 0 || height <= 0) {
        ((void (*)(int, int *))gl(api, "glGetIntegerv"))(GL_VIEWPORT,
                                                         viewport);
    }
    save_picture(api, viewport[2], viewport[3]);
    _exit(0);
}

void glXSwapBuffers(void *display, unsigned long drawable);
Function glXGetProcAddress(const unsigned char *name);
Function glXGetProcAddressARB(const unsigned char *name);
unsigned eglSwapBuffers(void *display, void *surface);
Function eglGetProcAddress(const char *name);

void glXSwapBuffers(void *display, unsigned long drawable)
{
    int (*query)(void *, unsigned long, int, unsigned *) =
        (int (*)(void *, unsigned long, int, unsigned *))
        of_library(&glx, "glXQueryDrawable");
    unsigned width = 0, height = 0;

    query(display, drawable, GLX_WIDTH, &width);
    query(display, drawable, GLX_HEIGHT, &height);
    frame_drawn(&glx, width, height);
    ((void (*)(void *, unsigned long))of_library(&glx, glx.swap))(display,
                                                                 drawable);
}

unsigned eglSwapBuffers(void *display, void *surface)
{
    unsigned (*query)(void *, void *, int, int *) =
        (unsigned (*)(void *, void *, int, int *))
        of_library(&egl, "eglQuerySurface");
    int width = 0, height = 0;

    query(display, surface, EGL_WIDTH, &width);
    query(display, surface, EGL_HEIGHT, &height);
    frame_drawn(&egl, width, height);
    return ((unsigned (*)(void *, void *))of_library(&egl, egl.swap))
        (display, surface);
}

/* --- every way to ask for a function gives ours --- */

static void *ours(const char *name)
{
    static const struct {
        const char *name;
        void *function;
    } list[] = {
        { "glXSwapBuffers", (void *)glXSwapBuffers },
        { "glXGetProcAddress", (void *)glXGetProcAddress },
        { "glXGetProcAddressARB", (void *)glXGetProcAddressARB },
        { "eglSwapBuffers", (void *)eglSwapBuffers },
        { "eglGetProcAddress", (void *)eglGetProcAddress },
    };

    for (unsigned i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
        if (strcmp(name, list[i].name) == 0) {
            return list[i].function;
        }
    }
    return NULL;
}

static Function asked(const Api *api, const char *name)
{
    Function function;

    *(void **)&function = ours(name);
    return function ? function : gl(api, name);
}

Function glXGetProcAddress(const unsigned char *name)
{
    return asked(&glx, (const char *)name);
}

Function glXGetProcAddressARB(const unsigned char *name)
{
    return asked(&glx, (const char *)name);
}

Function eglGetProcAddress(const char *name)
{
    return asked(&egl, name);
}

void *dlsym(void *handle, const char *name)
{
    void *found = true_dlsym(handle, name);

    return found && ours(name) ? ours(name) : found;
}
