use crate::scene::*;
use euchre::{Euchre, Event, Phase, Shown};
use kernel::{CardSet, Drawn, Input, Seat, Suit, Table, Turn, Viewer, below};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use serde::Serialize;

/// Every card named anywhere in a view or an event.
fn cards_in(view: &impl Serialize) -> CardSet {
    let json = serde_json::to_string(view).unwrap();
    json.split('"').filter_map(|word| serde_json::from_str(&format!("\"{word}\"")).ok()).collect()
}

#[test]
fn a_seat_receives_its_own_hand_and_the_up_card() {
    let mut scene = Scene::usual(["", "", "", ""], "10h");
    let sent = std::mem::take(&mut scene.sent);
    for viewer in Viewer::all(4) {
        let events: Vec<_> = sent.iter().filter(|t| t.to.includes(viewer)).map(|t| &t.event).collect();
        let hand = viewer.seat().map(|seat| scene.hand(seat));
        assert_eq!(events, [&Event::Dealt { dealer: D, up_card: card("10h"), hand }]);
    }
}

#[test]
fn a_view_names_no_card_its_owner_may_not_see() {
    let mut scene = Scene::usual(["", "", "", ""], "10h");
    scene.act(A, ORDER).act(D, discard("10h"));
    let first = scene.turn();
    let lead = scene.legal(first)[0];
    scene.act(first, lead);
    let public: CardSet =
        scene.view(Viewer::Spectator).open.trick.unwrap().played().map(|(_, c)| c).collect();
    let public = public | cards("10h");
    assert_eq!(cards_in(&scene.view(Viewer::Spectator)), public);
    for seat in [A, B, C] {
        assert_eq!(cards_in(&scene.view(Viewer::Seat(seat))), public | scene.hand(seat));
        assert_eq!(cards_in(&scene.recall(seat)), public | scene.hand(seat));
    }
}

#[test]
fn earlier_tricks_are_remembered_by_recall_alone() {
    let mut scene = Scene::usual(["", "", "", ""], "10h");
    scene.pass(4).act(A, name(Suit::Clubs));
    let mut first_trick = CardSet::EMPTY;
    for i in 0..8 {
        let seat = scene.turn();
        let action = scene.legal(seat)[0];
        scene.act(seat, action);
        if i == 3 {
            first_trick =
                scene.view(Viewer::Spectator).open.last_trick.unwrap().played().map(|(_, c)| c).collect();
        }
    }
    for seat in [A, B, C, D] {
        assert!((cards_in(&scene.view(Viewer::Seat(seat))) & first_trick).is_empty());
        assert_eq!(cards_in(&scene.recall(seat)) & first_trick, first_trick);
        assert_eq!(scene.recall(seat).history.unwrap().len(), 2);
    }
    assert!((cards_in(&scene.view(Viewer::Spectator)) & first_trick).is_empty());
}

#[test]
fn a_finished_deal_is_revealed_to_everyone() {
    let mut scene = Scene::usual(["Ah", "", "", "9c"], "10h");
    scene.act(A, ORDER);
    let dealt = [A, B, C].map(|seat| scene.hand(seat));
    scene.act(D, discard("9c"));
    let dealers = scene.hand(D);
    scene.sent.clear();
    scene.play_out();
    for viewer in Viewer::all(4) {
        let shown: Shown = scene.view(viewer).shown.unwrap();
        assert_eq!(shown.hands, [dealt[0], dealt[1], dealt[2], dealers]);
        assert_eq!(shown.discard, Some(card("9c")));
        assert_eq!(shown.kitty.len(), 3);
        assert_eq!(cards_in(&scene.view(viewer)), euchre::PACK);
    }
    let sent = scene.received(Viewer::Spectator);
    assert!(sent.iter().any(|event| matches!(event, Event::DealOver(_))));
}

#[test]
fn a_deal_that_nobody_wanted_is_never_shown() {
    let mut scene = Scene::usual(["", "", "", ""], "10h");
    scene.pass(7);
    scene.sent.clear();
    scene.pass(1);
    assert_eq!(scene.phase(), Phase::Deal);
    for viewer in Viewer::all(4) {
        assert_eq!(cards_in(&scene.view(viewer)), CardSet::EMPTY);
    }
    let dealer = D;
    assert_eq!(scene.received(Viewer::Spectator), [Event::Passed { seat: dealer }, Event::Redeal]);
}

#[test]
fn a_view_stays_in_the_hundreds_of_bytes() {
    let mut scene = Scene::usual(["", "", "", ""], "10h");
    scene.act(A, ORDER).act(D, discard("10h"));
    let bytes = serde_json::to_string(&scene.view(Viewer::Seat(A))).unwrap().len();
    assert!(bytes < 700, "{bytes} bytes");
}

#[test]
fn the_table_prints_no_card() {
    let scene = Scene::usual(["Ah", "", "", ""], "10h");
    let text = format!("{:?}", scene.table);
    assert_eq!(text, r#"Table { game: "euchre", .. }"#);
}

/// What section 9 lets everybody know of a deal, kept from the events alone.
#[derive(Default)]
struct Known {
    /// The up-card, and every card that was played face up.
    public: CardSet,
    /// Each seat's cards as they were dealt, and what the dealer put away.
    own: [CardSet; 4],
    /// Whether the deal was scored, so that everything may be seen.
    shown: bool,
}

impl Known {
    fn hear(&mut self, event: &Event, to: &[Seat]) {
        match event {
            Event::Dealt { up_card, hand, .. } => {
                // The first of the five events of a deal ends what was known of the deal before.
                if self.shown || !self.public.contains(*up_card) {
                    *self = Known::default();
                }
                self.public.insert(*up_card);
                if let (Some(hand), [seat]) = (hand, to) {
                    self.own[seat.index()] = *hand;
                }
            }
            Event::Played { card, .. } => self.public.insert(*card),
            Event::DealOver(_) => self.shown = true,
            _ => {}
        }
    }
    fn may_see(&self, viewer: Viewer) -> CardSet {
        if self.shown {
            return euchre::PACK;
        }
        self.public | viewer.seat().map_or(CardSet::EMPTY, |seat| self.own[seat.index()])
    }
}

#[test]
fn u_68_in_random_games_nobody_receives_a_forbidden_card() {
    let mut looked = 0;
    for seed in 0..60 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let options = options(
            [
                r#"{"target":5}"#,
                r#"{"target":5,"alone_when":"after_discard","defend_alone":"any"}"#,
                r#"{"target":5,"stick_the_dealer":"on","may_discard_upcard":"off"}"#,
            ][seed as usize % 3],
        );
        let mut table = Table::<Euchre>::new(&options, &START).unwrap();
        let mut known = Known::default();
        loop {
            let input = match table.turn() {
                Turn::Over(_) => break,
                Turn::Chance(luck) => Input::Chance(Drawn::draw(luck, &mut rng)),
                Turn::Seats { must, .. } => {
                    let seat = must.iter().next().unwrap();
                    let mut legal = vec![];
                    table.legal(seat, &mut legal);
                    Input::Act(seat, legal[below(legal.len() as u32, &mut rng) as usize])
                }
            };
            for sent in table.commit(&input) {
                let to: Vec<Seat> =
                    Seat::all(4).filter(|seat| sent.to.includes(Viewer::Seat(*seat))).collect();
                known.hear(&sent.event, &to);
                for viewer in Viewer::all(4).filter(|viewer| sent.to.includes(*viewer)) {
                    let named = cards_in(&sent.event);
                    assert!(
                        (named - known.may_see(viewer)).is_empty(),
                        "seed {seed}, {viewer:?}: {:?}",
                        sent.event
                    );
                }
            }
            for viewer in Viewer::all(4) {
                let view = table.view(viewer);
                let named = cards_in(&view);
                assert!((named - known.may_see(viewer)).is_empty(), "seed {seed}, {viewer:?}: {named}");
                if let Some(seat) = viewer.seat() {
                    assert!(
                        view.seat == Some(seat)
                            && view
                                .hand
                                .is_none_or(|hand| hand.len() == usize::from(view.counts[seat.index()]))
                    );
                } else {
                    assert!(view.seat.is_none() && view.hand.is_none() && view.discard.is_none());
                }
                looked += 1;
            }
        }
    }
    assert!(looked > 10_000, "{looked}");
}
