/* What JavaScript cannot do from outside: give C functions that call back.  Part of the WASM build only. */
#include <gltf_accessor/validate.h>

/* Given by gltf_accessor.js. */
__attribute__((import_module("gltf"), import_name("issue"))) void glue_issue(const gltf_issue *issue);
__attribute__((import_module("gltf"), import_name("bring"))) gltf_status glue_bring(uint32_t buffer, const char *uri,
                                                                                    uint64_t size, gltf_buffer *out);

gltf_status gltf_js_validate(const void *bytes, size_t size, uint32_t flags, uint32_t max_issues, uint32_t with_buffers,
                             gltf_validation *result, gltf_error *error);

static gltf_status tell(void *user, const gltf_issue *issue) {
    (void)user;
    glue_issue(issue);
    return GLTF_OK;
}

static gltf_status load(void *user, uint32_t buffer, const char *uri, uint64_t byte_length, gltf_buffer *out) {
    (void)user;
    return glue_bring(buffer, uri, byte_length, out);
}

__attribute__((visibility("default"))) gltf_status gltf_js_validate(const void *bytes, size_t size, uint32_t flags,
                                                                    uint32_t max_issues, uint32_t with_buffers,
                                                                    gltf_validation *result, gltf_error *error) {
    gltf_validate_options options;
    gltf_validate_options_init(&options, sizeof options);
    options.flags = flags;
    options.max_issues = max_issues;
    options.io.load = with_buffers ? load : NULL;
    return gltf_validate(bytes, size, &options, tell, NULL, result, error);
}
