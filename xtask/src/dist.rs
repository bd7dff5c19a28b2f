use crate::{
    cargo,
    client::{self, files, script},
    module::{self, Form},
    offline_page,
    program::{self, RELEASE},
    room,
    transcripts::{self, Recorder},
};
use std::{fs, path::Path};

/// What people are to get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Product {
    Program,
    OfflinePage,
}

/// Makes what people get: the program, or with `--offline-page` the page without a server.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    match choose(args)? {
        Product::Program => make_program(),
        Product::OfflinePage => make_offline_page(),
    }
}

fn choose(args: &[String]) -> Result<Product, String> {
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words[..] {
        [] => Ok(Product::Program),
        ["--offline-page"] => Ok(Product::OfflinePage),
        _ => {
            let known = words.first() == Some(&"--offline-page");
            let unknown = words[usize::from(known)];
            Err(format!(
                "cargo xtask dist does not know “{unknown}”; it takes nothing (the program) or --offline-page (the page \
                 without a server)"
            ))
        }
    }
}

/// One file with everything in it, started once to see that it works.
fn make_program() -> Result<(), String> {
    let module = module::build_if_changed(Form::Dist)?;
    client::build_if_changed()?;
    // What people wait for, against the budgets. The rules are held against theirs in this form only.
    cargo::run(script("tests/sizes.mjs"))?;
    compare(module.as_deref())?;
    let program = program::build(RELEASE)?;
    room::visit(&program)?;
    let bytes = fs::metadata(&program).map_err(|error| format!("{}: {error}", program.display()))?.len();
    println!("{} ({:.1} MB, with the client)", program.display(), bytes as f64 / 1e6);
    Ok(())
}

/// A folder for any web server.
fn make_offline_page() -> Result<(), String> {
    let folder = offline_page::build()?;
    compare(module::built().as_deref())?;
    let named = |error| format!("{}: {error}", folder.display());
    let all = files(&folder).map_err(named)?;
    let bytes: u64 = all.iter().filter_map(|file| Some(fs::metadata(file).ok()?.len())).sum();
    println!("{} ({} files, {:.1} MB)", folder.display(), all.len(), bytes as f64 / 1e6);
    println!("Copy it to any web server; docs/operating.md says what the host needs.");
    Ok(())
}

/// The gate compares the module that is built quickly; people get this one.
fn compare(module: Option<&Path>) -> Result<(), String> {
    match module {
        Some(module) => transcripts::compare(module, transcripts::SHORT, Recorder::Alone),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(args: &[&str]) -> Result<Product, String> {
        choose(&args.iter().map(|arg| String::from(*arg)).collect::<Vec<_>>())
    }

    #[test]
    fn the_program_or_the_page_without_a_server() {
        assert_eq!(chosen(&[]), Ok(Product::Program));
        assert_eq!(chosen(&["--offline-page"]), Ok(Product::OfflinePage));
    }

    #[test]
    fn an_unknown_option_is_refused_with_the_known_one() {
        for (args, unknown) in [
            (&["--offline"][..], "--offline"),
            (&["page"], "page"),
            (&["--offline-page", "--quick"], "--quick"),
            (&["--quick", "--offline-page"], "--quick"),
        ] {
            let reason = chosen(args).unwrap_err();
            assert!(
                reason.contains(&format!("“{unknown}”")) && reason.contains("--offline-page"),
                "{reason}"
            );
        }
    }
}
