//! A failing game leaves its log behind, and the log is enough to fail again.

use crate::{
    planted::laws,
    toy::{Fault, Truly},
};
use serde_json::Value;
use testkit::Law;

#[test]
fn a_failing_game_is_saved_and_fails_again_from_its_log() {
    let laws = laws::<Truly>(Fault::LostCard);
    let broken = laws.try_run().expect_err("a card is lost");
    let file = broken.log.clone().expect("the log was saved");

    let text = std::fs::read_to_string(&file).expect("the log is there");
    let log: Value = serde_json::from_str(&text).expect("the log is JSON");
    assert_eq!(log["game"], "toy");
    assert_eq!(log["law"], "conservation");
    assert_eq!(log["options"]["fault"], "lost_card");
    assert_eq!(log["inputs"].as_array().map(Vec::len), Some(broken.step + 1));

    let again = laws.run_log(&file).expect_err("a card is lost again");
    assert_eq!((again.law, again.step), (Law::Conservation, broken.step));
    let again = laws.run_seed(broken.seed).expect_err("a card is lost again");
    assert_eq!((again.law, again.step), (Law::Conservation, broken.step));
}

#[test]
fn a_panic_leaves_the_input_that_caused_it_in_the_log() {
    let broken = laws::<Truly>(Fault::CallPanics).try_run().expect_err("a call panics");
    let text = std::fs::read_to_string(broken.log.expect("the log was saved")).expect("the log is there");
    let log: Value = serde_json::from_str(&text).expect("the log is JSON");
    let last = log["inputs"].as_array().and_then(|inputs| inputs.last());
    assert_eq!(last.map(|input| &input["act"][1]), Some(&Value::from("call")));
}

#[test]
#[should_panic(expected = "toy breaks the law “conservation” (seed ")]
fn the_message_names_game_law_and_seed() {
    laws::<Truly>(Fault::LostCard).run();
}

#[test]
#[should_panic(expected = "again: ABOVEBOARD_LOG=")]
fn the_message_says_how_to_play_it_again() {
    laws::<Truly>(Fault::LostCard).run();
}
