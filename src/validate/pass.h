/* validate/pass.h - layer 3: one pass over the elements of one accessor; every rule looks at each block of it. */
#ifndef GLTF_I_PASS_H
#define GLTF_I_PASS_H

#include "reader.h"

/* Extremes are kept in lanes: number i of the accessor goes to lane i mod the number of lanes, which the component count
 * divides.  The loops over lanes have no dependence between them, so compilers make vectors of them. */
enum { GLTF_I_LANES = 48, GLTF_I_LANES_OF_9 = 36, GLTF_I_COMPONENTS_MAX = 16 };

/* Rules of one kind and one flag are a group: they all say the same of a block. */
enum { GLTF_I_RULE_GROUPS = 2 * 8 };

typedef struct gltf_i_pass {
    gltf_i_check *check;
    const gltf_i_check_accessor *accessor;
    gltf_i_reader reader;
    uint64_t first;                          /* number of the accessor that the block begins with */
    size_t size;                             /* numbers in the block */
    const gltf_i_rule **rules;               /* of the accessor, by group and then by limit */
    uint32_t groups[GLTF_I_RULE_GROUPS + 1]; /* where each group of rules begins; the last is their number */
    uint64_t degenerate;                     /* triangles so far */
    double last_time;
    double greatest; /* of the component type, where normalized; else 0 */
    uint64_t below[GLTF_I_COMPONENTS_MAX];
    uint64_t above[GLTF_I_COMPONENTS_MAX];
    uint8_t starts_nan[GLTF_I_COMPONENTS_MAX];
    float float_min[GLTF_I_LANES];
    float float_max[GLTF_I_LANES];
    uint32_t integer_min[GLTF_I_LANES];
    uint32_t integer_max[GLTF_I_LANES];
    float floats[GLTF_I_BLOCK];
    uint32_t integers[GLTF_I_BLOCK];
} gltf_i_pass;

/* The stored number at a place of the block. */
static inline double pass_value(const gltf_i_pass *pass, size_t place) {
    return pass->reader.is_integer ? (double)pass->integers[place] : (double)pass->floats[place];
}

/* min and max of the accessor itself, and no infinities.  extremes.c */
GLTF_I_HIDDEN void gltf_i_extremes_start(gltf_i_pass *pass);
GLTF_I_HIDDEN void gltf_i_extremes_block(gltf_i_pass *pass);
GLTF_I_HIDDEN void gltf_i_extremes_end(gltf_i_pass *pass);

/* What its users ask.  rules.c */
GLTF_I_HIDDEN void gltf_i_rules_start(gltf_i_pass *pass);
GLTF_I_HIDDEN void gltf_i_rules_block(gltf_i_pass *pass);
GLTF_I_HIDDEN void gltf_i_rules_end(gltf_i_pass *pass);

#endif
