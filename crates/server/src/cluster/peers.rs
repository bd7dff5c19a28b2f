//! Messages between the nodes that have a room, about what is not logged: spectators, phrases, move previews, and
//! how much time is left. Losing one does no lasting harm.

use super::NodeId;
use crate::log::{ConnectError, Connection, RoomId, Seq};
use async_nats::{Client, Subscriber};
use catalog::Json;
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};

/// Something that is said between nodes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PeerMessage {
    /// A node has opened its replica and wants to know what is on no log.
    Hello,
    /// The spectators of this node.
    Watching(Vec<String>),
    /// A phrase, for everybody.
    Said { seat: u8, phrase: String },
    /// A move preview, for everybody else.
    Shows { seat: u8, what: Json },
    /// From the node that runs the clock: the time left for the current decision at this version.
    Clock { seq: Seq, remaining_ms: u32 },
}

#[derive(Serialize, Deserialize)]
struct Envelope {
    from: NodeId,
    what: PeerMessage,
}

/// A room's line to its replicas elsewhere.
pub(crate) struct PeerChannel {
    me: NodeId,
    client: Client,
    subject: String,
    coming: Subscriber,
}

impl PeerChannel {
    pub(super) async fn open(
        connection: &Connection,
        me: NodeId,
        room: RoomId,
    ) -> Result<PeerChannel, ConnectError> {
        let client = connection.client();
        let subject = format!("{}.aside.{room}", connection.prefix());
        let coming = client
            .subscribe(subject.clone())
            .await
            .map_err(|error| ConnectError::Unusable { reason: error.to_string() })?;
        Ok(PeerChannel { me, client, subject, coming })
    }

    /// Sends a message to the other nodes.
    pub(crate) async fn send(&self, what: PeerMessage) {
        let envelope = serde_json::to_vec(&Envelope { from: self.me, what });
        let Ok(envelope) = envelope else { return };
        if let Err(error) = self.client.publish(self.subject.clone(), envelope.into()).await {
            tracing::debug!(%error, "message to other nodes lost");
        }
    }

    /// Receives the next message of another node.
    pub(crate) async fn receive(&mut self) -> (NodeId, PeerMessage) {
        loop {
            match self.coming.next().await {
                // The client is gone, and so are we in a moment.
                None => std::future::pending().await,
                Some(message) => match serde_json::from_slice::<Envelope>(&message.payload) {
                    Ok(envelope) if envelope.from != self.me => return (envelope.from, envelope.what),
                    // Our own, or from a node that knows more than we do.
                    _ => {}
                },
            }
        }
    }
}
