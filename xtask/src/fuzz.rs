//! The long form of the fuzz tests.

use crate::{
    cargo::{self, built, cargo, executables, output, root, target},
    program::PLAY,
};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// What makes the compiler record which code an input reaches. All of it works on the stable compiler.
const COVERAGE: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
     -Cllvm-args=-sanitizer-coverage-trace-compares -Clink-dead-code -Ccodegen-units=1";

/// The longest input; the server reads no longer message.
const LONGEST: usize = 64 * 1024;

/// Fuzzes all targets, or the named ones, for as long as `--seconds` says, guided by the code that inputs reach. Where
/// libFuzzer cannot be built, and with `--unguided`, inputs are mutated by their outcome.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let unguided = args.iter().any(|arg| arg == "--unguided");
    let compiler = env::var("CXX").unwrap_or_else(|_| "c++".into());
    let compiles = Command::new(&compiler).arg("--version").output().is_ok_and(|told| told.status.success());
    if !unguided && compiles {
        return guided(&Wanted::read(args)?);
    }
    if !unguided {
        println!("!!! NOT GUIDED BY COVERAGE: libFuzzer needs a C++ compiler, and {compiler} does not run");
    }
    let [fuzz] = built(PLAY, [("fuzz", "fuzz")])?;
    let mut command = Command::new(fuzz);
    command.args(args.iter().filter(|arg| *arg != "--unguided"));
    cargo::run(command)
}

struct Wanted {
    targets: Vec<String>,
    seconds: u64,
    seed: Option<u64>,
}

impl Wanted {
    fn read(args: &[String]) -> Result<Wanted, String> {
        let mut wanted = Wanted { targets: Vec::new(), seconds: 60, seed: None };
        let known = targets()?;
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            let mut number = |name: &str| {
                let value = args.next().and_then(|value| value.parse().ok());
                value.ok_or_else(|| format!("{name} must be a whole number"))
            };
            match arg.as_str() {
                "--seconds" => wanted.seconds = number("--seconds")?,
                "--seed" => wanted.seed = Some(number("--seed")?),
                name if known.iter().any(|target| target == name) => wanted.targets.push(name.into()),
                name => return Err(format!("unknown target {name:?}; targets: {}", known.join(", "))),
            }
        }
        if wanted.targets.is_empty() {
            wanted.targets = known;
        }
        Ok(wanted)
    }
}

fn corpus() -> PathBuf {
    root().join("crates/fuzz/corpus")
}

/// Every target has a folder in the corpus.
fn targets() -> Result<Vec<String>, String> {
    let folders = fs::read_dir(corpus()).map_err(|error| format!("{}: {error}", corpus().display()))?;
    let mut names: Vec<_> =
        folders.filter_map(|folder| folder.ok()?.file_name().into_string().ok()).collect();
    names.sort();
    Ok(names)
}

fn guided(wanted: &Wanted) -> Result<(), String> {
    // Beside everything else: whatever is compiled with other flags would be compiled again afterwards.
    let folder = target()?.join("fuzz");
    let program = build(&folder)?;
    let failures = folder.join("failures");
    fs::create_dir_all(&failures).map_err(|error| error.to_string())?;
    for name in &wanted.targets {
        println!("   {name}: {} s", wanted.seconds);
        let found = folder.join("found").join(name);
        fs::create_dir_all(&found).map_err(|error| error.to_string())?;
        let mut command = Command::new(&program);
        command.env("ABOVEBOARD_FUZZ_TARGET", name);
        // New findings go into the first folder; mutation starts from both.
        command.arg(&found).arg(corpus().join(name));
        command.arg(format!("-max_total_time={}", wanted.seconds));
        command.arg(format!("-max_len={LONGEST}"));
        command.arg(format!("-artifact_prefix={}/{name}-", failures.display()));
        command.args(["-timeout=60", "-print_final_stats=1", "-verbosity=1"]);
        command.args(wanted.seed.map(|seed| format!("-seed={seed}")));
        cargo::run(command)
            .map_err(|error| format!("{error}\n{name}: the input is in {}", failures.display()))?;
    }
    Ok(())
}

/// Builds the fuzzer. With a target, so that programs that only run during the build record nothing.
fn build(folder: &Path) -> Result<PathBuf, String> {
    let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.arg("-vV");
    let told = output(rustc, "")?;
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.ok_or("rustc does not say what it compiles for")?;
    let mut build = cargo(&["build", "--package", "fuzz", "--bin", "guided", "--target", host]);
    build.args(["--message-format", "json-render-diagnostics", "--target-dir"]).arg(folder);
    build.env("RUSTFLAGS", COVERAGE);
    let messages = output(build, "")?;
    let program = executables(&messages).last();
    program.ok_or_else(|| "cargo built no fuzzer".into())
}
