/* The decoder alone: no JSON, no heap, no file.  The tables are filled by hand, the output is a static array. */
#include <gltf_accessor/accessor.h>
#include <stdio.h>

/* Three vertices of 12 bytes: a position of three normalized shorts, two bytes of padding, a colour of four bytes. */
static const uint8_t vertices[36] = {
    0xFF, 0x7F, 0x00, 0x00, 0x01, 0x80, 0, 0, 255, 0,   0,   255, /*  1  0 -1   red   */
    0x00, 0x00, 0xFF, 0x7F, 0x00, 0x80, 0, 0, 0,   255, 0,   255, /*  0  1 -1   green */
    0x00, 0x00, 0x00, 0x00, 0xFF, 0x7F, 0, 0, 0,   0,   255, 51,  /*  0  0  1   blue  */
};

static const gltf_buffer buffers[1] = {{vertices, sizeof vertices}};
static const gltf_buffer_view views[1] = {{0, sizeof vertices, 0, 12}}; /* offset, length, buffer, stride */

/* Decode a whole accessor and print it.  Gives 0 on failure. */
static int print_accessor(const char *name, const gltf_accessor_desc *desc) {
    static float numbers[64];
    gltf_source source = {buffers, views, 1, 1, 0, 0, 0};
    gltf_accessor accessor;
    gltf_error error;
    gltf_status status = gltf_accessor_resolve(&source, desc, &accessor, &error);
    if (status != GLTF_OK) {
        char sentence[256];
        gltf_error_format(&error, sentence, sizeof sentence);
        printf("%s: %s\n", name, sentence);
        return 0;
    }
    status = gltf_accessor_read_float(&accessor, 0, accessor.count, numbers, sizeof numbers / sizeof numbers[0]);
    if (status != GLTF_OK) { /* GLTF_ERR_CAPACITY: the static array is too small */
        printf("%s: %s\n", name, gltf_status_name(status));
        return 0;
    }
    for (size_t i = 0; i < gltf_accessor_number_count(&accessor); i++) {
        printf("%s%g", i % accessor.component_count ? " " : i ? " | " : name, numbers[i]);
    }
    printf("\n");
    return 1;
}

int main(void) {
    gltf_accessor_desc position = {0};
    position.count = 3;
    position.component_type = GLTF_SHORT;
    position.shape = GLTF_VEC3;
    position.normalized = 1;

    gltf_accessor_desc color = position;
    color.byte_offset = 8;
    color.component_type = GLTF_UNSIGNED_BYTE;
    color.shape = GLTF_VEC4;

    gltf_accessor_desc wrong = color;
    wrong.count = 4; /* one more than there are: refused, nothing is read */

    int fine = print_accessor("position: ", &position) && print_accessor("color: ", &color);
    return fine && !print_accessor("wrong", &wrong) ? 0 : 1;
}
