/* validate/schema.c - layer 3: reads objects by the tables of the schema and says what does not fit. */
#include "schema.h"

/* ---- What every kind of property shares ---- */

static void report_type(gltf_i_check *check, const char *name, const char *wanted) {
    gltf_i_report_at(check, GLTF_I_TYPE_MISMATCH, name, "%t is not of type %t", words_texts(name, wanted));
}

/* Take a value of one JSON kind; 1 if it is of that kind. */
static int take_kind(gltf_i_check *check, const gltf_i_property *property, gltf_i_field *field, int kind,
                     const char *wanted) {
    if (gltf_i_value_kind(field->value) != kind) {
        report_type(check, property->name, wanted);
        return 0;
    }
    field->state = GLTF_I_FIELD_GOOD;
    return 1;
}

static void break_field(gltf_i_field *field) {
    field->state = GLTF_I_FIELD_BROKEN;
    field->number = GLTF_I_BROKEN;
}

/* ---- Numbers ---- */

/* The integer of a field; 0 where it is none, which has been reported. */
static int take_whole(gltf_i_check *check, const gltf_i_property *property, gltf_i_field *field) {
    const int what = gltf_i_check_integer(check, field->value, &field->number);
    if (what == GLTF_I_INTEGER_NOT) {
        report_type(check, property->name, "integer");
        return 0;
    }
    field->state = GLTF_I_FIELD_GOOD;
    if (what != GLTF_I_INTEGER_GOOD) { /* negative or infinite */
        break_field(field);
        if (what == GLTF_I_INTEGER_NEGATIVE && property->takes == GLTF_I_TAKES_INDEX) {
            gltf_i_report_at(check, GLTF_I_INVALID_INDEX, property->name, "index %t is negative",
                             words_text(field->value));
        } else if (what == GLTF_I_INTEGER_NEGATIVE && property->takes == GLTF_I_TAKES_NUMBER_OF) {
            gltf_i_report_at(check, GLTF_I_VALUE_NOT_IN_LIST, property->name, "%t is no known value",
                             words_text(field->value));
        } else {
            gltf_i_report_at(check, GLTF_I_VALUE_NOT_IN_RANGE, property->name, "%t is out of range",
                             words_text(field->value));
        }
        return 0;
    }
    return 1;
}

static void take_integer(gltf_i_check *check, const gltf_i_property *property, gltf_i_field *field) {
    if (!take_whole(check, property, field)) {
        return;
    }
    if (field->number < property->min || (property->max != 0 && field->number > property->max)) {
        break_field(field);
        gltf_i_report_at(check, GLTF_I_VALUE_NOT_IN_RANGE, property->name, "%t is out of range",
                         words_text(field->value));
    }
}

static void take_number_of(gltf_i_check *check, const gltf_i_property *property, gltf_i_field *field) {
    if (!take_whole(check, property, field)) {
        return;
    }
    for (const uint16_t *number = property->numbers; *number; number++) {
        if (field->number == *number) {
            return;
        }
    }
    break_field(field);
    gltf_i_report_at(check, GLTF_I_VALUE_NOT_IN_LIST, property->name, "%t is no known value", words_text(field->value));
}

/* ---- Strings ---- */

static void take_word_of(gltf_i_check *check, const gltf_i_property *property, gltf_i_field *field) {
    if (!take_kind(check, property, field, GLTF_I_JSON_STRING, "string")) {
        return;
    }
    for (int64_t i = 0; property->words[i]; i++) {
        if (gltf_i_scan_same(field->value, property->words[i])) {
            field->number = i + 1;
            return;
        }
    }
    field->number = 0;
    gltf_i_report_at(check, GLTF_I_VALUE_NOT_IN_LIST, property->name, "%t is no known value", words_text(field->value));
}

/* Whether a plain text is digits, a point, digits. */
static int is_version(gltf_i_text text) {
    size_t digits[2] = {0, 0};
    size_t part = 0;
    for (size_t i = 0; i < text.size; i++) {
        if (text.at[i] == '.' && part == 0) {
            part = 1;
        } else if (text.at[i] >= '0' && text.at[i] <= '9') {
            digits[part]++;
        } else {
            return 0;
        }
    }
    return digits[0] > 0 && digits[1] > 0;
}

static void take_version(gltf_i_check *check, const gltf_i_property *property, gltf_i_field *field) {
    if (!take_kind(check, property, field, GLTF_I_JSON_STRING, "string")) {
        return;
    }
    const gltf_i_text plain = gltf_i_value_string(check, field->value);
    if (!is_version(plain)) {
        break_field(field);
        gltf_i_report_at(check, GLTF_I_PATTERN_MISMATCH, property->name,
                         "%t is no version such as \"2.0\": two numbers and a point", words_text(field->value));
    }
}

/* ---- Lists and maps ---- */

/* Take an array or object that must not be empty; its length becomes the number of the field. */
static int take_filled(gltf_i_check *check, const gltf_i_property *property, gltf_i_field *field, int kind) {
    if (!take_kind(check, property, field, kind, kind == GLTF_I_JSON_ARRAY ? "array" : "object")) {
        return 0;
    }
    field->number = (int64_t)gltf_i_value_length(field->value);
    if (field->number == 0) {
        break_field(field);
        gltf_i_report_at(check, GLTF_I_EMPTY_ENTITY, property->name, "%t is empty",
                         words_text(text_of(property->name)));
        return 0;
    }
    return 1;
}

static void take_objects(gltf_i_check *check, const gltf_i_property *property, gltf_i_field *field) {
    gltf_i_text key;
    gltf_i_text element;
    size_t cursor = 0;
    if (!take_filled(check, property, field, GLTF_I_JSON_ARRAY)) {
        return;
    }
    for (int64_t i = 0; gltf_i_scan_next(field->value, &cursor, &key, &element); i++) {
        if (gltf_i_value_kind(element) != GLTF_I_JSON_OBJECT) {
            field->state = GLTF_I_FIELD_BROKEN;
            gltf_i_report_at(check, GLTF_I_ARRAY_TYPE_MISMATCH, property->name, "element %n is not an object",
                             words_of(i, 0));
        }
    }
    if (field->state == GLTF_I_FIELD_BROKEN) {
        field->number = GLTF_I_BROKEN;
    }
}

static void take_numbers(gltf_i_check *check, const gltf_i_property *property, gltf_i_field *field) {
    gltf_i_text key;
    gltf_i_text element;
    size_t cursor = 0;
    double real;
    if (!take_filled(check, property, field, GLTF_I_JSON_ARRAY)) {
        return;
    }
    for (int64_t i = 0; gltf_i_scan_next(field->value, &cursor, &key, &element) && !check_done(check); i++) {
        if (gltf_i_value_kind(element) != GLTF_I_JSON_NUMBER) {
            field->state = GLTF_I_FIELD_BROKEN;
            gltf_i_report_at(check, GLTF_I_ARRAY_TYPE_MISMATCH, property->name, "element %n is not a number",
                             words_of(i, 0));
        } else if (!gltf_i_check_real(check, element, &real)) {
            field->state = GLTF_I_FIELD_BROKEN;
            gltf_i_path_name(check, property->name);
            gltf_i_report_index(check, GLTF_I_VALUE_NOT_IN_RANGE, (uint64_t)i, "%t is out of range",
                                words_text(element));
            gltf_i_path_pop(check);
        }
    }
    if (field->state == GLTF_I_FIELD_BROKEN) {
        field->number = GLTF_I_BROKEN;
    }
}

static void take_indices(gltf_i_check *check, const gltf_i_property *property, gltf_i_field *field) {
    gltf_i_text key;
    gltf_i_text element;
    size_t cursor = 0;
    int64_t index;
    if (!take_filled(check, property, field, GLTF_I_JSON_ARRAY)) {
        return;
    }
    gltf_i_path_name(check, property->name);
    for (int64_t i = 0; gltf_i_scan_next(field->value, &cursor, &key, &element) && !check_done(check); i++) {
        if (gltf_i_check_integer(check, element, &index) != GLTF_I_INTEGER_GOOD) {
            gltf_i_report_index(check, GLTF_I_INVALID_INDEX, (uint64_t)i, "%t is no index", words_text(element));
        }
    }
    gltf_i_path_pop(check);
}

int64_t gltf_i_schema_strings(gltf_i_check *check, const char *name, gltf_i_text value) {
    const gltf_i_property property = {name, NULL, NULL, 0, 0, GLTF_I_TAKES_ARRAY, 0};
    gltf_i_field field;
    gltf_i_text key;
    gltf_i_text element;
    size_t cursor = 0;
    gltf_i_schema_property(check, &property, value, &field);
    if (field.state != GLTF_I_FIELD_GOOD) {
        return GLTF_I_BROKEN;
    }
    gltf_i_path_name(check, name);
    for (uint64_t i = 0; gltf_i_scan_next(value, &cursor, &key, &element); i++) {
        if (gltf_i_value_kind(element) != GLTF_I_JSON_STRING) {
            field.number = GLTF_I_BROKEN;
            gltf_i_report_index(check, GLTF_I_ARRAY_TYPE_MISMATCH, i, "%t is not a string", words_text(element));
        }
    }
    gltf_i_path_pop(check);
    return field.number;
}

/* ---- Properties ---- */

static void take(gltf_i_check *check, const gltf_i_property *property, gltf_i_field *field) {
    field->state = GLTF_I_FIELD_BROKEN;
    switch (property->takes) {
    case GLTF_I_TAKES_INDEX:
    case GLTF_I_TAKES_INTEGER:
        take_integer(check, property, field);
        break;
    case GLTF_I_TAKES_NUMBER_OF:
        take_number_of(check, property, field);
        break;
    case GLTF_I_TAKES_STRING:
        take_kind(check, property, field, GLTF_I_JSON_STRING, "string");
        break;
    case GLTF_I_TAKES_WORD_OF:
        take_word_of(check, property, field);
        break;
    case GLTF_I_TAKES_VERSION:
        take_version(check, property, field);
        break;
    case GLTF_I_TAKES_BOOLEAN:
        if (take_kind(check, property, field, GLTF_I_JSON_BOOLEAN, "boolean")) {
            field->number = *field->value.at == 't';
        }
        break;
    case GLTF_I_TAKES_OBJECT:
        take_kind(check, property, field, GLTF_I_JSON_OBJECT, "object");
        break;
    case GLTF_I_TAKES_OBJECTS:
        take_objects(check, property, field);
        break;
    case GLTF_I_TAKES_NUMBERS:
        take_numbers(check, property, field);
        break;
    case GLTF_I_TAKES_INDICES:
        take_indices(check, property, field);
        break;
    case GLTF_I_TAKES_MAP:
        take_filled(check, property, field, GLTF_I_JSON_OBJECT);
        break;
    case GLTF_I_TAKES_ARRAY:
        take_filled(check, property, field, GLTF_I_JSON_ARRAY);
        break;
    default:
        field->state = GLTF_I_FIELD_GOOD;
        break;
    }
}

static const char *type_name(uint8_t takes) {
    static const char *const names[] = {"value",   "integer", "integer", "integer", "string", "string", "string",
                                        "boolean", "object",  "array",   "array",   "array",  "object", "array"};
    return names[takes];
}

void gltf_i_schema_property(gltf_i_check *check, const gltf_i_property *property, gltf_i_text value,
                            gltf_i_field *field) {
    const int kind = gltf_i_value_kind(value);
    field->value = value;
    field->number = GLTF_I_BROKEN;
    field->state = GLTF_I_FIELD_ABSENT;
    if (kind == GLTF_I_JSON_NULL && property->takes != GLTF_I_TAKES_ANYTHING) { /* as if it was not there */
        gltf_i_report_at(check, GLTF_I_TYPE_MISMATCH, property->name, "%t is null, not of type %t",
                         words_texts(property->name, type_name(property->takes)));
    } else if (kind != 0) {
        take(check, property, field);
        return;
    }
    if (property->required) {
        gltf_i_report(check, GLTF_I_UNDEFINED_PROPERTY, "%t is missing", words_text(text_of(property->name)));
    }
}

/* ---- Objects ---- */

static void read_extensions(gltf_i_check *check, gltf_i_text value) {
    size_t count;
    if (gltf_i_value_kind(value) != GLTF_I_JSON_OBJECT) {
        if (value.at) {
            report_type(check, "extensions", "object");
        }
        return;
    }
    const gltf_i_member *const members = gltf_i_members(check, value, &count);
    gltf_i_path_name(check, "extensions");
    for (size_t i = 0; i < count; i++) {
        if (gltf_i_value_kind(members[i].value) != GLTF_I_JSON_OBJECT) {
            gltf_i_report_key(check, GLTF_I_TYPE_MISMATCH, members[i].key, "%t is not of type object",
                              words_text(members[i].key));
        }
        if (check->quantized && gltf_i_value_is(members[i].key, "KHR_mesh_quantization")) {
            gltf_i_report_key(check, GLTF_I_UNEXPECTED_EXTENSION_OBJECT, members[i].key,
                              "%t is declared for the whole asset and has no object", words_text(members[i].key));
        }
    }
    gltf_i_path_pop(check);
}

static void read_extras(gltf_i_check *check, gltf_i_text value) {
    const int kind = gltf_i_value_kind(value);
    if (kind != 0 && kind != GLTF_I_JSON_NULL && kind != GLTF_I_JSON_OBJECT) {
        gltf_i_report_at(check, GLTF_I_NON_OBJECT_EXTRAS, "extras", "extras is not an object", words_none());
    }
}

void gltf_i_schema_common(gltf_i_check *check, gltf_i_text extensions, gltf_i_text extras) {
    read_extensions(check, extensions);
    read_extras(check, extras);
}

/* Sort one member into its place; `common` are extensions and extras. */
static void place_member(gltf_i_check *check, const gltf_i_schema *schema, const gltf_i_member *member,
                         gltf_i_text *values, gltf_i_text common[2]) {
    for (uint32_t i = 0; i < schema->count; i++) {
        if (gltf_i_value_is(member->key, schema->properties[i].name)) {
            values[i] = member->value;
            return;
        }
    }
    if (gltf_i_value_is(member->key, "extensions")) {
        common[0] = member->value;
    } else if (gltf_i_value_is(member->key, "extras")) {
        common[1] = member->value;
    } else if (!schema->is_open) {
        gltf_i_report_key(check, GLTF_I_UNEXPECTED_PROPERTY, member->key, "%t is not a known property",
                          words_text(member->key));
    }
}

void gltf_i_schema_read(gltf_i_check *check, const gltf_i_schema *schema, gltf_i_text object, gltf_i_field *fields) {
    const gltf_i_scratch_mark mark = gltf_i_scratch_here(check);
    gltf_i_text values[GLTF_I_SCHEMA_MAX];
    gltf_i_text common[2];
    size_t count;
    memory_zero(values, sizeof values);
    memory_zero(common, sizeof common);
    const gltf_i_member *const members = gltf_i_members(check, object, &count);
    for (size_t i = 0; i < count; i++) {
        place_member(check, schema, &members[i], values, common);
    }
    for (uint32_t i = 0; i < schema->count; i++) {
        gltf_i_schema_property(check, &schema->properties[i], values[i], &fields[i]);
    }
    gltf_i_schema_common(check, common[0], common[1]);
    gltf_i_scratch_back(check, mark);
}

/* ---- Top-level arrays ---- */

uint32_t gltf_i_schema_array(gltf_i_check *check, const char *name, gltf_i_text array, size_t entry_size, void *table) {
    void **const entries = table;
    if (!array.at) {
        return 0;
    }
    if (gltf_i_value_kind(array) != GLTF_I_JSON_ARRAY) {
        report_type(check, name, "array");
        return 0;
    }
    const size_t count = gltf_i_value_length(array);
    if (count == 0) {
        gltf_i_report_at(check, GLTF_I_EMPTY_ENTITY, name, "%t is empty", words_text(text_of(name)));
        return 0;
    }
    if (count > check->objects_left || count >= GLTF_NONE) {
        check_fail(check, GLTF_ERR_LIMIT, "max_objects");
        return 0;
    }
    check->objects_left -= count;
    if (entry_size > 0) {
        *entries = gltf_i_check_keep(check, count, entry_size);
        return *entries ? (uint32_t)count : 0;
    }
    return (uint32_t)count;
}

void gltf_i_schema_each(gltf_i_check *check, const char *name, gltf_i_text array, gltf_i_schema_element read) {
    gltf_i_text key;
    gltf_i_text element;
    size_t cursor = 0;
    gltf_i_path_name(check, name);
    for (uint32_t i = 0; !check_done(check) && gltf_i_scan_next(array, &cursor, &key, &element); i++) {
        if (gltf_i_value_kind(element) != GLTF_I_JSON_OBJECT) {
            gltf_i_report_index(check, GLTF_I_TYPE_MISMATCH, i, "the element is not of type object", words_none());
            continue;
        }
        const gltf_i_scratch_mark mark = gltf_i_scratch_here(check);
        gltf_i_path_index(check, i);
        read(check, element, i);
        gltf_i_path_pop(check);
        gltf_i_scratch_back(check, mark);
    }
    gltf_i_path_pop(check);
}
