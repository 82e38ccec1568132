/* document/document.h - layer 2: what a document is made of; shared by the files of this folder. */
#ifndef GLTF_I_DOCUMENT_H
#define GLTF_I_DOCUMENT_H

#include "../base/visibility.h"

#include "../../include/gltf_accessor/document.h"
#include "../base/checked.h"
#include "../base/failure.h"
#include "../codec/meshopt.h"
#include "../core/sparse.h"
#include "../text/uri.h"
#include "../text/value.h"
#include "arena.h"
#include "external.h"
#include "places.h"

enum { GLTF_I_KIND_COUNT = 8 }; /* GLTF_OBJECT_BUFFER .. GLTF_OBJECT_NODE, and 0 unused */

/* One kind of top-level object.  The tables that most files do not need are NULL until the first entry. */
typedef struct gltf_i_kind {
    uint32_t count;
    const gltf_error **faults;
    const char **names;
} gltf_i_kind;

/* How a buffer gets its bytes, and whose they are. */
enum { GLTF_I_BUFFER_EXTERNAL = 1, GLTF_I_BUFFER_DATA_URI = 2, GLTF_I_BUFFER_BIN = 3, GLTF_I_BUFFER_PLACEHOLDER = 4 };
enum { GLTF_I_OWNER_NONE = 0, GLTF_I_OWNER_CALLER = 1, GLTF_I_OWNER_DOCUMENT = 2, GLTF_I_OWNER_FILE = 3 };
typedef struct gltf_i_bytes_state {
    const gltf_error *failure; /* of the last try to load, NULL = none */
    const char *uri;           /* decoded, for EXTERNAL */
    gltf_i_uri data;           /* for DATA_URI */
    uint64_t compressed;       /* bytes of it that compressed views were decoded from, shared ones counted once */
    uint64_t wasted;           /* bytes that decoding from it was charged for nothing */
    uint64_t examined;         /* bytes of sparse indices that were examined in it */
    size_t owned_size;
    uint32_t external;     /* for EXTERNAL: place in externals.list */
    uint32_t turn;         /* of `failure` */
    uint32_t ranges;       /* first range of sparse indices in one of its views, GLTF_NONE = none */
    uint8_t source;        /* GLTF_I_BUFFER_* */
    uint8_t owner;         /* GLTF_I_OWNER_* */
    uint8_t only_fallback; /* only compressed views lie in it */
} gltf_i_bytes_state;

/* Sparse indices at one place of the file, which any number of accessors may share: examined once, when their bytes arrive. */
enum { GLTF_I_RANGE_UNKNOWN = 0, GLTF_I_RANGE_EXAMINED = 1, GLTF_I_RANGE_REFUSED = 2 };
typedef struct gltf_i_index_range {
    uint64_t byte_offset; /* in the view */
    uint64_t count;
    const uint8_t *at;         /* what was examined */
    gltf_i_sparse_order order; /* nothing but EXAMINED finds a fault in it */
    uint32_t view;
    uint32_t component_type;
    uint32_t next;  /* in a view of the same buffer of the file; GLTF_NONE = none */
    uint32_t state; /* GLTF_I_RANGE_*: UNKNOWN where the bytes are not there, REFUSED at the limit */
} gltf_i_index_range;

/* A compressed or lent view: its table entry refers to a slot behind the buffers of the file. */
typedef struct gltf_i_side_view {
    gltf_i_meshopt_stream stream; /* mode 0 = not compressed; bytes are filled when loading */
    const gltf_error *failure;    /* of the last try to decode; NULL while the compressed bytes are missing */
    const gltf_error *broken;     /* what is wrong with the extension object: decoding is never tried */
    gltf_compression facts;
    uint64_t examined; /* bytes of sparse indices that were examined in its slot */
    uint32_t view;
    uint32_t slot; /* its buffer in the table; GLTF_NONE = the table entry is the file's own again */
    uint8_t owner; /* GLTF_I_OWNER_*, of the slot's bytes */
} gltf_i_side_view;

typedef struct gltf_i_target {
    const gltf_attribute *attributes;
    uint32_t attribute_count;
} gltf_i_target;

/* The compressed form of a primitive, and what was decoded from it.  [KHR_draco_mesh_compression] */
typedef struct gltf_i_primitive gltf_i_primitive;
typedef struct gltf_i_geometry gltf_i_geometry;
struct gltf_i_geometry {
    const gltf_attribute *ids; /* semantic -> unique id, in the order of semantics */
    gltf_accessor *decoded; /* by position in ids, then the indices; NULL = not decoded; may be that of another one */
    const gltf_error **part_failures; /* as `decoded`, of parts that could not be converted; NULL = none */
    const gltf_i_primitive *primitive;
    gltf_i_geometry *next_of_view; /* that names the same view */
    gltf_i_geometry *last_of_view; /* of the first one only, as `tried` */
    gltf_accessor *room;           /* for `decoded`; NULL = not tried yet */
    const gltf_error *failure;     /* of the last try to decode; NULL while its view is missing */
    uint8_t *bytes;                /* what `decoded` points into */
    size_t size;
    uint32_t id_count;
    uint32_t view;
    uint32_t tried; /* the load that decoded last */
};

struct gltf_i_primitive {
    const gltf_error *fault;
    const gltf_attribute *attributes;
    const gltf_i_target *targets;
    const char *hidden_by;     /* the extension that has the data of accessors without any; NULL = none */
    gltf_i_geometry *geometry; /* NULL = not compressed as a whole */
    uint32_t attribute_count;
    uint32_t target_count;
    uint32_t mode;
    uint32_t indices;
};

/* Whose decoded data an accessor without data gives: see geometry.c. */
typedef struct gltf_i_stand_in {
    uint32_t chosen; /* use */
    uint32_t next;   /* use that is not compared yet */
} gltf_i_stand_in;

/* What few meshes have. */
typedef struct gltf_i_mesh_lists {
    const float *weights;
    const char *const *target_names;
    uint32_t weight_count;
    uint32_t target_name_count;
} gltf_i_mesh_lists;

typedef struct gltf_i_mesh {
    const gltf_i_primitive *primitives;
    const gltf_i_mesh_lists *lists; /* NULL = none */
    uint32_t primitive_count;
} gltf_i_mesh;

/* An accessor that an extension names. */
typedef struct gltf_i_named gltf_i_named;
struct gltf_i_named {
    gltf_i_named *next;
    const gltf_i_place_row *row;
    gltf_i_place place;
    uint32_t accessor;
};

/* What few nodes have. */
typedef struct gltf_i_node_lists {
    const float *weights;
    const gltf_attribute *instance_attributes;
    const char *hidden_by; /* as of a primitive, for the instance attributes */
    uint32_t weight_count;
    uint32_t instance_attribute_count;
} gltf_i_node_lists;

typedef struct gltf_i_node {
    const gltf_i_node_lists *lists; /* NULL = none */
    uint32_t mesh;
    uint32_t skin;
} gltf_i_node;

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
    uint64_t decoded;    /* bytes of decoded views so far */
    uint64_t wasted;     /* bytes that were decoded for nothing: of failures */
    uint64_t compressed; /* bytes they were decoded from, of all buffers */
    uint64_t max_loaded;
    uint64_t loaded_beyond;  /* bytes that callbacks brought beyond what buffers need */
    uint64_t examined_twice; /* bytes of sparse indices beyond one look at each */
    uint32_t turn;           /* calls of load so far */
    gltf_i_externals externals;
    gltf_i_index_range *ranges; /* of sparse indices, by view; NULL = none at all */
    uint32_t *range_of;         /* by accessor; GLTF_NONE = not sparse */
    uint32_t range_count;
    gltf_primitive_codec codec; /* open NULL = none */
    gltf_source source;
    gltf_i_kind kinds[GLTF_I_KIND_COUNT];
    gltf_i_names used;
    gltf_i_names required;
    gltf_i_names unknown; /* required but not known here, sorted */
    gltf_buffer *buffers; /* source.buffers: those of the file, then one slot for each side view */
    gltf_buffer_view *views;
    gltf_accessor_desc *accessors;
    gltf_i_bytes_state *states;       /* of the file's buffers */
    gltf_i_side_view **side;          /* by view, NULL entries = plain; NULL = none at all */
    gltf_i_geometry **geometry_views; /* by view: the first compressed primitive in it, or NULL; NULL = none at all */
    const char **hidden_by;           /* by accessor without data: the extension that has it; NULL = none at all */
    gltf_i_stand_in *stand_ins;       /* by accessor; NULL = none at all */
    uint32_t geometry_loads;          /* calls that decode compressed primitives, so far */
    uint32_t *elements;               /* where each accessor stands in the text */
    size_t elements_size;
    gltf_i_mesh *meshes;
    gltf_i_node *nodes;
    gltf_skin *skins;
    gltf_i_animation *animations;
    gltf_i_named *named; /* by extensions, but for instance attributes; in file order */
    gltf_i_named *last_named;
    gltf_use *uses;               /* sorted by accessor */
    uint32_t *use_starts;         /* accessors + 1 */
    const gltf_error *last_fault; /* equal faults of many objects share one record */
    uint32_t load_reason;         /* GLTF_I_REASON_* that this library's io leaves for the failure it gives */
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
    const gltf_attribute *likely; /* the last map: the next one often has the same names */
    uint32_t likely_count;
    gltf_i_place place;
    gltf_error fault; /* status GLTF_OK = none so far */
    gltf_status stop; /* GLTF_ERR_MEMORY or _LIMIT end the parse */
} gltf_i_build;

/* Where the elements of a top-level array stand in the text. */
typedef struct gltf_i_table {
    uint32_t *at;
    uint32_t count;
} gltf_i_table;

/* build.c: single properties.  Absent values have at == NULL; `field` names the property in errors. */
GLTF_I_HIDDEN void gltf_i_build_fault(gltf_i_build *build, gltf_status status, const char *field, uint64_t expected,
                                      uint64_t found);
/* `name` lives as long as the document. */
GLTF_I_HIDDEN void gltf_i_build_fault_named(gltf_i_build *build, gltf_status status, const char *field,
                                            const char *name);
/* GLTF_ERR_PROPERTY with a GLTF_I_REASON_*. */
GLTF_I_HIDDEN void gltf_i_build_property(gltf_i_build *build, const char *field, uint32_t reason);
/* Arena memory for `count` objects, which count against max_objects; zeroed. */
GLTF_I_HIDDEN void *gltf_i_build_get(gltf_i_build *build, uint64_t count, size_t size);
/* A decoded copy of a string; NULL for other values. */
GLTF_I_HIDDEN char *gltf_i_build_text(gltf_i_build *build, gltf_i_text string, int *has_zero);
/* Members of an object, as gltf_i_scan_members; anything else is a fault of the object. */
GLTF_I_HIDDEN size_t gltf_i_build_members(gltf_i_build *build, gltf_i_text object, const char *const *names,
                                          gltf_i_text *values);
/* The value where it is an object, else absent. */
GLTF_I_HIDDEN gltf_i_text gltf_i_build_object(gltf_i_build *build, gltf_i_text value, const char *field, int required);
GLTF_I_HIDDEN uint64_t gltf_i_build_integer(gltf_i_build *build, gltf_i_text value, const char *field, int required,
                                            uint64_t max);
/* An index below `count`; GLTF_NONE where it is absent, and with a fault where it cannot be one. */
GLTF_I_HIDDEN uint32_t gltf_i_build_index(gltf_i_build *build, gltf_i_text value, const char *field, int required,
                                          uint32_t count);
/* Position of a string in a list of names; `count` for other strings and other values. */
GLTF_I_HIDDEN uint32_t gltf_i_build_choice(gltf_i_text value, const char *const *names, uint32_t count);
/* Number of elements of an array; anything else is a fault. */
GLTF_I_HIDDEN uint32_t gltf_i_build_list(gltf_i_build *build, gltf_i_text value, const char *field);
/* The next element of an array; start with *cursor = 0; 0 = no more. */
GLTF_I_HIDDEN int gltf_i_build_next(gltf_i_text list, size_t *cursor, gltf_i_text *element);
GLTF_I_HIDDEN void gltf_i_build_weights(gltf_i_build *build, gltf_i_text list, const float **out, uint32_t *count);
/* Name -> index maps: last duplicate wins, file order of the first ones; accessors below `count` (GLTF_NONE - 1 = any number). */
GLTF_I_HIDDEN void gltf_i_build_attributes(gltf_i_build *build, gltf_i_text map, const char *field, uint32_t count,
                                           const gltf_attribute **out, uint32_t *out_count);
/* Name of a top-level object, when it is a string. */
GLTF_I_HIDDEN void gltf_i_build_name(gltf_i_build *build, int32_t kind, uint32_t index, gltf_i_text name);
/* First of the extensions of an object, at any depth, that is required but unknown here; with `all`, or that compresses its
 * data.  NULL = none. */
GLTF_I_HIDDEN const char *gltf_i_build_hiding(gltf_i_build *build, gltf_i_text extensions, int all);
/* Remember the accessors that extensions of the object, which is GLTF_I_ON_*, name.  Numbers that are no accessors are no faults:
 * nothing here reads what is there. */
GLTF_I_HIDDEN void gltf_i_build_named(gltf_i_build *build, uint32_t on, gltf_i_text extensions);
/* Order of two texts by their bytes, as strcmp. */
GLTF_I_HIDDEN int gltf_i_build_text_order(const char *a, const char *b);
/* The text from there on; the value's own end is not known. */
GLTF_I_HIDDEN gltf_i_text gltf_i_build_text_at(const gltf_document *document, uint32_t at);
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
GLTF_I_HIDDEN gltf_status gltf_i_build_ranges(gltf_document *document);  /* ranges.c: after all tables */

/* hidden.c: whether a sound accessor does not say where its data is: in the compressed data of an object that names it, else
 * all zeros. */
GLTF_I_HIDDEN int gltf_i_hidden_empty(const gltf_document *document, uint32_t accessor);
/* The extension that has the data of an empty base attribute (semantic NULL = of the indices) of a primitive; NULL = none. */
GLTF_I_HIDDEN const char *gltf_i_hidden_by(const gltf_i_primitive *primitive, const char *semantic);

/* ---- bytes.c: used when parsing and freeing ---- */
/* The record of a view whose bytes do not lie in the file's own buffer; made at its first call. */
GLTF_I_HIDDEN gltf_status gltf_i_bytes_side_view(gltf_document *document, uint32_t view, gltf_i_side_view **out);
/* Let the view's table entry refer to this slot, which waits for its bytes. */
GLTF_I_HIDDEN void gltf_i_bytes_assign_slot(gltf_document *document, gltf_i_side_view *side, uint32_t slot);
/* Own what an io of this library has loaded with the document's allocator. */
GLTF_I_HIDDEN void gltf_i_bytes_take_over(gltf_document *document);
GLTF_I_HIDDEN void gltf_i_bytes_free(gltf_document *document);

/* ---- ranges.c: sparse indices, examined once for all accessors that share them ---- */
/* The bytes of a buffer of the file, or of a view, are there; `is_new`: they may differ from those before. */
GLTF_I_HIDDEN void gltf_i_ranges_of_buffer(gltf_document *document, uint32_t buffer, int is_new);
GLTF_I_HIDDEN void gltf_i_ranges_of_view(gltf_document *document, uint32_t view, int is_new);
/* Those of a sparse accessor, NULL for others. */
GLTF_I_HIDDEN const gltf_i_index_range *gltf_i_range_of(const gltf_document *document, uint32_t accessor);

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
/* Why there is nothing decoded for such an attribute, which `accessor` describes. */
GLTF_I_HIDDEN gltf_status gltf_i_geometry_missing(const gltf_document *document, uint32_t accessor,
                                                  const gltf_i_primitive *primitive, const char *semantic,
                                                  gltf_error *error);
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
 * many views or tries share it.  Gives how many of them are new. */
GLTF_I_HIDDEN uint64_t gltf_i_bytes_count_compressed(gltf_document *document, uint32_t buffer, uint64_t length);
GLTF_I_HIDDEN uint64_t gltf_i_bytes_decoded_limit(const gltf_document *document);
/* Whether so many more bytes may be decoded, and decoding has not failed too often. */
GLTF_I_HIDDEN int gltf_i_bytes_may_decode(const gltf_document *document, uint64_t size);
/* So many were decoded from a buffer for nothing. */
GLTF_I_HIDDEN void gltf_i_bytes_waste(gltf_document *document, uint32_t buffer, uint64_t size);

/* sort.c: sort `count` uint32 values by less(user, a, b), in place, n log n, without recursion; not stable. */
GLTF_I_HIDDEN void gltf_i_sort(uint32_t *values, size_t count, int (*less)(void *user, uint32_t a, uint32_t b),
                               void *user);

#endif
