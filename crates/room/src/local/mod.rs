//! One room with one person and bots, driven by calls: the counterpart of the server's task for a browser's worker.
//!
//! This crate has no clock, no random source and no thread. Every call passes the time, [`Device`] brings the randomness, and
//! bots think when [`LocalRoom::tick`] is called, one thought per call. The order is the server's: check, store, show. Here
//! the caller stores: every [`Outcome`] hands out the entries that have to be durable before its frames are shown.
//!
//! The protocol is the server's too, so a page does not notice the difference. What differs: nobody else can join or watch,
//! and without a connection the table stands still and stays open, for as long as the caller keeps its entries.

mod clock;
mod desk;
mod outcome;
mod page;
mod thoughts;

pub use desk::Desk;
pub use outcome::Outcome;

use crate::{
    answers::fingerprint,
    automation::Schedule,
    bots::{Bots, Pace},
    ceremony::{Ceremony, Means},
    entropy::{Entropy, Purpose, random},
    entry::{Entry, RoomId, Sender, What},
    judge::{ConnectionStatus, Verdict},
    names::random_code,
    protocol::{
        ClientMsg, Code, RoomState, ServerMsg,
        lobby::{Seated, Summary},
    },
    state::{Applied, Room},
    timers::{Due, Timers},
    wish::Wish,
};
use catalog::{Fault, proof::ServerKey};
use clock::Clock;
use kernel::{Hex32, Seat, Viewer};
use std::{collections::VecDeque, fmt, sync::Arc};
use thoughts::Thought;

/// The page's connection, as the log knows it.
const ONLINE: ConnectionStatus = ConnectionStatus { online: true, node: None, seals: false };

/// What a local room gets from the device that it runs on.
#[derive(Clone)]
pub struct Device {
    /// Signs what a server would sign.
    pub key: ServerKey,
    /// Where secrets come from.
    pub entropy: Arc<dyn Entropy>,
    /// How fast bots act.
    pub pace: Pace,
}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Device").field("pace", &self.pace).finish_non_exhaustive()
    }
}

/// The page that is connected.
#[derive(Clone, Copy, Debug)]
struct Connected {
    /// Since when.
    since: u64,
    /// Whether it was shown everything; before that, changes would mean nothing to it.
    synced: bool,
}

/// A room that runs on the device of its only person.
#[derive(Debug)]
pub struct LocalRoom {
    room: Room,
    /// The whole log: proofs, replays and reasons are made from it.
    entries: Vec<Entry>,
    /// The public id of the person.
    player: String,
    device: Device,
    public: Hex32,
    clock: Clock,
    timers: Timers,
    bots: Bots,
    thoughts: VecDeque<Thought>,
    connected: Option<Connected>,
    /// Whether the page adds bytes of its own to deals.
    seals: bool,
    /// An entry could not be applied: the room has to be resumed from what is stored.
    broken: bool,
    /// The result of the current call so far.
    out: Outcome,
}

impl LocalRoom {
    /// Opens a room with its person on seat 0, and does what the wish asks for at once.
    pub fn open(wish: Wish, device: Device, now: u64) -> Result<(LocalRoom, Seated, Outcome), Fault> {
        let entropy = device.entropy.as_ref();
        let code = random_code(entropy);
        let (host, token) = wish.host(entropy);
        let id = RoomId(u64::from_be_bytes(random(entropy, Purpose::RoomId)));
        let seated = Seated { code: code.clone(), player_id: host.id.clone(), token };
        let (commands, seals) = (wish.commands.clone(), wish.seals);
        let first = wish.entry(code, host, now);
        let mut local = LocalRoom::of(id, vec![first.clone()], device)?;
        local.out.entries.push(first);
        local.seals = seals;
        let now = local.clock.read(now);
        for command in &commands {
            let seat = local.seat().ok_or(Code::NotSeated)?;
            for verdict in local.room.judge_command(seat, command, &local.means(), now)? {
                local.commit(None, verdict, now, None)?;
            }
        }
        local.go_on_with_ceremony(now);
        let outcome = local.outcome();
        Ok((local, seated, outcome))
    }

    /// Opens a room again from its entries. Nothing happens in it before a page says hello.
    pub fn resume(id: RoomId, entries: Vec<Entry>, device: Device) -> Result<LocalRoom, Fault> {
        LocalRoom::of(id, entries, device)
    }

    fn of(id: RoomId, entries: Vec<Entry>, device: Device) -> Result<LocalRoom, Fault> {
        let (first, rest) = entries.split_first().ok_or(Code::RoomNotFound)?;
        let mut room = Room::open(id, first)?;
        let player = room.host.clone();
        for entry in rest {
            room.apply(entry, None)?;
        }
        Ok(LocalRoom {
            room,
            entries,
            player,
            public: device.key.public(),
            device,
            clock: Clock::default(),
            timers: Timers::patient(),
            bots: Bots::default(),
            thoughts: VecDeque::new(),
            connected: None,
            seals: false,
            broken: false,
            out: Outcome::default(),
        })
    }

    /// A frame from the page. The first one of a connection is its [`Hello`](crate::protocol::Hello); all others are
    /// [`ClientMsg`]s.
    pub fn on_frame(&mut self, text: &str, now: u64) -> Outcome {
        let now = self.clock.read(now);
        if self.is_over() {
            return self.outcome();
        }
        if self.connected.is_none() {
            if let Err(fault) = self.hello(text, now) {
                self.connected = None;
                self.send(&ServerMsg::refusal(fault));
                self.out.ended = true;
            }
        } else {
            match serde_json::from_str::<ClientMsg>(text) {
                Ok(message) => self.on_message(message, fingerprint(text), now),
                Err(error) => self.send(&ServerMsg::unreadable(text, Fault::unreadable(&error))),
            }
        }
        self.go_on_with_ceremony(now);
        self.outcome()
    }

    /// Does one thing that is due: a bot acts, time runs out, or somebody thinks.
    pub fn tick(&mut self, now: u64) -> Outcome {
        let now = self.clock.read(now);
        if self.connected.is_none() || self.is_over() {
            return self.outcome();
        }
        let Schedule { bot, due } = self.schedule();
        if let Some((_, decided)) = bot.filter(|(at, _)| *at <= now) {
            match self.room.judge_bot(&decided, now) {
                Ok(verdict) => self.commit_or_report(verdict, now),
                Err(fault) => {
                    self.out.faults.push(fault);
                    self.bots.give_up(decided.question);
                }
            }
        } else if let Some((_, due)) = due.filter(|(at, _)| *at <= now) {
            let verdict = self.room.judge_due(due, &self.device.key, now).unwrap_or_else(|fault| {
                // The rules refuse what the clock says. The room must not try it forever.
                self.out.faults.push(fault);
                self.room.closed("internal", now)
            });
            self.commit_or_report(verdict, now);
        } else if let Some(thought) = self.thoughts.pop_front() {
            self.think(thought);
        }
        self.go_on_with_ceremony(now);
        self.outcome()
    }

    /// The page is gone: the table stands still until the next hello. There is no entry for it, because nobody else is
    /// at the table, and a page that is closed has no time to store one.
    pub fn disconnect(&mut self) {
        self.connected = None;
        self.thoughts.clear();
    }

    /// The id of the room.
    pub fn id(&self) -> RoomId {
        self.room.id
    }

    /// Every entry so far.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What a list of rooms says about it.
    pub fn summary(&self) -> Summary {
        self.room.summary()
    }

    fn is_over(&self) -> bool {
        self.broken || self.room.state == RoomState::Closed
    }

    fn seat(&self) -> Option<Seat> {
        self.room.seat_of(&self.player)
    }

    fn means(&self) -> Means<'_> {
        let secret = random(self.device.entropy.as_ref(), Purpose::DealSecret);
        let sealers = if self.seals { vec![self.player.clone()] } else { Vec::new() };
        Means { secret, server: &self.device.key, sealers }
    }

    /// What comes next. Nobody is late in a ceremony that went on while the page was away.
    fn schedule(&self) -> Schedule {
        let mut schedule = Schedule::of(&self.room, &self.bots, &self.timers);
        if let (Some((at, Due::Ceremony)), Some(connected)) = (&mut schedule.due, self.connected) {
            let lasts = self.room.ceremony.as_ref().map_or(0, Ceremony::lasts);
            *at = (*at).max(connected.since + lasts);
        }
        schedule
    }

    /// The result of the current call, and when to call again.
    fn outcome(&mut self) -> Outcome {
        let mut outcome = std::mem::take(&mut self.out);
        if self.is_over() {
            outcome.ended = true;
        } else if self.connected.is_some() {
            let bots = &self.bots;
            self.thoughts.retain(|thought| thought.is_wanted(bots));
            outcome.thinking = !self.thoughts.is_empty();
            let Schedule { bot, due } = self.schedule();
            let next = bot.map(|(at, _)| at).into_iter().chain(due.map(|(at, _)| at)).min();
            outcome.next = next.map(|at| self.clock.to_caller(at));
        }
        outcome
    }
}

// Changing and telling.
impl LocalRoom {
    /// Hands out an entry, applies it and updates the page.
    fn commit(
        &mut self,
        by: Option<Sender>,
        verdict: Verdict,
        now: u64,
        answer: Option<&str>,
    ) -> Result<(), Fault> {
        if self.is_over() {
            return Err(Code::RoomNotFound.into());
        }
        let entry = Entry { at: now, by, what: verdict.what };
        let applied = self.room.apply(&entry, verdict.staged).inspect_err(|_| self.broken = true)?;
        self.out.game = verdict
            .index_update
            .and_then(|index_update| index_update.at(now).into_game())
            .or(self.out.game.take());
        self.out.entries.push(entry.clone());
        if let Some(id) = answer {
            self.send(&ServerMsg::Ok { id: id.into(), version: self.room.seq, note: None });
        }
        self.timers.observe(&self.room, now);
        self.plan_bots(now, applied.table);
        self.send_update(&applied, now);
        if let What::Closed { reason } = &entry.what {
            let farewell = self.room.farewell(reason);
            self.send(&farewell);
        }
        self.entries.push(entry);
        Ok(())
    }

    fn commit_or_report(&mut self, verdict: Verdict, now: u64) {
        if let Err(fault) = self.commit(None, verdict, now, None) {
            self.out.faults.push(fault);
        }
    }

    /// A ceremony goes on as soon as the page has answered, and begins again where a deal was thrown away.
    fn go_on_with_ceremony(&mut self, now: u64) {
        while !self.is_over() {
            let Some(verdict) = self.room.judge_ceremony(&self.device.key, || self.means()) else { return };
            let done = verdict.and_then(|verdict| self.commit(None, verdict, now, None));
            if let Err(fault) = done {
                self.out.faults.push(fault);
                return;
            }
        }
    }

    /// Shows the page what has changed.
    fn send_update(&mut self, applied: &Applied, now: u64) {
        let Some(seat) = self.seat().filter(|_| self.connected.is_some_and(|page| page.synced)) else {
            return;
        };
        let room = applied.room.then(|| self.room.room_view(&self.public, Vec::new())).flatten();
        let update = self.room.update(Viewer::Seat(seat), applied, room.as_ref(), &self.timers, now);
        self.send(&ServerMsg::Update(update));
    }

    fn send(&mut self, message: &ServerMsg) {
        match serde_json::to_string(message) {
            Ok(frame) => self.out.frames.push(frame),
            Err(error) => self.out.faults.push(Fault::unreadable(&error)),
        }
    }
}
