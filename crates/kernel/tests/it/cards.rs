use kernel::{Card, CardSet, Rank, Suit};

#[test]
fn every_card_has_one_name_and_one_number() {
    let mut names = std::collections::BTreeSet::new();
    for index in 0..Card::COUNT {
        let card = Card::from_index(index);
        assert_eq!(card, Card::new(card.rank(), card.suit()));
        assert_eq!(card.index(), index);
        assert_eq!(card.to_string().parse(), Ok(card));
        let json = serde_json::to_string(&card).unwrap();
        assert_eq!(json, format!("\"{card}\""));
        assert_eq!(serde_json::from_str::<Card>(&json).unwrap(), card);
        names.insert(card.to_string());
    }
    assert_eq!(names.len(), 52);
    assert_eq!(Card::new(Rank::Two, Suit::Clubs).index(), 0);
    assert_eq!(Card::new(Rank::Ace, Suit::Spades).index(), 51);
}

#[test]
fn people_may_type_cards_in_their_way() {
    let ten = Card::new(Rank::Ten, Suit::Hearts);
    for typed in ["10h", "10H", "Th", "tH", "10♥", " 10h "] {
        assert_eq!(Card::parse(typed), Ok(ten), "{typed}");
    }
    assert_eq!(Card::parse("j♦"), Ok(Card::new(Rank::Jack, Suit::Diamonds)));
}

#[test]
fn rubbish_is_not_a_card() {
    for typed in ["", " ", "h", "10", "1h", "11h", "0h", "10x", "hh", "10hh", "♥", "é", "10 h", "Joker", "🂱"]
    {
        let error = Card::parse(typed).unwrap_err().to_string();
        assert!(error.contains("is not a card"), "{error}");
        let json = serde_json::to_string(typed).unwrap();
        assert!(serde_json::from_str::<Card>(&json).is_err(), "{typed}");
    }
    assert!(Card::parse(&"x".repeat(10_000)).unwrap_err().to_string().len() < 200);
}

#[test]
fn the_wire_takes_canonical_names_only() {
    for other in ["\"10H\"", "\"Th\"", "\"10♥\"", "\" 10h\"", "\"jd\"", "10", "null", "[\"10h\"]"] {
        assert!(serde_json::from_str::<Card>(other).is_err(), "{other}");
    }
}

#[test]
fn sets_of_cards() {
    let hand: CardSet = "Jh 9h As Kd 10c".parse().unwrap();
    assert_eq!(hand.len(), 5);
    assert_eq!(hand.to_string(), "9h 10c Jh Kd As");
    assert_eq!(serde_json::to_string(&hand).unwrap(), r#"["9h","10c","Jh","Kd","As"]"#);
    let hearts = hand & CardSet::of_suit(Suit::Hearts);
    assert_eq!(hearts.to_string(), "9h Jh");
    assert_eq!((hand - hearts).len(), 3);
    assert_eq!((!hand).len(), 47);
    assert_eq!((hand | CardSet::of_rank(Rank::Jack)).len(), 8);
    let mut left = hand;
    left.remove(Card::parse("As").unwrap());
    assert!(!left.contains(Card::parse("As").unwrap()) && left.len() == 4);
    assert_eq!(CardSet::from_bits(u64::MAX), CardSet::PACK);
}

#[test]
fn a_set_has_one_form() {
    assert!("9h 9h".parse::<CardSet>().is_err());
    for other in [r#"["9h","9h"]"#, r#"["9h","Jh","9h"]"#, r#""9h""#, r#"["9h",null]"#] {
        assert!(serde_json::from_str::<CardSet>(other).is_err(), "{other}");
    }
    let unsorted: CardSet = serde_json::from_str(r#"["Jh","9h","10c"]"#).unwrap();
    assert_eq!(serde_json::to_string(&unsorted).unwrap(), r#"["9h","10c","Jh"]"#);
}

#[test]
fn suits_come_in_two_colours() {
    assert_eq!(Suit::ALL.map(Suit::same_colour), [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs]);
    assert_eq!(serde_json::to_string(&Suit::ALL).unwrap(), r#"["c","d","h","s"]"#);
}
