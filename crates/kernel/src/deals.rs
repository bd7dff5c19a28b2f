use crate::Rng;
use alloc::{collections::BTreeMap, vec::Vec};

/// Which of the hidden places: bit `p` stands for place number `p`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlaceSet(pub u8);

impl PlaceSet {
    /// One place.
    pub const fn only(place: usize) -> PlaceSet {
        PlaceSet(1 << place)
    }
    /// These and `place`.
    pub const fn with(self, place: usize) -> PlaceSet {
        PlaceSet(self.0 | 1 << place)
    }
    /// These without `place`.
    pub const fn without(self, place: usize) -> PlaceSet {
        PlaceSet(self.0 & !(1 << place))
    }
    /// Whether `place` is among them.
    pub const fn contains(self, place: usize) -> bool {
        self.0 & (1 << place) != 0
    }
}

/// Cards about which exactly the same is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class<T> {
    /// The cards.
    pub cards: Vec<T>,
    /// The places any of them may be in.
    pub allowed: PlaceSet,
    /// Each of these groups of places is known to hold at least one of them.
    pub needs: Vec<PlaceSet>,
}

/// Knowledge that contradicts itself: a mistake in its bookkeeping. Constraints are never relaxed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Contradiction {
    /// The unseen cards cannot be placed in any way.
    #[error("no world is consistent with the view")]
    NoWorld,
    /// The unseen cards do not fill the hidden places.
    #[error("{cards} unseen cards do not fill hidden places for {room}")]
    Sizes {
        /// How many cards are unseen.
        cards: u32,
        /// How many the places hold.
        room: u32,
    },
    /// More ways than the counter holds.
    #[error("more worlds than 128 bits can count")]
    TooMany,
    /// The view says two things that exclude each other.
    #[error("the view contradicts itself: {0}")]
    View(&'static str),
}

/// All ways to put unseen cards into hidden places of known size, counted exactly, and drawn from so
/// that each way is equally likely.
///
/// The cards are grouped in classes. The number of ways is a sum over the splits of the first class over
/// its places: ways to choose which card goes where, times the ways for the classes that follow in the
/// room that is left. Those sums are made once; a draw then walks down one line of them.
#[derive(Clone, Debug)]
pub struct Deals<T> {
    classes: Vec<Class<T>>,
    nodes: Vec<Node>,
    splits: Vec<Split>,
    /// Where the nodes of each class begin; one more for the end.
    levels: Vec<usize>,
}

const PLACES: usize = 8;
type Room = [u8; PLACES];

/// The classes before this one are placed, and so much room is left.
#[derive(Clone, Debug)]
struct Node {
    ways: u128,
    first: u32,
    end: u32,
}

#[derive(Clone, Debug)]
struct Split {
    /// How many of the class go to each place.
    parts: Room,
    /// In how many ways these parts can be chosen from the class.
    choices: u128,
    /// Ways of this split and of those before it in its node.
    up_to: u128,
    next: u32,
}

impl<T: Copy> Deals<T> {
    /// Counts the ways to fill places of these sizes (at most eight) with these classes.
    pub fn count(classes: Vec<Class<T>>, room: &[u8]) -> Result<Self, Contradiction> {
        assert!(room.len() <= PLACES, "at most {PLACES} hidden places");
        let cards: u32 = classes.iter().map(|class| class.cards.len() as u32).sum();
        let total: u32 = room.iter().map(|&size| u32::from(size)).sum();
        if cards != total {
            return Err(Contradiction::Sizes { cards, room: total });
        }
        let mut start = [0; PLACES];
        start[..room.len()].copy_from_slice(room);

        let mut deals = Deals { classes, nodes: Vec::new(), splits: Vec::new(), levels: Vec::new() };
        deals.grow(start);
        deals.sum_up()?;
        if deals.ways() == 0 { Err(Contradiction::NoWorld) } else { Ok(deals) }
    }
    /// How many worlds there are.
    pub fn ways(&self) -> u128 {
        self.nodes.first().map_or(0, |node| node.ways)
    }
    /// The classes, in the order given.
    pub fn classes(&self) -> &[Class<T>] {
        &self.classes
    }
    /// In how many worlds one given card of class number `class` is in `place`.
    pub fn ways_in(&self, class: usize, place: usize) -> u128 {
        let size = self.classes[class].cards.len() as u128;
        if size == 0 || place >= PLACES {
            return 0;
        }
        // In how many ways each node is reached, level by level.
        let mut reached = alloc::vec![0u128; self.nodes.len()];
        reached[0] = 1;
        for index in 0..self.levels[class] {
            let node = &self.nodes[index];
            for split in &self.splits[node.first as usize..node.end as usize] {
                reached[split.next as usize] += reached[index] * split.choices;
            }
        }
        let sum: u128 = (self.levels[class]..self.levels[class + 1])
            .map(|index| {
                let node = &self.nodes[index];
                self.splits[node.first as usize..node.end as usize]
                    .iter()
                    .map(|split| {
                        let after = self.nodes[split.next as usize].ways;
                        reached[index] * split.choices * u128::from(split.parts[place]) * after
                    })
                    .sum::<u128>()
            })
            .sum();
        // Every card of the class is in the place equally often.
        sum / size
    }
    /// Draws one world, each equally likely, and says of every card where it is.
    pub fn draw(&self, rng: &mut (impl Rng + ?Sized), mut put: impl FnMut(usize, T)) {
        let mut at = 0;
        for class in &self.classes {
            let node = &self.nodes[at];
            let splits = &self.splits[node.first as usize..node.end as usize];
            let split = match splits {
                [only] => only,
                _ => {
                    let drawn = below_wide(node.ways, rng);
                    &splits[splits.partition_point(|split| split.up_to <= drawn)]
                }
            };
            let mut cards = IN_ORDER;
            let mut left = class.cards.len();
            let mut picks = Picks::default();
            for (place, &part) in split.parts.iter().enumerate() {
                // The last holder gets what is left, which needs no random number.
                if usize::from(part) == left {
                    cards[..left].iter().for_each(|&card| put(place, class.cards[usize::from(card)]));
                    break;
                }
                for _ in 0..part {
                    let pick = picks.next(left, rng);
                    put(place, class.cards[usize::from(cards[pick])]);
                    left -= 1;
                    cards[pick] = cards[left];
                }
            }
            at = split.next as usize;
        }
    }

    /// Makes the nodes, level by level: which rooms can be left when a class is due.
    fn grow(&mut self, start: Room) {
        let mut level = alloc::vec![start];
        for index in 0..self.classes.len() {
            let class = &self.classes[index];
            assert!(class.cards.len() <= 64, "a class has at most 64 cards");
            self.levels.push(self.nodes.len());
            let base = (self.nodes.len() + level.len()) as u32;
            // Keyed by a number: comparing arrays byte by byte took most of the time.
            let mut next: BTreeMap<u64, u32> = BTreeMap::new();
            let mut following = Vec::new();
            for room in &level {
                let first = self.splits.len() as u32;
                each_split(class.cards.len() as u8, class.allowed, room, &mut |parts| {
                    let met = class.needs.iter().all(|group| {
                        parts.iter().enumerate().any(|(place, &part)| part > 0 && group.contains(place))
                    });
                    if !met {
                        return;
                    }
                    let mut left = *room;
                    for (left, part) in left.iter_mut().zip(parts) {
                        *left -= part;
                    }
                    let to = *next.entry(u64::from_le_bytes(left)).or_insert_with(|| {
                        following.push(left);
                        base + following.len() as u32 - 1
                    });
                    self.splits.push(Split { parts: *parts, choices: 0, up_to: 0, next: to });
                });
                self.nodes.push(Node { ways: 0, first, end: self.splits.len() as u32 });
            }
            level = following;
        }
        // Everything is placed. The sizes add up, so the one node here has no room left.
        self.levels.push(self.nodes.len());
        let end = self.splits.len() as u32;
        self.nodes.extend(level.iter().map(|_| Node { ways: 1, first: end, end }));
        self.levels.push(self.nodes.len());
    }
    /// Fills in the numbers, from the last class back to the first.
    fn sum_up(&mut self) -> Result<(), Contradiction> {
        for class in (0..self.classes.len()).rev() {
            for index in self.levels[class]..self.levels[class + 1] {
                let (first, end) = (self.nodes[index].first as usize, self.nodes[index].end as usize);
                let mut ways = 0u128;
                for split in &mut self.splits[first..end] {
                    split.choices = multinomial(&split.parts).ok_or(Contradiction::TooMany)?;
                    ways = split
                        .choices
                        .checked_mul(self.nodes[split.next as usize].ways)
                        .and_then(|product| ways.checked_add(product))
                        .ok_or(Contradiction::TooMany)?;
                    split.up_to = ways;
                }
                self.nodes[index].ways = ways;
            }
        }
        Ok(())
    }
}

/// Calls `found` with every way to cut `count` cards into parts for the allowed places with room.
fn each_split(count: u8, allowed: PlaceSet, room: &Room, found: &mut impl FnMut(&Room)) {
    fn from(
        place: usize,
        left: u8,
        most: &Room,
        after: &Room,
        parts: &mut Room,
        found: &mut impl FnMut(&Room),
    ) {
        if left == 0 {
            return found(parts);
        }
        if place == PLACES {
            return;
        }
        // At least what the places that follow cannot take.
        let least = left.saturating_sub(after[place]);
        for part in least..=most[place].min(left) {
            parts[place] = part;
            from(place + 1, left - part, most, after, parts, found);
        }
        parts[place] = 0;
    }
    let mut most = [0; PLACES];
    let mut after = [0u8; PLACES];
    let mut behind = 0u8;
    for place in (0..PLACES).rev() {
        after[place] = behind;
        most[place] = if allowed.contains(place) { room[place].min(count) } else { 0 };
        behind = behind.saturating_add(most[place]);
    }
    from(0, count, &most, &after, &mut [0; PLACES], found);
}

/// In how many ways a class can be cut into parts of these sizes.
fn multinomial(parts: &Room) -> Option<u128> {
    let mut ways = 1u128;
    let mut placed = 0;
    for &part in parts {
        placed += usize::from(part);
        let choices = BINOMIALS.get(placed)?.get(usize::from(part))?;
        ways = ways.checked_mul(u128::from(*choices))?;
    }
    Some(ways)
}

/// In how many ways `k` of `n` can be chosen, for all that a class can have.
static BINOMIALS: [[u64; 65]; 65] = {
    let mut table = [[0; 65]; 65];
    let mut n = 0;
    while n <= 64 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + if k < n { table[n - 1][k] } else { 0 };
            k += 1;
        }
        n += 1;
    }
    table
};

/// The cards of a class by their places in it.
const IN_ORDER: [u8; 64] = {
    let mut order = [0; 64];
    let mut place = 0;
    while place < 64 {
        order[place] = place as u8;
        place += 1;
    }
    order
};

/// Picks one card after another from ever fewer, several by one random word: asking for words took most of the time
/// of drawing a world.
#[derive(Default)]
struct Picks {
    ready: [u8; Picks::AT_ONCE],
    taken: usize,
    made: usize,
}

impl Picks {
    /// Of 64 cards at most, so that what they multiply to leaves a word with plenty to spare.
    const AT_ONCE: usize = 8;

    /// One of `left` cards; the next call is about one card less.
    #[inline]
    fn next(&mut self, left: usize, rng: &mut (impl Rng + ?Sized)) -> usize {
        if self.taken == self.made {
            self.make(left, rng);
        }
        self.taken += 1;
        usize::from(self.ready[self.taken - 1])
    }
    /// A word is a fraction of one. Each pick takes the whole part of the fraction times the number of cards, and leaves
    /// the rest to the next. The few words that would favour some rows of picks are thrown away.
    #[inline]
    fn make(&mut self, left: usize, rng: &mut (impl Rng + ?Sized)) {
        self.made = left.min(Picks::AT_ONCE);
        self.taken = 0;
        loop {
            let mut word = rng.next_u64();
            let mut rows = 1u64;
            for (pick, n) in self.ready[..self.made].iter_mut().zip((1..=left as u64).rev()) {
                let scaled = u128::from(word) * u128::from(n);
                *pick = (scaled >> 64) as u8;
                word = scaled as u64;
                rows *= n;
            }
            if word >= rows || word >= rows.wrapping_neg() % rows {
                return;
            }
        }
    }
}

/// A number below `n`, each equally likely. Scaled instead of divided, which a search notices: it draws a
/// world for every iteration. The few words that would favour some numbers are thrown away.
#[inline]
fn below_scaled(n: u32, rng: &mut (impl Rng + ?Sized)) -> u32 {
    loop {
        let scaled = u64::from(rng.next_u32()) * u64::from(n);
        let low = scaled as u32;
        if low >= n || low >= n.wrapping_neg() % n {
            return (scaled >> 32) as u32;
        }
    }
}

/// The same for numbers of any size.
fn below_wide(n: u128, rng: &mut (impl Rng + ?Sized)) -> u128 {
    if let Ok(n) = u32::try_from(n) {
        return u128::from(below_scaled(n, rng));
    }
    if let Ok(n) = u64::try_from(n) {
        loop {
            let scaled = u128::from(rng.next_u64()) * u128::from(n);
            let low = scaled as u64;
            if low >= n || low >= n.wrapping_neg() % n {
                return scaled >> 64;
            }
        }
    }
    let refused = (u128::MAX % n).wrapping_add(1) % n;
    loop {
        let word = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
        if word <= u128::MAX - refused {
            return word % n;
        }
    }
}
