/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Vertices of a grid and small draws through OpenGL.  With the rasteriser off
 * Mesa leaves out assembly, too.
 */
#include "bench/feeds.h"

#ifdef NV_BENCH_MESA
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <stddef.h>
#include <string.h>

struct BenchFeedGl {
    BenchFeed feed;
    unsigned parts;
    BenchGridPoint v[BENCH_GRID * BENCH_GRID];
    uint16_t index[BENCH_GRID_MOST];
    uint32_t wide[BENCH_GRID_MOST];
    unsigned indices;
    const void *elements;       /* what is given to OpenGL */
    bool flip;
};

static void target(void)
{
    GLuint frame, color;

    glGenFramebuffers(1, &frame);
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    glGenRenderbuffers(1, &color);
    glBindRenderbuffer(GL_RENDERBUFFER, color);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 512, 512);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
                              GL_RENDERBUFFER, color);
    glViewport(0, 0, 512, 512);
    glMatrixMode(GL_PROJECTION);
    glLoadIdentity();
    glOrtho(0, 512, 0, 512, -1, 1);
}

static void arrays(BenchFeedGl *gl, bool client)
{
    const GLsizei stride = sizeof(BenchGridPoint);
    const uint8_t *at = client ? (const uint8_t *)gl->v : NULL;
    bool wide = gl->feed == BENCH_LIST32;
    const void *elements = wide ? (void *)gl->wide : (void *)gl->index;
    GLuint buffer[2];

    if (!client) {
        glGenBuffers(2, buffer);
        glBindBuffer(GL_ARRAY_BUFFER, buffer[0]);
        glBufferData(GL_ARRAY_BUFFER, sizeof(gl->v), gl->v, GL_STATIC_DRAW);
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer[1]);
        glBufferData(GL_ELEMENT_ARRAY_BUFFER,
                     gl->indices * (wide ? 4 : 2), elements, GL_STATIC_DRAW);
        elements = NULL;
    }
    gl->elements = elements;
    glVertexPointer(4, GL_FLOAT, stride, at + offsetof(BenchGridPoint, pos));
    glEnableClientState(GL_VERTEX_ARRAY);
    glColorPointer(4, GL_UNSIGNED_BYTE, stride,
                   at + offsetof(BenchGridPoint, colour));
    glEnableClientState(GL_COLOR_ARRAY);
    glTexCoordPointer(2, GL_FLOAT, stride,
                      at + offsetof(BenchGridPoint, tex));
    glEnableClientState(GL_TEXTURE_COORD_ARRAY);
}

/* Uses constants, so that they have to get there. */
static void vertex_program(void)
{
    static const char text[] =
        "!!ARBvp1.0\n"
        "PARAM m[4] = { state.matrix.mvp };\n"
        "PARAM c[16] = { program.env[0..15] };\n"
        "DP4 result.position.x, m[0], vertex.position;\n"
        "DP4 result.position.y, m[1], vertex.position;\n"
        "DP4 result.position.z, m[2], vertex.position;\n"
        "DP4 result.position.w, m[3], vertex.position;\n"
        "MAD result.color, vertex.color, c[3], c[15];\n"
        "MOV result.texcoord[0], vertex.texcoord[0];\nEND\n";
    GLuint name;

    glGenProgramsARB(1, &name);
    glBindProgramARB(GL_VERTEX_PROGRAM_ARB, name);
    glProgramStringARB(GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB,
                       strlen(text), text);
    glEnable(GL_VERTEX_PROGRAM_ARB);
}

BenchFeedGl *bench_feed_gl(BenchFeed feed, bool client, unsigned parts,
                           const char **why)
{
    BenchFeedGl *gl;

    *why = bench_gl_open();
    if (feed == BENCH_NO_FEED || *why) {
        return NULL;
    }
    gl = g_new0(BenchFeedGl, 1);
    gl->feed = feed;
    gl->parts = parts;
    bench_grid(gl->v);
    gl->indices = feed == BENCH_STRIPS ? bench_grid_strips(gl->index)
                                       : bench_grid_list(gl->index);
    for (unsigned i = 0; i < gl->indices; i++) {
        gl->wide[i] = gl->index[i];
    }
    target();
    if (feed != BENCH_IMMEDIATE && feed != BENCH_IMMEDIATE_3F &&
        !(parts & BENCH_DRAW_IMMEDIATE)) {
        arrays(gl, client);
    }
    if (parts & BENCH_DRAW_CONSTANTS) {
        vertex_program();
    }
    if (!(parts & BENCH_DRAW_PIXELS)) {
        glEnable(GL_RASTERIZER_DISCARD);
    }
    if (glGetError() != GL_NO_ERROR) {
        *why = "OpenGL has errors";
        bench_feed_gl_free(gl);
        return NULL;
    }
    return gl;
}

static unsigned immediate(BenchFeedGl *gl, bool all)
{
    glBegin(GL_TRIANGLE_STRIP);
    for (unsigned i = 0; i < G_N_ELEMENTS(gl->v); i++) {
        if (all) {
            glColor4ubv((const uint8_t *)&gl->v[i].colour);
            glTexCoord2fv(gl->v[i].tex);
            glVertex4fv(gl->v[i].pos);
        } else {
            glVertex3fv(gl->v[i].pos);
        }
    }
    glEnd();
    return G_N_ELEMENTS(gl->v);
}

static void enable(GLenum what, bool on)
{
    if (on) {
        glEnable(what);
    } else {
        glDisable(what);
    }
}

/* As many as feeds.c has, and of the same kinds. */
static void states(bool b)
{
    enable(GL_BLEND, b);
    enable(GL_DEPTH_TEST, b);
    glAlphaFunc(b ? GL_GREATER : GL_LESS, 0);
    glBlendFunc(b ? GL_SRC_ALPHA : GL_ONE, b ? GL_ONE_MINUS_SRC_ALPHA
                                            : GL_ZERO);
    glDepthFunc(b ? GL_ALWAYS : GL_LEQUAL);
    glColorMask(1, 1, 1, !b);
    glDepthMask(b);
    glStencilFunc(b ? GL_ALWAYS : GL_NEVER, 0, 0xff);
    glShadeModel(b ? GL_SMOOTH : GL_FLAT);
    glPolygonOffset(b, 0);
}

static unsigned small_draws(BenchFeedGl *gl)
{
    for (unsigned n = 0; n < BENCH_DRAWS; n++, gl->flip = !gl->flip) {
        if (gl->parts & BENCH_DRAW_STATES) {
            states(gl->flip);
        }
        for (unsigned i = 0; gl->parts & BENCH_DRAW_CONSTANTS && i < 16;
             i++) {
            glProgramEnvParameter4fARB(GL_VERTEX_PROGRAM_ARB, i, i, n, i, n);
        }
        if (gl->parts & BENCH_DRAW_IMMEDIATE) {
            glBegin(GL_TRIANGLES);
            glVertex3f(0, 0, 0);
            glVertex3f(5, 0, 0);
            glVertex3f(0, 5, 0);
            glEnd();
        } else {
            glDrawElements(GL_TRIANGLES, BENCH_DRAW_INDICES,
                           GL_UNSIGNED_SHORT, gl->elements);
        }
    }
    return BENCH_DRAWS;
}

static unsigned strips(const BenchFeedGl *gl)
{
    for (unsigned i = 0; i < gl->indices; i += 2 * BENCH_GRID) {
        glDrawElements(GL_TRIANGLE_STRIP, 2 * BENCH_GRID, GL_UNSIGNED_SHORT,
                       (const uint16_t *)gl->elements + i);
    }
    return gl->indices;
}

static unsigned run(BenchFeedGl *gl)
{
    switch (gl->feed) {
    case BENCH_LIST16:
        glDrawElements(GL_TRIANGLES, gl->indices, GL_UNSIGNED_SHORT,
                       gl->elements);
        return gl->indices;
    case BENCH_LIST32:
        glDrawElements(GL_TRIANGLES, gl->indices, GL_UNSIGNED_INT,
                       gl->elements);
        return gl->indices;
    case BENCH_STRIPS:
        return strips(gl);
    case BENCH_ARRAYS:
        glDrawArrays(GL_TRIANGLES, 0, G_N_ELEMENTS(gl->v));
        return G_N_ELEMENTS(gl->v);
    case BENCH_ARRAYS_STRIP:
        glDrawArrays(GL_TRIANGLE_STRIP, 0, G_N_ELEMENTS(gl->v));
        return G_N_ELEMENTS(gl->v);
    case BENCH_IMMEDIATE:
        return immediate(gl, true);
    case BENCH_IMMEDIATE_3F:
        return immediate(gl, false);
    default:
        return small_draws(gl);
    }
}

double bench_feed_gl_run(void *what)
{
    double begin = bench_now();
    unsigned count = run(what);

    glFinish();
    return (bench_now() - begin) / count;
}

void bench_feed_gl_free(BenchFeedGl *gl)
{
    g_free(gl);
}

#else

BenchFeedGl *bench_feed_gl(BenchFeed feed, bool client, unsigned parts,
                           const char **why)
{
    *why = bench_gl_open();
    return NULL;
}

double bench_feed_gl_run(void *what)
{
    return 0;
}

void bench_feed_gl_free(BenchFeedGl *gl)
{
}

#endif
