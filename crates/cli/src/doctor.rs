//! `aboveboard doctor`: says what is wrong with the data of a card room.

use crate::{
    Failure,
    args::Doctor,
    serve::{self, ServeError},
};
use std::io::Write;

/// Looks at the data and says what it found; fails if something is wrong.
pub(crate) fn run(args: &Doctor, out: &mut dyn Write) -> Result<(), Failure> {
    let database = serve::existing_database(args.data_dir.as_deref())?;
    let findings = server::doctor::examine(&database, args.deep);
    for finding in &findings {
        writeln!(out, "{finding}")?;
    }
    match findings.iter().filter(|finding| !finding.sound).count() {
        0 => Ok(()),
        _ => Err(ServeError::Data("the data of this card room are damaged (see above)".into()).into()),
    }
}
