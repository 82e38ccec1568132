// Attacks on the JavaScript binding: every public method gets wrong arguments, closed objects and callbacks that call back.
// usage: node attack_javascript.mjs FOLDER-WITH-WASM
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import test from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const binding = await import(pathToFileURL(resolve(process.argv[2], "gltf_accessor.js")));
const { Kind, Status, Type, Block, GltfError } = binding;
const glb = readFileSync(join(root, "examples/data/pyramids.glb"));
const text = readFileSync(join(root, "examples/data/pyramids.gltf"));
const bin = readFileSync(join(root, "examples/data/pyramids.bin"));
const status = (wanted) => (error) => error instanceof GltfError && error.status === wanted;
const encode = (model) => new TextEncoder().encode(JSON.stringify(model));

// ---- what is attacked: every public method with arguments that are right, and what kind each of them is ----

const options = (fields) => ({ options: fields });
const METHODS = {
  "load": { on: () => binding, args: [undefined], kinds: ["source"] },
  "Library.version": { on: (s) => s.gltf },
  "Library.block": { on: (s) => s.gltf, args: [5], kinds: ["whole"], huge: RangeError },
  "Library.parse": { on: (s) => s.gltf, args: [glb, { strict: true }], kinds: ["bytes", options({})] },
  "Library.validate": { on: (s) => s.gltf, args: [text, { bring: () => bin }],
    kinds: ["readBytes", options({ maxIssues: "whole", keep: "wholeOrInfinity", bring: "functionOrNull" })] },
  "Library.issueKinds": { on: (s) => s.gltf },
  "Block.size": { on: (s) => s.block },
  "Block.pointer": { on: (s) => s.block },
  "Block.bytes": { on: (s) => s.block },
  "Block.free": { on: (s) => s.gltf.block(5) },
  "Accessor.length": { on: (s) => s.accessor },
  "Accessor.read": { on: (s) => s.accessor, args: [Type.FLOAT, { first: 1, count: 2, components: 4, fill: [0, 0, 0, 7] }],
    kinds: ["type", options({ first: "whole", count: "whole", components: "whole", fill: "numbers" })] },
  "Accessor.view": { on: (s) => s.accessor },
  "Accessor.bounds": { on: (s) => s.accessor },
  "Document.free": { on: (s) => s.gltf.parse(glb) },
  "Document.load": { on: (s) => s.document, args: [() => null], kinds: ["function"] },
  "Document.bufferUri": { on: (s) => s.document, args: [0], kinds: ["index"] },
  "Document.setBuffer": { on: (s) => s.gltf.parse(text), args: [0, bin], kinds: ["index", "bytes"] },
  "Document.setView": { on: (s) => s.gltf.parse(text), args: [0, bin], kinds: ["index", "bytes"] },
  "Document.bytes": { on: (s) => s.document, args: [0], kinds: ["index"] },
  "Document.validate": { on: (s) => s.document, args: [{}], kinds: [options({ maxIssues: "whole", keep: "wholeOrInfinity" })] },
  "Document.count": { on: (s) => s.document, args: [Kind.MESH], kinds: ["kind"] },
  "Document.name": { on: (s) => s.document, args: [Kind.MESH, 0], kinds: ["kind", "indexOrNothing"] },
  "Document.find": { on: (s) => s.document, args: [Kind.MESH, "no such mesh"], kinds: ["kind", "name"] },
  "Document.fault": { on: (s) => s.document, args: [Kind.MESH, 0], kinds: ["kind", "indexOrNothing"] },
  "Document.json": { on: (s) => s.document },
  "Document.describe": { on: (s) => s.document },
  "Document.compression": { on: (s) => s.document, args: [0], kinds: ["index"] },
  "Document.accessor": { on: (s) => s.document, args: [0], kinds: ["index"] },
  "Document.attribute": { on: (s) => s.document, args: [1, 0, "POSITION", 0], kinds: ["index", "index", "nameOrNull", "indexOrNull"] },
  "Document.declaredBounds": { on: (s) => s.document, args: [0], kinds: ["index"] },
  "Document.uses": { on: (s) => s.document, args: [0], kinds: ["index"] },
  "Document.mesh": { on: (s) => s.document, args: [1], kinds: ["index"] },
  "Document.primitive": { on: (s) => s.document, args: [1, 0], kinds: ["index", "index"] },
  "Document.target": { on: (s) => s.document, args: [1, 0, 0], kinds: ["index", "index", "index"] },
  "Document.indices": { on: (s) => s.document, args: [0, 0, { triangles: true }], kinds: ["index", "index", options({})] },
  "Document.morph": { on: (s) => s.document, args: [1, 0, "POSITION", [0.5, 0.25]], kinds: ["index", "index", "name", "numbersOrNull"] },
  "Document.node": { on: (s) => s.document, args: [0], kinds: ["index"] },
  "Document.nodeWeights": { on: (s) => s.document, args: [1], kinds: ["index"] },
  "Document.skin": { on: (s) => s.document, args: [0], kinds: ["index"] },
  "Document.animation": { on: (s) => s.document, args: [0], kinds: ["index"] },
};
const CLOSED_FINE = ["Block.size", "Block.pointer", "Block.free", "Accessor.length", "Document.free"]; // what needs no memory of the module

async function subject() {
  const gltf = await binding.load();
  const document = gltf.parse(glb);
  return { gltf, document, accessor: document.accessor(0), block: gltf.block(9) };
}

const memberOf = (name) => name.split(".").at(-1);

/** Get a property, or call a method. */
function use(name, object, args = METHODS[name].args ?? []) {
  const member = object[memberOf(name)];
  return typeof member === "function" ? member.apply(object, args) : member;
}

test("every public method is attacked here", async () => {
  const { gltf, accessor, document, block } = await subject();
  const found = Object.entries(binding).filter(([, value]) => typeof value === "function" && !/^class /.test(value)).map(([name]) => name);
  for (const { constructor } of [gltf, accessor, document, block]) {
    found.push(...Object.getOwnPropertyNames(constructor.prototype).filter((key) => key !== "constructor" && !key.startsWith("_")).map((key) => `${constructor.name}.${key}`));
  }
  assert.deepEqual(found.sort(), Object.keys(METHODS).sort());
  const classes = Object.values(binding).filter((value) => typeof value === "function" && /^class /.test(value)).map(({ name }) => name).sort();
  assert.deepEqual(classes, ["Accessor", "Block", "Document", "GltfError"]);
  for (const { constructor } of [accessor, document, block]) {
    assert.throws(() => new constructor(gltf, 5), TypeError);
    assert.throws(() => new constructor(), TypeError);
  }
});

// ---- wrong arguments ----

const detached = () => {
  const bytes = new Uint8Array(16);
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  return bytes;
};
const THINGS = [{}, [], [1], "1", "", true, false, 1n, Symbol("s"), () => 1, new Date(0), new Set([1]), [1].values(), Promise.resolve(1), { valueOf: () => 1 }, { length: 1 }];
const WRONG_NUMBERS = [-1, 0.5, NaN, Infinity, -Infinity, -4294967295, -4294967296, 4294967297, 2 ** 53, 1e300, -Number.MIN_VALUE];
const without = (list, ...kinds) => list.filter((thing) => !kinds.includes(typeof thing));

/** For each kind of argument: values that must be refused with TypeError, and with RangeError. */
const WRONG = {
  whole: [[null, ...THINGS], [...WRONG_NUMBERS]],
  wholeOrInfinity: [[null, ...THINGS], WRONG_NUMBERS.filter((n) => n !== Infinity)],
  index: [[undefined, ...THINGS], [...WRONG_NUMBERS, 4294967295]],
  kind: [[undefined, null, ...THINGS], [...WRONG_NUMBERS, 4294967295]],
  type: [[...THINGS], [...WRONG_NUMBERS, 4294967295]],
  name: [[undefined, null, 5, NaN, ...without(THINGS, "string"), "POSITION\0", "\0"], []],
  numbers: [[0.5, NaN, ...THINGS.filter((thing) => !Array.isArray(thing)), new DataView(new ArrayBuffer(4)), new ArrayBuffer(4), new BigInt64Array(1), [,], ["1"], [1n], [null],
    [undefined], [[1]], [{ valueOf: () => 1 }]], []],
  bytes: [[undefined, null, 12, NaN, ...THINGS, [0, 0], { [Symbol.toStringTag]: "ArrayBuffer", byteLength: 4 }, new Blob([bin]), detached()], []],
  function: [[undefined, null, 5, ...without(THINGS, "function")], []],
  options: [[null, 5, NaN, ...without(THINGS, "object")], []],
  source: [[null, 5, true, {}, Symbol("s")], []],
};
WRONG.indexOrNull = WRONG.index.map((list) => list.filter((thing) => thing !== undefined));
WRONG.indexOrNothing = WRONG.index;
WRONG.nameOrNull = WRONG.name.map((list) => list.filter((thing) => thing !== null));
WRONG.numbersOrNull = WRONG.numbers;
WRONG.functionOrNull = WRONG.function.map((list) => list.filter((thing) => thing !== undefined && thing !== null));
WRONG.readBytes = WRONG.bytes;

/** All ways to spoil one argument of a method: [what, arguments, class of error]. */
function* spoiled({ args = [], kinds = [] }) {
  const describe = (value) => (typeof value === "object" && value !== null ? `${value.constructor?.name} ${Object.keys(value)}` : `${typeof value} ${String(value)}`);
  for (const [i, kind] of kinds.entries()) {
    const put = (value) => args.map((arg, k) => (k === i ? value : arg));
    for (const [refusal, values] of [[TypeError, WRONG[kind.options ? "options" : kind][0]], [RangeError, WRONG[kind.options ? "options" : kind][1]]]) {
      for (const value of values) {
        yield [`argument ${i} = ${describe(value)}`, put(value), refusal];
      }
    }
    for (const [field, inner] of Object.entries(kind.options ?? {})) {
      for (const [refusal, values] of [[TypeError, WRONG[inner][0]], [RangeError, WRONG[inner][1]]]) {
        for (const value of values) {
          yield [`${field} = ${describe(value)}`, put({ ...args[i], [field]: value }), refusal];
        }
      }
    }
  }
}

/** Blocks of others in the same memory, and a document: both must stay as they are. */
function witnesses({ gltf, document }) {
  const blocks = Array.from({ length: 64 }, (_, i) => gltf.block(16 << i % 8));
  blocks.forEach((block) => block.bytes.fill(0x5a));
  const before = document.accessor(0).read();
  return () => {
    assert.ok(blocks.every((block) => block.bytes.every((byte) => byte === 0x5a)), "memory of others changed");
    assert.deepEqual(document.accessor(0).read(), before);
    blocks.forEach((block) => block.free());
  };
}

const refused = (refusal) => (error) => Object.getPrototypeOf(error) === refusal.prototype && error.message.length > 0;

for (const name of Object.keys(METHODS)) {
  test(`wrong arguments: ${name}`, async () => {
    const s = await subject();
    const check = witnesses(s);
    const object = METHODS[name].on(s);
    await use(name, METHODS[name].on(s));
    for (const [what, args, refusal] of spoiled(METHODS[name])) {
      if (name === "load" || name === "Document.load") {
        await assert.rejects(use(name, object, args), refused(refusal), what);
      } else {
        assert.throws(() => use(name, object, args), refused(refusal), what);
      }
    }
    check();
  });
}

test("indices that a file does not have are refused by the library", async () => {
  const s = await subject();
  for (const [name, { on, args = [], kinds = [] }] of Object.entries(METHODS)) {
    for (const [i, kind] of kinds.entries()) {
      for (const value of ["index", "indexOrNothing"].includes(kind) ? [null, 4294967294, 9999] : []) {
        const call = () => use(name, on(s), args.map((arg, k) => (k === i ? value : arg)));
        if (name === "Document.name") {
          assert.equal(call(), null);
        } else if (name === "Document.fault") {
          assert.equal(call().status, Status.RANGE);
        } else {
          assert.throws(call, status(Status.RANGE), `${name} ${value}`);
        }
      }
    }
  }
});

test("kinds and types that there are not", async () => {
  const { document, accessor } = await subject();
  for (const kind of [10, 77, 4294967294]) {
    assert.equal(document.count(kind), 0);
    assert.equal(document.name(kind, 0), null);
    assert.equal(document.fault(kind, 0).status, Status.ARGUMENT);
    assert.equal(document.find(kind, "x"), null);
  }
  for (const type of [0, 1, 5119, 5127, 4294967294]) {
    assert.throws(() => accessor.read(type), status(Status.ARGUMENT));
  }
  assert.throws(() => accessor.read(Type.FLOAT, { components: 5 }), status(Status.ARGUMENT));
  assert.throws(() => accessor.read(Type.FLOAT, { components: 4294967294 }), RangeError);
  assert.throws(() => accessor.read(Type.FLOAT, { fill: [0, 0, 0, 0, 0] }), RangeError);
});

test("numbers of `fill` that are not given are 0", async () => {
  const { accessor } = await subject();
  accessor.read(Type.FLOAT, { count: 1, components: 4, fill: [9, 9, 9, 9] });
  assert.deepEqual([...accessor.read(Type.FLOAT, { count: 1, components: 4, fill: [] })], [...accessor.read(Type.FLOAT, { count: 1 }), 0]);
});

test("what an accessor says of itself cannot be changed", async () => {
  const { accessor } = await subject();
  for (const key of ["count", "components", "type", "index", "document", "length"]) {
    assert.throws(() => { accessor[key] = 1e9; }, TypeError, key);
  }
  const block = (await binding.load()).block(4);
  for (const key of ["size", "pointer"]) {
    assert.throws(() => { block[key] = 1e9; }, TypeError, key);
  }
});

// ---- closed objects ----

test("closed objects say so", async () => {
  for (const [name, { on, args }] of Object.entries(METHODS)) {
    const s = await subject();
    const object = on(s);
    const kind = name.split(".")[0];
    if (!["Document", "Accessor", "Block"].includes(kind)) {
      continue;
    }
    (kind === "Accessor" ? s.document : object).free();
    const call = async () => use(name, object, args);
    if (CLOSED_FINE.includes(name)) {
      await call();
    } else {
      await assert.rejects(call, (error) => error instanceof TypeError && / is freed$/.test(error.message), name);
    }
  }
});

test("blocks: freed ones, those of a document and those of another library", async () => {
  const { gltf, document } = await subject();
  const other = await binding.load();
  const twin = await (await import(`${pathToFileURL(resolve(process.argv[2], "gltf_accessor.js"))}?twin`)).load();
  const full = (library, bytes) => {
    const block = library.block(bytes.length);
    block.bytes.set(bytes);
    return block;
  };
  const freed = full(gltf, glb);
  freed.free();
  freed.free();
  const given = full(gltf, glb);
  const owner = gltf.parse(given);
  for (const [block, wanted] of [[freed, /is freed/], [full(other, glb), /another library/], [full(twin, glb), /in place of bytes/], [given, /belongs to a document/]]) {
    assert.throws(() => gltf.parse(block), wanted);
    assert.throws(() => document.setBuffer(0, block), wanted);
    assert.throws(() => document.setView(0, block), wanted);
    if (block !== given) {
      assert.throws(() => gltf.validate(block), wanted);
      assert.throws(() => gltf.validate(text, { bring: () => block }), wanted);
    }
  }
  assert.deepEqual(gltf.validate(given), gltf.validate(glb));       // only read
  assert.throws(() => given.free(), TypeError);
  owner.free();
  assert.equal(given.pointer, 0);
  const mine = full(gltf, bin);
  assert.throws(() => gltf.parse(mine), GltfError);                  // refused: still ours
  assert.throws(() => gltf.parse(text).setBuffer(7, mine), status(Status.RANGE));
  mine.free();
});

// ---- callbacks that call back ----

/** Every public method with right arguments, on objects of the same library. */
async function everything(s) {
  const results = {};
  for (const [name, { on }] of Object.entries(METHODS)) {
    results[name] = plain(await use(name, on(s)));
  }
  return results;
}

/** The same without waiting, for callbacks that cannot. */
function everythingAtOnce(s) {
  for (const [name, { on }] of Object.entries(METHODS)) {
    if (name !== "load" && name !== "Document.load") {
      use(name, on(s));
    }
  }
}

/** What can be compared of a result: no objects of the binding, and copies of what lies in memory of the module. */
function plain(value) {
  if (value === null || typeof value !== "object") {
    return value;
  }
  if (ArrayBuffer.isView(value)) {
    return value.slice();
  }
  return [Object, Array].includes(value.constructor) ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)])) : value.constructor.name;
}

test("callbacks of validate may call everything", async () => {
  const s = await subject();
  const model = JSON.parse(text);
  model.buffers.push({ byteLength: 4, uri: "b" }, { byteLength: 4, uri: "c" });
  const bytes = encode(model);
  const bring = (uri, size) => (uri === "c" ? null : new Uint8Array(bin.subarray(0, size)));
  const wanted = s.gltf.validate(bytes, { bring });
  assert.ok(wanted.errors > 0);
  const got = s.gltf.validate(bytes, { bring: (uri, size) => { everythingAtOnce(s); return bring(uri, size); } });
  assert.deepEqual(got, wanted);
  const failing = s.gltf.validate(bytes, { bring: (uri, size) => { assert.throws(() => s.gltf.parse(new Uint8Array(5)), GltfError); return bring(uri, size); } });
  assert.deepEqual(failing, wanted);
  const growing = s.gltf.validate(bytes, { bring: (uri, size) => { s.gltf.block(s.gltf._c.memory.buffer.byteLength).free(); return bring(uri, size); } });
  assert.deepEqual(growing, wanted);
});

test("validations inside each other come to an end", async () => {
  const { gltf } = await subject();
  const bytes = encode({ asset: { version: "2.0" }, buffers: [{ byteLength: 4, uri: "b" }], bufferViews: [{ buffer: 0, byteLength: 4 }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 1, type: "SCALAR" }] });
  let deepest = 0;
  const validate = (depth) => gltf.validate(bytes, { bring: () => { deepest = Math.max(deepest, depth); return validate(depth + 1) && new Uint8Array(4); } });
  assert.throws(() => validate(1), RangeError);
  assert.equal(deepest, 64);
  assert.equal(gltf.validate(bytes, { bring: () => new Uint8Array(4) }).errors, 0);
});

test("what validate reads stays until it is done", async () => {
  const { gltf } = await subject();
  const model = JSON.parse(text);
  model.buffers.push({ byteLength: 4, uri: "b" });
  const bytes = encode(model);
  const input = gltf.block(bytes.length);
  input.bytes.set(bytes);
  const first = gltf.block(bin.length);
  first.bytes.set(bin);
  const wanted = gltf.validate(bytes, { bring: (uri, size) => bin.subarray(0, size) });
  const got = gltf.validate(input, {
    bring: (uri) => {
      assert.throws(() => input.free(), TypeError);
      if (uri !== "b") {
        return first;
      }
      assert.throws(() => first.free(), TypeError);
      return bin.subarray(0, 4);
    },
  });
  assert.deepEqual(got, wanted);
  input.free();
  const document = gltf.parse(bytes);                     // the document goes, and its bytes stay
  document.setBuffer(0, first);
  const kept = gltf.validate(bytes, {
    bring: (uri) => {
      if (uri !== "b") {
        return first;
      }
      document.free();
      assert.notEqual(first.pointer, 0);
      gltf.block(bin.length).bytes.fill(255);
      return bin.subarray(0, 4);
    },
  });
  assert.deepEqual(kept, wanted);
  assert.equal(first.pointer, 0);
});

test("callbacks of load may call everything, load again, and free the document", async () => {
  const s = await subject();
  const wanted = await everything(s);
  const document = s.gltf.parse(text);
  let inner = 0;
  await document.load(async () => {
    assert.deepEqual(await everything(s), wanted);
    await document.load(() => { inner++; return bin; });
    everythingAtOnce({ ...s, document });
    return bin;
  });
  assert.equal(inner, 1);
  assert.deepEqual(document.accessor(0).read(), s.accessor.read());
  const two = s.gltf.parse(encode({ asset: { version: "2.0" }, buffers: [{ byteLength: 4, uri: "a" }, { byteLength: 4, uri: "b" }] }));
  const asked = [];
  await assert.rejects(two.load((uri) => { asked.push(uri); two.free(); return new Uint8Array(4); }), TypeError);
  assert.deepEqual(asked, ["a"]);
});

test("arguments that free the document while they are looked at", async () => {
  const { gltf } = await subject();
  const attacks = {
    read: (document, free) => { const accessor = document.accessor(0); return () => accessor.read(Type.FLOAT, { get count() { free(); return 1; } }); },
    fill: (document, free) => { const accessor = document.accessor(0); return () => accessor.read(Type.FLOAT, { fill: new Proxy([1], { get: (list, key) => { free(); return list[key]; } }) }); },
    indices: (document, free) => () => document.indices(0, 0, { get triangles() { free(); return true; } }),
    morph: (document, free) => () => document.morph(1, 0, "POSITION", new Proxy([1, 0], { get: (list, key) => { free(); return list[key]; } })),
    validate: (document, free) => () => document.validate({ get keep() { free(); return 1; } }),
    setBuffer: (document, free) => () => document.setBuffer(0, Object.defineProperty(new Uint8Array(bin), "byteLength", { get() { free(); return bin.length; } })),
  };
  for (const [name, attack] of Object.entries(attacks)) {
    const document = gltf.parse(glb);
    assert.throws(attack(document, () => document.free()), /is freed$/, name);
  }
});

// ---- what callbacks give ----

test("a callback gives bytes, or null", async () => {
  const { gltf } = await subject();
  const wrong = WRONG.bytes[0].filter((value) => value !== null && value !== undefined);
  for (const value of [...wrong, 0, new Response("x")]) {
    assert.throws(() => gltf.validate(text, { bring: () => value }), TypeError, String(typeof value));
    if (!(value instanceof Promise)) {                     // load waits for those
      await assert.rejects(gltf.parse(text).load(() => value), TypeError, String(typeof value));
      await assert.rejects(gltf.parse(text).load(async () => value), TypeError, String(typeof value));
    }
  }
  const shared = new Uint8Array(new SharedArrayBuffer(bin.length));
  shared.set(bin);
  const block = gltf.block(bin.length);
  block.bytes.set(bin);
  for (const fine of [bin, new Uint8Array(bin), new Uint8Array(bin).buffer, shared, shared.buffer, new DataView(new Uint8Array(bin).buffer), block]) {
    assert.equal(gltf.validate(text, { bring: () => fine }).errors, 0);
    const document = gltf.parse(text);
    await document.load(async () => fine);
    assert.deepEqual(document.bytes(0).slice(), new Uint8Array(bin));
  }
});

test("bytes of the module's own memory are copied, also where it grows", async () => {
  const { gltf } = await subject();
  const size = 3 * gltf._c.memory.buffer.byteLength;      // a second one does not fit
  const model = encode({ asset: { version: "2.0" }, buffers: [{ byteLength: size, uri: "a" }] });
  const [from, to] = [gltf.parse(model), gltf.parse(model)];
  from.setBuffer(0, new Uint8Array(size).fill(7));
  to.setBuffer(0, from.bytes(0));
  assert.ok(to.bytes(0).length === size && to.bytes(0).every((byte) => byte === 7));
});

// ---- the rest ----

test("above 2 GiB everything is the same", async (t) => {
  const low = await subject();
  const wanted = await everything(low);
  const gltf = await binding.load();
  const below = []; // held: the garbage collector would free them
  try {
    for (const size of [2 ** 30, 2 ** 16, 2 ** 12, 256, 16]) { // fill all that is below; the pages are not touched
      do {
        below.push(gltf.block(size));
      } while (below.at(-1).pointer < 2 ** 31);
    }
  } catch (problem) {
    t.skip(`this machine gives no memory: ${problem.message}`);
    return;
  }
  const document = gltf.parse(glb);
  const got = await everything({ gltf, document, accessor: document.accessor(0), block: gltf.block(9) });
  delete wanted["Block.pointer"];
  delete got["Block.pointer"];
  for (const name of Object.keys(wanted).filter((n) => n !== "Block.bytes")) {
    assert.deepEqual(got[name], wanted[name], name);
  }
  const asked = [];
  assert.equal(gltf.validate(text, { bring: (uri, size) => { asked.push([uri, size]); return bin; } }).errors, 0);
  assert.deepEqual(asked, [["pyramids.bin", bin.length]]);
  assert.throws(() => gltf.parse(new Uint8Array(5)), /^GltfError: .+ \(GLTF_ERR_JSON\)$/);
  below.forEach((block) => block.free());
});

test("replaced buffers and views are freed at once", async () => {
  const { gltf } = await subject();
  const document = gltf.parse(text);
  const size = 1 << 20;
  const set = (i) => {
    document.setBuffer(0, new Uint8Array(size + bin.length));
    document.setView(0, new Uint8Array(size + bin.length));
    const block = gltf.block(size);
    document.setView(1, block);
    document.setView(1, new Uint8Array(size));
    assert.equal(block.pointer, 0, String(i));
  };
  set(0);
  set(1);
  const before = gltf._c.memory.buffer.byteLength;
  for (let i = 2; i < 300; i++) {
    set(i);
  }
  assert.equal(gltf._c.memory.buffer.byteLength, before);
  const kept = document.bytes(0).slice();
  assert.throws(() => document.setBuffer(0, new Uint8Array(3)), status(Status.BUFFER_LENGTH));
  assert.deepEqual(document.bytes(0).slice(), kept);       // a failure changes nothing
});

test("names differ by U+FEFF", async () => {
  const { gltf } = await subject();
  const accessor = { componentType: 5126, count: 1, type: "VEC3" };
  const document = gltf.parse(encode({ asset: { version: "2.0" }, accessors: [accessor, accessor],
    meshes: [{ name: "\ufeffm", primitives: [{ attributes: { POSITION: 0, "\ufeffPOSITION": 1 } }] }, { name: "m", primitives: [{ attributes: { POSITION: 0 } }] }] }));
  assert.deepEqual(document.primitive(0, 0).attributes, { POSITION: 0, "\ufeffPOSITION": 1 });
  assert.equal(document.attribute(0, 0, "\ufeffPOSITION").index, 1);
  assert.deepEqual([0, 1].map((m) => document.find(Kind.MESH, document.name(Kind.MESH, m))), [0, 1]);
});

test("weights: null is the mesh's own, a list is as long as the targets", async () => {
  const { document } = await subject();
  assert.deepEqual(document.morph(1, 0, "POSITION"), document.morph(1, 0, "POSITION", document.mesh(1).weights));
  assert.deepEqual(document.morph(1, 0, "POSITION", null), document.morph(1, 0, "POSITION", undefined));
  assert.deepEqual(document.morph(1, 0, "POSITION", new Float64Array([0.5, 0.25])), document.morph(1, 0, "POSITION", [0.5, 0.25]));
  assert.throws(() => document.morph(1, 0, "POSITION", []), (error) => status(Status.MISMATCH)(error) && error.expected === 2 && error.found === 0);
  assert.deepEqual(document.morph(0, 0, "POSITION", []), document.attribute(0, 0, "POSITION").read());
  assert.throws(() => document.morph(1, 0, "POSITION", [0, NaN]), { name: "RangeError", message: "weight 1 is NaN" });
  assert.equal(document.morph(1, 0, "POSITION", [Infinity, 0]).length, document.attribute(1, 0, "POSITION").read().length);
});

test("failures of reading name the accessor, and both types", async () => {
  const { gltf, document } = await subject();
  const text_of = (index, ...args) => {
    try {
      document.accessor(index).read(...args);
      return null;
    } catch (error) {
      assert.deepEqual([error.object, error.index], [Kind.ACCESSOR, index]);
      return error.message;
    }
  };
  const kinds = document.describe().accessors.map(({ componentType, normalized }) => `${componentType} ${normalized}`);
  assert.equal(text_of(kinds.indexOf("5126 0"), Type.UNSIGNED_INT), "accessor 0: FLOAT cannot become UNSIGNED_INT (GLTF_ERR_CONVERSION)");
  const bytes = kinds.indexOf("5121 1");
  assert.equal(text_of(bytes, Type.SHORT), `accessor ${bytes}: normalized UNSIGNED_BYTE cannot become SHORT (GLTF_ERR_CONVERSION)`);
  const small = gltf.parse(encode({ asset: { version: "2.0" }, buffers: [{ byteLength: 2, uri: "data:application/octet-stream;base64,LAE=" }], bufferViews: [{ buffer: 0, byteLength: 2 }],
    accessors: [{ bufferView: 0, componentType: 5123, count: 1, type: "SCALAR" }] }));
  assert.throws(() => small.accessor(0).read(Type.BYTE), { message: "accessor 0: a number of type UNSIGNED_SHORT cannot become BYTE (GLTF_ERR_CONVERSION)" });
  assert.equal(text_of(0, Type.FLOAT, { first: 17, count: 0 }), "accessor 0: element 17 does not exist (16 exist) (GLTF_ERR_RANGE)");
  assert.equal(text_of(0, Type.FLOAT, { count: 18 }), "accessor 0: element 17 does not exist (16 exist) (GLTF_ERR_RANGE)");
  assert.equal(text_of(0, 1), "accessor 0: type is NULL, unknown or not allowed here (GLTF_ERR_ARGUMENT)");
  assert.throws(() => document.bytes(99), { message: /^buffer 99 does not exist \(1 exists\) / });
});
