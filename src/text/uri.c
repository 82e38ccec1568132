/* text/uri.c - layer 1: URI references of buffers: data: URIs, percent-decoding, which paths are safe to open. */
#include "uri.h"

#include "../base/memory.h"
#include "../base/sentences.h"
#include "base64.h"
#include "utf8.h"

/* ---- Characters of a string, escapes decoded ---- */

/* The character at p < end: *code is it (a byte of a longer sequence comes as it is).  Gives the bytes it takes. */
static inline size_t uri_peek(const char *p, const char *end, uint32_t *code) {
    if (*p == '\\') {
        return utf8_escape(p, end, code);
    }
    *code = (uint8_t)*p;
    return 1;
}

static uint32_t uri_lower(uint32_t code) {
    return code >= 'A' && code <= 'Z' ? code + ('a' - 'A') : code;
}

/* If the text at p starts with `word` (lower case; the text may have capitals and escapes): what follows it, else NULL. */
static const char *uri_after(const char *p, const char *end, const char *word) {
    for (; *word; word++) {
        uint32_t code;
        if (p == end) {
            return NULL;
        }
        p += uri_peek(p, end, &code);
        if (uri_lower(code) != (uint8_t)*word) {
            return NULL;
        }
    }
    return p;
}

static int uri_has_zero(const char *p, const char *end) {
    while (p < end) {
        uint32_t code;
        p += uri_peek(p, end, &code);
        if (code == 0) {
            return 1;
        }
    }
    return 0;
}

/* ---- data: URIs ---- */

/* Whether a parameter (what stands between ';' and ',') is the base64 mark.  Leading spaces occur. */
static int uri_is_base64_mark(const char *p, const char *end) {
    while (p < end && *p == ' ') {
        p++;
    }
    return uri_after(p, end, "base64") == end;
}

/* The part from `start`, behind "data:", to the comma. */
static gltf_status uri_split_data(const char *start, const char *end, gltf_i_uri *out) {
    const char *type_end = NULL;
    const char *last_parameter = NULL;
    const char *p = start;
    while (p < end) {
        uint32_t code;
        const char *const here = p;
        p += uri_peek(p, end, &code);
        if (code == 0) {
            return GLTF_ERR_URI;
        }
        if (code == ';') {
            type_end = type_end ? type_end : here;
            last_parameter = p;
        } else if (code == ',') {
            type_end = type_end ? type_end : here;
            out->kind = GLTF_I_URI_DATA;
            out->base64 = last_parameter && uri_is_base64_mark(last_parameter, here);
            out->media_type.at = start;
            out->media_type.size = (size_t)(type_end - start);
            out->payload.at = p;
            out->payload.size = (size_t)(end - p);
            return GLTF_OK;
        }
    }
    out->kind = GLTF_I_URI_DATA;
    return GLTF_ERR_URI;
}

gltf_status gltf_i_uri_split(gltf_i_text string, gltf_i_uri *out) {
    const char *const start = string.at + 1;
    const char *const end = string.at + string.size - 1;
    const char *const data = uri_after(start, end, "data:");
    memory_zero(out, sizeof *out);
    if (data) {
        return uri_split_data(data, end, out);
    }
    if (uri_has_zero(start, end)) {
        return GLTF_ERR_URI;
    }
    out->kind = GLTF_I_URI_EXTERNAL;
    return GLTF_OK;
}

size_t gltf_i_uri_data_room(const gltf_i_uri *uri) {
    const size_t size = uri->payload.size;
    if (!uri->base64) {
        return size;
    }
    return size / 4 * 3 + (size % 4 > 1 ? size % 4 - 1 : 0);
}

/* One octet of a payload as it is written in the text. */
typedef struct uri_octet {
    uint32_t code; /* URI_BROKEN = a '%' without two hex digits */
    size_t size;   /* bytes of text */
    int coded;     /* written as %XX */
} uri_octet;

enum { URI_BROKEN = 0x110000 };

/* The octet at p < end: first the JSON escape is decoded, then the percent code, each part of which may be escaped. */
static uri_octet uri_next(const char *p, const char *end) {
    uri_octet octet = {0, 0, 0};
    octet.size = uri_peek(p, end, &octet.code);
    if (octet.code != '%') {
        return octet;
    }
    octet.coded = 1;
    octet.code = 0;
    for (int i = 0; i < 2; i++) {
        uint32_t digit = 0;
        const char *const at = p + octet.size;
        octet.size += at < end ? uri_peek(at, end, &digit) : 0;
        if (digit > 0x7F || utf8_hex((char)digit) > 15) {
            octet.code = URI_BROKEN;
            return octet;
        }
        octet.code = octet.code << 4 | utf8_hex((char)digit);
    }
    return octet;
}

static gltf_status uri_decode_base64(gltf_i_text payload, gltf_i_base64 *state, size_t *position) {
    const char *const end = payload.at + payload.size;
    const char *p = payload.at;
    for (;;) {
        p += gltf_i_base64_feed(state, p, (size_t)(end - p));
        *position = (size_t)(p - payload.at);
        if (p == end) {
            return gltf_i_base64_finish(state) ? GLTF_OK : GLTF_ERR_BASE64;
        }
        const uri_octet octet = uri_next(p, end);
        const char c = (char)(octet.code & 0x7F);
        if (octet.code > 0x7F || gltf_i_base64_feed(state, &c, 1) == 0) {
            return GLTF_ERR_BASE64;
        }
        p += octet.size;
    }
}

/* Put octets where there is room; count all. */
static void uri_put(const char *bytes, size_t count, uint8_t *out, size_t capacity, size_t *size) {
    if (*size < capacity) {
        const size_t room = capacity - *size;
        memory_copy(out + *size, bytes, count < room ? count : room);
    }
    *size += count;
}

static gltf_status uri_decode_octets(gltf_i_text payload, uint8_t *out, size_t capacity, size_t *size,
                                     size_t *position) {
    const char *const end = payload.at + payload.size;
    const char *p = payload.at;
    while (p < end) {
        const char *const run = p;
        char bytes[4];
        while (p < end && *p != '%' && *p != '\\') {
            p++;
        }
        uri_put(run, (size_t)(p - run), out, capacity, size);
        if (p == end) {
            break;
        }
        const uri_octet octet = uri_next(p, end);
        if (octet.code == URI_BROKEN || (!octet.coded && (octet.code == 0 || utf8_is_surrogate(octet.code)))) {
            *position = (size_t)(p - payload.at);
            return GLTF_ERR_URI;
        }
        bytes[0] = (char)(uint8_t)octet.code;
        uri_put(bytes, octet.coded ? 1 : utf8_put(octet.code, bytes), out, capacity, size);
        p += octet.size;
    }
    return GLTF_OK;
}

gltf_status gltf_i_uri_data_decode(const gltf_i_uri *uri, uint8_t *out, size_t capacity, size_t *size,
                                   size_t *position) {
    gltf_i_base64 state = {out, capacity, 0, 0, 0, 0, uri->cpu};
    gltf_status status;
    *size = 0;
    *position = 0;
    if (uri->base64) {
        status = uri_decode_base64(uri->payload, &state, position);
        *size = state.size;
    } else {
        status = uri_decode_octets(uri->payload, out, capacity, size, position);
    }
    if (status != GLTF_OK) {
        *size = 0;
        return status;
    }
    *position = 0;
    return GLTF_OK;
}

/* ---- References to files ---- */

static int uri_is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* A scheme, or a drive letter, which looks like one.  [RFC 3986, 3.1] */
static int uri_has_scheme(const char *uri) {
    const char *p = uri;
    if (!uri_is_letter(*p)) {
        return 0;
    }
    while (uri_is_letter(*p) || (*p >= '0' && *p <= '9') || *p == '+' || *p == '-' || *p == '.') {
        p++;
    }
    return *p == ':';
}

/* Bytes of the first segment. */
static size_t uri_segment(const char *uri) {
    size_t size = 0;
    while (uri[size] && uri[size] != '/') {
        size++;
    }
    return size;
}

static int uri_is_parent(const char *segment, size_t size) {
    return size == 2 && segment[0] == '.' && segment[1] == '.';
}

/* Remove dot segments from a relative path, in place.  Those ".." that leave the folder stay, at the front.
 * [RFC 3986, 5.2.4; 4.2 for the "./" before what would look like a scheme or an absolute path] */
static void uri_remove_dots(char *uri) {
    const char *in = uri;
    char *out = uri;
    char *kept = uri; /* after the ".." that stay */
    while (*in) {
        const size_t size = uri_segment(in);
        const size_t whole = size + (in[size] == '/');
        if (uri_is_parent(in, size) && out > kept) {
            do {
                out--;
            } while (out > kept && out[-1] != '/');
        } else if (size != 1 || *in != '.') {
            const int is_parent = uri_is_parent(in, size);
            for (size_t i = 0; i < whole; i++) {
                *out++ = in[i];
            }
            kept = is_parent ? out : kept;
        }
        in += whole;
    }
    *out = '\0';
    if (out == uri) { /* the folder itself */
        *out++ = '.';
        *out = '\0';
    } else if (*uri == '/' || uri_has_scheme(uri)) { /* at least two characters went */
        for (size_t i = (size_t)(out - uri) + 1; i-- > 0;) {
            uri[i + 2] = uri[i];
        }
        uri[0] = '.';
        uri[1] = '/';
    }
}

gltf_status gltf_i_uri_decode(char *uri) {
    const char *in = uri;
    char *out = uri;
    while (*in) {
        const unsigned high = *in == '%' ? utf8_hex(in[1]) : 16;
        const unsigned low = high < 16 ? utf8_hex(in[2]) : 16;
        if (low > 15) {
            *out++ = *in++;
            continue;
        }
        if (high == 0 && low == 0) {
            return GLTF_ERR_URI;
        }
        *out++ = (char)(uint8_t)(high << 4 | low);
        in += 3;
    }
    *out = '\0';
    if (*uri && *uri != '/' && !uri_has_scheme(uri)) {
        uri_remove_dots(uri);
    }
    return GLTF_OK;
}

/* What is wrong with the characters of a path: it is UTF-8 without control characters (U+0080 to U+009F too) and backslashes. */
static uint32_t uri_path_characters(const char *uri) {
    const uint8_t *p = (const uint8_t *)uri;
    const uint8_t *const end = p + memory_length(uri);
    while (p < end) {
        const uint8_t *bad;
        if (*p == '\\') {
            return GLTF_I_REASON_URI_BACKSLASH;
        }
        if (*p < 0x20 || *p == 0x7F || (*p == 0xC2 && p[1] >= 0x80 && p[1] < 0xA0)) {
            return GLTF_I_REASON_URI_CONTROL;
        }
        p = *p < 0x80 ? p + 1 : utf8_step(p, end, &bad);
        if (!p) {
            return GLTF_I_REASON_URI_UTF8;
        }
    }
    return GLTF_I_REASON_NONE;
}

/* Whether a segment is "..": of a path without other dot segments, one that leaves the folder. */
static int uri_has_parent(const char *uri) {
    for (;;) {
        const size_t size = uri_segment(uri);
        if (uri_is_parent(uri, size)) {
            return 1;
        }
        if (!uri[size]) {
            return 0;
        }
        uri += size + 1;
    }
}

uint32_t gltf_i_uri_path_reason(const char *uri) {
    if (!*uri) {
        return GLTF_I_REASON_URI_EMPTY;
    }
    if (*uri == '/') {
        return GLTF_I_REASON_URI_ABSOLUTE;
    }
    if (uri_has_scheme(uri)) {
        return uri[1] == ':' ? GLTF_I_REASON_URI_DRIVE : GLTF_I_REASON_URI_SCHEME;
    }
    const uint32_t reason = uri_path_characters(uri);
    return reason == GLTF_I_REASON_NONE && uri_has_parent(uri) ? GLTF_I_REASON_URI_LEAVES : reason;
}

gltf_status gltf_i_uri_check_path(const char *uri) {
    return gltf_i_uri_path_reason(uri) == GLTF_I_REASON_NONE ? GLTF_OK : GLTF_ERR_URI;
}

/* Whether `size` characters at p are a word in lower case, with or without capitals. */
static int uri_is_word(const char *p, size_t size, const char *word) {
    size_t i = 0;
    while (i < size && word[i] && uri_lower((uint8_t)p[i]) == (uint8_t)word[i]) {
        i++;
    }
    return i == size && !word[i];
}

/* A device keeps its name whatever ending follows it.  [Microsoft, "Naming Files, Paths, and Namespaces"] */
static int uri_is_device(const char *name) {
    static const char *const plain[] = {"con", "prn", "aux", "nul", "conin$", "conout$"};
    size_t size = 0;
    while (name[size] && name[size] != '/' && name[size] != '.' && name[size] != ' ') {
        size++;
    }
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        if (uri_is_word(name, size, plain[i])) {
            return 1;
        }
    }
    if (size < 4 || !(uri_is_word(name, 3, "com") || uri_is_word(name, 3, "lpt"))) {
        return 0;
    }
    const char *const number = name + 3; /* a digit, also a raised 1, 2 or 3 */
    return size == 4 ? *number >= '0' && *number <= '9'
                     : uri_is_word(number, size - 3, "\xC2\xB9") || uri_is_word(number, size - 3, "\xC2\xB2") ||
                           uri_is_word(number, size - 3, "\xC2\xB3");
}

int gltf_i_uri_misleads_windows(const char *uri) {
    for (;;) {
        size_t size = 0;
        for (; uri[size] && uri[size] != '/'; size++) {
            if (uri[size] == ':') {
                return 1;
            }
        }
        const char last = size > 0 ? uri[size - 1] : '/';
        const int is_step = uri[0] == '.' && (size == 1 || (size == 2 && last == '.'));
        if (!is_step && (last == '.' || last == ' ' || uri_is_device(uri))) {
            return 1;
        }
        if (!uri[size]) {
            return 0;
        }
        uri += size + 1;
    }
}
