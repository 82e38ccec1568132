// tests/codec/compare.mjs - thousands of random streams, decoded by the driver and by the npm package "meshoptimizer".
//
//   node compare.mjs DRIVER [STREAMS [SEED]]
//
// All must agree byte for byte with the package's SIMD build, which it takes wherever it can; filters round halves to even
// there.  With its scalar build (halves away from zero) and its decoder written for reading, streams without a filter and
// with EXPONENTIAL must agree byte for byte, the other filters within one unit.  Every stream is decoded with the portable
// loops and with the kernels of this machine.  Exit status 77 when the package is not there.
import { spawnSync } from 'node:child_process';
import * as s from './streams.mjs';

const [driver, wanted = '4000', seed = '1'] = process.argv.slice(2);
const folder = s.packageFolder();
if (!folder) {
    console.log('skipped: no meshoptimizer package (npm install meshoptimizer, or set GLTF_MESHOPTIMIZER to its folder)');
    process.exit(77);
}
const reference = await s.loadReference(folder);
const cpus = [0x80000000, 1, 1 | 2, 1 | 2 | 4, 8]; // plain, SSE2, SSSE3, AVX2, NEON; the driver drops what is not there

// ---- One random stream of a kind ----

const stream = (mode, filter, version, stride, count, bytes) => ({ mode, filter, version, stride, count, bytes });
const strideOf = (random) => 4 * (random.below(4) ? random.between(1, 8) : random.between(1, 64));

function encoded(random, filter, version, stride, count, data) {
    const bytes = reference.encoder.encodeVertexBufferLevel(data, count, stride, random.below(4), version);
    return stream('ATTRIBUTES', filter, version, stride, count, bytes);
}

const kinds = {
    'attributes v0, encoded': (r) => {
        const stride = strideOf(r), count = s.randomCount(r, stride);
        return encoded(r, 'NONE', 0, stride, count, s.plausibleElements(r, stride, count));
    },
    'attributes v1, encoded': (r) => {
        const stride = strideOf(r), count = s.randomCount(r, stride);
        return encoded(r, 'NONE', 1, stride, count, s.plausibleElements(r, stride, count));
    },
    'attributes v0, written': (r) => {
        const stride = strideOf(r), count = s.randomCount(r, stride);
        return stream('ATTRIBUTES', 'NONE', 0, stride, count, s.writtenAttributes(r, 0, stride, count));
    },
    'attributes v1, written': (r) => {
        const stride = strideOf(r), count = s.randomCount(r, stride);
        return stream('ATTRIBUTES', 'NONE', 1, stride, count, s.writtenAttributes(r, 1, stride, count));
    },
    'octahedral': (r) => {
        const stride = r.pick([4, 8]), count = s.randomCount(r, stride);
        return encoded(r, 'OCTAHEDRAL', r.below(2), stride, count, s.octahedralElements(r, stride, count));
    },
    'octahedral, encoded': (r) => {
        const stride = r.pick([4, 8]), count = s.randomCount(r, stride);
        const vectors = Float32Array.from({ length: count * 4 }, () => r.real() * 2 - 1);
        for (let i = 0; i < count * 4; i += 4) {
            const length = Math.hypot(vectors[i], vectors[i + 1], vectors[i + 2]) || 1;
            [0, 1, 2].forEach((k) => (vectors[i + k] /= length));
        }
        const data = reference.encoder.encodeFilterOct(vectors, count, stride, r.between(2, stride * 2));
        return encoded(r, 'OCTAHEDRAL', r.below(2), stride, count, data);
    },
    'quaternion': (r) => {
        const count = s.randomCount(r, 8);
        return encoded(r, 'QUATERNION', r.below(2), 8, count, s.quaternionElements(r, count));
    },
    'quaternion, encoded': (r) => {
        const count = s.randomCount(r, 8);
        const vectors = Float32Array.from({ length: count * 4 }, () => r.real() * 2 - 1);
        for (let i = 0; i < count * 4; i += 4) {
            const length = Math.hypot(...vectors.subarray(i, i + 4)) || 1;
            [0, 1, 2, 3].forEach((k) => (vectors[i + k] /= length));
        }
        return encoded(r, 'QUATERNION', r.below(2), 8, count, reference.encoder.encodeFilterQuat(vectors, count, 8, r.between(4, 16)));
    },
    'exponential': (r) => {
        const stride = strideOf(r), count = s.randomCount(r, stride);
        return encoded(r, 'EXPONENTIAL', r.below(2), stride, count, s.exponentialElements(r, stride, count));
    },
    'exponential, encoded': (r) => {
        const stride = 4 * r.between(1, 8), count = s.randomCount(r, stride);
        const values = Float32Array.from({ length: (count * stride) / 4 }, () => (r.real() - 0.5) * Math.pow(2, r.between(-40, 40)));
        const mode = r.pick(['Separate', 'SharedVector', 'SharedComponent', 'Clamped']);
        const data = reference.encoder.encodeFilterExp(values, count, stride, r.between(1, 24), mode);
        return encoded(r, 'EXPONENTIAL', r.below(2), stride, count, data);
    },
    'color': (r) => {
        const stride = r.pick([4, 8]), count = s.randomCount(r, stride);
        return encoded(r, 'COLOR', 1, stride, count, s.colorElements(r, stride, count));
    },
    'color, encoded': (r) => {
        const stride = r.pick([4, 8]), count = s.randomCount(r, stride);
        const values = Float32Array.from({ length: count * 4 }, () => r.real());
        const data = reference.encoder.encodeFilterColor(values, count, stride, r.between(2, stride * 2));
        return encoded(r, 'COLOR', 1, stride, count, data);
    },
    'triangles, encoded': (r) => {
        const stride = r.pick([2, 4]), count = r.between(1, 500);
        const indices = s.gridTriangles(r, count, r.pick([60, 1000, stride === 2 ? 65000 : 100000000]));
        const bytes = reference.encoder.encodeIndexBuffer(s.indexBytes(indices, stride), count * 3, stride);
        return stream('TRIANGLES', 'NONE', r.below(2), stride, count * 3, bytes);
    },
    'triangles, written': (r) => {
        const count = r.between(1, 500);
        return stream('TRIANGLES', 'NONE', r.below(2), r.pick([2, 4]), count * 3, s.writtenTriangles(r, count));
    },
    'indices, encoded': (r) => {
        const stride = r.pick([2, 4]), count = r.between(1, 900);
        const step = r.pick([3, 300, 30000]);
        let at = 0;
        const indices = Array.from({ length: count }, () => (at = Math.abs(at + r.between(-step, step)) % 65536));
        const bytes = reference.encoder.encodeIndexSequence(s.indexBytes(indices, stride), count, stride);
        return stream('INDICES', 'NONE', r.below(2), stride, count, bytes);
    },
    'indices, written': (r) => {
        const count = r.between(1, 900);
        return stream('INDICES', 'NONE', r.below(2), r.pick([2, 4]), count, s.writtenSequence(r, count));
    },
};

// ---- Ours ----

function runDriver(streams, cpu) {
    const parts = [];
    for (const t of streams) {
        const header = Buffer.alloc(28);
        [s.MODES[t.mode], s.FILTERS[t.filter], t.version, cpu, t.stride, t.count, t.bytes.length].forEach((v, i) =>
            header.writeUInt32LE(v, i * 4));
        parts.push(header, t.bytes);
    }
    const run = spawnSync(driver, [], { input: Buffer.concat(parts), maxBuffer: 1 << 30 });
    if (run.status !== 0) {
        throw new Error(`the driver ended with ${run.status} ${run.signal}: ${run.stderr}`);
    }
    let at = 0;
    return streams.map((t) => {
        const status = run.stdout.readInt32LE(at);
        at += 4;
        const size = status === 0 ? t.count * t.stride : 0;
        at += size;
        return { status, bytes: run.stdout.subarray(at - size, at) };
    });
}

// ---- Comparing ----

const INTEGERS = { OCTAHEDRAL: [Int8Array, Int16Array], QUATERNION: [null, Int16Array], COLOR: [Uint8Array, Uint16Array] };

// Largest difference of two decoded views, in units of the last place; infinite where only equal is good enough.
function difference(t, a, b) {
    if (Buffer.compare(a, b) === 0) {
        return { most: 0, differing: 0 };
    }
    const type = INTEGERS[t.filter]?.[t.stride === 8 ? 1 : 0];
    if (!type) {
        return { most: Infinity, differing: 1 };
    }
    const numbers = (bytes) => new type(Uint8Array.from(bytes).buffer);
    const [x, y] = [numbers(a), numbers(b)];
    let most = 0, differing = 0;
    for (let i = 0; i < x.length; i++) {
        most = Math.max(most, Math.abs(x[i] - y[i]));
        differing += x[i] !== y[i] ? 1 : 0;
    }
    return { most, differing };
}

let passed = 0;
let allFailed = 0;
const each = Math.max(1, Math.ceil(Number(wanted) / Object.keys(kinds).length));
for (const [name, make] of Object.entries(kinds)) {
    let failed = 0;
    const random = s.randomOf(Number(seed) * 1000 + Object.keys(kinds).indexOf(name));
    const streams = Array.from({ length: each }, () => make(random));
    const ours = new Map(cpus.map((cpu) => [cpu, runDriver(streams, cpu)]));
    // The readable decoder lets surplus deltas of a last group run into the next byte's; encoders make them zero.
    const others = name.startsWith('attributes') && name.endsWith('written') ? ['scalar'] : ['scalar', 'readable'];
    const report = { numbers: 0, scalar: { most: 0, differing: 0 }, readable: { most: 0, differing: 0 } };
    streams.forEach((t, i) => {
        const base = s.decodeWith(reference.simd, t);
        report.numbers += t.filter === 'NONE' || t.filter === 'EXPONENTIAL' ? base.length : (t.count * 4);
        let fault = '';
        for (const [cpu, answers] of ours) {
            const answer = answers[i];
            if (answer.status !== 0) {
                fault = `status ${answer.status} with cpu ${cpu}`;
            } else if (difference(t, base, answer.bytes).most !== 0) {
                fault = `other bytes than the SIMD build, with cpu ${cpu}`;
            }
        }
        for (const other of others) {
            const d = difference(t, s.decodeWith(reference[other], t), ours.get(cpus[0])[i].bytes);
            report[other].most = Math.max(report[other].most, d.most);
            report[other].differing += d.differing;
            if (d.most > 1) {
                fault ||= `${d.most} units away from the ${other} decoder`;
            }
        }
        if (fault) {
            failed++;
            console.log(`${name} ${i}: ${fault} (stride ${t.stride}, count ${t.count}, ${t.bytes.length} bytes)`);
        } else {
            passed++;
        }
    });
    const far = (d) => `${d.differing} of them differ, by ${d.most} at most`;
    const distances = others.map((other) => `${other}: ${far(report[other])}`).join('; ');
    console.log(`${name}: ${each} streams, ${report.numbers} numbers, ${failed} failed; ${distances}`);
    allFailed += failed;
}
console.log(`${passed} passed, ${allFailed} failed`);
process.exit(allFailed ? 1 : 0);
