use crate::{Action, Casino, Worlds, state::preciousness};
use alloc::vec::Vec;
use kernel::{Ask, CardSet, Decided, Decision, Game, Reasons, Rng, Suit};

/// Takes the most cards, of equally many the most spades. With nothing to take it leaves its least precious card.
pub(crate) fn greedy(ask: &Ask<'_, Casino>, rng: &mut dyn Rng) -> Decided<Casino> {
    let world = Worlds::new(ask.options, ask.view)?.draw(rng);
    let mut legal = Vec::new();
    Casino::legal(&world, ask.seat, &mut legal);
    let haul = |action: &Action| {
        let builds = world.open.builds.iter().filter(|build| action.builds().contains(build.id));
        let cards = builds.fold(action.loose() | action.tops().cards().collect(), |all, b| all | b.set());
        let cards = cards | action.card().into_iter().collect();
        (cards.len(), (cards & CardSet::of_suit(Suit::Spades)).len())
    };
    let captures = legal.iter().filter(|action| matches!(action, Action::Capture { .. }));
    // Of equals the first in the list.
    let best = captures.rev().max_by_key(|action| haul(action));
    let least = || {
        legal
            .iter()
            .filter(|action| matches!(action, Action::Trail { .. }))
            .min_by_key(|action| action.card().map(preciousness))
    };
    let action = best.or_else(least).or(legal.first()).copied();
    Ok(Decision { action, reasons: Reasons::plain("rule") })
}
