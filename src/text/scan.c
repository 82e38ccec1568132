/* text/scan.c - layer 1: one strict pass over JSON text, and steps over text that passed it. */
#include "scan.h"

#include "scan_wide.h"
#include "utf8.h"

/* What a step of the scan left behind: a whole value, the start of the next one, or a failure at `at`. */
enum { SCAN_FAILED = 0, SCAN_WHOLE = 1, SCAN_NEXT = 2 };

typedef struct scanner {
    const uint8_t *at; /* after a failure: the first wrong byte */
    const uint8_t *end;
    const gltf_i_scan_events *events;
    gltf_status status;
    gltf_i_text key;              /* of the open member of the root */
    const uint8_t *member_value;  /* where it starts */
    const uint8_t *element_value; /* the open element of the array that is its value */
    size_t element_index;
    size_t depth;
    uint8_t closers[GLTF_I_SCAN_MAX_DEPTH]; /* the bracket that ends each open container */
} scanner;

/* ---- Bytes ---- */

/* First byte at or after p that is not plain.  Blocks are tried only behind as much plain text as one of them has, so that
 * a block looked at in vain at most doubles the work. */
static inline const uint8_t *scan_plain(const uint8_t *p, const uint8_t *end) {
    for (;;) {
        const uint8_t *const stop = end - p > SCAN_BLOCK ? p + SCAN_BLOCK : end;
        for (; stop - p >= 8; p += 8) {
            const uint64_t flags = scan_special(p);
            if (flags) {
                return p + scan_first(flags);
            }
        }
        if (stop == end) {
            break;
        }
        p = gltf_i_scan_wide(p, end);
    }
    while (p < end && *p >= 0x20 && *p < 0x80 && *p != '"' && *p != '\\') {
        p++;
    }
    return p;
}

static inline int scan_is_space(uint8_t c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/* Past white space; indented text has long runs of spaces. */
static inline const uint8_t *scan_space(const uint8_t *p, const uint8_t *end) {
    while (p < end && scan_is_space(*p)) {
        p++;
        while (end - p >= 8) {
            const uint64_t others = scan_not_spaces(p);
            if (others) {
                p += scan_first(others);
                break;
            }
            p += 8;
        }
    }
    return p;
}

static inline const uint8_t *scan_digits(const uint8_t *p, const uint8_t *end) {
    const uint8_t *const few = end - p > 8 ? p + 8 : end;
    while (p < few && (uint8_t)(*p - '0') <= 9) {
        p++;
    }
    if (p == few) {
        while (end - p >= 8 && scan_all_digits(p)) {
            p += 8;
        }
        while (p < end && (uint8_t)(*p - '0') <= 9) {
            p++;
        }
    }
    return p;
}

/* ---- Values without others inside: each starts at s->at and leaves it behind its end ---- */

static int scan_fail(scanner *s, const uint8_t *at) {
    s->at = at;
    return SCAN_FAILED;
}

static int scan_escape(scanner *s, const uint8_t *p) {
    const uint8_t *const start = p++;
    size_t digits = 0;
    if (p == s->end) {
        return scan_fail(s, p);
    }
    switch (*p) {
    case '"':
    case '\\':
    case '/':
    case 'b':
    case 'f':
    case 'n':
    case 'r':
    case 't':
        break;
    case 'u':
        digits = 4;
        break;
    default:
        return scan_fail(s, p);
    }
    for (p++; p < start + 2 + digits; p++) {
        if (p == s->end || utf8_hex((char)*p) > 15) {
            return scan_fail(s, p);
        }
    }
    s->at = p;
    return SCAN_WHOLE;
}

/* A run of characters past U+007F. */
static int scan_wide(scanner *s, const uint8_t *p) {
    do {
        const uint8_t *bad;
        p = utf8_step(p, s->end, &bad);
        if (!p) {
            return scan_fail(s, bad);
        }
    } while (p < s->end && *p >= 0x80);
    s->at = p;
    return SCAN_WHOLE;
}

static int scan_string(scanner *s) {
    const uint8_t *const start = s->at;
    const uint8_t *p = start + 1;
    if (s->end - p >= 8) { /* most strings are short */
        const uint64_t flags = scan_special(p);
        p += flags ? scan_first(flags) : 8;
        if (flags && *p == '"') {
            s->at = p + 1;
            return SCAN_WHOLE;
        }
    }
    for (;;) {
        p = scan_plain(p, s->end);
        if (p == s->end || *p < 0x20) {
            return scan_fail(s, p);
        }
        if (*p == '"') {
            const gltf_i_text string = {(const char *)start, (size_t)(p + 1 - start)};
            if (string.size >= GLTF_I_SCAN_LONG && s->events && s->events->long_string) {
                s->events->long_string(s->events->user, string);
            }
            s->at = p + 1;
            return SCAN_WHOLE;
        }
        if (!(*p == '\\' ? scan_escape(s, p) : scan_wide(s, p))) {
            return SCAN_FAILED;
        }
        p = s->at;
    }
}

static int scan_number(scanner *s) {
    const uint8_t *const end = s->end;
    const uint8_t *p = s->at + (*s->at == '-');
    const uint8_t *digits = p;
    p = p < end && *p == '0' ? p + 1 : scan_digits(p, end);
    if (p == digits) {
        return scan_fail(s, p);
    }
    if (p < end && *p == '.') {
        digits = p + 1;
        p = scan_digits(digits, end);
        if (p == digits) {
            return scan_fail(s, p);
        }
    }
    if (p < end && (*p == 'e' || *p == 'E')) {
        digits = p + 1;
        digits += digits < end && (*digits == '+' || *digits == '-');
        p = scan_digits(digits, end);
        if (p == digits) {
            return scan_fail(s, p);
        }
    }
    s->at = p;
    return SCAN_WHOLE;
}

static int scan_word(scanner *s, const char *word) {
    const uint8_t *p = s->at;
    for (; *word; word++, p++) {
        if (p == s->end || *p != (uint8_t)*word) {
            return scan_fail(s, p);
        }
    }
    s->at = p;
    return SCAN_WHOLE;
}

/* ---- Containers ---- */

/* A key and its colon; s->at is where the key must start. */
static int scan_key(scanner *s) {
    const uint8_t *const start = s->at;
    if (start == s->end || *start != '"') {
        return scan_fail(s, start);
    }
    if (!scan_string(s)) {
        return SCAN_FAILED;
    }
    if (s->depth == 1) {
        s->key.at = (const char *)start;
        s->key.size = (size_t)(s->at - start);
    }
    s->at = scan_space(s->at, s->end);
    if (s->at == s->end || *s->at != ':') {
        return SCAN_FAILED;
    }
    s->at = scan_space(s->at + 1, s->end);
    return SCAN_NEXT;
}

static int scan_open(scanner *s, uint8_t closer) {
    if (s->depth == GLTF_I_SCAN_MAX_DEPTH) {
        s->status = GLTF_ERR_LIMIT;
        return SCAN_FAILED;
    }
    s->at = scan_space(s->at + 1, s->end);
    if (s->at < s->end && *s->at == closer) {
        s->at++;
        return SCAN_WHOLE;
    }
    s->closers[s->depth++] = closer;
    s->element_index = s->depth == 2 ? 0 : s->element_index;
    return closer == '}' ? scan_key(s) : SCAN_NEXT;
}

/* One value, or the opening of one and all that comes before the first value in it. */
static int scan_value(scanner *s) {
    if (s->at == s->end) {
        return SCAN_FAILED;
    }
    if (s->depth == 1) {
        s->member_value = s->at;
    } else if (s->depth == 2) {
        s->element_value = s->at;
    }
    switch (*s->at) {
    case '"':
        return scan_string(s);
    case '{':
        return scan_open(s, '}');
    case '[':
        return scan_open(s, ']');
    case 't':
        return scan_word(s, "true");
    case 'f':
        return scan_word(s, "false");
    case 'n':
        return scan_word(s, "null");
    default:
        return scan_number(s); /* also refuses what cannot start a value */
    }
}

/* Tell of a whole value that ends at s->at inside the root or inside one of its arrays. */
static int scan_tell(scanner *s) {
    const gltf_i_scan_events *const events = s->events;
    const uint8_t *const start = s->depth == 1 ? s->member_value : s->element_value;
    const gltf_i_text value = {(const char *)start, (size_t)(s->at - start)};
    if (!events || s->closers[0] != '}') {
        return SCAN_WHOLE;
    }
    if (s->depth == 1 && events->member) {
        s->status = events->member(events->user, s->key, value);
    } else if (s->depth == 2 && s->closers[1] == ']' && events->element) {
        s->status = events->element(events->user, s->element_index++, value);
    }
    if (s->status != GLTF_OK) {
        return scan_fail(s, start);
    }
    return SCAN_WHOLE;
}

/* What follows a whole value in a container: a comma and the way to the next value, or the end of the container. */
static int scan_after(scanner *s) {
    if (s->depth <= 2 && !scan_tell(s)) {
        return SCAN_FAILED;
    }
    s->at = scan_space(s->at, s->end);
    if (s->at == s->end) {
        return SCAN_FAILED;
    }
    if (*s->at == s->closers[s->depth - 1]) {
        s->at++;
        s->depth--;
        return SCAN_WHOLE;
    }
    if (*s->at != ',') {
        return SCAN_FAILED;
    }
    s->at = scan_space(s->at + 1, s->end);
    return s->closers[s->depth - 1] == '}' ? scan_key(s) : SCAN_NEXT;
}

/* One value and all that it holds. */
static int scan_whole(scanner *s) {
    int step = SCAN_NEXT;
    s->at = scan_space(s->at, s->end);
    while (step == SCAN_NEXT) {
        step = scan_value(s);
        while (step == SCAN_WHOLE && s->depth > 0) {
            step = scan_after(s);
        }
    }
    return step;
}

/* What scan_whole needs to begin. */
static void scan_begin(scanner *s, const char *text, size_t size, const gltf_i_scan_events *events) {
    s->at = (const uint8_t *)text;
    s->end = s->at + size;
    s->events = events;
    s->status = GLTF_OK;
    s->depth = 0;
    s->element_index = 0;
}

gltf_status gltf_i_scan_document(const char *text, size_t size, const gltf_i_scan_events *events, size_t *position) {
    scanner s;
    *position = 0;
    if (size == 0) {
        return GLTF_ERR_JSON;
    }
    scan_begin(&s, text, size, events);
    if (scan_whole(&s)) {
        s.at = scan_space(s.at, s.end);
        if (s.at == s.end) {
            return GLTF_OK;
        }
    }
    *position = (size_t)(s.at - (const uint8_t *)text);
    return s.status != GLTF_OK ? s.status : GLTF_ERR_JSON;
}

gltf_status gltf_i_scan_value(gltf_i_text text, size_t *end) {
    scanner s;
    scan_begin(&s, text.at, text.size, NULL);
    const int step = scan_whole(&s);
    *end = (size_t)(s.at - (const uint8_t *)text.at);
    return step ? GLTF_OK : s.status != GLTF_OK ? s.status : GLTF_ERR_JSON;
}

/* ---- Steps over checked text: every string closes, every bracket has its partner ---- */

/* End of the string that starts at p. */
static const char *step_string(const char *text, const char *text_end) {
    const uint8_t *p = (const uint8_t *)text + 1;
    const uint8_t *const end = (const uint8_t *)text_end;
    if (end - p >= 8) { /* most strings are short */
        const uint64_t flags = scan_special(p);
        p += flags ? scan_first(flags) : 8;
        if (flags && *p == '"') {
            return (const char *)p + 1;
        }
    }
    for (;;) {
        p = scan_plain(p, end);
        if (*p == '"') {
            return (const char *)p + 1;
        }
        if (*p == '\\') {
            p += 2;
        }
        while (*p >= 0x80) {
            p++;
        }
    }
}

/* From p to a quote or a bracket, or nearer to one. */
static inline const char *step_towards(const char *p, const char *end) {
    for (; end - p >= 8; p += 8) {
        const uint64_t flags = scan_structural((const uint8_t *)p);
        if (flags) {
            return p + scan_first(flags);
        }
    }
    return p;
}

/* End of the array or object that starts at p. */
static const char *step_container(const char *p, const char *end) {
    size_t depth = 0;
    do {
        p = step_towards(p, end);
        if (*p == '"') {
            p = step_string(p, end);
            continue;
        }
        if (*p == '{' || *p == '[') {
            depth++;
        } else if (*p == '}' || *p == ']') {
            depth--;
        }
        p++;
    } while (depth > 0);
    return p;
}

static const char *step_value(const char *p, const char *end) {
    if (*p == '"') {
        return step_string(p, end);
    }
    if (*p == '{' || *p == '[') {
        return step_container(p, end);
    }
    while (p < end && (uint8_t)*p > ' ' && *p != ',' && (*p | 0x20) != '}') { /* ']' is '}' but for that bit */
        p++;
    }
    return p;
}

static const char *step_space(const char *p, const char *end) {
    return (const char *)scan_space((const uint8_t *)p, (const uint8_t *)end);
}

int gltf_i_scan_next_key(gltf_i_text container, size_t *cursor, gltf_i_text *key) {
    const char *const end = container.at + container.size;
    const char *p = step_space(container.at + *cursor, end);
    if (*cursor == 0 || *p == ',') {
        p = step_space(p + 1, end);
    }
    if (*p == ']' || *p == '}') {
        return 0;
    }
    key->at = NULL;
    key->size = 0;
    if (*container.at == '{') {
        key->at = p;
        p = step_string(p, end);
        key->size = (size_t)(p - key->at);
        p = step_space(p, end);
        p = step_space(p + 1, end); /* the colon */
    }
    *cursor = (size_t)(p - container.at);
    return 1;
}

void gltf_i_scan_next_value(gltf_i_text container, size_t *cursor, gltf_i_text *value) {
    value->at = container.at + *cursor;
    value->size = (size_t)(step_value(value->at, container.at + container.size) - value->at);
    *cursor += value->size;
}

int gltf_i_scan_next(gltf_i_text container, size_t *cursor, gltf_i_text *key, gltf_i_text *value) {
    if (!gltf_i_scan_next_key(container, cursor, key)) {
        return 0;
    }
    gltf_i_scan_next_value(container, cursor, value);
    return 1;
}

/* End of the key that starts at p if it is written as `name`, else NULL. */
static inline const char *match_key(const char *p, const char *end, const char *name) {
    for (p++; p < end && *name && *p == *name; p++) {
        name++;
    }
    return *name == '\0' && p < end && *p == '"' ? p + 1 : NULL;
}

static inline int has_escape(gltf_i_text string) {
    size_t i = 0;
    while (i < string.size && string.at[i] != '\\') {
        i++;
    }
    return i < string.size;
}

/* Index of the name that the key at *at says, or of the NULL at the end of the list; *at becomes the key's end.  Objects of
 * one kind mostly have their keys in one order, so the search begins at `guess`. */
static inline size_t find_name(const char *const *names, size_t guess, const char **at, const char *end) {
    const char *after = match_key(*at, end, names[guess]);
    size_t i = guess;
    if (!after) {
        for (i = 0; names[i] && !after; i += !after) {
            after = match_key(*at, end, names[i]);
        }
    }
    if (!after) {
        const gltf_i_text key = {*at, (size_t)(step_string(*at, end) - *at)};
        after = key.at + key.size;
        const int escaped = has_escape(key);
        for (i = escaped ? 0 : i; names[i] && !gltf_i_scan_same(key, names[i]); i++) {
        }
    }
    *at = after;
    return i;
}

/* The value at p; `known` as for gltf_i_scan_members. */
static inline gltf_i_text value_at(const char *p, const char *end, const gltf_i_text *known) {
    for (; known && known->at; known++) {
        if (known->at == p) {
            return *known;
        }
    }
    const gltf_i_text value = {p, (size_t)(step_value(p, end) - p)};
    return value;
}

size_t gltf_i_scan_members(gltf_i_text object, const char *const *names, const gltf_i_text *known,
                           gltf_i_text *values) {
    const char *p = object.at;
    size_t guess = 0;
    for (size_t i = 0; names[i]; i++) {
        values[i].at = NULL;
        values[i].size = 0;
    }
    if (!p) {
        return 0;
    }
    const char *const end = p + object.size;
    if (*p != '{') {
        return (size_t)(step_value(p, end) - p);
    }
    do {
        p = step_space(p + 1, end); /* after the bracket, or a comma */
        if (p == end || *p != '"') {
            break;
        }
        const size_t i = find_name(names, guess, &p, end);
        p = step_space(step_space(p, end) + 1, end); /* the colon */
        const gltf_i_text value = value_at(p, end, known);
        if (names[i]) {
            values[i] = value;
            guess = names[i + 1] ? i + 1 : 0;
        }
        p = step_space(p + value.size, end);
    } while (p < end && *p == ',');
    return (size_t)(p - object.at) + (p < end); /* the closing bracket */
}

gltf_i_text gltf_i_scan_member(gltf_i_text object, const char *name) {
    const char *const names[] = {name, NULL};
    gltf_i_text value;
    gltf_i_scan_members(object, names, NULL, &value);
    return value;
}

int gltf_i_scan_order(gltf_i_text string, const char *plain) {
    const char *const end = string.at + string.size - 1;
    const char *p = string.at + 1;
    while (p < end) {
        char bytes[4];
        size_t size = 1;
        bytes[0] = *p;
        if (*p == '\\') {
            uint32_t code;
            p += utf8_escape(p, end, &code);
            size = utf8_put(utf8_is_surrogate(code) ? UTF8_REPLACEMENT : code, bytes);
        } else {
            p++;
        }
        for (size_t i = 0; i < size; i++, plain++) {
            if (*plain != bytes[i]) {
                return (int)(uint8_t)bytes[i] - (int)(uint8_t)*plain;
            }
            if (!bytes[i]) {
                return 1;
            }
        }
    }
    return *plain ? -1 : 0;
}

int gltf_i_scan_same(gltf_i_text string, const char *plain) {
    const char *const end = string.at + string.size - 1;
    const char *p = string.at + 1;
    const char *q = plain;
    while (p < end && *q && *p == *q) {
        p++;
        q++;
    }
    return p < end && *p == '\\' ? gltf_i_scan_order(string, plain) == 0 : p == end && *q == '\0';
}

size_t gltf_i_scan_decode(gltf_i_text string, char *out, int *has_zero) {
    const char *const end = string.at + string.size - 1;
    const char *p = string.at + 1;
    size_t length = 0;
    if (has_zero) {
        *has_zero = 0;
    }
    while (p < end) {
        uint32_t code;
        if (*p != '\\') {
            out[length++] = *p++;
            continue;
        }
        p += utf8_escape(p, end, &code);
        if (code == 0 && has_zero) {
            *has_zero = 1;
        }
        length += utf8_put(code == 0 || utf8_is_surrogate(code) ? UTF8_REPLACEMENT : code, out + length);
    }
    out[length] = '\0';
    return length;
}
