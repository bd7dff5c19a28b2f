use kernel::{Audience, Events, Seat, SeatMap, SeatSet, Viewer};

#[test]
fn seats_go_round() {
    assert_eq!(Seat(3).next(4), Seat(0));
    assert_eq!(Seat(0).step(-1, 4), Seat(3));
    assert_eq!(Seat(1).step(-6, 4), Seat(3));
    assert_eq!(Seat(2).step(9, 4), Seat(3));
}

#[test]
fn sets_of_seats() {
    let mut set: SeatSet = [Seat(3), Seat(0)].into_iter().collect();
    assert_eq!(set.iter().collect::<Vec<_>>(), [Seat(0), Seat(3)]);
    set.insert(Seat(15));
    set.remove(Seat(0));
    assert_eq!(set, SeatSet::only(Seat(3)).with(Seat(15)));
    assert_eq!((SeatSet::first(4) - set).len(), 3);
    assert_eq!((SeatSet::first(4) & set), SeatSet::only(Seat(3)));
    assert_eq!(SeatSet::first(16), SeatSet::ALL);
    assert!(SeatSet::first(0).is_empty());
}

#[test]
fn a_set_of_seats_has_one_form() {
    let set: SeatSet = serde_json::from_str("[0,3]").unwrap();
    assert_eq!(serde_json::to_string(&set).unwrap(), "[0,3]");
    let unsorted: SeatSet = serde_json::from_str("[3,0]").unwrap();
    assert_eq!(unsorted, set);
    for bad in ["[1,1]", "[1,0,1]", "[16]", "[-1]", "[255]", "3", "{}", "[\"0\"]"] {
        assert!(serde_json::from_str::<SeatSet>(bad).is_err(), "{bad}");
    }
}

#[test]
fn maps_of_seats() {
    let mut map = SeatMap::from_fn(3, |seat| seat.0 * 10);
    map[Seat(1)] += 1;
    map.swap(Seat(0), Seat(2));
    assert_eq!(map.values(), [20, 11, 0]);
    assert_eq!(map.get(Seat(3)), None);
    assert_eq!(map.map(|seat, value| seat.0 + value).values(), [20, 12, 2]);
    assert_eq!(serde_json::to_string(&map).unwrap(), "[20,11,0]");
}

#[test]
fn an_audience_and_the_others_are_everyone() {
    for audience in [Audience::ALL, Audience::only(Seat(1)), Audience::seats(SeatSet::first(2))] {
        for viewer in Viewer::all(4) {
            assert_ne!(audience.includes(viewer), audience.others().includes(viewer));
        }
    }
    assert!(Audience::only(Seat(1)).includes(Viewer::Recall(Seat(1))), "who remembers has received");
    assert!(!Audience::only(Seat(1)).includes(Viewer::Spectator));
}

#[test]
fn muted_events_are_not_even_made() {
    let mut events = Events::<u8>::muted();
    events.all(|| unreachable!("nobody listens"));
    events.split(Audience::only(Seat(0)), || unreachable!(), || unreachable!());
    assert!(events.into_vec().is_empty());

    let mut events = Events::recording();
    events.split(Audience::ALL, || "everyone", || unreachable!("there are no others"));
    assert_eq!(events.into_vec().len(), 1);

    let mut events = Events::recording();
    events.split(Audience::only(Seat(0)), || "the whole", || "the rest");
    let sent = events.into_vec();
    let received =
        |viewer| sent.iter().filter(|t| t.to.includes(viewer)).map(|t| t.event).collect::<Vec<_>>();
    assert_eq!(received(Viewer::Seat(Seat(0))), ["the whole"]);
    assert_eq!(received(Viewer::Seat(Seat(1))), ["the rest"]);
    assert_eq!(received(Viewer::Spectator), ["the rest"]);
}

#[test]
fn viewers_on_the_wire() {
    assert_eq!(serde_json::to_string(&Viewer::Seat(Seat(2))).unwrap(), r#"{"seat":2}"#);
    assert_eq!(serde_json::to_string(&Viewer::Recall(Seat(2))).unwrap(), r#"{"recall":2}"#);
    assert_eq!(serde_json::to_string(&Viewer::Spectator).unwrap(), r#""spectator""#);
}
