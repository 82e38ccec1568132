/* abi/old_header/gltf_accessor_0_1.h - outside the layers: the public headers of version 0.1 without their comments, for a consumer
 * that was compiled long ago.  It is not to be changed; a later layout gets a file of its own. */
#ifndef GLTF_ACCESSOR_0_1_H
#define GLTF_ACCESSOR_0_1_H

#include <stddef.h>
#include <stdint.h>
#define GLTF_VERSION_MAJOR 0
#define GLTF_VERSION_MINOR 1
#define GLTF_VERSION_PATCH 0
#define GLTF_VERSION_NUMBER (GLTF_VERSION_MAJOR * 10000 + GLTF_VERSION_MINOR * 100 + GLTF_VERSION_PATCH)
#ifndef GLTF_API
#if defined(_WIN32) && defined(GLTF_SHARED_BUILD)
#define GLTF_API __declspec(dllexport)
#elif defined(_WIN32) && defined(GLTF_SHARED)
#define GLTF_API __declspec(dllimport)
#elif defined(__GNUC__) && !defined(_WIN32)
#define GLTF_API __attribute__((visibility("default")))
#else
#define GLTF_API
#endif
#endif
#if defined(_WIN32) && (defined(_M_IX86) || defined(__i386__))
#define GLTF_CALL __cdecl
#else
#define GLTF_CALL
#endif
#ifdef __cplusplus
extern "C" {
#endif
typedef int32_t gltf_status;
enum {
    GLTF_OK = 0,
    GLTF_ERR_ARGUMENT = 1,
    GLTF_ERR_RANGE = 2,
    GLTF_ERR_CAPACITY = 3,
    GLTF_ERR_STRUCT_SIZE = 4,
    GLTF_ERR_CONVERSION = 5,
    GLTF_ERR_MEMORY = 10,
    GLTF_ERR_IO = 11,
    GLTF_ERR_LIMIT = 12,
    GLTF_ERR_NOT_LOADED = 13,
    GLTF_ERR_JSON = 20,
    GLTF_ERR_GLB = 21,
    GLTF_ERR_URI = 22,
    GLTF_ERR_BASE64 = 23,
    GLTF_ERR_PROPERTY = 24,
    GLTF_ERR_REFERENCE = 25,
    GLTF_ERR_ASSET_VERSION = 26,
    GLTF_ERR_EXTENSION = 27,
    GLTF_ERR_BUFFER_LENGTH = 28,
    GLTF_ERR_CODEC = 29,
    GLTF_ERR_CODEC_VERSION = 30,
    GLTF_ERR_DYNAMIC = 31,
    GLTF_ERR_MISMATCH = 32,
    GLTF_ERR_COMPONENT_TYPE = 40,
    GLTF_ERR_SHAPE = 41,
    GLTF_ERR_NORMALIZED = 42,
    GLTF_ERR_COUNT = 43,
    GLTF_ERR_STRIDE = 44,
    GLTF_ERR_ALIGNMENT = 45,
    GLTF_ERR_VIEW_BOUNDS = 46,
    GLTF_ERR_ACCESSOR_BOUNDS = 47,
    GLTF_ERR_SPARSE_COUNT = 48,
    GLTF_ERR_SPARSE_ORDER = 49,
    GLTF_ERR_SPARSE_INDEX = 50
};
enum {
    GLTF_BYTE = 5120,
    GLTF_UNSIGNED_BYTE = 5121,
    GLTF_SHORT = 5122,
    GLTF_UNSIGNED_SHORT = 5123,
    GLTF_UNSIGNED_INT = 5125,
    GLTF_FLOAT = 5126,
    GLTF_INT = 5124,
    GLTF_DOUBLE = 5130,
    GLTF_HALF_FLOAT = 5131
};
enum { GLTF_SCALAR = 1, GLTF_VEC2 = 2, GLTF_VEC3 = 3, GLTF_VEC4 = 4, GLTF_MAT2 = 5, GLTF_MAT3 = 6, GLTF_MAT4 = 7 };
enum {
    GLTF_OBJECT_NONE = 0,
    GLTF_OBJECT_BUFFER = 1,
    GLTF_OBJECT_VIEW = 2,
    GLTF_OBJECT_ACCESSOR = 3,
    GLTF_OBJECT_MESH = 4,
    GLTF_OBJECT_SKIN = 5,
    GLTF_OBJECT_ANIMATION = 6,
    GLTF_OBJECT_NODE = 7,
    GLTF_OBJECT_EXTENSION_USED = 8,
    GLTF_OBJECT_EXTENSION_REQUIRED = 9
};
#define GLTF_NONE UINT32_MAX
enum { GLTF_CPU_SSE2 = 1u, GLTF_CPU_SSSE3 = 2u, GLTF_CPU_AVX2 = 4u, GLTF_CPU_NEON = 8u };
#define GLTF_CPU_PLAIN 0x80000000u
typedef struct gltf_error {
    gltf_status status;
    int32_t object;
    uint32_t index;
    uint32_t part;
    uint32_t target;
    uint32_t reserved;
    uint64_t position;
    uint64_t expected;
    uint64_t found;
    const char *field;
    const char *name;
} gltf_error;
GLTF_API uint32_t gltf_version(void);
GLTF_API const char *gltf_status_name(gltf_status status);
GLTF_API size_t gltf_error_format(const gltf_error *error, char *out, size_t out_size);
GLTF_API uint32_t gltf_component_size(uint32_t component_type);
GLTF_API uint32_t gltf_component_count(uint32_t shape);
GLTF_API uint32_t gltf_element_size(uint32_t component_type, uint32_t shape);
#ifdef __cplusplus
}
#endif
#ifdef __cplusplus
extern "C" {
#endif
typedef struct gltf_buffer {
    const uint8_t *data;
    uint64_t size;
} gltf_buffer;
typedef struct gltf_buffer_view {
    uint64_t byte_offset;
    uint64_t byte_length;
    uint32_t buffer;
    uint32_t byte_stride;
} gltf_buffer_view;
typedef struct gltf_sparse {
    uint64_t count;
    uint64_t indices_byte_offset;
    uint64_t values_byte_offset;
    uint32_t indices_view;
    uint32_t values_view;
    uint32_t indices_component_type;
    uint32_t reserved;
} gltf_sparse;
typedef struct gltf_accessor_desc {
    uint64_t byte_offset;
    uint64_t count;
    uint32_t view;
    uint32_t component_type;
    uint32_t shape;
    uint32_t normalized;
    uint32_t byte_stride;
    uint32_t id;
    gltf_sparse sparse;
} gltf_accessor_desc;
enum { GLTF_SOURCE_STRICT = 1u };
typedef struct gltf_source {
    const gltf_buffer *buffers;
    const gltf_buffer_view *views;
    uint32_t buffer_count;
    uint32_t view_count;
    uint32_t flags;
    uint32_t cpu;
    uint64_t max_zero_elements;
} gltf_source;
enum { GLTF_ACCESSOR_UNSORTED = 1u };
typedef struct gltf_accessor {
    const uint8_t *data;
    const uint8_t *sparse_indices;
    const uint8_t *sparse_values;
    size_t count;
    size_t stride;
    size_t sparse_count;
    uint32_t component_type;
    uint32_t shape;
    uint32_t component_count;
    uint32_t element_size;
    uint32_t normalized;
    uint32_t sparse_index_type;
    uint32_t cpu;
    uint32_t flags;
} gltf_accessor;
GLTF_API uint32_t gltf_cpu_detect(void);
GLTF_API gltf_status gltf_accessor_resolve(const gltf_source *source, const gltf_accessor_desc *desc,
                                           gltf_accessor *out, gltf_error *error);
GLTF_API gltf_status gltf_accessor_wrap(const void *bytes, size_t size, const gltf_accessor_desc *desc, uint32_t cpu,
                                        gltf_accessor *out, gltf_error *error);
GLTF_API gltf_status gltf_accessor_read_float(const gltf_accessor *accessor, size_t first, size_t count, float *out,
                                              size_t out_capacity);
GLTF_API gltf_status gltf_accessor_read_double(const gltf_accessor *accessor, size_t first, size_t count, double *out,
                                               size_t out_capacity);
GLTF_API gltf_status gltf_accessor_read_uint32(const gltf_accessor *accessor, size_t first, size_t count, uint32_t *out,
                                               size_t out_capacity);
typedef struct gltf_layout {
    uint32_t component_type;
    uint32_t component_count;
    uint32_t normalized;
    uint32_t byte_stride;
    float fill[4];
} gltf_layout;
GLTF_API gltf_status gltf_accessor_read_as(const gltf_accessor *accessor, size_t first, size_t count,
                                           const gltf_layout *layout, void *out, size_t out_size);
typedef struct gltf_stream {
    const gltf_accessor *accessor;
    void *out;
    size_t out_size;
    gltf_layout layout;
} gltf_stream;
GLTF_API gltf_status gltf_accessor_read_streams(const gltf_stream *streams, uint32_t stream_count, size_t first,
                                                size_t count, uint32_t *failed);
GLTF_API size_t gltf_accessor_number_count(const gltf_accessor *accessor);
GLTF_API const void *gltf_accessor_direct(const gltf_accessor *accessor);
GLTF_API gltf_status gltf_accessor_bounds(const gltf_accessor *accessor, double *min, double *max, size_t capacity);
#ifdef __cplusplus
}
#endif
#ifdef __cplusplus
extern "C" {
#endif
enum { GLTF_MORPH_CLAMP = 1u };
GLTF_API gltf_status gltf_morph_read(const gltf_accessor *base, const gltf_accessor *targets, const float *weights,
                                     uint32_t target_count, uint32_t flags, size_t first, size_t count,
                                     const gltf_layout *layout, void *out, size_t out_size, gltf_error *error);
#ifdef __cplusplus
}
#endif
#ifdef __cplusplus
extern "C" {
#endif
typedef struct gltf_document gltf_document;
typedef struct gltf_allocator {
    void *user;
    void *(GLTF_CALL *allocate)(void *user, size_t size);
    void(GLTF_CALL *release)(void *user, void *pointer, size_t size);
} gltf_allocator;
typedef struct gltf_io {
    void *user;
    gltf_status(GLTF_CALL *load)(void *user, uint32_t buffer, const char *uri, uint64_t byte_length, gltf_buffer *out);
    void(GLTF_CALL *release)(void *user, const gltf_buffer *buffer);
} gltf_io;
typedef struct gltf_primitive_codec {
    void *user;
    gltf_status(GLTF_CALL *open)(void *user, const uint8_t *bytes, size_t size, void **geometry, uint64_t *vertex_count,
                                 uint64_t *index_count);
    gltf_status(GLTF_CALL *attribute)(void *user, void *geometry, uint32_t unique_id, uint32_t component_type,
                                      uint32_t component_count, void *out, size_t out_size);
    gltf_status(GLTF_CALL *indices)(void *user, void *geometry, uint32_t *out, size_t index_count);
    void(GLTF_CALL *close)(void *user, void *geometry);
} gltf_primitive_codec;
enum { GLTF_DOCUMENT_COPY_INPUT = 1u };
typedef struct gltf_document_options {
    uint32_t struct_size;
    uint32_t flags;
    uint32_t source_flags;
    uint32_t cpu;
    gltf_allocator allocator;
    const gltf_primitive_codec *primitive_codec;
    uint64_t max_text;
    uint64_t max_objects;
    uint64_t max_zero_elements;
    uint64_t max_decoded;
} gltf_document_options;
GLTF_API void gltf_document_options_init(gltf_document_options *options, uint32_t struct_size);
GLTF_API gltf_status gltf_document_parse(const void *bytes, size_t size, const gltf_document_options *options,
                                         gltf_document **out, gltf_error *error);
GLTF_API void gltf_document_free(gltf_document *document);
GLTF_API gltf_status gltf_document_load(gltf_document *document, uint32_t accessor, const gltf_io *io,
                                        gltf_error *error);
GLTF_API gltf_status gltf_document_set_buffer(gltf_document *document, uint32_t buffer, const void *bytes, size_t size,
                                              gltf_error *error);
GLTF_API gltf_status gltf_document_set_view(gltf_document *document, uint32_t view, const void *bytes, size_t size,
                                            gltf_error *error);
GLTF_API uint32_t gltf_document_count(const gltf_document *document, int32_t object);
GLTF_API const char *gltf_document_name(const gltf_document *document, int32_t object, uint32_t index);
GLTF_API gltf_status gltf_document_find(const gltf_document *document, int32_t object, const char *name,
                                        uint32_t *index);
GLTF_API gltf_status gltf_document_fault(const gltf_document *document, int32_t object, uint32_t index,
                                         gltf_error *error);
GLTF_API gltf_status gltf_document_buffer_uri(const gltf_document *document, uint32_t buffer, const char **uri,
                                              uint64_t *byte_length);
GLTF_API gltf_status gltf_document_accessor(const gltf_document *document, uint32_t index, gltf_accessor *out,
                                            gltf_error *error);
GLTF_API gltf_status gltf_document_declared_bounds(const gltf_document *document, uint32_t accessor, double *min,
                                                   double *max, size_t capacity, gltf_error *error);
GLTF_API gltf_status gltf_document_describe(const gltf_document *document, gltf_source *source,
                                            const gltf_accessor_desc **accessors, uint32_t *accessor_count);
typedef struct gltf_compression {
    const char *extension;
    const char *mode;
    const char *filter;
    uint64_t byte_offset;
    uint64_t byte_length;
    uint64_t count;
    uint32_t buffer;
    uint32_t byte_stride;
    uint32_t view_buffer;
    uint32_t required;
    uint64_t view_byte_offset;
} gltf_compression;
GLTF_API gltf_status gltf_document_compression(const gltf_document *document, uint32_t view, gltf_compression *out,
                                               gltf_error *error);
GLTF_API const char *gltf_document_json(const gltf_document *document, size_t *size);
typedef struct gltf_attribute {
    const char *semantic;
    uint32_t accessor;
    uint32_t reserved;
} gltf_attribute;
typedef struct gltf_mesh {
    const char *name;
    const float *weights;
    const char *const *target_names;
    uint32_t primitive_count;
    uint32_t target_count;
    uint32_t weight_count;
    uint32_t target_name_count;
} gltf_mesh;
typedef struct gltf_primitive {
    const gltf_attribute *attributes;
    uint32_t attribute_count;
    uint32_t target_count;
    uint32_t mode;
    uint32_t indices;
} gltf_primitive;
GLTF_API gltf_status gltf_document_mesh(const gltf_document *document, uint32_t mesh, gltf_mesh *out,
                                        gltf_error *error);
GLTF_API gltf_status gltf_document_primitive(const gltf_document *document, uint32_t mesh, uint32_t primitive,
                                             gltf_primitive *out, gltf_error *error);
GLTF_API gltf_status gltf_document_target(const gltf_document *document, uint32_t mesh, uint32_t primitive,
                                          uint32_t target, const gltf_attribute **attributes, uint32_t *attribute_count,
                                          gltf_error *error);
GLTF_API gltf_status gltf_document_attribute(const gltf_document *document, uint32_t mesh, uint32_t primitive,
                                             uint32_t target, const char *semantic, uint32_t *index,
                                             gltf_accessor *accessor, gltf_error *error);
enum { GLTF_INDICES_TRIANGLES = 1u };
GLTF_API gltf_status gltf_document_indices(const gltf_document *document, uint32_t mesh, uint32_t primitive,
                                           uint32_t flags, uint32_t *out, size_t capacity, size_t *count,
                                           gltf_error *error);
GLTF_API gltf_status gltf_document_morph(const gltf_document *document, uint32_t mesh, uint32_t primitive,
                                         const char *semantic, const float *weights, uint32_t weight_count,
                                         size_t first, size_t count, const gltf_layout *layout, void *out,
                                         size_t out_size, gltf_error *error);
typedef struct gltf_node {
    const char *name;
    const float *weights;
    const gltf_attribute *instance_attributes;
    uint32_t weight_count;
    uint32_t instance_attribute_count;
    uint32_t mesh;
    uint32_t skin;
} gltf_node;
typedef struct gltf_skin {
    const char *name;
    const uint32_t *joints;
    uint32_t joint_count;
    uint32_t inverse_bind_matrices;
} gltf_skin;
typedef struct gltf_animation {
    const char *name;
    uint32_t sampler_count;
    uint32_t channel_count;
} gltf_animation;
enum { GLTF_INTERPOLATION_LINEAR = 1, GLTF_INTERPOLATION_STEP = 2, GLTF_INTERPOLATION_CUBICSPLINE = 3 };
typedef struct gltf_animation_sampler {
    uint32_t input;
    uint32_t output;
    uint32_t interpolation;
    uint32_t reserved;
} gltf_animation_sampler;
enum {
    GLTF_PATH_TRANSLATION = 1,
    GLTF_PATH_ROTATION = 2,
    GLTF_PATH_SCALE = 3,
    GLTF_PATH_WEIGHTS = 4,
    GLTF_PATH_POINTER = 5,
    GLTF_PATH_OTHER = 6
};
typedef struct gltf_animation_channel {
    const char *path_name;
    const char *pointer;
    uint32_t sampler;
    uint32_t node;
    uint32_t path;
    uint32_t values_per_key;
} gltf_animation_channel;
GLTF_API gltf_status gltf_document_node(const gltf_document *document, uint32_t node, gltf_node *out,
                                        gltf_error *error);
GLTF_API gltf_status gltf_document_skin(const gltf_document *document, uint32_t skin, gltf_skin *out,
                                        gltf_error *error);
GLTF_API gltf_status gltf_document_animation(const gltf_document *document, uint32_t animation, gltf_animation *out,
                                             gltf_error *error);
GLTF_API gltf_status gltf_document_sampler(const gltf_document *document, uint32_t animation, uint32_t sampler,
                                           gltf_animation_sampler *out, gltf_error *error);
GLTF_API gltf_status gltf_document_channel(const gltf_document *document, uint32_t animation, uint32_t channel,
                                           gltf_animation_channel *out, gltf_error *error);
GLTF_API gltf_status gltf_document_node_weights(const gltf_document *document, uint32_t node, float *out,
                                                size_t capacity, size_t *count, gltf_error *error);
enum {
    GLTF_USE_ATTRIBUTE = 1,
    GLTF_USE_INDICES = 2,
    GLTF_USE_TARGET = 3,
    GLTF_USE_INVERSE_BIND_MATRICES = 4,
    GLTF_USE_ANIMATION_INPUT = 5,
    GLTF_USE_ANIMATION_OUTPUT = 6,
    GLTF_USE_INSTANCE = 7
};
typedef struct gltf_use {
    const char *semantic;
    int32_t object;
    uint32_t index;
    uint32_t part;
    uint32_t target;
    uint32_t role;
    uint32_t reserved;
} gltf_use;
GLTF_API gltf_status gltf_document_uses(const gltf_document *document, uint32_t accessor, const gltf_use **uses,
                                        uint32_t *use_count);
#ifdef __cplusplus
}
#endif
#ifdef __cplusplus
extern "C" {
#endif
enum {
    GLTF_SEVERITY_ERROR = 0,
    GLTF_SEVERITY_WARNING = 1,
    GLTF_SEVERITY_INFORMATION = 2,
    GLTF_SEVERITY_HINT = 3,
    GLTF_SEVERITY_IGNORE = 4
};
typedef struct gltf_issue_kind {
    const char *code;
    const char *meaning;
    uint32_t severity;
    uint32_t reserved;
} gltf_issue_kind;
typedef struct gltf_issue {
    const char *code;
    const char *pointer;
    const char *message;
    uint64_t offset;
    uint32_t severity;
    uint32_t kind;
} gltf_issue;
typedef gltf_status(GLTF_CALL *gltf_issue_callback)(void *user, const gltf_issue *issue);
typedef struct gltf_regrade {
    const char *code;
    uint32_t severity;
    uint32_t reserved;
} gltf_regrade;
enum { GLTF_VALIDATE_NO_DATA = 1u, GLTF_VALIDATE_STOP_AT_ERROR = 2u, GLTF_VALIDATE_GLB = 4u };
typedef struct gltf_validate_options {
    uint32_t struct_size;
    uint32_t flags;
    uint32_t cpu;
    uint32_t regrade_count;
    uint64_t max_issues;
    uint64_t max_text;
    uint64_t max_objects;
    uint64_t max_numbers;
    const gltf_regrade *regrades;
    gltf_allocator allocator;
    gltf_io io;
} gltf_validate_options;
typedef struct gltf_validation {
    uint64_t errors;
    uint64_t warnings;
    uint64_t informations;
    uint64_t hints;
    uint64_t numbers;
    uint32_t truncated;
    uint32_t is_glb;
} gltf_validation;
GLTF_API void gltf_validate_options_init(gltf_validate_options *options, uint32_t struct_size);
GLTF_API gltf_status gltf_validate(const void *bytes, size_t size, const gltf_validate_options *options,
                                   gltf_issue_callback callback, void *user, gltf_validation *result,
                                   gltf_error *error);
GLTF_API const gltf_issue_kind *gltf_issue_kinds(uint32_t *count);
#ifdef __cplusplus
}
#endif
#endif
