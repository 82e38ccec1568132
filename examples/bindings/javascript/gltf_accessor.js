// gltf_accessor for JavaScript: the numbers of glTF 2.0 files, by WebAssembly, for browsers and node.
//
//     import { load } from "./gltf_accessor.js";
//     const gltf = await load();                            // gltf_accessor.wasm beside this file
//     const document = gltf.parse(bytes);                   // of a .gltf or .glb
//     const position = document.attribute(0, 0, "POSITION");
//     position.read();                                      // Float32Array, 3 numbers for each vertex
//     document.free();
//
// Every failure of the library is a GltfError whose message is the library's sentence.  Indices that a file does not have are
// null.  The C headers hold all contracts; README.md beside this file says how memory and errors map.

export const Status = Object.freeze({
  OK: 0, ARGUMENT: 1, RANGE: 2, CAPACITY: 3, STRUCT_SIZE: 4, CONVERSION: 5, MEMORY: 10, IO: 11, LIMIT: 12, NOT_LOADED: 13, JSON: 20, GLB: 21,
  URI: 22, BASE64: 23, PROPERTY: 24, REFERENCE: 25, ASSET_VERSION: 26, EXTENSION: 27, BUFFER_LENGTH: 28, CODEC: 29, CODEC_VERSION: 30,
  DYNAMIC: 31, MISMATCH: 32, COMPONENT_TYPE: 40, SHAPE: 41, NORMALIZED: 42, COUNT: 43, STRIDE: 44, ALIGNMENT: 45, VIEW_BOUNDS: 46,
  ACCESSOR_BOUNDS: 47, SPARSE_COUNT: 48, SPARSE_ORDER: 49, SPARSE_INDEX: 50,
});
/** Types of numbers; the last three are for output only. */
export const Type = Object.freeze({
  BYTE: 5120, UNSIGNED_BYTE: 5121, SHORT: 5122, UNSIGNED_SHORT: 5123, UNSIGNED_INT: 5125, FLOAT: 5126, INT: 5124, DOUBLE: 5130, HALF_FLOAT: 5131,
});
export const Shape = Object.freeze({ SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 5, MAT3: 6, MAT4: 7 });
/** Kinds of objects, for count, name, find and fault, and in errors. */
export const Kind = Object.freeze({
  NONE: 0, BUFFER: 1, VIEW: 2, ACCESSOR: 3, MESH: 4, SKIN: 5, ANIMATION: 6, NODE: 7, EXTENSION_USED: 8, EXTENSION_REQUIRED: 9,
});
export const Interpolation = Object.freeze({ LINEAR: 1, STEP: 2, CUBICSPLINE: 3 });
export const Path = Object.freeze({ TRANSLATION: 1, ROTATION: 2, SCALE: 3, WEIGHTS: 4, POINTER: 5, OTHER: 6 });
export const Role = Object.freeze({
  ATTRIBUTE: 1, INDICES: 2, TARGET: 3, INVERSE_BIND_MATRICES: 4, ANIMATION_INPUT: 5, ANIMATION_OUTPUT: 6, INSTANCE: 7, EXTENSION: 8,
});
export const Severity = Object.freeze({ ERROR: 0, WARNING: 1, INFORMATION: 2, HINT: 3 });

const NONE = 0xffffffff;
const ARRAYS = {
  [Type.BYTE]: Int8Array, [Type.UNSIGNED_BYTE]: Uint8Array, [Type.SHORT]: Int16Array, [Type.UNSIGNED_SHORT]: Uint16Array, [Type.INT]: Int32Array,
  [Type.UNSIGNED_INT]: Uint32Array, [Type.FLOAT]: Float32Array, [Type.DOUBLE]: Float64Array, [Type.HALF_FLOAT]: Uint16Array,
};

// ---- the structs of the headers, as a 32-bit machine lays them out ----

const SIZES = { u32: 4, i32: 4, pointer: 4, text: 4, u64: 8, f32x4: 16, allocator: 12, sparse: 40 };

function struct(text) {
  const fields = {};
  let at = 0, align = 4;
  for (const word of text.trim().split(/\s+/)) {
    const [name, kind = "u32"] = word.split(":");
    const to = kind === "u64" || kind === "sparse" ? 8 : 4;
    align = Math.max(align, to);
    at = Math.ceil(at / to) * to;
    fields[name] = { kind, at };
    at += SIZES[kind];
  }
  const given = Object.entries(fields).filter(([name, { kind }]) => name !== "reserved" && kind !== "sparse");
  const reads = given.map(([name, { kind, at: offset }]) => ({ key: name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()), kind, offset }));
  return { fields, reads, size: Math.ceil(at / align) * align };
}

/** Exported for the tests, which compare them with the headers. */
export const structs = {
  gltf_error: struct("status:i32 object:i32 index part target reason position:u64 expected:u64 found:u64 field:text name:text"),
  gltf_buffer: struct("data:pointer size:u64"),
  gltf_buffer_view: struct("byte_offset:u64 byte_length:u64 buffer byte_stride"),
  gltf_sparse: struct("count:u64 indices_byte_offset:u64 values_byte_offset:u64 indices_view values_view indices_component_type reserved"),
  gltf_accessor_desc: struct("byte_offset:u64 count:u64 view component_type shape normalized byte_stride id sparse:sparse"),
  gltf_source: struct("buffers:pointer views:pointer buffer_count view_count flags cpu max_zero_elements:u64"),
  gltf_accessor: struct(`data:pointer sparse_indices:pointer sparse_values:pointer count stride sparse_count component_type shape component_count
    element_size normalized sparse_index_type cpu flags`),
  gltf_layout: struct("component_type component_count normalized byte_stride fill:f32x4"),
  gltf_document_options: struct(`struct_size flags source_flags cpu allocator:allocator primitive_codec:pointer max_text:u64 max_objects:u64
    max_zero_elements:u64 max_decoded:u64 max_loaded:u64`),
  gltf_compression: struct(`extension:text mode:text filter:text byte_offset:u64 byte_length:u64 count:u64 buffer byte_stride view_buffer required
    view_byte_offset:u64`),
  gltf_attribute: struct("semantic:text accessor reserved"),
  gltf_mesh: struct("name:text weights:pointer target_names:pointer primitive_count target_count weight_count target_name_count"),
  gltf_primitive: struct("attributes:pointer attribute_count target_count mode indices"),
  gltf_node: struct("name:text weights:pointer instance_attributes:pointer weight_count instance_attribute_count mesh skin"),
  gltf_skin: struct("name:text joints:pointer joint_count inverse_bind_matrices"),
  gltf_animation: struct("name:text sampler_count channel_count"),
  gltf_animation_sampler: struct("input output interpolation reserved"),
  gltf_animation_channel: struct("path_name:text pointer:text sampler node path values_per_key"),
  gltf_use: struct("semantic:text object:i32 index part target role reserved"),
  gltf_issue_kind: struct("code:text meaning:text severity reserved"),
  gltf_issue: struct("code:text pointer:text message:text offset:u64 severity kind"),
  gltf_validation: struct("errors:u64 warnings:u64 informations:u64 hints:u64 numbers:u64 truncated is_glb"),
};

/** A failure of the library.  Fields that do not apply are null. */
export class GltfError extends Error {
  constructor(message, statusName, fields) {
    super(message);
    this.name = "GltfError";
    this.statusName = statusName;
    Object.assign(this, fields);
  }
}

// ---- what callers give ----

const INSIDE = Symbol("inside this module");
const MOST_VALIDATIONS = 64; // inside each other; each takes some of the module's stack

function made(inside) {
  if (inside !== INSIDE) {
    throw new TypeError("objects are made by the methods of a library, not by new");
  }
}

const kindOf = (value) => (value === null ? "null" : typeof value);

/** A whole number from 0 to `most`. */
function asWhole(value, most = NONE - 1) {
  if (typeof value !== "number") {
    throw new TypeError(`${kindOf(value)} in place of a whole number`);
  }
  if (!Number.isInteger(value) || value < 0 || value > most) {
    throw new RangeError(`${value} is no whole number from 0 to ${most}`);
  }
  return value;
}

/** An index for C; null, which getters give for one that a file does not have, is GLTF_NONE. */
const asIndex = (value) => (value === null ? NONE : asWhole(value));

/** A list of numbers: an array or a typed one. */
function asNumbers(list) {
  if (!Array.isArray(list) && (!ArrayBuffer.isView(list) || list instanceof DataView)) {
    throw new TypeError(`${kindOf(list)} in place of an array of numbers`);
  }
  return Array.from(list, (value, i) => {
    if (typeof value !== "number") {
      throw new TypeError(`${kindOf(value)} in place of number ${i} of an array`);
    }
    return value;
  });
}

function asName(text) {
  if (typeof text !== "string") {
    throw new TypeError(`${kindOf(text)} in place of a name`);
  }
  if (text.includes("\0")) {
    throw new TypeError("a name has no character U+0000");
  }
  return text;
}

function asOptions(options) {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`${kindOf(options)} in place of options`);
  }
  return options;
}

function asFunction(value) {
  if (typeof value !== "function") {
    throw new TypeError(`${kindOf(value)} in place of a function`);
  }
  return value;
}

/** Bytes as a view of an ArrayBuffer. */
function asView(bytes) {
  try {
    return ArrayBuffer.isView(bytes) ? bytes : new DataView(bytes);
  } catch (problem) {
    throw new TypeError(`${kindOf(bytes)} in place of bytes: a Uint8Array or another view, an ArrayBuffer or a Block`);
  }
}

// ---- the module ----

/**
 * Load the WebAssembly module.
 * @param {URL|string|Response|Promise<Response>|BufferSource|WebAssembly.Module} [source] default: gltf_accessor.wasm beside this file
 * @returns {Promise<Library>}
 */
export async function load(source = new URL("gltf_accessor.wasm", import.meta.url)) {
  source = await source;
  if (typeof source === "string" || source instanceof URL) {
    const url = new URL(source, import.meta.url);
    if (url.protocol === "file:" && typeof process !== "undefined") {
      source = await (await import("node:fs/promises")).readFile(url);
    } else {
      source = await fetch(url);
    }
  }
  if (typeof Response !== "undefined" && source instanceof Response) {
    if (!source.ok) {
      throw new Error(`${source.url}: ${source.status}`);
    }
    source = await source.arrayBuffer();
  }
  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  const library = new Library();
  const instance = await WebAssembly.instantiate(module, { gltf: library._imports() });
  library._start(instance.exports);
  return library;
}

const frees = new FinalizationRegistry((free) => free());
const decoder = new TextDecoder("utf-8", { ignoreBOM: true }); // U+FEFF is a character of a name like any other
const encoder = new TextEncoder();

/** All numbers of C are unsigned here; WebAssembly hands them over as signed ones. */
const unsigned = (value) => (typeof value === "number" ? value >>> 0 : typeof value === "bigint" ? Number(BigInt.asUintN(64, value)) : value);

class Library {
  /** What C calls.  Exceptions must not run into C: the first one is kept, and thrown when C is done. */
  _imports() {
    const called = (name) => (...given) => {
      try {
        return this[name](...given.map(unsigned));
      } catch (problem) {
        this._validating.raised ??= { problem };
        return Status.IO;
      }
    };
    return { issue: called("_issue"), bring: called("_bring") };
  }

  _start(exports) {
    const wrapped = ([name, value]) => [name, typeof value === "function" ? (...given) => unsigned(value(...given)) : value];
    this._c = Object.fromEntries(Object.entries(exports).map(wrapped));
    this._c._initialize?.();
    this._error = this._allocate(structs.gltf_error.size);
    this._out = this._allocate(512); // what a call gives back by pointers
    this._layout = this._out + 256;
    this._accessor = this._out + 384;
  }

  /** [major, minor, patch] */
  get version() {
    const n = this._c.gltf_version();
    return [Math.floor(n / 10000), Math.floor(n / 100) % 100, n % 100];
  }

  /** Memory of the module, to be filled by you and then lent without another copy. */
  block(size) {
    return new Block(INSIDE, this, asWhole(size, 0xffffffff));
  }

  /** Parse the bytes of a .gltf or .glb (Uint8Array: copied once; Block: lent), and load what is embedded in them. */
  parse(bytes, options = {}) {
    const { strict = false } = asOptions(options);
    const block = this._use(bytes);
    try {
      return new Document(INSIDE, this, block, strict);
    } catch (problem) {
      block._drop();
      throw problem;
    }
  }

  /**
   * Everything that the specification forbids about accessors and the bytes under them.
   * @param {{data?: boolean, maxIssues?: number, keep?: number,
   *     bring?: (uri: string, byteLength: number, buffer: number) => Uint8Array|Block|null}} [options] data false: look at no element;
   *     maxIssues: end after so many; keep: how many of each code are in `issues` (`counts` has their numbers, by code); bring: gives
   *     external buffers, null for those that there are not
   */
  validate(bytes, options = {}) {
    const { data = true, bring = null, maxIssues = 0, keep = Infinity } = asOptions(options);
    const most = asWhole(maxIssues);
    const outer = this._validating;
    const depth = (outer?.depth ?? 0) + 1;
    if (keep !== Infinity) {
      asWhole(keep);
    }
    if (bring !== null) {
      asFunction(bring);
    }
    if (depth > MOST_VALIDATIONS) {
      throw new RangeError(`${MOST_VALIDATIONS} validations are running, each called by \`bring\` of another`);
    }
    const used = [this._use(bytes, true)];
    const mine = { issues: [], byKind: [], keep, bring, used, raised: null, depth };
    this._validating = mine;
    try {
      const status = this._c.gltf_js_validate(used[0].pointer, used[0].size, data ? 0 : 1, most, bring ? 1 : 0, this._out, this._error);
      if (mine.raised) {
        throw mine.raised.problem;
      }
      this._check(status);
      const result = this._get(structs.gltf_validation, this._out);
      const kinds = this.issueKinds();
      return { ...result, issues: mine.issues, counts: Object.fromEntries(Object.entries(mine.byKind).map(([kind, count]) => [kinds[kind].code, count])) };
    } finally {
      this._validating = outer;
      used.forEach((block) => block._drop());
    }
  }

  /** All kinds of issues that validation knows: [{code, meaning, severity}]. */
  issueKinds() {
    const at = this._c.gltf_issue_kinds(this._out);
    return this._list(structs.gltf_issue_kind, at, this._u32());
  }

  _issue(at) {
    const { issues, byKind, keep } = this._validating;
    const kind = this._u32(at + structs.gltf_issue.fields.kind.at);
    byKind[kind] = (byKind[kind] ?? 0) + 1;
    if (byKind[kind] <= keep) {
      issues.push(this._get(structs.gltf_issue, at));
    }
  }

  _bring(buffer, uri, size, out) {
    const { bring, used } = this._validating;
    const bytes = bring(this._text(uri), size, buffer);
    if (bytes === null || bytes === undefined) {
      return Status.IO;
    }
    const block = this._use(bytes, true);
    used.push(block);
    this._view.setUint32(out, block.pointer, true);
    this._view.setBigUint64(out + structs.gltf_buffer.fields.size.at, BigInt(block.size), true);
    return Status.OK;
  }

  // -- memory --

  get _view() {
    const { buffer } = this._c.memory;
    return this._dataView?.buffer === buffer ? this._dataView : (this._dataView = new DataView(buffer));
  }

  _bytes(at, size) {
    return new Uint8Array(this._c.memory.buffer, at, size);
  }

  /** Every size comes through here, and goes to C only then. */
  _allocate(size) {
    const at = asWhole(size, Infinity) <= 0xffffffff ? this._c.malloc(Math.max(size, 1)) : 0;
    if (!at) {
      throw new RangeError(`no memory for ${size} bytes`);
    }
    return at;
  }

  /**
   * Bytes as a block that stays until _drop: a Block itself, or a copy.  toRead: only for this call, so it may also be one of a
   * document.
   */
  _use(bytes, toRead = false) {
    if (bytes instanceof Block) {
      return bytes._use(this, toRead);
    }
    const { buffer, byteOffset, byteLength } = asView(bytes);
    const own = buffer === this._c.memory.buffer; // another one when the memory has grown
    const block = new Block(INSIDE, this, byteLength);
    block.bytes.set(new Uint8Array(own ? this._c.memory.buffer : buffer, byteOffset, byteLength));
    return block._use(this)._own();
  }

  /** Call `use` with the address of a NUL-terminated copy of a text; null stays null. */
  _withText(text, use) {
    if (text === null) {
      return use(0);
    }
    const bytes = encoder.encode(asName(text));
    const at = this._allocate(bytes.length + 1);
    try {
      this._bytes(at, bytes.length).set(bytes);
      this._bytes(at + bytes.length, 1)[0] = 0;
      return use(at);
    } finally {
      this._c.free(at);
    }
  }

  _text(at) {
    if (!at) {
      return null;
    }
    const all = new Uint8Array(this._c.memory.buffer);
    return decoder.decode(all.subarray(at, all.indexOf(0, at)));
  }

  /** The fields of a struct as a plain object, in camelCase; GLTF_NONE and texts that there are not become null. */
  _get({ reads }, at) {
    const view = this._view;
    const out = {};
    for (const { key, kind, offset } of reads) {
      const place = at + offset;
      const value = kind === "u64" ? Number(view.getBigUint64(place, true)) : kind === "i32" ? view.getInt32(place, true) : view.getUint32(place, true);
      out[key] = kind === "text" ? this._text(value) : value === NONE && kind === "u32" ? null : value;
    }
    return out;
  }

  _list(type, at, count) {
    return Array.from({ length: count }, (_, i) => this._get(type, at + i * type.size));
  }

  _u32(at = this._out) {
    const value = this._view.getUint32(at, true);
    return value === NONE ? null : value;
  }

  // -- errors --

  _check(status) {
    if (status !== Status.OK) {
      throw this._failure();
    }
  }

  /** For functions that give no gltf_error. */
  _checkAt(status, place = {}) {
    if (status !== Status.OK) {
      throw this._failureAt(status, place);
    }
  }

  _failureAt(status, { object = Kind.NONE, index = null, field = null, expected = 0, found = 0 }) {
    return this._withText(field, (text) => {
      const { size, fields } = structs.gltf_error;
      const view = this._view;
      this._bytes(this._error, size).fill(0);
      const numbers = { status, object, index: index ?? NONE, part: NONE, target: NONE, field: text };
      Object.entries(numbers).forEach(([key, value]) => view.setUint32(this._error + fields[key].at, value, true));
      Object.entries({ expected, found }).forEach(([key, value]) => view.setBigUint64(this._error + fields[key].at, BigInt(value), true));
      return this._failure();
    });
  }

  /** The GltfError of what stands in _error. */
  _failure() {
    const size = this._c.gltf_error_format(this._error, 0, 0) + 1;
    const at = this._allocate(size);
    this._c.gltf_error_format(this._error, at, size);
    const { name: what, ...fields } = this._get(structs.gltf_error, this._error);
    const error = new GltfError(this._text(at), this._text(this._c.gltf_status_name(fields.status)), { ...fields, what });
    this._c.free(at);
    return error;
  }
}

/** A piece of the module's memory.  Freed by free(), or when nobody has it any more; once given to a document, with that one. */
export class Block {
  #library;
  #size;
  #pointer;
  #users = 0; // documents and validations
  #owned = false; // by its users: it goes with the last of them

  constructor(inside, library, size) {
    made(inside);
    const pointer = library._allocate(size);
    frees.register(this, () => library._c.free(pointer), this);
    this.#library = library;
    this.#size = size;
    this.#pointer = pointer;
  }

  get size() {
    return this.#size;
  }

  /** Its address in the module's memory; 0 when it is freed. */
  get pointer() {
    return this.#pointer;
  }

  /** Its bytes.  Ask anew after every call that may allocate: growing memory detaches older arrays. */
  get bytes() {
    return this.#alive()._bytes(this.#pointer, this.#size);
  }

  free() {
    if (this.#owned || this.#users) {
      throw new TypeError("the block belongs to a document, or is being read");
    }
    this.#free();
  }

  #alive() {
    if (!this.#pointer) {
      throw new TypeError("the block is freed");
    }
    return this.#library;
  }

  #free() {
    if (this.#pointer) {
      frees.unregister(this);
      this.#library._c.free(this.#pointer);
      this.#pointer = 0;
    }
  }

  _use(library, toRead = false) {
    if (this.#alive() !== library) {
      throw new TypeError("the block is one of another library");
    }
    if (this.#owned && !toRead) {
      throw new TypeError("the block belongs to a document");
    }
    this.#users++;
    return this;
  }

  _own() {
    this.#owned = true;
    return this;
  }

  _drop() {
    this.#users--;
    if (this.#owned && !this.#users) {
      this.#free();
    }
  }
}

// ---- accessors ----

/** One accessor, checked: reading it cannot fail for what the file says.  Belongs to its document. */
export class Accessor {
  #struct; // the C struct's bytes
  #stride;
  #changes; // of the document's bytes, when this was made

  constructor(inside, document, index) {
    made(inside);
    const library = document._library;
    this.document = document;
    this.#changes = document._changes;
    this.#struct = library._bytes(library._accessor, structs.gltf_accessor.size).slice();
    const value = library._get(structs.gltf_accessor, library._accessor);
    this.index = index;
    this.count = value.count;
    this.components = value.componentCount;
    this.type = value.componentType;
    this.shape = value.shape;
    this.normalized = value.normalized !== 0;
    this.sparse = value.sparseCount > 0;
    this.#stride = value.stride;
    Object.freeze(this); // sizes are computed from it
  }

  get length() {
    return this.count;
  }

  /** The C struct, in memory of the module. */
  _place() {
    const library = this.document._alive();
    if (this.#changes !== this.document._changes) {
      throw new TypeError("the document's bytes were replaced; ask it for this accessor again");
    }
    library._bytes(library._accessor, this.#struct.length).set(this.#struct);
    return library._accessor;
  }

  /**
   * A new typed array of `count` elements from `first`, flat: element i begins at i * components (matrices are column-major).
   * type null = as stored; see gltf_accessor_read_as for what each conversion gives.  fill: at most 4 numbers, 0 for the others.
   */
  read(type = Type.FLOAT, options = {}) {
    const { first = 0, count = Math.max(this.count - asWhole(first), 0), components = 0, normalized, fill = [0, 0, 0, 1] } = asOptions(options);
    const fills = asNumbers(fill);
    asWhole(first);
    asWhole(count);
    asWhole(components);
    if (fills.length > 4) {
      throw new RangeError(`fill has ${fills.length} numbers, at most 4 are used`);
    }
    const library = this.document._alive();
    const place = { object: Kind.ACCESSOR, index: this.index };
    const Numbers = ARRAYS[type === null ? this.type || Type.FLOAT : asWhole(type)];
    if (!Numbers) {
      throw library._failureAt(Status.ARGUMENT, { ...place, field: "type" });
    }
    if (first > this.count || count > this.count - first) {
      throw library._failureAt(Status.RANGE, { ...place, field: "element", expected: this.count, found: Math.max(first, first + count - 1) });
    }
    const size = count * (components || this.components) * Numbers.BYTES_PER_ELEMENT;
    const at = library._allocate(size);
    try {
      const view = library._view;
      [type ?? 0, components, (normalized ?? (type === null && this.normalized)) ? 1 : 0, 0].forEach((n, i) => view.setUint32(library._layout + 4 * i, n, true));
      new Float32Array(library._c.memory.buffer, library._layout + structs.gltf_layout.fields.fill.at, 4).fill(0).set(fills);
      const status = library._c.gltf_accessor_read_as(this._place(), first, count, library._layout, at, size);
      if (status === Status.CONVERSION) {
        throw this._unconverted(library._failureAt(status, place), type);
      }
      library._checkAt(status, place);
      return new Numbers(library._c.memory.buffer.slice(at, at + size));
    } finally {
      library._c.free(at);
    }
  }

  /** The failure of a conversion with a sentence that has both types. */
  _unconverted(error, type) {
    const nameOf = (wanted) => Object.keys(Type).find((key) => Type[key] === wanted);
    const whole = this.type !== Type.FLOAT && !this.normalized; // then it is single numbers that do not fit
    const from = `${this.normalized ? "normalized " : whole ? "a number of type " : ""}${nameOf(this.type)}`;
    const where = this.index === null ? "accessor" : `accessor ${this.index}`;
    error.message = `${where}: ${from} cannot become ${nameOf(type)} (${error.statusName})`;
    return error;
  }

  /**
   * The stored numbers in place, without a copy: {array, stride}, number c of element i is array[i * stride + c]; null where they
   * cannot be used so (sparse, padded, misaligned, no data).  Normalized integers are still undivided.  Use it at once: it is
   * detached when the module's memory grows, and void when the document is freed.
   */
  view() {
    const library = this.document._alive();
    const at = library._c.gltf_accessor_direct(this._place());
    if (!at || !this.count) {
      return null;
    }
    const Numbers = ARRAYS[this.type];
    const stride = this.#stride / Numbers.BYTES_PER_ELEMENT;
    return { array: new Numbers(library._c.memory.buffer, at, (this.count - 1) * stride + this.components), stride };
  }

  /** {min, max}: extremes of the stored values of each component. */
  bounds() {
    const library = this.document._alive();
    library._checkAt(library._c.gltf_accessor_bounds(this._place(), library._out, library._out + 128, 16), { object: Kind.ACCESSOR, index: this.index });
    return doubles(library, this.components);
  }
}

/** min and max that a call wrote to _out and _out + 128 */
function doubles(library, count) {
  const of = (at) => Array.from({ length: count }, (_, i) => library._view.getFloat64(at + 8 * i, true));
  return { min: of(library._out), max: of(library._out + 128) };
}

// ---- documents ----

/** A .gltf or .glb file; made by Library.parse.  free() it, or leave that to the garbage collector. */
export class Document {
  constructor(inside, library, block, strict) {
    made(inside);
    const options = library._out + 64;
    library._c.gltf_document_options_init(options, structs.gltf_document_options.size);
    library._view.setUint32(options + structs.gltf_document_options.fields.source_flags.at, strict ? 1 : 0, true);
    const status = library._c.gltf_document_parse(block.pointer, block.size, options, library._out, library._error);
    library._check(status);
    this._library = library;
    this._pointer = library._u32();
    this._blocks = new Map([["input", block._own()]]); // what C borrows, by what it was given for
    this._changes = 0;
    const { _pointer: pointer, _blocks: blocks } = this;
    frees.register(this, () => release(library, pointer, blocks), this);
    library._c.gltf_document_load(pointer, NONE, 0, 0); // what fails is told by whoever needs it
  }

  /** Free the document and all blocks that were given to it. */
  free() {
    if (this._pointer) {
      frees.unregister(this);
      release(this._library, this._pointer, this._blocks);
      this._pointer = 0;
    }
  }

  _alive() {
    if (!this._pointer) {
      throw new TypeError("the document is freed");
    }
    return this._library;
  }

  /** Call gltf_document_NAME(document, ...args, error). */
  _call(name, ...args) {
    const library = this._alive();
    library._check(library._c[`gltf_document_${name}`](this._pointer, ...args, library._error));
    return library;
  }

  _struct(name, type, ...indices) {
    const library = this._alive();
    this._call(name, ...indices.map(asIndex), library._out);
    return library._get(structs[type], library._out);
  }

  // -- bytes --

  /**
   * Bring every external buffer that is still missing by `bring(uri, byteLength)`, which gives (a promise of) a Uint8Array or a
   * Block; null for one that there is not.  Then decode what is compressed.  Goes on past a failure, also of `bring`, and throws
   * the first one.
   */
  async load(bring) {
    asFunction(bring);
    let first = null;
    for (let buffer = 0; buffer < this.count(Kind.BUFFER); buffer++) {
      try {
        const { uri, byteLength } = this.bufferUri(buffer);
        const bytes = uri === null || this._given(buffer) ? null : await bring(uri, byteLength);
        if (bytes !== null && bytes !== undefined) {
          this.setBuffer(buffer, bytes);
        }
      } catch (problem) { // the others may be fine
        first ??= { problem };
      }
    }
    const library = this._alive();
    const status = library._c.gltf_document_load(this._pointer, NONE, 0, library._error);
    if (first) {
      throw first.problem;
    }
    library._check(status);
  }

  /** {uri, byteLength} of a buffer; uri null: embedded. */
  bufferUri(buffer) {
    const library = this._alive();
    if (library._c.gltf_document_buffer_uri(this._pointer, asIndex(buffer), library._out, library._out + 8) !== Status.OK) {
      throw this.fault(Kind.BUFFER, buffer);
    }
    return { uri: library._text(library._u32()), byteLength: Number(library._view.getBigUint64(library._out + 8, true)) };
  }

  /**
   * Lend the bytes of a buffer: a Block as it is, a Uint8Array by one copy.  Those that were lent before are freed, and accessors
   * made before are stale from here on.
   */
  setBuffer(buffer, bytes) {
    this._set("set_buffer", buffer, bytes);
  }

  /** Lend the decompressed bytes of a view, likewise. */
  setView(view, bytes) {
    this._set("set_view", view, bytes);
  }

  _set(name, index, bytes) {
    const to = asIndex(index);
    const block = this._alive()._use(bytes);
    try {
      this._call(name, to, block.pointer, block.size);
    } catch (problem) {
      block._drop();
      throw problem;
    }
    const key = `${name} ${to}`;
    this._blocks.get(key)?._drop();
    this._blocks.set(key, block._own());
    this._changes++;
  }

  /** The block that setBuffer was called with. */
  _given(buffer) {
    return this._blocks.get(`set_buffer ${buffer}`);
  }

  /** The bytes of a buffer in place, without a copy; null where there are none.  Use them at once, as those of Accessor.view(). */
  bytes(buffer) {
    const library = this._alive();
    library._checkAt(library._c.gltf_document_describe(this._pointer, library._out, 0, 0));
    const { buffers, bufferCount } = library._get(structs.gltf_source, library._out);
    if (asIndex(buffer) >= bufferCount) {
      throw library._failureAt(Status.RANGE, { object: Kind.BUFFER, index: buffer, expected: bufferCount, found: asIndex(buffer) });
    }
    const { data, size } = library._get(structs.gltf_buffer, buffers + buffer * structs.gltf_buffer.size);
    return data ? library._bytes(data, size) : null;
  }

  /** Library.validate of the file and the buffers that this document has, without a copy. */
  validate(options = {}) {
    return this._alive().validate(this._blocks.get("input"), { ...asOptions(options), bring: (uri, size, buffer) => this._given(buffer) });
  }

  // -- looking --

  count(kind) {
    return this._alive()._c.gltf_document_count(this._pointer, asWhole(kind));
  }

  name(kind, index) {
    const library = this._alive();
    return library._text(library._c.gltf_document_name(this._pointer, asWhole(kind), asIndex(index)));
  }

  find(kind, name) {
    const library = this._alive();
    return library._withText(asName(name), (text) => {
      library._checkAt(library._c.gltf_document_find(this._pointer, asWhole(kind), text, library._out));
      return library._u32();
    });
  }

  /** The first fault of an object as a GltfError; null for a sound one. */
  fault(kind, index) {
    const library = this._alive();
    const status = library._c.gltf_document_fault(this._pointer, asWhole(kind), asIndex(index), library._error);
    return status === Status.OK ? null : library._failure();
  }

  /** The JSON of the file, parsed. */
  get json() {
    const library = this._alive();
    const at = library._c.gltf_document_json(this._pointer, library._out);
    return JSON.parse(decoder.decode(library._bytes(at, library._u32())));
  }

  /** The tables as the C library has them: {buffers, views, accessors}; see gltf_document_describe. */
  describe() {
    const library = this._alive();
    const out = library._out;
    library._checkAt(library._c.gltf_document_describe(this._pointer, out, out + 64, out + 68));
    const source = library._get(structs.gltf_source, out);
    const accessors = library._u32(out + 64);
    const { size, fields } = structs.gltf_accessor_desc;
    return {
      buffers: library._list(structs.gltf_buffer, source.buffers, source.bufferCount).map(({ data, size: bytes }) => ({ loaded: data !== 0, size: bytes })),
      views: library._list(structs.gltf_buffer_view, source.views, source.viewCount),
      accessors: library._list(structs.gltf_accessor_desc, accessors, library._u32(out + 68)).map((desc, i) => ({
        ...desc, sparse: library._get(structs.gltf_sparse, accessors + i * size + fields.sparse.at),
      })),
    };
  }

  /** How a view is compressed; null if it is not. */
  compression(view) {
    const found = this._struct("compression", "gltf_compression", view);
    return found.extension === null ? null : found;
  }

  accessor(index) {
    const { _accessor } = this._alive();
    this._call("accessor", asIndex(index), _accessor);
    return new Accessor(INSIDE, this, index);
  }

  /** An attribute of a primitive, or of one of its morph targets; semantic null: its indices.  null if it is absent. */
  attribute(mesh, primitive, semantic, target = null) {
    const library = this._alive();
    return library._withText(semantic, (text) => {
      this._call("attribute", asIndex(mesh), asIndex(primitive), asIndex(target), text, library._out, library._accessor);
      const index = library._u32();
      const shape = library._u32(library._accessor + structs.gltf_accessor.fields.shape.at);
      return index === null && !shape ? null : new Accessor(INSIDE, this, index);
    });
  }

  /** {min, max} as the file declares them, each null where it does not. */
  declaredBounds(accessor) {
    const library = this._alive();
    this._call("declared_bounds", asIndex(accessor), library._out, library._out + 128, 16);
    const { min, max } = doubles(library, 16);
    const known = library._c.gltf_document_accessor(this._pointer, asIndex(accessor), library._accessor, 0) === Status.OK;
    const count = known ? library._u32(library._accessor + structs.gltf_accessor.fields.component_count.at) : 16;
    const cut = (numbers) => (Number.isNaN(numbers[0]) ? null : numbers.slice(0, count));
    return { min: cut(min), max: cut(max) };
  }

  /** Every place that names an accessor. */
  uses(accessor) {
    const library = this._alive();
    if (library._c.gltf_document_uses(this._pointer, asIndex(accessor), library._out, library._out + 4) !== Status.OK) {
      throw this.fault(Kind.ACCESSOR, accessor);
    }
    return library._list(structs.gltf_use, library._u32(), library._u32(library._out + 4));
  }

  // -- meshes --

  mesh(index) {
    const library = this._alive();
    const { weights, weightCount, targetNames, targetNameCount, ...rest } = this._struct("mesh", "gltf_mesh", index);
    return {
      ...rest,
      weights: this._floats(weights, weightCount),
      targetNames: Array.from({ length: targetNameCount }, (_, i) => library._text(library._view.getUint32(targetNames + 4 * i, true))),
    };
  }

  primitive(mesh, primitive) {
    const { attributes, attributeCount, ...rest } = this._struct("primitive", "gltf_primitive", mesh, primitive);
    return { ...rest, attributes: this._attributes(attributes, attributeCount) };
  }

  /** Attributes of a morph target: {semantic: accessor}. */
  target(mesh, primitive, target) {
    const library = this._alive();
    this._call("target", asIndex(mesh), asIndex(primitive), asIndex(target), library._out, library._out + 4);
    return this._attributes(library._u32(), library._u32(library._out + 4));
  }

  _attributes(at, count) {
    return Object.fromEntries(this._library._list(structs.gltf_attribute, at, count).map((a) => [a.semantic, a.accessor]));
  }

  _floats(at, count) {
    return at ? Array.from(new Float32Array(this._library._c.memory.buffer, at, count)) : [];
  }

  /** Vertices of a primitive in drawing order (Uint32Array); with triangles, strips and fans as a list of them too. */
  indices(mesh, primitive, options = {}) {
    const { triangles = false } = asOptions(options);
    const library = this._alive();
    const ask = (at, capacity) => this._call("indices", asIndex(mesh), asIndex(primitive), triangles ? 1 : 0, at, capacity, library._out);
    ask(0, 0);
    const count = library._u32();
    const at = library._allocate(4 * count);
    try {
      ask(at, count);
      return new Uint32Array(library._c.memory.buffer.slice(at, at + 4 * count));
    } finally {
      library._c.free(at);
    }
  }

  /** An attribute with its morph targets blended in (Float32Array); weights, one for each target; null: those of the mesh. */
  morph(mesh, primitive, semantic, weights = null) {
    const given = weights === null ? [] : asNumbers(weights);
    const strange = given.findIndex(Number.isNaN);
    if (strange >= 0) {
      throw new RangeError(`weight ${strange} is NaN`);
    }
    const library = this._alive();
    const base = this.attribute(mesh, primitive, asName(semantic));
    const size = base ? 4 * base.count * base.components : 0;
    const at = library._allocate(size + 4 * given.length);
    const weightsAt = weights === null ? 0 : at + size;
    try {
      new Float32Array(library._c.memory.buffer, at + size, given.length).set(given);
      library._withText(semantic, (text) =>
        this._call("morph", asIndex(mesh), asIndex(primitive), text, weightsAt, given.length, 0, base?.count ?? 0, 0, at, size));
      return new Float32Array(library._c.memory.buffer.slice(at, at + size));
    } finally {
      library._c.free(at);
    }
  }

  // -- nodes, skins, animations --

  node(index) {
    const { weights, weightCount, instanceAttributes, instanceAttributeCount, ...rest } = this._struct("node", "gltf_node", index);
    return { ...rest, weights: this._floats(weights, weightCount), instanceAttributes: this._attributes(instanceAttributes, instanceAttributeCount) };
  }

  /** Morph weights of a node as they apply: its own, else its mesh's, else zeros. */
  nodeWeights(node) {
    const library = this._alive();
    this._call("node_weights", asIndex(node), 0, 0, library._out);
    const count = library._u32();
    const at = library._allocate(4 * count);
    try {
      this._call("node_weights", asIndex(node), at, count, 0);
      return this._floats(at, count);
    } finally {
      library._c.free(at);
    }
  }

  skin(index) {
    const { joints, jointCount, ...rest } = this._struct("skin", "gltf_skin", index);
    return { ...rest, joints: Array.from(new Uint32Array(this._library._c.memory.buffer, joints, jointCount)) };
  }

  animation(index) {
    const { name, samplerCount, channelCount } = this._struct("animation", "gltf_animation", index);
    return {
      name,
      samplers: Array.from({ length: samplerCount }, (_, i) => this._struct("sampler", "gltf_animation_sampler", index, i)),
      channels: Array.from({ length: channelCount }, (_, i) => this._struct("channel", "gltf_animation_channel", index, i)),
    };
  }
}

if (Symbol.dispose) {
  Document.prototype[Symbol.dispose] = Document.prototype.free;
}

function release(library, pointer, blocks) {
  library._c.gltf_document_free(pointer);
  blocks.forEach((block) => block._drop());
}
