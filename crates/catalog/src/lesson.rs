use crate::house_rules::by_name;
use kernel::Teach;
use serde_json::{Map, Value};

/// The lesson of a game, whichever game it is: options by name, actions as JSON.
pub type Lesson = kernel::Lesson<Map<String, Value>, Value>;

pub(crate) fn lesson<G: Teach>() -> Lesson {
    let json = |action| serde_json::to_value(action).expect("the laws send all data of a game through JSON");
    G::lesson().map(|options| by_name::<G>(&options), json)
}
