//! The types of the protocol for the browser client, written by `cargo xtask types`.

use crate::protocol::{
    Advice, AnalysisNews, BoardName, ClientMsgWire, Counted, Hello, HistoryPage, Leaderboard, Overview,
    Replay, ServerMsg, Why,
    lobby::{Address, Learn, NewRoom, Play, Seated, Summary},
};
use ts_rs::{Config, ExportError, TS};

/// Writes one type, and everything it refers to.
type Export = fn(&Config) -> Result<(), ExportError>;

/// Writes every type that travels between browser and server, and everything it refers to.
pub fn export_types(config: &Config) -> Result<(), ExportError> {
    let types: [Export; 18] = [
        Hello::export_all,
        ClientMsgWire::export_all,
        ServerMsg::export_all,
        Advice::export_all,
        Counted::export_all,
        Why::export_all,
        NewRoom::export_all,
        Play::export_all,
        Learn::export_all,
        Seated::export_all,
        Address::export_all,
        Summary::export_all,
        Replay::export_all,
        AnalysisNews::export_all,
        HistoryPage::export_all,
        Overview::export_all,
        Leaderboard::export_all,
        BoardName::export_all,
    ];
    types.into_iter().try_for_each(|export| export(config))
}
