/* gltf_inspect/table.c - cells printed in aligned columns. */
#include "inspect.h"

#include <stdlib.h>
#include <string.h>

enum { WIDEST = 44, COLUMNS = 16 }; /* longer cells do not widen their column */

void table_begin(table *t, const char *const *heads, unsigned column_count) {
    memset(t, 0, sizeof *t);
    t->heads = heads;
    t->column_count = column_count;
}

void table_end_cell(table *t) {
    if (t->cell_count == t->capacity) {
        t->capacity = t->capacity * 2 + 64;
        t->ends = text_allocate(t->ends, t->capacity * sizeof t->ends[0]);
    }
    t->ends[t->cell_count++] = t->text.length;
}

/* Characters of UTF-8 text: the bytes that continue none. */
static size_t width_of(const char *bytes, size_t size) {
    size_t width = 0;
    for (size_t i = 0; i < size; i++) {
        width += ((unsigned char)bytes[i] & 0xC0) != 0x80;
    }
    return width;
}

static void print_spaces(FILE *out, size_t count) {
    for (; count > 0; count--) {
        putc(' ', out);
    }
}

typedef struct line_state {
    FILE *out;
    const size_t *widths;
    size_t owed; /* spaces due before the next text: none are printed at the end of a line */
} line_state;

static void print_cell(line_state *line, const char *bytes, size_t size, int right, size_t column_width) {
    size_t width = width_of(bytes, size);
    size_t rest = column_width > width ? column_width - width : 0;
    if (size > 0) {
        print_spaces(line->out, line->owed + (right ? rest : 0));
        fwrite(bytes, 1, size, line->out);
        line->owed = right ? 0 : rest;
    } else {
        line->owed += column_width;
    }
    line->owed += 2;
}

/* Width of every column; 0 = nothing in it. */
static void measure(const table *t, size_t *widths) {
    for (unsigned c = 0; c < t->column_count; c++) {
        widths[c] = 0;
    }
    size_t start = 0;
    for (size_t i = 0; i < t->cell_count; start = t->ends[i], i++) {
        size_t column = i % t->column_count;
        size_t width = start < t->ends[i] ? width_of(t->text.bytes + start, t->ends[i] - start) : 0;
        width = width > WIDEST ? WIDEST : width;
        widths[column] = widths[column] > width ? widths[column] : width;
    }
    for (unsigned c = 0; c < t->column_count; c++) {
        size_t head = strlen(t->heads[c] + (t->heads[c][0] == '>'));
        if (widths[c] > 0 && widths[c] < head) {
            widths[c] = head;
        }
    }
}

static void print_heads(const table *t, line_state *line) {
    for (unsigned c = 0; c < t->column_count; c++) {
        if (line->widths[c] > 0) {
            int right = t->heads[c][0] == '>';
            print_cell(line, t->heads[c] + right, strlen(t->heads[c] + right), right, line->widths[c]);
        }
    }
    putc('\n', line->out);
}

void table_print(table *t, FILE *out) {
    size_t widths[COLUMNS];
    measure(t, widths);
    line_state line = {out, widths, 2};
    print_heads(t, &line);
    size_t start = 0;
    for (size_t i = 0; i < t->cell_count; start = t->ends[i], i++) {
        size_t column = i % t->column_count;
        line.owed = column == 0 ? 2 : line.owed;
        if (widths[column] > 0) {
            print_cell(&line, t->text.bytes + start, t->ends[i] - start, t->heads[column][0] == '>', widths[column]);
        }
        if (column + 1 == t->column_count) {
            putc('\n', out);
        }
    }
    free(t->ends);
    text_free(&t->text);
}
