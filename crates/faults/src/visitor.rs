//! Somebody who looks at a room once.

use crate::{
    player::{HELLO, Player, Role, TableContext, connect},
    record::{Happened, raw},
};
use futures_util::StreamExt;
use std::io;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

/// What a look at a room came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// It was shown.
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
    if visitor.send(&mut socket, visitor.hello().to_string()).await? {
        while let Ok(Some(Ok(Message::Text(text)))) = timeout(HELLO, socket.next()).await {
            visitor.note(Happened::Heard(raw(&text)))?;
            if text.contains("\"update\"") {
                look = Look::Shown;
                break;
            }
            if text.contains("\"room_not_found\"") {
                look = Look::NoRoom;
            }
        }
    }
    visitor.note(Happened::Lost)?;
    Ok(look)
}
