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
    /// The cards that each seat, and last the spectators, got events about or could see.
    known: Vec<Names>,
    /// The cards that the current input sent to each viewer.
    sent: Vec<(Audience, Names)>,
}

impl Channels {
    /// Before the first input: the cards of the empty table need no event.
    pub(super) fn open<G: Game>(card_in: CardIn, state: &G::State, seats: u8) -> Self {
        let known = receivers(seats).map(|receiver| shown::<G>(state, receiver, card_in)).collect();
        Channels { card_in, known, sent: Vec::new() }
    }

    /// Records the cards that the events of an input name.
    pub(super) fn record<G: Game>(&mut self, moment: &Moment<'_, G>) {
        self.sent = moment.events.iter().map(|t| (t.to, cards_in(&t.event, self.card_in))).collect();
        for (known, receiver) in self.known.iter_mut().zip(receivers(moment.seats)) {
            for (to, names) in &self.sent {
                if to.includes(receiver) {
                    known.extend(names.difference(known).cloned().collect::<Vec<_>>());
                }
            }
        }
    }

    /// Events name no card that neither view nor recall shows, and no card comes into a view without an event.
    pub(super) fn check<G: Game>(
        &mut self,
        moment: &Moment<'_, G>,
        viewer: Viewer,
        report: &mut Report,
    ) -> Result<(), String> {
        let view = |state: &G::State| cards_in(&G::view(state, viewer), self.card_in);
        let (before, after) = (view(moment.before), view(moment.after));
        let received = self.sent.iter().filter(|(to, _)| to.includes(viewer)).flat_map(|(_, names)| names);
        let hidden: Vec<_> =
            received.filter(|&name| !before.contains(name) && !after.contains(name)).collect();
        if !hidden.is_empty() {
            let mut open = shown::<G>(moment.before, viewer, self.card_in);
            open.extend(shown::<G>(moment.after, viewer, self.card_in));
            if let Some(name) = hidden.into_iter().find(|&name| !open.contains(name)) {
                return Err(format!("{viewer:?} gets an event about {name}, which it is not shown"));
            }
        }
        let known = &mut self.known[place(viewer, moment.seats)];
        if let Some(name) = after.iter().find(|&name| !before.contains(name) && !known.contains(name)) {
            return Err(format!("{viewer:?} is shown {name} without an event about it"));
        }
        known.extend(before);
        known.extend(after);
        report.count(Law::TwoChannels, 1);
        Ok(())
    }

    /// A shuffle makes what was known of the cards before worthless: from then on only what is still shown
    /// counts as known. Without this, the first deal that is revealed would excuse all that follow.
    pub(super) fn settle<G: Game>(&mut self, moment: &Moment<'_, G>) {
        if !matches!(moment.input, Input::Chance(Drawn::Shuffle(_))) {
            return;
        }
        for (known, receiver) in self.known.iter_mut().zip(receivers(moment.seats)) {
            *known = shown::<G>(moment.after, receiver, self.card_in);
            let received = self.sent.iter().filter(|(to, _)| to.includes(receiver));
            known.extend(received.flat_map(|(_, names)| names.iter().cloned()));
        }
    }
}

/// Everyone who receives events: a seat and its recall receive the same.
fn receivers(seats: u8) -> impl Iterator<Item = Viewer> {
    Seat::all(seats).map(Viewer::Seat).chain([Viewer::Spectator])
}

/// The number of `viewer` among the [`receivers`].
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
