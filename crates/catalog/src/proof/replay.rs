use super::Proof;
use crate::{Fault, Json};
use kernel::{Input, Seat, Viewer};
use serde::Serialize;

/// The view and the events of one viewer after one entry.
#[derive(Clone, Debug, Serialize)]
pub struct Frame {
    /// The version of the room it led to.
    pub version: u64,
    /// Whose action it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub acted: Option<Seat>,
    /// What the viewer saw then.
    pub view: Json,
    /// The events that the viewer received.
    pub events: Vec<Json>,
}

impl Proof {
    /// The game once more, as `viewer` had it.
    pub fn replay(&self, viewer: Viewer) -> Result<Vec<Frame>, Fault> {
        let opening = self.opening()?;
        let (game, rules) = opening.house_rules()?;
        let mut table = game.open(&rules, &opening.start)?;
        let mut frames = Vec::with_capacity(self.log.len());
        for happened in &self.log {
            let (mut events, mut acted) = (Vec::new(), None);
            for step in &happened.steps {
                let input = step.input();
                if let Input::Act(seat, _) = &input {
                    acted = Some(*seat);
                }
                let sent = table.play(&input)?;
                events
                    .extend(sent.into_iter().filter(|sent| sent.to.includes(viewer)).map(|sent| sent.event));
            }
            let acted = acted.filter(|_| !events.is_empty());
            frames.push(Frame { version: happened.version, acted, view: table.view(viewer), events });
        }
        Ok(frames)
    }
}
