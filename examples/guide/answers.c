/* The answers of recipes.md, one function for each question.  answers NAME [FILE] */
#include <gltf_accessor/files.h>
#include <gltf_accessor/validate.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_row(const float *numbers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        printf("%s%.6g", i > 0 ? " " : "", numbers[i]);
    }
    printf("\n");
}

/* ---- Values ---- */

static gltf_status alpha(const gltf_document *document, gltf_error *error) {
    const gltf_layout four = {GLTF_FLOAT, 4, 0, 0, {0, 0, 0, 1}}; /* the fourth number is 1 where the file has none */
    gltf_accessor color;
    float rgba[4] = {0};
    gltf_status status = gltf_document_attribute(document, 0, 0, GLTF_NONE, "COLOR_0", NULL, &color, error);
    if (status == GLTF_OK) {
        status = gltf_accessor_read_as(&color, 0, 1, &four, rgba, sizeof rgba);
    }
    if (status == GLTF_OK) {
        printf("%u numbers in the file: ", (unsigned)color.component_count);
        print_row(rgba, 4);
    }
    return status;
}

static gltf_status normalized(const gltf_document *document, gltf_error *error) {
    static const int8_t bytes[4] = {-128, -127, 64, 127};
    gltf_accessor_desc desc = {0};
    gltf_accessor accessor;
    float out[4];
    (void)document;
    desc.component_type = GLTF_BYTE;
    desc.shape = GLTF_SCALAR;
    desc.count = 4;
    for (desc.normalized = 0; desc.normalized <= 1; desc.normalized++) {
        gltf_status status = gltf_accessor_wrap(bytes, sizeof bytes, &desc, 0, &accessor, error);
        if (status == GLTF_OK) {
            status = gltf_accessor_read_float(&accessor, 0, 4, out, 4);
        }
        if (status != GLTF_OK) {
            return status;
        }
        print_row(out, 4);
    }
    return GLTF_OK;
}

static gltf_status unit(const gltf_document *document, gltf_error *error) {
    static const int8_t stored[3] = {73, 73, 73}; /* the nearest to (1, 1, 1) / sqrt(3) that bytes can say */
    gltf_accessor_desc desc = {0};
    gltf_accessor accessor;
    float n[3];
    (void)document;
    desc.component_type = GLTF_BYTE;
    desc.shape = GLTF_VEC3;
    desc.normalized = 1;
    desc.count = 1;
    gltf_status status = gltf_accessor_wrap(stored, sizeof stored, &desc, 0, &accessor, error);
    if (status == GLTF_OK) {
        status = gltf_accessor_read_float(&accessor, 0, 1, n, 3);
    }
    if (status == GLTF_OK) {
        const float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        printf("length %.4f\n", length);
        for (int c = 0; c < 3 && length > 0; c++) {
            n[c] /= length;
        }
    }
    return status;
}

static gltf_status precision(const gltf_document *document, gltf_error *error) {
    static const uint8_t third = 85; /* 85 / 255 */
    const gltf_layout as_half = {GLTF_HALF_FLOAT, 0, 0, 0, {0, 0, 0, 0}};
    gltf_accessor_desc desc = {0};
    gltf_accessor accessor;
    float single = 0;
    double twice = 0;
    uint16_t half = 0;
    (void)document;
    desc.component_type = GLTF_UNSIGNED_BYTE;
    desc.shape = GLTF_SCALAR;
    desc.normalized = 1;
    desc.count = 1;
    gltf_status status = gltf_accessor_wrap(&third, 1, &desc, 0, &accessor, error);
    if (status == GLTF_OK) {
        status = gltf_accessor_read_float(&accessor, 0, 1, &single, 1);
    }
    if (status == GLTF_OK) {
        status = gltf_accessor_read_double(&accessor, 0, 1, &twice, 1);
    }
    if (status == GLTF_OK) {
        status = gltf_accessor_read_as(&accessor, 0, 1, &as_half, &half, sizeof half);
    }
    printf("float %.17g, double %.17g, half 0x%04x\n", single, twice, half);
    return status;
}

static gltf_status endian(const gltf_document *document, gltf_error *error) {
    static const uint8_t bytes[4] = {0x34, 0x12, 0x01, 0x00}; /* as a file has them */
    gltf_accessor_desc desc = {0};
    gltf_accessor accessor;
    uint32_t out[2];
    (void)document;
    desc.component_type = GLTF_UNSIGNED_SHORT;
    desc.shape = GLTF_SCALAR;
    desc.count = 2;
    gltf_status status = gltf_accessor_wrap(bytes, sizeof bytes, &desc, 0, &accessor, error);
    if (status == GLTF_OK) {
        status = gltf_accessor_read_uint32(&accessor, 0, 2, out, 2);
    }
    if (status == GLTF_OK) {
        printf("0x%04x 0x%04x\n", (unsigned)out[0], (unsigned)out[1]);
    }
    return status;
}

/* ---- Layout ---- */

static gltf_status sparse(const gltf_document *document, gltf_error *error) {
    gltf_accessor position;
    float xyz[3 * 3] = {0};
    gltf_status status = gltf_document_attribute(document, 1, 0, GLTF_NONE, "POSITION", NULL, &position, error);
    if (status == GLTF_OK) {
        printf("%u of %u elements are replaced; in place: %s\n", (unsigned)position.sparse_count,
               (unsigned)position.count, gltf_accessor_direct(&position) ? "yes" : "no");
        status = gltf_accessor_read_float(&position, 11, 3, xyz, 9); /* elements 11, 12, 13 */
    }
    for (size_t i = 0; status == GLTF_OK && i < 3; i++) {
        print_row(&xyz[3 * i], 3);
    }
    return status;
}

static gltf_status stride(const gltf_document *document, gltf_error *error) {
    static const uint32_t some[3] = {0, 4, 5}; /* interleaved floats, indices of one byte, padded matrices */
    const gltf_accessor_desc *descs;
    gltf_source source;
    gltf_status status = gltf_document_describe(document, &source, &descs, NULL);
    for (int i = 0; status == GLTF_OK && i < 3; i++) {
        gltf_accessor accessor;
        status = gltf_document_accessor(document, some[i], &accessor, error);
        if (status == GLTF_OK && descs[some[i]].view != GLTF_NONE) {
            printf("the view says %u, an element takes %u, step by %u\n",
                   (unsigned)source.views[descs[some[i]].view].byte_stride, (unsigned)accessor.element_size,
                   (unsigned)accessor.stride);
        }
    }
    return status;
}

static gltf_status matrices(const gltf_document *document, gltf_error *error) {
    gltf_accessor tint;
    float m[9] = {0}; /* column by column: m[3 * column + row] */
    gltf_status status = gltf_document_attribute(document, 0, 0, GLTF_NONE, "_TINT", NULL, &tint, error);
    if (status == GLTF_OK) {
        status = gltf_accessor_read_float(&tint, 0, 1, m, 9);
    }
    if (status == GLTF_OK) {
        printf("%u numbers, %u bytes in the file\n", (unsigned)tint.component_count, (unsigned)tint.element_size);
        for (int column = 0; column < 3; column++) {
            print_row(&m[3 * column], 3);
        }
    }
    return status;
}

static gltf_status quantized(const gltf_document *document, gltf_error *error) {
    const gltf_layout as_stored = {0, 0, 0, 8, {0, 0, 0, 0}}; /* type 0: bits are copied; stride 8 */
    gltf_accessor position;
    uint16_t out[4 * 4] = {0};
    gltf_status status = gltf_document_attribute(document, 0, 0, GLTF_NONE, "POSITION", NULL, &position, error);
    if (status == GLTF_OK && position.component_type != GLTF_UNSIGNED_SHORT) {
        return GLTF_ERR_COMPONENT_TYPE; /* this function expects these; yours asks what there is */
    }
    if (status == GLTF_OK) {
        status = gltf_accessor_read_as(&position, 0, 4, &as_stored, out, sizeof out);
    }
    if (status == GLTF_OK) {
        printf("type %u, normalized %u: %u %u %u\n", (unsigned)position.component_type, (unsigned)position.normalized,
               out[4], out[5], out[6]);
    }
    return status;
}

/* ---- Meshes and animations ---- */

static gltf_status strip(const gltf_document *document, gltf_error *error) {
    enum { FLAG = 2 }; /* a mesh that is a triangle strip of eight vertices */
    uint32_t triangles[64];
    size_t count = 0;
    gltf_status status = gltf_document_indices(document, FLAG, 0, GLTF_INDICES_TRIANGLES, triangles, 64, &count, error);
    for (size_t i = 0; status == GLTF_OK && i + 2 < count; i += 3) {
        printf("%u %u %u\n", (unsigned)triangles[i], (unsigned)triangles[i + 1], (unsigned)triangles[i + 2]);
    }
    return status;
}

static gltf_status bounds(const gltf_document *document, gltf_error *error) {
    enum { COLOR = 3 }; /* an accessor of normalized bytes */
    gltf_accessor accessor;
    double low[16], high[16], declared_low[16], declared_high[16];
    gltf_status status = gltf_document_accessor(document, COLOR, &accessor, error);
    if (status == GLTF_OK) { /* what the file claims: NaN where it claims nothing */
        status = gltf_document_declared_bounds(document, COLOR, declared_low, declared_high, 16, error);
    }
    if (status == GLTF_OK) { /* what is true */
        status = gltf_accessor_bounds(&accessor, low, high, 16);
    }
    for (uint32_t c = 0; status == GLTF_OK && c < accessor.component_count; c++) {
        printf("declared %g to %g, true %g to %g\n", declared_low[c], declared_high[c], low[c], high[c]);
    }
    return status;
}

static gltf_status cubic(const gltf_document *document, gltf_error *error) {
    gltf_animation_channel channel;
    gltf_animation_sampler sampler;
    gltf_accessor times, values;
    gltf_status status = gltf_document_channel(document, 0, 1, &channel, error);
    if (status == GLTF_OK) {
        status = gltf_document_sampler(document, 0, channel.sampler, &sampler, error);
    }
    if (status == GLTF_OK) {
        status = gltf_document_accessor(document, sampler.input, &times, error);
    }
    if (status == GLTF_OK) {
        status = gltf_document_accessor(document, sampler.output, &values, error);
    }
    for (size_t key = 0; status == GLTF_OK && key < times.count; key++) {
        float time, in_value_out[3][3] = {{0}}; /* for a translation: three times x y z */
        status = gltf_accessor_read_float(&times, key, 1, &time, 1);
        if (status == GLTF_OK) { /* channel.values_per_key is 3: in-tangent, value, out-tangent */
            status = gltf_accessor_read_float(&values, key * channel.values_per_key, channel.values_per_key,
                                              in_value_out[0], 9);
        }
        if (status == GLTF_OK) {
            printf("time %g value ", time);
            print_row(in_value_out[1], 3);
        }
    }
    return status;
}

static gltf_status every(const gltf_document *document, gltf_error *error) {
    gltf_accessor position;
    float xyz[3] = {0};
    gltf_status status = gltf_document_attribute(document, 0, 0, GLTF_NONE, "POSITION", NULL, &position, error);
    for (size_t i = 0; status == GLTF_OK && i < position.count; i += 5) { /* elements 0, 5, 10, ... */
        status = gltf_accessor_read_float(&position, i, 1, xyz, 3);
        if (status == GLTF_OK) {
            print_row(xyz, 3);
        }
    }
    return status;
}

static gltf_status shared(const gltf_document *document, gltf_error *error) {
    const gltf_use *uses;
    uint32_t use_count;
    (void)error;
    for (uint32_t i = 0; i < gltf_document_count(document, GLTF_OBJECT_ACCESSOR); i++) {
        if (gltf_document_uses(document, i, &uses, &use_count) == GLTF_OK && use_count > 1) {
            printf("accessor %u: decode once, use %u times, first in animation %u sampler %u\n", (unsigned)i,
                   (unsigned)use_count, (unsigned)uses[0].index, (unsigned)uses[0].part);
        }
    }
    return GLTF_OK;
}

/* ---- Files that are not as they should be ---- */

/* One float, two bytes into its view: legal for no file, but clear. */
static const char misaligned[] =
    "{\"asset\": {\"version\": \"2.0\"},"
    " \"buffers\": [{\"byteLength\": 8, \"uri\": \"data:application/octet-stream;base64,AAAAAIA/AAA=\"}],"
    " \"bufferViews\": [{\"buffer\": 0, \"byteLength\": 8}],"
    " \"accessors\": [{\"bufferView\": 0, \"byteOffset\": 2, \"componentType\": 5126, \"count\": 1, \"type\": "
    "\"SCALAR\"}]}";

static gltf_status GLTF_CALL on_issue(void *user, const gltf_issue *issue) {
    (void)user;
    if (issue->severity == GLTF_SEVERITY_ERROR) {
        printf("%s %s\n", issue->code, issue->pointer ? issue->pointer : "");
    }
    return GLTF_OK;
}

static gltf_status strict(const gltf_document *unused, gltf_error *error) {
    gltf_status status = GLTF_OK;
    (void)unused;
    for (int s = 0; s <= 1 && status == GLTF_OK; s++) {
        gltf_document_options options;
        gltf_document *document = NULL;
        gltf_accessor accessor;
        gltf_document_options_init(&options, sizeof options);
        options.source_flags = s ? GLTF_SOURCE_STRICT : 0;
        status = gltf_document_parse(misaligned, strlen(misaligned), &options, &document, error);
        if (status == GLTF_OK) {
            status = gltf_document_load(document, GLTF_NONE, NULL, error);
        }
        if (status == GLTF_OK) {
            gltf_status result = gltf_document_accessor(document, 0, &accessor, error);
            printf("%s: %s\n", s ? "strict" : "default", gltf_status_name(result));
        }
        gltf_document_free(document);
    }
    if (status == GLTF_OK) { /* everything that the specification forbids, whether we could read it or not */
        status = gltf_validate(misaligned, strlen(misaligned), NULL, on_issue, NULL, NULL, error);
    }
    return status;
}

/* A hundred bytes that claim sixteen million elements, all zero. */
static const char greedy[] = "{\"asset\": {\"version\": \"2.0\"},"
                             " \"accessors\": [{\"componentType\": 5126, \"count\": 16000000, \"type\": \"MAT4\"}]}";

static gltf_status limits(const gltf_document *unused, gltf_error *error) {
    gltf_document_options options;
    gltf_document *document = NULL;
    gltf_accessor accessor;
    (void)unused;
    gltf_document_options_init(&options, sizeof options);
    options.max_text = 16 << 20;             /* bytes of JSON */
    options.max_objects = 1 << 20;           /* entries of all tables */
    options.max_zero_elements = 1 << 20;     /* elements that no byte of the file stands for */
    options.max_decoded = (uint64_t)1 << 28; /* bytes that compressed views may become */
    gltf_status status = gltf_document_parse(greedy, strlen(greedy), &options, &document, error);
    if (status == GLTF_OK && gltf_document_accessor(document, 0, &accessor, error) != GLTF_OK) {
        char sentence[256];
        gltf_error_format(error, sentence, sizeof sentence);
        printf("%s\n", sentence);
    }
    gltf_document_free(document);
    return status;
}

/* ---- The program ---- */

static const struct {
    const char *name;
    gltf_status (*run)(const gltf_document *document, gltf_error *error);
} answers[] = {
    {"alpha", alpha},   {"normalized", normalized}, {"unit", unit},           {"precision", precision},
    {"endian", endian}, {"sparse", sparse},         {"stride", stride},       {"matrices", matrices},
    {"strip", strip},   {"bounds", bounds},         {"quantized", quantized}, {"cubic", cubic},
    {"every", every},   {"shared", shared},         {"strict", strict},       {"limits", limits},
};

int main(int argc, char **argv) {
    gltf_document *document = NULL;
    gltf_error error = {0};
    gltf_status status = argc > 2 ? gltf_document_open(argv[2], NULL, &document, &error) : GLTF_OK;
    int known = 0;
    for (size_t i = 0; status == GLTF_OK && i < sizeof answers / sizeof answers[0]; i++) {
        if (argc > 1 && strcmp(argv[1], answers[i].name) == 0) {
            known = 1;
            status = answers[i].run(document, &error);
        }
    }
    gltf_document_free(document);
    if (status != GLTF_OK) {
        fprintf(stderr, "%s\n", gltf_status_name(status));
    }
    return status == GLTF_OK && known ? 0 : 1;
}
