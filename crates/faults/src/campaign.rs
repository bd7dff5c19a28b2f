//! The course of a campaign.

use crate::{
    args::Args,
    check::{self, Fate, Findings, RoomLog, Wrong},
    faults::FaultSchedule,
    health::{self, Health},
    node::LEASE,
    player::{Absences, Phase, Role, TableContext},
    record::{self, Happened, Recorder},
    report::Report,
    site::Site,
    stream::{self, Takeovers},
    table::{Plan, Played},
    visitor::{Look, visit},
};
use server::{log::RoomId, protocol::lobby::Seated};
use std::{
    collections::{BTreeMap, HashMap},
    fs,
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::{
    sync::watch,
    task::JoinSet,
    time::{sleep, timeout},
};

/// So often somebody who waits is told how it goes.
const TELL: Duration = Duration::from_secs(10);
/// So many finished tables are looked at through every node in the end; of those that go on, all.
const LOOKS: usize = 20;

/// Runs it, and says what came of it.
pub async fn run(args: &Args) -> io::Result<Report> {
    let home = Home::new(args)?;
    let began = Instant::now();
    tell(began, "starting");
    let mut site = match Site::open(args, home.path()).await {
        Ok(site) => site,
        Err(error) => {
            let words = home.keep();
            return Err(io::Error::other(format!(
                "{error}; see what was written down in {}",
                words.display()
            )));
        }
    };
    let health = Arc::<Health>::default();
    let (phases, phase) = watch::channel(Phase::Storm);
    let hall = Arc::new(Hall {
        seed: args.seed,
        records: home.path().join("records"),
        began,
        context: TableContext {
            addresses: site.addresses().into(),
            record: Arc::new(Recorder::create(&home.path().join("nobody.jsonl"), began)?),
            phase,
            absences: Arc::<Absences>::default(),
            health: health.clone(),
        },
        opened: AtomicUsize::new(0),
        played: Mutex::default(),
    });
    fs::create_dir_all(&hall.records)?;
    let mut slots = JoinSet::new();
    for _ in 0..args.tables {
        slots.spawn(hall.clone().keep_playing());
    }
    let takeovers = Takeovers::watch(site.nats_urls());

    let mut weather = FaultSchedule::new(args.seed, health.clone());
    let end = Instant::now() + Duration::from_secs(args.seconds);
    let mut told = Instant::now();
    while Instant::now() < end {
        let fault = weather.next();
        progress(began, &mut told, &hall, weather.now);
        weather.inject(fault, &mut site).await?;
    }
    tell(began, "mending");
    FaultSchedule::mend(&mut site)?;
    let well = site.is_well().await?;
    let mended_at = health::now();
    phases.send_replace(Phase::Calm);
    tell(began, "playing on");
    let settled = timeout(Duration::from_secs(args.settle), async {
        while let Some(slot) = slots.join_next().await {
            slot.map_err(io::Error::other)??;
        }
        io::Result::Ok(())
    });
    if let Ok(ended) = settled.await {
        ended?;
    }
    // A slow machine is not a stuck table: each gets more time before it counts as one.
    let limit = Instant::now() + 3 * Duration::from_secs(args.settle);
    while Instant::now() < limit && some_are_stuck(&site, mended_at).await? {
        sleep(Duration::from_secs(1)).await;
    }
    let mut report = Report {
        seconds: args.seconds,
        seed: args.seed,
        full_disk_by: site.nats[0].full_disk_by(),
        takeovers: takeovers.since(&weather.nodes_lost, |_, _| true),
        takeovers_well: takeovers.since(&weather.nodes_lost, |lost, at| health.nats_was_well(lost, at)),
        lease_ms: LEASE.as_millis() as u64,
        back: hall.context.absences.back.spread(),
        back_well: hall.context.absences.back_well.spread(),
        away: hall.context.absences.away.spread(),
        ..Report::default()
    };
    for node in &site.nodes {
        report.overtaken += node.metric("aboveboard_conflicts_total").await.unwrap_or_default();
    }
    // Those still there say goodbye only after all rooms were looked at: somebody has to be online.
    tell(began, "looking through every node");
    let unseen = hall.look_around(&mut report.looks).await?;
    phases.send_replace(Phase::Over);
    while let Some(slot) = slots.join_next().await {
        slot.map_err(io::Error::other)??;
    }
    report.stores_equal = stores_equal(&site).await;

    tell(began, "checking");
    let logs = stream::read(&site.nats_urls()).await.map_err(io::Error::other)?;
    let mut words = String::new();
    for node in &site.nodes {
        words += &node.words()?;
    }
    drop(site);
    report.faults = weather.been;
    // A room that nobody is shown must be closed.
    report.all_well = well && hall.are_closed(&unseen, &logs);
    hall.check(&logs, &words, mended_at, &mut report)?;
    if !report.is_clean() || args.keep.is_some() {
        dump(home.path(), &logs)?;
        report.evidence = Some(home.keep());
    }
    tell(began, "done");
    Ok(report)
}

/// Where everything is put: a folder of the user's, or one that goes when all is well.
struct Home {
    given: Option<PathBuf>,
    temporary: Option<tempfile::TempDir>,
}

impl Home {
    fn new(args: &Args) -> io::Result<Home> {
        match &args.keep {
            Some(given) => {
                fs::create_dir_all(given)?;
                Ok(Home { given: Some(fs::canonicalize(given)?), temporary: None })
            }
            None => {
                let temporary = tempfile::Builder::new().prefix("aboveboard-faults-").tempdir()?;
                Ok(Home { given: None, temporary: Some(temporary) })
            }
        }
    }
    fn path(&self) -> &Path {
        let temporary = self.temporary.as_ref().map(tempfile::TempDir::path);
        self.given.as_deref().or(temporary).unwrap_or(Path::new("."))
    }
    fn keep(self) -> PathBuf {
        match (self.given, self.temporary) {
            (Some(given), _) => given,
            (None, Some(temporary)) => temporary.keep(),
            (None, None) => PathBuf::new(),
        }
    }
}

/// All tables.
struct Hall {
    seed: u64,
    records: PathBuf,
    began: Instant,
    context: TableContext,
    opened: AtomicUsize,
    played: Mutex<BTreeMap<usize, Table>>,
}

struct Table {
    played: Option<Played>,
    context: TableContext,
}

impl Hall {
    /// One table after the other, as long as the storm lasts.
    async fn keep_playing(self: Arc<Self>) -> io::Result<()> {
        while *self.context.phase.borrow() == Phase::Storm {
            let number = self.opened.fetch_add(1, Ordering::Relaxed);
            let record = Arc::new(Recorder::create(&self.record_of(number), self.began)?);
            let context = TableContext { record, ..self.context.clone() };
            self.note(number, Table { played: None, context: context.clone() });
            let played = Plan::of(number, self.seed).play(context.clone()).await?;
            self.note(number, Table { played, context });
        }
        Ok(())
    }

    fn note(&self, number: usize, table: Table) {
        self.played.lock().unwrap_or_else(PoisonError::into_inner).insert(number, table);
    }

    fn record_of(&self, number: usize) -> PathBuf {
        self.records.join(format!("table-{number}.jsonl"))
    }

    fn finished(&self) -> usize {
        let played = self.played.lock().unwrap_or_else(PoisonError::into_inner);
        played.values().filter(|table| table.played.as_ref().is_some_and(|played| played.finished)).count()
    }

    /// Looks at rooms through every node: at all that go on, and at some that are over. What is seen goes to the records, and
    /// is held against the log like everything else: so all replicas are equal. Returns what was not shown.
    async fn look_around(&self, looks: &mut u64) -> io::Result<Vec<(usize, Look)>> {
        let mut rooms = Vec::new();
        {
            let played = self.played.lock().unwrap_or_else(PoisonError::into_inner);
            let mut over = 0;
            for (number, table) in played.iter().rev() {
                over += usize::from(table.played.is_some());
                if table.played.is_none() || over <= LOOKS {
                    rooms.push((*number, table.context.clone()));
                }
            }
        }
        let mut unseen = Vec::new();
        for (number, context) in rooms {
            let Some(Seated { code, .. }) = self.host_of(number, &context)? else { continue };
            for address in 0..context.addresses.len() {
                let role = Role::Spectator { code: code.clone(), name: "Inspector".into() };
                *looks += 1;
                let look = visit(1_000 + address, role, &context, address).await?;
                if look != Look::Shown {
                    unseen.push((number, look));
                }
            }
        }
        Ok(unseen)
    }

    /// The player who opened the table.
    fn host_of(&self, number: usize, context: &TableContext) -> io::Result<Option<Seated>> {
        context.record.close()?;
        let mut record = record::read(&self.record_of(number))?.into_iter();
        Ok(record.find_map(|line| match line.what {
            Happened::Seated(seated) => Some(seated),
            _ => None,
        }))
    }

    /// Whether rooms that were not shown are closed.
    fn are_closed(&self, unseen: &[(usize, Look)], logs: &BTreeMap<RoomId, RoomLog>) -> bool {
        let mut all = true;
        for (number, look) in unseen {
            let context = self.company_of(*number);
            let host = context.and_then(|context| self.host_of(*number, &context).ok().flatten());
            let log = host.and_then(|host| {
                logs.values().find(|log| log.people().any(|person| person == host.player_id))
            });
            if *look != Look::NoRoom || !log.is_some_and(RoomLog::is_closed) {
                tell(self.began, &format!("table {number} is open and was not shown ({look:?})"));
                all = false;
            }
        }
        all
    }

    fn company_of(&self, number: usize) -> Option<TableContext> {
        let played = self.played.lock().unwrap_or_else(PoisonError::into_inner);
        played.get(&number).map(|table| table.context.clone())
    }

    /// Every record against its log.
    fn check(
        &self,
        logs: &BTreeMap<RoomId, RoomLog>,
        words: &str,
        mended_at: u64,
        report: &mut Report,
    ) -> io::Result<()> {
        let by_player: HashMap<&str, &RoomLog> =
            logs.values().flat_map(|log| log.people().map(move |person| (person, log))).collect();
        let mut findings = Findings::default();
        let mut tokens = Vec::new();
        let tables = self.played.lock().unwrap_or_else(PoisonError::into_inner);
        for (number, table) in tables.iter() {
            table.context.record.close()?;
            let record = record::read(&self.record_of(*number))?;
            let seated = record.iter().filter_map(|line| match &line.what {
                Happened::Seated(seated) => Some(seated),
                _ => None,
            });
            let seated: Vec<_> = seated.collect();
            tokens.extend(seated.iter().map(|seated| seated.token.clone()));
            let Some(host) = seated.first() else { continue };
            let log = by_player.get(host.player_id.as_str()).copied();
            check::table(*number, log, &record, &mut findings);
            let fate = log.map_or(Ok(Fate::NeverBegan), |log| check::goes_on(log, mended_at));
            let fate = fate.unwrap_or(Fate::Stuck);
            if fate == Fate::Stuck {
                findings.add(Wrong::Stuck, *number, format_args!("the game of {} does not go on", host.code));
            }
            report.games.entry(Plan::of(*number, self.seed).game).or_default().add(fate);
        }
        let said = check::words_of_nodes(words, logs.values(), &tokens);
        for _ in 0..said {
            findings.add(Wrong::Leaked, usize::MAX, "a secret is in what a node wrote about itself");
        }
        report.entries = logs.values().map(|log| log.entries.len() as u64).sum();
        report.skipped = logs.values().map(|log| log.skipped).sum();
        report.found(findings);
        Ok(())
    }
}

/// Whether a game has not gone on since everything was mended.
async fn some_are_stuck(site: &Site, mended_at: u64) -> io::Result<bool> {
    let logs = stream::read(&site.nats_urls()).await.map_err(io::Error::other)?;
    Ok(logs.values().any(|log| check::goes_on(log, mended_at).is_ok_and(|fate| fate == Fate::Stuck)))
}

/// Whether every NATS server has the same messages, once they have had a moment.
async fn stores_equal(site: &Site) -> bool {
    for _ in 0..50 {
        if site.stores().await.is_some_and(|stores| stores.iter().all(|store| *store == stores[0])) {
            return true;
        }
        sleep(Duration::from_millis(200)).await;
    }
    false
}

/// The log as it was read, for who looks for what went wrong.
fn dump(home: &Path, logs: &BTreeMap<RoomId, RoomLog>) -> io::Result<()> {
    let mut file = io::BufWriter::new(fs::File::create(home.join("log.jsonl"))?);
    for (room, log) in logs {
        for ((entry, at), seq) in log.entries.iter().zip(&log.written_at).zip(1..) {
            let line =
                serde_json::json!({ "room": room.to_string(), "seq": seq, "written_at": at, "entry": entry });
            writeln!(file, "{line}")?;
        }
    }
    file.flush()
}

fn tell(began: Instant, what: &str) {
    clear_line();
    eprintln!("{:6.1} s  {what}", began.elapsed().as_secs_f64());
}

/// For people who wait: one line that changes, or one now and then where it would not.
fn progress(began: Instant, told: &mut Instant, hall: &Hall, now: &str) {
    let (opened, finished) = (hall.opened.load(Ordering::Relaxed), hall.finished());
    let line = format!(
        "{:6.1} s  {opened} tables opened, {finished} finished; now: {now}",
        began.elapsed().as_secs_f64()
    );
    if io::stderr().is_terminal() {
        clear_line();
        eprint!("{line}");
    } else if told.elapsed() > TELL {
        *told = Instant::now();
        eprintln!("{line}");
    }
}

fn clear_line() {
    if io::stderr().is_terminal() {
        eprint!("\r\x1b[K");
    }
}
