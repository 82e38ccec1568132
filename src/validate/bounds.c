/* validate/bounds.c - layer 3: min and max of an accessor as the file declares them. */
#include "../base/bytes.h"
#include "accessors.h"

enum { BOUNDS_MAX = 16 };

/* Round to float32, as the values are that it is compared with. */
static double to_single(double value) {
    static const double limit = 3.4028235677973366e38; /* from here on the nearest float32 is infinite */
    if (value >= limit || value <= -limit) {
        return value > 0 ? (double)bytes_float_of(0x7F800000u) : (double)bytes_float_of(0xFF800000u);
    }
    return (double)(float)value;
}

static int read_single(gltf_i_check *check, const char *name, gltf_i_text element, int64_t place, double *out) {
    if (gltf_i_value_kind(element) != GLTF_I_JSON_NUMBER) {
        gltf_i_report_at(check, GLTF_I_ARRAY_TYPE_MISMATCH, name, "element %n is not a number", words_of(place, 0));
        return 0;
    }
    if (!gltf_i_check_real(check, element, out)) {
        gltf_i_path_name(check, name);
        gltf_i_report_index(check, GLTF_I_VALUE_NOT_IN_RANGE, (uint64_t)place, "%t is out of range",
                            words_text(element));
        gltf_i_path_pop(check);
        return 0;
    }
    *out = to_single(*out);
    return 1;
}

static void integer_range(int64_t component_type, double *least, double *greatest) {
    static const double ranges[][2] = {{-128, 127}, {0, 255}, {-32768, 32767}, {0, 65535}, {0, 0}, {0, 4294967295.0}};
    *least = ranges[component_type - GLTF_BYTE][0];
    *greatest = ranges[component_type - GLTF_BYTE][1];
}

static int read_integer(gltf_i_check *check, const char *name, gltf_i_text element, int64_t place,
                        int64_t component_type, double *out) {
    double least;
    double greatest;
    const int is_number = gltf_i_value_kind(element) == GLTF_I_JSON_NUMBER;
    const int is_finite = is_number && gltf_i_check_real(check, element, out);
    integer_range(component_type, &least, &greatest);
    if (!is_number || (is_finite && *out > -1e15 && *out < 1e15 && (double)(int64_t)*out != *out)) {
        gltf_i_report_at(check, GLTF_I_ARRAY_TYPE_MISMATCH, name, "element %n is not an integer", words_of(place, 0));
        return 0;
    }
    if (!is_finite || *out < least || *out > greatest) {
        gltf_i_report_at(check, GLTF_I_INVALID_GL_VALUE, name, "%t cannot be represented in the component type",
                         words_text(element));
        return 0;
    }
    return 1;
}

/* Whether the array is there and has as many elements as the type has numbers. */
static int check_array(gltf_i_check *check, const char *name, gltf_i_text value,
                       const gltf_i_check_accessor *accessor) {
    if (!value.at) {
        return 0;
    }
    if (gltf_i_value_kind(value) != GLTF_I_JSON_ARRAY) {
        gltf_i_report_at(check, GLTF_I_TYPE_MISMATCH, name, "%t is not of type array", words_text(text_of(name)));
        return 0;
    }
    const int64_t length = (int64_t)gltf_i_value_length(value);
    const int64_t wanted = gltf_i_accessor_components(accessor);
    if (length == 0 && accessor->component_type == GLTF_FLOAT) {
        gltf_i_report_at(check, GLTF_I_EMPTY_ENTITY, name, "%t is empty", words_text(text_of(name)));
        return 0;
    }
    if (length != wanted) {
        gltf_i_report_at(check, GLTF_I_ARRAY_LENGTH_NOT_IN_LIST, name, "%n elements, the type of the accessor has %n",
                         words_of(length, wanted));
        return 0;
    }
    return 1;
}

const double *gltf_i_accessor_bound(gltf_i_check *check, const char *name, gltf_i_text value,
                                    const gltf_i_check_accessor *accessor) {
    double numbers[BOUNDS_MAX] = {0};
    gltf_i_text key;
    gltf_i_text element;
    size_t cursor = 0;
    size_t count = 0;
    int good = 1;
    if (!check_array(check, name, value, accessor)) {
        return NULL;
    }
    while (gltf_i_scan_next(value, &cursor, &key, &element) && count < BOUNDS_MAX) {
        const int64_t place = (int64_t)count;
        good &= accessor->component_type == GLTF_FLOAT
                    ? read_single(check, name, element, place, &numbers[count])
                    : read_integer(check, name, element, place, accessor->component_type, &numbers[count]);
        count++;
    }
    double *const kept = good ? gltf_i_check_keep(check, count, sizeof *kept) : NULL;
    if (kept) {
        memory_copy(kept, numbers, count * sizeof *kept);
    }
    return kept;
}
