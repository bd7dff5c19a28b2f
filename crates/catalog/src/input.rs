use crate::Fault;
use kernel::{Game, Input};
use serde::Serialize;
use serde_json::value::RawValue;
use std::{
    any::Any,
    fmt,
    sync::atomic::{AtomicU64, Ordering},
};

/// JSON text that is known to be well formed and is handed on without being parsed again.
pub type Json = Box<RawValue>;

/// An input in the types of its game: read once, then judged, logged and carried out.
pub struct Parsed(Box<dyn AnyInput>);

impl Parsed {
    /// Reads an input of `G`. An action that `G` cannot read is a `bad_message`.
    pub(crate) fn read<G: Game>(input: &Input<Json>) -> Result<Parsed, Fault> {
        let typed: Input<G::Action> = match input {
            Input::Act(seat, action) => {
                let action = serde_json::from_str(action.get()).map_err(|error| Fault::unreadable(&error))?;
                Input::Act(*seat, action)
            }
            Input::Chance(drawn) => Input::Chance(drawn.clone()),
            Input::Expire(window) => Input::Expire(*window),
            Input::Status(seat, status) => Input::Status(*seat, *status),
        };
        Ok(Parsed(Box::new(Typed::<G>(typed))))
    }
    /// Whether it needs no fence against late arrival. Only some actions do.
    pub fn ignores_version(&self) -> bool {
        self.0.ignores_version()
    }
    /// As it goes on the log: the game's own form, with every field that the sender may have left out.
    pub fn to_json(&self) -> Input<Json> {
        self.0.to_json()
    }
    /// The input, if it is one of `G`.
    pub(crate) fn typed<G: Game>(&self) -> Option<&Input<G::Action>> {
        let any: &dyn Any = self.0.as_ref();
        any.downcast_ref::<Typed<G>>().map(|typed| &typed.0)
    }
}

impl fmt::Debug for Parsed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parsed").finish_non_exhaustive()
    }
}

/// An input that a table has let through, and the moment at which it did.
///
/// Between check and commit a room writes its log. If anything else happens to the table meanwhile, the
/// promise is void, and the table will not take it any more.
#[derive(Debug)]
pub struct Checked {
    pub(crate) parsed: Parsed,
    pub(crate) moment: Moment,
}

impl Checked {
    /// As it goes on the log.
    pub fn to_json(&self) -> Input<Json> {
        self.parsed.to_json()
    }
}

/// One state of one table: no two moments are equal, at whatever tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moment(u64);

impl Moment {
    /// A new one.
    pub(crate) fn next() -> Moment {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Moment(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// Writes plain data.
pub(crate) fn json(data: &impl Serialize) -> Json {
    serde_json::value::to_raw_value(data).expect("the laws send all data of a game through JSON")
}

/// What can be asked of an input of an unknown game.
trait AnyInput: Any + Send + Sync {
    fn ignores_version(&self) -> bool;
    fn to_json(&self) -> Input<Json>;
}

struct Typed<G: Game>(Input<G::Action>);

impl<G: Game> AnyInput for Typed<G> {
    fn ignores_version(&self) -> bool {
        matches!(&self.0, Input::Act(_, action) if G::ignores_version(action))
    }
    fn to_json(&self) -> Input<Json> {
        match &self.0 {
            Input::Act(seat, action) => Input::Act(*seat, json(action)),
            Input::Chance(drawn) => Input::Chance(drawn.clone()),
            Input::Expire(window) => Input::Expire(*window),
            Input::Status(seat, status) => Input::Status(*seat, *status),
        }
    }
}
