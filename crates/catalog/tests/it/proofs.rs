//! Proofs of whole games, and what becomes of them when somebody changes something.

use crate::dealer::{Cheat, Deal, Terms, bot, person, play, raw};
use catalog::{
    ALL, HouseRules,
    proof::{
        DiscardedDeal, LastEntry, Opening, Proof, Report, ServerKey, Signature, Sitter, Step, TableView,
        Transcript, Verdict, hash_text, is_plain, promise, simulate, verify,
    },
};
use kernel::{Drawn, Hex32, Input, Level, Luck, Seat, SeatStatus, Viewer};

fn proof_of(game: &str, rules: &HouseRules, seed: u64) -> Proof {
    let entry = catalog::find(game).unwrap();
    simulate(entry, rules, &entry.start_by(rules, None), seed).unwrap().1
}

/// What does not fit.
fn faults(report: &Report) -> Vec<&str> {
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
                let (mut told, mut acted) = (Vec::new(), None);
                for step in &happened.steps {
                    told.extend(table.play(&step.input()).unwrap());
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
                    let last = LastEntry { version, link: &link, told: &told, acted, revealed };
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

fn euchre(thrown_away: u32, settings: Option<&'static str>) -> Deal {
    let entry = catalog::find("euchre").unwrap();
    let sitters = vec![person(0), person(1), bot(Level::Easy), person(3)];
    let mut terms = Terms::new(HouseRules::default(), sitters, 5);
    terms.thrown_away = thrown_away;
    terms.settings = settings.unwrap_or(terms.settings);
    terms.hold(entry)
}

fn given_up(deal: &Deal, entries: u64) -> Proof {
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
fn one_bit_changed_anywhere_is_found() {
    let text = given_up(&euchre(1, None), 3).to_text();
    // Signatures are slow without optimisation: some bytes of the body, and every byte of the last two lines.
    let tail = text.rfind("\n\"digest\":").unwrap();
    for at in (0..tail).step_by(61).chain(tail..text.len()) {
        let mut bytes = text.clone().into_bytes();
        bytes[at] ^= 1 << (at % 7);
        let report = verify(&bytes);
        assert!(!report.is_consistent(), "byte {at}");
        assert!(report.faults().all(|check| !check.text.is_empty()));
    }
    for at in (0..text.len()).step_by(61) {
        assert!(!verify(&text.as_bytes()[..at]).is_consistent(), "cut at {at}");
    }
    for other in
        [format!("{text}\n"), format!(" {text}"), text.replace('\n', "\r\n"), text[..text.len() - 1].into()]
    {
        assert!(!verify(other.as_bytes()).is_consistent());
    }
}

fn first_drawn(proof: &mut Proof) -> &mut Drawn {
    let chances = proof.log.iter_mut().flat_map(|h| &mut h.steps);
    let mut drawn = chances.filter_map(|step| match step {
        Step::Chance { drawn: drawn @ Drawn::Shuffle(_), .. } => Some(drawn),
        _ => None,
    });
    drawn.next().unwrap()
}

/// A host changes the file, and signs it again.
fn forged(deal: &Deal, proof: &Proof, change: impl FnOnce(&mut Proof)) -> Report {
    let mut proof = proof.clone();
    change(&mut proof);
    verify(proof.sign(&deal.server).as_bytes())
}

#[test]
fn a_host_cannot_change_what_was_dealt_or_played() {
    let deal = euchre(0, None);
    let proof = given_up(&deal, 30);
    let first = |change: &dyn Fn(&mut Proof)| {
        let report = forged(&deal, &proof, |proof| change(proof));
        let first = report.faults().next().unwrap_or_else(|| panic!("{report}")).clone();
        (first.what, first.text)
    };
    let act = proof.log.iter().position(|h| matches!(h.steps[0], Step::Act(..))).unwrap();

    // Two cards change places, as a dealer would like it who knows the rest.
    let swapped = first(&|proof| match first_drawn(proof) {
        Drawn::Shuffle(order) => order.swap(0, 23),
        Drawn::Roll(_) => unreachable!(),
    });
    assert_eq!(swapped.0, "luck");
    let other_seat = first(&|proof| {
        let Step::Act(seat, _) = &mut proof.log[act].steps[0] else { unreachable!() };
        *seat = Seat((seat.0 + 1) % 4);
    });
    assert_eq!(other_seat.0, "inputs");
    assert!(other_seat.1.contains("may not do that"), "{}", other_seat.1);
    assert_eq!(first(&|proof| _ = proof.log.remove(act)).0, "inputs");
    let twice = first(&|proof| {
        let again = proof.log[act].steps.clone();
        proof.log[act].steps.extend(again);
    });
    assert_eq!(
        twice,
        ("form", format!("version {} should have one input, then its chances", proof.log[act].version))
    );
    assert_eq!(first(&|proof| proof.log.clear()), ("form", "its log is empty".into()));
    assert_eq!(first(&|proof| proof.log[5].version = 1 << 60).0, "form");
    let far = first(&|proof| proof.log.last_mut().unwrap().version = 1 << 60);
    assert!(far.1.contains("which pages cannot hold"), "{}", far.1);
}

#[test]
fn a_hidden_move_that_is_changed_later_is_found_by_the_links() {
    // The dealer's discard is hidden: apart from the links, nobody but the dealer is shown anything else.
    let entry = catalog::find("euchre").unwrap();
    let found = (0..40).any(|seed| {
        let terms = Terms::new(HouseRules::default(), (0..4).map(person).collect(), seed);
        let deal = terms.hold(entry);
        let proof = play(&deal, 40, seed, Cheat::Nothing).proof;
        let discard = proof.log.iter().position(
            |happened| matches!(&happened.steps[0], Step::Act(_, action) if action.get().contains("discard")),
        );
        let Some(at) = discard else { return false };
        let Step::Act(dealer, action) = &proof.log[at].steps[0] else { unreachable!() };
        let before = deal.retell(&proof, at, None);
        let cards = before.replay(Viewer::Seat(*dealer)).unwrap();
        drop(cards);
        // Any other card of the dealer's.
        let others = ["9c", "10c", "Jc", "Qc", "Kc", "Ac", "9d", "10d", "Jd", "Qd", "Kd", "Ad"];
        others.iter().any(|card| {
            let other = raw(&format!(r#"{{"discard":{{"card":"{card}"}}}}"#));
            if other.get() == action.get() {
                return false;
            }
            let mut forged = proof.clone();
            forged.log[at].steps[0] = Step::Act(*dealer, other);
            let report = verify(forged.sign(&deal.server).as_bytes());
            assert!(!report.is_consistent());
            if faults(&report).contains(&"inputs") {
                return false;
            }
            // It is legal, and what everybody was shown from then on contradicts it, for every viewer.
            assert_eq!(faults(&report), ["shown"], "{report}");
            let retold = deal.retell(&forged, at + 1, None);
            let (real, told) = (&proof.log[at].shown, &retold.log[at].shown);
            assert!(real.iter().zip(told).all(|(real, told)| real != told), "every screen has the link");
            true
        })
    });
    assert!(found);
}

#[test]
fn nobody_finds_a_secret_that_was_promised() {
    let deal = euchre(0, None);
    let proof = given_up(&deal, 3);
    for n in 0..50_u8 {
        let report = forged(&deal, &proof, |proof| proof.secret = Hex32([n; 32]));
        assert_eq!(faults(&report)[..2], ["commitment", "luck"], "{report}");
    }
}

#[test]
fn options_in_another_form_are_refused() {
    let entry = catalog::find("euchre").unwrap();
    let deal = euchre(0, None);
    let form = entry.agree(&HouseRules::default()).unwrap().form;
    let members: Vec<&str> = form[1..form.len() - 1].split(',').collect();
    let mut turned = members.clone();
    turned.rotate_left(1);
    for (options, says) in [
        (format!("{{{}}}", turned.join(",")), "own form"),
        (format!("{{{}}}", members[1..].join(",")), "own form"),
        (r#"{"target":99}"#.into(), "cannot be opened"),
        (r#"{"no_such_option":1}"#.into(), "cannot be opened"),
    ] {
        let opening = Opening { options: raw(&options), ..deal.transcript.opening.clone() };
        let report = with_opening(&deal, opening);
        assert!(faults(&report).contains(&"inputs"), "{options}: {report}");
        assert!(report.faults().any(|check| check.text.contains(says)), "{options}: {report}");
    }
}

/// The first entry of a game, claimed to have begun with another opening: promises and signatures are made for it.
fn with_opening(deal: &Deal, opening: Opening) -> Report {
    let mut proof = given_up(deal, 1);
    let hash = opening.hash();
    let promises = deal.transcript.promises.iter().zip(&proof.bytes);
    let promises = promises.map(|((seat, _), bytes)| (*seat, promise(&hash, *seat, &bytes.0)));
    let transcript = Transcript { promises: promises.collect(), opening };
    proof.transcript = transcript.to_text();
    proof.signature = deal.server.sign_transcript(&transcript.hash());
    verify(proof.sign(&deal.server).as_bytes())
}

#[test]
fn transcripts_in_other_forms_are_refused() {
    let deal = euchre(0, None);
    let proof = given_up(&deal, 3);
    let text = proof.transcript.clone();
    let others = [
        text.replace('\n', "\r\n"),
        format!("{text}\n"),
        format!("\u{feff}{text}"),
        text.replacen("game 3", "game 03", 1),
        text.replacen("room 9f3c", "room 9F3C", 1),
        text.replacen("\"target\":10", "\"target\":1e1", 1),
        text.replacen("deal 2", "deal 1", 1),
        text[..text.len() - 1].to_owned(),
        String::new(),
    ];
    for other in others {
        assert_ne!(other, text);
        let report = forged(&deal, &proof, |proof| {
            proof.signature = deal.server.sign_transcript(&hash_text(&other));
            proof.transcript = other.clone();
        });
        assert_eq!(faults(&report), ["transcript"], "{other}: {report}");
        assert!(report.is_readable(), "a proof, and a broken one");
    }
}

#[test]
fn discarded_deals_form_the_chain_that_the_transcript_names() {
    let deal = euchre(2, None);
    let proof = given_up(&deal, 3);
    let foreign = {
        let entry = catalog::find("euchre").unwrap();
        let mut terms =
            Terms::new(HouseRules::default(), vec![person(0), person(1), bot(Level::Easy), person(3)], 6);
        terms.thrown_away = 1;
        terms.hold(entry).record.discarded[0].clone()
    };
    let other_key = ServerKey::new(&[7; 32]);
    type Change<'a> = &'a dyn Fn(&mut Vec<DiscardedDeal>);
    let cases: [(Change<'_>, &str); 10] = [
        (&|list| _ = list.remove(0), "not the next of the chain"),
        (&|list| _ = list.pop(), "attempt 3 after"),
        (&|list| list.clear(), "has 0 deals"),
        (&|list| list.swap(0, 1), "not the next of the chain"),
        (&|list| list[0] = foreign.clone(), "another game"),
        (&|list| list[1].signature.0[3] ^= 1, "not signed it"),
        (
            &|list| list[1].signature = other_key.sign_transcript(&hash_text(&list[1].transcript)),
            "not signed it",
        ),
        (&|list| list[0].secret.0[0] ^= 1, "not the one that was promised"),
        (&|list| list[0].bytes[1] = Some(Hex32([1; 32])), "not those it promised"),
        (&|list| _ = list[0].bytes.pop(), "do not follow its promises"),
    ];
    for (change, says) in cases {
        let report = forged(&deal, &proof, |proof| change(&mut proof.discarded));
        assert_eq!(faults(&report), ["discarded"], "{says}: {report}");
        assert!(report.faults().next().unwrap().text.contains(says), "{says}: {report}");
    }
    // Why bytes were not shown, nothing says.
    assert!(forged(&deal, &proof, |proof| proof.discarded[0].bytes[1] = None).is_consistent());
    let report = forged(&euchre(0, None), &given_up(&euchre(0, None), 3), |file| {
        file.discarded = proof.discarded.clone();
    });
    assert_eq!(faults(&report), ["discarded"]);
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

/// Signatures that some programs accept and others do not.
#[test]
fn signatures_of_small_order_and_with_torsion_are_refused() {
    let deal = euchre(0, None);
    let proof = given_up(&deal, 2);
    for weak in crate::ceremony::weak_points() {
        let mut signature = [0; 64];
        signature[..32].copy_from_slice(&weak);
        let report = forged(&deal, &proof, |proof| proof.signature = Signature(signature));
        assert_eq!(faults(&report), ["signatures"], "{report}");
        // The same with a key for which that signature fits every text.
        let opening = Opening { server: Hex32(weak), ..deal.transcript.opening.clone() };
        let report = with_opening(&deal, opening);
        assert!(faults(&report).contains(&"signatures"), "{report}");
    }
}

#[test]
fn a_hostile_file_is_refused_and_costs_no_more_than_it_holds() {
    let deal = euchre(0, None);
    let proof = given_up(&deal, 2);
    for luck in [Luck::Roll { below: 0, times: 0 }, Luck::Roll { below: 1, times: 65_535 }] {
        let report = forged(&deal, &proof, |proof| {
            proof.log[0].steps[0] = Step::Chance { luck, drawn: Drawn::Roll(vec![]) };
        });
        assert!(faults(&report).contains(&"luck"), "{report}");
    }
    for nothing in ["", "{}", "null", "[]", "{\"aboveboard\":\"proof 2\"}"] {
        let report = verify(nothing.as_bytes());
        assert_eq!(faults(&report), ["digest", "form"], "{report}");
        assert!(!report.is_readable());
    }
    assert_eq!(faults(&verify(&[0xff])), ["form"]);
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
