/* validate/format.c - layer 3: messages: numbers and texts of the file put into one line. */
#include "check.h"

enum { FORMAT_TEXT_MAX = 96, FORMAT_DIGITS = 9 };

typedef struct format_line {
    char *out;
    size_t room; /* without the NUL */
    size_t size;
    int full;
} format_line;

/* One character of one or more bytes: all of it or nothing, and nothing more after the first that does not fit. */
static void put_bytes(format_line *line, const char *bytes, size_t size) {
    if (line->full || size > line->room - line->size) {
        line->full = 1;
        return;
    }
    memory_copy(line->out + line->size, bytes, size);
    line->size += size;
}

static void put_char(format_line *line, char c) {
    put_bytes(line, &c, 1);
}

static void put_digits(format_line *line, uint64_t value, unsigned base, size_t least) {
    char digits[24];
    size_t at = sizeof digits;
    do {
        digits[--at] = "0123456789abcdef"[value % base];
        value /= base;
    } while (value != 0 || sizeof digits - at < least);
    while (at < sizeof digits) {
        put_char(line, digits[at++]);
    }
}

static void put_integer(format_line *line, int64_t value) {
    if (value < 0) {
        put_char(line, '-');
    }
    put_digits(line, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, 10, 1);
}

/* Bring a positive value to 1 <= value < 10; gives the power of ten that was taken out. */
static int take_exponent(double *value) {
    static const double powers[] = {1e256, 1e128, 1e64, 1e32, 1e16, 1e8, 1e4, 1e2, 1e1};
    int exponent = 0;
    int step = 256;
    for (size_t i = 0; i < sizeof powers / sizeof powers[0]; i++, step /= 2) {
        if (*value >= powers[i]) {
            *value /= powers[i];
            exponent += step;
        } else if (*value < 10 / powers[i]) { /* times powers[i] stays below 10 */
            *value *= powers[i];
            exponent -= step;
        }
    }
    return exponent;
}

/* The digits of a number below 10^9 with `exponent` behind its first digit, zeros at the end left out. */
static void put_decimal(format_line *line, uint64_t digits, int exponent) {
    char text[FORMAT_DIGITS];
    size_t count = FORMAT_DIGITS;
    for (size_t i = FORMAT_DIGITS; i-- > 0; digits /= 10) {
        text[i] = (char)('0' + (int)(digits % 10));
    }
    while (count > 1 && text[count - 1] == '0') {
        count--;
    }
    const int plain = exponent >= -5 && exponent < FORMAT_DIGITS;
    const int before = plain ? exponent : 0; /* place of the decimal point: behind this digit */
    if (before < 0) {
        put_bytes(line, "0.", 2);
        for (int i = before + 1; i < 0; i++) {
            put_char(line, '0');
        }
    }
    for (int i = 0; i < (int)count || i <= before; i++) {
        put_char(line, i < (int)count ? text[i] : '0');
        if (i == before && i + 1 < (int)count) {
            put_char(line, '.');
        }
    }
    if (!plain) {
        put_char(line, 'e');
        put_integer(line, exponent);
    }
}

/* Nine significant digits, which tell any two float32 values apart. */
static void put_real(format_line *line, double value) {
    if (value != value) {
        put_bytes(line, "NaN", 3);
        return;
    }
    if (value < 0) {
        put_char(line, '-');
        value = -value;
    }
    if (value == 0) {
        put_char(line, '0');
        return;
    }
    if (value - value != 0) {
        put_bytes(line, "Infinity", 8);
        return;
    }
    int exponent = take_exponent(&value);
    uint64_t digits = (uint64_t)(value * 1e8 + 0.5);
    if (digits >= 1000000000) {
        digits /= 10;
        exponent++;
    }
    put_decimal(line, digits, exponent);
}

/* Control characters of ASCII and of Latin-1, which a terminal might obey. */
static int is_control(const char *character, size_t size) {
    const uint8_t *const bytes = (const uint8_t *)character;
    return size == 1 ? bytes[0] < 0x20 || bytes[0] == 0x7F : size == 2 && bytes[0] == 0xC2 && bytes[1] < 0xA0;
}

/* A text of the file: at most FORMAT_TEXT_MAX bytes, whole characters, control characters as '?'. */
static void put_text(format_line *line, gltf_i_text text) {
    size_t i = 0;
    while (i < text.size) {
        size_t size = 1;
        while (i + size < text.size && ((uint8_t)text.at[i + size] & 0xC0) == 0x80) {
            size++;
        }
        if (i + size > FORMAT_TEXT_MAX) {
            put_bytes(line, "...", 3);
            return;
        }
        if (is_control(text.at + i, size)) {
            put_char(line, '?');
        } else {
            put_bytes(line, text.at + i, size);
        }
        i += size;
    }
}

void gltf_i_format(char *out, size_t room, const char *format, const gltf_i_words *words) {
    format_line line = {out, room - 1, 0, 0};
    size_t numbers = 0;
    size_t reals = 0;
    size_t texts = 0;
    for (; *format; format++) {
        if (*format != '%') {
            put_char(&line, *format);
            continue;
        }
        switch (*++format) {
        case 'n':
            put_integer(&line, words->numbers[numbers++]);
            break;
        case 'x':
            put_digits(&line, (uint64_t)words->numbers[numbers++], 16, 8);
            break;
        case 'r':
            put_real(&line, words->reals[reals++]);
            break;
        default:
            put_text(&line, words->texts[texts++]);
            break;
        }
    }
    out[line.size] = '\0';
}
