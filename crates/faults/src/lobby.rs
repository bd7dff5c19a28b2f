//! Plain HTTP, one request a connection; 1.0, so that nobody answers in chunks.

use serde_json::Value;
use std::{io, net::SocketAddr, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

/// Asks, and returns the status and what was said: JSON where it is JSON, else text.
pub(crate) async fn ask(
    address: SocketAddr,
    method: &str,
    path: &str,
    body: &str,
    patience: Duration,
) -> io::Result<(u16, Value)> {
    let exchange = async {
        let mut stream = TcpStream::connect(address).await?;
        let request = format!(
            "{method} {path} HTTP/1.0\r\nhost: {address}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        parse(&answer).ok_or_else(|| io::Error::from(io::ErrorKind::UnexpectedEof))
    };
    timeout(patience, exchange).await.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))?
}

fn parse(answer: &[u8]) -> Option<(u16, Value)> {
    let text = std::str::from_utf8(answer).ok()?;
    let (head, body) = text.split_once("\r\n\r\n")?;
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
    });
    // An answer that was cut off is none.
    if length.is_some_and(|length| length != body.len()) {
        return None;
    }
    let status = head.split(' ').nth(1)?.parse().ok()?;
    Some((status, serde_json::from_str(body).unwrap_or_else(|_| body.into())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_an_answer_is_none() {
        let whole = b"HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n{\"a\":1}";
        assert_eq!(parse(whole), Some((200, serde_json::json!({ "a": 1 }))));
        assert!((0..whole.len()).all(|end| parse(&whole[..end]).is_none()));
        assert_eq!(parse(b"HTTP/1.1 503 No\r\n\r\nnot ready\n").unwrap().1, "not ready\n");
    }
}
