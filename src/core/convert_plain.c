/* core/convert_plain.c - layer 1: every conversion for the CPU that the compiler assumes: the reference that all other
 * kernels must equal. */
#include "optimize.h"

#include "convert.h"
#include "convert_value.h"

#define TARGET
#define LIST(X) GLTF_I_REALS(X) GLTF_I_INTEGERS(X)
#define TABLE gltf_i_convert_plain
#include "convert_portable.h"
