use kernel::Card;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;

/// Recognizes a card in JSON and gives it a name. The inside of a card is not searched.
pub type CardIn = fn(&Value) -> Option<String>;

/// Recognizes [`kernel::Card`]: a word in its one canonical form, such as `10h`.
pub fn playing_card(value: &Value) -> Option<String> {
    let word = value.as_str()?;
    let name = Card::parse(word).ok()?.to_string();
    (name == word).then_some(name)
}

/// The names of all cards in `data`, as the wire shows it.
pub(crate) fn cards_in(data: &impl Serialize, card_in: CardIn) -> BTreeSet<String> {
    let value = serde_json::to_value(data).expect("plain data serializes");
    let mut found = BTreeSet::new();
    collect(&value, card_in, &mut found);
    found
}

fn collect(value: &Value, card_in: CardIn, found: &mut BTreeSet<String>) {
    if let Some(card) = card_in(value) {
        found.insert(card);
        return;
    }
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect(item, card_in, found)),
        Value::Object(fields) => {
            for (key, item) in fields {
                // A map keyed by cards tells of them as well as a list does.
                found.extend(card_in(&Value::String(key.clone())));
                collect(item, card_in, found);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_the_canonical_form_is_a_card() {
        assert_eq!(playing_card(&json!("10h")).as_deref(), Some("10h"));
        for other in [json!("th"), json!("10H"), json!(" 10h"), json!("11h"), json!(10), json!(null)] {
            assert_eq!(playing_card(&other), None, "{other}");
        }
    }

    #[test]
    fn cards_are_found_at_any_depth_and_as_keys() {
        let view =
            json!({ "hand": ["Jh", "9c"], "seats": [{ "top": "As", "name": "h" }], "counts": { "Kd": 2 } });
        let found: Vec<_> = cards_in(&view, playing_card).into_iter().collect();
        assert_eq!(found, ["9c", "As", "Jh", "Kd"]);
    }

    #[test]
    fn a_card_is_not_looked_into() {
        let whole = |value: &Value| value.get("id").map(ToString::to_string);
        let view = json!([{ "id": 7, "under": { "id": 8 } }]);
        assert_eq!(cards_in(&view, whole).into_iter().collect::<Vec<_>>(), ["7"]);
    }
}
