/* gltf_inspect/decode.c - decode accessors block by block, to standard output or into files. */
#include "inspect.h"

#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#include <direct.h>
#elif defined(__unix__) || defined(__APPLE__)
#include <sys/stat.h>
#endif

enum { BLOCK_BYTES = 1 << 18 };

/* One range of one accessor on its way out. */
typedef struct decoding {
    gltf_accessor accessor;
    const decode_source *source; /* NULL = the accessor itself */
    const inspect_kind *kind;
    int format;
    size_t first;
    size_t count;
    uint32_t type; /* of the numbers that come out */
    size_t number_size;
    size_t block_elements;
    unsigned char *block;
} decoding;

/* Decode up to a block of elements from `first`. */
static gltf_status read_block(const decoding *d, size_t first, size_t count) {
    size_t numbers = count * d->accessor.component_count;
    if (d->source) {
        return d->source->read(d->source->user, first, count, d->type, d->block, numbers * d->number_size);
    }
    switch (d->kind->component_type) {
    case GLTF_FLOAT:
        return gltf_accessor_read_float(&d->accessor, first, count, (float *)(void *)d->block, numbers);
    case GLTF_DOUBLE:
        return gltf_accessor_read_double(&d->accessor, first, count, (double *)(void *)d->block, numbers);
    case GLTF_UNSIGNED_INT:
        return gltf_accessor_read_uint32(&d->accessor, first, count, (uint32_t *)(void *)d->block, numbers);
    default: {
        gltf_layout layout = {0};
        layout.component_type = d->kind->component_type;
        return gltf_accessor_read_as(&d->accessor, first, count, &layout, d->block, numbers * d->number_size);
    }
    }
}

/* ---- Formats ---- */

static void write_npy_head(const decoding *d, FILE *out) {
    const char *type = d->type == GLTF_FLOAT            ? "<f4"
                       : d->type == GLTF_DOUBLE         ? "<f8"
                       : d->type == GLTF_HALF_FLOAT     ? "<f2"
                       : d->type == GLTF_UNSIGNED_INT   ? "<u4"
                       : d->type == GLTF_INT            ? "<i4"
                       : d->type == GLTF_UNSIGNED_SHORT ? "<u2"
                       : d->type == GLTF_SHORT          ? "<i2"
                       : d->type == GLTF_UNSIGNED_BYTE  ? "|u1"
                                                        : "|i1";
    char shape[64];
    unsigned long long count = d->count;
    unsigned numbers = d->accessor.component_count;
    if (d->accessor.shape >= GLTF_MAT2) {
        unsigned side = d->accessor.shape - GLTF_MAT2 + 2;
        snprintf(shape, sizeof shape, "(%llu, %u, %u)", count, side, side);
    } else if (d->accessor.shape == GLTF_SCALAR) {
        snprintf(shape, sizeof shape, "(%llu,)", count);
    } else {
        snprintf(shape, sizeof shape, "(%llu, %u)", count, numbers);
    }
    char head[256];
    int length = snprintf(head, sizeof head, "{'descr': '%s', 'fortran_order': False, 'shape': %s, }", type, shape);
    int padded = (10 + length + 1 + 63) / 64 * 64 - 10; /* magic, version and length take 10 bytes */
    fwrite("\x93NUMPY\x01\x00", 1, 8, out);
    putc(padded & 255, out);
    putc(padded >> 8, out);
    fprintf(out, "%-*s\n", padded - 1, head);
}

static int digits_of(size_t number) {
    int digits = 1;
    for (; number >= 10; number /= 10) {
        digits++;
    }
    return digits;
}

/* Width of a column of text; longer numbers only shift what follows. */
static int column_width(const decoding *d) {
    switch (d->type) {
    case GLTF_BYTE:
    case GLTF_UNSIGNED_BYTE:
        return 4;
    case GLTF_SHORT:
    case GLTF_UNSIGNED_SHORT:
        return 6;
    case GLTF_DOUBLE:
        return 21;
    default:
        return 13;
    }
}

static void write_text(const decoding *d, size_t first, size_t count, FILE *out) {
    char number[NUMBER_ROOM];
    const unsigned char *bytes = d->block;
    int index_width = digits_of(d->first + d->count - 1);
    int width = column_width(d);
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "%*llu ", index_width, (unsigned long long)(first + i));
        for (uint32_t c = 0; c < d->accessor.component_count; c++, bytes += d->number_size) {
            number_stored(number, bytes, d->type);
            fprintf(out, " %*s", width, number);
        }
        putc('\n', out);
    }
}

static void write_csv(const decoding *d, size_t count, FILE *out) {
    char number[NUMBER_ROOM];
    const unsigned char *bytes = d->block;
    for (size_t i = 0; i < count; i++) {
        for (uint32_t c = 0; c < d->accessor.component_count; c++, bytes += d->number_size) {
            number_stored(number, bytes, d->type);
            if (c > 0) {
                putc(',', out);
            }
            fputs(number, out);
        }
        putc('\n', out);
    }
}

static void write_json(const decoding *d, size_t first, size_t count, FILE *out) {
    char number[NUMBER_ROOM];
    const unsigned char *bytes = d->block;
    int list = d->accessor.shape != GLTF_SCALAR;
    for (size_t i = 0; i < count; i++) {
        fputs(first + i > d->first ? ",\n" : "\n", out);
        if (list) {
            putc('[', out);
        }
        for (uint32_t c = 0; c < d->accessor.component_count; c++, bytes += d->number_size) {
            int finite = number_stored(number, bytes, d->type);
            fputs(c > 0 ? ", " : "", out);
            fputs(finite ? number : "null", out);
        }
        if (list) {
            putc(']', out);
        }
    }
}

static void write_block(const decoding *d, size_t first, size_t count, FILE *out) {
    size_t numbers = count * d->accessor.component_count;
    switch (d->format) {
    case FORMAT_TEXT:
        write_text(d, first, count, out);
        break;
    case FORMAT_CSV:
        write_csv(d, count, out);
        break;
    case FORMAT_JSON:
        write_json(d, first, count, out);
        break;
    default:
        number_little_endian(d->block, numbers, d->number_size);
        fwrite(d->block, d->number_size, numbers, out);
        break;
    }
}

/* Every block of the range; out NULL = decode only, to see whether it can be done. */
static gltf_status run_blocks(const decoding *d, FILE *out) {
    for (size_t done = 0; done < d->count;) {
        size_t count = d->count - done < d->block_elements ? d->count - done : d->block_elements;
        gltf_status status = read_block(d, d->first + done, count);
        if (status != GLTF_OK) {
            return status;
        }
        if (out) {
            write_block(d, d->first + done, count, out);
        }
        done += count;
    }
    return GLTF_OK;
}

static gltf_status write_all(const decoding *d, FILE *out) {
    if (d->format == FORMAT_NPY) {
        write_npy_head(d, out);
    }
    if (d->format == FORMAT_JSON) {
        putc('[', out);
    }
    gltf_status status = run_blocks(d, out);
    if (d->format == FORMAT_JSON) {
        fputs(d->count > 0 ? "\n]" : "]", out);
    }
    return status;
}

/* ---- Preparing ---- */

static gltf_status fail_range(const decoding *d, uint64_t first, uint64_t count, text *why) {
    text_addf(why, "%llu elements from element %llu on are not within its %llu (%s)", (unsigned long long)count,
              (unsigned long long)first, (unsigned long long)d->accessor.count, gltf_status_name(GLTF_ERR_RANGE));
    return GLTF_ERR_RANGE;
}

static int is_no_integer(const gltf_accessor *accessor) {
    return accessor->normalized || accessor->component_type == GLTF_FLOAT;
}

static gltf_status fail_reading(const decoding *d, gltf_status status, text *why) {
    const gltf_accessor *accessor = &d->accessor;
    const char *type = name_of_component_type(accessor->component_type);
    if (status != GLTF_ERR_CONVERSION) {
        text_addf(why, "reading failed (%s)", gltf_status_name(status));
    } else if (is_no_integer(accessor)) {
        text_addf(why, "%s%s numbers cannot be read as %s (%s)", type, accessor->normalized ? "n" : "", d->kind->name,
                  gltf_status_name(status));
    } else {
        text_addf(why, "a number is outside of the range of %s (%s)", d->kind->name, gltf_status_name(status));
    }
    return status;
}

/* Can the numbers become integers, if those are asked for?  Everything is decoded once, so that nothing is written of what
 * turns out not to fit.  The type is refused for an empty range too. */
static gltf_status check_integers(const decoding *d) {
    uint32_t type = d->kind->component_type;
    if (type != GLTF_UNSIGNED_INT && type != GLTF_INT && type != GLTF_UNSIGNED_SHORT) {
        return GLTF_OK;
    }
    return is_no_integer(&d->accessor) ? GLTF_ERR_CONVERSION : run_blocks(d, NULL);
}

static void begin(decoding *d, const inspect_request *request) {
    memset(d, 0, sizeof *d);
    d->kind = request->kind;
    d->format = request->format;
}

/* The rest of prepare(), once d->accessor is there. */
static gltf_status prepare_range(decoding *d, const inspect_request *request, text *why) {
    uint64_t rest = request->first <= d->accessor.count ? d->accessor.count - request->first : 0;
    uint64_t count = request->has_count ? request->count : rest;
    if (request->first > d->accessor.count || count > rest) {
        return fail_range(d, request->first, count, why);
    }
    d->first = (size_t)request->first; /* not above accessor.count, which is a size_t */
    d->count = (size_t)count;
    d->type = d->kind->component_type ? d->kind->component_type : d->accessor.component_type;
    d->number_size = gltf_component_size(d->type);
    d->block = text_allocate(NULL, BLOCK_BYTES);
    if (d->accessor.component_count > 0) {
        d->block_elements = BLOCK_BYTES / (d->accessor.component_count * d->number_size);
    }
    gltf_status status = check_integers(d);
    return status == GLTF_OK ? GLTF_OK : fail_reading(d, status, why);
}

/* Make `d` ready to be written.  On failure *why is a sentence about the accessor.  finish() in every case. */
static gltf_status prepare(decoding *d, const inspect_request *request, const gltf_document *document, uint32_t index,
                           text *why) {
    begin(d, request);
    gltf_error error = {0};
    gltf_status status = gltf_document_accessor(document, index, &d->accessor, &error);
    if (status != GLTF_OK) {
        name_error(why, &error, GLTF_OBJECT_ACCESSOR, index);
        return status;
    }
    return prepare_range(d, request, why);
}

static void finish(decoding *d) {
    free(d->block);
}

/* ---- --accessor ---- */

/* prepare() for the accessor that --accessor names, which may not exist. */
static gltf_status prepare_asked(decoding *d, const inspect_request *request, const gltf_document *document,
                                 text *why) {
    uint32_t count = gltf_document_count(document, GLTF_OBJECT_ACCESSOR);
    if (request->accessor >= count) {
        memset(d, 0, sizeof *d);
        text_addf(why, "the file has %u accessors (%s)", (unsigned)count, gltf_status_name(GLTF_ERR_RANGE));
        return GLTF_ERR_RANGE;
    }
    return prepare(d, request, document, (uint32_t)request->accessor, why);
}

/* The accessor's number may be larger than any accessor's. */
static void complain_asked(const inspect_request *request, const text *why) {
    text sentence = {0};
    text_addf(&sentence, "accessor %llu: %s", (unsigned long long)request->accessor, why->bytes);
    complain_text(request->file, GLTF_NONE, sentence.bytes);
    text_free(&sentence);
}

/* Write what was prepared. */
static gltf_status print_prepared(const decoding *d, text *why, FILE *out) {
    gltf_status status = write_all(d, out);
    if (d->format == FORMAT_JSON) {
        putc('\n', out);
    }
    return status == GLTF_OK ? GLTF_OK : fail_reading(d, status, why);
}

int decode_print(const inspect_request *request, const gltf_document *document, FILE *out) {
    decoding d;
    text why = {0};
    gltf_status status = prepare_asked(&d, request, document, &why);
    if (status == GLTF_OK) {
        status = print_prepared(&d, &why, out);
    }
    if (status != GLTF_OK) {
        complain_asked(request, &why);
    }
    finish(&d);
    text_free(&why);
    return status == GLTF_OK ? INSPECT_FINE : INSPECT_WRONG;
}

int decode_print_source(const inspect_request *request, const decode_source *source, FILE *out) {
    decoding d;
    text why = {0};
    begin(&d, request);
    d.accessor = source->looks;
    d.source = source;
    text_addf(&why, "%s: ", source->name);
    gltf_status status = prepare_range(&d, request, &why);
    if (status == GLTF_OK) {
        status = print_prepared(&d, &why, out);
    }
    if (status != GLTF_OK) {
        complain_text(request->file, GLTF_NONE, why.bytes);
    }
    finish(&d);
    text_free(&why);
    return status == GLTF_OK ? INSPECT_FINE : INSPECT_WRONG;
}

int decode_into_report(const inspect_request *request, const gltf_document *document, json_out *j) {
    decoding d;
    text why = {0};
    gltf_status status = prepare_asked(&d, request, document, &why);
    json_open(j, "decoded", '{');
    json_number(j, "accessor", request->accessor);
    json_string(j, "as", request->kind->name);
    json_number(j, "first", request->first);
    json_number(j, "count", d.count);
    json_string(j, "status", gltf_status_name(status));
    json_string(j, "message", why.bytes);
    if (status == GLTF_OK) {
        d.format = FORMAT_JSON;
        json_begin_value(j, "values");
        write_all(&d, j->file);
    } else {
        json_string(j, "values", NULL);
        complain_asked(request, &why);
    }
    json_close(j, '}');
    finish(&d);
    text_free(&why);
    return status == GLTF_OK ? INSPECT_FINE : INSPECT_WRONG;
}

/* ---- --dump ---- */

static void make_folder(const char *path) {
    /* Where this fails, opening the first file says so. */
#if defined(_WIN32)
    (void)_mkdir(path);
#elif defined(__unix__) || defined(__APPLE__)
    (void)mkdir(path, 0777);
#else
    (void)path;
#endif
}

/* Gives 1 when the whole file could be written; a part of one is removed. */
static int write_file(const decoding *d, const char *path) {
    FILE *out = files_create(path);
    if (!out) {
        return 0;
    }
    int fine = write_all(d, out) == GLTF_OK && !ferror(out);
    fine = fclose(out) == 0 && fine;
    if (!fine) {
        remove(path);
    }
    return fine;
}

enum { DUMPED, NOT_DECODED, NOT_WRITTEN };

static int dump_one(const inspect_request *request, const gltf_document *document, uint32_t index) {
    static const char *const endings[] = {"txt", "csv", "json", "npy", "raw"};
    decoding d;
    text path = {0};
    text why = {0};
    text_addf(&path, "%s/%u.%s", request->dump_folder, (unsigned)index, endings[request->format]);
    int result = DUMPED;
    if (prepare(&d, request, document, index, &why) != GLTF_OK) {
        result = NOT_DECODED;
        remove(path.bytes); /* of an earlier run */
    } else if (!write_file(&d, path.bytes)) {
        result = NOT_WRITTEN;
        text_addf(&why, "cannot write %s", path.bytes);
    }
    if (result != DUMPED) {
        complain_text(request->file, index, why.bytes);
    }
    finish(&d);
    text_free(&path);
    text_free(&why);
    return result;
}

int decode_dump(const inspect_request *request, const gltf_document *document) {
    uint32_t count = gltf_document_count(document, GLTF_OBJECT_ACCESSOR);
    int status = INSPECT_FINE;
    make_folder(request->dump_folder);
    for (uint32_t i = 0; i < count; i++) {
        int result = dump_one(request, document, i);
        if (result != DUMPED) {
            status = INSPECT_WRONG;
        }
        if (result == NOT_WRITTEN) {
            break; /* the next ones would fail alike */
        }
    }
    return status;
}
