// A consumer in C++: as full.c does.
#include <cstdio>
#include <cstring>
#include <gltf_accessor/files.h>
#include <gltf_accessor/gltf_accessor.h>
#include <memory>
#include <vector>

int main(int argc, char **argv) {
    gltf_document *opened = nullptr;
    if (gltf_document_open(argc > 1 ? argv[1] : "", nullptr, &opened, nullptr) != GLTF_OK) {
        return 1;
    }
    const std::unique_ptr<gltf_document, void (*)(gltf_document *)> document(opened, gltf_document_free);
    for (uint32_t index = 0; index < gltf_document_count(document.get(), GLTF_OBJECT_ACCESSOR); index++) {
        gltf_accessor accessor;
        gltf_error error;
        if (gltf_document_accessor(document.get(), index, &accessor, &error) != GLTF_OK) {
            std::printf("%u %s\n", static_cast<unsigned>(index), gltf_status_name(error.status));
            continue;
        }
        std::vector<float> out(gltf_accessor_number_count(&accessor));
        if (gltf_accessor_read_float(&accessor, 0, accessor.count, out.data(), out.size()) != GLTF_OK) {
            return 1;
        }
        std::printf("%u", static_cast<unsigned>(index));
        for (const float number : out) {
            uint32_t bits;
            std::memcpy(&bits, &number, sizeof bits);
            std::printf(" %08x", static_cast<unsigned>(bits));
        }
        std::printf("\n");
    }
    return 0;
}
