/* text/diagnose.h - layer 1: why a text was refused, for messages only. */
#ifndef GLTF_I_DIAGNOSE_H
#define GLTF_I_DIAGNOSE_H

#include "../base/compiler.h"

/* Where the fault lies, as editors count, and why: GLTF_I_REASON_TEXT_* or GLTF_I_REASON_JSON_*. */
typedef struct gltf_i_diagnosis {
    uint64_t line;   /* from 1; lines end with LF, CR LF or CR */
    uint64_t column; /* from 1, in characters */
    uint32_t reason;
} gltf_i_diagnosis;

/* Of a text that gltf_i_scan_document refused with GLTF_ERR_JSON at `position` <= size.  Reads the text up to there again. */
GLTF_I_HIDDEN gltf_i_diagnosis gltf_i_diagnose(const char *text, size_t size, size_t position);

#endif
