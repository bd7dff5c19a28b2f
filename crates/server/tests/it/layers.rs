//! Which modules may use which. What everything rests on uses nothing above it, so the module graph has no cycle through the
//! log, the protocol or the cluster.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Modules of `crates/server`, each with the modules that it may use.
const SERVER: [(&str, &[&str]); 10] = [
    ("lock", &[]),
    ("retry", &[]),
    ("entropy", &[]),
    ("throttle", &["lock"]),
    ("clock", &["lock"]),
    ("log", &["lock", "retry", "throttle"]),
    ("cluster", &["lock", "log", "protocol", "retry"]),
    ("history", &["lock", "log", "protocol"]),
    ("limits", &["config", "lock", "log", "protocol", "turns"]),
    ("pool", &["lock", "log", "metrics", "protocol"]),
];

/// Modules of `crates/room`.
const ROOM: [(&str, &[&str]); 3] = [("entropy", &[]), ("protocol", &[]), ("node", &[])];

#[test]
fn the_log_and_the_protocol_use_no_module_above_them() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (module, allowed) in SERVER {
        check(&here.join("src"), module, allowed);
    }
    for (module, allowed) in ROOM {
        check(&here.join("../room/src"), module, allowed);
    }
}

fn check(src: &Path, module: &str, allowed: &[&str]) {
    let files = files_of(src, module);
    assert!(!files.is_empty(), "the module {module} is missing from {}", src.display());
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let mut used = modules_used(&text);
        // `super` in the module's own file is the crate.
        if file.parent() == Some(src) || file == src.join(module).join("mod.rs") {
            used.extend(modules_after(&text, "use super::"));
        }
        used.retain(|other| other != module && !allowed.contains(&other.as_str()));
        assert!(used.is_empty(), "{} may not use {used:?}: {module} is below them", file.display());
    }
}

/// The files of a module: `name.rs`, and everything in the folder `name`.
fn files_of(src: &Path, module: &str) -> Vec<PathBuf> {
    let (file, folder) = (src.join(format!("{module}.rs")), src.join(module));
    let mut files: Vec<PathBuf> = file.is_file().then_some(file).into_iter().collect();
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()) {
            if path.is_dir() { &mut folders } else { &mut files }.push(path);
        }
    }
    files
}

/// The modules of its own crate that a source file names.
fn modules_used(text: &str) -> BTreeSet<String> {
    // Macros say `$crate`.
    let mut used = modules_after(text, "$crate::");
    used.extend(modules_after(&text.replace("$crate::", ""), "crate::"));
    used
}

/// The first part of every path that follows `prefix`, also in braces.
fn modules_after(text: &str, prefix: &str) -> BTreeSet<String> {
    let code: String =
        text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut used = BTreeSet::new();
    for (at, _) in code.match_indices(prefix) {
        let path = &code[at + prefix.len()..];
        match path.strip_prefix('{') {
            Some(group) => used.extend(first_parts(group)),
            None => used.extend(first_part(path)),
        }
    }
    used
}

/// The names in the outer level of a group of imports.
fn first_parts(group: &str) -> Vec<String> {
    let (mut depth, mut parts, mut from) = (0_usize, Vec::new(), 0);
    for (at, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                parts.extend(first_part(&group[from..at]));
                from = at + 1;
                if letter == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    parts
}

fn first_part(path: &str) -> Option<String> {
    let name: String = path.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    (!name.is_empty()).then_some(name)
}

#[test]
fn every_way_to_name_a_module_is_found() {
    let text = "use crate::{\n    log::{A, B},\n    room::C,\n};\nuse crate::shared::Shared;\n\
                // use crate::comment;\nlet x = crate::http::names();\n$crate::throttle::Throttle";
    let found: Vec<String> = modules_used(text).into_iter().collect();
    assert_eq!(found, ["http", "log", "room", "shared", "throttle"]);
}
