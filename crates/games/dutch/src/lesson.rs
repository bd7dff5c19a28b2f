//! The lesson: one short deal between two, in which every idea of Dutch comes up once.
//!
//! | seat | hand | |
//! |---|---|---|
//! | 0, the learner | `4h 9c 2c Js` | collects fours, matches the nine, looks at the jack and plays it |
//! | 1 | `5s 10d Ac Kc` | tries the ace as a queen, and loses it to the jack |

use crate::{Action, Card, Draw, Dutch, Options, Place, Play, Swap};
use alloc::{vec, vec::Vec};
use kernel::{Beat, Drawn, Lesson, Seat, Teach};

const YOU: Seat = Seat(0);
const OTHER: Seat = Seat(1);

/// Both hands, the first discard, and what is drawn, in order.
const PACK: &str = "4h 9c 2c Js  5s 10d Ac Kc  4c  Qh 6c 9d 8d 10c";

impl Teach for Dutch {
    fn lesson() -> Lesson<Options, Action> {
        Lesson {
            edition: 1,
            options: Options::default(),
            seats: 2,
            learner: YOU,
            chances: vec![Drawn::Roll(vec![YOU.0.into()]), shuffle()],
            beats: beats(),
        }
    }
}

fn beats() -> Vec<Beat<Action>> {
    let other = |action| Beat::Move(OTHER, action);
    let draw = Action::Draw(Draw::Pile {});
    let look = Action::PeekCard { seat: YOU, slot: 3 };
    let swap = Swap::new(Place { seat: YOU, slot: 3 }, Place { seat: OTHER, slot: 2 });
    vec![
        asks("peek", Action::Peek { slot: 0 }, "first-card"),
        other(Action::Peek { slot: 0 }),
        asks("peek-again", Action::Peek { slot: 1 }, "second-card"),
        other(Action::Peek { slot: 1 }),
        other(Action::ConfirmPeek),
        asks("seen", Action::ConfirmPeek, "press-done"),
        asks("collect", Action::Collect { card: card("4c") }, "take-the-four"),
        asks("draw", draw, "from-the-pile"),
        asks("play", Action::Play(Play::Drawn), "play-the-queen"),
        other(Action::Match { slot: 2 }),
        Beat::TimeUp,
        asks("look", look, "fourth-card"),
        asks("close", Action::DonePeeking, "press-close"),
        Beat::TimeUp,
        other(draw),
        other(Action::Play(Play::Drawn)),
        asks("match", Action::Match { slot: 1 }, "your-nine"),
        Beat::TimeUp,
        asks("draw-again", draw, "pile-again"),
        asks("replace", Action::Play(Play::Slot(3)), "play-the-jack"),
        Beat::TimeUp,
        asks("swap", Action::Swap(swap), "for-the-ace"),
        asks("call", Action::CallDutch, "press-dutch"),
        Beat::TimeUp,
        other(draw),
        other(Action::Play(Play::Drawn)),
        Beat::TimeUp,
        Beat::Read { text: "score" },
    ]
}

fn asks(text: &'static str, action: Action, hint: &'static str) -> Beat<Action> {
    Beat::Try { text, accepts: vec![action], hint }
}

fn card(name: &str) -> Card {
    name.parse().expect("the lesson's test reads every name")
}

/// The order of the pack that deals these hands (Dutch 2.1). The lesson ends before the rest is drawn.
fn shuffle() -> Drawn {
    let named: Vec<u16> = PACK.split_whitespace().map(|name| card(name).index().into()).collect();
    let rest = (0..u16::from(Card::COUNT)).filter(|number| !named.contains(number));
    Drawn::Shuffle(named.iter().copied().chain(rest).collect())
}
