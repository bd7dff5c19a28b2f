use crate::log::{ConnectError, Connection};
use catalog::proof::ServerKey;
use kernel::Hex32;

/// The key under which it is kept.
const NAME: &str = "server";

/// The key that all nodes of a cluster sign with: the one that the first of them has made.
pub(super) async fn shared_key(connection: &Connection) -> Result<ServerKey, ConnectError> {
    let store = connection.bucket("key", None).await?;
    let unusable = |reason: String| ConnectError::Unusable { reason };
    let mut fresh = [0; 32];
    getrandom::fill(&mut fresh).map_err(|error| unusable(error.to_string()))?;
    // Only the first gets through; everybody reads what is there then.
    let made = store.create(NAME, Hex32(fresh).to_string().into()).await;
    let kept = store.get(NAME).await.map_err(|error| unusable(error.to_string()))?;
    let digits = kept.as_deref().and_then(|bytes| Hex32::parse(std::str::from_utf8(bytes).ok()?));
    match (digits, made) {
        (Some(digits), _) => Ok(ServerKey::new(&digits.0)),
        (None, Err(error)) => Err(unusable(format!("the cluster's key cannot be written: {error}"))),
        (None, Ok(_)) => Err(unusable("the cluster's key is not 64 hexadecimal digits".into())),
    }
}
