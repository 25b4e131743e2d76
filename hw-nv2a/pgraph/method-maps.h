/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Enumerations that methods take, and the codes that state words keep.  Facts:
 * values public hardware tests (envytools) assert; names from GL and D3D.
 */
#ifndef NV_PGRAPH_METHOD_MAPS_H
#define NV_PGRAPH_METHOD_MAPS_H

#include "pgraph/fe.h"

#define NV_MAP_ROWS(X) \
    X(fog_mode) X(fog_coord) X(compare) X(compare_d3d) X(blend_factor) \
    X(blend_factor_d3d) X(blend_equation_97) X(blend_equation_597) \
    X(blend_equation_d3d) X(stencil_op) X(stencil_op_d3d) X(shade) \
    X(polygon_mode) X(cull_face) X(front_face) X(logic_op) X(texgen_st) \
    X(texgen_r) X(texgen_q) X(fog_mode_celsius) X(fog_coord_celsius) \
    X(blend_equation_celsius) \
    X(texgen_st_celsius) X(texgen_r_celsius)

#define X(name) extern const NvEnum nv_map_##name;
NV_MAP_ROWS(X)
#undef X

/* The pair of @value, NULL if it is not in the list. */
static inline const NvEnumPair *nv_map_find(const NvEnum *map,
                                            uint32_t value)
{
    for (unsigned i = 0; i < map->count; i++) {
        if (map->pair[i].in == value) {
            return &map->pair[i];
        }
    }
    return NULL;
}

#endif
