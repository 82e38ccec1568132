/* document/build_animations.c - layer 2: the table of animations, their samplers and channels. */
#include "document.h"

static const char *const INTERPOLATIONS[] = {"LINEAR", "STEP", "CUBICSPLINE"};
static const char *const PATHS[] = {"translation", "rotation", "scale", "weights", "pointer"};

static void read_sampler(gltf_i_build *build, gltf_i_text text, gltf_animation_sampler *sampler) {
    enum { INPUT, INTERPOLATION, OUTPUT, MEMBERS };
    static const char *const names[] = {"input", "interpolation", "output", NULL};
    const uint32_t accessor_count = build->document->kinds[GLTF_OBJECT_ACCESSOR].count;
    gltf_i_text members[MEMBERS];
    gltf_i_build_members(build, text, names, members);
    sampler->input = gltf_i_build_index(build, members[INPUT], "input", 1, accessor_count);
    sampler->output = gltf_i_build_index(build, members[OUTPUT], "output", 1, accessor_count);
    sampler->interpolation = GLTF_INTERPOLATION_LINEAR;
    if (members[INTERPOLATION].at) {
        const int sound = build->fault.status == GLTF_OK;
        const uint32_t i = gltf_i_build_choice(members[INTERPOLATION], INTERPOLATIONS, 3);
        if (i == 3) {
            const char *name = gltf_i_build_text(build, members[INTERPOLATION], NULL);
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

static void read_channel(gltf_i_build *build, gltf_i_text text, const gltf_i_animation *animation,
                         gltf_animation_channel *channel) {
    enum { SAMPLER, TARGET, MEMBERS };
    static const char *const names[] = {"sampler", "target", NULL};
    enum { NODE, PATH, EXTENSIONS, TARGET_MEMBERS };
    static const char *const target_names[] = {"node", "path", "extensions", NULL};
    gltf_i_text members[MEMBERS];
    gltf_i_text parts[TARGET_MEMBERS];
    gltf_i_build_members(build, text, names, members);
    const gltf_i_text target = gltf_i_build_object(build, members[TARGET], "target", 1);
    gltf_i_scan_members(target, target_names, NULL, parts);
    channel->sampler = gltf_i_build_index(build, members[SAMPLER], "sampler", 1, animation->sampler_count);
    channel->node =
        gltf_i_build_index(build, parts[NODE], "target.node", 0, build->document->kinds[GLTF_OBJECT_NODE].count);
    if (target.at && gltf_i_value_kind(parts[PATH]) != GLTF_I_JSON_STRING) {
        gltf_i_build_property(build, "target.path", parts[PATH].at ? GLTF_I_REASON_NOT_STRING : GLTF_I_REASON_MISSING);
        return;
    }
    channel->path = GLTF_PATH_TRANSLATION + (target.at ? gltf_i_build_choice(parts[PATH], PATHS, 5) : 0);
    channel->path_name =
        channel->path < GLTF_PATH_OTHER ? PATHS[channel->path - 1] : gltf_i_build_text(build, parts[PATH], NULL);
    if (channel->path == GLTF_PATH_POINTER) {
        const gltf_i_text object = gltf_i_scan_member(parts[EXTENSIONS], "KHR_animation_pointer");
        channel->pointer = gltf_i_build_text(build, gltf_i_scan_member(object, "pointer"), NULL);
    }
    if (build->fault.status == GLTF_OK) {
        channel->values_per_key = values_per_key(build->document, animation, channel);
    }
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

static void read_parts(gltf_i_build *build, gltf_i_text sampler_list, gltf_i_text channel_list,
                       gltf_i_animation *animation) {
    animation->sampler_count = gltf_i_build_list(build, sampler_list, "samplers");
    animation->channel_count = gltf_i_build_list(build, channel_list, "channels");
    gltf_i_sampler *samplers = gltf_i_build_get(build, animation->sampler_count, sizeof *samplers);
    gltf_i_channel *channels = gltf_i_build_get(build, animation->channel_count, sizeof *channels);
    gltf_error first = build->fault;
    gltf_i_text element;
    size_t cursor = 0;

    animation->samplers = samplers;
    animation->channels = channels;
    memory_zero(&build->fault, sizeof build->fault);
    for (uint32_t i = 0; build->stop == GLTF_OK && gltf_i_build_next(sampler_list, &cursor, &element); i++) {
        build->place.part = i;
        read_sampler(build, element, &samplers[i].facts);
        samplers[i].fault = end_part(build, &first);
    }
    cursor = 0;
    for (uint32_t i = 0; build->stop == GLTF_OK && gltf_i_build_next(channel_list, &cursor, &element); i++) {
        build->place.part = i;
        read_channel(build, element, animation, &channels[i].facts);
        channels[i].fault = end_part(build, &first);
    }
    build->place.part = GLTF_NONE;
    build->fault = first;
}

static void read_animation(gltf_i_build *build, gltf_i_text text, uint32_t index) {
    enum { CHANNELS, SAMPLERS, NAME, MEMBERS };
    static const char *const names[] = {"channels", "samplers", "name", NULL};
    gltf_i_text members[MEMBERS];
    gltf_i_build_members(build, text, names, members);
    if (gltf_i_value_kind(text) == GLTF_I_JSON_OBJECT) {
        gltf_i_build_name(build, GLTF_OBJECT_ANIMATION, index, members[NAME]);
        read_parts(build, members[SAMPLERS], members[CHANNELS], &build->document->animations[index]);
    }
}

gltf_status gltf_i_build_animations(gltf_document *document, const gltf_i_table *elements) {
    gltf_i_build build = {.document = document};
    document->animations = gltf_i_build_get(&build, elements->count, sizeof *document->animations);
    for (uint32_t i = 0; i < elements->count && build.stop == GLTF_OK; i++) {
        gltf_i_build_begin(&build, GLTF_OBJECT_ANIMATION, i);
        read_animation(&build, gltf_i_build_text_at(document, elements->at[i]), i);
        gltf_i_build_end(&build);
    }
    return build.stop;
}
