//! One target under libFuzzer, which is guided by the code that inputs reach. `cargo xtask fuzz` builds and runs it.

#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
mod guided {
    use fuzz::{TARGETS, Target};
    use std::{env, sync::OnceLock};

    /// The target that `ABOVEBOARD_FUZZ_TARGET` names.
    fn target() -> &'static Target {
        static TARGET: OnceLock<Target> = OnceLock::new();
        TARGET.get_or_init(|| {
            let name = env::var("ABOVEBOARD_FUZZ_TARGET").unwrap_or_default();
            let found = TARGETS.into_iter().find(|target| target.name == name);
            found.unwrap_or_else(|| panic!("ABOVEBOARD_FUZZ_TARGET names no target: {name:?}"))
        })
    }

    libfuzzer_sys::fuzz_target!(|input: &[u8]| {
        (target().run)(input);
    });
}

#[cfg(not(fuzzing))]
fn main() -> std::process::ExitCode {
    eprintln!("this program records no coverage; use cargo xtask fuzz");
    std::process::ExitCode::from(2)
}
