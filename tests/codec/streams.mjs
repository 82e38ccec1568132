// tests/codec/streams.mjs - random meshopt streams and where the reference is; used by make_streams.mjs and compare.mjs.
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

export const MODES = { ATTRIBUTES: 1, TRIANGLES: 2, INDICES: 3 };
export const FILTERS = { NONE: 0, OCTAHEDRAL: 1, QUATERNION: 2, EXPONENTIAL: 3, COLOR: 4 };

// ---- The reference: the npm package "meshoptimizer" ----

// Its folder: in the environment variable GLTF_MESHOPTIMIZER, or where node finds it; null when it is nowhere.
export function packageFolder() {
    const named = process.env.GLTF_MESHOPTIMIZER;
    if (named) {
        return fs.existsSync(path.join(named, 'meshopt_decoder.mjs')) ? named : null;
    }
    for (const from of [path.join(process.cwd(), 'x.js'), import.meta.url]) {
        try {
            return path.dirname(createRequire(from).resolve('meshoptimizer'));
        } catch {
            // not there
        }
    }
    return null;
}

// The encoder, and the decoder three times: compiled with SIMD, compiled without, and the one written for reading.
export async function loadReference(folder) {
    const load = async (file, tag) => import(pathToFileURL(path.join(folder, file)).href + tag);
    const { MeshoptEncoder: encoder } = await load('meshopt_encoder.js', '');
    const { MeshoptDecoder: simd } = await load('meshopt_decoder.mjs', '');
    const { MeshoptDecoder: readable } = await load('meshopt_decoder_reference.js', '');
    const validate = WebAssembly.validate;
    WebAssembly.validate = () => false; // makes the package take the build without SIMD
    const { MeshoptDecoder: scalar } = await load('meshopt_decoder.mjs', '?scalar');
    WebAssembly.validate = validate;
    await Promise.all([encoder.ready, simd.ready, scalar.ready]);
    return { encoder, simd, scalar, readable };
}

export function decodeWith(decoder, stream) {
    const out = new Uint8Array(stream.count * stream.stride);
    decoder.decodeGltfBuffer(out, stream.count, stream.stride, stream.bytes, stream.mode, stream.filter);
    return out;
}

// ---- Random numbers that are the same on every run ----

export function randomOf(seed) {
    let a = seed >>> 0;
    const next = () => {
        a = (a + 0x6d2b79f5) >>> 0;
        let t = a;
        t = Math.imul(t ^ (t >>> 15), t | 1);
        t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
        return (t ^ (t >>> 14)) >>> 0;
    };
    const random = {
        bits: next,
        below: (n) => Math.floor((next() / 4294967296) * n),
        between: (low, high) => low + random.below(high - low + 1),
        real: () => next() / 4294967296,
        pick: (list) => list[random.below(list.length)],
        bytes: (n) => Uint8Array.from({ length: n }, () => next() & 255),
    };
    return random;
}

// Counts around the sizes of groups and blocks.
export function randomCount(random, stride) {
    const block = Math.min(256, Math.floor(8192 / stride) & ~15);
    const near = random.pick([1, 16, 32, 48, block, block * 2, block * 3]);
    return random.below(2) ? random.between(1, 600) : Math.max(1, near + random.between(-2, 2));
}

// ---- Attribute streams written without an encoder: every control, channel mode, rotation and packing ----

const PACKINGS = { v0: [0, 2, 4, 8], 0: [0, 1, 2, 4], 1: [1, 2, 4, 8] };

// One group of 16 deltas; `plenty` = how many of 16 codes are escapes, about.
function writeGroup(random, bits, plenty, out) {
    if (bits === 0 || bits === 8) {
        out.push(...random.bytes(bits * 2));
        return;
    }
    const escape = (1 << bits) - 1;
    const packed = new Array(bits * 2).fill(0);
    const extra = [];
    for (let i = 0; i < 16; i++) {
        const code = random.below(16) < plenty ? escape : random.below(escape);
        const per = 8 / bits;
        const place = i % per;
        packed[Math.floor(i / per)] |= code << (bits === 1 ? place : 8 - bits * (place + 1));
        if (code === escape) {
            extra.push(random.bits() & 255);
        }
    }
    out.push(...packed, ...extra);
}

function writeColumn(random, count, packing, out) {
    const groups = Math.ceil(count / 16);
    const codes = Array.from({ length: groups }, () => random.below(4));
    for (let i = 0; i < groups; i += 4) {
        out.push(codes.slice(i, i + 4).reduce((byte, code, k) => byte | (code << (2 * k)), 0));
    }
    const plenty = random.pick([0, 1, 4, 8, 16]);
    for (const code of codes) {
        writeGroup(random, packing[code], plenty, out);
    }
}

export function writtenAttributes(random, version, stride, count) {
    const channels = stride / 4;
    const out = [0xa0 | version];
    const block = Math.min(256, Math.floor(8192 / stride) & ~15);
    for (let done = 0; done < count; done += block) {
        const size = Math.min(block, count - done);
        const calm = random.below(3) === 0; // many columns without data
        const controls = Array.from({ length: stride }, () => (calm && random.below(4) ? 2 : random.below(4)));
        for (let c = 0; version === 1 && c < channels; c++) {
            out.push(controls.slice(4 * c, 4 * c + 4).reduce((byte, control, k) => byte | (control << (2 * k)), 0));
        }
        for (let k = 0; k < stride; k++) {
            if (version === 0) {
                writeColumn(random, size, PACKINGS.v0, out);
            } else if (controls[k] === 3) {
                out.push(...random.bytes(size));
            } else if (controls[k] !== 2) {
                writeColumn(random, size, PACKINGS[controls[k]], out);
            }
        }
    }
    const tail = [...random.bytes(stride)];
    for (let c = 0; version === 1 && c < channels; c++) {
        tail.push(random.pick([0, 1, 2 | (random.below(16) << 4)]));
    }
    while (tail.length < (version === 0 ? 32 : 24)) {
        tail.unshift(0);
    }
    return Uint8Array.from([...out, ...tail]);
}

// ---- Attributes that look like something, for the reference's encoder ----

export function plausibleElements(random, stride, count) {
    const data = new Uint8Array(stride * count);
    const view = new DataView(data.buffer);
    for (let c = 0; c < stride; c += 4) {
        const kind = random.below(6);
        const step = Math.pow(10, random.between(-4, 2));
        let value = random.real() * 1000 - 500;
        for (let i = 0; i < count; i++) {
            const at = i * stride + c;
            value += (random.real() - 0.5) * step;
            if (kind === 0) {
                view.setFloat32(at, value, true);
            } else if (kind === 1) {
                view.setInt16(at, value * 64, true);
                view.setInt16(at + 2, random.below(8), true);
            } else if (kind === 2) {
                view.setUint32(at, i * 3 + random.below(2), true);
            } else if (kind === 3) {
                view.setUint32(at, random.bits(), true);
            } else if (kind === 4) {
                for (let k = 0; k < 4; k++) {
                    view.setUint8(at + k, (value * (k + 1)) & 255);
                }
            } // kind 5 stays zero
        }
    }
    return data;
}

// ---- Elements for the filters: everything that the specification calls valid ----

export function octahedralElements(random, stride, count) {
    const wide = stride === 8;
    const data = wide ? new Int16Array(count * 4) : new Int8Array(count * 4);
    for (let i = 0; i < count; i++) {
        const one = (1 << (random.between(2, wide ? 16 : 8) - 1)) - 1;
        data.set([random.between(-one, one), random.between(-one, one), one, random.bits()], i * 4);
    }
    return new Uint8Array(data.buffer);
}

export function quaternionElements(random, count) {
    const data = new Int16Array(count * 4);
    for (let i = 0; i < count; i++) {
        const one = (1 << (random.between(4, 16) - 1)) - 1;
        const reach = random.pick([one, one >> 1]);
        const xyz = [0, 1, 2].map(() => random.between(-reach, reach));
        data.set([...xyz, (one & ~3) | random.below(4)], i * 4);
    }
    return new Uint8Array(data.buffer);
}

export function exponentialElements(random, stride, count) {
    const data = new Uint8Array(count * stride);
    const view = new DataView(data.buffer);
    for (let at = 0; at < data.length; at += 4) {
        view.setUint32(at, (random.between(-100, 100) << 24) | (random.bits() & random.pick([0xffffff, 0xff, 0])), true);
    }
    return data;
}

export function colorElements(random, stride, count) {
    const wide = stride === 8;
    const data = wide ? new Uint16Array(count * 4) : new Uint8Array(count * 4);
    for (let i = 0; i < count; ) {
        const k = random.between(2, wide ? 16 : 8);
        const one = (1 << k) - 1;
        const [r, g, b] = [0, 1, 2].map(() => random.between(0, one));
        const co = (r - b) >> 1;
        const t = b + co;
        const cg = (g - t) >> 1;
        const y = t + cg;
        const back = [y + co - cg, y + cg, y - co - cg];
        if (back.every((v) => v >= 0 && v <= one)) {
            data.set([y, co, cg, (1 << (k - 1)) | random.below(1 << (k - 1))], i * 4);
            i++;
        }
    }
    return new Uint8Array(data.buffer);
}

// ---- Index streams ----

function writeVarint(value, out) {
    let v = value >>> 0;
    while (v >= 0x80) {
        out.push((v & 0x7f) | 0x80);
        v >>>= 7;
    }
    out.push(v);
}

const anySize = (random) => random.bits() >>> random.pick([0, 4, 12, 20, 26, 30]);

export function writtenSequence(random, count) {
    const out = [0xd1];
    for (let i = 0; i < count; i++) {
        writeVarint(anySize(random), out);
    }
    return Uint8Array.from([...out, 0, 0, 0, 0]);
}

// Triangles by their codes; only codes that read what was written.
export function writtenTriangles(random, triangles) {
    const codes = [];
    const data = [];
    const nibble = () => random.below(15);
    const table = Array.from({ length: 14 }, () => (nibble() << 4) | nibble()).concat(0, 0);
    let edges = 0;
    let vertices = 0;
    const corner = (n, free) => n === 0 || (free && n === 15) || n <= vertices;
    while (codes.length < triangles) {
        const code = random.bits() & 255;
        const low = code & 15;
        if (code < 0xf0) {
            if (code >> 4 >= edges || (low > 0 && low < 13 && low >= vertices)) {
                continue;
            }
            edges += 2;
            vertices += low === 0 || low >= 13 ? 1 : 0;
            if (low === 15) {
                writeVarint(anySize(random), data);
            }
        } else {
            const free = code >= 0xfe;
            const pair = free ? (random.below(4) ? random.bits() & 255 : 0) : table[low];
            const [b, c] = [pair >> 4, pair & 15];
            if (!corner(b, free) || !corner(c, free)) {
                continue;
            }
            if (free) {
                data.push(pair);
            }
            for (const read of [code === 0xff, free && b === 15, free && c === 15]) {
                if (read) {
                    writeVarint(anySize(random), data);
                }
            }
            edges += 3;
            vertices += 1 + (b === 0 || (free && b === 15) ? 1 : 0) + (c === 0 || (free && c === 15) ? 1 : 0);
        }
        codes.push(code);
    }
    return Uint8Array.from([0xe1, ...codes, ...data, ...table]);
}

// A grid of quads in rows, some of its triangles missing or turned: what an encoder gets to see.
export function gridTriangles(random, count, most) {
    const width = random.between(2, 40);
    const out = [];
    for (let i = 0; out.length < count * 3; i++) {
        const a = (i + Math.floor(i / (width - 1))) % Math.max(1, most - width - 2);
        const quad = [a, a + 1, a + width, a + width, a + 1, a + width + 1];
        const turn = random.below(3);
        out.push(quad[turn], quad[(turn + 1) % 3], quad[(turn + 2) % 3]);
        if (random.below(5)) {
            out.push(...quad.slice(3));
        }
        if (random.below(50) === 0) {
            out.push(random.below(most), random.below(most), random.below(most));
        }
    }
    return out.slice(0, count * 3);
}

export function indexBytes(indices, stride) {
    const typed = stride === 2 ? Uint16Array.from(indices) : Uint32Array.from(indices);
    return new Uint8Array(typed.buffer);
}
