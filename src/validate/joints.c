/* validate/joints.c - layer 3: joints and weights of skinned primitives, which are looked at together. */
#include "../base/bytes.h"
#include "reader.h"

enum { JOINTS_BUFFER = 144 };

/* The numbers of one accessor, one after the other. */
typedef struct stream {
    gltf_i_reader reader;
    uint64_t element; /* the next one to be read */
    size_t at;
    size_t size;
    double factor;                /* 1; for weights of an integer type 1 over its greatest value */
    float numbers[JOINTS_BUFFER]; /* as stored; exact for all that can be a joint or a weight */
} stream;

typedef struct skinned {
    gltf_i_check *check;
    const gltf_i_skinned *primitive;
    stream *joints;
    stream *weights;
    uint64_t *seen; /* by joint: the vertex that used it last, counted from 1 over all primitives */
    uint32_t limit; /* joints of the smallest skin */
    uint32_t skin;
    uint64_t element; /* number within the accessors */
    uint32_t component;
    uint64_t vertex;
    float sum;
    double tolerance;
} skinned;

/* ---- Streams ---- */

/* 0 when the accessor does not belong to vertices like these.  One whose data has not arrived gives an empty stream. */
static int stream_open(const gltf_i_check *check, uint32_t index, int64_t count, stream *out) {
    const gltf_i_check_accessor *const accessor = gltf_i_accessor_of(check, index);
    if (!accessor || accessor->count != count || !gltf_i_accessor_has_elements(check, accessor)) {
        return 0;
    }
    if (!gltf_i_reader_open(check, accessor, &out->reader)) {
        memory_zero(&out->reader, sizeof out->reader);
        out->reader.components = 1;
    }
    out->factor = 1;
    return 1;
}

/* Weights are fractions whether or not the accessor says that they are normalized. */
static void stream_of_weights(const gltf_i_check *check, uint32_t index, stream *s) {
    static const double greatest[] = {127, 255, 32767, 65535, 1, 4294967295.0, 1};
    s->factor = 1 / greatest[check->accessors[index].component_type - GLTF_BYTE];
}

/* Fill the buffer; 0 at the end. */
static int stream_fill(stream *s) {
    uint32_t integers[JOINTS_BUFFER];
    const uint64_t room = JOINTS_BUFFER / s->reader.components;
    const uint64_t left = s->reader.count - s->element;
    const size_t count = (size_t)(left < room ? left : room);
    if (count == 0) {
        return 0;
    }
    gltf_i_reader_read(&s->reader, s->element, count, s->numbers, integers);
    s->element += count;
    s->at = 0;
    s->size = count * s->reader.components;
    for (size_t i = 0; s->reader.is_integer && i < s->size; i++) {
        s->numbers[i] = (float)integers[i];
    }
    return 1;
}

/* The next number; 0 at the end. */
static int stream_next(stream *s, double *out) {
    if (s->at == s->size && !stream_fill(s)) {
        return 0;
    }
    *out = s->factor * (double)s->numbers[s->at++];
    return 1;
}

/* ---- Rules.  [glTF 2.0, 3.7.3.3 Skinned Mesh Attributes] ---- */

static void report_set(skinned *s, const char *name, uint32_t set, uint32_t code, const char *format,
                       gltf_i_words words) {
    char key[24] = {0};
    gltf_i_words number = words_of(set, 0);
    number.texts[0] = text_of(name);
    gltf_i_format(key, sizeof key, "%t_%n", &number);
    gltf_i_report_at(s->check, code, key, format, words);
}

/* Whether a joint that has weight is the first of its kind at this vertex. */
static int is_new(skinned *s, uint32_t set, uint32_t joint) {
    if (s->seen[joint] == s->vertex) {
        report_set(s, "JOINTS", set, GLTF_I_ACCESSOR_JOINTS_INDEX_DUPLICATE, "element %n uses joint %n twice",
                   words_of((int64_t)(s->element / 4), joint));
        return 0;
    }
    s->seen[joint] = s->vertex;
    return 1;
}

static int is_beyond(skinned *s, uint32_t set, double joint) {
    if (joint < s->limit) {
        return 0;
    }
    report_set(s, "JOINTS", set, GLTF_I_ACCESSOR_JOINTS_INDEX_OOB, "element %n uses joint %n, skin %n has %n joints",
               words_four((int64_t)(s->element / 4), (int64_t)joint, s->skin, s->limit));
    return 1;
}

static void check_pair(skinned *s, uint32_t set, double joint, double weight) {
    if (weight == 0) {
        if (joint != 0) {
            report_set(s, "JOINTS", set, GLTF_I_ACCESSOR_JOINTS_USED_ZERO_WEIGHT,
                       "element %n has joint %n without weight", words_of((int64_t)(s->element / 4), (int64_t)joint));
        }
        return;
    }
    const int counts = joint < 0 || is_new(s, set, (uint32_t)joint);
    if (weight < 0) {
        report_set(s, "WEIGHTS", set, GLTF_I_ACCESSOR_WEIGHTS_NEGATIVE, "element %n has the weight %r",
                   words_reals((int64_t)(s->element / 4), weight, 0));
    } else if (counts) {
        s->sum = (float)((double)s->sum + weight);
        s->tolerance += 2e-7;
    }
}

/* After the fourth component: the weights of all sets add up to 1. */
static void end_vertex(skinned *s) {
    const double distance = (double)s->sum - 1;
    if (distance > s->tolerance || -distance > s->tolerance) {
        for (uint32_t set = 0; set < s->primitive->set_count; set++) {
            report_set(s, "WEIGHTS", set, GLTF_I_ACCESSOR_WEIGHTS_NON_NORMALIZED,
                       "the weights of element %n add up to %r",
                       words_reals((int64_t)(s->element / 4), (double)s->sum, 0));
        }
    }
    s->component = 0;
    s->sum = 0;
    s->tolerance = 0;
    s->vertex++;
}

/* One component of all sets; 0 at the end. */
static int check_step(skinned *s) {
    for (uint32_t set = 0; set < s->primitive->set_count; set++) {
        double joint;
        double weight;
        if (!stream_next(&s->joints[set], &joint)) {
            return 0;
        }
        const int has_weight = stream_next(&s->weights[set], &weight);
        if (is_beyond(s, set, joint)) {
            continue;
        }
        if (!has_weight) {
            return 0;
        }
        check_pair(s, set, joint, weight);
    }
    if (++s->component == 4) {
        end_vertex(s);
    }
    s->element++;
    return 1;
}

/* ---- Quickly past vertices that are as they should be ---- */

enum { JOINTS_VERTICES = JOINTS_BUFFER / 4 };

/* How many vertices from the first on break no rule, in a primitive with one set: joints exist and are used once, those
 * without weight are 0, the weights add up to `one`.  Sums are those of float32; integer weights must meet `one` exactly,
 * others may miss it by a little less than the tolerance: what is near it is left to the slow way.  The loop has no
 * branches, so that compilers make vectors of it. */
static size_t count_clean(const float *GLTF_I_RESTRICT joints, const float *GLTF_I_RESTRICT weights, size_t vertices,
                          float limit, float one, float tolerance) {
    uint32_t wrong[JOINTS_VERTICES];
    for (size_t v = 0; v < vertices; v++) {
        const float *const j = joints + 4 * v;
        const float *const w = weights + 4 * v;
        const float used = (float)(w[0] > 0) + (float)(w[1] > 0) + (float)(w[2] > 0) + (float)(w[3] > 0);
        const float sum = w[0] + w[1] + w[2] + w[3];
        const float allowed = tolerance * used;
        uint32_t bad = (uint32_t) !(sum - one <= allowed) | (uint32_t) !(one - sum <= allowed);
        bad |= (uint32_t) !(j[0] < limit) | (uint32_t) !(j[1] < limit) | (uint32_t) !(j[2] < limit);
        bad |= (uint32_t) !(j[3] < limit) | (uint32_t) !(w[0] >= 0) | (uint32_t) !(w[1] >= 0);
        bad |= (uint32_t) !(w[2] >= 0) | (uint32_t) !(w[3] >= 0);
        bad |= (uint32_t)((w[0] == 0) & (j[0] != 0)) | (uint32_t)((w[1] == 0) & (j[1] != 0));
        bad |= (uint32_t)((w[2] == 0) & (j[2] != 0)) | (uint32_t)((w[3] == 0) & (j[3] != 0));
        bad |=
            (uint32_t)((j[0] == j[1]) & (w[0] > 0) & (w[1] > 0)) | (uint32_t)((j[0] == j[2]) & (w[0] > 0) & (w[2] > 0));
        bad |=
            (uint32_t)((j[0] == j[3]) & (w[0] > 0) & (w[3] > 0)) | (uint32_t)((j[1] == j[2]) & (w[1] > 0) & (w[2] > 0));
        bad |=
            (uint32_t)((j[1] == j[3]) & (w[1] > 0) & (w[3] > 0)) | (uint32_t)((j[2] == j[3]) & (w[2] > 0) & (w[3] > 0));
        wrong[v] = bad;
    }
    size_t clean = 0;
    while (clean < vertices && !wrong[clean]) {
        clean++;
    }
    return clean;
}

/* Numbers that both streams of the only set hold ready; 0 where there is no quick way. */
static size_t numbers_ready(const skinned *s) {
    if (s->primitive->set_count != 1 || s->component != 0) {
        return 0;
    }
    const size_t joints = s->joints->size - s->joints->at;
    const size_t weights = s->weights->size - s->weights->at;
    return joints < weights ? joints : weights;
}

/* Pass over clean vertices as far as the buffers reach; gives the number of components passed. */
static uint64_t skip_clean(skinned *s) {
    const size_t vertices = numbers_ready(s) / 4;
    const int is_float = s->weights->factor == 1;
    const float one = is_float ? 1.0f : (float)(1 / s->weights->factor);
    const size_t clean = vertices
                             ? count_clean(s->joints->numbers + s->joints->at, s->weights->numbers + s->weights->at,
                                           vertices, (float)s->limit, one, is_float ? 1.999e-7f : 0.0f)
                             : 0;
    s->joints->at += 4 * clean;
    s->weights->at += 4 * clean;
    s->element += 4 * clean;
    s->vertex += clean;
    return 4 * clean;
}

/* ---- All of it ---- */

/* Whether there is another joint to look at. */
static int has_next(skinned *s) {
    return s->joints->at < s->joints->size || stream_fill(s->joints);
}

/* To the end of them, or of what may be looked at. */
static void check_vertices(skinned *s) {
    int more = 1;
    while (more) {
        const uint64_t passed = skip_clean(s);
        more = has_next(s);
        const uint64_t numbers = 2 * (passed + (uint64_t)more) * s->primitive->set_count;
        more = gltf_i_check_spend(s->check, numbers) && more && check_step(s);
    }
}

/* Get all streams ready; 0 when one is missing or has another number of elements than the primitive. */
static int open_streams(skinned *s) {
    const gltf_i_skinned *const primitive = s->primitive;
    int has_data = 1;
    for (uint32_t set = 0; has_data && set < primitive->set_count; set++) {
        const uint32_t joints = primitive->joints[set];
        const uint32_t weights = primitive->joints[primitive->set_count + set];
        has_data = stream_open(s->check, joints, primitive->vertex_count, &s->joints[set]) &&
                   stream_open(s->check, weights, primitive->vertex_count, &s->weights[set]) &&
                   s->check->accessors[joints].component_type != GLTF_FLOAT;
        if (has_data) {
            stream_of_weights(s->check, weights, &s->weights[set]);
        }
    }
    return has_data;
}

static void check_primitive(gltf_i_check *check, const gltf_i_skinned *primitive, uint64_t *seen, uint64_t *vertex) {
    const gltf_i_check_mesh *const mesh = &check->meshes[primitive->mesh];
    const gltf_i_scratch_mark mark = gltf_i_scratch_here(check);
    skinned s;
    memory_zero(&s, sizeof s);
    s.check = check;
    s.primitive = primitive;
    s.limit = mesh->min_joints;
    s.skin = mesh->min_skin;
    s.seen = seen;
    s.vertex = *vertex;
    s.joints = gltf_i_scratch_get(check, primitive->set_count, sizeof *s.joints);
    s.weights = gltf_i_scratch_get(check, primitive->set_count, sizeof *s.weights);
    if (s.joints && s.weights && open_streams(&s)) {
        check_vertices(&s);
    }
    *vertex = s.vertex + 1; /* one that was not ended may have been noted too */
    gltf_i_scratch_back(check, mark);
}

/* Joints of the largest of the skins that primitives are looked at with. */
static uint32_t most_joints(const gltf_i_check *check) {
    uint32_t most = 0;
    for (const gltf_i_skinned *p = check->skinned; p; p = p->next) {
        const uint32_t joints = check->meshes[p->mesh].min_joints;
        most = joints != GLTF_NONE && joints > most ? joints : most;
    }
    return most;
}

/* For each mesh the smallest skin among the nodes that use both. */
static void find_skins(gltf_i_check *check) {
    for (uint32_t i = 0; i < check->node_count; i++) {
        const gltf_i_check_node *const node = &check->nodes[i];
        if (!node->exists || node->mesh < 0 || node->mesh >= check->mesh_count || node->skin < 0 ||
            node->skin >= check->skin_count || check->skins[node->skin] == 0) {
            continue;
        }
        gltf_i_check_mesh *const mesh = &check->meshes[node->mesh];
        const int64_t joints = check->skins[node->skin];
        if (joints < mesh->min_joints) {
            mesh->min_joints = (uint32_t)joints;
            mesh->min_skin = (uint32_t)node->skin;
        }
    }
}

void gltf_i_check_skinned(gltf_i_check *check) {
    if (check->no_data) {
        return;
    }
    find_skins(check);
    uint64_t vertex = 1;
    uint64_t *const seen = gltf_i_check_keep(check, most_joints(check), sizeof *seen); /* once: both may be many */
    for (const gltf_i_skinned *p = check->skinned; p && !check_done(check); p = p->next) {
        if (check->meshes[p->mesh].min_joints == GLTF_NONE) {
            continue;
        }
        gltf_i_path_name(check, "meshes");
        gltf_i_path_index(check, p->mesh);
        gltf_i_path_name(check, "primitives");
        gltf_i_path_index(check, p->primitive);
        gltf_i_path_name(check, "attributes");
        check_primitive(check, p, seen, &vertex);
        check->report.depth = 0;
    }
}
