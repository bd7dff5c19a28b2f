use crate::request::Fields;
use catalog::{Fault, HouseRules, Json, did_you_mean, near};
use kernel::{Drawn, Level, Seat, SeatStatus, Viewer, WindowId};

/// What a request asks for.
pub(crate) enum Command {
    Hello,
    Games,
    Open(Open),
    Chance(Chance),
    Turn,
    Legal(Seat),
    Check(Seat, Json),
    Act(Seat, Json),
    Expire(WindowId),
    Status(Seat, SeatStatus),
    View(Viewer),
    Choose(Choose),
    Bot(Seat, Option<Level>, u64),
    Knowledge(Seat),
    Result,
    Log,
    Close,
    Quit,
}

/// A table to open.
pub(crate) struct Open {
    pub(crate) game: String,
    pub(crate) house: HouseRules,
    pub(crate) seats: Option<u8>,
    pub(crate) host: Option<Seat>,
    pub(crate) first: Option<Seat>,
    pub(crate) rules: Option<u32>,
    /// With it, the engine answers all luck itself.
    pub(crate) seed: Option<u64>,
}

/// What a bot is asked.
pub(crate) struct Choose {
    pub(crate) seat: Seat,
    pub(crate) level: Level,
    pub(crate) seed: u64,
    pub(crate) budget: Option<u32>,
    pub(crate) explain: bool,
    /// A view from elsewhere; without it the open table is meant.
    pub(crate) elsewhere: Option<Elsewhere>,
}

/// A view of a table that is not here.
pub(crate) struct Elsewhere {
    pub(crate) game: String,
    pub(crate) options: Json,
    pub(crate) view: Json,
}

/// An answer to luck: chosen, or drawn by the engine.
pub(crate) enum Chance {
    Chosen(Drawn),
    Seed(u64),
}

impl Command {
    const NAMES: [&'static str; 18] = [
        "hello",
        "games",
        "open",
        "chance",
        "turn",
        "legal",
        "check",
        "act",
        "expire",
        "status",
        "view",
        "choose",
        "bot",
        "knowledge",
        "result",
        "log",
        "close",
        "quit",
    ];

    pub(crate) fn read(mut fields: Fields<'_>) -> Result<Command, Fault> {
        let name: String = fields.take("cmd")?;
        let command = match name.as_str() {
            "hello" => Command::Hello,
            "games" => Command::Games,
            "open" => Command::Open(Open::read(&mut fields)?),
            "chance" => Command::Chance(Chance::read(&mut fields)?),
            "turn" => Command::Turn,
            "legal" => Command::Legal(fields.take("seat")?),
            "check" => Command::Check(fields.take("seat")?, fields.take("action")?),
            "act" => Command::Act(fields.take("seat")?, fields.take("action")?),
            "expire" => Command::Expire(fields.take("window")?),
            "status" => Command::Status(fields.take("seat")?, fields.take("status")?),
            "view" => Command::View(fields.take("viewer")?),
            "choose" => Command::Choose(Choose::read(&mut fields)?),
            "bot" => {
                let (seat, level) = (fields.take("seat")?, fields.find("level")?);
                Command::Bot(seat, level, fields.find("seed")?.unwrap_or(0))
            }
            "knowledge" => Command::Knowledge(fields.take("seat")?),
            "result" => Command::Result,
            "log" => Command::Log,
            "close" => Command::Close,
            "quit" => Command::Quit,
            _ => return Err(Command::unknown(&name)),
        };
        fields.end()?;
        Ok(command)
    }

    fn unknown(name: &str) -> Fault {
        let near = near(name, Command::NAMES);
        let name: String = name.chars().take(64).collect();
        let text = format!("there is no command “{name}”{}", did_you_mean(&near));
        Fault::new("unknown_command", text).with("cmd", name).with("near", near)
    }
}

impl Open {
    fn read(fields: &mut Fields<'_>) -> Result<Open, Fault> {
        Ok(Open {
            game: fields.take("game")?,
            house: HouseRules {
                preset: fields.find("preset")?,
                options: fields.find("options")?.unwrap_or_default(),
            },
            seats: fields.find("seats")?,
            host: fields.find("host")?,
            first: fields.find("first")?,
            rules: fields.find("rules")?,
            seed: fields.find("seed")?,
        })
    }
}

impl Choose {
    fn read(fields: &mut Fields<'_>) -> Result<Choose, Fault> {
        let elsewhere = match fields.find("view")? {
            None => None,
            Some(view) => {
                Some(Elsewhere { game: fields.take("game")?, options: fields.take("options")?, view })
            }
        };
        // An arena sends external programs the legal actions; this engine knows them.
        fields.find::<Vec<Json>>("legal")?;
        fields.find::<bool>("must")?;
        Ok(Choose {
            seat: fields.take("seat")?,
            level: fields.find("level")?.unwrap_or(Level::Hard),
            seed: fields.find("seed")?.unwrap_or(0),
            budget: fields.find("budget")?,
            explain: fields.find("explain")?.unwrap_or(false),
            elsewhere,
        })
    }
}

impl Chance {
    fn read(fields: &mut Fields<'_>) -> Result<Chance, Fault> {
        match (fields.find("drawn")?, fields.find("seed")?) {
            (Some(drawn), None) => Ok(Chance::Chosen(drawn)),
            (None, Some(seed)) => Ok(Chance::Seed(seed)),
            _ => Err(Fault::bad_message("a chance is either “drawn” or has a “seed”")),
        }
    }
}
