//! Limits per address, seat and room.

mod bucket;
mod buckets;
mod counts;

pub(crate) use bucket::{Allowance, Bucket};
pub(crate) use counts::{Counts, Held};

use crate::{
    config::Config,
    lock::lock,
    log::RoomId,
    protocol::Code,
    turns::{Turn, Turns},
};
use buckets::Buckets;
use catalog::Fault;
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};
use tokio::time::sleep;

/// Joins of one address: a class sits down at once, and then people trickle in.
const JOINS: (u32, u32) = (120, 60);
/// Spectators that come from one address.
const WATCHES: (u32, u32) = (60, 30);
/// Spectators from one address at the same time.
const WATCHING: usize = 60;
/// Proofs, replays and analyses asked for by one address. A replay is fetched in parts.
const RECORDS: (u32, u32) = (120, 120);
/// Proofs, replays and analyses of one address that are being made or wait for it.
const RECORDS_AT_ONCE: usize = 40;
/// The pause before the token of an address is looked at that has guessed too often: it has two hundred tries a second.
const GUESS_EVERY: Duration = Duration::from_millis(5);
/// Hints and reasons of one address that wait, one of them being thought.
const THOUGHTS_AT_ONCE: usize = 40;

/// Limits per address.
#[derive(Debug)]
pub(crate) struct Limits {
    rooms: Buckets<IpAddr>,
    joins: Buckets<IpAddr>,
    /// Returns to seats, each of which is an entry.
    hellos: Buckets<IpAddr>,
    watches: Buckets<IpAddr>,
    records: Buckets<IpAddr>,
    history: Buckets<IpAddr>,
    failures: Buckets<IpAddr>,
    /// How often a seat is left and taken again, by the player's public id. Each time is two entries.
    returns: Buckets<String>,
    /// How often the host of a room changes it before a game.
    changes: Buckets<RoomId>,
    /// The same for all rooms together, by the address of who changes them.
    address_changes: Buckets<IpAddr>,
    /// Moves and commands that become entries.
    writes: Buckets<IpAddr>,
    open_rooms: Arc<Counts>,
    watching: Arc<Counts>,
    records_at_once: Arc<Counts>,
    thoughts_at_once: Arc<Counts>,
    /// The address that opened each room, while the room runs here.
    openers: Mutex<HashMap<RoomId, Held>>,
    /// Tokens of addresses that have guessed too often are looked at one after the other.
    turns: Turns<IpAddr>,
}

impl Limits {
    pub(crate) fn new(config: &Config) -> Limits {
        let lifted = !config.limits;
        let buckets = |(burst, per_minute)| Buckets::new(burst, per_minute, lifted);
        let counts = |most: usize| Counts::new(if lifted { usize::MAX } else { most });
        let every = |per_minute: u32| (per_minute, per_minute);
        Limits {
            rooms: buckets((config.room_burst, config.rooms_per_minute)),
            joins: buckets(JOINS),
            hellos: buckets((config.hello_burst, config.hellos_per_minute)),
            watches: buckets(WATCHES),
            records: buckets(RECORDS),
            history: buckets(every(config.history_per_minute)),
            failures: buckets(every(config.failures_per_minute)),
            returns: Buckets::new(config.return_burst, config.returns_per_minute, lifted),
            changes: Buckets::new(config.change_burst, config.changes_per_minute, lifted),
            address_changes: buckets((config.address_change_burst, config.address_changes_per_minute)),
            writes: buckets((config.write_burst, config.writes_per_minute)),
            open_rooms: counts(config.open_rooms),
            watching: counts(WATCHING),
            records_at_once: counts(RECORDS_AT_ONCE),
            thoughts_at_once: counts(THOUGHTS_AT_ONCE),
            openers: Mutex::default(),
            turns: Turns::default(),
        }
    }

    /// The right of an address to open another room. What opens none gives it back (`opened_none`).
    pub(crate) fn may_open(&self, address: IpAddr, now: u64) -> Result<Held, Fault> {
        let place = self.open_rooms.take(address).ok_or_else(|| {
            let most = self.open_rooms.most();
            let text = format!("your address has {most} open tables; close one to open another");
            Fault { text, ..Code::RateLimited.fault() }.with("open", most)
        })?;
        self.rooms.take(address, now).map_err(|wait| {
            let (burst, per_minute) = self.rooms.rate();
            let what = format!("you can open {burst} tables at once and {per_minute} a minute after that");
            limited(&what, wait).with("rooms_per_minute", per_minute)
        })?;
        Ok(place)
    }
    /// The request has opened no room after all.
    pub(crate) fn opened_none(&self, address: IpAddr, now: u64) {
        self.rooms.give_back(&address, now);
    }
    /// A room counts for its opener until it ends.
    pub(crate) fn opened(&self, room: RoomId, place: Held) {
        self.openers().insert(room, place);
    }
    /// A room does not run here any more.
    pub(crate) fn ended(&self, room: RoomId) {
        self.openers().remove(&room);
    }

    /// Whether an address may take another seat; counts it if so.
    pub(crate) fn may_join(&self, address: IpAddr, now: u64) -> Result<(), Fault> {
        self.joins
            .take(address, now)
            .map_err(|wait| limited("too many people sat down from your address", wait))
    }
    /// Whether an address may return to another seat, with a token that is right; counts it if so.
    pub(crate) fn may_return(&self, address: IpAddr, now: u64) -> Result<(), Fault> {
        self.hellos.take(address, now).map_err(|wait| limited("too many returns from your address", wait))
    }
    /// Whether an address that is about to leave a seat could return to it.
    pub(crate) fn could_return(&self, address: IpAddr, now: u64) -> bool {
        self.hellos.left(address, now).is_ok()
    }
    /// Waits until the token of an address may be looked at. Only an address that has guessed too often waits: a right token
    /// among its guesses is let in, a little later, and the guesses cannot keep a room busy.
    pub(crate) async fn turn(&self, address: IpAddr, now: u64) -> Option<Turn<IpAddr>> {
        if self.may_try(address, now).is_ok() {
            return None;
        }
        let turn = self.turns.take(address).await;
        sleep(GUESS_EVERY).await;
        Some(turn)
    }
    /// Whether the seat of a player may be connected again, whatever its address; counts it if so.
    pub(crate) fn may_come_back(&self, player: &str, now: u64) -> Result<(), Fault> {
        let take = self.returns.take(player.to_owned(), now);
        take.map_err(|wait| limited("your connection comes and goes too often", wait))
    }
    /// Whether a room may be changed again, by that address; counts it if so.
    pub(crate) fn may_change(&self, room: RoomId, address: IpAddr, now: u64) -> Result<(), Fault> {
        self.changes.take(room, now).map_err(|wait| limited("too many changes of the table", wait))?;
        self.address_changes
            .take(address, now)
            .map_err(|wait| limited("too many changes of tables from your address", wait))
    }
    /// Whether an address may do something that becomes an entry; counts it if so.
    pub(crate) fn may_write(&self, address: IpAddr, now: u64) -> Result<(), Fault> {
        self.writes.take(address, now).map_err(|wait| limited("too many moves from your address", wait))
    }
    /// The right of an address to have another spectator.
    pub(crate) fn may_watch(&self, address: IpAddr, now: u64) -> Result<Held, Fault> {
        let many = "too many spectators from your address";
        let place = self.watching.take(address).ok_or_else(|| limited(many, 60_000))?;
        self.watches.take(address, now).map_err(|wait| limited(many, wait))?;
        Ok(place)
    }
    /// The right of an address to have a finished game worked on.
    pub(crate) fn may_work(&self, address: IpAddr, now: u64) -> Result<Held, Fault> {
        let many = "too many finished games asked for";
        let place = self.records_at_once.take(address).ok_or_else(|| limited(many, 5_000))?;
        self.records.take(address, now).map_err(|wait| limited(many, wait))?;
        Ok(place)
    }
    /// The right of an address to wait for a thought.
    pub(crate) fn may_think(&self, address: IpAddr) -> Result<Held, Fault> {
        self.thoughts_at_once.take(address).ok_or_else(|| limited("too many hints asked for", 5_000))
    }
    /// Whether an address may ask about a history; counts it if so.
    pub(crate) fn may_look_back(&self, address: IpAddr, now: u64) -> Result<(), Fault> {
        self.history.take(address, now).map_err(|wait| limited("too many questions about games", wait))
    }
    /// Whether an address may guess again.
    pub(crate) fn may_try(&self, address: IpAddr, now: u64) -> Result<(), Fault> {
        self.failures.left(address, now).map_err(|wait| limited("too many wrong codes", wait))
    }
    /// Counts an attempt that failed, if it was a guess. Returns the answer: after too many guesses it does not say whether
    /// the guess was right.
    pub(crate) fn failed(&self, address: IpAddr, now: u64, fault: Fault) -> Fault {
        if !GUESSES.contains(&fault.code.as_str()) {
            return fault;
        }
        match self.failures.take(address, now) {
            Ok(()) => fault,
            Err(wait) => limited("too many wrong codes", wait),
        }
    }

    fn openers(&self) -> MutexGuard<'_, HashMap<RoomId, Held>> {
        lock(&self.openers)
    }
}

/// Refusals of a guessed code, token or name of a game. Other refusals reveal nothing, so they
/// do not count.
const GUESSES: [&str; 3] = [Code::RoomNotFound.as_str(), Code::BadToken.as_str(), Code::BadProfile.as_str()];

/// A refusal that says when to try again.
pub(crate) fn limited(what: &str, wait_ms: u64) -> Fault {
    let seconds = wait_ms.div_ceil(1000).max(1);
    let unit = if seconds == 1 { "second" } else { "seconds" };
    let text = format!("{what}; try again in {seconds} {unit}");
    Fault { text, ..Code::RateLimited.fault() }.with("seconds", seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(127, 0, 0, 1));
    const THERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(127, 0, 0, 2));

    #[test]
    fn an_address_opens_a_burst_of_tables_and_then_some_a_minute() {
        let limits = Limits::new(&Config::default());
        let held: Vec<_> = (0..40).map(|_| limits.may_open(HERE, 0).unwrap()).collect();
        let refused = limits.may_open(HERE, 0).unwrap_err();
        assert_eq!((refused.code.as_str(), refused.detail["seconds"].as_u64()), ("rate_limited", Some(6)));
        assert!(refused.text.contains("40 tables at once and 10 a minute"), "{}", refused.text);
        assert!(refused.text.ends_with("try again in 6 seconds"), "{}", refused.text);
        assert!(limits.may_open(THERE, 0).is_ok());
        assert!(limits.may_open(HERE, 6_000).is_ok());
        assert!(limits.may_open(HERE, 6_000).is_err());
        limits.opened_none(HERE, 6_000);
        assert!(limits.may_open(HERE, 6_000).is_ok(), "what opened none does not count");
        drop(held);
    }

    #[test]
    fn open_rooms_of_an_address_are_capped_until_one_ends() {
        let limits = Limits::new(&Config { open_rooms: 2, ..Config::default() });
        for room in [1, 2] {
            limits.opened(RoomId(room), limits.may_open(HERE, 0).unwrap());
        }
        let refused = limits.may_open(HERE, 0).unwrap_err();
        assert!(refused.text.contains("2 open tables"), "{}", refused.text);
        limits.ended(RoomId(1));
        assert!(limits.may_open(HERE, 0).is_ok());
    }

    #[test]
    fn returns_of_an_address_are_a_burst_and_then_some_a_minute() {
        let limits = Limits::new(&Config::default());
        assert!((0..300).all(|_| limits.could_return(HERE, 0) && limits.may_return(HERE, 0).is_ok()));
        assert!(!limits.could_return(HERE, 0));
        let refused = limits.may_return(HERE, 0).unwrap_err();
        assert_eq!((refused.code.as_str(), refused.detail["seconds"].as_u64()), ("rate_limited", Some(1)));
        assert!(refused.text.contains("returns from your address"), "{}", refused.text);
        assert!(limits.may_return(THERE, 0).is_ok());
        assert!(limits.may_return(HERE, 1_000).is_ok(), "sixty a minute");
        assert!(limits.may_return(HERE, 1_000).is_err());
        let wide = Limits::new(&Config { hello_burst: 2, hellos_per_minute: 0, ..Config::default() });
        assert!((0..2).all(|_| wide.may_return(HERE, 0).is_ok()) && wide.may_return(HERE, 60_000).is_err());
    }

    #[test]
    fn changes_and_moves_of_an_address_are_limited_over_all_its_tables() {
        let limits = Limits::new(&Config::default());
        let change = |n: u64| limits.may_change(RoomId(n % 100), HERE, 0).is_ok();
        assert!((0..600).all(change), "each of a hundred tables may be changed sixty times at once");
        assert!(!change(600));
        assert!(limits.may_change(RoomId(1), THERE, 0).is_ok(), "another address");
        assert!((0..6_000).all(|_| limits.may_write(HERE, 0).is_ok()));
        assert!(limits.may_write(HERE, 0).is_err());
        assert!(limits.may_write(HERE, 10).is_ok(), "a hundred a second");
    }

    #[test]
    fn only_guesses_count_as_failures() {
        let limits = Limits::new(&Config { failures_per_minute: 2, ..Config::default() });
        for harmless in [Code::BadName, Code::RoomFull, Code::AlreadyStarted, Code::BadCode, Code::Internal] {
            let answer = limits.failed(HERE, 0, harmless.fault());
            assert_eq!(answer.code, harmless.as_str());
        }
        assert!(limits.may_try(HERE, 0).is_ok());
        for guess in [Code::RoomNotFound, Code::BadToken] {
            assert_eq!(limits.failed(HERE, 0, guess.fault()).code, guess.as_str());
        }
        assert!(limits.may_try(HERE, 0).is_err());
        assert_eq!(limits.failed(HERE, 0, Code::BadToken.fault()).code, "rate_limited");
        assert!(limits.may_try(THERE, 0).is_ok());
        assert!(limits.may_try(HERE, 60_000).is_ok());
    }
}
