// tests/draco/compare.mjs - gltf-inspect (built with GLTF_WITH_DRACO) against the npm package draco3dgltf, on meshes that the package
// encodes here and on the models named.
// Exit status 0 = equal, 1 = different, 77 = skipped.
import { createRequire } from 'node:module';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';

const folders = [process.env.GLTF_NODE_MODULES, ...(process.env.NODE_PATH ?? '').split(':')].filter(Boolean);
let draco3d = null;
for (const folder of [...folders.map((f) => join(f, 'x.js')), import.meta.url]) {
    try {
        draco3d = createRequire(folder)('draco3dgltf');
        break;
    } catch {
        // not there
    }
}
if (!draco3d || process.argv.length < 3) {
    console.log(draco3d ? 'skipped: no inspector given' : 'skipped: no draco3dgltf package');
    process.exit(77);
}
const [, , inspect, ...models] = process.argv;
const encoderModule = await draco3d.createEncoderModule({});
const decoderModule = await draco3d.createDecoderModule({});

const TYPES = {
    5120: ['Int8', Int8Array, 'DT_INT8'],
    5121: ['UInt8', Uint8Array, 'DT_UINT8'],
    5122: ['Int16', Int16Array, 'DT_INT16'],
    5123: ['UInt16', Uint16Array, 'DT_UINT16'],
    5125: ['UInt32', Uint32Array, 'DT_UINT32'],
    5126: ['Float', Float32Array, 'DT_FLOAT32'],
};
const COUNTS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 };

let seed = 12345;
function random() {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
}

/** A grid of n x n vertices with one attribute of every kind glTF draws with, as a glTF text with one data: URI. */
function makeModel(n, method, speed) {
    const vertices = n * n;
    const indices = [];
    for (let y = 0; y + 1 < n; y++) {
        for (let x = 0; x + 1 < n; x++) {
            const a = y * n + x;
            indices.push(a, a + 1, a + n, a + 1, a + n + 1, a + n);
        }
    }
    const attributes = [
        ['POSITION', 'POSITION', 5126, 3, () => random() * 10 - 5],
        ['NORMAL', 'NORMAL', 5126, 3, () => random() * 2 - 1],
        ['TEXCOORD_0', 'TEX_COORD', 5126, 2, () => random()],
        ['COLOR_0', 'COLOR', 5121, 4, () => Math.floor(random() * 256)],
        ['JOINTS_0', 'GENERIC', 5123, 4, () => Math.floor(random() * 300)],
        ['WEIGHTS_0', 'GENERIC', 5126, 4, () => random()],
        ['_SHORT', 'GENERIC', 5122, 3, () => Math.floor(random() * 65536) - 32768],
        ['_BYTE', 'GENERIC', 5120, 1, () => Math.floor(random() * 256) - 128],
    ];
    const encoder = new encoderModule.Encoder();
    const builder = new encoderModule.MeshBuilder();
    const mesh = new encoderModule.Mesh();
    builder.AddFacesToMesh(mesh, indices.length / 3, new Uint32Array(indices));
    const ids = {};
    for (const [semantic, kind, type, count, value] of attributes) {
        const data = TYPES[type][1].from({ length: vertices * count }, value);
        const add = `Add${TYPES[type][0]}Attribute`;
        ids[semantic] = builder[add](mesh, encoderModule[kind], vertices, count, data);
    }
    encoder.SetSpeedOptions(speed, speed);
    encoder.SetEncodingMethod(encoderModule[method]);
    for (const kind of ['POSITION', 'NORMAL', 'TEX_COORD']) {
        encoder.SetAttributeQuantization(encoderModule[kind], 11);
    }
    const out = new encoderModule.DracoInt8Array();
    const size = encoder.EncodeMeshToDracoBuffer(mesh, out);
    const bytes = Buffer.alloc(size);
    for (let i = 0; i < size; i++) {
        bytes[i] = out.GetValue(i);
    }
    const accessors = attributes.map(([, , componentType, count]) => ({
        componentType,
        count: vertices,
        type: Object.keys(COUNTS)[count - 1],
    }));
    const primitive = {
        attributes: Object.fromEntries(attributes.map(([semantic], i) => [semantic, i])),
        indices: attributes.length,
        extensions: { KHR_draco_mesh_compression: { bufferView: 0, attributes: ids } },
    };
    return {
        asset: { version: '2.0' },
        extensionsUsed: ['KHR_draco_mesh_compression'],
        extensionsRequired: ['KHR_draco_mesh_compression'],
        buffers: [{ byteLength: size, uri: `data:application/octet-stream;base64,${bytes.toString('base64')}` }],
        bufferViews: [{ buffer: 0, byteLength: size }],
        accessors: [...accessors, { componentType: 5125, count: indices.length, type: 'SCALAR' }],
        meshes: [{ primitives: [primitive] }],
    };
}

function bytesOfView(model, folder, index) {
    const view = model.bufferViews[index];
    const uri = model.buffers[view.buffer].uri;
    const all = uri.startsWith('data:') ? Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64') : readFileSync(join(folder, decodeURIComponent(uri)));
    return all.subarray(view.byteOffset ?? 0, (view.byteOffset ?? 0) + view.byteLength);
}

/** What the package decodes for each accessor of the model: stored bytes, tightly packed. */
function expected(model, folder) {
    const result = new Map();
    for (const primitive of model.meshes.flatMap((m) => m.primitives)) {
        const extension = primitive.extensions?.KHR_draco_mesh_compression;
        if (!extension) {
            continue;
        }
        const bytes = bytesOfView(model, folder, extension.bufferView);
        const decoder = new decoderModule.Decoder();
        const buffer = new decoderModule.DecoderBuffer();
        buffer.Init(new Int8Array(bytes), bytes.length);
        const mesh = new decoderModule.Mesh();
        const status = decoder.DecodeBufferToMesh(buffer, mesh);
        if (!status.ok()) {
            throw new Error(status.error_msg());
        }
        for (const [semantic, id] of Object.entries(extension.attributes)) {
            const accessor = model.accessors[primitive.attributes[semantic]];
            const [, Typed, draco] = TYPES[accessor.componentType];
            const size = mesh.num_points() * COUNTS[accessor.type] * Typed.BYTES_PER_ELEMENT;
            const memory = decoderModule._malloc(size);
            const attribute = decoder.GetAttributeByUniqueId(mesh, id);
            decoder.GetAttributeDataArrayForAllPoints(mesh, attribute, decoderModule[draco], size, memory);
            result.set(primitive.attributes[semantic], Buffer.from(decoderModule.HEAPU8.slice(memory, memory + size)));
            decoderModule._free(memory);
        }
        const count = mesh.num_faces() * 3;
        const memory = decoderModule._malloc(count * 4);
        decoder.GetTrianglesUInt32Array(mesh, count * 4, memory);
        const triangles = new Uint32Array(decoderModule.HEAPU8.slice(memory, memory + count * 4).buffer);
        decoderModule._free(memory);
        const Typed = TYPES[model.accessors[primitive.indices].componentType][1];
        result.set(primitive.indices, Buffer.from(Typed.from(triangles).buffer));
    }
    return result;
}

let compared = 0;
let wrong = 0;
function check(name, file, model) {
    for (const [accessor, want] of expected(model, dirname(file))) {
        const have = execFileSync(inspect, ['--accessor', String(accessor), '--as', 'raw', '--format', 'raw', file], { maxBuffer: 1 << 28 });
        compared++;
        if (!have.equals(want)) {
            wrong++;
            console.log(`${name}: accessor ${accessor} differs`);
        }
    }
}

const folder = mkdtempSync(join(tmpdir(), 'gltf-draco-'));
try {
    for (const method of ['MESH_EDGEBREAKER_ENCODING', 'MESH_SEQUENTIAL_ENCODING']) {
        for (const [n, speed] of [[2, 5], [5, 0], [17, 10], [40, 7]]) {
            const file = join(folder, 'model.gltf');
            const model = makeModel(n, method, speed);
            writeFileSync(file, JSON.stringify(model));
            check(`${method} ${n}x${n}`, file, model);
        }
    }
    for (const file of models) {
        check(file, file, JSON.parse(readFileSync(file, 'utf8')));
    }
} finally {
    rmSync(folder, { recursive: true });
}
console.log(`${compared - wrong} of ${compared} accessors equal`);
process.exit(wrong ? 1 : 0);
