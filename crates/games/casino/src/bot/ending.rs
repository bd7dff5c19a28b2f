//! The exact value of an ending in which nothing is hidden any more (Casino 14.4): two players in their last deal.
//!
//! Alpha-beta over complete moves, with a table of positions seen before. What is captured counts the same however
//! it was captured, so the table holds what is still to come, and positions that differ only in suits without
//! meaning share a place in it.

use super::twins::Twins;
use crate::{Action, Build, Event, Majorities, Phase, State};
use alloc::{vec, vec::Vec};
use kernel::{CardSet, Events, Seat, Suit};

/// The best move of an ending and what it comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The move.
    pub action: Action,
    /// Points of the seat to move less those of the other, if both go on as well as they can.
    pub margin: i32,
}

/// Solves the ending from `world`, a world of a bot's own making. `None` where it is no such ending, or where more
/// than `most` positions would have to be looked at.
pub fn solve(world: &State, most: u64) -> Option<Solution> {
    Ending::of(world, most, &|| false)?.best()
}

/// More than any game can bring.
const LIMIT: i32 = 10_000;
/// Positions between two looks at the watch.
const BETWEEN_LOOKS: u64 = 1 << 12;

/// An ending that is being solved.
pub(crate) struct Ending<'a> {
    world: State,
    twins: Twins,
    /// Positions that may still be looked at.
    left: u64,
    out_of_time: &'a (dyn Fn() -> bool + Sync),
    table: Vec<Entry>,
    /// One list of moves for each card still to be played, the better ones last.
    lists: Vec<Vec<(f32, Action)>>,
    legal: Vec<Action>,
}

/// What is known of a position: what is still to come for the seat to move.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    rest: i16,
    bound: Bound,
    /// The place of the best move in the list.
    best: u16,
}

#[derive(Clone, Copy, Default, PartialEq)]
enum Bound {
    #[default]
    Nothing,
    Exact,
    AtLeast,
    AtMost,
}

impl<'a> Ending<'a> {
    /// `None` where it is no such ending.
    pub(crate) fn of(world: &State, most: u64, out_of_time: &'a (dyn Fn() -> bool + Sync)) -> Option<Self> {
        let open = &world.open;
        let two = open.seats == 2 && open.in_play.len() == 2;
        if !two || open.phase != Phase::Turn || open.deal != open.deals {
            return None;
        }
        let mut world = world.clone();
        // It has no say in what follows, and is copied at every step.
        world.history = Vec::new();
        let cards = world.hands.iter().map(|hand| hand.len()).sum::<usize>();
        Some(Ending {
            twins: Twins::new(&world.options),
            left: most,
            out_of_time,
            table: vec![Entry::default(); 1 << (cards + 6).clamp(8, 18)],
            lists: (0..=cards).map(|_| Vec::new()).collect(),
            legal: Vec::new(),
            world,
        })
    }

    /// The best move. `None` if that is too much work.
    pub(crate) fn best(&mut self) -> Option<Solution> {
        let world = self.world.clone();
        let mut best: Option<Solution> = None;
        for action in self.candidates(&world) {
            let floor = best.map_or(-LIMIT, |best| best.margin);
            let margin = self.after(&world, action, floor, LIMIT)?;
            if best.is_none_or(|best| margin > best.margin) {
                best = Some(Solution { action, margin });
            }
        }
        best
    }

    /// Every move with what it comes to, the best first.
    pub(crate) fn all(&mut self) -> Option<Vec<Solution>> {
        let world = self.world.clone();
        let mut all = Vec::new();
        for action in self.candidates(&world) {
            all.push(Solution { action, margin: self.after(&world, action, -LIMIT, LIMIT)? });
        }
        all.sort_by_key(|solution| core::cmp::Reverse(solution.margin));
        Some(all)
    }

    fn candidates(&mut self, world: &State) -> Vec<Action> {
        let mut list = Vec::new();
        self.list(world, &mut list);
        list.iter().rev().map(|(_, action)| *action).collect()
    }

    /// Moves worth trying, greedy ones last: the sooner a good one is found, the more can be cut off.
    fn list(&mut self, state: &State, list: &mut Vec<(f32, Action)>) {
        let seat = state.open.turn;
        self.legal.clear();
        state.list_unordered(seat, &mut self.legal);
        let twins = self.twins;
        let stands_for_all = |action: &&Action| twins.stands_for_all(state, seat, **action);
        let legal = self.legal.iter().filter(stands_for_all);
        list.clear();
        list.extend(legal.map(|&action| (state.greed(seat, action), action)));
        list.sort_by(|a, b| a.0.total_cmp(&b.0));
    }

    /// The margin of the seat to move once it has made this move.
    fn after(&mut self, state: &State, action: Action, floor: i32, ceiling: i32) -> Option<i32> {
        self.left = self.left.checked_sub(1)?;
        if self.left.is_multiple_of(BETWEEN_LOOKS) && (self.out_of_time)() {
            return None;
        }
        let seat = state.open.turn;
        let mut next = state.clone();
        next.act(seat, action, &mut Events::<Event>::muted());
        if next.open.phase != Phase::Turn {
            return Some(counted(&next, seat));
        }
        if next.open.turn == seat {
            return self.margin(&next, floor, ceiling);
        }
        Some(-self.margin(&next, -ceiling, -floor)?)
    }

    /// The margin of the seat to move, exact between `floor` and `ceiling` and a bound outside of them.
    fn margin(&mut self, state: &State, mut floor: i32, mut ceiling: i32) -> Option<i32> {
        let prospects = Prospects::of(state);
        if prospects.worst >= ceiling || prospects.worst == prospects.best {
            return Some(prospects.worst);
        }
        if prospects.best <= floor {
            return Some(prospects.best);
        }
        let key = self.key(state);
        let place = key as usize & (self.table.len() - 1);
        let known = self.table[place];
        let mut hint = None;
        if known.key == key && known.bound != Bound::Nothing {
            let margin = prospects.now + i32::from(known.rest);
            match known.bound {
                Bound::Exact => return Some(margin),
                Bound::AtLeast => floor = floor.max(margin),
                Bound::AtMost => ceiling = ceiling.min(margin),
                Bound::Nothing => {}
            }
            if floor >= ceiling {
                return Some(margin);
            }
            hint = Some(usize::from(known.best));
        }
        let cards = state.hands.iter().map(|hand| hand.len()).sum::<usize>();
        let mut list = core::mem::take(&mut self.lists[cards]);
        self.list(state, &mut list);
        let hint = hint.filter(|&hint| hint < list.len());
        if let Some(hint) = hint {
            list[hint..].rotate_left(1);
        }
        let (mut best, mut best_at, aim) = (-LIMIT, 0, floor);
        for (at, &(_, action)) in list.iter().enumerate().rev() {
            let margin = self.after(state, action, floor, ceiling)?;
            if margin > best {
                // Where the hint was moved to the end, the others lie one lower than in the list.
                best_at = match hint {
                    Some(hint) if at + 1 == list.len() => hint,
                    Some(hint) if at >= hint => at + 1,
                    _ => at,
                };
                best = margin;
                floor = floor.max(best);
                if floor >= ceiling {
                    break;
                }
            }
        }
        self.lists[cards] = list;
        let bound = match best {
            _ if best >= ceiling => Bound::AtLeast,
            _ if best <= aim => Bound::AtMost,
            _ => Bound::Exact,
        };
        let rest = (best - prospects.now) as i16;
        self.table[place] = Entry { key, rest, bound, best: best_at.min(usize::from(u16::MAX)) as u16 };
        Some(best)
    }

    /// The same for positions in which the same is still to come.
    fn key(&self, state: &State) -> u64 {
        let open = &state.open;
        let mut key = Key(u64::from(open.turn.0) << 8 | open.last_capturer.map_or(9, |seat| seat.0.into()));
        key.add(self.twins.code(open.loose));
        for seat in Seat::all(2) {
            key.add(self.twins.code(state.hands[seat.index()]));
            let pile = &state.piles[seat.index()];
            let cards: CardSet = pile.iter().copied().collect();
            let spades = (cards & CardSet::of_suit(Suit::Spades)).len();
            let mut within_reach = (pile.len() << 8 | spades) as u64;
            // Of a pile only those cards matter that the other can still reach: one in each turn.
            for &card in pile.iter().rev().take(reach(state, seat)) {
                within_reach = within_reach << 6 | self.twins.kind(card);
                if within_reach >> 58 != 0 {
                    key.add(within_reach);
                    within_reach = 0;
                }
            }
            key.add(within_reach);
        }
        // Their order does not matter.
        key.add(open.builds.iter().fold(0, |sum: u64, build| sum.wrapping_add(self.build_key(build))));
        key.0
    }

    fn build_key(&self, build: &Build) -> u64 {
        let owner = build.owner.map_or(9, |seat| u64::from(seat.0));
        let mut key = Key(u64::from(build.value) << 16 | owner << 8 | u64::from(build.compound));
        key.add(self.twins.code(build.set()));
        key.0
    }
}

/// How many cards of a seat's pile the other can still reach.
fn reach(state: &State, seat: Seat) -> usize {
    if state.options.pile_tops.is_on() { state.hands[seat.next(2).index()].len() } else { 0 }
}

/// A number that depends on everything it was given.
struct Key(u64);

impl Key {
    fn add(&mut self, number: u64) {
        let mixed = (self.0 ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        self.0 ^= self.0 >> 29;
    }
}

/// What the margin of the seat to move is now, and what it can become at worst and at best.
struct Prospects {
    now: i32,
    worst: i32,
    best: i32,
}

impl Prospects {
    fn of(state: &State) -> Prospects {
        let options = &state.options;
        let me = state.open.turn;
        let other = me.next(2);
        let piles = [me, other].map(|seat| state.piles[seat.index()].iter().copied().collect::<CardSet>());
        let worth = |cards: CardSet| i32::from(options.points_of(cards));
        let extra = |seat: Seat| {
            let bonus = state.open.bonus[seat.index()];
            i32::from(bonus.set_points) + i32::from(bonus.sweeps) * i32::from(options.sweep_points)
        };
        let now = worth(piles[0]) - worth(piles[1]) + extra(me) - extra(other);
        // Sets and sweeps can bring anything, and what nobody takes counts for nobody.
        if options.set_multiplier > 1 || options.sweep_points > 0 || state.open.last_capturer.is_none() {
            return Prospects { now, worst: -LIMIT, best: LIMIT };
        }
        let hands = state.hands[me.index()] | state.hands[other.index()];
        let open = hands | state.open.on_table();
        // Cards of a pile that may change hands: they count twice.
        let within_reach = [me, other].map(|seat| {
            let pile = &state.piles[seat.index()];
            pile.iter().rev().take(reach(state, seat)).copied().collect::<CardSet>()
        });
        let (cards, spades) = match options.majorities_among(2) {
            Majorities::ThreeOne => (3, 1),
            Majorities::TwoTwo | Majorities::Auto => (2, 2),
            Majorities::Off => (0, 0),
        };
        let most = |points: i32, of: CardSet| {
            let own = |index: usize| (piles[index] & of).len();
            let lost = |index: usize| (within_reach[index] & of).len();
            let all = ((piles[0] | piles[1] | open) & of).len();
            // At least what the other cannot reach, at most all that the other cannot keep.
            let least = own(0) - lost(0);
            let most = all - (own(1) - lost(1));
            let side = |number: usize| (2 * number).cmp(&all) as i32;
            (points * side(least), points * side(most))
        };
        let (cards_worst, cards_best) = most(cards, CardSet::PACK);
        let (spades_worst, spades_best) = most(spades, CardSet::of_suit(Suit::Spades));
        Prospects {
            now,
            worst: now - worth(open) - 2 * worth(within_reach[0]) + cards_worst + spades_worst,
            best: now + worth(open) + 2 * worth(within_reach[1]) + cards_best + spades_best,
        }
    }
}

/// The margin of a game that was counted.
fn counted(state: &State, seat: Seat) -> i32 {
    let scores = state.open.tally.iter().flat_map(|tally| &tally.scores);
    let signed = |own: bool, points: u16| if own { i32::from(points) } else { -i32::from(points) };
    scores.map(|score| signed(score.seats.contains(seat), score.points)).sum()
}
