//! The laws of all games, held by Euchre.

use euchre::Euchre;

#[test]
fn the_laws_hold() {
    testkit::Laws::<Euchre>::new(testkit::playing_card).games(2_000).bound(20_000).sample(64).run();
}
