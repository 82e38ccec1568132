// tests/codec/bench_streams.mjs - writes the streams that bench_meshopt measures: what exporters make of a large mesh.
//
//   node bench_streams.mjs FILE [ELEMENTS]
//
// FILE gets records as driver.c reads them, each after a name of 32 bytes.  Needs the npm package "meshoptimizer".
import fs from 'node:fs';
import * as s from './streams.mjs';

const [file, elements = '200000'] = process.argv.slice(2);
const folder = s.packageFolder();
if (!file || !folder) {
    console.log(file ? 'skipped: no meshoptimizer package' : 'usage: node bench_streams.mjs FILE [ELEMENTS]');
    process.exit(file ? 77 : 64);
}
const { encoder } = await s.loadReference(folder);
const random = s.randomOf(7);

// A rolling surface, its triangles in an order that renders well, its vertices in the order that they are used in.
const side = Math.ceil(Math.sqrt(Number(elements)));
const grid = [];
for (let y = 0; y + 1 < side; y++) {
    for (let x = 0; x + 1 < side; x++) {
        const a = y * side + x;
        grid.push(a, a + 1, a + side, a + side, a + 1, a + side + 1);
    }
}
const indices = Uint32Array.from(grid);
const [remap, count] = encoder.reorderMesh(indices, true, false);
const vertices = new Array(count);
for (let v = 0; v < side * side; v++) {
    if (remap[v] !== 0xffffffff) {
        const [u, w] = [(v % side) / side, Math.floor(v / side) / side];
        const height = 0.1 * Math.sin(12 * u) * Math.cos(9 * w) + 0.002 * random.real();
        const slope = [-1.2 * Math.cos(12 * u) * Math.cos(9 * w), 0.9 * Math.sin(12 * u) * Math.sin(9 * w)];
        const length = Math.hypot(slope[0], slope[1], 1);
        vertices[remap[v]] = { position: [u, w, height], normal: [slope[0] / length, slope[1] / length, 1 / length], uv: [u, w] };
    }
}
const floats = (width, of) => Float32Array.from(vertices.flatMap((v) => [...of(v), 0, 0, 0, 0].slice(0, width)));
const fill = (type, width, of) => new Uint8Array(type.from(vertices.flatMap((v) => [...of(v), 0, 0, 0, 0].slice(0, width))).buffer);

const records = [];
function add(name, mode, filter, version, stride, n, bytes) {
    const header = Buffer.alloc(60);
    header.write(name.slice(0, 31));
    [s.MODES[mode], s.FILTERS[filter], version, 0, stride, n, bytes.length].forEach((v, i) => header.writeUInt32LE(v, 32 + i * 4));
    records.push(header, bytes);
}
function attributes(name, filter, stride, data) {
    for (const version of filter === 'COLOR' ? [1] : [0, 1]) {
        const bytes = encoder.encodeVertexBufferLevel(data, count, stride, 2, version);
        add(`${name} v${version}`, 'ATTRIBUTES', filter, version, stride, count, bytes);
    }
}

attributes('position u16x4', 'NONE', 8, fill(Uint16Array, 4, (v) => v.position.map((p) => Math.round((p * 0.4 + 0.5) * 16383))));
attributes('texcoord u16x2', 'NONE', 4, fill(Uint16Array, 2, (v) => v.uv.map((p) => Math.round(p * 4095))));
attributes('normal i8x4', 'NONE', 4, fill(Int8Array, 4, (v) => v.normal.map((p) => Math.round(p * 127))));
attributes('normal oct8', 'OCTAHEDRAL', 4, encoder.encodeFilterOct(floats(4, (v) => v.normal), count, 4, 8));
attributes('normal oct16', 'OCTAHEDRAL', 8, encoder.encodeFilterOct(floats(4, (v) => v.normal), count, 8, 12));
attributes('position exp f32x3', 'EXPONENTIAL', 12, encoder.encodeFilterExp(floats(3, (v) => v.position), count, 12, 15, 'SharedVector'));
attributes('rotation quat', 'QUATERNION', 8, encoder.encodeFilterQuat(floats(4, (v) => {
    const [x, y, z] = v.position;
    const length = Math.hypot(x, y, z, 1);
    return [x / length, y / length, z / length, 1 / length];
}), count, 8, 12));
attributes('position f32x3', 'NONE', 12, fill(Float32Array, 3, (v) => v.position));
attributes('vertex f32x8', 'NONE', 32, fill(Float32Array, 8, (v) => [...v.position, ...v.normal, ...v.uv]));
attributes('joints u8x4', 'NONE', 4, fill(Uint8Array, 4, (v) => [Math.floor(v.uv[0] * 20), Math.floor(v.uv[1] * 20), 0, 0]));
attributes('color u8x4', 'COLOR', 4, encoder.encodeFilterColor(floats(4, (v) => [v.uv[0], v.uv[1], v.normal[2], 1]), count, 4, 8));

add('triangles u32', 'TRIANGLES', 'NONE', 0, 4, indices.length, encoder.encodeIndexBuffer(new Uint8Array(indices.buffer), indices.length, 4));
const short = indices.filter((_, i) => Math.floor(i / 3) < 40000).map((v) => v % 65536);
add('triangles u16', 'TRIANGLES', 'NONE', 0, 2, short.length,
    encoder.encodeIndexBuffer(new Uint8Array(Uint16Array.from(short).buffer), short.length, 2));
add('indices u32', 'INDICES', 'NONE', 0, 4, indices.length, encoder.encodeIndexSequence(new Uint8Array(indices.buffer), indices.length, 4));
fs.writeFileSync(file, Buffer.concat(records));
console.log(`${records.length / 2} streams of ${count} vertices or ${indices.length} indices`);
