//! A table: who sits there, what is played, and how it went.

use crate::{
    context::{End, Role, TableContext},
    dice::Dice,
    player::{Player, add_bot},
    record::Happened,
};
use client::{Error, Lobby};
use serde_json::{Value, json};
use server::protocol::{
    Command,
    lobby::{Level, NewRoom, Person, Seated, Settings},
};
use std::{io, net::SocketAddr, time::Duration};
use tokio::time::{sleep, timeout};

/// Timeout of a request to the lobby.
const TIMEOUT: Duration = Duration::from_secs(6);
/// Requests until a table gives up.
const ATTEMPTS: usize = 8;

/// What is played, and by whom.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Which game.
    pub game: &'static str,
    options: Value,
    people: usize,
    bots: usize,
    watches: bool,
    seals: bool,
    seed: u64,
}

/// How it went.
#[derive(Clone, Debug)]
pub struct Played {
    /// Which game.
    pub game: &'static str,
    /// The players who sat there.
    pub seated: Vec<Seated>,
    /// Whether somebody was shown the end.
    pub finished: bool,
}

impl Plan {
    /// Returns the plan of a table. The games take turns.
    pub fn of(number: usize, seed: u64) -> Plan {
        let mut dice = Dice::for_one(seed, 1_000_000 + number as u64);
        // Short games and short clocks, for many beginnings, ends and expiries.
        let (game, seats, options) = match number % 5 {
            0 => ("eights", 2 + dice.below(3), eights(&mut dice)),
            1 => ("casino", 2 + dice.below(2), json!({ "turn_seconds": 10, "round_over_seconds": 10 })),
            2 => ("dutch", 2 + dice.below(2), dutch(&mut dice)),
            3 => ("euchre", 4, euchre()),
            _ => (
                "roost",
                1 + dice.below(3),
                json!({
                    "length": "short", "setup_seconds": 30, "turn_seconds": 20, "step_seconds": 5, "react_seconds": 3,
                    "round_seconds": 1
                }),
            ),
        };
        let people = 1 + dice.below(seats);
        Plan {
            game,
            options,
            people,
            bots: seats - people,
            watches: dice.one_in(2),
            seals: dice.one_in(2),
            seed: seed.wrapping_add(number as u64 * 7919),
        }
    }

    /// How many people sit there.
    pub fn people(&self) -> usize {
        self.people
    }

    /// Opens the table and plays until everybody has left; `None` if nobody got a seat.
    pub async fn play(self, context: TableContext) -> io::Result<Option<Played>> {
        let mut dice = Dice::for_one(self.seed, 1_000);
        let seated = self.sit_down(&context, &mut dice).await?;
        let Some(host) = seated.first().cloned() else { return Ok(None) };
        let mut going = Vec::new();
        let mut preparations: Vec<Command> =
            (0..self.bots).map(|_| add_bot()).chain([Command::Start]).collect();
        for (who, seat) in seated.iter().enumerate() {
            let player = Player::new(who, Role::Seat(seat.clone()), context.clone(), self.seed);
            let player = player.sealing(self.seals).preparing(std::mem::take(&mut preparations));
            going.push(tokio::spawn(player.play()));
        }
        if self.watches {
            let role = Role::Spectator { code: host.code, name: "Fly on the wall".into() };
            let spectator = Player::new(seated.len(), role, context.clone(), self.seed);
            going.push(tokio::spawn(spectator.play()));
        }
        let mut finished = false;
        for somebody in going {
            finished |= somebody.await.map_err(io::Error::other)?? == End::Finished;
        }
        Ok(Some(Played { game: self.game, seated, finished }))
    }

    /// Gets everybody a seat through the lobby of any node. Where no response came, there may be a seat that nobody takes:
    /// the table goes on without that player.
    async fn sit_down(&self, context: &TableContext, dice: &mut Dice) -> io::Result<Vec<Seated>> {
        let settings = Settings {
            grace_seconds: 10,
            handover_seconds: 30,
            bot_level: Level::Easy,
            ..Settings::default()
        };
        let room = NewRoom {
            host: Person::named("Ann"),
            game: self.game.into(),
            preset: None,
            options: self.options.as_object().cloned().unwrap_or_default(),
            settings: Some(settings),
        };
        let mut seated: Vec<Seated> = Vec::new();
        for _ in 0..ATTEMPTS {
            if seated.len() == self.people {
                break;
            }
            let address = context.addresses[dice.below(context.addresses.len())];
            match timeout(TIMEOUT, seat_at(address, &room, seated.first())).await {
                Ok(Ok(seat)) => {
                    context.record.note(seated.len(), Happened::Seated(seat.clone()))?;
                    seated.push(seat);
                }
                Ok(Err(Error::Refused(refusal))) if seated.is_empty() => {
                    return Err(io::Error::other(format!("{} cannot be opened: {refusal}", self.game)));
                }
                Ok(Err(_)) | Err(_) => sleep(dice.millis(100..=600)).await,
            }
        }
        Ok(seated)
    }
}

/// Opens the room, or takes a seat in it where there is a host.
async fn seat_at(address: SocketAddr, room: &NewRoom, host: Option<&Seated>) -> Result<Seated, Error> {
    let mut lobby = Lobby::connect(address).await?;
    match host {
        None => lobby.open_room(room).await,
        Some(host) => lobby.join(&host.code, &Person::named("Bea")).await,
    }
}

fn eights(dice: &mut Dice) -> Value {
    let tier = ["base", "insane", "chaos"][dice.below(3)];
    json!({ "tier": tier, "min_players": 2, "hand_size": 4, "turn_limit": 150, "turn_seconds": 10 })
}

fn dutch(dice: &mut Dice) -> Value {
    let mode = ["collect", "clear"][dice.below(2)];
    json!({
        "mode": mode, "turn_limit": 10, "peek_seconds": 5, "draw_seconds": 3, "play_seconds": 5, "window_seconds": 3,
        "queen_seconds": 5, "jack_seconds": 5, "peeking_seconds": 2, "turn_end_seconds": 0, "ready_seconds": 10
    })
}

fn euchre() -> Value {
    json!({
        "target": 5, "bid_seconds": 5, "discard_seconds": 5, "choice_seconds": 5, "play_seconds": 5, "ready_seconds": 5
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::HouseRules;

    #[test]
    fn every_plan_can_be_played() {
        for number in 0..200 {
            let plan = Plan::of(number, 7);
            let game = catalog::find(plan.game).unwrap();
            let options = plan.options.as_object().unwrap().clone();
            let rules = HouseRules { preset: None, options };
            let agreed = game.agree(&rules).unwrap_or_else(|fault| panic!("{}: {fault:?}", plan.game));
            let seats = (plan.people + plan.bots) as u8;
            assert!((agreed.fewest..=agreed.most).contains(&seats), "{}: {seats}", plan.game);
        }
    }
}
