use crate::{
    Ceremony, Endpoint, Error, Refusal, Shown, Socket,
    error::unreadable,
    protocol::{Ask, ClientMsg, Command, Hello, Hint, MsgId, Order, ServerMsg},
};
use catalog::Json;
use std::{
    collections::VecDeque,
    hash::{BuildHasher, RandomState},
    io,
};

/// A connected player or spectator, who knows what the server has shown.
#[derive(Debug)]
pub struct Client {
    socket: Socket,
    shown: Shown,
    notices: VecDeque<ServerMsg>,
    /// What the ids of its messages begin with.
    ids: String,
    sent: u64,
}

/// A message was accepted.
#[derive(Clone, Debug)]
pub struct Accepted {
    /// The version of the room after it.
    pub version: u64,
    /// The answer to a question, such as advice.
    pub note: Option<Json>,
}

impl Client {
    /// Connects, and returns once the room was shown. After a lost connection, connect with the same `hello` again.
    pub async fn connect(to: impl Into<Endpoint>, hello: &Hello) -> Result<Client, Error> {
        Client::greet(Socket::connect(to).await?, hello).await
    }

    /// The same on a socket that has said nothing yet.
    pub async fn greet(socket: Socket, hello: &Hello) -> Result<Client, Error> {
        let ids = format!("{:x}-", RandomState::new().hash_one(()));
        let (shown, notices) = (Shown::default(), VecDeque::new());
        let mut client = Client { socket, shown, notices, ids, sent: 0 };
        client.socket.send_message(hello).await?;
        while client.shown.seq == 0 {
            match client.receive().await? {
                Some(ServerMsg::Err { code, detail, .. }) => {
                    return Err(Error::Refused(Refusal { code, detail }));
                }
                None | Some(ServerMsg::Welcome { .. }) => {}
                Some(notice) => client.notices.push_back(notice),
            }
        }
        Ok(client)
    }

    /// Lets the ids of its messages begin like this. A seat must not use one twice, not even after it comes back; without
    /// this call the beginning is random.
    #[must_use]
    pub fn with_ids(mut self, beginning: impl Into<String>) -> Client {
        self.ids = beginning.into();
        self
    }

    /// What the server has shown.
    pub fn shown(&self) -> &Shown {
        &self.shown
    }
    /// Takes the oldest message that came while the client waited for something else: a phrase, a preview, `closed`.
    pub fn notice(&mut self) -> Option<ServerMsg> {
        self.notices.pop_front()
    }
    /// The socket, for frames of any kind.
    pub fn socket(&mut self) -> &mut Socket {
        &mut self.socket
    }

    /// Waits for the next message. An update is taken in; anything else is returned.
    pub async fn receive(&mut self) -> Result<Option<ServerMsg>, Error> {
        match self.socket.receive().await?.ok_or(io::ErrorKind::UnexpectedEof) {
            Ok(ServerMsg::Update(update)) => {
                let taken = self.shown.take_in(update);
                taken.map_err(|error| unreadable(&error, "the room"))?;
                Ok(None)
            }
            Ok(message) => Ok(Some(message)),
            Err(end) => Err(io::Error::from(end).into()),
        }
    }

    /// Waits for the next message; one that is not an update becomes a [notice](Client::notice).
    pub async fn wait(&mut self) -> Result<(), Error> {
        let message = self.receive().await?;
        self.notices.extend(message);
        Ok(())
    }

    /// Waits until this holds for what the server has shown.
    pub async fn until(&mut self, holds: impl Fn(&Shown) -> bool) -> Result<(), Error> {
        while !holds(&self.shown) {
            self.wait().await?;
        }
        Ok(())
    }

    /// Does one of the [legal](Shown::legal) actions.
    pub async fn act(&mut self, action: Json) -> Result<Accepted, Error> {
        self.order(Ask::Do(action)).await
    }
    /// Asks whether an action could be done.
    pub async fn ask(&mut self, action: Json) -> Result<Accepted, Error> {
        self.order(Ask::Whether(action)).await
    }
    /// Changes something about the room.
    pub async fn command(&mut self, command: Command) -> Result<Accepted, Error> {
        self.order(Ask::Room(command)).await
    }
    /// Asks for advice.
    pub async fn hint(&mut self, hint: Hint) -> Result<Accepted, Error> {
        self.order(Ask::Hint(hint)).await
    }
    /// Asks for the reasons of the action that led to a version.
    pub async fn why(&mut self, version: u64) -> Result<Accepted, Error> {
        self.order(Ask::Why(version)).await
    }
    /// Does what the ceremony before a deal waits for from this client; returns whether there was anything. Only clients
    /// that [seal](Hello::Rejoin::seals) are asked. `random` gives the bytes of a new promise.
    pub async fn take_part(
        &mut self,
        ceremony: &mut Ceremony,
        random: impl FnOnce() -> [u8; 32],
    ) -> Result<bool, Error> {
        let Some(due) = ceremony.due(&self.shown) else { return Ok(false) };
        let version = self.command(ceremony.take_part(due, random)).await?.version;
        // Only then is something else due.
        self.until(|shown| shown.seq >= version).await?;
        Ok(true)
    }

    /// Sends a phrase to everybody.
    pub async fn say(&mut self, phrase: impl Into<String>) -> Result<(), Error> {
        Ok(self.socket.send_message(&ClientMsg::Say(phrase.into())).await?)
    }
    /// Shows a preview of a move to everybody.
    pub async fn show(&mut self, preview: Json) -> Result<(), Error> {
        Ok(self.socket.send_message(&ClientMsg::Show(preview)).await?)
    }
    /// Sends a heartbeat and waits for its answer.
    pub async fn ping(&mut self, number: u32) -> Result<(), Error> {
        self.socket.send_message(&ClientMsg::Ping(number)).await?;
        loop {
            match self.receive().await? {
                Some(ServerMsg::Pong(answered)) if answered == number => return Ok(()),
                other => self.notices.extend(other),
            }
        }
    }
    /// Closes the connection. The seat stays.
    pub async fn close(mut self) -> io::Result<()> {
        self.socket.close(None).await.map_err(io::Error::other)
    }

    /// Sends an order under a new id, formed on what is shown now, and waits for its answer.
    async fn order(&mut self, ask: Ask) -> Result<Accepted, Error> {
        self.sent += 1;
        let id = MsgId::try_from(format!("{}{}", self.ids, self.sent)).map_err(io::Error::other)?;
        let message = ClientMsg::Order(Order { id: id.clone(), version: self.shown.seq, ask });
        self.socket.send_message(&message).await?;
        loop {
            match self.receive().await? {
                Some(ServerMsg::Ok { id: answered, version, note }) if answered == id.as_str() => {
                    return Ok(Accepted { version, note });
                }
                // Without an id: the server could not read so far.
                Some(ServerMsg::Err { id: answered, code, detail })
                    if answered.as_deref().is_none_or(|answered| answered == id.as_str()) =>
                {
                    return Err(Error::Refused(Refusal { code, detail }));
                }
                other => self.notices.extend(other),
            }
        }
    }
}
