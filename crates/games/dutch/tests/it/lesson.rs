//! The lesson of Dutch: the first in which time runs out.

use dutch::Dutch;
use kernel::{Beat, Teach};
use testkit::{lesson_plays, try_lesson};

#[test]
fn the_lesson_can_be_played_to_its_end() {
    let taught = lesson_plays::<Dutch>();
    assert_eq!((taught.steps, taught.ways), (14, 1));
}

#[test]
fn without_its_clock_the_lesson_does_not_go() {
    let mut lesson = Dutch::lesson();
    let place = lesson.beats.iter().position(|beat| *beat == Beat::TimeUp).expect("time runs out in it");
    lesson.beats.remove(place);
    let problem = try_lesson::<Dutch>(&lesson).expect_err("the window stays open");
    assert!(problem.contains(&format!("beat {place}")), "{problem}");
}
