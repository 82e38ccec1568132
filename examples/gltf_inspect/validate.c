/* gltf_inspect/validate.c - --validate: the report of what the specification forbids. */
#include "inspect.h"

int validate_print(const inspect_request *request, FILE *out) {
    (void)request;
    (void)out;
    fputs("gltf-inspect: --validate is not available in this version\n", stderr);
    return INSPECT_USAGE;
}
