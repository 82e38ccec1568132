/* validate/scratch.c - layer 3: memory that is given back in reverse order, for what one object needs while it is read. */
#include "check.h"

enum { SCRATCH_ALIGNMENT = 16, SCRATCH_BLOCK = 16384 };

struct gltf_i_scratch_block {
    gltf_i_scratch_block *older;
    size_t room; /* payload */
};

static size_t scratch_header(void) {
    return (sizeof(gltf_i_scratch_block) + SCRATCH_ALIGNMENT - 1) / SCRATCH_ALIGNMENT * SCRATCH_ALIGNMENT;
}

static int scratch_grow(gltf_i_scratch *scratch, uint64_t size) {
    const uint64_t room = size > SCRATCH_BLOCK ? size : SCRATCH_BLOCK;
    gltf_i_scratch_block *block = gltf_i_allocator_get(&scratch->allocator, room + scratch_header());
    if (!block) {
        return 0;
    }
    block->older = scratch->block;
    block->room = (size_t)room;
    scratch->block = block;
    scratch->used = 0;
    return 1;
}

void *gltf_i_scratch_get(gltf_i_check *check, uint64_t count, size_t size) {
    gltf_i_scratch *const scratch = &check->scratch;
    uint64_t bytes;
    if (!checked_mul(count, size, &bytes) || bytes > PTRDIFF_MAX / 2) {
        check_fail(check, GLTF_ERR_MEMORY, NULL);
        return NULL;
    }
    bytes = (bytes + SCRATCH_ALIGNMENT) / SCRATCH_ALIGNMENT * SCRATCH_ALIGNMENT;
    if ((!scratch->block || bytes > scratch->block->room - scratch->used) && !scratch_grow(scratch, bytes)) {
        check_fail(check, GLTF_ERR_MEMORY, NULL);
        return NULL;
    }
    uint8_t *const piece = (uint8_t *)scratch->block + scratch_header() + scratch->used;
    scratch->used += (size_t)bytes;
    memory_zero(piece, (size_t)bytes);
    return piece;
}

gltf_i_scratch_mark gltf_i_scratch_here(const gltf_i_check *check) {
    const gltf_i_scratch_mark mark = {check->scratch.block, check->scratch.used};
    return mark;
}

/* The first block stays until the end, so that small objects do not ask the allocator each time. */
void gltf_i_scratch_back(gltf_i_check *check, gltf_i_scratch_mark mark) {
    gltf_i_scratch *const scratch = &check->scratch;
    while (scratch->block != mark.block) {
        gltf_i_scratch_block *const block = scratch->block;
        if (!mark.block && !block->older && block->room == SCRATCH_BLOCK && check->status == GLTF_OK) {
            scratch->used = 0;
            return;
        }
        scratch->block = block->older;
        gltf_i_allocator_put(&scratch->allocator, block, block->room + scratch_header());
    }
    scratch->used = mark.used;
}

void gltf_i_scratch_free(gltf_i_check *check) {
    gltf_i_scratch *const scratch = &check->scratch;
    while (scratch->block) {
        gltf_i_scratch_block *const block = scratch->block;
        scratch->block = block->older;
        gltf_i_allocator_put(&scratch->allocator, block, block->room + scratch_header());
    }
}

void *gltf_i_check_keep(gltf_i_check *check, uint64_t count, size_t size) {
    void *const piece = gltf_i_arena_get(&check->arena, count, size);
    if (!piece) {
        check_fail(check, GLTF_ERR_MEMORY, NULL);
    }
    return piece;
}
