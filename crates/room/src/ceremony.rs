//! The ceremony before a deal. Everything that the deal depends on is fixed in an opening, with the hash of the server's
//! secret. Every browser at the table promises bytes of its own to that opening; the transcript of both is frozen and
//! signed; only then do the bytes follow. Somebody who could choose last, knowing the rest, would choose the deal.

use super::state::Room;
use crate::{
    entry::{Deal, Discarded, What},
    judge::Verdict,
    played::RecordId,
    protocol::{Code, DealView, DiscardedView, OpeningView},
};
use catalog::{
    Fault,
    proof::{self, Deck, GameKeys, Opening, ServerKey, Signature, Sitter, Transcript},
};
use kernel::{Hex32, Seat, Start};
use serde_json::value::to_raw_value;

/// How long browsers have for their promises, in milliseconds.
pub(crate) const PROMISE_MS: u64 = 3_000;
/// How long browsers have for their bytes once the transcript is frozen.
pub(crate) const SHOW_MS: u64 = 10_000;

/// A ceremony under way.
#[derive(Clone, Debug)]
pub struct Ceremony {
    pub(crate) opening: String,
    opening_hash: Hex32,
    secret: [u8; 32],
    /// Those whose browsers take part, in the order of their seats in the coming game.
    pub(crate) parts: Vec<Part>,
    pub(crate) frozen: Option<Frozen>,
    /// When its present round began.
    pub(crate) since: u64,
}

/// What a player adds to the deal.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) player: String,
    /// The seat in the coming game.
    pub(crate) seat: Seat,
    pub(crate) promise: Option<Hex32>,
    pub(crate) bytes: Option<[u8; 32]>,
}

/// What nobody can change any more.
#[derive(Clone, Debug)]
pub(crate) struct Frozen {
    pub(crate) transcript: String,
    pub(crate) hash: Hex32,
    pub(crate) signature: Signature,
}

impl Ceremony {
    /// Whether the current round has everything it waits for.
    pub fn is_complete(&self) -> bool {
        match self.frozen {
            None => self.parts.iter().all(|part| part.promise.is_some()),
            Some(_) => self.late().next().is_none(),
        }
    }
    /// The end of the current round, even if some are late.
    pub fn deadline(&self) -> u64 {
        self.since + self.lasts()
    }
    /// How long browsers have in the current round.
    pub(crate) fn lasts(&self) -> u64 {
        if self.frozen.is_some() { SHOW_MS } else { PROMISE_MS }
    }
    /// Those whose promise is in the transcript.
    fn promised(&self) -> impl Iterator<Item = &Part> {
        self.parts.iter().filter(|part| part.promise.is_some())
    }
    /// Those who have promised bytes and not shown them.
    fn late(&self) -> impl Iterator<Item = &Part> {
        self.promised().filter(|part| part.bytes.is_none())
    }
    fn part(&self, player: &str) -> Option<&Part> {
        self.parts.iter().find(|part| part.player == player)
    }
    fn part_mut(&mut self, player: &str) -> Option<&mut Part> {
        self.parts.iter_mut().find(|part| part.player == player)
    }
    /// The deal that is discarded if the ceremony ends now; nothing if none was frozen.
    fn discard(self) -> Option<Discarded> {
        let bytes = self.promised().map(|part| part.bytes.map(Hex32)).collect();
        let Frozen { transcript, signature, .. } = self.frozen?;
        Some(Discarded { transcript, signature, secret: Hex32(self.secret), bytes })
    }
}

impl Deal {
    /// The keys of the game.
    pub(crate) fn keys(&self) -> GameKeys {
        let bytes: Vec<[u8; 32]> = self.bytes.iter().map(|bytes| bytes.0).collect();
        GameKeys::new(&self.secret.0, &self.hash(), &bytes)
    }
    /// The hash of the transcript.
    pub(crate) fn hash(&self) -> Hex32 {
        proof::hash_text(&self.transcript)
    }
    /// What everybody may know of it; the secret when the game is over.
    pub(crate) fn view(&self, record: RecordId, over: bool) -> DealView {
        DealView {
            record: record.to_string(),
            transcript: self.transcript.clone(),
            signature: self.signature.to_string(),
            bytes: self.bytes.iter().map(ToString::to_string).collect(),
            discarded: self.discarded.iter().map(DiscardedView::from).collect(),
            secret: over.then(|| self.secret.to_string()),
        }
    }
}

impl From<&Discarded> for DiscardedView {
    fn from(discarded: &Discarded) -> DiscardedView {
        DiscardedView {
            transcript: discarded.transcript.clone(),
            signature: discarded.signature.to_string(),
            secret: discarded.secret.to_string(),
            bytes: discarded.bytes.iter().map(|bytes| bytes.map(|bytes| bytes.to_string())).collect(),
        }
    }
}

// For `Room::apply` alone.
impl Room {
    /// Carries out an entry of the ceremony.
    pub(super) fn go_on_with_ceremony(&mut self, what: &What, at: u64) -> Result<(), Fault> {
        if let What::DealOpened { opening, secret, players } = what {
            let parts = players.iter().map(|(player, seat)| Part {
                player: player.clone(),
                seat: *seat,
                promise: None,
                bytes: None,
            });
            self.reopens_without = None;
            self.ceremony = Some(Ceremony {
                opening: opening.clone(),
                opening_hash: proof::hash_text(opening),
                secret: secret.0,
                parts: parts.collect(),
                frozen: None,
                since: at,
            });
            return Ok(());
        }
        let ceremony = self.ceremony.as_mut().ok_or(Code::Internal)?;
        match what {
            What::Promised { player, promise } => {
                ceremony.part_mut(player).ok_or(Code::Internal)?.promise = Some(*promise);
            }
            What::DealFrozen { transcript, signature } => {
                let (transcript, signature) = (transcript.clone(), *signature);
                let hash = proof::hash_text(&transcript);
                ceremony.frozen = Some(Frozen { transcript, hash, signature });
                ceremony.since = at;
            }
            What::Shown { player, bytes } => {
                ceremony.part_mut(player).ok_or(Code::Internal)?.bytes = Some(bytes.0);
            }
            What::DealVoided { late } => {
                self.void_ceremony();
                self.reopens_without = Some(late.clone());
            }
            _ => return Err(Code::Internal.into()),
        }
        Ok(())
    }

    /// Ends the ceremony without a game. A frozen deal counts as discarded.
    pub(super) fn void_ceremony(&mut self) {
        self.reopens_without = None;
        self.discarded.extend(self.ceremony.take().and_then(Ceremony::discard));
    }
}

impl Room {
    /// What everybody may know of the ceremony.
    pub(crate) fn opening_view(&self) -> Option<OpeningView> {
        let ceremony = self.ceremony.as_ref()?;
        Some(OpeningView {
            opening: ceremony.opening.clone(),
            discarded: self.discarded.iter().map(DiscardedView::from).collect(),
            asked: ceremony.parts.iter().map(|part| part.seat.0).collect(),
            promised: ceremony.promised().map(|part| part.seat.0).collect(),
            transcript: ceremony.frozen.as_ref().map(|frozen| frozen.transcript.clone()),
            signature: ceremony.frozen.as_ref().map(|frozen| frozen.signature.to_string()),
        })
    }

    /// The opening of a game that `staying` seats begin as `start`.
    pub(crate) fn opening(
        &self,
        server: &ServerKey,
        secret: &[u8; 32],
        start: &Start,
        staying: &[usize],
    ) -> Result<Opening, Fault> {
        let pin = self.deck_pin();
        let table = self.open_table(start, pin.as_ref())?;
        let deck = pin.map(|pin| {
            let hash = Hex32::parse(&pin.hash).ok_or(Code::Internal)?;
            Ok::<_, Code>(Deck { id: pin.id, hash })
        });
        let sitter = |seat: &usize| match self.seats[*seat].as_human() {
            Some(human) => Sitter::Person(human.id.clone()),
            None => Sitter::Bot(super::bots::level(self, Seat(*seat as u8)).to_string()),
        };
        Ok(Opening {
            table: self.code.clone(),
            room: self.id.0,
            game: self.games + 1,
            attempt: self.discarded.len() as u32 + 1,
            before: self.discarded.last().map(|last| proof::hash_text(&last.transcript)),
            rules: self.game.name.into(),
            start: *start,
            deck: deck.transpose()?,
            options: table.options(),
            settings: to_raw_value(&self.settings).map_err(|_| Code::Internal)?,
            server: server.public(),
            commitment: proof::commitment(secret),
            seats: staying.iter().map(sitter).collect(),
        })
    }

    /// A player promises bytes to an opening.
    pub(crate) fn judge_promise(&self, seat: Seat, opening: &Hex32, promise: &Hex32) -> Result<What, Fault> {
        let (ceremony, player) = self.ceremony_of(seat)?;
        let part = ceremony.part(&player).ok_or(Code::NotAvailable)?;
        let due = ceremony.frozen.is_none() && ceremony.opening_hash == *opening && part.promise.is_none();
        if !due {
            return Err(Code::NotAvailable.into());
        }
        Ok(What::Promised { player, promise: *promise })
    }

    /// A player shows the promised bytes for the frozen transcript. Not before: a player who shows first
    /// reveals the rest.
    pub(crate) fn judge_showing(&self, seat: Seat, transcript: &Hex32, bytes: &Hex32) -> Result<What, Fault> {
        let (ceremony, player) = self.ceremony_of(seat)?;
        let part = ceremony.part(&player).ok_or(Code::NotAvailable)?;
        let frozen = ceremony.frozen.as_ref().is_some_and(|frozen| frozen.hash == *transcript);
        let kept = part.promise == Some(proof::promise(&ceremony.opening_hash, part.seat, &bytes.0));
        if !frozen || part.bytes.is_some() || !kept {
            return Err(Code::NotAvailable.into());
        }
        Ok(What::Shown { player, bytes: *bytes })
    }

    fn ceremony_of(&self, seat: Seat) -> Result<(&Ceremony, String), Fault> {
        let human = self.occupant(seat).and_then(|occupant| occupant.as_human()).ok_or(Code::NotSeated)?;
        Ok((self.ceremony.as_ref().ok_or(Code::NotAvailable)?, human.id.clone()))
    }

    /// The end of the first round: seats without a promise add nothing, and play on.
    pub(crate) fn judge_freeze(&self, server: &ServerKey) -> Result<What, Fault> {
        let ceremony = self.ceremony.as_ref().ok_or(Code::NotAvailable)?;
        let promises = ceremony.parts.iter().filter_map(|part| Some((part.seat, part.promise?)));
        let transcript = proof::transcript_text(&ceremony.opening, &promises.collect::<Vec<_>>());
        debug_assert!(Transcript::parse(&transcript).is_ok());
        let signature = server.sign_transcript(&proof::hash_text(&transcript));
        Ok(What::DealFrozen { transcript, signature })
    }

    /// A game is wanted: the ceremony before it, or the game itself where nobody's browser takes part in one.
    pub fn judge_start(&self, means: &Means<'_>) -> Result<Verdict, Fault> {
        let staying = self.staying();
        let start = self.next_start(&staying);
        if self.lesson.is_some() {
            return self.started(&start, &staying, None);
        }
        // A game that cannot begin is refused now.
        let opening = self.opening(means.server, &means.secret, &start, &staying)?;
        let late = self.reopens_without.as_deref().unwrap_or_default();
        let player = |(place, seat): (usize, &usize)| {
            let id = &self.seats[*seat].as_human()?.id;
            let takes_part = means.sealers.contains(id) && !late.contains(id);
            takes_part.then(|| (id.clone(), Seat(place as u8)))
        };
        let players: Vec<_> = staying.iter().enumerate().filter_map(player).collect();
        if !players.is_empty() {
            let (opening, secret) = (opening.to_text(), Hex32(means.secret));
            return Ok(What::DealOpened { opening, secret, players }.into());
        }
        let transcript = opening.to_text();
        let deal = Deal {
            signature: means.server.sign_transcript(&proof::hash_text(&transcript)),
            transcript,
            secret: Hex32(means.secret),
            bytes: Vec::new(),
            discarded: self.discarded.clone(),
        };
        self.started(&start, &staying, Some(deal))
    }

    /// The next step of a ceremony whose round is over: because everybody has answered, or because time is up.
    pub fn judge_round(&self, server: &ServerKey) -> Result<Verdict, Fault> {
        let ceremony = self.ceremony.as_ref().ok_or(Code::NotAvailable)?;
        let Some(Frozen { transcript, signature, .. }) = &ceremony.frozen else {
            return self.judge_freeze(server).map(Verdict::from);
        };
        if !ceremony.is_complete() {
            let late = ceremony.late().map(|part| part.player.clone()).collect();
            return Ok(What::DealVoided { late }.into());
        }
        let deal = Deal {
            transcript: transcript.clone(),
            signature: *signature,
            secret: Hex32(ceremony.secret),
            bytes: ceremony.promised().filter_map(|part| part.bytes.map(Hex32)).collect(),
            discarded: self.discarded.clone(),
        };
        let staying = self.staying();
        self.started(&self.next_start(&staying), &staying, Some(deal))
    }
}

/// What a start needs that is not in the log.
#[derive(Clone)]
#[allow(missing_debug_implementations, reason = "it holds secrets")]
pub struct Means<'a> {
    /// 32 random bytes.
    pub secret: [u8; 32],
    /// The key that the server signs with.
    pub server: &'a ServerKey,
    /// The players whose browsers add to the deal.
    pub sealers: Vec<String>,
}
