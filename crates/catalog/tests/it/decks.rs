//! Decks that anybody can write: found by id, pinned by hash, and missed in words.

use catalog::{Deck, HouseRules};
use kernel::{Level, Viewer};
use serde_json::{Value, json};

const BUILT_IN: &str = include_str!("../../../games/roost/decks/roost/deck.toml");

fn roost() -> &'static catalog::Entry {
    catalog::find("roost").unwrap()
}
/// The built-in deck under another id. Tests share what the program keeps, so each has its own.
fn named(id: &str) -> Result<Deck, Vec<String>> {
    let text = BUILT_IN.replacen("deck.id = \"roost\"", &format!("deck.id = \"{id}\""), 1);
    roost().read_deck(&[("deck.toml", &text)])
}
fn code(rules: &HouseRules) -> String {
    roost().agree(rules).unwrap_err().code
}

#[test]
fn the_deck_that_comes_with_the_game_is_there() {
    let decks = roost().decks();
    assert_eq!((decks[0].mark.id.as_str(), decks[0].mark.warnings.len()), ("roost", 0));
    let agreed = roost().agree(&HouseRules::default()).unwrap();
    assert_eq!(agreed.deck.as_ref(), Some(&decks[0].mark));
    assert_eq!(agreed.options, roost().defaults());
    let found = catalog::deck(&decks[0].mark.hash).expect("by its hash");
    let cards: Value = serde_json::from_str(found.json.get()).unwrap();
    assert_eq!(cards["cards"].as_array().unwrap().len(), 80);
    assert!(catalog::find("euchre").unwrap().decks().is_empty());
}

#[test]
fn a_deck_is_offered_played_and_known_by_its_hash() {
    let deck = named("garden").unwrap();
    let mark = deck.mark.clone();
    assert_eq!(code(&HouseRules::default().with("deck", "garden")), "deck_missing");
    roost().add_deck(deck).unwrap();
    roost().add_deck(named("garden").unwrap()).expect("the same deck again changes nothing");

    let rules = HouseRules::default().with("deck", "garden");
    let agreed = roost().agree(&rules).unwrap();
    assert_eq!((&agreed.options["deck"], agreed.deck.as_ref()), (&json!("garden"), Some(&mark)));
    let told = serde_json::to_value(roost()).unwrap();
    let field = told["fields"].as_array().unwrap().iter().find(|field| field["name"] == "deck").unwrap();
    assert!(field["kind"]["choice"].as_array().unwrap().contains(&json!("garden")), "{field}");
    assert!(told["decks"].as_array().unwrap().iter().any(|deck| deck["hash"] == json!(mark.hash)));

    // The table says which deck it is played with, and a bot is asked with that alone.
    let mut table =
        roost().open(&roost().pinned(&rules, "garden", &mark.hash), &roost().start(Some(2))).unwrap();
    let options: Value = serde_json::from_str(table.options().get()).unwrap();
    assert_eq!(options["deck"], json!({ "id": "garden", "hash": mark.hash }), "and no files");
    let key = kernel::DealKey::from_seed(3);
    for counter in 0.. {
        let kernel::Turn::Chance(luck) = table.turn() else { break };
        table.play(&kernel::Input::Chance(key.answer(counter, luck))).unwrap();
    }
    let seat = kernel::Seat(0);
    let view = table.view(Viewer::Recall(seat));
    let thinker = roost().thinker(&table.options(), &view, seat, Level::Easy).unwrap();
    assert!(thinker.think(catalog::Thought::new(1)).unwrap().action.is_some());
}

#[test]
fn another_deck_of_the_same_id_is_not_taken() {
    roost().add_deck(named("meadow").unwrap()).unwrap();
    let text = BUILT_IN.replacen("deck.id = \"roost\"", "deck.id = \"meadow\"", 1).replacen(
        "deck.title = \"Roost\"",
        "deck.title = \"Other\"",
        1,
    );
    let other = roost().read_deck(&[("deck.toml", &text)]).unwrap();
    let pinned = roost().pinned(&HouseRules::default(), "meadow", &other.mark.hash);
    assert!(roost().add_deck(other).unwrap_err().contains("another deck “meadow”"));
    let fault = roost().agree(&pinned).unwrap_err();
    assert_eq!((fault.code.as_str(), &fault.detail["deck"]), ("deck_missing", &json!("meadow")));
    let built_in = roost().pinned(&HouseRules::default(), "roost", &"0".repeat(64));
    assert_eq!(code(&built_in), "deck_missing", "a game begun with another built-in deck cannot go on");
}

#[test]
fn mistakes_name_file_card_and_field() {
    let text = BUILT_IN.replacen("points = 9", "points = 12", 1);
    let mistakes = roost().read_deck(&[("birds.toml", &text)]).unwrap_err();
    assert_eq!(mistakes.len(), 1, "{mistakes:?}");
    for word in ["birds.toml:", "card \"", "points", "out_of_range"] {
        assert!(mistakes[0].contains(word), "{mistakes:?}");
    }
}
