/* gltf_inspect/json.c - a small writer of JSON: one object on a line, whatever the strings hold. */
#include "inspect.h"

enum { LINES_TO_DEPTH = 2 }; /* values up to this depth begin a new line */

static void new_line(const json_out *j) {
    putc('\n', j->file);
    for (int i = 0; i < j->depth; i++) {
        fputs("  ", j->file);
    }
}

static void print_string(FILE *out, const char *string) {
    putc('"', out);
    while (*string) {
        uint32_t code = 0;
        size_t length = text_utf8(string, &code);
        if (length == 0) { /* no UTF-8: names of files may hold anything */
            fputs("\\ufffd", out);
            length = 1;
        } else if (code == '"' || code == '\\') {
            fprintf(out, "\\%c", (char)code);
        } else if (text_is_unprintable(code)) {
            fprintf(out, "\\u%04x", (unsigned)code);
        } else {
            fwrite(string, 1, length, out);
        }
        string += length;
    }
    putc('"', out);
}

void json_begin_value(json_out *j, const char *key) {
    if (j->comma) {
        putc(',', j->file);
    }
    if (j->depth > 0 && j->depth <= LINES_TO_DEPTH) {
        new_line(j);
    } else if (j->comma) {
        putc(' ', j->file);
    }
    if (key) {
        print_string(j->file, key);
        fputs(": ", j->file);
    }
    j->comma = 1;
}

void json_open(json_out *j, const char *key, char bracket) {
    json_begin_value(j, key);
    putc(bracket, j->file);
    j->depth++;
    j->comma = 0;
}

void json_close(json_out *j, char bracket) {
    j->depth--;
    if (j->comma && j->depth < LINES_TO_DEPTH) {
        new_line(j);
    }
    putc(bracket, j->file);
    j->comma = 1;
    if (j->depth == 0) {
        putc('\n', j->file);
    }
}

void json_string(json_out *j, const char *key, const char *value) {
    json_begin_value(j, key);
    if (value) {
        print_string(j->file, value);
    } else {
        fputs("null", j->file);
    }
}

void json_number(json_out *j, const char *key, uint64_t value) {
    json_begin_value(j, key);
    fprintf(j->file, "%llu", (unsigned long long)value);
}

void json_index(json_out *j, const char *key, uint32_t value) {
    if (value == GLTF_NONE) {
        json_string(j, key, NULL);
    } else {
        json_number(j, key, value);
    }
}

void json_double(json_out *j, const char *key, double value) {
    char number[NUMBER_ROOM];
    json_begin_value(j, key);
    fputs(number_stored(number, (const unsigned char *)&value, GLTF_DOUBLE) ? number : "null", j->file);
}

void json_bool(json_out *j, const char *key, int value) {
    json_begin_value(j, key);
    fputs(value ? "true" : "false", j->file);
}
