/* validate/rules.c - layer 3: what users of an accessor ask of its elements: unit lengths, indices, key times, matrices. */
#include "pass.h"

/* Tolerances of unit length; compared as squares, which needs no root. */
#define RULES_VECTOR_TOLERANCE 0.00674
#define RULES_ROTATION_TOLERANCE 0.00769

/* ---- Groups ---- */

static uint32_t group_of(uint32_t kind, uint32_t flag) {
    return 2 * kind + flag;
}

static int has_group(const gltf_i_pass *pass, uint32_t kind, uint32_t flag) {
    return pass->groups[group_of(kind, flag)] < pass->groups[group_of(kind, flag) + 1];
}

static int has_kind(const gltf_i_pass *pass, uint32_t kind) {
    return has_group(pass, kind, 0) || has_group(pass, kind, 1);
}

static int rule_less(void *user, uint32_t a, uint32_t b) {
    const gltf_i_rule *const *const rules = user;
    const uint32_t group_a = group_of(rules[a]->kind, rules[a]->flag);
    const uint32_t group_b = group_of(rules[b]->kind, rules[b]->flag);
    return group_a != group_b ? group_a < group_b : rules[a]->limit < rules[b]->limit;
}

/* Put the rules of an accessor in order: then no block needs to pass by rules that have nothing to say of it. */
static void sort_rules(gltf_i_pass *pass) {
    uint32_t count = 0;
    for (const gltf_i_rule *rule = pass->accessor->rules; rule; rule = rule->next) {
        count++;
    }
    const gltf_i_rule **const listed = gltf_i_scratch_get(pass->check, count, sizeof *listed);
    uint32_t *const order = gltf_i_scratch_get(pass->check, count, sizeof *order);
    pass->rules = gltf_i_scratch_get(pass->check, count, sizeof *pass->rules);
    if (!listed || !order || !pass->rules) {
        return;
    }
    count = 0;
    for (const gltf_i_rule *rule = pass->accessor->rules; rule; rule = rule->next) {
        order[count] = count;
        listed[count++] = rule;
    }
    gltf_i_sort(order, count, rule_less, (void *)listed);
    uint32_t group = 0;
    for (uint32_t i = 0; i < count; i++) {
        pass->rules[i] = listed[order[i]];
        while (group <= group_of(pass->rules[i]->kind, pass->rules[i]->flag)) {
            pass->groups[group++] = i;
        }
    }
    while (group <= GLTF_I_RULE_GROUPS) {
        pass->groups[group++] = count;
    }
}

/* ---- Reports ---- */

/* The path of a rule's user. */
static void push_place(gltf_i_check *check, const gltf_i_rule *rule) {
    static const char *const roots[] = {"",       "meshes", "meshes",     "meshes",
                                        "meshes", "skins",  "animations", "animations"};
    static const char *const parts[] = {"",           "primitives", "primitives", "primitives",
                                        "primitives", "",           "samplers",   "channels"};
    static const char *const attributes[] = {"", "NORMAL", "TANGENT", "COLOR_0"};
    static const char *const properties[] = {"", "", "", "", "indices", "inverseBindMatrices", "input", "sampler"};
    gltf_i_path_name(check, roots[rule->kind]);
    gltf_i_path_index(check, rule->first);
    if (rule->kind != GLTF_I_RULE_MATRICES) {
        gltf_i_path_name(check, parts[rule->kind]);
        gltf_i_path_index(check, rule->second);
    }
    if (rule->kind <= GLTF_I_RULE_COLOR) {
        gltf_i_path_name(check, "attributes");
        gltf_i_path_name(check, attributes[rule->kind]);
    } else {
        gltf_i_path_name(check, properties[rule->kind]);
    }
}

static void report_rule(gltf_i_pass *pass, const gltf_i_rule *rule, uint32_t code, const char *format,
                        gltf_i_words words) {
    gltf_i_report_state *const report = &pass->check->report;
    const uint32_t depth = report->depth;
    report->base = depth;
    push_place(pass->check, rule);
    gltf_i_report(pass->check, code, format, words);
    report->depth = depth;
    report->base = 0;
}

/* To every user who asked the same. */
static void report_all(gltf_i_pass *pass, uint32_t kind, uint32_t flag, uint32_t code, const char *format,
                       gltf_i_words words) {
    const uint32_t group = group_of(kind, flag);
    for (uint32_t i = pass->groups[group]; i < pass->groups[group + 1]; i++) {
        report_rule(pass, pass->rules[i], code, format, words);
    }
}

static int64_t number_at(const gltf_i_pass *pass, size_t place) {
    return (int64_t)(pass->first + place);
}

/* ---- Unit lengths ---- */

/* A number as it is meant: normalized where the accessor is. */
static double real_value(const gltf_i_pass *pass, size_t place) {
    const double value = pass_value(pass, place);
    if (pass->greatest == 0) {
        return value;
    }
    return value / pass->greatest < -1 ? -1 : value / pass->greatest;
}

static double square_sum(const gltf_i_pass *pass, size_t place, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        const double value = real_value(pass, place + i);
        sum += value * value;
    }
    return sum;
}

static int is_unit(double square, double tolerance) {
    const double least = (1 - tolerance) * (1 - tolerance);
    const double greatest = (1 + tolerance) * (1 + tolerance);
    return !(square < least || square > greatest); /* NaN is told of elsewhere */
}

/* For messages: a root to nine digits. */
static double root_of(double square) {
    double root = square > 1 ? square : 1;
    if (!(square > 0) || square - square != 0) {
        return square;
    }
    for (int i = 0; i < 2100; i++) {
        const double next = (root + square / root) / 2;
        if (next >= root) {
            break;
        }
        root = next;
    }
    return root;
}

/* Whether all vectors of a block are so near unit length that a closer look is not needed: a quick answer in float32, whose
 * rounding is far below the margin. */
static GLTF_I_INLINE int are_near_unit(const float *in, size_t size, size_t components) {
    const float least = (float)((1 - RULES_VECTOR_TOLERANCE) * (1 - RULES_VECTOR_TOLERANCE) + 1e-4);
    const float greatest = (float)((1 + RULES_VECTOR_TOLERANCE) * (1 + RULES_VECTOR_TOLERANCE) - 1e-4);
    uint32_t far = 0;
    for (size_t i = 0; i + components <= size; i += components) {
        const float square = in[i] * in[i] + in[i + 1] * in[i + 1] + in[i + 2] * in[i + 2];
        far |= (uint32_t) !(square > least) | (uint32_t) !(square < greatest);
    }
    return !far;
}

static void check_vectors(gltf_i_pass *pass, uint32_t kind) {
    const size_t components = pass->reader.components;
    if (!pass->reader.is_integer && pass->greatest == 0 &&
        (components == 3 ? are_near_unit(pass->floats, pass->size, 3) : are_near_unit(pass->floats, pass->size, 4))) {
        return;
    }
    for (size_t i = 0; i < pass->size; i += components) {
        const double square = square_sum(pass, i, 3);
        if (!is_unit(square, RULES_VECTOR_TOLERANCE)) {
            report_all(pass, kind, 0, GLTF_I_ACCESSOR_VECTOR3_NON_UNIT, "element %n has length %r",
                       words_reals(number_at(pass, i) / (int64_t)components, root_of(square), 0));
        }
    }
}

static void check_signs(gltf_i_pass *pass) {
    for (size_t i = 3; i < pass->size; i += 4) {
        const double sign = real_value(pass, i);
        if (sign != 1 && sign != -1) {
            report_all(pass, GLTF_I_RULE_TANGENT, 0, GLTF_I_ACCESSOR_INVALID_SIGN, "element %n has the sign %r",
                       words_reals(number_at(pass, i) / 4, sign, 0));
        }
    }
}

/* With CUBICSPLINE only the second of three, which is the value between two tangents. */
static void check_rotations(gltf_i_pass *pass, uint32_t cubic) {
    for (size_t i = cubic ? 4 : 0; i + 4 <= pass->size; i += cubic ? 12 : 4) {
        const double square = square_sum(pass, i, 4);
        if (!is_unit(square, RULES_ROTATION_TOLERANCE)) {
            report_all(pass, GLTF_I_RULE_ROTATION, cubic,
                       GLTF_I_ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION, "element %n has length %r",
                       words_reals(number_at(pass, i) / 4, root_of(square), 0));
        }
    }
}

/* ---- Ranges ---- */

static void check_colors(gltf_i_pass *pass) {
    for (size_t i = 0; i < pass->size; i++) {
        const float value = pass->floats[i];
        if (value > 1 || value < 0) {
            report_all(pass, GLTF_I_RULE_COLOR, 0, GLTF_I_ACCESSOR_NON_CLAMPED, "number %n is %r",
                       words_reals(number_at(pass, i), (double)value, 0));
        }
    }
}

static void check_times(gltf_i_pass *pass) {
    for (size_t i = 0; i < pass->size; i++) {
        const double time = (double)pass->floats[i];
        const int64_t number = number_at(pass, i);
        if (time < 0) {
            report_all(pass, GLTF_I_RULE_TIMES, 0, GLTF_I_ACCESSOR_ANIMATION_INPUT_NEGATIVE, "key %n has the time %r",
                       words_reals(number, time, 0));
            continue;
        }
        if (number != 0 && time <= pass->last_time) {
            report_all(pass, GLTF_I_RULE_TIMES, 0, GLTF_I_ACCESSOR_ANIMATION_INPUT_NON_INCREASING,
                       "key %n has the time %r, the one before %r", words_reals(number, time, pass->last_time));
        }
        pass->last_time = time;
    }
}

static void check_matrices(gltf_i_pass *pass) {
    for (size_t i = 3; i < pass->size; i += 4) {
        const float wanted = i % 16 == 15 ? 1.0f : 0.0f;
        if (pass->floats[i] != wanted) {
            gltf_i_words words = words_reals((int64_t)(i % 16), (double)pass->floats[i], 0);
            words.numbers[1] = number_at(pass, i) / 16;
            report_all(pass, GLTF_I_RULE_MATRICES, 0, GLTF_I_ACCESSOR_INVALID_IBM, "number %n of matrix %n is %r",
                       words);
        }
    }
}

/* ---- Indices ---- */

static uint32_t greatest_of(const uint32_t *in, size_t size) {
    uint32_t greatest = 0;
    for (size_t i = 0; i < size; i++) {
        greatest = in[i] > greatest ? in[i] : greatest;
    }
    return greatest;
}

static uint32_t restart_of(const gltf_i_pass *pass) {
    const int64_t type = pass->accessor->component_type;
    return type == GLTF_UNSIGNED_BYTE ? UINT8_MAX : type == GLTF_UNSIGNED_SHORT ? UINT16_MAX : UINT32_MAX;
}

static void report_indices(gltf_i_pass *pass, const gltf_i_rule *rule) {
    const uint32_t restart = restart_of(pass);
    for (size_t i = 0; i < pass->size && !check_done(pass->check); i++) {
        const int64_t index = pass->integers[i];
        if (index > rule->limit) {
            report_rule(pass, rule, GLTF_I_ACCESSOR_INDEX_OOB, "index %n is %n, there are %n vertices",
                        words_four(number_at(pass, i), index, rule->limit + 1, 0));
        }
        if (index == restart) {
            report_rule(pass, rule, GLTF_I_ACCESSOR_INDEX_PRIMITIVE_RESTART, "index %n is %n",
                        words_of(number_at(pass, i), index));
        }
    }
}

/* Rules stand by their limit: those behind the first that the block keeps have nothing to say, but of restart values. */
static void check_limits(gltf_i_pass *pass, uint32_t flag) {
    const uint32_t greatest = greatest_of(pass->integers, pass->size);
    const int restarts = greatest == restart_of(pass);
    const uint32_t group = group_of(GLTF_I_RULE_INDICES, flag);
    for (uint32_t i = pass->groups[group]; i < pass->groups[group + 1]; i++) {
        if (!restarts && (int64_t)greatest <= pass->rules[i]->limit) {
            return;
        }
        report_indices(pass, pass->rules[i]);
    }
}

static void count_degenerate(gltf_i_pass *pass) {
    const uint32_t *in = pass->integers;
    uint64_t degenerate = 0;
    for (size_t i = 0; i + 3 <= pass->size; i += 3) {
        degenerate += (in[i] == in[i + 1]) | (in[i + 1] == in[i + 2]) | (in[i] == in[i + 2]);
    }
    pass->degenerate += degenerate;
}

/* ---- All of them ---- */

/* The greatest value of a type that is normalized, 0 where it is not. */
static double greatest_value(const gltf_i_check_accessor *accessor) {
    static const double greatest[] = {127, 255, 32767, 65535, 0, 4294967295.0, 0};
    return accessor->normalized ? greatest[accessor->component_type - GLTF_BYTE] : 0;
}

void gltf_i_rules_start(gltf_i_pass *pass) {
    pass->greatest = greatest_value(pass->accessor);
    sort_rules(pass);
}

void gltf_i_rules_block(gltf_i_pass *pass) {
    if (pass->groups[GLTF_I_RULE_GROUPS] == 0) {
        return;
    }
    if (has_kind(pass, GLTF_I_RULE_NORMAL)) {
        check_vectors(pass, GLTF_I_RULE_NORMAL);
    }
    if (has_kind(pass, GLTF_I_RULE_TANGENT)) {
        check_vectors(pass, GLTF_I_RULE_TANGENT);
        check_signs(pass);
    }
    if (has_kind(pass, GLTF_I_RULE_COLOR)) {
        check_colors(pass);
    }
    if (has_group(pass, GLTF_I_RULE_INDICES, 0)) {
        check_limits(pass, 0);
    }
    if (has_group(pass, GLTF_I_RULE_INDICES, 1)) {
        check_limits(pass, 1);
        count_degenerate(pass);
    }
    if (has_kind(pass, GLTF_I_RULE_MATRICES)) {
        check_matrices(pass);
    }
    if (has_kind(pass, GLTF_I_RULE_TIMES)) {
        check_times(pass);
    }
    if (has_group(pass, GLTF_I_RULE_ROTATION, 0)) {
        check_rotations(pass, 0);
    }
    if (has_group(pass, GLTF_I_RULE_ROTATION, 1)) {
        check_rotations(pass, 1);
    }
}

void gltf_i_rules_end(gltf_i_pass *pass) {
    if (pass->degenerate > 0) {
        report_all(pass, GLTF_I_RULE_INDICES, 1, GLTF_I_ACCESSOR_INDEX_TRIANGLE_DEGENERATE,
                   "%n of %n triangles have two equal indices",
                   words_of((int64_t)pass->degenerate, (int64_t)(pass->reader.count / 3)));
    }
}
