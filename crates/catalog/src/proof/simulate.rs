use super::{Proof, Scribe, Seal, Step, file::digest};
use crate::{Entry, Fault, HouseRules, LONGEST_GAME, Played};
use kernel::{Input, Seat, Start, Turn, below};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Plays one random game and proves it. Secret and what seats add come from `seed` too: this shows what a proof is,
/// and that checkers agree; it is no game that anybody could have been cheated in.
pub fn simulate(
    entry: &Entry,
    rules: &HouseRules,
    start: &Start,
    seed: u64,
) -> Result<(Played, Proof), Fault> {
    let bytes = |who: &str| digest(&format!("aboveboard simulated {who} {seed}")).0;
    let added: Vec<_> =
        Seat::all(start.seats).map(|seat| (seat, bytes(&format!("seat {}", seat.0)))).collect();
    let seal = Seal::new("SIM", 1, 1, bytes("secret"), &added);
    let key = seal.key();
    let players = Seat::all(start.seats).map(|seat| format!("Random {}", seat.0)).collect();
    let mut scribe = Scribe::new(entry, rules, start, players, seal)?;
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
    let proof = scribe.finish();
    let outcome = proof.outcome.clone().ok_or_else(|| Fault::new("endless", "the game did not end"))?;
    let steps = || proof.log.iter().flat_map(|happened| &happened.steps);
    let actions = steps().filter(|step| matches!(step, Step::Act(..))).count() as u32;
    Ok((Played { outcome, inputs: steps().count() as u32, actions, dealt, used }, proof))
}
