/* gltf_inspect/names.c - words for the numbers of the library, and sentences for its errors. */
#include "inspect.h"

#include <string.h>

const char *name_of_shape(uint32_t shape) {
    static const char *const names[] = {NULL, "SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"};
    return shape < sizeof names / sizeof names[0] ? names[shape] : NULL;
}

const char *name_of_component_type(uint32_t type) {
    switch (type) {
    case GLTF_BYTE:
        return "i8";
    case GLTF_UNSIGNED_BYTE:
        return "u8";
    case GLTF_SHORT:
        return "i16";
    case GLTF_UNSIGNED_SHORT:
        return "u16";
    case GLTF_UNSIGNED_INT:
        return "u32";
    case GLTF_FLOAT:
        return "FLOAT";
    default:
        return "?";
    }
}

const char *name_of_object(int32_t object) {
    switch (object) {
    case GLTF_OBJECT_BUFFER:
        return "buffer";
    case GLTF_OBJECT_VIEW:
        return "bufferView";
    case GLTF_OBJECT_ACCESSOR:
        return "accessor";
    case GLTF_OBJECT_MESH:
        return "mesh";
    case GLTF_OBJECT_SKIN:
        return "skin";
    case GLTF_OBJECT_ANIMATION:
        return "animation";
    case GLTF_OBJECT_NODE:
        return "node";
    case GLTF_OBJECT_EXTENSION_USED:
        return "extensionsUsed";
    case GLTF_OBJECT_EXTENSION_REQUIRED:
        return "extensionsRequired";
    default:
        return NULL;
    }
}

const char *name_of_mode(uint32_t mode) {
    static const char *const names[] = {"POINTS",    "LINES",          "LINE_LOOP",   "LINE_STRIP",
                                        "TRIANGLES", "TRIANGLE_STRIP", "TRIANGLE_FAN"};
    return mode < sizeof names / sizeof names[0] ? names[mode] : "?";
}

const char *name_of_interpolation(uint32_t number) {
    switch (number) {
    case GLTF_INTERPOLATION_LINEAR:
        return "LINEAR";
    case GLTF_INTERPOLATION_STEP:
        return "STEP";
    case GLTF_INTERPOLATION_CUBICSPLINE:
        return "CUBICSPLINE";
    default:
        return "?";
    }
}

const char *name_of_role(uint32_t role) {
    static const char *const names[] = {
        "?",        "attribute", "indices", "target", "inverseBindMatrices", "animation input", "animation output",
        "instance", "extension"};
    return role < sizeof names / sizeof names[0] ? names[role] : "?";
}

/* What can be done about data that was not decoded; "" for other errors. */
static const char *advice_on(const gltf_error *error) {
    if (error->status != GLTF_ERR_EXTENSION || !error->name) {
        return "";
    }
    return strcmp(error->name, "KHR_draco_mesh_compression") == 0
               ? ": build with GLTF_WITH_DRACO, or save the file uncompressed"
               : ": save the file without this extension";
}

/* Many objects may have an error with one name: so much of it is repeated for each, and "..." when that is not all. */
enum { NAME_REPEATED = 256 };

/* An error with its name cut to what is repeated, in whole characters of UTF-8. */
static gltf_error with_short_name(const gltf_error *error, char name[NAME_REPEATED + 4]) {
    gltf_error out = *error;
    size_t size = 0;
    while (error->name && error->name[size] && size <= NAME_REPEATED) {
        size++;
    }
    if (size > NAME_REPEATED) {
        size = NAME_REPEATED;
        while (size > NAME_REPEATED - 3 && ((unsigned char)error->name[size] & 0xC0) == 0x80) {
            size--;
        }
        memcpy(name, error->name, size);
        memcpy(name + size, "...", 4);
        out.name = name;
    }
    return out;
}

void name_error(text *t, const gltf_error *error, int32_t object, uint32_t index) {
    char name[NAME_REPEATED + 4];
    const gltf_error repeated = with_short_name(error, name);
    size_t length = gltf_error_format(&repeated, NULL, 0);
    char *sentence = text_allocate(NULL, length + 1);
    gltf_error_format(&repeated, sentence, length + 1);

    const char *rest = sentence;
    char prefix[64];
    if (object != GLTF_OBJECT_NONE && error->object == object && error->index == index) {
        int size = snprintf(prefix, sizeof prefix, "%s %u", name_of_object(object), (unsigned)index);
        if (size > 0 && strncmp(sentence, prefix, (size_t)size) == 0 && strchr(":,", sentence[size])) {
            rest += size + 2;
        }
    }
    const char *status = strrchr(rest, '('); /* the name of the status ends the sentence */
    const char *advice = advice_on(error);
    if (*advice && status > rest) {
        sentence[status - 1 - sentence] = '\0';
        text_add_name(t, rest);
        text_addf(t, "%s ", advice);
        rest = status;
    }
    text_add_name(t, rest);
    text owned = {sentence, length, length + 1};
    text_free(&owned);
}

void complain_text(const char *file, uint32_t accessor, const char *sentence) {
    text line = {0};
    text_add(&line, "gltf-inspect: ");
    text_add_name(&line, file);
    text_add(&line, ": ");
    if (accessor != GLTF_NONE) {
        text_addf(&line, "accessor %u: ", (unsigned)accessor);
    }
    text_add_name(&line, sentence);
    text_add(&line, "\n");
    fputs(line.bytes, stderr);
    text_free(&line);
}

void complain(const char *file, uint32_t accessor, const gltf_error *error) {
    text sentence = {0};
    name_error(&sentence, error, accessor == GLTF_NONE ? GLTF_OBJECT_NONE : GLTF_OBJECT_ACCESSOR, accessor);
    complain_text(file, accessor, sentence.bytes ? sentence.bytes : "");
    text_free(&sentence);
}
