//! A table speaks on two channels: views say what is, events say what happens. They must agree.

use super::{Law, Moment};
use crate::{CardIn, Report, cards::cards_in};
use kernel::{Audience, Drawn, Game, Input, Seat, Viewer};
use std::collections::BTreeSet;

type Names = BTreeSet<String>;

/// The cards that everyone received so far.
#[derive(Debug)]
pub(super) struct Channels {
    card_in: CardIn,
    /// Of which cards each seat, and last the spectators, heard or could see.
    known: Vec<Names>,
    /// The cards that the current input sent to each viewer.
    said: Vec<(Audience, Names)>,
}

impl Channels {
    /// Before the first input: what the empty table shows needs no telling.
    pub(super) fn open<G: Game>(card_in: CardIn, state: &G::State, seats: u8) -> Self {
        let known = hearers(seats).map(|hearer| shown::<G>(state, hearer, card_in)).collect();
        Channels { card_in, known, said: Vec::new() }
    }

    /// Takes down what an input told.
    pub(super) fn hear<G: Game>(&mut self, moment: &Moment<'_, G>) {
        self.said = moment.told.iter().map(|t| (t.to, cards_in(&t.event, self.card_in))).collect();
        for (known, hearer) in self.known.iter_mut().zip(hearers(moment.seats)) {
            for (to, names) in &self.said {
                if to.includes(hearer) {
                    known.extend(names.difference(known).cloned().collect::<Vec<_>>());
                }
            }
        }
    }

    /// Events tell of no card that neither view nor recall show; no card comes into a view untold.
    pub(super) fn check<G: Game>(
        &mut self,
        moment: &Moment<'_, G>,
        viewer: Viewer,
        report: &mut Report,
    ) -> Result<(), String> {
        let view = |state: &G::State| cards_in(&G::view(state, viewer), self.card_in);
        let (before, after) = (view(moment.before), view(moment.after));
        let told = self.said.iter().filter(|(to, _)| to.includes(viewer)).flat_map(|(_, names)| names);
        let hidden: Vec<_> = told.filter(|&name| !before.contains(name) && !after.contains(name)).collect();
        if !hidden.is_empty() {
            let mut open = shown::<G>(moment.before, viewer, self.card_in);
            open.extend(shown::<G>(moment.after, viewer, self.card_in));
            if let Some(name) = hidden.into_iter().find(|&name| !open.contains(name)) {
                return Err(format!("{viewer:?} is told of {name}, which it is not shown"));
            }
        }
        let known = &mut self.known[place(viewer, moment.seats)];
        if let Some(name) = after.iter().find(|&name| !before.contains(name) && !known.contains(name)) {
            return Err(format!("{viewer:?} is shown {name}, of which it was never told"));
        }
        known.extend(before);
        known.extend(after);
        report.count(Law::TwoChannels, 1);
        Ok(())
    }

    /// A shuffle makes what was known of the cards before worthless: from then on only what is still shown
    /// counts as told. Without this, the first deal that is revealed would excuse all that follow.
    pub(super) fn settle<G: Game>(&mut self, moment: &Moment<'_, G>) {
        if !matches!(moment.input, Input::Chance(Drawn::Shuffle(_))) {
            return;
        }
        for (known, hearer) in self.known.iter_mut().zip(hearers(moment.seats)) {
            *known = shown::<G>(moment.after, hearer, self.card_in);
            let told = self.said.iter().filter(|(to, _)| to.includes(hearer));
            known.extend(told.flat_map(|(_, names)| names.iter().cloned()));
        }
    }
}

/// Everyone who receives events: a seat and its recall receive the same.
fn hearers(seats: u8) -> impl Iterator<Item = Viewer> {
    Seat::all(seats).map(Viewer::Seat).chain([Viewer::Spectator])
}

/// The number of `viewer` among the [`hearers`].
fn place(viewer: Viewer, seats: u8) -> usize {
    viewer.seat().map_or(usize::from(seats), Seat::index)
}

/// The cards that a viewer is shown; a seat: now or in its recall.
fn shown<G: Game>(state: &G::State, viewer: Viewer, card_in: CardIn) -> Names {
    let names = |viewer| cards_in(&G::view(state, viewer), card_in);
    match viewer.seat() {
        Some(seat) => &names(Viewer::Seat(seat)) | &names(Viewer::Recall(seat)),
        None => names(viewer),
    }
}
