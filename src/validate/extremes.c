/* validate/extremes.c - layer 3: min and max of an accessor against what is stored, and floats that are none. */
#include "../base/bytes.h"
#include "pass.h"

static size_t lane_count(const gltf_i_pass *pass) {
    return pass->reader.components == 9 ? GLTF_I_LANES_OF_9 : GLTF_I_LANES;
}

void gltf_i_extremes_start(gltf_i_pass *pass) {
    for (size_t i = 0; i < GLTF_I_LANES; i++) {
        pass->float_min[i] = bytes_float_of(0x7F800000u);
        pass->float_max[i] = bytes_float_of(0xFF800000u);
        pass->integer_min[i] = UINT32_MAX;
        pass->integer_max[i] = 0;
    }
}

/* ---- Loops: whole rows of `lanes` numbers; NaN never wins ---- */

static GLTF_I_INLINE size_t take_floats(float *GLTF_I_RESTRICT least, float *GLTF_I_RESTRICT greatest,
                                        const float *GLTF_I_RESTRICT in, size_t size, size_t lanes) {
    size_t i = 0;
    for (; i + lanes <= size; i += lanes) {
        for (size_t k = 0; k < lanes; k++) {
            least[k] = in[i + k] < least[k] ? in[i + k] : least[k];
            greatest[k] = in[i + k] > greatest[k] ? in[i + k] : greatest[k];
        }
    }
    return i;
}

static GLTF_I_INLINE size_t take_integers(uint32_t *GLTF_I_RESTRICT least, uint32_t *GLTF_I_RESTRICT greatest,
                                          const uint32_t *GLTF_I_RESTRICT in, size_t size, size_t lanes) {
    size_t i = 0;
    for (; i + lanes <= size; i += lanes) {
        for (size_t k = 0; k < lanes; k++) {
            least[k] = in[i + k] < least[k] ? in[i + k] : least[k];
            greatest[k] = in[i + k] > greatest[k] ? in[i + k] : greatest[k];
        }
    }
    return i;
}

static void float_extremes(gltf_i_pass *pass) {
    float *const least = pass->float_min;
    float *const greatest = pass->float_max;
    const float *const in = pass->floats;
    size_t i = lane_count(pass) == GLTF_I_LANES ? take_floats(least, greatest, in, pass->size, GLTF_I_LANES)
                                                : take_floats(least, greatest, in, pass->size, GLTF_I_LANES_OF_9);
    for (size_t k = 0; i < pass->size; i++, k++) {
        least[k] = in[i] < least[k] ? in[i] : least[k];
        greatest[k] = in[i] > greatest[k] ? in[i] : greatest[k];
    }
}

static void integer_extremes(gltf_i_pass *pass) {
    uint32_t *const least = pass->integer_min;
    uint32_t *const greatest = pass->integer_max;
    const uint32_t *const in = pass->integers;
    size_t i = lane_count(pass) == GLTF_I_LANES ? take_integers(least, greatest, in, pass->size, GLTF_I_LANES)
                                                : take_integers(least, greatest, in, pass->size, GLTF_I_LANES_OF_9);
    for (size_t k = 0; i < pass->size; i++, k++) {
        least[k] = in[i] < least[k] ? in[i] : least[k];
        greatest[k] = in[i] > greatest[k] ? in[i] : greatest[k];
    }
}

/* Whether some float is infinite or NaN: all bits of its exponent are set. */
static int has_special(const float *in, size_t size) {
    uint32_t carried = 0;
    for (size_t i = 0; i < size; i++) {
        carried |= (bytes_bits_of(in[i]) & 0x7FFFFFFFu) + 0x00800000u;
    }
    return (carried & 0x80000000u) != 0;
}

/* ---- What is wrong ---- */

/* The extreme of one component until now. */
static double extreme(const gltf_i_pass *pass, size_t component, int greatest) {
    double result = 0;
    for (size_t lane = component; lane < lane_count(pass); lane += pass->reader.components) {
        const double value = pass->reader.is_integer
                                 ? (double)(greatest ? pass->integer_max[lane] : pass->integer_min[lane])
                                 : (double)(greatest ? pass->float_max[lane] : pass->float_min[lane]);
        if (lane == component || (greatest ? value > result : value < result)) {
            result = value;
        }
    }
    return result;
}

/* Whether a declared bound was exceeded until now, in this block or before. */
static int is_exceeded(const gltf_i_pass *pass) {
    const gltf_i_check_accessor *const accessor = pass->accessor;
    for (size_t c = 0; c < pass->reader.components; c++) {
        if ((accessor->min && extreme(pass, c, 0) < accessor->min[c]) ||
            (accessor->max && extreme(pass, c, 1) > accessor->max[c])) {
            return 1;
        }
    }
    return 0;
}

static void count_exceeding(gltf_i_pass *pass) {
    const size_t components = pass->reader.components;
    for (size_t i = 0; i < pass->size; i++) {
        const double value = pass_value(pass, i);
        const size_t c = i % components;
        pass->below[c] += pass->accessor->min && value < pass->accessor->min[c];
        pass->above[c] += pass->accessor->max && value > pass->accessor->max[c];
    }
}

static void note_start(gltf_i_pass *pass) {
    for (size_t c = 0; c < pass->reader.components; c++) {
        const float value = pass->floats[c];
        pass->starts_nan[c] = value != value;
    }
}

static void report_special(gltf_i_pass *pass) {
    for (size_t i = 0; i < pass->size; i++) {
        const double value = (double)pass->floats[i];
        if (value - value != 0) {
            gltf_i_report(pass->check, GLTF_I_ACCESSOR_INVALID_FLOAT, "number %n is %r",
                          words_reals((int64_t)(pass->first + i), value, 0));
        }
    }
}

void gltf_i_extremes_block(gltf_i_pass *pass) {
    if (!pass->reader.is_integer && pass->accessor->component_type == GLTF_FLOAT) {
        if (pass->first == 0) {
            note_start(pass);
        }
        if (has_special(pass->floats, pass->size)) {
            report_special(pass);
        }
    }
    if (!pass->accessor->min && !pass->accessor->max) {
        return;
    }
    if (pass->reader.is_integer) {
        integer_extremes(pass);
    } else {
        float_extremes(pass);
    }
    if (is_exceeded(pass)) {
        count_exceeding(pass);
    }
}

/* Where the first number is NaN, the official validator has no extreme; later ones do not matter to it. */
static void check_bound(gltf_i_pass *pass, size_t c, int greatest) {
    const char *const name = greatest ? "max" : "min";
    const double declared = greatest ? pass->accessor->max[c] : pass->accessor->min[c];
    const double found = pass->starts_nan[c] ? (double)bytes_float_of(0x7FC00000u) : extreme(pass, c, greatest);
    const uint64_t exceeding = greatest ? pass->above[c] : pass->below[c];
    if (declared == found) {
        return;
    }
    gltf_i_path_name(pass->check, name);
    gltf_i_path_index(pass->check, c);
    gltf_i_report(pass->check, greatest ? GLTF_I_ACCESSOR_MAX_MISMATCH : GLTF_I_ACCESSOR_MIN_MISMATCH,
                  greatest ? "max is %r, the greatest value %r" : "min is %r, the least value %r",
                  words_reals(0, declared, found));
    if (exceeding > 0) {
        gltf_i_report(pass->check,
                      greatest ? GLTF_I_ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND : GLTF_I_ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND,
                      greatest ? "values greater than max %r: %n" : "values less than min %r: %n",
                      words_reals((int64_t)exceeding, declared, 0));
    }
    gltf_i_path_pop(pass->check);
    gltf_i_path_pop(pass->check);
}

void gltf_i_extremes_end(gltf_i_pass *pass) {
    for (size_t c = 0; c < pass->reader.components; c++) {
        if (pass->accessor->min) {
            check_bound(pass, c, 0);
        }
        if (pass->accessor->max) {
            check_bound(pass, c, 1);
        }
    }
}
