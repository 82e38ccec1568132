/* base/sentences.h - layer 0: every sentence that an error can make.  Adding a reason is one line here.
 *
 * $s stands for the field with the name, $n for the name alone, $e, $f and $p for expected, found and position, $E and $F for an
 * "s" unless expected or found is 1, $c for "3 exist" as expected, $a for " at position 3" where there is one, $o for ' of "name"'
 * where there is one, $l for line, column and byte. */
#ifndef GLTF_I_SENTENCES_H
#define GLTF_I_SENTENCES_H

/* clang-format off */

/* REASON(name, sentence): why, where the status alone says too little. */
#define GLTF_I_REASONS(REASON) \
    /* The input is something else, or its text is no JSON: expected = line, found = column. */ \
    REASON(TEXT_EMPTY, "the input is empty") \
    REASON(TEXT_OTHER, "the data is neither JSON text nor a GLB container") \
    REASON(TEXT_LFS, "the data is a Git LFS pointer, not a glTF file: fetch the file with \"git lfs pull\"") \
    REASON(TEXT_HTML, "the data is a web page (HTML or XML), not a glTF file: check where it was downloaded from") \
    REASON(TEXT_GZIP, "the data is compressed with gzip, not a glTF file: decompress it first") \
    REASON(TEXT_ZIP, "the data is a ZIP archive, not a glTF file: extract it first") \
    REASON(TEXT_UTF16, "the text is UTF-16, but glTF needs UTF-8: save it as UTF-8") \
    REASON(TEXT_UTF8, "the text is not UTF-8 at $l") \
    REASON(JSON_SYNTAX, "the text is not valid JSON at $l") \
    REASON(JSON_ENDS, "the text ends at $l, before its JSON is complete") \
    REASON(JSON_AFTER, "the text goes on at $l, after its JSON is complete") \
    REASON(JSON_COMMA, "the text is not valid JSON at $l: a comma must be followed by a value") \
    REASON(JSON_COMMENT, "the text is not valid JSON at $l: comments are not allowed") \
    REASON(JSON_NAN, "the text is not valid JSON at $l: NaN and Infinity are not numbers of JSON") \
    REASON(JSON_CONTROL, "the text is not valid JSON at $l: a control character must be escaped") \
    REASON(JSON_ROOT, "the JSON text at byte $p is not an object") \
    /* The container.  Its chunks: found = where one ends, expected = where the file or the container does. */ \
    REASON(GLB_MAGIC, "the data is neither JSON text nor a GLB container: its first bytes are not \"glTF\"") \
    REASON(GLB_VERSION, "version $f of GLB is not supported, only version $e") \
    REASON(GLB_HEADER, "the file ends at byte $f, inside the GLB header of $e bytes") \
    REASON(GLB_LENGTH, "length $f of the GLB header leaves no space for chunks: at least $e is needed") \
    REASON(GLB_CHUNK_HEADER, "the GLB ends at byte $p, inside the header of a chunk: the file is cut, or a length in it is wrong") \
    REASON(GLB_JSON_CUT, "the JSON chunk ends at byte $f, the GLB at $e: the file is cut, or the chunk's length is wrong") \
    REASON(GLB_BIN_CUT, "the BIN chunk ends at byte $f, the GLB at $e: the file is cut, or the chunk's length is wrong") \
    REASON(GLB_CHUNK_CUT, "a chunk ends at byte $f, the GLB at $e: the file is cut, or the chunk's length is wrong") \
    REASON(GLB_NO_CHUNK, "no known chunk of the GLB follows the JSON chunk: the length of the JSON chunk, $f, is wrong, or " \
           "the file is cut") \
    REASON(GLB_NOT_JSON, "the first chunk of the GLB is not JSON") \
    REASON(GLB_JSON_EMPTY, "the JSON chunk of the GLB is empty") \
    REASON(GLB_NO_JSON, "the GLB ends at byte $p, before its JSON chunk") \
    REASON(GLB_TEXT_ENDS, "the JSON chunk of the GLB ends at $l, before its JSON is complete: the chunk's length or the JSON is wrong") \
    /* Properties. */ \
    REASON(MISSING, "$s is missing") \
    REASON(NOT_OBJECT, "$s is not an object") \
    REASON(NOT_ARRAY, "$s is not an array") \
    REASON(NOT_STRING, "$s is not a string") \
    REASON(NOT_BOOLEAN, "$s is not true or false") \
    REASON(NOT_NUMBER, "$s is not a number") \
    REASON(NOT_INTEGER, "$s is not a whole number from 0 to 2^53 - 1") \
    REASON(NOT_NUMBERS, "$s is not an array of numbers") \
    REASON(NOT_FLOAT, "a number of $s is out of the range of float32") \
    REASON(TOO_LARGE, "$s $f is out of range: at most $e is allowed") \
    REASON(UNKNOWN_NAME, "$s is not one of the names that are allowed") \
    REASON(ELEMENT, "this entry is not an object") \
    REASON(ENTRY_COUNT, "$s has $f number$F, but the type has $e component$E") \
    REASON(OFFSET_ALONE, "byteOffset is not allowed without bufferView") \
    REASON(NO_ATTRIBUTE, "the primitive has no attribute $n") \
    REASON(ATTRIBUTE_INDEX, "accessor $f of attribute $n is out of range ($c)") \
    REASON(VERSION_FORM, "$s is not of the form \"2.0\"") \
    REASON(VERSION_MINOR, "$s asks for a later version than 2.0, the one that is supported") \
    /* References to files, and files. */ \
    REASON(URI_EMPTY, "$s must not be opened: it is empty") \
    REASON(URI_BACKSLASH, "$s must not be opened: it has a backslash where a \"/\" must stand") \
    REASON(URI_DRIVE, "$s must not be opened: it begins with a drive letter, an absolute path") \
    REASON(URI_SCHEME, "$s must not be opened: it has a scheme, and only relative paths are opened") \
    REASON(URI_ABSOLUTE, "$s must not be opened: it is an absolute path") \
    REASON(URI_LEAVES, "$s must not be opened: it leaves the folder of the file") \
    REASON(URI_CONTROL, "$s must not be opened: it has a control character") \
    REASON(URI_UTF8, "$s must not be opened: it is not UTF-8") \
    REASON(URI_DEVICE, "$s must not be opened: Windows takes it for a device or another file") \
    REASON(URI_LINK, "$s must not be opened: it is a symbolic link or leads through one") \
    REASON(URI_NUL, "$s is malformed: it has a NUL character") \
    REASON(URI_COMMA, "$s is malformed: a data: URI needs a comma") \
    REASON(URI_ESCAPE, "$s is malformed: \"%\" without two hexadecimal digits at character $p of its data") \
    REASON(FILE_ABSENT, "$s cannot be read: it does not exist") \
    REASON(FILE_FOLDER, "$s cannot be read: it is a folder") \
    REASON(FILE_DENIED, "$s cannot be read: permission denied") \
    REASON(NO_URI, "has no uri and no data: only the first buffer of a GLB with a BIN chunk needs no uri") \
    REASON(NOT_DECODED, "its data, compressed with $n, is not decoded yet") \
    /* Things that belong together. */ \
    REASON(WEIGHT_COUNT, "$f weight$F given, but $n has $e morph target$E") \
    REASON(MESH_WEIGHTS, "$f weight$F given, but the mesh has $e morph target$E") \
    REASON(DELTA_COUNT, "the morph target$o has $f element$F, but its base has $e") \
    REASON(DELTA_TYPE, "the morph target$o has $f component$F per element, but its base has $e") \
    REASON(DECODED_SEVERAL, "its data differs between primitives that $n compresses: ask by primitive and semantic") \
    REASON(DECODED_COUNT, "the compressed data has $f element$F, but count of its accessor is $e") \
    REASON(DECODED_TYPE, "$s of an accessor is not one that compressed data can have") \
    REASON(STREAM_LENGTH, "byteLength of the view is $f, but count times byteStride of the compressed data is $e") \
    REASON(STREAM_STRIDE, "byteStride of the compressed data is $f, but that of the view is $e") \
    REASON(STREAM_VALUE, "$s $f is not allowed for this mode and filter") \
    REASON(STREAM_FILTER, "filter is not one of those that this mode allows") \
    REASON(INDICES_TYPE, "indices must be SCALAR of an unsigned type, not normalized") \
    REASON(MODE_TRIANGLES, "mode $f has no triangles") \
    /* Limits that are options. */ \
    REASON(OPTION, "more is needed than $s allows") \
    REASON(OPTION_NUMBERS, "$f is needed, more than $s allows, which is $e")

/* SENTENCE(status, $s where the error names no field, and by the numbers that were recorded: neither; found alone, NULL = as
 * before; expected given, NULL = as before; found below expected, NULL = as before). */
#define GLTF_I_SENTENCES(SENTENCE) \
    SENTENCE(GLTF_OK, "", "no error", NULL, NULL, NULL) \
    SENTENCE(GLTF_ERR_ARGUMENT, "an argument", "$s is NULL, unknown or not allowed here", NULL, NULL, NULL) \
    SENTENCE(GLTF_ERR_RANGE, "number", "$s is outside what exists", "$s $f$a does not exist ($c)", NULL, NULL) \
    SENTENCE(GLTF_ERR_CAPACITY, "the output", "$s is too small", "$s of $f is too small", \
             "$s has a capacity of $f, but $e is needed", NULL) \
    SENTENCE(GLTF_ERR_STRUCT_SIZE, "struct_size", "$s is not one that this library knows", \
             "$s $f is not one that this library knows", NULL, NULL) \
    SENTENCE(GLTF_ERR_CONVERSION, "the stored data", "$s cannot be converted to the requested type", \
             "$s $f cannot be converted to the requested type", NULL, NULL) \
    SENTENCE(GLTF_ERR_MEMORY, "", "out of memory", "out of memory for $f bytes", "out of memory for $e bytes", NULL) \
    SENTENCE(GLTF_ERR_IO, "the file", "$s cannot be read", NULL, NULL, NULL) \
    SENTENCE(GLTF_ERR_LIMIT, "a size", "$s is above the limit", "$s $f is above the limit", \
             "$s $f is above the limit of $e", NULL) \
    SENTENCE(GLTF_ERR_NOT_LOADED, "its data", "$s is not loaded yet", NULL, NULL, NULL) \
    SENTENCE(GLTF_ERR_JSON, "the text", "$s is not valid JSON at byte $p", NULL, NULL, NULL) \
    SENTENCE(GLTF_ERR_GLB, "the header", "not a valid GLB container at byte $p: $s is wrong", \
             "not a valid GLB container at byte $p: $s is $f", "not a valid GLB container at byte $p: $s is $f, not $e", \
             NULL) \
    SENTENCE(GLTF_ERR_URI, "uri", "$s is malformed, or must not be opened", NULL, NULL, NULL) \
    SENTENCE(GLTF_ERR_BASE64, "uri", "$s is not valid base64 at character $p of its data", NULL, NULL, NULL) \
    SENTENCE(GLTF_ERR_PROPERTY, "a property", "$s is not valid", "$s $f is not allowed here", "$s is $f, but $e is needed", \
             NULL) \
    SENTENCE(GLTF_ERR_REFERENCE, "a reference", "$s refers to an object that does not exist", "$s $f is out of range ($c)", \
             NULL, "$s $f cannot be used") \
    SENTENCE(GLTF_ERR_ASSET_VERSION, "asset.version", "$s is not supported", \
             "$s asks for version $f, which is not supported", "$s asks for version $f, but only version $e is supported", \
             NULL) \
    SENTENCE(GLTF_ERR_EXTENSION, "an extension", "the data needs $n, which this build does not decode", NULL, NULL, NULL) \
    SENTENCE(GLTF_ERR_BUFFER_LENGTH, "", "fewer bytes$o were loaded than byteLength says", \
             "only $f bytes$o were loaded, fewer than byteLength says", "only $f bytes$o were loaded, but byteLength is $e", \
             NULL) \
    SENTENCE(GLTF_ERR_CODEC, "the view", "the compressed data of $n is malformed", NULL, NULL, NULL) \
    SENTENCE(GLTF_ERR_CODEC_VERSION, "the view", \
             "the compressed data of $n is of a version that this build does not decode", \
             "the compressed data of $n is of version $f, which this build does not decode", NULL, NULL) \
    SENTENCE(GLTF_ERR_DYNAMIC, "the data", "$s changes over time, so it has no single value", NULL, NULL, NULL) \
    SENTENCE(GLTF_ERR_MISMATCH, "count", "$s does not match the objects that use it", \
             "$s is $f, which does not match the objects that use it", "$s is $f, but $e is needed", NULL) \
    SENTENCE(GLTF_ERR_COMPONENT_TYPE, "componentType", "$s is missing or unknown", "$s $f is not one that glTF 2.0 stores", \
             NULL, NULL) \
    SENTENCE(GLTF_ERR_SHAPE, "type", "$s is not SCALAR, VEC2 to VEC4 or MAT2 to MAT4", NULL, NULL, NULL) \
    SENTENCE(GLTF_ERR_NORMALIZED, "normalized", "$s is not allowed for this component type", \
             "$s is not allowed for component type $f", NULL, NULL) \
    SENTENCE(GLTF_ERR_COUNT, "count", "$s is too large or 0", "$s $f is too large", \
             "$s $f is too large: at most $e is possible", "$s is $f, but at least $e is needed") \
    SENTENCE(GLTF_ERR_STRIDE, "byteStride", "$s is not allowed", "$s $f is not allowed here", \
             "$s $f is not a multiple of 4 from 4 to 252", "$s $f is too small: at least $e is needed") \
    SENTENCE(GLTF_ERR_ALIGNMENT, "byteOffset", "$s is misaligned", "$s $f is misaligned", "$s $f is not a multiple of $e", NULL) \
    SENTENCE(GLTF_ERR_VIEW_BOUNDS, "", "ends after its buffer", "ends at byte $f of its buffer, which has $e byte$E", NULL, \
             NULL) \
    SENTENCE(GLTF_ERR_ACCESSOR_BOUNDS, "bufferView", "ends after its $s", "ends at byte $f of its $s, which has $e byte$E", \
             NULL, NULL) \
    SENTENCE(GLTF_ERR_SPARSE_COUNT, "sparse.count", "$s is above the count of the accessor", \
             "$s $f is above the count of the accessor, which is $e", NULL, NULL) \
    SENTENCE(GLTF_ERR_SPARSE_ORDER, "", "sparse index $f (entry $p) does not increase: the one before is $e", NULL, NULL, NULL) \
    SENTENCE(GLTF_ERR_SPARSE_INDEX, "", "sparse index $f (entry $p) is out of range: the accessor has $e element$E", NULL, \
             NULL, NULL)

/* clang-format on */

#define GLTF_I_REASON_NUMBER(name, text) GLTF_I_REASON_##name,
enum { GLTF_I_REASON_NONE = 0, GLTF_I_REASONS(GLTF_I_REASON_NUMBER) GLTF_I_REASON_COUNT };
#undef GLTF_I_REASON_NUMBER

#endif
