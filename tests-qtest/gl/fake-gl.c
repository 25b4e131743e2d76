/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * OpenGL, GLX and EGL as far as gl-frame.c asks, without any screen: a window of
 * 4x2 pixels, each of a colour that tells where it is.
 */

#include <string.h>

typedef void (*Function)(void);

Function glXGetProcAddressARB(const char *name);
void glXSwapBuffers(void *display, unsigned long drawable);
int glXQueryDrawable(void *display, unsigned long drawable, int what,
                     unsigned *value);

static int reads_back, aligned;

static void read_buffer(int buffer)
{
    reads_back = buffer == 0x405;
}

static void pixel_store(int what, int value)
{
    aligned = what == 0xd05 ? value : aligned;
}

static void bind_framebuffer(int target, unsigned name)
{
    (void)target;
    (void)name;
}

static void read_pixels(int x, int y, int w, int h, int format, int type,
                        unsigned char *to)
{
    for (int i = 0; i < w * h; i++) {
        to[4 * i] = x + i % w;
        to[4 * i + 1] = y + i / w;
        to[4 * i + 2] = reads_back && aligned == 1 && format == 0x1908 &&
                        type == 0x1401;
        to[4 * i + 3] = 255;
    }
}

static const char *get_string(int what)
{
    return what == 0x1f01 ? "a fake" : "-";
}

Function glXGetProcAddressARB(const char *name)
{
    static const struct {
        const char *name;
        Function function;
    } list[] = {
        { "glReadBuffer", (Function)read_buffer },
        { "glPixelStorei", (Function)pixel_store },
        { "glBindFramebuffer", (Function)bind_framebuffer },
        { "glReadPixels", (Function)read_pixels },
        { "glGetString", (Function)get_string },
    };

    for (unsigned i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
        if (strcmp(name, list[i].name) == 0) {
            return list[i].function;
        }
    }
    return 0;
}

void glXSwapBuffers(void *display, unsigned long drawable)
{
    (void)display;
    (void)drawable;
}

int glXQueryDrawable(void *display, unsigned long drawable, int what,
                     unsigned *value)
{
    (void)display;
    (void)drawable;
    *value = what == 0x801d ? 4 : 2;
    return 0;
}
