//! The client's types, written from the Rust types they stand for.

use crate::{
    cargo::{self, cargo, root},
    client::files,
};
use std::{
    collections::BTreeMap,
    env, fs, io,
    path::{Path, PathBuf},
};

type Types = BTreeMap<PathBuf, Vec<u8>>;

/// Writes `web/src/gen`.
pub(crate) fn write() -> Result<(), String> {
    let types = generate()?;
    replace(&types).map_err(|error| format!("web/src/gen: {error}"))?;
    println!("web/src/gen: {} types", types.len());
    Ok(())
}

/// Whether `web/src/gen` is what the Rust types say.
pub(crate) fn check() -> Result<(), String> {
    let (types, there) = (generate()?, read(&folder()).unwrap_or_default());
    let mut differ: Vec<_> =
        types.keys().chain(there.keys()).filter(|name| types.get(*name) != there.get(*name)).collect();
    differ.dedup();
    if differ.is_empty() {
        println!("web/src/gen: {} types, as in Rust", types.len());
        return Ok(());
    }
    let names: Vec<_> = differ.iter().map(|name| name.display().to_string()).collect();
    Err(format!("web/src/gen is not what the Rust types say ({}): cargo xtask types", names.join(", ")))
}

/// What the kernel, the catalog, the protocol and every game have to say. A new game needs no word here.
fn generate() -> Result<Types, String> {
    let games =
        fs::read_dir(root().join("crates/games")).map_err(|error| format!("crates/games: {error}"))?;
    let games = games.filter_map(Result::ok).filter(|entry| entry.path().join("Cargo.toml").exists());
    let mut packages: Vec<_> = games.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    packages.extend(["catalog".into(), "kernel".into(), "server".into()]);
    packages.sort();

    let out = env::temp_dir().join(format!("aboveboard-types-{}", std::process::id()));
    let mut export = cargo(&["test", "--quiet", "--lib"]);
    for package in &packages {
        export.args(["--package", package, "--features", &format!("{package}/ts")]);
    }
    export.arg("export_bindings").env("TS_RS_EXPORT_DIR", &out);
    let types =
        cargo::run(export).and_then(|()| read(&out).map_err(|error| format!("{}: {error}", out.display())));
    // A temporary folder that stays does no harm.
    let _ = fs::remove_dir_all(&out);
    types.and_then(|types| if types.is_empty() { Err("no type was written".into()) } else { Ok(types) })
}

fn folder() -> PathBuf {
    root().join("web/src/gen")
}

fn read(folder: &Path) -> io::Result<Types> {
    let named = |path: PathBuf| {
        let bytes = fs::read(&path)?;
        Ok((path.strip_prefix(folder).unwrap_or(&path).to_owned(), bytes))
    };
    files(folder)?.into_iter().map(named).collect()
}

fn replace(types: &Types) -> io::Result<()> {
    if folder().exists() {
        fs::remove_dir_all(folder())?;
    }
    for (name, bytes) in types {
        let path = folder().join(name);
        fs::create_dir_all(path.parent().unwrap_or(&path))?;
        fs::write(path, bytes)?;
    }
    Ok(())
}
