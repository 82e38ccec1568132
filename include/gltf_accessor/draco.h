/* gltf_accessor/draco.h - layer 3, optional: KHR_draco_mesh_compression through Google's library.  In a
 * library of its own, gltf_accessor_draco, which is C++ inside and exists only where the build has
 * GLTF_WITH_DRACO. */
#ifndef GLTF_ACCESSOR_DRACO_H
#define GLTF_ACCESSOR_DRACO_H

#include "document.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The decoder for gltf_document_options.primitive_codec:
 *
 *     gltf_document_options options;
 *     gltf_document_options_init(&options, sizeof options);
 *     options.primitive_codec = gltf_draco_codec();
 *
 * Then gltf_document_load decodes compressed primitives, and their attributes and indices take the place of
 * the accessors' data: ask gltf_document_attribute by primitive and semantic, or gltf_document_accessor where
 * all that decode the accessor get the same bits (else MISMATCH).  Primitives in one view are decoded
 * together.  An attribute that cannot be converted to its accessor's type costs only itself.  Where the
 * number of decoded vertices differs from the accessor's count, the decoded one holds, but with
 * GLTF_SOURCE_STRICT it is MISMATCH.  Indices are always a triangle list, also for mode 5.  Draco's own
 * memory comes from its C++ runtime, not from the document's allocator, and is bounded by that library's
 * checks alone.  Static and stateless: any thread. */
GLTF_API const gltf_primitive_codec *gltf_draco_codec(void);

#ifdef __cplusplus
}
#endif
#endif
