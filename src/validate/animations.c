/* validate/animations.c - layer 3: animation samplers, and channels as far as they tell what samplers must be. */
#include "accessors.h"
#include "schema.h"
#include "views.h"

typedef struct sampler {
    int64_t input;
    int64_t output;
    int64_t interpolation; /* place in the list of words, 0 = unknown, -1 = broken */
    uint8_t used;
} sampler;

typedef struct channel {
    int64_t sampler;
    int64_t node;
    int64_t path; /* GLTF_PATH_*, 0 = unknown, -1 = none */
    uint8_t has_target;
} channel;

typedef struct animation {
    sampler *samplers; /* NULL = broken */
    channel *channels;
    uint32_t sampler_count;
    uint32_t channel_count;
    uint32_t index;
} animation;

/* ---- Reading ---- */

static void read_sampler(gltf_i_check *check, gltf_i_text object, void *entry) {
    sampler *const out = entry;
    gltf_i_field fields[GLTF_I_SCHEMA_MAX];
    gltf_i_schema_read(check, &gltf_i_schema_sampler, object, fields);
    out->input = fields[GLTF_I_SAMPLER_INPUT].number;
    out->output = fields[GLTF_I_SAMPLER_OUTPUT].number;
    out->interpolation = field_or(&fields[GLTF_I_SAMPLER_INTERPOLATION], GLTF_INTERPOLATION_LINEAR);
}

static void read_channel(gltf_i_check *check, gltf_i_text object, void *entry) {
    channel *const out = entry;
    gltf_i_field fields[GLTF_I_SCHEMA_MAX];
    gltf_i_field target[GLTF_I_SCHEMA_MAX];
    gltf_i_schema_read(check, &gltf_i_schema_channel, object, fields);
    out->sampler = fields[GLTF_I_CHANNEL_SAMPLER].number;
    if (fields[GLTF_I_CHANNEL_TARGET].state != GLTF_I_FIELD_GOOD) {
        return;
    }
    gltf_i_path_name(check, "target");
    gltf_i_schema_read(check, &gltf_i_schema_target, fields[GLTF_I_CHANNEL_TARGET].value, target);
    gltf_i_path_pop(check);
    out->has_target = 1;
    out->node = target[GLTF_I_TARGET_NODE].number;
    out->path = target[GLTF_I_TARGET_PATH].number;
}

/* One element of a list into its entry. */
typedef void (*read_entry)(gltf_i_check *check, gltf_i_text object, void *entry);

/* Entries of `size` bytes of a list of objects, *count of them; NULL = broken. */
static void *read_list(gltf_i_check *check, const char *name, const gltf_i_field *field, size_t size, read_entry read,
                       uint32_t *count) {
    gltf_i_text key;
    gltf_i_text element;
    size_t cursor = 0;
    if (field->state != GLTF_I_FIELD_GOOD) {
        return NULL;
    }
    uint8_t *const entries = gltf_i_scratch_get(check, (uint64_t)field->number, size);
    gltf_i_path_name(check, name);
    while (entries && gltf_i_scan_next(field->value, &cursor, &key, &element)) {
        gltf_i_path_index(check, *count);
        read(check, element, entries + size * (*count)++);
        gltf_i_path_pop(check);
    }
    gltf_i_path_pop(check);
    return entries;
}

/* ---- Samplers ---- */

/* The accessor under a key of a sampler, noted as used; NULL if there is none. */
static gltf_i_check_accessor *use_accessor(gltf_i_check *check, const char *name, int64_t index, uint8_t role) {
    if (index == GLTF_I_BROKEN) {
        return NULL;
    }
    gltf_i_check_accessor *const accessor = gltf_i_accessor_of(check, index);
    if (!accessor) {
        gltf_i_report_at(check, GLTF_I_UNRESOLVED_REFERENCE, name, "there is no accessor %n", words_of(index, 0));
        return NULL;
    }
    gltf_i_accessor_use(check, accessor, role, GLTF_I_VIEW_OTHER, text_of(name));
    if (gltf_i_accessor_has_stride(check, accessor)) {
        gltf_i_report_at(check, GLTF_I_ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE, name,
                         "bufferView %n of animation data has a byteStride", words_of(accessor->view, 0));
    }
    return accessor;
}

/* [glTF 2.0, 3.11 Animations: animation.sampler.input] */
static void check_input(gltf_i_check *check, const animation *a, uint32_t index, gltf_i_check_accessor *accessor) {
    static const uint16_t formats[] = {GLTF_I_FORMAT(GLTF_SCALAR, GLTF_FLOAT, 0), 0};
    if (!gltf_i_accessor_is(accessor, formats)) {
        gltf_i_report(check, GLTF_I_ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT,
                      "the accessor is %t, not SCALAR FLOAT", words_text(gltf_i_accessor_format(check, accessor)));
    } else {
        gltf_i_accessor_ask(check, accessor, GLTF_I_RULE_TIMES, a->index, index);
    }
    if (!accessor->min || !accessor->max) {
        gltf_i_report(check, GLTF_I_ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS,
                      "the accessor has no min or no max", words_none());
    }
    if (a->samplers[index].interpolation == GLTF_INTERPOLATION_CUBICSPLINE && accessor->count < 2) {
        gltf_i_report(check, GLTF_I_ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS, "CUBICSPLINE with %n keys",
                      words_of(accessor->count, 0));
    }
}

static void check_sampler(gltf_i_check *check, const animation *a, uint32_t index) {
    const sampler *const s = &a->samplers[index];
    gltf_i_check_accessor *const input = use_accessor(check, "input", s->input, GLTF_I_ROLE_INPUT);
    if (input) {
        gltf_i_path_name(check, "input");
        check_input(check, a, index, input);
        gltf_i_path_pop(check);
    }
    gltf_i_check_accessor *const output = use_accessor(check, "output", s->output, GLTF_I_ROLE_OUTPUT);
    if (output) { /* the official validator notes this use twice, and so reports twice what does not fit */
        gltf_i_view_use(check, gltf_i_view_of(check, output->view), GLTF_I_VIEW_OTHER, text_of("output"));
    }
}

/* ---- Channels: what a sampler's output must be is told by the property that it moves ---- */

static const uint16_t *path_formats(int64_t path) {
#define FORMATS(shape)                                                                                                 \
    {                                                                                                                  \
        GLTF_I_FORMAT(shape, GLTF_FLOAT, 0), GLTF_I_FORMAT(shape, GLTF_BYTE, 1),                                       \
            GLTF_I_FORMAT(shape, GLTF_UNSIGNED_BYTE, 1), GLTF_I_FORMAT(shape, GLTF_SHORT, 1),                          \
            GLTF_I_FORMAT(shape, GLTF_UNSIGNED_SHORT, 1), 0                                                            \
    }
    static const uint16_t vectors[] = {GLTF_I_FORMAT(GLTF_VEC3, GLTF_FLOAT, 0), 0};
    static const uint16_t rotations[] = FORMATS(GLTF_VEC4);
    static const uint16_t weights[] = FORMATS(GLTF_SCALAR);
#undef FORMATS
    switch (path) {
    case GLTF_PATH_TRANSLATION:
    case GLTF_PATH_SCALE:
        return vectors;
    case GLTF_PATH_ROTATION:
        return rotations;
    case GLTF_PATH_WEIGHTS:
        return weights;
    default:
        return NULL;
    }
}

/* Morph targets of the mesh of a node, 0 where there are none. */
static int64_t target_count(const gltf_i_check *check, int64_t node) {
    if (node < 0 || node >= check->node_count || !check->nodes[node].exists) {
        return 0;
    }
    const int64_t mesh = check->nodes[node].mesh;
    return mesh >= 0 && mesh < check->mesh_count ? check->meshes[mesh].target_count : 0;
}

/* How many elements an output needs; 0 where that cannot be told. */
static int64_t wanted_count(const gltf_i_check *check, const sampler *s, const channel *c) {
    const gltf_i_check_accessor *const input = gltf_i_accessor_of(check, s->input);
    if (!input || input->count == GLTF_I_BROKEN || s->interpolation == GLTF_I_BROKEN || !path_formats(c->path)) {
        return 0;
    }
    const int64_t values = s->interpolation == GLTF_INTERPOLATION_CUBICSPLINE ? 3 : 1;
    const int64_t targets = c->path == GLTF_PATH_WEIGHTS ? target_count(check, c->node) : 1;
    uint64_t count;
    const int fits = checked_mul((uint64_t)(input->count * values), (uint64_t)targets, &count);
    return fits && count <= INT64_MAX ? (int64_t)count : INT64_MAX;
}

static void check_output(gltf_i_check *check, const animation *a, uint32_t index, gltf_i_check_accessor *accessor) {
    const channel *const c = &a->channels[index];
    const sampler *const s = &a->samplers[c->sampler];
    if (c->path == GLTF_PATH_ROTATION && gltf_i_accessor_components(accessor) == 4) {
        gltf_i_rule *const rule = gltf_i_accessor_ask(check, accessor, GLTF_I_RULE_ROTATION, a->index, index);
        if (rule) {
            rule->flag = s->interpolation == GLTF_INTERPOLATION_CUBICSPLINE;
        }
    }
    const uint16_t *const formats = path_formats(c->path);
    if (formats && !gltf_i_accessor_is(accessor, formats)) {
        gltf_i_report_at(check, GLTF_I_ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT, "sampler",
                         "the output is %t, which the property cannot be",
                         words_text(gltf_i_accessor_format(check, accessor)));
    }
    const int64_t wanted = wanted_count(check, s, c);
    if (wanted != 0 && accessor->count != GLTF_I_BROKEN && accessor->count != wanted) {
        gltf_i_report_at(check, GLTF_I_ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT, "sampler",
                         "the output has %n elements, its keys need %n", words_of(accessor->count, wanted));
    }
}

static void check_channel(gltf_i_check *check, const animation *a, uint32_t index) {
    const channel *const c = &a->channels[index];
    if (c->sampler == GLTF_I_BROKEN) {
        return;
    }
    if (c->sampler >= a->sampler_count) {
        gltf_i_report_at(check, GLTF_I_UNRESOLVED_REFERENCE, "sampler", "there is no sampler %n",
                         words_of(c->sampler, 0));
        return;
    }
    a->samplers[c->sampler].used = 1;
    gltf_i_check_accessor *const output = gltf_i_accessor_of(check, a->samplers[c->sampler].output);
    if (c->has_target && output) {
        check_output(check, a, index, output);
    }
}

/* ---- All of it ---- */

static void check_links(gltf_i_check *check, const animation *a) {
    gltf_i_path_name(check, "samplers");
    for (uint32_t i = 0; i < a->sampler_count; i++) {
        gltf_i_path_index(check, i);
        check_sampler(check, a, i);
        gltf_i_path_pop(check);
    }
    gltf_i_path_pop(check);
    gltf_i_path_name(check, "channels");
    for (uint32_t i = 0; i < a->channel_count; i++) {
        gltf_i_path_index(check, i);
        check_channel(check, a, i);
        gltf_i_path_pop(check);
    }
    gltf_i_path_pop(check);
    gltf_i_path_name(check, "samplers");
    for (uint32_t i = 0; i < a->sampler_count; i++) {
        if (!a->samplers[i].used) {
            gltf_i_report_index(check, GLTF_I_UNUSED_OBJECT, i, "no channel refers to this sampler", words_none());
        }
    }
    gltf_i_path_pop(check);
}

static void check_animation(gltf_i_check *check, gltf_i_text object, uint32_t index) {
    gltf_i_field fields[GLTF_I_SCHEMA_MAX];
    animation a;
    memory_zero(&a, sizeof a);
    a.index = index;
    gltf_i_schema_read(check, &gltf_i_schema_animation, object, fields);
    a.channels = read_list(check, "channels", &fields[GLTF_I_ANIMATION_CHANNELS], sizeof *a.channels, read_channel,
                           &a.channel_count);
    a.samplers = read_list(check, "samplers", &fields[GLTF_I_ANIMATION_SAMPLERS], sizeof *a.samplers, read_sampler,
                           &a.sampler_count);
    if (a.channels && a.samplers) {
        check_links(check, &a);
    }
}

void gltf_i_check_animations(gltf_i_check *check, gltf_i_text array) {
    if (gltf_i_schema_array(check, "animations", array, 0, NULL) > 0) {
        gltf_i_schema_each(check, "animations", array, check_animation);
    }
}
