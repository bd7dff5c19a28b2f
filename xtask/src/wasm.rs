//! A compiler for WebAssembly: the one that is installed, or Debian's, downloaded once into a folder of our own. Nothing is
//! installed, and the system's packages stay as they are.

use crate::{
    cargo::{self, output, target},
    module::TARGET,
};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Debian's newest compiler, which it keeps for building browsers. It comes with the sources of the standard library, from
/// which cargo builds what is missing for WebAssembly.
const PACKAGES: [&str; 3] = ["rustc-web", "rust-web-src", "libstd-rust-web-dev"];
/// What these need to run and not every Debian has, by the beginnings of the names: the rest of a name is a version.
const NEEDED: [&str; 8] =
    ["libstd-rust-web-", "libllvm", "libz3-", "libxml2", "libicu", "libedit2", "libbsd0", "libmd0"];
/// The oldest compiler that the project takes.
const LEAST: (u32, u32) = (1, 89);

/// What compiles for WebAssembly.
pub(crate) enum Compiler {
    /// The one that compiles everything else.
    Installed,
    /// One in a folder of our own.
    Unpacked {
        /// What its packages hold.
        root: PathBuf,
        /// What links.
        linker: PathBuf,
    },
}

impl Compiler {
    /// Makes cargo use it.
    pub(crate) fn set(&self, cargo: &mut Command) {
        let Compiler::Unpacked { root, linker } = self else { return };
        cargo
            .arg("-Zbuild-std=std,panic_abort")
            .env("RUSTC", rustc(root))
            // The stable compiler builds the standard library only with this.
            .env("RUSTC_BOOTSTRAP", "1")
            .env("LD_LIBRARY_PATH", libraries(root))
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
    }
}

/// The compiler: the installed one if it knows WebAssembly, what was downloaded before, or a download.
pub(crate) fn compiler() -> Result<Compiler, String> {
    if is_installed() {
        return Ok(Compiler::Installed);
    }
    unpacked().map_err(|reason| {
        format!(
            "`rustup target add {TARGET}` gets what is missing. Debian's compiler does not help: {reason}"
        )
    })
}

fn is_installed() -> bool {
    let folder = ask_rustc(&["--print", "target-libdir", "--target", TARGET]);
    let files = folder.ok().and_then(|folder| fs::read_dir(folder).ok());
    files.is_some_and(|mut files| {
        files.any(|file| file.is_ok_and(|file| file.file_name().to_string_lossy().starts_with("libstd-")))
    })
}

fn unpacked() -> Result<Compiler, String> {
    let linker = linker()?;
    // Beside what cargo builds.
    let cache = target()?.join("wasm");
    let root = cache.join("root");
    if version(&root).is_none() {
        download(&cache)?;
    }
    match version(&root) {
        Some(found) if found >= LEAST => Ok(Compiler::Unpacked { root, linker }),
        Some((major, minor)) => Err(format!("it is {major}.{minor}, and {}.{} is needed.", LEAST.0, LEAST.1)),
        None => Err(format!("the one in {} does not run.", root.display())),
    }
}

/// The linker that comes with the installed compiler.
fn linker() -> Result<PathBuf, String> {
    let sysroot = ask_rustc(&["--print", "sysroot"])?;
    let host = ask_rustc(&["--print", "host-tuple"])?;
    let linker = PathBuf::from(sysroot).join("lib/rustlib").join(host).join("bin/rust-lld");
    if linker.is_file() { Ok(linker) } else { Err(format!("there is no linker {}.", linker.display())) }
}

fn ask_rustc(args: &[&str]) -> Result<String, String> {
    let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args(args).stderr(Stdio::null());
    output(rustc, "").map(|told| told.trim().to_owned())
}

fn rustc(root: &Path) -> PathBuf {
    root.join("usr/bin/rustc")
}

fn libraries(root: &Path) -> PathBuf {
    root.join("usr/lib/x86_64-linux-gnu")
}

fn version(root: &Path) -> Option<(u32, u32)> {
    let rustc = rustc(root);
    if !rustc.is_file() {
        return None;
    }
    let mut ask = Command::new(rustc);
    ask.arg("--version").env("LD_LIBRARY_PATH", libraries(root)).stderr(Stdio::null());
    parse(&output(ask, "").ok()?)
}

/// From `rustc 1.96.0 (…)`.
fn parse(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.strip_prefix("rustc ")?.split('.').map(|number| number.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

/// Gets the packages with an apt that has its own lists and cache, from the system's sources, and unpacks them.
fn download(cache: &Path) -> Result<(), String> {
    if env::consts::ARCH != "x86_64" || env::consts::OS != "linux" {
        return Err("it is downloaded for Linux on x86-64 only.".into());
    }
    let folder = cache.join("apt");
    for part in ["lists/partial", "archives/partial"] {
        fs::create_dir_all(folder.join(part)).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    eprintln!("Getting Debian's compiler for WebAssembly (140 MB, once), into {}.", cache.display());
    apt(&folder, &["update"])?;
    let mut wanted: Vec<String> = PACKAGES.map(String::from).to_vec();
    while !wanted.is_empty() {
        let names: Vec<&str> = wanted.iter().map(String::as_str).collect();
        apt(&folder, &[&["download"], &names[..]].concat())?;
        wanted = missing(&folder)?;
    }
    let partial = cache.join("partial");
    // What a broken attempt left.
    let _ = fs::remove_dir_all(&partial);
    for file in packages(&folder)? {
        let mut unpack = Command::new("dpkg-deb");
        unpack.arg("--extract").args([&file, &partial]);
        cargo::run(unpack)?;
    }
    let root = cache.join("root");
    let _ = fs::remove_dir_all(&root);
    // In one step, so that nobody who looks meanwhile finds half of it.
    fs::rename(&partial, &root).map_err(|error| format!("{}: {error}", root.display()))?;
    // Leftovers do no harm.
    let _ = fs::remove_dir_all(&folder);
    Ok(())
}

fn apt(folder: &Path, action: &[&str]) -> Result<(), String> {
    let mut get = Command::new("apt-get");
    for option in [
        format!("Dir::State::lists={}", folder.join("lists").display()),
        format!("Dir::Cache={}", folder.display()),
        "Acquire::Languages=none".into(),
        "Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false".into(),
        // The user that apt would download as cannot write here.
        "APT::Sandbox::User=root".into(),
    ] {
        get.args(["-o", &option]);
    }
    get.args(["--quiet", "--quiet"]).args(action).current_dir(folder).stdout(Stdio::null());
    cargo::run(get)
}

/// What the packages in a folder need and is not there yet.
fn missing(folder: &Path) -> Result<Vec<String>, String> {
    let files = packages(folder)?;
    let mut missing = Vec::new();
    for file in &files {
        let mut depends = Command::new("dpkg-deb");
        depends.arg("--field").arg(file).arg("Depends");
        for name in needed(&output(depends, "")?) {
            if !missing.contains(&name) && !files.iter().any(|file| is_package(file, &name)) {
                missing.push(name);
            }
        }
    }
    Ok(missing)
}

/// From a line of dependencies, the packages that must be unpacked, too.
fn needed(depends: &str) -> Vec<String> {
    let names = depends.split(',').filter_map(|one| one.split_whitespace().next());
    names.filter(|name| NEEDED.iter().any(|start| name.starts_with(start))).map(String::from).collect()
}

fn packages(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let files = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let files = files.filter_map(|file| Some(file.ok()?.path()));
    Ok(files.filter(|file| file.extension().is_some_and(|extension| extension == "deb")).collect())
}

/// Whether a file is the package of that name, as `name_version_architecture.deb`.
fn is_package(file: &Path, name: &str) -> bool {
    let file = file.file_name().unwrap_or_default().to_string_lossy();
    file.split_once('_').is_some_and(|(package, _)| package == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read() {
        assert_eq!(
            parse("rustc 1.96.0 (ac68faa20 2026-05-25) (built from a source tarball)\n"),
            Some((1, 96))
        );
        assert_eq!(parse("command not found"), None);
    }

    #[test]
    fn the_dependencies_of_a_compiler_are_found() {
        let depends = "libc6 (>= 2.36), libgcc-s1 (>= 3.0), libllvm22 (>= 1:22~++), libstd-rust-web-1.96 (= 1.96.0), gcc\n";
        assert_eq!(needed(depends), ["libllvm22", "libstd-rust-web-1.96"]);
        assert!(is_package(Path::new("/x/libllvm22_1%3a22.1.8-1_amd64.deb"), "libllvm22"));
        assert!(!is_package(Path::new("/x/libllvm22-dev_1_amd64.deb"), "libllvm22"));
    }
}
