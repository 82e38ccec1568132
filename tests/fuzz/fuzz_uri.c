/* tests/fuzz/fuzz_uri.c - outside the layers: any text as the URI of a buffer.
 *
 * The input: room (two bytes), then the text.  It is taken as a path, whose walk must never leave the folder, and between
 * quotes as a string of JSON, whose payload must equal what a decoder gives that takes one step after another. */
#define FUZZ_NAME "fuzz_uri"
#include "slow_base64.h"

#include "../../include/gltf_accessor/gltf_accessor.h"
#include "../../src/core/cpu.h"
#include "../../src/text/uri.h"

enum { HEAD = 2 };

static unsigned digit(uint8_t c) {
    static const char digits[] = "0123456789abcdef";
    const char *found = c ? strchr(digits, c >= 'A' && c <= 'F' ? c + 32 : c) : NULL;
    return found ? (unsigned)(found - digits) : 16;
}

/* Percent codes to bytes, once.  Gives the length; *broken tells of a '%' without digits, *zeros of %00. */
static size_t decode_percent(const uint8_t *in, size_t size, uint8_t *out, int *broken, int *zeros) {
    size_t length = 0;
    *broken = *zeros = 0;
    for (size_t i = 0; i < size; i++) {
        if (in[i] != '%') {
            out[length++] = in[i];
        } else if (size - i > 2 && digit(in[i + 1]) < 16 && digit(in[i + 2]) < 16) {
            out[length++] = (uint8_t)(digit(in[i + 1]) * 16 + digit(in[i + 2]));
            *zeros |= out[length - 1] == 0;
            i += 2;
        } else {
            out[length++] = '%';
            *broken = 1;
        }
    }
    return length;
}

/* ---- As a path ---- */

static int starts_with_scheme(const char *path) {
    const size_t letters = strspn(path, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.");
    return letters > 0 && path[letters] == ':' && !strchr("0123456789+-.", path[0]);
}

/* Remove dot segments of a relative path by RFC 3986, 5.2.4, one segment after another; `path` has space for two bytes more.
 * What would leave the folder stays in front. */
static void remove_dots(char *path) {
    const size_t length = strlen(path);
    char *rest = (char *)fuzz_block(length + 1);
    char *kept = (char *)fuzz_block(length + 1);
    size_t size = 0, first = 0;
    memcpy(rest, path, length + 1);
    for (const char *p = rest; *p;) {
        const size_t segment = strcspn(p, "/");
        const size_t whole = segment + (p[segment] == '/');
        if (segment == 2 && memcmp(p, "..", 2) == 0 && size > first) {
            size--;
            while (size > first && kept[size - 1] != '/') {
                size--;
            }
        } else if (!(segment == 1 && *p == '.')) {
            memcpy(kept + size, p, whole);
            size += whole;
            first = segment == 2 && memcmp(p, "..", 2) == 0 ? size : first;
        }
        p += whole;
    }
    kept[size] = '\0';
    strcpy(path, size == 0 ? "." : *kept == '/' || starts_with_scheme(kept) ? "./" : "");
    strcat(path, kept);
    free(rest);
    free(kept);
}

/* Walk it from a folder at depth 1: no step may reach depth 0. */
static void check_walk(const char *path) {
    size_t depth = 1;
    const char *segment = path;
    claim(*path != '\0' && *path != '/', "an absolute path was let through");
    claim(!strchr(path, '\\'), "a backslash was let through");
    for (const char *p = path;; p++) {
        claim((uint8_t)*p >= 0x20 || *p == '\0', "a control character was let through");
        if (*p != '/' && *p != '\0') {
            continue;
        }
        const size_t size = (size_t)(p - segment);
        if (size == 2 && memcmp(segment, "..", 2) == 0) {
            depth--;
        } else if (size != 0 && !(size == 1 && *segment == '.')) {
            depth++;
        }
        claim(depth > 0, "a path that leaves the folder was let through");
        segment = p + 1;
        if (*p == '\0') {
            break;
        }
    }
    claim(!starts_with_scheme(path), "a scheme was let through");
}

/* Whether a segment is a device of Windows, whatever stands behind its first dot or space. */
static int is_device(const char *segment, size_t size) {
    static const char devices[] =
        " con prn aux nul com0 com1 com2 com3 com4 com5 com6 com7 com8 com9 lpt0 lpt1 lpt2 lpt3 lpt4"
        " lpt5 lpt6 lpt7 lpt8 lpt9 conin$ conout$ ";
    char name[16] = " ";
    size_t length = 1;
    for (size_t i = 0; i < size && segment[i] != '.' && segment[i] != ' '; i++) {
        if (length > 8) {
            return 0;
        }
        name[length++] = (char)(segment[i] >= 'A' && segment[i] <= 'Z' ? segment[i] + 32 : segment[i]);
    }
    name[length++] = ' ';
    return length > 2 && strstr(devices, name) != NULL;
}

static void check_windows(const char *path) {
    claim(!strchr(path, ':'), "a drive or a stream of Windows was let through");
    for (const char *segment = path;;) {
        const size_t size = strcspn(segment, "/");
        const int is_step = (size == 1 && *segment == '.') || (size == 2 && memcmp(segment, "..", 2) == 0);
        claim(size == 0 || is_step || (segment[size - 1] != '.' && segment[size - 1] != ' '),
              "a name that Windows shortens was let through");
        claim(!is_device(segment, size), "a device of Windows was let through");
        if (!segment[size]) {
            return;
        }
        segment += size + 1;
    }
}

static void look_at_path(const uint8_t *text, size_t size) {
    int broken, zeros;
    const uint8_t *end = size ? memchr(text, 0, size) : NULL;
    const size_t length = end ? (size_t)(end - text) : size;
    char *path = (char *)fuzz_block(length + 1);
    uint8_t *want = fuzz_block(length + 3);
    memcpy(path, text, length);
    path[length] = '\0';
    const size_t wanted = decode_percent(text, length, want, &broken, &zeros);
    want[wanted] = '\0';
    if (wanted > 0 && *want != '/' && !starts_with_scheme((const char *)want)) {
        remove_dots((char *)want);
    }
    const gltf_status status = gltf_i_uri_decode(path);
    claim(status == (zeros ? GLTF_ERR_URI : GLTF_OK), "decoding a path");
    if (status == GLTF_OK) {
        claim(strcmp(path, (const char *)want) == 0, "another path");
        if (gltf_i_uri_check_path(path) == GLTF_OK) {
            check_walk(path);
            if (!gltf_i_uri_misleads_windows(path)) {
                check_windows(path);
            }
        }
    }
    free(path);
    free(want);
}

/* ---- As a string of JSON ---- */

/* The \uXXXX at p, 0 if there is none. */
static void unit_at(const char *p, const char *end, unsigned *unit) {
    *unit = 0;
    for (int i = 2; end - p >= 6 && p[0] == '\\' && p[1] == 'u' && i < 6; i++) {
        *unit = *unit * 16 + digit((uint8_t)p[i]);
    }
}

/* Characters of the string between the quotes, from checked text; *bad tells of U+0000 or half a pair. */
static size_t decode_string(const char *p, const char *end, uint8_t *out, int *bad) {
    static const char plain[] = "\"\"\\\\//b\bf\fn\nr\rt\t";
    size_t length = 0;
    *bad = 0;
    while (p < end) {
        unsigned units[2];
        if (*p != '\\') {
            out[length++] = (uint8_t)*p++;
            continue;
        }
        if (p[1] != 'u') {
            for (size_t i = 0; plain[i]; i += 2) {
                if (plain[i] == p[1]) {
                    out[length++] = (uint8_t)plain[i + 1];
                    break;
                }
            }
            p += 2;
            continue;
        }
        unit_at(p, end, &units[0]);
        unit_at(p + 6, end, &units[1]);
        unsigned code = units[0];
        p += 6;
        if (code >= 0xD800 && code < 0xDC00 && units[1] >= 0xDC00 && units[1] < 0xE000) {
            code = 0x10000 + ((code & 0x3FF) << 10 | (units[1] & 0x3FF));
            p += 6;
        }
        *bad |= code == 0 || (code >= 0xD800 && code < 0xE000);
        const size_t bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
        static const uint8_t leads[] = {0, 0, 0xC0, 0xE0, 0xF0};
        for (size_t i = bytes; i > 0; i--) {
            out[length + i - 1] = (uint8_t)(i > 1 ? 0x80 | (code & 0x3F) : leads[bytes] | code);
            code >>= 6;
        }
        length += bytes;
    }
    return length;
}

/* What a payload must decode to. */
typedef struct payload {
    int fine;
    size_t size;
    uint8_t *bytes;
} payload;

static payload expect(const gltf_i_uri *uri) {
    payload want = {0, 0, NULL};
    int bad, broken, zeros;
    uint8_t *string = fuzz_block(uri->payload.size);
    uint8_t *octets = fuzz_block(uri->payload.size);
    size_t size = decode_string(uri->payload.at, uri->payload.at + uri->payload.size, string, &bad);
    size = decode_percent(string, size, octets, &broken, &zeros);
    free(string);
    want.fine = !bad && !broken;
    if (!uri->base64) {
        want.size = size;
        want.bytes = octets;
        return want;
    }
    slow_base64 slow = slow_base64_decode(octets, size);
    want.fine = want.fine && slow.fine;
    want.size = slow.size;
    want.bytes = slow.bytes;
    free(octets);
    return want;
}

static void decode(gltf_i_uri *uri, const payload *want, size_t room, uint32_t cpu) {
    size_t size = 1, position = 0;
    uint8_t *out = fuzz_block(room);
    memset(out, FUZZ_CANARY, room ? room : 1);
    uri->cpu = cpu;
    const gltf_status status = gltf_i_uri_data_decode(uri, out, room, &size, &position);
    if (!want->fine) {
        claim(status == GLTF_ERR_BASE64 || status == GLTF_ERR_URI, "a broken payload was decoded");
        claim(uri->base64 || status == GLTF_ERR_URI, "base64 faults of what is none");
        claim(size == 0 && position <= uri->payload.size, "a fault without a place");
    } else {
        const size_t written = want->size < room ? want->size : room;
        claim(status == GLTF_OK, "a sound payload was refused");
        claim(size == want->size && size <= gltf_i_uri_data_room(uri), "another size");
        claim(memcmp(out, want->bytes, written) == 0, "other bytes");
        /* whole registers may write all bytes of the last group of four characters */
        const size_t most = uri->base64 ? (uri->payload.size + 3) / 4 * 3 : written;
        claim(most >= room || fuzz_untouched(out + most, room - most), "written past the payload");
    }
    free(out);
}

static void look_at_data(gltf_i_uri *uri, gltf_i_text string, size_t some_room) {
    static uint32_t machine = GLTF_CPU_PLAIN;
    if (machine == GLTF_CPU_PLAIN) {
        machine = gltf_i_cpu_machine();
    }
    claim(uri->payload.at + uri->payload.size == string.at + string.size - 1, "the payload ends elsewhere");
    const size_t scheme = (size_t)(uri->media_type.at - string.at); /* with the quote and the colon; may have escapes */
    claim(uri->payload.at > uri->media_type.at && scheme >= 6, "the media type starts in the scheme");
    claim(scheme == 6 || (memchr(string.at, '\\', scheme) && scheme <= 31), "the media type starts elsewhere");
    claim(uri->media_type.size < (size_t)(uri->payload.at - uri->media_type.at), "the media type is too long");
    payload want = expect(uri);
    decode(uri, &want, want.size, 0);
    decode(uri, &want, want.size, machine);
    decode(uri, &want, some_room % (want.size + 1), machine);
    decode(uri, &want, gltf_i_uri_data_room(uri) + 9, machine & (GLTF_CPU_SSE2 | GLTF_CPU_SSSE3));
    free(want.bytes);
}

/* ---- In a document ---- */

typedef struct visit {
    fuzz_memory memory;
    const char *uri;
} visit;

static gltf_status GLTF_CALL load(void *user, uint32_t buffer, const char *uri, uint64_t byte_length,
                                  gltf_buffer *out) {
    const visit *v = user;
    (void)out;
    claim(buffer == 0 && byte_length == 1, "another buffer");
    claim(v->uri && strcmp(uri, v->uri) == 0, "another URI than the document tells of");
    return GLTF_ERR_IO;
}

static void look_at_document(gltf_i_text string, const gltf_i_uri *uri, gltf_status split) {
    static const char before[] = "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":1,\"uri\":";
    visit v;
    gltf_document_options options;
    gltf_document *document = NULL;
    uint64_t length = 0;
    const size_t size = sizeof before - 1 + string.size + 3;
    char *text = (char *)fuzz_block(size);
    memset(&v, 0, sizeof v);
    memcpy(text, before, sizeof before - 1);
    memcpy(text + sizeof before - 1, string.at, string.size);
    memcpy(text + size - 3, "}]}", 3);
    gltf_document_options_init(&options, sizeof options);
    options.allocator.user = &v.memory;
    options.allocator.allocate = fuzz_allocate;
    options.allocator.release = fuzz_release;
    claim(gltf_document_parse(text, size, &options, &document, NULL) == GLTF_OK, "a document that is sound");
    const gltf_status status = gltf_document_buffer_uri(document, 0, &v.uri, &length);
    claim(split == GLTF_OK || status == GLTF_ERR_URI, "a URI that cannot be");
    claim(status == GLTF_OK || (status == GLTF_ERR_URI && !v.uri), "another fault than of the URI");
    claim(status != GLTF_OK || (v.uri == NULL) == (uri->kind == GLTF_I_URI_DATA), "another kind of URI");
    const gltf_io io = {&v, load, NULL};
    (void)gltf_document_load(document, GLTF_NONE, &io, NULL);
    gltf_document_free(document);
    fuzz_check_memory(&v.memory, size, 0);
    free(text);
}

static void look_at_string(const uint8_t *text, size_t size, size_t some_room) {
    gltf_i_text string = {NULL, size + 2};
    gltf_i_uri uri;
    size_t position;
    char *quoted = (char *)fuzz_block(size + 2);
    quoted[0] = quoted[size + 1] = '"';
    memcpy(quoted + 1, text, size);
    string.at = quoted;
    if (gltf_i_scan_document(quoted, size + 2, NULL, &position) == GLTF_OK) {
        const gltf_status status = gltf_i_uri_split(string, &uri);
        claim(status == GLTF_OK || status == GLTF_ERR_URI, "another fault than of the URI");
        if (status == GLTF_OK && uri.kind == GLTF_I_URI_DATA) {
            look_at_data(&uri, string, some_room);
        }
        look_at_document(string, &uri, status);
    }
    free(quoted);
}

static void look(const uint8_t *data, size_t size) {
    if (size < HEAD) {
        return;
    }
    tape head = tape_of(data, HEAD);
    const size_t some_room = tape_u16(&head);
    look_at_path(data + HEAD, size - HEAD);
    look_at_string(data + HEAD, size - HEAD, some_room);
}

FUZZ_ENTRY(look)
