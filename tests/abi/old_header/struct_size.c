/* abi/old_header/struct_size.c - outside the layers: options of every size, shorter and longer than the library's own.
 *
 * Of a struct that says it has N bytes, no more than N are read or written: they end at an inaccessible page, or up to
 * seven bytes before it, for a struct is aligned; these are not zero, and stay what they are.  What is shorter
 * than the first published struct is STRUCT_SIZE; what is shorter than today's has defaults for the rest; what is longer
 * must be zero there.  [document.h, gltf_document_options; validate.h, gltf_validate_options] */
#include "../../../include/gltf_accessor/gltf_accessor.h"

#include <stdio.h>
#include <string.h>

#include "../../support/guard.h"

/* The structs as first published: nothing that is added behind these fields changes what follows. */
#define DOCUMENT_FIRST (offsetof(gltf_document_options, max_decoded) + sizeof(uint64_t))
#define VALIDATE_FIRST (offsetof(gltf_validate_options, io) + sizeof(gltf_io))
enum { MORE = 64 };

static const char model[] = "{\"asset\":{\"version\":\"2.0\"},\"accessors\":[{\"componentType\":5126,\"count\":1,"
                            "\"type\":\"SCALAR\"},{\"componentType\":5126,\"count\":1,\"type\":\"SCALAR\"}]}";

static int failures;
static unsigned checked;

static void expect(int holds, const char *what, size_t size) {
    checked++;
    if (!holds) {
        printf("FAILED: %s (%u bytes)\n", what, (unsigned)size);
        failures++;
    }
}

static int all(const uint8_t *bytes, size_t from, size_t to, uint8_t value) {
    for (size_t i = from; i < to; i++) {
        if (bytes[i] != value) {
            return 0;
        }
    }
    return 1;
}

static void init_document(void *options, uint32_t size) {
    gltf_document_options_init(options, size);
}

static void init_validate(void *options, uint32_t size) {
    gltf_validate_options_init(options, size);
}

/* With two objects allowed or with one; what the file has is two. */
static gltf_status try_document(const void *options) {
    gltf_document *document = NULL;
    const gltf_status status = gltf_document_parse(model, sizeof model - 1, options, &document, NULL);
    gltf_document_free(document);
    return status;
}

static gltf_status try_validate(const void *options) {
    return gltf_validate(model, sizeof model - 1, options, NULL, NULL, NULL, NULL);
}

typedef struct subject {
    const char *name;
    void (*init)(void *options, uint32_t size);
    gltf_status (*use)(const void *options);
    size_t first;    /* published size */
    size_t now;      /* size today */
    size_t step;     /* sizes that are no multiple of it are refused */
    size_t flags_at; /* offset of the flags, a bit of which nobody knows */
} subject;

/* Room for a struct of `size` bytes at an aligned address. */
static guard room_for(size_t size) {
    guard room = guard_make((size + 7) / 8 * 8, GUARD_AFTER);
    memset(room.bytes, 0x5A, room.size);
    return room;
}

static void check_init(const subject *s, size_t size) {
    guard room = room_for(size);
    uint32_t said = 0;
    s->init(room.bytes, (uint32_t)size);
    if (size < sizeof said) {
        expect(all(room.bytes, 0, size, 0x5A), "init of less than the size itself writes nothing", size);
    } else {
        memcpy(&said, room.bytes, sizeof said);
        expect(said == size && all(room.bytes, sizeof said, size, 0), "init fills what there is", size);
    }
    expect(all(room.bytes, size, room.size, 0x5A), "init writes no more than there is", size);
    guard_free(&room);
}

/* Defaults of this size; with `at` < size one byte there is not zero. */
static gltf_status use_with(const subject *s, size_t size, size_t at) {
    guard room = room_for(size);
    s->init(room.bytes, (uint32_t)size);
    if (at < size) {
        room.bytes[at] = 1;
    }
    guard_lock(&room);
    const gltf_status status = s->use(room.bytes);
    guard_free(&room);
    return status;
}

static void check_use(const subject *s, size_t size) {
    const gltf_status status = use_with(s, size, SIZE_MAX);
    if (size < s->first || size % s->step != 0) {
        expect(status == GLTF_ERR_STRUCT_SIZE, "a struct that nobody ever published is refused", size);
        return;
    }
    expect(status == GLTF_OK, "a published struct, or a longer one of zeros, is taken", size);
    expect(use_with(s, size, s->flags_at + 3) == GLTF_ERR_ARGUMENT, "its fields are read", size);
    for (size_t at = s->now; at < size; at++) {
        expect(use_with(s, size, at) == GLTF_ERR_STRUCT_SIZE, "an unknown tail that is not zero is refused", size);
    }
}

static void check_all(const subject *s) {
    for (size_t size = 0; size <= s->now + MORE; size++) {
        check_init(s, size);
        if (size >= sizeof(uint32_t)) {
            check_use(s, size);
        }
    }
    expect(use_with(s, 4096, SIZE_MAX) == GLTF_OK && use_with(s, 4096, 4095) == GLTF_ERR_STRUCT_SIZE, s->name, 4096);
}

/* The last field that was published first holds in a struct of just that size. */
static void check_last_fields(void) {
    guard room = room_for(DOCUMENT_FIRST);
    gltf_document_options *options = (void *)room.bytes;
    gltf_document_options_init(options, (uint32_t)DOCUMENT_FIRST);
    options->max_objects = 1;
    expect(try_document(options) == GLTF_ERR_LIMIT, "max_objects", DOCUMENT_FIRST);
    options->max_objects = 2;
    expect(try_document(options) == GLTF_OK, "max_objects", DOCUMENT_FIRST);
    guard_free(&room);
}

int main(void) {
    const subject subjects[] = {
        {"document options", init_document, try_document, DOCUMENT_FIRST, sizeof(gltf_document_options), 8,
         offsetof(gltf_document_options, flags)},
        {"validate options", init_validate, try_validate, VALIDATE_FIRST, sizeof(gltf_validate_options), 1,
         offsetof(gltf_validate_options, flags)},
    };
    for (size_t i = 0; i < sizeof subjects / sizeof subjects[0]; i++) {
        check_all(&subjects[i]);
    }
    check_last_fields();
    printf("%u-bit: structs of %u and %u bytes, first published with %u and %u: %u checks, %d failures\n",
           (unsigned)(8 * sizeof(void *)), (unsigned)sizeof(gltf_document_options),
           (unsigned)sizeof(gltf_validate_options), (unsigned)DOCUMENT_FIRST, (unsigned)VALIDATE_FIRST, checked,
           failures);
    return failures != 0;
}
