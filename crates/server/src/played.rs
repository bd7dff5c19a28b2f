//! Games that are over: their proofs, and the games once more, made from the log when somebody asks.

use crate::{
    log::{Entry, Played, RoomId, What},
    protocol::{Code, Portrait, Replay, ReplayFrame},
    room::{Occupant, Owner, Room},
    shared::Shared,
};
use catalog::{
    Fault,
    proof::{Proof, Scribe, Seal},
};
use kernel::{Drawn, Input, Seat, SeatStatus, Turn, Viewer};
use std::{collections::VecDeque, fmt, str::FromStr};

/// So many frames are handed out at once; who wants to see the whole game asks again.
const FRAMES: usize = 100;

/// Names a game for ever. Only those who were at its table know the name: nobody guesses 64 random bits, as one
/// guesses the four letters of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct RecordId {
    pub(crate) room: RoomId,
    /// Which game of the room, from 1.
    pub(crate) number: u32,
}

impl fmt::Display for RecordId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.room, self.number)
    }
}

impl FromStr for RecordId {
    type Err = Fault;
    fn from_str(text: &str) -> Result<RecordId, Fault> {
        let read = || {
            let (room, number) = text.split_once('-')?;
            let room = RoomId(u64::from_str_radix(room, 16).ok()?);
            let record = RecordId { room, number: number.parse().ok()? };
            // One game has one name.
            (record.to_string() == text).then_some(record)
        };
        read().ok_or_else(|| Code::RoomNotFound.into())
    }
}

/// A finished game.
struct Finished {
    proof: Proof,
    players: Vec<Portrait>,
}

impl Shared {
    /// The proof of a game that is over.
    pub(crate) async fn proof(&self, record: RecordId) -> Result<Proof, Fault> {
        self.finished(record, |finished| Ok(finished.proof)).await
    }

    /// A game that is over, as `viewer` had it, from a frame on.
    pub(crate) async fn replay(
        &self,
        record: RecordId,
        viewer: Option<Seat>,
        from: u32,
    ) -> Result<Replay, Fault> {
        self.finished(record, move |finished| finished.replay(viewer, from)).await
    }

    async fn finished<T: Send + 'static>(
        &self,
        record: RecordId,
        then: impl FnOnce(Finished) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let entries = self.log.read(record.room, 0).await.map_err(|error| {
            tracing::error!(room = %record.room, %error, "the log could not be read");
            Code::Internal.fault()
        })?;
        // Playing a game again takes a while, and others wait for this thread.
        let found = tokio::task::spawn_blocking(move || prove(record, &entries).and_then(then)).await;
        found.unwrap_or_else(|_| Err(Code::Internal.into()))
    }
}

impl Finished {
    fn replay(self, viewer: Option<Seat>, from: u32) -> Result<Replay, Fault> {
        let Finished { proof, players } = self;
        if viewer.is_some_and(|seat| seat.0 >= proof.start.seats) {
            return Err(Code::NotSeated.into());
        }
        let frames = proof.replay(viewer.map_or(Viewer::Spectator, Viewer::Seat))?;
        let total = frames.len() as u32;
        let some = frames.into_iter().skip(from as usize).take(FRAMES).map(|frame| ReplayFrame {
            version: frame.version,
            acted: frame.acted.map(|seat| seat.0),
            view: frame.view,
            events: frame.events,
        });
        Ok(Replay {
            rules: proof.start.rules,
            table: proof.seal.table,
            number: proof.seal.game,
            game: proof.game,
            options: proof.options,
            players,
            outcome: proof.outcome,
            total,
            from,
            frames: some.collect(),
        })
    }
}

/// Plays the room again, and writes the proof of one of its games. While that game goes on there is none: its secret
/// and everybody's cards are in it.
fn prove(record: RecordId, entries: &[Entry]) -> Result<Finished, Fault> {
    let (first, rest) = entries.split_first().ok_or(Code::RoomNotFound)?;
    let mut room = Room::open(record.room, first)?;
    let mut game: Option<(Scribe, Vec<Portrait>)> = None;
    for entry in rest {
        let begins = room.games + 1 == record.number;
        room.apply(entry, None)?;
        match (&entry.what, &mut game) {
            (What::Started { chances, .. }, None) if begins => {
                game = Some((opening(&room, record, chances)?, portraits(&room)));
            }
            (what, Some((scribe, _))) => {
                if let Some(Played { input, chances, .. }) = played(what) {
                    scribe.happened(room.seq, std::slice::from_ref(input), &mut answers(chances))?;
                }
            }
            (_, None) => {}
        }
        let closed = matches!(entry.what, What::Closed { .. });
        let over = |(scribe, _): &mut (Scribe, _)| closed || matches!(scribe.table().turn(), Turn::Over(_));
        if let Some((scribe, players)) = game.take_if(over) {
            return Ok(Finished { proof: scribe.finish(), players });
        }
    }
    // Either there was no such game, or it goes on.
    Err(if game.is_some() { Code::NotAvailable } else { Code::RoomNotFound }.into())
}

fn portraits(room: &Room) -> Vec<Portrait> {
    let portrait = |occupant: &Occupant| Portrait {
        name: occupant.name.clone(),
        avatar: occupant.avatar.clone(),
        level: match occupant.owner {
            Owner::Bot { level } => Some(level),
            Owner::Human(_) => None,
        },
    };
    room.seats.iter().map(portrait).collect()
}

/// The first entry of a game: the deal, and who does not play for themselves.
fn opening(room: &Room, record: RecordId, chances: &[Drawn]) -> Result<Scribe, Fault> {
    let play = room.play.as_ref().ok_or(Code::Internal)?;
    // A lesson's cards are written down: there is nothing to prove.
    let made = play.seal.as_ref().ok_or(Code::NotAvailable)?;
    let seal = Seal::new(&room.code, record.number, made.attempt, made.secret, &made.added);
    let rules = room.rules_with(play.deck.as_ref());
    let players = room.seats.iter().map(|occupant| occupant.name.clone()).collect();
    let mut scribe = Scribe::new(room.game, &rules, &play.start, players, seal)?;
    let statuses: Vec<_> = Seat::all(play.start.seats)
        .zip(&room.seats)
        .map(|(seat, occupant)| (seat, occupant.status_at_start()))
        .filter(|(_, status)| *status != SeatStatus::Human)
        .map(|(seat, status)| Input::Status(seat, status))
        .collect();
    scribe.happened(room.seq, &statuses, &mut answers(chances))?;
    Ok(scribe)
}

/// What an entry did to the table.
fn played(what: &What) -> Option<&Played> {
    match what {
        What::Played(played) | What::HandedOver { played, .. } => Some(played),
        What::Connection { played, .. } => played.as_ref(),
        _ => None,
    }
}

fn answers(chances: &[Drawn]) -> impl FnMut(kernel::Luck) -> Option<Drawn> + use<> {
    let mut logged: VecDeque<Drawn> = chances.iter().cloned().collect();
    move |_| logged.pop_front()
}
