//! A wire that can be cut, stalled and slowed: a proxy of our own, so that it takes no privileges.

use std::{io, net::SocketAddr, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream, tcp::OwnedReadHalf, tcp::OwnedWriteHalf},
    sync::watch,
    task::JoinHandle,
};

/// So much is taken at once.
const CHUNK: usize = 64 * 1024;

/// What a wire does with what it is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Hands it on.
    Open,
    /// Hands it on later.
    Slow(Duration),
    /// Keeps it until it is another mode.
    Stalled,
    /// Ends every connection, and lets none come about.
    Cut,
}

/// A wire.
#[derive(Debug)]
pub(crate) struct Link {
    /// The end that somebody connects to.
    pub(crate) address: SocketAddr,
    mode: watch::Sender<Mode>,
    carries: JoinHandle<()>,
}

impl Drop for Link {
    fn drop(&mut self) {
        self.carries.abort();
    }
}

impl Link {
    /// A wire to whatever listens there.
    pub(crate) async fn to(target: SocketAddr) -> io::Result<Link> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let (mode, watched) = watch::channel(Mode::Open);
        let carries = tokio::spawn(async move {
            loop {
                let Ok((near, _)) = listener.accept().await else { continue };
                let watched = watched.clone();
                tokio::spawn(async move { carry(near, target, watched).await });
            }
        });
        Ok(Link { address, mode, carries })
    }

    pub(crate) fn set(&self, mode: Mode) {
        self.mode.send_replace(mode);
    }
}

/// One connection until either side ends it, or it is cut.
async fn carry(near: TcpStream, target: SocketAddr, mode: watch::Receiver<Mode>) {
    if *mode.borrow() == Mode::Cut {
        return;
    }
    let Ok(far) = TcpStream::connect(target).await else { return };
    // A measurement of delays should only include ours.
    let _ = (near.set_nodelay(true), far.set_nodelay(true));
    let ((near_in, near_out), (far_in, far_out)) = (near.into_split(), far.into_split());
    tokio::select! {
        () = pump(near_in, far_out, mode.clone()) => {}
        () = pump(far_in, near_out, mode) => {}
    }
}

async fn until_cut(mode: &mut watch::Receiver<Mode>) {
    // A wire that is gone is as good as cut.
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
    async fn a_wire_is_cut_and_mended() {
        let link = Link::to(echo().await).await.unwrap();
        let mut word = [0; 2];
        let mut stream = TcpStream::connect(link.address).await.unwrap();
        stream.write_all(b"hi").await.unwrap();
        stream.read_exact(&mut word).await.unwrap();
        link.set(Mode::Cut);
        assert_eq!(stream.read(&mut word).await.unwrap_or(0), 0, "the connection ends");
        let mut other = TcpStream::connect(link.address).await.unwrap();
        assert_eq!(other.read(&mut word).await.unwrap_or(0), 0, "and no other comes about");
        link.set(Mode::Open);
        let mut third = TcpStream::connect(link.address).await.unwrap();
        third.write_all(b"ho").await.unwrap();
        third.read_exact(&mut word).await.unwrap();
        assert_eq!(&word, b"ho");
    }

    #[tokio::test]
    async fn a_wire_is_stalled_and_slowed_and_loses_nothing() {
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
