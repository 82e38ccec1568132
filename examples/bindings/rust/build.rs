//! Builds the C library, with CC (default: cc), CFLAGS and AR of the environment; its sources are in c/ (a packed crate, see package.sh)
//! or three folders up.  cJSON is compiled in from GLTF_CJSON_SOURCE or c/cjson where there is one; else the system's is linked.
//!
//! GLTF_ACCESSOR_LIB_DIR names a folder with libgltf_accessor.a to link instead.  That needs cJSON beside it, as GLTF_ACCESSOR_CJSON says:
//! "shared" (default), "static", or "none" where the library was built with a cJSON of its own.
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

const FOLDERS: [&str; 8] = ["base", "core", "morph", "text", "codec", "document", "validate", "files"];
const NO_CJSON: &str = "gltf_accessor: is cJSON missing?  Install it (Debian, Ubuntu: libcjson-dev), or set GLTF_CJSON_SOURCE to a folder with cJSON.c";

fn variable(name: &str) -> Option<String> {
    println!("cargo:rerun-if-env-changed={name}");
    env::var(name).ok().filter(|value| !value.is_empty())
}

fn run(command: &mut Command) {
    let out = command.output().unwrap_or_else(|problem| panic!("gltf_accessor: {command:?} cannot be run: {problem}; CC names a C compiler"));
    let text = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{command:?}\n{text}\n{}", if text.contains("cJSON") { NO_CJSON } else { "" });
}

/// Command and first arguments in a variable of the environment.
fn tool(name: &str, default: &str) -> Vec<String> {
    variable(name).unwrap_or_else(|| default.into()).split_whitespace().map(String::from).collect()
}

fn build(root: &Path, cjson: Option<&Path>, out: &Path) {
    let target = env::var("TARGET").unwrap();
    assert!(!target.ends_with("msvc"), "gltf_accessor: built with gcc or clang only; set GLTF_ACCESSOR_LIB_DIR to the folder of the library for {target}");
    assert!(target == env::var("HOST").unwrap() || variable("CC").is_some(), "gltf_accessor: CC must name a compiler for {target}");
    let mut flags: Vec<String> = ["-O2", "-ffp-contract=off", "-fvisibility=hidden"].map(String::from).into();
    flags.push(format!("-I{}", root.join("include").display()));
    if !target.contains("windows") {
        flags.push("-fPIC".into());
    }
    if target.starts_with("i586") || target.starts_with("i686") {
        flags.extend(["-msse2", "-mfpmath=sse"].map(String::from)); // x87 rounds twice
    }
    let mut sources = Vec::new();
    for folder in FOLDERS {
        let folder = root.join("src").join(folder);
        println!("cargo:rerun-if-changed={}", folder.display());
        let files = fs::read_dir(&folder).unwrap_or_else(|problem| panic!("{}: {problem}", folder.display()));
        sources.extend(files.map(|file| file.unwrap().path()).filter(|path| path.extension().map_or(false, |e| e == "c")));
    }
    println!("cargo:rerun-if-changed={}", root.join("include").display());
    if let Some(folder) = cjson {
        flags.extend(["-DGLTF_I_PRIVATE_CJSON", "-DCJSON_HIDE_SYMBOLS", "-DENABLE_LOCALES"].map(String::from));
        flags.push(format!("-I{}", folder.display()));
        sources.push(folder.join("cJSON.c"));
    }
    sources.sort();
    flags.extend(variable("CFLAGS").iter().flat_map(|given| given.split_whitespace()).map(String::from));

    let compiler = tool("CC", "cc");
    let objects: Vec<PathBuf> = (0..sources.len()).map(|i| out.join(format!("{i}.o"))).collect();
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, |n| n.get()) {
            scope.spawn(|| {
                while let Some(i) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&i| i < sources.len()) {
                    run(Command::new(&compiler[0]).args(&compiler[1..]).args(&flags).arg("-c").arg(&sources[i]).arg("-o").arg(&objects[i]));
                }
            });
        }
    });
    let archive = out.join("libgltf_accessor.a");
    let _ = fs::remove_file(&archive);
    let archiver = tool("AR", "ar");
    run(Command::new(&archiver[0]).args(&archiver[1..]).arg("crs").arg(&archive).args(&objects));
}

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if let Some(folder) = variable("GLTF_ACCESSOR_LIB_DIR") {
        println!("cargo:rustc-link-search=native={folder}");
        println!("cargo:rustc-link-lib=static=gltf_accessor");
        println!("cargo:rerun-if-changed={folder}/libgltf_accessor.a");
        match variable("GLTF_ACCESSOR_CJSON").as_deref() {
            Some("none") => {}
            Some("static") => println!("cargo:rustc-link-lib=static=cjson"),
            _ => println!("cargo:rustc-link-lib=cjson"),
        }
        return;
    }
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap());
    let packed = here.join("c");
    let root = if packed.is_dir() { packed } else { here.join("../../..") };
    let cjson = variable("GLTF_CJSON_SOURCE").map(PathBuf::from).or_else(|| Some(here.join("c/cjson")).filter(|folder| folder.is_dir()));
    let out = PathBuf::from(env::var("OUT_DIR").unwrap());
    build(&root, cjson.as_deref(), &out);
    println!("cargo:rustc-link-search=native={}", out.display());
    println!("cargo:rustc-link-lib=static=gltf_accessor");
    if cjson.is_none() {
        println!("cargo:rustc-link-lib=cjson");
    }
}
