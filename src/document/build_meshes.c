/* document/build_meshes.c - layer 2: the table of meshes, their primitives and morph targets. */
#include "document.h"

static void read_targets(gltf_i_build *build, gltf_i_text list, gltf_i_primitive *primitive) {
    const uint32_t accessor_count = build->document->kinds[GLTF_OBJECT_ACCESSOR].count;
    if (!list.at) {
        return;
    }
    const uint32_t count = gltf_i_build_list(build, list, "targets");
    gltf_i_target *targets = gltf_i_build_get(build, count, sizeof *targets);
    gltf_i_text element;
    size_t cursor = 0;
    if (!targets) {
        return;
    }
    for (uint32_t t = 0; gltf_i_build_next(list, &cursor, &element); t++) {
        build->place.target = t;
        if (gltf_i_value_kind(element) != GLTF_I_JSON_OBJECT) {
            gltf_i_build_property(build, "targets", GLTF_I_REASON_ELEMENT);
            continue;
        }
        gltf_i_build_attributes(build, element, "targets", accessor_count, &targets[t].attributes,
                                &targets[t].attribute_count);
    }
    build->place.target = GLTF_NONE;
    primitive->targets = targets;
    primitive->target_count = count;
}

/* Remember that a view holds a compressed primitive. */
static void mark_view(gltf_i_build *build, gltf_i_geometry *geometry) {
    gltf_document *document = build->document;
    const uint32_t view = geometry->view;
    if (view == GLTF_NONE || build->stop != GLTF_OK) {
        return;
    }
    if (!document->geometry_views) {
        document->geometry_views =
            gltf_i_arena_get(&document->arena, document->source.view_count, sizeof *document->geometry_views);
        if (!document->geometry_views) {
            build->stop = GLTF_ERR_MEMORY;
            return;
        }
    }
    gltf_i_geometry *first = document->geometry_views[view];
    if (first) {
        first->last_of_view->next_of_view = geometry;
        first->last_of_view = geometry;
    } else {
        geometry->last_of_view = geometry;
        document->geometry_views[view] = geometry;
    }
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
static void read_geometry(gltf_i_build *build, gltf_i_text object, gltf_i_primitive *primitive) {
    enum { VIEW, ATTRIBUTES, MEMBERS };
    static const char *const names[] = {"bufferView", "attributes", NULL};
    gltf_i_text members[MEMBERS];
    gltf_i_geometry *geometry = object.at ? gltf_i_build_get(build, 1, sizeof *geometry) : NULL;
    if (!geometry) {
        return;
    }
    primitive->geometry = geometry;
    geometry->primitive = primitive;
    gltf_i_scan_members(object, names, NULL, members);
    geometry->view = gltf_i_build_index(build, members[VIEW], "bufferView", 1, build->document->source.view_count);
    mark_view(build, geometry);
    const gltf_i_text map = gltf_i_build_object(build, members[ATTRIBUTES], "attributes", 1);
    gltf_i_build_attributes(build, map, "attributes", GLTF_NONE, &geometry->ids, &geometry->id_count);
    geometry->ids = sort_by_name(build, geometry->ids, geometry->id_count);
    if (build->fault.status != GLTF_OK && !build->fault.name) {
        build->fault.name = gltf_i_geometry_extension;
    }
}

static int lists_empty(const gltf_document *document, const gltf_attribute *attributes, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (gltf_i_hidden_empty(document, attributes[i].accessor)) {
            return 1;
        }
    }
    return 0;
}

/* Whether an extension may have to be asked where the data of an accessor is. */
static int names_empty(const gltf_document *document, const gltf_i_primitive *primitive) {
    int empty = gltf_i_hidden_empty(document, primitive->indices) ||
                lists_empty(document, primitive->attributes, primitive->attribute_count);
    for (uint32_t t = 0; !empty && t < primitive->target_count; t++) {
        empty = lists_empty(document, primitive->targets[t].attributes, primitive->targets[t].attribute_count);
    }
    return empty;
}

/* Extensions that are not known here may define more modes. */
static uint32_t read_mode(gltf_i_build *build, gltf_i_text mode, gltf_i_text extensions) {
    uint64_t number;
    if (!mode.at) {
        return 4;
    }
    const int is_other =
        gltf_i_value_integer(mode, &number) == GLTF_OK && number > 6 && gltf_i_places_unknown(extensions);
    return (uint32_t)gltf_i_build_integer(build, mode, "mode", 0, is_other ? UINT32_MAX : 6);
}

/* Gives the size of the value; text.size may reach past it. */
static size_t read_primitive(gltf_i_build *build, gltf_i_text text, const char *mesh_hidden_by,
                             gltf_i_primitive *primitive) {
    enum { ATTRIBUTES, INDICES, MODE, TARGETS, EXTENSIONS, MEMBERS };
    static const char *const names[] = {"attributes", "indices", "mode", "targets", "extensions", NULL};
    const uint32_t accessor_count = build->document->kinds[GLTF_OBJECT_ACCESSOR].count;
    gltf_i_text members[MEMBERS];
    const size_t size = gltf_i_build_members(build, text, names, members);
    const gltf_i_text attributes = gltf_i_build_object(build, members[ATTRIBUTES], "attributes", 1);
    gltf_i_build_attributes(build, attributes, "attributes", accessor_count, &primitive->attributes,
                            &primitive->attribute_count);
    primitive->indices = gltf_i_build_index(build, members[INDICES], "indices", 0, accessor_count);
    primitive->mode = read_mode(build, members[MODE], members[EXTENSIONS]);
    read_targets(build, members[TARGETS], primitive);
    read_geometry(build, gltf_i_scan_member(members[EXTENSIONS], gltf_i_geometry_extension), primitive);
    gltf_i_build_named(build, GLTF_I_ON_PRIMITIVE, members[EXTENSIONS]);
    if (names_empty(build->document, primitive)) {
        primitive->hidden_by = gltf_i_build_hiding(build, members[EXTENSIONS], 1);
        primitive->hidden_by = primitive->hidden_by ? primitive->hidden_by : mesh_hidden_by;
    }
    return size;
}

static void read_primitives(gltf_i_build *build, gltf_i_text list, const char *mesh_hidden_by, gltf_i_mesh *mesh) {
    const uint32_t count = gltf_i_build_list(build, list, "primitives");
    gltf_i_primitive *primitives = gltf_i_build_get(build, count, sizeof *primitives);
    if (!primitives || gltf_i_value_kind(list) != GLTF_I_JSON_ARRAY) {
        return; /* no count without primitives */
    }
    gltf_error first_fault = build->fault;
    gltf_i_text key;
    size_t cursor = 0;
    for (uint32_t i = 0; build->stop == GLTF_OK && gltf_i_scan_next_key(list, &cursor, &key); i++) {
        const gltf_i_text element = {list.at + cursor, list.size - cursor};
        memory_zero(&build->fault, sizeof build->fault);
        build->place.part = i;
        primitives[i].indices = GLTF_NONE;
        cursor += read_primitive(build, element, mesh_hidden_by, &primitives[i]);
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
static void read_target_names(gltf_i_build *build, gltf_i_text extras, gltf_i_mesh_lists *lists) {
    const gltf_i_text list = gltf_i_scan_member(extras, "targetNames");
    if (gltf_i_value_kind(list) != GLTF_I_JSON_ARRAY) {
        return;
    }
    const size_t count = gltf_i_value_length(list);
    const char **names = gltf_i_build_get(build, count, sizeof *names);
    gltf_i_text element;
    size_t cursor = 0;
    for (uint32_t i = 0; build->stop == GLTF_OK && gltf_i_build_next(list, &cursor, &element); i++) {
        names[i] = gltf_i_build_text(build, element, NULL);
    }
    if (count > 0) {
        lists->target_names = names;
        lists->target_name_count = (uint32_t)count;
    }
}

static void read_mesh(gltf_i_build *build, gltf_i_text text, uint32_t index) {
    enum { PRIMITIVES, WEIGHTS, EXTRAS, EXTENSIONS, NAME, MEMBERS };
    static const char *const names[] = {"primitives", "weights", "extras", "extensions", "name", NULL};
    gltf_i_mesh *mesh = &build->document->meshes[index];
    gltf_i_text members[MEMBERS];
    gltf_i_build_members(build, text, names, members);
    if (gltf_i_value_kind(text) != GLTF_I_JSON_OBJECT) {
        return;
    }
    gltf_i_build_name(build, GLTF_OBJECT_MESH, index, members[NAME]);
    gltf_i_mesh_lists *lists = NULL;
    if (members[WEIGHTS].at || members[EXTRAS].at) {
        lists = gltf_i_build_get(build, 1, sizeof *lists);
    }
    if (lists) {
        gltf_i_build_weights(build, members[WEIGHTS], &lists->weights, &lists->weight_count);
        read_target_names(build, members[EXTRAS], lists);
    }
    mesh->lists = lists;
    gltf_i_build_named(build, GLTF_I_ON_MESH, members[EXTENSIONS]);
    read_primitives(build, members[PRIMITIVES], gltf_i_build_hiding(build, members[EXTENSIONS], 1), mesh);
}

gltf_status gltf_i_build_meshes(gltf_document *document, const gltf_i_table *elements) {
    gltf_i_build build = {.document = document};
    document->meshes = gltf_i_build_get(&build, elements->count, sizeof *document->meshes);
    for (uint32_t i = 0; i < elements->count && build.stop == GLTF_OK; i++) {
        gltf_i_build_begin(&build, GLTF_OBJECT_MESH, i);
        read_mesh(&build, gltf_i_build_text_at(document, elements->at[i]), i);
        gltf_i_build_end(&build);
    }
    return build.stop;
}
