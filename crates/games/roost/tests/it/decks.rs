//! Decks as data (rules, sections 13 and 14).

use crate::scene::{options, start};
use kernel::{CommonError, Drawn, Events, Game, Input, Luck, Seat, Turn, Viewer};
use roost::*;
use serde_json::json;
use std::{collections::BTreeMap, sync::Arc};

const BUILT_IN: &str = include_str!("../../decks/roost/deck.toml");
const HASH: &str = "c06c98b8091eff9b4da06ec86e37e8a89a08adf2782ca390f64b01413d02e1c1";

fn parse(text: &str) -> Result<Deck, Vec<DeckError>> {
    Deck::parse(&[("deck.toml", text)])
}
/// The built-in deck with some text replaced.
fn changed(from: &str, to: &str) -> Result<Deck, Vec<DeckError>> {
    assert!(BUILT_IN.contains(from), "{from}");
    parse(&BUILT_IN.replacen(from, to, 1))
}
/// The built-in deck with only its first cards.
pub(crate) fn first_cards(count: usize) -> DeckChoice {
    let cards = BUILT_IN.find("\ncard = [\n").unwrap() + "\ncard = [\n".len();
    let mut kept = 0;
    let end = BUILT_IN[cards..]
        .match_indices('\n')
        .find(|_| {
            kept += 1;
            kept == count
        })
        .unwrap()
        .0
        + cards
        + 1;
    let rest = BUILT_IN[cards..].find("\n]\n").unwrap() + cards + 1;
    let text = format!("{}{}", &BUILT_IN[..end], &BUILT_IN[rest..]);
    DeckChoice::of(Arc::new(parse(&text).unwrap_or_else(|errors| panic!("{errors:?}"))))
}
fn kinds(errors: &[DeckError]) -> Vec<String> {
    errors.iter().map(|error| error.kind.to_string()).collect()
}
/// How many birds there are of each sort.
fn sorts<K: Ord>(deck: &Deck, sort: impl Fn(&Bird) -> K) -> BTreeMap<K, usize> {
    let mut sorts = BTreeMap::new();
    deck.cards.iter().for_each(|bird| *sorts.entry(sort(bird)).or_default() += 1);
    sorts
}

#[test]
fn b_100_the_built_in_deck() {
    let deck = Deck::built_in();
    assert_eq!(deck.cards.len(), 80);
    assert_eq!(deck.warnings, []);
    assert_eq!(deck.hash, HASH);
    assert_eq!(parse(&BUILT_IN.replace('\n', "\r\n")).unwrap().hash, HASH);
    let copies = |set| -> u32 {
        deck.bonus.iter().filter(|bonus| bonus.set == set).map(|bonus| u32::from(bonus.copies)).sum()
    };
    assert_eq!((copies(BonusSet::Core), copies(BonusSet::Wide), deck.goals.len()), (25, 18, 18));

    let nests = sorts(&deck, |bird| bird.nest);
    assert_eq!(nests.into_values().collect::<Vec<_>>(), [18, 18, 19, 18, 6, 1]);
    let habitats = sorts(&deck, |bird| bird.habitats.iter().collect::<Vec<_>>());
    assert_eq!(habitats.into_values().collect::<Vec<_>>(), [19, 7, 10, 3, 16, 5, 20]);
    let limits = sorts(&deck, |bird| bird.egg_limit);
    assert_eq!(limits.into_values().collect::<Vec<_>>(), [1, 6, 33, 26, 7, 4, 3]);
    let units = sorts(&deck, |bird| bird.cost.units());
    assert_eq!(units.into_values().collect::<Vec<_>>(), [2, 20, 36, 22]);
    let points = sorts(&deck, |bird| bird.points);
    assert_eq!(points.into_values().collect::<Vec<_>>(), [2, 5, 11, 18, 13, 11, 9, 6, 3, 2]);
    let eats = |food| deck.cards.iter().filter(|bird| bird.cost.eats().contains(food)).count();
    assert_eq!(Food::ALL.map(eats), [45, 21, 15, 9, 14]);
    assert_eq!(deck.cards.iter().filter(|bird| bird.cost.wild() > 0).count(), 15);
    let below = |cm| deck.cards.iter().filter(|bird| bird.species.wingspan_cm < cm).count();
    assert_eq!([60, 70, 90, 110].map(below), [40, 42, 48, 57]);
    let families = sorts(&deck, Bird::family);
    let expected = [
        ("all_draw", 2),
        ("all_food", 3),
        ("all_lay", 2),
        ("bonus", 5),
        ("cache", 3),
        ("draw", 4),
        ("draw_play", 1),
        ("egg_food", 1),
        ("feeder", 5),
        ("feeder_cache", 3),
        ("fewest", 1),
        ("gain_play", 2),
        ("hunt_deck", 5),
        ("hunt_dice", 6),
        ("lay", 4),
        ("lay_each", 3),
        ("move", 2),
        ("none", 4),
        ("pay_tuck", 2),
        ("play_again", 4),
        ("react_gain", 1),
        ("react_hunt", 1),
        ("react_lay", 2),
        ("react_play", 2),
        ("repeat", 1),
        ("supply_food", 4),
        ("tuck_reward", 7),
    ];
    assert_eq!(families.into_iter().collect::<Vec<_>>(), expected);
    assert!(deck.cards.iter().all(|bird| bird.residual().abs() <= 10), "within one point of the price");
}

#[test]
fn b_101_errors_name_file_line_card_and_field() {
    let cards = BUILT_IN.lines().position(|line| line == "card = [").unwrap();
    let from = r#"{ id = "goldcrest", habitats = ["forest"], cost = { invertebrate = 1 }, points = 1"#;
    let to = from.replace("points = 1", "points = 12");
    let errors =
        Deck::parse(&[("cards.toml", &BUILT_IN.replace(from, &to).replace("below_cm = 60", "below_cm = 5"))])
            .unwrap_err();
    let line = BUILT_IN.lines().position(|line| line.contains(from)).unwrap() + 1;
    assert!(line > cards);
    let sent = format!("cards.toml:{line}: card \"goldcrest\": points: 12 is outside 0..=9 (out_of_range)");
    assert_eq!(errors[0].to_string(), sent);
    assert_eq!(errors.len(), 2);
    assert_eq!(
        (errors[1].item.as_str(), errors[1].field.as_str()),
        ("card \"tawny-owl\"", "power.do[0].below_cm")
    );
}

#[test]
fn b_102_what_a_deck_must_not_say() {
    let steal = changed(r#"op = "hunt_deck", below_cm = 60"#, r#"op = "steal""#).unwrap_err();
    assert_eq!(kinds(&steal), ["unknown_op"]);
    let cost = changed(
        r#"do = [{ op = "hunt_deck", below_cm = 60 }]"#,
        r#"do = [{ op = "pay", what = "card", n = 1 }]"#,
    );
    assert_eq!(kinds(&cost.unwrap_err()), ["op_not_allowed"]);
    let repeat = changed(
        r#"on = "activate", do = [{ op = "repeat", power = "any" }]"#,
        r#"on = "play", do = [{ op = "repeat", power = "any" }]"#,
    );
    assert_eq!(kinds(&repeat.unwrap_err()), ["op_not_allowed"]);
    let tiers = changed("tiers = [[6, 3], [8, 6]]", "tiers = [[3, 5], [3, 7]]").unwrap_err();
    assert_eq!(kinds(&tiers), ["bad_payout"]);
    let twice =
        changed(r#"  { id = "eurasian-jay", habitats"#, r#"  { id = "goldcrest", habitats"#).unwrap_err();
    assert_eq!(kinds(&twice), ["duplicate_id"]);
}

#[test]
fn every_kind_of_mistake_has_its_name() {
    for (from, to, kind) in [
        ("deck.schema = 1", "deck.schema = ", "syntax"),
        ("deck.schema = 1", "deck.schema = 2", "bad_schema"),
        ("deck.title = \"Roost\"\n", "", "missing_field"),
        ("deck.title = \"Roost\"", "deck.title = \"Roost\"\ndeck.colour = \"red\"", "unknown_field"),
        ("deck.title = \"Roost\"", "deck.title = 7", "wrong_type"),
        ("deck.max_players = 5", "deck.max_players = 6", "out_of_range"),
        ("deck.id = \"roost\"", "deck.id = \"Roost!\"", "bad_id"),
        (
            "  { id = \"osprey\", habitats",
            "  { id = \"osprey\", species = \"dodo\", habitats",
            "unknown_species",
        ),
        ("cost = { fruit = 3 }", "cost = { fruit = 3, wild = 1 }", "bad_cost"),
        ("cost = { fruit = 3 }", "cost = { either = [\"fruit\", \"seed\"], wild = 1 }", "bad_cost"),
        ("nest = \"none\", egg_limit = 0", "nest = \"none\", egg_limit = 1", "bad_nest"),
        ("op = \"hunt_dice\", food = \"rodent\"", "op = \"hunt_dice\", food = \"rodent\", n = 1", "bad_op"),
        ("count = { of = \"most\", by = \"nest\" }", "count = { of = \"songs\" }", "bad_expression"),
        ("where = { eats = \"rodent\" }", "where = { sings = true }", "bad_expression"),
        ("payout = { per = 2 }", "payout = { }", "bad_payout"),
        ("{ tile = 9, side = \"b\"", "{ tile = 9, side = \"a\"", "bad_tile"),
        ("board.turns = [8, 7, 6, 5]", "board.turns = [8, 7, 6]", "bad_board"),
        ("board.goal_cap = 5", "board.goal_cap = 13", "bad_board"),
    ] {
        let errors = changed(from, to).expect_err(to);
        assert!(kinds(&errors).contains(&kind.to_owned()), "{to}: {errors:?}");
    }
    let large = "#".repeat(513 * 1024);
    assert_eq!(kinds(&parse(&large).unwrap_err()), ["too_large"]);
    let no_core = BUILT_IN.replace("set = \"core\"", "set = \"wide\"");
    assert!(kinds(&parse(&no_core).unwrap_err()).contains(&"bonus_missing".to_owned()));
    assert_eq!(kinds(&parse("").unwrap_err()), ["missing_field"; 6]);
}

#[test]
fn a_deck_may_be_spread_over_files() {
    let (head, rest) = BUILT_IN.split_once("species = [").unwrap();
    let spread = Deck::parse(&[
        ("species.toml", &format!("species = [{rest}")),
        ("deck.toml", head),
        ("i18n/de.toml", "this is not read"),
    ])
    .unwrap();
    assert_eq!(spread.cards, Deck::built_in().cards);
    assert_ne!(spread.hash, HASH);
    let twice = Deck::parse(&[("a.toml", BUILT_IN), ("b.toml", "deck.schema = 1")]).unwrap_err();
    assert_eq!(kinds(&twice), ["duplicate_id"]);
}

/// The built-in deck, but all core bonus cards are of one kind.
fn one_kind(copies: u8) -> Deck {
    let core: Vec<&str> = BUILT_IN.lines().filter(|line| line.contains("set = \"core\"")).collect();
    let mut text = BUILT_IN.to_owned();
    for line in &core[1..] {
        text = text.replace(&format!("{line}\n"), "");
    }
    parse(&text.replacen("copies = 5", &format!("copies = {copies}"), 1)).unwrap()
}

#[test]
fn b_103_a_deck_that_runs_short() {
    let deck = one_kind(10);
    let warned: Vec<WarningKind> = deck.warnings.iter().map(|warning| warning.kind).collect();
    assert_eq!(warned, [WarningKind::BonusMayRunShort]);
    let state = dealt(deck, 3);
    for seat in Seat::all(3) {
        let view = Roost::view(&state, Viewer::Seat(seat));
        assert_eq!((view.bonus[seat].offered, view.bonus[seat].short), (1, Some(Short::NoNewKind)));
        let mut actions = Vec::new();
        Roost::legal(&state, seat, &mut actions);
        assert_eq!(actions.len(), 252, "b_08: with one card offered it must be named");
    }
}

#[test]
fn b_09_without_an_offer_no_bonus_card_is_named() {
    let state = dealt(one_kind(1), 2);
    let view = Roost::view(&state, Viewer::Seat(Seat(1)));
    assert_eq!((view.bonus[Seat(1)].offered, view.bonus[Seat(1)].short), (0, Some(Short::DeckEmpty)));
    let mut actions = Vec::new();
    Roost::legal(&state, Seat(1), &mut actions);
    assert_eq!(actions.len(), 252);
    let Action::Setup(kept) = actions[0].clone() else { panic!("a choice in the set-up") };
    assert_eq!(kept.bonus, None);
    let named = Action::Setup(Setup { bonus: Some(BonusId::new("rodentologist")), ..kept });
    assert_eq!(Roost::check(&state, Seat(1), &named), Err(Error::NotOffered));
}

/// A table of this deck after its deal, everything staying as it lies.
fn dealt(deck: Deck, seats: u8) -> State {
    let options = Options { deck: DeckChoice::of(Arc::new(deck)), ..Options::default() };
    let mut state = Roost::new(&options, &start(seats)).unwrap();
    while let Turn::Chance(luck) = Roost::turn(&state) {
        let drawn = match luck {
            Luck::Shuffle(n) => Drawn::Shuffle((0..n).collect()),
            Luck::Roll { times, .. } => Drawn::Roll(vec![0; usize::from(times)]),
        };
        Roost::apply(&mut state, &Input::Chance(drawn), &mut Events::muted());
    }
    state
}

#[test]
fn b_104_no_wide_set_no_wide_game() {
    let wide: Vec<&str> = BUILT_IN.lines().filter(|line| line.contains("set = \"wide\"")).collect();
    let text = wide.iter().fold(BUILT_IN.to_owned(), |text, line| text.replace(&format!("{line}\n"), ""));
    let deck = DeckChoice::of(Arc::new(parse(&text).unwrap()));
    let options = Options { deck, bonus_deck: BonusSet::Wide, ..Options::default() };
    let refused = Roost::new(&options, &start(3)).unwrap_err();
    assert_eq!(refused, Error::from(CommonError::bad_option("bonus_deck")));
}

#[test]
fn a_deck_is_written_down_by_id_and_hash_and_comes_back_with_its_files() {
    let text = BUILT_IN.replacen("deck.id = \"roost\"", "deck.id = \"garden\"", 1);
    let deck = parse(&text).unwrap();
    let hash = deck.hash.clone();
    let choice = DeckChoice::of(Arc::new(deck));
    let written = serde_json::to_value(&choice).unwrap();
    assert_eq!(written, json!({ "id": "garden", "hash": hash }));
    // The name alone is not the deck.
    let named: DeckChoice = serde_json::from_value(written.clone()).unwrap();
    assert!(named.deck().is_none());
    assert_eq!(serde_json::to_value(&named).unwrap(), written);
    let carried = |hash: &str| {
        serde_json::from_value::<DeckChoice>(
            json!({ "id": "garden", "hash": hash, "files": [["deck.toml", text]] }),
        )
    };
    assert_eq!(carried(&hash).unwrap(), choice);
    assert!(carried(&"0".repeat(64)).unwrap_err().to_string().contains("not the deck they claim to be"));
    // The built-in one is always there, and goes by its id alone.
    let built_in: DeckChoice = serde_json::from_value(json!({ "id": "roost", "hash": HASH })).unwrap();
    assert_eq!(built_in, DeckChoice::default());
    assert_eq!(serde_json::to_value(&built_in).unwrap(), "roost");
    let other = serde_json::from_value::<DeckChoice>(json!({ "id": "roost", "hash": hash })).unwrap();
    assert!(other.deck().is_none(), "another built-in deck than ours");
    let unknown = options(&json!({ "deck": "mountains" }));
    assert_eq!(Roost::new(&unknown, &start(2)).unwrap_err(), Error::from(CommonError::bad_option("deck")));
}

#[test]
fn figures_are_those_of_the_cards() {
    let figures = Deck::built_in().figures();
    assert_eq!((figures.cards, figures.nests["wild"], figures.points[&9]), (80, 6, 2));
    assert_eq!(figures.habitats["forest+grassland+wetland"], 10);
    assert_eq!(figures.triggers["between"], 6);
    let rodents = figures.bonus.iter().find(|bonus| bonus.id == "rodentologist").unwrap();
    assert_eq!(rodents.cards, figures.eaten["rodent"]);
    assert!(figures.residuals.iter().all(|card| card.residual.abs() <= 1.0));
    assert!(figures.root_mean_square < 0.5);
    let sent = figures.to_string();
    assert!(sent.contains("80 cards") && sent.contains("root mean square"), "{sent}");
}
