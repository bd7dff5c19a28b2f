use super::{config::ServeConfig, listen::here};
use std::{fmt, net::SocketAddr};

/// What a server says when it has its port. The first line is for programs too and always has this form.
#[derive(Debug)]
pub(super) struct Announcement {
    scheme: &'static str,
    here: SocketAddr,
    network: Option<SocketAddr>,
    public_url: Option<String>,
    data: String,
    cluster: bool,
}

impl Announcement {
    pub(super) fn new(
        scheme: &'static str,
        (listens, network): (SocketAddr, Option<SocketAddr>),
        settings: &ServeConfig,
        data: String,
    ) -> Announcement {
        let here = here(listens);
        Announcement {
            scheme,
            here,
            network: network.filter(|network| *network != here),
            public_url: settings.public_url.as_ref().map(|url| url.as_str().to_owned()),
            data,
            cluster: settings.jetstream().is_some(),
        }
    }
}

impl fmt::Display for Announcement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = self.scheme;
        writeln!(f, "listening on {scheme}://{}", self.here)?;
        if let Some(address) = self.network {
            writeln!(f, "  in your network: {scheme}://{address}")?;
        }
        if let Some(url) = &self.public_url {
            writeln!(f, "  for everybody: {url}")?;
        }
        writeln!(f, "  data: {}", self.data)?;
        let goes_on = if self.cluster { "on the other nodes" } else { "when it is started again" };
        writeln!(f, "  Ctrl+C stops it; games go on {goes_on}.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn announced(listens: SocketAddr, network: Option<SocketAddr>) -> String {
        Announcement::new("http", (listens, network), &ServeConfig::default(), "/srv/cards".into())
            .to_string()
    }

    #[test]
    fn the_first_line_is_an_address_to_open() {
        for (listens, first) in [
            ("127.0.0.1:7878", "listening on http://127.0.0.1:7878\n"),
            ("0.0.0.0:80", "listening on http://127.0.0.1:80\n"),
            ("[::]:80", "listening on http://[::1]:80\n"),
        ] {
            let text = announced(listens.parse().unwrap(), None);
            assert!(text.starts_with(first), "{text}");
            assert!(text.contains("data: /srv/cards\n"), "{text}");
            assert!(!text.contains("network"), "nobody else can come: {text}");
        }
        let network = "192.168.1.5:80".parse().unwrap();
        let text = announced("0.0.0.0:80".parse().unwrap(), Some(network));
        assert!(text.contains("in your network: http://192.168.1.5:80\n"), "{text}");
        let text = announced(network, Some(network));
        assert_eq!(text.matches("192.168.1.5").count(), 1, "{text}");
    }
}
