//! The lesson of Euchre, and how mistakes in a lesson are found.

use euchre::{Action, Euchre, Options};
use kernel::{Beat, Lesson, Seat, Teach};
use testkit::{lesson_plays, try_lesson};

#[test]
fn the_lesson_can_be_played_to_its_end() {
    let taught = lesson_plays::<Euchre>();
    assert_eq!((taught.steps, taught.ways), (12, 1));
}

/// The problem of the lesson after a change.
fn spoilt(change: impl FnOnce(&mut Lesson<Options, Action>)) -> String {
    let mut lesson = Euchre::lesson();
    change(&mut lesson);
    try_lesson::<Euchre>(&lesson).expect_err("a spoilt lesson is found out")
}

#[test]
fn a_lesson_that_does_not_go_is_found_out() {
    let accepts = |lesson: &mut Lesson<_, _>, wanted: &str, actions: Vec<Action>| {
        for beat in &mut lesson.beats {
            if let Beat::Try { text, accepts, .. } = beat
                && *text == wanted
            {
                accepts.clone_from(&actions);
            }
        }
    };
    let illegal = spoilt(|lesson| accepts(lesson, "follow", vec![crate::scene::play("Kh")]));
    assert!(illegal.contains("beat 23"), "{illegal}");
    let also_illegal = spoilt(|lesson| {
        accepts(lesson, "pick-up", vec![Action::Order { alone: false }, Action::Order { alone: true }]);
    });
    // Alone the deal goes another way: every accepted action must lead to the end.
    assert!(also_illegal.contains("beat "), "{also_illegal}");
    assert_eq!(spoilt(|lesson| accepts(lesson, "last", vec![])), "a step accepts nothing");
    assert!(spoilt(|lesson| lesson.beats.swap(2, 3)).contains("beat 2: seat 2 is not asked"));
    assert!(spoilt(|lesson| lesson.beats[2] = Beat::Move(Seat(0), Action::Pass)).contains("by itself"));
    assert!(spoilt(|lesson| lesson.chances.truncate(1)).contains("no chance is left"));
    assert!(spoilt(|lesson| lesson.chances.swap(0, 1)).contains("does not answer"));
    assert!(spoilt(|lesson| lesson.chances.push(lesson.chances[0].clone())).contains("never asked for"));
    assert!(spoilt(|lesson| lesson.beats[2] = Beat::TimeUp).contains("nothing runs out"));
    assert!(spoilt(|lesson| lesson.options.target = 3).contains("target"));
    assert!(spoilt(|lesson| lesson.learner = Seat(4)).contains("no seat"));
    assert!(spoilt(|lesson| lesson.beats[1] = Beat::Read { text: "partners" }).contains("twice"));
    assert!(spoilt(|lesson| lesson.beats[1] = Beat::Read { text: "Up card" }).contains("cannot name a text"));
    assert!(spoilt(|lesson| lesson.beats.truncate(8)).contains("steps"));
}
