/* text/value.c - layer 1: values of JSON text that passed gltf_i_scan_document, read where they stand. */
#include "value.h"

#include "../base/memory.h"
#include "json.h"

int gltf_i_value_kind(gltf_i_text value) {
    if (!value.at) {
        return 0;
    }
    switch (*value.at) {
    case '{':
        return GLTF_I_JSON_OBJECT;
    case '[':
        return GLTF_I_JSON_ARRAY;
    case '"':
        return GLTF_I_JSON_STRING;
    case 't':
    case 'f':
        return GLTF_I_JSON_BOOLEAN;
    case 'n':
        return GLTF_I_JSON_NULL;
    default:
        return GLTF_I_JSON_NUMBER;
    }
}

size_t gltf_i_value_length(gltf_i_text container) {
    const int kind = gltf_i_value_kind(container);
    gltf_i_text key;
    gltf_i_text value;
    size_t cursor = 0;
    size_t count = 0;
    if (kind != GLTF_I_JSON_ARRAY && kind != GLTF_I_JSON_OBJECT) {
        return 0;
    }
    while (gltf_i_scan_next(container, &cursor, &key, &value)) {
        count++;
    }
    return count;
}

/* ---- Numbers ---- */

enum {
    VALUE_DIGITS_MAX = 19,  /* decimal digits that fit in 64 bits */
    VALUE_FACTORS_MAX = 27, /* 5^27 is the largest power of 5 in 64 bits */
    VALUE_EXACT_POWER = 22, /* 10^22 is the largest power of ten that is a double */
    VALUE_EXPONENT_MAX = 9999
};

/* A number as written: digits * 10^exponent. */
typedef struct decimal {
    uint64_t digits;
    int exponent;
    int negative;
} decimal;

static inline int is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* 0 when there are more digits than VALUE_DIGITS_MAX, or the exponent is beyond VALUE_EXPONENT_MAX. */
static int read_decimal(gltf_i_text text, decimal *out) {
    const char *p = text.at;
    const char *const end = text.at + text.size;
    size_t count = 0;
    int pointed = 0;
    out->digits = 0;
    out->exponent = 0;
    out->negative = *p == '-';
    for (p += out->negative; p < end && *p != 'e' && *p != 'E'; p++) {
        if (*p == '.') {
            pointed = 1;
            continue;
        }
        count += count > 0 || *p != '0';
        out->digits = out->digits * 10 + (uint64_t)(*p - '0');
        out->exponent -= pointed;
        if (count > VALUE_DIGITS_MAX || out->exponent < -VALUE_EXPONENT_MAX) {
            return 0;
        }
    }
    if (p < end) {
        int written = 0;
        const int negative = *++p == '-';
        p += *p == '-' || *p == '+';
        if (end - p > 4) {
            return 0;
        }
        for (; p < end; p++) {
            written = written * 10 + (*p - '0');
        }
        out->exponent += negative ? -written : written;
    }
    return 1;
}

/* 2^exponent, for exponents of normal doubles. */
static double power_of_two(int exponent) {
    const uint64_t bits = (uint64_t)(exponent + 1023) << 52;
    double power;
    memory_copy(&power, &bits, sizeof power);
    return power;
}

/* digits / 10^power, correctly rounded: 64 bits of the quotient, of which a double keeps 53, and whether it ends there. */
static double divide(uint64_t digits, int power) {
    uint64_t divisor = 1;
    uint64_t quotient = 0;
    uint64_t carry = 0;
    int exponent = -62 - power;
    for (int i = 0; i < power; i++) {
        divisor *= 5;
    }
    for (; divisor < (uint64_t)1 << 63; divisor *= 2) {
        exponent++;
    }
    for (; digits < (uint64_t)1 << 63; digits *= 2) {
        exponent--;
    }
    for (int bit = 0; bit < 63; bit++) {
        const uint64_t one = carry | (uint64_t)(digits >= divisor);
        digits -= one ? divisor : 0;
        quotient = quotient << 1 | one;
        carry = digits >> 63;
        digits <<= 1;
    }
    quotient |= (uint64_t)(digits != 0 || carry != 0);
    return (double)(int64_t)quotient * power_of_two(exponent);
}

/* 0 when the decimal is none of those that are easy to round. */
static int round_decimal(const decimal *in, double *out) {
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const int exponent = in->exponent;
    double magnitude;
    if (in->digits == 0) {
        magnitude = 0;
    } else if (in->digits <= (uint64_t)1 << 53 && exponent >= -VALUE_EXACT_POWER && exponent <= VALUE_EXACT_POWER) {
        magnitude = exponent < 0 ? (double)in->digits / powers[-exponent] : (double)in->digits * powers[exponent];
    } else if (exponent <= 0 && exponent >= -VALUE_FACTORS_MAX) {
        magnitude = divide(in->digits, -exponent);
    } else {
        return 0;
    }
    *out = in->negative ? -magnitude : magnitude;
    return 1;
}

gltf_status gltf_i_value_number(gltf_i_text value, double *out) {
    decimal plain;
    gltf_i_json *tree;
    *out = 0;
    if (gltf_i_value_kind(value) != GLTF_I_JSON_NUMBER) {
        return GLTF_ERR_PROPERTY;
    }
    if (read_decimal(value, &plain) && round_decimal(&plain, out)) {
        return GLTF_OK;
    }
    const gltf_status status = gltf_i_json_parse(value, &tree);
    if (status != GLTF_OK) {
        return status;
    }
    const int finite = gltf_i_json_number(tree, out);
    gltf_i_json_free(tree);
    return finite ? GLTF_OK : GLTF_ERR_PROPERTY;
}

gltf_status gltf_i_value_integer(gltf_i_text value, uint64_t *out) {
    double number;
    *out = 0;
    if (value.at && value.size <= 15) { /* exact, and below 2^53 */
        const char *const end = value.at + value.size;
        const char *p = value.at;
        uint64_t plain = 0;
        while (p < end && is_digit(*p)) {
            plain = plain * 10 + (uint64_t)(*p++ - '0');
        }
        if (p == end) {
            *out = plain;
            return GLTF_OK;
        }
    }
    const gltf_status status = gltf_i_value_number(value, &number);
    if (status != GLTF_OK) {
        return status;
    }
    if (!(number >= 0 && number < 9007199254740992.0) || (double)(uint64_t)number != number) {
        return GLTF_ERR_PROPERTY;
    }
    *out = (uint64_t)number;
    return GLTF_OK;
}
