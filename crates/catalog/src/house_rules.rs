use crate::{
    OpenError,
    decks::{self, Deck},
    did_you_mean, near,
    open_error::{owned, quoted},
};
use kernel::{Game, Preset};
use serde_json::{Map, Value};
use std::sync::Arc;

/// The options somebody chose: a preset, and what differs from it.
///
/// Three layers, each laid over the one before: the game's defaults, the preset, single options.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HouseRules {
    /// A preset of the game by name; `None`: its defaults.
    pub preset: Option<String>,
    /// What differs from the preset.
    pub options: Map<String, Value>,
}

impl HouseRules {
    /// A preset as it is.
    pub fn preset(name: &str) -> HouseRules {
        HouseRules { preset: Some(name.into()), options: Map::new() }
    }
    /// The same with one option set.
    #[must_use]
    pub fn with(mut self, option: &str, value: impl Into<Value>) -> HouseRules {
        self.options.insert(option.into(), value.into());
        self
    }

    /// The options of `G` that these rules say. The game refuses options that exclude each other.
    pub(crate) fn read<G: Game>(&self) -> Result<G::Options, OpenError> {
        self.read_with_deck::<G>().map(|(options, _)| options)
    }

    /// The same, and the deck that they name where cards are data.
    pub(crate) fn read_with_deck<G: Game>(&self) -> Result<(G::Options, Option<Arc<Deck>>), OpenError> {
        let mut base = defaults::<G>();
        if let Some(name) = &self.preset {
            base.extend(settings(find_preset::<G>(name)?));
        }
        let mut all = base.clone();
        all.extend(self.options.clone());
        for (name, value) in &self.options {
            in_range::<G>(name, value)?;
        }
        let deck = decks::fill(G::NAME, &mut all)?;
        let options = parse::<G>(all).map_err(|reason| self.blame::<G>(&base, reason))?;
        Ok((options, deck))
    }

    /// A parser says what is wrong but not always where; so each option is tried alone.
    fn blame<G: Game>(&self, base: &Map<String, Value>, reason: String) -> OpenError {
        let names = || G::FIELDS.iter().map(|field| field.name);
        for (field, value) in &self.options {
            let reason = if names().any(|name| name == field) {
                let mut alone = base.clone();
                alone.insert(field.clone(), value.clone());
                parse::<G>(alone).err()
            } else {
                Some(format!("{} has no such option{}", G::NAME, did_you_mean(&near(field, names()))))
            };
            if let Some(reason) = reason {
                return OpenError::BadOptions { field: Some(quoted(field)), reason };
            }
        }
        OpenError::BadOptions { field: None, reason }
    }
}

/// Refuses a number outside the range of its field: a parser only knows its type.
fn in_range<G: Game>(name: &str, value: &Value) -> Result<(), OpenError> {
    let Some(field) = G::FIELDS.iter().find(|field| field.name == name) else { return Ok(()) };
    // To a range, a number in quotation marks is a number.
    let quoted_number = value.as_str().is_some_and(|word| word.parse::<u32>().is_ok());
    Ok(field.check(if quoted_number { &Value::Null } else { value })?)
}

/// The default options of `G` by name.
pub(crate) fn defaults<G: Game>() -> Map<String, Value> {
    by_name::<G>(&G::Options::default())
}

/// Options of `G` by name.
pub(crate) fn by_name<G: Game>(options: &G::Options) -> Map<String, Value> {
    match serde_json::to_value(options) {
        Ok(Value::Object(options)) => options,
        _ => unreachable!("options are fields with values: the laws send them through JSON"),
    }
}

/// What a preset changes.
pub(crate) fn settings(preset: &Preset) -> Map<String, Value> {
    let value = |setting| serde_json::to_value(setting).unwrap_or_default();
    preset.settings.iter().map(|(name, setting)| ((*name).into(), value(setting))).collect()
}

fn parse<G: Game>(options: Map<String, Value>) -> Result<G::Options, String> {
    serde_json::from_value(Value::Object(options)).map_err(|error| error.to_string())
}

fn find_preset<G: Game>(name: &str) -> Result<&'static Preset, OpenError> {
    let names = || G::PRESETS.iter().map(|preset| preset.name);
    G::PRESETS.iter().find(|preset| preset.name == name).ok_or_else(|| OpenError::UnknownPreset {
        game: G::NAME.into(),
        preset: quoted(name),
        near: owned(near(name, names())),
        known: owned(names()),
    })
}
