use crate::{
    checking::{Checked, FileToCheck},
    jobs::Jobs,
    replay::Replay,
};
use catalog::{
    Fault, Json,
    proof::{self, Proof, Witness},
};
use engine::{Engine, Fields, LONGEST_LINE, PROTOCOL, Request, write_answer};
use kernel::Seat;
use room::local::Desk;
use serde::Serialize;
use serde_json::value::to_raw_value;
use std::collections::BTreeMap;

/// The version of the module's contract. Raised when a page written for an older one would misunderstand.
pub const VERSION: u32 = 1;

/// The largest request, in bytes: a file and the witnesses of everybody at the table fit many times.
pub const LARGEST_REQUEST: usize = 32 << 20;

/// One conversation with a page: a table of the engine, the work that is under way, and the rooms on this device. The rooms
/// share nothing with the engine's table, so a page can check a game while it plays another one.
///
/// ```
/// let mut module = browser::Module::default();
/// let answer = module.answer(br#"{"cmd":"verify","file":"no proof","id":1}"#);
/// assert!(answer.starts_with(r#"{"id":1,"error":{"code":"not_a_proof""#));
/// ```
#[derive(Debug, Default)]
pub struct Module {
    engine: Engine,
    jobs: Jobs,
    desk: Desk,
}

impl Module {
    /// The answer to one request, as JSON without a line end. Whatever the request holds there is exactly one.
    pub fn answer(&mut self, line: &[u8]) -> String {
        let Request { id, fields } = Request::read(line, LARGEST_REQUEST);
        let reply = match fields {
            Ok(fields) => match fields.command().as_deref().and_then(Command::of) {
                Some(command) => self.obey(command, fields),
                // It has a limit of its own, and says what is unknown.
                None => return self.engine.answer(line).to_string(),
            },
            Err(fault) => Err(fault),
        };
        write_answer(id.as_ref(), &reply)
    }

    fn obey(&mut self, command: Command, mut fields: Fields<'_>) -> Result<Json, Fault> {
        fields.take::<String>("cmd")?;
        match command {
            Command::Hello => {
                fields.end()?;
                json(&Hello::new())
            }
            Command::Verify => {
                let file = FileToCheck::read(&mut fields)?;
                fields.end()?;
                json(&Checked::new(&file.check()?))
            }
            Command::VerifyBots => {
                let file = FileToCheck::read(&mut fields)?;
                fields.end()?;
                let report = file.check()?;
                json(&self.jobs.recompute_bots(report)?)
            }
            Command::Analyse => {
                let (file, seat) = (fields.take::<String>("file")?, fields.find::<Seat>("seat")?);
                fields.end()?;
                json(&self.jobs.analyse(&read_proof(&file)?, seat)?)
            }
            Command::Step => {
                let (job, count) = (fields.take("job")?, fields.find("count")?);
                fields.end()?;
                json(&self.jobs.step(job, count.unwrap_or(1))?)
            }
            Command::Drop => {
                let job = fields.take("job")?;
                fields.end()?;
                self.jobs.remove(job)?;
                json(&Nothing {})
            }
            Command::Replay => {
                let (file, viewer) = (fields.take::<String>("file")?, fields.find("viewer")?);
                let (from, count) = (fields.find("from")?, fields.find("count")?);
                fields.end()?;
                json(&Replay::new(&read_proof(&file)?, viewer, from.unwrap_or(0), count)?)
            }
            Command::Deck => {
                let game: String = fields.take("game")?;
                let files: Vec<(String, String)> = fields.take("files")?;
                fields.end()?;
                add_deck(&game, &files)
            }
            Command::Room => {
                let request: Json = fields.take("request")?;
                fields.end()?;
                self.desk.reply(request.get())
            }
        }
    }
}

/// What only the module does; everything else is the engine's.
#[derive(Clone, Copy)]
enum Command {
    Hello,
    Verify,
    VerifyBots,
    Analyse,
    Step,
    Drop,
    Replay,
    Deck,
    /// A request to the rooms on this device; see [`Desk::reply`].
    Room,
}

impl Command {
    fn of(name: &str) -> Option<Command> {
        Some(match name {
            "hello" => Command::Hello,
            "verify" => Command::Verify,
            "verify_bots" => Command::VerifyBots,
            "analyse" => Command::Analyse,
            "step" => Command::Step,
            "drop" => Command::Drop,
            "replay" => Command::Replay,
            "deck" => Command::Deck,
            "room" => Command::Room,
            _ => return None,
        })
    }
}

/// Which module this is. The members of the engine's answer come first.
#[derive(Serialize)]
struct Hello {
    engine: &'static str,
    version: &'static str,
    protocol: u32,
    module: u32,
    /// The newest version of each game's rules.
    rules: BTreeMap<&'static str, u32>,
    proof: &'static str,
    witness: &'static str,
}

impl Hello {
    fn new() -> Hello {
        Hello {
            engine: "aboveboard",
            version: env!("CARGO_PKG_VERSION"),
            protocol: PROTOCOL,
            module: VERSION,
            rules: catalog::ALL.iter().map(|game| (game.name, game.rules)).collect(),
            proof: proof::EDITION,
            witness: Witness::EDITION,
        }
    }
}

#[derive(Serialize)]
struct Nothing {}

/// Reads a file that is shown and not judged.
fn read_proof(text: &str) -> Result<Proof, Fault> {
    Proof::read(text).map_err(|error| Fault::new("not_a_proof", format!("not a proof file: {error}")))
}

/// Lets games be played and checked with a deck that does not come with its game.
fn add_deck(game: &str, files: &[(String, String)]) -> Result<Json, Fault> {
    let entry = catalog::find(game)?;
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let bad = |mistakes: Vec<String>| {
        let text = format!("the deck cannot be used: {}", mistakes.join("; "));
        Fault::new("bad_deck", text).with("mistakes", mistakes)
    };
    let deck = entry.read_deck(&files).map_err(bad)?;
    let mark = json(&deck.mark)?;
    entry.add_deck(deck).map_err(|mistake| bad(vec![mistake]))?;
    Ok(mark)
}

fn json(value: &impl Serialize) -> Result<Json, Fault> {
    to_raw_value(value).map_err(|error| Fault::new("internal", error.to_string()))
}

const _: () = assert!(LONGEST_LINE < LARGEST_REQUEST);
