/* examples/render/animation.c - reads the tracks of an animation, and samples them. */
#include "animation.h"
#include "matrix.h"
#include "report.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reading ---- */

/* Where a track writes: the place of its numbers in the node, and how many they are. */
static float *target_of(scene_node *node, uint32_t path, size_t *width) {
    *width = path == GLTF_PATH_ROTATION ? 4 : path == GLTF_PATH_WEIGHTS ? node->weight_count : 3;
    switch (path) {
    case GLTF_PATH_TRANSLATION:
        return node->translation;
    case GLTF_PATH_ROTATION:
        return node->rotation;
    case GLTF_PATH_SCALE:
        return node->scale;
    case GLTF_PATH_WEIGHTS:
        return node->weights;
    default:
        return NULL;
    }
}

/* Key times, decoded once: they are searched in each frame. */
static gltf_status read_times(const gltf_document *document, uint32_t index, track *t, gltf_error *error) {
    gltf_accessor times;
    gltf_status status = gltf_document_accessor(document, index, &times, error);
    if (status != GLTF_OK) {
        return status;
    }
    t->key_count = gltf_accessor_number_count(&times);
    t->times = malloc(t->key_count * sizeof *t->times + 1);
    t->keys = malloc(2 * 3 * t->width * sizeof *t->keys + 1);
    if (!t->times || !t->keys) {
        return error->status = GLTF_ERR_MEMORY;
    }
    return error->status = gltf_accessor_read_float(&times, 0, times.count, t->times, t->key_count);
}

static gltf_status read_track(const gltf_document *document, uint32_t number, const gltf_animation_channel *channel,
                              const scene *s, track *t, gltf_error *error) {
    gltf_animation_sampler sampler;
    gltf_status status = gltf_document_sampler(document, number, channel->sampler, &sampler, error);
    if (status == GLTF_OK) {
        status = gltf_document_accessor(document, sampler.output, &t->values, error);
    }
    if (status != GLTF_OK) {
        return status;
    }
    target_of(&s->nodes[channel->node], channel->path, &t->width);
    t->interpolation = sampler.interpolation;
    t->node = channel->node;
    t->path = channel->path;
    t->elements = channel->values_per_key;
    status = read_times(document, sampler.input, t, error);
    if (status != GLTF_OK) {
        return status;
    }
    const size_t factor = sampler.interpolation == GLTF_INTERPOLATION_CUBICSPLINE ? 3 : 1;
    if (t->key_count == 0 || t->elements == 0 || t->elements * t->values.component_count != factor * t->width ||
        t->values.count / t->elements < t->key_count) {
        error->status = GLTF_ERR_MISMATCH; /* fewer values than the keys need, or of another kind */
        error->object = GLTF_OBJECT_ANIMATION;
        error->index = number;
        error->part = channel->sampler;
        error->target = GLTF_NONE;
        error->field = "output";
        error->expected = t->key_count * factor * t->width;
        error->found = gltf_accessor_number_count(&t->values);
    }
    return error->status;
}

static void release_track(track *t) {
    free(t->times);
    free(t->keys);
    memset(t, 0, sizeof *t);
}

/* Channels without a node, or of a path that we do not know, do not concern us. */
static int is_ours(const gltf_animation_channel *channel, const scene *s) {
    size_t width;
    return channel->node < s->node_count && target_of(&s->nodes[channel->node], channel->path, &width) != NULL;
}

gltf_status animation_open(const gltf_document *document, uint32_t index, const scene *s, animation *out, int *faults) {
    gltf_animation facts;
    gltf_error error = {0};
    memset(out, 0, sizeof *out);
    if (gltf_document_animation(document, index, &facts, &error) != GLTF_OK) {
        return report(&error);
    }
    out->tracks = calloc((size_t)facts.channel_count + 1, sizeof *out->tracks);
    if (!out->tracks) {
        return report_read(GLTF_ERR_MEMORY, GLTF_OBJECT_ANIMATION, index, GLTF_NONE, NULL);
    }
    for (uint32_t c = 0; c < facts.channel_count; c++) {
        gltf_animation_channel channel;
        gltf_error fresh = {0};
        track *t = &out->tracks[out->track_count];
        if (gltf_document_channel(document, index, c, &channel, &fresh) == GLTF_OK &&
            (!is_ours(&channel, s) || read_track(document, index, &channel, s, t, &fresh) == GLTF_OK)) {
            out->track_count += t->times != NULL;
            out->length = t->times ? fmaxf(out->length, t->times[t->key_count - 1]) : out->length;
        } else {
            report(&fresh);
            release_track(t);
            ++*faults;
        }
    }
    return GLTF_OK;
}

void animation_release(animation *a) {
    for (uint32_t i = 0; i < a->track_count; i++) {
        release_track(&a->tracks[i]);
    }
    free(a->tracks);
    memset(a, 0, sizeof *a);
}

/* ---- Sampling ---- */

/* The last key that is not after `time`; the first one for times before it. */
static size_t find_key(const track *t, float time) {
    size_t low = 0, high = t->key_count;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (t->times[middle] <= time) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Along the shorter arc of the sphere.  [glTF 2.0, appendix C.4] */
static void turn(const float *a, const float *b, float t, float *out) {
    float cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    const float sign = cosine < 0 ? -1.0f : 1.0f;
    float from = 1 - t, to = t;
    cosine = fminf(cosine * sign, 1);
    if (cosine < 0.9999f) { /* nearer than that the straight line is as good, and does not divide by zero */
        const float angle = acosf(cosine);
        from = sinf(from * angle) / sinf(angle);
        to = sinf(to * angle) / sinf(angle);
    }
    for (int c = 0; c < 4; c++) {
        out[c] = from * a[c] + sign * to * b[c];
    }
    vector_normalize(out, 4);
}

/* Each key is: in-tangents, values, out-tangents.  [glTF 2.0, appendix C.5] */
static void spline(const float *a, const float *b, size_t width, float step, float t, float *out) {
    const float t2 = t * t, t3 = t2 * t;
    for (size_t c = 0; c < width; c++) {
        out[c] = (2 * t3 - 3 * t2 + 1) * a[width + c] + (t3 - 2 * t2 + t) * step * a[2 * width + c] +
                 (3 * t2 - 2 * t3) * b[width + c] + (t3 - t2) * step * b[c];
    }
}

static void sample(const track *t, float time, float *out) {
    const size_t key = find_key(t, time), numbers = t->elements * t->values.component_count;
    const size_t read = key + 1 < t->key_count ? 2 : 1;
    /* A range of the file's own data: normalized integers, sparse or padded, it is all the same to the caller. */
    if (gltf_accessor_read_float(&t->values, key * t->elements, read * t->elements, t->keys, read * numbers) !=
        GLTF_OK) {
        return;
    }
    const int cubic = t->interpolation == GLTF_INTERPOLATION_CUBICSPLINE;
    const float *a = t->keys, *b = t->keys + numbers;
    const float step = read == 2 ? t->times[key + 1] - t->times[key] : 0;
    const float part = step > 0 && time > t->times[key] ? (time - t->times[key]) / step : 0;
    if (part == 0 || t->interpolation == GLTF_INTERPOLATION_STEP) {
        memcpy(out, a + (cubic ? t->width : 0), t->width * sizeof *out);
    } else if (cubic) {
        spline(a, b, t->width, step, part, out);
    } else if (t->path == GLTF_PATH_ROTATION) {
        turn(a, b, part, out);
    } else {
        for (size_t c = 0; c < t->width; c++) {
            out[c] = a[c] + part * (b[c] - a[c]);
        }
    }
    if (cubic && t->path == GLTF_PATH_ROTATION) {
        vector_normalize(out, 4);
    }
}

void animation_apply(const animation *a, float time, scene *s) {
    const float moment = time > a->length && a->length > 0 ? fmodf(time, a->length) : time;
    for (uint32_t i = 0; i < a->track_count; i++) {
        const track *t = &a->tracks[i];
        scene_node *node = &s->nodes[t->node];
        size_t width;
        float *out = target_of(node, t->path, &width);
        node->has_matrix = node->has_matrix && t->path == GLTF_PATH_WEIGHTS; /* an animated node has no matrix */
        sample(t, moment, out);
    }
}
