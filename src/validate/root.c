/* validate/root.c - layer 3: the document as a whole: text, version, extensions, and the order in which its parts are read. */
#include "../text/diagnose.h"
#include "schema.h"

/* ---- asset ---- */

/* The two numbers of a version that has the right form, cut to UINT32_MAX. */
static void split_version(gltf_i_text version, uint32_t parts[2]) {
    size_t part = 0;
    parts[0] = 0;
    parts[1] = 0;
    for (size_t i = 0; i < version.size; i++) {
        if (version.at[i] == '.') {
            part = 1;
            continue;
        }
        const uint64_t value = (uint64_t)parts[part] * 10 + (uint64_t)(version.at[i] - '0');
        parts[part] = value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
    }
}

/* The version of a field that has one; `otherwise`.0 else. */
static void read_version(gltf_i_check *check, const gltf_i_field *field, uint32_t otherwise, uint32_t parts[2]) {
    parts[0] = otherwise;
    parts[1] = 0;
    if (field->state == GLTF_I_FIELD_GOOD) {
        split_version(gltf_i_value_string(check, field->value), parts);
    }
}

/* 0 = nothing else of the document is to be read.  [glTF 2.0, 3.2 Asset] */
static int check_asset(gltf_i_check *check, gltf_i_text object) {
    gltf_i_field fields[GLTF_I_SCHEMA_MAX];
    uint32_t version[2];
    uint32_t least[2];
    gltf_i_schema_read(check, &gltf_i_schema_asset, object, fields);
    const gltf_i_field *const declared = &fields[GLTF_I_ASSET_VERSION];
    const gltf_i_field *const minimum = &fields[GLTF_I_ASSET_MIN_VERSION];
    if (declared->state != GLTF_I_FIELD_GOOD) {
        return 0;
    }
    read_version(check, declared, 0, version);
    read_version(check, minimum, 2, least);
    if (minimum->state == GLTF_I_FIELD_GOOD &&
        (least[0] > version[0] || (least[0] == version[0] && least[1] > version[1]))) {
        gltf_i_report_at(check, GLTF_I_ASSET_MIN_VERSION_GREATER_THAN_VERSION, "minVersion",
                         "minVersion %n.%n is above version %n.%n",
                         words_four(least[0], least[1], version[0], version[1]));
    }
    if (version[0] != 2) {
        gltf_i_report_at(check, GLTF_I_UNKNOWN_ASSET_MAJOR_VERSION, "version", "version %n.%n is not version 2",
                         words_of(version[0], version[1]));
        return 0;
    }
    if (version[1] > 0) {
        gltf_i_report_at(check, GLTF_I_UNKNOWN_ASSET_MINOR_VERSION, "version", "version %n.%n is later than 2.0",
                         words_of(version[0], version[1]));
    }
    return 1;
}

/* ---- Extensions ---- */

static int has_string(gltf_i_text array, const char *name) {
    gltf_i_text key;
    gltf_i_text element;
    size_t cursor = 0;
    while (gltf_i_scan_next(array, &cursor, &key, &element)) {
        if (gltf_i_scan_same(element, name)) {
            return 1;
        }
    }
    return 0;
}

/* Attributes may bear the names of extensions that are used. */
static void keep_extensions(gltf_i_check *check, gltf_i_text used, size_t count) {
    gltf_i_text key;
    gltf_i_text element;
    size_t cursor = 0;
    check->extensions = gltf_i_name_list_get(check, count);
    for (size_t i = 0; i < check->extensions.count && gltf_i_scan_next(used, &cursor, &key, &element); i++) {
        check->extensions.names[i] = gltf_i_value_string(check, element);
    }
    gltf_i_name_list_sort(&check->extensions);
}

/* KHR_mesh_quantization changes what attributes may be, so it cannot be optional. */
static void check_extensions(gltf_i_check *check, gltf_i_text used, gltf_i_text required) {
    static const char name[] = "KHR_mesh_quantization";
    gltf_i_text key;
    gltf_i_text element;
    size_t cursor = 0;
    if (required.at && !used.at) {
        gltf_i_report_at(check, GLTF_I_UNSATISFIED_DEPENDENCY, "extensionsRequired",
                         "extensionsRequired without extensionsUsed", words_none());
    }
    const int64_t used_count = gltf_i_schema_strings(check, "extensionsUsed", used);
    const int64_t required_count = gltf_i_schema_strings(check, "extensionsRequired", required);
    const int is_required = required_count > 0 && has_string(required, name);
    if (used_count <= 0) {
        return;
    }
    keep_extensions(check, used, (size_t)used_count);
    gltf_i_path_name(check, "extensionsUsed");
    for (uint64_t i = 0; gltf_i_scan_next(used, &cursor, &key, &element); i++) {
        if (!gltf_i_scan_same(element, name)) {
            continue;
        }
        check->quantized = 1;
        if (!is_required) {
            gltf_i_report_index(check, GLTF_I_NON_REQUIRED_EXTENSION, i, "%t is not in extensionsRequired",
                                words_text(text_of(name)));
        }
    }
    gltf_i_path_pop(check);
}

/* ---- Unused objects ---- */

static void report_unused(gltf_i_check *check, uint32_t index) {
    gltf_i_report_index(check, GLTF_I_UNUSED_OBJECT, index, "nothing refers to this object", words_none());
}

static void check_unused(gltf_i_check *check) {
    gltf_i_path_name(check, "accessors");
    for (uint32_t i = 0; i < check->accessor_count; i++) {
        if (check->accessors[i].exists && !check->accessors[i].used) {
            report_unused(check, i);
        }
    }
    gltf_i_path_pop(check);
    gltf_i_path_name(check, "buffers");
    for (uint32_t i = 0; i < check->buffer_count; i++) {
        if (check->buffers[i].exists && !check->buffers[i].used) {
            report_unused(check, i);
        }
    }
    gltf_i_path_pop(check);
    gltf_i_path_name(check, "bufferViews");
    for (uint32_t i = 0; i < check->view_count; i++) {
        if (check->views[i].exists && !check->views[i].used) {
            report_unused(check, i);
        }
    }
    gltf_i_path_pop(check);
}

/* ---- All of it ---- */

/* What refers to an object comes after it; where two disagree about a view, the one that the official validator meets
 * first has the say, so the order of these is also its order. */
static void check_parts(gltf_i_check *check, const gltf_i_field *fields) {
    gltf_i_check_buffers(check, fields[GLTF_I_ROOT_BUFFERS].value);
    gltf_i_check_views(check, fields[GLTF_I_ROOT_VIEWS].value);
    gltf_i_check_accessors(check, fields[GLTF_I_ROOT_ACCESSORS].value);
    gltf_i_check_images(check, fields[GLTF_I_ROOT_IMAGES].value);
    gltf_i_check_others(check, "textures", fields[GLTF_I_ROOT_TEXTURES].value);
    gltf_i_check_others(check, "materials", fields[GLTF_I_ROOT_MATERIALS].value);
    gltf_i_check_meshes(check, fields[GLTF_I_ROOT_MESHES].value);
    gltf_i_check_nodes(check, fields[GLTF_I_ROOT_NODES].value);
    gltf_i_check_skins(check, fields[GLTF_I_ROOT_SKINS].value);
    gltf_i_check_animations(check, fields[GLTF_I_ROOT_ANIMATIONS].value);
    gltf_i_check_others(check, "cameras", fields[GLTF_I_ROOT_CAMERAS].value);
    gltf_i_check_others(check, "samplers", fields[GLTF_I_ROOT_SAMPLERS].value);
    gltf_i_check_others(check, "scenes", fields[GLTF_I_ROOT_SCENES].value);
    check_unused(check);
}

void gltf_i_check_mark(gltf_i_check *check, const char *text, size_t size) {
    if (size > 0 && (uint8_t)text[0] == 0xEF) {
        gltf_i_report_document(check, GLTF_I_INVALID_JSON, "the text begins with a byte-order mark", words_none());
    }
}

/* Check the text and find its root object; 0 when there is none. */
static int check_text(gltf_i_check *check, gltf_i_text *root) {
    size_t position;
    gltf_i_check_mark(check, check->json, check->json_size);
    if (check->json_size >= 3 && memory_equal(check->json, "\xEF\xBB\xBF", 3)) {
        check->json += 3;
        check->json_size -= 3;
    }
    if (check->json_size > check->max_text) {
        check_fail(check, GLTF_ERR_LIMIT, "max_text");
        return 0;
    }
    const gltf_status status = gltf_i_scan_document(check->json, check->json_size, NULL, &position);
    if (status == GLTF_ERR_JSON) {
        const gltf_i_diagnosis why = gltf_i_diagnose(check->json, check->json_size, position);
        gltf_i_report_document(check, GLTF_I_INVALID_JSON,
                               why.reason == GLTF_I_REASON_TEXT_UTF16 ? "the text is UTF-16, glTF is UTF-8"
                                                                      : "invalid JSON at byte %n (line %n, column %n)",
                               words_four((int64_t)position, (int64_t)why.line, (int64_t)why.column, 0));
        return 0;
    }
    if (status != GLTF_OK) {
        check_fail(check, GLTF_ERR_LIMIT, "nesting");
        return 0;
    }
    root->at = check->json;
    root->size = check->json_size;
    while (*root->at == ' ' || *root->at == '\t' || *root->at == '\n' || *root->at == '\r') {
        root->at++;
        root->size--;
    }
    if (gltf_i_value_kind(*root) != GLTF_I_JSON_OBJECT) {
        gltf_i_report_document(check, GLTF_I_TYPE_MISMATCH, "the document is not of type object", words_none());
        return 0;
    }
    return 1;
}

void gltf_i_check_document(gltf_i_check *check) {
    gltf_i_field fields[GLTF_I_SCHEMA_MAX];
    gltf_i_text root;
    if (!check_text(check, &root)) {
        return;
    }
    /* Whether extension objects are in their place is known only when the list of extensions has been read. */
    check_extensions(check, gltf_i_scan_member(root, "extensionsUsed"), gltf_i_scan_member(root, "extensionsRequired"));
    gltf_i_schema_read(check, &gltf_i_schema_root, root, fields);
    if (fields[GLTF_I_ROOT_ASSET].state != GLTF_I_FIELD_GOOD) {
        return;
    }
    gltf_i_path_name(check, "asset");
    const int goes_on = check_asset(check, fields[GLTF_I_ROOT_ASSET].value);
    gltf_i_path_pop(check);
    if (goes_on && !check_done(check)) {
        check_parts(check, fields);
    }
    check->container_whole &= (uint32_t)goes_on;
}
