//! The table of contents: every law, what it says, where it is checked and in which order.

mod books;
mod channels;
mod coverage;
mod fields;
mod legality;
mod secrecy;
mod start;
mod wire;
mod worlds;

use crate::{
    CardIn, Report,
    report::{Breach, Under},
    sampling::Sampling,
};
use books::{Pack, Replay};
use channels::Channels;
use kernel::{Addressed, Game, Input, Inspect, Listed, Search, Seat, Start, Turn, Viewer};
use legality::Position;
use serde::Serialize;
use std::fmt;
use worlds::Worlds;

pub(crate) use start::refusals;

/// A law that every game must pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Law {
    /// Wrong numbers of seats are refused, and random options out of the declared fields are playable.
    StartRefusals,
    /// Options, views, actions, events and errors survive JSON, unknown fields are refused, and the
    /// declared fields and presets are what the options really take.
    Wire,
    /// Nothing that can happen makes the rules panic.
    NoPanic,
    /// Exactly the listed actions are accepted, and asking changes nothing.
    LegalIsCheck,
    /// No card is lost or doubled.
    Conservation,
    /// The log alone, heard by nobody, gives the same state.
    Replay,
    /// Every random game ends within the stated bound.
    Ends,
    /// Cards that a viewer may not know change not one byte of what it is sent.
    NoLeak,
    /// Events and views tell of the same cards.
    TwoChannels,
    /// A world made from a seat's recall looks exactly like the truth to that seat.
    Worlds,
    /// A recall grows by what its seat was sent and by nothing else.
    Recall,
    /// Worlds are distributed as the hidden cards can really lie.
    Coverage,
}

impl Law {
    /// All of them, in the order in which they are checked.
    pub const ALL: [Law; 12] = [
        Law::StartRefusals,
        Law::Wire,
        Law::NoPanic,
        Law::LegalIsCheck,
        Law::Conservation,
        Law::Replay,
        Law::Ends,
        Law::NoLeak,
        Law::TwoChannels,
        Law::Worlds,
        Law::Recall,
        Law::Coverage,
    ];

    /// As it is called in messages and file names.
    pub const fn name(self) -> &'static str {
        match self {
            Law::StartRefusals => "start refusals",
            Law::Wire => "wire",
            Law::NoPanic => "no panic",
            Law::LegalIsCheck => "legal is check",
            Law::Conservation => "conservation",
            Law::Replay => "replay",
            Law::Ends => "ends",
            Law::NoLeak => "no leak",
            Law::TwoChannels => "two channels",
            Law::Worlds => "worlds",
            Law::Recall => "recall",
            Law::Coverage => "coverage",
        }
    }
    /// How much rarer than the others it is sampled, because it costs so much more.
    pub(crate) const fn rarity(self) -> u64 {
        match self {
            Law::Coverage => 32,
            Law::Wire => 2,
            _ => 1,
        }
    }
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What the laws must know about the cards of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cards {
    /// What a card looks like on the wire.
    pub(crate) card_in: CardIn,
    /// Cards come into being during play; their names begin with an id.
    pub(crate) endless: bool,
    /// There are several cards of the same name.
    pub(crate) twins: bool,
}

/// One step of a game: a state, an input, and the state and events that follow.
#[derive(Debug)]
pub(crate) struct Moment<'a, G: Game> {
    pub(crate) options: &'a G::Options,
    pub(crate) seats: u8,
    pub(crate) step: usize,
    pub(crate) before: &'a G::State,
    pub(crate) turn: &'a Turn,
    pub(crate) input: &'a Input<G::Action>,
    pub(crate) after: &'a G::State,
    pub(crate) events: &'a [Addressed<G::Event>],
    /// Everything that happened earlier.
    pub(crate) past: &'a [Input<G::Action>],
}

/// What the laws keep of one game from step to step.
#[derive(Debug)]
pub(crate) struct Books<G: Game> {
    cards: Cards,
    sampling: Sampling,
    replay: Replay<G>,
    pack: Pack,
    channels: Channels,
}

impl<G: Search + Inspect> Books<G> {
    /// Before the first input.
    pub(crate) fn open(
        cards: Cards,
        sampling: Sampling,
        options: &G::Options,
        start: &Start,
        state: &G::State,
        report: &mut Report,
    ) -> Result<Self, Breach> {
        wire::options::<G>(options, report).under(Law::Wire)?;
        let replay = Replay::open(options, start, state).under(Law::Replay)?;
        let channels = Channels::open::<G>(cards.card_in, state, start.seats);
        Ok(Books { cards, sampling, replay, pack: Pack::default(), channels })
    }

    /// Holds one step against all laws.
    pub(crate) fn check(&mut self, moment: &Moment<'_, G>, report: &mut Report) -> Result<(), Breach> {
        // The books must be kept at every step, whatever is sampled.
        self.replay.follow(moment, report).under(Law::Replay)?;
        self.channels.record(moment);

        let (step, seats) = (moment.step, moment.seats);
        let due = |law: Law, who: usize| self.sampling.due(law, step, who);
        let viewers = || Viewer::all(seats).enumerate();
        let sitting = || Seat::all(seats).enumerate();

        for (who, viewer) in viewers() {
            if let Some(mut rng) = due(Law::Wire, who) {
                wire::step(moment, viewer, &mut rng, report).under(Law::Wire)?;
            }
        }
        let position = Position::<G> { state: moment.before, turn: moment.turn, seats, past: moment.past };
        for (who, seat) in sitting() {
            if let Some(mut rng) = due(Law::LegalIsCheck, who) {
                legality::legal_is_check(&position, seat, &mut rng, report).under(Law::LegalIsCheck)?;
            }
        }
        // What must stay the same is set down at the first decision, sampled or not.
        if !self.pack.is_open() || due(Law::Conservation, 0).is_some() {
            self.pack.check::<G>(moment.after, self.cards, report).under(Law::Conservation)?;
        }
        for (who, viewer) in viewers() {
            if let Some(mut rng) = due(Law::NoLeak, who) {
                secrecy::no_leak(moment, viewer, &mut rng, report).under(Law::NoLeak)?;
            }
        }
        for (who, viewer) in viewers() {
            if due(Law::TwoChannels, who).is_some() {
                self.channels.check(moment, viewer, report).under(Law::TwoChannels)?;
            }
        }
        for (who, seat) in sitting() {
            // Counting the worlds is most of the work, so whoever needs them is served at once.
            let (sampled, covered) = (due(Law::Worlds, who), due(Law::Coverage, who));
            if sampled.is_none() && covered.is_none() {
                continue;
            }
            let recall = G::view(moment.before, Viewer::Recall(seat));
            let worlds = Worlds::<G>::of(moment.options, recall).under(Law::Worlds)?;
            if let Some(mut rng) = sampled {
                worlds::worlds(moment, &worlds, seat, &mut rng, report).under(Law::Worlds)?;
                worlds::recall(moment, &worlds, seat, &mut rng, report).under(Law::Recall)?;
            }
            if let Some(mut rng) = covered {
                coverage::coverage(moment, &worlds, seat, self.cards, &mut rng, report)
                    .under(Law::Coverage)?;
            }
        }
        self.channels.settle(moment);
        Ok(())
    }

    /// After the last input.
    pub(crate) fn close(
        self,
        state: &G::State,
        seats: u8,
        log: &[Input<G::Action>],
        report: &mut Report,
    ) -> Result<(), Breach> {
        let position = Position::<G> { state, turn: &G::turn(state), seats, past: log };
        for (who, seat) in Seat::all(seats).enumerate() {
            if let Some(mut rng) = self.sampling.due(Law::LegalIsCheck, log.len(), who) {
                legality::legal_is_check(&position, seat, &mut rng, report).under(Law::LegalIsCheck)?;
            }
        }
        report.count(Law::Ends, 1);
        self.replay.again(log, state).under(Law::Replay)
    }
}

/// What can be said about a game before any is played.
pub(crate) fn before_any_game<G: Game>(report: &mut Report) -> Result<(), Breach> {
    fields::defaults::<G>(report).under(Law::Wire)?;
    fields::values::<G>(report).under(Law::Wire)?;
    fields::presets::<G>(report).under(Law::Wire)
}

/// What `seat` may do.
fn list<G: Game>(state: &G::State, seat: Seat) -> (Vec<G::Action>, Listed) {
    let mut actions = Vec::new();
    let listed = G::legal(state, seat, &mut actions);
    (actions, listed)
}

/// Whether a table in this state would take `input`.
pub(crate) fn accepts<G: Game>(state: &G::State, input: &Input<G::Action>) -> bool {
    match (input, G::turn(state)) {
        (Input::Act(seat, action), Turn::Seats { .. }) => G::check(state, *seat, action).is_ok(),
        (Input::Chance(drawn), Turn::Chance(luck)) => drawn.answers(luck),
        (Input::Expire(id), Turn::Seats { window, .. }) => window.id == *id,
        (Input::Status(..), Turn::Seats { .. }) => true,
        _ => false,
    }
}

/// The wire form.
fn json(data: &impl Serialize) -> String {
    serde_json::to_string(data).expect("plain data serializes")
}

/// Where two texts part, with a little of what is around it.
fn difference(one: &str, other: &str) -> String {
    let at = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let around = |text: &str| {
        let part = &text.as_bytes()[at.saturating_sub(60)..(at + 60).min(text.len())];
        String::from_utf8_lossy(part).into_owned()
    };
    format!("\n    …{}…\n    …{}…", around(one), around(other))
}
