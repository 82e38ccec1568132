/* examples/render/options.c - reads the command line. */
#include "options.h"
#include "report.h"
#include <gltf_accessor/base.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char options_help[] =
    "usage: gltf-render MODEL [OPTION...]\n"
    "Draw a glTF model with OpenGL: into a picture, or in a window (escape closes it, arrows turn it).\n"
    "  --out FILE.png       write a picture of one moment, and show no window\n"
    "  --time SECONDS       the moment (default 0); a window starts there\n"
    "  --size WxH           of picture or window (default 640x480)\n"
    "  --animation N|none   which one plays (default 0)\n"
    "  --turn D, --lift D   look from the outside, so many degrees around and above (default: the file's camera, or 30 "
    "and 22)\n"
    "  --background RRGGBB  (default f4f5f7)\n"
    "  --own-layout         decode all attributes, also those that the GPU can use as they are stored\n"
    "  --list               say what becomes of each attribute\n"
    "  --frames N           close the window after so many\n"
    "Exit status: 0 fine; 1 drawn, but something was broken and left out; 2 the model cannot be loaded, or the picture "
    "not be\n"
    "written; 3 there is no OpenGL 3.3; 64 wrong usage.\n";

/* The whole text as a number of a range. */
static int read_number(const char *text, double low, double high, double *out) {
    char *end;
    *out = strtod(text, &end);
    return end != text && *end == '\0' && *out >= low && *out <= high;
}

static int read_float(const char *text, double low, double high, float *out) {
    double number;
    const int fine = read_number(text, low, high, &number);
    *out = fine ? (float)number : 0;
    return fine;
}

static int read_count(const char *text, uint32_t *out) {
    double number;
    const int fine = read_number(text, 0, 1e9, &number);
    *out = fine ? (uint32_t)number : 0;
    return fine;
}

static int read_size(const char *text, int *width, int *height) {
    char rest;
    return sscanf(text, "%5dx%5d%c", width, height, &rest) == 2 && *width > 0 && *height > 0 && *width <= 8192 &&
           *height <= 8192;
}

static int read_color(const char *text, float *out) {
    unsigned parts[3];
    char rest;
    if (strlen(text) != 6 || sscanf(text, "%2x%2x%2x%c", &parts[0], &parts[1], &parts[2], &rest) != 3) {
        return 0;
    }
    for (int c = 0; c < 3; c++) {
        out[c] = (float)parts[c] / 255;
    }
    return 1;
}

/* An option with a value.  -1 if there is none of this name. */
static int read_option(const char *name, const char *value, options *out) {
    if (strcmp(name, "--out") == 0) {
        out->out = value;
        return value[0] != '\0';
    }
    if (strcmp(name, "--time") == 0) {
        return read_float(value, 0, 1e6, &out->time);
    }
    if (strcmp(name, "--size") == 0) {
        return read_size(value, &out->width, &out->height);
    }
    if (strcmp(name, "--animation") == 0) {
        out->animation = GLTF_NONE;
        return strcmp(value, "none") == 0 || read_count(value, &out->animation);
    }
    if (strcmp(name, "--turn") == 0) {
        out->own_camera = 1;
        return read_float(value, -360, 360, &out->turn);
    }
    if (strcmp(name, "--lift") == 0) {
        out->own_camera = 1;
        return read_float(value, -89, 89, &out->lift);
    }
    if (strcmp(name, "--background") == 0) {
        return read_color(value, out->background);
    }
    return strcmp(name, "--frames") == 0 ? read_count(value, &out->frames) : -1;
}

static int read_flag(const char *name, options *out) {
    if (strcmp(name, "--own-layout") == 0) {
        return out->own_layout = 1;
    }
    if (strcmp(name, "--list") == 0) {
        return out->list = 1;
    }
    return strcmp(name, "--help") == 0 ? (out->help = 1) : 0;
}

int options_read(int argc, char **argv, options *out) {
    static const options defaults = {
        .width = 640, .height = 480, .turn = 30, .lift = 22, .background = {0.957f, 0.961f, 0.969f}};
    *out = defaults;
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--", 2) != 0 && !out->model) {
            out->model = argv[i];
        } else if (!read_flag(argv[i], out)) {
            const int fine = i + 1 < argc ? read_option(argv[i], argv[i + 1], out) : 0;
            if (fine <= 0) {
                complain(fine < 0 ? "no option " : "wrong value of ", argv[i]);
                return 0;
            }
            i++;
        }
    }
    if (!out->model && !out->help) {
        complain("which model?  gltf-render --help", "");
        return 0;
    }
    return 1;
}
