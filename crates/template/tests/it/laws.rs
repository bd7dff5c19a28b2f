//! The laws of all games, held by High Card.

use template::Template;

#[test]
fn the_laws_hold() {
    testkit::Laws::<Template>::new(testkit::playing_card).games(200).bound(50).run();
}
