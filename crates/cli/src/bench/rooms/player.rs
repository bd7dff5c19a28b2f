use client::{
    Accepted, Client, Endpoint, Error, Lobby,
    protocol::{
        Command, Hello,
        lobby::{NewRoom, Person, Play, Seated},
    },
};
use std::io;

/// A seat that plays random legal actions.
pub(super) struct Player {
    client: Client,
    random: u64,
}

impl Player {
    /// Connects to a seat. `seed` decides what it plays.
    pub(super) async fn connect(to: Endpoint, seated: &Seated, seed: u64) -> io::Result<Player> {
        let client = Client::connect(to, &Hello::rejoin(seated, false)).await?;
        // A seed for each connection, so that the ids of a seat differ after it comes back. Zero is the one state that the
        // generator never leaves.
        let (client, random) =
            (client.with_ids(format!("{seed:x}-")), seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        Ok(Player { client, random })
    }

    /// Opens a room and connects to the host's seat.
    pub(super) async fn host(to: Endpoint, game: &str, name: &str, seed: u64) -> io::Result<Player> {
        let seated = open_room(&mut Lobby::connect(to).await?, game, name).await?;
        Player::connect(to, &seated, seed).await
    }

    pub(super) fn client(&mut self) -> &mut Client {
        &mut self.client
    }
    /// Whether the game is over.
    pub(super) fn is_finished(&self) -> bool {
        self.client.shown().is_finished()
    }
    /// The name of the latest game.
    pub(super) fn record(&self) -> Option<&str> {
        self.client.shown().record()
    }
    /// Whether there is a legal action.
    pub(super) fn may_act(&self) -> bool {
        !self.client.shown().legal().is_empty()
    }
    /// Does one of the legal actions. Only if it [may](Player::may_act).
    pub(super) async fn act(&mut self) -> Result<Accepted, Error> {
        let choice = self.draw(self.client.shown().legal().len());
        let action = self.client.shown().legal()[choice].clone();
        self.client.act(action).await
    }
    /// Changes something about the room, which cannot be refused.
    pub(super) async fn command(&mut self, command: Command) -> io::Result<u64> {
        Ok(self.client.command(command).await?.version)
    }
    /// Waits until it is shown this version.
    pub(super) async fn until(&mut self, version: u64) -> io::Result<()> {
        Ok(self.client.until(|shown| shown.seq >= version).await?)
    }
    /// Waits for any message.
    pub(super) async fn wait(&mut self) -> io::Result<()> {
        Ok(self.client.wait().await?)
    }

    /// A number below `below`: xorshift is random enough for a measurement, and costs nothing.
    fn draw(&mut self, below: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        ((u128::from(self.random) * below as u128) >> 64) as usize
    }
}

/// Opens a room.
pub(super) async fn open_room(lobby: &mut Lobby, game: &str, name: &str) -> Result<Seated, Error> {
    let host = Person::named(name);
    lobby.open_room(&NewRoom { host, game: game.into(), ..NewRoom::default() }).await
}

/// Opens a table against bots.
pub(super) async fn play_now(lobby: &mut Lobby, game: &str) -> Result<Seated, Error> {
    let player = Person::named("Seat 0");
    lobby.play_now(&Play { player, game: game.into(), ..Play::default() }).await
}
