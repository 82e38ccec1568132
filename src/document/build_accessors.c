/* document/build_accessors.c - floor 2: the table of accessors. */
#include "document.h"

static const char *const SHAPE_NAMES[] = {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"};

/* The seven names of `type`; a string that is none of them is kept for the message. */
static uint32_t read_shape(gltf_i_build *build, const gltf_i_json *json) {
    const char *type = gltf_i_json_string(gltf_i_json_member(json, "type"));
    for (uint32_t i = 0; type && i < 7; i++) {
        if (memory_same_text(type, SHAPE_NAMES[i])) {
            return GLTF_SCALAR + i;
        }
    }
    if (type) {
        gltf_i_build_fault_named(build, GLTF_ERR_SHAPE, "type", type);
    } else {
        gltf_i_build_property(build, "type",
                              gltf_i_json_member(json, "type") ? GLTF_I_REASON_NOT_STRING : GLTF_I_REASON_MISSING);
    }
    return 0;
}

/* One of the stored types; the two output-only ones between them are not. */
static uint32_t read_component_type(gltf_i_build *build, const gltf_i_json *object, const char *field) {
    const uint32_t type = (uint32_t)gltf_i_build_integer(build, object, "componentType", field, 1, UINT32_MAX);
    if (build->fault.status == GLTF_OK && (type < GLTF_BYTE || type > GLTF_FLOAT || type == GLTF_INT)) {
        gltf_i_build_fault(build, GLTF_ERR_COMPONENT_TYPE, field, 0, type);
    }
    return type;
}

static uint32_t read_normalized(gltf_i_build *build, const gltf_i_json *json) {
    const gltf_i_json *normalized = gltf_i_json_member(json, "normalized");
    if (normalized && gltf_i_json_kind(normalized) != GLTF_I_JSON_BOOLEAN) {
        gltf_i_build_property(build, "normalized", GLTF_I_REASON_NOT_BOOLEAN);
    }
    return (uint32_t)gltf_i_json_true(normalized);
}

/* [glTF 2.0, 5.2 Accessor Sparse and the two objects in it] */
static void read_sparse(gltf_i_build *build, const gltf_i_json *json, gltf_sparse *sparse) {
    const uint32_t view_count = build->document->source.view_count;
    const gltf_i_json *object = gltf_i_build_object(build, json, "sparse", "sparse", 0);
    if (!object) {
        return;
    }
    const gltf_i_json *indices = gltf_i_build_object(build, object, "indices", "sparse.indices", 1);
    const gltf_i_json *values = gltf_i_build_object(build, object, "values", "sparse.values", 1);
    sparse->count = gltf_i_build_integer(build, object, "count", "sparse.count", 1, UINT64_MAX);
    sparse->indices_view = gltf_i_build_index(build, indices, "bufferView", "sparse.indices.bufferView", 1, view_count);
    sparse->indices_byte_offset =
        gltf_i_build_integer(build, indices, "byteOffset", "sparse.indices.byteOffset", 0, UINT64_MAX);
    sparse->indices_component_type = read_component_type(build, indices, "sparse.indices.componentType");
    sparse->values_view = gltf_i_build_index(build, values, "bufferView", "sparse.values.bufferView", 1, view_count);
    sparse->values_byte_offset =
        gltf_i_build_integer(build, values, "byteOffset", "sparse.values.byteOffset", 0, UINT64_MAX);
}

/* A description that nothing resolves through. */
static void make_inert(gltf_accessor_desc *desc, uint32_t id) {
    memory_zero(desc, sizeof *desc);
    desc->view = GLTF_NONE;
    desc->id = id;
    desc->sparse.indices_view = GLTF_NONE;
    desc->sparse.values_view = GLTF_NONE;
}

/* Extensions that decide about the accessor's data. */
static void read_extensions(gltf_i_build *build, const gltf_i_json *json) {
    if (gltf_i_json_member(gltf_i_json_member(json, "extensions"), "MPEG_accessor_timed")) {
        gltf_i_build_fault_named(build, GLTF_ERR_DYNAMIC, "extensions", "MPEG_accessor_timed");
    }
    const char *unknown = gltf_i_build_unknown_extension(build, json);
    if (unknown) {
        gltf_i_build_fault_named(build, GLTF_ERR_EXTENSION, "extensions", unknown);
    }
}

static void read_accessor(gltf_i_build *build, const gltf_i_json *json, uint32_t index) {
    gltf_document *document = build->document;
    gltf_accessor_desc *desc = &document->accessors[index];
    make_inert(desc, index);
    desc->component_type = read_component_type(build, json, "componentType");
    desc->shape = read_shape(build, json);
    desc->count = gltf_i_build_integer(build, json, "count", "count", 1, UINT64_MAX);
    desc->normalized = read_normalized(build, json);
    desc->view = gltf_i_build_index(build, json, "bufferView", "bufferView", 0, document->source.view_count);
    desc->byte_offset = gltf_i_build_integer(build, json, "byteOffset", "byteOffset", 0, UINT64_MAX);
    read_sparse(build, json, &desc->sparse);
    read_extensions(build, json);
    gltf_i_build_name(build, GLTF_OBJECT_ACCESSOR, index, json);

    if ((document->source.flags & GLTF_SOURCE_STRICT) && !gltf_i_json_member(json, "bufferView") &&
        gltf_i_json_member(json, "byteOffset")) {
        gltf_i_build_property(build, "byteOffset", GLTF_I_REASON_OFFSET_ALONE); /* even where it is 0 */
    }
    if (build->fault.status != GLTF_OK) {
        make_inert(desc, index);
    }
}

gltf_status gltf_i_build_accessors(gltf_document *document, const gltf_i_table *elements) {
    static const char *const leave_out[] = {"min", "max", "extras", NULL};
    gltf_i_build build = {.document = document};
    document->accessors = gltf_i_build_get(&build, elements->count, sizeof *document->accessors);
    for (uint32_t i = 0; i < elements->count && build.stop == GLTF_OK; i++) {
        gltf_i_build_begin(&build, GLTF_OBJECT_ACCESSOR, i);
        gltf_i_json *json =
            gltf_i_build_element(&build, gltf_i_build_text_of(document, elements->extents[i]), leave_out);
        read_accessor(&build, json, i);
        gltf_i_json_free(json);
        gltf_i_build_end(&build);
    }
    return build.stop;
}
