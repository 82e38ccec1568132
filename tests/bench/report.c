/* bench/report.c - tables for people, lines of JSON for programs. */
#include "report.h"

#include <stdlib.h>
#include <string.h>

#include "../../include/gltf_accessor/accessor.h"
#include "host.h"

/* MiB in the line that begins so; 0 where there is no such file. */
static unsigned long mebibytes(const char *path, const char *name) {
    FILE *file = fopen(path, "r");
    char line[256];
    unsigned long kibibytes = 0;
    while (file && fgets(line, sizeof line, file)) {
        if (strncmp(line, name, strlen(name)) == 0) {
            kibibytes = strtoul(line + strlen(name), NULL, 10);
            break;
        }
    }
    if (file) {
        fclose(file);
    }
    return kibibytes >> 10;
}

/* Sizes of the data caches, first to last, in KiB. */
static void cache_sizes(char *out, size_t size) {
    size_t used = 0;
    strncpy(out, "unknown", size);
    for (int i = 0; i < 6; i++) {
        char path[80], type[32] = "";
        unsigned long kibibytes = 0;
        snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/type", i);
        FILE *file = fopen(path, "r");
        if (!file) {
            return;
        }
        if (fscanf(file, "%31s", type) != 1) {
            type[0] = 0;
        }
        fclose(file);
        snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/size", i);
        file = fopen(path, "r");
        if (file && strcmp(type, "Instruction") != 0 && fscanf(file, "%lu", &kibibytes) == 1 && used + 24 < size) {
            used += (size_t)snprintf(out + used, size - used, "%s%lu", used ? " / " : "", kibibytes);
        }
        if (file) {
            fclose(file);
        }
    }
}

void bench_head(const bench_session *session, int pinned) {
    char machine[128], caches[128];
    bench_machine(machine, sizeof machine);
    cache_sizes(caches, sizeof caches);
    printf("%s; %s; %s; kernels: %s; %s\n", machine, BENCH_COMPILER, GLTF_BENCH_FLAGS, session->cpu_name,
           pinned ? "pinned to one processor" : "not pinned");
    printf(
        "limit = the fastest of memcpy (of half the bytes read and written) and of loops that read and write as many\n"
        "bytes; reached = limit / time, and in brackets the same without memcpy, whose writes may be fewer\n\n");
    printf("%-34s %9s %-7s %10s %10s %10s %-7s %8s %7s %7s %5s\n", "work", "elements", "kernel", "ns/elem.", "scalar",
           "limit", "by", "x scalar", "reached", "(loops)", "goal");
    if (session->json) {
        fprintf(session->json,
                "{\"machine\":\"%s\",\"caches_kib\":\"%s\",\"memory_mib\":%lu,\"compiler\":\"%s\",\"flags\":\"%s\","
                "\"kernels\":\"%s\",\"pinned\":%s}\n",
                machine, caches, mebibytes("/proc/meminfo", "MemTotal:"), BENCH_COMPILER, GLTF_BENCH_FLAGS,
                session->cpu_name, pinned ? "true" : "false");
    }
}

static double per(double seconds, size_t elements) {
    return seconds * 1e9 / (double)elements;
}

void bench_tell(const bench_session *session, const bench_result *r) {
    const double reached = r->ours > 0 ? r->limit / r->ours : 0;
    printf("%-34s %9zu %-7s %10.4f", r->work, r->elements, r->kernel, per(r->ours, r->elements));
    if (r->scalar > 0) {
        printf(" %10.4f", per(r->scalar, r->elements));
    } else {
        printf(" %10s", "-");
    }
    if (r->limit > 0) {
        printf(" %10.4f %-7s", per(r->limit, r->elements), r->limit_name);
    } else {
        printf(" %10s %-7s", "-", "-");
    }
    if (r->scalar > 0) {
        printf(" %8.2f", r->scalar / r->ours);
    } else {
        printf(" %8s", "-");
    }
    if (r->limit > 0) {
        printf(" %7.2f  (%4.2f)", reached, r->stream / r->ours);
    } else {
        printf(" %7s %7s", "-", "-");
    }
    if (r->goal > 0) {
        printf(" %5.2f%s\n", r->goal, reached >= r->goal ? "" : " below");
    } else {
        printf(" %5s\n", "-");
    }
    fflush(stdout);
    if (session->json) {
        fprintf(session->json,
                "{\"work\":\"%s\",\"elements\":%zu,\"kernel\":\"%s\",\"ns\":%.4g,\"scalar_ns\":%.4g,\"limit_ns\":%.4g,"
                "\"limit_by\":\"%s\",\"loops_ns\":%.4g,\"writes_ns\":%.4g,\"goal\":%.4g}\n",
                r->work, r->elements, r->kernel, per(r->ours, r->elements), per(r->scalar, r->elements),
                per(r->limit, r->elements), r->limit_name ? r->limit_name : "", per(r->stream, r->elements),
                per(r->writes, r->elements), r->goal);
        fflush(session->json);
    }
}

void bench_against_limits(const bench_session *session, const bench_way *library, const bench_way *scalar,
                          bench_traffic *traffic, bench_result *result) {
    bench_way ways[] = {*library,
                        *scalar,
                        {"memcpy", bench_memcpy, traffic, 0},
                        {"stream", bench_stream, traffic, 0},
                        {"around", bench_stream_around, traffic, 0},
                        {"memset", session->unwritten ? NULL : bench_memset, traffic, 0},
                        {"memset around", session->unwritten ? NULL : bench_memset_around, traffic, 0}};
    bench_compare(ways, sizeof ways / sizeof ways[0], &session->effort);
    result->ours = ways[0].seconds;
    result->scalar = ways[1].seconds;
    result->limit = 0;
    result->stream = ways[3].seconds < ways[4].seconds ? ways[3].seconds : ways[4].seconds;
    result->writes = ways[5].seconds < ways[6].seconds ? ways[5].seconds : ways[6].seconds;
    for (size_t i = 2; i < 5; i++) {
        if (result->limit == 0 || ways[i].seconds < result->limit) {
            result->limit = ways[i].seconds;
            result->limit_name = ways[i].name;
        }
    }
}

int bench_wanted(const bench_session *session, const char *work) {
    return !session->only || strstr(work, session->only) != NULL;
}

int bench_wanted_size(const bench_session *session, size_t elements) {
    return session->elements == 0 || session->elements == elements;
}
