/* unit/document_arena.c - layer 2: sizes that no memory has, and pieces of every size between. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../src/document/arena.h"
#include "support/documents.h"

/* design D8: a size that does not fit this process is no memory, and the allocator is not even asked */
static void impossible_sizes_are_not_asked_for(void **state) {
    (void)state;
    counting_allocator counts = {0};
    const gltf_allocator allocator = counting_allocator_of(&counts);
    gltf_i_arena arena;
    gltf_i_arena_init(&arena, &allocator);
    assert_null(gltf_i_allocator_get(&allocator, (uint64_t)PTRDIFF_MAX + 1));
    assert_null(gltf_i_allocator_get(&allocator, UINT64_MAX));
    assert_null(gltf_i_arena_get(&arena, UINT64_MAX, 2));
    assert_null(gltf_i_arena_get(&arena, (uint64_t)PTRDIFF_MAX / 2 + 1, 1));
    assert_int_equal(counts.calls, 0);
    gltf_i_arena_free(&arena);
}

/* arena.h: pieces are zeroed, aligned for 64 bits and do not overlap, nor do bytes for text; nothing is a piece too; all goes
 * back at once */
static void pieces_are_zeroed_and_apart(void **state) {
    (void)state;
    counting_allocator counts = {0};
    const gltf_allocator allocator = counting_allocator_of(&counts);
    gltf_i_arena arena;
    uint8_t *pieces[200];
    char *texts[200];
    gltf_i_arena_init(&arena, &allocator);
    for (size_t i = 0; i < 200; i++) {
        const size_t size = i * i % 5000;
        pieces[i] = gltf_i_arena_get(&arena, size, 1);
        assert_non_null(pieces[i]);
        assert_int_equal((uintptr_t)pieces[i] % 8, 0);
        for (size_t k = 0; k < size; k++) {
            assert_int_equal(pieces[i][k], 0);
        }
        memset(pieces[i], (int)i + 1, size);
        texts[i] = gltf_i_arena_bytes(&arena, i * 7 % 50);
        assert_non_null(texts[i]);
        memset(texts[i], (int)i + 2, i * 7 % 50);
    }
    for (size_t i = 0; i < 200; i++) {
        for (size_t k = 0; k < i * i % 5000; k++) {
            assert_int_equal(pieces[i][k], (uint8_t)(i + 1));
        }
        for (size_t k = 0; k < i * 7 % 50; k++) {
            assert_int_equal(texts[i][k], (char)(i + 2));
        }
    }
    gltf_i_arena_free(&arena);
    assert_int_equal(counts.live_blocks, 0);
}

/* arena.h: memory that ends gives NULL, for a small piece, a large one and a text, and the arena goes on afterwards */
static void missing_memory_gives_null(void **state) {
    (void)state;
    counting_allocator counts = {0};
    const gltf_allocator allocator = counting_allocator_of(&counts);
    gltf_i_arena arena;
    gltf_i_arena_init(&arena, &allocator);
    counts.fail_at = 1;
    assert_null(gltf_i_arena_get(&arena, 1, 16));
    counts.fail_at = 2;
    assert_null(gltf_i_arena_get(&arena, 1, 100000));
    counts.fail_at = 3;
    assert_null(gltf_i_arena_text(&arena, "text", 4));
    assert_string_equal(gltf_i_arena_text(&arena, "text", 4), "text");
    gltf_i_arena_free(&arena);
    assert_int_equal(counts.live_blocks, 0);
}

/* document.h, gltf_allocator: what is not whole is taken for none, here where nobody has checked it yet */
static void half_an_allocator_is_none(void **state) {
    (void)state;
    counting_allocator counts = {0};
    gltf_allocator half = counting_allocator_of(&counts);
    half.release = NULL;
    assert_ptr_not_equal(gltf_i_allocator_or_default(&half).allocate, half.allocate);
    half = counting_allocator_of(&counts);
    half.allocate = NULL;
    assert_ptr_not_equal(gltf_i_allocator_or_default(&half).release, half.release);
    const gltf_allocator own = gltf_i_allocator_or_default(NULL);
    void *block = gltf_i_allocator_get(&own, 0);
    assert_non_null(block);
    gltf_i_allocator_put(&own, block, 0);
    gltf_i_allocator_put(&own, NULL, 0);
    half = counting_allocator_of(&counts);
    assert_ptr_equal(gltf_i_allocator_or_default(&half).user, &counts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(impossible_sizes_are_not_asked_for),
        cmocka_unit_test(pieces_are_zeroed_and_apart),
        cmocka_unit_test(missing_memory_gives_null),
        cmocka_unit_test(half_an_allocator_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
