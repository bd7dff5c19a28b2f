//! The lesson of Eights.

use eights::{Action, Eights, Reason};
use kernel::{Beat, Input, Seat, SeatStatus, Start, Table, Teach, Turn, Viewer};
use testkit::lesson_plays;

#[test]
fn the_lesson_can_be_played_to_its_end() {
    let taught = lesson_plays::<Eights>();
    assert_eq!((taught.steps, taught.ways), (11, 1));
}

#[test]
fn the_learner_goes_out_and_the_eight_came_from_the_supply() {
    let lesson = Eights::lesson();
    let start = Start { seats: lesson.seats, host: lesson.learner, first: None, rules: 2 };
    let mut table = Table::<Eights>::new(&lesson.options, &start).unwrap();
    let mut chances = lesson.chances.iter().cloned();
    let mut luck = |table: &mut Table<Eights>| {
        while let Turn::Chance(_) = table.turn() {
            table.commit(&Input::Chance(chances.next().unwrap()));
        }
    };
    luck(&mut table);
    table.commit(&Input::Status(Seat(1), SeatStatus::Bot));
    for beat in &lesson.beats {
        let (seat, action) = match beat {
            Beat::Read { .. } | Beat::TimeUp => continue,
            Beat::Move(seat, action) => (*seat, *action),
            Beat::Try { accepts, .. } => (lesson.learner, accepts[0]),
        };
        table.commit(&Input::Act(seat, action));
        luck(&mut table);
        if (seat, action) == (lesson.learner, Action::Draw) {
            let view = table.view(Viewer::Seat(lesson.learner));
            assert_eq!(view.hand().last().map(|card| card.face.to_string()).as_deref(), Some("wild"));
        }
    }
    let open = table.view(Viewer::Spectator).open;
    assert_eq!(open.ending.map(|ending| ending.reason), Some(Reason::WentOut));
    let Turn::Over(outcome) = table.turn() else { panic!("the round is over") };
    assert_eq!(outcome.places[lesson.learner], 1);
}
