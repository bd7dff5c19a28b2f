//! A table: who sits there, what is played, and how it went.

use crate::{
    context::{End, Role, TableContext},
    dice::Dice,
    player::{Player, add_bot},
    record::Happened,
};
use catalog::HouseRules;
use client::{Error, Lobby};
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

/// The game, and its players.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The name of the game.
    pub game: &'static str,
    rules: HouseRules,
    people: usize,
    bots: usize,
    watches: bool,
    seals: bool,
    seed: u64,
}

/// How it went.
#[derive(Clone, Debug)]
pub struct Played {
    /// The name of the game.
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
        let game = &catalog::ALL[number % catalog::ALL.len()];
        let preset = dice.pick(game.presets()).map(|preset| preset.name.to_owned());
        // Short games and short clocks: as many beginnings, ends and expiries as there can be.
        let rules = game.shortened(HouseRules { preset, ..HouseRules::default() });
        let (fewest, most) = game.agree(&rules).map_or((1, 1), |agreed| (agreed.min_seats, agreed.max_seats));
        let seats = usize::from(fewest) + dice.below(usize::from(most - fewest).min(2) + 1);
        let people = 1 + dice.below(seats);
        Plan {
            game: game.name,
            rules,
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
            preset: self.rules.preset.clone(),
            options: self.rules.options.clone(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_plan_can_be_played() {
        for number in 0..200 {
            let plan = Plan::of(number, 7);
            let game = catalog::find(plan.game).unwrap();
            let agreed = game.agree(&plan.rules).unwrap_or_else(|fault| panic!("{}: {fault:?}", plan.game));
            let seats = (plan.people + plan.bots) as u8;
            assert!((agreed.min_seats..=agreed.max_seats).contains(&seats), "{}: {seats}", plan.game);
        }
    }
}
