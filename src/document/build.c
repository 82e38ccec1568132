/* document/build.c - layer 2: reading single properties of JSON objects, with the first fault of each object kept. */
#include "document.h"

enum { SMALL_MAP = 16 };

#define FLOAT_MAX 3.4028234663852886e38

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
        failure_named(&build->fault, status, build->place, field, name);
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

/* A string of the text, decoded; NULL for other values. */
char *gltf_i_build_text(gltf_i_build *build, gltf_i_text string, int *has_zero) {
    if (!string.at || string.at[0] != '"' || build->stop != GLTF_OK) {
        return NULL;
    }
    char *copy = gltf_i_arena_bytes(&build->document->arena, string.size - 1); /* without its quotes, with a NUL */
    if (!copy) {
        build->stop = GLTF_ERR_MEMORY;
        return NULL;
    }
    gltf_i_scan_decode(string, copy, has_zero);
    return copy;
}

/* An integer of a file: whether it is one, and which. */
typedef struct integer {
    uint64_t value;
    uint32_t reason; /* why it is none; 0 = it is one */
} integer;

/* A lack of memory ends the build. */
static int note_status(gltf_i_build *build, gltf_status status) {
    if (status == GLTF_ERR_MEMORY && build->stop == GLTF_OK) {
        build->stop = status;
    }
    return status == GLTF_OK;
}

static integer read_integer(gltf_i_build *build, gltf_i_text text) {
    integer read;
    read.reason = 0;
    if (!note_status(build, gltf_i_value_integer(text, &read.value))) {
        read.reason =
            gltf_i_value_kind(text) == GLTF_I_JSON_NUMBER ? GLTF_I_REASON_NOT_INTEGER : GLTF_I_REASON_NOT_NUMBER;
    }
    return read;
}

static uint32_t check_index(gltf_i_build *build, integer read, const char *field, uint32_t count) {
    if (read.reason) {
        gltf_i_build_property(build, field, read.reason);
        return GLTF_NONE;
    }
    if (read.value >= count) {
        gltf_i_build_fault(build, GLTF_ERR_REFERENCE, field, count, read.value);
        return GLTF_NONE;
    }
    return (uint32_t)read.value;
}

size_t gltf_i_build_members(gltf_i_build *build, gltf_i_text object, const char *const *names, gltf_i_text *values) {
    const size_t size = gltf_i_scan_members(object, names, build->document->long_strings, values);
    if (gltf_i_value_kind(object) != GLTF_I_JSON_OBJECT) {
        gltf_i_build_property(build, NULL, GLTF_I_REASON_ELEMENT);
    }
    return size;
}

gltf_i_text gltf_i_build_object(gltf_i_build *build, gltf_i_text value, const char *field, int required) {
    if (value.at ? gltf_i_value_kind(value) != GLTF_I_JSON_OBJECT : required) {
        const gltf_i_text absent = {NULL, 0};
        gltf_i_build_property(build, field, value.at ? GLTF_I_REASON_NOT_OBJECT : GLTF_I_REASON_MISSING);
        return absent;
    }
    return value;
}

uint64_t gltf_i_build_integer(gltf_i_build *build, gltf_i_text value, const char *field, int required, uint64_t max) {
    if (!value.at) {
        if (required) {
            gltf_i_build_property(build, field, GLTF_I_REASON_MISSING);
        }
        return 0;
    }
    const integer read = read_integer(build, value);
    if (read.reason) {
        gltf_i_build_property(build, field, read.reason);
        return 0;
    }
    if (read.value > max) {
        if (build->fault.status == GLTF_OK) {
            gltf_i_build_fault(build, GLTF_ERR_PROPERTY, field, max, read.value);
            build->fault.reason = GLTF_I_REASON_TOO_LARGE;
        }
        return 0;
    }
    return read.value;
}

uint32_t gltf_i_build_index(gltf_i_build *build, gltf_i_text value, const char *field, int required, uint32_t count) {
    if (!value.at) {
        if (required) {
            gltf_i_build_property(build, field, GLTF_I_REASON_MISSING);
        }
        return GLTF_NONE;
    }
    return check_index(build, read_integer(build, value), field, count);
}

uint32_t gltf_i_build_choice(gltf_i_text value, const char *const *names, uint32_t count) {
    uint32_t i = gltf_i_value_kind(value) == GLTF_I_JSON_STRING ? 0 : count;
    while (i < count && !gltf_i_scan_same(value, names[i])) {
        i++;
    }
    return i;
}

uint32_t gltf_i_build_list(gltf_i_build *build, gltf_i_text value, const char *field) {
    if (gltf_i_value_kind(value) != GLTF_I_JSON_ARRAY) {
        gltf_i_build_property(build, field, value.at ? GLTF_I_REASON_NOT_ARRAY : GLTF_I_REASON_MISSING);
        return 0;
    }
    const size_t length = gltf_i_value_length(value);
    return length < UINT32_MAX ? (uint32_t)length : UINT32_MAX;
}

int gltf_i_build_next(gltf_i_text list, size_t *cursor, gltf_i_text *element) {
    gltf_i_text key;
    return gltf_i_value_kind(list) == GLTF_I_JSON_ARRAY && gltf_i_scan_next(list, cursor, &key, element);
}

void gltf_i_build_weights(gltf_i_build *build, gltf_i_text list, const float **out, uint32_t *count) {
    if (!list.at) {
        return;
    }
    const uint32_t total = gltf_i_build_list(build, list, "weights");
    float *weights = gltf_i_build_get(build, total, sizeof *weights);
    if (!weights || total == 0) {
        return;
    }
    gltf_i_text element;
    size_t cursor = 0;
    for (uint32_t i = 0; gltf_i_build_next(list, &cursor, &element); i++) {
        double value;
        const int is_number = note_status(build, gltf_i_value_number(element, &value));
        if (!is_number || value > FLOAT_MAX || value < -FLOAT_MAX) {
            gltf_i_build_property(build, "weights", is_number ? GLTF_I_REASON_NOT_FLOAT : GLTF_I_REASON_NOT_NUMBERS);
            return;
        }
        weights[i] = (float)value;
    }
    *out = weights;
    *count = total;
}

/* ---- Maps ---- */

/* One entry of a map from names to indices. */
typedef struct map_entry {
    const char *name; /* NULL = replaced by a later one of the same name */
    integer index;
} map_entry;

static int entry_less(void *user, uint32_t a, uint32_t b) {
    const map_entry *entries = user;
    const int by_name = gltf_i_build_text_order(entries[a].name, entries[b].name);
    return by_name ? by_name < 0 : a < b;
}

/* The first entry of each name takes the value of the last one; the others lose their names. */
static void keep_last(gltf_i_build *build, map_entry *entries, uint32_t count) {
    if (count <= SMALL_MAP) {
        for (uint32_t i = 0; i < count; i++) {
            for (uint32_t k = i + 1; entries[i].name && k < count; k++) {
                if (entries[k].name && memory_same_text(entries[i].name, entries[k].name)) {
                    entries[i].index = entries[k].index;
                    entries[k].name = NULL;
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
    for (uint32_t i = 0; i < count; i++) {
        order[i] = i;
    }
    gltf_i_sort(order, count, entry_less, entries);
    for (uint32_t first = 0, i = 1; i < count; i++) {
        if (memory_same_text(entries[order[first]].name, entries[order[i]].name)) {
            entries[order[first]].index = entries[order[i]].index;
            entries[order[i]].name = NULL;
        } else {
            first = i;
        }
    }
}

/* A copy of a name.  Maps of one kind mostly have the same names in the same order: `likely` (or NULL) is used again. */
static const char *keep_name(gltf_i_build *build, gltf_i_text key, const char *likely) {
    return likely && gltf_i_scan_same(key, likely) ? likely : gltf_i_build_text(build, key, NULL);
}

/* The entries of a map, in `few` where that is enough; NULL when there is no memory. */
static map_entry *read_entries(gltf_i_build *build, gltf_i_text map, map_entry *few, uint32_t *total) {
    map_entry *entries = few;
    gltf_i_text key, value;
    size_t cursor = 0;
    *total = 0;
    if (gltf_i_value_kind(map) != GLTF_I_JSON_OBJECT) {
        return entries;
    }
    for (uint32_t i = 0; build->stop == GLTF_OK && gltf_i_scan_next(map, &cursor, &key, &value); i++) {
        if (i == SMALL_MAP) {
            entries = gltf_i_arena_get(&build->document->arena, gltf_i_value_length(map), sizeof *entries);
            if (!entries) {
                build->stop = GLTF_ERR_MEMORY;
                return NULL;
            }
            memory_copy(entries, few, SMALL_MAP * sizeof *few);
        }
        entries[i].name = keep_name(build, key, i < build->likely_count ? build->likely[i].semantic : NULL);
        entries[i].index = read_integer(build, value);
        *total = i + 1;
    }
    return entries;
}

void gltf_i_build_attributes(gltf_i_build *build, gltf_i_text map, const char *field, uint32_t count,
                             const gltf_attribute **out, uint32_t *out_count) {
    map_entry few[SMALL_MAP];
    uint32_t total = 0;
    map_entry *entries = read_entries(build, map, few, &total);
    gltf_attribute *attributes =
        gltf_i_build_get(build, total, sizeof *attributes); /* NULL after another failure too */
    uint32_t kept = 0;
    if (!attributes) {
        return;
    }
    keep_last(build, entries, total);
    for (uint32_t i = 0; i < total && build->stop == GLTF_OK; i++) {
        if (!entries[i].name) {
            continue;
        }
        const int sound = build->fault.status == GLTF_OK;
        attributes[kept].semantic = entries[i].name;
        attributes[kept].accessor = check_index(build, entries[i].index, field, count);
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
    build->likely = attributes;
    build->likely_count = kept;
}

void gltf_i_build_name(gltf_i_build *build, int32_t kind, uint32_t index, gltf_i_text name) {
    gltf_i_kind *table = &build->document->kinds[kind];
    if (gltf_i_value_kind(name) != GLTF_I_JSON_STRING || build->stop != GLTF_OK) {
        return;
    }
    if (!table->names) {
        table->names = gltf_i_arena_get(&build->document->arena, table->count, sizeof *table->names);
        if (!table->names) {
            build->stop = GLTF_ERR_MEMORY;
            return;
        }
    }
    table->names[index] = gltf_i_build_text(build, name, NULL);
}

/* The kept name of a required extension that is unknown here, or NULL for others. */
static const char *unknown_name(const gltf_document *document, gltf_i_text key) {
    uint32_t low = 0;
    uint32_t high = document->unknown.count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const int order = gltf_i_scan_order(key, document->unknown.names[middle]);
        if (order == 0) {
            return document->unknown.names[middle];
        }
        if (order > 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return NULL;
}

static int is_unknown(void *user, gltf_i_text key) {
    return unknown_name(user, key) != NULL;
}

const char *gltf_i_build_hiding(gltf_i_build *build, gltf_i_text extensions, int all) {
    if (!extensions.at || (!all && build->document->unknown.count == 0)) {
        return NULL;
    }
    const gltf_i_text key = gltf_i_places_hiding(extensions, all, is_unknown, build->document);
    const char *name = key.at ? unknown_name(build->document, key) : NULL;
    return name ? name : gltf_i_build_text(build, key, NULL);
}

static void keep_named(void *user, const gltf_i_place_row *row, gltf_i_text key, gltf_i_text number) {
    gltf_i_build *build = user;
    gltf_document *document = build->document;
    uint64_t accessor;
    (void)key;
    if (row->role != GLTF_USE_EXTENSION || !note_status(build, gltf_i_value_integer(number, &accessor)) ||
        accessor >= document->kinds[GLTF_OBJECT_ACCESSOR].count) {
        return;
    }
    gltf_i_named *named = gltf_i_build_get(build, 1, sizeof *named);
    if (named) {
        named->row = row;
        named->place = build->place;
        named->accessor = (uint32_t)accessor;
        *(document->last_named ? &document->last_named->next : &document->named) = named;
        document->last_named = named;
    }
}

void gltf_i_build_named(gltf_i_build *build, uint32_t on, gltf_i_text extensions) {
    if (extensions.at) {
        gltf_i_places_find(on, extensions, keep_named, build);
    }
}

gltf_i_text gltf_i_build_text_at(const gltf_document *document, uint32_t at) {
    const gltf_i_text text = {document->json + at, document->json_size - at};
    return text;
}
