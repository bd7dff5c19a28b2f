//! Powers, operation by operation (rules, section 9).

use crate::scene::*;
use roost::*;

/// Uses the wetland, with nothing to draw: straight to the powers.
fn use_wetland(scene: Scene) -> Play {
    let mut play = scene.begin();
    play.act(A, Action::DrawCards);
    play
}

#[test]
fn b_48_a_die_of_the_right_kind_or_a_reroll() {
    let play = use_wetland(scene().wetland(A, &["grey-heron"]).feeder("i s u"));
    assert_eq!((play.idle(), play.asked()), (vec!["W1".to_owned()], B));
    let play = use_wetland(scene().wetland(A, &["grey-heron"]).feeder("i i"));
    assert_eq!(play.legal(A), [Action::Reroll, Action::Skip]);
}

#[test]
fn b_49_every_die_of_a_food() {
    let mut play = scene().forest(A, &["oilbird"]).feeder("u u i d s").begin();
    play.act(A, Action::GainFood).act(A, take("s", "s")).act(A, Action::Use);
    assert_eq!(play.tokens(A), foods("1s 2u"));
    assert_eq!(play.feeder(), ["i", "d"].map(face));
}

#[test]
fn b_50_no_die_outside_no_hunt() {
    let play = use_wetland(scene().wetland(A, &["osprey"]));
    assert_eq!(play.idle(), ["W1"]);
}

#[test]
fn b_51_dice_outside_stay_outside() {
    let ready = || scene().grassland(A, &["western-barn-owl"]).eggs(A, "G1", 3).feeder("f u").begin();
    for (rolled, prey) in [("i d s", 0), ("i d r", 1)] {
        let mut play = ready();
        play.roll(rolled).act(A, Action::LayEggs).act(A, Action::Use);
        assert_eq!(play.perch(A, "G1").cached, foods(&format!("{prey}r")));
        assert_eq!(play.feeder().len(), 2);
    }
}

fn jays() -> Scene {
    scene().forest(A, &["wood-warbler", "eurasian-jay", "black-woodpecker"]).feeder("s i f u r")
}

#[test]
fn b_52_from_right_to_left() {
    let mut play = jays().begin();
    play.act(A, Action::GainFood).act(A, take("r", "r")).act(A, take("f", "f"));
    let mut order = Vec::new();
    while play.phase() == Phase::Power {
        order.extend(play.about());
        play.act(A, Action::Skip);
    }
    assert_eq!(order, ["F3", "F2", "F1"]);
}

#[test]
fn b_53_keep_it_or_cache_it() {
    let mut play = jays().begin();
    play.act(A, Action::GainFood).act(A, take("r", "r")).act(A, take("f", "f")).act(A, Action::Skip);
    assert_eq!(play.legal(A), [take("s", "s"), cache("s", "s"), Action::Skip]);
    let mut cached = play.clone();
    cached.act(A, cache("s", "s"));
    assert_eq!((cached.perch(A, "F2").cached, cached.tokens(A)), (foods("1s"), foods("1f 1r")));
    play.act(A, Action::Skip);
    assert_eq!((play.perch(A, "F2").cached, play.feeder().len()), (Foods::NONE, 3));
}

#[test]
fn b_54_a_card_tucked_is_shown() {
    let mut play = scene().forest(A, &["goldcrest"]).feeder("s i").begin();
    play.act(A, Action::GainFood).act(A, take("s", "s"));
    assert_eq!(play.idle(), ["F1"]);
    let mut play = scene().forest(A, &["goldcrest"]).feeder("s i").hand(A, &["osprey", "mallard"]).begin();
    play.act(A, Action::GainFood).act(A, take("s", "s")).act(A, Action::NoTrade);
    assert_eq!(play.legal(A), [tuck("mallard"), tuck("osprey"), Action::Skip]);
    assert_eq!(play.refused(A, tuck("oilbird")), Error::NotInHand);
    play.act(A, tuck("osprey"));
    assert_eq!(play.view(C).open.mats[A].get(at("F1")).unwrap().tucked, [id("osprey")]);
    assert_eq!((play.tokens(A), play.hand(A)), (foods("1i 1s"), vec!["mallard".to_owned()]));
}

#[test]
fn b_55_prey_is_strictly_smaller() {
    for (card, tucked) in [("common-reed-warbler", 1), ("eurasian-woodcock", 0)] {
        let mut play = scene().forest(A, &["tawny-owl"]).feeder("s i").top(&[card]).begin();
        play.act(A, Action::GainFood).act(A, take("s", "s")).act(A, Action::Use);
        assert_eq!(play.perch(A, "F1").tucked.len(), tucked);
        let event = Event::HuntedDeck {
            seat: A,
            position: at("F1"),
            bird: id("tawny-owl"),
            card: id(card),
            success: tucked == 1,
        };
        assert!(play.received(B).contains(&event));
    }
}

#[test]
fn b_56_everybody_gains() {
    let ready = || {
        let mut play = scene().forest(A, &["bohemian-waxwing"]).feeder("s i").begin();
        play.act(A, Action::GainFood).act(A, take("s", "s"));
        play
    };
    let mut used = ready();
    used.act(A, Action::Use);
    assert_eq!([A, B, C].map(|seat| used.tokens(seat)), ["1s 1u", "1u", "1u"].map(foods));
    assert_eq!(used.phase(), Phase::Turn);
    let mut skipped = ready();
    skipped.act(A, Action::Skip);
    assert_eq!(skipped.tokens(B), Foods::NONE);
}

#[test]
fn b_57_everybody_lays_and_the_owner_once_more() {
    let mut play = scene()
        .grassland(A, &["grey-partridge", "corn-crake"])
        .eggs(A, "G1", 2)
        .grassland(B, &["common-linnet"])
        .wetland(C, &["mallard"])
        .begin();
    play.act(A, Action::LayEggs);
    for _ in 0..3 {
        play.act(A, lay("G2"));
    }
    // The crake first, then the partridge.
    play.act(A, Action::Skip);
    assert_eq!((play.about().as_deref(), play.legal(A)), (Some("G1"), vec![Action::Use, Action::Skip]));
    play.act(A, Action::Use).act(A, lay("G1"));
    assert_eq!((play.asked(), play.legal(C)), (C, vec![lay("W1"), Action::Skip]));
    play.act(C, Action::Skip);
    assert_eq!(play.asked(), A);
    play.act(A, lay("G1"));
    assert_eq!((play.perch(A, "G1").eggs, play.perch(C, "W1").eggs, play.asked()), (4, 0, B));
}

#[test]
fn b_58_cards_owed_are_discarded_before_the_tray_is_filled() {
    let many =
        ["mallard", "osprey", "wood-duck", "budgerigar", "fieldfare", "goldcrest", "snowy-owl", "oilbird"];
    let mut play = scene()
        .wetland(A, &["white-throated-dipper", "eurasian-curlew"])
        .tray([Some("grey-heron"), Some("black-kite"), Some("corn-crake")])
        .top(&many)
        .begin();
    play.act(A, Action::DrawCards).act(A, from_tray(1)).act(A, DECK);
    play.act(A, Action::Use).act(A, Action::Use);
    assert_eq!((play.phase(), play.prompt().left, play.hand_size(A)), (Phase::Discard, 2, 6));
    assert_eq!(play.open().tray[0], None);
    play.act(A, discard("osprey")).act(A, discard("grey-heron"));
    assert_eq!((play.hand_size(A), play.asked()), (4, B));
    assert!(play.open().tray[0].is_some());
}

#[test]
fn b_59_another_birds_power_once_more() {
    let ready = || scene().grassland(A, &["common-swift", "song-thrush"]).eggs(A, "G1", 2).eggs(A, "G2", 2);
    let mut play = ready().top(&["mallard", "osprey", "wood-duck"]).begin();
    play.act(A, Action::LayEggs);
    let repeat = Action::Repeat { position: at("G1") };
    assert_eq!((play.about().as_deref(), play.legal(A)), (Some("G2"), vec![repeat.clone(), Action::Skip]));
    assert_eq!(play.refused(A, Action::Repeat { position: at("G2") }), Error::CannotRepeat);
    play.act(A, repeat);
    assert_eq!((play.hand_size(A), play.about().as_deref()), (1, Some("G1")));

    let thrushes = with_options(3, &serde_json::json!({ "bird_copies": 2 }))
        .grassland(A, &["song-thrush#2", "song-thrush"])
        .eggs(A, "G1", 2)
        .eggs(A, "G2", 2);
    let mut play = thrushes.begin();
    play.act(A, Action::LayEggs);
    assert_eq!(play.idle(), ["G2", "G1"]);
}

#[test]
fn b_60_moving_a_bird_does_not_count_as_playing_it() {
    let mut play = scene()
        .forest(A, &["long-eared-owl", "turkey-vulture"])
        .wetland(A, &["mallard"])
        .wetland(B, &["common-reed-warbler"])
        .feeder("s i f")
        .begin();
    play.act(A, Action::GainFood).act(A, take("s", "s")).act(A, take("i", "i"));
    assert_eq!(play.refused(A, Action::Move { habitat: Habitat::Forest }), Error::CannotMove);
    play.act(A, Action::Move { habitat: Habitat::Wetland });
    assert_eq!(
        (play.perch(A, "W2").card, play.phase(), play.asked()),
        (id("turkey-vulture"), Phase::Turn, B)
    );
    assert!(play.open().mats[A].get(at("F2")).is_none());
}

#[test]
fn b_61_only_the_last_bird_of_a_row_moves() {
    let mut play = scene().forest(A, &["turkey-vulture", "long-eared-owl"]).feeder("s i f").begin();
    play.act(A, Action::GainFood).act(A, take("s", "s")).act(A, take("i", "i"));
    assert_eq!(play.idle(), ["F1"]);
}

#[test]
fn b_62_those_with_the_fewest_birds() {
    let mut play = scene()
        .wetland(A, &["mallard", "eurasian-bittern", "shoebill"])
        .wetland(B, &["osprey"])
        .wetland(C, &["wood-duck"])
        .top(&["goldcrest", "snowy-owl", "oilbird", "fieldfare", "budgerigar", "barn-swallow", "black-kite"])
        .begin();
    play.act(A, Action::DrawCards);
    assert_eq!((play.about().as_deref(), play.hand_size(A)), (Some("W2"), 2));
    play.act(A, Action::Use);
    assert_eq!([A, B, C].map(|seat| play.hand_size(seat)), [2, 1, 1]);
}

#[test]
fn b_63_the_question_says_nothing_of_the_hand() {
    let ready = |card| {
        let mut play = scene().tokens(A, "2i").hand(A, &["common-eider", card]).begin();
        play.act(A, crate::scene::play("common-eider", Habitat::Wetland));
        play
    };
    let (poor, free) = (ready("shoebill"), ready("eurasian-wren"));
    // The eider costs all tokens; the place costs an egg that nobody has.
    assert_eq!(poor.legal(A), [Action::Skip]);
    assert_eq!(poor.view(B).prompt, free.view(B).prompt);
    let mut poor = poor;
    poor.act(A, Action::Skip);
    assert_eq!(poor.asked(), B);
}

#[test]
fn b_64_a_chain_of_birds() {
    let mut play = scene()
        .tokens(A, "4i")
        .grassland(A, &["corn-crake"])
        .eggs(A, "G1", 3)
        .hand(A, &["ruby-throated-hummingbird", "eurasian-penduline-tit", "goldcrest"])
        .begin();
    play.act(A, crate::scene::play("ruby-throated-hummingbird", Habitat::Forest));
    assert_eq!(
        (play.about().as_deref(), play.prompt().ask),
        (Some("F1"), Ask::PlayAgain(Some(Habitat::Forest)))
    );
    let tit = |row| crate::scene::play("eurasian-penduline-tit", row);
    assert_eq!(play.refused(A, tit(Habitat::Wetland)), Error::WrongRow { habitat: Habitat::Wetland });
    play.act(A, tit(Habitat::Forest));
    assert_eq!(
        (play.about().as_deref(), play.prompt().ask),
        (Some("F2"), Ask::PlayAgain(Some(Habitat::Forest)))
    );
    assert_eq!((play.perch(A, "G1").eggs, play.tokens(A)), (2, foods("2i")));
    play.act(A, Action::Skip);
    assert_eq!(play.asked(), B);
}

#[test]
fn b_74_no_egg_to_pay_with() {
    let play = use_wetland(scene().wetland(A, &["carrion-crow"]));
    assert_eq!(play.idle(), ["W1"]);
}

#[test]
fn b_75_what_has_begun_goes_on() {
    let mut play = use_wetland(scene().wetland(A, &["carrion-crow"]).eggs(A, "W1", 2));
    // The trade comes first: there is an egg but no card, so it is not asked.
    assert_eq!(play.legal(A), [pay_egg("W1"), Action::Skip]);
    play.act(A, pay_egg("W1"));
    assert_eq!(play.prompt().ask, Ask::ChooseFood(FoodSet::ALL));
    assert_eq!(play.refused(A, Action::Skip), Error::CannotSkip);
    play.act(A, Action::ChooseFood { food: Food::Fruit });
    assert_eq!((play.tokens(A), play.perch(A, "W1").eggs, play.asked()), (foods("1u"), 1, B));
}

#[test]
fn b_11_one_kind_is_left() {
    let mut play = scene()
        .bonus(&[&["rodentologist", "cartographer", "ecologist", "photographer"]])
        .tokens(A, "3f")
        .hand(A, &["shoebill"])
        .begin();
    play.act(A, crate::scene::play("shoebill", Habitat::Wetland)).act(A, Action::Use);
    let sent = Event::BonusOffered { seat: A, count: 1, short: Some(Short::NoNewKind), kinds: None };
    assert!(play.received(B).contains(&sent));
    let keep = Action::KeepBonus { kind: BonusId::new("birdwatcher") };
    assert_eq!(play.legal(A), std::slice::from_ref(&keep));
    assert_eq!(play.refused(A, Action::KeepBonus { kind: BonusId::new("ecologist") }), Error::NotOffered);
    play.act(A, keep);
    assert_eq!(play.view(B).bonus[A].held, 5);
    assert_eq!(play.asked(), B);
}

#[test]
fn b_12_no_kind_is_left() {
    let all: [&[&str]; 1] = [&["rodentologist", "cartographer", "ecologist", "photographer", "birdwatcher"]];
    let mut play = scene().bonus(&all).tokens(A, "1i 1s 1f").hand(A, &["great-bustard"]).begin();
    play.act(A, crate::scene::play("great-bustard", Habitat::Grassland)).act(A, Action::Use);
    let sent = Event::BonusOffered { seat: A, count: 0, short: Some(Short::NoNewKind), kinds: Some(vec![]) };
    assert!(play.received(A).contains(&sent));
    assert_eq!((play.asked(), play.view(A).bonus[A].short), (B, Some(Short::NoNewKind)));
}

#[test]
fn a_price_in_food_is_chosen_among_what_is_listed() {
    let stork = || scene().wetland(A, &["white-stork"]).top(&["mallard", "osprey", "goldcrest"]);
    let mut play = stork().tokens(A, "1i 1f 1s").begin();
    play.act(A, Action::DrawCards);
    assert_eq!(play.legal(A), [pay("1f"), pay("1i"), Action::Skip]);
    assert_eq!(play.refused(A, pay("1s")), Error::NotAPayment);
    play.act(A, pay("1f"));
    assert_eq!((play.perch(A, "W1").tucked.len(), play.tokens(A)), (2, foods("1i 1s")));
}
