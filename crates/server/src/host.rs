//! The name under which a browser asks for this server.
//!
//! A page of a stranger whose name suddenly points at this machine (DNS rebinding) has the same host and origin as its
//! requests. So without a public URL only names count that nobody else can point here.

use axum::http::{HeaderMap, header};
use std::net::IpAddr;

/// Whether a request asks for a host that this server has. One without a host does not come from a browser.
pub(crate) fn is_known_host(headers: &HeaderMap, public_url: Option<&str>, own: &[String]) -> bool {
    let Some(host) = headers.get(header::HOST) else { return true };
    if public_url.is_some() {
        // Proxies ask under names of their own; the origin is compared with the public URL.
        return true;
    }
    host.to_str().is_ok_and(|host| is_own(bare(host), own))
}

/// The host without its port.
fn bare(host: &str) -> &str {
    match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.rsplit_once(':').map_or(host, |(host, _)| host),
    }
}

fn is_own(host: &str, own: &[String]) -> bool {
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    host.parse::<IpAddr>().is_ok()
        || host == "localhost"
        || host.ends_with(".localhost")
        || own.contains(&host)
}

/// The names that this machine has for itself and its network.
pub(crate) fn own_names() -> Vec<String> {
    let name = machine_name().to_ascii_lowercase();
    if name.is_empty() {
        return Vec::new();
    }
    let short = name.split('.').next().unwrap_or_default().to_owned();
    // What routers and mDNS call it.
    let mut names: Vec<_> =
        ["local", "lan", "home", "home.arpa", "fritz.box"].map(|domain| format!("{short}.{domain}")).into();
    names.extend([short, name]);
    names
}

#[cfg(unix)]
fn machine_name() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

#[cfg(not(unix))]
fn machine_name() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(host: &str, public_url: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        is_known_host(&headers, public_url, &["tower".into(), "tower.local".into()])
    }

    #[test]
    fn addresses_localhost_and_own_names_are_known() {
        for host in [
            "127.0.0.1:7878",
            "192.168.1.5",
            "[::1]:7878",
            "[fe80::1]",
            "localhost",
            "LocalHost:7878",
            "cards.localhost",
            "tower:7878",
            "TOWER.local",
            "tower.",
        ] {
            assert!(known(host, None), "{host}");
        }
    }

    #[test]
    fn a_name_that_anybody_can_point_here_is_not() {
        for host in [
            "evil.example",
            "evil.example:7878",
            "127.0.0.1.evil.example",
            "localhost.evil.example",
            "",
            ":7878",
        ] {
            assert!(!known(host, None), "{host}");
            assert!(known(host, Some("https://cards.example.org")), "{host}: the origin decides");
        }
        assert!(is_known_host(&HeaderMap::new(), None, &[]));
    }
}
