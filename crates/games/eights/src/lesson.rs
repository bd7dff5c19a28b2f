//! The lesson: one round of the tier `insane` in which every kind of play comes up once, and the learner goes out.

use crate::{
    Action, Card, CardId, Color, Eights, Face, FirstSeat, Options, Play, Supply, Weights, options::Tier,
};
use alloc::{vec, vec::Vec};
use kernel::{Beat, Drawn, Lesson, Seat, Teach};

const YOU: Seat = Seat(0);
const LEFT: Seat = Seat(1);
const ACROSS: Seat = Seat(2);
const RIGHT: Seat = Seat(3);

const HAND_SIZE: usize = 6;
/// By seat, in the order in which they are dealt.
const HANDS: [&str; 4] = [
    "red 5, yellow 7, blue +2, blue skip, blue reverse, blue 9",
    "green 5, yellow +2, red 2, blue 2, blue 7, green 0",
    "green 1, red +2, blue 4, red 6, blue 6, yellow 9",
    "green 7, green +2, red 4, blue 1, blue 3, yellow 3",
];
const FIRST: &str = "red 3";
/// The cards drawn later, in order: the stack, the eight, and what the others get.
const DRAWS: [(Seat, &str); 4] = [
    (LEFT, "green 3, yellow 1, yellow 4, red 9, green 6, yellow 0, red 7, green 9"),
    (YOU, "wild"),
    (RIGHT, "blue 0"),
    (ACROSS, "green 2"),
];

impl Teach for Eights {
    fn lesson() -> Lesson<Options, Action> {
        let options = Options {
            tier: Tier::Insane,
            hand_size: HAND_SIZE as u32,
            first_seat: FirstSeat::Host,
            turn_seconds: 0,
            ..Options::default()
        };
        let supply = Supply::new(&Weights::of_tier(options.tier));
        let roll = |names: &str| Drawn::Roll(faces(names).map(|face| supply.roll(face)).collect());
        let dealt = HANDS.iter().flat_map(|names| faces(names)).map(|face| supply.roll(face)).collect();
        let first = (0..36).filter(|number| Face::number(*number) == face(FIRST)).collect();
        let mut chances = vec![Drawn::Roll(dealt), Drawn::Roll(first)];
        chances.extend(DRAWS.iter().map(|(_, names)| roll(names)));
        Lesson { edition: 1, options, seats: HANDS.len() as u8, learner: YOU, chances, beats: beats() }
    }
}

fn beats() -> Vec<Beat<Action>> {
    vec![
        Beat::Read { text: "aim" },
        play("colour", "red 5", "red-one"),
        plays(LEFT, "green 5"),
        plays(ACROSS, "green 1"),
        plays(RIGHT, "green 7"),
        play("value", "yellow 7", "seven"),
        plays(LEFT, "yellow +2"),
        plays(ACROSS, "red +2"),
        plays(RIGHT, "green +2"),
        Beat::Read { text: "stack" },
        play("answer", "blue +2", "pile-on"),
        Beat::Move(LEFT, Action::Draw),
        plays(ACROSS, "blue 4"),
        plays(RIGHT, "red 4"),
        Beat::Try { text: "draw", accepts: vec![Action::Draw], hint: "just-draw" },
        plays(LEFT, "red 2"),
        plays(ACROSS, "red 6"),
        Beat::Move(RIGHT, Action::Draw),
        Beat::Try {
            text: "eight",
            accepts: vec![Action::Play(Play { color: Some(Color::Blue), ..Play::card(id(YOU, "wild")) })],
            hint: "name-blue",
        },
        plays(LEFT, "blue 2"),
        plays(ACROSS, "blue 6"),
        plays(RIGHT, "blue 1"),
        play("skip", "blue skip", "skip-them"),
        plays(RIGHT, "blue 3"),
        play("reverse", "blue reverse", "turn-round"),
        plays(RIGHT, "blue 0"),
        Beat::Move(ACROSS, Action::Draw),
        plays(LEFT, "blue 7"),
        play("last-card", "blue 9", "go-out"),
        Beat::Read { text: "more" },
    ]
}

fn plays(seat: Seat, name: &str) -> Beat<Action> {
    Beat::Move(seat, Action::Play(Play::card(id(seat, name))))
}

fn play(text: &'static str, name: &str, hint: &'static str) -> Beat<Action> {
    Beat::Try { text, accepts: vec![Action::Play(Play::card(id(YOU, name)))], hint }
}

fn face(name: &str) -> Face {
    name.parse().expect("the lesson's test reads every name")
}

fn faces(names: &str) -> impl Iterator<Item = Face> {
    names.split(", ").map(face)
}

/// The card that a seat gets to hold under this name. Cards are numbered as they come (Eights 2.3).
fn id(seat: Seat, name: &str) -> CardId {
    let dealt = HANDS.iter().zip(Seat::all(HANDS.len() as u8)).map(|(names, seat)| (seat, *names));
    let comes = dealt.chain(DRAWS).flat_map(|(seat, names)| faces(names).map(move |face| (seat, face)));
    let mut cards = comes.zip(0..).map(|((seat, face), id)| (seat, Card { id: CardId(id), face }));
    let wanted = face(name);
    let (_, card) = cards
        .find(|(holder, card)| *holder == seat && card.face == wanted)
        .expect("the lesson's test plays it");
    card.id
}
