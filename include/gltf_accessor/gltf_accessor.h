/* gltf_accessor/gltf_accessor.h - everything but the file helper; include <gltf_accessor/files.h> for that. */
#ifndef GLTF_ACCESSOR_GLTF_ACCESSOR_H
#define GLTF_ACCESSOR_GLTF_ACCESSOR_H

#include "accessor.h"
#include "base.h"
#include "document.h"
#include "morph.h"
#include "validate.h"

#endif
