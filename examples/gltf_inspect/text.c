/* gltf_inspect/text.c - text that grows, and names made safe to print. */
#include "inspect.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void *text_allocate(void *old, size_t size) {
    void *memory = realloc(old, size);
    if (!memory) {
        fputs("gltf-inspect: out of memory\n", stderr);
        exit(INSPECT_UNREADABLE);
    }
    return memory;
}

/* Room for `more` bytes and a NUL. */
static void reserve(text *t, size_t more) {
    if (t->capacity - t->length > more) {
        return;
    }
    size_t capacity = t->capacity + t->capacity / 2 + more + 64;
    t->bytes = text_allocate(t->bytes, capacity);
    t->capacity = capacity;
}

static void add_bytes(text *t, const char *bytes, size_t size) {
    reserve(t, size);
    memcpy(t->bytes + t->length, bytes, size);
    t->length += size;
    t->bytes[t->length] = '\0';
}

void text_add(text *t, const char *string) {
    add_bytes(t, string, strlen(string));
}

void text_addf(text *t, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char short_text[256];
    int length = vsnprintf(short_text, sizeof short_text, format, arguments);
    va_end(arguments);
    if (length < 0) {
        return;
    }
    if ((size_t)length < sizeof short_text) {
        add_bytes(t, short_text, (size_t)length);
        return;
    }
    reserve(t, (size_t)length);
    va_start(arguments, format);
    vsnprintf(t->bytes + t->length, (size_t)length + 1, format, arguments);
    va_end(arguments);
    t->length += (size_t)length;
}

size_t text_utf8(const char *string, uint32_t *code) {
    static const uint32_t smallest[5] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *s = (const unsigned char *)string;
    if (s[0] < 0x80) {
        *code = s[0];
        return 1;
    }
    size_t length = s[0] >= 0xF0 ? 4 : s[0] >= 0xE0 ? 3 : 2;
    if (s[0] < 0xC2 || s[0] > 0xF4) {
        return 0;
    }
    uint32_t value = s[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) { /* a NUL ends the loop, so it stays inside the string */
        if ((s[i] & 0xC0) != 0x80) {
            return 0;
        }
        value = value << 6 | (s[i] & 0x3Fu);
    }
    if (value < smallest[length] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) {
        return 0;
    }
    *code = value;
    return length;
}

int text_is_unprintable(uint32_t code) {
    return code < 0x20 || (code >= 0x7F && code < 0xA0) ||                           /* C0, DEL, C1 */
           code == 0x061C || code == 0x200E || code == 0x200F ||                     /* marks of direction */
           (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069); /* lines and directions */
}

void text_add_name(text *t, const char *name) {
    while (*name) {
        uint32_t code = 0;
        size_t length = text_utf8(name, &code);
        if (length == 0) {
            text_addf(t, "\\x%02X", (unsigned)(unsigned char)*name);
            length = 1;
        } else if (text_is_unprintable(code)) {
            text_addf(t, "\\u%04X", (unsigned)code);
        } else {
            add_bytes(t, name, length);
        }
        name += length;
    }
}

void text_add_size(text *t, uint64_t bytes) {
    static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    if (bytes < 1024) {
        text_addf(t, "%u B", (unsigned)bytes);
        return;
    }
    double size = (double)bytes / 1024.0;
    size_t unit = 0;
    while (size >= 1023.95 && unit + 1 < sizeof units / sizeof units[0]) {
        size /= 1024.0;
        unit++;
    }
    text_addf(t, "%.1f %s", size, units[unit]);
}

void text_free(text *t) {
    free(t->bytes);
    memset(t, 0, sizeof *t);
}
