/* unit/document_reference.c - every table of a document beside the same table built from cJSON's tree of the whole text.
 *
 * Texts: below, the bundled models, the seeds of the fuzzers, and the data in ../shared where it is.  An object without fault
 * must say what the tree says; an object with a fault must have something wrong in the tree. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#if defined(__unix__) || defined(__APPLE__)
#include <dirent.h>
#define HAS_FOLDERS 1
#else
#define HAS_FOLDERS 0
#endif

#if defined(GLTF_I_PRIVATE_CJSON)
#include "cJSON.h"
#else
#include <cjson/cJSON.h>
#endif

#include <gltf_accessor/gltf_accessor.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---- Reading the tree: what is wrong with an object is counted ---- */

static int wrong;

/* The last member with this key. */
static const cJSON *member(const cJSON *object, const char *key) {
    const cJSON *found = NULL;
    if (!cJSON_IsObject(object)) {
        return NULL;
    }
    for (const cJSON *one = object->child; one; one = one->next) {
        found = strcmp(one->string, key) == 0 ? one : found;
    }
    return found;
}

static const cJSON *element(const cJSON *array, uint32_t index) {
    return cJSON_IsArray(array) && index < INT32_MAX ? cJSON_GetArrayItem(array, (int)index) : NULL;
}

static uint32_t length(const cJSON *array) {
    return cJSON_IsArray(array) ? (uint32_t)cJSON_GetArraySize(array) : 0;
}

static uint64_t integer(const cJSON *object, const char *key, int required) {
    const cJSON *value = member(object, key);
    if (!value) {
        wrong += required;
        return 0;
    }
    const double number = value->valuedouble;
    if (!cJSON_IsNumber(value) || !(number >= 0 && number < 9007199254740992.0) || floor(number) != number) {
        wrong++;
        return 0;
    }
    return (uint64_t)number;
}

static uint32_t index_of(const cJSON *value, uint32_t count) {
    const double number = value->valuedouble;
    if (!cJSON_IsNumber(value) || !(number >= 0 && number < count) || floor(number) != number) {
        wrong++;
        return GLTF_NONE;
    }
    return (uint32_t)number;
}

static uint32_t reference(const cJSON *object, const char *key, int required, uint32_t count) {
    const cJSON *value = member(object, key);
    if (!value) {
        wrong += required;
        return GLTF_NONE;
    }
    return index_of(value, count);
}

static const char *string_of(const cJSON *value) {
    return cJSON_IsString(value) ? value->valuestring : NULL;
}

static void same_text(const char *ours, const char *theirs) {
    assert_int_equal(ours != NULL, theirs != NULL);
    if (ours) {
        assert_string_equal(ours, theirs);
    }
}

/* Position of a text in a list; its length when it is none of them. */
static uint32_t position_in(const char *text, const char *const *list, uint32_t count) {
    uint32_t i = 0;
    while (i < count && !(text && strcmp(text, list[i]) == 0)) {
        i++;
    }
    return i;
}

/* ---- Tables ---- */

typedef struct pair {
    const gltf_document *document;
    const cJSON *root;
    uint32_t counts[8];
} pair;

static const char *const KEYS[8] = {NULL,     "buffers", "bufferViews", "accessors",
                                    "meshes", "skins",   "animations",  "nodes"};

/* An object has a fault here only if the tree has one too. */
static int is_sound(const pair *p, int32_t kind, uint32_t index) {
    gltf_error error;
    const gltf_status status = gltf_document_fault(p->document, kind, index, &error);
    if (status != GLTF_OK && wrong == 0) {
        char line[300];
        gltf_error_format(&error, line, sizeof line);
        fail_msg("the tree has no fault, but: %s", line);
    }
    return status == GLTF_OK;
}

/* Whether an object is hidden by, or carries, an extension: what that means is not the tree's business. */
static void mind_extensions(const cJSON *object) {
    wrong += cJSON_IsObject(member(object, "extensions"));
}

static void compare_attributes(const gltf_attribute *ours, uint32_t count, const cJSON *map, uint32_t accessors) {
    uint32_t i = 0;
    for (const cJSON *one = cJSON_IsObject(map) ? map->child : NULL; one; one = one->next) {
        int seen = 0;
        for (const cJSON *before = map->child; before != one; before = before->next) {
            seen |= strcmp(before->string, one->string) == 0;
        }
        if (!seen) {
            const uint32_t index = index_of(member(map, one->string), accessors);
            if (wrong == 0) {
                assert_true(i < count);
                assert_string_equal(ours[i].semantic, one->string);
                assert_int_equal(ours[i].accessor, index);
            }
            i++;
        }
    }
    assert_true(wrong || i == count);
}

static void compare_weights(int sound, const float *ours, uint32_t count, const cJSON *list) {
    wrong += list && !cJSON_IsArray(list);
    for (uint32_t i = 0; i < length(list); i++) {
        const cJSON *value = element(list, i);
        if (!cJSON_IsNumber(value) || !(fabs(value->valuedouble) <= 3.4028234663852886e38)) {
            wrong++;
        } else if (sound && wrong == 0) {
            assert_true(i < count && ours[i] == (float)value->valuedouble);
        }
    }
    assert_true(!sound || wrong || count == length(list));
}

static void compare_buffer(const pair *p, uint32_t index, const cJSON *object) {
    const char *uri = NULL;
    uint64_t size = 0;
    const uint64_t declared = integer(object, "byteLength", 1);
    wrong += !cJSON_IsObject(object) || (member(object, "uri") && !string_of(member(object, "uri")));
    const char *text = string_of(member(object, "uri"));
    const int escapes = text && strpbrk(text, "%\\/:?#.") != NULL; /* how uris are read is tested elsewhere */
    mind_extensions(object);
    wrong += escapes;
    if (is_sound(p, GLTF_OBJECT_BUFFER, index)) {
        assert_int_equal(gltf_document_buffer_uri(p->document, index, &uri, &size), GLTF_OK);
        assert_int_equal(size, declared);
        if (!escapes) {
            same_text(uri, text);
        }
    }
}

static void compare_view(const pair *p, uint32_t index, const cJSON *object, const gltf_buffer_view *ours) {
    const uint32_t buffer = reference(object, "buffer", 1, p->counts[GLTF_OBJECT_BUFFER]);
    const uint64_t offset = integer(object, "byteOffset", 0);
    const uint64_t size = integer(object, "byteLength", 1);
    const uint64_t stride = integer(object, "byteStride", 0);
    wrong += !cJSON_IsObject(object) || stride > UINT32_MAX;
    const int plain = !member(object, "extensions");
    mind_extensions(object);
    if (is_sound(p, GLTF_OBJECT_VIEW, index)) {
        assert_int_equal(ours->byte_length, size);
        if (plain) {
            assert_int_equal(ours->buffer, buffer);
            assert_int_equal(ours->byte_offset, offset);
            assert_int_equal(ours->byte_stride, stride);
        }
    }
}

static uint64_t component_type(const cJSON *object) {
    const uint64_t type = integer(object, "componentType", 1);
    wrong += type < GLTF_BYTE || type > GLTF_FLOAT || type == GLTF_INT;
    return type;
}

static void compare_accessor(const pair *p, uint32_t index, const cJSON *object, const gltf_accessor_desc *ours) {
    static const char *const shapes[] = {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"};
    const cJSON *normalized = member(object, "normalized");
    const cJSON *sparse = member(object, "sparse");
    const cJSON *indices = member(sparse, "indices");
    const cJSON *values = member(sparse, "values");
    const uint32_t views = p->counts[GLTF_OBJECT_VIEW];
    gltf_accessor_desc theirs;
    memset(&theirs, 0, sizeof theirs);
    theirs.component_type = (uint32_t)component_type(object);
    theirs.shape = GLTF_SCALAR + position_in(string_of(member(object, "type")), shapes, 7);
    theirs.count = integer(object, "count", 1);
    theirs.normalized = cJSON_IsTrue(normalized) != 0;
    theirs.view = reference(object, "bufferView", 0, views);
    theirs.byte_offset = integer(object, "byteOffset", 0);
    theirs.sparse.indices_view = theirs.sparse.values_view = GLTF_NONE;
    wrong +=
        theirs.shape > GLTF_MAT4 || (normalized && !cJSON_IsBool(normalized)) || (sparse && !cJSON_IsObject(sparse));
    if (sparse) {
        theirs.sparse.count = integer(sparse, "count", 1);
        theirs.sparse.indices_view = reference(indices, "bufferView", 1, views);
        theirs.sparse.indices_byte_offset = integer(indices, "byteOffset", 0);
        theirs.sparse.indices_component_type = (uint32_t)component_type(indices);
        theirs.sparse.values_view = reference(values, "bufferView", 1, views);
        theirs.sparse.values_byte_offset = integer(values, "byteOffset", 0);
    }
    const int plain = wrong == 0;
    mind_extensions(object);
    if (is_sound(p, GLTF_OBJECT_ACCESSOR, index)) {
        assert_true(plain);
        assert_int_equal(ours->component_type, theirs.component_type);
        assert_int_equal(ours->shape, theirs.shape);
        assert_int_equal(ours->count, theirs.count);
        assert_int_equal(ours->normalized, theirs.normalized);
        assert_int_equal(ours->view, theirs.view);
        assert_int_equal(ours->byte_offset, theirs.byte_offset);
        assert_memory_equal(&ours->sparse, &theirs.sparse, sizeof theirs.sparse);
    }
}

/* min or max: the numbers of the tree, NaN where there is no list. */
static void compare_bounds(const pair *p, uint32_t index, const cJSON *object) {
    static const char *const names[] = {"min", "max"};
    const gltf_accessor_desc *descs;
    double both[2][16];
    gltf_document_describe(p->document, NULL, &descs, NULL);
    if (gltf_document_fault(p->document, GLTF_OBJECT_ACCESSOR, index, NULL) != GLTF_OK) {
        return;
    }
    const uint32_t count = gltf_component_count(descs[index].shape);
    for (int which = 0; which < 2; which++) {
        const cJSON *list = member(object, names[which]);
        int good = !list || (cJSON_IsArray(list) && length(list) == count);
        for (uint32_t i = 0; i < length(list); i++) {
            good &= cJSON_IsNumber(element(list, i)) && isfinite(element(list, i)->valuedouble);
        }
        const gltf_status status =
            gltf_document_declared_bounds(p->document, index, which ? NULL : both[0], which ? both[1] : NULL, 16, NULL);
        assert_int_equal(status, good ? GLTF_OK : GLTF_ERR_PROPERTY);
        for (uint32_t i = 0; good && i < count; i++) {
            const double number = both[which][i];
            assert_true(list ? memcmp(&number, &element(list, i)->valuedouble, sizeof number) == 0 : isnan(number));
        }
    }
}

static void compare_primitive(const pair *p, uint32_t mesh, uint32_t part, const cJSON *object) {
    const uint32_t accessors = p->counts[GLTF_OBJECT_ACCESSOR];
    const cJSON *targets = member(object, "targets");
    const cJSON *mode = member(object, "mode");
    gltf_primitive ours;
    const gltf_attribute *attributes;
    uint32_t count;
    if (gltf_document_primitive(p->document, mesh, part, &ours, NULL) != GLTF_OK) {
        return; /* the mesh's own fault asks for a reason */
    }
    compare_attributes(ours.attributes, ours.attribute_count, member(object, "attributes"), accessors);
    assert_int_equal(ours.indices, reference(object, "indices", 0, accessors));
    assert_int_equal(ours.mode, mode ? integer(object, "mode", 0) : 4);
    assert_int_equal(ours.target_count, length(targets));
    for (uint32_t t = 0; t < ours.target_count; t++) {
        assert_int_equal(gltf_document_target(p->document, mesh, part, t, &attributes, &count, NULL), GLTF_OK);
        compare_attributes(attributes, count, element(targets, t), accessors);
    }
    assert_int_equal(wrong, 0);
}

/* What may be wrong with a primitive, for the fault of its mesh. */
static void judge_primitive(const pair *p, const cJSON *object) {
    const uint32_t accessors = p->counts[GLTF_OBJECT_ACCESSOR];
    const cJSON *targets = member(object, "targets");
    const cJSON *attributes = member(object, "attributes");
    wrong += !cJSON_IsObject(attributes) || (targets && !cJSON_IsArray(targets));
    for (const cJSON *one = cJSON_IsObject(attributes) ? attributes->child : NULL; one; one = one->next) {
        index_of(one, accessors);
    }
    for (uint32_t t = 0; t < length(targets); t++) {
        wrong += !cJSON_IsObject(element(targets, t));
        for (const cJSON *one = element(targets, t)->child; one; one = one->next) {
            index_of(one, accessors);
        }
    }
    reference(object, "indices", 0, accessors);
    wrong += integer(object, "mode", 0) > 6;
    mind_extensions(object);
}

static void compare_mesh(const pair *p, uint32_t index, const cJSON *object) {
    const cJSON *primitives = member(object, "primitives");
    const cJSON *names = member(member(object, "extras"), "targetNames");
    gltf_mesh ours;
    for (uint32_t i = 0; i < length(primitives); i++) {
        compare_primitive(p, index, i, element(primitives, i));
    }
    wrong += !cJSON_IsArray(primitives);
    for (uint32_t i = 0; i < length(primitives); i++) {
        judge_primitive(p, element(primitives, i));
    }
    const int faulty = wrong;
    wrong = 0;
    if (gltf_document_mesh(p->document, index, &ours, NULL) == GLTF_OK) {
        compare_weights(1, ours.weights, ours.weight_count, member(object, "weights"));
        assert_int_equal(ours.target_name_count, length(names));
        for (uint32_t i = 0; i < length(names); i++) {
            same_text(ours.target_names[i], string_of(element(names, i)));
        }
    } else {
        compare_weights(0, NULL, 0, member(object, "weights"));
    }
    wrong += faulty;
    is_sound(p, GLTF_OBJECT_MESH, index);
}

static void compare_skin(const pair *p, uint32_t index, const cJSON *object) {
    const cJSON *joints = member(object, "joints");
    gltf_skin ours;
    const int sound = gltf_document_skin(p->document, index, &ours, NULL) == GLTF_OK;
    const uint32_t matrices = reference(object, "inverseBindMatrices", 0, p->counts[GLTF_OBJECT_ACCESSOR]);
    wrong += !cJSON_IsArray(joints);
    for (uint32_t i = 0; i < length(joints); i++) {
        const uint32_t joint = index_of(element(joints, i), p->counts[GLTF_OBJECT_NODE]);
        assert_true(!sound || (i < ours.joint_count && ours.joints[i] == joint));
    }
    if (is_sound(p, GLTF_OBJECT_SKIN, index)) {
        assert_int_equal(ours.joint_count, length(joints));
        assert_int_equal(ours.inverse_bind_matrices, matrices);
    }
}

static void compare_node(const pair *p, uint32_t index, const cJSON *object) {
    gltf_node ours;
    memset(&ours, 0, sizeof ours);
    const int sound = gltf_document_node(p->document, index, &ours, NULL) == GLTF_OK;
    const uint32_t mesh = reference(object, "mesh", 0, p->counts[GLTF_OBJECT_MESH]);
    const uint32_t skin = reference(object, "skin", 0, p->counts[GLTF_OBJECT_SKIN]);
    wrong += !cJSON_IsObject(object);
    if (sound) {
        assert_int_equal(ours.mesh, mesh);
        assert_int_equal(ours.skin, skin);
    }
    compare_weights(sound, ours.weights, ours.weight_count, member(object, "weights"));
    mind_extensions(object);
    is_sound(p, GLTF_OBJECT_NODE, index);
}

static void compare_sampler(const pair *p, uint32_t animation, uint32_t part, const cJSON *object) {
    static const char *const names[] = {"LINEAR", "STEP", "CUBICSPLINE"};
    const uint32_t accessors = p->counts[GLTF_OBJECT_ACCESSOR];
    const cJSON *interpolation = member(object, "interpolation");
    const uint32_t input = reference(object, "input", 1, accessors);
    const uint32_t output = reference(object, "output", 1, accessors);
    const uint32_t which = interpolation ? position_in(string_of(interpolation), names, 3) : 0;
    gltf_animation_sampler ours;
    wrong += which == 3;
    const gltf_status status = gltf_document_sampler(p->document, animation, part, &ours, NULL);
    assert_int_equal(status != GLTF_OK, wrong != 0);
    if (status == GLTF_OK) {
        assert_int_equal(ours.input, input);
        assert_int_equal(ours.output, output);
        assert_int_equal(ours.interpolation, GLTF_INTERPOLATION_LINEAR + which);
    }
}

static void compare_channel(const pair *p, uint32_t animation, uint32_t part, const cJSON *object, uint32_t samplers) {
    static const char *const paths[] = {"translation", "rotation", "scale", "weights", "pointer"};
    const cJSON *target = member(object, "target");
    const char *path = string_of(member(target, "path"));
    const uint32_t sampler = reference(object, "sampler", 1, samplers);
    const uint32_t node = reference(target, "node", 0, p->counts[GLTF_OBJECT_NODE]);
    gltf_animation_channel ours;
    wrong += !cJSON_IsObject(target) || !path;
    const gltf_status status = gltf_document_channel(p->document, animation, part, &ours, NULL);
    assert_int_equal(status != GLTF_OK, wrong != 0);
    if (status == GLTF_OK) {
        assert_int_equal(ours.sampler, sampler);
        assert_int_equal(ours.node, node);
        assert_string_equal(ours.path_name, path);
        assert_int_equal(ours.path, GLTF_PATH_TRANSLATION + position_in(path, paths, 5));
    }
}

static void compare_animation(const pair *p, uint32_t index, const cJSON *object) {
    const cJSON *samplers = member(object, "samplers");
    const cJSON *channels = member(object, "channels");
    int faulty = !cJSON_IsArray(samplers) || !cJSON_IsArray(channels);
    for (uint32_t i = 0; i < length(samplers); i++) {
        compare_sampler(p, index, i, element(samplers, i));
        faulty |= wrong;
        wrong = 0;
    }
    for (uint32_t i = 0; i < length(channels); i++) {
        compare_channel(p, index, i, element(channels, i), length(samplers));
        faulty |= wrong;
        wrong = 0;
    }
    wrong = faulty;
    is_sound(p, GLTF_OBJECT_ANIMATION, index);
}

static void compare_object(const pair *p, int kind, uint32_t index, const cJSON *object) {
    gltf_source source;
    const gltf_accessor_desc *accessors;
    gltf_document_describe(p->document, &source, &accessors, NULL);
    wrong = 0;
    switch (kind) {
    case GLTF_OBJECT_BUFFER:
        compare_buffer(p, index, object);
        break;
    case GLTF_OBJECT_VIEW:
        compare_view(p, index, object, &source.views[index]);
        break;
    case GLTF_OBJECT_ACCESSOR:
        compare_accessor(p, index, object, &accessors[index]);
        compare_bounds(p, index, object);
        break;
    case GLTF_OBJECT_MESH:
        compare_mesh(p, index, object);
        break;
    case GLTF_OBJECT_SKIN:
        compare_skin(p, index, object);
        break;
    case GLTF_OBJECT_ANIMATION:
        compare_animation(p, index, object);
        break;
    default:
        compare_node(p, index, object);
        break;
    }
    if (kind != GLTF_OBJECT_NONE && cJSON_IsObject(object)) {
        same_text(gltf_document_name(p->document, kind, index), string_of(member(object, "name")));
    }
}

/* 1 when both parsed and every table agrees. */
static int compare_text(const void *bytes, size_t size) {
    gltf_document *document;
    size_t json_size;
    pair p;
    if (gltf_document_parse(bytes, size, NULL, &document, NULL) != GLTF_OK) {
        return 0;
    }
    const char *json = gltf_document_json(document, &json_size);
    cJSON *root = cJSON_ParseWithLength(json, json_size);
    /* cJSON cuts strings at U+0000, refuses lone surrogates and long numbers: such texts are left to fuzz_json */
    char *copy = malloc(json_size + 1);
    memcpy(copy, json, json_size);
    copy[json_size] = 0;
    const int plain = root && !strstr(copy, "\\u0000");
    free(copy);
    if (plain) {
        p.document = document;
        p.root = root;
        for (int kind = GLTF_OBJECT_BUFFER; kind <= GLTF_OBJECT_NODE; kind++) {
            p.counts[kind] = length(member(root, KEYS[kind]));
            assert_int_equal(gltf_document_count(document, kind), p.counts[kind]);
        }
        for (int kind = GLTF_OBJECT_BUFFER; kind <= GLTF_OBJECT_NODE; kind++) {
            const cJSON *table = member(root, KEYS[kind]);
            uint32_t index = 0;
            for (const cJSON *one = cJSON_IsArray(table) ? table->child : NULL; one; one = one->next) {
                compare_object(&p, kind, index++, one);
            }
        }
    }
    cJSON_Delete(root);
    gltf_document_free(document);
    return plain;
}

/* ---- Texts ---- */

#define HEAD "{\"asset\":{\"version\":\"2.0\"},"

static const char *const TEXTS[] = {
    HEAD "\"buffers\":[{\"byteLength\":8},{\"byteLength\":1e1},{\"byteLength\":-1},{\"byteLength\":1.5},3,{}]}",
    HEAD "\"buffers\":[{\"byteLength\":8,\"byteLength\":9,\"uri\":\"a\",\"uri\":\"b\"}]}",
    HEAD "\"buffers\":[{\"byteLength\":8}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":8,\"name\":"
         "\"\\u00e9\\ud83d\\ude00\"},"
         "{\"b\\u0075ffer\":0,\"byteOffset\":2,\"byteLength\":6.0,\"byteStride\":4},{\"buffer\":1,\"byteLength\":8},"
         "{\"buffer\":0},{\"buffer\":\"0\",\"byteLength\":8},null,{\"buffer\":0,\"byteLength\":8,\"byteStride\":"
         "4294967296}]}",
    HEAD
    "\"bufferViews\":[],\"accessors\":[{\"componentType\":5126,\"count\":2,\"type\":\"VEC3\",\"min\":[0.1,-1e-7,1e30],"
    "\"max\":[0.30000000000000004,1e-300,123456789012345678901234567890]},"
    "{\"componentType\":5126,\"count\":2,\"type\":\"VEC3\",\"min\":[1,2],\"max\":[1,2,null]},"
    "{\"componentType\":5124,\"count\":2,\"type\":\"VEC3\"},{\"componentType\":5121,\"count\":2,\"type\":\"VEC5\"},"
    "{\"componentType\":5121,\"count\":2,\"type\":5},{\"componentType\":5121,\"count\":2,\"type\":\"SCALAR\","
    "\"normalized\":1},{\"componentType\":5121,\"count\":2,\"type\":\"SCALAR\",\"normalized\":true},"
    "{\"componentType\":5121,\"count\":2,\"type\":\"SCALAR\",\"bufferView\":0},"
    "{\"componentType\":5121,\"count\":2,\"type\":\"SCALAR\",\"sparse\":{\"count\":1}},"
    "{\"componentType\":5121,\"count\":2,\"type\":\"SCALAR\",\"sparse\":[]}]}",
    HEAD "\"bufferViews\":[{}],\"accessors\":[{\"componentType\":5121,\"count\":2,\"type\":\"SCALAR\",\"sparse\":{"
         "\"count\":1,"
         "\"indices\":{\"bufferView\":0,\"componentType\":5121,\"byteOffset\":3},\"values\":{\"bufferView\":0,"
         "\"byteOffset\":"
         "4}}}]}",
    HEAD
    "\"accessors\":[{\"componentType\":5126,\"count\":1,\"type\":\"SCALAR\"},{}],\"meshes\":[{\"primitives\":[{"
    "\"attributes\":{\"POSITION\":0,\"A\":1,\"POSITION\":1}},{\"attributes\":{\"POSITION\":0,\"B\":0},\"indices\":1,"
    "\"mode\":0,\"targets\":[{\"POSITION\":0},{\"A\":1,\"POSITION\":0},{}]}],\"weights\":[1,0.1,1e-50],"
    "\"extras\":{\"targetNames\":[\"a\",1,\"\"]}},{\"primitives\":[{\"attributes\":{\"P\":2}},{\"attributes\":[]},"
    "{\"attributes\":{},\"mode\":7},{\"attributes\":{},\"targets\":{}},{\"attributes\":{},\"targets\":[1]},5]},{},"
    "{\"primitives\":{}},{\"primitives\":[],\"weights\":[1e39]},{\"primitives\":[],\"weights\":5},7]}",
    HEAD "\"nodes\":[{\"mesh\":0},{\"skin\":0,\"weights\":[0.5]},{\"mesh\":1},{\"weights\":{}},[],{\"name\":5}],"
         "\"meshes\":[{\"primitives\":[]}],\"skins\":[{\"joints\":[0,1,5]},{\"joints\":[6]},{\"joints\":0},{},"
         "{\"joints\":[],\"inverseBindMatrices\":0}]}",
    HEAD "\"accessors\":[{}],\"nodes\":[{}],\"animations\":[{\"samplers\":[{\"input\":0,\"output\":0},{\"input\":0,"
         "\"interpolation\":\"STEP\",\"output\":0},{\"input\":1,\"output\":0},{\"input\":0,\"output\":0,"
         "\"interpolation\":\"step\"},{\"input\":0,\"output\":0,\"interpolation\":2}],\"channels\":[{\"sampler\":0,"
         "\"target\":{\"path\":\"scale\",\"node\":0}},{\"sampler\":5,\"target\":{\"path\":\"scale\"}},{\"sampler\":0},"
         "{\"sampler\":0,\"target\":{}},{\"sampler\":1,\"target\":{\"path\":\"other\"}}]},{\"samplers\":[]},{"
         "\"channels\":[]},"
         "{\"samplers\":[],\"channels\":[]},0]}",
};

static void texts_agree(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(TEXTS); i++) {
        assert_true(compare_text(TEXTS[i], strlen(TEXTS[i])));
    }
}

#if HAS_FOLDERS
/* Every regular file in a folder and its subfolders; gives how many agreed. */
static size_t compare_folder(const char *folder) {
    DIR *directory = opendir(folder);
    size_t agreed = 0;
    struct dirent *entry;
    while (directory && (entry = readdir(directory)) != NULL) {
        char path[1024];
        const int written = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] == '.' || written < 0 || (size_t)written >= sizeof path) {
            continue;
        }
        DIR *below = opendir(path);
        if (below) {
            closedir(below);
            agreed += compare_folder(path);
            continue;
        }
        FILE *file = fopen(path, "rb");
        long size = file && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : 0;
        char *bytes = malloc(size > 0 ? (size_t)size : 1);
        if (file && size > 0) {
            rewind(file);
            agreed += fread(bytes, 1, (size_t)size, file) == (size_t)size && compare_text(bytes, (size_t)size);
        }
        free(bytes);
        if (file) {
            fclose(file);
        }
    }
    if (directory) {
        closedir(directory);
    }
    return agreed;
}
#endif

static void files_agree(void **state) {
    (void)state;
#if HAS_FOLDERS
    static const char *const shared[] = {"/../shared/cases", "/../shared/corpus", "/../shared/conformance"};
    assert_true(compare_folder(GLTF_TEST_ROOT "/examples/data") > 0);
    assert_true(compare_folder(GLTF_TEST_DATA "/models") > 0);
    assert_true(compare_folder(GLTF_TEST_ROOT "/tests/fuzz/corpus/document") > 0);
    for (size_t i = 0; i < COUNT(shared); i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s%s", GLTF_TEST_ROOT, shared[i]);
        const size_t agreed = compare_folder(path);
        print_message("%s: %u files\n", shared[i], (unsigned)agreed);
    }
#else
    skip();
#endif
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_agree),
        cmocka_unit_test(files_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
