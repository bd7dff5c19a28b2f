//! Lines of play from a scripted deal. The counts were made by an independent program.

use crate::scene::*;
use euchre::{Action, Euchre};
use kernel::{Drawn, Input, Suit};

const HANDS: [&str; 4] = ["Jh 9h As Kd 10c", "Jd Ah Qc 9s 10s", "Kh 10h Ac 9d Js", "Qh Ad Kc Ks 9c"];

fn dealt() -> Vec<Input<Action>> {
    vec![Input::Chance(Drawn::Roll(vec![3])), Input::Chance(Drawn::Shuffle(arrange(A, HANDS, "Qs")))]
}

fn lines(json: &str, actions: &[Action], depth: u32) -> u64 {
    let mut inputs = dealt();
    let mut seat = A;
    for action in actions {
        inputs.push(Input::Act(seat, *action));
        seat = seat.next(4);
    }
    testkit::perft::<Euchre>(&options(json), &START, &inputs, depth)
}

#[test]
fn lines_of_calling() {
    // One seat: pass, order, order alone. An order leads to six discards of the dealer.
    assert_eq!((0..3).map(|depth| lines("{}", &[], depth)).collect::<Vec<_>>(), [1, 3, 3 + 2 * 6]);
    // Four passes, then pass or three suits, alone or not.
    let passes = [Action::Pass; 4];
    assert_eq!(lines("{}", &passes, 1), 7);
    assert_eq!(lines(r#"{"alone":"off"}"#, &passes, 1), 4);
    let stuck = [Action::Pass; 7];
    assert_eq!(lines(r#"{"stick_the_dealer":"on"}"#, &stuck, 1), 6);
}

#[test]
fn lines_of_play() {
    let named = [Action::Pass, Action::Pass, Action::Pass, Action::Pass, name(Suit::Hearts)];
    let counts: Vec<u64> = (1..=10).map(|depth| lines("{}", &named, depth)).collect();
    assert_eq!(counts, WITH_PARTNER);
    let alone = Action::Name { suit: Suit::Hearts, alone: true };
    let named = [Action::Pass, Action::Pass, Action::Pass, Action::Pass, alone];
    let counts: Vec<u64> = (1..=10).map(|depth| lines("{}", &named, depth)).collect();
    assert_eq!(counts, ALONE);
}

const WITH_PARTNER: [u64; 10] = [5, 12, 16, 17, 68, 99, 142, 192, 576, 832];
const ALONE: [u64; 10] = [5, 12, 13, 52, 87, 132, 396, 656, 1032, 2064];
