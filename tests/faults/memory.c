/* tests/faults/memory.c - outside the layers: the n-th allocation fails, for every n, on every model that is named: the library's
 * own, and in this test alone cJSON's.  Everything ends in an error or a right answer, and every byte comes back.
 * usage: memory FILE... */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef GLTF_I_PRIVATE_CJSON
#include <cjson/cJSON.h>
#endif
#include <gltf_accessor/gltf_accessor.h>
#include <gltf_accessor/validate.h>

/* One heap for both kinds of callers: counts, fails call number fail_at (0 = never). */
typedef struct heap {
    size_t calls;
    size_t blocks;
    size_t fail_at;
} heap;

static heap own;   /* the allocator of the options */
static heap cjson; /* cJSON's malloc and free */

static void *take(heap *h, size_t size) {
    h->calls++;
    if (h->calls == h->fail_at) {
        return NULL;
    }
    void *block = malloc(size);
    h->blocks += block != NULL;
    return block;
}

static void give(heap *h, void *block) {
    h->blocks -= block != NULL;
    free(block);
}

static void *GLTF_CALL own_allocate(void *user, size_t size) {
    return take(user, size);
}

static void GLTF_CALL own_release(void *user, void *block, size_t size) {
    (void)size;
    give(user, block);
}

#ifndef GLTF_I_PRIVATE_CJSON
static void *cjson_allocate(size_t size) {
    return take(&cjson, size);
}

static void cjson_release(void *block) {
    give(&cjson, block);
}
#endif

static int wrong(const char *what) {
    fprintf(stderr, "%s (allocation %lu of the library, %lu of cJSON failed)\n", what, (unsigned long)own.fail_at,
            (unsigned long)cjson.fail_at);
    return 1;
}

/* Sum of all numbers that can be read, so that a damaged answer shows. */
static double read_all(const gltf_document *document, int *missing) {
    double sum = 0;
    const uint32_t count = gltf_document_count(document, GLTF_OBJECT_ACCESSOR);
    for (uint32_t i = 0; i < count; i++) {
        gltf_accessor accessor;
        double bounds[2][16];
        float numbers[64];
        if (gltf_document_accessor(document, i, &accessor, NULL) != GLTF_OK) {
            *missing = 1;
            continue;
        }
        for (size_t first = 0; first < accessor.count; first++) {
            gltf_accessor_read_float(&accessor, first, 1, numbers, 64);
            for (uint32_t c = 0; c < accessor.component_count; c++) {
                sum += (double)numbers[c] * (double)(i + 1);
            }
        }
        gltf_document_declared_bounds(document, i, bounds[0], bounds[1], 16, NULL);
    }
    return sum;
}

/* External buffers: any bytes will do. */
static gltf_status GLTF_CALL lend_bytes(void *user, uint32_t buffer, const char *uri, uint64_t byte_length,
                                        gltf_buffer *out) {
    static const uint8_t bytes[1 << 16];
    (void)user;
    (void)buffer;
    (void)uri;
    out->data = bytes;
    out->size = sizeof bytes;
    return byte_length <= sizeof bytes ? GLTF_OK : GLTF_ERR_IO;
}

static gltf_status GLTF_CALL ignore_issue(void *user, const gltf_issue *issue) {
    (void)user;
    (void)issue;
    return GLTF_OK;
}

/* Parse, load, read, validate.  *sum is set when all could be read. */
static int use_all(const uint8_t *bytes, size_t size, double *sum, int *complete) {
    gltf_document *document = NULL;
    gltf_document_options options;
    gltf_validate_options validation;
    gltf_error error = {0};
    const gltf_io io = {NULL, lend_bytes, NULL};
    int missing = 0;
    gltf_document_options_init(&options, sizeof options);
    options.flags = GLTF_DOCUMENT_COPY_INPUT;
    options.allocator.user = &own;
    options.allocator.allocate = own_allocate;
    options.allocator.release = own_release;
    gltf_status status = gltf_document_parse(bytes, size, &options, &document, &error);
    *complete = 0;
    if (status != GLTF_OK) {
        if (document || status != GLTF_ERR_MEMORY || error.status != status) {
            return wrong("parse did not end in GLTF_ERR_MEMORY alone");
        }
    } else {
        status = gltf_document_load(document, GLTF_NONE, &io, &error);
        if (status != GLTF_OK && status != GLTF_ERR_MEMORY) {
            return wrong(gltf_status_name(status));
        }
        *sum = read_all(document, &missing);
        *complete = !missing;
        if (status == GLTF_OK && missing) {
            return wrong("an accessor is missing after a good load");
        }
        gltf_document_free(document);
    }
    memset(&validation, 0, sizeof validation);
    validation.struct_size = sizeof validation;
    validation.allocator = options.allocator;
    validation.io = io;
    status = gltf_validate(bytes, size, &validation, ignore_issue, NULL, NULL, &error);
    if (status != GLTF_OK && status != GLTF_ERR_MEMORY) {
        return wrong(gltf_status_name(status));
    }
    return own.blocks || cjson.blocks ? wrong("memory was not given back") : 0;
}

/* Fail each call of one heap in turn. */
static int fail_each(heap *h, const uint8_t *bytes, size_t size, double expected, size_t calls, unsigned long *runs) {
    for (size_t n = 1; n <= calls; n++) {
        double sum = 0;
        int complete;
        own.calls = cjson.calls = 0;
        h->fail_at = n;
        if (use_all(bytes, size, &sum, &complete)) {
            return 1;
        }
        if (complete && sum != expected) {
            return wrong("other numbers");
        }
        ++*runs;
    }
    h->fail_at = 0;
    return 0;
}

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

int main(int argc, char **argv) {
    unsigned long runs = 0;
#ifndef GLTF_I_PRIVATE_CJSON
    cJSON_Hooks hooks = {cjson_allocate, cjson_release};
    cJSON_InitHooks(&hooks); /* process-wide: the library itself never does this */
#endif
    for (int i = 1; i < argc; i++) {
        size_t size;
        double expected = 0;
        int complete;
        uint8_t *bytes = read_file(argv[i], &size);
        if (!bytes) {
            fprintf(stderr, "cannot read %s\n", argv[i]);
            return 1;
        }
        own.calls = cjson.calls = 0;
        if (use_all(bytes, size, &expected, &complete)) {
            return 1;
        }
        const size_t own_calls = own.calls;
        const size_t cjson_calls = cjson.calls;
        if (fail_each(&own, bytes, size, expected, own_calls, &runs) ||
            fail_each(&cjson, bytes, size, expected, cjson_calls, &runs)) {
            return 1;
        }
        free(bytes);
    }
    printf("%lu runs with one failing allocation, on %d models\n", runs, argc - 1);
    return argc < 2;
}
