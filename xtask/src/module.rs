//! The rules as a WebAssembly module for the browser client (`crates/browser`), in `web/module`, where the client's build
//! picks it up. Without a compiler for it everything else is built as usual, and the client says what it cannot do.

use crate::{
    cargo::{self, cargo, root, target},
    client::{self, files},
    wasm::{self, Compiler},
};
use std::{
    env, fs,
    hash::{DefaultHasher, Hash, Hasher},
    io,
    path::{Path, PathBuf},
    time::Instant,
};

/// What cargo compiles for.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";
/// Set to `none`, it leaves the module out.
const SWITCH: &str = "ABOVEBOARD_MODULE";

/// Everything that the module follows from, apart from its compiler.
const SOURCES: [&str; 9] = [
    "Cargo.toml",
    "Cargo.lock",
    "crates/kernel",
    "crates/bot",
    "crates/games",
    "crates/catalog",
    "crates/room",
    "crates/engine",
    "crates/browser",
];

/// How the module is built. Both say the same; one is built faster, the other is smaller and runs faster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// For this machine and for the gate.
    Quick,
    /// For people.
    Dist,
}

impl Form {
    /// The profile in `Cargo.toml`.
    fn profile(self) -> &'static str {
        match self {
            Form::Quick => "module-quick",
            Form::Dist => "module",
        }
    }
}

/// Builds the module in its form for people, and says where it is.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let form = match words[..] {
        [] => Form::Dist,
        ["--quick"] => Form::Quick,
        _ => return Err("cargo xtask module [--quick]".into()),
    };
    match build_if_changed(form)? {
        Some(module) => println!("{}", module.display()),
        None => return Err("There is no module.".into()),
    }
    Ok(())
}

/// Builds the module if it is not built, or not from what is there now. Nothing if it cannot be built here: that is said, and
/// a module of other sources is removed.
pub(crate) fn build_if_changed(form: Form) -> Result<Option<PathBuf>, String> {
    let module = module();
    if is_switched_off() {
        println!("The client is built without the rules ({SWITCH}=none).");
        return client::remove(&module).map(|()| None);
    }
    let now = current()?;
    if is_built(form, &now) {
        return Ok(Some(module));
    }
    let compiler = match wasm::compiler() {
        Ok(compiler) => compiler,
        Err(reason) => {
            println!(
                "WITHOUT THE RULES IN THE BROWSER: the client cannot check games completely or play without a server.\n\
                 {reason}"
            );
            return client::remove(&module).map(|()| None);
        }
    };
    build(form, &compiler, &module)?;
    fs::write(stamp(), stamp_text(form, &now)).map_err(|error| format!("{}: {error}", stamp().display()))?;
    Ok(Some(module))
}

/// Whether a module is wanted here, and is not built from what is there now. Removes a module of other sources: a page must
/// not judge games by rules that the program does not play by.
pub(crate) fn is_due() -> Result<bool, String> {
    if is_switched_off() {
        return client::remove(&module()).map(|()| false);
    }
    if is_built(Form::Quick, &current()?) {
        return Ok(false);
    }
    client::remove(&module()).map(|()| true)
}

fn is_switched_off() -> bool {
    env::var_os(SWITCH).is_some_and(|value| value == "none")
}

/// Whether the module is there, in this form and from these sources. The form for people will do wherever the other would.
fn is_built(form: Form, fingerprint: &str) -> bool {
    let stamped = fs::read_to_string(stamp()).unwrap_or_default();
    module().is_file() && [form, Form::Dist].iter().any(|form| stamped == stamp_text(*form, fingerprint))
}

fn current() -> Result<String, String> {
    fingerprint().map_err(|error| format!("the sources of the module cannot be read: {error}"))
}

/// Where the module is, if it is built.
pub(crate) fn built() -> Option<PathBuf> {
    Some(module()).filter(|module| module.is_file())
}

fn build(form: Form, compiler: &Compiler, to: &Path) -> Result<(), String> {
    let (profile, began) = (form.profile(), Instant::now());
    println!("Building the rules for the browser.");
    // Beside what is built for this machine: neither makes the other out of date.
    let folder = target()?.join("module");
    let mut command =
        cargo(&["build", "--package", "browser", "--lib", "--target", TARGET, "--profile", profile]);
    command.env("CARGO_TARGET_DIR", &folder);
    compiler.set(&mut command);
    cargo::run(command)?;
    let made = folder.join(TARGET).join(profile).join("browser.wasm");
    let named = |error: io::Error| format!("{}: {error}", to.display());
    fs::create_dir_all(to.parent().unwrap_or(to)).map_err(named)?;
    // In one step, so that nobody who looks meanwhile finds half of it.
    let partial = to.with_extension("partial");
    fs::copy(&made, &partial).map_err(|error| format!("{}: {error}", made.display()))?;
    fs::rename(&partial, to).map_err(named)?;
    let bytes = fs::metadata(to).map_err(named)?.len();
    println!(
        "The rules for the browser: {:.2} MB as they are, in {:.0} s.",
        bytes as f64 / 1e6,
        began.elapsed().as_secs_f64()
    );
    Ok(())
}

/// Where the client's build looks for it.
pub(crate) fn module() -> PathBuf {
    root().join("web/module/aboveboard.wasm")
}

/// Says from what the module was built, and how.
fn stamp() -> PathBuf {
    module().with_file_name(".built")
}

fn stamp_text(form: Form, fingerprint: &str) -> String {
    format!("{} {fingerprint}\n", form.profile())
}

/// Of the sources: tests do not change the module.
fn fingerprint() -> io::Result<String> {
    let (root, mut hasher) = (root(), DefaultHasher::new());
    for source in SOURCES {
        for file in files(&root.join(source))? {
            let inside = file.strip_prefix(&root).unwrap_or(&file);
            if inside.iter().any(|part| part == "tests" || part == "examples") {
                continue;
            }
            inside.hash(&mut hasher);
            fs::read(&file)?.hash(&mut hasher);
        }
    }
    Ok(format!("{:016x}", hasher.finish()))
}
