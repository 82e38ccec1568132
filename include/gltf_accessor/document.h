/* gltf_accessor/document.h - layer 2: .gltf / .glb in, the structs of accessor.h out.  Needs cJSON and an
 * allocator.
 *
 *     gltf_document *document;
 *     gltf_document_parse(bytes, size, NULL, &document, &error);   text or GLB; touches no buffer data
 *     gltf_document_load(document, GLTF_NONE, &io, &error);        the only call that brings bytes
 *     gltf_document_accessor(document, index, &accessor, &error);  resolved, ready for gltf_accessor_read_*
 *     gltf_document_free(document);
 *
 * Faults: parsing fails only when the text, the container or the asset version cannot be used.  Every other
 * fault belongs to one object: it is given by gltf_document_fault and by every call that needs the object;
 * the rest stays usable.
 *
 * Threads: one thread parses and loads; from then on everything that takes a const document is safe in
 * parallel, as are different documents.  cJSON itself allocates with malloc, and keeps one process-wide error
 * record that each parse writes and nobody reads; gltf_document_parse and gltf_document_declared_bounds call
 * it.
 *
 * Lifetimes: all strings (NUL-terminated UTF-8, but for percent-decoded URIs, which may hold any bytes) and
 * arrays given out are borrowed until gltf_document_free.  U+0000 in a name of the file is given as U+FFFD.
 * Resolved accessors live as long as the document and until a buffer or view that they use is replaced by
 * gltf_document_set_buffer or _set_view.  "Absent" is NULL or GLTF_NONE. */
#ifndef GLTF_ACCESSOR_DOCUMENT_H
#define GLTF_ACCESSOR_DOCUMENT_H

#include "accessor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A parsed file with its buffers.  Opaque. */
typedef struct gltf_document gltf_document;

/* How a document gets memory; copied into it.  All zero = malloc and free.  Called only by the thread that
 * parses, loads or frees. */
typedef struct gltf_allocator {
    void *user; /* handed to both */
    void *(GLTF_CALL *allocate)(void *user,
                                size_t size); /* NULL on failure; aligned like malloc; size is never 0 */
    void(GLTF_CALL *release)(void *user, void *pointer,
                             size_t size); /* size as allocated; pointer is never NULL */
} gltf_allocator;

/* How external buffers arrive; copied into the document by gltf_document_load.
 * load: bring at least byte_length bytes of `uri` (as from gltf_document_buffer_uri: the callback decides
 * what it may open) and set out->data and out->size; give GLTF_OK or a failure (GLTF_ERR_IO, GLTF_ERR_URI,
 * ...), after which release is not called.  Buffers with the same uri are loaded together, by one call for
 * the longest of them.  Where that is GLTF_ERR_BUFFER_LENGTH, load is called again for the longest one that
 * out->size is enough for (0 = not known: for the next shorter one).
 * release (may be NULL): the bytes are no longer needed, by none of these buffers.
 * Callbacks may look at the document; load may also lend buffers and views of it: what is lent stays. */
typedef struct gltf_io {
    void *user; /* handed to both */
    gltf_status(GLTF_CALL *load)(void *user, uint32_t buffer, const char *uri, uint64_t byte_length,
                                 gltf_buffer *out);
    void(GLTF_CALL *release)(void *user, const gltf_buffer *buffer);
} gltf_io;

/* A decoder of compressed primitives (KHR_draco_mesh_compression): of the host, or gltf_draco_codec() of
 * draco.h.  Copied into the document; called only by the thread that loads.  Failures are GLTF_ERR_CODEC,
 * _CODEC_VERSION, _MEMORY or _CONVERSION.
 * open: decode one compressed view; on success `*geometry` goes to the others and at last to close.
 * attribute: values of the attribute with this id, one after another for each vertex, as `component_count`
 * numbers of `component_type` in native byte order; out_size is exactly what they need.
 * indices: the triangles, three vertices each.
 * close: release what open made.
 * They may look at the document, but not load it, lend to it or free it. */
typedef struct gltf_primitive_codec {
    void *user; /* handed to all four */
    gltf_status(GLTF_CALL *open)(void *user, const uint8_t *bytes, size_t size, void **geometry,
                                 uint64_t *vertex_count, uint64_t *index_count);
    gltf_status(GLTF_CALL *attribute)(void *user, void *geometry, uint32_t unique_id, uint32_t component_type,
                                      uint32_t component_count, void *out, size_t out_size);
    gltf_status(GLTF_CALL *indices)(void *user, void *geometry, uint32_t *out, size_t index_count);
    void(GLTF_CALL *close)(void *user, void *geometry);
} gltf_primitive_codec;

/* Flags of gltf_document_options. */
enum {
    GLTF_DOCUMENT_COPY_INPUT = 1u, /* parse: own the bytes; else they must outlive the document, unchanged */
    GLTF_DOCUMENT_NO_SYMLINKS = 2u /* open (files.h): refuse external buffers that a symbolic link leads to */
};

/* Options of parsing.  Grows at its end, in multiples of 8 bytes: fill it with gltf_document_options_init, or
 * zero it and set struct_size.  Missing tail = defaults; a larger struct than this library knows is fine
 * while its unknown tail is zero. */
typedef struct gltf_document_options {
    uint32_t struct_size;     /* sizeof(gltf_document_options) as the caller compiled it */
    uint32_t flags;           /* GLTF_DOCUMENT_* */
    uint32_t source_flags;    /* GLTF_SOURCE_* for every accessor */
    uint32_t cpu;             /* 0 = detect; else as gltf_source.cpu */
    gltf_allocator allocator; /* all zero = malloc and free */
    /* NULL = none: what only such a decoder can read is GLTF_ERR_EXTENSION */
    const gltf_primitive_codec *primitive_codec;
    uint64_t max_text; /* bytes of JSON; 0 = 2^30; at most 2^32 - 1 */
    /* entries of all tables together, such as accessors, attributes and joints; 0 = 2^24 */
    uint64_t max_objects;
    uint64_t max_zero_elements; /* as gltf_source */
    /* bytes that compressed data may decode to, together; 0 = 2^28 + 64 times the compressed bytes, of
     * which those that several views share count once; what fails to decode counts, too */
    uint64_t max_decoded;
    /* bytes that gltf_io.load may bring beyond the byteLength of what it was asked for, together; 0 = 2^30
     * + 64 times the input */
    uint64_t max_loaded;
} gltf_document_options;

/* Defaults into the first struct_size bytes, for languages without macros.  NULL is fine. */
GLTF_API void gltf_document_options_init(gltf_document_options *options, uint32_t struct_size);

/* Read JSON text (a byte-order mark is skipped) or a GLB, told apart by the first byte.  Touches no buffer
 * data.
 * bytes, size and out are required; unless GLTF_DOCUMENT_COPY_INPUT is set, the bytes must outlive the
 * document and stay as they are.  (Text that changes ends in errors or in other numbers and bytes, where
 * gltf_document_declared_bounds and the loading of data: URIs read it again; nothing is read outside of it.)
 * options and error may be NULL.  On failure *out is NULL: ARGUMENT, STRUCT_SIZE, MEMORY, LIMIT, GLB, JSON
 * (position = byte in the input, expected and found = line and column), PROPERTY (root or asset is no object,
 * asset.version missing or malformed), ASSET_VERSION.
 * Not parallel with itself only as far as the note on cJSON above goes.  [glTF 2.0, 2.7 JSON Encoding, 3.2
 * Asset, 4 GLB] */
GLTF_API gltf_status gltf_document_parse(const void *bytes, size_t size, const gltf_document_options *options,
                                         gltf_document **out, gltf_error *error);

/* Release the document, its buffers (through gltf_io.release) and everything borrowed from it.  NULL is
 * fine. */
GLTF_API void gltf_document_free(gltf_document *document);

/* ---- Bytes: the only calls that change a document ---- */

/* Load what accessor `accessor` needs and is still missing (GLTF_NONE = what the document has): the BIN
 * chunk, data: URIs, external buffers through `io` (NULL, or load NULL = embedded data only; external buffers
 * then stay GLTF_ERR_NOT_LOADED), and decode compressed views and primitives.  Continues after failures and
 * returns the first; each failure is kept with its object, not tried again by the same call, and tried again
 * by the next load (but for an attribute of a compressed primitive that cannot be converted: that fails for
 * good, and the others are read).  document is required; error may be NULL; it names the buffer that could
 * not be loaded, or the view that could not be decoded.
 * Works in time and memory linear in the bytes that it is given, or answers LIMIT: see max_decoded and
 * max_loaded.
 * ARGUMENT, RANGE (no such accessor), NOT_LOADED, MEMORY, LIMIT, IO and what io->load gives, URI, BASE64,
 * BUFFER_LENGTH, CODEC, CODEC_VERSION, VIEW_BOUNDS (compressed bytes outside their buffer), CONVERSION and
 * MISMATCH (a compressed primitive that does not fit its accessors), or the fault of a buffer, view or
 * accessor that is to be loaded.  With GLTF_NONE, external buffers without io, and what is compressed in
 * them, are not failures.  [3.6.1 Buffers] */
GLTF_API gltf_status gltf_document_load(gltf_document *document, uint32_t accessor, const gltf_io *io,
                                        gltf_error *error);

/* Lend the bytes of one buffer, in place of what it had: size must be at least byteLength (BUFFER_LENGTH).
 * NULL bytes take them away again.  The bytes must outlive the document or the next call for this buffer.
 * What was decoded from it before stays as it is.  Sparse indices in it are read here, each range once.
 * ARGUMENT (NULL document), RANGE (no such buffer), or the buffer's own fault; nothing changes on failure. */
GLTF_API gltf_status gltf_document_set_buffer(gltf_document *document, uint32_t buffer, const void *bytes,
                                              size_t size, gltf_error *error);

/* Lend the decompressed bytes of one view, in place of its range of the buffer: for a decompressor of the
 * host.  size must be at least the view's byteLength.  Rules and errors as for gltf_document_set_buffer. */
GLTF_API gltf_status gltf_document_set_view(gltf_document *document, uint32_t view, const void *bytes,
                                            size_t size, gltf_error *error);

/* ---- Looking: const, borrowed results.  Getters that give a status leave their outputs zero or absent on
 * failure ---- */

/* How many objects of a kind (GLTF_OBJECT_*) the document has.  0 for an unknown kind or a NULL document. */
GLTF_API uint32_t gltf_document_count(const gltf_document *document, int32_t object);

/* Name of an object, NULL if it has none or does not exist.  Names are not unique. */
GLTF_API const char *gltf_document_name(const gltf_document *document, int32_t object, uint32_t index);

/* First object of a kind with this name; GLTF_OK with *index = GLTF_NONE when there is none.  ARGUMENT. */
GLTF_API gltf_status gltf_document_find(const gltf_document *document, int32_t object, const char *name,
                                        uint32_t *index);

/* First fault of one object as the file describes it; GLTF_OK = sound.  Kinds BUFFER, VIEW, ACCESSOR, MESH
 * (fault of the mesh or of its first broken primitive), SKIN, ANIMATION, NODE.  ARGUMENT, RANGE (no such
 * object). */
GLTF_API gltf_status gltf_document_fault(const gltf_document *document, int32_t object, uint32_t index,
                                         gltf_error *error);

/* What a host needs to bring the bytes of one buffer: its reference and byteLength.  *uri is NULL where the
 * data is embedded (GLB, data: URI) or does not exist (a placeholder for compressed views).  The reference is
 * percent-decoded once; of a relative path, the dot segments are removed: "./a.bin" and "sub/../a.bin" are
 * given as "a.bin", "sub/../../a.bin" as "../a.bin", so that only leading ".." leave the folder of the file
 * ("./" stays in front of what would else look like a scheme or an absolute path).  What has a scheme or
 * begins with "/" is given as it stands.  Nothing is refused here.
 * uri and byte_length may be NULL.  ARGUMENT, RANGE, or the buffer's fault.  [RFC 3986, 5.2.4] */
GLTF_API gltf_status gltf_document_buffer_uri(const gltf_document *document, uint32_t buffer,
                                              const char **uri, uint64_t *byte_length);

/* Resolve one accessor against the document's bytes: gltf_accessor_resolve, and before it the faults of the
 * accessor, its views and buffers, and GLTF_ERR_EXTENSION or _DYNAMIC where an extension hides the data.
 * `*out` is all-zero on failure.
 * An extension that is not decoded hides what carries it if it is required, and accessors without bufferView
 * and sparse part that a primitive, its mesh or a node with it names, if it is required, known to compress
 * them, or unknown with a member bufferView at any depth; wherever it stands, also in the `extensions` of
 * other extensions.
 * A view without byteStride is tightly packed, with one exception outside GLTF_SOURCE_STRICT.  Vertex
 * attributes whose element size is not a multiple of 4 are read with their elements padded to one
 * (gltf_accessor_desc.byte_stride says so) if an accessor on the view ends exactly where padded elements end,
 * which tight ones do not, nor if their size or their end in the view is rounded up to 4, 8, 16, 32 or 64.
 * All of them on one view are read alike: tight if one has no space for padded elements, if another accessor
 * or sparse part begins inside of one, or if elements of that size on the view have another use.
 * Takes the same time for every accessor: sparse indices were read when their bytes arrived, once for all
 * accessors that share them.  SPARSE_INDEX names the greatest of them; LIMIT with field "sparse.indices"
 * where ranges of them overlap so much that more than 2^27 bytes would have been read again. */
GLTF_API gltf_status gltf_document_accessor(const gltf_document *document, uint32_t index, gltf_accessor *out,
                                            gltf_error *error);

/* The `min` and `max` that the file declares, read from the text on request.  Advisory: files err.  Either
 * array may be NULL; capacity = numbers in each, at least the component count.  Where the file has no `min`
 * (or no `max`) at all, its array is filled with NaN.  A malformed one (wrong length, null) is PROPERTY.
 * ARGUMENT, RANGE, CAPACITY, MEMORY; JSON or LIMIT if the text has changed since it was parsed. */
GLTF_API gltf_status gltf_document_declared_bounds(const gltf_document *document, uint32_t accessor,
                                                   double *min, double *max, size_t capacity,
                                                   gltf_error *error);

/* The raw tables: a source for gltf_accessor_resolve, and one description for each accessor.  Broken objects
 * are inert (view GLTF_NONE, types 0; buffer GLTF_NONE).  A compressed or lent view refers to a buffer of its
 * own behind those of the file.  Borrowed until the next gltf_document_load, _set_buffer or _set_view.  Any
 * output may be NULL.  ARGUMENT. */
GLTF_API gltf_status gltf_document_describe(const gltf_document *document, gltf_source *source,
                                            const gltf_accessor_desc **accessors, uint32_t *accessor_count);

/* How a view is compressed.  A view that holds a primitive's compressed form (KHR_draco_mesh_compression) has
 * the extension's name alone, its own place, and no mode and filter.  [EXT_meshopt_compression,
 * KHR_meshopt_compression] */
typedef struct gltf_compression {
    const char *extension;     /* its name; NULL = the view is not compressed */
    const char *mode;          /* "ATTRIBUTES", "TRIANGLES" or "INDICES"; "" = broken */
    const char *filter;        /* "NONE", "OCTAHEDRAL", ... */
    uint64_t byte_offset;      /* of the compressed bytes in `buffer` */
    uint64_t byte_length;      /* compressed bytes */
    uint64_t count;            /* codec elements */
    uint32_t buffer;           /* of the compressed bytes */
    uint32_t byte_stride;      /* of the codec */
    uint32_t view_buffer;      /* what the view itself says: the fallback */
    uint32_t required;         /* 1 = the extension is in extensionsRequired */
    uint64_t view_byte_offset; /* in view_buffer */
} gltf_compression;

/* How a view is compressed, if it is.  ARGUMENT, RANGE (no such view), or the view's fault.  out is
 * required. */
GLTF_API gltf_status gltf_document_compression(const gltf_document *document, uint32_t view,
                                               gltf_compression *out, gltf_error *error);

/* The JSON text, for a host that wants the rest of it; not NUL-terminated, without byte-order mark.  NULL
 * document: NULL. */
GLTF_API const char *gltf_document_json(const gltf_document *document, size_t *size);

/* ---- Meshes.  [3.7.2 Meshes] ---- */

/* One entry of a list of attributes. */
typedef struct gltf_attribute {
    const char *semantic; /* "POSITION", "TEXCOORD_0", "_FEATURE_ID_0", ... */
    uint32_t accessor;    /* its index */
    uint32_t reserved;    /* 0 */
} gltf_attribute;

/* A mesh without its primitives. */
typedef struct gltf_mesh {
    const char *name;                /* NULL = none */
    const float *weights;            /* of the morph targets; NULL = none */
    const char *const *target_names; /* extras.targetNames, NULL = none; an entry that is no string is NULL */
    /* 0 for a mesh that is broken itself; single primitives may be broken */
    uint32_t primitive_count;
    uint32_t target_count;      /* of primitive 0, 0 if there is none */
    uint32_t weight_count;      /* entries of `weights` */
    uint32_t target_name_count; /* entries of `target_names` */
} gltf_mesh;

/* A primitive: which accessors its vertices and indices are. */
typedef struct gltf_primitive {
    const gltf_attribute *attributes; /* file order */
    uint32_t attribute_count;         /* entries of `attributes` */
    uint32_t target_count;            /* morph targets */
    /* 0..6, 4 (triangles) when absent; more only beside an unknown extension */
    uint32_t mode;
    uint32_t indices; /* accessor or GLTF_NONE */
} gltf_primitive;

/* What the file says about a mesh, one of its primitives, or the attributes of a morph target of that.
 * ARGUMENT, RANGE (no such mesh, primitive or target), or the fault of the mesh or primitive: a fault of the
 * mesh itself, such as malformed weights, is given for the mesh and for each of its primitives; that of a
 * primitive for this primitive alone.
 * out is required. */
GLTF_API gltf_status gltf_document_mesh(const gltf_document *document, uint32_t mesh, gltf_mesh *out,
                                        gltf_error *error);
GLTF_API gltf_status gltf_document_primitive(const gltf_document *document, uint32_t mesh, uint32_t primitive,
                                             gltf_primitive *out, gltf_error *error);
GLTF_API gltf_status gltf_document_target(const gltf_document *document, uint32_t mesh, uint32_t primitive,
                                          uint32_t target, const gltf_attribute **attributes,
                                          uint32_t *attribute_count, gltf_error *error);

/* One attribute by its semantic, in the base (target GLTF_NONE) or in a morph target; semantic NULL = the
 * indices.  *index becomes its accessor, *accessor that accessor resolved as by gltf_document_accessor, or
 * decoded from the primitive's own compressed data where it has some; either may be NULL, not both.  Where
 * only that has the data, the error is what is wrong with it: EXTENSION if it is not decoded here, NOT_LOADED
 * before loading, CODEC for a broken stream.  When the attribute is absent: GLTF_OK, GLTF_NONE and an empty
 * accessor.  Errors as above, and those of gltf_document_accessor where one is asked for. */
GLTF_API gltf_status gltf_document_attribute(const gltf_document *document, uint32_t mesh, uint32_t primitive,
                                             uint32_t target, const char *semantic, uint32_t *index,
                                             gltf_accessor *accessor, gltf_error *error);

/* Flags of gltf_document_indices. */
enum { GLTF_INDICES_TRIANGLES = 1u }; /* triangles, strips and fans all as a list of triangles */

/* A primitive's vertices in drawing order, as uint32: its indices, or where it has none the triangles of its
 * compressed form, or 0..n-1 (errors as of gltf_document_attribute while only a compressed form has its
 * attributes).  With GLTF_INDICES_TRIANGLES modes 4, 5 and 6 come as a triangle list with the winding of the
 * file (other modes: CONVERSION).  *count (may be NULL) becomes the number of indices, also with out NULL,
 * which only asks for it; on failure it is 0.
 * Errors: ARGUMENT, RANGE, CAPACITY (nothing written), the faults of primitive and accessors, CONVERSION
 * (indices that are no plain unsigned scalars), RANGE with error.field "indices" for one that is not below
 * the vertex count (position = which, expected = vertex count, found = the index; the output is then
 * unspecified), COUNT (more than UINT32_MAX vertices without indices, or more indices than memory could
 * hold).
 * [3.7.2.1 Overview, restart values are refused as out of range] */
GLTF_API gltf_status gltf_document_indices(const gltf_document *document, uint32_t mesh, uint32_t primitive,
                                           uint32_t flags, uint32_t *out, size_t capacity, size_t *count,
                                           gltf_error *error);

/* One attribute of a primitive with its morph targets blended in: gltf_morph_read (see morph.h for the
 * arithmetic, and for layout, out and out_size) with base and targets found by `semantic`.  A target without
 * the attribute adds nothing; COLOR_0 is clamped to 0..1.  Elements [first, first + count) are written; count
 * is that of the attribute's accessor.
 *
 * weights: one for each target of the primitive, in target order; NULL with weight_count 0 = the mesh's own,
 * else zeros (for those of a node: gltf_document_node_weights).  Targets with weight zero are checked as far
 * as the file describes them, but their data is not read and need not be loaded.  Nothing is allocated;
 * stack: some 20 KiB; any thread.
 *
 * Nothing is written on failure.  error: object GLTF_OBJECT_MESH, index, part = primitive, target (GLTF_NONE
 * = the base, or no target's fault) and name = `semantic`, borrowed from the caller (GLTF_ERR_EXTENSION: the
 * extension).
 * ARGUMENT (NULL, a layout that cannot be, a NaN weight), RANGE (no such mesh, primitive or element),
 * CAPACITY, CONVERSION; PROPERTY with field "attributes": the primitive has no such attribute; MISMATCH:
 * "weights" of another number than targets, or a target of another "count" or "type" than the base; LIMIT as
 * for gltf_morph_read; else the faults of mesh, primitive and accessors.
 * [3.7.2.2 Morph Targets] */
GLTF_API gltf_status gltf_document_morph(const gltf_document *document, uint32_t mesh, uint32_t primitive,
                                         const char *semantic, const float *weights, uint32_t weight_count,
                                         size_t first, size_t count, const gltf_layout *layout, void *out,
                                         size_t out_size, gltf_error *error);

/* ---- Nodes, skins, animations.  [3.5 Scenes, 3.7.3 Skins, 3.11 Animations] ---- */

/* A node: what it has to do with accessors. */
typedef struct gltf_node {
    const char *name;                          /* NULL = none */
    const float *weights;                      /* the node's own, NULL = none */
    const gltf_attribute *instance_attributes; /* EXT_mesh_gpu_instancing, NULL = none */
    uint32_t weight_count;                     /* entries of `weights` */
    uint32_t instance_attribute_count;         /* entries of `instance_attributes` */
    uint32_t mesh;                             /* or GLTF_NONE */
    uint32_t skin;                             /* or GLTF_NONE */
} gltf_node;

/* A skin. */
typedef struct gltf_skin {
    const char *name;               /* NULL = none */
    const uint32_t *joints;         /* nodes */
    uint32_t joint_count;           /* entries of `joints` */
    uint32_t inverse_bind_matrices; /* accessor, or GLTF_NONE = identity for every joint */
} gltf_skin;

/* An animation without its samplers and channels. */
typedef struct gltf_animation {
    const char *name;       /* NULL = none */
    uint32_t sampler_count; /* 0 for an animation that is broken */
    uint32_t channel_count; /* likewise */
} gltf_animation;

/* How values between two keys come about. */
enum { GLTF_INTERPOLATION_LINEAR = 1, GLTF_INTERPOLATION_STEP = 2, GLTF_INTERPOLATION_CUBICSPLINE = 3 };

/* A sampler: keys and their values. */
typedef struct gltf_animation_sampler {
    uint32_t input; /* accessor: key times */
    /* accessor: values; CUBICSPLINE has in-tangent, value, out-tangent for each key */
    uint32_t output;
    uint32_t interpolation; /* GLTF_INTERPOLATION_* */
    uint32_t reserved;      /* 0 */
} gltf_animation_sampler;

/* What a channel moves. */
enum {
    GLTF_PATH_TRANSLATION = 1,
    GLTF_PATH_ROTATION = 2,
    GLTF_PATH_SCALE = 3,
    GLTF_PATH_WEIGHTS = 4,
    GLTF_PATH_POINTER = 5, /* KHR_animation_pointer */
    GLTF_PATH_OTHER = 6    /* see path_name */
};

/* A channel: which values go where. */
typedef struct gltf_animation_channel {
    const char *path_name; /* "rotation", ... */
    const char *pointer;   /* KHR_animation_pointer: the JSON pointer, else NULL */
    uint32_t sampler;      /* of the same animation */
    uint32_t node;         /* GLTF_NONE = none: ignore the channel unless path is POINTER */
    uint32_t path;         /* GLTF_PATH_* */
    /* elements of the output that belong to one key: 1, 3 for CUBICSPLINE, times the morph targets for
     * WEIGHTS; 0 where it cannot be told */
    uint32_t values_per_key;
} gltf_animation_channel;

/* What the file says about a node, a skin, an animation, one of its samplers or one of its channels.
 * ARGUMENT, RANGE (no such object), or the object's fault.  out is required. */
GLTF_API gltf_status gltf_document_node(const gltf_document *document, uint32_t node, gltf_node *out,
                                        gltf_error *error);
GLTF_API gltf_status gltf_document_skin(const gltf_document *document, uint32_t skin, gltf_skin *out,
                                        gltf_error *error);
GLTF_API gltf_status gltf_document_animation(const gltf_document *document, uint32_t animation,
                                             gltf_animation *out, gltf_error *error);
GLTF_API gltf_status gltf_document_sampler(const gltf_document *document, uint32_t animation,
                                           uint32_t sampler, gltf_animation_sampler *out, gltf_error *error);
GLTF_API gltf_status gltf_document_channel(const gltf_document *document, uint32_t animation,
                                           uint32_t channel, gltf_animation_channel *out, gltf_error *error);

/* Morph weights of a node as they apply: its own, else its mesh's, else zeros, one for each target of the
 * mesh.
 * *count (may be NULL) becomes the number of targets, also with out NULL.  ARGUMENT, RANGE, CAPACITY, the
 * faults of node and mesh, MISMATCH (a list of another length; expected = targets, found = weights); nothing
 * is written on failure. */
GLTF_API gltf_status gltf_document_node_weights(const gltf_document *document, uint32_t node, float *out,
                                                size_t capacity, size_t *count, gltf_error *error);

/* ---- Who uses an accessor ---- */

/* What an accessor is used as. */
enum {
    GLTF_USE_ATTRIBUTE = 1,
    GLTF_USE_INDICES = 2,
    GLTF_USE_TARGET = 3, /* attribute of a morph target */
    GLTF_USE_INVERSE_BIND_MATRICES = 4,
    GLTF_USE_ANIMATION_INPUT = 5,
    GLTF_USE_ANIMATION_OUTPUT = 6,
    GLTF_USE_INSTANCE = 7, /* EXT_mesh_gpu_instancing */
    GLTF_USE_EXTENSION = 8 /* named by another extension of a mesh, primitive or node */
};

/* One place that names an accessor.  What does not apply is NULL or GLTF_NONE. */
typedef struct gltf_use {
    const char *semantic; /* of attributes; of EXTENSION the place, as "EXT_name.member"; else NULL */
    int32_t object;       /* GLTF_OBJECT_MESH, _SKIN, _ANIMATION or _NODE */
    uint32_t index;       /* which of them */
    uint32_t part;        /* primitive or sampler */
    uint32_t target;      /* morph target */
    uint32_t role;        /* GLTF_USE_* */
    uint32_t reserved;    /* 0 */
} gltf_use;

/* Every place that names an accessor, in file order, those of role EXTENSION last.  ARGUMENT, RANGE. */
GLTF_API gltf_status gltf_document_uses(const gltf_document *document, uint32_t accessor,
                                        const gltf_use **uses, uint32_t *use_count);

#ifdef __cplusplus
}
#endif
#endif
