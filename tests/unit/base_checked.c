/* unit/base_checked.c - sums and products that say whether they fit, and little-endian bytes at any address. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "../../src/base/bytes.h"
#include "../../src/base/checked.h"
#include "support/guard.h"

/* design D8: a sum that does not fit says so and leaves the result alone */
static void sums_fit_or_say_so(void **state) {
    (void)state;
    uint64_t v = 7;
    assert_true(checked_add(UINT64_MAX - 1, 1, &v));
    assert_true(v == UINT64_MAX);
    assert_true(checked_add(0, 0, &v));
    assert_true(v == 0);
    v = 7;
    assert_false(checked_add(UINT64_MAX, 1, &v));
    assert_false(checked_add(1, UINT64_MAX, &v));
    assert_true(v == 7);
}

/* design D8: the same of products, at the last one that fits and the first one that does not */
static void products_fit_or_say_so(void **state) {
    (void)state;
    uint64_t v = 7;
    assert_true(checked_mul(0, UINT64_MAX, &v));
    assert_true(v == 0);
    assert_true(checked_mul(UINT64_MAX, 0, &v));
    assert_true(checked_mul(3, UINT64_MAX / 3, &v));
    assert_true(v == UINT64_MAX);
    assert_true(checked_mul((uint64_t)1 << 32, ((uint64_t)1 << 32) - 1, &v));
    assert_true(v == UINT64_MAX - UINT32_MAX);
    v = 7;
    assert_false(checked_mul((uint64_t)1 << 32, (uint64_t)1 << 32, &v));
    assert_false(checked_mul(UINT64_MAX, 2, &v));
    assert_false(checked_mul(2, UINT64_MAX / 2 + 1, &v));
    assert_true(v == 7);
    assert_true(checked_mul_add(5, UINT64_MAX / 5, 0, &v));
    assert_true(v == UINT64_MAX);
    v = 7;
    assert_false(checked_mul_add(5, UINT64_MAX / 5, 1, &v));
    assert_false(checked_mul_add(UINT64_MAX, UINT64_MAX, 0, &v));
    assert_true(v == 7);
}

/* design D8: a stretch lies inside, or does not, without the end being computed */
static void stretches_lie_inside_or_not(void **state) {
    (void)state;
    assert_true(checked_inside(0, 0, 0));
    assert_true(checked_inside(4, 0, 4));
    assert_true(checked_inside(1, 3, 4));
    assert_false(checked_inside(1, 4, 4));
    assert_false(checked_inside(5, 0, 4));
    assert_false(checked_inside(UINT64_MAX, 2, 4));
    assert_false(checked_inside(2, UINT64_MAX, 4));
    assert_true(checked_inside(0, UINT64_MAX, UINT64_MAX));
}

/* glTF 2.0, 3.6.1.1: little-endian, at any address, and not a byte more */
static void bytes_are_little_endian_at_any_address(void **state) {
    (void)state;
    for (size_t size = 8; size < 12; size++) {
        guard g = guard_make(size, GUARD_AFTER);
        uint8_t *p = g.bytes + size - 8;
        memcpy(p, "\x01\x82\x03\x84\x05\x86\x07\x88", 8);
        assert_int_equal(bytes_load_u16(p + 6), 0x8807);
        assert_true(bytes_load_u32(p + 4) == 0x88078605u);
        assert_true(bytes_load_u64(p) == 0x8807860584038201u);
        bytes_store_u16(p + 6, 0x1234);
        assert_memory_equal(p + 6, "\x34\x12", 2);
        bytes_store_u32(p + 4, 0x89abcdefu);
        assert_memory_equal(p + 4, "\xef\xcd\xab\x89", 4);
        bytes_store_u64(p, 0x0123456789abcdefu);
        assert_memory_equal(p, "\xef\xcd\xab\x89\x67\x45\x23\x01", 8);
        memcpy(p + 4, "\0\0\x80\xbf", 4);
        assert_true(bytes_load_float(p + 4) == -1.0f);
        guard_free(&g);
    }
    assert_true(bytes_bits_of(bytes_float_of(0x3f800000u)) == 0x3f800000u);
}

/* memory.h: no bytes are equal, wherever they are; texts are equal up to their ends */
static void nothing_equals_nothing(void **state) {
    (void)state;
    assert_true(memory_equal(NULL, NULL, 0));
    assert_true(memory_equal("a", "b", 0));
    assert_true(memory_equal("ab", "ac", 1));
    assert_false(memory_equal("ab", "ac", 2));
    assert_true(memory_same_text("", ""));
    assert_false(memory_same_text("a", ""));
    assert_false(memory_same_text("a", "ab"));
    assert_false(memory_same_text("ab", "ac"));
    assert_int_equal(memory_length(""), 0);
    memory_copy(NULL, NULL, 0);
    memory_zero(NULL, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_fit_or_say_so),          cmocka_unit_test(products_fit_or_say_so),
        cmocka_unit_test(stretches_lie_inside_or_not), cmocka_unit_test(bytes_are_little_endian_at_any_address),
        cmocka_unit_test(nothing_equals_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
