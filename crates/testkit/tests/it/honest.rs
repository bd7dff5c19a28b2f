use crate::toy::Toy;
use testkit::{Law, Laws, playing_card};

fn laws() -> Laws<Toy> {
    Laws::new(playing_card).bound(200)
}

#[test]
fn the_honest_game_passes_and_every_law_has_compared_something() {
    let report = laws().games(600).sample(2).try_run().unwrap_or_else(|broken| panic!("{broken}"));
    assert_eq!(report.games, 600);
    for law in Law::ALL {
        assert!(report.compared(law) > 100, "{law}: {report}");
    }
    println!("{report}");
}

#[test]
fn a_run_is_the_same_whenever_it_is_run() {
    let counts = || {
        let report = laws().games(40).sample(3).try_run().unwrap_or_else(|broken| panic!("{broken}"));
        (report.inputs, Law::ALL.map(|law| report.compared(law)))
    };
    assert_eq!(counts(), counts());
}

#[test]
fn one_seed_alone_is_played_with_every_comparison() {
    let all = laws().run_seed(3).unwrap_or_else(|broken| panic!("{broken}"));
    assert_eq!(all.games, 1);
    // Each input is compared once for each of the two or three seats.
    assert!(all.compared(Law::Worlds) >= 2 * all.inputs, "{all}");
}

#[test]
fn options_can_be_insisted_on() {
    let long = laws().games(60).sample(3).try_run().unwrap_or_else(|broken| panic!("{broken}"));
    let short = laws().games(60).sample(3).options(|_| serde_json::json!({ "turns": 4 })).try_run();
    let short = short.unwrap_or_else(|broken| panic!("{broken}"));
    assert!(short.inputs < long.inputs, "{short}\n{long}");
}

#[test]
fn beyond_the_cap_nothing_costly_is_compared() {
    let capped = laws().games(40).sample(1).cap(5).try_run().unwrap_or_else(|broken| panic!("{broken}"));
    assert!(capped.compared(Law::Worlds) <= 40 * 5 * 3, "{capped}");
    assert_eq!(capped.compared(Law::Replay), capped.inputs);
}

#[test]
fn the_honest_game_passes_whatever_kind_its_cards_are() {
    for laws in [laws().endless(), laws().twins()] {
        laws.games(100).sample(1).try_run().unwrap_or_else(|broken| panic!("{broken}"));
    }
}
