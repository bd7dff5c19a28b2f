//! The types of all games for the browser client, written by `cargo xtask types`.

use crate::analysis::Analysis;
use kernel::{Aside, Decked, Game};
use ts_rs::{Config, ExportError, TS};

/// Writes the types of an analysis, and those that travel to and from the table of each game in [`ALL`](crate::ALL).
/// Returns the names of the games.
pub fn export_types(config: &Config) -> Result<Vec<&'static str>, ExportError> {
    write::<Analysis>(config)?;
    write::<<roost::Roost as Decked>::Deck>(config)?;
    write::<<casino::Casino as Aside>::Note>(config)?;
    write::<<casino::Casino as Aside>::Remark>(config)?;
    write::<<casino::Casino as Aside>::Unfit>(config)?;
    let games = [
        export::<casino::Casino>(config)?,
        export::<dutch::Dutch>(config)?,
        export::<eights::Eights>(config)?,
        export::<euchre::Euchre>(config)?,
        export::<roost::Roost>(config)?,
    ];
    Ok(games.into())
}

fn export<G: Game>(config: &Config) -> Result<&'static str, ExportError>
where
    G::View: TS,
    G::Action: TS,
    G::Event: TS,
    G::Error: TS,
{
    write::<G::View>(config)?;
    write::<G::Action>(config)?;
    write::<G::Event>(config)?;
    write::<G::Error>(config)?;
    Ok(G::NAME)
}

/// Writes a type and everything it refers to.
fn write<T: TS + 'static>(config: &Config) -> Result<(), ExportError> {
    T::export_all(config)
}
