/* gltf_inspect/listing.c - the tables that people read. */
#include "inspect.h"

#include <string.h>

enum { USES_SHOWN = 3 };

/* What every section needs. */
typedef struct listing {
    const gltf_document *document;
    gltf_source source;
    const gltf_accessor_desc *accessors;
    faults known;
    uint32_t buffers; /* of the file; a decompressed view has one of its own behind them */
    uint32_t fault_count;
    FILE *out;
} listing;

/* ---- Cells ---- */

static void cell_index(table *t, uint32_t index) {
    if (index == GLTF_NONE) {
        text_add(&t->text, "-");
    } else {
        text_addf(&t->text, "%u", (unsigned)index);
    }
    table_end_cell(t);
}

static void cell_number(table *t, uint64_t number) {
    text_addf(&t->text, "%llu", (unsigned long long)number);
    table_end_cell(t);
}

/* A size for people; the exact one stands beside it, so small ones are not repeated. */
static void cell_size(table *t, uint64_t bytes) {
    if (bytes >= 1024) {
        text_add_size(&t->text, bytes);
    }
    table_end_cell(t);
}

static void cell_name(table *t, const char *name) {
    text_add_name(&t->text, name ? name : "");
    table_end_cell(t);
}

/* " 'Cube'", or nothing without a name. */
static void add_quoted(text *t, const char *name) {
    if (name) {
        text_add(t, " '");
        text_add_name(t, name);
        text_add(t, "'");
    }
}

static void add_fault(listing *l, text *t, const gltf_error *error, int32_t object, uint32_t index) {
    text_add(t, "! ");
    name_error(t, error, object, index);
    l->fault_count++;
}

/* A fault and how many accessors share it; where the row is not that of the cause, only where to find it. */
static void cell_fault(listing *l, table *t, gltf_status status, const gltf_error *error, int32_t object,
                       uint32_t index) {
    const fault_entry *cause = faults_entry(&l->known, error->object, error->index);
    if (status != GLTF_OK && cause && error->object != object) {
        text_addf(&t->text, "see %s %u", name_of_object(error->object), (unsigned)error->index);
    } else if (status != GLTF_OK) {
        add_fault(l, &t->text, error, object, index);
        if (cause && cause->accessors > 1) {
            text_addf(&t->text, ", affects %u accessors", (unsigned)cause->accessors);
        }
    }
    table_end_cell(t);
}

/* Print text that has gathered, and start anew. */
static void flush_text(text *t, FILE *out) {
    fwrite(t->bytes, 1, t->length, out);
    text_free(t);
}

static void print_heading(const listing *l, const char *what, uint32_t count) {
    fprintf(l->out, "\n%s (%u)\n", what, (unsigned)count);
}

/* ---- Buffers and views ---- */

/* Where the bytes come from. */
static void cell_origin(table *t, const gltf_buffer *buffer, gltf_status status, const char *uri, int only_fallback) {
    if (uri) {
        text_add_name(&t->text, uri);
    } else if (buffer->data) {
        text_add(&t->text, "embedded");
    } else if (status == GLTF_OK && only_fallback) {
        text_add(&t->text, "fallback");
    } else if (status == GLTF_OK) {
        text_add(&t->text, "no data");
    }
    table_end_cell(t);
}

static void print_buffers(listing *l) {
    static const char *const heads[] = {">#", ">bytes", ">size", "data", "name", ""};
    if (l->buffers == 0) {
        return;
    }
    table t;
    table_begin(&t, heads, 6);
    for (uint32_t i = 0; i < l->buffers; i++) {
        const char *uri = NULL;
        gltf_error error = {0};
        gltf_status status = faults_of(&l->known, GLTF_OBJECT_BUFFER, i, &error);
        gltf_document_buffer_uri(l->document, i, &uri, NULL);
        cell_index(&t, i);
        cell_number(&t, l->source.buffers[i].size);
        cell_size(&t, l->source.buffers[i].size);
        const int only_fallback = faults_entry(&l->known, GLTF_OBJECT_BUFFER, i)->only_fallback;
        cell_origin(&t, &l->source.buffers[i], status, uri, only_fallback);
        cell_name(&t, gltf_document_name(l->document, GLTF_OBJECT_BUFFER, i));
        if (status == GLTF_OK && uri && !l->source.buffers[i].data &&
            !only_fallback) { /* no accessor needs it, so none says why */
            text_add(&t.text, "! not loaded");
            l->fault_count++;
        }
        cell_fault(l, &t, status, &error, GLTF_OBJECT_BUFFER, i);
    }
    print_heading(l, "buffers", l->buffers);
    table_print(&t, l->out);
}

static void add_view_row(listing *l, table *t, uint32_t i) {
    const gltf_buffer_view *view = &l->source.views[i];
    gltf_compression compression;
    gltf_error error = {0};
    gltf_status status = faults_of(&l->known, GLTF_OBJECT_VIEW, i, &error);
    int compressed = gltf_document_compression(l->document, i, &compression, NULL) == GLTF_OK && compression.extension;

    cell_index(t, i);
    cell_index(t, compressed ? compression.buffer : view->buffer < l->buffers ? view->buffer : GLTF_NONE);
    cell_number(t, compressed ? compression.byte_offset : view->byte_offset);
    cell_number(t, view->byte_length);
    cell_size(t, view->byte_length);
    if (view->byte_stride) {
        text_addf(&t->text, "%u", (unsigned)view->byte_stride);
    }
    table_end_cell(t);
    if (compressed && !compression.mode) {
        text_add_name(&t->text, compression.extension);
    } else if (compressed) {
        text_addf(&t->text, "%llu bytes, ", (unsigned long long)compression.byte_length);
        if (compression.byte_length) {
            text_addf(&t->text, "%.1f:1, ", (double)view->byte_length / (double)compression.byte_length);
        }
        text_add_name(&t->text, compression.extension);
        text_addf(&t->text, " %s", compression.mode);
        if (strcmp(compression.filter, "NONE") != 0) {
            text_addf(&t->text, " %s", compression.filter);
        }
    }
    table_end_cell(t);
    cell_name(t, gltf_document_name(l->document, GLTF_OBJECT_VIEW, i));
    cell_fault(l, t, status, &error, GLTF_OBJECT_VIEW, i);
}

static void print_views(listing *l) {
    static const char *const heads[] = {">#",      ">buffer",    ">offset", ">bytes", ">size",
                                        ">stride", "compressed", "name",    ""};
    if (l->source.view_count == 0) {
        return;
    }
    table t;
    table_begin(&t, heads, 9);
    for (uint32_t i = 0; i < l->source.view_count; i++) {
        add_view_row(l, &t, i);
    }
    print_heading(l, "views", l->source.view_count);
    table_print(&t, l->out);
}

/* ---- Accessors ---- */

/* "VEC3 FLOAT", "VEC4 u8n". */
static void cell_type(table *t, const gltf_accessor_desc *desc) {
    const char *shape = name_of_shape(desc->shape);
    if (shape) {
        text_addf(&t->text, "%s %s%s", shape, name_of_component_type(desc->component_type),
                  desc->normalized ? "n" : "");
    } else {
        text_add(&t->text, "?");
    }
    table_end_cell(t);
}

/* The object is left out where it is that of the use before. */
static void add_use(const listing *l, text *t, const gltf_use *use, const gltf_use *before) {
    static const char *const roles[] = {"?",     NULL,     "indices",   NULL, "inverse bind matrices",
                                        "input", "output", "instances", NULL};
    const char *role = use->role < sizeof roles / sizeof roles[0] ? roles[use->role] : "?";
    if (!before || before->object != use->object || before->index != use->index) {
        const char *object = name_of_object(use->object);
        text_addf(t, "%s %u", object ? object : "?", (unsigned)use->index);
        add_quoted(t, gltf_document_name(l->document, use->object, use->index));
        text_add(t, " ");
    }
    if (use->object == GLTF_OBJECT_ANIMATION) {
        text_addf(t, "sampler %u ", (unsigned)use->part);
    } else if (use->part != GLTF_NONE && use->part > 0) {
        text_addf(t, "primitive %u ", (unsigned)use->part);
    }
    if (use->role == GLTF_USE_TARGET) {
        text_addf(t, "target %u ", (unsigned)use->target);
    }
    if (role) {
        text_add(t, role);
        text_add(t, use->semantic ? " " : "");
    }
    text_add_name(t, use->semantic ? use->semantic : "");
}

static void cell_uses(const listing *l, table *t, uint32_t accessor) {
    const gltf_use *uses = NULL;
    uint32_t count = 0;
    if (gltf_document_uses(l->document, accessor, &uses, &count) == GLTF_OK) {
        for (uint32_t i = 0; i < count && i < USES_SHOWN; i++) {
            text_add(&t->text, i > 0 ? ", " : "");
            add_use(l, &t->text, &uses[i], i > 0 ? &uses[i - 1] : NULL);
        }
        if (count > USES_SHOWN) {
            text_addf(&t->text, " and %u more", (unsigned)(count - USES_SHOWN));
        }
    }
    table_end_cell(t);
}

static void add_vector(text *t, const double *values, uint32_t count) {
    if (values[0] != values[0]) { /* the file does not declare it */
        text_add(t, "?");
        return;
    }
    text_add(t, count > 1 ? "(" : "");
    for (uint32_t c = 0; c < count; c++) {
        int whole = values[c] > -1e9 && values[c] < 1e9 && values[c] == (double)(int32_t)values[c];
        text_addf(t, whole ? "%s%.0f" : "%s%.4g", c > 0 ? " " : "", values[c]);
    }
    text_add(t, count > 1 ? ")" : "");
}

static void cell_bounds(const listing *l, table *t, uint32_t accessor, const gltf_accessor_desc *desc) {
    double min[16];
    double max[16];
    uint32_t count = gltf_component_count(desc->shape);
    if (count > 0) {
        gltf_status status = gltf_document_declared_bounds(l->document, accessor, min, max, 16, NULL);
        if (status != GLTF_OK) {
            text_add(&t->text, "malformed");
        } else if (min[0] == min[0] || max[0] == max[0]) {
            add_vector(&t->text, min, count);
            text_add(&t->text, " .. ");
            add_vector(&t->text, max, count);
        }
    }
    table_end_cell(t);
}

static void add_accessor_row(listing *l, table *t, uint32_t i) {
    const gltf_accessor_desc *desc = &l->accessors[i];
    gltf_accessor accessor;
    gltf_error error = {0};
    gltf_status status = gltf_document_accessor(l->document, i, &accessor, &error);

    cell_index(t, i);
    cell_type(t, desc);
    cell_number(t, desc->count);
    cell_index(t, desc->view);
    if (desc->view != GLTF_NONE) {
        text_addf(&t->text, "%llu", (unsigned long long)desc->byte_offset);
    }
    table_end_cell(t);
    if (status == GLTF_OK && accessor.data) {
        text_addf(&t->text, "%llu", (unsigned long long)accessor.stride);
    }
    table_end_cell(t);
    if (desc->sparse.count > 0) {
        text_addf(&t->text, "%llu", (unsigned long long)desc->sparse.count);
    }
    table_end_cell(t);
    cell_name(t, gltf_document_name(l->document, GLTF_OBJECT_ACCESSOR, i));
    cell_uses(l, t, i);
    cell_bounds(l, t, i, desc);
    cell_fault(l, t, status, &error, GLTF_OBJECT_ACCESSOR, i);
}

static void print_accessors(listing *l, uint32_t count) {
    static const char *const heads[] = {">#",      "type", ">count",  ">view",      ">offset", ">stride",
                                        ">sparse", "name", "used by", "min .. max", ""};
    if (count == 0) {
        return;
    }
    table t;
    table_begin(&t, heads, 11);
    for (uint32_t i = 0; i < count; i++) {
        add_accessor_row(l, &t, i);
    }
    print_heading(l, "accessors", count);
    table_print(&t, l->out);
}

/* ---- Meshes ---- */

static void add_attributes(text *t, const gltf_attribute *attributes, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        text_add(t, i > 0 ? ", " : "  ");
        text_add_name(t, attributes[i].semantic);
        text_addf(t, " %u", (unsigned)attributes[i].accessor);
    }
}

static void print_target(listing *l, uint32_t m, const gltf_mesh *mesh, uint32_t p, uint32_t target) {
    const gltf_attribute *attributes = NULL;
    uint32_t count = 0;
    gltf_error error = {0};
    text t = {0};
    text_addf(&t, "      target %u", (unsigned)target);
    if (target < mesh->target_name_count) {
        add_quoted(&t, mesh->target_names[target]);
    }
    if (gltf_document_target(l->document, m, p, target, &attributes, &count, &error) == GLTF_OK) {
        add_attributes(&t, attributes, count);
    } else {
        text_add(&t, "  ");
        add_fault(l, &t, &error, GLTF_OBJECT_MESH, m);
    }
    text_add(&t, "\n");
    flush_text(&t, l->out);
}

static void print_primitive(listing *l, uint32_t m, const gltf_mesh *mesh, uint32_t p) {
    gltf_primitive primitive;
    gltf_error error = {0};
    text t = {0};
    text_addf(&t, "    primitive %u  ", (unsigned)p);
    if (gltf_document_primitive(l->document, m, p, &primitive, &error) != GLTF_OK) {
        add_fault(l, &t, &error, GLTF_OBJECT_MESH, m);
        text_add(&t, "\n");
        flush_text(&t, l->out);
        return;
    }
    if (primitive.mode > 6) { /* of an extension */
        text_addf(&t, "mode %u", (unsigned)primitive.mode);
    } else {
        text_add(&t, name_of_mode(primitive.mode));
    }
    if (primitive.indices != GLTF_NONE) {
        text_addf(&t, "  indices %u", (unsigned)primitive.indices);
    }
    add_attributes(&t, primitive.attributes, primitive.attribute_count);
    text_add(&t, "\n");
    flush_text(&t, l->out);
    for (uint32_t target = 0; target < primitive.target_count; target++) {
        print_target(l, m, mesh, p, target);
    }
}

static void add_weights(text *t, const float *weights, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        text_addf(t, "%s%.4g", i > 0 ? " " : ", weights ", (double)weights[i]);
    }
}

static void print_mesh(listing *l, uint32_t m) {
    gltf_mesh mesh;
    gltf_error error = {0};
    text t = {0};
    text_addf(&t, "  %u", (unsigned)m);
    add_quoted(&t, gltf_document_name(l->document, GLTF_OBJECT_MESH, m));
    text_add(&t, "  ");
    if (gltf_document_mesh(l->document, m, &mesh, &error) != GLTF_OK) {
        add_fault(l, &t, &error, GLTF_OBJECT_MESH, m);
        text_add(&t, "\n");
        flush_text(&t, l->out);
        return;
    }
    text_addf(&t, "%u primitive%s", (unsigned)mesh.primitive_count, mesh.primitive_count == 1 ? "" : "s");
    if (mesh.target_count > 0) {
        text_addf(&t, ", %u target%s", (unsigned)mesh.target_count, mesh.target_count == 1 ? "" : "s");
    }
    add_weights(&t, mesh.weights, mesh.weight_count);
    text_add(&t, "\n");
    flush_text(&t, l->out);
    for (uint32_t p = 0; p < mesh.primitive_count; p++) {
        print_primitive(l, m, &mesh, p);
    }
}

/* ---- Skins, animations, nodes ---- */

static void print_skin(listing *l, uint32_t s) {
    gltf_skin skin;
    gltf_error error = {0};
    text t = {0};
    text_addf(&t, "  %u", (unsigned)s);
    add_quoted(&t, gltf_document_name(l->document, GLTF_OBJECT_SKIN, s));
    text_add(&t, "  ");
    if (gltf_document_skin(l->document, s, &skin, &error) != GLTF_OK) {
        add_fault(l, &t, &error, GLTF_OBJECT_SKIN, s);
    } else {
        text_addf(&t, "%u joint%s, inverse bind matrices: ", (unsigned)skin.joint_count,
                  skin.joint_count == 1 ? "" : "s");
        if (skin.inverse_bind_matrices == GLTF_NONE) {
            text_add(&t, "none (identity)");
        } else {
            text_addf(&t, "accessor %u", (unsigned)skin.inverse_bind_matrices);
        }
    }
    text_add(&t, "\n");
    flush_text(&t, l->out);
}

static void add_channel(listing *l, text *t, uint32_t a, uint32_t c) {
    gltf_animation_channel channel;
    gltf_animation_sampler sampler;
    gltf_error error = {0};
    text_addf(t, "    channel %u  ", (unsigned)c);
    if (gltf_document_channel(l->document, a, c, &channel, &error) != GLTF_OK ||
        gltf_document_sampler(l->document, a, channel.sampler, &sampler, &error) != GLTF_OK) {
        add_fault(l, t, &error, GLTF_OBJECT_ANIMATION, a);
        text_add(t, "\n");
        return;
    }
    if (channel.pointer) {
        text_add_name(t, channel.pointer);
    } else if (channel.node == GLTF_NONE) {
        text_add(t, "no node");
    } else {
        text_addf(t, "node %u", (unsigned)channel.node);
        add_quoted(t, gltf_document_name(l->document, GLTF_OBJECT_NODE, channel.node));
    }
    text_add(t, " ");
    text_add_name(t, channel.path_name ? channel.path_name : "?");
    text_addf(t, "  sampler %u %s  input %u, output %u\n", (unsigned)channel.sampler,
              name_of_interpolation(sampler.interpolation), (unsigned)sampler.input, (unsigned)sampler.output);
}

static void print_animation(listing *l, uint32_t a) {
    gltf_animation animation;
    gltf_error error = {0};
    text t = {0};
    text_addf(&t, "  %u", (unsigned)a);
    add_quoted(&t, gltf_document_name(l->document, GLTF_OBJECT_ANIMATION, a));
    text_add(&t, "  ");
    if (gltf_document_animation(l->document, a, &animation, &error) != GLTF_OK) {
        add_fault(l, &t, &error, GLTF_OBJECT_ANIMATION, a);
        text_add(&t, "\n");
    } else {
        text_addf(&t, "%u sampler%s, %u channel%s\n", (unsigned)animation.sampler_count,
                  animation.sampler_count == 1 ? "" : "s", (unsigned)animation.channel_count,
                  animation.channel_count == 1 ? "" : "s");
        for (uint32_t c = 0; c < animation.channel_count; c++) {
            add_channel(l, &t, a, c);
        }
    }
    flush_text(&t, l->out);
}

/* Nodes are told of only where they name accessors or are at fault: the scene is not this tool's matter. */
static void print_nodes(listing *l) {
    uint32_t count = gltf_document_count(l->document, GLTF_OBJECT_NODE);
    int headed = 0;
    for (uint32_t n = 0; n < count; n++) {
        gltf_node node;
        gltf_error error = {0};
        gltf_status status = gltf_document_node(l->document, n, &node, &error);
        if (status == GLTF_OK && node.instance_attribute_count == 0) {
            continue;
        }
        if (!headed) {
            fputs("\nnodes with instances or faults\n", l->out);
            headed = 1;
        }
        text t = {0};
        text_addf(&t, "  %u", (unsigned)n);
        add_quoted(&t, gltf_document_name(l->document, GLTF_OBJECT_NODE, n));
        if (status != GLTF_OK) {
            text_add(&t, "  ");
            add_fault(l, &t, &error, GLTF_OBJECT_NODE, n);
        } else {
            add_attributes(&t, node.instance_attributes, node.instance_attribute_count);
        }
        text_add(&t, "\n");
        flush_text(&t, l->out);
    }
}

/* ---- The whole ---- */

static void print_each(listing *l, const char *what, int32_t object, void (*print)(listing *, uint32_t)) {
    uint32_t count = gltf_document_count(l->document, object);
    if (count > 0) {
        print_heading(l, what, count);
    }
    for (uint32_t i = 0; i < count; i++) {
        print(l, i);
    }
}

static void add_extensions(const listing *l, text *t, const char *what, int32_t object) {
    uint32_t count = gltf_document_count(l->document, object);
    for (uint32_t i = 0; i < count; i++) {
        const char *name = gltf_document_name(l->document, object, i);
        text_add(t, i > 0 ? ", " : what);
        text_add_name(t, name ? name : "?");
    }
    if (count > 0) {
        text_add(t, "\n");
    }
}

static void print_header(const listing *l, const char *file) {
    static const struct {
        int32_t object;
        const char *one;
        const char *many;
    } kinds[] = {{GLTF_OBJECT_BUFFER, "buffer", "buffers"},
                 {GLTF_OBJECT_VIEW, "view", "views"},
                 {GLTF_OBJECT_ACCESSOR, "accessor", "accessors"},
                 {GLTF_OBJECT_MESH, "mesh", "meshes"},
                 {GLTF_OBJECT_NODE, "node", "nodes"},
                 {GLTF_OBJECT_SKIN, "skin", "skins"},
                 {GLTF_OBJECT_ANIMATION, "animation", "animations"}};
    size_t json_size = 0;
    text t = {0};
    (void)gltf_document_json(l->document, &json_size);
    text_add_name(&t, file);
    text_add(&t, inspect_is_glb(file) ? ": GLB, " : ": text, ");
    text_add_size(&t, json_size);
    text_add(&t, " of JSON");
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        uint32_t count = gltf_document_count(l->document, kinds[i].object);
        if (count > 0) {
            text_addf(&t, ", %u %s", (unsigned)count, count == 1 ? kinds[i].one : kinds[i].many);
        }
    }
    text_add(&t, "\n");
    add_extensions(l, &t, "extensions used: ", GLTF_OBJECT_EXTENSION_USED);
    add_extensions(l, &t, "extensions required: ", GLTF_OBJECT_EXTENSION_REQUIRED);
    flush_text(&t, l->out);
}

void listing_print(const inspect_request *request, const gltf_document *document, FILE *out) {
    listing l;
    uint32_t accessor_count = 0;
    memset(&l, 0, sizeof l);
    l.document = document;
    l.out = out;
    l.buffers = gltf_document_count(document, GLTF_OBJECT_BUFFER);
    gltf_document_describe(document, &l.source, &l.accessors, &accessor_count);

    faults_gather(&l.known, document);
    print_header(&l, request->file);
    print_buffers(&l);
    print_views(&l);
    print_accessors(&l, accessor_count);
    print_each(&l, "meshes", GLTF_OBJECT_MESH, print_mesh);
    print_each(&l, "skins", GLTF_OBJECT_SKIN, print_skin);
    print_each(&l, "animations", GLTF_OBJECT_ANIMATION, print_animation);
    print_nodes(&l);
    if (l.fault_count > 0) {
        fprintf(out, "\n%u fault%s, each marked with ! beside its object\n", (unsigned)l.fault_count,
                l.fault_count == 1 ? "" : "s");
    }
    faults_free(&l.known);
}
