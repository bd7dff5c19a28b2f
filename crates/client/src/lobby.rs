use crate::{
    Endpoint, Error, Http,
    protocol::lobby::{Learn, NewRoom, Person, Play, Seated, Summary},
};
use catalog::Fault;
use hyper::Method;
use serde::{Serialize, de::DeserializeOwned};
use std::io;

/// The lobby of a server.
#[derive(Debug)]
pub struct Lobby(Http);

impl Lobby {
    /// Connects to a server.
    pub async fn connect(to: impl Into<Endpoint>) -> io::Result<Lobby> {
        Ok(Lobby(Http::connect(to).await?))
    }

    /// Opens a room.
    pub async fn open_room(&mut self, room: &NewRoom) -> Result<Seated, Error> {
        self.post("/api/rooms", room).await
    }
    /// Takes a seat in the room with this code.
    pub async fn join(&mut self, code: &str, person: &Person) -> Result<Seated, Error> {
        self.post(&format!("/api/rooms/{code}/join"), person).await
    }
    /// Takes a seat at a public table.
    pub async fn quick_play(&mut self, play: &Play) -> Result<Seated, Error> {
        self.post("/api/quick-play", play).await
    }
    /// Opens a private table against bots.
    pub async fn play_now(&mut self, play: &Play) -> Result<Seated, Error> {
        self.post("/api/play-now", play).await
    }
    /// Opens the lesson of a game.
    pub async fn lesson(&mut self, learn: &Learn) -> Result<Seated, Error> {
        self.post("/api/lessons", learn).await
    }
    /// Returns what a stranger may know of a room.
    pub async fn summary(&mut self, code: &str) -> Result<Summary, Error> {
        self.get(&format!("/api/rooms/{code}")).await
    }

    /// Fetches anything else.
    pub async fn get<T: DeserializeOwned>(&mut self, path: &str) -> Result<T, Error> {
        self.request(Method::GET, path, String::new()).await
    }
    /// Posts anything else.
    pub async fn post<T: DeserializeOwned>(&mut self, path: &str, body: &impl Serialize) -> Result<T, Error> {
        self.request(Method::POST, path, serde_json::to_string(body).map_err(io::Error::from)?).await
    }
    /// The connection, for requests whose answer is not JSON.
    pub fn http(&mut self) -> &mut Http {
        &mut self.0
    }

    async fn request<T: DeserializeOwned>(
        &mut self,
        method: Method,
        path: &str,
        body: String,
    ) -> Result<T, Error> {
        let response = self.0.request(method, path, &[], body).await?;
        match response.status {
            200 => Ok(response.json()?),
            400..500 => Err(Error::Refused(response.json::<Fault>()?.into())),
            status => {
                Err(io::Error::other(format!("status {status} for {path}: {}", response.text())).into())
            }
        }
    }
}
