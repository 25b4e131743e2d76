/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A context of Mesa's software pipeline on this thread.
 *
 * Optional: without EGL and OpenGL at build time there is a line instead.
 */
#include "bench/rows.h"

#ifdef NV_BENCH_MESA
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <malloc.h>
#include <stdlib.h>

static EGLDisplay display = EGL_NO_DISPLAY;

/*
 * What Mesa frees after a frame it wants again for the next; given back to the
 * system between them, a frame of small triangles takes five times as long.
 */
static void keep_memory(void)
{
#ifdef M_TRIM_THRESHOLD
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
#endif
}

static const char *open_display(void)
{
    keep_memory();
    /* One thread, software. */
    setenv("LP_NUM_THREADS", "0", 1);
    setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
    setenv("mesa_glthread", "false", 1);
    display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA,
                                    EGL_DEFAULT_DISPLAY, NULL);
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL)) {
        display = EGL_NO_DISPLAY;
        return "no display without a surface";
    }
    return eglBindAPI(EGL_OPENGL_API) ? NULL : "no OpenGL there";
}

const char *bench_gl_open(void)
{
    static EGLContext context = EGL_NO_CONTEXT;
    const EGLint want[] = { EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE };
    EGLConfig config = NULL;
    const char *why;
    EGLint n;

    if (display == EGL_NO_DISPLAY && (why = open_display())) {
        return why;
    }
    if (context != EGL_NO_CONTEXT) {
        eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE,
                       EGL_NO_CONTEXT);
        eglDestroyContext(display, context);
    }
    if (!eglChooseConfig(display, want, &config, 1, &n)) {
        return "no OpenGL there";
    }
    context = eglCreateContext(display, n ? config : NULL, EGL_NO_CONTEXT,
                               NULL);
    if (context == EGL_NO_CONTEXT ||
        !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) {
        return "no context";
    }
    return NULL;
}

char *bench_gl_name(void)
{
    return g_strdup_printf("%s, OpenGL %s", glGetString(GL_RENDERER),
                           glGetString(GL_VERSION));
}

#else

const char *bench_gl_open(void)
{
    return "built without EGL and OpenGL (libegl-dev, libgl-dev)";
}

char *bench_gl_name(void)
{
    return g_strdup("nobody");
}

#endif
