//! Whole games at random.

use kernel::{Drawn, Events, Game, Input, Rng, Seat, Start, Turn, below};
use rand_core::SeedableRng;
use roost::*;
use testkit::TestRng;

/// Plays a random game and shows every state to `look`, with the events on the way to it.
pub(crate) fn game(options: &Options, start: &Start, seed: u64, look: &mut dyn FnMut(&State, &[Event])) {
    let mut rng = TestRng::seed_from_u64(seed);
    let mut state = Roost::new(options, start).unwrap();
    loop {
        let input = match Roost::turn(&state) {
            Turn::Over(_) => return,
            Turn::Chance(luck) => Input::Chance(Drawn::draw(luck, &mut rng)),
            Turn::Seats { must, .. } => any_act(&state, must.iter().next().unwrap(), &mut rng),
        };
        let mut events = Events::recording();
        Roost::apply(&mut state, &input, &mut events);
        let sent: Vec<Event> = events.into_vec().into_iter().map(|sent| sent.event).collect();
        look(&state, &sent);
    }
}

fn any_act(state: &State, seat: Seat, rng: &mut dyn Rng) -> Input<Action> {
    let mut actions = Vec::new();
    Roost::legal(state, seat, &mut actions);
    Input::Act(seat, actions.swap_remove(below(actions.len() as u32, rng) as usize))
}

/// The first seats of the rounds, and how many turns each seat had.
pub(crate) fn first_seats_and_turns(options: &Options, seats: u8, first: Seat) -> (Vec<Seat>, Vec<u32>) {
    let start = Start { seats, host: Seat(0), first: Some(first), rules: 1 };
    let (mut firsts, mut turns) = (Vec::new(), vec![0; usize::from(seats)]);
    game(options, &start, 3, &mut |_, sent| {
        for event in sent {
            match event {
                Event::RoundStarted { first, .. } => firsts.push(*first),
                Event::TurnStarted { seat } => turns[seat.index()] += 1,
                _ => {}
            }
        }
    });
    (firsts, turns)
}
