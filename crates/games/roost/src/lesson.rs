//! The lesson: six turns of the first round between two, in which every idea of Roost comes up once.
//!
//! | seat | keeps | |
//! |---|---|---|
//! | 0, the learner | Red-backed Shrike, Common Cuckoo | pays two tokens for one, and finds a third bird in the tray |
//! | 1 | Song Sparrow, Common Kingfisher and two more | lays eggs, and the cuckoo profits |
//!
//! Its powers all ask something: what costs nothing and asks nothing, a client may use automatically.

use crate::{
    Action, BonusId, CardId, Draw, Face, Food, Foods, Habitat, Options, Pack, Position, Roost, Setup, Slot,
};
use alloc::{vec, vec::Vec};
use kernel::{Beat, Drawn, Lesson, Seat, Teach};

const YOU: Seat = Seat(0);
const OTHER: Seat = Seat(1);

/// Both hands, then the tray.
const DEALT: [&str; 13] = [
    "red-backed-shrike",
    "great-hornbill",
    "common-cuckoo",
    "snowy-owl",
    "osprey",
    "song-sparrow",
    "sandwich-tern",
    "tawny-owl",
    "mallard",
    "shoebill",
    "grey-heron",
    "budgerigar",
    "eurasian-jay",
];

impl Teach for Roost {
    fn lesson() -> Lesson<Options, Action> {
        let options = Options::default();
        Lesson { edition: 2, seats: 2, learner: YOU, chances: chances(&options), beats: beats(), options }
    }
}

fn beats() -> Vec<Beat<Action>> {
    let other = |action| Beat::Move(OTHER, action);
    let shrike = Position::new(Habitat::Grassland, 0);
    let keep = |bonus| {
        let foods = [Food::Invertebrate, Food::Seed, Food::Fish];
        setup(&["red-backed-shrike", "common-cuckoo"], &foods, bonus)
    };
    let others = ["song-sparrow", "sandwich-tern", "tawny-owl", "mallard"];
    vec![
        Beat::Read { text: "aim" },
        Beat::Try { text: "keep", accepts: vec![keep("ecologist"), keep("birdwatcher")], hint: "these-two" },
        other(setup(&others, &[Food::Seed], "rodentologist")),
        asks("play", play("red-backed-shrike", Habitat::Grassland), "shrike-first"),
        asks("pay", Action::PayFood { tokens: Foods::new([0, 1, 1, 0, 0]) }, "two-for-one"),
        other(play("song-sparrow", Habitat::Grassland)),
        asks("cuckoo", play("common-cuckoo", Habitat::Forest), "into-the-forest"),
        other(Action::LayEggs),
        asks("between", Action::Lay { position: shrike }, "egg-for-nothing"),
        asks("food", Action::GainFood, "use-the-forest"),
        asks("die", take(Face::Mixed, Food::Seed, false), "as-a-seed"),
        other(Action::GainFood),
        other(take(Face::Fish, Food::Fish, false)),
        asks("draw", Action::DrawCards, "use-the-wetland"),
        asks("tray", Action::Draw(Draw::Tray(Slot::ALL[1])), "from-the-middle"),
        other(play("sandwich-tern", Habitat::Wetland)),
        asks("eggs", Action::LayEggs, "use-the-grassland"),
        asks("power", take(Face::Invertebrate, Food::Invertebrate, true), "onto-the-card"),
        other(Action::GainFood),
        other(take(Face::Rodent, Food::Rodent, false)),
        asks("second", play("budgerigar", Habitat::Grassland), "beside-the-shrike"),
        Beat::Read { text: "score" },
    ]
}

fn asks(text: &'static str, action: Action, hint: &'static str) -> Beat<Action> {
    Beat::Try { text, accepts: vec![action], hint }
}

fn setup(birds: &[&str], foods: &[Food], bonus: &str) -> Action {
    Action::Setup(Setup {
        birds: birds.iter().map(|name| CardId::new(name)).collect(),
        foods: foods.iter().copied().collect(),
        bonus: Some(BonusId::new(bonus)),
    })
}

fn play(name: &str, habitat: Habitat) -> Action {
    Action::Play { card: CardId::new(name), habitat }
}

fn take(die: Face, food: Food, cache: bool) -> Action {
    Action::Take { die, food, cache }
}

/// What luck says, in the order of the set-up (Roost 3.1). Nothing is left to it afterwards.
fn chances(options: &Options) -> Vec<Drawn> {
    let faces = [Face::Invertebrate, Face::Fish, Face::Fruit, Face::Rodent, Face::Mixed];
    vec![
        Drawn::Shuffle(birds(options)),
        // The first goal is birds in the grassland.
        Drawn::Shuffle(vec![1, 0, 2, 3, 4, 5, 6, 7, 8]),
        Drawn::Roll(vec![0; 4]),
        Drawn::Roll(faces.into_iter().map(|face| face as u32).collect()),
        Drawn::Roll(vec![YOU.0.into()]),
        // Five of each kind: an ecologist and a birdwatcher on top, and then whatever comes first.
        Drawn::Shuffle([10, 20].into_iter().chain((0..25).filter(|n| ![10, 20].contains(n))).collect()),
        Drawn::Shuffle((0..23).collect()),
    ]
}

/// The order of the pack that deals these birds. The lesson ends before the rest matters.
fn birds(options: &Options) -> Vec<u16> {
    let deck = options.deck.deck().expect("the built-in deck is always there");
    let pack = Pack::new(deck, 1);
    let number = |name: &&str| pack.number(&CardId::new(name)).expect("the lesson's test deals every bird").0;
    let named: Vec<u16> = DEALT.iter().map(number).collect();
    let rest = pack.all().map(|card| card.0).filter(|card| !named.contains(card));
    named.iter().copied().chain(rest).collect()
}
