//! What a page kept of a game, compared with the file.

use crate::dealer::{Cheat, Deal, Terms, bot, person, play, witness_of};
use catalog::{
    HouseRules,
    proof::{Proof, Report, Step, Verdict, Witness, hash_text, verify},
};
use kernel::{Level, Seat};
use serde_json::{Value, json};

fn game(thrown_away: u32) -> (Deal, Proof) {
    let entry = catalog::find("euchre").unwrap();
    let sitters = vec![person(0), person(1), bot(Level::Easy), person(3)];
    let mut terms = Terms::new(HouseRules::default(), sitters, 8);
    terms.thrown_away = thrown_away;
    let deal = terms.hold(entry);
    let proof = play(&deal, 60, 8, Cheat::Nothing).proof;
    (deal, proof)
}

fn heard(proof: &Proof, witnesses: &[&str]) -> Report {
    let mut report = verify(proof.to_text().as_bytes());
    assert!(report.is_consistent(), "{report}");
    for witness in witnesses {
        report.hear(&Witness::read(witness).unwrap()).unwrap();
    }
    report
}

/// The witness with one member changed.
fn changed(witness: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut value: Value = serde_json::from_str(witness).unwrap();
    change(&mut value);
    value.to_string()
}

#[test]
fn a_game_is_verified_for_the_seats_whose_witnesses_agree() {
    let (deal, proof) = game(0);
    let witnesses = [0, 1, 3].map(|seat| witness_of(&deal, &proof, Seat(seat), 0));
    let report = heard(&proof, &[&witnesses[1]]);
    assert_eq!(report.conclusion(), "Verified for seat 1.", "{report}");
    let report = heard(&proof, &[&witnesses[2], &witnesses[0], &witnesses[2]]);
    assert_eq!(report.conclusion(), "Verified for seats 0, 3.", "{report}");
    assert!(report.to_string().contains("the witness says"), "{report}");
}

#[test]
fn deals_that_were_thrown_away_are_counted() {
    let (deal, proof) = game(2);
    let report = heard(&proof, &[&witness_of(&deal, &proof, Seat(1), 2)]);
    assert_eq!(
        report.conclusion(),
        "Verified for seat 1, best of 3: 2 deals were thrown away first.",
        "{report}"
    );
    // A page that has forgotten them is reminded by the file.
    let report = heard(&proof, &[&witness_of(&deal, &proof, Seat(1), 0)]);
    assert_eq!(report.verdict, Verdict::Verified { seats: vec![Seat(1)], thrown_away: 2 }, "{report}");
    // Deals at other tables count too.
    let more = changed(&witness_of(&deal, &proof, Seat(1), 2), |witness| witness["k"] = json!(4));
    assert!(heard(&proof, &[&more]).conclusion().contains("best of 5: 4 deals"));
    // The host leaves a deal out of the file: another transcript, with a shorter chain.
    let (honest, short) = game(0);
    let mut left_out = witness_of(&honest, &short, Seat(1), 0);
    let earlier: Value = serde_json::from_str(&witness_of(&deal, &proof, Seat(1), 1)).unwrap();
    left_out = changed(&left_out, |witness| {
        witness["earlier"] = earlier["earlier"].clone();
        witness["k"] = json!(1);
    });
    let report = heard(&short, &[&left_out]);
    assert!(
        report.conclusion().contains("signed by the host: a deal of this game was thrown away"),
        "{report}"
    );
}

#[test]
fn a_contradicting_witness_breaks_the_proof_and_is_named() {
    let (deal, proof) = game(0);
    let seat = Seat(1);
    let own = witness_of(&deal, &proof, seat, 0);
    let value: Value = serde_json::from_str(&own).unwrap();
    assert!(
        value["acts"].as_array().unwrap().len() > 1 && !value["away"].as_array().unwrap().is_empty(),
        "{own}"
    );
    type Change<'a> = &'a dyn Fn(&mut Value);
    let first_act = value["acts"][0][0].as_u64().unwrap();
    let nobody_acts = proof.log.iter().find(|happened| {
        !happened.steps.iter().any(|step| matches!(step, Step::Act(actor, _) if *actor == seat))
    });
    let nobody_acts = nobody_acts.unwrap().version;
    let cases: [(Change<'_>, &str); 11] = [
        (&|w| w["bytes"] = json!("11".repeat(32)), "the witness says that seat 1 added 1111"),
        (&|w| w["seat"] = json!(2), "the transcript has no promise of it"),
        (&|w| w["seat"] = json!(0), "the witness says that seat 0 added"),
        (&|w| w["signature"] = json!("11".repeat(64)), "that the host did not make"),
        (&|w| w["acts"][0][1] = json!("pass it on"), "the witness says that seat 1 did \"pass it on\""),
        (&|w| w["acts"][0][0] = json!(nobody_acts), "and the file has nothing"),
        (&|w| _ = w["acts"].as_array_mut().unwrap().remove(0), "and the witness knows nothing of it"),
        (&|w| w["seen"][0][1] = json!("ab".repeat(16)), "the witness says that seat 1 was shown abab"),
        (
            &|w| w["seen"] = json!([[100_000, "ab".repeat(16)]]),
            "version 100000, which the file does not have",
        ),
        (&|w| w["away"] = json!([]), "and the witness knows nothing of it"),
        (
            &|w| {
                w["outcome"] =
                    json!({"places":[1,2,1,2],"points":[5,0,5,0],"reason":"target","next_first":null});
            },
            "and the file says null",
        ),
    ];
    for (change, says) in cases {
        let other = changed(&own, |witness| change(witness));
        let report = match Witness::read(&other) {
            Ok(witness) => {
                let mut report = verify(proof.to_text().as_bytes());
                report.hear(&witness).unwrap();
                report
            }
            Err(fault) => panic!("{says}: {fault}"),
        };
        assert!(!report.is_consistent() && report.conclusion().contains(says), "{says}:\n{report}");
    }
    // A stand-in's moves are not the player's, and a connection vouches for nothing before it.
    let late = changed(&own, |witness| {
        witness["lines"] = json!([[first_act, proof.log.last().unwrap().version]]);
        witness["acts"].as_array_mut().unwrap().remove(0);
    });
    assert_eq!(heard(&proof, &[&late]).conclusion(), "Verified for seat 1.");
    // A page without a card of this deal says nothing of it.
    let blind = changed(&own, |witness| witness["seen"] = json!([]));
    let report = heard(&proof, &[&blind]);
    assert_eq!(report.verdict, Verdict::Consistent, "{report}");
}

/// Forgery 23: a player adds a deal to a witness that the host never made, or uses one that the host made and named.
#[test]
fn only_what_the_key_of_the_file_has_signed_is_said_to_be_signed_by_the_host() {
    let (deal, proof) = game(1);
    let own = witness_of(&deal, &proof, Seat(1), 1);
    assert_eq!(
        heard(&proof, &[&own]).conclusion(),
        "Verified for seat 1, best of 2: one deal was thrown away first."
    );
    let entry = catalog::find("euchre").unwrap();
    let mut terms =
        Terms::new(HouseRules::default(), vec![person(0), person(1), bot(Level::Easy), person(3)], 9);
    terms.thrown_away = 1;
    let forged = terms.hold(entry);
    assert_ne!(forged.server.public(), deal.server.public());
    let forged_proof = play(&forged, 60, 9, Cheat::Nothing).proof;
    let earlier: Value = serde_json::from_str(&witness_of(&forged, &forged_proof, Seat(1), 1)).unwrap();
    let at = proof.discarded[0].bytes[1].unwrap();
    let discarded = &proof.discarded[0];
    type Change<'a> = &'a dyn Fn(&mut Value);
    let cases: [(Change<'_>, &str); 3] = [
        // A key of the player's own, in a transcript of the same room and game.
        (
            &|w| w["earlier"] = earlier["earlier"].clone(),
            "the witness says that a deal of this game was thrown away that the file leaves out",
        ),
        // The deal that was played, with the host's own signature.
        (
            &|w| {
                w["earlier"] = json!([{"transcript": proof.transcript, "signature": proof.signature.to_string(),
                    "bytes": proof.bytes[1].to_string()}]);
            },
            "the witness says that the deal of this game was thrown away",
        ),
        // A deal that the file names as thrown away, as if it had been played.
        (
            &|w| {
                w["transcript"] = json!(discarded.transcript);
                w["signature"] = json!(discarded.signature.to_string());
                w["bytes"] = json!(at.to_string());
            },
            "the witness says: the witness of seat 1 has transcript",
        ),
    ];
    for (change, says) in cases {
        let report = heard(&proof, &[&changed(&own, |witness| change(witness))]);
        let conclusion = report.conclusion();
        assert!(conclusion.starts_with(&format!("Broken (witness): {says}")), "{says}:\n{report}");
        assert!(!report.to_string().contains("signed by the host"), "{report}");
    }
}

#[test]
fn a_witness_that_leaves_out_its_later_screens_does_not_verify_them() {
    let (deal, proof) = game(0);
    let own = witness_of(&deal, &proof, Seat(1), 0);
    let shortened = changed(&own, |witness| {
        let runs = witness["seen"].as_array_mut().unwrap();
        let digits = runs.last().unwrap()[1].as_str().unwrap().to_owned();
        if digits.len() > 32 {
            runs.last_mut().unwrap()[1] = json!(digits[..digits.len() - 32]);
        } else {
            runs.pop();
        }
    });
    let last = proof.log.last().unwrap().version;
    let report = heard(&proof, &[&shortened]);
    assert_eq!(report.verdict, Verdict::Consistent, "{report}");
    let says =
        format!("and received screens up to version {last}: it does not verify what was shown in between");
    assert!(report.remarks.iter().any(|remark| remark.contains(&says)), "{report}");
    // Another witness of the same game is not weakened by it.
    let other = witness_of(&deal, &proof, Seat(0), 0);
    assert_eq!(heard(&proof, &[&shortened, &other]).conclusion(), "Verified for seat 0.");
    // Screens that a slow page was never sent are not left out.
    let gap = changed(&own, |witness| {
        let digits = witness["seen"][0][1].as_str().unwrap().to_owned();
        let first = witness["seen"][0][0].as_u64().unwrap();
        assert!(digits.len() > 64, "{digits}");
        let runs = witness["seen"].as_array_mut().unwrap();
        runs[0] = json!([first, digits[..32]]);
        runs.insert(1, json!([first + 2, digits[64..]]));
    });
    assert_eq!(heard(&proof, &[&gap]).conclusion(), "Verified for seat 1.");
}

#[test]
fn older_screens_may_be_one_hash() {
    let (deal, proof) = game(0);
    let own = witness_of(&deal, &proof, Seat(1), 0);
    let hashed = |last: u64, turn: bool| {
        changed(&own, |witness| {
            let runs = witness["seen"].as_array_mut().unwrap();
            let first = runs[0][0].as_u64().unwrap();
            let mut digits = runs[0][1].as_str().unwrap().to_owned();
            if turn {
                let other = if digits.starts_with('0') { "1" } else { "0" };
                digits.replace_range(..1, other);
            }
            let last = last.max(first + digits.len() as u64 / 32 - 1);
            runs[0] = json!([first, last, hash_text(&digits).to_string()]);
        })
    };
    assert_eq!(heard(&proof, &[&hashed(0, false)]).conclusion(), "Verified for seat 1.");
    let report = heard(&proof, &[&hashed(0, true)]);
    assert!(report.conclusion().contains("was shown screens that come to"), "{report}");
    let report = heard(&proof, &[&hashed(u64::MAX, false)]);
    assert!(report.conclusion().contains("which the file does not have"), "{report}");
    let backwards = changed(&own, |witness| witness["seen"][0] = json!([8, 7, "00".repeat(32)]));
    assert_eq!(Witness::read(&backwards).unwrap_err().code, "bad_witness");
}

#[test]
fn two_transcripts_for_one_game_are_the_hosts_own_signatures() {
    let (deal, proof) = game(0);
    // The same game, with other people at the other seats: one ceremony with each browser.
    let entry = catalog::find("euchre").unwrap();
    let mut terms =
        Terms::new(HouseRules::default(), vec![person(0), person(1), bot(Level::Easy), person(7)], 8);
    terms.settings = crate::dealer::SETTINGS;
    let other = terms.hold(entry);
    let other_proof = play(&other, 60, 8, Cheat::Nothing).proof;
    let witness = witness_of(&other, &other_proof, Seat(0), 0);
    let report = heard(&proof, &[&witness_of(&deal, &proof, Seat(1), 0), &witness]);
    assert!(
        report
            .conclusion()
            .starts_with("Broken (witness): signed by the host: the witness of seat 0 has transcript"),
        "{report}"
    );
    // Without the host's signature it is a word.
    let unsigned = changed(&witness, |witness| witness["signature"] = json!("22".repeat(64)));
    assert!(heard(&proof, &[&unsigned]).conclusion().starts_with("Broken (witness): the witness says"));
}

#[test]
fn witnesses_of_other_games_and_other_files_are_refused() {
    let (deal, proof) = game(0);
    let own = witness_of(&deal, &proof, Seat(1), 0);
    let refused = |text: &str, code: &str| {
        let mut report = verify(proof.to_text().as_bytes());
        let fault = Witness::read(text).and_then(|witness| report.hear(&witness)).unwrap_err();
        assert_eq!(fault.code, code, "{fault}");
        assert_eq!(report.verdict, Verdict::Consistent, "nothing changes");
    };
    refused("{}", "bad_witness");
    refused(&own.replace("witness 2", "witness 1"), "bad_witness");
    refused(&changed(&own, |witness| witness["seen"][0][1] = json!("abc")), "bad_witness");
    refused(&own.replace("\\ngame 3\\n", "\\ngame 4\\n"), "foreign_witness");
    refused(&own.replace("aboveboard deal 2", "aboveboard deal 1"), "foreign_witness");
    // And a file that breaks is not verified by any witness.
    let mut forged = proof.clone();
    forged.secret.0[0] ^= 1;
    let mut report = verify(forged.sign(&deal.server).as_bytes());
    report.hear(&Witness::read(&own).unwrap()).unwrap();
    assert!(!report.is_consistent());
}
