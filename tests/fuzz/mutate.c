/* tests/fuzz/mutate.c - outside the layers: a mutator for libFuzzer that knows JSON and GLB: the text stays JSON, its numbers go
 * wild.
 *
 * Numbers become those at the edges of types, indices those just inside and outside of some array; members and elements are
 * deleted, doubled, exchanged, renamed and copied elsewhere; known members are put in.  The chunk lengths of a GLB are
 * mended.  Every fourth input, and every one that is no JSON, goes to libFuzzer's own mutator. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);

enum { MOST_VALUES = 4096, MOST_DEPTH = 64, GLB_HEADER = 12, GLB_CHUNK = 8 };

/* One value; with `item`, where the member or element that it belongs to starts (its key, if it has one). */
typedef struct value {
    size_t item;
    size_t at;
    size_t end;
    size_t parent;   /* index of the container, MOST_VALUES for the root */
    size_t children; /* of a container */
    int has_key;
} value;

typedef struct text {
    char *bytes;
    size_t size;
    size_t room;
    value values[MOST_VALUES];
    size_t count;
} text;

/* ---- Chance ---- */

static uint32_t state;

static size_t chance(size_t below) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return below ? state % below : 0;
}

/* ---- Where the values are: a lenient walk, which gives up on what is no JSON ---- */

static size_t skip_space(const text *t, size_t at) {
    while (at < t->size && strchr(" \t\r\n", t->bytes[at]) && t->bytes[at]) {
        at++;
    }
    return at;
}

/* End of the string or bare word at `at`. */
static size_t skip_scalar(const text *t, size_t at) {
    if (t->bytes[at] != '"') {
        while (at < t->size && !strchr(",]} \t\r\n", t->bytes[at])) {
            at++;
        }
        return at;
    }
    for (at++; at < t->size && t->bytes[at] != '"'; at++) {
        at += t->bytes[at] == '\\';
    }
    return at < t->size ? at + 1 : t->size;
}

/* The next value at `at`, which is not white space; gives where to go on, 0 when that cannot be. */
static size_t open_value(text *t, size_t at, size_t parent) {
    value *v = &t->values[t->count];
    v->item = at;
    v->parent = parent;
    v->children = 0;
    v->has_key = 0;
    if (parent < MOST_VALUES && t->bytes[t->values[parent].at] == '{') {
        at = t->bytes[at] == '"' ? skip_space(t, skip_scalar(t, at)) : t->size;
        if (at >= t->size || t->bytes[at] != ':') {
            return 0;
        }
        at = skip_space(t, at + 1);
        v->has_key = 1;
    }
    if (at >= t->size) {
        return 0;
    }
    v->at = at;
    v->end = at;
    t->count++;
    if (parent < MOST_VALUES) {
        t->values[parent].children++;
    }
    if (t->bytes[at] == '{' || t->bytes[at] == '[') {
        return at + 1;
    }
    v->end = skip_scalar(t, at);
    return v->end > at ? v->end : 0;
}

/* Find all values; 0 when the text is no JSON as far as this needs to know. */
static int find_values(text *t) {
    size_t open[MOST_DEPTH];
    size_t depth = 0;
    size_t at = skip_space(t, 0);
    t->count = 0;
    t->bytes[t->size] = '\0'; /* there is room for it */
    while (at < t->size && t->count < MOST_VALUES) {
        const size_t parent = depth ? open[depth - 1] : MOST_VALUES;
        const char c = t->bytes[at];
        if (c == ',' && depth) {
            at++;
        } else if ((c == '}' || c == ']') && depth) {
            t->values[open[--depth]].end = ++at;
        } else {
            const size_t opened = t->count;
            if ((depth == 0 && t->count) || depth == MOST_DEPTH) {
                return 0;
            }
            at = open_value(t, at, parent);
            if (at == 0) {
                return 0;
            }
            if (t->values[opened].end == t->values[opened].at) {
                open[depth++] = opened;
            }
        }
        at = skip_space(t, at);
    }
    return depth == 0 && t->count > 0 && at == t->size;
}

/* ---- Changes ---- */

/* Put `with` in place of bytes [from, to); nothing when there is no room.  `with` may not lie in the text. */
static void replace(text *t, size_t from, size_t to, const char *with, size_t size) {
    if (t->size - (to - from) + size > t->room) {
        return;
    }
    memmove(t->bytes + from + size, t->bytes + to, t->size - to);
    memcpy(t->bytes + from, with, size);
    t->size = t->size - (to - from) + size;
}

static void replace_text(text *t, size_t from, size_t to, const char *with) {
    replace(t, from, to, with, strlen(with));
}

/* A copy of a part of the text; the caller frees it. */
static char *copy_of(const text *t, size_t from, size_t to) {
    char *out = malloc(to - from + 1);
    if (!out) {
        abort();
    }
    memcpy(out, t->bytes + from, to - from);
    return out;
}

static const value *any(const text *t) {
    return &t->values[chance(t->count)];
}

static int is_number(const text *t, const value *v) {
    const char c = t->bytes[v->at];
    return c == '-' || (c >= '0' && c <= '9');
}

static const value *any_number(const text *t) {
    for (int i = 0; i < 32; i++) {
        const value *v = any(t);
        if (is_number(t, v)) {
            return v;
        }
    }
    return NULL;
}

static void make_number_wild(text *t) {
    static const char *const wild[] = {"0",
                                       "-1",
                                       "1",
                                       "2",
                                       "3",
                                       "4",
                                       "255",
                                       "256",
                                       "65535",
                                       "65536",
                                       "2147483647",
                                       "2147483648",
                                       "4294967295",
                                       "4294967296",
                                       "9007199254740991",
                                       "9007199254740992",
                                       "18446744073709551615",
                                       "1e308",
                                       "1e309",
                                       "-1e308",
                                       "0.5",
                                       "1.5",
                                       "1e-320",
                                       "-0.0",
                                       "3.4028236e38",
                                       "5120",
                                       "5121",
                                       "5122",
                                       "5123",
                                       "5125",
                                       "5126",
                                       "34962",
                                       "34963",
                                       "1e2",
                                       "12.0",
                                       "0.1e1",
                                       "252",
                                       "null",
                                       "true",
                                       "\"1\"",
                                       "[1]",
                                       "{}"};
    const value *v = any_number(t);
    if (v) {
        replace_text(t, v->at, v->end, wild[chance(sizeof wild / sizeof wild[0])]);
    }
}

/* A number a little more or less than before, or about as large as some array. */
static void move_number(text *t) {
    char out[32];
    const value *v = any_number(t);
    if (!v) {
        return;
    }
    const long long now = strtoll(t->bytes + v->at, NULL, 10); /* ends at the comma or bracket behind it */
    const value *other = any(t);
    const long long near = chance(2) ? (long long)other->children : now > -1000000 && now < 4000000000 ? now : 0;
    snprintf(out, sizeof out, "%lld", near + (long long)chance(5) - 2);
    replace_text(t, v->at, v->end, out);
}

/* A member or element with the comma that it needs less. */
static void delete_item(text *t) {
    const value *v = any(t);
    size_t from = v->item, to = v->end;
    if (v->parent == MOST_VALUES) {
        return;
    }
    size_t next = skip_space(t, to);
    if (t->bytes[next] == ',') {
        to = next + 1;
    } else if (t->values[v->parent].children > 1) {
        while (from > 0 && t->bytes[from] != ',') { /* nothing but white space in between */
            from--;
        }
    }
    replace(t, from, to, "", 0);
}

static void double_item(text *t) {
    const value *v = any(t);
    if (v->parent == MOST_VALUES) {
        return;
    }
    const size_t size = v->end - v->item;
    for (size_t more = chance(8) ? 1 : chance(40); more > 0; more--) {
        char *copy = copy_of(t, v->item, v->end);
        copy[size] = ',';
        replace(t, v->item, v->item, copy, size + 1);
        free(copy);
    }
}

static void copy_value(text *t) {
    const value *from = any(t), *to = any(t);
    char *copy = copy_of(t, from->at, from->end);
    replace(t, to->at, to->end, copy, from->end - from->at);
    free(copy);
}

static void swap_values(text *t) {
    const value *a = any(t), *b = any(t);
    const value *first = a->at < b->at ? a : b, *second = a->at < b->at ? b : a;
    if (first->end > second->at) {
        return;
    }
    char *early = copy_of(t, first->at, first->end), *late = copy_of(t, second->at, second->end);
    const size_t early_size = first->end - first->at, late_size = second->end - second->at;
    if (t->size + early_size + late_size <= t->room) {
        replace(t, second->at, second->end, early, early_size);
        replace(t, first->at, first->end, late, late_size);
    }
    free(early);
    free(late);
}

/* The key of one member becomes that of another. */
static void rename_member(text *t) {
    const value *from = any(t), *to = any(t);
    if (!from->has_key || !to->has_key) {
        return;
    }
    const size_t size = skip_scalar(t, from->item) - from->item;
    char *key = copy_of(t, from->item, from->item + size);
    replace(t, to->item, skip_scalar(t, to->item), key, size);
    free(key);
}

static void change_string(text *t) {
    static const char *const words[] = {"\"SCALAR\"",
                                        "\"VEC2\"",
                                        "\"VEC3\"",
                                        "\"VEC4\"",
                                        "\"MAT2\"",
                                        "\"MAT3\"",
                                        "\"MAT4\"",
                                        "\"POSITION\"",
                                        "\"NORMAL\"",
                                        "\"TANGENT\"",
                                        "\"COLOR_0\"",
                                        "\"TEXCOORD_0\"",
                                        "\"JOINTS_0\"",
                                        "\"WEIGHTS_0\"",
                                        "\"weights\"",
                                        "\"translation\"",
                                        "\"rotation\"",
                                        "\"scale\"",
                                        "\"pointer\"",
                                        "\"STEP\"",
                                        "\"LINEAR\"",
                                        "\"CUBICSPLINE\"",
                                        "\"ATTRIBUTES\"",
                                        "\"TRIANGLES\"",
                                        "\"INDICES\"",
                                        "\"NONE\"",
                                        "\"OCTAHEDRAL\"",
                                        "\"QUATERNION\"",
                                        "\"EXPONENTIAL\"",
                                        "\"COLOR\"",
                                        "\"EXT_meshopt_compression\"",
                                        "\"KHR_meshopt_compression\"",
                                        "\"KHR_draco_mesh_compression\"",
                                        "\"KHR_mesh_quantization\"",
                                        "\"EXT_mesh_gpu_instancing\"",
                                        "\"MPEG_accessor_timed\"",
                                        "\"MPEG_buffer_circular\"",
                                        "\"KHR_animation_pointer\"",
                                        "\"2.0\"",
                                        "\"1.0\"",
                                        "\"data:,\"",
                                        "\"data:;base64,AAAAAAAAAAAAAAAA\"",
                                        "\"a.bin\"",
                                        "\"../a\"",
                                        "\"\"",
                                        "\"\\u0000\""};
    for (int i = 0; i < 32; i++) {
        const value *v = any(t);
        if (t->bytes[v->at] == '"') {
            replace_text(t, v->at, v->end, words[chance(sizeof words / sizeof words[0])]);
            return;
        }
    }
}

/* Something known in front of the first member of an object. */
static void insert_member(text *t) {
    static const char *const members[] = {
        "\"byteStride\":4,",
        "\"byteOffset\":1,",
        "\"normalized\":true,",
        "\"target\":34963,",
        "\"bufferView\":0,",
        "\"min\":[0,0,0],",
        "\"max\":[1],",
        "\"indices\":0,",
        "\"mode\":5,",
        "\"mesh\":0,",
        "\"skin\":0,",
        "\"weights\":[0.5,1],",
        "\"targets\":[{\"POSITION\":0},{\"NORMAL\":1}],",
        "\"name\":\"\\ud83d\\ude00\",",
        "\"sparse\":{\"count\":1,\"indices\":{\"bufferView\":0,\"componentType\":5121},\"values\":{\"bufferView\":0}},",
        "\"extras\":{\"targetNames\":[\"a\",1]},",
        "\"extensions\":{\"EXT_meshopt_compression\":{\"buffer\":0,\"byteLength\":20,\"byteStride\":4,\"count\":1,"
        "\"mode\":\"ATTRIBUTES\",\"filter\":\"NONE\"}},",
        "\"extensions\":{\"EXT_meshopt_compression\":{\"fallback\":true}},",
        "\"extensions\":{\"KHR_draco_mesh_compression\":{\"bufferView\":0,\"attributes\":{\"POSITION\":0}}},",
        "\"extensions\":{\"EXT_mesh_gpu_instancing\":{\"attributes\":{\"TRANSLATION\":0}}},",
        "\"extensions\":{\"KHR_animation_pointer\":{\"pointer\":\"/nodes/0/weights\"}},",
        "\"extensionsRequired\":[\"EXT_meshopt_compression\"],",
        "\"uri\":\"data:;base64,AAECAw\",",
        "\"uri\":\"a.bin\",",
        "\"inverseBindMatrices\":0,",
        "\"joints\":[0],",
        "\"animations\":[{\"samplers\":[{\"input\":0,\"output\":0}],\"channels\":[{\"sampler\":0,\"target\":{\"node\":"
        "0,"
        "\"path\":\"weights\"}}]}],"};
    const char *member = members[chance(sizeof members / sizeof members[0])];
    for (int i = 0; i < 32; i++) {
        const value *v = any(t);
        if (t->bytes[v->at] == '{') {
            replace(t, v->at + 1, v->at + 1, member, strlen(member) - (v->children == 0));
            return;
        }
    }
}

/* Other base64 in a data: URI. */
static void change_payload(text *t) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    static const char mark[] = "base64,";
    for (int i = 0; i < 32; i++) {
        const value *v = any(t);
        const size_t size = v->end - v->at;
        for (size_t at = 0; t->bytes[v->at] == '"' && at + sizeof mark < size && at < 64; at++) {
            const size_t start = v->at + at + sizeof mark - 1;
            if (memcmp(t->bytes + v->at + at, mark, sizeof mark - 1) == 0 && v->end - 1 > start) {
                for (size_t n = 1 + chance(8); n > 0; n--) {
                    t->bytes[start + chance(v->end - 1 - start)] = letters[chance(64)];
                }
                return;
            }
        }
    }
}

static void change(text *t) {
    static void (*const changes[])(text *) = {make_number_wild, make_number_wild, move_number,   move_number,
                                              delete_item,      double_item,      copy_value,    swap_values,
                                              rename_member,    change_string,    insert_member, change_payload};
    changes[chance(sizeof changes / sizeof changes[0])](t);
}

/* ---- GLB ---- */

static uint32_t word_at(const uint8_t *p) {
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void put_word(uint8_t *p, size_t value_of_it) {
    for (int i = 0; i < 4; i++) {
        p[i] = (uint8_t)(value_of_it >> 8 * i);
    }
}

/* Header, text padded with spaces, and the chunks behind it; gives the size, 0 when there is no room. */
static size_t write_glb(uint8_t *data, size_t max_size, const text *t, const uint8_t *tail, size_t tail_size) {
    const size_t start = GLB_HEADER + GLB_CHUNK;
    const size_t padded = (t->size + 3) / 4 * 4;
    if (start + padded + tail_size > max_size) {
        return 0;
    }
    memset(data + start, ' ', padded);
    memcpy(data + start, t->bytes, t->size);
    memcpy(data + start + padded, tail, tail_size);
    put_word(data + GLB_HEADER, padded);
    put_word(data + 8, start + padded + tail_size);
    return start + padded + tail_size;
}

/* The bytes of the last chunk, by libFuzzer's mutator, at their old length. */
static void change_tail(uint8_t *tail, size_t tail_size) {
    if (tail_size > GLB_CHUNK) {
        LLVMFuzzerMutate(tail + GLB_CHUNK, tail_size - GLB_CHUNK, tail_size - GLB_CHUNK);
    }
}

/* ---- All of it ---- */

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed) {
    static text t;
    const size_t start = GLB_HEADER + GLB_CHUNK;
    const int is_glb = size > start && memcmp(data, "glTF", 4) == 0 && word_at(data + GLB_HEADER) <= size - start;
    state = seed * 2654435761u | 1;
    if (chance(4) == 0 || size == 0) {
        return LLVMFuzzerMutate(data, size, max_size);
    }
    const size_t at = is_glb ? start : 0;
    t.size = is_glb ? word_at(data + GLB_HEADER) : size;
    t.room = max_size;
    t.bytes = malloc(max_size + size + 1);
    if (!t.bytes) {
        return LLVMFuzzerMutate(data, size, max_size);
    }
    memcpy(t.bytes, data + at, t.size);
    const size_t tail_size = is_glb ? size - start - t.size : 0;
    uint8_t *tail = malloc(tail_size + 1);
    size_t result = 0;
    if (tail) {
        memcpy(tail, data + at + (is_glb ? t.size : 0), tail_size);
        int found = find_values(&t);
        if (found && is_glb && chance(4) == 0) {
            change_tail(tail, tail_size);
        }
        for (size_t n = 1 + chance(4); found && n > 0; n--) {
            change(&t);
            found = find_values(&t);
        }
        if (found && is_glb) {
            result = write_glb(data, max_size, &t, tail, tail_size);
        } else if (found && t.size <= max_size) {
            memcpy(data, t.bytes, t.size);
            result = t.size;
        }
    }
    free(tail);
    free(t.bytes);
    return result ? result : LLVMFuzzerMutate(data, size, max_size);
}
