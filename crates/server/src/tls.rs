//! HTTPS with a certificate from files.

use crate::lock::lock;
use std::{
    error::Error,
    fmt,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::{Duration, Instant, SystemTime},
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        ServerConfig,
        crypto::{CryptoProvider, ring},
        pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
        server::{ClientHello, ResolvesServerCert},
        sign::CertifiedKey,
    },
};

/// How often to look whether the files were replaced: certificates are renewed every few weeks.
const LOOK_EVERY: Duration = Duration::from_secs(60);

/// A certificate that cannot be used, with the file and the reason.
#[derive(Debug, thiserror::Error)]
#[error("{}: {reason}", path.display())]
pub struct TlsError {
    path: PathBuf,
    reason: String,
}

/// What it takes to serve HTTPS. New connections use the files as they are now: they may be replaced at any time.
#[derive(Clone)]
pub struct Tls(pub(crate) TlsAcceptor);

impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tls")
    }
}

impl Tls {
    /// Reads a chain of certificates and its key, both in PEM.
    pub fn from_files(certificate: &Path, key: &Path) -> Result<Tls, TlsError> {
        let provider = Arc::new(ring::default_provider());
        let files = Files { certificate: certificate.into(), key: key.into(), provider: provider.clone() };
        let (changed_at, pair) = (files.changed_at(), Arc::new(files.read()?));
        let resolver =
            Resolver { files, current: Mutex::new(Current { pair, changed_at, looked: Instant::now() }) };
        let failed = |reason: String| TlsError { path: certificate.into(), reason };
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| failed(error.to_string()))?
            .with_no_client_auth()
            .with_cert_resolver(Arc::new(resolver));
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        Ok(Tls(TlsAcceptor::from(Arc::new(config))))
    }
}

#[derive(Debug)]
struct Files {
    certificate: PathBuf,
    key: PathBuf,
    provider: Arc<CryptoProvider>,
}

impl Files {
    fn read(&self) -> Result<CertifiedKey, TlsError> {
        let failed =
            |path: &Path, reason: &dyn Error| TlsError { path: path.into(), reason: reason.to_string() };
        let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_file_iter(&self.certificate)
            .and_then(Iterator::collect)
            .map_err(|error| failed(&self.certificate, &error))?;
        if chain.is_empty() {
            let reason = "it holds no certificate: give the chain in PEM, the server's certificate first";
            return Err(TlsError { path: self.certificate.clone(), reason: reason.into() });
        }
        let key = PrivateKeyDer::from_pem_file(&self.key).map_err(|error| failed(&self.key, &error))?;
        CertifiedKey::from_der(chain, key, &self.provider).map_err(|error| failed(&self.key, &error))
    }

    fn changed_at(&self) -> Option<SystemTime> {
        let changed = |path: &Path| path.metadata().and_then(|file| file.modified()).ok();
        changed(&self.certificate).max(changed(&self.key))
    }
}

/// Hands out the certificate that is in the files.
#[derive(Debug)]
struct Resolver {
    files: Files,
    current: Mutex<Current>,
}

#[derive(Debug)]
struct Current {
    pair: Arc<CertifiedKey>,
    changed_at: Option<SystemTime>,
    looked: Instant,
}

impl Resolver {
    fn renew(&self, current: &mut Current) {
        current.looked = Instant::now();
        let changed_at = self.files.changed_at();
        if changed_at == current.changed_at {
            return;
        }
        match self.files.read() {
            Ok(pair) => {
                tracing::info!("the certificate was renewed");
                current.pair = Arc::new(pair);
                current.changed_at = changed_at;
            }
            // Perhaps one file of the two is there already: the next look finds both.
            Err(error) => tracing::error!(%error, "the new certificate cannot be used; the old one goes on"),
        }
    }
}

impl ResolvesServerCert for Resolver {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let mut current = lock(&self.current);
        if current.looked.elapsed() >= LOOK_EVERY {
            self.renew(&mut current);
        }
        Some(current.pair.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rcgen::{CertifiedKey as Pair, generate_simple_self_signed};
    use std::fs;

    fn write(folder: &Path, name: &str) -> Files {
        let Pair { cert, signing_key } = generate_simple_self_signed(vec![name.into()]).unwrap();
        let (certificate, key) = (folder.join("cert.pem"), folder.join("key.pem"));
        fs::write(&certificate, cert.pem()).unwrap();
        fs::write(&key, signing_key.serialize_pem()).unwrap();
        Files { certificate, key, provider: Arc::new(ring::default_provider()) }
    }

    #[test]
    fn a_renewed_certificate_is_taken_and_a_broken_one_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let files = write(folder.path(), "cards.example");
        let first = Arc::new(files.read().unwrap());
        let current = Current { pair: first.clone(), changed_at: None, looked: Instant::now() };
        let resolver = Resolver { files, current: Mutex::new(current) };
        fs::write(folder.path().join("key.pem"), "half a fi").unwrap();
        resolver.renew(&mut lock(&resolver.current));
        assert!(Arc::ptr_eq(&lock(&resolver.current).pair, &first), "the old one goes on");
        write(folder.path(), "other.example");
        resolver.renew(&mut lock(&resolver.current));
        assert_ne!(lock(&resolver.current).pair.cert, first.cert);
    }

    #[test]
    fn files_that_cannot_be_used_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let Files { certificate, key, .. } = write(folder.path(), "cards.example");
        let other = folder.path().join("other.pem");
        fs::write(&other, generate_simple_self_signed(vec!["x".into()]).unwrap().signing_key.serialize_pem())
            .unwrap();
        for (certificate, key, words) in [
            (Path::new("/nowhere/cert.pem"), key.as_path(), "/nowhere/cert.pem"),
            (&key, &key, "it holds no certificate"),
            (&certificate, &certificate, "cert.pem"),
            (&certificate, &other, "other.pem"),
        ] {
            let refused = Tls::from_files(certificate, key).unwrap_err().to_string();
            assert!(refused.contains(words), "{words}: {refused}");
        }
    }
}
