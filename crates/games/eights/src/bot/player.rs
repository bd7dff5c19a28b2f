//! How bots play Eights: shed cards, keep what goes on everything, and stop a seat that is about to go out.

use super::levels::Strength;
use crate::{Action, Card, Color, Direction, Face, Kind, MatchKind, Open, Options, Play, Power};
use alloc::vec::Vec;
use kernel::{Rng, Seat, SeatMap, below};

/// A seat with a decision to make, and what it sees.
pub(crate) struct Chair<'a> {
    pub(crate) options: &'a Options,
    pub(crate) open: &'a Open,
    pub(crate) me: Seat,
    pub(crate) hand: &'a [Card],
    pub(crate) counts: &'a SeatMap<u8>,
    /// Colours that the holder of each hand drew on, so that it probably has none of them.
    pub(crate) lacks: &'a SeatMap<Vec<Color>>,
    pub(crate) strength: &'static Strength,
}

/// What an action is for, best last. Within one, the number decides.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
enum Use {
    /// Hands over a hand that is not larger than the one it brings.
    Harm,
    Draw,
    /// Colourless cards go on everything: they are kept.
    Spend(f32),
    Shed(f32),
    Attack(f32),
    Answer(f32),
    GoOut,
}

impl Chair<'_> {
    /// The place of the best action in the list.
    pub(crate) fn best(&self, legal: &[Action], rng: &mut dyn Rng) -> usize {
        if let Some(draw) = legal.iter().position(|action| *action == Action::Draw) {
            let share = if self.open.stack > 0 { self.strength.takes } else { self.strength.draws };
            if share > 0 && below(1_000, rng) < share {
                return draw;
            }
        }
        // A player that does not weigh them takes any of the useful ones.
        let first = if self.strength.thrifty { 0 } else { below(legal.len() as u32, rng) as usize };
        let mut best = (first, self.purpose(&legal[first]));
        for (place, action) in legal.iter().enumerate() {
            let purpose = self.purpose(action);
            if purpose > best.1 {
                best = (place, purpose);
            }
        }
        best.0
    }

    fn purpose(&self, action: &Action) -> Use {
        match action {
            Action::Play(play) => self.purpose_of(play),
            Action::Draw | Action::Pass | Action::Ready => Use::Draw,
        }
    }

    fn purpose_of(&self, play: &Play) -> Use {
        let Some(face) = self.hand.iter().find(|card| card.id == play.card).map(|card| card.face) else {
            return Use::Draw;
        };
        let kind = face.kind();
        if self.hand.len() == 1 {
            return Use::GoOut;
        }
        if !self.strength.thrifty {
            return Use::Shed(0.0);
        }
        if self.open.stack > 0 {
            return Use::Answer(self.answer(kind) + 0.1 * self.colour_left(play, face));
        }
        match kind {
            Kind::Swap | Kind::PickSwap | Kind::WildPickSwap | Kind::Rotate => {
                return self.exchange(play, face);
            }
            Kind::GodMode => return self.power(play, face),
            _ => {}
        }
        let left = self.colour_left(play, face);
        let next = usize::from(self.counts[self.after(1, self.open.dir)]);
        let attack = kind.plus().is_some() || matches!(kind, Kind::Skip | Kind::Reverse);
        if attack && next <= self.strength.attacks_at {
            let strength = kind.plus().map_or(1.0, |plus| 2.0 + plus as f32 / 10.0);
            let hit = if self.strength.foresees { self.mover_after(kind) } else { 0.0 };
            return Use::Attack(strength + hit + 0.1 * left);
        }
        if kind.is_colorless() {
            // The dearest last.
            return Use::Spend(left - kind.plus().unwrap_or(0) as f32);
        }
        let points =
            if self.options.match_kind == MatchKind::Points { face.points() as f32 / 100.0 } else { 0.0 };
        let keeps = match kind {
            // An answer to a stack is worth keeping while there are other cards.
            Kind::Plus2 | Kind::Plus20Color | Kind::Nope => -0.5,
            Kind::LuckyHand | Kind::Steal => -1.0,
            _ => 0.0,
        };
        Use::Shed(left + points + keeps)
    }

    /// The lowest plus card first, and a nope before twenty.
    fn answer(&self, kind: Kind) -> f32 {
        match kind.plus() {
            Some(20) => 1.0,
            Some(plus) => 10.0 - plus as f32,
            None => 2.0,
        }
    }

    /// How many cards of the colour that will be active are left in the hand.
    fn colour_left(&self, play: &Play, face: Face) -> f32 {
        let Some(color) = play.color.or(face.color()) else { return 0.0 };
        let others = self.hand.iter().filter(|card| card.id != play.card);
        let of_color = others.filter(|card| card.face.color() == Some(color)).count() as f32;
        let next = self.after(1, self.open.dir);
        let lacked =
            self.strength.foresees && self.lacks.get(next).is_some_and(|lacks| lacks.contains(&color));
        of_color + if lacked { 0.4 } else { 0.0 }
    }

    /// Whole hands change places: worth it if the one that comes is smaller.
    fn exchange(&self, play: &Play, face: Face) -> Use {
        let mine = self.hand.len() - 1;
        let from = match face.kind() {
            Kind::Swap => self.after(1, self.open.dir),
            Kind::Rotate => self.after(1, self.open.dir.flipped()),
            _ => play.target.unwrap_or(self.me),
        };
        let theirs = usize::from(self.counts[from]);
        if theirs < mine {
            Use::Attack((mine - theirs) as f32 + 0.1 * self.colour_left(play, face))
        } else {
            Use::Harm
        }
    }

    fn power(&self, play: &Play, face: Face) -> Use {
        let mine = self.hand.len() - 1;
        let smallest = self.others().map(|seat| usize::from(self.counts[seat])).min().unwrap_or(mine);
        let fresh = self.options.hand_size as usize;
        let wanted = if mine > fresh {
            Power::Reincarnation
        } else if smallest + 3 <= mine {
            Power::BigBang
        } else {
            Power::AllSeeingEye
        };
        if play.power != Some(wanted) {
            return Use::Harm;
        }
        match wanted {
            Power::Reincarnation => Use::Attack((mine - fresh) as f32),
            Power::BigBang | Power::AllSeeingEye => Use::Shed(self.colour_left(play, face)),
        }
    }

    /// Whether the seat that moves after this card is farther from going out than the next one.
    fn mover_after(&self, kind: Kind) -> f32 {
        let mover = match kind {
            Kind::Skip => self.after(1 + self.options.skip_count, self.open.dir),
            Kind::Reverse => self.after(1, self.open.dir.flipped()),
            _ => return 0.0,
        };
        if mover == self.me {
            return 2.0;
        }
        let next = self.after(1, self.open.dir);
        (f32::from(self.counts[mover]) - f32::from(self.counts[next])) / 4.0
    }

    fn others(&self) -> impl Iterator<Item = Seat> + '_ {
        self.open.in_play.without(self.me).iter()
    }
    fn after(&self, distance: u32, dir: Direction) -> Seat {
        let mut seat = self.me;
        for _ in 0..distance {
            loop {
                seat = match dir {
                    Direction::Clockwise => seat.next(self.open.seats),
                    Direction::Counterclockwise => seat.step(-1, self.open.seats),
                };
                if self.open.in_play.contains(seat) || seat == self.me {
                    break;
                }
            }
        }
        seat
    }
}
