/* examples/render/report.h - says on stderr what is wrong. */
#ifndef RENDER_REPORT_H
#define RENDER_REPORT_H

#include <gltf_accessor/base.h>

/* The library's own sentence about a failure.  Gives its status, to be returned at once. */
gltf_status report(const gltf_error *error);

/* A status that a read gave, which does not know of places, with the place. */
gltf_status report_read(gltf_status status, int32_t object, uint32_t index, uint32_t part, const char *name);

/* Any other sentence. */
void complain(const char *what, const char *detail);

#endif
