/* document/parse.c - layer 2: from bytes to a document: options, container, text, tables. */
#include "../text/diagnose.h"
#include "../text/glb.h"
#include "../text/json.h"
#include "document.h"

#define DEFAULT_MAX_TEXT ((uint64_t)1 << 30)
#define DEFAULT_MAX_OBJECTS ((uint64_t)1 << 24)
#define DEFAULT_MAX_LOADED ((uint64_t)1 << 30)

/* ---- Options ---- */

void gltf_document_options_init(gltf_document_options *options, uint32_t struct_size) {
    if (options && struct_size >= sizeof options->struct_size) {
        memory_zero(options, struct_size);
        options->struct_size = struct_size;
    }
}

/* The caller's options in this library's form.  Missing tail = defaults; an unknown tail must be zero. */
static gltf_status read_options(const gltf_document_options *given, gltf_document_options *options) {
    const size_t oldest = offsetof(gltf_document_options, max_decoded) + sizeof options->max_decoded;
    memory_zero(options, sizeof *options);
    if (given) {
        const size_t size = given->struct_size;
        const uint8_t *bytes = (const uint8_t *)given;
        if (size < oldest || size % 8 != 0) {
            return GLTF_ERR_STRUCT_SIZE;
        }
        for (size_t i = sizeof *options; i < size; i++) {
            if (bytes[i] != 0) {
                return GLTF_ERR_STRUCT_SIZE;
            }
        }
        memory_copy(options, given, size < sizeof *options ? size : sizeof *options);
    }
    if ((options->flags & ~(uint32_t)(GLTF_DOCUMENT_COPY_INPUT | GLTF_DOCUMENT_NO_SYMLINKS)) ||
        (options->source_flags & ~(uint32_t)GLTF_SOURCE_STRICT) ||
        !options->allocator.allocate != !options->allocator.release ||
        (options->primitive_codec && !(options->primitive_codec->open && options->primitive_codec->attribute &&
                                       options->primitive_codec->indices && options->primitive_codec->close))) {
        return GLTF_ERR_ARGUMENT;
    }
    options->max_text = options->max_text ? options->max_text : DEFAULT_MAX_TEXT;
    options->max_objects = options->max_objects ? options->max_objects : DEFAULT_MAX_OBJECTS;
    if (options->max_text > UINT32_MAX) {
        options->max_text = UINT32_MAX; /* positions are 32 bit */
    }
    if (options->max_objects > INT32_MAX) {
        options->max_objects = INT32_MAX;
    }
    return GLTF_OK;
}

/* ---- Text ---- */

/* Long strings are data: URIs, as a rule.  The ends of the first ones are remembered, so that one look at each is enough. */
enum { LONG_STRINGS = 64 };

/* The parts of the root object that matter, found in one pass.  The last of equal keys wins. */
typedef struct root_scan {
    gltf_document *document;
    gltf_i_table current; /* elements of the array being scanned */
    uint32_t room;        /* of current.at */
    uint64_t max_elements;
    int overflow; /* the current array has more elements than that */
    int too_many; /* and it was one that matters */
    gltf_i_text asset;
    gltf_i_text used;
    gltf_i_text required;
    gltf_i_table kinds[GLTF_I_KIND_COUNT];
    uint32_t kind_rooms[GLTF_I_KIND_COUNT];
    uint32_t long_count;
    gltf_i_text long_strings[LONG_STRINGS + 1]; /* zeros behind the last */
} root_scan;

static const char *const KIND_KEYS[GLTF_I_KIND_COUNT] = {NULL,     "buffers", "bufferViews", "accessors",
                                                         "meshes", "skins",   "animations",  "nodes"};

static void drop_elements(root_scan *scan, gltf_i_table *elements, uint32_t room) {
    gltf_i_allocator_put(&scan->document->arena.allocator, elements->at, (size_t)room * sizeof *elements->at);
    elements->at = NULL;
    elements->count = 0;
}

/* Let the table of the current elements have this size. */
static gltf_status resize_elements(root_scan *scan, uint32_t room) {
    const gltf_allocator *allocator = &scan->document->arena.allocator;
    uint32_t *other = gltf_i_allocator_get(allocator, (uint64_t)room * sizeof *other);
    if (!other) {
        return GLTF_ERR_MEMORY;
    }
    memory_copy(other, scan->current.at, scan->current.count * sizeof *other);
    gltf_i_allocator_put(allocator, scan->current.at, (size_t)scan->room * sizeof *other);
    scan->current.at = other;
    scan->room = room;
    return GLTF_OK;
}

static gltf_status on_element(void *user, size_t index, gltf_i_text value) {
    root_scan *scan = user;
    if (index == 0) {
        scan->current.count = 0;
        scan->overflow = 0;
    }
    if (index >= scan->max_elements) {
        scan->overflow = 1;
        return GLTF_OK;
    }
    if (scan->current.count == scan->room) {
        const gltf_status status = resize_elements(scan, scan->room ? scan->room + scan->room / 2 : 64);
        if (status != GLTF_OK) {
            return status;
        }
    }
    scan->current.at[scan->current.count++] = (uint32_t)(value.at - scan->document->json);
    return GLTF_OK;
}

/* Take over the elements collected for this key; any value but an array counts as none. */
static gltf_status keep_elements(root_scan *scan, int kind, gltf_i_text value) {
    drop_elements(scan, &scan->kinds[kind], scan->kind_rooms[kind]);
    scan->kind_rooms[kind] = 0;
    if (value.at[0] != '[') {
        return GLTF_OK;
    }
    if (scan->overflow) {
        scan->too_many = 1;
        return GLTF_ERR_LIMIT;
    }
    if (scan->current.count == 0) {
        return GLTF_OK;
    }
    scan->kinds[kind] = scan->current;
    scan->kind_rooms[kind] = scan->room;
    scan->current.at = NULL;
    scan->current.count = 0;
    scan->room = 0;
    return GLTF_OK;
}

static gltf_status on_member(void *user, gltf_i_text key, gltf_i_text value) {
    root_scan *scan = user;
    gltf_status status = GLTF_OK;
    int kind = GLTF_OBJECT_BUFFER;
    while (kind < GLTF_I_KIND_COUNT && !gltf_i_scan_same(key, KIND_KEYS[kind])) {
        kind++;
    }
    if (kind < GLTF_I_KIND_COUNT) {
        status = keep_elements(scan, kind, value);
    } else if (gltf_i_scan_same(key, "asset")) {
        scan->asset = value;
    } else if (gltf_i_scan_same(key, "extensionsUsed")) {
        scan->used = value;
    } else if (gltf_i_scan_same(key, "extensionsRequired")) {
        scan->required = value;
    }
    scan->current.count = 0; /* elements of an array that does not matter here */
    scan->overflow = 0;
    return status;
}

static void on_long_string(void *user, gltf_i_text string) {
    root_scan *scan = user;
    if (scan->long_count < LONG_STRINGS) {
        scan->long_strings[scan->long_count++] = string;
    }
}

/* ---- Asset and extensions ---- */

/* "M.N" with decimal parts of at most 9 digits and no leading zeros.  [glTF 2.0, 5.9 Asset] */
static int read_version(const char *text, uint32_t *major, uint32_t *minor) {
    uint32_t *const parts[2] = {major, minor};
    for (int part = 0; part < 2; part++) {
        int digits = 0;
        uint32_t value = 0;
        if (text[0] == '0' && text[1] >= '0' && text[1] <= '9') {
            return 0;
        }
        for (; *text >= '0' && *text <= '9' && digits < 9; digits++) {
            value = value * 10 + (uint32_t)(*text++ - '0');
        }
        if (digits == 0 || *text++ != (part == 0 ? '.' : '\0')) {
            return 0;
        }
        *parts[part] = value;
    }
    return 1;
}

static gltf_status fail_asset(gltf_error *error, const char *field, uint32_t reason) {
    return failure_why(error, failure_of(error, GLTF_ERR_PROPERTY, place_nowhere(), field), reason);
}

/* A minVersion binds in both parts; else only the major part of version does.  [glTF 2.0, 3.2 Asset] */
static gltf_status check_asset(const gltf_i_json *asset, gltf_error *error) {
    const gltf_i_json *minimum = gltf_i_json_member(asset, "minVersion");
    const char *text = gltf_i_json_string(gltf_i_json_member(asset, "version"));
    uint32_t major = 0;
    uint32_t minor = 0;
    if (gltf_i_json_kind(asset) != GLTF_I_JSON_OBJECT) {
        return fail_asset(error, "asset", GLTF_I_REASON_NOT_OBJECT);
    }
    if (!text || !read_version(text, &major, &minor)) {
        return fail_asset(error, "asset.version",
                          gltf_i_json_member(asset, "version") ? GLTF_I_REASON_VERSION_FORM : GLTF_I_REASON_MISSING);
    }
    if (major != 2) {
        return failure_at(error, GLTF_ERR_ASSET_VERSION, place_nowhere(), "asset.version", 0, 2, major);
    }
    if (minimum) {
        text = gltf_i_json_string(minimum);
        if (!text || !read_version(text, &major, &minor)) {
            return fail_asset(error, "asset.minVersion", GLTF_I_REASON_VERSION_FORM);
        }
        if (major != 2) {
            return failure_at(error, GLTF_ERR_ASSET_VERSION, place_nowhere(), "asset.minVersion", 0, 2, major);
        }
        if (minor != 0) { /* numbers would say only what 2.1 and 2.0 have in common */
            return failure_why(error, failure_of(error, GLTF_ERR_ASSET_VERSION, place_nowhere(), "asset.minVersion"),
                               GLTF_I_REASON_VERSION_MINOR);
        }
    }
    return GLTF_OK;
}

static gltf_status read_asset(gltf_i_text text, gltf_error *error) {
    gltf_i_json *asset = NULL;
    if (!text.at) {
        return fail_asset(error, "asset", GLTF_I_REASON_MISSING);
    }
    gltf_status status = gltf_i_json_parse(text, &asset);
    if (status != GLTF_OK) {
        return failure_of(error, status, place_nowhere(), "asset");
    }
    status = check_asset(asset, error);
    gltf_i_json_free(asset);
    return status;
}

/* The strings of an array; entries that are none are left out. */
static gltf_status read_names(gltf_document *document, gltf_i_text list, gltf_i_names *names) {
    gltf_i_build build = {.document = document};
    gltf_i_text key, value;
    uint32_t count = 0;
    size_t cursor = 0;
    if (!list.at || list.at[0] != '[') {
        return GLTF_OK;
    }
    while (gltf_i_scan_next(list, &cursor, &key, &value)) {
        count++;
    }
    names->names = gltf_i_build_get(&build, count, sizeof *names->names);
    cursor = 0;
    while (build.stop == GLTF_OK && gltf_i_scan_next(list, &cursor, &key, &value)) {
        const char *name = gltf_i_build_text(&build, value, NULL);
        if (name) {
            names->names[names->count++] = name;
        }
    }
    return build.stop;
}

/* GLTF_I_REQUIRES_*, by bit. */
static const char *const DECODED_EXTENSIONS[] = {"EXT_meshopt_compression", "KHR_meshopt_compression",
                                                 "KHR_draco_mesh_compression"};

static int names_less(void *user, uint32_t a, uint32_t b) {
    const gltf_i_names *names = user;
    return gltf_i_build_text_order(names->names[a], names->names[b]) < 0;
}

/* Split the required extensions into those that are understood and a sorted list of the others, which hide what carries them. */
static gltf_status sort_required(gltf_document *document) {
    const uint32_t count = document->required.count;
    const uint32_t decoded_count = sizeof DECODED_EXTENSIONS / sizeof DECODED_EXTENSIONS[0];
    uint32_t *order = gltf_i_arena_get(&document->arena, count, sizeof *order);
    const char **sorted = gltf_i_arena_get(&document->arena, count, sizeof *sorted);
    uint32_t unknown = 0;
    if (!order || !sorted) {
        return GLTF_ERR_MEMORY;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = 0;
        while (k < decoded_count && !memory_same_text(document->required.names[i], DECODED_EXTENSIONS[k])) {
            k++;
        }
        if (k < decoded_count) {
            document->requires_extensions = (uint8_t)(document->requires_extensions | 1u << k);
        } else if (!gltf_i_places_understood(document->required.names[i])) {
            order[unknown++] = i;
        }
    }
    gltf_i_sort(order, unknown, names_less, &document->required);
    for (uint32_t i = 0; i < unknown; i++) {
        sorted[i] = document->required.names[order[i]];
    }
    document->unknown.names = sorted;
    document->unknown.count = unknown;
    return GLTF_OK;
}

/* ---- Tables ---- */

typedef gltf_status (*table_builder)(gltf_document *document, const gltf_i_table *elements);

/* In this order: views know the number of buffers, buffers the compressed views, and so on. */
static gltf_status build_tables(gltf_document *document, root_scan *scan) {
    static const struct {
        int kind;
        table_builder build;
    } TABLES[] = {
        {GLTF_OBJECT_VIEW, gltf_i_build_views},           {GLTF_OBJECT_BUFFER, gltf_i_build_buffers},
        {GLTF_OBJECT_ACCESSOR, gltf_i_build_accessors},   {GLTF_OBJECT_MESH, gltf_i_build_meshes},
        {GLTF_OBJECT_SKIN, gltf_i_build_skins},           {GLTF_OBJECT_NODE, gltf_i_build_nodes},
        {GLTF_OBJECT_ANIMATION, gltf_i_build_animations},
    };
    gltf_status status = read_names(document, scan->used, &document->used);
    if (status == GLTF_OK) {
        status = read_names(document, scan->required, &document->required);
    }
    if (status == GLTF_OK) {
        status = sort_required(document);
    }
    for (int kind = GLTF_OBJECT_BUFFER; kind < GLTF_I_KIND_COUNT; kind++) {
        document->kinds[kind].count = scan->kinds[kind].count;
    }
    for (size_t t = 0; t < sizeof TABLES / sizeof TABLES[0] && status == GLTF_OK; t++) {
        const int kind = TABLES[t].kind;
        status = TABLES[t].build(document, &scan->kinds[kind]);
        if (kind != GLTF_OBJECT_ACCESSOR) {
            drop_elements(scan, &scan->kinds[kind], scan->kind_rooms[kind]);
        }
    }
    if (status == GLTF_OK) {
        status = gltf_i_build_uses(document);
    }
    if (status == GLTF_OK) {
        status = gltf_i_build_strides(document);
    }
    if (status == GLTF_OK) {
        status = gltf_i_build_hidden(document);
    }
    if (status == GLTF_OK) {
        status = gltf_i_build_ranges(document);
    }
    return status;
}

/* Text that is no JSON: what it is in place of that, or what is wrong with it, and where. */
static gltf_status fail_text(const gltf_document *document, size_t position, gltf_error *error) {
    const gltf_i_diagnosis why = gltf_i_diagnose(document->json, document->json_size, position);
    uint32_t reason = why.reason;
    if (document->is_glb && reason == GLTF_I_REASON_TEXT_EMPTY) {
        reason = GLTF_I_REASON_GLB_JSON_EMPTY;
    } else if (document->is_glb && reason == GLTF_I_REASON_JSON_ENDS) {
        reason = GLTF_I_REASON_GLB_TEXT_ENDS;
    }
    return failure_why(error,
                       failure_at(error, GLTF_ERR_JSON, place_nowhere(), NULL, document->json_position + position,
                                  why.line, why.column),
                       reason);
}

static gltf_status scan_text(gltf_document *document, root_scan *scan, gltf_error *error) {
    const gltf_i_scan_events events = {scan, on_element, on_member, on_long_string};
    size_t position = 0;
    const gltf_status status = gltf_i_scan_document(document->json, document->json_size, &events, &position);
    if (status == GLTF_ERR_JSON) {
        return fail_text(document, position, error);
    }
    if (status == GLTF_ERR_LIMIT && !scan->too_many) {
        return failure_at(error, status, place_nowhere(), "nesting", document->json_position + position,
                          GLTF_I_SCAN_MAX_DEPTH, GLTF_I_SCAN_MAX_DEPTH + 1);
    }
    if (status != GLTF_OK) {
        return failure_of(error, status, place_nowhere(), status == GLTF_ERR_LIMIT ? "max_objects" : NULL);
    }
    size_t at = 0;
    while (document->json[at] == ' ' || document->json[at] == '\t' || document->json[at] == '\n' ||
           document->json[at] == '\r') {
        at++;
    }
    if (document->json[at] != '{') {
        return failure_why(
            error, failure_at(error, GLTF_ERR_PROPERTY, place_nowhere(), "root", document->json_position + at, 0, 0),
            GLTF_I_REASON_JSON_ROOT);
    }
    return GLTF_OK;
}

static gltf_status read_text(gltf_document *document, const gltf_document_options *options, gltf_error *error) {
    root_scan scan;
    memory_zero(&scan, sizeof scan);
    scan.document = document;
    scan.max_elements = options->max_objects;
    if (document->json_size > options->max_text) {
        return failure_at(error, GLTF_ERR_LIMIT, place_nowhere(), "max_text", 0, options->max_text,
                          document->json_size);
    }
    gltf_status status = scan_text(document, &scan, error);
    if (status == GLTF_OK) {
        status = read_asset(scan.asset, error);
    }
    if (status == GLTF_OK) {
        document->long_strings = scan.long_strings;
        status = build_tables(document, &scan);
        document->long_strings = NULL;
        if (status != GLTF_OK) {
            failure_of(error, status, place_nowhere(), status == GLTF_ERR_LIMIT ? "max_objects" : NULL);
        }
    }
    drop_elements(&scan, &scan.current, scan.room);
    for (int kind = GLTF_OBJECT_BUFFER; kind < GLTF_I_KIND_COUNT; kind++) {
        if (kind != GLTF_OBJECT_ACCESSOR) {
            drop_elements(&scan, &scan.kinds[kind], scan.kind_rooms[kind]);
        }
    }
    document->elements = scan.kinds[GLTF_OBJECT_ACCESSOR].at; /* for the declared bounds */
    document->elements_size = (size_t)scan.kind_rooms[GLTF_OBJECT_ACCESSOR] * sizeof *document->elements;
    return status;
}

/* ---- Container ---- */

/* Find text and BIN chunk in the input.  The content decides, not a file's name. */
static gltf_status split_input(gltf_document *document, const uint8_t *bytes, size_t size, gltf_error *error) {
    static const uint8_t byte_order_mark[3] = {0xEF, 0xBB, 0xBF};
    const uint8_t *text = bytes;
    size_t text_size = size;
    if (gltf_i_glb_is(bytes, size)) {
        gltf_i_glb glb;
        gltf_i_glb_fault fault;
        const gltf_status status = gltf_i_glb_split(bytes, size, &glb, &fault);
        if (status != GLTF_OK) {
            return failure_why(
                error,
                failure_at(error, status, place_nowhere(), fault.field, fault.position, fault.expected, fault.found),
                fault.reason);
        }
        document->is_glb = 1;
        document->bin = glb.bin;
        document->bin_size = glb.bin_size;
        text = glb.json;
        text_size = glb.json_size;
    }
    if (text_size >= sizeof byte_order_mark && memory_equal(text, byte_order_mark, sizeof byte_order_mark)) {
        text += sizeof byte_order_mark;
        text_size -= sizeof byte_order_mark;
    }
    document->json = (const char *)text;
    document->json_size = text_size;
    document->json_position = text_size ? (size_t)(text - bytes) : 0;
    return GLTF_OK;
}

/* Take the input and read it.  On failure the caller frees the document. */
static gltf_status fill_document(gltf_document *document, const uint8_t *bytes, size_t size,
                                 const gltf_document_options *options, gltf_error *error) {
    if (options->flags & GLTF_DOCUMENT_COPY_INPUT) {
        document->input_copy = gltf_i_allocator_get(&document->arena.allocator, size);
        if (!document->input_copy) {
            return failure_of(error, GLTF_ERR_MEMORY, place_nowhere(), NULL);
        }
        document->input_copy_size = size;
        memory_copy(document->input_copy, bytes, size);
        bytes = document->input_copy;
    }
    document->objects_left = options->max_objects;
    document->max_decoded = options->max_decoded;
    document->max_loaded = options->max_loaded ? options->max_loaded : DEFAULT_MAX_LOADED + 64 * (uint64_t)size;
    if (options->primitive_codec) {
        document->codec = *options->primitive_codec;
    }
    document->source.flags = options->source_flags;
    document->source.cpu = options->cpu ? options->cpu : gltf_cpu_detect();
    document->source.max_zero_elements = options->max_zero_elements;
    gltf_status status = split_input(document, bytes, size, error);
    if (status == GLTF_OK) {
        status = read_text(document, options, error);
    }
    return status;
}

gltf_status gltf_document_parse(const void *bytes, size_t size, const gltf_document_options *options,
                                gltf_document **out, gltf_error *error) {
    gltf_document_options own;
    if (out) {
        *out = NULL;
    }
    if (!out || (!bytes && size)) {
        return failure_of(error, GLTF_ERR_ARGUMENT, place_nowhere(), out ? "bytes" : "out");
    }
    gltf_status status = read_options(options, &own);
    if (status != GLTF_OK) {
        return failure_of(error, status, place_nowhere(), "options");
    }
    const gltf_allocator allocator = gltf_i_allocator_or_default(&own.allocator);
    gltf_document *document = gltf_i_allocator_get(&allocator, sizeof *document);
    if (!document) {
        return failure_of(error, GLTF_ERR_MEMORY, place_nowhere(), NULL);
    }
    memory_zero(document, sizeof *document);
    gltf_i_arena_init(&document->arena, &allocator);
    status = fill_document(document, bytes, size, &own, error);
    if (status != GLTF_OK) {
        gltf_document_free(document);
        return status;
    }
    *out = document;
    return GLTF_OK;
}

void gltf_document_free(gltf_document *document) {
    if (document) {
        const gltf_allocator allocator = document->arena.allocator;
        gltf_i_bytes_free(document);
        gltf_i_allocator_put(&allocator, document->elements, document->elements_size);
        gltf_i_allocator_put(&allocator, document->input_copy, document->input_copy_size);
        gltf_i_arena_free(&document->arena);
        gltf_i_allocator_put(&allocator, document, sizeof *document);
    }
}
