//! Games that a card player can read: what happened, the events with their audiences, what each seat sees.

use kernel::{Drawn, Input};
use roost::{Action, Roost};
use serde_json::{Value, json};
use testkit::Playthrough;

use crate::scene::{A, B};

fn action(value: Value) -> Action {
    serde_json::from_value(value).unwrap()
}

/// Two seats: the set-up, a bird with a power when played, a row, a reaction, and the clock.
#[test]
fn the_first_turns_of_two() {
    // By number: hands 0 to 4 and 5 to 9 as they stand in the alphabet, except what is exchanged here.
    let mut names: Vec<String> =
        roost::Deck::built_in().cards.iter().map(|bird| bird.id.to_string()).collect();
    names.sort();
    let wanted = [
        "common-kingfisher",
        "sandwich-tern",
        "wood-warbler",
        "osprey",
        "eurasian-wren",
        "common-reed-warbler",
        "burrowing-owl",
        "common-goldeneye",
        "budgerigar",
        "snowy-owl",
        "mallard",
        "grey-heron",
        "black-kite",
    ];
    let number = |name: &str| names.iter().position(|other| other == name).unwrap() as u16;
    let mut order: Vec<u16> = wanted.iter().map(|name| number(name)).collect();
    order.extend((0..80).filter(|n| !order.contains(n)).collect::<Vec<_>>());
    let setup = |birds: &[&str], foods: &[&str], bonus: &str| {
        action(json!({ "setup": { "birds": birds, "foods": foods, "bonus": bonus } }))
    };
    let act = |seat, value: Value| Input::Act(seat, action(value));
    Playthrough::<Roost>::new("two players, two turns each")
        .patch(&json!({ "bird_copies": 1, "first_seat": "host" }))
        .seats(2)
        .luck([
            Drawn::Shuffle(order),
            Drawn::Shuffle((0..9).collect()),
            Drawn::Roll(vec![0, 1, 0, 1]),
            Drawn::Roll(vec![4, 2, 2, 5, 0]),
            Drawn::Shuffle((0..25).collect()),
            Drawn::Shuffle((0..23).rev().collect()),
        ])
        .inputs([
            Input::Act(
                B,
                setup(
                    &["common-reed-warbler", "burrowing-owl"],
                    &["invertebrate", "seed", "rodent"],
                    "birdwatcher",
                ),
            ),
            Input::Act(
                A,
                setup(
                    &["wood-warbler", "eurasian-wren"],
                    &["invertebrate", "fish", "fruit"],
                    "rodentologist",
                ),
            ),
            act(A, json!({ "play": { "card": "eurasian-wren", "habitat": "wetland" } })),
            act(B, json!({ "play": { "card": "burrowing-owl", "habitat": "grassland" } })),
            act(B, json!("back")),
            act(B, json!({ "play": { "card": "burrowing-owl", "habitat": "grassland" } })),
            act(B, json!({ "pay_food": { "tokens": { "rodent": 1 } } })),
            act(A, json!("gain_food")),
            act(A, json!({ "take": { "die": "rodent", "food": "rodent" } })),
            act(B, json!("use")),
            act(B, json!("draw_cards")),
            act(B, json!({ "draw": { "tray": 2 } })),
        ])
        .compare("playthroughs/two.txt");
}
