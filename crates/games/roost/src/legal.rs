//! What may be done, and why something may not (rules, section 17).

use crate::{
    Action, Ask, CardId, CardNo, Draw, DrawFrom, Error, Face, Food, Foods, Habitat, Mat, Phase, Position,
    Prompt, RowTask, State, Task, Till, Trade, prompt, setup, targets,
};
use alloc::vec::Vec;
use kernel::{CommonError, Seat};

/// Appends everything `seat` may do now, in the order of the actions.
pub(crate) fn legal(state: &State, seat: Seat, out: &mut Vec<Action>) {
    let Some(prompt) = prompt::prompt(state).filter(|prompt| prompt.seats.contains(seat)) else { return };
    let desk = Desk { state, seat, prompt };
    desk.list(out);
    if prompt.phase == Phase::Pay && !state.open.backed {
        out.push(Action::Back);
    }
    if prompt.skip {
        out.push(Action::Skip);
    }
}

/// `Ok` for what may be done now, otherwise the first rule against it.
pub(crate) fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Error> {
    if state.open.is_over() {
        return Err(CommonError::GameOver.into());
    }
    let prompt = prompt::prompt(state).filter(|prompt| answers(prompt, action)).ok_or(Error::WrongPhase)?;
    match action {
        Action::Setup(_) if state.open.chosen.contains(seat) => return Err(Error::AlreadyChosen),
        Action::Ready if state.open.ready.contains(seat) => return Err(CommonError::AlreadyReady.into()),
        _ if !prompt.seats.contains(seat) => return Err(CommonError::NotYourTurn.into()),
        _ => {}
    }
    let desk = Desk { state, seat, prompt };
    match action {
        Action::Setup(kept) => setup::check(state, seat, kept),
        Action::Skip => {
            if prompt.skip {
                Ok(())
            } else {
                Err(Error::CannotSkip)
            }
        }
        Action::Back => {
            if state.open.backed {
                Err(Error::NoBack)
            } else {
                Ok(())
            }
        }
        Action::Play { card, habitat } => desk.check_play(card, *habitat),
        Action::PayEgg { position } => desk.check_pay_egg(*position),
        Action::PayFood { tokens } => desk.check_pay_food(*tokens),
        Action::Take { die, food, cache } => desk.check_take(*die, *food, *cache),
        Action::Reroll => {
            if desk.may_reroll() {
                Ok(())
            } else {
                Err(Error::NoReroll)
            }
        }
        Action::Use => desk.check_use(),
        Action::Lay { position } => desk.check_lay(*position),
        Action::Draw(from) => desk.check_draw(*from),
        Action::Trade(what) => desk.check_trade(what),
        Action::ChooseFood { food } => match prompt.ask {
            Ask::ChooseFood(foods) if foods.contains(*food) => Ok(()),
            _ => Err(Error::FoodMismatch { food: *food }),
        },
        Action::Tuck { card } | Action::Discard { card } => desk.held(card).map(|_| ()),
        Action::KeepBonus { kind } => {
            let offered = &state.bonus[seat].offered;
            let place = setup::place_of(state, offered, kind);
            place.map(|_| ()).ok_or(Error::NotOffered)
        }
        Action::Move { habitat } => desk.check_move(*habitat),
        Action::Repeat { position } => desk.check_repeat(*position),
        Action::GainFood | Action::LayEggs | Action::DrawCards | Action::NoTrade | Action::Ready => Ok(()),
    }
}

/// Whether an action is the kind of answer that is asked for.
fn answers(prompt: &Prompt, action: &Action) -> bool {
    match action {
        Action::Skip => matches!(prompt.phase, Phase::Power | Phase::React),
        Action::Back => prompt.phase == Phase::Pay,
        Action::Setup(_) => prompt.ask == Ask::Setup,
        Action::Play { .. } => matches!(prompt.ask, Ask::Turn | Ask::PlayAgain(_)),
        Action::GainFood | Action::LayEggs | Action::DrawCards => prompt.ask == Ask::Turn,
        Action::PayEgg { .. } => matches!(prompt.ask, Ask::PayEgg(_)),
        Action::PayFood { .. } => matches!(prompt.ask, Ask::PayFood | Ask::PayPower(_)),
        Action::Take { .. } => matches!(prompt.ask, Ask::Take(..)),
        Action::Reroll => matches!(prompt.ask, Ask::Take(..) | Ask::TakeAll(_)),
        Action::Use => matches!(prompt.ask, Ask::Use | Ask::TakeAll(_)),
        Action::Lay { .. } => matches!(prompt.ask, Ask::Lay(_)),
        Action::Draw(_) => matches!(prompt.ask, Ask::Draw(_)),
        Action::Trade(_) | Action::NoTrade => matches!(prompt.ask, Ask::Trade(_)),
        Action::ChooseFood { .. } => matches!(prompt.ask, Ask::ChooseFood(_)),
        Action::Tuck { .. } => prompt.ask == Ask::Tuck,
        Action::Discard { .. } => prompt.ask == Ask::Discard,
        Action::KeepBonus { .. } => prompt.ask == Ask::KeepBonus,
        Action::Move { .. } => prompt.ask == Ask::Move,
        Action::Repeat { .. } => prompt.ask == Ask::Repeat,
        Action::Ready => prompt.ask == Ask::Ready,
    }
}

/// A seat that is asked something.
pub(crate) struct Desk<'a> {
    pub(crate) state: &'a State,
    pub(crate) seat: Seat,
    pub(crate) prompt: Prompt,
}

impl Desk<'_> {
    pub(crate) fn mat(&self) -> &Mat<CardNo> {
        self.state.mat(self.seat)
    }
    fn held(&self, card: &CardId) -> Result<CardNo, Error> {
        self.state.find_in_hand(self.seat, card).ok_or(Error::NotInHand)
    }
    pub(crate) fn till(&self, card: CardNo) -> Till {
        let two_for_one = self.state.rules.options.two_for_one.is_on();
        Till { cost: self.state.bird(card).cost, two_for_one }
    }
    /// The row a power plays in, if it says one.
    fn only_row(&self) -> Option<Habitat> {
        match self.prompt.ask {
            Ask::PlayAgain(row) => row,
            _ => None,
        }
    }

    fn check_play(&self, card: &CardId, row: Habitat) -> Result<(), Error> {
        let card = self.held(card)?;
        self.playable(card, row)
    }
    pub(crate) fn playable(&self, card: CardNo, row: Habitat) -> Result<(), Error> {
        if !self.state.bird(card).habitats.contains(row) {
            return Err(Error::WrongHabitat { habitat: row });
        }
        if self.only_row().is_some_and(|only| only != row) {
            return Err(Error::WrongRow { habitat: row });
        }
        let eggs = self.state.egg_cost(self.seat, row).ok_or(Error::RowFull { habitat: row })?;
        if self.mat().eggs() < u32::from(eggs) {
            return Err(Error::EggsShort { needed: eggs.into() });
        }
        if self.till(card).payable(self.mat().tokens) { Ok(()) } else { Err(Error::FoodShort) }
    }
    pub(crate) fn check_pay_egg(&self, at: Position) -> Result<(), Error> {
        let perch = self.mat().get(at).ok_or(Error::NoSuchBird)?;
        let named = match self.state.open.tasks.last() {
            Some(Task::Pay(pay)) => pay.eggs.iter().filter(|&&egg| egg == at).count(),
            _ => 0,
        };
        let own = self.prompt.bird == Some((self.seat, at));
        let barred = self.prompt.ask == Ask::PayEgg(true) && own;
        if usize::from(perch.eggs) > named && !barred { Ok(()) } else { Err(Error::NoEggThere) }
    }
    fn check_pay_food(&self, tokens: Foods) -> Result<(), Error> {
        if !self.mat().tokens.covers(tokens) {
            return Err(Error::FoodShort);
        }
        match (self.prompt.ask, self.state.open.tasks.last()) {
            (Ask::PayPower(foods), _) => {
                let listed = tokens.among(foods) == tokens.total();
                let right = tokens.total() == u32::from(self.prompt.left) && listed;
                if right { Ok(()) } else { Err(Error::NotAPayment) }
            }
            (_, Some(Task::Pay(pay))) => {
                let till = self.till(pay.card);
                if till.accepts(tokens) {
                    Ok(())
                } else {
                    // A part of them would do, or nothing would.
                    Err(if till.payable(tokens) { Error::Overpaid } else { Error::NotAPayment })
                }
            }
            _ => Err(Error::NotAPayment),
        }
    }
    fn check_take(&self, die: Face, food: Food, cache: bool) -> Result<(), Error> {
        let Ask::Take(foods, may_cache) = self.prompt.ask else { return Err(Error::WrongPhase) };
        if self.state.open.feeder.of(die) == 0 {
            Err(Error::NoSuchDie)
        } else if !die.foods().contains(food) {
            Err(Error::FoodMismatch { food })
        } else if !foods.contains(food) {
            Err(Error::NotWanted { food })
        } else if cache && !may_cache {
            Err(Error::CannotCache)
        } else {
            Ok(())
        }
    }
    pub(crate) fn may_reroll(&self) -> bool {
        let rolled = match self.state.open.tasks.last() {
            Some(Task::Row(RowTask { rerolled, .. })) => *rerolled,
            Some(Task::Power(task)) => task.rerolled,
            _ => true,
        };
        !rolled && self.state.open.feeder.is_uniform()
    }
    pub(crate) fn check_use(&self) -> Result<(), Error> {
        match self.prompt.ask {
            Ask::TakeAll(foods) if !self.state.open.feeder.shows(foods) => Err(Error::NoSuchDie),
            _ => Ok(()),
        }
    }
    pub(crate) fn check_lay(&self, at: Position) -> Result<(), Error> {
        let perch = self.mat().get(at).ok_or(Error::NoSuchBird)?;
        if self.state.room(self.seat, at) == 0 {
            return Err(Error::NoRoom);
        }
        match self.prompt.ask {
            Ask::Lay(Some(nest)) if !self.state.bird(perch.card).nest.is(nest) => Err(Error::WrongNest),
            _ => Ok(()),
        }
    }
    pub(crate) fn check_draw(&self, draw: Draw) -> Result<(), Error> {
        let Ask::Draw(from) = self.prompt.ask else { return Err(Error::WrongPhase) };
        match draw {
            Draw::Deck if !self.state.has_card() => Err(Error::NoCard),
            Draw::Tray(slot) if self.state.open.tray[slot.index()].is_none() => Err(Error::TraySlotEmpty),
            Draw::Deck if from == DrawFrom::Tray => Err(Error::WrongSource),
            Draw::Tray(_) if from == DrawFrom::Deck => Err(Error::WrongSource),
            _ => Ok(()),
        }
    }
    fn check_trade(&self, what: &Trade) -> Result<(), Error> {
        let row = match what {
            Trade::Card(card) => {
                self.held(card)?;
                Habitat::Forest
            }
            Trade::Food(food) => {
                if self.mat().tokens.of(*food) == 0 {
                    return Err(Error::FoodShort);
                }
                Habitat::Grassland
            }
            Trade::Position(at) => {
                let perch = self.mat().get(*at).ok_or(Error::NoSuchBird)?;
                if perch.eggs == 0 {
                    return Err(Error::NoEggThere);
                }
                Habitat::Wetland
            }
        };
        match self.prompt.ask {
            Ask::Trade(wanted) if wanted != row => Err(Error::BadTrade { row: wanted }),
            _ => Ok(()),
        }
    }
    fn check_move(&self, row: Habitat) -> Result<(), Error> {
        let at = self.prompt.bird.map(|(_, at)| at).ok_or(Error::CannotMove)?;
        let allowed = targets::move_targets(self.state, self.seat, at).any(|target| target == row);
        if allowed { Ok(()) } else { Err(Error::CannotMove) }
    }
    fn check_repeat(&self, at: Position) -> Result<(), Error> {
        let from = self.prompt.bird.map(|(_, at)| at).ok_or(Error::CannotRepeat)?;
        self.mat().get(at).ok_or(Error::NoSuchBird)?;
        let allowed = targets::repeat_targets(self.state, self.seat, from).any(|target| target == at);
        if allowed { Ok(()) } else { Err(Error::CannotRepeat) }
    }
}
