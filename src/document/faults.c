/* document/faults.c - layer 2: the first fault of every broken object. */
#include "document.h"

static int same_fault(const gltf_error *a, const gltf_error *b) {
    return a->status == b->status && a->part == b->part && a->target == b->target && a->position == b->position &&
           a->reason == b->reason && a->expected == b->expected && a->found == b->found && a->field == b->field &&
           a->name == b->name;
}

/* Object and index are not part of a kept record: whoever gives it knows them. */
const gltf_error *gltf_i_fault_copy(gltf_document *document, const gltf_error *error) {
    if (document->last_fault && same_fault(document->last_fault, error)) {
        return document->last_fault;
    }
    gltf_error *copy = gltf_i_arena_get(&document->arena, 1, sizeof *copy);
    if (copy) {
        *copy = *error;
        document->last_fault = copy;
    }
    return copy;
}

const gltf_error *gltf_i_fault_renew(gltf_document *document, const gltf_error *before, const gltf_error *error) {
    return before && same_fault(before, error) ? before : gltf_i_fault_copy(document, error);
}

gltf_status gltf_i_fault_keep(gltf_document *document, int32_t kind, uint32_t index, const gltf_error *error) {
    gltf_i_kind *table = &document->kinds[kind];
    if (!table->faults) {
        table->faults = gltf_i_arena_get(&document->arena, table->count, sizeof *table->faults);
        if (!table->faults) {
            return GLTF_ERR_MEMORY;
        }
    }
    if (!table->faults[index]) {
        table->faults[index] = gltf_i_fault_copy(document, error);
    }
    return table->faults[index] ? GLTF_OK : GLTF_ERR_MEMORY;
}

const gltf_error *gltf_i_fault_of(const gltf_document *document, int32_t kind, uint32_t index) {
    const gltf_i_kind *table = &document->kinds[kind];
    return table->faults ? table->faults[index] : NULL;
}

gltf_status gltf_i_fault_give(const gltf_error *fault, int32_t kind, uint32_t index, gltf_error *error) {
    if (error) {
        *error = *fault;
        error->object = kind;
        error->index = index;
    }
    return fault->status;
}
