//! A game written down so that a card player can read it.

mod render;

use crate::{TestRng, setup};
use kernel::{Drawn, Events, Game, Input, Seat, Start, Turn, below};
use rand_core::SeedableRng;
use render::Scribe;
use serde_json::Value;
use std::{collections::VecDeque, env, fs, path::Path};

/// Plays a script and writes down every step: what happened, the events with their audiences, and what each viewer sees.
///
/// Chances are answered by [`Playthrough::luck`] first and from the seed afterwards; decisions come from
/// [`Playthrough::inputs`] first and then, if [`Playthrough::random`] allows it, from the seed.
///
/// ```no_run
/// # fn playthrough<G: kernel::Game>() {
/// testkit::Playthrough::<G>::new("a random game").seats(4).seed(7).random(40).compare("tests/playthroughs/random.txt");
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Playthrough<G: Game> {
    title: String,
    options: G::Options,
    start: Start,
    luck: VecDeque<Drawn>,
    script: VecDeque<Input<G::Action>>,
    seed: u64,
    random: usize,
}

impl<G: Game> Playthrough<G> {
    /// A game with default options and as few seats as possible, in which nothing happens yet.
    pub fn new(title: &str) -> Self {
        Playthrough {
            title: title.to_owned(),
            options: G::Options::default(),
            start: Start { seats: *G::SEATS.start(), host: Seat(0), first: None, rules: G::RULES },
            luck: VecDeque::new(),
            script: VecDeque::new(),
            seed: 0,
            random: 0,
        }
    }
    /// The house rules.
    pub fn options(self, options: G::Options) -> Self {
        Playthrough { options, ..self }
    }
    /// The house rules: the defaults with some fields changed.
    ///
    /// # Panics
    /// If they cannot be read.
    pub fn patch(self, fields: &Value) -> Self {
        let mut options = setup::default_options::<G>();
        for (name, value) in fields.as_object().expect("a patch is an object") {
            setup::set(&mut options, name, value.clone());
        }
        let options = setup::read_options::<G>(options).unwrap_or_else(|what| panic!("{what}"));
        Playthrough { options, ..self }
    }
    /// Everything the room knows before the deal.
    pub fn start(self, start: Start) -> Self {
        Playthrough { start, ..self }
    }
    /// How many sit down.
    pub fn seats(self, seats: u8) -> Self {
        Playthrough { start: Start { seats, ..self.start }, ..self }
    }
    /// The answers to the first chances, in order.
    pub fn luck(self, luck: impl IntoIterator<Item = Drawn>) -> Self {
        Playthrough { luck: luck.into_iter().collect(), ..self }
    }
    /// The inputs, in order; chances are answered automatically.
    pub fn inputs(self, inputs: impl IntoIterator<Item = Input<G::Action>>) -> Self {
        Playthrough { script: inputs.into_iter().collect(), ..self }
    }
    /// Where random answers and actions come from.
    pub fn seed(self, seed: u64) -> Self {
        Playthrough { seed, ..self }
    }
    /// Goes on after the script with at most this number of random actions.
    pub fn random(self, actions: usize) -> Self {
        Playthrough { random: actions, ..self }
    }

    /// Plays and writes it down.
    ///
    /// # Panics
    /// If the table or an input is refused, or if the script is longer than the game.
    pub fn render(mut self) -> String {
        let mut state = G::new(&self.options, &self.start)
            .unwrap_or_else(|error| panic!("the table is refused: {error}"));
        let mut rng = TestRng::seed_from_u64(self.seed);
        let mut scribe = Scribe::<G>::new(&self.title, &self.options, &self.start);
        while let Some(input) = self.next(&state, &mut rng) {
            if let Input::Act(seat, action) = &input
                && let Err(error) = G::check(&state, *seat, action)
            {
                panic!("{action:?} by {seat} is refused: {error}\n{}", scribe.finish(&state));
            }
            let mut events = Events::recording();
            G::apply(&mut state, &input, &mut events);
            scribe.step(&input, &events.into_vec(), &state);
        }
        assert!(self.script.is_empty(), "the game is over before the script");
        scribe.finish(&state)
    }

    /// Plays, and compares with the committed file; the path counts from the crate's own folder. With
    /// `UPDATE_PLAYTHROUGHS=1` the file is written instead: read it before you commit it.
    ///
    /// # Panics
    /// If the file is missing or says something else.
    pub fn compare(self, file: impl AsRef<Path>) {
        let (file, played) = (file.as_ref(), self.render());
        if env::var_os("UPDATE_PLAYTHROUGHS").is_some_and(|on| on == "1") {
            let folder = file.parent().expect("a file lies in a folder");
            fs::create_dir_all(folder)
                .and_then(|()| fs::write(file, &played))
                .expect("the file can be written");
            return;
        }
        let committed = fs::read_to_string(file).unwrap_or_default();
        if let Some(parts) = first_difference(&committed, &played) {
            panic!(
                "{} says something else than was played:\n{parts}\nIf the change is meant: UPDATE_PLAYTHROUGHS=1 cargo test, and read the file.",
                file.display()
            );
        }
    }

    /// What happens next, if the game and the script go on.
    fn next(&mut self, state: &G::State, rng: &mut TestRng) -> Option<Input<G::Action>> {
        match G::turn(state) {
            Turn::Over(_) => None,
            Turn::Chance(luck) => {
                let drawn = self.luck.pop_front().unwrap_or_else(|| Drawn::draw(luck, rng));
                assert!(drawn.answers(luck), "{drawn:?} does not answer {luck:?}");
                Some(Input::Chance(drawn))
            }
            Turn::Seats { must, may, window } => self.script.pop_front().or_else(|| {
                self.random = self.random.checked_sub(1)?;
                let mut actions = Vec::new();
                for seat in if must.is_empty() { may } else { must }.iter() {
                    let mut own = Vec::new();
                    G::legal(state, seat, &mut own);
                    actions.extend(own.into_iter().map(|action| Input::Act(seat, action)));
                }
                if must.is_empty() {
                    actions.push(Input::Expire(window.id));
                }
                Some(actions.swap_remove(below(actions.len() as u32, rng) as usize))
            }),
        }
    }
}

/// The first lines that differ.
fn first_difference(committed: &str, played: &str) -> Option<String> {
    if committed == played {
        return None;
    }
    let (mut old, mut new) = (committed.lines(), played.lines());
    for number in 1.. {
        let (old, new) = (old.next(), new.next());
        if old != new {
            let line = |line: Option<&str>| line.unwrap_or("(end of file)").to_owned();
            return Some(format!("line {number}\n  file:   {}\n  played: {}", line(old), line(new)));
        }
        if old.is_none() {
            break;
        }
    }
    Some("the line ends differ".to_owned())
}

#[cfg(test)]
mod tests {
    use super::first_difference;

    #[test]
    fn the_first_difference_is_named_by_its_line() {
        assert_eq!(first_difference("a\nb\n", "a\nb\n"), None);
        let parts = first_difference("a\nb\nc\n", "a\nx\nc\n").unwrap();
        assert_eq!(parts, "line 2\n  file:   b\n  played: x");
        let parts = first_difference("a\n", "a\nb\n").unwrap();
        assert_eq!(parts, "line 2\n  file:   (end of file)\n  played: b");
        assert_eq!(first_difference("a\r\n", "a\n").unwrap(), "the line ends differ");
    }
}
