//! The commands for a server that runs.

use crate::{Failure, args::Operate, serve};
use serde::Serialize;
use server::operator::{AskError, Ban, Reply, Request, RoomReport, Stats, ask};
use std::{
    io::Write,
    path::Path,
    time::{SystemTime, UNIX_EPOCH},
};

/// Asks the server, and says what it answered.
pub(crate) fn run(operate: &Operate, out: &mut dyn Write) -> Result<(), Failure> {
    match operate {
        Operate::Rooms { code, json, folder } => {
            let request = match code {
                Some(code) => Request::Room { code: code.clone() },
                None => Request::Rooms,
            };
            let Reply::Rooms(rooms) = answer(folder.data_dir.as_deref(), &request)? else {
                return Err(odd());
            };
            match (json, code) {
                (true, _) => print_json(&rooms, out),
                (false, Some(_)) => rooms.iter().try_for_each(|room| people(room, out)),
                (false, None) => list(&rooms, out),
            }
        }
        Operate::Close { code, folder } => {
            answer(folder.data_dir.as_deref(), &Request::Close { code: code.clone() })?;
            Ok(writeln!(out, "closed")?)
        }
        Operate::Kick { code, seat, folder } => {
            let request = Request::Kick { code: code.clone(), seat: seat - 1 };
            answer(folder.data_dir.as_deref(), &request)?;
            Ok(writeln!(out, "removed; `aboveboard ban` keeps somebody out of the whole card room")?)
        }
        Operate::Ban { target, hours, folder } => {
            let request = Request::Ban { target: target.clone(), hours: *hours };
            let removed = reached(&answer(folder.data_dir.as_deref(), &request)?)?;
            Ok(writeln!(out, "banned for {hours} h: {target}; removed from tables: {removed}")?)
        }
        Operate::Unban { target, folder } => {
            answer(folder.data_dir.as_deref(), &Request::Unban { target: target.clone() })?;
            Ok(writeln!(out, "not banned any more: {target}")?)
        }
        Operate::Bans { json, folder } => {
            let Reply::Bans(bans) = answer(folder.data_dir.as_deref(), &Request::Bans)? else {
                return Err(odd());
            };
            if *json { print_json(&bans, out) } else { list_bans(&bans, out) }
        }
        Operate::Announce { text, folder } => {
            let request = Request::Announce { text: text.clone() };
            let reached = reached(&answer(folder.data_dir.as_deref(), &request)?)?;
            Ok(writeln!(out, "shown to {reached} connections")?)
        }
        Operate::Drain { cancel, folder } => {
            answer(folder.data_dir.as_deref(), &Request::Drain { cancel: *cancel })?;
            let text = match cancel {
                true => "tables can be opened again",
                false => {
                    "no more tables are opened; the server stops as soon as nobody is in a game \
                          (`aboveboard drain --cancel` takes it back)"
                }
            };
            Ok(writeln!(out, "{text}")?)
        }
        Operate::Stats { json, folder } => {
            let Reply::Stats(stats) = answer(folder.data_dir.as_deref(), &Request::Stats)? else {
                return Err(odd());
            };
            if *json { print_json(&stats, out) } else { print_stats(&stats, out) }
        }
    }
}

fn answer(folder: Option<&Path>, request: &Request) -> Result<Reply, Failure> {
    Ok(ask(&serve::data_dir(folder)?, request)?)
}

fn reached(reply: &Reply) -> Result<usize, Failure> {
    if let Reply::Reached(count) = reply { Ok(*count) } else { Err(odd()) }
}

/// The answer to something else.
fn odd() -> Failure {
    AskError::Refused("the server answered something else: use the program of the same release".into()).into()
}

fn print_json(value: &impl Serialize, out: &mut dyn Write) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).map_err(std::io::Error::from)?;
    Ok(writeln!(out, "{text}")?)
}

fn list(rooms: &[RoomReport], out: &mut dyn Write) -> Result<(), Failure> {
    if rooms.is_empty() {
        return Ok(writeln!(out, "no rooms are open")?);
    }
    writeln!(out, "code    game     state     listed        age  connections  seats")?;
    for room in rooms {
        let names: Vec<_> = room.seats.iter().map(|seat| seat.name.as_str()).collect();
        let (state, listed) = (word(&room.state), word(&room.listed));
        let (age, names) = (duration(room.age_seconds), names.join(", "));
        let RoomReport { code, game, connections, .. } = room;
        writeln!(out, "{code:8}{game:9}{state:10}{listed:9}{age:>8}  {connections:>11}  {names}")?;
    }
    Ok(())
}

fn people(room: &RoomReport, out: &mut dyn Write) -> Result<(), Failure> {
    list(std::slice::from_ref(room), out)?;
    for (number, seat) in (1..).zip(&room.seats) {
        let state = match (seat.bot, seat.online) {
            (true, _) => "bot",
            (false, true) => "connected",
            (false, false) => "away",
        };
        let address = seat.address.map(|address| format!("  {address}")).unwrap_or_default();
        let profile = seat.profile.as_ref().map(|profile| format!("  profile {profile}")).unwrap_or_default();
        writeln!(out, "  seat {number}: {} ({state}){address}{profile}", seat.name)?;
    }
    match room.spectators[..] {
        [] => Ok(()),
        _ => Ok(writeln!(out, "  spectators: {}", room.spectators.join(", "))?),
    }
}

fn list_bans(bans: &[Ban], out: &mut dyn Write) -> Result<(), Failure> {
    if bans.is_empty() {
        return Ok(writeln!(out, "nobody is banned")?);
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    for ban in bans {
        let left = duration((ban.until / 1000).saturating_sub(now));
        writeln!(out, "{left:>8} left  {}", ban.target)?;
    }
    Ok(())
}

fn print_stats(stats: &Stats, out: &mut dyn Write) -> Result<(), Failure> {
    let free = stats.free_bytes.map_or_else(|| "unknown".into(), |bytes| format!("{} MB", bytes >> 20));
    writeln!(out, "uptime       {}", duration(stats.uptime_seconds))?;
    writeln!(out, "rooms        {} ({} with a game under way)", stats.rooms, stats.playing)?;
    writeln!(out, "people       {} on seats, {} connections", stats.people, stats.connections)?;
    writeln!(out, "set aside    {}", stats.set_aside)?;
    writeln!(out, "bans         {}", stats.bans)?;
    writeln!(out, "free disk    {free}")?;
    if stats.draining {
        writeln!(out, "draining     no more tables; stops when nobody is in a game")?;
    }
    Ok(())
}

/// A word of the protocol, as it stands on the wire.
fn word(value: &impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|word| word.as_str().map(String::from)).unwrap_or_default()
}

/// A length of time in its two largest units.
fn duration(seconds: u64) -> String {
    match (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60) {
        (0, 0, 0, seconds) => format!("{seconds} s"),
        (0, 0, minutes, _) => format!("{minutes} min"),
        (0, hours, minutes, _) => format!("{hours} h {minutes:02}"),
        (days, hours, _, _) => format!("{days} d {hours} h"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_short() {
        for (seconds, text) in
            [(0, "0 s"), (59, "59 s"), (61, "1 min"), (3_700, "1 h 01"), (200_000, "2 d 7 h")]
        {
            assert_eq!(duration(seconds), text);
        }
    }
}
