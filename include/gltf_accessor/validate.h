/* gltf_accessor/validate.h - layer 3: everything that the specification forbids about accessors and the bytes
 * under them.
 *
 *     gltf_validation result;
 *     gltf_validate(bytes, size, NULL, on_issue, user, &result, &error);   text or GLB; calls on_issue once
 *     for each issue
 *     if (result.errors == 0) { ... }
 *
 * Codes, severities and pointers are those of the Khronos glTF Validator, for all that concerns the
 * container, the JSON of the objects named below, buffers, views, accessors, sparse data, mesh primitives,
 * morph targets, skins and animation samplers; messages are our own.  Materials, textures, cameras, scenes
 * and the node hierarchy are not validated.
 *
 * Where that validator errs, its result is kept.  We would differ in these:
 *   - sparse values of matrices with padded columns are taken as unpadded, as it does;
 *   - MESH_PRIMITIVE_ACCESSOR_UNALIGNED is given for matrices of 1- and 2-byte components without stride,
 *   although their
 *     elements are 8, 12 or 24 bytes apart;
 *   - MESH_PRIMITIVE_INCOMPATIBLE_MODE and VALUE_NOT_IN_LIST are warnings, although the specification says
 *   MUST;
 *   - sparse entries after one that does not increase, or that lies outside, are not applied before values
 *   are checked;
 *   - deltas of morph targets are not checked for unit length, sign or range; the issues of a vertex accessor
 *   that two
 *     primitives use are reported for each of them.
 * Where its result is an accident, ours differs:
 *   - files that end it with an exception are validated, such as numbers beyond float64, misaligned sparse
 *   indices, base64
 *     whose last bits are not zero (which it reports as INVALID_JSON), or text in UTF-16 (which is
 *     INVALID_JSON here);
 *   - after a channel without a sampler its pointers are wrong; ours stay right;
 *   - an attribute EXTENSION:NAME may have any name and format where extensionsUsed has the extension; it
 *   reports
 *     MESH_PRIMITIVE_INVALID_ATTRIBUTE, as we do where the extension is not declared;
 *   - data of an accessor whose type or byteStride makes no sense is read as it is declared, or not at all;
 *   - buffers, views and accessors that EXT_mesh_gpu_instancing, EXT_meshopt_compression,
 *   KHR_meshopt_compression or
 *     KHR_draco_mesh_compression refer to are used, so they are no UNUSED_OBJECT; compressed views are read
 *     as they stand;
 *   - at most about 2^20 implicit zeros (sparse accessors without a view) of a document are checked, as all
 *   others are like
 *     them;
 *   - it ends when far more was checked or reported than the size of the file makes likely: see max_issues
 *   and max_numbers. */
#ifndef GLTF_ACCESSOR_VALIDATE_H
#define GLTF_ACCESSOR_VALIDATE_H

#include "document.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How bad an issue is. */
enum {
    GLTF_SEVERITY_ERROR = 0,
    GLTF_SEVERITY_WARNING = 1,
    GLTF_SEVERITY_INFORMATION = 2,
    GLTF_SEVERITY_HINT = 3,
    GLTF_SEVERITY_IGNORE = 4 /* of a gltf_regrade: do not report this code */
};

/* One kind of issue. */
typedef struct gltf_issue_kind {
    const char *code;    /* "ACCESSOR_TOO_LONG" */
    const char *meaning; /* one sentence */
    uint32_t severity;   /* GLTF_SEVERITY_ERROR .. _HINT */
    uint32_t reserved;   /* 0 */
} gltf_issue_kind;

/* One issue.  Strings are NUL-terminated UTF-8; code is static, pointer and message live until the callback
 * returns. */
typedef struct gltf_issue {
    const char *code;    /* one of gltf_issue_kinds */
    const char *pointer; /* JSON pointer, "" for the whole document; NULL for issues of the GLB container */
    const char *message; /* one line with the values in it */
    uint64_t offset;     /* of container issues: byte in the input */
    uint32_t severity;   /* GLTF_SEVERITY_ERROR .. _HINT, after regrading */
    uint32_t kind;       /* place in the table of gltf_issue_kinds */
} gltf_issue;

/* Told of each issue, in no promised order.  GLTF_OK = go on; anything else ends the validation, which
 * returns it. */
typedef gltf_status(GLTF_CALL *gltf_issue_callback)(void *user, const gltf_issue *issue);

/* Another severity for one code. */
typedef struct gltf_regrade {
    const char *code;  /* one of gltf_issue_kinds */
    uint32_t severity; /* GLTF_SEVERITY_*, also _IGNORE */
    uint32_t reserved; /* 0 */
} gltf_regrade;

/* Flags of gltf_validate_options. */
enum {
    GLTF_VALIDATE_NO_DATA = 1u,       /* look at no element and bring no external buffer */
    GLTF_VALIDATE_STOP_AT_ERROR = 2u, /* end after the first issue of severity error */
    GLTF_VALIDATE_GLB = 4u /* a GLB, whatever the first byte is (matters for empty or foreign input) */
};

/* Options.  Grows at its end: fill it with gltf_validate_options_init, or zero it and set
 * struct_size.  Missing tail = defaults; a larger struct than this library knows is fine while its unknown
 * tail is zero. */
typedef struct gltf_validate_options {
    uint32_t struct_size;   /* sizeof(gltf_validate_options) as the caller compiled it */
    uint32_t flags;         /* GLTF_VALIDATE_* */
    uint32_t cpu;           /* 0 = detect; else as gltf_source.cpu */
    uint32_t regrade_count; /* entries of `regrades` */
    /* end after so many; 0 = 2^16, and 4 for each byte of the file and of files beside it */
    uint64_t max_issues;
    uint64_t max_text;    /* bytes of JSON; 0 = 2^30 */
    uint64_t max_objects; /* elements of all top-level arrays together; 0 = 2^24 */
    /* examined in all accessors, sparse indices too, then data is not checked; 0 = 2^22, and 256 for each
     * byte of the file and of files beside it: what they share is counted for each user */
    uint64_t max_numbers;
    const gltf_regrade *regrades; /* the last one for a code counts; an unknown code is ARGUMENT */
    gltf_allocator allocator;     /* all zero = malloc and free */
    /* brings external buffers, each file once; load NULL = do without.  A URI that is not relative is never
     * asked for, and nothing is read beyond byteLength */
    gltf_io io;
} gltf_validate_options;

/* The result. */
typedef struct gltf_validation {
    uint64_t errors;       /* issues reported, by their severity after regrading */
    uint64_t warnings;     /* likewise */
    uint64_t informations; /* likewise */
    uint64_t hints;        /* likewise */
    uint64_t numbers;      /* numbers examined, without sparse indices */
    /* 1: it ended early, at max_issues, max_numbers or by GLTF_VALIDATE_STOP_AT_ERROR */
    uint32_t truncated;
    uint32_t is_glb; /* 1: it was read as a GLB */
} gltf_validation;

/* Defaults into the first struct_size bytes, for languages without macros.  NULL is fine. */
GLTF_API void gltf_validate_options_init(gltf_validate_options *options, uint32_t struct_size);

/* Validate JSON text (a byte-order mark of UTF-8 is an issue, then skipped) or a GLB.  bytes may be NULL if
 * size is 0; options, callback, result and error may be NULL.  Works in memory proportional to the JSON,
 * whatever the size of accessors.
 * GLTF_OK = validated to the end, or as far as was wanted, however many issues there are.  ARGUMENT,
 * STRUCT_SIZE, MEMORY, LIMIT (text too long or nested too deep, or too many objects) or the first status but
 * GLTF_OK that the callback returned, which nothing replaces: then *result says what was found until then.
 * Several may run at once, as far as the note on cJSON in document.h goes. */
GLTF_API gltf_status gltf_validate(const void *bytes, size_t size, const gltf_validate_options *options,
                                   gltf_issue_callback callback, void *user, gltf_validation *result,
                                   gltf_error *error);

/* All codes that gltf_validate may report, static; `count` may be NULL.  Any thread. */
GLTF_API const gltf_issue_kind *gltf_issue_kinds(uint32_t *count);

#ifdef __cplusplus
}
#endif
#endif
