use crate::{Fault, Json, input::json};
use kernel::{Aside, Game, Search, Seat, Table, Viewer};
use std::fmt;

/// The comments and previews of a game that has some.
pub(crate) struct Asides<G: Game> {
    pub(crate) note: fn(&Table<G>, Seat, &G::Action, bool) -> Option<Json>,
    pub(crate) remark: fn(&Table<G>, Seat, &Json) -> Result<Json, Fault>,
}

impl<G: Aside + Search> Asides<G> {
    pub(crate) const fn new() -> Asides<G> {
        Asides { note: note::<G>, remark: remark::<G> }
    }
}

fn note<G: Aside + Search>(table: &Table<G>, seat: Seat, action: &G::Action, hints: bool) -> Option<Json> {
    let known = table.view(G::advised_from(seat));
    G::note(table.options(), &known, action, hints).as_ref().map(json)
}

fn remark<G: Aside>(table: &Table<G>, seat: Seat, remark: &Json) -> Result<Json, Fault> {
    let remark = serde_json::from_str(remark.get()).map_err(|error| Fault::unreadable(&error))?;
    let public = table.view(Viewer::Spectator);
    G::remark(table.options(), &public, seat, &remark).map_err(|unfit| Fault::of(&unfit))?;
    Ok(json(&remark))
}

impl<G: Game> Clone for Asides<G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> Copy for Asides<G> {}
impl<G: Game> fmt::Debug for Asides<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asides").field("game", &G::NAME).finish_non_exhaustive()
    }
}
