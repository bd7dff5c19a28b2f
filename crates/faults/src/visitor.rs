//! A spectator who looks at a room once.

use crate::{
    context::{Role, TableContext},
    player::{HELLO_TIMEOUT, Player, connect},
    record::{Happened, raw},
};
use server::protocol::ServerMsg;
use std::io;
use tokio::time::timeout;

/// The result of a look at a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// The room was shown.
    Shown,
    /// The room does not exist.
    NoRoom,
    /// Neither.
    Nothing,
}

/// Looks at a room once, through one address.
pub(crate) async fn visit(
    who: usize,
    role: Role,
    context: &TableContext,
    address: usize,
) -> io::Result<Look> {
    let visitor = Player::new(who, role, context.clone(), 0);
    let Some(mut socket) = connect(context.addresses[address]).await else { return Ok(Look::Nothing) };
    visitor.note(Happened::Connected(address))?;
    let mut look = Look::Nothing;
    if visitor.greet(&mut socket).await? {
        while let Ok(Ok(Some(text))) = timeout(HELLO_TIMEOUT, socket.receive_text()).await {
            visitor.note(Happened::Received(raw(&text)))?;
            match serde_json::from_str(&text) {
                Ok(ServerMsg::Update(_)) => {
                    look = Look::Shown;
                    break;
                }
                Ok(ServerMsg::Err { code, .. }) if code == "room_not_found" => look = Look::NoRoom,
                _ => {}
            }
        }
    }
    visitor.note(Happened::Lost)?;
    Ok(look)
}
