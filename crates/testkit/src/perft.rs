use kernel::{Drawn, Events, Game, Input, Luck, Start, Turn};

/// Counts the lines of play: how many sequences of exactly `depth` actions there are after `inputs`.
///
/// All seats that must or may act are tried. Clocks and comings and goings are not. A line that runs into
/// the end of the game or into a chance before it is `depth` actions long does not count; see
/// [`perft_with_luck`] for lines that go through chances.
///
/// # Panics
/// If the table or one of the inputs is refused.
pub fn perft<G: Game>(options: &G::Options, start: &Start, inputs: &[Input<G::Action>], depth: u32) -> u64 {
    count::<G>(&after::<G>(options, start, inputs), depth, &|_| None)
}

/// As [`perft`], with a fixed answer for every chance on the way.
///
/// # Panics
/// If the table or one of the inputs is refused, or if `luck` gives no answer to what was asked.
pub fn perft_with_luck<G: Game>(
    options: &G::Options,
    start: &Start,
    inputs: &[Input<G::Action>],
    depth: u32,
    luck: impl Fn(Luck) -> Drawn,
) -> u64 {
    count::<G>(&after::<G>(options, start, inputs), depth, &|asked| Some(luck(asked)))
}

/// The table after these inputs.
fn after<G: Game>(options: &G::Options, start: &Start, inputs: &[Input<G::Action>]) -> G::State {
    let mut state = G::new(options, start).unwrap_or_else(|error| panic!("the table is refused: {error}"));
    for input in inputs {
        if let Input::Act(seat, action) = input
            && let Err(error) = G::check(&state, *seat, action)
        {
            panic!("{action:?} by {seat} is refused: {error}");
        }
        G::apply(&mut state, input, &mut Events::muted());
    }
    state
}

fn count<G: Game>(state: &G::State, depth: u32, luck: &dyn Fn(Luck) -> Option<Drawn>) -> u64 {
    if depth == 0 {
        return 1;
    }
    let played = |input: Input<G::Action>| {
        let mut next = state.clone();
        G::apply(&mut next, &input, &mut Events::muted());
        next
    };
    match G::turn(state) {
        Turn::Over(_) => 0,
        Turn::Chance(asked) => luck(asked).map_or(0, |drawn| {
            assert!(drawn.answers(asked), "{drawn:?} does not answer {asked:?}");
            count::<G>(&played(Input::Chance(drawn)), depth, luck)
        }),
        Turn::Seats { must, may, .. } => {
            let mut lines = 0;
            let mut actions = Vec::new();
            for seat in (must | may).iter() {
                G::legal(state, seat, &mut actions);
                // The last action need not be carried out to be counted.
                if depth == 1 {
                    lines += actions.len() as u64;
                    actions.clear();
                }
                for action in actions.drain(..) {
                    lines += count::<G>(&played(Input::Act(seat, action)), depth - 1, luck);
                }
            }
            lines
        }
    }
}
