//! The lesson of Casino.

use crate::scene::*;
use casino::{Casino, Event};
use kernel::{Beat, Input, Start, Table, Teach, Viewer};
use testkit::lesson_plays;

#[test]
fn the_lesson_can_be_played_to_its_end() {
    let taught = lesson_plays::<Casino>();
    assert_eq!((taught.steps, taught.ways), (12, 1));
}

/// The lesson's texts name these numbers.
#[test]
fn the_lesson_ends_with_the_points_that_it_names() {
    let lesson = Casino::lesson();
    let start = Start { seats: lesson.seats, host: lesson.learner, first: None, rules: 1 };
    let mut table = Table::<Casino>::new(&lesson.options, &start).unwrap();
    for drawn in lesson.chances {
        table.commit(&Input::Chance(drawn));
    }
    let mut brought = vec![];
    for beat in lesson.beats {
        let (seat, action) = match beat {
            Beat::Try { accepts, .. } => (lesson.learner, accepts[0]),
            Beat::Move(seat, action) => (seat, action),
            Beat::Read { .. } | Beat::TimeUp => continue,
        };
        let sent = table.commit(&Input::Act(seat, action));
        brought.extend(sent.into_iter().filter_map(|sent| match sent.event {
            Event::Captured { seat, points, .. } if seat == lesson.learner => Some(points),
            _ => None,
        }));
    }
    assert_eq!(brought, [14, 18, 24, 20]);
    let piles = table.view(Viewer::Spectator).piles;
    assert_eq!((piles[A].points, piles[B].points), (Some(76), Some(2)));
}
