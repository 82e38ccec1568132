/* document/build.c - floor 2: reading single properties of JSON objects, with the first fault of each object kept. */
#include "document.h"

enum { SMALL_MAP = 16 };

int gltf_i_build_text_order(const char *a, const char *b) {
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return (int)(unsigned char)*a - (int)(unsigned char)*b;
}

void gltf_i_build_begin(gltf_i_build *build, int32_t kind, uint32_t index) {
    memory_zero(&build->fault, sizeof build->fault);
    build->place = place_of(kind, index);
}

gltf_status gltf_i_build_end(gltf_i_build *build) {
    if (build->fault.status != GLTF_OK && build->stop == GLTF_OK) {
        build->stop = gltf_i_fault_keep(build->document, build->place.object, build->place.index, &build->fault);
    }
    return build->stop;
}

void gltf_i_build_fault(gltf_i_build *build, gltf_status status, const char *field, uint64_t expected, uint64_t found) {
    if (build->fault.status == GLTF_OK) {
        failure_at(&build->fault, status, build->place, field, 0, expected, found);
    }
}

void gltf_i_build_property(gltf_i_build *build, const char *field, uint32_t reason) {
    if (build->fault.status == GLTF_OK) {
        failure_why(&build->fault, failure_of(&build->fault, GLTF_ERR_PROPERTY, build->place, field), reason);
    }
}

void gltf_i_build_fault_named(gltf_i_build *build, gltf_status status, const char *field, const char *name) {
    if (build->fault.status == GLTF_OK) {
        failure_named(&build->fault, status, build->place, field, gltf_i_build_text(build, name));
    }
}

void *gltf_i_build_get(gltf_i_build *build, uint64_t count, size_t size) {
    if (build->stop != GLTF_OK) {
        return NULL;
    }
    if (count > build->document->objects_left) {
        build->stop = GLTF_ERR_LIMIT;
        return NULL;
    }
    build->document->objects_left -= count;
    void *memory = gltf_i_arena_get(&build->document->arena, count, size);
    if (!memory) {
        build->stop = GLTF_ERR_MEMORY;
    }
    return memory;
}

const char *gltf_i_build_text(gltf_i_build *build, const char *text) {
    if (!text || build->stop != GLTF_OK) {
        return NULL;
    }
    const char *copy = gltf_i_arena_text(&build->document->arena, text, memory_length(text));
    if (!copy) {
        build->stop = GLTF_ERR_MEMORY;
    }
    return copy;
}

/* A string of the text, decoded; NULL for other values. */
char *gltf_i_build_raw_text(gltf_i_build *build, gltf_i_text string, int *has_zero) {
    if (!string.at || string.at[0] != '"' || build->stop != GLTF_OK) {
        return NULL;
    }
    char *copy = gltf_i_arena_get(&build->document->arena, string.size, 1);
    if (!copy) {
        build->stop = GLTF_ERR_MEMORY;
        return NULL;
    }
    gltf_i_scan_decode(string, copy, has_zero);
    return copy;
}

const gltf_i_json *gltf_i_build_object(gltf_i_build *build, const gltf_i_json *object, const char *key,
                                       const char *field, int required) {
    const gltf_i_json *member = gltf_i_json_member(object, key);
    if (member ? gltf_i_json_kind(member) != GLTF_I_JSON_OBJECT : required) {
        gltf_i_build_property(build, field, member ? GLTF_I_REASON_NOT_OBJECT : GLTF_I_REASON_MISSING);
        return NULL;
    }
    return member;
}

static uint32_t why_no_integer(const gltf_i_json *value) {
    return gltf_i_json_kind(value) == GLTF_I_JSON_NUMBER ? GLTF_I_REASON_NOT_INTEGER : GLTF_I_REASON_NOT_NUMBER;
}

uint64_t gltf_i_build_integer(gltf_i_build *build, const gltf_i_json *object, const char *key, const char *field,
                              int required, uint64_t max) {
    const gltf_i_json *member = gltf_i_json_member(object, key);
    uint64_t value = 0;
    if (!member) {
        if (required) {
            gltf_i_build_property(build, field, GLTF_I_REASON_MISSING);
        }
        return 0;
    }
    if (!gltf_i_json_integer(member, &value)) {
        gltf_i_build_property(build, field, why_no_integer(member));
        return 0;
    }
    if (value > max) {
        if (build->fault.status == GLTF_OK) {
            gltf_i_build_fault(build, GLTF_ERR_PROPERTY, field, max, value);
            build->fault.reason = GLTF_I_REASON_TOO_LARGE;
        }
        return 0;
    }
    return value;
}

uint32_t gltf_i_build_index_of(gltf_i_build *build, const gltf_i_json *value, const char *field, uint32_t count) {
    uint64_t index;
    if (!gltf_i_json_integer(value, &index)) {
        gltf_i_build_property(build, field, why_no_integer(value));
        return GLTF_NONE;
    }
    if (index >= count) {
        gltf_i_build_fault(build, GLTF_ERR_REFERENCE, field, count, index);
        return GLTF_NONE;
    }
    return (uint32_t)index;
}

uint32_t gltf_i_build_index(gltf_i_build *build, const gltf_i_json *object, const char *key, const char *field,
                            int required, uint32_t count) {
    const gltf_i_json *member = gltf_i_json_member(object, key);
    if (!member) {
        if (required) {
            gltf_i_build_property(build, field, GLTF_I_REASON_MISSING);
        }
        return GLTF_NONE;
    }
    return gltf_i_build_index_of(build, member, field, count);
}

/* Children of a container, counted. */
static uint32_t child_count(const gltf_i_json *container) {
    uint32_t count = 0;
    for (const gltf_i_json *child = gltf_i_json_first(container); child; child = gltf_i_json_next(child)) {
        count++;
    }
    return count;
}

void gltf_i_build_weights(gltf_i_build *build, const gltf_i_json *object, const float **out, uint32_t *count) {
    const gltf_i_json *list = gltf_i_json_member(object, "weights");
    if (!list) {
        return;
    }
    if (gltf_i_json_kind(list) != GLTF_I_JSON_ARRAY) {
        gltf_i_build_property(build, "weights", GLTF_I_REASON_NOT_ARRAY);
        return;
    }
    const uint32_t total = child_count(list);
    float *weights = gltf_i_build_get(build, total, sizeof *weights);
    if (!weights || total == 0) {
        return;
    }
    uint32_t i = 0;
    for (const gltf_i_json *child = gltf_i_json_first(list); child; child = gltf_i_json_next(child)) {
        double value;
        const int is_number = gltf_i_json_number(child, &value);
        if (!is_number || value > 3.4028234663852886e38 || value < -3.4028234663852886e38) {
            gltf_i_build_property(build, "weights", is_number ? GLTF_I_REASON_NOT_FLOAT : GLTF_I_REASON_NOT_NUMBERS);
            return;
        }
        weights[i++] = (float)value;
    }
    *out = weights;
    *count = total;
}

/* Order of map entries by name, then by place in the file. */
typedef struct map_order {
    const gltf_i_json **members;
} map_order;

static int map_less(void *user, uint32_t a, uint32_t b) {
    const map_order *order = user;
    const int by_name = gltf_i_build_text_order(gltf_i_json_key(order->members[a]), gltf_i_json_key(order->members[b]));
    return by_name ? by_name < 0 : a < b;
}

/* For every entry but the first of its name, members[i] becomes NULL, and the first takes the last one's value. */
static void map_keep_last(gltf_i_build *build, const gltf_i_json **members, uint32_t count) {
    if (count <= SMALL_MAP) {
        for (uint32_t i = 0; i < count; i++) {
            for (uint32_t k = i + 1; members[i] && k < count; k++) {
                if (members[k] && memory_same_text(gltf_i_json_key(members[i]), gltf_i_json_key(members[k]))) {
                    members[i] = members[k];
                    members[k] = NULL;
                }
            }
        }
        return;
    }
    uint32_t *order = gltf_i_arena_get(&build->document->arena, count, sizeof *order);
    if (!order) {
        build->stop = GLTF_ERR_MEMORY;
        return;
    }
    map_order by_name = {members};
    for (uint32_t i = 0; i < count; i++) {
        order[i] = i;
    }
    gltf_i_sort(order, count, map_less, &by_name);
    for (uint32_t first = 0, i = 1; i < count; i++) {
        const gltf_i_json *one = members[order[first]];
        if (memory_same_text(gltf_i_json_key(one), gltf_i_json_key(members[order[i]]))) {
            members[order[first]] = members[order[i]];
            members[order[i]] = NULL;
        } else {
            first = i;
        }
    }
}

void gltf_i_build_attributes(gltf_i_build *build, const gltf_i_json *map, const char *field, uint32_t count,
                             const gltf_attribute **out, uint32_t *out_count) {
    const uint32_t total = child_count(map);
    gltf_attribute *attributes = gltf_i_build_get(build, total, sizeof *attributes);
    const gltf_i_json **members =
        build->stop == GLTF_OK ? gltf_i_arena_get(&build->document->arena, total, sizeof *members) : NULL;
    if (!attributes || !members) {
        build->stop = build->stop == GLTF_OK ? GLTF_ERR_MEMORY : build->stop;
        return;
    }
    uint32_t i = 0;
    for (const gltf_i_json *child = gltf_i_json_first(map); child; child = gltf_i_json_next(child)) {
        members[i++] = child;
    }
    map_keep_last(build, members, total);

    uint32_t kept = 0;
    for (i = 0; i < total && build->stop == GLTF_OK; i++) {
        if (!members[i]) {
            continue;
        }
        const int sound = build->fault.status == GLTF_OK;
        attributes[kept].semantic = gltf_i_build_text(build, gltf_i_json_key(members[i]));
        attributes[kept].accessor = gltf_i_build_index_of(build, members[i], field, count);
        if (sound && build->fault.status != GLTF_OK) {
            build->fault.name = attributes[kept].semantic;
            if (build->fault.status == GLTF_ERR_REFERENCE && count < GLTF_NONE) {
                build->fault.reason = GLTF_I_REASON_ATTRIBUTE_INDEX;
            }
        }
        kept++;
    }
    *out = attributes;
    *out_count = kept;
}

void gltf_i_build_name(gltf_i_build *build, int32_t kind, uint32_t index, const gltf_i_json *object) {
    const char *name = gltf_i_json_string(gltf_i_json_member(object, "name"));
    gltf_i_kind *table = &build->document->kinds[kind];
    if (!name || build->stop != GLTF_OK) {
        return;
    }
    if (!table->names) {
        table->names = gltf_i_arena_get(&build->document->arena, table->count, sizeof *table->names);
        if (!table->names) {
            build->stop = GLTF_ERR_MEMORY;
            return;
        }
    }
    table->names[index] = gltf_i_build_text(build, name);
}

/* The kept name of a required extension that is unknown here, or NULL for others. */
static const char *unknown_name(const gltf_document *document, const char *name) {
    uint32_t low = 0;
    uint32_t high = document->unknown.count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const int order = gltf_i_build_text_order(document->unknown.names[middle], name);
        if (order == 0) {
            return document->unknown.names[middle];
        }
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return NULL;
}

const char *gltf_i_build_unknown_extension(gltf_i_build *build, const gltf_i_json *object) {
    if (build->document->unknown.count == 0) {
        return NULL;
    }
    const gltf_i_json *extensions = gltf_i_json_member(object, "extensions");
    if (gltf_i_json_kind(extensions) != GLTF_I_JSON_OBJECT) {
        return NULL;
    }
    for (const gltf_i_json *one = gltf_i_json_first(extensions); one; one = gltf_i_json_next(one)) {
        const char *name = unknown_name(build->document, gltf_i_json_key(one));
        if (name) {
            return name;
        }
    }
    return NULL;
}

gltf_i_text gltf_i_build_text_of(const gltf_document *document, gltf_i_extent extent) {
    gltf_i_text text = {document->json + extent.at, extent.size};
    return text;
}

gltf_i_json *gltf_i_build_split(gltf_i_build *build, gltf_i_text text, const char *const *leave_out,
                                gltf_i_text *left_out) {
    gltf_i_json *json = NULL;
    if (build->stop == GLTF_OK) {
        build->stop = gltf_i_json_split(text, leave_out, build->document->long_strings, left_out, &json);
    }
    if (json && gltf_i_json_kind(json) != GLTF_I_JSON_OBJECT) {
        gltf_i_build_property(build, NULL, GLTF_I_REASON_ELEMENT);
    }
    return json;
}

gltf_i_json *gltf_i_build_element(gltf_i_build *build, gltf_i_text text, const char *const *leave_out) {
    return gltf_i_build_split(build, text, leave_out, NULL);
}
