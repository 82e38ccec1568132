/* validate/extensions.c - layer 3: what extensions refer to is used. */
#include "../document/places.h"
#include "model.h"
#include "views.h"

static void use_place(void *user, const gltf_i_place_row *row, gltf_i_text key, gltf_i_text number) {
    gltf_i_check *const check = user;
    int64_t index;
    (void)key;
    gltf_i_check_integer(check, number, &index);
    gltf_i_check_view *const view = row->names == GLTF_OBJECT_VIEW ? gltf_i_view_of(check, index) : NULL;
    gltf_i_check_accessor *const accessor =
        row->names == GLTF_OBJECT_ACCESSOR ? gltf_i_accessor_of(check, index) : NULL;
    if (view) {
        view->used = 1;
    }
    if (accessor) {
        accessor->used = 1;
    }
    if (row->names == GLTF_OBJECT_BUFFER && index >= 0 && index < check->buffer_count) {
        check->buffers[index].used = 1;
    }
}

void gltf_i_extension_use(gltf_i_check *check, uint32_t on, gltf_i_text object) {
    gltf_i_places_find(on, gltf_i_scan_member(object, "extensions"), use_place, check);
}
