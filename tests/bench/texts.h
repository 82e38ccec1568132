/* bench/texts.h - large documents: many accessors, or one large data: URI. */
#ifndef GLTF_BENCH_TEXTS_H
#define GLTF_BENCH_TEXTS_H

#include <stddef.h>

typedef struct bench_text {
    char *bytes; /* of malloc */
    size_t size;
    size_t room;
} bench_text;

/* Meshes of two primitives with five attributes, indices and two morph targets each. */
bench_text bench_make_document(size_t accessors);

/* One buffer, in base64. */
bench_text bench_make_data_uri(size_t characters);

#endif
