//! One fault after the other, and the law that must find it.

use crate::toy::{Declared, Fault, Toy, Truly, WrongDefault, WrongRange};
use serde_json::json;
use testkit::{Broken, Law, Laws, playing_card};

/// The laws for a game with a fault.
pub(crate) fn laws<D: Declared>(fault: Fault) -> Laws<Toy<D>> {
    let laws = Laws::new(playing_card).games(400).bound(200).sample(1);
    let folder = concat!(env!("CARGO_TARGET_TMPDIR"), "/planted");
    laws.options(move |_| json!({ "fault": fault })).log_folder(folder)
}

/// The law that finds a fault.
fn found<D: Declared>(laws: &Laws<Toy<D>>) -> Broken {
    laws.try_run().map_or_else(|broken| broken, |report| panic!("the fault was not found: {report}"))
}

macro_rules! planted {
    ($($test:ident: $fault:ident => $law:ident, $words:literal;)*) => {
        $(#[test]
        fn $test() {
            let broken = found(&laws::<Truly>(Fault::$fault));
            assert_eq!(broken.law, Law::$law, "{broken}");
            assert!(broken.what.contains($words), "{broken}");
        })*
    };
}

planted! {
    a_view_that_shows_a_card_too_many: ShownCard => NoLeak, "hidden cards change";
    a_view_that_carries_the_stock_in_a_number: Checksum => NoLeak, "change the view of";
    an_event_for_the_wrong_audience: DrawnForAll => NoLeak, "is sent for";
    a_list_that_depends_on_a_hidden_card: KnowingList => NoLeak, "change the legal actions";
    an_error_that_names_a_hidden_card: TellingError => NoLeak, "change the answer";

    a_deal_sent_to_the_wrong_audience: DealtForAll => TwoChannels, "which it is not shown";
    a_card_that_enters_a_view_unannounced: Unannounced => TwoChannels, "without an event about it";

    a_sampler_that_never_moves_a_card: StuckSampler => Coverage, "in the worlds of";
    a_biased_sampler: BiasedSampler => Coverage, "standard deviations";
    a_sampler_that_forgets: ForgetfulSampler => Worlds, "a world looks different";
    a_sampler_with_a_memory_of_its_own: ImpureSampler => Worlds, "two different worlds";

    a_recall_that_knows_more_than_was_sent: KnowingRecall => Recall, "what it was not sent";

    a_lost_card: LostCard => Conservation, "there were 12 cards and are 11";
    a_doubled_card: DoubledCard => Conservation, "there are two cards";

    a_replay_that_differs: Listening => Replay, "differs";
    a_game_that_never_ends: NoEnd => Ends, "no end after 200 inputs";

    an_unlisted_action_that_is_accepted: LaxCheck => LegalIsCheck, "accepted from";
    a_listed_action_that_is_refused: ListedButRefused => LegalIsCheck, "but refused";
    an_action_listed_twice: ListedTwice => LegalIsCheck, "listed twice";
    a_list_for_a_seat_that_may_not_act: ListedOutOfTurn => LegalIsCheck, "may not act now";

    an_event_that_does_not_survive: UnspeakableEvent => Wire, "cannot be read";
    an_event_that_takes_any_field: OpenEvent => Wire, "an unknown field is accepted";

    a_table_for_any_number: Crowd => StartRefusals, "is accepted";
    a_table_that_panics: EmptyTablePanics => StartRefusals, "a table of 0 panics";
    an_input_that_panics: CallPanics => NoPanic, "nobody thought of that";

    a_law_with_nothing_to_compare: NothingToExchange => NoLeak, "nothing was compared";
}

#[test]
fn a_field_with_a_wrong_default() {
    let broken = found(&laws::<WrongDefault>(Fault::None));
    assert_eq!(broken.law, Law::Wire, "{broken}");
    assert_eq!(broken.what, "the default of `turns` is 12, not 10");
}

#[test]
fn a_range_that_is_not_kept() {
    let broken = found(&laws::<WrongRange>(Fault::None));
    assert_eq!(broken.law, Law::Wire, "{broken}");
    assert_eq!(broken.what, "`turns` takes 20 at a table of 2");
}

/// Games with an endless supply, or with several cards of one name, are compared in another way.
#[test]
fn a_bad_sampler_is_found_among_cards_of_any_kind() {
    for fault in [Fault::StuckSampler, Fault::BiasedSampler] {
        for laws in [laws::<Truly>(fault).endless(), laws::<Truly>(fault).twins()] {
            assert_eq!(found(&laws).law, Law::Coverage);
        }
    }
}

#[test]
fn a_doubled_card_is_found_among_cards_of_any_kind() {
    for laws in [laws::<Truly>(Fault::DoubledCard).endless(), laws::<Truly>(Fault::DoubledCard).twins()] {
        assert_eq!(found(&laws).law, Law::Conservation);
    }
}
