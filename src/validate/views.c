/* validate/views.c - layer 3: buffer views, and the one use that each of them may have. */
#include "views.h"
#include "../document/places.h"

#include "schema.h"

static void read_view(gltf_i_check *check, gltf_i_text object, uint32_t index) {
    gltf_i_check_view *const view = &check->views[index];
    gltf_i_field fields[GLTF_I_SCHEMA_MAX];
    gltf_i_schema_read(check, &gltf_i_schema_view, object, fields);
    view->exists = 1;
    view->buffer = fields[GLTF_I_VIEW_BUFFER].number;
    view->byte_offset = field_or(&fields[GLTF_I_VIEW_BYTE_OFFSET], 0);
    view->byte_length = fields[GLTF_I_VIEW_BYTE_LENGTH].number;
    view->byte_stride = (int32_t)fields[GLTF_I_VIEW_BYTE_STRIDE].number;
    const int64_t target = fields[GLTF_I_VIEW_TARGET].number;
    view->usage = (uint8_t)(target == GLTF_I_TARGET_VERTICES  ? GLTF_I_VIEW_VERTICES
                            : target == GLTF_I_TARGET_INDICES ? GLTF_I_VIEW_INDICES
                                                              : GLTF_I_VIEW_FREE);
    gltf_i_extension_use(check, GLTF_I_ON_VIEW, object);
}

/* [glTF 2.0, 3.6.1.2 Buffer Views] */
static void check_stride(gltf_i_check *check, const gltf_i_check_view *view) {
    const int64_t stride = view->byte_stride;
    if (stride == GLTF_I_BROKEN) {
        return;
    }
    if (view->byte_length != GLTF_I_BROKEN && stride > view->byte_length) {
        gltf_i_report_at(check, GLTF_I_BUFFER_VIEW_TOO_BIG_BYTE_STRIDE, "byteStride",
                         "byteStride %n is greater than byteLength %n", words_of(stride, view->byte_length));
    }
    if (stride % 4 != 0) {
        gltf_i_report_at(check, GLTF_I_VALUE_MULTIPLE_OF, "byteStride", "byteStride %n is not a multiple of 4",
                         words_of(stride, 0));
    }
    if (view->usage == GLTF_I_VIEW_INDICES) {
        gltf_i_report_at(check, GLTF_I_BUFFER_VIEW_INVALID_BYTE_STRIDE, "byteStride",
                         "byteStride %n on a view of indices", words_of(stride, 0));
    }
}

static void check_bounds(gltf_i_check *check, const gltf_i_check_view *view) {
    if (view->buffer == GLTF_I_BROKEN) {
        return;
    }
    if (view->buffer >= check->buffer_count || !check->buffers[view->buffer].exists) {
        gltf_i_report_at(check, GLTF_I_UNRESOLVED_REFERENCE, "buffer", "there is no buffer %n",
                         words_of(view->buffer, 0));
        return;
    }
    gltf_i_check_buffer *const buffer = &check->buffers[view->buffer];
    buffer->used = 1;
    if (buffer->byte_length == GLTF_I_BROKEN) {
        return;
    }
    if (view->byte_offset >= buffer->byte_length) {
        gltf_i_report_at(check, GLTF_I_BUFFER_VIEW_TOO_LONG, "byteOffset",
                         "byteOffset %n is not within the %n bytes of buffer %n",
                         words_four(view->byte_offset, buffer->byte_length, view->buffer, 0));
    } else if (view->byte_offset + view->byte_length > buffer->byte_length) {
        gltf_i_report_at(check, GLTF_I_BUFFER_VIEW_TOO_LONG, "byteLength",
                         "byteOffset %n + byteLength %n is beyond the %n bytes of buffer %n",
                         words_four(view->byte_offset, view->byte_length, buffer->byte_length, view->buffer));
    }
}

static void check_view(gltf_i_check *check, gltf_i_text object, uint32_t index) {
    read_view(check, object, index);
    check_stride(check, &check->views[index]);
    check_bounds(check, &check->views[index]);
}

void gltf_i_check_views(gltf_i_check *check, gltf_i_text array) {
    check->view_count = gltf_i_schema_array(check, "bufferViews", array, sizeof *check->views, &check->views);
    if (check->view_count > 0) {
        gltf_i_schema_each(check, "bufferViews", array, check_view);
    }
}

static const char *usage_name(uint8_t usage) {
    static const char *const names[] = {"nothing",  "vertices",  "indices", "inverse bind matrices",
                                        "an image", "other data"};
    return names[usage];
}

void gltf_i_view_use(gltf_i_check *check, gltf_i_check_view *view, uint8_t usage, gltf_i_text property) {
    if (!view) {
        return;
    }
    view->used = 1;
    if (view->usage == GLTF_I_VIEW_FREE) {
        view->usage = usage;
        if (usage == GLTF_I_VIEW_VERTICES || usage == GLTF_I_VIEW_INDICES) {
            gltf_i_report_key(check, GLTF_I_BUFFER_VIEW_TARGET_MISSING, property,
                              "bufferView %n holds %t and has no target",
                              words_number_texts((int64_t)(view - check->views), usage_name(usage), ""));
        }
    } else if (view->usage != usage) {
        gltf_i_report_key(
            check, GLTF_I_BUFFER_VIEW_TARGET_OVERRIDE, property, "bufferView %n was for %t and is now used for %t",
            words_number_texts((int64_t)(view - check->views), usage_name(view->usage), usage_name(usage)));
    }
}
