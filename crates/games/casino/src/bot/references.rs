use crate::{Action, Casino, Scoring, Worlds, scoring::pips, state::preciousness};
use alloc::vec::Vec;
use kernel::{Ask, CardSet, Decided, Decision, Game, Reasons, Rng, Suit};

/// Captures the most of what counts most: the highest values, of equal ones the most cards; or the most cards, of
/// equally many the most spades. With nothing to take it leaves the card that it values least.
pub(crate) fn greedy(ask: &Ask<'_, Casino>, rng: &mut dyn Rng) -> Decided<Casino> {
    let world = Worlds::new(ask.options, ask.view)?.draw(rng);
    let mut legal = Vec::new();
    Casino::legal(&world, ask.seat, &mut legal);
    let by_value = ask.options.scoring == Scoring::Pips;
    let haul = |action: &Action| {
        let builds = world.open.builds.iter().filter(|build| action.builds().contains(build.id));
        let cards = builds.fold(action.loose() | action.tops().cards().collect(), |all, b| all | b.set());
        let cards = cards | action.card().into_iter().collect();
        if by_value {
            (usize::from(pips(cards)), cards.len())
        } else {
            (cards.len(), (cards & CardSet::of_suit(Suit::Spades)).len())
        }
    };
    let captures = legal.iter().filter(|action| matches!(action, Action::Capture { .. }));
    // Of equals the first in the list.
    let best = captures.rev().max_by_key(|action| haul(action));
    let least = || {
        let cards = legal.iter().filter(|action| matches!(action, Action::Trail { .. }));
        cards.min_by_key(|action| {
            let card = action.card();
            let value = card.filter(|_| by_value).map(|card| pips(CardSet::only(card)));
            (value, card.map(preciousness))
        })
    };
    let action = best.or_else(least).or(legal.first()).copied();
    Ok(Decision { action, reasons: Reasons::plain("rule") })
}
