//! Ceremonies and games that tests hold: people, bots and stand-ins, as a room does.

use catalog::{
    Bases, Basis, Deliberation, Entry, HouseRules, Json, permits,
    proof::{
        DealRecord, Deck, DiscardedDeal, GameKeys, Opening, Proof, Scribe, ServerKey, Sitter, Step,
        Transcript, commitment, hash_text, promise,
    },
};
use kernel::{Hex32, Input, Level, Luck, Seat, SeatStatus, Start, Turn, below};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json, value::RawValue};

pub(crate) const SETTINGS: &str = r#"{"listed":"private","absent_seat":"bot","bot_level":"easy"}"#;

pub(crate) fn raw(json: &str) -> Json {
    RawValue::from_string(json.into()).unwrap()
}

pub(crate) fn person(seat: u8) -> Sitter {
    Sitter::Person(format!("{:016x}", 0xa11ce_u64 + u64::from(seat)))
}

pub(crate) fn bot(level: Level) -> Sitter {
    Sitter::Bot(level.name().into())
}

/// A deal whose ceremony is over.
pub(crate) struct Deal {
    pub(crate) server: ServerKey,
    pub(crate) record: DealRecord,
    pub(crate) keys: GameKeys,
    pub(crate) transcript: Transcript,
}

/// What a ceremony is about.
pub(crate) struct Terms {
    pub(crate) rules: HouseRules,
    pub(crate) sitters: Vec<Sitter>,
    pub(crate) settings: &'static str,
    /// How many deals are thrown away first.
    pub(crate) thrown_away: u32,
    pub(crate) seed: u64,
}

impl Terms {
    pub(crate) fn new(rules: HouseRules, sitters: Vec<Sitter>, seed: u64) -> Terms {
        Terms { rules, sitters, settings: SETTINGS, thrown_away: 0, seed }
    }

    fn random(&self, of: &str) -> [u8; 32] {
        hash_text(&format!("{of} of seed {}", self.seed)).0
    }

    /// All attempts; the last one counts.
    pub(crate) fn hold(&self, entry: &Entry) -> Deal {
        let server = ServerKey::new(&self.random("server"));
        let agreed = entry.agree(&self.rules).unwrap();
        let seats = self.sitters.len() as u8;
        let (mut before, mut discarded) = (None, Vec::new());
        for attempt in 1.. {
            let secret = self.random(&format!("secret {attempt}"));
            let opening = Opening {
                table: "KXMT".into(),
                room: 0x9f3c_01aa_77e0_b412,
                game: 3,
                attempt,
                before,
                rules: entry.name.into(),
                start: Start { seats, ..entry.start(None) },
                deck: agreed
                    .deck
                    .as_ref()
                    .map(|mark| Deck { id: mark.id.clone(), hash: Hex32::parse(&mark.hash).unwrap() }),
                options: raw(&agreed.form),
                settings: raw(self.settings),
                server: server.public(),
                commitment: commitment(&secret),
                seats: self.sitters.clone(),
            };
            let people =
                Seat::all(seats).filter(|seat| matches!(self.sitters[seat.index()], Sitter::Person(_)));
            let bytes: Vec<(Seat, [u8; 32])> =
                people.map(|seat| (seat, self.random(&format!("{seat}, attempt {attempt},")))).collect();
            let hash = opening.hash();
            let promises = bytes.iter().map(|(seat, bytes)| (*seat, promise(&hash, *seat, bytes))).collect();
            let transcript = Transcript { opening, promises };
            let (text, hash) = (transcript.to_text(), transcript.hash());
            let signature = server.sign_transcript(&hash);
            let bytes: Vec<[u8; 32]> = bytes.into_iter().map(|(_, bytes)| bytes).collect();
            if attempt <= self.thrown_away {
                let bytes = bytes.iter().map(|bytes| Some(Hex32(*bytes))).collect();
                discarded.push(DiscardedDeal { transcript: text, signature, secret: Hex32(secret), bytes });
                before = Some(hash);
                continue;
            }
            let keys = GameKeys::new(&secret, &hash, &bytes);
            let bytes = bytes.into_iter().map(Hex32).collect();
            let record = DealRecord { transcript: text, signature, secret: Hex32(secret), bytes, discarded };
            return Deal { server, record, keys, transcript };
        }
        unreachable!()
    }
}

impl Deal {
    pub(crate) fn scribe(&self) -> Scribe {
        let players = (0..self.transcript.opening.start.seats).map(|seat| format!("Player {seat}"));
        Scribe::new(self.record.clone(), players.collect()).unwrap()
    }

    /// The statuses with which the game begins.
    fn beginning(&self) -> Vec<Input<Json>> {
        let bots = self.transcript.opening.seats.iter().zip((0..).map(Seat));
        let bots = bots.filter(|(sitter, _)| matches!(sitter, Sitter::Bot(_)));
        bots.map(|(_, seat)| Input::Status(seat, SeatStatus::Bot)).collect()
    }

    /// The same game as far as these entries go, and then something else.
    pub(crate) fn retell(&self, proof: &Proof, entries: usize, then: Option<Input<Json>>) -> Proof {
        let mut scribe = self.scribe();
        let mut luck = Lucks { keys: &self.keys, drawn: 0 };
        let told = proof.log[..entries].iter().map(|happened| {
            let inputs: Vec<Input<Json>> = happened
                .steps
                .iter()
                .filter(|step| !matches!(step, Step::Chance { .. }))
                .map(Step::input)
                .collect();
            (happened.version, inputs)
        });
        let last = proof.log[entries - 1].version + 1;
        for (version, inputs) in told.chain(then.map(|input| (last, vec![input]))) {
            scribe.happened(version, &inputs, &mut |due| luck.answer(due)).unwrap();
        }
        let mut proof = scribe.finish();
        proof.sign(&self.server);
        proof
    }
}

pub(crate) struct Lucks<'a> {
    keys: &'a GameKeys,
    drawn: u64,
}

impl Lucks<'_> {
    fn answer(&mut self, due: Luck) -> Option<kernel::Drawn> {
        self.drawn += 1;
        Some(self.keys.luck().answer(self.drawn - 1, due))
    }
}

/// How the host of a test cheats with bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cheat {
    Nothing,
    /// All bots play at this level, whatever the transcript says.
    Level(Level),
    /// Bots think when they move, with everything that their seat has seen since they were asked.
    Moment,
    /// Bots think with the seed of another decision.
    Seed,
}

enum Thought {
    Open(Deliberation),
    Chosen(Option<Json>),
}

/// What a game by bots and random people came to.
pub(crate) struct PlayedGame {
    pub(crate) proof: Proof,
    /// Choices that others made illegal.
    pub(crate) overruled: u32,
    /// Interrupts by bots.
    pub(crate) interrupts: u32,
    /// Windows that ran out.
    pub(crate) expired: u32,
    /// Moves of stand-ins.
    pub(crate) stood_in: u32,
}

/// Plays a game with bots that think as a room lets them: as soon as they are picked, from their basis on.
#[expect(clippy::too_many_lines, reason = "one loop, as in a room")]
pub(crate) fn play(deal: &Deal, entries: u64, seed: u64, cheat: Cheat) -> PlayedGame {
    let opening = &deal.transcript.opening;
    let stand_in: Value = serde_json::from_str(opening.settings.get()).unwrap();
    let stand_in: Level = stand_in["bot_level"].as_str().unwrap().parse().unwrap();
    let level = |seat: Seat| match (&opening.seats[seat.index()], cheat) {
        (_, Cheat::Level(level)) => level,
        (Sitter::Bot(level), _) => level.parse().unwrap(),
        (Sitter::Person(_), _) => stand_in,
    };
    let is_bot = |seat: Seat| matches!(opening.seats[seat.index()], Sitter::Bot(_));
    let seats = opening.start.seats;
    let mut scribe = deal.scribe();
    let mut luck = Lucks { keys: &deal.keys, drawn: 0 };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut chance = move |of: u32| below(of, &mut rng);
    let mut bases = Bases::new(seats);
    let mut plans: Vec<Option<(Basis, Thought)>> = (0..seats).map(|_| None).collect();
    let (mut overruled, mut interrupts, mut expired, mut stood_in) = (0, 0, 0, 0);
    let mut inputs = deal.beginning();
    // Room versions need not be consecutive: chat and connections count too.
    let mut version = 7;
    for _ in 0..entries {
        scribe.happened(version, &inputs, &mut |due| luck.answer(due)).unwrap();
        let table = scribe.table();
        let acted = inputs.first().and_then(|input| match input {
            Input::Act(seat, _) => Some(*seat),
            _ => None,
        });
        bases.observe(table, version, acted);
        for (seat, plan) in Seat::all(seats).zip(&mut plans) {
            *plan = match (bases.of(seat), plan.take()) {
                (None, _) => None,
                (Some(basis), Some((same, thought))) if same == basis => match thought {
                    Thought::Open(mut deliberation) => {
                        deliberation.goes_on(table);
                        Some((basis, Thought::Open(deliberation)))
                    }
                    Thought::Chosen(choice) if permits(table, seat, choice.as_ref()) => {
                        Some((basis, Thought::Chosen(choice)))
                    }
                    Thought::Chosen(_) => {
                        overruled += 1;
                        Some((basis, Thought::Open(Deliberation::new(table, seat, level(seat)))))
                    }
                },
                (Some(basis), _) => Some((basis, Thought::Open(Deliberation::new(table, seat, level(seat))))),
            };
        }
        let Turn::Seats { must, may, window } = table.turn() else { break };
        version += 1 + u64::from(chance(8) == 0);
        // Some bots have thought before they move, others think when it is their moment.
        for seat in Seat::all(seats) {
            if let Some((_, Thought::Open(_))) = &plans[seat.index()]
                && chance(2) == 0
                && let Some((basis, Thought::Open(deliberation))) = plans[seat.index()].take()
            {
                let seed = deal.keys.bot_seed(seat, basis.window, basis.earlier);
                let choice = deliberation.decide(seed, false).unwrap().action;
                plans[seat.index()] = Some((basis, Thought::Chosen(choice)));
            }
        }
        let people: Vec<Seat> = Seat::all(seats).filter(|seat| !is_bot(*seat)).collect();
        if !people.is_empty() && chance(12) == 0 {
            let seat = people[chance(people.len() as u32) as usize];
            let others: Vec<SeatStatus> = [SeatStatus::Human, SeatStatus::Bot, SeatStatus::Offline]
                .into_iter()
                .filter(|status| table.status(seat) != Some(*status))
                .collect();
            inputs = vec![Input::Status(seat, others[chance(2) as usize])];
            continue;
        }
        let mut asked: Vec<Seat> = (must | may).iter().collect();
        let mut found = None;
        while !asked.is_empty() {
            let seat = asked.swap_remove(chance(asked.len() as u32) as usize);
            let action = match table.status(seat) {
                Some(SeatStatus::Bot) => {
                    let (basis, thought) =
                        plans[seat.index()].take().expect("a bot that is asked has a basis");
                    let other = u32::from(cheat == Cheat::Seed);
                    let seed = deal.keys.bot_seed(seat, basis.window, basis.earlier + other);
                    let choice = match (thought, cheat) {
                        (_, Cheat::Moment | Cheat::Seed) => {
                            let deliberation = Deliberation::new(table, seat, level(seat));
                            deliberation.decide(seed, false).unwrap().action
                        }
                        (Thought::Chosen(choice), _) => choice,
                        (Thought::Open(deliberation), _) => deliberation.decide(seed, false).unwrap().action,
                    };
                    plans[seat.index()] = Some((basis, Thought::Chosen(choice.clone())));
                    let choice = choice.filter(|choice| permits(table, seat, Some(choice)));
                    interrupts += u32::from(choice.is_some() && !must.contains(seat));
                    stood_in += u32::from(choice.is_some() && !is_bot(seat));
                    choice
                }
                Some(SeatStatus::Human) if chance(4) > 0 => {
                    let mut legal = table.legal(seat).actions;
                    let one = (!legal.is_empty()).then(|| chance(legal.len() as u32) as usize);
                    one.map(|one| legal.swap_remove(one))
                }
                _ => None,
            };
            if let Some(action) = action {
                found = Some(Input::Act(seat, action));
                break;
            }
        }
        expired += u32::from(found.is_none());
        inputs = vec![found.unwrap_or(Input::Expire(window.id))];
    }
    let mut proof = scribe.finish();
    proof.sign(&deal.server);
    PlayedGame { proof, overruled, interrupts, expired, stood_in }
}

/// What an honest page keeps of a game that it saw from its first to its last entry. `k`: how many discarded deals it
/// showed bytes to.
pub(crate) fn witness_of(deal: &Deal, proof: &Proof, seat: Seat, k: usize) -> String {
    let at = deal.transcript.promises.iter().position(|(owner, _)| *owner == seat).unwrap();
    let (mut acts, mut away, mut gone) = (Vec::new(), Vec::new(), None);
    let mut seen: Vec<(u64, String)> = Vec::new();
    let mut next = 0;
    for happened in &proof.log {
        let version = happened.version;
        for step in &happened.steps {
            match step {
                Step::Act(actor, action) if *actor == seat && gone.is_none() => {
                    acts.push(format!("[{version},{}]", action.get()));
                }
                Step::Status(whose, status) if *whose == seat => match (status, gone) {
                    (SeatStatus::Human, Some(from)) => {
                        away.push(json!([from, version]));
                        gone = None;
                    }
                    (SeatStatus::Human, None) => {}
                    _ => gone = gone.or(Some(version)),
                },
                _ => {}
            }
        }
        let digits = &happened.shown[seat.index()];
        match seen.last_mut() {
            Some((_, run)) if version == next => run.push_str(digits),
            _ => seen.push((version, digits.clone())),
        }
        next = version + 1;
    }
    away.extend(gone.map(|from| json!([from, next])));
    let (first, last) = (proof.log[0].version, next - 1);
    let earlier = proof.discarded[proof.discarded.len() - k..].iter().map(|discarded| {
        let (transcript, signature) = (json!(discarded.transcript), discarded.signature);
        let bytes = discarded.bytes[at].unwrap();
        format!("{{\"transcript\":{transcript},\"signature\":\"{signature}\",\"bytes\":\"{bytes}\"}}")
    });
    let earlier = earlier.collect::<Vec<_>>().join(",");
    let (transcript, signature, bytes) = (json!(proof.transcript), proof.signature, proof.bytes[at]);
    let outcome = serde_json::to_string(&proof.outcome).unwrap();
    format!(
        "{{\"aboveboard\":\"witness 2\",\"transcript\":{transcript},\"signature\":\"{signature}\",\"seat\":{},\
         \"bytes\":\"{bytes}\",\"k\":{k},\"since\":1789000000000,\n\"earlier\":[{earlier}],\"acts\":[{}],\"seen\":{},\n\
         \"lines\":[[{first},{last}]],\"away\":{},\"outcome\":{outcome}}}\n",
        seat.0,
        acts.join(","),
        json!(seen),
        Value::from(away),
    )
}
