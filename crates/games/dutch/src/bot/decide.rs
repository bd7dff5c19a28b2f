//! What a bot does, from its seat's recall and the list of what it may do (Dutch 17). Whatever the seat has not seen
//! cannot make a difference: the only state here is a world of a bot's own making, played on by [`quick`].

use super::{Memory, levels::Strength, luck::Luck};
use crate::{Action, Card, CollectionScoring, Draw, Options, Phase, Place, Play, Rank, State, Swap, View};
use alloc::vec::Vec;
use kernel::{Level, Seat, Viewer};

/// What a card counts that nobody knows.
const UNKNOWN: u32 = 6;

/// What a bot does, and by which of its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The action; `None` lets the window pass.
    pub action: Option<Action>,
    /// The rule that said so, in one word.
    pub rule: &'static str,
}

impl Move {
    const WAITS: Move = Move { action: None, rule: "waits" };

    /// `None` where there is nothing that the rule could do.
    fn by(rule: &'static str, action: Option<Action>) -> Option<Move> {
        action.map(|_| Move { action, rule })
    }
}

/// Decides for the seat whose recall `view` is, out of its `legal` actions. The same question and seed have the
/// same answer, so a bot keeps one seed for a whole deal.
pub fn decide(options: &Options, view: &View, legal: &[Action], level: Level, seed: u64) -> Move {
    Bot::new(options, view, legal, level, seed).map_or(Move::WAITS, |bot| bot.decide())
}

/// What a quick player with a perfect memory does in a world: by the same rules, from what the world says this seat
/// has seen.
pub(crate) fn quick(world: &State, seat: Seat, legal: &[Action]) -> Option<Action> {
    let view = View::new(world, Viewer::Seat(seat));
    let (strength, luck) = (Strength::of(Level::Expert), Luck::new(seat.0.into()));
    let memory = Memory::in_world(world, seat);
    Bot { options: &world.options, view: &view, legal, me: seat, memory, strength, luck }.decide().action
}

/// What each card is worth to be rid of, where one is to be played: the best first.
pub(crate) fn plays(
    options: &Options,
    view: &View,
    legal: &[Action],
    level: Level,
    seed: u64,
) -> Vec<(Action, u32)> {
    let Some(bot) = Bot::new(options, view, legal, level, seed) else { return Vec::new() };
    let mut plays: Vec<(Action, u32)> = bot.plays().map(|action| (action, bot.relief(&action))).collect();
    plays.sort_by_key(|(_, relief)| core::cmp::Reverse(*relief));
    plays
}

/// What the numbers of a question stand for.
mod about {
    pub(super) const LAPSE: u64 = 10;
    pub(super) const BEST: u64 = 11;
    pub(super) const MATCH: u64 = 12;
    pub(super) const COLLECT: u64 = 13;
    pub(super) const QUEEN: u64 = 14;
    pub(super) const JACK: u64 = 15;
    pub(super) const WHIM: u64 = 16;
}

struct Bot<'a> {
    options: &'a Options,
    view: &'a View,
    legal: &'a [Action],
    me: Seat,
    memory: Memory,
    strength: &'static Strength,
    luck: Luck,
}

impl<'a> Bot<'a> {
    fn new(
        options: &'a Options,
        view: &'a View,
        legal: &'a [Action],
        level: Level,
        seed: u64,
    ) -> Option<Bot<'a>> {
        let memory = Memory::of(view, options.hand_size, level, seed);
        let (strength, luck) = (Strength::of(level), Luck::new(seed));
        Some(Bot { options, view, legal, me: view.seat?, memory, strength, luck })
    }

    fn decide(&self) -> Move {
        let phase = self.view.open.phase;
        let own_turn = self.view.open.current == self.me;
        let decided = Move::by("collects", self.collect()).or_else(|| match phase {
            Phase::InitialPeek | Phase::Peeking | Phase::DealEnded => {
                Move::by("first", self.first_legal(phase))
            }
            Phase::SameRankWindow => {
                let call = || Move::by("calls", self.call());
                Move::by("matches", self.matching()).or_else(call)
            }
            Phase::Deal | Phase::TurnEnd | Phase::GameEnded => None,
            _ if self.happens(self.strength.lapse, about::LAPSE, 0) => {
                Some(Move { action: None, rule: "lapses" })
            }
            Phase::DrawingCard if own_turn => Move::by("draws", self.allowed(Action::Draw(Draw::Pile {}))),
            Phase::PlayingCard if own_turn => self.play(),
            Phase::QueenPeek => self.queen(),
            Phase::JackSwap => self.jack(),
            Phase::DrawingCard | Phase::PlayingCard => None,
        });
        decided.unwrap_or(Move::WAITS)
    }

    /// The look, its end, and being ready need no thought.
    fn first_legal(&self, phase: Phase) -> Option<Action> {
        let looks = phase != Phase::Peeking;
        self.legal.iter().copied().find(|action| looks || *action == Action::DonePeeking)
    }

    fn collect(&self) -> Option<Action> {
        let collect = self.legal.iter().copied().find(|action| matches!(action, Action::Collect { .. }))?;
        let top = self.view.top?;
        let already = self.collection(self.me);
        let wants = match (already, self.strength.collects) {
            (3.., _) => self.collects_with(self.strength.fourth, top),
            (_, Some(per_cent)) => self.collects_with(per_cent, top),
            (2, None) => true,
            (_, None) => {
                self.options.points(top) <= 1 || self.options.collection_scoring == CollectionScoring::Once
            }
        };
        wants.then_some(collect)
    }
    /// One chance for a card, for as long as it lies there.
    fn collects_with(&self, per_cent: u8, top: Card) -> bool {
        let discards = u64::from(self.view.discards);
        self.luck.happens(per_cent, &[about::COLLECT, top.index().into(), discards])
    }

    /// Only cards that are believed to fit.
    fn matching(&self) -> Option<Action> {
        let rank = self.view.open.window_rank?;
        self.legal.iter().copied().find(|action| match action {
            Action::Match { slot } => {
                let fits = self.own(*slot).is_some_and(|card| card.rank() == rank);
                fits && self.happens(self.strength.matches, about::MATCH, u64::from(*slot))
            }
            _ => false,
        })
    }

    fn call(&self) -> Option<Action> {
        let (total, sure) = self.believed(self.me);
        let others = self.view.open.in_play.without(self.me);
        let ahead = self
            .strength
            .ahead
            .is_none_or(|ahead| others.iter().all(|other| self.believed(other).0 >= total + ahead));
        let calls = total <= self.strength.call && (sure || !self.strength.sure) && ahead;
        self.allowed(Action::CallDutch).filter(|_| calls)
    }

    /// The card whose rank is worth most to be rid of.
    fn play(&self) -> Option<Move> {
        if !self.happens(self.strength.best, about::BEST, 0) {
            return Move::by("any_card", self.any_of(&self.plays().collect::<Vec<_>>()));
        }
        // Of equals the first: the drawn card before the hand.
        Move::by("best_card", self.plays().rev().max_by_key(|action| self.relief(action)))
    }
    fn plays(&self) -> impl DoubleEndedIterator<Item = Action> + '_ {
        self.legal.iter().copied().filter(|action| matches!(action, Action::Play(_)))
    }
    /// The points that go with a play, and with the matches that may follow it.
    fn relief(&self, play: &Action) -> u32 {
        let card = match play {
            Action::Play(Play::Drawn) => self.view.drawn,
            Action::Play(Play::Slot(slot)) => self.own(*slot),
            _ => None,
        };
        card.map_or(UNKNOWN, |card| self.worth_of(card.rank()))
    }

    /// The points of all own cards believed to be of this rank, the drawn one included.
    fn worth_of(&self, rank: Rank) -> u32 {
        let hand = self.places(self.me).filter(|place| !self.is_collected(*place));
        let cards = hand.filter_map(|place| self.memory.at(place)).chain(self.view.drawn);
        cards.filter(|card| card.rank() == rank).map(|card| self.points(card)).sum()
    }

    fn queen(&self) -> Option<Move> {
        let looks = || {
            self.legal.iter().copied().filter_map(|action| match action {
                Action::PeekCard { seat, slot } => Some(Place { seat, slot }),
                _ => None,
            })
        };
        let rule =
            if self.happens(self.strength.queen, about::QUEEN, 0) { "unknown_card" } else { "any_card" };
        let at = if rule == "unknown_card" {
            let unknown = || looks().filter(|place| self.memory.at(*place).is_none());
            let own = unknown().find(|place| place.seat == self.me);
            own.or_else(|| unknown().min_by_key(|place| self.places(place.seat).count()))
        } else {
            let all: Vec<Place> = looks().collect();
            all.get(self.whim(all.len())).copied()
        };
        let look = at.map(|Place { seat, slot }| Action::PeekCard { seat, slot });
        Move::by(rule, look).or_else(|| self.decline())
    }
    fn decline(&self) -> Option<Move> {
        Move::by("declines", self.allowed(Action::DeclinePower))
    }

    fn jack(&self) -> Option<Move> {
        let swap = if self.happens(self.strength.jack, about::JACK, 0) {
            self.jack_list()
        } else {
            let outside = |action: &Action| match action {
                Action::Swap(swap) => swap.places().iter().all(|place| place.seat != self.me),
                _ => false,
            };
            Move::by("any_swap", self.any_of(&self.legal.iter().copied().filter(outside).collect::<Vec<_>>()))
        };
        swap.or_else(|| self.decline())
    }

    fn jack_list(&self) -> Option<Move> {
        let others = || self.view.open.in_play.without(self.me).iter();
        let mine = || self.places(self.me).filter(|place| !self.is_collected(*place));
        let known = |place: &Place| Some((self.points(self.memory.at(*place)?), *place));
        let highest = mine().filter_map(|place| known(&place)).max();
        let swap = |a: Place, b: Place| self.allowed(Action::Swap(Swap::new(a, b)));
        let give = |place: Place| highest.and_then(|(_, mine)| swap(mine, place));

        let against_caller = || {
            let caller = self.view.open.caller.filter(|caller| *caller != self.me)?;
            let lowest = self.places(caller).filter_map(|place| known(&place)).min();
            give(lowest.map_or_else(|| self.places(caller).next(), |(_, place)| Some(place))?)
        };
        let against_collection = || {
            let collector = others().find(|&seat| self.collection(seat) == 3)?;
            let card = self.places(collector).find(|place| self.is_collected(*place))?;
            give(card).or_else(|| mine().find_map(|mine| swap(mine, card)))
        };
        let against_last_card = || {
            let seat = others().find(|&seat| self.places(seat).count() == 1)?;
            give(self.places(seat).next()?)
        };
        let for_the_better = || {
            let (points, mine) = highest?;
            let theirs = others().flat_map(|seat| self.places(seat)).filter_map(|place| known(&place)).min();
            theirs.filter(|(less, _)| *less < points).and_then(|(_, place)| swap(mine, place))
        };
        Move::by("against_caller", against_caller())
            .or_else(|| Move::by("against_collection", against_collection()))
            .or_else(|| Move::by("against_last_card", against_last_card()))
            .or_else(|| Move::by("for_the_better", for_the_better()))
    }

    /// What a hand is believed to count, and whether all of it is believed known.
    fn believed(&self, seat: Seat) -> (u32, bool) {
        self.places(seat).map(|place| self.memory.at(place)).fold((0, true), |(sum, sure), card| match card {
            Some(card) => (sum + self.points(card), sure),
            None => (sum + UNKNOWN, false),
        })
    }

    fn places(&self, seat: Seat) -> impl Iterator<Item = Place> + '_ {
        let slots = self.view.hands[seat].iter().enumerate();
        slots.filter(|(_, slot)| slot.is_some()).map(move |(slot, _)| Place { seat, slot: slot as u8 })
    }
    fn is_collected(&self, place: Place) -> bool {
        self.view.hands[place.seat][usize::from(place.slot)].is_some_and(|slot| slot.collected)
    }
    fn collection(&self, seat: Seat) -> usize {
        self.places(seat).filter(|place| self.is_collected(*place)).count()
    }
    fn own(&self, slot: u8) -> Option<Card> {
        self.memory.at(Place { seat: self.me, slot })
    }
    fn points(&self, card: Card) -> u32 {
        self.options.points(card).into()
    }
    fn allowed(&self, action: Action) -> Option<Action> {
        self.legal.contains(&action).then_some(action)
    }
    fn any_of(&self, actions: &[Action]) -> Option<Action> {
        actions.get(self.whim(actions.len())).copied()
    }
    fn whim(&self, among: usize) -> usize {
        self.luck.below(among as u64, &[about::WHIM, self.window()]) as usize
    }
    /// One answer for each window.
    fn happens(&self, per_cent: u8, what: u64, detail: u64) -> bool {
        self.luck.happens(per_cent, &[what, self.window(), detail])
    }
    fn window(&self) -> u64 {
        self.view.open.window.0.into()
    }
}
