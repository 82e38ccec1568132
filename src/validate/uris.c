/* validate/uris.c - layer 3: which references the official validator takes for URIs, and which of them for relative ones. */
#include "uris.h"

static char lower_case(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int is_letter(char c) {
    return lower_case(c) >= 'a' && lower_case(c) <= 'z';
}

static int is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Place of the first of some characters, `text.size` where there is none. */
static size_t find_any(gltf_i_text text, size_t from, const char *characters) {
    for (size_t i = from; i < text.size; i++) {
        for (const char *c = characters; *c; c++) {
            if (text.at[i] == *c) {
                return i;
            }
        }
    }
    return text.size;
}

int gltf_i_uris_same(gltf_i_text text, const char *lower) {
    size_t i = 0;
    while (i < text.size && lower[i] && lower_case(text.at[i]) == lower[i]) {
        i++;
    }
    return i == text.size && !lower[i];
}

/* ---- References ---- */

static int is_scheme(gltf_i_text scheme) {
    if (scheme.size == 0 || !is_letter(scheme.at[0])) {
        return 0;
    }
    for (size_t i = 1; i < scheme.size; i++) {
        const char c = scheme.at[i];
        if (!is_letter(c) && !is_digit(c) && c != '+' && c != '-' && c != '.') {
            return 0;
        }
    }
    return 1;
}

/* "[" address "]" with perhaps a port, in full. */
static int is_bracketed(gltf_i_text host) {
    const size_t close = find_any(host, 0, "]");
    for (size_t i = 1; i < close; i++) {
        const char c = lower_case(host.at[i]);
        if (!is_digit(c) && !(c >= 'a' && c <= 'f') && c != ':' && c != '.') {
            return 0;
        }
    }
    return close > 2 && (close + 1 == host.size || (close < host.size && host.at[close + 1] == ':'));
}

static int is_port(gltf_i_text text, size_t from) {
    for (size_t i = from; i < text.size; i++) {
        if (!is_digit(text.at[i])) {
            return 0;
        }
    }
    return 1;
}

/* What stands between "//" and the path: user, host, port. */
static int is_authority(gltf_i_text authority) {
    const size_t user = find_any(authority, 0, "@");
    gltf_i_text host = authority;
    if (user < authority.size) {
        host.at += user + 1;
        host.size -= user + 1;
    }
    if (host.size > 0 && host.at[0] == '[') {
        return is_bracketed(host) && is_port(host, find_any(host, 0, "]") + (host.at[host.size - 1] == ']' ? 1 : 2));
    }
    const size_t colon = find_any(host, 0, ":");
    const size_t forbidden = find_any(host, 0, "[]@");
    return forbidden == host.size && (colon == host.size || is_port(host, colon + 1));
}

static int is_slash(gltf_i_text text, size_t at) {
    return at < text.size && (text.at[at] == '/' || text.at[at] == '\\');
}

int gltf_i_uris_kind(gltf_i_text uri) {
    const size_t first = find_any(uri, 0, ":/\\?#");
    size_t path = 0;
    int kind = find_any(uri, 0, "?#") < uri.size ? GLTF_I_URI_NOT_RELATIVE : GLTF_I_URI_RELATIVE;
    if (first < uri.size && uri.at[first] == ':') {
        const gltf_i_text scheme = {uri.at, first};
        if (!is_scheme(scheme)) {
            return GLTF_I_URI_BAD;
        }
        kind = GLTF_I_URI_NOT_RELATIVE;
        path = first + 1;
    }
    if (!is_slash(uri, path)) {
        return kind;
    }
    if (is_slash(uri, path + 1)) {
        const gltf_i_text authority = {uri.at + path + 2, find_any(uri, path + 2, "/\\?#") - path - 2};
        if (!is_authority(authority)) {
            return GLTF_I_URI_BAD;
        }
    }
    return GLTF_I_URI_NOT_RELATIVE;
}

/* ---- data: URIs ---- */

/* type "/" subtype, or nothing. */
static int is_media_type(gltf_i_text type) {
    const size_t slash = find_any(type, 0, "/");
    return type.size == 0 || (slash < type.size && find_any(type, slash + 1, "/") == type.size);
}

int gltf_i_uris_data_header(gltf_i_text header, gltf_i_text *type) {
    size_t at = find_any(header, 0, ";");
    type->at = header.at;
    type->size = at;
    if (!is_media_type(*type)) {
        return 0;
    }
    while (at < header.size) { /* parameters: name=value, and "base64" as the last */
        const size_t next = find_any(header, at + 1, ";");
        const gltf_i_text parameter = {header.at + at + 1, next - at - 1};
        const int is_mark = next == header.size && gltf_i_value_is(parameter, "base64");
        if (!is_mark && find_any(parameter, 0, "=") == parameter.size) {
            return 0;
        }
        at = next;
    }
    return 1;
}
