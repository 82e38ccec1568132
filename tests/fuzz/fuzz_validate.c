/* tests/fuzz/fuzz_validate.c - outside the layers: any bytes through validation.
 *
 * The input is a file.  Which options are set, and which allocation fails, hangs on a hash of it.  An input is validated
 * twice, the second time with a limit on the issues: what is said must be the same, up to that limit. */
#define FUZZ_NAME "fuzz_validate"
#include "harness.h"

#include "../../include/gltf_accessor/gltf_accessor.h"

/* ---- The host ---- */

typedef struct host {
    fuzz_memory memory;
    size_t loaded;
    size_t calls;         /* of load */
    const uint8_t *bytes; /* external buffers are the input itself */
    size_t size;
} host;

static gltf_status load(void *user, uint32_t buffer, const char *uri, uint64_t byte_length, gltf_buffer *out) {
    host *h = user;
    claim(uri != NULL, "a buffer without URI was asked for");
    if (buffer % 4 == 3) {
        return GLTF_ERR_IO;
    }
    (void)byte_length;
    claim(++h->calls <= h->size, "loaded again and again");
    out->data = h->bytes;
    out->size = h->size;
    h->loaded++;
    return GLTF_OK;
}

static void unload(void *user, const gltf_buffer *buffer) {
    host *h = user;
    claim(buffer->data == h->bytes && h->loaded > 0, "released what was not loaded");
    h->loaded--;
}

/* ---- What is said ---- */

typedef struct heard {
    uint64_t counts[4];
    uint64_t issues;
    uint64_t limit; /* issues that go into the hash */
    uint32_t hash;
    uint32_t limit_hash; /* of the first `limit` issues */
} heard;

static gltf_status hear(void *user, const gltf_issue *issue) {
    heard *h = user;
    uint32_t kinds = 0;
    const gltf_issue_kind *table = gltf_issue_kinds(&kinds);
    claim(issue->kind < kinds && issue->code == table[issue->kind].code, "an issue of no kind");
    claim(issue->severity <= GLTF_SEVERITY_HINT, "an issue of no severity");
    claim(issue->message && issue->message[0], "an issue without message");
    claim(!strpbrk(issue->message, "\r\n\t"), "a message of several lines");
    claim(!issue->pointer || issue->pointer[0] == '\0' || issue->pointer[0] == '/', "a pointer that is none");
    h->hash = fuzz_hash(issue->message, strlen(issue->message), h->hash ^ issue->kind);
    if (issue->pointer) {
        h->hash = fuzz_hash(issue->pointer, strlen(issue->pointer), h->hash);
    }
    h->counts[issue->severity]++;
    h->issues++;
    if (h->issues == h->limit) {
        h->limit_hash = h->hash;
    }
    return GLTF_OK;
}

static void check_result(const heard *h, const gltf_validation *result) {
    claim(result->errors == h->counts[0] && result->warnings == h->counts[1], "errors or warnings miscounted");
    claim(result->informations == h->counts[2] && result->hints == h->counts[3], "informations or hints miscounted");
}

static gltf_status run(host *h, const uint8_t *data, size_t size, gltf_validate_options *options, heard *said,
                       gltf_validation *result) {
    gltf_error error;
    char line[400];
    options->allocator.user = &h->memory;
    options->allocator.allocate = fuzz_allocate;
    options->allocator.release = fuzz_release;
    options->io.user = h;
    options->io.load = load;
    options->io.release = unload;
    h->bytes = data;
    h->size = size;
    const gltf_status status = gltf_validate(data, size, options, hear, said, result, &error);
    check_result(said, result);
    fuzz_check_memory(&h->memory, size, 0);
    claim(h->loaded == 0, "buffers left behind");
    if (status != GLTF_OK) {
        claim(error.status == status, "an error says something else than the status");
        claim(gltf_error_format(&error, line, sizeof line) < sizeof line, "text longer than its room");
    }
    return status;
}

static void look(const uint8_t *data, size_t size) {
    const uint32_t seed = fuzz_hash(data, size, 2166136261u);
    gltf_validate_options options;
    gltf_validation result;
    heard first;
    heard second;
    host h;
    memset(&first, 0, sizeof first);
    memset(&second, 0, sizeof second);
    memset(&h, 0, sizeof h);
    gltf_validate_options_init(&options, sizeof options);
    options.cpu = seed & 1 ? GLTF_CPU_PLAIN : 0;
    options.flags = seed & 2 ? 0 : (seed >> 2) & (GLTF_VALIDATE_NO_DATA | GLTF_VALIDATE_GLB);
    first.limit = 1 + (seed >> 8) % 16;
    gltf_status status = run(&h, data, size, &options, &first, &result);
    claim(status == GLTF_OK || status == GLTF_ERR_LIMIT, "validation ended with an error");
    /* the input stands for at most one file for each 16 of its bytes: no shorter buffer has a uri */
    const uint64_t bytes = size + (uint64_t)size * (size / 16 + 1);
    claim(first.issues <= 65536 + 4 * bytes, "issues out of proportion to the input");
    claim(result.numbers <= (1 << 22) + 256 * bytes, "numbers out of proportion to the input");

    options.max_issues = first.limit;
    memset(&h, 0, sizeof h);
    h.memory.refused = seed & 16 ? 0 : 1 + (seed >> 12) % 64;
    status = run(&h, data, size, &options, &second, &result);
    claim(second.issues <= first.limit, "more issues than the limit");
    if (status == GLTF_OK && first.issues >= first.limit) {
        claim(second.issues == first.limit && second.hash == first.limit_hash, "another order of issues");
        claim(result.truncated || first.issues == first.limit, "cut without saying so");
    }
    claim(status == GLTF_OK || status == GLTF_ERR_LIMIT || (status == GLTF_ERR_MEMORY && h.memory.refused),
          "another status");
}

FUZZ_ENTRY(look)
