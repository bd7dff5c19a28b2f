//! Where `nats-server` is, for the tests of a cluster. What this machine does not have is downloaded once, as one package,
//! into a folder of our own: nothing is installed, and the system's list of sources stays as it is.

use crate::cargo::{self, output, target};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Older ones let several appends through for one expected sequence of a replicated stream.
const LEAST: Version = Version(2, 10, 27);
/// The Debian suite whose package is new enough. It runs on older ones too: it needs nothing but the C library.
const SUITE: &str = "trixie";
/// The one package.
const PACKAGE: &str = "nats-server";

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Version(u32, u32, u32);

/// Prints where it is.
pub(crate) fn run() -> Result<(), String> {
    println!("{}", server()?.display());
    Ok(())
}

/// The program: what `NATS_SERVER` says, what the system has, what was downloaded before, or a download.
pub(crate) fn server() -> Result<PathBuf, String> {
    if let Some(path) = env::var_os("NATS_SERVER").map(PathBuf::from) {
        let found = version(&path).ok_or_else(|| format!("NATS_SERVER: {} does not run", path.display()))?;
        return if found >= LEAST {
            Ok(path)
        } else {
            Err(format!("NATS_SERVER: {} is too old", path.display()))
        };
    }
    let path = env::var_os("PATH").unwrap_or_default();
    // Services are in folders that not everybody looks through.
    let folders = env::split_paths(&path).chain(["/usr/sbin".into(), "/usr/local/sbin".into()]);
    let cached = cache()?.join(PACKAGE);
    let mut candidates = folders.map(|folder| folder.join(PACKAGE)).chain([cached.clone()]);
    if let Some(path) = candidates.find(|path| version(path).is_some_and(|found| found >= LEAST)) {
        return Ok(path);
    }
    let Version(major, minor, patch) = LEAST;
    download(&cached).map_err(|reason| {
        format!(
            "The tests of a cluster need nats-server {major}.{minor}.{patch} or newer: install it, or say where it is \
             with NATS_SERVER=<path>.\n{reason}"
        )
    })?;
    Ok(cached)
}

/// Beside what cargo builds, where the tests look too.
fn cache() -> Result<PathBuf, String> {
    Ok(target()?.join("nats"))
}

fn version(program: &Path) -> Option<Version> {
    if !program.is_file() {
        return None;
    }
    let told = Command::new(program).arg("--version").stderr(Stdio::null()).output().ok()?;
    parse(std::str::from_utf8(&told.stdout).ok()?)
}

/// From `nats-server: v2.10.27`, with or without what may follow.
fn parse(text: &str) -> Option<Version> {
    let (_, number) = text.trim().rsplit_once('v')?;
    let mut parts = number.splitn(3, '.').map(|part| {
        let digits = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
        part[..digits].parse().ok()
    });
    Some(Version(parts.next()??, parts.next()??, parts.next()??))
}

/// Gets the package with an apt that has its own sources, lists and cache, and takes the program out of it.
fn download(to: &Path) -> Result<(), String> {
    let folder = to.parent().ok_or("the cache has no folder")?;
    let mirror = mirror()?;
    // stderr, because stdout is the answer.
    eprintln!("Getting {PACKAGE} of Debian's {SUITE}, into {}.", folder.display());
    let apt = folder.join("apt");
    for part in ["lists/partial", "archives/partial"] {
        fs::create_dir_all(apt.join(part)).map_err(|error| format!("{}: {error}", apt.display()))?;
    }
    let sources = apt.join("sources.list");
    fs::write(&sources, format!("deb {mirror} {SUITE} main\n"))
        .map_err(|error| format!("{}: {error}", sources.display()))?;
    let options = [
        format!("Dir::Etc::sourcelist={}", sources.display()),
        "Dir::Etc::sourceparts=/dev/null".into(),
        format!("Dir::State::lists={}", apt.join("lists").display()),
        format!("Dir::Cache={}", apt.display()),
        "Acquire::Languages=none".into(),
        "Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false".into(),
        // The user that apt would download as cannot write here.
        "APT::Sandbox::User=root".into(),
    ];
    for action in [&["update"][..], &["download", PACKAGE]] {
        let mut get = Command::new("apt-get");
        for option in &options {
            get.args(["-o", option]);
        }
        get.args(["--quiet", "--quiet"]).args(action).current_dir(&apt).stdout(Stdio::null());
        cargo::run(get)?;
    }
    let package = fs::read_dir(&apt)
        .map_err(|error| error.to_string())?
        .filter_map(|file| Some(file.ok()?.path()))
        .find(|file| file.extension().is_some_and(|extension| extension == "deb"))
        .ok_or("apt-get downloaded no package")?;
    let mut unpack = Command::new("dpkg-deb");
    unpack.arg("--extract").args([&package, &apt.join("package")]);
    cargo::run(unpack)?;
    let program = apt.join("package/usr/sbin").join(PACKAGE);
    if version(&program).is_none_or(|found| found < LEAST) {
        return Err(format!("{} is not what is needed", package.display()));
    }
    // Renamed in one step, so that nobody who looks meanwhile finds half of it.
    fs::rename(&program, to).map_err(|error| format!("{}: {error}", to.display()))?;
    // Leftovers do no harm.
    let _ = fs::remove_dir_all(&apt);
    Ok(())
}

/// Where this system's own packages come from: wherever that is, the other suite is there too.
fn mirror() -> Result<String, String> {
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let codename = release.lines().find_map(|line| line.strip_prefix("VERSION_CODENAME="));
    let debian = release.lines().any(|line| line == "ID=debian");
    let codename = codename.filter(|_| debian).ok_or("It can be downloaded on Debian only.")?;
    let mut targets = Command::new("apt-get");
    targets.args(["indextargets", "--format", "$(REPO_URI) $(RELEASE) $(COMPONENT)", "Created-By: Packages"]);
    let told = output(targets, "")?;
    let mirror = told.lines().find_map(|line| {
        let mut words = line.split(' ');
        let (uri, release, component) = (words.next()?, words.next()?, words.next()?);
        (release == codename.trim_matches('"') && component == "main").then(|| uri.to_owned())
    });
    mirror.ok_or_else(|| "apt-get names no source of this system's own packages.".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_and_compared() {
        assert_eq!(parse("nats-server: v2.10.27\n"), Some(LEAST));
        assert_eq!(parse("nats-server: v2.11.0-RC.1"), Some(Version(2, 11, 0)));
        assert!(parse("nats-server: v2.9.10").unwrap() < LEAST);
        assert!(parse("nats-server: v2.10.9").unwrap() < LEAST);
        assert!(parse("nats-server: v3.0.0").unwrap() > LEAST);
        assert_eq!(parse("command not found"), None);
    }
}
