use serde::{Deserialize, de::DeserializeOwned};
use serde_json::json;
use std::{
    io,
    net::{IpAddr, SocketAddr},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
};

/// The way to a server's lobby: plain HTTP, one request after the other on one connection.
pub(super) struct Lobby {
    address: SocketAddr,
    stream: TcpStream,
}

/// A seat, as the lobby gives it.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Seated {
    pub(super) code: String,
    pub(super) player_id: String,
    pub(super) token: String,
}

impl Lobby {
    pub(super) async fn enter(address: SocketAddr) -> io::Result<Lobby> {
        Lobby::enter_from(None, address).await
    }

    /// The same from a certain address of this machine.
    pub(super) async fn enter_from(from: Option<IpAddr>, address: SocketAddr) -> io::Result<Lobby> {
        Ok(Lobby { address, stream: dial(from, address).await? })
    }

    /// Opens a room with a game against bots.
    pub(super) async fn play_now(&mut self, game: &str) -> io::Result<Seated> {
        let body = json!({ "player": { "name": "Seat 0" }, "game": game });
        self.post("/api/play-now", &body.to_string()).await
    }

    /// Opens a room.
    pub(super) async fn open(&mut self, game: &str, name: &str) -> io::Result<Seated> {
        let body = json!({ "host": { "name": name }, "game": game });
        self.post("/api/rooms", &body.to_string()).await
    }

    /// Takes the next seat of a room.
    pub(super) async fn join(&mut self, code: &str, name: &str) -> io::Result<Seated> {
        self.post(&format!("/api/rooms/{code}/join"), &json!({ "name": name }).to_string()).await
    }

    /// Fetches something and returns its size.
    pub(super) async fn fetch(&mut self, path: &str) -> io::Result<usize> {
        Ok(self.read(path).await?.len())
    }

    /// Fetches something.
    pub(super) async fn read(&mut self, path: &str) -> io::Result<Vec<u8>> {
        let request = format!("GET {path} HTTP/1.1\r\nhost: {}\r\n\r\n", self.address);
        self.answer(&request).await
    }

    async fn post<T: DeserializeOwned>(&mut self, path: &str, body: &str) -> io::Result<T> {
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        let body = self.answer(&request).await?;
        serde_json::from_slice(&body)
            .map_err(|_| io::Error::other(format!("the lobby answered: {}", String::from_utf8_lossy(&body))))
    }

    async fn answer(&mut self, request: &str) -> io::Result<Vec<u8>> {
        self.stream.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        loop {
            if self.stream.read_buf(&mut answer).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if let Some(body) = body_of(&answer) {
                return Ok(body.to_owned());
            }
        }
    }
}

/// Connects, from a certain address of this machine if one is given.
pub(super) async fn dial(from: Option<IpAddr>, address: SocketAddr) -> io::Result<TcpStream> {
    let Some(from) = from else { return TcpStream::connect(address).await };
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(from, 0))?;
    socket.connect(address).await
}

/// The body of an answer, once all of it is there. Every answer of the lobby says how long it is.
fn body_of(answer: &[u8]) -> Option<&[u8]> {
    let end = answer.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = str::from_utf8(&answer[..end]).ok()?;
    let mut headers = head.lines().filter_map(|line| line.split_once(':'));
    let (_, length) = headers.find(|(name, _)| name.eq_ignore_ascii_case("content-length"))?;
    let length: usize = length.trim().parse().ok()?;
    answer.get(end + 4..end + 4 + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_whole_or_not_there() {
        let answer = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
        assert_eq!(body_of(answer), Some(&b"{}"[..]));
        assert!((0..answer.len()).all(|end| body_of(&answer[..end]).is_none()));
    }
}
