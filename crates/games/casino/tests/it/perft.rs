//! Lines of play from scripted positions. The counts were made by an independent program that tries every subset
//! of the table.

use crate::scene::*;
use casino::{Casino, State};
use kernel::{Drawn, Events, Game, Input, Turn};

const HANDS: [&str; 2] = ["4h 5h 9c 3c 7h 2c 6c 8c Ac 10c", "5s 10h 8d 3d 7d 2d 6d 4d Ad 10d"];

#[test]
fn lines_from_the_deal() {
    let order = shuffle(40, &two_hands(HANDS[0], HANDS[1]));
    let dealt = [Input::Chance(Drawn::Shuffle(order))];
    let lines = |depth| testkit::perft::<Casino>(&options("{}"), &start(2), &dealt, depth);
    assert_eq!([1, 2, 3, 4].map(lines), [10, 146, 2_474, 41_970]);
}

#[test]
fn lines_from_a_full_table() {
    let scene = Scene::new(
        "A[5h 5c 3h 3c 9c Ac] B[5s 2d 8d Ad 4d 9d] T[2c 4c 3d 6h] B8(B: 7h As) P(A: 9h 4s) P(B: 6c 2h)",
    );
    let lines = |depth| count(&scene.state, depth);
    assert_eq!([1, 2, 3, 4].map(lines), [34, 651, 7_862, 83_356]);
}

fn count(state: &State, depth: u32) -> u64 {
    let Turn::Seats { must, .. } = Casino::turn(state) else { panic!("the game goes on") };
    let seat = must.iter().next().unwrap();
    let mut legal = vec![];
    Casino::legal(state, seat, &mut legal);
    if depth == 1 {
        return legal.len() as u64;
    }
    let after = |action| {
        let mut next = state.clone();
        Casino::apply(&mut next, &Input::Act(seat, action), &mut Events::muted());
        count(&next, depth - 1)
    };
    legal.into_iter().map(after).sum()
}
