use crate::{Cost, Food, Foods};
use core::ops::ControlFlow;

/// How food is paid (Roost 6.4): each unit by one fitting token, or by any two where the house allows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Till {
    pub(crate) cost: Cost,
    pub(crate) two_for_one: bool,
}

impl Till {
    /// Whether tokens like these can pay at all.
    pub(crate) fn payable(self, owned: Foods) -> bool {
        let all = owned.total();
        match self.cost {
            Cost::Fixed { need, wild } => {
                let fitting = owned.common(need);
                let missing = need.total() - fitting;
                let rest = all - fitting;
                if self.two_for_one {
                    rest >= 2 * missing + u32::from(wild)
                } else {
                    missing == 0 && rest >= u32::from(wild)
                }
            }
            Cost::Either(foods) => owned.among(foods) > 0 || (self.two_for_one && all >= 2),
        }
    }
    /// Whether these tokens pay; some may be too many.
    pub(crate) fn pays(self, tokens: Foods) -> bool {
        let all = tokens.total();
        match self.cost {
            Cost::Fixed { need, wild } => {
                let units = need.total() + u32::from(wild);
                let Some(pairs) = all.checked_sub(units) else { return false };
                let fitting = tokens.common(need);
                // The most tokens that can be used singly.
                let single = fitting + u32::from(wild).min(all - fitting);
                let most = if self.two_for_one { units } else { 0 };
                pairs <= most && units - pairs <= single
            }
            Cost::Either(foods) => match all {
                1 => tokens.among(foods) == 1,
                2 => self.two_for_one,
                _ => false,
            },
        }
    }
    /// Whether these tokens pay and none of them is wasted. Trying to leave out single tokens is enough.
    pub(crate) fn accepts(self, tokens: Foods) -> bool {
        self.pays(tokens) && !self.wastes(tokens)
    }
    /// Whether less would do.
    pub(crate) fn wastes(self, tokens: Foods) -> bool {
        Food::ALL.into_iter().any(|food| tokens.of(food) > 0 && self.pays(tokens.minus_one(food)))
    }
    /// Calls `found` with every accepted payment out of `owned` until it stops.
    pub(crate) fn each(self, owned: Foods, found: &mut dyn FnMut(Foods) -> ControlFlow<()>) {
        let units = self.cost.units();
        let most = if self.two_for_one { 2 * units } else { units };
        let _ = self.fill(owned, 0, [0; 5], most as u8, found);
    }

    fn fill(
        self,
        owned: Foods,
        food: usize,
        chosen: [u8; 5],
        left: u8,
        found: &mut dyn FnMut(Foods) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if food == chosen.len() {
            let tokens = Foods::new(chosen);
            return if self.accepts(tokens) { found(tokens) } else { ControlFlow::Continue(()) };
        }
        for n in 0..=owned.each()[food].min(left) {
            let mut more = chosen;
            more[food] = n;
            self.fill(owned, food + 1, more, left - n, found)?;
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FoodSet;
    use alloc::{vec, vec::Vec};

    /// Every way to hand tokens to units, tried out.
    fn brute_force(cost: Cost, two_for_one: bool, tokens: Foods) -> bool {
        fn settle(units: &[FoodSet], tokens: Foods, two_for_one: bool) -> bool {
            let Some((unit, rest)) = units.split_first() else { return tokens.total() == 0 };
            let owned = |tokens: Foods| Food::ALL.into_iter().filter(move |&food| tokens.of(food) > 0);
            owned(tokens).any(|first| {
                let one = tokens.minus_one(first);
                (unit.contains(first) && settle(rest, one, two_for_one))
                    || (two_for_one
                        && owned(one).any(|second| settle(rest, one.minus_one(second), two_for_one)))
            })
        }
        let units: Vec<FoodSet> = match cost {
            Cost::Fixed { need, wild } => {
                let named = Food::ALL
                    .into_iter()
                    .flat_map(|food| vec![FoodSet::only(food); usize::from(need.of(food))]);
                named.chain(vec![FoodSet::ALL; usize::from(wild)]).collect()
            }
            Cost::Either(foods) => vec![foods],
        };
        settle(&units, tokens, two_for_one)
    }

    fn stocks(most: u8) -> impl Iterator<Item = Foods> {
        let base = u32::from(most) + 1;
        (0..base.pow(5)).map(move |n| Foods::new([0, 1, 2, 3, 4].map(|i| (n / base.pow(i) % base) as u8)))
    }

    #[test]
    fn b_37_formulas_agree_with_trying_everything_out() {
        let deck = crate::Deck::built_in();
        let mut costs: Vec<Cost> = Vec::new();
        for bird in &deck.cards {
            if !costs.contains(&bird.cost) {
                costs.push(bird.cost);
            }
        }
        assert!(costs.len() > 20);
        for cost in costs {
            for two_for_one in [true, false] {
                let till = Till { cost, two_for_one };
                for owned in stocks(3) {
                    assert_eq!(
                        till.pays(owned),
                        brute_force(cost, two_for_one, owned),
                        "{cost:?} by {owned:?}"
                    );
                    let mut some = false;
                    till.each(owned, &mut |tokens| {
                        some = true;
                        assert!(owned.covers(tokens));
                        ControlFlow::Break(())
                    });
                    assert_eq!(till.payable(owned), some, "{cost:?} out of {owned:?}");
                }
            }
        }
    }

    #[test]
    fn a_cost_of_three_has_at_most_130_payments() {
        let till = Till { cost: Cost::Fixed { need: Foods::NONE, wild: 3 }, two_for_one: true };
        let need = Foods::new([1, 1, 1, 0, 0]);
        for till in [till, Till { cost: Cost::Fixed { need, wild: 0 }, two_for_one: true }] {
            let mut payments = 0;
            till.each(Foods::new([9; 5]), &mut |_| {
                payments += 1;
                ControlFlow::Continue(())
            });
            assert!((1..=130).contains(&payments), "{payments}");
        }
    }

    #[test]
    fn no_part_of_an_accepted_payment_pays() {
        let need = Foods::new([2, 1, 0, 0, 0]);
        let till = Till { cost: Cost::Fixed { need, wild: 0 }, two_for_one: true };
        for tokens in stocks(3).filter(|&tokens| till.accepts(tokens)) {
            for part in stocks(3).filter(|&part| part != tokens && tokens.covers(part)) {
                assert!(!till.pays(part), "{part:?} of {tokens:?}");
            }
        }
    }
}
