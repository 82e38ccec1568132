/* document/document.h - floor 2: what a document is made of; shared by the files of this folder. */
#ifndef GLTF_I_DOCUMENT_H
#define GLTF_I_DOCUMENT_H

#include "../base/compiler.h"

#include "../../include/gltf_accessor/document.h"
#include "../base/checked.h"
#include "../base/failure.h"
#include "../codec/meshopt.h"
#include "../text/json.h"
#include "../text/uri.h"
#include "arena.h"

enum { GLTF_I_KIND_COUNT = 8 }; /* GLTF_OBJECT_BUFFER .. GLTF_OBJECT_NODE, and 0 unused */

/* Where one element of a top-level array stands in the text. */
typedef struct gltf_i_extent {
    uint32_t at;
    uint32_t size;
} gltf_i_extent;

/* One kind of top-level object.  The tables that most files do not need are NULL until the first entry. */
typedef struct gltf_i_kind {
    uint32_t count;
    const gltf_error **faults;
    const char **names;
} gltf_i_kind;

/* How a buffer gets its bytes, and whose they are. */
enum { GLTF_I_BUFFER_EXTERNAL = 1, GLTF_I_BUFFER_DATA_URI = 2, GLTF_I_BUFFER_BIN = 3, GLTF_I_BUFFER_PLACEHOLDER = 4 };
enum { GLTF_I_OWNER_NONE = 0, GLTF_I_OWNER_CALLER = 1, GLTF_I_OWNER_DOCUMENT = 2, GLTF_I_OWNER_IO = 3 };
typedef struct gltf_i_bytes_state {
    const gltf_error *failure; /* of the last try to load, NULL = none */
    const char *uri;           /* decoded, for EXTERNAL */
    gltf_i_uri data;           /* for DATA_URI */
    gltf_buffer from_io;       /* what io->load gave */
    gltf_io io;                /* that gave it */
    uint64_t compressed;       /* bytes of it that compressed views were decoded from, shared ones counted once */
    size_t owned_size;
    uint8_t source;        /* GLTF_I_BUFFER_* */
    uint8_t owner;         /* GLTF_I_OWNER_* */
    uint8_t only_fallback; /* only compressed views lie in it */
} gltf_i_bytes_state;

/* A compressed or lent view: its table entry refers to a slot behind the buffers of the file. */
typedef struct gltf_i_side_view {
    gltf_i_meshopt_stream stream; /* mode 0 = not compressed; bytes are filled when loading */
    const gltf_error *failure;    /* of the last try to decode; NULL while the compressed bytes are missing */
    const gltf_error *broken;     /* what is wrong with the extension object: decoding is never tried */
    gltf_compression facts;
    uint32_t view;
    uint32_t slot; /* its buffer in the table; GLTF_NONE = the table entry is the file's own again */
    uint8_t owner; /* GLTF_I_OWNER_*, of the slot's bytes */
} gltf_i_side_view;

typedef struct gltf_i_target {
    const gltf_attribute *attributes;
    uint32_t attribute_count;
} gltf_i_target;

/* The compressed form of a primitive, and what was decoded from it.  [KHR_draco_mesh_compression] */
typedef struct gltf_i_geometry {
    const gltf_attribute *ids; /* semantic -> unique id, in the order of semantics */
    gltf_accessor *decoded;    /* by position in ids, then the indices; NULL = not decoded */
    gltf_accessor *room;       /* for `decoded`; NULL = not tried yet */
    const gltf_error *failure; /* of the last try to decode; NULL while its view is missing */
    uint8_t *bytes;            /* what `decoded` points into */
    size_t size;
    uint32_t id_count;
    uint32_t view;
} gltf_i_geometry;

typedef struct gltf_i_primitive {
    const gltf_error *fault;
    const gltf_attribute *attributes;
    const gltf_i_target *targets;
    const char *hidden_by;     /* an unknown required extension, or NULL */
    gltf_i_geometry *geometry; /* NULL = not compressed as a whole */
    uint32_t attribute_count;
    uint32_t target_count;
    uint32_t mode;
    uint32_t indices;
} gltf_i_primitive;

typedef struct gltf_i_mesh {
    const gltf_i_primitive *primitives;
    const float *weights;
    const char *const *target_names;
    uint32_t primitive_count;
    uint32_t weight_count;
    uint32_t target_name_count;
} gltf_i_mesh;

typedef struct gltf_i_sampler {
    const gltf_error *fault;
    gltf_animation_sampler facts;
} gltf_i_sampler;

typedef struct gltf_i_channel {
    const gltf_error *fault;
    gltf_animation_channel facts;
} gltf_i_channel;

typedef struct gltf_i_animation {
    const gltf_i_sampler *samplers;
    const gltf_i_channel *channels;
    uint32_t sampler_count;
    uint32_t channel_count;
} gltf_i_animation;

enum { GLTF_I_REQUIRES_EXT_MESHOPT = 1, GLTF_I_REQUIRES_KHR_MESHOPT = 2, GLTF_I_REQUIRES_DRACO = 4 };

/* Names of one of the two extension lists. */
typedef struct gltf_i_names {
    const char **names;
    uint32_t count;
} gltf_i_names;

struct gltf_document {
    gltf_i_arena arena;
    uint8_t *input_copy; /* owned input, or NULL */
    size_t input_copy_size;
    const char *json;
    const uint8_t *bin; /* BIN chunk, NULL = none */
    size_t json_size;
    size_t bin_size;
    size_t json_position;            /* of `json` in the input */
    const gltf_i_text *long_strings; /* some of the text, up to at == NULL; NULL = none, as after parsing */
    uint64_t objects_left;
    uint64_t max_decoded;
    uint64_t decoded;           /* bytes of decoded views so far */
    uint64_t compressed;        /* bytes they were decoded from, of all buffers */
    gltf_primitive_codec codec; /* open NULL = none */
    gltf_source source;
    gltf_i_kind kinds[GLTF_I_KIND_COUNT];
    gltf_i_names used;
    gltf_i_names required;
    gltf_i_names unknown; /* required but not known here, sorted */
    gltf_buffer *buffers; /* source.buffers: those of the file, then one slot for each side view */
    gltf_buffer_view *views;
    gltf_accessor_desc *accessors;
    gltf_i_bytes_state *states; /* of the file's buffers */
    gltf_i_side_view **side;    /* by view, NULL entries = plain; NULL = none at all */
    uint8_t *geometry_views;    /* by view: 1 = holds a compressed primitive; NULL = none at all */
    const char **hidden_by;     /* by accessor: the extension that hides its data; NULL = none at all */
    uint32_t *stand_ins;     /* by accessor: the use whose decoded data it gives, see geometry.c; NULL = none at all */
    gltf_i_extent *elements; /* accessors in the text */
    size_t elements_size;
    gltf_i_mesh *meshes;
    gltf_node *nodes;
    gltf_skin *skins;
    gltf_i_animation *animations;
    gltf_use *uses;               /* sorted by accessor */
    uint32_t *use_starts;         /* accessors + 1 */
    const gltf_error *last_fault; /* equal faults of many objects share one record */
    uint32_t slot_room;           /* entries that the table of buffers has room for */
    uint8_t is_glb;
    uint8_t requires_extensions; /* GLTF_I_REQUIRES_* */
};

/* ---- faults.c ---- */

/* Keep the first fault of an object; GLTF_ERR_MEMORY only when there is no room for it. */
GLTF_I_HIDDEN gltf_status gltf_i_fault_keep(gltf_document *document, int32_t kind, uint32_t index,
                                            const gltf_error *error);
/* A copy of an error that lives as long as the document; equal ones in a row share it.  NULL = no memory. */
GLTF_I_HIDDEN const gltf_error *gltf_i_fault_copy(gltf_document *document, const gltf_error *error);
/* The same for what failed again: `before`, the record of the last time (or NULL), serves on if it says the same. */
GLTF_I_HIDDEN const gltf_error *gltf_i_fault_renew(gltf_document *document, const gltf_error *before,
                                                   const gltf_error *error);
/* NULL = sound. */
GLTF_I_HIDDEN const gltf_error *gltf_i_fault_of(const gltf_document *document, int32_t kind, uint32_t index);
/* Hand a kept fault to a caller: its status, and the rest into *error. */
GLTF_I_HIDDEN gltf_status gltf_i_fault_give(const gltf_error *fault, int32_t kind, uint32_t index, gltf_error *error);

/* ---- builders ---- */

/* What a builder reads an object with: the first fault of the object is kept, and reading goes on. */
typedef struct gltf_i_build {
    gltf_document *document;
    gltf_i_place place;
    gltf_error fault; /* status GLTF_OK = none so far */
    gltf_status stop; /* GLTF_ERR_MEMORY or _LIMIT end the parse */
} gltf_i_build;

/* The elements of a top-level array. */
typedef struct gltf_i_table {
    gltf_i_extent *extents;
    uint32_t count;
} gltf_i_table;

/* build.c: single properties; `field` names the property in errors. */
GLTF_I_HIDDEN void gltf_i_build_fault(gltf_i_build *build, gltf_status status, const char *field, uint64_t expected,
                                      uint64_t found);
GLTF_I_HIDDEN void gltf_i_build_fault_named(gltf_i_build *build, gltf_status status, const char *field,
                                            const char *name);
GLTF_I_HIDDEN void *gltf_i_build_get(gltf_i_build *build, uint64_t count,
                                     size_t size); /* arena memory for `count` objects of the limit */
GLTF_I_HIDDEN const char *gltf_i_build_text(gltf_i_build *build, const char *text); /* a copy; NULL stays NULL */
GLTF_I_HIDDEN char *gltf_i_build_raw_text(gltf_i_build *build, gltf_i_text string, int *has_zero);
GLTF_I_HIDDEN const gltf_i_json *gltf_i_build_object(gltf_i_build *build, const gltf_i_json *object, const char *key,
                                                     const char *field, int required);
GLTF_I_HIDDEN uint64_t gltf_i_build_integer(gltf_i_build *build, const gltf_i_json *object, const char *key,
                                            const char *field, int required, uint64_t max);
GLTF_I_HIDDEN uint32_t gltf_i_build_index(gltf_i_build *build, const gltf_i_json *object, const char *key,
                                          const char *field, int required, uint32_t count);
/* An index from a JSON number; GLTF_NONE and a fault when it cannot be one. */
GLTF_I_HIDDEN uint32_t gltf_i_build_index_of(gltf_i_build *build, const gltf_i_json *value, const char *field,
                                             uint32_t count);
GLTF_I_HIDDEN void gltf_i_build_weights(gltf_i_build *build, const gltf_i_json *object, const float **out,
                                        uint32_t *count);
/* Name -> index maps: last duplicate wins, file order of the first ones; accessors below `count` (GLTF_NONE - 1 = any number). */
GLTF_I_HIDDEN void gltf_i_build_attributes(gltf_i_build *build, const gltf_i_json *map, const char *field,
                                           uint32_t count, const gltf_attribute **out, uint32_t *out_count);
/* Name of a top-level object, when it is a string. */
GLTF_I_HIDDEN void gltf_i_build_name(gltf_i_build *build, int32_t kind, uint32_t index, const gltf_i_json *object);
/* First of the object's extensions that is required but unknown here, or NULL. */
GLTF_I_HIDDEN const char *gltf_i_build_unknown_extension(gltf_i_build *build, const gltf_i_json *object);
/* Order of two texts by their bytes, as strcmp. */
GLTF_I_HIDDEN int gltf_i_build_text_order(const char *a, const char *b);
/* One element of a top-level array as a tree; members named in leave_out are not built.  NULL when `stop` is set. */
GLTF_I_HIDDEN gltf_i_json *gltf_i_build_element(gltf_i_build *build, gltf_i_text text, const char *const *leave_out);
/* The same; left_out[i] becomes the value of the member leave_out[i], absent where there is none. */
GLTF_I_HIDDEN gltf_i_json *gltf_i_build_split(gltf_i_build *build, gltf_i_text text, const char *const *leave_out,
                                              gltf_i_text *left_out);
GLTF_I_HIDDEN gltf_i_text gltf_i_build_text_of(const gltf_document *document, gltf_i_extent extent);
/* Begin object `index`: no fault yet. */
GLTF_I_HIDDEN void gltf_i_build_begin(gltf_i_build *build, int32_t kind, uint32_t index);
/* End it: keep its fault.  Gives build->stop. */
GLTF_I_HIDDEN gltf_status gltf_i_build_end(gltf_i_build *build);

/* build_*.c: one table each; they fail only with GLTF_ERR_MEMORY or _LIMIT. */
GLTF_I_HIDDEN gltf_status gltf_i_build_views(gltf_document *document, const gltf_i_table *elements);
GLTF_I_HIDDEN gltf_status gltf_i_build_buffers(gltf_document *document, const gltf_i_table *elements);
GLTF_I_HIDDEN gltf_status gltf_i_build_accessors(gltf_document *document, const gltf_i_table *elements);
GLTF_I_HIDDEN gltf_status gltf_i_build_meshes(gltf_document *document, const gltf_i_table *elements);
GLTF_I_HIDDEN gltf_status gltf_i_build_skins(gltf_document *document, const gltf_i_table *elements);
GLTF_I_HIDDEN gltf_status gltf_i_build_nodes(gltf_document *document, const gltf_i_table *elements);
GLTF_I_HIDDEN gltf_status gltf_i_build_animations(gltf_document *document, const gltf_i_table *elements);
GLTF_I_HIDDEN gltf_status gltf_i_build_uses(gltf_document *document);    /* uses.c: after all tables */
GLTF_I_HIDDEN gltf_status gltf_i_build_strides(gltf_document *document); /* strides.c: after uses */
GLTF_I_HIDDEN gltf_status gltf_i_build_hidden(gltf_document *document);  /* hidden.c: after meshes */

/* ---- bytes.c: used when parsing and freeing ---- */
/* The record of a view whose bytes do not lie in the file's own buffer; made at its first call. */
GLTF_I_HIDDEN gltf_status gltf_i_bytes_side_view(gltf_document *document, uint32_t view, gltf_i_side_view **out);
/* Let the view's table entry refer to this slot, which waits for its bytes. */
GLTF_I_HIDDEN void gltf_i_bytes_assign_slot(gltf_document *document, gltf_i_side_view *side, uint32_t slot);
/* Own what an io of this library has loaded with the document's allocator. */
GLTF_I_HIDDEN void gltf_i_bytes_take_over(gltf_document *document);
GLTF_I_HIDDEN void gltf_i_bytes_free(gltf_document *document);

/* ---- lookup.c: what every getter checks first ---- */
GLTF_I_HIDDEN gltf_status gltf_i_lookup_check(const gltf_document *document, int32_t kind, uint32_t index,
                                              const void *out, gltf_error *error); /* ARGUMENT, RANGE */
GLTF_I_HIDDEN gltf_status gltf_i_lookup_sound(const gltf_document *document, int32_t kind, uint32_t index,
                                              const void *out, gltf_error *error); /* and the object's own fault */
/* lookup_accessors.c: why the bytes of a sound view are not there: what went wrong when loading, if that was tried. */
GLTF_I_HIDDEN gltf_status gltf_i_lookup_missing(const gltf_document *document, uint32_t view, gltf_error *error);
GLTF_I_HIDDEN gltf_status gltf_i_lookup_primitive(const gltf_document *document, uint32_t mesh, uint32_t primitive,
                                                  const void *out, const gltf_i_primitive **found, gltf_error *error);

/* ---- geometry.c: primitives compressed as a whole ---- */

/* What was decoded for an attribute (semantic NULL = the indices) of a primitive; NULL = nothing. */
GLTF_I_HIDDEN const gltf_accessor *gltf_i_geometry_find(const gltf_i_primitive *primitive, const char *semantic);
/* Whether the primitive's compressed form has this attribute, or indices. */
GLTF_I_HIDDEN int gltf_i_geometry_has(const gltf_i_primitive *primitive, const char *semantic);
/* For every accessor that has no data but in compressed primitives, find the one that speaks for it; after hiding. */
GLTF_I_HIDDEN gltf_status gltf_i_geometry_choose(gltf_document *document);
/* An accessor that has no data but in compressed primitives. */
GLTF_I_HIDDEN gltf_status gltf_i_geometry_resolve(const gltf_document *document, uint32_t accessor, gltf_accessor *out,
                                                  gltf_error *error);
/* Elements that a sound accessor has when it is resolved: the declared ones, or those decoded in their place. */
GLTF_I_HIDDEN uint64_t gltf_i_geometry_count(const gltf_document *document, uint32_t accessor);
/* Decode the primitives that use this accessor (GLTF_NONE = all), as far as there is a codec. */
GLTF_I_HIDDEN gltf_status gltf_i_geometry_load(gltf_document *document, uint32_t accessor, const gltf_io *io,
                                               gltf_error *error);
GLTF_I_HIDDEN void gltf_i_geometry_free(gltf_document *document);
GLTF_I_HIDDEN extern const char gltf_i_geometry_extension[];

/* bytes.c: bring the bytes of a view. */
GLTF_I_HIDDEN gltf_status gltf_i_bytes_load_view(gltf_document *document, uint32_t view, const gltf_io *io,
                                                 gltf_error *error);
/* Whether a try to bring them makes sense: they are there, can be brought, or are broken in a way that is to be told. */
GLTF_I_HIDDEN int gltf_i_bytes_in_reach(const gltf_document *document, uint32_t view, const gltf_io *io);
/* `length` compressed bytes of a buffer are about to be decoded: they allow more decoded ones, but each only once, however
 * many views or tries share it. */
GLTF_I_HIDDEN void gltf_i_bytes_count_compressed(gltf_document *document, uint32_t buffer, uint64_t length);
GLTF_I_HIDDEN uint64_t gltf_i_bytes_decoded_limit(const gltf_document *document);

/* sort.c: sort `count` uint32 values by less(user, a, b), in place, n log n, without recursion; not stable. */
GLTF_I_HIDDEN void gltf_i_sort(uint32_t *values, size_t count, int (*less)(void *user, uint32_t a, uint32_t b),
                               void *user);

#endif
