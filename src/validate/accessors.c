/* validate/accessors.c - layer 3: accessors and their sparse parts: layout, alignment, bounds in their views. */
#include "accessors.h"

#include "schema.h"
#include "views.h"

/* Bytes from the first to the last byte of all elements. */
static int64_t whole_length(const gltf_i_check *check, const gltf_i_check_accessor *accessor) {
    return gltf_i_accessor_stride(check, accessor) * (accessor->count - 1) + gltf_i_accessor_element_length(accessor);
}

/* What gltf_i_accessor_fits tests, each failure reported; the path is at the accessor or the sparse part. */
static void check_fit(gltf_i_check *check, int64_t offset, int64_t component_size, int64_t length,
                      const gltf_i_check_view *view) {
    if (offset == GLTF_I_BROKEN) {
        return;
    }
    if (offset % component_size != 0) {
        gltf_i_report_at(check, GLTF_I_ACCESSOR_OFFSET_ALIGNMENT, "byteOffset",
                         "byteOffset %n is not a multiple of the component size %n", words_of(offset, component_size));
    }
    if (view->byte_offset == GLTF_I_BROKEN) {
        return;
    }
    const int64_t total = view->byte_offset + offset;
    if (total % component_size != 0) {
        gltf_i_report(check, GLTF_I_ACCESSOR_TOTAL_OFFSET_ALIGNMENT,
                      "the offset %n in the buffer is not a multiple of the component size %n",
                      words_of(total, component_size));
    }
    const int64_t index = (int64_t)(view - check->views);
    if (offset > view->byte_length) {
        gltf_i_report_at(check, GLTF_I_ACCESSOR_TOO_LONG, "byteOffset",
                         "byteOffset %n is beyond the %n bytes of bufferView %n",
                         words_four(offset, view->byte_length, index, 0));
    } else if (offset + length > view->byte_length) {
        gltf_i_report(check, GLTF_I_ACCESSOR_TOO_LONG,
                      "byteOffset %n + %n bytes is beyond the %n bytes of bufferView %n",
                      words_four(offset, length, view->byte_length, index));
    }
}

/* ---- Formats ---- */

int gltf_i_accessor_is(const gltf_i_check_accessor *accessor, const uint16_t *formats) {
    if (accessor->component_type == GLTF_I_BROKEN) {
        return 0;
    }
    const uint16_t format = GLTF_I_FORMAT(accessor->shape, accessor->component_type, accessor->normalized);
    while (*formats && *formats != format) {
        formats++;
    }
    return *formats != 0;
}

gltf_i_text gltf_i_accessor_format(gltf_i_check *check, const gltf_i_check_accessor *accessor) {
    static const char *const shapes[] = {"no type", "SCALAR", "VEC2", "VEC3",        "VEC4",
                                         "MAT2",    "MAT3",   "MAT4", "unknown type"};
    static const char *const components[] = {"BYTE", "UNSIGNED_BYTE", "SHORT", "UNSIGNED_SHORT",
                                             "",     "UNSIGNED_INT",  "FLOAT", "no component type"};
    enum { ROOM = 64, NO_TYPE = 7 };
    const int64_t type = accessor->component_type;
    gltf_i_text format = {"", 0};
    char *const out = gltf_i_scratch_get(check, ROOM, 1);
    if (out) {
        const gltf_i_words words =
            words_texts(shapes[accessor->shape], components[type == GLTF_I_BROKEN ? NO_TYPE : type - GLTF_BYTE]);
        gltf_i_format(out, ROOM, accessor->normalized ? "%t %t normalized" : "%t %t", &words);
        format = text_of(out);
    }
    return format;
}

/* ---- Reading ---- */

static int64_t offset_of(gltf_i_check *check, gltf_i_text value) {
    static const gltf_i_property property = {"byteOffset", NULL, NULL, 0, 0, GLTF_I_TAKES_INTEGER, 0};
    gltf_i_field field;
    gltf_i_schema_property(check, &property, value, &field);
    return field_or(&field, 0);
}

/* byteOffset means something only with a view. */
static int64_t read_offset(gltf_i_check *check, int64_t view, gltf_i_text value) {
    if (view != GLTF_I_BROKEN) {
        return offset_of(check, value);
    }
    if (value.at) {
        gltf_i_report_at(check, GLTF_I_UNSATISFIED_DEPENDENCY, "byteOffset", "byteOffset without bufferView",
                         words_none());
    }
    return 0;
}

static uint8_t shape_of(const gltf_i_field *type) {
    if (type->state != GLTF_I_FIELD_GOOD) {
        return GLTF_I_SHAPE_NONE;
    }
    return type->number > 0 ? (uint8_t)type->number : GLTF_I_SHAPE_UNKNOWN;
}

/* The object under a key of `sparse`, with the path at it. */
static void read_part(gltf_i_check *check, const char *name, const gltf_i_schema *schema, const gltf_i_field *field,
                      gltf_i_field *fields) {
    if (field->state == GLTF_I_FIELD_GOOD) {
        gltf_i_path_name(check, name);
        gltf_i_schema_read(check, schema, field->value, fields);
        gltf_i_path_pop(check);
    }
}

/* NULL when a part is missing or broken. */
static const gltf_i_check_sparse *read_sparse(gltf_i_check *check, gltf_i_text object) {
    gltf_i_field fields[GLTF_I_SCHEMA_MAX];
    gltf_i_field indices[GLTF_I_SCHEMA_MAX];
    gltf_i_field values[GLTF_I_SCHEMA_MAX];
    gltf_i_schema_read(check, &gltf_i_schema_sparse, object, fields);
    read_part(check, "indices", &gltf_i_schema_sparse_indices, &fields[GLTF_I_SPARSE_INDICES], indices);
    read_part(check, "values", &gltf_i_schema_sparse_values, &fields[GLTF_I_SPARSE_VALUES], values);
    if (fields[GLTF_I_SPARSE_COUNT].state != GLTF_I_FIELD_GOOD ||
        fields[GLTF_I_SPARSE_INDICES].state != GLTF_I_FIELD_GOOD ||
        fields[GLTF_I_SPARSE_VALUES].state != GLTF_I_FIELD_GOOD) {
        return NULL;
    }
    gltf_i_schema_common(check, fields[GLTF_I_SPARSE_EXTENSIONS].value, fields[GLTF_I_SPARSE_EXTRAS].value);
    gltf_i_check_sparse *const sparse = gltf_i_check_keep(check, 1, sizeof *sparse);
    if (sparse) {
        sparse->count = fields[GLTF_I_SPARSE_COUNT].number;
        sparse->indices_view = indices[GLTF_I_PART_VIEW].number;
        sparse->indices_offset = field_or(&indices[GLTF_I_PART_BYTE_OFFSET], 0);
        sparse->indices_type = (int32_t)indices[GLTF_I_PART_COMPONENT_TYPE].number;
        sparse->values_view = values[GLTF_I_PART_VIEW].number;
        sparse->values_offset = field_or(&values[GLTF_I_PART_BYTE_OFFSET], 0);
    }
    return sparse;
}

static void read_accessor(gltf_i_check *check, gltf_i_text object, gltf_i_check_accessor *accessor) {
    gltf_i_field fields[GLTF_I_SCHEMA_MAX];
    gltf_i_schema_read(check, &gltf_i_schema_accessor, object, fields);
    accessor->exists = 1;
    accessor->view = fields[GLTF_I_ACCESSOR_VIEW].number;
    accessor->byte_offset = read_offset(check, accessor->view, fields[GLTF_I_ACCESSOR_BYTE_OFFSET].value);
    accessor->component_type = (int32_t)fields[GLTF_I_ACCESSOR_COMPONENT_TYPE].number;
    accessor->count = fields[GLTF_I_ACCESSOR_COUNT].number;
    accessor->shape = shape_of(&fields[GLTF_I_ACCESSOR_TYPE]);
    accessor->normalized = fields[GLTF_I_ACCESSOR_NORMALIZED].number == 1;
    if (gltf_i_accessor_components(accessor) > 0 && accessor->component_type != GLTF_I_BROKEN) {
        accessor->min = gltf_i_accessor_bound(check, "min", fields[GLTF_I_ACCESSOR_MIN].value, accessor);
        accessor->max = gltf_i_accessor_bound(check, "max", fields[GLTF_I_ACCESSOR_MAX].value, accessor);
    }
    if (fields[GLTF_I_ACCESSOR_SPARSE].state == GLTF_I_FIELD_GOOD) {
        gltf_i_path_name(check, "sparse");
        accessor->sparse = read_sparse(check, fields[GLTF_I_ACCESSOR_SPARSE].value);
        gltf_i_path_pop(check);
    }
}

/* ---- Checking ---- */

static void check_format(gltf_i_check *check, const gltf_i_check_accessor *accessor) {
    const int64_t type = accessor->component_type;
    if (accessor->normalized && (type == GLTF_FLOAT || type == GLTF_UNSIGNED_INT)) {
        gltf_i_report_at(check, GLTF_I_ACCESSOR_NORMALIZED_INVALID, "normalized", "%t cannot be normalized",
                         words_texts(type == GLTF_FLOAT ? "FLOAT" : "UNSIGNED_INT", ""));
    }
    if (accessor->shape >= GLTF_MAT2 && accessor->shape <= GLTF_MAT4 && accessor->byte_offset != GLTF_I_BROKEN &&
        accessor->byte_offset % 4 != 0) {
        gltf_i_report_at(check, GLTF_I_ACCESSOR_MATRIX_ALIGNMENT, "byteOffset",
                         "byteOffset %n of a matrix accessor is not a multiple of 4",
                         words_of(accessor->byte_offset, 0));
    }
}

static void report_no_view(gltf_i_check *check, int64_t view) {
    gltf_i_report_at(check, GLTF_I_UNRESOLVED_REFERENCE, "bufferView", "there is no bufferView %n", words_of(view, 0));
}

/* [glTF 2.0, 3.6.2 Accessors] */
static void check_base(gltf_i_check *check, const gltf_i_check_accessor *accessor) {
    if (accessor->view == GLTF_I_BROKEN) {
        return;
    }
    gltf_i_check_view *const view = gltf_i_view_of(check, accessor->view);
    if (!view) {
        report_no_view(check, accessor->view);
        return;
    }
    view->used = 1;
    const int64_t element_length = gltf_i_accessor_element_length(accessor);
    if (view->byte_stride != GLTF_I_BROKEN && view->byte_stride < element_length) {
        gltf_i_report(check, GLTF_I_ACCESSOR_SMALL_BYTESTRIDE,
                      "byteStride %n of bufferView %n is less than the %n bytes of an element",
                      words_four(view->byte_stride, accessor->view, element_length, 0));
    }
    check_fit(check, accessor->byte_offset, gltf_i_accessor_component_size(accessor->component_type),
              whole_length(check, accessor), view);
}

/* One of indices and values, with the path at `sparse`. */
static void check_part(gltf_i_check *check, const char *name, int64_t index, int64_t offset, int64_t component_size,
                       int64_t length) {
    if (index == GLTF_I_BROKEN) {
        return;
    }
    gltf_i_path_name(check, name);
    gltf_i_check_view *const view = gltf_i_view_of(check, index);
    if (!view) {
        report_no_view(check, index);
    } else {
        gltf_i_view_use(check, view, GLTF_I_VIEW_OTHER, text_of("bufferView"));
        if (view->byte_stride != GLTF_I_BROKEN) {
            gltf_i_report_at(check, GLTF_I_BUFFER_VIEW_INVALID_BYTE_STRIDE, "bufferView",
                             "bufferView %n of sparse data has byteStride %n", words_of(index, view->byte_stride));
        }
        if (component_size > 0) {
            check_fit(check, offset, component_size, length, view);
        }
    }
    gltf_i_path_pop(check);
}

/* [glTF 2.0, 3.6.2.3 Sparse Accessors] */
static void check_sparse(gltf_i_check *check, const gltf_i_check_accessor *accessor) {
    const gltf_i_check_sparse *const sparse = accessor->sparse;
    gltf_i_path_name(check, "sparse");
    if (sparse->count > accessor->count) {
        gltf_i_report_at(check, GLTF_I_ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE, "count",
                         "%n elements are replaced, the accessor has %n", words_of(sparse->count, accessor->count));
    }
    const int64_t index_size =
        sparse->indices_type == GLTF_I_BROKEN ? 0 : gltf_i_accessor_component_size(sparse->indices_type);
    const int64_t value_size = gltf_i_accessor_component_size(accessor->component_type);
    check_part(check, "indices", sparse->indices_view, sparse->indices_offset, index_size, index_size * sparse->count);
    check_part(check, "values", sparse->values_view, sparse->values_offset, value_size,
               value_size * gltf_i_accessor_components(accessor) * sparse->count);
    gltf_i_path_pop(check);
}

static void check_accessor(gltf_i_check *check, gltf_i_text object, uint32_t index) {
    gltf_i_check_accessor *const accessor = &check->accessors[index];
    read_accessor(check, object, accessor);
    check_format(check, accessor);
    if (!gltf_i_accessor_is_complete(accessor)) {
        return;
    }
    check_base(check, accessor);
    if (accessor->sparse) {
        check_sparse(check, accessor);
    }
}

void gltf_i_check_accessors(gltf_i_check *check, gltf_i_text array) {
    check->accessor_count = gltf_i_schema_array(check, "accessors", array, sizeof *check->accessors, &check->accessors);
    if (check->accessor_count > 0) {
        gltf_i_schema_each(check, "accessors", array, check_accessor);
    }
}

/* ---- For those who use them ---- */

static const char *role_name(uint8_t role) {
    static const char *const names[] = {"nothing",   "vertex attribute", "indices", "inverse bind matrices",
                                        "key times", "animation output"};
    return names[role];
}

void gltf_i_accessor_use(gltf_i_check *check, gltf_i_check_accessor *accessor, uint8_t role, uint8_t usage,
                         gltf_i_text property) {
    accessor->used = 1;
    if (accessor->role == GLTF_I_ROLE_NONE) {
        accessor->role = role;
    } else if (accessor->role != role) {
        gltf_i_report_key(
            check, GLTF_I_ACCESSOR_USAGE_OVERRIDE, property, "accessor %n is used as %t and now as %t",
            words_number_texts((int64_t)(accessor - check->accessors), role_name(accessor->role), role_name(role)));
    }
    gltf_i_view_use(check, gltf_i_view_of(check, accessor->view), usage, property);
}

gltf_i_rule *gltf_i_accessor_ask(gltf_i_check *check, gltf_i_check_accessor *accessor, uint8_t kind, uint32_t first,
                                 uint32_t second) {
    gltf_i_rule *const rule = gltf_i_check_keep(check, 1, sizeof *rule);
    if (rule) {
        rule->next = accessor->rules;
        rule->kind = kind;
        rule->first = first;
        rule->second = second;
        accessor->rules = rule;
    }
    return rule;
}
