/* tests/fuzz/mutate_test.c - outside the layers: the mutator keeps JSON and GLB what they are, and changes what they say.
 * usage: fuzz_mutate_test FILE... */
#include <gltf_accessor/document.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);

enum { ROOM = 1 << 20, ROUNDS = 200 };

static int handed_over; /* whole inputs that went to libFuzzer's own mutator */
static const uint8_t *whole;

/* In place of libFuzzer's. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size) {
    handed_over += data == whole;
    if (size && max_size) {
        data[size / 2] ^= 1;
    }
    return size;
}

/* Mutate one file again and again; 0 when that is as it should be. */
static int check(const uint8_t *file, size_t size, uint8_t *data, unsigned *changed, unsigned *sound) {
    for (unsigned seed = 1; seed <= ROUNDS; seed++) {
        gltf_document *document = NULL;
        const size_t most = size + seed * 7;
        whole = data;
        handed_over = 0;
        memcpy(data, file, size);
        data[most] = 0xA5;
        const size_t now = LLVMFuzzerCustomMutator(data, size, most, seed);
        if (now > most || data[most] != 0xA5) {
            printf("seed %u: written past the room\n", seed);
            return 1;
        }
        if (handed_over) {
            continue;
        }
        *changed += now != size || memcmp(data, file, size) != 0;
        *sound += 1;
        const gltf_status status = gltf_document_parse(data, now, NULL, &document, NULL);
        gltf_document_free(document);
        if (status == GLTF_ERR_JSON || status == GLTF_ERR_GLB) {
            printf("seed %u: no longer JSON: %.*s\n", seed, (int)(now < 4000 ? now : 4000), (const char *)data);
            return 1;
        }
    }
    return 0;
}

int main(int argc, char **argv) {
    uint8_t *file = malloc(ROOM), *data = malloc(2 * ROOM);
    unsigned changed = 0, sound = 0;
    int bad = file == NULL || data == NULL;
    for (int i = 1; i < argc && !bad; i++) {
        gltf_document *document = NULL;
        FILE *in = fopen(argv[i], "rb");
        const size_t size = in ? fread(file, 1, ROOM, in) : 0;
        if (in) {
            fclose(in);
        }
        if (gltf_document_parse(file, size, NULL, &document, NULL) != GLTF_OK) {
            continue; /* a model that is broken on purpose */
        }
        gltf_document_free(document);
        bad = check(file, size, data, &changed, &sound);
        if (bad) {
            printf("%s\n", argv[i]);
        }
    }
    printf("%u of %u mutants differ from their model\n", changed, sound);
    free(file);
    free(data);
    return bad || sound == 0 || changed < sound - sound / 4;
}
