// tests/codec/make_streams.mjs - writes the small streams that are committed with the bytes that the reference makes of them.
//
//   node make_streams.mjs [FILE [SEED_FOLDER]]       (default: ../data/meshopt_streams.bin and ../fuzz/corpus/meshopt)
//
// FILE: records, each seven little-endian u32 (mode 1 ATTRIBUTES, 2 TRIANGLES, 3 INDICES; filter 0 NONE, 1 OCTAHEDRAL,
// 2 QUATERNION, 3 EXPONENTIAL, 4 COLOR; version 0 EXT, 1 KHR; stride; count; size of the stream; size of the decoded
// bytes), then the stream, then the decoded bytes.  They come from the SIMD build of the npm package "meshoptimizer".
// SEED_FOLDER: some of them as inputs of tests/fuzz/fuzz_meshopt.c.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as s from './streams.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const [file = path.join(here, '../data/meshopt_streams.bin'), seeds = path.join(here, '../fuzz/corpus/meshopt')] = process.argv.slice(2);
const folder = s.packageFolder();
if (!folder) {
    console.log('skipped: no meshoptimizer package (npm install meshoptimizer, or set GLTF_MESHOPTIMIZER to its folder)');
    process.exit(77);
}
const reference = await s.loadReference(folder);
const random = s.randomOf(20);
const records = [];
const inputs = [];

function add(mode, filter, version, stride, count, bytes) {
    const t = { mode, filter, version, stride, count, bytes };
    const decoded = s.decodeWith(reference.simd, t);
    const header = Buffer.alloc(28);
    [s.MODES[mode], s.FILTERS[filter], version, stride, count, bytes.length, decoded.length].forEach((v, i) => header.writeUInt32LE(v, i * 4));
    records.push(header, bytes, decoded);
    const start = Buffer.from([s.MODES[mode] - 1, s.FILTERS[filter], version, stride / (mode === 'ATTRIBUTES' ? 4 : 2) - 1, count & 255, count >> 8]);
    inputs.push({ name: `${mode}-${filter}-v${version}-${stride}x${count}`.toLowerCase(), bytes: Buffer.concat([start, bytes]) });
}

function encoded(filter, version, stride, count, data, level = 2) {
    add('ATTRIBUTES', filter, version, stride, count, reference.encoder.encodeVertexBufferLevel(data, count, stride, level, version));
}

// Every stride up to 64, and the largest; each control and channel mode many times over.
for (const version of [0, 1]) {
    for (let stride = 4; stride <= 64; stride += 4) {
        const count = random.between(1, 17);
        add('ATTRIBUTES', 'NONE', version, stride, count, s.writtenAttributes(random, version, stride, count));
    }
    add('ATTRIBUTES', 'NONE', version, 256, 33, s.writtenAttributes(random, version, 256, 33));
}
// Counts around groups and blocks; all four levels of the encoder.
for (const version of [0, 1]) {
    for (const count of [1, 2, 15, 16, 17, 31, 33, 64, 65, 255, 256, 257, 513]) {
        add('ATTRIBUTES', 'NONE', version, 4, count, s.writtenAttributes(random, version, 4, count));
    }
    for (let level = 0; level < 4; level++) {
        encoded('NONE', version, 12, 70, s.plausibleElements(random, 12, 70), level);
    }
}
// Filters; counts that leave every remainder to a loop of four or eight.
for (const version of [0, 1]) {
    for (const count of [1, 2, 3, 4, 5, 6, 7, 8, 61]) {
        for (const stride of [4, 8]) {
            encoded('OCTAHEDRAL', version, stride, count, s.octahedralElements(random, stride, count));
        }
        encoded('QUATERNION', version, 8, count, s.quaternionElements(random, count));
        for (const stride of [4, 12, 16]) {
            encoded('EXPONENTIAL', version, stride, count, s.exponentialElements(random, stride, count));
        }
        for (const stride of version ? [4, 8] : []) {
            encoded('COLOR', version, stride, count, s.colorElements(random, stride, count));
        }
    }
}
for (const stride of [2, 4]) {
    for (const triangles of [1, 2, 3, 40, 150]) {
        const indices = s.gridTriangles(random, triangles, 500);
        const bytes = reference.encoder.encodeIndexBuffer(s.indexBytes(indices, stride), triangles * 3, stride);
        add('TRIANGLES', 'NONE', 0, stride, triangles * 3, bytes);
        add('TRIANGLES', 'NONE', 1, stride, triangles * 3, s.writtenTriangles(random, triangles));
    }
    for (const count of [1, 2, 5, 200]) {
        const indices = Array.from({ length: count }, (_, i) => (i % 2 ? 3 * i : 40000 - i));
        add('INDICES', 'NONE', 0, stride, count, reference.encoder.encodeIndexSequence(s.indexBytes(indices, stride), count, stride));
        add('INDICES', 'NONE', 1, stride, count, s.writtenSequence(random, count));
    }
}
fs.writeFileSync(file, Buffer.concat(records));
fs.mkdirSync(seeds, { recursive: true });
const chosen = inputs.filter((input, i) => i % 9 === 0 && input.bytes.length < 2000);
for (const input of chosen) {
    fs.writeFileSync(path.join(seeds, input.name), input.bytes);
}
console.log(`${records.length / 3} streams, ${Buffer.concat(records).length} bytes; ${chosen.length} seeds`);
