//! The tools beside the laws: perft and playthroughs.

use crate::toy::{Action, Options, Toy};
use kernel::{Card, Drawn, Input, Luck, Seat, SeatStatus, Start, Switch, WindowId};
use serde_json::json;
use testkit::{Playthrough, perft, perft_with_luck};

const START: Start = Start { seats: 2, host: Seat(0), first: None, rules: 1 };

/// Seat 0 has the jacks of clubs, diamonds and hearts, seat 1 Js Qc Qd; the stock is Qh Qs Kc Kd Kh Ks.
fn in_order() -> Drawn {
    Drawn::Shuffle((0..12).collect())
}

fn lines(options: &Options, depth: u32) -> u64 {
    perft::<Toy>(options, &START, &[Input::Chance(in_order())], depth)
}

/// Without peeking: three cards make four actions (a draw, three plays), four cards five, and two cards
/// four (a draw, two plays, the call, after which nothing follows).
#[test]
fn perft_counts_what_can_be_counted_by_hand() {
    let options = Options { turns: 4, peek: Switch::Off, ..Options::default() };
    assert_eq!(lines(&options, 0), 1);
    assert_eq!(lines(&options, 1), 4);
    assert_eq!(lines(&options, 2), 4 * 4);
    assert_eq!(lines(&options, 3), 4 * (5 + 3 * 4));
    assert_eq!(lines(&options, 4), (5 + 3 * 3) * (5 + 3 * 4));
    // Four turns are all there are.
    assert_eq!(lines(&options, 5), 0);
}

#[test]
fn perft_tries_seats_that_may_interrupt() {
    // Seat 0 also peeks, and seat 1 may do so out of turn.
    assert_eq!(lines(&Options::default(), 1), 4 + 1 + 1);
}

#[test]
fn perft_stops_at_a_chance_without_an_answer() {
    let options = Options { turns: 4, peek: Switch::Off, ..Options::default() };
    assert_eq!(perft::<Toy>(&options, &START, &[], 2), 0);
    let answer = |luck: Luck| {
        assert_eq!(luck, Luck::Shuffle(12));
        in_order()
    };
    assert_eq!(perft_with_luck::<Toy>(&options, &START, &[], 2, answer), 16);
}

#[test]
#[should_panic(expected = "Draw by seat 1 is refused: NotYourTurn")]
fn perft_takes_no_illegal_line() {
    let inputs = [Input::Chance(in_order()), Input::Act(Seat(1), Action::Draw)];
    perft::<Toy>(&Options::default(), &START, &inputs, 1);
}

#[test]
fn a_script_is_written_down() {
    let play = |card: &str| Action::Play { card: Card::parse(card).expect("a card") };
    Playthrough::<Toy>::new("a peek, and a card that only the recall can follow")
        .patch(&json!({ "turns": 20 }))
        .start(Start { seats: 3, ..START })
        .luck([in_order()])
        .inputs([
            Input::Act(Seat(1), Action::Peek),
            Input::Act(Seat(0), Action::Draw),
            Input::Act(Seat(1), play("Js")),
            Input::Expire(WindowId(2)),
            Input::Status(Seat(0), SeatStatus::Removed),
            Input::Act(Seat(1), Action::Call),
        ])
        .compare("tests/it/playthroughs/peek.txt");
}

#[test]
fn a_random_game_is_the_same_every_time() {
    let game = |seed| Playthrough::<Toy>::new("a random game").seed(seed).random(3).render();
    assert_eq!(game(7), game(7));
    assert_ne!(game(7), game(8));
    assert!(game(7).contains("[4] ") && !game(7).contains("[5] "), "one shuffle and three actions");
    assert!(game(7).ends_with("(here the script ends)\n"));
}

#[test]
#[should_panic(expected = "the game is over before the script")]
fn a_script_must_fit_the_game() {
    let removed = |seat| Input::Status(Seat(seat), SeatStatus::Removed);
    Playthrough::<Toy>::new("nobody is left").inputs([removed(0), removed(1)]).render();
}
