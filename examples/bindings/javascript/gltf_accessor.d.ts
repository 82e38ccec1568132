// Types of gltf_accessor.js, whose comments say what each function does.

type Values<T> = T[keyof T];

export declare const Status: {
  readonly OK: 0; readonly ARGUMENT: 1; readonly RANGE: 2; readonly CAPACITY: 3; readonly STRUCT_SIZE: 4; readonly CONVERSION: 5;
  readonly MEMORY: 10; readonly IO: 11; readonly LIMIT: 12; readonly NOT_LOADED: 13; readonly JSON: 20; readonly GLB: 21; readonly URI: 22;
  readonly BASE64: 23; readonly PROPERTY: 24; readonly REFERENCE: 25; readonly ASSET_VERSION: 26; readonly EXTENSION: 27;
  readonly BUFFER_LENGTH: 28; readonly CODEC: 29; readonly CODEC_VERSION: 30; readonly DYNAMIC: 31; readonly MISMATCH: 32;
  readonly COMPONENT_TYPE: 40; readonly SHAPE: 41; readonly NORMALIZED: 42; readonly COUNT: 43; readonly STRIDE: 44; readonly ALIGNMENT: 45;
  readonly VIEW_BOUNDS: 46; readonly ACCESSOR_BOUNDS: 47; readonly SPARSE_COUNT: 48; readonly SPARSE_ORDER: 49; readonly SPARSE_INDEX: 50;
};
export declare const Type: {
  readonly BYTE: 5120; readonly UNSIGNED_BYTE: 5121; readonly SHORT: 5122; readonly UNSIGNED_SHORT: 5123; readonly UNSIGNED_INT: 5125;
  readonly FLOAT: 5126; readonly INT: 5124; readonly DOUBLE: 5130; readonly HALF_FLOAT: 5131;
};
export declare const Shape: {
  readonly SCALAR: 1; readonly VEC2: 2; readonly VEC3: 3; readonly VEC4: 4; readonly MAT2: 5; readonly MAT3: 6; readonly MAT4: 7;
};
export declare const Kind: {
  readonly NONE: 0; readonly BUFFER: 1; readonly VIEW: 2; readonly ACCESSOR: 3; readonly MESH: 4; readonly SKIN: 5; readonly ANIMATION: 6;
  readonly NODE: 7; readonly EXTENSION_USED: 8; readonly EXTENSION_REQUIRED: 9;
};
export declare const Interpolation: { readonly LINEAR: 1; readonly STEP: 2; readonly CUBICSPLINE: 3 };
export declare const Path: {
  readonly TRANSLATION: 1; readonly ROTATION: 2; readonly SCALE: 3; readonly WEIGHTS: 4; readonly POINTER: 5; readonly OTHER: 6;
};
export declare const Role: {
  readonly ATTRIBUTE: 1; readonly INDICES: 2; readonly TARGET: 3; readonly INVERSE_BIND_MATRICES: 4; readonly ANIMATION_INPUT: 5;
  readonly ANIMATION_OUTPUT: 6; readonly INSTANCE: 7; readonly EXTENSION: 8;
};
export declare const Severity: { readonly ERROR: 0; readonly WARNING: 1; readonly INFORMATION: 2; readonly HINT: 3 };

export type Numbers = Int8Array | Uint8Array | Int16Array | Uint16Array | Int32Array | Uint32Array | Float32Array | Float64Array;
export type Bytes = ArrayBuffer | ArrayBufferView | Block;
export type Index = number | null;
/** Array of numbers that a type is read as; halves are the bits. */
export type ArrayOf<T> = T extends 5120 ? Int8Array : T extends 5121 ? Uint8Array : T extends 5122 ? Int16Array : T extends 5123 | 5131 ? Uint16Array
  : T extends 5124 ? Int32Array : T extends 5125 ? Uint32Array : T extends 5126 ? Float32Array : T extends 5130 ? Float64Array : Numbers;

export declare class GltfError extends Error {
  readonly status: number;
  readonly statusName: string;
  readonly object: number | null;
  readonly index: Index;
  readonly part: Index;
  readonly target: Index;
  readonly position: number | null;
  readonly expected: number | null;
  readonly found: number | null;
  readonly field: string | null;
  readonly what: string | null;
}

export interface Issue {
  code: string; pointer: string | null; message: string; offset: number | null; severity: Values<typeof Severity>; kind: number;
}
export interface Validation {
  errors: number; warnings: number; informations: number; hints: number; numbers: number; truncated: number; isGlb: number; issues: Issue[];
  counts: Record<string, number>;
}
export interface ValidateOptions { data?: boolean; maxIssues?: number; keep?: number }
export interface Mesh {
  name: string | null; primitiveCount: number; targetCount: number; weights: number[]; targetNames: (string | null)[];
}
export interface Primitive { attributes: Record<string, number>; targetCount: number; mode: number; indices: Index }
export interface Node { name: string | null; mesh: Index; skin: Index; weights: number[]; instanceAttributes: Record<string, number> }
export interface Skin { name: string | null; joints: number[]; inverseBindMatrices: Index }
export interface Sampler { input: number; output: number; interpolation: Values<typeof Interpolation> }
export interface Channel {
  pathName: string | null; pointer: string | null; sampler: number; node: Index; path: Values<typeof Path>; valuesPerKey: number;
}
export interface Animation { name: string | null; samplers: Sampler[]; channels: Channel[] }
export interface Use {
  semantic: string | null; object: Values<typeof Kind>; index: number; part: Index; target: Index; role: Values<typeof Role>;
}
export interface Compression {
  extension: string; mode: string | null; filter: string | null; byteOffset: number; byteLength: number; count: number; buffer: Index;
  byteStride: number; viewBuffer: Index; required: number; viewByteOffset: number;
}
export interface Extremes { min: number[]; max: number[] }
export interface Tables { buffers: { loaded: boolean; size: number }[]; views: object[]; accessors: object[] }

export declare class Block {
  private constructor();
  readonly size: number;
  readonly pointer: number;
  readonly bytes: Uint8Array;
  free(): void;
}

export declare class Accessor {
  private constructor();
  readonly document: Document;
  readonly index: Index;
  readonly count: number;
  readonly length: number;
  readonly components: number;
  readonly type: number;
  readonly shape: number;
  readonly normalized: boolean;
  readonly sparse: boolean;
  read(): Float32Array;
  read<T extends Values<typeof Type> | null>(
    type: T, options?: { first?: number; count?: number; components?: number; normalized?: boolean; fill?: ArrayLike<number> }): ArrayOf<T>;
  view(): { array: Numbers; stride: number } | null;
  bounds(): Extremes;
}

export declare class Document {
  private constructor();
  free(): void;
  load(bring: (uri: string, byteLength: number) => Bytes | null | undefined | Promise<Bytes | null | undefined>): Promise<void>;
  bufferUri(buffer: Index): { uri: string | null; byteLength: number };
  setBuffer(buffer: Index, bytes: Bytes): void;
  setView(view: Index, bytes: Bytes): void;
  bytes(buffer: Index): Uint8Array | null;
  validate(options?: ValidateOptions): Validation;
  count(kind: Values<typeof Kind>): number;
  name(kind: Values<typeof Kind>, index: Index): string | null;
  find(kind: Values<typeof Kind>, name: string): Index;
  fault(kind: Values<typeof Kind>, index: Index): GltfError | null;
  readonly json: any;
  describe(): Tables;
  compression(view: Index): Compression | null;
  accessor(index: Index): Accessor;
  attribute(mesh: Index, primitive: Index, semantic: string | null, target?: Index): Accessor | null;
  declaredBounds(accessor: Index): { min: number[] | null; max: number[] | null };
  uses(accessor: Index): Use[];
  mesh(index: Index): Mesh;
  primitive(mesh: Index, primitive: Index): Primitive;
  target(mesh: Index, primitive: Index, target: Index): Record<string, number>;
  indices(mesh: Index, primitive: Index, options?: { triangles?: boolean }): Uint32Array;
  morph(mesh: Index, primitive: Index, semantic: string, weights?: ArrayLike<number> | null): Float32Array;
  node(index: Index): Node;
  nodeWeights(node: Index): number[];
  skin(index: Index): Skin;
  animation(index: Index): Animation;
}

export interface Library {
  readonly version: [number, number, number];
  block(size: number): Block;
  parse(bytes: Bytes, options?: { strict?: boolean }): Document;
  validate(
    bytes: Bytes, options?: ValidateOptions & { bring?: ((uri: string, byteLength: number, buffer: number) => Bytes | null | undefined) | null }): Validation;
  issueKinds(): { code: string; meaning: string; severity: Values<typeof Severity> }[];
}

/** source: default gltf_accessor.wasm beside this file */
export declare function load(source?: URL | string | BufferSource | object): Promise<Library>;

/** Layouts of the C structs, for tests. */
export declare const structs: Record<string, object>;
