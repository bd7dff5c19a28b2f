//! Requests to open a room: their checks, and the first commands in the new room.

use crate::{
    entropy::{Entropy, Purpose, hex, random, token_hash},
    entry::{Entry, Person, What},
    judge::check_options,
    names::{clean_avatar, clean_name, private_code, random_code},
    profile::ProfileId,
    protocol::{
        Code, Command,
        lobby::{Hints, Learn, Listed, NewRoom, Play, Settings},
    },
};
use catalog::{Fault, HouseRules};
use kernel::{Kind, Seat, Setting, Switch};

/// A room that somebody asks for: checked, and not yet opened.
#[derive(Clone, Debug)]
pub struct Wish {
    game: &'static catalog::Entry,
    name: String,
    avatar: String,
    rules: HouseRules,
    settings: Settings,
    lesson: Option<u32>,
    quick: bool,
    /// The profile that its games belong to, if to any.
    pub profile: Option<ProfileId>,
    /// What its host does first.
    pub commands: Vec<Command>,
    /// Whether the host's browser adds to a deal that those commands begin.
    pub seals: bool,
}

impl Wish {
    /// A table that its host arranges.
    pub fn table(room: NewRoom) -> Result<Wish, Fault> {
        let game = catalog::find(&room.game)?;
        let NewRoom { host, preset, options, settings, .. } = room;
        let name = clean_name(&host.name)?;
        let avatar = clean_avatar(host.avatar.as_deref(), |_| false)?.to_owned();
        let profile = host.profile.map(|key| key.id()).transpose()?;
        let rules = HouseRules { preset, options };
        let settings = settings.unwrap_or_default();
        check_options(game, &rules, &settings)?;
        Ok(Wish {
            game,
            name,
            avatar,
            rules,
            settings,
            lesson: None,
            quick: false,
            profile,
            commands: Vec::new(),
            seals: false,
        })
    }

    /// A public table that starts automatically.
    pub fn quick(play: Play) -> Result<Wish, Fault> {
        let settings = Settings { listed: Listed::Public, ..Settings::default() };
        let room = NewRoom {
            host: play.player,
            game: play.game,
            preset: None,
            options: serde_json::Map::new(),
            settings: Some(settings),
        };
        Ok(Wish { quick: true, ..Wish::table(room)? })
    }

    /// A private table against bots, without time limits where the game allows it, started at once.
    pub fn play_now(play: Play) -> Result<Wish, Fault> {
        let game = catalog::find(&play.game)?;
        let unlimited = game.fields().iter().filter(|field| {
            let zero = matches!(field.kind, Kind::Number { or: Some(Setting::Number(0)), .. });
            zero && field.name.ends_with("_seconds")
        });
        let options = unlimited.map(|field| (field.name.to_owned(), 0.into())).collect();
        let settings = Settings { bot_level: play.level.unwrap_or_default(), ..Settings::default() };
        let Play { player: host, game: name, preset, seals, .. } = play;
        let room = NewRoom { host, game: name, preset, options, settings: Some(settings) };
        let commands = vec![Command::Fill { seats: game.default_seats }, Command::Start];
        Ok(Wish { commands, seals, ..Wish::table(room)? })
    }

    /// The lesson of a game: nobody finds it, nobody watches it, and it starts at once. Everything about it comes from the
    /// game; the learner only says which game.
    pub fn lesson(learn: Learn) -> Result<Wish, Fault> {
        let game = catalog::find(&learn.game)?;
        let lesson = game.lesson().ok_or(Code::NotAvailable)?;
        let settings = Settings { spectators: Switch::Off, hints: Hints::Off, ..Settings::default() };
        // A lesson belongs to no profile.
        let host = crate::protocol::lobby::Person { profile: None, ..learn.player };
        let room = NewRoom {
            host,
            game: learn.game,
            preset: None,
            options: lesson.options,
            settings: Some(settings),
        };
        let fill = Command::Fill { seats: lesson.seats };
        let moved =
            (lesson.learner != Seat(0)).then_some(Command::Move { from: Seat(0), to: lesson.learner });
        let commands = [Some(fill), moved, Some(Command::Start)].into_iter().flatten().collect();
        Ok(Wish { lesson: Some(lesson.edition), commands, ..Wish::table(room)? })
    }

    /// A code for the room: strangers cannot guess their way to a private table.
    pub fn code(&self, entropy: &dyn Entropy) -> String {
        match self.settings.listed {
            Listed::Public => random_code(entropy),
            Listed::Private => private_code(entropy),
        }
    }

    /// The host, and the token that only the host receives.
    pub fn host(&self, entropy: &dyn Entropy) -> (Person, String) {
        new_person(entropy, self.name.clone(), self.avatar.clone())
    }

    /// The first entry of the room.
    pub fn entry(self, code: String, host: Person, at: u64) -> Entry {
        let what = What::Opened {
            code,
            game: self.game.name.into(),
            preset: self.rules.preset,
            options: self.rules.options,
            settings: self.settings,
            host,
            lesson: self.lesson,
            quick: self.quick,
        };
        Entry { at, by: None, what }
    }
}

/// A new person, and the token that only they receive.
pub fn new_person(entropy: &dyn Entropy, name: String, avatar: String) -> (Person, String) {
    let token = hex(&random::<16>(entropy, Purpose::SeatToken));
    let id = hex(&random::<8>(entropy, Purpose::PlayerId));
    let token_hash = token_hash(&token);
    (Person { id, name, avatar, token_hash }, token)
}
