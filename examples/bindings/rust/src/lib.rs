#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
pub mod ffi;

use std::collections::HashMap;
use std::ffi::{CStr, CString};
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Bound, RangeBounds};
use std::os::raw::{c_char, c_void};
use std::path::Path;
use std::ptr;
use std::slice;
use std::sync::{Mutex, MutexGuard};

/// What came of a call: the number of a `GLTF_ERR_`.  New ones may appear in later versions of the library.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Status(pub i32);

macro_rules! numbers {
    ($type:ident: $($name:ident = $value:expr),* $(,)?) => {
        #[allow(missing_docs)]
        impl $type {
            $(pub const $name: $type = $type($value);)*
            /// All names and numbers.
            pub const ALL: &'static [(&'static str, $type)] = &[$((stringify!($name), $type($value))),*];
        }
        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match $type::ALL.iter().find(|(_, value)| value == self) {
                    Some((name, _)) => f.write_str(name),
                    None => write!(f, "{}({})", stringify!($type), self.0),
                }
            }
        }
    };
}

numbers!(Status: ARGUMENT = 1, RANGE = 2, CAPACITY = 3, STRUCT_SIZE = 4, CONVERSION = 5, MEMORY = 10, IO = 11, LIMIT = 12, NOT_LOADED = 13, JSON = 20,
    GLB = 21, URI = 22, BASE64 = 23, PROPERTY = 24, REFERENCE = 25, ASSET_VERSION = 26, EXTENSION = 27, BUFFER_LENGTH = 28, CODEC = 29,
    CODEC_VERSION = 30, DYNAMIC = 31, MISMATCH = 32, COMPONENT_TYPE = 40, SHAPE = 41, NORMALIZED = 42, COUNT = 43, STRIDE = 44, ALIGNMENT = 45,
    VIEW_BOUNDS = 46, ACCESSOR_BOUNDS = 47, SPARSE_COUNT = 48, SPARSE_ORDER = 49, SPARSE_INDEX = 50);

/// Type of numbers.  `INT`, `DOUBLE` and `HALF_FLOAT` are for output only; 0 is "as stored" in a [`Layout`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ComponentType(pub u32);

numbers!(ComponentType: BYTE = 5120, UNSIGNED_BYTE = 5121, SHORT = 5122, UNSIGNED_SHORT = 5123, UNSIGNED_INT = 5125, FLOAT = 5126, INT = 5124,
    DOUBLE = 5130, HALF_FLOAT = 5131);

/// The `type` of an accessor.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape(pub u32);

numbers!(Shape: SCALAR = 1, VEC2 = 2, VEC3 = 3, VEC4 = 4, MAT2 = 5, MAT3 = 6, MAT4 = 7);

/// Kinds of objects, for lookups and in errors.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Object(pub i32);

numbers!(Object: NONE = 0, BUFFER = 1, VIEW = 2, ACCESSOR = 3, MESH = 4, SKIN = 5, ANIMATION = 6, NODE = 7, EXTENSION_USED = 8, EXTENSION_REQUIRED = 9);

/// A failure of the library.  Its `Display` is the library's sentence; fields that do not apply are `None` or 0.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Error {
    pub status: Status,
    pub object: Object,
    pub index: Option<u32>,
    pub part: Option<u32>,
    pub target: Option<u32>,
    pub position: u64,
    pub expected: u64,
    pub found: u64,
    pub field: Option<&'static str>,
    pub name: Option<Box<str>>,
    message: Box<str>,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// What calls of the library give.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    fn new(raw: &ffi::gltf_error) -> Error {
        // SAFETY: `raw` was filled by the library, whose texts live as long as the document that the caller holds.
        unsafe {
            let size = ffi::gltf_error_format(raw, ptr::null_mut(), 0) + 1;
            let mut text = vec![0u8; size];
            ffi::gltf_error_format(raw, text.as_mut_ptr().cast(), size);
            text.pop();
            Error {
                status: Status(raw.status),
                object: Object(raw.object),
                index: some(raw.index),
                part: some(raw.part),
                target: some(raw.target),
                position: raw.position,
                expected: raw.expected,
                found: raw.found,
                field: text_of(raw.field), // static text
                name: text_of(raw.name).map(Box::from),
                message: String::from_utf8_lossy(&text).into(),
            }
        }
    }

    fn of(status: Status) -> Error {
        let mut raw = no_error();
        raw.status = status.0;
        Error::new(&raw)
    }
}

fn no_error() -> ffi::gltf_error {
    ffi::gltf_error {
        status: 0,
        object: 0,
        index: ffi::NONE,
        part: ffi::NONE,
        target: ffi::NONE,
        reason: 0,
        position: 0,
        expected: 0,
        found: 0,
        field: ptr::null(),
        name: ptr::null(),
    }
}

fn check(status: i32, error: &ffi::gltf_error) -> Result<()> {
    match status {
        0 => Ok(()),
        _ if status == error.status => Err(Error::new(error)),
        _ => Err(Error::of(Status(status))),
    }
}

fn some(index: u32) -> Option<u32> {
    (index != ffi::NONE).then_some(index)
}

fn none(index: Option<u32>) -> u32 {
    index.unwrap_or(ffi::NONE)
}

/// SAFETY: `text` is NULL or a NUL-terminated string that lives for 'd.
unsafe fn text_of<'d>(text: *const c_char) -> Option<&'d str> {
    (!text.is_null()).then(|| CStr::from_ptr(text).to_str().unwrap_or("\u{FFFD}"))
}

/// SAFETY: `list` has `count` entries that live for 'd, or count is 0.
unsafe fn list_of<'d, T>(list: *const T, count: u32) -> &'d [T] {
    if list.is_null() || count == 0 {
        return &[];
    }
    slice::from_raw_parts(list, count as usize)
}

/// A list of `count` numbers; `write` gets its memory and size in bytes, and fills all of it.
fn filled<T: Copy>(count: usize, write: impl FnOnce(*mut T, usize) -> Result<()>) -> Result<Vec<T>> {
    let mut list = Vec::new();
    list.try_reserve_exact(count).map_err(|_| Error::of(Status::MEMORY))?;
    write(list.as_mut_ptr(), count * std::mem::size_of::<T>())?;
    // SAFETY: `count` numbers were reserved, and written.
    unsafe { list.set_len(count) };
    Ok(list)
}

fn c_text(text: &str) -> Result<CString> {
    CString::new(text).map_err(|_| Error::of(Status::ARGUMENT))
}

/// Version of the linked library: major, minor, patch.
pub fn version() -> (u32, u32, u32) {
    // SAFETY: takes nothing, cannot fail.
    let n = unsafe { ffi::gltf_version() };
    (n / 10000, n / 100 % 100, n % 100)
}

// ---- numbers ----

mod sealed {
    pub trait Sealed {}
}

/// Numbers that an accessor can be read as.
pub trait Number: sealed::Sealed + Copy + Default + 'static {
    /// The library's name of this type.
    const TYPE: ComponentType;
}

macro_rules! number {
    ($($type:ty = $name:ident),*) => {
        $(impl sealed::Sealed for $type {}
        impl Number for $type {
            const TYPE: ComponentType = ComponentType::$name;
        })*
    };
}

number!(i8 = BYTE, u8 = UNSIGNED_BYTE, i16 = SHORT, u16 = UNSIGNED_SHORT, i32 = INT, u32 = UNSIGNED_INT, f32 = FLOAT, f64 = DOUBLE);

/// Your own vertex layout, for [`Accessor::read_into`].  The default is: as stored, tightly packed.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// `ComponentType(0)` = type and normalization as stored.
    pub component_type: ComponentType,
    /// 0 = as stored.
    pub component_count: u32,
    /// Integers: encode as normalized.
    pub normalized: bool,
    /// Bytes from one element to the next; 0 = tightly packed.
    pub byte_stride: u32,
    /// Value of component c where the file has none.
    pub fill: [f32; 4],
}

impl Default for Layout {
    fn default() -> Layout {
        Layout { component_type: ComponentType(0), component_count: 0, normalized: false, byte_stride: 0, fill: [0.0, 0.0, 0.0, 1.0] }
    }
}

// ---- accessors ----

/// One accessor, checked: reading it cannot fail for what the file says.  It borrows its document, so that the document's bytes
/// cannot be replaced or freed meanwhile.
#[derive(Clone, Copy)]
pub struct Accessor<'d> {
    raw: ffi::gltf_accessor,
    index: Option<u32>,
    document: PhantomData<&'d [u8]>,
}

// SAFETY: a proved accessor is read-only, and so is what it points to while its document is borrowed.
unsafe impl Send for Accessor<'_> {}
unsafe impl Sync for Accessor<'_> {}

impl<'d> Accessor<'d> {
    /// Its number in the file; `None` for data that only a compressed primitive has.
    pub fn index(&self) -> Option<u32> {
        self.index
    }
    /// Elements.
    pub fn count(&self) -> usize {
        self.raw.count
    }
    /// Numbers of one element.
    pub fn components(&self) -> usize {
        self.raw.component_count as usize
    }
    /// Type as stored.
    pub fn component_type(&self) -> ComponentType {
        ComponentType(self.raw.component_type)
    }
    /// SCALAR, VEC2, ...
    pub fn shape(&self) -> Shape {
        Shape(self.raw.shape)
    }
    /// Whether stored integers stand for fractions.
    pub fn is_normalized(&self) -> bool {
        self.raw.normalized != 0
    }
    /// Whether a sparse overlay is part of it.
    pub fn is_sparse(&self) -> bool {
        self.raw.sparse_count > 0
    }

    fn range(&self, range: impl RangeBounds<usize>) -> Result<(usize, usize)> {
        let start = match range.start_bound() {
            Bound::Included(&n) => Some(n),
            Bound::Excluded(&n) => n.checked_add(1),
            Bound::Unbounded => Some(0),
        };
        let end = match range.end_bound() {
            Bound::Included(&n) => n.checked_add(1),
            Bound::Excluded(&n) => Some(n),
            Bound::Unbounded => Some(self.count().max(start.unwrap_or(0))),
        };
        match (start, end) {
            (Some(start), Some(end)) if start <= end && end <= self.count() => Ok((start, end - start)),
            (Some(start), Some(end)) if start > end => Err(self.failure(Status::RANGE, "range\0", 0)),
            (Some(start), Some(end)) => Err(self.failure(Status::RANGE, "element\0", start.max(end - 1) as u64)),
            _ => Err(self.failure(Status::RANGE, "element\0", u64::MAX)),
        }
    }

    /// A failure of a call that knows no document: it names the accessor.  `found` 0: no numbers.
    fn failure(&self, status: Status, field: &'static str, found: u64) -> Error {
        let mut raw = no_error();
        (raw.status, raw.object, raw.index) = (status.0, Object::ACCESSOR.0, none(self.index));
        (raw.found, raw.expected) = (found, if found == 0 { 0 } else { self.count() as u64 });
        raw.field = if field.is_empty() { ptr::null() } else { field.as_ptr().cast() }; // ends with NUL
        Error::new(&raw)
    }

    fn check(&self, status: i32, wanted: ComponentType) -> Result<()> {
        if status == 0 {
            return Ok(());
        }
        let mut error = self.failure(Status(status), "", 0);
        if error.status == Status::CONVERSION {
            let name = |wanted| ComponentType::ALL.iter().find(|(_, t)| *t == wanted).map_or("?", |(name, _)| name);
            let stored = match self.component_type() {
                _ if self.is_normalized() => "normalized ",
                ComponentType::FLOAT => "",
                _ => "a value of type ",
            };
            let index = self.index.map_or(String::new(), |i| format!(" {i}"));
            error.message =
                format!("accessor{index}: {stored}{} cannot become {} (GLTF_ERR_CONVERSION)", name(self.component_type()), name(wanted)).into();
        }
        Err(error)
    }

    /// A range of elements as numbers of type T, element after element, matrices column-major: `read::<f32>(..)`.
    ///
    /// Normalized integers become fractions for f32 and f64; what T cannot hold is an error of status `CONVERSION`.
    pub fn read<T: Number>(&self, range: impl RangeBounds<usize>) -> Result<Vec<T>> {
        let (first, count) = self.range(range)?;
        let layout = Layout { component_type: T::TYPE, ..Layout::default() };
        filled(count * self.components(), |out: *mut T, size| self.read_raw(first, count, layout, out.cast(), size))
    }

    /// A range of elements as arrays of N numbers: `read_arrays::<f32, 3>(..)` is a `Vec<[f32; 3]>`.  Where the file has fewer than N,
    /// the others are 0 0 0 1; where it has more, they are left out, but of matrices all are read.
    pub fn read_arrays<T: Number, const N: usize>(&self, range: impl RangeBounds<usize>) -> Result<Vec<[T; N]>> {
        let (first, count) = self.range(range)?;
        let components = if N == self.components() { 0 } else { N as u32 };
        if N == 0 || N > 16 {
            return Err(self.failure(Status::ARGUMENT, "", 0));
        }
        let layout = Layout { component_type: T::TYPE, component_count: components, ..Layout::default() };
        filled(count, |out: *mut [T; N], size| self.read_raw(first, count, layout, out.cast(), size))
    }

    /// A range of elements as stored, without padding and with the sparse overlay applied.
    pub fn read_stored(&self, range: impl RangeBounds<usize>) -> Result<Vec<u8>> {
        let (first, count) = self.range(range)?;
        let size = match self.component_type() {
            ComponentType::BYTE | ComponentType::UNSIGNED_BYTE => 1,
            ComponentType::SHORT | ComponentType::UNSIGNED_SHORT => 2,
            _ => 4,
        };
        filled(count * self.components() * size, |out: *mut u8, size| self.read_raw(first, count, Layout::default(), out.cast(), size))
    }

    /// A range of elements into memory and a layout of yours.  Bytes between the elements stay as they are.
    pub fn read_into(&self, range: impl RangeBounds<usize>, layout: &Layout, out: &mut [u8]) -> Result<()> {
        let (first, count) = self.range(range)?;
        self.read_raw(first, count, *layout, out.as_mut_ptr().cast(), out.len())
    }

    fn read_raw(&self, first: usize, count: usize, layout: Layout, out: *mut c_void, size: usize) -> Result<()> {
        let wanted = layout.component_type;
        let layout = ffi::gltf_layout {
            component_type: layout.component_type.0,
            component_count: layout.component_count,
            normalized: layout.normalized.into(),
            byte_stride: layout.byte_stride,
            fill: layout.fill,
        };
        // SAFETY: the accessor was checked and its bytes are borrowed; `out` is the caller's, of `size` bytes, and holds plain numbers.
        self.check(unsafe { ffi::gltf_accessor_read_as(&self.raw, first, count, &layout, out, size) }, wanted)
    }

    /// Whether T is the stored type, and the data usable in place: its address.
    fn direct<T: Number>(&self) -> Option<*const T> {
        // SAFETY: the accessor is proved.
        let data = unsafe { ffi::gltf_accessor_direct(&self.raw) }.cast::<T>();
        (T::TYPE == self.component_type() && !data.is_null() && self.count() > 0).then_some(data)
    }

    /// The stored numbers themselves, without a copy, where they lie packed; `None` where T is not their type, or they are sparse,
    /// padded, interleaved, misaligned or absent.  Normalized integers are still undivided.
    pub fn as_slice<T: Number>(&self) -> Option<&'d [T]> {
        let data = self.direct::<T>()?;
        let packed = self.raw.stride == self.components() * std::mem::size_of::<T>();
        // SAFETY: aligned at every element, in bounds for count elements of that stride, and borrowed for 'd, by `direct`.
        (packed || self.count() == 1).then(|| unsafe { slice::from_raw_parts(data, self.count() * self.components()) })
    }

    /// The stored elements themselves, one slice each, without a copy, also where they are interleaved with others; `None` as above.
    pub fn elements<T: Number>(&self) -> Option<impl ExactSizeIterator<Item = &'d [T]> + 'd> {
        let data = self.direct::<T>()?;
        let (stride, components) = (self.raw.stride, self.components());
        // SAFETY: as above; the stride is a multiple of the size of T.
        Some((0..self.count()).map(move |i| unsafe { slice::from_raw_parts(data.cast::<u8>().add(i * stride).cast::<T>(), components) }))
    }

    /// Least and greatest stored value of each component, as `min` and `max` of a file have them.
    pub fn bounds(&self) -> Result<(Vec<f64>, Vec<f64>)> {
        let (mut min, mut max) = (vec![0.0; 16], vec![0.0; 16]);
        // SAFETY: both have 16 numbers, which is enough for every shape.
        self.check(unsafe { ffi::gltf_accessor_bounds(&self.raw, min.as_mut_ptr(), max.as_mut_ptr(), 16) }, self.component_type())?;
        min.truncate(self.components());
        max.truncate(self.components());
        Ok((min, max))
    }
}

impl fmt::Debug for Accessor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Accessor({:?}: {} of {:?} {:?})", self.index, self.count(), self.shape(), self.component_type())
    }
}

// ---- documents ----

/// Attributes in file order: semantic and accessor.
pub type Attributes<'d> = Vec<(&'d str, u32)>;

/// A mesh.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Mesh<'d> {
    pub name: Option<&'d str>,
    pub weights: &'d [f32],
    pub target_names: Vec<Option<&'d str>>,
    pub primitive_count: u32,
    pub target_count: u32,
}

/// A primitive of a mesh.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Primitive<'d> {
    pub attributes: Attributes<'d>,
    pub target_count: u32,
    pub mode: u32,
    pub indices: Option<u32>,
}

/// A node.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Node<'d> {
    pub name: Option<&'d str>,
    pub mesh: Option<u32>,
    pub skin: Option<u32>,
    pub weights: &'d [f32],
    pub instance_attributes: Attributes<'d>,
}

/// A skin.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Skin<'d> {
    pub name: Option<&'d str>,
    pub joints: &'d [u32],
    pub inverse_bind_matrices: Option<u32>,
}

/// A sampler of an animation.  `interpolation`: 1 linear, 2 step, 3 cubic spline.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Sampler {
    pub input: u32,
    pub output: u32,
    pub interpolation: u32,
}

/// A channel of an animation.  `path`: 1 translation, 2 rotation, 3 scale, 4 weights, 5 pointer, 6 other.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Channel<'d> {
    pub sampler: u32,
    pub node: Option<u32>,
    pub path: u32,
    pub path_name: Option<&'d str>,
    pub pointer: Option<&'d str>,
    pub values_per_key: u32,
}

/// An animation.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Animation<'d> {
    pub name: Option<&'d str>,
    pub samplers: Vec<Sampler>,
    pub channels: Vec<Channel<'d>>,
}

/// A place that names an accessor.  `role`: 1 attribute, 2 indices, 3 target, 4 inverse bind matrices, 5 animation input, 6 animation
/// output, 7 instance, 8 named by another extension.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Use<'d> {
    pub role: u32,
    pub semantic: Option<&'d str>,
    pub object: Object,
    pub index: u32,
    pub part: Option<u32>,
    pub target: Option<u32>,
}

/// How a file is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Refuse layout faults that are read by default, because they have one safe and unambiguous meaning.
    pub strict: bool,
}

impl Options {
    fn raw(self) -> ffi::gltf_document_options {
        check_version();
        let mut options = std::mem::MaybeUninit::<ffi::gltf_document_options>::zeroed();
        // SAFETY: zeros are a value of it, and the library fills no more than its size.
        let mut options = unsafe {
            ffi::gltf_document_options_init(options.as_mut_ptr(), std::mem::size_of::<ffi::gltf_document_options>() as u32);
            options.assume_init()
        };
        options.source_flags = self.strict.into();
        options
    }
}

fn check_version() {
    assert_eq!((version().0, version().1), (0, 1), "before 1.0 a minor version may change the structs of ffi.rs");
}

/// cJSON keeps one record of errors for the whole process, which every parse writes: one at a time here.
static PARSING: Mutex<()> = Mutex::new(());

fn turn() -> MutexGuard<'static, ()> {
    PARSING.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn parsing<R>(work: impl FnOnce() -> R) -> R {
    let _one = turn();
    work()
}

/// A .gltf or .glb file.  `'a` is how long the bytes live that it was lent.
///
/// What is borrowed from a document keeps it as it is:
///
/// ```compile_fail,E0502
/// fn replace<'a>(document: &mut gltf_accessor::Document<'a>, bytes: &'a [u8]) -> gltf_accessor::Result<Vec<f32>> {
///     let accessor = document.accessor(0)?;
///     document.set_buffer(0, bytes)?; // cannot borrow `*document` as mutable
///     accessor.read(..)
/// }
/// ```
///
/// ```compile_fail,E0505
/// fn keep(document: gltf_accessor::Document<'static>) {
///     let numbers = document.accessor(0).unwrap().as_slice::<f32>().unwrap();
///     drop(document); // cannot move out of `document`
///     println!("{}", numbers[0]);
/// }
/// ```
///
/// A function of `load` cannot look at the document that it loads:
///
/// ```compile_fail,E0502
/// fn again(document: &mut gltf_accessor::Document<'_>) -> gltf_accessor::Result<()> {
///     document.load(|_, size| (document.count(gltf_accessor::Object::BUFFER) > 0).then(|| vec![0; size as usize]))
/// }
/// ```
///
/// What is lent must live long enough:
///
/// ```compile_fail,E0597
/// let document = {
///     let bytes = std::fs::read("model.glb").unwrap();
///     gltf_accessor::Document::parse(&bytes).unwrap() // `bytes` does not live long enough
/// };
/// println!("{}", document.count(gltf_accessor::Object::MESH));
/// ```
pub struct Document<'a> {
    raw: *mut ffi::gltf_document,
    brought: HashMap<u32, Vec<u8>>, // by buffer: what `load` got
    lent: PhantomData<&'a [u8]>,
}

// SAFETY: the C document has no thread of its own; it changes only by &mut, and reading it is safe in parallel.
unsafe impl Send for Document<'_> {}
unsafe impl Sync for Document<'_> {}

impl fmt::Debug for Document<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |kind| self.count(kind);
        write!(f, "Document({} accessors, {} meshes, {} nodes)", count(Object::ACCESSOR), count(Object::MESH), count(Object::NODE))
    }
}

impl Drop for Document<'_> {
    fn drop(&mut self) {
        // SAFETY: `raw` is ours and nobody borrows from it any more; what it borrowed is dropped after it.
        unsafe { ffi::gltf_document_free(self.raw) }
    }
}

impl Document<'static> {
    /// Read a file, and its buffers from the folder of the file.
    pub fn open(path: impl AsRef<Path>) -> Result<Document<'static>> {
        Document::open_with(path, Options::default())
    }

    /// The same with options.
    pub fn open_with(path: impl AsRef<Path>, options: Options) -> Result<Document<'static>> {
        #[cfg(unix)]
        let bytes = std::os::unix::ffi::OsStrExt::as_bytes(path.as_ref().as_os_str()).to_vec();
        #[cfg(not(unix))]
        let bytes = path.as_ref().to_str().ok_or_else(|| Error::of(Status::ARGUMENT))?.as_bytes().to_vec();
        let path = CString::new(bytes).map_err(|_| Error::of(Status::ARGUMENT))?;
        let (mut raw, mut error, options) = (ptr::null_mut(), no_error(), options.raw());
        // SAFETY: all pointers are to live values of their types.
        check(parsing(|| unsafe { ffi::gltf_document_open(path.as_ptr(), &options, &mut raw, &mut error) }), &error)?;
        Ok(Document { raw, brought: HashMap::new(), lent: PhantomData })
    }
}

impl<'a> Document<'a> {
    /// Parse the bytes of a file, which are not copied, and load what is embedded in them.
    pub fn parse(bytes: &'a [u8]) -> Result<Document<'a>> {
        Document::parse_with(bytes, Options::default())
    }

    /// The same with options.
    pub fn parse_with(bytes: &'a [u8], options: Options) -> Result<Document<'a>> {
        let (mut raw, mut error, options) = (ptr::null_mut(), no_error(), options.raw());
        // SAFETY: as above; `bytes` outlive the document by 'a.
        check(parsing(|| unsafe { ffi::gltf_document_parse(bytes.as_ptr().cast(), bytes.len(), &options, &mut raw, &mut error) }), &error)?;
        let mut document = Document { raw, brought: HashMap::new(), lent: PhantomData };
        let _ = document.load_embedded(); // what fails is told by whoever needs it
        Ok(document)
    }

    fn load_embedded(&mut self) -> Result<()> {
        let mut error = no_error();
        // SAFETY: the document is borrowed for us alone.
        check(unsafe { ffi::gltf_document_load(self.raw, ffi::NONE, ptr::null(), &mut error) }, &error)
    }

    // -- bytes --

    /// Bring every external buffer by `bring(uri, byte_length)`; `None` for one that there is not.  Then decode what is compressed.
    /// Goes on past a failure and gives the first one.
    pub fn load(&mut self, mut bring: impl FnMut(&str, u64) -> Option<Vec<u8>>) -> Result<()> {
        let mut first = Ok(());
        for buffer in 0..self.count(Object::BUFFER) {
            let bytes = match self.buffer_uri(buffer) {
                Ok((Some(uri), size)) => bring(uri, size),
                _ => None, // embedded, or broken and told of by whoever needs it
            };
            if let Some(bytes) = bytes {
                // Not &'a, but kept until other bytes replace them; the heap block does not move with its Vec.
                let done = self.set(ffi::gltf_document_set_buffer, buffer, &bytes);
                if done.is_ok() {
                    self.brought.insert(buffer, bytes);
                }
                first = first.and(done);
            }
        }
        first.and(self.load_embedded())
    }

    /// Path (`None`: embedded) and byteLength of a buffer.
    pub fn buffer_uri(&self, buffer: u32) -> Result<(Option<&str>, u64)> {
        let (mut uri, mut size) = (ptr::null(), 0);
        // SAFETY: as above; the text lives as long as the document.
        unsafe {
            check(ffi::gltf_document_buffer_uri(self.raw, buffer, &mut uri, &mut size), &no_error())?;
            Ok((text_of(uri), size))
        }
    }

    /// Lend the bytes of a buffer, in place of what it had.
    pub fn set_buffer(&mut self, buffer: u32, bytes: &'a [u8]) -> Result<()> {
        self.set(ffi::gltf_document_set_buffer, buffer, bytes)?;
        self.brought.remove(&buffer);
        Ok(())
    }

    /// Lend the decompressed bytes of a buffer view.
    pub fn set_view(&mut self, view: u32, bytes: &'a [u8]) -> Result<()> {
        self.set(ffi::gltf_document_set_view, view, bytes)
    }

    fn set(
        &mut self, function: unsafe extern "C" fn(*mut ffi::gltf_document, u32, *const c_void, usize, *mut ffi::gltf_error) -> i32, index: u32,
        bytes: &[u8],
    ) -> Result<()> {
        let mut error = no_error();
        // SAFETY: the callers see to it that `bytes` live as long as the document; nobody borrows from it now.
        check(unsafe { function(self.raw, index, bytes.as_ptr().cast(), bytes.len(), &mut error) }, &error)
    }

    // -- looking --

    /// How many objects of a kind there are.
    pub fn count(&self, kind: Object) -> u32 {
        // SAFETY: the document lives; likewise below.
        unsafe { ffi::gltf_document_count(self.raw, kind.0) }
    }

    /// Name of an object.
    pub fn name(&self, kind: Object, index: u32) -> Option<&str> {
        unsafe { text_of(ffi::gltf_document_name(self.raw, kind.0, index)) }
    }

    /// First object of a kind with this name.
    pub fn find(&self, kind: Object, name: &str) -> Result<Option<u32>> {
        let (name, mut index) = (c_text(name)?, ffi::NONE);
        check(unsafe { ffi::gltf_document_find(self.raw, kind.0, name.as_ptr(), &mut index) }, &no_error())?;
        Ok(some(index))
    }

    /// First fault of one object; `None` for a sound one.
    pub fn fault(&self, kind: Object, index: u32) -> Option<Error> {
        let mut error = no_error();
        check(unsafe { ffi::gltf_document_fault(self.raw, kind.0, index, &mut error) }, &error).err()
    }

    /// The JSON text of the file.
    pub fn json(&self) -> &str {
        let mut size = 0;
        let text = unsafe { list_of(ffi::gltf_document_json(self.raw, &mut size).cast::<u8>(), size as u32) };
        std::str::from_utf8(text).unwrap_or("")
    }

    /// One accessor, checked.
    pub fn accessor(&self, index: u32) -> Result<Accessor<'_>> {
        let (mut raw, mut error) = (no_accessor(), no_error());
        check(unsafe { ffi::gltf_document_accessor(self.raw, index, &mut raw, &mut error) }, &error)?;
        Ok(Accessor { raw, index: some(index), document: PhantomData })
    }

    /// An attribute of a primitive by its semantic; `None` if it is absent.
    pub fn attribute(&self, mesh: u32, primitive: u32, semantic: &str) -> Result<Option<Accessor<'_>>> {
        self.find_attribute(mesh, primitive, None, Some(semantic))
    }

    /// An attribute of a morph target.
    pub fn target_attribute(&self, mesh: u32, primitive: u32, target: u32, semantic: &str) -> Result<Option<Accessor<'_>>> {
        if target == ffi::NONE {
            self.target(mesh, primitive, target)?; // fails: to the library this number means no target
        }
        self.find_attribute(mesh, primitive, Some(target), Some(semantic))
    }

    /// The indices of a primitive as an accessor; see [`Document::indices`] for them as drawn.
    pub fn indices_accessor(&self, mesh: u32, primitive: u32) -> Result<Option<Accessor<'_>>> {
        self.find_attribute(mesh, primitive, None, None)
    }

    fn find_attribute(&self, mesh: u32, primitive: u32, target: Option<u32>, semantic: Option<&str>) -> Result<Option<Accessor<'_>>> {
        let semantic = semantic.map(c_text).transpose()?;
        let name = semantic.as_ref().map_or(ptr::null(), |s| s.as_ptr());
        let (mut raw, mut index, mut error) = (no_accessor(), ffi::NONE, no_error());
        let status = unsafe { ffi::gltf_document_attribute(self.raw, mesh, primitive, none(target), name, &mut index, &mut raw, &mut error) };
        check(status, &error)?;
        Ok((index != ffi::NONE || raw.shape != 0).then(|| Accessor { raw, index: some(index), document: PhantomData }))
    }

    /// `min` and `max` as the file declares them, each `None` where it does not.
    #[allow(clippy::type_complexity)]
    pub fn declared_bounds(&self, accessor: u32) -> Result<(Option<Vec<f64>>, Option<Vec<f64>>)> {
        let (mut min, mut max, mut error) = (vec![0.0; 16], vec![0.0; 16], no_error());
        // the first capacity that is enough is the number of components, also of what is not loaded
        let (mut count, mut status) = (0, Status::CAPACITY.0);
        for capacity in [1, 2, 3, 4, 9, 16] {
            let bounds = (min.as_mut_ptr(), max.as_mut_ptr());
            status = parsing(|| unsafe { ffi::gltf_document_declared_bounds(self.raw, accessor, bounds.0, bounds.1, capacity, &mut error) });
            count = capacity;
            if status != Status::CAPACITY.0 {
                break;
            }
        }
        check(status, &error)?;
        let cut = |side: Vec<f64>| (!side[0].is_nan()).then(|| side[..count].to_vec());
        Ok((cut(min), cut(max)))
    }

    /// Every place that names an accessor, in file order.
    pub fn uses(&self, accessor: u32) -> Result<Vec<Use<'_>>> {
        let (mut list, mut count) = (ptr::null(), 0);
        unsafe {
            check(ffi::gltf_document_uses(self.raw, accessor, &mut list, &mut count), &no_error())?;
            let one = |u: &ffi::gltf_use| Use {
                role: u.role,
                semantic: text_of(u.semantic),
                object: Object(u.object),
                index: u.index,
                part: some(u.part),
                target: some(u.target),
            };
            Ok(list_of(list, count).iter().map(one).collect())
        }
    }

    // -- meshes --

    /// SAFETY of the calls below: `function` fills a struct of type T on success, all of whose pointers are borrowed from the document.
    fn get<T>(&self, function: impl FnOnce(*mut T, *mut ffi::gltf_error) -> i32) -> Result<T> {
        let (mut out, mut error) = (std::mem::MaybeUninit::<T>::zeroed(), no_error());
        check(function(out.as_mut_ptr(), &mut error), &error)?;
        Ok(unsafe { out.assume_init() })
    }

    /// A mesh.
    pub fn mesh(&self, mesh: u32) -> Result<Mesh<'_>> {
        let raw = self.get(|out, error| unsafe { ffi::gltf_document_mesh(self.raw, mesh, out, error) })?;
        unsafe {
            Ok(Mesh {
                name: text_of(raw.name),
                weights: list_of(raw.weights, raw.weight_count),
                target_names: list_of(raw.target_names, raw.target_name_count).iter().map(|&n| text_of(n)).collect(),
                primitive_count: raw.primitive_count,
                target_count: raw.target_count,
            })
        }
    }

    /// All meshes, in the order of the file.
    pub fn meshes(&self) -> impl ExactSizeIterator<Item = Result<Mesh<'_>>> + '_ {
        (0..self.count(Object::MESH)).map(move |i| self.mesh(i))
    }

    /// All nodes, in the order of the file.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = Result<Node<'_>>> + '_ {
        (0..self.count(Object::NODE)).map(move |i| self.node(i))
    }

    /// All accessors, in the order of the file.
    pub fn accessors(&self) -> impl ExactSizeIterator<Item = Result<Accessor<'_>>> + '_ {
        (0..self.count(Object::ACCESSOR)).map(move |i| self.accessor(i))
    }

    /// All primitives of a mesh.
    pub fn primitives(&self, mesh: u32) -> Result<impl ExactSizeIterator<Item = Result<Primitive<'_>>> + '_> {
        Ok((0..self.mesh(mesh)?.primitive_count).map(move |i| self.primitive(mesh, i)))
    }

    /// A primitive of a mesh.
    pub fn primitive(&self, mesh: u32, primitive: u32) -> Result<Primitive<'_>> {
        let raw = self.get(|out, error| unsafe { ffi::gltf_document_primitive(self.raw, mesh, primitive, out, error) })?;
        Ok(Primitive {
            attributes: self.attributes(raw.attributes, raw.attribute_count),
            target_count: raw.target_count,
            mode: raw.mode,
            indices: some(raw.indices),
        })
    }

    /// Attributes of a morph target.
    pub fn target(&self, mesh: u32, primitive: u32, target: u32) -> Result<Attributes<'_>> {
        let mut count = 0;
        let list = self.get(|out, error| unsafe { ffi::gltf_document_target(self.raw, mesh, primitive, target, out, &mut count, error) })?;
        Ok(self.attributes(list, count))
    }

    fn attributes(&self, list: *const ffi::gltf_attribute, count: u32) -> Attributes<'_> {
        unsafe { list_of(list, count).iter().map(|a| (text_of(a.semantic).unwrap_or(""), a.accessor)).collect() }
    }

    /// Vertices of a primitive in drawing order.
    pub fn indices(&self, mesh: u32, primitive: u32) -> Result<Vec<u32>> {
        self.drawn(mesh, primitive, 0)
    }

    /// Vertices of a primitive as a list of triangles, strips and fans too.
    pub fn triangles(&self, mesh: u32, primitive: u32) -> Result<Vec<u32>> {
        self.drawn(mesh, primitive, 1)
    }

    fn drawn(&self, mesh: u32, primitive: u32, flags: u32) -> Result<Vec<u32>> {
        let (mut count, mut error) = (0, no_error());
        let status = unsafe { ffi::gltf_document_indices(self.raw, mesh, primitive, flags, ptr::null_mut(), 0, &mut count, &mut error) };
        check(status, &error)?;
        filled(count, |out, _| {
            let status = unsafe { ffi::gltf_document_indices(self.raw, mesh, primitive, flags, out, count, &mut count, &mut error) };
            check(status, &error)
        })
    }

    /// An attribute with its morph targets blended in; weights: one for each target, `None`: those of the mesh.
    pub fn morph(&self, mesh: u32, primitive: u32, semantic: &str, weights: Option<&[f32]>) -> Result<Vec<f32>> {
        let (count, components) = self.attribute(mesh, primitive, semantic)?.map_or((0, 0), |a| (a.count(), a.components()));
        let name = c_text(semantic)?;
        let mut error = no_error();
        let given = weights.unwrap_or(&[]);
        let number = given.len().min(u32::MAX as usize) as u32; // more than any primitive has targets
        let list = weights.map_or(ptr::null(), |w| w.as_ptr());
        filled(count * components, |out: *mut f32, size| {
            let status = unsafe {
                ffi::gltf_document_morph(self.raw, mesh, primitive, name.as_ptr(), list, number, 0, count, ptr::null(), out.cast(), size, &mut error)
            };
            check(status, &error)
        })
    }

    // -- nodes, skins, animations --

    /// A node.
    pub fn node(&self, node: u32) -> Result<Node<'_>> {
        let raw = self.get(|out, error| unsafe { ffi::gltf_document_node(self.raw, node, out, error) })?;
        unsafe {
            Ok(Node {
                name: text_of(raw.name),
                mesh: some(raw.mesh),
                skin: some(raw.skin),
                weights: list_of(raw.weights, raw.weight_count),
                instance_attributes: self.attributes(raw.instance_attributes, raw.instance_attribute_count),
            })
        }
    }

    /// Morph weights of a node as they apply: its own, else its mesh's, else zeros.
    pub fn node_weights(&self, node: u32) -> Result<Vec<f32>> {
        let (mut count, mut error) = (0, no_error());
        check(unsafe { ffi::gltf_document_node_weights(self.raw, node, ptr::null_mut(), 0, &mut count, &mut error) }, &error)?;
        filled(count, |out, _| check(unsafe { ffi::gltf_document_node_weights(self.raw, node, out, count, &mut count, &mut error) }, &error))
    }

    /// A skin.
    pub fn skin(&self, skin: u32) -> Result<Skin<'_>> {
        let raw = self.get(|out, error| unsafe { ffi::gltf_document_skin(self.raw, skin, out, error) })?;
        unsafe {
            Ok(Skin { name: text_of(raw.name), joints: list_of(raw.joints, raw.joint_count), inverse_bind_matrices: some(raw.inverse_bind_matrices) })
        }
    }

    /// An animation with its samplers and channels.
    pub fn animation(&self, animation: u32) -> Result<Animation<'_>> {
        let raw: ffi::gltf_animation = self.get(|out, error| unsafe { ffi::gltf_document_animation(self.raw, animation, out, error) })?;
        let sampler = |i| {
            let s: ffi::gltf_animation_sampler = self.get(|out, error| unsafe { ffi::gltf_document_sampler(self.raw, animation, i, out, error) })?;
            Ok(Sampler { input: s.input, output: s.output, interpolation: s.interpolation })
        };
        let channel = |i| {
            let c: ffi::gltf_animation_channel = self.get(|out, error| unsafe { ffi::gltf_document_channel(self.raw, animation, i, out, error) })?;
            let (path_name, pointer) = unsafe { (text_of(c.path_name), text_of(c.pointer)) };
            Ok(Channel { sampler: c.sampler, node: some(c.node), path: c.path, path_name, pointer, values_per_key: c.values_per_key })
        };
        Ok(Animation {
            name: unsafe { text_of(raw.name) },
            samplers: (0..raw.sampler_count).map(sampler).collect::<Result<_>>()?,
            channels: (0..raw.channel_count).map(channel).collect::<Result<_>>()?,
        })
    }
}

fn no_accessor() -> ffi::gltf_accessor {
    // SAFETY: all zero is the empty accessor.
    unsafe { std::mem::zeroed() }
}

// ---- validation ----

/// How bad an issue is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Severity(pub u32);

numbers!(Severity: ERROR = 0, WARNING = 1, INFORMATION = 2, HINT = 3);

/// Something that the specification forbids, or advises against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    /// As the official validator names it, such as `ACCESSOR_MAX_MISMATCH`.
    pub code: &'static str,
    /// One sentence on the code.
    pub meaning: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// JSON pointer to the object; `None` for what concerns the container.
    pub pointer: Option<Box<str>>,
    /// Byte of the container, where there is no pointer.
    pub offset: Option<u64>,
    /// One line with the values in it.
    pub message: Box<str>,
}

/// What [`validate`] found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Validation {
    /// In the order of the file.
    pub issues: Vec<Issue>,
    /// Not all was looked at: there was far more than the size of the file makes likely.
    pub truncated: bool,
    /// It is a GLB.
    pub is_glb: bool,
}

impl Validation {
    /// How many issues are of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.issues.iter().filter(|issue| issue.severity == severity).count()
    }
}

/// What the callbacks of one validation share.
struct Hearing<'b> {
    bring: &'b mut dyn FnMut(&str, u64) -> Option<Vec<u8>>,
    brought: Vec<Vec<u8>>,
    issues: Vec<Issue>,
    panic: Option<Box<dyn std::any::Any + Send>>,
    turn: Option<MutexGuard<'static, ()>>, // to parse
}

/// SAFETY: called by the library, with the hearing that was given to it.  A panic must not run into C; after one nothing is called.
unsafe fn hearing(user: *mut c_void, work: impl FnOnce(&mut Hearing<'_>) -> i32) -> i32 {
    let this = &mut *user.cast::<Hearing<'_>>();
    if this.panic.is_some() {
        return Status::ARGUMENT.0;
    }
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| work(this))).unwrap_or_else(|panic| {
        this.panic = Some(panic);
        Status::ARGUMENT.0
    })
}

unsafe extern "C" fn bring_buffer(user: *mut c_void, _buffer: u32, uri: *const c_char, size: u64, out: *mut ffi::gltf_buffer) -> i32 {
    (*user.cast::<Hearing<'_>>()).turn = None; // who brings bytes may parse a document for it, or wait for somebody who does
    let status = hearing(user, |this| match (this.bring)(text_of(uri).unwrap_or(""), size) {
        Some(bytes) => {
            *out = ffi::gltf_buffer { data: bytes.as_ptr(), size: bytes.len() as u64 };
            this.brought.push(bytes);
            0
        }
        None => Status::IO.0,
    });
    (*user.cast::<Hearing<'_>>()).turn = Some(turn());
    status
}

unsafe extern "C" fn hear_issue(user: *mut c_void, issue: *const ffi::gltf_issue) -> i32 {
    hearing(user, |this| {
        let issue = &*issue;
        let pointer = text_of(issue.pointer).map(Box::from);
        this.issues.push(Issue {
            code: text_of(issue.code).unwrap_or(""), // static text
            meaning: text_of((*ffi::gltf_issue_kinds(ptr::null_mut()).add(issue.kind as usize)).meaning).unwrap_or(""),
            severity: Severity(issue.severity),
            offset: pointer.is_none().then_some(issue.offset),
            pointer,
            message: text_of(issue.message).unwrap_or("").into(),
        });
        0
    })
}

/// Say everything that the specification forbids in the bytes of a file, by the codes of the official validator.
/// `bring(uri, byte_length)` gives the bytes of an external buffer, `None` for one that there is not.
///
/// ```no_run
/// let bytes = std::fs::read("model.glb").unwrap();
/// for issue in gltf_accessor::validate(&bytes, |_, _| None).unwrap().issues {
///     println!("{} {:?} {}", issue.code, issue.pointer, issue.message);
/// }
/// ```
pub fn validate(bytes: &[u8], mut bring: impl FnMut(&str, u64) -> Option<Vec<u8>>) -> Result<Validation> {
    check_version();
    let mut this = Hearing { bring: &mut bring, brought: Vec::new(), issues: Vec::new(), panic: None, turn: Some(turn()) };
    let user: *mut c_void = ptr::addr_of_mut!(this).cast();
    let mut error = no_error();
    // SAFETY: zeros are values of these; all pointers are to live values; the callbacks get the hearing, which nobody else uses now.
    let (status, result) = unsafe {
        let mut options: ffi::gltf_validate_options = std::mem::zeroed();
        let mut result: ffi::gltf_validation = std::mem::zeroed();
        ffi::gltf_validate_options_init(&mut options, std::mem::size_of::<ffi::gltf_validate_options>() as u32);
        options.io = ffi::gltf_io { user, load: Some(bring_buffer), release: None };
        let status = ffi::gltf_validate(bytes.as_ptr().cast(), bytes.len(), &options, Some(hear_issue), user, &mut result, &mut error);
        (status, result)
    };
    this.turn = None;
    if let Some(panic) = this.panic {
        std::panic::resume_unwind(panic);
    }
    check(status, &error)?;
    Ok(Validation { issues: this.issues, truncated: result.truncated != 0, is_glb: result.is_glb != 0 })
}
