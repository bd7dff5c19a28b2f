use kernel::{Outcome, Seat, Study, Table, Viewer};
#[cfg(feature = "measuring")]
use {
    crate::{Fault, thinker::contradiction},
    kernel::{Ask, DealKey, Input, Level, Start, Turn, below},
    rand_core::{Rng, SeedableRng},
    rand_xoshiro::Xoshiro256PlusPlus,
};

/// Inputs after which a random game is given up as endless. The laws hold every game far below this.
pub const LONGEST_GAME: u32 = 10_000_000;

/// How a game went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// How it ended.
    pub outcome: Outcome,
    /// Everything that happened to the table.
    pub inputs: u32,
    /// Decisions of seats among them.
    pub actions: u32,
    /// What luck gave each seat before the first decision, by name.
    pub dealt: Vec<(Seat, String)>,
    /// What each seat has used by the end, by name.
    pub used: Vec<(Seat, String)>,
}

/// Plays one game per seed; the same seed gives the same game.
#[cfg(feature = "measuring")]
pub type Simulator = Box<dyn Fn(u64) -> Result<Played, Fault>>;

pub(crate) fn dealt<G: Study>(table: &Table<G>, seats: u8) -> Vec<(Seat, String)> {
    let own =
        |seat| G::dealt(&table.view(Viewer::Recall(seat)), seat).into_iter().map(move |name| (seat, name));
    Seat::all(seats).flat_map(own).collect()
}

/// Plays a game through the checked interface of a table, as strangers would: by bots of a level, or with
/// uniformly random legal actions.
///
/// Of several seats that owe a decision any may go first. Where nobody owes one, a seat that may act does
/// so, or the window runs out.
#[cfg(feature = "measuring")]
pub(crate) fn play<G: Study>(
    options: &G::Options,
    start: &Start,
    level: Option<Level>,
    seed: u64,
) -> Result<Played, Fault> {
    let mut table = Table::<G>::new(options, start)?;
    let key = DealKey::from_seed(seed);
    let mut chances = 0;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut legal = Vec::new();
    let (mut inputs, mut actions) = (0, 0);
    let mut dealt = None;
    while inputs < LONGEST_GAME {
        let input = match table.turn() {
            Turn::Over(outcome) => {
                let used = G::used(&table.view(Viewer::Spectator));
                return Ok(Played { outcome, inputs, actions, dealt: dealt.unwrap_or_default(), used });
            }
            Turn::Chance(luck) => {
                chances += 1;
                Input::Chance(key.answer(chances - 1, luck))
            }
            Turn::Seats { must, may, window } => {
                dealt.get_or_insert_with(|| self::dealt::<G>(&table, start.seats));
                let asked = if must.is_empty() { may } else { must };
                // One more than there are seats: nobody, where nobody has to.
                let spare = u32::from(must.is_empty());
                let choice = below(asked.len() as u32 + spare, &mut rng) as usize;
                let seat = asked.iter().nth(choice);
                let action = match (seat, level) {
                    (Some(seat), Some(level)) => {
                        let view = table.view(Viewer::Recall(seat));
                        let (budget, explain, out_of_time) = (None, false, &|| false);
                        let ask =
                            Ask::<G> { options, view: &view, seat, level, budget, explain, out_of_time };
                        bot::choose(&ask, rng.next_u64()).map_err(contradiction)?.action
                    }
                    (Some(seat), None) => {
                        legal.clear();
                        table.legal(seat, &mut legal);
                        let any = (!legal.is_empty()).then(|| below(legal.len() as u32, &mut rng) as usize);
                        any.map(|any| legal.swap_remove(any))
                    }
                    (None, _) => None,
                };
                match (seat, action) {
                    (Some(seat), Some(action)) => {
                        actions += 1;
                        Input::Act(seat, action)
                    }
                    _ => Input::Expire(window.id),
                }
            }
        };
        table.check(&input)?;
        table.commit(&input);
        inputs += 1;
    }
    let text = format!("the game of seed {seed} did not end within {LONGEST_GAME} inputs");
    Err(Fault::new("endless", text).with("seed", seed))
}
