use crate::{Color, Face, Kind, Stacking};
use core::ops::{BitOr, Sub};

/// A set of faces, one bit each: which cards may be played now is one such set, made once per listing.
///
/// Two words rather than one of 128 bits, because only those shift in one step.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct FaceSet([u64; 2]);

impl FaceSet {
    pub(crate) const EMPTY: FaceSet = FaceSet([0; 2]);
    /// Every face, and bits without a face.
    #[cfg(feature = "inspect")]
    pub(crate) const ALL: FaceSet = FaceSet([u64::MAX; 2]);
    pub(crate) const COLORLESS: FaceSet = FaceSet::of_kind(Kind::Wild)
        .or(FaceSet::of_kind(Kind::Plus4))
        .or(FaceSet::of_kind(Kind::Plus20))
        .or(FaceSet::of_kind(Kind::WildPickSwap));
    pub(crate) const NOPE: FaceSet = FaceSet::of_kind(Kind::Nope);
    pub(crate) const REVERSE: FaceSet = FaceSet::of_kind(Kind::Reverse);
    pub(crate) const SWAP: FaceSet = FaceSet::of_kind(Kind::Swap);
    /// The cards that call for a choice.
    pub(crate) const CHOOSY: FaceSet =
        FaceSet::COLORLESS.or(FaceSet::of_kind(Kind::PickSwap)).or(FaceSet::of_kind(Kind::GodMode));

    /// All cards of a kind.
    const fn of_kind(kind: Kind) -> FaceSet {
        let mut set = FaceSet::EMPTY;
        let mut face = 0;
        while face < kind.faces() {
            set = set.or(FaceSet::bit((kind.first() + face) as usize));
            face += 1;
        }
        set
    }
    /// All cards of a colour.
    #[inline]
    pub(crate) fn of_color(color: Color) -> FaceSet {
        OF_COLOR[color as usize]
    }
    /// What goes on `top` whatever its colour: the same value or the same kind (rules, 4.5).
    #[inline]
    pub(crate) fn like(top: Face) -> FaceSet {
        LIKE[top.index()]
    }
    /// The plus cards that may answer a stack with `top` on it (rules, 5.2).
    pub(crate) fn stackable(stacking: Stacking, top: Face) -> FaceSet {
        const TWO: FaceSet = FaceSet::of_kind(Kind::Plus2);
        const FOUR: FaceSet = FaceSet::of_kind(Kind::Plus4);
        const TWENTY: FaceSet = FaceSet::of_kind(Kind::Plus20).or(FaceSet::of_kind(Kind::Plus20Color));
        match (stacking, top.kind()) {
            (Stacking::Off, _) => FaceSet::EMPTY,
            (Stacking::Any, _) | (Stacking::EqualOrHigher, Kind::Plus2) => TWO | FOUR | TWENTY,
            (Stacking::EqualOrHigher, Kind::Plus4) => FOUR | TWENTY,
            (Stacking::SameOnly, Kind::Plus2) => TWO,
            (Stacking::SameOnly, Kind::Plus4) => FOUR,
            (Stacking::EqualOrHigher | Stacking::SameOnly, _) => TWENTY,
        }
    }
    #[inline]
    pub(crate) const fn contains(self, face: Face) -> bool {
        self.0[face.index() / 64 % 2] >> (face.index() % 64) & 1 != 0
    }
    const fn bit(index: usize) -> FaceSet {
        let mut set = FaceSet::EMPTY;
        set.0[index / 64] = 1 << (index % 64);
        set
    }
    const fn or(self, other: FaceSet) -> FaceSet {
        FaceSet([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }
}

impl BitOr for FaceSet {
    type Output = FaceSet;
    fn bitor(self, other: FaceSet) -> FaceSet {
        self.or(other)
    }
}
impl Sub for FaceSet {
    type Output = FaceSet;
    fn sub(self, other: FaceSet) -> FaceSet {
        FaceSet([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }
}

static OF_COLOR: [FaceSet; 4] = {
    let mut sets = [FaceSet::EMPTY; 4];
    let mut kind = 0;
    while kind < 16 {
        let mut place = 0;
        while place < 36 {
            let face = Face::of(Kind::ALL[kind], place);
            if let Some(color) = face.color() {
                sets[color as usize] = sets[color as usize].or(FaceSet::bit(face.index()));
            }
            place += 1;
        }
        kind += 1;
    }
    sets
};

static LIKE: [FaceSet; Face::COUNT as usize] = {
    let mut like = [FaceSet::EMPTY; Face::COUNT as usize];
    let mut kind = 0;
    while kind < 16 {
        let mut place = 0;
        while place < 36 {
            let face = Face::of(Kind::ALL[kind], place);
            like[face.index()] = match Kind::ALL[kind] {
                // The same value in each of the four colours, nine faces apart.
                Kind::Number => FaceSet([(1 | 1 << 9 | 1 << 18 | 1 << 27) << (place % 9), 0]),
                // Eights 2.5: nothing matches a colourless card by kind. Eights 2.2: nor these two.
                Kind::LuckyHand | Kind::GodMode => FaceSet::EMPTY,
                kind if kind.is_colorless() => FaceSet::EMPTY,
                kind => FaceSet::of_kind(kind),
            };
            place += 1;
        }
        kind += 1;
    }
    like
};
