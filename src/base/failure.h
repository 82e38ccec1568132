/* base/failure.h - layer 0: how a failure is recorded.  One place builds gltf_error. */
#ifndef GLTF_I_FAILURE_H
#define GLTF_I_FAILURE_H

#include "memory.h"
#include "sentences.h"

/* Which object a failure is about. */
typedef struct gltf_i_place {
    int32_t object;
    uint32_t index;
    uint32_t part;
    uint32_t target;
} gltf_i_place;

static inline gltf_i_place place_of(int32_t object, uint32_t index) {
    gltf_i_place place = {object, index, GLTF_NONE, GLTF_NONE};
    return place;
}

static inline gltf_i_place place_part(int32_t object, uint32_t index, uint32_t part, uint32_t target) {
    gltf_i_place place = {object, index, part, target};
    return place;
}

static inline gltf_i_place place_nowhere(void) {
    return place_of(GLTF_OBJECT_NONE, GLTF_NONE);
}

/* Fill *error (may be NULL) and give the status back: `return failure_at(error, ...)` at the line that knows. */
static inline gltf_status failure_at(gltf_error *error, gltf_status status, gltf_i_place place, const char *field,
                                     uint64_t position, uint64_t expected, uint64_t found) {
    if (error) {
        memory_zero(error, sizeof *error);
        error->status = status;
        error->object = place.object;
        error->index = place.index;
        error->part = place.part;
        error->target = place.target;
        error->position = position;
        error->expected = expected;
        error->found = found;
        error->field = field;
    }
    return status;
}

/* The same for failures whose numbers say nothing. */
static inline gltf_status failure_of(gltf_error *error, gltf_status status, gltf_i_place place, const char *field) {
    return failure_at(error, status, place, field, 0, 0, 0);
}

/* The same with a name borrowed from the document: a semantic, an extension, a URI. */
static inline gltf_status failure_named(gltf_error *error, gltf_status status, gltf_i_place place, const char *field,
                                        const char *name) {
    failure_of(error, status, place, field);
    if (error) {
        error->name = name;
    }
    return status;
}

/* Why, for a failure that was just recorded: `return failure_why(error, failure_at(error, ...), GLTF_I_REASON_...)`. */
static inline gltf_status failure_why(gltf_error *error, gltf_status status, uint32_t reason) {
    if (error) {
        error->reason = reason;
    }
    return status;
}

#endif
