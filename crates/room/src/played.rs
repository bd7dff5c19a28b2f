//! Games that are over: their proofs, and the games once more, made from the log when somebody asks.

use crate::{
    entry::{Deal, Entry, Played, RoomId, What},
    protocol::{Code, Portrait, Replay, ReplayFrame},
    seats::{Occupant, Owner},
    state::Room,
};
use catalog::{
    Fault,
    proof::{DealRecord, DiscardedDeal, Opening, Proof, Scribe, ServerKey},
};
use kernel::{Drawn, Input, Seat, SeatStatus, Turn, Viewer};
use std::{collections::VecDeque, fmt, str::FromStr};

/// The number of frames in an answer. A client asks again for the rest of the game.
const FRAMES: usize = 100;

/// Names a game for ever. Only those who were at its table know the name: nobody guesses 64 random bits, as one
/// guesses a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RecordId {
    /// Its room.
    pub room: RoomId,
    /// Which game of the room, from 1.
    pub number: u32,
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
            let room: RoomId = room.parse().ok()?;
            let record = RecordId { room, number: number.parse().ok()? };
            // One game has one name.
            (record.to_string() == text).then_some(record)
        };
        read().ok_or_else(|| Code::RoomNotFound.into())
    }
}

/// A finished game.
#[derive(Debug)]
pub struct Finished {
    /// The file of the game, not yet signed.
    pub proof: Proof,
    players: Vec<Portrait>,
}

/// The file of a game.
#[derive(Debug)]
pub struct ProofFile {
    /// The code of the table.
    pub table: String,
    /// Which game at that table, from 1.
    pub game: u32,
    /// The text of the file.
    pub text: String,
}

impl Finished {
    /// Plays the room again, and writes the proof of one of its games. While that game goes on there is none: its
    /// secret and everybody's cards are in it.
    pub fn prove(record: RecordId, entries: &[Entry]) -> Result<Finished, Fault> {
        let (first, rest) = entries.split_first().ok_or(Code::RoomNotFound)?;
        let mut room = Room::open(record.room, first)?;
        let mut game: Option<(Scribe, Vec<Portrait>)> = None;
        for entry in rest {
            let begins = room.games + 1 == record.number;
            room.apply(entry, None)?;
            match (&entry.what, &mut game) {
                (What::Started { chances, .. }, None) if begins => {
                    game = Some((opening(&room, chances)?, portraits(&room)));
                }
                (what, Some((scribe, _))) => {
                    if let Some(Played { input, chances, .. }) = played(what) {
                        scribe.happened(room.seq, std::slice::from_ref(input), &mut answers(chances))?;
                    }
                }
                (_, None) => {}
            }
            let closed = matches!(entry.what, What::Closed { .. });
            let over =
                |(scribe, _): &mut (Scribe, _)| closed || matches!(scribe.table().turn(), Turn::Over(_));
            if let Some((scribe, players)) = game.take_if(over) {
                return Ok(Finished { proof: scribe.finish(), players });
            }
        }
        // Either there was no such game, or it goes on.
        Err(if game.is_some() { Code::NotAvailable } else { Code::RoomNotFound }.into())
    }

    /// The file of the game, signed.
    pub fn file(&self, server: &ServerKey) -> Result<ProofFile, Fault> {
        let proof = &self.proof;
        let Opening { table, game, server: signer, .. } = proof.opening()?;
        // After a backup was restored the server has another key, and no right to sign what it signed before.
        if signer != server.public() {
            return Err(Code::NotAvailable.into());
        }
        Ok(ProofFile { table, game, text: proof.clone().sign(server) })
    }

    /// The game as `viewer` had it, from a frame on.
    pub fn replay(&self, viewer: Option<Seat>, from: u32) -> Result<Replay, Fault> {
        let Finished { proof, players } = self;
        let Opening { table, game, rules, start, options, .. } = proof.opening()?;
        if viewer.is_some_and(|seat| seat.0 >= start.seats) {
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
            rules: start.rules,
            table,
            number: game,
            game: rules,
            options,
            players: players.clone(),
            outcome: proof.outcome.clone(),
            total,
            from,
            frames: some.collect(),
        })
    }
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
fn opening(room: &Room, chances: &[Drawn]) -> Result<Scribe, Fault> {
    let play = room.play.as_ref().ok_or(Code::Internal)?;
    // A lesson's cards are written down: there is nothing to prove.
    let Deal { transcript, signature, secret, bytes, discarded } =
        play.deal.clone().ok_or(Code::NotAvailable)?;
    let discarded = discarded.into_iter().map(|deal| DiscardedDeal {
        transcript: deal.transcript,
        signature: deal.signature,
        secret: deal.secret,
        bytes: deal.bytes,
    });
    let deal = DealRecord { transcript, signature, secret, bytes, discarded: discarded.collect() };
    let players = room.seats.iter().map(|occupant| occupant.name.clone()).collect();
    let mut scribe = Scribe::new(deal, players)?;
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
