/* kernels/main.c - the comparison of unit/core_kernels.c as a program that needs no library: for other machines and
 * emulators.  Exit status 1 if something differs. */
#include <stdio.h>

#include "../../include/gltf_accessor/accessor.h"
#include "../support/kernels.h"

static const struct {
    const char *name;
    size_t (*compare)(uint32_t cpu);
} parts[] = {{"values", kernels_compare_values},
             {"lengths and alignments", kernels_compare_lengths},
             {"elements", kernels_compare_elements},
             {"numbers that do not fit", kernels_compare_fitting}};

int main(void) {
    uint32_t subsets[KERNELS_SUBSETS];
    const size_t count = kernels_subsets(subsets);
    size_t all = 0;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) {
            const size_t differences = parts[k].compare(subsets[i]);
            printf("cpu bits %2u: %s: %zu differences\n", (unsigned)subsets[i], parts[k].name, differences);
            fflush(stdout);
            all += differences;
        }
    }
    return all != 0;
}
