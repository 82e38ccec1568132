//! Attacks from safe code: huge numbers, callbacks that panic, memory that is not there, bytes that are replaced.
use gltf_accessor::{ffi, validate, version, Accessor, ComponentType, Document, Error, Layout, Object, Options, Severity, Shape, Status};
use std::alloc::{GlobalAlloc, Layout as Memory, System};
use std::ops::Bound;
use std::panic::{catch_unwind, panic_any, AssertUnwindSafe};
use std::path::PathBuf;
use std::sync::atomic::{AtomicIsize, Ordering};

/// The system's allocator, without memory for what is huge; it counts the blocks of one size.
struct Counting;

const COUNTED: usize = 1_234_567;
const HUGE: usize = 1 << 30;
static BLOCKS: AtomicIsize = AtomicIsize::new(0);

// SAFETY: the system's allocator, which may fail.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, memory: Memory) -> *mut u8 {
        if memory.size() > HUGE {
            return std::ptr::null_mut();
        }
        BLOCKS.fetch_add((memory.size() == COUNTED).into(), Ordering::SeqCst);
        System.alloc(memory)
    }
    unsafe fn dealloc(&self, block: *mut u8, memory: Memory) {
        BLOCKS.fetch_sub((memory.size() == COUNTED).into(), Ordering::SeqCst);
        System.dealloc(block, memory)
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../..").canonicalize().unwrap()
}

fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(root().join("examples/data").join(name)).unwrap()
}

/// a file of these accessors on one external buffer of 8 bytes
fn file(accessors: &str) -> String {
    let rest = r#""buffers":[{"byteLength":8,"uri":"b.bin"}],"bufferViews":[{"buffer":0,"byteLength":8}]"#;
    format!(r#"{{"asset":{{"version":"2.0"}},{rest},"accessors":[{accessors}]}}"#)
}

const ANY: &[u32] = &[99, u32::MAX / 2, u32::MAX - 1, u32::MAX];

#[test]
fn every_public_function_is_called_here() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let (library, here) = ("src/lib.rs", "tests/attacks.rs");
    let text = |name| std::fs::read_to_string(folder.join(name)).unwrap();
    let here = text(here);
    let names: Vec<String> = text(library)
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("pub fn "))
        .map(|rest| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
        .collect();
    assert!(names.len() > 40, "{names:?}");
    for name in names {
        assert!([format!("{name}("), format!("{name}::<")].iter().any(|call| here.contains(call)), "{name} is not attacked");
    }
}

#[test]
fn numbers_that_are_no_objects_are_errors() {
    assert_eq!((version().0, version().1), (0, 1));
    let (glb, bin) = (bytes("pyramids.glb"), bytes("pyramids.bin"));
    let mut document = Document::parse_with(&glb, Options { strict: true }).unwrap();
    let range = |error: Error| assert_eq!(error.status, Status::RANGE, "{error}");
    for &n in ANY {
        range(document.accessor(n).unwrap_err());
        range(document.buffer_uri(n).unwrap_err());
        range(document.declared_bounds(n).unwrap_err());
        range(document.uses(n).unwrap_err());
        range(document.mesh(n).unwrap_err());
        range(document.node(n).unwrap_err());
        range(document.node_weights(n).unwrap_err());
        range(document.skin(n).unwrap_err());
        range(document.animation(n).unwrap_err());
        range(document.set_buffer(n, &bin).unwrap_err());
        range(document.set_view(n, &bin).unwrap_err());
        range(document.fault(Object::ACCESSOR, n).unwrap());
        assert_eq!(document.name(Object::MESH, n), None);
        for (mesh, primitive) in [(n, 0), (0, n), (n, n)] {
            range(document.primitive(mesh, primitive).unwrap_err());
            range(document.indices(mesh, primitive).unwrap_err());
            range(document.triangles(mesh, primitive).unwrap_err());
            range(document.indices_accessor(mesh, primitive).unwrap_err());
            range(document.attribute(mesh, primitive, "POSITION").unwrap_err());
            range(document.target_attribute(mesh, primitive, 0, "POSITION").unwrap_err());
            range(document.target(mesh, primitive, 0).unwrap_err());
            range(document.morph(mesh, primitive, "POSITION", None).unwrap_err());
        }
        range(document.target(1, 0, n).unwrap_err());
        range(document.target_attribute(1, 0, n, "POSITION").unwrap_err());
    }
    for kind in [Object(-1), Object(10), Object(i32::MAX), Object(i32::MIN)] {
        assert_eq!((document.count(kind), document.name(kind, 0)), (0, None));
        assert!(!matches!(document.find(kind, "ground"), Ok(Some(_))));
        assert!(document.fault(kind, 0).is_some());
    }
    assert!(document.json().starts_with('{') && document.json().trim_end().ends_with('}'));
}

#[test]
fn numbers_that_are_no_elements_or_layouts_are_errors() {
    let path = root().join("examples/data/pyramids.glb");
    let document = Document::open_with(&path, Options::default()).unwrap();
    assert_eq!(Document::open(&path).unwrap().json(), document.json());
    let position = document.accessor(0).unwrap();
    assert_eq!((position.index(), position.count(), position.components()), (Some(0), 16, 3));
    assert_eq!(
        (position.component_type(), position.shape(), position.is_sparse(), position.is_normalized()),
        (ComponentType::FLOAT, Shape::VEC3, false, false)
    );
    let (first, last) = (Bound::Included(0), Bound::Included(usize::MAX));
    for range in
        [(first, last), (last, last), (last, Bound::Unbounded), (Bound::Excluded(usize::MAX), Bound::Unbounded), (first, Bound::Included(16))]
    {
        let errors = [position.read::<f32>(range).unwrap_err(), position.read_stored(range).unwrap_err()];
        for error in errors.into_iter().chain(position.read_into(range, &Layout::default(), &mut [0; 400]).err()) {
            assert_eq!((error.status, error.object, error.index), (Status::RANGE, Object::ACCESSOR, Some(0)), "{error}");
        }
    }
    assert_eq!(position.read::<f32>(..17).unwrap_err().to_string(), "accessor 0: element 16 does not exist (16 exist) (GLTF_ERR_RANGE)");
    assert_eq!(position.read::<f32>(17..).unwrap_err().to_string(), "accessor 0: element 17 does not exist (16 exist) (GLTF_ERR_RANGE)");
    #[allow(clippy::reversed_empty_ranges)]
    let backwards = position.read::<f32>(5..4);
    assert_eq!(backwards.unwrap_err().to_string(), "accessor 0: range is outside what exists (GLTF_ERR_RANGE)");
    let bad = |layout: Layout| position.read_into(.., &layout, &mut [0; 4000]).unwrap_err().status;
    for component_type in [ComponentType(1), ComponentType(5127), ComponentType(u32::MAX)] {
        assert_eq!(bad(Layout { component_type, ..Layout::default() }), Status::ARGUMENT);
    }
    for component_count in [5, 16, u32::MAX] {
        assert_eq!(bad(Layout { component_count, ..Layout::default() }), Status::ARGUMENT);
    }
    assert_eq!(bad(Layout { byte_stride: 11, ..Layout::default() }), Status::ARGUMENT);
    assert_eq!(bad(Layout { byte_stride: u32::MAX, ..Layout::default() }), Status::CAPACITY);
    let short = Layout { component_type: ComponentType::UNSIGNED_SHORT, component_count: 4, fill: [f32::NAN; 4], ..Layout::default() };
    let indices = document.accessor(4).unwrap();
    assert_eq!(indices.read_into(.., &short, &mut [0; 400]).unwrap_err().status, Status::ARGUMENT);
    assert!(indices.as_slice::<f64>().is_none() && indices.elements::<f64>().is_none());
    assert_eq!(indices.bounds().unwrap().0.len(), 1);
}

#[test]
fn errors_of_reads_name_the_accessor_and_the_types() {
    let text = file(
        r#"{"bufferView":0,"componentType":5123,"count":4,"type":"SCALAR"},
        {"bufferView":0,"componentType":5122,"normalized":true,"count":4,"type":"SCALAR"},
        {"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR"}"#,
    );
    let bin = [0xff; 8];
    let mut document = Document::parse(text.as_bytes()).unwrap();
    document.set_buffer(0, &bin).unwrap();
    let errors = [
        document.accessor(0).unwrap().read::<u8>(..).unwrap_err(),
        document.accessor(1).unwrap().read::<i32>(..).unwrap_err(),
        document.accessor(2).unwrap().read::<u32>(..).unwrap_err(),
    ];
    let said =
        ["a value of type UNSIGNED_SHORT cannot become UNSIGNED_BYTE", "normalized SHORT cannot become INT", "FLOAT cannot become UNSIGNED_INT"];
    for (i, (error, said)) in errors.iter().zip(said).enumerate() {
        assert_eq!((error.status, error.object, error.index), (Status::CONVERSION, Object::ACCESSOR, Some(i as u32)));
        assert_eq!(error.to_string(), format!("accessor {i}: {said} (GLTF_ERR_CONVERSION)"));
    }
    let small = document.accessor(2).unwrap().read_into(.., &Layout::default(), &mut [0; 7]).unwrap_err();
    assert_eq!(small.to_string(), "accessor 2: the output is too small (GLTF_ERR_CAPACITY)");
}

#[test]
fn names_and_weights() {
    let document = Document::open(root().join("examples/data/pyramids.glb")).unwrap();
    for name in ["POSITION\0", "\0", "POSITION\0x"] {
        assert_eq!(document.find(Object::MESH, name).unwrap_err().status, Status::ARGUMENT);
        assert_eq!(document.attribute(1, 0, name).unwrap_err().status, Status::ARGUMENT);
        assert_eq!(document.target_attribute(1, 0, 0, name).unwrap_err().status, Status::ARGUMENT);
        assert_eq!(document.morph(1, 0, name, None).unwrap_err().status, Status::ARGUMENT);
        assert_eq!(Document::open(name).err().unwrap().status, Status::ARGUMENT);
    }
    assert_eq!(document.morph(1, 0, "POSITION", Some(&[])).unwrap_err().status, Status::MISMATCH);
    assert_eq!(document.morph(1, 0, "POSITION", Some(&[0.0; 1000])).unwrap_err().status, Status::MISMATCH);
    let own = document.mesh(1).unwrap().weights;
    assert_eq!(document.morph(1, 0, "POSITION", None).unwrap(), document.morph(1, 0, "POSITION", Some(own)).unwrap());
    assert_eq!(document.morph(0, 0, "POSITION", Some(&[])).unwrap(), document.accessor(0).unwrap().read::<f32>(..).unwrap());
    let error = document.morph(1, 0, "POSITION", Some(&[0.0, f32::NAN])).unwrap_err();
    assert_eq!((error.status, error.field, error.target), (Status::ARGUMENT, Some("weights"), Some(1)));
}

#[test]
fn declared_bounds_need_no_bytes() {
    let text = bytes("pyramids.gltf");
    let document = Document::parse(&text).unwrap();
    assert_eq!(document.accessor(0).unwrap_err().status, Status::NOT_LOADED);
    assert_eq!(document.declared_bounds(0), Ok((Some(vec![-0.75, 0.0, -0.75]), Some(vec![0.75, 1.0, 0.75]))));
}

#[test]
fn memory_that_is_not_there_is_an_error() {
    let text = file(r#"{"componentType":5126,"count":268435456,"type":"MAT4"}"#);
    let document = Document::parse(text.as_bytes()).unwrap();
    let zeros = document.accessor(0).unwrap();
    assert_eq!(zeros.read::<f64>(..).unwrap_err().status, Status::MEMORY);
    assert_eq!(zeros.read_stored(..).unwrap_err().status, Status::MEMORY);
    assert_eq!(zeros.read::<f32>(268435455..).unwrap(), [0.0; 16]);
}

#[test]
fn bytes_are_let_go_when_they_are_replaced() {
    let text = bytes("pyramids.gltf");
    let bin = bytes("pyramids.bin");
    let block = |_: &str, _| Some(vec![0; COUNTED]);
    let blocks = || BLOCKS.load(Ordering::SeqCst);
    let mut document = Document::parse(&text).unwrap();
    for _ in 0..3 {
        document.load(block).unwrap();
        assert_eq!(blocks(), 1);
    }
    assert_eq!(document.load(|_, _| Some(vec![0; 9])).unwrap_err().status, Status::BUFFER_LENGTH);
    assert_eq!(document.set_buffer(0, &bin[1..]).unwrap_err().status, Status::BUFFER_LENGTH);
    assert_eq!((blocks(), document.accessor(0).unwrap().read::<f32>(..).unwrap()), (1, vec![0.0; 48]));
    document.set_buffer(0, &bin).unwrap();
    assert_eq!(blocks(), 0);
    document.load(block).unwrap();
    drop(document);
    assert_eq!(blocks(), 0);
}

#[test]
fn functions_may_panic() {
    let (text, bin) = (bytes("pyramids.gltf"), bytes("pyramids.bin"));
    let mut document = Document::parse(&text).unwrap();
    let panic = catch_unwind(AssertUnwindSafe(|| document.load(|_, _| panic!("in load")))).unwrap_err();
    assert_eq!(panic.downcast_ref(), Some(&"in load"));
    assert_eq!(document.accessor(0).unwrap_err().status, Status::NOT_LOADED);
    document.load(|_, _| Some(bin.clone())).unwrap();
    assert!(document.accessor(0).is_ok());

    // a payload that panics when it is dropped must not be dropped inside a call of C
    struct Payload;
    impl Drop for Payload {
        fn drop(&mut self) {
            panic!("dropped");
        }
    }
    let two = br#"{"asset":{"version":"2.0"},"buffers":[{"byteLength":8,"uri":"a.bin"},{"byteLength":8,"uri":"b.bin"}]}"#;
    let mut asked = 0;
    let panic = catch_unwind(AssertUnwindSafe(|| {
        validate(two, |_, _| {
            asked += 1;
            panic_any(Payload)
        })
    }));
    std::mem::forget(panic.unwrap_err().downcast::<Payload>().ok().unwrap());
    assert_eq!(asked, 1);
    let missing = validate(two, |_, _| None).unwrap();
    assert_eq!(missing.issues.iter().filter(|issue| issue.code == "IO_ERROR").count(), 2);
    assert_eq!(missing.count(Severity(u32::MAX)), 0);
}

#[test]
fn what_threads_share_is_made_for_it() {
    fn shared<T: Send + Sync>() {}
    shared::<Document<'_>>();
    shared::<Accessor<'_>>();
    shared::<Error>();
    assert_eq!(ffi::NONE, u32::MAX);
}

#[test]
fn arrays_of_any_length_are_filled_or_refused() {
    let model = bytes("pyramids.glb");
    let document = Document::parse(&model).unwrap();
    let position = document.accessor(0).unwrap();
    let refused = |status| move |error: Error| assert_eq!((error.status, error.index), (status, Some(0)));
    position.read_arrays::<f32, 0>(..).map(drop).map_err(refused(Status::ARGUMENT)).unwrap_err();
    position.read_arrays::<f32, 5>(..).map(drop).map_err(refused(Status::ARGUMENT)).unwrap_err();
    position.read_arrays::<f32, 17>(..).map(drop).map_err(refused(Status::ARGUMENT)).unwrap_err();
    position.read_arrays::<f32, 3>(17..).map(drop).map_err(refused(Status::RANGE)).unwrap_err();
    position.read_arrays::<f32, 3>(usize::MAX..).map(drop).map_err(refused(Status::RANGE)).unwrap_err();
    position.read_arrays::<u8, 3>(..).map(drop).map_err(refused(Status::CONVERSION)).unwrap_err();
    assert_eq!(position.read_arrays::<f64, 3>(16..).unwrap(), [] as [[f64; 3]; 0]);
    for &mesh in ANY {
        assert_eq!(document.primitives(mesh).map(drop).unwrap_err().status, Status::RANGE);
    }
    assert_eq!((document.meshes().len(), document.nodes().len(), document.accessors().len()), (3, 6, 27));
}
