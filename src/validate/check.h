/* validate/check.h - layer 3: one validation under way; what the files of this folder share. */
#ifndef GLTF_I_CHECK_H
#define GLTF_I_CHECK_H

#include "../document/document.h"
#include "codes.h"

/* ---- Numbers of the file ----
 * Kept as the official validator keeps them: -1 where there is none or a broken one.  Larger ones are cut to 2^53, so that
 * stride * count + offset cannot overflow. */
enum { GLTF_I_BROKEN = -1 };
#define GLTF_I_NUMBER_MAX ((int64_t)1 << 53)

/* ---- Memory that is given back in reverse order ---- */

typedef struct gltf_i_scratch_block gltf_i_scratch_block;

typedef struct gltf_i_scratch {
    gltf_allocator allocator;
    gltf_i_scratch_block *block; /* newest */
    size_t used;                 /* of the newest block */
} gltf_i_scratch;

typedef struct gltf_i_scratch_mark {
    gltf_i_scratch_block *block;
    size_t used;
} gltf_i_scratch_mark;

/* ---- Where an issue is, and what it says ---- */

typedef struct gltf_i_segment {
    gltf_i_text text; /* at NULL = an index */
    uint64_t index;
} gltf_i_segment;

enum { GLTF_I_PATH_DEPTH = 16, GLTF_I_MESSAGE_SIZE = 512 };

/* What stands for %n (numbers), %x (a number in hexadecimal), %r (reals) and %t (texts) in a message, in order. */
typedef struct gltf_i_words {
    int64_t numbers[4];
    double reals[2];
    gltf_i_text texts[2];
} gltf_i_words;

typedef struct gltf_i_report_state {
    gltf_issue_callback callback;
    void *user;
    gltf_validation counts;
    uint64_t issues;
    uint64_t max_issues;
    uint32_t stop_at_error;
    uint32_t depth;
    uint32_t base; /* the pointer begins with this segment */
    gltf_i_segment path[GLTF_I_PATH_DEPTH];
    char *pointer; /* grows */
    size_t pointer_room;
    uint8_t severities[GLTF_I_CODE_COUNT];
    char message[GLTF_I_MESSAGE_SIZE];
} gltf_i_report_state;

/* ---- Tables ---- */

/* Names that are searched by halves. */
typedef struct gltf_i_name_list {
    gltf_i_text *names;
    uint32_t *order;
    size_t count;
} gltf_i_name_list;

enum {
    GLTF_I_VIEW_FREE = 0,
    GLTF_I_VIEW_VERTICES = 1,
    GLTF_I_VIEW_INDICES = 2,
    GLTF_I_VIEW_MATRICES = 3,
    GLTF_I_VIEW_IMAGE = 4,
    GLTF_I_VIEW_OTHER = 5
};
enum {
    GLTF_I_ROLE_NONE = 0,
    GLTF_I_ROLE_ATTRIBUTE = 1,
    GLTF_I_ROLE_INDICES = 2,
    GLTF_I_ROLE_MATRICES = 3,
    GLTF_I_ROLE_INPUT = 4,
    GLTF_I_ROLE_OUTPUT = 5
};
enum { GLTF_I_SHAPE_NONE = 0, GLTF_I_SHAPE_UNKNOWN = 8 }; /* beside GLTF_SCALAR .. GLTF_MAT4 */

typedef struct gltf_i_check_buffer {
    const uint8_t *data; /* NULL = none; what is embedded may be more or less than byteLength */
    size_t size;
    int64_t byte_length;
    gltf_i_text uri;   /* to be fetched; at NULL = none */
    char *path;        /* the same, decoded */
    size_t room;       /* bytes allocated for a data: URI */
    uint32_t external; /* place in externals.list, GLTF_NONE = none */
    uint8_t exists;
    uint8_t has_uri;
    uint8_t used;
    uint8_t has_data; /* of a data: URI */
    uint8_t owned;    /* data is to be given back to the allocator */
} gltf_i_check_buffer;

typedef struct gltf_i_check_view {
    int64_t buffer;
    int64_t byte_offset;
    int64_t byte_length;
    int32_t byte_stride;
    uint8_t exists;
    uint8_t used;
    uint8_t usage; /* GLTF_I_VIEW_* */
    uint8_t has_vertex_accessor;
    const uint8_t *increasing; /* sparse indices in it that were seen to increase; NULL = none */
    int64_t increasing_count;
    int32_t increasing_type;
} gltf_i_check_view;

typedef struct gltf_i_check_sparse {
    int64_t count;
    int64_t indices_view;
    int64_t indices_offset;
    int64_t values_view;
    int64_t values_offset;
    int32_t indices_type;
} gltf_i_check_sparse;

typedef struct gltf_i_rule gltf_i_rule;

typedef struct gltf_i_check_accessor {
    int64_t view;
    int64_t byte_offset;
    int64_t count;
    const gltf_i_check_sparse *sparse; /* NULL = none */
    const double *min;                 /* NULL = none */
    const double *max;
    gltf_i_rule *rules; /* what its users ask of its elements */
    int32_t component_type;
    uint8_t shape; /* GLTF_SCALAR .., GLTF_I_SHAPE_* */
    uint8_t normalized;
    uint8_t exists;
    uint8_t used;
    uint8_t role;            /* GLTF_I_ROLE_* */
    uint8_t counted_on_view; /* as vertex accessor */
} gltf_i_check_accessor;

typedef struct gltf_i_check_mesh {
    uint32_t target_count; /* of its first primitive */
    uint32_t min_joints;   /* joints of the smallest skin that is used with it; GLTF_NONE = no skin */
    uint32_t min_skin;
    uint8_t exists;
    uint8_t has_primitives;
} gltf_i_check_mesh;

typedef struct gltf_i_check_node {
    int64_t mesh;
    int64_t skin;
    uint8_t exists;
} gltf_i_check_node;

/* A primitive whose joints and weights are to be checked together. */
typedef struct gltf_i_skinned gltf_i_skinned;
struct gltf_i_skinned {
    gltf_i_skinned *next;
    uint32_t *joints; /* accessors, then as many of weights */
    int64_t vertex_count;
    uint32_t set_count;
    uint32_t mesh;
    uint32_t primitive;
};

typedef struct gltf_i_check {
    gltf_status status; /* not GLTF_OK = give up */
    const char *limit;  /* which one was reached, for GLTF_ERR_LIMIT; else NULL */
    uint32_t stopped;   /* nothing more is to be said */
    gltf_allocator allocator;
    gltf_i_arena arena; /* tables */
    gltf_i_scratch scratch;
    gltf_i_report_state report;
    gltf_io io;
    uint64_t objects_left;
    uint64_t numbers_left;
    uint64_t zeros_left;
    uint64_t max_text;
    uint32_t no_data;
    uint32_t cpu;
    const char *json;
    size_t json_size;
    const uint8_t *bin; /* NULL = none */
    size_t bin_size;
    uint32_t is_glb;
    uint32_t container_whole;    /* data is examined only in a container that ends where a chunk ends */
    uint32_t quantized;          /* KHR_mesh_quantization is used */
    gltf_i_name_list extensions; /* strings of extensionsUsed */
    gltf_i_externals externals;
    gltf_i_check_buffer *buffers;
    gltf_i_check_view *views;
    gltf_i_check_accessor *accessors;
    gltf_i_check_mesh *meshes;
    gltf_i_check_node *nodes;
    int64_t *skins; /* number of joints, -1 = none */
    gltf_i_skinned *skinned;
    uint32_t buffer_count;
    uint32_t view_count;
    uint32_t accessor_count;
    uint32_t mesh_count;
    uint32_t node_count;
    uint32_t skin_count;
} gltf_i_check;

static inline int check_done(const gltf_i_check *check) {
    return check->status != GLTF_OK || check->stopped;
}

/* Give up, unless that is done already: the first status stays, above all that of the callback. */
static inline void check_fail(gltf_i_check *check, gltf_status status, const char *limit) {
    if (!check_done(check)) {
        check->status = status;
        check->limit = limit;
    }
}

/* Whether a text begins with a byte-order mark of UTF-16. */
static inline int check_is_utf16(const void *text, size_t size) {
    return size >= 2 && (memory_equal(text, "\xFF\xFE", 2) || memory_equal(text, "\xFE\xFF", 2));
}

/* ---- scratch.c ---- */

GLTF_I_HIDDEN void *gltf_i_scratch_get(gltf_i_check *check, uint64_t count, size_t size); /* zeroed; NULL sets MEMORY */
GLTF_I_HIDDEN gltf_i_scratch_mark gltf_i_scratch_here(const gltf_i_check *check);
GLTF_I_HIDDEN void gltf_i_scratch_back(gltf_i_check *check, gltf_i_scratch_mark mark);

GLTF_I_HIDDEN void gltf_i_scratch_free(gltf_i_check *check);

/* Zeroed memory that stays until the end.  NULL sets check->status. */
GLTF_I_HIDDEN void *gltf_i_check_keep(gltf_i_check *check, uint64_t count, size_t size);

/* ---- report.c ---- */

GLTF_I_HIDDEN void gltf_i_path_name(gltf_i_check *check, const char *name);
GLTF_I_HIDDEN void gltf_i_path_text(gltf_i_check *check, gltf_i_text text);
GLTF_I_HIDDEN void gltf_i_path_index(gltf_i_check *check, uint64_t index);
GLTF_I_HIDDEN void gltf_i_path_pop(gltf_i_check *check);

/* At the path; at a property, a key of the file or an element below it; in the container; about the whole document. */
GLTF_I_HIDDEN void gltf_i_report(gltf_i_check *check, uint32_t code, const char *format, gltf_i_words words);
GLTF_I_HIDDEN void gltf_i_report_at(gltf_i_check *check, uint32_t code, const char *name, const char *format,
                                    gltf_i_words words);
GLTF_I_HIDDEN void gltf_i_report_key(gltf_i_check *check, uint32_t code, gltf_i_text key, const char *format,
                                     gltf_i_words words);
GLTF_I_HIDDEN void gltf_i_report_index(gltf_i_check *check, uint32_t code, uint64_t index, const char *format,
                                       gltf_i_words words);
GLTF_I_HIDDEN void gltf_i_report_offset(gltf_i_check *check, uint32_t code, uint64_t offset, const char *format,
                                        gltf_i_words words);
GLTF_I_HIDDEN void gltf_i_report_document(gltf_i_check *check, uint32_t code, const char *format, gltf_i_words words);

static inline gltf_i_words words_none(void) {
    gltf_i_words words;
    memory_zero(&words, sizeof words);
    return words;
}

static inline gltf_i_words words_of(int64_t a, int64_t b) {
    gltf_i_words words = words_none();
    words.numbers[0] = a;
    words.numbers[1] = b;
    return words;
}

static inline gltf_i_words words_four(int64_t a, int64_t b, int64_t c, int64_t d) {
    gltf_i_words words = words_of(a, b);
    words.numbers[2] = c;
    words.numbers[3] = d;
    return words;
}

static inline gltf_i_words words_reals(int64_t number, double a, double b) {
    gltf_i_words words = words_of(number, 0);
    words.reals[0] = a;
    words.reals[1] = b;
    return words;
}

static inline gltf_i_text text_of(const char *text) {
    gltf_i_text result = {text, memory_length(text)};
    return result;
}

static inline gltf_i_words words_text(gltf_i_text a) {
    gltf_i_words words = words_none();
    words.texts[0] = a;
    return words;
}

static inline gltf_i_words words_number_texts(int64_t number, const char *a, const char *b) {
    gltf_i_words words = words_of(number, 0);
    words.texts[0] = text_of(a);
    words.texts[1] = text_of(b);
    return words;
}

static inline gltf_i_words words_texts(const char *a, const char *b) {
    gltf_i_words words = words_text(text_of(a));
    words.texts[1] = text_of(b);
    return words;
}

/* ---- format.c ---- */

/* Write the message: cut to room - 1 bytes, control characters replaced, never a broken UTF-8 sequence. */
GLTF_I_HIDDEN void gltf_i_format(char *out, size_t room, const char *format, const gltf_i_words *words);

/* ---- values.c ---- */

typedef struct gltf_i_member {
    gltf_i_text key; /* decoded, without quotes */
    gltf_i_text value;
} gltf_i_member;

/* The members of an object: each key once, at the place of its first and with the value of its last occurrence.  In
 * scratch memory; NULL with *count 0 when there are none or no memory. */
GLTF_I_HIDDEN gltf_i_member *gltf_i_members(gltf_i_check *check, gltf_i_text object, size_t *count);

GLTF_I_HIDDEN int gltf_i_value_is(gltf_i_text key, const char *name);
GLTF_I_HIDDEN int gltf_i_value_order(gltf_i_text a, gltf_i_text b); /* by length, then by bytes: < 0, 0 or > 0 */
GLTF_I_HIDDEN gltf_i_text gltf_i_value_string(gltf_i_check *check, gltf_i_text value); /* decoded, in scratch memory */

/* `count` names to be filled in, in scratch memory; none where there is no memory.  Sort them, then find one: its place,
 * `count` = none. */
GLTF_I_HIDDEN gltf_i_name_list gltf_i_name_list_get(gltf_i_check *check, size_t count);
GLTF_I_HIDDEN void gltf_i_name_list_sort(gltf_i_name_list *list);
GLTF_I_HIDDEN size_t gltf_i_name_list_find(const gltf_i_name_list *list, gltf_i_text name);

/* A number as a double; 0 when it is too large for one. */
GLTF_I_HIDDEN int gltf_i_check_real(gltf_i_check *check, gltf_i_text value, double *out);

enum { GLTF_I_INTEGER_GOOD = 0, GLTF_I_INTEGER_NEGATIVE = 1, GLTF_I_INTEGER_INFINITE = 2, GLTF_I_INTEGER_NOT = 3 };
/* What a value is as an integer; *out is it, cut to GLTF_I_NUMBER_MAX, where it is good. */
GLTF_I_HIDDEN int gltf_i_check_integer(gltf_i_check *check, gltf_i_text value, int64_t *out);

/* ---- The steps, in order; each file tells what its objects are ---- */

GLTF_I_HIDDEN void gltf_i_check_container(gltf_i_check *check, const uint8_t *bytes, size_t size); /* container.c */
GLTF_I_HIDDEN void gltf_i_check_mark(gltf_i_check *check, const char *text,
                                     size_t size);                               /* a byte-order mark: root.c */
GLTF_I_HIDDEN void gltf_i_check_document(gltf_i_check *check);                   /* root.c */
GLTF_I_HIDDEN void gltf_i_check_buffers(gltf_i_check *check, gltf_i_text array); /* buffers.c */
GLTF_I_HIDDEN void gltf_i_check_load(gltf_i_check *check);
GLTF_I_HIDDEN void gltf_i_check_unload(gltf_i_check *check);
GLTF_I_HIDDEN void gltf_i_check_views(gltf_i_check *check, gltf_i_text array); /* views.c */
GLTF_I_HIDDEN void gltf_i_check_accessors(gltf_i_check *check, gltf_i_text array);
GLTF_I_HIDDEN void gltf_i_check_images(gltf_i_check *check, gltf_i_text array); /* others.c */
GLTF_I_HIDDEN void gltf_i_check_nodes(gltf_i_check *check, gltf_i_text array);
GLTF_I_HIDDEN void gltf_i_check_others(gltf_i_check *check, const char *name, gltf_i_text array);
GLTF_I_HIDDEN void gltf_i_check_meshes(gltf_i_check *check, gltf_i_text array); /* meshes.c */
GLTF_I_HIDDEN void gltf_i_check_skins(gltf_i_check *check, gltf_i_text array);  /* skins.c */
GLTF_I_HIDDEN void gltf_i_check_animations(gltf_i_check *check, gltf_i_text array);

/* data.c: take so many numbers from what may be looked at, and count them; 0 when that is not enough (the result then says
 * truncated), or at the end. */
GLTF_I_HIDDEN int gltf_i_check_spend(gltf_i_check *check, uint64_t numbers);
GLTF_I_HIDDEN void gltf_i_check_data(gltf_i_check *check);
GLTF_I_HIDDEN void gltf_i_check_skinned(gltf_i_check *check); /* joints.c */

#endif
