//! Memory that pages name by numbers.

use browser::Buffers;

#[test]
fn a_buffer_is_taken_once_and_only_with_its_length() {
    let mut buffers = Buffers::default();
    let address = buffers.allocate(5).unwrap();
    for (address, len) in [(address, 4), (address, 6), (address + 1, 5), (0, 5), (usize::MAX, 5)] {
        assert_eq!(buffers.take(address, len), None);
    }
    assert_eq!(buffers.take(address, 5), Some(vec![0; 5]));
    assert_eq!(buffers.take(address, 5), None);
}

#[test]
fn empty_buffers_have_addresses_of_their_own() {
    let mut buffers = Buffers::default();
    let (one, two) = (buffers.allocate(0).unwrap(), buffers.lend(Vec::new()));
    assert_ne!(one, two);
    assert_eq!((buffers.take(one, 0), buffers.take(two, 0)), (Some(Vec::new()), Some(Vec::new())));
}

#[test]
fn a_request_larger_than_memory_is_refused() {
    assert_eq!(Buffers::default().allocate(usize::MAX / 2), None);
}
