/* validate/codes.c - layer 3: the table of issues as the public header shows it. */
#include "codes.h"

#define CODES_ROW(name, severity, meaning) {#name, meaning, severity, 0},
static const gltf_issue_kind codes_table[] = {GLTF_I_CODES(CODES_ROW)};
#undef CODES_ROW

const gltf_issue_kind *gltf_issue_kinds(uint32_t *count) {
    if (count) {
        *count = GLTF_I_CODE_COUNT;
    }
    return codes_table;
}
