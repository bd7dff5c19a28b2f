use crate::{
    Answer, LONGEST_LINE, PROTOCOL,
    answer::{Changed, Reply},
    command::{Choose, Command, Open},
    open_table::{Change, OpenTable},
    request::Request,
};
use catalog::{Fault, Thought};
use kernel::{Input, Turn, Viewer};

/// One conversation: at most one open table.
///
/// ```
/// let mut engine = engine::Engine::default();
/// let answer = engine.answer(br#"{"cmd":"turn","id":1}"#);
/// assert!(answer.to_string().starts_with(r#"{"id":1,"error":{"code":"no_table""#));
/// ```
#[derive(Default)]
pub struct Engine {
    table: Option<OpenTable>,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("table", &self.table.as_ref().map(OpenTable::table)).finish()
    }
}

impl Engine {
    /// The answer to one line. Whatever the line holds there is exactly one, and an error changes nothing.
    pub fn answer(&mut self, line: &[u8]) -> Answer {
        let request = Request::read(line, LONGEST_LINE);
        let reply = request.fields.and_then(Command::read).and_then(|command| self.obey(command));
        Answer::new(request.id, reply)
    }

    fn obey(&mut self, command: Command) -> Result<Reply, Fault> {
        match command {
            Command::Hello => Ok(Reply::Hello {
                engine: "aboveboard",
                version: env!("CARGO_PKG_VERSION"),
                protocol: PROTOCOL,
            }),
            Command::Games => Ok(Reply::Games { games: catalog::ALL }),
            Command::Quit => Ok(Reply::Quit {}),
            Command::Open(open) => self.open(&open),
            Command::Close => {
                self.at_table()?;
                self.table = None;
                Ok(Reply::Closed {})
            }
            Command::Turn => Ok(Reply::Turn { turn: self.at_table()?.table().turn().into() }),
            Command::Legal(seat) => {
                let table = self.at_table()?;
                Ok(Reply::Legal(table.table().legal(table.seat(seat)?)))
            }
            Command::Check(seat, action) => {
                Ok(Reply::Checked { action: self.at_table()?.check(seat, action)? })
            }
            Command::View(viewer) => self.view(viewer),
            Command::Choose(choose) => self.choose(choose),
            Command::Bot(seat, level, seed) => self.change(|table| table.seat_bot(seat, level, seed)),
            Command::Knowledge(seat) => {
                let table = self.at_table()?;
                Ok(Reply::Knowledge { knowledge: table.table().knowledge(table.seat(seat)?)? })
            }
            Command::Result => self.result(),
            Command::Log => self.log(),
            Command::Chance(chance) => self.change(|table| table.chance(chance)),
            Command::Act(seat, action) => self.change(|table| table.play(&Input::Act(seat, action))),
            Command::Expire(window) => self.change(|table| table.play(&Input::Expire(window))),
            Command::Status(seat, status) => self.change(|table| table.play(&Input::Status(seat, status))),
        }
    }

    /// The old table stays if the new one cannot be opened.
    fn open(&mut self, open: &Open) -> Result<Reply, Fault> {
        let (opened, change) = OpenTable::new(open)?;
        let table = opened.table();
        let reply = Reply::Opened {
            game: table.game(),
            rules: table.rules(),
            seats: table.seats(),
            options: table.options(),
            changed: Changed::new(change, table.turn()),
        };
        self.table = Some(opened);
        Ok(reply)
    }
    fn view(&self, viewer: Viewer) -> Result<Reply, Fault> {
        let table = self.at_table()?;
        if let Some(seat) = viewer.seat() {
            table.seat(seat)?;
        }
        Ok(Reply::View { view: table.table().view(viewer) })
    }
    /// What a bot would do, from the recall of its seat alone: at the open table, or with a view from elsewhere.
    fn choose(&self, choose: Choose) -> Result<Reply, Fault> {
        let Choose { seat, level, seed, budget, explain, elsewhere } = choose;
        let thinker = match elsewhere {
            Some(there) => catalog::find(&there.game)?.thinker(&there.options, &there.view, seat, level)?,
            None => {
                let table = self.at_table()?;
                table.table().thinker(table.seat(seat)?, level)
            }
        };
        let answer = thinker.think(Thought { budget, explain, ..Thought::new(seed) })?;
        Ok(Reply::chosen(answer, explain))
    }
    fn result(&self) -> Result<Reply, Fault> {
        let outcome = match self.at_table()?.table().turn() {
            Turn::Over(outcome) => Some(outcome),
            Turn::Chance(_) | Turn::Seats { .. } => None,
        };
        Ok(Reply::Result { outcome })
    }
    fn log(&self) -> Result<Reply, Fault> {
        let open = self.at_table()?;
        let (game, options) = (open.table().game(), open.table().options());
        Ok(Reply::Log { game, start: open.start(), options, inputs: open.inputs().to_vec() })
    }
    fn change(&mut self, play: impl FnOnce(&mut OpenTable) -> Result<Change, Fault>) -> Result<Reply, Fault> {
        let table = self.table.as_mut().ok_or_else(no_table)?;
        let change = play(table)?;
        Ok(Reply::Changed(Changed::new(change, table.table().turn())))
    }
    fn at_table(&self) -> Result<&OpenTable, Fault> {
        self.table.as_ref().ok_or_else(no_table)
    }
}

fn no_table() -> Fault {
    Fault::new("no_table", "no table is open")
}
