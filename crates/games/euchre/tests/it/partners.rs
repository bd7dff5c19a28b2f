//! What players complain about in bot partners, as situations: each with the rules of `hard` and `expert` and
//! 2,000 worlds, so that chance plays no part.

use crate::scene::*;
use euchre::{Action, Euchre, View};
use kernel::{Ask, Level, Seat, Suit};

/// What `seat` does at both strong levels; they must agree.
fn decides_at(scene: &Scene, seat: Seat, score: [u8; 2]) -> Action {
    let mut view: View = scene.recall(seat);
    view.open.score = score;
    let decide = |level| {
        let ask: Ask<'_, Euchre> = Ask {
            options: &scene.options,
            view: &view,
            seat,
            level,
            budget: Some(2_000),
            explain: true,
            out_of_time: &|| false,
        };
        bot::choose(&ask, 1).unwrap()
    };
    let (hard, expert) = (decide(Level::Hard), decide(Level::Expert));
    assert_eq!(hard.action, expert.action);
    expert.action.unwrap()
}
fn decides(scene: &Scene, seat: Seat) -> Action {
    decides_at(scene, seat, [0, 0])
}

#[test]
fn p_01_trump_to_the_partner_who_called_highest_first() {
    let mut scene = Scene::usual(["Jh Jd Qc 9c 10s", "", "", ""], "9h");
    scene.pass(2).act(C, ORDER);
    let put_away = scene.legal(D)[0];
    scene.act(D, put_away);
    assert_eq!(decides(&scene, A), play("Jh"));
}

#[test]
fn p_02_the_right_bower_to_a_partner_who_named_it() {
    let mut scene = Scene::usual(["Js Qd 10d 9h Qc", "", "", ""], "10h");
    scene.pass(6).act(C, name(Suit::Spades));
    assert_eq!(decides(&scene, A), play("Js"));
}

#[test]
fn p_03_no_trump_lead_when_both_opponents_are_out() {
    let hands = ["Kh Qh 9s 10s Kd", "10c Qc Ks Qs Jc", "10h Jh Ah 9h As", "9d Ad Qd Kc 10d"];
    let mut scene = Scene::new("{}", B, hands, "9c");
    scene.pass(4).act(C, name(Suit::Hearts)).tricks("10h 9d Kh 10c");
    assert_ne!(decides(&scene, A), play("Qh"));
}

/// Dealer A, Qd turned down, the stuck dealer A named hearts, three tricks.
fn voids_example() -> Scene {
    let hands = ["Ac Ah As Jd 9h", "Kc Qh 9s Jh Kh", "9c Ks Qs Kd 10d", "10c 10h 10s Ad 9d"];
    let mut scene = Scene::new(r#"{"stick_the_dealer":"on"}"#, A, hands, "Qd");
    scene.pass(7).act(A, name(Suit::Hearts));
    scene.tricks("Kc 9c 10c Ac  Ah Qh Ks 10h  As 9s Qs 10s");
    scene
}

#[test]
fn p_04_the_left_bower_before_the_nine() {
    assert_eq!(decides(&voids_example(), A), play("Jd"));
}

#[test]
fn p_05_the_left_bower_waits_for_the_last_trick() {
    let hands = ["Ac Kd Ah Qh 9h", "Js Kc Ad 10h As", "Qs 9c 10d Jc 9d", "10s 10c Qd Kh Jh"];
    let mut scene = Scene::new("{}", A, hands, "9s");
    scene.act(B, ORDER).act(A, discard("9h"));
    scene.tricks("Js Qs 10s 9s  Kc 9c 10c Ac  Kd Ad 10d Qd  10h");
    assert_eq!(decides(&scene, C), play("9d"));
}

#[test]
fn p_06_an_order_arms_the_opponents_dealer() {
    let scene = Scene::usual(["Jh Jd 9c Kc 10d", "", "", ""], "Ah");
    assert_eq!(decides(&scene, A), Action::Pass);
}

#[test]
fn p_07_two_points_win_so_the_partner_plays() {
    let mut scene = Scene::new("{}", A, ["Jh Ah Qh Kc Qs", "", "", ""], "9h");
    scene.pass(3);
    for score in [[8, 6], [9, 6]] {
        assert_eq!(decides_at(&scene, A, score), ORDER, "{score:?}");
    }
}

#[test]
fn p_08_a_hand_to_play_alone() {
    for hand in ["Jh Jd Ah Ac Qc", "Jh Jd Ah Kc Qs"] {
        let mut scene = Scene::new("{}", A, [hand, "", "", ""], "9h");
        scene.pass(3);
        assert_eq!(decides(&scene, A), ORDER_ALONE, "{hand}");
    }
}

#[test]
fn p_09_behind_and_dealing_the_right_bower_is_enough() {
    let mut scene = Scene::new("{}", A, ["Jd 9d Kc 10s 9h", "", "", ""], "Qd");
    scene.pass(3);
    assert_eq!(decides_at(&scene, A, [8, 9]), ORDER);
}

#[test]
fn p_10_the_bare_left_bower_keeps_its_guard() {
    for maker in [B, C] {
        let mut scene = Scene::new("{}", A, ["Jd Kc Qc As 9s", "", "", ""], "9h");
        scene.pass(if maker == B { 0 } else { 1 }).act(maker, ORDER);
        assert_eq!(decides(&scene, A), discard("9s"), "{maker} ordered");
    }
}

/// P-11: dealer D ordered 9h; A leads 9d, B Ad, C 10d.
fn partner_ace() -> Scene {
    let mut scene = Scene::usual(["9d", "Ad", "10d", "10c Kh Qh 9s Kc"], "9h");
    scene.pass(3).act(D, ORDER).act(D, discard("10c")).tricks("9d Ad 10d");
    scene
}

#[test]
fn p_11_no_trump_on_the_partners_winning_ace() {
    assert_eq!(decides(&partner_ace(), D), play("9s"));
}

#[test]
fn p_12_the_ace_of_the_shorter_suit() {
    let mut scene = Scene::usual(["Ah Ad Kd Qd 10d", "", "", ""], "10s");
    scene.pass(1).act(B, ORDER);
    let put_away = scene.legal(D)[0];
    scene.act(D, put_away);
    assert_eq!(decides(&scene, A), play("Ah"));
}

#[test]
fn p_13_the_suit_the_partner_has_thrown_off() {
    let hands = ["Ac 10d Qs 9s Js", "9c", "9d Jh Ah Kh Qh", "10c Kc Ks 9h As"];
    let mut scene = Scene::usual(hands, "10h");
    scene.pass(2).act(C, ORDER).act(D, discard("9h")).tricks("Ac 9c 9d 10c");
    assert_eq!(decides(&scene, A), play("10d"));
}

#[test]
fn p_14_a_defender_leads_its_ace() {
    let mut scene = Scene::usual(["As Kd 9h Qh Qc", "", "", ""], "10h");
    scene.pass(3).act(D, ORDER);
    let put_away = scene.legal(D)[0];
    scene.act(D, put_away);
    assert_eq!(decides(&scene, A), play("As"));
}

#[test]
fn p_15_a_lone_maker_draws_trumps_first() {
    let mut scene = Scene::usual(["Jd Ah Kh As Ac", "", "", ""], "9s");
    scene.pass(4).act(A, Action::Name { suit: Suit::Hearts, alone: true });
    assert_eq!(decides(&scene, A), play("Jd"));
}

#[test]
fn p_16_a_maker_leads_the_left_bower_and_not_the_nine() {
    let mut scene = Scene::usual(["Jd Ah 9h Kc Qc", "", "", ""], "9s");
    scene.pass(4).act(A, name(Suit::Hearts));
    assert_eq!(decides(&scene, A), play("Jd"));
}

#[test]
fn p_17_an_order_for_the_partner_who_takes_the_king() {
    let mut scene = Scene::new("{}", C, ["Jd 9h As Ac 10d", "", "", ""], "Kh");
    scene.pass(1);
    assert_eq!(decides(&scene, A), ORDER);
}

#[test]
fn p_18_no_trump_lead_to_a_partner_who_had_to_call() {
    let hands = ["Ac 9h As Ks 9d", "10c", "Qc", "Kc"];
    let mut scene = Scene::new(r#"{"stick_the_dealer":"on"}"#, C, hands, "9c");
    scene.pass(7).act(C, name(Suit::Hearts)).tricks("Kc Ac 10c Qc");
    assert_eq!(decides(&scene, A), play("As"));
}

#[test]
fn u_60_the_score_changes_what_a_card_is_worth_and_not_which_is_right() {
    let scene = partner_ace();
    for score in [[2, 9], [9, 2], [0, 0]] {
        assert_eq!(decides_at(&scene, D, score), play("9s"), "{score:?}");
        let mut view = scene.recall(D);
        view.open.score = score;
        let ask: Ask<'_, Euchre> = Ask {
            options: &scene.options,
            view: &view,
            seat: D,
            level: Level::Expert,
            budget: Some(2_000),
            explain: true,
            out_of_time: &|| false,
        };
        let candidates = bot::choose(&ask, 1).unwrap().reasons.candidates;
        let of = |name: &str| candidates.iter().find(|c| c.action == Some(play(name))).unwrap().value;
        assert!(of("9s") > of("Kh"), "{score:?}: {} and {}", of("9s"), of("Kh"));
    }
}
