use crate::scene::*;
use euchre::{Action, Error, Event, Phase};
use kernel::{Suit, Viewer};

/// A names trump in round 2 and leads.
fn led_by_a(trump: Suit, hands: [&str; 4], up_card: &str) -> Scene {
    let mut scene = Scene::usual(hands, up_card);
    scene.pass(4).act(A, name(trump));
    scene
}

#[test]
fn u_24_the_left_bower_does_not_belong_to_its_printed_suit() {
    let mut scene = led_by_a(Suit::Hearts, ["9d", "Jd Kc 10s 9s 9c", "", ""], "Qs");
    scene.tricks("9d");
    assert_eq!(scene.legal_cards(B), scene.hand(B), "no diamond: any card");
}

#[test]
fn u_25_the_left_bower_must_follow_trump() {
    let mut scene = led_by_a(Suit::Hearts, ["9h", "Jd Ad Kc 10s 9s", "", ""], "Qs");
    scene.tricks("9h");
    assert_eq!(scene.refused(B, play("Ad")), Error::MustFollow { led: Suit::Hearts });
    scene.act(B, play("Jd"));
    assert_eq!(scene.turn(), C);
}

#[test]
fn u_26_a_left_bower_led_is_trump_led() {
    let mut scene = led_by_a(Suit::Hearts, ["Jd", "Ad 9h Kc 10s 9s", "", ""], "Qs");
    scene.tricks("Jd");
    assert_eq!(scene.legal_cards(B), cards("9h"));
}

#[test]
fn u_27_the_right_bower_beats_the_left() {
    // Hands in which nobody else holds trumps that would have to be played otherwise.
    let hands = ["Ac 9h 10h 9d 10d", "Js Qh Kh Qd Kd", "Kc Ah Jh Ad Jd", "Jc 9s 10s Qs Ks"];
    let mut scene = led_by_a(Suit::Clubs, hands, "As");
    scene.tricks("Ac Js Kc Jc");
    assert_eq!(scene.turn(), D);

    let hands = ["Ac 9h 10h 9d 10d", "Js Qh Kh Qd Kd", "Kc Ah Jh Ad Jd", "9c 9s 10s Qs Ks"];
    let mut scene = led_by_a(Suit::Clubs, hands, "As");
    scene.tricks("Ac Js Kc 9c");
    assert_eq!(scene.turn(), B);
}

#[test]
fn u_28_a_card_that_does_not_follow_does_not_win() {
    let hands = ["9c 9s 10s Js Ks", "Ac 9h 10h Qh Kh", "Ad Kd Qd 10d 9d", "10c Kc Qc As Jc"];
    let mut scene = led_by_a(Suit::Hearts, hands, "Qs");
    scene.tricks("9c Ac Ad 10c");
    assert_eq!(scene.turn(), B, "the winner leads");
    assert!(scene.received(Viewer::Spectator).contains(&Event::TrickWon { seat: B }));
}

#[test]
fn u_29_the_highest_trump_wins() {
    let hands = ["Ac 9s 10s 9d 10d", "9h Js Ks Qd Kd", "Kc 9c 10c Ad Jd", "Qh As Jh Ah Kh"];
    let mut scene = led_by_a(Suit::Hearts, hands, "Qs");
    scene.tricks("Ac 9h Kc Qh");
    assert_eq!(scene.turn(), D);
}

#[test]
fn always_five_tricks_and_the_last_one_to_look_back_at() {
    let mut scene = led_by_a(Suit::Clubs, ["", "", "", ""], "Qs");
    for trick in 1..=5 {
        for _ in 0..4 {
            let seat = scene.turn();
            let action = scene.legal(seat)[0];
            scene.act(seat, action);
        }
        let open = scene.view(Viewer::Spectator).open;
        assert_eq!(open.tricks.iter().sum::<u8>(), trick);
        assert_eq!(open.last_trick.unwrap().played().count(), 4);
    }
    assert_eq!(scene.phase(), Phase::DealOver);
}

#[test]
fn u_42_one_legal_card_is_a_step_like_any_other() {
    let mut scene = led_by_a(Suit::Hearts, ["Jd", "Ad 9h Kc 10s 9s", "", ""], "Qs");
    scene.tricks("Jd");
    assert_eq!(scene.legal(B), [play("9h")]);
    assert_eq!((scene.phase(), scene.turn()), (Phase::Trick, B), "nothing happens by itself");
    scene.act(B, play("9h"));
    assert_eq!(scene.turn(), C);
}

#[test]
fn u_45_actions_have_the_numbers_other_programs_use() {
    let up_card = card("10h");
    let number = |action: Action| action.number(up_card).unwrap();
    assert_eq!([number(play("Jc")), number(play("As")), number(discard("9c"))], [8, 23, 0]);
    assert_eq!(number(name(Suit::Hearts)), 27);
    assert_eq!([number(Action::Pass), number(ORDER)], [24, 27]);
    assert_eq!([number(Action::Alone { yes: true }), number(Action::Defend { yes: false })], [29, 30]);
    assert_eq!(Action::Ready.number(up_card), None);
    for n in 0..24 {
        assert_eq!(euchre::card_number(euchre::card_from_number(n)), n);
    }
}
