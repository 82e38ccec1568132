/* core/convert_plain.c - layer 1: every conversion for the machine that the compiler was told of: the reference that all other
 * kernels must equal. */
#include "optimize.h"

#include "convert.h"
#include "convert_value.h"

#define TARGET
#define TABLE gltf_i_convert_plain
#include "convert_portable.h"
