/* examples/render/scene.c - reads nodes, cameras and materials from the JSON text that the document keeps. */
#include "scene.h"
#include "matrix.h"
#include "report.h"
#include <stdlib.h>
#include <string.h>
#ifdef GLTF_I_PRIVATE_CJSON
#include "cJSON.h"
#else
#include <cjson/cJSON.h>
#endif

/* ---- JSON: whatever is not as the specification says counts as absent ---- */

static const cJSON *member(const cJSON *object, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

static void read_numbers(const cJSON *array, float *out, int count) {
    if (cJSON_IsArray(array) && cJSON_GetArraySize(array) == count) {
        const cJSON *item;
        cJSON_ArrayForEach(item, array) {
            *out++ = (float)(cJSON_IsNumber(item) ? item->valuedouble : 0);
        }
    }
}

static float read_number(const cJSON *item, float otherwise) {
    return cJSON_IsNumber(item) ? (float)item->valuedouble : otherwise;
}

/* An index below `count`, else GLTF_NONE. */
static uint32_t read_index(const cJSON *item, uint32_t count) {
    return cJSON_IsNumber(item) && item->valuedouble >= 0 && item->valuedouble < count ? (uint32_t)item->valuedouble
                                                                                       : GLTF_NONE;
}

static uint32_t array_size(const cJSON *array) {
    return cJSON_IsArray(array) ? (uint32_t)cJSON_GetArraySize(array) : 0;
}

/* Zeroed memory; never NULL only because nothing was asked for. */
static void *table(size_t count, size_t size) {
    return calloc(count + 1, size);
}

/* ---- Nodes ---- */

static gltf_status read_weights(const gltf_document *document, uint32_t index, scene_node *node, gltf_error *error) {
    gltf_status status = gltf_document_node_weights(document, index, NULL, 0, &node->weight_count, error);
    if (status != GLTF_OK || node->weight_count == 0) {
        return status;
    }
    node->weights = table(node->weight_count, sizeof *node->weights);
    if (!node->weights) {
        return error->status = GLTF_ERR_MEMORY;
    }
    return gltf_document_node_weights(document, index, node->weights, node->weight_count, NULL, error);
}

static void read_node(const gltf_document *document, uint32_t index, const cJSON *json, scene *s) {
    scene_node *node = &s->nodes[index];
    const cJSON *matrix = member(json, "matrix");
    gltf_node facts;
    gltf_error error = {0};
    node->rotation[3] = node->scale[0] = node->scale[1] = node->scale[2] = 1;
    node->parent = GLTF_NONE;
    matrix_identity(node->matrix);
    matrix_identity(node->global);
    node->has_matrix = matrix != NULL;
    read_numbers(matrix, node->matrix, 16);
    read_numbers(member(json, "translation"), node->translation, 3);
    read_numbers(member(json, "rotation"), node->rotation, 4);
    read_numbers(member(json, "scale"), node->scale, 3);
    node->camera = read_index(member(json, "camera"), s->camera_count);
    gltf_document_node(document, index, &facts, &error);
    node->mesh = error.status == GLTF_OK ? facts.mesh : GLTF_NONE;
    node->skin = error.status == GLTF_OK ? facts.skin : GLTF_NONE;
    if (error.status == GLTF_OK && node->mesh != GLTF_NONE) {
        read_weights(document, index, node, &error);
    }
    if (error.status != GLTF_OK) {
        report(&error); /* it costs this node's mesh, nothing else */
        node->mesh = GLTF_NONE;
    }
}

/* Go through a list of nodes and append those that are new.  Each node gets in once, so a circle of children ends. */
static void append(scene *s, const cJSON *list, uint32_t parent, unsigned char *seen) {
    const cJSON *item;
    cJSON_ArrayForEach(item, list) {
        const uint32_t child = read_index(item, s->node_count);
        if (child != GLTF_NONE && !seen[child]) {
            seen[child] = 1;
            s->nodes[child].parent = parent;
            s->order[s->order_count++] = child;
        }
    }
}

/* Without scenes everything is shown: first the nodes that are nobody's children. */
static void append_roots(scene *s, const cJSON **items, unsigned char *seen) {
    for (uint32_t i = 0; i < s->node_count; i++) {
        const cJSON *child;
        cJSON_ArrayForEach(child, member(items[i], "children")) {
            const uint32_t index = read_index(child, s->node_count);
            if (index != GLTF_NONE) {
                seen[index] = 2;
            }
        }
    }
    for (uint32_t i = 0; i < s->node_count; i++) {
        if (seen[i] == 0) {
            s->order[s->order_count++] = i;
        }
    }
    for (uint32_t i = 0; i < s->node_count; i++) {
        seen[i] = seen[i] == 0;
    }
}

static void read_order(scene *s, const cJSON *root, const cJSON **items, unsigned char *seen) {
    const cJSON *scenes = member(root, "scenes");
    const uint32_t shown = read_index(member(root, "scene"), array_size(scenes));
    if (array_size(scenes) > 0) {
        const cJSON *which = cJSON_GetArrayItem(scenes, shown == GLTF_NONE ? 0 : (int)shown);
        append(s, member(which, "nodes"), GLTF_NONE, seen);
    } else {
        append_roots(s, items, seen);
    }
    for (uint32_t i = 0; i < s->order_count; i++) { /* order_count grows meanwhile */
        append(s, member(items[s->order[i]], "children"), s->order[i], seen);
    }
}

static gltf_status read_nodes(const gltf_document *document, scene *s, const cJSON *root) {
    const cJSON **items = table(s->node_count, sizeof *items), *item;
    unsigned char *seen = table(s->node_count, 1);
    const int enough = items && seen && s->nodes && s->order;
    uint32_t i = 0;
    if (enough) {
        cJSON_ArrayForEach(item, member(root, "nodes")) {
            if (i < s->node_count) {
                items[i++] = item;
            }
        }
        for (i = 0; i < s->node_count; i++) {
            read_node(document, i, items[i], s);
        }
        read_order(s, root, items, seen);
    }
    free(items);
    free(seen);
    return enough ? GLTF_OK : GLTF_ERR_MEMORY;
}

/* ---- Materials and cameras ---- */

static const scene_material plain = {{1, 1, 1, 1}, 0, 0};

static void read_materials(scene *s, const cJSON *list) {
    const cJSON *item;
    scene_material *material = s->materials;
    cJSON_ArrayForEach(item, list) {
        *material = plain;
        read_numbers(member(member(item, "pbrMetallicRoughness"), "baseColorFactor"), material->base_color, 4);
        material->double_sided = cJSON_IsTrue(member(item, "doubleSided"));
        material->unlit = member(member(item, "extensions"), "KHR_materials_unlit") != NULL;
        material++;
    }
}

static void read_cameras(scene *s, const cJSON *list) {
    const cJSON *item;
    scene_camera *camera = s->cameras;
    cJSON_ArrayForEach(item, list) {
        const cJSON *perspective = member(item, "perspective");
        camera->yfov = read_number(member(perspective, "yfov"), 0);
        camera->near_plane = read_number(member(perspective, "znear"), 0);
        camera->far_plane = read_number(member(perspective, "zfar"), 0); /* absent = infinitely far */
        camera++;
    }
}

/* Number all primitives in a row, and find the material of each. */
static gltf_status read_primitives(const gltf_document *document, scene *s, const cJSON *list) {
    gltf_mesh mesh;
    const cJSON *item, *primitive;
    uint32_t m = 0;
    for (uint32_t i = 0; i < s->mesh_count; i++) {
        gltf_document_mesh(document, i, &mesh, NULL); /* no primitives if it is broken */
        s->first[i + 1] = s->first[i] + mesh.primitive_count;
    }
    s->material_of = table(s->first[s->mesh_count], sizeof *s->material_of);
    if (!s->material_of) {
        return GLTF_ERR_MEMORY;
    }
    cJSON_ArrayForEach(item, list) {
        uint32_t p = m < s->mesh_count ? s->first[m] : 0;
        cJSON_ArrayForEach(primitive, member(item, "primitives")) {
            if (m < s->mesh_count && p < s->first[m + 1]) {
                s->material_of[p++] = read_index(member(primitive, "material"), s->material_count);
            }
        }
        m++;
    }
    return GLTF_OK;
}

scene_material scene_material_of(const scene *s, uint32_t mesh, uint32_t primitive) {
    const uint32_t index = s->material_of[s->first[mesh] + primitive];
    return index == GLTF_NONE ? plain : s->materials[index];
}

/* ---- All of it ---- */

static gltf_status read_scene(const gltf_document *document, scene *s, const cJSON *root) {
    s->node_count = gltf_document_count(document, GLTF_OBJECT_NODE);
    s->mesh_count = gltf_document_count(document, GLTF_OBJECT_MESH);
    s->material_count = array_size(member(root, "materials"));
    s->camera_count = array_size(member(root, "cameras"));
    s->nodes = table(s->node_count, sizeof *s->nodes);
    s->order = table(s->node_count, sizeof *s->order);
    s->materials = table(s->material_count, sizeof *s->materials);
    s->cameras = table(s->camera_count, sizeof *s->cameras);
    s->first = table((size_t)s->mesh_count + 1, sizeof *s->first);
    if (!s->materials || !s->cameras || !s->first) {
        return GLTF_ERR_MEMORY;
    }
    read_materials(s, s->material_count > 0 ? member(root, "materials") : NULL);
    read_cameras(s, s->camera_count > 0 ? member(root, "cameras") : NULL);
    const gltf_status status = read_primitives(document, s, member(root, "meshes"));
    return status == GLTF_OK ? read_nodes(document, s, root) : status;
}

gltf_status scene_open(const gltf_document *document, scene *out) {
    size_t size = 0;
    const char *text = gltf_document_json(document, &size);
    cJSON *root = cJSON_ParseWithLength(text, size); /* the library has parsed it: only memory can be short */
    memset(out, 0, sizeof *out);
    const gltf_status status = root ? read_scene(document, out, root) : GLTF_ERR_MEMORY;
    cJSON_Delete(root);
    if (status != GLTF_OK) {
        complain("the scene: ", gltf_status_name(status));
        return status;
    }
    scene_place(out);
    return GLTF_OK;
}

void scene_release(scene *s) {
    for (uint32_t i = 0; s->nodes && i < s->node_count; i++) {
        free(s->nodes[i].weights);
    }
    free(s->nodes);
    free(s->order);
    free(s->materials);
    free(s->material_of);
    free(s->first);
    free(s->cameras);
    memset(s, 0, sizeof *s);
}

void scene_place(scene *s) {
    for (uint32_t i = 0; i < s->order_count; i++) {
        scene_node *node = &s->nodes[s->order[i]];
        if (node->has_matrix) {
            memcpy(node->global, node->matrix, sizeof node->global);
        } else {
            matrix_compose(node->translation, node->rotation, node->scale, node->global);
        }
        if (node->parent != GLTF_NONE) {
            matrix_multiply(s->nodes[node->parent].global, node->global, node->global);
        }
    }
}
