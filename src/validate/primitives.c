/* validate/primitives.c - layer 3: one primitive of a mesh: attributes, indices, morph targets. */
#include "primitives.h"
#include "../document/places.h"

#include "accessors.h"
#include "schema.h"
#include "semantics.h"
#include "views.h"

/* One entry of `attributes` or of a target. */
typedef struct attribute {
    gltf_i_text name;
    uint64_t set;
    int64_t index;                   /* of the accessor, -1 = broken */
    gltf_i_check_accessor *accessor; /* NULL = none */
    int semantic;
} attribute;

typedef struct attributes {
    attribute *entries;
    gltf_i_name_list names;
    size_t count;
} attributes;

typedef struct primitive {
    attributes base;
    uint32_t mesh;
    uint32_t index;
    int64_t mode;         /* -1 = broken */
    int64_t vertex_count; /* -1 = none */
    int64_t count;        /* of vertices or indices drawn, -1 = none */
    uint32_t set_count;   /* of JOINTS and WEIGHTS, where both have as many */
} primitive;

/* ---- Reading ---- */

/* The entry with this name, NULL if there is none. */
static const attribute *find_name(const attributes *list, gltf_i_text name) {
    const size_t place = gltf_i_name_list_find(&list->names, name);
    return place < list->names.count ? &list->entries[place] : NULL;
}

/* Names and indices of an object, with the path at it. */
static void read_attributes(gltf_i_check *check, gltf_i_text object, int in_target, attributes *list) {
    size_t count;
    const gltf_i_member *const members = gltf_i_members(check, object, &count);
    memory_zero(list, sizeof *list);
    list->entries = count ? gltf_i_scratch_get(check, count, sizeof *list->entries) : NULL;
    list->names = gltf_i_name_list_get(check, list->entries ? count : 0);
    if (list->names.count == 0) {
        return;
    }
    list->count = count;
    for (size_t i = 0; i < count; i++) {
        attribute *const entry = &list->entries[i];
        entry->name = members[i].key;
        list->names.names[i] = entry->name;
        entry->semantic = gltf_i_semantic_of(check, entry->name, &entry->set);
        if (entry->semantic == GLTF_I_SEMANTIC_NONE || (in_target && !gltf_i_semantic_morphs(entry->semantic))) {
            gltf_i_report_key(check, GLTF_I_MESH_PRIMITIVE_INVALID_ATTRIBUTE, entry->name,
                              "%t is no name of an attribute here", words_text(entry->name));
        }
        if (gltf_i_check_integer(check, members[i].value, &entry->index) != GLTF_I_INTEGER_GOOD) {
            gltf_i_report_key(check, GLTF_I_INVALID_INDEX, entry->name, "%t is no index", words_text(members[i].value));
        }
    }
    gltf_i_name_list_sort(&list->names);
}

/* ---- Names ---- */

/* How many sets there are of one kind; 0 where their numbers leave a gap, which is reported. */
static uint64_t count_sets(gltf_i_check *check, const uint64_t *counts, const uint64_t *ends, int semantic) {
    if (counts[semantic] == ends[semantic]) {
        return counts[semantic];
    }
    gltf_i_words words = words_of((int64_t)counts[semantic], (int64_t)ends[semantic] - 1);
    words.texts[0] = text_of(gltf_i_semantic_name(semantic));
    gltf_i_report(check, GLTF_I_MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY, "%n sets of %t, numbered up to %n", words);
    return 0;
}

static void check_names(gltf_i_check *check, primitive *p) {
    uint64_t counts[GLTF_I_SEMANTIC_COUNT] = {0};
    uint64_t ends[GLTF_I_SEMANTIC_COUNT] = {0}; /* greatest set + 1 */
    for (size_t i = 0; i < p->base.count; i++) {
        const attribute *const entry = &p->base.entries[i];
        if (entry->semantic < GLTF_I_SEMANTIC_COUNT) {
            counts[entry->semantic]++;
            ends[entry->semantic] = entry->set + 1 > ends[entry->semantic] ? entry->set + 1 : ends[entry->semantic];
        }
    }
    if (counts[GLTF_I_SEMANTIC_POSITION] == 0) {
        gltf_i_report(check, GLTF_I_MESH_PRIMITIVE_NO_POSITION, "there is no POSITION", words_none());
    }
    if (counts[GLTF_I_SEMANTIC_TANGENT] > 0 && counts[GLTF_I_SEMANTIC_NORMAL] == 0) {
        gltf_i_report_at(check, GLTF_I_MESH_PRIMITIVE_TANGENT_WITHOUT_NORMAL, "TANGENT", "TANGENT without NORMAL",
                         words_none());
    }
    count_sets(check, counts, ends, GLTF_I_SEMANTIC_COLOR);
    const uint64_t joints = count_sets(check, counts, ends, GLTF_I_SEMANTIC_JOINTS);
    const uint64_t weights = count_sets(check, counts, ends, GLTF_I_SEMANTIC_WEIGHTS);
    count_sets(check, counts, ends, GLTF_I_SEMANTIC_TEXCOORD);
    if (joints != weights) {
        gltf_i_report(check, GLTF_I_MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH, "%n sets of JOINTS, %n of WEIGHTS",
                      words_of((int64_t)joints, (int64_t)weights));
    } else {
        p->set_count = (uint32_t)joints;
    }
}

/* ---- Accessors of attributes ---- */

/* The accessor of an entry, noted as used; NULL if there is none. */
static gltf_i_check_accessor *use_entry(gltf_i_check *check, attribute *entry) {
    if (entry->index == GLTF_I_BROKEN) {
        return NULL;
    }
    entry->accessor = gltf_i_accessor_of(check, entry->index);
    if (!entry->accessor) {
        gltf_i_report_key(check, GLTF_I_UNRESOLVED_REFERENCE, entry->name, "there is no accessor %n",
                          words_of(entry->index, 0));
        return NULL;
    }
    gltf_i_accessor_use(check, entry->accessor, GLTF_I_ROLE_ATTRIBUTE, GLTF_I_VIEW_VERTICES, entry->name);
    return entry->accessor;
}

static void check_bounds(gltf_i_check *check, const attribute *entry) {
    if (gltf_i_value_is(entry->name, "POSITION") && (!entry->accessor->min || !entry->accessor->max)) {
        gltf_i_report_key(check, GLTF_I_MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS, entry->name,
                          "accessor %n has no min or no max", words_of(entry->index, 0));
    }
}

/* What the format lacks to be one that the name takes, as a message. */
static const char *format_message(const gltf_i_check *check, const attribute *entry, int in_target) {
    const uint16_t *const formats = gltf_i_semantic_formats(entry->name, in_target, (int)check->quantized);
    const uint16_t *const quantized = gltf_i_semantic_formats(entry->name, in_target, 1);
    gltf_i_check_accessor other = *entry->accessor;
    other.normalized = !other.normalized;
    if (formats && gltf_i_accessor_is(&other, formats)) {
        return other.normalized ? "accessor %n is %t, but %t must be normalized"
                                : "accessor %n is %t, but %t must not be normalized";
    }
    if (quantized && gltf_i_accessor_is(entry->accessor, quantized)) {
        return "accessor %n is %t, which needs KHR_mesh_quantization in extensionsUsed for %t";
    }
    return "accessor %n is %t, which %t cannot be";
}

static void report_format(gltf_i_check *check, uint32_t code, const attribute *entry, int in_target) {
    gltf_i_words words = words_of(entry->index, 0);
    words.texts[0] = gltf_i_accessor_format(check, entry->accessor);
    words.texts[1] = entry->name;
    gltf_i_report_key(check, code, entry->name, format_message(check, entry, in_target), words);
}

/* Ask of the elements what the name promises. */
static void ask_values(gltf_i_check *check, const primitive *p, const attribute *entry) {
    gltf_i_check_accessor *const accessor = entry->accessor;
    if (entry->semantic == GLTF_I_SEMANTIC_NORMAL) {
        gltf_i_accessor_ask(check, accessor, GLTF_I_RULE_NORMAL, p->mesh, p->index);
    } else if (entry->semantic == GLTF_I_SEMANTIC_TANGENT) {
        gltf_i_accessor_ask(check, accessor, GLTF_I_RULE_TANGENT, p->mesh, p->index);
    } else if (entry->semantic == GLTF_I_SEMANTIC_COLOR && entry->set == 0 && accessor->component_type == GLTF_FLOAT) {
        gltf_i_accessor_ask(check, accessor, GLTF_I_RULE_COLOR, p->mesh, p->index);
    }
}

static void check_format(gltf_i_check *check, const primitive *p, const attribute *entry) {
    const uint16_t *const formats = gltf_i_semantic_formats(entry->name, 0, (int)check->quantized);
    if (!formats) {
        if (entry->accessor->component_type == GLTF_UNSIGNED_INT) {
            report_format(check, GLTF_I_MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_UNSIGNED_INT, entry, 0);
        }
    } else if (!gltf_i_accessor_is(entry->accessor, formats)) {
        report_format(check, GLTF_I_MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT, entry, 0);
    } else {
        ask_values(check, p, entry);
    }
}

/* Vertices begin at multiples of 4 bytes and lie that far apart; several accessors on one view need its byteStride.
 * [glTF 2.0, 3.6.2.4 Data Alignment, 3.6.1.2 Buffer Views] */
static void check_layout(gltf_i_check *check, const attribute *entry) {
    gltf_i_check_accessor *const accessor = entry->accessor;
    gltf_i_check_view *const view = gltf_i_view_of(check, accessor->view);
    const int64_t length = gltf_i_accessor_element_length(accessor);
    const int is_tight = view && view->byte_stride == GLTF_I_BROKEN;
    if (accessor->byte_offset != GLTF_I_BROKEN && accessor->byte_offset % 4 != 0) {
        gltf_i_report_key(check, GLTF_I_MESH_PRIMITIVE_ACCESSOR_UNALIGNED, entry->name,
                          "byteOffset %n of accessor %n is not a multiple of 4",
                          words_of(accessor->byte_offset, entry->index));
    } else if (is_tight && length % 4 != 0) {
        gltf_i_report_key(check, GLTF_I_MESH_PRIMITIVE_ACCESSOR_UNALIGNED, entry->name,
                          "elements of accessor %n have %n bytes and bufferView %n has no byteStride",
                          words_four(entry->index, length, accessor->view, 0));
    }
    if (is_tight && !accessor->counted_on_view) {
        accessor->counted_on_view = 1;
        if (view->has_vertex_accessor) {
            gltf_i_report_key(check, GLTF_I_MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE, entry->name,
                              "bufferView %n holds more than one vertex accessor and has no byteStride",
                              words_of(accessor->view, 0));
        }
        view->has_vertex_accessor = 1;
    }
}

static void check_count(gltf_i_check *check, primitive *p, const attribute *entry) {
    if (p->vertex_count == GLTF_I_BROKEN) {
        p->vertex_count = entry->accessor->count;
        p->count = entry->accessor->count;
    } else if (entry->accessor->count != p->vertex_count) {
        gltf_i_report_key(check, GLTF_I_MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT, entry->name,
                          "accessor %n has %n elements, the first attribute %n",
                          words_four(entry->index, entry->accessor->count, p->vertex_count, 0));
    }
}

static void check_attributes(gltf_i_check *check, gltf_i_text object, primitive *p) {
    gltf_i_path_name(check, "attributes");
    read_attributes(check, object, 0, &p->base);
    check_names(check, p);
    for (size_t i = 0; i < p->base.count; i++) {
        attribute *const entry = &p->base.entries[i];
        if (use_entry(check, entry)) {
            check_bounds(check, entry);
            check_format(check, p, entry);
            check_count(check, p, entry);
            check_layout(check, entry);
        }
    }
    gltf_i_path_pop(check);
}

/* ---- Joints and weights: to be looked at when all skins are known ---- */

static void keep_skinned(gltf_i_check *check, const primitive *p) {
    if (p->set_count == 0) {
        return;
    }
    gltf_i_skinned *const skinned = gltf_i_check_keep(check, 1, sizeof *skinned);
    uint32_t *const sets = gltf_i_check_keep(check, 2 * (uint64_t)p->set_count, sizeof *sets);
    if (!skinned || !sets) {
        return;
    }
    skinned->joints = sets;
    skinned->set_count = p->set_count;
    skinned->vertex_count = p->vertex_count;
    skinned->mesh = p->mesh;
    skinned->primitive = p->index;
    for (size_t i = 0; i < p->base.count; i++) {
        const attribute *const entry = &p->base.entries[i];
        const uint32_t accessor = entry->accessor ? (uint32_t)entry->index : GLTF_NONE;
        if (entry->semantic == GLTF_I_SEMANTIC_JOINTS) {
            sets[entry->set] = accessor;
        } else if (entry->semantic == GLTF_I_SEMANTIC_WEIGHTS) {
            sets[p->set_count + entry->set] = accessor;
        }
    }
    skinned->next = check->skinned;
    check->skinned = skinned;
}

/* ---- Indices ---- */

static void check_index_format(gltf_i_check *check, const primitive *p, gltf_i_check_accessor *accessor,
                               int64_t index) {
    static const uint16_t formats[] = {GLTF_I_FORMAT(GLTF_SCALAR, GLTF_UNSIGNED_BYTE, 0),
                                       GLTF_I_FORMAT(GLTF_SCALAR, GLTF_UNSIGNED_SHORT, 0),
                                       GLTF_I_FORMAT(GLTF_SCALAR, GLTF_UNSIGNED_INT, 0), 0};
    if (gltf_i_accessor_has_stride(check, accessor)) {
        gltf_i_report(check, GLTF_I_MESH_PRIMITIVE_INDICES_ACCESSOR_WITH_BYTESTRIDE,
                      "bufferView %n of indices has a byteStride", words_of(accessor->view, 0));
    }
    if (!gltf_i_accessor_is(accessor, formats)) {
        gltf_i_words words = words_of(index, 0);
        words.texts[0] = gltf_i_accessor_format(check, accessor);
        gltf_i_report(check, GLTF_I_MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT,
                      "accessor %n is %t, which indices cannot be", words);
        return;
    }
    gltf_i_rule *const rule = gltf_i_accessor_ask(check, accessor, GLTF_I_RULE_INDICES, p->mesh, p->index);
    if (rule) {
        rule->limit = p->vertex_count == GLTF_I_BROKEN ? GLTF_I_BROKEN : p->vertex_count - 1;
        rule->flag = p->mode == 4 || p->mode == GLTF_I_BROKEN;
    }
}

static void check_indices(gltf_i_check *check, primitive *p, int64_t index) {
    if (index == GLTF_I_BROKEN) {
        return;
    }
    gltf_i_check_accessor *const accessor = gltf_i_accessor_of(check, index);
    if (!accessor) {
        gltf_i_report_at(check, GLTF_I_UNRESOLVED_REFERENCE, "indices", "there is no accessor %n", words_of(index, 0));
        return;
    }
    p->count = accessor->count;
    gltf_i_accessor_use(check, accessor, GLTF_I_ROLE_INDICES, GLTF_I_VIEW_INDICES, text_of("indices"));
    gltf_i_path_name(check, "indices");
    check_index_format(check, p, accessor, index);
    gltf_i_path_pop(check);
}

/* [glTF 2.0, 3.7.2.1 Overview: topology] */
static void check_mode(gltf_i_check *check, const primitive *p) {
    static const uint8_t least[] = {0, 0, 2, 2, 0, 3, 3};
    static const uint8_t multiple[] = {1, 2, 1, 1, 3, 1, 1};
    if (p->mode == GLTF_I_BROKEN || p->count == GLTF_I_BROKEN) {
        return;
    }
    if (p->count < least[p->mode] || p->count % multiple[p->mode] != 0) {
        gltf_i_report(check, GLTF_I_MESH_PRIMITIVE_INCOMPATIBLE_MODE,
                      "%n vertices or indices make no whole primitives of mode %n", words_of(p->count, p->mode));
    }
}

/* ---- Morph targets ---- */

static void check_delta(gltf_i_check *check, const primitive *p, attribute *entry) {
    if (!use_entry(check, entry)) {
        return;
    }
    const attribute *const base = find_name(&p->base, entry->name);
    if (!base || !base->accessor) {
        gltf_i_report_key(check, GLTF_I_MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR, entry->name,
                          "the primitive has no %t", words_text(entry->name));
    } else if (base->accessor->count != entry->accessor->count) {
        gltf_i_report_key(check, GLTF_I_MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT, entry->name,
                          "accessor %n has %n elements, that of the primitive %n",
                          words_four(entry->index, entry->accessor->count, base->accessor->count, 0));
    }
    check_bounds(check, entry);
    const uint16_t *const formats = gltf_i_semantic_formats(entry->name, 1, (int)check->quantized);
    if (formats && !gltf_i_accessor_is(entry->accessor, formats)) {
        report_format(check, GLTF_I_MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT, entry, 1);
    }
    check_layout(check, entry);
}

/* Names and indices of all targets; 0 when one of them is broken, so that none is used. */
static int read_targets(gltf_i_check *check, gltf_i_text array, attributes *targets) {
    gltf_i_text key;
    gltf_i_text element;
    size_t cursor = 0;
    int good = 1;
    for (size_t i = 0; gltf_i_scan_next(array, &cursor, &key, &element); i++) {
        if (gltf_i_value_kind(element) != GLTF_I_JSON_OBJECT) {
            gltf_i_report(check, GLTF_I_ARRAY_TYPE_MISMATCH, "element %n is not an object", words_of((int64_t)i, 0));
            good = 0;
        } else if (gltf_i_value_length(element) == 0) {
            gltf_i_report_index(check, GLTF_I_EMPTY_ENTITY, i, "the morph target is empty", words_none());
            good = 0;
        } else {
            gltf_i_path_index(check, i);
            read_attributes(check, element, 1, &targets[i]);
            gltf_i_path_pop(check);
        }
    }
    return good;
}

static uint32_t check_targets(gltf_i_check *check, const primitive *p, const gltf_i_field *field) {
    if (field->state != GLTF_I_FIELD_GOOD) {
        return 0;
    }
    const uint32_t count = (uint32_t)field->number;
    attributes *const targets = gltf_i_scratch_get(check, count, sizeof *targets);
    if (!targets) {
        return 0;
    }
    gltf_i_path_name(check, "targets");
    const int good = read_targets(check, field->value, targets);
    for (uint32_t i = 0; good && i < count; i++) {
        gltf_i_path_index(check, i);
        for (size_t k = 0; k < targets[i].count; k++) {
            check_delta(check, p, &targets[i].entries[k]);
        }
        gltf_i_path_pop(check);
    }
    gltf_i_path_pop(check);
    return good ? count : 0;
}

/* ---- All of it ---- */

uint32_t gltf_i_check_primitive(gltf_i_check *check, gltf_i_text object, uint32_t mesh, uint32_t index) {
    gltf_i_field fields[GLTF_I_SCHEMA_MAX];
    primitive p;
    memory_zero(&p, sizeof p);
    gltf_i_schema_read(check, &gltf_i_schema_primitive, object, fields);
    p.mesh = mesh;
    p.index = index;
    p.mode = field_or(&fields[GLTF_I_PRIMITIVE_MODE], 4);
    p.vertex_count = GLTF_I_BROKEN;
    p.count = GLTF_I_BROKEN;
    if (fields[GLTF_I_PRIMITIVE_ATTRIBUTES].state == GLTF_I_FIELD_GOOD) {
        check_attributes(check, fields[GLTF_I_PRIMITIVE_ATTRIBUTES].value, &p);
        keep_skinned(check, &p);
    }
    check_indices(check, &p, fields[GLTF_I_PRIMITIVE_INDICES].number);
    check_mode(check, &p);
    gltf_i_extension_use(check, GLTF_I_ON_PRIMITIVE, object);
    return check_targets(check, &p, &fields[GLTF_I_PRIMITIVE_TARGETS]);
}
