/* validate/values.c - layer 3: values of checked JSON text: their kinds, numbers, strings and distinct members. */
#include "check.h"

enum { VALUES_FEW_MEMBERS = 16 };

int gltf_i_value_is(gltf_i_text key, const char *name) {
    return key.size == memory_length(name) && memory_equal(key.at, name, key.size);
}

gltf_i_text gltf_i_value_string(gltf_i_check *check, gltf_i_text value) {
    gltf_i_text plain = {value.at + 1, value.size - 2};
    for (size_t i = 0; i < plain.size; i++) {
        if (plain.at[i] == '\\') {
            char *const copy = gltf_i_scratch_get(check, value.size, 1);
            plain.at = copy ? copy : "";
            plain.size = copy ? gltf_i_scan_decode(value, copy, NULL) : 0;
            break;
        }
    }
    return plain;
}

/* ---- Numbers ---- */

int gltf_i_check_real(gltf_i_check *check, gltf_i_text value, double *out) {
    const gltf_status status = gltf_i_value_number(value, out);
    if (status == GLTF_ERR_MEMORY) {
        check_fail(check, status, NULL);
    }
    return status == GLTF_OK;
}

int gltf_i_check_integer(gltf_i_check *check, gltf_i_text value, int64_t *out) {
    double real;
    *out = GLTF_I_BROKEN;
    if (gltf_i_value_kind(value) != GLTF_I_JSON_NUMBER) {
        return GLTF_I_INTEGER_NOT;
    }
    if (!gltf_i_check_real(check, value, &real)) {
        return GLTF_I_INTEGER_INFINITE;
    }
    if (real >= (double)GLTF_I_NUMBER_MAX) {
        *out = GLTF_I_NUMBER_MAX;
        return GLTF_I_INTEGER_GOOD;
    }
    if (real <= -(double)GLTF_I_NUMBER_MAX) {
        return GLTF_I_INTEGER_NEGATIVE;
    }
    if ((double)(int64_t)real != real) {
        return GLTF_I_INTEGER_NOT;
    }
    if (real < 0) {
        return GLTF_I_INTEGER_NEGATIVE;
    }
    *out = (int64_t)real;
    return GLTF_I_INTEGER_GOOD;
}

/* ---- Names ---- */

int gltf_i_value_order(gltf_i_text a, gltf_i_text b) {
    if (a.size != b.size) {
        return a.size < b.size ? -1 : 1;
    }
    for (size_t i = 0; i < a.size; i++) {
        if (a.at[i] != b.at[i]) {
            return (uint8_t)a.at[i] < (uint8_t)b.at[i] ? -1 : 1;
        }
    }
    return 0;
}

gltf_i_name_list gltf_i_name_list_get(gltf_i_check *check, size_t count) {
    gltf_i_name_list list = {NULL, NULL, 0};
    if (count > UINT32_MAX) {
        check_fail(check, GLTF_ERR_MEMORY, NULL);
    } else if (count > 0) {
        list.names = gltf_i_scratch_get(check, count, sizeof *list.names);
        list.order = gltf_i_scratch_get(check, count, sizeof *list.order);
        list.count = list.names && list.order ? count : 0;
    }
    return list;
}

/* Equal names keep their order. */
static int name_less(void *user, uint32_t a, uint32_t b) {
    const gltf_i_text *const names = user;
    const int order = gltf_i_value_order(names[a], names[b]);
    return order != 0 ? order < 0 : a < b;
}

void gltf_i_name_list_sort(gltf_i_name_list *list) {
    for (size_t i = 0; i < list->count; i++) {
        list->order[i] = (uint32_t)i;
    }
    gltf_i_sort(list->order, list->count, name_less, list->names);
}

size_t gltf_i_name_list_find(const gltf_i_name_list *list, gltf_i_text name) {
    size_t low = 0;
    size_t high = list->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const int order = gltf_i_value_order(list->names[list->order[middle]], name);
        if (order == 0) {
            return list->order[middle];
        }
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return list->count;
}

/* ---- Members ---- */

/* The earlier of two members with one key gets the value of the later one, which goes. */
static void merge_two(gltf_i_member *first, gltf_i_member *later) {
    first->value = later->value;
    later->key.at = NULL;
}

static void merge_few(gltf_i_member *members, size_t count) {
    for (size_t i = 1; i < count; i++) {
        for (size_t k = 0; k < i; k++) {
            if (members[k].key.at && gltf_i_value_order(members[k].key, members[i].key) == 0) {
                merge_two(&members[k], &members[i]);
                break;
            }
        }
    }
}

static void merge_many(gltf_i_check *check, gltf_i_member *members, size_t count) {
    gltf_i_name_list list = gltf_i_name_list_get(check, count);
    for (size_t i = 0; i < list.count; i++) {
        list.names[i] = members[i].key;
    }
    gltf_i_name_list_sort(&list);
    size_t first = 0;
    for (size_t i = 1; i < list.count; i++) {
        if (gltf_i_value_order(list.names[list.order[first]], list.names[list.order[i]]) == 0) {
            merge_two(&members[list.order[first]], &members[list.order[i]]);
        } else {
            first = i;
        }
    }
}

gltf_i_member *gltf_i_members(gltf_i_check *check, gltf_i_text object, size_t *count) {
    const size_t all = gltf_i_value_length(object);
    gltf_i_member *const members = all ? gltf_i_scratch_get(check, all, sizeof *members) : NULL;
    size_t cursor = 0;
    *count = 0;
    if (!members) {
        return NULL;
    }
    for (size_t i = 0; i < all; i++) {
        gltf_i_text key;
        gltf_i_scan_next(object, &cursor, &key, &members[i].value);
        members[i].key = gltf_i_value_string(check, key);
    }
    if (all <= VALUES_FEW_MEMBERS) {
        merge_few(members, all);
    } else {
        merge_many(check, members, all);
    }
    for (size_t i = 0; i < all; i++) {
        if (members[i].key.at) {
            members[(*count)++] = members[i];
        }
    }
    return members;
}
