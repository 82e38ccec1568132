/* document/build_meshes.c - floor 2: the table of meshes, their primitives and morph targets. */
#include "document.h"

/* Elements of a JSON array in the text. */
static uint32_t element_count(gltf_i_text array) {
    uint32_t count = 0;
    size_t cursor = 0;
    gltf_i_text key, value;
    while (gltf_i_scan_next(array, &cursor, &key, &value)) {
        count++;
    }
    return count;
}

static void read_targets(gltf_i_build *build, const gltf_i_json *json, gltf_i_primitive *primitive) {
    const gltf_i_json *list = gltf_i_json_member(json, "targets");
    const uint32_t accessor_count = build->document->kinds[GLTF_OBJECT_ACCESSOR].count;
    uint32_t count = 0;
    if (!list) {
        return;
    }
    if (gltf_i_json_kind(list) != GLTF_I_JSON_ARRAY) {
        gltf_i_build_property(build, "targets", GLTF_I_REASON_NOT_ARRAY);
        return;
    }
    for (const gltf_i_json *one = gltf_i_json_first(list); one; one = gltf_i_json_next(one)) {
        count++;
    }
    gltf_i_target *targets = gltf_i_build_get(build, count, sizeof *targets);
    if (!targets) {
        return;
    }
    uint32_t t = 0;
    for (const gltf_i_json *one = gltf_i_json_first(list); one; one = gltf_i_json_next(one), t++) {
        build->place.target = t;
        if (gltf_i_json_kind(one) != GLTF_I_JSON_OBJECT) {
            gltf_i_build_property(build, "targets", GLTF_I_REASON_ELEMENT);
            continue; /* the elements of an array have no keys */
        }
        gltf_i_build_attributes(build, one, "targets", accessor_count, &targets[t].attributes,
                                &targets[t].attribute_count);
    }
    build->place.target = GLTF_NONE;
    primitive->targets = targets;
    primitive->target_count = count;
}

/* Remember that a view holds a compressed primitive. */
static void mark_view(gltf_i_build *build, uint32_t view) {
    gltf_document *document = build->document;
    if (view == GLTF_NONE || build->stop != GLTF_OK) {
        return;
    }
    if (!document->geometry_views) {
        document->geometry_views = gltf_i_arena_get(&document->arena, document->source.view_count, 1);
        if (!document->geometry_views) {
            build->stop = GLTF_ERR_MEMORY;
            return;
        }
    }
    document->geometry_views[view] = 1;
}

static int name_less(void *user, uint32_t a, uint32_t b) {
    const gltf_attribute *attributes = user;
    return gltf_i_build_text_order(attributes[a].semantic, attributes[b].semantic) < 0;
}

/* The same entries in the order of their names, so that there may be many of them. */
static const gltf_attribute *sort_by_name(gltf_i_build *build, const gltf_attribute *attributes, uint32_t count) {
    const gltf_allocator *allocator = &build->document->arena.allocator;
    const uint64_t size = (uint64_t)count * sizeof(uint32_t);
    if (build->stop != GLTF_OK || count < 2) {
        return attributes;
    }
    gltf_attribute *sorted = gltf_i_arena_get(&build->document->arena, count, sizeof *sorted);
    uint32_t *order = sorted ? gltf_i_allocator_get(allocator, size) : NULL;
    if (!order) {
        build->stop = GLTF_ERR_MEMORY;
        return attributes;
    }
    for (uint32_t i = 0; i < count; i++) {
        order[i] = i;
    }
    gltf_i_sort(order, count, name_less, (void *)(uintptr_t)attributes);
    for (uint32_t i = 0; i < count; i++) {
        sorted[i] = attributes[order[i]];
    }
    gltf_i_allocator_put(allocator, order, (size_t)size);
    return sorted;
}

/* [KHR_draco_mesh_compression]: the view, and semantic -> unique id of the compressed attribute. */
static void read_geometry(gltf_i_build *build, const gltf_i_json *json, gltf_i_primitive *primitive) {
    const gltf_i_json *object = gltf_i_json_member(gltf_i_json_member(json, "extensions"), gltf_i_geometry_extension);
    if (!object) {
        return;
    }
    gltf_i_geometry *geometry = gltf_i_build_get(build, 1, sizeof *geometry);
    if (!geometry) {
        return;
    }
    primitive->geometry = geometry;
    geometry->view =
        gltf_i_build_index(build, object, "bufferView", "bufferView", 1, build->document->source.view_count);
    mark_view(build, geometry->view);
    const gltf_i_json *map = gltf_i_build_object(build, object, "attributes", "attributes", 1);
    gltf_i_build_attributes(build, map, "attributes", GLTF_NONE, &geometry->ids, &geometry->id_count);
    geometry->ids = sort_by_name(build, geometry->ids, geometry->id_count);
    if (build->fault.status != GLTF_OK && !build->fault.name) {
        build->fault.name = gltf_i_geometry_extension;
    }
}

static void read_primitive(gltf_i_build *build, const gltf_i_json *json, gltf_i_primitive *primitive) {
    const uint32_t accessor_count = build->document->kinds[GLTF_OBJECT_ACCESSOR].count;
    const gltf_i_json *attributes = gltf_i_build_object(build, json, "attributes", "attributes", 1);
    gltf_i_build_attributes(build, attributes, "attributes", accessor_count, &primitive->attributes,
                            &primitive->attribute_count);
    primitive->indices = gltf_i_build_index(build, json, "indices", "indices", 0, accessor_count);
    primitive->mode =
        gltf_i_json_member(json, "mode") ? (uint32_t)gltf_i_build_integer(build, json, "mode", "mode", 0, 6) : 4;
    read_targets(build, json, primitive);
    read_geometry(build, json, primitive);
    primitive->hidden_by = gltf_i_build_unknown_extension(build, json);
}

/* Primitives are parsed one by one: a mesh may be most of the file. */
static void read_primitives(gltf_i_build *build, gltf_i_text list, gltf_i_mesh *mesh) {
    static const char *const leave_out[] = {"extras", NULL};
    if (!list.at || list.at[0] != '[') {
        gltf_i_build_property(build, "primitives", list.at ? GLTF_I_REASON_NOT_ARRAY : GLTF_I_REASON_MISSING);
        return;
    }
    const uint32_t count = element_count(list);
    gltf_i_primitive *primitives = gltf_i_build_get(build, count, sizeof *primitives);
    if (!primitives) { /* whoever frees the document must not meet a count without them */
        return;
    }
    gltf_error first_fault = build->fault;
    gltf_i_text key, value;
    size_t cursor = 0;
    for (uint32_t i = 0; build->stop == GLTF_OK && gltf_i_scan_next(list, &cursor, &key, &value); i++) {
        memory_zero(&build->fault, sizeof build->fault);
        build->place.part = i;
        primitives[i].indices = GLTF_NONE;
        gltf_i_json *json = gltf_i_build_element(build, value, leave_out);
        read_primitive(build, json, &primitives[i]);
        gltf_i_json_free(json);
        if (build->fault.status != GLTF_OK && build->stop == GLTF_OK) {
            primitives[i].fault = gltf_i_fault_copy(build->document, &build->fault);
            build->stop = primitives[i].fault ? GLTF_OK : GLTF_ERR_MEMORY;
            first_fault = first_fault.status != GLTF_OK ? first_fault : build->fault;
        }
    }
    build->place.part = GLTF_NONE;
    build->fault = first_fault;
    mesh->primitives = primitives;
    mesh->primitive_count = count;
}

/* mesh.extras.targetNames: a convention outside the specification, so nothing about it is a fault. */
static void read_target_names(gltf_i_build *build, gltf_i_text extras, gltf_i_mesh *mesh) {
    const gltf_i_text list =
        extras.at && extras.at[0] == '{' ? gltf_i_scan_member(extras, "targetNames") : (gltf_i_text){NULL, 0};
    if (!list.at || list.at[0] != '[') {
        return;
    }
    const uint32_t count = element_count(list);
    const char **names = gltf_i_build_get(build, count, sizeof *names);
    gltf_i_text key, value;
    size_t cursor = 0;
    for (uint32_t i = 0; build->stop == GLTF_OK && gltf_i_scan_next(list, &cursor, &key, &value); i++) {
        names[i] = gltf_i_build_raw_text(build, value, NULL);
    }
    if (count > 0) {
        mesh->target_names = names;
        mesh->target_name_count = count;
    }
}

gltf_status gltf_i_build_meshes(gltf_document *document, const gltf_i_table *elements) {
    static const char *const leave_out[] = {"primitives", "extras", NULL};
    gltf_i_text left_out[2];
    gltf_i_build build = {.document = document};
    document->meshes = gltf_i_build_get(&build, elements->count, sizeof *document->meshes);
    for (uint32_t i = 0; i < elements->count && build.stop == GLTF_OK; i++) {
        const gltf_i_text text = gltf_i_build_text_of(document, elements->extents[i]);
        gltf_i_build_begin(&build, GLTF_OBJECT_MESH, i);
        gltf_i_json *json = gltf_i_build_split(&build, text, leave_out, left_out);
        if (gltf_i_json_kind(json) == GLTF_I_JSON_OBJECT) {
            gltf_i_build_name(&build, GLTF_OBJECT_MESH, i, json);
            gltf_i_build_weights(&build, json, &document->meshes[i].weights, &document->meshes[i].weight_count);
            read_primitives(&build, left_out[0], &document->meshes[i]);
            read_target_names(&build, left_out[1], &document->meshes[i]);
        }
        gltf_i_json_free(json);
        gltf_i_build_end(&build);
    }
    return build.stop;
}
