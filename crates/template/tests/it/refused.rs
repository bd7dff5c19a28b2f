//! Games that end in a mistake. Each file in `refused` is named after it, and says why it is one.

use template::Template;

/// And every reason that High Card knows has its file.
#[test]
fn every_mistake_is_refused_for_its_reason() {
    testkit::refused_games::<Template>("refused");
}
