//! `aboveboard doctor`: says what is wrong with a card room and its machine, and what to do about it.

use crate::{
    Failure,
    args::Doctor,
    serve::{self, ServeConfig, ServeError},
};
use server::{
    doctor::{Finding, disk, examine, note, sound, wrong},
    log::Connection,
};
use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    time::Duration,
};
use tokio::runtime::Builder;

/// How long the server may take to answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);
/// Files that a server has open beside its connections.
const OTHER_FILES: u64 = 64;

/// Looks at everything and says what it found; fails if something is wrong.
pub(crate) fn run(args: Doctor, out: &mut dyn Write) -> Result<(), Failure> {
    let deep = args.deep;
    let settings = serve::settings(args.serve)?;
    let mut findings = data(&settings, deep)?;
    findings.push(disk(&settings.data_dir()?, settings.config().min_free_bytes));
    findings.extend(open_files(settings.config().connections as u64));
    findings.extend(certificate(&settings));
    findings.push(port(serve::address(&settings), settings.tls_cert.is_some()));
    findings.extend(proxy(&settings));
    findings.extend(nats(&settings)?);
    for finding in &findings {
        writeln!(out, "{finding}")?;
    }
    match findings.iter().filter(|finding| !finding.sound).count() {
        0 => Ok(()),
        _ => Err(ServeError::Data("something is wrong with this card room (see above)".into()).into()),
    }
}

fn data(settings: &ServeConfig, deep: bool) -> Result<Vec<Finding>, ServeError> {
    let Some(nats) = settings.jetstream() else {
        let database = serve::existing_database(settings.data_dir.as_deref())?;
        return Ok(examine(&database, deep));
    };
    let database = settings.data_dir()?.join(serve::database_in(&nats.prefix));
    Ok(match database.exists() {
        true => examine(&database, deep),
        false => vec![note("this node has no rows of finished games yet: they are built at its first start")],
    })
}

/// Whether this process may have a file for each connection; a service has limits of its own.
#[cfg(unix)]
fn open_files(connections: u64) -> Option<Finding> {
    use rustix::process::{Resource::Nofile, getrlimit};
    let wanted = connections + OTHER_FILES;
    let allowed = getrlimit(Nofile).current?;
    Some(match allowed < wanted {
        true => note(format!(
            "a program started here may open {allowed} files, and --connections {connections} needs {wanted}: set \
             LimitNOFILE={wanted} in the service's unit, use `ulimit -n`, or lower --connections"
        )),
        false => sound(format!("a program started here may open {allowed} files")),
    })
}

#[cfg(not(unix))]
fn open_files(_: u64) -> Option<Finding> {
    None
}

/// Whether the card room answers at its address, or could open there.
fn port(address: SocketAddr, speaks_tls: bool) -> Finding {
    let address = serve::here(address);
    let Ok(stream) = TcpStream::connect_timeout(&address, ANSWER_TIMEOUT) else {
        return note(format!(
            "nothing listens on {address}: the card room is not running, or has another --listen"
        ));
    };
    if speaks_tls {
        return note(format!(
            "something listens on {address}; whether it is the card room is not asked by https"
        ));
    }
    match asked(stream, address) {
        Ok(answer) if answer.contains("ready") => match answer.starts_with("HTTP/1.1 200") {
            true => sound(format!("the card room at {address} answers and is ready")),
            false => wrong(format!(
                "the card room at {address} answers: {}",
                answer.lines().last().unwrap_or_default()
            )),
        },
        _ => wrong(format!(
            "another program listens on {address}: stop it, or choose another port with --listen"
        )),
    }
}

fn asked(mut stream: TcpStream, address: SocketAddr) -> std::io::Result<String> {
    stream.set_read_timeout(Some(ANSWER_TIMEOUT))?;
    write!(stream, "GET /readyz HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.take(16 * 1024).read_to_string(&mut answer)?;
    Ok(answer)
}

/// Whether certificate and key can be used together.
fn certificate(settings: &ServeConfig) -> Option<Finding> {
    match settings.tls() {
        Ok(None) => None,
        Ok(Some(_)) => Some(sound("the certificate and its key belong together")),
        Err(error) => Some(wrong(error.to_string())),
    }
}

/// Whether public address and proxies go together.
fn proxy(settings: &ServeConfig) -> Option<Finding> {
    let listens = serve::address(settings);
    match (&settings.public_url, settings.trusted_proxy.is_empty()) {
        (Some(url), true)
            if url.as_str().starts_with("https:")
                && listens.ip().is_loopback()
                && settings.tls_cert.is_none() =>
        {
            Some(wrong(
                "--public-url is https and the server listens for this machine alone, so people come through a proxy, and \
             without --trusted-proxy all of them share the limits of one address: name the proxy, here --trusted-proxy 127.0.0.1",
            ))
        }
        (None, false) => Some(wrong(
            "--trusted-proxy is set without --public-url, so pages from the proxy's name are refused: name the address that \
             people open, such as --public-url https://cards.example.org",
        )),
        (Some(url), _) => Some(sound(format!("pages must come from {}", url.as_str()))),
        (None, true) => None,
    }
}

/// Whether the servers of a cluster can be reached, with everything that a node wants of them.
fn nats(settings: &ServeConfig) -> Result<Option<Finding>, ServeError> {
    let Some(nats) = settings.jetstream() else { return Ok(None) };
    let runtime = Builder::new_current_thread().enable_all().build().map_err(ServeError::Failed)?;
    Ok(Some(match runtime.block_on(Connection::open(&nats)) {
        Ok(_) => sound(format!("NATS answers for the cluster “{}”", nats.prefix)),
        Err(error) => wrong(format!("NATS cannot be used: {error}")),
    }))
}
