/* validate/semantics.c - layer 3: names of attributes and the formats that each of them may have. */
#include "semantics.h"

#include "accessors.h"

/* Formats, with N for normalized.  [glTF 2.0, 3.7.2 Meshes; KHR_mesh_quantization] */
#define I8(shape) GLTF_I_FORMAT(shape, GLTF_BYTE, 0)
#define I8N(shape) GLTF_I_FORMAT(shape, GLTF_BYTE, 1)
#define U8(shape) GLTF_I_FORMAT(shape, GLTF_UNSIGNED_BYTE, 0)
#define U8N(shape) GLTF_I_FORMAT(shape, GLTF_UNSIGNED_BYTE, 1)
#define I16(shape) GLTF_I_FORMAT(shape, GLTF_SHORT, 0)
#define I16N(shape) GLTF_I_FORMAT(shape, GLTF_SHORT, 1)
#define U16(shape) GLTF_I_FORMAT(shape, GLTF_UNSIGNED_SHORT, 0)
#define U16N(shape) GLTF_I_FORMAT(shape, GLTF_UNSIGNED_SHORT, 1)
#define F32(shape) GLTF_I_FORMAT(shape, GLTF_FLOAT, 0)

enum { V2 = GLTF_VEC2, V3 = GLTF_VEC3, V4 = GLTF_VEC4 };

static const uint16_t float3[] = {F32(V3), 0};
static const uint16_t float4[] = {F32(V4), 0};
static const uint16_t coordinates[] = {F32(V2), U8N(V2), U16N(V2), 0};
static const uint16_t colors[] = {F32(V3), U8N(V3), U16N(V3), F32(V4), U8N(V4), U16N(V4), 0};
static const uint16_t joints[] = {U8(V4), U16(V4), 0};
static const uint16_t weights[] = {F32(V4), U8N(V4), U16N(V4), 0};
static const uint16_t morph_coordinates[] = {F32(V2), I8N(V2), U8N(V2), I16N(V2), U16N(V2), 0};
static const uint16_t morph_colors[] = {F32(V3), I8N(V3), U8N(V3),  I16N(V3), U16N(V3), F32(V4),
                                        I8N(V4), U8N(V4), I16N(V4), U16N(V4), 0};

static const uint16_t quantized_positions[] = {F32(V3), I8(V3),   I8N(V3), U8(V3),   U8N(V3),
                                               I16(V3), I16N(V3), U16(V3), U16N(V3), 0};
static const uint16_t quantized_normals[] = {F32(V3), I8N(V3), I16N(V3), 0};
static const uint16_t quantized_tangents[] = {F32(V4), I8N(V4), I16N(V4), 0};
static const uint16_t quantized_coordinates[] = {F32(V2), I8(V2),   I8N(V2), U8(V2),   U8N(V2),
                                                 I16(V2), I16N(V2), U16(V2), U16N(V2), 0};
static const uint16_t quantized_morph_positions[] = {F32(V3), I8(V3), I8N(V3), I16(V3), I16N(V3), 0};
static const uint16_t quantized_morph_coordinates[] = {F32(V2), I8(V2),   I8N(V2),  U8N(V2),
                                                       I16(V2), I16N(V2), U16N(V2), 0};

typedef struct semantic_row {
    const char *name;
    const uint16_t *formats[2][2]; /* in a target, quantized */
} semantic_row;

/* In the order of GLTF_I_SEMANTIC_*. */
static const semantic_row rows[GLTF_I_SEMANTIC_COUNT] = {
    {"POSITION", {{float3, quantized_positions}, {float3, quantized_morph_positions}}},
    {"NORMAL", {{float3, quantized_normals}, {float3, quantized_normals}}},
    {"TANGENT", {{float4, quantized_tangents}, {float3, quantized_normals}}},
    {"TEXCOORD", {{coordinates, quantized_coordinates}, {morph_coordinates, quantized_morph_coordinates}}},
    {"COLOR", {{colors, colors}, {morph_colors, morph_colors}}},
    {"JOINTS", {{joints, joints}, {NULL, NULL}}},
    {"WEIGHTS", {{weights, weights}, {NULL, NULL}}},
};

/* The row whose name is all of a text; GLTF_I_SEMANTIC_COUNT = none. */
static int find_row(gltf_i_text name) {
    int row = 0;
    while (row < GLTF_I_SEMANTIC_COUNT && !gltf_i_value_is(name, rows[row].name)) {
        row++;
    }
    return row;
}

/* What stands before the first of one character. */
static gltf_i_text part_before(gltf_i_text name, char end) {
    gltf_i_text base = {name.at, 0};
    while (base.size < name.size && name.at[base.size] != end) {
        base.size++;
    }
    return base;
}

/* The number of a set: digits without leading zeros, and nothing else. */
static int read_set(gltf_i_text digits, uint64_t *set) {
    *set = 0;
    if (digits.size == 0 || (digits.size > 1 && digits.at[0] == '0')) {
        return 0;
    }
    for (size_t i = 0; i < digits.size; i++) {
        if (digits.at[i] < '0' || digits.at[i] > '9') {
            return 0;
        }
        *set = *set > UINT32_MAX ? *set : *set * 10 + (uint64_t)(digits.at[i] - '0'); /* large ones are all alike */
    }
    return 1;
}

static int is_of_extension(const gltf_i_check *check, gltf_i_text name) {
    const gltf_i_text extension = part_before(name, ':');
    return extension.size + 1 < name.size &&
           gltf_i_name_list_find(&check->extensions, extension) < check->extensions.count;
}

int gltf_i_semantic_of(const gltf_i_check *check, gltf_i_text name, uint64_t *set) {
    *set = 0;
    if ((name.size > 0 && name.at[0] == '_') || is_of_extension(check, name)) {
        return GLTF_I_SEMANTIC_CUSTOM;
    }
    const gltf_i_text base = part_before(name, '_');
    const int row = find_row(base);
    if (row < GLTF_I_SEMANTIC_TEXCOORD) {
        return base.size == name.size ? row : GLTF_I_SEMANTIC_NONE;
    }
    if (row == GLTF_I_SEMANTIC_COUNT || base.size == name.size) {
        return GLTF_I_SEMANTIC_NONE;
    }
    const gltf_i_text digits = {name.at + base.size + 1, name.size - base.size - 1};
    return read_set(digits, set) ? row : GLTF_I_SEMANTIC_NONE;
}

int gltf_i_semantic_morphs(int semantic) {
    return semantic <= GLTF_I_SEMANTIC_COLOR || semantic == GLTF_I_SEMANTIC_CUSTOM;
}

const char *gltf_i_semantic_name(int semantic) {
    return rows[semantic].name;
}

const uint16_t *gltf_i_semantic_formats(gltf_i_text name, int in_target, int quantized) {
    const int row = find_row(part_before(name, '_'));
    return row == GLTF_I_SEMANTIC_COUNT ? NULL : rows[row].formats[in_target][quantized];
}
