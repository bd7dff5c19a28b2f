//! Playing birds (rules, section 6).

use crate::scene::*;
use kernel::{CommonError, Seat};
use roost::*;
use serde_json::json;

#[test]
fn b_32_eggs_for_places() {
    let rows: [&[&str]; 3] = [
        &["goldcrest"],
        &["goldcrest", "eurasian-jay", "black-woodpecker"],
        &["goldcrest", "eurasian-jay", "black-woodpecker", "oilbird", "red-crossbill"],
    ];
    let ready = |row: &[&str]| scene().forest(A, row).tokens(A, "2i").hand(A, &["wood-warbler"]);
    let mut play = ready(&[]).begin();
    play.act(A, crate::scene::play("wood-warbler", Habitat::Forest));
    assert_eq!(play.perch(A, "F1").card, id("wood-warbler"));

    let warbler = || crate::scene::play("wood-warbler", Habitat::Forest);
    assert_eq!(ready(rows[0]).begin().refused(A, warbler()), Error::EggsShort { needed: 1 });
    let mut play = ready(rows[0]).eggs(A, "F1", 1).begin();
    play.act(A, warbler());
    assert_eq!((play.perch(A, "F1").eggs, play.perch(A, "F2").card), (0, id("wood-warbler")));
    assert_eq!(ready(rows[1]).eggs(A, "F1", 1).begin().refused(A, warbler()), Error::EggsShort { needed: 2 });
    let mut play = ready(rows[1]).eggs(A, "F1", 2).begin();
    play.act(A, warbler());
    assert_eq!(play.open().mats[A].eggs(), 0);
    let full = ready(rows[2]).eggs(A, "F1", 5).begin();
    assert_eq!(full.refused(A, warbler()), Error::RowFull { habitat: Habitat::Forest });
}

fn hornbill() -> Action {
    play("great-hornbill", Habitat::Forest)
}

#[test]
fn b_33_two_for_one() {
    let ready = |tokens: &str| scene().tokens(A, tokens).hand(A, &["great-hornbill"]).begin();
    let mut play = ready("2u 2s");
    play.act(A, hornbill());
    assert_eq!((play.tokens(A), play.asked()), (Foods::NONE, B));
    assert_eq!(ready("2u 1s").refused(A, hornbill()), Error::FoodShort);
}

#[test]
fn b_34_neither_too_little_nor_too_much() {
    let mut play = scene().tokens(A, "1i 1s 1r").hand(A, &["tawny-owl"]).begin();
    play.act(A, crate::scene::play("tawny-owl", Habitat::Forest));
    assert_eq!(play.refused(A, pay("1i 1s")), Error::NotAPayment);
    assert_eq!(play.refused(A, pay("1i 1s 1r")), Error::Overpaid);
    assert_eq!(play.refused(A, pay("1f 1r")), Error::FoodShort);
    assert_eq!(play.refused(A, pay_egg("F1")), Error::WrongPhase);
    play.act(A, pay("1i 1r"));
    assert_eq!(play.tokens(A), foods("1s"));
}

#[test]
fn b_35_one_of_two_foods_or_two_others() {
    let mut play = scene().tokens(A, "1i 1f 1u").hand(A, &["eurasian-nuthatch"]).begin();
    play.act(A, crate::scene::play("eurasian-nuthatch", Habitat::Forest));
    assert_eq!(play.legal(A), [pay("1i"), pay("1f 1u"), Action::Back]);
}

#[test]
fn b_36_without_two_for_one() {
    let play = with_options(3, &json!({ "two_for_one": "off", "bird_copies": 1 }))
        .tokens(A, "2u 2s")
        .hand(A, &["great-hornbill"])
        .begin();
    assert_eq!(play.refused(A, hornbill()), Error::FoodShort);
}

#[test]
fn b_38_cached_food_pays_nothing() {
    let play = scene().forest(A, &["eurasian-jay"]).cached(A, "F1", "2s").hand(A, &["common-linnet"]).begin();
    assert_eq!(play.refused(A, crate::scene::play("common-linnet", Habitat::Grassland)), Error::FoodShort);
}

#[test]
fn b_39_a_bird_for_nothing() {
    let mut play = scene().hand(A, &["eurasian-wren"]).begin();
    play.act(A, crate::scene::play("eurasian-wren", Habitat::Wetland));
    assert_eq!(play.perch(A, "W1").card, id("eurasian-wren"));
}

#[test]
fn b_40_a_bird_lives_where_it_is_printed() {
    let play = scene().tokens(A, "1i").hand(A, &["goldcrest"]).begin();
    let habitat = Habitat::Wetland;
    assert_eq!(play.refused(A, crate::scene::play("goldcrest", habitat)), Error::WrongHabitat { habitat });
    assert_eq!(play.refused(A, crate::scene::play("osprey", habitat)), Error::NotInHand);
}

#[test]
fn b_41_an_egg_is_named_once() {
    let mut play = scene()
        .forest(A, &["long-eared-owl", "song-sparrow", "great-hornbill"])
        .grassland(A, &["swainsons-hawk", "corn-crake"])
        .wetland(A, &["mallard"])
        .eggs(A, "F1", 1)
        .eggs(A, "G2", 3)
        .eggs(A, "W1", 1)
        .tokens(A, "2i")
        .hand(A, &["wood-warbler"])
        .begin();
    play.act(A, crate::scene::play("wood-warbler", Habitat::Forest)).act(A, pay_egg("F1"));
    assert_eq!(play.refused(A, pay_egg("F1")), Error::NoEggThere);
    assert_eq!(play.refused(A, pay_egg("W5")), Error::NoSuchBird);
    assert_eq!(play.perch(A, "F1").eggs, 1, "nothing leaves before all is paid");
    play.act(A, pay_egg("G2"));
    assert_eq!((play.perch(A, "F1").eggs, play.perch(A, "G2").eggs), (0, 2));
}

#[test]
fn b_42_back_once_in_a_turn() {
    let mut play = scene().tokens(A, "2i 1s 1f").hand(A, &["corn-crake"]).begin();
    let crake = || crate::scene::play("corn-crake", Habitat::Grassland);
    play.act(A, crake());
    assert_eq!(play.legal(A), [pay("1i 1s"), pay("2i 1f"), Action::Back]);
    play.act(A, Action::Back);
    assert_eq!((play.tokens(A), play.phase()), (foods("2i 1s 1f"), Phase::Turn));
    assert_eq!(play.view(B).open.mats[A].known, [id("corn-crake")]);
    play.act(A, crake());
    assert_eq!(play.refused(A, Action::Back), Error::NoBack);
}

#[test]
fn b_43_copies_are_cards_of_their_own() {
    let mut play = with_options(3, &json!({ "bird_copies": 2 }))
        .tokens(A, "2i")
        .hand(A, &["goldcrest", "goldcrest#2"])
        .begin();
    let legal = play.legal(A);
    let crest = |name| crate::scene::play(name, Habitat::Forest);
    assert!(legal.contains(&crest("goldcrest")) && legal.contains(&crest("goldcrest#2")));
    play.act(A, crest("goldcrest#2"));
    assert_eq!(play.hand(A), ["goldcrest"]);
    assert_eq!(play.perch(A, "F1").card, id("goldcrest#2"));
}

#[test]
fn b_96_a_removed_seat_pays_nothing() {
    let mut play = scene().tokens(A, "2i 1s 1f").hand(A, &["corn-crake", "osprey"]).begin();
    play.act(A, crate::scene::play("corn-crake", Habitat::Grassland)).remove(A);
    let open = play.open();
    assert!(open.removed.contains(&id("corn-crake")) && open.mats[A].row(Habitat::Grassland).is_empty());
    assert_eq!(play.view(B).removed, [1]);
    assert_eq!((play.asked(), play.phase(), play.tokens(A)), (B, Phase::Turn, foods("2i 1s 1f")));
}

#[test]
fn b_95_only_who_is_asked_may_answer() {
    let mut play = scene().forest(A, &["wood-warbler"]).begin();
    play.act(A, Action::GainFood).act(A, take("s", "s"));
    assert_eq!((play.phase(), play.asked()), (Phase::Power, A));
    assert_eq!(play.refused(B, Action::Skip), Error::from(CommonError::NotYourTurn));
    assert_eq!(play.refused(B, Action::Ready), Error::WrongPhase);
    assert_eq!(play.legal(Seat(1)), []);
}
