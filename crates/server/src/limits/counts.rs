use crate::lock::lock;
use std::{
    collections::{HashMap, hash_map},
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard},
};

/// How many of something each address has at the same time.
#[derive(Debug)]
pub(crate) struct Counts {
    most: usize,
    counts: Mutex<HashMap<IpAddr, usize>>,
}

/// One of them, until it is dropped.
#[derive(Debug)]
pub(crate) struct Held {
    counts: Arc<Counts>,
    address: IpAddr,
}

impl Counts {
    pub(crate) fn new(most: usize) -> Arc<Counts> {
        Arc::new(Counts { most, counts: Mutex::default() })
    }
    pub(crate) fn most(&self) -> usize {
        self.most
    }
    /// One more for an address; `None` if it has as many as it may.
    pub(crate) fn take(self: &Arc<Self>, address: IpAddr) -> Option<Held> {
        let mut counts = self.counts();
        let count = counts.entry(address).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Held { counts: self.clone(), address })
    }
    fn counts(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        lock(&self.counts)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if let hash_map::Entry::Occupied(mut count) = self.counts.counts().entry(self.address) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_some_at_a_time() {
        let (counts, here) = (Counts::new(2), IpAddr::from([127, 0, 0, 1]));
        let first = counts.take(here).unwrap();
        let second = counts.take(here).unwrap();
        assert!(counts.take(here).is_none());
        assert!(counts.take(IpAddr::from([127, 0, 0, 2])).is_some());
        drop(first);
        let third = counts.take(here).unwrap();
        drop((second, third));
        assert!(counts.counts().is_empty(), "nothing is kept for who has none");
    }
}
