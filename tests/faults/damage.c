/* tests/faults/damage.c - outside the layers: every model that is named, cut at every byte and with every byte changed, through
 * a fuzz harness, which checks what must hold.  usage: damage STEP FILE...     STEP: look at every STEP-th byte only */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static unsigned long runs;

static uint8_t *read_file(const char *path, size_t *size) {
    enum { ROOM = 1 << 22 };
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = file ? malloc(ROOM) : NULL;
    *size = bytes ? fread(bytes, 1, ROOM, file) : 0;
    if (file) {
        fclose(file);
    }
    return bytes;
}

/* A copy of exactly that size, so that a sanitizer sees a read past its end. */
static void run(const uint8_t *bytes, size_t size) {
    uint8_t *copy = malloc(size ? size : 1);
    if (copy) {
        memcpy(copy, bytes, size);
        LLVMFuzzerTestOneInput(copy, size);
        runs++;
    }
    free(copy);
}

static void damage(uint8_t *bytes, size_t size, size_t step) {
    uint32_t random = 1;
    for (size_t at = 0; at < size; at += step) {
        const uint8_t sound = bytes[at];
        random = random * 1664525u + 1013904223u;
        const uint8_t wrong[4] = {0x00, 0xFF, (uint8_t)(sound + 1), (uint8_t)(random >> 24)};
        for (int i = 0; i < 4; i++) {
            bytes[at] = wrong[i];
            run(bytes, size);
        }
        bytes[at] = sound;
        run(bytes, at);
    }
}

int main(int argc, char **argv) {
    const size_t step = argc > 2 ? (size_t)strtoul(argv[1], NULL, 10) : 0;
    if (step == 0) {
        fprintf(stderr, "usage: damage STEP FILE...\n");
        return 64;
    }
    for (int i = 2; i < argc; i++) {
        size_t size;
        uint8_t *bytes = read_file(argv[i], &size);
        if (!bytes) {
            fprintf(stderr, "cannot read %s\n", argv[i]);
            return 1;
        }
        damage(bytes, size, step);
        free(bytes);
    }
    printf("%lu damaged inputs of %d models\n", runs, argc - 2);
    return 0;
}
