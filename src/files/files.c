/* files/files.c - floor 3: open a document from a path; the only code that touches stdio. */
#if !defined(_WIN32)
#define _FILE_OFFSET_BITS 64    /* files over 2 GiB on 32-bit hosts */
#define _POSIX_C_SOURCE 200809L /* fseeko, ftello */
#endif

#include "../base/compiler.h"

#include "../../include/gltf_accessor/files.h"

#include <stdio.h>

#include "../base/checked.h"
#include "../base/failure.h"
#include "../document/document.h"

enum { PATH_ROOM = 4096 };

/* ---- stdio ---- */

#if defined(_WIN32)
#include <wchar.h>

/* UTF-8 to UTF-16; 0 when it does not fit or is no UTF-8. */
static int widen(const char *path, wchar_t *out, size_t room) {
    size_t used = 0;
    const unsigned char *p = (const unsigned char *)path;
    while (*p) {
        uint32_t c = *p++;
        const int more = c < 0x80 ? 0 : c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : 1;
        c = more == 0 ? c : more == 1 ? c & 0x1F : more == 2 ? c & 0x0F : c & 0x07;
        for (int i = 0; i < more; i++) {
            if ((*p & 0xC0) != 0x80) {
                return 0;
            }
            c = c << 6 | (uint32_t)(*p++ & 0x3F);
        }
        if (used + 3 > room) {
            return 0;
        }
        if (c >= 0x10000) {
            out[used++] = (wchar_t)(0xD800 + ((c - 0x10000) >> 10));
            c = 0xDC00 + ((c - 0x10000) & 0x3FF);
        }
        out[used++] = (wchar_t)c;
    }
    out[used] = 0;
    return 1;
}

static FILE *open_file(const char *path) {
    wchar_t wide[PATH_ROOM];
    return widen(path, wide, PATH_ROOM) ? _wfopen(wide, L"rb") : NULL;
}

static int64_t seek_size(FILE *file) {
    const int64_t size = _fseeki64(file, 0, SEEK_END) == 0 ? _ftelli64(file) : -1;
    return size >= 0 && _fseeki64(file, 0, SEEK_SET) == 0 ? size : -1;
}
#else
#include <fcntl.h>
#include <unistd.h>

/* Without waiting: a named pipe among the neighbours that nobody writes to would hold up the caller for ever. */
static FILE *open_file(const char *path) {
    const int handle = open(path, O_RDONLY | O_NONBLOCK);
    FILE *file = handle >= 0 ? fdopen(handle, "rb") : NULL;
    if (handle >= 0 && !file) {
        close(handle);
    }
    return file;
}

static int64_t seek_size(FILE *file) {
    const int64_t size = fseeko(file, 0, SEEK_END) == 0 ? (int64_t)ftello(file) : -1;
    return size >= 0 && fseeko(file, 0, SEEK_SET) == 0 ? size : -1;
}
#endif

/* Read the first `wanted` bytes of a file, or all of it when that is UINT64_MAX.  *size becomes what the file has, up to
 * `wanted`; memory is asked for only once the file is known to be that long. */
static gltf_status read_file(const gltf_allocator *allocator, const char *path, uint64_t wanted, uint8_t **bytes,
                             uint64_t *size) {
    FILE *file = open_file(path);
    gltf_status status = GLTF_ERR_IO;
    *bytes = NULL;
    *size = 0;
    if (!file) {
        return GLTF_ERR_IO;
    }
    const int first = fgetc(file);
    const int readable = first != EOF || !ferror(file); /* a folder opens, and claims a length */
    const int64_t length = readable ? seek_size(file) : -1;
    if (length > 0 || (length == 0 && first == EOF)) { /* one of /proc has bytes, and claims to have none */
        *size = (uint64_t)length;
        status = GLTF_OK;
    }
    if (status == GLTF_OK && wanted != UINT64_MAX) {
        status = *size < wanted ? GLTF_ERR_BUFFER_LENGTH : GLTF_OK;
        *size = *size < wanted ? *size : wanted;
    }
    if (status == GLTF_OK) {
        *bytes = gltf_i_allocator_get(allocator, *size);
        status = *bytes ? GLTF_OK : GLTF_ERR_MEMORY;
    }
    if (status == GLTF_OK && fread(*bytes, 1, (size_t)*size, file) != *size) {
        gltf_i_allocator_put(allocator, *bytes, (size_t)*size);
        *bytes = NULL;
        status = GLTF_ERR_IO; /* a file that shrinks */
    }
    fclose(file);
    return status;
}

/* ---- Neighbours of the file ---- */

/* The folder that external buffers are taken from. */
typedef struct folder {
    gltf_allocator allocator;
    const char *path; /* of the glTF file */
    size_t length;    /* of its folder, the last separator included */
} folder;

static int is_separator(char c) {
#if defined(_WIN32)
    return c == '/' || c == '\\' || c == ':';
#else
    return c == '/';
#endif
}

static gltf_status GLTF_CALL load_neighbour(void *user, uint32_t buffer, const char *uri, uint64_t byte_length,
                                            gltf_buffer *out) {
    const folder *base = user;
    uint8_t *bytes = NULL;
    uint64_t joined_size;
    (void)buffer;
    gltf_status status = gltf_i_uri_check_path(uri);
    if (status != GLTF_OK) {
        return status;
    }
#if defined(_WIN32)
    if (gltf_i_uri_misleads_windows(uri)) {
        return GLTF_ERR_URI;
    }
#endif
    const size_t uri_length = memory_length(uri);
    if (!checked_add(base->length, (uint64_t)uri_length + 1, &joined_size)) {
        return GLTF_ERR_MEMORY;
    }
    char *joined = gltf_i_allocator_get(&base->allocator, joined_size);
    if (!joined) {
        return GLTF_ERR_MEMORY;
    }
    memory_copy(joined, base->path, base->length);
    memory_copy(joined + base->length, uri, uri_length + 1);
    status = read_file(&base->allocator, joined, byte_length, &bytes, &out->size);
    out->data = bytes;
    gltf_i_allocator_put(&base->allocator, joined, (size_t)joined_size);
    return status;
}

/* ---- Opening ---- */

/* The allocator that the options name, as far as the caller's struct reaches. */
static gltf_allocator allocator_of(const gltf_document_options *options) {
    const size_t end = offsetof(gltf_document_options, allocator) + sizeof options->allocator;
    return gltf_i_allocator_or_default(options && options->struct_size >= end ? &options->allocator : NULL);
}

/* Parse, and let the document own the bytes. */
static gltf_status parse_owned(uint8_t *bytes, size_t size, const gltf_document_options *options,
                               const gltf_allocator *allocator, gltf_document **out, gltf_error *error) {
    const gltf_status status = gltf_document_parse(bytes, size, options, out, error);
    if (status != GLTF_OK || (*out)->input_copy) {
        gltf_i_allocator_put(allocator, bytes, size);
    } else {
        (*out)->input_copy = bytes;
        (*out)->input_copy_size = size;
    }
    return status;
}

gltf_status gltf_document_open(const char *path, const gltf_document_options *options, gltf_document **out,
                               gltf_error *error) {
    uint8_t *bytes = NULL;
    uint64_t size = 0;
    folder base = {allocator_of(options), path, 0};
    if (out) {
        *out = NULL;
    }
    if (!path || !out) {
        return failure_of(error, GLTF_ERR_ARGUMENT, place_nowhere(), path ? "out" : "path");
    }
    for (size_t i = 0; path[i]; i++) {
        base.length = is_separator(path[i]) ? i + 1 : base.length;
    }
    gltf_status status = read_file(&base.allocator, path, UINT64_MAX, &bytes, &size);
    if (status != GLTF_OK) {
        return failure_named(error, status, place_nowhere(), "file", path);
    }
    status = parse_owned(bytes, (size_t)size, options, &base.allocator, out, error);
    if (status == GLTF_OK) {
        const gltf_io io = {&base, load_neighbour, NULL};
        gltf_document_load(*out, GLTF_NONE, &io, NULL); /* what fails is remembered for those who need it */
        gltf_i_bytes_take_over(*out);
    }
    return status;
}
