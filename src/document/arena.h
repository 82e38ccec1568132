/* document/arena.h - layer 2: memory of a document: one allocator, many small pieces, one release. */
#ifndef GLTF_I_ARENA_H
#define GLTF_I_ARENA_H

#include "../base/visibility.h"

#include "../../include/gltf_accessor/document.h"
#include "../base/compiler.h"

typedef struct gltf_i_arena_block gltf_i_arena_block;

typedef struct gltf_i_arena {
    gltf_allocator allocator;
    gltf_i_arena_block *blocks; /* newest first */
    uint8_t *next;              /* free bytes of the newest small block */
    size_t room;
    size_t block_size; /* of the next small block */
} gltf_i_arena;

/* malloc and free where the caller gave no functions, or NULL. */
GLTF_I_HIDDEN gltf_allocator gltf_i_allocator_or_default(const gltf_allocator *allocator);

/* A piece of the allocator's memory that is not part of an arena; NULL when there is none, or for sizes beyond PTRDIFF_MAX. */
GLTF_I_HIDDEN void *gltf_i_allocator_get(const gltf_allocator *allocator, uint64_t size);
GLTF_I_HIDDEN void gltf_i_allocator_put(const gltf_allocator *allocator, void *pointer, size_t size); /* NULL is fine */

GLTF_I_HIDDEN void gltf_i_arena_init(gltf_i_arena *arena, const gltf_allocator *allocator);

/* count * size zeroed bytes, aligned for pointers and numbers of 64 bits; NULL when there is no memory.  A count or size of 0
 * gives a valid pointer. */
GLTF_I_HIDDEN void *gltf_i_arena_get(gltf_i_arena *arena, uint64_t count, size_t size);

/* `size` bytes of any content and alignment, for text; NULL when there is no memory. */
GLTF_I_HIDDEN char *gltf_i_arena_bytes(gltf_i_arena *arena, uint64_t size);

/* A NUL-terminated copy of `length` bytes; NULL when there is no memory. */
GLTF_I_HIDDEN char *gltf_i_arena_text(gltf_i_arena *arena, const char *text, size_t length);

/* Release everything; the arena is empty then. */
GLTF_I_HIDDEN void gltf_i_arena_free(gltf_i_arena *arena);

#endif
