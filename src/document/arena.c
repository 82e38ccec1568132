/* document/arena.c - layer 2: memory of a document: one allocator, many small pieces, one release. */
#include "arena.h"

#include "../base/checked.h"
#include "../base/memory.h"

#include <stdlib.h> /* the default allocator; the only file that includes it */

enum { ARENA_ALIGNMENT = 8, ARENA_FIRST_BLOCK = 4096, ARENA_LAST_BLOCK = 1 << 15 };

struct gltf_i_arena_block {
    gltf_i_arena_block *older;
    size_t size; /* whole block, this header included */
};

static void *GLTF_CALL default_allocate(void *user, size_t size) {
    (void)user;
    return malloc(size);
}

static void GLTF_CALL default_release(void *user, void *pointer, size_t size) {
    (void)user;
    (void)size;
    free(pointer);
}

gltf_allocator gltf_i_allocator_or_default(const gltf_allocator *allocator) {
    gltf_allocator result = {NULL, default_allocate, default_release};
    if (allocator && allocator->allocate && allocator->release) {
        result = *allocator;
    }
    return result;
}

void *gltf_i_allocator_get(const gltf_allocator *allocator, uint64_t size) {
    if (size > PTRDIFF_MAX) {
        return NULL;
    }
    return allocator->allocate(allocator->user, size ? (size_t)size : 1);
}

void gltf_i_allocator_put(const gltf_allocator *allocator, void *pointer, size_t size) {
    if (pointer) {
        allocator->release(allocator->user, pointer, size ? size : 1);
    }
}

void gltf_i_arena_init(gltf_i_arena *arena, const gltf_allocator *allocator) {
    memory_zero(arena, sizeof *arena);
    arena->allocator = *allocator;
    arena->block_size = ARENA_FIRST_BLOCK;
}

/* Bytes of the header, rounded so that what follows it is aligned. */
static size_t header_size(void) {
    return (sizeof(gltf_i_arena_block) + ARENA_ALIGNMENT - 1) / ARENA_ALIGNMENT * ARENA_ALIGNMENT;
}

static uint8_t *add_block(gltf_i_arena *arena, uint64_t payload) {
    const uint64_t size = payload + header_size();
    gltf_i_arena_block *block = gltf_i_allocator_get(&arena->allocator, size);
    if (!block) {
        return NULL;
    }
    block->older = arena->blocks;
    block->size = (size_t)size;
    arena->blocks = block;
    return (uint8_t *)block + header_size();
}

/* `bytes` of the small block, from its start or its end; large pieces stand alone and leave the small block in use. */
static uint8_t *take(gltf_i_arena *arena, uint64_t bytes, int from_end) {
    if (bytes > arena->room) {
        if (bytes >= arena->block_size / 4) {
            return add_block(arena, bytes);
        }
        arena->next = add_block(arena, arena->block_size);
        arena->room = arena->next ? arena->block_size : 0;
        if (!arena->next) {
            return NULL;
        }
        if (arena->block_size < ARENA_LAST_BLOCK) {
            arena->block_size *= 2;
        }
    }
    uint8_t *const start = arena->next;
    arena->room -= (size_t)bytes;
    if (from_end) {
        return start + arena->room;
    }
    arena->next += bytes;
    return start;
}

void *gltf_i_arena_get(gltf_i_arena *arena, uint64_t count, size_t size) {
    uint64_t bytes;
    if (!checked_mul(count, size, &bytes) || bytes > PTRDIFF_MAX / 2) {
        return NULL;
    }
    bytes = (bytes + ARENA_ALIGNMENT - 1) / ARENA_ALIGNMENT * ARENA_ALIGNMENT;
    uint8_t *const piece = take(arena, bytes ? bytes : ARENA_ALIGNMENT, 0);
    if (piece) {
        memory_zero(piece, (size_t)bytes);
    }
    return piece;
}

char *gltf_i_arena_bytes(gltf_i_arena *arena, uint64_t size) {
    return size <= PTRDIFF_MAX / 2 ? (char *)take(arena, size, 1) : NULL;
}

char *gltf_i_arena_text(gltf_i_arena *arena, const char *text, size_t length) {
    char *copy = gltf_i_arena_bytes(arena, (uint64_t)length + 1);
    if (copy) {
        memory_copy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

void gltf_i_arena_free(gltf_i_arena *arena) {
    gltf_i_arena_block *block = arena->blocks;
    while (block) {
        gltf_i_arena_block *older = block->older;
        gltf_i_allocator_put(&arena->allocator, block, block->size);
        block = older;
    }
    arena->blocks = NULL;
    arena->next = NULL;
    arena->room = 0;
}
