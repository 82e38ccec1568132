//! The Rust binding against the C headers and the bundled model.
use gltf_accessor::{ffi, validate, ComponentType, Document, Layout, Object, Options, Severity, Shape, Status};
use std::collections::HashMap;
use std::path::PathBuf;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../..").canonicalize().unwrap()
}

fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(root().join("examples/data").join(name)).unwrap()
}

fn open() -> Document<'static> {
    Document::open(root().join("examples/data/pyramids.glb")).unwrap()
}

macro_rules! layout {
    ($rows:expr, $type:ident: $($field:ident)*) => {
        assert_eq!($rows[concat!("sizeof ", stringify!($type))], std::mem::size_of::<ffi::$type>(), stringify!($type));
        $(assert_eq!($rows[concat!(stringify!($type), ".", stringify!($field))], std::mem::offset_of!(ffi::$type, $field),
                     concat!(stringify!($type), ".", stringify!($field)));)*
        let named = [$(stringify!($field)),*].len();
        let prefix = concat!(stringify!($type), ".");
        assert_eq!($rows.keys().filter(|k| k.starts_with(prefix)).count(), named, stringify!($type));
    };
}

#[test]
#[cfg(target_pointer_width = "64")]
fn structs_are_laid_out_as_the_headers_say() {
    let golden = std::fs::read_to_string(root().join("tests/abi/layout-pointer8-align8.golden")).unwrap();
    let rows: HashMap<&str, usize> = golden.lines().map(|l| l.rsplit_once(' ').unwrap()).map(|(k, v)| (k, v.parse().unwrap())).collect();
    layout!(rows, gltf_error: status object index part target reason position expected found field name);
    layout!(rows, gltf_accessor: data sparse_indices sparse_values count stride sparse_count component_type shape component_count element_size
        normalized sparse_index_type cpu flags);
    layout!(rows, gltf_layout: component_type component_count normalized byte_stride fill);
    layout!(rows, gltf_allocator: user allocate release);
    layout!(rows, gltf_document_options: struct_size flags source_flags cpu allocator primitive_codec max_text max_objects max_zero_elements
        max_decoded max_loaded);
    layout!(rows, gltf_attribute: semantic accessor reserved);
    layout!(rows, gltf_mesh: name weights target_names primitive_count target_count weight_count target_name_count);
    layout!(rows, gltf_primitive: attributes attribute_count target_count mode indices);
    layout!(rows, gltf_node: name weights instance_attributes weight_count instance_attribute_count mesh skin);
    layout!(rows, gltf_skin: name joints joint_count inverse_bind_matrices);
    layout!(rows, gltf_animation: name sampler_count channel_count);
    layout!(rows, gltf_animation_sampler: input output interpolation reserved);
    layout!(rows, gltf_animation_channel: path_name pointer sampler node path values_per_key);
    layout!(rows, gltf_use: semantic object index part target role reserved);
    layout!(rows, gltf_buffer: data size);
    layout!(rows, gltf_io: user load release);
    layout!(rows, gltf_issue_kind: code meaning severity reserved);
    layout!(rows, gltf_issue: code pointer message offset severity kind);
    layout!(rows, gltf_validate_options: struct_size flags cpu regrade_count max_issues max_text max_objects max_numbers regrades allocator io);
    layout!(rows, gltf_validation: errors warnings informations hints numbers truncated is_glb);
}

#[test]
fn constants_are_those_of_the_header() {
    let header = std::fs::read_to_string(root().join("include/gltf_accessor/base.h")).unwrap();
    let mut values: HashMap<String, i64> = HashMap::new();
    for part in header.split("GLTF_").skip(1) {
        let part = part.split([',', '}', '/', '\n', ';']).next().unwrap();
        if let Some((name, value)) = part.split_once(" = ") {
            if let Ok(value) = value.trim().parse() {
                values.insert(name.to_string(), value);
            }
        }
    }
    let statuses = Status::ALL.iter().map(|(n, v)| (format!("ERR_{n}"), i64::from(v.0)));
    let objects = Object::ALL.iter().map(|(n, v)| (format!("OBJECT_{n}"), i64::from(v.0)));
    let types = ComponentType::ALL.iter().map(|(n, v)| (n.to_string(), i64::from(v.0)));
    let shapes = Shape::ALL.iter().map(|(n, v)| (n.to_string(), i64::from(v.0)));
    for (name, value) in statuses.chain(objects).chain(types).chain(shapes) {
        assert_eq!(values.remove(&name), Some(value), "{name}");
    }
    values.retain(|name, _| name.starts_with("ERR_") || name.starts_with("OBJECT_"));
    assert_eq!(values, HashMap::new(), "not here");
}

#[test]
fn the_document_is_as_its_file_says() {
    let document = open();
    assert!(document.json().starts_with('{'));
    assert_eq!(document.count(Object::ACCESSOR), 27);
    assert_eq!(document.find(Object::MESH, "ground"), Ok(Some(1)));
    assert_eq!(document.find(Object::MESH, "no such mesh"), Ok(None));
    assert_eq!(document.name(Object::MESH, 1), Some("ground"));
    let mesh = document.mesh(1).unwrap();
    assert_eq!((mesh.name, mesh.primitive_count, mesh.target_count, mesh.weights), (Some("ground"), 1, 2, &[0.0, 0.25][..]));
    assert_eq!(mesh.target_names, [Some("ripple"), Some("sink")]);
    let primitive = document.primitive(0, 0).unwrap();
    assert_eq!(primitive.attributes[..2], [("POSITION", 0), ("NORMAL", 1)]);
    assert_eq!((primitive.mode, primitive.indices, primitive.target_count), (4, Some(4), 0));
    assert!(document.target(1, 0, 0).unwrap().iter().any(|a| a.0 == "POSITION"));
    assert_eq!(document.attribute(0, 0, "COLOR_7").unwrap().map(|a| a.count()), None);
    let node = document.node(5).unwrap();
    assert_eq!((node.name, node.mesh, node.skin), (Some("small pyramids"), Some(0), None));
    assert_eq!(node.instance_attributes[0], ("TRANSLATION", 23));
    assert_eq!(document.node_weights(1).unwrap(), [0.0, 0.25]);
    assert_eq!((document.skin(0).unwrap().joints, document.skin(0).unwrap().inverse_bind_matrices), (&[3, 4][..], Some(18)));
    let wind = document.animation(0).unwrap();
    assert_eq!((wind.samplers.len(), wind.channels.len()), (3, 3));
    assert_eq!((wind.channels[1].path_name, wind.channels[1].values_per_key), (Some("weights"), 6));
    let (min, max) = (vec![-0.75, 0.0, -0.75], vec![0.75, 1.0, 0.75]);
    assert_eq!(document.declared_bounds(0), Ok((Some(min.clone()), Some(max.clone()))));
    assert_eq!(document.declared_bounds(14), Ok((None, None)));
    assert_eq!(document.accessor(0).unwrap().bounds(), Ok((min, max)));
    assert_eq!(document.uses(0).unwrap()[0].semantic, Some("POSITION"));
    assert_eq!(document.fault(Object::ACCESSOR, 0), None);
}

#[test]
fn ranges_and_conversions() {
    let document = open();
    let position = document.accessor(0).unwrap();
    let all: Vec<f32> = position.read(..).unwrap();
    assert_eq!((all.len(), position.count(), position.components(), position.shape()), (48, 16, 3, Shape::VEC3));
    assert_eq!(position.read::<f32>(4..6).unwrap(), all[12..18]);
    assert_eq!(position.read::<f32>(4..=5).unwrap(), all[12..18]);
    assert!(position.read::<f32>(16..).unwrap().is_empty());
    assert_eq!(position.read::<f64>(..).unwrap(), all.iter().map(|&n| f64::from(n)).collect::<Vec<_>>());
    assert_eq!(document.indices(0, 0).unwrap(), document.accessor(4).unwrap().read::<u32>(..).unwrap());
    assert_eq!(document.triangles(0, 0).unwrap(), document.indices_accessor(0, 0).unwrap().unwrap().read::<u32>(..).unwrap());

    let layout = Layout { component_type: ComponentType::SHORT, component_count: 4, normalized: true, byte_stride: 10, ..Layout::default() };
    let mut out = vec![0xAA; 15 * 10 + 8];
    position.read_into(.., &layout, &mut out).unwrap();
    for (i, element) in out.chunks(10).enumerate() {
        let number = |c: usize| i16::from_ne_bytes([element[2 * c], element[2 * c + 1]]);
        for c in 0..3 {
            assert_eq!(f64::from(number(c)), (f64::from(all[3 * i + c]) * 32767.0).clamp(-32767.0, 32767.0).round());
        }
        assert_eq!(number(3), 32767);
        assert!(element[8..].iter().all(|&b| b == 0xAA));
    }
}

#[test]
fn failures_are_errors_with_the_librarys_sentence() {
    let status = |r: Result<Document<'static>, gltf_accessor::Error>| r.err().unwrap().status;
    assert_eq!(status(Document::open("no such file.gltf")), Status::IO);
    assert_eq!(status(Document::open("a\0b")), Status::ARGUMENT);
    let error = Document::parse(b"{").err().unwrap();
    assert_eq!((error.status, error.position), (Status::JSON, 1));
    let document = open();
    let error = document.accessor(99).unwrap_err();
    assert_eq!((error.status, error.object, error.index), (Status::RANGE, Object::ACCESSOR, Some(99)));
    assert!(error.to_string().ends_with("(GLTF_ERR_RANGE)") && error.to_string().starts_with("accessor 99 does not exist"), "{error}");
    let position = document.accessor(0).unwrap();
    assert_eq!(position.read::<f32>(..17).unwrap_err().status, Status::RANGE);
    assert_eq!(position.read::<f32>(17..).unwrap_err().status, Status::RANGE);
    assert_eq!(position.read::<f32>(0..=usize::MAX).unwrap_err().status, Status::RANGE);
    #[allow(clippy::reversed_empty_ranges)]
    let backwards = position.read::<f32>(5..4);
    assert_eq!(backwards.unwrap_err().status, Status::RANGE);
    assert_eq!(position.read::<u32>(..).unwrap_err().status, Status::CONVERSION);
    assert_eq!(position.read_into(.., &Layout::default(), &mut [0; 16 * 12 - 1]).unwrap_err().status, Status::CAPACITY);
    let strict = br#"{"asset":{"version":"2.0"},"accessors":[{"componentType":5126,"type":"SCALAR","count":0}]}"#;
    assert!(Document::parse(strict).unwrap().accessor(0).is_ok());
    assert_eq!(Document::parse_with(strict, Options { strict: true }).unwrap().accessor(0).unwrap_err().status, Status::COUNT);
}

#[test]
fn slices_are_the_lent_memory_itself() {
    let (text, bin) = (bytes("pyramids.gltf"), bytes("pyramids.bin"));
    let mut document = Document::parse(&text).unwrap();
    assert_eq!(document.accessor(17).unwrap_err().status, Status::NOT_LOADED);
    assert_eq!(document.buffer_uri(0), Ok((Some("pyramids.bin"), bin.len() as u64)));
    assert_eq!(document.set_buffer(0, &bin[1..]).unwrap_err().status, Status::BUFFER_LENGTH);
    document.set_buffer(0, &bin).unwrap();
    let accessor = document.accessor(17).unwrap();
    let numbers = accessor.as_slice::<u32>().unwrap();
    assert_eq!(numbers, accessor.read::<u32>(..).unwrap());
    assert!(bin.as_ptr_range().contains(&numbers.as_ptr().cast()));
    assert_eq!(accessor.as_slice::<i32>(), None);
    assert_eq!(accessor.as_slice::<f32>(), None);
}

#[test]
fn elements_are_what_accessors_hold() {
    let document = open();
    let mut seen = 0;
    for index in 0..document.count(Object::ACCESSOR) {
        let accessor = document.accessor(index).unwrap();
        if let Some(elements) = accessor.elements::<f32>() {
            seen += 1;
            assert_eq!(elements.len(), accessor.count());
            assert_eq!(elements.flatten().copied().collect::<Vec<f32>>(), accessor.read::<f32>(..).unwrap());
        }
        if let Some(elements) = accessor.elements::<u8>() {
            seen += 1;
            assert_eq!(elements.flatten().copied().collect::<Vec<u8>>(), accessor.read_stored(..).unwrap());
        }
        if let Some(numbers) = accessor.as_slice::<f32>() {
            assert_eq!(numbers, accessor.read::<f32>(..).unwrap());
        }
    }
    assert!(seen > 9, "{seen}");
}

#[test]
fn loading_asks_a_function() {
    let text = bytes("pyramids.gltf");
    let mut document = Document::parse(&text).unwrap();
    document.load(|_, _| None).unwrap();
    assert_eq!(document.accessor(0).unwrap_err().status, Status::NOT_LOADED);
    assert_eq!(document.load(|_, _| Some(vec![0; 9])).unwrap_err().status, Status::BUFFER_LENGTH);
    let mut asked = Vec::new();
    document
        .load(|uri, size| {
            asked.push((uri.to_string(), size));
            Some(bytes(uri))
        })
        .unwrap();
    assert_eq!(asked, [("pyramids.bin".to_string(), bytes("pyramids.bin").len() as u64)]);
    assert_eq!(document.accessor(0).unwrap().read::<f32>(..), open().accessor(0).unwrap().read::<f32>(..));
}

#[test]
fn morph_targets() {
    let document = open();
    let base = document.attribute(1, 0, "POSITION").unwrap().unwrap().read::<f32>(..).unwrap();
    let delta = document.target_attribute(1, 0, 0, "POSITION").unwrap().unwrap().read::<f32>(..).unwrap();
    let wanted: Vec<f32> = base.iter().zip(&delta).map(|(b, d)| b + 0.5 * d).collect();
    assert_eq!(document.morph(1, 0, "POSITION", Some(&[0.5, 0.0])).unwrap(), wanted);
    assert!(document.morph(1, 0, "POSITION", Some(&[1.0])).is_err());
    assert!(document.morph(1, 0, "POSITION", None).is_ok());
}

#[test]
fn documents_are_shared_and_parsed_by_many_threads() {
    let glb = bytes("pyramids.glb");
    let shared = Document::parse(&glb).unwrap();
    let wanted = shared.accessor(0).unwrap().read::<f32>(..).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..50 {
                    let own = Document::parse(&glb).unwrap();
                    assert_eq!(own.accessor(0).unwrap().read::<f32>(..).unwrap(), wanted);
                    assert_eq!(shared.accessor(0).unwrap().read::<f32>(..).unwrap(), wanted);
                }
            });
        }
    });
}

#[test]
fn validation_says_what_is_wrong() {
    let whole = validate(&bytes("pyramids.glb"), |_, _| None).unwrap();
    assert_eq!((whole.issues.len(), whole.is_glb, whole.truncated), (0, true, false));
    let cut = validate(&bytes("pyramids.glb")[..60], |_, _| None).unwrap();
    assert!(cut.issues.iter().any(|issue| issue.pointer.is_none() && issue.offset.is_some()));

    let text = r#"{"asset":{"version":"2.0"},"buffers":[{"byteLength":8,"uri":"b.bin"}],"bufferViews":[{"buffer":0,"byteLength":8}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR","max":[3]}]}"#;
    let mut asked = Vec::new();
    let result = validate(text.as_bytes(), |uri, size| {
        asked.push((uri.to_string(), size));
        Some([1f32.to_le_bytes(), 2f32.to_le_bytes()].concat())
    })
    .unwrap();
    assert_eq!(asked, [("b.bin".to_string(), 8)]);
    let wrong: Vec<_> = result.issues.iter().filter(|issue| issue.severity == Severity::ERROR).collect();
    assert_eq!((wrong.len(), result.count(Severity::ERROR)), (1, 1));
    assert_eq!((wrong[0].code, wrong[0].pointer.as_deref(), wrong[0].offset), ("ACCESSOR_MAX_MISMATCH", Some("/accessors/0/max/0"), None));
    assert!(wrong[0].message.contains('3') && !wrong[0].meaning.is_empty());

    let missing = validate(text.as_bytes(), |_, _| None).unwrap();
    assert!(missing.issues.iter().any(|issue| issue.code == "IO_ERROR"));
    assert!(std::panic::catch_unwind(|| validate(text.as_bytes(), |_, _| panic!("in the callback"))).is_err());

    // who brings bytes may parse a document for it, here and in other threads
    let other = validate(text.as_bytes(), |_, _| {
        Document::parse(&bytes("pyramids.glb")).unwrap();
        let inner = std::thread::spawn(|| validate(&bytes("pyramids.glb"), |_, _| None).unwrap()).join().unwrap();
        Some(vec![inner.issues.len() as u8; 8])
    });
    assert_eq!(other.unwrap().count(Severity::ERROR), 1);
}

#[test]
fn elements_come_as_arrays() {
    let document = open();
    let position = document.attribute(0, 0, "POSITION").unwrap().unwrap();
    let xyz: Vec<[f32; 3]> = position.read_arrays(..).unwrap();
    assert_eq!((xyz.len(), xyz[0], xyz.concat()), (16, [-0.75, 0.0, 0.75], position.read::<f32>(..).unwrap()));
    assert_eq!(position.read_arrays::<f64, 4>(1..2).unwrap(), [[0.75, 0.0, 0.75, 1.0]]);
    assert_eq!(position.read_arrays::<f32, 2>(1..2).unwrap(), [[0.75, 0.0]]);
    let matrices: Vec<[f32; 16]> = document.accessor(18).unwrap().read_arrays(..).unwrap();
    assert_eq!(matrices.concat(), document.accessor(18).unwrap().read::<f32>(..).unwrap());
}

#[test]
fn iterators_go_through_the_file() {
    let document = open();
    let names: Vec<_> = document.meshes().map(|mesh| mesh.unwrap().name.unwrap()).collect();
    assert_eq!(names, ["pyramid", "ground", "flag"]);
    let modes: Vec<_> = document.primitives(2).unwrap().map(|primitive| primitive.unwrap().mode).collect();
    assert_eq!(modes, [5]);
    let counts: Vec<_> = document.accessors().map(|accessor| accessor.unwrap().count()).collect();
    assert_eq!(counts[..8], [16, 16, 16, 16, 18, 16, 16, 25]);
    assert_eq!(document.nodes().map(|node| node.unwrap().mesh.is_some() as usize).sum::<usize>(), 4);
}

#[test]
fn debug_names_things() {
    let document = open();
    assert_eq!(format!("{document:?}"), "Document(27 accessors, 3 meshes, 6 nodes)");
    assert_eq!(format!("{:?}", document.accessor(0).unwrap()), "Accessor(Some(0): 16 of VEC3 FLOAT)");
    assert_eq!(format!("{:?} {:?}", Status::ACCESSOR_BOUNDS, Status(99)), "ACCESSOR_BOUNDS Status(99)");
    assert_eq!(format!("{:?} {:?} {:?}", Object::MESH, Severity::WARNING, ComponentType(7)), "MESH WARNING ComponentType(7)");
}
