use crate::{
    Ask, Contradiction, Decision, Drawn, Events, Game, Habits, HiddenPlace, Input, Knowledge, Level, Pause,
    Seat, SeatMap, SeatSet, Turn, Viewer, below,
};
use alloc::vec::Vec;
use rand_core::Rng;

/// What a game adds so that bots can play it. Rules never call it.
///
/// A bot is handed a view (its seat's [`Viewer::Recall`](crate::Viewer::Recall)) and makes its own worlds
/// from it. Nothing here takes the state of a game in progress: every `State` below is a world of the
/// bot's own making.
pub trait Search: Game {
    /// Everything counted once per decision, so that drawing a world is fast.
    type Worlds: Send + Sync;

    /// Prepares the worlds that `view` allows. Knowledge that contradicts itself is a loud error, never
    /// loosened.
    fn worlds(options: &Self::Options, view: &Self::View) -> Result<Self::Worlds, Contradiction>;
    /// The worlds as a bot of the level that is asked sees them: more than the view allows, where it has forgotten
    /// something. Never fewer.
    fn remembered(ask: &Ask<'_, Self>) -> Result<Self::Worlds, Contradiction> {
        Self::worlds(ask.options, ask.view)
    }
    /// One of the worlds, each equally likely.
    fn world(worlds: &Self::Worlds, rng: &mut dyn Rng) -> Self::State;
    /// Whether [`Search::weight`] has something to say.
    const WEIGHED: bool = false;
    /// How well a world explains what the others chose so far.
    fn weight(view: &Self::View, world: &Self::State) -> f32 {
        let _ = (view, world);
        1.0
    }
    /// Legal actions for playouts: in any order, and where a list would be cut, some of
    /// them. A game whose lists take long to put in order is quicker here.
    fn moves(state: &Self::State, seat: Seat, out: &mut Vec<Self::Action>) {
        Self::legal(state, seat, out);
    }
    /// The index of the action that a quick player takes. Uniform unless the game knows better.
    fn rollout(state: &Self::State, seat: Seat, legal: &[Self::Action], rng: &mut dyn Rng) -> usize {
        let _ = (state, seat);
        below(legal.len() as u32, rng) as usize
    }
    /// The action of a seat that owes nothing in a playout: the first of those who `may` act, if one of
    /// them wants to.
    fn interrupt(state: &Self::State, may: SeatSet, rng: &mut dyn Rng) -> Option<(Seat, Self::Action)> {
        let _ = (state, may, rng);
        None
    }
    /// Thins out twins and hopeless actions before a search looks at them.
    fn candidates(state: &Self::State, seat: Seat, legal: &mut Vec<Self::Action>) {
        let _ = (state, seat, legal);
    }
    /// An estimate of what the state is worth to `seat` where a search stops before the horizon.
    fn worth(state: &Self::State, seat: Seat) -> Option<f32> {
        let _ = (state, seat);
        None
    }
    /// Whether a bot looks no further than this state: [`Search::value`] has an answer.
    fn over_horizon(state: &Self::State) -> bool {
        Self::value(state).is_some()
    }
    /// What each seat got, once a bot's horizon is reached: the end of the deal or of the game.
    fn value(state: &Self::State) -> Option<SeatMap<f32>>;
    /// The same written over `out`, one number per seat: a search asks for it at the end of every iteration.
    fn value_into(state: &Self::State, out: &mut [f32]) {
        if let Some(values) = Self::value(state) {
            out[..usize::from(values.seats())].copy_from_slice(values.values());
        }
    }
    /// Each seat's chance to win the whole game from a world, where the game can tell without playing it on: by a
    /// solution, or by a table of scores. Partners win together, and each has all of the chance.
    fn winning(state: &Self::State) -> Option<SeatMap<f32>> {
        let _ = state;
        None
    }
    /// Whether everybody at the table sees which action it was.
    fn public(action: &Self::Action) -> bool {
        let _ = action;
        true
    }

    /// A number below 64 that no other action of the same list has, where a game has one at hand: a search compares
    /// numbers faster than actions.
    fn number(action: &Self::Action) -> Option<u8> {
        let _ = action;
        None
    }

    /// What a level means in this game.
    fn habits(level: Level) -> Habits {
        Habits::usual(level)
    }
    /// How long a bot seems to think now; from public information and the level, never from its cards.
    fn pause(open: &Self::View, level: Level) -> Pause {
        let _ = open;
        Self::habits(level).pause
    }
    /// The share of its window before which a bot does not send this action: for what is better said after the
    /// others had time to act. From the action alone, so it tells nothing more than the action does.
    fn not_before(action: &Self::Action) -> f32 {
        let _ = action;
        0.0
    }
    /// The game's own way to decide, where it has a better one than a search that knows no game.
    fn decide(ask: &Ask<'_, Self>, rng: &mut dyn Rng) -> Option<Decided<Self>> {
        let _ = (ask, rng);
        None
    }
    /// What the seat whose recall this is can work out about hidden cards: for people who want to learn
    /// counting, and for a bot's reasons.
    fn knowledge(options: &Self::Options, view: &Self::View) -> Result<Option<Knowledge>, Contradiction> {
        let _ = (options, view);
        Ok(None)
    }
    /// Where the seat whose recall this is sees backs only, and how many: what it could not know.
    fn unseen(options: &Self::Options, view: &Self::View) -> Result<Vec<HiddenPlace>, Contradiction> {
        Ok(Self::knowledge(options, view)?.map_or_else(Vec::new, |knowledge| knowledge.places))
    }
    /// Whether all players see the cards of the deal just played, by the view of a spectator: from then on they may be
    /// shown why a bot acted in it. Nobody asks when the game is over.
    fn cards_revealed(public: &Self::View) -> bool {
        let _ = public;
        false
    }
    /// What people who want advice are advised from: everything they were shown, unless to remember is the game.
    fn advised_from(seat: Seat) -> Viewer {
        Viewer::Recall(seat)
    }
    /// Seats that play together with `seat`, itself included, at a table of `seats`.
    fn side(options: &Self::Options, seat: Seat, seats: u8) -> SeatSet {
        let _ = (options, seats);
        SeatSet::only(seat)
    }
}

/// What somebody decides who was asked.
pub type Decided<G> = Result<Decision<<G as Game>::Action>, Contradiction>;

/// Plays uniformly random games with one set of buffers.
#[derive(Debug)]
pub struct Playout<G: Game> {
    legal: Vec<G::Action>,
    input: Input<G::Action>,
    drawn: Drawn,
}

impl<G: Game> Default for Playout<G> {
    fn default() -> Self {
        Playout {
            legal: Vec::new(),
            input: Input::Chance(Drawn::Roll(Vec::new())),
            drawn: Drawn::Roll(Vec::new()),
        }
    }
}

impl<G: Search> Playout<G> {
    /// Plays `state` on to the horizon and returns how many actions that took. Legal actions are listed
    /// at every step. Windows in which nobody owes anything run out.
    pub fn run(&mut self, state: &mut G::State, rng: &mut impl Rng) -> u32 {
        let mut actions = 0;
        let mut events = Events::muted();
        while !G::over_horizon(state) {
            match G::turn(state) {
                Turn::Over(_) => break,
                Turn::Chance(luck) => {
                    self.drawn.redraw(luck, rng);
                    self.input = Input::Chance(core::mem::replace(&mut self.drawn, Drawn::Roll(Vec::new())));
                    G::apply(state, &self.input, &mut events);
                    if let Input::Chance(drawn) = &mut self.input {
                        core::mem::swap(drawn, &mut self.drawn);
                    }
                }
                Turn::Seats { must, window, .. } => {
                    let mut seats = must.iter();
                    let Some(seat) = seats.next() else {
                        G::apply(state, &Input::Expire(window.id), &mut events);
                        continue;
                    };
                    self.legal.clear();
                    G::moves(state, seat, &mut self.legal);
                    // Scaled instead of divided: twice as fast, and a bias of one in a billion is nothing to
                    // a playout. A deal never comes this way.
                    let choice = (u64::from(rng.next_u32()) * self.legal.len() as u64) >> 32;
                    self.input = Input::Act(seat, self.legal[choice as usize].clone());
                    G::apply(state, &self.input, &mut events);
                    actions += 1;
                }
            }
        }
        actions
    }
}
