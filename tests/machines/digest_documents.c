/* tests/machines/digest_documents.c - outside the layers: three lines for each model, to be compared between machines: a hash
 * over the numbers of its accessors, one over all that the document gives (tables, faults, sentences, blends) and one over the
 * validation's report.  Needs the whole library.
 * usage: digest_documents FILE... */
#include <stdio.h>
#include <stdlib.h>

#include "digest.h"
#include "digest_models.h"

static void print(const char *what, const char *path, uint64_t digest) {
    const char *name = strrchr(path, '/');
    printf("%s %s %08lx%08lx\n", what, name ? name + 1 : path, (unsigned long)(digest >> 32),
           (unsigned long)(digest & 0xffffffffu));
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        size_t size;
        uint64_t digest;
        uint8_t *bytes = digest_read_file(argv[i], &size);
        if (!bytes) {
            fprintf(stderr, "digest_documents: cannot read %s\n", argv[i]);
            return 2;
        }
        digest_start(&digest);
        digest_model_numbers(&digest, bytes, size);
        print("numbers", argv[i], digest);
        digest_start(&digest);
        digest_model(&digest, bytes, size);
        print("document", argv[i], digest);
        digest_start(&digest);
        digest_model_validation(&digest, bytes, size);
        print("validation", argv[i], digest);
        free(bytes);
    }
    return 0;
}
