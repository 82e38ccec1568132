/* morph/morph.c - layer 2: base + sum of weight * delta for a range of elements, block by block. */
#include "morph.h"

#include "../base/checked.h"
#include "../core/sparse.h"
#include "blend.h"

/* How a term is added. */
enum {
    WAY_DENSE,    /* decoded for all elements; several at a time */
    WAY_PATCHED,  /* the same with a sparse overlay: alone */
    WAY_SHORT,    /* one number less than the base: alone */
    WAY_SPARSE,   /* no base: only what is displaced is touched */
    WAY_SCATTERED /* the same, with indices in no order */
};

/* Floats of a block that are blended while they are near, where the results can stay in the caller's memory.  (Measured: in
 * the second cache; blocks for the first one are 1.15 times slower for sparse deltas, which are found block by block.)
 * WAY_SCATTERED looks at all entries for every block, so that then a block has as many elements as one walk can take. */
enum { BLOCK = 24576, SCATTERED_ELEMENTS = GLTF_I_SPARSE_WINDOW };

/* Entries in no order that a base or a delta may have: then a block looks at no more of them than it has elements, or some. */
enum { UNSORTED_MOST = GLTF_I_SPARSE_WINDOW };

/* Floats of a block that must be converted afterwards, and of deltas that are decoded. */
enum { ROOM = 1024 };

/* What a plan for deltas depends on: all of them are of one type, mostly. */
typedef struct delta_kind {
    uint32_t component_type;
    uint32_t shape;
    uint32_t normalized;
    uint32_t cpu;
} delta_kind;

/* State of one call. */
typedef struct blending {
    const gltf_accessor *base;
    gltf_i_plan base_plan;
    gltf_i_plan delta_plan;
    delta_kind kind; /* that delta_plan is for */
    size_t numbers;  /* of an element of the base */
    size_t at;       /* the block */
    size_t count;
    float *r;
    float decoded[ROOM];
} blending;

/* ---- Decoding ---- */

static const gltf_i_plan *delta_plan(blending *b, const gltf_accessor *delta) {
    const delta_kind kind = {delta->component_type, delta->shape, delta->normalized, delta->cpu};
    if (!memory_equal(&kind, &b->kind, sizeof kind)) {
        gltf_i_plan_dense(&b->delta_plan, delta, GLTF_FLOAT);
        b->kind = kind;
    }
    b->delta_plan.accessor = delta;
    return &b->delta_plan;
}

static int stored_as_wanted(const gltf_accessor *delta) {
    return delta->component_type == GLTF_FLOAT && !GLTF_I_BIG_ENDIAN;
}

/* Whether the elements of a delta can be added from where they lie. */
static int in_place(const gltf_accessor *delta) {
    return stored_as_wanted(delta) && delta->stride == delta->element_size && delta->sparse_count == 0;
}

/* Numbers of `count` elements from `first` on: in place, or decoded to `room`. */
static const uint8_t *numbers_of(blending *b, const gltf_accessor *delta, size_t first, size_t count, float *room) {
    if (in_place(delta)) {
        return delta->data + first * delta->stride;
    }
    const gltf_i_plan *plan = delta_plan(b, delta);
    if (delta->sparse_count) {
        gltf_i_plan_read(plan, first, count, (uint8_t *)room);
    } else { /* a float always fits */
        gltf_i_plan_base(plan, first, count, (uint8_t *)room);
    }
    return (const uint8_t *)room;
}

/* ---- Terms that displace every element ---- */

/* `group` terms, one after the other for every number.  All have the base's numbers, or all one less. */
static void add_dense(blending *b, const gltf_i_morph_term *terms, uint32_t group) {
    gltf_i_blend_input inputs[GLTF_I_BLEND_INPUTS];
    const size_t share = ROOM / group; /* floats that each may decode to */
    size_t step = b->count;
    for (uint32_t k = 0; k < group; k++) {
        if (!in_place(terms[k].delta)) {
            step = share / b->numbers;
        }
    }
    for (size_t done = 0; done < b->count; done += step) {
        const size_t n = b->count - done < step ? b->count - done : step;
        float *r = b->r + done * b->numbers;
        for (uint32_t k = 0; k < group; k++) {
            inputs[k].numbers = numbers_of(b, terms[k].delta, b->at + done, n, b->decoded + k * share);
            inputs[k].weight = terms[k].weight;
        }
        if (terms[0].delta->component_count != b->numbers) {
            gltf_i_blend_add_short(r, b->numbers, inputs, group, n);
        } else {
            gltf_i_blend_add(r, inputs, group, n * b->numbers);
        }
    }
}

/* ---- Terms that displace some ---- */

static gltf_i_blend_entries entries_of(const blending *b, const gltf_i_morph_term *term) {
    const gltf_accessor *delta = term->delta;
    const gltf_i_blend_entries e = {
        {NULL, term->weight},   NULL,      sparse_index_size(delta->sparse_index_type), 0, 0, b->at, b->count,
        delta->component_count, b->numbers};
    return e;
}

/* Entries from `begin` on that displace elements of the block, from where their values lie; gives how many. */
static size_t add_stored(blending *b, const gltf_i_morph_term *term, size_t begin) {
    const gltf_accessor *delta = term->delta;
    gltf_i_blend_entries e = entries_of(b, term);
    if (begin >= delta->sparse_count) {
        return 0;
    }
    e.entries = delta->sparse_count - begin;
    e.known = e.entries;
    e.indices = delta->sparse_indices + begin * e.index_size;
    e.input.numbers = delta->sparse_values + begin * delta->element_size;
    return gltf_i_blend_scatter(b->r, &e);
}

/* Entries [begin, begin + entries), which displace elements of the block, decoded. */
static void add_decoded(blending *b, const gltf_i_morph_term *term, size_t begin, size_t entries) {
    const gltf_accessor *delta = term->delta;
    const size_t batch = ROOM / delta->component_count;
    gltf_i_blend_entries e = entries_of(b, term);
    e.input.numbers = (const uint8_t *)b->decoded;
    for (size_t done = 0; done < entries; done += batch) {
        const size_t entry = begin + done;
        e.entries = entries - done < batch ? entries - done : batch;
        e.known = e.entries + (entry + e.entries < delta->sparse_count);
        e.indices = delta->sparse_indices + entry * e.index_size;
        gltf_i_sparse_values(delta_plan(b, delta), entry, e.entries, (uint8_t *)b->decoded);
        gltf_i_blend_scatter(b->r, &e);
    }
}

/* Blocks ascend, so the entries of this one begin where those of the last one ended. */
static void add_sparse(blending *b, gltf_i_morph_term *term) {
    if (term->entry == SIZE_MAX) {
        term->entry = gltf_i_sparse_find(term->delta, 0, b->at);
    }
    const size_t begin = term->entry;
    if (stored_as_wanted(term->delta)) {
        term->entry += add_stored(b, term, begin);
        return;
    }
    term->entry = gltf_i_sparse_find(term->delta, begin, b->at + b->count);
    if (term->entry > begin) {
        add_decoded(b, term, begin, term->entry - begin);
    }
}

static void add_scattered(blending *b, const gltf_i_morph_term *term) {
    const gltf_i_plan *plan = delta_plan(b, term->delta);
    const size_t numbers = term->delta->component_count;
    gltf_i_sparse_walk walk;
    gltf_i_sparse_run run;
    gltf_i_sparse_walk_start(&walk, term->delta, b->at, b->count);
    while (gltf_i_sparse_walk_next(&walk, &run)) {
        for (size_t i = 0; i < run.count; i++) {
            const gltf_i_blend_input input = {(const uint8_t *)b->decoded, term->weight};
            float *element = b->r + run.which[i] * b->numbers;
            gltf_i_sparse_values(plan, run.entry + i, 1, (uint8_t *)b->decoded);
            gltf_i_blend_add(element, &input, 1, numbers);
        }
    }
}

/* ---- One block ---- */

/* Terms from the first one on that can be added in one pass. */
static uint32_t alike(const gltf_i_morph_term *terms, uint32_t count) {
    uint32_t n = 1;
    while (n < count && n < GLTF_I_BLEND_INPUTS && terms[n].way == terms[0].way) {
        n++;
    }
    return n;
}

static void add_terms(blending *b, gltf_i_morph_term *terms, uint32_t count) {
    uint32_t group = 0;
    for (uint32_t i = 0; i < count; i += group) {
        group = 1;
        switch (terms[i].way) {
        case WAY_DENSE:
        case WAY_SHORT:
            group = alike(terms + i, count - i);
            add_dense(b, terms + i, group);
            break;
        case WAY_PATCHED:
            add_dense(b, terms + i, 1);
            break;
        case WAY_SPARSE:
            add_sparse(b, terms + i);
            break;
        default:
            add_scattered(b, terms + i);
            break;
        }
    }
}

static void blend_block(blending *b, gltf_i_morph_terms *terms, int all, uint32_t flags) {
    gltf_i_plan_read(&b->base_plan, b->at, b->count, (uint8_t *)b->r);
    if (all) {
        add_terms(b, terms->list, terms->count);
    } else {
        terms->next = 0;
        while (terms->next < terms->target_count) {
            terms->count = 0;
            terms->gather(terms, terms->user);
            add_terms(b, terms->list, terms->count);
        }
    }
    if (flags & GLTF_MORPH_CLAMP) {
        gltf_i_blend_clamp(b->r, b->count * b->numbers);
    }
}

/* ---- From blended floats to the caller's layout ---- */

/* The plan looks at results as at an accessor of floats. */
typedef struct output {
    gltf_accessor results;
    gltf_i_plan plan;
} output;

/* *o must stay where it is. */
static gltf_status make_output(output *o, const gltf_i_morph_job *job) {
    o->results = *job->base;
    o->results.component_type = GLTF_FLOAT;
    o->results.normalized = 0;
    return gltf_i_plan_make(&o->plan, &o->results, job->layout);
}

/* Whether results can be blended where the caller wants them. */
static int can_stay(const output *o, const void *out) {
    return o->plan.raw && o->plan.out_stride == o->plan.element_size && (uintptr_t)out % sizeof(float) == 0;
}

static void store_block(const output *o, float *r, size_t numbers, size_t count, uint8_t *out) {
    if (GLTF_I_BIG_ENDIAN) { /* stored floats are little-endian */
        for (size_t i = 0; i < count * numbers; i++) {
            bytes_store_u32((uint8_t *)&r[i], bytes_bits_of(r[i]));
        }
    }
    gltf_i_plan_convert(&o->plan, (const uint8_t *)r, numbers * sizeof *r, out, o->plan.out_stride, count);
}

/* ---- All blocks ---- */

static size_t block_elements(const gltf_i_morph_job *job, const gltf_i_morph_terms *terms, int all, int stays) {
    if (!stays) {
        return ROOM / job->base->component_count;
    }
    for (uint32_t i = 0; all && i < terms->count; i++) {
        if (terms->list[i].way == WAY_SCATTERED) {
            return SCATTERED_ELEMENTS;
        }
    }
    const size_t elements = BLOCK / job->base->component_count;
    return elements < SCATTERED_ELEMENTS ? elements : SCATTERED_ELEMENTS; /* there may be such a term in a later part */
}

void gltf_i_morph_run(const gltf_i_morph_job *job, gltf_i_morph_terms *terms) {
    float room[ROOM];
    blending b;
    output o;
    const int all = terms->next >= terms->target_count;
    if (job->count == 0 || make_output(&o, job) != GLTF_OK) {
        return;
    }
    const int stays = can_stay(&o, job->out);
    const size_t step = block_elements(job, terms, all, stays);
    b.base = job->base;
    b.numbers = job->base->component_count;
    memory_zero(&b.kind, sizeof b.kind);
    gltf_i_plan_dense(&b.base_plan, job->base, GLTF_FLOAT);
    for (size_t done = 0; done < job->count; done += b.count) {
        uint8_t *out = (uint8_t *)job->out + done * o.plan.out_stride;
        b.at = job->first + done;
        b.count = job->count - done < step ? job->count - done : step;
        b.r = stays ? (float *)(void *)out : room;
        blend_block(&b, terms, all, job->flags);
        if (!stays) {
            store_block(&o, room, b.numbers, b.count, out);
        }
    }
}

/* ---- Checking ---- */

/* The last element that was asked for does not exist, or, of none, the first. */
static gltf_status fail_range(const gltf_i_morph_job *job, gltf_error *error) {
    uint64_t last = UINT64_MAX;
    checked_add(job->first, job->count ? job->count - 1 : 0, &last);
    return failure_at(error, GLTF_ERR_RANGE, place_nowhere(), "element", 0, job->base->count, last);
}

static gltf_status fail_capacity(const gltf_i_morph_job *job, const gltf_i_plan *plan, gltf_error *error) {
    uint64_t needed = UINT64_MAX;
    checked_mul_add(job->count - 1, plan->out_stride, plan->element_size, &needed);
    return failure_at(error, GLTF_ERR_CAPACITY, place_nowhere(), "out", 0, needed, job->out_size);
}

gltf_status gltf_i_morph_check(const gltf_i_morph_job *job, gltf_error *error) {
    output o;
    if (job->flags & ~(uint32_t)GLTF_MORPH_CLAMP) {
        return failure_of(error, GLTF_ERR_ARGUMENT, place_nowhere(), "flags");
    }
    if (make_output(&o, job) != GLTF_OK) {
        return failure_of(error, GLTF_ERR_ARGUMENT, place_nowhere(), "layout");
    }
    const gltf_status status = gltf_i_plan_check(&o.plan, job->first, job->count, job->out, job->out_size);
    switch (status) {
    case GLTF_OK:
        return status;
    case GLTF_ERR_RANGE:
        return fail_range(job, error);
    case GLTF_ERR_CAPACITY:
        return fail_capacity(job, &o.plan, error);
    default:
        return failure_of(error, status, place_nowhere(), status == GLTF_ERR_ARGUMENT ? "out" : NULL);
    }
}

gltf_status gltf_i_morph_check_weights(const float *weights, uint32_t count, gltf_i_place place, gltf_error *error) {
    for (uint32_t t = 0; t < count; t++) {
        if (weights[t] != weights[t]) {
            place.target = t;
            return failure_of(error, GLTF_ERR_ARGUMENT, place, "weights");
        }
    }
    return GLTF_OK;
}

/* As many numbers as the base, or one less where both are vectors.  [3.7.2.2 Morph Targets: TANGENT has no w] */
static int shape_fits(uint32_t base, uint32_t delta) {
    return delta == base || (base <= GLTF_VEC4 && delta + 1 == base && delta >= GLTF_SCALAR);
}

gltf_status gltf_i_morph_check_delta(uint64_t base_count, uint32_t base_shape, uint64_t delta_count,
                                     uint32_t delta_shape, gltf_i_place place, gltf_error *error) {
    if (delta_count != base_count) {
        return failure_why(error, failure_at(error, GLTF_ERR_MISMATCH, place, "count", 0, base_count, delta_count),
                           GLTF_I_REASON_DELTA_COUNT);
    }
    if (!shape_fits(base_shape, delta_shape)) {
        return failure_why(error,
                           failure_at(error, GLTF_ERR_MISMATCH, place, "type", 0, gltf_component_count(base_shape),
                                      gltf_component_count(delta_shape)),
                           GLTF_I_REASON_DELTA_TYPE);
    }
    return GLTF_OK;
}

gltf_status gltf_i_morph_check_entries(const gltf_accessor *accessor, gltf_i_place place, gltf_error *error) {
    if ((accessor->flags & GLTF_ACCESSOR_UNSORTED) && accessor->sparse_count > UNSORTED_MOST) {
        return failure_at(error, GLTF_ERR_LIMIT, place, "sparse.count", 0, UNSORTED_MOST, accessor->sparse_count);
    }
    return GLTF_OK;
}

/* ---- Terms ---- */

void gltf_i_morph_add_term(gltf_i_morph_terms *terms, const gltf_accessor *base, const gltf_accessor *delta,
                           float weight) {
    gltf_i_morph_term term = {delta, SIZE_MAX, weight, WAY_DENSE};
    if (!delta->data && delta->sparse_count == 0) {
        return;
    }
    if (!delta->data) {
        term.way = delta->flags & GLTF_ACCESSOR_UNSORTED ? WAY_SCATTERED : WAY_SPARSE;
    } else if (delta->sparse_count) {
        term.way = WAY_PATCHED;
    } else if (delta->component_count != base->component_count) {
        term.way = WAY_SHORT;
    }
    terms->list[terms->count++] = term;
}

/* ---- The public call: everything is in arrays ---- */

typedef struct arrays {
    const gltf_accessor *base;
    const gltf_accessor *targets;
    const float *weights;
} arrays;

static int is_absent(const gltf_accessor *delta) {
    return delta->shape == 0;
}

static void gather(gltf_i_morph_terms *terms, void *user) {
    const arrays *a = (const arrays *)user;
    for (; terms->next < terms->target_count && morph_has_room(terms); terms->next++) {
        const uint32_t t = terms->next;
        if (a->weights[t] != 0.0f && !is_absent(&a->targets[t])) {
            gltf_i_morph_add_term(terms, a->base, &a->targets[t], a->weights[t]);
        }
    }
}

static gltf_status check_deltas(const arrays *a, uint32_t count, gltf_error *error) {
    for (uint32_t t = 0; t < count; t++) {
        const gltf_accessor *delta = &a->targets[t];
        if (!is_absent(delta)) {
            const gltf_i_place place = place_part(GLTF_OBJECT_NONE, GLTF_NONE, GLTF_NONE, t);
            gltf_status status =
                gltf_i_morph_check_delta(a->base->count, a->base->shape, delta->count, delta->shape, place, error);
            if (status == GLTF_OK && a->weights[t] != 0.0f) {
                status = gltf_i_morph_check_entries(delta, place, error);
            }
            if (status != GLTF_OK) {
                return status;
            }
        }
    }
    return GLTF_OK;
}

gltf_status gltf_morph_read(const gltf_accessor *base, const gltf_accessor *targets, const float *weights,
                            uint32_t target_count, uint32_t flags, size_t first, size_t count,
                            const gltf_layout *layout, void *out, size_t out_size, gltf_error *error) {
    arrays a = {base, targets, weights};
    const gltf_i_morph_job job = {base, layout, out, out_size, first, count, flags};
    gltf_i_morph_terms terms;
    if (!base || (target_count && (!targets || !weights))) {
        return failure_of(error, GLTF_ERR_ARGUMENT, place_nowhere(), !base ? "base" : !targets ? "targets" : "weights");
    }
    gltf_status status = gltf_i_morph_check_weights(weights, target_count, place_nowhere(), error);
    if (status == GLTF_OK) {
        status = gltf_i_morph_check(&job, error);
    }
    if (status == GLTF_OK) {
        status = gltf_i_morph_check_entries(base, place_nowhere(), error);
    }
    if (status == GLTF_OK) {
        status = check_deltas(&a, target_count, error);
    }
    if (status != GLTF_OK) {
        return status;
    }
    terms.count = 0;
    terms.next = 0;
    terms.target_count = target_count;
    terms.gather = gather;
    terms.user = &a;
    gather(&terms, &a);
    gltf_i_morph_run(&job, &terms);
    return GLTF_OK;
}
