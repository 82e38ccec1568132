/* examples/render/report.c - says on stderr what is wrong. */
#include "report.h"
#include <stdio.h>

void complain(const char *what, const char *detail) {
    fprintf(stderr, "gltf-render: %s%s\n", what, detail);
}

gltf_status report(const gltf_error *error) {
    char sentence[256];
    gltf_error_format(error, sentence, sizeof sentence);
    complain(sentence, "");
    return error->status;
}

gltf_status report_read(gltf_status status, int32_t object, uint32_t index, uint32_t part, const char *name) {
    gltf_error error = {0};
    error.status = status;
    error.object = object;
    error.index = index;
    error.part = part;
    error.target = GLTF_NONE;
    error.name = name;
    return report(&error);
}
