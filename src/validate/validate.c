/* validate/validate.c - layer 3: the public call: options, the steps in order, the result. */
#include "check.h"

#include <stddef.h>

/* Size of the first published struct, whatever is added behind it. */
#define VALIDATE_OPTIONS_FIRST (offsetof(gltf_validate_options, io) + sizeof(gltf_io))

#define VALIDATE_FLAGS ((uint32_t)(GLTF_VALIDATE_NO_DATA | GLTF_VALIDATE_STOP_AT_ERROR | GLTF_VALIDATE_GLB))

void gltf_validate_options_init(gltf_validate_options *options, uint32_t struct_size) {
    if (options && struct_size >= sizeof options->struct_size) {
        memory_zero(options, struct_size);
        options->struct_size = struct_size;
    }
}

/* The caller's options as this library knows them. */
static gltf_status read_options(const gltf_validate_options *options, gltf_validate_options *out) {
    memory_zero(out, sizeof *out);
    if (!options) {
        return GLTF_OK;
    }
    const size_t size = options->struct_size;
    if (size < VALIDATE_OPTIONS_FIRST) {
        return GLTF_ERR_STRUCT_SIZE;
    }
    for (size_t i = sizeof *out; i < size; i++) {
        if (((const uint8_t *)options)[i] != 0) {
            return GLTF_ERR_STRUCT_SIZE;
        }
    }
    memory_copy(out, options, size < sizeof *out ? size : sizeof *out);
    if ((out->flags & ~VALIDATE_FLAGS) || !out->allocator.allocate != !out->allocator.release) {
        return GLTF_ERR_ARGUMENT;
    }
    return GLTF_OK;
}

static int find_code(const char *code) {
    const gltf_issue_kind *const kinds = gltf_issue_kinds(NULL);
    for (int i = 0; code && i < GLTF_I_CODE_COUNT; i++) {
        if (memory_same_text(kinds[i].code, code)) {
            return i;
        }
    }
    return -1;
}

static gltf_status read_severities(const gltf_validate_options *options, uint8_t *severities) {
    for (int i = 0; i < GLTF_I_CODE_COUNT; i++) {
        severities[i] = (uint8_t)gltf_issue_kinds(NULL)[i].severity;
    }
    if (options->regrade_count > 0 && !options->regrades) {
        return GLTF_ERR_ARGUMENT;
    }
    for (uint32_t i = 0; i < options->regrade_count; i++) {
        const int code = find_code(options->regrades[i].code);
        if (code < 0 || options->regrades[i].severity > GLTF_SEVERITY_IGNORE) {
            return GLTF_ERR_ARGUMENT;
        }
        severities[code] = (uint8_t)options->regrades[i].severity;
    }
    return GLTF_OK;
}

static uint64_t or_default(uint64_t value, uint64_t otherwise) {
    return value ? value : otherwise;
}

static gltf_status check_init(gltf_i_check *check, const gltf_validate_options *options, gltf_issue_callback callback,
                              void *user) {
    memory_zero(check, sizeof *check);
    check->allocator = gltf_i_allocator_or_default(&options->allocator);
    gltf_i_arena_init(&check->arena, &check->allocator);
    check->scratch.allocator = check->allocator;
    check->io = options->io;
    check->cpu = options->cpu ? options->cpu : gltf_cpu_detect();
    check->no_data = options->flags & GLTF_VALIDATE_NO_DATA;
    check->objects_left = or_default(options->max_objects, (uint64_t)1 << 24);
    check->zeros_left = (uint64_t)1 << 20;
    check->max_text = or_default(options->max_text, (uint64_t)1 << 30);
    check->report.callback = callback;
    check->report.user = user;
    check->report.stop_at_error = options->flags & GLTF_VALIDATE_STOP_AT_ERROR;
    return read_severities(options, check->report.severities);
}

/* Text begins with white space, a byte-order mark (also one of UTF-16) or a printable character; anything else was meant to be a GLB. */
static int is_container(const uint8_t *bytes, size_t size, uint32_t flags) {
    if (flags & GLTF_VALIDATE_GLB) {
        return 1;
    }
    if (size == 0) {
        return 0;
    }
    const uint8_t first = bytes[0];
    const int is_text = first == '\t' || first == '\n' || first == '\r' || first == 0xEF ||
                        (first >= 0x20 && first < 0x7F && first != 'g') || check_is_utf16(bytes, size);
    return !is_text;
}

/* So much is looked at and told for `bytes` of input, unless the caller has set a limit: a file can make small data stand for
 * many numbers, and can have each of them looked at for many users. */
static void allow(gltf_i_check *check, const gltf_validate_options *options, uint64_t bytes) {
    check->numbers_left = or_default(options->max_numbers, ((uint64_t)1 << 22) + 256 * bytes);
    check->report.max_issues = or_default(options->max_issues, ((uint64_t)1 << 16) + 4 * bytes);
}

/* Bytes of files beside the input, which has all others in it.  Buffers that share a file count once: it is as long as the
 * longest of them. */
static uint64_t file_bytes(const gltf_i_check *check) {
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < check->externals.count; i++) {
        const gltf_i_external *const one = &check->externals.list[i];
        const gltf_i_external *const file = external_at(&check->externals, one->first);
        const uint64_t size = file->got.size < file->byte_length ? file->got.size : file->byte_length;
        bytes += one == file && file->got.data ? size : 0;
    }
    return bytes;
}

static void check_all(gltf_i_check *check, const uint8_t *bytes, size_t size, const gltf_validate_options *options) {
    const uint32_t flags = options->flags;
    allow(check, options, size);
    check->is_glb = (uint32_t)is_container(bytes, size, flags);
    check->report.counts.is_glb = check->is_glb;
    if (check->is_glb) {
        gltf_i_check_container(check, bytes, size);
    } else {
        check->json = size ? (const char *)bytes : "";
        check->json_size = size;
        check->container_whole = 1;
    }
    if (check->json && !check_done(check)) {
        gltf_i_check_document(check);
        if (check->container_whole && !check_done(check)) {
            gltf_i_check_load(check);
            allow(check, options, size + file_bytes(check));
            gltf_i_check_data(check);
            gltf_i_check_skinned(check);
        }
    }
}

static void check_free(gltf_i_check *check) {
    gltf_i_check_unload(check);
    gltf_i_scratch_free(check);
    gltf_i_arena_free(&check->arena);
    gltf_i_allocator_put(&check->allocator, check->report.pointer, check->report.pointer_room);
}

gltf_status gltf_validate(const void *bytes, size_t size, const gltf_validate_options *options,
                          gltf_issue_callback callback, void *user, gltf_validation *result, gltf_error *error) {
    gltf_validate_options known;
    gltf_i_check check;
    if (result) {
        memory_zero(result, sizeof *result);
    }
    if (!bytes && size > 0) {
        return failure_of(error, GLTF_ERR_ARGUMENT, place_nowhere(), "bytes");
    }
    gltf_status status = read_options(options, &known);
    if (status != GLTF_OK) {
        return failure_of(error, status, place_nowhere(), status == GLTF_ERR_STRUCT_SIZE ? "struct_size" : "options");
    }
    status = check_init(&check, &known, callback, user);
    if (status != GLTF_OK) {
        return failure_of(error, status, place_nowhere(), "regrades");
    }
    check_all(&check, bytes, size, &known);
    check_free(&check);
    if (result) {
        *result = check.report.counts;
    }
    return check.status == GLTF_OK ? GLTF_OK : failure_of(error, check.status, place_nowhere(), check.limit);
}
