use super::ServeError;
use catalog::proof::ServerKey;
use kernel::Hex32;
use std::{
    fs::{self, OpenOptions},
    io::{self, Write},
    path::Path,
};

/// The file in the data folder with the key that the server signs with. A backup leaves it out: a server that was set back
/// would sign other texts for the same games.
pub(crate) const FILE: &str = "server.key";

/// The key in a data folder; where there is none, `fresh` is put there.
pub(super) fn read_or_make(folder: &Path, fresh: ServerKey) -> Result<ServerKey, ServeError> {
    let path = folder.join(FILE);
    let unusable = |reason: String| ServeError::Data(format!("{}: {reason}", path.display()).into());
    match fs::read_to_string(&path) {
        Ok(text) => match Hex32::parse(text.trim_end()) {
            Some(digits) => Ok(ServerKey::new(&digits.0)),
            None => Err(unusable(
                "the key of a server is 64 hexadecimal digits; without the file, a new one is made".into(),
            )),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let text = format!("{}\n", Hex32(fresh.to_bytes()));
            write_new(&path, &text).map_err(|error| unusable(error.to_string()))?;
            Ok(fresh)
        }
        Err(error) => Err(unusable(error.to_string())),
    }
}

/// Whole or not at all, and for the owner alone.
fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let draft = path.with_extension("key.new");
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&draft)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&draft, path)
}
