//! The lesson of Casino.

use casino::Casino;
use testkit::lesson_plays;

#[test]
fn the_lesson_can_be_played_to_its_end() {
    let taught = lesson_plays::<Casino>();
    assert_eq!((taught.steps, taught.ways), (12, 1));
}
