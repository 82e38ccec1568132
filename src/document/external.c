/* document/external.c - layer 2: external buffers by their uri, so that one load serves all that name the same file. */
#include "external.h"

#include "document.h"

static int by_uri(void *user, uint32_t a, uint32_t b) {
    const gltf_i_external *list = user;
    const int order = gltf_i_build_text_order(list[a].uri, list[b].uri);
    return order != 0 ? order < 0 : a < b;
}

void gltf_i_external_number(gltf_i_externals *all) {
    for (uint32_t i = 0; i < all->count; i++) {
        all->order[i] = i;
    }
    gltf_i_sort(all->order, all->count, by_uri, all->list);
    for (uint32_t i = 0; i < all->count; i++) {
        gltf_i_external *one = external_at(all, i);
        const gltf_i_external *before = i ? external_at(all, i - 1) : NULL;
        one->file = before && memory_same_text(before->uri, one->uri) ? before->file : i;
    }
}

static int by_file(void *user, uint32_t a, uint32_t b) {
    const gltf_i_external *list = user;
    if (list[a].file != list[b].file) {
        return list[a].file < list[b].file;
    }
    return list[a].byte_length != list[b].byte_length ? list[a].byte_length > list[b].byte_length : a < b;
}

void gltf_i_external_group(gltf_i_externals *all) {
    uint32_t first = 0;
    gltf_i_sort(all->order, all->count, by_file, all->list);
    for (uint32_t i = 0; i < all->count; i++) {
        first = external_at(all, i)->file == external_at(all, first)->file ? first : i;
        external_at(all, i)->first = first;
        external_at(all, first)->end = i + 1;
    }
}

uint32_t gltf_i_external_fits(const gltf_i_externals *all, uint32_t first, uint64_t size) {
    uint32_t low = first;
    uint32_t high = external_at(all, first)->end;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (external_at(all, middle)->byte_length > size) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

gltf_status gltf_i_external_load(const gltf_i_externals *all, uint32_t first, const gltf_io *io, gltf_buffer *got,
                                 uint64_t *asked) {
    const uint32_t end = external_at(all, first)->end;
    gltf_status status = GLTF_ERR_BUFFER_LENGTH;
    for (uint32_t place = first; place < end && status == GLTF_ERR_BUFFER_LENGTH;) {
        const gltf_i_external *one = external_at(all, place);
        *asked = one->byte_length;
        memory_zero(got, sizeof *got);
        status = io->load(io->user, one->buffer, one->uri, *asked, got);
        if (status == GLTF_ERR_BUFFER_LENGTH) {
            const uint64_t shorter = *asked ? *asked - 1 : 0;
            const uint32_t next =
                gltf_i_external_fits(all, first, got->size && got->size < *asked ? got->size : shorter);
            place = next > place ? next : place + 1;
        }
    }
    if (status != GLTF_OK) {
        got->data = NULL;
    }
    return status;
}
