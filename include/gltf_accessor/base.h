/* gltf_accessor/base.h - layer 0: versions, status codes and shared constants.  Freestanding. */
#ifndef GLTF_ACCESSOR_BASE_H
#define GLTF_ACCESSOR_BASE_H

#include <stddef.h>
#include <stdint.h>

#define GLTF_VERSION_MAJOR 0 /* version of these headers */
#define GLTF_VERSION_MINOR 1 /* likewise */
#define GLTF_VERSION_PATCH 0 /* likewise */
/* All three in one number, as gltf_version gives that of the library. */
#define GLTF_VERSION_NUMBER (GLTF_VERSION_MAJOR * 10000 + GLTF_VERSION_MINOR * 100 + GLTF_VERSION_PATCH)

/* Empty for consumers.  GLTF_SHARED_BUILD is set while the shared library is compiled, GLTF_SHARED where it is linked. */
#ifndef GLTF_API
#if defined(_WIN32) && defined(GLTF_SHARED_BUILD)
#define GLTF_API __declspec(dllexport)
#elif defined(_WIN32) && defined(GLTF_SHARED)
#define GLTF_API __declspec(dllimport)
#elif defined(__GNUC__) && !defined(_WIN32) && defined(GLTF_SHARED_BUILD)
#define GLTF_API __attribute__((visibility("default")))
#else
#define GLTF_API
#endif
#endif
#if defined(_WIN32) && (defined(_M_IX86) || defined(__i386__))
#define GLTF_CALL __cdecl /* calling convention of callbacks */
#else
#define GLTF_CALL
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Status ---- */

/* The outcome of a call.  Always an int32_t at the boundary.  Numbers are never reused; 0 is success; new
 * ones may appear in later versions, so treat an unknown non-zero status as failure. */
typedef int32_t gltf_status;

/* Values of a gltf_status, in families. */
enum {
    GLTF_OK = 0, /* success */
    /* 1..9 the call was wrong */
    GLTF_ERR_ARGUMENT = 1,    /* a required pointer is NULL or a selector is unknown */
    GLTF_ERR_RANGE = 2,       /* first + count is outside the accessor */
    GLTF_ERR_CAPACITY = 3,    /* output too small; nothing was written */
    GLTF_ERR_STRUCT_SIZE = 4, /* options.struct_size is not one this library knows */
    GLTF_ERR_CONVERSION = 5,  /* the stored type or value cannot become the requested type */
    /* 10..19 the environment was wrong */
    GLTF_ERR_MEMORY = 10,     /* the allocator gave NULL */
    GLTF_ERR_IO = 11,         /* a file or buffer cannot be read */
    GLTF_ERR_LIMIT = 12,      /* a configured limit was reached */
    GLTF_ERR_NOT_LOADED = 13, /* the buffer has no bytes yet */
    /* 20..39 the text, the container or an object was wrong */
    GLTF_ERR_JSON = 20,          /* no JSON as RFC 8259 has it */
    GLTF_ERR_GLB = 21,           /* a damaged GLB container */
    GLTF_ERR_URI = 22,           /* a URI that is malformed, or that may not be opened */
    GLTF_ERR_BASE64 = 23,        /* malformed base64 in a data: URI */
    GLTF_ERR_PROPERTY = 24,      /* missing, mistyped or out of range; see error.field */
    GLTF_ERR_REFERENCE = 25,     /* index to an object that does not exist */
    GLTF_ERR_ASSET_VERSION = 26, /* not glTF 2 */
    GLTF_ERR_EXTENSION = 27,     /* an extension that this build does not decode hides the data */
    GLTF_ERR_BUFFER_LENGTH = 28, /* fewer bytes arrived than byteLength promises */
    GLTF_ERR_CODEC = 29,         /* malformed compressed stream */
    GLTF_ERR_CODEC_VERSION = 30, /* well-formed, but a version this build does not know */
    GLTF_ERR_DYNAMIC = 31,       /* data that changes over time (MPEG_*): no static answer */
    GLTF_ERR_MISMATCH = 32,      /* counts or types of things that belong together differ */
    /* 40..59 the accessor was wrong */
    GLTF_ERR_COMPONENT_TYPE = 40,  /* not one of those that glTF 2.0 stores */
    GLTF_ERR_SHAPE = 41,           /* an unknown `type` */
    GLTF_ERR_NORMALIZED = 42,      /* of FLOAT or UNSIGNED_INT (strict) */
    GLTF_ERR_COUNT = 43,           /* too large for this machine; strict: 0 */
    GLTF_ERR_STRIDE = 44,          /* a byteStride that the specification forbids (strict) */
    GLTF_ERR_ALIGNMENT = 45,       /* a misaligned offset (strict) */
    GLTF_ERR_VIEW_BOUNDS = 46,     /* a view that ends outside its buffer */
    GLTF_ERR_ACCESSOR_BOUNDS = 47, /* an accessor, or a sparse part of it, that ends outside its view */
    GLTF_ERR_SPARSE_COUNT = 48,    /* more sparse entries than elements */
    GLTF_ERR_SPARSE_ORDER = 49,    /* sparse indices that do not increase (strict) */
    GLTF_ERR_SPARSE_INDEX = 50     /* a sparse index out of range */
};

/* ---- Constants ---- */

/* Component types.  They carry the numbers that the file uses, so bindings pass JSON through. */
enum {
    GLTF_BYTE = 5120,           /* int8_t */
    GLTF_UNSIGNED_BYTE = 5121,  /* uint8_t */
    GLTF_SHORT = 5122,          /* int16_t */
    GLTF_UNSIGNED_SHORT = 5123, /* uint16_t */
    GLTF_UNSIGNED_INT = 5125,   /* uint32_t */
    GLTF_FLOAT = 5126,          /* float */
    GLTF_INT = 5124,            /* int32_t; output only: not a stored type of glTF 2.0 */
    GLTF_DOUBLE = 5130,         /* double; output only */
    GLTF_HALF_FLOAT = 5131      /* 16 bits, IEEE 754; output only */
};

/* Shapes: the `type` of an accessor. */
enum {
    GLTF_SCALAR = 1,
    GLTF_VEC2 = 2,
    GLTF_VEC3 = 3,
    GLTF_VEC4 = 4,
    GLTF_MAT2 = 5,
    GLTF_MAT3 = 6,
    GLTF_MAT4 = 7
};

/* Kinds of objects, for errors and lookups. */
enum {
    GLTF_OBJECT_NONE = 0,
    GLTF_OBJECT_BUFFER = 1,
    GLTF_OBJECT_VIEW = 2,
    GLTF_OBJECT_ACCESSOR = 3,
    GLTF_OBJECT_MESH = 4,
    GLTF_OBJECT_SKIN = 5,
    GLTF_OBJECT_ANIMATION = 6,
    GLTF_OBJECT_NODE = 7,
    GLTF_OBJECT_EXTENSION_USED = 8,    /* entries of extensionsUsed: gltf_document_count, _name and _find */
    GLTF_OBJECT_EXTENSION_REQUIRED = 9 /* entries of extensionsRequired */
};
#define GLTF_NONE UINT32_MAX /* "no index" */

/* CPU features, as gltf_source.cpu and gltf_document_options.cpu.  0 = what the build assumes.  AVX2 stands
 * for what came with it: AVX2, FMA and F16C. */
enum { GLTF_CPU_SSE2 = 1u, GLTF_CPU_SSSE3 = 2u, GLTF_CPU_AVX2 = 4u, GLTF_CPU_NEON = 8u };
#define GLTF_CPU_PLAIN 0x80000000u /* in place of these bits: the portable loops only */

/* ---- Where and why ---- */

/* What went wrong and where.  Filled only on failure, owned by the caller, holds no heap memory.  Fields that
 * do not apply are 0, NULL or GLTF_NONE. */
typedef struct gltf_error {
    gltf_status status; /* as returned */
    int32_t object;     /* GLTF_OBJECT_* */
    uint32_t index;     /* which object */
    uint32_t part;      /* primitive, sampler or channel inside it; GLTF_NONE = none */
    uint32_t target;    /* morph target; GLTF_NONE = none */
    /* why, where a status has several causes: chooses the sentence of gltf_error_format; 0 = none. The
     * numbers may change between versions. */
    uint32_t reason;
    uint64_t position; /* byte offset in the input, or element / sparse entry number */
    /* the number or limit that would have been right; of invalid JSON: the line, from 1 */
    uint64_t expected;
    uint64_t found;    /* the one that is there; of invalid JSON: the column in characters, from 1 */
    const char *field; /* static text such as "byteOffset", or NULL */
    const char *name;  /* semantic, extension or URI borrowed from the document or the call, or NULL */
} gltf_error;

/* GLTF_VERSION_NUMBER of the linked library, to be compared with that of the header.  Any thread. */
GLTF_API uint32_t gltf_version(void);

/* Name of a status, such as "GLTF_ERR_RANGE"; "GLTF_ERR_UNKNOWN" for a number this library does not know.
 * Static text, never NULL.  Any thread. */
GLTF_API const char *gltf_status_name(gltf_status status);

/* Write one line of English about `error` into `out`, cut to out_size - 1 bytes and always NUL-terminated,
 * such as "accessor 12: byteOffset 6 is not a multiple of 4 (GLTF_ERR_ALIGNMENT)".  Returns the length the
 * whole line has without its NUL, like snprintf.  `out` may be NULL if out_size is 0; a NULL error is written
 * as success.  Names from the file are written with control characters replaced by '?'.  Never fails, reads
 * no locale.  Any thread. */
GLTF_API size_t gltf_error_format(const gltf_error *error, char *out, size_t out_size);

/* Bytes of one component: 1, 2, 4 or 8; 0 for an unknown type.  Any thread.  [glTF 2.0, 3.6.2.2 Accessor Data
 * Types] */
GLTF_API uint32_t gltf_component_size(uint32_t component_type);

/* Numbers of one element: 1..4, 4, 9, 16; 0 for an unknown shape.  Any thread.  [3.6.2.2] */
GLTF_API uint32_t gltf_component_count(uint32_t shape);

/* Bytes of one tightly packed element, the padding after each matrix column included (columns start at
 * multiples of 4 bytes); 0 if type or shape is unknown.  Any thread.  [3.6.2.2, 3.6.2.4 Data Alignment] */
GLTF_API uint32_t gltf_element_size(uint32_t component_type, uint32_t shape);

#ifdef __cplusplus
}
#endif
#endif
