use std::{
    env,
    fmt::Display,
    io::Write,
    path::PathBuf,
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
    command
}

/// The binary `aboveboard`, built if need be.
pub(crate) fn aboveboard(profile: &str, args: &[&str]) -> Command {
    let mut command =
        cargo(&["run", "--quiet", "--profile", profile, "--package", "cli", "--bin", "aboveboard"]);
    command.arg("--").args(args);
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
pub(crate) fn games(profile: &str) -> Result<Vec<String>, String> {
    let list = output(aboveboard(profile, &["games"]), "")?;
    let titles = list.lines().filter(|line| !line.is_empty() && !line.starts_with(' '));
    Ok(titles.filter_map(|title| title.split_whitespace().next()).map(String::from).collect())
}

/// A command as somebody would type it.
fn shown(command: &Command) -> String {
    let args: Vec<_> = command.get_args().map(|arg| arg.to_string_lossy()).collect();
    format!("cargo {}", args.join(" "))
}
