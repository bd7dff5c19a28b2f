use kernel::{Drawn, Events, Input, MAX_SEATS, Playout, Rng, Search, Turn};

/// Values of a finished world, by seat.
pub(crate) type Values = [f32; MAX_SEATS as usize];

/// Plays worlds on to the horizon, by the game's quick player or at random.
pub(crate) struct Rollout<G: Search> {
    uniform: bool,
    playout: Playout<G>,
    legal: Vec<G::Action>,
    values: Values,
}

impl<G: Search> Rollout<G> {
    pub(crate) fn new(uniform: bool) -> Self {
        Rollout { uniform, playout: Playout::default(), legal: Vec::new(), values: [0.0; MAX_SEATS as usize] }
    }
    /// Whether it plays any move.
    pub(crate) fn is_uniform(&self) -> bool {
        self.uniform
    }
    /// Plays on, and says what it came to for every seat.
    pub(crate) fn run(&mut self, state: &mut G::State, rng: &mut impl Rng) -> &Values {
        if self.uniform {
            self.playout.run(state, rng);
        } else {
            self.play(state, rng);
        }
        G::value_into(state, &mut self.values);
        &self.values
    }
    /// Windows in which nobody owes anything run out.
    fn play(&mut self, state: &mut G::State, rng: &mut impl Rng) {
        let mut events = Events::muted();
        while !G::over_horizon(state) {
            let input = match G::turn(state) {
                Turn::Over(_) => break,
                Turn::Chance(luck) => Input::Chance(Drawn::draw(luck, rng)),
                Turn::Seats { must, window, .. } => match must.iter().next() {
                    None => Input::Expire(window.id),
                    Some(seat) => {
                        self.legal.clear();
                        G::moves(state, seat, &mut self.legal);
                        let choice = match self.legal.len() {
                            1 => 0,
                            _ => G::rollout(state, seat, &self.legal, rng),
                        };
                        Input::Act(seat, self.legal.swap_remove(choice))
                    }
                },
            };
            G::apply(state, &input, &mut events);
        }
    }
}
