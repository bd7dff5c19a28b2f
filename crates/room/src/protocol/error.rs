use catalog::Fault;

/// Why a room refuses something. The order of the variants is the order in which they are looked for; a
/// game's own errors come after all of them but the last two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "each text below says it")]
pub enum Code {
    TooLarge,
    RateLimited,
    Banned,
    DoorClosed,
    BadMessage,
    IdReused,
    BadCode,
    RoomNotFound,
    DeckMissing,
    BadToken,
    SeatGone,
    BadName,
    BadAvatar,
    BadProfile,
    RoomFull,
    LobbyLocked,
    AlreadyStarted,
    NotSeated,
    NotHost,
    BadOptions,
    TooFewPlayers,
    TooManyPlayers,
    NotStarted,
    NotAvailable,
    Stale,
    /// Found out after the game's own errors: the rules refuse first.
    OffScript,
    /// Something went wrong that should not; the client learns no details.
    Internal,
}

impl Code {
    /// As it stands on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Code::TooLarge => "too_large",
            Code::RateLimited => "rate_limited",
            Code::Banned => "banned",
            Code::DoorClosed => "door_closed",
            Code::BadMessage => "bad_message",
            Code::IdReused => "id_reused",
            Code::BadCode => "bad_code",
            Code::RoomNotFound => "room_not_found",
            Code::DeckMissing => "deck_missing",
            Code::BadToken => "bad_token",
            Code::SeatGone => "seat_gone",
            Code::BadName => "bad_name",
            Code::BadAvatar => "bad_avatar",
            Code::BadProfile => "bad_profile",
            Code::RoomFull => "room_full",
            Code::LobbyLocked => "lobby_locked",
            Code::AlreadyStarted => "already_started",
            Code::NotSeated => "not_seated",
            Code::NotHost => "not_host",
            Code::BadOptions => "bad_options",
            Code::TooFewPlayers => "too_few_players",
            Code::TooManyPlayers => "too_many_players",
            Code::NotStarted => "not_started",
            Code::NotAvailable => "not_available",
            Code::Stale => "stale",
            Code::OffScript => "off_script",
            Code::Internal => "internal",
        }
    }
    /// The same for people.
    const fn text(self) -> &'static str {
        match self {
            Code::TooLarge => "the message is too large",
            Code::RateLimited => "too many messages, wait a moment",
            Code::Banned => "the operator of this card room has blocked you for a time",
            Code::DoorClosed => {
                "this card room has a door code: enter it at / in a browser, or send it as X-Door-Code"
            }
            Code::BadMessage => "the message cannot be parsed",
            Code::IdReused => "this id was used for something else",
            Code::BadCode => "a room code has four or six letters",
            Code::RoomNotFound => "there is no room with this code",
            Code::DeckMissing => "this deck is not installed",
            Code::BadToken => "this is not your seat",
            Code::SeatGone => "your seat was taken out of the game",
            Code::BadName => "a name has 1 to 20 characters",
            Code::BadAvatar => "there is no such avatar",
            Code::BadProfile => "this is not a profile key",
            Code::RoomFull => "the room is full",
            Code::LobbyLocked => "the host has locked the table",
            Code::AlreadyStarted => "the game has begun",
            Code::NotSeated => "you have no seat here",
            Code::NotHost => "only the host may do that",
            Code::BadOptions => "an option has an invalid value",
            Code::TooFewPlayers => "too few players",
            Code::TooManyPlayers => "too many players",
            Code::NotStarted => "no game is under way",
            Code::NotAvailable => "not available now",
            Code::Stale => "the table has moved on",
            Code::OffScript => "the lesson expects another action here",
            Code::Internal => "something went wrong",
        }
    }
    /// As an answer.
    pub fn fault(self) -> Fault {
        Fault::new(self.as_str(), self.text())
    }
}

impl From<Code> for Fault {
    fn from(code: Code) -> Fault {
        code.fault()
    }
}
