/* Blend the morph targets of an animated mesh over time, and print its bounds: morph-blend FILE [FRAMES] */
#include <gltf_accessor/files.h>
#include <stdio.h>
#include <stdlib.h>

/* One animation of weights, with its keys and values decoded. */
typedef struct motion {
    uint32_t mesh;
    uint32_t targets;
    uint32_t interpolation;
    size_t key_count;
    float *times;
    float *values; /* for each key one weight for each target; cubic splines: in-tangents, weights, out-tangents */
} motion;

/* Everything of an accessor as floats; NULL on failure.  free() it. */
static float *read_all(const gltf_document *document, uint32_t index, size_t *count, gltf_error *error) {
    gltf_accessor accessor;
    if (gltf_document_accessor(document, index, &accessor, error) != GLTF_OK) {
        return NULL;
    }
    const size_t numbers = gltf_accessor_number_count(&accessor);
    float *out = malloc(numbers * sizeof *out + 1);
    error->status = out ? gltf_accessor_read_float(&accessor, 0, accessor.count, out, numbers) : GLTF_ERR_MEMORY;
    if (error->status != GLTF_OK) {
        free(out);
        return NULL;
    }
    *count = numbers;
    return out;
}

/* The first channel of the file that moves weights.  Gives 0 if there is none. */
static int find_channel(const gltf_document *document, uint32_t *animation, gltf_animation_channel *channel) {
    for (uint32_t a = 0; a < gltf_document_count(document, GLTF_OBJECT_ANIMATION); a++) {
        gltf_animation facts;
        gltf_document_animation(document, a, &facts, NULL);
        for (uint32_t c = 0; c < facts.channel_count; c++) {
            if (gltf_document_channel(document, a, c, channel, NULL) == GLTF_OK && channel->path == GLTF_PATH_WEIGHTS &&
                channel->node != GLTF_NONE) {
                *animation = a;
                return 1;
            }
        }
    }
    return 0;
}

static gltf_status read_motion(const gltf_document *document, uint32_t animation, const gltf_animation_channel *channel,
                               motion *out, gltf_error *error) {
    gltf_animation_sampler sampler;
    gltf_node node;
    gltf_mesh mesh;
    size_t value_count = 0;
    gltf_status status = gltf_document_sampler(document, animation, channel->sampler, &sampler, error);
    if (status == GLTF_OK) {
        status = gltf_document_node(document, channel->node, &node, error);
    }
    if (status == GLTF_OK) {
        status = gltf_document_mesh(document, node.mesh, &mesh, error);
    }
    if (status != GLTF_OK) {
        return status;
    }
    out->mesh = node.mesh;
    out->targets = mesh.target_count;
    out->interpolation = sampler.interpolation;
    out->times = read_all(document, sampler.input, &out->key_count, error);
    out->values = out->times ? read_all(document, sampler.output, &value_count, error) : NULL;
    if (out->values && (out->key_count == 0 || channel->values_per_key == 0 ||
                        value_count / channel->values_per_key < out->key_count)) {
        error->status = GLTF_ERR_MISMATCH; /* fewer values than the keys need */
    }
    return error->status;
}

/* Weights at a time, as the interpolation of the sampler says.  [glTF 2.0, appendix C] */
static void weights_at(const motion *m, float time, float *weights) {
    const int cubic = m->interpolation == GLTF_INTERPOLATION_CUBICSPLINE;
    const size_t row = (size_t)m->targets * (cubic ? 3 : 1);
    const float *before = m->values + (cubic ? m->targets : 0);
    size_t k = 0;
    while (k + 1 < m->key_count && m->times[k + 1] <= time) {
        k++;
    }
    before += k * row;
    const float *after = before + row;
    const float step = k + 1 < m->key_count ? m->times[k + 1] - m->times[k] : 0;
    const float t = step > 0 && time > m->times[k] ? (time - m->times[k]) / step : 0;
    for (uint32_t i = 0; i < m->targets; i++) {
        if (t == 0 || m->interpolation == GLTF_INTERPOLATION_STEP) {
            weights[i] = before[i];
        } else if (!cubic) {
            weights[i] = before[i] + t * (after[i] - before[i]);
        } else {
            const float out_tangent = step * before[i + m->targets], in_tangent = step * (after - m->targets)[i];
            const float t2 = t * t, t3 = t2 * t;
            weights[i] = (2 * t3 - 3 * t2 + 1) * before[i] + (t3 - 2 * t2 + t) * out_tangent +
                         (3 * t2 - 2 * t3) * after[i] + (t3 - t2) * in_tangent;
        }
    }
}

static void print_bounds(const float *positions, size_t count) {
    float low[3] = {0}, high[3] = {0};
    for (size_t i = 0; i < count * 3; i++) {
        const size_t c = i % 3;
        low[c] = i < 3 || positions[i] < low[c] ? positions[i] : low[c];
        high[c] = i < 3 || positions[i] > high[c] ? positions[i] : high[c];
    }
    printf(" bounds %.9g %.9g %.9g to %.9g %.9g %.9g\n", low[0], low[1], low[2], high[0], high[1], high[2]);
}

/* `frames` moments from the first to the last key.  The buffers are made once; blending itself allocates nothing. */
static gltf_status play(const gltf_document *document, const motion *m, uint32_t frames, gltf_error *error) {
    gltf_accessor base;
    gltf_status status = gltf_document_attribute(document, m->mesh, 0, GLTF_NONE, "POSITION", NULL, &base, error);
    if (status != GLTF_OK) {
        return status;
    }
    if (base.count && base.shape != GLTF_VEC3) {
        error->status = GLTF_ERR_SHAPE;
        return error->status;
    }
    const size_t size = base.count * 3 * sizeof(float);
    float *positions = malloc(size + 1);
    float *weights = malloc(m->targets * sizeof *weights + 1);
    if (!positions || !weights) {
        error->status = status = GLTF_ERR_MEMORY;
    }
    for (uint32_t f = 0; f < frames && status == GLTF_OK; f++) {
        const float first = m->times[0], last = m->times[m->key_count - 1];
        const float time = frames > 1 ? first + (last - first) * (float)f / (float)(frames - 1) : first;
        weights_at(m, time, weights);
        status = gltf_document_morph(document, m->mesh, 0, "POSITION", weights, m->targets, 0, base.count, NULL,
                                     positions, size, error);
        if (status == GLTF_OK) {
            printf("time %.9g weights", time);
            for (uint32_t i = 0; i < m->targets; i++) {
                printf(" %.9g", weights[i]);
            }
            print_bounds(positions, base.count);
        }
    }
    free(positions);
    free(weights);
    return status;
}

static int complain(const gltf_error *error) {
    char sentence[256];
    gltf_error_format(error, sentence, sizeof sentence);
    fprintf(stderr, "%s\n", sentence);
    return 1;
}

int main(int argc, char **argv) {
    const uint32_t frames = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 7;
    gltf_document *document = NULL;
    gltf_animation_channel channel;
    gltf_error error = {0};
    motion m = {0};
    uint32_t animation;
    int exit_status = 0;
    if (gltf_document_open(argc > 1 ? argv[1] : "", NULL, &document, &error) != GLTF_OK) {
        return complain(&error);
    }
    if (!find_channel(document, &animation, &channel)) {
        printf("no animated weights in this file\n");
    } else if (read_motion(document, animation, &channel, &m, &error) != GLTF_OK ||
               play(document, &m, frames, &error) != GLTF_OK) {
        exit_status = complain(&error);
    }
    free(m.times);
    free(m.values);
    gltf_document_free(document);
    return exit_status;
}
