//! One connection: limits first, then parsing, then the room.

use crate::{
    actor::{ConnId, Inbox, Message as ToRoom},
    client_address::Client,
    limits::{Allowance, Bucket},
    outbox::{self, Delivered, Outbox, SocketEnd},
    protocol::{ClientMsg, Code, Hello, PROTOCOL, ServerMsg},
    shared::Shared,
};
use axum::{
    body::Bytes,
    extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code},
};
use catalog::Fault;
use room::{clean_code, fingerprint};
use std::{pin::pin, sync::Arc, time::Duration};
use tokio::{
    sync::oneshot,
    time::{Instant, sleep, timeout},
};

/// Write timeout: clients that do not read for this long are disconnected.
const READ_WITHIN: Duration = Duration::from_secs(30);
/// Timeout for the client's part of the closing handshake.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// Serves a connection until it ends.
///
/// There are thousands of these, and most are quiet: what is large or rare in this task is in a box.
pub(crate) async fn serve(socket: Box<WebSocket>, client: Client, shared: Arc<Shared>) {
    shared.metrics.connected();
    let (outbox, line) = outbox::open(socket);
    let ended = talk(&line, outbox, client, &shared).await;
    if let Err(fault) = &ended {
        shared.metrics.refused(&fault.code);
    }
    // The connection may be gone already, or its reader; either way it ends here.
    let _ = Box::pin(timeout(CLOSE_TIMEOUT, part(&line, ended))).await;
    shared.metrics.disconnected();
}

/// Sends the last message, and closes. Frames that are still on their way are read: a connection that is closed on unread
/// messages loses what was sent last.
async fn part(line: &SocketEnd, ended: Result<(), Fault>) -> Result<(), axum::Error> {
    let frame = match ended {
        Ok(()) => None,
        Err(fault) => {
            let code = match fault.code.as_str() {
                "too_large" => close_code::SIZE,
                "rate_limited" => close_code::POLICY,
                _ => close_code::NORMAL,
            };
            let frame = CloseFrame { code, reason: fault.code.as_str().into() };
            line.send_last(text(&ServerMsg::Err { id: None, code: fault.code, detail: fault.detail })?)
                .await?;
            Some(frame)
        }
    };
    // If the other side has said it first, this fails, and reading on answers it.
    let _ = line.send_last(Message::Close(frame)).await;
    while let Some(Ok(_)) = line.receive().await {}
    Ok(())
}

async fn talk(line: &SocketEnd, outbox: Outbox, client: Client, shared: &Arc<Shared>) -> Result<(), Fault> {
    let Some(hello) = hello(line, shared).await? else { return Ok(()) };
    let (protocol, typed) = match &hello {
        Hello::Rejoin { protocol, code, .. } | Hello::Watch { protocol, code, .. } => (*protocol, code),
    };
    if protocol != PROTOCOL {
        return Err(Code::BadMessage.fault().with("protocol", PROTOCOL));
    }
    client.admitted(shared)?;
    let now = shared.clock.now();
    // A valid seat token is accepted, whatever others on the same address have tried.
    let (turn, _watching) = match &hello {
        Hello::Rejoin { .. } => (Box::pin(shared.limits.turn(client.address, now)).await, None),
        Hello::Watch { .. } => {
            shared.limits.may_try(client.address, now)?;
            (None, Some(shared.limits.may_watch(client.address, now)?))
        }
    };
    let entered = Box::pin(enter(typed.clone(), hello, client, outbox, shared)).await;
    drop(turn);
    if entered.as_ref().is_err_and(|fault| fault.code == Code::Internal.as_str()) && shared.cluster.is_some()
    {
        // Another node may succeed, so this is not a refusal: the connection closes and the client reconnects.
        return Ok(());
    }
    let (inbox, id) =
        entered.map_err(|fault| shared.limits.failed(client.address, shared.clock.now(), fault))?;
    let ended = exchange(line, &inbox, id, shared).await;
    // A room that is gone needs no farewell.
    let _ = inbox.send(ToRoom::Detach(id)).await;
    ended
}

/// The first frame.
async fn hello(line: &SocketEnd, shared: &Shared) -> Result<Option<Hello>, Fault> {
    let first = async {
        loop {
            match receive(line, shared).await? {
                None => return Ok::<_, Fault>(None),
                Some(Frame::Heartbeat) => {}
                Some(Frame::Text(text)) => return Ok(Some(text)),
            }
        }
    };
    match timeout(shared.config.hello_within, first).await {
        Err(_) => Ok(None),
        Ok(text) => match text? {
            None => Ok(None),
            Some(text) => serde_json::from_str(&text).map(Some).map_err(|error| Fault::unreadable(&error)),
        },
    }
}

/// Takes a hello to its room.
async fn enter(
    typed: String,
    hello: Hello,
    client: Client,
    outbox: Outbox,
    shared: &Arc<Shared>,
) -> Result<(Inbox, ConnId), Fault> {
    let handle = shared.find(&clean_code(&typed)?).await?;
    let (reply, answer) = oneshot::channel();
    let attach = ToRoom::Attach(Box::new(hello), client.address, outbox, reply);
    handle.inbox.send(attach).await.map_err(|_| Code::RoomNotFound)?;
    let id = answer.await.map_err(|_| Code::RoomNotFound)??;
    Ok((handle.inbox, id))
}

/// Both directions until one of them ends.
async fn exchange(line: &SocketEnd, inbox: &Inbox, id: ConnId, shared: &Shared) -> Result<(), Fault> {
    let mut bucket = Bucket::new(&shared.config, shared.clock.now());
    // The machine's own time and not the rooms': this is about wires.
    let (mut last_frame, mut asked) = (Instant::now(), false);
    let mut silence = pin!(sleep(shared.config.heartbeat));
    loop {
        tokio::select! {
            // The waker of this task has most likely put something there.
            biased;
            due = line.due() => {
                if due.is_none() || deliver(line, None).await == Delivered::End {
                    return Ok(());
                }
                if line.missed() && inbox.send(ToRoom::Resync(id)).await.is_err() {
                    return farewell(line).await;
                }
            }
            frame = receive(line, shared) => {
                let Some(frame) = frame? else { return Ok(()) };
                (last_frame, asked) = (Instant::now(), false);
                let allowance = bucket.take(shared.clock.now());
                if allowance == Allowance::Enough {
                    return Err(Code::RateLimited.into());
                }
                let Frame::Text(text) = frame else { continue };
                let refused = match allowance {
                    Allowance::Refused | Allowance::Enough => Code::RateLimited.into(),
                    Allowance::Fine => match serde_json::from_str::<ClientMsg>(&text) {
                        Err(error) => Fault::unreadable(&error),
                        // Answered here and not by the room, whose log may be slow: this is about wires.
                        Ok(ClientMsg::Ping(number)) => {
                            if answer(line, &ServerMsg::Pong(number)).await == Delivered::End {
                                return Ok(());
                            }
                            continue;
                        }
                        Ok(message) => {
                            let said = ToRoom::FromClient(id, Box::new(message), fingerprint(&text));
                            if inbox.send(said).await.is_err() {
                                return farewell(line).await;
                            }
                            continue;
                        }
                    },
                };
                if refuse(line, &text, &refused, shared).await == Delivered::End {
                    return Ok(());
                }
            }
            () = &mut silence => {
                // A dead connection sends nothing, not even a close frame, so a silent client gets a ping.
                if last_frame.elapsed() >= shared.config.heartbeat {
                    if asked {
                        return Ok(());
                    }
                    asked = true;
                    last_frame = Instant::now();
                    if deliver(line, Some(Message::Ping(Bytes::new()))).await == Delivered::End {
                        return Ok(());
                    }
                }
                silence.as_mut().reset(last_frame + shared.config.heartbeat);
            }
        }
    }
}

/// The room has ended: what it said last still waits.
async fn farewell(line: &SocketEnd) -> Result<(), Fault> {
    while line.due().await.is_some() && deliver(line, None).await == Delivered::All {}
    Ok(())
}

/// Sends what waits, until the client takes too long to read.
async fn deliver(line: &SocketEnd, first: Option<Message>) -> Delivered {
    Box::pin(timeout(READ_WITHIN, line.deliver(first))).await.unwrap_or(Delivered::End)
}

/// What came in.
enum Frame {
    Text(Utf8Bytes),
    /// A ping or pong.
    Heartbeat,
}

/// The next frame; `None` when the connection is over.
async fn receive(line: &SocketEnd, shared: &Shared) -> Result<Option<Frame>, Fault> {
    match line.receive().await {
        None | Some(Ok(Message::Close(_))) => Ok(None),
        Some(Ok(Message::Text(text))) if text.len() > shared.config.message_bytes => {
            Err(Code::TooLarge.into())
        }
        Some(Ok(Message::Text(text))) => Ok(Some(Frame::Text(text))),
        Some(Ok(Message::Binary(_))) => Err(Code::BadMessage.into()),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(Some(Frame::Heartbeat)),
        Some(Err(error)) => {
            // axum hides the type by which the library distinguishes its errors.
            let error = error.to_string();
            let broken = error.contains("protocol error") && !error.contains("without closing handshake");
            if error.contains("too long") {
                Err(Code::TooLarge.into())
            } else if broken || error.contains("UTF-8") {
                Err(Code::BadMessage.into())
            } else {
                Ok(None)
            }
        }
    }
}

fn text(message: &ServerMsg) -> Result<Message, axum::Error> {
    serde_json::to_string(message).map(|text| Message::Text(text.into())).map_err(axum::Error::new)
}

/// Answers a message that never reaches the room, with its id where that can be read.
async fn refuse(line: &SocketEnd, said: &str, fault: &Fault, shared: &Shared) -> Delivered {
    shared.metrics.refused(&fault.code);
    answer(line, &ServerMsg::unreadable(said, fault.clone())).await
}

/// Sends a message that does not come from the room.
async fn answer(line: &SocketEnd, message: &ServerMsg) -> Delivered {
    match text(message) {
        Ok(message) => deliver(line, Some(message)).await,
        Err(error) => {
            tracing::error!(%error, "an answer cannot be written");
            Delivered::End
        }
    }
}
