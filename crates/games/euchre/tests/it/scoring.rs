use crate::scene::*;
use euchre::{Action, Error, Event, Phase, Scored, ScoredFor, Side};
use kernel::{Card, CommonError, Input, Refusal, Seat, Suit, Turn, Viewer};

/// Hands that give A's side a number of tricks with hearts as trump, played by [`play_plainly`].
fn tricks_for_a(tricks: u8) -> [&'static str; 4] {
    match tricks {
        5 => ["Jh Jd Ah Kh Qh", "9c 10c Jc Qc Kc", "9s 10s Js Ks Ac", "9d Qd Kd Ad 10d"],
        4 => ["Jh Jd Ah Kh 9d", "9c 10c Jc Qc Kc", "9s 10s Js Ks Ac", "Qh Qd Kd Ad 10d"],
        3 => ["Jh Jd Ah 9d 9s", "Qh Ks Kd Qc Qd", "10c 10d 10s Jc Js", "Kh As Ad Ac Kc"],
        2 => ["Jh Jd 9c 9d 9s", "Qh Ks Kd Kc Qc", "10c 10d 10s Jc Js", "Ah Kh As Ad Ac"],
        0 => ["9h 10h 9c 9s 9d", "Jd Ah Qd Kd Ad", "10s Js Ks 10c 10d", "Jh Kh Qh As Ac"],
        _ => unreachable!("not needed"),
    }
}

/// Plays the deal: the highest card to lead or to follow, the lowest to throw away.
fn play_plainly(scene: &mut Scene) {
    let trump = scene.view(Viewer::Spectator).open.trump.unwrap();
    while scene.phase() == Phase::Trick {
        let seat = scene.turn();
        let led = scene.view(Viewer::Spectator).open.trick.unwrap().led();
        let suit = led.map(|card| euchre::effective_suit(card, Some(trump)));
        let by_height = |card: &Card| height(*card, trump);
        let legal = scene.legal_cards(seat);
        let follows = |card: Card| suit.is_none_or(|s| euchre::effective_suit(card, Some(trump)) == s);
        let highest = legal.iter().filter(|card| follows(*card)).max_by_key(by_height);
        let card = highest.or(legal.iter().min_by_key(by_height)).unwrap();
        scene.act(seat, Action::Play { card });
    }
}

fn height(card: Card, trump: Suit) -> (bool, u8) {
    let is_trump = euchre::effective_suit(card, Some(trump)) == trump;
    let rank = match card.rank() {
        kernel::Rank::Jack if is_trump => 20 + u8::from(card.suit() == trump),
        rank => rank as u8,
    };
    (is_trump, rank)
}

/// A makes hearts trump in round 2 and the deal is played.
fn made_by_a(json: &str, tricks: u8, alone: bool) -> (Scene, Scored) {
    let mut scene = Scene::new(json, D, tricks_for_a(tricks), "Qs");
    scene.pass(4).act(A, Action::Name { suit: Suit::Hearts, alone });
    play_plainly(&mut scene);
    let open = scene.view(Viewer::Spectator).open;
    assert_eq!(open.tricks[0], tricks, "the script gives A's side {tricks} tricks");
    (scene, open.scored.unwrap())
}

fn scored(side: u8, points: u8, reason: ScoredFor) -> Scored {
    Scored { side: Side(side), points, reason }
}

#[test]
fn u_30_makers_score_one_or_two() {
    assert_eq!(made_by_a("{}", 3, false).1, scored(0, 1, ScoredFor::Made));
    assert_eq!(made_by_a("{}", 4, false).1, scored(0, 1, ScoredFor::Made));
    let (mut scene, march) = made_by_a("{}", 5, false);
    assert_eq!(march, scored(0, 2, ScoredFor::March));
    assert_eq!(scene.score(), [2, 0]);
    assert!(scene.received(Viewer::Spectator).contains(&Event::Scored(march)));
}

#[test]
fn u_31_a_lone_maker_scores_four_for_a_march() {
    assert_eq!(made_by_a("{}", 3, true).1, scored(0, 1, ScoredFor::Made));
    assert_eq!(made_by_a("{}", 5, true).1, scored(0, 4, ScoredFor::LoneMarch));
    assert_eq!(made_by_a("{}", 2, true).1, scored(1, 2, ScoredFor::Euchred));
    assert_eq!(made_by_a(r#"{"loner_euchre":4}"#, 2, true).1, scored(1, 4, ScoredFor::Euchred));
    assert_eq!(made_by_a(r#"{"loner_euchre":4}"#, 2, false).1, scored(1, 2, ScoredFor::Euchred));
}

#[test]
fn u_32_makers_without_a_trick_may_cost_four() {
    assert_eq!(made_by_a("{}", 0, false).1, scored(1, 2, ScoredFor::Euchred));
    assert_eq!(made_by_a(r#"{"super_euchre":"on"}"#, 0, false).1, scored(1, 4, ScoredFor::Euchred));
    assert_eq!(made_by_a(r#"{"super_euchre":"on"}"#, 2, false).1, scored(1, 2, ScoredFor::Euchred));
}

#[test]
fn u_33_a_lone_defender_scores_four() {
    for (tricks, expected) in [(2, scored(1, 4, ScoredFor::Euchred)), (3, scored(0, 1, ScoredFor::Made))] {
        let mut scene = Scene::new(r#"{"defend_alone":"any"}"#, D, tricks_for_a(tricks), "Qs");
        scene.pass(4).act(A, name(Suit::Hearts));
        scene.act(B, Action::Defend { yes: false }).act(D, Action::Defend { yes: true });
        play_plainly(&mut scene);
        let open = scene.view(Viewer::Spectator).open;
        assert_eq!((open.tricks[0], open.scored.unwrap()), (tricks, expected));
    }
}

/// Lets `maker` take a number of tricks of the deal that is about to be dealt.
fn deal_made_by(scene: &mut Scene, maker: Seat, tricks: u8, alone: bool) {
    let mut hands = [""; 4];
    for (i, hand) in tricks_for_a(tricks).into_iter().enumerate() {
        hands[maker.step(i as i32, 4).index()] = hand;
    }
    scene.deal(hands, "Qs");
    scene.pass(4);
    while scene.turn() != maker {
        scene.pass(1);
    }
    scene.act(maker, Action::Name { suit: Suit::Hearts, alone });
    play_plainly(scene);
}

/// A's side is at 9, the other at 8.
fn nine_to_eight() -> Scene {
    let (mut scene, _) = made_by_a("{}", 5, true);
    for (maker, tricks, alone) in [(B, 5, true), (C, 5, true), (D, 5, true), (A, 3, false)] {
        scene.expire();
        deal_made_by(&mut scene, maker, tricks, alone);
    }
    assert_eq!((scene.score(), scene.phase()), ([9, 8], Phase::DealOver));
    scene
}

#[test]
fn u_34_the_first_side_at_the_target_wins() {
    let mut scene = nine_to_eight();
    scene.expire();
    scene.sent.clear();
    deal_made_by(&mut scene, C, 5, false);
    assert_eq!((scene.score(), scene.phase()), ([11, 8], Phase::Finished));
    let Turn::Over(outcome) = scene.table.turn() else { panic!("the game is over") };
    assert_eq!(outcome.reason, "target");
    assert_eq!(outcome.places.values(), [1, 2, 1, 2]);
    assert_eq!(outcome.points.values(), [11, 8, 11, 8]);
    let ended = Event::Ended { winner: Side(0), score: [11, 8] };
    assert!(scene.received(Viewer::Spectator).contains(&ended));
}

#[test]
fn u_35_a_finished_game_refuses_everything() {
    let mut scene = nine_to_eight();
    let window = scene.window();
    scene.expire();
    deal_made_by(&mut scene, C, 5, false);
    for action in [Action::Pass, ORDER, name(Suit::Clubs), play("9c"), discard("9c"), Action::Ready] {
        for seat in [A, B, C, D] {
            assert_eq!(scene.refused(seat, action), Error::from(CommonError::GameOver));
            assert_eq!(scene.legal(seat), []);
        }
    }
    let late = scene.table.check(&Input::Expire(window));
    assert_eq!(late, Err(Refusal::WindowClosed { window }));
}

#[test]
fn the_next_deal_comes_when_all_are_ready() {
    let (mut scene, _) = made_by_a("{}", 3, false);
    for seat in [C, A, D] {
        scene.act(seat, Action::Ready);
        assert_eq!(scene.refused(seat, Action::Ready), Error::from(CommonError::AlreadyReady));
        assert_eq!(scene.legal(seat), []);
    }
    assert_eq!(scene.phase(), Phase::DealOver);
    scene.act(B, Action::Ready);
    assert_eq!(scene.phase(), Phase::Deal);
    assert_eq!(scene.view(Viewer::Spectator).open.dealer, A);
}
