//! The list of all legal moves (Casino 13.2), in its order: few things first, captures before builds.
//!
//! Cards are counted by value, so the many ways to take equal cards are found once and spelt out last. A table
//! can still offer more moves than anybody reads; then only the first two thousand are listed.

use crate::{
    Action, Build, BuildId, BuildSet, BuildsPerSeat, KeyCard, Phase, Raise, State, Top, Tops, Values,
    card_number,
    groups::{Counts, Offered, Wanted},
    top_choice::TopChoice,
    value,
    value::{COURT, of_value, same_ranks, total},
};
use alloc::vec::Vec;
use arrayvec::ArrayVec;
use kernel::{Card, CardSet, Listed, Seat};

/// No list is longer.
pub(crate) const MOST_MOVES: usize = 2_000;

/// The order of moves that use equally many things.
#[derive(Clone, Copy)]
enum Kind {
    Capture,
    Add,
    Build,
    Raise,
    Trail,
}

impl State {
    /// Appends the same in no order: all of it, or some where a list would be cut. For searches, which read
    /// no list.
    pub(crate) fn list_unordered(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.open.phase == Phase::Turn && seat == self.open.turn {
            let offered = Offered::by(Counts::of(self.open.loose));
            let along = self.top_choices(seat);
            let mut list = List::new(self, seat, &offered, &along, core::mem::take(out));
            list.fill(u32::MAX);
            *out = list.moves;
        } else {
            self.legal(seat, out);
        }
    }

    pub(crate) fn list_moves(&self, seat: Seat, out: &mut Vec<Action>) -> Listed {
        let offered = Offered::by(Counts::of(self.open.loose));
        let along = self.top_choices(seat);
        let mut list = List::new(self, seat, &offered, &along, Vec::<(u128, Action)>::with_capacity(64));
        list.fill(u32::MAX);
        if list.moves.len() <= MOST_MOVES {
            list.moves.sort_unstable_by_key(|(place, _)| *place);
            out.extend(list.moves.iter().map(|(_, action)| *action));
            return Listed::All;
        }
        // Too many: moves with few things come first, so look for those alone until there are enough.
        for most in 1.. {
            list.moves.clear();
            list.fill(most);
            if list.moves.len() > MOST_MOVES {
                break;
            }
        }
        list.moves.select_nth_unstable_by_key(MOST_MOVES, |(place, _)| *place);
        list.moves.truncate(MOST_MOVES);
        list.moves.sort_unstable_by_key(|(place, _)| *place);
        out.extend(list.moves.iter().map(|(_, action)| *action));
        Listed::Truncated
    }

    /// The tops of opponents' piles that have a value, in every choice.
    #[inline(always)]
    fn top_choices(&self, seat: Seat) -> ArrayVec<TopChoice, 16> {
        let open = &self.open;
        let with_tops = if self.options.pile_tops.is_on() { open.seats } else { 0 };
        TopChoice::each(Seat::all(with_tops).filter_map(|owner| {
            let card = *self.piles[owner.index()].last()?;
            (!open.allied(owner, seat) && value(card) > 0).then_some(Top { seat: owner, card })
        }))
    }
}

/// Where moves go as they are found.
trait Found {
    /// One more, which belongs at that place of the order.
    fn add(&mut self, action: Action, place: impl FnOnce() -> u128);
    fn len(&self) -> usize;
}

impl Found for Vec<(u128, Action)> {
    fn add(&mut self, action: Action, place: impl FnOnce() -> u128) {
        self.push((place(), action));
    }
    fn len(&self) -> usize {
        self.len()
    }
}

/// Nobody asks for an order.
impl Found for Vec<Action> {
    fn add(&mut self, action: Action, _: impl FnOnce() -> u128) {
        self.push(action);
    }
    fn len(&self) -> usize {
        self.len()
    }
}

/// A list under construction.
struct List<'a, F> {
    state: &'a State,
    seat: Seat,
    hand: CardSet,
    /// The values of the cards in hand.
    held: Values,
    /// The values of the builds that lie there.
    built: Values,
    loose: CardSet,
    room: Counts,
    offered: &'a Offered,
    along: &'a [TopChoice],
    /// No move uses more things than this.
    most: u32,
    /// Whether only captures of own builds count.
    due: bool,
    buffer: Vec<Counts>,
    moves: F,
}

impl<'a, F: Found> List<'a, F> {
    fn new(
        state: &'a State,
        seat: Seat,
        offered: &'a Offered,
        along: &'a [TopChoice],
        moves: F,
    ) -> List<'a, F> {
        let open = &state.open;
        List {
            state,
            seat,
            hand: state.hands[seat.index()],
            held: Counts::of(state.hands[seat.index()]).values(),
            built: open.builds.iter().map(|build| build.value).collect(),
            loose: open.loose,
            room: Counts::of(open.loose),
            offered,
            along,
            most: u32::MAX,
            due: state.must_capture_own(seat),
            buffer: Vec::new(),
            moves,
        }
    }

    /// Collects all moves with at most a number of things; gives up where there are plainly too many.
    fn fill(&mut self, most: u32) {
        self.most = most;
        // Most cards have nothing to take.
        for total in self.held.and(self.offered.totals().or(self.built)).iter() {
            self.captures(total, self.hand & of_value(total));
            if overflows(self.most, &self.moves) {
                return;
            }
        }
        self.court_captures();
        if self.due {
            return;
        }
        self.builds();
        self.stacks();
        self.adds();
        self.raises();
        self.trails();
    }

    /// Captures with each of these cards, which have the same value.
    fn captures(&mut self, total: u8, cards: CardSet) {
        let build = self.state.open.build_of(total);
        let own = build.is_some_and(|build| build.owner == Some(self.seat));
        // A card kept for a build, or due, takes the seat's build.
        let locked = cards.iter().next().is_some_and(|card| self.state.is_locked(self.seat, card));
        let must_take_build =
            locked || self.due || (self.state.options.must_take_all.is_on() && build.is_some());
        if self.due && !own {
            return;
        }
        if build.is_some() {
            self.captures_with(total, cards, build);
        }
        // Without the build at least one group of loose cards is taken; most of the time there is none.
        if !must_take_build && !self.offered.of(total).is_empty() {
            self.captures_with(total, cards, None);
        }
    }

    fn captures_with(&mut self, each: u8, cards: CardSet, build: Option<&Build>) {
        let things = u32::from(build.is_some());
        let id = build.map(|build| build.id);
        let builds = id.map_or(BuildSet::EMPTY, BuildSet::only);
        let must_take_all = self.state.options.must_take_all.is_on();
        // Where everything must be taken, what is possible with fewer tops has a say as well.
        let mut larger = Vec::<(u32, Counts)>::new();
        for along in self.along {
            let (some, tops, used) = (along.some, along.tops, things + along.len());
            if used > self.most || along.largest() > each {
                continue;
            }
            let base = build.is_none() && some > 0;
            // What must be as large as possible is compared with all there is.
            let most = if must_take_all { u32::MAX } else { self.most - used };
            let (fixed, room, offered) = (along.values(), self.room, self.offered);
            let found = Wanted { total: each, fixed, room, offered, base, most }.find(&mut self.buffer);
            if must_take_all {
                larger.extend(found.iter().map(|&counts| (some, counts)));
            }
            // A build may be taken alone.
            let nothing = (build.is_some() && some == 0).then_some(Counts::NONE);
            for counts in nothing.into_iter().chain(found.iter().copied()) {
                if counts.len() + used > self.most {
                    continue;
                }
                if overflows(self.most, &self.moves) {
                    break;
                }
                let takes_more =
                    |&(less, more): &(u32, Counts)| less & !some == 0 && more != counts && more.has(counts);
                if larger.iter().any(takes_more) {
                    continue;
                }
                counts.choose(self.loose, |loose| {
                    let on_piles = || tops.cards().map(|card| u32::from(value(card))).sum::<u32>();
                    let sum = || total(loose) + on_piles() + build.map_or(0, total_of) + u32::from(each);
                    for card in cards.iter() {
                        let action = Action::Capture { card, loose, builds, tops };
                        self.moves.add(action, || place(Kind::Capture, card, sum(), loose, id, some));
                    }
                });
            }
        }
    }

    /// Casino 1.2: any loose cards of the same rank.
    fn court_captures(&mut self) {
        if self.due {
            return;
        }
        let must_take_all = self.state.options.must_take_all.is_on();
        for card in (self.hand & COURT).iter() {
            let same = (self.loose & CardSet::of_rank(card.rank())).bits();
            let mut some = same;
            while some != 0 {
                let loose = CardSet::from_bits(some);
                if loose.len() as u32 <= self.most && (!must_take_all || some == same) {
                    let action = Action::Capture { card, loose, builds: BuildSet::EMPTY, tops: Tops::EMPTY };
                    self.moves.add(action, || place(Kind::Capture, card, 0, loose, None, 0));
                }
                some = (some - 1) & same;
            }
        }
    }

    /// Builds by Casino 3.4, those from equal cards aside where the house plays them separately.
    fn builds(&mut self) {
        let (state, options) = (self.state, &self.state.options);
        let one = options.builds_per_seat == BuildsPerSeat::One;
        if self.loose.is_empty() || one && state.open.owned_by(self.seat).next().is_some() {
            return;
        }
        let (seat, held, built) = (self.seat, self.held, self.built);
        let free = |total: u8| options.key_card == KeyCard::Free || state.restores(seat, total);
        let totals = (2..=options.build_limit).filter(|&total| held.contains(total) || free(total));
        for total in totals.filter(|&total| !built.contains(total)) {
            let free = free(total);
            for value in held.and(self.offered.totals().up_to(total)).iter() {
                // A card of the total itself lies beside a group, and one more stays as the key.
                let one_key = || (self.hand & of_value(total)).len() == 1;
                let alone = || self.offered.of(total).is_empty();
                if value == total && (alone() || !free && one_key()) {
                    continue;
                }
                self.builds_with(total, value);
            }
        }
    }

    /// Builds of `total` with the cards of a value.
    fn builds_with(&mut self, total: u8, value: u8) {
        let state = self.state;
        let mut played = of_value(value) & self.hand;
        let Some(first) = played.iter().next() else { return };
        // A seat with another card of the value has none that is locked.
        if state.is_locked(self.seat, first) {
            played.remove(first);
        }
        let equal = CardSet::of_rank(first.rank());
        let (room, offered, most) = (self.room, self.offered, self.most);
        let wanted = Wanted { total, fixed: &[value], room, offered, base: false, most };
        for counts in wanted.find(&mut self.buffer).iter().filter(|counts| !counts.is_none()) {
            counts.choose(self.loose, |loose| {
                if state.options.key_card == KeyCard::Stack && (loose - equal).is_empty() {
                    return;
                }
                for card in played.iter() {
                    let action = Action::Build { card, loose, value: total };
                    self.moves.add(action, || place(Kind::Build, card, total.into(), loose, None, 0));
                }
            });
        }
    }

    /// Casino 4.2: builds from equal cards, whatever else is in hand or on the table.
    fn stacks(&mut self) {
        if self.state.options.key_card != KeyCard::Stack {
            return;
        }
        let paired = same_ranks(self.loose);
        for card in ((self.hand & paired) - COURT).iter() {
            let same = (self.loose & CardSet::of_rank(card.rank())).bits();
            let mut some = same;
            while some != 0 {
                let loose = CardSet::from_bits(some);
                let sum = u32::from(value(card)) * (loose.len() as u32 + 1);
                if sum <= self.state.options.build_limit.into() && loose.len() as u32 <= self.most {
                    let action = Action::Build { card, loose, value: sum as u8 };
                    self.moves.add(action, || place(Kind::Build, card, sum, loose, None, 0));
                }
                some = (some - 1) & same;
            }
        }
    }

    fn adds(&mut self) {
        let state = self.state;
        for build in &state.open.builds {
            if build.owner.is_none_or(|owner| !state.open.allied(owner, self.seat)) {
                continue;
            }
            let needs_key = state.add_needs_key(self.seat, build.id);
            for card in (self.hand - COURT).iter() {
                let keys = of_value(build.value) & (self.hand - CardSet::only(card));
                if value(card) > build.value
                    || needs_key && keys.is_empty()
                    || state.is_locked(self.seat, card)
                {
                    continue;
                }
                self.adds_with(build, card);
            }
        }
    }

    fn adds_with(&mut self, build: &Build, card: Card) {
        for along in self.along {
            let (some, tops, used) = (along.some, along.tops, 1 + along.len());
            if used > self.most || along.largest() > build.value {
                continue;
            }
            let mut fixed = ArrayVec::<u8, 5>::new();
            fixed.extend(along.values().iter().copied());
            fixed.push(value(card));
            let most = self.most - used;
            let (room, offered) = (self.room, self.offered);
            let wanted = Wanted { total: build.value, fixed: &fixed, room, offered, base: false, most };
            for counts in wanted.find(&mut self.buffer) {
                counts.choose(self.loose, |loose| {
                    let action = Action::Add { card, build: build.id, loose, tops };
                    self.moves.add(action, || {
                        place(Kind::Add, card, build.value.into(), loose, Some(build.id), some)
                    });
                });
            }
        }
    }

    fn raises(&mut self) {
        let state = self.state;
        if state.options.raise == Raise::Off {
            return;
        }
        let seat = self.seat;
        for build in state.open.builds.iter().filter(|build| state.can_be_raised(seat, build)) {
            for card in (self.hand - COURT).iter() {
                let own = build.owner == Some(self.seat) && build.value == value(card);
                if !own && state.is_locked(self.seat, card) {
                    continue;
                }
                self.raise_with(build, card, CardSet::EMPTY, self.loose - COURT);
            }
        }
    }

    /// This raise, and those with more of the loose cards that are `left`.
    fn raise_with(&mut self, build: &Build, card: Card, loose: CardSet, left: CardSet) {
        let state = self.state;
        let raised = u32::from(build.value + value(card)) + total(loose);
        if raised > u32::from(state.options.build_limit) || 1 + loose.len() as u32 > self.most {
            return;
        }
        let raised = raised as u8;
        let keys = of_value(raised) & (self.hand - CardSet::only(card));
        let backed = !state.raise_needs_key() || !keys.is_empty();
        if backed && state.check_raised(self.seat, build, raised).is_ok() {
            let action = Action::Raise { card, build: build.id, loose };
            self.moves.add(action, || place(Kind::Raise, card, raised.into(), loose, Some(build.id), 0));
        }
        if state.options.raise == Raise::HandAndLoose {
            let mut left = left;
            while let Some(next) = left.iter().next() {
                left.remove(next);
                self.raise_with(build, card, loose | CardSet::only(next), left);
            }
        }
    }

    fn trails(&mut self) {
        let state = self.state;
        if state.bans_trail(self.seat).is_some() {
            return;
        }
        for card in self.hand.iter() {
            if !state.is_locked(self.seat, card) && !state.pairs(card) {
                let action = Action::Trail { card };
                self.moves.add(action, || place(Kind::Trail, card, 0, CardSet::EMPTY, None, 0));
            }
        }
    }
}

/// Whether there are plainly too many, so that the list must be cut anyway.
fn overflows(most: u32, moves: &impl Found) -> bool {
    most == u32::MAX && moves.len() > MOST_MOVES
}

/// Where a move stands in the list: by things used, kind, card played, value, and the things themselves.
#[inline]
fn place(kind: Kind, card: Card, value: u32, loose: CardSet, build: Option<BuildId>, tops: u32) -> u128 {
    let things = loose.len() as u32 + u32::from(build.is_some()) + tops.count_ones();
    let head = things << 24 | (kind as u32) << 20 | u32::from(card_number(card)) << 12 | value;
    let build = build.map_or(0, |id| u128::from(id.0) + 1);
    u128::from(head) << 64 | u128::from(loose.bits()) << 12 | build << 4 | u128::from(tops)
}

fn total_of(build: &Build) -> u32 {
    u32::from(build.value) * build.groups()
}
