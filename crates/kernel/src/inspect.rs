use crate::{Game, Input, Rng, Viewer};
use alloc::{string::String, vec::Vec};

/// What the laws must ask of a game and the product must not. Only tests switch the feature on.
///
/// Write this from the rules' table "who may see what", never from [`Game::view`] or the world sampler:
/// a law that asks the view what is hidden cannot catch a view that shows too much.
pub trait Inspect: Game {
    /// Every card there is, as (place, card). Places are named alike for equal purposes ("hand 2", "kitty").
    fn cards(state: &Self::State) -> Vec<(String, String)>;

    /// The same table with cards exchanged that `viewer` may not know: as thoroughly mixed as the rules
    /// allow, each arrangement that fits what `viewer` knows being equally likely.
    ///
    /// With `next`, cards that `viewer` learns by that input stay where they are, so that what it is sent
    /// must not differ. `None`: there is nothing to exchange.
    fn exchange(
        state: &Self::State,
        viewer: Viewer,
        next: Option<&Input<Self::Action>>,
        rng: &mut dyn Rng,
    ) -> Option<Self::State>;

    /// Any well-formed action, legal or not.
    fn any_action(state: &Self::State, rng: &mut dyn Rng) -> Self::Action;
}
