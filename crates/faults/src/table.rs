//! A table: who sits there, what is played, and how it went.

use crate::{
    dice::Dice,
    lobby,
    player::{End, Player, Role, TableContext},
    record::Happened,
};
use catalog::HouseRules;
use serde_json::{Value, json};
use server::protocol::lobby::Seated;
use std::{io, time::Duration};
use tokio::time::sleep;

/// So long the lobby may take.
const TIMEOUT: Duration = Duration::from_secs(6);
/// Attempts to get into it.
const ATTEMPTS: usize = 8;

/// What is to be played, by whom.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Which game.
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
    /// Which game.
    pub game: &'static str,
    /// The players who sat there.
    pub seated: Vec<Seated>,
    /// Whether somebody saw the end.
    pub finished: bool,
}

impl Plan {
    /// The plan of table number so-and-so. All games come round.
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

    /// Opens the table, plays it, and comes back when everybody has gone; nothing if nobody got in.
    pub async fn play(self, context: TableContext) -> io::Result<Option<Played>> {
        let mut dice = Dice::for_one(self.seed, 1_000);
        let seated = self.sit_down(&context, &mut dice).await?;
        let Some(host) = seated.first().cloned() else { return Ok(None) };
        let mut going = Vec::new();
        let bots = (0..self.bots).map(|_| json!({ "add_bot": { "level": "easy" } }));
        let mut wishes: Vec<Value> = bots.chain([json!("start")]).collect();
        for (who, seat) in seated.iter().enumerate() {
            let player = Player::new(who, Role::Seat(seat.clone()), context.clone(), self.seed);
            let player = player.sealing(self.seals).wishing(std::mem::take(&mut wishes));
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

    /// Everybody gets a seat through the lobby of any node. A player without an answer may have a seat that nobody will ever
    /// take: such things happen, and the table goes on without them.
    async fn sit_down(&self, context: &TableContext, dice: &mut Dice) -> io::Result<Vec<Seated>> {
        let settings = json!({ "grace_seconds": 10, "handover_seconds": 30, "bot_level": "easy" });
        let room = json!({ "host": { "name": "Ann" }, "game": self.game, "preset": self.rules.preset, "options": self.rules.options, "settings": settings });
        let mut seated: Vec<Seated> = Vec::new();
        for _ in 0..ATTEMPTS {
            if seated.len() == self.people {
                break;
            }
            let (path, body) = match seated.first() {
                None => ("/api/rooms".to_owned(), room.to_string()),
                Some(host) => (format!("/api/rooms/{}/join", host.code), r#"{"name":"Bea"}"#.to_owned()),
            };
            let address = context.addresses[dice.below(context.addresses.len())];
            match lobby::ask(address, "POST", &path, &body, TIMEOUT).await {
                Ok((200, told)) => {
                    let seat: Seated = serde_json::from_value(told)?;
                    context.record.note(seated.len(), Happened::Seated(seat.clone()))?;
                    seated.push(seat);
                }
                Ok((400..500, told)) if seated.is_empty() => {
                    return Err(io::Error::other(format!("{} cannot be opened: {told}", self.game)));
                }
                Ok(_) | Err(_) => sleep(dice.millis(100..=600)).await,
            }
        }
        Ok(seated)
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
