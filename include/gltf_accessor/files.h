/* gltf_accessor/files.h - layer 3, optional: open a document from a path.  The only code that touches
 * stdio. */
#ifndef GLTF_ACCESSOR_FILES_H
#define GLTF_ACCESSOR_FILES_H

#include "document.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Read the .gltf or .glb file at `path` (UTF-8), parse it and load everything: embedded data, and external
 * buffers from the folder of the file, of which never more than byteLength bytes are read.  A buffer that
 * could not be loaded is a fault of that buffer, not of the call: later calls that need it return
 * GLTF_ERR_IO, _URI, _BASE64 or _BUFFER_LENGTH.
 * URIs are decoded once, and their dot segments are removed as text, as by gltf_document_buffer_uri: the
 * folder "sub" of "sub/../a.bin" is not needed.  Then they are refused (GLTF_ERR_URI) if they are empty,
 * absolute, carry a scheme, leave the folder with "..", or hold a backslash, a control character, a drive
 * letter or bytes that are no UTF-8; on Windows also if they name a device (such as CON or COM1.bin) or a
 * stream of a file, or if a name ends with a dot or a space.
 *
 * Symbolic links inside the folder are followed, wherever they lead.  With GLTF_DOCUMENT_NO_SYMLINKS in the
 * options, a buffer is refused (GLTF_ERR_URI) if its file, or a folder between that of the glTF file and it,
 * is one.  `path` itself may lead through links.  POSIX: each component is opened below the one before it, so
 * that exchanging one for a link meanwhile does not help.  Windows: all reparse points are refused, but
 * looked up before the file is opened, which leaves a moment between the two.  Systems without O_NOFOLLOW:
 * all external buffers are refused.
 *
 * path and out are required; options and error may be NULL.  `*out` is the caller's, to be given to
 * gltf_document_free; NULL on failure: IO (the file cannot be read; error.name is `path`), MEMORY, LIMIT, or
 * what gltf_document_parse gives.
 * Reading uses the allocator of the options.  Threads as for gltf_document_parse.  [glTF 2.0, 2.8 URIs,
 * 3.6.1 Buffers, 4 GLB; RFC 3986, 5.2.4] */
GLTF_API gltf_status gltf_document_open(const char *path, const gltf_document_options *options,
                                        gltf_document **out, gltf_error *error);

#ifdef __cplusplus
}
#endif
#endif
