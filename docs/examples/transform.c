/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Three points through a vertex program, on Kelvin's transform engine.
 *
 *   cc transform.c $(pkg-config --cflags --libs nv2a) && ./a.out
 */
#include <nv2a/xf.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    static const char text[] =
        "MUL R0, v[0], c[0].x\n"
        "ADD o[HPOS], R0, c[1] END\n";
    static const float constants[2][4] = { { 2 }, { 10, 20, 30, 0 } };
    NvXfVertex v[3] = { { { 1, 0, 0, 1 } }, { { 0, 1, 0, 1 } },
                        { { 0, 0, 1, 1 } } };
    uint32_t words[8][4];
    char *complaint = NULL;
    int n = nv_xf_assemble("kelvin", text, words, 8, &complaint);
    NvXfEngine *engine = nv_xf_engine_new(&(NvXfEngineConfig) { 0 },
                                          &complaint);

    if (n < 0 || !engine) {
        fprintf(stderr, "%s\n", complaint);
        return 1;
    }
    nv_xf_engine_put_program(engine, 0, (const uint32_t (*)[4])words, n);
    nv_xf_engine_put_constants(engine, nv_xf_engine_base(engine), constants,
                               2);
    nv_xf_engine_run(engine, v, v, 3);
    for (int i = 0; i < 3; i++) {
        printf("%g %g %g %g\n", v[i][0][0], v[i][0][1], v[i][0][2],
               v[i][0][3]);
    }
    nv_xf_engine_free(engine);
    return 0;
}
