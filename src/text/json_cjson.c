/* text/json_cjson.c - floor 1: small JSON values as trees, built by cJSON, or of its nodes.  The only file that knows it. */
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

/* Place of a key in the list, or of the NULL at its end. */
static inline size_t place_in(const char *const *list, gltf_i_text key) {
    size_t i = 0;
    while (list[i] && !((key.at[1] == list[i][0] || key.at[1] == '\\') && gltf_i_scan_same(key, list[i]))) {
        i++;
    }
    return i;
}

/* What is left out of an object, see json.h. */
typedef struct parting {
    const char *const *leave_out; /* NULL = nothing */
    const gltf_i_text *known;
    gltf_i_text *left_out;
} parting;

/* Step over the value at *at, which belongs to the name at this place of the list. */
static void part_from(const parting *parts, size_t place, gltf_i_text in, size_t *at) {
    gltf_i_text value;
    const gltf_i_text *known = parts->known;
    while (known && known->at && known->at != in.at + *at) {
        known++;
    }
    if (known && known->at) {
        value = *known;
        *at += known->size;
    } else {
        gltf_i_scan_next_value(in, at, &value);
    }
    if (parts->left_out) {
        parts->left_out[place] = value;
    }
}

/* An object without the members to be left out: each goes with the comma before it, the leading ones with the one after. */
static void rewrite_object(rewriter *r, const parting *parts) {
    gltf_i_text key;
    size_t cursor = 0;
    size_t kept_end = 1; /* end of the last kept member, or of the bracket */
    int any_kept = 0;
    int any_left = 0; /* after kept_end */
    while (gltf_i_scan_next_key(r->in, &cursor, &key)) {
        const size_t start = (size_t)(key.at - r->in.at);
        const size_t place = place_in(parts->leave_out, key);
        if (parts->leave_out[place]) {
            part_from(parts, place, r->in, &cursor);
            any_left = 1;
            continue;
        }
        if (any_left) {
            rewrite_replace(r, kept_end, start, ",", any_kept ? 1 : 0);
        }
        rewrite_string(r, start);
        kept_end = rewrite_value(r, cursor);
        cursor = kept_end;
        any_kept = 1;
        any_left = 0;
    }
    if (any_left) {
        rewrite_replace(r, kept_end, r->in.size - 1, "", 0);
    }
}

/* ---- Small plain values ----
 * Most objects of a file have some integers and short strings without escapes.  Their nodes are put into one block here, for
 * cJSON asks for memory three times per member.  Whatever is larger or of another kind is left to it. */

enum {
    PLAIN_NODES = 32,
    PLAIN_BYTES = 512,
    PLAIN_DEPTH = 8,
    PLAIN_DIGITS = 15,   /* exact as doubles */
    PLAIN_TREE = 1 << 16 /* in the type of a root: free the block */
};

typedef struct plain_tree {
    cJSON nodes[PLAIN_NODES]; /* the root first */
    char bytes[PLAIN_BYTES];  /* keys and strings */
} plain_tree;

typedef struct planter {
    gltf_i_text in;
    size_t at;
    plain_tree *tree;
    size_t nodes;
    size_t bytes;
    cJSON *parents[PLAIN_DEPTH]; /* the open containers */
    cJSON *last[PLAIN_DEPTH];    /* the last child of each, or NULL */
    size_t depth;
} planter;

/* Copy the string at p->at; NULL if it has escapes or is too long. */
static char *plant_string(planter *p) {
    char *const copy = p->tree->bytes + p->bytes;
    size_t at = p->at + 1;
    while (p->bytes + 8 < PLAIN_BYTES && p->in.size - at >= 8) {
        char *const out = p->tree->bytes + p->bytes;
        const uint64_t word = bytes_load_u64((const uint8_t *)p->in.at + at);
        const uint64_t ends = (scan_equals(word, '"') | scan_equals(word, '\\')) & SCAN_HIGHS;
        memory_copy(out, p->in.at + at, 8);
        if (ends) {
            const size_t more = scan_first(ends);
            out[more] = '\0';
            p->bytes += more + 1;
            p->at = at + more + 1;
            return p->in.at[at + more] == '"' ? copy : NULL;
        }
        p->bytes += 8;
        at += 8;
    }
    for (; p->bytes + 1 < PLAIN_BYTES && p->in.at[at] != '\\'; at++) {
        if (p->in.at[at] == '"') {
            p->tree->bytes[p->bytes++] = '\0';
            p->at = at + 1;
            return copy;
        }
        p->tree->bytes[p->bytes++] = p->in.at[at];
    }
    return NULL;
}

/* Read the integer at p->at; 0 if it is another number, or too long. */
static int plant_integer(planter *p, cJSON *number) {
    const char *const text = p->in.at;
    const size_t start = p->at;
    uint64_t value = 0;
    for (; p->at < p->in.size && is_digit(text[p->at]); p->at++) {
        value = value * 10 + (uint64_t)(text[p->at] - '0');
        if (p->at - start == PLAIN_DIGITS) {
            return 0;
        }
    }
    number->type = cJSON_Number;
    number->valuedouble = (double)value;
    return p->at > start && (p->at == p->in.size || !number_character(text[p->at]));
}

/* Put one more node behind the last child of the innermost container. */
static cJSON *plant_node(planter *p) {
    if (p->nodes == PLAIN_NODES) {
        return NULL;
    }
    cJSON *const fresh = &p->tree->nodes[p->nodes++];
    memory_zero(fresh, sizeof *fresh);
    if (p->depth > 0) {
        cJSON **const last = &p->last[p->depth - 1];
        *(*last ? &(*last)->next : &p->parents[p->depth - 1]->child) = fresh;
        *last = fresh;
    }
    return fresh;
}

/* The value at p->at, or the opening of one; 0 = it is not small and plain. */
static int plant_value(planter *p, cJSON *into) {
    const char c = p->in.at[p->at];
    switch (c) {
    case '"':
        into->type = cJSON_String;
        into->valuestring = plant_string(p);
        return into->valuestring != NULL;
    case '{':
    case '[':
        if (p->depth == PLAIN_DEPTH) {
            return 0;
        }
        into->type = c == '{' ? cJSON_Object : cJSON_Array;
        p->parents[p->depth] = into;
        p->last[p->depth++] = NULL;
        p->at++;
        return 1;
    case 't':
    case 'n':
        into->type = c == 't' ? cJSON_True : cJSON_NULL;
        p->at += 4;
        return 1;
    case 'f':
        into->type = cJSON_False;
        p->at += 5;
        return 1;
    default:
        return plant_integer(p, into);
    }
}

static void plant_skip_space(planter *p) {
    const char *const text = p->in.at;
    while (text[p->at] == ' ' || text[p->at] == '\n' || text[p->at] == '\r' || text[p->at] == '\t') {
        p->at++;
    }
}

/* The key at p->at and the way to its value; NULL as above. */
static char *plant_key(planter *p) {
    char *const key = plant_string(p);
    if (key) {
        plant_skip_space(p);
        p->at++; /* the colon */
        plant_skip_space(p);
    }
    return key;
}

/* Place of a name in the list, or of the NULL at its end. */
static inline size_t place_of_name(const char *const *list, const char *name) {
    size_t i = 0;
    while (list[i] && !(list[i][0] == name[0] && memory_same_text(list[i], name))) {
        i++;
    }
    return i;
}

/* One child of the innermost container, without what stands in it; 0 = not small and plain. */
static int plant_child(planter *p, const parting *parts) {
    char *key = NULL;
    if (p->parents[p->depth - 1]->type == cJSON_Object) {
        const size_t bytes = p->bytes;
        key = plant_key(p);
        if (!key) {
            return 0;
        }
        if (p->depth == 1 && parts->leave_out) {
            const size_t place = place_of_name(parts->leave_out, key);
            if (parts->leave_out[place]) {
                part_from(parts, place, p->in, &p->at);
                p->bytes = bytes;
                return 1;
            }
        }
    }
    cJSON *const child = plant_node(p);
    if (!child) {
        return 0;
    }
    child->string = key;
    return plant_value(p, child);
}

/* All that follows the opening of the root; 0 = not small and plain. */
static int plant_rest(planter *p, const parting *parts) {
    while (p->depth > 0) {
        plant_skip_space(p);
        const char c = p->in.at[p->at];
        if (c == '}' || c == ']') {
            p->depth--;
            p->at++;
            continue;
        }
        if (c == ',') {
            p->at++;
            plant_skip_space(p);
        }
        if (!plant_child(p, parts)) {
            return 0;
        }
    }
    return 1;
}

/* NULL = not small and plain, or no memory, which is told in *failed. */
static cJSON *plant(gltf_i_text value, const parting *parts, int *failed) {
    planter p;
    p.in = value;
    p.at = 0;
    p.tree = (plain_tree *)cJSON_malloc(sizeof *p.tree);
    p.nodes = 0;
    p.bytes = 0;
    p.depth = 0;
    *failed = !p.tree;
    if (!p.tree) {
        return NULL;
    }
    cJSON *const root = plant_node(&p);
    if (!plant_value(&p, root) || !plant_rest(&p, parts)) {
        cJSON_free(p.tree);
        return NULL;
    }
    root->type |= PLAIN_TREE;
    return root;
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

gltf_status gltf_i_json_split(gltf_i_text value, const char *const *leave_out, const gltf_i_text *known,
                              gltf_i_text *left_out, gltf_i_json **out) {
    const parting parts = {leave_out, known, left_out};
    rewriter r;
    int failed;
    *out = NULL;
    for (size_t i = 0; left_out && leave_out[i]; i++) {
        left_out[i].at = NULL;
        left_out[i].size = 0;
    }
    cJSON *root = plant(value, &parts, &failed);
    if (root || failed) {
        *out = (gltf_i_json *)(void *)root;
        return root ? GLTF_OK : GLTF_ERR_MEMORY;
    }
    rewrite_begin(&r, value);
    if (leave_out && *value.at == '{') {
        rewrite_object(&r, &parts);
    } else {
        size_t start = 0;
        while (value.at[start] <= ' ') { /* white space; a value follows */
            start++;
        }
        rewrite_value(&r, start);
    }
    if (r.out) {
        rewrite_replace(&r, value.size, value.size, "", 0);
    }
    if (!r.failed) {
        root = r.out ? cJSON_ParseWithLength(r.out, r.size) : cJSON_ParseWithLength(value.at, value.size);
    }
    rewrite_free(&r);
    if (!root) {
        return GLTF_ERR_MEMORY; /* the text was checked: nothing else can fail */
    }
    *out = (gltf_i_json *)(void *)root;
    return GLTF_OK;
}

gltf_status gltf_i_json_parse(gltf_i_text value, const char *const *leave_out, gltf_i_json **out) {
    return gltf_i_json_split(value, leave_out, NULL, NULL, out);
}

void gltf_i_json_free(gltf_i_json *root) {
    cJSON *const tree = (cJSON *)(void *)root;
    if (tree && tree->type & PLAIN_TREE) {
        cJSON_free(tree); /* the first node begins its block */
    } else {
        cJSON_Delete(tree);
    }
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
