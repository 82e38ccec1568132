/* tests/fuzz/fuzz_document.c - outside the layers: any bytes through parsing and loading to every reader of every accessor.
 *
 * The input is a file.  How it is read (strictness, CPU, copying, where memory ends, what the callbacks of the host do)
 * hangs on a hash of it, so that one input always does the same.  Outputs are larger than asked for and filled with a
 * canary that must survive around them. */
#define FUZZ_NAME "fuzz_document"
#include "harness.h"

#include "../../include/gltf_accessor/gltf_accessor.h"

enum {
    MAX_NUMBERS = 160, /* looked at in one read */
    MARGIN = 64,
    MAX_LENT = 16384,
    MAX_PER_KIND = 64, /* objects of each kind looked at one by one */
    MAX_MORPHED = 16,  /* attributes of one primitive */
    MAX_DECODED = 1 << 20
};

/* ---- The host ---- */

typedef struct host {
    fuzz_memory memory;
    uint32_t hash;
    uint32_t loaded;
    uint32_t opened;
    uint32_t calls;        /* of load in this call of gltf_document_load */
    uint64_t opened_bytes; /* compressed bytes of all openings */
} host;

/* Always the same bytes: small indices and all others. */
static const uint8_t *lent(void) {
    static uint8_t bytes[MAX_LENT];
    for (size_t i = 0; bytes[7] == 0 && i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(i % 3 ? i / 7 : 0);
    }
    return bytes;
}

/* Bring a buffer: as long as it should be, longer, shorter, nothing, or not at all. */
static gltf_status GLTF_CALL load(void *user, uint32_t buffer, const char *uri, uint64_t byte_length,
                                  gltf_buffer *out) {
    host *h = user;
    const uint32_t how = (h->hash >> 9) + buffer * 7;
    claim(uri != NULL, "a buffer without URI was asked for");
    h->calls++;
    if (how % 8 == 0 || byte_length > MAX_LENT) {
        out->size = byte_length; /* means nothing with a failure */
        return how % 16 ? GLTF_ERR_IO : GLTF_ERR_URI;
    }
    const size_t length = (size_t)byte_length;
    out->data = how % 8 == 1 ? NULL : lent();
    out->size = how % 8 == 2 ? 0 : how % 8 == 3 && length ? length - 1 : how % 8 == 4 ? MAX_LENT : length;
    if (how % 64 == 5 || how % 64 == 13) { /* too short, and how short may be known */
        out->data = NULL;
        out->size = how % 64 == 5 ? length / 2 : 0;
        return GLTF_ERR_BUFFER_LENGTH;
    }
    h->loaded++;
    return GLTF_OK;
}

static void GLTF_CALL unload(void *user, const gltf_buffer *buffer) {
    host *h = user;
    claim(buffer->data == lent() || buffer->data == NULL, "released what was not loaded");
    claim(h->loaded > 0, "released more than was loaded");
    h->loaded--;
}

/* A decoder of primitives that makes something up, from the compressed bytes. */
static gltf_status GLTF_CALL open_geometry(void *user, const uint8_t *bytes, size_t size, void **geometry,
                                           uint64_t *vertex_count, uint64_t *index_count) {
    host *h = user;
    const uint32_t hash = fuzz_hash(bytes, size, h->hash);
    if (hash % 8 == 0) {
        return hash % 16 ? GLTF_ERR_CODEC : GLTF_ERR_CODEC_VERSION;
    }
    h->opened++;
    h->opened_bytes += size;
    *geometry = h;
    *vertex_count = hash % 64 == 1 ? UINT64_MAX / 4 : size ? bytes[0] % 64u : 3;
    *index_count = hash % 64 == 2 ? UINT64_MAX : size > 1 ? bytes[1] % 64u * 3 : 3;
    return GLTF_OK;
}

static gltf_status GLTF_CALL give_attribute(void *user, void *geometry, uint32_t unique_id, uint32_t component_type,
                                            uint32_t component_count, void *out, size_t out_size) {
    host *h = user;
    claim(geometry == user && h->opened == 1, "an attribute of what is not open");
    claim(component_count >= 1 && out_size % (component_count * gltf_component_size(component_type)) == 0,
          "room for parts of elements");
    memset(out, (int)(unique_id & 63), out_size);
    return h->hash % 32 == 5 ? GLTF_ERR_CONVERSION : GLTF_OK;
}

static gltf_status GLTF_CALL give_indices(void *user, void *geometry, uint32_t *out, size_t index_count) {
    host *h = user;
    claim(geometry == user && h->opened == 1, "indices of what is not open");
    for (size_t i = 0; i < index_count; i++) {
        out[i] = (uint32_t)(h->hash % 16 == 6 ? i : i % 3);
    }
    return GLTF_OK;
}

static void GLTF_CALL close_geometry(void *user, void *geometry) {
    host *h = user;
    claim(geometry == user && h->opened == 1, "closed what is not open");
    h->opened--;
}

/* ---- Outputs ---- */

typedef union output {
    double aligned;
    uint8_t bytes[MARGIN + MAX_NUMBERS * 8 + MARGIN];
} output;

static uint8_t *prepare(output *out) {
    memset(out->bytes, FUZZ_CANARY, sizeof out->bytes);
    return out->bytes + MARGIN;
}

/* Nothing before the output and nothing after its `used` bytes has changed; with `status` not OK nor CONVERSION nothing has. */
static void check(const output *out, size_t used, gltf_status status) {
    if (status != GLTF_OK && status != GLTF_ERR_CONVERSION) {
        used = 0;
    }
    claim(fuzz_untouched(out->bytes, MARGIN), "written before an output");
    claim(fuzz_untouched(out->bytes + MARGIN + used, sizeof out->bytes - MARGIN - used), "written past an output");
}

static void check_error(gltf_status status, const gltf_error *error) {
    char line[400];
    if (status != GLTF_OK) {
        claim(error->status == status, "an error says something else than the status");
        claim(gltf_error_format(error, line, sizeof line) > 0, "an error without text");
        claim(strlen(line) < sizeof line, "text longer than its room");
        claim(strcmp(gltf_status_name(status), "GLTF_ERR_UNKNOWN") != 0, "a status without a name");
    }
}

/* ---- Readers ---- */

static const uint32_t output_types[] = {
    0,          GLTF_FLOAT,          GLTF_DOUBLE, GLTF_HALF_FLOAT,   GLTF_BYTE, GLTF_UNSIGNED_BYTE,
    GLTF_SHORT, GLTF_UNSIGNED_SHORT, GLTF_INT,    GLTF_UNSIGNED_INT, 7};

static gltf_layout some_layout(const gltf_accessor *a, uint32_t seed) {
    gltf_layout layout;
    memset(&layout, 0, sizeof layout);
    layout.component_type = output_types[seed % (sizeof output_types / sizeof output_types[0])];
    layout.component_count = (seed >> 4) % 6;
    layout.normalized = (seed >> 8) & 1;
    layout.fill[3] = 1.0f;
    if ((seed >> 9) & 1) {
        layout.byte_stride =
            16 * gltf_component_size(layout.component_type ? layout.component_type : a->component_type) + 3;
    }
    return layout;
}

/* Bytes of an output element, 0 where the layout cannot be. */
static size_t layout_size(const gltf_accessor *a, const gltf_layout *layout) {
    uint32_t n = layout->component_count ? layout->component_count : a->component_count;
    return (size_t)n * gltf_component_size(layout->component_type ? layout->component_type : a->component_type);
}

static void read_layout(const gltf_accessor *a, size_t first, size_t count, uint32_t seed) {
    output out;
    gltf_layout layout = some_layout(a, seed);
    size_t size = layout_size(a, &layout);
    size_t step = layout.byte_stride ? layout.byte_stride : size;
    if (size == 0 || count == 0) {
        return;
    }
    if (count > MAX_NUMBERS * 8 / (step ? step : 1)) {
        count = MAX_NUMBERS * 8 / (step ? step : 1);
    }
    uint8_t *bytes = prepare(&out);
    size_t need = count ? (count - 1) * step + size : 0;
    gltf_status status = gltf_accessor_read_as(a, first, count, &layout, bytes, need);
    check(&out, need, status);
    for (size_t i = 0; i + 1 < count && step > size; i++) {
        for (size_t k = size; k < step; k++) {
            claim(bytes[i * step + k] == FUZZ_CANARY, "written between two elements");
        }
    }
    if (need) {
        bytes = prepare(&out);
        status = gltf_accessor_read_as(a, first, count, &layout, bytes, need - 1);
        claim(status != GLTF_OK, "read into too little room");
        check(&out, 0, status);
    }
}

static void read_range(const gltf_accessor *a, size_t first, size_t count, uint32_t seed) {
    output out;
    size_t n = count * a->component_count;
    uint8_t *bytes = prepare(&out);
    gltf_status status = gltf_accessor_read_float(a, first, count, (float *)(void *)bytes, n);
    claim(status == GLTF_OK, "read_float of a proved accessor");
    check(&out, n * sizeof(float), status);

    bytes = prepare(&out);
    status = gltf_accessor_read_double(a, first, count, (double *)(void *)bytes, n);
    claim(status == GLTF_OK, "read_double of a proved accessor");
    check(&out, n * sizeof(double), status);

    bytes = prepare(&out);
    status = gltf_accessor_read_uint32(a, first, count, (uint32_t *)(void *)bytes, n);
    claim(status == GLTF_OK || status == GLTF_ERR_CONVERSION, "read_uint32 of a proved accessor");
    check(&out, n * sizeof(uint32_t), status);

    if (n) {
        bytes = prepare(&out);
        claim(gltf_accessor_read_float(a, first, count, (float *)(void *)bytes, n - 1) == GLTF_ERR_CAPACITY,
              "read_float room");
        check(&out, 0, GLTF_ERR_CAPACITY);
    }
    for (uint32_t i = 0; i < 2; i++) {
        read_layout(a, first, count, seed * 2654435761u + i * 40503u);
    }
}

static void read_streams(const gltf_accessor *a, size_t first, size_t count) {
    output out;
    gltf_stream streams[2];
    uint32_t failed = 0;
    size_t half = MAX_NUMBERS * 4;
    uint8_t *bytes = prepare(&out);
    memset(streams, 0, sizeof streams);
    streams[0].accessor = streams[1].accessor = a;
    streams[0].out = bytes;
    streams[0].out_size = half;
    streams[0].layout.component_type = GLTF_FLOAT;
    streams[1].out = bytes + half;
    streams[1].out_size = half;
    if (count * a->component_count > MAX_NUMBERS / 2) {
        count = MAX_NUMBERS / 2 / a->component_count;
    }
    gltf_status status = gltf_accessor_read_streams(streams, 2, first, count, &failed);
    claim(status == GLTF_OK, "read_streams of a proved accessor");
    check(&out, half + count * a->component_count * gltf_component_size(a->component_type), status);
}

static void read_accessor(const gltf_accessor *a, uint32_t seed) {
    size_t window = a->component_count ? MAX_NUMBERS / a->component_count : 0;
    size_t count = a->count < window ? a->count : window;
    double low[16], high[16];

    claim(gltf_accessor_number_count(a) == a->count * a->component_count, "number_count");
    read_range(a, 0, count, seed);
    read_range(a, a->count - count, count, seed + 1);
    read_range(a, a->count / 2, (a->count - a->count / 2) < window ? a->count - a->count / 2 : window, seed + 2);
    if (a->count) {
        read_range(a, seed % a->count, 1, seed + 3);
    }
    claim(gltf_accessor_read_float(a, a->count, 1, (float *)low, 16) == GLTF_ERR_RANGE, "read past the end");
    read_streams(a, a->count - count, count);
    if (a->count <= 1u << 16 || !a->data) { /* zeros that no file stores take no time */
        claim(gltf_accessor_bounds(a, low, high, 16) == GLTF_OK, "bounds of a proved accessor");
    }
    (void)gltf_accessor_direct(a);
}

/* ---- The document ---- */

static uint32_t at_most(uint32_t count) {
    return count < MAX_PER_KIND ? count : MAX_PER_KIND;
}

static void look_at_accessors(const gltf_document *document, uint32_t hash) {
    gltf_error error;
    uint32_t count = gltf_document_count(document, GLTF_OBJECT_ACCESSOR);
    for (uint32_t i = 0; i < count && i < 4 * MAX_PER_KIND; i++) {
        gltf_accessor accessor;
        const gltf_use *uses;
        uint32_t use_count;
        double low[16], high[16];
        gltf_status status = gltf_document_accessor(document, i, &accessor, &error);
        check_error(status, &error);
        if (status == GLTF_OK) {
            read_accessor(&accessor, hash + i);
        } else {
            claim(accessor.count == 0 && accessor.data == NULL, "something left in a refused accessor");
        }
        status = gltf_document_declared_bounds(document, i, low, high, 16, &error);
        check_error(status, &error);
        if (gltf_document_uses(document, i, &uses, &use_count) == GLTF_OK) {
            for (uint32_t u = 0; u < use_count && u < MAX_PER_KIND; u++) {
                claim(uses[u].role >= GLTF_USE_ATTRIBUTE && uses[u].role <= GLTF_USE_EXTENSION, "a use without a role");
            }
        }
    }
    check_error(gltf_document_accessor(document, count, &(gltf_accessor){0}, &error), &error);
}

static void look_at_attributes(const gltf_document *document, const gltf_attribute *attributes, uint32_t count,
                               uint32_t mesh, uint32_t primitive, uint32_t target) {
    gltf_error error;
    for (uint32_t i = 0; i < at_most(count); i++) {
        uint32_t index = GLTF_NONE;
        gltf_accessor accessor;
        const char *semantic = attributes[i].semantic;
        claim(semantic != NULL, "an attribute without a name");
        gltf_status status = gltf_document_attribute(document, mesh, primitive, target, semantic, &index, NULL, &error);
        check_error(status, &error);
        claim(status == GLTF_OK && index != GLTF_NONE, "an attribute that is listed cannot be found");
        status = gltf_document_attribute(document, mesh, primitive, target, semantic, &index, &accessor, &error);
        check_error(status, &error);
        if (status == GLTF_OK) {
            read_accessor(&accessor, i);
        }
    }
}

/* ---- Morph targets ---- */

static void check_morph(gltf_status status, const gltf_error *error, const output *out, size_t used) {
    check_error(status, error);
    check(out, status == GLTF_OK ? used : 0, GLTF_OK); /* nothing is written on any failure */
}

/* One attribute with its targets blended in: dense, in a layout, in too little room, past the end. */
static void morph(const gltf_document *document, uint32_t mesh, uint32_t primitive, const char *semantic,
                  uint32_t target_count, uint32_t seed) {
    static const float some[] = {0, 1, 0.5f, -1, 1e30f, -0.0f, 0, 2.5f};
    float weights[MAX_PER_KIND];
    gltf_error error;
    gltf_accessor base;
    output out;
    gltf_status status = gltf_document_attribute(document, mesh, primitive, GLTF_NONE, semantic, NULL, &base, &error);
    if (status != GLTF_OK || base.count == 0) {
        return;
    }
    for (uint32_t i = 0; i < MAX_PER_KIND; i++) {
        weights[i] = some[(seed >> i % 24) % 8];
    }
    const int own = seed % 4 == 0 || target_count > MAX_PER_KIND;
    const uint32_t weight_count = own ? 0 : target_count;
    const size_t window = MAX_NUMBERS / base.component_count;
    const size_t count = base.count < window ? base.count : window;
    const size_t first = seed % 3 ? base.count - count : 0;
    const size_t need = count * base.component_count * sizeof(float);
    uint8_t *bytes = prepare(&out);
    status = gltf_document_morph(document, mesh, primitive, semantic, own ? NULL : weights, weight_count, first, count,
                                 NULL, bytes, need, &error);
    check_morph(status, &error, &out, need);
    bytes = prepare(&out);
    status = gltf_document_morph(document, mesh, primitive, semantic, own ? NULL : weights, weight_count, first, count,
                                 NULL, bytes, need - 1, &error);
    claim(status != GLTF_OK, "blended into too little room");
    check_morph(status, &error, &out, 0);
    bytes = prepare(&out);
    status = gltf_document_morph(document, mesh, primitive, semantic, weights, target_count + 1, base.count, 1, NULL,
                                 bytes, sizeof out.bytes - 2 * MARGIN, &error);
    claim(status != GLTF_OK, "blended what is not there");
    check_morph(status, &error, &out, 0);

    gltf_layout layout = some_layout(&base, seed);
    layout.component_type = layout.component_type ? layout.component_type : (uint32_t)GLTF_FLOAT;
    const size_t size = layout_size(&base, &layout);
    if (size) {
        bytes = prepare(&out);
        status = gltf_document_morph(document, mesh, primitive, semantic, own ? NULL : weights, weight_count, first, 1,
                                     &layout, bytes, size, &error);
        check_morph(status, &error, &out, size);
    }
}

static void look_at_primitive(const gltf_document *document, uint32_t mesh, uint32_t primitive) {
    gltf_error error;
    gltf_primitive p;
    output out;
    gltf_status status = gltf_document_primitive(document, mesh, primitive, &p, &error);
    check_error(status, &error);
    if (status != GLTF_OK) {
        return;
    }
    look_at_attributes(document, p.attributes, p.attribute_count, mesh, primitive, GLTF_NONE);
    for (uint32_t i = 0; i < p.attribute_count && i < MAX_MORPHED; i++) {
        const char *semantic = p.attributes[i].semantic;
        morph(document, mesh, primitive, semantic, p.target_count,
              fuzz_hash(semantic, strlen(semantic), mesh * 31 + primitive + i));
    }
    for (uint32_t t = 0; t < at_most(p.target_count); t++) {
        const gltf_attribute *attributes;
        uint32_t count;
        status = gltf_document_target(document, mesh, primitive, t, &attributes, &count, &error);
        check_error(status, &error);
        if (status == GLTF_OK) {
            look_at_attributes(document, attributes, count, mesh, primitive, t);
        }
    }
    for (uint32_t flags = 0; flags < 2; flags++) {
        size_t count = 0;
        status = gltf_document_indices(document, mesh, primitive, flags, NULL, 0, &count, &error);
        check_error(status, &error);
        if (status == GLTF_OK && count <= MAX_NUMBERS) {
            uint8_t *bytes = prepare(&out);
            status =
                gltf_document_indices(document, mesh, primitive, flags, (uint32_t *)(void *)bytes, count, NULL, &error);
            check_error(status, &error);
            check(&out, count * 4, GLTF_OK);
        }
    }
}

static void look_at_scene(const gltf_document *document) {
    gltf_error error;
    uint32_t count = at_most(gltf_document_count(document, GLTF_OBJECT_MESH));
    for (uint32_t i = 0; i < count; i++) {
        gltf_mesh mesh;
        gltf_status status = gltf_document_mesh(document, i, &mesh, &error);
        check_error(status, &error);
        uint32_t primitives = status == GLTF_OK ? at_most(mesh.primitive_count) : 1;
        if (status != GLTF_OK) {
            gltf_primitive primitive;
            claim(gltf_document_primitive(document, i, 0, &primitive, &error) == status,
                  "a broken mesh with a primitive that is not");
        }
        for (uint32_t p = 0; p < primitives; p++) {
            look_at_primitive(document, i, p);
        }
    }
    count = at_most(gltf_document_count(document, GLTF_OBJECT_NODE));
    for (uint32_t i = 0; i < count; i++) {
        gltf_node node;
        float weights[16];
        size_t weight_count = 0;
        check_error(gltf_document_node(document, i, &node, &error), &error);
        check_error(gltf_document_node_weights(document, i, weights, 16, &weight_count, &error), &error);
    }
    count = at_most(gltf_document_count(document, GLTF_OBJECT_SKIN));
    for (uint32_t i = 0; i < count; i++) {
        gltf_skin skin;
        check_error(gltf_document_skin(document, i, &skin, &error), &error);
    }
    count = at_most(gltf_document_count(document, GLTF_OBJECT_ANIMATION));
    for (uint32_t i = 0; i < count; i++) {
        gltf_animation animation;
        gltf_status status = gltf_document_animation(document, i, &animation, &error);
        check_error(status, &error);
        for (uint32_t k = 0; status == GLTF_OK && k < at_most(animation.sampler_count); k++) {
            gltf_animation_sampler sampler;
            check_error(gltf_document_sampler(document, i, k, &sampler, &error), &error);
        }
        for (uint32_t k = 0; status == GLTF_OK && k < at_most(animation.channel_count); k++) {
            gltf_animation_channel channel;
            check_error(gltf_document_channel(document, i, k, &channel, &error), &error);
        }
    }
}

static void look_at_names(const gltf_document *document) {
    gltf_error error;
    for (int32_t object = 0; object <= GLTF_OBJECT_EXTENSION_REQUIRED + 1; object++) {
        uint32_t count = gltf_document_count(document, object);
        for (uint32_t i = 0; i < at_most(count); i++) {
            const char *name = gltf_document_name(document, object, i);
            uint32_t found = GLTF_NONE;
            if (name) {
                claim(gltf_document_find(document, object, name, &found) == GLTF_OK && found <= i,
                      "a name that is not found");
            }
        }
        for (uint32_t i = 0; object >= GLTF_OBJECT_BUFFER && object <= GLTF_OBJECT_NODE && i < at_most(count); i++) {
            check_error(gltf_document_fault(document, object, i, &error), &error);
        }
    }
}

/* ---- Bytes ---- */

/* Lend bytes to buffers, sometimes too few, sometimes none, and to views. */
static void lend(gltf_document *document, uint32_t hash) {
    gltf_error error;
    uint32_t count = at_most(gltf_document_count(document, GLTF_OBJECT_BUFFER));
    for (uint32_t i = 0; i < count; i++) {
        const char *uri = NULL;
        uint64_t length = 0;
        if (gltf_document_buffer_uri(document, i, &uri, &length) != GLTF_OK || length > MAX_LENT) {
            continue;
        }
        if (length) {
            const gltf_status status = gltf_document_set_buffer(document, i, lent(), (size_t)length - 1, &error);
            claim(status == GLTF_ERR_BUFFER_LENGTH, "a buffer that is too short");
            check_error(status, &error);
        }
        if (uri || (hash >> i % 16 & 1)) {
            check_error(gltf_document_set_buffer(document, i, lent(), (size_t)length, &error), &error);
        }
        if ((hash >> 3 ^ i) % 8 == 0) {
            check_error(gltf_document_set_buffer(document, i, NULL, 0, &error), &error);
        }
    }
    check_error(
        gltf_document_set_buffer(document, gltf_document_count(document, GLTF_OBJECT_BUFFER), lent(), 1, &error),
        &error);
    count = at_most(gltf_document_count(document, GLTF_OBJECT_VIEW));
    for (uint32_t i = 0; i < count; i++) {
        if ((hash >> 5 ^ i) % 4 == 0) {
            const size_t size = (hash >> 7 ^ i) % 8 ? MAX_LENT : 3;
            check_error(gltf_document_set_view(document, i, lent(), size, &error), &error);
        }
        if ((hash >> 6 ^ i) % 16 == 0) {
            check_error(gltf_document_set_view(document, i, NULL, 0, &error), &error);
        }
    }
}

static void look_at_views(const gltf_document *document) {
    const uint32_t count = gltf_document_count(document, GLTF_OBJECT_VIEW);
    for (uint32_t i = 0; i < at_most(count); i++) {
        gltf_compression compression;
        gltf_error error;
        const gltf_status status = gltf_document_compression(document, i, &compression, &error);
        check_error(status, &error);
        claim(status == GLTF_OK || !compression.extension, "compression of a broken view");
        claim(!compression.extension || (compression.mode && compression.filter) ||
                  strcmp(compression.extension, "KHR_draco_mesh_compression") == 0,
              "a compressed view without a mode");
    }
}

static void look_at_everything(gltf_document *document, uint32_t hash) {
    gltf_source source;
    const gltf_accessor_desc *descs;
    uint32_t count;
    size_t size = 0;
    claim(gltf_document_json(document, &size) != NULL && size > 0, "a document without text");
    claim(gltf_document_describe(document, &source, &descs, &count) == GLTF_OK, "describe");
    look_at_names(document);
    look_at_views(document);
    look_at_scene(document);
    look_at_accessors(document, hash);
}

static void look(const uint8_t *data, size_t size) {
    host h;
    gltf_document_options options;
    gltf_document *document = (gltf_document *)(uintptr_t)1;
    gltf_io io = {&h, load, unload};
    const gltf_primitive_codec codec = {&h, open_geometry, give_attribute, give_indices, close_geometry};
    gltf_error error;
    uint32_t hash = fuzz_hash(data, size, 2166136261u);
    hash ^= hash >> 15;

    memset(&h, 0, sizeof h);
    h.hash = hash;
    h.memory.refused = (hash & 0x70) == 0 ? hash >> 24 : 0;
    gltf_document_options_init(&options, sizeof options);
    options.flags = hash & 1 ? GLTF_DOCUMENT_COPY_INPUT : 0;
    options.source_flags = hash & 2 ? GLTF_SOURCE_STRICT : 0;
    options.cpu = hash & 4 ? GLTF_CPU_PLAIN : 0;
    options.allocator.user = &h.memory;
    options.allocator.allocate = fuzz_allocate;
    options.allocator.release = fuzz_release;
    options.primitive_codec = hash >> 21 & 1 ? &codec : NULL;
    options.max_decoded = MAX_DECODED;

    gltf_status status = gltf_document_parse(data, size, &options, &document, &error);
    check_error(status, &error);
    if (status != GLTF_OK) {
        claim(document == NULL, "a failed parse left a document");
    } else {
        look_at_everything(document, hash); /* nothing is loaded yet */
        check_error(gltf_document_load(document, 0, hash & 8 ? NULL : &io, &error), &error);
        h.calls = 0;
        check_error(gltf_document_load(document, GLTF_NONE, &io, &error), &error);
        claim(h.calls <= gltf_document_count(document, GLTF_OBJECT_BUFFER), "a buffer was loaded twice in one call");
        look_at_everything(document, hash);
        lend(document, hash);
        check_error(gltf_document_load(document, GLTF_NONE, NULL, &error), &error);
        look_at_everything(document, hash >> 1);
        gltf_document_free(document);
    }
    claim(h.loaded == 0 && h.opened == 0, "something of the host was not given back");
    claim(h.opened_bytes <= 8 * (uint64_t)size + 8 * MAX_LENT + MAX_DECODED, "opened again and again");
    fuzz_check_memory(&h.memory, size, MAX_DECODED);
}

FUZZ_ENTRY(look)
