//! The shuffle and the roll carry the proof of every deal, so their vectors are written down. They were
//! computed by an independent program from the text in `DealKey` and `Drawn::draw`.

use kernel::{DealKey, Drawn, Luck, Rng, below};
use rand_xoshiro::rand_core::TryRng;
use std::convert::Infallible;

/// Words from a list.
struct Words(Vec<u32>);
impl TryRng for Words {
    type Error = Infallible;
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.0.remove(0))
    }
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        unreachable!("draws take words")
    }
    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
        unreachable!("draws take words")
    }
}

#[test]
fn below_throws_away_the_words_that_would_favour_small_numbers() {
    // 2^32 = 6 * 715827882 + 4: the four highest words are refused.
    let mut words = Words(vec![u32::MAX, u32::MAX - 3, u32::MAX - 4, 7]);
    assert_eq!(below(6, &mut words), 5);
    assert_eq!(below(6, &mut words), 1);
    // A power of two refuses nothing.
    assert_eq!(below(8, &mut Words(vec![u32::MAX])), 7);
    assert_eq!(below(1, &mut Words(vec![u32::MAX])), 0);
    assert_eq!(below(u32::MAX, &mut Words(vec![u32::MAX, u32::MAX - 1])), u32::MAX - 1);
}

#[test]
fn a_shuffle_exchanges_from_the_top() {
    let drawn = Drawn::draw(Luck::Shuffle(4), &mut Words(vec![0, 0, 0]));
    assert_eq!(drawn, Drawn::Shuffle(vec![1, 2, 3, 0]));
    let drawn = Drawn::draw(Luck::Shuffle(4), &mut Words(vec![3, 2, 1]));
    assert_eq!(drawn, Drawn::Shuffle(vec![0, 1, 2, 3]));
    assert_eq!(Drawn::draw(Luck::Shuffle(0), &mut Words(vec![])), Drawn::Shuffle(vec![]));
    assert_eq!(Drawn::draw(Luck::Shuffle(1), &mut Words(vec![])), Drawn::Shuffle(vec![0]));
}

#[test]
fn vectors_of_the_key_stream() {
    let key = DealKey::new([0; 32]);
    let mut words = key.words(0);
    let first: Vec<u32> = (0..9).map(|_| words.next_u32()).collect();
    assert_eq!(first, VECTOR_WORDS);
    assert_eq!(key.answer(0, Luck::Shuffle(24)), Drawn::Shuffle(VECTOR_SHUFFLE.to_vec()));
    assert_eq!(key.answer(1, Luck::Roll { below: 3600, times: 5 }), Drawn::Roll(VECTOR_ROLL.to_vec()));
    let seeded = DealKey::from_seed(7).answer(2, Luck::Shuffle(10));
    assert_eq!(seeded, Drawn::Shuffle(VECTOR_SEEDED.to_vec()));
}

#[derive(serde::Deserialize)]
struct Vectors {
    ceremonies: Vec<Ceremony>,
}
#[derive(serde::Deserialize)]
struct Ceremony {
    luck_key: String,
    luck: Vec<Chance>,
}
#[derive(serde::Deserialize)]
struct Chance {
    luck: Luck,
    drawn: Drawn,
}

fn unhex(digits: &str) -> [u8; 32] {
    core::array::from_fn(|i| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).unwrap())
}

/// The same file is read by the browser's checker.
#[test]
fn vectors_of_docs_fairness() {
    let vectors: Vectors =
        serde_json::from_str(include_str!("../../../../docs/fairness-vectors.json")).unwrap();
    assert_eq!(vectors.ceremonies.len(), 3);
    for Ceremony { luck_key, luck } in vectors.ceremonies {
        assert!(!luck.is_empty());
        let key = DealKey::new(unhex(&luck_key));
        for (counter, Chance { luck, drawn }) in luck.into_iter().enumerate() {
            assert_eq!(key.answer(counter as u64, luck), drawn);
        }
    }
}

#[test]
fn an_answer_depends_on_key_and_counter_alone() {
    let key = DealKey::from_seed(1);
    let luck = Luck::Shuffle(52);
    assert_eq!(key.answer(5, luck), key.answer(5, luck));
    assert_ne!(key.answer(5, luck), key.answer(6, luck));
    assert_ne!(key.answer(5, luck), DealKey::from_seed(2).answer(5, luck));
}

#[test]
fn every_order_of_four_is_equally_likely() {
    let key = DealKey::from_seed(99);
    let mut seen = std::collections::BTreeMap::new();
    for counter in 0..24_000 {
        let drawn = key.answer(counter, Luck::Shuffle(4));
        *seen.entry(drawn.order().to_vec()).or_insert(0u32) += 1;
    }
    assert_eq!(seen.len(), 24);
    // 1,000 expected each; the 0.999999 quantile of chi-square with 23 degrees of freedom is 75.
    let chi: f64 = seen.values().map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0).sum();
    assert!(chi < 75.0, "chi-square {chi}");
}

#[test]
fn only_fitting_answers_fit() {
    let shuffle = Luck::Shuffle(3);
    assert!(Drawn::Shuffle(vec![2, 0, 1]).answers(shuffle));
    for wrong in [vec![], vec![0, 1], vec![0, 1, 2, 3], vec![0, 0, 1], vec![1, 2, 3], vec![0, 1, u16::MAX]] {
        assert!(!Drawn::Shuffle(wrong).answers(shuffle));
    }
    let roll = Luck::Roll { below: 6, times: 2 };
    assert!(Drawn::Roll(vec![0, 5]).answers(roll));
    for wrong in [vec![], vec![1], vec![1, 2, 3], vec![1, 6], vec![u32::MAX, 0]] {
        assert!(!Drawn::Roll(wrong).answers(roll));
    }
    assert!(!Drawn::Roll(vec![0, 1, 2]).answers(shuffle));
    assert!(!Drawn::Shuffle(vec![0, 1]).answers(roll));
}

#[test]
fn secrets_are_not_printed() {
    assert_eq!(format!("{:?}", Drawn::Shuffle(vec![1, 0])), "Shuffle(of 2)");
    assert_eq!(format!("{:?}", Drawn::Roll(vec![4])), "Roll(1 times)");
    assert_eq!(format!("{:?}", DealKey::from_seed(3)), "DealKey(secret)");
}

#[test]
fn luck_on_the_wire() {
    let roll = Luck::Roll { below: 36, times: 1 };
    assert_eq!(serde_json::to_string(&roll).unwrap(), r#"{"roll":{"below":36,"times":1}}"#);
    assert_eq!(serde_json::to_string(&Luck::Shuffle(24)).unwrap(), r#"{"shuffle":24}"#);
    assert_eq!(serde_json::to_string(&Drawn::Roll(vec![35])).unwrap(), r#"{"roll":[35]}"#);
}

const VECTOR_WORDS: [u32; 9] = [
    0x0F3745A9, 0xB8C3B5F1, 0x013D683D, 0x3DAE5DB3, 0x9D9A6108, 0xDF353B49, 0x09019B3C, 0x0506F232,
    0x6233BD61,
];
const VECTOR_SHUFFLE: [u16; 24] =
    [6, 10, 7, 22, 2, 20, 18, 13, 5, 19, 8, 0, 4, 21, 11, 1, 14, 12, 23, 16, 15, 3, 9, 17];
const VECTOR_ROLL: [u32; 5] = [2771, 1402, 608, 2366, 770];
const VECTOR_SEEDED: [u16; 10] = [8, 1, 0, 3, 2, 5, 9, 4, 6, 7];
