/* unit/core_kernels.c - every vector kernel gives the bits of the plain one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/kernels.h"

static void for_each_subset(size_t (*compare)(uint32_t cpu)) {
    uint32_t subsets[KERNELS_SUBSETS];
    const size_t count = kernels_subsets(subsets);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(compare(subsets[i]), 0);
    }
}

/* design 8.4: the same bits for all 2^8 or 2^16 inputs; of floats and 32-bit integers for those near every border and tie */
static void every_value_becomes_the_same(void **state) {
    (void)state;
    for_each_subset(kernels_compare_values);
}

/* design 8.4: at all lengths, misalignments of input and output, with guard pages on both sides; nothing else is written */
static void every_length_and_alignment_is_exact(void **state) {
    (void)state;
    for_each_subset(kernels_compare_lengths);
}

/* design 8.4, 9: elements of any stride on both sides, with fill; what lies between them is not written, what lies behind
 * the last one is not read */
static void elements_of_any_stride_are_exact(void **state) {
    (void)state;
    for_each_subset(kernels_compare_elements);
}

/* design 9, plain integer -> integer: each number that does not fit is noticed wherever it stands, and no other is */
static void each_number_that_does_not_fit_is_noticed(void **state) {
    (void)state;
    for_each_subset(kernels_compare_fitting);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_becomes_the_same),
        cmocka_unit_test(every_length_and_alignment_is_exact),
        cmocka_unit_test(elements_of_any_stride_are_exact),
        cmocka_unit_test(each_number_that_does_not_fit_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
