/* tests/freestanding/program.c - outside the layers: a program without a C library that resolves and reads accessors. */
#include <gltf_accessor/accessor.h>
#include <gltf_accessor/morph.h>

void start(void);

/* A sparse accessor over a base of four normalized bytes, read in each way.  The number of the first step that fails. */
static int decode(uint32_t cpu) {
    static const uint8_t bytes[] = {0, 51, 255, 102, /* base */ 2, 0, 0, 0, /* index */ 153 /* value */};
    gltf_buffer buffer = {bytes, sizeof bytes};
    gltf_buffer_view views[3] = {{0, 4, 0, 0}, {4, 1, 0, 0}, {8, 1, 0, 0}};
    gltf_source source = {0};
    gltf_accessor_desc desc = {0};
    gltf_accessor accessor;
    gltf_error error;
    char text[160];
    float floats[4];
    double doubles[4], low, high;
    uint8_t raw[4];

    source.buffers = &buffer;
    source.buffer_count = 1;
    source.views = views;
    source.view_count = 3;
    source.cpu = cpu;
    desc.count = 4;
    desc.component_type = GLTF_UNSIGNED_BYTE;
    desc.shape = GLTF_SCALAR;
    desc.normalized = 1;
    desc.sparse.count = 1;
    desc.sparse.indices_view = 1;
    desc.sparse.values_view = 2;
    desc.sparse.indices_component_type = GLTF_UNSIGNED_BYTE;
    if (gltf_accessor_resolve(&source, &desc, &accessor, &error) != GLTF_OK) {
        return 1;
    }
    if (gltf_accessor_read_float(&accessor, 0, 4, floats, 4) != GLTF_OK || floats[1] != 51.0f / 255.0f ||
        floats[2] != 153.0f / 255.0f) {
        return 2;
    }
    if (gltf_accessor_read_double(&accessor, 1, 3, doubles, 3) != GLTF_OK || doubles[2] != 102.0 / 255.0) {
        return 3;
    }
    if (gltf_accessor_read_as(&accessor, 0, 4, NULL, raw, 4) != GLTF_OK || raw[2] != 153) {
        return 4;
    }
    if (gltf_accessor_bounds(&accessor, &low, &high, 1) != GLTF_OK || low != 0.0 || high != 153.0) {
        return 5;
    }
#ifdef WITH_MORPH
    float blended[4];
    const float weight = 0.5f;
    if (gltf_morph_read(&accessor, &accessor, &weight, 1, 0, 0, 4, NULL, blended, sizeof blended, &error) != GLTF_OK ||
        blended[1] != floats[1] + 0.5f * floats[1]) {
        return 6;
    }
#endif
    desc.count = 5;
    if (gltf_accessor_resolve(&source, &desc, &accessor, &error) != GLTF_ERR_ACCESSOR_BOUNDS ||
        gltf_error_format(&error, text, sizeof text) == 0) {
        return 7;
    }
    return 0;
}

/* The two machines whose way out is known here; CMakeLists.txt builds this for no other. */
static void leave(int status) {
#if defined(__x86_64__)
    __asm__ volatile("syscall" : : "a"(60), "D"(status) : "rcx", "r11", "memory");
#elif defined(__aarch64__)
    register long x0 __asm__("x0") = status;
    register long x8 __asm__("x8") = 93;
    __asm__ volatile("svc 0" : : "r"(x0), "r"(x8) : "memory");
#endif
}

void start(void) {
    int failed = decode(gltf_cpu_detect());
    leave(failed ? failed : decode(GLTF_CPU_PLAIN) ? 100 : 0);
}

/* The system's entry: align the stack as functions expect it. */
#if defined(__x86_64__)
__asm__(".globl _start\n_start:\n  xor %ebp, %ebp\n  and $-16, %rsp\n  call start\n  hlt\n");
#elif defined(__aarch64__)
__asm__(".globl _start\n_start:\n  bl start\n");
#endif
