/* document/build_accessors.c - layer 2: the table of accessors. */
#include "document.h"

static const char *const SHAPE_NAMES[] = {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"};

/* The seven names of `type`; a string that is none of them is kept for the message. */
static uint32_t read_shape(gltf_i_build *build, gltf_i_text type) {
    if (gltf_i_value_kind(type) != GLTF_I_JSON_STRING) {
        gltf_i_build_property(build, "type", type.at ? GLTF_I_REASON_NOT_STRING : GLTF_I_REASON_MISSING);
        return 0;
    }
    const uint32_t shape = gltf_i_build_choice(type, SHAPE_NAMES, 7);
    if (shape < 7) {
        return GLTF_SCALAR + shape;
    }
    gltf_i_build_fault_named(build, GLTF_ERR_SHAPE, "type", gltf_i_build_text(build, type, NULL));
    return 0;
}

/* One of the stored types; the two output-only ones between them are not. */
static uint32_t read_component_type(gltf_i_build *build, gltf_i_text value, const char *field) {
    const uint32_t type = (uint32_t)gltf_i_build_integer(build, value, field, 1, UINT32_MAX);
    if (build->fault.status == GLTF_OK && (type < GLTF_BYTE || type > GLTF_FLOAT || type == GLTF_INT)) {
        gltf_i_build_fault(build, GLTF_ERR_COMPONENT_TYPE, field, 0, type);
    }
    return type;
}

static uint32_t read_normalized(gltf_i_build *build, gltf_i_text normalized) {
    if (normalized.at && gltf_i_value_kind(normalized) != GLTF_I_JSON_BOOLEAN) {
        gltf_i_build_property(build, "normalized", GLTF_I_REASON_NOT_BOOLEAN);
    }
    return normalized.at && *normalized.at == 't';
}

/* [glTF 2.0, 5.2 Accessor Sparse and the two objects in it] */
static void read_sparse(gltf_i_build *build, gltf_i_text object, gltf_sparse *sparse) {
    enum { COUNT, INDICES, VALUES };
    static const char *const names[] = {"count", "indices", "values", NULL};
    enum { VIEW, OFFSET, TYPE };
    static const char *const part_names[] = {"bufferView", "byteOffset", "componentType", NULL};
    const uint32_t view_count = build->document->source.view_count;
    gltf_i_text members[3];
    gltf_i_text part[3];
    if (!gltf_i_build_object(build, object, "sparse", 0).at) {
        return;
    }
    gltf_i_scan_members(object, names, NULL, members);
    const gltf_i_text indices = gltf_i_build_object(build, members[INDICES], "sparse.indices", 1);
    const gltf_i_text values = gltf_i_build_object(build, members[VALUES], "sparse.values", 1);
    sparse->count = gltf_i_build_integer(build, members[COUNT], "sparse.count", 1, UINT64_MAX);
    gltf_i_scan_members(indices, part_names, NULL, part);
    sparse->indices_view = gltf_i_build_index(build, part[VIEW], "sparse.indices.bufferView", 1, view_count);
    sparse->indices_byte_offset = gltf_i_build_integer(build, part[OFFSET], "sparse.indices.byteOffset", 0, UINT64_MAX);
    sparse->indices_component_type = read_component_type(build, part[TYPE], "sparse.indices.componentType");
    gltf_i_scan_members(values, part_names, NULL, part);
    sparse->values_view = gltf_i_build_index(build, part[VIEW], "sparse.values.bufferView", 1, view_count);
    sparse->values_byte_offset = gltf_i_build_integer(build, part[OFFSET], "sparse.values.byteOffset", 0, UINT64_MAX);
}

/* A description that nothing resolves through. */
static void make_inert(gltf_accessor_desc *desc, uint32_t id) {
    memory_zero(desc, sizeof *desc);
    desc->view = GLTF_NONE;
    desc->id = id;
    desc->sparse.indices_view = GLTF_NONE;
    desc->sparse.values_view = GLTF_NONE;
}

/* Extensions that decide about the accessor's data.  One that is not required does so only where there is no other. */
static void read_extensions(gltf_i_build *build, gltf_i_text extensions, int is_empty) {
    if (gltf_i_scan_member(extensions, "MPEG_accessor_timed").at) {
        gltf_i_build_fault_named(build, GLTF_ERR_DYNAMIC, "extensions", "MPEG_accessor_timed");
    }
    const char *unknown = gltf_i_build_hiding(build, extensions, is_empty);
    if (unknown) {
        gltf_i_build_fault_named(build, GLTF_ERR_EXTENSION, "extensions", unknown);
    }
}

static void read_accessor(gltf_i_build *build, gltf_i_text text, uint32_t index) {
    enum { VIEW, OFFSET, TYPE, NORMALIZED, COUNT, SHAPE, SPARSE, EXTENSIONS, NAME, MEMBERS };
    static const char *const names[] = {"bufferView", "byteOffset", "componentType", "normalized", "count",
                                        "type",       "sparse",     "extensions",    "name",       NULL};
    gltf_document *document = build->document;
    gltf_accessor_desc *desc = &document->accessors[index];
    gltf_i_text members[MEMBERS];
    make_inert(desc, index);
    gltf_i_build_members(build, text, names, members);
    desc->component_type = read_component_type(build, members[TYPE], "componentType");
    desc->shape = read_shape(build, members[SHAPE]);
    desc->count = gltf_i_build_integer(build, members[COUNT], "count", 1, UINT64_MAX);
    desc->normalized = read_normalized(build, members[NORMALIZED]);
    desc->view = gltf_i_build_index(build, members[VIEW], "bufferView", 0, document->source.view_count);
    desc->byte_offset = gltf_i_build_integer(build, members[OFFSET], "byteOffset", 0, UINT64_MAX);
    read_sparse(build, members[SPARSE], &desc->sparse);
    read_extensions(build, members[EXTENSIONS], !members[VIEW].at && !members[SPARSE].at);
    gltf_i_build_name(build, GLTF_OBJECT_ACCESSOR, index, members[NAME]);

    if ((document->source.flags & GLTF_SOURCE_STRICT) && !members[VIEW].at && members[OFFSET].at) {
        gltf_i_build_property(build, "byteOffset", GLTF_I_REASON_OFFSET_ALONE); /* even where it is 0 */
    }
    if (build->fault.status != GLTF_OK) {
        make_inert(desc, index);
    }
}

gltf_status gltf_i_build_accessors(gltf_document *document, const gltf_i_table *elements) {
    gltf_i_build build = {.document = document};
    document->accessors = gltf_i_build_get(&build, elements->count, sizeof *document->accessors);
    for (uint32_t i = 0; i < elements->count && build.stop == GLTF_OK; i++) {
        gltf_i_build_begin(&build, GLTF_OBJECT_ACCESSOR, i);
        read_accessor(&build, gltf_i_build_text_at(document, elements->at[i]), i);
        gltf_i_build_end(&build);
    }
    return build.stop;
}
