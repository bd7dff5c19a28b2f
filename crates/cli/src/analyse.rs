use crate::{Failure, args::Analyse, progress};
use catalog::{
    Fault, Json,
    analysis::{Analysis, Review, analyse},
    proof::{Opening, Proof},
};
use kernel::Seat;
use std::{fs, io::Write};

/// Moves that are listed as text.
const TOLD: usize = 10;

/// Analyses a finished game.
pub(crate) fn run(args: &Analyse, out: &mut dyn Write) -> Result<(), Failure> {
    let file = args.file.display();
    let text = fs::read_to_string(&args.file)
        .map_err(|error| Failure::Usage(Fault::new("no_file", format!("{file}: cannot be read: {error}"))))?;
    let proof = Proof::read(&text).map_err(|error| {
        Failure::Usage(Fault::new("not_a_proof", format!("{file}: not a proof file: {error}")))
    })?;
    let opening = proof.opening().map_err(Failure::Usage)?;
    let seats = opening.start.seats;
    if let Some(seat) = args.seat.filter(|seat| *seat >= seats) {
        let text = format!("there is no seat {seat}: the game has seats 0 to {}", seats.saturating_sub(1));
        return Err(Failure::Usage(Fault::new("no_seat", text)));
    }
    let bar = progress::bar(0, "{wide_bar} {pos}/{len} decisions, {eta} left");
    let mut heard = |done, total| {
        bar.set_length(u64::from(total));
        bar.set_position(u64::from(done));
        false
    };
    let analysis = analyse(&proof, args.seat.map(Seat), &mut heard, &|| false).map_err(Failure::Game)?;
    bar.finish_and_clear();
    let Some(analysis) = analysis else { return Ok(()) };
    if args.json {
        serde_json::to_writer(&mut *out, &analysis)?;
        writeln!(out)?;
        return Ok(());
    }
    write(&analysis, &proof, &opening, out)
}

fn write(analysis: &Analysis, proof: &Proof, opening: &Opening, out: &mut dyn Write) -> Result<(), Failure> {
    let name = |seat: Seat| proof.players.get(seat.index()).map_or("?", String::as_str);
    let same = analysis.reviews.iter().filter(|review| review.played_as_advised()).count();
    writeln!(
        out,
        "{}, game {} at table {}: {} decisions, {same} as a strong bot, {} without a choice",
        opening.rules,
        opening.game,
        opening.table,
        analysis.reviews.len(),
        analysis.forced
    )?;
    if analysis.costliest.is_empty() {
        writeln!(out, "\nno move cost more than its noise")?;
    } else {
        writeln!(out, "\nthe costliest moves, in chances to win the game:\n")?;
    }
    for &number in analysis.costliest.iter().take(TOLD) {
        let Review { frame, seat, played, advised, cost, chance, .. } = &analysis.reviews[number as usize];
        writeln!(
            out,
            "{:>5.1} % ±{:.1}  step {:<4} {}: {} instead of {} ({:.0} % left)",
            100.0 * cost.value,
            196.0 * cost.error,
            frame + 1,
            name(*seat),
            action(played.as_ref()),
            action(advised.as_ref()),
            100.0 * chance
        )?;
    }
    if let Some(beliefs) = &analysis.beliefs {
        writeln!(
            out,
            "\nwhat could be known about {} hidden cards before {} decisions: Brier score {:.3}, {:.3} without thinking",
            beliefs.cards, beliefs.decisions, beliefs.brier, beliefs.blind
        )?;
    }
    Ok(())
}

fn action(action: Option<&Json>) -> &str {
    action.map_or("nothing", |action| action.get())
}
