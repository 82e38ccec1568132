/* unit/codec_meshopt.c - tests of meshopt streams as a whole: the committed ones, damaged ones, and each rule of the format. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../include/gltf_accessor/accessor.h"
#include "../../src/base/bytes.h"
#include "../../src/codec/meshopt.h"
#include "../../src/core/cpu.h"
#include "support/guard.h"

/* ---- Which loops ---- */

static uint32_t machine; /* asked once: cpuid is slow in virtual machines */

static uint32_t subset(size_t i) {
    static const uint32_t subsets[] = {GLTF_CPU_PLAIN, 0, GLTF_CPU_SSE2, GLTF_CPU_SSE2 | GLTF_CPU_SSSE3,
                                       UINT32_MAX & ~GLTF_CPU_PLAIN};
    return subsets[i] & (machine | GLTF_CPU_PLAIN);
}
enum { SUBSETS = 5 };

/* ---- The committed streams; make_streams.mjs tells their format ---- */

typedef struct sample {
    gltf_i_meshopt_stream stream;
    const uint8_t *decoded;
    size_t decoded_size;
} sample;

static uint8_t *samples_bytes;
static size_t samples_size;

static int read_samples(void **state) {
    (void)state;
    machine = gltf_i_cpu_machine();
    FILE *file = fopen(GLTF_TEST_DATA "/meshopt_streams.bin", "rb");
    if (!file) {
        return -1;
    }
    samples_bytes = malloc(1 << 20);
    samples_size = samples_bytes ? fread(samples_bytes, 1, 1 << 20, file) : 0;
    fclose(file);
    return samples_size > 0 ? 0 : -1;
}

static int free_samples(void **state) {
    (void)state;
    free(samples_bytes);
    return 0;
}

/* The sample at *at; 0 after the last one. */
static int next_sample(size_t *at, sample *out) {
    const uint8_t *p = samples_bytes + *at;
    if (*at == samples_size) {
        return 0;
    }
    out->stream.mode = bytes_load_u32(p);
    out->stream.filter = bytes_load_u32(p + 4);
    out->stream.version = bytes_load_u32(p + 8);
    out->stream.cpu = 0;
    out->stream.stride = bytes_load_u32(p + 12);
    out->stream.count = bytes_load_u32(p + 16);
    out->stream.size = bytes_load_u32(p + 20);
    out->stream.bytes = p + 28;
    out->decoded_size = bytes_load_u32(p + 24);
    out->decoded = p + 28 + out->stream.size;
    *at += 28 + out->stream.size + out->decoded_size;
    assert_true(*at <= samples_size);
    return 1;
}

/* Decode from and into memory with an inaccessible page behind (or before) both. */
static gltf_status decode_guarded(gltf_i_meshopt_stream stream, int side, guard *out) {
    guard in = guard_copy(stream.bytes, stream.size, side);
    guard_lock(&in);
    *out = guard_make(stream.count * stream.stride, side);
    stream.bytes = in.bytes;
    const gltf_status status = gltf_i_meshopt_decode(&stream, out->bytes);
    guard_free(&in);
    return status;
}

/* appendix A and B: every mode, filter, version and stride, as the reference decodes them, with each set of loops */
static void committed_streams_decode_to_the_reference_bytes(void **state) {
    (void)state;
    size_t at = 0, seen = 0;
    for (sample s; next_sample(&at, &s); seen++) {
        assert_null(gltf_i_meshopt_fault(&s.stream));
        assert_int_equal(s.decoded_size, s.stream.count * s.stream.stride);
        for (size_t i = 0; i < SUBSETS * 2; i++) {
            guard out;
            s.stream.cpu = subset(i / 2);
            assert_int_equal(decode_guarded(s.stream, i % 2 ? GUARD_AFTER : GUARD_BEFORE, &out), GLTF_OK);
            assert_memory_equal(out.bytes, s.decoded, s.decoded_size);
            guard_free(&out);
        }
    }
    assert_true(seen >= 200);
}

/* "If the decoding procedure reaches the end of stream too early [...] the stream is invalid" */
static void every_truncation_is_an_error(void **state) {
    (void)state;
    size_t at = 0;
    for (sample s; next_sample(&at, &s);) {
        guard in = guard_copy(s.stream.bytes, s.stream.size, GUARD_AFTER);
        guard out = guard_make(s.decoded_size, GUARD_AFTER);
        gltf_i_meshopt_stream part = s.stream;
        for (size_t size = s.stream.size; size-- > 0;) {
            /* the first `size` bytes, moved up against the guard page */
            uint8_t *start = in.bytes + (s.stream.size - size);
            if (size) {
                memmove(start, start - 1, size);
            }
            part.bytes = start;
            part.size = size;
            for (size_t i = 0; i < SUBSETS; i++) {
                part.cpu = subset(i);
                assert_int_equal(gltf_i_meshopt_decode(&part, out.bytes), GLTF_ERR_CODEC);
            }
        }
        guard_free(&in);
        guard_free(&out);
    }
}

/* "[if] any unprocessed bytes remain after decoding and before tail, the stream is invalid" */
static void one_byte_more_is_an_error(void **state) {
    (void)state;
    static const uint8_t added[] = {0x00, 0x01, 0x80, 0xff};
    size_t at = 0;
    for (sample s; next_sample(&at, &s);) {
        guard out = guard_make(s.decoded_size, GUARD_AFTER);
        guard in = guard_make(s.stream.size + 1, GUARD_AFTER);
        memcpy(in.bytes, s.stream.bytes, s.stream.size);
        for (size_t k = 0; k < sizeof added; k++) {
            in.bytes[s.stream.size] = added[k];
            gltf_i_meshopt_stream more = s.stream;
            more.bytes = in.bytes;
            more.size++;
            for (size_t i = 0; i < SUBSETS; i++) {
                more.cpu = subset(i);
                assert_int_equal(gltf_i_meshopt_decode(&more, out.bytes), GLTF_ERR_CODEC);
            }
        }
        guard_free(&in);
        guard_free(&out);
    }
}

/* Safety: no damage makes the decoder leave its two pieces of memory, and all loops see the same damage. */
static void every_flipped_byte_ends_in_an_error_or_in_bounds(void **state) {
    (void)state;
    size_t at = 0, refused = 0, accepted = 0;
    for (sample s; next_sample(&at, &s);) {
        guard in = guard_copy(s.stream.bytes, s.stream.size, GUARD_AFTER);
        guard out = guard_make(s.decoded_size, GUARD_AFTER);
        guard other = guard_make(s.decoded_size, GUARD_AFTER);
        gltf_i_meshopt_stream damaged = s.stream;
        damaged.bytes = in.bytes;
        const unsigned kinds = s.stream.size < 400 ? 9 : 2;
        for (size_t place = 0; place < s.stream.size * kinds; place++) {
            const unsigned kind = (unsigned)(place % kinds);
            const uint8_t flip = (uint8_t)(kind == 0 ? 0xff : 1u << (kinds == 9 ? kind - 1 : place / kinds % 8));
            in.bytes[place / kinds] ^= flip;
            damaged.cpu = GLTF_CPU_PLAIN;
            const gltf_status status = gltf_i_meshopt_decode(&damaged, out.bytes);
            assert_true(status == GLTF_OK || status == GLTF_ERR_CODEC || status == GLTF_ERR_CODEC_VERSION);
            damaged.cpu = subset(SUBSETS - 1);
            assert_int_equal(gltf_i_meshopt_decode(&damaged, other.bytes), status);
            assert_true(status != GLTF_OK || memcmp(out.bytes, other.bytes, s.decoded_size) == 0);
            refused += status != GLTF_OK;
            accepted += status == GLTF_OK;
            in.bytes[place / kinds] ^= flip;
        }
        guard_free(&in);
        guard_free(&out);
        guard_free(&other);
    }
    assert_true(refused > 0 && accepted > 0);
}

/* A count that is not the stream's own, larger or smaller, is found too. */
static void another_count_is_an_error(void **state) {
    (void)state;
    size_t at = 0;
    for (sample s; next_sample(&at, &s);) {
        const size_t step = s.stream.mode == GLTF_I_MESHOPT_TRIANGLES ? 3 : 16;
        gltf_i_meshopt_stream more = s.stream;
        more.count += step;
        guard out = guard_make(more.count * more.stride, GUARD_AFTER);
        more.cpu = subset(SUBSETS - 1);
        const gltf_status status = gltf_i_meshopt_decode(&more, out.bytes);
        /* 16 more elements are a group more: that may be one without data, but its two bits must be there */
        assert_true(status == GLTF_ERR_CODEC || s.stream.mode == GLTF_I_MESHOPT_ATTRIBUTES);
        guard_free(&out);
    }
}

/* ---- What may go together ---- */

static const char *fault_of(uint32_t mode, uint32_t filter, uint32_t version, uint32_t stride, size_t count) {
    gltf_i_meshopt_stream s = {NULL, 0, count, stride, mode, filter, version, 0};
    const char *fault = gltf_i_meshopt_fault(&s);
    return fault ? fault : "";
}

/* specifying compressed views: byteStride of ATTRIBUTES is a multiple of 4, at most 256 */
static void attributes_have_strides_of_whole_channels(void **state) {
    (void)state;
    for (uint32_t stride = 0; stride <= 600; stride++) {
        const int fine = stride >= 4 && stride <= 256 && stride % 4 == 0;
        assert_string_equal(fault_of(1, 0, 0, stride, 1), fine ? "" : "byteStride");
        assert_string_equal(fault_of(1, 3, 1, stride, 1), fine ? "" : "byteStride");
    }
    assert_string_equal(fault_of(1, 0, 0, 4, 0), "count");
}

/* index modes: byteStride 2 or 4, no filter; triangles come in threes */
static void index_streams_have_their_own_limits(void **state) {
    (void)state;
    for (uint32_t stride = 0; stride <= 300; stride++) {
        assert_string_equal(fault_of(2, 0, 0, stride, 3), stride == 2 || stride == 4 ? "" : "byteStride");
        assert_string_equal(fault_of(3, 0, 0, stride, 1), stride == 2 || stride == 4 ? "" : "byteStride");
    }
    for (uint32_t filter = 1; filter <= 4; filter++) {
        assert_string_equal(fault_of(2, filter, 1, 4, 3), "filter");
        assert_string_equal(fault_of(3, filter, 1, 4, 3), "filter");
    }
    assert_string_equal(fault_of(2, 0, 0, 4, 4), "count");
    assert_string_equal(fault_of(2, 0, 0, 4, 0), "count");
    assert_string_equal(fault_of(3, 0, 0, 4, 0), "count");
    assert_string_equal(fault_of(3, 0, 0, 4, 4), "");
}

/* filters: OCTAHEDRAL and COLOR take strides 4 and 8, QUATERNION 8; EXT knows no COLOR */
static void filters_have_strides_of_their_own(void **state) {
    (void)state;
    for (uint32_t stride = 4; stride <= 256; stride += 4) {
        assert_string_equal(fault_of(1, 1, 0, stride, 1), stride <= 8 ? "" : "byteStride");
        assert_string_equal(fault_of(1, 2, 0, stride, 1), stride == 8 ? "" : "byteStride");
        assert_string_equal(fault_of(1, 4, 1, stride, 1), stride <= 8 ? "" : "byteStride");
        assert_string_equal(fault_of(1, 4, 0, stride, 1), "filter");
    }
    assert_string_equal(fault_of(1, 5, 1, 4, 1), "filter");
    assert_string_equal(fault_of(0, 0, 1, 4, 1), "mode");
    assert_string_equal(fault_of(4, 0, 1, 4, 1), "mode");
}

/* ---- Attribute streams by hand ---- */

typedef struct hand {
    uint8_t bytes[128];
    size_t size;
} hand;

static void put(hand *h, const uint8_t *bytes, size_t size) {
    assert_true(h->size + size <= sizeof h->bytes);
    memcpy(h->bytes + h->size, bytes, size);
    h->size += size;
}

static void put_many(hand *h, uint8_t byte, size_t times) {
    for (size_t i = 0; i < times; i++) {
        put(h, &byte, 1);
    }
}

static gltf_status decode_hand(const hand *h, uint32_t mode, uint32_t version, uint32_t stride, size_t count,
                               uint8_t *out) {
    gltf_status first = GLTF_OK;
    for (size_t i = 0; i < SUBSETS; i++) {
        const gltf_i_meshopt_stream s = {h->bytes, h->size, count, stride, mode, 0, version, subset(i)};
        guard room;
        assert_null(gltf_i_meshopt_fault(&s));
        const gltf_status status = decode_guarded(s, GUARD_AFTER, &room);
        assert_true(i == 0 || status == first);
        first = status;
        memcpy(out, room.bytes, count * stride);
        guard_free(&room);
    }
    return first;
}

/* Version 0: one element of four bytes, whose deltas are all zero. */
static hand simple_v0(void) {
    hand h = {{0}, 0};
    static const uint8_t baseline[4] = {10, 20, 30, 40};
    put_many(&h, 0xa0, 1);
    put_many(&h, 0x00, 4);
    put_many(&h, 0x00, 28);
    put(&h, baseline, 4);
    return h;
}

/* Version 1: one element of four bytes, no data at all, a channel mode. */
static hand simple_v1(uint8_t mode) {
    hand h = {{0}, 0};
    static const uint8_t baseline[4] = {10, 20, 30, 40};
    put_many(&h, 0xa1, 1);
    put_many(&h, 0xaa, 1);
    put_many(&h, 0x00, 19);
    put(&h, baseline, 4);
    put(&h, &mode, 1);
    return h;
}

/* appendix A, mode 0: the first element is the baseline plus its deltas */
static void the_baseline_comes_before_the_first_element(void **state) {
    (void)state;
    static const uint8_t expected[4] = {10, 20, 30, 40};
    uint8_t out[4];
    hand h = simple_v0();
    assert_int_equal(decode_hand(&h, 1, 0, 4, 1, out), GLTF_OK);
    assert_memory_equal(out, expected, 4);
    h = simple_v1(0);
    assert_int_equal(decode_hand(&h, 1, 1, 4, 1, out), GLTF_OK);
    assert_memory_equal(out, expected, 4);
}

/* appendix A, mode 0: the example of the 4-bit encoding, 17 5f f0 bc 77 a9 21 00 34 b5 */
static void the_example_of_the_specification_decodes(void **state) {
    (void)state;
    static const uint8_t group[10] = {0x17, 0x5f, 0xf0, 0xbc, 0x77, 0xa9, 0x21, 0x00, 0x34, 0xb5};
    static const int deltas[16] = {-1, -4, -3, 26, -91, 0, -6, 6, -4, -4, 5, -5, 1, -1, 0, 0};
    hand h = {{0}, 0};
    uint8_t out[64];
    put_many(&h, 0xa0, 1);
    put_many(&h, 0x02, 1); /* the first byte: one group of four bits each */
    put(&h, group, sizeof group);
    put_many(&h, 0x00, 3);
    put_many(&h, 0x00, 32);
    assert_int_equal(decode_hand(&h, 1, 0, 4, 16, out), GLTF_OK);
    int value = 0;
    for (size_t i = 0; i < 16; i++) {
        value += deltas[i];
        assert_int_equal(out[4 * i], value & 0xff);
        assert_int_equal(out[4 * i + 1] | out[4 * i + 2] | out[4 * i + 3], 0);
    }
}

/* "Header byte, which must be equal to 0xa1 (version 1) or 0xa0 (version 0)"; EXT has only 0xa0 */
static void other_versions_are_told_from_damage(void **state) {
    (void)state;
    uint8_t out[12];
    hand h = simple_v1(0);
    assert_int_equal(decode_hand(&h, 1, 0, 4, 1, out), GLTF_ERR_CODEC_VERSION);
    for (unsigned byte = 0; byte < 256; byte++) {
        h.bytes[0] = (uint8_t)byte;
        const gltf_status attributes = decode_hand(&h, 1, 1, 4, 1, out);
        const gltf_status triangles = decode_hand(&h, 2, 1, 4, 3, out);
        const gltf_status sequence = decode_hand(&h, 3, 1, 4, 3, out);
        assert_true(byte == 0xa0 || byte == 0xa1 ||
                    attributes == (byte >> 4 == 0xa ? GLTF_ERR_CODEC_VERSION : GLTF_ERR_CODEC));
        assert_int_equal(triangles, byte >> 4 == 0xe && byte != 0xe1 ? GLTF_ERR_CODEC_VERSION : GLTF_ERR_CODEC);
        assert_int_equal(sequence, byte >> 4 == 0xd && byte != 0xd1 ? GLTF_ERR_CODEC_VERSION : GLTF_ERR_CODEC);
    }
}

/* meshopt.h: a mode that no file has decodes nothing */
static void other_modes_decode_nothing(void **state) {
    (void)state;
    static const uint32_t modes[] = {0, 4, UINT32_MAX};
    hand h = simple_v1(0);
    for (size_t i = 0; i < 3; i++) {
        const gltf_i_meshopt_stream s = {h.bytes, h.size, 1, 4, modes[i], 0, 1, 0};
        guard room = guard_make(4, GUARD_AFTER);
        assert_int_equal(gltf_i_meshopt_decode(&s, room.bytes), GLTF_ERR_ARGUMENT);
        assert_memory_equal(room.bytes, "\xee\xee\xee\xee", 4);
        guard_free(&room);
    }
}

/* "Tail padding, which pads the size of the subsequent tail block with zero bytes" */
static void padding_of_the_tail_is_zero(void **state) {
    (void)state;
    uint8_t out[4];
    for (size_t i = 0; i < 28; i++) {
        hand h = simple_v0();
        h.bytes[5 + i] = 1;
        assert_int_equal(decode_hand(&h, 1, 0, 4, 1, out), GLTF_ERR_CODEC);
    }
    for (size_t i = 0; i < 19; i++) {
        hand h = simple_v1(0);
        h.bytes[2 + i] = 0x80;
        assert_int_equal(decode_hand(&h, 1, 1, 4, 1, out), GLTF_ERR_CODEC);
    }
}

/* "aligned to the byte boundary with zero padding if groupCount is not divisible by 4" */
static void header_bits_of_no_group_are_zero(void **state) {
    (void)state;
    uint8_t out[4];
    for (unsigned bit = 2; bit < 8; bit++) {
        hand h = simple_v0();
        h.bytes[1] = (uint8_t)(1u << bit);
        assert_int_equal(decode_hand(&h, 1, 0, 4, 1, out), GLTF_ERR_CODEC);
    }
}

/* "Streams that use channel mode 3 or above, as well as [...] 0 or 1 with high 4 bits [...] not equal to 0, are invalid" */
static void channel_modes_are_known_ones(void **state) {
    (void)state;
    uint8_t out[4];
    for (unsigned mode = 0; mode < 256; mode++) {
        const hand h = simple_v1((uint8_t)mode);
        const int fine = mode <= 1 || (mode & 15) == 2;
        assert_int_equal(decode_hand(&h, 1, 1, 4, 1, out), fine ? GLTF_OK : GLTF_ERR_CODEC);
    }
}

/* Streams whose tail is all element and modes (20 + 5 bytes), so that what is read of it by mistake is not zero. */
static hand begin_five_channels(void) {
    hand h = {{0}, 0};
    put_many(&h, 0xa1, 1);
    return h;
}

static void assert_refused(hand *h, size_t count) {
    const size_t room = count * 20;
    uint8_t *out = malloc(room);
    put_many(h, 0xff, 20);
    put_many(h, 0x00, 5);
    assert_non_null(out);
    assert_int_equal(decode_hand(h, 1, 1, 20, count, out), GLTF_ERR_CODEC);
    free(out);
}

/* Safety: control bytes that lie in the tail are not obeyed: here they would ask for literal bytes behind the end. */
static void control_bytes_end_before_the_tail(void **state) {
    (void)state;
    hand h = begin_five_channels();
    put_many(&h, 0xaa, 5); /* a first block without data; the second has no control bytes */
    assert_refused(&h, 512);
}

/* Safety: a group that ends in the tail ends the decoding, also when literal bytes come next. */
static void groups_end_before_the_tail(void **state) {
    (void)state;
    hand h = begin_five_channels();
    put_many(&h, 0xfd, 1); /* the first byte in groups, all others literal */
    put_many(&h, 0xff, 4);
    put_many(&h, 0x03, 1); /* one group of whole bytes, which are missing */
    assert_refused(&h, 16);
}

/* Safety: literal bytes that are missing are not looked for behind the end. */
static void literal_bytes_end_before_the_tail(void **state) {
    (void)state;
    hand h = begin_five_channels();
    put_many(&h, 0xff, 5);
    assert_refused(&h, 256);
}

/* ---- Index streams by hand ---- */

static hand triangles_of(const uint8_t *codes_and_data, size_t size) {
    hand h = {{0}, 0};
    put_many(&h, 0xe1, 1);
    put(&h, codes_and_data, size);
    put_many(&h, 0x00, 16);
    return h;
}

static void assert_triangles(const hand *h, size_t count, gltf_status status, const uint32_t *expected) {
    uint8_t out[64];
    assert_int_equal(decode_hand(h, 2, 1, 4, count, out), status);
    for (size_t i = 0; expected && i < count; i++) {
        assert_int_equal(bytes_load_u32(out + 4 * i), expected[i]);
    }
    assert_int_equal(decode_hand(h, 2, 1, 2, count, out), status);
    for (size_t i = 0; expected && i < count; i++) {
        assert_int_equal(bytes_load_u16(out + 2 * i), expected[i] & 0xffff);
    }
}

/* mode 1: new triangle, then one across its newest edge; the FIFO's newest edge is number 0 */
static void triangles_share_edges(void **state) {
    (void)state;
    static const uint8_t codes[] = {0xf0, 0x10, 0x01};
    static const uint32_t expected[] = {0, 1, 2, 2, 1, 3, 2, 3, 2};
    const hand h = triangles_of(codes, sizeof codes);
    assert_triangles(&h, 9, GLTF_OK, expected);
}

/* mode 1: "0xZW == 0x00, then next is reset to 0", before further processing */
static void a_zero_byte_restarts_the_vertices(void **state) {
    (void)state;
    static const uint8_t codes[] = {0xf0, 0xfe, 0x00};
    static const uint32_t expected[] = {0, 1, 2, 0, 1, 2};
    const hand h = triangles_of(codes, sizeof codes);
    assert_triangles(&h, 6, GLTF_OK, expected);
}

/* mode 1: 0xff takes all three from the data, as steps from the last one; 0x?d and 0x?e are one before and after it */
static void indices_from_the_data_are_steps(void **state) {
    (void)state;
    static const uint8_t codes[] = {0xff, 0x0e, 0x0d, 0xff, 0x80, 0x80, 0x10, 0x04, 0x03};
    static const uint32_t expected[] = {0x20000, 0x20002, 0x20000, 0x20000, 0x20000,
                                        0x20001, 0x20000, 0x20001, 0x20000};
    const hand h = triangles_of(codes, sizeof codes);
    assert_triangles(&h, 9, GLTF_OK, expected);
}

/* "Any streams that require the decoder to read an edge or vertex FIFO entry that was not previously written are invalid" */
static void unwritten_entries_are_errors(void **state) {
    (void)state;
    for (unsigned code = 0; code < 0xf0; code++) { /* no edge yet */
        const uint8_t first[] = {(uint8_t)code, 0x00};
        const hand h = triangles_of(first, (code & 15) == 15 ? 2 : 1);
        assert_triangles(&h, 3, GLTF_ERR_CODEC, NULL);
    }
    for (unsigned edge = 0; edge < 15; edge++) { /* three edges and three vertices so far */
        for (unsigned vertex = 1; vertex < 13; vertex++) {
            const uint8_t codes[] = {0xf0, (uint8_t)(edge << 4 | vertex)};
            const hand h = triangles_of(codes, sizeof codes);
            assert_triangles(&h, 6, edge < 3 && vertex < 3 ? GLTF_OK : GLTF_ERR_CODEC, NULL);
        }
    }
    for (unsigned place = 1; place < 15; place++) { /* corners b and c, by the byte and by the table */
        for (unsigned shift = 0; shift < 8; shift += 4) {
            const uint8_t codes[] = {0xf0, 0xfe, (uint8_t)(place << shift)};
            hand h = triangles_of(codes, sizeof codes);
            assert_triangles(&h, 6, place <= 3 ? GLTF_OK : GLTF_ERR_CODEC, NULL);
            h = triangles_of(codes, 1);
            h.bytes[1] = 0xf1;
            h.bytes[2 + 1] = (uint8_t)(place << shift);
            assert_triangles(&h, 3, GLTF_ERR_CODEC, NULL);
        }
    }
}

/* "The last two bytes must be 0"; "Neither high four bits nor low four bits of any of 16 bytes can be equal to 0xf" */
static void the_table_of_triangles_is_sound(void **state) {
    (void)state;
    static const uint8_t code = 0xf0;
    for (unsigned place = 0; place < 16; place++) {
        for (unsigned byte = 0; byte < 256; byte++) {
            hand h = triangles_of(&code, 1);
            h.bytes[2 + place] = (uint8_t)byte;
            const int fine = byte == 0 || (place > 0 && place < 14 && byte >> 4 != 15 && (byte & 15) != 15);
            /* place 0 is what code 0xf0 uses: any entry but 0 would name a vertex that is not there */
            assert_triangles(&h, 3, fine ? GLTF_OK : GLTF_ERR_CODEC, NULL);
        }
    }
}

/* Safety: data that runs into the table ends the decoding before it runs past the end. */
static void data_of_triangles_ends_before_the_table(void **state) {
    (void)state;
    hand h = {{0}, 0};
    uint8_t out[240];
    put_many(&h, 0xe1, 1);
    put_many(&h, 0xff, 20); /* each takes two bytes at least */
    put_many(&h, 0x00, 16);
    assert_int_equal(decode_hand(&h, 2, 0, 4, 60, out), GLTF_ERR_CODEC);
}

static gltf_status decode_sequence(const uint8_t *data, size_t size, size_t count, uint8_t tail, uint32_t *out) {
    hand h = {{0}, 0};
    uint8_t bytes[32];
    put_many(&h, 0xd1, 1);
    put(&h, data, size);
    put_many(&h, tail, 4);
    const gltf_status status = decode_hand(&h, 3, 0, 4, count, bytes);
    for (size_t i = 0; i < count; i++) {
        out[i] = bytes_load_u32(bytes + 4 * i);
    }
    return status;
}

/* mode 2: bit 0 selects the baseline, the rest is a zigzag step from it */
static void a_sequence_has_two_baselines(void **state) {
    (void)state;
    static const uint8_t data[] = {0x14, 0x29, 0x04, 0x03};
    uint32_t out[4];
    assert_int_equal(decode_sequence(data, sizeof data, 4, 0, out), GLTF_OK);
    assert_int_equal(out[0], 5);
    assert_int_equal(out[1], 10);
    assert_int_equal(out[2], 6);
    assert_int_equal(out[3], 9);
}

/* "1-5 bytes where the most significant bit of the last byte must be 0 [...] ignoring extra bits" */
static void varints_have_five_bytes_at_most(void **state) {
    (void)state;
    static const uint8_t five[] = {0x80, 0x80, 0x80, 0x80, 0x78}, six[] = {0x80, 0x80, 0x80, 0x80, 0x80, 0x00};
    uint32_t out[1];
    assert_int_equal(decode_sequence(five, 5, 1, 0, out), GLTF_OK);
    assert_int_equal(out[0], 0x80000000u >> 2);
    assert_int_equal(decode_sequence(six, 6, 1, 0, out), GLTF_ERR_CODEC);
    assert_int_equal(decode_sequence(six, 5, 1, 0, out), GLTF_ERR_CODEC);
    static const uint8_t in_triangle[] = {0xff, 0x0f, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00, 0x00};
    const hand h = triangles_of(in_triangle, sizeof in_triangle);
    assert_triangles(&h, 3, GLTF_ERR_CODEC, NULL);
}

/* mode 2: the "4 padding bytes that should be set to 0" need not be */
static void padding_of_a_sequence_does_not_matter(void **state) {
    (void)state;
    static const uint8_t data[] = {0x14};
    uint32_t out[1];
    assert_int_equal(decode_sequence(data, 1, 1, 0x7f, out), GLTF_OK);
    assert_int_equal(out[0], 5);
}

/* mode 2: a varint may not reach into the tail, nor past the end */
static void a_varint_in_the_tail_is_an_error(void **state) {
    (void)state;
    static const uint8_t data[] = {0x80};
    uint32_t out[1];
    assert_int_equal(decode_sequence(data, 1, 1, 0x00, out), GLTF_ERR_CODEC);
    assert_int_equal(decode_sequence(data, 1, 1, 0x80, out), GLTF_ERR_CODEC);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(committed_streams_decode_to_the_reference_bytes),
        cmocka_unit_test(every_truncation_is_an_error),
        cmocka_unit_test(one_byte_more_is_an_error),
        cmocka_unit_test(every_flipped_byte_ends_in_an_error_or_in_bounds),
        cmocka_unit_test(another_count_is_an_error),
        cmocka_unit_test(attributes_have_strides_of_whole_channels),
        cmocka_unit_test(index_streams_have_their_own_limits),
        cmocka_unit_test(filters_have_strides_of_their_own),
        cmocka_unit_test(the_baseline_comes_before_the_first_element),
        cmocka_unit_test(the_example_of_the_specification_decodes),
        cmocka_unit_test(other_versions_are_told_from_damage),
        cmocka_unit_test(other_modes_decode_nothing),
        cmocka_unit_test(padding_of_the_tail_is_zero),
        cmocka_unit_test(header_bits_of_no_group_are_zero),
        cmocka_unit_test(channel_modes_are_known_ones),
        cmocka_unit_test(control_bytes_end_before_the_tail),
        cmocka_unit_test(groups_end_before_the_tail),
        cmocka_unit_test(literal_bytes_end_before_the_tail),
        cmocka_unit_test(data_of_triangles_ends_before_the_table),
        cmocka_unit_test(triangles_share_edges),
        cmocka_unit_test(a_zero_byte_restarts_the_vertices),
        cmocka_unit_test(indices_from_the_data_are_steps),
        cmocka_unit_test(unwritten_entries_are_errors),
        cmocka_unit_test(the_table_of_triangles_is_sound),
        cmocka_unit_test(a_sequence_has_two_baselines),
        cmocka_unit_test(varints_have_five_bytes_at_most),
        cmocka_unit_test(padding_of_a_sequence_does_not_matter),
        cmocka_unit_test(a_varint_in_the_tail_is_an_error),
    };
    return cmocka_run_group_tests(tests, read_samples, free_samples);
}
