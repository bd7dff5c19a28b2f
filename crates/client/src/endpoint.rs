use std::{
    io,
    net::{IpAddr, SocketAddr},
};
use tokio::net::{TcpSocket, TcpStream};

/// Where a server is, and which of this machine's addresses to connect from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// The server's address.
    pub address: SocketAddr,
    /// The local address; any if `None`.
    pub from: Option<IpAddr>,
}

impl From<SocketAddr> for Endpoint {
    fn from(address: SocketAddr) -> Endpoint {
        Endpoint { address, from: None }
    }
}

impl Endpoint {
    /// Opens a connection.
    pub async fn dial(&self) -> io::Result<TcpStream> {
        let stream = match self.from {
            None => TcpStream::connect(self.address).await?,
            Some(from) => {
                let socket = if from.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
                socket.bind(SocketAddr::new(from, 0))?;
                socket.connect(self.address).await?
            }
        };
        stream.set_nodelay(true)?;
        Ok(stream)
    }
}
