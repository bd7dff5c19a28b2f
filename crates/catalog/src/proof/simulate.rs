use super::{
    DealRecord, Deck, GameKeys, Opening, Proof, Scribe, ServerKey, Sitter, Step, Transcript, commitment,
    file::digest, promise,
};
use crate::{Entry, Fault, HouseRules, Json, LONGEST_GAME, Played};
use kernel::{Hex32, Input, Seat, Start, Turn, below};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::value::RawValue;

/// The settings of seats in a room without people.
const SETTINGS: &str = r#"{"absent_seat":"bot","bot_level":"medium"}"#;

fn text(json: String) -> Result<Json, Fault> {
    RawValue::from_string(json).map_err(|error| Fault::unreadable(&error))
}

/// Plays one random game and proves it. Secret and what seats add come from `seed` too: this shows what a proof is,
/// and that checkers agree. Nobody could have been cheated in such a game.
pub fn simulate(
    entry: &Entry,
    rules: &HouseRules,
    start: &Start,
    seed: u64,
) -> Result<(Played, Proof), Fault> {
    let bytes = |who: &str| digest(&format!("aboveboard simulated {who} {seed}")).0;
    let (server, secret) = (ServerKey::new(&bytes("server")), bytes("secret"));
    let table = entry.open(rules, start)?;
    let agreed = entry.agree(rules)?;
    let deck = agreed.deck.map(|mark| {
        let hash =
            Hex32::parse(&mark.hash).ok_or_else(|| Fault::new("bad_deck", "its hash has 64 digits"))?;
        Ok::<_, Fault>(Deck { id: mark.id, hash })
    });
    let opening = Opening {
        table: "SIM".into(),
        room: seed,
        game: 1,
        attempt: 1,
        before: None,
        rules: table.game().into(),
        start: *start,
        deck: deck.transpose()?,
        options: text(agreed.form)?,
        settings: text(SETTINGS.into())?,
        server: server.public(),
        commitment: commitment(&secret),
        seats: Seat::all(start.seats).map(|seat| Sitter::Person(format!("{:016x}", seat.0))).collect(),
    };
    let hash = opening.hash();
    let shown: Vec<[u8; 32]> =
        Seat::all(start.seats).map(|seat| bytes(&format!("seat {}", seat.0))).collect();
    let promises =
        Seat::all(start.seats).zip(&shown).map(|(seat, bytes)| (seat, promise(&hash, seat, bytes)));
    let transcript = Transcript { promises: promises.collect(), opening };
    let deal = DealRecord {
        transcript: transcript.to_text(),
        signature: server.sign_transcript(&transcript.hash()),
        secret: Hex32(secret),
        bytes: shown.iter().copied().map(Hex32).collect(),
        discarded: Vec::new(),
    };
    let keys = GameKeys::new(&secret, &transcript.hash(), &shown);
    let key = keys.luck();
    let players = Seat::all(start.seats).map(|seat| format!("Random {}", seat.0)).collect();
    let mut scribe = Scribe::new(deal, players)?;
    let mut drawn = 0;
    let mut luck = |due| {
        drawn += 1;
        Some(key.answer(drawn - 1, due))
    };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    scribe.happened(1, &[], &mut luck)?;
    let dealt = scribe.table().dealt();
    for version in 2..u64::from(LONGEST_GAME) {
        let Turn::Seats { must, may, window } = scribe.table().turn() else { break };
        let asked = if must.is_empty() { may } else { must };
        // One more than there are seats: nobody, where nobody has to.
        let spare = u32::from(must.is_empty());
        let choice = below(asked.len() as u32 + spare, &mut rng) as usize;
        let seat = asked.iter().nth(choice);
        let mut legal = seat.map(|seat| scribe.table().legal(seat).actions).unwrap_or_default();
        let input = match seat {
            Some(seat) if !legal.is_empty() => {
                Input::Act(seat, legal.swap_remove(below(legal.len() as u32, &mut rng) as usize))
            }
            _ => Input::Expire(window.id),
        };
        scribe.happened(version, &[input], &mut luck)?;
    }
    let used = scribe.table().used();
    let mut proof = scribe.finish();
    proof.sign(&server);
    let outcome = proof.outcome.clone().ok_or_else(|| Fault::new("endless", "the game did not end"))?;
    let steps = || proof.log.iter().flat_map(|happened| &happened.steps);
    let actions = steps().filter(|step| matches!(step, Step::Act(..))).count() as u32;
    Ok((Played { outcome, inputs: steps().count() as u32, actions, dealt, used }, proof))
}
