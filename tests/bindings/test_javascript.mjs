// The JavaScript binding against the C library.  usage: node test_javascript.mjs FOLDER-WITH-WASM REFERENCE-DUMP
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import test from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const [folder, referenceFile] = process.argv.slice(2).map((name) => resolve(name));
const binding = await import(pathToFileURL(join(folder, "gltf_accessor.js")));
const { Kind, Path, Role, Severity, Shape, Status, Type, Interpolation, GltfError, structs } = binding;
const gltf = await binding.load();

const glb = readFileSync(join(root, "examples/data/pyramids.glb"));
const text = readFileSync(join(root, "examples/data/pyramids.gltf"));
const bin = readFileSync(join(root, "examples/data/pyramids.bin"));
const status = (wanted) => (error) => error instanceof GltfError && error.status === wanted;
const hex = (array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString("hex");

// ---- the same bits as C ----

async function dump(path) {
  const lines = [`file ${path}`];
  let document;
  try {
    document = gltf.parse(readFileSync(path));
  } catch (error) {
    return [...lines, `error ${error.message}`];
  }
  await document.load((uri) => {
    try {
      return uri.startsWith("../") ? null : readFileSync(`${dirname(path)}/${uri}`); // no other ".." is left in it
    } catch (problem) {
      return null;
    }
  }).catch(() => {});
  for (let i = 0; i < document.count(Kind.ACCESSOR); i++) {
    let accessor;
    try {
      accessor = document.accessor(i);
    } catch (error) {
      lines.push(`${i} error ${error.message}`);
      continue;
    }
    for (const [kind, type] of [["float", Type.FLOAT], ["double", Type.DOUBLE], ["uint32", Type.UNSIGNED_INT], ["stored", null]]) {
      if (kind === "uint32" && accessor.count === 0) {
        continue;
      }
      try {
        lines.push(`${i} ${kind} ${hex(accessor.read(type))}`);
      } catch (error) {
        assert.ok(kind === "uint32" && error.status === Status.CONVERSION, error);
      }
    }
  }
  document.free();
  return lines;
}

/** Two ways to refuse the same: which files a host may open, and what it says of one that is not there, is not the binding's;
 * and 32 bits end earlier. */
const alike = (got, wanted) =>
  (/ error .*\((GLTF_ERR_IO|GLTF_ERR_URI|GLTF_ERR_BUFFER_LENGTH)\)$/.test(wanted) && / error .*\(GLTF_ERR_NOT_LOADED\)$/.test(got)) ||
  (/ error /.test(wanted) && / is possible \(GLTF_ERR_COUNT\)$/.test(got));

test("every accessor is what C decodes", async () => {
  const wanted = readFileSync(referenceFile, "utf-8").trimEnd().split("\n");
  const paths = wanted.filter((line) => line.startsWith("file ")).map((line) => line.slice(5));
  assert.ok(paths.length >= 2);
  const got = [];
  for (const path of paths) {
    got.push(...await dump(path));
  }
  let floats = 0;
  for (let i = 0; i < Math.max(got.length, wanted.length); i++) {
    floats += / float /.test((wanted[i] ?? "").slice(0, 20));
    if (got[i] !== wanted[i] && !alike(got[i], wanted[i])) {
      const at = [...wanted[i]].findIndex((c, k) => c !== got[i]?.[k]);
      assert.fail(`line ${i}, character ${at}:\n got    ${got[i]?.slice(Math.max(0, at - 80), at + 120)}\n wanted ${wanted[i]?.slice(Math.max(0, at - 80), at + 120)}`);
    }
  }
  assert.ok(floats > 50);
});

// ---- the same structs and constants as the headers ----

test("structs are laid out as the headers say", () => {
  const rows = readFileSync(join(root, "tests/abi/layout-pointer4-align8.golden"), "utf-8").trim().split("\n").map((row) => row.split(/ (?=\d+$)/));
  const at = Object.fromEntries(rows);
  for (const [name, { fields, size }] of Object.entries(structs)) {
    assert.equal(size, Number(at[`sizeof ${name}`]), name);
    const wanted = rows.filter(([row]) => row.startsWith(`${name}.`)).map(([row, offset]) => [row.split(".")[1], Number(offset)]);
    assert.deepEqual(Object.fromEntries(Object.entries(fields).map(([field, { at: offset }]) => [field, offset])), Object.fromEntries(wanted), name);
  }
});

test("constants are those of the headers", () => {
  const headers = ["base", "document", "validate"].map((name) => readFileSync(join(root, `include/gltf_accessor/${name}.h`), "utf-8")).join("");
  const values = Object.fromEntries([...headers.matchAll(/\bGLTF_(\w+) = (\d+)/g)].map(([, name, value]) => [name, Number(value)]));
  const sets = [[Status, "ERR_", ["OK"]], [Kind, "OBJECT_"], [Path, "PATH_"], [Role, "USE_"], [Interpolation, "INTERPOLATION_"], [Severity, "SEVERITY_", [], ["IGNORE"]],
    [Type, "", Object.keys(Type)], [Shape, "", Object.keys(Shape)]];
  for (const [set, prefix, bare = [], without = []] of sets) {
    for (const [name, value] of Object.entries(set)) {
      assert.equal(values[bare.includes(name) ? name : prefix + name], value, name);
    }
    if (prefix) {
      const all = Object.keys(values).filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
      assert.deepEqual(all.filter((name) => !(name in set) && !without.includes(name)), []);
    }
  }
});

test("the document is as its JSON says", () => {
  const document = gltf.parse(glb);
  const said = document.json;
  assert.equal(document.count(Kind.ACCESSOR), said.accessors.length);
  said.meshes.forEach((mesh, m) => {
    assert.equal(document.mesh(m).name, mesh.name);
    assert.deepEqual(document.mesh(m).targetNames, mesh.extras?.targetNames ?? []);
    assert.equal(document.find(Kind.MESH, mesh.name), m);
    mesh.primitives.forEach((primitive, p) => {
      const got = document.primitive(m, p);
      assert.deepEqual([got.attributes, got.indices, got.mode], [primitive.attributes, primitive.indices ?? null, primitive.mode ?? 4]);
      assert.deepEqual(Array.from({ length: got.targetCount }, (_, t) => document.target(m, p, t)), primitive.targets ?? []);
    });
  });
  said.nodes.forEach((node, n) => {
    const got = document.node(n);
    assert.deepEqual([got.name, got.mesh, got.skin], [node.name ?? null, node.mesh ?? null, node.skin ?? null]);
  });
  said.skins.forEach((skin, s) => assert.deepEqual(document.skin(s), { name: skin.name ?? null, joints: skin.joints, inverseBindMatrices: skin.inverseBindMatrices ?? null }));
  said.animations.forEach((animation, a) => {
    const got = document.animation(a);
    assert.deepEqual(got.samplers.map((s) => [s.input, s.output]), animation.samplers.map((s) => [s.input, s.output]));
    assert.deepEqual(got.channels.map((c) => [c.node, c.pathName]), animation.channels.map((c) => [c.target.node ?? null, c.target.path]));
  });
  const { min, max } = said.accessors[0];
  assert.deepEqual(document.declaredBounds(0), { min, max });
  assert.deepEqual(document.accessor(0).bounds(), { min, max });
  assert.deepEqual(document.declaredBounds(14), { min: null, max: null });
  assert.equal(document.uses(0)[0].semantic, "POSITION");
  assert.equal(document.attribute(0, 0, "COLOR_7"), null);
  assert.equal(document.fault(Kind.ACCESSOR, 0), null);
  const tables = document.describe();
  assert.deepEqual(tables.views.slice(0, said.bufferViews.length).map((v) => [v.byteOffset, v.byteLength, v.byteStride]),
    said.bufferViews.map((v) => [v.byteOffset ?? 0, v.byteLength, v.byteStride ?? 0]));
  assert.deepEqual(tables.accessors.map((a) => [a.count, a.sparse.count]), said.accessors.map((a) => [a.count, a.sparse?.count ?? 0]));
  assert.equal(document.compression(0), null);
  document.free();
});

test("shapes, ranges and conversions", () => {
  const document = gltf.parse(glb);
  const position = document.accessor(0);
  const all = position.read();
  assert.ok(all instanceof Float32Array && all.length === 48);
  assert.deepEqual(position.read(Type.FLOAT, { first: 4, count: 2 }), all.slice(12, 18));
  assert.equal(position.read(Type.FLOAT, { first: 16 }).length, 0);
  assert.deepEqual([...position.read(Type.FLOAT, { count: 1, components: 4, fill: [0, 0, 0, 7] })], [...all.slice(0, 3), 7]);
  const shorts = position.read(Type.SHORT, { normalized: true, count: 1 });
  assert.deepEqual([...shorts], [...all.slice(0, 3)].map((n) => Math.sign(n) * Math.round(Math.abs(n) * 32767)));
  assert.deepEqual(document.indices(0, 0), document.accessor(4).read(Type.UNSIGNED_INT));
  assert.deepEqual(document.attribute(0, 0, null).read(Type.UNSIGNED_INT), document.indices(0, 0));
  assert.ok(document.accessor(3).read(null) instanceof Uint8Array);
  document.free();
});

test("failures are GltfErrors with the library's sentence", () => {
  assert.throws(() => gltf.parse(Buffer.from("{")), (error) => status(Status.JSON)(error) && error.position === 1 && /\(GLTF_ERR_JSON\)$/.test(error.message));
  const document = gltf.parse(glb);
  assert.throws(() => document.accessor(99), (error) => status(Status.RANGE)(error) && error.object === Kind.ACCESSOR && error.index === 99 && error.statusName === "GLTF_ERR_RANGE");
  assert.throws(() => document.accessor(0).read(Type.FLOAT, { first: 17, count: 0 }), status(Status.RANGE));
  assert.throws(() => document.accessor(0).read(Type.FLOAT, { count: 17 }), status(Status.RANGE));
  assert.throws(() => document.accessor(0).read(Type.UNSIGNED_INT), status(Status.CONVERSION));
  assert.throws(() => document.accessor(0).read(1), status(Status.ARGUMENT));
  assert.throws(() => document.accessor(-1), RangeError);
  assert.throws(() => document.accessor(0.5), RangeError);
  const accessor = document.accessor(0);
  document.free();
  document.free();
  assert.throws(() => accessor.read(), TypeError);
  assert.throws(() => document.count(Kind.MESH), TypeError);
});

test("buffers are lent: arrays by one copy, blocks as they are", () => {
  const document = gltf.parse(text);
  assert.throws(() => document.accessor(17), status(Status.NOT_LOADED));
  assert.deepEqual(document.bufferUri(0), { uri: "pyramids.bin", byteLength: bin.length });
  assert.throws(() => document.setBuffer(0, bin.subarray(1)), status(Status.BUFFER_LENGTH));
  const block = gltf.block(bin.length);
  block.bytes.set(bin);
  document.setBuffer(0, block);
  const accessor = document.accessor(17);
  const { array, stride } = accessor.view();
  assert.equal(stride, 1);
  assert.deepEqual(array, accessor.read(null));
  const before = array[3];
  block.bytes.forEach((byte, i, all) => { all[i] = byte ^ 0x5a; });
  assert.notEqual(array[3], before);                       // the view is the block itself
  assert.throws(() => block.free(), TypeError);
  assert.throws(() => document.setBuffer(0, block), TypeError);
  document.setBuffer(0, bin);
  assert.throws(() => accessor.read(), TypeError);         // stale
  assert.deepEqual(document.accessor(17).read(null), gltf.parse(glb).accessor(17).read(null));
  document.free();
  assert.throws(() => block.bytes, TypeError);
});

test("views hold what accessors hold", () => {
  const document = gltf.parse(glb);
  let seen = 0;
  for (let i = 0; i < document.count(Kind.ACCESSOR); i++) {
    const accessor = document.accessor(i);
    const view = accessor.view();
    if (view) {
      seen++;
      const { array, stride } = view;
      accessor.read(null).forEach((n, k) => assert.equal(array[Math.floor(k / accessor.components) * stride + (k % accessor.components)], n));
    }
  }
  assert.ok(seen > 16);
  document.free();
});

test("loading asks a function and throws what it throws", async () => {
  const document = gltf.parse(text);
  await assert.rejects(document.load(() => { throw new EvalError("no"); }), EvalError);
  await assert.rejects(document.load(async () => bin.subarray(9)), status(Status.BUFFER_LENGTH));
  const asked = [];
  await document.load(async (uri, size) => { asked.push([uri, size]); return bin; });
  assert.deepEqual(asked, [["pyramids.bin", bin.length]]);
  assert.deepEqual(document.accessor(0).read(), gltf.parse(glb).accessor(0).read());
  document.free();
});

test("morph targets and weights", () => {
  const document = gltf.parse(glb);
  const base = document.attribute(1, 0, "POSITION").read();
  const delta = document.attribute(1, 0, "POSITION", 0).read();
  const got = document.morph(1, 0, "POSITION", [0.5, 0]);
  assert.deepEqual(got, base.map((n, i) => n + 0.5 * delta[i]));
  assert.throws(() => document.morph(1, 0, "POSITION", [1]), GltfError);
  assert.deepEqual(document.nodeWeights(1), document.mesh(1).weights);
  document.free();
});

test("validation tells issues, and asks for buffers", () => {
  assert.deepEqual(gltf.validate(glb).issues, []);
  const asked = [];
  const fine = gltf.validate(text, { bring: (uri, size) => { asked.push([uri, size]); return bin; } });
  assert.deepEqual([fine.errors, fine.issues.length, asked], [0, 0, [["pyramids.bin", bin.length]]]);
  assert.ok(fine.numbers > 500);
  const broken = JSON.parse(text);
  broken.accessors[0].count = 99999;
  const found = gltf.validate(Buffer.from(JSON.stringify(broken)));
  assert.ok(found.errors > 0);
  const issue = found.issues.find((i) => i.code === "ACCESSOR_TOO_LONG");
  assert.equal(issue.pointer, "/accessors/0");
  assert.equal(issue.severity, Severity.ERROR);
  assert.throws(() => gltf.validate(text, { bring: () => { throw new EvalError("no"); } }), EvalError);
});

test("a document validates itself with the buffers it was given", () => {
  const document = gltf.parse(text);
  const missing = document.validate();
  assert.ok(missing.issues.some((i) => i.code === "IO_ERROR"));
  assert.deepEqual(missing, gltf.validate(text, { bring: () => null }));
  const spoiled = Uint8Array.from(bin);
  spoiled.fill(255, 0, 12);                                // NaN in the first position
  document.setBuffer(0, spoiled);
  const found = document.validate();
  assert.ok(found.issues.some((i) => i.code === "ACCESSOR_INVALID_FLOAT"));
  assert.deepEqual(found, gltf.validate(text, { bring: (uri, size, buffer) => (buffer === 0 ? spoiled : null) }));
  assert.deepEqual(document.validate({ data: false }).issues, []);
  document.free();
  assert.throws(() => document.validate(), TypeError);
  assert.equal(Object.values(found.counts).reduce((sum, n) => sum + n), found.issues.length);
  const few = gltf.validate(text, { bring: () => spoiled.fill(255), keep: 2 });
  assert.ok(few.counts.ACCESSOR_INVALID_FLOAT > 100 && few.errors >= few.counts.ACCESSOR_INVALID_FLOAT);
  assert.equal(few.issues.filter((i) => i.code === "ACCESSOR_INVALID_FLOAT").length, 2);
  const cut = gltf.validate(text, { bring: () => spoiled, maxIssues: 5 });
  assert.deepEqual([cut.issues.length, cut.truncated], [5, 1]);
  const kinds = gltf.issueKinds();
  assert.ok(kinds.length > 50 && found.issues.every((i) => kinds[i.kind].code === i.code && kinds[i.kind].severity === i.severity));
});

test("the bytes of a buffer in place", () => {
  const document = gltf.parse(text);
  assert.equal(document.bytes(0), null);
  document.setBuffer(0, bin);
  assert.equal(hex(document.bytes(0)), hex(bin));
  assert.throws(() => document.bytes(document.describe().buffers.length), status(Status.RANGE));
  assert.throws(() => document.bytes(null), status(Status.RANGE));
  document.free();
});

test("memory is given back", () => {
  const once = () => {
    const document = gltf.parse(glb);
    document.accessor(0).read();
    document.morph(1, 0, "POSITION", [1, 1]);
    document.attribute(0, 0, "NORMAL");
    try {
      document.accessor(99);
    } catch (error) {
      // its sentence is formatted in the module's memory
    }
    try {
      gltf.parse(Buffer.from("["));
    } catch (error) {
      // the copy of the bytes goes too
    }
    gltf.validate(text, { bring: () => bin });
    document.free();
  };
  once();
  const before = gltf._c.memory.buffer.byteLength;
  for (let i = 0; i < 3000; i++) {
    once();
  }
  assert.equal(gltf._c.memory.buffer.byteLength, before);
});

test("views survive nothing, blocks survive growth", () => {
  const block = gltf.block(16);
  block.bytes.fill(7);
  const old = block.bytes;
  const big = gltf.block(gltf._c.memory.buffer.byteLength);
  assert.equal(old.length, 0);                             // detached
  assert.deepEqual([...block.bytes], Array(16).fill(7));
  big.free();
  block.free();
  assert.throws(() => gltf.block(2 ** 33), RangeError);
});

test("the README's lines run", async () => {
  const readme = readFileSync(join(root, "examples/bindings/javascript/README.md"), "utf-8");
  const blocks = readme.split("```js\n").slice(1).map((part) => part.split("```")[0]);
  assert.ok(blocks.length > 0);
  for (const block of blocks) {
    const code = block.replace('"./gltf_accessor.js"', JSON.stringify(pathToFileURL(join(folder, "gltf_accessor.js")).href))
      .replaceAll("model.gltf", join(root, "examples/data/pyramids.gltf")).replaceAll('"./" + ', `${JSON.stringify(join(root, "examples/data/"))} + `);
    await import(`data:text/javascript,${encodeURIComponent(code)}`);
  }
});
