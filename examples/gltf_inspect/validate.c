/* gltf_inspect/validate.c - --validate: the report of what the specification forbids. */
#if defined(__unix__) || defined(__APPLE__)
#define _POSIX_C_SOURCE 200809L /* fileno */
#endif

#include <gltf_accessor/validate.h>

#include "inspect.h"

#include <stdlib.h>
#include <string.h>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/stat.h>
#endif

/* ---- Bytes ---- */

/* The first `most` bytes of a file, which is closed, or all of it; NULL if it cannot be read. */
static unsigned char *read_file(FILE *in, uint64_t most, size_t *size) {
    enum { STEP = 1 << 20 };
    unsigned char *bytes = NULL;
    size_t room = 0;
    size_t got = 0;
    *size = 0;
    if (!in) {
        return NULL;
    }
    do {
        if (room - *size < STEP) {
            room = 2 * room + STEP;
            bytes = text_allocate(bytes, room);
        }
        const uint64_t left = most - *size;
        const size_t wanted = left < room - *size ? (size_t)left : room - *size;
        got = fread(bytes + *size, 1, wanted, in);
        *size += got;
    } while (got > 0 && *size < most);
    if (ferror(in)) {
        free(bytes);
        bytes = NULL;
    } else {
        bytes = text_allocate(bytes, *size ? *size : 1);
    }
    fclose(in);
    return bytes;
}

/* May a reference, decoded and without dot segments inside, be opened below the folder of the file?  No scheme, no root, no
 * way out. */
static int is_inside(const char *uri) {
    const size_t first = strcspn(uri, "/");
    return *uri && *uri != '/' && !strpbrk(uri, "\\:") && !(first == 2 && memcmp(uri, "..", 2) == 0);
}

static size_t folder_length(const char *path) {
    size_t length = 0;
    for (size_t i = 0; path[i]; i++) {
#ifdef _WIN32
        const int separates = path[i] == '/' || path[i] == '\\' || path[i] == ':';
#else
        const int separates = path[i] == '/';
#endif
        length = separates ? i + 1 : length;
    }
    return length;
}

/* A file that was read.  Several names may mean one file: it is read once, or twice if more of it is wanted later. */
typedef struct neighbour {
    uint64_t device;
    uint64_t number;
    unsigned char *bytes;
    size_t size;
    int is_whole;
} neighbour;

typedef struct neighbours {
    const inspect_request *request;
    neighbour *files;
    size_t count;
} neighbours;

/* What tells files apart; 0 where the system does not say. */
static int identify(FILE *in, neighbour *file) {
#if defined(__unix__) || defined(__APPLE__)
    struct stat found;
    if (fstat(fileno(in), &found) == 0) {
        file->device = (uint64_t)found.st_dev;
        file->number = (uint64_t)found.st_ino;
        return 1;
    }
#else
    (void)in;
    (void)file;
#endif
    return 0;
}

/* One that was read already and is enough; *again = 1 if there is one that is not. */
static const neighbour *find_neighbour(const neighbours *all, const neighbour *file, uint64_t wanted, int *again) {
    for (size_t i = 0; i < all->count; i++) {
        const neighbour *known = &all->files[i];
        if (known->device == file->device && known->number == file->number) {
            if (known->size >= wanted || known->is_whole) {
                return known;
            }
            *again = 1;
        }
    }
    return NULL;
}

static void keep_neighbour(neighbours *all, const neighbour *file) {
    if ((all->count & (all->count - 1)) == 0) { /* full at each power of two */
        all->files = text_allocate(all->files, (all->count ? 2 * all->count : 1) * sizeof *all->files);
    }
    all->files[all->count++] = *file;
}

/* Everything is kept until the end. */
static gltf_status GLTF_CALL load_neighbour(void *user, uint32_t buffer, const char *uri, uint64_t byte_length,
                                            gltf_buffer *out) {
    neighbours *all = user;
    const inspect_request *request = all->request;
    neighbour file = {0, 0, NULL, 0, 0};
    (void)buffer;
    if (!is_inside(uri)) {
        return GLTF_ERR_URI;
    }
    FILE *in = files_open_below(request->file, folder_length(request->file), uri, request->no_symlinks);
    const neighbour *known = in && identify(in, &file) ? find_neighbour(all, &file, byte_length, &file.is_whole) : NULL;
    if (known) {
        file = *known;
        fclose(in);
    } else {
        file.bytes = read_file(in, file.is_whole ? UINT64_MAX : byte_length, &file.size);
        if (file.bytes) {
            keep_neighbour(all, &file);
        }
    }
    out->data = file.bytes;
    out->size = file.size;
    return out->data ? GLTF_OK : GLTF_ERR_IO;
}

static void free_neighbours(neighbours *all) {
    for (size_t i = 0; i < all->count; i++) {
        free(all->files[i].bytes);
    }
    free(all->files);
}

/* ---- For machines ---- */

static gltf_status GLTF_CALL put_issue(void *user, const gltf_issue *issue) {
    json_out *j = user;
    json_open(j, NULL, '{');
    json_string(j, "code", issue->code);
    json_number(j, "severity", issue->severity);
    if (issue->pointer) {
        json_string(j, "pointer", issue->pointer);
    } else {
        json_number(j, "offset", issue->offset);
    }
    json_string(j, "message", issue->message);
    json_close(j, '}');
    return GLTF_OK;
}

static void put_error(json_out *j, const gltf_error *error) {
    text sentence = {0};
    if (error->status == GLTF_OK) {
        json_string(j, "error", NULL);
        return;
    }
    name_error(&sentence, error, GLTF_OBJECT_NONE, GLTF_NONE);
    json_open(j, "error", '{');
    json_string(j, "status", gltf_status_name(error->status));
    json_string(j, "object", NULL);
    json_string(j, "index", NULL);
    json_string(j, "field", error->field);
    json_string(j, "message", sentence.bytes);
    json_close(j, '}');
    text_free(&sentence);
}

static void put_counts(json_out *j, const gltf_validation *result) {
    json_number(j, "errors", result->errors);
    json_number(j, "warnings", result->warnings);
    json_number(j, "informations", result->informations);
    json_number(j, "hints", result->hints);
    json_bool(j, "truncated", result->truncated != 0);
}

/* ---- For people: equal codes together, the most severe first ---- */

enum { LINES_SHOWN = 3 }; /* of one code, unless all are asked for */

typedef struct group {
    uint64_t count;
    uint32_t severity;
    text lines;
} group;

typedef struct groups {
    group *items; /* by kind */
    uint32_t count;
    int all;
} groups;

static gltf_status GLTF_CALL add_issue(void *user, const gltf_issue *issue) {
    groups *g = user;
    group *of = &g->items[issue->kind];
    of->severity = issue->severity;
    if (of->count++ < LINES_SHOWN || g->all) {
        text_add(&of->lines, "    ");
        if (issue->pointer) {
            text_add_name(&of->lines, issue->pointer[0] ? issue->pointer : "document");
        } else {
            text_addf(&of->lines, "byte %llu", (unsigned long long)issue->offset);
        }
        text_add(&of->lines, ": ");
        text_add_name(&of->lines, issue->message);
        text_add(&of->lines, "\n");
    }
    return GLTF_OK;
}

static void print_group(const groups *g, uint32_t kind, FILE *out) {
    static const char *const severities[] = {"error", "warning", "information", "hint"};
    const group *of = &g->items[kind];
    const gltf_issue_kind *known = &gltf_issue_kinds(NULL)[kind];
    fprintf(out, "%s: %s", severities[of->severity], known->code);
    if (of->count > 1) {
        fprintf(out, " (%llu times)", (unsigned long long)of->count);
    }
    fprintf(out, "\n  %s\n%s", known->meaning, of->lines.bytes);
    if (of->count > LINES_SHOWN && !g->all) {
        fprintf(out, "    and %llu more; --all shows them\n", (unsigned long long)(of->count - LINES_SHOWN));
    }
    fputc('\n', out);
}

static void print_count(text *line, uint64_t count, const char *what) {
    if (count > 0) {
        text_addf(line, "%s%llu %s%s", line->length ? ", " : "", (unsigned long long)count, what,
                  count == 1 ? "" : "s");
    }
}

static void print_groups(const groups *g, const inspect_request *request, const gltf_validation *result, FILE *out) {
    text line = {0};
    for (uint32_t severity = 0; severity < 4; severity++) {
        for (uint32_t i = 0; i < g->count; i++) {
            if (g->items[i].count > 0 && g->items[i].severity == severity) {
                print_group(g, i, out);
            }
        }
    }
    print_count(&line, result->errors, "error");
    print_count(&line, result->warnings, "warning");
    print_count(&line, result->informations, "information");
    print_count(&line, result->hints, "hint");
    text name = {0};
    text_add_name(&name, request->file);
    fprintf(out, "%s: %s%s\n", name.bytes, line.bytes ? line.bytes : "nothing to report",
            result->truncated ? "; not all was looked at" : "");
    text_free(&name);
    text_free(&line);
}

/* ---- Both ---- */

static gltf_status validate(const inspect_request *request, const unsigned char *bytes, size_t size,
                            gltf_issue_callback callback, void *user, gltf_validation *result, gltf_error *error) {
    const size_t length = strlen(request->file);
    neighbours all = {request, NULL, 0};
    gltf_validate_options options;
    gltf_validate_options_init(&options, (uint32_t)sizeof options);
    options.io.user = &all;
    options.io.load = load_neighbour;
    if (size == 0 && length > 4 && strcmp(request->file + length - 4, ".glb") == 0) {
        options.flags = GLTF_VALIDATE_GLB;
    }
    const gltf_status status = gltf_validate(bytes, size, &options, callback, user, result, error);
    free_neighbours(&all);
    return status;
}

static gltf_status print_json(const inspect_request *request, const unsigned char *bytes, size_t size, FILE *out,
                              gltf_validation *result, gltf_error *error) {
    json_out j = {out, 0, 0};
    gltf_status status = GLTF_ERR_IO;
    json_open(&j, NULL, '{');
    json_string(&j, "file", request->file);
    json_open(&j, "issues", '[');
    if (bytes) {
        status = validate(request, bytes, size, put_issue, &j, result, error);
    }
    json_close(&j, ']');
    json_string(&j, "status", gltf_status_name(status));
    put_error(&j, error);
    put_counts(&j, result);
    json_close(&j, '}');
    return status;
}

static gltf_status print_text(const inspect_request *request, const unsigned char *bytes, size_t size, FILE *out,
                              gltf_validation *result, gltf_error *error) {
    groups g = {NULL, 0, request->all};
    gltf_issue_kinds(&g.count);
    g.items = text_allocate(NULL, g.count * sizeof *g.items);
    memset(g.items, 0, g.count * sizeof *g.items);
    const gltf_status status = bytes ? validate(request, bytes, size, add_issue, &g, result, error) : GLTF_ERR_IO;
    if (status == GLTF_OK) {
        print_groups(&g, request, result, out);
    }
    for (uint32_t i = 0; i < g.count; i++) {
        text_free(&g.items[i].lines);
    }
    free(g.items);
    return status;
}

int validate_print(const inspect_request *request, FILE *out) {
    gltf_validation result = {0};
    gltf_error error = {0};
    size_t size = 0;
    unsigned char *bytes = read_file(fopen(request->file, "rb"), UINT64_MAX, &size);
    if (!bytes) {
        error.status = GLTF_ERR_IO;
        error.field = "path";
    }
    const gltf_status status = request->json ? print_json(request, bytes, size, out, &result, &error)
                                             : print_text(request, bytes, size, out, &result, &error);
    free(bytes);
    if (status != GLTF_OK) {
        complain(request->file, GLTF_NONE, &error);
        return INSPECT_UNREADABLE;
    }
    return result.errors > 0 ? INSPECT_WRONG : INSPECT_FINE;
}
