//! Goals, bonus cards, the end and ties (rules, sections 10 to 12), and time (15).

use crate::scene::*;
use kernel::{CommonError, Seat, SeatSet, Turn};
use roost::*;
use serde_json::json;

/// The last turn of a round is over and its goal scored.
fn scored(scene: Scene) -> Scored {
    let mut play = scene.last_turn().begin();
    play.act(A, Action::LayEggs);
    while play.open().scored.is_empty() {
        let action = match play.phase() {
            Phase::Power => Action::Skip,
            Phase::Trade => Action::NoTrade,
            _ => play.legal(A)[0].clone(),
        };
        play.act(A, action);
    }
    play.open().scored.last().expect("a goal was scored").clone()
}

#[test]
fn b_81_counting_stops_at_five() {
    let crowd = ["goldcrest", "eurasian-jay", "oilbird", "red-crossbill", "wood-warbler"];
    let scene = with_options(3, &json!({ "goal_scoring": "counted", "bird_copies": 1 }))
        .goal("birds-all")
        .forest(A, &crowd)
        .wetland(A, &["mallard", "osprey"])
        .forest(B, &["tawny-owl", "great-hornbill", "harpy-eagle"])
        .eggs(A, "F1", 5)
        .eggs(A, "F2", 3)
        .eggs(A, "F3", 2)
        .eggs(A, "F4", 3)
        .eggs(A, "F5", 3)
        .eggs(A, "W1", 5)
        .eggs(A, "W2", 2);
    let scored = scored(scene);
    assert_eq!((scored.counts.values(), scored.points.values()), (&[7, 3, 0][..], &[5, 3, 0][..]));
}

#[test]
fn b_82_a_lone_player_counts() {
    let scene = table_of(1).goal("birds-forest").forest(A, &["tawny-owl", "great-hornbill", "harpy-eagle"]);
    let scene = scene.eggs(A, "F1", 2).eggs(A, "F2", 2).eggs(A, "F3", 1);
    assert_eq!(scored(scene).points.values(), [3]);
}

#[test]
fn b_83_a_wild_nest_counts_as_each() {
    for goal in ["bowls-with-eggs", "cavities-with-eggs", "grounds-with-eggs", "platforms-with-eggs"] {
        let scene = scene().goal(goal).grassland(A, &["common-kestrel"]).eggs(A, "G1", 3);
        assert_eq!(scored(scene).counts.values(), [1, 0, 0], "{goal}");
    }
}

#[test]
fn b_84_sets_of_eggs() {
    let scene = scene()
        .goal("egg-sets")
        .forest(A, &["wood-warbler"])
        .grassland(A, &["great-bustard"])
        .wetland(A, &["long-eared-owl"])
        .eggs(A, "F1", 3)
        .eggs(A, "G1", 1)
        .eggs(A, "W1", 2);
    assert_eq!(scored(scene).counts.values(), [1, 0, 0]);
}

/// What a bonus card counts and brings on a mat.
fn bonus(kind: &'static str, set: &str, scene: impl Fn(Scene) -> Scene) -> (u32, u32) {
    let table = with_options(3, &json!({ "bonus_deck": set, "bird_copies": 1 }));
    let play = scene(table).bonus(&[&[kind]]).begin();
    let score = play.view(A).scores[A].clone();
    let bonus = score.bonus.expect("the own cards are seen");
    assert_eq!(play.view(B).scores[A].bonus, None);
    assert_eq!(play.view(B).scores[A].total + bonus[0].points, score.total);
    (bonus[0].count, bonus[0].points)
}

#[test]
fn b_85_rodentologist() {
    let birds = |scene: Scene| {
        scene.forest(A, &["tawny-owl"]).grassland(A, &["burrowing-owl"]).wetland(A, &["grey-heron"])
    };
    assert_eq!(bonus("rodentologist", "core", birds), (2, 4));
}

#[test]
fn b_86_cartographer() {
    let forest = ["goldcrest", "eurasian-jay", "oilbird", "red-crossbill", "wood-warbler"];
    let others = ["song-thrush", "fieldfare", "european-goldfinch"];
    let seven =
        |scene: Scene| scene.forest(A, &forest).wetland(A, &["mallard", "osprey"]).grassland(A, &others);
    let eight = |scene: Scene| {
        scene.forest(A, &forest).wetland(A, &["mallard", "osprey", "shoebill"]).grassland(A, &others)
    };
    assert_eq!(bonus("cartographer", "core", seven), (7, 3));
    assert_eq!(bonus("cartographer", "core", eight), (8, 6));
}

#[test]
fn b_87_ecologist() {
    let birds = |scene: Scene| {
        scene
            .forest(A, &["goldcrest", "eurasian-jay", "red-crossbill", "tawny-owl", "great-hornbill"])
            .grassland(A, &["common-kestrel", "common-cuckoo"])
    };
    assert_eq!(bonus("ecologist", "core", birds), (4, 3));
}

#[test]
fn b_88_photographer() {
    let birds = |scene: Scene| {
        scene
            .forest(A, &["peregrine-falcon", "tawny-owl"])
            .wetland(A, &["wandering-albatross", "great-cormorant"])
    };
    assert_eq!(bonus("photographer", "core", birds), (3, 3));
}

#[test]
fn b_89_birdwatcher() {
    let deck = Deck::built_in();
    for (birds, points) in [(7, 0), (9, 2), (10, 4), (12, 7)] {
        let names: Vec<&str> = deck.cards[..birds].iter().map(|bird| bird.id.as_str()).collect();
        let rows = |scene: Scene| {
            let mut rows = names.chunks(5);
            let mut row = || rows.next().unwrap_or_default();
            let (forest, grassland, wetland) = (row(), row(), row());
            scene.forest(A, forest).grassland(A, grassland).wetland(A, wetland)
        };
        assert_eq!(bonus("birdwatcher", "core", rows), (birds as u32, points));
    }
}

#[test]
fn b_90_even_rows_and_beetles() {
    let rows = |scene: Scene| {
        scene
            .forest(A, &["goldcrest", "eurasian-jay", "oilbird", "red-crossbill"])
            .grassland(A, &["song-thrush", "fieldfare", "budgerigar"])
            .wetland(A, &["mallard", "osprey"])
    };
    assert_eq!(bonus("even", "wide", rows), (2, 4));
    let birds = |scene: Scene| scene.wetland(A, &["common-cuckoo", "greater-flamingo"]);
    assert_eq!(bonus("beetles", "wide", birds), (1, 0));
}

/// The game ends with this turn of A.
fn last(scene: Scene) -> Play {
    let mut play = scene.round(4).last_turn().begin();
    play.act(A, Action::LayEggs);
    play
}

#[test]
fn b_91_ties_are_broken_by_food() {
    // One bird of four points each for A and B; nobody meets the goal.
    let ready = |a: &str, b: &str| {
        scene()
            .round(4)
            .goal("stores")
            .forest(A, &["great-spotted-woodpecker"])
            .eggs(A, "F1", 3)
            .forest(B, &["eurasian-woodcock"])
            .eggs(B, "F1", 3)
            .tokens(A, a)
            .tokens(B, b)
    };
    let over = |play: &Play| match play.turn() {
        Turn::Over(outcome) => (outcome.places.values().to_vec(), outcome.points.values().to_vec()),
        other => panic!("not over: {other:?}"),
    };
    let play = last(ready("3s", "1s"));
    assert_eq!(over(&play), (vec![1, 2, 3], vec![7, 7, 0]));
    let play = last(ready("2s", "1s 1f"));
    assert_eq!(over(&play).0, [1, 1, 3]);
    assert_eq!(play.open().ending.unwrap().winners, SeatSet::only(A).with(B));
    // Cached food is worth a point, and is not in the supply.
    let cached = ready("1s", "2s").goal("costly-birds").cached(A, "F1", "1s").eggs(A, "F1", 2);
    let mut play = cached.round(4).last_turn().begin();
    play.act(A, Action::DrawCards);
    assert_eq!(over(&play), (vec![2, 1, 3], vec![7, 7, 0]));
}

#[test]
fn b_106_nothing_after_the_end() {
    let play = last(scene());
    for action in [Action::GainFood, Action::Ready, Action::Skip] {
        assert_eq!(play.refused(A, action), Error::from(CommonError::GameOver));
    }
}

#[test]
fn b_92_turns_of_a_whole_game() {
    for (length, turns) in [("full", 26), ("short", 18)] {
        let options = options(&json!({ "length": length, "bird_copies": 1 }));
        let first = crate::random::first_seats_and_turns(&options, 3, B);
        assert_eq!(first.0, [B, C, A, B]);
        assert_eq!(first.1, [turns; 3]);
    }
}

#[test]
fn b_93_the_clock_gains_food() {
    let mut play = scene().feeder("i s f u r").begin();
    let Turn::Seats { window, .. } = play.turn() else { panic!("A decides") };
    assert!(window.idles);
    play.expire();
    let Turn::Seats { must, window: next, .. } = play.turn() else { panic!("A decides") };
    assert_eq!((must, play.phase()), (SeatSet::only(A), Phase::Yield));
    assert!(!next.idles && next.id != window.id);
    assert!(play.received(B).contains(&Event::TimedOut { seat: A }));
    play.expire();
    assert_eq!((play.tokens(A), play.asked()), (foods("1i"), B));
}

#[test]
fn b_94_every_answer_closes_its_window() {
    let mut play = scene().forest(A, &["wood-warbler"]).feeder("i s f").begin();
    let mut windows = Vec::new();
    let mut note = |play: &Play| match play.turn() {
        Turn::Seats { window, .. } => windows.push(window.id),
        other => panic!("somebody decides: {other:?}"),
    };
    note(&play);
    play.act(A, Action::GainFood);
    note(&play);
    play.act(A, take("f", "f"));
    note(&play);
    play.act(A, Action::Skip);
    note(&play);
    assert!(windows.windows(2).all(|pair| pair[0] < pair[1]));
}

#[test]
fn b_97_a_removed_seat_counts_nowhere() {
    let mut play = scene()
        .goal("birds-wetland")
        .wetland(A, &["mallard", "eurasian-bittern", "shoebill"])
        .wetland(C, &["wood-duck"])
        .top(&["goldcrest", "snowy-owl", "oilbird", "fieldfare", "budgerigar", "barn-swallow", "black-kite"])
        .last_turn()
        .begin();
    play.remove(B);
    play.act(A, Action::DrawCards).act(A, Action::Use);
    assert_eq!([A, B, C].map(|seat| play.hand_size(seat)), [2, 0, 1]);
    assert_eq!(play.open().scored[0].counts.values(), [3, 0, 1]);
    assert_eq!(play.open().scored[0].points.values(), [4, 0, 1]);
}

#[test]
fn the_last_one_left_wins() {
    let mut play = scene().begin();
    play.remove(B).remove(A);
    let Turn::Over(outcome) = play.turn() else { panic!("it is over") };
    assert_eq!((outcome.places[C], &*outcome.reason), (1, "last_player"));
    let mut play = table_of(1).begin();
    play.remove(Seat(0));
    let Turn::Over(outcome) = play.turn() else { panic!("it is over") };
    assert_eq!(&*outcome.reason, "abandoned");
    assert_eq!(play.open().ending.unwrap().winners, SeatSet::EMPTY);
}
