/* validate/schema.h - layer 3: what objects of the document look like, as tables, and the reader of such tables. */
#ifndef GLTF_I_SCHEMA_H
#define GLTF_I_SCHEMA_H

#include "check.h"

enum {
    GLTF_I_TAKES_ANYTHING = 0, /* or is looked at elsewhere */
    GLTF_I_TAKES_INDEX = 1,
    GLTF_I_TAKES_INTEGER = 2,   /* min .. max */
    GLTF_I_TAKES_NUMBER_OF = 3, /* one of `numbers` */
    GLTF_I_TAKES_STRING = 4,
    GLTF_I_TAKES_WORD_OF = 5, /* one of `words` */
    GLTF_I_TAKES_VERSION = 6,
    GLTF_I_TAKES_BOOLEAN = 7,
    GLTF_I_TAKES_OBJECT = 8,
    GLTF_I_TAKES_OBJECTS = 9,  /* a list of objects */
    GLTF_I_TAKES_NUMBERS = 10, /* a list */
    GLTF_I_TAKES_INDICES = 11,
    GLTF_I_TAKES_MAP = 12, /* an object */
    GLTF_I_TAKES_ARRAY = 13
};

typedef struct gltf_i_property {
    const char *name;
    const uint16_t *numbers;  /* ends with 0 */
    const char *const *words; /* ends with NULL */
    int64_t min;
    int64_t max; /* 0 = none */
    uint8_t takes;
    uint8_t required;
} gltf_i_property;

typedef struct gltf_i_schema {
    const gltf_i_property *properties;
    uint32_t count;
    uint32_t is_open; /* other properties are nobody's business here */
} gltf_i_schema;

/* What was found under one property. */
enum { GLTF_I_FIELD_ABSENT = 0, GLTF_I_FIELD_BROKEN = 1, GLTF_I_FIELD_GOOD = 2 };
typedef struct gltf_i_field {
    gltf_i_text value; /* at NULL = the key is not there; else also `null` and what is broken */
    int64_t
        number; /* integers; words: place in the list from 1, 0 = unknown; booleans: 0 or 1; lists: length; else -1 */
    uint8_t state;
} gltf_i_field;

enum { GLTF_I_SCHEMA_MAX = 20 }; /* properties of one object */

/* Read an object by its schema, reporting at the path; fields has an entry for each property.  Extensions and extras too. */
GLTF_I_HIDDEN void gltf_i_schema_read(gltf_i_check *check, const gltf_i_schema *schema, gltf_i_text object,
                                      gltf_i_field *fields);

/* The two properties that every object may have; at NULL = absent.  gltf_i_schema_read calls it, unless the schema has
 * them as properties of its own. */
GLTF_I_HIDDEN void gltf_i_schema_common(gltf_i_check *check, gltf_i_text extensions, gltf_i_text extras);

/* One property by itself, under the name and rules of `property`. */
GLTF_I_HIDDEN void gltf_i_schema_property(gltf_i_check *check, const gltf_i_property *property, gltf_i_text value,
                                          gltf_i_field *field);

/* A list of strings; gives its length, -1 when there is none or it is broken. */
GLTF_I_HIDDEN int64_t gltf_i_schema_strings(gltf_i_check *check, const char *name, gltf_i_text value);

/* A top-level array of `entry_size` entries: checks it and gives zeroed entries in *table and their number. */
GLTF_I_HIDDEN uint32_t gltf_i_schema_array(gltf_i_check *check, const char *name, gltf_i_text array, size_t entry_size,
                                           void *table);

/* Call `read` for each element that is an object, with the path at it; other elements are reported. */
typedef void (*gltf_i_schema_element)(gltf_i_check *check, gltf_i_text object, uint32_t index);
GLTF_I_HIDDEN void gltf_i_schema_each(gltf_i_check *check, const char *name, gltf_i_text array,
                                      gltf_i_schema_element read);

/* The number of a field, or `otherwise` where it is absent; -1 where it is broken. */
static inline int64_t field_or(const gltf_i_field *field, int64_t otherwise) {
    return field->state == GLTF_I_FIELD_ABSENT ? otherwise : field->number;
}

/* ---- Tables (schema_tables.c); the enums are places in `fields` ---- */

enum {
    GLTF_I_ROOT_ASSET,
    GLTF_I_ROOT_USED,
    GLTF_I_ROOT_REQUIRED,
    GLTF_I_ROOT_BUFFERS,
    GLTF_I_ROOT_VIEWS,
    GLTF_I_ROOT_ACCESSORS,
    GLTF_I_ROOT_IMAGES,
    GLTF_I_ROOT_MESHES,
    GLTF_I_ROOT_NODES,
    GLTF_I_ROOT_SKINS,
    GLTF_I_ROOT_ANIMATIONS,
    GLTF_I_ROOT_CAMERAS,
    GLTF_I_ROOT_MATERIALS,
    GLTF_I_ROOT_SAMPLERS,
    GLTF_I_ROOT_SCENES,
    GLTF_I_ROOT_TEXTURES,
    GLTF_I_ROOT_SCENE
};
enum { GLTF_I_ASSET_COPYRIGHT, GLTF_I_ASSET_GENERATOR, GLTF_I_ASSET_VERSION, GLTF_I_ASSET_MIN_VERSION };
enum { GLTF_I_BUFFER_BYTE_LENGTH, GLTF_I_BUFFER_URI, GLTF_I_BUFFER_NAME };
enum {
    GLTF_I_VIEW_BYTE_LENGTH,
    GLTF_I_VIEW_BYTE_STRIDE,
    GLTF_I_VIEW_TARGET,
    GLTF_I_VIEW_BUFFER,
    GLTF_I_VIEW_BYTE_OFFSET,
    GLTF_I_VIEW_NAME
};
enum {
    GLTF_I_ACCESSOR_VIEW,
    GLTF_I_ACCESSOR_BYTE_OFFSET,
    GLTF_I_ACCESSOR_COMPONENT_TYPE,
    GLTF_I_ACCESSOR_COUNT,
    GLTF_I_ACCESSOR_TYPE,
    GLTF_I_ACCESSOR_NORMALIZED,
    GLTF_I_ACCESSOR_MIN,
    GLTF_I_ACCESSOR_MAX,
    GLTF_I_ACCESSOR_SPARSE,
    GLTF_I_ACCESSOR_NAME
};
enum {
    GLTF_I_SPARSE_COUNT,
    GLTF_I_SPARSE_INDICES,
    GLTF_I_SPARSE_VALUES,
    GLTF_I_SPARSE_EXTENSIONS,
    GLTF_I_SPARSE_EXTRAS
};
enum { GLTF_I_PART_VIEW, GLTF_I_PART_BYTE_OFFSET, GLTF_I_PART_COMPONENT_TYPE }; /* the last for indices only */
enum { GLTF_I_MESH_WEIGHTS, GLTF_I_MESH_PRIMITIVES, GLTF_I_MESH_NAME };
enum {
    GLTF_I_PRIMITIVE_MODE,
    GLTF_I_PRIMITIVE_ATTRIBUTES,
    GLTF_I_PRIMITIVE_TARGETS,
    GLTF_I_PRIMITIVE_INDICES,
    GLTF_I_PRIMITIVE_MATERIAL
};
enum { GLTF_I_SKIN_MATRICES, GLTF_I_SKIN_SKELETON, GLTF_I_SKIN_JOINTS, GLTF_I_SKIN_NAME };
enum { GLTF_I_ANIMATION_CHANNELS, GLTF_I_ANIMATION_SAMPLERS, GLTF_I_ANIMATION_NAME };
enum { GLTF_I_CHANNEL_SAMPLER, GLTF_I_CHANNEL_TARGET };
enum { GLTF_I_TARGET_NODE, GLTF_I_TARGET_PATH };
enum { GLTF_I_SAMPLER_INPUT, GLTF_I_SAMPLER_INTERPOLATION, GLTF_I_SAMPLER_OUTPUT };

extern GLTF_I_HIDDEN const gltf_i_schema gltf_i_schema_root;
extern GLTF_I_HIDDEN const gltf_i_schema gltf_i_schema_asset;
extern GLTF_I_HIDDEN const gltf_i_schema gltf_i_schema_buffer;
extern GLTF_I_HIDDEN const gltf_i_schema gltf_i_schema_view;
extern GLTF_I_HIDDEN const gltf_i_schema gltf_i_schema_accessor;
extern GLTF_I_HIDDEN const gltf_i_schema gltf_i_schema_sparse;
extern GLTF_I_HIDDEN const gltf_i_schema gltf_i_schema_sparse_indices;
extern GLTF_I_HIDDEN const gltf_i_schema gltf_i_schema_sparse_values;
extern GLTF_I_HIDDEN const gltf_i_schema gltf_i_schema_mesh;
extern GLTF_I_HIDDEN const gltf_i_schema gltf_i_schema_primitive;
extern GLTF_I_HIDDEN const gltf_i_schema gltf_i_schema_skin;
extern GLTF_I_HIDDEN const gltf_i_schema gltf_i_schema_animation;
extern GLTF_I_HIDDEN const gltf_i_schema gltf_i_schema_channel;
extern GLTF_I_HIDDEN const gltf_i_schema gltf_i_schema_target;
extern GLTF_I_HIDDEN const gltf_i_schema gltf_i_schema_sampler;
extern GLTF_I_HIDDEN const gltf_i_schema gltf_i_schema_other; /* an object of which only extensions matter */

#endif
