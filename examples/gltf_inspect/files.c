/* gltf_inspect/files.c - files that are opened with care for symbolic links. */
#if defined(__unix__) || defined(__APPLE__)
#define _POSIX_C_SOURCE 200809L /* openat */
#endif

#include "inspect.h"

#include <stdlib.h>
#include <string.h>

#if defined(__unix__) || defined(__APPLE__)
#include <fcntl.h>
#include <unistd.h>
#endif

#if defined(O_NOFOLLOW)
static FILE *stream_of(int handle, const char *mode) {
    FILE *file = handle >= 0 ? fdopen(handle, mode) : NULL;
    if (handle >= 0 && !file) {
        close(handle);
    }
    return file;
}

/* One component of `name` after another, each only if it is not a symbolic link; `name` is changed. */
static FILE *open_unlinked(const char *folder, char *name) {
    int handle = open(*folder ? folder : ".", O_RDONLY);
    int is_last = 0;
    while (handle >= 0 && !is_last) {
        const size_t size = strcspn(name, "/");
        is_last = !name[size];
        name[size] = '\0';
        const int next = openat(handle, size ? name : ".", O_RDONLY | O_NOFOLLOW);
        close(handle);
        handle = next;
        name += size + 1;
    }
    return stream_of(handle, "rb");
}
#endif

FILE *files_open_below(const char *path, size_t folder, const char *name, int no_symlinks) {
    const size_t size = strlen(name) + 1;
    char *joined = text_allocate(NULL, folder + 1 + size);
    FILE *file = NULL;
    memcpy(joined, path, folder);
    if (!no_symlinks) {
        memcpy(joined + folder, name, size);
        file = fopen(joined, "rb");
    }
#if defined(O_NOFOLLOW)
    if (no_symlinks) {
        joined[folder] = '\0';
        memcpy(joined + folder + 1, name, size);
        file = open_unlinked(joined, joined + folder + 1);
    }
#endif
    free(joined);
    return file;
}

FILE *files_create(const char *path) {
#if defined(O_NOFOLLOW)
    unlink(path);
    return stream_of(open(path, O_WRONLY | O_CREAT | O_EXCL, 0666), "wb");
#else
    remove(path);
    return fopen(path, "wb");
#endif
}
