//! Decode every accessor of every file, as tests/bindings/reference.py describes it: dump FILE...
use gltf_accessor::{Accessor, Document, Number, Object};
use std::io::Write;

fn hex(bytes: impl IntoIterator<Item = u8>) -> String {
    let digits = b"0123456789abcdef";
    bytes.into_iter().flat_map(|b| [digits[usize::from(b >> 4)] as char, digits[usize::from(b & 15)] as char]).collect()
}

fn numbers<T: Number, const N: usize>(accessor: &Accessor<'_>, bytes: impl Fn(T) -> [u8; N]) -> Option<String> {
    Some(hex(accessor.read::<T>(..).ok()?.into_iter().flat_map(bytes)))
}

fn dump(path: &str, out: &mut impl Write) -> std::io::Result<()> {
    writeln!(out, "file {path}")?;
    let document = match Document::open(path) {
        Ok(document) => document,
        Err(error) => return writeln!(out, "error {error}"),
    };
    for index in 0..document.count(Object::ACCESSOR) {
        let accessor = match document.accessor(index) {
            Ok(accessor) => accessor,
            Err(error) => {
                writeln!(out, "{index} error {error}")?;
                continue;
            }
        };
        let kinds = [
            ("float", numbers(&accessor, f32::to_le_bytes)),
            ("double", numbers(&accessor, f64::to_le_bytes)),
            ("uint32", if accessor.count() > 0 { numbers(&accessor, u32::to_le_bytes) } else { None }),
            ("stored", accessor.read_stored(..).ok().map(hex)),
        ];
        for (kind, numbers) in kinds {
            if let Some(numbers) = numbers {
                writeln!(out, "{index} {kind} {numbers}")?;
            }
        }
    }
    Ok(())
}

fn main() -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for path in std::env::args().skip(1) {
        dump(&path, &mut out)?;
    }
    out.flush()
}
