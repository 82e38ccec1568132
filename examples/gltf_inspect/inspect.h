/* gltf_inspect/inspect.h - what the files of gltf-inspect share.  Everything here stands on the public headers only. */
#ifndef GLTF_INSPECT_INSPECT_H
#define GLTF_INSPECT_INSPECT_H

#include <gltf_accessor/files.h>
#include <stdio.h>

/* ---- What was asked for (options.c) ---- */

/* Exit statuses. */
enum { INSPECT_FINE = 0, INSPECT_WRONG = 1, INSPECT_UNREADABLE = 2, INSPECT_USAGE = 64 };

enum { FORMAT_TEXT, FORMAT_CSV, FORMAT_JSON, FORMAT_NPY, FORMAT_RAW };

/* What --as names: the output type, 0 = as stored. */
typedef struct inspect_kind {
    const char *name;
    uint32_t component_type;
} inspect_kind;

/* What --morph, --semantic and --weights name. */
typedef struct inspect_morph {
    const char *semantic;
    float *weights; /* NULL = the mesh's own; to be freed in the end */
    uint32_t mesh;
    uint32_t primitive;
    uint32_t weight_count;
} inspect_morph;

typedef struct inspect_request {
    const char *file;
    const char *dump_folder; /* NULL = no --dump */
    const inspect_kind *kind;
    int format; /* FORMAT_* */
    int json;
    int strict;
    int no_symlinks;
    int validate;
    int all; /* --validate: every issue, not only the first of each code */
    int has_accessor;
    int has_morph;
    int has_count;
    inspect_morph morph;
    uint64_t accessor;
    uint64_t first;
    uint64_t count;
} inspect_request;

/* Fill *request.  Gives 1 when there is work to do, else 0 with *exit_status: help and version were printed, or the
 * usage was wrong and stderr says how. */
int options_parse(int argc, char **argv, inspect_request *request, int *exit_status);

/* "text", "csv", ...: the name of a format. */
const char *options_format_name(int format);

/* ---- Text that grows (text.c).  Without memory the program ends here, with INSPECT_UNREADABLE ---- */

typedef struct text {
    char *bytes; /* NUL-terminated once something was added */
    size_t length;
    size_t capacity;
} text;

void text_add(text *t, const char *string);
void text_addf(text *t, const char *format, ...);
/* A name from a file or a command line: control characters, bytes that are no UTF-8 and characters that turn the
 * direction of writing are spelled out. */
void text_add_name(text *t, const char *name);
/* 812 B, 3.4 KiB, 1.2 MiB. */
void text_add_size(text *t, uint64_t bytes);
void text_free(text *t);
/* malloc or end of program. */
void *text_allocate(void *old, size_t size);

/* Bytes of the UTF-8 character at `string`, 0 if it is none; *code becomes its number. */
size_t text_utf8(const char *string, uint32_t *code);
/* Control characters, line separators and marks that turn the direction of writing: all below 2^16. */
int text_is_unprintable(uint32_t code);

/* ---- Numbers as text (number.c) ---- */

enum { NUMBER_ROOM = 40 }; /* room that each of these needs */
/* The shortest spelling that reads back as the same value; nan, inf and -inf by these names. */
void number_float(char *out, float value);
void number_double(char *out, double value);
/* One number of a component type in memory, native byte order.  Gives 0 if it is no finite number. */
int number_stored(char *out, const unsigned char *bytes, uint32_t component_type);
/* Turn `count` numbers of `size` bytes into little-endian order in place. */
void number_little_endian(unsigned char *bytes, size_t count, size_t size);

/* ---- Aligned columns (table.c) ---- */

typedef struct table {
    text text;    /* add the text of a cell here, then end it */
    size_t *ends; /* where each cell ends in it */
    size_t cell_count;
    size_t capacity;
    const char *const *heads; /* a leading '>' aligns to the right */
    unsigned column_count;
} table;

void table_begin(table *t, const char *const *heads, unsigned column_count);
void table_end_cell(table *t);
/* Print with a line of heads, leave out columns without text, and release everything. */
void table_print(table *t, FILE *out);

/* ---- JSON (json.c) ---- */

typedef struct json_out {
    FILE *file;
    int depth;
    int comma; /* something stands before the next value at this depth */
} json_out;

void json_open(json_out *j, const char *key, char bracket);
void json_close(json_out *j, char bracket);
void json_string(json_out *j, const char *key, const char *value); /* NULL value = null */
void json_number(json_out *j, const char *key, uint64_t value);
void json_index(json_out *j, const char *key, uint32_t value); /* GLTF_NONE = null */
void json_double(json_out *j, const char *key, double value);  /* not finite = null */
void json_bool(json_out *j, const char *key, int value);
/* What stands before a value that the caller prints by itself. */
void json_begin_value(json_out *j, const char *key);

/* ---- Names of numbers (names.c) ---- */

const char *name_of_shape(uint32_t shape);          /* NULL if unknown */
const char *name_of_component_type(uint32_t type);  /* "FLOAT", "i16", ...; "?" if unknown */
const char *name_of_object(int32_t object);         /* "bufferView", ...; NULL for GLTF_OBJECT_NONE */
const char *name_of_mode(uint32_t mode);            /* "TRIANGLES", ... */
const char *name_of_interpolation(uint32_t number); /* "LINEAR", ... */
const char *name_of_role(uint32_t role);            /* "attribute", "indices", ... */

/* The sentence of an error, without "accessor 3: " at its start if that is the object asked about. */
void name_error(text *t, const gltf_error *error, int32_t object, uint32_t index);

/* "gltf-inspect: FILE: accessor 3: sentence" on stderr; accessor GLTF_NONE = the whole file. */
void complain(const char *file, uint32_t accessor, const gltf_error *error);
void complain_text(const char *file, uint32_t accessor, const char *sentence);

/* ---- Faults of buffers and views, those of loading included (faults.c) ---- */

/* One buffer or view. */
typedef struct fault_entry {
    gltf_error error;   /* that accessors give; status GLTF_OK = none */
    uint32_t accessors; /* that give it */
    int only_fallback;  /* of a buffer: all its views are decoded from other buffers */
} fault_entry;

typedef struct faults {
    const gltf_document *document;
    fault_entry *buffers;
    fault_entry *views;
    uint32_t buffer_count;
    uint32_t view_count;
} faults;

void faults_gather(faults *f, const gltf_document *document);
/* As gltf_document_fault. */
gltf_status faults_of(const faults *f, int32_t object, uint32_t index, gltf_error *error);
/* The entry of a buffer or view; NULL for other kinds. */
const fault_entry *faults_entry(const faults *f, int32_t object, uint32_t index);
void faults_free(faults *f);

/* ---- What it does ---- */

/* Does the file begin like a GLB? (main.c) */
int inspect_is_glb(const char *file);

/* ---- Files (files.c) ---- */

/* Open `name`, a relative path without "..", below the first `folder` bytes of `path`.  no_symlinks: only if neither it nor
 * a folder on the way is a symbolic link; where the system cannot tell, never.  NULL = cannot be opened. */
FILE *files_open_below(const char *path, size_t folder, const char *name, int no_symlinks);

/* A new file in place of what was there: a symbolic link is replaced, never written through.  NULL = cannot be made. */
FILE *files_create(const char *path);

/* The readable tables (listing.c). */
void listing_print(const inspect_request *request, const gltf_document *document, FILE *out);

/* The JSON object (report.c); document is NULL and error is set where the file cannot be loaded.  With --accessor the
 * decoded values are in it.  Gives the exit status. */
int report_print(const inspect_request *request, const gltf_document *document, const gltf_error *error, FILE *out);

/* --accessor and --dump (decode.c).  Give the exit status and say on stderr what was wrong. */
int decode_print(const inspect_request *request, const gltf_document *document, FILE *out);
int decode_into_report(const inspect_request *request, const gltf_document *document, json_out *j);
int decode_dump(const inspect_request *request, const gltf_document *document);

/* Elements that are no accessor of the file: what they look like, and how a range of them is read as numbers of a type. */
typedef struct decode_source {
    gltf_accessor looks;
    gltf_status (*read)(const void *user, size_t first, size_t count, uint32_t type, void *out, size_t out_size);
    const void *user;
    const char *name; /* for complaints */
} decode_source;
int decode_print_source(const inspect_request *request, const decode_source *source, FILE *out);

/* --morph (morph.c): the values of its options, 0 if they are malformed; and what it does, with the exit status. */
int morph_parse_place(const char *value, inspect_morph *morph);
int morph_parse_weights(const char *value, inspect_morph *morph);
int morph_print(const inspect_request *request, const gltf_document *document, FILE *out);

/* --validate (validate.c).  Gives the exit status. */
int validate_print(const inspect_request *request, FILE *out);

#endif
