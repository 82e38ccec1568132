/* validate/data.c - layer 3: goes over the data of all accessors, each once and in blocks. */
#include "pass.h"
#include "views.h"

/* Take from what may be looked at; 0 when that is not enough. */
static int take(gltf_i_check *check, uint64_t numbers) {
    if (numbers > check->numbers_left) {
        check->numbers_left = 0;
        check->report.counts.truncated = 1;
        return 0;
    }
    check->numbers_left -= numbers;
    return 1;
}

int gltf_i_check_spend(gltf_i_check *check, uint64_t numbers) {
    if (check_done(check) || !take(check, numbers)) {
        return 0;
    }
    check->report.counts.numbers += numbers;
    return 1;
}

/* How many sparse indices from the first one on need not be looked at: another accessor has shown that they increase. */
static int64_t known_entries(const gltf_i_check_view *view, const uint8_t *indices,
                             const gltf_i_check_accessor *accessor) {
    const gltf_i_check_sparse *const sparse = accessor->sparse;
    if (view->increasing != indices || view->increasing_type != sparse->indices_type) {
        return 0;
    }
    const int64_t known = view->increasing_count < sparse->count ? view->increasing_count : sparse->count;
    const int is_inside = known > 0 && gltf_i_reader_index(indices, (uint32_t)sparse->indices_type,
                                                           (uint64_t)(known - 1)) < accessor->count;
    return is_inside ? known : 0;
}

/* Sparse indices, which are looked at even where they reach out of their view. */
static void check_entries(gltf_i_check *check, const gltf_i_check_accessor *accessor) {
    const gltf_i_check_sparse *const sparse = accessor->sparse;
    const uint8_t *const indices = gltf_i_reader_indices(check, sparse);
    gltf_i_check_view *const view = gltf_i_view_of(check, sparse->indices_view);
    if (!indices) {
        return;
    }
    const int64_t known = known_entries(view, indices, accessor);
    if (!take(check, (uint64_t)(sparse->count - known))) {
        return;
    }
    int64_t last = -1;
    if (known > 0) {
        last = gltf_i_reader_index(indices, (uint32_t)sparse->indices_type, (uint64_t)(known - 1));
    }
    int64_t good = known; /* up to the first issue */
    gltf_i_path_name(check, "sparse");
    for (int64_t i = known; i < sparse->count && !check_done(check); i++) {
        const int64_t index = gltf_i_reader_index(indices, (uint32_t)sparse->indices_type, (uint64_t)i);
        good += good == i && index > last && index < accessor->count;
        if (i > 0 && index <= last) {
            gltf_i_report(check, GLTF_I_ACCESSOR_SPARSE_INDICES_NON_INCREASING,
                          "sparse index %n is %n, the one before %n", words_four(i, index, last, 0));
        }
        if (index >= accessor->count) {
            gltf_i_report(check, GLTF_I_ACCESSOR_SPARSE_INDEX_OOB,
                          "sparse index %n is %n, the accessor has %n elements",
                          words_four(i, index, accessor->count, 0));
        }
        last = index;
    }
    gltf_i_path_pop(check);
    if (view->increasing != indices || view->increasing_type != sparse->indices_type || view->increasing_count < good) {
        view->increasing = indices;
        view->increasing_type = sparse->indices_type;
        view->increasing_count = good;
    }
}

/* How many elements may be passed over: a long run of zeros that no file stores, all of them alike, once many such have
 * been seen.  What is left shows each rule some of them, and counts in threes and fours go on as if none were left out. */
static uint64_t zeros_to_skip(const gltf_i_pass *pass, uint64_t element) {
    enum { KEEP = 24, STEP = 12 };
    if (!pass->reader.is_zero || pass->check->zeros_left > 0) {
        return 0;
    }
    const uint64_t run = gltf_i_reader_next_entry(&pass->reader, element) - element;
    return run > KEEP ? (run - KEEP) / STEP * STEP : 0;
}

/* Count those that no file stores, so that others of their kind may be passed over. */
static void note_zeros(const gltf_i_pass *pass, uint64_t numbers) {
    uint64_t *const left = &pass->check->zeros_left;
    if (pass->reader.is_zero) {
        *left -= numbers < *left ? numbers : *left;
    }
}

static void check_elements(gltf_i_pass *pass) {
    const uint64_t components = pass->reader.components;
    const uint64_t room = GLTF_I_BLOCK / components;
    uint64_t element = 0;
    gltf_i_extremes_start(pass);
    gltf_i_rules_start(pass);
    while (element < pass->reader.count) {
        element += zeros_to_skip(pass, element);
        const uint64_t left = pass->reader.count - element;
        const size_t elements = (size_t)(left < room ? left : room);
        if (!gltf_i_check_spend(pass->check, elements * components)) {
            return;
        }
        note_zeros(pass, elements * components);
        gltf_i_reader_read(&pass->reader, element, elements, pass->floats, pass->integers);
        pass->first = element * components;
        pass->size = elements * (size_t)components;
        gltf_i_extremes_block(pass);
        gltf_i_rules_block(pass);
        element += elements;
    }
    gltf_i_extremes_end(pass);
    gltf_i_rules_end(pass);
}

/* Whether anything is asked: floats must be finite, integers may be anything. */
static int is_asked(const gltf_i_check_accessor *accessor) {
    return accessor->component_type == GLTF_FLOAT || accessor->min || accessor->max || accessor->rules;
}

static void check_accessor(gltf_i_check *check, uint32_t index) {
    const gltf_i_check_accessor *const accessor = &check->accessors[index];
    const gltf_i_scratch_mark mark = gltf_i_scratch_here(check);
    gltf_i_pass *const pass = is_asked(accessor) ? gltf_i_scratch_get(check, 1, sizeof *pass) : NULL;
    if (pass && gltf_i_reader_open(check, accessor, &pass->reader)) {
        pass->check = check;
        pass->accessor = accessor;
        check_elements(pass);
    }
    gltf_i_scratch_back(check, mark);
}

void gltf_i_check_data(gltf_i_check *check) {
    if (check->no_data) {
        return;
    }
    gltf_i_path_name(check, "accessors");
    for (uint32_t i = 0; i < check->accessor_count && !check_done(check); i++) {
        const gltf_i_check_accessor *const accessor = &check->accessors[i];
        gltf_i_path_index(check, i);
        if (gltf_i_accessor_has_elements(check, accessor) && accessor->sparse) {
            check_entries(check, accessor);
        }
        check_accessor(check, i);
        gltf_i_path_pop(check);
    }
    gltf_i_path_pop(check);
}
