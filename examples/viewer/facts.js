// facts.js - what the library knows about a document, as plain rows for tables.  No page: it runs in the worker, and in node.
import { Interpolation, Kind, Path, Role, Type } from "./gltf_accessor.js";
import { byteMap } from "./bytemap.js";

const SHAPES = [null, "SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"];
const COLUMNS_ROWS = [null, [1, 1], [1, 2], [1, 3], [1, 4], [2, 2], [3, 3], [4, 4]];
const MODES = ["POINTS", "LINES", "LINE_LOOP", "LINE_STRIP", "TRIANGLES", "TRIANGLE_STRIP", "TRIANGLE_FAN"];
const TYPES = {
  [Type.BYTE]: ["i8", 1],
  [Type.UNSIGNED_BYTE]: ["u8", 1],
  [Type.SHORT]: ["i16", 2],
  [Type.UNSIGNED_SHORT]: ["u16", 2],
  [Type.UNSIGNED_INT]: ["u32", 4],
  [Type.FLOAT]: ["float", 4],
};
const OBJECTS = { [Kind.MESH]: "mesh", [Kind.SKIN]: "skin", [Kind.ANIMATION]: "animation", [Kind.NODE]: "node" };
const ROLES = {
  [Role.ATTRIBUTE]: "",
  [Role.INDICES]: "indices",
  [Role.TARGET]: "target",
  [Role.INVERSE_BIND_MATRICES]: "inverse bind matrices",
  [Role.ANIMATION_INPUT]: "input",
  [Role.ANIMATION_OUTPUT]: "output",
  [Role.INSTANCE]: "instances",
  [Role.EXTENSION]: "",
};
const USES_SHOWN = 6;
const FAULTS_SHOWN = 200;

const keyOf = (table, value) => Object.keys(table).find((key) => table[key] === value) ?? "?";
const isText = (value) => (typeof value === "string" ? value : null);

/** The message of what `ask` throws, or null. */
function failure(ask) {
  try {
    ask();
    return null;
  } catch (problem) {
    return problem.message;
  }
}

/** What `ask` gives, or `instead`. */
function attempt(ask, instead) {
  try {
    return ask();
  } catch (problem) {
    return instead;
  }
}

/** A parsed document with what is looked up again and again. */
export class Facts {
  constructor(document) {
    this.document = document;
    this.json = attempt(() => document.json, {}) ?? {};
    this.primitives = [];
    this.channels = [];
    this.instances = [];
    for (let m = 0; m < document.count(Kind.MESH); m++) {
      const count = attempt(() => document.mesh(m).primitiveCount, 0);
      for (let p = 0; p < Math.max(count, 1); p++) {
        this.primitives.push([m, count ? p : null]);
      }
    }
    for (let a = 0; a < document.count(Kind.ANIMATION); a++) {
      const count = attempt(() => document.animation(a).channels.length, 0);
      for (let c = 0; c < Math.max(count, 1); c++) {
        this.channels.push([a, count ? c : null]);
      }
    }
    for (let n = 0; n < document.count(Kind.NODE); n++) {
      const attributes = attempt(() => document.node(n).instanceAttributes, null);
      if (attributes === null || Object.keys(attributes).length) {
        this.instances.push(n);
      }
    }
    this.refresh();
  }

  /** After bytes were brought. */
  refresh() {
    this.tables = this.document.describe();
    this.animations = new Map();
    const images = Array.isArray(this.json.images) ? this.json.images : [];
    this.images = new Set(images.map((image) => image?.bufferView).filter(Number.isInteger));
  }

  /** How many rows each table has. */
  counts() {
    const of = (kind) => this.document.count(kind);
    return {
      buffers: of(Kind.BUFFER),
      views: of(Kind.VIEW),
      accessors: of(Kind.ACCESSOR),
      meshes: of(Kind.MESH),
      primitives: this.primitives.length,
      nodes: of(Kind.NODE),
      skins: of(Kind.SKIN),
      animations: of(Kind.ANIMATION),
      channels: this.channels.length,
      instances: this.instances.length,
    };
  }

  overview() {
    const asset = this.json.asset ?? {};
    const names = (kind) => Array.from({ length: this.document.count(kind) }, (_, i) => this.document.name(kind, i) ?? "?");
    return {
      asset: {
        version: isText(asset.version),
        minVersion: isText(asset.minVersion),
        generator: isText(asset.generator),
        copyright: isText(asset.copyright),
      },
      extensionsUsed: names(Kind.EXTENSION_USED),
      extensionsRequired: names(Kind.EXTENSION_REQUIRED),
      counts: this.counts(),
      ...this.faults(),
    };
  }

  /** The first faults, each with its object, and how many there are. */
  faults() {
    const faults = [];
    let faultCount = 0;
    for (const kind of [Kind.BUFFER, Kind.VIEW, Kind.ACCESSOR, Kind.MESH, Kind.SKIN, Kind.ANIMATION, Kind.NODE]) {
      for (let index = 0; index < this.document.count(kind); index++) {
        const message = kind === Kind.ACCESSOR ? failure(() => this.document.accessor(index)) : this.document.fault(kind, index)?.message;
        if (message) {
          faultCount++;
          if (faults.length < FAULTS_SHOWN) {
            faults.push({ object: keyOf(Kind, kind).toLowerCase(), index, message });
          }
        }
      }
    }
    return { faults, faultCount };
  }

  /** Rows [first, first + count) of a table. */
  rows(table, first, count) {
    const row = {
      buffers: this.buffer,
      views: this.view,
      accessors: this.accessor,
      primitives: this.primitive,
      skins: this.skin,
      channels: this.channel,
      instances: this.instance,
    }[table];
    const end = Math.min(first + count, this.counts()[table]);
    return Array.from({ length: Math.max(end - first, 0) }, (_, i) => row.call(this, first + i));
  }

  fault(kind, index) {
    return this.document.fault(kind, index)?.message ?? null;
  }

  buffer(index) {
    const { loaded, size } = this.tables.buffers[index];
    const { uri } = attempt(() => this.document.bufferUri(index), { uri: null });
    return { index, name: this.document.name(Kind.BUFFER, index), uri, byteLength: size, loaded, message: this.fault(Kind.BUFFER, index) };
  }

  compression(index) {
    const found = attempt(() => this.document.compression(index), null);
    return found && { ...found, ratio: found.mode && found.byteLength ? this.tables.views[index].byteLength / found.byteLength : null };
  }

  view(index) {
    const view = this.tables.views[index];
    const compression = this.compression(index);
    return {
      index,
      name: this.document.name(Kind.VIEW, index),
      buffer: compression ? compression.viewBuffer : view.buffer,
      byteOffset: compression ? compression.viewByteOffset : view.byteOffset,
      byteLength: view.byteLength,
      byteStride: view.byteStride || null,
      compression,
      image: this.images.has(index),
      message: this.fault(Kind.VIEW, index),
    };
  }

  strideOf(desc) {
    return desc.byteStride || (this.tables.views[desc.view]?.byteStride ?? 0) || elementOf(desc)?.size || 0;
  }

  accessor(index) {
    const desc = this.tables.accessors[index];
    const [component] = TYPES[desc.componentType] ?? ["?"];
    const [columns, rows] = COLUMNS_ROWS[desc.shape] ?? [0, 0];
    let declared = { min: null, max: null };
    const malformed = failure(() => {
      declared = this.document.declaredBounds(index);
    });
    const uses = this.document.uses(index);
    return {
      index,
      name: this.document.name(Kind.ACCESSOR, index),
      type: SHAPES[desc.shape] ?? null,
      component,
      componentType: desc.componentType || null,
      columns,
      rows,
      normalized: desc.normalized !== 0,
      count: desc.count,
      sparseCount: desc.sparse.count,
      view: desc.view,
      byteOffset: desc.byteOffset,
      byteStride: desc.view === null ? null : this.strideOf(desc),
      min: declared.min?.slice(0, columns * rows) ?? null,
      max: declared.max?.slice(0, columns * rows) ?? null,
      malformed,
      uses: uses.slice(0, USES_SHOWN).map((use) => this.use(use)),
      useCount: uses.length,
      semantic: uses.find((use) => use.semantic)?.semantic ?? null,
      message: failure(() => this.document.accessor(index)),
    };
  }

  use({ object, index, part, target, role, semantic }) {
    const words = [OBJECTS[object] ?? "?", index];
    const name = this.document.name(object, index);
    if (name !== null) {
      words.push(`“${name}”`);
    }
    if (object === Kind.ANIMATION) {
      words.push("sampler", part);
    } else if (part) {
      words.push("primitive", part);
    }
    words.push(role === Role.TARGET ? `target ${target}` : (ROLES[role] ?? "?"), semantic ?? "");
    return words.filter((word) => word !== "").join(" ");
  }

  primitive(place) {
    const [mesh, primitive] = this.primitives[place];
    const row = {
      mesh,
      name: this.document.name(Kind.MESH, mesh),
      primitive,
      weights: [],
      attributes: [],
      targets: [],
      indices: null,
      mode: null,
    };
    row.message = failure(() => {
      const { weights, targetNames } = this.document.mesh(mesh);
      row.weights = primitive ? [] : weights;
      if (primitive !== null) {
        const found = this.document.primitive(mesh, primitive);
        row.mode = MODES[found.mode] ?? "?";
        row.indices = found.indices;
        row.attributes = Object.entries(found.attributes);
        row.targets = Array.from({ length: found.targetCount }, (_, t) => ({
          name: targetNames[t] ?? null,
          attributes: Object.entries(this.document.target(mesh, primitive, t)),
        }));
      }
    });
    return row;
  }

  skin(index) {
    const row = { index, name: this.document.name(Kind.SKIN, index), jointCount: null, joints: [], inverseBindMatrices: null };
    row.message = failure(() => {
      const { joints, inverseBindMatrices } = this.document.skin(index);
      Object.assign(row, { jointCount: joints.length, inverseBindMatrices, joints: joints.slice(0, 64) });
    });
    return row;
  }

  channel(place) {
    const [animation, channel] = this.channels[place];
    const row = {
      animation,
      name: this.document.name(Kind.ANIMATION, animation),
      channel,
      path: null,
      node: null,
      nodeName: null,
      sampler: null,
    };
    row.message = failure(() => {
      if (!this.animations.has(animation)) {
        this.animations.set(animation, this.document.animation(animation));
      }
      if (channel !== null) {
        const { samplers, channels } = this.animations.get(animation);
        const { node, path, pathName, pointer, sampler, valuesPerKey } = channels[channel];
        const { input, output, interpolation } = samplers[sampler] ?? {};
        Object.assign(row, {
          node,
          nodeName: node === null ? null : this.document.name(Kind.NODE, node),
          path: pathName ?? keyOf(Path, path).toLowerCase(),
          pointer,
          sampler,
          interpolation: keyOf(Interpolation, interpolation),
          input,
          output,
          valuesPerKey,
        });
      }
    });
    return row;
  }

  instance(place) {
    const index = this.instances[place];
    const row = { index, name: this.document.name(Kind.NODE, index), attributes: [] };
    row.message = failure(() => {
      row.attributes = Object.entries(this.document.node(index).instanceAttributes);
    });
    return row;
  }

  /** Elements [first, first + count) of an accessor: as floats, or as stored. */
  values(index, first, count, stored) {
    const accessor = this.document.accessor(index);
    const end = Math.min(first + count, accessor.count);
    const numbers = accessor.read(stored ? null : Type.FLOAT, { first, count: Math.max(end - first, 0) });
    return { numbers, type: stored ? accessor.type : Type.FLOAT, components: accessor.components, count: accessor.count };
  }

  /** Real extremes of an accessor. */
  bounds(index) {
    return this.document.accessor(index).bounds();
  }

  /** What can be mapped: the buffers of the file, and behind them what compressed views were decoded to. */
  maps() {
    const count = this.document.count(Kind.BUFFER);
    const maps = Array.from({ length: count }, (_, index) => ({ buffer: index, view: null, size: this.tables.buffers[index].size }));
    this.tables.views.forEach(({ buffer, byteLength }, view) => {
      if (buffer !== null && buffer >= count) {
        maps.push({ buffer, view, size: byteLength });
      }
    });
    return maps;
  }

  /** A buffer as a map: {size, zones, views, accessors}; the last two are bars to draw. */
  map(buffer) {
    const { size } = this.tables.buffers[buffer];
    const views = [];
    const parts = [];
    const addView = (index, byteOffset, byteLength, kind) => {
      const range = {
        index,
        start: byteOffset,
        end: byteOffset + byteLength,
        fallback: kind === "fallback",
        name: this.document.name(Kind.VIEW, index),
      };
      views.push(range);
      if (kind === "compressed" || kind === "image") {
        parts.push({ kind, owner: { view: index }, ...range, stride: byteLength, count: 1, size: byteLength, pieces: [[0, byteLength]] });
      }
    };
    this.tables.views.forEach((view, index) => {
      const compression = this.compression(index);
      if (compression?.mode && compression.buffer === buffer) {
        addView(index, compression.byteOffset, compression.byteLength, "compressed");
      }
      if (view.buffer === buffer) {
        // of meshopt: what it was decoded to; of Draco: the compressed bytes
        addView(
          index,
          view.byteOffset,
          view.byteLength,
          compression && !compression.mode ? "compressed" : this.images.has(index) ? "image" : "view",
        );
      } else if (compression?.mode && compression.viewBuffer === buffer) {
        addView(index, compression.viewByteOffset, view.byteLength, "fallback");
      }
    });
    this.tables.accessors.forEach((desc, index) => this.addParts(parts, buffer, desc, index));
    const accessors = parts
      .filter((part) => part.owner.accessor !== undefined)
      .map(({ owner, kind, start, end, stride, size: element }) => ({
        index: owner.accessor,
        kind,
        start,
        end: Math.min(end, size),
        stride,
        element,
        label: this.label(owner.accessor),
      }));
    return { size, zones: byteMap(size, parts, views), views, accessors };
  }

  /** A word for an accessor in a narrow place. */
  label(accessor) {
    const [use] = this.document.uses(accessor);
    return use?.semantic ?? (use ? ROLES[use.role] : null) ?? this.document.name(Kind.ACCESSOR, accessor) ?? "";
  }

  /** The base, the sparse indices and the sparse values of an accessor, as far as they lie in this buffer. */
  addParts(parts, buffer, desc, accessor) {
    const element = elementOf(desc);
    const add = (kind, viewIndex, offset, count, stride, size, pieces) => {
      const view = this.tables.views[viewIndex];
      if (view?.buffer === buffer && count > 0) {
        const start = view.byteOffset + offset;
        const [lastAt, lastSize] = pieces.at(-1);
        const end = Math.min(start + (count - 1) * stride + lastAt + lastSize, view.byteOffset + view.byteLength); // a fault may reach past it
        parts.push({ kind, owner: { accessor }, start, end, stride, count, size, pieces });
      }
    };
    if (!element) {
      return;
    }
    if (desc.view !== null) {
      add("data", desc.view, desc.byteOffset, desc.count, this.strideOf(desc), element.size, element.pieces);
    }
    if (desc.sparse.count) {
      const { count, indicesView, valuesView, indicesByteOffset, valuesByteOffset, indicesComponentType } = desc.sparse;
      const [, size] = TYPES[indicesComponentType] ?? [null, 0];
      if (size) {
        add("sparse-indices", indicesView, indicesByteOffset, count, size, size, [[0, size]]);
      }
      add("sparse-values", valuesView, valuesByteOffset, count, element.size, element.size, element.pieces);
    }
  }
}

/** Bytes of one stored element: {size, pieces: [offset, size] of each column}; null if its type is unknown. */
function elementOf({ componentType, shape }) {
  if (!TYPES[componentType] || !COLUMNS_ROWS[shape]) {
    return null;
  }
  const [, bytes] = TYPES[componentType];
  const [columns, rows] = COLUMNS_ROWS[shape];
  const column = columns === 1 ? rows * bytes : Math.ceil((rows * bytes) / 4) * 4; // columns of matrices begin at multiples of 4
  if (column === rows * bytes) {
    return { size: columns * column, pieces: [[0, columns * column]] };
  }
  return { size: columns * column, pieces: Array.from({ length: columns }, (_, c) => [c * column, rows * bytes]) };
}
