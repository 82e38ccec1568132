/* gltf_accessor/base.h - floor 0: versions, status codes and shared constants.  Freestanding. */
#ifndef GLTF_ACCESSOR_BASE_H
#define GLTF_ACCESSOR_BASE_H

#include <stddef.h>
#include <stdint.h>

#define GLTF_VERSION_MAJOR 0
#define GLTF_VERSION_MINOR 1
#define GLTF_VERSION_PATCH 0
#define GLTF_VERSION_NUMBER (GLTF_VERSION_MAJOR * 10000 + GLTF_VERSION_MINOR * 100 + GLTF_VERSION_PATCH)

#ifndef GLTF_API /* the build may define it; consumers need nothing for static use */
#if defined(_WIN32) && defined(GLTF_SHARED_BUILD)
#define GLTF_API __declspec(dllexport)
#elif defined(_WIN32) && defined(GLTF_SHARED)
#define GLTF_API __declspec(dllimport)
#elif defined(__GNUC__) && !defined(_WIN32)
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

/* ---- Status ----
 * Always an int32_t at the boundary.  Numbers are never reused; 0 is success; new ones may appear in later versions, so
 * treat an unknown non-zero status as failure. */
typedef int32_t gltf_status;
enum {
    GLTF_OK = 0,
    /* 1..9 the call was wrong */
    GLTF_ERR_ARGUMENT = 1,    /* a required pointer is NULL or a selector is unknown */
    GLTF_ERR_RANGE = 2,       /* first + count is outside the accessor */
    GLTF_ERR_CAPACITY = 3,    /* output too small; nothing was written */
    GLTF_ERR_STRUCT_SIZE = 4, /* options.struct_size is not one this library knows */
    GLTF_ERR_CONVERSION = 5,  /* the stored type or value cannot become the requested type */
    /* 10..19 the world was wrong */
    GLTF_ERR_MEMORY = 10,
    GLTF_ERR_IO = 11,
    GLTF_ERR_LIMIT = 12,      /* a configured limit was reached */
    GLTF_ERR_NOT_LOADED = 13, /* the buffer has no bytes yet */
    /* 20..39 the text, the container or an object was wrong */
    GLTF_ERR_JSON = 20,
    GLTF_ERR_GLB = 21,
    GLTF_ERR_URI = 22,
    GLTF_ERR_BASE64 = 23,
    GLTF_ERR_PROPERTY = 24,  /* missing, mistyped or out of range; see error.field */
    GLTF_ERR_REFERENCE = 25, /* index to an object that does not exist */
    GLTF_ERR_ASSET_VERSION = 26,
    GLTF_ERR_EXTENSION = 27,     /* an extension that this build does not decode hides the data */
    GLTF_ERR_BUFFER_LENGTH = 28, /* fewer bytes arrived than byteLength promises */
    GLTF_ERR_CODEC = 29,         /* malformed compressed stream */
    GLTF_ERR_CODEC_VERSION = 30, /* well-formed, but a version this build does not know */
    GLTF_ERR_DYNAMIC = 31,       /* data that changes over time (MPEG_*): no static answer */
    GLTF_ERR_MISMATCH = 32,      /* counts or types of things that belong together differ */
    /* 40..59 the accessor was wrong */
    GLTF_ERR_COMPONENT_TYPE = 40,
    GLTF_ERR_SHAPE = 41,
    GLTF_ERR_NORMALIZED = 42,
    GLTF_ERR_COUNT = 43,
    GLTF_ERR_STRIDE = 44,
    GLTF_ERR_ALIGNMENT = 45,
    GLTF_ERR_VIEW_BOUNDS = 46,
    GLTF_ERR_ACCESSOR_BOUNDS = 47,
    GLTF_ERR_SPARSE_COUNT = 48,
    GLTF_ERR_SPARSE_ORDER = 49,
    GLTF_ERR_SPARSE_INDEX = 50
};

/* ---- Constants ----
 * Component types carry the numbers that the file uses, so bindings pass JSON through. */
enum {
    GLTF_BYTE = 5120,
    GLTF_UNSIGNED_BYTE = 5121,
    GLTF_SHORT = 5122,
    GLTF_UNSIGNED_SHORT = 5123,
    GLTF_UNSIGNED_INT = 5125,
    GLTF_FLOAT = 5126,
    GLTF_INT = 5124,       /* output only: not a stored type of glTF 2.0 */
    GLTF_DOUBLE = 5130,    /* output only */
    GLTF_HALF_FLOAT = 5131 /* output only */
};

/* Shapes: the `type` of an accessor. */
enum { GLTF_SCALAR = 1, GLTF_VEC2 = 2, GLTF_VEC3 = 3, GLTF_VEC4 = 4, GLTF_MAT2 = 5, GLTF_MAT3 = 6, GLTF_MAT4 = 7 };

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

/* CPU features, as gltf_source.cpu and gltf_document_options.cpu.  0 = what the build assumes.  AVX2 stands for what came
 * with it: AVX2, FMA and F16C. */
enum { GLTF_CPU_SSE2 = 1u, GLTF_CPU_SSSE3 = 2u, GLTF_CPU_AVX2 = 4u, GLTF_CPU_NEON = 8u };
#define GLTF_CPU_PLAIN 0x80000000u /* the portable loops only */

/* ---- Where and why ----
 * Filled only on failure, owned by the caller, holds no heap memory.  Fields that do not apply are 0, NULL or GLTF_NONE. */
typedef struct gltf_error {
    gltf_status status;
    int32_t object;    /* GLTF_OBJECT_* */
    uint32_t index;    /* which object */
    uint32_t part;     /* primitive, sampler or channel inside it; GLTF_NONE = none */
    uint32_t target;   /* morph target; GLTF_NONE = none */
    uint32_t reserved; /* 0 */
    uint64_t position; /* byte offset in the input, or element / sparse entry number */
    uint64_t expected;
    uint64_t found;
    const char *field; /* static text such as "byteOffset", or NULL */
    const char *name;  /* semantic, extension or URI borrowed from the document or the call, or NULL */
} gltf_error;

/* GLTF_VERSION_NUMBER of the linked library, to be compared with that of the header.  Any thread. */
GLTF_API uint32_t gltf_version(void);

/* Name of a status, such as "GLTF_ERR_RANGE"; "GLTF_ERR_UNKNOWN" for a number this library does not know.
 * Static text, never NULL.  Any thread. */
GLTF_API const char *gltf_status_name(gltf_status status);

/* Write one line of English about `error` into `out`, cut to out_size - 1 bytes and always NUL-terminated, such as
 * "accessor 12: byteOffset 6 is not a multiple of 4 (GLTF_ERR_ALIGNMENT)".  Returns the length the whole line has
 * without its NUL, like snprintf.  `out` may be NULL if out_size is 0; a NULL error is written as success.  Names from the
 * file are written with control characters replaced by '?'.  Never fails, reads no locale.  Any thread. */
GLTF_API size_t gltf_error_format(const gltf_error *error, char *out, size_t out_size);

/* Bytes of one component: 1, 2, 4 or 8; 0 for an unknown type.  Any thread.  [glTF 2.0, 3.6.2.2 Accessor Data Types] */
GLTF_API uint32_t gltf_component_size(uint32_t component_type);

/* Numbers of one element: 1..4, 4, 9, 16; 0 for an unknown shape.  Any thread.  [3.6.2.2] */
GLTF_API uint32_t gltf_component_count(uint32_t shape);

/* Bytes of one tightly packed element, the padding after each matrix column included (columns start at multiples
 * of 4 bytes); 0 if type or shape is unknown.  Any thread.  [3.6.2.2, 3.6.2.4 Data Alignment] */
GLTF_API uint32_t gltf_element_size(uint32_t component_type, uint32_t shape);

#ifdef __cplusplus
}
#endif
#endif
