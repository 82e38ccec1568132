/* unit/files_files.c - layer 3: opening from a path: neighbours, the folder rule, what cannot be had. */
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64
#endif

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if !defined(_WIN32)
#include <sys/stat.h>
#include <unistd.h>
#endif

#include <cmocka.h>

#include <gltf_accessor/files.h>

#include "support/documents.h"
#include "support/sentences.h"

#if defined(_WIN32)
int main(void) {
    printf("skipped: needs a POSIX file system\n");
    return 0;
}
#else
static char folder[64];

static const char *path_in_folder(const char *name) {
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void write_file(const char *name, const void *bytes, size_t size) {
    FILE *file = fopen(path_in_folder(name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* A model in `model/` of the folder whose one accessor has four bytes of the buffer with this uri. */
static gltf_document *open_model(const char *uri, const gltf_document_options *options) {
    char text[600];
    gltf_document *document = NULL;
    gltf_error error;
    snprintf(text, sizeof text,
             "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":4,\"uri\":\"%s\"}],\"bufferViews\":[{"
             "\"buffer\":0,\"byteLength\":4}],"
             "\"accessors\":[{\"bufferView\":0,\"componentType\":5121,\"count\":4,\"type\":\"SCALAR\"}]}",
             uri);
    write_file("model/model.gltf", text, strlen(text));
    assert_int_equal(gltf_document_open(path_in_folder("model/model.gltf"), options, &document, &error), GLTF_OK);
    return document;
}

static gltf_status accessor_status_with(const char *uri, uint32_t flags) {
    gltf_accessor accessor;
    gltf_error error;
    gltf_document_options options;
    uint32_t values[4] = {0};
    gltf_document_options_init(&options, sizeof options);
    options.flags = flags;
    gltf_document *document = open_model(uri, &options);
    const gltf_status status = gltf_document_accessor(document, 0, &accessor, &error);
    if (status == GLTF_OK) {
        assert_int_equal(gltf_accessor_read_uint32(&accessor, 0, 4, values, 4), GLTF_OK);
        assert_true(values[0] == 1 && values[3] == 4);
    } else {
        assert_int_equal(error.object, GLTF_OBJECT_BUFFER);
        assert_int_equal(error.index, 0);
    }
    gltf_document_free(document);
    return status;
}

static gltf_status accessor_status(const char *uri) {
    return accessor_status_with(uri, 0);
}

static int make_folder(void **state) {
    static const uint8_t bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    (void)state;
    strcpy(folder, "/tmp/gltf-files-XXXXXX");
    if (!mkdtemp(folder) || mkdir(path_in_folder("model"), 0700) || mkdir(path_in_folder("model/sub"), 0700)) {
        return 1;
    }
    write_file("outside.bin", bytes, 8);
    write_file("model/a b.bin", bytes, 8);
    write_file("model/exact.bin", bytes, 4);
    write_file("model/short.bin", bytes, 3);
    write_file("model/sub/inner.bin", bytes, 4);
    write_file("model/a#1?.bin", bytes, 4);
    write_file("model/\xC3\xA4.bin", bytes, 4);
    return 0;
}

static int remove_folder(void **state) {
    static const char *const names[] = {
        "outside.bin",    "model/a b.bin",      "model/exact.bin",  "model/short.bin", "model/sub/inner.bin",
        "model/a#1?.bin", "model/\xC3\xA4.bin", "model/model.gltf", "model/big.bin",   "model/up",
        "model/link.bin", "model/inside",       "model/broken.bin", "model/sub",       "model"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        remove(path_in_folder(names[i]));
    }
    return rmdir(folder);
}

/* spec 2.8: relative references, percent-decoded once, from the file's folder and below */
static void neighbours_are_found(void **state) {
    static const char *const uris[] = {"exact.bin",
                                       "a%20b.bin",
                                       "a b.bin",
                                       "./exact.bin",
                                       "sub/inner.bin",
                                       "sub/../exact.bin",
                                       "a%231%3F.bin",
                                       "%C3%A4.bin",
                                       "\xC3\xA4.bin",
                                       "\\u00e4.bin",
                                       "sub\\/inner.bin",
                                       "none/../exact.bin",
                                       "none/./../sub/none/%2e%2e/inner.bin",
                                       "exact.bin/../a b.bin"};
    (void)state;
    for (size_t i = 0; i < sizeof uris / sizeof uris[0]; i++) {
        if (accessor_status(uris[i]) != GLTF_OK) {
            fail_msg("%s was not found", uris[i]);
        }
    }
}

/* design 5: nothing outside the folder is opened, however it is written */
static void references_out_of_the_folder_are_refused(void **state) {
    static const char *const uris[] = {"../outside.bin",
                                       "%2e%2e%2foutside.bin",
                                       "sub/../../outside.bin",
                                       "/etc/passwd",
                                       "%2Fetc%2Fpasswd",
                                       "file:///etc/passwd",
                                       "http://x/y.bin",
                                       "..\\\\outside.bin",
                                       "C:/x.bin",
                                       "..",
                                       "a%01.bin",
                                       ""};
    (void)state;
    for (size_t i = 0; i < sizeof uris / sizeof uris[0]; i++) {
        const gltf_status status = accessor_status(uris[i]);
        if (status != GLTF_ERR_URI) {
            fail_msg("%s: %s", uris[i], gltf_status_name(status));
        }
    }
}

/* files.h: a link is followed by default; what a "..", removed as text, passed by is not */
static void links_are_followed_by_default(void **state) {
    (void)state;
    assert_int_equal(symlink("..", path_in_folder("model/up")), 0);
    assert_int_equal(symlink("../outside.bin", path_in_folder("model/link.bin")), 0);
    assert_int_equal(symlink("sub", path_in_folder("model/inside")), 0);
    assert_int_equal(symlink("none", path_in_folder("model/broken.bin")), 0);
    assert_int_equal(accessor_status("up/outside.bin"), GLTF_OK);
    assert_int_equal(accessor_status("link.bin"), GLTF_OK);
    assert_int_equal(accessor_status("inside/inner.bin"), GLTF_OK);
    assert_int_equal(accessor_status("broken.bin"), GLTF_ERR_IO);
    assert_int_equal(accessor_status("up/../exact.bin"), GLTF_OK);       /* not that of the folder above */
    assert_int_equal(accessor_status("up/../outside.bin"), GLTF_ERR_IO); /* which a walk would find */
}

/* GLTF_DOCUMENT_NO_SYMLINKS: no component inside the folder may be a link; before it, all may */
static void links_are_refused_on_request(void **state) {
    static const struct {
        const char *uri;
        gltf_status status;
    } rows[] = {
        {"exact.bin", GLTF_OK},
        {"sub/inner.bin", GLTF_OK},
        {"sub//inner.bin", GLTF_OK},
        {"up/../exact.bin", GLTF_OK},
        {"link.bin", GLTF_ERR_URI},
        {"up/outside.bin", GLTF_ERR_URI},
        {"inside/inner.bin", GLTF_ERR_URI},
        {"sub/../inside//inner.bin", GLTF_ERR_URI},
        {"broken.bin", GLTF_ERR_URI},
        {"../outside.bin", GLTF_ERR_URI},
        {"missing.bin", GLTF_ERR_IO},
        {"missing/inner.bin", GLTF_ERR_IO},
        {"exact.bin/", GLTF_ERR_IO},
        {"exact.bin/x", GLTF_ERR_IO},
        {"sub", GLTF_ERR_IO},
        {"sub/..", GLTF_ERR_IO},
        {"short.bin", GLTF_ERR_BUFFER_LENGTH},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const gltf_status status = accessor_status_with(rows[i].uri, GLTF_DOCUMENT_NO_SYMLINKS);
        if (status != rows[i].status) {
            fail_msg("%s: %s", rows[i].uri, gltf_status_name(status));
        }
    }
    gltf_document_options options;
    gltf_document *document = NULL;
    gltf_accessor accessor;
    gltf_document_options_init(&options, sizeof options);
    options.flags = GLTF_DOCUMENT_NO_SYMLINKS;
    gltf_document_free(open_model("exact.bin", NULL));
    assert_int_equal(gltf_document_open(path_in_folder("model/up/model/model.gltf"), &options, &document, NULL),
                     GLTF_OK);
    assert_int_equal(gltf_document_accessor(document, 0, &accessor, NULL), GLTF_OK);
    gltf_document_free(document);
    char *before = getcwd(NULL, 0);
    assert_int_equal(chdir(path_in_folder("model")), 0);
    assert_int_equal(gltf_document_open("model.gltf", &options, &document, NULL), GLTF_OK);
    assert_int_equal(chdir(before), 0);
    free(before);
    assert_int_equal(gltf_document_accessor(document, 0, &accessor, NULL), GLTF_OK);
    gltf_document_free(document);
}

/* a buffer that cannot be had is that buffer's fault, not the call's */
static void missing_and_short_files_are_faults_of_the_buffer(void **state) {
    (void)state;
    assert_int_equal(accessor_status("missing.bin"), GLTF_ERR_IO);
    assert_int_equal(accessor_status("sub"), GLTF_ERR_IO);
    assert_int_equal(accessor_status("short.bin"), GLTF_ERR_BUFFER_LENGTH);
}

/* the file itself: missing, a folder, empty, NULL */
static void unreadable_files_are_io_errors(void **state) {
    (void)state;
    gltf_document *document = (gltf_document *)(uintptr_t)16;
    gltf_error error;
    assert_int_equal(gltf_document_open(path_in_folder("missing.gltf"), NULL, &document, &error), GLTF_ERR_IO);
    assert_null(document);
    char sentence[256];
    gltf_error_format(&error, sentence, sizeof sentence);
    assert_non_null(strstr(sentence, path_in_folder("missing.gltf")));
    assert_int_equal(gltf_document_open(folder, NULL, &document, &error), GLTF_ERR_IO);
    write_file("model/model.gltf", "", 0);
    assert_int_equal(gltf_document_open(path_in_folder("model/model.gltf"), NULL, &document, &error), GLTF_ERR_JSON);
    assert_int_equal(gltf_document_open(NULL, NULL, &document, &error), GLTF_ERR_ARGUMENT);
    assert_int_equal(gltf_document_open(folder, NULL, NULL, &error), GLTF_ERR_ARGUMENT);
}

/* The sentence about a neighbour of the model. */
static void check_neighbour(const char *key, const char *uri, uint32_t flags) {
    gltf_accessor accessor;
    gltf_error error;
    gltf_document_options options;
    gltf_document_options_init(&options, sizeof options);
    options.flags = flags;
    gltf_document *document = open_model(uri, &options);
    assert_int_not_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_OK);
    sentence_check(key, &error);
    gltf_document_free(document);
}

/* base.h: why a file cannot be read: it does not exist, is a folder, may not be read, or is a link that was not wanted */
static void unreadable_files_say_why(void **state) {
    static const char *const rows[][2] = {
        {"file.absent", "missing.gltf"}, {"file.absent", "model/exact.bin/x"}, {"file.folder", "model"}};
    gltf_document *document = NULL;
    gltf_error error;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(gltf_document_open(path_in_folder(rows[i][1]), NULL, &document, &error), GLTF_ERR_IO);
        error.name = "model.gltf";
        sentence_check(rows[i][0], &error);
    }
    for (uint32_t links = 0; links < 2; links++) {
        const uint32_t flags = links ? GLTF_DOCUMENT_NO_SYMLINKS : 0;
        check_neighbour("file.neighbour_absent", "missing.bin", flags);
        check_neighbour("file.neighbour_folder", "sub", flags);
        check_neighbour("file.neighbour_leaves", "../outside.bin", flags);
        check_neighbour("file.neighbour_short", "short.bin", flags);
    }
    check_neighbour("file.neighbour_link", "link.bin", GLTF_DOCUMENT_NO_SYMLINKS);
    write_file("model/secret.bin", "1234", 4);
    assert_int_equal(chmod(path_in_folder("model/secret.bin"), 0), 0);
    if (access(path_in_folder("model/secret.bin"), R_OK) == 0) {
        printf("skipped: this user may read every file\n");
    } else {
        check_neighbour("file.neighbour_denied", "secret.bin", 0);
        check_neighbour("file.neighbour_denied", "secret.bin", GLTF_DOCUMENT_NO_SYMLINKS);
        assert_int_equal(gltf_document_open(path_in_folder("model/secret.bin"), NULL, &document, &error), GLTF_ERR_IO);
        error.name = "model.gltf";
        sentence_check("file.denied", &error);
    }
    remove(path_in_folder("model/secret.bin"));
}

/* a file that cannot be sought in, or that has fewer bytes than it claims, cannot be read; systems that have such files */
static void strange_files_are_io_errors(void **state) {
    static const char *const paths[] = {"/proc/self/status", "/sys/kernel/mm/transparent_hugepage/enabled",
                                        "/sys/devices/system/cpu/online"};
    (void)state;
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        gltf_document *document = (gltf_document *)(uintptr_t)16;
        counting_allocator counts = {0};
        gltf_document_options options;
        gltf_error error;
        if (access(paths[i], R_OK) != 0) {
            continue;
        }
        gltf_document_options_init(&options, sizeof options);
        options.allocator = counting_allocator_of(&counts);
        assert_int_equal(gltf_document_open(paths[i], &options, &document, &error), GLTF_ERR_IO);
        assert_null(document);
        assert_string_equal(error.name, paths[i]);
        assert_int_equal(counts.live_blocks, 0);
    }
}

/* what has no end that could be looked for, such as a pipe, cannot be read */
static void pipes_are_io_errors(void **state) {
    (void)state;
    gltf_document *document = (gltf_document *)(uintptr_t)16;
    gltf_error error;
    char path[64];
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "{}", 2), 2);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    if (access(path, R_OK) == 0) {
        assert_int_equal(gltf_document_open(path, NULL, &document, &error), GLTF_ERR_IO);
        assert_null(document);
    }
    close(ends[0]);
    close(ends[1]);
}

/* a named pipe that nobody writes to cannot be read, and is not waited for: neither as the file nor as its neighbour */
static void pipes_are_not_waited_for(void **state) {
    (void)state;
    gltf_document *document = (gltf_document *)(uintptr_t)16;
    gltf_accessor accessor;
    gltf_error error;
    assert_int_equal(mkfifo(path_in_folder("model/pipe.bin"), 0600), 0);
    alarm(60); /* else it would wait without end */
    assert_int_equal(gltf_document_open(path_in_folder("model/pipe.bin"), NULL, &document, &error), GLTF_ERR_IO);
    assert_null(document);
    document = open_model("pipe.bin", NULL);
    alarm(0);
    assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_ERR_IO);
    assert_int_equal(error.object, GLTF_OBJECT_BUFFER);
    gltf_document_free(document);
    remove(path_in_folder("model/pipe.bin"));
}

/* options that are refused are refused here too, whatever their allocator says */
static void refused_options_open_nothing(void **state) {
    (void)state;
    gltf_document *document = (gltf_document *)(uintptr_t)16;
    counting_allocator counts = {0};
    gltf_document_options options;
    gltf_error error;
    gltf_document_free(open_model("a%20b.bin", NULL));
    gltf_document_options_init(&options, sizeof options);
    options.allocator = counting_allocator_of(&counts);
    options.struct_size = 8;
    assert_int_equal(gltf_document_open(path_in_folder("model/model.gltf"), &options, &document, &error),
                     GLTF_ERR_STRUCT_SIZE);
    assert_null(document);
    assert_int_equal(counts.calls, 0); /* the struct does not reach so far */
    options.struct_size = sizeof options;
    options.allocator.release = NULL;
    assert_int_equal(gltf_document_open(path_in_folder("model/model.gltf"), &options, &document, &error),
                     GLTF_ERR_ARGUMENT);
    assert_null(document);
    assert_int_equal(counts.calls, 0);
}

/* every byte comes from the caller's allocator and returns to it, with all flags */
static void opening_uses_the_allocator(void **state) {
    (void)state;
    for (uint32_t flags = 0; flags <= (GLTF_DOCUMENT_COPY_INPUT | GLTF_DOCUMENT_NO_SYMLINKS); flags++) {
        size_t calls = 0;
        for (size_t fail_at = 0; fail_at <= calls; fail_at++) {
            counting_allocator counts = {0};
            gltf_document_options options;
            gltf_document *document = NULL;
            gltf_error error;
            gltf_document_options_init(&options, sizeof options);
            options.flags = flags;
            options.allocator = counting_allocator_of(&counts);
            if (fail_at == 0) {
                document = open_model("a%20b.bin", &options);
                calls = counts.calls;
            } else {
                counts.fail_at = fail_at;
                const gltf_status status =
                    gltf_document_open(path_in_folder("model/model.gltf"), &options, &document, &error);
                gltf_accessor accessor;
                if (status == GLTF_OK) { /* the buffer's own memory failed */
                    assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_ERR_MEMORY);
                } else {
                    assert_int_equal(status, GLTF_ERR_MEMORY);
                }
            }
            gltf_document_free(document);
            assert_int_equal(counts.live_blocks, 0);
        }
        assert_in_range(calls, 3, 100);
    }
}

/* offsets beyond 4 GiB; needs that much memory and disk blocks only for what is written */
static void data_beyond_four_gigabytes_is_read(void **state) {
    (void)state;
    if (!getenv("GLTF_TEST_LARGE")) {
        print_message("skipped: set GLTF_TEST_LARGE=1 to read a file of 4.5 GiB\n");
        skip();
    }
    const uint64_t size = ((uint64_t)9 << 29) + 4;
    char text[600];
    gltf_document *document = NULL;
    gltf_accessor accessor;
    gltf_error error;
    uint32_t values[4] = {0};
    FILE *file = fopen(path_in_folder("model/big.bin"), "wb");
    assert_non_null(file);
    assert_int_equal(fseeko(file, (off_t)(size - 4), SEEK_SET), 0);
    assert_int_equal(fwrite("\1\2\3\4", 1, 4, file), 4);
    assert_int_equal(fclose(file), 0);
    snprintf(text, sizeof text,
             "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":%llu,\"uri\":\"big.bin\"}],\"bufferViews\":"
             "[{\"buffer\":0,"
             "\"byteOffset\":%llu,\"byteLength\":4}],\"accessors\":[{\"bufferView\":0,\"componentType\":5121,\"count\":"
             "4,\"type\":\"SCALAR\"}]}",
             (unsigned long long)size, (unsigned long long)(size - 4));
    write_file("model/model.gltf", text, strlen(text));
    assert_int_equal(gltf_document_open(path_in_folder("model/model.gltf"), NULL, &document, &error), GLTF_OK);
    assert_int_equal(gltf_document_accessor(document, 0, &accessor, &error), GLTF_OK);
    assert_int_equal(gltf_accessor_read_uint32(&accessor, 0, 4, values, 4), GLTF_OK);
    assert_true(values[0] == 1 && values[3] == 4);
    gltf_document_free(document);
}

/* design-2 D19: one file is read once, under however many names, also the model itself; each buffer has its own length */
static void one_file_is_read_once(void **state) {
    static const char *const names[] = {"model.gltf", "./model.gltf", "sub/../model.gltf", ".//model.gltf", "link.bin"};
    enum { SIZE = 100000, NAMES = sizeof names / sizeof names[0] };
    char *text = malloc(SIZE);
    (void)state;
    assert_non_null(text);
    assert_int_equal(symlink("model.gltf", path_in_folder("model/link.bin")), 0);
    for (int buffers = 50; buffers <= 200; buffers *= 2) {
        counting_allocator counts = {0};
        gltf_document_options options;
        gltf_document *document = NULL;
        gltf_source source;
        gltf_error error;
        size_t at = (size_t)snprintf(text, SIZE, "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[");
        for (int i = 0; i < buffers; i++) {
            at += (size_t)snprintf(text + at, SIZE - at, "%s{\"byteLength\":%d,\"uri\":\"%s\"}", i ? "," : "",
                                   SIZE - (i * 7 % 50), names[i % NAMES]);
        }
        at += (size_t)snprintf(text + at, SIZE - at, "]}");
        memset(text + at, ' ', SIZE - at);
        write_file("model/model.gltf", text, SIZE);
        gltf_document_options_init(&options, sizeof options);
        options.allocator = counting_allocator_of(&counts);
        assert_int_equal(gltf_document_open(path_in_folder("model/model.gltf"), &options, &document, &error), GLTF_OK);
        assert_true(counts.live_bytes < 4 * SIZE); /* the model, the file, and tables */
        assert_int_equal(gltf_document_describe(document, &source, NULL, NULL), GLTF_OK);
        for (int i = 0; i < buffers; i++) {
            assert_non_null(source.buffers[i].data);
            assert_ptr_equal(source.buffers[i].data, source.buffers[0].data);
            assert_int_equal(source.buffers[i].size, SIZE - (i * 7 % 50));
        }
        assert_memory_equal(source.buffers[0].data, text, SIZE);
        assert_int_equal(gltf_document_set_buffer(document, 0, NULL, 0, NULL), GLTF_OK);
        gltf_document_free(document);
        assert_int_equal(counts.live_blocks, 0);
    }
    remove(path_in_folder("model/link.bin"));
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_file_is_read_once),
        cmocka_unit_test(neighbours_are_found),
        cmocka_unit_test(references_out_of_the_folder_are_refused),
        cmocka_unit_test(links_are_followed_by_default),
        cmocka_unit_test(links_are_refused_on_request),
        cmocka_unit_test(missing_and_short_files_are_faults_of_the_buffer),
        cmocka_unit_test(unreadable_files_are_io_errors),
        cmocka_unit_test(unreadable_files_say_why),
        cmocka_unit_test(strange_files_are_io_errors),
        cmocka_unit_test(pipes_are_io_errors),
        cmocka_unit_test(pipes_are_not_waited_for),
        cmocka_unit_test(refused_options_open_nothing),
        cmocka_unit_test(opening_uses_the_allocator),
        cmocka_unit_test(data_beyond_four_gigabytes_is_read),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
#endif
