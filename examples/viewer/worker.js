// worker.js - the library, away from the page, so that large files do not stop it.  Messages are {id, call, arguments}; answers
// {id, result} or {id, problem}.  The module comes from the page: nothing is fetched here.
import { Kind, load } from "./gltf_accessor.js";
import { Facts } from "./facts.js";
import { fileFor } from "./files.js";

const SLICE = 1 << 24;
const REPORT = { keep: 1000, maxIssues: 1000000 }; // a vertex buffer can be wrong in each of ten million places

let library = null;
let model = null; // what is open: {path, size, isGlb, files, document, facts, problems}

/** A file in the module's memory, by slices: never the whole of it twice. */
async function blockOf(file) {
  const block = library.block(file.size);
  try {
    for (let at = 0; at < file.size; at += SLICE) {
      const bytes = new Uint8Array(await file.slice(at, at + SLICE).arrayBuffer());
      block.bytes.set(bytes, at);
    }
    return block;
  } catch (problem) {
    block.free();
    throw problem;
  }
}

/** Bring the buffers that are still missing from the files that were given. */
async function bring() {
  const { document, path, files, problems } = model;
  const tables = document.describe();
  for (let buffer = 0; buffer < document.count(Kind.BUFFER); buffer++) {
    const { uri } = uriOf(buffer);
    const file = uri === null || tables.buffers[buffer].loaded ? null : fileFor(uri, path, files);
    if (file) {
      problems.delete(buffer);
      let block = null;
      try {
        block = await blockOf(file);
        document.setBuffer(buffer, block);
      } catch (problem) {
        block?.free();
        problems.set(buffer, problem.message);
      }
    }
  }
  await document.load(() => null).catch(() => {}); // decodes; what fails is told of where it stands
}

function uriOf(buffer) {
  try {
    return model.document.bufferUri(buffer);
  } catch (problem) {
    return { uri: null, byteLength: 0 };
  }
}

/** The buffers that are not there: [{buffer, uri, byteLength, message}]. */
function missing() {
  return model.facts.tables.buffers
    .slice(0, model.document.count(Kind.BUFFER))
    .map(({ loaded }, buffer) => ({ buffer, loaded, ...uriOf(buffer), message: model.problems.get(buffer) ?? null }))
    .filter(({ loaded, uri }) => !loaded && uri !== null);
}

function summary() {
  const { path, size, isGlb, facts } = model;
  const head = { path, size, container: isGlb ? "GLB" : "text" };
  return model.error
    ? { ...head, error: model.error }
    : { ...head, error: null, missing: missing(), maps: facts.maps(), ...facts.overview() };
}

const calls = {
  async start(module) {
    library = await load(module);
    return { version: library.version.join("."), kinds: library.issueKinds() };
  },

  /** Open the file at `path` among `files`; a failure is part of the answer. */
  async open(path, files) {
    model?.document?.free();
    model = { path, files, problems: new Map() };
    const { file } = files.find((f) => f.path === path);
    model.file = file;
    model.size = file.size;
    model.isGlb = file.size > 0 && new Uint8Array(await file.slice(0, 1).arrayBuffer())[0] === 0x67; // "g", no JSON
    const block = await blockOf(file);
    try {
      model.document = library.parse(block);
    } catch (problem) {
      block.free();
      model.error = problem.message;
      return summary();
    }
    await bring();
    model.facts = new Facts(model.document);
    return summary();
  },

  /** More files, for buffers that are missing. */
  async add(files) {
    model.files = [...files, ...model.files];
    await bring();
    model.facts.refresh();
    return summary();
  },

  rows: (table, first, count) => model.facts.rows(table, first, count),
  values: (accessor, first, count, stored) => model.facts.values(accessor, first, count, stored),
  bounds: (accessor) => model.facts.bounds(accessor),
  map: (buffer) => model.facts.map(buffer),

  /** Some bytes of a buffer; null where it has none. */
  bytes: (buffer, first, count) => model.document.bytes(buffer)?.slice(first, first + count) ?? null,

  async validate() {
    if (model.document) {
      return model.document.validate(REPORT);
    }
    const block = await blockOf(model.file);
    try {
      return library.validate(block, REPORT);
    } finally {
      block.free();
    }
  },
};

// One after another: a call that waits must not meet the next one half way.
let last = Promise.resolve();
self.addEventListener("message", ({ data: { id, call, arguments: given } }) => {
  last = last.then(async () => {
    try {
      self.postMessage({ id, result: await calls[call](...given) });
    } catch (problem) {
      self.postMessage({ id, problem: problem.message });
    }
  });
});
