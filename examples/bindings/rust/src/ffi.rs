//! The C declarations, as the headers have them.
#![allow(non_camel_case_types, missing_docs)]
use std::os::raw::{c_char, c_void};

pub const NONE: u32 = u32::MAX;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gltf_error {
    pub status: i32,
    pub object: i32,
    pub index: u32,
    pub part: u32,
    pub target: u32,
    pub reason: u32,
    pub position: u64,
    pub expected: u64,
    pub found: u64,
    pub field: *const c_char,
    pub name: *const c_char,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gltf_accessor {
    pub data: *const u8,
    pub sparse_indices: *const u8,
    pub sparse_values: *const u8,
    pub count: usize,
    pub stride: usize,
    pub sparse_count: usize,
    pub component_type: u32,
    pub shape: u32,
    pub component_count: u32,
    pub element_size: u32,
    pub normalized: u32,
    pub sparse_index_type: u32,
    pub cpu: u32,
    pub flags: u32,
}

#[repr(C)]
pub struct gltf_layout {
    pub component_type: u32,
    pub component_count: u32,
    pub normalized: u32,
    pub byte_stride: u32,
    pub fill: [f32; 4],
}

#[repr(C)]
pub struct gltf_allocator {
    pub user: *mut c_void,
    pub allocate: *const c_void,
    pub release: *const c_void,
}

#[repr(C)]
pub struct gltf_document_options {
    pub struct_size: u32,
    pub flags: u32,
    pub source_flags: u32,
    pub cpu: u32,
    pub allocator: gltf_allocator,
    pub primitive_codec: *const c_void,
    pub max_text: u64,
    pub max_objects: u64,
    pub max_zero_elements: u64,
    pub max_decoded: u64,
    pub max_loaded: u64,
}

#[repr(C)]
pub struct gltf_attribute {
    pub semantic: *const c_char,
    pub accessor: u32,
    pub reserved: u32,
}

#[repr(C)]
pub struct gltf_mesh {
    pub name: *const c_char,
    pub weights: *const f32,
    pub target_names: *const *const c_char,
    pub primitive_count: u32,
    pub target_count: u32,
    pub weight_count: u32,
    pub target_name_count: u32,
}

#[repr(C)]
pub struct gltf_primitive {
    pub attributes: *const gltf_attribute,
    pub attribute_count: u32,
    pub target_count: u32,
    pub mode: u32,
    pub indices: u32,
}

#[repr(C)]
pub struct gltf_node {
    pub name: *const c_char,
    pub weights: *const f32,
    pub instance_attributes: *const gltf_attribute,
    pub weight_count: u32,
    pub instance_attribute_count: u32,
    pub mesh: u32,
    pub skin: u32,
}

#[repr(C)]
pub struct gltf_skin {
    pub name: *const c_char,
    pub joints: *const u32,
    pub joint_count: u32,
    pub inverse_bind_matrices: u32,
}

#[repr(C)]
pub struct gltf_animation {
    pub name: *const c_char,
    pub sampler_count: u32,
    pub channel_count: u32,
}

#[repr(C)]
pub struct gltf_animation_sampler {
    pub input: u32,
    pub output: u32,
    pub interpolation: u32,
    pub reserved: u32,
}

#[repr(C)]
pub struct gltf_animation_channel {
    pub path_name: *const c_char,
    pub pointer: *const c_char,
    pub sampler: u32,
    pub node: u32,
    pub path: u32,
    pub values_per_key: u32,
}

#[repr(C)]
pub struct gltf_use {
    pub semantic: *const c_char,
    pub object: i32,
    pub index: u32,
    pub part: u32,
    pub target: u32,
    pub role: u32,
    pub reserved: u32,
}

#[repr(C)]
pub struct gltf_buffer {
    pub data: *const u8,
    pub size: u64,
}

#[repr(C)]
pub struct gltf_io {
    pub user: *mut c_void,
    pub load: Option<unsafe extern "C" fn(user: *mut c_void, buffer: u32, uri: *const c_char, byte_length: u64, out: *mut gltf_buffer) -> i32>,
    pub release: Option<unsafe extern "C" fn(user: *mut c_void, buffer: *const gltf_buffer)>,
}

#[repr(C)]
pub struct gltf_issue_kind {
    pub code: *const c_char,
    pub meaning: *const c_char,
    pub severity: u32,
    pub reserved: u32,
}

#[repr(C)]
pub struct gltf_issue {
    pub code: *const c_char,
    pub pointer: *const c_char,
    pub message: *const c_char,
    pub offset: u64,
    pub severity: u32,
    pub kind: u32,
}

#[repr(C)]
pub struct gltf_validate_options {
    pub struct_size: u32,
    pub flags: u32,
    pub cpu: u32,
    pub regrade_count: u32,
    pub max_issues: u64,
    pub max_text: u64,
    pub max_objects: u64,
    pub max_numbers: u64,
    pub regrades: *const c_void,
    pub allocator: gltf_allocator,
    pub io: gltf_io,
}

#[repr(C)]
pub struct gltf_validation {
    pub errors: u64,
    pub warnings: u64,
    pub informations: u64,
    pub hints: u64,
    pub numbers: u64,
    pub truncated: u32,
    pub is_glb: u32,
}

/// An opaque `gltf_document`.
#[repr(C)]
pub struct gltf_document {
    _private: [u8; 0],
}

extern "C" {
    pub fn gltf_version() -> u32;
    pub fn gltf_error_format(error: *const gltf_error, out: *mut c_char, out_size: usize) -> usize;
    pub fn gltf_accessor_read_as(
        accessor: *const gltf_accessor, first: usize, count: usize, layout: *const gltf_layout, out: *mut c_void, out_size: usize,
    ) -> i32;
    pub fn gltf_accessor_direct(accessor: *const gltf_accessor) -> *const c_void;
    pub fn gltf_accessor_bounds(accessor: *const gltf_accessor, min: *mut f64, max: *mut f64, capacity: usize) -> i32;
    pub fn gltf_document_options_init(options: *mut gltf_document_options, struct_size: u32);
    pub fn gltf_document_open(
        path: *const c_char, options: *const gltf_document_options, out: *mut *mut gltf_document, error: *mut gltf_error,
    ) -> i32;
    pub fn gltf_document_parse(
        bytes: *const c_void, size: usize, options: *const gltf_document_options, out: *mut *mut gltf_document, error: *mut gltf_error,
    ) -> i32;
    pub fn gltf_document_free(document: *mut gltf_document);
    pub fn gltf_document_load(document: *mut gltf_document, accessor: u32, io: *const c_void, error: *mut gltf_error) -> i32;
    pub fn gltf_document_set_buffer(document: *mut gltf_document, buffer: u32, bytes: *const c_void, size: usize, error: *mut gltf_error) -> i32;
    pub fn gltf_document_set_view(document: *mut gltf_document, view: u32, bytes: *const c_void, size: usize, error: *mut gltf_error) -> i32;
    pub fn gltf_document_count(document: *const gltf_document, object: i32) -> u32;
    pub fn gltf_document_name(document: *const gltf_document, object: i32, index: u32) -> *const c_char;
    pub fn gltf_document_find(document: *const gltf_document, object: i32, name: *const c_char, index: *mut u32) -> i32;
    pub fn gltf_document_fault(document: *const gltf_document, object: i32, index: u32, error: *mut gltf_error) -> i32;
    pub fn gltf_document_buffer_uri(document: *const gltf_document, buffer: u32, uri: *mut *const c_char, byte_length: *mut u64) -> i32;
    pub fn gltf_document_accessor(document: *const gltf_document, index: u32, out: *mut gltf_accessor, error: *mut gltf_error) -> i32;
    pub fn gltf_document_declared_bounds(
        document: *const gltf_document, accessor: u32, min: *mut f64, max: *mut f64, capacity: usize, error: *mut gltf_error,
    ) -> i32;
    pub fn gltf_document_json(document: *const gltf_document, size: *mut usize) -> *const c_char;
    pub fn gltf_document_mesh(document: *const gltf_document, mesh: u32, out: *mut gltf_mesh, error: *mut gltf_error) -> i32;
    pub fn gltf_document_primitive(
        document: *const gltf_document, mesh: u32, primitive: u32, out: *mut gltf_primitive, error: *mut gltf_error,
    ) -> i32;
    pub fn gltf_document_target(
        document: *const gltf_document, mesh: u32, primitive: u32, target: u32, attributes: *mut *const gltf_attribute, count: *mut u32,
        error: *mut gltf_error,
    ) -> i32;
    pub fn gltf_document_attribute(
        document: *const gltf_document, mesh: u32, primitive: u32, target: u32, semantic: *const c_char, index: *mut u32,
        accessor: *mut gltf_accessor, error: *mut gltf_error,
    ) -> i32;
    pub fn gltf_document_indices(
        document: *const gltf_document, mesh: u32, primitive: u32, flags: u32, out: *mut u32, capacity: usize, count: *mut usize,
        error: *mut gltf_error,
    ) -> i32;
    pub fn gltf_document_morph(
        document: *const gltf_document, mesh: u32, primitive: u32, semantic: *const c_char, weights: *const f32, weight_count: u32, first: usize,
        count: usize, layout: *const gltf_layout, out: *mut c_void, out_size: usize, error: *mut gltf_error,
    ) -> i32;
    pub fn gltf_document_node(document: *const gltf_document, node: u32, out: *mut gltf_node, error: *mut gltf_error) -> i32;
    pub fn gltf_document_node_weights(
        document: *const gltf_document, node: u32, out: *mut f32, capacity: usize, count: *mut usize, error: *mut gltf_error,
    ) -> i32;
    pub fn gltf_document_skin(document: *const gltf_document, skin: u32, out: *mut gltf_skin, error: *mut gltf_error) -> i32;
    pub fn gltf_document_animation(document: *const gltf_document, animation: u32, out: *mut gltf_animation, error: *mut gltf_error) -> i32;
    pub fn gltf_document_sampler(
        document: *const gltf_document, animation: u32, sampler: u32, out: *mut gltf_animation_sampler, error: *mut gltf_error,
    ) -> i32;
    pub fn gltf_document_channel(
        document: *const gltf_document, animation: u32, channel: u32, out: *mut gltf_animation_channel, error: *mut gltf_error,
    ) -> i32;
    pub fn gltf_validate_options_init(options: *mut gltf_validate_options, struct_size: u32);
    pub fn gltf_validate(
        bytes: *const c_void, size: usize, options: *const gltf_validate_options,
        callback: Option<unsafe extern "C" fn(user: *mut c_void, issue: *const gltf_issue) -> i32>, user: *mut c_void, result: *mut gltf_validation,
        error: *mut gltf_error,
    ) -> i32;
    pub fn gltf_issue_kinds(count: *mut u32) -> *const gltf_issue_kind;
    pub fn gltf_document_uses(document: *const gltf_document, accessor: u32, uses: *mut *const gltf_use, count: *mut u32) -> i32;
}
