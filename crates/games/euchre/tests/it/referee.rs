//! Hands that another program played by the same rules (`bench/referee` makes them and compares any
//! number): at every step the same player, phase and legal actions, and the same points at the end.

use crate::scene::*;
use euchre::{Action, Euchre, Phase};
use kernel::{Card, Drawn, Input, Seat, Table, Turn, Viewer};
use serde::Deserialize;
use serde_json::{Map, Value, json};

const HANDS: &str = include_str!("openspiel.jsonl");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hand {
    variant: String,
    options: Map<String, Value>,
    dealer: u8,
    deal: Vec<u16>,
    players: Vec<u8>,
    phases: Vec<Phase>,
    legal: Vec<Vec<u8>>,
    actions: Vec<u8>,
    returns: [i32; 4],
}

fn replay(variant: &str) -> usize {
    let hands = HANDS.lines().map(|line| serde_json::from_str::<Hand>(line).unwrap());
    let mut replayed = 0;
    for (number, hand) in hands.filter(|hand| hand.variant == variant).enumerate() {
        agree(&hand, number);
        replayed += 1;
    }
    replayed
}

fn agree(hand: &Hand, number: usize) {
    let mut options = json!({ "stick_the_dealer": "on", "may_discard_upcard": "off",
        "alone_when": "after_discard", "deal_from": "dealer" });
    options.as_object_mut().unwrap().extend(hand.options.clone());
    let mut table = Table::<Euchre>::new(&serde_json::from_value(options).unwrap(), &START).unwrap();
    table.commit(&Input::Chance(Drawn::Roll(vec![u32::from(hand.dealer)])));
    table.commit(&Input::Chance(Drawn::Shuffle(hand.deal.clone())));
    let up_card = euchre::card_from_number(hand.deal[20] as u8);
    for step in 0..hand.actions.len() {
        let open = table.view(Viewer::Spectator).open;
        let at = format!("hand {number}, step {step}");
        assert_eq!((open.turn, open.phase), (Seat(hand.players[step]), hand.phases[step]), "{at}");
        let mut legal = vec![];
        table.legal(open.turn, &mut legal);
        let mut numbers: Vec<u8> = legal.iter().map(|action| number_of(*action, up_card)).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, hand.legal[step], "{at}");
        let action =
            legal.into_iter().find(|action| number_of(*action, up_card) == hand.actions[step]).unwrap();
        let input = Input::Act(open.turn, action);
        table.check(&input).unwrap();
        table.commit(&input);
    }
    // Theirs are zero-sum returns; a hand that nobody wanted returns nothing.
    let open = table.view(Viewer::Spectator).open;
    let returns = Seat::all(4).map(|seat| match open.scored {
        Some(scored) if scored.side == euchre::Side::of(seat) => i32::from(scored.points),
        Some(scored) => -i32::from(scored.points),
        None => 0,
    });
    assert_eq!(returns.collect::<Vec<_>>(), hand.returns, "hand {number}");
    assert!(!matches!(table.turn(), Turn::Over(_)), "one hand does not end a game");
}

fn number_of(action: Action, up_card: Card) -> u8 {
    action.number(up_card).expect("other programs know every action of a hand")
}

#[test]
fn u_43_another_program_plays_the_same_game() {
    assert_eq!(replay("openspiel"), 100);
}

#[test]
fn u_44_and_the_same_variants() {
    assert_eq!(replay("stick_the_dealer=off"), 100);
    assert_eq!(replay("defend_alone=any"), 100);
}
