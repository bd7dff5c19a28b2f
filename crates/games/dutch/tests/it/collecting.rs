//! Collecting from the discards.

use crate::desk::*;
use dutch::{Action, Error, Phase, Rank, Reason};
use kernel::{Game, SeatSet, Turn, Viewer};

/// B collects sixes.
fn sixes() -> Deal {
    deal("{}").hand(B, "6h 9d 9s 10d")
}

#[test]
fn d_41_no_collecting_in_the_first_look_nor_in_the_window() {
    let desk = sixes().top("6s").dealt();
    assert_eq!(desk.refused(B, collect("6s")), desk.wrong_phase());
    let mut desk = sixes().pile("6s").begin();
    desk.play_drawn();
    assert_eq!(desk.open().ranks[B], Some(Rank::Six));
    assert_eq!(desk.refused(B, collect("6s")), Error::WrongPhase { phase: Phase::SameRankWindow });
}

#[test]
fn d_42_out_of_turn_and_without_moving_the_clock() {
    let mut desk = sixes().top("6s").begin();
    let (window, Turn::Seats { may, .. }) = (desk.window(), desk.table.turn()) else {
        panic!("A is to draw")
    };
    assert_eq!(may, SeatSet::only(B));
    desk.act(B, collect("6s"));
    assert_eq!(desk.hand(B), "6h' 9d 9s 10d 6s'");
    assert_eq!(desk.spectator().hands[B][4].unwrap().card, Some(card("6s")));
    assert_eq!((desk.window(), desk.phase(), desk.open().current), (window, Phase::DrawingCard, A));
}

#[test]
fn d_43_of_two_collectors_the_first_has_it() {
    let mut desk = sixes().hand(C, "6c Jh").first(D).top("2c").pile("9c 6s").begin();
    desk.quiet_turns(1).play_drawn().expire();
    assert_eq!((desk.phase(), desk.top()), (Phase::TurnEnd, "6s".into()));
    assert!(desk.legal(C).contains(&collect("6s")));
    desk.act(B, collect("6s"));
    assert_eq!(desk.refused(C, collect("6s")), Error::DiscardChanged { top: card("9c") });
}

#[test]
fn d_44_one_after_the_other_until_the_pile_is_empty() {
    let mut desk = sixes().first(D).top("6d").pile("6s").begin();
    desk.play_drawn().expire();
    desk.act(B, collect("6s")).act(B, collect("6d"));
    assert_eq!(desk.hand(B), "6h' 9d 9s 10d 6s' 6d'");
    assert_eq!((desk.spectator().discards, desk.spectator().top), (0, None));
    assert_eq!(desk.refused(B, collect("6c")), Error::DiscardEmpty);
    desk.expire();
    assert_eq!(desk.phase(), Phase::DrawingCard, "an empty discard pile is legal");
    desk.quiet_turns(1);
}

#[test]
fn d_45_only_the_own_rank() {
    let desk = sixes().top("7s").begin();
    assert_eq!(desk.refused(B, collect("7s")), Error::RankMismatch { rank: Rank::Six });
    assert_eq!(desk.refused(B, collect("6s")), Error::DiscardChanged { top: card("7s") });
}

#[test]
fn d_46_the_fourth_wins_at_once_and_the_power_lapses() {
    let mut desk = deal("{}").hand(B, "Qd Jc").top("Qh").pile("2h 3h Qs 4h 4d Qc").first(B).begin();
    desk.act(B, collect("Qh"));
    desk.quiet_turns(2);
    desk.play_drawn().expire();
    assert_eq!(desk.phase(), Phase::QueenPeek);
    desk.act(B, collect("Qs")).wait();
    desk.quiet_turns(2).play_drawn().expire();
    assert_eq!((desk.phase(), desk.top()), (Phase::QueenPeek, "Qc".into()));
    desk.act(B, collect("Qc"));
    assert_eq!((desk.phase(), desk.winners()), (Phase::GameEnded, vec![B]));
    assert_eq!(desk.open().ending.unwrap().reason, Reason::FourOfAKind);
    assert!(desk.open().powers.is_empty());
}

#[test]
fn d_47_nothing_is_collected_in_clear_mode() {
    let desk = clear().top("6s").begin();
    assert_eq!(desk.refused(B, collect("6s")), Error::OptionOff);
}

#[test]
fn d_48_a_drawn_card_of_the_own_rank_is_played_and_collected() {
    let mut desk = deal("{}").hand(A, "6h 9d 9s 10d").pile("6c").begin();
    desk.play_drawn().expire();
    assert_eq!(desk.phase(), Phase::TurnEnd);
    desk.act(A, collect("6c"));
    assert_eq!(desk.hand(A), "6h' 9d 9s 10d 6c'");
}

#[test]
fn d_70_a_late_collect_is_judged_by_what_is_now() {
    let mut desk = sixes().pile("6s").begin();
    desk.play_drawn();
    let seen = desk.window().id;
    desk.expire();
    assert_ne!(desk.window().id, seen);
    // The room's fence lets it through, and the rules accept it.
    assert!(
        dutch::Dutch::ignores_version(&collect("6s")) && dutch::Dutch::ignores_version(&Action::CallDutch)
    );
    desk.act(B, collect("6s"));
}

#[test]
fn collecting_is_possible_while_a_power_runs_and_while_somebody_plays() {
    let mut desk = sixes().hand(C, "Jd Qc").top("6s").pile("Jc").begin();
    desk.act(A, DRAW);
    let window = desk.window();
    desk.act(B, collect("6s"));
    assert_eq!(desk.window(), window);
    desk.act(A, PLAY_DRAWN).expire();
    assert_eq!((desk.phase(), desk.open().ranks[C]), (Phase::JackSwap, Some(Rank::Queen)));
}

#[test]
fn a_jack_may_be_collected_while_its_power_is_pending() {
    let mut desk = deal("{}").hand(B, "Jd X1").pile("Jc").begin();
    desk.play_drawn().expire();
    desk.act(B, collect("Jc"));
    assert_eq!((desk.phase(), desk.open().powers.len()), (Phase::JackSwap, 1));
    desk.act(A, swap((C, 0), (D, 0)));
    assert_eq!(desk.phase(), Phase::TurnEnd);
    assert_eq!(desk.recall(B).recall.unwrap().hands[B][4].unwrap().card, Some(card("Jc")));
}

#[test]
fn a_deal_won_while_somebody_holds_a_drawn_card_puts_it_back() {
    let mut desk = deal("{}").hand(B, "6h X1").top("6d").pile("6s 2h 3h 6c 4h").begin();
    desk.act(B, collect("6d")).play_drawn().expire();
    desk.act(B, collect("6s")).wait();
    desk.quiet_turns(2).play_drawn().expire().expire();
    desk.act(A, DRAW).act(B, collect("6c"));
    assert_eq!((desk.phase(), desk.open().drawn), (Phase::GameEnded, None));
    assert_eq!(desk.zone("pile").last().unwrap(), "4h");
    assert!(desk.sees(Viewer::Spectator, "4h"), "everything lies open");
}
