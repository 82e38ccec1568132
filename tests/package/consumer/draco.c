/* A consumer of the optional decoder of compressed primitives: that it links and says what it is. */
#include <gltf_accessor/draco.h>
#include <stdio.h>

int main(void) {
    static const uint8_t nothing[1] = {0};
    const gltf_primitive_codec *codec = gltf_draco_codec();
    void *geometry = NULL;
    uint64_t vertices, indices;
    printf("%s\n", gltf_status_name(codec->open(codec->user, nothing, sizeof nothing, &geometry, &vertices, &indices)));
    return 0;
}
