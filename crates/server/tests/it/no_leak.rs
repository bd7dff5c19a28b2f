//! Not one byte to anybody about a card they may not know.
//!
//! Two runs of the same game differ in nothing but cards that an observer may not know and that nobody plays: what
//! the observer's connection receives is the same, byte for byte. Clock, ids, tokens and luck are pinned. The hidden
//! cards are worked out here from the deal and from what was played, never from what the server shows.

use crate::test_server::*;
use catalog::{AnyTable, HouseRules};
use kernel::{DealKey, Drawn, Input, Luck, Seat, Turn};
use serde_json::{Value, json};
use std::{collections::BTreeMap, sync::Arc};

const NAMES: [&str; 4] = ["Ann", "Bea", "Cal", "Dot"];

/// Answers to chances, by number.
type Luckies = BTreeMap<u64, Drawn>;

/// A game as a list of what is done.
#[derive(Clone)]
struct Plan {
    game: &'static str,
    seats: usize,
    options: Value,
    luck: Luckies,
    acts: Vec<(usize, Value)>,
}

/// What everybody's connection received.
struct Received {
    seats: Vec<Vec<String>>,
    spectator: Vec<String>,
}

/// Plays a plan on a real server.
async fn run(plan: &Plan) -> Received {
    let luck = plan.luck.clone();
    let script: server::Script = Arc::new(move |counter, _| luck.get(&counter).cloned());
    let house = House::built(Setup { script: Some(script), ..Setup::default() }).await;
    let mut clients = vec![house.room(plan.game, NAMES[0], plan.options.clone()).await];
    let room = clients[0].code.clone();
    for name in &NAMES[1..plan.seats] {
        clients.push(house.join(&room, name).await);
        let seq = clients.last().unwrap().seq;
        all_at(&mut clients, seq).await;
    }
    clients.push(Client::watch(&house, &room, "Zoe").await.unwrap());
    for client in &mut clients {
        client.until(|client| client.room["spectators"] == json!(["Zoe"])).await;
    }
    let seq = clients[0].command(json!("start")).await.unwrap();
    all_at(&mut clients, seq).await;
    for (seat, action) in &plan.acts {
        // A player asks before, and another is refused: answers must not reveal anything either.
        clients[*seat].ask(action.clone()).await.unwrap();
        let other = (seat + 1) % plan.seats;
        clients[other].ask(action.clone()).await.expect_err("it is not this seat's turn");
        let seq = clients[*seat].act(action.clone()).await.unwrap();
        all_at(&mut clients, seq).await;
    }
    // A client that comes back is shown everything again.
    let again: Vec<Value> = clients[..plan.seats].iter().map(|client| client.seated.clone()).collect();
    let mut received: Vec<Vec<String>> =
        clients.into_iter().map(|client| without_links(client.frames)).collect();
    let spectator = received.pop().unwrap();
    for (frames, seated) in received.iter_mut().zip(&again) {
        let fresh = Client::rejoin(&house, seated).await;
        // When the others' connections were noted as gone is not pinned, and no matter here.
        frames.push(fresh.view.unwrap().to_string());
        frames.push(json!(fresh.legal).to_string());
        frames.push(json!(fresh.events).to_string());
    }
    Received { seats: received, spectator }
}

/// A link commits the server to what is hidden and looks like chance without the key: 64 digits, whatever happened.
fn without_links(frames: Vec<String>) -> Vec<String> {
    let without = |frame: String| match frame.split_once("\"link\":\"") {
        Some((before, rest)) => {
            let (link, after) = rest.split_once('"').unwrap();
            assert!(link.len() == 64 && link.bytes().all(|byte| byte.is_ascii_hexdigit()), "{link}");
            format!("{before}{after}")
        }
        None => frame,
    };
    frames.into_iter().map(without).collect()
}

/// The same table without a server, to find out what is done and drawn.
struct Sketch {
    table: Box<dyn AnyTable>,
    luck: Luckies,
    /// The seats to act when a chance was drawn, and what was asked of it.
    drawn: Vec<(u64, Luck, Option<usize>)>,
}

impl Sketch {
    fn new(plan: &Plan, key: &DealKey) -> Sketch {
        let game = catalog::find(plan.game).unwrap();
        let rules = HouseRules { preset: None, options: plan.options.as_object().unwrap().clone() };
        let table = game.open(&rules, &game.start(Some(plan.seats as u8))).unwrap();
        let mut sketch = Sketch { table, luck: plan.luck.clone(), drawn: vec![] };
        sketch.answer_chances(key, None);
        sketch
    }
    fn answer_chances(&mut self, key: &DealKey, by: Option<usize>) {
        while let Turn::Chance(luck) = self.table.turn() {
            let counter = self.drawn.len() as u64;
            let drawn = self.luck.entry(counter).or_insert_with(|| key.answer(counter, luck)).clone();
            self.table.play(&Input::Chance(drawn)).unwrap();
            self.drawn.push((counter, luck, by));
        }
    }
    /// Whether the table takes that action now.
    fn act(&mut self, seat: usize, action: &Value, key: &DealKey) -> bool {
        let action = serde_json::value::to_raw_value(action).unwrap();
        let taken = self.table.play(&Input::Act(Seat(seat as u8), action)).is_ok();
        if taken {
            self.answer_chances(key, Some(seat));
        }
        taken
    }
    /// The legal actions by seat.
    fn legal(&self, seats: usize) -> Option<(usize, Vec<Value>)> {
        (0..seats).find_map(|seat| {
            let legal = self.table.legal(Seat(seat as u8)).actions;
            let legal: Vec<Value> =
                legal.iter().map(|action| serde_json::from_str(action.get()).unwrap()).collect();
            (!legal.is_empty()).then_some((seat, legal))
        })
    }
}

/// Whether a plan can be played as it stands.
fn possible(plan: &Plan, key: &DealKey) -> bool {
    let mut sketch = Sketch::new(plan, key);
    plan.acts.iter().all(|(seat, action)| sketch.act(*seat, action, key))
}

/// Where each card of a Euchre pack was dealt: seats 0 to 3, 4 for the card turned up, 5 for the kitty. Written from
/// the rules: one by one from the dealer's left, then the up-card, then the kitty.
fn places(dealer: usize) -> [usize; 24] {
    std::array::from_fn(|position| match position {
        0..20 => (dealer + 1 + position) % 4,
        20 => 4,
        _ => 5,
    })
}

/// As cards stand on the wire.
fn card(number: u16) -> String {
    let rank = ["9", "10", "J", "Q", "K", "A"][usize::from(number) / 4];
    let suit = ["c", "d", "h", "s"][usize::from(number) % 4];
    format!("{rank}{suit}")
}

/// A deal of Euchre, called in one way or another, with some tricks played.
fn euchre(seed: u64) -> (Plan, DealKey, usize, Vec<u16>) {
    let key = DealKey::from_seed(seed);
    let dealer = seed as usize % 4;
    let order = key.answer(1, Luck::Shuffle(24)).order().to_vec();
    let luck = Luckies::from([(0, Drawn::Roll(vec![dealer as u32])), (1, Drawn::Shuffle(order.clone()))]);
    let mut plan = Plan { game: "euchre", seats: 4, options: json!({}), luck, acts: vec![] };
    let mut sketch = Sketch::new(&plan, &key);
    let mut dice = Dice::new(seed);
    let cards = 3 + dice.below(10);
    let mut played = 0;
    while let Some((seat, legal)) = sketch.legal(4).filter(|_| played < cards) {
        let mut action = dice.pick(&legal).clone();
        // Fewer deals are called in the first round, and somebody must call one.
        if plan.acts.len() >= 7 && legal.contains(&json!("pass")) {
            action = legal.last().unwrap().clone();
        }
        played += usize::from(action.get("play").is_some());
        assert!(sketch.act(seat, &action, &key));
        plan.acts.push((seat, action));
    }
    (plan, key, dealer, order)
}

/// The cards named in what was done.
fn named(plan: &Plan) -> Vec<String> {
    let cards = plan.acts.iter().filter_map(|(_, action)| {
        let card = action.get("play").or(action.get("discard"))?.get("card")?;
        Some(card.as_str()?.to_owned())
    });
    cards.collect()
}

#[tokio::test]
async fn euchre_shows_nobody_cards_they_may_not_know() {
    let mut compared = 0;
    for seed in 0..8 {
        let (plan, key, dealer, order) = euchre(seed);
        let (places, named) = (places(dealer), named(&plan));
        let first = run(&plan).await;
        for observer in 0..4 {
            // Positions in the pack whose cards this seat never gets to see.
            let hidden = |position: &usize| {
                places[*position] != observer
                    && places[*position] != 4
                    && !named.contains(&card(order[*position]))
            };
            let hidden: Vec<usize> = (0..24).filter(hidden).collect();
            let pairs = hidden.iter().flat_map(|a| hidden.iter().map(move |b| (*a, *b)));
            let other = pairs.filter(|(a, b)| a < b && places[*a] != places[*b]).find_map(|(a, b)| {
                let mut other = plan.clone();
                let mut order = order.clone();
                order.swap(a, b);
                other.luck.insert(1, Drawn::Shuffle(order));
                possible(&other, &key).then_some((other, [places[a], places[b]]))
            });
            let Some((other, holders)) = other else { continue };
            let second = run(&other).await;
            assert_eq!(first.seats[observer], second.seats[observer], "seat {observer} of deal {seed}");
            assert_eq!(first.spectator, second.spectator, "spectator of deal {seed}");
            // The test can see a difference where there is one.
            for holder in holders.into_iter().filter(|place| *place < 4) {
                assert_ne!(first.seats[holder], second.seats[holder]);
            }
            compared += 1;
        }
    }
    assert!(compared >= 16, "only {compared} pairs of deals could be compared");
}

#[tokio::test]
async fn no_frame_of_a_running_deal_names_a_hidden_card() {
    for seed in 0..8 {
        let (plan, _, dealer, order) = euchre(seed);
        let (places, named) = (places(dealer), named(&plan));
        let received = run(&plan).await;
        let held = |seat: usize| {
            (0..20).filter(move |position| places[*position] == seat).map(|position| card(order[position]))
        };
        for observer in 0..5 {
            let frames = received.seats.get(observer).unwrap_or(&received.spectator);
            let known: Vec<String> = held(observer).chain(named.clone()).chain([card(order[20])]).collect();
            for hidden in order.iter().map(|number| card(*number)).filter(|card| !known.contains(card)) {
                let told =
                    |frame: &&String| frame.split(|c: char| !c.is_alphanumeric()).any(|word| word == hidden);
                assert_eq!(frames.iter().find(told), None, "{hidden} to {observer} in deal {seed}");
            }
        }
        // The words are looked for as they stand: everybody is shown their hand.
        for seat in 0..4 {
            let all = received.seats[seat].join("\n");
            assert!(
                held(seat).all(|card| all.split(|c: char| !c.is_alphanumeric()).any(|word| word == card))
            );
        }
    }
}

/// Eights in a tier in which no hand changes its owner, with this number of turns.
fn eights(seed: u64, seats: usize, turns: usize) -> (Plan, DealKey, Sketch) {
    let key = DealKey::from_seed(seed);
    let options = json!({ "tier": "insane", "min_players": 2 });
    let mut plan = Plan { game: "eights", seats, options, luck: Luckies::new(), acts: vec![] };
    let mut sketch = Sketch::new(&plan, &key);
    let mut dice = Dice::new(seed);
    while let Some((seat, legal)) = sketch.legal(seats).filter(|_| plan.acts.len() < turns) {
        // Draws are what this is about.
        let action = if dice.below(2) == 0 { json!("draw") } else { dice.pick(&legal).clone() };
        assert!(sketch.act(seat, &action, &key));
        plan.acts.push((seat, action));
    }
    plan.luck = sketch.luck.clone();
    (plan, key, sketch)
}

/// Every card that was made: which roll of which chance, and whose it was. Cards are numbered as they are made.
fn made(sketch: &Sketch, seats: usize) -> Vec<(u64, usize, usize)> {
    let mut cards = vec![];
    for (counter, luck, by) in &sketch.drawn {
        let Luck::Roll { below: 3_600, times } = luck else { continue };
        let times = usize::from(*times);
        // Before anybody acts all hands are rolled, seat by seat, and then the first discard.
        for roll in (0..times).filter(|_| by.is_some() || times > 1) {
            cards.push((*counter, roll, by.unwrap_or(roll / (times / seats).max(1))));
        }
    }
    cards
}

#[tokio::test]
async fn eights_shows_nobody_what_others_hold_and_draw() {
    let mut compared = 0;
    for seed in 0..6 {
        let seats = 3;
        let (plan, key, sketch) = eights(seed, seats, 14);
        if matches!(sketch.table.turn(), Turn::Over(_)) {
            continue; // All hands are revealed then.
        }
        let played: Vec<u64> =
            plan.acts.iter().filter_map(|(_, action)| action.get("play")?.get("card")?.as_u64()).collect();
        let cards = made(&sketch, seats);
        let view: Value =
            serde_json::from_str(sketch.table.view(kernel::Viewer::Seat(Seat(0))).get()).unwrap();
        let own: Vec<u64> =
            view["hands"][0].as_array().unwrap().iter().map(|card| card["id"].as_u64().unwrap()).collect();
        let base = own.iter().chain(&played).min().copied().unwrap();
        for observer in 0..seats {
            // All cards that others hold and have not played get another face.
            let mut other = plan.clone();
            let mut changed = 0;
            for (number, (counter, roll, holder)) in cards.iter().enumerate() {
                if *holder == observer || played.contains(&(base + number as u64)) {
                    continue;
                }
                let Some(Drawn::Roll(rolls)) = other.luck.get_mut(counter) else { panic!("a roll") };
                rolls[*roll] = (rolls[*roll] + 1_234) % 3_600;
                changed += 1;
            }
            assert!(changed > seats, "there is something to change");
            assert!(possible(&other, &key), "nothing that was done depends on them");
            let (first, second) = (run(&plan).await, run(&other).await);
            assert_eq!(first.seats[observer], second.seats[observer], "seat {observer} of game {seed}");
            assert_eq!(first.spectator, second.spectator, "spectator of game {seed}");
            for holder in (0..seats).filter(|holder| *holder != observer) {
                assert_ne!(first.seats[holder], second.seats[holder]);
            }
            compared += 1;
        }
    }
    assert!(compared >= 9, "only {compared} pairs of games could be compared");
}

#[tokio::test]
async fn a_repeated_run_is_the_same_byte_for_byte() {
    let (plan, ..) = euchre(3);
    let (first, second) = (run(&plan).await, run(&plan).await);
    assert_eq!(first.seats, second.seats);
    assert_eq!(first.spectator, second.spectator);
}
