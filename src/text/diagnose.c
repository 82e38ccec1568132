/* text/diagnose.c - layer 1: why a text was refused: what else the data is, or what is wrong with its JSON, and where. */
#include "diagnose.h"

#include "../base/memory.h"
#include "../base/sentences.h"
#include "scan.h"
#include "utf8.h"

/* How other data begins that is met in place of glTF. */
typedef struct signature {
    const char *start;
    uint8_t size;
    uint8_t reason;
} signature;

static const signature signatures[] = {
    {"version https://git-lfs", 23, GLTF_I_REASON_TEXT_LFS},
    {"\x1F\x8B", 2, GLTF_I_REASON_TEXT_GZIP},
    {"PK\x03\x04", 4, GLTF_I_REASON_TEXT_ZIP},
    {"\xFF\xFE", 2, GLTF_I_REASON_TEXT_UTF16},
    {"\xFE\xFF", 2, GLTF_I_REASON_TEXT_UTF16},
    {"{\0", 2, GLTF_I_REASON_TEXT_UTF16},
    {"\0{", 2, GLTF_I_REASON_TEXT_UTF16},
};

static int diagnose_is_space(uint8_t c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/* What the data is in place of a text of glTF; `first` = its first byte that is not white space. */
static uint32_t diagnose_other(const uint8_t *text, size_t size, size_t first, size_t position) {
    for (size_t i = 0; i < sizeof signatures / sizeof signatures[0]; i++) {
        if (size >= signatures[i].size && memory_equal(text, signatures[i].start, signatures[i].size)) {
            return signatures[i].reason;
        }
    }
    if (first < size && text[first] == '<') {
        return GLTF_I_REASON_TEXT_HTML;
    }
    return first < size && position <= first ? GLTF_I_REASON_TEXT_OTHER : GLTF_I_REASON_NONE;
}

/* Count lines and columns up to `position`.  Gives whether the UTF-8 is broken there. */
static int diagnose_place(const uint8_t *text, size_t size, size_t position, gltf_i_diagnosis *out) {
    const uint8_t *const end = text + size;
    const uint8_t *const stop = text + position;
    const uint8_t *p = text;
    out->line = 1;
    out->column = 1;
    while (p < stop) {
        const uint8_t *bad;
        const uint8_t *const next = *p < 0x80 ? p + 1 : utf8_step(p, end, &bad);
        if (!next) {
            return 1; /* a sequence that lacks the byte at `position` */
        }
        out->column++;
        if (*p == '\n' || (*p == '\r' && !(next < end && *next == '\n'))) {
            out->line++;
            out->column = 1;
        }
        p = next;
    }
    const uint8_t *bad;
    return p < end && *p >= 0x80 && !utf8_step(p, end, &bad);
}

/* What is wrong with the JSON at `position`, whose byte no JSON has there. */
static uint32_t diagnose_json(const uint8_t *text, size_t size, size_t position) {
    size_t ignored;
    size_t before = position;
    if (position == size) {
        return GLTF_I_REASON_JSON_ENDS;
    }
    if (gltf_i_scan_document((const char *)text, position, NULL, &ignored) == GLTF_OK) {
        return GLTF_I_REASON_JSON_AFTER;
    }
    const uint8_t c = text[position];
    const uint8_t last = position > 0 ? text[position - 1] : 0;
    while (before > 0 && diagnose_is_space(text[before - 1])) {
        before--;
    }
    if (c < 0x20) {
        return GLTF_I_REASON_JSON_CONTROL;
    }
    if (c == '/') {
        return GLTF_I_REASON_JSON_COMMENT;
    }
    if ((c == '}' || c == ']') && before > 0 && text[before - 1] == ',') {
        return GLTF_I_REASON_JSON_COMMA;
    }
    if (c == 'N' || c == 'I' || c == 'i' || (c == 'n' && last == '-') || (c == 'a' && last == 'n')) {
        return GLTF_I_REASON_JSON_NAN;
    }
    return GLTF_I_REASON_JSON_SYNTAX;
}

gltf_i_diagnosis gltf_i_diagnose(const char *text, size_t size, size_t position) {
    const uint8_t *const bytes = (const uint8_t *)text;
    gltf_i_diagnosis out = {1, 1, GLTF_I_REASON_TEXT_EMPTY};
    size_t first = 0;
    if (size == 0) {
        return out;
    }
    const int broken = diagnose_place(bytes, size, position, &out);
    while (first < size && diagnose_is_space(bytes[first])) {
        first++;
    }
    out.reason = diagnose_other(bytes, size, first, position);
    if (out.reason == GLTF_I_REASON_NONE) {
        out.reason = broken ? GLTF_I_REASON_TEXT_UTF8 : diagnose_json(bytes, size, position);
    }
    return out;
}
