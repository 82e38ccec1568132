/* tests/fuzz/replay.c - outside the layers: run a libFuzzer harness once over each file that is named, and over its halves. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint8_t *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = NULL;
    size_t room = 0;
    *size = 0;
    if (!file) {
        return NULL;
    }
    do {
        if (*size == room) {
            room += 65536;
            bytes = realloc(bytes, room);
            if (!bytes) {
                break;
            }
        }
        *size += fread(bytes + *size, 1, room - *size, file);
    } while (*size == room);
    fclose(file);
    return bytes;
}

/* A copy of exactly `size` bytes, so that the sanitizer sees a read past its end. */
static void run(const uint8_t *bytes, size_t size) {
    uint8_t *copy = malloc(size ? size : 1);
    if (copy) {
        memcpy(copy, bytes, size);
        LLVMFuzzerTestOneInput(copy, size);
    }
    free(copy);
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        size_t size;
        uint8_t *bytes = read_file(argv[i], &size);
        if (!bytes) {
            fprintf(stderr, "cannot read %s\n", argv[i]);
            return 1;
        }
        for (size_t part = size;; part /= 2) {
            run(bytes, part);
            if (part == 0) {
                break;
            }
        }
        free(bytes);
    }
    printf("%d files replayed\n", argc - 1);
    return argc < 2;
}
