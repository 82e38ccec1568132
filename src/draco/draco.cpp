/* draco/draco.cpp - layer 3: Google's Draco decoder behind the C door of document.h. */
#include "../base/visibility.h"

#include "../../include/gltf_accessor/draco.h"

#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <utility>

#include <draco/compression/decode.h>
#include <draco/mesh/mesh.h>

namespace {

/* No exception leaves this file: C calls it. */
template <typename Call> gltf_status guarded(Call call) {
    try {
        return call();
    } catch (const std::bad_alloc &) {
        return GLTF_ERR_MEMORY;
    } catch (...) {
        return GLTF_ERR_CODEC;
    }
}

gltf_status GLTF_CALL open_mesh(void *, const uint8_t *bytes, size_t size, void **geometry, uint64_t *vertex_count,
                                uint64_t *index_count) {
    return guarded([&]() -> gltf_status {
        draco::DecoderBuffer buffer;
        buffer.Init(reinterpret_cast<const char *>(bytes), size);
        const auto kind = draco::Decoder::GetEncodedGeometryType(&buffer);
        if (!kind.ok()) {
            return GLTF_ERR_CODEC;
        }
        if (kind.value() != draco::TRIANGULAR_MESH) {
            return GLTF_ERR_CONVERSION;
        }
        draco::Decoder decoder;
        auto decoded = decoder.DecodeMeshFromBuffer(&buffer);
        if (!decoded.ok()) {
            return decoded.status().code() == draco::Status::UNKNOWN_VERSION ? GLTF_ERR_CODEC_VERSION : GLTF_ERR_CODEC;
        }
        std::unique_ptr<draco::Mesh> mesh = std::move(decoded).value();
        *vertex_count = mesh->num_points();
        *index_count = static_cast<uint64_t>(mesh->num_faces()) * 3;
        *geometry = mesh.release();
        return GLTF_OK;
    });
}

/* One value of an integer type from a stored float: rounded, as joints are sometimes stored. */
template <typename T> bool round_to(float value, T *out) {
    const double rounded = value < 0 ? static_cast<double>(value) - 0.5 : static_cast<double>(value) + 0.5;
    if (!(rounded > static_cast<double>(std::numeric_limits<T>::min()) - 1 &&
          rounded < static_cast<double>(std::numeric_limits<T>::max()) + 1)) {
        return false;
    }
    *out = static_cast<T>(rounded);
    return true;
}

template <typename T> bool convert(const draco::PointAttribute &attribute, draco::AttributeValueIndex value, uint32_t count, T *out) {
    if (attribute.data_type() != draco::DT_FLOAT32) {
        return attribute.ConvertValue<T>(value, static_cast<int8_t>(count), out);
    }
    float stored[4];
    if (!attribute.ConvertValue<float>(value, static_cast<int8_t>(count), stored)) {
        return false;
    }
    for (uint32_t c = 0; c < count; c++) {
        if (!round_to(stored[c], &out[c])) {
            return false;
        }
    }
    return true;
}

template <> bool convert(const draco::PointAttribute &attribute, draco::AttributeValueIndex value, uint32_t count, float *out) {
    return attribute.ConvertValue<float>(value, static_cast<int8_t>(count), out);
}

template <typename T>
gltf_status read_all(const draco::Mesh &mesh, const draco::PointAttribute &attribute, uint32_t count, uint8_t *out, size_t out_size) {
    const size_t element = count * sizeof(T);
    if (out_size != element * mesh.num_points()) {
        return GLTF_ERR_CAPACITY;
    }
    for (draco::PointIndex point(0); point < mesh.num_points(); ++point) {
        T values[4] = {};
        if (!convert<T>(attribute, attribute.mapped_index(point), count, values)) {
            return GLTF_ERR_CONVERSION;
        }
        std::memcpy(out + element * point.value(), values, element);
    }
    return GLTF_OK;
}

gltf_status GLTF_CALL read_attribute(void *, void *geometry, uint32_t unique_id, uint32_t component_type, uint32_t component_count,
                                     void *out, size_t out_size) {
    return guarded([&]() -> gltf_status {
        const draco::Mesh &mesh = *static_cast<const draco::Mesh *>(geometry);
        const draco::PointAttribute *attribute = mesh.GetAttributeByUniqueId(unique_id);
        uint8_t *bytes = static_cast<uint8_t *>(out);
        if (!attribute) {
            return GLTF_ERR_REFERENCE;
        }
        if (component_count < 1 || component_count > 4 || attribute->num_components() != static_cast<int>(component_count)) {
            return GLTF_ERR_MISMATCH;
        }
        switch (component_type) {
        case GLTF_BYTE:
            return read_all<int8_t>(mesh, *attribute, component_count, bytes, out_size);
        case GLTF_UNSIGNED_BYTE:
            return read_all<uint8_t>(mesh, *attribute, component_count, bytes, out_size);
        case GLTF_SHORT:
            return read_all<int16_t>(mesh, *attribute, component_count, bytes, out_size);
        case GLTF_UNSIGNED_SHORT:
            return read_all<uint16_t>(mesh, *attribute, component_count, bytes, out_size);
        case GLTF_UNSIGNED_INT:
            return read_all<uint32_t>(mesh, *attribute, component_count, bytes, out_size);
        case GLTF_FLOAT:
            return read_all<float>(mesh, *attribute, component_count, bytes, out_size);
        default:
            return GLTF_ERR_COMPONENT_TYPE;
        }
    });
}

gltf_status GLTF_CALL read_indices(void *, void *geometry, uint32_t *out, size_t index_count) {
    const draco::Mesh &mesh = *static_cast<const draco::Mesh *>(geometry);
    if (index_count != static_cast<size_t>(mesh.num_faces()) * 3) {
        return GLTF_ERR_CAPACITY;
    }
    for (draco::FaceIndex face(0); face < mesh.num_faces(); ++face) {
        for (int corner = 0; corner < 3; corner++) {
            *out++ = mesh.face(face)[corner].value();
        }
    }
    return GLTF_OK;
}

void GLTF_CALL close_mesh(void *, void *geometry) {
    delete static_cast<draco::Mesh *>(geometry);
}

const gltf_primitive_codec codec = {nullptr, open_mesh, read_attribute, read_indices, close_mesh};

} // namespace

extern "C" const gltf_primitive_codec *gltf_draco_codec(void) {
    return &codec;
}
