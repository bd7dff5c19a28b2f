//! The lesson: the better part of one deal between two, in which every idea of Casino comes up once.
//!
//! | seat | hand, in the order of play | |
//! |---|---|---|
//! | 0, the learner | `7s 4c 9c 3s 4d 6d 5s 2s 10d 7c` | deals, so the other begins |
//! | 1 | `7d 5h 3h 2d 2h 6c 2c Ah 9h 8h` | captures once and raises once |

use crate::{Action, BuildId, BuildSet, Casino, Options, Top, Tops, card_number, pack};
use alloc::{vec, vec::Vec};
use kernel::{Beat, Card, CardSet, Drawn, Lesson, Seat, Teach};

const YOU: Seat = Seat(0);
const OTHER: Seat = Seat(1);

const YOUR_HAND: &str = "7s 4c 9c 3s 4d 6d 5s 2s 10d 7c";
const OTHER_HAND: &str = "7d 5h 3h 2d 2h 6c 2c Ah 9h 8h";

/// The learner's builds, in the order in which they are made.
const SIXES: BuildId = BuildId(0);
const SEVEN: BuildId = BuildId(1);

impl Teach for Casino {
    fn lesson() -> Lesson<Options, Action> {
        Lesson {
            edition: 2,
            options: Options { turn_seconds: 0, ..Options::default() },
            seats: 2,
            learner: YOU,
            chances: vec![Drawn::Roll(vec![YOU.0.into()]), shuffle()],
            beats: beats(),
        }
    }
}

fn beats() -> Vec<Beat<Action>> {
    let read = |text| Beat::Read { text };
    vec![
        read("aim"),
        trails("7d"),
        asks("take", capture("7s", "7d", None), "equal-takes"),
        trails("5h"),
        asks("trail", Action::Trail { card: card("4c") }, "leave-four"),
        trails("3h"),
        asks("sum", capture("9c", "5h 4c", None), "nine-takes"),
        trails("2d"),
        asks("choice", Action::Build { card: card("3s"), loose: cards("3h"), value: 6 }, "build-it"),
        Beat::Move(OTHER, capture("2h", "2d", None)),
        read("tops"),
        asks("add", add_with_the_top(), "four-and-top"),
        trails("6c"),
        asks("groups", capture("6d", "6c", Some(SIXES)), "take-all"),
        trails("2c"),
        asks("key", Action::Build { card: card("5s"), loose: cards("2c"), value: 7 }, "keep-seven"),
        Beat::Move(OTHER, raise("Ah")),
        asks("raise", raise("2s"), "two-on-it"),
        trails("9h"),
        asks("harvest", capture("10d", "", Some(SEVEN)), "ten-takes"),
        read("score"),
    ]
}

fn asks(text: &'static str, action: Action, hint: &'static str) -> Beat<Action> {
    Beat::Try { text, accepts: vec![action], hint }
}

fn trails(name: &str) -> Beat<Action> {
    Beat::Move(OTHER, Action::Trail { card: card(name) })
}

fn capture(name: &str, loose: &str, build: Option<BuildId>) -> Action {
    let builds = build.map_or(BuildSet::EMPTY, BuildSet::only);
    Action::Capture { card: card(name), loose: cards(loose), builds, tops: Tops::EMPTY }
}

/// Four and the top two make another six.
fn add_with_the_top() -> Action {
    let tops = Tops::only(Top { seat: OTHER, card: card("2h") });
    Action::Add { card: card("4d"), build: SIXES, loose: CardSet::EMPTY, tops }
}

fn raise(name: &str) -> Action {
    Action::Raise { card: card(name), build: SEVEN, loose: CardSet::EMPTY }
}

fn card(name: &str) -> Card {
    Card::parse(name).expect("the lesson's test reads every name")
}

fn cards(names: &str) -> CardSet {
    names.split_whitespace().map(card).collect()
}

/// The order of the pack that deals these hands: cards go round one by one (Casino 2). The lesson ends before
/// the rest is dealt.
fn shuffle() -> Drawn {
    let dealt: Vec<Card> = OTHER_HAND
        .split_whitespace()
        .zip(YOUR_HAND.split_whitespace())
        .flat_map(|(other, yours)| [card(other), card(yours)])
        .collect();
    let rest = pack(40).iter().filter(|card| !dealt.contains(card));
    Drawn::Shuffle(dealt.iter().copied().chain(rest).map(|card| card_number(card).into()).collect())
}
