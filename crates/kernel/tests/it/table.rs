//! Check and commit, with the smallest game there is: each seat says a number once.

use kernel::*;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

#[derive(Debug)]
enum Roundup {}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Options {
    removable: bool,
}
#[derive(Clone, Debug, PartialEq)]
struct State {
    seats: u8,
    secret: Option<u32>,
    said: SeatMap<Option<u8>>,
    removed: SeatSet,
}
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, thiserror::Error)]
enum Error {
    #[error("wrong number of seats")]
    Seats,
    #[error("said already")]
    Twice,
}

impl Game for Roundup {
    const NAME: &'static str = "roundup";
    const RULES: u32 = 3;
    const SEATS: RangeInclusive<u8> = 2..=4;
    type Options = Options;
    type State = State;
    type View = SeatMap<Option<u8>>;
    type Action = u8;
    type Event = u8;
    type Error = Error;

    const FIELDS: &'static [Field] = &[];
    const PRESETS: &'static [Preset] = &[];
    fn removable(options: &Options) -> bool {
        options.removable
    }
    fn new(_: &Options, start: &Start) -> Result<State, Error> {
        if !Self::SEATS.contains(&start.seats) {
            return Err(Error::Seats);
        }
        Ok(State {
            seats: start.seats,
            secret: None,
            said: SeatMap::from_fn(start.seats, |_| None),
            removed: SeatSet::EMPTY,
        })
    }
    fn turn(state: &State) -> Turn {
        let must: SeatSet = Seat::all(state.seats).filter(|s| state.said[*s].is_none()).collect();
        let must = must - state.removed;
        if state.secret.is_none() {
            Turn::Chance(Luck::Roll { below: 6, times: 1 })
        } else if must.is_empty() {
            Turn::Over(Outcome {
                places: SeatMap::from_fn(state.seats, |_| 1),
                points: SeatMap::from_fn(state.seats, |_| 0),
                reason: "all said".into(),
                next_first: None,
            })
        } else {
            Turn::Seats {
                must,
                may: SeatSet::EMPTY,
                window: Window { id: WindowId(7), lasts: None, idles: true },
            }
        }
    }
    fn legal(state: &State, seat: Seat, out: &mut Vec<u8>) -> Listed {
        if state.said[seat].is_none() {
            out.push(1);
        }
        Listed::Truncated
    }
    fn check(state: &State, seat: Seat, _: &u8) -> Result<(), Error> {
        if state.said[seat].is_some() { Err(Error::Twice) } else { Ok(()) }
    }
    fn apply(state: &mut State, input: &Input<u8>, events: &mut Events<u8>) {
        match input {
            Input::Act(seat, number) => {
                state.said[*seat] = Some(*number);
                events.all(|| *number);
            }
            Input::Chance(drawn) => state.secret = Some(drawn.rolled()[0]),
            Input::Expire(_) => state.said = SeatMap::from_fn(state.seats, |_| Some(0)),
            Input::Status(seat, SeatStatus::Removed) => state.removed.insert(*seat),
            Input::Status(..) => {}
        }
    }
    fn view(state: &State, _: Viewer) -> SeatMap<Option<u8>> {
        state.said.clone()
    }
}

const START: Start = Start { seats: 3, host: Seat(0), first: None, rules: 3 };

fn table(removable: bool) -> Table<Roundup> {
    let mut table = Table::new(&Options { removable }, &START).unwrap();
    table.commit(&Input::Chance(Drawn::Roll(vec![4])));
    table
}

#[test]
fn a_table_opens_only_for_what_it_knows() {
    let open = |start: Start| Table::<Roundup>::new(&Options::default(), &start).unwrap_err();
    let unknown = |asked| Refusal::UnknownRules { asked, newest: 3 };
    assert_eq!(open(Start { rules: 4, ..START }), unknown(4));
    assert_eq!(open(Start { rules: 0, ..START }), unknown(0));
    assert_eq!(open(Start { seats: 5, ..START }), Refusal::Rule(Error::Seats));
    assert_eq!(open(Start { host: Seat(3), ..START }), Refusal::NoSuchSeat { seat: Seat(3), seats: 3 });
    assert_eq!(
        open(Start { first: Some(Seat(9)), ..START }),
        Refusal::NoSuchSeat { seat: Seat(9), seats: 3 }
    );
}

#[test]
fn luck_is_answered_when_it_is_due_and_only_then() {
    let mut table = Table::<Roundup>::new(&Options::default(), &START).unwrap();
    let due = Luck::Roll { below: 6, times: 1 };
    for wrong in [Drawn::Roll(vec![6]), Drawn::Roll(vec![]), Drawn::Shuffle(vec![0])] {
        assert_eq!(table.check(&Input::Chance(wrong)), Err(Refusal::WrongDraw { due }));
    }
    assert_eq!(table.check(&Input::Act(Seat(0), 1)), Err(Refusal::ChanceDue));
    assert_eq!(table.check(&Input::Status(Seat(0), SeatStatus::Bot)), Err(Refusal::ChanceDue));
    let mut listed = vec![];
    assert_eq!(table.legal(Seat(0), &mut listed), Listed::All);
    assert!(listed.is_empty());
    table.commit(&Input::Chance(Drawn::Roll(vec![5])));
    assert_eq!(table.check(&Input::Chance(Drawn::Roll(vec![5]))), Err(Refusal::NoChanceDue));
}

#[test]
fn actions_go_to_the_rules_whoever_sends_them() {
    let mut table = table(false);
    assert_eq!(table.check(&Input::Act(Seat(3), 1)), Err(Refusal::NoSuchSeat { seat: Seat(3), seats: 3 }));
    assert_eq!(
        table.check(&Input::Act(Seat(255), 1)),
        Err(Refusal::NoSuchSeat { seat: Seat(255), seats: 3 })
    );
    let sent = table.commit(&Input::Act(Seat(1), 9));
    assert_eq!(sent, [Addressed { to: Audience::ALL, event: 9 }]);
    assert_eq!(table.check(&Input::Act(Seat(1), 9)), Err(Refusal::Rule(Error::Twice)));
    let mut listed = vec![];
    assert_eq!(table.legal(Seat(0), &mut listed), Listed::Truncated);
    assert_eq!(listed, [1]);
}

#[test]
fn only_the_present_window_expires() {
    let mut table = table(false);
    assert_eq!(table.check(&Input::Expire(WindowId(6))), Err(Refusal::WindowClosed { window: WindowId(6) }));
    assert_eq!(table.check(&Input::Expire(WindowId(7))), Ok(()));
    table.commit(&Input::Expire(WindowId(7)));
    assert!(matches!(table.turn(), Turn::Over(_)));
    assert_eq!(table.check(&Input::Expire(WindowId(7))), Err(Refusal::WindowClosed { window: WindowId(7) }));
    assert_eq!(table.check(&Input::Status(Seat(0), SeatStatus::Bot)), Err(Refusal::Over));
    assert_eq!(table.check(&Input::Act(Seat(0), 1)), Err(Refusal::Rule(Error::Twice)));
}

#[test]
fn a_seat_changes_hands_and_goes_for_good() {
    let mut table = table(true);
    let set = |seat, status| Input::Status(Seat(seat), status);
    assert_eq!(table.check(&set(1, SeatStatus::Human)), Err(Refusal::SameStatus { seat: Seat(1) }));
    table.commit(&set(1, SeatStatus::Offline));
    assert_eq!(table.status(Seat(1)), Some(SeatStatus::Offline));
    assert_eq!(table.check(&set(1, SeatStatus::Removed)), Ok(()));
    table.commit(&set(1, SeatStatus::Removed));
    assert_eq!(table.check(&set(1, SeatStatus::Human)), Err(Refusal::SeatGone { seat: Seat(1) }));
    assert_eq!(table.check(&set(8, SeatStatus::Human)), Err(Refusal::NoSuchSeat { seat: Seat(8), seats: 3 }));
    let Turn::Seats { must, .. } = table.turn() else { panic!("two are left") };
    assert_eq!(must.len(), 2);

    let fixed = self::table(false);
    assert_eq!(fixed.check(&set(1, SeatStatus::Removed)), Err(Refusal::NotRemovable));
}

#[test]
fn staging_changes_nothing_until_it_is_settled() {
    let mut table = Table::<Roundup>::new(&Options::default(), &START).unwrap();
    let roll = Input::Chance(Drawn::Roll(vec![4]));
    let staged = table.stage(&roll, |_| unreachable!("nothing else is due")).unwrap();
    assert!(matches!(table.turn(), Turn::Chance(_)));
    assert!(matches!(staged.turn(), Turn::Seats { .. }));
    assert_eq!(table.settle(staged), []);
    let before = table.view(Viewer::Spectator);
    let staged = table.stage(&Input::Act(Seat(1), 9), |_| unreachable!("nothing is due")).unwrap();
    assert_eq!((table.view(Viewer::Spectator), staged.chances()), (before, &[][..]));
    assert_eq!(table.settle(staged), [Addressed { to: Audience::ALL, event: 9 }]);
    assert_eq!(table.view(Viewer::Spectator).values(), [None, Some(9), None]);
}

#[test]
fn a_stranger_sees_what_a_spectator_sees_and_debug_shows_nothing() {
    let table = table(false);
    assert_eq!(table.view(Viewer::Seat(Seat(99))), table.view(Viewer::Spectator));
    assert_eq!(format!("{table:?}"), r#"Table { game: "roundup", .. }"#);
}

#[test]
fn refusals_on_the_wire() {
    let refusal: Refusal<Error> = Refusal::WrongDraw { due: Luck::Shuffle(24) };
    assert_eq!(serde_json::to_string(&refusal).unwrap(), r#"{"wrong_draw":{"due":{"shuffle":24}}}"#);
    let refusal: Refusal<Error> = Refusal::ChanceDue;
    assert_eq!(serde_json::to_string(&refusal).unwrap(), r#""chance_due""#);
}

#[test]
fn inputs_on_the_wire() {
    let inputs: Vec<Input<u8>> = vec![
        Input::Act(Seat(1), 9),
        Input::Chance(Drawn::Roll(vec![2])),
        Input::Expire(WindowId(4)),
        Input::Status(Seat(0), SeatStatus::Offline),
    ];
    let json = serde_json::to_string(&inputs).unwrap();
    assert_eq!(json, r#"[{"act":[1,9]},{"chance":{"roll":[2]}},{"expire":4},{"status":[0,"offline"]}]"#);
    assert_eq!(serde_json::from_str::<Vec<Input<u8>>>(&json).unwrap(), inputs);
}
