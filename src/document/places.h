/* document/places.h - layer 2: the extensions that are known here, and the places where they name buffers, views and accessors. */
#ifndef GLTF_I_PLACES_H
#define GLTF_I_PLACES_H

#include "../base/visibility.h"

#include "../../include/gltf_accessor/document.h"
#include "../text/value.h"

/* The object whose `extensions` hold the extension, directly or in the `extensions` of another one. */
enum { GLTF_I_ON_OTHER, GLTF_I_ON_VIEW, GLTF_I_ON_MESH, GLTF_I_ON_PRIMITIVE, GLTF_I_ON_NODE };

/* What the extension does to the data of that object. */
enum {
    GLTF_I_DATA_KEPT,    /* nothing */
    GLTF_I_DATA_DECODED, /* compresses it; decoded here */
    GLTF_I_DATA_HIDDEN   /* compresses it; not decoded here */
};

/* PLACE(extension, ON_*, member, member of that member, OBJECT_*, role in gltf_use, DATA_*): one line for each place that names
 * an object, and one without a place for an extension that names none.  A second member begins with "."; ".*" = all of them. */
/* clang-format off */
#define GLTF_I_PLACES(PLACE) \
    PLACE(EXT_meshopt_compression, VIEW, "buffer", "", BUFFER, 0, DECODED) \
    PLACE(KHR_meshopt_compression, VIEW, "buffer", "", BUFFER, 0, DECODED) \
    PLACE(KHR_draco_mesh_compression, PRIMITIVE, "bufferView", "", VIEW, 0, DECODED) \
    PLACE(KHR_gaussian_splatting_compression_spz, PRIMITIVE, "bufferView", "", VIEW, 0, HIDDEN) \
    PLACE(KHR_gaussian_splatting_compression_spz_2, PRIMITIVE, "bufferView", "", VIEW, 0, HIDDEN) \
    PLACE(KHR_spz_gaussian_splats_compression, PRIMITIVE, "bufferView", "", VIEW, 0, HIDDEN) \
    PLACE(EXT_mesh_gpu_instancing, NODE, "attributes", ".*", ACCESSOR, GLTF_USE_INSTANCE, KEPT) \
    PLACE(EXT_mesh_manifold, MESH, "manifoldPrimitive", ".indices", ACCESSOR, GLTF_USE_EXTENSION, KEPT) \
    PLACE(EXT_mesh_manifold, MESH, "mergeIndices", "", ACCESSOR, GLTF_USE_EXTENSION, KEPT) \
    PLACE(EXT_mesh_manifold, MESH, "mergeValues", "", ACCESSOR, GLTF_USE_EXTENSION, KEPT) \
    PLACE(CESIUM_primitive_outline, PRIMITIVE, "indices", "", ACCESSOR, GLTF_USE_EXTENSION, KEPT) \
    PLACE(KHR_mesh_quantization, OTHER, "", "", NONE, 0, KEPT) \
    PLACE(KHR_animation_pointer, OTHER, "", "", NONE, 0, KEPT) \
    PLACE(KHR_materials_variants, OTHER, "", "", NONE, 0, KEPT) \
    PLACE(KHR_gaussian_splatting, OTHER, "", "", NONE, 0, KEPT) \
    PLACE(EXT_mesh_features, OTHER, "", "", NONE, 0, KEPT) \
    PLACE(EXT_instance_features, OTHER, "", "", NONE, 0, KEPT) \
    PLACE(EXT_structural_metadata, OTHER, "", "", NONE, 0, KEPT) \
    PLACE(EXT_mesh_primitive_restart, OTHER, "", "", NONE, 0, KEPT) \
    PLACE(EXT_mesh_primitive_edge_visibility, PRIMITIVE, "visibility", "", ACCESSOR, GLTF_USE_EXTENSION, KEPT) \
    PLACE(EXT_mesh_primitive_edge_visibility, PRIMITIVE, "silhouetteNormals", "", ACCESSOR, GLTF_USE_EXTENSION, KEPT) \
    PLACE(EXT_mesh_polygon, PRIMITIVE, "loopIndices", "", ACCESSOR, GLTF_USE_EXTENSION, KEPT) \
    PLACE(EXT_mesh_polygon, PRIMITIVE, "indicesOffsets", "", ACCESSOR, GLTF_USE_EXTENSION, KEPT) \
    PLACE(EXT_mesh_polygon, PRIMITIVE, "loopIndicesOffsets", "", ACCESSOR, GLTF_USE_EXTENSION, KEPT) \
    PLACE(MPEG_accessor_timed, OTHER, "", "", NONE, 0, KEPT) \
    PLACE(MPEG_buffer_circular, OTHER, "", "", NONE, 0, KEPT)
/* clang-format on */

/* One line of it. */
typedef struct gltf_i_place_row {
    const char *extension;
    const char *member;
    const char *below;
    const char *path; /* all three, as in "EXT_mesh_gpu_instancing.attributes.*" */
    uint32_t role;
    uint8_t on;
    uint8_t names; /* GLTF_OBJECT_* */
    uint8_t data;
} gltf_i_place_row;

/* Whether the data of what carries it can be read here. */
GLTF_I_HIDDEN int gltf_i_places_understood(const char *extension);

/* Where extensions of an object that is ON_*, at any depth, name something: called with the number as it stands, and with the
 * key that ".*" stood for. */
typedef void (*gltf_i_place_found)(void *user, const gltf_i_place_row *row, gltf_i_text key, gltf_i_text number);
GLTF_I_HIDDEN void gltf_i_places_find(uint32_t on, gltf_i_text extensions, gltf_i_place_found found, void *user);

/* The key of an extension, at any depth, that hides data; absent where there is none.  `required` is asked whether a key is that
 * of a required extension which is not understood.  With `all`, such as compress count too: those in the table, and unknown ones
 * that hold a member bufferView at any depth. */
typedef int (*gltf_i_place_required)(void *user, gltf_i_text key);
GLTF_I_HIDDEN gltf_i_text gltf_i_places_hiding(gltf_i_text extensions, int all, gltf_i_place_required required,
                                               void *user);

/* Whether an extension of the object, at any depth, is not in the table. */
GLTF_I_HIDDEN int gltf_i_places_unknown(gltf_i_text extensions);

#endif
