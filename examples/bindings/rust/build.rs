//! Where the static library is: the folder GLTF_ACCESSOR_LIB_DIR, else what pkg-config says.  It needs cJSON beside it, as
//! GLTF_ACCESSOR_CJSON says: "shared" (default), "static", or "none" where the library was built with a cJSON of its own.
use std::env;
use std::process::Command;

fn from_pkg_config() -> Option<String> {
    let out = Command::new("pkg-config").args(["--variable=libdir", "gltf_accessor"]).output().ok()?;
    let folder = String::from_utf8(out.stdout).ok()?.trim().to_string();
    (out.status.success() && !folder.is_empty()).then_some(folder)
}

fn main() {
    println!("cargo:rerun-if-env-changed=GLTF_ACCESSOR_LIB_DIR");
    println!("cargo:rerun-if-env-changed=GLTF_ACCESSOR_CJSON");
    println!("cargo:rerun-if-env-changed=PKG_CONFIG_PATH");
    let folder = env::var("GLTF_ACCESSOR_LIB_DIR").ok().or_else(from_pkg_config).unwrap_or_else(|| {
        panic!("libgltf_accessor.a not found: install gltf_accessor with its pkg-config file, or set GLTF_ACCESSOR_LIB_DIR to its folder")
    });
    println!("cargo:rustc-link-search=native={folder}");
    println!("cargo:rustc-link-lib=static=gltf_accessor");
    println!("cargo:rerun-if-changed={folder}/libgltf_accessor.a");
    match env::var("GLTF_ACCESSOR_CJSON").as_deref() {
        Ok("none") => {}
        Ok("static") => println!("cargo:rustc-link-lib=static=cjson"),
        _ => println!("cargo:rustc-link-lib=cjson"),
    }
}
