//! The lesson of Roost.

use kernel::{Beat, Input, Start, Table, Teach, Turn, Viewer};
use roost::{Action, Roost};
use testkit::lesson_plays;

#[test]
fn the_lesson_can_be_played_to_its_end() {
    let taught = lesson_plays::<Roost>();
    // Either bonus card may be kept.
    assert_eq!((taught.steps, taught.ways), (14, 2));
}

/// Every answer in the lesson is the learner's own: neither the table nor a client gives one automatically.
#[test]
fn nothing_in_the_lesson_is_free() {
    let lesson = Roost::lesson();
    let start = Start { seats: lesson.seats, host: lesson.learner, first: None, rules: 1 };
    let mut table = Table::<Roost>::new(&lesson.options, &start).unwrap();
    let mut chances = lesson.chances.iter();
    let mut moves = lesson.beats.iter().filter_map(|beat| match beat {
        Beat::Move(seat, action) => Some((*seat, action)),
        Beat::Try { accepts, .. } => Some((lesson.learner, &accepts[0])),
        Beat::Read { .. } | Beat::TimeUp => None,
    });
    loop {
        if matches!(table.turn(), Turn::Chance(_)) {
            table.commit(&Input::Chance(chances.next().unwrap().clone()));
            continue;
        }
        let Some((seat, action)) = moves.next() else { break };
        let view = table.view(Viewer::Seat(lesson.learner));
        assert!(!view.prompt.unwrap().free, "{action:?}");
        table.commit(&Input::Act(seat, action.clone()));
    }
    let view = table.view(Viewer::Seat(lesson.learner));
    let score = &view.scores[lesson.learner];
    // What the words about points speak of: three birds, two eggs, and an invertebrate on a card.
    assert_eq!((score.birds, score.eggs, score.cached), (8, 2, 1));
    assert_eq!(view.goals[0].as_str(), "birds-grassland");
    assert_eq!(view.open.mats[lesson.learner].birds().count(), 3);
    assert!(table.check(&Input::Act(lesson.learner, Action::GainFood)).is_err());
}
