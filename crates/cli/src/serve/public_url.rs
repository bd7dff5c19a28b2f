use serde::Deserialize;
use std::str::FromStr;

/// The address under which people reach a server, written as a browser writes an origin: `https://cards.example.org`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct PublicUrl(String);

impl PublicUrl {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for PublicUrl {
    type Err = String;

    /// Browsers leave out the usual port and write small letters; operators may not.
    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || "expected an address without a path, such as https://cards.example.org".to_owned();
        let lower = text.trim().to_ascii_lowercase();
        let (scheme, rest) = lower.split_once("://").ok_or_else(expected)?;
        let usual_port = match scheme {
            "https" => ":443",
            "http" => ":80",
            _ => return Err(expected()),
        };
        let host = rest.strip_suffix('/').unwrap_or(rest);
        let host = host.strip_suffix(usual_port).unwrap_or(host);
        let plain = |c: char| c.is_ascii_alphanumeric() || "-._:[]".contains(c);
        if host.is_empty() || host.starts_with(':') || !host.chars().all(plain) {
            return Err(expected());
        }
        Ok(PublicUrl(format!("{scheme}://{host}")))
    }
}

impl TryFrom<String> for PublicUrl {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_has_one_form() {
        for (written, origin) in [
            ("https://cards.example.org", "https://cards.example.org"),
            ("https://cards.example.org/", "https://cards.example.org"),
            ("HTTPS://Cards.Example.org:443/", "https://cards.example.org"),
            ("http://cards.example.org:80", "http://cards.example.org"),
            ("http://cards.example.org:443", "http://cards.example.org:443"),
            ("http://192.168.1.5:7878", "http://192.168.1.5:7878"),
            ("https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443"),
        ] {
            assert_eq!(written.parse::<PublicUrl>().unwrap().as_str(), origin, "{written}");
        }
    }
    #[test]
    fn requests_that_no_browser_sends_are_refused() {
        for bad in [
            "",
            "cards.example.org",
            "ws://cards.example.org",
            "https://",
            "https:///",
            "https://:443",
            "https://cards.example.org/table",
            "https://cards.example.org?x",
            "https://me@cards.example.org",
            "https://cards example.org",
            "https://bücher.example",
        ] {
            assert!(bad.parse::<PublicUrl>().is_err(), "{bad}");
        }
    }
}
