/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The set-ups of fixed function on Mesa's software pipeline: the same state
 * through OpenGL, rasteriser off, nothing but vertices.
 *
 * Optional: without EGL and OpenGL at build time there is a line instead.
 */
#include "bench/ff-bench.h"
#include "bench/rows.h"

#ifdef NV_BENCH_MESA
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <string.h>

/* Floats of a vertex: position, normal, two texture coordinates. */
enum { POSITION = 0, NORMAL = 4, TEXTURE = 7, STRIDE = 11 };
#define COPIES 16               /* of the vertices, to a draw */
#define MAX_ROUNDS 64

/* OpenGL wants columns. */
static void load_matrix(GLenum mode, const float m[4][4])
{
    float t[16];

    for (unsigned i = 0; i < 16; i++) {
        t[i] = m[i % 4][i / 4];
    }
    glMatrixMode(mode);
    glLoadMatrixf(t);
}

static void set4(float to[4], const float v[3], float w)
{
    memcpy(to, v, 3 * sizeof(float));
    to[3] = w;
}

static void set_light(unsigned i, const FfLight *l, bool local)
{
    GLenum light = GL_LIGHT0 + i;
    float v[4];

    set4(v, l->ambient, 1);
    glLightfv(light, GL_AMBIENT, v);
    set4(v, l->diffuse, 1);
    glLightfv(light, GL_DIFFUSE, v);
    set4(v, l->specular, 1);
    glLightfv(light, GL_SPECULAR, v);
    set4(v, local ? l->position : l->direction, local);
    glLightfv(light, GL_POSITION, v);
    if (local) {
        glLightf(light, GL_CONSTANT_ATTENUATION, l->attenuation[0]);
        glLightf(light, GL_LINEAR_ATTENUATION, l->attenuation[1]);
        glLightf(light, GL_QUADRATIC_ATTENUATION, l->attenuation[2]);
    }
    glEnable(light);
}

static void set_lights(unsigned setup, const FfState *s)
{
    static const float white[4] = { 1, 1, 1, 1 };
    float scene[4];

    set4(scene, s->scene, 1);
    glMaterialfv(GL_FRONT_AND_BACK, GL_AMBIENT, white);
    glMaterialfv(GL_FRONT_AND_BACK, GL_DIFFUSE, white);
    glMaterialfv(GL_FRONT_AND_BACK, GL_SPECULAR, white);
    glMaterialf(GL_FRONT_AND_BACK, GL_SHININESS, s->power);
    glLightModelfv(GL_LIGHT_MODEL_AMBIENT, scene);
    glLightModeli(GL_LIGHT_MODEL_LOCAL_VIEWER, setup == 1);
    glMatrixMode(GL_MODELVIEW);
    glLoadIdentity();
    for (unsigned i = 0; i < 8; i++) {
        glDisable(GL_LIGHT0 + i);
    }
    for (unsigned i = 0; i < (setup == 1 ? 8 : 1); i++) {
        set_light(i, &s->light[i], setup == 1);
    }
    glEnable(GL_LIGHTING);
    glEnable(GL_NORMALIZE);
}

static void set_textures(unsigned n)
{
    static const uint32_t texel = 0xffffffff;

    for (unsigned unit = 0; unit < 2; unit++) {
        GLuint name;

        glActiveTexture(GL_TEXTURE0 + unit);
        glDisable(GL_TEXTURE_2D);
        if (unit < n) {
            glGenTextures(1, &name);
            glBindTexture(GL_TEXTURE_2D, name);
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
            glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA,
                         GL_UNSIGNED_BYTE, &texel);
            glEnable(GL_TEXTURE_2D);
        }
    }
    if (n > 1) {
        glTexGeni(GL_S, GL_TEXTURE_GEN_MODE, GL_SPHERE_MAP);
        glTexGeni(GL_T, GL_TEXTURE_GEN_MODE, GL_SPHERE_MAP);
        glEnable(GL_TEXTURE_GEN_S);
        glEnable(GL_TEXTURE_GEN_T);
    }
}

static void set_target(void)
{
    GLuint frame, color;

    glGenFramebuffers(1, &frame);
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    glGenRenderbuffers(1, &color);
    glBindRenderbuffer(GL_RENDERBUFFER, color);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 640, 480);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
                              GL_RENDERBUFFER, color);
    glViewport(0, 0, 640, 480);
}

static unsigned set_vertices(NvXfBlock *const *blocks, unsigned n)
{
    unsigned count = n * NV_XF_BLOCK;
    g_autofree float *v = g_new(float, count * COPIES * STRIDE);
    GLuint buffer;

    for (unsigned i = 0; i < count * COPIES; i++) {
        const NvXfBlock *block = blocks[i / NV_XF_BLOCK % n];
        unsigned lane = i % NV_XF_BLOCK;

        for (unsigned c = 0; c < 4; c++) {
            v[i * STRIDE + POSITION + c] = nv_u2f(block->in[0][c][lane]);
            v[i * STRIDE + TEXTURE + c] = nv_u2f(block->in[9][c][lane]);
        }
        for (unsigned c = 0; c < 3; c++) {
            v[i * STRIDE + NORMAL + c] = nv_u2f(block->in[2][c][lane]);
        }
    }
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, count * COPIES * STRIDE * sizeof(float), v,
                 GL_STATIC_DRAW);
    glVertexPointer(4, GL_FLOAT, STRIDE * sizeof(float), NULL);
    glNormalPointer(GL_FLOAT, STRIDE * sizeof(float),
                    (void *)(NORMAL * sizeof(float)));
    glClientActiveTexture(GL_TEXTURE0);
    glTexCoordPointer(4, GL_FLOAT, STRIDE * sizeof(float),
                      (void *)(TEXTURE * sizeof(float)));
    glEnableClientState(GL_VERTEX_ARRAY);
    glEnableClientState(GL_NORMAL_ARRAY);
    glEnableClientState(GL_TEXTURE_COORD_ARRAY);
    return count * COPIES;
}

static double draw_ns(unsigned count)
{
    double begin = bench_now();

    glDrawArrays(GL_POINTS, 0, count);
    glFinish();
    return (bench_now() - begin) / count;
}

double ff_mesa(unsigned setup, const FfState *s, NvXfBlock *const *blocks,
               unsigned n, unsigned rounds, char **who, const char **why)
{
    double ns[MAX_ROUNDS];
    unsigned count;

    if (setup == 2) {
        *why = "its fixed function has no weights";
        return 0;
    }
    *why = bench_gl_open();
    if (*why) {
        return 0;
    }
    set_target();
    load_matrix(GL_PROJECTION, s->projection);
    set_lights(setup, s);
    set_textures(setup == 1 ? 2 : 1);
    load_matrix(GL_MODELVIEW, s->modelview[0]);
    count = set_vertices(blocks, n);
    glEnable(GL_RASTERIZER_DISCARD);
    draw_ns(count);
    draw_ns(count);
    rounds = MIN(rounds, MAX_ROUNDS);
    for (unsigned i = 0; i < rounds; i++) {
        ns[i] = draw_ns(count);
    }
    *who = bench_gl_name();
    if (glGetError() != GL_NO_ERROR) {
        *why = "OpenGL has errors";
        return 0;
    }
    return bench_median(ns, rounds);
}

#else

double ff_mesa(unsigned setup, const FfState *s, NvXfBlock *const *blocks,
               unsigned n, unsigned rounds, char **who, const char **why)
{
    *why = "built without EGL and OpenGL (libegl-dev, libgl-dev)";
    return 0;
}

#endif
