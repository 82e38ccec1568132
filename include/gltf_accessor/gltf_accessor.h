/* gltf_accessor/gltf_accessor.h - all but files.h (opening paths) and draco.h, which are taken by name. */
#ifndef GLTF_ACCESSOR_GLTF_ACCESSOR_H
#define GLTF_ACCESSOR_GLTF_ACCESSOR_H

#include "accessor.h"
#include "base.h"
#include "document.h"
#include "morph.h"
#include "validate.h"

#endif
