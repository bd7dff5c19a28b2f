use crate::shared::Shared;
use axum::{
    extract::{ConnectInfo, FromRequestParts},
    http::{HeaderMap, StatusCode, request::Parts},
};
use catalog::Fault;
use std::{
    net::{IpAddr, Ipv6Addr, SocketAddr},
    str,
    sync::Arc,
};

/// Where a request comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client {
    /// As limits count it: see [`household`].
    pub(crate) address: IpAddr,
}

impl Client {
    /// Refuses an address that the operator has banned.
    pub(crate) fn admitted(&self, shared: &Shared) -> Result<(), Fault> {
        shared.bans.check_address(self.address, shared.clock.now())
    }

    /// An attempt to join, limited per address and minute.
    pub(crate) async fn guarded<T>(
        &self,
        shared: &Shared,
        attempt: impl AsyncFnOnce() -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        self.admitted(shared)?;
        shared.limits.may_try(self.address, shared.clock.now())?;
        attempt().await.map_err(|fault| shared.limits.failed(self.address, shared.clock.now(), fault))
    }
}

impl FromRequestParts<Arc<Shared>> for Client {
    type Rejection = StatusCode;
    async fn from_request_parts(parts: &mut Parts, shared: &Arc<Shared>) -> Result<Client, StatusCode> {
        let ConnectInfo(peer) =
            parts.extensions.get::<ConnectInfo<SocketAddr>>().ok_or(StatusCode::INTERNAL_SERVER_ERROR)?;
        let address = client_address(peer.ip(), &parts.headers, &shared.config.trusted_proxies);
        Ok(Client { address: household(address) })
    }
}

/// The address a client has: that of the connection, unless it is a proxy we trust; then the last one in
/// `X-Forwarded-For` that is not.
///
/// Each proxy puts the address it was reached from at the end; what stands before the first stranger, anybody may
/// have written. For the same reason nothing before a word that is not an address is trusted.
fn client_address(peer: IpAddr, headers: &HeaderMap, trusted: &[IpAddr]) -> IpAddr {
    let peer = peer.to_canonical();
    let trusts = |address: &IpAddr| trusted.iter().any(|proxy| proxy.to_canonical() == *address);
    if !trusts(&peer) {
        return peer;
    }
    let values: Vec<_> = headers.get_all("x-forwarded-for").iter().collect();
    let words = values.iter().rev().flat_map(|value| value.as_bytes().rsplit(|byte| *byte == b','));
    words
        .map(address_in)
        .find(|address| !address.is_some_and(|address| trusts(&address)))
        .flatten()
        .unwrap_or(peer)
}

/// An address as proxies write it; some put the port with it.
fn address_in(word: &[u8]) -> Option<IpAddr> {
    let word = str::from_utf8(word).ok()?.trim();
    let bare = word.strip_prefix('[').and_then(|word| word.strip_suffix(']')).unwrap_or(word);
    let address = bare.parse().or_else(|_| word.parse().map(|address: SocketAddr| address.ip()));
    address.ok().map(|address| address.to_canonical())
}

/// The address that limits count: in IPv6, everything that a line is given (64 bits), because its owner has more
/// addresses than any limit.
pub(crate) fn household(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    const PROXY: &str = "10.0.0.1";

    fn address(peer: &str, forwarded: &[&[u8]], trusted: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("X-Forwarded-For", HeaderValue::from_bytes(value).unwrap());
        }
        let trusted: Vec<IpAddr> = trusted.iter().map(|proxy| proxy.parse().unwrap()).collect();
        client_address(peer.parse().unwrap(), &headers, &trusted).to_string()
    }

    #[test]
    fn nobody_is_believed_but_a_trusted_proxy() {
        for trusted in [&[][..], &[PROXY]] {
            assert_eq!(address("203.0.113.7", &[b"198.51.100.1"], trusted), "203.0.113.7");
            assert_eq!(address("203.0.113.7", &[b"10.0.0.1, 198.51.100.1"], trusted), "203.0.113.7");
        }
        assert_eq!(address("127.0.0.1", &[b"198.51.100.1"], &[PROXY]), "127.0.0.1", "not even this machine");
    }

    #[test]
    fn a_trusted_proxy_names_the_client() {
        assert_eq!(address(PROXY, &[b"198.51.100.1"], &[PROXY]), "198.51.100.1");
        assert_eq!(address(PROXY, &[b"2001:db8::5"], &[PROXY]), "2001:db8::5");
        assert_eq!(address(PROXY, &[b"198.51.100.1:4711"], &[PROXY]), "198.51.100.1");
        assert_eq!(address(PROXY, &[b"[2001:db8::5]"], &[PROXY]), "2001:db8::5");
        assert_eq!(address(PROXY, &[b"[2001:db8::5]:4711"], &[PROXY]), "2001:db8::5");
        assert_eq!(address(PROXY, &[], &[PROXY]), PROXY, "it names nobody");
    }

    #[test]
    fn addresses_written_by_the_client_are_not_believed() {
        assert_eq!(address(PROXY, &[b"1.2.3.4, 198.51.100.1"], &[PROXY]), "198.51.100.1");
        assert_eq!(address(PROXY, &[b"1.2.3.4", b"198.51.100.1"], &[PROXY]), "198.51.100.1");
        assert_eq!(address(PROXY, &[b"10.0.0.1,198.51.100.1"], &[PROXY]), "198.51.100.1");
        // A word that is not an address may be followed by anything.
        assert_eq!(address(PROXY, &[b"1.2.3.4, unknown"], &[PROXY]), PROXY);
        assert_eq!(address(PROXY, &[b"1.2.3.4,"], &[PROXY]), PROXY);
        assert_eq!(address(PROXY, &[b"1.2.3.4", b"\xff, 198.51.100.1"], &[PROXY]), "198.51.100.1");
        assert_eq!(address(PROXY, &[b"1.2.3.4", b"\xff"], &[PROXY]), PROXY);
    }

    #[test]
    fn a_chain_of_trusted_proxies_is_followed() {
        let trusted = [PROXY, "10.0.0.2"];
        assert_eq!(address(PROXY, &[b"1.2.3.4, 198.51.100.1, 10.0.0.2"], &trusted), "198.51.100.1");
        assert_eq!(address(PROXY, &[b"198.51.100.1, 10.0.0.3"], &trusted), "10.0.0.3", "a stranger");
        assert_eq!(address(PROXY, &[b"10.0.0.2"], &trusted), PROXY);
    }

    #[test]
    fn one_machine_has_one_address_in_both_families() {
        assert_eq!(address("::ffff:10.0.0.1", &[b"198.51.100.1"], &[PROXY]), "198.51.100.1");
        assert_eq!(address(PROXY, &[b"::ffff:198.51.100.1"], &["::ffff:10.0.0.1"]), "198.51.100.1");
        assert_eq!(address("::ffff:203.0.113.7", &[], &[]), "203.0.113.7");
    }

    #[test]
    fn limits_count_by_line() {
        let counted = |address: &str| household(address.parse().unwrap()).to_string();
        assert_eq!(counted("203.0.113.7"), "203.0.113.7");
        assert_eq!(counted("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(counted("2001:db8:1:2::9"), counted("2001:db8:1:2:ffff::"));
        assert_ne!(counted("2001:db8:1:2::9"), counted("2001:db8:1:3::9"));
    }
}
