/* base/status.c - layer 0: names of statuses, and the sentence that an error makes. */
#include "failure.h"

/* The sentences of one status: see sentences.h. */
typedef struct sentence {
    gltf_status status;
    const char *name;
    const char *subject;
    const char *plain;
    const char *found;
    const char *both;
    const char *less;
} sentence;

#define SENTENCE(status, subject, plain, found, both, less) {status, #status, subject, plain, found, both, less},
#define REASON(name, text) text,

static const sentence sentences[] = {GLTF_I_SENTENCES(SENTENCE)};
static const char *const reason_texts[GLTF_I_REASON_COUNT] = {NULL, GLTF_I_REASONS(REASON)};

#undef SENTENCE
#undef REASON

static const sentence *sentence_of(gltf_status status) {
    for (size_t i = 0; i < sizeof sentences / sizeof sentences[0]; i++) {
        if (sentences[i].status == status) {
            return &sentences[i];
        }
    }
    return NULL;
}

uint32_t gltf_version(void) {
    return GLTF_VERSION_NUMBER;
}

const char *gltf_status_name(gltf_status status) {
    const sentence *known = sentence_of(status);
    return known ? known->name : "GLTF_ERR_UNKNOWN";
}

/* ---- Writing into room that may be too small: `length` counts what was wanted. ---- */

typedef struct line {
    char *out;
    size_t room; /* characters without the NUL */
    size_t length;
} line;

static void put_char(line *to, char c) {
    if (to->length < to->room) {
        to->out[to->length] = c;
    }
    to->length++;
}

static void put_text(line *to, const char *text) {
    for (; *text; text++) {
        put_char(to, *text);
    }
}

static void put_number(line *to, uint64_t number) {
    char digits[20];
    size_t n = 0;
    do {
        digits[n++] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    while (n) {
        put_char(to, digits[--n]);
    }
}

/* Text of the file: no control character of ASCII or of Latin-1 (U+0080 to U+009F) may reach a terminal. */
static void put_foreign(line *to, const char *text) {
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        unsigned char next = (unsigned char)text[1];
        if (c == 0xc2 && next >= 0x80 && next <= 0x9f) {
            put_char(to, '?');
            text++;
        } else {
            put_char(to, c < 0x20 || c == 0x7f ? '?' : *text);
        }
    }
}

static void put_quoted(line *to, const char *text) {
    put_char(to, '"');
    put_foreign(to, text);
    put_char(to, '"');
}

/* ---- The place ---- */

static const char *object_noun(int32_t object) {
    static const char *const nouns[] = {NULL,   "buffer",    "bufferView", "accessor",       "mesh",
                                        "skin", "animation", "node",       "extensionsUsed", "extensionsRequired"};
    return object > 0 && (size_t)object < sizeof nouns / sizeof nouns[0] ? nouns[object] : NULL;
}

static int starts_with(const char *text, const char *start) {
    while (*start && *text == *start) {
        text++;
        start++;
    }
    return *start == 0;
}

/* The parts of an animation are samplers and channels; the field tells which of them was meant. */
static const char *animation_part(const char *field) {
    static const char *const channel_fields[] = {"channel", "target",  "path",
                                                 "node",    "pointer", "extensions.KHR_animation"};
    for (size_t i = 0; field && i < sizeof channel_fields / sizeof channel_fields[0]; i++) {
        if (starts_with(field, channel_fields[i])) {
            return "channel";
        }
    }
    return field && memory_same_text(field, "sampler") ? "channel" : "sampler";
}

static const char *part_noun(const gltf_error *error) {
    if (error->object == GLTF_OBJECT_MESH) {
        return "primitive";
    }
    return error->object == GLTF_OBJECT_ANIMATION ? animation_part(error->field) : "part";
}

/* Whether the name is that of an extension whose object has the field: it belongs to the place. */
static int name_is_place(const gltf_error *error) {
    switch (error->status) {
    case GLTF_ERR_EXTENSION:
    case GLTF_ERR_DYNAMIC:
    case GLTF_ERR_CODEC:
    case GLTF_ERR_CODEC_VERSION:
    case GLTF_ERR_NOT_LOADED:
        return 0;
    default:
        return error->name && error->field && object_noun(error->object) &&
               (starts_with(error->name, "EXT_") || starts_with(error->name, "KHR_"));
    }
}

/* "mesh 3, primitive 1, target 0" - as much of it as is known. */
static void put_place(line *to, const gltf_error *error) {
    size_t start = to->length;
    const char *noun = object_noun(error->object);
    if (noun) {
        put_text(to, noun);
        if (error->index != GLTF_NONE) {
            put_char(to, ' ');
            put_number(to, error->index);
        }
        if (error->part != GLTF_NONE) {
            put_text(to, ", ");
            put_text(to, part_noun(error));
            put_char(to, ' ');
            put_number(to, error->part);
        }
    }
    if (name_is_place(error)) {
        put_text(to, ", ");
        put_foreign(to, error->name);
    }
    /* an error that names no object and was only zeroed means no target either */
    if (error->target != GLTF_NONE && (noun || error->target != 0 || error->index == GLTF_NONE)) {
        put_text(to, to->length > start ? ", target " : "target ");
        put_number(to, error->target);
    }
}

/* Whether the place itself is what does not exist, not a number in it. */
static int place_is_missing(const gltf_error *error) {
    static const char *const lists[] = {"primitives", "targets", "samplers", "channels"};
    if (error->status != GLTF_ERR_RANGE || error->name || !object_noun(error->object)) {
        return 0;
    }
    int listed = !error->field;
    for (size_t i = 0; !listed && i < sizeof lists / sizeof lists[0]; i++) {
        listed = memory_same_text(error->field, lists[i]);
    }
    uint32_t last = error->target != GLTF_NONE ? error->target : error->part != GLTF_NONE ? error->part : error->index;
    return listed && last == error->found;
}

/* ---- The sentence ---- */

static void put_subject(line *to, const gltf_error *error, const char *subject) {
    if (error->field) {
        put_text(to, error->field);
    }
    if (error->name && !name_is_place(error)) {
        if (error->field) {
            put_char(to, ' ');
        }
        put_quoted(to, error->name);
    }
    if (!error->field && !error->name) {
        put_text(to, subject);
    }
}

static void put_name(line *to, const gltf_error *error, const char *subject) {
    if (error->name) {
        put_quoted(to, error->name);
    } else {
        put_subject(to, error, subject);
    }
}

static void put_word(line *to, const gltf_error *error, const char *subject, char word) {
    switch (word) {
    case 's':
        put_subject(to, error, subject);
        break;
    case 'n':
        put_name(to, error, subject);
        break;
    case 'o':
        if (error->name) {
            put_text(to, " of ");
            put_quoted(to, error->name);
        }
        break;
    case 'a':
        if (error->position) {
            put_text(to, " at position ");
            put_number(to, error->position);
        }
        break;
    case 'c':
        if (error->expected) {
            put_number(to, error->expected);
        }
        put_text(to, error->expected == 0 ? "none exist" : error->expected == 1 ? " exists" : " exist");
        break;
    case 'l':
        put_text(to, "line ");
        put_number(to, error->expected);
        put_text(to, ", column ");
        put_number(to, error->found);
        put_text(to, " (byte ");
        put_number(to, error->position);
        put_char(to, ')');
        break;
    case 'E':
        put_text(to, error->expected == 1 ? "" : "s");
        break;
    case 'F':
        put_text(to, error->found == 1 ? "" : "s");
        break;
    case 'e':
        put_number(to, error->expected);
        break;
    case 'f':
        put_number(to, error->found);
        break;
    default:
        put_number(to, error->position);
        break;
    }
}

static const char *pick_text(const sentence *known, const gltf_error *error) {
    const char *text = known->plain;
    if (place_is_missing(error)) {
        return " does not exist ($c)";
    }
    if (error->status == GLTF_ERR_LIMIT && error->field && starts_with(error->field, "max_")) {
        return reason_texts[error->expected ? GLTF_I_REASON_OPTION_NUMBERS : GLTF_I_REASON_OPTION];
    }
    if (error->reason < GLTF_I_REASON_COUNT && reason_texts[error->reason]) {
        return reason_texts[error->reason];
    }
    if ((error->found || error->expected) && known->found) {
        text = known->found;
    }
    if (error->expected && known->both) {
        text = known->both;
    }
    if (error->found < error->expected && known->less) {
        text = known->less;
    }
    return text;
}

static void put_sentence(line *to, const gltf_error *error) {
    const sentence *known = sentence_of(error->status);
    if (!known) {
        put_text(to, "failed with an unknown status");
        return;
    }
    for (const char *text = pick_text(known, error); *text; text++) {
        if (*text == '$') {
            text++;
            put_word(to, error, known->subject, *text);
        } else {
            put_char(to, *text);
        }
    }
}

/* End the line inside its room, not in the middle of a UTF-8 sequence. */
static void finish(line *to, size_t out_size) {
    if (out_size == 0) {
        return;
    }
    size_t end = to->length;
    if (end > to->room) {
        end = to->room;
        size_t start = end;
        while (start > 0 && end - start < 3 && ((unsigned char)to->out[start - 1] & 0xc0) == 0x80) {
            start--;
        }
        unsigned char lead = start > 0 ? (unsigned char)to->out[start - 1] : 0;
        size_t wanted = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 0;
        if (wanted > end - start + 1) {
            end = start - 1;
        }
    }
    to->out[end] = 0;
}

size_t gltf_error_format(const gltf_error *error, char *out, size_t out_size) {
    gltf_error success;
    line to = {out, 0, 0};
    if (!out) {
        out_size = 0;
    }
    to.room = out_size ? out_size - 1 : 0;
    if (!error) {
        failure_of(&success, GLTF_OK, place_nowhere(), NULL);
        error = &success;
    }
    if (error->status != GLTF_OK) {
        put_place(&to, error);
        if (to.length && !place_is_missing(error)) {
            put_text(&to, ": ");
        }
    }
    put_sentence(&to, error);
    put_text(&to, " (");
    put_text(&to, gltf_status_name(error->status));
    put_char(&to, ')');
    finish(&to, out_size);
    return to.length;
}
