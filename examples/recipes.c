/* What it takes to read each kind of accessor right in its place, one short function for each: recipes FILE */
#include <gltf_accessor/files.h>
#include <stdio.h>
#include <stdlib.h>

/* Memory or end of program: this is an example. */
static float *floats(size_t count) {
    float *memory = malloc(count * sizeof *memory + 1);
    if (!memory) {
        fputs("no memory\n", stderr);
        exit(1);
    }
    return memory;
}

static void print_rows(const char *what, const float *numbers, size_t count, uint32_t width) {
    for (size_t i = 0; i < count; i++) {
        printf("  %s %u:", what, (unsigned)i);
        for (uint32_t c = 0; c < width; c++) {
            printf(" %.9g", numbers[i * width + c]);
        }
        printf("\n");
    }
}

/* A layout of four floats for each element; what the file lacks of them comes from `fourth`. */
static gltf_layout four_floats(float fourth) {
    gltf_layout layout = {GLTF_FLOAT, 4, 0, 0, {0, 0, 0, 0}};
    layout.fill[3] = fourth;
    return layout;
}

/* COLOR_n may have no alpha: then alpha is 1.  In a morph target it is a difference, and then it is 0.
 * TANGENT deltas have no w either: nothing is added to it, so 0 again. */
static gltf_status show_as_four(const char *what, const gltf_accessor *accessor, float fourth) {
    const gltf_layout layout = four_floats(fourth);
    const size_t size = accessor->count * 4 * sizeof(float);
    float *rows = floats(accessor->count * 4);
    const gltf_status status = gltf_accessor_read_as(accessor, 0, accessor->count, &layout, rows, size);
    if (status == GLTF_OK) {
        print_rows(what, rows, accessor->count, 4);
    }
    free(rows);
    return status;
}

/* Quantized positions, normals and deltas are read by their own type: base and delta may have different ones, as 16384 means
 * 0.25 in one and 0.5 in the other.  gltf_accessor_read_float knows both; add up what it gives, not what is stored. */
static gltf_status show_decoded(const char *what, const gltf_accessor *accessor) {
    const size_t numbers = gltf_accessor_number_count(accessor);
    float *rows = floats(numbers);
    const gltf_status status = gltf_accessor_read_float(accessor, 0, accessor->count, rows, numbers);
    if (status == GLTF_OK) {
        printf("  %s: type %u, normalized %u\n", what, (unsigned)accessor->component_type,
               (unsigned)accessor->normalized);
        print_rows(what, rows, accessor->count, accessor->component_count);
    }
    free(rows);
    return status;
}

/* One attribute of the base (target GLTF_NONE) or of a morph target, if it is there. */
static gltf_status show_attribute(const gltf_document *document, uint32_t mesh, uint32_t primitive, uint32_t target,
                                  const char *semantic, float fourth, gltf_error *error) {
    gltf_accessor accessor;
    char what[64];
    const gltf_status status =
        gltf_document_attribute(document, mesh, primitive, target, semantic, NULL, &accessor, error);
    if (status != GLTF_OK || accessor.count == 0) {
        return status;
    }
    if (target == GLTF_NONE) {
        snprintf(what, sizeof what, "%s", semantic);
    } else {
        snprintf(what, sizeof what, "target %u %s", (unsigned)target, semantic);
    }
    error->status = fourth < 0 ? show_decoded(what, &accessor) : show_as_four(what, &accessor, fourth);
    return error->status;
}

/* The same with the morph targets blended in, by the weights of the mesh.  The w of TANGENT stays; COLOR_0 is clamped. */
static gltf_status show_blended(const gltf_document *document, uint32_t mesh, uint32_t primitive, const char *semantic,
                                gltf_error *error) {
    const gltf_layout layout = four_floats(1);
    gltf_accessor base;
    gltf_status status = gltf_document_attribute(document, mesh, primitive, GLTF_NONE, semantic, NULL, &base, error);
    if (status != GLTF_OK || base.count == 0) {
        return status;
    }
    float *rows = floats(base.count * 4);
    status = gltf_document_morph(document, mesh, primitive, semantic, NULL, 0, 0, base.count, &layout, rows,
                                 base.count * 4 * sizeof *rows, error);
    if (status == GLTF_OK) {
        char what[64];
        snprintf(what, sizeof what, "blended %s", semantic);
        print_rows(what, rows, base.count, 4);
    }
    free(rows);
    return status;
}

static gltf_status show_primitive(const gltf_document *document, uint32_t mesh, uint32_t primitive, gltf_error *error) {
    enum { DECODED = -1 };
    static const struct {
        const char *semantic;
        float base, delta; /* the fourth number where the file has three */
    } attributes[] = {{"POSITION", DECODED, DECODED}, {"COLOR_0", 1, 0}, {"TANGENT", 1, 0}};
    gltf_primitive facts;
    gltf_status status = gltf_document_primitive(document, mesh, primitive, &facts, error);
    printf("mesh %u primitive %u\n", (unsigned)mesh, (unsigned)primitive);
    for (size_t i = 0; i < sizeof attributes / sizeof attributes[0] && status == GLTF_OK; i++) {
        const char *semantic = attributes[i].semantic;
        status = show_attribute(document, mesh, primitive, GLTF_NONE, semantic, attributes[i].base, error);
        for (uint32_t t = 0; t < facts.target_count && status == GLTF_OK; t++) {
            status = show_attribute(document, mesh, primitive, t, semantic, attributes[i].delta, error);
        }
        if (status == GLTF_OK && facts.target_count > 0) {
            status = show_blended(document, mesh, primitive, semantic, error);
        }
    }
    return status;
}

/* The output of a sampler has values_per_key elements for each key: three for cubic splines (in-tangent, value, out-tangent),
 * times the number of morph targets for weights. */
static gltf_status show_channel(const gltf_document *document, uint32_t animation, uint32_t number, gltf_error *error) {
    gltf_animation_channel channel;
    gltf_animation_sampler sampler;
    gltf_accessor keys, values;
    gltf_status status = gltf_document_channel(document, animation, number, &channel, error);
    if (status == GLTF_OK) {
        status = gltf_document_sampler(document, animation, channel.sampler, &sampler, error);
    }
    if (status == GLTF_OK) {
        status = gltf_document_accessor(document, sampler.input, &keys, error);
    }
    if (status == GLTF_OK) {
        status = gltf_document_accessor(document, sampler.output, &values, error);
    }
    if (status == GLTF_OK) {
        const int fits = values.count / (channel.values_per_key ? channel.values_per_key : 1) == keys.count;
        printf("animation %u channel %u %s: %u keys, %u values for each, %u values%s\n", (unsigned)animation,
               (unsigned)number, channel.path_name, (unsigned)keys.count, (unsigned)channel.values_per_key,
               (unsigned)values.count, fits ? "" : ", which is wrong");
    }
    return status;
}

/* A skin without inverse bind matrices has identity for every joint; one with them may have more than joints. */
static gltf_status read_bind_matrices(const gltf_document *document, const gltf_skin *skin, float *out,
                                      gltf_error *error) {
    gltf_accessor matrices;
    const size_t numbers = (size_t)skin->joint_count * 16;
    if (skin->inverse_bind_matrices == GLTF_NONE) {
        for (size_t i = 0; i < numbers; i++) {
            out[i] = i % 16 % 5 == 0 ? 1.0f : 0.0f;
        }
        return GLTF_OK;
    }
    gltf_status status = gltf_document_accessor(document, skin->inverse_bind_matrices, &matrices, error);
    if (status == GLTF_OK) {
        status = matrices.shape == GLTF_MAT4 ? gltf_accessor_read_float(&matrices, 0, skin->joint_count, out, numbers)
                                             : GLTF_ERR_SHAPE;
        error->status = status;
    }
    return status;
}

static gltf_status show_skin(const gltf_document *document, uint32_t number, gltf_error *error) {
    gltf_skin skin;
    gltf_status status = gltf_document_skin(document, number, &skin, error);
    if (status != GLTF_OK) {
        return status;
    }
    float *matrices = floats((size_t)skin.joint_count * 16);
    status = read_bind_matrices(document, &skin, matrices, error);
    if (status == GLTF_OK) {
        printf("skin %u\n", (unsigned)number);
        print_rows("joint", matrices, skin.joint_count, 16);
    }
    free(matrices);
    return status;
}

/* ---- Everything in the file ---- */

static int complain(const gltf_error *error) {
    char sentence[256];
    gltf_error_format(error, sentence, sizeof sentence);
    fprintf(stderr, "%s\n", sentence);
    return 1;
}

static int show(const gltf_document *document) {
    int exit_status = 0;
    for (uint32_t m = 0; m < gltf_document_count(document, GLTF_OBJECT_MESH); m++) {
        gltf_mesh mesh;
        gltf_document_mesh(document, m, &mesh, NULL); /* no primitives if it is broken */
        for (uint32_t p = 0; p < mesh.primitive_count; p++) {
            gltf_error error = {0};
            exit_status |= show_primitive(document, m, p, &error) == GLTF_OK ? 0 : complain(&error);
        }
    }
    for (uint32_t a = 0; a < gltf_document_count(document, GLTF_OBJECT_ANIMATION); a++) {
        gltf_animation animation;
        gltf_document_animation(document, a, &animation, NULL);
        for (uint32_t c = 0; c < animation.channel_count; c++) {
            gltf_error error = {0};
            exit_status |= show_channel(document, a, c, &error) == GLTF_OK ? 0 : complain(&error);
        }
    }
    for (uint32_t s = 0; s < gltf_document_count(document, GLTF_OBJECT_SKIN); s++) {
        gltf_error error = {0};
        exit_status |= show_skin(document, s, &error) == GLTF_OK ? 0 : complain(&error);
    }
    return exit_status;
}

int main(int argc, char **argv) {
    gltf_document *document = NULL;
    gltf_error error = {0};
    if (gltf_document_open(argc > 1 ? argv[1] : "", NULL, &document, &error) != GLTF_OK) {
        return complain(&error);
    }
    const int exit_status = show(document);
    gltf_document_free(document);
    return exit_status;
}
