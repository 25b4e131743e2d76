/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The programs of docs/examples by hand, but for where vertices come from and
 * go to.  No hardware facts.
 *
 * limit-programs.h includes this for each way of storing vertices, with
 * PROGRAM(name), FOR_GROUPS, LOAD3, LOAD4, COPY and OUT1 to OUT4; components
 * that a program does not write may become anything.
 */

/* o0 = c0..c3 times v0. */
#define POSITION(v) do { \
        OUT4(0, LIMIT(dp4)(v, c[0]), LIMIT(dp4)(v, c[1]), \
             LIMIT(dp4)(v, c[2]), LIMIT(dp4)(v, c[3])); \
    } while (0)

static LIMIT_TARGET void PROGRAM(p1)
{
    enum { READS = BENCH_P1_READS, WRITES = BENCH_P1_WRITES };

    FOR_GROUPS {
        LOAD4(v0, 0);

        POSITION(v0);
        COPY(3);
        COPY(9);
    }
}

static LIMIT_TARGET void PROGRAM(p3)
{
    enum { READS = BENCH_P3_READS, WRITES = BENCH_P3_WRITES };
    const V zero = { 0 };

    FOR_GROUPS {
        LOAD4(v0, 0);
        LOAD4(v9, 9);
        LOAD3(v2, 2);
        LOAD4(v3, 3);
        V n[3], s, x, diffuse, specular;

        POSITION(v0);
        n[0] = LIMIT(dp3c)(v2, c[4]);
        n[1] = LIMIT(dp3c)(v2, c[5]);
        n[2] = LIMIT(dp3c)(v2, c[6]);
        s = LIMIT(rsq)(LIMIT(dp3)(n, n));
        n[0] *= s;
        n[1] *= s;
        n[2] *= s;
        x = LIMIT(dp3c)(n, c[8]);
        specular = LIMIT(lit)(x, LIMIT(dp3c)(n, c[9]), c[10][3]);
        diffuse = LIMIT(max)(x, zero);
        OUT4(3, diffuse * c[12][0] * v3[0] + c[13][0],
             diffuse * c[12][1] * v3[1] + c[13][1],
             diffuse * c[12][2] * v3[2] + c[13][2], v3[3]);
        OUT3(4, specular * c[14][0], specular * c[14][1],
             specular * c[14][2]);
        OUT2(9, LIMIT(dp4)(v9, c[16]), LIMIT(dp4)(v9, c[17]));
        OUT1(5, LIMIT(max)(x, zero + c[11][0]) * c[15][0] + c[15][1]);
    }
}

static LIMIT_TARGET void PROGRAM(p5)
{
    enum { READS = BENCH_P5_READS, WRITES = BENCH_P5_WRITES };
    const V zero = { 0 };

    FOR_GROUPS {
        LOAD4(v0, 0);
        LOAD4(v9, 9);
        LOAD3(v2, 2);
        LOAD4(v3, 3);
        V eye[3] = { LIMIT(dp4)(v0, c[4]), LIMIT(dp4)(v0, c[5]),
                     LIMIT(dp4)(v0, c[6]) };
        V n[3] = { LIMIT(dp3c)(v2, c[8]), LIMIT(dp3c)(v2, c[9]),
                   LIMIT(dp3c)(v2, c[10]) };
        V diffuse[3] = { zero + c[11][0], zero + c[11][1], zero + c[11][2] };
        V specular[3] = { zero + c[12][0], zero + c[12][1], zero + c[12][2] };
        V s = LIMIT(rsq)(LIMIT(dp3)(n, n)), view[3], o[3], m2, nv;
        V part[5][2], one = zero + c[13][0];

        POSITION(v0);
        n[0] *= s;
        n[1] *= s;
        n[2] *= s;
        s = -LIMIT(rsq)(LIMIT(dp3)(eye, eye));
        view[0] = eye[0] * s;
        view[1] = eye[1] * s;
        view[2] = eye[2] * s;
        nv = LIMIT(dp3)(n, view);
        for (unsigned l = 0; l < 5; l++) {
            LIMIT(light)(c + 20 + 5 * l, eye, n, view, nv, &part[l][0],
                         &part[l][1]);
        }
        for (unsigned l = 0; l < 5; l++) {
            for (unsigned k = 0; k < 3; k++) {
                diffuse[k] += part[l][0] * c[22 + 5 * l][k];
                specular[k] += part[l][1] * c[23 + 5 * l][k];
            }
        }
        OUT4(3, LIMIT(min)(diffuse[0], one) * v3[0],
             LIMIT(min)(diffuse[1], one) * v3[1],
             LIMIT(min)(diffuse[2], one) * v3[2], v3[3]);
        OUT3(4, LIMIT(min)(specular[0], one), LIMIT(min)(specular[1], one),
             LIMIT(min)(specular[2], one));
        OUT1(5, LIMIT(max)(LIMIT(exp2)(eye[2] * c[14][0]),
                           zero + c[14][1]));
        OUT4(9, LIMIT(dp4)(v9, c[15]), LIMIT(dp4)(v9, c[16]),
             LIMIT(dp4)(v9, c[17]), LIMIT(dp4)(v9, c[18]));
        m2 = LIMIT(sphere)(n, view, nv, c, o);
        OUT3(10, o[0], o[1], o[2]);
        OUT1(6, LIMIT(log2)(m2) * c[45][0] + c[45][1]);
    }
}

#undef PROGRAM
#undef FOR_GROUPS
#undef LOAD3
#undef LOAD4
#undef COPY
#undef OUT1
#undef OUT2
#undef OUT3
#undef OUT4
#undef POSITION
