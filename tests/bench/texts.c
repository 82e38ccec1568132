/* bench/texts.c - large documents: many accessors, or one large data: URI. */
#include "texts.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "timing.h"

static void out_of_memory(void) {
    fprintf(stderr, "bench: out of memory\n");
    exit(1);
}

static void make_room(bench_text *t, size_t more) {
    if (t->size + more > t->room) {
        t->room = t->room * 2 + more;
        t->bytes = realloc(t->bytes, t->room);
        if (!t->bytes) {
            out_of_memory();
        }
    }
}

static void put(bench_text *t, const char *format, ...) {
    va_list arguments;
    make_room(t, 512);
    va_start(arguments, format);
    t->size += (size_t)vsnprintf(t->bytes + t->size, 512, format, arguments);
    va_end(arguments);
}

/* Three numbers of 16 digits or so: exporters print doubles. */
static void put_bounds(bench_text *t, const char *name) {
    double v[3];
    for (int i = 0; i < 3; i++) {
        v[i] = (double)bench_random() / 1e9 - 2.0 + (double)bench_random() * 1e-17;
    }
    put(t, ",\"%s\":[%.16g,%.16g,%.16g]", name, v[0], v[1], v[2]);
}

enum { PER_PRIMITIVE = 10, PER_MESH = 2 * PER_PRIMITIVE, VERTICES = 24, PER_VIEW = 1024 };

/* What each of the ten accessors of a primitive is. */
static const struct {
    uint32_t component_type;
    const char *type;
    int bounds;
} kinds[PER_PRIMITIVE] = {
    {5126, "VEC3", 1},   {5126, "VEC3", 0}, {5126, "VEC2", 0}, {5121, "VEC4", 0}, {5126, "VEC4", 0},
    {5123, "SCALAR", 0}, {5126, "VEC3", 1}, {5126, "VEC3", 0}, {5126, "VEC3", 1}, {5126, "VEC3", 0},
};

static void put_primitive(bench_text *t, size_t first) {
    put(t,
        "{\"attributes\":{\"POSITION\":%zu,\"NORMAL\":%zu,\"TEXCOORD_0\":%zu,\"JOINTS_0\":%zu,\"WEIGHTS_0\":%zu},"
        "\"indices\":%zu,\"targets\":[",
        first, first + 1, first + 2, first + 3, first + 4, first + 5);
    put(t, "{\"POSITION\":%zu,\"NORMAL\":%zu},{\"POSITION\":%zu,\"NORMAL\":%zu}]}", first + 6, first + 7, first + 8,
        first + 9);
}

bench_text bench_make_document(size_t accessors) {
    bench_text t = {NULL, 0, 0};
    const size_t meshes = accessors / PER_MESH;
    put(&t, "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":%zu,\"uri\":\"model.bin\"}],\"meshes\":[",
        accessors * PER_VIEW);
    for (size_t i = 0; i < meshes; i++) {
        put(&t, "%s{\"name\":\"mesh %zu\",\"primitives\":[", i ? "," : "", i);
        put_primitive(&t, i * PER_MESH);
        put(&t, ",");
        put_primitive(&t, i * PER_MESH + PER_PRIMITIVE);
        put(&t, "]}");
    }
    put(&t, "],\"bufferViews\":[");
    for (size_t i = 0; i < meshes * PER_MESH; i++) {
        put(&t, "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%d}", i ? "," : "", i * PER_VIEW, PER_VIEW);
    }
    put(&t, "],\"accessors\":[");
    for (size_t i = 0; i < meshes * PER_MESH; i++) {
        put(&t, "%s{\"bufferView\":%zu,\"componentType\":%u,\"count\":%d,\"type\":\"%s\"", i ? "," : "", i,
            kinds[i % PER_PRIMITIVE].component_type, VERTICES, kinds[i % PER_PRIMITIVE].type);
        if (kinds[i % PER_PRIMITIVE].bounds) {
            put_bounds(&t, "min");
            put_bounds(&t, "max");
        }
        put(&t, "}");
    }
    put(&t, "]}");
    return t;
}

bench_text bench_make_data_uri(size_t characters) {
    bench_text t = {NULL, 0, 0};
    put(&t,
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":%zu,"
        "\"uri\":\"data:application/octet-stream;base64,",
        characters / 4 * 3);
    make_room(&t, characters + 512);
    for (size_t i = 0; i < characters; i++) {
        t.bytes[t.size++] = (char)('A' + bench_random() % 26);
    }
    put(&t, "\"}]}");
    return t;
}
