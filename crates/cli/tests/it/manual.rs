//! The commands in the documents: each is one that the program takes.

use clap::Parser;
use std::{fs, path::Path};

const PAGES: [&str; 6] = [
    "docs/install.md",
    "docs/operating.md",
    "docs/analysis.md",
    "docs/bots.md",
    "docs/results.md",
    "docs/making-a-deck.md",
];

/// The commands in the code blocks of a page. What comes after two blanks explains it.
fn commands(page: &str) -> Vec<String> {
    let blocks = page.split("\n```").skip(1).step_by(2);
    let joined = blocks
        .map(|block| block.split("\\\n").map(str::trim).collect::<Vec<_>>().join(" "))
        .collect::<Vec<_>>()
        .join("\n");
    let lines = joined.lines().map(|line| line.trim().trim_start_matches("sudo "));
    let ours = lines.filter(|line| line.starts_with("aboveboard "));
    ours.map(|line| {
        line.split("   ").next().unwrap_or_default().split(" # ").next().unwrap_or_default().to_owned()
    })
    .collect()
}

/// The words of a command, as a shell reads them.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in command.split(['"', '\'']).enumerate() {
        match index % 2 {
            0 => words.extend(part.split_whitespace().map(String::from)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

#[test]
fn every_command_on_the_pages_is_one() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut checked = 0;
    for page in PAGES {
        let text = fs::read_to_string(root.join(page)).unwrap();
        for command in commands(&text) {
            let given = words(
                &command
                    .replace("NAME.TAILNET", "cards")
                    .replace(" SEAT", " 1")
                    .replace(" PROFILE", " 203.0.113.7"),
            );
            if let Err(error) = cli::Args::try_parse_from(given) {
                panic!("{page}: {command}\n{error}");
            }
            checked += 1;
        }
    }
    assert!(checked > 35, "only {checked} commands were found");
}

#[test]
fn files_that_pages_name_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for page in PAGES.into_iter().chain(["README.md", "docs/people.md"]) {
        let path = root.join(page);
        let text = fs::read_to_string(&path).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
            let is_file = !link.is_empty() && !link.contains(':');
            assert!(!is_file || path.parent().unwrap().join(link).exists(), "{page}: {link}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_unit_is_one_that_systemd_takes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let unit = fs::read_to_string(root.join("deploy/aboveboard.service")).unwrap();
    let command = unit.lines().find_map(|line| line.strip_prefix("ExecStart=/usr/local/bin/")).unwrap();
    cli::Args::try_parse_from(words(command)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("aboveboard.service");
    fs::write(&copy, unit.replace("/usr/local/bin/aboveboard", env!("CARGO_BIN_EXE_aboveboard"))).unwrap();
    let Ok(verified) = std::process::Command::new("systemd-analyze").arg("verify").arg(&copy).output() else {
        println!("systemd-analyze is not installed: the unit was only read");
        return;
    };
    let said = String::from_utf8_lossy(&verified.stderr).into_owned();
    assert!(verified.status.success() && !said.contains("aboveboard.service"), "{said}");
}
