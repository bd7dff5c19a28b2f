//! Opens a table against bots and plays a game to its end.

use client::{
    Client, Error, Lobby,
    protocol::{
        Hello,
        lobby::{Person, Play},
    },
};
use std::{net::SocketAddr, time::Duration};

/// Always plays the first legal action; returns the points by seat.
pub(crate) async fn play(server: SocketAddr) -> Result<Vec<i32>, Error> {
    let mut lobby = Lobby::connect(server).await?;
    let table = Play { player: Person::named("Ann"), game: "eights".into(), ..Play::default() };
    let seated = lobby.play_now(&table).await?;
    let mut client = Client::connect(server, &Hello::rejoin(&seated, false)).await?;
    while !client.shown().is_finished() {
        let Some(action) = client.shown().legal().first().cloned() else {
            client.wait().await?;
            continue;
        };
        let decided_at = client.shown().seq;
        let next = match client.act(action).await {
            Ok(accepted) => accepted.version,
            // Time was up, or somebody was faster: look again.
            Err(Error::Refused(refusal)) if refusal.code == "stale" => decided_at + 1,
            // At most 20 messages a second: try again a little later.
            Err(Error::Refused(refusal)) if refusal.code == "rate_limited" => {
                tokio::time::sleep(Duration::from_millis(50)).await;
                decided_at
            }
            Err(error) => return Err(error),
        };
        client.until(|shown| shown.seq >= next).await?;
    }
    let outcome = client.shown().room.as_ref().and_then(|room| room.outcome.clone());
    Ok(outcome.map_or(vec![], |outcome| outcome.points.values().to_vec()))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let server = std::env::args().nth(1).unwrap_or("127.0.0.1:7878".into());
    println!("points by seat: {:?}", play(server.parse()?).await?);
    Ok(())
}
