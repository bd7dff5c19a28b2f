//! The check finds nothing in the record of a real table, and finds every kind of violation that is planted in it.

use faults::{
    check::{self, Findings, RoomLog, Wrong},
    context::{Absences, Phase, TableContext},
    record::{self, Happened, RecordLine, Recorder},
    table::Plan,
};
use serde_json::{Value, value::RawValue};
use server::{
    Backends, Config, Pace,
    log::{RoomLog as _, SqliteLog, What},
};
use std::{
    sync::{Arc, OnceLock},
    time::Instant,
};
use tokio::{net::TcpListener, sync::watch};

/// A game of Euchre: the four seats see different cards.
const EUCHRE: usize = 3;

/// How many entries are played.
const ENTRIES: u64 = 60;

/// The log of a table, and what its clients recorded.
#[derive(Clone)]
struct Evening {
    log: RoomLog,
    record: Vec<RecordLine>,
}

impl Evening {
    /// Plays a table on a new server for a while.
    async fn play() -> Evening {
        let folder = tempfile::tempdir().unwrap();
        let log = Arc::new(SqliteLog::open(folder.path().join("log.db")).unwrap());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let config = Config { rooms_per_minute: 1000, pace: Pace::AtOnce, ..Config::default() };
        tokio::spawn(server::run(listener, Backends::new(log.clone()), config, std::future::pending()));
        let path = folder.path().join("record.jsonl");
        let (phases, phase) = watch::channel(Phase::Calm);
        let context = TableContext {
            addresses: [address].into(),
            record: Arc::new(Recorder::create(&path, Instant::now()).unwrap()),
            phase,
            absences: Arc::<Absences>::default(),
            health: Arc::default(),
        };
        // A plan with at least two people.
        let plan = (0..).map(|seed| Plan::of(EUCHRE, seed)).find(|plan| plan.people() > 1).unwrap();
        let playing = tokio::spawn(plan.play(context.clone()));
        let room = loop {
            if let Some((room, _)) = log.open_rooms().await.unwrap().pop() {
                break room;
            }
        };
        let mut news = log.watch(room).await.unwrap();
        while news.recv().await.unwrap().seq < ENTRIES {}
        phases.send_replace(Phase::Over);
        playing.await.unwrap().unwrap().unwrap();
        context.record.close().unwrap();
        let entries = log.read(room, 0).await.unwrap();
        let written_at = vec![0; entries.len()];
        let log = RoomLog { room, entries, written_at, skipped: 0 };
        Evening { log, record: record::read(&path).unwrap() }
    }

    fn check(&self) -> Findings {
        let mut findings = Findings::default();
        check::table(0, Some(&self.log), &self.record, &mut findings);
        findings
    }

    /// Changes the first received message that `change` can change.
    fn tamper(&mut self, change: impl Fn(usize, &mut Value) -> bool) {
        for line in &mut self.record {
            let Happened::Received(text) = &mut line.what else { continue };
            let mut said: Value = serde_json::from_str(text.get()).unwrap();
            if change(line.who, &mut said) {
                *text = RawValue::from_string(said.to_string()).unwrap();
                return;
            }
        }
        panic!("there is nothing to change");
    }
}

/// The same evening for all tests, because it takes a moment.
fn evening() -> Evening {
    static EVENING: OnceLock<Evening> = OnceLock::new();
    let played = EVENING.get_or_init(|| {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        runtime.block_on(Evening::play())
    });
    played.clone()
}

/// Finds a number in a value.
fn a_number(value: &mut Value) -> Option<&mut Value> {
    match value {
        Value::Number(_) => Some(value),
        Value::Array(list) => list.iter_mut().find_map(a_number),
        Value::Object(fields) => fields.values_mut().find_map(a_number),
        _ => None,
    }
}

fn only(findings: &Findings, wrong: Wrong) -> u64 {
    let kinds =
        [Wrong::Lost, Wrong::Doubled, Wrong::Diverged, Wrong::Leaked, Wrong::Contradicted, Wrong::Stuck];
    for other in kinds.into_iter().filter(|other| *other != wrong) {
        assert_eq!(findings.count(other), 0, "{other:?}: {:?}", findings.descriptions);
    }
    findings.count(wrong)
}

#[test]
fn an_honest_record_has_nothing_to_find() {
    let findings = evening().check();
    assert!(findings.is_clean(), "{:?}", findings.descriptions);
    assert!(findings.acknowledged > 20 && findings.frames > 50, "{findings:?}");
}

#[test]
fn an_acknowledged_input_missing_in_the_log_is_lost() {
    let mut evening = evening();
    // The last input that was answered.
    let answered = |line: &RecordLine| {
        let Happened::Received(text) = &line.what else { return None };
        let said: Value = serde_json::from_str(text.get()).unwrap();
        let seq = said.pointer("/ok/version")?.as_u64()?;
        evening.log.entries[seq as usize - 1].by.as_ref().map(|_| seq as usize - 1)
    };
    let last = evening.record.iter().filter_map(answered).max().unwrap();
    evening.log.entries[last].by = None;
    assert_eq!(only(&evening.check(), Wrong::Lost), 1);
    // Without a log, everything is lost.
    let mut findings = Findings::default();
    check::table(0, None, &evening.record, &mut findings);
    assert!(findings.count(Wrong::Lost) > 20);
}

#[test]
fn an_input_twice_in_the_log_is_doubled() {
    let mut evening = evening();
    let by = evening.log.entries.iter().find_map(|entry| entry.by.clone()).unwrap();
    let free = evening.log.entries.iter_mut().rev().find(|entry| entry.by.is_none()).unwrap();
    free.by = Some(by);
    assert_eq!(only(&evening.check(), Wrong::Doubled), 1);
}

#[test]
fn an_update_that_differs_from_the_log_has_diverged() {
    let mut honest = evening();
    honest.tamper(|_, said| {
        let number = said.pointer_mut("/update/table/view").and_then(a_number);
        number.map(|number| *number = 4_711.into()).is_some()
    });
    assert_eq!(only(&honest.check(), Wrong::Diverged), 1);
    // Another position than the one in the log.
    let mut early = evening();
    early.tamper(|_, said| match said.pointer_mut("/ok/version") {
        Some(version) => {
            *version = (version.as_u64().unwrap() - 1).into();
            true
        }
        None => false,
    });
    assert_eq!(only(&early.check(), Wrong::Diverged), 1);
    // A later version than the last.
    let mut late = evening();
    let seq = |line: &RecordLine| match &line.what {
        Happened::Received(text) => {
            serde_json::from_str::<Value>(text.get()).unwrap().pointer("/update/seq").and_then(Value::as_u64)
        }
        _ => None,
    };
    let last = late.record.iter().filter_map(seq).max().unwrap();
    late.log.entries.truncate(last as usize - 1);
    assert!(late.check().count(Wrong::Diverged) >= 1);
    // Back in time.
    let mut back = evening();
    let shown = |line: &RecordLine| matches!(&line.what, Happened::Received(text) if text.get().contains("\"update\""));
    let first = back.record.iter().find(|line| line.who == 0 && shown(line)).unwrap().clone();
    back.record.push(first);
    assert_eq!(only(&back.check(), Wrong::Diverged), 1);
    // What the rules forbid.
    let mut forbidden = evening();
    let acts = |entry: &server::log::Entry| matches!(entry.what, What::Played(_));
    let act = forbidden.log.entries.iter().position(acts).unwrap();
    let again = forbidden.log.entries[act].clone();
    forbidden.log.entries.insert(act + 1, server::log::Entry { by: None, ..again });
    assert!(forbidden.check().count(Wrong::Diverged) >= 1);
}

#[test]
fn a_secret_sent_to_the_wrong_client_has_leaked() {
    // The hand of one seat in the view of another.
    let mut swapped = evening();
    let hand = |line: &RecordLine, who: usize| {
        let Happened::Received(text) = &line.what else { return None };
        let said: Value = serde_json::from_str(text.get()).unwrap();
        let view = said.pointer("/update/table/view").cloned()?;
        (line.who == who).then(|| (said["update"]["seq"].as_u64().unwrap(), view))
    };
    let theirs: Vec<_> = swapped.record.iter().filter_map(|line| hand(line, 1)).collect();
    swapped.tamper(|who, said| {
        let seq = said["update"]["seq"].as_u64();
        let other = theirs.iter().find(|(at, _)| who == 0 && Some(*at) == seq);
        match (other, said.pointer_mut("/update/table/view")) {
            (Some((_, other)), Some(view)) if other != view => {
                let (Some(mine), Some(other)) = (view.as_object_mut(), other.as_object()) else {
                    return false;
                };
                // One field more than the seat may see.
                mine.insert("theirs".into(), other.clone().into());
                true
            }
            _ => false,
        }
    });
    assert_eq!(only(&swapped.check(), Wrong::Leaked), 1);
    // Another player's token, in a phrase.
    let mut token = evening();
    let seated = token.record.iter().find_map(|line| match &line.what {
        Happened::Seated(seated) => Some(seated.clone()),
        _ => None,
    });
    let text = serde_json::json!({ "said": { "seat": 0, "phrase": seated.unwrap().token } }).to_string();
    let what = Happened::Received(RawValue::from_string(text).unwrap());
    token.record.push(RecordLine { at: 0, who: 1, what });
    assert_eq!(only(&token.check(), Wrong::Leaked), 1);
    // The secret of the deal, in the log of a node.
    let evening = evening();
    let key = evening.log.entries.iter().find_map(|entry| match &entry.what {
        What::Started { deal: Some(deal), .. } => Some(deal.secret.to_string()),
        _ => None,
    });
    let logged = format!("INFO a game begins key={}", key.unwrap());
    assert_eq!(check::secrets_in(&logged, [&evening.log].into_iter(), &[]), 1);
    assert_eq!(check::secrets_in("INFO a game begins", [&evening.log].into_iter(), &[]), 0);
}

#[test]
fn a_refused_input_in_the_log_is_a_contradiction() {
    let mut evening = evening();
    evening.tamper(|_, said| {
        let Some(id) = said.pointer("/ok/id").cloned() else { return false };
        *said = serde_json::json!({ "err": { "id": id, "code": "stale", "detail": {} } });
        true
    });
    assert_eq!(only(&evening.check(), Wrong::Contradicted), 1);
}
