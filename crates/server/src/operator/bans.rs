//! Addresses and profiles that are kept out for a time.

use crate::{client_address::household, lock::lock, protocol::Code};
use catalog::Fault;
use room::ProfileId;
use serde::{Deserialize, Serialize};
use std::{
    fmt, fs, io,
    net::IpAddr,
    path::{Path, PathBuf},
    str::FromStr,
    sync::Mutex,
};

/// The file in the data folder.
const FILE: &str = "bans.json";

/// An address or a profile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BanTarget {
    /// An address; in IPv6, its network of 64 bits.
    Address(IpAddr),
    /// The hash of a profile key, as `aboveboard rooms CODE` shows it.
    Profile(String),
}

impl FromStr for BanTarget {
    type Err = String;

    fn from_str(text: &str) -> Result<BanTarget, String> {
        let text = text.trim();
        if let Ok(address) = text.parse::<IpAddr>() {
            return Ok(BanTarget::Address(household(address.to_canonical())));
        }
        let is_profile = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        match is_profile {
            true => Ok(BanTarget::Profile(text.to_ascii_lowercase())),
            false => Err("expected an IP address, such as 203.0.113.7, or a profile of 64 digits, as \
                          `aboveboard rooms CODE` shows it"
                .into()),
        }
    }
}

impl fmt::Display for BanTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BanTarget::Address(IpAddr::V6(address)) => write!(f, "{address}/64"),
            BanTarget::Address(address) => address.fmt(f),
            BanTarget::Profile(profile) => profile.fmt(f),
        }
    }
}

/// A ban.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ban {
    /// The address or profile.
    pub target: BanTarget,
    /// When it ends, in milliseconds of the Unix epoch.
    pub until: u64,
}

/// All bans of a server. They survive it where it has a data folder.
#[derive(Debug, Default)]
pub(crate) struct Bans {
    file: Option<PathBuf>,
    bans: Mutex<Vec<Ban>>,
}

impl Bans {
    /// Reads the bans of a data folder. A list that cannot be read is an error: an empty one would let everybody in.
    pub(crate) fn open(folder: Option<&Path>) -> io::Result<Bans> {
        let Some(file) = folder.map(|folder| folder.join(FILE)) else { return Ok(Bans::default()) };
        let bans = match fs::read(&file) {
            Ok(text) => serde_json::from_slice(&text).map_err(|error| {
                let path = file.display();
                io::Error::other(format!("{path} is not a list of bans ({error}): repair or remove it"))
            })?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(io::Error::other(format!("cannot read {}: {error}", file.display()))),
        };
        Ok(Bans { file: Some(file), bans: Mutex::new(bans) })
    }

    /// The bans that hold.
    pub(crate) fn list(&self, now: u64) -> Vec<Ban> {
        let mut bans: Vec<Ban> = lock(&self.bans).iter().filter(|ban| ban.until > now).cloned().collect();
        bans.sort_by_key(|ban| ban.until);
        bans
    }

    /// Bans until a time. A target that is banned already gets the new time.
    pub(crate) fn add(&self, target: BanTarget, until: u64, now: u64) -> io::Result<()> {
        self.change(|bans| {
            bans.retain(|ban| ban.target != target && ban.until > now);
            bans.push(Ban { target, until });
        })
    }

    /// Takes a ban back; returns whether there was one.
    pub(crate) fn remove(&self, target: &BanTarget) -> io::Result<bool> {
        let mut found = false;
        self.change(|bans| {
            let before = bans.len();
            bans.retain(|ban| ban.target != *target);
            found = bans.len() < before;
        })?;
        Ok(found)
    }

    /// Refuses an address that is banned.
    pub(crate) fn check_address(&self, address: IpAddr, now: u64) -> Result<(), Fault> {
        self.check(now, |target| *target == BanTarget::Address(address))
    }

    /// Refuses a profile that is banned.
    pub(crate) fn check_profile(&self, profile: Option<&ProfileId>, now: u64) -> Result<(), Fault> {
        let Some(ProfileId(profile)) = profile else { return Ok(()) };
        self.check(now, |target| matches!(target, BanTarget::Profile(banned) if banned == profile))
    }

    fn check(&self, now: u64, is_meant: impl Fn(&BanTarget) -> bool) -> Result<(), Fault> {
        let bans = lock(&self.bans);
        let ban = bans.iter().find(|ban| ban.until > now && is_meant(&ban.target));
        ban.map_or(Ok(()), |ban| Err(Code::Banned.fault().with("seconds", (ban.until - now).div_ceil(1000))))
    }

    /// Changes the list, on disk first.
    fn change(&self, edit: impl FnOnce(&mut Vec<Ban>)) -> io::Result<()> {
        let mut bans = lock(&self.bans);
        let mut changed = bans.clone();
        edit(&mut changed);
        if let Some(file) = &self.file {
            let draft = file.with_extension("json.new");
            fs::write(&draft, serde_json::to_vec_pretty(&changed)?)?;
            fs::rename(&draft, file)?;
        }
        *bans = changed;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(text: &str) -> BanTarget {
        text.parse().unwrap()
    }

    #[test]
    fn a_target_is_an_address_or_a_profile() {
        assert_eq!(target("203.0.113.7"), target("::ffff:203.0.113.7"));
        assert_eq!(target("2001:db8:1:2:3::4").to_string(), "2001:db8:1:2::/64");
        assert_eq!(target(&"AB".repeat(32)), target(&"ab".repeat(32)));
        for bad in ["", "203.0.113.0/24", "Zebulon", "abcd", &"xy".repeat(32)] {
            assert!(bad.parse::<BanTarget>().unwrap_err().contains("203.0.113.7"), "{bad}");
        }
    }

    #[test]
    fn a_ban_holds_until_its_time_and_survives_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let open = || Bans::open(Some(folder.path())).unwrap();
        let (address, profile) = ("203.0.113.7".parse().unwrap(), ProfileId("ab".repeat(32)));
        let bans = open();
        bans.add(target("203.0.113.7"), 5_000, 0).unwrap();
        bans.add(target(&profile.0), 9_000, 0).unwrap();
        let refused = open().check_address(address, 1_500).unwrap_err();
        assert_eq!((refused.code.as_str(), refused.detail["seconds"].as_u64()), ("banned", Some(4)));
        assert!(open().check_address(address, 5_000).is_ok(), "its time is over");
        assert!(bans.check_profile(Some(&profile), 5_000).is_err() && bans.check_profile(None, 0).is_ok());
        assert_eq!(bans.list(5_000).len(), 1);
        assert!(bans.remove(&target(&profile.0)).unwrap());
        assert!(!bans.remove(&target(&profile.0)).unwrap());
        assert!(open().check_profile(Some(&profile), 0).is_ok());
    }

    #[test]
    fn a_list_that_cannot_be_read_lets_nobody_in_by_mistake() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(FILE), "[{").unwrap();
        let refused = Bans::open(Some(folder.path())).unwrap_err().to_string();
        assert!(refused.contains("bans.json") && refused.contains("remove it"), "{refused}");
    }
}
