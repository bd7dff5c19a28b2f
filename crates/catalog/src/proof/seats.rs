use super::{
    Opening, Sitter,
    file::{Proof, Step},
    report::Found,
};
use kernel::{Level, Seat, SeatStatus};
use serde::Deserialize;

/// The room settings that decide who plays for a seat.
#[derive(Deserialize)]
pub(super) struct SeatSettings {
    absent_seat: AbsentSeat,
    bot_level: Level,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum AbsentSeat {
    Bot,
    Remove,
}

impl SeatSettings {
    pub(super) fn of(opening: &Opening) -> Result<SeatSettings, String> {
        serde_json::from_str(opening.settings.get()).map_err(|error| {
            format!("the settings do not say what becomes of an absent player's seat: {error}")
        })
    }
    /// How well a bot plays on a seat: its own level, or that of stand-ins.
    pub(super) fn level(&self, opening: &Opening, seat: Seat) -> Result<Level, String> {
        match opening.seats.get(seat.index()) {
            Some(Sitter::Bot(name)) => Level::ALL
                .into_iter()
                .find(|level| level.name() == name)
                .ok_or_else(|| format!("{seat} is a bot of an unknown level: {name}")),
            _ => Ok(self.bot_level),
        }
    }
}

/// Every seat is played by the one that the transcript and the settings say.
pub(super) fn check_statuses(proof: &Proof, opening: &Opening) -> Found {
    let settings = SeatSettings::of(opening)?;
    for seat in (0..opening.start.seats).map(Seat) {
        settings.level(opening, seat)?;
    }
    let is_bot = |seat: Seat| matches!(opening.seats.get(seat.index()), Some(Sitter::Bot(_)));
    let mut begun = vec![false; opening.seats.len()];
    let mut changes = 0;
    for (number, happened) in proof.log.iter().enumerate() {
        let version = happened.version;
        for step in &happened.steps {
            let Step::Status(seat, status) = step else { continue };
            let due = match (number, status, settings.absent_seat) {
                // At the start every bot is named once, and every person who is not connected.
                (0, SeatStatus::Bot, _) => {
                    is_bot(*seat)
                        && begun.get_mut(seat.index()).is_some_and(|begun| !std::mem::replace(begun, true))
                }
                (0, status, _) => *status == SeatStatus::Offline && !is_bot(*seat),
                (_, SeatStatus::Human | SeatStatus::Offline, _)
                | (_, SeatStatus::Bot, AbsentSeat::Bot)
                | (_, SeatStatus::Removed, AbsentSeat::Remove) => !is_bot(*seat),
                _ => false,
            };
            if !due {
                let why = if is_bot(*seat) { "a bot" } else { "a person" };
                let became = super::file::json(status);
                return Err(format!(
                    "version {version}: {seat}, {why} in the transcript, became {became}, which the settings do not allow"
                ));
            }
            changes += u32::from(number > 0);
        }
        let missing = Seat::all(opening.start.seats).find(|seat| is_bot(*seat) && !begun[seat.index()]);
        if let Some(seat) = missing {
            return Err(format!(
                "version {version}: {seat} is a bot in the transcript, and begins as a person"
            ));
        }
    }
    Ok(match changes {
        0 => "every seat was played as the transcript says".into(),
        n => format!("every seat was played as the transcript and the settings say, with {n} changes"),
    })
}
