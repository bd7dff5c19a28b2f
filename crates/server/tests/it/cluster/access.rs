//! Access to a protected NATS: TLS with private certificates, passwords, tokens, credentials.

use crate::{
    log_suite::{fill, fresh_room},
    nats::Nats,
};
use data_encoding::BASE64URL_NOPAD;
use nkeys::KeyPair;
use rcgen::{
    BasicConstraints, CertificateParams, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair as CertificateKey,
};
use serde_json::{Value, json};
use server::log::{ConnectError, Connection, JetStreamConfig, JetStreamLog};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

/// The error of a node that is not let in. It quotes nothing that the node has shown.
async fn refused(config: &JetStreamConfig, secrets: &[&str]) -> String {
    let error = Connection::open(config).await.unwrap_err();
    let told = format!("{error} {error:?}");
    assert!(!secrets.iter().any(|secret| told.contains(secret)), "{told}");
    error.to_string()
}

/// It is good enough to keep a room.
async fn works(config: &JetStreamConfig) {
    let connection = Connection::open(config).await.unwrap();
    fill(&JetStreamLog::open(&connection).await.unwrap(), fresh_room(), 2).await;
}

fn with_login(config: &JetStreamConfig, login: &str) -> JetStreamConfig {
    let servers = config.servers.iter().map(|server| server.replace("nats://", &format!("nats://{login}@")));
    JetStreamConfig { servers: servers.collect(), ..config.clone() }
}

#[tokio::test]
async fn a_name_and_password_may_stand_in_the_address() {
    let nats = Nats::with(1, "authorization { user: ann, password: s3cret }\n");
    let config = nats.config();
    for login in ["", "ann:guessed", "bea:s3cret", "s3cret"] {
        let config = if login.is_empty() { config.clone() } else { with_login(&config, login) };
        let told = refused(&config, &["guessed", "s3cret"]).await;
        assert!(
            told.starts_with("NATS at 127.0.0.1:") && told.contains("does not let this node in"),
            "{told}"
        );
    }
    works(&with_login(&config, "ann:s3cret")).await;
}

#[tokio::test]
async fn a_token_may_stand_in_the_address() {
    let nats = Nats::with(1, "authorization { token: t0ken }\n");
    let config = nats.config();
    let told = refused(&with_login(&config, "guessed"), &["guessed", "t0ken"]).await;
    assert!(told.contains("does not let this node in"), "{told}");
    works(&with_login(&config, "t0ken")).await;
}

/// An authority and the files of those whom it vouches for.
struct Authority {
    folder: TempDir,
    issuer: Issuer<'static, CertificateKey>,
}

impl Authority {
    fn new() -> Authority {
        let folder = tempfile::tempdir().unwrap();
        let key = CertificateKey::generate().unwrap();
        let mut params = CertificateParams::new([]).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        fs::write(folder.path().join("ca.pem"), params.self_signed(&key).unwrap().pem()).unwrap();
        Authority { folder, issuer: Issuer::new(params, key) }
    }
    fn root(&self) -> PathBuf {
        self.folder.path().join("ca.pem")
    }
    /// A certificate and its key.
    fn vouch(&self, name: &str) -> (PathBuf, PathBuf) {
        let key = CertificateKey::generate().unwrap();
        let mut params = CertificateParams::new([name.to_owned()]).unwrap();
        params.extended_key_usages =
            vec![ExtendedKeyUsagePurpose::ServerAuth, ExtendedKeyUsagePurpose::ClientAuth];
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        let file = |kind: &str, text: String| {
            let path = self.folder.path().join(format!("{name}.{kind}"));
            fs::write(&path, text).unwrap();
            path
        };
        (file("pem", certificate.pem()), file("key", key.serialize_pem()))
    }
}

fn tls(server: &(PathBuf, PathBuf), root: &Path) -> String {
    let [certificate, key, root] = [&server.0, &server.1, root].map(|path| path.display().to_string());
    // NATS ends a handshake after two seconds by default, which a busy machine may need for itself.
    format!(
        "tls {{ cert_file: \"{certificate}\", key_file: \"{key}\", ca_file: \"{root}\", verify: true, timeout: 60 }}\n"
    )
}

#[tokio::test]
async fn tls_with_certificates_of_ones_own() {
    let (authority, stranger) = (Authority::new(), Authority::new());
    let nats = Nats::with(1, &tls(&authority.vouch("127.0.0.1"), &authority.root()));
    let plain = nats.config();
    let node = JetStreamConfig {
        root_certificates: Some(authority.root()),
        certificate: Some(authority.vouch("node")),
        require_tls: true,
        ..plain.clone()
    };
    works(&node).await;
    // One without a trusted authority, one that trusts another, and some with no certificate or the wrong one.
    let told = refused(&plain, &[]).await;
    assert!(told.contains("certificate"), "{told}");
    let mistaken = JetStreamConfig { root_certificates: Some(stranger.root()), ..node.clone() };
    let told = refused(&mistaken, &[]).await;
    assert!(told.contains("certificate"), "{told}");
    for certificate in [None, Some(stranger.vouch("node"))] {
        let told = refused(&JetStreamConfig { certificate, ..node.clone() }, &["PRIVATE KEY"]).await;
        assert!(told.contains("cannot reach NATS at"), "{told}");
    }
    // Files that are not there, or not what they should be.
    let missing = JetStreamConfig { root_certificates: Some("/no/such/file".into()), ..node.clone() };
    let told = refused(&missing, &[]).await;
    assert!(told.contains("/no/such/file"), "{told}");
    // And where TLS is asked for, a server without it will not do.
    let open = Nats::shared(1);
    let told = refused(&JetStreamConfig { servers: open.config().servers, ..node }, &[]).await;
    assert!(told.to_lowercase().contains("tls"), "{told}");
}

/// A signed statement, as NATS reads them.
fn statement(by: &KeyPair, about: &KeyPair, nats: &Value) -> String {
    let part = |value: Value| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
    let claims = json!({ "jti": "1", "iat": 1, "iss": by.public_key(), "sub": about.public_key(), "name": "test", "nats": nats });
    let text = format!("{}.{}", part(json!({ "typ": "JWT", "alg": "ed25519-nkey" })), part(claims));
    let signature = BASE64URL_NOPAD.encode(&by.sign(text.as_bytes()).unwrap());
    format!("{text}.{signature}")
}

fn credentials(folder: &Path, name: &str, account: &KeyPair) -> (PathBuf, String) {
    let user = KeyPair::new_user();
    let limits = json!({ "type": "user", "version": 2, "subs": -1, "data": -1, "payload": -1 });
    let (jwt, seed) = (statement(account, &user, &limits), user.seed().unwrap());
    let text = format!(
        "-----BEGIN NATS USER JWT-----\n{jwt}\n------END NATS USER JWT------\n\n\
         -----BEGIN USER NKEY SEED-----\n{seed}\n------END USER NKEY SEED------\n"
    );
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    (path, seed)
}

#[tokio::test]
async fn credentials_are_read_from_their_file() {
    let operator = KeyPair::new_operator();
    let [account, system, other] = [(); 3].map(|()| KeyPair::new_account());
    let limits = |disk: i64| {
        json!({ "type": "account", "version": 2, "limits": {
            "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "wildcards": true, "conn": -1, "leaf": -1,
            "mem_storage": disk, "disk_storage": disk, "streams": disk, "consumer": disk,
        } })
    };
    let more = format!(
        "operator: {}\nsystem_account: {}\nresolver: MEMORY\nresolver_preload: {{ {}: {}, {}: {} }}\n",
        statement(&operator, &operator, &json!({ "type": "operator", "version": 2 })),
        system.public_key(),
        account.public_key(),
        statement(&operator, &account, &limits(-1)),
        system.public_key(),
        statement(&operator, &system, &limits(0)),
    );
    let nats = Nats::with(1, &more);
    let folder = tempfile::tempdir().unwrap();
    let (right, _) = credentials(folder.path(), "right.creds", &account);
    let (wrong, seed) = credentials(folder.path(), "wrong.creds", &other);
    let config = nats.config();
    works(&JetStreamConfig { credentials: Some(right), ..config.clone() }).await;
    let told = refused(&JetStreamConfig { credentials: Some(wrong), ..config.clone() }, &[&seed]).await;
    assert!(told.contains("does not let this node in"), "{told}");
    let told = refused(&config, &[]).await;
    assert!(told.contains("does not let this node in"), "{told}");
    let rubbish = folder.path().join("rubbish.creds");
    fs::write(&rubbish, "SUAsecretsecretsecret").unwrap();
    let rubbish = JetStreamConfig { credentials: Some(rubbish), ..config };
    let told = refused(&rubbish, &["SUAsecret"]).await;
    assert!(told.contains("rubbish.creds"), "{told}");
}

#[tokio::test]
async fn too_many_replicas_are_refused_at_once() {
    let nats = Nats::shared(1);
    let config = JetStreamConfig { replicas: 3, ..nats.config() };
    let connection = Connection::open(&config).await.unwrap();
    let told = JetStreamLog::open(&connection).await.unwrap_err().to_string();
    assert!(told.contains("one server") && told.contains("3 replicas"), "{told}");
}

#[tokio::test]
async fn a_node_does_not_take_replicas_away() {
    let nats = Nats::shared(3);
    let config = nats.config();
    let three = Connection::open(&config).await.unwrap();
    fill(&JetStreamLog::open(&three).await.unwrap(), fresh_room(), 1).await;
    // Nodes with another setting, or none.
    let one = Connection::open(&JetStreamConfig { replicas: 1, ..config.clone() }).await.unwrap();
    let refused = JetStreamLog::open(&one).await.unwrap_err();
    assert!(matches!(refused, ConnectError::FewerReplicas { found: 3, wanted: 1 }), "{refused}");
    assert!(refused.to_string().contains("ask for 3 replicas"), "{refused}");
}
