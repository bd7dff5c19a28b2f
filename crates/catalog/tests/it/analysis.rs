//! Finished games, looked at again.

use crate::dealer::{Terms, person};
use catalog::{
    HouseRules,
    analysis::{Analysis, Review, analyse},
    proof::{Frame, Proof, Step, simulate},
};
use kernel::{Drawn, Input, Luck, Seat, Viewer, below};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json, value::to_raw_value};
use std::collections::BTreeSet;

fn analysed(proof: &Proof, seat: Option<Seat>) -> Analysis {
    analyse(proof, seat, &mut |_, _| false, &|| false).unwrap().unwrap()
}

/// A whole game by random players, and short where there is a choice.
fn whole_game(game: &str) -> Proof {
    let options = match game {
        "euchre" => json!({ "target": 5 }),
        "eights" => json!({ "tier": "base", "hand_size": 3 }),
        "roost" => json!({ "length": "short" }),
        _ => json!({}),
    };
    let Value::Object(options) = options else { unreachable!() };
    let rules = HouseRules { preset: None, options };
    let entry = catalog::find(game).unwrap();
    simulate(entry, &rules, &entry.start_by(&rules, None), 4).unwrap().1
}

fn seats(proof: &Proof) -> u8 {
    proof.opening().unwrap().start.seats
}

fn text(reviews: &[Review]) -> String {
    serde_json::to_string(reviews).unwrap()
}

/// The frames at which a seat acted and had a choice, by the table alone.
fn choices(proof: &Proof) -> BTreeSet<(u32, Seat)> {
    let opening = proof.opening().unwrap();
    let entry = catalog::find(&opening.rules).unwrap();
    let Value::Object(options) = serde_json::from_str(opening.options.get()).unwrap() else { unreachable!() };
    let mut table = entry.open(&HouseRules { preset: None, options }, &opening.start).unwrap();
    let mut found = BTreeSet::new();
    for (frame, happened) in proof.log.iter().enumerate() {
        for step in &happened.steps {
            if let Step::Act(seat, _) = step
                && table.legal(*seat).actions.len() > 1
            {
                found.insert((frame as u32, *seat));
            }
            table.play(&step.input()).unwrap();
        }
    }
    found
}

/// Properties of every analysis of random players.
fn look_over(game: &str) {
    let proof = whole_game(game);
    let analysis = analysed(&proof, None);
    let reviewed: BTreeSet<_> = analysis.reviews.iter().map(|review| (review.frame, review.seat)).collect();
    for choice in choices(&proof) {
        assert!(reviewed.contains(&choice), "{game}: no word about {choice:?}");
    }
    let mut sum = 0.0;
    for review in &analysis.reviews {
        let is = |action: &Option<catalog::Json>, of: &Option<catalog::Json>| {
            action.as_ref().map(|a| a.get()) == of.as_ref().map(|a| a.get())
        };
        let played = review.moves.iter().find(|one| is(&one.action, &review.played)).expect("it is valued");
        assert!((played.chance - review.chance).abs() < 1e-3);
        assert!(review.moves.iter().any(|one| is(&one.action, &review.advised)));
        assert!(review.moves.iter().all(|one| (0.0..=1.0).contains(&one.chance)));
        assert!(review.worlds >= 24, "{game}: {} worlds", review.worlds);
        let cost = review.cost;
        assert!(
            cost.value > -0.1 - 4.0 * cost.error,
            "{game}: a random move far better than the bot's: {cost:?}"
        );
        sum += cost.value;
    }
    assert!(sum > 0.0, "{game}: random players are no better than the bot");
    let costs: Vec<f32> =
        analysis.costliest.iter().map(|&n| analysis.reviews[n as usize].cost.value).collect();
    assert!(costs.is_sorted_by(|a, b| a >= b) && !costs.is_empty(), "{game}: {costs:?}");
    for &number in &analysis.costliest {
        let cost = analysis.reviews[number as usize].cost;
        assert!(cost.value > 2.0 * cost.error, "{game}: noise is no mistake: {cost:?}");
    }
    let won: f32 = analysis.won.as_ref().unwrap().iter().sum();
    assert!(won >= 0.99, "{game}: somebody has won");
    assert_eq!(analysis.sides.len(), usize::from(seats(&proof)));
    if let Some(beliefs) = &analysis.beliefs {
        assert_eq!(beliefs.falsely_certain, 0, "{game}");
        assert!(beliefs.brier <= beliefs.blind + 0.02, "{game}: {beliefs:?}");
    }

    let again = analysed(&proof, Some(Seat(1)));
    let own: Vec<Review> = analysis.reviews.into_iter().filter(|review| review.seat == Seat(1)).collect();
    assert_eq!(text(&own), text(&again.reviews), "{game}: once more, and for one seat alone, it is the same");
}

#[test]
fn a_whole_game_of_euchre_is_analysed() {
    look_over("euchre");
}
#[test]
fn a_whole_game_of_casino_is_analysed() {
    look_over("casino");
}
#[test]
fn a_whole_game_of_dutch_is_analysed() {
    look_over("dutch");
}
#[test]
fn a_whole_game_of_eights_is_analysed() {
    look_over("eights");
}
#[test]
fn a_whole_game_of_roost_is_analysed() {
    look_over("roost");
}

/// A record in which other luck has come to others, and which seat 0 cannot tell from the first: after a part of the
/// game it knows the same, and some other seat does not.
fn twin(proof: &Proof, rng: &mut Xoshiro256PlusPlus) -> Option<Proof> {
    let views =
        |frames: Vec<Frame>| frames.iter().map(|frame| frame.view.get().to_owned()).collect::<Vec<_>>();
    let seen = |proof: &Proof, seat| proof.replay(Viewer::Recall(seat)).map(views);
    let before = seen(proof, Seat(0)).unwrap();
    (0..400).find_map(|_| {
        let mut other = proof.clone();
        let steps = other.log.iter_mut().flat_map(|happened| &mut happened.steps);
        let mut drawn: Vec<&mut Drawn> = steps
            .filter_map(|step| match step {
                Step::Chance { luck, drawn } => (*luck != Luck::Shuffle(1)).then_some(drawn),
                _ => None,
            })
            .collect();
        let one = below(drawn.len() as u32, rng) as usize;
        match &mut *drawn[one] {
            Drawn::Shuffle(order) => {
                let [a, b] = [0, 1].map(|_| below(order.len() as u32, rng) as usize);
                order.swap(a, b);
            }
            Drawn::Roll(rolled) => {
                let place = below(rolled.len() as u32, rng) as usize;
                rolled[place] = below(rolled[place] + 2, rng);
            }
        }
        let differs = |seat| seen(&other, seat).is_ok_and(|views| views != seen(proof, seat).unwrap());
        let same = seen(&other, Seat(0)).is_ok_and(|views| views == before);
        (same && Seat::all(seats(proof)).skip(1).any(differs)).then_some(other)
    })
}

#[test]
fn cards_a_seat_could_not_know_do_not_change_its_analysis() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    for game in catalog::ALL {
        let mut proof = whole_game(game.name);
        proof.log.truncate(12);
        proof.outcome = None;
        let twin =
            twin(&proof, &mut rng).unwrap_or_else(|| panic!("{}: no other luck goes unseen", game.name));
        let [one, other] = [&proof, &twin].map(|proof| analysed(proof, Some(Seat(0))));
        assert!(!one.reviews.is_empty(), "{}", game.name);
        assert_eq!(text(&one.reviews), text(&other.reviews), "{}", game.name);
    }
}

/// Euchre's cards by number.
fn number(card: &str) -> u16 {
    let (rank, suit) = card.split_at(card.len() - 1);
    let place = |of: &[&str], what| of.iter().position(|one| *one == what).unwrap() as u16;
    place(&["9", "10", "J", "Q", "K", "A"], rank) * 4 + place(&["c", "d", "h", "s"], suit)
}

#[test]
fn trumping_the_partners_ace_with_the_right_bower_is_found() {
    let hands = [
        ["As", "9c", "10c", "Qh", "9d"],
        ["9s", "Kh", "Jd", "Qc", "10d"],
        ["Jh", "Ah", "Qd", "Kc", "Jc"],
        ["10s", "Ad", "Kd", "Ks", "Ac"],
    ];
    let mut order: Vec<u16> = (0..20).map(|i| number(hands[i % 4][i / 4])).collect();
    order.push(number("9h"));
    order.extend((0..24).filter(|card| !order.contains(card)).collect::<Vec<_>>());
    let entry = catalog::find("euchre").unwrap();
    let sitters = (0..4).map(person).collect();
    let mut scribe = Terms::new(HouseRules::default(), sitters, 1).hold(entry).scribe();
    let mut luck = |due| match due {
        Luck::Roll { .. } => Some(Drawn::Roll(vec![3])),
        Luck::Shuffle(_) => Some(Drawn::Shuffle(order.clone())),
    };
    scribe.happened(1, &[], &mut luck).unwrap();
    let play = |card: &str| json!({ "play": { "card": card } });
    let moves = [
        (0, json!({ "order": { "alone": false } })),
        (3, json!({ "discard": { "card": "Kd" } })),
        (0, play("As")),
        (1, play("9s")),
        (2, play("Jh")),
        (3, play("10s")),
    ];
    for (version, (seat, action)) in (2..).zip(moves) {
        let action = to_raw_value(&action).unwrap();
        scribe.happened(version, &[Input::Act(Seat(seat), action)], &mut luck).unwrap();
    }
    let analysis = analysed(&scribe.finish(), None);
    let of_cal: Vec<&Review> = analysis
        .costliest
        .iter()
        .map(|&number| &analysis.reviews[number as usize])
        .filter(|review| review.seat == Seat(2))
        .collect();
    assert_eq!(of_cal.first().map(|review| review.frame), Some(5), "{:#?}", analysis.reviews);
    assert!(!of_cal[0].advised.as_ref().unwrap().get().contains("Jh"), "another card");
    assert!(analysis.costliest.iter().take(2).any(|&n| analysis.reviews[n as usize].frame == 5));
}
