/* text/json_cjson.c - layer 1: JSON values as trees, built by cJSON.  The only file that includes it. */
#include <float.h>

#include "json.h"

#include "../base/memory.h"
#include "scan_wide.h"
#include "utf8.h"

#if defined(GLTF_I_PRIVATE_CJSON)
#include "cJSON.h"
#else
#include <cjson/cJSON.h>
#endif

/* ---- Text that cJSON reads right ----
 * It copies a number into 64 bytes, knows only decimal points of one byte in the process locale, cuts strings at \u0000 and
 * refuses lone surrogates.  So numbers with a point become digits and an exponent, long ones are shortened, and both kinds
 * of characters become U+FFFD: in a scratch copy, which is made when the first such place is met. */

enum {
    JSON_NUMBER_MAX = 63,    /* characters of a number that cJSON takes */
    JSON_DIGITS_MAX = 56,    /* significant digits kept; one more stands for the rest */
    JSON_EXPONENT_MAX = 999, /* zero or infinite with so few digits */
    JSON_SCRATCH = 512       /* most elements fit */
};

typedef struct rewriter {
    gltf_i_text in;
    size_t done; /* bytes of `in` that were copied, replaced or left out */
    char *out;   /* NULL = nothing to change so far */
    size_t size;
    size_t capacity;
    int failed; /* no memory */
    char scratch[JSON_SCRATCH];
} rewriter;

static void rewrite_free(const rewriter *r) {
    if (r->out && r->out != r->scratch) {
        cJSON_free(r->out);
    }
}

/* Make room in the scratch copy for `more` bytes; 0 when there is no memory.  It grows with what is kept of the text, for
 * the rest may be a payload of many megabytes. */
static int rewrite_room(rewriter *r, size_t more) {
    if (!r->out) {
        r->out = r->scratch;
        r->capacity = JSON_SCRATCH;
    }
    if (r->failed || more <= r->capacity - r->size) {
        return !r->failed;
    }
    const int fits = more <= SIZE_MAX / 4 && r->size <= SIZE_MAX / 4;
    const size_t capacity = (r->size + more) * 2;
    char *const out = fits ? (char *)cJSON_malloc(capacity) : NULL;
    if (!out) {
        r->failed = 1;
        return 0;
    }
    memory_copy(out, r->out, r->size);
    rewrite_free(r);
    r->out = out;
    r->capacity = capacity;
    return 1;
}

/* Put `with` in place of in[from, to), and all before it as it is. */
static void rewrite_replace(rewriter *r, size_t from, size_t to, const char *with, size_t with_size) {
    const size_t before = from - r->done;
    if (!rewrite_room(r, before + with_size)) {
        return;
    }
    memory_copy(r->out + r->size, r->in.at + r->done, before);
    memory_copy(r->out + r->size + before, with, with_size);
    r->size += before + with_size;
    r->done = to;
}

/* The string at `at`; gives its end. */
static size_t rewrite_string(rewriter *r, size_t at) {
    const char *const text = r->in.at;
    for (at++; text[at] != '"';) {
        uint32_t code;
        if (text[at] != '\\') {
            at++;
            continue;
        }
        const size_t size = utf8_escape(text + at, text + r->in.size, &code);
        if (code == 0 || utf8_is_surrogate(code)) {
            rewrite_replace(r, at, at + size, "\\uFFFD", 6);
        }
        at += size;
    }
    return at + 1;
}

/* A number taken apart: digits times ten to the power of exponent. */
typedef struct decimal {
    char digits[JSON_DIGITS_MAX + 1];
    size_t count; /* 0 = zero */
    int64_t exponent;
} decimal;

/* Value of the digits in [p, end), with a sign; no more than 2^62, which outweighs any count of digits. */
static int64_t decimal_exponent(const char *p, const char *end) {
    const int64_t most = INT64_MAX / 2;
    int64_t value = 0;
    const int negative = p < end && *p == '-';
    for (p += p < end && (*p == '-' || *p == '+'); p < end; p++) {
        value = value > most / 10 - 1 ? most : value * 10 + (*p - '0');
    }
    return negative ? -value : value;
}

/* Take apart the number in [p, end), without its sign.  More digits than fit leave a 1 behind the last if any of them is
 * not 0, so that the value still lies on the right side of everything shorter. */
static void decimal_read(decimal *d, const char *p, const char *end) {
    int fraction = 0;
    int rest = 0;
    d->count = 0;
    d->exponent = 0;
    for (; p < end && *p != 'e' && *p != 'E'; p++) {
        if (*p == '.') {
            fraction = 1;
            continue;
        }
        d->exponent -= fraction;
        if (d->count == JSON_DIGITS_MAX) {
            rest |= *p != '0';
            d->exponent++;
        } else if (d->count > 0 || *p != '0') {
            d->digits[d->count++] = *p;
        }
    }
    if (rest) {
        d->digits[d->count++] = '1';
        d->exponent--;
    }
    if (p < end) {
        d->exponent += decimal_exponent(p + 1, end);
    }
    if (d->exponent > JSON_EXPONENT_MAX) {
        d->exponent = JSON_EXPONENT_MAX;
    } else if (d->exponent < -JSON_EXPONENT_MAX) {
        d->exponent = -JSON_EXPONENT_MAX;
    }
}

/* Write it in a form without point, in at most JSON_NUMBER_MAX characters; gives their number. */
static size_t decimal_write(const decimal *d, int negative, char *out) {
    char reversed[8];
    size_t count = 0;
    size_t size = 0;
    uint32_t magnitude = (uint32_t)(d->exponent < 0 ? -d->exponent : d->exponent);
    if (negative) {
        out[size++] = '-';
    }
    if (d->count == 0) {
        out[size++] = '0';
        return size;
    }
    memory_copy(out + size, d->digits, d->count);
    size += d->count;
    if (magnitude == 0) {
        return size;
    }
    out[size++] = 'e';
    if (d->exponent < 0) {
        out[size++] = '-';
    }
    for (; magnitude > 0; magnitude /= 10) {
        reversed[count++] = (char)('0' + magnitude % 10);
    }
    while (count > 0) {
        out[size++] = reversed[--count];
    }
    return size;
}

static inline int is_digit(char c) {
    return c >= '0' && c <= '9';
}

static inline int is_letter(char c) {
    return c >= 'a' && c <= 'z';
}

static inline int number_character(char c) {
    return is_digit(c) || c == '.' || c == 'e' || c == 'E' || c == '+' || c == '-';
}

/* The number at `at`; gives its end. */
static size_t rewrite_number(rewriter *r, size_t at) {
    const char *const text = r->in.at;
    const size_t end = r->in.size;
    const size_t start = at;
    int point = 0;
    for (at++; at < end && is_digit(text[at]); at++) {
    }
    for (; at < end && number_character(text[at]); at++) {
        point |= text[at] == '.';
    }
    if (point || at - start > JSON_NUMBER_MAX) {
        char number[JSON_NUMBER_MAX];
        decimal d;
        const int negative = text[start] == '-';
        decimal_read(&d, text + start + negative, text + at);
        rewrite_replace(r, start, at, number, decimal_write(&d, negative, number));
    }
    return at;
}

/* The value at `at`; gives its end. */
static size_t rewrite_value(rewriter *r, size_t at) {
    const char *const text = r->in.at;
    size_t depth = 0;
    do {
        const char c = text[at];
        if (c == '"') {
            at = rewrite_string(r, at);
        } else if (is_digit(c) || c == '-') {
            at = rewrite_number(r, at);
        } else if (is_letter(c)) { /* true, false, null */
            for (at++; at < r->in.size && is_letter(text[at]); at++) {
            }
        } else {
            depth += c == '{' || c == '[';
            depth -= c == '}' || c == ']';
            at++;
        }
    } while (depth > 0);
    return at;
}

/* ---- Trees ---- */

static const cJSON *node(const gltf_i_json *value) {
    return (const cJSON *)(const void *)value;
}

static const gltf_i_json *value_of(const cJSON *item) {
    return (const gltf_i_json *)(const void *)item;
}

/* Without initialising the scratch bytes. */
static void rewrite_begin(rewriter *r, gltf_i_text text) {
    r->in = text;
    r->done = 0;
    r->out = NULL;
    r->size = 0;
    r->capacity = 0;
    r->failed = 0;
}

gltf_status gltf_i_json_parse(gltf_i_text value, gltf_i_json **out) {
    rewriter r;
    cJSON *root = NULL;
    rewrite_begin(&r, value);
    rewrite_value(&r, 0);
    if (r.out) {
        rewrite_replace(&r, value.size, value.size, "", 0);
    }
    if (!r.failed) {
        root = r.out ? cJSON_ParseWithLength(r.out, r.size) : cJSON_ParseWithLength(value.at, value.size);
    }
    rewrite_free(&r);
    *out = (gltf_i_json *)(void *)root;
    return root ? GLTF_OK : GLTF_ERR_MEMORY; /* the text was checked: nothing else can fail */
}

void gltf_i_json_free(gltf_i_json *root) {
    cJSON_Delete((cJSON *)(void *)root);
}

int gltf_i_json_kind(const gltf_i_json *value) {
    switch (value ? node(value)->type & 0xFF : cJSON_Invalid) {
    case cJSON_NULL:
        return GLTF_I_JSON_NULL;
    case cJSON_False:
    case cJSON_True:
        return GLTF_I_JSON_BOOLEAN;
    case cJSON_Number:
        return GLTF_I_JSON_NUMBER;
    case cJSON_String:
        return GLTF_I_JSON_STRING;
    case cJSON_Array:
        return GLTF_I_JSON_ARRAY;
    case cJSON_Object:
        return GLTF_I_JSON_OBJECT;
    default:
        return 0;
    }
}

const gltf_i_json *gltf_i_json_first(const gltf_i_json *container) {
    return container ? value_of(node(container)->child) : NULL;
}

const gltf_i_json *gltf_i_json_next(const gltf_i_json *child) {
    return child ? value_of(node(child)->next) : NULL;
}

const char *gltf_i_json_key(const gltf_i_json *member) {
    return member ? node(member)->string : NULL;
}

const char *gltf_i_json_string(const gltf_i_json *value) {
    return gltf_i_json_kind(value) == GLTF_I_JSON_STRING ? node(value)->valuestring : NULL;
}

int gltf_i_json_true(const gltf_i_json *value) {
    return value && (node(value)->type & 0xFF) == cJSON_True;
}

const gltf_i_json *gltf_i_json_member(const gltf_i_json *object, const char *key) {
    const gltf_i_json *found = NULL;
    if (gltf_i_json_kind(object) != GLTF_I_JSON_OBJECT) {
        return NULL;
    }
    for (const cJSON *member = node(object)->child; member; member = member->next) {
        if (member->string[0] == *key && memory_same_text(member->string, key)) {
            found = value_of(member);
        }
    }
    return found;
}

int gltf_i_json_number(const gltf_i_json *value, double *out) {
    if (gltf_i_json_kind(value) != GLTF_I_JSON_NUMBER) {
        return 0;
    }
    const double number = node(value)->valuedouble;
    if (!(number >= -DBL_MAX && number <= DBL_MAX)) {
        return 0;
    }
    *out = number;
    return 1;
}

int gltf_i_json_integer(const gltf_i_json *value, uint64_t *out) {
    double number;
    if (!gltf_i_json_number(value, &number) || !(number >= 0 && number < 9007199254740992.0)) {
        return 0;
    }
    const uint64_t integer = (uint64_t)number;
    if ((double)integer != number) {
        return 0;
    }
    *out = integer;
    return 1;
}
