/* tests/fuzz/fuzz_base64.c - outside the layers: any text as base64, whole and in pieces, with every set of loops.
 *
 * The input: room (two bytes), where the text is cut, how it lies in memory, then the text.  Everything must equal a decoder
 * that takes one character at a time. */
#define FUZZ_NAME "fuzz_base64"
#include "slow_base64.h"

#include "../../src/core/cpu.h"
#include "../../src/text/base64.h"

enum { HEAD = 4 };

/* One decoding, of text[0, cut) and then the rest, into exactly `room` bytes. */
static void decode(const slow_base64 *want, const uint8_t *text, size_t size, size_t cut, size_t room, uint32_t cpu) {
    uint8_t *out = fuzz_block(room);
    memset(out, FUZZ_CANARY, room ? room : 1);
    gltf_i_base64 state = {out, room, 0, 0, 0, 0, cpu};
    size_t taken = gltf_i_base64_feed(&state, (const char *)text, cut);
    if (taken == cut) {
        taken += gltf_i_base64_feed(&state, (const char *)text + cut, size - cut);
    }
    const int fine = taken == size && gltf_i_base64_finish(&state);
    claim(fine == want->fine, "another opinion of the text");
    claim(taken == want->position, "another first wrong character");
    claim(!fine || state.size == want->size, "another size");
    const size_t written = want->size < room ? want->size : room;
    claim(!fine || memcmp(out, want->bytes, written) == 0, "other bytes");
    const size_t most = (size + 3) / 4 * 3; /* whole registers may write all bytes of the last group */
    claim(most >= room || fuzz_untouched(out + most, room - most), "written past the decoded bytes");
    free(out);
}

static void decode_at_once(const slow_base64 *want, const uint8_t *text, size_t size, size_t room) {
    size_t got = 1, position = 1;
    uint8_t *out = fuzz_block(room);
    const gltf_status status = gltf_i_base64_decode((const char *)text, size, out, room, &got, &position);
    claim(status == (want->fine ? GLTF_OK : GLTF_ERR_BASE64), "decode: another opinion");
    claim(got == (want->fine ? want->size : 0), "decode: another size");
    claim(position == (want->fine ? 0 : want->position), "decode: another position");
    claim(!want->fine || memcmp(out, want->bytes, room < got ? room : got) == 0, "decode: other bytes");
    free(out);
}

static void look(const uint8_t *data, size_t size) {
    static const uint32_t subsets[] = {0, GLTF_CPU_SSE2, GLTF_CPU_SSE2 | GLTF_CPU_SSSE3, UINT32_MAX & ~GLTF_CPU_PLAIN};
    static uint32_t machine = GLTF_CPU_PLAIN; /* asked once: cpuid is slow in virtual machines */
    if (machine == GLTF_CPU_PLAIN) {
        machine = gltf_i_cpu_machine();
    }
    if (size < HEAD) {
        return;
    }
    tape head = tape_of(data, HEAD);
    const size_t some_room = tape_u16(&head);
    const size_t cut_at = tape_u8(&head);
    const size_t shift = tape_u8(&head) % 32;
    const size_t length = size - HEAD;
    uint8_t *block = fuzz_block(shift + length);
    uint8_t *text = block + shift;
    memcpy(text, data + HEAD, length);
    slow_base64 want = slow_base64_decode(text, length);
    const size_t cut = length * cut_at / 255;
    for (size_t i = 0; i < sizeof subsets / sizeof subsets[0]; i++) {
        const uint32_t cpu = subsets[i] & machine;
        decode(&want, text, length, length, want.size, cpu);
        decode(&want, text, length, cut, want.size + shift, cpu);
        decode(&want, text, length, cut, some_room % (want.size + 1), cpu);
    }
    decode_at_once(&want, text, length, want.size);
    free(want.bytes);
    free(block);
}

FUZZ_ENTRY(look)
