/* validate/report.c - layer 3: issues on their way to the caller: severity, pointer, message, limits. */
#include "check.h"

/* ---- Path ---- */

static void path_push(gltf_i_check *check, gltf_i_text text, uint64_t index) {
    gltf_i_report_state *const report = &check->report;
    if (report->depth < GLTF_I_PATH_DEPTH) { /* always: the schema is not that deep */
        report->path[report->depth].text = text;
        report->path[report->depth].index = index;
    }
    report->depth++;
}

void gltf_i_path_name(gltf_i_check *check, const char *name) {
    path_push(check, text_of(name), 0);
}

void gltf_i_path_text(gltf_i_check *check, gltf_i_text text) {
    path_push(check, text, 0);
}

void gltf_i_path_index(gltf_i_check *check, uint64_t index) {
    const gltf_i_text none = {NULL, 0};
    path_push(check, none, index);
}

void gltf_i_path_pop(gltf_i_check *check) {
    check->report.depth--;
}

/* ---- Pointer ---- */

static uint64_t pointer_need(const gltf_i_report_state *report) {
    uint64_t need = 2;
    for (uint32_t i = report->base; i < report->depth; i++) {
        need += 24 + 2 * (uint64_t)report->path[i].text.size;
    }
    return need;
}

static int pointer_reserve(gltf_i_check *check, uint64_t need) {
    gltf_i_report_state *const report = &check->report;
    if (need <= report->pointer_room) {
        return 1;
    }
    gltf_i_allocator_put(&check->allocator, report->pointer, report->pointer_room);
    report->pointer_room = 0;
    report->pointer = gltf_i_allocator_get(&check->allocator, need * 2);
    if (!report->pointer) {
        check_fail(check, GLTF_ERR_MEMORY, NULL);
        return 0;
    }
    report->pointer_room = (size_t)(need * 2);
    return 1;
}

/* "~" and "/" of keys are escaped.  [RFC 6901, 3] */
static size_t put_key(char *out, gltf_i_text key) {
    size_t size = 0;
    for (size_t i = 0; i < key.size; i++) {
        if (key.at[i] == '~' || key.at[i] == '/') {
            out[size++] = '~';
            out[size++] = key.at[i] == '~' ? '0' : '1';
        } else {
            out[size++] = key.at[i];
        }
    }
    return size;
}

static size_t put_index(char *out, uint64_t index) {
    char digits[20];
    size_t count = 0;
    do {
        digits[count++] = (char)('0' + (int)(index % 10));
        index /= 10;
    } while (index != 0);
    for (size_t i = 0; i < count; i++) {
        out[i] = digits[count - 1 - i];
    }
    return count;
}

/* The path as a JSON pointer; that of the root is "/", as the official validator writes it. */
static const char *pointer_write(gltf_i_check *check) {
    gltf_i_report_state *const report = &check->report;
    if (!pointer_reserve(check, pointer_need(report))) {
        return NULL;
    }
    char *p = report->pointer;
    *p++ = '/';
    for (uint32_t i = report->base; i < report->depth; i++) {
        const gltf_i_segment *const segment = &report->path[i];
        if (i > report->base) {
            *p++ = '/';
        }
        p += segment->text.at ? put_key(p, segment->text) : put_index(p, segment->index);
    }
    *p = '\0';
    return report->pointer;
}

/* ---- Issues ---- */

static void count_issue(gltf_i_report_state *report, uint32_t severity) {
    uint64_t *const counts[] = {&report->counts.errors, &report->counts.warnings, &report->counts.informations,
                                &report->counts.hints};
    (*counts[severity])++;
    report->issues++;
}

static int is_wanted(const gltf_i_check *check, uint32_t code) {
    return !check_done(check) && check->report.severities[code] < GLTF_SEVERITY_IGNORE;
}

/* Hand one issue over, unless the limit is reached already: then something was left out. */
static void deliver(gltf_i_check *check, uint32_t code, const char *pointer, uint64_t offset, const char *format,
                    const gltf_i_words *words) {
    gltf_i_report_state *const report = &check->report;
    if (report->issues >= report->max_issues) {
        report->counts.truncated = 1;
        check->stopped = 1;
        return;
    }
    gltf_issue issue;
    memory_zero(&issue, sizeof issue);
    gltf_i_format(report->message, sizeof report->message, format, words);
    issue.code = gltf_issue_kinds(NULL)[code].code;
    issue.pointer = pointer;
    issue.message = report->message;
    issue.offset = offset;
    issue.severity = report->severities[code];
    issue.kind = code;
    count_issue(report, issue.severity);
    if (report->callback) {
        check->status = report->callback(report->user, &issue);
    }
    if (issue.severity == GLTF_SEVERITY_ERROR && report->stop_at_error) {
        report->counts.truncated = 1;
        check->stopped = 1;
    }
}

void gltf_i_report(gltf_i_check *check, uint32_t code, const char *format, gltf_i_words words) {
    if (is_wanted(check, code)) {
        const char *const pointer = pointer_write(check);
        if (pointer) {
            deliver(check, code, pointer, 0, format, &words);
        }
    }
}

void gltf_i_report_key(gltf_i_check *check, uint32_t code, gltf_i_text key, const char *format, gltf_i_words words) {
    gltf_i_path_text(check, key);
    gltf_i_report(check, code, format, words);
    gltf_i_path_pop(check);
}

void gltf_i_report_at(gltf_i_check *check, uint32_t code, const char *name, const char *format, gltf_i_words words) {
    gltf_i_report_key(check, code, text_of(name), format, words);
}

void gltf_i_report_index(gltf_i_check *check, uint32_t code, uint64_t index, const char *format, gltf_i_words words) {
    gltf_i_path_index(check, index);
    gltf_i_report(check, code, format, words);
    gltf_i_path_pop(check);
}

void gltf_i_report_offset(gltf_i_check *check, uint32_t code, uint64_t offset, const char *format, gltf_i_words words) {
    if (is_wanted(check, code)) {
        deliver(check, code, NULL, offset, format, &words);
    }
}

void gltf_i_report_document(gltf_i_check *check, uint32_t code, const char *format, gltf_i_words words) {
    if (is_wanted(check, code)) {
        deliver(check, code, "", 0, format, &words);
    }
}
