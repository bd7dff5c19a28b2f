use std::{
    env,
    ffi::OsStr,
    fmt::Display,
    io::Write,
    iter,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
};

/// The root of the repository. Cargo says at run time where we are: two checkouts may share what is built.
pub(crate) fn root() -> PathBuf {
    let here = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    PathBuf::from(here).join("..")
}

/// The cargo that runs us, at the root of the repository. It knows its target directory, whatever says so.
pub(crate) fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(root());
    // On a machine that builds once, what the next build could reuse only costs time.
    if env::var_os("CI").is_some() {
        command.env("CARGO_INCREMENTAL", "0");
    }
    command
}

/// The one build that all tests share. With all features, so that nothing is compiled once more for a few of them.
pub(crate) const TEST: [&str; 3] = ["test", "--workspace", "--all-features"];

/// The binary `aboveboard`, at the root of the repository.
pub(crate) fn aboveboard(program: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args).current_dir(root());
    command
}

/// Runs a command; `Err` says why it failed.
pub(crate) fn run(mut command: Command) -> Result<(), String> {
    let failed = |reason: &dyn Display, command: &Command| Err(format!("{reason}: {}", shown(command)));
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => failed(&status, &command),
        Err(error) => failed(&error, &command),
    }
}

/// Runs a command in our place where the system can do that: then Ctrl+C reaches it alone, and it can take its time
/// to stop.
pub(crate) fn instead(mut command: Command) -> Result<(), String> {
    #[cfg(unix)]
    {
        // It comes back only if it failed.
        let error = std::os::unix::process::CommandExt::exec(&mut command);
        Err(format!("{error}: {}", shown(&command)))
    }
    #[cfg(not(unix))]
    run(command)
}

/// Runs a command with something to read, and returns what it writes.
pub(crate) fn output(mut command: Command, input: &str) -> Result<String, String> {
    let name = shown(&command);
    let failed = |reason: &dyn Display| format!("{reason}: {name}");
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(|error| failed(&error))?;
    let (stdin, input) = (child.stdin.take(), input.to_owned());
    // In a thread: a child that answers before it has read everything must not wait for us.
    let writer = thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().map_err(|error| failed(&error))?;
    // A child that ended early has a reason of its own, and it comes next.
    let _ = writer.join();
    if !output.status.success() {
        return Err(failed(&output.status));
    }
    String::from_utf8(output.stdout).map_err(|error| failed(&error))
}

/// The names of all games.
pub(crate) fn games(program: &Path) -> Result<Vec<String>, String> {
    let list = output(aboveboard(program, &["games"]), "")?;
    let titles = list.lines().filter(|line| !line.is_empty() && !line.starts_with(' '));
    Ok(titles.filter_map(|title| title.split_whitespace().next()).map(String::from).collect())
}

/// Where binaries of packages are, built if need be: together, so that what they share is built once.
pub(crate) fn built<const N: usize>(
    profile: &str,
    programs: [(&str, &str); N],
) -> Result<[PathBuf; N], String> {
    let mut build = cargo(&["build", "--profile", profile, "--message-format", "json-render-diagnostics"]);
    for (package, binary) in programs {
        build.args(["--package", package, "--bin", binary]);
    }
    let messages = output(build, "")?;
    let paths: Vec<PathBuf> = executables(&messages).collect();
    let mut found = programs.map(|_| PathBuf::new());
    for (place, (_, binary)) in found.iter_mut().zip(programs) {
        let path = paths.iter().find(|path| path.file_stem().is_some_and(|name| name == binary));
        path.ok_or_else(|| format!("cargo built no {binary}"))?.clone_into(place);
    }
    Ok(found)
}

/// The programs that a build made, from its messages in JSON. In the order in which they were built.
pub(crate) fn executables(messages: &str) -> impl Iterator<Item = PathBuf> {
    let paths = messages.lines().filter_map(|line| line.split_once("\"executable\":\"")?.1.split('"').next());
    paths.map(|path| path.replace("\\\\", "\\").into())
}

/// Where cargo puts what it builds.
pub(crate) fn target() -> Result<PathBuf, String> {
    let metadata = output(cargo(&["metadata", "--no-deps", "--format-version", "1"]), "")?;
    let target = metadata.split_once("\"target_directory\":\"").and_then(|(_, rest)| rest.split('"').next());
    let target = target.ok_or("cargo does not say where it builds")?;
    Ok(target.replace("\\\\", "\\").into())
}

/// A command as somebody would type it.
fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_stem().unwrap_or_default();
    let words = iter::once(program).chain(command.get_args()).map(OsStr::to_string_lossy);
    words.collect::<Vec<_>>().join(" ")
}
