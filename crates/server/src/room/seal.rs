//! The ceremony before a deal. The server promises a secret by its hash, then every browser at the table promises
//! bytes of its own; only when all promises are logged and shown do the bytes follow. Whoever could choose last,
//! knowing the rest, would choose the deal.

use super::state::Room;
use crate::{
    log::What,
    played::RecordId,
    protocol::{Code, SealView, SealedBy, SealingView},
};
use catalog::Fault;
use kernel::{DealKey, Digits, Seat, promise};
use serde::{Deserialize, Serialize};

/// So long a browser may take for its promise, and as long again for its bytes.
pub(crate) const PATIENCE: u64 = 3_000;

/// A ceremony under way.
#[derive(Clone, Debug)]
pub(crate) struct Sealing {
    /// Which attempt at this game it is, from 1.
    pub(crate) attempt: u32,
    pub(crate) secret: [u8; 32],
    /// Those whose browsers take part.
    pub(crate) parts: Vec<Part>,
    /// When its present round began.
    pub(crate) since: u64,
}

/// What a player adds to the deal.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) player: String,
    pub(crate) promised: Option<[u8; 32]>,
    pub(crate) bytes: Option<[u8; 32]>,
}

/// What the luck of a game is made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seal {
    /// The server's secret, promised before anybody added anything.
    pub secret: [u8; 32],
    /// Which attempt it was, from 1.
    pub attempt: u32,
    /// What seats have added.
    pub added: Vec<(Seat, [u8; 32])>,
}

fn digits(bytes: &[u8; 32]) -> String {
    Digits(*bytes).to_string()
}

impl Seal {
    /// The key of a game.
    pub(crate) fn key(&self, table: &str, game: u32) -> DealKey {
        DealKey::sealed(&self.secret, table, game, &self.added)
    }
    /// What everybody may know of it; the secret when the game is over.
    pub(crate) fn view(&self, table: &str, record: RecordId, over: bool) -> SealView {
        SealView {
            record: record.to_string(),
            commitment: digits(&promise(&self.secret)),
            table: table.into(),
            game: record.number,
            attempt: self.attempt,
            added: self
                .added
                .iter()
                .map(|(seat, bytes)| SealedBy {
                    seat: seat.0,
                    promise: digits(&promise(bytes)),
                    bytes: Some(digits(bytes)),
                })
                .collect(),
            secret: over.then(|| digits(&self.secret)),
        }
    }
}

impl Sealing {
    fn new(attempt: u32, secret: [u8; 32], players: &[String], since: u64) -> Sealing {
        let part = |player: &String| Part { player: player.clone(), promised: None, bytes: None };
        Sealing { attempt, secret, parts: players.iter().map(part).collect(), since }
    }
    /// Whether every promise is there, so that the bytes may follow.
    pub(crate) fn is_promised(&self) -> bool {
        self.parts.iter().all(|part| part.promised.is_some())
    }
    /// Whether all bytes are there.
    pub(crate) fn is_open(&self) -> bool {
        self.parts.iter().all(|part| part.bytes.is_some())
    }
    /// Those who have not yet done what this round asks for.
    fn late(&self) -> impl Iterator<Item = &Part> {
        let promised = self.is_promised();
        self.parts
            .iter()
            .filter(move |part| if promised { part.bytes.is_none() } else { part.promised.is_none() })
    }
    fn part(&self, player: &str) -> Option<&Part> {
        self.parts.iter().find(|part| part.player == player)
    }
    fn part_mut(&mut self, player: &str) -> Option<&mut Part> {
        self.parts.iter_mut().find(|part| part.player == player)
    }
}

// For `Room::apply` alone.
impl Room {
    /// Carries out an entry of the ceremony.
    pub(super) fn go_on_sealing(&mut self, what: &What, at: u64) -> Result<(), Fault> {
        if let What::Sealing { attempt, secret, players } = what {
            self.attempts = *attempt;
            self.sealing = Some(Sealing::new(*attempt, *secret, players, at));
            return Ok(());
        }
        let sealing = self.sealing.as_mut().ok_or(Code::Internal)?;
        match what {
            What::Promised { player, promised } => {
                sealing.part_mut(player).ok_or(Code::Internal)?.promised = Some(*promised);
                // The last promise begins the second round.
                if sealing.is_promised() {
                    sealing.since = at;
                }
            }
            What::Added { player, bytes } => {
                sealing.part_mut(player).ok_or(Code::Internal)?.bytes = Some(*bytes);
            }
            What::LeftOut { players } => {
                sealing.parts.retain(|part| !players.contains(&part.player));
                sealing.since = at;
            }
            _ => return Err(Code::Internal.into()),
        }
        Ok(())
    }

    /// The game has begun.
    pub(super) fn sealed(&mut self, seal: Option<&Seal>) {
        self.sealing = None;
        self.attempts = 0;
        if let Some(play) = &mut self.play {
            play.seal = seal.cloned();
        }
    }
}

impl Room {
    /// What everybody may know of the ceremony.
    pub(crate) fn sealing_view(&self) -> Option<SealingView> {
        let sealing = self.sealing.as_ref()?;
        let parts = sealing.parts.iter().filter_map(|part| {
            Some(SealedBy {
                seat: self.seat_of(&part.player)?.0,
                promise: part.promised.map(|promised| digits(&promised)).unwrap_or_default(),
                bytes: part.bytes.map(|bytes| digits(&bytes)),
            })
        });
        Some(SealingView {
            attempt: sealing.attempt,
            commitment: digits(&promise(&sealing.secret)),
            parts: parts.collect(),
            opens: sealing.is_promised(),
        })
    }

    /// A player promises bytes.
    pub(crate) fn judge_promise(&self, seat: Seat, attempt: u32, promised: &Digits) -> Result<What, Fault> {
        let (sealing, player) = self.sealing_of(seat, attempt)?;
        let part = sealing.part(&player).ok_or(Code::NotAvailable)?;
        if part.promised.is_some() {
            return Err(Code::NotAvailable.into());
        }
        Ok(What::Promised { player, promised: promised.0 })
    }

    /// A player shows the bytes that were promised. Not before everybody has promised: who shows first tells the rest.
    pub(crate) fn judge_adding(&self, seat: Seat, attempt: u32, bytes: &Digits) -> Result<What, Fault> {
        let (sealing, player) = self.sealing_of(seat, attempt)?;
        let part = sealing.part(&player).ok_or(Code::NotAvailable)?;
        let kept = part.promised == Some(promise(&bytes.0));
        if !sealing.is_promised() || part.bytes.is_some() || !kept {
            return Err(Code::NotAvailable.into());
        }
        Ok(What::Added { player, bytes: bytes.0 })
    }

    fn sealing_of(&self, seat: Seat, attempt: u32) -> Result<(&Sealing, String), Fault> {
        let sealing = self.sealing.as_ref().filter(|sealing| sealing.attempt == attempt);
        let human = self.occupant(seat).and_then(|occupant| occupant.as_human());
        Ok((sealing.ok_or(Code::NotAvailable)?, human.ok_or(Code::NotSeated)?.id.clone()))
    }

    /// What comes of a ceremony in which some were late. Who has promised nothing is left out; who does not show
    /// what was promised is left out of another attempt with a fresh secret, for by then that player knew more than
    /// the others.
    pub(crate) fn judge_late(&self, entropy: [u8; 32]) -> Result<What, Fault> {
        let sealing = self.sealing.as_ref().ok_or(Code::NotAvailable)?;
        let late: Vec<String> = sealing.late().map(|part| part.player.clone()).collect();
        if !sealing.is_promised() {
            return Ok(What::LeftOut { players: late });
        }
        let on_time = sealing.parts.iter().filter(|part| part.bytes.is_some());
        Ok(What::Sealing {
            attempt: sealing.attempt + 1,
            secret: entropy,
            players: on_time.map(|part| part.player.clone()).collect(),
        })
    }

    /// The seal of a finished ceremony; `staying` are the seats of the game to come, in order.
    pub(crate) fn seal(&self, sealing: &Sealing, staying: &[usize]) -> Seal {
        let added = staying.iter().enumerate().filter_map(|(place, seat)| {
            let human = self.seats[*seat].as_human()?;
            Some((Seat(place as u8), sealing.part(&human.id)?.bytes?))
        });
        Seal { secret: sealing.secret, attempt: sealing.attempt, added: added.collect() }
    }
}
