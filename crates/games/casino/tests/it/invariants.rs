//! What holds at every step of every game, whatever the house plays.

use crate::scene::start;
use casino::{BuildsPerSeat, Casino, KeyCard, Majorities, MatchKind, Options, Phase, Scoring, State, value};
use kernel::{CardSet, Events, Game, Input, Inspect, Kind, Setting, Turn, Viewer, below};
use rand_core::SeedableRng;
use serde_json::{Map, Value, json};
use testkit::TestRng;

/// Any house rules that fit the number of seats.
fn random_options(seats: u8, rng: &mut TestRng) -> Options {
    let mut options = Map::new();
    for field in Casino::FIELDS {
        let chosen: Value = match field.kind {
            Kind::Switch => json!(if below(2, rng) == 0 { "on" } else { "off" }),
            Kind::Choice(words) => json!(words[below(words.len() as u32, rng) as usize]),
            Kind::Number { or: Some(Setting::Number(other)), .. } if below(3, rng) == 0 => json!(other),
            Kind::Number { from, to, step, .. } => json!(from + step * below((to - from) / step + 1, rng)),
            Kind::Shares { .. } => unreachable!("casino has no shares"),
        };
        options.insert(field.name.into(), chosen);
    }
    options.insert("match".into(), json!("single"));
    if seats != 4 {
        options.insert("teams".into(), json!("off"));
    }
    serde_json::from_value(Value::Object(options)).unwrap()
}

#[test]
fn c_78_the_invariants_hold() {
    let mut turns = 0;
    for seed in 0..5_000 {
        let mut rng = TestRng::seed_from_u64(seed);
        let seats = 2 + below(3, &mut rng) as u8;
        let options = random_options(seats, &mut rng);
        turns += play(&options, seats, &mut rng);
    }
    assert!(turns > 5_000 * 39);
}

fn play(options: &Options, seats: u8, rng: &mut TestRng) -> u32 {
    let mut state = Casino::new(options, &start(seats)).unwrap();
    let mut events = Events::muted();
    let (mut legal, mut turns) = (vec![], 0);
    loop {
        let input = match Casino::turn(&state) {
            Turn::Over(_) => break,
            Turn::Chance(luck) => Input::Chance(kernel::Drawn::draw(luck, rng)),
            Turn::Seats { must, may, window } => {
                let Some(seat) = must.iter().next() else {
                    legal.clear();
                    Casino::legal(&state, may.iter().next().unwrap(), &mut legal);
                    let calls = !legal.is_empty() && below(2, rng) == 0;
                    let input = if calls {
                        Input::Act(may.iter().next().unwrap(), legal[0])
                    } else {
                        Input::Expire(window.id)
                    };
                    Casino::apply(&mut state, &input, &mut events);
                    continue;
                };
                legal.clear();
                Casino::legal(&state, seat, &mut legal);
                assert!(!legal.is_empty(), "the seat to move has a move");
                turns += 1;
                Input::Act(seat, legal[below(legal.len() as u32, rng) as usize])
            }
        };
        Casino::apply(&mut state, &input, &mut events);
        holds(options, seats, &state);
    }
    let dealt = match (options.deck, seats) {
        (52, _) => 48,
        (_, 3) => 39,
        _ => 40,
    };
    assert_eq!(turns, dealt, "one turn for each card that was dealt");
    total(options, seats, &state);
    turns
}

/// Invariants 1 to 4.
fn holds(options: &Options, seats: u8, state: &State) {
    let open = Casino::view(state, Viewer::Spectator).open;
    if open.phase == Phase::Cut || open.phase == Phase::Deal {
        return;
    }
    let mut cards: Vec<String> = Casino::cards(state).into_iter().map(|(_, card)| card).collect();
    assert_eq!(cards.len(), usize::from(options.deck));
    cards.sort_unstable();
    cards.dedup();
    assert_eq!(cards.len(), usize::from(options.deck), "no card is there twice");

    for build in &open.builds {
        let total: u32 = build.cards.iter().map(|&card| u32::from(value(card))).sum();
        assert!((2..=options.build_limit).contains(&build.value), "{build:?}");
        assert!(splits(build.set(), build.value), "{build:?}");
        assert_eq!(build.compound, total > build.value.into(), "{build:?}");
        assert_eq!(open.builds.iter().filter(|other| other.value == build.value).count(), 1);
        let owner = build.owner.unwrap();
        let owned = open.owned_by(owner).count();
        if options.key_card != KeyCard::Stack && options.builds_per_seat == BuildsPerSeat::One {
            let most = if options.shiya.is_on() && options.teams.is_on() { 2 } else { 1 };
            assert!(owned <= most, "{open:?}");
        }
        if options.key_card == KeyCard::Required && open.phase == Phase::Turn {
            let hand = Casino::view(state, Viewer::Seat(owner)).hand.unwrap();
            assert!(hand.iter().any(|card| value(card) == build.value), "{owner} has no key card: {open:?}");
        }
    }
    assert_eq!((open.bonus.len(), open.totals.len()), (seats.into(), seats.into()));
}

/// Invariant 9.
fn total(options: &Options, seats: u8, state: &State) {
    let open = Casino::view(state, Viewer::Spectator).open;
    let tally = open.tally.unwrap();
    let plain = options.set_multiplier == 1 && options.sweep_points == 0;
    if open.last_capturer.is_none() || !plain {
        return;
    }
    let sum: u16 = tally.scores.iter().map(|score| score.points).sum();
    assert_eq!(options.match_kind, MatchKind::Single);
    match (options.scoring, options.majorities) {
        (Scoring::Pips, _) => assert_eq!(sum, if options.deck == 52 { 340 } else { 220 }),
        (Scoring::Casino, Majorities::Auto) if seats == 2 || options.teams.is_on() => assert_eq!(sum, 11),
        (Scoring::Casino, Majorities::Auto | Majorities::Off) => assert_eq!(sum, 7),
        _ => {}
    }
}

/// Whether cards can be divided into groups of a value, by trying: nothing is shared with the rules.
fn splits(cards: CardSet, each: u8) -> bool {
    /// Completes the group that misses `missing` with cards from place `from` on; cards fall in value.
    fn fill(left: &[u8], from: usize, missing: u8, each: u8) -> bool {
        if missing == 0 {
            // The largest card that is left must be in some group, so the next group begins with it.
            return left.is_empty() || (left[0] <= each && fill(&left[1..], 0, each - left[0], each));
        }
        (from..left.len()).any(|place| {
            let first_of_its_value = place == from || left[place] != left[place - 1];
            first_of_its_value && left[place] <= missing && {
                let mut rest = left.to_vec();
                let value = rest.remove(place);
                fill(&rest, place, missing - value, each)
            }
        })
    }
    let mut values: Vec<u8> = cards.iter().map(value).collect();
    values.sort_unstable_by_key(|&value| core::cmp::Reverse(value));
    fill(&values, 0, 0, each)
}
