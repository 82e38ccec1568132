/* validate/schema_tables.c - layer 3: the properties of every object in scope, their types, ranges and known values. */
#include "schema.h"

/* Rows; what a row does not name is 0.  A `required` row begins with a 1. */
#define ROW(required, name, takes)                                                                                     \
    { name, NULL, NULL, 0, 0, takes, required }
#define ROW_RANGE(required, name, min, max)                                                                            \
    { name, NULL, NULL, min, max, GLTF_I_TAKES_INTEGER, required }
#define ROW_NUMBERS(required, name, numbers)                                                                           \
    { name, numbers, NULL, 0, 0, GLTF_I_TAKES_NUMBER_OF, required }
#define ROW_WORDS(required, name, words)                                                                               \
    { name, NULL, words, 0, 0, GLTF_I_TAKES_WORD_OF, required }
#define SCHEMA(rows)                                                                                                   \
    { rows, (uint32_t)(sizeof rows / sizeof rows[0]), 0 }

static const uint16_t component_types[] = {5120, 5121, 5122, 5123, 5125, 5126, 0};
static const uint16_t index_types[] = {5121, 5123, 5125, 0};
static const uint16_t targets[] = {34962, 34963, 0};
/* In the order of GLTF_SCALAR .. GLTF_MAT4, GLTF_I_WORD_*, GLTF_PATH_*. */
static const char *const shapes[] = {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4", NULL};
static const char *const interpolations[] = {"LINEAR", "STEP", "CUBICSPLINE", NULL};
static const char *const paths[] = {"translation", "rotation", "scale", "weights", "pointer", NULL};

/* In the order of GLTF_I_ROOT_*: most are looked at one by one. */
static const gltf_i_property root[] = {
    ROW(1, "asset", GLTF_I_TAKES_OBJECT),
    ROW(0, "extensionsUsed", GLTF_I_TAKES_ANYTHING),
    ROW(0, "extensionsRequired", GLTF_I_TAKES_ANYTHING),
    ROW(0, "buffers", GLTF_I_TAKES_ANYTHING),
    ROW(0, "bufferViews", GLTF_I_TAKES_ANYTHING),
    ROW(0, "accessors", GLTF_I_TAKES_ANYTHING),
    ROW(0, "images", GLTF_I_TAKES_ANYTHING),
    ROW(0, "meshes", GLTF_I_TAKES_ANYTHING),
    ROW(0, "nodes", GLTF_I_TAKES_ANYTHING),
    ROW(0, "skins", GLTF_I_TAKES_ANYTHING),
    ROW(0, "animations", GLTF_I_TAKES_ANYTHING),
    ROW(0, "cameras", GLTF_I_TAKES_ANYTHING),
    ROW(0, "materials", GLTF_I_TAKES_ANYTHING),
    ROW(0, "samplers", GLTF_I_TAKES_ANYTHING),
    ROW(0, "scenes", GLTF_I_TAKES_ANYTHING),
    ROW(0, "textures", GLTF_I_TAKES_ANYTHING),
    ROW(0, "scene", GLTF_I_TAKES_ANYTHING),
};
static const gltf_i_property asset[] = {
    ROW(0, "copyright", GLTF_I_TAKES_STRING),
    ROW(0, "generator", GLTF_I_TAKES_STRING),
    ROW(1, "version", GLTF_I_TAKES_VERSION),
    ROW(0, "minVersion", GLTF_I_TAKES_VERSION),
};
static const gltf_i_property buffer[] = {
    ROW_RANGE(1, "byteLength", 1, 0),
    ROW(0, "uri", GLTF_I_TAKES_STRING),
    ROW(0, "name", GLTF_I_TAKES_STRING),
};
static const gltf_i_property view[] = {
    ROW_RANGE(1, "byteLength", 1, 0),     ROW_RANGE(0, "byteStride", 4, 252), ROW_NUMBERS(0, "target", targets),
    ROW(1, "buffer", GLTF_I_TAKES_INDEX), ROW_RANGE(0, "byteOffset", 0, 0),   ROW(0, "name", GLTF_I_TAKES_STRING),
};
static const gltf_i_property accessor[] = {
    ROW(0, "bufferView", GLTF_I_TAKES_INDEX),
    ROW(0, "byteOffset", GLTF_I_TAKES_ANYTHING), /* means something only with bufferView */
    ROW_NUMBERS(1, "componentType", component_types),
    ROW_RANGE(1, "count", 1, 0),
    ROW_WORDS(1, "type", shapes),
    ROW(0, "normalized", GLTF_I_TAKES_BOOLEAN),
    ROW(0, "min", GLTF_I_TAKES_ANYTHING), /* what they take depends on the type */
    ROW(0, "max", GLTF_I_TAKES_ANYTHING),
    ROW(0, "sparse", GLTF_I_TAKES_OBJECT),
    ROW(0, "name", GLTF_I_TAKES_STRING),
};
static const gltf_i_property sparse[] = {
    ROW_RANGE(1, "count", 1, 0),
    ROW(1, "indices", GLTF_I_TAKES_OBJECT),
    ROW(1, "values", GLTF_I_TAKES_OBJECT),
    ROW(0, "extensions", GLTF_I_TAKES_ANYTHING), /* looked at only where the rest is sound */
    ROW(0, "extras", GLTF_I_TAKES_ANYTHING),
};
static const gltf_i_property sparse_indices[] = {
    ROW(1, "bufferView", GLTF_I_TAKES_INDEX),
    ROW_RANGE(0, "byteOffset", 0, 0),
    ROW_NUMBERS(1, "componentType", index_types),
};
static const gltf_i_property sparse_values[] = {
    ROW(1, "bufferView", GLTF_I_TAKES_INDEX),
    ROW_RANGE(0, "byteOffset", 0, 0),
};
static const gltf_i_property mesh[] = {
    ROW(0, "weights", GLTF_I_TAKES_NUMBERS),
    ROW(1, "primitives", GLTF_I_TAKES_OBJECTS),
    ROW(0, "name", GLTF_I_TAKES_STRING),
};
static const gltf_i_property primitive[] = {
    ROW_RANGE(0, "mode", 0, 6),
    ROW(1, "attributes", GLTF_I_TAKES_MAP),
    ROW(0, "targets", GLTF_I_TAKES_ARRAY),
    ROW(0, "indices", GLTF_I_TAKES_INDEX),
    ROW(0, "material", GLTF_I_TAKES_INDEX),
};
static const gltf_i_property skin[] = {
    ROW(0, "inverseBindMatrices", GLTF_I_TAKES_INDEX),
    ROW(0, "skeleton", GLTF_I_TAKES_INDEX),
    ROW(1, "joints", GLTF_I_TAKES_INDICES),
    ROW(0, "name", GLTF_I_TAKES_STRING),
};
static const gltf_i_property animation[] = {
    ROW(1, "channels", GLTF_I_TAKES_OBJECTS),
    ROW(1, "samplers", GLTF_I_TAKES_OBJECTS),
    ROW(0, "name", GLTF_I_TAKES_STRING),
};
static const gltf_i_property channel[] = {
    ROW(1, "sampler", GLTF_I_TAKES_INDEX),
    ROW(1, "target", GLTF_I_TAKES_OBJECT),
};
static const gltf_i_property target[] = {
    ROW(0, "node", GLTF_I_TAKES_INDEX),
    ROW_WORDS(1, "path", paths),
};
static const gltf_i_property sampler[] = {
    ROW(1, "input", GLTF_I_TAKES_INDEX),
    ROW_WORDS(0, "interpolation", interpolations),
    ROW(1, "output", GLTF_I_TAKES_INDEX),
};

const gltf_i_schema gltf_i_schema_root = SCHEMA(root);
const gltf_i_schema gltf_i_schema_asset = SCHEMA(asset);
const gltf_i_schema gltf_i_schema_buffer = SCHEMA(buffer);
const gltf_i_schema gltf_i_schema_view = SCHEMA(view);
const gltf_i_schema gltf_i_schema_accessor = SCHEMA(accessor);
const gltf_i_schema gltf_i_schema_sparse = SCHEMA(sparse);
const gltf_i_schema gltf_i_schema_sparse_indices = SCHEMA(sparse_indices);
const gltf_i_schema gltf_i_schema_sparse_values = SCHEMA(sparse_values);
const gltf_i_schema gltf_i_schema_mesh = SCHEMA(mesh);
const gltf_i_schema gltf_i_schema_primitive = SCHEMA(primitive);
const gltf_i_schema gltf_i_schema_skin = SCHEMA(skin);
const gltf_i_schema gltf_i_schema_animation = SCHEMA(animation);
const gltf_i_schema gltf_i_schema_channel = SCHEMA(channel);
const gltf_i_schema gltf_i_schema_target = SCHEMA(target);
const gltf_i_schema gltf_i_schema_sampler = SCHEMA(sampler);
const gltf_i_schema gltf_i_schema_other = {NULL, 0, 1};
