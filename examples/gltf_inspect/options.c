/* gltf_inspect/options.c - the command line. */
#include "inspect.h"

#include <string.h>

static const char help[] =
    "usage: gltf-inspect [OPTIONS] FILE\n"
    "\n"
    "Show what is in the glTF 2.0 file FILE (.gltf or .glb), or decode its accessors.\n"
    "\n"
    "  (no option)        readable tables: buffers, views, accessors, meshes; faults stand beside their object\n"
    "  --json             the same and more as one JSON object\n"
    "  --accessor N       decode accessor N to standard output\n"
    "  --dump DIR         decode every accessor into files DIR/N.npy (DIR is made if it is missing; files in it that "
    "have\n"
    "                     these names are replaced, also when they are symbolic links)\n"
    "  --morph M/P        blend the morph targets of mesh M, primitive P, to standard output\n"
    "  --validate         report what the specification forbids, the first few of each kind; with --all everything\n"
    "  --strict           refuse layout faults that are read by default (GLTF_SOURCE_STRICT)\n"
    "  --no-symlinks      refuse external buffers that a symbolic link inside the folder of FILE leads to; by default\n"
    "                     such links are followed, wherever they lead (where the system cannot tell: all of them)\n"
    "\n"
    "with --accessor, --dump or --morph:\n"
    "  --as KIND          float (default), double, uint32, int32, uint16, half, or raw (the type as stored)\n"
    "  --format FORMAT    text (default), csv, json, npy (default of --dump) or raw (dense little-endian bytes)\n"
    "with --accessor or --morph:\n"
    "  --first K          begin at element K (default 0)\n"
    "  --count M          decode M elements (default: all from K on)\n"
    "with --morph:\n"
    "  --semantic NAME    the attribute to blend (default POSITION)\n"
    "  --weights LIST     one for each target, such as 0.3,0,1 (default: those of the mesh, or zeros)\n"
    "\n"
    "  --help, --version\n"
    "\n"
    "One element is one line of text or csv, one list of json, one row of npy.  Matrices are column-major: in npy, "
    "[i][c][r] is\n"
    "row r of column c.  Integers that are not normalized come as they are; normalized ones as their real value, "
    "except\n"
    "--as raw.  In json, null stands for NaN and infinities.  half means 16-bit floats.\n"
    "With --json, --accessor puts the values into the object, as \"decoded\".\n"
    "\n"
    "Exit status: 0 fine; 1 the file was loaded, but something asked for is wrong; 2 the file cannot be loaded;\n"
    "64 wrong usage.\n";

static const inspect_kind kinds[] = {
    {"float", GLTF_FLOAT},
    {"double", GLTF_DOUBLE},
    {"uint32", GLTF_UNSIGNED_INT},
    {"int32", GLTF_INT},
    {"uint16", GLTF_UNSIGNED_SHORT},
    {"half", GLTF_HALF_FLOAT},
    {"raw", 0},
};

static const char *const formats[] = {"text", "csv", "json", "npy", "raw"};

const char *options_format_name(int format) {
    return formats[format];
}

/* What is left of the command line, and what is known so far. */
typedef struct parser {
    char **next;
    char **end;
    inspect_request *request;
    int has_kind;
    int has_format;
    int has_first;
    int names_only; /* after -- */
} parser;

/* Say what is wrong; gives 0 so that it can be returned. */
static int refuse(const char *what, const char *detail) {
    text line = {0};
    text_add(&line, "gltf-inspect: ");
    text_add(&line, what);
    if (detail) {
        text_add(&line, " ");
        text_add_name(&line, detail);
    }
    text_add(&line, "; try --help\n");
    fputs(line.bytes, stderr);
    text_free(&line);
    return 0;
}

/* Is `argument` the option `name`?  Then *value is what follows "=" or the next argument, NULL if there is none. */
static int takes_value(parser *p, const char *argument, const char *name, const char **value) {
    size_t length = strlen(name);
    if (strncmp(argument, name, length) != 0 || (argument[length] != '\0' && argument[length] != '=')) {
        return 0;
    }
    if (argument[length] == '=') {
        *value = argument + length + 1;
    } else {
        *value = p->next < p->end ? *p->next++ : NULL;
    }
    return 1;
}

static int read_number(const char *value, const char *option, uint64_t *number) {
    uint64_t sum = 0;
    const char *s = value;
    for (; s && *s >= '0' && *s <= '9'; s++) {
        uint64_t digit = (uint64_t)(*s - '0');
        if (sum > (UINT64_MAX - digit) / 10) {
            return refuse("number too large for", option);
        }
        sum = sum * 10 + digit;
    }
    if (!s || s == value || *s) {
        return refuse("a whole number must follow", option);
    }
    *number = sum;
    return 1;
}

static int read_kind(const char *value, const inspect_kind **kind) {
    for (size_t i = 0; value && i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(value, kinds[i].name) == 0) {
            *kind = &kinds[i];
            return 1;
        }
    }
    return refuse("--as wants float, double, uint32, int32, uint16, half or raw, not", value ? value : "nothing");
}

static int read_format(const char *value, int *format) {
    for (int i = 0; value && i < (int)(sizeof formats / sizeof formats[0]); i++) {
        if (strcmp(value, formats[i]) == 0) {
            *format = i;
            return 1;
        }
    }
    return refuse("--format wants text, csv, json, npy or raw, not", value ? value : "nothing");
}

/* One of the options that are followed by a value.  Gives 1 if it was one and right, 0 if it was wrong, -1 if it is none. */
static int read_valued(parser *p, const char *argument) {
    inspect_request *request = p->request;
    const char *value = NULL;
    if (takes_value(p, argument, "--accessor", &value)) {
        request->has_accessor = 1;
        return read_number(value, "--accessor", &request->accessor);
    }
    if (takes_value(p, argument, "--first", &value)) {
        p->has_first = 1;
        return read_number(value, "--first", &request->first);
    }
    if (takes_value(p, argument, "--count", &value)) {
        request->has_count = 1;
        return read_number(value, "--count", &request->count);
    }
    if (takes_value(p, argument, "--morph", &value)) {
        request->has_morph = 1;
        return morph_parse_place(value, &request->morph) ? 1 : refuse("MESH/PRIMITIVE must follow --morph", NULL);
    }
    if (takes_value(p, argument, "--semantic", &value)) {
        request->morph.semantic = value;
        return value && *value ? 1 : refuse("the name of an attribute must follow --semantic", NULL);
    }
    if (takes_value(p, argument, "--weights", &value)) {
        return morph_parse_weights(value, &request->morph) ? 1
                                                           : refuse("--weights wants numbers like 0.3,0,1, not", value);
    }
    if (takes_value(p, argument, "--as", &value)) {
        p->has_kind = 1;
        return read_kind(value, &request->kind);
    }
    if (takes_value(p, argument, "--format", &value)) {
        p->has_format = 1;
        return read_format(value, &request->format);
    }
    if (takes_value(p, argument, "--dump", &value)) {
        request->dump_folder = value;
        return value && *value ? 1 : refuse("a folder must follow --dump", NULL);
    }
    return -1;
}

static int read_argument(parser *p, const char *argument) {
    inspect_request *request = p->request;
    if (p->names_only || argument[0] != '-') {
        if (request->file) {
            return refuse("only one file can be named, not also", argument);
        }
        request->file = argument;
        return 1;
    }
    if (strcmp(argument, "--") == 0) {
        p->names_only = 1;
        return 1;
    }
    if (strcmp(argument, "--json") == 0) {
        request->json = 1;
        return 1;
    }
    if (strcmp(argument, "--strict") == 0) {
        request->strict = 1;
        return 1;
    }
    if (strcmp(argument, "--no-symlinks") == 0) {
        request->no_symlinks = 1;
        return 1;
    }
    if (strcmp(argument, "--validate") == 0) {
        request->validate = 1;
        return 1;
    }
    if (strcmp(argument, "--all") == 0) {
        request->all = 1;
        return 1;
    }
    int valued = read_valued(p, argument);
    return valued >= 0 ? valued : refuse("unknown option", argument);
}

/* Do the options fit together? */
static int check_together(const parser *p) {
    const inspect_request *request = p->request;
    int one = request->has_accessor || request->has_morph;
    int decodes = one || request->dump_folder != NULL;
    if (!request->file) {
        return refuse("no file named", NULL);
    }
    if (request->has_accessor + request->has_morph + (request->dump_folder != NULL) + request->validate > 1) {
        return refuse("only one of --accessor, --dump, --morph and --validate can be asked for", NULL);
    }
    if ((request->morph.semantic || request->morph.weights) && !request->has_morph) {
        return refuse("--semantic and --weights need --morph", NULL);
    }
    if (request->has_morph && request->json) {
        return refuse("--morph prints JSON with --format json, not with --json", NULL);
    }
    if (request->all && !request->validate) {
        return refuse("--all needs --validate", NULL);
    }
    if ((p->has_kind || p->has_format) && !decodes) {
        return refuse("--as and --format need --accessor, --dump or --morph", NULL);
    }
    if ((p->has_first || request->has_count) && !one) {
        return refuse("--first and --count need --accessor or --morph", NULL);
    }
    if (request->json && request->has_accessor && p->has_format && request->format != FORMAT_JSON) {
        return refuse("--json --accessor prints JSON, no other --format", NULL);
    }
    return 1;
}

static void print_version(void) {
    uint32_t linked = gltf_version();
    printf("gltf-inspect %d.%d.%d (library %u.%u.%u)\n", GLTF_VERSION_MAJOR, GLTF_VERSION_MINOR, GLTF_VERSION_PATCH,
           (unsigned)(linked / 10000), (unsigned)(linked / 100 % 100), (unsigned)(linked % 100));
}

int options_parse(int argc, char **argv, inspect_request *request, int *exit_status) {
    parser p = {argv + (argc > 0), argv + argc, request, 0, 0, 0, 0};
    memset(request, 0, sizeof *request);
    request->kind = &kinds[0];
    while (p.next < p.end) {
        const char *argument = *p.next++;
        if (!p.names_only && strcmp(argument, "--help") == 0) {
            fputs(help, stdout);
            *exit_status = INSPECT_FINE;
            return 0;
        }
        if (!p.names_only && strcmp(argument, "--version") == 0) {
            print_version();
            *exit_status = INSPECT_FINE;
            return 0;
        }
        if (!read_argument(&p, argument)) {
            *exit_status = INSPECT_USAGE;
            return 0;
        }
    }
    if (!check_together(&p)) {
        *exit_status = INSPECT_USAGE;
        return 0;
    }
    if (!p.has_format) {
        request->format = request->dump_folder ? FORMAT_NPY : FORMAT_TEXT;
    }
    return 1;
}
