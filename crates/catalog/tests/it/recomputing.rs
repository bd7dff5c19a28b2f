//! Bots whose every move is recomputed from the file of their game.

use crate::dealer::{Cheat, Deal, Terms, bot, person, play};
use catalog::{
    ALL, Entry, HouseRules,
    proof::{Proof, Report, Step, verify},
};
use kernel::{Input, Level, SeatStatus, Turn};

fn recomputed(proof: &Proof) -> Report {
    let mut report = verify(proof.to_text().as_bytes());
    assert!(report.is_consistent(), "{report}");
    let mut heard = Vec::new();
    report.recompute_bots(&mut |entry| heard.push(entry));
    if report.is_consistent() {
        assert_eq!(heard, (1..=proof.log.len()).collect::<Vec<_>>());
    }
    report
}

fn said(report: &Report) -> &str {
    let check = report.checks.iter().find(|check| check.what == "bots").unwrap();
    &check.text
}

/// Options with which a game is over soon.
fn short(game: &str) -> HouseRules {
    match game {
        "euchre" => HouseRules::default().with("target", 5),
        "eights" => HouseRules::preset("base").with("hand_size", 3),
        _ => HouseRules::default(),
    }
}

fn deal(entry: &Entry, levels: &[Level], seed: u64) -> Deal {
    deal_by(entry, short(entry.name), levels, seed)
}

fn deal_by(entry: &Entry, rules: HouseRules, levels: &[Level], seed: u64) -> Deal {
    let seats = entry.start_by(&rules, None).seats.max(2);
    let sitters = (0..seats)
        .map(|seat| if seat == 0 { person(0) } else { bot(levels[usize::from(seat) % levels.len()]) });
    Terms::new(rules, sitters.collect(), seed).hold(entry)
}

#[test]
fn every_move_of_every_bot_is_what_it_decides_when_it_is_recomputed() {
    let (mut overruled, mut interrupts, mut expired, mut stood_in) = (0, 0, 0, 0);
    for entry in ALL {
        for (seed, preset) in (0..).zip(entry.presets().iter().cycle()).take(24) {
            let rules = HouseRules::preset(preset.name);
            let deal = deal_by(entry, rules, &[Level::Easy, Level::Medium], seed);
            let told = play(&deal, 120, seed, Cheat::Nothing);
            let report = recomputed(&told.proof);
            assert!(report.is_consistent(), "{} {seed}:\n{report}", entry.name);
            let words: Vec<&str> = said(&report).split(' ').take(3).collect();
            assert_eq!((words[0], words[1]), (words[2], "of"), "{report}");
            overruled += told.overruled;
            interrupts += told.interrupts;
            expired += told.expired;
            stood_in += told.stood_in;
        }
    }
    println!("{overruled} overruled, {interrupts} interrupts, {expired} expiries, {stood_in} by stand-ins");
    assert!(overruled > 0 && interrupts > 10 && expired > 50 && stood_in > 20);
}

#[test]
fn strong_bots_are_recomputed_in_every_game() {
    for entry in ALL {
        let told = play(&deal(entry, &[Level::Hard], 9), 14, 9, Cheat::Nothing);
        let report = recomputed(&told.proof);
        assert!(report.is_consistent(), "{}:\n{report}", entry.name);
    }
    let entry = catalog::find("euchre").unwrap();
    let told = play(&deal(entry, &[Level::Expert], 9), 8, 9, Cheat::Nothing);
    assert!(recomputed(&told.proof).is_consistent());
}

/// Every entry in which a bot acts, and the table before it.
fn bot_acts(proof: &Proof) -> Vec<(usize, Box<dyn catalog::AnyTable>)> {
    let opening = proof.opening().unwrap();
    let entry = catalog::find(&opening.rules).unwrap();
    let options = serde_json::from_str(opening.options.get()).unwrap();
    let mut table = entry.open(&HouseRules { preset: None, options }, &opening.start).unwrap();
    let mut found = Vec::new();
    for (number, happened) in proof.log.iter().enumerate() {
        if let Some(Step::Act(seat, _)) = happened.steps.first()
            && table.status(*seat) == Some(SeatStatus::Bot)
        {
            found.push((number, table.copy()));
        }
        for step in &happened.steps {
            table.play(&step.input()).unwrap();
        }
    }
    found
}

#[test]
fn a_bot_move_that_the_host_changed_is_found() {
    for entry in ALL {
        let deal = deal(entry, &[Level::Easy], 3);
        let proof = play(&deal, 40, 3, Cheat::Nothing).proof;
        let mut changed = 0;
        for (number, table) in bot_acts(&proof).into_iter().take(12) {
            let Step::Act(seat, action) = &proof.log[number].steps[0] else { unreachable!() };
            let legal = table.legal(*seat).actions;
            let Some(other) = legal.into_iter().find(|other| other.get() != action.get()) else { continue };
            let report = recomputed(&deal.retell(&proof, number, Some(Input::Act(*seat, other))));
            assert!(!report.is_consistent(), "{} entry {number}", entry.name);
            assert!(said(&report).contains("recomputed, it does"), "{report}");
            assert!(report.conclusion().starts_with("Broken (bots): version "), "{report}");
            changed += 1;
        }
        assert!(changed > 2, "{}: {changed}", entry.name);
    }
}

#[test]
fn a_bot_move_that_the_host_lets_time_out_is_found() {
    for entry in ALL {
        let deal = deal(entry, &[Level::Easy], 4);
        let proof = play(&deal, 40, 4, Cheat::Nothing).proof;
        for (number, table) in bot_acts(&proof).into_iter().take(12) {
            let Turn::Seats { window, .. } = table.turn() else { unreachable!() };
            let report = recomputed(&deal.retell(&proof, number, Some(Input::Expire(window.id))));
            assert!(said(&report).contains("time ran out before the bot on"), "{}: {report}", entry.name);
        }
    }
}

#[test]
fn bots_of_another_level_are_found() {
    for entry in ALL {
        let cheated = |cheat| {
            (0..6).any(|seed| {
                let told = play(&deal(entry, &[Level::Easy], seed), 60, seed, cheat);
                !recomputed(&told.proof).is_consistent()
            })
        };
        assert!(cheated(Cheat::Level(Level::Medium)), "{}: another level", entry.name);
    }
}

/// Row 17: a host that may say when a bot thought, or with which seed, would try until a move suits it.
#[test]
fn bots_that_think_at_another_moment_or_with_another_seed_are_found() {
    for cheat in [Cheat::Moment, Cheat::Seed] {
        let mut changed = Vec::new();
        for entry in ALL {
            for seed in 0..8 {
                let deal = deal(entry, &[Level::Easy, Level::Medium], seed);
                let [honest, cheated] =
                    [Cheat::Nothing, cheat].map(|cheat| play(&deal, 80, seed, cheat).proof);
                let report = recomputed(&cheated);
                let same = honest.to_text() == cheated.to_text();
                assert_eq!(report.is_consistent(), same, "{} {seed}:\n{report}", entry.name);
                if !same {
                    assert!(report.conclusion().starts_with("Broken (bots): version "), "{report}");
                    changed.push(entry.name);
                }
            }
        }
        println!("{cheat:?}: {changed:?}");
        assert!(changed.len() > 3, "{cheat:?}: {changed:?}");
    }
}
