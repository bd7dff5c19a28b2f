use super::{ServeError, config::ServeConfig};
use std::{fs, io, path::Path};

/// The file that is looked for in the data folder.
const NAME: &str = "aboveboard.toml";

/// The options that were given, and below them those of a file: the one that was named, or else the one in the data folder.
pub(super) fn with_file(given: ServeConfig, named: Option<&Path>) -> Result<ServeConfig, ServeError> {
    let Some(path) = named else {
        let folder = given.data_dir()?;
        let path = folder.join(NAME);
        return match read(&path) {
            Ok(file) if file.data_dir.is_some() => Err(ServeError::DataDirInside { path }),
            Ok(mut file) => {
                file.decks = file.decks.map(|decks| folder.join(decks));
                Ok(given.over(file))
            }
            Err(ServeError::Unreadable { source, .. }) if is_missing(&source) => Ok(given),
            Err(error) => Err(error),
        };
    };
    let mut file = read(path)?;
    // Beside the file, wherever the program was started: a service is started in the root of the machine.
    for inside in [&mut file.data_dir, &mut file.decks].into_iter().flatten() {
        if let Some(folder) = path.parent() {
            *inside = folder.join(&*inside);
        }
    }
    Ok(given.over(file))
}

/// Whether the file is missing. An unusable data folder is reported when it is created.
fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

fn read(path: &Path) -> Result<ServeConfig, ServeError> {
    let text = fs::read_to_string(path)
        .map_err(|source| ServeError::Unreadable { path: path.to_owned(), source })?;
    toml::from_str(&text)
        .map_err(|source| ServeError::Wrong { path: path.to_owned(), source: Box::new(source) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    #[test]
    fn the_file_in_the_data_folder_is_found_and_may_not_move_it() {
        let folder = tempfile::tempdir().unwrap();
        let given = ServeConfig { data_dir: Some(folder.path().into()), ..ServeConfig::default() };
        assert_eq!(with_file(given.clone(), None).unwrap(), given, "there is none, and none is needed");
        fs::write(folder.path().join(NAME), "bot-threads = 7").unwrap();
        assert_eq!(with_file(given.clone(), None).unwrap().config().bot_threads, 7);
        fs::write(folder.path().join(NAME), "data-dir = \"elsewhere\"").unwrap();
        assert!(matches!(with_file(given, None), Err(ServeError::DataDirInside { .. })));
    }

    #[test]
    fn a_named_file_stands_alone_and_its_paths_start_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cards.toml");
        let missing = with_file(ServeConfig::default(), Some(&path));
        assert!(matches!(missing, Err(ServeError::Unreadable { .. })), "who names a file wants it");
        fs::write(&path, "data-dir = \"data\"").unwrap();
        let settings = with_file(ServeConfig::default(), Some(&path)).unwrap();
        assert_eq!(settings.data_dir().unwrap(), folder.path().join("data"));
        let given = ServeConfig { data_dir: Some(PathBuf::from("mine")), ..ServeConfig::default() };
        assert_eq!(with_file(given, Some(&path)).unwrap().data_dir().unwrap(), Path::new("mine"));
    }

    #[test]
    fn mistakes_name_the_file_and_the_key() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cards.toml");
        for (text, words) in [
            ("lisen = \"127.0.0.1:1\"", &["lisen", "unknown field", "`listen`"][..]),
            ("listen = \"here\"", &["listen", "such as 127.0.0.1:7878"]),
            ("listen = 7878", &["listen", "string"]),
            ("bot-threads = 0", &["bot-threads", "from 1 to 256"]),
            ("bot-threads = \"two\"", &["bot-threads"]),
            ("\nmessage-bytes = 1e9", &["message-bytes", "line 2"]),
            ("public-url = \"cards.example.org\"", &["public-url", "https://cards.example.org"]),
            ("trusted-proxy = [\"10.0.0.0/8\"]", &["trusted-proxy", "IP address"]),
            ("log = \"loud\"", &["log", "loud", "`info`"]),
            ("listen = ", &["line 1"]),
            ("log = \"info\"\nlog = \"warn\"", &["log", "duplicate"]),
        ] {
            fs::write(&path, text).unwrap();
            let error = with_file(ServeConfig::default(), Some(&path)).unwrap_err().to_string();
            assert!(error.contains("cards.toml"), "{text}: {error}");
            for word in words {
                assert!(error.contains(word), "{text}: {error}");
            }
        }
    }
}
