/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Scenes through OpenGL on Mesa's software pipeline: the same state as far as
 * OpenGL has it, stages of combiners as fragment programs.
 */
#include "bench/scene.h"

#ifdef NV_BENCH_MESA
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <stddef.h>

struct BenchGl {
    const BenchState *state;
    const BenchMesh *mesh;
};

/* --- state --- */

static void target(const BenchMesh *mesh)
{
    GLuint frame, buffer[2];

    glGenFramebuffers(1, &frame);
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    glGenRenderbuffers(2, buffer);
    glBindRenderbuffer(GL_RENDERBUFFER, buffer[0]);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, mesh->width,
                          mesh->height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
                              GL_RENDERBUFFER, buffer[0]);
    glBindRenderbuffer(GL_RENDERBUFFER, buffer[1]);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, mesh->width,
                          mesh->height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT,
                              GL_RENDERBUFFER, buffer[1]);
    glViewport(0, 0, mesh->width, mesh->height);
}

static void level(BenchTexels kind, unsigned n, unsigned side,
                  const uint8_t *texels)
{
    static const GLenum packed[] = {
        [BENCH_DXT1] = GL_COMPRESSED_RGBA_S3TC_DXT1_EXT,
        [BENCH_DXT5] = GL_COMPRESSED_RGBA_S3TC_DXT5_EXT,
    };

    switch (kind) {
    case BENCH_ARGB:
        glTexImage2D(GL_TEXTURE_2D, n, GL_RGBA8, side, side, 0, GL_BGRA,
                     GL_UNSIGNED_INT_8_8_8_8_REV, texels);
        break;
    case BENCH_RGB16:
        glTexImage2D(GL_TEXTURE_2D, n, GL_RGB565, side, side, 0, GL_RGB,
                     GL_UNSIGNED_SHORT_5_6_5, texels);
        break;
    default:
        glCompressedTexImage2D(GL_TEXTURE_2D, n, packed[kind], side, side, 0,
                               bench_level_bytes(kind, side), texels);
    }
}

static void texture(const BenchState *s, unsigned unit)
{
    static const GLenum filters[] = {
        [BENCH_NEAREST] = GL_NEAREST, [BENCH_BILINEAR] = GL_LINEAR,
        [BENCH_BILINEAR_MIP] = GL_LINEAR_MIPMAP_NEAREST,
        [BENCH_TRILINEAR] = GL_LINEAR_MIPMAP_LINEAR,
    };
    unsigned size = 2 * bench_level_bytes(s->texels, BENCH_TEXTURE), at = 0;
    g_autofree uint8_t *texels = g_malloc(size);
    GLuint name;

    bench_texels(s->texels, texels, size);
    glActiveTexture(GL_TEXTURE0 + unit);
    glGenTextures(1, &name);
    glBindTexture(GL_TEXTURE_2D, name);
    for (unsigned side = BENCH_TEXTURE, n = 0; side; side /= 2, n++) {
        level(s->texels, n, side, texels + at);
        at += bench_level_bytes(s->texels, side);
        if (s->filter < BENCH_BILINEAR_MIP) {
            break;
        }
    }
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER,
                    filters[s->filter]);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER,
                    s->filter == BENCH_NEAREST ? GL_NEAREST : GL_LINEAR);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_MODULATE);
    glEnable(GL_TEXTURE_2D);
}

static void enable(GLenum what, bool on)
{
    if (on) {
        glEnable(what);
    }
}

static void switches(const BenchState *s, const BenchMesh *mesh)
{
    static const float fog[4] = { 0.5f, 0.375f, 0.25f, 1 };

    enable(GL_ALPHA_TEST, s->alpha);
    glAlphaFunc(GL_GEQUAL, 0.25f);
    enable(GL_BLEND, s->blend);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    enable(GL_DEPTH_TEST, s->depth);
    glDepthFunc(s->hidden || mesh->clear ? GL_LESS : GL_LEQUAL);
    glShadeModel(s->flat ? GL_FLAT : GL_SMOOTH);
    enable(GL_FOG, s->fog);
    glFogi(GL_FOG_MODE, GL_LINEAR);
    glFogi(GL_FOG_COORDINATE_SOURCE, GL_FOG_COORDINATE);
    glFogf(GL_FOG_START, 0);
    glFogf(GL_FOG_END, 2.5f);
    glFogfv(GL_FOG_COLOR, fog);
    glClearDepth(s->hidden ? 0 : 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT |
            GL_STENCIL_BUFFER_BIT);
}

/* --- programs --- */

static void append_stages(GString *text, const BenchState *s)
{
    g_string_append(text, "MOV r, fragment.color;\n");
    for (unsigned i = 0; i < s->textures; i++) {
        g_string_append_printf(text, "TXP t, fragment.texcoord[%u], "
                               "texture[%u], 2D;\nMUL r, r, t;\n", i, i);
    }
    for (unsigned i = 0; i < s->stages; i++) {
        g_string_append_printf(text, "MUL t, fragment.color.secondary, %f;\n"
                               "MAD_SAT r, r, fragment.color, t;\n",
                               BENCH_STAGE_BYTE(i) / 255.0);
    }
}

/* As in scene-nv30.c. */
static void append_sums(GString *text, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        const char *first = i ? "MAD r, r, k, t;\n"
                              : "MUL r, r, fragment.color;\n";

        g_string_append(text, (n - i) & 1 ? first
                                          : "MUL t, r, fragment.color;\n");
    }
}

static void append_mixed(GString *text, unsigned n)
{
    static const char *const lines[4] = {
        "RSQ t.x, r.x;\n", "MAD r, r, k, t;\n", "MIN t, r, fragment.color;\n",
        "LRP r, fragment.color, r, t;\n",
    };

    for (unsigned i = 0; i < n; i++) {
        g_string_append(text, lines[(n - i) % 4]);
    }
}

static void program(const BenchState *s)
{
    GString *text = g_string_new("!!ARBfp1.0\nTEMP r, t;\n"
                                 "PARAM k = { 0.5, 0.25, 0.75, 0.5 };\n"
                                 "MOV t, k;\n");
    GLuint name;

    if (!s->program) {
        append_stages(text, s);
    } else if (s->program == BENCH_MOVES) {
        g_string_append(text, "MOV r, fragment.color;\n");
    } else {
        g_string_append(text,
                        "TXP r, fragment.texcoord[0], texture[0], 2D;\n");
    }
    if (s->program == BENCH_SUMS) {
        append_sums(text, s->instructions - 1);
    } else if (s->program == BENCH_MIXED) {
        append_mixed(text, s->instructions - 1);
    }
    g_string_append(text, "MOV result.color, r;\nEND\n");
    glGenProgramsARB(1, &name);
    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, name);
    glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB,
                       text->len, text->str);
    glEnable(GL_FRAGMENT_PROGRAM_ARB);
    glEnable(GL_COLOR_SUM);
    g_string_free(text, TRUE);
}

/* --- vertices --- */

#define AT(member) ((void *)offsetof(BenchPoint, member))

static void arrays(const BenchState *s, const BenchMesh *mesh)
{
    const GLsizei stride = sizeof(BenchPoint);
    GLuint buffer[2];

    glGenBuffers(2, buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer[0]);
    glBufferData(GL_ARRAY_BUFFER, mesh->points * stride, mesh->v,
                 GL_STATIC_DRAW);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer[1]);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER,
                 mesh->indices * sizeof(mesh->index[0]), mesh->index,
                 GL_STATIC_DRAW);
    glVertexPointer(4, GL_FLOAT, stride, AT(at));
    glEnableClientState(GL_VERTEX_ARRAY);
    glColorPointer(4, GL_UNSIGNED_BYTE, stride, AT(color));
    glEnableClientState(GL_COLOR_ARRAY);
    if (s->stages) {
        glSecondaryColorPointer(3, GL_UNSIGNED_BYTE, stride, AT(second));
        glEnableClientState(GL_SECONDARY_COLOR_ARRAY);
    }
    if (s->fog) {
        glFogCoordPointer(GL_FLOAT, stride, AT(fog));
        glEnableClientState(GL_FOG_COORDINATE_ARRAY);
    }
    for (unsigned i = 0; i < s->textures; i++) {
        glClientActiveTexture(GL_TEXTURE0 + i);
        glTexCoordPointer(2, GL_FLOAT, stride, AT(tex));
        glEnableClientState(GL_TEXTURE_COORD_ARRAY);
    }
}

BenchGl *bench_gl_new(const BenchState *state, const BenchMesh *mesh,
                      const char **why)
{
    BenchGl *gl;

    *why = bench_gl_open();
    if (*why) {
        return NULL;
    }
    target(mesh);
    for (unsigned i = 0; i < state->textures; i++) {
        texture(state, i);
    }
    switches(state, mesh);
    if (state->program || state->stages) {
        program(state);
    }
    arrays(state, mesh);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) !=
        GL_FRAMEBUFFER_COMPLETE || glGetError() != GL_NO_ERROR) {
        *why = "OpenGL has errors";
        return NULL;
    }
    gl = g_new0(BenchGl, 1);
    gl->state = state;
    gl->mesh = mesh;
    return gl;
}

double bench_gl_draw(void *what)
{
    const BenchGl *gl = what;
    double begin = bench_now();

    if (gl->mesh->clear) {
        glClear(GL_DEPTH_BUFFER_BIT);
    }
    glDrawElements(GL_TRIANGLES, gl->mesh->indices, GL_UNSIGNED_SHORT, NULL);
    glFinish();
    return (bench_now() - begin) / gl->mesh->share;
}

void bench_gl_free(BenchGl *gl)
{
    g_assert_cmphex(glGetError(), ==, GL_NO_ERROR);
    g_free(gl);
}

#else

BenchGl *bench_gl_new(const BenchState *state, const BenchMesh *mesh,
                      const char **why)
{
    *why = bench_gl_open();
    return NULL;
}

double bench_gl_draw(void *what)
{
    return 0;
}

void bench_gl_free(BenchGl *gl)
{
}

#endif
