/* tests/abi/layout.c - outside the layers: sizes and offsets of the public structs, compared with a golden list.
 *
 *     abi_layout FOLDER     compare with the list for this pointer size and 64-bit alignment in FOLDER; 77 if there is none
 *     abi_layout            print the list
 *
 * A line may be added when a struct is added, or a field at the end of a struct with struct_size; no line may change. */
#include <gltf_accessor/gltf_accessor.h>
#include <gltf_accessor/validate.h>
#include <stdio.h>
#include <string.h>

typedef struct row {
    const char *name;
    size_t value;
} row;

typedef struct alignment {
    char first;
    uint64_t second;
} alignment;

static const row rows[] = {
#define SIZE(type) {"sizeof " #type, sizeof(type)},
#define FIELD(type, field) {#type "." #field, offsetof(type, field)},
#include "layout_rows.h"
};

#define ROW_COUNT (sizeof rows / sizeof rows[0])

static void print_row(char *out, size_t out_size, const row *r) {
    snprintf(out, out_size, "%s %u\n", r->name, (unsigned)r->value);
}

/* Compare line by line; the number of differences. */
static int compare(FILE *golden) {
    char want[256], have[256];
    int differences = 0;
    for (size_t i = 0; i < ROW_COUNT; i++) {
        print_row(have, sizeof have, &rows[i]);
        if (!fgets(want, sizeof want, golden)) {
            strcpy(want, "nothing\n");
        }
        if (strcmp(want, have) != 0) {
            printf("have %swant %s", have, want);
            differences++;
        }
    }
    if (fgets(want, sizeof want, golden)) {
        printf("the golden list goes on: %s", want);
        differences++;
    }
    return differences;
}

int main(int argc, char **argv) {
    char path[1024], line[256];
    if (argc < 2) {
        for (size_t i = 0; i < ROW_COUNT; i++) {
            print_row(line, sizeof line, &rows[i]);
            fputs(line, stdout);
        }
        return 0;
    }
    snprintf(path, sizeof path, "%s/layout-pointer%u-align%u.golden", argv[1], (unsigned)sizeof(void *),
             (unsigned)offsetof(alignment, second));
    FILE *golden = fopen(path, "r");
    if (!golden) {
        printf("skipped: no %s\n", path);
        return 77;
    }
    int differences = compare(golden);
    fclose(golden);
    return differences != 0;
}
