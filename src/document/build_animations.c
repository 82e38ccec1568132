/* document/build_animations.c - floor 2: the table of animations, their samplers and channels. */
#include "document.h"

static const char *const INTERPOLATIONS[] = {"LINEAR", "STEP", "CUBICSPLINE"};
static const char *const PATHS[] = {"translation", "rotation", "scale", "weights", "pointer"};

static void read_sampler(gltf_i_build *build, const gltf_i_json *json, gltf_animation_sampler *sampler) {
    const uint32_t accessor_count = build->document->kinds[GLTF_OBJECT_ACCESSOR].count;
    const gltf_i_json *interpolation = gltf_i_json_member(json, "interpolation");
    sampler->input = gltf_i_build_index(build, json, "input", "input", 1, accessor_count);
    sampler->output = gltf_i_build_index(build, json, "output", "output", 1, accessor_count);
    sampler->interpolation = GLTF_INTERPOLATION_LINEAR;
    if (interpolation) {
        const int sound = build->fault.status == GLTF_OK;
        const char *name = gltf_i_json_string(interpolation);
        uint32_t i = 0;
        while (i < 3 && !(name && memory_same_text(name, INTERPOLATIONS[i]))) {
            i++;
        }
        if (i == 3) {
            gltf_i_build_fault_named(build, GLTF_ERR_PROPERTY, "interpolation", name);
            if (sound) {
                build->fault.reason = name ? GLTF_I_REASON_UNKNOWN_NAME : GLTF_I_REASON_NOT_STRING;
            }
        }
        sampler->interpolation = GLTF_INTERPOLATION_LINEAR + i;
    }
}

/* Elements of the output for one key, by the path and the node's morph targets.  [3.11 Animations] */
static uint32_t values_per_key(const gltf_document *document, const gltf_i_animation *animation,
                               const gltf_animation_channel *channel) {
    uint32_t values = 1;
    if (channel->path == GLTF_PATH_OTHER || channel->path == GLTF_PATH_POINTER) {
        return 0;
    }
    if (channel->path == GLTF_PATH_WEIGHTS) {
        const uint32_t mesh = channel->node == GLTF_NONE ? GLTF_NONE : document->nodes[channel->node].mesh;
        const gltf_i_mesh *morphed = mesh == GLTF_NONE ? NULL : &document->meshes[mesh];
        values = morphed && morphed->primitive_count ? morphed->primitives[0].target_count : 0;
    }
    if (animation->samplers[channel->sampler].facts.interpolation == GLTF_INTERPOLATION_CUBICSPLINE) {
        values *= 3;
    }
    return values;
}

static void read_channel(gltf_i_build *build, const gltf_i_json *json, const gltf_i_animation *animation,
                         gltf_animation_channel *channel) {
    const gltf_i_json *target = gltf_i_build_object(build, json, "target", "target", 1);
    const char *path = gltf_i_json_string(gltf_i_json_member(target, "path"));
    channel->sampler = gltf_i_build_index(build, json, "sampler", "sampler", 1, animation->sampler_count);
    channel->node =
        gltf_i_build_index(build, target, "node", "target.node", 0, build->document->kinds[GLTF_OBJECT_NODE].count);
    if (target && !path) {
        gltf_i_build_property(build, "target.path",
                              gltf_i_json_member(target, "path") ? GLTF_I_REASON_NOT_STRING : GLTF_I_REASON_MISSING);
        return;
    }
    channel->path = GLTF_PATH_TRANSLATION;
    while (path && channel->path < GLTF_PATH_OTHER && !memory_same_text(path, PATHS[channel->path - 1])) {
        channel->path++;
    }
    channel->path_name = channel->path < GLTF_PATH_OTHER ? PATHS[channel->path - 1] : gltf_i_build_text(build, path);
    if (channel->path == GLTF_PATH_POINTER) {
        const gltf_i_json *object =
            gltf_i_json_member(gltf_i_json_member(target, "extensions"), "KHR_animation_pointer");
        channel->pointer = gltf_i_build_text(build, gltf_i_json_string(gltf_i_json_member(object, "pointer")));
    }
    if (build->fault.status == GLTF_OK) {
        channel->values_per_key = values_per_key(build->document, animation, channel);
    }
}

/* One of the two arrays of an animation; its elements are parsed one by one, for there can be many. */
static gltf_i_text read_list(gltf_i_build *build, gltf_i_text list, const char *key, uint32_t *count) {
    if (!list.at || list.at[0] != '[') {
        const gltf_i_text none = {NULL, 0};
        gltf_i_build_property(build, key, list.at ? GLTF_I_REASON_NOT_ARRAY : GLTF_I_REASON_MISSING);
        return none;
    }
    gltf_i_text one_key, value;
    size_t cursor = 0;
    while (gltf_i_scan_next(list, &cursor, &one_key, &value)) {
        (*count)++;
    }
    return list;
}

/* Keep the fault of one part for itself, and the first of all for the animation. */
static const gltf_error *end_part(gltf_i_build *build, gltf_error *first) {
    const gltf_error *kept = NULL;
    if (build->fault.status != GLTF_OK && build->stop == GLTF_OK) {
        kept = gltf_i_fault_copy(build->document, &build->fault);
        build->stop = kept ? GLTF_OK : GLTF_ERR_MEMORY;
        *first = first->status == GLTF_OK ? build->fault : *first;
    }
    memory_zero(&build->fault, sizeof build->fault);
    return kept;
}

static void read_animation(gltf_i_build *build, const gltf_i_text lists[2], gltf_i_animation *animation) {
    static const char *const leave_out[] = {"extras", NULL};
    gltf_i_text key, value;
    const gltf_i_text sampler_list = read_list(build, lists[0], "samplers", &animation->sampler_count);
    const gltf_i_text channel_list = read_list(build, lists[1], "channels", &animation->channel_count);
    gltf_i_sampler *samplers = gltf_i_build_get(build, animation->sampler_count, sizeof *samplers);
    gltf_i_channel *channels = gltf_i_build_get(build, animation->channel_count, sizeof *channels);
    gltf_error first = build->fault;

    animation->samplers = samplers;
    animation->channels = channels;
    memory_zero(&build->fault, sizeof build->fault);
    size_t cursor = 0;
    for (uint32_t i = 0;
         build->stop == GLTF_OK && sampler_list.at && gltf_i_scan_next(sampler_list, &cursor, &key, &value); i++) {
        build->place.part = i;
        gltf_i_json *json = gltf_i_build_element(build, value, leave_out);
        read_sampler(build, json, &samplers[i].facts);
        gltf_i_json_free(json);
        samplers[i].fault = end_part(build, &first);
    }
    cursor = 0;
    for (uint32_t i = 0;
         build->stop == GLTF_OK && channel_list.at && gltf_i_scan_next(channel_list, &cursor, &key, &value); i++) {
        build->place.part = i;
        gltf_i_json *json = gltf_i_build_element(build, value, leave_out);
        read_channel(build, json, animation, &channels[i].facts);
        gltf_i_json_free(json);
        channels[i].fault = end_part(build, &first);
    }
    build->place.part = GLTF_NONE;
    build->fault = first;
}

gltf_status gltf_i_build_animations(gltf_document *document, const gltf_i_table *elements) {
    static const char *const leave_out[] = {"samplers", "channels", "extras", NULL};
    gltf_i_text left_out[3];
    gltf_i_build build = {.document = document};
    document->animations = gltf_i_build_get(&build, elements->count, sizeof *document->animations);
    for (uint32_t i = 0; i < elements->count && build.stop == GLTF_OK; i++) {
        const gltf_i_text text = gltf_i_build_text_of(document, elements->extents[i]);
        gltf_i_build_begin(&build, GLTF_OBJECT_ANIMATION, i);
        gltf_i_json *json = gltf_i_build_split(&build, text, leave_out, left_out);
        if (gltf_i_json_kind(json) == GLTF_I_JSON_OBJECT) {
            gltf_i_build_name(&build, GLTF_OBJECT_ANIMATION, i, json);
            read_animation(&build, left_out, &document->animations[i]);
        }
        gltf_i_json_free(json);
        gltf_i_build_end(&build);
    }
    return build.stop;
}
