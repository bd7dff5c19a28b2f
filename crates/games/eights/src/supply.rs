use crate::{Face, Kind, Tier};
use serde::{Deserialize, Serialize};

/// How often each kind of card comes, in per cent. Kinds left out on the wire never come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[allow(missing_docs, reason = "one per kind of card")]
pub struct Weights {
    pub number: u32,
    pub wild: u32,
    pub plus2: u32,
    pub plus4: u32,
    pub plus20: u32,
    pub skip: u32,
    pub reverse: u32,
    pub plus20color: u32,
    pub nope: u32,
    pub swap: u32,
    pub pickswap: u32,
    pub wildpickswap: u32,
    pub rotate: u32,
    pub steal: u32,
    pub luckyhand: u32,
    pub godmode: u32,
}

impl Weights {
    /// What the weights add up to.
    pub const TOTAL: u32 = 100;
    /// The names of the kinds on the wire, in order.
    pub const NAMES: [&'static str; 16] = [
        "number",
        "wild",
        "plus2",
        "plus4",
        "plus20",
        "skip",
        "reverse",
        "plus20color",
        "nope",
        "swap",
        "pickswap",
        "wildpickswap",
        "rotate",
        "steal",
        "luckyhand",
        "godmode",
    ];
    /// What a lucky hand draws from.
    pub const LUCKY: Weights = Weights::of([10, 10, 12, 10, 6, 8, 6, 6, 8, 4, 4, 4, 5, 4, 0, 3]);

    /// The weights that a tier comes with.
    pub const fn of_tier(tier: Tier) -> Weights {
        match tier {
            Tier::Base => Weights::of([92, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
            Tier::Insane => Weights::of([64, 8, 10, 5, 2, 6, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
            Tier::Chaos => Weights::of([44, 5, 9, 5, 3, 5, 4, 3, 5, 2, 2, 2, 4, 2, 3, 2]),
        }
    }
    /// One weight per kind, in order.
    pub const fn each(&self) -> [u32; 16] {
        [
            self.number,
            self.wild,
            self.plus2,
            self.plus4,
            self.plus20,
            self.skip,
            self.reverse,
            self.plus20color,
            self.nope,
            self.swap,
            self.pickswap,
            self.wildpickswap,
            self.rotate,
            self.steal,
            self.luckyhand,
            self.godmode,
        ]
    }
    /// Eights 2.7: each at most 100, 100 in all, some numbers, and nothing from a higher tier.
    pub(crate) fn fit(&self, tier: Tier) -> bool {
        let each = self.each();
        each.iter().all(|&weight| weight <= Weights::TOTAL)
            && each.iter().sum::<u32>() == Weights::TOTAL
            && self.number >= 1
            && each[tier.kinds()..].iter().all(|&weight| weight == 0)
    }

    const fn of(each: [u32; 16]) -> Weights {
        let [number, wild, plus2, plus4, plus20, skip, reverse, plus20color, ..] = each;
        let [.., nope, swap, pickswap, wildpickswap, rotate, steal, luckyhand, godmode] = each;
        Weights {
            number,
            wild,
            plus2,
            plus4,
            plus20,
            skip,
            reverse,
            plus20color,
            nope,
            swap,
            pickswap,
            wildpickswap,
            rotate,
            steal,
            luckyhand,
            godmode,
        }
    }
}

/// Where cards come from: without a deck, each card is made when it is drawn.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Supply {
    /// The kind that each per cent stands for.
    kinds: [Kind; Weights::TOTAL as usize],
}

impl Supply {
    /// How many different rolls there are: a per cent for the kind times 36 for the face.
    pub(crate) const ROLLS: u32 = Weights::TOTAL * 36;

    /// The supply with weights that were found fit.
    pub(crate) fn new(weights: &Weights) -> Supply {
        let mut kinds = [Kind::Number; Weights::TOTAL as usize];
        let spread =
            Kind::ALL.iter().zip(weights.each()).flat_map(|(&kind, weight)| (0..weight).map(move |_| kind));
        for (place, kind) in kinds.iter_mut().zip(spread) {
            *place = kind;
        }
        Supply { kinds }
    }
    /// The card that a roll below [`Supply::ROLLS`] makes (rules, 2.8).
    #[inline]
    pub(crate) fn face(&self, rolled: u32) -> Face {
        Face::of(self.kinds[(rolled / 36) as usize], rolled % 36)
    }
    /// A roll that makes this card, which the supply must have: lessons write down the deal they want.
    pub(crate) fn roll(&self, face: Face) -> u32 {
        (0..Supply::ROLLS).find(|rolled| self.face(*rolled) == face).expect("the supply has this card")
    }
}
