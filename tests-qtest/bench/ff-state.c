/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the fixed-function benchmark works on: matrices, lights, vertices, as
 * floats and as the engine has them.
 */
#include "bench/ff-bench.h"

#include <math.h>
#include <string.h>

#include "common/xf-mode.h"
#include "xf/ff.h"

/* --- A state --- */

static void unit(float v[3])
{
    float d = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);

    for (unsigned c = 0; c < 3; c++) {
        v[c] /= d;
    }
}

/* A turn about y and then x, and a way back from the viewer. */
static void make_matrix(float m[4][4], float normal[3][3], float a, float b)
{
    const float turn[3][3] = {
        { cosf(a), 0, sinf(a) },
        { sinf(b) * sinf(a), cosf(b), -sinf(b) * cosf(a) },
        { -cosf(b) * sinf(a), sinf(b), cosf(b) * cosf(a) },
    };

    memset(m, 0, 16 * sizeof(float));
    for (unsigned i = 0; i < 3; i++) {
        memcpy(m[i], turn[i], sizeof(turn[i]));
        memcpy(normal[i], turn[i], sizeof(turn[i]));
    }
    m[0][3] = 0.1f * a;
    m[2][3] = -5;
    m[3][3] = 1;
}

static void product(float to[4][4], const float a[4][4], const float b[4][4])
{
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned j = 0; j < 4; j++) {
            float sum = 0;

            for (unsigned k = 0; k < 4; k++) {
                sum += a[i][k] * b[k][j];
            }
            to[i][j] = sum;
        }
    }
}

static void make_light(FfLight *l, unsigned i, GRand *r)
{
    const float viewer[3] = { 0, 0, 1 };

    for (unsigned c = 0; c < 3; c++) {
        l->ambient[c] = g_rand_double_range(r, 0.01, 0.03);
        l->diffuse[c] = g_rand_double_range(r, 0.1, 0.3);
        l->specular[c] = g_rand_double_range(r, 0.1, 0.3);
        l->position[c] = g_rand_double_range(r, -3, 3);
        l->direction[c] = g_rand_double_range(r, -0.5, 0.5) + viewer[c];
    }
    unit(l->direction);
    for (unsigned c = 0; c < 3; c++) {
        l->half[c] = l->direction[c] + viewer[c];
    }
    unit(l->half);
    l->attenuation[0] = 1;
    l->attenuation[1] = 0.1f;
    l->attenuation[2] = 0.05f;
    l->range = 1e30f;
}

/* What all set-ups have. */
static void make_common(FfState *s)
{
    static const float shininess[6] = {     /* 16, and 8 for the square */
        -0.803673f, -2.7813f, 2.977627f, -0.64766f, -2.36199f, 2.71433f,
    };
    static const float projection[4][4] = {
        { 1.6f, 0, 0, 0 }, { 0, 2, 0, 0 }, { 0, 0, -1.1f, -2.1f },
        { 0, 0, -1, 0 },
    };
    const float window[4][4] = {
        { 320, 0, 0, 0 }, { 0, -240, 0, 0 }, { 0, 0, 32767, 0 },
        { 0, 0, 0, 1 },
    };
    GRand *r = g_rand_new_with_seed(30);

    memset(s, 0, sizeof(*s));
    memcpy(s->projection, projection, sizeof(projection));
    memcpy(s->shininess, shininess, sizeof(shininess));
    s->power = 16;
    s->alpha = 1;
    for (unsigned k = 0; k < 4; k++) {
        make_matrix(s->modelview[k], s->normal[k], 0.3f + 0.1f * k, 0.2f * k);
    }
    for (unsigned c = 0; c < 3; c++) {
        s->scene[c] = 0.05f;
        s->scale[c] = window[c][c];
        s->translate[c] = fabsf(window[c][c]);
    }
    for (unsigned i = 0; i < 8; i++) {
        make_light(&s->light[i], i, r);
    }
    product(s->composite, window, projection);
    g_rand_free(r);
}

/* With weights the composite matrix starts from the eye. */
void ff_make_state(FfState *s, unsigned setup)
{
    float eye[4][4];

    make_common(s);
    memcpy(eye, s->composite, sizeof(eye));
    if (setup != 2) {
        product(s->composite, (const float (*)[4])eye,
                (const float (*)[4])s->modelview[0]);
    }
}

/* --- The engine's copy of it --- */

static void put(NvXf *xf, const char *name, unsigned index, const float *v)
{
    NvFfGeneration g = xf->chip->xf.ff;

    for (const NvFfConstant *k = nv_ff_constant; k->name; k++) {
        if (strcmp(k->name, name)) {
            continue;
        }
        for (unsigned i = 0; i < k->rows * k->width; i++) {
            nv_ff_store(xf, nv_ff_place(k, g, index), i / k->width,
                        i % k->width, nv_f2u(v[i]));
        }
        return;
    }
    g_error("%s", name);
}

static void put_lights(NvXf *xf, FfState *s, bool local)
{
    for (unsigned i = 0; i < 8; i++) {
        FfLight *l = &s->light[i];

        put(xf, "light[].ambient", i, l->ambient);
        put(xf, "light[].diffuse", i, l->diffuse);
        put(xf, "light[].specular", i, l->specular);
        put(xf, "light[].position", i, l->position);
        put(xf, "light[].direction", i, l->direction);
        put(xf, local ? "light[].attenuation" : "light[].half", i,
            local ? l->attenuation : l->half);
        put(xf, "light[].range", i, &l->range);
    }
}

void ff_put_state(NvXf *xf, FfState *s, unsigned setup)
{
    static const char *const shininess[6] = {
        "shininess.a", "shininess.b", "shininess.c", "shininess.d",
        "shininess.e", "shininess.f",
    };

    put(xf, "composite", 0, s->composite[0]);
    for (unsigned k = 0; k < 4; k++) {
        put(xf, "modelview[]", k, s->modelview[k][0]);
        put(xf, "normal[]", k, s->normal[k][0]);
    }
    put(xf, "viewport.translate", 0, s->translate);
    put(xf, "scene", 0, s->scene);
    put(xf, "alpha", 0, &s->alpha);
    for (unsigned i = 0; i < 6; i++) {
        put(xf, shininess[i], 0, &s->shininess[i]);
    }
    put_lights(xf, s, setup == 1);
    xf->mode_a = MODE_A_LIGHTING | MODE_A_NORMALIZE;
    xf->mode_t[0] = NV_BIT(0);
    xf->mode_b = setup == 0 ? NV_FF_LIGHT_INFINITE : NV_FF_LIGHT_INFINITE * 5;
    if (setup == 1) {
        xf->mode_a |= MODE_A_LOCAL_VIEWER;
        xf->mode_b = 0xaaaa;
        xf->mode_t[0] |= NV_BIT(16) |
                         (uint32_t)(NV_FF_GEN_SPHERE | NV_FF_GEN_SPHERE << 3)
                         << 20;
    } else if (setup == 2) {
        xf->mode_b |= 6u << MODE_B_WEIGHT_MODE;
    }
    nv_xf_section.loaded(xf);
}

/* --- Vertices --- */

void ff_make_vertices(NvXfBlock **blocks, unsigned n)
{
    GRand *r = g_rand_new_with_seed(31);

    for (unsigned i = 0; i < n; i++) {
        NvXfBlock *block = nv_xf_block_new();

        blocks[i] = block;
        block->count = NV_XF_BLOCK;
        for (unsigned lane = 0; lane < NV_XF_BLOCK; lane++) {
            float normal[3], weight = 1;

            for (unsigned a = 0; a < NV_XF_ATTRS; a++) {
                for (unsigned c = 0; c < 4; c++) {
                    block->in[a][c][lane] =
                        nv_f2u(c == 3 ? 1 : g_rand_double_range(r, -1, 1));
                }
            }
            for (unsigned c = 0; c < 3; c++) {
                float w = g_rand_double_range(r, 0, 0.33);

                weight -= w;
                block->in[1][c][lane] = nv_f2u(w);
                normal[c] = nv_u2f(block->in[2][c][lane]);
            }
            block->in[1][3][lane] = nv_f2u(weight);
            unit(normal);
            for (unsigned c = 0; c < 3; c++) {
                block->in[2][c][lane] = nv_f2u(normal[c]);
            }
        }
    }
    g_rand_free(r);
}
