use super::{listen::here, settings::Settings};
use std::{
    fmt,
    net::{IpAddr, SocketAddr, UdpSocket},
};

/// What a server says when it has its port. The first line is for programs too and always has this form.
#[derive(Debug)]
pub(super) struct Announcement {
    here: SocketAddr,
    network: Option<SocketAddr>,
    public_url: Option<String>,
    data: String,
}

impl Announcement {
    pub(super) fn new(listens: SocketAddr, settings: &Settings) -> Announcement {
        let network = outward().filter(|_| listens.ip().is_unspecified());
        Announcement {
            here: here(listens),
            network: network.map(|ip| SocketAddr::new(ip, listens.port())),
            public_url: settings.public_url.as_ref().map(|url| url.as_str().to_owned()),
            data: settings.data_dir().display().to_string(),
        }
    }
}

impl fmt::Display for Announcement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "listening on http://{}", self.here)?;
        if let Some(address) = self.network {
            writeln!(f, "  in your network: http://{address}")?;
        }
        if let Some(url) = &self.public_url {
            writeln!(f, "  for everybody: {url}")?;
        }
        writeln!(f, "  data: {}", self.data)?;
        writeln!(f, "  Ctrl+C stops it; games go on when it is started again.")
    }
}

/// The address that other machines of the network know this one by. A UDP socket that is told of a far address
/// picks it, and sends nothing.
fn outward() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    // Reserved for documentation, so that nobody in particular is meant.
    socket.connect("192.0.2.1:9").ok()?;
    Some(socket.local_addr().ok()?.ip()).filter(|ip| !ip.is_loopback() && !ip.is_unspecified())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_is_an_address_to_open() {
        let settings = Settings::default();
        for (listens, first) in [
            ("127.0.0.1:7878", "listening on http://127.0.0.1:7878\n"),
            ("0.0.0.0:80", "listening on http://127.0.0.1:80\n"),
            ("[::]:80", "listening on http://[::1]:80\n"),
        ] {
            let text = Announcement::new(listens.parse().unwrap(), &settings).to_string();
            assert!(text.starts_with(first), "{text}");
            assert!(text.contains("data: aboveboard-data\n"), "{text}");
        }
        let text = Announcement::new("127.0.0.1:80".parse().unwrap(), &settings).to_string();
        assert!(!text.contains("network"), "nobody else can come: {text}");
    }
}
