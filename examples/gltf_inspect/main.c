/* gltf_inspect/main.c - gltf-inspect: look into a glTF file and decode its accessors, with the public API alone. */
#include "inspect.h"

#include <stdlib.h>

#ifdef GLTF_INSPECT_DRACO
#include <gltf_accessor/draco.h>
#endif

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#endif

int inspect_is_glb(const char *file) {
    FILE *in = fopen(file, "rb");
    int first = in ? getc(in) : EOF;
    if (in) {
        fclose(in);
    }
    return first == 'g'; /* JSON text cannot begin so */
}

static int act(const inspect_request *request, const gltf_document *document) {
    if (request->json) {
        int status = report_print(request, document, NULL, stdout);
        return request->dump_folder ? decode_dump(request, document) : status;
    }
    if (request->dump_folder) {
        return decode_dump(request, document);
    }
    if (request->has_accessor) {
        return decode_print(request, document, stdout);
    }
    if (request->has_morph) {
        return morph_print(request, document, stdout);
    }
    listing_print(request, document, stdout);
    return INSPECT_FINE;
}

static int run(const inspect_request *request) {
    if (request->validate) {
        return validate_print(request, stdout);
    }
    gltf_document_options options;
    gltf_document_options_init(&options, (uint32_t)sizeof options);
    options.flags = request->no_symlinks ? GLTF_DOCUMENT_NO_SYMLINKS : 0;
    options.source_flags = request->strict ? GLTF_SOURCE_STRICT : 0;
#ifdef GLTF_INSPECT_DRACO
    options.primitive_codec = gltf_draco_codec();
#endif

    gltf_document *document = NULL;
    gltf_error error = {0};
    if (gltf_document_open(request->file, &options, &document, &error) != GLTF_OK) {
        complain(request->file, GLTF_NONE, &error);
        if (request->json) {
            report_print(request, NULL, &error, stdout);
        }
        return INSPECT_UNREADABLE;
    }
    int status = act(request, document);
    gltf_document_free(document);
    return status;
}

int main(int argc, char **argv) {
#ifdef _WIN32
    _setmode(_fileno(stdout), _O_BINARY);
#endif
    inspect_request request;
    int status = INSPECT_FINE;
    if (options_parse(argc, argv, &request, &status)) {
        status = run(&request);
    }
    free(request.morph.weights);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("gltf-inspect: cannot write to standard output\n", stderr);
        return status == INSPECT_FINE ? INSPECT_WRONG : status;
    }
    return status;
}
