use crate::{Action, Color, Error, Face, Kind, Phase, Play, Power, State, card::Held, faceset::FaceSet};
use alloc::vec::Vec;
use kernel::{CommonError, Seat, SeatSet};

/// Appends everything `seat` may do now.
pub(crate) fn legal(state: &State, seat: Seat, out: &mut Vec<Action>) {
    let open = &state.open;
    match open.phase {
        _ if open.due.is_some() => {}
        Phase::RoundOver => {
            if check_ready(state, seat).is_ok() {
                out.push(Action::Ready);
            }
        }
        Phase::Dealing | Phase::Finished => {}
        _ if seat != open.current => {}
        Phase::Turn => {
            let before = out.len();
            list_hand(state, seat, out);
            let could_play = out.len() > before;
            if !could_play || open.stack > 0 || !state.rules.options.must_play.is_on() {
                out.push(Action::Draw);
            }
        }
        Phase::DrawnChoice => {
            if let Some(&drawn) = state.hands[seat].cards.last() {
                list_plays(state, seat, drawn, out);
            }
            out.push(Action::Pass);
        }
        Phase::LuckyDraw => out.push(Action::Draw),
    }
}

/// `Ok` for what may be done now, otherwise the first rule against it (rules, section 12).
pub(crate) fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Error> {
    match (state.open.phase, action) {
        (Phase::Finished, _) => return Err(CommonError::GameOver.into()),
        _ if state.open.due.is_some() => return Err(Error::WrongPhase),
        (Phase::RoundOver, Action::Ready) => return check_ready(state, seat),
        (Phase::Turn | Phase::LuckyDraw, Action::Play(_) | Action::Draw)
        | (Phase::DrawnChoice, Action::Play(_) | Action::Pass) => {}
        _ => return Err(Error::WrongPhase),
    }
    if seat != state.open.current {
        return Err(CommonError::NotYourTurn.into());
    }
    match action {
        Action::Play(play) => check_play(state, seat, play),
        Action::Draw => check_draw(state, seat),
        Action::Pass | Action::Ready => Ok(()),
    }
}

/// The faces that may be played now, choices aside (rules, 4.5, steps 3 to 6).
pub(crate) fn playable(state: &State) -> FaceSet {
    let (open, rules) = (&state.open, &*state.rules);
    let Some(top) = open.top else { return FaceSet::EMPTY };
    if open.stack > 0 {
        return FaceSet::stackable(rules.stacking, top) | FaceSet::NOPE;
    }
    let mut playable = FaceSet::COLORLESS | FaceSet::of_color(open.color) | FaceSet::like(top);
    if rules.options.swap_anytime.is_on() {
        playable = playable | FaceSet::SWAP;
    }
    if u32::from(open.reverses) >= rules.options.reverse_limit {
        playable = playable - FaceSet::REVERSE;
    }
    playable
}

fn check_ready(state: &State, seat: Seat) -> Result<(), Error> {
    if !state.open.staying().contains(seat) {
        return Err(CommonError::NotYourTurn.into());
    }
    if state.open.ready.contains(seat) { Err(CommonError::AlreadyReady.into()) } else { Ok(()) }
}

fn check_draw(state: &State, seat: Seat) -> Result<(), Error> {
    let free = state.open.phase == Phase::Turn && state.open.stack == 0;
    if free && state.rules.options.must_play.is_on() {
        let playable = playable(state);
        // Eights 4.4: taking a stack is always allowed, drawing a card only for want of a play.
        if state.hands[seat].cards.iter().any(|card| playable.contains(card.face)) {
            return Err(Error::MustPlay);
        }
    }
    Ok(())
}

/// Eights 4.5, step by step.
fn check_play(state: &State, seat: Seat, play: &Play) -> Result<(), Error> {
    let hand = &state.hands[seat];
    let position = hand.position(play.card).ok_or(Error::UnknownCard)?;
    match state.open.phase {
        Phase::LuckyDraw => return Err(Error::MustDraw),
        Phase::DrawnChoice if position + 1 != hand.len() => return Err(Error::DrawnCardOnly),
        _ => {}
    }
    let face = hand.cards[position].face;
    if !playable(state).contains(face) {
        return Err(mismatch(state, face));
    }
    check_choices(state, seat, face.kind(), play)
}

/// Why a face that is not playable is not.
fn mismatch(state: &State, face: Face) -> Error {
    let open = &state.open;
    match face.kind() {
        kind if open.stack > 0 && kind.plus().is_some() => Error::StackRefused,
        _ if open.stack > 0 => Error::StackPending { stack: open.stack },
        Kind::Reverse if u32::from(open.reverses) >= state.rules.options.reverse_limit => {
            Error::ReverseLimit { limit: open.reverses }
        }
        _ => Error::NoMatch,
    }
}

fn check_choices(state: &State, seat: Seat, kind: Kind, play: &Play) -> Result<(), Error> {
    let needs_target = matches!(kind, Kind::PickSwap | Kind::WildPickSwap);
    let needs_power = kind == Kind::GodMode;
    if kind.is_colorless() && play.color.is_none() {
        return Err(Error::ColorRequired);
    }
    if needs_target {
        let target = play.target.ok_or(Error::TargetRequired)?;
        // A seat number may be anything here, also beyond what a set of seats can hold.
        if target.0 >= state.open.seats || !targets(state, seat).contains(target) {
            return Err(Error::BadTarget);
        }
    }
    if needs_power && play.power.is_none() {
        return Err(Error::PowerRequired);
    }
    let unexpected = (play.color.is_some() && !kind.is_colorless())
        || (play.target.is_some() && !needs_target)
        || (play.power.is_some() && !needs_power);
    if unexpected { Err(Error::UnexpectedChoice) } else { Ok(()) }
}

/// Whom `seat` may exchange hands with.
fn targets(state: &State, seat: Seat) -> SeatSet {
    state.open.in_play.without(seat)
}

/// Appends every way to play a card of the hand.
///
/// Which cards of a hand fit is as good as random, and a branch for each would be guessed wrong half of
/// the time. So every card is written down, and the next one overwrites those that do not count.
fn list_hand(state: &State, seat: Seat, out: &mut Vec<Action>) {
    let playable = playable(state);
    let plain = playable - FaceSet::CHOOSY;
    let choosy = playable - plain;
    let cards = &state.hands[seat].cards;
    let mut listed = out.len();
    // A byte counts them: a hand has at most 250 cards.
    let mut with_choice = [0u8; 256];
    let mut choices = 0u8;
    out.resize(listed + cards.len(), Action::Draw);
    for (place, card) in cards.iter().enumerate() {
        out[listed] = Action::Play(Play::card(card.id));
        listed += usize::from(plain.contains(card.face));
        with_choice[usize::from(choices)] = place as u8;
        choices += u8::from(choosy.contains(card.face));
    }
    out.truncate(listed);
    for &place in &with_choice[..usize::from(choices)] {
        list_plays(state, seat, cards[usize::from(place)], out);
    }
}

/// Appends every way to play a card that may be played.
fn list_plays(state: &State, seat: Seat, card: Held, out: &mut Vec<Action>) {
    let plain = Play::card(card.id);
    let colors = || Color::ALL.into_iter().map(Some);
    let targets = || targets(state, seat).iter().map(Some);
    match card.face.kind() {
        Kind::Wild | Kind::Plus4 | Kind::Plus20 => {
            out.extend(colors().map(|color| Action::Play(Play { color, ..plain })));
        }
        Kind::PickSwap => out.extend(targets().map(|target| Action::Play(Play { target, ..plain }))),
        Kind::WildPickSwap => {
            out.extend(colors().flat_map(|color| {
                targets().map(move |target| Action::Play(Play { color, target, ..plain }))
            }));
        }
        Kind::GodMode => {
            out.extend(Power::ALL.map(|power| Action::Play(Play { power: Some(power), ..plain })));
        }
        _ => out.push(Action::Play(plain)),
    }
}
