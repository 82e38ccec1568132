/* bench/bench_cgltf.c - parsing beside cgltf, where its header was found: time, memory, a large data: URI.
 *
 *   bench_cgltf [--quick] [--rounds N] [--json FILE]
 *
 * Both take their turns in random order on the same text, in one process; medians count.  Nothing is judged. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif
#if defined(__unix__)
#include <sys/wait.h>
#include <unistd.h>
#endif

#define CGLTF_IMPLEMENTATION
#include <cgltf.h>

#include "../../include/gltf_accessor/document.h"
#include "host.h"
#include "texts.h"
#include "timing.h"

enum { OURS = 0, PEERS = 1, WAYS = 2, FRESH = WAYS, MOST_ROUNDS = 101 };

static const char *const names[WAYS] = {"gltf_accessor", "cgltf"};

static void stop(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "bench_cgltf: ");
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
    exit(1);
}

/* ---- An allocator that counts, for both ---- */

typedef struct counter {
    size_t calls, used, most;
} counter;

enum { HEADER = 16 };

static void *count_allocate(void *user, size_t size) {
    counter *c = user;
    uint8_t *const block = malloc(size + HEADER);
    if (!block) {
        return NULL;
    }
    memcpy(block, &size, sizeof size);
    c->calls++;
    c->used += size;
    c->most = c->used > c->most ? c->used : c->most;
    return block + HEADER;
}

static void count_free(void *user, void *pointer) {
    counter *c = user;
    size_t size;
    if (pointer) {
        memcpy(&size, (uint8_t *)pointer - HEADER, sizeof size);
        c->used -= size;
        free((uint8_t *)pointer - HEADER);
    }
}

static void *GLTF_CALL our_allocate(void *user, size_t size) {
    return count_allocate(user, size);
}

static void GLTF_CALL our_release(void *user, void *pointer, size_t size) {
    (void)size;
    count_free(user, pointer);
}

/* ---- One document, opened and closed by either ---- */

typedef struct opened {
    gltf_document *ours;
    cgltf_data *peers;
} opened;

static void open_ours(const bench_text *text, int load, counter *count, opened *to) {
    gltf_document_options options;
    gltf_error error;
    gltf_document_options_init(&options, sizeof options);
    if (count) {
        options.allocator.user = count;
        options.allocator.allocate = our_allocate;
        options.allocator.release = our_release;
    }
    gltf_status status = gltf_document_parse(text->bytes, text->size, &options, &to->ours, &error);
    if (status == GLTF_OK && load) {
        status = gltf_document_load(to->ours, GLTF_NONE, NULL, &error);
    }
    if (status != GLTF_OK) {
        char sentence[256];
        gltf_error_format(&error, sentence, sizeof sentence);
        stop("a document fails: %s", sentence);
    }
}

static void open_peers(const bench_text *text, int load, counter *count, opened *to) {
    cgltf_options options;
    memset(&options, 0, sizeof options);
    if (count) {
        options.memory.user_data = count;
        options.memory.alloc_func = count_allocate;
        options.memory.free_func = count_free;
    }
    cgltf_result result = cgltf_parse(&options, text->bytes, text->size, &to->peers);
    if (result == cgltf_result_success && load) {
        result = cgltf_load_buffers(&options, to->peers, NULL);
    }
    if (result != cgltf_result_success) {
        stop("a document fails in cgltf: %d", (int)result);
    }
}

static void open_by(int way, const bench_text *text, int load, counter *count, opened *to) {
    if (way == OURS) {
        open_ours(text, load, count, to);
    } else {
        open_peers(text, load, count, to);
    }
}

static void close_by(int way, opened *it) {
    if (way == OURS) {
        gltf_document_free(it->ours);
    } else {
        cgltf_free(it->peers);
    }
}

/* Both must have found the same. */
static void compare_contents(const bench_text *text, int load) {
    opened it;
    open_ours(text, load, NULL, &it);
    open_peers(text, load, NULL, &it);
    gltf_source source;
    gltf_document_describe(it.ours, &source, NULL, NULL);
    if (gltf_document_count(it.ours, GLTF_OBJECT_ACCESSOR) != it.peers->accessors_count ||
        gltf_document_count(it.ours, GLTF_OBJECT_MESH) != it.peers->meshes_count ||
        source.view_count != it.peers->buffer_views_count) {
        stop("the two find other objects");
    }
    if (load && (source.buffers[0].size != it.peers->buffers[0].size ||
                 memcmp(source.buffers[0].data, it.peers->buffers[0].data, it.peers->buffers[0].size) != 0)) {
        stop("the two find other bytes");
    }
    close_by(OURS, &it);
    close_by(PEERS, &it);
}

/* ---- Memory ---- */

typedef struct memory {
    counter
        count; /* what was asked of the allocator given; our small trees of JSON come from malloc and are not in it */
    double resident; /* growth at the peak, by the operating system; 0 = not told */
} memory;

/* In a process of its own, where nothing was freed before. */
static memory memory_of(int way, const bench_text *text, int load) {
    memory result;
    opened it;
    memset(&result, 0, sizeof result);
#if defined(__unix__)
    int ends[2];
#if defined(__GLIBC__)
    malloc_trim(0); /* what earlier rows have freed */
#endif
    if (pipe(ends) != 0) {
        stop("no pipe");
    }
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        const double before = bench_resident("VmRSS:");
        bench_forget_peak();
        open_by(way, text, load, NULL, &it);
        const double growth = bench_resident("VmHWM:") - before;
        _exit(write(ends[1], &growth, sizeof growth) == (ssize_t)sizeof growth ? 0 : 1);
    }
    int status = 1;
    if (child < 0 || read(ends[0], &result.resident, sizeof result.resident) != (ssize_t)sizeof result.resident ||
        waitpid(child, &status, 0) != child || status != 0) {
        stop("the child fails");
    }
    close(ends[0]);
    close(ends[1]);
#endif
    open_by(way, text, load, &result.count, &it);
    close_by(way, &it);
    return result;
}

/* ---- Time ---- */

typedef struct times {
    double open, close; /* seconds */
} times;

static int compare_doubles(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double median(double *values, int count) {
    qsort(values, (size_t)count, sizeof *values, compare_doubles);
    return values[count / 2];
}

/* The least that decoding into memory of its own can take: each page of `size` fresh bytes is touched once. */
static uint8_t *touch(size_t size) {
    uint8_t *const bytes = malloc(size + 1);
    if (!bytes) {
        stop("out of memory");
    }
    for (size_t i = 0; i < size; i += 4096) {
        ((volatile uint8_t *)bytes)[i] = 1;
    }
    return bytes;
}

static times take(int way, const bench_text *text, int load) {
    times result;
    opened it;
    uint8_t *bytes = NULL;
    const double start = bench_now();
    if (way == FRESH) {
        bytes = touch(load ? text->size / 4 * 3 : 0);
    } else {
        open_by(way, text, load, NULL, &it);
    }
    const double middle = bench_now();
    if (way == FRESH) {
        free(bytes);
    } else {
        close_by(way, &it);
    }
    result.open = middle - start;
    result.close = bench_now() - middle;
    return result;
}

static void measure(const bench_text *text, int load, int rounds, times result[WAYS + 1]) {
    static double opening[WAYS + 1][MOST_ROUNDS], closing[WAYS + 1][MOST_ROUNDS];
    for (int round = -1; round < rounds; round++) { /* the first does not count */
        const int first = (int)(bench_random() % (WAYS + 1)), step = 1 + (int)(bench_random() >> 31);
        for (int i = 0; i <= WAYS; i++) {
            const int way = (first + i * step) % (WAYS + 1);
            const times sample = take(way, text, load);
            if (round >= 0) {
                opening[way][round] = sample.open;
                closing[way][round] = sample.close;
            }
        }
    }
    for (int way = 0; way <= WAYS; way++) {
        result[way].open = median(opening[way], rounds);
        result[way].close = median(closing[way], rounds);
    }
}

/* ---- Rows ---- */

typedef struct telling {
    int rounds;
    FILE *json; /* NULL = none */
} telling;

/* Gives the seconds that each unit takes us. */
static double row(const telling *to, const char *work, bench_text text, size_t units, int load) {
    memory used[WAYS];
    times took[WAYS + 1];
    const double size = (double)text.size;
    for (int way = 0; way < WAYS; way++) {
        used[way] = memory_of(way, &text, load);
    }
    compare_contents(&text, load);
    measure(&text, load, to->rounds, took);
    for (int way = 0; way < WAYS; way++) {
        printf("%-24s %9zu %-14s %9.2f %8.1f %9.1f %9.2f %9.2f %9.2f %11zu\n", work, units, names[way],
               took[way].open * 1e3, size / took[way].open * 1e-6, took[way].open * 1e9 / (double)units,
               took[way].close * 1e3, used[way].resident / size, (double)used[way].count.most / size,
               used[way].count.calls);
    }
    printf("%-34s %-14s %9.3f %28.3f %9.2f %9.2f\n", "", "ratio", took[OURS].open / took[PEERS].open,
           took[OURS].close / took[PEERS].close, used[OURS].resident / used[PEERS].resident,
           (double)used[OURS].count.most / (double)used[PEERS].count.most);
    if (load) {
        printf("%-34s touching as much fresh memory takes %.2f ms, %.3f of cgltf's time\n", "", took[FRESH].open * 1e3,
               took[FRESH].open / took[PEERS].open);
    }
    for (int way = 0; to->json && way < WAYS; way++) {
        fprintf(to->json,
                "{\"work\":\"%s\",\"elements\":%zu,\"by\":\"%s\",\"bytes\":%zu,\"open_ms\":%.6g,\"close_ms\":%.6g,"
                "\"fresh_ms\":%.6g,\"peak\":%.4g,\"allocated\":%.4g,\"allocations\":%zu}\n",
                work, units, names[way], text.size, took[way].open * 1e3, took[way].close * 1e3, took[FRESH].open * 1e3,
                used[way].resident / size, (double)used[way].count.most / size, used[way].count.calls);
    }
    free(text.bytes);
    return took[OURS].open / (double)units;
}

static void run(const telling *to, int quick) {
    const size_t small = quick ? 2000 : 20000, large = quick ? 4000 : 200000, characters = quick ? 1000000 : 50000000;
    printf("%-24s %9s %-14s %9s %8s %9s %9s %9s %9s %11s\n", "work", "number", "by", "ms", "MB/s", "ns each",
           "free, ms", "peak", "allocated", "allocations");
    const double one = row(to, "parse, accessors", bench_make_document(small), small, 0);
    const double other = row(to, "parse, accessors", bench_make_document(large), large, 0);
    printf("%-34s each accessor of the larger takes us %.2f times as long\n", "", other / one);
    row(to, "data: URI, characters", bench_make_data_uri(characters), characters, 1);
    printf("peak, allocated: memory beyond the text, in sizes of it, by the system and by what was asked of an "
           "allocator\n");
}

int main(int argc, char **argv) {
    telling to = {15, NULL};
    int quick = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--quick") == 0) {
            quick = 1;
            to.rounds = 3;
        } else if (strcmp(argv[i], "--rounds") == 0 && i + 1 < argc) {
            to.rounds = atoi(argv[++i]);
        } else if (strcmp(argv[i], "--json") == 0 && i + 1 < argc) {
            to.json = fopen(argv[++i], "w");
            if (!to.json) {
                stop("the JSON file cannot be written");
            }
            char machine[128];
            bench_machine(machine, sizeof machine);
            fprintf(to.json, "{\"machine\":\"%s\",\"compiler\":\"%s\",\"flags\":\"%s\",\"cgltf\":\"%s\"}\n", machine,
                    BENCH_COMPILER, GLTF_BENCH_FLAGS, GLTF_BENCH_CGLTF);
        } else {
            stop("usage: bench_cgltf [--quick] [--rounds N] [--json FILE]");
        }
    }
    if (to.rounds < 1 || to.rounds > MOST_ROUNDS) {
        stop("rounds: 1 to %d", MOST_ROUNDS);
    }
    bench_pin();
    run(&to, quick);
    if (to.json && fclose(to.json) != 0) {
        stop("the JSON file is not complete");
    }
    return 0;
}
