/* tests/machines/digest_models.h - outside the layers: hashes over what the library says about a model.  Any thread. */
#ifndef GLTF_TEST_DIGEST_MODELS_H
#define GLTF_TEST_DIGEST_MODELS_H

#include <gltf_accessor/document.h>

/* Parse and load; NULL where that fails, or where an accessor is too large for machines of 32 bits. */
gltf_document *digest_open(uint64_t *digest, const uint8_t *bytes, size_t size, uint32_t source_flags);

/* All that a document gives: tables, numbers, faults, sentences, blends. */
void digest_opened(uint64_t *digest, const gltf_document *document);

/* Both for a model, lenient and strict; its numbers alone, in which is no wording of the library; the report on it. */
void digest_model(uint64_t *digest, const uint8_t *bytes, size_t size);
void digest_model_numbers(uint64_t *digest, const uint8_t *bytes, size_t size);
void digest_model_validation(uint64_t *digest, const uint8_t *bytes, size_t size);

/* A whole file, to be freed; NULL if it cannot be read. */
uint8_t *digest_read_file(const char *path, size_t *size);

#endif
