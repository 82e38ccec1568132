/* unit/validate_codes.c - layer 3: each code of the table is produced by a small document, and only where it belongs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/issues.h"
#include "support/little.h"

/* One document and all that is to be said of it.  `values` are the bytes of buffer "b0". */
typedef struct smallest {
    const char *expected;
    const char *json;
    const void *values;
    size_t size;
    size_t bytes; /* so many of them are bytes, the others floats */
} smallest;

#define VALUES(array) array, sizeof array, sizeof array
#define FLOATS(array) array, sizeof array, 0
#define VERTEX(array) array, sizeof array, 4
#define NO_VALUES NULL, 0, 0

/* A buffer "b0" and one view of all of it. */
#define BYTES(n) "'buffers':[{'byteLength':" n ",'uri':'b0'}],'bufferViews':[{'buffer':0,'byteLength':" n "}]"
/* One accessor without data, one with all of the view. */
#define EMPTY(type, component) "'accessors':[{'type':'" type "','componentType':" component ",'count':1}]"
#define WHOLE(type, component, count, more)                                                                            \
    "'accessors':[{'bufferView':0,'type':'" type "','componentType':" component ",'count':" count more "}]"
#define MESH(primitive) "'meshes':[{'primitives':[{" primitive "}]}]"
#define POSITIONS "{'type':'VEC3','componentType':5126,'count':3,'min':[0,0,0],'max':[0,0,0]}"
#define SPARSE(count)                                                                                                  \
    "'sparse':{'count':" count ",'indices':{'bufferView':0,'componentType':5121},'values':{'bufferView':1}}"
#define ANIMATION(sampler, path)                                                                                       \
    "'nodes':[{}],'animations':[{'samplers':[{" sampler "}],'channels':[{'sampler':0,'target':{'node':0,'path':'" path \
    "'}}]}]"

static const float one_float[] = {1};
static const float not_a_number[] = {0, 0}; /* see values_of */
static const float long_vector[] = {2, 0, 0};
static const float tangent[] = {1, 0, 0, 0.5f};
static const float color[] = {1, 1, 2};
static const float matrix[] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2};
static const float negative_time[] = {-1};
static const float equal_times[] = {1, 1};
static const float rotation[] = {0, 0, 0, 2};
static const uint8_t indices_beyond[] = {0, 1, 3, 0};
static const uint8_t restart[] = {0, 1, 255, 0};
static const uint8_t degenerate[] = {0, 1, 1, 0};
static const uint8_t sparse_order[] = {1, 1, 5, 6};
static const uint8_t sparse_beyond[] = {2, 7};
/* Joints of a vertex as bytes, then its weights as floats. */
typedef struct vertex {
    uint8_t joints[4];
    float weights[4];
} vertex;
static const vertex joint_beyond[] = {{{2, 0, 0, 0}, {0, 1, 0, 0}}};
static const vertex joint_twice[] = {{{1, 1, 0, 0}, {1, 1, 0, 0}}};
static const vertex joint_without[] = {{{0, 1, 0, 0}, {1, 0, 0, 0}}};
static const vertex weight_negative[] = {{{0, 1, 0, 0}, {1, -1, 0, 0}}};
static const vertex weight_sum[] = {{{0, 1, 0, 0}, {0.5f, 0.25f, 0, 0}}};
#define SKINNED                                                                                                        \
    BYTES("20")                                                                                                        \
    ",'accessors':[" POSITIONS_1 ",{'bufferView':0,'type':'VEC4','componentType':5121,'count':1},"                     \
    "{'bufferView':0,'byteOffset':4,'type':'VEC4','componentType':5126,'count':1}],"                                   \
    "'meshes':[{'primitives':[{'mode':0,'attributes':{'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':2}}]}],"                   \
    "'skins':[{'joints':[1,2]}],'nodes':[{'mesh':0,'skin':0},{},{}]"
#define POSITIONS_1 "{'type':'VEC3','componentType':5126,'count':1,'min':[0,0,0],'max':[0,0,0]}"
#define SKIN_STRIDE "; MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE 0 /meshes/0/primitives/0/attributes/WEIGHTS_0"

#define AT_PRIMITIVE "/meshes/0/primitives/0"
#define AT_ATTRIBUTES AT_PRIMITIVE "/attributes"
#define AT_SAMPLER "/animations/0/samplers/0"

/* The documents that are text.  Rows stand in the order of the table of codes. */
static const smallest texts[] = {
    {"INVALID_JSON 0 ", "{", NO_VALUES},
    {"UNKNOWN_ASSET_MAJOR_VERSION 0 /asset/version", "{'asset':{'version':'1.0'}}", NO_VALUES},
    {"UNKNOWN_ASSET_MINOR_VERSION 1 /asset/version", "{'asset':{'version':'2.1'}}", NO_VALUES},
    {"ASSET_MIN_VERSION_GREATER_THAN_VERSION 0 /asset/minVersion", "{'asset':{'version':'2.0','minVersion':'2.1'}}",
     NO_VALUES},
    {"ARRAY_LENGTH_NOT_IN_LIST 0 /accessors/0/min",
     ISSUES_DOC("'accessors':[{'type':'VEC2','componentType':5126,'count':1,'min':[1]}]"), NO_VALUES},
    {"ARRAY_TYPE_MISMATCH 0 /meshes/0/primitives", ISSUES_DOC("'meshes':[{'primitives':[1]}]"), NO_VALUES},
    {"EMPTY_ENTITY 0 /accessors", ISSUES_DOC("'accessors':[]"), NO_VALUES},
    {"INVALID_INDEX 0 /bufferViews/0/buffer", ISSUES_DOC("'bufferViews':[{'buffer':-1,'byteLength':1}]"), NO_VALUES},
    {"PATTERN_MISMATCH 0 /asset/version", "{'asset':{'version':'2'}}", NO_VALUES},
    {"TYPE_MISMATCH 0 /buffers/0/byteLength", ISSUES_DOC("'buffers':[{'byteLength':1.5}]"), NO_VALUES},
    {"UNDEFINED_PROPERTY 0 /", "{}", NO_VALUES},
    {"UNEXPECTED_PROPERTY 1 /buffers/0/length", ISSUES_DOC("'buffers':[{'byteLength':1,'length':1}]"), NO_VALUES},
    {"UNSATISFIED_DEPENDENCY 0 /accessors/0/byteOffset",
     ISSUES_DOC("'accessors':[{'type':'SCALAR','componentType':5126,'count':1,'byteOffset':0}]"), NO_VALUES},
    {"VALUE_MULTIPLE_OF 0 /bufferViews/0/byteStride",
     ISSUES_DOC("'buffers':[{'byteLength':8}],'bufferViews':[{'buffer':0,'byteLength':8,'byteStride':6}]"), NO_VALUES},
    {"VALUE_NOT_IN_LIST 1 /accessors/0/type", ISSUES_DOC(EMPTY("vec3", "5126")), NO_VALUES},
    {"VALUE_NOT_IN_RANGE 0 /buffers/0/byteLength", ISSUES_DOC("'buffers':[{'byteLength':0}]"), NO_VALUES},
    {"NON_OBJECT_EXTRAS 2 /asset/extras", "{'asset':{'version':'2.0','extras':1}}", NO_VALUES},
    {"UNRESOLVED_REFERENCE 0 /bufferViews/0/buffer", ISSUES_DOC("'bufferViews':[{'buffer':0,'byteLength':1}]"),
     NO_VALUES},
    {"UNUSED_OBJECT 2 /buffers/0", ISSUES_DOC("'buffers':[{'byteLength':1}]"), NO_VALUES},
    {"INVALID_URI 0 /buffers/0/uri", ISSUES_DOC("'buffers':[{'byteLength':1,'uri':':'}]"), NO_VALUES},
    {"IO_ERROR 0 /buffers/0/uri", ISSUES_DOC("'buffers':[{'byteLength':1,'uri':'none'}]"), NO_VALUES},
    {"NON_RELATIVE_URI 1 /buffers/0/uri", ISSUES_DOC("'buffers':[{'byteLength':1,'uri':'http://h/b'}]"), NO_VALUES},
    {"BUFFER_DATA_URI_MIME_TYPE_INVALID 0 /buffers/0/uri",
     ISSUES_DOC("'buffers':[{'byteLength':1,'uri':'data:text/plain,a'}]"), NO_VALUES},
    {"BUFFER_BYTE_LENGTH_MISMATCH 0 /buffers/0",
     ISSUES_DOC("'buffers':[{'byteLength':2,'uri':'data:application/octet-stream,a'}]"), NO_VALUES},
    {"BUFFER_VIEW_TOO_LONG 0 /bufferViews/0/byteLength",
     ISSUES_DOC("'buffers':[{'byteLength':1}],'bufferViews':[{'buffer':0,'byteLength':2}]"), NO_VALUES},
    {"BUFFER_VIEW_TOO_BIG_BYTE_STRIDE 0 /bufferViews/0/byteStride",
     ISSUES_DOC("'buffers':[{'byteLength':4}],'bufferViews':[{'buffer':0,'byteLength':4,'byteStride':8}]"), NO_VALUES},
    {"BUFFER_VIEW_INVALID_BYTE_STRIDE 0 /bufferViews/0/byteStride",
     ISSUES_DOC("'buffers':[{'byteLength':4}],"
                "'bufferViews':[{'buffer':0,'byteLength':4,'byteStride':4,'target':34963}]"),
     NO_VALUES},
    {"BUFFER_VIEW_TARGET_MISSING 3 " AT_ATTRIBUTES "/_A; MESH_PRIMITIVE_NO_POSITION 1 " AT_ATTRIBUTES,
     ISSUES_DOC(BYTES("4") "," WHOLE("SCALAR", "5126", "1", "") "," MESH("'mode':0,'attributes':{'_A':0}")),
     FLOATS(one_float)},
    {"BUFFER_VIEW_TARGET_OVERRIDE 0 " AT_ATTRIBUTES "/_A; MESH_PRIMITIVE_NO_POSITION 1 " AT_ATTRIBUTES,
     ISSUES_DOC("'buffers':[{'byteLength':4}],'bufferViews':[{'buffer':0,'byteLength':4,'target':34963}]," WHOLE(
         "SCALAR", "5126", "1", "") "," MESH("'mode':0,'attributes':{'_A':0}")),
     NO_VALUES},
    {"ACCESSOR_NORMALIZED_INVALID 0 /accessors/0/normalized",
     ISSUES_DOC("'accessors':[{'type':'SCALAR','componentType':5126,'count':1,'normalized':true}]"), NO_VALUES},
    {"ACCESSOR_MATRIX_ALIGNMENT 0 /accessors/0/byteOffset",
     ISSUES_DOC(BYTES("8") "," WHOLE("MAT2", "5121", "1", ",'byteOffset':2")), FLOATS(equal_times)},
    {"ACCESSOR_OFFSET_ALIGNMENT 0 /accessors/0/byteOffset; ACCESSOR_TOTAL_OFFSET_ALIGNMENT 0 /accessors/0",
     ISSUES_DOC(BYTES("8") "," WHOLE("SCALAR", "5123", "1", ",'byteOffset':1")), FLOATS(equal_times)},
    {"ACCESSOR_TOTAL_OFFSET_ALIGNMENT 0 /accessors/0",
     ISSUES_DOC("'buffers':[{'byteLength':8}],'bufferViews':[{'buffer':0,'byteOffset':1,'byteLength':4}]," WHOLE(
         "SCALAR", "5123", "1", "")),
     NO_VALUES},
    {"ACCESSOR_SMALL_BYTESTRIDE 0 /accessors/0",
     ISSUES_DOC("'buffers':[{'byteLength':8}],'bufferViews':[{'buffer':0,'byteLength':8,'byteStride':4}]," WHOLE(
         "VEC2", "5126", "1", "")),
     NO_VALUES},
    {"ACCESSOR_TOO_LONG 0 /accessors/0", ISSUES_DOC(BYTES("8") "," WHOLE("SCALAR", "5126", "3", "")),
     FLOATS(equal_times)},
    {"ACCESSOR_USAGE_OVERRIDE 0 " AT_PRIMITIVE "/indices",
     ISSUES_DOC("'accessors':[" POSITIONS ",{'type':'SCALAR','componentType':5121,'count':3}]," MESH(
         "'attributes':{'POSITION':0,'_A':1},'indices':1")),
     NO_VALUES},
    {"INVALID_GL_VALUE 0 /accessors/0/min",
     ISSUES_DOC("'accessors':[{'type':'SCALAR','componentType':5121,'count':1,'min':[-1]}]"), NO_VALUES},
    {"ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE 0 /accessors/0/sparse/count",
     ISSUES_DOC("'buffers':[{'byteLength':4}],'bufferViews':[{'buffer':0,'byteLength':2},{'buffer':0,'byteOffset':2,"
                "'byteLength':2}],'accessors':[{'type':'SCALAR','componentType':5121,'count':1," SPARSE("2") "}]"),
     NO_VALUES},
    {"ACCESSOR_SPARSE_INDICES_NON_INCREASING 0 /accessors/0/sparse",
     ISSUES_DOC("'buffers':[{'byteLength':4,'uri':'b0'}],'bufferViews':[{'buffer':0,'byteLength':2},{'buffer':0,"
                "'byteOffset':2,'byteLength':2}],'accessors':[{'type':'SCALAR','componentType':5121,'count':2," SPARSE(
                    "2") "}]"),
     VALUES(sparse_order)},
    {"ACCESSOR_SPARSE_INDEX_OOB 0 /accessors/0/sparse",
     ISSUES_DOC("'buffers':[{'byteLength':2,'uri':'b0'}],'bufferViews':[{'buffer':0,'byteLength':1},{'buffer':0,"
                "'byteOffset':1,'byteLength':1}],'accessors':[{'type':'SCALAR','componentType':5121,'count':2," SPARSE(
                    "1") "}]"),
     VALUES(sparse_beyond)},
    {"ACCESSOR_INVALID_FLOAT 0 /accessors/0", ISSUES_DOC(BYTES("4") "," WHOLE("SCALAR", "5126", "1", "")),
     FLOATS(not_a_number)},
    {"ACCESSOR_MIN_MISMATCH 0 /accessors/0/min/0",
     ISSUES_DOC(BYTES("4") "," WHOLE("SCALAR", "5126", "1", ",'min':[0.5]")), FLOATS(one_float)},
    {"ACCESSOR_MAX_MISMATCH 0 /accessors/0/max/0",
     ISSUES_DOC(BYTES("4") "," WHOLE("SCALAR", "5126", "1", ",'max':[1.5]")), FLOATS(one_float)},
    {"ACCESSOR_MIN_MISMATCH 0 /accessors/0/min/0; ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND 0 /accessors/0/min/0",
     ISSUES_DOC(BYTES("4") "," WHOLE("SCALAR", "5126", "1", ",'min':[1.5]")), FLOATS(one_float)},
    {"ACCESSOR_MAX_MISMATCH 0 /accessors/0/max/0; ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND 0 /accessors/0/max/0",
     ISSUES_DOC(BYTES("4") "," WHOLE("SCALAR", "5126", "1", ",'max':[0.5]")), FLOATS(one_float)},
    {"ACCESSOR_INDEX_OOB 0 " AT_PRIMITIVE "/indices",
     ISSUES_DOC(BYTES("4") ",'accessors':[" POSITIONS ",{'bufferView':0,'type':'SCALAR','componentType':5121,"
                           "'count':3}]," MESH("'attributes':{'POSITION':0},'indices':1")),
     VALUES(indices_beyond)},
    {"ACCESSOR_INDEX_PRIMITIVE_RESTART 0 " AT_PRIMITIVE "/indices",
     ISSUES_DOC(BYTES("4") ",'accessors':[{'type':'VEC3','componentType':5126,'count':256,'min':[0,0,0],"
                           "'max':[0,0,0]},{'bufferView':0,'type':'SCALAR','componentType':5121,'count':3}]," MESH(
                               "'attributes':{'POSITION':0},'indices':1")),
     VALUES(restart)},
    {"ACCESSOR_INDEX_TRIANGLE_DEGENERATE 2 " AT_PRIMITIVE "/indices",
     ISSUES_DOC(BYTES("4") ",'accessors':[" POSITIONS ",{'bufferView':0,'type':'SCALAR','componentType':5121,"
                           "'count':3}]," MESH("'attributes':{'POSITION':0},'indices':1")),
     VALUES(degenerate)},
    {"ACCESSOR_VECTOR3_NON_UNIT 0 " AT_ATTRIBUTES "/NORMAL",
     ISSUES_DOC(BYTES("12") ",'accessors':[" POSITIONS_1 ",{'bufferView':0,'type':'VEC3','componentType':5126,"
                            "'count':1}]," MESH("'mode':0,'attributes':{'POSITION':0,'NORMAL':1}")),
     FLOATS(long_vector)},
    {"ACCESSOR_INVALID_SIGN 0 " AT_ATTRIBUTES "/TANGENT; MESH_PRIMITIVE_TANGENT_WITHOUT_NORMAL 1 " AT_ATTRIBUTES
     "/TANGENT",
     ISSUES_DOC(BYTES("16") ",'accessors':[" POSITIONS_1 ",{'bufferView':0,'type':'VEC4','componentType':5126,"
                            "'count':1}]," MESH("'mode':0,'attributes':{'POSITION':0,'TANGENT':1}")),
     FLOATS(tangent)},
    {"ACCESSOR_NON_CLAMPED 0 " AT_ATTRIBUTES "/COLOR_0",
     ISSUES_DOC(BYTES("12") ",'accessors':[" POSITIONS_1 ",{'bufferView':0,'type':'VEC3','componentType':5126,"
                            "'count':1}]," MESH("'mode':0,'attributes':{'POSITION':0,'COLOR_0':1}")),
     FLOATS(color)},
    {"ACCESSOR_JOINTS_INDEX_OOB 0 " AT_ATTRIBUTES "/JOINTS_0" SKIN_STRIDE, ISSUES_DOC(SKINNED), VERTEX(joint_beyond)},
    {"ACCESSOR_JOINTS_INDEX_DUPLICATE 0 " AT_ATTRIBUTES "/JOINTS_0" SKIN_STRIDE, ISSUES_DOC(SKINNED),
     VERTEX(joint_twice)},
    {"ACCESSOR_JOINTS_USED_ZERO_WEIGHT 1 " AT_ATTRIBUTES "/JOINTS_0" SKIN_STRIDE, ISSUES_DOC(SKINNED),
     VERTEX(joint_without)},
    {"ACCESSOR_WEIGHTS_NEGATIVE 0 " AT_ATTRIBUTES "/WEIGHTS_0" SKIN_STRIDE, ISSUES_DOC(SKINNED),
     VERTEX(weight_negative)},
    {"ACCESSOR_WEIGHTS_NON_NORMALIZED 0 " AT_ATTRIBUTES "/WEIGHTS_0" SKIN_STRIDE, ISSUES_DOC(SKINNED),
     VERTEX(weight_sum)},
    {"ACCESSOR_INVALID_IBM 0 /skins/0/inverseBindMatrices",
     ISSUES_DOC(BYTES("64") "," WHOLE("MAT4", "5126", "1", "") ",'skins':[{'joints':[0],'inverseBindMatrices':0}],"
                                                               "'nodes':[{}]"),
     FLOATS(matrix)},
    {"ACCESSOR_ANIMATION_INPUT_NEGATIVE 0 " AT_SAMPLER "/input",
     ISSUES_DOC(BYTES("4") ",'accessors':[{'bufferView':0,'type':'SCALAR','componentType':5126,'count':1,'min':[-1],"
                           "'max':[-1]},{'type':'VEC3','componentType':5126,'count':1}]," ANIMATION(
                               "'input':0,'output':1", "scale")),
     FLOATS(negative_time)},
    {"ACCESSOR_ANIMATION_INPUT_NON_INCREASING 0 " AT_SAMPLER "/input",
     ISSUES_DOC(BYTES("8") ",'accessors':[{'bufferView':0,'type':'SCALAR','componentType':5126,'count':2,'min':[1],"
                           "'max':[1]},{'type':'VEC3','componentType':5126,'count':2}]," ANIMATION(
                               "'input':0,'output':1", "scale")),
     FLOATS(equal_times)},
    {"ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION 0 /animations/0/channels/0/sampler",
     ISSUES_DOC(BYTES("16") ",'accessors':[{'type':'SCALAR','componentType':5126,'count':1,'min':[0],'max':[0]},"
                            "{'bufferView':0,'type':'VEC4','componentType':5126,'count':1}]," ANIMATION(
                                "'input':0,'output':1", "rotation")),
     FLOATS(rotation)},
    {"MESH_PRIMITIVE_INVALID_ATTRIBUTE 0 " AT_ATTRIBUTES "/Position",
     ISSUES_DOC("'accessors':[" POSITIONS "]," MESH("'attributes':{'POSITION':0,'Position':0}")), NO_VALUES},
    {"MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY 0 " AT_ATTRIBUTES,
     ISSUES_DOC("'accessors':[" POSITIONS
                ",{'type':'VEC2','componentType':5126,'count':3}]," MESH("'attributes':{'POSITION':0,'TEXCOORD_1':1}")),
     NO_VALUES},
    {"MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH 0 " AT_ATTRIBUTES,
     ISSUES_DOC("'accessors':[" POSITIONS
                ",{'type':'VEC4','componentType':5121,'count':3}]," MESH("'attributes':{'POSITION':0,'JOINTS_0':1}")),
     NO_VALUES},
    {"MESH_PRIMITIVE_NO_POSITION 1 " AT_ATTRIBUTES,
     ISSUES_DOC(EMPTY("SCALAR", "5126") "," MESH("'mode':0,'attributes':{'_A':0}")), NO_VALUES},
    {"MESH_PRIMITIVE_TANGENT_WITHOUT_NORMAL 1 " AT_ATTRIBUTES "/TANGENT",
     ISSUES_DOC("'accessors':[" POSITIONS
                ",{'type':'VEC4','componentType':5126,'count':3}]," MESH("'attributes':{'POSITION':0,'TANGENT':1}")),
     NO_VALUES},
    {"MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS 0 " AT_ATTRIBUTES "/POSITION",
     ISSUES_DOC(EMPTY("VEC3", "5126") "," MESH("'mode':0,'attributes':{'POSITION':0}")), NO_VALUES},
    {"MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT 0 " AT_ATTRIBUTES "/NORMAL",
     ISSUES_DOC("'accessors':[" POSITIONS
                ",{'type':'VEC4','componentType':5126,'count':3}]," MESH("'attributes':{'POSITION':0,'NORMAL':1}")),
     NO_VALUES},
    {"MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_UNSIGNED_INT 0 " AT_ATTRIBUTES "/_A",
     ISSUES_DOC("'accessors':[" POSITIONS
                ",{'type':'SCALAR','componentType':5125,'count':3}]," MESH("'attributes':{'POSITION':0,'_A':1}")),
     NO_VALUES},
    {"MESH_PRIMITIVE_ACCESSOR_UNALIGNED 0 " AT_ATTRIBUTES "/_A; MESH_PRIMITIVE_NO_POSITION 1 " AT_ATTRIBUTES,
     ISSUES_DOC(BYTES("4") "," WHOLE("SCALAR", "5121", "1", "") "," MESH("'mode':0,'attributes':{'_A':0}")),
     VALUES(restart)},
    {"MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE 0 " AT_ATTRIBUTES "/_B; MESH_PRIMITIVE_NO_POSITION 1 " AT_ATTRIBUTES,
     ISSUES_DOC(BYTES("8") ",'accessors':[{'bufferView':0,'type':'SCALAR','componentType':5126,'count':1},"
                           "{'bufferView':0,'byteOffset':4,'type':'SCALAR','componentType':5126,'count':1}]," MESH(
                               "'mode':0,'attributes':{'_A':0,'_B':1}")),
     FLOATS(equal_times)},
    {"MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT 0 " AT_ATTRIBUTES "/_A",
     ISSUES_DOC("'accessors':[" POSITIONS
                ",{'type':'SCALAR','componentType':5126,'count':2}]," MESH("'attributes':{'POSITION':0,'_A':1}")),
     NO_VALUES},
    {"MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT 0 " AT_PRIMITIVE "/indices",
     ISSUES_DOC("'accessors':[" POSITIONS
                ",{'type':'SCALAR','componentType':5126,'count':3}]," MESH("'attributes':{'POSITION':0},'indices':1")),
     NO_VALUES},
    {"MESH_PRIMITIVE_INDICES_ACCESSOR_WITH_BYTESTRIDE 0 " AT_PRIMITIVE "/indices",
     ISSUES_DOC("'buffers':[{'byteLength':12}],'bufferViews':[{'buffer':0,'byteLength':12,'byteStride':4}],"
                "'accessors':[" POSITIONS ",{'bufferView':0,'type':'SCALAR','componentType':5121,'count':3}]," MESH(
                    "'attributes':{'POSITION':0},'indices':1")),
     NO_VALUES},
    {"MESH_PRIMITIVE_INCOMPATIBLE_MODE 1 " AT_PRIMITIVE,
     ISSUES_DOC("'accessors':[" POSITIONS "]," MESH("'mode':1,'attributes':{'POSITION':0}")), NO_VALUES},
    {"MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR 0 " AT_PRIMITIVE "/targets/0/NORMAL",
     ISSUES_DOC("'accessors':[" POSITIONS "]," MESH("'attributes':{'POSITION':0},'targets':[{'NORMAL':0}]")),
     NO_VALUES},
    {"MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT 0 " AT_PRIMITIVE "/targets/0/POSITION",
     ISSUES_DOC("'accessors':[" POSITIONS "," POSITIONS_1
                "]," MESH("'attributes':{'POSITION':0},'targets':[{'POSITION':1}]")),
     NO_VALUES},
    {"MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT 0 /meshes/0/primitives/1",
     ISSUES_DOC("'accessors':[" POSITIONS "],'meshes':[{'primitives':[{'attributes':{'POSITION':0},"
                "'targets':[{'POSITION':0}]},{'attributes':{'POSITION':0}}]}]"),
     NO_VALUES},
    {"MESH_INVALID_WEIGHTS_COUNT 0 /meshes/0/weights",
     ISSUES_DOC("'accessors':[" POSITIONS "],'meshes':[{'weights':[1],'primitives':[{'attributes':{'POSITION':0}}]}]"),
     NO_VALUES},
    {"NON_REQUIRED_EXTENSION 0 /extensionsUsed/0", ISSUES_DOC("'extensionsUsed':['KHR_mesh_quantization']"), NO_VALUES},
    {"UNEXPECTED_EXTENSION_OBJECT 0 /accessors/0/extensions/KHR_mesh_quantization",
     ISSUES_DOC("'extensionsUsed':['KHR_mesh_quantization'],'extensionsRequired':['KHR_mesh_quantization'],"
                "'accessors':[{'type':'SCALAR','componentType':5126,'count':1,"
                "'extensions':{'KHR_mesh_quantization':{}}}]"),
     NO_VALUES},
    {"SKIN_IBM_INVALID_FORMAT 0 /skins/0/inverseBindMatrices",
     ISSUES_DOC(EMPTY("MAT3", "5126") ",'skins':[{'joints':[0],'inverseBindMatrices':0}],'nodes':[{}]"), NO_VALUES},
    {"SKIN_IBM_ACCESSOR_WITH_BYTESTRIDE 0 /skins/0/inverseBindMatrices",
     ISSUES_DOC("'buffers':[{'byteLength':64}],'bufferViews':[{'buffer':0,'byteLength':64,'byteStride':64}]," WHOLE(
         "MAT4", "5126", "1", "") ",'skins':[{'joints':[0],'inverseBindMatrices':0}],'nodes':[{}]"),
     NO_VALUES},
    {"INVALID_IBM_ACCESSOR_COUNT 0 /skins/0/inverseBindMatrices",
     ISSUES_DOC(EMPTY("MAT4", "5126") ",'skins':[{'joints':[0,1],'inverseBindMatrices':0}],'nodes':[{},{}]"),
     NO_VALUES},
    {"ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT 0 " AT_SAMPLER "/input",
     ISSUES_DOC("'accessors':[{'type':'SCALAR','componentType':5121,'count':1,'min':[0],'max':[0]},{'type':'VEC3',"
                "'componentType':5126,'count':1}]," ANIMATION("'input':0,'output':1", "scale")),
     NO_VALUES},
    {"ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS 0 " AT_SAMPLER "/input",
     ISSUES_DOC("'accessors':[{'type':'SCALAR','componentType':5126,'count':1,'min':[0]},{'type':'VEC3',"
                "'componentType':5126,'count':1}]," ANIMATION("'input':0,'output':1", "scale")),
     NO_VALUES},
    {"ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS 0 " AT_SAMPLER "/input",
     ISSUES_DOC(
         "'accessors':[{'type':'SCALAR','componentType':5126,'count':1,'min':[0],'max':[0]},{'type':'VEC3',"
         "'componentType':5126,'count':3}]," ANIMATION("'input':0,'output':1,'interpolation':'CUBICSPLINE'", "scale")),
     NO_VALUES},
    {"ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE 0 " AT_SAMPLER "/output",
     ISSUES_DOC("'buffers':[{'byteLength':12}],'bufferViews':[{'buffer':0,'byteLength':12,'byteStride':12}],"
                "'accessors':[{'type':'SCALAR','componentType':5126,'count':1,'min':[0],'max':[0]},{'bufferView':0,"
                "'type':'VEC3','componentType':5126,'count':1}]," ANIMATION("'input':0,'output':1", "scale")),
     NO_VALUES},
    {"ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT 0 /animations/0/channels/0/sampler",
     ISSUES_DOC("'accessors':[{'type':'SCALAR','componentType':5126,'count':1,'min':[0],'max':[0]},{'type':'VEC4',"
                "'componentType':5126,'count':1}]," ANIMATION("'input':0,'output':1", "scale")),
     NO_VALUES},
    {"ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT 0 /animations/0/channels/0/sampler",
     ISSUES_DOC("'accessors':[{'type':'SCALAR','componentType':5126,'count':1,'min':[0],'max':[0]},{'type':'VEC3',"
                "'componentType':5126,'count':2}]," ANIMATION("'input':0,'output':1", "scale")),
     NO_VALUES},
};

enum { TEXT_COUNT = sizeof texts / sizeof texts[0] };

/* The buffer of a row as a file stores it; a NaN has to be made when the program runs. */
static void store(const smallest *row, uint8_t *out) {
    const uint32_t bits[] = {0x7FC00000u, 0};
    const uint8_t *values = row->values == not_a_number ? (const void *)bits : row->values;
    if (row->size > 0) {
        memcpy(out, values, row->bytes);
        memcpy(out + row->bytes, little(values + row->bytes, row->size - row->bytes, 4), row->size - row->bytes);
    }
}

/* issue 6: every code about JSON and data comes from a document that has nothing else wrong with it but what comes along */
static void each_text_gives_its_code(void **state) {
    uint8_t stored[64];
    (void)state;
    for (size_t i = 0; i < TEXT_COUNT; i++) {
        assert_true(texts[i].size <= sizeof stored);
        store(&texts[i], stored);
        issues_expect(texts[i].json, texts[i].values ? stored : NULL, texts[i].size, texts[i].expected);
    }
}

/* ---- Containers ---- */

/* A GLB with a plain asset and perhaps a BIN chunk. */
static issues_glb plain_glb(const char *json, const void *bin, size_t bin_size) {
    issues_glb glb;
    issues_glb_start(&glb);
    issues_glb_text(&glb, json);
    if (bin) {
        issues_glb_chunk(&glb, ISSUES_BIN, bin, bin_size);
    }
    issues_glb_finish(&glb);
    return glb;
}

enum { GLB_COUNT = 20 };
static const char *const glb_expected[GLB_COUNT] = {
    "GLB_INVALID_MAGIC 0 0",
    "GLB_INVALID_VERSION 0 4",
    "GLB_LENGTH_TOO_SMALL 0 8",
    "GLB_LENGTH_MISMATCH 0 48",
    "GLB_UNEXPECTED_END_OF_HEADER 0 11",
    "GLB_UNEXPECTED_END_OF_CHUNK_HEADER 0 50",
    "GLB_UNEXPECTED_END_OF_CHUNK_DATA 0 56",
    "GLB_CHUNK_LENGTH_UNALIGNED 0 12",
    "GLB_CHUNK_TOO_BIG 0 48; GLB_LENGTH_MISMATCH 0 60",
    "GLB_UNEXPECTED_FIRST_CHUNK 0 12",
    "GLB_UNEXPECTED_BIN_CHUNK 0 56; GLB_UNKNOWN_CHUNK_TYPE 1 48",
    "GLB_DUPLICATE_CHUNK 0 48",
    "GLB_EMPTY_CHUNK 0 12",
    "GLB_EMPTY_BIN_CHUNK 2 48",
    "GLB_UNKNOWN_CHUNK_TYPE 1 48",
    "GLB_EXTRA_DATA 1 48",
    "URI_GLB 2 /buffers/0/uri; UNUSED_OBJECT 2 /buffers/0",
    "URI_GLB 2 /buffers/0/uri; DATA_URI_GLB 1 /buffers/0/uri; UNUSED_OBJECT 2 /buffers/0",
    "BUFFER_MISSING_GLB_DATA 0 /buffers/0; UNUSED_OBJECT 2 /buffers/0",
    "BUFFER_GLB_CHUNK_TOO_BIG 1 /buffers/0; UNUSED_OBJECT 2 /buffers/0",
};

/* The file of a row; 48 bytes are the header and the JSON chunk of a plain asset. */
static issues_glb glb_of(size_t row) {
    static const char bytes[8] = {0};
    issues_glb glb = plain_glb(NULL, NULL, 0);
    switch (row) {
    case 0:
        glb.bytes[3] = 'f';
        break;
    case 1:
        issues_glb_u32(&glb, 4, 1);
        break;
    case 2:
        glb.size = 12;
        issues_glb_finish(&glb);
        break;
    case 3:
        issues_glb_u32(&glb, 8, 52);
        break;
    case 4:
        glb.size = 11;
        break;
    case 5:
        glb.size = 50;
        issues_glb_finish(&glb);
        break;
    case 6:
        glb = plain_glb(NULL, bytes, 4);
        glb.size -= 4;
        break;
    case 7:
        issues_glb_u32(&glb, 12, 27);
        glb.size -= 1;
        issues_glb_finish(&glb);
        break;
    case 8:
        glb = plain_glb(NULL, bytes, 4);
        issues_glb_u32(&glb, 8, 56);
        break;
    case 9:
        issues_glb_start(&glb);
        issues_glb_chunk(&glb, ISSUES_BIN, bytes, 4);
        issues_glb_finish(&glb);
        break;
    case 10:
        issues_glb_chunk(&glb, 0x12345678, bytes, 0);
        issues_glb_chunk(&glb, ISSUES_BIN, bytes, 4);
        issues_glb_finish(&glb);
        break;
    case 11:
        issues_glb_text(&glb, NULL);
        issues_glb_finish(&glb);
        break;
    case 12:
        issues_glb_start(&glb);
        issues_glb_chunk(&glb, ISSUES_JSON, bytes, 0);
        issues_glb_finish(&glb);
        break;
    case 13:
        glb = plain_glb(NULL, bytes, 0);
        break;
    case 14:
        issues_glb_chunk(&glb, 0x12345678, bytes, 4);
        issues_glb_finish(&glb);
        break;
    case 15:
        glb.size += 1;
        break;
    case 16:
        glb = plain_glb(ISSUES_DOC("'buffers':[{'byteLength':4,'uri':'b0'}]"), NULL, 0);
        break;
    case 17:
        glb = plain_glb(ISSUES_DOC("'buffers':[{'byteLength':1,'uri':'data:application/octet-stream,a'}]"), NULL, 0);
        break;
    case 18:
        glb = plain_glb(ISSUES_DOC("'buffers':[{'byteLength':4}]"), NULL, 0);
        break;
    default:
        glb = plain_glb(ISSUES_DOC("'buffers':[{'byteLength':4}]"), bytes, 8);
        break;
    }
    return glb;
}

/* issue 6: every code about containers comes from a small file */
static void each_container_gives_its_code(void **state) {
    (void)state;
    for (size_t i = 0; i < GLB_COUNT; i++) {
        const issues_glb glb = glb_of(i);
        issues_expect_bytes(glb.bytes, glb.size, glb_expected[i]);
    }
}

/* ---- The table ---- */

static int is_expected(const char *code) {
    char start[128] = "";
    strcat(strcat(start, code), " ");
    for (size_t i = 0; i < TEXT_COUNT; i++) {
        if (strstr(texts[i].expected, start)) {
            return 1;
        }
    }
    for (size_t i = 0; i < GLB_COUNT; i++) {
        if (strstr(glb_expected[i], start)) {
            return 1;
        }
    }
    return 0;
}

/* issue 6: the table has the codes in scope, each once, each with a sentence, each produced above */
static void table_is_whole(void **state) {
    uint32_t count = 0;
    const gltf_issue_kind *kinds = gltf_issue_kinds(&count);
    (void)state;
    assert_int_equal(count, 109);
    for (uint32_t i = 0; i < count; i++) {
        assert_true(kinds[i].severity <= GLTF_SEVERITY_HINT);
        assert_int_equal(kinds[i].meaning[strlen(kinds[i].meaning) - 1], '.');
        for (uint32_t k = 0; k < i; k++) {
            assert_string_not_equal(kinds[k].code, kinds[i].code);
        }
        if (!is_expected(kinds[i].code)) {
            print_error("%s is never produced\n", kinds[i].code);
            fail();
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_text_gives_its_code),
        cmocka_unit_test(each_container_gives_its_code),
        cmocka_unit_test(table_is_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
