//! Proofs of whole games, and what the checker reports about them.

use crate::{
    dealer::{Cheat, Deal, Terms, bot, person, play, raw},
    forgeries::{forged, with_opening},
};
use catalog::{
    ALL, HouseRules,
    proof::{
        LastEntry, Opening, Proof, Report, Sitter, Step, TableView, Verdict, is_plain, simulate, verify,
    },
};
use kernel::{Hex32, Input, Level, Seat, SeatStatus, Viewer};

fn proof_of(game: &str, rules: &HouseRules, seed: u64) -> Proof {
    let entry = catalog::find(game).unwrap();
    simulate(entry, rules, &entry.start_by(rules, None), seed).unwrap().1
}

/// What does not fit.
pub(crate) fn faults(report: &Report) -> Vec<&str> {
    report.faults().map(|check| check.what).collect()
}

#[test]
fn whole_games_of_every_game_with_every_preset_are_consistent() {
    for entry in ALL {
        for preset in entry.presets() {
            let text = proof_of(entry.name, &HouseRules::preset(preset.name), 3).to_text();
            let report = verify(text.as_bytes());
            assert_eq!(report.verdict, Verdict::Consistent, "{} {}:\n{report}", entry.name, preset.name);
            assert_eq!(Proof::read(&text).unwrap().to_text(), text, "one game has one file");
        }
    }
}

/// `JSON.stringify(JSON.parse(x)) === x` for all that a page hashes.
#[test]
fn options_and_screens_of_every_game_and_preset_are_in_the_plain_form() {
    let mut screens = 0;
    for entry in ALL {
        for preset in entry.presets() {
            let rules = HouseRules::preset(preset.name);
            let agreed = entry.agree(&rules).unwrap();
            assert!(is_plain(&agreed.form), "{} {}: {}", entry.name, preset.name, agreed.form);
            let proof = proof_of(entry.name, &rules, 3);
            let opening = proof.opening().unwrap();
            assert_eq!(agreed.form, opening.options.get());
            let mut table = entry.open(&rules, &opening.start).unwrap();
            assert!(is_plain(table.options().get()));
            if agreed.deck.is_none() {
                assert_eq!(agreed.form, table.options().get(), "{} {}", entry.name, preset.name);
            }
            // The form says all: opened from it alone, it is the same table.
            let again = HouseRules { preset: None, options: serde_json::from_str(&agreed.form).unwrap() };
            assert_eq!(entry.open(&again, &opening.start).unwrap().options().get(), table.options().get());
            for happened in proof.log.iter().take(150) {
                let (mut sent, mut acted) = (Vec::new(), None);
                for step in &happened.steps {
                    sent.extend(table.play(&step.input()).unwrap());
                    if let Step::Act(seat, action) = step {
                        acted = Some(*seat);
                        assert!(is_plain(action.get()), "{}", action.get());
                    }
                }
                for viewer in
                    Viewer::all(opening.start.seats).filter(|viewer| !matches!(viewer, Viewer::Recall(_)))
                {
                    let link = Hex32([0; 32]);
                    let (version, revealed) = (happened.version, table.cards_revealed());
                    let last = LastEntry { version, link: &link, events: &sent, acted, revealed };
                    let shown = table.show(viewer, &last);
                    assert!(is_plain(shown.get()), "{} {}: {shown}", entry.name, preset.name);
                    let read: TableView = serde_json::from_str(shown.get()).unwrap();
                    assert_eq!(read.view.get(), table.view(viewer).get());
                    assert_eq!(serde_json::to_string(&read).unwrap(), shown.get());
                    screens += 1;
                }
            }
            assert!(is_plain(&serde_json::to_string(&proof.outcome).unwrap()));
        }
    }
    assert!(screens > 5000, "{screens}");
}

#[test]
fn a_simulated_game_is_the_same_every_time_and_another_with_every_seed() {
    let text = |seed| proof_of("euchre", &HouseRules::default(), seed).to_text();
    assert_eq!(text(1), text(1));
    assert_ne!(text(1), text(2));
}

pub(crate) fn euchre(thrown_away: u32, settings: Option<&'static str>) -> Deal {
    let entry = catalog::find("euchre").unwrap();
    let sitters = vec![person(0), person(1), bot(Level::Easy), person(3)];
    let mut terms = Terms::new(HouseRules::default(), sitters, 5);
    terms.thrown_away = thrown_away;
    terms.settings = settings.unwrap_or(terms.settings);
    terms.hold(entry)
}

pub(crate) fn given_up(deal: &Deal, entries: u64) -> Proof {
    let proof = play(deal, entries, 5, Cheat::Nothing).proof;
    let report = verify(proof.to_text().as_bytes());
    assert!(report.is_consistent(), "{report}");
    proof
}

#[test]
fn the_report_claims_no_more_than_it_knows() {
    let deal = euchre(2, None);
    let report = verify(given_up(&deal, 6).to_text().as_bytes());
    assert!(report.conclusion().starts_with("Consistent, not witnessed"), "{report}");
    assert!(report.to_string().contains("2 deals were thrown away before"), "{report}");
    assert!(report.to_string().contains("given up before its end"), "{report}");
    let entry = catalog::find("euchre").unwrap();
    let alone = Terms::new(HouseRules::default(), vec![bot(Level::Easy); 4], 5).hold(entry);
    let report = verify(play(&alone, 3, 5, Cheat::Nothing).proof.to_text().as_bytes());
    assert!(report.is_consistent() && report.to_string().contains("the server's alone"), "{report}");
}

#[test]
fn seats_are_played_as_the_transcript_and_the_settings_say() {
    const REMOVE: &str = r#"{"absent_seat":"remove","bot_level":"easy"}"#;
    let bot_rooms = euchre(0, None);
    let proof = given_up(&bot_rooms, 1);
    let status = |deal: &Deal, proof: &Proof, seat, status| {
        verify(deal.retell(proof, 1, Some(Input::Status(Seat(seat), status))).to_text().as_bytes())
    };
    for (seat, to) in [(0, SeatStatus::Bot), (1, SeatStatus::Offline)] {
        let report = status(&bot_rooms, &proof, seat, to);
        assert!(report.is_consistent(), "{report}");
    }
    for to in [SeatStatus::Human, SeatStatus::Offline] {
        let report = status(&bot_rooms, &proof, 2, to);
        assert_eq!(faults(&report), ["statuses"], "{report}");
        assert!(report.conclusion().contains("seat 2, a bot in the transcript, became"), "{report}");
    }
    // Euchre has no seats that can be taken out; Eights has.
    let eights = catalog::find("eights").unwrap();
    let sitters: Vec<Sitter> = (0..3).map(person).collect();
    for (settings, to, fits) in [
        (REMOVE, SeatStatus::Removed, true),
        (REMOVE, SeatStatus::Bot, false),
        (crate::dealer::SETTINGS, SeatStatus::Removed, false),
        (crate::dealer::SETTINGS, SeatStatus::Bot, true),
    ] {
        let mut terms = Terms::new(HouseRules::default(), sitters.clone(), 2);
        terms.settings = settings;
        let deal = terms.hold(eights);
        let report = status(&deal, &play(&deal, 1, 2, Cheat::Nothing).proof, 1, to);
        assert_eq!(faults(&report).contains(&"statuses"), !fits, "{to:?}: {report}");
    }
    // The start: every bot once, and nobody else but people who are away.
    for (steps, fits) in [
        (vec![Step::Status(Seat(2), SeatStatus::Bot)], true),
        (vec![], false),
        (vec![Step::Status(Seat(2), SeatStatus::Bot), Step::Status(Seat(0), SeatStatus::Offline)], true),
        (vec![Step::Status(Seat(2), SeatStatus::Bot), Step::Status(Seat(0), SeatStatus::Bot)], false),
        (vec![Step::Status(Seat(2), SeatStatus::Bot), Step::Status(Seat(2), SeatStatus::Human)], false),
        (vec![Step::Status(Seat(2), SeatStatus::Bot), Step::Status(Seat(0), SeatStatus::Removed)], false),
    ] {
        let report = forged(&bot_rooms, &proof, |proof| {
            let first = &mut proof.log[0].steps;
            first.retain(|step| !matches!(step, Step::Status(..)));
            first.extend(steps.clone());
        });
        assert_eq!(!faults(&report).contains(&"statuses"), fits, "{steps:?}: {report}");
    }
    for settings in [r#"{"absent_seat":"bot"}"#, r#"{"absent_seat":"ghost","bot_level":"easy"}"#] {
        let report = with_opening(
            &bot_rooms,
            Opening { settings: raw(settings), ..bot_rooms.transcript.opening.clone() },
        );
        assert!(faults(&report).contains(&"statuses"), "{report}");
    }
    let mut seats = bot_rooms.transcript.opening.seats.clone();
    seats[2] = Sitter::Bot("grandmaster".into());
    let report = with_opening(&bot_rooms, Opening { seats, ..bot_rooms.transcript.opening.clone() });
    assert!(report.to_string().contains("unknown level: grandmaster"), "{report}");
}

#[test]
fn notes_are_compared_with_the_file() {
    let deal = euchre(0, None);
    let text = given_up(&deal, 2).to_text();
    let hash = deal.transcript.hash().to_string();
    let report = |compare: &dyn Fn(&mut Report)| {
        let mut report = verify(text.as_bytes());
        compare(&mut report);
        report
    };
    for noted in [&hash[..], &hash[..32], &format!("{} {}", &hash[..8], hash[8..40].to_uppercase())] {
        assert_eq!(
            report(&|report| report.compare_transcript(noted)).verdict,
            Verdict::Consistent,
            "{noted}"
        );
    }
    for noted in [&hash[..31], &hash[1..], "zz"] {
        assert!(!report(&|report| report.compare_transcript(noted)).is_consistent(), "{noted}");
        assert!(!report(&|report| report.compare_commitment(noted)).is_consistent(), "{noted}");
    }
    let commitment = deal.transcript.opening.commitment.to_string();
    assert!(report(&|report| report.compare_commitment(&commitment)).is_consistent());
    let own = deal.record.bytes[1];
    assert_eq!(report(&|report| report.compare_own(Seat(1), &own)).verdict, Verdict::Consistent);
    assert!(!report(&|report| report.compare_own(Seat(0), &own)).is_consistent());
    assert!(!report(&|report| report.compare_own(Seat(2), &own)).is_consistent());
}

#[test]
fn a_game_is_shown_again_to_every_viewer_as_the_proof_says_it_was() {
    for entry in ALL {
        let proof = proof_of(entry.name, &HouseRules::default(), 5);
        for viewer in Viewer::all(proof.opening().unwrap().start.seats) {
            let frames = proof.replay(viewer).unwrap();
            assert_eq!(frames.len(), proof.log.len());
            assert!(frames.iter().any(|frame| !frame.events.is_empty()), "{}", entry.name);
        }
    }
}

/// Games that were written down once. While a game's `RULES` stay the same, its old logs replay; a change of `RULES` keeps
/// the old code path for old logs, and adds another file. `UPDATE_GOLDEN=1 cargo test -p catalog golden` writes missing
/// ones.
#[test]
fn golden_games_of_every_game_are_still_consistent() {
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
        assert_eq!(report.verdict, Verdict::Consistent, "{}:\n{report}", path.display());
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
