/* support/sentences.h - sentences of errors, compared with the one file that has them all: unit/sentences.golden. */
#ifndef GLTF_TEST_SENTENCES_H
#define GLTF_TEST_SENTENCES_H

#include "gltf_accessor/base.h"

/* Fail unless the golden file has the line "key: text".  The line that would be right is printed. */
void sentence_check_text(const char *key, const char *text);

/* The same with the sentence of an error. */
void sentence_check(const char *key, const gltf_error *error);

#endif
