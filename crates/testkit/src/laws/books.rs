//! What must come out even: the cards, and the log.

use super::{Cards, Law, Moment, json};
use crate::Report;
use kernel::{Events, Game, Input, Inspect, Start, Turn};

/// Conservation: the cards of a game.
#[derive(Debug, Default)]
pub(super) struct Pack {
    /// As at the first decision, sorted; `None` before it. Endless supply: nothing.
    names: Option<Vec<String>>,
}

impl Pack {
    /// Whether the first decision is past.
    pub(super) fn is_open(&self) -> bool {
        self.names.is_some()
    }

    /// At every decision there are the same cards as at the first. Endless supply: no id twice.
    pub(super) fn check<G: Inspect>(
        &mut self,
        state: &G::State,
        cards: Cards,
        report: &mut Report,
    ) -> Result<(), String> {
        if matches!(G::turn(state), Turn::Chance(_)) {
            return Ok(());
        }
        let mut names: Vec<String> = G::cards(state).into_iter().map(|(_, card)| card).collect();
        if cards.endless {
            names.iter_mut().for_each(|name| *name = id(name).to_owned());
        }
        names.sort_unstable();
        if !cards.twins
            && let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1])
        {
            return Err(format!("there are two cards {}", pair[0]));
        }
        report.count(Law::Conservation, usize::from(!cards.twins && !names.is_empty()));
        let Some(first) = &self.names else {
            self.names = Some(if cards.endless { Vec::new() } else { names });
            return Ok(());
        };
        if cards.endless {
            return Ok(());
        }
        report.count(Law::Conservation, 1);
        if names != *first {
            let lost = first.iter().filter(|name| !names.contains(name)).collect::<Vec<_>>();
            let new = names.iter().filter(|name| !first.contains(name)).collect::<Vec<_>>();
            let (before, now) = (first.len(), names.len());
            return Err(format!("there were {before} cards and are {now}; gone: {lost:?}, new: {new:?}"));
        }
        Ok(())
    }
}

/// The id of a card whose name is "id face".
fn id(name: &str) -> &str {
    name.split_whitespace().next().unwrap_or_default()
}

/// Replay: a second table that gets only the log of the first, and whose events are dropped.
#[derive(Debug)]
pub(super) struct Replay<G: Game> {
    fresh: G::State,
    shadow: G::State,
}

impl<G: Game> Replay<G> {
    /// A second table, set up from what the log says.
    pub(super) fn open(options: &G::Options, start: &Start, state: &G::State) -> Result<Self, String> {
        let unreadable = |e: serde_json::Error| format!("the head of the log is unreadable: {e}");
        let options = serde_json::from_str(&json(options)).map_err(unreadable)?;
        let start = serde_json::from_str(&json(start)).map_err(unreadable)?;
        let fresh = G::new(&options, &start).map_err(|e| format!("the second table is refused: {e}"))?;
        if fresh != *state {
            return Err("two tables set up alike differ".to_owned());
        }
        Ok(Replay { shadow: fresh.clone(), fresh })
    }

    /// Lets the second table follow.
    pub(super) fn follow(&mut self, moment: &Moment<'_, G>, report: &mut Report) -> Result<(), String> {
        let entry = json(moment.input);
        let input = serde_json::from_str(&entry).map_err(|e| format!("{entry} is unreadable: {e}"))?;
        G::apply(&mut self.shadow, &input, &mut Events::muted());
        report.count(Law::Replay, 1);
        if self.shadow == *moment.after { Ok(()) } else { Err(format!("a replay differs after {entry}")) }
    }

    /// Plays the whole log once more from the beginning: what the rules may have kept outside of the state
    /// is not the same any more.
    pub(super) fn again(mut self, log: &[Input<G::Action>], end: &G::State) -> Result<(), String> {
        for input in log {
            G::apply(&mut self.fresh, input, &mut Events::muted());
        }
        if self.fresh == *end { Ok(()) } else { Err("a second replay ends differently".to_owned()) }
    }
}
