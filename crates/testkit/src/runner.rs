use crate::{
    Broken, CardIn, Law, Report, TestRng,
    laws::{self, Books, Cards, Moment},
    log::{self, Log},
    play::RandomPlay,
    report::{Breach, Under},
    sampling::Sampling,
    setup::{Patch, random_table},
};
use kernel::{Events, Game, Input, Inspect, Rng, Search};
use rand_core::SeedableRng;
use serde_json::Value;
use std::{
    env, fmt,
    marker::PhantomData,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::Instant,
};

/// Plays random games and holds every step against the laws.
///
/// The games are the same in every run: they come from the seeds 0, 1, 2 …
///
/// ```no_run
/// # fn laws<G: kernel::Search + kernel::Inspect>() {
/// testkit::Laws::<G>::new(testkit::playing_card)
///     .games(2000)
///     .bound(5000)
///     .sample(64)
///     .options(|_| serde_json::json!({ "turn_limit": 100 }))
///     .run();
/// # }
/// ```
pub struct Laws<G: Game> {
    cards: Cards,
    games: u64,
    bound: usize,
    every: u64,
    cap: usize,
    patch: Option<Box<Patch>>,
    folder: PathBuf,
    game: PhantomData<fn() -> G>,
}

/// The number of threads that play the games.
const THREADS: u64 = 2;

impl<G: Search + Inspect> Laws<G> {
    /// The laws for a game whose cards `card_in` recognizes: 200 games of at most 10,000 inputs, with one
    /// in 16 of the costly comparisons.
    pub fn new(card_in: CardIn) -> Self {
        Laws {
            cards: Cards { card_in, endless: false, twins: false },
            games: 200,
            bound: 10_000,
            every: 16,
            cap: usize::MAX,
            patch: None,
            folder: log::folder(),
            game: PhantomData,
        }
    }
    /// How many games to play.
    pub fn games(self, games: u64) -> Self {
        Laws { games, ..self }
    }
    /// In how many inputs every game must have ended.
    pub fn bound(self, inputs: usize) -> Self {
        Laws { bound: inputs, ..self }
    }
    /// Makes one in `every` of the comparisons that cost something, each drawn separately: for each law, step
    /// and viewer. Of the law `wire` it makes half as many, and of the law `coverage`, where each comparison
    /// takes hundreds of worlds, 32 times fewer. Replay, ends and the books that the laws keep are never left
    /// out.
    pub fn sample(self, every: u64) -> Self {
        Laws { every: every.max(1), ..self }
    }
    /// Makes the costly comparisons only at the first inputs of each game, up to this number.
    pub fn cap(self, inputs: usize) -> Self {
        Laws { cap: inputs, ..self }
    }
    /// Insists on some options: an object whose fields replace the random ones. `null` unsets a field.
    pub fn options(self, patch: impl Fn(&mut dyn Rng) -> Value + Send + Sync + 'static) -> Self {
        Laws { patch: Some(Box::new(patch)), ..self }
    }
    /// Cards come into being during play. [`Inspect::cards`] names them "id face": no id may turn up twice,
    /// and worlds are compared by the faces in each place.
    pub fn endless(mut self) -> Self {
        self.cards.endless = true;
        self
    }
    /// The pack has several cards of the same name.
    pub fn twins(mut self) -> Self {
        self.cards.twins = true;
        self
    }
    /// Saves the logs of failing games elsewhere than in `failed-games` of the target directory.
    pub fn log_folder(self, folder: impl Into<PathBuf>) -> Self {
        Laws { folder: folder.into(), ..self }
    }

    /// Runs all games, prints what was compared, and panics at the first law that does not hold.
    ///
    /// With `ABOVEBOARD_LOG=<file>` only that saved game, with `ABOVEBOARD_SEED=<n>` only that random game is
    /// played, and every comparison is made.
    ///
    /// # Panics
    /// If a law is broken, or if one of these variables says something unreadable.
    pub fn run(&self) {
        let outcome = if let Some(path) = env::var_os("ABOVEBOARD_LOG") {
            match Log::read(path.as_ref()).unwrap_or_else(|what| panic!("{what}")) {
                Some(log) => self.replay(log),
                None => return println!("{}: the log is of another game", G::NAME),
            }
        } else if let Ok(seed) = env::var("ABOVEBOARD_SEED") {
            let seed = seed.parse().unwrap_or_else(|_| panic!("ABOVEBOARD_SEED is a number, not {seed}"));
            self.run_seed(seed)
        } else {
            self.try_run()
        };
        match outcome {
            Ok(report) => println!("{report}"),
            Err(broken) => panic!("{broken}"),
        }
    }

    /// Runs all games; `Err` is the broken law of the first seed that breaks one.
    pub fn try_run(&self) -> Result<Report, Broken> {
        let began = Instant::now();
        let mut report = Report { game: G::NAME, ..Report::default() };
        let early = |breach: Breach| broken::<G>(breach, 0, 0);
        laws::refusals::<G>(self.patch.as_deref(), &mut report).map_err(early)?;
        laws::before_any_game::<G>(&mut report).map_err(early)?;

        // A thread gives up once another has found a fault at a lower seed: so the first one is reported,
        // whichever thread is faster.
        let lowest = AtomicU64::new(u64::MAX);
        let found = thread::scope(|scope| {
            let lowest = &lowest;
            let share = |first| scope.spawn(move || self.share(first, lowest));
            let threads: Vec<_> = (0..THREADS).map(share).collect();
            threads
                .into_iter()
                .map(|thread| thread.join().expect("games catch their panics"))
                .collect::<Vec<_>>()
        });
        let mut first: Option<Broken> = None;
        for (part, fault) in found {
            report.add(&part);
            first = [first, fault].into_iter().flatten().min_by_key(|broken| broken.seed);
        }
        report.took = began.elapsed();
        match (first, report.idle()) {
            (Some(broken), _) => Err(broken),
            (None, Some(law)) => {
                let what = format!("nothing was compared in {} games", report.games);
                Err(early(Breach { law, what }))
            }
            (None, None) => Ok(report),
        }
    }

    /// Plays one random game with every comparison.
    pub fn run_seed(&self, seed: u64) -> Result<Report, Broken> {
        self.alone(|report| self.random_game(seed, 0, report))
    }

    /// Plays a saved game with every comparison.
    ///
    /// # Panics
    /// If the log of this game is missing or cannot be read.
    pub fn run_log(&self, file: impl AsRef<Path>) -> Result<Report, Broken> {
        let log = Log::read(file.as_ref()).unwrap_or_else(|what| panic!("{what}"));
        self.replay(log.unwrap_or_else(|| panic!("the log is of another game than {}", G::NAME)))
    }

    fn replay(&self, mut log: Log<G>) -> Result<Report, Broken> {
        let script = std::mem::take(&mut log.inputs);
        self.alone(|report| self.judge(&mut log, 0, report, &mut |_, _, step| Ok(script.get(step).cloned())))
    }

    /// The report on a single game.
    fn alone(&self, game: impl FnOnce(&mut Report) -> Result<(), Broken>) -> Result<Report, Broken> {
        let began = Instant::now();
        let mut report = Report { game: G::NAME, ..Report::default() };
        game(&mut report)?;
        report.took = began.elapsed();
        Ok(report)
    }

    /// Plays every second game from `first` on.
    fn share(&self, first: u64, lowest: &AtomicU64) -> (Report, Option<Broken>) {
        let mut report = Report::default();
        for seed in (first..self.games).step_by(THREADS as usize) {
            if seed > lowest.load(Ordering::Relaxed) {
                break;
            }
            if let Err(broken) = self.random_game(seed, self.every, &mut report) {
                lowest.fetch_min(seed, Ordering::Relaxed);
                return (report, Some(broken));
            }
        }
        (report, None)
    }

    fn random_game(&self, seed: u64, every: u64, report: &mut Report) -> Result<(), Broken> {
        let mut rng = TestRng::seed_from_u64(seed);
        let (options, start, _) =
            random_table::<G>(self.patch.as_deref(), &mut rng).map_err(|b| broken::<G>(b, seed, 0))?;
        let mut log = Log { seed, options, start, inputs: Vec::new() };
        let mut play = RandomPlay::new(start.seats, rng);
        self.judge(&mut log, every, report, &mut |options, state, _| play.next::<G>(options, state))
    }

    /// Plays a game, and saves its log if it breaks a law or panics.
    fn judge(
        &self,
        log: &mut Log<G>,
        every: u64,
        report: &mut Report,
        next: &mut Next<'_, G>,
    ) -> Result<(), Broken> {
        let game = catch_unwind(AssertUnwindSafe(|| self.game(log, every, report, next)));
        let breach = match game {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(breach)) => breach,
            Err(panic) => Breach { law: Law::NoPanic, what: format!("panic: {}", words(&*panic)) },
        };
        let mut broken = broken::<G>(breach, log.seed, log.inputs.len().saturating_sub(1));
        match log.save(&self.folder, &broken) {
            Ok(path) => broken.log = Some(path),
            Err(error) => broken.what += &format!(" (and the log could not be saved: {error})"),
        }
        Err(broken)
    }

    fn game(
        &self,
        log: &mut Log<G>,
        every: u64,
        report: &mut Report,
        next: &mut Next<'_, G>,
    ) -> Result<(), Breach> {
        let sampling = Sampling { seed: log.seed, every, cap: self.cap };
        let mut state = G::new(&log.options, &log.start)
            .map_err(|error| format!("the table is refused: {error}"))
            .under(Law::StartRefusals)?;
        let mut books = Books::<G>::open(self.cards, sampling, &log.options, &log.start, &state, report)?;
        while let Some(input) = next(&log.options, &state, log.inputs.len()).under(Law::LegalIsCheck)? {
            let step = log.inputs.len();
            if step == self.bound {
                return Err(format!("no end after {step} inputs")).under(Law::Ends);
            }
            // It goes into the log first: if the rules panic, it must be there.
            log.inputs.push(input);
            let (past, input) = (&log.inputs[..step], &log.inputs[step]);
            // The rules need not put up with anything else, and may well panic.
            if !laws::accepts::<G>(&state, input) {
                return Err(format!("{input:?} is refused though it was listed")).under(Law::LegalIsCheck);
            }
            let (before, turn) = (state.clone(), G::turn(&state));
            let mut events = Events::recording();
            G::apply(&mut state, input, &mut events);
            report.inputs += 1;
            report.count(Law::NoPanic, 1);
            let moment = Moment {
                options: &log.options,
                seats: log.start.seats,
                step,
                before: &before,
                turn: &turn,
                input,
                after: &state,
                events: &events.into_vec(),
                past,
            };
            books.check(&moment, report)?;
        }
        report.games += 1;
        books.close(&state, log.start.seats, &log.inputs, report)
    }
}

/// Where the next input comes from: random play or a script.
type Next<'a, G> = dyn FnMut(
        &<G as Game>::Options,
        &<G as Game>::State,
        usize,
    ) -> Result<Option<Input<<G as Game>::Action>>, String>
    + 'a;

impl<G: Game> fmt::Debug for Laws<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Laws").field("game", &G::NAME).field("games", &self.games).finish_non_exhaustive()
    }
}

fn broken<G: Game>(breach: Breach, seed: u64, step: usize) -> Broken {
    Broken { game: G::NAME, law: breach.law, seed, step, what: breach.what, log: None }
}

/// What a panic said.
fn words(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without words")
}
