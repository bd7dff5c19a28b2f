use super::outside;
use crate::{Failure, args::Arena, progress};
use catalog::{AnyArena, Dealt, Entry, Fault, HouseRules, Player, Terms};
use cpu_time::ThreadTime;
use kernel::Start;
use std::{
    collections::BTreeMap,
    sync::{
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};

/// What marks a program outside.
const PROGRAM: &str = "engine:";

/// Two players, and the deals they are to be compared on.
pub(super) struct Bout<'a> {
    pub(super) entry: &'static Entry,
    args: &'a Arena,
    rules: HouseRules,
    start: Start,
}

impl<'a> Bout<'a> {
    pub(super) fn new(args: &'a Arena) -> Result<Bout<'a>, Failure> {
        let entry = args.table.entry()?;
        let bout = Bout { entry, args, rules: args.table.rules(), start: args.table.start(entry) };
        // What cannot be played is refused before anything begins.
        let clock = || Duration::ZERO;
        entry.arena(&bout.rules, &bout.start, bout.terms(&clock)).map_err(Failure::Usage)?;
        for name in [&args.a, &args.b] {
            if !name.starts_with(PROGRAM) {
                entry.player(name).map_err(Failure::Usage)?;
            }
        }
        Ok(bout)
    }

    /// Plays all deals and hands them on in order, whichever thread was first.
    pub(super) fn run(&self, mut each: impl FnMut(&Dealt) -> Result<(), Failure>) -> Result<(), Failure> {
        // CPU time of the thread that thinks: on a busy machine the wall clock measures the others. A program
        // outside spends none of it.
        let clock = || ThreadTime::now().as_duration();
        let arena = self.entry.arena(&self.rules, &self.start, self.terms(&clock)).map_err(Failure::Usage)?;
        let next = AtomicU64::new(0);
        let bar = progress::bar(self.args.deals, "{wide_bar} {pos}/{len} deals, {eta} left");
        let (send, receive) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.args.threads.max(1) {
                let (send, arena, next) = (send.clone(), &*arena, &next);
                scope.spawn(move || self.play(arena, next, &send));
            }
            drop(send);
            let mut waiting = BTreeMap::new();
            let mut due = 0;
            for dealt in receive {
                let dealt: Dealt = dealt.map_err(Failure::Game).inspect_err(|_| {
                    // Nobody begins another deal.
                    next.store(u64::MAX / 2, Ordering::Relaxed);
                })?;
                waiting.insert(dealt.deal, dealt);
                while let Some(dealt) = waiting.remove(&due) {
                    each(&dealt)?;
                    bar.inc(1);
                    due += 1;
                }
            }
            bar.finish_and_clear();
            Ok(())
        })
    }

    fn play(&self, arena: &dyn AnyArena, next: &AtomicU64, send: &mpsc::Sender<Result<Dealt, Fault>>) {
        let players = self.players();
        let mut players = match players {
            Ok(players) => players,
            Err(fault) => {
                // If this cannot be sent, the receiver has given up.
                let _ = send.send(Err(fault));
                return;
            }
        };
        loop {
            let deal = next.fetch_add(1, Ordering::Relaxed);
            if deal >= self.args.deals {
                return;
            }
            let dealt = arena.play(deal, &mut players);
            let failed = dealt.is_err();
            if send.send(dealt).is_err() || failed {
                return;
            }
        }
    }

    fn players(&self) -> Result<[Player; 2], Fault> {
        let player = |name: &String| match name.strip_prefix(PROGRAM) {
            Some(command) => {
                let limit = Duration::from_millis(self.args.time_limit);
                Ok(Player::Outside(outside::start(command.trim(), limit)?))
            }
            None => self.entry.player(name),
        };
        Ok([player(&self.args.a)?, player(&self.args.b)?])
    }

    fn terms<'b>(&self, clock: &'b (dyn Fn() -> Duration + Send + Sync)) -> Terms<'b> {
        Terms {
            seed: self.args.seed,
            any_score: self.args.scores == crate::args::Scores::Random && self.args.logs.is_none(),
            one_against_all: self.args.one_against_all,
            logs: self.args.logs.is_some(),
            clock,
        }
    }
}
