/* base/visibility.h - layer 0: the library's own sources declare its public functions hidden, unless they become the
 * shared library.  Included before every public header: a plugin that links the static library exports none of it. */
#ifndef GLTF_I_VISIBILITY_H
#define GLTF_I_VISIBILITY_H

#if defined(__GNUC__) && !defined(_WIN32) && !defined(GLTF_SHARED_BUILD) && !defined(GLTF_API)
#define GLTF_API __attribute__((visibility("hidden")))
#endif

#endif
