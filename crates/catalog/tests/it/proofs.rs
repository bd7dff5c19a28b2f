//! Proofs of whole games, and what becomes of them when somebody changes something.

use catalog::{
    ALL, HouseRules,
    proof::{Proof, Report, Scribe, Seal, Step, simulate, verify},
};
use kernel::{DealKey, Digits, Drawn, Luck, Seat, Viewer, promise};

fn proof_of(game: &str, rules: &HouseRules, seed: u64) -> Proof {
    let entry = catalog::find(game).unwrap();
    simulate(entry, rules, &entry.start_by(rules, None), seed).unwrap().1
}

/// What does not fit.
fn faults(report: &Report) -> Vec<&str> {
    report.faults().map(|check| check.what).collect()
}

#[test]
fn whole_games_of_every_game_with_every_preset_are_proved() {
    for entry in ALL {
        for preset in entry.presets() {
            let text = proof_of(entry.name, &HouseRules::preset(preset.name), 3).to_text();
            let report = verify(text.as_bytes());
            assert!(report.is_proved(), "{} {}:\n{report}", entry.name, preset.name);
            assert_eq!(Proof::read(&text).unwrap().to_text(), text, "one game has one file");
        }
    }
}

#[test]
fn a_simulated_game_is_the_same_every_time_and_another_with_every_seed() {
    let text = |seed| proof_of("euchre", &HouseRules::default(), seed).to_text();
    assert_eq!(text(1), text(1));
    assert_ne!(text(1), text(2));
}

/// The first entries of a game that was given up: small enough to be changed everywhere.
fn given_up() -> Proof {
    let mut proof = proof_of("euchre", &HouseRules::default(), 1);
    proof.log.truncate(4);
    proof.outcome = None;
    assert!(verify(proof.to_text().as_bytes()).is_proved());
    proof
}

#[test]
fn where_nobody_added_anything_the_report_claims_no_more_than_it_knows() {
    let last = |report: &Report| report.to_string().lines().last().unwrap().to_owned();
    let entry = catalog::find("euchre").unwrap();
    let seal = Seal::new("ALONE", 1, 1, [9; 32], &[]);
    let key = seal.key();
    let players = ["Ann", "Bea", "Cal", "Dot"].map(Into::into).to_vec();
    let mut scribe = Scribe::new(entry, &HouseRules::default(), &entry.start(None), players, seal).unwrap();
    let mut drawn = 0..;
    scribe.happened(1, &[], &mut |luck| Some(key.answer(drawn.next()?, luck))).unwrap();
    let report = verify(scribe.finish().to_text().as_bytes());
    assert!(report.is_proved(), "{report}");
    assert!(last(&report).contains("changed nothing after its promise"), "{report}");
    assert!(report.checks.iter().any(|check| check.text.contains("the server's alone")), "{report}");
    assert!(last(&verify(given_up().to_text().as_bytes())).contains("nobody chose these cards"));
}

#[test]
fn one_bit_changed_anywhere_is_found() {
    let text = given_up().to_text();
    for at in 0..text.len() {
        for bit in 0..8 {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1 << bit;
            let report = verify(&bytes);
            assert!(!report.is_proved(), "bit {bit} of byte {at}");
            assert!(report.faults().all(|check| !check.text.is_empty()));
        }
    }
    for at in 0..text.len() {
        assert!(!verify(&text.as_bytes()[..at]).is_proved(), "cut at {at}");
    }
    assert!(!verify(format!("{text}\n").as_bytes()).is_proved());
    assert!(!verify(format!(" {text}").as_bytes()).is_proved());
}

/// Somebody who changes a file and makes its digest anew.
fn forged(change: impl FnOnce(&mut Proof)) -> Report {
    let mut proof = proof_of("euchre", &HouseRules::default(), 1);
    change(&mut proof);
    verify(proof.to_text().as_bytes())
}

fn first_act(proof: &mut Proof) -> &mut Step {
    proof.log.iter_mut().flat_map(|h| &mut h.steps).find(|step| matches!(step, Step::Act(..))).unwrap()
}

fn first_drawn(proof: &mut Proof) -> &mut Drawn {
    let chances = proof.log.iter_mut().flat_map(|h| &mut h.steps);
    let mut drawn = chances.filter_map(|step| match step {
        Step::Chance { drawn: drawn @ Drawn::Shuffle(_), .. } => Some(drawn),
        _ => None,
    });
    drawn.next().unwrap()
}

/// Changes, what does not fit then, and a word of what is said about it.
type Forgery = (&'static str, fn(&mut Proof), &'static [&'static str], &'static str);

#[test]
fn a_forger_who_makes_the_digest_anew_is_told_what_does_not_fit() {
    let rest: &[&str] = &["inputs", "shown", "result"];
    let forgeries: [Forgery; 19] = [
        ("game", |p| p.game = "eights".into(), rest, "cannot be opened"),
        ("game", |p| p.game = "poker".into(), rest, "cannot be opened"),
        ("start.rules", |p| p.start.rules = 99, rest, "rules version 99"),
        ("start.seats", |p| p.start.seats = 5, &["form", "inputs", "shown", "result"], "4 players for 5"),
        ("options", |p| p.options = raw(r#"{"target":5}"#), rest, "own form"),
        ("players", |p| _ = p.players.pop(), &["form"], "3 players"),
        ("seal.table", |p| p.seal.table = "ELSE".into(), &["luck"], "the key gives"),
        ("seal.table", |p| p.seal.table = "A\n1".into(), &["form", "luck"], "capital letters"),
        ("seal.game", |p| p.seal.game = 2, &["luck"], "the key gives"),
        ("seal.attempt", |p| p.seal.attempt = 0, &["form"], "count from 1"),
        (
            "seal.commitment",
            |p| p.seal.commitment.0[0] ^= 1,
            &["commitment"],
            "not the one that was promised",
        ),
        ("seal.secret", |p| p.seal.secret.0[31] ^= 1, &["commitment", "luck"], "the key gives"),
        ("seal.added.bytes", |p| p.seal.added[1].bytes.0[0] ^= 1, &["added", "luck"], "bytes of seat 1"),
        ("seal.added.promise", |p| p.seal.added[1].promise.0[0] ^= 1, &["added"], "bytes of seat 1"),
        ("seal.added.seat", |p| p.seal.added[3].seat = Seat(4), &["added", "luck"], "seat 4"),
        ("seal.added", |p| p.seal.added.swap(0, 1), &["added", "luck"], "not in their order"),
        ("log.version", |p| p.log[1].version = 9999, &["form"], "do not grow"),
        ("log.shown", |p| p.log[2].shown[3] = "0123456789abcdef".into(), &["shown"], "seat 3 was shown"),
        ("outcome", |p| p.outcome = None, &["result"], "the game is over"),
    ];
    for (field, change, found, says) in forgeries {
        let report = forged(change);
        assert_eq!(faults(&report), found, "{field}:\n{report}");
        assert!(report.faults().any(|check| check.text.contains(says)), "{field} {says}:\n{report}");
    }
}

fn raw(json: &str) -> catalog::Json {
    serde_json::from_str(json).unwrap()
}

#[test]
fn a_forger_cannot_change_what_was_dealt_or_played() {
    // Two cards change places, as a dealer would like it who knows the rest.
    let report = forged(|proof| match first_drawn(proof) {
        Drawn::Shuffle(order) => order.swap(0, 23),
        Drawn::Roll(_) => unreachable!(),
    });
    assert_eq!(faults(&report)[0], "luck", "{report}");

    let report = forged(|proof| {
        let Step::Act(seat, _) = first_act(proof) else { unreachable!() };
        *seat = Seat((seat.0 + 1) % 4);
    });
    assert_eq!(faults(&report), ["inputs", "shown", "result"], "{report}");
    assert!(report.faults().next().unwrap().text.contains("may not do that"), "{report}");

    // Something is left out, something happens twice, somebody ends the game early.
    let played = |proof: &Proof| proof.log.iter().position(|h| matches!(h.steps[0], Step::Act(..))).unwrap();
    let report = forged(|proof| {
        let at = played(proof);
        proof.log.remove(at);
    });
    assert!(!report.is_proved());
    let report = forged(|proof| {
        let at = played(proof);
        let twice = proof.log[at].steps.clone();
        proof.log[at].steps.extend(twice);
    });
    assert!(!report.is_proved());
    let report = forged(|proof| _ = proof.log.pop());
    assert_eq!(faults(&report), ["result"], "{report}");
    assert!(report.faults().next().unwrap().text.contains("not over"), "{report}");

    let report = forged(|proof| {
        let outcome = proof.outcome.as_mut().unwrap();
        outcome.points.iter_mut().for_each(|(_, points)| *points += 1);
    });
    assert_eq!(faults(&report), ["result"], "{report}");
}

#[test]
fn an_operator_who_knows_what_was_added_finds_no_secret_that_was_promised() {
    // The operator wants seat 0 to deal itself the card 0 first, and looks for a secret that does it. There are
    // plenty; but the promise was made before anybody showed anything, and none of them fits it.
    let honest = proof_of("euchre", &HouseRules::default(), 1);
    let added: Vec<_> = honest.seal.added.iter().map(|added| (added.seat, added.bytes.0)).collect();
    let wished = |secret: &[u8; 32]| {
        let key = DealKey::sealed(secret, &honest.seal.table, honest.seal.game, &added);
        key.answer(1, Luck::Shuffle(24)).order()[0] == 0
    };
    let secrets = (0..1000_u32).map(|n| promise(&std::array::from_fn(|i| (n >> (8 * (i % 4))) as u8)));
    let liked: Vec<_> = secrets.filter(wished).collect();
    assert!(liked.len() > 10, "who may choose last chooses the deal");
    for secret in liked {
        assert_ne!(promise(&secret), honest.seal.commitment.0);
        let mut proof = honest.clone();
        proof.seal.secret = Digits(secret);
        let report = verify(proof.to_text().as_bytes());
        assert!(faults(&report).starts_with(&["commitment", "luck"]), "{report}");
    }
}

#[test]
fn a_hostile_file_is_refused_and_costs_no_more_than_it_holds() {
    for luck in [Luck::Roll { below: 0, times: 0 }, Luck::Roll { below: 1, times: 65_535 }] {
        let mut proof = given_up();
        proof.log[0].steps[0] = Step::Chance { luck, drawn: Drawn::Roll(vec![]) };
        let report = verify(proof.to_text().as_bytes());
        assert!(faults(&report).contains(&"luck"), "{report}");
    }
    for nothing in ["", "{}", "null", "[]", "{\"aboveboard\":\"proof 1\"}"] {
        let report = verify(nothing.as_bytes());
        assert_eq!(faults(&report), ["digest", "form"], "{report}");
    }
    assert_eq!(faults(&verify(&[0xff])), ["form"]);
}

#[test]
fn a_game_is_shown_again_to_every_viewer_as_the_proof_says_it_was() {
    for entry in ALL {
        let proof = proof_of(entry.name, &HouseRules::default(), 5);
        for viewer in Viewer::all(proof.start.seats) {
            let frames = proof.replay(viewer).unwrap();
            assert_eq!(frames.len(), proof.log.len());
            assert!(frames.iter().any(|frame| !frame.events.is_empty()), "{}", entry.name);
        }
    }
}

/// Games that were written down once. As long as a game's `RULES` stand, its old logs replay; who raises them keeps
/// the old way for old logs, and adds another file. `UPDATE_GOLDEN=1 cargo test -p catalog golden` writes missing ones.
#[test]
fn golden_games_of_every_game_are_still_proved() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    for entry in ALL {
        let path = folder.join(format!("{}-{}.json", entry.name, entry.rules));
        if std::env::var_os("UPDATE_GOLDEN").is_some_and(|on| on == "1") && !path.exists() {
            std::fs::write(&path, proof_of(entry.name, &short(entry.name), 1).to_text()).unwrap();
        }
        assert!(path.exists(), "{} has no golden game of rules {}", entry.name, entry.rules);
    }
    let mut files = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let report = verify(&std::fs::read(&path).unwrap());
        assert!(report.is_proved(), "{}:\n{report}", path.display());
        files += 1;
    }
    assert!(files >= ALL.len());
}

/// Options with which a game is over soon.
fn short(game: &str) -> HouseRules {
    match game {
        "euchre" => HouseRules::default().with("target", 5),
        "eights" => HouseRules::preset("base").with("hand_size", 3),
        _ => HouseRules::default(),
    }
}
