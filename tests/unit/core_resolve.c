/* unit/core_resolve.c - what resolve and wrap refuse, what they let through, and what they say about it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "support/guard.h"
#include <gltf_accessor/accessor.h>

/* One buffer, one view of it for the base, one each for sparse indices and values; tests bend what they need. */
typedef struct scene {
    uint8_t bytes[256];
    gltf_buffer buffers[2];
    gltf_buffer_view views[3];
    gltf_source source;
    gltf_accessor_desc desc;
    gltf_accessor accessor;
    gltf_error error;
} scene;

/* Three FLOAT VEC3 in view 0 (bytes 0..35), sparse parts unused in view 1 (64..95) and view 2 (128..255). */
static void scene_make(scene *s) {
    memset(s, 0, sizeof *s);
    for (size_t i = 0; i < sizeof s->bytes; i++) {
        s->bytes[i] = (uint8_t)i;
    }
    s->buffers[0].data = s->bytes;
    s->buffers[0].size = sizeof s->bytes;
    s->views[0].byte_length = 36;
    s->views[1].byte_offset = 64;
    s->views[1].byte_length = 32;
    s->views[2].byte_offset = 128;
    s->views[2].byte_length = 128;
    s->source.buffers = s->buffers;
    s->source.views = s->views;
    s->source.buffer_count = 1;
    s->source.view_count = 3;
    s->desc.component_type = GLTF_FLOAT;
    s->desc.shape = GLTF_VEC3;
    s->desc.count = 3;
    s->desc.id = 5;
    s->desc.sparse.indices_view = 1;
    s->desc.sparse.values_view = 2;
    s->desc.sparse.indices_component_type = GLTF_UNSIGNED_BYTE;
}

/* Resolve into a struct full of other bytes, and check that failure leaves it all-zero. */
static gltf_status scene_resolve(scene *s) {
    static const gltf_accessor zero;
    memset(&s->accessor, 0xaa, sizeof s->accessor);
    memset(&s->error, 0xaa, sizeof s->error);
    gltf_status status = gltf_accessor_resolve(&s->source, &s->desc, &s->accessor, &s->error);
    if (status != GLTF_OK) {
        assert_memory_equal(&s->accessor, &zero, sizeof zero);
        assert_int_equal(s->error.status, status);
    }
    assert_int_equal(gltf_accessor_resolve(&s->source, &s->desc, &s->accessor, NULL), status);
    return status;
}

static void expect_error(scene *s, gltf_status status, int32_t object, uint32_t index, const char *field,
                         uint64_t expected, uint64_t found) {
    assert_int_equal(scene_resolve(s), status);
    assert_int_equal(s->error.object, object);
    assert_int_equal(s->error.index, index);
    assert_int_equal(s->error.part, GLTF_NONE);
    assert_int_equal(s->error.target, GLTF_NONE);
    if (field) {
        assert_non_null(s->error.field);
        assert_string_equal(s->error.field, field);
    } else {
        assert_null(s->error.field);
    }
    assert_true(s->error.expected == expected);
    assert_true(s->error.found == found);
    assert_null(s->error.name);
    if (status != GLTF_ERR_SPARSE_ORDER && status != GLTF_ERR_SPARSE_INDEX) {
        assert_int_equal(s->error.position, 0); /* base.h: what does not apply is 0 */
    }
}

static void expect_accessor_error(scene *s, gltf_status status, const char *field, uint64_t expected, uint64_t found) {
    expect_error(s, status, GLTF_OBJECT_ACCESSOR, 5, field, expected, found);
}

/* The same desc in strict mode fails as told, and otherwise is fine. */
static void expect_strict_only(scene *s, gltf_status status, int32_t object, uint32_t index, const char *field,
                               uint64_t expected, uint64_t found) {
    s->source.flags = 0;
    assert_int_equal(scene_resolve(s), GLTF_OK);
    s->source.flags = GLTF_SOURCE_STRICT;
    expect_error(s, status, object, index, field, expected, found);
    s->source.flags = 0;
}

/* ---- What a sound accessor becomes ---- */

/* accessor.h: everything about the accessor in one plain value */
static void a_sound_accessor_is_described(void **state) {
    (void)state;
    scene s;
    scene_make(&s);
    s.source.flags = GLTF_SOURCE_STRICT;
    assert_int_equal(scene_resolve(&s), GLTF_OK);
    assert_ptr_equal(s.accessor.data, s.bytes);
    assert_int_equal(s.accessor.count, 3);
    assert_int_equal(s.accessor.stride, 12);
    assert_int_equal(s.accessor.component_type, GLTF_FLOAT);
    assert_int_equal(s.accessor.shape, GLTF_VEC3);
    assert_int_equal(s.accessor.component_count, 3);
    assert_int_equal(s.accessor.element_size, 12);
    assert_int_equal(s.accessor.normalized, 0);
    assert_int_equal(s.accessor.sparse_count, 0);
    assert_null(s.accessor.sparse_indices);
    assert_int_equal(s.accessor.flags, 0);
    s.views[0].byte_offset = 3;
    s.views[0].byte_stride = 7;
    s.desc.byte_offset = 4;
    s.desc.component_type = GLTF_UNSIGNED_BYTE;
    s.desc.normalized = 1;
    s.source.flags = 0;
    assert_int_equal(scene_resolve(&s), GLTF_OK);
    assert_ptr_equal(s.accessor.data, s.bytes + 7);
    assert_int_equal(s.accessor.stride, 7);
    assert_int_equal(s.accessor.normalized, 1);
    s.desc.byte_stride = 9; /* one that knows better */
    assert_int_equal(scene_resolve(&s), GLTF_OK);
    assert_int_equal(s.accessor.stride, 9);
}

/* accessor.h: ARGUMENT for NULL */
static void null_parameters_are_arguments(void **state) {
    (void)state;
    scene s;
    static const gltf_accessor zero;
    scene_make(&s);
    memset(&s.accessor, 0xaa, sizeof s.accessor);
    assert_int_equal(gltf_accessor_resolve(NULL, &s.desc, &s.accessor, &s.error), GLTF_ERR_ARGUMENT);
    assert_memory_equal(&s.accessor, &zero, sizeof zero);
    assert_int_equal(s.error.object, GLTF_OBJECT_NONE);
    assert_string_equal(s.error.field, "source");
    assert_int_equal(gltf_accessor_resolve(&s.source, NULL, &s.accessor, &s.error), GLTF_ERR_ARGUMENT);
    assert_string_equal(s.error.field, "desc");
    assert_int_equal(gltf_accessor_resolve(&s.source, &s.desc, NULL, &s.error), GLTF_ERR_ARGUMENT);
    assert_string_equal(s.error.field, "out");
    assert_int_equal(gltf_accessor_resolve(NULL, NULL, NULL, NULL), GLTF_ERR_ARGUMENT);
    assert_int_equal(gltf_accessor_wrap("", 0, NULL, 0, &s.accessor, &s.error), GLTF_ERR_ARGUMENT);
    assert_string_equal(s.error.field, "desc");
    assert_int_equal(gltf_accessor_wrap("", 0, &s.desc, 0, NULL, &s.error), GLTF_ERR_ARGUMENT);
    assert_string_equal(s.error.field, "out");
    assert_int_equal(gltf_accessor_wrap(NULL, 0, NULL, 0, NULL, NULL), GLTF_ERR_ARGUMENT);
    s.source.views = NULL; /* a table that is said to have entries */
    expect_error(&s, GLTF_ERR_ARGUMENT, GLTF_OBJECT_NONE, GLTF_NONE, "views", 0, 0);
    s.source.views = s.views;
    s.source.buffers = NULL;
    expect_error(&s, GLTF_ERR_ARGUMENT, GLTF_OBJECT_NONE, GLTF_NONE, "buffers", 0, 0);
}

/* ---- Types and counts ---- */

/* spec 3.6.2.2: six component types; 5124 is none of them; 0 is how a broken accessor is told */
static void unknown_component_types_are_refused(void **state) {
    (void)state;
    static const uint32_t wrong[] = {0, 1, 5119, GLTF_INT, 5127, GLTF_DOUBLE, GLTF_HALF_FLOAT, UINT32_MAX};
    scene s;
    scene_make(&s);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        s.desc.component_type = wrong[i];
        expect_accessor_error(&s, GLTF_ERR_COMPONENT_TYPE, "componentType", 0, wrong[i]);
    }
}

/* spec 3.6.2.2: seven shapes */
static void unknown_shapes_are_refused(void **state) {
    (void)state;
    static const uint32_t wrong[] = {0, 8, 255, 256 + GLTF_VEC3, UINT32_MAX};
    scene s;
    scene_make(&s);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        s.desc.shape = wrong[i];
        expect_accessor_error(&s, GLTF_ERR_SHAPE, "type", 0, wrong[i]);
    }
}

/* design 9: numbers beyond PTRDIFF_MAX / 8 are COUNT, to the last one */
static void counts_beyond_memory_are_refused(void **state) {
    (void)state;
    static const uint32_t shapes[] = {GLTF_SCALAR, GLTF_VEC3, GLTF_MAT4};
    scene s;
    scene_make(&s);
    s.desc.view = GLTF_NONE;
    s.source.max_zero_elements = UINT64_MAX;
    for (size_t i = 0; i < 3; i++) {
        uint64_t most = (uint64_t)PTRDIFF_MAX / 8 / gltf_component_count(shapes[i]);
        s.desc.shape = shapes[i];
        s.desc.count = most;
        assert_int_equal(scene_resolve(&s), GLTF_OK);
        assert_true(gltf_accessor_number_count(&s.accessor) <= (size_t)PTRDIFF_MAX / 8);
        s.desc.count = most + 1;
        expect_accessor_error(&s, GLTF_ERR_COUNT, "count", most, most + 1);
        s.desc.count = UINT64_MAX;
        expect_accessor_error(&s, GLTF_ERR_COUNT, "count", most, UINT64_MAX);
    }
}

/* spec-notes 10 no. 28: counts and strides whose product wraps around in 32 or 64 bits are out of bounds */
static void hostile_counts_are_out_of_bounds(void **state) {
    (void)state;
    static const uint64_t counts[] = {4,
                                      22,
                                      0x15555556u,
                                      0x55555556u,
                                      0xffffffffu,
                                      0x100000000u,
                                      0x100000001u,
                                      ((uint64_t)1 << 53) - 1,
                                      (uint64_t)1 << 53};
    static const uint32_t strides[] = {0, 4, 12, 16, 252, 0x80000000u, UINT32_MAX};
    scene s;
    scene_make(&s);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        for (size_t k = 0; k < sizeof strides / sizeof strides[0]; k++) {
            s.desc.count = counts[i];
            s.views[0].byte_stride = strides[k];
            if (counts[i] == 4 && strides[k] == 4) { /* 4 * 3 + 12 are in the view */
                assert_int_equal(scene_resolve(&s), GLTF_OK);
                continue;
            }
            gltf_status status = scene_resolve(&s);
            assert_true(status == GLTF_ERR_ACCESSOR_BOUNDS ||
                        (status == GLTF_ERR_COUNT && counts[i] > (uint64_t)PTRDIFF_MAX / 24));
        }
    }
    /* (count - 1) * stride + 12 is 2^64 + 8 */
    s.desc.count = ((uint64_t)1 << 60) / 3;
    s.views[0].byte_stride = 48;
    assert_true(scene_resolve(&s) == GLTF_ERR_ACCESSOR_BOUNDS || (uint64_t)PTRDIFF_MAX / 24 < s.desc.count);
}

/* design 9: count 0 is empty and needs no bytes; strict: COUNT */
static void count_zero_is_empty(void **state) {
    (void)state;
    scene s;
    scene_make(&s);
    s.desc.count = 0;
    expect_strict_only(&s, GLTF_ERR_COUNT, GLTF_OBJECT_ACCESSOR, 5, "count", 1, 0);
    assert_int_equal(scene_resolve(&s), GLTF_OK);
    assert_int_equal(s.accessor.count, 0);
    s.buffers[0].data = NULL;
    assert_int_equal(scene_resolve(&s), GLTF_OK);
    s.desc.byte_offset = 400;
    assert_int_equal(scene_resolve(&s), GLTF_OK);
    s.desc.view = GLTF_NONE;
    assert_int_equal(scene_resolve(&s), GLTF_OK);
    s.desc.view = 0;
    s.views[0].byte_length = 300; /* a view outside its buffer is a fault even so */
    expect_error(&s, GLTF_ERR_VIEW_BOUNDS, GLTF_OBJECT_VIEW, 0, "byteLength", 256, 300);
}

/* J accessor: normalized is not for FLOAT and UNSIGNED_INT: read as 0, strict NORMALIZED */
static void normalized_is_dropped_where_it_means_nothing(void **state) {
    (void)state;
    scene s;
    scene_make(&s);
    s.desc.normalized = 1;
    expect_strict_only(&s, GLTF_ERR_NORMALIZED, GLTF_OBJECT_ACCESSOR, 5, "normalized", 0, GLTF_FLOAT);
    assert_int_equal(scene_resolve(&s), GLTF_OK);
    assert_int_equal(s.accessor.normalized, 0);
    s.desc.component_type = GLTF_UNSIGNED_INT;
    expect_strict_only(&s, GLTF_ERR_NORMALIZED, GLTF_OBJECT_ACCESSOR, 5, "normalized", 0, GLTF_UNSIGNED_INT);
    assert_int_equal(scene_resolve(&s), GLTF_OK);
    assert_int_equal(s.accessor.normalized, 0);
    s.desc.component_type = GLTF_SHORT;
    s.source.flags = GLTF_SOURCE_STRICT;
    assert_int_equal(scene_resolve(&s), GLTF_OK);
    assert_int_equal(s.accessor.normalized, 1);
}

/* ---- Bounds ---- */

/* spec 3.6.2.4: stride * (count - 1) + last element, and not a byte more; VEC3 float x 3, stride 16, offset 4: 48 bytes */
static void the_last_element_must_be_whole_but_not_its_stride(void **state) {
    (void)state;
    scene s;
    scene_make(&s);
    s.views[0].byte_stride = 16;
    s.views[0].byte_length = 48;
    s.desc.byte_offset = 4;
    assert_int_equal(scene_resolve(&s), GLTF_OK);
    s.views[0].byte_length = 47;
    expect_accessor_error(&s, GLTF_ERR_ACCESSOR_BOUNDS, "bufferView", 47, 48);
    s.views[0].byte_stride = 0;
    s.views[0].byte_length = 40;
    assert_int_equal(scene_resolve(&s), GLTF_OK);
    s.views[0].byte_length = 39;
    expect_accessor_error(&s, GLTF_ERR_ACCESSOR_BOUNDS, "bufferView", 39, 40);
    s.desc.byte_offset = UINT64_MAX - 3;
    expect_accessor_error(&s, GLTF_ERR_ACCESSOR_BOUNDS, "bufferView", 39, UINT64_MAX);
    s.desc.byte_offset = 40;
    expect_accessor_error(&s, GLTF_ERR_ACCESSOR_BOUNDS, "bufferView", 39, 76);
}

/* spec 3.6.2.4, figures: MAT2 of bytes needs 6 bytes for the last element, MAT3 11, MAT3 of shorts 22 */
static void padded_matrices_need_no_trailing_padding(void **state) {
    (void)state;
    static const uint32_t rows[][4] = {
        {GLTF_BYTE, GLTF_MAT2, 8, 6},  {GLTF_UNSIGNED_BYTE, GLTF_MAT3, 12, 11}, {GLTF_SHORT, GLTF_MAT3, 24, 22},
        {GLTF_SHORT, GLTF_MAT2, 8, 8}, {GLTF_UNSIGNED_BYTE, GLTF_MAT4, 16, 16}, {GLTF_FLOAT, GLTF_MAT3, 36, 36}};
    scene s;
    scene_make(&s);
    s.desc.count = 2;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        s.desc.component_type = rows[i][0];
        s.desc.shape = rows[i][1];
        s.views[0].byte_length = rows[i][2] + rows[i][3];
        assert_int_equal(scene_resolve(&s), GLTF_OK);
        assert_int_equal(s.accessor.element_size, rows[i][2]);
        s.views[0].byte_length--;
        expect_accessor_error(&s, GLTF_ERR_ACCESSOR_BOUNDS, "bufferView", rows[i][2] + rows[i][3] - 1,
                              rows[i][2] + rows[i][3]);
    }
}

/* spec 3.6.1: a view lies inside its buffer, whatever the accessor needs; offsets near 2^64 do not wrap around */
static void views_outside_their_buffer_are_refused(void **state) {
    (void)state;
    scene s;
    scene_make(&s);
    s.views[0].byte_length = 257;
    expect_error(&s, GLTF_ERR_VIEW_BOUNDS, GLTF_OBJECT_VIEW, 0, "byteLength", 256, 257);
    s.views[0].byte_offset = 255;
    s.views[0].byte_length = 2;
    expect_error(&s, GLTF_ERR_VIEW_BOUNDS, GLTF_OBJECT_VIEW, 0, "byteLength", 256, 257);
    s.views[0].byte_offset = UINT64_MAX;
    s.views[0].byte_length = 37;
    expect_error(&s, GLTF_ERR_VIEW_BOUNDS, GLTF_OBJECT_VIEW, 0, "byteLength", 256, UINT64_MAX);
    s.views[0].byte_offset = UINT64_MAX - 35;
    s.views[0].byte_length = 36;
    expect_error(&s, GLTF_ERR_VIEW_BOUNDS, GLTF_OBJECT_VIEW, 0, "byteLength", 256, UINT64_MAX);
}

/* design 8: file quantities are 64 bits until they are proved to fit in memory */
static void views_beyond_memory_are_a_limit(void **state) {
    (void)state;
    scene s;
    scene_make(&s);
    s.buffers[0].size = UINT64_MAX;
    s.views[0].byte_offset = (uint64_t)PTRDIFF_MAX;
    s.views[0].byte_length = 36;
    expect_error(&s, GLTF_ERR_LIMIT, GLTF_OBJECT_VIEW, 0, "byteLength", (uint64_t)PTRDIFF_MAX,
                 (uint64_t)PTRDIFF_MAX + 36);
    s.views[0].byte_offset = (uint64_t)PTRDIFF_MAX - 36; /* the last one that could be */
    s.buffers[0].data = NULL;
    assert_int_equal(scene_resolve(&s), GLTF_ERR_NOT_LOADED);
}

/* Views and buffers that do not exist, or are broken, are REFERENCE and name who refers to them. */
static void missing_views_and_buffers_are_references(void **state) {
    (void)state;
    scene s;
    scene_make(&s);
    s.desc.view = 3;
    expect_accessor_error(&s, GLTF_ERR_REFERENCE, "bufferView", 3, 3);
    s.desc.view = GLTF_NONE - 1;
    expect_accessor_error(&s, GLTF_ERR_REFERENCE, "bufferView", 3, GLTF_NONE - 1);
    s.desc.view = 0;
    s.views[0].buffer = 1;
    expect_error(&s, GLTF_ERR_REFERENCE, GLTF_OBJECT_VIEW, 0, "buffer", 1, 1);
    s.views[0].buffer = GLTF_NONE;
    expect_error(&s, GLTF_ERR_REFERENCE, GLTF_OBJECT_VIEW, 0, "buffer", 0, 0);
    s.views[0].buffer = 0;
    s.source.view_count = 0;
    s.source.views = NULL;
    expect_accessor_error(&s, GLTF_ERR_REFERENCE, "bufferView", 0, 0);
}

/* header: layout faults come before NOT_LOADED, which names the buffer */
static void missing_bytes_are_told_last(void **state) {
    (void)state;
    scene s;
    scene_make(&s);
    s.buffers[0].data = NULL;
    expect_error(&s, GLTF_ERR_NOT_LOADED, GLTF_OBJECT_BUFFER, 0, NULL, 0, 0);
    s.desc.count = 4;
    expect_accessor_error(&s, GLTF_ERR_ACCESSOR_BOUNDS, "bufferView", 36, 48);
    s.desc.count = 3;
    s.desc.sparse.count = 1;
    s.desc.sparse.values_byte_offset = 120;
    expect_accessor_error(&s, GLTF_ERR_ACCESSOR_BOUNDS, "sparse.values.bufferView", 128, 132);
    s.desc.sparse.values_byte_offset = 0;
    s.source.buffer_count = 2;
    s.buffers[1].data = s.bytes;
    s.buffers[1].size = 256;
    s.views[1].buffer = 1; /* only the indices are there, and wrong */
    s.bytes[64] = 3;
    expect_accessor_error(&s, GLTF_ERR_SPARSE_INDEX, "sparse.indices", 3, 3);
    s.bytes[64] = 2;
    expect_error(&s, GLTF_ERR_NOT_LOADED, GLTF_OBJECT_BUFFER, 0, NULL, 0, 0);
    s.views[0].buffer = 1;
    s.views[1].buffer = 0;
    expect_error(&s, GLTF_ERR_NOT_LOADED, GLTF_OBJECT_BUFFER, 0, NULL, 0, 0);
    s.views[1].buffer = 1;
    expect_error(&s, GLTF_ERR_NOT_LOADED, GLTF_OBJECT_BUFFER, 0, NULL, 0, 0); /* values */
    s.views[2].buffer = 1;
    assert_int_equal(scene_resolve(&s), GLTF_OK);
    s.views[1].buffer = 0; /* indices */
    expect_error(&s, GLTF_ERR_NOT_LOADED, GLTF_OBJECT_BUFFER, 0, NULL, 0, 0);
}

/* accessor.h: max_zero_elements, 2^28 by default; only without a view */
static void many_zeros_are_a_limit(void **state) {
    (void)state;
    scene s;
    scene_make(&s);
    s.desc.view = GLTF_NONE;
    s.desc.shape = GLTF_SCALAR;
    s.desc.count = (uint64_t)1 << 28;
    gltf_status most = s.desc.count <= (uint64_t)PTRDIFF_MAX / 8 ? GLTF_OK : GLTF_ERR_COUNT;
    assert_int_equal(scene_resolve(&s), most);
    if (most == GLTF_OK) {
        s.desc.count++;
        expect_accessor_error(&s, GLTF_ERR_LIMIT, "count", (uint64_t)1 << 28, ((uint64_t)1 << 28) + 1);
    }
    s.source.max_zero_elements = 2;
    s.desc.count = 3;
    expect_accessor_error(&s, GLTF_ERR_LIMIT, "count", 2, 3);
    s.desc.count = 2;
    assert_int_equal(scene_resolve(&s), GLTF_OK);
    assert_null(s.accessor.data);
    s.desc.view = 0;
    s.desc.count = 9;
    assert_int_equal(scene_resolve(&s), GLTF_OK);
}

/* ---- The closed list of strict ---- */

/* strict: byteOffset without bufferView is PROPERTY; by default it is ignored */
static void offset_without_view_is_ignored(void **state) {
    (void)state;
    scene s;
    scene_make(&s);
    s.desc.view = GLTF_NONE;
    s.desc.byte_offset = 4;
    expect_strict_only(&s, GLTF_ERR_PROPERTY, GLTF_OBJECT_ACCESSOR, 5, "byteOffset without bufferView", 0, 0);
    s.desc.byte_offset = 0; /* no offset is none without a view too */
    s.source.flags = GLTF_SOURCE_STRICT;
    assert_int_equal(scene_resolve(&s), GLTF_OK);
}

/* spec 3.6.2.4: accessor offset, and view offset + accessor offset, multiples of the component size; of 4 for matrices */
static void misaligned_offsets_are_read(void **state) {
    (void)state;
    scene s;
    scene_make(&s);
    s.views[0].byte_length = 64;
    s.desc.byte_offset = 6;
    expect_strict_only(&s, GLTF_ERR_ALIGNMENT, GLTF_OBJECT_ACCESSOR, 5, "byteOffset", 4, 6);
    s.desc.component_type = GLTF_SHORT;
    s.source.flags = GLTF_SOURCE_STRICT;
    assert_int_equal(scene_resolve(&s), GLTF_OK);
    s.desc.byte_offset = 3;
    expect_strict_only(&s, GLTF_ERR_ALIGNMENT, GLTF_OBJECT_ACCESSOR, 5, "byteOffset", 2, 3);
    s.desc.byte_offset = 2;
    s.views[0].byte_offset = 1;
    expect_strict_only(&s, GLTF_ERR_ALIGNMENT, GLTF_OBJECT_ACCESSOR, 5, "byteOffset", 2, 3);
    s.views[0].byte_offset = 2;
    s.source.flags = GLTF_SOURCE_STRICT;
    assert_int_equal(scene_resolve(&s), GLTF_OK);
    s.desc.shape = GLTF_MAT2;
    expect_strict_only(&s, GLTF_ERR_ALIGNMENT, GLTF_OBJECT_ACCESSOR, 5, "byteOffset", 4, 2);
    s.desc.byte_offset = 4;
    expect_strict_only(&s, GLTF_ERR_ALIGNMENT, GLTF_OBJECT_ACCESSOR, 5, "byteOffset", 4, 6);
    s.desc.component_type = GLTF_UNSIGNED_BYTE;
    s.desc.shape = GLTF_VEC3;
    s.desc.byte_offset = 1;
    s.source.flags = GLTF_SOURCE_STRICT;
    assert_int_equal(scene_resolve(&s), GLTF_OK);
}

/* strict: offsets whose sum is no number are out of bounds, which is told, not a wrong offset that would not be aligned */
static void offsets_beyond_64_bits_are_out_of_bounds(void **state) {
    (void)state;
    scene s;
    scene_make(&s);
    s.views[0].byte_offset = UINT64_MAX - 3;
    s.desc.byte_offset = 8;
    for (uint32_t flags = 0; flags <= GLTF_SOURCE_STRICT; flags++) {
        s.source.flags = flags;
        expect_error(&s, GLTF_ERR_VIEW_BOUNDS, GLTF_OBJECT_VIEW, 0, "byteLength", 256, UINT64_MAX);
    }
}

/* J bufferView.byteStride: 4..252, multiple of 4; glTF#2577: not below the element.  Also for a single element. */
static void strange_strides_are_read(void **state) {
    (void)state;
    static const uint32_t rows[][2] = {{1, 12}, {3, 12}, {4, 12}, {8, 12}, {13, 4}, {18, 4}, {253, 252}, {256, 252}};
    scene s;
    scene_make(&s);
    s.desc.count = 1;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        s.views[0].byte_stride = rows[i][0];
        s.desc.byte_stride = 0;
        expect_strict_only(&s, GLTF_ERR_STRIDE, GLTF_OBJECT_VIEW, 0, "byteStride", rows[i][1], rows[i][0]);
        s.views[0].byte_stride = 0;
        s.desc.byte_stride = rows[i][0];
        expect_strict_only(&s, GLTF_ERR_STRIDE, GLTF_OBJECT_ACCESSOR, 5, "byteStride", rows[i][1], rows[i][0]);
    }
    s.desc.byte_stride = 0;
    s.source.flags = GLTF_SOURCE_STRICT;
    for (uint32_t stride = 12; stride <= 252; stride += 4) {
        s.views[0].byte_stride = stride;
        assert_int_equal(scene_resolve(&s), GLTF_OK);
    }
    s.desc.component_type = GLTF_UNSIGNED_BYTE;
    s.desc.shape = GLTF_SCALAR;
    s.views[0].byte_stride = 2;
    expect_strict_only(&s, GLTF_ERR_STRIDE, GLTF_OBJECT_VIEW, 0, "byteStride", 4, 2);
}

/* ---- Sparse ---- */

/* J accessor.sparse.count: not above the count; design 9: count 0 with entries too */
static void sparse_count_above_count_is_refused(void **state) {
    (void)state;
    scene s;
    scene_make(&s);
    s.desc.sparse.count = 4;
    expect_accessor_error(&s, GLTF_ERR_SPARSE_COUNT, "sparse.count", 3, 4);
    s.desc.sparse.count = UINT64_MAX;
    expect_accessor_error(&s, GLTF_ERR_SPARSE_COUNT, "sparse.count", 3, UINT64_MAX);
    s.desc.count = 0;
    s.desc.sparse.count = 1;
    expect_accessor_error(&s, GLTF_ERR_SPARSE_COUNT, "sparse.count", 0, 1);
}

/* J accessor.sparse.indices.componentType: unsigned ones only */
static void sparse_index_types_are_unsigned(void **state) {
    (void)state;
    static const uint32_t wrong[] = {0, GLTF_BYTE, GLTF_SHORT, GLTF_INT, GLTF_FLOAT, GLTF_DOUBLE, UINT32_MAX};
    scene s;
    scene_make(&s);
    s.desc.sparse.count = 1;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        s.desc.sparse.indices_component_type = wrong[i];
        expect_accessor_error(&s, GLTF_ERR_COMPONENT_TYPE, "sparse.indices.componentType", 0, wrong[i]);
    }
}

static void put_index(scene *s, size_t entry, uint32_t index) {
    size_t size = gltf_component_size(s->desc.sparse.indices_component_type);
    for (size_t b = 0; b < size; b++) {
        s->bytes[64 + entry * size + b] = (uint8_t)(index >> (8 * b));
    }
}

static const uint32_t index_types[] = {GLTF_UNSIGNED_BYTE, GLTF_UNSIGNED_SHORT, GLTF_UNSIGNED_INT};

/* spec 3.6.2.3: indices below the count, in every index type; position = the entry */
static void sparse_indices_outside_are_refused(void **state) {
    (void)state;
    for (size_t t = 0; t < 3; t++) {
        static const uint32_t hostile[] = {3, 4, 255, 65535, UINT32_MAX, 0x10000, 0x80000000u};
        for (size_t i = 0; i < sizeof hostile / sizeof hostile[0]; i++) {
            scene s;
            scene_make(&s);
            s.desc.sparse.count = 2;
            s.desc.sparse.indices_component_type = index_types[t];
            uint32_t size = gltf_component_size(index_types[t]);
            uint32_t stored = size == 4 ? hostile[i] : hostile[i] & ((1u << (8 * size)) - 1);
            put_index(&s, 0, 1);
            put_index(&s, 1, stored);
            if (stored < 3) {
                continue;
            }
            expect_accessor_error(&s, GLTF_ERR_SPARSE_INDEX, "sparse.indices", 3, stored);
            assert_true(s.error.position == 1);
            put_index(&s, 1, 2);
            s.source.flags = GLTF_SOURCE_STRICT;
            assert_int_equal(scene_resolve(&s), GLTF_OK);
            assert_int_equal(s.accessor.flags, 0);
            assert_ptr_equal(s.accessor.sparse_indices, s.bytes + 64);
            assert_ptr_equal(s.accessor.sparse_values, s.bytes + 128);
            assert_int_equal(s.accessor.sparse_count, 2);
            assert_int_equal(s.accessor.sparse_index_type, index_types[t]);
        }
    }
}

/* spec 3.6.2.3: strictly increasing; design 9: applied in order by default, UNSORTED only if some decrease */
static void sparse_indices_out_of_order_are_applied_in_order(void **state) {
    (void)state;
    for (size_t t = 0; t < 3; t++) {
        scene s;
        scene_make(&s);
        s.desc.sparse.count = 3;
        s.desc.sparse.indices_component_type = index_types[t];
        put_index(&s, 0, 0);
        put_index(&s, 1, 1);
        put_index(&s, 2, 1);
        expect_strict_only(&s, GLTF_ERR_SPARSE_ORDER, GLTF_OBJECT_ACCESSOR, 5, "sparse.indices", 1, 1);
        assert_true(s.error.position == 2);
        assert_int_equal(scene_resolve(&s), GLTF_OK);
        assert_int_equal(s.accessor.flags, 0);
        put_index(&s, 1, 2);
        expect_strict_only(&s, GLTF_ERR_SPARSE_ORDER, GLTF_OBJECT_ACCESSOR, 5, "sparse.indices", 2, 1);
        assert_int_equal(scene_resolve(&s), GLTF_OK);
        assert_int_equal(s.accessor.flags, GLTF_ACCESSOR_UNSORTED);
        put_index(&s, 2, 3); /* an index outside counts more than order */
        s.source.flags = GLTF_SOURCE_STRICT;
        put_index(&s, 1, 0);
        expect_accessor_error(&s, GLTF_ERR_SPARSE_INDEX, "sparse.indices", 3, 3);
    }
}

/* A sparse part that does not fit its view, to the byte; values need no padding behind the last one. */
static void sparse_parts_outside_their_view_are_refused(void **state) {
    (void)state;
    scene s;
    scene_make(&s);
    s.desc.sparse.count = 3;
    s.desc.sparse.indices_component_type = GLTF_UNSIGNED_SHORT;
    put_index(&s, 0, 0);
    put_index(&s, 1, 1);
    put_index(&s, 2, 2);
    s.views[1].byte_length = 6;
    s.views[2].byte_length = 36;
    assert_int_equal(scene_resolve(&s), GLTF_OK);
    s.views[1].byte_length = 5;
    expect_accessor_error(&s, GLTF_ERR_ACCESSOR_BOUNDS, "sparse.indices.bufferView", 5, 6);
    s.views[1].byte_length = 6;
    s.views[2].byte_length = 35;
    expect_accessor_error(&s, GLTF_ERR_ACCESSOR_BOUNDS, "sparse.values.bufferView", 35, 36);
    s.desc.component_type = GLTF_BYTE;
    s.desc.shape = GLTF_MAT3;
    assert_int_equal(scene_resolve(&s), GLTF_OK); /* 12 + 12 + 11 */
    s.views[2].byte_length = 34;
    expect_accessor_error(&s, GLTF_ERR_ACCESSOR_BOUNDS, "sparse.values.bufferView", 34, 35);
    s.views[2].byte_length = 129;
    expect_error(&s, GLTF_ERR_VIEW_BOUNDS, GLTF_OBJECT_VIEW, 2, "byteLength", 256, 257);
    s.views[2].byte_length = 35;
    s.desc.sparse.values_view = GLTF_NONE;
    expect_accessor_error(&s, GLTF_ERR_REFERENCE, "sparse.values.bufferView", 0, 0);
    s.desc.sparse.indices_view = 7;
    expect_accessor_error(&s, GLTF_ERR_REFERENCE, "sparse.indices.bufferView", 3, 7);
}

/* J bufferView of sparse parts: no stride, which is ignored; offsets aligned to the index or component size */
static void sparse_stride_and_alignment_are_ignored(void **state) {
    (void)state;
    scene s;
    scene_make(&s);
    s.desc.sparse.count = 2;
    s.desc.sparse.indices_component_type = GLTF_UNSIGNED_SHORT;
    put_index(&s, 0, 0);
    put_index(&s, 1, 2);
    s.views[1].byte_stride = 8;
    expect_strict_only(&s, GLTF_ERR_STRIDE, GLTF_OBJECT_VIEW, 1, "byteStride", 0, 8);
    s.views[1].byte_stride = 0;
    s.views[2].byte_stride = 16;
    expect_strict_only(&s, GLTF_ERR_STRIDE, GLTF_OBJECT_VIEW, 2, "byteStride", 0, 16);
    s.views[2].byte_stride = 0;
    s.desc.sparse.values_byte_offset = 2;
    expect_strict_only(&s, GLTF_ERR_ALIGNMENT, GLTF_OBJECT_ACCESSOR, 5, "sparse.values.byteOffset", 4, 2);
    s.desc.sparse.values_byte_offset = 0;
    s.views[2].byte_offset = 129;
    s.views[2].byte_length = 127;
    expect_strict_only(&s, GLTF_ERR_ALIGNMENT, GLTF_OBJECT_ACCESSOR, 5, "sparse.values.byteOffset", 4, 129);
    s.views[2].byte_offset = 128;
    s.views[1].byte_offset = 63;
    s.bytes[63] = s.bytes[64] = s.bytes[65] = 0;
    s.bytes[66] = 0;
    expect_strict_only(&s, GLTF_ERR_ALIGNMENT, GLTF_OBJECT_ACCESSOR, 5, "sparse.indices.byteOffset", 2, 63);
}

/* header: accessor before view before buffer before sparse */
static void the_first_fault_in_order_is_told(void **state) {
    (void)state;
    scene s;
    scene_make(&s);
    s.desc.sparse.count = 9;
    s.views[0].buffer = 9;
    s.views[0].byte_stride = 3;
    s.desc.byte_offset = 1;
    s.desc.normalized = 1;
    s.desc.count = 0;
    s.desc.shape = 0;
    s.desc.component_type = 0;
    s.source.flags = GLTF_SOURCE_STRICT;
    assert_int_equal(scene_resolve(&s), GLTF_ERR_COMPONENT_TYPE);
    s.desc.component_type = GLTF_FLOAT;
    assert_int_equal(scene_resolve(&s), GLTF_ERR_SHAPE);
    s.desc.shape = GLTF_VEC3;
    assert_int_equal(scene_resolve(&s), GLTF_ERR_COUNT);
    s.desc.count = 4;
    assert_int_equal(scene_resolve(&s), GLTF_ERR_NORMALIZED);
    s.desc.normalized = 0;
    assert_int_equal(scene_resolve(&s), GLTF_ERR_ALIGNMENT);
    s.desc.byte_offset = 0;
    assert_int_equal(scene_resolve(&s), GLTF_ERR_STRIDE);
    s.views[0].byte_stride = 0;
    assert_int_equal(scene_resolve(&s), GLTF_ERR_REFERENCE);
    s.views[0].buffer = 0;
    s.views[0].byte_offset = 232;
    assert_int_equal(scene_resolve(&s), GLTF_ERR_VIEW_BOUNDS);
    s.views[0].byte_offset = 0;
    assert_int_equal(scene_resolve(&s), GLTF_ERR_ACCESSOR_BOUNDS);
    s.desc.count = 3;
    assert_int_equal(scene_resolve(&s), GLTF_ERR_SPARSE_COUNT);
}

/* ---- Bits, and wrap ---- */

/* accessor.h, cpu: what was not compiled is masked out, PLAIN leaves nothing */
static void cpu_bits_are_masked(void **state) {
    (void)state;
    scene s;
    scene_make(&s);
    s.source.cpu = GLTF_CPU_PLAIN;
    assert_int_equal(scene_resolve(&s), GLTF_OK);
    assert_int_equal(s.accessor.cpu, 0);
    s.source.cpu = GLTF_CPU_PLAIN | GLTF_CPU_AVX2;
    assert_int_equal(scene_resolve(&s), GLTF_OK);
    assert_int_equal(s.accessor.cpu, 0);
    s.source.cpu = gltf_cpu_detect();
    assert_int_equal(scene_resolve(&s), GLTF_OK);
    if (s.source.cpu) {
        assert_int_equal(s.accessor.cpu, s.source.cpu);
    }
    s.source.cpu = 0x40000000u; /* no kernels for that */
    assert_int_equal(scene_resolve(&s), GLTF_OK);
    assert_int_equal(s.accessor.cpu, 0);
}

/* accessor.h, wrap: one block of memory, the view ignored, to the byte */
static void wrap_checks_one_block_of_memory(void **state) {
    (void)state;
    scene s;
    static const gltf_accessor zero;
    scene_make(&s);
    s.desc.view = 77;
    s.desc.byte_offset = 1;
    assert_int_equal(gltf_accessor_wrap(s.bytes, 37, &s.desc, 0, &s.accessor, &s.error), GLTF_OK);
    assert_ptr_equal(s.accessor.data, s.bytes + 1);
    assert_int_equal(s.accessor.stride, 12);
    assert_int_equal(gltf_accessor_wrap(s.bytes, 36, &s.desc, 0, &s.accessor, &s.error), GLTF_ERR_ACCESSOR_BOUNDS);
    assert_memory_equal(&s.accessor, &zero, sizeof zero);
    assert_int_equal(s.error.object, GLTF_OBJECT_ACCESSOR);
    assert_int_equal(s.error.index, 5);
    assert_true(s.error.expected == 36 && s.error.found == 37);
    s.desc.byte_stride = 13;
    assert_int_equal(gltf_accessor_wrap(s.bytes, 39, &s.desc, 0, &s.accessor, &s.error), GLTF_OK);
    assert_int_equal(s.accessor.stride, 13);
    s.desc.byte_offset = UINT64_MAX;
    assert_int_equal(gltf_accessor_wrap(s.bytes, 39, &s.desc, 0, &s.accessor, &s.error), GLTF_ERR_ACCESSOR_BOUNDS);
    s.desc.byte_offset = 0;
    assert_int_equal(gltf_accessor_wrap(NULL, 39, &s.desc, 0, &s.accessor, &s.error), GLTF_ERR_ARGUMENT);
    s.desc.count = 0;
    assert_int_equal(gltf_accessor_wrap(NULL, 0, &s.desc, 0, &s.accessor, &s.error), GLTF_OK);
    assert_null(s.accessor.data);
    assert_int_equal(gltf_accessor_wrap(s.bytes, 39, &s.desc, 0, &s.accessor, &s.error), GLTF_OK);
    assert_null(s.accessor.data);
    s.desc.sparse.count = 1;
    assert_int_equal(gltf_accessor_wrap(s.bytes, 39, &s.desc, 0, &s.accessor, &s.error), GLTF_ERR_ARGUMENT);
    assert_string_equal(s.error.field, "sparse");
    s.desc.sparse.count = 0;
    s.desc.count = UINT64_MAX;
    assert_int_equal(gltf_accessor_wrap(s.bytes, 39, &s.desc, 0, &s.accessor, &s.error), GLTF_ERR_COUNT);
    s.desc.shape = 99;
    assert_int_equal(gltf_accessor_wrap(s.bytes, 39, &s.desc, 0, &s.accessor, &s.error), GLTF_ERR_SHAPE);
    s.desc.component_type = GLTF_DOUBLE;
    assert_int_equal(gltf_accessor_wrap(s.bytes, 39, &s.desc, 0, &s.accessor, &s.error), GLTF_ERR_COMPONENT_TYPE);
}

/* No byte is read by resolve but the sparse indices, and those not past their end. */
static void resolve_reads_only_sparse_indices(void **state) {
    (void)state;
    scene s;
    scene_make(&s);
    for (size_t t = 0; t < 3; t++) {
        uint32_t size = gltf_component_size(index_types[t]);
        guard indices = guard_make(3 * size, GUARD_AFTER);
        guard nothing = guard_make(0, GUARD_AFTER);
        for (uint8_t k = 0; k < 3; k++) {
            memset(indices.bytes + k * size, 0, size);
            indices.bytes[k * size] = k;
        }
        s.source.buffer_count = 2;
        s.buffers[0].data = nothing.bytes; /* 256 bytes that cannot be touched */
        s.buffers[1].data = indices.bytes;
        s.buffers[1].size = indices.size;
        s.views[1].buffer = 1;
        s.views[1].byte_offset = 0;
        s.views[1].byte_length = indices.size;
        s.desc.sparse.count = 3;
        s.desc.sparse.indices_component_type = index_types[t];
        assert_int_equal(scene_resolve(&s), GLTF_OK);
        guard_free(&indices);
        guard_free(&nothing);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sound_accessor_is_described),
        cmocka_unit_test(null_parameters_are_arguments),
        cmocka_unit_test(unknown_component_types_are_refused),
        cmocka_unit_test(unknown_shapes_are_refused),
        cmocka_unit_test(counts_beyond_memory_are_refused),
        cmocka_unit_test(hostile_counts_are_out_of_bounds),
        cmocka_unit_test(count_zero_is_empty),
        cmocka_unit_test(normalized_is_dropped_where_it_means_nothing),
        cmocka_unit_test(the_last_element_must_be_whole_but_not_its_stride),
        cmocka_unit_test(padded_matrices_need_no_trailing_padding),
        cmocka_unit_test(views_outside_their_buffer_are_refused),
        cmocka_unit_test(views_beyond_memory_are_a_limit),
        cmocka_unit_test(missing_views_and_buffers_are_references),
        cmocka_unit_test(missing_bytes_are_told_last),
        cmocka_unit_test(many_zeros_are_a_limit),
        cmocka_unit_test(offset_without_view_is_ignored),
        cmocka_unit_test(misaligned_offsets_are_read),
        cmocka_unit_test(offsets_beyond_64_bits_are_out_of_bounds),
        cmocka_unit_test(strange_strides_are_read),
        cmocka_unit_test(sparse_count_above_count_is_refused),
        cmocka_unit_test(sparse_index_types_are_unsigned),
        cmocka_unit_test(sparse_indices_outside_are_refused),
        cmocka_unit_test(sparse_indices_out_of_order_are_applied_in_order),
        cmocka_unit_test(sparse_parts_outside_their_view_are_refused),
        cmocka_unit_test(sparse_stride_and_alignment_are_ignored),
        cmocka_unit_test(the_first_fault_in_order_is_told),
        cmocka_unit_test(cpu_bits_are_masked),
        cmocka_unit_test(wrap_checks_one_block_of_memory),
        cmocka_unit_test(resolve_reads_only_sparse_indices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
