use crate::cargo::{self, aboveboard, games};
use std::time::{SystemTime, UNIX_EPOCH};

/// Optimized enough, and built in a fraction of a release.
const PROFILE: &str = "dev";

const GREETING: &str = "\
Aboveboard: a card room that anyone can host.

This command will open a table in your browser, with bots in the empty seats. Rooms, bots and the
browser client are not there yet; the rules are. So here is a game of each kind, played at random:
everything a spectator would see of it.
";

/// Shows a game of each kind.
pub(crate) fn run() -> Result<(), String> {
    println!("{GREETING}");
    // Another evening, other cards.
    let seed = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |now| now.as_secs() % 100_000);
    let seed = seed.to_string();
    for game in games(PROFILE)? {
        println!("────────────────────────────────────────");
        cargo::run(aboveboard(
            PROFILE,
            &["watch", &game, "--seed", &seed, "--until", "deal_over", "--lines", "30"],
        ))?;
        println!();
    }
    println!("────────────────────────────────────────");
    println!("The same again: cargo run -- watch euchre --seed {seed}");
    println!("What else there is: cargo run -- --help");
    Ok(())
}
