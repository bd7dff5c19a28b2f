//! The lesson: one hand, dealt by the learner, in which every idea of Euchre comes up once.
//!
//! | seat | hand | |
//! |---|---|---|
//! | 0, the learner | `Jd 9h Ac 10s 9d` | deals, takes the king of hearts, puts the nine of diamonds away |
//! | 1 | `Ad 10h Ks Qc Kd` | leads first |
//! | 2, the partner | `10d Qh As 9c Js` | takes the third trick |
//! | 3 | `Qd Ah 9s Kc 10c` | loses the ace of trump to the left bower |

use crate::{Action, Euchre, Options, card_number};
use alloc::{vec, vec::Vec};
use kernel::{Beat, Card, Drawn, Lesson, Seat, Teach};

const YOU: Seat = Seat(0);
const LEFT: Seat = Seat(1);
const PARTNER: Seat = Seat(2);
const RIGHT: Seat = Seat(3);

/// From the dealer's left on: three hands and the dealer's own, the up-card, the kitty.
const DEAL: [&str; 6] =
    ["Ad 10h Ks Qc Kd", "10d Qh As 9c Js", "Qd Ah 9s Kc 10c", "Jd 9h Ac 10s 9d", "Kh", "Jh Jc Qs"];

impl Teach for Euchre {
    fn lesson() -> Lesson<Options, Action> {
        let no_limits = Options {
            bid_seconds: 0,
            discard_seconds: 0,
            choice_seconds: 0,
            play_seconds: 0,
            ready_seconds: 0,
            ..Options::default()
        };
        Lesson {
            edition: 1,
            options: no_limits,
            seats: 4,
            learner: YOU,
            chances: vec![Drawn::Roll(vec![YOU.0.into()]), shuffle()],
            beats: beats(),
        }
    }
}

fn beats() -> Vec<Beat<Action>> {
    let read = |text| Beat::Read { text };
    vec![
        read("partners"),
        read("up-card"),
        Beat::Move(LEFT, Action::Pass),
        Beat::Move(PARTNER, Action::Pass),
        Beat::Move(RIGHT, Action::Pass),
        read("bowers"),
        Beat::Try { text: "pick-up", accepts: vec![Action::Order { alone: false }], hint: "take-it" },
        Beat::Try { text: "discard", accepts: vec![Action::Discard { card: card("9d") }], hint: "keep-that" },
        plays(LEFT, "Ad"),
        plays(PARTNER, "10d"),
        plays(RIGHT, "Qd"),
        play("ruff", "9h", "smallest-trump"),
        play("lead-bower", "Jd", "bower-first"),
        plays(LEFT, "10h"),
        plays(PARTNER, "Qh"),
        plays(RIGHT, "Ah"),
        play("lead-low", "10s", "spade-first"),
        plays(LEFT, "Ks"),
        plays(PARTNER, "As"),
        plays(RIGHT, "9s"),
        read("partner-wins"),
        plays(PARTNER, "9c"),
        plays(RIGHT, "Kc"),
        play("follow", "Ac", "follow-it"),
        plays(LEFT, "Qc"),
        play("last", "Kh", "only-card"),
        plays(LEFT, "Kd"),
        plays(PARTNER, "Js"),
        plays(RIGHT, "10c"),
        read("score"),
    ]
}

fn plays(seat: Seat, name: &str) -> Beat<Action> {
    Beat::Move(seat, Action::Play { card: card(name) })
}

fn play(text: &'static str, name: &str, hint: &'static str) -> Beat<Action> {
    Beat::Try { text, accepts: vec![Action::Play { card: card(name) }], hint }
}

fn card(name: &str) -> Card {
    Card::parse(name).expect("the lesson's test reads every name")
}

/// The order of the pack that deals these hands: cards go round one by one (Euchre 3.3).
fn shuffle() -> Drawn {
    let piles = DEAL.map(|names| names.split_whitespace().map(card).collect::<Vec<_>>());
    let round = (0..5).flat_map(|i| piles[..4].iter().map(move |hand| hand[i]));
    let rest = piles[4..].iter().flatten().copied();
    Drawn::Shuffle(round.chain(rest).map(|card| card_number(card).into()).collect())
}
