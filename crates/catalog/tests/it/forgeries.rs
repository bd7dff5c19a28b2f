//! Proofs in which somebody changed something, signed again where a host could.

use crate::{
    dealer::{Cheat, Deal, Terms, bot, person, play, raw},
    proofs::{euchre, faults, given_up},
    vectors::weak_points,
};
use catalog::{
    HouseRules,
    proof::{
        DiscardedDeal, Opening, Proof, Report, ServerKey, Signature, Step, Transcript, hash_text, promise,
        verify,
    },
};
use kernel::{Drawn, Hex32, Level, Luck, Seat, Viewer};

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
pub(crate) fn forged(deal: &Deal, proof: &Proof, change: impl FnOnce(&mut Proof)) -> Report {
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
pub(crate) fn with_opening(deal: &Deal, opening: Opening) -> Report {
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

/// Signatures that some programs accept and others do not.
#[test]
fn signatures_of_small_order_and_with_torsion_are_refused() {
    let deal = euchre(0, None);
    let proof = given_up(&deal, 2);
    for weak in weak_points() {
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
