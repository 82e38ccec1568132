/* validate/codes.h - layer 3: every issue that can be reported: name, severity, meaning.  The one list of them. */
#ifndef GLTF_I_CODES_H
#define GLTF_I_CODES_H

#include "../base/visibility.h"

#include "../../include/gltf_accessor/validate.h"
#include "../base/compiler.h"

/* CODE(name, severity, meaning).  Severities: 0 error, 1 warning, 2 information, 3 hint. */
#define GLTF_I_CODES(CODE)                                                                                             \
    /* GLB container */                                                                                                \
    CODE(GLB_INVALID_MAGIC, 0, "A GLB begins with the four bytes \"glTF\".")                                           \
    CODE(GLB_INVALID_VERSION, 0, "The container version of a GLB is 2.")                                               \
    CODE(GLB_LENGTH_TOO_SMALL, 0, "The declared length of a GLB is larger than its 12-byte header.")                   \
    CODE(GLB_LENGTH_MISMATCH, 0, "The declared length of a GLB is the length of the file.")                            \
    CODE(GLB_UNEXPECTED_END_OF_HEADER, 0, "The file ends inside the 12-byte header of the GLB.")                       \
    CODE(GLB_UNEXPECTED_END_OF_CHUNK_HEADER, 0, "The file ends inside the 8-byte header of a chunk.")                  \
    CODE(GLB_UNEXPECTED_END_OF_CHUNK_DATA, 0, "The file ends before the declared end of a chunk.")                     \
    CODE(GLB_CHUNK_LENGTH_UNALIGNED, 0, "The length of a chunk is a multiple of 4.")                                   \
    CODE(GLB_CHUNK_TOO_BIG, 0, "A chunk ends within the declared length of the GLB.")                                  \
    CODE(GLB_UNEXPECTED_FIRST_CHUNK, 0, "The first chunk of a GLB is the JSON chunk.")                                 \
    CODE(GLB_UNEXPECTED_BIN_CHUNK, 0, "A BIN chunk is the second chunk of a GLB.")                                     \
    CODE(GLB_DUPLICATE_CHUNK, 0, "A GLB has one JSON chunk and at most one BIN chunk.")                                \
    CODE(GLB_EMPTY_CHUNK, 0, "The JSON chunk of a GLB is not empty.")                                                  \
    CODE(GLB_EMPTY_BIN_CHUNK, 2, "An empty BIN chunk is better left out.")                                             \
    CODE(GLB_UNKNOWN_CHUNK_TYPE, 1, "A chunk that is neither JSON nor BIN is skipped.")                                \
    CODE(GLB_EXTRA_DATA, 1, "Bytes behind the declared end of a GLB are ignored.")                                     \
    /* JSON */                                                                                                         \
    CODE(INVALID_JSON, 0, "The document is JSON text in UTF-8 without byte-order mark.")                               \
    CODE(UNKNOWN_ASSET_MAJOR_VERSION, 0, "Only assets of version 2 can be read.")                                      \
    CODE(UNKNOWN_ASSET_MINOR_VERSION, 1, "Later minor versions may have features that are not known here.")            \
    CODE(ASSET_MIN_VERSION_GREATER_THAN_VERSION, 0, "asset.minVersion is not above asset.version.")                    \
    CODE(ARRAY_LENGTH_NOT_IN_LIST, 0, "The array has another length than its place allows.")                           \
    CODE(ARRAY_TYPE_MISMATCH, 0, "The array has an element of the wrong JSON type.")                                   \
    CODE(EMPTY_ENTITY, 0, "An array or object that is present has members.")                                           \
    CODE(INVALID_INDEX, 0, "An index is a non-negative integer.")                                                      \
    CODE(PATTERN_MISMATCH, 0, "The string has another form than its place asks for.")                                  \
    CODE(TYPE_MISMATCH, 0, "The property has the wrong JSON type.")                                                    \
    CODE(UNDEFINED_PROPERTY, 0, "A required property is missing.")                                                     \
    CODE(UNEXPECTED_PROPERTY, 1, "The specification does not know this property.")                                     \
    CODE(UNSATISFIED_DEPENDENCY, 0, "The property means something only together with another one.")                    \
    CODE(VALUE_MULTIPLE_OF, 0, "The number is a multiple of the one given.")                                           \
    CODE(VALUE_NOT_IN_LIST, 1, "The value is not a known one, so its object cannot be used.")                          \
    CODE(VALUE_NOT_IN_RANGE, 0, "The number is outside of its range.")                                                 \
    CODE(NON_OBJECT_EXTRAS, 2, "extras is better an object.")                                                          \
    /* References */                                                                                                   \
    CODE(UNRESOLVED_REFERENCE, 0, "An index refers to an object that does not exist.")                                 \
    CODE(UNUSED_OBJECT, 2, "Nothing in the document refers to this object.")                                           \
    /* Buffers */                                                                                                      \
    CODE(INVALID_URI, 0, "The URI cannot be read.")                                                                    \
    CODE(IO_ERROR, 0, "The external resource could not be had.")                                                       \
    CODE(NON_RELATIVE_URI, 1, "A URI that is no plain relative path is not fetched.")                                  \
    CODE(URI_GLB, 2, "A GLB is better self-contained.")                                                                \
    CODE(DATA_URI_GLB, 1, "A GLB stores bytes better in its BIN chunk than in a data: URI.")                           \
    CODE(BUFFER_DATA_URI_MIME_TYPE_INVALID, 0,                                                                         \
         "The media type of a buffer is application/octet-stream or application/gltf-buffer.")                         \
    CODE(BUFFER_BYTE_LENGTH_MISMATCH, 0, "The resource has at least as many bytes as byteLength promises.")            \
    CODE(BUFFER_MISSING_GLB_DATA, 0, "A first buffer without uri needs the BIN chunk of a GLB.")                       \
    CODE(BUFFER_GLB_CHUNK_TOO_BIG, 1, "The BIN chunk has at most 3 bytes more than byteLength.")                       \
    /* Views */                                                                                                        \
    CODE(BUFFER_VIEW_TOO_LONG, 0, "A view lies within its buffer.")                                                    \
    CODE(BUFFER_VIEW_TOO_BIG_BYTE_STRIDE, 0, "byteStride is not greater than byteLength.")                             \
    CODE(BUFFER_VIEW_INVALID_BYTE_STRIDE, 0, "Only views of vertex data have a byteStride.")                           \
    CODE(BUFFER_VIEW_TARGET_MISSING, 3, "A view of vertices or indices tells so in its target.")                       \
    CODE(BUFFER_VIEW_TARGET_OVERRIDE, 0, "A view is used in one way, which agrees with its target.")                   \
    /* Accessors */                                                                                                    \
    CODE(ACCESSOR_NORMALIZED_INVALID, 0, "Only 8- and 16-bit integers can be normalized.")                             \
    CODE(ACCESSOR_MATRIX_ALIGNMENT, 0, "byteOffset of a matrix accessor is a multiple of 4.")                          \
    CODE(ACCESSOR_OFFSET_ALIGNMENT, 0, "byteOffset is a multiple of the component size.")                              \
    CODE(ACCESSOR_TOTAL_OFFSET_ALIGNMENT, 0,                                                                           \
         "The offset in the buffer, that of the view included, is a multiple of the component size.")                  \
    CODE(ACCESSOR_SMALL_BYTESTRIDE, 0, "byteStride of the view is not smaller than an element.")                       \
    CODE(ACCESSOR_TOO_LONG, 0, "The elements lie within the view.")                                                    \
    CODE(ACCESSOR_USAGE_OVERRIDE, 0, "An accessor is used in one role only.")                                          \
    CODE(INVALID_GL_VALUE, 0, "min and max can be represented in the component type.")                                 \
    CODE(ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE, 0, "A sparse accessor replaces no more elements than it has.")            \
    CODE(ACCESSOR_SPARSE_INDICES_NON_INCREASING, 0, "Sparse indices strictly increase.")                               \
    CODE(ACCESSOR_SPARSE_INDEX_OOB, 0, "A sparse index is below the count of the accessor.")                           \
    CODE(ACCESSOR_INVALID_FLOAT, 0, "No element is infinite or not a number.")                                         \
    CODE(ACCESSOR_MIN_MISMATCH, 0, "min is the least value stored.")                                                   \
    CODE(ACCESSOR_MAX_MISMATCH, 0, "max is the greatest value stored.")                                                \
    CODE(ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND, 0, "No value is less than min.")                                           \
    CODE(ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND, 0, "No value is greater than max.")                                        \
    CODE(ACCESSOR_INDEX_OOB, 0, "An index of a vertex is below the number of vertices.")                               \
    CODE(ACCESSOR_INDEX_PRIMITIVE_RESTART, 0, "No index has the greatest value of its type.")                          \
    CODE(ACCESSOR_INDEX_TRIANGLE_DEGENERATE, 2, "Triangles with two equal indices are not seen.")                      \
    CODE(ACCESSOR_VECTOR3_NON_UNIT, 0, "Normals and tangents have unit length.")                                       \
    CODE(ACCESSOR_INVALID_SIGN, 0, "The fourth number of a tangent is 1 or -1.")                                       \
    CODE(ACCESSOR_NON_CLAMPED, 0, "Numbers of COLOR_0 lie in 0 to 1.")                                                 \
    CODE(ACCESSOR_JOINTS_INDEX_OOB, 0, "A joint exists in every skin that is used with the mesh.")                     \
    CODE(ACCESSOR_JOINTS_INDEX_DUPLICATE, 0, "A vertex uses a joint once.")                                            \
    CODE(ACCESSOR_JOINTS_USED_ZERO_WEIGHT, 1, "A joint without weight is joint 0.")                                    \
    CODE(ACCESSOR_WEIGHTS_NEGATIVE, 0, "Weights of joints are not negative.")                                          \
    CODE(ACCESSOR_WEIGHTS_NON_NORMALIZED, 0, "The weights of a vertex add up to 1.")                                   \
    CODE(ACCESSOR_INVALID_IBM, 0, "The fourth row of an inverse bind matrix is 0 0 0 1.")                              \
    CODE(ACCESSOR_ANIMATION_INPUT_NEGATIVE, 0, "Key times are not negative.")                                          \
    CODE(ACCESSOR_ANIMATION_INPUT_NON_INCREASING, 0, "Key times strictly increase.")                                   \
    CODE(ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION, 0, "Rotations have unit length.")                \
    /* Meshes */                                                                                                       \
    CODE(MESH_PRIMITIVE_INVALID_ATTRIBUTE, 0, "An attribute has a known name, or one that begins with an underscore.") \
    CODE(MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY, 0, "Sets of attributes are numbered 0, 1, 2 without gaps.")       \
    CODE(MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH, 0, "There are as many sets of JOINTS as of WEIGHTS.")                 \
    CODE(MESH_PRIMITIVE_NO_POSITION, 1, "A primitive without POSITION is not drawn.")                                  \
    CODE(MESH_PRIMITIVE_TANGENT_WITHOUT_NORMAL, 1, "TANGENT without NORMAL is ignored.")                               \
    CODE(MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS, 0, "Positions have min and max.")                            \
    CODE(MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT, 0, "The attribute takes other types of accessors.")        \
    CODE(MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_UNSIGNED_INT, 0, "Attributes are not UNSIGNED_INT.")                       \
    CODE(MESH_PRIMITIVE_ACCESSOR_UNALIGNED, 0, "Vertex data begins at, and repeats in, multiples of 4 bytes.")         \
    CODE(MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE, 0, "A view of more than one vertex accessor has a byteStride.")   \
    CODE(MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT, 0, "All attributes of a primitive have the same count.")               \
    CODE(MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT, 0, "Indices are unsigned scalars that are not normalized.")   \
    CODE(MESH_PRIMITIVE_INDICES_ACCESSOR_WITH_BYTESTRIDE, 0, "A view of indices has no byteStride.")                   \
    CODE(MESH_PRIMITIVE_INCOMPATIBLE_MODE, 1, "The number of vertices or indices fits the mode.")                      \
    CODE(MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR, 0, "A morph target changes attributes that exist.")             \
    CODE(MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT, 0, "A morph target has as many elements as the base.")   \
    CODE(MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT, 0, "All primitives of a mesh have the same number of targets.")        \
    CODE(MESH_INVALID_WEIGHTS_COUNT, 0, "A mesh has one weight for each morph target.")                                \
    /* Extensions */                                                                                                   \
    CODE(NON_REQUIRED_EXTENSION, 0, "This extension cannot be optional.")                                              \
    CODE(UNEXPECTED_EXTENSION_OBJECT, 0, "This extension has no object at this place.")                                \
    /* Skins and animations */                                                                                         \
    CODE(SKIN_IBM_INVALID_FORMAT, 0, "Inverse bind matrices are FLOAT MAT4.")                                          \
    CODE(SKIN_IBM_ACCESSOR_WITH_BYTESTRIDE, 0, "A view of inverse bind matrices has no byteStride.")                   \
    CODE(INVALID_IBM_ACCESSOR_COUNT, 0, "There is an inverse bind matrix for every joint.")                            \
    CODE(ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT, 0, "Key times are FLOAT SCALAR.")                            \
    CODE(ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS, 0, "Key times have min and max.")                            \
    CODE(ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS, 0, "CUBICSPLINE needs two keys.")                          \
    CODE(ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE, 0, "A view of animation data has no byteStride.")                 \
    CODE(ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT, 0, "The animated property takes other types of accessors.") \
    CODE(ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT, 0, "The output has as many elements as its keys need.")

#define GLTF_I_CODE_NAME(name, severity, meaning) GLTF_I_##name,
enum { GLTF_I_CODES(GLTF_I_CODE_NAME) GLTF_I_CODE_COUNT };
#undef GLTF_I_CODE_NAME

#endif
