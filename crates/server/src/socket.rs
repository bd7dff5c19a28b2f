//! One connection: limits first, then parsing, then the room.

use crate::{
    http::Client,
    limits::{Allowance, Bucket},
    outbox::{Outgoing, Outgoings, outbox},
    protocol::{ClientMsg, Code, Hello, PROTOCOL, ServerMsg},
    room::{
        Inbox,
        actor::{ConnId, Message as ToRoom},
        clean_code, fingerprint,
    },
    shared::Shared,
};
use axum::{
    body::Bytes,
    extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code},
};
use catalog::Fault;
use std::{pin::pin, sync::Arc, time::Duration};
use tokio::{
    sync::oneshot,
    time::{Instant, sleep, timeout},
};

/// Who does not read for so long is let go.
const READ_WITHIN: Duration = Duration::from_secs(30);
/// So long a connection that is closed may take to say so too.
const LINGER: Duration = Duration::from_secs(1);

/// Serves a connection until it ends.
///
/// There are thousands of these, and most are quiet: what is large or rare in this task is in a box.
pub(crate) async fn serve(mut socket: Box<WebSocket>, client: Client, shared: Arc<Shared>) {
    shared.metrics.connected();
    let ended = talk(&mut socket, client, &shared).await;
    if let Err(fault) = &ended {
        shared.metrics.refused(&fault.code);
    }
    // The connection may be gone already, or its reader; either way it ends here.
    let _ = Box::pin(timeout(LINGER, part(&mut socket, ended))).await;
    shared.metrics.disconnected();
}

/// The last words, and the end. What is still on its way is read: a connection that is closed on unread messages
/// takes with it what was sent last.
async fn part(socket: &mut WebSocket, ended: Result<(), Fault>) -> Result<(), axum::Error> {
    let frame = match ended {
        Ok(()) => None,
        Err(fault) => {
            let code = match fault.code.as_str() {
                "too_large" => close_code::SIZE,
                "rate_limited" => close_code::POLICY,
                _ => close_code::NORMAL,
            };
            let frame = CloseFrame { code, reason: fault.code.as_str().into() };
            send(socket, &ServerMsg::Err { id: None, code: fault.code, detail: fault.detail }).await?;
            Some(frame)
        }
    };
    // If the other side has said it first, this fails, and reading on answers it.
    let _ = socket.send(Message::Close(frame)).await;
    while let Some(Ok(_)) = socket.recv().await {}
    Ok(())
}

async fn talk(socket: &mut WebSocket, client: Client, shared: &Arc<Shared>) -> Result<(), Fault> {
    let Some(hello) = hello(socket, shared).await? else { return Ok(()) };
    let (protocol, typed) = match &hello {
        Hello::Rejoin { protocol, code, .. } | Hello::Watch { protocol, code, .. } => (*protocol, code),
    };
    if protocol != PROTOCOL {
        return Err(Code::BadMessage.fault().with("protocol", PROTOCOL));
    }
    if !shared.limits.may_try(client.address, shared.clock.now()) {
        return Err(Code::RateLimited.into());
    }
    let entered = Box::pin(enter(typed.clone(), hello, shared)).await;
    if entered.is_err() {
        shared.limits.failed(client.address, shared.clock.now());
    }
    let (inbox, id, outgoings) = entered?;
    let ended = exchange(socket, &inbox, id, outgoings, shared).await;
    // A room that is gone needs no farewell.
    let _ = inbox.send(ToRoom::Detach(id)).await;
    ended
}

/// The first frame.
async fn hello(socket: &mut WebSocket, shared: &Shared) -> Result<Option<Hello>, Fault> {
    let first = async {
        loop {
            match hear(socket, shared).await? {
                None => return Ok::<_, Fault>(None),
                Some(Heard::Sign) => {}
                Some(Heard::Text(text)) => return Ok(Some(text)),
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
async fn enter(typed: String, hello: Hello, shared: &Shared) -> Result<(Inbox, ConnId, Outgoings), Fault> {
    let handle = shared.find(&clean_code(&typed)?)?;
    let (outbox, outgoings) = outbox();
    let (reply, answer) = oneshot::channel();
    let attach = ToRoom::Attach(Box::new(hello), outbox, reply);
    handle.inbox.send(attach).await.map_err(|_| Code::RoomNotFound)?;
    let id = answer.await.map_err(|_| Code::RoomNotFound)??;
    Ok((handle.inbox, id, outgoings))
}

/// Both directions until one of them ends.
async fn exchange(
    socket: &mut WebSocket,
    inbox: &Inbox,
    id: ConnId,
    mut outgoings: Outgoings,
    shared: &Shared,
) -> Result<(), Fault> {
    let mut bucket = Bucket::new(&shared.config, shared.clock.now());
    // The machine's own time and not the rooms': this is about wires.
    let (mut heard, mut asked) = (Instant::now(), false);
    let mut silence = pin!(sleep(shared.config.heartbeat));
    loop {
        tokio::select! {
            // Whoever woke this task has most likely put something there.
            biased;
            outgoing = outgoings.next() => {
                let Some(outgoing) = outgoing else { return Ok(()) };
                match timeout(READ_WITHIN, deliver(socket, outgoing, &mut outgoings)).await {
                    Ok(Delivered::All) => {}
                    Ok(Delivered::End) | Err(_) => return Ok(()),
                }
                if outgoings.missed() && inbox.send(ToRoom::Resync(id)).await.is_err() {
                    return farewell(socket, &mut outgoings).await;
                }
            }
            words = hear(socket, shared) => {
                let Some(words) = words? else { return Ok(()) };
                (heard, asked) = (Instant::now(), false);
                let allowance = bucket.take(shared.clock.now());
                if allowance == Allowance::Enough {
                    return Err(Code::RateLimited.into());
                }
                let Heard::Text(text) = words else { continue };
                let refused = match allowance {
                    Allowance::Refused | Allowance::Enough => Code::RateLimited.into(),
                    Allowance::Fine => match serde_json::from_str::<ClientMsg>(&text) {
                        Err(error) => Fault::unreadable(&error),
                        Ok(message) => {
                            let said = ToRoom::Said(id, Box::new(message), fingerprint(&text));
                            if inbox.send(said).await.is_err() {
                                return farewell(socket, &mut outgoings).await;
                            }
                            continue;
                        }
                    },
                };
                if Box::pin(timeout(READ_WITHIN, refuse(socket, &text, &refused, shared))).await.is_err() {
                    return Ok(());
                }
            }
            () = &mut silence => {
                // Somebody whose line is dead sends nothing, not even that: whoever is quiet is asked.
                if heard.elapsed() >= shared.config.heartbeat {
                    if asked {
                        return Ok(());
                    }
                    asked = true;
                    heard = Instant::now();
                    match Box::pin(timeout(READ_WITHIN, socket.send(Message::Ping(Bytes::new())))).await {
                        Ok(Ok(())) => {}
                        Ok(Err(_)) | Err(_) => return Ok(()),
                    }
                }
                silence.as_mut().reset(heard + shared.config.heartbeat);
            }
        }
    }
}

/// The room has ended: what it said last still waits.
async fn farewell(socket: &mut WebSocket, outgoings: &mut Outgoings) -> Result<(), Fault> {
    let all = async {
        while let Some(outgoing) = outgoings.next().await {
            if let Delivered::End = deliver(socket, outgoing, outgoings).await {
                break;
            }
        }
    };
    // Who does not read cannot be told.
    let _ = Box::pin(timeout(READ_WITHIN, all)).await;
    Ok(())
}

enum Delivered {
    All,
    End,
}

/// Sends what waits, all in one go.
async fn deliver(socket: &mut WebSocket, first: Outgoing, outgoings: &mut Outgoings) -> Delivered {
    use futures_util::SinkExt;
    let mut next = Some(first);
    while let Some(outgoing) = next {
        match outgoing {
            Outgoing::Text(text) => {
                if socket.feed(Message::Text(text)).await.is_err() {
                    return Delivered::End;
                }
            }
            Outgoing::Close => {
                let _ = socket.send(Message::Close(None)).await;
                return Delivered::End;
            }
        }
        next = outgoings.more();
    }
    if socket.flush().await.is_ok() { Delivered::All } else { Delivered::End }
}

/// What came in.
enum Heard {
    Text(Utf8Bytes),
    /// A sign of life.
    Sign,
}

/// The next frame; `None` when the connection is over.
async fn hear(socket: &mut WebSocket, shared: &Shared) -> Result<Option<Heard>, Fault> {
    match socket.recv().await {
        None | Some(Ok(Message::Close(_))) => Ok(None),
        Some(Ok(Message::Text(text))) if text.len() > shared.config.message_bytes => {
            Err(Code::TooLarge.into())
        }
        Some(Ok(Message::Text(text))) => Ok(Some(Heard::Text(text))),
        Some(Ok(Message::Binary(_))) => Err(Code::BadMessage.into()),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(Some(Heard::Sign)),
        Some(Err(error)) => {
            // The library tells its errors apart by a type that axum keeps to itself.
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

async fn send(socket: &mut WebSocket, message: &ServerMsg) -> Result<(), axum::Error> {
    match serde_json::to_string(message) {
        Ok(text) => socket.send(Message::Text(text.into())).await,
        Err(error) => Err(axum::Error::new(error)),
    }
}

/// Answers a message that never reaches the room. Its id is told where it can be read.
async fn refuse(socket: &mut WebSocket, text: &str, fault: &Fault, shared: &Shared) {
    #[derive(serde::Deserialize)]
    struct Id {
        id: String,
    }
    shared.metrics.refused(&fault.code);
    let id = serde_json::from_str::<Id>(text).ok().map(|message| message.id).filter(|id| id.len() <= 36);
    let refusal = ServerMsg::Err { id, code: fault.code.clone(), detail: fault.detail.clone() };
    // If it cannot be sent, the connection is over, and reading it will say so.
    let _ = send(socket, &refusal).await;
}
