/* support/guard.c - memory whose neighbour cannot be touched. */
#if defined(__unix__) || defined(__APPLE__)
#define GUARD_PAGES 1
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include <sys/mman.h>
#include <unistd.h>
#else
#define GUARD_PAGES 0
#endif

#include "guard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void give_up(void) {
    fputs("guard: no memory\n", stderr);
    abort();
}

#if GUARD_PAGES

guard guard_make(size_t size, int side) {
    guard g = {NULL, size, NULL, 0};
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t inner = (size + page - 1) / page * page;
    uint8_t *map;
    if (inner == 0) {
        inner = page;
    }
    g.map_size = inner + 2 * page;
    map = mmap(NULL, g.map_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED || mprotect(map, page, PROT_NONE) != 0 ||
        mprotect(map + page + inner, page, PROT_NONE) != 0) {
        give_up();
    }
    g.map = map;
    g.bytes = side == GUARD_BEFORE ? map + page : map + page + inner - size;
    memset(map + page, 0xee, inner);
    return g;
}

void guard_lock(const guard *g) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    if (mprotect((uint8_t *)g->map + page, g->map_size - 2 * page, PROT_READ) != 0) {
        give_up();
    }
}

void guard_free(guard *g) {
    munmap(g->map, g->map_size);
    memset(g, 0, sizeof *g);
}

#else

guard guard_make(size_t size, int side) {
    guard g = {NULL, size, NULL, 0};
    (void)side;
    g.map = malloc(size ? size : 1);
    if (!g.map) {
        give_up();
    }
    g.bytes = g.map;
    memset(g.bytes, 0xee, size);
    return g;
}

void guard_lock(const guard *g) {
    (void)g;
}

void guard_free(guard *g) {
    free(g->map);
    memset(g, 0, sizeof *g);
}

#endif

guard guard_copy(const void *bytes, size_t size, int side) {
    guard g = guard_make(size, side);
    if (size) {
        memcpy(g.bytes, bytes, size);
    }
    return g;
}
