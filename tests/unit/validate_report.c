/* unit/validate_report.c - layer 3: options, limits, memory, and how issues and messages look. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/guard.h"
#include "support/issues.h"

#include "../src/validate/check.h"
#include "support/documents.h"
#include "support/little.h"

/* Text with " for '; to be freed. */
static char *text_of_test(const char *json) {
    const size_t size = strlen(json);
    char *text = malloc(size + 1);
    assert_non_null(text);
    for (size_t i = 0; i <= size; i++) {
        text[i] = json[i] == '\'' ? '"' : json[i];
    }
    return text;
}

/* What a callback was told, and when it has enough. */
typedef struct heard {
    size_t count;
    size_t enough; /* end after so many; 0 = never */
    char first_code[64];
    char first_message[GLTF_I_MESSAGE_SIZE];
    uint32_t first_severity;
} heard;

static gltf_status GLTF_CALL hear(void *user, const gltf_issue *issue) {
    heard *h = user;
    if (h->count == 0) {
        snprintf(h->first_code, sizeof h->first_code, "%s", issue->code);
        snprintf(h->first_message, sizeof h->first_message, "%s", issue->message);
        h->first_severity = issue->severity;
    }
    h->count++;
    return h->count == h->enough ? (gltf_status)77 : GLTF_OK;
}

static gltf_status validate(const char *json, const gltf_validate_options *options, heard *h, gltf_validation *result) {
    char *text = text_of_test(json);
    gltf_error error;
    const gltf_status status = gltf_validate(text, strlen(text), options, hear, h, result, &error);
    if (status != GLTF_OK) {
        assert_int_equal(error.status, status);
    }
    free(text);
    return status;
}

/* Five issues: an error, a warning, an information and two errors. */
static const char five[] = ISSUES_DOC("'odd':1,'buffers':[{'byteLength':-1,'extras':1}],'accessors':[{}]");

/* ---- Options ---- */

/* design 7: any size from the first published one on; what is not known must be zero */
static void options_may_grow(void **state) {
    struct {
        gltf_validate_options known;
        uint64_t later;
    } grown;
    heard h = {0};
    (void)state;
    memset(&grown, 0, sizeof grown);
    gltf_validate_options_init(&grown.known, (uint32_t)sizeof grown.known);
    assert_int_equal(grown.known.struct_size, sizeof grown.known);
    assert_int_equal(validate("{}", &grown.known, &h, NULL), GLTF_OK);
    grown.known.struct_size = (uint32_t)sizeof grown;
    assert_int_equal(validate("{}", &grown.known, &h, NULL), GLTF_OK);
    grown.later = 1;
    assert_int_equal(validate("{}", &grown.known, &h, NULL), GLTF_ERR_STRUCT_SIZE);
    grown.known.struct_size = 8;
    assert_int_equal(validate("{}", &grown.known, &h, NULL), GLTF_ERR_STRUCT_SIZE);
    gltf_validate_options_init(NULL, 8);
    gltf_validate_options_init(&grown.known, 0);
}

/* wrong calls are refused before anything is said */
static void wrong_calls_are_refused(void **state) {
    gltf_validate_options options;
    gltf_validation result;
    gltf_error error;
    heard h = {0};
    gltf_regrade regrade = {"NO_SUCH_CODE", 0, 0};
    (void)state;
    assert_int_equal(gltf_validate(NULL, 1, NULL, hear, &h, &result, &error), GLTF_ERR_ARGUMENT);
    gltf_validate_options_init(&options, sizeof options);
    options.flags = 0x80000000u;
    assert_int_equal(validate(five, &options, &h, &result), GLTF_ERR_ARGUMENT);
    options.flags = 0;
    options.regrade_count = 1;
    assert_int_equal(validate(five, &options, &h, &result), GLTF_ERR_ARGUMENT);
    options.regrades = &regrade;
    assert_int_equal(validate(five, &options, &h, &result), GLTF_ERR_ARGUMENT);
    regrade.code = "UNEXPECTED_PROPERTY";
    regrade.severity = 5;
    assert_int_equal(validate(five, &options, &h, &result), GLTF_ERR_ARGUMENT);
    regrade.code = NULL;
    assert_int_equal(validate(five, &options, &h, &result), GLTF_ERR_ARGUMENT);
    assert_int_equal(h.count, 0);
    assert_int_equal(gltf_validate(NULL, 0, NULL, NULL, NULL, NULL, NULL), GLTF_OK);
}

/* codes can be ignored or graded otherwise; the last regrade counts; counts follow */
static void codes_are_regraded(void **state) {
    const gltf_regrade regrades[] = {{"UNEXPECTED_PROPERTY", GLTF_SEVERITY_IGNORE, 0},
                                     {"UNEXPECTED_PROPERTY", GLTF_SEVERITY_ERROR, 0},
                                     {"UNDEFINED_PROPERTY", GLTF_SEVERITY_IGNORE, 0},
                                     {"NON_OBJECT_EXTRAS", GLTF_SEVERITY_HINT, 0}};
    gltf_validate_options options;
    gltf_validation result;
    heard h = {0};
    (void)state;
    gltf_validate_options_init(&options, sizeof options);
    options.regrades = regrades;
    options.regrade_count = 4;
    assert_int_equal(validate(five, &options, &h, &result), GLTF_OK);
    assert_string_equal(h.first_code, "UNEXPECTED_PROPERTY");
    assert_int_equal(h.first_severity, GLTF_SEVERITY_ERROR);
    assert_int_equal(result.errors, 2);
    assert_int_equal(result.warnings, 0);
    assert_int_equal(result.hints, 1);
    assert_int_equal(result.informations, 2); /* unused objects */
    assert_int_equal(h.count, 5);
    assert_int_equal(result.truncated, 0);
}

/* ---- Ends ---- */

/* a limit of issues ends it when one more would come */
static void issues_are_limited(void **state) {
    gltf_validate_options options;
    gltf_validation result;
    uint64_t all;
    heard h = {0};
    (void)state;
    gltf_validate_options_init(&options, sizeof options);
    assert_int_equal(validate(five, &options, &h, &result), GLTF_OK);
    all = h.count;
    assert_int_equal(result.truncated, 0);
    for (uint64_t limit = 1; limit <= all + 1; limit++) {
        memset(&h, 0, sizeof h);
        options.max_issues = limit;
        assert_int_equal(validate(five, &options, &h, &result), GLTF_OK);
        assert_int_equal(h.count, limit < all ? limit : all);
        assert_int_equal(result.truncated, limit < all);
        assert_int_equal(result.errors + result.warnings + result.informations + result.hints, h.count);
    }
}

/* it ends after the first error, warnings do not count */
static void first_error_ends_it(void **state) {
    gltf_validate_options options;
    gltf_validation result;
    heard h = {0};
    (void)state;
    gltf_validate_options_init(&options, sizeof options);
    options.flags = GLTF_VALIDATE_STOP_AT_ERROR;
    assert_int_equal(validate(five, &options, &h, &result), GLTF_OK);
    assert_int_equal(h.count, 2);
    assert_int_equal(result.errors, 1);
    assert_int_equal(result.warnings, 1);
    assert_int_equal(result.truncated, 1);
}

/* what a callback gives ends it and is given back */
static void callback_ends_it(void **state) {
    gltf_validation result;
    heard h = {0};
    (void)state;
    h.enough = 2;
    assert_int_equal(validate(five, NULL, &h, &result), 77);
    assert_int_equal(h.count, 2);
    assert_int_equal(result.errors + result.warnings, 2);
}

/* no later limit replaces what the callback gave, nor is it reached where the first error was to end it */
static void callback_status_is_kept(void **state) {
    static const char json[] = ISSUES_DOC("'odd':1,'nodes':[{},{}],'accessors':[{},{}]");
    gltf_validate_options options;
    heard h = {0};
    (void)state;
    gltf_validate_options_init(&options, sizeof options);
    options.max_objects = 1;
    assert_int_equal(validate(json, &options, &h, NULL), GLTF_ERR_LIMIT);
    h.count = 0;
    h.enough = 1;
    assert_int_equal(validate(json, &options, &h, NULL), 77);
    options.max_text = 4;
    h.count = 0;
    assert_int_equal(validate("\xEF\xBB\xBF{'asset':{}}", &options, &h, NULL), 77);
    options.max_text = 0;
    options.flags = GLTF_VALIDATE_STOP_AT_ERROR;
    memset(&h, 0, sizeof h);
    assert_int_equal(validate(ISSUES_DOC("'extensionsUsed':[1],'nodes':[{},{}]"), &options, &h, NULL), GLTF_OK);
    assert_int_equal(h.count, 1);
}

/* both hold inside a block of data: of four indices that do not exist one is told of */
static void an_end_inside_a_block_is_the_end(void **state) {
    static const char json[] =
        ISSUES_DOC("'buffers':[{'byteLength':4,'uri':'data:application/octet-stream;base64,CQkJCQ=='}],'bufferViews':[{"
                   "'buffer':0,'byteLength':4}],'accessors':[{'bufferView':0,'type':'SCALAR','componentType':5121,"
                   "'count':4},{'type':'VEC3','componentType':5126,'count':2,'min':[0,0,0],'max':[0,0,0]}],'meshes':[{"
                   "'primitives':[{'mode':0,'attributes':{'POSITION':1},'indices':0}]}]");
    gltf_validate_options options;
    gltf_validation result;
    heard h = {0};
    (void)state;
    assert_int_equal(validate(json, NULL, &h, &result), GLTF_OK);
    assert_int_equal(result.errors, 4);
    const size_t all = h.count;
    memset(&h, 0, sizeof h);
    h.enough = all - 3;
    assert_int_equal(validate(json, NULL, &h, &result), 77);
    assert_int_equal(h.count, all - 3);
    assert_int_equal(result.errors, 1);
    memset(&h, 0, sizeof h);
    gltf_validate_options_init(&options, sizeof options);
    options.flags = GLTF_VALIDATE_STOP_AT_ERROR;
    assert_int_equal(validate(json, &options, &h, &result), GLTF_OK);
    assert_int_equal(h.count, all - 3);
    assert_int_equal(result.errors, 1);
    assert_int_equal(result.truncated, 1);
}

/* design 4: limits are errors that name themselves */
static void limits_are_errors(void **state) {
    static const char deep[] = "[[[[[[[[[[";
    gltf_validate_options options;
    gltf_error error;
    char text[2048];
    size_t size = 0;
    (void)state;
    gltf_validate_options_init(&options, sizeof options);
    options.max_text = 10;
    assert_int_equal(gltf_validate("{\"asset\":{}}", 12, &options, NULL, NULL, NULL, &error), GLTF_ERR_LIMIT);
    assert_string_equal(error.field, "max_text");
    options.max_text = 0;
    options.max_objects = 2;
    char *three = text_of_test(ISSUES_DOC("'buffers':[{'byteLength':1},{'byteLength':1}],'nodes':[{}]"));
    assert_int_equal(gltf_validate(three, strlen(three), &options, NULL, NULL, NULL, &error), GLTF_ERR_LIMIT);
    assert_string_equal(error.field, "max_objects");
    options.max_objects = 3;
    assert_int_equal(gltf_validate(three, strlen(three), &options, NULL, NULL, NULL, &error), GLTF_OK);
    free(three);
    for (int i = 0; i < 100; i++) {
        memcpy(text + size, deep, 10);
        size += 10;
    }
    assert_int_equal(gltf_validate(text, size, NULL, NULL, NULL, NULL, &error), GLTF_ERR_LIMIT);
    assert_string_equal(error.field, "nesting");
}

/* ---- Data ---- */

static gltf_status GLTF_CALL count_loads(void *user, uint32_t buffer, const char *uri, uint64_t byte_length,
                                         gltf_buffer *out) {
    static const uint8_t bytes[16] = {0};
    size_t *loads = user;
    assert_string_equal(uri, buffer == 0 ? "a b" : "c");
    assert_int_equal(byte_length, 16);
    loads[0]++;
    out->data = bytes;
    out->size = sizeof bytes;
    return buffer == 0 ? GLTF_OK : GLTF_ERR_BUFFER_LENGTH;
}

/* Claims more bytes than there are; behind them memory cannot be read. */
static gltf_status GLTF_CALL load_and_boast(void *user, uint32_t buffer, const char *uri, uint64_t byte_length,
                                            gltf_buffer *out) {
    const guard *bytes = user;
    (void)buffer;
    (void)uri;
    assert_int_equal(byte_length, bytes->size);
    out->data = bytes->bytes;
    out->size = 4000;
    return GLTF_OK;
}

/* the bytes of a buffer end at its byteLength, whatever size the host gives */
static void bytes_end_at_byte_length(void **state) {
    static const char json[] = ISSUES_DOC("'buffers':[{'byteLength':16,'uri':'a'}],'bufferViews':[{'buffer':0,"
                                          "'byteLength':4000}],'accessors':[{'bufferView':0,'type':'SCALAR',"
                                          "'componentType':5126,'count':1000,'max':[1]}]");
    guard bytes = guard_make(16, GUARD_AFTER);
    gltf_validate_options options;
    gltf_validation result;
    heard h = {0};
    (void)state;
    gltf_validate_options_init(&options, sizeof options);
    options.io.user = &bytes;
    options.io.load = load_and_boast;
    assert_int_equal(validate(json, &options, &h, &result), GLTF_OK);
    assert_int_equal(result.numbers, 0);
    assert_true(result.errors > 0);
    guard_free(&bytes);
}

static void GLTF_CALL count_releases(void *user, const gltf_buffer *buffer) {
    size_t *loads = user;
    assert_int_equal(buffer->size, 16);
    loads[1]++;
}

/* external buffers are asked for once, by their decoded path, and given back; not at all without data */
static void external_buffers_are_given_back(void **state) {
    static const char json[] = ISSUES_DOC("'buffers':[{'byteLength':16,'uri':'a%20b'},{'byteLength':16,'uri':'c'},"
                                          "{'byteLength':16,'uri':'http://h/'}],'bufferViews':[{'buffer':0,"
                                          "'byteLength':16}],'accessors':[{'bufferView':0,'type':'SCALAR',"
                                          "'componentType':5126,'count':4,'max':[1]}]");
    size_t loads[2] = {0, 0};
    gltf_validate_options options;
    gltf_validation result;
    heard h = {0};
    (void)state;
    gltf_validate_options_init(&options, sizeof options);
    options.io.user = loads;
    options.io.load = count_loads;
    options.io.release = count_releases;
    assert_int_equal(validate(json, &options, &h, &result), GLTF_OK);
    assert_int_equal(loads[0], 2);
    assert_int_equal(loads[1], 1);
    assert_int_equal(result.errors, 2); /* the second is too short, and max is wrong */
    assert_int_equal(result.numbers, 4);
    options.flags = GLTF_VALIDATE_NO_DATA;
    assert_int_equal(validate(json, &options, &h, &result), GLTF_OK);
    assert_int_equal(loads[0], 2);
    assert_int_equal(result.errors, 0);
    assert_int_equal(result.numbers, 0);
}

/* enough numbers are enough */
static void numbers_are_limited(void **state) {
    static const char json[] = ISSUES_DOC(
        "'buffers':[{'byteLength':8,'uri':'data:application/octet-stream;base64,AACAfwAAgH8='}],'bufferViews':[{"
        "'buffer':0,'byteLength':8}],'accessors':[{'bufferView':0,'type':'SCALAR','componentType':5126,'count':2},"
        "{'bufferView':0,'type':'SCALAR','componentType':5126,'count':2}]");
    gltf_validate_options options;
    gltf_validation result;
    heard h = {0};
    (void)state;
    gltf_validate_options_init(&options, sizeof options);
    for (uint64_t limit = 1; limit < 6; limit++) {
        options.max_numbers = limit;
        assert_int_equal(validate(json, &options, &h, &result), GLTF_OK);
        assert_int_equal(result.numbers, limit < 2 ? 0 : limit < 4 ? 2 : 4);
        assert_int_equal(result.errors, result.numbers);
        assert_int_equal(result.truncated, limit < 4);
    }
}

/* sparse indices count too: many accessors may share many of them */
static void sparse_indices_are_limited(void **state) {
    static const char json[] = ISSUES_DOC(
        "'buffers':[{'byteLength':4,'uri':'data:application/octet-stream;base64,AgEAAA=='}],'bufferViews':[{'buffer':0,"
        "'byteLength':4}],'accessors':[{'type':'SCALAR','componentType':5121,'count':3,'sparse':{'count':3,'indices':{"
        "'bufferView':0,'componentType':5121},'values':{'bufferView':0}}},{'type':'SCALAR','componentType':5121,"
        "'count':3,'sparse':{'count':3,'indices':{'bufferView':0,'componentType':5121},'values':{'bufferView':0}}}]");
    gltf_validate_options options;
    gltf_validation result;
    heard h = {0};
    (void)state;
    gltf_validate_options_init(&options, sizeof options);
    for (uint64_t limit = 2; limit < 7; limit++) { /* nothing is wrong with the first one, which is looked at once */
        options.max_numbers = limit;
        assert_int_equal(validate(json, &options, &h, &result), GLTF_OK);
        assert_int_equal(result.errors, limit < 3 ? 0 : limit < 5 ? 2 : 4); /* two that do not increase in each */
        assert_int_equal(result.truncated, limit < 5);
    }
}

static uint64_t count_of(const gltf_validation *result) {
    return result->errors + result->warnings + result->informations + result->hints;
}

/* validate.h, max_issues: however many numbers a small file stands for, what is told of them keeps to its size */
static void zeros_of_no_file_bring_few_issues(void **state) {
    static const char json[] = ISSUES_DOC(
        "'buffers':[{'byteLength':4,'uri':'data:application/octet-stream;base64,AAAAAA=='}],'bufferViews':[{'buffer':0,"
        "'byteLength':4}],'accessors':[{'type':'SCALAR','componentType':5126,'count':9000000,'sparse':{'count':1,"
        "'indices':{'bufferView':0,'componentType':5121},'values':{'bufferView':0}}}],'animations':[{'samplers':[{"
        "'input':0,'output':0}],'channels':[{'sampler':0,'target':{'path':'weights'}}]}]");
    gltf_validation result;
    heard h = {0};
    (void)state;
    assert_int_equal(validate(json, NULL, &h, &result), GLTF_OK);
    assert_true(count_of(&result) >= 65536);
    assert_true(count_of(&result) <= 65536 + 4 * sizeof json);
    assert_int_equal(result.truncated, 1);
}

/* A document whose accessors all have the same bytes, three for each four base64 characters `c`; gives its size. */
static size_t make_shared(char *json, size_t room, int bytes, char c, int accessors, const char *accessor, int count) {
    size_t at = (size_t)snprintf(json, room,
                                 "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":%d,"
                                 "\"uri\":\"data:application/octet-stream;base64,",
                                 bytes);
    memset(json + at, c, (size_t)bytes / 3 * 4);
    at += (size_t)bytes / 3 * 4;
    at += (size_t)snprintf(json + at, room - at,
                           "\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":%d}],\"accessors\":[", bytes);
    for (int i = 0; i < accessors; i++) {
        at += (size_t)snprintf(json + at, room - at, "%s{\"type\":\"SCALAR\",\"bufferView\":0,\"count\":%d,%s}",
                               i ? "," : "", count, accessor);
    }
    at += (size_t)snprintf(json + at, room - at, "]}");
    assert_true(at < room);
    return at;
}

/* The same for data that many accessors share: not-a-number everywhere, looked at by each.  A limit of the caller holds. */
static void shared_data_brings_few_issues(void **state) {
    enum { ACCESSORS = 600, FLOATS = 1500 };
    static char json[65536];
    gltf_validate_options options;
    gltf_validation result;
    (void)state;
    const size_t size = make_shared(json, sizeof json, FLOATS * 4, '/', ACCESSORS, "\"componentType\":5126", FLOATS);
    assert_int_equal(gltf_validate(json, size, NULL, NULL, NULL, &result, NULL), GLTF_OK);
    assert_int_equal(count_of(&result), 65536 + 4 * size);
    assert_int_equal(result.truncated, 1);
    gltf_validate_options_init(&options, sizeof options);
    options.max_issues = UINT64_MAX;
    assert_int_equal(gltf_validate(json, size, &options, NULL, NULL, &result, NULL), GLTF_OK);
    assert_int_equal(result.errors, ACCESSORS * FLOATS);
    assert_int_equal(result.truncated, 0);
    assert_int_equal(result.numbers, ACCESSORS * FLOATS);
}

/* the BIN chunk is a part of the file, and counts once */
static void a_bin_chunk_counts_once(void **state) {
    enum { ACCESSORS = 600, FLOATS = 1500, ROOM = 65536 };
    static uint8_t glb[ROOM + 4 * FLOATS];
    char *json = (char *)glb + 20;
    gltf_validation result;
    (void)state;
    size_t at = (size_t)snprintf(json, ROOM - 28,
                                 "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":%d}],"
                                 "\"bufferViews\":[{\"buffer\":0,\"byteLength\":%d}],\"accessors\":[",
                                 4 * FLOATS, 4 * FLOATS);
    for (int i = 0; i < ACCESSORS; i++) {
        at += (size_t)snprintf(json + at, ROOM - 28 - at,
                               "%s{\"type\":\"SCALAR\",\"bufferView\":0,\"count\":%d,\"componentType\":5126}",
                               i ? "," : "", FLOATS);
    }
    at += (size_t)snprintf(json + at, ROOM - 28 - at, "]}");
    while (at % 4 != 0) {
        json[at++] = ' ';
    }
    const size_t size = 20 + at + 8 + 4 * FLOATS;
    const uint32_t words[] = {0x46546C67, 2, (uint32_t)size, (uint32_t)at, 0x4E4F534A, 4 * FLOATS, 0x004E4942};
    for (uint32_t i = 0; i < 28; i++) {
        glb[i < 20 ? i : at + i] = (uint8_t)(words[i / 4] >> 8 * (i % 4));
    }
    memset(glb + 20 + at + 8, 0xFF, 4 * FLOATS); /* not-a-number everywhere */
    assert_int_equal(gltf_validate(glb, size, NULL, NULL, NULL, &result, NULL), GLTF_OK);
    assert_int_equal(count_of(&result), 65536 + 4 * size);
    assert_int_equal(result.truncated, 1);
}

/* validate.h, max_numbers: the same for what is right in them */
static void shared_data_is_looked_at_for_few(void **state) {
    enum { ACCESSORS = 4000, BYTES = 90000 };
    static char json[524288];
    gltf_validation result;
    (void)state;
    const size_t size =
        make_shared(json, sizeof json, BYTES, 'A', ACCESSORS, "\"componentType\":5121,\"max\":[0]", BYTES);
    assert_int_equal(gltf_validate(json, size, NULL, NULL, NULL, &result, NULL), GLTF_OK);
    assert_int_equal(result.truncated, 1);
    assert_in_range(result.numbers, 4194304, 4194304 + 256 * (size + BYTES));
}

/* ---- Memory ---- */

/* design 11: whichever allocation fails, the call says so and nothing is left behind */
static void every_allocation_may_fail(void **state) {
    static const char json[] = ISSUES_DOC(
        "'extensionsUsed':['KHR_mesh_quantization'],'odd\\\\u0041':1,'buffers':[{'byteLength':4,'uri':"
        "'data:application/octet-stream;base64,AAAAAA=='}],'bufferViews':[{'buffer':0,'byteLength':4}],'accessors':[{"
        "'type':'VEC3','componentType':5126,'count':1,'min':[0.1234567890123456789,0,0],'max':[0,0,0]},{'bufferView':0,"
        "'type':'VEC4','componentType':5121,'count':1,'sparse':{'count':1,'indices':{'bufferView':0,"
        "'componentType':5121},'values':{'bufferView':0}}},{'type':'VEC4','componentType':5126,'count':1,'sparse':{"
        "'count':1,'indices':{'bufferView':0,'componentType':5121},'values':{'bufferView':0}}}],'meshes':[{'primitives'"
        ":"
        "[{'mode':0,'attributes':{'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':2},'targets':[{'POSITION':0}]}]}],'nodes':[{"
        "'mesh':0,'skin':0}],'skins':[{'joints':[0]}],'animations':[{'samplers':[{'input':0,'output':0}],'channels':[{"
        "'sampler':0,'target':{'node':0,'path':'rotation'}}]}]");
    counting_allocator counts;
    gltf_validate_options options;
    gltf_validation result;
    size_t calls = 1;
    (void)state;
    for (size_t fail_at = 0; fail_at <= calls; fail_at++) {
        heard h = {0};
        memset(&counts, 0, sizeof counts);
        counts.fail_at = fail_at;
        gltf_validate_options_init(&options, sizeof options);
        options.allocator = counting_allocator_of(&counts);
        const gltf_status status = validate(json, &options, &h, &result);
        assert_int_equal(status, fail_at == 0 ? GLTF_OK : GLTF_ERR_MEMORY);
        assert_int_equal(counts.live_blocks, 0);
        calls = fail_at == 0 ? counts.calls : calls;
    }
    assert_true(calls > 4);
}

/* scratch.c: one block of the usual size is kept from object to object; a larger one, and any after a failure, is not */
static void only_a_usual_block_is_kept(void **state) {
    enum { USUAL = 100, LARGE = 20000 };
    counting_allocator counts = {0};
    gltf_i_check *check = calloc(1, sizeof *check);
    (void)state;
    assert_non_null(check);
    check->scratch.allocator = counting_allocator_of(&counts);
    const gltf_i_scratch_mark start = gltf_i_scratch_here(check);
    assert_non_null(gltf_i_scratch_get(check, 1, LARGE));
    gltf_i_scratch_back(check, start);
    assert_int_equal(counts.live_blocks, 0);
    uint8_t *const first = gltf_i_scratch_get(check, 1, USUAL);
    assert_non_null(first);
    memset(first, 1, USUAL);
    assert_non_null(gltf_i_scratch_get(check, 1, LARGE)); /* goes back, the first one stays */
    gltf_i_scratch_back(check, start);
    assert_int_equal(counts.live_blocks, 1);
    const size_t calls = counts.calls;
    const uint8_t *const again = gltf_i_scratch_get(check, 1, USUAL);
    assert_ptr_equal(again, first);
    assert_int_equal(again[0] | again[USUAL - 1], 0); /* zeroed */
    assert_int_equal(counts.calls, calls);
    gltf_i_scratch_back(check, start);
    check->status = GLTF_ERR_LIMIT;
    gltf_i_scratch_back(check, start);
    assert_int_equal(counts.live_blocks, 0);
    free(check);
}

/* memory does not grow with accessors */
static void memory_does_not_grow_with_accessors(void **state) {
    enum { SIZE = 1 << 20 };
    size_t peaks[2];
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        const unsigned size = i == 0 ? 4 : SIZE;
        uint8_t *file = calloc(1, SIZE + 1024);
        char json[512];
        counting_allocator counts;
        gltf_validate_options options;
        gltf_validation result;
        assert_non_null(file);
        memset(&counts, 0, sizeof counts);
        snprintf(json, sizeof json,
                 "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":%7u}],\"bufferViews\":[{\"buffer\":0,"
                 "\"byteLength\":%7u}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"type\":\"SCALAR\","
                 "\"count\":%7u,\"min\":[0],\"max\":[0]}]}",
                 size, size, size / 4);
        const uint32_t length = (uint32_t)((strlen(json) + 3) / 4 * 4);
        const uint32_t head[] = {0x46546C67, 2, 12 + 8 + length + 8 + size, length, 0x4E4F534A};
        const uint32_t bin[] = {size, 0x004E4942};
        memcpy(file, little(head, sizeof head, 4), sizeof head);
        memset(file + 20, ' ', length);
        memcpy(file + 20, json, strlen(json));
        memcpy(file + 20 + length, little(bin, sizeof bin, 4), sizeof bin);
        gltf_validate_options_init(&options, sizeof options);
        options.allocator = counting_allocator_of(&counts);
        assert_int_equal(gltf_validate(file, head[2], &options, NULL, NULL, &result, NULL), GLTF_OK);
        assert_int_equal(result.errors, 0);
        assert_int_equal(result.numbers, size / 4);
        peaks[i] = counts.peak_bytes;
        free(file);
    }
    assert_int_equal(peaks[0], peaks[1]);
}

/* ---- Messages ---- */

/* messages hold the values; long or odd texts of the file are cut and cleaned */
static void messages_hold_the_values(void **state) {
    heard h = {0};
    char json[4096] = "{'asset':{'version':'2.0'},'\\\\u0001";
    (void)state;
    validate(ISSUES_DOC("'bufferViews':[{'buffer':7,'byteLength':1}]"), NULL, &h, NULL);
    assert_string_equal(h.first_message, "there is no buffer 7");
    memset(&h, 0, sizeof h);
    json[strlen(json) - 6] = '\0'; /* the escape again, with one backslash */
    strcat(json, "u0001");
    for (int i = 0; i < 500; i++) {
        strcat(json, "\xC3\xA4");
    }
    strcat(json, "':1}");
    validate(json, NULL, &h, NULL);
    assert_int_equal(h.first_message[0], '?');
    assert_true(strlen(h.first_message) < 160);
    assert_non_null(strstr(h.first_message, "\xC3\xA4... is not a known property"));
}

/* nine digits tell float32 values apart; short ones stay short */
static void numbers_are_written_with_nine_digits(void **state) {
    static const struct {
        double value;
        const char *text;
    } rows[] = {{0, "0"},
                {-0.0, "0"},
                {1, "1"},
                {-1.5, "-1.5"},
                {100, "100"},
                {120000000, "120000000"},
                {1e9, "1e9"},
                {123456789012.0, "1.23456789e11"},
                {0.1, "0.1"},
                {0.100000001490116, "0.100000001"},
                {0.00012, "0.00012"},
                {0.000001, "1e-6"},
                {0.9999999999, "1"},
                {999999999.9, "1e9"},
                {3.4028234663852886e38, "3.40282347e38"},
                {1.401298464324817e-45, "1.40129846e-45"},
                {1.7976931348623157e308, "1.79769313e308"},
                {4.9406564584124654e-324, "4.94065646e-324"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[64];
        const gltf_i_words words = words_reals(0, rows[i].value, 0);
        gltf_i_format(text, sizeof text, "%r", &words);
        assert_string_equal(text, rows[i].text);
    }
}

/* a message that does not fit ends with a whole character */
static void messages_are_cut_at_characters(void **state) {
    char text[8];
    (void)state;
    gltf_i_words words = words_text(text_of("abcde\xE2\x82\xAC"));
    gltf_i_format(text, sizeof text, "%t", &words);
    assert_string_equal(text, "abcde");
    words = words_four(-5, 255, INT64_MIN, INT64_MAX);
    char line[64];
    gltf_i_format(line, sizeof line, "%n %x %n %n", &words);
    assert_string_equal(line, "-5 000000ff -9223372036854775808 9223372036854775807");
}

/* and nothing follows what did not fit, even if that would */
static void nothing_follows_where_a_message_was_cut(void **state) {
    char text[8];
    (void)state;
    gltf_i_words words = words_texts("abcde\xE2\x82\xAC", "x");
    words.numbers[0] = 1;
    gltf_i_format(text, sizeof text, "%t%t%n.", &words);
    assert_string_equal(text, "abcde");
    words.texts[0] = text_of("abcdefghij");
    gltf_i_format(text, sizeof text, "%t%t%n.", &words);
    assert_string_equal(text, "abcdefg");
}

/* RFC 2397: a header longer than what memory is left for is no header; nothing is read past its end */
static void long_data_header_may_find_no_memory(void **state) {
    enum { LONG = 40000 };
    char *json = malloc(LONG + 200);
    counting_allocator counts;
    gltf_validate_options options;
    size_t calls = 1;
    (void)state;
    assert_non_null(json);
    strcpy(json, "{'asset':{'version':'2.0'},'buffers':[{'byteLength':1,'uri':'data:application\\u002foctet-stream;a=");
    const size_t start = strlen(json);
    memset(json + start, 'x', LONG);
    strcpy(json + start + LONG, ";base64,AA=='}]}");
    for (size_t fail_at = 0; fail_at <= calls; fail_at++) {
        heard h = {0};
        memset(&counts, 0, sizeof counts);
        counts.fail_at = fail_at;
        gltf_validate_options_init(&options, sizeof options);
        options.allocator = counting_allocator_of(&counts);
        const gltf_status status = validate(json, &options, &h, NULL);
        assert_int_equal(status, fail_at == 0 ? GLTF_OK : GLTF_ERR_MEMORY);
        calls = fail_at == 0 ? counts.calls : calls;
        assert_int_equal(counts.live_blocks, 0);
    }
    free(json);
}

/* a terminal must not obey what a file says: the control characters of Latin-1 are replaced too */
static void control_characters_are_replaced(void **state) {
    char line[32];
    (void)state;
    const gltf_i_words words = words_text(text_of("a\x1b[\xC2\x9B\xC2\xA0\x7F"));
    gltf_i_format(line, sizeof line, "%t", &words);
    assert_string_equal(line, "a?[?\xC2\xA0?");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_may_grow),
        cmocka_unit_test(wrong_calls_are_refused),
        cmocka_unit_test(codes_are_regraded),
        cmocka_unit_test(issues_are_limited),
        cmocka_unit_test(first_error_ends_it),
        cmocka_unit_test(callback_ends_it),
        cmocka_unit_test(callback_status_is_kept),
        cmocka_unit_test(an_end_inside_a_block_is_the_end),
        cmocka_unit_test(limits_are_errors),
        cmocka_unit_test(external_buffers_are_given_back),
        cmocka_unit_test(bytes_end_at_byte_length),
        cmocka_unit_test(numbers_are_limited),
        cmocka_unit_test(sparse_indices_are_limited),
        cmocka_unit_test(zeros_of_no_file_bring_few_issues),
        cmocka_unit_test(shared_data_brings_few_issues),
        cmocka_unit_test(a_bin_chunk_counts_once),
        cmocka_unit_test(shared_data_is_looked_at_for_few),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(only_a_usual_block_is_kept),
        cmocka_unit_test(memory_does_not_grow_with_accessors),
        cmocka_unit_test(messages_hold_the_values),
        cmocka_unit_test(numbers_are_written_with_nine_digits),
        cmocka_unit_test(messages_are_cut_at_characters),
        cmocka_unit_test(nothing_follows_where_a_message_was_cut),
        cmocka_unit_test(long_data_header_may_find_no_memory),
        cmocka_unit_test(control_characters_are_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
