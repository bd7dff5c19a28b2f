//! Bots through the interfaces that rooms and the arena use.

use catalog::{ALL, Fault, HouseRules, Inferences, Player, Question, Terms, Thought};
use kernel::{DealKey, Input, Level, Turn, Viewer};
use serde_json::{Value, json, value::to_raw_value};
use std::{env, fs, path::PathBuf, time::Duration};

fn no_clock() -> Duration {
    Duration::ZERO
}
fn terms() -> Terms<'static> {
    Terms { seed: 5, any_score: true, one_against_all: false, logs: false, clock: &no_clock }
}

/// Plays a whole game with a bot on every seat, as a room does.
fn whole_game(entry: &catalog::Entry, level: Level) -> u32 {
    let mut table = entry.open(&HouseRules::default(), &entry.start(None)).unwrap();
    let key = DealKey::from_seed(3);
    let (mut chances, mut decisions) = (0, 0);
    loop {
        let input = match table.turn() {
            Turn::Over(_) => return decisions,
            Turn::Chance(luck) => {
                chances += 1;
                Input::Chance(key.answer(chances, luck))
            }
            Turn::Seats { must, window, .. } => match must.iter().next() {
                None => Input::Expire(window.id),
                Some(seat) => {
                    decisions += 1;
                    let thought = Thought { budget: Some(4), ..Thought::new(decisions.into()) };
                    let answer = table.thinker(seat, level).think(thought).unwrap();
                    // Some levels let their time run out now and then.
                    answer.action.map_or(Input::Expire(window.id), |action| Input::Act(seat, action))
                }
            },
        };
        table.play(&input).unwrap();
    }
}

#[test]
fn bots_play_every_game_to_its_end() {
    for entry in ALL {
        for level in [Level::Easy, Level::Hard] {
            assert!(whole_game(entry, level) > 3, "{}", entry.name);
        }
    }
}

#[test]
fn a_view_as_json_is_as_good_as_a_table() {
    let entry = catalog::find("euchre").unwrap();
    let mut table = entry.open(&HouseRules::default(), &entry.start(None)).unwrap();
    let key = DealKey::from_seed(3);
    for counter in 0..2 {
        let Turn::Chance(luck) = table.turn() else { panic!("two chances come first") };
        table.play(&Input::Chance(key.answer(counter, luck))).unwrap();
    }
    let Turn::Seats { must, .. } = table.turn() else { panic!("somebody is to call") };
    let seat = must.iter().next().unwrap();
    let view = table.view(Viewer::Recall(seat));
    let here = table.thinker(seat, Level::Hard).think(Thought::new(1)).unwrap();
    let there =
        entry.thinker(&table.options(), &view, seat, Level::Hard).unwrap().think(Thought::new(1)).unwrap();
    assert_eq!(here.reasons.get(), there.reasons.get());
    assert!(table.knowledge(seat).unwrap().is_some());
    // A bot refuses to decide from a view without memory.
    let forgetful = table.view(Viewer::Seat(seat));
    let thinker = entry.thinker(&table.options(), &forgetful, seat, Level::Hard).unwrap();
    assert_eq!(thinker.think(Thought::new(1)).unwrap_err().code, "contradiction");
}

#[test]
fn both_players_get_the_same_deals_and_equals_are_equal() {
    let entry = catalog::find("euchre").unwrap();
    let arena = entry.arena(&HouseRules::default(), &entry.start(None), terms()).unwrap();
    let mut players = ["rules", "rules"].map(|name| entry.player(name).unwrap());
    for deal in 0..20 {
        let dealt = arena.play(deal, &mut players).unwrap();
        assert_eq!(dealt.plays.len(), 2);
        assert_eq!(dealt.difference(), 0.0, "the same player against itself");
        let again = arena.play(deal, &mut players).unwrap();
        assert_eq!(dealt.mean(0), again.mean(0));
    }
}

#[test]
fn names_of_players_are_checked_and_near_ones_suggested() {
    let entry = catalog::find("euchre").unwrap();
    for name in ["easy", "expert:50", "random", "rules", "document", "ismcts:100", "ismcts-kitty"] {
        assert!(entry.player(name).is_ok(), "{name}");
    }
    for name in ["", "hart", "hard:x", "random:3", "documents"] {
        assert_eq!(entry.player(name).unwrap_err().code, "unknown_player", "{name}");
    }
    assert!(catalog::find("eights").unwrap().player("document").is_err());
}

#[test]
fn a_program_that_cheats_is_found_out() {
    let entry = catalog::find("euchre").unwrap();
    let arena = entry.arena(&HouseRules::default(), &entry.start(None), terms()).unwrap();
    let cheat = |question: &Question| -> Result<Option<catalog::Json>, Fault> {
        // It is asked with what its seat sees, and nothing more.
        let view: Value = serde_json::from_str(question.view.get()).unwrap();
        assert!(view.get("shown").is_none() && view.get("kitty").is_none());
        Ok(Some(to_raw_value(&json!("ready")).unwrap()))
    };
    let mut players = [Player::Outside(Box::new(cheat)), entry.player("random").unwrap()];
    assert_eq!(arena.play(0, &mut players).unwrap_err().code, "illegal_action");
}

#[test]
fn inferences_are_held_against_finished_games() {
    let entry = catalog::find("euchre").unwrap();
    let terms = Terms { logs: true, any_score: false, ..terms() };
    let arena = entry.arena(&HouseRules::default(), &entry.start(None), terms).unwrap();
    let mut players = ["medium", "rules"].map(|name| entry.player(name).unwrap());
    let mut inferences = Inferences::default();
    for deal in 0..10 {
        for play in arena.play(deal, &mut players).unwrap().plays {
            entry.calibrate(&play.log.unwrap(), Level::Hard, &mut inferences).unwrap();
        }
    }
    assert_eq!(inferences.falsely_certain, 0);
    assert!(inferences.decisions > 200 && inferences.counted.count() > 1_000);
    assert!(inferences.counted.brier() > 0.0 && inferences.counted.brier() < 1.0);
}

/// The reference that looks at cards it may not see needs a state. A table gives none away, and no file of the
/// server as much as names the arena.
#[test]
fn the_server_cannot_seat_a_player_that_peeks() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo runs the tests"));
    let mut folders = vec![root.join("../server/src")];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for file in fs::read_dir(folder).unwrap().flatten() {
            if file.path().is_dir() {
                folders.push(file.path());
                continue;
            }
            files += 1;
            let text = fs::read_to_string(file.path()).unwrap();
            for door in ["arena(", "catalog::Player", "Reference::", "peeked_worlds", "\"document\""] {
                assert!(!text.contains(door), "{} in {}", door, file.path().display());
            }
        }
    }
    assert!(files > 20);
    // A room can ask for a level; the name of a reference is not a level.
    assert!("document".parse::<Level>().is_err());
}
