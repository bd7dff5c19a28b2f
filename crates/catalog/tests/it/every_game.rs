//! Every catalogued game through the eyes of somebody who knows only JSON.

use crate::erased::{everything, raw};
use catalog::{ALL, AnyTable, Entry, HouseRules, Json};
use kernel::{DealKey, Input, Seat, SeatSet, Turn, Viewer, WindowId};

/// Plays to the end with actions from all over the list; `each` looks at the table before every step.
fn play_out(entry: &Entry, rules: &HouseRules, seed: u64, mut each: impl FnMut(&mut dyn AnyTable, u32)) {
    let mut table = entry.open(rules, &entry.start(None)).unwrap();
    let key = DealKey::from_seed(seed);
    let (mut chances, mut steps) = (0, 0);
    loop {
        each(&mut *table, steps);
        let input = match table.turn() {
            Turn::Over(outcome) => {
                assert_eq!(outcome.places.seats(), table.seats());
                assert!(outcome.places.values().contains(&1) || outcome.reason == "abandoned");
                return;
            }
            Turn::Chance(luck) => {
                chances += 1;
                Input::Chance(key.answer(chances - 1, luck))
            }
            Turn::Seats { must, window, .. } => match must.iter().next() {
                None => Input::Expire(window.id),
                Some(seat) => {
                    let mut actions = table.legal(seat).actions;
                    let pick = (seed.wrapping_add(u64::from(steps)) * 7919) as usize % actions.len();
                    Input::Act(seat, actions.swap_remove(pick))
                }
            },
        };
        for told in table.play(&input).unwrap_or_else(|fault| panic!("{}: {fault:?}", entry.name)) {
            assert!((told.to.seats - SeatSet::first(table.seats())).is_empty());
        }
        steps += 1;
        assert!(steps < 100_000, "{} does not end", entry.name);
    }
}

#[test]
fn every_game_can_be_played_to_its_end_with_every_preset() {
    for entry in ALL {
        for preset in entry.presets() {
            play_out(entry, &HouseRules::preset(preset.name), 11, |_, _| {});
        }
    }
}

#[test]
fn every_error_leaves_the_table_as_it_was() {
    for entry in ALL {
        play_out(entry, &HouseRules::default(), 5, |table, step| {
            // All views of all seats are many bytes: not at every step of a long game.
            if step > 40 && step % 50 != 0 {
                return;
            }
            let before = everything(table);
            for input in refusable(table) {
                let fault = table.play(&input).expect_err("none of these can be accepted");
                assert!(!fault.code.is_empty() && fault.code != "internal", "{fault:?}");
            }
            assert_eq!(everything(table), before);
        });
    }
}

/// Inputs that no game accepts in any state.
fn refusable(table: &dyn AnyTable) -> Vec<Input<Json>> {
    let mut inputs = vec![
        Input::Act(Seat(0), raw("null")),
        Input::Act(Seat(0), raw(r#"{"no such action":{}}"#)),
        Input::Act(Seat(200), raw(r#""pass""#)),
        Input::Expire(WindowId(u32::MAX)),
        Input::Chance(kernel::Drawn::Roll(vec![u32::MAX])),
        Input::Chance(kernel::Drawn::Shuffle(vec![0, 0])),
    ];
    // Somebody else's move is nobody's business.
    if let Turn::Seats { must, .. } = table.turn()
        && must.len() == 1
        && let Some(seat) = must.iter().next()
    {
        let stranger = seat.next(table.seats());
        inputs.extend(table.legal(seat).actions.into_iter().map(|action| Input::Act(stranger, action)));
    }
    inputs
}

#[test]
fn a_seat_that_does_not_exist_sees_what_a_spectator_sees() {
    for entry in ALL {
        let table = entry.open(&HouseRules::default(), &entry.start(None)).unwrap();
        let spectator = table.view(Viewer::Spectator);
        assert_eq!(table.view(Viewer::Seat(Seat(200))).get(), spectator.get());
        assert!(table.legal(Seat(200)).actions.is_empty());
    }
}

#[test]
fn fields_and_presets_describe_the_options() {
    for entry in ALL {
        let defaults = entry.defaults();
        let fields: Vec<_> = entry.fields().iter().map(|field| field.name).collect();
        for option in defaults.keys() {
            assert!(fields.contains(&option.as_str()), "{}: no field describes {option}", entry.name);
        }
        for field in entry.fields() {
            let default = serde_json::to_value(field.default).unwrap();
            let option = defaults.get(field.name).cloned().unwrap_or_default();
            assert_eq!(option, default, "{}: default of {}", entry.name, field.name);
        }
        assert!(entry.presets().len() > 1, "{}", entry.name);
        assert!(entry.presets()[0].settings.is_empty(), "{}: the first preset is the default", entry.name);
    }
}

#[test]
fn random_games_and_playouts_of_every_game() {
    for entry in ALL {
        let start = entry.start(None);
        let simulate = entry.simulator(&HouseRules::default(), &start, None).unwrap();
        let played = simulate(3).unwrap();
        assert!(played.actions > 0 && played.inputs > played.actions, "{}: {played:?}", entry.name);
        assert_eq!(played, simulate(3).unwrap());

        let mut playouts = entry.playouts(&HouseRules::default(), &start, 3).unwrap();
        assert!(playouts.run(100) >= 100, "{}", entry.name);
    }
}

#[test]
fn every_preset_can_be_shortened() {
    for entry in ALL {
        for preset in entry.presets() {
            let rules = entry.shortened(HouseRules::preset(preset.name));
            let agreed = entry.agree(&rules).unwrap_or_else(|fault| panic!("{}: {fault}", entry.name));
            let seconds = entry.fields().iter().filter(|field| field.name.ends_with("_seconds"));
            for field in seconds {
                assert!(agreed.options[field.name].as_u64() <= Some(30), "{}: {}", entry.name, field.name);
            }
        }
    }
}
