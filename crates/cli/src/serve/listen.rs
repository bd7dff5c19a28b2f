use serde::Deserialize;
use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket},
    str::FromStr,
};

/// Where a server listens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Listen(pub(crate) SocketAddr);

impl Default for Listen {
    /// This machine alone, unless guests are wanted.
    fn default() -> Self {
        Listen(SocketAddr::from((Ipv4Addr::LOCALHOST, 7878)))
    }
}

impl FromStr for Listen {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let address = text.trim().parse();
        address.map(Listen).map_err(|_| "expected an IP address and a port, such as 127.0.0.1:7878".into())
    }
}

impl TryFrom<String> for Listen {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

/// The address at which a browser on this machine finds a server that listens there.
pub(crate) fn here(listens: SocketAddr) -> SocketAddr {
    let ip = match listens.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listens.port())
}

/// The address at which other machines of the network find it, if it lets them in.
pub(crate) fn network(listens: SocketAddr) -> Option<SocketAddr> {
    let ip = if listens.ip().is_unspecified() { outward() } else { Some(listens.ip()) };
    ip.filter(|ip| !ip.is_loopback()).map(|ip| SocketAddr::new(ip, listens.port()))
}

/// The address that other machines know this one by. A UDP socket that is connected to a far address picks it, and sends
/// nothing.
fn outward() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    // Reserved for documentation, so that nobody in particular is meant.
    socket.connect("192.0.2.1:9").ok()?;
    Some(socket.local_addr().ok()?.ip()).filter(|ip| !ip.is_unspecified())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_port() {
        assert_eq!(Listen::default().0.to_string(), "127.0.0.1:7878");
        assert_eq!("[::]:80".parse::<Listen>().unwrap().0.port(), 80);
        for bad in ["", "7878", ":7878", "127.0.0.1", "localhost:7878", "127.0.0.1:70000"] {
            assert!(bad.parse::<Listen>().unwrap_err().contains("127.0.0.1:7878"), "{bad}");
        }
    }
    #[test]
    fn others_come_only_where_it_listens() {
        let found = |listens: &str| network(listens.parse().unwrap());
        assert_eq!(found("127.0.0.1:7878"), None);
        assert_eq!(found("[::1]:7878"), None);
        assert_eq!(found("192.168.1.5:7878"), Some("192.168.1.5:7878".parse().unwrap()));
        // The address depends on the machine; if there is one, others can open it.
        assert!(
            found("0.0.0.0:7878").is_none_or(|there| there.port() == 7878 && !there.ip().is_unspecified())
        );
    }
    #[test]
    fn nobody_opens_0_0_0_0() {
        for (listens, opened) in [
            ("0.0.0.0:7878", "127.0.0.1:7878"),
            ("[::]:80", "[::1]:80"),
            ("192.168.1.5:7878", "192.168.1.5:7878"),
        ] {
            assert_eq!(here(listens.parse().unwrap()).to_string(), opened);
        }
    }
}
