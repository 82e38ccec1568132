/* gltf_inspect/report.c - --json: everything that the tables say, and more, as one JSON object. */
#include "inspect.h"

/* "status" and "message" of one object; message null where all is well. */
static void put_status(json_out *j, gltf_status status, const gltf_error *error) {
    json_string(j, "status", gltf_status_name(status));
    text sentence = {0};
    if (status != GLTF_OK) {
        name_error(&sentence, error, GLTF_OBJECT_NONE, GLTF_NONE);
    }
    json_string(j, "message", sentence.bytes);
    text_free(&sentence);
}

static void put_head(json_out *j, const gltf_document *document, int32_t object, uint32_t index) {
    json_open(j, NULL, '{');
    json_number(j, "index", index);
    json_string(j, "name", gltf_document_name(document, object, index));
}

static void put_fault(json_out *j, const faults *known, int32_t object, uint32_t index) {
    gltf_error error = {0};
    put_status(j, faults_of(known, object, index, &error), &error);
}

static void put_doubles(json_out *j, const char *key, const double *values, uint32_t count) {
    if (count == 0 || values[0] != values[0]) {
        json_string(j, key, NULL);
        return;
    }
    json_open(j, key, '[');
    for (uint32_t i = 0; i < count; i++) {
        json_double(j, NULL, values[i]);
    }
    json_close(j, ']');
}

static void put_floats(json_out *j, const char *key, const float *values, uint32_t count) {
    if (!values) {
        json_string(j, key, NULL);
        return;
    }
    json_open(j, key, '[');
    for (uint32_t i = 0; i < count; i++) {
        json_double(j, NULL, (double)values[i]);
    }
    json_close(j, ']');
}

static void put_attributes(json_out *j, const char *key, const gltf_attribute *attributes, uint32_t count) {
    json_open(j, key, '{');
    for (uint32_t i = 0; i < count; i++) {
        json_number(j, attributes[i].semantic, attributes[i].accessor);
    }
    json_close(j, '}');
}

/* ---- Buffers and views ---- */

static void put_buffers(json_out *j, const gltf_document *document, const faults *known, const gltf_source *source) {
    uint32_t count = gltf_document_count(document, GLTF_OBJECT_BUFFER);
    json_open(j, "buffers", '[');
    for (uint32_t i = 0; i < count; i++) {
        const char *uri = NULL;
        gltf_document_buffer_uri(document, i, &uri, NULL);
        put_head(j, document, GLTF_OBJECT_BUFFER, i);
        json_string(j, "uri", uri);
        json_number(j, "byteLength", source->buffers[i].size);
        json_bool(j, "loaded", source->buffers[i].data != NULL);
        put_fault(j, known, GLTF_OBJECT_BUFFER, i);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void put_compression(json_out *j, const gltf_compression *compression, const gltf_buffer_view *view) {
    json_open(j, "compression", '{');
    json_string(j, "extension", compression->extension);
    json_index(j, "buffer", compression->buffer);
    json_number(j, "byteOffset", compression->byte_offset);
    json_number(j, "byteLength", compression->byte_length);
    json_number(j, "byteStride", compression->byte_stride);
    json_number(j, "count", compression->count);
    json_string(j, "mode", compression->mode);
    json_string(j, "filter", compression->filter);
    if (compression->mode && compression->byte_length) {
        json_double(j, "ratio", (double)view->byte_length / (double)compression->byte_length);
    }
    json_close(j, '}');
}

static void put_view(json_out *j, const gltf_document *document, const faults *known, const gltf_buffer_view *view,
                     uint32_t i) {
    gltf_compression compression;
    int compressed = gltf_document_compression(document, i, &compression, NULL) == GLTF_OK && compression.extension;
    put_head(j, document, GLTF_OBJECT_VIEW, i);
    json_index(j, "buffer", compressed ? compression.view_buffer : view->buffer);
    json_number(j, "byteOffset", compressed ? compression.view_byte_offset : view->byte_offset);
    json_number(j, "byteLength", view->byte_length);
    json_index(j, "byteStride", view->byte_stride ? view->byte_stride : GLTF_NONE);
    if (compressed) {
        put_compression(j, &compression, view);
    }
    put_fault(j, known, GLTF_OBJECT_VIEW, i);
    json_close(j, '}');
}

/* ---- Accessors ---- */

static void put_uses(json_out *j, const gltf_document *document, uint32_t accessor) {
    const gltf_use *uses = NULL;
    uint32_t count = 0;
    gltf_document_uses(document, accessor, &uses, &count);
    json_open(j, "uses", '[');
    for (uint32_t i = 0; i < count; i++) {
        json_open(j, NULL, '{');
        json_string(j, "object", name_of_object(uses[i].object));
        json_number(j, "index", uses[i].index);
        json_index(j, "part", uses[i].part);
        json_index(j, "target", uses[i].target);
        json_string(j, "role", name_of_role(uses[i].role));
        json_string(j, "semantic", uses[i].semantic);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void put_bounds(json_out *j, const gltf_document *document, const gltf_accessor_desc *desc, uint32_t i) {
    double min[16];
    double max[16];
    uint32_t count = gltf_component_count(desc->shape);
    if (count > 0 && gltf_document_declared_bounds(document, i, min, max, 16, NULL) != GLTF_OK) {
        count = 0;
    }
    put_doubles(j, "min", min, count);
    put_doubles(j, "max", max, count);
}

static void put_accessor(json_out *j, const gltf_document *document, const gltf_accessor_desc *desc, uint32_t i) {
    gltf_accessor accessor;
    gltf_error error = {0};
    gltf_status status = gltf_document_accessor(document, i, &accessor, &error);
    put_head(j, document, GLTF_OBJECT_ACCESSOR, i);
    json_number(j, "count", desc->count);
    json_string(j, "type", name_of_shape(desc->shape));
    json_index(j, "componentType", desc->component_type ? desc->component_type : GLTF_NONE);
    json_bool(j, "normalized", desc->normalized != 0);
    json_bool(j, "sparse", desc->sparse.count > 0);
    json_number(j, "sparseCount", desc->sparse.count);
    json_index(j, "bufferView", desc->view);
    json_number(j, "byteOffset", desc->byte_offset);
    json_number(j, "byteStride", accessor.stride);
    put_bounds(j, document, desc, i);
    put_uses(j, document, i);
    put_status(j, status, &error);
    json_close(j, '}');
}

/* ---- Meshes ---- */

static void put_targets(json_out *j, const gltf_document *document, uint32_t mesh, uint32_t p, uint32_t count) {
    json_open(j, "targets", '[');
    for (uint32_t t = 0; t < count; t++) {
        const gltf_attribute *attributes = NULL;
        uint32_t attribute_count = 0;
        gltf_document_target(document, mesh, p, t, &attributes, &attribute_count, NULL);
        put_attributes(j, NULL, attributes, attribute_count);
    }
    json_close(j, ']');
}

static void put_primitive(json_out *j, const gltf_document *document, uint32_t mesh, uint32_t p) {
    gltf_primitive primitive;
    gltf_error error = {0};
    gltf_status status = gltf_document_primitive(document, mesh, p, &primitive, &error);
    json_open(j, NULL, '{');
    json_number(j, "index", p);
    if (status == GLTF_OK) {
        json_number(j, "mode", primitive.mode);
        json_index(j, "indices", primitive.indices);
        put_attributes(j, "attributes", primitive.attributes, primitive.attribute_count);
        put_targets(j, document, mesh, p, primitive.target_count);
    }
    put_status(j, status, &error);
    json_close(j, '}');
}

static void put_mesh(json_out *j, const gltf_document *document, uint32_t m) {
    gltf_mesh mesh = {0};
    gltf_error error = {0};
    gltf_status status = gltf_document_mesh(document, m, &mesh, &error);
    put_head(j, document, GLTF_OBJECT_MESH, m);
    put_floats(j, "weights", mesh.weights, mesh.weight_count);
    json_open(j, "targetNames", '[');
    for (uint32_t i = 0; i < mesh.target_name_count; i++) {
        json_string(j, NULL, mesh.target_names[i]);
    }
    json_close(j, ']');
    json_open(j, "primitives", '[');
    for (uint32_t p = 0; p < mesh.primitive_count; p++) {
        put_primitive(j, document, m, p);
    }
    json_close(j, ']');
    put_status(j, status, &error);
    json_close(j, '}');
}

/* ---- Nodes, skins, animations ---- */

static void put_node(json_out *j, const gltf_document *document, uint32_t n) {
    gltf_node node = {0};
    gltf_error error = {0};
    gltf_status status = gltf_document_node(document, n, &node, &error);
    put_head(j, document, GLTF_OBJECT_NODE, n);
    if (status == GLTF_OK) {
        json_index(j, "mesh", node.mesh);
        json_index(j, "skin", node.skin);
        put_floats(j, "weights", node.weights, node.weight_count);
        put_attributes(j, "instanceAttributes", node.instance_attributes, node.instance_attribute_count);
    }
    put_status(j, status, &error);
    json_close(j, '}');
}

static void put_skin(json_out *j, const gltf_document *document, uint32_t s) {
    gltf_skin skin = {0};
    gltf_error error = {0};
    gltf_status status = gltf_document_skin(document, s, &skin, &error);
    put_head(j, document, GLTF_OBJECT_SKIN, s);
    if (status == GLTF_OK) {
        json_index(j, "inverseBindMatrices", skin.inverse_bind_matrices);
        json_open(j, "joints", '[');
        for (uint32_t i = 0; i < skin.joint_count; i++) {
            json_number(j, NULL, skin.joints[i]);
        }
        json_close(j, ']');
    }
    put_status(j, status, &error);
    json_close(j, '}');
}

static void put_sampler(json_out *j, const gltf_document *document, uint32_t a, uint32_t s) {
    gltf_animation_sampler sampler;
    gltf_error error = {0};
    gltf_status status = gltf_document_sampler(document, a, s, &sampler, &error);
    json_open(j, NULL, '{');
    json_number(j, "index", s);
    if (status == GLTF_OK) {
        json_number(j, "input", sampler.input);
        json_number(j, "output", sampler.output);
        json_string(j, "interpolation", name_of_interpolation(sampler.interpolation));
    }
    put_status(j, status, &error);
    json_close(j, '}');
}

static void put_channel(json_out *j, const gltf_document *document, uint32_t a, uint32_t c) {
    gltf_animation_channel channel;
    gltf_error error = {0};
    gltf_status status = gltf_document_channel(document, a, c, &channel, &error);
    json_open(j, NULL, '{');
    json_number(j, "index", c);
    if (status == GLTF_OK) {
        json_number(j, "sampler", channel.sampler);
        json_index(j, "node", channel.node);
        json_string(j, "path", channel.path_name);
        json_string(j, "pointer", channel.pointer);
        json_number(j, "valuesPerKey", channel.values_per_key);
    }
    put_status(j, status, &error);
    json_close(j, '}');
}

static void put_animation(json_out *j, const gltf_document *document, uint32_t a) {
    gltf_animation animation = {0};
    gltf_error error = {0};
    gltf_status status = gltf_document_animation(document, a, &animation, &error);
    put_head(j, document, GLTF_OBJECT_ANIMATION, a);
    json_open(j, "samplers", '[');
    for (uint32_t s = 0; s < animation.sampler_count; s++) {
        put_sampler(j, document, a, s);
    }
    json_close(j, ']');
    json_open(j, "channels", '[');
    for (uint32_t c = 0; c < animation.channel_count; c++) {
        put_channel(j, document, a, c);
    }
    json_close(j, ']');
    put_status(j, status, &error);
    json_close(j, '}');
}

/* ---- The whole ---- */

static void put_each(json_out *j, const gltf_document *document, const char *key, int32_t object,
                     void (*put)(json_out *, const gltf_document *, uint32_t)) {
    uint32_t count = gltf_document_count(document, object);
    json_open(j, key, '[');
    for (uint32_t i = 0; i < count; i++) {
        put(j, document, i);
    }
    json_close(j, ']');
}

static void put_extensions(json_out *j, const gltf_document *document, const char *key, int32_t object) {
    uint32_t count = gltf_document_count(document, object);
    json_open(j, key, '[');
    for (uint32_t i = 0; i < count; i++) {
        json_string(j, NULL, gltf_document_name(document, object, i));
    }
    json_close(j, ']');
}

static void put_tables(json_out *j, const gltf_document *document) {
    gltf_source source;
    const gltf_accessor_desc *accessors = NULL;
    uint32_t accessor_count = 0;
    if (gltf_document_describe(document, &source, &accessors, &accessor_count) != GLTF_OK) {
        return;
    }
    faults known;
    faults_gather(&known, document);
    put_extensions(j, document, "extensionsUsed", GLTF_OBJECT_EXTENSION_USED);
    put_extensions(j, document, "extensionsRequired", GLTF_OBJECT_EXTENSION_REQUIRED);
    put_buffers(j, document, &known, &source);
    json_open(j, "bufferViews", '[');
    for (uint32_t i = 0; i < source.view_count; i++) {
        put_view(j, document, &known, &source.views[i], i);
    }
    json_close(j, ']');
    json_open(j, "accessors", '[');
    for (uint32_t i = 0; i < accessor_count; i++) {
        put_accessor(j, document, &accessors[i], i);
    }
    json_close(j, ']');
    put_each(j, document, "meshes", GLTF_OBJECT_MESH, put_mesh);
    put_each(j, document, "nodes", GLTF_OBJECT_NODE, put_node);
    put_each(j, document, "skins", GLTF_OBJECT_SKIN, put_skin);
    put_each(j, document, "animations", GLTF_OBJECT_ANIMATION, put_animation);
    faults_free(&known);
}

static void put_error(json_out *j, const gltf_error *error) {
    if (!error) {
        json_string(j, "error", NULL);
        return;
    }
    json_open(j, "error", '{');
    json_string(j, "object", name_of_object(error->object));
    json_index(j, "index", error->object == GLTF_OBJECT_NONE ? GLTF_NONE : error->index);
    json_string(j, "field", error->field);
    json_number(j, "position", error->position);
    put_status(j, error->status, error);
    json_close(j, '}');
}

int report_print(const inspect_request *request, const gltf_document *document, const gltf_error *error, FILE *out) {
    json_out j = {out, 0, 0};
    int exit_status = INSPECT_FINE;
    json_open(&j, NULL, '{');
    json_string(&j, "file", request->file);
    json_string(&j, "status", gltf_status_name(error ? error->status : GLTF_OK));
    put_error(&j, error);
    if (document) {
        json_string(&j, "container", inspect_is_glb(request->file) ? "GLB" : "text");
        put_tables(&j, document);
        if (request->has_accessor) {
            exit_status = decode_into_report(request, document, &j);
        }
    } else {
        json_open(&j, "accessors", '[');
        json_close(&j, ']');
    }
    json_close(&j, '}');
    return exit_status;
}
