use std::collections::BTreeMap;

/// Memory that the page writes requests to and reads answers from, by address.
///
/// The page only names addresses; every one is looked up here. So a wrong address or length is refused and never followed.
#[derive(Debug, Default)]
pub struct Buffers {
    lent: BTreeMap<usize, Vec<u8>>,
}

impl Buffers {
    /// Lends a buffer of `len` zeros and returns its address; nothing if memory runs out.
    pub fn allocate(&mut self, len: usize) -> Option<usize> {
        let mut bytes = Vec::new();
        // An empty vector has no memory of its own, and two of them would share an address.
        bytes.try_reserve_exact(len.max(1)).ok()?;
        bytes.resize(len, 0);
        Some(self.lend(bytes))
    }

    /// Lends bytes, and returns their address.
    pub fn lend(&mut self, mut bytes: Vec<u8>) -> usize {
        if bytes.capacity() == 0 {
            bytes.reserve_exact(1);
        }
        let address = bytes.as_mut_ptr().expose_provenance();
        self.lent.insert(address, bytes);
        address
    }

    /// Takes a buffer back; nothing if no buffer of that length is lent at that address.
    pub fn take(&mut self, address: usize, len: usize) -> Option<Vec<u8>> {
        self.lent.get(&address).filter(|bytes| bytes.len() == len)?;
        self.lent.remove(&address)
    }
}
