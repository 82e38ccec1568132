/* document/uses.c - layer 2: who names an accessor: one table sorted by accessor. */
#include "document.h"

/* Called for every reference, twice: once to count, once to write. */
typedef struct use_sink {
    gltf_document *document;
    gltf_use *uses; /* NULL = count only */
    uint64_t total;
} use_sink;

static void put_use(use_sink *sink, uint32_t accessor, uint32_t role, gltf_i_place place, const char *semantic) {
    if (accessor == GLTF_NONE) {
        return;
    }
    sink->total++;
    if (!sink->uses) {
        sink->document->use_starts[accessor + 1]++;
        return;
    }
    gltf_use *use = &sink->uses[sink->document->use_starts[accessor]++];
    use->semantic = semantic;
    use->object = place.object;
    use->index = place.index;
    use->part = place.part;
    use->target = place.target;
    use->role = role;
}

static void put_attributes(use_sink *sink, const gltf_attribute *attributes, uint32_t count, uint32_t role,
                           gltf_i_place place) {
    for (uint32_t i = 0; i < count; i++) {
        put_use(sink, attributes[i].accessor, role, place, attributes[i].semantic);
    }
}

static void put_primitive(use_sink *sink, const gltf_i_primitive *primitive, uint32_t mesh, uint32_t part) {
    const gltf_i_place base = place_part(GLTF_OBJECT_MESH, mesh, part, GLTF_NONE);
    put_attributes(sink, primitive->attributes, primitive->attribute_count, GLTF_USE_ATTRIBUTE, base);
    put_use(sink, primitive->indices, GLTF_USE_INDICES, base, NULL);
    for (uint32_t t = 0; t < primitive->target_count; t++) {
        put_attributes(sink, primitive->targets[t].attributes, primitive->targets[t].attribute_count, GLTF_USE_TARGET,
                       place_part(GLTF_OBJECT_MESH, mesh, part, t));
    }
}

static void put_all(use_sink *sink) {
    const gltf_document *document = sink->document;
    for (uint32_t m = 0; m < document->kinds[GLTF_OBJECT_MESH].count; m++) {
        for (uint32_t p = 0; p < document->meshes[m].primitive_count; p++) {
            put_primitive(sink, &document->meshes[m].primitives[p], m, p);
        }
    }
    for (uint32_t s = 0; s < document->kinds[GLTF_OBJECT_SKIN].count; s++) {
        put_use(sink, document->skins[s].inverse_bind_matrices, GLTF_USE_INVERSE_BIND_MATRICES,
                place_of(GLTF_OBJECT_SKIN, s), NULL);
    }
    for (uint32_t a = 0; a < document->kinds[GLTF_OBJECT_ANIMATION].count; a++) {
        for (uint32_t s = 0; s < document->animations[a].sampler_count; s++) {
            const gltf_animation_sampler *sampler = &document->animations[a].samplers[s].facts;
            const gltf_i_place place = place_part(GLTF_OBJECT_ANIMATION, a, s, GLTF_NONE);
            put_use(sink, sampler->input, GLTF_USE_ANIMATION_INPUT, place, NULL);
            put_use(sink, sampler->output, GLTF_USE_ANIMATION_OUTPUT, place, NULL);
        }
    }
    for (uint32_t n = 0; n < document->kinds[GLTF_OBJECT_NODE].count; n++) {
        const gltf_i_node_lists *lists = document->nodes[n].lists;
        if (lists) {
            put_attributes(sink, lists->instance_attributes, lists->instance_attribute_count, GLTF_USE_INSTANCE,
                           place_of(GLTF_OBJECT_NODE, n));
        }
    }
    for (const gltf_i_named *named = document->named; named; named = named->next) {
        put_use(sink, named->accessor, named->row->role, named->place, named->row->path);
    }
}

gltf_status gltf_i_build_uses(gltf_document *document) {
    const uint32_t count = document->kinds[GLTF_OBJECT_ACCESSOR].count;
    use_sink sink = {document, NULL, 0};
    document->use_starts = gltf_i_arena_get(&document->arena, (uint64_t)count + 1, sizeof *document->use_starts);
    if (!document->use_starts) {
        return GLTF_ERR_MEMORY;
    }
    put_all(&sink);
    for (uint32_t i = 0; i < count; i++) {
        document->use_starts[i + 1] += document->use_starts[i];
    }
    document->uses = gltf_i_arena_get(&document->arena, sink.total, sizeof *document->uses);
    if (!document->uses) {
        return GLTF_ERR_MEMORY;
    }
    sink.uses = document->uses;
    put_all(&sink);
    for (uint32_t i = count; i > 0; i--) { /* writing moved each start to the next one */
        document->use_starts[i] = document->use_starts[i - 1];
    }
    document->use_starts[0] = 0;
    return GLTF_OK;
}
