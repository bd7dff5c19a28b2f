//! The client's types are the Rust types: `web/src/gen` is written from them. `cargo xtask types` writes it again.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};
use ts_rs::Config;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/gen");

#[test]
fn the_client_has_the_types_of_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config::new().with_out_dir(folder.path());
    server::export_types(&config).unwrap();
    let games = catalog::export_types(&config).unwrap();
    let listed: Vec<_> = catalog::ALL.iter().map(|entry| entry.name).collect();
    assert_eq!(games, listed, "catalog::export_types names every game of the catalog");

    let written = read(folder.path()).unwrap();
    assert!(written.len() > 200, "{} types", written.len());
    if std::env::var_os("UPDATE_TYPES").is_some() {
        replace(&written).unwrap();
        return;
    }
    let there = read(Path::new(FOLDER)).unwrap_or_default();
    let names = written.keys().chain(there.keys());
    let mut differ: Vec<_> = names.filter(|name| written.get(*name) != there.get(*name)).collect();
    differ.sort();
    differ.dedup();
    assert!(
        differ.is_empty(),
        "web/src/gen differs from the Rust types; run `cargo xtask types`: {differ:?}"
    );
}

type Types = BTreeMap<PathBuf, Vec<u8>>;

fn read(folder: &Path) -> io::Result<Types> {
    let mut types = Types::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                types.insert(path.strip_prefix(folder).unwrap().to_owned(), fs::read(&path)?);
            }
        }
    }
    Ok(types)
}

fn replace(types: &Types) -> io::Result<()> {
    if Path::new(FOLDER).exists() {
        fs::remove_dir_all(FOLDER)?;
    }
    for (name, bytes) in types {
        let path = Path::new(FOLDER).join(name);
        fs::create_dir_all(path.parent().unwrap_or(&path))?;
        fs::write(path, bytes)?;
    }
    Ok(())
}
