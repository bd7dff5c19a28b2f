use crate::scene::*;
use euchre::{Action, Call, Error, Event, Phase};
use kernel::{CommonError, SeatSet, Suit, Viewer};

const ANY: [&str; 4] = ["", "", "", ""];

#[test]
fn u_05_four_passes_turn_the_card_down() {
    let mut scene = Scene::usual(ANY, "10h");
    for seat in [A, B, C, D] {
        scene.act(seat, Action::Pass);
    }
    let open = scene.view(Viewer::Spectator).open;
    assert_eq!((open.phase, open.turn, open.turned_down), (Phase::Bid2, A, true));
    assert!(scene.received(Viewer::Spectator).contains(&Event::TurnedDown));
}

#[test]
fn u_06_an_order_makes_trump_and_gives_the_dealer_six_cards() {
    let mut scene = Scene::usual(ANY, "10h");
    scene.pass(1).act(B, ORDER);
    let view = scene.view(Viewer::Spectator);
    assert_eq!(view.open.trump, Some(Suit::Hearts));
    assert_eq!(view.open.maker, Some(B));
    assert_eq!((view.open.phase, view.open.turn), (Phase::Discard, D));
    assert_eq!(view.counts, [5, 5, 5, 6]);
    assert!(scene.hand(D).contains(card("10h")));
}

#[test]
fn u_07_the_card_just_taken_may_be_put_away_where_the_house_allows_it() {
    let mut scene = Scene::usual(ANY, "10h");
    scene.act(A, ORDER).act(D, discard("10h"));
    assert_eq!(scene.phase(), Phase::Trick);

    let mut scene = Scene::new(r#"{"may_discard_upcard":"off"}"#, D, ANY, "10h");
    scene.act(A, ORDER);
    assert_eq!(scene.refused(D, discard("10h")), Error::UpcardDiscard);
    assert!(!scene.legal_cards(D).contains(card("10h")));
    assert_eq!(scene.legal(D).len(), 5);
}

#[test]
fn u_08_only_the_dealer_knows_the_discard() {
    let mut scene = Scene::usual(["", "", "", "9c"], "10h");
    scene.act(A, ORDER);
    scene.sent.clear();
    scene.act(D, discard("9c"));
    let sent = scene.sent.clone();
    for viewer in Viewer::all(4) {
        let dealers = viewer.seat() == Some(D);
        let view = scene.view(viewer);
        assert_eq!(view.discard, dealers.then(|| card("9c")), "{viewer:?}");
        assert_eq!(serde_json::to_string(&view).unwrap().contains("9c"), dealers);
        let events: Vec<_> = sent.iter().filter(|t| t.to.includes(viewer)).map(|t| t.event.clone()).collect();
        let card = dealers.then(|| card("9c"));
        assert_eq!(events, [Event::Discarded { dealer: D, card }]);
    }
}

#[test]
fn u_09_only_the_dealer_puts_away_and_only_own_cards() {
    let mut scene = Scene::usual(["As", "", "", ""], "10h");
    scene.act(A, ORDER);
    assert_eq!(scene.refused(C, discard("9c")), Error::from(CommonError::NotYourTurn));
    assert_eq!(scene.refused(D, discard("As")), Error::NotInHand { card: card("As") });
}

#[test]
fn u_10_eight_passes_pass_the_deal_on() {
    let mut scene = Scene::usual(ANY, "10h");
    scene.pass(8);
    assert!(scene.received(Viewer::Spectator).contains(&Event::Redeal));
    let open = scene.view(Viewer::Spectator).open;
    assert_eq!((open.phase, open.dealer, open.score), (Phase::Deal, A, [0, 0]));
    scene.deal(ANY, "9c");
    assert_eq!((scene.phase(), scene.turn()), (Phase::Bid1, B));
}

#[test]
fn u_11_a_stuck_dealer_names_another_suit() {
    let mut scene = Scene::new(r#"{"stick_the_dealer":"on"}"#, D, ANY, "10h");
    scene.pass(7);
    assert_eq!(scene.refused(D, Action::Pass), Error::MustName);
    assert_eq!(scene.refused(D, name(Suit::Hearts)), Error::TurnedDownSuit { suit: Suit::Hearts });
    assert!(!scene.legal(D).contains(&Action::Pass));
    scene.act(D, name(Suit::Clubs));
    assert_eq!(scene.view(Viewer::Spectator).open.trump, Some(Suit::Clubs));
}

#[test]
fn u_12_after_twelve_deals_without_a_call_the_dealer_is_stuck() {
    let mut scene = Scene::usual(ANY, "10h");
    for _ in 0..12 {
        scene.pass(8);
        scene.deal(ANY, "10h");
    }
    scene.pass(7);
    let dealer = scene.turn();
    assert_eq!(scene.refused(dealer, Action::Pass), Error::MustName);
    // The deal after a call starts the count afresh.
    scene.act(dealer, name(Suit::Spades)).play_out().expire();
    scene.deal(ANY, "10h");
    scene.pass(8);
    assert_eq!(scene.phase(), Phase::Deal);
}

#[test]
fn u_13_round_2_names_one_of_the_other_three() {
    let mut scene = Scene::usual(ANY, "10h");
    scene.pass(4);
    assert_eq!(scene.refused(A, name(Suit::Hearts)), Error::TurnedDownSuit { suit: Suit::Hearts });
    assert!(serde_json::from_str::<Action>(r#"{"name":{"suit":"x"}}"#).is_err());
    scene.act(A, name(Suit::Spades));
    let open = scene.view(Viewer::Spectator).open;
    assert_eq!((open.trump, open.phase, open.turn), (Some(Suit::Spades), Phase::Trick, A));
    assert_eq!(open.calls[4], Call::Name(Suit::Spades));
}

#[test]
fn u_14_the_partner_of_a_loner_sits_out_and_tricks_have_three_cards() {
    let mut scene = Scene::usual(ANY, "10h");
    scene.pass(2).act(C, ORDER_ALONE).act(D, discard("10h"));
    let open = scene.view(Viewer::Spectator).open;
    assert_eq!((open.sitting_out, open.turn), (SeatSet::only(A), B));
    for _ in 0..3 {
        let seat = scene.turn();
        let card = scene.legal(seat)[0];
        scene.act(seat, card);
    }
    let last = scene.view(Viewer::Spectator).open.last_trick.unwrap();
    assert_eq!(last.cards[0], None);
    assert_eq!(last.played().count(), 3);
}

#[test]
fn u_15_a_dealer_who_will_sit_out_still_picks_up() {
    let mut scene = Scene::usual(ANY, "10h");
    scene.pass(1).act(B, ORDER_ALONE);
    assert_eq!((scene.phase(), scene.turn()), (Phase::Discard, D));
    scene.act(D, discard("10h"));
    let open = scene.view(Viewer::Spectator).open;
    assert_eq!((open.sitting_out, open.turn), (SeatSet::only(D), A));
}

#[test]
fn u_16_who_sits_out_sees_its_own_cards_and_no_others() {
    let mut scene = Scene::usual(["As", "", "", ""], "10h");
    scene.pass(2).act(C, ORDER_ALONE).act(D, discard("10h"));
    assert_eq!(scene.refused(A, play("As")), Error::SittingOut);
    let view = scene.view(Viewer::Seat(A));
    assert_eq!(view.hand.unwrap().len(), 5);
    assert_eq!((view.shown, view.discard), (None, None));
    assert_eq!(scene.legal(A), []);
}

#[test]
fn u_17_a_house_rule_lets_the_makers_left_lead_to_a_loner() {
    let mut scene = Scene::new(r#"{"loner_lead":"left_of_maker"}"#, D, ANY, "10h");
    scene.pass(1).act(B, ORDER_ALONE).act(D, discard("10h"));
    assert_eq!(scene.turn(), C);
    // Without a loner the rule does not apply.
    let mut scene = Scene::new(r#"{"loner_lead":"left_of_maker"}"#, D, ANY, "10h");
    scene.pass(1).act(B, ORDER).act(D, discard("10h"));
    assert_eq!(scene.turn(), A);
}

#[test]
fn u_18_going_alone_can_be_off() {
    let mut scene = Scene::new(r#"{"alone":"round1"}"#, D, ANY, "10h");
    assert!(scene.legal(A).contains(&ORDER_ALONE));
    scene.pass(4);
    let alone = Action::Name { suit: Suit::Spades, alone: true };
    assert_eq!(scene.refused(A, alone), Error::OptionOff);

    let scene = Scene::new(r#"{"alone":"off"}"#, D, ANY, "10h");
    assert_eq!(scene.refused(A, ORDER_ALONE), Error::OptionOff);
    assert_eq!(scene.legal(A), [Action::Pass, ORDER]);
}

#[test]
fn u_19_the_dealers_partner_may_have_to_go_alone() {
    let scene = || Scene::new(r#"{"partner_alone":"on"}"#, D, ANY, "10h");
    let mut b = scene();
    b.pass(1);
    assert_eq!(b.refused(B, ORDER), Error::MustGoAlone);
    assert_eq!(b.legal(B), [Action::Pass, ORDER_ALONE]);
    b.act(B, ORDER_ALONE);
    assert_eq!(b.phase(), Phase::Discard);
    let mut a = scene();
    a.act(A, ORDER);
    assert_eq!(a.phase(), Phase::Discard);
    // It concerns ordering up only.
    let mut round2 = scene();
    round2.pass(5).act(B, name(Suit::Clubs));
    assert_eq!(round2.phase(), Phase::Trick);
}

#[test]
fn u_20_a_house_rule_demands_a_trump_for_a_call() {
    let json = r#"{"call_needs_trump":"on"}"#;
    let scene = Scene::new(json, D, ["9c 10c Qc Ks As", "", "", ""], "10h");
    assert_eq!(scene.refused(A, ORDER), Error::NoTrumpInHand { suit: Suit::Hearts });
    assert_eq!(scene.legal(A), [Action::Pass]);
    // The left bower is a trump.
    let mut scene = Scene::new(json, D, ["9c 10c Qc Ks Jd", "", "", ""], "10h");
    scene.act(A, ORDER);
    assert_eq!(scene.phase(), Phase::Discard);
}

#[test]
fn a_stuck_dealer_may_name_a_suit_it_does_not_hold() {
    let json = r#"{"call_needs_trump":"on","stick_the_dealer":"on"}"#;
    let mut scene = Scene::new(json, D, ["", "", "", "9h Qh Kh Ah 9d"], "10h");
    scene.pass(7);
    assert!(scene.legal(D).contains(&name(Suit::Clubs)));
    scene.act(D, name(Suit::Clubs));
    assert_eq!(scene.phase(), Phase::Trick);
}

#[test]
fn u_21_alone_can_be_said_after_the_discard() {
    let mut scene = Scene::new(r#"{"alone_when":"after_discard"}"#, D, ANY, "10h");
    scene.pass(2);
    assert_eq!(scene.refused(C, ORDER_ALONE), Error::AloneLater);
    scene.act(C, ORDER).act(D, discard("10h"));
    assert_eq!((scene.phase(), scene.turn()), (Phase::AloneChoice, C));
    assert_eq!(scene.legal(C), [Action::Alone { yes: true }, Action::Alone { yes: false }]);
    scene.act(C, Action::Alone { yes: true });
    assert_eq!(scene.view(Viewer::Spectator).open.sitting_out, SeatSet::only(A));
    assert_eq!((scene.phase(), scene.turn()), (Phase::Trick, B));
}

#[test]
fn where_alone_is_off_the_late_question_is_skipped() {
    let mut scene = Scene::new(r#"{"alone_when":"after_discard","alone":"round1"}"#, D, ANY, "10h");
    scene.pass(4).act(A, name(Suit::Clubs));
    assert_eq!(scene.phase(), Phase::Trick);
}

#[test]
fn the_dealers_partner_who_must_go_alone_says_so_late() {
    let json = r#"{"alone_when":"after_discard","partner_alone":"on"}"#;
    let mut scene = Scene::new(json, D, ANY, "10h");
    scene.pass(1).act(B, ORDER).act(D, discard("10h"));
    assert_eq!(scene.legal(B), [Action::Alone { yes: true }]);
    assert_eq!(scene.refused(B, Action::Alone { yes: false }), Error::MustGoAlone);
    scene.expire();
    assert!(scene.view(Viewer::Spectator).open.alone, "the clock says the only thing that is legal");
}

#[test]
fn u_22_defenders_are_asked_from_the_dealers_left() {
    let mut scene = Scene::new(r#"{"defend_alone":"vs_loner"}"#, D, ANY, "10h");
    scene.pass(2).act(C, ORDER_ALONE).act(D, discard("10h"));
    assert_eq!((scene.phase(), scene.turn()), (Phase::DefendChoice, B));
    scene.act(B, Action::Defend { yes: false });
    assert_eq!((scene.phase(), scene.turn()), (Phase::DefendChoice, D));

    let mut scene = Scene::new(r#"{"defend_alone":"vs_loner"}"#, D, ANY, "10h");
    scene.pass(2).act(C, ORDER_ALONE).act(D, discard("10h")).act(B, Action::Defend { yes: true });
    let open = scene.view(Viewer::Spectator).open;
    assert_eq!(open.sitting_out, [A, D].into_iter().collect());
    assert_eq!((open.phase, open.turn, open.lone_defender), (Phase::Trick, B, Some(B)));
    for _ in 0..2 {
        let seat = scene.turn();
        let card = scene.legal(seat)[0];
        scene.act(seat, card);
    }
    assert!(scene.view(Viewer::Spectator).open.last_trick.is_some(), "two cards make a trick");
}

#[test]
fn a_dealer_on_the_defending_side_is_asked_last() {
    // Dealer A; B makes trump alone: the defenders C and A are asked in this order.
    let mut scene = Scene::new(r#"{"defend_alone":"any"}"#, A, ANY, "10h");
    scene.act(B, ORDER).act(A, discard("10h"));
    assert_eq!(scene.turn(), C);
    scene.act(C, Action::Defend { yes: false });
    assert_eq!(scene.turn(), A);
    scene.act(A, Action::Defend { yes: true });
    assert_eq!(scene.view(Viewer::Spectator).open.sitting_out, SeatSet::only(C));
    assert_eq!(scene.turn(), B);
}

#[test]
fn u_23_with_any_both_defenders_are_asked_after_every_call() {
    let mut scene = Scene::new(r#"{"defend_alone":"any"}"#, D, ANY, "10h");
    scene.pass(2).act(C, ORDER).act(D, discard("10h"));
    scene.act(B, Action::Defend { yes: false }).act(D, Action::Defend { yes: false });
    let open = scene.view(Viewer::Spectator).open;
    assert_eq!((open.phase, open.turn, open.sitting_out), (Phase::Trick, A, SeatSet::EMPTY));

    let mut scene = Scene::new(r#"{"defend_alone":"vs_loner"}"#, D, ANY, "10h");
    scene.pass(2).act(C, ORDER).act(D, discard("10h"));
    assert_eq!(scene.phase(), Phase::Trick, "nobody is alone, nobody is asked");
}

#[test]
fn actions_of_other_phases_are_refused_first() {
    let mut scene = Scene::usual(ANY, "10h");
    let wrong = Error::WrongPhase { phase: Phase::Bid1 };
    for action in [name(Suit::Clubs), discard("9c"), play("9c"), Action::Ready, Action::Alone { yes: true }] {
        for seat in [A, C] {
            assert_eq!(scene.refused(seat, action), wrong);
        }
    }
    assert_eq!(scene.refused(B, Action::Pass), Error::from(CommonError::NotYourTurn));
    scene.act(A, ORDER);
    assert_eq!(scene.refused(A, ORDER), Error::WrongPhase { phase: Phase::Discard });
}
