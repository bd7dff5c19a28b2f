//! The cards of chaos.

use crate::desk::{Deal, Desk, chaos};
use eights::{Action, Color, Error, Event, Phase};
use kernel::{Luck, Seat, SeatStatus, Switch, Turn, Viewer};

/// Seat 3 has played; it is seat 0's turn with this hand.
fn after(deal: Deal, played: &str, hand: &str) -> Desk {
    let card = played.split(':').next().unwrap();
    let mut desk = deal.first(3).hand(3, card).hand(0, hand).begin();
    desk.play(3, played);
    desk
}

#[test]
fn e_41_a_nope_calls_off_a_stack_whatever_its_colour() {
    let mut desk = chaos().first(2).hand(2, "red +2").hand(3, "+4").hand(0, "blue nope").begin();
    desk.play(2, "red +2");
    desk.play(3, "+4: red");
    desk.play(0, "blue nope");
    assert_eq!((desk.open().stack, desk.open().color, desk.open().current), (0, Color::Blue, Seat(1)));
    assert!(desk.sent(3).contains(&Event::Noped));
}

#[test]
fn e_42_without_a_stack_a_nope_must_match() {
    let mut desk = chaos().hand(0, "blue nope, red nope").begin();
    assert_eq!(desk.refused(0, "blue nope"), Error::NoMatch);
    desk.play(0, "red nope");
    assert!(!desk.sent(1).contains(&Event::Noped), "there was nothing to call off");
}

#[test]
fn e_43_a_swap_exchanges_whole_hands_with_the_next_seat() {
    let hand = "red swap, blue 4, blue 5, red 1, red 1, red 1, red 1";
    let mut desk = chaos().with(|o| o.play_drawn = Switch::On).hand(0, hand).hand(1, "yellow 6").begin();
    desk.resize(&[3, 9, 7, 7]);
    let nine = desk.view(1).hand().to_vec();
    desk.play(0, "red swap");
    assert_eq!(desk.view(0).hand(), nine, "the same cards with the same ids");
    assert_eq!(desk.hand(1), ["blue 4", "blue 5"]);
    assert_eq!(desk.open().current, Seat(1));
    let received = desk.sent(1);
    let Some(Event::Swapped { a: Seat(0), b: Seat(1), hands }) = received.last() else {
        panic!("{received:?}")
    };
    assert_eq!(hands[Seat(1)].as_deref(), Some(desk.view(1).hand()));
    assert!(hands[Seat(0)].is_none());
    let received = desk.sent(2);
    let Some(Event::Swapped { hands, .. }) = received.last() else { panic!("{received:?}") };
    assert!(hands.values().iter().all(Option::is_none), "the others see that it happened");
}

#[test]
fn swap_anytime_lets_a_swap_go_on_everything_but_a_stack() {
    let mut desk = after(chaos().with(|o| o.swap_anytime = Switch::On), "red +2", "blue swap");
    assert_eq!(desk.refused(0, "blue swap"), Error::StackPending { stack: 2 });
    desk.draw(0, "");
    let desk = chaos().with(|o| o.swap_anytime = Switch::On).hand(0, "blue swap, blue 5").begin();
    assert!(desk.accepts(0, "blue swap"));
    assert_eq!(desk.refused(0, "blue 5"), Error::NoMatch);
    assert_eq!(chaos().hand(0, "blue swap").begin().refused(0, "blue swap"), Error::NoMatch);
}

#[test]
fn e_44_a_pickswap_needs_another_seat_in_play() {
    let mut desk = chaos().hand(0, "red pickswap, blue 1").hand(2, "yellow 6").begin();
    desk.remove(3);
    assert_eq!(desk.refused(0, "red pickswap"), Error::TargetRequired);
    for target in ["@0", "@3", "@9", "@200"] {
        assert_eq!(desk.refused(0, &format!("red pickswap: {target}")), Error::BadTarget, "{target}");
    }
    desk.play(0, "red pickswap: @2");
    assert_eq!(desk.hand(0)[0], "yellow 6");
    assert_eq!(desk.hand(2)[0], "blue 1");
    assert_eq!(desk.counts(), [7, 7, 6, 0]);
}

#[test]
fn a_wild_pickswap_names_seat_and_colour() {
    let mut desk = chaos().top("blue 3").hand(0, "wildpickswap").begin();
    assert_eq!(desk.refused(0, "wildpickswap: @2"), Error::ColorRequired);
    assert_eq!(desk.refused(0, "wildpickswap: green"), Error::TargetRequired);
    let listed = desk.legal(0).len();
    assert_eq!(listed, 4 * 3 + 1, "each colour with each other seat, and the draw");
    desk.play(0, "wildpickswap: green @2");
    assert_eq!(desk.open().color, Color::Green);
    assert_eq!(desk.counts(), [7, 7, 6, 7]);
}

/// Seat 0 has only this card left, on `red 2`.
fn last_card(card: &str) -> Desk {
    let mut desk = chaos().with(|o| o.hand_size = 3).hand(0, &format!("red 1, red 2, {card}")).begin();
    for number in ["red 1", "red 2"] {
        desk.play(0, number);
        for seat in 1..4 {
            desk.draw(seat, "");
        }
    }
    desk
}

#[test]
fn e_45_a_last_card_wins_and_moves_no_hand() {
    let cards = [
        "red swap",
        "red pickswap: @2",
        "red rotate",
        "red steal",
        "red godmode: big_bang",
        "wildpickswap: red @1",
    ];
    for card in cards {
        let mut desk = last_card(card.split(':').next().unwrap());
        let others: Vec<_> = (1..4).map(|seat| desk.view(seat).hand().to_vec()).collect();
        desk.play(0, card);
        assert_eq!(desk.open().phase, Phase::Finished, "{card}");
        assert!(desk.open().ending.unwrap().winners.contains(Seat(0)));
        let after: Vec<_> = (1..4).map(|seat| desk.view(seat).hand().to_vec()).collect();
        assert_eq!(others, after, "{card}");
    }
}

#[test]
fn a_last_card_needs_its_choices_all_the_same() {
    let desk = last_card("red pickswap");
    assert_eq!(desk.refused(0, "red pickswap"), Error::TargetRequired);
}

#[test]
fn e_46_rotate_moves_every_hand_one_seat_on() {
    let begin = |first| {
        chaos()
            .first(first)
            .with(|o| o.hand_size = 3)
            .hand(0, "red rotate, blue 0, blue 0")
            .hand(1, "red reverse, blue 1, blue 1")
            .hand(2, "blue 2, blue 2, blue 2")
            .hand(3, "blue 4, blue 4, blue 4")
            .begin()
    };
    let lasts = |desk: &Desk| (0..4).map(|seat| desk.hand(seat).last().cloned().unwrap()).collect::<Vec<_>>();

    let mut desk = begin(0);
    desk.play(0, "red rotate");
    assert_eq!(lasts(&desk), ["blue 4", "blue 0", "blue 1", "blue 2"]);
    assert_eq!(desk.counts(), [3, 2, 3, 3]);
    assert_eq!(desk.open().current, Seat(1));

    let mut desk = begin(1);
    desk.play(1, "red reverse");
    desk.play(0, "red rotate");
    assert_eq!(lasts(&desk), ["blue 1", "blue 2", "blue 4", "blue 0"]);
    assert_eq!(desk.open().current, Seat(3));
}

#[test]
fn rotate_passes_over_seats_that_are_gone() {
    let mut desk = chaos().hand(0, "red rotate, blue 0").hand(2, "blue 2").hand(3, "blue 4").begin();
    desk.remove(1);
    desk.play(0, "red rotate");
    assert_eq!([&desk.hand(0)[0], &desk.hand(2)[0], &desk.hand(3)[0]], ["blue 4", "blue 0", "blue 2"]);
    assert_eq!(desk.counts(), [7, 0, 6, 7]);
}

#[test]
fn e_47_a_last_card_is_never_stolen() {
    let one = "red 1, red 1, blue 4";
    let mut desk = chaos().first(1).with(|o| o.hand_size = 3).hand(1, one).hand(0, "red steal").begin();
    for _ in 0..2 {
        desk.play(1, "red 1");
        for seat in [2, 3] {
            desk.draw(seat, "");
        }
        if desk.counts()[1] == 2 {
            desk.draw(0, "");
        }
    }
    assert_eq!((desk.counts()[1], desk.open().current), (1, Seat(0)));
    desk.play(0, "red steal");
    assert_eq!(desk.hand(1), ["blue 4"]);
    assert_eq!((desk.open().current, desk.open().top.unwrap().to_string().as_str()), (Seat(1), "red steal"));
    assert!(!desk.sent(0).iter().any(|event| matches!(event, Event::Stole { .. })));
}

#[test]
fn e_48_thief_and_victim_alone_learn_which_card_was_stolen() {
    let mut desk = chaos()
        .first(1)
        .with(|o| o.hand_size = 5)
        .hand(0, "red steal")
        .hand(1, "red 1, yellow 7, blue 4, blue 5, blue 6")
        .begin();
    desk.play(1, "red 1");
    for seat in [2, 3] {
        desk.draw(seat, "");
    }
    desk.play(0, "red steal");
    assert_eq!(desk.table.turn(), Turn::Chance(Luck::Roll { below: 4, times: 1 }));
    desk.roll(&[0]);
    assert_eq!(desk.hand(1), ["blue 4", "blue 5", "blue 6"]);
    let stolen = desk.card(0, "yellow 7");
    for viewer in Viewer::all(4).filter(|viewer| !matches!(viewer, Viewer::Recall(_))) {
        let entitled = matches!(viewer, Viewer::Seat(Seat(0 | 1)));
        let received = desk.received(viewer);
        let Some(Event::Stole { thief: Seat(0), victim: Seat(1), card }) = received.last() else {
            panic!("{received:?}")
        };
        assert_eq!(*card, entitled.then_some(stolen), "{viewer:?}");
        let view = serde_json::to_string(&desk.table.view(viewer)).unwrap();
        assert_eq!(view.contains("yellow 7"), viewer == Viewer::Seat(Seat(0)), "{viewer:?}");
    }
}

#[test]
fn e_49_a_lucky_hand_must_draw_from_the_lucky_supply() {
    let mut desk = chaos().hand(0, "red luckyhand, red 5").begin();
    desk.play(0, "red luckyhand");
    assert_eq!((desk.open().phase, desk.open().current), (Phase::LuckyDraw, Seat(0)));
    assert_eq!(desk.window().lasts, Some(std::time::Duration::from_secs(10)));
    assert_eq!(desk.refused(0, "red 5"), Error::MustDraw);
    assert_eq!(desk.legal(0), [Action::Draw]);
    assert!(desk.sent(2).contains(&Event::Lucky { seat: Seat(0) }));
    desk.act(0, Action::Draw);
    // 19 per cent is a number in the ordinary supply and a wild one in the lucky supply.
    desk.roll(&[19 * 36]);
    assert_eq!(desk.hand(0).last().unwrap(), "wild");
    assert_eq!((desk.open().phase, desk.open().current, desk.counts()[0]), (Phase::Turn, Seat(1), 7));
}

#[test]
fn a_lucky_draw_expires_into_itself_and_offers_no_choice() {
    let mut desk = chaos().with(|o| o.play_drawn = Switch::On).hand(0, "red luckyhand").begin();
    desk.play(0, "red luckyhand");
    let luckless = desk.refusal(0, Action::Pass);
    assert_eq!(luckless, Error::WrongPhase);
    desk.act(0, Action::Draw);
    desk.take_up_lucky("red 1");
    assert_eq!(desk.open().current, Seat(1));

    let mut desk = chaos().with(|o| o.must_play = Switch::On).hand(0, "red luckyhand, red 5").begin();
    desk.play(0, "red luckyhand");
    desk.expire("");
    assert_eq!((desk.open().current, desk.counts()[0]), (Seat(1), 7));
}

#[test]
fn e_50_a_lucky_hand_as_last_card_wins_without_a_draw() {
    let mut desk = last_card("red luckyhand");
    desk.play(0, "red luckyhand");
    assert_eq!((desk.open().phase, desk.counts()[0]), (Phase::Finished, 0));
}

#[test]
fn e_51_god_mode_and_lucky_hand_match_by_colour_only() {
    for kind in ["godmode", "luckyhand"] {
        let mut desk = chaos()
            .first(3)
            .hand(3, &format!("red {kind}"))
            .hand(0, &format!("blue {kind}, red {kind}"))
            .begin();
        if kind == "godmode" {
            desk.play(3, "red godmode: all_seeing_eye");
            assert_eq!(desk.refused(0, "blue godmode: big_bang"), Error::NoMatch);
            assert!(desk.accepts(0, "red godmode: big_bang"));
        } else {
            desk.play(3, "red luckyhand");
            desk.draw(3, "");
            assert_eq!(desk.refused(0, "blue luckyhand"), Error::NoMatch);
            assert!(desk.accepts(0, "red luckyhand"));
        }
    }
}

fn eye() -> Desk {
    let mut desk = chaos().hand(0, "red godmode").hand(1, "yellow 7, red 1").begin();
    desk.play(0, "red godmode: all_seeing_eye");
    desk
}

#[test]
fn e_52_god_mode_needs_a_power_and_the_eye_shows_every_hand() {
    let desk = chaos().hand(0, "red godmode").begin();
    assert_eq!(desk.refused(0, "red godmode"), Error::PowerRequired);
    let id = desk.card(0, "red godmode").id.0;
    assert!(serde_json::from_str::<Action>(&format!(r#"{{"play":{{"card":{id},"power":"x"}}}}"#)).is_err());

    let desk = eye();
    let truth: Vec<_> = (0..4).map(|seat| desk.view(seat).hand().to_vec()).collect();
    for viewer in Viewer::all(4) {
        let shown: Vec<_> = desk.table.view(viewer).hands.values().iter().flatten().cloned().collect();
        assert_eq!(shown, truth, "{viewer:?}");
        let received = desk.received(viewer);
        let Some(Event::EyeOpened { seat: Seat(0), hands }) = received.last() else { panic!("{received:?}") };
        assert!(hands.values().iter().all(Option::is_some));
    }
}

fn is_open(desk: &Desk) -> bool {
    desk.spectator().hands.values().iter().all(Option::is_some)
}

#[test]
fn e_53_the_eye_stays_open_until_its_caster_acts() {
    let mut desk = eye();
    desk.play(1, "red 1");
    desk.draw(2, "yellow 5");
    let received = desk.received(Viewer::Spectator);
    let [Event::Drew { cards: Some(cards), .. }] = &received[..] else { panic!("{received:?}") };
    assert_eq!(cards[0].face.to_string(), "yellow 5", "private parts are everybody's under the eye");
    desk.expire("");
    assert!(is_open(&desk));
    desk.draw(0, "yellow 2");
    assert!(!is_open(&desk));
    assert_eq!(desk.sent(1)[0], Event::EyeClosed);
    assert!(desk.sent(1).iter().all(|event| !matches!(event, Event::Drew { cards: Some(_), .. })));
    assert_eq!(desk.view(1).hands[Seat(2)], None);
}

#[test]
fn the_eye_closes_when_its_caster_plays_or_runs_out_of_time() {
    let begin = || chaos().seats(2).hand(0, "red godmode, red 5, blue 1").hand(1, "red 1").begin();
    let play: fn(&mut Desk) = |desk| desk.play(0, "red 5");
    let expire: fn(&mut Desk) = |desk| desk.expire("");
    for act in [play, expire] {
        let mut desk = begin();
        desk.play(0, "red godmode: all_seeing_eye");
        desk.draw(1, "");
        assert!(is_open(&desk));
        act(&mut desk);
        assert!(!is_open(&desk));
    }
}

#[test]
fn e_54_the_eye_closes_when_its_caster_is_gone() {
    for status in [SeatStatus::Offline, SeatStatus::Bot, SeatStatus::Removed] {
        let mut desk = eye();
        desk.status(1, SeatStatus::Offline);
        assert!(is_open(&desk), "somebody else goes");
        desk.status(0, status);
        assert!(!is_open(&desk), "{status:?}");
        assert_eq!(desk.sent(3)[0], Event::EyeClosed);
    }
}

#[test]
fn a_second_eye_replaces_the_first() {
    let mut desk = chaos().seats(2).hand(0, "red godmode, red 5").hand(1, "red godmode").begin();
    desk.play(0, "red godmode: all_seeing_eye");
    desk.play(1, "red godmode: all_seeing_eye");
    assert_eq!(desk.open().eye, Some(Seat(1)));
    desk.play(0, "red 5");
    assert!(is_open(&desk), "the first caster has no eye any more");
    desk.draw(1, "");
    assert!(!is_open(&desk));
}

/// Hands of 4, 9, 1 and 7, seat 0 holding god mode.
fn uneven() -> Desk {
    let mut desk = chaos()
        .with(|o| o.play_drawn = Switch::On)
        .hand(0, "red godmode, blue 1, blue 2, blue 4, red 1, red 1, red 1")
        .hand(2, "yellow 7, red 1, red 1, red 1, red 1, red 1, red 1")
        .begin();
    desk.resize(&[4, 9, 1, 7]);
    desk
}

fn all_cards(desk: &Desk) -> Vec<(u32, String)> {
    let mut cards: Vec<_> = (0..4)
        .flat_map(|seat| desk.view(seat).hand().to_vec())
        .map(|card| (card.id.0, card.face.to_string()))
        .collect();
    cards.sort();
    cards
}

#[test]
fn e_55_big_bang_keeps_the_cards_and_the_sizes() {
    let mut desk = uneven();
    desk.play(0, "red godmode: big_bang");
    assert_eq!(desk.counts(), [3, 9, 1, 7]);
    let before = all_cards(&desk);
    assert_eq!(desk.table.turn(), Turn::Chance(Luck::Shuffle(20)));
    desk.shuffle(&(0..20).rev().collect::<Vec<_>>());
    assert_eq!(desk.counts(), [3, 9, 1, 7]);
    assert_eq!(all_cards(&desk), before);
    assert_eq!(desk.hand(3).last().unwrap(), "blue 1", "position i receives thing order[i]");
    let received = desk.sent(2);
    let Some(Event::BigBang { hands }) = received.last() else { panic!("{received:?}") };
    assert_eq!(hands[Seat(2)].as_deref(), Some(desk.view(2).hand()));
    assert_eq!(desk.open().current, Seat(1));
}

#[test]
fn e_55_reincarnation_gives_everyone_a_fresh_hand() {
    let mut desk = uneven();
    let before = all_cards(&desk);
    desk.play(0, "red godmode: reincarnation");
    assert_eq!(desk.table.turn(), Turn::Chance(Luck::Roll { below: 3600, times: 28 }));
    desk.take_up("");
    assert_eq!(desk.counts(), [7, 7, 7, 7]);
    let after = all_cards(&desk);
    assert!(after.iter().all(|card| !before.contains(card)), "no card is an old one");
    assert_eq!(desk.open().current, Seat(1));
}

#[test]
fn powers_pass_over_seats_that_are_gone() {
    let mut desk = chaos().hand(0, "red godmode, red godmode").begin();
    desk.remove(2);
    desk.play(0, "red godmode: big_bang");
    assert_eq!(desk.table.turn(), Turn::Chance(Luck::Shuffle(20)));
    desk.shuffle(&(0..20).collect::<Vec<_>>());
    for seat in [1, 3] {
        desk.draw(seat, "");
    }
    desk.play(0, "red godmode: reincarnation");
    assert_eq!(desk.table.turn(), Turn::Chance(Luck::Roll { below: 3600, times: 21 }));
    desk.take_up("");
    assert_eq!(desk.counts(), [7, 7, 0, 7]);
}
