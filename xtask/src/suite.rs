//! The Rust tests: built together, then several test programs at a time. Those of the server mostly wait, those of the
//! rules mostly compute.

use crate::{
    cargo::{self, TEST, cargo, output, root},
    lock::lock,
    stamp::Stamp,
};
use std::{
    env,
    num::NonZero,
    path::{Path, PathBuf},
    process::Command,
    sync::Mutex,
    thread,
    time::Instant,
};

/// Crates without a clock, a random source, a file or a thread, apart from the games: a test program of theirs that has
/// passed passes again.
const PURE: [&str; 6] = ["kernel", "bot", "catalog", "engine", "template", "testkit"];
/// Test programs at a time.
const LANES: usize = 2;
/// Tests at a time for each core and test program.
const TESTS_PER_CORE: usize = 4;

/// A program that runs tests.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Program {
    package: String,
    /// `it`, or the name of the library or binary whose unit tests it has.
    target: String,
    folder: PathBuf,
    path: PathBuf,
}

/// How the tests are run.
pub(crate) struct Suite {
    pub(crate) nats: Option<PathBuf>,
    /// Patterns of tests that are left out.
    pub(crate) skipped: &'static [&'static str],
    /// Whether to run what has passed and has not changed since.
    pub(crate) fresh: bool,
}

impl Suite {
    /// Builds all tests and runs them, then the examples of the documentation.
    pub(crate) fn run(&self) -> Result<(), String> {
        let mut build = cargo(&TEST);
        build.args(["--no-run", "--message-format", "json-render-diagnostics"]);
        let mut programs: Vec<Program> = programs(&output(build, "")?).collect();
        if programs.is_empty() {
            return Err("cargo built no tests".into());
        }
        // From the end of the list: the server's, which take longest, come first.
        programs.sort_by_key(|program| (!is_pure(program), program.package == "server"));
        let queue = Mutex::new(programs);
        let failed = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for _ in 0..LANES {
                scope.spawn(|| {
                    loop {
                        let next = lock(&queue).pop();
                        let Some(program) = next else { return };
                        if let Err(reason) = self.run_one(&program) {
                            lock(&failed).push(reason);
                        }
                    }
                });
            }
        });
        let failed = lock(&failed);
        if !failed.is_empty() {
            return Err(failed.join("\n"));
        }
        let mut examples = cargo(&TEST);
        examples.args(["--doc", "--quiet"]);
        let told = output(examples, "")?;
        println!("  {:20} {:>5} passed", "documentation", passed(&told));
        Ok(())
    }

    fn run_one(&self, program: &Program) -> Result<(), String> {
        let Program { package, target, folder, path } = program;
        let name = format!("{package}/{target}");
        let inputs = [path.clone(), folder.clone(), root().join("docs")];
        let stamp = Stamp::new(&format!("tests-{package}-{target}"), &inputs, self.skipped)?;
        if is_pure(program) && !self.fresh && stamp.has_passed() {
            println!("  {name:20}   unchanged since it passed");
            return Ok(());
        }
        let mut run = Command::new(path);
        run.current_dir(folder).env("CARGO_MANIFEST_DIR", folder);
        if let Some(nats) = &self.nats {
            run.env("NATS_SERVER", nats);
        }
        if env::var_os("RUST_TEST_THREADS").is_none() {
            let cores = thread::available_parallelism().map_or(1, NonZero::get);
            run.env("RUST_TEST_THREADS", (TESTS_PER_CORE * cores).to_string());
        }
        run.args(self.skipped.iter().flat_map(|pattern| ["--skip", pattern]));
        let began = Instant::now();
        let told = run.output().map_err(|error| format!("{name}: {error}"))?;
        let (out, err) = (String::from_utf8_lossy(&told.stdout), String::from_utf8_lossy(&told.stderr));
        let seconds = began.elapsed().as_secs_f32();
        if !told.status.success() {
            println!("{out}{err}  {name:20} FAILED after {seconds:.1} s");
            return Err(format!("tests of {name} failed: cargo test -p {package} --all-features"));
        }
        println!("  {name:20} {:>5} passed  {seconds:>6.1} s", passed(&out));
        stamp.passed()
    }
}

fn is_pure(program: &Program) -> bool {
    let game = program.folder.parent().is_some_and(|parent| parent.ends_with("crates/games"));
    game || PURE.contains(&program.package.as_str())
}

/// How many tests have passed, by what test programs say.
fn passed(told: &str) -> u32 {
    let results = told.lines().filter_map(|line| line.strip_prefix("test result: ok. "));
    results.filter_map(|rest| rest.split(' ').next()?.parse::<u32>().ok()).sum()
}

/// The test programs that a build made, from its messages in JSON.
fn programs(messages: &str) -> impl Iterator<Item = Program> {
    messages.lines().filter_map(|line| {
        let profile = line.split_once("\"profile\":{")?.1.split('}').next()?;
        let path = cargo::executables(line).next().filter(|_| profile.contains("\"test\":true"))?;
        let text = |from: &str, name: &str| {
            let value = from.split_once(&format!("\"{name}\":\""))?.1.split('"').next()?;
            Some(value.replace("\\\\", "\\"))
        };
        let manifest = PathBuf::from(text(line, "manifest_path")?);
        let folder = manifest.parent().map(Path::to_owned)?;
        Some(Program {
            package: folder.file_name()?.to_string_lossy().into_owned(),
            target: text(line.split_once("\"target\":{")?.1, "name")?,
            folder,
            path,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_programs_are_distinguished_from_other_artifacts() {
        let line = |test: bool| {
            format!(
                r#"{{"reason":"compiler-artifact","manifest_path":"/a/crates/kernel/Cargo.toml","target":{{"kind":["test"],"name":"it","test":true}},"profile":{{"opt_level":"2","test":{test}}},"executable":"/t/it-1"}}"#
            )
        };
        let found: Vec<_> = programs(&format!("{}\n{}\n{{}}\n", line(true), line(false))).collect();
        let expected = Program {
            package: "kernel".into(),
            target: "it".into(),
            folder: "/a/crates/kernel".into(),
            path: "/t/it-1".into(),
        };
        assert_eq!(found, [expected]);
    }

    #[test]
    fn every_game_is_pure() {
        let program = |package: &str, folder: &str| Program {
            package: package.into(),
            target: "it".into(),
            folder: folder.into(),
            path: "/t/it-1".into(),
        };
        assert!(is_pure(&program("war", "/a/crates/games/war")));
        assert!(is_pure(&program("kernel", "/a/crates/kernel")));
        assert!(!is_pure(&program("server", "/a/crates/server")));
    }

    #[test]
    fn results_are_added_up() {
        let told = "test result: ok. 3 passed; 0 failed\nnoise\ntest result: ok. 4 passed; 0 failed\n";
        assert_eq!(passed(told), 7);
        assert_eq!(passed("test result: FAILED. 3 passed; 1 failed"), 0);
    }
}
