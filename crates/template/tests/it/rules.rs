//! The numbered rules, one test for each.

use kernel::{Card, Drawn, Input, Seat, Start, Table, Turn, Viewer, WindowId};
use template::{Action, Options, Template};

/// A table at which these hands were dealt, in the order of the seats.
fn dealt(hands: &[&str]) -> Table<Template> {
    let hands: Vec<Vec<Card>> =
        hands.iter().map(|hand| hand.split(' ').map(|card| card.parse().unwrap()).collect()).collect();
    let options = Options { hand_size: hands[0].len() as u8, ..Options::default() };
    let start = Start { seats: hands.len() as u8, host: Seat(0), first: None, rules: 1 };
    let mut table = Table::new(&options, &start).unwrap();
    let mut order: Vec<u16> = hands.concat().iter().map(|card| card.index().into()).collect();
    order.extend((0..52).filter(|number| !order.contains(number)).collect::<Vec<_>>());
    table.commit(&Input::Chance(Drawn::Shuffle(order)));
    table
}

fn play(table: &mut Table<Template>, seat: u8, card: &str) {
    let input = Input::Act(Seat(seat), Action::Play { card: card.parse().unwrap() });
    table.check(&input).unwrap();
    table.commit(&input);
}

fn tricks(table: &Table<Template>) -> Vec<u8> {
    table.view(Viewer::Spectator).open.tricks.values().to_vec()
}

#[test]
fn rule_2_1_the_first_of_equal_ranks_takes_the_trick() {
    let mut table = dealt(&["9c 2c 3c", "9d 2d 3d", "8h 2h 3h"]);
    play(&mut table, 0, "9c");
    play(&mut table, 1, "9d");
    play(&mut table, 2, "8h");
    assert_eq!(tricks(&table), [1, 0, 0]);
}

#[test]
fn rule_2_2_the_winner_leads() {
    let mut table = dealt(&["2c 3c 4c", "Ad 2d 3d"]);
    play(&mut table, 0, "2c");
    play(&mut table, 1, "Ad");
    assert_eq!(table.view(Viewer::Spectator).open.turn, Seat(1));
}

#[test]
fn rule_2_3_the_clock_plays_the_lowest_card() {
    let mut table = dealt(&["Kc 3c 4c", "Ad 2d 3d"]);
    table.commit(&Input::Expire(WindowId(0)));
    assert_eq!(table.view(Viewer::Spectator).open.trick[Seat(0)], "3c".parse().ok());
}

#[test]
fn rule_3_the_most_tricks_win() {
    let mut table = dealt(&["2c 3c Ac", "Kd Qd Jd"]);
    for (seat, card) in [(0, "2c"), (1, "Kd"), (1, "Qd"), (0, "Ac"), (0, "3c"), (1, "Jd")] {
        play(&mut table, seat, card);
    }
    let Turn::Over(outcome) = table.turn() else { panic!("the game goes on") };
    assert_eq!((outcome.points.values(), outcome.places.values()), (&[1, 2][..], &[2, 1][..]));
}
