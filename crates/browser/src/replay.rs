use catalog::{
    Fault, Json,
    proof::{Opening, Proof, Sitter},
};
use kernel::{Level, Outcome, Refusal, Seat, Viewer};
use serde::Serialize;

/// How many frames come at once if the page does not say, as from the server.
const USUAL_COUNT: u32 = 100;
/// How many come at most.
const MAX_COUNT: u32 = 10_000;

/// A finished game once more, as one viewer had it: the answer of the server's `GET /api/played/{record}/replay`.
#[derive(Serialize)]
pub(crate) struct Replay {
    game: String,
    rules: u32,
    table: String,
    number: u32,
    options: Json,
    players: Vec<Portrait>,
    outcome: Option<Outcome>,
    total: u32,
    from: u32,
    frames: Vec<Frame>,
}

#[derive(Serialize)]
struct Portrait {
    name: String,
    /// No file holds it.
    avatar: &'static str,
    level: Option<Level>,
}

#[derive(Serialize)]
struct Frame {
    version: u64,
    acted: Option<Seat>,
    view: Json,
    events: Vec<Json>,
}

impl Replay {
    /// The frames of a file from number `from` on, as a seat or a spectator had them.
    pub(crate) fn new(
        proof: &Proof,
        viewer: Option<Seat>,
        from: u32,
        count: Option<u32>,
    ) -> Result<Replay, Fault> {
        let Opening { table, game, rules, start, options, seats, .. } = proof.opening()?;
        if let Some(seat) = viewer.filter(|seat| seat.0 >= start.seats) {
            return Err(Refusal::<Fault>::NoSuchSeat { seat, seats: start.seats }.into());
        }
        let frames = proof.replay(viewer.map_or(Viewer::Spectator, Viewer::Seat))?;
        let total = frames.len() as u32;
        let count = count.unwrap_or(USUAL_COUNT).min(MAX_COUNT);
        let frames = frames.into_iter().skip(from as usize).take(count as usize).map(|frame| Frame {
            version: frame.version,
            acted: frame.acted,
            view: frame.view,
            events: frame.events,
        });
        let players = proof.players.iter().zip(&seats).map(|(name, sitter)| Portrait {
            name: name.clone(),
            avatar: "",
            level: level(sitter),
        });
        Ok(Replay {
            game: rules,
            rules: start.rules,
            table,
            number: game,
            options,
            players: players.collect(),
            outcome: proof.outcome.clone(),
            total,
            from,
            frames: frames.collect(),
        })
    }
}

fn level(sitter: &Sitter) -> Option<Level> {
    match sitter {
        Sitter::Bot(name) => Level::ALL.into_iter().find(|level| level.name() == name),
        Sitter::Person(_) => None,
    }
}
