//! Whatever a page sends: exactly one answer, and never a panic, which would be a trap.

use crate::{checking::with_bots, conversation::golden};
use browser::Module;
use kernel::{Rng, below};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};

/// The answer, which is one object with an id and either of two others; whether it is an error.
fn is_error(module: &mut Module, line: &[u8]) -> bool {
    let answer: Value = serde_json::from_str(&module.answer(line)).unwrap();
    let fields = answer.as_object().unwrap();
    assert!(fields.len() == 2 && fields.contains_key("id"), "{answer}");
    match fields.get("error") {
        Some(error) => {
            assert!(
                error["code"].as_str().is_some_and(|code| !code.is_empty() && code != "internal"),
                "{answer}"
            );
            true
        }
        None => {
            assert!(fields["ok"].is_object(), "{answer}");
            false
        }
    }
}

#[test]
fn requests_that_cannot_be_read() {
    let mut module = Module::default();
    let long = vec![b' '; browser::LARGEST_REQUEST + 1];
    for line in [&b""[..], b"\xff", b"[]", b"{}", br#"{"cmd":7}"#, br#"{"cmd":"verify"}"#, &long] {
        assert!(is_error(&mut module, line));
    }
    for request in [
        json!({"cmd": "hello", "more": 1}),
        json!({"cmd": "verify", "file": 7}),
        json!({"cmd": "verify", "file": "", "own": [0, "zz"]}),
        json!({"cmd": "verify", "file": "", "witnesses": "x"}),
        json!({"cmd": "step", "job": -1}),
        json!({"cmd": "step", "job": 1, "count": 0}),
        json!({"cmd": "replay", "file": golden("dutch"), "viewer": 255}),
        json!({"cmd": "analyse", "file": golden("dutch"), "seat": 255}),
        // Longer than the engine takes, though not than the module does.
        json!({"cmd": "open", "game": "x".repeat(70_000)}),
    ] {
        assert!(is_error(&mut module, request.to_string().as_bytes()), "{request}");
    }
}

/// Files with a byte, a number or a line changed. They are read as text, so every change is one of characters.
#[test]
fn files_that_were_tampered_with() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (_, with_bots) = with_bots();
    let files = [golden("casino"), golden("dutch"), golden("roost"), with_bots.to_text()];
    let mut module = Module::default();
    let mut errors = 0;
    for round in 0..400 {
        let mut bytes = files[round % files.len()].clone().into_bytes();
        for _ in 0..=below(2, &mut rng) {
            let at = below(bytes.len() as u32, &mut rng) as usize;
            match below(4, &mut rng) {
                0 => bytes[at] = *b"0123456789\"{}[],:-".get(below(18, &mut rng) as usize).unwrap_or(&b'0'),
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, b'0' + (rng.next_u32() % 10) as u8),
                _ => {
                    let end = (at + below(400, &mut rng) as usize).min(bytes.len());
                    bytes.drain(at..end);
                }
            }
        }
        let file = String::from_utf8_lossy(&bytes).into_owned();
        for request in [
            json!({"cmd": "verify", "file": file}),
            json!({"cmd": "replay", "file": file, "viewer": 0}),
            json!({"cmd": "verify_bots", "file": file}),
        ] {
            errors += u32::from(is_error(&mut module, request.to_string().as_bytes()));
        }
        let begun: Value = serde_json::from_str(
            &module.answer(json!({"cmd": "analyse", "file": file}).to_string().as_bytes()),
        )
        .unwrap();
        if let Some(job) = begun["ok"]["job"].as_u64() {
            is_error(&mut module, json!({"cmd": "drop", "job": job}).to_string().as_bytes());
        }
    }
    assert!(errors > 100, "{errors}");
}
