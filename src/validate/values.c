/* validate/values.c - floor 3: values of checked JSON text: their kinds, numbers, strings and distinct members. */
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
        check->status = status;
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

/* ---- Members ---- */

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

static int member_less(void *user, uint32_t a, uint32_t b) {
    const gltf_i_member *const members = user;
    const int order = gltf_i_value_order(members[a].key, members[b].key);
    return order != 0 ? order < 0 : a < b;
}

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
    uint32_t *const order = count <= UINT32_MAX ? gltf_i_scratch_get(check, count, sizeof *order) : NULL;
    if (!order) {
        check->status = GLTF_ERR_MEMORY;
        return;
    }
    for (size_t i = 0; i < count; i++) {
        order[i] = (uint32_t)i;
    }
    gltf_i_sort(order, count, member_less, members);
    size_t first = 0;
    for (size_t i = 1; i < count; i++) {
        if (gltf_i_value_order(members[order[first]].key, members[order[i]].key) == 0) {
            merge_two(&members[order[first]], &members[order[i]]);
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
