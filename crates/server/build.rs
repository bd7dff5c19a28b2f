//! Notices a browser client that was built or changed since this crate was compiled.

use std::fs;

fn main() {
    let dist = "../../web/dist";
    // Cargo takes a folder that is missing for one that has changed, and would compile this crate every time. Where
    // it cannot be made, it does just that, and nothing else is lost.
    let _ = fs::create_dir_all(dist);
    println!("cargo::rerun-if-changed={dist}");
}
