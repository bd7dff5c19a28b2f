use crate::{Event, Face, Food, FoodSet, State};
use alloc::vec::Vec;
use kernel::{Drawn, Events};
use serde::{Deserialize, Serialize};

/// How many dice there are.
pub const DICE: u8 = 5;

/// The dice in the feeder; the others are outside. On the wire: their faces, in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/", as = "Vec<Face>"))]
#[serde(into = "Vec<Face>", try_from = "Vec<Face>")]
pub struct Feeder([u8; 6]);

impl Feeder {
    /// How many dice show a face.
    pub const fn of(self, face: Face) -> u8 {
        self.0[face as usize]
    }
    /// How many dice are in it.
    pub fn inside(self) -> u8 {
        self.0.iter().sum()
    }
    /// How many dice are outside.
    pub fn outside(self) -> u8 {
        DICE - self.inside()
    }
    /// The faces in it, each once, in order.
    pub fn faces(self) -> impl Iterator<Item = Face> {
        Face::ALL.into_iter().filter(move |&face| self.of(face) > 0)
    }
    /// Whether a die shows one of these foods.
    pub fn shows(self, foods: FoodSet) -> bool {
        self.faces().any(|face| !face.foods().and(foods).is_empty())
    }
    /// Whether all dice in it show one face.
    pub fn is_uniform(self) -> bool {
        self.faces().count() == 1
    }
    /// Takes a die out.
    pub(crate) fn take(&mut self, face: Face) {
        self.0[face as usize] -= 1;
    }
    /// Takes out every die that shows a food, and says how many.
    pub(crate) fn take_all(&mut self, food: Food) -> Vec<Face> {
        let mut taken = Vec::new();
        for face in Face::ALL.into_iter().filter(|face| face.foods().contains(food)) {
            taken.extend((0..self.of(face)).map(|_| face));
            self.0[face as usize] = 0;
        }
        taken
    }
    /// The dice as they fell.
    pub(crate) fn rolled(faces: &[u32]) -> Feeder {
        let mut feeder = Feeder::default();
        faces.iter().for_each(|&face| feeder.0[face as usize] += 1);
        feeder
    }
}

impl From<Feeder> for Vec<Face> {
    fn from(feeder: Feeder) -> Vec<Face> {
        Face::ALL.into_iter().flat_map(|face| (0..feeder.of(face)).map(move |_| face)).collect()
    }
}
impl TryFrom<Vec<Face>> for Feeder {
    type Error = &'static str;
    fn try_from(faces: Vec<Face>) -> Result<Feeder, &'static str> {
        if faces.len() > usize::from(DICE) {
            return Err("there are five dice");
        }
        let faces: Vec<u32> = faces.into_iter().map(|face| face as u32).collect();
        Ok(Feeder::rolled(&faces))
    }
}

/// All dice were rolled into the feeder.
pub(crate) fn feeder_rolled(state: &mut State, drawn: &Drawn, events: &mut Events<Event>) {
    state.open.feeder = Feeder::rolled(drawn.rolled());
    events.all(|| Event::FeederRolled {
        faces: drawn.rolled().iter().map(|&n| Face::ALL[n as usize]).collect(),
    });
}
