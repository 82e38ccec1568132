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
  ATTRIBUTE: 1, INDICES: 2, TARGET: 3, INVERSE_BIND_MATRICES: 4, ANIMATION_INPUT: 5, ANIMATION_OUTPUT: 6, INSTANCE: 7,
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
  gltf_error: struct("status:i32 object:i32 index part target reserved position:u64 expected:u64 found:u64 field:text name:text"),
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
  const instance = await WebAssembly.instantiate(module, library._imports());
  library._start(instance.exports);
  return library;
}

const frees = new FinalizationRegistry((free) => free());
const decoder = new TextDecoder();
const encoder = new TextEncoder();

class Library {
  _imports() {
    return {
      gltf: {
        issue: (at) => this._issue(at),
        bring: (buffer, uri, size, out) => this._bring(buffer >>> 0, this._text(uri), Number(size), out),
      },
    };
  }

  _start(exports) {
    this._c = exports;
    exports._initialize?.();
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
    return new Block(this, size);
  }

  /** Parse the bytes of a .gltf or .glb (Uint8Array: copied once; Block: lent), and load what is embedded in them. */
  parse(bytes, { strict = false } = {}) {
    const block = this._lend(bytes);
    try {
      return new Document(this, block, strict);
    } catch (problem) {
      this._discard(block, bytes);
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
    const block = this._lend(bytes);
    try {
      return this._validate(block, options);
    } finally {
      this._discard(block, bytes);
    }
  }

  _validate(block, { data = true, bring, maxIssues = 0, keep = Infinity }) {
    const given = [];
    const outer = this._validating;
    this._validating = { issues: [], byKind: [], keep, bring, given, raised: null };
    try {
      const { issues, byKind } = this._validating;
      const status = this._c.gltf_js_validate(block.pointer, block.size, data ? 0 : 1, whole(maxIssues), bring ? 1 : 0, this._out, this._error);
      if (this._validating.raised) {
        throw this._validating.raised.problem;
      }
      this._check(status);
      const result = this._get(structs.gltf_validation, this._out);
      const kinds = this.issueKinds();
      return { ...result, issues, counts: Object.fromEntries(Object.entries(byKind).map(([kind, count]) => [kinds[kind].code, count])) };
    } finally {
      this._validating = outer;
      given.forEach((b) => b.free());
    }
  }

  /** All kinds of issues that validation knows: [{code, meaning, severity}]. */
  issueKinds() {
    const at = this._c.gltf_issue_kinds(this._out) >>> 0;
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
    const { bring, given } = this._validating;
    try {
      const bytes = bring(uri, size, buffer);
      if (bytes === null || bytes === undefined) {
        return Status.IO;
      }
      const block = bytes instanceof Block && bytes.pointer ? bytes : this._lend(bytes); // only read: also one of a document
      if (block !== bytes) {
        given.push(block);
      }
      this._view.setUint32(out, block.pointer, true);
      this._view.setBigUint64(out + structs.gltf_buffer.fields.size.at, BigInt(block.size), true);
      return Status.OK;
    } catch (problem) { // it must not run into C
      this._validating.raised ??= { problem };
      return Status.IO;
    }
  }

  // -- memory --

  get _view() {
    const { buffer } = this._c.memory;
    return this._dataView?.buffer === buffer ? this._dataView : (this._dataView = new DataView(buffer));
  }

  _bytes(at, size) {
    return new Uint8Array(this._c.memory.buffer, at, size);
  }

  _allocate(size) {
    const at = this._c.malloc(Math.max(size, 1)) >>> 0;
    if (size > 0xffffffff || !at) {
      throw new RangeError(`no memory for ${size} bytes`);
    }
    return at;
  }

  _lend(bytes) {
    if (bytes instanceof Block) {
      if (!bytes.pointer || bytes._given) {
        throw new TypeError("the block is freed, or belongs to a document");
      }
      return bytes;
    }
    const from = ArrayBuffer.isView(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new Uint8Array(bytes);
    const block = new Block(this, from.length);
    block.bytes.set(from);
    return block;
  }

  /** Free the block that _lend made of these bytes. */
  _discard(block, bytes) {
    if (block !== bytes) {
      block.free();
    }
  }

  /** Call `use` with the address of a NUL-terminated copy of a text; null stays null. */
  _withText(text, use) {
    if (text === null || text === undefined) {
      return use(0);
    }
    const bytes = encoder.encode(text);
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

  _check(status, hasError = true) {
    if (status !== Status.OK) {
      throw this._failure(status, hasError);
    }
  }

  _failure(status, hasError) {
    if (!hasError) {
      this._bytes(this._error, structs.gltf_error.size).fill(0);
      this._view.setInt32(this._error, status, true);
      for (const name of ["index", "part", "target"]) {
        this._view.setUint32(this._error + structs.gltf_error.fields[name].at, NONE, true);
      }
    }
    const size = this._c.gltf_error_format(this._error, 0, 0) + 1;
    const at = this._allocate(size);
    this._c.gltf_error_format(this._error, at, size);
    const { name, ...fields } = this._get(structs.gltf_error, this._error);
    const error = new GltfError(this._text(at), this._text(this._c.gltf_status_name(status)), { ...fields, what: name });
    this._c.free(at);
    return error;
  }
}

/** A piece of the module's memory.  Freed by free(), or when nobody has it any more; once given to a document, with that one. */
export class Block {
  constructor(library, size) {
    this._library = library;
    this.size = size;
    this.pointer = library._allocate(size);
    const { pointer } = this;
    frees.register(this, () => library._c.free(pointer), this);
  }

  /** Its bytes.  Ask anew after every call that may allocate: growing memory detaches older arrays. */
  get bytes() {
    if (!this.pointer) {
      throw new TypeError("the block is freed");
    }
    return this._library._bytes(this.pointer, this.size);
  }

  free() {
    if (this._given) {
      throw new TypeError("the block belongs to a document");
    }
    this._free();
  }

  _free() {
    if (this.pointer) {
      frees.unregister(this);
      this._library._c.free(this.pointer);
      this.pointer = 0;
    }
  }

  _give() {
    this._given = true;
    return this;
  }
}

function whole(value) {
  if (value === null || value === undefined) {
    return NONE;
  }
  if (!Number.isInteger(value) || value < 0 || value > NONE) {
    throw new RangeError(`${value} is no index`);
  }
  return value;
}

// ---- accessors ----

/** One accessor, checked: reading it cannot fail for what the file says.  Belongs to its document. */
export class Accessor {
  constructor(document, index) {
    const library = document._library;
    this.document = document;
    this._changes = document._changes;
    this._struct = library._bytes(library._accessor, structs.gltf_accessor.size).slice();
    const value = library._get(structs.gltf_accessor, library._accessor);
    this.index = index;
    this.count = value.count;
    this.components = value.componentCount;
    this.type = value.componentType;
    this.shape = value.shape;
    this.normalized = value.normalized !== 0;
    this.sparse = value.sparseCount > 0;
    this._stride = value.stride;
  }

  get length() {
    return this.count;
  }

  /** The C struct, in memory of the module. */
  _place() {
    const library = this.document._alive();
    if (this._changes !== this.document._changes) {
      throw new TypeError("the document's bytes were replaced; ask it for this accessor again");
    }
    library._bytes(library._accessor, this._struct.length).set(this._struct);
    return library._accessor;
  }

  /**
   * A new typed array of `count` elements from `first`, flat: element i begins at i * components (matrices are column-major).
   * type null = as stored; see gltf_accessor_read_as for what each conversion gives.
   */
  read(type = Type.FLOAT, { first = 0, count = Math.max(this.count - first, 0), components = 0, normalized, fill = [0, 0, 0, 1] } = {}) {
    const library = this.document._alive();
    const Numbers = ARRAYS[type ?? (this.type || Type.FLOAT)];
    if (!Numbers) {
      throw library._failure(Status.ARGUMENT, false);
    }
    if (whole(first) > this.count || whole(count) > this.count - first) {
      throw library._failure(Status.RANGE, false);
    }
    const numbers = count * (components || this.components);
    const size = numbers * Numbers.BYTES_PER_ELEMENT;
    const at = library._allocate(size);
    try {
      const view = library._view;
      [type ?? 0, components, (normalized ?? (type === null && this.normalized)) ? 1 : 0, 0].forEach((n, i) => view.setUint32(library._layout + 4 * i, n, true));
      fill.forEach((n, i) => i < 4 && view.setFloat32(library._layout + 16 + 4 * i, n, true));
      library._check(library._c.gltf_accessor_read_as(this._place(), first, count, library._layout, at, size), false);
      return new Numbers(library._c.memory.buffer.slice(at, at + size));
    } finally {
      library._c.free(at);
    }
  }

  /**
   * The stored numbers in place, without a copy: {array, stride}, number c of element i is array[i * stride + c]; null where they
   * cannot be used so (sparse, padded, misaligned, no data).  Normalized integers are still undivided.  Use it at once: it is
   * detached when the module's memory grows, and void when the document is freed.
   */
  view() {
    const library = this.document._alive();
    const at = library._c.gltf_accessor_direct(this._place()) >>> 0;
    if (!at || !this.count) {
      return null;
    }
    const Numbers = ARRAYS[this.type];
    const stride = this._stride / Numbers.BYTES_PER_ELEMENT;
    return { array: new Numbers(library._c.memory.buffer, at, (this.count - 1) * stride + this.components), stride };
  }

  /** {min, max}: extremes of the stored values of each component. */
  bounds() {
    const library = this.document._alive();
    library._check(library._c.gltf_accessor_bounds(this._place(), library._out, library._out + 128, 16), false);
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
  constructor(library, block, strict) {
    const options = library._out + 64;
    library._c.gltf_document_options_init(options, structs.gltf_document_options.size);
    library._view.setUint32(options + structs.gltf_document_options.fields.source_flags.at, strict ? 1 : 0, true);
    const status = library._c.gltf_document_parse(block.pointer, block.size, options, library._out, library._error);
    library._check(status);
    this._library = library;
    this._pointer = library._u32();
    this._input = block._give();
    this._blocks = [block];
    this._changes = 0;
    this._given = new Map(); // the block of each buffer that setBuffer was called for
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
    this._call(name, ...indices.map(whole), library._out);
    return library._get(structs[type], library._out);
  }

  // -- bytes --

  /**
   * Bring every external buffer that is still missing by `bring(uri, byteLength)`, which gives (a promise of) a Uint8Array or a
   * Block; null for one that there is not.  Then decode what is compressed.  Goes on past a failure, also of `bring`, and throws
   * the first one.
   */
  async load(bring) {
    let first = null;
    for (let buffer = 0; buffer < this.count(Kind.BUFFER); buffer++) {
      try {
        const { uri, byteLength } = this.bufferUri(buffer);
        const bytes = uri === null || this._given.has(buffer) ? null : await bring(uri, byteLength);
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
    library._check(library._c.gltf_document_buffer_uri(this._pointer, whole(buffer), library._out, library._out + 8), false);
    return { uri: library._text(library._u32()), byteLength: Number(library._view.getBigUint64(library._out + 8, true)) };
  }

  /** Lend the bytes of a buffer: a Block as it is, a Uint8Array by one copy.  Accessors made before are stale from here on. */
  setBuffer(buffer, bytes) {
    this._given.set(buffer, this._set("set_buffer", buffer, bytes));
  }

  /** Lend the decompressed bytes of a view, likewise. */
  setView(view, bytes) {
    this._set("set_view", view, bytes);
  }

  _set(name, index, bytes) {
    const block = this._alive()._lend(bytes);
    try {
      this._call(name, whole(index), block.pointer, block.size);
    } catch (problem) {
      this._library._discard(block, bytes);
      throw problem;
    }
    this._blocks.push(block._give());
    this._changes++;
    return block;
  }

  /** The bytes of a buffer in place, without a copy; null where there are none.  Use them at once, as those of Accessor.view(). */
  bytes(buffer) {
    const library = this._alive();
    library._check(library._c.gltf_document_describe(this._pointer, library._out, 0, 0), false);
    const { buffers, bufferCount } = library._get(structs.gltf_source, library._out);
    if (whole(buffer) >= bufferCount) {
      throw library._failure(Status.RANGE, false);
    }
    const { data, size } = library._get(structs.gltf_buffer, buffers + buffer * structs.gltf_buffer.size);
    return data ? library._bytes(data, size) : null;
  }

  /** Library.validate of the file and the buffers that this document has, without a copy. */
  validate(options = {}) {
    return this._alive()._validate(this._input, { ...options, bring: (uri, size, buffer) => this._given.get(buffer) });
  }

  // -- looking --

  count(kind) {
    return this._alive()._c.gltf_document_count(this._pointer, kind) >>> 0;
  }

  name(kind, index) {
    const library = this._alive();
    return library._text(library._c.gltf_document_name(this._pointer, kind, whole(index)) >>> 0);
  }

  find(kind, name) {
    const library = this._alive();
    return library._withText(name, (text) => {
      library._check(library._c.gltf_document_find(this._pointer, kind, text, library._out), false);
      return library._u32();
    });
  }

  /** The first fault of an object as a GltfError; null for a sound one. */
  fault(kind, index) {
    const library = this._alive();
    const status = library._c.gltf_document_fault(this._pointer, kind, whole(index), library._error);
    return status === Status.OK ? null : library._failure(status, true);
  }

  /** The JSON of the file, parsed. */
  get json() {
    const library = this._alive();
    const at = library._c.gltf_document_json(this._pointer, library._out) >>> 0;
    return JSON.parse(decoder.decode(library._bytes(at, library._u32())));
  }

  /** The tables as the C library has them: {buffers, views, accessors}; see gltf_document_describe. */
  describe() {
    const library = this._alive();
    const out = library._out;
    library._check(library._c.gltf_document_describe(this._pointer, out, out + 64, out + 68), false);
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
    this._call("accessor", whole(index), _accessor);
    return new Accessor(this, index);
  }

  /** An attribute of a primitive, or of one of its morph targets; semantic null: its indices.  null if it is absent. */
  attribute(mesh, primitive, semantic, target = null) {
    const library = this._alive();
    return library._withText(semantic, (text) => {
      this._call("attribute", whole(mesh), whole(primitive), whole(target), text, library._out, library._accessor);
      const index = library._u32();
      const shape = library._u32(library._accessor + structs.gltf_accessor.fields.shape.at);
      return index === null && !shape ? null : new Accessor(this, index);
    });
  }

  /** {min, max} as the file declares them, each null where it does not. */
  declaredBounds(accessor) {
    const library = this._alive();
    this._call("declared_bounds", whole(accessor), library._out, library._out + 128, 16);
    const { min, max } = doubles(library, 16);
    const known = library._c.gltf_document_accessor(this._pointer, accessor, library._accessor, 0) === Status.OK;
    const count = known ? library._u32(library._accessor + structs.gltf_accessor.fields.component_count.at) : 16;
    const cut = (numbers) => (Number.isNaN(numbers[0]) ? null : numbers.slice(0, count));
    return { min: cut(min), max: cut(max) };
  }

  /** Every place that names an accessor. */
  uses(accessor) {
    const library = this._alive();
    library._check(library._c.gltf_document_uses(this._pointer, whole(accessor), library._out, library._out + 4), false);
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
    this._call("target", whole(mesh), whole(primitive), whole(target), library._out, library._out + 4);
    return this._attributes(library._u32(), library._u32(library._out + 4));
  }

  _attributes(at, count) {
    return Object.fromEntries(this._library._list(structs.gltf_attribute, at, count).map((a) => [a.semantic, a.accessor]));
  }

  _floats(at, count) {
    return at ? Array.from(new Float32Array(this._library._c.memory.buffer, at, count)) : [];
  }

  /** Vertices of a primitive in drawing order (Uint32Array); with triangles, strips and fans as a list of them too. */
  indices(mesh, primitive, { triangles = false } = {}) {
    const library = this._alive();
    const ask = (at, capacity) => this._call("indices", whole(mesh), whole(primitive), triangles ? 1 : 0, at, capacity, library._out);
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

  /** An attribute with its morph targets blended in (Float32Array); weights null: those of the mesh. */
  morph(mesh, primitive, semantic, weights = null) {
    const library = this._alive();
    const base = this.attribute(mesh, primitive, semantic);
    const size = base ? 4 * base.count * base.components : 0;
    const given = weights ? 4 * weights.length : 0;
    const at = library._allocate(size + given);
    try {
      new Float32Array(library._c.memory.buffer, at + size, given / 4).set(weights ?? []);
      library._withText(semantic, (text) => this._call("morph", whole(mesh), whole(primitive), text, given ? at + size : 0, given / 4, 0, base?.count ?? 0, 0, at, size));
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
    this._call("node_weights", whole(node), 0, 0, library._out);
    const count = library._u32();
    const at = library._allocate(4 * count);
    try {
      this._call("node_weights", node, at, count, 0);
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
  blocks.forEach((block) => block._free());
}
