//! The steps of a campaign.

use crate::{
    args::Args,
    check::{self, Fate, Findings, RoomLog, Wrong},
    context::{Absences, Phase, Role, TableContext},
    faults::FaultSchedule,
    health::{self, Health},
    node::{LEASE, Node},
    record::{self, Happened, Recorder},
    report::Report,
    site::Site,
    stream::{self, Takeovers},
    table::{Plan, Played},
    visitor::{Look, visit},
};
use server::{lock::lock, log::RoomId, protocol::lobby::Seated};
use std::{
    collections::{BTreeMap, HashMap},
    fs,
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::{
    sync::watch,
    task::JoinSet,
    time::{sleep, timeout},
};

/// How often a campaign without a terminal prints its progress.
const PROGRESS_EVERY: Duration = Duration::from_secs(10);
/// How many finished tables are looked at through every node in the end; of those that go on, all.
const LOOKS: usize = 20;

/// Runs a campaign and returns its results.
pub async fn run(args: &Args) -> io::Result<Report> {
    let home = Home::new(args)?;
    let began = Instant::now();
    log_step(began, "starting");
    let mut site = match Site::open(args, home.path()).await {
        Ok(site) => site,
        Err(error) => {
            return Err(io::Error::other(format!("{error}; see the logs in {}", home.keep().display())));
        }
    };
    let (phases, phase) = watch::channel(Phase::Storm);
    let tables = Arc::new(Tables::new(args, home.path(), began, &site, phase)?);
    let mut slots = JoinSet::new();
    for _ in 0..args.tables {
        slots.spawn(tables.clone().keep_playing());
    }
    let takeovers = Takeovers::watch(site.nats_urls());
    let schedule = storm(args, began, &tables, &mut site).await?;

    log_step(began, "repairing");
    FaultSchedule::repair(&mut site)?;
    let healthy = site.wait_until_healthy().await?;
    let repaired_at = health::now();
    phases.send_replace(Phase::Calm);
    log_step(began, "playing on");
    settle(args, &mut slots, &site, repaired_at).await?;
    let mut report = measured(args, &tables.context, &takeovers, &schedule, &site).await;

    // The players leave only after all rooms were looked at, because somebody has to be online.
    log_step(began, "looking through every node");
    let unseen = tables.look_around(&mut report.looks).await?;
    phases.send_replace(Phase::Over);
    while let Some(slot) = slots.join_next().await {
        slot.map_err(io::Error::other)??;
    }
    report.stores_equal = stores_equal(&site).await;

    log_step(began, "checking");
    let logs = stream::read(&site.nats_urls()).await.map_err(io::Error::other)?;
    let logged = site.nodes.iter().map(Node::logged).collect::<io::Result<String>>()?;
    drop(site);
    // A room that no node shows must be closed.
    report.all_healthy = healthy && tables.are_closed(&unseen, &logs);
    tables.check(&logs, &logged, repaired_at, &mut report)?;
    if !report.is_clean() || args.keep.is_some() {
        dump(home.path(), &logs)?;
        report.evidence = Some(home.keep());
    }
    log_step(began, "done");
    Ok(report)
}

/// Injects faults until the time is up.
async fn storm(args: &Args, began: Instant, tables: &Tables, site: &mut Site) -> io::Result<FaultSchedule> {
    let mut schedule = FaultSchedule::new(args.seed, tables.context.health.clone());
    let end = Instant::now() + Duration::from_secs(args.seconds);
    let mut printed = Instant::now();
    while Instant::now() < end {
        let fault = schedule.next();
        progress(began, &mut printed, tables, schedule.now);
        schedule.inject(fault, site).await?;
    }
    Ok(schedule)
}

/// Waits until the tables have finished or their time is up.
async fn settle(
    args: &Args,
    slots: &mut JoinSet<io::Result<()>>,
    site: &Site,
    repaired_at: u64,
) -> io::Result<()> {
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
    while Instant::now() < limit && some_are_stuck(site, repaired_at).await? {
        sleep(Duration::from_secs(1)).await;
    }
    Ok(())
}

/// The report with everything that was measured while the cluster ran.
async fn measured(
    args: &Args,
    TableContext { absences, health, .. }: &TableContext,
    takeovers: &Takeovers,
    schedule: &FaultSchedule,
    site: &Site,
) -> Report {
    let mut report = Report {
        seconds: args.seconds,
        seed: args.seed,
        faults: schedule.injected.clone(),
        full_disk_by: site.nats[0].full_disk_by(),
        takeovers: takeovers.since(&schedule.nodes_lost, |_, _| true),
        takeovers_healthy: takeovers
            .since(&schedule.nodes_lost, |lost, at| health.nats_was_healthy(lost, at)),
        lease_ms: LEASE.as_millis() as u64,
        back: absences.back.spread(),
        back_healthy: absences.back_healthy.spread(),
        away: absences.away.spread(),
        ..Report::default()
    };
    for node in &site.nodes {
        report.conflicts += node.metric("aboveboard_conflicts_total").await.unwrap_or_default();
    }
    report
}

/// The folder of a campaign: the user's, or one that is deleted unless something was found.
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
struct Tables {
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

impl Tables {
    fn new(
        args: &Args,
        home: &Path,
        began: Instant,
        site: &Site,
        phase: watch::Receiver<Phase>,
    ) -> io::Result<Tables> {
        let records = home.join("records");
        fs::create_dir_all(&records)?;
        let context = TableContext {
            addresses: site.addresses().into(),
            record: Arc::new(Recorder::create(&home.join("nobody.jsonl"), began)?),
            phase,
            absences: Arc::<Absences>::default(),
            health: Arc::<Health>::default(),
        };
        let (opened, played) = (AtomicUsize::new(0), Mutex::default());
        Ok(Tables { seed: args.seed, records, began, context, opened, played })
    }

    /// Plays one table after the other until the storm ends.
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
        lock(&self.played).insert(number, table);
    }

    fn record_of(&self, number: usize) -> PathBuf {
        self.records.join(format!("table-{number}.jsonl"))
    }

    fn finished(&self) -> usize {
        let played = lock(&self.played);
        played.values().filter(|table| table.played.as_ref().is_some_and(|played| played.finished)).count()
    }

    /// Looks at rooms through every node: at all that go on, and at some that are over. Each view goes to the
    /// records and is compared with the log like everything else, so all replicas are compared. Returns what
    /// was not shown.
    async fn look_around(&self, looks: &mut u64) -> io::Result<Vec<(usize, Look)>> {
        let mut rooms = Vec::new();
        {
            let played = lock(&self.played);
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
            let context = self.context_of(*number);
            let host = context.and_then(|context| self.host_of(*number, &context).ok().flatten());
            let log = host.and_then(|host| {
                logs.values().find(|log| log.people().any(|person| person == host.player_id))
            });
            if *look != Look::NoRoom || !log.is_some_and(RoomLog::is_closed) {
                log_step(self.began, &format!("table {number} is open and was not shown ({look:?})"));
                all = false;
            }
        }
        all
    }

    fn context_of(&self, number: usize) -> Option<TableContext> {
        let played = lock(&self.played);
        played.get(&number).map(|table| table.context.clone())
    }

    /// Compares every record with its log.
    fn check(
        &self,
        logs: &BTreeMap<RoomId, RoomLog>,
        logged: &str,
        repaired_at: u64,
        report: &mut Report,
    ) -> io::Result<()> {
        let by_player: HashMap<&str, &RoomLog> =
            logs.values().flat_map(|log| log.people().map(move |person| (person, log))).collect();
        let mut findings = Findings::default();
        let mut tokens = Vec::new();
        let tables = lock(&self.played);
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
            let fate = log.map_or(Ok(Fate::NeverBegan), |log| check::goes_on(log, repaired_at));
            let fate = fate.unwrap_or(Fate::Stuck);
            if fate == Fate::Stuck {
                findings.add(Wrong::Stuck, *number, format_args!("the game of {} is stuck", host.code));
            }
            report.games.entry(Plan::of(*number, self.seed).game).or_default().add(fate);
        }
        for _ in 0..check::secrets_in(logged, logs.values(), &tokens) {
            findings.add(Wrong::Leaked, usize::MAX, "a node has logged a secret");
        }
        report.entries = logs.values().map(|log| log.entries.len() as u64).sum();
        report.skipped = logs.values().map(|log| log.skipped).sum();
        report.found(findings);
        Ok(())
    }
}

/// Whether a game has not gone on since everything was repaired.
async fn some_are_stuck(site: &Site, repaired_at: u64) -> io::Result<bool> {
    let logs = stream::read(&site.nats_urls()).await.map_err(io::Error::other)?;
    Ok(logs.values().any(|log| check::goes_on(log, repaired_at).is_ok_and(|fate| fate == Fate::Stuck)))
}

/// Whether every NATS server has the same messages, if not now then soon.
async fn stores_equal(site: &Site) -> bool {
    for _ in 0..50 {
        if site.stores().await.is_some_and(|stores| stores.iter().all(|store| *store == stores[0])) {
            return true;
        }
        sleep(Duration::from_millis(200)).await;
    }
    false
}

/// Writes the log as it was read, to find out what went wrong.
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

/// Prints a step of the campaign with its time.
fn log_step(began: Instant, what: &str) {
    clear_line();
    eprintln!("{:6.1} s  {what}", began.elapsed().as_secs_f64());
}

/// Prints the progress: a line that changes on a terminal, elsewhere a line every few seconds.
fn progress(began: Instant, printed: &mut Instant, tables: &Tables, now: &str) {
    let (opened, finished) = (tables.opened.load(Ordering::Relaxed), tables.finished());
    let line = format!(
        "{:6.1} s  {opened} tables opened, {finished} finished; now: {now}",
        began.elapsed().as_secs_f64()
    );
    if io::stderr().is_terminal() {
        clear_line();
        eprint!("{line}");
    } else if printed.elapsed() > PROGRESS_EVERY {
        *printed = Instant::now();
        eprintln!("{line}");
    }
}

fn clear_line() {
    if io::stderr().is_terminal() {
        eprint!("\r\x1b[K");
    }
}
