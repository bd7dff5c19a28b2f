use super::*;

/// A table before its deal.
pub(crate) fn table(options: &Options, start: &Start) -> State {
    let open = Open {
        phase: Phase::Deal,
        seats: start.seats,
        turn: start.first.unwrap_or(start.host),
        window: 0,
        turns_left: options.turns,
        gone: SeatSet::EMPTY,
        peeked: SeatSet::EMPTY,
        places: Vec::new(),
        seen_by: Vec::new(),
    };
    let hints = vec![None; usize::from(start.seats)];
    State { open, peek: options.peek.is_on(), fault: options.fault, faces: Vec::new(), hints }
}

pub(crate) fn legal(state: &State, seat: Seat, out: &mut Vec<Action>) {
    let in_turn = state.open.phase == Phase::Play && state.open.turn == seat;
    let mut tried = vec![Action::Peek, Action::Draw, Action::Call];
    if in_turn {
        tried.extend(state.hand(seat).map(|slot| Action::Play { card: state.faces[slot] }));
    }
    tried.retain(|action| check(state, seat, action).is_ok());
    match state.fault {
        Fault::LaxCheck => tried.retain(|action| *action != Action::Peek || state.peekers().contains(seat)),
        Fault::ListedButRefused if in_turn && !tried.contains(&Action::Call) => tried.push(Action::Call),
        Fault::ListedTwice if in_turn && tried.contains(&Action::Draw) => tried.push(Action::Draw),
        Fault::ListedOutOfTurn if state.open.phase == Phase::Play && tried.is_empty() => {
            tried.push(Action::Draw);
        }
        _ => {}
    }
    out.append(&mut tried);
}

pub(crate) fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Error> {
    if state.open.phase != Phase::Play || state.open.gone.contains(seat) {
        return Err(Error::NotNow);
    }
    if *action == Action::Peek {
        return match state.open.peeked.contains(seat) {
            _ if !state.peek => Err(Error::NoPeek),
            true if state.fault != Fault::LaxCheck => Err(Error::AlreadyPeeked),
            _ if state.top().is_none() => Err(Error::StockEmpty),
            _ => Ok(()),
        };
    }
    if state.open.turn != seat && state.fault != Fault::ListedOutOfTurn {
        return Err(Error::NotYourTurn);
    }
    let held = state.hand(seat).count() as u8;
    match action {
        Action::Draw if state.fault == Fault::NoEnd => Ok(()),
        Action::Draw => match state.top() {
            None => Err(Error::StockEmpty),
            Some(top) if state.fault == Fault::KnowingList && state.is_red(top) => Err(Error::StockEmpty),
            Some(_) => Ok(()),
        },
        Action::Call if held > 2 => Err(Error::TooManyCards { held }),
        Action::Play { card } if !state.hand(seat).any(|slot| state.faces[slot] == *card) => {
            let holder = Seat::all(state.open.seats).find(|&other| {
                state.fault == Fault::TellingError && state.hand(other).any(|slot| state.faces[slot] == *card)
            });
            Err(Error::NotInHand { card: *card, holder })
        }
        Action::Peek | Action::Call | Action::Play { .. } => Ok(()),
    }
}

impl State {
    /// The cards in a hand, by number.
    pub(crate) fn hand(&self, seat: Seat) -> impl Iterator<Item = usize> {
        (0..self.open.places.len()).filter(move |&slot| self.open.places[slot] == Place::Hand(seat))
    }
    /// The top of the stock.
    pub(crate) fn top(&self) -> Option<usize> {
        self.open.places.iter().position(|&place| place == Place::Stock)
    }
    /// Seats that may still peek.
    pub(crate) fn peekers(&self) -> SeatSet {
        let anyone = self.peek && self.top().is_some();
        if anyone {
            SeatSet::first(self.open.seats) - self.open.gone - self.open.peeked
        } else {
            SeatSet::EMPTY
        }
    }
    pub(crate) fn is_red(&self, slot: usize) -> bool {
        matches!(self.faces[slot].suit(), kernel::Suit::Diamonds | kernel::Suit::Hearts)
    }
    pub(crate) fn outcome(&self) -> Outcome {
        let held = SeatMap::from_fn(self.open.seats, |seat| self.hand(seat).count() as i32);
        let places = held.map(|_, mine| 1 + held.values().iter().filter(|&other| other < mine).count() as u8);
        Outcome { places, points: held.map(|_, cards| -cards), reason: "ended".into(), next_first: None }
    }

    pub(crate) fn deal(&mut self, drawn: &Drawn, events: &mut Events<Event>) {
        let pack: Vec<Card> = pack().iter().collect();
        self.faces = drawn.order().iter().map(|&number| pack[usize::from(number)]).collect();
        for slot in 0..pack.len() as u8 {
            let owner = Seat(slot / HAND);
            let dealt = owner.0 < self.open.seats;
            self.open.places.push(if dealt { Place::Hand(owner) } else { Place::Stock });
            self.open.seen_by.push(if dealt { SeatSet::only(owner) } else { SeatSet::EMPTY });
        }
        self.open.phase = Phase::Play;
        for seat in Seat::all(self.open.seats) {
            let to = match self.fault {
                Fault::DealtForAll => Audience::ALL,
                _ => Audience::only(seat),
            };
            events.send(to, || Event::Dealt {
                seat,
                cards: self.hand(seat).map(|slot| self.faces[slot]).collect(),
            });
        }
    }

    pub(crate) fn peek(&mut self, seat: Seat, events: &mut Events<Event>) {
        let top = self.top().expect("checked");
        let card = self.faces[top];
        self.open.peeked.insert(seat);
        let whole = if self.fault == Fault::KnowingRecall {
            self.hints[seat.index()] = Some(card.suit() as u8);
            None
        } else {
            self.open.seen_by[top].insert(seat);
            Some(card)
        };
        events.split(
            Audience::only(seat),
            || Event::Peeked { seat, card: whole },
            || Event::Peeked { seat, card: None },
        );
    }

    pub(crate) fn draw(&mut self, seat: Seat, events: &mut Events<Event>) {
        if let Some(top) = self.top() {
            if self.fault == Fault::DoubledCard {
                self.faces[top] = self.faces[(top + 1) % self.faces.len()];
            }
            let card = self.faces[top];
            self.open.places[top] = Place::Hand(seat);
            self.open.seen_by[top].insert(seat);
            let others = (self.fault == Fault::DrawnForAll).then_some(card);
            events.split(
                Audience::only(seat),
                || Event::Drew { seat, card: Some(card) },
                || Event::Drew { seat, card: others },
            );
        }
        self.pass(events);
    }

    pub(crate) fn play(&mut self, seat: Seat, card: Card, events: &mut Events<Event>) {
        let slot = self.hand(seat).find(|&slot| self.faces[slot] == card).expect("checked");
        self.open.places[slot] = Place::Pile;
        self.open.seen_by[slot] = SeatSet::first(self.open.seats);
        let mut heard = false;
        events.all(|| {
            heard = true;
            Event::Played { seat, card: (self.fault != Fault::Unannounced).then_some(card) }
        });
        match self.fault {
            Fault::Listening if heard => self.open.window += 1,
            Fault::UnspeakableEvent => events.all(|| Event::Odds { share: f64::NAN }),
            Fault::OpenEvent => events.all(|| Event::Lax(data::Lax { suit: card.suit() })),
            _ => {}
        }
        if self.hand(seat).next().is_none() {
            self.end(events);
        } else {
            self.pass(events);
        }
    }

    pub(crate) fn call(&mut self, seat: Seat, events: &mut Events<Event>) {
        assert!(self.fault != Fault::CallPanics, "nobody thought of that");
        events.all(|| Event::Called { seat });
        self.end(events);
    }

    /// The seat in turn draws, or plays its first card where there is nothing to draw.
    pub(crate) fn expire(&mut self, events: &mut Events<Event>) {
        if self.fault == Fault::LostCard && self.open.places.last() == Some(&Place::Stock) {
            self.open.places.pop();
            self.open.seen_by.pop();
            self.faces.pop();
        }
        let seat = self.open.turn;
        let first = self.hand(seat).next();
        match first {
            Some(first) if self.top().is_none() => self.play(seat, self.faces[first], events),
            _ => self.draw(seat, events),
        }
    }

    pub(crate) fn leave(&mut self, seat: Seat, events: &mut Events<Event>) {
        for slot in self.hand(seat).collect::<Vec<_>>() {
            self.open.places[slot] = Place::Aside;
        }
        self.open.gone.insert(seat);
        events.all(|| Event::Left { seat });
        if self.open.gone.len() + 1 >= usize::from(self.open.seats) {
            self.end(events);
        } else if self.open.turn == seat {
            self.pass(events);
        }
    }

    fn pass(&mut self, events: &mut Events<Event>) {
        self.open.window += 1;
        self.open.turns_left -= u8::from(self.fault != Fault::NoEnd);
        if self.open.turns_left == 0 {
            return self.end(events);
        }
        self.open.turn = self.open.turn.next(self.open.seats);
        while self.open.gone.contains(self.open.turn) {
            self.open.turn = self.open.turn.next(self.open.seats);
        }
        if let (Fault::ShownCard, Some(top)) = (self.fault, self.top()) {
            let seat = self.open.turn;
            events.send(Audience::only(seat), || Event::Peeked { seat, card: Some(self.faces[top]) });
        }
    }

    /// All hands are revealed.
    fn end(&mut self, events: &mut Events<Event>) {
        if self.fault == Fault::NoEnd {
            return self.open.window += 1;
        }
        self.open.phase = Phase::Over;
        for slot in 0..self.open.places.len() {
            if matches!(self.open.places[slot], Place::Hand(_)) {
                self.open.seen_by[slot] = SeatSet::first(self.open.seats);
            }
        }
        events.all(|| Event::Ended {
            hands: Seat::all(self.open.seats)
                .map(|seat| self.hand(seat).map(|slot| self.faces[slot]).collect())
                .collect(),
        });
    }
}
