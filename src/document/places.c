/* document/places.c - layer 2: looking through the extensions of an object for what they name and hide.
 * Each byte is passed a fixed number of times, however deep extensions lie in each other. */
#include "places.h"

#include "../base/memory.h"

#define ROW(extension, on, member, below, names, role, data)                                                           \
    {#extension,        member, below, #extension "." member below, role, GLTF_I_ON_##on, GLTF_OBJECT_##names,         \
     GLTF_I_DATA_##data},
static const gltf_i_place_row ROWS[] = {GLTF_I_PLACES(ROW)};
#undef ROW

enum { ROW_COUNT = sizeof ROWS / sizeof ROWS[0] };

static const gltf_i_place_row *row_of(gltf_i_text key) {
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (gltf_i_scan_same(key, ROWS[i].extension)) {
            return &ROWS[i];
        }
    }
    return NULL;
}

int gltf_i_places_understood(const char *extension) {
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (memory_same_text(extension, ROWS[i].extension)) {
            return ROWS[i].data != GLTF_I_DATA_HIDDEN;
        }
    }
    return 0;
}

/* ---- Walking ---- */

/* One search.  Its functions give the size of the object that they walked; text.size may reach past it. */
typedef struct search {
    void *user;
    gltf_i_place_found found;       /* NULL = look for what hides */
    gltf_i_place_required required; /* NULL = look for what is unknown */
    gltf_i_text hiding;             /* ends the search */
    uint32_t on;
    int all;
} search;

static gltf_i_text text_from(gltf_i_text text, size_t cursor) {
    const gltf_i_text rest = {text.at + cursor, text.size - cursor};
    return rest;
}

/* The size of an object whose members end at the cursor. */
static size_t size_of(gltf_i_text object, size_t cursor) {
    while (cursor + 1 < object.size && object.at[cursor] != '}') {
        cursor++;
    }
    return cursor + 1;
}

/* Report a member, or a member of a member, if a row has it. */
static void report(const search *s, const gltf_i_place_row *row, gltf_i_text key, gltf_i_text value) {
    if (gltf_i_value_kind(value) == GLTF_I_JSON_NUMBER) {
        s->found(s->user, row, key, value);
    }
}

static void find_below(const search *s, gltf_i_text extension, gltf_i_text member, gltf_i_text object) {
    gltf_i_text key;
    gltf_i_text value;
    size_t cursor = 0;
    while (gltf_i_scan_next(object, &cursor, &key, &value)) {
        for (size_t i = 0; i < ROW_COUNT; i++) {
            const gltf_i_place_row *row = &ROWS[i];
            if (row->on == s->on && row->below[0] && gltf_i_scan_same(extension, row->extension) &&
                gltf_i_scan_same(member, row->member) &&
                (row->below[1] == '*' || gltf_i_scan_same(key, row->below + 1))) {
                report(s, row, key, value);
            }
        }
    }
}

static void find_member(const search *s, gltf_i_text extension, gltf_i_text key, gltf_i_text value) {
    int below = 0;
    for (size_t i = 0; i < ROW_COUNT; i++) {
        const gltf_i_place_row *row = &ROWS[i];
        if (row->on == s->on && gltf_i_scan_same(extension, row->extension) && gltf_i_scan_same(key, row->member)) {
            below |= row->below[0] != 0;
            if (!row->below[0]) {
                report(s, row, key, value);
            }
        }
    }
    if (below && gltf_i_value_kind(value) == GLTF_I_JSON_OBJECT) {
        find_below(s, extension, key, value);
    }
}

/* Whether a key of the value, at any depth, is bufferView. */
static int holds_view(gltf_i_text value) {
    gltf_i_text string = {NULL, 0};
    for (size_t i = 0; i < value.size; i++) {
        if (value.at[i] == ':' && string.at && gltf_i_scan_same(string, "bufferView")) {
            return 1;
        }
        if (value.at[i] == '"') {
            const size_t start = i++;
            while (value.at[i] != '"') {
                i += value.at[i] == '\\' ? 2 : 1;
            }
            string.at = value.at + start;
            string.size = i + 1 - start;
        }
    }
    return 0;
}

/* `may_hold`: a member bufferView may be in it, which was not looked for yet. */
static size_t walk_extensions(search *s, gltf_i_text extensions, int may_hold);

static size_t walk_extension(search *s, gltf_i_text extension, gltf_i_text object, int may_hold) {
    gltf_i_text key;
    gltf_i_text value;
    size_t cursor = 0;
    while (!s->hiding.at && gltf_i_scan_next_key(object, &cursor, &key)) {
        if (object.at[cursor] == '{' && gltf_i_scan_same(key, "extensions")) {
            cursor += walk_extensions(s, text_from(object, cursor), may_hold);
            continue;
        }
        gltf_i_scan_next_value(object, &cursor, &value);
        if (s->found) {
            find_member(s, extension, key, value);
        }
    }
    return size_of(object, cursor);
}

/* Whether an extension hides what carries it, by its name alone. */
static int hides(const search *s, gltf_i_text key, const gltf_i_place_row *row) {
    if (!s->required) {
        return !row;
    }
    return (s->all && row && row->data == GLTF_I_DATA_HIDDEN) || s->required(s->user, key);
}

static size_t walk_extensions(search *s, gltf_i_text extensions, int may_hold) {
    gltf_i_text key;
    gltf_i_text value;
    size_t cursor = 0;
    while (!s->hiding.at && gltf_i_scan_next_key(extensions, &cursor, &key)) {
        const gltf_i_text object = text_from(extensions, cursor);
        int below = may_hold;
        if (!s->found) {
            const gltf_i_place_row *row = row_of(key);
            size_t end = cursor;
            if (hides(s, key, row)) {
                s->hiding = key;
                break;
            }
            if (!row && may_hold) {
                gltf_i_scan_next_value(extensions, &end, &value);
                if (holds_view(value)) {
                    s->hiding = key;
                    break;
                }
                below = 0;
            }
        }
        if (*object.at == '{') {
            cursor += walk_extension(s, key, object, below);
        } else {
            gltf_i_scan_next_value(extensions, &cursor, &value);
        }
    }
    return size_of(extensions, cursor);
}

void gltf_i_places_find(uint32_t on, gltf_i_text extensions, gltf_i_place_found found, void *user) {
    search s = {user, found, NULL, {NULL, 0}, on, 0};
    if (gltf_i_value_kind(extensions) == GLTF_I_JSON_OBJECT) {
        walk_extensions(&s, extensions, 0);
    }
}

gltf_i_text gltf_i_places_hiding(gltf_i_text extensions, int all, gltf_i_place_required required, void *user) {
    search s = {user, NULL, required, {NULL, 0}, 0, all};
    if (gltf_i_value_kind(extensions) == GLTF_I_JSON_OBJECT) {
        walk_extensions(&s, extensions, all);
    }
    return s.hiding;
}

int gltf_i_places_unknown(gltf_i_text extensions) {
    search s = {NULL, NULL, NULL, {NULL, 0}, 0, 0};
    if (gltf_i_value_kind(extensions) == GLTF_I_JSON_OBJECT) {
        walk_extensions(&s, extensions, 0);
    }
    return s.hiding.at != NULL;
}
