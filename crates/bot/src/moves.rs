use crate::choose::asked;
use kernel::{Search, Seat};

/// What a seat can do now.
pub(crate) struct Moves<A> {
    pub(crate) actions: Vec<A>,
    /// Whether it may also do nothing.
    pub(crate) may_wait: bool,
}

impl<A> Moves<A> {
    /// `None` if the seat is not asked. The same in every world of the seat's view, because a list of legal
    /// actions tells its seat nothing new.
    pub(crate) fn of<G: Search<Action = A>>(world: &G::State, seat: Seat) -> Option<Moves<A>> {
        let must = asked(&G::turn(world), seat)?;
        let mut actions = Vec::new();
        G::legal(world, seat, &mut actions);
        Some(Moves { actions, may_wait: !must })
    }
    /// The moves a search looks at: without twins and hopeless ones, and with "nothing" where that goes.
    pub(crate) fn candidates<G: Search<Action = A>>(world: &G::State, seat: Seat) -> Vec<Option<A>> {
        let Some(mut moves) = Moves::of::<G>(world, seat) else { return Vec::new() };
        G::candidates(world, seat, &mut moves.actions);
        let mut candidates: Vec<Option<A>> = moves.actions.into_iter().map(Some).collect();
        if moves.may_wait {
            candidates.push(None);
        }
        candidates
    }
}
