/* A consumer of the core alone; compiled as C and, through core.cpp, as C++. */
#include <gltf_accessor/accessor.h>
#include <stdio.h>

int main(void) {
    static const uint8_t bytes[4] = {0, 51, 255, 0};
    gltf_accessor_desc desc = {0, 3, 0, GLTF_UNSIGNED_BYTE, GLTF_SCALAR, 1, 0, 0, {0, 0, 0, 0, 0, 0, 0}};
    gltf_accessor accessor;
    float out[3];
    if (gltf_accessor_wrap(bytes, sizeof bytes, &desc, gltf_cpu_detect(), &accessor, NULL) != GLTF_OK ||
        gltf_accessor_read_float(&accessor, 0, 3, out, 3) != GLTF_OK) {
        return 1;
    }
    printf("%g %g %g\n", out[0], out[1], out[2]);
    return 0;
}
