//! Using a row (rules, sections 7 and 8).

use crate::scene::*;
use roost::*;

#[test]
fn b_24_an_empty_forest_gives_one_die() {
    let mut play = scene().hand(A, &["goldcrest"]).feeder("i s f").begin();
    play.act(A, Action::GainFood).act(A, take("f", "f"));
    assert_eq!(play.tokens(A), foods("1f"));
    assert_eq!((play.phase(), play.asked()), (Phase::Turn, B));
}

const MEADOW: [&str; 3] = ["grey-partridge", "corn-crake", "european-roller"];

#[test]
fn b_25_three_eggs_and_a_trade() {
    let fed = scene().grassland(A, &MEADOW).tokens(A, "1s");
    let mut play = fed.begin();
    play.act(A, Action::LayEggs).act(A, lay("G1")).act(A, lay("G1")).act(A, lay("G2"));
    assert_eq!(play.prompt().ask, Ask::Trade(Habitat::Grassland));
    play.act(A, Action::Trade(Trade::Food(Food::Seed))).act(A, lay("G3"));
    assert_eq!((play.tokens(A), play.perch(A, "G3").eggs), (Foods::NONE, 1));

    let mut play = scene().grassland(A, &MEADOW).begin();
    play.act(A, Action::LayEggs).act(A, lay("G1")).act(A, lay("G1")).act(A, lay("G2"));
    assert_ne!(play.phase(), Phase::Trade);
}

#[test]
fn b_26_two_birds_have_no_trade() {
    let mut play = scene().grassland(A, &["long-eared-owl", "song-sparrow"]).tokens(A, "1s").begin();
    play.act(A, Action::LayEggs).act(A, lay("G1")).act(A, lay("G1"));
    assert_eq!(play.open().mats[A].eggs(), 3, "the third egg had only one bird to go to");
    assert_eq!((play.phase(), play.asked()), (Phase::Turn, B));
}

#[test]
fn b_27_an_egg_for_a_card() {
    let marsh = ["song-sparrow", "long-eared-owl", "swainsons-hawk", "great-hornbill", "common-cuckoo"];
    let mut play = scene()
        .forest(A, &["goldcrest"])
        .eggs(A, "F1", 2)
        .wetland(A, &marsh)
        .top(&["mallard", "osprey", "wood-duck", "budgerigar", "fieldfare"])
        .begin();
    play.act(A, Action::DrawCards);
    assert_eq!(play.hand_size(A), 3, "with an empty tray there is only the deck");
    play.act(A, Action::Trade(Trade::Position(at("F1"))));
    assert_eq!((play.hand_size(A), play.perch(A, "F1").eggs), (4, 1));
    assert_eq!(play.hand(A), ["mallard", "osprey", "wood-duck", "budgerigar"]);
}

#[test]
fn b_28_no_birds_no_eggs() {
    let mut play = scene().tokens(A, "1s").begin();
    play.act(A, Action::LayEggs);
    assert_eq!((play.phase(), play.asked()), (Phase::Turn, B));
}

#[test]
fn b_29_eggs_without_room_are_lost() {
    let birds = ["long-eared-owl", "song-sparrow", "swainsons-hawk", "great-hornbill"];
    let mut play = scene()
        .grassland(A, &birds)
        .eggs(A, "G1", 2)
        .eggs(A, "G2", 2)
        .eggs(A, "G3", 1)
        .eggs(A, "G4", 1)
        .begin();
    play.act(A, Action::LayEggs).act(A, lay("G3"));
    assert_eq!(play.open().mats[A].eggs(), 8, "the last egg had only one bird to go to");
    assert_eq!(play.asked(), B);
}

#[test]
fn b_30_a_hole_stays_until_the_turn_ends() {
    let mut play = scene()
        .wetland(A, &["song-sparrow", "long-eared-owl"])
        .tray([Some("mallard"), Some("osprey"), Some("wood-duck")])
        .top(&["budgerigar", "fieldfare"])
        .begin();
    play.act(A, Action::DrawCards).act(A, from_tray(1));
    assert_eq!(play.refused(A, from_tray(1)), Error::TraySlotEmpty);
    play.act(A, from_tray(2));
    assert_eq!(play.open().tray, ["budgerigar", "fieldfare", "wood-duck"].map(|name| Some(id(name))));
}

#[test]
fn b_31_a_card_from_the_tray_stays_known() {
    let ready = || {
        scene()
            .tray([Some("mallard"), None, None])
            .top(&["budgerigar", "fieldfare", "osprey", "eurasian-jay"])
            .begin()
    };
    let mut deck = ready();
    deck.act(A, Action::DrawCards).act(A, DECK);
    let view = deck.view(B);
    assert!(view.open.mats[A].known.is_empty() && view.hands[A].cards.is_none());
    assert_eq!(view.hands[A].unknown.iter().sum::<u8>(), 1);
    assert_eq!(deck.hand(A), ["budgerigar"]);

    let mut tray = ready();
    tray.act(A, Action::DrawCards).act(A, from_tray(1));
    assert_eq!(tray.view(B).open.mats[A].known, [id("mallard")]);
}

#[test]
fn b_44_a_die_gives_what_it_shows() {
    let mut play = scene().feeder("i s f f d").begin();
    play.act(A, Action::GainFood);
    assert_eq!(play.refused(A, take("d", "f")), Error::FoodMismatch { food: Food::Fish });
    assert_eq!(play.refused(A, take("r", "r")), Error::NoSuchDie);
    assert_eq!(play.refused(A, cache("d", "s")), Error::CannotCache);
    play.act(A, take("d", "s"));
    assert_eq!((play.tokens(A), play.feeder().len()), (foods("1s"), 4));
}

#[test]
fn b_45_an_empty_feeder_is_rolled_at_once() {
    let mut play = scene().feeder("r").begin();
    play.roll("i s f u r").act(A, Action::GainFood).act(A, take("r", "r"));
    assert_eq!(play.feeder(), ["i", "s", "f", "u", "r"].map(face));
}

#[test]
fn b_46_one_reroll_for_each_die() {
    let mut play = scene().feeder("f f f").begin();
    play.roll("s s s s s").act(A, Action::GainFood).act(A, Action::Reroll);
    assert!(play.received(B).contains(&Event::FeederRolled { faces: vec![Face::Seed; 5] }));
    // This die cannot be rolled again, so seed is all that can be taken: the table takes it.
    assert_eq!((play.tokens(A), play.feeder().len(), play.asked()), (foods("1s"), 4, B));
    let mut play = scene().feeder("f f f").begin();
    play.roll("s s s d d").act(A, Action::GainFood).act(A, Action::Reroll);
    assert_eq!(play.refused(A, Action::Reroll), Error::NoReroll);
}

#[test]
fn b_47_faces_must_be_alike_to_roll_again() {
    let mut play = scene().feeder("i d").begin();
    play.act(A, Action::GainFood);
    assert_eq!(play.refused(A, Action::Reroll), Error::NoReroll);
    let mut play = scene().feeder("s").begin();
    play.act(A, Action::GainFood);
    assert_eq!(play.legal(A), [take("s", "s"), Action::Reroll]);
}

#[test]
fn b_76_the_discards_become_the_deck() {
    let twelve = [
        "mallard",
        "osprey",
        "wood-duck",
        "budgerigar",
        "fieldfare",
        "goldcrest",
        "snowy-owl",
        "oilbird",
        "corn-crake",
        "grey-heron",
        "black-kite",
        "eurasian-jay",
    ];
    let mut play = scene().tray([Some("shoebill"), None, None]).top(&twelve).begin();
    play.act(A, Action::DrawCards);
    let events = {
        play.act(A, DECK);
        play.received(B)
    };
    assert!(events.contains(&Event::Reshuffled { count: 12 }));
    let view = play.view(A);
    // One is in the hand; two more filled the holes of the tray at the end of the turn.
    assert_eq!((view.hand().len(), view.cards, view.open.discards.len()), (1, 9, 0));
    assert_eq!(view.open.reshuffled[0].len(), 12);
}

#[test]
fn b_77_draws_lapse_when_nothing_is_left() {
    let mut play =
        scene().wetland(A, &["song-sparrow", "long-eared-owl"]).tray([None, Some("osprey"), None]).begin();
    play.act(A, Action::DrawCards);
    assert_eq!(play.hand(A), ["osprey"]);
    assert_eq!((play.open().tray, play.asked()), ([None, None, None], B));
}
