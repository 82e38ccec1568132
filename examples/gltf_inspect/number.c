/* gltf_inspect/number.c - numbers as text and as little-endian bytes. */
#include "inspect.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Name of what is no finite number, or NULL. */
static const char *special(double value) {
    if (value != value) {
        return "nan";
    }
    if (value > DBL_MAX) {
        return "inf";
    }
    return value < -DBL_MAX ? "-inf" : NULL;
}

/* %g drops trailing zeros, and any 6 digits survive a float that is not denormal (15 a double): so the first precision that
 * reads back is the shortest. */
void number_float(char *out, float value) {
    const char *name = special((double)value);
    if (name) {
        strcpy(out, name);
        return;
    }
    int denormal = value < FLT_MIN && value > -FLT_MIN;
    for (int digits = denormal ? 1 : 6; digits <= 9; digits++) {
        snprintf(out, NUMBER_ROOM, "%.*g", digits, (double)value);
        if (digits == 9 || strtof(out, NULL) == value) {
            return;
        }
    }
}

void number_double(char *out, double value) {
    const char *name = special(value);
    if (name) {
        strcpy(out, name);
        return;
    }
    int denormal = value < DBL_MIN && value > -DBL_MIN;
    for (int digits = denormal ? 1 : 15; digits <= 17; digits++) {
        snprintf(out, NUMBER_ROOM, "%.*g", digits, value);
        if (digits == 17 || strtod(out, NULL) == value) {
            return;
        }
    }
}

/* Every half is exact in a float; the scaling is by powers of two. */
static float half_value(uint16_t bits) {
    unsigned exponent = bits >> 10 & 31u;
    unsigned mantissa = bits & 1023u;
    double value = exponent ? 1024 + mantissa : mantissa;
    if (exponent == 31) {
        value = mantissa ? (double)NAN : (double)INFINITY;
    } else {
        for (unsigned e = exponent ? exponent : 1; e < 25; e++) {
            value /= 2;
        }
        for (unsigned e = 25; e < exponent; e++) {
            value *= 2;
        }
    }
    return (float)(bits & 0x8000u ? -value : value);
}

static int finite_float(char *out, float value) {
    number_float(out, value);
    return special((double)value) == NULL;
}

int number_stored(char *out, const unsigned char *bytes, uint32_t component_type) {
    union {
        int8_t i8;
        int16_t i16;
        uint16_t u16;
        int32_t i32;
        uint32_t u32;
        float f32;
        double f64;
    } value;
    memcpy(&value, bytes, gltf_component_size(component_type));
    switch (component_type) {
    case GLTF_BYTE:
        snprintf(out, NUMBER_ROOM, "%d", value.i8);
        return 1;
    case GLTF_UNSIGNED_BYTE:
        snprintf(out, NUMBER_ROOM, "%u", (unsigned)bytes[0]);
        return 1;
    case GLTF_SHORT:
        snprintf(out, NUMBER_ROOM, "%d", value.i16);
        return 1;
    case GLTF_UNSIGNED_SHORT:
        snprintf(out, NUMBER_ROOM, "%u", (unsigned)value.u16);
        return 1;
    case GLTF_INT:
        snprintf(out, NUMBER_ROOM, "%ld", (long)value.i32);
        return 1;
    case GLTF_UNSIGNED_INT:
        snprintf(out, NUMBER_ROOM, "%lu", (unsigned long)value.u32);
        return 1;
    case GLTF_HALF_FLOAT:
        return finite_float(out, half_value(value.u16));
    case GLTF_DOUBLE:
        number_double(out, value.f64);
        return special(value.f64) == NULL;
    default:
        return finite_float(out, value.f32);
    }
}

void number_little_endian(unsigned char *bytes, size_t count, size_t size) {
    static const uint16_t one = 1;
    unsigned char low_first;
    memcpy(&low_first, &one, 1);
    if (low_first) {
        return;
    }
    for (size_t i = 0; i < count; i++, bytes += size) {
        for (size_t k = 0; k < size / 2; k++) {
            unsigned char byte = bytes[k];
            bytes[k] = bytes[size - 1 - k];
            bytes[size - 1 - k] = byte;
        }
    }
}
