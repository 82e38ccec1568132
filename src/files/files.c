/* files/files.c - layer 3: open a document from a path; the only code that touches stdio. */
#if !defined(_WIN32)
#define _FILE_OFFSET_BITS 64    /* files over 2 GiB on 32-bit hosts */
#define _POSIX_C_SOURCE 200809L /* fseeko, ftello */
#endif

#include "../base/visibility.h"

#include "../../include/gltf_accessor/files.h"

#include <errno.h>
#include <stdio.h>

#include "../base/checked.h"
#include "../base/failure.h"
#include "../document/document.h"

enum { PATH_ROOM = 4096 };

/* ---- stdio ---- */

#if defined(_WIN32)
#include <wchar.h>
#include <windows.h>

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

/* Open the file `name` (a path without "..") of a folder (its last separator included), unless it or a folder between them
 * is a reparse point, such as a symbolic link: GLTF_ERR_URI. */
static gltf_status open_unlinked(const char *folder, const char *name, FILE **file) {
    wchar_t wide[PATH_ROOM];
    if (!widen(folder, wide, PATH_ROOM)) {
        return GLTF_ERR_IO;
    }
    size_t used = wcslen(wide);
    if (!widen(name, wide + used, PATH_ROOM - used)) {
        return GLTF_ERR_IO;
    }
    for (; wide[used]; used++) {
        const wchar_t next = wide[used + 1];
        if (wide[used] != L'/' && (next == L'/' || next == 0)) {
            wide[used + 1] = 0;
            const DWORD attributes = GetFileAttributesW(wide);
            wide[used + 1] = next;
            if (attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_REPARSE_POINT)) {
                return GLTF_ERR_URI;
            }
        }
    }
    *file = _wfopen(wide, L"rb");
    return *file ? GLTF_OK : GLTF_ERR_IO;
}

static int64_t seek_size(FILE *file) {
    const int64_t size = _fseeki64(file, 0, SEEK_END) == 0 ? _ftelli64(file) : -1;
    return size >= 0 && _fseeki64(file, 0, SEEK_SET) == 0 ? size : -1;
}
#else
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* The stream of a handle, which is closed when there is none. */
static FILE *stream_of(int handle) {
    FILE *file = handle >= 0 ? fdopen(handle, "rb") : NULL;
    if (handle >= 0 && !file) {
        close(handle);
    }
    return file;
}

/* Without waiting: a named pipe without a writer would block the caller for ever. */
static FILE *open_file(const char *path) {
    return stream_of(open(path, O_RDONLY | O_NONBLOCK));
}

#if defined(O_NOFOLLOW)
/* Open the file `name` (a path without "..", changed here) of a folder, one component after another, each only if it is not
 * a symbolic link, else GLTF_ERR_URI. */
static gltf_status open_unlinked(const char *folder, char *name, FILE **file) {
    int handle = open(*folder ? folder : ".", O_RDONLY | O_NONBLOCK);
    int is_link = 0;
    int is_last = 0;
    while (handle >= 0 && !is_last) {
        char *end = name;
        while (*end && *end != '/') {
            end++;
        }
        is_last = !*end;
        *end = '\0';
        const int next = openat(handle, *name ? name : ".", O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
        is_link = next < 0 && (errno == ELOOP || errno == EMLINK); /* EMLINK: FreeBSD */
        close(handle);
        handle = next;
        name = end + 1;
    }
    *file = stream_of(handle);
    return *file ? GLTF_OK : is_link ? GLTF_ERR_URI : GLTF_ERR_IO;
}
#else
static gltf_status open_unlinked(const char *folder, char *name, FILE **file) {
    (void)folder;
    (void)name;
    *file = NULL;
    return GLTF_ERR_URI; /* links cannot be told from files */
}
#endif

static int64_t seek_size(FILE *file) {
    const int64_t size = fseeko(file, 0, SEEK_END) == 0 ? (int64_t)ftello(file) : -1;
    return size >= 0 && fseeko(file, 0, SEEK_SET) == 0 ? size : -1;
}
#endif

/* Why a file could not be opened or read; errno was 0 before that. */
static uint32_t why_unreadable(gltf_status status) {
    const int number = status == GLTF_ERR_IO ? errno : 0;
    return number == ENOENT || number == ENOTDIR ? GLTF_I_REASON_FILE_ABSENT
           : number == EISDIR                    ? GLTF_I_REASON_FILE_FOLDER
           : number == EACCES || number == EPERM ? GLTF_I_REASON_FILE_DENIED
                                                 : GLTF_I_REASON_NONE;
}

/* Read the first `wanted` bytes of a file (NULL = it could not be opened), or all of it when that is UINT64_MAX, and close
 * it.  *size becomes what the file has, up to `wanted`; memory is asked for only once the file is known to be that long. */
static gltf_status read_file(const gltf_allocator *allocator, FILE *file, uint64_t wanted, uint8_t **bytes,
                             uint64_t *size) {
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
    int no_symlinks;
    uint32_t *reason; /* why the last file of it could not be read: GLTF_I_REASON_*, written only where it is known */
} folder;

static int is_separator(char c) {
#if defined(_WIN32)
    return c == '/' || c == '\\' || c == ':';
#else
    return c == '/';
#endif
}

/* Open a neighbour.  On failure *base->reason says why, where that is known. */
static gltf_status open_neighbour(const folder *base, const char *uri, FILE **file) {
    const size_t uri_length = memory_length(uri);
    uint64_t size;
    *file = NULL;
    gltf_status status = gltf_i_uri_check_path(uri);
    if (status != GLTF_OK) {
        return status;
    }
#if defined(_WIN32)
    if (gltf_i_uri_misleads_windows(uri)) {
        *base->reason = GLTF_I_REASON_URI_DEVICE;
        return GLTF_ERR_URI;
    }
#endif
    if (!checked_add(base->length, (uint64_t)uri_length + 2, &size)) {
        return GLTF_ERR_MEMORY;
    }
    char *joined = gltf_i_allocator_get(&base->allocator, size);
    if (!joined) {
        return GLTF_ERR_MEMORY;
    }
    memory_copy(joined, base->path, base->length);
    errno = 0;
    if (base->no_symlinks) { /* one text after the other */
        joined[base->length] = '\0';
        memory_copy(joined + base->length + 1, uri, uri_length + 1);
        status = open_unlinked(joined, joined + base->length + 1, file);
        *base->reason = status == GLTF_ERR_URI ? GLTF_I_REASON_URI_LINK : why_unreadable(status);
    } else {
        memory_copy(joined + base->length, uri, uri_length + 1);
        *file = open_file(joined);
        status = *file ? GLTF_OK : GLTF_ERR_IO;
        *base->reason = why_unreadable(status);
    }
    gltf_i_allocator_put(&base->allocator, joined, (size_t)size);
    return status;
}

static gltf_status GLTF_CALL load_neighbour(void *user, uint32_t buffer, const char *uri, uint64_t byte_length,
                                            gltf_buffer *out) {
    const folder *base = user;
    uint8_t *bytes = NULL;
    FILE *file = NULL;
    (void)buffer;
    gltf_status status = open_neighbour(base, uri, &file);
    if (status == GLTF_OK) {
        errno = 0;
        status = read_file(&base->allocator, file, byte_length, &bytes, &out->size);
        *base->reason = why_unreadable(status);
        out->data = bytes;
    }
    return status;
}

#if defined(_WIN32)
static void find_same_files(gltf_document *document, const folder *base) {
    (void)document; /* names differ in more than the uri only where somebody wants them to */
    (void)base;
}
#else
/* What stands behind a name. */
typedef struct identity {
    uint64_t device;
    uint64_t number;
    uint32_t file; /* as its uri is numbered */
} identity;

static int by_identity(void *user, uint32_t a, uint32_t b) {
    const identity *files = user;
    if (files[a].device != files[b].device) {
        return files[a].device < files[b].device;
    }
    return files[a].number != files[b].number ? files[a].number < files[b].number : a < b;
}

/* Identities of all uris that name a file; gives how many. */
static uint32_t identify(const gltf_document *document, const folder *base, identity *files, uint32_t *order) {
    const gltf_i_externals *all = &document->externals;
    uint32_t count = 0;
    for (uint32_t place = 0; place < all->count; place = external_at(all, place)->end) {
        FILE *file = NULL;
        struct stat found;
        if (open_neighbour(base, external_at(all, place)->uri, &file) != GLTF_OK) {
            continue;
        }
        if (fstat(fileno(file), &found) == 0) {
            files[count].device = (uint64_t)found.st_dev;
            files[count].number = (uint64_t)found.st_ino;
            files[count].file = external_at(all, place)->file;
            order[count] = count;
            count++;
        }
        fclose(file);
    }
    return count;
}

/* Several names may mean one file ("a.bin", ".//a.bin", links): it is read once.  Without memory, they are several files. */
static void find_same_files(gltf_document *document, const folder *base) {
    gltf_i_externals *all = &document->externals;
    const uint64_t sizes[3] = {all->count * sizeof(identity), all->count * sizeof(uint32_t),
                               all->count * sizeof(uint32_t)};
    if (all->count < 2) {
        return;
    }
    identity *files = gltf_i_allocator_get(&base->allocator, sizes[0]);
    uint32_t *order = gltf_i_allocator_get(&base->allocator, sizes[1]);
    uint32_t *renamed = gltf_i_allocator_get(&base->allocator, sizes[2]); /* by number of a file */
    if (files && order && renamed) {
        const uint32_t count = identify(document, base, files, order);
        gltf_i_sort(order, count, by_identity, files);
        for (uint32_t i = 0; i < all->count; i++) {
            renamed[i] = i;
        }
        for (uint32_t i = 1; i < count; i++) {
            const identity *one = &files[order[i]];
            const identity *before = &files[order[i - 1]];
            if (one->device == before->device && one->number == before->number) {
                renamed[one->file] = renamed[before->file];
            }
        }
        for (uint32_t i = 0; i < all->count; i++) {
            all->list[i].file = renamed[all->list[i].file];
        }
        gltf_i_external_group(all);
    }
    gltf_i_allocator_put(&base->allocator, files, (size_t)sizes[0]);
    gltf_i_allocator_put(&base->allocator, order, (size_t)sizes[1]);
    gltf_i_allocator_put(&base->allocator, renamed, (size_t)sizes[2]);
}
#endif

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
    folder base = {allocator_of(options), path, 0, 0, NULL};
    if (out) {
        *out = NULL;
    }
    if (!path || !out) {
        return failure_of(error, GLTF_ERR_ARGUMENT, place_nowhere(), path ? "out" : "path");
    }
    for (size_t i = 0; path[i]; i++) {
        base.length = is_separator(path[i]) ? i + 1 : base.length;
    }
    errno = 0;
    gltf_status status = read_file(&base.allocator, open_file(path), UINT64_MAX, &bytes, &size);
    if (status != GLTF_OK) {
        const uint32_t reason = why_unreadable(status);
        return failure_why(error, failure_named(error, status, place_nowhere(), "file", path), reason);
    }
    status = parse_owned(bytes, (size_t)size, options, &base.allocator, out, error);
    if (status == GLTF_OK) {
        base.reason = &(*out)->load_reason;
        base.no_symlinks = options && (options->flags & GLTF_DOCUMENT_NO_SYMLINKS);
        const gltf_io io = {&base, load_neighbour, NULL};
        find_same_files(*out, &base);
        gltf_document_load(*out, GLTF_NONE, &io, NULL); /* what fails is remembered for those who need it */
        gltf_i_bytes_take_over(*out);
    }
    return status;
}
