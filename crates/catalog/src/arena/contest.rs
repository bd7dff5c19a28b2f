use super::{AnyArena, Dealt, Outsider, Play, Player, Question, Terms};
use crate::{Fault, Json, input::json};
use kernel::{Drawn, Events, Game, Input, Listed, Seat, SeatMap, SeatSet, Start, Study, Turn, Window};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::json as object;
use std::time::Duration;

/// Inputs after which a deal is given up as endless.
const LONGEST: u32 = 1_000_000;

/// The arena of one game.
pub(crate) struct Contest<'a, G: Study> {
    options: G::Options,
    start: Start,
    terms: Terms<'a>,
}

/// A decision that is due.
pub(super) struct Moment<'a, G: Game> {
    pub(super) options: &'a G::Options,
    pub(super) state: &'a G::State,
    pub(super) seat: Seat,
    pub(super) legal: &'a [G::Action],
    pub(super) must: bool,
}

impl<G: Game> Moment<'_, G> {
    /// Asks a program outside, and takes nothing that is not legal.
    pub(super) fn ask_outside(
        &self,
        outsider: &mut Outsider,
        view: Json,
        seed: u64,
    ) -> Result<Option<G::Action>, Fault> {
        let question = Question {
            game: G::NAME,
            options: json(self.options),
            seat: self.seat,
            view,
            legal: self.legal.iter().map(json).collect(),
            must: self.must,
            seed,
        };
        let Some(answer) = outsider(&question)? else { return Ok(None) };
        let action: G::Action =
            serde_json::from_str(answer.get()).map_err(|error| Fault::unreadable(&error))?;
        G::check(self.state, self.seat, &action).map_err(|error| {
            let fault = Fault::of(&error);
            let text = format!("the program played {} as {}: {}", answer.get(), self.seat, fault.text);
            Fault::new("illegal_action", text).with("code", fault.code)
        })?;
        Ok(Some(action))
    }
}

impl<'a, G: Study> Contest<'a, G> {
    pub(crate) fn new(options: G::Options, start: Start, terms: Terms<'a>) -> Result<Self, G::Error> {
        G::new(&options, &start)?;
        Ok(Contest { options, start, terms })
    }

    /// The seatings, one after the other, so that each player gets every side.
    fn seatings(&self) -> Vec<SeatMap<usize>> {
        let seats = self.start.seats;
        let mut sides: Vec<SeatSet> = Vec::new();
        for seat in Seat::all(seats) {
            let side = G::side(&self.options, seat, seats);
            if !sides.contains(&side) {
                sides.push(side);
            }
        }
        let number = |seat: Seat| sides.iter().position(|side| side.contains(seat)).unwrap_or(0);
        if self.terms.one_against_all {
            let alone = |first: usize| SeatMap::from_fn(seats, |seat| usize::from(number(seat) != first));
            (0..sides.len()).map(alone).collect()
        } else {
            let by_turns = |first: usize| SeatMap::from_fn(seats, |seat| (number(seat) + first) % 2);
            vec![by_turns(0), by_turns(1)]
        }
    }

    fn seed(&self, deal: u64) -> u64 {
        mix(self.terms.seed ^ mix(deal))
    }

    fn play_once(
        &self,
        deal: u64,
        seating: SeatMap<usize>,
        players: &mut [Player; 2],
    ) -> Result<Play, Fault> {
        let seed = self.seed(deal);
        let mut luck = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut log = self.terms.logs.then(Vec::new);
        let mut state = self.deal(&mut luck, log.as_mut())?;
        let mut thought = [Vec::new(), Vec::new()];
        for ply in 0..LONGEST {
            if G::over_horizon(&state) {
                break;
            }
            let input = match G::turn(&state) {
                Turn::Over(_) => break,
                Turn::Chance(due) => Input::Chance(Drawn::draw(due, &mut luck)),
                Turn::Seats { must, may, window } => {
                    let seed = mix(seed ^ mix(u64::from(ply)));
                    self.decide(&state, must, may, window, &seating, players, &mut thought, seed)?
                }
            };
            G::apply(&mut state, &input, &mut Events::muted());
            if let Some(log) = &mut log {
                log.push(logged::<G>(&input));
            }
        }
        let points = G::points(&state).ok_or_else(|| Fault::new("endless", "the deal does not end"))?;
        let log = log.map(|inputs| {
            object!({ "game": G::NAME, "start": self.start, "options": json(&self.options), "inputs": inputs })
        });
        Ok(Play { seating, points, thought, log })
    }

    /// The deal as both players get it. With a log it is made input by input, and a score that no log could
    /// explain is not available.
    fn deal(
        &self,
        luck: &mut Xoshiro256PlusPlus,
        log: Option<&mut Vec<serde_json::Value>>,
    ) -> Result<G::State, Fault> {
        let Some(log) = log else {
            let state = G::contest(&self.options, &self.start, self.terms.any_score, luck);
            return state.map_err(|error| Fault::of(&error));
        };
        let mut state = G::new(&self.options, &self.start).map_err(|error| Fault::of(&error))?;
        while let Turn::Chance(due) = G::turn(&state) {
            let input = Input::Chance(Drawn::draw(due, luck));
            log.push(logged::<G>(&input));
            G::apply(&mut state, &input, &mut Events::muted());
        }
        Ok(state)
    }

    /// The next thing that happens: where several seats could act, the quickest does.
    #[allow(clippy::too_many_arguments, reason = "one call, and a struct for it would be read once")]
    fn decide(
        &self,
        state: &G::State,
        must: SeatSet,
        may: SeatSet,
        window: Window,
        seating: &SeatMap<usize>,
        players: &mut [Player; 2],
        thought: &mut [Vec<Duration>; 2],
        seed: u64,
    ) -> Result<Input<G::Action>, Fault> {
        let mut first: Option<(Duration, Seat, G::Action)> = None;
        for seat in (must | may).iter() {
            let mut legal = Vec::new();
            let listed = G::legal(state, seat, &mut legal);
            if legal.is_empty() && listed == Listed::All {
                continue;
            }
            let moment =
                Moment::<G> { options: &self.options, state, seat, legal: &legal, must: must.contains(seat) };
            let who = seating[seat];
            let began = (self.terms.clock)();
            let (action, when) = players[who].choose(&moment, mix(seed ^ u64::from(seat.0)))?;
            if legal.len() > 1 {
                thought[who].push((self.terms.clock)().saturating_sub(began));
            }
            let Some(action) = action else { continue };
            let after = when.after(window.lasts);
            if first.as_ref().is_none_or(|(soonest, ..)| after < *soonest) {
                first = Some((after, seat, action));
            }
        }
        Ok(match first {
            Some((_, seat, action)) => Input::Act(seat, action),
            None => Input::Expire(window.id),
        })
    }
}

impl<G: Study> AnyArena for Contest<'_, G> {
    fn play(&self, deal: u64, players: &mut [Player; 2]) -> Result<Dealt, Fault> {
        let plays = self.seatings().into_iter().map(|seating| self.play_once(deal, seating, players));
        Ok(Dealt { deal, plays: plays.collect::<Result<_, _>>()? })
    }
}

fn logged<G: Game>(input: &Input<G::Action>) -> serde_json::Value {
    serde_json::to_value(input).unwrap_or_default()
}

/// A number that depends on every bit of another.
fn mix(number: u64) -> u64 {
    Xoshiro256PlusPlus::seed_from_u64(number).next_u64()
}
