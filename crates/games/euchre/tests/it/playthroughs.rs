//! Deals that a card player can read: what happened, the events with their audiences, what each seat sees.

use crate::scene::*;
use euchre::{Action, Euchre};
use kernel::{Drawn, Input, Seat, Suit, WindowId};
use serde_json::json;
use testkit::Playthrough;

fn deal(dealer: Seat, hands: [&str; 4], up_card: &str) -> [Drawn; 2] {
    let order = arrange(dealer.next(4), hands, up_card);
    [Drawn::Roll(vec![u32::from(dealer.0)]), Drawn::Shuffle(order)]
}

/// These actions by the seats given.
fn acts(list: &[(Seat, Action)]) -> Vec<Input<Action>> {
    list.iter().map(|&(seat, action)| Input::Act(seat, action)).collect()
}

/// These cards, by the seats in the order given.
fn plays(seats: &[Seat], cards: &str) -> Vec<Input<Action>> {
    seats.iter().zip(cards.split_whitespace()).map(|(&seat, name)| Input::Act(seat, play(name))).collect()
}

#[test]
fn a_deal_with_a_pick_up() {
    let hands = ["Jh 9h As Kd 10c", "Jd Ah Qc 9s 10s", "Kh Qh Ac 9d Js", "9c Ad Kc Ks Qs"];
    let mut script = acts(&[(A, Action::Pass), (B, Action::Pass), (C, ORDER), (D, discard("9c"))]);
    script.extend(plays(&[A, B, C, D], "Jh Jd Qh 10h"));
    script.extend(plays(&[A, B, C, D], "As 9s Js Qs"));
    script.extend(plays(&[A, B, C, D], "9h Ah Kh Ad"));
    script.extend(plays(&[B, C, D, A], "Qc Ac Kc 10c"));
    script.extend(plays(&[C, D, A, B], "9d Ks Kd 10s"));
    script.extend(acts(&[(B, Action::Ready)]));
    Playthrough::<Euchre>::new("C orders the ten of hearts into D's hand, and the makers take four tricks")
        .luck(deal(D, hands, "10h"))
        .inputs(script)
        .compare("playthroughs/pick-up.txt");
}

#[test]
fn a_lone_maker_against_a_lone_defender() {
    let hands = ["9c Ad Kc Ks Qs", "Jh 9h As Kd 10c", "Jd Ah Qc 9s 10s", "Kh Qh Ac 9d Js"];
    let mut script = acts(&[(B, Action::Pass), (C, Action::Pass), (D, Action::Pass), (A, Action::Pass)]);
    script.extend(acts(&[(B, Action::Name { suit: Suit::Hearts, alone: true })]));
    script.extend(acts(&[(C, Action::Defend { yes: false }), (A, Action::Defend { yes: true })]));
    script.extend(plays(&[B, A], "Jh 9c"));
    script.extend(plays(&[B, A], "9h Qs"));
    script.extend(plays(&[B, A], "As Ks"));
    script.extend(plays(&[B, A], "Kd Ad"));
    script.extend(plays(&[A, B], "Kc 10c"));
    Playthrough::<Euchre>::new("B names hearts alone in round 2, A defends alone: tricks of two cards")
        .patch(&json!({ "defend_alone": "vs_loner" }))
        .luck(deal(A, hands, "Qd"))
        .inputs(script)
        .compare("playthroughs/alone.txt");
}

#[test]
fn a_stuck_dealer_and_a_clock_that_plays() {
    let hands = ["9c 10c Jc Qc Kc", "9d 10d Jd Qd Kd", "9h Qh Kh Ah Jh", "9s 10s Js Qs Ks"];
    let passes = [A, B, C, D, A, B, C].map(|seat| (seat, Action::Pass));
    let mut script = acts(&passes);
    // Seven passes moved the window seven times; the clock runs out on each one that follows.
    script.extend((7..29).map(|id| Input::Expire(WindowId(id))));
    Playthrough::<Euchre>::new("Seven passes; then the clock calls and plays for everyone")
        .patch(&json!({ "stick_the_dealer": "on", "alone_when": "after_discard" }))
        .luck(deal(D, hands, "10h"))
        .inputs(script)
        .compare("playthroughs/clock.txt");
}
