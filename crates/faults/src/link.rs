//! A network link that can be cut, stalled and slowed: a proxy in this process, which needs no privileges.

use std::{io, net::SocketAddr, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream, tcp::OwnedReadHalf, tcp::OwnedWriteHalf},
    sync::watch,
    task::JoinHandle,
};

/// The most bytes forwarded at once.
const CHUNK: usize = 64 * 1024;

/// What a link does with the bytes it receives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Forwards them.
    Open,
    /// Forwards them after a delay.
    Slow(Duration),
    /// Holds them back until the mode changes.
    Stalled,
    /// Closes every connection and accepts none.
    Cut,
}

/// A link.
#[derive(Debug)]
pub(crate) struct Link {
    /// The address to connect to.
    pub(crate) address: SocketAddr,
    mode: watch::Sender<Mode>,
    forwards: JoinHandle<()>,
}

impl Drop for Link {
    fn drop(&mut self) {
        self.forwards.abort();
    }
}

impl Link {
    /// Opens a link to this address.
    pub(crate) async fn to(target: SocketAddr) -> io::Result<Link> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let (mode, watched) = watch::channel(Mode::Open);
        let forwards = tokio::spawn(async move {
            loop {
                let Ok((near, _)) = listener.accept().await else { continue };
                let watched = watched.clone();
                tokio::spawn(async move { forward(near, target, watched).await });
            }
        });
        Ok(Link { address, mode, forwards })
    }

    pub(crate) fn set(&self, mode: Mode) {
        self.mode.send_replace(mode);
    }
}

/// Forwards one connection until either side ends it, or it is cut.
async fn forward(near: TcpStream, target: SocketAddr, mode: watch::Receiver<Mode>) {
    if *mode.borrow() == Mode::Cut {
        return;
    }
    let Ok(far) = TcpStream::connect(target).await else { return };
    // Only our own delays should be measured.
    let _ = (near.set_nodelay(true), far.set_nodelay(true));
    let ((near_in, near_out), (far_in, far_out)) = (near.into_split(), far.into_split());
    tokio::select! {
        () = pump(near_in, far_out, mode.clone()) => {}
        () = pump(far_in, near_out, mode) => {}
    }
}

async fn until_cut(mode: &mut watch::Receiver<Mode>) {
    // A dropped link counts as cut.
    let _ = mode.wait_for(|mode| *mode == Mode::Cut).await;
}

async fn pump(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut mode: watch::Receiver<Mode>) {
    let mut chunk = vec![0; CHUNK];
    let mut watched = mode.clone();
    loop {
        let read = tokio::select! {
            read = from.read(&mut chunk) => read,
            () = until_cut(&mut watched) => return,
        };
        let Ok(read @ 1..) = read else { return };
        loop {
            let now = *mode.borrow_and_update();
            match now {
                Mode::Open => break,
                Mode::Slow(by) => {
                    tokio::time::sleep(by).await;
                    break;
                }
                Mode::Cut => return,
                Mode::Stalled => {
                    if mode.changed().await.is_err() {
                        return;
                    }
                }
            }
        }
        if to.write_all(&chunk[..read]).await.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    async fn echo() -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(async move {
                    let (mut from, mut to) = stream.into_split();
                    tokio::io::copy(&mut from, &mut to).await
                });
            }
        });
        address
    }

    #[tokio::test]
    async fn a_link_is_cut_and_restored() {
        let link = Link::to(echo().await).await.unwrap();
        let mut word = [0; 2];
        let mut stream = TcpStream::connect(link.address).await.unwrap();
        stream.write_all(b"hi").await.unwrap();
        stream.read_exact(&mut word).await.unwrap();
        link.set(Mode::Cut);
        assert_eq!(stream.read(&mut word).await.unwrap_or(0), 0, "the connection ends");
        let mut other = TcpStream::connect(link.address).await.unwrap();
        assert_eq!(other.read(&mut word).await.unwrap_or(0), 0, "and no other is accepted");
        link.set(Mode::Open);
        let mut third = TcpStream::connect(link.address).await.unwrap();
        third.write_all(b"ho").await.unwrap();
        third.read_exact(&mut word).await.unwrap();
        assert_eq!(&word, b"ho");
    }

    #[tokio::test]
    async fn a_link_is_stalled_and_slowed_and_loses_nothing() {
        let link = Link::to(echo().await).await.unwrap();
        let mut stream = TcpStream::connect(link.address).await.unwrap();
        link.set(Mode::Stalled);
        stream.write_all(b"hi").await.unwrap();
        let mut word = [0; 2];
        let early = tokio::time::timeout(Duration::from_millis(50), stream.read_exact(&mut word)).await;
        assert!(early.is_err(), "nothing comes");
        let began = Instant::now();
        link.set(Mode::Slow(Duration::from_millis(20)));
        stream.read_exact(&mut word).await.unwrap();
        assert_eq!(&word, b"hi");
        assert!(began.elapsed() >= Duration::from_millis(40), "both ways");
    }
}
