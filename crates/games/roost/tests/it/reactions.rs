//! Powers on other players' turns (rules, 9.4).

use crate::scene::*;
use roost::*;

const WARBLER: &[&str] = &["common-reed-warbler"];

#[test]
fn b_65_after_the_placing_and_before_its_power() {
    let mut play =
        scene().wetland(B, WARBLER).tokens(A, "2i").hand(A, &["common-eider", "eurasian-wren"]).begin();
    play.act(A, crate::scene::play("common-eider", Habitat::Wetland));
    assert_eq!(
        (play.phase(), play.asked(), play.legal(B)),
        (Phase::React, B, vec![Action::Use, Action::Skip])
    );
    play.act(B, Action::Use);
    assert_eq!((play.tokens(B), play.perch(B, "W1").spent), (foods("1i"), true));
    assert_eq!((play.phase(), play.asked()), (Phase::Power, A));
}

#[test]
fn b_66_once_between_two_turns() {
    let mut play = scene()
        .wetland(B, WARBLER)
        .tokens(A, "2i")
        .grassland(A, &["corn-crake"])
        .eggs(A, "G1", 2)
        .hand(A, &["common-eider", "eurasian-wren"])
        .begin();
    play.act(A, crate::scene::play("common-eider", Habitat::Wetland)).act(B, Action::Use);
    play.act(A, crate::scene::play("eurasian-wren", Habitat::Wetland));
    assert_eq!((play.asked(), play.phase()), (B, Phase::Turn));
    assert!(!play.perch(B, "W1").spent, "its owner's turn has begun");
}

#[test]
fn b_67_declined_is_not_spent() {
    for expires in [false, true] {
        let mut play = scene()
            .wetland(B, WARBLER)
            .tokens(A, "2i")
            .grassland(A, &["corn-crake"])
            .eggs(A, "G1", 2)
            .hand(A, &["common-eider", "eurasian-wren"])
            .begin();
        play.act(A, crate::scene::play("common-eider", Habitat::Wetland));
        if expires {
            play.expire()
        } else {
            play.act(B, Action::Skip)
        };
        play.act(A, crate::scene::play("eurasian-wren", Habitat::Wetland));
        assert_eq!((play.asked(), play.phase()), (B, Phase::React));
    }
}

#[test]
fn b_68_seats_ascend_from_the_next_one() {
    let mut play = with_options(4, &serde_json::json!({ "bird_copies": 2 }))
        .grassland(A, &["common-cuckoo"])
        .forest(A, &["goldcrest"])
        .wetland(B, &["common-goldeneye"])
        .forest(D, &["common-goldeneye#2"])
        .current(C)
        .begin();
    play.act(C, Action::LayEggs);
    let mut order = Vec::new();
    while play.phase() == Phase::React {
        order.push(play.asked());
        let asked = play.asked();
        play.act(asked, Action::Skip);
    }
    assert_eq!(order, [D, A, B]);
}

#[test]
fn b_69_a_seat_does_not_react_to_its_own_actions() {
    let mut play = scene()
        .forest(A, &["eurasian-woodcock"])
        .eggs(A, "F1", 1)
        .tokens(A, "2i")
        .hand(A, &["wood-warbler"])
        .begin();
    play.act(A, crate::scene::play("wood-warbler", Habitat::Forest));
    assert_eq!((play.asked(), play.phase()), (B, Phase::Turn));
}

#[test]
fn b_70_after_the_trade_and_before_the_powers() {
    let mut play = scene()
        .grassland(A, &["corn-crake"])
        .tokens(A, "1s")
        .grassland(B, &["common-cuckoo", "common-linnet"])
        .begin();
    play.act(A, Action::LayEggs);
    assert_eq!(play.phase(), Phase::Trade);
    play.act(A, Action::Trade(Trade::Food(Food::Seed)));
    assert_eq!((play.phase(), play.asked(), play.legal(B)), (Phase::React, B, vec![lay("G2"), Action::Skip]));
    play.act(B, lay("G2"));
    assert_eq!((play.phase(), play.about().as_deref()), (Phase::Power, Some("G1")));
}

#[test]
fn b_71_only_dice_of_the_row_count() {
    let owl: &[&str] = &["burrowing-owl"];
    let mut play = scene().grassland(B, owl).feeder("r s").begin();
    play.act(A, Action::GainFood).act(A, take("r", "r"));
    assert_eq!((play.phase(), play.asked()), (Phase::React, B));
    play.act(B, Action::Use);
    assert_eq!(play.perch(B, "G1").cached, foods("1r"));

    let mut play = scene().grassland(B, owl).forest(A, &["common-raven"]).feeder("r s f").begin();
    play.act(A, Action::GainFood).act(A, take("s", "s")).act(A, take("r", "r"));
    assert_eq!((play.phase(), play.asked()), (Phase::Turn, B));
}

#[test]
fn b_72_reactions_lead_to_no_reactions() {
    let mut play = scene()
        .grassland(A, &["swainsons-hawk"])
        .grassland(B, &["common-cuckoo", "common-linnet"])
        .wetland(C, &["common-goldeneye"])
        .begin();
    play.act(A, Action::LayEggs);
    play.act(B, lay("G2"));
    assert_eq!((play.phase(), play.asked()), (Phase::React, C));
    play.act(C, Action::Use);
    assert_eq!((play.phase(), play.tokens(C)), (Phase::Turn, foods("1i")));
}

#[test]
fn b_73_directly_after_the_hunt() {
    let mut play = scene()
        .forest(A, &["wood-warbler", "peregrine-falcon"])
        .grassland(B, &["black-kite"])
        .feeder("s i f")
        .top(&["goldcrest"])
        .begin();
    play.act(A, Action::GainFood).act(A, take("s", "s")).act(A, take("i", "i")).act(A, Action::Use);
    let fish = Action::ChooseFood { food: Food::Fish };
    let rodent = Action::ChooseFood { food: Food::Rodent };
    assert_eq!((play.asked(), play.legal(B)), (B, vec![fish, rodent.clone(), Action::Skip]));
    play.act(B, rodent);
    assert_eq!((play.tokens(B), play.about().as_deref()), (foods("1r"), Some("F1")));
}

#[test]
fn a_removed_seat_reacts_no_more() {
    let mut play =
        scene().wetland(B, WARBLER).tokens(A, "2i").hand(A, &["common-eider", "eurasian-wren"]).begin();
    play.act(A, crate::scene::play("common-eider", Habitat::Wetland)).remove(B);
    assert_eq!((play.phase(), play.asked()), (Phase::Power, A));
}
