//! A game that a card player can read: what happened, the events with their audiences, what each seat sees.

use kernel::{Drawn, Input, Seat, WindowId};
use serde_json::json;
use template::{Action, Template};
use testkit::Playthrough;

#[test]
fn a_game_of_three_tricks() {
    let play = |seat, card: &str| Input::Act(Seat(seat), Action::Play { card: card.parse().unwrap() });
    Playthrough::<Template>::new("Two seats play three tricks; the clock plays the last card")
        .patch(&json!({ "hand_size": 3 }))
        .luck([Drawn::Shuffle((0..52).collect())])
        .inputs([
            play(0, "2c"),
            play(1, "3d"),
            play(1, "3c"),
            play(0, "2d"),
            play(1, "2s"),
            Input::Expire(WindowId(5)),
        ])
        .compare("playthroughs/three-tricks.txt");
}
